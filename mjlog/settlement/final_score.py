"""From the points at the end to the score: leftover sticks, ranks, return points, oka, rounding, uma.

One function a rule; :func:`close` names them in the order a league's rule book applies them. Ranks are made after the
leftover sticks are handed out and before any penalty that is taken off the score (RULES §4, 13).
"""

import numpy as np

from mjlog.rules import RuleSet
from mjlog.settlement.closing import Closing, Ended, ScorePart
from mjlog.settlement.ranking import HUNDRED, UNITS, Flags, Ints, Places, among, places
from mjlog.settlement.rounding import rounded
from mjlog.settlement.side_payments import side_payments
from mjlog.vocabulary import Reason


def close(ended: Ended, rules: RuleSet) -> tuple[Closing, Places]:
    """Every transfer from the end of play to the final scores, and the places.

    Raises:
        ValueError: the uma is for another number of players.
    """
    players = ended.points.shape[1]
    if len(rules.uma) != players:
        raise ValueError(f"uma for {len(rules.uma)} players in a game of {players}")
    closing = Closing(ended.points)
    chombo_before_ranking(closing, ended, rules)
    lost = leftover_sticks(closing, ended, rules)
    ranking = places(closing.points, rules.tie_rank, ended.first_win)
    below_zero(closing, ranking, rules)
    closing.table(Reason.RETURN, ScorePart.BASE, np.full_like(closing.points, -rules.return_points))
    oka_and_uma(closing, ranking, rules)
    rounding(closing, ranking, rules)
    first_absorbs_lost(closing, ranking, rules, lost)
    sinking_uma(closing, ranking, rules)
    penalties(closing, ended, rules)
    side_payments(closing, ranking, ended, rules)
    return closing, ranking


def chombo_before_ranking(closing: Closing, ended: Ended, rules: RuleSet) -> None:
    """Points taken off before ranks are made (RULES 50)."""
    if rules.chombo == "before_ranking":
        closing.table(Reason.CHOMBO, ScorePart.POINTS, -rules.chombo_points * ended.chombo)


def leftover_sticks(closing: Closing, ended: Ended, rules: RuleSet) -> Ints:
    """Sticks on the table go to first place, the last dealer, their owners, or nobody (RULES 17).

    Returns:
        What nobody got, a number a game: lost sticks, and remainders that the rules lose.
    """
    pot = ended.sticks.sum(axis=1) + ended.ownerless
    equal_firsts = closing.points == closing.points.max(axis=1, keepdims=True)
    match rules.leftover_deposits:
        case "first":
            received = among(pot, _leftmost(equal_firsts))
        case "first_split":
            received = among(pot, equal_firsts, HUNDRED, rules.leftover_remainder)
        case "last_dealer":
            received = among(pot, np.arange(closing.points.shape[1]) == ended.last_dealer[:, None])
        case "return_to_declarers":
            received = ended.sticks
        case _:
            received = np.zeros_like(closing.points)
    closing.table(Reason.LEFTOVER, ScorePart.POINTS, received)
    return np.asarray(pot - received.sum(axis=1))


def _leftmost(chosen: Flags) -> Flags:
    return np.asarray(chosen & (np.cumsum(chosen, axis=1) == 1))


def below_zero(closing: Closing, ranking: Places, rules: RuleSet) -> None:
    """Points below a floor count as the floor; first place pays the difference (RULES 11)."""
    if rules.negative_settlement == "counted":
        return
    floor = 0 if rules.negative_settlement == "zero" else rules.negative_settlement
    raised = np.maximum(floor - closing.points, 0)
    payer = ranking.place == 0
    closing.between(Reason.FLOOR, ScorePart.BASE, payer[:, :, None] * np.where(payer, 0, raised)[:, None, :])


def oka_and_uma(closing: Closing, ranking: Places, rules: RuleSet) -> None:
    """Oka to first place (or from last), uma by place; equals share both (RULES 3-6, 9).

    Where both are shared by the same seats, the sum is divided and not each part, so that no remainder is given twice.
    """
    oka_ranking = _oka_ranking(closing.points, ranking, rules)
    oka_by_place, uma_by_place = _oka_by_place(closing, rules), _uma_by_place(closing.points, rules)
    unit, remainder = UNITS[rules.tie_unit], rules.tie_remainder
    oka = oka_ranking.shared(oka_by_place, unit, remainder)
    if oka_ranking is ranking:
        uma = ranking.shared(uma_by_place + oka_by_place, unit, remainder) - oka
    else:
        uma = ranking.shared(uma_by_place, unit, remainder)
    closing.table(Reason.OKA, ScorePart.OKA, oka)
    closing.table(Reason.FLOAT_UMA if rules.uma_by_float else Reason.UMA, ScorePart.UMA, uma)


def _oka_ranking(points: Ints, ranking: Places, rules: RuleSet) -> Places:
    if rules.oka_tie in ("same_as_tie", rules.tie_rank):
        return ranking
    return places(points, rules.oka_tie)


