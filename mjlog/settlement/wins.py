"""Payments of a win: the hand's value, honba, and liability (RULES 12, 18-19, 33-37, 57)."""

import polars as pl

from mjlog.rules import RuleSet
from mjlog.settlement.rows import transfers
from mjlog.settlement.value import all_payers, payments
from mjlog.vocabulary import Reason

_DEALER_WON = pl.col("winner") == pl.col("dealer")
_WINNER = pl.col("winner")


def win_payments(wins: pl.DataFrame, rules: RuleSet, n_players: int) -> list[pl.LazyFrame]:
    """Ledger rows of all winners who are paid.

    Args:
        wins: winners with their value (:func:`mjlog.settlement.value.valued`), ``place`` and the hand's ``honba``.
        rules: the rule book.
        n_players: 3 or 4.
    """
    liable = pl.col("feeder").is_not_null() & (pl.col("feeder") != pl.col("loser")).fill_null(value=True)
    plain, fed = wins.lazy().filter(~liable), wins.lazy().filter(liable)
    rows = [*_tsumo(plain, n_players), _ron(plain)]
    rows += [*_tsumo_honba(plain, rules, n_players), _ron_honba(plain, rules)]
    if wins["feeder"].null_count() < wins.height:
        rows += _pao_tsumo(fed.filter(pl.col("loser").is_null()), rules, n_players)
        rows += _pao_ron(fed.filter(pl.col("loser").is_not_null()), rules, n_players)
    return rows


def _payers(wins: pl.LazyFrame, n_players: int) -> list[pl.LazyFrame]:
    """The winners by tsumo, once for each of the other seats as ``payer``."""
    drawn = wins.filter(pl.col("loser").is_null())
    return [drawn.with_columns(payer=(_WINNER + step) % n_players) for step in range(1, n_players)]


def _share() -> pl.Expr:
    """What ``payer`` owes of a tsumo."""
    return pl.when(pl.col("payer") == pl.col("dealer")).then(pl.col("from_dealer")).otherwise(pl.col("from_child"))


def _tsumo(wins: pl.LazyFrame, n_players: int) -> list[pl.LazyFrame]:
    payers = _payers(wins, n_players)
    return [transfers(payer, pl.col("payer"), _WINNER, Reason.TSUMO, _share()) for payer in payers]


def _ron(wins: pl.LazyFrame) -> pl.LazyFrame:
    return transfers(
        wins.filter(pl.col("loser").is_not_null()), pl.col("loser"), _WINNER, Reason.RON, pl.col("ron")
    )  # fmt: skip


def _tsumo_honba(wins: pl.LazyFrame, rules: RuleSet, n_players: int) -> list[pl.LazyFrame]:
    points = pl.col("honba").cast(pl.Int32) * rules.honba_on_tsumo
    payers = _payers(wins.filter(pl.col("honba") > 0), n_players)
    return [transfers(payer, pl.col("payer"), _WINNER, Reason.HONBA, points) for payer in payers]


def _honba_of_ron(rules: RuleSet) -> pl.Expr:
    """What a ron gains by honba: the nearest winner's or, where each has it, every winner's (RULES 19)."""
    points = pl.col("honba").cast(pl.Int32) * rules.honba_on_ron
    return points if rules.multi_ron_honba == "each" else pl.when(pl.col("place") == 0).then(points).otherwise(0)


def _ron_honba(wins: pl.LazyFrame, rules: RuleSet) -> pl.LazyFrame:
    lost = wins.filter(pl.col("loser").is_not_null() & (pl.col("honba") > 0))
    return transfers(lost, pl.col("loser"), _WINNER, Reason.HONBA, _honba_of_ron(rules))


def _pao_tsumo(wins: pl.LazyFrame, rules: RuleSet, n_players: int) -> list[pl.LazyFrame]:
    """The feeder pays what all owe of the yakuman fed; what else is in the hand is paid as ever (RULES 34, 36)."""
    fed = wins.with_columns(**payments(pl.col("fed_base"), _DEALER_WON, rules, n_players))
    rest_base = pl.col("base") - pl.col("fed_base")
    rest = wins.with_columns(**payments(rest_base, _DEALER_WON, rules, n_players)).filter(rest_base > 0)
    honba = pl.col("honba").cast(pl.Int32) * rules.honba_on_tsumo * (n_players - 1)
    shared = (rest_base > 0) & (rules.pao_tsumo_honba == "payers")
    return [
        transfers(fed, pl.col("feeder"), _WINNER, Reason.PAO, all_payers(_DEALER_WON, n_players)),
        *_tsumo(rest, n_players),
        transfers(wins.filter(~shared), pl.col("feeder"), _WINNER, Reason.HONBA, honba),
        *_tsumo_honba(wins.filter(shared), rules, n_players),
    ]


def _pao_ron(wins: pl.LazyFrame, rules: RuleSet, n_players: int) -> list[pl.LazyFrame]:
    """Feeder and discarder halve the yakuman fed; the discarder pays what else is in the hand (RULES 34-37)."""
    fed = wins.with_columns(**payments(pl.col("fed_base"), _DEALER_WON, rules, n_players))
    rest_base = pl.col("base") - pl.col("fed_base")
    rest = wins.with_columns(**payments(rest_base, _DEALER_WON, rules, n_players)).filter(rest_base > 0)
    half = pl.col("ron") // 2
    honba = _honba_of_ron(rules)
    from_feeder = {"pao": honba, "discarder": pl.lit(0), "split": honba // 200 * 100}[rules.pao_honba]
    return [
        transfers(fed, pl.col("feeder"), _WINNER, Reason.PAO, half),
        transfers(fed, pl.col("loser"), _WINNER, Reason.RON, pl.col("ron") - half),
        transfers(rest, pl.col("loser"), _WINNER, Reason.RON, pl.col("ron")),
        transfers(wins, pl.col("feeder"), _WINNER, Reason.HONBA, from_feeder),
        transfers(wins, pl.col("loser"), _WINNER, Reason.HONBA, honba - from_feeder),
    ]
