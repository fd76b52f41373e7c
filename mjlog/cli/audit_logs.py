"""The audit of raw logs: each batch is looked at while it is in memory, and no dataset is written on the way.

That needs no more memory than a batch and no room on disk, however many logs there are. Only where several inputs hold
one game does it not do: which of them counts can be told from all of them alone. :class:`RepeatedGameError` is raised
then, and a dataset, in which each game stands once, has to be audited instead.
"""

from collections.abc import Callable
from dataclasses import dataclass

import polars as pl

from mjlog import conversion
from mjlog.audit import parts
from mjlog.audit.parts import Outcome
from mjlog.cli.inputs import reported
from mjlog.conversion import Options, Tally
from mjlog.dataset import Dataset, is_dataset
from mjlog.executor import ahead_of, cpu_count, executor, in_order
from mjlog.ingest import formats
from mjlog.ingest.checked import check
from mjlog.ingest.known import Known
from mjlog.ingest.planning import Plan
from mjlog.ingest.reading import Document, Reader, batches
from mjlog.ingest.sources import STDIN, Finder, Input
from mjlog.parts import described
from mjlog.tables import RECORDED, empty


class RepeatedGameError(Exception):
    """Several inputs hold the same game."""


@dataclass(frozen=True, slots=True)
class Task:
    """Inputs to audit; picklable."""

    inputs: tuple[Input, ...]
    options: Options


@dataclass(frozen=True, slots=True)
class Audited:
    """What came of some logs.

    Attributes:
        tally: what was read and what was wrong with it.
        games: ids of the games.
        outcome: what the audit of them came to.
    """

    tally: Tally
    games: list[str]
    outcome: Outcome


def can_be_read_twice(paths: tuple[str, ...]) -> bool:
    """Whether the arguments are logs, and all of them can be read again if need be."""
    return STDIN not in paths and not any(Dataset(path).exists for path in paths)


def audit_logs(paths: tuple[str, ...], options: Options, advance: Callable[[int, int | None], None]) -> Audited:
    """Audit logs as they are read.

    Args:
        paths: files, folders, globs, archives, databases, ``@list.txt``.
        options: how to read and to settle them.
        advance: called after each task with the inputs it had, and how many there are if that is known.

    Raises:
        RepeatedGameError: several inputs hold the same game.
        mjlog.cli.console.Failure: nothing can be read.
    """
    total, known, outcomes = Tally(), Known(), []
    with reported():
        finder = Finder(paths, formats.is_log, options.where, is_dataset)
        finder.check()
        if options.from_format is not None:
            formats.parser(options.from_format)
        plan = Plan(finder.inputs(), Known())
        worth_it = plan.weight_ahead() >= conversion.WORTH_PROCESSES
        workers = options.workers or (cpu_count() if worth_it else 1)
        plan.workers = workers
        tasks = (Task(inputs, options) for inputs in plan)
        with executor("local", workers) as running:
            for done in in_order(running, run, tasks, ahead=ahead_of(workers)):
                if len(set(done.games)) < len(done.games) or known.met(done.games).any():
                    raise RepeatedGameError
                known.add(done.games)
                total.add(done.tally)
                outcomes.append(done.outcome)
                advance(done.tally.inputs, plan.listed if plan.complete else None)
    total.notes += finder.notes
    return Audited(total, [], parts.together(outcomes))


def run(task: Task) -> Audited:
    """Read, settle and audit the inputs of a task, a batch at a time."""
    total, games, outcomes = Tally(inputs=len(task.inputs)), [], []
    for batch in batches(Reader().documents(task.inputs)):
        done = _batch(batch, task.options)
        total.add(done.tally)
        games += done.games
        outcomes.append(done.outcome)
    return Audited(total, games, parts.together(outcomes))


def _batch(batch: list[Document], options: Options) -> Audited:
    """One batch; what it takes in memory goes with this function."""
    parser = None if options.from_format is None else formats.parser(options.from_format)
    checked = check(batch, events=options.events, parser=parser, complete=options.complete)
    frames = {table: getattr(checked.recorded, table) for table in RECORDED}
    frames["errors"] = pl.concat([checked.recorded.errors, conversion.unfit_rules(checked.recorded.games, options)])
    frames["findings"] = empty("findings")
    frames["manifest"] = described(checked.documents, frames)
    notes = [f"{document.name}: {document.note}" for document in batch if document.note]
    tally = conversion.tally(frames, 0, notes)
    games = checked.recorded.games["game_id"].to_list()
    if not games:
        return Audited(tally, games, parts.together([]))
    return Audited(tally, games, parts.examined(parts.ordered(checked.recorded), options.rules, options.overrides))
