"""What is imported when: the command line must answer at once, and the core must know no platform and no parser."""

import subprocess
import sys
from pathlib import Path

import pytest

import mjlog

ROOT = Path(mjlog.__file__).parent
HEAVY = ("polars", "numpy", "pyarrow", "dataframely", "msgspec", "google.protobuf", "parsers")


def loaded(code):
    """Heavy packages that some code loads, run in a process of its own."""
    code = (
        f"import sys\ntry:\n    {code}\nexcept SystemExit:\n    pass\nprint(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()) & set(HEAVY)


@pytest.mark.parametrize(
    "code",
    [
        "import mjlog",
        "import mjlog.vocabulary, mjlog.tiles",
        "from mjlog.cli import main; main(['--help'])",
        "from mjlog.cli import main; main(['--version'])",
        "from mjlog.cli import main; main(['convrt'])",
    ],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(code):
    assert loaded(code) == set()


def test_formats_are_told_apart_without_what_reads_them():
    code = "from mjlog.ingest import formats; formats.recognize(b'{}', ''); import sys; print(*sys.modules, sep='\\n')"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {"parsers.mjai", "parsers.majsoul", "parsers.tenhou_json"} <= set(modules)
    assert not [
        each for each in modules if each.startswith(("parsers.mjai.", "parsers.majsoul.", "parsers.tenhou_json."))
    ]


def test_no_frame_is_walked_row_by_row():
    forbidden = ("map_elements(", "iter_rows(", ".apply(", "map_rows(")
    guilty = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in ROOT.rglob("*.py")
        for word in forbidden
        if word in path.read_text("utf-8")
    ]
    assert guilty == []
