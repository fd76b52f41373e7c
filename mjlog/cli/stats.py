"""``mjlog stats``: what players do and what comes of it, counted."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import click
import polars as pl

from mjlog.cli.console import ExitCode, Failure, did_you_mean, note, progress
from mjlog.cli.inputs import log_options, open_inputs
from mjlog.cli.output import output_options, write_rows
from mjlog.dataset import Dataset
from mjlog.stats.engine import GROUPINGS, HAND_ONLY, Question
from mjlog.stats.metrics import STATISTICS
from mjlog.stats.query import Asked, answer
from mjlog.stats.statistic import Statistic, Unit

_NAMED: Final = 5
"""Statistics named in a note before the rest is only counted."""


def list_statistics(ctx: click.Context, _parameter: click.Parameter, value: Any) -> None:
    """Print every definition and leave, whatever else is on the line."""
    if not value or ctx.resilient_parsing:
        return
    rows = [
        {
            "key": each.key,
            "name": each.en,
            "ja": each.ja,
            "group": each.group,
            "unit": str(each.unit),
            "definition": each.definition,
            "needs": "events" if needs_events((each.key,)) else "",
            "source": each.source,
        }
        for each in STATISTICS
    ]
    write_rows(pl.DataFrame(rows), ctx.params.get("output_format", "table"))
    ctx.exit()


def _last_day(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> datetime | None:
    """The moment a day or a month is over."""
    if value is None:
        return None
    for form, longest in (("%Y-%m-%d", 1), ("%Y-%m", 31)):
        with suppress(ValueError):
            over = datetime.strptime(value, form).replace(tzinfo=UTC) + timedelta(days=longest)
            return over if longest == 1 else over.replace(day=1)
    raise click.BadParameter(f"{value!r} is neither a day (2024-03-31) nor a month (2024-03)")


@click.command()
@log_options
@click.option(
    "--list", is_flag=True, is_eager=False, expose_value=False, callback=list_statistics,
    help="Print every statistic with its definition and leave.",
)  # fmt: skip
@click.option("--player", "players", multiple=True, metavar="NAME", help="Only this player (repeatable).")
@click.option("--by", default="player", metavar="COLUMNS", help=f"Group by, joined by commas: {', '.join(GROUPINGS)}.")
@click.option("--metrics", metavar="KEYS", help="Statistics or groups of them, joined by commas, or all.")
@click.option("--min-games", type=click.IntRange(min=0), default=0, help="Leave out groups of fewer games.")
@click.option("--since", type=click.DateTime(["%Y-%m-%d", "%Y-%m"]), help="Only games begun on that day or later, UTC.")
@click.option(
    "--until", metavar="DATE", callback=_last_day, help="Only games begun in that day or month or earlier, UTC."
)
@click.option(
    "--where",
    metavar="CONDITION",
    help="Only rows that meet it, as in SQL: \"room = '鳳南喰赤'\", \"dealer and round_wind = 'S'\".",
)
@click.option("--sort", metavar="KEY", help="Column to sort by, the highest first; with a - before it the lowest.")
@click.option("--top", type=click.IntRange(min=1), help="How many rows at most.")
@click.option("--intervals", is_flag=True, help="With each statistic its n and 95 % interval: KEY_n, _low, _high.")
@click.option("--everyone", is_flag=True, help="Count seats of programs and of NoName too.")
@output_options
def command(
    *,
    paths: tuple[str, ...],
    from_format: str | None,
    players: tuple[str, ...],
    by: str,
    metrics: str | None,
    min_games: int,
    since: datetime | None,
    until: datetime | None,
    where: str | None,
    sort: str | None,
    top: int | None,
    intervals: bool,
    everyone: bool,
    output_format: str,
    output: Path | None,
) -> None:
    """Count what players do: wins, deal-ins, riichi, calls, ranks, scores.

    Three- and four-player games are never mixed. What a log does not tell is empty, never zero.

    \b
    Examples:
      mjlog stats season --min-games 100 --sort win_rate --top 20
      mjlog stats season --player Aki --by player,seat --intervals
      mjlog stats season --by room,month --metrics game,riichi --format csv
      mjlog stats season --by hand_kind --metrics win_rate,avg_win_value
      mjlog stats --list
    """
    keys = chosen_statistics(metrics)
    grouping = chosen_grouping(by)
    hidden = ("games",) if "games" not in keys and not set(grouping) & set(HAND_ONLY) else ()
    condition = _condition(since, until, where)
    asked = Asked(Question((*keys, *hidden), grouping, condition, everyone), players)
    if min_games and not asked.question.of_games:
        raise Failure("--min-games cannot go with a --by or --where of hands: games have none", ExitCode.USAGE)
    dataset = open_inputs(paths, from_format=from_format, events=needs_events(keys, condition))
    tell_missing_events(dataset, keys)
    try:
        with progress(len(dataset.parts), "parts") as bar:
            rows = answer(dataset, asked, intervals=intervals, progress=bar.update)
    except pl.exceptions.PolarsError as problem:
        if where is None:
            raise
        what = str(problem).splitlines()[0]
        raise Failure(f"--where {where!r} does not fit the rows: {what}", ExitCode.USAGE) from None
    rows = _chosen_rows(rows, min_games, sort, top, grouping)
    _tell_missing_players(players, rows)
    rows = rows.drop(hidden)
    write_rows(rows, output_format, output, for_people=for_people(rows))


def needs_events(keys: tuple[str, ...], where: pl.Expr | None = None) -> bool:
    """Whether statistics, or the condition on their rows, need the events."""
    return "events" in Question(keys, where=where).tables


def tell_missing_events(dataset: Dataset, keys: Iterable[str]) -> None:
    """Say which statistics stay empty for want of events."""
    if "events" not in dataset.tables:
        empty = [key for key in keys if needs_events((key,))]
        if empty:
            named = ", ".join(empty[:_NAMED]) + (f" and {len(empty) - _NAMED} more" if len(empty) > _NAMED else "")
            note(f"empty without events: {named}; convert the logs with --events, or give the logs themselves")


def chosen_statistics(metrics: str | None) -> tuple[str, ...]:
    """Keys of the statistics that ``--metrics`` names.

    Raises:
        mjlog.cli.console.Failure: there is no such statistic or group.
    """
    if metrics is None:
        return tuple(each.key for each in STATISTICS if each.default)
    keys: dict[str, None] = {}
    groups = STATISTICS.groups()
    for word in _words(metrics):
        if word in STATISTICS:
            keys[word] = None
        elif word in groups or word == "all":
            keys.update({each.key: None for each in STATISTICS if word in ("all", each.group)})
        else:
            known = [*groups, *(each.key for each in STATISTICS)]
            raise Failure(f"there is no statistic {word!r}.{did_you_mean(word, known)}", ExitCode.USAGE)
    return tuple(keys)


def chosen_grouping(by: str) -> tuple[str, ...]:
    """Columns that ``--by`` names.

    Raises:
        mjlog.cli.console.Failure: there is no such column.
    """
    for word in _words(by):
        if word not in GROUPINGS:
            raise Failure(f"results cannot be grouped by {word!r}.{did_you_mean(word, GROUPINGS)}", ExitCode.USAGE)
    return tuple(dict.fromkeys(_words(by)))


def for_people(rows: pl.DataFrame) -> pl.DataFrame:
    """Values as people write them: ``23.4 %``, whole points, two decimals."""
    shown = {}
    for name in rows.columns:
        key = name.removesuffix("_low").removesuffix("_high")
        if key in STATISTICS and rows[name].dtype.is_float():
            shown[name] = worded_value(name, STATISTICS[key])
    return rows.with_columns(**shown)


def worded_value(column: str, statistic: Statistic) -> pl.Expr:
    """One value as people write it, by the statistic's unit."""
    value = pl.col(column)
    match statistic.unit:
        case Unit.RATIO:
            return pl.format("{} %", (value * 100).round(1))
        case Unit.POINTS | Unit.COUNT:
            return value.round(0).cast(pl.Int64)
        case _:
            return value.round(2)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _condition(since: datetime | None, until: datetime | None, where: str | None) -> pl.Expr | None:
    """What a row must meet to count."""
    begun = pl.col("started_at")
    conditions = []
    if since is not None:
        conditions.append(begun >= since.replace(tzinfo=UTC))
    if until is not None:
        conditions.append(begun < until)
    if where is not None:
        try:
            conditions.append(pl.sql_expr(where))
        except pl.exceptions.PolarsError as problem:
            raise Failure(f"--where {where!r} is no condition: {problem}", ExitCode.USAGE) from None
    return pl.all_horizontal(conditions) if conditions else None


