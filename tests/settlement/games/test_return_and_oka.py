"""Return points, oka and its negative form (RULES 1-5, 59)."""

import pytest

from tests.settlement.games.finals import NO_UMA, final, pt, ranks

SEED = [52500, 30000, 23400, -5900]


def test_points_less_return_points():
    assert final(SEED, f"oka=none; {NO_UMA}") == pt(22.5, 0, -6.6, -35.9)


def test_oka_goes_to_first_place():
    assert final(SEED, NO_UMA) == pt(42.5, 0, -6.6, -35.9)


def test_uma_is_added_by_rank():
    assert final(SEED) == pt(62.5, 10, -16.6, -55.9)


@pytest.mark.parametrize(("start", "oka"), [(25000, 20), (27000, 12), (30000, 0), (35000, -20)])
def test_oka_is_four_times_return_less_start(start, oka):
    points = [start + 300, start + 100, start - 100, start - 300]
    shares = [0, 0, 0, oka] if oka < 0 else [oka, 0, 0, 0]
    difference = (start - 30000) / 1000
    exact = [difference + gain + share for gain, share in zip([0.3, 0.1, -0.1, -0.3], shares, strict=True)]
    assert final(points, f"start_points={start}; {NO_UMA}") == pt(*(round(value, 1) for value in exact))


@pytest.mark.parametrize(
    ("who_gives", "expected"),
    [("last", (20, 10, 0, -30)), ("first", (0, 10, 0, -10)), ("spread", (15, 5, -5, -15))],
)
def test_negative_oka(who_gives, expected):
    under = f"start_points=35000; oka_negative={who_gives}; {NO_UMA}"
    assert final([50000, 40000, 30000, 20000], under) == pt(*expected)


def test_fixed_oka_whatever_start_and_return():
    assert final([40000, 30000, 20000, 10000], f"oka=15; {NO_UMA}") == pt(25, 0, -10, -20)


def test_winner_of_oka_pays_a_quarter_of_it_himself():
    assert final([40000, 30000, 20000, 10000], "uma=15,5,-5,-15") == pt(45, 5, -15, -35)


@pytest.mark.parametrize(
    ("points", "start", "uma", "expected"),
    [
        ([50000, 35000, 20000], 35000, "20,0,-20", (45, -5, -40)),
        ([52300, 38900, 13800], 35000, "20,0,-20", (47.3, -1.1, -46.2)),
    ],
)
def test_three_players(points, start, uma, expected):
    under = f"start_points={start}; return_points=40000; uma={uma}"
    assert final(points, under, "default-3p") == pt(*expected)


def test_three_players_without_oka():
    under = "start_points=35000; return_points=35000; uma=15,0,-15"
    assert final([50000, 35000, 20000], under, "default-3p") == pt(30, 0, -30)


def test_uma_that_holds_the_oka_is_added_alone():
    under = "oka=none; uma=50,10,-10,-30"
    assert final([45100, 32400, 14700, 7800], under) == pt(65.1, 12.4, -25.3, -52.2)


@pytest.mark.parametrize(("name", "uma"), [("5-10", "10,5,-5,-10"), ("10-20", "20,10,-10,-20"),
                                            ("10-30", "30,10,-10,-30"), ("20-30", "30,20,-20,-30")])  # fmt: skip
def test_uma_is_named_by_second_and_first_place(name, uma):
    second, first = (int(part) for part in name.split("-"))
    even = [30000, 30000, 30000, 30000]
    assert final(even, f"start_points=30000; uma={uma}") == pt(first, second, -second, -first)


def test_uma_does_not_move_ranks():
    assert ranks(SEED, "uma=-50,-10,10,50") == [1, 2, 3, 4]


def test_uma_for_another_number_of_players_is_refused():
    with pytest.raises(ValueError, match="uma for 4 players in a game of 3"):
        final([35000, 35000, 35000])
