"""``mjlog rules``: rule sets listed, shown, compared, begun and checked."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjlog.cli.console import ExitCode, Failure, leave, note, warn
from mjlog.cli.output import output_options, write_rows, write_text

if TYPE_CHECKING:
    from mjlog.rules import Preset


class _Commands(click.Group):
    """``guess`` reads logs and settles them: its module is imported only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), "guess"])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == "guess":
            from mjlog.cli.rules_guess import command as guess  # noqa: PLC0415

            return guess
        return super().get_command(ctx, cmd_name)


@click.group(cls=_Commands)
def command() -> None:
    """List, show, compare, check and guess rule sets.

    \b
    Examples:
      mjlog rules list
      mjlog rules show mleague
      mjlog rules diff tenhou majsoul
      mjlog rules init --base mleague -O club.toml
      mjlog rules check club.toml
      mjlog rules guess season
    """


@command.command("list")
@output_options
def list_(*, output_format: str, output: Path | None) -> None:
    """List the named rule sets, and how many of their values have a source.

    \b
    Examples:
      mjlog rules list
      mjlog rules list --format json
    """
    import polars as pl  # noqa: PLC0415 -- not needed to print help

    from mjlog.rules import SWITCHES, names, preset  # noqa: PLC0415

    rows = [
        {
            "name": each.name,
            "players": each.rules.players,
            "title": each.title,
            "sourced": len(each.sources),
            "default": len(SWITCHES) - len(each.sources),
        }
        for each in map(preset, names())
    ]
    write_rows(pl.DataFrame(rows), output_format, output)


@command.command()
@click.argument("name", default="default")
@click.option("--rule", multiple=True, metavar="SWITCH=VALUE", help="Change one switch (repeatable).")
@output_options
def show(*, name: str, rule: tuple[str, ...], output_format: str, output: Path | None) -> None:
    """Show every switch of a rule set: value, source, and what else it could be.

    NAME is a named rule set or a TOML file. A source of "default" says that the value was not found anywhere and is
    the usual one.

    \b
    Examples:
      mjlog rules show
      mjlog rules show mleague
      mjlog rules show tenhou --rule uma=10,5,-5,-10 --format csv
    """
    import polars as pl  # noqa: PLC0415

    from mjlog.rules import warnings  # noqa: PLC0415
    from mjlog.rules.describing import described  # noqa: PLC0415

    chosen = _preset(name, "; ".join(rule))
    rows = pl.DataFrame(described(chosen))
    note(f"{chosen.rules.label}: {chosen.title}")
    write_rows(rows, output_format, output, for_people=rows.select("switch", "value", "source", "en", "values"))
    for text in warnings(chosen.rules):
        warn(text)


@command.command()
@click.argument("first")
@click.argument("second")
@output_options
def diff(*, first: str, second: str, output_format: str, output: Path | None) -> None:
    """Compare two rule sets, switch by switch. FIRST and SECOND are names or TOML files.

    \b
    Examples:
      mjlog rules diff tenhou majsoul
      mjlog rules diff mleague club.toml
    """
    import polars as pl  # noqa: PLC0415

    from mjlog.rules.describing import differences  # noqa: PLC0415

    one, other = _preset(first), _preset(second)
    schema = dict.fromkeys(("group", "switch", "first", "second", "en", "ja", "meaning"), pl.String())
    rows = pl.DataFrame(differences(one.rules, other.rules), schema=schema)
    note(f"first: {one.title}; second: {other.title}; {rows.height} switches differ")
    write_rows(rows, output_format, output, for_people=rows.drop("group", "ja", "meaning"))


@command.command()
@click.option("--base", default="default", help="Rule set to start from.")
@click.option("-o", "-O", "--output", type=click.Path(path_type=Path, dir_okay=False), help="File to write.")
def init(*, base: str, output: Path | None) -> None:
    """Write a rule set file to fill in: every switch as a comment, with its meaning and values.

    \b
    Examples:
      mjlog rules init -O club.toml
      mjlog rules init --base mleague -O club.toml
    """
    from mjlog.rules.describing import template  # noqa: PLC0415

    if output is not None and output.exists():
        raise Failure(f"{output} exists already; name another file")
    write_text(template(_preset(base)), output)


@command.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
def check(*, file: Path) -> None:
    """Check a rule set file: unknown switches and values, and combinations that contradict each other.

    \b
    Examples:
      mjlog rules check club.toml
    """
    from mjlog.rules import load, problems, warnings  # noqa: PLC0415

    found = [f"error: {text}" for text in problems(file)]
    if not found:
        found = [f"warning: {text}" for text in warnings(load(str(file)))]
    for text in found:
        write_text(f"{file}: {text}")
    if found:
        leave(ExitCode.FINDINGS)
    note(f"{file}: fine")


def _preset(name: str, overrides: str = "") -> "Preset":
    """A rule set by name or file, with switches changed.

    Raises:
        mjlog.cli.console.Failure: there is no such rule set, switch or value.
    """
    import dataclasses  # noqa: PLC0415

    from mjlog.rules import RuleError, override, parse, preset  # noqa: PLC0415

    try:
        found = preset(name)
        changed = dict.fromkeys(parse(overrides), "--rule")
        return dataclasses.replace(found, rules=override(found.rules, overrides), sources=found.sources | changed)
    except RuleError as problem:
        raise Failure(str(problem), ExitCode.USAGE) from problem
