"""``mjlog rescore``: results under other rules, beside those recorded."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import click
import polars as pl

from mjlog.cli.console import ExitCode, Failure, note
from mjlog.cli.inputs import input_options, open_inputs
from mjlog.cli.output import output_options, table_text, write_rows, write_text
from mjlog.cli.rule_options import Chosen, chosen_rules, rule_options
from mjlog.dataset import Dataset
from mjlog.executor import cpu_count
from mjlog.parsing import Recorded
from mjlog.report.game import score_text
from mjlog.report.plain import counted
from mjlog.revaluation import COLUMNS as VALUE_COLUMNS
from mjlog.revaluation import differing, revalued
from mjlog.settlement.rescore import COLUMNS, HAND_COLUMNS, added, plan, rescore, totals
from mjlog.stats.names import player_names

_Files = dict[str, list[Path]]
"""Files of some parts, by table."""

_AT_ONCE: Final = 3 << 20
"""Bytes of the files of hands of one slice: some ten thousand games."""

_KEY: Final = ["game_id", "seat"]
_SCORES: Final = ("was_score", "score", "score_change")


@click.command()
@input_options
@rule_options
@click.option(
    "--by",
    type=click.Choice(["game", "player"]),
    default="game",
    help="Standings of every game, or totals of every player; a table for people has both.",
)
@output_options
def command(
    *,
    paths: tuple[str, ...],
    from_format: str | None,
    where: str | None,
    rules: str | None,
    rule: tuple[str, ...],
    by: str,
    output_format: str,
    output: Path | None,
) -> None:
    """Recompute results under other rules.

    The hands are those recorded. What the rules would not have played is left out, what they would have played
    besides is missing, and what they leave open is counted as undetermined.

    \b
    Examples:
      mjlog rescore season --rule uma=30,10,-10,-30 --rule oka=none
      mjlog rescore season --rules mleague --by player
      mjlog rescore logs/*.xml --rules house.toml --format csv
    """
    chosen = chosen_rules(rules, rule)
    if chosen.changes_nothing:
        raise Failure("which rules? --rules NAME, or --rule SWITCH=VALUE", ExitCode.USAGE)
    dataset = open_inputs(paths, from_format=from_format, where=where)
    told: Counter[str] = Counter()
    parts = list(_rescored(dataset, chosen, told))
    for text, count in told.most_common():
        things, _, reason = text.partition(" ")
        note(f"{counted(count, things.removesuffix('s'))} {reason}")
    if told and not any(part.height for part in parts):
        raise Failure("no game is left to rescore", ExitCode.USAGE)
    for_people = output_format in ("table", "markdown")
    if by == "game" and not for_people:
        write_rows(pl.concat(parts), output_format, output)
        return
    players = _players(dataset, parts)
    if by == "player":
        write_rows(players, output_format, output, for_people=_readable(players))
        return
    tables = [table_text(_readable(frame), output_format) for frame in (pl.concat(parts), players)]
    write_text("\n".join(tables), output)


def _rescored(dataset: Dataset, chosen: Chosen, told: Counter[str]) -> Iterator[pl.DataFrame]:
    """The rescored seats of all games, in order; polars and numpy let go of the interpreter, so threads do."""

    def one(files: _Files) -> tuple[pl.DataFrame, Counter[str]]:
        return _rescored_slice(files, chosen)

    with ThreadPoolExecutor(cpu_count()) as threads:
        for rows, notes in threads.map(one, _slices(dataset)):
            told.update(notes)
            yield rows


def _slices(dataset: Dataset) -> Iterator[_Files]:
    """The dataset's files by table, some parts together: many games are cheaper at once, not too many for memory."""
    tables = {table: dataset.files(table) for table in (*COLUMNS, *HAND_COLUMNS)}
    together: list[int] = []
    size = 0
    for part, path in enumerate(tables["hands"]):
        together.append(part)
        size += path.stat().st_size
        if size >= _AT_ONCE or part + 1 == len(tables["hands"]):
            yield {table: [files[number] for number in together] for table, files in tables.items()}
            together, size = [], 0


def _rescored_slice(files: _Files, chosen: Chosen) -> tuple[pl.DataFrame, Counter[str]]:
    """The seats of some parts, and what there is to say of them, by how many it concerns."""
    rules, overrides = chosen
    tables = {table: _read(files[table], columns) for table, columns in COLUMNS.items()}
    planned = plan(tables["games"], tables["standings"], rules, overrides)
    told = Counter({f"games left out: {reason}": count for reason, count in planned.left_out.items()})
    if not planned.settle.is_empty():
        switches = differing(planned.settle, rules, overrides)
        more = VALUE_COLUMNS if switches else {}
        tables |= {table: _read(files[table], columns + more.get(table, [])) for table, columns in HAND_COLUMNS.items()}
        if switches:
            played = Recorded(games=planned.settle, hands=tables["hands"], wins=tables["wins"])
            valued = revalued(played, rules, overrides)
            tables["wins"] = valued.recorded.wins
            if valued.as_recorded:
                told[f"wins valued as recorded: no tiles tell what {', '.join(switches)} changes"] = valued.as_recorded
    return rescore(planned, tables, rules, overrides), +told


def _read(files: list[Path], columns: list[str]) -> pl.DataFrame:
    return pl.concat(pl.read_parquet(path, columns=columns, glob=False) for path in files)


def _players(dataset: Dataset, parts: list[pl.DataFrame]) -> pl.DataFrame:
    """Totals of every player over the whole set."""
    names = player_names(dataset.scan("games"), dataset.scan("players")).collect()
    named = (part.join(names, on=_KEY, how="inner") for part in parts)
    return added([totals(part, ["player"]) for part in named], ["player"])


def _readable(rows: pl.DataFrame) -> pl.DataFrame:
    """Scores and mean ranks as people write them."""
    rows = rows.with_columns(score_text(column) for column in _SCORES)
    means = [name for name in rows.columns if name.endswith("mean_rank")]
    return rows.with_columns(pl.col(name).round(2) for name in means)
