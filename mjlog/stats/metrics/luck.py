"""Luck and records."""

from typing import Final

import polars as pl

from mjlog.stats.metrics.hand import WON
from mjlog.stats.statistic import Count, Maximum, Mean, Statistic, Unit


def _dora(column: str, en: str, ja: str) -> Mean:
    return Mean(
        key=f"{column}_per_win",
        en=f"{en} a win",
        ja=f"平均{ja}枚数",
        group="luck",
        of=pl.col(column),
        among=WON,
        unit=Unit.NUMBER,
        definition=f"{en} / wins where the log tells",
    )


FAMILY: Final[tuple[Statistic, ...]] = (
    Count(
        key="yakuman_count",
        en="yakuman",
        ja="役満回数",
        group="luck",
        of=WON & (pl.col("win_yakuman") > 0),
        definition="wins with a yakuman, counted ones not",
    ),
    Count(
        key="kazoe_count",
        en="counted yakuman",
        ja="数え役満回数",
        group="luck",
        of=WON & (pl.col("win_limit") == "kazoe"),
        definition="wins of thirteen han or more without a yakuman",
    ),
    Maximum(
        key="max_han",
        unit=Unit.NUMBER,
        en="most han",
        ja="最高飜数",
        group="luck",
        of=pl.col("win_han"),
        definition="most han of a win that is no yakuman; not a sum",
    ),
    Maximum(
        key="max_win_value",
        en="highest win",
        ja="最高打点",
        group="luck",
        of=pl.col("win_value"),
        unit=Unit.POINTS,
        definition="highest value of a win without honba and sticks; not a sum",
    ),
    Maximum(
        key="max_deal_in",
        en="dearest deal-in",
        ja="最大放銃",
        group="luck",
        of=pl.col("dealt_in_value"),
        unit=Unit.POINTS,
        definition="highest value dealt in to, all winners together; not a sum",
    ),
    Count(
        key="nagashi_count",
        en="nagashi mangan",
        ja="流し満貫回数",
        group="luck",
        of=pl.col("nagashi"),
        definition="hands paid as nagashi mangan; no wins",
    ),
    _dora("dora", "dora", "ドラ"),
    _dora("red", "red fives", "赤ドラ"),
    _dora("ura", "ura dora", "裏ドラ"),
    _dora("kita", "kita", "北ドラ"),
)
