"""Payments of a win: the hand's value, honba, and liability (RULES 12, 18-19, 33-37, 57)."""

import polars as pl

from mjlog.rules import RuleSet
from mjlog.settlement.rows import each_other, transfers
from mjlog.settlement.value import all_payers, payments
from mjlog.vocabulary import Reason

_DEALER_WON = pl.col("winner") == pl.col("dealer")
_WINNER, _PAYER = pl.col("winner"), pl.col("other")
_TSUMO = pl.col("loser").is_null()


def win_payments(wins: pl.DataFrame, rules: RuleSet, n_players: int) -> list[pl.LazyFrame]:
    """Ledger rows of all winners who are paid.

    Args:
        wins: winners with their value (:func:`mjlog.settlement.value.valued`), ``place`` and the hand's ``honba``.
        rules: the rule book.
        n_players: 3 or 4.
    """
    liable = pl.col("feeder").is_not_null() & (pl.col("feeder") != pl.col("loser")).fill_null(value=True)
    anybody_liable = wins["feeder"].null_count() < wins.height
    plain = wins.lazy().filter(~liable) if anybody_liable else wins.lazy()
    rows = [*_tsumo(plain.filter(_TSUMO), rules, n_players), *_ron(plain.filter(~_TSUMO), rules)]
    if anybody_liable:
        fed = wins.lazy().filter(liable)
        rows += _pao_tsumo(fed.filter(_TSUMO), rules, n_players)
        rows += _pao_ron(fed.filter(~_TSUMO), rules, n_players)
    return rows


def _tsumo(wins: pl.LazyFrame, rules: RuleSet, n_players: int) -> list[pl.LazyFrame]:
    return [_tsumo_shares(wins, n_players), _tsumo_honba(wins, rules, n_players)]


def _tsumo_shares(wins: pl.LazyFrame, n_players: int) -> pl.LazyFrame:
    """Every other seat pays its share: the dealer the dealer's, a child a child's."""
    share = pl.when(_PAYER == pl.col("dealer")).then(pl.col("from_dealer")).otherwise(pl.col("from_child"))
    return transfers(each_other(wins, _WINNER, n_players), _PAYER, _WINNER, Reason.TSUMO, share)


def _tsumo_honba(wins: pl.LazyFrame, rules: RuleSet, n_players: int) -> pl.LazyFrame:
    payers = each_other(wins.filter(pl.col("honba") > 0), _WINNER, n_players)
    return transfers(payers, _PAYER, _WINNER, Reason.HONBA, _honba() * rules.honba_on_tsumo)


def _honba() -> pl.Expr:
    return pl.col("honba").cast(pl.Int32)


def _ron(wins: pl.LazyFrame, rules: RuleSet) -> list[pl.LazyFrame]:
    loser = pl.col("loser")
    return [
        transfers(wins, loser, _WINNER, Reason.RON, pl.col("ron")),
        transfers(wins.filter(pl.col("honba") > 0), loser, _WINNER, Reason.HONBA, _honba_of_ron(rules)),
    ]


def _honba_of_ron(rules: RuleSet) -> pl.Expr:
    """What a ron gains by honba: the nearest winner's or, where each has it, every winner's (RULES 19)."""
    points = _honba() * rules.honba_on_ron
    return points if rules.multi_ron_honba == "each" else pl.when(pl.col("place") == 0).then(points).otherwise(0)


def _pao_tsumo(wins: pl.LazyFrame, rules: RuleSet, n_players: int) -> list[pl.LazyFrame]:
    """The feeder pays what all owe of the yakuman fed; what else is in the hand is paid as ever (RULES 34, 36)."""
    fed, rest = _divided(wins, rules, n_players)
    shared = _REST_BASE > 0 if rules.pao_tsumo_honba == "payers" else pl.lit(value=False)
    honba = _honba() * rules.honba_on_tsumo * (n_players - 1)
    return [
        transfers(fed, pl.col("feeder"), _WINNER, Reason.PAO, all_payers(_DEALER_WON, n_players)),
        _tsumo_shares(rest, n_players),
        transfers(wins.filter(~shared), pl.col("feeder"), _WINNER, Reason.HONBA, honba),
        _tsumo_honba(wins.filter(shared), rules, n_players),
    ]


def _pao_ron(wins: pl.LazyFrame, rules: RuleSet, n_players: int) -> list[pl.LazyFrame]:
    """Feeder and discarder halve the yakuman fed; the discarder pays what else is in the hand (RULES 34-37)."""
    fed, rest = _divided(wins, rules, n_players)
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


_REST_BASE = pl.col("base") - pl.col("fed_base")


def _divided(wins: pl.LazyFrame, rules: RuleSet, n_players: int) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    """The wins with the shares of the part fed, and those with anything else in them with the shares of that."""
    fed = wins.with_columns(**payments(pl.col("fed_base"), _DEALER_WON, rules, n_players))
    rest = wins.filter(_REST_BASE > 0).with_columns(**payments(_REST_BASE, _DEALER_WON, rules, n_players))
    return fed, rest
