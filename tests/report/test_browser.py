"""The report opened in a real browser: nothing goes wrong, nothing is asked of the network, charts are drawn."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from mjlog.cli import main

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ROOT = Path(__file__).parents[2]
LOGS = ROOT / "sample_logs" / "tenhou_xml"


def made(folder: Path, *options: str) -> Path:
    page = folder / "report.html"
    done = CliRunner().invoke(main, ["report", str(LOGS), *options, "-o", str(page)])
    assert done.exit_code == 0, done.stderr
    return page


def opened(page: Path, profile: Path) -> tuple[str, list[str]]:
    """The document as the browser has it in the end, and what its console says."""
    arguments = [
        CHROMIUM,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--enable-logging=stderr",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        f"--user-data-dir={profile}",
        "--virtual-time-budget=3000",
        "--dump-dom",
        page.as_uri(),
    ]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=120, check=False)
    if not done.stdout:
        pytest.skip(f"this Chromium does not run here: {done.stderr[-300:]}")
    return done.stdout, [line for line in done.stderr.splitlines() if "CONSOLE" in line]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_the_report_of_a_dataset_opens(tmp_path: Path) -> None:
    document, complaints = opened(made(tmp_path), tmp_path / "profile")
    assert complaints == []
    assert document.count("<svg") >= 6
    assert "How hands end" in document


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_the_report_of_a_player_opens(tmp_path: Path) -> None:
    document, complaints = opened(made(tmp_path, "--player", "Brandt"), tmp_path / "profile")
    assert complaints == []
    assert document.count("<svg") >= 4
    assert "Brandt" in document


def test_the_report_that_the_readme_links_to_is_of_the_sample_logs(tmp_path: Path) -> None:
    """Words and numbers; the drawings are left out, for they change with the version of what draws them."""

    def without_drawings(page: Path) -> str:
        return re.sub(r"<svg.*?</svg>", "", page.read_text("utf-8"), flags=re.DOTALL)

    assert without_drawings(ROOT / "docs" / "report.html") == without_drawings(
        made(tmp_path, "--title", "The sample logs")
    )
