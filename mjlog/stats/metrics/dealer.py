"""As dealer, and against others' tsumo."""

from typing import Final

import polars as pl

from mjlog.stats.metrics.hand import ALL, CHANGE, LOSS, WON
from mjlog.stats.statistic import Maximum, Mean, Rate, Rows, Statistic, Unit

FAMILY: Final[tuple[Statistic, ...]] = (
    Mean(
        key="balance_per_round_dealer",
        en="balance a hand as dealer",
        ja="親局収支",
        group="dealer",
        of=CHANGE,
        among=pl.col("dealer"),
        unit=Unit.POINTS,
        definition="change of points as dealer / hands as dealer",
    ),
    Mean(
        key="balance_per_round_nondealer",
        en="balance a hand as non-dealer",
        ja="子局収支",
        group="dealer",
        of=CHANGE,
        among=~pl.col("dealer"),
        unit=Unit.POINTS,
        definition="change of points as non-dealer / hands as non-dealer",
    ),
    Rate(
        key="dealer_win_rate",
        en="win rate as dealer",
        ja="親和了率",
        group="dealer",
        event=WON,
        among=pl.col("dealer"),
        definition="hands won as dealer / hands as dealer",
        source="Mortal; MajsoulPaipuAnalyzer OYAHULER",
    ),
    Rate(
        key="dealer_win_share",
        en="dealer share of wins",
        ja="親和了割合",
        group="dealer",
        event=pl.col("dealer"),
        rows=Rows.WIN,
        among=WON,
        definition="wins as dealer / wins",
        source="Tenhou",
    ),
    Rate(
        key="tsumo_hit_rate",
        en="hit by tsumo rate",
        ja="被ツモ率",
        group="dealer",
        event=pl.col("hit"),
        among=ALL,
        definition="hands an opponent won by tsumo / hands",
        source="MajsoulPaipuAnalyzer BEIZIMOR",
    ),
    Mean(
        key="avg_tsumo_hit",
        en="average loss to a tsumo",
        ja="被ツモ失点",
        group="dealer",
        of=LOSS,
        among=pl.col("hit"),
        unit=Unit.POINTS,
        definition="points paid to opponents' tsumo, the own stick not / hands an opponent won by tsumo",
    ),
    Rate(
        key="dealer_hit_rate",
        en="dealer hit by a limit tsumo",
        ja="痛い親かぶり率",
        group="dealer",
        event=pl.col("hit_by_limit"),
        among=pl.col("hit") & pl.col("dealer"),
        definition="opponents' tsumo of mangan or more / opponents' tsumo, as dealer",
        source="amae-koromo",
    ),
    Mean(
        key="avg_dealer_hit",
        en="average loss to a limit tsumo as dealer",
        ja="痛い親かぶり平均",
        group="dealer",
        of=LOSS,
        among=pl.col("hit_by_limit") & pl.col("dealer"),
        unit=Unit.POINTS,
        definition="points paid to opponents' tsumo of mangan or more as dealer / those hands",
        source="amae-koromo",
    ),
    Maximum(
        key="max_renchan",
        en="most repeats as dealer",
        ja="最大連荘",
        group="dealer",
        unit=Unit.COUNT,
        of=pl.col("repeat"),
        definition="most hands of one dealership after its first; 0 if the deal never stayed; not a sum",
        source="amae-koromo",
    ),
)
