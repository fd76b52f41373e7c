"""The statistics of real games in Tenhou's Houou room against published ones.

Published: 159,798 games and 1,710,645 hands of 2016 (kobalab, 2018-01-13 and 2018-01-18). Ours are some 1,400 games,
most of them of 2020 to 2022. A tolerance is about three standard errors of our sample and what play has changed since:
more riichi, fewer calls. ``draws`` are those of all kinds, as published.
"""

from pathlib import Path

import polars as pl
import pytest

from mjlog.conversion import Options, convert
from mjlog.dataset import Dataset
from mjlog.stats.engine import Question
from mjlog.stats.metrics import STATISTICS
from mjlog.stats.played import played_seats
from mjlog.stats.query import Asked, answer

PUBLISHED = {
    "hands_a_game": (10.71, 0.20),
    "win_rate": (0.211, 0.005),
    "draws": (0.162, 0.010),
    "deal_in_rate": (0.125, 0.005),
    "riichi_rate": (0.170, 0.015),
    "call_rate": (0.344, 0.020),
    "avg_win_value": (5647, 200),
    "riichi_share_of_wins": (0.3889, 0.03),
    "yaku_ippatsu_rate": (0.0732, 0.007),
    "yaku_menzen_tsumo_rate": (0.2418, 0.012),
    "yaku_tanyao_rate": (0.2273, 0.012),
    "yaku_pinfu_rate": (0.1974, 0.010),
    "start_shanten": (3.58, 0.02),
}
"""Value and tolerance by key."""


@pytest.fixture(scope="module")
def dataset(real_logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    folder = tmp_path_factory.mktemp("houou") / "out"
    convert([str(real_logs / "tenhou_xml.zip")], folder, Options(events=True, workers=1))
    return Dataset(folder)


@pytest.fixture(scope="module")
def houou(dataset: Dataset) -> dict[str, float]:
    """All statistics of the population of the room's East-South games."""
    keys = tuple(each.key for each in STATISTICS)
    asked = Asked(Question(keys, ("room",), pl.col("room") == "鳳南喰赤", everyone=True))
    (row,) = answer(dataset, asked).to_dicts()
    return row | {
        "hands_a_game": row["rounds"] / row["games"],
        "draws": row["draw_rate"] + row["abortive_draw_rate"],
    }


@pytest.mark.parametrize("key", PUBLISHED)
def test_the_population_is_the_published_one(houou: dict[str, float], key: str) -> None:
    published, tolerance = PUBLISHED[key]
    assert houou[key] == pytest.approx(published, abs=tolerance)


def test_the_population_of_a_room_is_of_its_dan(houou: dict[str, float]) -> None:
    """Everybody's mean rank is the middle one, and the room's own seven dan the stable one."""
    assert houou["avg_rank"] == pytest.approx(2.5, abs=0.01)
    assert houou["stable_dan_houou"] == pytest.approx(7.0, abs=0.05)
    assert houou["pt_houou"] == pytest.approx(0, abs=0.5)
    assert houou["avg_score"] == pytest.approx(0, abs=1)


def test_the_dealer_starts_no_nearer_to_tenpai_than_the_others(houou: dict[str, float]) -> None:
    assert houou["start_shanten_dealer"] == pytest.approx(houou["start_shanten_nondealer"], abs=0.03)


def test_only_what_belongs_to_another_ladder_is_empty(houou: dict[str, float]) -> None:
    empty = {key for key, value in houou.items() if value is None}
    of_majsoul = {f"stable_level_{room}{games}" for room in ("jade", "throne") for games in ("", "_east")}
    assert empty == of_majsoul


def test_what_events_tell_of_winners_is_what_the_results_tell(dataset: Dataset) -> None:
    """Kans of each kind are the winner's melds, and double riichi its yaku: two ways through the same logs."""
    (number,) = dataset.parts
    part = dataset.part(number)
    played = played_seats(*(part[name] for name in ("events", "hands", "games", "wins")))
    kinds = pl.col("melds").list.eval(pl.element().cast(pl.String).str.split(" ").list.first())
    yaku = pl.col("yaku").cast(pl.List(pl.String))
    won = part["wins"].select(
        "game_id", "hand", seat="winner", double=yaku.list.contains("double_riichi"),
        **{f"{kan}s": kinds.list.eval(pl.element() == kan).list.sum() for kan in ("daiminkan", "kakan", "ankan")},
    )  # fmt: skip
    both = won.join(played, on=["game_id", "hand", "seat"])
    assert both.height == part["wins"].height
    for kan in ("daiminkan", "kakan", "ankan"):
        assert both[f"{kan}s"].sum() > 50
        assert both.filter(pl.col(f"{kan}s") != pl.col(kan)).is_empty()
    assert both["double"].sum() > 10
    assert both.filter(pl.col("double") != pl.col("double_riichi")).is_empty()
