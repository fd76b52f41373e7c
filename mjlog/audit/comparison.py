"""What a check is: two columns that ought to be equal.

A check names what the log says and what is right, side by side; the same few lines then find the rows that differ,
count what could be compared, and put the disagreement into words. Where either side is null nothing can be said: the
row is *not auditable*, counted as such, and never a finding.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from mjlog.audit.facts import Facts
from mjlog.tables import SEATS, conform
from mjlog.vocabulary import Severity


@dataclass(frozen=True, slots=True)
class Comparison:
    """Rows and, for each, pairs of expressions that should agree.

    Attributes:
        rows: must have ``game_id``, and ``hand`` unless they are about the end of the game; ``seat`` is taken over
            where present.
        recorded: what the log says; four expressions compare the four seats of a row, one the row itself.
        expected: what is right, in step with ``recorded`` and of the same type.
        why: further words for the message, a String expression over ``rows``; null adds nothing.
    """

    rows: pl.LazyFrame
    recorded: Sequence[pl.Expr]
    expected: Sequence[pl.Expr]
    why: pl.Expr | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A check as ``mjlog audit --list`` prints it.

    Attributes:
        code: stable name.
        severity: ``error`` where a recorded number is wrong, ``warning`` where only its account is.
        meaning: one sentence that says what holds when nothing is found.
        needs_events: whether the check reads the play itself.
        compare: the comparison over a batch.
    """

    code: str
    severity: Severity
    meaning: str
    needs_events: bool
    compare: Callable[[Facts], Comparison]


CHECKS: Final[dict[str, Check]] = {}
"""Every check by code, in the order declared."""


def check(
    code: str, severity: Severity, meaning: str, *, needs_events: bool = False
) -> Callable[[Callable[[Facts], Comparison]], Callable[[Facts], Comparison]]:
    """Register a function as the check ``code``."""

    def register(compare: Callable[[Facts], Comparison]) -> Callable[[Facts], Comparison]:
        CHECKS[code] = Check(code, severity, meaning, needs_events, compare)
        return compare

    return register


def differences(check_: Check, comparison: Comparison, facts: Facts) -> pl.LazyFrame:
    """The rows of a comparison whose two sides differ, as rows of ``findings``."""
    pairs = list(zip(comparison.recorded, comparison.expected, strict=True))
    columns = comparison.rows.collect_schema().names()
    of_hand = "hand" in columns
    differing = comparison.rows.filter(pl.any_horizontal(_differs(one, other) for one, other in pairs))
    found = pl.concat(
        differing.filter(_differs(recorded, expected)).select(
            "game_id",
            pl.col("hand") if of_hand else pl.lit(None, pl.UInt16).alias("hand"),
            _seat(seat if len(pairs) > 1 else None, columns),
            recorded=recorded.cast(pl.String),
            expected=expected.cast(pl.String),
            why=pl.lit(None, pl.String) if comparison.why is None else comparison.why,
        )
        for seat, (recorded, expected) in enumerate(pairs)
    )
    named = (
        found.join(facts.labels, on=["game_id", "hand"], how="left")
        if of_hand
        else found.join(facts.games.select("game_id", "rules"), on="game_id", how="left").with_columns(label=_THE_END)
    )
    return named.with_columns(message=_MESSAGE, check=pl.lit(check_.code), severity=pl.lit(str(check_.severity)))


def coverage(check_: Check, comparison: Comparison) -> pl.LazyFrame:
    """How many comparisons a check made and how many it could not make: check, checked, not_auditable."""
    pairs = list(zip(comparison.recorded, comparison.expected, strict=True))
    known = [(recorded.is_not_null() & expected.is_not_null()).sum() for recorded, expected in pairs]
    by_seat = len(pairs) == len(SEATS)
    rows = pl.col("n_players").cast(pl.UInt64).sum() if by_seat else pl.len().cast(pl.UInt64)
    checked = pl.sum_horizontal(known).cast(pl.UInt64)
    return comparison.rows.select(check=pl.lit(check_.code), checked=checked, not_auditable=rows - checked)


def as_findings(found: pl.DataFrame) -> pl.DataFrame:
    """Found rows with exactly the columns of ``findings``."""
    return conform("findings", found)


def _differs(recorded: pl.Expr, expected: pl.Expr) -> pl.Expr:
    return (recorded != expected).fill_null(value=False)


def _seat(seat: int | None, columns: list[str]) -> pl.Expr:
    if seat is not None:
        return pl.lit(seat, pl.UInt8).alias("seat")
    return pl.col("seat") if "seat" in columns else pl.lit(None, pl.UInt8).alias("seat")


_THE_END: Final = pl.lit("end of the game")
_WHERE: Final = pl.concat_str("label", pl.format("seat {}", "seat"), separator=", ", ignore_nulls=True)
_MESSAGE: Final = pl.concat_str(
    pl.format("{}: recorded {}, right is {}", _WHERE, "recorded", "expected"),
    pl.format(" ({})", "why"),
    ignore_nulls=True,
)
"""``E2-1, seat 0: recorded 8000, right is 7700 (why)``."""
