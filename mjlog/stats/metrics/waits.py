"""What a riichi waits for, from the events. Tiles are looked at as the declared tile is discarded."""

from typing import Any, Final

import polars as pl

from mjlog.stats.metrics.hand import CHANGE, DEALT_IN, VALUE, WON
from mjlog.stats.metrics.riichi import RIICHI
from mjlog.stats.statistic import Mean, Rate, Rows, Statistic, Unit

_GOOD: Final = (pl.col("riichi_unheld") >= 6) | pl.col("riichi_honor")
"""A good wait as MajsoulPaipuAnalyzer has it."""
_SHOWN: Final = "hands declared whose tiles the log shows"


def _rate(key: str, names: tuple[str, str], event: pl.Expr, numerator: str, source: str) -> Rate:
    en, ja = names
    return Rate(
        key=key,
        en=en,
        ja=ja,
        group="waits",
        event=event,
        among=RIICHI,
        definition=f"{numerator} / {_SHOWN}",
        source=source,
    )


def _results(kind: str, ja: str, among: pl.Expr) -> tuple[Statistic, ...]:
    """What becomes of riichi with one kind of wait."""
    shared: dict[str, Any] = {"group": "waits", "source": "MajsoulPaipuAnalyzer"}
    hands = f"hands declared with a {kind} wait (good_wait_rate_own)"
    return (
        Rate(
            key=f"riichi_{kind}_win_rate",
            en=f"win rate, riichi with a {kind} wait",
            ja=f"{ja}立直和了率",
            event=WON,
            among=among,
            definition=f"hands won / {hands}",
            **shared,
        ),
        Rate(
            key=f"riichi_{kind}_deal_in_rate",
            en=f"deal-in rate, riichi with a {kind} wait",
            ja=f"{ja}立直放銃率",
            event=DEALT_IN,
            among=among,
            definition=f"hands dealt in, the declared tile included / {hands}",
            **shared,
        ),
        Mean(
            key=f"riichi_{kind}_win_value",
            en=f"average win value, riichi with a {kind} wait",
            ja=f"{ja}立直和了素点",
            of=VALUE,
            rows=Rows.WIN,
            among=among & WON,
            unit=Unit.POINTS,
            definition=f"value without honba and sticks / wins of {hands}",
            **shared,
        ),
        Mean(
            key=f"riichi_{kind}_balance",
            en=f"balance, riichi with a {kind} wait",
            ja=f"{ja}立直収支",
            of=CHANGE,
            among=among,
            unit=Unit.POINTS,
            definition=f"change of points, sticks included / {hands}",
            **shared,
        ),
    )


FAMILY: Final[tuple[Statistic, ...]] = (
    _rate(
        "good_wait_rate",
        ("good wait rate", "立直良形率"),
        pl.col("riichi_live") >= 6,
        "riichi with six or more tiles of the waits out of the declarer's sight (own hand, all discards, melds, dora "
        "indicators)",
        "amae-koromo",
    ),
    _rate(
        "good_wait_rate_own",
        ("good wait rate by own tiles", "立直好形率"),
        _GOOD,
        "riichi with six or more tiles of the waits not in the own hand, or with an honor among them",
        "MajsoulPaipuAnalyzer tenpaiquality",
    ),
    _rate(
        "multi_wait_rate",
        ("multiple wait rate", "立直多面率"),
        pl.col("riichi_kinds") >= 2,
        "riichi with two or more kinds of waits, dual pairs included",
        "amae-koromo",
    ),
    _rate(
        "furiten_riichi_rate",
        ("furiten riichi rate", "振聴立直率"),
        pl.col("riichi_furiten"),
        "riichi with a wait among the own discards, the declared tile included; what is passed later is not",
        "amae-koromo",
    ),
    *_results("good", "好形", RIICHI & _GOOD),
    *_results("bad", "愚形", RIICHI & ~_GOOD),
)