def _oka_by_place(closing: Closing, rules: RuleSet) -> Ints:
    players = closing.points.shape[1]
    match rules.oka:
        case "auto":
            pot = (rules.return_points - rules.start_points) * players
        case "none":
            pot = 0
        case fixed:
            pot = fixed
    by_place = np.zeros(players, dtype=np.int64)
    if pot < 0 and rules.oka_negative == "spread":
        return np.asarray(among([pot], np.ones((1, players), dtype=bool))[0])
    by_place[-1 if pot < 0 and rules.oka_negative == "last" else 0] = pot
    return by_place


def _uma_by_place(points: Ints, rules: RuleSet) -> Ints:
    """Amounts by place: one row, or one a game where they depend on how many float (RULES 6)."""
    uma = np.array(rules.uma, dtype=np.int64)
    if not rules.uma_by_float:
        return uma
    floaters = _floating(points, rules.float_line, rules.float_compare, rules).sum(axis=1)
    by_floaters = np.tile(uma, (points.shape[1] + 1, 1))
    for case in rules.uma_by_float:
        by_floaters[case.floaters] = case.uma
    return np.asarray(by_floaters[floaters])


def _floating(points: Ints, line: str | int, compare: str, rules: RuleSet) -> Flags:
    limit = {"start": rules.start_points, "return": rules.return_points}.get(str(line), line)
    return np.asarray(points >= int(limit) if compare == "ge" else points > int(limit))


def rounding(closing: Closing, ranking: Places, rules: RuleSet) -> None:
    """Scores to thousands: points less return with oka, or the points themselves (RULES 10, 10b).

    First place may take what that adds to the sum or drops from it, so that the sum stays (RULES 10a).
    """
    exact = closing.of(ScorePart.POINTS, ScorePart.BASE, ScorePart.OKA)
    if rules.round_before == "raw_score_first":
        exact = closing.of(ScorePart.POINTS, ScorePart.BASE) + rules.return_points
    change = rounded(exact, rules.rounding) - exact
    if rules.first_absorbs:
        change = change - np.where(ranking.place == 0, change.sum(axis=1, keepdims=True), 0)
    closing.table(Reason.ROUNDING, ScorePart.BASE, change)


def first_absorbs_lost(closing: Closing, ranking: Places, rules: RuleSet, lost: Ints) -> None:
    """First place that takes the rest may take lost sticks with it (RULES 10a)."""
    if rules.first_absorbs and rules.first_absorbs_lost:
        closing.table(Reason.LEFTOVER, ScorePart.BASE, np.where(ranking.place == 0, lost[:, None], 0))


def sinking_uma(closing: Closing, ranking: Places, rules: RuleSet) -> None:
    """Who is below the line pays first place, or into a pool of all who float (RULES 7).

    The pool is the amount times the other players. Where all are below the line, first place counts as floating.
    """
    if rules.sinking_uma == "off":
        return
    floating = _floating(closing.points, rules.sinking_uma_line, rules.sinking_uma_compare, rules)
    floating = floating | (~floating.any(axis=1, keepdims=True) & (ranking.place == 0))
    if rules.sinking_uma == "top":
        payee = ranking.place == 0
        paid = ~floating[:, :, None] * payee[:, None, :] * rules.sinking_uma_amount
        closing.between(Reason.SINKING_UMA, ScorePart.UMA, paid.astype(np.int64))
        return
    pool = np.where(floating.all(axis=1), 0, rules.sinking_uma_amount * (closing.points.shape[1] - 1))
    closing.table(Reason.SINKING_UMA, ScorePart.UMA, among(pool, floating) - among(pool, ~floating))


def penalties(closing: Closing, ended: Ended, rules: RuleSet) -> None:
    """Chombo after uma, an umpire's penalties, and the fixed score of seats that stand in for no one (RULES 50, 56)."""
    if rules.chombo == "after_uma":
        closing.table(Reason.CHOMBO_AFTER_UMA, ScorePart.PENALTIES, -rules.chombo_points * ended.chombo)
    for penalty in rules.umpire_penalties:
        seat = _is_seat(ended, penalty.seat)
        closing.table(Reason.PENALTY, ScorePart.PENALTIES, np.where(seat, -penalty.amount, 0))
    for number in rules.replacement_seats:
        seat = _is_seat(ended, number)
        own = closing.of(ScorePart.POINTS, ScorePart.BASE, ScorePart.OKA)
        closing.table(Reason.PENALTY, ScorePart.PENALTIES, np.where(seat, rules.replacement_score - own, 0))
        closing.table(Reason.UMA, ScorePart.UMA, np.where(seat, rules.replacement_uma - closing.of(ScorePart.UMA), 0))


def _is_seat(ended: Ended, seat: int) -> Flags:
    players = ended.points.shape[1]
    return np.asarray((np.arange(players) + ended.first_dealer[:, None]) % players == seat)
