"""Uma that depends on who floats, and sinking uma (RULES 6, 7)."""

import pytest

from tests.settlement.games.finals import NO_UMA, final, pt

A_RULE = "start_points=30000; uma=8,4,-4,-8; uma_by_float=1:12/-1/-3/-8,2:8/4/-4/-8,3:8/3/1/-12"
SINKING = f"start_points=30000; {NO_UMA}; sinking_uma_amount=10"


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([52000, 29000, 24000, 15000], (34, -2, -9, -23)),
        ([45000, 33000, 25000, 17000], (23, 7, -9, -21)),
        ([40000, 36000, 32000, 12000], (18, 9, 3, -30)),
    ],
)
def test_uma_by_the_number_who_float(points, expected):
    assert final(points, A_RULE) == pt(*expected)


@pytest.mark.parametrize(("compare", "expected"), [("ge", (23, 4, -6, -21)), ("gt", (27, -1, -5, -21))])
def test_exactly_on_the_line(compare, expected):
    assert final([45000, 30000, 28000, 17000], f"{A_RULE}; float_compare={compare}") == pt(*expected)


def test_the_line_may_be_the_starting_points_or_any_number():
    points = [50000, 26000, 14000, 10000]
    under = A_RULE.replace("start_points=30000", "start_points=25000; oka=none")
    assert final(points, f"{under}; float_line=return") == pt(32, -5, -19, -28)
    assert final(points, f"{under}; float_line=start") == pt(28, 0, -20, -28)
    assert final(points, f"{under}; float_line=27000") == pt(32, -5, -19, -28)


def test_numbers_the_table_does_not_name_have_the_uma_itself():
    assert final([29000, 28500, 28000, 27500], A_RULE) == pt(7, 2.5, -6, -10.5)
    assert final([30000] * 4, A_RULE) == pt(8, 4, -4, -8)


def test_equal_players_share_floating_uma():
    points = [30000, 30000, 30000, 30000]
    assert final(points, f"{A_RULE}; tie_rank=split") == pt(0, 0, 0, 0)


def test_an_old_table_of_the_same_kind():
    under = "start_points=30000; uma_by_float=1:15/-3/-5/-7,2:10/5/-5/-10,3:7/5/3/-15"
    assert final([45000, 33000, 25000, 17000], under) == pt(25, 8, -10, -23)


@pytest.mark.parametrize(
    ("mode", "points", "expected"),
    [
        ("top", [45000, 33000, 25000, 17000], (20, 0, -10, -10)),
        ("pool", [45000, 33000, 25000, 17000], (15, 15, -15, -15)),
        ("top", [51000, 28000, 24000, 17000], (30, -10, -10, -10)),
        ("pool", [40000, 36000, 32000, 12000], (10, 10, 10, -30)),
    ],
)
def test_sinking_uma(mode, points, expected):
    with_it, without = final(points, f"{SINKING}; sinking_uma={mode}"), final(points, f"{SINKING}; sinking_uma=off")
    assert [after - before for after, before in zip(with_it, without, strict=True)] == pt(*expected)


@pytest.mark.parametrize("mode", ["top", "pool"])
def test_where_all_are_sunk_first_place_counts_as_floating(mode):
    points = [29000, 28500, 28000, 27500]
    with_it, without = final(points, f"{SINKING}; sinking_uma={mode}"), final(points, SINKING)
    assert [after - before for after, before in zip(with_it, without, strict=True)] == pt(30, -10, -10, -10)


@pytest.mark.parametrize("mode", ["top", "pool"])
def test_where_nobody_is_sunk_nobody_pays(mode):
    assert final([30000] * 4, f"{SINKING}; sinking_uma={mode}") == pt(0, 0, 0, 0)


def test_exactly_on_the_sinking_line():
    points = [40000, 30000, 30000, 20000]
    assert final(points, f"{SINKING}; sinking_uma=top; sinking_uma_compare=ge") == pt(20, 0, 0, -20)
    assert final(points, f"{SINKING}; sinking_uma=top; sinking_uma_compare=gt") == pt(40, -10, -10, -20)


def test_sinking_line_may_be_the_starting_points():
    points = [40000, 27000, 22000, 11000]
    under = f"{NO_UMA}; oka=none; sinking_uma=top"
    assert final(points, f"{under}; sinking_uma_line=return") == pt(40, -13, -18, -29)
    assert final(points, f"{under}; sinking_uma_line=start") == pt(30, -3, -18, -29)
