"""What is installed is what is meant."""

from importlib.metadata import entry_points, metadata, requires
from importlib.resources import files
from pathlib import Path

import mjlog


def test_the_version_is_stated_once():
    assert metadata("mjlog")["Version"] == mjlog.__version__


def test_both_packages_say_that_they_are_typed():
    assert files("mjlog").joinpath("py.typed").is_file()
    assert files("parsers").joinpath("py.typed").is_file()


def test_the_command_is_installed():
    (command,) = entry_points(group="console_scripts", name="mjlog")
    assert command.value == "mjlog.cli:main"


def test_every_parser_of_the_project_is_registered():
    modules = {path.stem for path in Path(str(files("parsers"))).glob("[a-z]*.py")}
    registered = {entry.module.removeprefix("parsers.") for entry in entry_points(group="mjlog.parsers")}
    assert modules <= registered


def test_every_dependency_says_why_it_is_there():
    pyproject = Path(__file__).parents[1] / "pyproject.toml"
    listed = pyproject.read_text("utf-8").split("dependencies = [")[1].split("\n]")[0].strip().splitlines()
    assert len(listed) == len([name for name in requires("mjlog") if "extra ==" not in name])
    assert all("  # " in line for line in listed)
