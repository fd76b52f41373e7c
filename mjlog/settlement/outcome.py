"""What a recorded hand comes to under a rule set: who is paid, and where the record does not settle the question.

A log of one rule book read under another can hold what cannot happen there: a draw that does not exist, a third winner,
a winner who would have been bumped. What follows from the record is followed; the rest is named and never made up.
"""

from typing import Final

import numpy as np
import polars as pl

from mjlog.rules import RuleSet
from mjlog.tables import seats
from mjlog.vocabulary import Result

RESULT: Final = pl.Enum([str(result) for result in Result])


def paid_wins(wins: pl.DataFrame, rules: RuleSet) -> pl.DataFrame:
    """The winners who are paid (RULES 18, 21): nearest, two or three; none where the hand is aborted instead."""
    place, winners = pl.col("place"), pl.col("winners")
    match rules.multi_ron:
        case "head_bump":
            wins = wins.filter(place == 0)
        case "double":
            wins = wins.filter(winners < 3)
        case "double_then_head":
            wins = wins.filter((winners < 3) | (place == 0))
    if rules.renchan_multi_ron == "head_only_else_abort":
        further_dealer = (pl.col("winner") == pl.col("dealer")) & (pl.col("place") > 0)
        wins = wins.filter(~further_dealer.any().over("h"))
    return wins


def judge(hands: pl.DataFrame, recorded: pl.DataFrame, paid: pl.DataFrame, rules: RuleSet) -> pl.DataFrame:
    """The hands with what they come to.

    Args:
        hands: hands by ``h``.
        recorded: all recorded winners.
        paid: the winners who are paid.
        rules: the rule book.

    Returns:
        The hands with ``outcome`` (a result), ``paid`` (how many are paid), ``dealer_won`` (the dealer is among them),
        ``dealer_nearest`` (and the nearest to the discarder) and ``why`` (what the record leaves open, or null).
    """
    is_dealer = (paid["winner"] == paid["dealer"]).to_numpy()
    nearest = (paid["place"] == 0).to_numpy()
    return (
        hands.with_columns(
            _by_hand(paid, hands.height).alias("paid"),
            (_by_hand(paid.filter(is_dealer), hands.height) > 0).alias("dealer_won"),
            (_by_hand(paid.filter(is_dealer & nearest), hands.height) > 0).alias("dealer_nearest"),
            _by_hand(recorded, hands.height).alias("won"),
        )
        .with_columns(outcome=_outcome(rules))
        .with_columns(why=_why(rules))
        .drop("won")
    )


def _by_hand(wins: pl.DataFrame, height: int) -> pl.Series:
    """How many winners each hand has."""
    return pl.Series(np.bincount(wins["h"].to_numpy(), minlength=height).astype(np.uint8))


def _outcome(rules: RuleSet) -> pl.Expr:
    result, paid, won = pl.col("result"), pl.col("paid"), pl.col("won")
    become = [
        ((result == Result.RON) & (won > 0) & (paid == 0), Result.SANCHA_HOU),
        ((result == Result.SANCHA_HOU) & (paid > 0), Result.RON),
        ((result == Result.NAGASHI_MANGAN) & (rules.nagashi == "off"), Result.EXHAUSTIVE_DRAW),
    ]
    changed = (pl.when(condition).then(pl.lit(str(other), RESULT)) for condition, other in become)
    return pl.coalesce(*changed, result)


def _why(rules: RuleSet) -> pl.Expr:
    """Reasons in words, the first that applies."""
    outcome = pl.col("outcome")
    won = outcome.is_in([Result.TSUMO, Result.RON])
    untold = pl.all_horizontal(pl.col(seats("tenpai", rules.players)).is_null())
    no_nagashi = ~pl.any_horizontal(pl.col(seats("nagashi", rules.players)).fill_null(value=False))
    reasons = [
        (won & (pl.col("paid") == 0), "the log names no winner"),
        (outcome == Result.UNKNOWN_DRAW, "the log does not tell what kind of draw it is"),
        ((outcome == Result.CHOMBO) & pl.col("offender").is_null(), "the log does not tell who committed the chombo"),
        ((outcome == Result.NAGASHI_MANGAN) & no_nagashi, "the log does not tell whose nagashi mangan it is"),
        ((outcome == Result.EXHAUSTIVE_DRAW) & untold, "the log does not tell who was tenpai"),
        *((outcome == kind, f"these rules know no {name}") for kind, name in _unknown_aborts(rules).items()),
    ]
    if rules.agari_houki == "noten":
        dead = won & pl.col("offender").is_not_null()
        reasons.append((dead, "a player whose hand was dead is recorded in a hand that was won"))
    return pl.coalesce(pl.when(condition).then(pl.lit(reason)) for condition, reason in reasons)


def _unknown_aborts(rules: RuleSet) -> dict[Result, str]:
    """Abortive draws that the rules do not have (RULES 28-32); three ron without their hands cannot be paid either."""
    known = {
        Result.KYUUSHU_KYUUHAI: rules.kyuushu != "off",
        Result.SUUFON_RENDA: rules.suufon_renda,
        Result.SUUKAIKAN: rules.suukaikan != "off",
        Result.SUUCHA_RIICHI: rules.suucha_riichi,
        Result.SANCHA_HOU: rules.multi_ron == "double" or rules.renchan_multi_ron == "head_only_else_abort",
    }
    return {result: str(result).replace("_", " ") for result, have in known.items() if not have}
