"""The ledger of hands that only the log can settle: its own changes of points, matched up.

Used where the rules are not known and do not reproduce the record, and where a win's value is not recorded but the
changes are. Who owes in sum pays who gains in sum, in the order of the seats and the table last.
"""

from typing import Final

import polars as pl

from mjlog.rules import RuleSet
from mjlog.settlement.rows import REASON, TABLE, each_seat, transfers
from mjlog.tables import seats
from mjlog.vocabulary import Reason, Result

_REASONS: Final = {
    Result.TSUMO: Reason.TSUMO,
    Result.RON: Reason.RON,
    Result.EXHAUSTIVE_DRAW: Reason.NOTEN,
    Result.NAGASHI_MANGAN: Reason.NAGASHI,
    Result.CHOMBO: Reason.CHOMBO,
}


def recorded_change(number: int) -> pl.Expr:
    """Change of a seat's points over a hand as the log states it, sticks paid included; null where it does not."""
    return pl.coalesce(pl.col(f"end_{number}") - pl.col(f"start_{number}"), pl.col(f"delta_{number}"))


def stated_payments(hands: pl.DataFrame, rules: RuleSet, n_players: int) -> list[pl.LazyFrame]:
    """Ledger rows that make the recorded changes: riichi sticks as laid, and the rest matched payer to payee.

    Args:
        hands: hands with ``recorded_0`` … (changes) and ``bets_0`` … (sticks laid); only these are settled.
        rules: for the value of a stick.
        n_players: 3 or 4.
    """
    bet = rules.riichi_bet
    laid = each_seat(hands.lazy().select("h", *seats("bets", n_players)), "bets", n_players).filter(pl.col("bets") > 0)
    changes = [pl.col(f"recorded_{s}") + pl.col(f"bets_{s}") * bet for s in range(n_players)]
    accounts = [*changes, -pl.sum_horizontal(changes)]
    numbers = range(n_players + 1)
    pairs = pl.LazyFrame({"payer": numbers}).join(pl.LazyFrame({"payee": numbers}), how="cross")
    matched = (
        hands.lazy()
        .select("h", "result", owed=_ends([-change for change in accounts]), gained=_ends(accounts))
        .join(pairs.filter(pl.col("payer") != pl.col("payee")), how="cross")
        .select("h", "result", "payer", "payee", points=_overlap())
        .filter(pl.col("points") > 0)
    )
    payer, payee = (pl.when(pl.col(side) < n_players).then(pl.col(side)) for side in ("payer", "payee"))
    return [
        transfers(laid, pl.col("seat"), TABLE, Reason.RIICHI, pl.lit(bet)),
        transfers(matched, payer, payee, _reason(n_players), pl.col("points")),
    ]


def _ends(accounts: list[pl.Expr]) -> pl.Expr:
    """Where each account's positive part ends when they are laid end to end; the first begins at 0."""
    amounts = [account.clip(lower_bound=0) for account in accounts]
    return pl.concat_list([pl.lit(0), *(pl.sum_horizontal(amounts[: count + 1]) for count in range(len(amounts)))])


def _overlap() -> pl.Expr:
    """What of the payer's debt falls on the payee's gain."""
    sides = [(pl.col("owed").list, pl.col("payer")), (pl.col("gained").list, pl.col("payee"))]
    begin = pl.max_horizontal(ends.get(account) for ends, account in sides)
    return pl.min_horizontal(ends.get(account + 1) for ends, account in sides) - begin


def _reason(n_players: int) -> pl.Expr:
    words = {str(result): str(reason) for result, reason in _REASONS.items()}
    by_result = pl.col("result").cast(pl.String).replace_strict(words, default=str(Reason.PENALTY))
    return (
        pl.when(pl.col("payer") == n_players)
        .then(pl.lit(str(Reason.DEPOSIT)))
        .when(pl.col("payee") == n_players)
        .then(pl.lit(str(Reason.PENALTY)))
        .otherwise(by_result)
        .cast(REASON)
    )
