"""Penalties paid at the table: chombo (RULES 50)."""

import polars as pl

from mjlog.rules import RuleSet
from mjlog.rules.points import MANGAN
from mjlog.settlement.rows import seat, transfers
from mjlog.settlement.value import payments
from mjlog.vocabulary import Reason, Result


def chombo_payments(hands: pl.DataFrame, rules: RuleSet, n_players: int) -> list[pl.LazyFrame]:
    """The offender pays everybody what they would pay for a mangan tsumo; other fines belong to the final score."""
    if rules.chombo != "mangan":
        return []
    fined = hands.lazy().filter((pl.col("outcome") == Result.CHOMBO) & pl.col("offender").is_not_null())
    offender = pl.col("offender")
    fined = fined.with_columns(**payments(pl.lit(MANGAN), offender == pl.col("dealer"), rules, n_players))
    return [
        transfers(
            fined.filter(offender != payee), offender, seat(payee), Reason.CHOMBO,
            pl.when(pl.col("dealer") == payee).then("from_dealer").otherwise("from_child"),
        )
        for payee in range(n_players)
    ]  # fmt: skip
