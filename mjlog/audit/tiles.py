"""Checks over the tiles of a whole hand: how many of each there are, indicators, sticks, and who fed a yakuman."""

from typing import Final

import numpy as np
import polars as pl

from mjlog.audit.comparison import Comparison, check
from mjlog.audit.facts import Facts
from mjlog.hands.yaku import yaku_bits
from mjlog.tiles import KINDS, RED_FIVE
from mjlog.vocabulary import EventKind, Result, Severity

_FED: Final = (EventKind.PON, EventKind.DAIMINKAN)
_SETS: Final = {"daisangen": KINDS[31:34], "daisuushii": KINDS[27:31]}
"""Yakuman that can be fed by naming their tiles: the dragons, the winds."""


@check("copies", Severity.ERROR, "There are four of each tile.", needs_events=True)
def copies(facts: Facts) -> Comparison:
    """Tiles dealt, drawn and turned in a hand: the kind there is most of."""
    counts = facts.tiles_seen
    kinds = counts[:, : len(KINDS)].copy()
    kinds[:, list(RED_FIVE.values())] += counts[:, list(RED_FIVE)]
    too_many = np.flatnonzero((kinds > 4).any(axis=1))
    kinds = kinds.take(too_many, axis=0)
    rows = facts.played.hands.select("game_id", "hand")[too_many].with_columns(
        number=pl.Series(kinds.max(axis=1, initial=0), dtype=pl.Int32),
        most=pl.Series([KINDS[kind] for kind in kinds.argmax(axis=1)], dtype=pl.String),
    )
    why = pl.format("tiles {}", "most")
    agreeing = len(counts) - len(too_many)
    return Comparison(rows, [pl.col("number")], [pl.lit(4, pl.Int32)], why, agreeing=agreeing)


@check("reds-in-wall", Severity.ERROR, "There are no more red fives than the table plays with.", needs_events=True)
def reds_in_wall(facts: Facts) -> Comparison:
    """Red fives dealt, drawn and turned in a hand."""
    rows = facts.played.hands.select("game_id", "hand", pl.col("red_fives").cast(pl.Int32)).with_columns(
        reds=pl.Series(facts.tiles_seen[:, len(KINDS) :].sum(axis=1), dtype=pl.Int32)
    )
    right = pl.when(pl.col("red_fives").is_not_null()).then(pl.min_horizontal("reds", "red_fives"))
    return Comparison(rows, [pl.col("reds")], [right], pl.lit("red fives"))


@check("kan-indicators", Severity.ERROR, "Each kan turns an indicator, when the rules turn it.", needs_events=True)
def kan_indicators(facts: Facts) -> Comparison:
    """Indicators turned by the end of a hand against the kans made. A log that turns none does not record them."""
    played = facts.played
    rows = (
        played.hands.select("game_id", "hand", turned=pl.col("dora_indicators").list.len().cast(pl.Int64))
        .hstack(facts.of_played(np.arange(len(played.hands)), ["known", "kan_dora"]))
        .with_columns(pl.Series(mode, due, dtype=pl.Int64) for mode, due in played.due.items())
    )
    right = pl.coalesce(pl.when(pl.col("kan_dora") == mode).then(mode) for mode in played.due)
    recorded_at_all = pl.col("known") & ((pl.col("turned") > 1) | (right == 1))
    return Comparison(rows, [pl.col("turned")], [pl.when(recorded_at_all).then(right)], pl.lit("indicators"))


@check("riichi-stick", Severity.ERROR, "A stick is paid for every riichi but the one whose tile is won on.",
       needs_events=True)  # fmt: skip
def riichi_stick(facts: Facts) -> Comparison:
    """Whether the declaring discard was the hand's last tile."""
    rows = facts.hand_seats.filter(pl.col("riichi").is_not_null())
    won_on = pl.col("result").is_in([str(Result.RON), str(Result.SANCHA_HOU)])
    returned = won_on & pl.col("declared_last")
    right = pl.when("known").then(~returned)
    return Comparison(rows, [pl.col("riichi_paid")], [right], words=("stick paid", "no stick paid"))


@check("pao", Severity.ERROR, "Who is liable for a yakuman is who let its last set be called.", needs_events=True)
def pao(facts: Facts) -> Comparison:
    """The dragons of daisangen, the winds of daisuushii: all sets open, the last of them by a call."""
    fed = pl.col("right_yaku_mask") & yaku_bits(_SETS) != 0
    wins = facts.wins.with_columns(played=pl.Series(facts.played.hand_of_win)).filter(fed).collect()
    calls = facts.events_at(facts.played.events_of(np.unique(wins["played"].to_numpy()))).lazy()
    rules = facts.games.select("game_id", "known", "pao_yaku").filter("known")
    wins = wins.drop("pao_yaku").join(rules.collect(), on="game_id", how="inner", maintain_order="left")
    return Comparison(
        pl.concat([_fed(calls, wins.lazy(), yaku, tiles) for yaku, tiles in _SETS.items()]),
        [_seat_text("pao")],
        [_seat_text("feeder")],
        pl.format("pao of {}", "yakuman"),
    )


def _fed(events: pl.LazyFrame, wins: pl.LazyFrame, yaku: str, tiles: tuple[str, ...]) -> pl.LazyFrame:
    """Wins with a yakuman that can be fed, and who fed it."""
    sets = events.filter(
        pl.col("kind").is_in([*map(str, _FED), str(EventKind.ANKAN)]), pl.col("tile").cast(pl.String).is_in(tiles)
    ).select("game_id", "hand", "seat", "seq", "kind", "from_seat")
    shown = sets.sort("seq").group_by("game_id", "hand", "seat").agg(
        pl.len(), last=pl.col("kind").last(), source=pl.col("from_seat").last()
    )  # fmt: skip
    fed = (pl.col("len") == len(tiles)) & pl.col("last").is_in([str(kind) for kind in _FED])
    liable = fed & pl.col("pao_yaku").list.contains(yaku)
    return (
        wins.filter(pl.col("right_yaku_mask") & yaku_bits([yaku]) != 0)
        .select("game_id", "hand", "win", "seat", "pao", "pao_yaku")
        .join(shown, on=["game_id", "hand", "seat"], how="left")
        .with_columns(feeder=pl.when(liable).then("source"), yakuman=pl.lit(yaku))
    )


def _seat_text(column: str) -> pl.Expr:
    """A seat or nobody, in words: that nobody is liable is a statement too."""
    return pl.format("seat {}", column).fill_null("nobody")
