"""How often each yaku comes up in wins, and in the hands dealt in to."""

from typing import Final

import polars as pl

from mjlog.stats.metrics.hand import DEALT_IN, WON
from mjlog.stats.rows import YAKU_BITS, has_yaku
from mjlog.stats.statistic import Rate, Rows, Statistic
from mjlog.vocabulary import YAKU, YakuInfo


def _in_wins(key: str, info: YakuInfo) -> Rate:
    return Rate(
        key=f"yaku_{key}_rate",
        en=f"{info.en} in wins",
        ja=f"和了役 {info.ja}",
        group="yaku",
        event=has_yaku("yaku_set", key),
        known=pl.col("yaku_set").is_not_null(),
        rows=Rows.WIN,
        among=WON,
        definition=f"wins with {info.en} / wins whose yaku the log states",
    )


def _in_deal_ins(key: str, info: YakuInfo) -> Rate:
    return Rate(
        key=f"deal_in_yaku_{key}_rate",
        en=f"{info.en} in deal-ins",
        ja=f"放銃役 {info.ja}",
        group="deal-in yaku",
        event=has_yaku("dealt_in_yaku_set", key),
        known=pl.col("dealt_in_yaku_set").is_not_null(),
        rows=Rows.DEAL_IN,
        among=DEALT_IN,
        definition=f"hands dealt in to a hand with {info.en} / hands dealt in whose yaku the log states",
    )


_LISTED: Final = {key: YAKU[key] for key in YAKU_BITS}

FAMILY: Final[tuple[Statistic, ...]] = (
    *(_in_wins(key, info) for key, info in _LISTED.items()),
    *(_in_deal_ins(key, info) for key, info in _LISTED.items()),
)
