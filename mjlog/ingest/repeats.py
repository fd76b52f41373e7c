"""Games that several inputs hold: each is kept once, and what is given up is noted in ``errors``.

Two inputs that give a game the same id hold copies of one game, or one of them is mistaken. Copies may come from
different formats, and one of them may be cut, so they are compared by what every format tells in the same way: the
points that the seats begin a hand with, and who wins from whom. Copies are no failure, and the fullest is kept; another
game under the same id is a failure, and the first is kept.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import reduce
from typing import Final, NamedTuple

import polars as pl

from mjlog.parsing import Recorded
from mjlog.tables import KEYS, RECORDED, conform, seats
from mjlog.vocabulary import ErrorCode

GIVEN_UP: Final = (ErrorCode.DUPLICATE_GAME, ErrorCode.SAME_ID)
"""Codes of games that are not kept because another input has one of the same id."""

COMPARED: Final = {
    "games": ["game_id", "source", "format", "complete"],
    "players": ["game_id", "name"],
    "hands": ["game_id", "hand", "round_wind", "kyoku", "honba", *seats("start")],
    "wins": ["game_id", "hand", "winner", "loser"],
}
"""Columns that :func:`held` reads."""

_NAME_OF_HAND: Final = ("game_id", "round_wind", "kyoku", "honba", "time")
_OF_HAND: Final = (*seats("start"), "winners", "losers")


def without_games(recorded: Recorded, game_ids: pl.Series) -> Recorded:
    """The tables without some games; what ``errors`` says of them stays."""
    if game_ids.is_empty():
        return recorded
    kept = {table: getattr(recorded, table).filter(~pl.col("game_id").is_in(game_ids.implode())) for table in RECORDED}
    return Recorded(**kept, errors=recorded.errors)


def only_games(recorded: Recorded, game_ids: pl.Series) -> Recorded:
    """The tables of some games alone, without ``errors``."""
    wanted = pl.col("game_id").is_in(game_ids.implode())
    return Recorded(**{table: getattr(recorded, table).filter(wanted) for table in RECORDED})


class Held(NamedTuple):
    """Games, as far as it takes to compare copies of them.

    Attributes:
        games: id, source, format, number of hands, names of the players, and how full a copy it is (``worth``).
        hands: id, round, number, honba and how often these stood before; points at the start; seats that won and lost,
            as sums of powers of two.
    """

    games: pl.DataFrame
    hands: pl.DataFrame


def held(tables: Mapping[str, pl.DataFrame]) -> Held:
    """The games of some tables (:data:`COMPARED`)."""
    counts = tables["hands"].group_by("game_id").agg(hands=pl.len())
    names = tables["players"].drop_nulls("name").group_by("game_id").agg(names="name")
    games = (
        tables["games"]
        .select(COMPARED["games"])
        .join(counts, on="game_id", how="left", maintain_order="left")
        .join(names, on="game_id", how="left", maintain_order="left")
        .with_columns(pl.col("hands").fill_null(0).cast(pl.Int64))
    )
    full = (pl.col("hands") > 0).cast(pl.Int64) * 2 + pl.col("complete")
    ends = [_seats_of(column).alias(name) for column, name in (("winner", "winners"), ("loser", "losers"))]
    hands = (
        tables["hands"]
        .select(COMPARED["hands"])
        .join(tables["wins"].group_by("game_id", "hand").agg(ends), on=["game_id", "hand"], how="left")
        .sort("game_id", "hand")
        .with_columns(
            pl.col("winners", "losers").fill_null(0),
            time=pl.int_range(pl.len()).over("game_id", "round_wind", "kyoku", "honba"),
        )
    )
    return Held(games.with_columns(worth=full * (1 << 32) + pl.col("hands")), hands)


class Claims(NamedTuple):
    """What becomes of games that two inputs hold: rows of ``errors`` that note the one which is given up."""

    later: pl.DataFrame
    earlier: pl.DataFrame


def claims(later: Held, earlier: Held) -> Claims:
    """Which of two holders of a game gives it up.

    Of copies the complete one is kept before one that is cut, then the one with more hands, then the first; of
    different games under one id the first, save that hands come before a bare result (a list's line).
    """
    both = later.games.join(earlier.games, on="game_id", suffix="_earlier", maintain_order="left")
    both = both.with_columns(is_another=_is_another(both, later.hands, earlier.hands))
    has_more = pl.col("worth") > pl.col("worth_earlier")
    alone_has_hands = (pl.col("hands") > 0) & (pl.col("hands_earlier") == 0)
    comes_first = pl.when("is_another").then(alone_has_hands).otherwise(has_more)
    return Claims(
        _given_up(both.remove(comes_first), "source", "format", kept="source_earlier"),
        _given_up(both.filter(comes_first), "source_earlier", "format_earlier", kept="source"),
    )


def once(parts: Sequence[Recorded]) -> list[Recorded]:
    """Several batches with each game in one of them; within a batch each game stands once already."""
    if pl.concat([part.games["game_id"] for part in parts or [Recorded()]]).is_unique().all():
        return list(parts)
    kept: list[Recorded] = []
    known = held(_tables(Recorded()))
    for part in parts:
        mine = held(_tables(part))
        later, earlier = claims(mine, known)
        kept = [without_games(each, earlier["game_id"]) for each in kept]
        fresh = without_games(part, later["game_id"])
        kept.append(replace(fresh, errors=pl.concat([part.errors, later, earlier])))
        known = Held(*map(_replaced, known, mine, [earlier["game_id"]] * 2, [later["game_id"]] * 2))
    return kept


def copies(recorded: Recorded) -> list[Recorded]:
    """What one document says of its games, each copy of a game apart; the errors stay with the first copies.

    The rows of a game stand in the document's order, so a copy begins where the numbers of hands begin again.
    """
    numbered = {table: getattr(recorded, table).with_columns(copy=_copy(table)) for table in RECORDED}
    most = max(frame["copy"].max() or 0 for frame in numbered.values())
    apart = [
        Recorded(**{table: frame.filter(copy=number).drop("copy") for table, frame in numbered.items()})
        for number in range(most + 1)
    ]
    return [replace(apart[0], errors=recorded.errors), *apart[1:]]


def concat(parts: Iterable[Recorded]) -> Recorded:
    """Several batches as one."""
    several = list(parts) or [Recorded()]
    if len(several) == 1:
        return several[0]
    tables = (each.name for each in fields(Recorded))
    return Recorded(**{name: pl.concat([getattr(part, name) for part in several]) for name in tables})


def _tables(recorded: Recorded) -> dict[str, pl.DataFrame]:
    return {table: getattr(recorded, table) for table in COMPARED}


def _seats_of(column: str) -> pl.Expr:
    """Seats in the rows of a group, each seat once, as a sum of powers of two."""
    return reduce(
        lambda total, seat: total + (pl.col(column) == seat).any().cast(pl.Int64) * (1 << seat),
        range(4),
        pl.lit(0, pl.Int64),
    )


def _copy(table: str) -> pl.Expr:
    """How often the rows of a game have begun again."""
    zero = pl.repeat(0, pl.len(), dtype=pl.Int64)
    order = reduce(lambda place, key: place * (1 << 16) + pl.col(key).cast(pl.Int64), KEYS[table][1:], zero)
    return (order <= order.shift()).fill_null(value=False).cum_sum().over("game_id")


def _is_another(both: pl.DataFrame, later: pl.DataFrame, earlier: pl.DataFrame) -> pl.Series:
    """Whether the two holders of a game hold different ones.

    So it is unless they agree about more than half of the hands that both have: different games may begin alike, and
    one hand of a game may be read differently. Where one of them has no hands, it is if they name different players.
    """
    met = later.join(earlier, on=_NAME_OF_HAND, suffix="_earlier")
    agrees = pl.all_horizontal((pl.col(name) == pl.col(f"{name}_earlier")).fill_null(value=True) for name in _OF_HAND)
    judged = met.group_by("game_id").agg(is_copy=agrees.sum() * 2 > pl.len())
    strangers = pl.col("names").list.set_intersection("names_earlier").list.len() == 0
    both_have_hands = pl.min_horizontal("hands", "hands_earlier") > 0
    another = pl.when(both_have_hands).then(~pl.col("is_copy").fill_null(value=False)).otherwise(strangers)
    told = both.join(judged, on="game_id", how="left", maintain_order="left")
    return told.select(another.fill_null(value=False)).to_series()


def _replaced(known: pl.DataFrame, mine: pl.DataFrame, gone: pl.Series, refused: pl.Series) -> pl.DataFrame:
    """Rows of games known, without those given up, and with new ones that were not refused."""
    kept = known.remove(pl.col("game_id").is_in(gone.implode()))
    return pl.concat([kept, mine.remove(pl.col("game_id").is_in(refused.implode()))])


def _given_up(both: pl.DataFrame, source: str, parser: str, *, kept: str) -> pl.DataFrame:
    copy = pl.format("the same game was read from {}, which is kept", kept)
    another = pl.format("another game, or other hands of it, was read from {} under the same id and is kept", kept)
    code = pl.when("is_another").then(pl.lit(ErrorCode.SAME_ID)).otherwise(pl.lit(ErrorCode.DUPLICATE_GAME))
    message = pl.when("is_another").then(another).otherwise(copy)
    return conform("errors", both.select("game_id", source=source, parser=parser, code=code, message=message))
