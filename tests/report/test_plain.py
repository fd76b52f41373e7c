"""Text that could disturb a terminal or a chart, and what is made of it."""

import json
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from mjlog.cli import console, main
from mjlog.cli.output import write_rows
from mjlog.report.plain import counted, plain, plain_column, plain_page, plain_values

RAW = [chr(code) for code in range(0x3000)] + ["\ufdd0", "\ufeff", "\ufffe", "\uffff", " \r\n ", "\x1b[31m", "中\t村"]
NAMES = ["\x1b[31mred", "two\nlines", "\u202eturned", "\ufffe\x00"]


def test_plain_text_is_one_line_that_steers_nothing() -> None:
    assert [plain(text) for text in ("a \r\n b", "a\tb", "\x1b[31mred\x07", "\u202eabc", "ｱｻﾋﾟﾝ 👩‍👧")] == [
        "a b",
        "a b",
        "[31mred",
        "abc",
        "ｱｻﾋﾟﾝ 👩‍👧",
    ]
    assert all(len(plain(text).splitlines()) <= 1 for text in RAW)


def test_a_column_is_made_plain_as_a_text_is() -> None:
    column = pl.DataFrame({"text": RAW}).select(plain_column(pl.col("text")))["text"]
    assert column.to_list() == [plain(text) for text in RAW]


def test_pages_keep_their_lines_and_charts_their_shape() -> None:
    assert plain_page("a\x1b[0m\n\tb\r\n") == "a[0m\n\tb\n"
    chart = {"a\x07": ["b\x00", {"c": 1, "d": None}], "e": 0.5}
    assert plain_values(chart) == {"a": ["b", {"c": 1, "d": None}], "e": 0.5}


def test_one_thing_is_counted_in_the_singular() -> None:
    assert [counted(0, "game"), counted(1, "game"), counted(2879, "game"), counted(2, "loss", "losses")] == [
        "0 games",
        "1 game",
        "2,879 games",
        "2 losses",
    ]


def test_notes_and_errors_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    console.note("a\x1b[2J")
    console.warn("b\nc")
    console.error("d\x1b]0;title\x07\ne")
    assert capsys.readouterr().err == "a[2J\nmjlog: warning: b c\nmjlog: error: d]0;title e\n"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A game of players with such names, in a file of its own."""
    path = tmp_path / "sheet.json"
    hands = [{"result": "ron", "wins": [{"winner": 1, "loser": 0, "han": 3, "fu": 30, "yaku": ["\x1b]own\nyaku"]}]}]
    game = {
        "format": "mjlog-hands/1",
        "game_id": "id\x1b[7m\nof a game",
        "rules": "mleague",
        "players": NAMES,
        "start": [25000] * 4,
        "hands": hands,
    }
    path.write_text(json.dumps(game), "utf-8")
    return path


@pytest.mark.parametrize("output_format", ["table", "markdown"])
def test_headings_ids_and_names_of_a_game_are_shown_plain(sheet: Path, output_format: str) -> None:
    shown = CliRunner().invoke(main, ["show", str(sheet), "--format", output_format]).stdout
    lines = shown.splitlines()
    assert lines[0].startswith("id[7m of a game")
    assert lines[1] == str(sheet)
    assert not set(shown) & set("\x1b\x00\u202e\ufffe")
    heading = next(line for line in lines if "two lines" in line)
    assert "[31mred" in heading
    assert "seat 3" in heading


@pytest.mark.parametrize("output_format", ["csv", "json", "ndjson"])
def test_data_formats_keep_names_to_the_byte(sheet: Path, output_format: str) -> None:
    names = pl.DataFrame({"name": [*NAMES, "a\u2028b\x85c"]})
    written = sheet.with_name("names")
    write_rows(names, output_format, written)
    text = written.read_bytes().decode()
    match output_format:
        case "csv":
            kept = pl.read_csv(written)["name"].to_list()
        case "json":
            kept = [row["name"] for row in json.loads(text)]
        case _:
            kept = [json.loads(line)["name"] for line in text.rstrip("\n").split("\n")]
    assert kept == names["name"].to_list()


def test_a_report_is_drawn_whatever_players_are_called(sheet: Path) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    page = sheet.with_name("report.html")
    command = [sys.executable, "-m", "mjlog.cli", "report", str(sheet), "-o", str(page), "--title", "a\x1bb"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert not set(page.read_text("utf-8")) & set("\x1b\u202e\ufffe")
    assert "two lines" in page.read_text("utf-8")
