"""Fixtures of the whole suite."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Examples of a property are few so that the suite stays quick; MJLOG_EXAMPLES asks for another number, MJLOG_THOROUGH=1
# for thousands. Times are never tested.
THOROUGH = bool(os.environ.get("MJLOG_THOROUGH"))
EXAMPLES = int(os.environ.get("MJLOG_EXAMPLES", "2000" if THOROUGH else "30"))
settings.register_profile("mjlog", max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("mjlog")


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
