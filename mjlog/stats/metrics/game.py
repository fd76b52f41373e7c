"""Game level: ranks, scores, stable dan."""

from typing import Final

import polars as pl

from mjlog.stats.statistic import Count, Derived, Mean, Rate, Rows, Statistic, Unit

_ALL: Final = pl.col("seat").is_not_null()
_RANK: Final = pl.col("rank")
_FOUR: Final = pl.col("n_players") == 4
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
        among=pl.col("seat") == seat,
        unit=Unit.NUMBER,
        definition=f"ranks summed over games started as {wind} / those games",
        source="amae-koromo rankBySeats",
    )


def _stable_dan(key: str, room: str, ja: str, weights: tuple[int, int]) -> Derived:
    """Tenhou's stable dan from rank rates: the dan at which gains and losses of rank points balance."""
    first, second = weights
    rates = [pl.col(f"rank_{k}_rate") for k in (1, 2, 4)]
    return Derived(
        key=key,
        en=f"stable dan, {room}",
        ja=ja,
        group="game",
        rows=Rows.GAME,
        formula=lambda: pl.when(rates[2] > 0).then((first * rates[0] + second * rates[1]) / rates[2] - 2),
        of=("rank_1_rate", "rank_2_rate", "rank_4_rate"),
        unit=Unit.DAN,
        definition=f"({first} n1 + {second} n2) / n4 - 2, four players; empty while n4 = 0; needs about 2,000 games",
        source="Tenhou's rank points; Suphx appendix C",
    )


FAMILY: Final[tuple[Statistic, ...]] = (
    Count(
        key="games",
        en="games",
        ja="対戦数",
        group="game",
        rows=Rows.GAME,
        of=_ALL,
        default=True,
        definition="complete games",
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
        en="first place kept in the last hand",
        ja="オーラストップ維持率",
        group="game",
        rows=Rows.GAME,
        event=_RANK == 1,
        among=pl.col("all_last_rank") == 1,
        definition="games won / games led when the last hand begins",
        source="MajsoulPaipuAnalyzer AL#1#1R",
    ),
    Rate(
        key="all_last_raise_rate",
        en="first place taken in the last hand",
        ja="オーラス逆転率",
        group="game",
        rows=Rows.GAME,
        event=_RANK == 1,
        among=pl.col("all_last_rank") > 1,
        definition="games won / games not led when the last hand begins",
        source="MajsoulPaipuAnalyzer AL#234#1R",
    ),
    Rate(
        key="all_last_avoid_rate",
        en="last place escaped in the last hand",
        ja="オーラスラス脱出率",
        group="game",
        rows=Rows.GAME,
        event=~pl.col("last_place"),
        among=pl.col("all_last_rank") == pl.col("n_players"),
        definition="games not finished last / games last when the last hand begins",
        source="MajsoulPaipuAnalyzer AL#4#123R",
    ),
    _stable_dan("stable_dan_houou", "Tenhou Houou room", "安定段位 (鳳凰卓)", (6, 3)),
    _stable_dan("stable_dan_tokujou", "Tenhou Tokujou room", "安定段位 (特上卓)", (5, 2)),
)
