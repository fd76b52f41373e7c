"""Two groups held against each other: which of their differences are larger than chance.

A difference has a 95 % interval from the standard errors of its two sides. Where many statistics are looked at, some
differ by chance alone; ``beyond_chance`` therefore holds for those that stand after Holm's correction for the number
of statistics compared.
"""

from collections.abc import Iterable
from math import erfc, sqrt
from typing import Final

import polars as pl

from mjlog.stats.engine import Question, with_values
from mjlog.stats.kinds import Luck
from mjlog.stats.metrics import STATISTICS
from mjlog.stats.statistic import Z_95

_ALPHA: Final = 0.05


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
    error = (pl.col("a_variance") + pl.col("b_variance")).sqrt()
    rows = rows.with_columns(difference=pl.col("b") - pl.col("a"), error=error).with_columns(
        low=pl.col("difference") - Z_95 * pl.col("error"),
        high=pl.col("difference") + Z_95 * pl.col("error"),
    )
    far = rows.select((pl.col("difference") / pl.col("error")).abs().fill_nan(None)).to_series()
    return _with_holm(rows.with_columns(p=_two_sided(far))).select(
        "n_players", "metric", "a", "b", "a_n", "b_n", "difference", "low", "high", "p", "beyond_chance"
    )


def _side_by_side(one: pl.DataFrame, other: pl.DataFrame, key: str) -> pl.DataFrame:
    statistic = STATISTICS[key]
    none = pl.lit(None, pl.Float64)
    n, variance = statistic.n(), statistic.variance()
    sides = [
        frame.select(
            "n_players",
            pl.col(key).cast(pl.Float64).alias(name),
            (none if n is None else n).cast(pl.Int64).alias(f"{name}_n"),
            (none if variance is None else variance).alias(f"{name}_variance"),
        )
        for name, frame in (("a", one), ("b", other))
    ]
    both = sides[0].join(sides[1], on="n_players", how="full", coalesce=True).sort("n_players")
    return both.with_columns(metric=pl.lit(key))


def _two_sided(z: pl.Series) -> pl.Series:
    """Probability of a normal value at least as far from zero. A row a statistic, so the standard library will do."""
    return pl.Series([None if each is None else erfc(each / sqrt(2)) for each in z], dtype=pl.Float64)


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
