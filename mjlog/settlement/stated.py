"""The ledger of hands that only the log can settle: its own changes of points, matched up.

Used where the rules are not known and do not reproduce the record, and where a win's value is not recorded but the
changes are. Who owes in sum pays who gains in sum, in the order of the seats and the table last.
"""

from typing import Final

import polars as pl

from mjlog.rules import RuleSet
from mjlog.settlement.rows import TABLE, seat, transfers
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
    own = [pl.col(f"recorded_{s}") + pl.col(f"bets_{s}") * bet for s in range(n_players)]
    changes = hands.lazy().select(
        "h", "result", *seats("bets", n_players), *(change.alias(f"change_{s}") for s, change in enumerate(own))
    )
    accounts = [*(pl.col(f"change_{s}") for s in range(n_players)), -pl.sum_horizontal(seats("change", n_players))]
    owed, gained = _running([-change for change in accounts]), _running(accounts)
    rows = [
        transfers(changes.filter(pl.col(f"bets_{s}") > 0), seat(s), TABLE, Reason.RIICHI, pl.lit(bet))
        for s in range(n_players)
    ]
    for payer, (low, high) in enumerate(owed):
        for payee, (bottom, top) in enumerate(gained):
            if payer != payee:
                points = pl.min_horizontal(high, top) - pl.max_horizontal(low, bottom)
                rows += _of_reasons(changes.with_columns(points=points), payer, payee, n_players)
    return rows


def _running(accounts: list[pl.Expr]) -> list[tuple[pl.Expr, pl.Expr]]:
    """Where each account's positive part begins and ends when they are laid end to end."""
    amounts = [account.clip(lower_bound=0) for account in accounts]
    ends = [pl.sum_horizontal(amounts[: count + 1]) for count in range(len(amounts))]
    return list(zip([pl.lit(0), *ends[:-1]], ends, strict=True))


def _of_reasons(changes: pl.LazyFrame, payer: int, payee: int, n_players: int) -> list[pl.LazyFrame]:
    moved = changes.filter(pl.col("points") > 0)
    if payer == n_players:
        return [transfers(moved, TABLE, seat(payee), Reason.DEPOSIT, pl.col("points"))]
    if payee == n_players:
        return [transfers(moved, seat(payer), TABLE, Reason.PENALTY, pl.col("points"))]
    named = [
        transfers(moved.filter(pl.col("result") == result), seat(payer), seat(payee), reason, pl.col("points"))
        for result, reason in _REASONS.items()
    ]
    other = moved.filter(~pl.col("result").is_in(list(_REASONS)))
    return [*named, transfers(other, seat(payer), seat(payee), Reason.PENALTY, pl.col("points"))]
