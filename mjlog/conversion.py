"""Logs in, a settled dataset out: inputs are planned into tasks, tasks become parts, parts are committed in order.

A task is 'these inputs, into this folder': it reads, parses, checks, settles, audits and writes files of its own, and
can run anywhere. Everything that needs to know more than one task happens here, in the order of the inputs, when its
turn to be committed comes: so the result depends on the inputs alone, not on who was faster, and a run that was killed
goes on from its last commit to the same rows.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

import polars as pl
from polars.exceptions import PanicException

from mjlog.audit import audit
from mjlog.dataset import Dataset, Writer, open_for_writing
from mjlog.executor import cpu_count, executor, in_order
from mjlog.ingest import formats
from mjlog.ingest.checked import check, concat, duplicates, only_games, only_new
from mjlog.ingest.known import Known
from mjlog.ingest.planning import Plan, identity
from mjlog.ingest.reading import Reader, batches
from mjlog.ingest.sources import Finder, Input
from mjlog.parsing import Recorded, address_expression
from mjlog.parts import Frames, Settings, described, documents_of, without_inputs, write
from mjlog.parts import without_games as frames_without_games
from mjlog.rules import RuleSet
from mjlog.settlement import completed, settle
from mjlog.tables import RECORDED, conform, empty

_WORTH_PROCESSES: Final = 24 << 20
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
        return Settings(self.events, f"each game under its own; {self.overrides}" if self.overrides else None)

    def complete(self, recorded: Recorded) -> Recorded:
        """The record with what a score sheet leaves to the rules; as it is where that cannot be told."""
        try:
            return completed(recorded, self.rules, self.overrides)
        except (Exception, PanicException):  # noqa: BLE001 -- the check says what is lacking
            return recorded


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

    def add(self, other: "Tally") -> None:
        """Count another tally in."""
        for name in ("inputs", "files", "failed", "games", "hands"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for code, (count, source, message) in other.errors.items():
            before, first, its_message = self.errors.get(code, (0, source, message))
            self.errors[code] = (before + count, first, its_message)
        for key, count in other.findings.items():
            self.findings[key] = self.findings.get(key, 0) + count


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
    finder = Finder(tuple(arguments), formats.is_log, options.where)
    finder.check()
    if options.from_format is not None:
        formats.parser(options.from_format)
    total = Tally()
    with open_for_writing(out, options.settings, anew=options.force) as writer:
        plan = Plan(finder.inputs(), _forget_changed(writer, finder, force=options.force))
        workers = options.workers or (cpu_count() if plan.weight_ahead() >= _WORTH_PROCESSES else 1)
        known = _Games(writer.dataset)
        tasks = (Task(inputs, writer.partial(f"task-{i:05}"), options) for i, inputs in enumerate(plan))
        with executor(options.executor, workers) as running:
            for folder, tally in in_order(running, run, tasks, ahead=1 if workers == 1 else 2 * workers):
                again = known.again(folder)
                kept = tally if again.is_empty() else _without(folder, again, tally, options.settings)
                writer.commit(folder)
                total.add(kept)
                if progress is not None:
                    progress(kept, plan)
        writer.finish()
    total.passed_over = plan.passed_over
    total.notes = list(finder.notes)
    return total


def run(task: Task) -> tuple[Path, Tally]:
    """Do a task: its files are in its folder afterwards."""
    options = task.options
    parser = None if options.from_format is None else formats.parser(options.from_format)
    listings: list[pl.DataFrame] = []
    met = empty("games").select("game_id", "source")

    def recorded() -> Iterator[Recorded]:
        nonlocal met
        for batch in batches(Reader().documents(task.inputs)):
            checked = check(batch, events=options.events, parser=parser, complete=options.complete)
            listings.append(checked.documents)
            fresh = only_new(checked.recorded, met)
            met = pl.concat([met, fresh.games.select("game_id", "source")])
            yield fresh

    # The settlement of a whole task costs little more than that of a batch; only with events is it bounded by a batch.
    together = recorded() if options.events else [concat(recorded())]
    done = [computed(each, options) for each in together]
    frames = {table: pl.concat([each[table] for each in done]) for table in done[0]}
    if not options.events:
        del frames["events"]
    frames["manifest"] = described(pl.concat(listings), frames)
    write(task.folder, frames, options.settings)
    return task.folder, _tally(frames, len(task.inputs))


def computed(recorded: Recorded, options: Options) -> dict[str, pl.DataFrame]:
    """All tables of a batch: what is recorded, and what the rules say of it.

    A game that the settlement or the audit cannot take (a fault of mjlog) is found by halving the batch, and costs its
    own computed rows only; ``errors`` names it.
    """
    tables = {table: getattr(recorded, table) for table in (*RECORDED, "errors")}
    if not options.settled:
        return {**tables, **{table: empty(table) for table in _COMPUTED}}
    try:
        settled = settle(recorded, options.rules, overrides=options.overrides)
        findings = audit(recorded, settled)
    except (Exception, PanicException) as problem:  # noqa: BLE001 -- one game must not cost the others
        if len(recorded.games) > 1:
            half = len(recorded.games) // 2
            ids = recorded.games["game_id"]
            halves = [computed(only_games(recorded, part), options) for part in (ids[:half], ids[half:])]
            parts = {table: pl.concat([each[table] for each in halves]) for table in _COMPUTED}
            errors = [recorded.errors, *(each["errors"].filter(code="not_settled") for each in halves)]
            return {**tables, **parts, "errors": pl.concat(errors)}
        message = f"the game cannot be settled: {type(problem).__name__}: {' '.join(str(problem).split())}"
        rows = recorded.games.select("game_id", "source", code=pl.lit("not_settled"), message=pl.lit(message))
        errors = [recorded.errors, conform("errors", rows)]
        return {**tables, **{table: empty(table) for table in _COMPUTED}, "errors": pl.concat(errors)}
    return {**tables, "flows": settled.flows, "standings": settled.standings, "findings": findings}


class _Games:
    """The games a dataset has, to keep each once."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._known = Known()
        for number in dataset.parts:
            self._known.add(dataset.part_of("games", number)["game_id"].to_list())

    def again(self, folder: Path) -> pl.DataFrame:
        """Rows of ``errors`` for games of a finished task that the dataset has already; its others are remembered."""
        games = pl.read_parquet(folder / "games.parquet", columns=["game_id", "source", "format"])
        ids = games["game_id"].to_list()
        suspects = games.filter(pl.Series(self._known.met(ids)))
        self._known.add(ids)
        if suspects.is_empty():
            return empty("errors")
        wanted = pl.col("game_id").is_in(suspects["game_id"].implode())
        return duplicates(suspects, self._dataset.scan("games").filter(wanted).select("game_id", "source").collect())


