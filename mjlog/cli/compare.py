"""``mjlog compare``: two players, two periods or two sets of logs, and which differences are larger than chance."""

from datetime import UTC, datetime
from pathlib import Path

import click
import polars as pl

from mjlog.cli.console import ExitCode, Failure, note
from mjlog.cli.inputs import log_options, open_inputs
from mjlog.cli.output import output_options, write_rows
from mjlog.cli.stats import chosen_statistics, needs_events, tell_missing_events, worded_value
from mjlog.dataset import Dataset
from mjlog.stats.contrast import comparable, contrast
from mjlog.stats.engine import Question
from mjlog.stats.metrics import STATISTICS
from mjlog.stats.query import Asked, sums


@click.command()
@log_options
@click.option("--player", "players", multiple=True, metavar="NAME", help="A player; two of them are compared.")
@click.option("--split", type=click.DateTime(["%Y-%m-%d"]), help="Compare games before that day with those from it on.")
@click.option("--metrics", metavar="KEYS", help="Statistics or groups of them, joined by commas, or all.")
@click.option("--everyone", is_flag=True, help="Count seats of programs and of NoName too.")
@output_options
def command(
    *,
    paths: tuple[str, ...],
    from_format: str | None,
    players: tuple[str, ...],
    split: datetime | None,
    metrics: str | None,
    everyone: bool,
    output_format: str,
    output: Path | None,
) -> None:
    """Compare two players, two periods, or two sets of logs.

    A is the first, B the second, the difference B less A with its 95 % interval. ``beyond_chance`` stands where the
    difference is larger than chance, allowing for the number of statistics compared.

    \b
    Examples:
      mjlog compare season --player Aki --player Ben
      mjlog compare season --player Aki --split 2024-01-01
      mjlog compare season2023 season2024
    """
    keys = comparable(chosen_statistics(metrics))
    if not keys:
        raise Failure("luck is held against everybody, by mjlog stats, not against another", ExitCode.USAGE)
    if split is not None and len(players) > 1:
        raise Failure(
            "--split compares one player's periods (or everyone's): give one --player at most", ExitCode.USAGE
        )
    if len(players) > 2:
        raise Failure("two players are compared, not more", ExitCode.USAGE)
    sides = _sides(paths, from_format, players, split, events=needs_events(keys))
    question = Question(keys, by=("n_players",), everyone=everyone)
    counted = []
    for name, dataset, who, condition in sides:
        tell_missing_events(dataset, keys)
        side = Question(keys, ("n_players",), condition, everyone)
        counted.append(sums(dataset, Asked(side, who)))
        if counted[-1].is_empty():
            raise Failure(f"{name}: there is no game to count")
    note(f"A: {sides[0][0]}; B: {sides[1][0]}")
    rows = contrast(counted[0], counted[1], question)
    write_rows(rows, output_format, output, for_people=_readable(rows))


Side = tuple[str, Dataset, tuple[str, ...], pl.Expr | None]


def _sides(
    paths: tuple[str, ...], from_format: str | None, players: tuple[str, ...], split: datetime | None, *, events: bool
) -> tuple[Side, Side]:
    """What is compared: a name, where its games are, whose, and which of them."""
    if split is None and len(players) < 2:
        if len(paths) != 2:
            raise Failure("what is to be compared? two --player, a --split, or two datasets", ExitCode.USAGE)
        one, other = (open_inputs([path], from_format=from_format, events=events) for path in paths)
        return (paths[0], one, players, None), (paths[1], other, players, None)
    dataset = open_inputs(paths, from_format=from_format, events=events)
    if split is None:
        return (players[0], dataset, players[:1], None), (players[1], dataset, players[1:], None)
    begun, day = pl.col("started_at"), split.replace(tzinfo=UTC)
    whose = f"{players[0]}, " if players else ""
    return (
        (f"{whose}before {day:%Y-%m-%d}", dataset, players, begun < day),
        (f"{whose}from {day:%Y-%m-%d} on", dataset, players, begun >= day),
    )


def _readable(rows: pl.DataFrame) -> pl.DataFrame:
    """Values as people write them, each by its statistic's unit."""
    worded = [
        rows.filter(pl.col("metric") == key).with_columns(
            worded_value(column, STATISTICS[key]).cast(pl.String).alias(column)
            for column in ("a", "b", "difference", "low", "high")
        )
        for key in rows["metric"].unique(maintain_order=True)
    ]
    words = pl.concat(worded).sort("n_players", "p", nulls_last=True)
    return words.with_columns(
        pl.col("p").round(4), pl.col("beyond_chance").replace_strict({True: "yes", False: ""}, default="")
    )
