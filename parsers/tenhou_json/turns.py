"""Turns of each seat of tenhou.net/6 hands: what a seat takes, and what it does then.

Takes and discards of the format go in step, so a turn is one place in both lists. Whatever a list holds that cannot
stand there is a fault of its hand; such a hand has no turns.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsers.tenhou_json.notation import (
    DEAL,
    DISCARDS,
    LISTS,
    OF_DEALS,
    OF_DISCARDS,
    OF_TAKES,
    POINTS,
    TAKES,
    Elements,
    Kind,
)

DEALT: Final = 13

Numbers = NDArray[np.int32]
Codes = NDArray[np.uint8]
Flags = NDArray[np.bool_]

_ALLOWED: Final = {
    POINTS: (Kind.NUMBER,),
    DEAL: (Kind.TILE,),
    TAKES: (Kind.TILE, Kind.CHI, Kind.PON, Kind.DAIMINKAN),
    DISCARDS: (Kind.TILE, Kind.TSUMOGIRI, Kind.NOTHING, Kind.KAKAN, Kind.ANKAN, Kind.KITA),
}
"""What may stand among numbers, in a deal (and among indicators), among takes and among discards."""

_ROLE: Final = (POINTS, POINTS, DEAL, DEAL, *(DEAL, TAKES, DISCARDS) * 4, POINTS)
_NAME: Final = ("counters", "points", "dora indicators", "ura indicators", "deal", "takes", "discards")


def _allowed() -> Flags:
    """By role, kind and whether riichi is declared: whether such an element may stand there."""
    table = np.zeros((DISCARDS + 1, len(Kind), 2), np.bool_)
    for role, kinds in _ALLOWED.items():
        table[role, kinds, 0] = True
    table[DISCARDS, [Kind.TILE, Kind.TSUMOGIRI], 1] = True
    return table.ravel()


_FITS: Final = _allowed()


class Seating(NamedTuple):
    """By hand: the dealer's seat, the number of players, and the seat of the last turn (-1 where not known)."""

    dealer: Numbers
    players: Numbers
    last: Numbers


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns in order of hand, seat and place; seats are numbered 4 x hand + seat.

    Attributes:
        first: by seat, its first turn.
        count: by seat, how many turns it has.
        seat: whose turn.
        place: number in the seat's own turns, from 0.
        take: kind of what is taken, a tile drawn or a call.
        tile: tile drawn or called.
        source: seat (0-3) whose discard is called; -1 for a draw.
        take_call: row of the elements' ``own``; -1 for a draw.
        act: kind of what is done; ``NOTHING`` also where the turn ends the hand.
        act_tile: tile discarded, added or set aside.
        act_call: row of the elements' ``own``; -1 for a discard.
        riichi: whether the discard declares riichi.
        open: whether nothing is done because the hand ends here.
    """

    first: Numbers
    count: Numbers
    seat: Numbers
    place: Numbers
    take: Codes
    tile: Codes
    source: Numbers
    take_call: Numbers
    act: Codes
    act_tile: Codes
    act_call: Numbers
    riichi: Flags
    open: Flags

    def without_discard(self) -> NDArray[np.int64]:
        """Turns that do not end with a discard, which are few."""
        return np.flatnonzero(self.act > Kind.TSUMOGIRI)

    def by_seat(self, turns: NDArray[np.int64]) -> Numbers:
        """How many of some turns each seat has."""
        return np.bincount(self.seat[turns], minlength=len(self.count)).astype(np.int32)

    def about(self, wrong: Flags, message: str) -> Iterator[tuple[int, str]]:
        """Hand and message of every wrong turn, with its seat and number."""
        for turn in np.flatnonzero(wrong):
            hand, seat = divmod(int(self.seat[turn]), 4)
            yield hand, f"seat {seat} {message} (its turn {self.place[turn] + 1})"


def read(elements: Elements, seating: Seating, unreadable: dict[int, str]) -> Turns:
    """Turns of every hand; hands whose lists cannot be read are added to ``unreadable`` with the reason."""
    for hand, message in _faults(elements, seating):
        unreadable.setdefault(hand, message)
    count = elements.count[:, OF_TAKES].copy()
    count[list(unreadable)] = 0
    count = count.ravel()
    first = np.cumsum(count, dtype=np.int32) - count
    total = int(count.sum())
    seat, turn = np.repeat(np.arange(len(count), dtype=np.int32), count), np.arange(total, dtype=np.int32)
    takes = turn + np.repeat(elements.first[:, OF_TAKES].ravel() - first, count)
    does = turn + np.repeat(elements.first[:, OF_DISCARDS].ravel() - first, count)
    ends = (first + count - 1)[count > elements.count[:, OF_DISCARDS].ravel()]
    does[ends] = 0
    act, riichi = elements.kind.take(does), elements.riichi.take(does)
    act[ends], riichi[ends] = Kind.NOTHING, False
    tile, take_call = elements.tile.take(takes), elements.call.take(takes)
    act_call, calls = np.full(total, -1, np.int32), np.flatnonzero(act >= Kind.CHI)
    act_call[calls] = elements.call[does[calls]]
    opened = np.zeros(total, np.bool_)
    opened[ends] = True
    return Turns(
        first=first,
        count=count,
        seat=seat,
        place=turn - np.repeat(first, count),
        take=elements.kind.take(takes),
        tile=tile,
        source=_source(seat, elements.source, take_call, seating.players),
        take_call=take_call,
        act=act,
        act_tile=np.where(act == Kind.TSUMOGIRI, tile, elements.tile.take(does)),
        act_call=act_call,
        riichi=riichi,
        open=opened,
    )


def _source(seat: Numbers, further: Codes, call: Numbers, players: Numbers) -> Numbers:
    """Seat a call takes from. Three players sit as four with an empty chair, which some exporters leave out."""
    source = np.full(len(seat), -1, np.int32)
    called = np.flatnonzero(call >= 0)
    caller = seat[called] & 3
    place = (caller + further[call[called]]) & 3
    source[called] = np.where((place == 3) & (players[seat[called] >> 2] == 3), 2 - caller, place)
    return source


def _faults(elements: Elements, seating: Seating) -> Iterator[tuple[int, str]]:
    """Elements that cannot be read or stand in the wrong list, and lists that do not fit together."""
    for hand, column, place, text in elements.bad:
        yield hand, f"{_list_name(column)}, element {place}: {text} is no tile and no call"
    roles = np.repeat(np.tile(np.array(_ROLE, np.uint8), len(elements.count)), elements.count.ravel())
    sorts = 2 * (len(Kind) * roles + elements.kind) + elements.riichi
    for i in np.flatnonzero(~_FITS.take(sorts)):
        array = int(np.searchsorted(elements.first.ravel(), i, "right")) - 1
        what = "riichi" if elements.riichi[i] else Kind(int(elements.kind[i])).name.lower()
        at = f"{_list_name(array % LISTS)}, element {i - elements.first.flat[array]}"
        yield array // LISTS, f"{at}: {what} cannot stand there"
    dealt, takes, acts = (elements.count[:, lists] for lists in (OF_DEALS, OF_TAKES, OF_DISCARDS))
    for hand, seat in np.argwhere(dealt != np.where(np.arange(4) < seating.players[:, None], DEALT, 0)):
        yield int(hand), f"seat {seat} is dealt {dealt[hand, seat]} tiles"
    for hand, seat in np.argwhere((takes - acts > 1) | (takes < acts)):
        yield int(hand), f"seat {seat} takes {takes[hand, seat]} times but discards {acts[hand, seat]} times"
    for hand in np.flatnonzero((takes - acts).sum(axis=1) > 1):
        yield int(hand), "more than one seat takes a tile and does nothing after it"


def _list_name(column: int) -> str:
    if column < DEAL:
        return _NAME[column]
    return f"{_NAME[_ROLE[column]]} of seat {(column - DEAL) // 3}"


def faults(turns: Turns) -> Iterator[tuple[int, str]]:
    """Turns whose two halves do not fit together, by hand."""
    called = turns.take_call >= 0
    yield from turns.about(called & (turns.act == Kind.TSUMOGIRI), "discards the tile just drawn after a call")
    yield from turns.about(called & (turns.source == (turns.seat & 3)), "calls its own discard")
    paused = (turns.act == Kind.NOTHING) & ~turns.open
    kan = (turns.take == Kind.DAIMINKAN) & ~turns.open
    yield from turns.about(paused != kan, "must have 0 among its discards after an open kan and nowhere else")
    for seat in np.flatnonzero(turns.by_seat(np.flatnonzero(turns.riichi)) > 1):
        yield int(seat) // 4, f"seat {seat % 4} declares riichi twice"
