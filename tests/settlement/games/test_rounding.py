"""Rounding to thousands: eleven modes, before and after oka, and who takes the rest (RULES 10)."""

import numpy as np
import pytest

from mjlog.settlement.rounding import rounded
from tests.settlement.games.finals import NO_UMA, final, pt

SEED = [52500, 30000, 23400, -5900]


@pytest.mark.parametrize(
    ("mode", "below", "above", "seed"),
    [
        ("half_up", 0, 1, (43, 0, -7, -36)),
        ("half_away", -1, 1, (43, 0, -7, -36)),
        ("half_down", -1, 0, (42, 0, -7, -36)),
        ("half_toward_zero", 0, 0, (42, 0, -7, -36)),
        ("half_even", 0, 0, (42, 0, -7, -36)),
        ("ceil", 0, 1, (43, 0, -6, -35)),
        ("floor", -1, 0, (42, 0, -7, -36)),
        ("away", -1, 1, (43, 0, -7, -36)),
        ("trunc", 0, 0, (42, 0, -6, -35)),
        ("digit8", -1, 0, (42, 0, -7, -36)),
    ],
)
def test_modes_at_half_a_thousand_and_on_the_seed_hand(mode, below, above, seed):
    assert rounded(np.array([-500, 500]), mode).tolist() == [below * 1000, above * 1000]
    assert final(SEED, f"rounding={mode}; {NO_UMA}") == pt(*seed)


def test_half_even_goes_to_the_even_neighbour():
    assert rounded(np.array([500, 1500, 2500, -1500, -2500]), "half_even").tolist() == [0, 2000, 2000, -2000, -2000]


def test_digit8_drops_seven_hundreds_and_raises_eight():
    assert rounded(np.array([700, 800, 1700, 1800]), "digit8").tolist() == [0, 1000, 1000, 2000]


def test_without_rounding_tenths_stay():
    assert final(SEED, NO_UMA) == pt(42.5, 0, -6.6, -35.9)


@pytest.mark.parametrize(("mode", "expected"), [("half_away", (63, 10, -17, -56)), ("trunc", (62, 10, -16, -55))])
def test_rounded_with_uma(mode, expected):
    assert final(SEED, f"rounding={mode}") == pt(*expected)


@pytest.mark.parametrize(("mode", "expected"), [("trunc", (41, 0, -6, -35)), ("half_down", (43, 0, -7, -36))])
def test_first_place_absorbs_the_rest(mode, expected):
    assert final(SEED, f"rounding={mode}; first_absorbs=true; {NO_UMA}") == pt(*expected)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([24500, 19300, 23300, 32900], (5, -31, -17, 43)),
        ([25800, 34000, 8700, 31500], (-14, 43, -41, 12)),
        ([11500, 16100, 60200, 12200], (-38, -4, 70, -28)),
        ([11800, -5300, 43800, 49700], (-28, -55, 24, 59)),
        ([27200, 30500, 22500, 19800], (7, 40, -17, -30)),
        ([-700, 40400, 60300, 0], (-51, 20, 71, -40)),
        ([36700, 21100, 54400, -12200], (17, -19, 64, -62)),
        ([209700, -29800, -39800, -40100], (220, -50, -80, -90)),
    ],
)
def test_half_up_with_first_place_absorbing_as_platforms_did(points, expected):
    assert final(points, "rounding=half_up; first_absorbs=true") == pt(*expected)


def test_first_place_absorbs_what_rounding_left_and_not_an_oka_that_is_not_played():
    points = [52500, 30000, 23400, -5900]
    assert final(points, f"rounding=half_away; first_absorbs=true; oka=none; {NO_UMA}") == pt(23, 0, -7, -36)
    assert final(points, f"rounding=trunc; first_absorbs=true; oka=none; {NO_UMA}") == pt(21, 0, -6, -35)


def test_no_rounding_keeps_the_tenths_of_newer_records():
    assert final([38200, 14700, 22900, 24200]) == pt(48.2, -35.3, -17.1, 4.2)


@pytest.mark.parametrize(
    ("points", "expected"),
    [([20400, 28500, 20500, 30600], (-30, 9, -19, 40)), ([-1500, 83800, 6000, 11700], (-51, 93, -34, -8))],
)
def test_half_up_of_negative_scores(points, expected):
    assert final(points, "rounding=half_up; first_absorbs=true") == pt(*expected)


def test_five_down_six_up_with_first_place_absorbing():
    under = "rounding=half_down; first_absorbs=true"
    assert final([45200, 28300, 17500, 9000], under) == pt(56, 8, -23, -41)


@pytest.mark.parametrize(
    ("mode", "hundreds"),
    [
        ("half_up", {28400: -2, 28500: -1, 29500: 0, 30400: 0, 30500: 1, 31500: 2}),
        ("half_down", {28500: -2, 28600: -1, 29500: -1, 30500: 0, 30600: 1, 31500: 1}),
        ("ceil", {28000: -2, 28100: -1, 29100: 0, 30000: 0, 30100: 1, 31100: 2}),
        ("half_toward_zero", {28500: -1, 28400: -2, 29500: 0, 30500: 0, 31500: 1}),
    ],
)
def test_raw_digits_against_magnitudes(mode, hundreds):
    points = np.array(list(hundreds)) - 30000
    assert (rounded(points, mode) // 1000).tolist() == list(hundreds.values())


@pytest.mark.parametrize(("when", "score"), [("raw_score_first", -2), ("after_oka", -1)])
def test_rounding_the_points_first_differs_for_magnitudes(when, score):
    under = f"rounding=trunc; round_before={when}; oka=none; {NO_UMA}"
    assert final([41500, 30000, 28500, 0], under)[2] == score


def test_scores_that_are_always_raised():
    under = "start_points=25000; return_points=25000; rounding=ceil; uma=15,5,-5,-15"
    assert final([25100, 25000, 24900, 25000], under) == pt(16, 5, -15, -5)


@pytest.mark.parametrize("twice", [False, True])
def test_twelve_and_a_half_thousand_rounds_to_thirteen(twice):
    """Two players drew a last hand; the sticks on the table went to first place."""
    points = [12500, 27400, 25200, 32900]
    under = f"rounding=half_up; first_absorbs={str(twice).lower()}"
    assert final(points, under, ownerless=2000)[:3] == pt(-37, 7, -15)
    assert final(points, "rounding=half_up; first_absorbs=true", ownerless=2000) == pt(-37, 7, -15, 45)
