"""A question put to a whole dataset: part by part, merged exactly, so that memory is bounded by a part."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import polars as pl

from mjlog.dataset import Dataset
from mjlog.stats.engine import Question, count, merge, values
from mjlog.stats.names import player_names

TABLES: Final = ("games", "players", "hands", "wins", "standings")
"""Tables that statistics are counted from."""


@dataclass(frozen=True)
class Asked:
    """A question and who may answer it.

    Attributes:
        question: what to count.
        players: only these players; empty = all.
    """

    question: Question
    players: tuple[str, ...] = ()


def answer(
    dataset: Dataset, asked: Asked, *, intervals: bool = False, progress: Callable[[], None] | None = None
) -> pl.DataFrame:
    """Statistics over a dataset.

    Returns:
        What :func:`mjlog.stats.engine.values` returns, a row a group.
    """
    return values(sums(dataset, asked, progress=progress), asked.question, intervals=intervals)


def sums(dataset: Dataset, asked: Asked, *, progress: Callable[[], None] | None = None) -> pl.DataFrame:
    """The sums behind the statistics; those of several datasets can be merged (:func:`mjlog.stats.engine.merge`)."""
    named = player_names(dataset.scan("games"), dataset.scan("players"), everyone=asked.question.everyone).collect()
    if asked.players:
        named = named.filter(pl.col("player").is_in(asked.players))
    counted = []
    for number in dataset.parts:
        part = {table: dataset.part_of(table, number) for table in TABLES}
        if asked.players:
            part = _games_of(part, named)
        counted.append(count(part, named, asked.question))
        if len(counted) > 1:
            counted = [merge(counted, asked.question)]
        if progress is not None:
            progress()
    return merge(counted, asked.question)


def _games_of(part: dict[str, pl.DataFrame], named: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """The tables without games that none of the players was in."""
    ids = named.select("game_id").unique()
    return {table: frame.join(ids, on="game_id", how="semi") for table, frame in part.items()}
