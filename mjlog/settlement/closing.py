"""The end of a game as a ledger: what is known when play stops, and the transfers that lead from points to scores.

A row a game, a column a seat counted from the first dealer. Every rule of the final score is a transfer, between a
seat and the table or between two seats, and belongs to one part of the score; points and scores are sums of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.settlement.ranking import Flags, Ints
from mjlog.vocabulary import Reason

NEVER: Final = 2**31 - 1
"""Number of the hand of a first win where there was none."""

NOBODY: Final = -1


class ScorePart(StrEnum):
    """Parts of a final score; ``points`` are what the game ends with before any of the others."""

    POINTS = "points"
    BASE = "base"
    OKA = "oka"
    UMA = "uma"
    PENALTIES = "penalties"
    SIDE_PAYMENTS = "side_payments"


class Bets(NamedTuple):
    """Side bets, a row each: game, the two columns, the amount, and whether it counts once a place between them."""

    game: Ints
    first: Ints
    second: Ints
    points: Ints
    per_place: Flags


def no_bets() -> Bets:
    """No side bets at all."""
    none = np.zeros(0, dtype=np.int64)
    return Bets(none, none, none, none, none.astype(bool))


@dataclass(frozen=True)
class Ended:
    """Games when their last hand is settled.

    Attributes:
        points: points of each seat.
        sticks: worth of the sticks on the table, by the seat that paid them.
        ownerless: worth of sticks on the table that nobody is known to have paid, a number a game.
        last_dealer: column of the dealer of the last hand.
        first_win: hand of each seat's first win, :data:`NEVER` without one.
        chombo: how often each seat committed chombo.
        chips: chips won or lost.
        discarder: column that dealt into the last hand, :data:`NOBODY` where it was no ron.
        won_last: who won the last hand.
        busted_by: column that is to have each seat's bust prize, :data:`NOBODY` where there is none.
        last_hand: number of the last hand.
        bets: side bets of the games themselves.
        first_dealer: seat in column 0.
    """

    points: Ints
    sticks: Ints
    ownerless: Ints
    last_dealer: Ints
    first_win: Ints
    chombo: Ints
    chips: Ints
    discarder: Ints
    won_last: Flags
    busted_by: Ints
    last_hand: Ints
    first_dealer: Ints
    bets: Bets = field(default_factory=no_bets)


def ended(points: Ints, **known: Any) -> Ended:
    """Games of which only some things are known; the rest is as in a game where nothing of the kind happened."""
    games, players = points.shape
    nothing = np.zeros((games, players), dtype=np.int64)
    alone = np.zeros(games, dtype=np.int64)
    defaults: dict[str, Any] = {
        "sticks": nothing,
        "ownerless": alone,
        "last_dealer": alone,
        "first_win": nothing + NEVER,
        "chombo": nothing,
        "chips": nothing,
        "discarder": alone + NOBODY,
        "won_last": nothing.astype(bool),
        "busted_by": nothing + NOBODY,
        "last_hand": alone,
        "first_dealer": alone,
    }
    return Ended(points=points, **(defaults | known))


class Transfer(NamedTuple):
    """Payments of one rule.

    Attributes:
        reason: the rule.
        part: the part of the score it belongs to.
        paid: games x seats: what a seat receives from the table, negative where it pays; or games x payers x payees.
    """

    reason: Reason
    part: ScorePart
    paid: Ints


class Closing:
    """Transfers at the end of games, and the sums they come to."""

    def __init__(self, points: Ints) -> None:
        """Points of the seats before any transfer."""
        self._parts = {part: np.zeros_like(points) for part in ScorePart}
        self._parts[ScorePart.POINTS] = points.astype(np.int64, copy=True)
        self._transfers: list[Transfer] = []

    def of(self, *parts: ScorePart) -> Ints:
        """Sum of some parts of the score."""
        return np.asarray(sum(self._parts[part] for part in parts))

    @property
    def points(self) -> Ints:
        """Points at the end, leftover sticks included."""
        return self._parts[ScorePart.POINTS]

    @property
    def score(self) -> Ints:
        """Points and all that was added to or taken off them."""
        return self.of(*ScorePart)

    def table(self, reason: Reason, part: ScorePart, received: Ints) -> None:
        """Seats receive from the table, or pay to it where the number is negative; nothing where all are zero."""
        received = np.broadcast_to(received, self.points.shape)
        if received.any():
            self._parts[part] = self._parts[part] + received
            self._transfers.append(Transfer(reason, part, received))

    def between(self, reason: Reason, part: ScorePart, paid: Ints) -> None:
        """Seats pay each other: games x payers x payees, never negative."""
        if paid.any():
            self._parts[part] = self._parts[part] + paid.sum(axis=1) - paid.sum(axis=2)
            self._transfers.append(Transfer(reason, part, paid))

    def flows(self) -> Iterator[tuple[Reason, Ints, Ints, Ints, Ints]]:
        """Every payment as (reason, games, payers, payees, points), a column of :data:`NOBODY` being the table."""
        for reason, _, paid in self._transfers:
            if paid.ndim == 3:
                game, payer, payee = np.nonzero(paid)
                yield reason, game, payer, payee, paid[game, payer, payee]
                continue
            for sign in (-1, 1):
                game, seat = np.nonzero(sign * paid > 0)
                table = np.full_like(seat, NOBODY)
                payer, payee = (seat, table) if sign < 0 else (table, seat)
                yield reason, game, payer, payee, np.abs(paid[game, seat])
