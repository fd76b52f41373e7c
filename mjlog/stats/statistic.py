"""What a statistic is: sums over rows, and how they become a number.

A statistic never sees more than one row at a time. It names what is added up over the rows of a group; sums of sums
are sums, so parts, partitions and machines merge exactly, and the ratio comes last, with its n and its 95 % interval.
The few that are not sums (a maximum, a value derived from others) say so by their class.

Rows are one seat of one hand or one seat of one game (:class:`Rows`); their columns are those of
:mod:`mjlog.stats.rows` and :mod:`mjlog.stats.games`. A condition or value that is null for a row leaves the row out of
both sums: what a log does not tell is never counted as zero.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final

import polars as pl

Z_95: Final = 1.959963984540054
"""Standard deviations on either side of the middle that hold 95 % of a normal distribution."""


class Rows(StrEnum):
    """What one row is: a seat of a game, a seat of a hand; or the winner's or the discarder's seat of a hand.

    The last two are some of the hands' rows. A statistic of wins alone says so, and the others' rows, four of five, are
    not looked at for it.
    """

    GAME = "game"
    HAND = "hand"
    WIN = "win"
    DEAL_IN = "deal_in"


class Merging(StrEnum):
    """How the sums of several parts become those of the whole."""

    SUM = "sum"
    MAXIMUM = "maximum"
    TOGETHER = "together"


class Unit(StrEnum):
    """How a value is read."""

    COUNT = "count"
    RATIO = "ratio"
    POINTS = "points"
    NUMBER = "number"
    TURN = "own discards"
    RANK_POINTS = "rank points"
    DAN = "dan"
    LEVEL = "level"
    DEVIATIONS = "standard deviations"


@dataclass(frozen=True, kw_only=True)
class Statistic:
    """What every statistic states of itself.

    Attributes:
        key: column name of the value.
        en, ja: names for people.
        group: which family it is listed and asked for under.
        unit: how the value is read.
        definition: what it is, exactly, numerator over denominator.
        source: whose definition it follows where sources differ.
        rows: what one row is.
        default: whether it is shown when no metrics are asked for.
    """

    key: str
    en: str
    ja: str
    group: str
    unit: Unit
    definition: str
    source: str = ""
    rows: Rows = Rows.HAND
    default: bool = False
    merging: ClassVar[Merging] = Merging.SUM

    def sums(self) -> dict[str, pl.Expr]:
        """Aggregations over the rows of a group, by a name of their own within the statistic."""
        raise NotImplementedError

    def value(self) -> pl.Expr:
        """The value from the columns :meth:`sums` left behind, as :meth:`part` names them."""
        raise NotImplementedError

    def interval(self) -> tuple[pl.Expr, pl.Expr] | None:
        """Lower and upper end of the 95 % interval, where the statistic has one."""
        return None

    def n(self) -> pl.Expr | None:
        """How many rows the value rests on."""
        return None

    def variance(self) -> pl.Expr | None:
        """Square of the value's standard error, where the statistic has one."""
        return None

    def part(self, name: str) -> str:
        """Column of one of the sums."""
        return f"{self.key}:{name}"


def _number(condition: pl.Expr) -> pl.Expr:
    """Numbers of rows take half the room of sums of values, and are never subtracted."""
    return condition.sum()


@dataclass(frozen=True, kw_only=True)
class Count(Statistic):
    """How many rows meet a condition."""

    of: pl.Expr
    unit: Unit = Unit.COUNT

    def sums(self) -> dict[str, pl.Expr]:
        return {"n": _number(self.of), "known": _number(self.of.is_not_null())}

    def value(self) -> pl.Expr:
        return pl.when(pl.col(self.part("known")) > 0).then(pl.col(self.part("n")).cast(pl.Int64))


@dataclass(frozen=True, kw_only=True)
class TableCount(Count):
    """How many tables: the seats of one are counted once, unless groups keep them ``apart``, as those by player do.

    ``table`` is the column that numbers them.
    """

    table: str
    apart: bool = True

    def sums(self) -> dict[str, pl.Expr]:
        if self.apart:
            return super().sums()
        return {"n": pl.col(self.table).filter(self.of).n_unique(), "known": _number(self.of.is_not_null())}


