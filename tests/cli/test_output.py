import errno
import io
import json
import os
import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import click
import polars as pl
import pytest
from click.testing import CliRunner

from mjlog.cli.output import FORMATS, _grid, output_options, write_rows
from mjlog.tables import TILE

ROWS = pl.DataFrame(
    {
        "player": ["ｱｻﾋﾟﾝ", "中村さん", "bob", None],
        "games": [1204, 7, 33, 0],
        "rate": [0.25, None, 1 / 3, 1.0],
        "when": [datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC)] * 4,
        "tiles": [["1m", "0p"], [], None, ["7z"]],
    },
    schema_overrides={"tiles": pl.List(TILE)},
)


def shown(output_format, frame=ROWS, **options):
    """What is written to standard output, read back as bytes."""

    @click.command()
    def command():
        write_rows(frame, output_format, **options)

    result = CliRunner().invoke(command, standalone_mode=False)
    assert result.exception is None, result.exception
    return result.stdout_bytes


def test_a_table_counts_terminal_cells():
    lines = shown("table").decode().splitlines()
    assert lines[0].startswith("player    games")
    assert lines[2].startswith("ｱｻﾋﾟﾝ      1204")
    assert lines[3].startswith("中村さん      7")
    assert len(lines) == 6


def test_machine_formats_lose_nothing_and_are_keyed_by_column():
    rows = json.loads(shown("json"))
    assert rows == [json.loads(line) for line in shown("ndjson").splitlines()]
    assert rows[0] == {
        "player": "ｱｻﾋﾟﾝ",
        "games": 1204,
        "rate": 0.25,
        "when": "2020-01-02T03:04:05Z",
        "tiles": ["1m", "0p"],
    }
    assert rows[2]["rate"] == 1 / 3
    assert rows[1]["tiles"] == []
    assert rows[2]["tiles"] is None


def test_csv_has_a_header_and_lists_as_words():
    frame = pl.read_csv(io.BytesIO(shown("csv")))
    assert frame.columns == ROWS.columns
    assert frame["tiles"][0] == "1m 0p"
    assert frame["rate"][2] == 1 / 3


def test_parquet_gives_the_frame_back():
    assert pl.read_parquet(io.BytesIO(shown("parquet"))).equals(ROWS)


def test_markdown_is_a_table_and_bars_are_escaped():
    text = shown("markdown", pl.DataFrame({"name": ["a|b\nc"], "games": [3]})).decode()
    assert text.splitlines() == ["| name   | games |", "| ------ | ----: |", "| a\\|b c |     3 |"]


def test_people_may_get_other_words_than_programs():
    people = pl.DataFrame({"rate": ["25.0 %"]})
    frame = pl.DataFrame({"rate": [0.25]})
    assert b"25.0 %" in shown("table", frame, for_people=people)
    assert json.loads(shown("json", frame, for_people=people)) == [{"rate": 0.25}]


@pytest.mark.parametrize("output_format", FORMATS)
def test_no_rows_are_still_well_formed(output_format):
    data = shown(output_format, ROWS.clear())
    match output_format:
        case "json":
            assert json.loads(data) == []
        case "ndjson":
            assert data == b""
        case "parquet":
            assert pl.read_parquet(io.BytesIO(data)).is_empty()
        case _:
            assert b"player" in data


@pytest.mark.parametrize("output_format", FORMATS)
def test_a_file_is_written_whole(tmp_path, output_format):
    path = tmp_path / "rows"
    assert shown(output_format, output=path) == b""
    assert path.read_bytes() == shown(output_format)
    assert [each.name for each in tmp_path.iterdir()] == ["rows"]


def test_a_link_stays_one_and_its_target_is_written(tmp_path):
    target, link, dangling = tmp_path / "far" / "rows.csv", tmp_path / "link.csv", tmp_path / "new.csv"
    target.parent.mkdir()
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    dangling.symlink_to("far/made.csv")
    shown("csv", output=link)
    shown("csv", output=dangling)
    assert link.is_symlink()
    assert dangling.is_symlink()
    assert target.read_bytes() == (target.parent / "made.csv").read_bytes() == shown("csv")
    assert target.stat().st_mode & 0o777 == 0o640
    assert sorted(each.name for each in target.parent.iterdir()) == ["made.csv", "rows.csv"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_stays_one_and_is_written_into(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    shown("parquet", output=pipe)
    reader.join(10)
    assert read == [shown("parquet")]
    assert pipe.is_fifo()
    assert [each.name for each in tmp_path.iterdir()] == ["pipe"]


def test_the_file_that_standard_output_goes_to_is_added_to(tmp_path):
    path = tmp_path / "all"
    path.write_text("before\n")
    with path.open("a") as file:
        command = [sys.executable, "-m", "mjlog.cli", "schema", "errors", "--format", "csv", "-o", str(path)]
        assert subprocess.run(command, stdout=file, check=False).returncode == 0
    assert path.read_text().startswith("before\ntable,column,")
    assert [each.name for each in tmp_path.iterdir()] == ["all"]


def test_what_cannot_be_written_names_the_file_and_leaves_nothing(tmp_path, monkeypatch):
    with pytest.raises(OSError, match="nowhere/rows"):
        write_rows(ROWS, "csv", tmp_path / "nowhere" / "rows")
    path = tmp_path / "rows"
    path.write_text("old")

    def full(self, data):
        with self.open("wb") as file:
            file.write(data[:10])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match=str(path)):
        write_rows(ROWS, "csv", path)
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["rows"]


def test_a_table_too_wide_for_the_terminal_is_cut_in_its_widest_text():
    frame = pl.DataFrame({"n": [123456], "text": ["中" * 40], "word": ["short"]})
    lines = _grid(frame, markdown=False, width=40).splitlines()
    assert max(map(len, lines)) <= 40
    assert "123456" in lines[2]
    assert "…" in lines[2]
    assert "short" in lines[2]


def test_control_characters_do_not_disturb_a_table():
    text = shown("table", pl.DataFrame({"name": ["a\r\nb\x1b[31mc", "d"]})).decode()
    assert len(text.splitlines()) == 4
    assert "\x1b" not in text


def test_the_options_offer_every_format():
    @click.command()
    @output_options
    def command(output_format, output):
        click.echo(f"{output_format} {output}")

    assert CliRunner().invoke(command, []).stdout == "table None\n"
    for each in FORMATS:
        assert CliRunner().invoke(command, ["--format", each]).exit_code == 0
