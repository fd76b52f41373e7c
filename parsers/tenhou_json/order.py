"""The order of play of tenhou.net/6 hands, which the format does not state.

Every seat lists what it took and what it did then; who acts after whom has to be found. After a discard the next seat
draws, unless somebody calls; a call names the tile and whose discard it was, but not which of two equal discards. So a
batch is played forward in step, each hand calling as soon as a call fits, and the hands where that reading comes to a
dead end, or ends with another player than the one who won or dealt in, are searched: a call is passed over where that
leads to an order in which every take and every discard has its place. Of several such orders the one that calls
earliest is taken, which is how the format's own viewer shows it.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

NOBODY: Final = -1
DRAW: Final = 256
NO_DISCARD: Final = 257
_KEY: Final = 511
_NEXT, _OFFERED, _DISCARD = 9, 1 << 11, 12

_Numbers = NDArray[np.int32]
_Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Sequences:
    """What each seat of each hand did, as far as the order depends on it; seats are numbered 4 x hand + seat.

    Attributes:
        first: by seat, its first turn.
        count: by seat, how many turns it has.
        call: by turn, the discard it calls, as seat (0-3) x 64 + tile; DRAW for a draw.
        discard: by turn, the discard it ends with, likewise; NO_DISCARD where it ends with none.
        again: by turn, whether the same seat takes again (after a kan or kita).
        open: by turn, whether it ends with nothing at all, which only the last turn of a hand does.
        dealer: by hand, the dealer's seat.
        players: by hand, 3 or 4.
        last: by hand, the seat that must have had the last turn; NOBODY where that is not known.
    """

    first: _Numbers
    count: _Numbers
    call: _Numbers
    discard: _Numbers
    again: _Flags
    open: _Flags
    dealer: _Numbers
    players: _Numbers
    last: _Numbers


class Order(NamedTuple):
    """Attributes: position of each turn in its hand, -1 in hands without order; by hand, whether there is an order."""

    position: _Numbers
    found: _Flags


def find(play: Sequences) -> Order:
    """Order of the hands that have one."""
    position, last = _play_forward(play)
    found = last != NOBODY
    ended = 4 * np.arange(len(last), dtype=np.int32) + play.last
    doubtful = ~found | ((play.last != NOBODY) & (last != ended))
    for hand in np.flatnonzero(doubtful):
        turns = _Search(play, int(hand)).turns(int(play.last[hand]))
        if turns is None and not found[hand]:
            turns = _Search(play, int(hand)).turns(NOBODY)
        if turns is not None:
            position[turns] = np.arange(len(turns))
            found[hand] = True
    position[np.repeat(~found, play.count.reshape(-1, 4).sum(axis=1))] = NOBODY
    return Order(position, found)


def _play_forward(play: Sequences) -> tuple[_Numbers, _Numbers]:
    """Positions of turns if every call is made as soon as it fits; by hand, who had the last turn, or NOBODY."""
    hands, seats = len(play.dealer), len(play.count)
    own = np.arange(seats, dtype=np.int32)
    room = np.arange(len(play.call), dtype=np.int32) + np.repeat(own, play.count)
    after = _seats_after(play)
    words = _words(play, room, after[0])
    cursor = play.first + own
    position = np.full(len(words), NOBODY, np.int32)
    last, played = np.full(hands, NOBODY, np.int32), np.zeros(hands, np.int32)
    seat = before = own[::4] + play.dealer
    expected = np.full(len(seat), DRAW, np.int32)
    step = 0
    while len(seat):
        turn = cursor[seat]
        word = words[turn]
        fits = word & _KEY == expected
        if not fits.all():
            stopped = before[~fits]
            last[stopped >> 2], played[stopped >> 2] = stopped, step
            seat, turn, word = seat[fits], turn[fits], word[fits]
        position[turn] = step
        cursor[seat] = turn + 1
        step += 1
        before, seat = seat, seat & ~3 | word >> _NEXT & 3
        expected = np.full(len(seat), DRAW, np.int32)
        offered = np.flatnonzero(word & _OFFERED)
        discard = word[offered] >> _DISCARD & _KEY
        for others in after:
            caller = others[before[offered]]
            takes = words[cursor[caller]] & _KEY == discard
            seat[offered[takes]] = caller[takes]
            expected[offered[takes]] = discard[takes]
    position = position[room]
    total = play.count.reshape(-1, 4).sum(axis=1)
    last[played != total] = NOBODY
    early = play.open & (position + 1 != np.repeat(total, total))
    last[np.repeat(own >> 2, play.count)[early]] = NOBODY
    return position, last


def _words(play: Sequences, room: _Numbers, next_seat: _Numbers) -> _Numbers:
    """Turns as one number each, and after those of each seat one more that nobody can take.

    From the lowest bit: the discard called within the hand (9 bits), who is next if nobody calls (2), whether somebody
    in the hand calls such a discard (1), the discard made (9).
    """
    hand = np.repeat(np.arange(len(play.dealer), dtype=np.int32) << _NEXT, play.count.reshape(-1, 4).sum(axis=1))
    wanted = np.zeros(len(play.dealer) << _NEXT, np.bool_)
    wanted[hand | play.call] = True
    following = np.repeat(next_seat & 3, play.count)
    again = np.flatnonzero(play.again)
    following[again] = np.repeat(np.arange(len(play.count), dtype=np.int32) & 3, play.count)[again]
    offered = wanted.take(hand | play.discard)
    words = np.full(len(play.call) + len(play.count), _KEY, np.int32)
    words[room] = play.call | following << _NEXT | offered * np.int32(_OFFERED) | play.discard << _DISCARD
    return words


def _seats_after(play: Sequences) -> _Numbers:
    """Row k: by seat, the seat k + 1 further on in turn; in a hand of three the last row goes round to itself."""
    seat = np.arange(4, dtype=np.int32)
    further = np.arange(1, 4, dtype=np.int32)
    players = play.players[:, None, None]
    table = (seat + further[:, None]) % players
    table = np.where(seat < players, table, seat) + 4 * np.arange(len(play.players), dtype=np.int32)[:, None, None]
    return np.ascontiguousarray(table.transpose(1, 0, 2).reshape(3, -1))


class _Search:
    """Every way a hand can have been played, earliest calls first, each state looked at once."""

    def __init__(self, play: Sequences, hand: int) -> None:
        seats = range(4 * hand, 4 * hand + 4)
        self._play = play
        self._players = int(play.players[hand])
        self._dealer = int(play.dealer[hand])
        self._first = [int(play.first[seat]) for seat in seats]
        self._end = [int(play.first[seat] + play.count[seat]) for seat in seats]
        self._total = sum(int(play.count[seat]) for seat in seats)

    def turns(self, last: int) -> list[int] | None:
        """Turns in order, the last one by seat ``last``; None if there is no such order."""
        start = (self._dealer, tuple(self._first))
        path: list[int] = []
        branches = [[start]]
        seen: set[tuple[int, tuple[int, ...]]] = set()
        while branches:
            if not branches[-1]:
                branches.pop()
                if path:
                    path.pop()
                continue
            state = branches[-1].pop()
            seat, cursors = state
            if state in seen or cursors[seat] == self._end[seat]:
                continue
            seen.add(state)
            path.append(cursors[seat])
            if len(path) == self._total and last in (NOBODY, seat):
                return path
            branches.append(self._next(*state)[::-1])
        return None

    def _next(self, seat: int, cursors: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
        """States that can follow the seat's next turn."""
        play, turn = self._play, cursors[seat]
        cursors = (*cursors[:seat], turn + 1, *cursors[seat + 1 :])
        if play.open[turn]:
            return []
        drawer = seat if play.again[turn] else (seat + 1) % self._players
        callers = [
            other
            for other in ((seat + step) % self._players for step in range(self._players - 1, 0, -1))
            if cursors[other] < self._end[other] and play.call[cursors[other]] == play.discard[turn]
        ]
        draws = cursors[drawer] < self._end[drawer] and play.call[cursors[drawer]] == DRAW
        return [(taker, cursors) for taker in [*callers, *([drawer] if draws else [])]]
