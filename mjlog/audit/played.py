"""What the tiles say each win is worth, and the rules that say so.

A win is valued from its events alone, under the rules of its game, and never with the help of the recorded yaku. Where
something that the value hangs on is not in the log (ura indicators of a riichi win, indicators of a kan) the value is
unknown, and unknown is null.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import polars as pl

from mjlog.audit.followed import Followed
from mjlog.hands import evaluate
from mjlog.hands.acts import KANS
from mjlog.hands.evaluation import OUTPUT
from mjlog.hands.keys import Array, Flags
from mjlog.hands.lists import Lists
from mjlog.hands.local import FIRST_LOCAL
from mjlog.hands.yaku import STANDARD
from mjlog.rules import RuleSet
from mjlog.settlement import KIND
from mjlog.vocabulary import EventKind

if TYPE_CHECKING:
    from mjlog.parsing import Recorded

RulesOfGames: TypeAlias = Mapping[tuple[object, ...], RuleSet]
"""What games are held against, by :data:`mjlog.settlement.KIND`."""

SWITCHES: Final = (
    "riichi_bet",
    "riichi_min_points",
    "riichi_min_wall",
    "noten_declaration",
    "karaten",
    "kyuushu",
    "suukaikan",
    "suufon_renda",
    "suucha_riichi",
    "nagashi",
    "kuikae",
    "kan_dora",
    "kokushi_ankan",
    "pao_yaku",
)
"""Switches that checks read, as columns of their games."""

_VALUES: Final = tuple(name for name in OUTPUT if name != "wait")
_ON_DORA: Final = ("han", "points", "limit")
"""What cannot be told without all indicators."""


def game_rules(games: pl.DataFrame, rules: RulesOfGames) -> pl.DataFrame:
    """Rule sets of games, a row a kind of game: :data:`KIND`, ``label``, ``known``, and :data:`SWITCHES`."""
    kinds = games.select(KIND).unique(maintain_order=True)
    rows = []
    for kind in kinds.rows():
        known = rules.get(kind)
        switches = {switch: _cell(getattr(known or RuleSet(), switch)) for switch in SWITCHES}
        rows.append({"label": known.label if known else None, "known": known is not None, **switches})
    told = pl.DataFrame(rows, schema_overrides={"label": pl.String()}, infer_schema_length=None)
    return kinds.hstack(told) if rows else kinds


def _cell(value: object) -> object:
    """A switch as a frame holds it: several words are a list."""
    return list(value) if isinstance(value, tuple) else value


def valued(recorded: "Recorded", followed: Followed, rules: RulesOfGames) -> pl.DataFrame:
    """Recorded wins, and what each is worth by its tiles as ``right_*``; those are null where it cannot be told.

    ``right_yaku_mask`` and ``right_local_mask`` are the yaku without dora, as :func:`mjlog.hands.evaluate` gives them,
    ``yaku_mask`` and ``local_mask`` those recorded; ``right_form`` is null for tiles that are no winning hand;
    ``followed`` says whether the events lead to the win; ``right_furiten`` whether it is a ron in furiten,
    ``right_tiles`` and ``right_winning_tile`` what it is won with.
    """
    named = recorded.games.select("game_id", "rules", "rule_overrides").unique("game_id", keep="first")
    wins = followed.wins.with_row_index("row").join(named, on="game_id", how="left", maintain_order="left")
    groups = wins.partition_by(KIND, as_dict=True, include_key=True)
    values = [_value(group, rules.get(kind)) for kind, group in groups.items()]
    right = pl.concat(values or [_value(wins, None)]).sort("row").drop("row")
    dora_known, ura_known = _indicators_known(followed)
    return (
        recorded.wins.hstack(right)
        .with_columns(
            *_recorded_yaku(recorded.wins),
            *(followed.wins[name].alias(f"right_{name}") for name in ("furiten", "tiles", "winning_tile")),
        )
        .with_columns(_only_if(pl.lit(pl.Series(dora_known)), "dora"))
        .with_columns(_only_if(pl.lit(pl.Series(ura_known)) | pl.col("right_ura").is_null(), "ura"))
    )


def _only_if(known: pl.Expr, indicated: str) -> list[pl.Expr]:
    """A kind of dora and what hangs on it, null where the indicators are not known."""
    return [pl.when(known).then(f"right_{name}").alias(f"right_{name}") for name in (indicated, *_ON_DORA)]


def _value(group: pl.DataFrame, rules: RuleSet | None) -> pl.DataFrame:
    """Values of the wins of one rule set, with ``row``; null where the rules are not known."""
    if rules is None:
        nothing = [pl.lit(None, OUTPUT[name]).alias(f"right_{name}") for name in _VALUES]
        return group.select(*nothing, "row", pl.lit(None, pl.Boolean).alias("followed"))
    followed = (group["tiles"].is_not_null() & group["winning_tile"].is_not_null()).alias("followed")
    return evaluate(group, rules).select(
        *(pl.when(pl.lit(followed)).then(pl.col(name)).alias(f"right_{name}") for name in _VALUES),
        group["row"],
        followed,
    )


def _recorded_yaku(wins: pl.DataFrame) -> list[pl.Series]:
    """The recorded yaku as the sets that the evaluation gives: standard ones without dora, and local ones."""
    yaku = Lists.of(wins, "yaku")
    codes = yaku.codes.astype(np.int64)
    standard = np.where(codes < FIRST_LOCAL, np.int64(1) << np.minimum(codes, FIRST_LOCAL), 0) & STANDARD
    local = np.where(codes >= FIRST_LOCAL, np.int64(1) << np.maximum(codes - FIRST_LOCAL, 0), 0)
    return [
        pl.Series("yaku_mask", _union(standard, yaku).view(np.uint64)),
        pl.Series("local_mask", _union(local, yaku).astype(np.uint16)),
    ]


def _union(bits: Array, lists: Lists) -> Array:
    """All bits of each list together."""
    found = np.zeros(len(lists), np.int64)
    having = np.flatnonzero(lists.lengths())
    if len(having):
        found[having] = np.bitwise_or.reduceat(bits, lists.offsets.take(having))
    return found


def _indicators_known(followed: Followed) -> tuple[Flags, Flags]:
    """Whether dora and ura indicators are in the log, by win: those of kans are not where kans turned none."""
    lost = (followed.count(EventKind.DORA) == 0) & (followed.count(*KANS) > 1)
    shown = followed.hands.select(
        dora=pl.col("dora_indicators").is_not_null(),
        ura=pl.col("ura_indicators").list.len().fill_null(0) > 0,
    )
    hand = followed.hand_of_win
    known = [
        np.append(flags, False).take(hand) for flags in (shown["dora"].to_numpy() & ~lost, shown["ura"].to_numpy())
    ]
    return known[0], known[1]
