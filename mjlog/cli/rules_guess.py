"""``mjlog rules guess``: which rule book explains what the logs record."""

from pathlib import Path

import click
import polars as pl

from mjlog.audit.guess import GROUPS, added, candidates, guess
from mjlog.audit.parts import recorded_of, tasks
from mjlog.cli.console import Failure, note, progress
from mjlog.cli.inputs import input_options, open_inputs
from mjlog.cli.output import output_options, write_rows


@click.command("guess")
@input_options
@click.option("--by", type=click.Choice(list(GROUPS)), default="room", help="Whose rules to name.")
@click.option("--nearest", "most", default=3, help="Rule sets to show where none explains everything.")
@output_options
def command(
    *,
    paths: tuple[str, ...],
    from_format: str | None,
    where: str | None,
    by: str,
    most: int,
    output_format: str,
    output: Path | None,
) -> None:
    """Name the rule sets that explain every recorded number.

    Settles the games under every named rule set and compares: payments, the next hand, its counters, the end, the
    final points, scores and ranks. Where no rule set explains all games, the nearest are shown with what disagrees.

    \b
    Examples:
      mjlog rules guess season                   by platform, room and length
      mjlog rules guess sheets/*.json --by game
    """
    dataset = open_inputs(paths, from_format=from_format, where=where, settled=False)
    rule_sets = candidates()
    slices = list(tasks(dataset))
    with progress(len(slices), "slices") as bar:
        verdicts = []
        for part in slices:
            verdicts.append(guess(recorded_of(part, events=False), rule_sets, by))
            bar.update()
    if not verdicts:
        raise Failure("there is no game in it")
    together = added(verdicts, by)
    if not together.tried:
        raise Failure("no game of it has hands or final scores to compare")
    rows = together.nearest(most)
    write_rows(rows, output_format, output)
    whole = rows.filter(pl.col("explained") == pl.col("games"))
    found, groups = (each.select(GROUPS[by]).n_unique() for each in (whole, rows))
    note(
        f"{len(rule_sets)} rule sets tried; {together.named:,} of {together.tried:,} games are explained by one, "
        f"in {found} of {groups} groups all by the same one"
    )
