"""``mjlog show``: a game as a player would want to read it."""

from pathlib import Path

import click
import polars as pl

from mjlog.cli.console import Failure, note
from mjlog.cli.inputs import input_options, open_inputs
from mjlog.cli.output import output_options, table_text, write_rows, write_text
from mjlog.dataset import Dataset
from mjlog.report import game as reading
from mjlog.report import play


@click.command()
@input_options
@click.option("--game", "wanted", metavar="ID", help="Beginning of a game's id, or the end of its file's name.")
@click.option("--tiles", is_flag=True, help="Every hand's tiles too: dealt, drawn, discarded, called.")
@click.option("--limit", default=5, show_default=True, help="How many games to show at most.")
@output_options
def command(
    *,
    paths: tuple[str, ...],
    from_format: str | None,
    where: str | None,
    wanted: str | None,
    tiles: bool,
    limit: int,
    output_format: str,
    output: Path | None,
) -> None:
    """Print a game as a player would read it: a line a hand, then the standings.

    \b
    Examples:
      mjlog show sample_logs/tenhou_xml/pao_ron.xml
      mjlog show season --game 2019103023gm
      mjlog show season --game 2019103023gm --format csv
      mjlog show log.xml --tiles
    """
    dataset = open_inputs(paths, from_format=from_format, where=where, events=tiles, quiet=True)
    games = reading.find_games(dataset, wanted)
    if games.is_empty():
        raise Failure(f"no game begins with {wanted!r}" if wanted else "there is no game in it")
    if games.height > limit:
        note(f"{games.height} games; the first {limit} are shown (--limit, --game)")
    shown = games.head(limit)
    if output_format in ("table", "markdown"):
        write_text("\n".join(_page(dataset, row, output_format, tiles=tiles) for row in shown.to_dicts()), output)
    else:
        rows = [
            reading.hand_lines(dataset, game_id).insert_column(0, pl.lit(game_id).alias("game_id"))
            for game_id in shown["game_id"]
        ]
        write_rows(pl.concat(rows, how="diagonal"), output_format, output)


def _page(dataset: Dataset, game: dict[str, object], output_format: str, *, tiles: bool) -> str:
    """One game as text: a heading, the hands, the standings, and the tiles where they are asked for."""
    game_id = str(game["game_id"])
    standings = reading.standing_lines(dataset, game_id)
    names = reading.seat_names(standings)
    hands = reading.for_people(reading.hand_lines(dataset, game_id), names)
    scores = ["score", "oka", "uma", "penalties", "side_payments", "recorded_score"]
    ends = standings.with_columns(reading.score_text(column) for column in scores)
    return "\n".join(
        [
            reading.heading(game),
            "",
            table_text(hands, output_format),
            table_text(ends.drop("seat", "base"), output_format),
            *([play.tile_lines(dataset, game_id, names) or "this dataset has no events"] if tiles else []),
        ]
    )
