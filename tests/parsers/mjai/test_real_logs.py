"""Every real mjai log is read with its numbers reproduced, or refused for a reason that is true."""

import polars as pl
import pytest

from mjlog.parsing import DOCUMENTS, Recorded
from mjlog.tables import seats
from parsers.mjai import PARSER

UNFINISHED = {"2026-06-18-160903", "2026-06-19-030401", "sample~12c8c6", "kuikae"}
WITHOUT_POINTS = {"haifu_log_sample", "tenhou-paifu"}


@pytest.fixture(scope="module")
def real(real_logs) -> Recorded:
    paths = sorted(real_logs.joinpath("mjai").iterdir())
    contents = [path.read_bytes() for path in paths]
    assert all(PARSER.sniff(content[:65536], path.name) for path, content in zip(paths, contents, strict=True))
    rows = {"source": [path.name for path in paths], "member": [None] * len(paths), "content": contents}
    return PARSER.parse(pl.DataFrame(rows, schema=DOCUMENTS), True)


def test_each_refusal_has_its_reason(real):
    refused = real.errors.filter(code="not-riichi")["source"].to_list()
    assert len(refused) == 16
    assert all(any(mark in name for mark in ("haifu_log_1000_0", "akochan_ui")) for name in refused)
    others = set(real.errors.filter(pl.col("code") != "not-riichi")["source"])
    assert all(any(mark in name for mark in UNFINISHED) for name in others)
    assert real.errors.filter(~pl.col("code").is_in(["not-riichi", "no-result", "cut"])).is_empty()


def test_points_run_on_from_hand_to_hand(real):
    hands = real.hands.sort("game_id", "hand")
    starts = [pl.col(start).alias(f"next_{start}") for start in seats("start")]
    following = hands.select("game_id", pl.col("hand").cast(pl.Int32) - 1, *starts)
    pairs = hands.with_columns(pl.col("hand").cast(pl.Int32)).join(following, on=["game_id", "hand"])
    assert pairs.height > 150
    broken = pairs.filter(pl.any_horizontal(pl.col(f"end_{s}") != pl.col(f"next_start_{s}") for s in range(4)))
    assert broken.is_empty()


def test_ends_are_null_only_where_the_log_states_nothing(real):
    silent = real.hands.filter(pl.col("end_0").is_null())["game_id"].unique()
    names = real.games.filter(pl.col("game_id").is_in(silent.implode()))["source"].to_list()
    assert names
    assert all(any(mark in name for mark in WITHOUT_POINTS) for name in names)


def test_final_points_are_those_after_the_last_hand(real):
    last = real.hands.sort("hand").group_by("game_id").last()
    final = real.players.drop_nulls("recorded_points").join(last, on="game_id")
    stated = pl.concat_list(seats("end")).list.get(pl.col("seat"))
    checked = final.filter(pl.col("end_0").is_not_null())
    assert checked.height >= 32
    assert checked.filter(pl.col("recorded_points") != stated).is_empty()


def test_every_winner_holds_fourteen_tiles(real):
    sets = pl.col("melds").list.eval(~pl.element().cast(pl.String).str.starts_with("kita")).list.sum()
    assert real.wins["tiles"].null_count() == 0
    assert real.wins.select(pl.col("tiles").list.len() + 3 * sets).to_series().unique().to_list() == [14]


def test_exhaustive_draws_empty_the_wall(real):
    assert real.hands.filter(result="exhaustive_draw")["draws"].unique().to_list() == [70]


def test_all_others_are_games(real):
    assert real.games["source"].n_unique() == real.games.height == 28
