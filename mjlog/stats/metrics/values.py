"""What hands are worth: shares of wins and deal-ins by value."""

from typing import Final

import polars as pl

from mjlog.stats.metrics.hand import DEALT_IN, VALUE, WON
from mjlog.stats.rows import LEVELS
from mjlog.stats.statistic import Rate, Rows, Statistic
from mjlog.vocabulary import Limit

_LIMITS: Final = {
    "mangan": ("mangan", "満貫"),
    "haneman": ("haneman", "跳満"),
    "baiman": ("baiman", "倍満"),
    "sanbaiman": ("sanbaiman", "三倍満"),
    "kazoe": ("counted yakuman", "数え役満"),
    "yakuman": ("yakuman", "役満"),
}


def _at_least(key: str, points: int, *, dealing_in: bool) -> Rate:
    """Share of wins, or of deal-ins, at or above a value."""
    side = ("deal_in", "deal-ins", "放銃") if dealing_in else ("win", "wins", "和了")
    return Rate(
        key=f"{side[0]}_{key}_rate",
        en=f"{side[1]} of {points:,} or more",
        ja=f"{side[2]}{points}点以上",
        group="values",
        event=(pl.col("dealt_in_value") if dealing_in else VALUE) >= points,
        rows=Rows.DEAL_IN if dealing_in else Rows.WIN,
        among=DEALT_IN if dealing_in else WON,
        definition=f"{side[1]} worth {points:,} points or more without honba and sticks / {side[1]}",
        source="MajsoulPaipuAnalyzer",
    )


def _of_limit(limit: str, en: str, ja: str, *, dealing_in: bool) -> Rate:
    """Share of wins, or of deal-ins, of one limit."""
    return Rate(
        key=f"{'deal_in' if dealing_in else 'win'}_{limit}_rate",
        en=f"{en} share of {'deal-ins' if dealing_in else 'wins'}",
        ja=f"{ja}{'放銃' if dealing_in else ''}率",
        group="values",
        event=pl.col("dealt_in_level" if dealing_in else "win_level") == LEVELS[Limit(limit)],
        rows=Rows.DEAL_IN if dealing_in else Rows.WIN,
        among=DEALT_IN if dealing_in else WON,
        definition=f"hands dealt in to a {en}, the highest of several winners / hands dealt in"
        if dealing_in
        else f"wins of {en} / wins",
    )


FAMILY: Final[tuple[Statistic, ...]] = (
    *(
        _at_least(key, points, dealing_in=dealing_in)
        for dealing_in in (False, True)
        for key, points in (("3900", 3900), ("7700", 7700), ("11600", 11600))
    ),
    *(
        _of_limit(limit, *names, dealing_in=dealing_in)
        for dealing_in in (False, True)
        for limit, names in _LIMITS.items()
    ),
    Rate(
        key="win_limit_rate",
        en="wins of mangan or more",
        ja="満貫以上和了率",
        group="values",
        event=pl.col("win_level") > 0,
        rows=Rows.WIN,
        among=WON,
        definition="wins of mangan or more / wins",
    ),
    Rate(
        key="deal_in_limit_rate",
        en="deal-ins to mangan or more",
        ja="満貫以上放銃率",
        group="values",
        event=pl.col("dealt_in_level") > 0,
        rows=Rows.DEAL_IN,
        among=DEALT_IN,
        definition="hands dealt in to a mangan or more / hands dealt in",
    ),
)
