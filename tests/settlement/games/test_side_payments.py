"""Bets, prizes, yakitori and chips (RULES 8, 43b-c, 54, 55)."""

import numpy as np
import pytest

from mjlog.settlement.closing import NEVER, Bets
from tests.settlement.games.finals import NO_UMA, final, pt

EVEN = "start_points=30000; uma=0,0,0,0"
POINTS = [50000, 30000, 15000, 5000]
TEN_THIRTY = "oka=none; return_points=25000; uma=30,10,-10,-30"


def extra(points, under, **known):
    """What a rule adds to or takes off the scores."""
    with_it, without = final(points, f"{EVEN}; {under}", **known), final(points, EVEN)
    return [after - before for after, before in zip(with_it, without, strict=True)]


def test_flat_side_bet_between_two_leaves_others_alone():
    plain = final(POINTS, "return_points=30000; oka=none; uma=30,10,-10,-30")
    assert plain == pt(50, 10, -25, -55)
    assert final(POINTS, "oka=none; uma=30,10,-10,-30; sashiuma=0-1:20") == pt(70, -10, -25, -55)


def test_bashin_counts_the_places_between():
    assert extra(POINTS, "sashiuma=0-3:20:bashin") == pt(60, 0, 0, -60)
    assert extra(POINTS, "sashiuma=3-0:20:bashin") == pt(60, 0, 0, -60)


def test_all_pairs_bet_is_an_even_uma():
    assert extra(POINTS, "sashiuma=all:10") == pt(30, 10, -10, -30)


def test_equal_ranks_pay_no_bet():
    points = [40000, 40000, 25000, 15000]
    assert extra(points, "tie_rank=split; sashiuma=0-1:20") == pt(0, 0, 0, 0)
    assert extra(points, "sashiuma=0-1:20") == pt(20, -20, 0, 0)


def test_bets_of_the_game_itself():
    bets = Bets(np.array([0, 0]), np.array([3, 1]), np.array([0, 2]), np.array([5000, 1000]), np.array([True, False]))
    assert extra(POINTS, "", bets=bets) == pt(15, 1, -1, -15)


def test_who_is_bust_pays_who_busted_them():
    seed = [52500, 30000, 23400, -5900]
    assert final(seed, "tobi_prize=10", busted_by=[-1, -1, -1, 0]) == pt(72.5, 10, -16.6, -65.9)


@pytest.mark.parametrize(
    ("to", "expected"), [("buster", (0, 10, 0, -10)), ("top", (10, 0, 0, -10)), ("all", (10, 10, 10, -30))]
)
def test_receivers_of_the_bust_prize(to, expected):
    points = [60000, 40000, 25000, -5000]
    assert extra(points, f"tobi_prize=10; tobi_prize_to={to}", busted_by=[-1, -1, -1, 1]) == pt(*expected)


def test_two_bust_pay_each_their_own():
    points = [90000, 40000, -2000, -8000]
    assert extra(points, "tobi_prize=10", busted_by=[-1, -1, 1, 0]) == pt(10, 10, -10, -10)


def test_whoever_busted_themselves_pays_first_place():
    assert extra([60000, 40000, 25000, -5000], "tobi_prize=10") == pt(10, 0, 0, -10)


@pytest.mark.parametrize(("tobi", "pays"), [("lt0", 0), ("le0", 10)])
def test_exactly_nothing_is_bust_only_where_the_rules_say(tobi, pays):
    points = [60000, 40000, 20000, 0]
    assert extra(points, f"tobi={tobi}; tobi_prize=10", busted_by=[-1, -1, -1, 0]) == pt(pays, 0, 0, -pays)


def test_prize_of_a_called_game():
    points = [60000, 30000, 20000, 10000]
    assert extra(points, "cold_score=60000; cold_prize=5") == pt(15, -5, -5, -5)
    assert extra(points, "cold_score=60100; cold_prize=5") == pt(0, 0, 0, 0)


WON = {"first_win": [0, 3, NEVER, NEVER]}
ONE_LEFT = {"first_win": [0, 3, 4, NEVER]}


@pytest.mark.parametrize(
    ("kind", "amount", "known", "expected"),
    [
        ("pay_each", 5, WON, (10, 10, -10, -10)),
        ("pay_each", 5, ONE_LEFT, (5, 5, 5, -15)),
        ("flat", 5, WON, (0, 0, -5, -5)),
        ("pool", 10, {"first_win": [0, NEVER, NEVER, NEVER]}, (30, -10, -10, -10)),
        ("to_non_yakitori", 5, WON, (10, 10, -10, -10)),
        ("to_non_yakitori", 5, ONE_LEFT, (5, 5, 5, -15)),
    ],
)
def test_yakitori(kind, amount, known, expected):
    assert extra(POINTS, f"yakitori={kind}; yakitori_amount={amount}", **known) == pt(*expected)


@pytest.mark.parametrize("kind", ["pay_each", "flat", "pool", "to_non_yakitori"])
def test_where_nobody_won_nobody_pays_yakitori(kind):
    assert extra(POINTS, f"yakitori={kind}") == pt(0, 0, 0, 0)


def test_what_yakitori_players_pay_each_other_cancels():
    each, winners = extra(POINTS, "yakitori=pay_each", **WON), extra(POINTS, "yakitori=to_non_yakitori", **WON)
    assert each == winners == pt(10, 10, -10, -10)


LAST = {"first_win": [0, 9, 3, NEVER], "won_last": [False, True, False, False], "discarder": 2, "last_hand": 9}


@pytest.mark.parametrize(
    ("kind", "last_ron", "expected"),
    [
        ("pay_each", "off", (5, 5, 5, -15)),
        ("pay_each", "to_all_others", (10, 10, -10, -10)),
        ("pay_each", "to_third_parties", (10, 5, -5, -10)),
        ("to_non_yakitori", "to_all_others", (10, 10, -5, -15)),
        ("flat", "to_all_others", (0, 0, -5, -5)),
        ("pool", "to_all_others", (3.334, 3.333, -1.667, -5)),
    ],
)
def test_a_first_win_by_ron_in_the_last_hand_is_borne_by_its_discarder(kind, last_ron, expected):
    assert extra(POINTS, f"yakitori={kind}; yakitori_last_ron={last_ron}", **LAST) == pt(*expected)


@pytest.mark.parametrize("change", [{"discarder": -1}, {"first_win": [0, 4, 3, NEVER]}, {"last_hand": 10}])
def test_any_other_last_win_is_borne_by_nobody(change):
    under = "yakitori=pay_each; yakitori_last_ron=to_all_others"
    assert extra(POINTS, under, **(LAST | change)) == pt(5, 5, 5, -15)


def test_chips_count_their_value():
    assert extra(POINTS, "chips=2", chips=[5, 2, -3, -4]) == pt(10, 4, -6, -8)
    assert extra(POINTS, "chips=0", chips=[5, 2, -3, -4]) == pt(0, 0, 0, 0)


def test_side_payments_do_not_move_ranks():
    assert final(POINTS, f"{TEN_THIRTY}; {NO_UMA}; chips=50", chips=[-4, 0, 0, 4])[3] > 0
