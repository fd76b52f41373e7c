import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from mjlog.cli import console, inputs, main
from mjlog.cli.console import ExitCode, Failure
from mjlog.dataset import Dataset
from tests.test_conversion import SHEETS, sheets

RUN = """
from mjlog.ingest import planning
planning.SMALLEST, planning.LARGEST = 50_000, 60_000
from mjlog.cli import main
if __name__ == "__main__":
    main()
"""


@pytest.fixture(autouse=True)
def _apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(console, "_least", ExitCode.OK)


def mjlog(*arguments, **options):
    return CliRunner().invoke(main, list(map(str, arguments)), **options)


def test_the_last_line_says_what_was_done_and_what_to_do_next():
    result = mjlog("convert", SHEETS, "-o", "out")
    assert result.exit_code == ExitCode.OK
    assert result.stdout == ""
    line = result.stderr.splitlines()[-1]
    assert line.startswith("8 files, 8 games, ")
    assert " hands, 0 errors, " in line
    assert line.endswith(("-> out; next: mjlog stats out", "-> out; next: mjlog audit out"))
    again = mjlog("convert", SHEETS, "-o", "out", "-q").stderr
    assert again.startswith("0 files (8 read before), 0 games")
    assert again.count("\n") == 1


def test_inputs_that_fail_are_told_by_kind_and_make_exit_code_3():
    sheets(Path("logs"), 3)
    for number in range(5):
        Path(f"logs/bad{number}.json").write_bytes(b"")
    Path("logs/page.html").write_bytes(b"<html>")
    result = mjlog("convert", "logs", "-o", "out")
    assert result.exit_code == ExitCode.SOME_FAILED
    assert "mjlog: error: logs/bad0.json: the file is empty (and 4 more: empty)" in result.stderr
    assert "(html-page)" in result.stderr
    assert "9 files, 3 games" in result.stderr
    assert "6 errors" in result.stderr


def test_what_to_do_next_is_something_that_can_be_done():
    Path("bad").mkdir()
    Path("bad/a b.json").write_bytes(b"{}")
    Path("bad/dataset.json").write_bytes(b"{}")
    assert mjlog("convert", "bad", "-o", "out").stderr.endswith("-> out; next: mjlog inspect 'bad/a b.json'\n")
    assert mjlog("convert", "bad", "-o", "out").stderr.endswith("-> out\n")
    assert "; next: mjlog stats out" in mjlog("convert", "bad", SHEETS, "-o", "out").stderr
    assert "; next: mjlog stats out" in mjlog("convert", SHEETS, "-o", "out").stderr


def test_another_game_under_the_same_id_is_a_failure():
    sheets(Path("logs"), 2)
    other = Path("logs/00001.json").read_text("utf-8").replace("game-00001", "game-00000")
    Path("logs/00001.json").write_text(other, "utf-8")
    result = mjlog("convert", "logs", "-o", "out")
    assert result.exit_code == ExitCode.SOME_FAILED
    assert "mjlog: error: logs/00001.json: another game" in result.stderr
    assert "logs/00000.json" in result.stderr
    assert ", 1 game, " in result.stderr
    assert " 1 error," in result.stderr


def test_games_met_twice_are_told_and_are_no_failure():
    sheets(Path("logs"), 3)
    sheets(Path("more"), 3)
    result = mjlog("convert", "logs", "more", "-o", "out")
    assert result.exit_code == ExitCode.OK
    assert "more/00000.json: the same game was read from logs/00000.json, which is kept (and 2 more" in result.stderr


def test_an_output_folder_within_the_input_is_never_read():
    sheets(Path("logs"), 3)
    for count in (3, 0):
        result = mjlog("convert", "logs", "-o", "logs/out")
        assert result.exit_code == ExitCode.OK
        assert "logs/out: a dataset that mjlog wrote is no input" in result.stderr
        assert f"{count} games, " in result.stderr
    assert Dataset("logs/out").scan("errors").collect().is_empty()
    audited = mjlog("audit", "logs")
    assert audited.exit_code == ExitCode.OK
    assert audited.stderr.startswith("logs/out: a dataset that mjlog wrote is no input")


def test_ctrl_c_says_how_to_go_on_and_the_same_command_does():
    sheets(Path("logs"), 300)
    Path("run.py").write_text(RUN)
    process = subprocess.Popen(
        [sys.executable, "run.py", "convert", "logs", "-o", "out", "--workers", "2"],
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and not list(Path().glob("out/manifest/*")):
        time.sleep(0.002)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == ExitCode.INTERRUPTED
    assert errors.endswith("interrupted; what is finished is in out, and the same command goes on from there\n")
    assert "Traceback" not in errors
    left = mjlog("convert", "logs", "-o", "out", "-q").stderr
    assert "read before" in left
    assert Dataset("out").scan("games").collect().height == 300


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["nothing", "-o", "out"], ExitCode.CANNOT, "nothing: no such file or folder"),
        ([SHEETS, "-o", "out", "--from", "tenhou"], ExitCode.USAGE, "There is no format 'tenhou'. Did you mean"),
        ([SHEETS, "-o", "out", "--rules", "tenhuo"], ExitCode.USAGE, "tenhou"),
        ([SHEETS, "-o", "file"], ExitCode.CANNOT, "file is a file"),
        ([SHEETS, "-o", "file/out"], ExitCode.CANNOT, ""),
        ([SHEETS, "-o", "full"], ExitCode.CANNOT, "did not write"),
    ],
)
def test_what_cannot_be_done_is_one_line(arguments, code, words):
    Path("file").write_text("x")
    Path("full").mkdir()
    Path("full/x").write_text("x")
    result = mjlog("convert", *arguments)
    assert result.exit_code == code
    (line,) = result.stderr.splitlines()
    assert line.startswith("mjlog: error: ")
    assert words in line


