"""Who pays whom: the simulator's own scalar settlement, rule by rule.

Every function returns changes by seat, riichi sticks already on the table. Sources: RULES 12-37, TENHOU 5-6,
MAJSOUL_MJAI 5.
"""

from tests.simulator.flavours import Flavour
from tests.simulator.model import Hand, Win
from tests.simulator.value import payments


def _pay(delta: list[int], payer: int, payee: int, points: int) -> None:
    delta[payer] -= points
    delta[payee] += points


def _tsumo(delta: list[int], win: Win, dealer: int, units: int | None, n: int) -> None:
    """Everyone pays his share, of ``units`` yakuman or of the hand as it is."""
    share_dealer, share_other = win.value.from_dealer, win.value.from_other
    if units is not None:
        _, _, share_dealer, share_other = payments(8000 * units, dealer=win.winner == dealer, n=n, tsumo=True)
    for seat in range(n):
        if seat != win.winner:
            _pay(delta, seat, win.winner, share_dealer if seat == dealer else share_other)


def win_delta(flavour: Flavour, hand: Hand, win: Win, honba: int, sticks: int) -> list[int]:
    """Changes by one win that takes ``honba`` counters and ``sticks`` from the table."""
    n = flavour.n_players
    delta = [0] * n
    covered = 0 if win.pao is None else win.value.yakuman if flavour.pao_scope == "whole" else win.pao_units
    rest = win.value.yakuman - covered
    is_dealer = win.winner == hand.dealer
    honba_total = honba * flavour.honba * (n - 1)
    if win.loser is None:
        if win.pao is None:
            _tsumo(delta, win, hand.dealer, None, n)
            for seat in range(n):
                if seat != win.winner:
                    _pay(delta, seat, win.winner, honba * flavour.honba)
        else:
            total = payments(8000 * covered, dealer=is_dealer, n=n, tsumo=True)[0]
            _pay(delta, win.pao, win.winner, total + honba_total)
            if rest:
                _tsumo(delta, win, hand.dealer, rest, n)
    else:
        payer = win.loser if win.pao is None else win.pao
        half = payments(8000 * covered, dealer=is_dealer, n=n, tsumo=False)[1] // 2
        _pay(delta, win.loser, win.winner, win.value.ron - half)
        _pay(delta, payer, win.winner, half + honba_total)
    delta[win.winner] += 1000 * sticks
    return delta


def noten_delta(flavour: Flavour, tenpai: list[bool]) -> list[int]:
    """The noten pool, shared."""
    ready = sum(tenpai)
    if ready in {0, len(tenpai)}:
        return [0] * len(tenpai)
    return [flavour.noten_pool // ready if t else -flavour.noten_pool // (len(tenpai) - ready) for t in tenpai]


def nagashi_delta(flavour: Flavour, hand: Hand) -> list[int]:
    """A mangan tsumo for each nagashi player, without honba and sticks."""
    n = flavour.n_players
    delta = [0] * n
    for winner in hand.nagashi:
        _, _, from_dealer, from_other = payments(2000, dealer=winner == hand.dealer, n=n, tsumo=True)
        for seat in range(n):
            if seat != winner:
                _pay(delta, seat, winner, from_dealer if seat == hand.dealer else from_other)
    return delta


def settle(flavour: Flavour, hand: Hand) -> None:
    """Fill the hand's changes, end and what stays on the table."""
    n = flavour.n_players
    sticks = hand.deposits + len(hand.riichi_paid)
    total = [0] * n
    for place, win in enumerate(hand.wins):
        win.delta = win_delta(flavour, hand, win, 0 if place else hand.honba, 0 if place else sticks)
        total = [a + b for a, b in zip(total, win.delta, strict=True)]
    if hand.result == "exhaustive_draw":
        total = noten_delta(flavour, hand.tenpai)
    if hand.result == "nagashi_mangan":
        total = nagashi_delta(flavour, hand)
    hand.delta = total
    paid = [1000 * (seat in hand.riichi_paid) for seat in range(n)]
    hand.end = [s - p + d for s, p, d in zip(hand.start, paid, total, strict=True)]
    hand.deposits_after = 0 if hand.wins else sticks


def thousands(points: int) -> int:
    """Points to thousands, half away from zero."""
    whole = (abs(points) + 500) // 1000
    return whole if points >= 0 else -whole


def final_scores(flavour: Flavour, points: list[int], ranks: list[int]) -> list[int]:
    """Scores after oka and uma in points; ranks from 1. The first takes what makes the sum zero."""
    rounded = [1000 * thousands(p) for p in points] if flavour.rounding == "integers" else points
    scores = [p - flavour.origin + flavour.uma[r - 1] for p, r in zip(rounded, ranks, strict=True)]
    first = ranks.index(1)
    scores[first] -= sum(scores)
    return scores
