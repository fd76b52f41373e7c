"""A simulated game written in a format and parsed is the same game; in every format it is the same."""

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from mjlog.parsing import DOCUMENTS, ENTRY_POINTS, Recorded
from mjlog.rules import load
from mjlog.settlement import settle
from mjlog.tables import RECORDED, seats
from tests.simulator import majsoul, mjai, sheets, tenhou_json, tenhou_list
from tests.simulator.carried import FORMATS, Format
from tests.simulator.endings import parade
from tests.simulator.expected import Tables, differences, of_frames
from tests.simulator.flavours import (
    MAJSOUL,
    MAJSOUL_3P,
    MAJSOUL_FRIENDS,
    MAJSOUL_TOURNAMENT,
    TENHOU,
    TENHOU_3P,
    TENHOU_2010,
    TENHOU_EAST,
    Flavour,
)
from tests.simulator.game import simulate
from tests.simulator.model import Game
from tests.simulator.sitting import sitting
from tests.simulator.tenhou_xml import write_xml

NATURAL = 2
SOME = 6


@cache
def games(flavour: Flavour) -> tuple[Game, ...]:
    """Some games as they come, and some in which every hand is another ending."""
    return (*(simulate(flavour, seed) for seed in range(NATURAL)), *parade(flavour))


def games_for(form: Format, flavour: Flavour) -> tuple[Game, ...]:
    """The games a shape is tried with: all of them where they are few or it stands for its format, else every sixth."""
    every = games(flavour)
    return every if len(every) <= SOME or (form.every_ending and flavour is form.flavours[0]) else every[::SOME]


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
    played = games_for(form, flavour)
    files = [(form.file_name(game, number), form.write(game)) for number, game in enumerate(played)]
    recorded = parse(form.parser, files)
    assert recorded.errors.to_dicts() == []
    ids = dict(recorded.games.select("source", "game_id").iter_rows())
    want = together([form.expected(game, ids[name]) for game, (name, _) in zip(played, files, strict=True)])
    assert differences(of_frames(frames(recorded)), want, form.unchecked) == []


def sheet(game: Game) -> bytes:
    """The game as a score sheet."""
    return sheets.write_sheet(sheets.sheet(game, f"{game.seed}{game.label}")).encode()


def gimite(game: Game) -> bytes:
    """The game as mjai events of the dialect that says most."""
    return mjai.write_mjai(game, "gimite").encode()


WRITERS: dict[str, dict[str, Callable[[Game], bytes]]] = {
    "tenhou": {
        "tenhou-xml": lambda game: write_xml(game).encode(),
        "tenhou-json": lambda game: tenhou_json.write_json(game).encode(),
        "mjai": gimite,
        "hands-json": sheet,
    },
    "majsoul": {
        "majsoul": majsoul.response,
        "tenhou-json": lambda game: tenhou_json.write_json(game, tenhou_json.Shape("exporter")).encode(),
        "mjai": gimite,
        "hands-json": sheet,
    },
}


def settled(name: str, files: list[tuple[str, bytes]], rules: str) -> dict[str, pl.DataFrame]:
    """The games of some files, settled under a rule set; games are told apart by their file.

    What follows a hand is left out: who was tenpai at a nagashi mangan, and so whether the dealer stays, is not said
    in every format.
    """
    recorded = parse(name, files)
    assert recorded.errors.is_empty()
    order = pl.DataFrame({"source": [file for file, _ in files]}).with_row_index("game")
    games = recorded.games.join(order, on="source").select("game_id", "game")
    result = settle(recorded, load(rules))
    wins = recorded.wins.select("game_id", "hand", "win", "winner", "loser").sort("game_id", "hand", "win")
    tables = {"flows": result.flows, "standings": result.standings, "hands": result.hands, "wins": wins}
    out = {}
    for table, frame in tables.items():
        told = frame.join(games, on="game_id").drop("game_id")
        out[table] = told.select(sorted(name for name in told.columns if not name.startswith("next_"))).sort(pl.all())
    return out


