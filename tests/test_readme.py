"""What the README shows is what a user gets: its commands are run, its outputs and recipes compared."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
SHOWN = [match.groups() for match in re.finditer(r"```console\n\$ (.+)\n((?:.*\n)*?)```", README)]
RECIPES = re.findall(r"```python\n((?:.*\n)*?)```", README)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample logs in it, converted as the README says."""
    folder = tmp_path_factory.mktemp("desk")
    shutil.copytree(ROOT / "sample_logs", folder / "sample_logs")
    done = shell("mjlog convert sample_logs -o out --quiet", folder)
    assert done.returncode == 0, done.stderr
    return folder


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    inside = command.replace("mjlog ", f'"{sys.executable}" -m mjlog.cli ', 1)
    return subprocess.run(inside, shell=True, cwd=folder, capture_output=True, text=True, check=False, encoding="utf-8")


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_a_command_prints_what_the_readme_shows(command: str, output: str, desk: Path) -> None:
    assert shell(command, desk).stdout.rstrip("\n") == output.rstrip("\n")


@pytest.mark.parametrize("recipe", RECIPES, ids=["polars", "duckdb", "pandas"])
def test_a_reading_recipe_runs(recipe: str, desk: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", recipe], cwd=desk, capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_table_of_formats_is_the_commands_own(desk: Path) -> None:
    shown = re.search(r"<!-- formats -->\n((?:.*\n)*?)<!-- /formats -->", README)
    assert shown is not None
    assert shell("mjlog formats --format markdown", desk).stdout == shown[1]


def test_the_main_command_does_its_job(desk: Path) -> None:
    command = re.search(r"^python3 -m venv .*(mjlog convert .*)$", README, re.MULTILINE)
    assert command is not None
    done = shell(command[1].replace("-o out", "-o again"), desk)
    assert done.returncode == 0, done.stderr
    assert "0 errors, 0 findings" in done.stderr


def test_a_league_under_mleague_rules(desk: Path) -> None:
    command = re.search(r"`(mjlog rescore \S+ --rules mleague --by player)`", README)
    assert command is not None
    printed = shell(command[1], desk).stdout
    assert "Gina" in printed
    assert len(printed.splitlines()) == 12


def test_the_files_that_are_linked_exist() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target
