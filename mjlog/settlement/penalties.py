"""Penalties paid at the table: chombo (RULES 50)."""

import polars as pl

from mjlog.rules import RuleSet
from mjlog.rules.points import MANGAN
from mjlog.settlement.rows import each_other, has_outcome, transfers
from mjlog.settlement.value import payments
from mjlog.vocabulary import Reason, Result


def chombo_payments(hands: pl.DataFrame, rules: RuleSet, n_players: int) -> list[pl.LazyFrame]:
    """The offender pays everybody what they would pay for a mangan tsumo; other fines belong to the final score."""
    if rules.chombo != "mangan" or not has_outcome(hands, Result.CHOMBO):
        return []
    fined = hands.lazy().filter((pl.col("outcome") == Result.CHOMBO) & pl.col("offender").is_not_null())
    offender = pl.col("offender")
    fined = fined.with_columns(**payments(pl.lit(MANGAN), offender == pl.col("dealer"), rules, n_players))
    others = each_other(fined, offender, n_players)
    share = pl.when(pl.col("other") == pl.col("dealer")).then("from_dealer").otherwise("from_child")
    return [transfers(others, offender, pl.col("other"), Reason.CHOMBO, share)]
