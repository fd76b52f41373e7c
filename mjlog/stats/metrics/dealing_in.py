"""Dealing in: in what state, and to whom. A double ron is one deal-in; its kind is that of the first winner."""

from typing import Final

import polars as pl

from mjlog.stats.metrics.hand import DEALT_IN
from mjlog.stats.statistic import Mean, Rate, Rows, Statistic, Unit

_TO: Final = pl.col("dealt_in_to")
_HANDS: Final = {"riichi": "a riichi", "open": "an open hand", "dama": "a closed hand without riichi"}


def _to(kind: str, ja: str) -> Rate:
    return Rate(
        key=f"deal_in_to_{kind}",
        en=f"deal-ins to {kind}",
        ja=f"対{ja}放銃割合",
        group="dealing in",
        event=_TO == kind,
        rows=Rows.DEAL_IN,
        among=DEALT_IN,
        definition=f"hands dealt in to {_HANDS[kind]} / hands dealt in",
        source="amae-koromo",
    )


def _unforced(kind: str, ja: str) -> Rate:
    return Rate(
        key=f"unforced_deal_in_to_{kind}",
        en=f"deal-ins to {kind} while not in riichi",
        ja=f"非立直時対{ja}放銃割合",
        group="dealing in",
        event=_TO == kind,
        rows=Rows.DEAL_IN,
        among=DEALT_IN & ~pl.col("riichi"),
        definition=f"hands dealt in to {_HANDS[kind]} without having declared / hands dealt in without having declared",
        source="Pantheon unforced_feed_*",
    )


FAMILY: Final[tuple[Statistic, ...]] = (
    Rate(
        key="deal_in_while_riichi",
        en="deal-ins while in riichi",
        ja="立直中放銃割合",
        group="dealing in",
        event=pl.col("riichi"),
        rows=Rows.DEAL_IN,
        among=DEALT_IN,
        definition="hands dealt in after declaring / hands dealt in",
        source="amae-koromo",
    ),
    Rate(
        key="deal_in_while_open",
        en="deal-ins with an open hand",
        ja="副露中放銃割合",
        group="dealing in",
        event=pl.col("open"),
        rows=Rows.DEAL_IN,
        among=DEALT_IN,
        definition="hands dealt in with a call / hands dealt in",
        source="amae-koromo",
    ),
    Rate(
        key="deal_in_while_closed",
        en="deal-ins with a closed hand",
        ja="門前中放銃割合",
        group="dealing in",
        event=pl.col("hand_kind") == "closed",
        rows=Rows.DEAL_IN,
        among=DEALT_IN,
        definition="hands dealt in with neither riichi nor a call / hands dealt in",
        source="amae-koromo",
    ),
    _to("riichi", "立直"),
    _to("open", "副露"),
    _to("dama", "ダマ"),
    _unforced("riichi", "立直"),
    _unforced("open", "副露"),
    _unforced("dama", "ダマ"),
    Rate(
        key="deal_in_to_dealer_rate",
        en="deal-ins to the dealer",
        ja="対親放銃割合",
        group="dealing in",
        event=pl.col("dealt_in_to_dealer"),
        rows=Rows.DEAL_IN,
        among=DEALT_IN & ~pl.col("dealer"),
        definition="hands dealt in to the dealer / hands dealt in as non-dealer",
        source="Tenhou",
    ),
    Rate(
        key="double_deal_in_rate",
        en="double ron share of deal-ins",
        ja="ダブロン放銃割合",
        group="dealing in",
        event=pl.col("double_dealt_in"),
        rows=Rows.DEAL_IN,
        among=DEALT_IN,
        definition="hands dealt in to several winners / hands dealt in",
    ),
    Mean(
        key="avg_deal_in_value",
        en="average value dealt in to",
        ja="平均放銃素点",
        group="dealing in",
        of=pl.col("dealt_in_value"),
        rows=Rows.DEAL_IN,
        among=DEALT_IN,
        unit=Unit.POINTS,
        definition="value of the winners' hands without honba and sticks, all winners together / hands dealt in",
        source="MajsoulPaipuAnalyzer CHONGSU",
    ),
    Mean(
        key="deal_in_turn",
        en="deal-in turn",
        ja="放銃巡目",
        group="dealing in",
        of=pl.col("discards"),
        rows=Rows.DEAL_IN,
        among=DEALT_IN,
        unit=Unit.TURN,
        definition="own discards, the winning tile included / hands dealt in",
        source="MajsoulPaipuAnalyzer CHONGMYCC",
    ),
    Mean(
        key="deal_in_turn_winner",
        en="winner's turn at a deal-in",
        ja="放銃時相手巡目",
        group="dealing in",
        of=pl.col("dealt_in_discards"),
        rows=Rows.DEAL_IN,
        among=DEALT_IN,
        unit=Unit.TURN,
        definition="the winner's discards so far, the first winner's of several / hands dealt in",
        source="MajsoulPaipuAnalyzer CHONGHISCC",
    ),
    Mean(
        key="deal_in_shanten",
        en="shanten at a deal-in",
        ja="放銃時向聴数",
        group="dealing in",
        of=pl.col("last_shanten"),
        rows=Rows.DEAL_IN,
        among=DEALT_IN,
        unit=Unit.NUMBER,
        definition="shanten of the own hand after the discard / hands dealt in whose tiles the log shows",
        source="MajsoulPaipuAnalyzer CHONGSHANTEN",
    ),
    Rate(
        key="deal_in_tenpai_rate",
        en="tenpai at a deal-in",
        ja="放銃時聴牌率",
        group="dealing in",
        event=pl.col("last_shanten") == 0,
        rows=Rows.DEAL_IN,
        among=DEALT_IN,
        definition="hands dealt in while tenpai / hands dealt in whose tiles the log shows",
        source="MajsoulPaipuAnalyzer FANGCHONGSHANTEN0",
    ),
)
