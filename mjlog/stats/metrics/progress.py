"""How a hand comes along: shanten at the deal, the way to tenpai. From the events; tiles are thirteen for all."""

from typing import Final

import polars as pl

from mjlog.stats.metrics.hand import ALL
from mjlog.stats.statistic import Mean, Rate, Statistic, Unit

_START: Final = pl.col("start_shanten")
_TURN: Final = pl.col("tenpai_turn")


def _start(key: str, en: str, ja: str, among: pl.Expr, whose: str) -> Mean:
    return Mean(
        key=key,
        en=en,
        ja=ja,
        group="progress",
        of=_START,
        among=among,
        unit=Unit.NUMBER,
        definition=f"shanten of the thirteen tiles dealt{whose} / those hands whose tiles the log shows",
        source="amae-koromo, which counts the dealer's fourteenth tile too",
    )


FAMILY: Final[tuple[Statistic, ...]] = (
    _start("start_shanten", "shanten at the deal", "配牌向聴数", ALL, ""),
    _start(
        "start_shanten_dealer",
        "shanten at the deal as dealer",
        "親配牌向聴数",
        pl.col("dealer"),
        " as dealer, before the first draw,",
    ),
    _start(
        "start_shanten_nondealer",
        "shanten at the deal as non-dealer",
        "子配牌向聴数",
        ~pl.col("dealer"),
        " as non-dealer",
    ),
    Rate(
        key="tenpai_rate",
        en="tenpai rate",
        ja="聴牌率",
        group="progress",
        event=pl.when(_START.is_not_null()).then(_TURN.is_not_null()),
        among=ALL,
        definition="hands that were ever tenpai, after a discard or as dealt / hands whose tiles the log shows",
        source="Tenhou",
    ),
    Mean(
        key="tenpai_turn",
        en="tenpai turn",
        ja="聴牌巡目",
        group="progress",
        of=_TURN,
        among=ALL,
        unit=Unit.TURN,
        definition="own discards up to the first tenpai, 0 as dealt / hands that were ever tenpai",
        source="Tenhou",
    ),
)
