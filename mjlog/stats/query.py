"""A question put to a whole dataset: some parts at a time, merged exactly, so that memory is bounded by them.

Two passes are made. The first reads who played, for a label that tells players of the whole dataset apart; the second
counts. What is kept between parts is a row a player and a row a group.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, pairwise
from typing import Final, TypeVar

import polars as pl

from mjlog.dataset import Dataset
from mjlog.stats.engine import Question, Running, count, values
from mjlog.stats.kinds import Luck
from mjlog.stats.names import identities, labels, latest, named

_THREADS: Final = 2
"""Counting keeps one core busy most of the time."""
_BATCH: Final = 4 << 20
"""Bytes of the largest table's files that are counted as one: small parts cost more one by one than together."""
_NOBODY: Final = pl.DataFrame(
    schema=dict.fromkeys(("platform", "identity", "name"), pl.String) | {"started_at": pl.Datetime("us", "UTC")}
)
_LABELS_AT_ONCE: Final = 32
"""Batches whose players are put together at a time."""

_T = TypeVar("_T")
_R = TypeVar("_R")


@dataclass(frozen=True)
class Asked:
    """A question and who may answer it.

    Attributes:
        question: what to count.
        players: only these players; empty = all. A name that several have means every one of them.
    """

    question: Question
    players: tuple[str, ...] = ()


def answer(
    dataset: Dataset, asked: Asked, *, intervals: bool = False, progress: Callable[[int], object] | None = None
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


def sums(dataset: Dataset, asked: Asked, *, progress: Callable[[int], object] | None = None) -> pl.DataFrame:
    """The sums behind the statistics; those of several datasets can be merged (:func:`mjlog.stats.engine.merge`).

    Args:
        dataset: what to count over.
        asked: what, and of whom.
        progress: called with how many parts have been counted since the last call.
    """
    question = asked.question
    who = player_labels(dataset, everyone=question.everyone)
    if asked.players:
        who = who.filter(pl.col("player").is_in(asked.players) | pl.col("name").is_in(asked.players))
    running, batches = Running(question), scans(dataset, question.tables)
    for counted, batch in zip(_ahead(partial(_counted, who=who, asked=asked), batches), batches, strict=True):
        if counted is not None:
            running.add(counted)
        if progress is not None:
            progress(batch.parts)
    return running.total()


def player_labels(dataset: Dataset, *, everyone: bool) -> pl.DataFrame:
    """What each identity of a dataset that counts for somebody is called: platform, identity, player."""
    batches = scans(dataset, ("games", "players"))
    each = (identities(batch.tables["games"], batch.tables["players"], everyone=everyone) for batch in batches)
    found: list[pl.DataFrame] = []
    while some := list(islice(each, _LABELS_AT_ONCE)):
        found = [latest(pl.concat([*found, *pl.collect_all(some)]).lazy()).collect()]
    return labels(pl.concat([_NOBODY, *found]).lazy()).collect()


@dataclass(frozen=True)
class Batch:
    """Some parts of a dataset, scanned as one.

    Attributes:
        tables: their tables, in the order of the parts.
        parts: how many they are.
    """

    tables: dict[str, pl.LazyFrame]
    parts: int


def scans(dataset: Dataset, tables: Iterable[str]) -> list[Batch]:
    """Those of the tables that the dataset has, in batches of whole parts."""
    files = {table: dataset.files(table) for table in tables if table in dataset.tables}
    sizes = [max(path.stat().st_size for path in part) for part in zip(*files.values(), strict=True)]
    begins = [0]
    for number in range(1, len(sizes)):
        if sum(sizes[begins[-1] : number + 1]) > _BATCH:
            begins.append(number)
    return [
        Batch({table: pl.scan_parquet(paths[begin:end], glob=False) for table, paths in files.items()}, end - begin)
        for begin, end in pairwise([*begins, len(sizes)])
        if end > begin
    ]


def _counted(batch: Batch, who: pl.DataFrame, asked: Asked) -> pl.DataFrame | None:
    """The sums of a batch. Where only some players count, games without them are left aside before anything is made."""
    tables = batch.tables
    names = named(tables["games"], tables["players"], who.lazy(), everyone=asked.question.everyone).collect()
    if asked.players and names.is_empty():
        return None
    if asked.players:
        ids = names.lazy().select("game_id").unique()
        tables = {
            table: frame.join(ids, on="game_id", how="semi", maintain_order="left") for table, frame in tables.items()
        }
    return count(tables, names, asked.question)


def _ahead(work: Callable[[_T], _R], items: Sequence[_T]) -> Iterator[_R]:
    """Results in the order of the items, some of them worked on ahead in other threads."""
    with ThreadPoolExecutor(_THREADS) as pool:
        waiting: deque[Future[_R]] = deque()
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) > _THREADS:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
