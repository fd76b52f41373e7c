"""``mjlog hand``: what one hand is worth, what it waits for, or how far it is."""

from pathlib import Path
from typing import Any, Final

import click

from mjlog.cli.console import ExitCode, Failure
from mjlog.cli.output import output_options, write_rows, write_text
from mjlog.cli.possible import check
from mjlog.cli.rule_options import chosen_rules, rule_options
from mjlog.hands.notation import read_hand
from mjlog.hands.single import Situation, progress, value
from mjlog.report.hand import progress_text, value_text
from mjlog.rules import RuleSet, for_players, names
from mjlog.rules.reading import DEFAULT
from mjlog.tiles import tile_codes

_SITUATIONS: Final = {
    "riichi": "riichi",
    "double_riichi": "double riichi",
    "ippatsu": "ippatsu",
    "haitei": "the last tile of the wall, drawn",
    "houtei": "the last discard",
    "rinshan_kaihou": "the replacement tile of a kan",
    "chankan": "a tile added to a kan",
    "tenhou": "the dealer's first draw",
    "chiihou": "another's first draw",
    "renhou": "a discard before the first draw",
}
_OPTION: Final = {"rinshan_kaihou": "rinshan"}


def _situation_options(command: Any) -> Any:
    for key, meaning in reversed(_SITUATIONS.items()):
        name = "--" + _OPTION.get(key, key).replace("_", "-")
        command = click.option(name, key, is_flag=True, help=f"Won with {meaning}.")(command)
    return command


@click.command()
@click.argument("tiles")
@click.argument("melds", nargs=-1)
@click.option("--tsumo/--ron", default=False, help="Drawn, or another's tile.")
@click.option("--seat", type=click.Choice(list("ESWN")), default="S", help="Seat wind; E deals.")
@click.option("--round", "round_wind", type=click.Choice(list("ESWN")), default="E", help="Round wind.")
@click.option("--dora", default="", show_default=False, metavar="TILES", help="Dora indicators.")
@click.option("--ura", default="", show_default=False, metavar="TILES", help="Ura dora indicators.")
@_situation_options
@click.option("--honba", type=click.IntRange(0), default=0, help="Repeat counters on the table.")
@click.option("--players", type=click.Choice(["3", "4"]), help="How many play; the rule set says, without one 4.")
@rule_options
@output_options
def command(
    *,
    tiles: str,
    melds: tuple[str, ...],
    tsumo: bool,
    seat: str,
    round_wind: str,
    dora: str,
    ura: str,
    honba: int,
    players: str | None,
    rules: str | None,
    rule: tuple[str, ...],
    output_format: str,
    output: Path | None,
    **flags: bool,
) -> None:
    """Value one hand of tiles; without a winning tile, say what it waits for or how far it is from tenpai.

    TILES are the concealed ones, red fives as 0, the winning tile after a plus sign. MELDS follow, each as
    chi:340m, pon:555z, kan:1111z, kakan:1111z, ankan:2222p or kita:2.

    \b
    Examples:
      mjlog hand 234567m34578p22s+6p --riichi --dora 4m
      mjlog hand 340m567s2p+2p pon:555z ankan:9999s --tsumo --seat E
      mjlog hand 1112345678999m
    """
    chosen = _rules(rules, rule, players)
    yaku = tuple(key for key, on in flags.items() if on)
    try:
        shown = (tuple(tile_codes(dora)), tuple(tile_codes(ura)))
        situation = Situation(tsumo, seat, round_wind, *shown, honba, chosen.players, yaku)
        hand = read_hand(tiles, melds, (*situation.dora, *situation.ura), situation.n_players)
        check(hand, situation, chosen)
    except ValueError as problem:
        raise Failure(str(problem), ExitCode.USAGE) from problem
    if hand.winning is None:
        frame = progress(hand, situation.n_players, situation.dora)
        text = progress_text(frame)
    else:
        frame = value(hand, situation, chosen)
        text = value_text(frame, situation)
    if output_format in ("table", "markdown"):
        write_text(text, output)
    else:
        write_rows(frame, output_format, output)


def _rules(name: str | None, switches: tuple[str, ...], players: str | None) -> RuleSet:
    """The rule set asked for; it says how many play."""
    chosen = chosen_rules(name or for_players(DEFAULT, int(players or 4)), switches).rules
    assert chosen is not None
    if players is not None and chosen.players != int(players):
        other = for_players(str(name), int(players))
        hint = f"; there is {other}" if other in names() and other != name else ""
        raise Failure(f"{chosen.label} is for {chosen.players} players, not {players}{hint}", ExitCode.USAGE)
    return chosen
