"""The audit of a dataset, a slice of games at a time, so that memory is bounded by the slice and not by the data."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import polars as pl
from polars.exceptions import PanicException

from mjlog.audit import examine
from mjlog.audit.comparison import COVERAGE
from mjlog.dataset import Dataset
from mjlog.ingest.repeats import only_games
from mjlog.parsing import Recorded
from mjlog.parts import in_order
from mjlog.rules import RuleSet
from mjlog.settlement import settle
from mjlog.tables import RECORDED, conform, empty
from mjlog.vocabulary import ErrorCode

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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of the audit of some games.

    Attributes:
        findings: table ``findings``.
        coverage: what the checks could look at (:data:`mjlog.audit.comparison.COVERAGE`).
        failed: games that the settlement or the audit could not take (a fault of mjlog), as rows of ``errors``.
    """

    findings: pl.DataFrame
    coverage: pl.DataFrame
    failed: pl.DataFrame


def together(outcomes: Iterable[Outcome]) -> Outcome:
    """What came of all of them, in their order."""
    several = [Outcome(empty("findings"), pl.DataFrame(schema=COVERAGE), empty("errors")), *outcomes]
    return Outcome(
        pl.concat(each.findings for each in several),
        pl.concat(each.coverage for each in several).group_by("check", maintain_order=True).sum(),
        pl.concat(each.failed for each in several),
    )


def run(task: Task) -> Outcome:
    """Audit a slice."""
    return examined(recorded_of(task), task.rules, task.overrides)


def examined(recorded: Recorded, rules: RuleSet | None = None, overrides: str = "") -> Outcome:
    """Settle and audit a batch whose tables are in order (:func:`ordered`).

    Counters and sticks are those of the log, so that one bad record spoils one hand. A game that makes the settlement
    or the audit fail is found by halving the batch, and costs itself only.
    """
    try:
        found, counted = examine(recorded, settle(recorded, rules, overrides=overrides, carried=False))
    except (Exception, PanicException) as problem:  # noqa: BLE001 -- one game must not cost the others
        half, ids = len(recorded.games) // 2, recorded.games["game_id"]
        if half:
            return together(examined(only_games(recorded, part), rules, overrides) for part in (ids[:half], ids[half:]))
        message = f"the game cannot be audited: {type(problem).__name__}: {' '.join(str(problem).split())}"
        rows = recorded.games.select("game_id", "source", code=pl.lit(ErrorCode.NOT_SETTLED), message=pl.lit(message))
        return Outcome(empty("findings"), pl.DataFrame(schema=COVERAGE), conform("errors", rows))
    return Outcome(found, counted, empty("errors"))


def ordered(recorded: Recorded) -> Recorded:
    """A batch with the rows of its tables by game and hand, as a dataset has them."""
    return Recorded(**{table: in_order(table, getattr(recorded, table)) for table in RECORDED})


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
