"""Open hands. A hand is open with its first chi, pon or daiminkan; closed kans and kita leave it closed."""

from typing import Any, Final

import polars as pl

from mjlog.stats.metrics.hand import ALL, CHANGE, DEALT_IN, VALUE, WON
from mjlog.stats.rows import has_yaku
from mjlog.stats.statistic import Mean, Rate, Rows, Statistic, Unit

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
        event=has_yaku("yaku_set", *yaku),
        rows=Rows.WIN,
        among=OPEN_WIN,
        definition=f"open wins with {en} / open wins",
        source="MajsoulPaipuAnalyzer FULU*",
    )


def _with_calls(n: int) -> tuple[Statistic, ...]:
    """What becomes of hands with so many calls or more."""
    enough = pl.col("calls") >= n
    shared: dict[str, Any] = {"group": "calls", "source": "MajsoulPaipuAnalyzer FULU*"}
    hands = f"hands with {n} or more open calls"
    return (
        Rate(
            key=f"call_{n}plus_rate",
            en=f"{n} or more calls rate",
            ja=f"{n}副露以上率",
            event=enough,
            among=ALL,
            definition=f"{hands} / hands",
            **shared,
        ),
        Rate(
            key=f"call_{n}plus_win_rate",
            en=f"win rate, {n} or more calls",
            ja=f"{n}副露以上和了率",
            event=WON,
            among=enough,
            definition=f"hands won / {hands}",
            **shared,
        ),
        Rate(
            key=f"call_{n}plus_deal_in_rate",
            en=f"deal-in rate, {n} or more calls",
            ja=f"{n}副露以上放銃率",
            event=DEALT_IN,
            among=enough,
            definition=f"hands dealt in / {hands}",
            **shared,
        ),
        Mean(
            key=f"call_{n}plus_win_value",
            en=f"average win value, {n} or more calls",
            ja=f"{n}副露以上和了素点",
            of=VALUE,
            rows=Rows.WIN,
            among=enough & WON,
            unit=Unit.POINTS,
            definition=f"value without honba and sticks / wins of {hands}",
            **shared,
        ),
        Mean(
            key=f"call_{n}plus_balance",
            en=f"balance, {n} or more calls",
            ja=f"{n}副露以上収支",
            of=CHANGE,
            among=enough,
            unit=Unit.POINTS,
            definition=f"change of points, sticks included / {hands}",
            **shared,
        ),
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
            definition=f"hands with exactly {n} open call{'s' * (n > 1)} / hands",
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
    Rate(
        key="call_tsumo_rate",
        en="tsumo share of open wins",
        ja="副露ツモ率",
        group="calls",
        event=pl.col("tsumo"),
        rows=Rows.WIN,
        among=OPEN_WIN,
        definition="wins by tsumo / open wins",
        source="MajsoulPaipuAnalyzer ZIMOINHULEFULUR",
    ),
    Rate(
        key="call_share_of_wins",
        en="open share of wins",
        ja="和了時副露率",
        group="calls",
        event=OPEN,
        rows=Rows.WIN,
        among=WON,
        definition="wins with an open hand / wins",
        source="MajsoulPaipuAnalyzer FULUHULER",
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
        rows=Rows.WIN,
        among=OPEN_WIN,
        unit=Unit.POINTS,
        definition="value without honba and sticks / open wins",
        source="MajsoulPaipuAnalyzer",
    ),
    _share("tanyao", "tanyao", "タンヤオ", "tanyao"),
    _share("yakuhai", "yakuhai", "役牌", *_YAKUHAI),
    _share("toitoi", "toitoi", "対々和", "toitoi"),
    _share("flush", "half or full flush", "染め手", "honitsu", "chinitsu"),
    Mean(
        key="call_dora_avg",
        en="dora an open win",
        ja="副露ドラ枚数",
        group="calls",
        of=pl.col("dora") + pl.col("red") + pl.col("kita").fill_null(0),
        rows=Rows.WIN,
        among=OPEN_WIN,
        unit=Unit.NUMBER,
        definition="dora, red fives and kita / open wins",
        source="MajsoulPaipuAnalyzer",
    ),
    Mean(
        key="call_turn",
        en="turn of the first call",
        ja="副露巡目",
        group="calls",
        of=pl.col("first_call_turn"),
        among=OPEN,
        unit=Unit.TURN,
        definition="own discards before the first open call, and one / hands with a call whose play the log shows",
        source="MajsoulPaipuAnalyzer FULUCC",
    ),
    Rate(
        key="call_first_share",
        en="first to call",
        ja="先行副露率",
        group="calls",
        event=pl.col("first_caller"),
        among=OPEN,
        definition="hands in which nobody made an open call before / hands with a call whose play the log shows",
        source="MajsoulPaipuAnalyzer FULUFIRSTR",
    ),
    *(statistic for n in (2, 3, 4) for statistic in _with_calls(n)),
)
