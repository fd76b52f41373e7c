"""Counting, merging, dividing: the one pass behind every statistic.

``count`` turns the rows of a part into sums by group, ``merge`` adds sums of any parts, in any order, and ``values``
makes the statistics of them. Equal sums of different statistics are counted once. Games with three and with four
players are never in one group.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from hashlib import blake2b
from typing import Final

import polars as pl

from mjlog.stats.metrics import STATISTICS
from mjlog.stats.rows import game_rows, hand_rows
from mjlog.stats.statistic import Derived, Rows, Statistic

HAND_ONLY: Final = ("dealer", "hand_kind", "round_wind", "result")
"""Groupings that a whole game does not have; with them the statistics of games are left out."""

GROUPINGS: Final = (
    "player", "platform", "room", "lobby", "length", "n_players", "rules", "month", "source", "seat", *HAND_ONLY,
)  # fmt: skip
"""What results can be grouped by."""


@dataclass(frozen=True)
class Question:
    """What to count.

    Attributes:
        statistics: which ones, by key; those they are derived from are added.
        by: grouping columns, of :data:`GROUPINGS`; ``n_players`` is always among them.
        where: condition on the columns of a row, or None for all.
        everyone: whether seats without a name and seats of programs count too.
    """

    statistics: tuple[str, ...]
    by: tuple[str, ...] = ("player",)
    where: pl.Expr | None = None
    everyone: bool = False
    needed: tuple[Statistic, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by", (*(by for by in self.by if by != "n_players"), "n_players"))
        object.__setattr__(self, "needed", tuple(_with_sources(self.statistics)))

    def of(self, rows: Rows) -> tuple[Statistic, ...]:
        """The statistics that are sums over one kind of row."""
        if rows is Rows.GAME and set(self.by) & set(HAND_ONLY):
            return ()
        return tuple(statistic for statistic in self.needed if statistic.rows is rows)


def count(tables: Mapping[str, pl.DataFrame], names: pl.DataFrame, question: Question) -> pl.DataFrame:
    """Sums by group over a part of a dataset.

    Args:
        tables: games, players, hands, wins and standings of the part.
        names: who every seat counts for, from :func:`mjlog.stats.names.player_names`: game_id, seat, player.
        question: what to count.

    Returns:
        A row a group: the grouping columns, then the sums, named by :func:`mjlog.stats.engine.columns`.
    """
    games, hands = tables["games"], tables["hands"]
    kinds = {
        Rows.GAME: game_rows(games, tables["players"], tables["standings"], hands),
        Rows.HAND: hand_rows(games, hands, tables["wins"]),
    }
    wanted = {kind: columns(question.of(kind)) for kind in kinds}
    counted = pl.collect_all(
        _counted(kinds[kind].join(names.lazy(), on=["game_id", "seat"], how="inner"), question, sums)
        for kind, sums in wanted.items()
        if sums
    )
    keys = list(question.by)
    return reduce(lambda one, other: one.join(other, on=keys, how="full", coalesce=True, nulls_equal=True), counted)


def merge(counted: Iterable[pl.DataFrame], question: Question) -> pl.DataFrame:
    """Sums of several parts as one: added, or the larger taken where the statistic is a maximum."""
    largest = set(columns(tuple(s for s in question.needed if not s.additive)))
    frames = list(counted)
    together = pl.concat(frames, how="vertical_relaxed")
    return together.group_by(question.by, maintain_order=True).agg(
        pl.col(name).max() if name in largest else pl.col(name).sum()
        for name in together.columns
        if name not in question.by
    )


def values(sums: pl.DataFrame, question: Question, *, intervals: bool = False) -> pl.DataFrame:
    """Statistics of every group.

    Returns:
        The grouping columns, then a column a statistic in the order asked for; with ``intervals`` also ``<key>_n``,
        ``<key>_low`` and ``<key>_high`` where the statistic has them.
    """
    frame = with_values(sums, question)
    asked = [STATISTICS[key] for key in question.statistics]
    shown = [column for statistic in asked for column in _shown(statistic, intervals=intervals)]
    return frame.select(*question.by, *shown)


def with_values(sums: pl.DataFrame, question: Question) -> pl.DataFrame:
    """The sums under each statistic's own names (:meth:`Statistic.part`) and every statistic's value under its key."""
    frame = sums
    for statistic in question.needed:
        parts = {
            statistic.part(name): _column(statistic.rows, expression) for name, expression in statistic.sums().items()
        }
        missing = [column for column in parts.values() if column not in sums.columns]
        frame = frame.with_columns(pl.lit(None, pl.Int64).alias(column) for column in missing)
        frame = frame.with_columns(pl.col(column).alias(name) for name, column in parts.items())
        frame = frame.with_columns(statistic.value().alias(statistic.key))
    return frame


def columns(statistics: Sequence[Statistic]) -> dict[str, pl.Expr]:
    """The sums that some statistics need, each once, by column name."""
    return {
        _column(statistic.rows, expression): expression
        for statistic in statistics
        for expression in statistic.sums().values()
    }


def _column(rows: Rows, expression: pl.Expr) -> str:
    """A name that equal sums over the same rows share, and no others."""
    return f"{rows}:{blake2b(expression.meta.serialize(), digest_size=8).hexdigest()}"


def _with_sources(keys: Iterable[str]) -> list[Statistic]:
    """Statistics with those they derive from before them, each once."""
    ordered: dict[str, Statistic] = {}
    for key in keys:
        statistic = STATISTICS[key]
        if isinstance(statistic, Derived):
            ordered.update({source.key: source for source in _with_sources(statistic.of)})
        ordered[key] = statistic
    return list(ordered.values())


def _counted(people: pl.LazyFrame, question: Question, sums: Mapping[str, pl.Expr]) -> pl.LazyFrame:
    """Rows of the people asked for, grouped and summed."""
    chosen = people if question.where is None else people.filter(question.where)
    return chosen.group_by(question.by).agg(expression.alias(name) for name, expression in sums.items())


def _shown(statistic: Statistic, *, intervals: bool) -> list[pl.Expr]:
    shown = [pl.col(statistic.key)]
    if intervals and (n := statistic.n()) is not None:
        shown.append(n.alias(f"{statistic.key}_n"))
    if intervals and (ends := statistic.interval()) is not None:
        shown += [end.alias(f"{statistic.key}_{side}") for end, side in zip(ends, ("low", "high"), strict=True)]
    return shown
