"""The frame of the command line: help, exit codes, errors in one line, streams."""

import os
import signal
import subprocess
import sys
from importlib import import_module

import click
import pytest
from click.testing import CliRunner

from mjlog.cli import COMMANDS, console, main
from mjlog.cli.console import ExitCode, Failure


def mjlog(*arguments, **options):
    """Run the command in a process of its own, as a person does."""
    command = [sys.executable, "-m", "mjlog", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=False, **options)


def walk(command, path):
    yield path, command
    for name in command.list_commands(None) if isinstance(command, click.Group) else ():
        yield from walk(command.get_command(None, name), f"{path} {name}")


@pytest.fixture(scope="module", name="everything")
def _everything():
    return dict(walk(main, "mjlog"))


def test_every_command_is_what_the_list_says():
    for name, short in COMMANDS.items():
        command = import_module(f"mjlog.cli.{name}").command
        assert isinstance(command, click.Command)
        assert command.help.splitlines()[0].startswith(short.removesuffix("."))


def test_every_command_begins_with_examples_and_every_option_has_help(everything):
    for path, command in everything.items():
        assert "Examples:" in command.help or isinstance(command, click.Group), path
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help, f"{path} {parameter.name}"


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_is_given_for_the_asking(name, flag):
    result = CliRunner().invoke(main, [name, flag])
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: ")


def test_the_help_states_the_exit_codes():
    shown = " ".join(CliRunner().invoke(main, ["-h"]).stdout.split())
    for code in ExitCode:
        assert f"{int(code)} " in shown.split("Exit codes:")[1]


def test_a_bare_command_line_shows_the_help_and_is_a_usage_error():
    done = mjlog()
    assert done.returncode == ExitCode.USAGE
    assert done.stdout == b""
    assert b"convert" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["convrt"], "There is no command 'convrt'. Did you mean 'convert'?"),
        (["convert", "--evnts", "x", "-o", "y"], "Did you mean '--events'?"),
        (["schema", "hand"], "There is no table 'hand'. Did you mean 'hands'?"),
        (["convert", "x"], "Missing option '-o'"),
        (["formats", "--format", "xlsx"], "'csv'"),
    ],
)
def test_a_usage_error_is_one_line_that_names_the_fix(arguments, words):
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == ExitCode.USAGE
    (line,) = result.stderr.splitlines()
    assert line.startswith("mjlog: error: ")
    assert words in line
    assert line.endswith("--help)")


@pytest.mark.parametrize(
    ("problem", "code", "line"),
    [
        (Failure("no such thing"), 4, "mjlog: error: no such thing"),
        (Failure("stopped", ExitCode.INTERRUPTED), 130, "mjlog: error: stopped"),
        (KeyboardInterrupt(), 130, "mjlog: error: interrupted"),
        (PermissionError(13, "Permission denied", "/x"), 4, "mjlog: error: /x: Permission denied"),
        (ZeroDivisionError("division"), 4, "mjlog: error: ZeroDivisionError: division (a fault of mjlog; MJLOG_TR"),
    ],
)
def test_every_exception_ends_in_one_line_and_an_exit_code(problem, code, line, capsys):
    def command():
        raise problem

    with pytest.raises(SystemExit) as left:
        console.run(command)
    assert left.value.code == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(line)
    assert captured.err.count("\n") == 1


def test_a_code_to_remember_holds_unless_something_worse_happens(monkeypatch):
    monkeypatch.setattr(console, "_least", ExitCode.OK)
    console.remember(ExitCode.SOME_FAILED)
    for result, code in ((None, 3), (ExitCode.FINDINGS, 1)):
        with pytest.raises(SystemExit) as left:
            console.run(lambda result=result: result)
        assert left.value.code == code


def test_a_reader_that_goes_away_ends_the_command_quietly():
    command = f"{sys.executable} -m mjlog schema --format ndjson | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1
    assert done.returncode in (0, 141)


def test_text_is_utf8_whatever_the_locale():
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = mjlog("schema", "games", env=environment)
    assert done.returncode == 0
    assert "majsoul, …" in done.stdout.decode("utf-8")


def test_no_colour_goes_into_a_pipe_or_where_it_is_unwanted():
    for environment in ({}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}):
        done = mjlog("convert", "nothing-here", "-o", "x", env={**os.environ, **environment})
        assert done.returncode == ExitCode.CANNOT
        assert done.stderr == b"mjlog: error: nothing-here: no such file or folder\n"


def test_the_command_runs_as_a_module_too():
    assert mjlog("--version").stdout.startswith(b"mjlog ")


@pytest.mark.skipif(sys.platform == "win32", reason="requests to stop are another matter there")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_request_to_stop_clears_away_what_is_temporary(name):
    request_to_stop = getattr(signal, name)
    script = (
        "import atexit, os, time; from mjlog.cli import console;"
        "atexit.register(print, 'cleared', flush=True);"
        f"console.run(lambda: (os.kill(os.getpid(), {int(request_to_stop)}), time.sleep(60)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=50)
    assert (done.returncode, done.stdout, done.stderr) == (128 + request_to_stop, "cleared\n", "")
