"""Payments of a draw: noten penalty and nagashi mangan (RULES 24-27, 52)."""

import polars as pl

from mjlog.rules import RuleSet
from mjlog.rules.points import MANGAN, YAKUMAN
from mjlog.settlement.rows import TABLE, at_seat, each_other, has_outcome, seat, transfers
from mjlog.settlement.sticks import portion
from mjlog.settlement.value import payments
from mjlog.vocabulary import Reason, Result


def tenpai(number: int, rules: RuleSet) -> pl.Expr:
    """Whether a seat counts as tenpai at a draw: as declared, but a dead hand is not (RULES 52)."""
    declared = pl.col(f"tenpai_{number}").fill_null(value=False)
    if rules.agari_houki == "noten":
        declared &= (pl.col("offender") != number).fill_null(value=True)
    return declared


def noten_payments(hands: pl.DataFrame, rules: RuleSet, n_players: int) -> list[pl.LazyFrame]:
    """Every noten seat pays every tenpai seat its share of the penalty (RULES 24)."""
    drawn = (
        hands.lazy()
        .filter(pl.col("outcome") == Result.EXHAUSTIVE_DRAW)
        .select("h", *(tenpai(s, rules).alias(f"tenpai_{s}") for s in range(n_players)))
        .with_columns(ready=pl.sum_horizontal(pl.col(f"tenpai_{s}").cast(pl.Int32) for s in range(n_players)))
        .filter(pl.col("ready").is_between(1, n_players - 1))
    )
    pairs = pl.LazyFrame(
        [(payer, payee) for payer in range(n_players) for payee in range(n_players) if payer != payee],
        schema={"payer": pl.UInt8(), "payee": pl.UInt8()},
        orient="row",
    )
    owing = drawn.join(pairs, how="cross").filter(
        ~at_seat("tenpai", pl.col("payer"), n_players), at_seat("tenpai", pl.col("payee"), n_players)
    )
    points = _each_noten_pays(rules, n_players) // pl.col("ready")
    return [transfers(owing, pl.col("payer"), pl.col("payee"), Reason.NOTEN, points)]


def _each_noten_pays(rules: RuleSet, n_players: int) -> pl.Expr:
    """What a noten seat pays in all, by how many are tenpai: its share of a pool, or from a table."""
    if isinstance(rules.noten_penalty, int):
        return rules.noten_penalty // (n_players - pl.col("ready"))
    amounts = dict(enumerate(rules.noten_penalty, start=1))
    return pl.col("ready").replace_strict(amounts, default=0, return_dtype=pl.Int32)


def nagashi_seats(hands: pl.LazyFrame, rules: RuleSet, n_players: int) -> pl.LazyFrame:
    """A row for every nagashi that is paid: the hand's columns, its seat, and ``place`` in turn from the dealer."""
    made = hands.filter(pl.col("outcome") == Result.NAGASHI_MANGAN)
    rows = (
        pl.concat(
            made.filter(pl.col(f"nagashi_{s}")).with_columns(
                nagashi=seat(s), turn=(s + n_players - pl.col("dealer")) % n_players
            )
            for s in range(n_players)
        )
        .sort("h", "turn")
        .with_columns(place=pl.int_range(pl.len(), dtype=pl.Int32).over("h"))
    )
    paid = rows.filter(pl.col("place") == 0) if rules.nagashi_multi == "nearest_dealer" else rows
    return paid.with_columns(shares=pl.len().over("h").cast(pl.Int32))


def nagashi_payments(hands: pl.DataFrame, rules: RuleSet, n_players: int) -> list[pl.LazyFrame]:
    """Everybody pays a nagashi seat as a tsumo of mangan (or yakuman); honba and sticks as ruled (RULES 26a-b)."""
    if rules.nagashi == "off" or not has_outcome(hands, Result.NAGASHI_MANGAN):
        return []
    base = MANGAN if rules.nagashi == "mangan" else YAKUMAN
    dealer_made = pl.col("nagashi") == pl.col("dealer")
    made = nagashi_seats(hands.lazy(), rules, n_players).with_columns(
        **payments(pl.lit(base), dealer_made, rules, n_players)
    )
    honba = pl.col("honba").cast(pl.Int32) * rules.honba_on_tsumo
    paid, payer, payee = each_other(made, pl.col("nagashi"), n_players), pl.col("other"), pl.col("nagashi")
    share = pl.when(payer == pl.col("dealer")).then("from_dealer").otherwise("from_child")
    rows = [transfers(paid, payer, payee, Reason.NAGASHI, share)]
    if rules.nagashi_honba:
        rows.append(transfers(paid, payer, payee, Reason.HONBA, honba))
    if rules.nagashi_takes_deposits:
        pool = pl.col("pool") * rules.riichi_bet
        shared = portion(pool, pl.col("shares"), pl.col("place"))
        points = (
            shared if rules.multi_ron_deposits == "split" else pl.when(pl.col("place") == 0).then(pool).otherwise(0)
        )
        rows.append(transfers(made, TABLE, pl.col("nagashi"), Reason.DEPOSIT, points))
    return rows
