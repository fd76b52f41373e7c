"""Open hands. A hand is open with its first chi, pon or daiminkan; closed kans and kita leave it closed."""

from typing import Final

import polars as pl

from mjlog.stats.metrics.hand import ALL, CHANGE, DEALT_IN, VALUE, WON
from mjlog.stats.statistic import Mean, Rate, Statistic, Unit

OPEN: Final = pl.col("open")
OPEN_WIN: Final = OPEN & WON
_YAKUHAI: Final = (
    "haku",
    "hatsu",
    "chun",
    *(f"{of}_wind_{wind}" for of in ("seat", "round") for wind in ("east", "south", "west", "north")),
)


def _share(key: str, en: str, ja: str, *yaku: str) -> Rate:
    """Share of open wins with any of some yaku."""
    return Rate(
        key=f"call_{key}_share",
        en=f"{en} share of open wins",
        ja=f"副露{ja}率",
        group="calls",
        event=pl.any_horizontal(pl.col("yaku").list.contains(one) for one in yaku),
        among=OPEN_WIN,
        definition=f"open wins with {en} / open wins",
        source="MajsoulPaipuAnalyzer FULU*",
    )


FAMILY: Final[tuple[Statistic, ...]] = (
    *(
        Rate(
            key=f"call_{n}_rate",
            en=f"{n}-call rate",
            ja=f"{n}副露率",
            group="calls",
            event=pl.col("calls") == n,
            among=ALL,
            definition=f"hands with exactly {n} open calls / hands",
            source="Tenhou",
        )
        for n in (1, 2, 3, 4)
    ),
    Rate(
        key="call_win_rate",
        en="win rate, open hands",
        ja="副露和了率",
        group="calls",
        event=WON,
        among=OPEN,
        default=True,
        definition="hands won / hands with a call",
        source="amae-koromo",
    ),
    Rate(
        key="call_deal_in_rate",
        en="deal-in rate, open hands",
        ja="副露放銃率",
        group="calls",
        event=DEALT_IN,
        among=OPEN,
        definition="hands dealt in / hands with a call",
        source="amae-koromo",
    ),
    Rate(
        key="call_draw_rate",
        en="draw rate, open hands",
        ja="副露流局率",
        group="calls",
        event=pl.col("exhaustive"),
        among=OPEN,
        definition="exhaustive draws / hands with a call",
        source="amae-koromo",
    ),
    Mean(
        key="call_balance",
        en="balance of open hands",
        ja="副露収支",
        group="calls",
        of=CHANGE,
        among=OPEN,
        unit=Unit.POINTS,
        definition="change of points over hands with a call / those hands",
        source="Mortal",
    ),
    Mean(
        key="call_win_value",
        en="average win value, open hands",
        ja="副露和了素点",
        group="calls",
        of=VALUE,
        among=OPEN_WIN,
        unit=Unit.POINTS,
        definition="value without honba and sticks / open wins",
        source="MajsoulPaipuAnalyzer",
    ),
    _share("tanyao", "tanyao", "タンヤオ", "tanyao"),
    _share("yakuhai", "yakuhai", "役牌", *_YAKUHAI),
    _share("toitoi", "toitoi", "対々和", "toitoi"),
    _share("flush", "a flush", "染め手", "honitsu", "chinitsu"),
    Mean(
        key="call_dora_avg",
        en="dora an open win",
        ja="副露ドラ枚数",
        group="calls",
        of=pl.col("dora") + pl.col("red") + pl.col("kita").fill_null(0),
        among=OPEN_WIN,
        unit=Unit.NUMBER,
        definition="dora, red fives and kita / open wins",
        source="MajsoulPaipuAnalyzer",
    ),
)
