"""``mjlog show``: a game as a player would want to read it."""

from collections.abc import Iterator
from pathlib import Path

import click
import polars as pl

from mjlog.cli.console import Failure, note
from mjlog.cli.inputs import input_options, open_inputs
from mjlog.cli.output import output_options, table_text, write_pages, write_rows
from mjlog.parts import Frames
from mjlog.report import game as reading
from mjlog.report import play
from mjlog.report.plain import plain
from mjlog.tables import seats


@click.command()
@input_options
@click.option("--game", "wanted", metavar="ID", help="Beginning of a game's id, or the end of its file's name.")
@click.option("--tiles", is_flag=True, help="Every hand's tiles too: dealt, drawn, discarded, called.")
@click.option("--limit", type=click.IntRange(min=1), default=5, metavar="N", help="How many games to show at most.")
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
      mjlog show sample_logs/majsoul/record.bin
      mjlog show season --game 2019103023gm
      mjlog show season --game 2019103023gm --format csv
      mjlog show log.xml --tiles
    """
    enough = limit + 1 if wanted is None else None
    dataset = open_inputs(paths, from_format=from_format, where=where, events=tiles, enough=enough)
    games = reading.find_games(dataset, wanted)
    if games.is_empty():
        raise Failure(f"no game begins with {wanted!r}" if wanted else "there is no game in it")
    if games.height > limit:
        note(f"there are more games than the {limit:,} shown (--limit, --game)")
    parts = reading.read(dataset, games.head(limit), events=tiles)
    if output_format in ("table", "markdown"):
        write_pages((page for frames in parts for page in _pages(frames, output_format, tiles=tiles)), output)
    else:
        write_rows(pl.concat(reading.hand_lines(frames) for frames in parts), output_format, output)


def _pages(frames: Frames, output_format: str, *, tiles: bool) -> Iterator[str]:
    """Each game as text: a heading, the hands, the standings, and the tiles where they are asked for."""
    words = frames["players"].sort("seat").group_by("game_id").agg("called")
    names = {game_id: [plain(name) for name in called] for game_id, called in words.rows()}
    lines = _by_game(reading.for_people(reading.hand_lines(frames)))
    standings = _by_game(reading.scores_for_people(reading.standing_lines(frames)))
    told = {table: _by_game(frames[table]) for table in ("hands", "events") if tiles and table in frames}
    for game in frames["games"].to_dicts():
        game_id = game["game_id"]
        page = [
            reading.heading(game),
            "",
            _hands(lines.get(game_id), names[game_id], output_format),
            _standings(standings[game_id], output_format) or _unsettled(game),
        ]
        if tiles:
            of_game = {table: by_game[game_id] for table, by_game in told.items() if game_id in by_game}
            page.append(_tiles(of_game, lines.get(game_id), names[game_id]))
        yield "\n".join(page)


def _by_game(frame: pl.DataFrame) -> dict[str, pl.DataFrame]:
    return {str(key[0]): part for key, part in frame.partition_by("game_id", as_dict=True).items()}


def _hands(lines: pl.DataFrame | None, names: list[str], output_format: str) -> str:
    """The hands of a game as a table, with the players' names over their cells."""
    if lines is None:
        return "the log tells no hands\n"
    fixed = ["hand", "sticks", "result", "who", "yaku", "value"]
    text = table_text(lines[[*fixed, *seats("seat", len(names))]], output_format, [*fixed, *names])
    if not lines["declared"].any():
        return text
    return text + ("\n" if output_format == "markdown" else "") + "R: declared riichi\n"


def _standings(rows: pl.DataFrame, output_format: str) -> str:
    """The standings of a game as a table, without columns that say nothing of it; empty where nothing is left."""
    rare = {"penalties", "side_payments"}
    said = [name for name in rows.columns[1:] if not set(rows[name]) <= ({None, "0.0"} if name in rare else {None})]
    if said == ["name"]:
        return ""
    return table_text(rows[said], output_format, [name.replace("_", " ") for name in said])


def _unsettled(game: dict[str, object]) -> str:
    """Why there are no standings."""
    why = "it is not known by which rules it was played" if game["rules"] is None else "its hands do not tell enough"
    return f"no standings: {why}\n"


def _tiles(game: dict[str, pl.DataFrame], lines: pl.DataFrame | None, names: list[str]) -> str:
    """The tiles of a game; a sentence where there are none."""
    if lines is None or "events" not in game:
        return "the tiles are not known: the log does not tell them, or the dataset was written without --events\n"
    whats = lines.select(pl.format("{}  {}", "result", "who").str.strip_chars_end()).to_series().to_list()
    return play.tile_lines(game["hands"].sort("hand"), game["events"], whats, names)
