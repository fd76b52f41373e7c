"""Rows of the ledger: who pays whom, why, and how much. Null on either side is the table."""

from typing import Final

import polars as pl

from mjlog.tables import seats
from mjlog.vocabulary import Reason, Result

REASON: Final = pl.Enum([str(reason) for reason in Reason])

ROWS: Final = {"h": pl.UInt32(), "payer": pl.UInt8(), "payee": pl.UInt8(), "reason": REASON, "points": pl.Int32()}
"""Columns of the ledger before hands get their names back."""

TABLE: Final = pl.lit(None, pl.UInt8)
"""The account of the sticks on the table."""


def transfers(
    frame: pl.LazyFrame, payer: pl.Expr, payee: pl.Expr, reason: Reason | pl.Expr, points: pl.Expr
) -> pl.LazyFrame:
    """A row for every row of the frame, which has the hand as ``h``."""
    return frame.select(
        "h",
        payer=payer.cast(pl.UInt8),
        payee=payee.cast(pl.UInt8),
        reason=reason if isinstance(reason, pl.Expr) else pl.lit(str(reason), REASON),
        points=points.cast(pl.Int32),
    )


def each_other(frame: pl.LazyFrame, seat_: pl.Expr, n_players: int) -> pl.LazyFrame:
    """The rows once for every seat but one of theirs, with that other seat as ``other``."""
    steps = pl.LazyFrame({"step": range(1, n_players)}, schema={"step": pl.UInt8})
    return frame.join(steps, how="cross").with_columns(other=(seat_ + pl.col("step")) % n_players)


def each_seat(frame: pl.LazyFrame, column: str, n_players: int) -> pl.LazyFrame:
    """The rows once for every seat, with the seat as ``seat`` and the value of a per-seat column of whole numbers."""
    names = seats(column, n_players)
    rows = frame.unpivot(names, index="h", variable_name="seat", value_name=column)
    return rows.with_columns(seat=pl.col("seat").replace_strict(names, range(n_players), return_dtype=pl.UInt8))


def has_outcome(hands: pl.DataFrame, outcome: Result) -> bool:
    """Whether any hand comes to this; what few batches hold is not planned for the others."""
    return bool((hands["outcome"] == str(outcome)).any())


def at_seat(column: str, seat: pl.Expr, n_players: int) -> pl.Expr:
    """The value of a per-seat column at a seat that differs from row to row."""
    return pl.coalesce(pl.when(seat == number).then(pl.col(f"{column}_{number}")) for number in range(n_players))


def seat(number: int) -> pl.Expr:
    """A seat as one side of a transfer."""
    return pl.lit(number, pl.UInt8)


def ledger(rules: list[pl.LazyFrame]) -> pl.DataFrame:
    """The rows of several rules as one ledger, in the order of hands, without rows that move nothing."""
    if not rules:
        return pl.DataFrame(schema=ROWS)
    return pl.concat(rules).filter(pl.col("points") > 0).collect().sort("h", maintain_order=True)
