"""``mjlog hand``: what one hand is worth, what it waits for, or how far it is."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import click

from mjlog.cli.console import ExitCode, Failure
from mjlog.cli.output import output_options, write_rows, write_text
from mjlog.cli.rule_options import chosen_rules, rule_options
from mjlog.hands.notation import WrittenHand, read_hand
from mjlog.hands.single import Situation, progress, value
from mjlog.report.hand import progress_text, value_text
from mjlog.tiles import MELDS, tile_codes

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
@click.option("--players", type=click.Choice(["3", "4"]), default="4", help="How many play.")
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
    players: str,
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
    chosen = chosen_rules(rules or ("default" if players == "4" else "default-3p"), rule).rules
    assert chosen is not None
    yaku = tuple(key for key, on in flags.items() if on)
    try:
        shown = (tuple(tile_codes(dora)), tuple(tile_codes(ura)))
        situation = Situation(tsumo, seat, round_wind, *shown, honba, int(players), yaku)
        hand = read_hand(tiles, melds, (*situation.dora, *situation.ura), situation.n_players)
        _check(hand, situation)
    except ValueError as problem:
        raise Failure(str(problem), ExitCode.USAGE) from problem
    if hand.winning is None:
        frame = progress(hand, situation.n_players, situation.dora)
        text = progress_text(frame)
    else:
        frame = value(hand, situation, chosen)
        text = value_text(frame)
    if output_format in ("table", "markdown"):
        write_text(text, output)
    else:
        write_rows(frame, output_format, output)


def _check(hand: WrittenHand, situation: Situation) -> None:
    """Refuses what cannot be together, in words."""
    on = set(situation.yaku)
    needs_tsumo, needs_ron = {"haitei", "rinshan_kaihou", "tenhou", "chiihou"}, {"houtei", "chankan", "renhou"}
    needs_closed = {"riichi", "double_riichi", "ippatsu", "tenhou", "chiihou", "renhou"}
    opened = any(not MELDS[code].startswith(("ankan", "kita")) for code in hand.melds)
    on_both = on & {"riichi", "double_riichi"}
    three_seats = situation.n_players == 3 and situation.seat == "N"
    faults: list[tuple[Iterable[str] | bool, str]] = [
        (on & needs_tsumo if not situation.tsumo else (), "{} is only for a hand that is drawn; add --tsumo"),
        (on & needs_ron if situation.tsumo else (), "{} is only for another's tile; leave out --tsumo"),
        (on & needs_closed if opened else (), "{} is only for a closed hand"),
        ("ippatsu" in on and not on_both, "ippatsu needs riichi"),
        (len(on_both) == 2, "riichi or double riichi, not both"),
        (bool(situation.ura) and not on_both, "ura indicators are turned for riichi only"),
        (on & {"tenhou"} if situation.seat != "E" else (), "{} is the dealer's: --seat E"),
        (on & {"chiihou", "renhou"} if situation.seat == "E" else (), "{} is not for the dealer"),
        (three_seats, "three players have no north seat"),
    ]
    for found, message in faults:
        if found:
            names = [] if isinstance(found, bool) else sorted(key.replace("_", " ") for key in found)
            raise ValueError(message.format(", ".join(names)))
