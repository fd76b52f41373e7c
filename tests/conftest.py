"""Fixtures of the whole suite."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def real_logs() -> Path:
    """The folder of real logs that ``MJLOG_REAL_LOGS`` names; tests that need it are skipped without."""
    folder = os.environ.get("MJLOG_REAL_LOGS")
    if not folder:
        pytest.skip("MJLOG_REAL_LOGS names no folder of real logs")
    path = Path(folder)
    if not path.is_dir():
        pytest.fail(f"MJLOG_REAL_LOGS: {folder} is not a folder")
    return path
