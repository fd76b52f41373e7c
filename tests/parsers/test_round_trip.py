"""A simulated game written in a format and parsed is the same game; in every format it is the same."""

from functools import cache
from importlib.metadata import entry_points

import polars as pl
import pytest

from mjlog.parsing import DOCUMENTS, ENTRY_POINTS, Recorded
from mjlog.tables import RECORDED
from tests.simulator.carried import FORMATS, Format
from tests.simulator.endings import parade
from tests.simulator.expected import Tables, differences, of_frames
from tests.simulator.flavours import Flavour
from tests.simulator.game import simulate
from tests.simulator.model import Game

NATURAL = 3


@cache
def games(flavour: Flavour) -> tuple[Game, ...]:
    """Some games as they come, and some in which every hand is another ending."""
    return (*(simulate(flavour, seed) for seed in range(NATURAL)), *parade(flavour))


def parse(name: str, files: list[tuple[str, bytes]]) -> Recorded:
    """Documents of one batch through a parser, events wanted."""
    (entry,) = entry_points(group=ENTRY_POINTS, name=name)
    rows = {"source": [file for file, _ in files], "member": None, "content": [content for _, content in files]}
    return entry.load().parse(pl.DataFrame(rows, schema=DOCUMENTS), True)


def frames(recorded: Recorded) -> dict[str, pl.DataFrame]:
    """The recorded tables by name."""
    return {table: getattr(recorded, table) for table in RECORDED}


def together(tables: list[Tables]) -> Tables:
    """Rows of several games, table by table."""
    return {table: [row for one in tables for row in one[table]] for table in RECORDED}


CASES = [(form, flavour) for form in FORMATS for flavour in form.flavours]


@pytest.mark.parametrize(("form", "flavour"), CASES, ids=[f"{form.name}, {flavour.name}" for form, flavour in CASES])
def test_a_game_written_and_parsed_is_the_same_game(form: Format, flavour: Flavour) -> None:
    played = games(flavour)
    files = [(form.file_name(game, number), form.write(game)) for number, game in enumerate(played)]
    recorded = parse(form.parser, files)
    assert recorded.errors.to_dicts() == []
    ids = dict(recorded.games.select("source", "game_id").iter_rows())
    want = together([form.expected(game, ids[name]) for game, (name, _) in zip(played, files, strict=True)])
    assert differences(of_frames(frames(recorded)), want, form.unchecked) == []
