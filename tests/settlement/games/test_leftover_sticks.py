"""Sticks on the table when the game ends (RULES 17)."""

import pytest

from tests.settlement.games.finals import final, final_points, pt, ranks

END = [40000, 30000, 20000, 8000]
TWO = {"sticks": [0, 1000, 1000, 0], "last_dealer": 3}


@pytest.mark.parametrize(
    ("policy", "points"),
    [
        ("first", [42000, 30000, 20000, 8000]),
        ("first_split", [42000, 30000, 20000, 8000]),
        ("last_dealer", [40000, 30000, 20000, 10000]),
        ("return_to_declarers", [40000, 31000, 21000, 8000]),
        ("none", [40000, 30000, 20000, 8000]),
    ],
)
def test_five_policies(policy, points):
    assert final_points(END, f"leftover_deposits={policy}", **TWO) == points


@pytest.mark.parametrize(
    ("points", "sticks", "expected"),
    [
        ([35000, 35000, 20000, 8000], 2000, [36000, 36000, 20000, 8000]),
        ([35000, 35000, 20000, 9000], 1000, [35500, 35500, 20000, 9000]),
        ([30000, 30000, 30000, 9000], 1000, [30400, 30300, 30300, 9000]),
        ([30000, 30000, 30000, 8000], 2000, [30700, 30700, 30600, 8000]),
    ],
)
def test_equal_firsts_share_hundreds_first_to_the_first_dealer(points, sticks, expected):
    assert final_points(points, "leftover_deposits=first_split", ownerless=sticks) == expected


def test_odd_hundreds_may_be_lost():
    under = "leftover_deposits=first_split; leftover_remainder=lost"
    assert final_points([30000, 30000, 30000, 9000], under, ownerless=1000) == [30300, 30300, 30300, 9000]


def test_without_sharing_the_seat_nearest_the_first_dealer_has_them():
    points = [30000, 35000, 35000, 0]
    assert final_points(points, "leftover_deposits=first", ownerless=1000) == [30000, 36000, 35000, 0]


def test_a_stick_that_comes_back_decides_first_place():
    points, sticks = [30000, 29500, 25500, 14000], [0, 1000, 0, 0]
    assert ranks(points, "leftover_deposits=return_to_declarers", sticks=sticks) == [2, 1, 3, 4]
    assert ranks(points, "leftover_deposits=first", sticks=sticks) == [1, 2, 3, 4]


def test_the_last_dealer_passes_first_place_with_them():
    points = [33000, 32500, 20000, 12500]
    assert ranks(points, "leftover_deposits=last_dealer", ownerless=2000, last_dealer=1) == [2, 1, 3, 4]


def test_sticks_decide_a_tie_before_it_is_one():
    assert ranks([35000, 35000, 20000, 9000], "tie_rank=split", ownerless=1000) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("under", "expected"),
    [
        ("", (50, 10, -20, -42)),
        ("first_absorbs=true; first_absorbs_lost=false", (50, 10, -20, -42)),
        ("first_absorbs=true; first_absorbs_lost=true", (52, 10, -20, -42)),
    ],
)
def test_lost_sticks_and_the_first_place_that_absorbs(under, expected):
    assert final(END, f"leftover_deposits=none; {under}", **TWO) == pt(*expected)
