"""One seat of one game: the row that the statistics of games are summed over."""

from collections.abc import Collection
from typing import Final

import polars as pl

from mjlog.stats.room_tables import rank_points, room_table
from mjlog.stats.rows import Frame, of_games
from mjlog.tables import SEATS
from mjlog.vocabulary import Length, Wind

_OF_HANDS: Final = ("gain", "all_last_rank")
"""Columns for which the hands are read."""
_ROOM: Final = ("room", "length", "n_players")
_WIND: Final = pl.Enum([str(wind) for wind in Wind])
_LAST_ROUND: Final = {Length.EAST: Wind.EAST, Length.HANCHAN: Wind.SOUTH, Length.FULL: Wind.NORTH}
"""Wind of the last round by the length of the game; all-last (オーラス) is that round's last deal."""


def game_rows(
    games: Frame, players: Frame, standings: Frame, hands: Frame, wanted: Collection[str] = _OF_HANDS
) -> pl.LazyFrame:
    """One row a seat of a complete game whose ranks are recorded or can be told.

    Args:
        games: the table; a game's place in it is the row's ``game``.
        players: the table.
        standings: the table.
        hands: the table, in its order.
        wanted: columns that are read; those of :data:`_OF_HANDS` that are not among them are null.

    Columns: those of the game, ``game``, ``game_id``, ``seat``, ``rank``, ``final_points``, ``gain`` (final points less
    those at the start), ``score``, ``tobi`` (own points below zero at the end), ``last_place`` (whether last),
    ``start_wind`` (0 = East, who deals first; null where nobody dealt), ``all_last_rank`` (the rank when all-last
    began, null in a game that ended before it), ``grade``, ``room_table`` and ``rank_points``
    (:mod:`mjlog.stats.room_tables`) and ``table_rating`` (ratings of all seats summed, in hundredths). What the log
    records goes before what was settled.
    """
    settled = standings.lazy().filter("complete").select("game_id", "seat", "rank", "points", "score")
    return (
        players.lazy()
        .select("game_id", "seat", "grade", "rating", "recorded_rank", "recorded_points", "recorded_score")
        .join(_of_games(games, hands, wanted), on="game_id", how="inner")
        .join(settled, on=["game_id", "seat"], how="left")
        .with_columns(
            rank=pl.coalesce("recorded_rank", "rank"),
            final_points=pl.coalesce("recorded_points", "points"),
            score=pl.coalesce("recorded_score", "score"),
            table_rating=_table_rating(),
        )
        .filter(pl.col("rank").is_not_null())
        .with_columns(
            gain=pl.col("final_points") - _own("start") if "gain" in wanted else pl.lit(None, pl.Int32),
            tobi=pl.col("final_points") < 0,
            last_place=pl.col("rank") == pl.col("n_players"),
            start_wind=_turn_to_deal(pl.col("seat")),
            all_last_rank=_all_last_rank() if "all_last_rank" in wanted else pl.lit(None, pl.UInt32),
        )
        .with_columns(rank_points=rank_points())
    )


def _of_games(games: Frame, hands: Frame, wanted: Collection[str]) -> pl.LazyFrame:
    """The complete games with the points of every seat as they began (``start_0``) and at all-last (``last_0``)."""
    starts = [f"start_{seat}" for seat in SEATS]
    first = hands.lazy().filter(pl.col("hand") == 0).select("game_id", *starts)
    numbered = of_games(games).filter("complete")
    rooms = numbered.select(_ROOM).unique().with_columns(room_table=room_table())
    begun = numbered.join(rooms, on=_ROOM, how="left", nulls_equal=True)
    if "gain" in wanted:
        begun = begun.join(first, on="game_id", how="left")
    if "all_last_rank" not in wanted:
        return begun
    winds = {str(length): str(wind) for length, wind in _LAST_ROUND.items()}
    last = (
        hands.lazy()
        .filter(pl.col("kyoku") >= 3)
        .group_by("game_id", "round_wind", "kyoku")
        .agg(pl.col(name).first().alias(f"last_{seat}") for seat, name in enumerate(starts))
    )
    return begun.with_columns(last_wind=pl.col("length").replace_strict(winds, default=None, return_dtype=_WIND)).join(
        last, left_on=["game_id", "last_wind", "n_players"], right_on=["game_id", "round_wind", "kyoku"], how="left"
    )


def _own(name: str) -> pl.Expr:
    """A column of the four seats, read for the row's own."""
    return pl.coalesce(pl.when(pl.col("seat") == seat).then(f"{name}_{seat}") for seat in SEATS)


def _turn_to_deal(seat: pl.Expr | int) -> pl.Expr:
    """How many deal before a seat does."""
    n, own = pl.col("n_players").cast(pl.Int8), pl.lit(seat, pl.Int8) if isinstance(seat, int) else seat.cast(pl.Int8)
    return (own - pl.col("first_dealer").cast(pl.Int8) + n) % n


def _all_last_rank() -> pl.Expr:
    """Rank of the row's seat by the points at all-last; of equals the one whose turn to deal came first is ahead."""
    mine, turn = _own("last"), _turn_to_deal(pl.col("seat"))
    ahead = [
        (pl.col(f"last_{seat}") > mine) | ((pl.col(f"last_{seat}") == mine) & (_turn_to_deal(seat) < turn))
        for seat in SEATS
    ]
    return pl.when(mine.is_not_null()).then(1 + pl.sum_horizontal(ahead))


def _table_rating() -> pl.Expr:
    """Whole hundredths, so that sums of them are exact; null where a seat's rating is not known."""
    ratings = (pl.col("rating") * 100).round().cast(pl.Int32)
    known = ratings.count().over("game") == pl.col("n_players")
    return pl.when(known).then(ratings.sum().over("game"))
