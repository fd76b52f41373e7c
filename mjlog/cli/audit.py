"""``mjlog audit``: what the logs record against what is right."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import polars as pl

from mjlog.audit import CHECKS, parts
from mjlog.audit.parts import Outcome
from mjlog.cli.audit_logs import RepeatedGameError, audit_logs, can_be_read_twice
from mjlog.cli.console import ExitCode, Failure, error, leave, note, progress, remember, warn
from mjlog.cli.inputs import input_options, open_inputs, tell_of_reading
from mjlog.cli.output import output_options, write_rows
from mjlog.cli.rule_options import chosen_rules, rule_options
from mjlog.conversion import Options
from mjlog.executor import ahead_of, cpu_count, executor, in_order
from mjlog.parts import OWN_RULES, Settings
from mjlog.report.plain import counted
from mjlog.rules import RuleError, load, override


def _list_checks(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    """Print every check and leave, whatever else is on the line."""
    if not value or ctx.resilient_parsing:
        return
    rows = [
        {
            "check": check.code,
            "severity": str(check.severity),
            "reads": "events" if check.needs_events else "results",
            "meaning": check.meaning,
        }
        for check in CHECKS.values()
    ]
    write_rows(pl.DataFrame(rows), ctx.params.get("output_format", "table"))
    ctx.exit()


@click.command()
@input_options
@click.option("--list", is_flag=True, expose_value=False, callback=_list_checks, help="List every check and leave.")
@click.option("--check", "checks", multiple=True, metavar="CODE", help="Make only this check (repeatable).")
@click.option("--no-events", is_flag=True, help="Leave the tiles alone: check the accounts only.")
@click.option("--workers", type=click.IntRange(min=1), help="Processes; by default one a processor.")
@click.option("--exit-zero", is_flag=True, help="Leave with 0 even where something was found.")
@rule_options
@output_options
def command(
    *,
    paths: tuple[str, ...],
    from_format: str | None,
    where: str | None,
    checks: tuple[str, ...],
    no_events: bool,
    workers: int | None,
    exit_zero: bool,
    rules: str | None,
    rule: tuple[str, ...],
    output_format: str,
    output: Path | None,
) -> None:
    """Compare what the logs record with what is right: points, sticks, counters, ends and, with events, the tiles.

    \b
    Examples:
      mjlog audit season                        each game under its own rules
      mjlog audit logs/ --rules mleague         is this the rule book they played by?
      mjlog audit season --format csv -O findings.csv
      mjlog audit --list                        every check and what it means

    Prints a row a finding; what could not be checked for want of information is counted and is no finding.
    """
    for code in checks:
        if code not in CHECKS:
            raise Failure(f"there is no check {code!r} (see: mjlog audit --list)", ExitCode.USAGE)
    chosen = chosen_rules(rules, rule)
    options = Options(
        events=not no_events, from_format=from_format, where=where, rules=chosen.rules, overrides=chosen.overrides,
        settled=False, workers=workers,
    )  # fmt: skip
    outcome = _found(paths, options)
    wanted, counts = outcome.findings, outcome.coverage
    if checks:
        wanted = wanted.filter(pl.col("check").is_in(checks))
        counts = counts.filter(pl.col("check").is_in(checks))
    write_rows(wanted, output_format, output, for_people=_readable(wanted))
    for source, message in outcome.failed.select("source", "message").rows():
        error(f"{source}: {message}")
        remember(ExitCode.SOME_FAILED)
    _tell(wanted, counts)
    if wanted.height and not exit_zero:
        leave(ExitCode.FINDINGS)


def _found(paths: tuple[str, ...], options: Options) -> Outcome:
    """Findings, and what the checks could look at: of raw logs as they are read, else of a dataset."""
    if can_be_read_twice(paths):
        with suppress(RepeatedGameError), progress(None, "logs") as bar:
            return _of_logs(paths, options, bar)
        note("several inputs hold the same game: reading them once more, to audit each game once")
    return _of_dataset(paths, options)


def _of_logs(paths: tuple[str, ...], options: Options, bar: Any) -> Outcome:
    def advance(inputs: int, listed: int | None) -> None:
        bar.total = listed
        bar.update(inputs)

    audited = audit_logs(paths, options, advance)
    bar.close()
    tell_of_reading(audited.tally)
    findings = audited.outcome.findings.sort("game_id", "hand", maintain_order=True, nulls_last=True)
    return replace(audited.outcome, findings=findings)


def _of_dataset(paths: tuple[str, ...], options: Options) -> Outcome:
    dataset = open_inputs(
        paths, from_format=options.from_format, where=options.where, events=options.events, rules=options.rules,
        overrides=options.overrides, settled=False,
    )  # fmt: skip
    if options.events and not dataset.settings.events:
        note("there are no events in it, so the tiles are not looked at (see: mjlog convert --events)")
    options = _as_settled(dataset.settings, options)
    tasks = list(parts.tasks(dataset, options.rules, options.overrides))
    number = min(options.workers or cpu_count(), len(tasks))
    outcomes = []
    with progress(len(tasks), "slices") as bar, executor("local", number) as running:
        for outcome in in_order(running, parts.run, tasks, ahead=ahead_of(number)):
            outcomes.append(outcome)
            bar.update()
    return parts.together(outcomes)


def _as_settled(settings: Settings, options: Options) -> Options:
    """The options with the rules that a dataset was settled under, where none are asked for."""
    if settings.rules is None or options.settings.rules is not None:
        return options
    name, _, overrides = settings.rules.partition("; ")
    if name == OWN_RULES:
        return replace(options, overrides=overrides)
    try:
        rules = override(load(name), overrides)
    except RuleError:
        warn(f"it was settled under {settings.rules}, whose file --rules must name: each game is audited under its own")
        return options
    note(f"it was settled under {settings.rules}, and is audited under it")
    return replace(options, rules=rules)


def _readable(findings: pl.DataFrame) -> pl.DataFrame:
    return findings.select("game_id", "severity", "check", "message", "rules")


def _tell(findings: pl.DataFrame, counts: pl.DataFrame) -> None:
    """The summary on standard error: what was found and what could not be looked at."""
    found = findings.group_by("check").len().sort("len", "check", descending=[True, False])
    for check, number in found.rows():
        note(f"{check}: {counted(number, 'finding')} ({CHECKS[check].meaning})")
    missing = counts.filter(pl.col("not_auditable") > 0).select("check", "not_auditable").rows()
    if missing:
        listed = ", ".join(f"{check} {number:,}" for check, number in missing)
        note(f"not auditable, for the logs do not say or the rules are not known: {listed}")
    compared, games = (
        counted(int(counts["checked"].sum()), "comparison"),
        counted(findings["game_id"].n_unique(), "game"),
    )
    note(f"{compared}, {counted(findings.height, 'finding')} in {games}")
