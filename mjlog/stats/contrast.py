"""Two groups held against each other: which of their differences are larger than chance.

Rates are compared by Fisher's exact test where little happened and by pooled variances where much did; means by their
standard errors, and only where enough rows stand behind them. The interval of a difference is put together from the
intervals of its two sides (Newcombe's way), so that a rate of none or of all has one too. Where many statistics are
looked at, some differ by chance alone; ``beyond_chance`` therefore holds for those that stand after Holm's correction
for the number of statistics compared.
"""

from collections.abc import Iterable
from math import erfc, exp, lgamma, sqrt
from typing import Any, Final

import polars as pl

from mjlog.stats.engine import Question, with_values
from mjlog.stats.kinds import Luck
from mjlog.stats.metrics import STATISTICS
from mjlog.stats.statistic import Rate

_ALPHA: Final = 0.05
_FEWEST: Final = 10
"""Rows behind a mean, and cases expected behind a rate, below which neither is normally distributed."""
_AS_LIKELY: Final = 1 + 1e-7
"""Tables as likely as the one seen count with it, whatever the last digits of their probabilities."""


def comparable(keys: Iterable[str]) -> tuple[str, ...]:
    """Statistics without those of luck, which are held against everybody and not against one other group."""
    return tuple(key for key in keys if not isinstance(STATISTICS[key], Luck))


def contrast(one: pl.DataFrame, other: pl.DataFrame, question: Question) -> pl.DataFrame:
    """Statistics of two groups side by side.

    Args:
        one: sums of group A (:func:`mjlog.stats.query.sums`), grouped by ``n_players`` alone.
        other: sums of group B.
        question: what was counted, of :func:`comparable` statistics.

    Returns:
        A row a statistic and number of players: ``n_players``, ``metric``, ``a``, ``b``, ``a_n``, ``b_n``,
        ``difference`` (b less a), ``low``, ``high``, ``p``, ``beyond_chance``.
    """
    a, b = with_values(one, question), with_values(other, question)
    rows = pl.concat([_side_by_side(a, b, key) for key in question.statistics])
    below = ((pl.col("b") - pl.col("b_low")) ** 2 + (pl.col("a_high") - pl.col("a")) ** 2).sqrt()
    above = ((pl.col("b_high") - pl.col("b")) ** 2 + (pl.col("a") - pl.col("a_low")) ** 2).sqrt()
    rows = rows.with_columns(difference=pl.col("b") - pl.col("a")).with_columns(
        low=pl.col("difference") - below,
        high=pl.col("difference") + above,
        p=pl.Series([_chance(row) for row in rows.to_dicts()], dtype=pl.Float64),
    )
    return _with_holm(rows).select(
        "n_players", "metric", "a", "b", "a_n", "b_n", "difference", "low", "high", "p", "beyond_chance"
    )


def _side_by_side(one: pl.DataFrame, other: pl.DataFrame, key: str) -> pl.DataFrame:
    statistic = STATISTICS[key]
    low, high = statistic.interval() or (None, None)
    events = pl.col(statistic.part("events")) if isinstance(statistic, Rate) else None
    sides = [
        frame.select(
            "n_players",
            pl.col(key).cast(pl.Float64).alias(name),
            *(
                (pl.lit(None) if each is None else each).cast(dtype).alias(f"{name}_{what}")
                for what, each, dtype in (
                    ("n", statistic.n(), pl.Int64()),
                    ("events", events, pl.Int64()),
                    ("variance", statistic.variance(), pl.Float64()),
                    ("low", low, pl.Float64()),
                    ("high", high, pl.Float64()),
                )
            ),
        )
        for name, frame in (("a", one), ("b", other))
    ]
    both = sides[0].join(sides[1], on="n_players", how="full", coalesce=True).sort("n_players")
    return both.with_columns(metric=pl.lit(key))


def _chance(row: dict[str, Any]) -> float | None:
    """Probability of a difference at least as large by chance. A row a statistic, so the standard library will do."""
    if not row["a_n"] or not row["b_n"]:
        return None
    if row["a_events"] is not None and row["b_events"] is not None:
        return _of_rates(row["a_events"], row["a_n"], row["b_events"], row["b_n"])
    if row["a_variance"] is None or row["b_variance"] is None or min(row["a_n"], row["b_n"]) < _FEWEST:
        return None
    error = sqrt(row["a_variance"] + row["b_variance"])
    return _two_sided((row["b"] - row["a"]) / error) if error else None


def _of_rates(a: int, a_n: int, b: int, b_n: int) -> float:
    n, rare = a_n + b_n, min(a + b, a_n + b_n - a - b)
    if rare * min(a_n, b_n) / n < _FEWEST:
        return _fisher(a, a_n, b, b_n)
    pooled = (a + b) / n
    return _two_sided((b / b_n - a / a_n) / sqrt(pooled * (1 - pooled) * (1 / a_n + 1 / b_n)))


def _fisher(a: int, a_n: int, b: int, b_n: int) -> float:
    """Probability of all tables with these margins that are no likelier than the one seen."""
    if a + b > (a_n + b_n) / 2:
        a, b = a_n - a, b_n - b
    cases = a + b
    possible = range(max(0, cases - b_n), min(cases, a_n) + 1)
    likely = {k: exp(_ln_choose(a_n, k) + _ln_choose(b_n, cases - k) - _ln_choose(a_n + b_n, cases)) for k in possible}
    return min(1.0, sum(each for each in likely.values() if each <= likely[a] * _AS_LIKELY))


def _ln_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def _two_sided(z: float) -> float:
    """Probability of a normal value at least as far from zero."""
    return erfc(abs(z) / sqrt(2))


def _with_holm(rows: pl.DataFrame) -> pl.DataFrame:
    """Whether a difference stands: going up from the smallest p, each against what is left of the level."""
    tested = pl.col("p").is_not_null()
    of = tested.sum().over("n_players")
    rank = pl.when(tested).then(pl.col("p")).rank("ordinal").over("n_players")
    stands = pl.col("p") <= _ALPHA / (of - rank + 1)
    ordered = rows.with_columns(stands=pl.when(tested).then(stands), order=rank).sort(
        "n_players", "order", nulls_last=True
    )
    return ordered.with_columns(
        beyond_chance=pl.col("stands").cast(pl.Int8).cum_min().over("n_players").cast(pl.Boolean)
    )
