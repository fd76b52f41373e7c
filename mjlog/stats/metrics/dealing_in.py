"""Dealing in: in what state, and to whom. A double ron is one deal-in; its kind is that of the first winner."""

from typing import Final

import polars as pl

from mjlog.stats.metrics.hand import DEALT_IN
from mjlog.stats.statistic import Rate, Statistic

_TO: Final = pl.col("dealt_in_to")


def _to(kind: str, ja: str) -> Rate:
    return Rate(
        key=f"deal_in_to_{kind}_rate",
        en=f"deal-ins to {kind}",
        ja=f"対{ja}放銃割合",
        group="dealing in",
        event=_TO == kind,
        among=DEALT_IN,
        definition=f"hands dealt in to a {kind} hand / hands dealt in",
        source="amae-koromo",
    )


FAMILY: Final[tuple[Statistic, ...]] = (
    Rate(
        key="deal_in_while_riichi_rate",
        en="deal-ins while in riichi",
        ja="立直中放銃割合",
        group="dealing in",
        event=pl.col("riichi"),
        among=DEALT_IN,
        definition="hands dealt in after declaring / hands dealt in",
        source="amae-koromo",
    ),
    Rate(
        key="deal_in_while_open_rate",
        en="deal-ins with an open hand",
        ja="副露中放銃割合",
        group="dealing in",
        event=pl.col("open"),
        among=DEALT_IN,
        definition="hands dealt in with a call / hands dealt in",
        source="amae-koromo",
    ),
    _to("riichi", "立直"),
    _to("open", "副露"),
    _to("dama", "ダマ"),
    Rate(
        key="deal_in_to_dealer_rate",
        en="deal-ins to the dealer",
        ja="対親放銃割合",
        group="dealing in",
        event=pl.col("dealt_in_to_dealer"),
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
        among=DEALT_IN,
        definition="hands dealt in to several winners / hands dealt in",
    ),
)
