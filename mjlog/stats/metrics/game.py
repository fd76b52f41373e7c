"""Game level: ranks, scores, all-last."""

from typing import Final

import polars as pl

from mjlog.stats.statistic import Mean, Rate, Rows, Statistic, TableCount, Unit

_ALL: Final = pl.col("game").is_not_null()
_RANK: Final = pl.col("rank")
_FOUR: Final = pl.col("n_players") == 4
_ALL_LAST: Final = (
    "all-last is the last round's last deal (S4, in East games E4), its first hand; games that end before are left out"
)
_ORDINALS: Final = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}


def _rank_rate(k: int) -> Rate:
    return Rate(
        key=f"rank_{k}_rate",
        en=f"{_ORDINALS[k]} place rate",
        ja=f"{k}位率",
        group="game",
        rows=Rows.GAME,
        event=_RANK == k,
        among=_ALL if k < 4 else _FOUR,
        definition=f"games finished {_ORDINALS[k]} / games",
        source="amae-koromo",
        default=True,
    )


def _rank_points(k: int) -> Mean:
    return Mean(
        key=f"rank_avg_points_{k}",
        en=f"average points when {_ORDINALS[k]}",
        ja=f"{k}位平均点",
        group="game",
        rows=Rows.GAME,
        of=pl.col("final_points"),
        among=_RANK == k,
        unit=Unit.POINTS,
        definition=f"final points summed over games finished {_ORDINALS[k]} / those games",
        source="amae-koromo rank_avg_score",
    )


def _seat_rank(seat: int) -> Mean:
    wind = ("East", "South", "West", "North")[seat]
    return Mean(
        key=f"avg_rank_seat_{seat}",
        en=f"average rank starting {wind}",
        ja=f"{'東南西北'[seat]}家平均順位",
        group="seat",
        rows=Rows.GAME,
        of=_RANK,
        among=pl.col("start_wind") == seat,
        unit=Unit.NUMBER,
        definition=f"ranks summed over games started as {wind} / those games",
        source="amae-koromo rankBySeats",
    )


FAMILY: Final[tuple[Statistic, ...]] = (
    TableCount(
        key="games",
        en="games",
        ja="対戦数",
        group="game",
        rows=Rows.GAME,
        of=_ALL,
        table="game",
        default=True,
        definition="finished games whose ranks are known",
    ),
    *(_rank_rate(k) for k in (1, 2, 3, 4)),
    Mean(
        key="avg_rank",
        en="average rank",
        ja="平均順位",
        group="game",
        rows=Rows.GAME,
        of=_RANK,
        among=_ALL,
        unit=Unit.NUMBER,
        default=True,
        definition="ranks summed / games",
        source="amae-koromo",
    ),
    Rate(
        key="top2_rate",
        en="first or second rate",
        ja="連対率",
        group="game",
        rows=Rows.GAME,
        event=_RANK <= 2,
        among=_ALL,
        definition="games finished 1st or 2nd / games",
        source="amae-koromo rank12",
    ),
    Rate(
        key="last_avoid_rate",
        en="last place avoidance",
        ja="ラス回避率",
        group="game",
        rows=Rows.GAME,
        event=~pl.col("last_place"),
        among=_ALL,
        definition="games not finished last / games",
        source="nodocchi",
    ),
    Rate(
        key="tobi_rate",
        en="bust rate",
        ja="飛び率",
        group="game",
        rows=Rows.GAME,
        event=pl.col("tobi"),
        among=_ALL,
        default=True,
        definition="games ended with own points below zero / games",
        source="amae-koromo, Mortal",
    ),
    Mean(
        key="avg_final_points",
        en="average gain of points",
        ja="平均素点",
        group="game",
        rows=Rows.GAME,
        of=pl.col("gain"),
        among=_ALL,
        unit=Unit.POINTS,
        definition="(final points - points at the start) / games",
        source="Mortal",
    ),
    Mean(
        key="avg_score",
        en="average score",
        ja="平均スコア",
        group="game",
        rows=Rows.GAME,
        of=pl.col("score"),
        among=_ALL,
        unit=Unit.POINTS,
        default=True,
        definition="final scores with oka and uma summed / games; +62.5 is 62500",
    ),
    *(_rank_points(k) for k in (1, 2, 3, 4)),
    *(_seat_rank(seat) for seat in (0, 1, 2, 3)),
    Rate(
        key="all_last_keep_rate",
        en="first place kept in all-last",
        ja="オーラストップ維持率",
        group="game",
        rows=Rows.GAME,
        event=_RANK == 1,
        among=pl.col("all_last_rank") == 1,
        definition=f"games won / games led as all-last begins; {_ALL_LAST}",
        source="MajsoulPaipuAnalyzer AL#1#1R",
    ),
    Rate(
        key="all_last_raise_rate",
        en="first place taken in all-last",
        ja="オーラス逆転率",
        group="game",
        rows=Rows.GAME,
        event=_RANK == 1,
        among=pl.col("all_last_rank") > 1,
        definition=f"games won / games not led as all-last begins; {_ALL_LAST}",
        source="MajsoulPaipuAnalyzer AL#234#1R",
    ),
    Rate(
        key="all_last_avoid_rate",
        en="last place escaped in all-last",
        ja="オーラスラス脱出率",
        group="game",
        rows=Rows.GAME,
        event=~pl.col("last_place"),
        among=pl.col("all_last_rank") == pl.col("n_players"),
        definition=f"games not finished last / games last as all-last begins; {_ALL_LAST}",
        source="MajsoulPaipuAnalyzer AL#4#123R",
    ),
)
