"""Sticks on the table: who lays them there, who takes them, and how many remain (RULES 13, 15-17a, 20, 26b, 53)."""

import polars as pl

from mjlog.rules import RuleSet
from mjlog.settlement.chains import counted_on
from mjlog.settlement.rows import TABLE, each_seat, has_outcome, transfers
from mjlog.tables import declared_riichi, seats
from mjlog.vocabulary import Reason, Result

_HUNDRED = 100


def count_sticks(hands: pl.DataFrame, rules: RuleSet, n_players: int, *, carried: bool) -> pl.DataFrame:
    """The hands with the sticks of each.

    Args:
        hands: judged hands in order.
        rules: the rule book.
        n_players: 3 or 4.
        carried: whether the sticks a hand begins with are those the hand before it left under these rules, or, False,
            those the log records.

    Returns:
        The hands with ``bets_0`` … (sticks laid for riichi), ``deposits`` (on the table at the beginning), ``pool``
        (when the hand is decided), ``cleared`` (somebody takes them) and ``deposits_after``.
    """
    bets = {f"bets_{s}": _bets(s, rules) for s in range(n_players)}
    faults = pl.col("penalties").list.len().fill_null(0).cast(pl.Int32) * rules.kuutaku_penalty
    hands = hands.with_columns(**bets, faults=faults, cleared=_cleared(rules))
    riichi = pl.sum_horizontal(list(bets))
    returned = (pl.col("outcome") == Result.CHOMBO) & (rules.leftover_return_policy == "hand")
    hands = hands.with_columns(added=pl.col("faults") + riichi, returned=pl.when(returned).then(riichi).otherwise(0))
    hands = hands.with_columns(deposits=_carried() if carried else pl.col("deposits").cast(pl.Int32))
    pool = pl.col("deposits") + pl.col("added")
    return hands.with_columns(
        pool=pool, deposits_after=pl.when("cleared").then(0).otherwise(pool - pl.col("returned"))
    ).drop("faults", "added", "returned")


def _bets(number: int, rules: RuleSet) -> pl.Expr:
    """Sticks a seat lays for riichi: one where it was paid, or where its tile was ronned and it is forfeited."""
    paid, declared = pl.col(f"riichi_paid_{number}"), declared_riichi(number)
    bets = paid.fill_null(declared)
    if rules.riichi_discard_ronned == "forfeited":
        bets |= declared
    return bets.cast(pl.Int32)


def _cleared(rules: RuleSet) -> pl.Expr:
    """Whether somebody takes the sticks in this hand."""
    outcome = pl.col("outcome")
    won = (pl.col("paid") > 0) & (rules.deposit_on_win == "winner")
    nagashi = (outcome == Result.NAGASHI_MANGAN) & rules.nagashi_takes_deposits
    return won | nagashi


def _carried() -> pl.Expr:
    """Sticks at the beginning of each hand: all that were added since the table was last cleared."""
    added, recorded = pl.col("added") - pl.col("returned"), pl.col("deposits").cast(pl.Int32)
    return counted_on(added, recorded, (pl.col("gap"), recorded), (pl.col("cleared").shift(1), pl.lit(0)))


def stick_payments(hands: pl.DataFrame, wins: pl.DataFrame, rules: RuleSet, n_players: int) -> list[pl.LazyFrame]:
    """Ledger rows of sticks laid, returned and collected in mid-game.

    Args:
        hands: hands with their sticks (:func:`count_sticks`).
        wins: winners who are paid, with ``place`` and the hand's ``pool``.
        rules: the rule book.
        n_players: 3 or 4.
    """
    staked = each_seat(hands.lazy().select("h", *seats("bets", n_players)), "bets", n_players)
    staked = staked.filter(pl.col("bets") > 0)
    bet = pl.lit(rules.riichi_bet)
    rows = [transfers(staked, pl.col("seat"), TABLE, Reason.RIICHI, bet)]
    if rules.leftover_return_policy == "hand" and has_outcome(hands, Result.CHOMBO):
        chombo = hands.lazy().filter(pl.col("outcome") == Result.CHOMBO)
        returned = staked.join(chombo.select("h"), on="h", how="semi")
        rows.append(transfers(returned, TABLE, pl.col("seat"), Reason.DEPOSIT_RETURN, bet))
    if hands["penalties"].null_count() < hands.height:
        faults = hands.lazy().filter(pl.col("penalties").list.len() > 0).select("h", "penalties").explode("penalties")
        rows.append(transfers(faults, pl.col("penalties"), TABLE, Reason.PENALTY, bet * rules.kuutaku_penalty))
    if rules.deposit_on_win == "winner":
        rows.append(_collected(wins, hands, rules, n_players))
    return rows


def _collected(wins: pl.DataFrame, hands: pl.DataFrame, rules: RuleSet, n_players: int) -> pl.LazyFrame:
    pool = pl.col("pool") * rules.riichi_bet
    takers = wins.lazy().filter(pl.col("pool") > 0)
    match rules.multi_ron_deposits:
        case "split":
            points = portion(pool, pl.len().over("h").cast(pl.Int32), pl.col("place").cast(pl.Int32))
        case "own_back_then_nearest":
            takers = takers.join(hands.lazy().select("h", *(f"bets_{s}" for s in range(n_players))), on="h")
            own = pl.sum_horizontal(pl.col(f"bets_{s}") * (pl.col("winner") == s) for s in range(n_players))
            own = own * rules.riichi_bet
            points = own + pl.when(pl.col("place") == 0).then(pool - own.sum().over("h")).otherwise(0)
        case _:
            takers, points = takers.filter(pl.col("place") == 0), pool
    return transfers(takers, TABLE, pl.col("winner"), Reason.DEPOSIT, points)


def portion(points: pl.Expr, shares: pl.Expr, place: pl.Expr) -> pl.Expr:
    """Share number ``place`` of points divided evenly; hundreds that do not divide go to the first shares."""
    even = points // (shares * _HUNDRED) * _HUNDRED
    rest = points - even * shares
    return even + (rest - place * _HUNDRED).clip(0, _HUNDRED)
