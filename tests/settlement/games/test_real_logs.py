"""Real Tenhou games under the rules they were played by: every next hand, every end, every final score."""

import polars as pl
import pytest

from mjlog.conversion import Options, convert
from mjlog.dataset import Dataset
from mjlog.parsing import Recorded
from mjlog.settlement import settle

EDITED = "doubleron_and_riichi.xml"
"""Edited by its publisher: says that it is an East game and is a hanchan."""


@pytest.fixture(scope="module")
def log(real_logs, tmp_path_factory) -> Recorded:
    folder = tmp_path_factory.mktemp("real") / "dataset"
    convert([str(real_logs / "tenhou_xml.zip")], folder, Options(workers=1))
    scans = {name: Dataset(folder).scan(name) for name in ("games", "players", "hands", "wins")}
    edited = scans["games"].filter(pl.col("source").str.ends_with(EDITED)).select("game_id").collect()["game_id"]
    kept = ~pl.col("game_id").is_in(edited.implode())
    return Recorded(**{name: scan.filter(kept).collect() for name, scan in scans.items()})


@pytest.fixture(scope="module")
def result(log):
    return settle(log)


def test_every_final_score_rank_and_point_is_the_recorded_one(log, result):
    recorded = log.players.filter(pl.col("recorded_score").is_not_null())
    compared = recorded.join(result.standings, on=["game_id", "seat"], how="inner")
    assert compared.height == recorded.height > 10_000
    for name in ("points", "score", "rank"):
        both = compared.filter(pl.col(f"recorded_{name}").is_not_null())
        differing = both.filter(pl.col(name) != pl.col(f"recorded_{name}"))
        assert differing.is_empty(), differing.select("game_id", "seat", name, f"recorded_{name}").head()


def test_every_next_hand_and_every_end_is_predicted(log, result):
    log_next = log.hands.sort("game_id", "hand").with_columns(
        pl.col("round_wind", "kyoku", "honba", "deposits").shift(-1).over("game_id").name.prefix("later_")
    )
    both = log_next.join(result.hands, on=["game_id", "hand"], how="inner", suffix="_right")
    going_on = both.filter(pl.col("later_kyoku").is_not_null())
    assert going_on.height > 20_000
    for name in ("round_wind", "kyoku", "honba", "deposits"):
        assert going_on.filter(pl.col(f"later_{name}") != pl.col(f"next_{name}")).is_empty(), name
    complete = both.join(log.games.filter("complete").select("game_id"), on="game_id", how="semi")
    assert complete.filter(pl.col("later_kyoku").is_null() != pl.col("ends")).is_empty()


def test_recounting_from_hand_to_hand_changes_nothing(log, result):
    recounted = settle(log, carried=True)
    assert recounted.standings.sort("game_id", "seat").equals(result.standings.sort("game_id", "seat"))


def test_every_hand_is_determined(result):
    assert result.hands["status"].cast(pl.String).unique().to_list() == ["played"]
