"""Wins valued anew from their tiles, where another rule book values them otherwise.

Settlement takes han and fu as they are recorded, and changes of them what the list of yaku tells (kiriage, counted and
double yakuman, ippatsu, dora that do not count). What hangs on the tiles is worked out here: open tanyao, the fu of a
pair or of a rinshan tsumo, dora of kans, the han a win needs. Only a win whose recorded value its tiles give under the
rules it was played by is given the value they give under the others; the rest stays as recorded, and is counted.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import polars as pl

from mjlog.hands import evaluate, with_yaku
from mjlog.hands.evaluation import SITUATIONAL
from mjlog.parsing import Recorded
from mjlog.rules import RuleError, RuleSet
from mjlog.settlement import KIND
from mjlog.settlement.rescore import played_and_asked

SWITCHES: Final = (
    "open_tanyao", "double_wind_fu", "rinshan_tsumo_fu", "renhou", "local_yaku", "kan_dora", "kan_ura_dora", "min_han",
)  # fmt: skip
"""Switches of a win's value that only its tiles can tell."""

COLUMNS: Final[dict[str, list[str]]] = {
    "hands": ["dora_indicators", "ura_indicators"],
    "wins": ["tiles", "winning_tile", "melds"],
}
"""What is read of the tables besides what settlement reads."""

_VALUE: Final = ("han", "fu", "yakuman", "points", "limit", "yaku", "yaku_han")
_OF_HAND: Final = ("dealer", "round_wind", "dora_indicators", "ura_indicators")
_FU_MATTERS_BELOW: Final = 5


@dataclass(frozen=True, slots=True)
class Revalued:
    """Recorded games with the wins as other rules value them.

    Attributes:
        recorded: the games; a win that the rules do not let win has 0 han.
        as_recorded: wins that the rules might value otherwise, and whose tiles do not tell.
    """

    recorded: Recorded
    as_recorded: int


def differing(games: pl.DataFrame, rules: RuleSet | None, overrides: str = "") -> list[str]:
    """The switches of :data:`SWITCHES` whose value changes for some of the games."""
    changed = {switch for pair in _pairs(games, rules, overrides).values() for switch in _differing(*pair)}
    return [switch for switch in SWITCHES if switch in changed]


def revalued(recorded: Recorded, rules: RuleSet | None, overrides: str = "") -> Revalued:
    """Value the wins of a batch under rules they were not played by.

    Args:
        recorded: games, hands and wins (with :data:`COLUMNS`).
        rules: rule set for all games; None = each game's own.
        overrides: switches changed on top of it.
    """
    changed, as_recorded = [], 0
    for kind, (before, after) in _pairs(recorded.games, rules, overrides).items():
        if _differing(before, after):
            told, untold = _values(recorded, recorded.games.filter(_of_kind(kind)), before, after)
            changed.append(told)
            as_recorded += untold
    if not changed:
        return Revalued(recorded, as_recorded)
    return Revalued(replace(recorded, wins=_with_values(recorded.wins, pl.concat(changed))), as_recorded)


def _of_kind(kind: tuple[object, ...]) -> pl.Expr:
    return pl.all_horizontal(pl.col(name).eq_missing(value) for name, value in zip(KIND, kind, strict=True))


def _pairs(
    games: pl.DataFrame, rules: RuleSet | None, overrides: str
) -> Mapping[tuple[object, ...], tuple[RuleSet, RuleSet]]:
    """The rules a kind of game was played by and those asked for, where both are known and fit."""
    pairs: dict[tuple[object, ...], tuple[RuleSet, RuleSet]] = {}
    for name, own, n_players in games.select(KIND).unique(maintain_order=True).rows():
        with suppress(RuleError):
            before, after = played_and_asked(name, own, n_players, rules, overrides)
            if before is not None:
                pairs[name, own, n_players] = (before, after)
    return pairs


def _differing(before: RuleSet, after: RuleSet) -> list[str]:
    return [switch for switch in SWITCHES if _told_apart(before, switch) != _told_apart(after, switch)]


def _told_apart(rules: RuleSet, switch: str) -> object:
    """A switch's value; of kan dora only whether they count, for when they are turned changes no win."""
    return rules.kan_dora == "off" if switch == "kan_dora" else getattr(rules, switch)


def _values(recorded: Recorded, games: pl.DataFrame, before: RuleSet, after: RuleSet) -> tuple[pl.DataFrame, int]:
    """New values of the wins of some games by ``row``, and how many wins keep theirs for want of tiles."""
    hands = recorded.hands.select("game_id", "hand", *_OF_HAND)
    wins = (
        recorded.wins.with_row_index("row")
        .join(games.select("game_id", "n_players", "red_fives"), on="game_id", how="inner", maintain_order="left")
        .join(hands, on=["game_id", "hand"], how="left", maintain_order="left")
        .with_columns(pl.col("yaku").list.contains(key).alias(key) for key in SITUATIONAL)
    )
    as_played = evaluate(wins, before)
    same = [
        pl.col("yakuman").eq_missing(as_played["yakuman"]),
        pl.col("han").eq_missing(as_played["han"]),
        pl.col("fu").eq_missing(as_played["fu"]) | (pl.col("han") >= _FU_MATTERS_BELOW) | (pl.col("yakuman") > 0),
    ]
    reproduced = wins.select(pl.all_horizontal(same).fill_null(value=False)).to_series()
    told = wins.filter(reproduced)
    values = with_yaku(evaluate(told, after)).select(*_VALUE)
    worth_nothing = pl.col("points") == 0
    values = values.with_columns(pl.when(~worth_nothing).then(name).alias(name) for name in ("fu", "points", "limit"))
    return told.select("row").hstack(values), len(wins) - len(told)


def _with_values(wins: pl.DataFrame, values: pl.DataFrame) -> pl.DataFrame:
    """The wins with new values in the rows that have some."""
    values = values.select("row", *(pl.col(name).cast(wins.schema[name]) for name in _VALUE))
    numbered = wins.with_row_index("row")
    changed = numbered.drop(_VALUE).join(values, on="row", how="inner")
    kept = numbered.join(values, on="row", how="anti")
    return pl.concat([kept, changed.select(kept.columns)]).sort("row").drop("row")
