"""The report opened in a real browser: nothing goes wrong, nothing is asked of the network, charts are drawn."""

import shutil
import subprocess
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
REPORT = Path(__file__).parents[2] / "docs" / "report.html"


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_the_report_of_the_sample_logs_opens(tmp_path: Path) -> None:
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
        f"--user-data-dir={tmp_path}",
        "--virtual-time-budget=3000",
        "--dump-dom",
        REPORT.as_uri(),
    ]
    opened = subprocess.run(arguments, capture_output=True, text=True, timeout=120, check=False)
    if not opened.stdout:
        pytest.skip(f"this Chromium does not run here: {opened.stderr[-300:]}")
    assert opened.stdout.count("<svg") >= 6
    assert "How hands end" in opened.stdout
    complaints = [line for line in opened.stderr.splitlines() if "CONSOLE" in line]
    assert complaints == []
