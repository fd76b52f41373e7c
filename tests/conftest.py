"""Fixtures of the whole suite."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Examples are few so that the suite stays quick; MJLOG_THOROUGH=1 tries thousands. Times are never tested.
settings.register_profile("quick", max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=2000)
settings.load_profile("thorough" if os.environ.get("MJLOG_THOROUGH") else "quick")


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
