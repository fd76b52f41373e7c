"""Counting, merging, dividing: the one pass behind every statistic.

``count`` turns the rows of a part into sums by group, ``merge`` adds sums of any parts, in any order, and ``values``
makes the statistics of them. Equal sums of different statistics are counted once. Games with three and with four
players are never in one group.
"""

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, reduce
from hashlib import blake2b
from typing import Final

import polars as pl

from mjlog.stats.games import game_rows
from mjlog.stats.kinds import Luck
from mjlog.stats.kinds import everybody as all_of
from mjlog.stats.metrics import STATISTICS
from mjlog.stats.rows import PLAYED, Frame, hand_rows
from mjlog.stats.statistic import Derived, Merging, Rows, Statistic, TableCount
from mjlog.tables import SEATS, empty

HAND_ONLY: Final = ("dealer", "hand_kind", "calls", "round_wind", "result")
"""Groupings that a whole game does not have; with them the statistics of games are left out."""

GROUPINGS: Final = (
    "player", "platform", "room", "lobby", "length", "n_players", "rules", "month", "source", "seat", *HAND_ONLY,
)  # fmt: skip
"""What results can be grouped by."""

_SOME_HANDS: Final = {Rows.WIN: pl.col("won"), Rows.DEAL_IN: pl.col("dealt_in")}
"""Which rows of hands are those of winners, and of discarders."""
_MANY: Final = 24
"""Sums over those rows from which on it pays to take them out first."""

_TABLES: Final = ("games", "players", "hands", "wins", "standings")


@dataclass(frozen=True)
class Question:
    """What to count.

    Attributes:
        statistics: which ones, by key; those they are derived from are added.
        by: grouping columns, of :data:`GROUPINGS`; ``n_players`` is always among them.
        where: condition on the columns of a row, or None for all.
        everyone: whether seats without a name and seats of programs count too.
        needed: the statistics and all that they are derived from.
        sums: what is added up over each kind of row, by column name.
    """

    statistics: tuple[str, ...]
    by: tuple[str, ...] = ("player",)
    where: pl.Expr | None = None
    everyone: bool = False
    needed: tuple[Statistic, ...] = field(init=False)
    sums: Mapping[Rows, Mapping[str, pl.Expr]] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by", (*(by for by in self.by if by != "n_players"), "n_players"))
        apart = "player" in self.by
        object.__setattr__(
            self, "needed", tuple(_grouped(each, apart=apart) for each in _with_sources(self.statistics))
        )
        object.__setattr__(self, "sums", {rows: columns(self.of(rows)) for rows in Rows})

    def of(self, rows: Rows) -> tuple[Statistic, ...]:
        """The statistics that are sums over one kind of row; none of games where a condition or group is of hands."""
        if rows is Rows.GAME and not self.of_games:
            return ()
        return tuple(statistic for statistic in self.needed if statistic.rows is rows)

    @property
    def of_games(self) -> bool:
        """Whether games can be told apart by all that rows are grouped and chosen by."""
        return self._chosen_by <= _game_columns()

    @property
    def columns(self) -> set[str]:
        """Columns of rows that are read."""
        summed = [name for sums in self.sums.values() for sum_ in sums.values() for name in sum_.meta.root_names()]
        return self._chosen_by.union(summed)

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that are read, where the dataset has them."""
        read = self.columns
        events, flows = not read.isdisjoint(PLAYED), "sticks_won" in read
        return (*_TABLES, *(("events",) if events else ()), *(("flows",) if flows else ()))

    @property
    def _chosen_by(self) -> set[str]:
        return {*self.by, *(() if self.where is None else self.where.meta.root_names())}


def count(tables: Mapping[str, Frame], names: Frame, question: Question) -> pl.DataFrame:
    """Sums by group over a part of a dataset.

    Args:
        tables: those of :attr:`Question.tables` that the part has.
        names: who every seat counts for, from :mod:`mjlog.stats.names`: game_id, seat, player.
        question: what to count.

    Returns:
        A row a group: the grouping columns, then the sums, named by :func:`mjlog.stats.engine.columns`.
    """
    players = _players(tables["games"], names)
    counted = [
        rows.group_by(question.by).agg(expression.alias(name) for name, expression in sums.items())
        for rows, sums in _rows_and_sums(tables, players, question)
    ]
    keys = list(question.by)
    return reduce(
        lambda one, other: one.join(other, on=keys, how="full", coalesce=True, nulls_equal=True),
        pl.collect_all(counted),
    )


def merge(counted: Iterable[pl.DataFrame], question: Question) -> pl.DataFrame:
    """Sums of several parts as one, each column by its statistic's way of :class:`Merging`."""
    ways = {
        column(statistic.rows, expression): statistic.merging
        for statistic in question.needed
        for expression in statistic.sums().values()
    }
    together = pl.concat(counted, how="vertical_relaxed")
    return together.group_by(question.by, maintain_order=True).agg(
        _merged(name, ways[name]) for name in together.columns if name not in question.by
    )


