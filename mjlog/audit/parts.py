"""The audit of a dataset, a slice of games at a time, so that memory is bounded by the slice and not by the data."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import polars as pl

from mjlog.audit import examine
from mjlog.dataset import Dataset
from mjlog.parsing import Recorded
from mjlog.parts import in_order
from mjlog.rules import RuleSet
from mjlog.settlement import settle
from mjlog.tables import RECORDED, empty

GAMES_AT_ONCE: Final = 2000
"""Games of a slice: with events nearly two million rows, as in a batch of logs."""


@dataclass(frozen=True, slots=True)
class Task:
    """A slice of a dataset to audit; picklable.

    Attributes:
        path: folder of the dataset.
        part: number of the part.
        first: position of the slice's first game in the part.
        rules: rule set to settle under; None = each game under its own.
        overrides: switches changed on top of it.
    """

    path: Path
    part: int
    first: int
    rules: RuleSet | None = None
    overrides: str = ""


def tasks(dataset: Dataset, rules: RuleSet | None = None, overrides: str = "") -> Iterator[Task]:
    """The slices of a dataset, in order."""
    for part, path in zip(dataset.parts, dataset.files("games"), strict=True):
        games = pl.scan_parquet(path, glob=False).select(pl.len()).collect().item()
        for first in range(0, games, GAMES_AT_ONCE):
            yield Task(dataset.path, part, first, rules, overrides)


def run(task: Task) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Findings of a slice, and how much each check could look at (:func:`mjlog.audit.examine`)."""
    return examined(recorded_of(task), task.rules, task.overrides)


def examined(
    recorded: Recorded, rules: RuleSet | None = None, overrides: str = ""
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Settle and audit a batch whose tables are in order (:func:`ordered`).

    Counters and sticks are those of the log, so that one bad record spoils one hand.
    """
    return examine(recorded, settle(recorded, rules, overrides=overrides, carried=False))


def ordered(recorded: Recorded) -> Recorded:
    """A batch with the rows of its tables by game and hand, as a dataset has them."""
    return Recorded(**{table: in_order(table, getattr(recorded, table)) for table in RECORDED})


def total(coverage: list[pl.DataFrame]) -> pl.DataFrame:
    """What the checks could look at, over all slices: check, checked, not_auditable."""
    if not coverage:
        return pl.DataFrame(schema={"check": pl.String, "checked": pl.UInt64, "not_auditable": pl.UInt64})
    return pl.concat(coverage).group_by("check", maintain_order=True).sum()


def recorded_of(task: Task, *, events: bool = True) -> Recorded:
    """What is recorded of a slice's games, with or without events."""
    dataset, part = Dataset(task.path), task.part
    games = dataset.part_of("games", part).slice(task.first, GAMES_AT_ONCE)
    low, high = games["game_id"].min(), games["game_id"].max()
    frames = {"games": games}
    for table in RECORDED[1:]:
        if table not in dataset.tables or (table == "events" and not events):
            frames[table] = empty(table)
            continue
        path = dataset.files(table)[dataset.parts.index(part)]
        rows = pl.scan_parquet(path, glob=False).filter(pl.col("game_id").is_between(pl.lit(low), pl.lit(high)))
        frames[table] = rows.collect()
    return Recorded(**frames)
