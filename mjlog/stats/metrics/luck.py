"""Luck and records."""

from functools import partial
from typing import Final

import polars as pl

from mjlog.stats.kinds import Luck, Streak, luck
from mjlog.stats.metrics.hand import WON
from mjlog.stats.rows import LEVELS
from mjlog.stats.statistic import Count, Maximum, Mean, Rows, Statistic, Unit
from mjlog.vocabulary import Limit


def _dora(column: str, en: str, ja: str) -> Mean:
    return Mean(
        key=f"{column}_per_win",
        en=f"{en} a win",
        ja=f"平均{ja}枚数",
        group="luck",
        of=pl.col(column),
        rows=Rows.WIN,
        among=WON,
        unit=Unit.NUMBER,
        definition=f"{en} / wins where the log tells",
    )


def _luck(rate: str, en: str, ja: str) -> Luck:
    return Luck(
        key=f"{rate.removesuffix('_rate')}_luck",
        en=f"{en} luck",
        ja=ja,
        group="luck",
        of=(rate,),
        formula=partial(luck, rate),
        definition=f"({rate} - everybody's) / standard error of so many chances at everybody's rate; everybody: all "
        "players of the games counted",
    )


def _streak(key: str, en: str, ja: str, of: pl.Expr, games: str) -> Streak:
    return Streak(
        key=key,
        en=en,
        ja=ja,
        group="luck",
        rows=Rows.GAME,
        of=of,
        definition=f"most games in a row {games}, in the order they began, of one player; not a sum",
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
        of=WON & (pl.col("win_level") == LEVELS[Limit.KAZOE]),
        definition="wins of thirteen han or more without a yakuman",
    ),
    Maximum(
        key="max_han",
        unit=Unit.NUMBER,
        en="most han",
        ja="最高飜数",
        group="luck",
        rows=Rows.WIN,
        of=pl.col("win_han"),
        definition="most han of a win that is no yakuman; not a sum",
    ),
    Maximum(
        key="max_win_value",
        en="highest win",
        ja="最高打点",
        group="luck",
        rows=Rows.WIN,
        of=pl.col("win_value"),
        unit=Unit.POINTS,
        definition="highest value of a win without honba and sticks; not a sum",
    ),
    Maximum(
        key="max_deal_in",
        en="largest deal-in",
        ja="最大放銃",
        group="luck",
        rows=Rows.DEAL_IN,
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
    _dora("dora", "dora by indicator", "ドラ"),
    _dora("red", "red fives", "赤ドラ"),
    _dora("ura", "ura dora", "裏ドラ"),
    _dora("kita", "kita", "北ドラ"),
    Mean(
        key="all_dora_per_win",
        en="dora of all kinds a win",
        ja="平均総ドラ枚数",
        group="luck",
        of=pl.sum_horizontal("dora", "red", pl.col("ura").fill_null(0), pl.col("kita").fill_null(0)),
        rows=Rows.WIN,
        among=WON & pl.col("dora").is_not_null(),
        unit=Unit.NUMBER,
        definition="dora, red fives, ura dora and kita / wins where the log tells",
        source="MajsoulPaipuAnalyzer ALLDORAA",
    ),
    _luck("ippatsu_rate", "ippatsu", "一発運"),
    _luck("ura_rate", "ura dora", "裏ドラ運"),
    _luck("tsumo_rate", "tsumo", "ツモ運"),
    _streak("max_top_streak", "longest run of first places", "最長連続トップ", pl.col("rank") == 1, "finished first"),
    _streak("max_last_streak", "longest run of last places", "最長連続ラス", pl.col("last_place"), "finished last"),
    _streak(
        "max_no_last_streak",
        "longest run without last place",
        "最長連続ラス回避",
        ~pl.col("last_place"),
        "not finished last",
    ),
)