def _chosen_rows(
    rows: pl.DataFrame, min_games: int, sort: str | None, top: int | None, grouping: Iterable[str]
) -> pl.DataFrame:
    """Rows with enough games, in the order asked for."""
    if min_games:
        rows = rows.filter(pl.col("games") >= min_games)
    column = (sort or "").removeprefix("-")
    if column and column not in rows.columns:
        raise Failure(f"there is no column {column!r} to sort by.{did_you_mean(column, rows.columns)}", ExitCode.USAGE)
    if column:
        rows = rows.sort(column, *grouping, descending=[not (sort or "").startswith("-"), *(False for _ in grouping)],
                         nulls_last=True)  # fmt: skip
    elif "games" in rows.columns and tuple(grouping) == ("player",):
        rows = rows.sort("games", "player", descending=[True, False], nulls_last=True)
    else:
        rows = rows.sort(list(grouping), nulls_last=True)
    return rows if top is None else rows.head(top)


def _tell_missing_players(players: Iterable[str], rows: pl.DataFrame) -> None:
    if "player" in rows.columns:
        found = set(rows["player"])
        for name in players:
            if not any(label == name or label.startswith((f"{name} (", f"{name} #")) for label in found):
                note(f"no game of {name!r}{did_you_mean(name, found)}")