class Running:
    """Sums of parts as they come, merged whenever there are as many new rows as old: work and memory stay in bounds."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._frames: list[pl.DataFrame] = []

    def add(self, counted: pl.DataFrame) -> None:
        """Take in the sums of a part."""
        self._frames.append(counted)
        if sum(frame.height for frame in self._frames[1:]) > self._frames[0].height:
            self._frames = [merge(self._frames, self._question)]

    def total(self) -> pl.DataFrame:
        """The sums of all parts; no group where there was none."""
        return merge(self._frames or [_nothing(self._question)], self._question)


def values(
    sums: pl.DataFrame, question: Question, *, intervals: bool = False, everybody: pl.DataFrame | None = None
) -> pl.DataFrame:
    """Statistics of every group.

    Args:
        sums: of the groups.
        question: what was counted.
        intervals: whether n and intervals are wanted.
        everybody: sums of all players by ``n_players``, where ``sums`` are those of some only.

    Returns:
        The grouping columns, then a column a statistic in the order asked for; with ``intervals`` also ``<key>_n``,
        ``<key>_low`` and ``<key>_high`` where the statistic has them.
    """
    frame = with_values(sums, question, everybody)
    asked = [STATISTICS[key] for key in question.statistics]
    shown = [column for statistic in asked for column in _shown(statistic, intervals=intervals)]
    return frame.select(*question.by, *shown)


def with_values(sums: pl.DataFrame, question: Question, everybody: pl.DataFrame | None = None) -> pl.DataFrame:
    """The sums under each statistic's own names (:meth:`Statistic.part`) and every statistic's value under its key."""
    frame = _with_parts(sums, question)
    plain = [statistic for statistic in question.needed if not isinstance(statistic, Derived)]
    counted = {
        statistic.key: column(statistic.rows, each) in sums.columns
        for statistic in plain
        for each in statistic.sums().values()
    }
    frame = frame.with_columns(
        (statistic.value() if counted[statistic.key] else pl.lit(None, pl.Float64)).alias(statistic.key)
        for statistic in plain
    )
    if rates := [rate for statistic in question.needed if isinstance(statistic, Luck) for rate in statistic.of]:
        whole = frame if everybody is None else _with_parts(everybody, question)
        sums_of_all = whole.group_by("n_players").agg(part for rate in rates for part in all_of(rate))
        frame = frame.join(sums_of_all, on="n_players", how="left", maintain_order="left")
    for statistic in question.needed:
        if isinstance(statistic, Derived):
            frame = frame.with_columns(statistic.value().alias(statistic.key))
    return frame


def _with_parts(sums: pl.DataFrame, question: Question) -> pl.DataFrame:
    """The sums, each also under the names of the statistics it belongs to; null where it was not counted."""
    parts = {
        statistic.part(name): column(statistic.rows, expression)
        for statistic in question.needed
        for name, expression in statistic.sums().items()
    }
    absent = {name: pl.lit(None, pl.Int64) for name in parts.values() if name not in sums.columns}
    return sums.with_columns(**absent).with_columns(pl.col(name).alias(part) for part, name in parts.items())


def columns(statistics: Sequence[Statistic]) -> dict[str, pl.Expr]:
    """The sums that some statistics need, each once, by column name."""
    return {
        column(statistic.rows, expression): expression
        for statistic in statistics
        for expression in statistic.sums().values()
    }


def column(rows: Rows, expression: pl.Expr) -> str:
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


_SEAT: Final = pl.col("seat")
_SEAT_THAT_DEALS: Final = pl.when(pl.col("start_wind").is_not_null()).then(_SEAT)
"""Seats of a list of results are the places taken, and tell nothing of who sat where."""


def _grouped(statistic: Statistic, *, apart: bool) -> Statistic:
    """The statistic as it is counted in groups that keep the seats of a table apart, or do not."""
    return replace(statistic, apart=apart) if isinstance(statistic, TableCount) else statistic


def _rows_and_sums(
    tables: Mapping[str, Frame], players: pl.Series, question: Question
) -> Iterator[tuple[pl.LazyFrame, Mapping[str, pl.Expr]]]:
    """Rows of people who count, made of no more than the statistics read, and what is summed over them.

    Rows of hands that several kinds of row are taken from are made once. All of them are grouped whenever one of those
    kinds is asked for, so that who never won is a group all the same.
    """

    def chosen(rows: pl.LazyFrame, seat: pl.Expr = _SEAT) -> pl.LazyFrame:
        people = rows.with_columns(player=pl.lit(players).gather(_place())).filter(pl.col("player").is_not_null())
        people = people.with_columns(seat=seat)
        return people if question.where is None else people.filter(question.where)

    if question.sums[Rows.GAME]:
        yield chosen(_game_rows(tables, question), _SEAT_THAT_DEALS), question.sums[Rows.GAME]
    some = {kind: question.sums[kind] for kind in _SOME_HANDS if question.sums[kind]}
    if question.sums[Rows.GAME] and not question.sums[Rows.HAND] and not some:
        return
    hands = chosen(_hand_rows(tables, question))
    if sum(map(len, some.values())) < _MANY:
        yield hands, reduce(operator.or_, (dict(sums) for sums in some.values()), dict(question.sums[Rows.HAND]))
        return
    read = question.columns.intersection(hands.collect_schema()) | {"won", "dealt_in"}
    made = hands.select(sorted(read)).collect().lazy()
    yield made, question.sums[Rows.HAND]
    for kind, sums in some.items():
        yield made.filter(_SOME_HANDS[kind]), sums


@cache
def _game_columns() -> frozenset[str]:
    """Columns of rows of games."""
    games, players, standings, hands = (empty(name) for name in ("games", "players", "standings", "hands"))
    rows = game_rows(games, players, standings, hands)
    return frozenset({*rows.collect_schema(), "player"})


def _game_rows(tables: Mapping[str, Frame], question: Question) -> pl.LazyFrame:
    games, players, standings, hands = (tables[name] for name in ("games", "players", "standings", "hands"))
    return game_rows(games, players, standings, hands, question.columns)


def _hand_rows(tables: Mapping[str, Frame], question: Question) -> pl.LazyFrame:
    played = None
    if "events" in tables and "events" in question.tables:
        from mjlog.stats.played import played_seats  # noqa: PLC0415 -- takes a while to import, and is rarely asked for

        played = played_seats(*(tables[name].lazy().collect() for name in ("events", "hands", "games", "wins")))
    flows = tables.get("flows") if "flows" in question.tables else None
    return hand_rows(tables["games"], tables["hands"], tables["wins"], played, flows)


def _nothing(question: Question) -> pl.DataFrame:
    names = pl.DataFrame(schema={"game_id": pl.String, "seat": pl.UInt8, "player": pl.String})
    return count({table: empty(table) for table in question.tables}, names, question)


def _players(games: Frame, names: Frame) -> pl.Series:
    """Who sits on each :func:`_place`, null for nobody."""
    numbered = games.lazy().select("game_id").with_row_index("game")
    seated = names.lazy().join(numbered, on="game_id", how="inner").select("player", place=_place())
    places = numbered.select(place=pl.int_range(pl.len() * len(SEATS), dtype=pl.UInt32))
    return places.join(seated, on="place", how="left", maintain_order="left").select("player").collect().to_series()


def _place() -> pl.Expr:
    """A number for a seat of a game: where it stands among the seats of all games."""
    return pl.col("game") * len(SEATS) + pl.col("seat").cast(pl.UInt32)


def _merged(name: str, way: Merging) -> pl.Expr:
    match way:
        case Merging.SUM:
            return pl.col(name).sum()
        case Merging.MAXIMUM:
            return pl.col(name).max()
        case Merging.TOGETHER:
            return pl.col(name).explode(empty_as_null=False)


def _shown(statistic: Statistic, *, intervals: bool) -> list[pl.Expr]:
    shown = [pl.col(statistic.key)]
    if intervals and (n := statistic.n()) is not None:
        shown.append(n.alias(f"{statistic.key}_n"))
    if intervals and (ends := statistic.interval()) is not None:
        shown += [end.alias(f"{statistic.key}_{side}") for end, side in zip(ends, ("low", "high"), strict=True)]
    return shown