@pytest.mark.parametrize("flavour", [TENHOU, TENHOU_3P, MAJSOUL, MAJSOUL_3P], ids=lambda flavour: flavour.name)
def test_the_same_game_in_every_format_is_settled_alike(flavour: Flavour) -> None:
    played = games(flavour)
    results = {
        name: settled(name, [(f"game-{number}", write(game)) for number, game in enumerate(played)], flavour.rules)
        for name, write in WRITERS[flavour.platform].items()
    }
    first, *others = results
    for other in others:
        for table, frame in results[first].items():
            assert_frame_equal(results[other][table], frame, check_column_order=False)


@pytest.mark.parametrize("flavour", [TENHOU, TENHOU_3P, MAJSOUL, MAJSOUL_3P], ids=lambda flavour: flavour.name)
def test_settlement_gives_what_the_simulator_paid(flavour: Flavour) -> None:
    played = games(flavour)
    for name, write in WRITERS[flavour.platform].items():
        files = [(f"game-{number}", write(game)) for number, game in enumerate(played)]
        result = settled(name, files, flavour.rules)
        ends = result["hands"].sort("game", "hand").select(seats("end", flavour.n_players)).rows()
        assert ends == [tuple(hand.end) for game in played for hand in game.hands], name
        standings = result["standings"].sort("game", "seat").select("points", "score", "rank").rows()
        assert standings == [
            (game.points[seat], game.scores[seat], game.ranks[seat]) for game in played for seat in range(game.n)
        ], name


@pytest.mark.parametrize("flavour", [MAJSOUL_TOURNAMENT, MAJSOUL_FRIENDS], ids=lambda flavour: flavour.name)
@pytest.mark.parametrize(
    "write", [majsoul.response, lambda game: majsoul.write_json(game).encode()], ids=["record", "json"]
)
def test_a_room_with_rules_of_its_own_settles_by_what_its_record_says_of_them(
    flavour: Flavour, write: Callable[[Game], bytes]
) -> None:
    played = games(flavour)
    recorded = parse("majsoul", [(f"game-{number:02d}", write(game)) for number, game in enumerate(played)])
    assert recorded.errors.is_empty()
    order = recorded.games.select("game_id", "source").sort("source").with_row_index("game").drop("source")
    standings = settle(recorded).standings.join(order, on="game_id").sort("game", "seat")
    assert standings.select("points", "score", "rank").rows() == [
        (game.points[seat], game.scores[seat], game.ranks[seat]) for game in played for seat in range(game.n)
    ]
    ends = settle(recorded).hands.join(order, on="game_id").sort("game", "hand").select(seats("end")).rows()
    assert ends == [tuple(hand.end) for game in played for hand in game.hands]


@pytest.mark.parametrize("kind", ["sca", "scb", "scc", "scd", "sce", "scf"])
def test_a_list_gives_back_the_games_it_lists(kind: str) -> None:
    played = [game for flavour in (TENHOU_EAST, TENHOU_3P, TENHOU_2010) for game in games(flavour)[:NATURAL]]
    day = "20240301"
    recorded = parse("tenhou-list", [(f"{kind}{day}.log", tenhou_list.write_list(played, kind).encode())])
    assert recorded.errors.is_empty()
    assert recorded.hands.is_empty()
    assert recorded.games["n_players"].to_list() == [game.n for game in played]
    if kind in tenhou_list.WITH_LINK:
        assert recorded.games["game_id"].to_list() == [sitting(game).log_id for game in played]
    rows = recorded.players.join(recorded.games.select("game_id").with_row_index("game"), on="game_id")
    got = {(row["game"], row["name"]): (row["recorded_score"], row["recorded_rank"]) for row in rows.to_dicts()}
    assert got == {
        (number, game.names[seat]): (game.scores[seat], game.ranks[seat])
        for number, game in enumerate(played)
        for seat in range(game.n)
    }
    if kind in tenhou_list.WITH_CHIPS:
        by_rank = rows.sort("game", "recorded_rank").group_by("game", maintain_order=True).agg("chips")["chips"]
        assert by_rank.to_list() == [
            [tenhou_list.chips(game)[game.ranks.index(rank)] for rank in range(1, game.n + 1)] for game in played
        ]
