"""How each hand was won, from the events alone: the yaku that the play decides, and the tiles of the winner."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from mjlog.hands.acts import CALLS, KANS, NOBODY, discards_made, draws_made
from mjlog.hands.keys import Array, Flags, Ints
from mjlog.hands.play import NEVER, Play, row_of
from mjlog.vocabulary import EventKind

WALL: Final = {4: 70, 3: 55}
"""Tiles drawn in a hand that is played to the end, replacement tiles included."""


@dataclass(frozen=True, slots=True)
class Winners:
    """Wins of a play, a row each.

    Attributes:
        hand: position of the hand in the play.
        winner: the seat.
        loser: who offered the winning tile; :data:`mjlog.hands.acts.NOBODY` for a tsumo.
    """

    hand: Ints
    winner: Array
    loser: Array

    @property
    def owner(self) -> Ints:
        """Row of the winner in arrays by hand and seat."""
        return row_of(self.hand, self.winner)

    @property
    def ron(self) -> Flags:
        """Which were won on another's tile."""
        return self.loser != NOBODY


def situations(play: Play, wins: Winners) -> dict[str, Flags]:
    """For each win, by key, whether a yaku of the play is there; those of local rules among them."""
    final, start = play.final.take(wins.hand), play.start.take(wins.hand)
    own = play.last.take(wins.owner)
    tsumo, discard = ~wins.ron, play.are(final, EventKind.DISCARD)
    calls = play.where(*CALLS)
    untouched = _between(calls, start, final) == 0
    last_tile = _between(play.draws, start, final + 1) == wall(play).take(wins.hand)
    after_kan = play.are(play.previous.take(final), *KANS, EventKind.KITA)
    riichi, double, ippatsu = _riichi(play, wins, calls)
    dealer = play.hands.dealer.take(wins.hand) == wins.winner
    drawn = draws_made(play.after.take(own))
    return {
        "riichi": riichi & ~double,
        "double_riichi": double,
        "ippatsu": ippatsu,
        "chankan": wins.ron & play.are(final, EventKind.KAKAN, EventKind.ANKAN),
        "rinshan_kaihou": tsumo & after_kan,
        "haitei": tsumo & last_tile & ~after_kan,
        "houtei": wins.ron & discard & last_tile,
        "renhou": wins.ron & discard & untouched & (drawn == 0),
        "tenhou": tsumo & untouched & (drawn == 1) & dealer,
        "chiihou": tsumo & untouched & (drawn == 1) & ~dealer,
        "tsubame_gaeshi": wins.ron & discard & play.are(play.previous.take(final), EventKind.RIICHI),
        "kanburi": wins.ron & discard & _discard_after_kan(play, final),
    }


def _riichi(play: Play, wins: Winners, calls: Ints) -> tuple[Flags, Flags, Flags]:
    """Riichi of either kind, double riichi, ippatsu; ``calls`` are the positions of all calls."""
    declared = play.riichi.take(wins.owner)
    riichi = declared != NEVER
    at = np.maximum(declared, 0)
    number = discards_made(play.after.take(at))
    start = play.start.take(play.hand.take(at))
    double = riichi & (number == 1) & (_between(calls, start, at) == 0)
    no_call_since = _between(calls, at + 1, play.final.take(wins.hand)) == 0
    same_turn = discards_made(play.after.take(play.last.take(wins.owner))) == number
    return riichi, double, riichi & no_call_since & same_turn


def _between(positions: Ints, since: Ints, until: Ints) -> Ints:
    """How many of some positions lie from ``since`` on and before ``until``."""
    return np.searchsorted(positions, until) - np.searchsorted(positions, since)


def _discard_after_kan(play: Play, discards: Ints) -> Flags:
    """Whether a discard followed upon a kan and its replacement tile, riichi between them or not."""
    before = play.previous.take(discards)
    before = np.where(play.are(before, EventKind.RIICHI), play.previous.take(before, mode="clip"), before)
    return play.are(before, EventKind.DRAW) & play.are(play.previous.take(before, mode="clip"), *KANS)


def wall(play: Play) -> Ints:
    """Tiles that can be drawn in each hand."""
    return np.where(play.hands.three, WALL[3], WALL[4])


def indicators_due(play: Play, mode: str) -> Ints:
    """How many dora indicators ought to have been turned when each hand ended (RULES: ``kan_dora``).

    On most platforms a closed kan turns one at once, an open one when its player goes on to discard or makes another
    kan. A kan that is robbed was never made.
    """
    if mode == "off":
        return np.ones(len(play.hands), np.int64)
    kans = play.where(*KANS)
    ron = play.hands.ron
    robbed = ron.take(play.hand.take(kans)) & (kans == play.final.take(play.hand.take(kans)))
    kans = kans[~robbed]
    due = np.ones(len(kans), bool)
    if mode != "immediate":
        upon = play.following.take(kans)
        upon = np.where(upon == NEVER, NEVER, play.following.take(upon, mode="clip"))
        ended = ron.take(play.hand.take(kans)) & (upon == play.final.take(play.hand.take(kans)))
        due = (upon != NEVER) & ~(ended & ~play.are(upon, EventKind.DISCARD))
        if mode == "platform":
            due |= play.are(kans, EventKind.ANKAN)
    return 1 + np.bincount(play.hand.take(kans[due]), minlength=len(play.hands))
