"""Two groups side by side: what is a difference and what is chance."""

import polars as pl
import pytest

from mjlog.stats.contrast import contrast
from mjlog.stats.engine import Question, column
from mjlog.stats.metrics import STATISTICS


def compared(key: str, one: dict, other: dict) -> dict:
    """The row of one statistic for two groups, whose sums are given by their names within the statistic."""
    statistic, question = STATISTICS[key], Question((key,), by=())
    names = {name: column(statistic.rows, expression) for name, expression in statistic.sums().items()}
    frames = [pl.DataFrame({"n_players": 4, **{names[name]: each[name] for name in names}}) for each in (one, other)]
    return contrast(*frames, question).row(0, named=True)


def rates(a: tuple[int, int], b: tuple[int, int]) -> dict:
    return compared("win_rate", *({"events": events, "n": n} for events, n in (a, b)))


def means(a: list[int], b: list[int]) -> dict:
    sums = [{"sum": sum(each), "squares": sum(x * x for x in each), "n": len(each)} for each in (a, b)]
    return compared("avg_win_value", *sums)


@pytest.mark.parametrize(
    ("a", "b", "p"),
    [
        ((1, 1), (0, 1), 1.0),
        ((7, 10), (0, 4), 0.0699),  # Fisher's exact test, two-sided, as every table of it gives
        ((8, 9), (2, 7), 0.0350),
        ((3, 3), (0, 3), 0.1),
    ],
)
def test_few_cases_prove_little(a, b, p):
    row = rates(a, b)
    assert row["p"] == pytest.approx(p, abs=5e-5)
    assert row["beyond_chance"] is (p <= 0.05)
    assert rates(b, a)["p"] == pytest.approx(row["p"])


def test_many_cases_are_compared_by_pooled_variances():
    assert rates((220, 1000), (180, 1000))["p"] == pytest.approx(0.02535, abs=5e-6)
    assert rates((2200, 10000), (1800, 10000))["beyond_chance"] is True


@pytest.mark.parametrize("a", [(0, 5), (5, 5), (2, 5)])
@pytest.mark.parametrize("b", [(0, 3), (3, 3), (400, 2000)])
def test_the_interval_of_a_difference_stays_within_what_is_possible(a, b):
    row = rates(a, b)
    assert -1 <= row["low"] < row["difference"] + 1e-12
    assert row["difference"] - 1e-12 < row["high"] <= 1


def test_means_need_rows_behind_them():
    assert means([2000], [8000])["p"] is None
    assert means([2000, 3000] * 4, [8000, 9000] * 50)["p"] is None
    row = means([2000, 3000] * 50, [2900, 3900] * 50)
    assert row["difference"] == 900
    assert row["beyond_chance"] is True
    assert row["low"] < 900 < row["high"]


def test_nothing_to_compare_is_no_difference():
    row = rates((0, 0), (3, 10))
    assert (row["a"], row["difference"], row["p"], row["beyond_chance"]) == (None, None, None, None)
