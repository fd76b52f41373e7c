"""Points below zero, chombo off the score, an umpire's penalties, seats that stand in for no one (RULES 11, 50, 56)."""

import pytest

from tests.settlement.games.finals import NO_UMA, final, final_points, pt, ranks

SEED = [52500, 30000, 23400, -5900]


@pytest.mark.parametrize(
    ("switch", "expected"),
    [("counted", (42.5, 0, -6.6, -35.9)), ("zero", (36.6, 0, -6.6, -30)), ("-3000", (39.6, 0, -6.6, -33))],
)
def test_points_below_zero(switch, expected):
    assert final(SEED, f"negative_settlement={switch}; {NO_UMA}") == pt(*expected)


def test_points_below_zero_keep_their_rank():
    assert ranks([52500, 53400, -100, -5800], "negative_settlement=zero") == [2, 1, 3, 4]


def test_chombo_after_uma_is_taken_off_and_goes_to_nobody():
    under = "start_points=30000; uma=15,5,-5,-15; chombo=after_uma"
    scores = final([45000, 33000, 25000, 17000], under, chombo=[0, 1, 0, 0])
    assert scores == pt(30, -12, -10, -28)
    assert sum(scores) == -20


def test_chombo_counts_each_time():
    under = "start_points=30000; uma=15,5,-5,-15; chombo=after_uma; chombo_points=40"
    assert final([45000, 33000, 25000, 17000], under, chombo=[0, 2, 0, 0]) == pt(30, -72, -10, -28)


def test_chombo_before_ranking_moves_the_rank():
    under = "start_points=30000; uma=15,5,-5,-15; chombo=before_ranking; chombo_points=10"
    points, known = [45000, 33000, 25000, 17000], {"chombo": [0, 1, 0, 0]}
    assert final_points(points, under, **known) == [45000, 23000, 25000, 17000]
    assert ranks(points, under, **known) == [1, 3, 2, 4]
    assert final(points, under, **known) == pt(30, -12, 0, -28)
    assert final(points, f"{under}; first_absorbs=true", **known) == pt(30, -12, 0, -28)


@pytest.mark.parametrize("kind", ["mangan", "none"])
def test_chombo_paid_at_the_table_is_not_paid_twice(kind):
    assert final(SEED, f"chombo={kind}", chombo=[0, 1, 0, 0]) == final(SEED)


def test_an_umpires_penalty_is_taken_off_the_score():
    assert final(SEED, "umpire_penalties=2:20,3:1.5") == pt(62.5, 10, -36.6, -57.4)


def test_a_replacement_player_scores_a_fixed_number():
    under = "start_points=30000; uma=15,5,-5,-15; replacement_seats=1"
    assert final([45000, 33000, 25000, 17000], under) == pt(30, -30, -10, -28)


def test_seats_of_penalties_are_seats_not_places_from_the_first_dealer():
    assert final(SEED, "umpire_penalties=2:20", first_dealer=2) == pt(42.5, 10, -16.6, -55.9)
