"""What a check is: two columns that ought to be equal.

A check names what the log says and what is right, side by side; the same few lines then find the rows that differ,
count what could be compared, and put the disagreement into words. Where either side is null nothing can be said: the
row is *not auditable*, counted as such, and never a finding.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from mjlog.audit.facts import Facts
from mjlog.tables import SEATS, conform, empty
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
        words: what true and false are called, where the sides are Boolean.
        agreeing: comparisons beyond those of ``rows``, found to agree by the check itself: where there are many, it
            puts only the others into rows.
        unknown: likewise comparisons that it could not make.
    """

    rows: pl.LazyFrame | pl.DataFrame
    recorded: Sequence[pl.Expr]
    expected: Sequence[pl.Expr]
    why: pl.Expr | None = None
    words: tuple[str, str] | None = None
    agreeing: int = 0
    unknown: int = 0

    @property
    def pairs(self) -> list[tuple[pl.Expr, pl.Expr]]:
        """The two sides, pair by pair."""
        return list(zip(self.recorded, self.expected, strict=True))


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


COVERAGE: Final = {"check": pl.String, "checked": pl.UInt64, "not_auditable": pl.UInt64}


def made(checks: Iterable[Check], facts: Facts) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Findings of some checks, and what each could look at (:data:`COVERAGE`).

    Every comparison is made and counted once; only those that found a difference are gone through again for the words.
    """
    comparisons = [(check, check.compare(facts)) for check in checks]
    counts = [(check.code, *_counts(comparison)) for check, comparison in comparisons]
    table = pl.DataFrame(counts, schema={**COVERAGE, "differing": pl.UInt64}, orient="row")
    found = pl.collect_all(
        [
            differences(check, comparison, facts)
            for (check, comparison), differing in zip(comparisons, table["differing"], strict=True)
            if differing
        ]
    )
    findings = pl.concat([empty("findings"), *(conform("findings", frame) for frame in found)])
    return findings.sort("game_id", "hand", "check", "seat", nulls_last=True), table.select(*COVERAGE)


def _counts(comparison: Comparison) -> tuple[int, int, int]:
    """How many comparisons could be made, how many could not, and in how many the sides differ."""
    if isinstance(comparison.rows, pl.DataFrame) and comparison.rows.is_empty():
        return comparison.agreeing, comparison.unknown, 0
    differs = [recorded != expected for recorded, expected in comparison.pairs]
    by_seat = len(differs) == len(SEATS)
    counts = comparison.rows.lazy().select(
        rows=pl.col("n_players").cast(pl.UInt64).sum() if by_seat else pl.len(),
        known=pl.sum_horizontal([pl.len() - differ.null_count() for differ in differs]),
        differing=pl.sum_horizontal([differ.sum() for differ in differs]),
    )
    rows, known, differing = counts.collect().row(0)  # each by itself: plans so small cost more together
    return known + comparison.agreeing, rows - known + comparison.unknown, differing


def differences(check_: Check, comparison: Comparison, facts: Facts) -> pl.LazyFrame:
    """The rows of a comparison whose two sides differ, as rows of ``findings``."""
    pairs, rows = comparison.pairs, comparison.rows.lazy()
    columns = rows.collect_schema().names()
    of_hand = "hand" in columns
    differing = rows.filter(pl.any_horizontal(_differs(one, other) for one, other in pairs))
    found = pl.concat(
        differing.filter(_differs(recorded, expected)).select(
            "game_id",
            pl.col("hand") if of_hand else pl.lit(None, pl.UInt16).alias("hand"),
            _seat(seat if len(pairs) > 1 else None, columns),
            recorded=_text(recorded, comparison.words),
            expected=_text(expected, comparison.words),
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


def _text(side: pl.Expr, words: tuple[str, str] | None) -> pl.Expr:
    if words is None:
        return side.cast(pl.String)
    return pl.when(side).then(pl.lit(words[0])).otherwise(pl.lit(words[1]))


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
