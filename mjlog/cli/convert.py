"""``mjlog convert``: logs in, a settled dataset out."""

import time
from shlex import quote
from typing import Final

import click
import polars as pl

from mjlog.cli.console import ExitCode, Failure, error, leave, note, progress, warn
from mjlog.cli.inputs import input_options, reported
from mjlog.cli.rule_options import chosen_rules, rule_options
from mjlog.conversion import Options, Tally, convert
from mjlog.dataset import Dataset
from mjlog.executor import KINDS
from mjlog.ingest import formats
from mjlog.ingest.planning import Plan
from mjlog.report.plain import counted
from mjlog.vocabulary import ErrorCode

_SHOWN: Final = 12
"""Kinds of error or finding that the summary lists; the tables have them all."""


@click.command()
@input_options
@click.option("-o", "--output", "out", required=True, metavar="DIR", help="Folder of the dataset; made if need be.")
@click.option("--events", is_flag=True, help="Keep every draw, discard and call too (about twice the size).")
@click.option("--force", is_flag=True, help="Read inputs again that the dataset has already.")
@click.option("--workers", type=click.IntRange(min=1), help="Processes; by default one a processor for much work.")
@click.option("--executor", type=click.Choice(KINDS), default="local", help="Where batches run.")
@rule_options
@click.option("-q", "--quiet", is_flag=True, help="Only errors and the summary line.")
def command(
    *,
    paths: tuple[str, ...],
    from_format: str | None,
    where: str | None,
    out: str,
    events: bool,
    force: bool,
    workers: int | None,
    executor: str,
    rules: str | None,
    rule: tuple[str, ...],
    quiet: bool,
) -> None:
    """Read logs, settle every hand, write a Parquet dataset.

    \b
    Examples:
      mjlog convert logs/ -o season                   a folder, however deep
      mjlog convert 'logs/**/*.gz' -o season          a pattern, quoted
      mjlog convert 2009.zip houou.db -o season       archives and databases
      mjlog convert 2009.zip::2009/03/x.xml -o one    one member of an archive
      mjlog convert logs/ -o season --rules mleague   settled under other rules than the games' own
      find . -name '*.json' | mjlog convert @- -o season
      zcat log.gz | mjlog convert - -o one

    Formats are told from the content, compressed or not. The same command goes on where an interrupted run stopped,
    and reads only what is new or has changed.
    """
    chosen = chosen_rules(rules, rule)
    options = Options(
        events=events,
        from_format=from_format,
        where=where,
        rules=chosen.rules,
        overrides=chosen.overrides,
        force=force,
        executor=executor,
        workers=workers,
    )
    began = time.perf_counter()
    for name, reason in {} if quiet else formats.broken().items():
        warn(f"format {name}: {reason}")
    try:
        with reported():
            tally = run(paths, out, options, quiet=quiet)
    except KeyboardInterrupt:
        message = f"interrupted; what is finished is in {out}, and the same command goes on from there"
        raise Failure(message, ExitCode.INTERRUPTED) from None
    for text in tally.notes:
        note(text)
    report_errors(tally)
    if not quiet:
        _report_findings(tally, out)
    note(summary(tally, out, time.perf_counter() - began))
    if failures(tally):
        leave(ExitCode.SOME_FAILED)


def run(paths: tuple[str, ...], out: str, options: Options, *, quiet: bool, enough: int | None = None) -> Tally:
    """Convert with a progress bar; no further than to ``enough`` games, where that is said."""
    so_far = Tally()
    with progress(None, "logs", quiet=quiet) as bar:

        def advance(part: Tally, plan: Plan) -> None:
            so_far.add(part)
            bar.total = plan.listed if plan.complete else None
            bar.set_postfix(games=part.games, failed=so_far.failed, refresh=False)
            bar.update(part.inputs)
            if enough is not None and so_far.games >= enough:
                raise _EnoughError

        try:
            return convert(paths, out, options, advance)
        except _EnoughError:
            return so_far


class _EnoughError(Exception):
    """What is finished is all that is wanted."""


def failures(tally: Tally) -> int:
    """Rows of ``errors`` that are failures; a game met twice is none."""
    return sum(count for code, (count, _, _) in tally.errors.items() if code != ErrorCode.DUPLICATE_GAME)


def report_errors(tally: Tally) -> None:
    """Tell the errors by kind: how many, and the first of each in full."""
    by_number = sorted(tally.errors.items(), key=lambda item: (-item[1][0], item[0]))
    for code, (count, source, message) in by_number[:_SHOWN]:
        tell = note if code == ErrorCode.DUPLICATE_GAME else error
        rest = f" (and {count - 1:,} more: {code})" if count > 1 else f" ({code})"
        tell(f"{source}: {message}{rest}")
    if len(by_number) > _SHOWN:
        note(f"… and {len(by_number) - _SHOWN} more kinds of error, all in the table errors")


def summary(tally: Tally, out: str, seconds: float) -> str:
    """The line that every run ends with."""
    found = sum(tally.findings.values())
    before = f" ({tally.passed_over:,} read before)" if tally.passed_over else ""
    pace = f", {tally.games / seconds:,.0f} games/s" if tally.games and seconds else ""
    return (
        f"{counted(tally.files, 'file')}{before}, {counted(tally.games, 'game')}, {counted(tally.hands, 'hand')}, "
        f"{counted(failures(tally), 'error')}, {counted(found, 'finding')} in {seconds:.1f} s{pace} -> {out}"
        f"{_following(tally, out)}"
    )


def _following(tally: Tally, out: str) -> str:
    """What to do next with the dataset, if there is anything in it to do something with."""
    if tally.findings:
        return f"; next: mjlog audit {out}"
    if tally.games or Dataset(out).scan("games").select(pl.len()).collect().item():
        return f"; next: mjlog stats {out}"
    failed = next((source for code, (_, source, _) in tally.errors.items() if code != ErrorCode.DUPLICATE_GAME), None)
    return "" if failed is None else f"; next: mjlog inspect {quote(failed)}"


def _report_findings(tally: Tally, out: str) -> None:
    by_number = sorted(tally.findings.items(), key=lambda item: (-item[1], item[0]))
    for (severity, check), count in by_number[:_SHOWN]:
        note(f"{severity}: {check}: {counted(count, 'finding')} (mjlog audit {out})")
