"""A question put to a whole dataset: part by part, merged exactly, so that memory is bounded by a few parts.

Two passes are made. The first reads who played, for a label that tells players of the whole dataset apart; the second
counts. What is kept between parts is a row a player and a row a group.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Final, TypeVar

import polars as pl

from mjlog.dataset import Dataset
from mjlog.stats.engine import Question, Running, count, values
from mjlog.stats.kinds import Luck
from mjlog.stats.names import identities, labels, latest, named

_AT_ONCE: Final = 2
"""Parts counted at a time: most of a part's work keeps one core busy."""
_NOBODY: Final = pl.DataFrame(
    schema=dict.fromkeys(("platform", "identity", "name"), pl.String) | {"started_at": pl.Datetime("us", "UTC")}
)
_LABELS_AT_ONCE: Final = 32
"""Parts whose players are put together at a time."""

_T = TypeVar("_T")
_R = TypeVar("_R")


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
    counted, everybody = sums(dataset, asked, progress=progress), None
    rates = {rate for statistic in asked.question.needed if isinstance(statistic, Luck) for rate in statistic.of}
    if asked.players and rates:
        everybody = sums(dataset, Asked(replace(asked.question, statistics=tuple(rates), by=("n_players",))))
    return values(counted, asked.question, intervals=intervals, everybody=everybody)


def sums(dataset: Dataset, asked: Asked, *, progress: Callable[[], None] | None = None) -> pl.DataFrame:
    """The sums behind the statistics; those of several datasets can be merged (:func:`mjlog.stats.engine.merge`)."""
    question = asked.question
    who = player_labels(dataset, everyone=question.everyone)
    if asked.players:
        who = who.filter(pl.col("player").is_in(asked.players))
    running, parts = Running(question), scans(dataset, question.tables)
    for counted in _ahead(partial(_counted, who=who, asked=asked), parts):
        if counted is not None:
            running.add(counted)
        if progress is not None:
            progress()
    return running.total()


def player_labels(dataset: Dataset, *, everyone: bool) -> pl.DataFrame:
    """What each identity of a dataset that counts for somebody is called: platform, identity, player."""
    parts = scans(dataset, ("games", "players"))
    each = (identities(part["games"], part["players"], everyone=everyone) for part in parts)
    found: list[pl.DataFrame] = []
    while some := list(islice(each, _LABELS_AT_ONCE)):
        found = [latest(pl.concat([*found, *pl.collect_all(some)]).lazy()).collect()]
    return labels(pl.concat([_NOBODY, *found]).lazy()).collect()


def scans(dataset: Dataset, tables: Iterable[str]) -> list[dict[str, pl.LazyFrame]]:
    """Those of the tables that the dataset has, part by part."""
    had = [table for table in tables if table in dataset.tables]
    parts = zip(*(dataset.files(table) for table in had), strict=True)
    return [
        {table: pl.scan_parquet(path, glob=False) for table, path in zip(had, files, strict=True)} for files in parts
    ]


def _counted(part: dict[str, pl.LazyFrame], who: pl.DataFrame, asked: Asked) -> pl.DataFrame | None:
    """The sums of a part. Where only some players count, games without them are left aside before anything is made."""
    names = named(part["games"], part["players"], who.lazy(), everyone=asked.question.everyone).collect()
    if asked.players and names.is_empty():
        return None
    if asked.players:
        ids = names.lazy().select("game_id").unique()
        part = {
            table: frame.join(ids, on="game_id", how="semi", maintain_order="left") for table, frame in part.items()
        }
    return count(part, names, asked.question)


def _ahead(work: Callable[[_T], _R], items: Sequence[_T]) -> Iterator[_R]:
    """Results in the order of the items, some of them worked on ahead in other threads."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        waiting: deque[Future[_R]] = deque()
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) > _AT_ONCE:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
