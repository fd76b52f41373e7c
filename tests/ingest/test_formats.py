import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import polars as pl
import pytest

import mjlog
import parsers
from mjlog.ingest import formats
from mjlog.parsing import ENTRY_POINTS, Parser

PLUGIN = """
from mjlog.parsing import Parser, Recorded
PARSER = Parser("paper", "Notes on paper", (".txt",), ("hands",), lambda head, name: head.startswith(b"paper"), {parse})
"""


def run(code, *folders):
    """Run Python code in a process of its own, with folders of installed distributions in reach."""
    paths = "".join(f"sys.path.insert(0, {str(folder)!r});" for folder in folders)
    command = [sys.executable, "-W", "error", "-c", f"import sys;{paths}\n{code}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def distribution(folder, name, entry_point, module=None, source=""):
    """Lay out an installed distribution with one parser."""
    info = folder / f"{name}-1.0.dist-info"  # no hyphen in the name, as installers write it
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{ENTRY_POINTS}]\n{entry_point}\n")
    if module:
        (folder / f"{module}.py").write_text(source)
    return folder


def test_the_parsers_of_this_project_are_the_ones_that_are_imported():
    assert Path(parsers.__file__).parents[1] == Path(mjlog.__file__).parents[1]
    ours = {entry.name for entry in entry_points(group=ENTRY_POINTS) if entry.value.startswith("parsers.")}
    assert ours <= set(formats.names())
    for name in ours:
        assert formats.parser(name).name == name
        assert formats.parser(name).sniff.__module__.startswith("parsers.")


def test_names_are_known_without_importing_a_parser():
    code = "from mjlog.ingest import formats; print(len(formats.names()) >= 6, 'parsers' in sys.modules)"
    assert run(code) == "True False"


def test_every_parser_describes_itself():
    for each in formats.parsers():
        assert isinstance(each, Parser)
        assert each.title
        assert each.suffixes
        assert set(each.carries) <= {"hands", "tiles", "events", "scores"}
    assert formats.broken() == {}


def test_another_distribution_can_add_a_format(tmp_path):
    folder = distribution(
        tmp_path,
        "paper_logs",
        "paper = paper_logs:PARSER",
        "paper_logs",
        PLUGIN.format(parse="lambda d, e: Recorded()"),
    )
    code = (
        "from mjlog.ingest import formats; print(formats.parser('paper').title, formats.recognize(b'paper!', '').name)"
    )
    assert run(code, folder) == "Notes on paper paper"


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (None, ""),
        ("paper_logs", "raise RuntimeError('out of paper')"),
        ("paper_logs", "PARSER = 'not a parser'"),
        ("paper_logs", "1/0"),
    ],
)
def test_a_broken_plug_in_is_named_and_stops_nothing(tmp_path, module, source):
    folder = distribution(tmp_path, "paper_logs", "paper = paper_logs:PARSER", module, source)
    code = "from mjlog.ingest import formats; print(len(formats.parsers()) >= 6, list(formats.broken()))"
    assert run(code, folder) == "True ['paper']"


@pytest.mark.parametrize("problem", [ValueError, RecursionError, MemoryError, pl.exceptions.PanicException])
def test_a_sniffer_that_fails_claims_nothing(problem):
    def fail(head, name):
        raise problem("too much")

    bad = Parser("bad", "Bad", (), (), fail, None)
    assert not formats.claims(bad, b"", "")


def test_an_unknown_format_is_answered_with_the_nearest_one():
    with pytest.raises(formats.FormatError, match="Did you mean 'tenhou-xml'"):
        formats.parser("tenhou_xml")


def test_quick_sniffers_are_asked_first():
    order = [(not each.quick, each.name) for each in formats.parsers()]
    assert order == sorted(order)
