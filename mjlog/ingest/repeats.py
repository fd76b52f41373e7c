"""Games that several inputs hold: each is kept once, and what is given up is noted in ``errors``."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import NamedTuple

import polars as pl

from mjlog.parsing import Recorded
from mjlog.tables import RECORDED, conform
from mjlog.vocabulary import ErrorCode


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


class Claims(NamedTuple):
    """What becomes of games that two inputs hold; rows of ``errors`` that note the one which is given up.

    The first input is kept, save that a game whose hands are known is kept before a bare result (a list's line).
    """

    later: pl.DataFrame
    earlier: pl.DataFrame


def held(games: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """A game's id, source and format, and whether its hands are known."""
    return games.select("game_id", "source", "format", has_hands=pl.col("game_id").is_in(hands["game_id"].implode()))


def claims(later: pl.DataFrame, earlier: pl.DataFrame) -> Claims:
    """Which of two holders (:func:`held`) of a game gives it up."""
    both = later.join(earlier, on="game_id", suffix="_earlier", maintain_order="left")
    comes_first = pl.col("has_hands") & ~pl.col("has_hands_earlier")
    return Claims(
        _given_up(both.remove(comes_first), "source", "format", kept="source_earlier"),
        _given_up(both.filter(comes_first), "source_earlier", "format_earlier", kept="source"),
    )


def once(parts: Sequence[Recorded]) -> list[Recorded]:
    """Several batches with each game in one of them."""
    kept: list[Recorded] = []
    known = held(Recorded().games, Recorded().hands)
    for part in parts:
        mine = held(part.games, part.hands)
        later, earlier = claims(mine, known)
        if len(earlier):
            kept = [without_games(each, earlier["game_id"]) for each in kept]
        fresh = without_games(part, later["game_id"])
        kept.append(replace(fresh, errors=pl.concat([part.errors, later, earlier])))
        known = pl.concat([known, mine]).unique("game_id", keep="last")
    return kept


def _given_up(both: pl.DataFrame, source: str, parser: str, *, kept: str) -> pl.DataFrame:
    message = pl.format("the same game was read from {}, which is kept", kept)
    rows = both.select("game_id", source=source, parser=parser, code=pl.lit(ErrorCode.DUPLICATE_GAME), message=message)
    return conform("errors", rows)


def concat(parts: Iterable[Recorded]) -> Recorded:
    """Several batches as one."""
    several = list(parts) or [Recorded()]
    if len(several) == 1:
        return several[0]
    tables = (each.name for each in fields(Recorded))
    return Recorded(**{name: pl.concat([getattr(part, name) for part in several]) for name in tables})
