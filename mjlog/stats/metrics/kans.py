"""Kans, from the events."""

from typing import Final

import polars as pl

from mjlog.stats.metrics.hand import ALL, CHANGE, DEALT_IN, VALUE, WON
from mjlog.stats.metrics.riichi import RIICHI
from mjlog.stats.statistic import Mean, Rate, Rows, Statistic, Unit
from mjlog.vocabulary import EventKind

_KINDS: Final = {EventKind.DAIMINKAN: "大明槓", EventKind.KAKAN: "加槓", EventKind.ANKAN: "暗槓"}
_MADE: Final = sum((pl.col(str(kind)) for kind in _KINDS), start=pl.lit(0, pl.UInt8))
_KAN: Final = _MADE > 0
_SOURCE: Final = "MajsoulPaipuAnalyzer GANG*"

FAMILY: Final[tuple[Statistic, ...]] = (
    Mean(
        key="kan_rate",
        en="kans a hand",
        ja="槓率",
        group="kans",
        of=_MADE,
        among=ALL,
        unit=Unit.RATIO,
        definition="kans made, robbed ones included / hands whose play the log shows",
        source=_SOURCE,
    ),
    *(
        Mean(
            key=f"{kind}_rate",
            en=f"{kind}s a hand",
            ja=f"{ja}率",
            group="kans",
            of=pl.col(str(kind)),
            among=ALL,
            unit=Unit.RATIO,
            definition=f"{kind}s made / hands whose play the log shows",
            source=_SOURCE,
        )
        for kind, ja in _KINDS.items()
    ),
    Rate(
        key="riichi_ankan_rate",
        en="closed kan after riichi rate",
        ja="立直後暗槓率",
        group="kans",
        event=pl.col("riichi_ankan"),
        among=RIICHI,
        definition="hands with an ankan after declaring / hands declared whose play the log shows",
        source=_SOURCE,
    ),
    Rate(
        key="kan_win_rate",
        en="win rate, hands with a kan",
        ja="槓時和了率",
        group="kans",
        event=WON,
        among=_KAN,
        definition="hands won / hands with a kan of one's own",
        source=_SOURCE,
    ),
    Rate(
        key="kan_deal_in_rate",
        en="deal-in rate, hands with a kan",
        ja="槓時放銃率",
        group="kans",
        event=DEALT_IN,
        among=_KAN,
        definition="hands dealt in / hands with a kan of one's own",
        source=_SOURCE,
    ),
    Mean(
        key="kan_win_value",
        en="average win value, hands with a kan",
        ja="槓時和了素点",
        group="kans",
        of=VALUE,
        rows=Rows.WIN,
        among=_KAN & WON,
        unit=Unit.POINTS,
        definition="value without honba and sticks / wins with a kan of one's own",
        source=_SOURCE,
    ),
    Mean(
        key="kan_balance",
        en="balance of hands with a kan",
        ja="槓時収支",
        group="kans",
        of=CHANGE,
        among=_KAN,
        unit=Unit.POINTS,
        definition="change of points, sticks included / hands with a kan of one's own",
        source=_SOURCE,
    ),
)
