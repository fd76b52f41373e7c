"""Han and fu to points: the fixed arithmetic, the caps, and three players' shares."""

import dataclasses

import polars as pl
import pytest

from mjlog.rules import RuleSet
from mjlog.rules.points import base_points, limit_name, ron_points, tsumo_shares

RULES = RuleSet()


def base(han, fu, units=0, **switches):
    rules = dataclasses.replace(RULES, **switches)
    frame = pl.DataFrame(
        {"han": [han], "fu": [fu], "units": [units]}, schema=dict.fromkeys(("han", "fu", "units"), pl.UInt8)
    )
    return frame.select(base_points(pl.col("han"), pl.col("fu"), pl.col("units"), rules)).item()


def ron(points, *, dealer=False, n_players=4, **switches):
    rules = dataclasses.replace(RULES, **switches)
    return pl.select(ron_points(pl.lit(points), dealer=dealer, n_players=n_players, rules=rules)).item()


def tsumo(points, *, dealer=False, n_players=4, **switches):
    rules = dataclasses.replace(RULES, **switches)
    shares = tsumo_shares(pl.lit(points), dealer=dealer, n_players=n_players, rules=rules)
    return pl.select(**shares._asdict()).row(0)


@pytest.mark.parametrize(
    ("han", "fu", "child", "dealer"),
    [
        (1, 30, 1000, 1500),
        (1, 110, 3600, 5300),
        (2, 25, 1600, 2400),
        (3, 40, 5200, 7700),
        (3, 60, 7700, 11600),
        (3, 70, 8000, 12000),
        (4, 25, 6400, 9600),
        (4, 30, 7700, 11600),
        (4, 40, 8000, 12000),
        (5, 30, 8000, 12000),
        (6, 30, 12000, 18000),
        (7, 110, 12000, 18000),
        (8, 30, 16000, 24000),
        (10, 30, 16000, 24000),
        (11, 30, 24000, 36000),
        (12, 30, 24000, 36000),
        (13, 30, 32000, 48000),
        (28, 60, 32000, 48000),
    ],
)
def test_ron_value_of_han_and_fu(han, fu, child, dealer):
    assert ron(base(han, fu)) == child
    assert ron(base(han, fu), dealer=True) == dealer


def test_each_share_of_a_tsumo_is_rounded_by_itself():
    assert tsumo(base(1, 30)) == (500, 300, 1100)
    assert tsumo(base(2, 20)) == (700, 400, 1500)
    assert tsumo(base(2, 20), dealer=True) == (None, 700, 2100)
    assert tsumo(base(3, 40)) == (2600, 1300, 5200)


def test_kiriage_lifts_7700_and_11600_to_mangan():
    for han, fu in ((4, 30), (3, 60)):
        assert ron(base(han, fu, kiriage_mangan=True)) == 8000
        assert ron(base(han, fu, kiriage_mangan=True), dealer=True) == 12000
        assert tsumo(base(han, fu)) == (3900, 2000, 7900)
        assert tsumo(base(han, fu, kiriage_mangan=True)) == (4000, 2000, 8000)
    assert ron(base(4, 25, kiriage_mangan=True)) == 6400


def test_thirteen_han_is_a_yakuman_a_sanbaiman_or_one_for_every_thirteen():
    assert ron(base(28, 60)) == 32000
    assert ron(base(28, 60, kazoe="sanbaiman")) == 24000
    assert ron(base(28, 60, kazoe="unlimited")) == 64000


def test_yakuman_add_up_or_stop_at_a_cap():
    assert ron(base(None, None, 3)) == 96000
    assert ron(base(None, None, 3, yakuman_stack="single")) == 32000
    assert ron(base(None, None, 3, yakuman_stack=2)) == 64000


def test_limit_names():
    grid = pl.DataFrame(
        {"han": [3, 3, 5, 7, 10, 12, 13, None], "fu": [60, 70, 30, 30, 30, 30, 30, None], "units": [0] * 7 + [2]}
    )
    value = base_points(pl.col("han"), pl.col("fu"), pl.col("units"), RULES)
    assert grid.select(limit_name(pl.col("han"), value, pl.col("units"))).to_series().to_list() == [
        None, "mangan", "mangan", "haneman", "baiman", "sanbaiman", "kazoe", "yakuman",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("payment", "child", "dealer"),
    [
        ("loss", (4000, 2000, 6000), 4000),
        ("half", (5000, 3000, 8000), 6000),
        ("full", (6000, 4000, 10000), 8000),
        ("equalize", (4000, 4000, 8000), 6000),
        ("proportional", (5400, 2700, 8100), 6000),
        ("oya_pays", (6000, 2000, 8000), 6000),
        ("ko_pays", (4000, 4000, 8000), 6000),
        ("add_1000", (5000, 3000, 8000), 5000),
    ],
)
def test_share_of_the_missing_seat_at_a_three_player_mangan_tsumo(payment, child, dealer):
    assert tsumo(2000, n_players=3, tsumo_payment=payment) == child
    assert tsumo(2000, dealer=True, n_players=3, tsumo_payment=payment) == (None, dealer, 2 * dealer)


def test_halves_of_the_missing_share_round_up_below_mangan():
    assert tsumo(base(2, 30), n_players=3, tsumo_payment="half") == (1300, 800, 2100)


def test_a_three_player_ron_may_be_paid_at_the_value_of_a_tsumo():
    assert ron(2000, n_players=3) == 8000
    assert ron(2000, n_players=3, tsumo_payment="ron_loss") == 6000
    assert ron(2000, dealer=True, n_players=3, tsumo_payment="ron_loss") == 8000
