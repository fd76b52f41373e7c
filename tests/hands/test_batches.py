"""A batch is its rows: what a hand is worth does not depend on the hands beside it, nor on how they were given."""

import numpy as np
import polars as pl
import pytest

from mjlog.hands import evaluate, shanten, wait_sets, with_yaku
from mjlog.hands.evaluation import OUTPUT, SITUATIONAL
from mjlog.vocabulary import YAKU
from tests.hands.test_oracle import deal, frame_of
from tests.hands.written import TENHOU, changed


@pytest.fixture(scope="module", name="wins")
def _wins():
    rng = np.random.default_rng(7)
    return frame_of([won for won in (deal(rng) for _ in range(400)) if won])


def test_one_hand_is_a_frame_of_one_row(wins):
    whole = evaluate(wins, TENHOU)
    single = pl.concat(evaluate(wins[row], TENHOU) for row in range(60))
    assert single.equals(whole[:60])


def test_order_and_chunks_do_not_matter(wins, monkeypatch):
    whole, tiles = evaluate(wins, TENHOU), wins.select(pl.col("tiles").list.head(13), "melds")
    waits, far = wait_sets(tiles), shanten(tiles)
    order = np.random.default_rng(8).permutation(len(wins))
    assert evaluate(wins[order], TENHOU).equals(whole[order])
    monkeypatch.setattr("mjlog.hands.keys.CHUNK", 17)
    assert evaluate(wins, TENHOU).equals(whole)
    assert wait_sets(tiles).equals(waits)
    assert shanten(tiles).equals(far)


def test_slices_and_frames_of_several_chunks(wins):
    whole = evaluate(wins, TENHOU)
    assert evaluate(wins[20:50], TENHOU).equals(whole[20:50])
    pieces = pl.concat([wins[:30], wins[30:]], rechunk=False)
    assert evaluate(pieces, TENHOU).equals(whole)


def test_a_frame_without_rows_has_the_columns(wins):
    nothing = evaluate(wins.clear(), TENHOU)
    assert nothing.schema == pl.Schema(OUTPUT)
    assert with_yaku(nothing).is_empty()
    assert evaluate(wins, TENHOU).schema == pl.Schema(OUTPUT)


def test_yaku_of_the_play_as_flags_or_as_one_column_of_bits(wins):
    bits = sum(pl.col(key).cast(pl.UInt64) * (1 << list(YAKU).index(key)) for key in SITUATIONAL)
    assert evaluate(wins.with_columns(situation=bits).drop(SITUATIONAL), TENHOU).equals(evaluate(wins, TENHOU))
    without = evaluate(wins.drop(SITUATIONAL), TENHOU)
    nulls = evaluate(wins.with_columns(pl.lit(None, pl.Boolean).alias(key) for key in SITUATIONAL), TENHOU)
    assert without.equals(nulls)


def test_yaku_and_their_han_add_up(wins):
    values = with_yaku(evaluate(wins, TENHOU))
    total = values["yaku_han"].list.sum()
    ordinary = values["han"].is_not_null()
    assert (total.filter(ordinary) == values["han"].filter(ordinary)).all()
    assert (total.filter(~ordinary) == 13 * values["yakuman"].filter(~ordinary)).all()


def test_fu_items_add_up(wins):
    values = evaluate(wins, TENHOU).filter(pl.col("form") == "standard")
    items = pl.sum_horizontal(pl.col("^fu_.*$").cast(pl.Int32)) + 20
    assert (values.select((items + 9) // 10 * 10).to_series() == values["fu"]).all()


def test_tables_without_red_fives_count_none(wins):
    plain = evaluate(wins.with_columns(red_fives=pl.lit(0, pl.UInt8)), TENHOU)
    assert plain["red"].sum() == 0
    assert evaluate(wins, TENHOU)["red"].sum() > 0
    assert evaluate(wins.with_columns(red_fives=pl.lit(3, pl.UInt8)), TENHOU).equals(evaluate(wins, TENHOU))


def test_the_number_of_players_is_the_game_s_or_the_rule_set_s(wins):
    three = evaluate(wins.with_columns(n_players=pl.lit(3, pl.UInt8)), TENHOU)
    assert three.equals(evaluate(wins, changed(TENHOU, players=3)))
    assert not three.equals(evaluate(wins, TENHOU))


def test_fu_that_only_certain_hands_have(wins):
    values = with_yaku(evaluate(wins, TENHOU)).filter(pl.col("han").is_not_null() & (pl.col("points") > 0))
    tsumo = wins.select(pl.col("loser").is_null()).to_series()
    ordinary = evaluate(wins, TENHOU).select(pl.col("han").is_not_null() & (pl.col("points") > 0)).to_series()
    values = values.with_columns(tsumo=tsumo.filter(ordinary))
    pinfu = pl.col("yaku").list.eval(pl.element().cast(pl.String)).list.contains("pinfu")
    pairs = pl.col("form") == "seven_pairs"
    closed_ron = values.filter(pl.col("closed") & ~pl.col("tsumo") & ~pairs)
    assert closed_ron.filter((pl.col("fu") == 30) != pinfu).is_empty()
    assert values.filter((pl.col("fu") == 20) != (pinfu & pl.col("tsumo"))).is_empty()
    assert values.filter((pl.col("fu") == 25) != pairs).is_empty()
    assert values.filter(~pl.col("closed"))["fu"].min() == 30
    assert closed_ron.filter(pinfu).height > 0
