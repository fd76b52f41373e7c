"""How far a recorded game is the game these rules would have seen: what counts, what is open, what is missing.

A log can be read under rules it was not played by (RULES §4, 22). Hands after the rules' own end were never played.
A hand they would not have had here (another dealer, an abortive draw they do not know) is settled as recorded and
marked. Where they want a hand that the log lacks, the last one says so. Nothing is made up.
"""

from typing import Final

import polars as pl

from mjlog.settlement.chains import counted_on
from mjlog.settlement.ending import BUST_BY_STICK

STATUS: Final = pl.Enum(["played", "unplayed", "undetermined"])
"""Whether a hand counts under the rules, comes after their end of the game, or is not determined by them."""

_NEXT: Final = ("next_round_wind", "next_kyoku")
_OVER: Final = "the game is over under these rules"
_GAP: Final = "hands before it are not in the record: it is counted on from what the log says here"
_STICK: Final = "a riichi stick leaves a seat bust: under these rules the game ends there, before the hand is decided"


def judge_course(hands: pl.DataFrame, problem: str | None, *, known: bool, carried: bool) -> pl.DataFrame:
    """The hands with ``played`` (they count), ``status`` and ``why``.

    Args:
        hands: hands in order with ``g``, ``first``, ``last``, ``gap``, ``complete``, their counters and the
            ``next_*`` ones, ``ends``, ``ended_by``, ``open`` and ``why`` (a reason or note on the hand itself).
        problem: why the rules cannot settle these games at all.
        known: whether the rules are known.
        carried: whether the hands are recounted under rules they may not have been played by.
    """
    over = pl.col("ends").fill_null(value=False).cast(pl.Int32)
    hands = hands.with_columns(played=counted_on(over, pl.lit(0)) == 0)
    other = _other_hand() if carried else pl.lit(None, pl.String)
    stick = pl.when(pl.col("ended_by") == BUST_BY_STICK).then(pl.lit(_STICK))
    missing = pl.when(known & pl.col("last") & pl.col("complete") & ~pl.col("ends")).then(_missing())
    undetermined = pl.col("open") | other.is_not_null() | stick.is_not_null() | (not known)
    return hands.with_columns(
        status=pl.when(~pl.col("played"))
        .then(pl.lit("unplayed"))
        .when(undetermined)
        .then(pl.lit("undetermined"))
        .otherwise(pl.lit("played"))
        .cast(STATUS),
        why=pl.when(~pl.col("played"))
        .then(pl.lit(_OVER))
        .otherwise(pl.coalesce(pl.lit(problem, pl.String), stick, "why", other, missing)),
    )


def _other_hand() -> pl.Expr:
    """Which hand the rules have in place of one, where the hand before leads to another than the log's."""
    wanted = [pl.col(name).shift(1) for name in _NEXT]
    here = [pl.col("round_wind"), pl.col("kyoku")]
    differs = pl.any_horizontal(want != have for want, have in zip(wanted, here, strict=True)) & ~pl.col("first")
    return (
        pl.when("gap")
        .then(pl.lit(_GAP))
        .when(differs)
        .then(pl.format("these rules have {}{} in place of this hand", *wanted))
    )


def _missing() -> pl.Expr:
    return pl.format("the game goes on under these rules: {}{}-{} is missing", *_NEXT, "next_honba")
