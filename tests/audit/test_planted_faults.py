"""One fault of each check's kind in sound games, and the audit finds that fault: its code, its hand, its seat."""

import polars as pl
import pytest

from mjlog.audit import CHECKS
from mjlog.parsing import Recorded
from tests.audit.faults import accounts, draws, legality, tiles, values
from tests.audit.faults.planting import found, read

PLANTS = accounts.PLANTS | values.PLANTS | draws.PLANTS | legality.PLANTS | tiles.PLANTS


@pytest.fixture(scope="module")
def games() -> dict[str, Recorded]:
    """Sound games: Tenhou's, those of them whose walls follow from a published seed, and Mahjong Soul's."""
    tenhou = read("tenhou_xml")
    ids = tenhou.games.filter(pl.col("wall_seed").str.starts_with("mt19937ar-sha512-n288-base64,"))["game_id"]
    kept = pl.col("game_id").is_in(ids.implode())
    tables = ("games", "players", "hands", "wins", "events")
    seeded = Recorded(**{name: getattr(tenhou, name).filter(kept) for name in tables})
    return {"tenhou": tenhou, "seeded": seeded, "majsoul": read("majsoul")}


@pytest.mark.parametrize("platform", ["tenhou", "majsoul"])
def test_sound_games_have_no_findings(platform: str, games: dict[str, Recorded]) -> None:
    assert found(games[platform]) == set()


@pytest.mark.parametrize("code", sorted(PLANTS))
def test_a_planted_fault_is_found_by_code_hand_and_seat(code: str, games: dict[str, Recorded]) -> None:
    spoiled, expected = PLANTS[code](games[tiles.SOURCES.get(code, values.SOURCES.get(code, "tenhou"))])
    assert code in {check for check, _, _ in expected}
    assert expected <= found(spoiled)


def test_every_check_has_a_planted_fault() -> None:
    assert set(PLANTS) == set(CHECKS)
