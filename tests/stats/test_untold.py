"""What a log does not tell is left out of a statistic, and never counted as zero."""

import json
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from mjlog.cli import main

SAMPLES = Path(__file__).parents[2] / "sample_logs"


def stats(folder: str, *metrics: str, by: str = "n_players") -> pl.DataFrame:
    arguments = ["stats", str(SAMPLES / folder), "--by", by, "--metrics", ",".join(metrics), "--format", "ndjson"]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.stderr
    return pl.read_ndjson(done.stdout.encode(), infer_schema_length=None)


@pytest.fixture(scope="module")
def sheets() -> list[dict]:
    """Every hand of the league's score sheets, as written."""
    games = [json.loads(path.read_text("utf-8")) for path in sorted((SAMPLES / "hands_json" / "league").glob("*.json"))]
    return [hand for game in games for hand in game["hands"]]


def test_limits_that_are_not_named_follow_from_han_and_fu(sheets):
    wins = [win for hand in sheets for win in hand.get("wins", ())]
    row = stats("hands_json/league", "win_limit_rate", "win_mangan_rate", "win_haneman_rate").row(0, named=True)
    mangan = [w for w in wins if w.get("han") == 5 or (w.get("han"), w.get("fu")) in ((4, 40), (4, 50), (3, 70))]
    haneman = [w for w in wins if w.get("han") in (6, 7)]
    assert mangan
    assert haneman
    assert row["win_mangan_rate"] == pytest.approx(len(mangan) / len(wins))
    assert row["win_haneman_rate"] == pytest.approx(len(haneman) / len(wins))
    assert row["win_limit_rate"] >= row["win_mangan_rate"] + row["win_haneman_rate"]


def test_riichi_of_score_sheets_is_counted(sheets):
    declared = sum(len({*hand.get("riichi", ()), hand.get("riichi_ronned")} - {None}) for hand in sheets)
    assert declared
    row = stats("hands_json/league", "riichi_rate", "rounds").row(0, named=True)
    assert row["riichi_rate"] == pytest.approx(declared / (4 * row["rounds"]))
    assert row["rounds"] == len(sheets)


def test_values_that_no_sheet_states_are_null():
    row = stats("hands_json/league", "deal_in_3900_rate", "max_deal_in", "avg_deal_in_value", "rounds").row(
        0, named=True
    )
    assert {key: value for key, value in row.items() if key not in ("n_players", "rounds")} == {
        "deal_in_3900_rate": None,
        "max_deal_in": None,
        "avg_deal_in_value": None,
    }


def test_seats_that_a_list_of_results_does_not_tell_are_none():
    rows = stats("tenhou_list", "games", "avg_rank", by="seat")
    assert rows["seat"].to_list() == [None] * rows.height
    assert rows["games"].sum() > 0
