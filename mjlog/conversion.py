"""Logs in, a settled dataset out: inputs are planned into tasks, tasks become parts, parts are committed in order.

A task is 'these inputs, into this folder': it reads, parses, checks, settles, audits and writes files of its own, and
can run anywhere. Everything that needs to know more than one task happens here, in the order of the inputs, when its
turn to be committed comes: so the result depends on the inputs alone, not on who was faster, and a run that was killed
goes on from its last commit to the same rows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import polars as pl
from polars.exceptions import PanicException

from mjlog.audit import audit
from mjlog.bookkeeping import Games, Kept, forget_changed
from mjlog.dataset import is_dataset, open_for_writing
from mjlog.executor import ahead_of, cpu_count, executor, in_order, require
from mjlog.ingest import formats
from mjlog.ingest.checked import check
from mjlog.ingest.planning import Plan
from mjlog.ingest.reading import Reader, batches
from mjlog.ingest.repeats import concat, once, only_games
from mjlog.ingest.sources import Finder, Input
from mjlog.parsing import Recorded
from mjlog.parts import OWN_RULES, Frames, Settings, described, write
from mjlog.revaluation import revalued
from mjlog.rules import RuleSet
from mjlog.settlement import Settled, completed, settle, unfit
from mjlog.tables import RECORDED, conform, empty
from mjlog.vocabulary import ErrorCode

WORTH_PROCESSES: Final = 24 << 20
"""With less than this to read, starting processes takes longer than the work."""
_COMPUTED: Final = ("flows", "standings", "findings")


@dataclass(frozen=True, slots=True)
class Options:
    """How to convert.

    Attributes:
        events: whether the events table is kept.
        from_format: parser of every input; None = the one that claims it.
        where: condition on the rows of SQLite databases.
        rules: rule set to settle under; None = each game under its own.
        overrides: switches changed on top of it.
        settled: whether flows, standings and findings are wanted.
        force: read inputs again that are in the dataset already.
        executor: where tasks run (:data:`mjlog.executor.KINDS`).
        workers: processes; None = as many as there are processors, if the work is worth it.
    """

    events: bool = False
    from_format: str | None = None
    where: str | None = None
    rules: RuleSet | None = None
    overrides: str = ""
    settled: bool = True
    force: bool = False
    executor: str = "local"
    workers: int | None = None

    @property
    def settings(self) -> Settings:
        """What holds for every part of the dataset."""
        if self.rules is not None:
            return Settings(self.events, self.rules.label)
        return Settings(self.events, f"{OWN_RULES}; {self.overrides}" if self.overrides else None)

    def complete(self, recorded: Recorded) -> Recorded:
        """The record with what a score sheet leaves to the rules."""
        return completed(recorded, self.rules, self.overrides)


@dataclass(frozen=True, slots=True)
class Task:
    """Inputs to convert into a folder; picklable."""

    inputs: tuple[Input, ...]
    folder: Path
    options: Options


@dataclass(slots=True)
class Tally:
    """What was done.

    Attributes:
        inputs: things read, as they were listed: files, members of large archives, rows of databases.
        files: documents found in them.
        failed: documents that gave an error.
        games: games kept.
        hands: their hands.
        errors: rows of ``errors`` by code: how many, and the first as (source, message).
        findings: rows of ``findings`` by (severity, check).
        passed_over: inputs that an earlier run has read.
        notes: what else there is to say of the inputs.
    """

    inputs: int = 0
    files: int = 0
    failed: int = 0
    games: int = 0
    hands: int = 0
    errors: dict[str, tuple[int, str, str]] = field(default_factory=dict)
    findings: dict[tuple[str, str], int] = field(default_factory=dict)
    passed_over: int = 0
    notes: list[str] = field(default_factory=list)

    def take_back(self, replaced: Kept) -> None:
        """Count out what earlier parts gave up for fuller copies of their games, and count that it was noted."""
        self.games -= replaced.games
        self.hands -= replaced.hands
        self.add(Tally(errors=_by_code(replaced.noted)))

    def add(self, other: "Tally") -> None:
        """Count another tally in."""
        for name in ("inputs", "files", "failed", "games", "hands"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for code, (count, source, message) in other.errors.items():
            before, first, its_message = self.errors.get(code, (0, source, message))
            self.errors[code] = (before + count, first, its_message)
        for key, count in other.findings.items():
            self.findings[key] = self.findings.get(key, 0) + count
        self.notes += other.notes


def convert(
    arguments: Sequence[str], out: str | Path, options: Options, progress: Callable[[Tally, Plan], None] | None = None
) -> Tally:
    """Convert logs into a dataset; inputs it has already are passed over.

    Args:
        arguments: what to read: files, folders, globs, archives, databases, ``-``, ``@list``.
        out: folder of the dataset.
        options: how.
        progress: called after each part with what it came to and the plan.

    Raises:
        mjlog.ingest.sources.SourceError: an argument names nothing.
        mjlog.ingest.formats.FormatError: there is no such format.
        mjlog.dataset.DatasetError: the folder cannot be used.
        mjlog.executor.ExecutorError: batches cannot be run as asked.
        OSError: nothing can be written.
    """
    finder = Finder(tuple(arguments), formats.is_log, options.where, is_dataset)
    finder.check()
    if options.from_format is not None:
        formats.parser(options.from_format)
    require(options.executor)
    total = Tally()
    with open_for_writing(out, options.settings, anew=options.force) as writer:
        plan = Plan(finder.inputs(), forget_changed(writer, finder, force=options.force))
        workers = options.workers or (cpu_count() if plan.weight_ahead() >= WORTH_PROCESSES else 1)
        plan.workers = workers
        games = Games(writer)
        tasks = (Task(inputs, writer.partial(f"task-{i:05}"), options) for i, inputs in enumerate(plan))
        with executor(options.executor, workers) as running:
            for folder, found in in_order(running, run, tasks, ahead=ahead_of(workers)):
                once_only = games.keep_once(folder)
                writer.commit(folder)
                frames = once_only.frames
                kept = found if frames is None else tally(frames, found.inputs, found.notes)
                total.add(kept)
                total.take_back(once_only)
                if progress is not None:
                    progress(kept, plan)
        writer.finish()
    total.passed_over = plan.passed_over
    total.notes += finder.notes
    return total


def run(task: Task) -> tuple[Path, Tally]:
    """Do a task: its files are in its folder afterwards."""
    options = task.options
    parser = None if options.from_format is None else formats.parser(options.from_format)
    checked, notes = [], []
    for batch in batches(Reader().documents(task.inputs)):
        checked.append(check(batch, events=options.events, parser=parser, complete=options.complete))
        notes += [f"{document.name}: {document.note}" for document in batch if document.note]
    frames = computed(concat(once([each.recorded for each in checked])), options)
    if not options.events:
        del frames["events"]
    frames["manifest"] = described(pl.concat([each.documents for each in checked]), frames)
    write(task.folder, frames, options.settings)
    return task.folder, tally(frames, len(task.inputs), notes)


def computed(recorded: Recorded, options: Options) -> dict[str, pl.DataFrame]:
    """All tables of a task: what is recorded, and what the rules say of it.

    The findings are those of the accounts; the tiles are left to ``mjlog audit``, which takes many times as long. A
    game that the settlement or the audit cannot take (a fault of mjlog) is found by halving the batch, and costs its
    own computed rows only; ``errors`` names it.
    """
    untold = unfit_rules(recorded.games, options)
    tables = {table: getattr(recorded, table) for table in RECORDED}
    tables["errors"] = pl.concat([recorded.errors, untold])
    if not options.settled:
        return {**tables, **{table: empty(table) for table in _COMPUTED}}
    try:
        accounts = replace(recorded, events=empty("events"))
        other = options.settings.rules is not None
        settled = settle(_revalued(accounts, options), options.rules, overrides=options.overrides, carried=other)
        findings = audit(accounts, _as_recorded(accounts, settled, options))
    except (Exception, PanicException) as problem:  # noqa: BLE001 -- one game must not cost the others
        if len(recorded.games) > 1:
            half = len(recorded.games) // 2
            ids = recorded.games["game_id"]
            halves = [computed(only_games(recorded, part), options) for part in (ids[:half], ids[half:])]
            parts = {table: pl.concat([each[table] for each in halves]) for table in _COMPUTED}
            unsettled = [each["errors"].filter(code=str(ErrorCode.NOT_SETTLED)) for each in halves]
            return {**tables, **parts, "errors": pl.concat([tables["errors"], *unsettled])}
        message = f"the game cannot be settled: {type(problem).__name__}: {' '.join(str(problem).split())}"
        rows = recorded.games.select("game_id", "source", code=pl.lit(ErrorCode.NOT_SETTLED), message=pl.lit(message))
        errors = [tables["errors"], conform("errors", rows)]
        return {**tables, **{table: empty(table) for table in _COMPUTED}, "errors": pl.concat(errors)}
    return {**tables, "flows": settled.flows, "standings": settled.standings, "findings": findings}


def unfit_rules(games: pl.DataFrame, options: Options) -> pl.DataFrame:
    """Rows of ``errors`` for games whose named rules do not exist or do not fit them."""
    found = unfit(games, options.rules, options.overrides)
    return conform("errors", found.with_columns(code=pl.lit(ErrorCode.UNFIT_RULES)))


def _revalued(accounts: Recorded, options: Options) -> Recorded:
    """The wins as the rules asked for value them; those of a log's own rules are as recorded."""
    if options.settings.rules is None:
        return accounts
    return revalued(accounts, options.rules, options.overrides).recorded


def _as_recorded(accounts: Recorded, settled: Settled, options: Options) -> Settled:
    """What the audit holds against the log: every hand from the log's own counters and values, as ``mjlog audit``."""
    if options.settings.rules is None:
        return settled
    return settle(accounts, options.rules, overrides=options.overrides, carried=False)


def tally(frames: Frames, inputs: int, notes: list[str]) -> Tally:
    """What the tables of a part come to."""
    manifest = frames["manifest"]
    findings = frames["findings"].group_by("severity", "check").len()
    return Tally(
        inputs=inputs,
        files=manifest.filter(pl.col("status") != "container").height,
        failed=manifest.filter(pl.col("status").is_in(["failed", "partial"])).height,
        games=frames["games"].height,
        hands=frames["hands"].height,
        errors=_by_code(frames["errors"]),
        findings={(severity, check): count for severity, check, count in findings.rows()},
        notes=notes,
    )


def _by_code(errors: pl.DataFrame) -> dict[str, tuple[int, str, str]]:
    """Rows of ``errors`` by code: how many, and the first as (source, message)."""
    counted = errors.group_by("code").agg(pl.len(), pl.col("source", "message").first())
    return {code: (count, source, message) for code, count, source, message in counted.sort("code").rows()}