def _without(folder: Path, again: pl.DataFrame, tally: Tally, settings: Settings) -> Tally:
    """Take games that are known out of the files of a finished task."""
    frames = {path.stem: pl.read_parquet(path, glob=False) for path in folder.iterdir()}
    frames = frames_without_games(frames, again["game_id"])
    frames["errors"] = pl.concat([frames["errors"], again])
    frames["manifest"] = described(documents_of(frames["manifest"]), frames)
    write(folder, frames, settings)
    return _tally(frames, tally.inputs)


def _tally(frames: Frames, inputs: int) -> Tally:
    manifest = frames["manifest"]
    errors = frames["errors"].group_by("code").agg(pl.len(), pl.col("source", "message").first())
    findings = frames["findings"].group_by("severity", "check").len()
    return Tally(
        inputs=inputs,
        files=manifest.filter(pl.col("status") != "container").height,
        failed=manifest.filter(pl.col("status").is_in(["failed", "partial"])).height,
        games=frames["games"].height,
        hands=frames["hands"].height,
        errors={code: (count, source, message) for code, count, source, message in errors.sort("code").rows()},
        findings={(severity, check): count for severity, check, count in findings.rows()},
    )


def _forget_changed(writer: Writer, finder: Finder, *, force: bool) -> Known:
    """The inputs that need not be read again; rows of those that changed since (or are forced) leave the dataset."""
    changed = _changed(writer.dataset, finder, force=force)
    for number in writer.dataset.parts if len(changed) else ():
        gone = _held_by(writer.dataset.part_of("manifest", number), changed)
        if len(gone):
            writer.revise(number, partial(without_inputs, addresses=gone))
    done = Known()
    for number in writer.dataset.parts:
        done.add(writer.dataset.part_of("manifest", number).select("source", "member", "bytes", "modified").rows())
    return done


def _changed(dataset: Dataset, finder: Finder, *, force: bool) -> pl.DataFrame:
    """Inputs (source, member) that the dataset has, but in another state; with ``force`` in whatever state."""
    done, named = Known(), Known()
    for number in dataset.parts:
        rows = dataset.part_of("manifest", number).select("source", "member", "bytes", "modified").rows()
        done.add(rows)
        named.add([row[:2] for row in rows])
    changed: list[tuple[str, str | None]] = []
    for found in _in_chunks(finder.inputs()) if dataset.parts else ():
        names = [(each.source, each.member) for each in found]
        same = done.met([identity(each) for each in found]) & (not force)
        differs = named.met(names) & ~same
        changed += [
            name for name, each, differ in zip(names, found, differs, strict=True) if differ and each.rereadable
        ]
    return pl.DataFrame(changed, schema={"source": pl.String, "member": pl.String}, orient="row")


def _held_by(manifest: pl.DataFrame, inputs: pl.DataFrame) -> pl.Series:
    """Addresses of the documents of some inputs: themselves, and what archives among them held."""
    outer = manifest.with_columns(outer=pl.col("member").str.split("::").list.first())
    of_files = inputs.filter(pl.col("member").is_null())
    held = pl.concat(
        [
            manifest.join(inputs, on=["source", "member"], how="semi", nulls_equal=True),
            outer.join(inputs, left_on=["source", "outer"], right_on=["source", "member"], how="semi").drop("outer"),
            manifest.join(of_files, on="source", how="semi"),
        ]
    )
    return held.select(address=address_expression())["address"].unique()


def _in_chunks(inputs: Iterator[Input]) -> Iterator[list[Input]]:
    while chunk := list(islice(inputs, 1000)):
        yield chunk