@dataclass(frozen=True, kw_only=True)
class Rate(Statistic):
    """Rows where ``event`` holds, of the rows where ``among`` holds. The interval is Wilson's.

    ``known`` says where the event can be told; by default where it is not null.
    """

    event: pl.Expr
    among: pl.Expr
    known: pl.Expr | None = None
    unit: Unit = Unit.RATIO

    def sums(self) -> dict[str, pl.Expr]:
        known = self.among & (self.event.is_not_null() if self.known is None else self.known)
        return {"events": _number(known & self.event), "n": _number(known)}

    def value(self) -> pl.Expr:
        return ratio(self.part("events"), self.part("n"))

    def n(self) -> pl.Expr:
        return pl.col(self.part("n"))

    def variance(self) -> pl.Expr:
        return self.value() * (1 - self.value()) / pl.col(self.part("n"))

    def interval(self) -> tuple[pl.Expr, pl.Expr]:
        n, p = pl.col(self.part("n")).cast(pl.Float64), self.value()
        middle = (p + Z_95**2 / (2 * n)) / (1 + Z_95**2 / n)
        half = Z_95 / (1 + Z_95**2 / n) * (p * (1 - p) / n + Z_95**2 / (4 * n**2)).sqrt()
        return (middle - half).clip(0, 1), (middle + half).clip(0, 1)


@dataclass(frozen=True, kw_only=True)
class Total(Statistic):
    """Sum of whole numbers; null where none is known."""

    of: pl.Expr
    unit: Unit = Unit.COUNT

    def sums(self) -> dict[str, pl.Expr]:
        value = self.of.cast(pl.Int64)
        return {"sum": value.sum(), "known": value.count()}

    def value(self) -> pl.Expr:
        return pl.when(pl.col(self.part("known")) > 0).then(pl.col(self.part("sum")))


@dataclass(frozen=True, kw_only=True)
class Mean(Statistic):
    """Sum of ``of`` over the rows where ``among`` holds, by their number. The interval is normal.

    ``of`` is a whole number, so that sums are exact however they are put together; ``scale`` says in how many parts it
    counts the unit.
    """

    of: pl.Expr
    among: pl.Expr
    scale: int = 1

    def sums(self) -> dict[str, pl.Expr]:
        value = pl.when(self.among).then(self.of.cast(pl.Int64))
        return {"sum": value.sum(), "squares": (value * value).sum(), "n": value.count()}

    def value(self) -> pl.Expr:
        mean = ratio(self.part("sum"), self.part("n"))
        return mean if self.scale == 1 else mean / self.scale

    def n(self) -> pl.Expr:
        return pl.col(self.part("n"))

    def variance(self) -> pl.Expr:
        n = pl.col(self.part("n")).cast(pl.Float64)
        spread = pl.col(self.part("squares")) - pl.col(self.part("sum")).cast(pl.Float64) ** 2 / n
        return pl.when(n > 1).then((spread / (n - 1)).clip(0) / n / self.scale**2)

    def interval(self) -> tuple[pl.Expr, pl.Expr]:
        half = Z_95 * self.variance().sqrt()
        return self.value() - half, self.value() + half


@dataclass(frozen=True, kw_only=True)
class Maximum(Statistic):
    """Largest value of a column. Merged by maximum, not by sum."""

    of: pl.Expr
    merging: ClassVar[Merging] = Merging.MAXIMUM

    def sums(self) -> dict[str, pl.Expr]:
        return {"max": self.of.cast(pl.Int64).max()}

    def value(self) -> pl.Expr:
        return pl.col(self.part("max"))


@dataclass(frozen=True, kw_only=True)
class Derived(Statistic):
    """A formula over other statistics' values; it has no sums of its own."""

    formula: Callable[[], pl.Expr]
    of: tuple[str, ...]

    def sums(self) -> dict[str, pl.Expr]:
        return {}

    def value(self) -> pl.Expr:
        return self.formula()


class Registry:
    """Statistics by key, in the order they are declared and shown."""

    def __init__(self) -> None:
        self._entries: dict[str, Statistic] = {}

    def add(self, *statistics: Statistic) -> None:
        """Register statistics.

        Raises:
            ValueError: a key is taken.
        """
        for statistic in statistics:
            if statistic.key in self._entries:
                raise ValueError(f"two statistics are called {statistic.key!r}")
            self._entries[statistic.key] = statistic

    def __iter__(self) -> Iterator[Statistic]:
        return iter(self._entries.values())

    def __getitem__(self, key: str) -> Statistic:
        return self._entries[key]

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def groups(self) -> list[str]:
        """Names of the families, in order."""
        return list(dict.fromkeys(statistic.group for statistic in self))


def ratio(numerator: str, denominator: str) -> pl.Expr:
    """Null where there is nothing to divide by."""
    return pl.when(pl.col(denominator) != 0).then(pl.col(numerator) / pl.col(denominator))
