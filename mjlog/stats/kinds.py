"""Kinds of statistic that are more than a sum or a ratio: a run in time, a level of a ladder, a player's luck."""

from dataclasses import dataclass
from typing import ClassVar, Final

import polars as pl

from mjlog.stats.room_tables import MAJSOUL, TABLES
from mjlog.stats.statistic import Derived, Merging, Statistic, Unit
from mjlog.vocabulary import Length

_ORDER: Final = ("player", "started_at", "game_id", "seat")


@dataclass(frozen=True, kw_only=True)
class Streak(Statistic):
    """Longest run of games of one player, in the order played, of which ``of`` holds.

    Games that began at the same recorded moment count in the order of their ids; those without a date are left out.
    Parts cannot be added up: what is kept of each is the list of its games.
    """

    of: pl.Expr
    unit: Unit = Unit.COUNT
    merging: ClassVar[Merging] = Merging.TOGETHER

    def sums(self) -> dict[str, pl.Expr]:
        game = pl.struct(*_ORDER, hit=self.of)
        return {"games": game.filter(pl.col("started_at").is_not_null() & self.of.is_not_null())}

    def value(self) -> pl.Expr:
        ordered = pl.element().sort_by(pl.element().struct.field(name) for name in _ORDER)
        runs = pl.struct(ordered.struct.field("player"), ordered.struct.field("hit")).rle()
        longest = runs.struct.field("len").filter(runs.struct.field("value").struct.field("hit")).max()
        games = pl.col(self.part("games"))
        return pl.when(games.list.len() > 0).then(games.list.eval(longest).list.first().fill_null(0).cast(pl.Int64))


@dataclass(frozen=True, kw_only=True)
class StableLevel(Statistic):
    """Mahjong Soul's level at which the rank points of a room come to nothing in the long run.

    1 is Master 1, 4 Saint 1. The points expected without the penalty of last place, by how often last place was taken,
    are the penalty that balances them; from Master 1 on penalties rise by equal steps, so that the level follows.
    """

    room: str
    length: Length
    unit: Unit = Unit.LEVEL

    def sums(self) -> dict[str, pl.Expr]:
        tables = [table for (room, _, length), table in MAJSOUL.items() if self._is(room, length)]
        here = pl.col("room_table").is_in([TABLES.index(table) for table in tables])
        rank, points = pl.col("rank"), pl.col("final_points").cast(pl.Int64)
        return {
            **{f"n{k}": (here & (rank == k)).sum() for k in (1, 2, 3, 4)},
            **{f"points{k}": pl.when(here & (rank == k)).then(points).sum() for k in (1, 2, 3, 4)},
        }

    def value(self) -> pl.Expr:
        return pl.coalesce(
            pl.when(pl.col("n_players") == n_players).then(self._level(n_players))
            for room, n_players, length in MAJSOUL
            if self._is(room, length)
        )

    def n(self) -> pl.Expr:
        return pl.sum_horizontal(self.part(f"n{k}") for k in (1, 2, 3, 4))

    def _is(self, room: str, length: Length) -> bool:
        return (room, length) == (self.room, self.length)

    def _level(self, n_players: int) -> pl.Expr:
        table = MAJSOUL[self.room, n_players, self.length]
        master, after = table.penalty["雀豪★1"], table.penalty["雀豪★2"]
        gained = pl.sum_horizontal(
            pl.when(pl.col(self.part(f"n{k}")) > 0).then(
                pl.col(self.part(f"n{k}")) * self._points(k, place, table.start)
            )
            for k, place in enumerate(table.places, 1)
        )
        last = pl.col(self.part(f"n{n_players}"))
        return pl.when(last > 0).then((gained / last - master) / (after - master) + 1)

    def _points(self, rank: int, place: int, start: int | None) -> pl.Expr:
        """Rank points of the mean final points at a rank: whole thousands above the start, rounded up."""
        n, points = pl.col(self.part(f"n{rank}")).cast(pl.Int64), pl.col(self.part(f"points{rank}"))
        return place - ((start or 0) * n - points).floordiv(1000 * n)


@dataclass(frozen=True, kw_only=True)
class Luck(Derived):
    """How far a rate, the only one it derives from, lies from everybody's, in standard errors; above 2 is rare."""

    unit: Unit = Unit.DEVIATIONS


def luck(rate: str) -> pl.Expr:
    """The formula of :class:`Luck`; the columns of :func:`everybody` stand beside the rate's own sums."""
    events, n = pl.col(f"{rate}:events"), pl.col(f"{rate}:n")
    expected = pl.col(f"{rate}:all_events") / pl.col(f"{rate}:all_n")
    error = (expected * (1 - expected) / n).sqrt()
    return pl.when((n > 0) & (error > 0)).then((events / n - expected) / error)


def everybody(rate: str) -> list[pl.Expr]:
    """Sums of a rate over all groups, for :func:`luck`."""
    return [pl.col(f"{rate}:{part}").sum().alias(f"{rate}:all_{part}") for part in ("events", "n")]