def test_every_option_reaches_the_conversion():
    result = mjlog("convert", SHEETS, "-o", "out", "--events", "--rules", "mleague", "--rule", "uma=20,10,-10,-20")
    assert result.exit_code in (ExitCode.OK, ExitCode.SOME_FAILED)
    settings = Dataset("out").settings
    assert settings.events
    assert settings.rules.startswith("mleague")
    assert "uma" in settings.rules


def test_a_dataset_is_opened_as_it_is():
    mjlog("convert", SHEETS, "-o", "out")
    assert inputs.open_inputs(["out"]).path == Path("out")


def test_a_dataset_says_which_options_for_logs_it_does_not_heed(capsys):
    mjlog("convert", SHEETS, "-o", "out")
    inputs.open_inputs(["out"])
    assert capsys.readouterr().err == ""
    inputs.open_inputs(["out"], where="1", from_format="mjai")
    assert capsys.readouterr().err.splitlines() == [
        f"{option} is for logs: out is a dataset and is read whole, as it is" for option in ("--where", "--from")
    ]


def test_logs_are_converted_into_a_dataset_that_goes_with_the_process(monkeypatch):
    removals = []
    monkeypatch.setattr("atexit.register", lambda function, *rest, **more: removals.append((function, rest, more)))
    Path("bad.json").write_text("{}")
    dataset = inputs.open_inputs([str(SHEETS), "bad.json"], quiet=True)
    assert dataset.scan("games").collect().height == 8
    assert console._least == ExitCode.SOME_FAILED
    for function, rest, more in removals:
        function(*rest, **more)
    assert not dataset.path.exists()


def test_a_command_that_settles_itself_need_not_wait_for_it():
    dataset = inputs.open_inputs([str(SHEETS)], settled=False, quiet=True)
    assert dataset.scan("hands").collect().height > 8
    assert dataset.scan("standings").collect().is_empty()


def test_a_dataset_among_logs_and_logs_without_a_game_are_failures():
    mjlog("convert", SHEETS, "-o", "out")
    with pytest.raises(Failure, match="out is a dataset: give it alone"):
        inputs.open_inputs(["out", str(SHEETS)])
    Path("bad.json").write_text("{}")
    with pytest.raises(Failure, match="no game could be read"):
        inputs.open_inputs(["bad.json"], quiet=True)


def test_an_executor_that_is_not_there_leaves_no_folder(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = mjlog("convert", SHEETS, "-o", "out", "--executor", "dask")
    assert result.exit_code == ExitCode.CANNOT
    assert "Dask is not installed" in result.stderr
    assert not Path("out").exists()


def test_formats_lists_what_is_installed():
    rows = json.loads(mjlog("formats", "--format", "json").stdout)
    assert {"tenhou-xml", "tenhou-json", "majsoul", "mjai", "tenhou-list", "hands-json"} <= {
        row["format"] for row in rows
    }


def test_schema_prints_every_column_for_programs_and_seats_together_for_people():
    everything = pl.read_ndjson(mjlog("schema", "--format", "ndjson").stdout_bytes)
    assert {"table", "column", "type", "unit", "null", "meaning", "words"} == set(everything.columns)
    hands = everything.filter(table="hands")
    assert hands.filter(column="start_3")["unit"].item() == "points"
    assert "ron" in hands.filter(column="result")["words"].item()
    people = mjlog("schema", "hands")
    assert "start_0 … _3" in people.stdout
    assert people.stderr == "hands: One row a hand (kyoku).\n"


def test_inspect_explains_a_good_file_and_a_bad_one():
    good = mjlog("inspect", SHEETS / "evening-1-table-1.json")
    assert good.exit_code == ExitCode.OK
    assert "format   hands-json" in good.stdout
    assert "1 game" in good.stdout
    Path("bad").write_bytes(b"<html><title>503</title>")
    bad = mjlog("inspect", "bad")
    assert bad.exit_code == ExitCode.SOME_FAILED
    assert "format   none that is known" in bad.stdout
    assert "this is a web page titled '503'" in bad.stdout


def test_inspect_gives_rows_to_programs():
    rows = json.loads(mjlog("inspect", SHEETS, "--limit", 3, "--format", "json").stdout)
    assert len(rows) == 3
    assert {row["format"] for row in rows} == {"hands-json"}
    assert all(row["games"] == 1 and row["errors"] == [] for row in rows)
