"""What players pay each other beside the score: bets, prizes, yakitori, chips. None of it moves a rank."""

from typing import Any

import numpy as np

from mjlog.rules import RuleSet
from mjlog.settlement.closing import NEVER, NOBODY, Closing, Ended, ScorePart
from mjlog.settlement.ranking import UNITS, Flags, Ints, Places, among
from mjlog.vocabulary import Reason


def side_payments(closing: Closing, ranking: Places, ended: Ended, rules: RuleSet) -> None:
    """Every side payment the rules know."""
    side_bets(closing, ranking, ended, rules)
    tobi_prize(closing, ranking, ended, rules)
    cold_prize(closing, ended, rules)
    yakitori(closing, ended, rules)
    closing.table(Reason.CHIPS, ScorePart.SIDE_PAYMENTS, rules.chips * ended.chips)


def side_bets(closing: Closing, ranking: Places, ended: Ended, rules: RuleSet) -> None:
    """The lower rank pays the higher one; bashin times the ranks between; equal ranks pay nothing (RULES 8)."""
    games, players = closing.points.shape
    paid = np.zeros((games, players, players), dtype=np.int64)
    every = np.arange(games)
    for bet in rules.sashiuma:
        for first, second in _pairs(bet.first, bet.second, players):
            columns = [(seat - ended.first_dealer) % players for seat in (first, second)]
            _bet(paid, ranking.rank, (every, *columns), bet.amount, bet.bashin)
    own = ended.bets
    _bet(paid, ranking.rank, (own.game, own.first, own.second), own.points, own.per_place)
    closing.between(Reason.SIDE_BET, ScorePart.SIDE_PAYMENTS, paid)


def _pairs(first: int, second: int, players: int) -> list[tuple[int, int]]:
    if first != second:
        return [(first, second)]
    return [(one, other) for one in range(players) for other in range(one + 1, players)]


def _bet(paid: Ints, rank: Ints, who: tuple[Ints, Ints, Ints], amount: int | Ints, per_place: bool | Flags) -> None:
    game, first, second = who
    behind = rank[game, first] - rank[game, second]
    stake = amount * np.where(per_place, np.abs(behind), 1)
    for sign, payer, payee in ((1, first, second), (-1, second, first)):
        np.add.at(paid, (game, payer, payee), np.where(sign * behind > 0, stake, 0))


def tobi_prize(closing: Closing, ranking: Places, ended: Ended, rules: RuleSet) -> None:
    """Each player who is bust pays who busted them, first place, or everyone else (RULES 43b).

    Where nobody busted them (their own chombo, their own stick) first place has the prize.
    """
    if not rules.tobi_prize:
        return
    seats = np.arange(closing.points.shape[1])
    bust = is_bust(ended.points, rules.tobi if rules.tobi != "off" else "lt0")
    first = ranking.place == 0
    match rules.tobi_prize_to:
        case "buster":
            buster = ended.busted_by[:, :, None] == seats
            payees = np.where((ended.busted_by == NOBODY)[:, :, None], first[:, None, :], buster)
        case "top":
            payees = np.broadcast_to(first[:, None, :], (*first.shape, seats.size))
        case _:
            payees = np.ones((*first.shape, seats.size), dtype=bool)
    paid = bust[:, :, None] & payees & (seats[:, None] != seats)
    closing.between(Reason.TOBI_PRIZE, ScorePart.SIDE_PAYMENTS, paid * np.int64(rules.tobi_prize))


def is_bust(points: Any, tobi: str) -> Any:
    """Whose points (array or expression) are less, or no more, than the value of ``tobi`` names (RULES 43)."""
    limit = int(tobi[2:])
    return points < limit if tobi.startswith("lt") else points <= limit


def cold_prize(closing: Closing, ended: Ended, rules: RuleSet) -> None:
    """Every other player pays whoever reached the points that end a game (RULES 43c)."""
    if not rules.cold_prize or not rules.cold_score:
        return
    reached = ended.points >= rules.cold_score
    paid = reached[:, None, :] & ~np.eye(reached.shape[1], dtype=bool)
    closing.between(Reason.COLD_PRIZE, ScorePart.SIDE_PAYMENTS, paid * np.int64(rules.cold_prize))


def yakitori(closing: Closing, ended: Ended, rules: RuleSet) -> None:
    """Who never won pays; nobody does where nobody won (RULES 54).

    A first win by ron in the last hand may make its discarder pay in the winner's place (RULES 54a).
    """
    if rules.yakitori == "off":
        return
    never = ended.first_win == NEVER
    never = never & ~never.all(axis=1, keepdims=True)
    borne = _borne(ended) if rules.yakitori_last_ron != "off" else np.zeros_like(never[:, :, None] & never[:, None, :])
    if rules.yakitori in ("flat", "pool"):
        due = (never + borne.sum(axis=2)) * rules.yakitori_amount
        winners = ~never
        if rules.yakitori_last_ron == "to_third_parties":
            winners = winners & ~borne.any(axis=1)
        shares = among(due.sum(axis=1), winners, UNITS[rules.tie_unit]) if rules.yakitori == "pool" else 0
        closing.table(Reason.YAKITORI, ScorePart.SIDE_PAYMENTS, shares - due)
        return
    payees = ~never if rules.yakitori == "to_non_yakitori" else np.ones_like(never)
    others = ~np.eye(never.shape[1], dtype=bool)
    due = (never[:, :, None] & others & payees[:, None, :]).astype(np.int64)
    for winner in range(never.shape[1]):
        third = np.arange(never.shape[1]) != winner if rules.yakitori_last_ron == "to_third_parties" else True
        due = due + (borne[:, :, winner, None] & others & payees[:, None, :] & third)
    closing.between(Reason.YAKITORI, ScorePart.SIDE_PAYMENTS, due * rules.yakitori_amount)


def _borne(ended: Ended) -> Flags:
    """Games x discarders x winners: who pays in place of whom."""
    seats = np.arange(ended.points.shape[1])
    former = ended.won_last & (ended.first_win == ended.last_hand[:, None]) & (ended.discarder != NOBODY)[:, None]
    return np.asarray((ended.discarder[:, None] == seats)[:, :, None] & former[:, None, :])
