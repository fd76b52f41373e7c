"""Equal points: who ranks higher, who has the oka, and what of shares that do not divide (RULES 9)."""

import numpy as np
import pytest

from mjlog.settlement.closing import NEVER
from tests.settlement.games.finals import NO_UMA, final, pt, ranks

FIRSTS = [35000, 35000, 20000, 10000]


@pytest.mark.parametrize(
    ("under", "expected"),
    [
        ("tie_rank=seat", (45, 15, -20, -40)),
        ("tie_rank=split; oka_tie=split", (30, 30, -20, -40)),
        ("tie_rank=split; oka_tie=same_as_tie", (30, 30, -20, -40)),
        ("tie_rank=split; oka_tie=seat", (40, 20, -20, -40)),
        ("tie_rank=seat; oka_tie=split", (35, 25, -20, -40)),
    ],
)
def test_equal_firsts(under, expected):
    assert final(FIRSTS, under) == pt(*expected)


@pytest.mark.parametrize(("tie", "expected"), [("seat", (50, 5, -15, -40)), ("split", (50, -5, -5, -40))])
def test_equal_seconds(tie, expected):
    assert final([40000, 25000, 25000, 10000], f"tie_rank={tie}") == pt(*expected)


@pytest.mark.parametrize(("tie", "expected"), [("seat", (35, 5, -15, -25)), ("split", (0, 0, 0, 0))])
def test_all_equal(tie, expected):
    assert final([25000] * 4, f"tie_rank={tie}") == pt(*expected)


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("0.1", (13.4, 13.3, 13.3, -40)),
        ("1", (14, 13, 13, -40)),
        ("exact", (13.334, 13.333, 13.333, -40)),
    ],
)
def test_what_does_not_divide_goes_to_the_seat_nearest_the_first_dealer(unit, expected):
    assert final([30000, 30000, 30000, 10000], f"tie_rank=split; tie_unit={unit}") == pt(*expected)


def test_what_does_not_divide_may_be_lost():
    under = "tie_rank=split; tie_unit=0.1; tie_remainder=lost"
    assert final([30000, 30000, 30000, 10000], under) == pt(13.3, 13.3, 13.3, -40)


def test_the_remainder_of_a_tie_is_counted_from_the_first_dealer_wherever_he_sits():
    under = "tie_rank=split; tie_unit=0.1"
    assert final([30000, 10000, 30000, 30000], under) == pt(13.4, -40, 13.3, 13.3)


@pytest.mark.parametrize(
    ("under", "expected"),
    [("tie_rank=split", (20, 20, -20, -20)), ("tie_rank=seat", (20, 20, -10, -30))],
)
def test_negative_oka_of_equal_lasts(under, expected):
    """Start 35000, return 30000: the pot of 20 is paid by last place, here held by two."""
    points = [50000, 50000, 20000, 20000]
    lasts = f"start_points=35000; {NO_UMA}; {under}"
    assert final(points, lasts) == pt(20, 20, *(value for value in expected[2:]))


def test_earlier_first_win_ranks_higher():
    points, under = [30000, 30000, 30000, 10000], "tie_rank=first_win"
    assert ranks(points, under, first_win=[5, 2, NEVER, 0]) == [2, 1, 3, 4]
    assert ranks(points, under, first_win=[NEVER, NEVER, NEVER, 0]) == [1, 2, 3, 4]


def test_oka_by_seat_where_ranks_go_by_first_win():
    known = {"first_win": [5, 2, NEVER, NEVER]}
    assert final(FIRSTS, "tie_rank=first_win", **known) == pt(15, 45, -20, -40)
    assert final(FIRSTS, "tie_rank=first_win; oka_tie=seat", **known) == pt(35, 25, -20, -40)


def test_ranks_are_shared_only_where_the_rules_share_them():
    assert ranks(FIRSTS, "tie_rank=split") == [1, 1, 3, 4]
    assert ranks(FIRSTS, "tie_rank=seat") == [1, 2, 3, 4]


def test_seats_are_counted_from_the_first_dealer_not_from_the_last_hand():
    assert ranks([25000, 25000, 25000, 25000], last_dealer=2) == [1, 2, 3, 4]


def test_three_equals_without_oka_are_ranked_by_seat():
    under = "start_points=400000; return_points=400000; uma=15,5,-5,-15"
    assert final([424000, 392000, 392000, 392000], under) == pt(39, -3, -13, -23)


def test_points_stay_whole():
    scores = final([30000, 30000, 30000, 10000], "tie_rank=split")
    assert sum(scores) == 0
    assert np.array([score * 1000 for score in scores]).tolist() == [13334, 13333, 13333, -40000]
