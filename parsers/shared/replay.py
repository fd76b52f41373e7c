"""The play of hands as whole numbers, one an event.

A parser whose format can only be walked appends one number an event and does little else in its loop. What the tables
want of the play (calls, discards, riichi, draws, what a winner holds, the events themselves) is computed from them by
:mod:`parsers.shared.replay_tables` for a whole batch at once, so that it means the same in every such format.

An event packs, from its lowest bit: kind (4 bits, position in :class:`~mjlog.vocabulary.EventKind`), seat (3, 4 =
nobody), tile (6, 37 = not shown, 38 = none), tsumogiri (2: unknown, no, yes), the seat a call takes from (3, 4 =
nobody), how many own tiles a call consumes (3) and their codes (6 each).
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from mjlog.tables import SEATS
from mjlog.tiles import KIND_OF, MELDS, tile_codes
from mjlog.vocabulary import EventKind, MeldKind

UNKNOWN: Final = 37
"""Tile code of a tile the log does not show."""

NO_TILE: Final = 38
NOBODY: Final = 4

KIND_MASK: Final = 15
SEAT_SHIFT: Final = 4
TILE_SHIFT: Final = 7
GIRI_SHIFT: Final = 13
FROM_SHIFT: Final = 15
COUNT_SHIFT: Final = 18
OWN_SHIFT: Final = 21
TILE_BITS: Final = 6

HAND_SIZE: Final = 13
PLAIN: Final = (*KIND_OF, UNKNOWN)
"""Kind of a tile by code; a tile not shown is a kind of its own."""

KIND_CODE: Final[dict[str, int]] = {kind: position for position, kind in enumerate(EventKind)}
"""Kind code by the kind of an event or meld; both are plain words, and the same where they mean the same."""


def _by_seat(kind: EventKind, tile: int = 0) -> tuple[int, ...]:
    event = KIND_CODE[kind] | tile << TILE_SHIFT | NOBODY << FROM_SHIFT
    return tuple(event | seat << SEAT_SHIFT for seat in SEATS)


DRAW: Final = _by_seat(EventKind.DRAW)
"""Draw of a seat; ``tile << TILE_SHIFT`` is to be added."""

DISCARD: Final = _by_seat(EventKind.DISCARD)
"""Discard of a seat; ``tile << TILE_SHIFT`` and an entry of :data:`TSUMOGIRI` are to be added."""

UNSEEN_DRAW: Final = KIND_CODE[EventKind.DRAW] | NOBODY << SEAT_SHIFT | UNKNOWN << TILE_SHIFT | NOBODY << FROM_SHIFT
"""A draw of which only the number is wanted."""

RIICHI: Final = _by_seat(EventKind.RIICHI, NO_TILE)
"""Declaration of a seat, complete."""

TSUMOGIRI: Final[dict[bool | None, int]] = {None: 0, False: 1 << GIRI_SHIFT, True: 2 << GIRI_SHIFT}

MELD_TILES: Final = tuple(tuple(tile_codes(text.split()[1])) for text in MELDS)
"""Tile codes of each meld by code."""

_MELD_CODE: Final = {
    (text.split()[0], tuple(sorted(tiles))): number
    for number, (text, tiles) in enumerate(zip(MELDS, MELD_TILES, strict=True))
}
_PONS: Final = frozenset(number for number, text in enumerate(MELDS) if text.startswith(MeldKind.PON))
OPEN_MELDS: Final = frozenset(
    number for number, text in enumerate(MELDS) if not text.startswith((MeldKind.ANKAN, MeldKind.KITA))
)
"""Codes of the melds that open a hand."""

_NOT_SHOWN: Final = bytes([UNKNOWN]) * HAND_SIZE


class PlayError(ValueError):
    """The events of a hand contradict each other or the rules of calling."""


def event_kind(event: int) -> EventKind:
    """Kind of an event."""
    return _EVENT_KINDS[event & KIND_MASK]


def event_seat(event: int) -> int:
    """Seat of an event."""
    return event >> SEAT_SHIFT & 7


def event_tile(event: int) -> int:
    """Tile code of an event."""
    return event >> TILE_SHIFT & 63


_EVENT_KINDS: Final = tuple(EventKind)


class Hand:
    """A hand while it is being read: its calls are appended to the play's events here.

    Draws and discards, which are nine events in ten, are appended by the parser's own loop.

    Attributes:
        melds: codes of the melds of each seat in the order made.
        kans: how many kans have been made.
    """

    __slots__ = ("_emit", "kans", "melds")

    def __init__(self, emit: Callable[[int], None]) -> None:
        self._emit = emit
        self.melds: tuple[list[int], ...] = ([], [], [], [])
        self.kans = 0

    def call(self, kind: MeldKind, seat: int, tile: int, from_seat: int, own: Sequence[int]) -> None:
        """A chi, pon or open kan of ``tile`` with the caller's own tiles.

        Raises:
            PlayError: the tiles make no such meld, or it is called from the caller.
        """
        if seat == from_seat:
            raise PlayError(f"seat {seat} makes a {kind} of its own discard")
        self.melds[seat].append(_meld(kind, (tile, *own)))
        self.kans += kind is MeldKind.DAIMINKAN
        self._add(kind, seat, tile, own, from_seat)

    def added_kan(self, seat: int, tile: int) -> None:
        """A fourth tile added to a pon; it takes the pon's place among the melds.

        Raises:
            PlayError: the seat has no pon of that tile.
        """
        melds = self.melds[seat]
        for place, meld in enumerate(melds):
            if meld in _PONS and PLAIN[MELD_TILES[meld][0]] == PLAIN[tile]:
                melds[place] = meld_code(MeldKind.KAKAN, (*MELD_TILES[meld], tile))
                break
        else:
            raise PlayError(f"seat {seat} adds a tile to a pon it has not made")
        self.kans += 1
        self._add(EventKind.KAKAN, seat, tile, (tile,))

    def closed_kan(self, seat: int, own: Sequence[int]) -> None:
        """Four equal tiles of the own hand.

        Raises:
            PlayError: they are not.
        """
        self.melds[seat].append(meld_code(MeldKind.ANKAN, own))
        self.kans += 1
        self._add(EventKind.ANKAN, seat, PLAIN[own[0]], own)

    def kita(self, seat: int, tile: int) -> None:
        """A north set aside.

        Raises:
            PlayError: it is another tile.
        """
        self.melds[seat].append(meld_code(MeldKind.KITA, (tile,)))
        self._add(EventKind.KITA, seat, tile, (tile,))

    def dora(self, tile: int) -> None:
        """A new indicator."""
        self._add(EventKind.DORA, NOBODY, tile, ())

    def _add(self, kind: str, seat: int, tile: int, own: Sequence[int], from_seat: int = NOBODY) -> None:
        self._emit(_event(kind, tile, tuple(own)) | seat << SEAT_SHIFT | from_seat << FROM_SHIFT)


@cache
def _event(kind: str, tile: int, own: tuple[int, ...]) -> int:
    """An event as a number, its seats left out."""
    event = KIND_CODE[kind] | tile << TILE_SHIFT | len(own) << COUNT_SHIFT
    for place, consumed in enumerate(own):
        event |= consumed << (OWN_SHIFT + TILE_BITS * place)
    return event


@dataclass(slots=True)
class Play:
    """The play of all hands of a batch, in order.

    Attributes:
        stream: the events of every hand kept, then those of the one being read.
        ends: where each hand's events end in it.
        deals: 13 tile codes a seat and hand; `UNKNOWN` throughout where a deal is not shown.
        n_players: 3 or 4, by hand.
        paid: bit by seat: whose riichi stick was paid, by hand.
    """

    stream: "array[int]" = field(default_factory=lambda: array("q"))
    ends: list[int] = field(default_factory=list)
    deals: bytearray = field(default_factory=bytearray)
    n_players: list[int] = field(default_factory=list)
    paid: list[int] = field(default_factory=list)

    @property
    def start(self) -> int:
        """Where the events of the hand being read begin."""
        return self.ends[-1] if self.ends else 0

    def begin(self) -> Hand:
        """Start a hand; whatever was appended since the last one was kept is dropped."""
        del self.stream[self.start :]
        return Hand(self.stream.append)

    def keep(self, deal: Iterable[Sequence[int] | None], n_players: int, paid: Iterable[int]) -> int:
        """Keep the hand being read.

        Args:
            deal: the tile codes dealt to each seat, the dealer's without the first draw; null where not shown.
            n_players: 3 or 4.
            paid: seats whose riichi stick was paid.

        Returns:
            Its position among the hands kept.
        """
        shown = [bytes(tiles) if tiles and len(tiles) == HAND_SIZE else _NOT_SHOWN for tiles in deal]
        self.deals += b"".join((shown + [_NOT_SHOWN] * 4)[:4])
        self.ends.append(len(self.stream))
        self.n_players.append(n_players)
        self.paid.append(sum(1 << seat for seat in set(paid)))
        return len(self.ends) - 1


@cache
def _meld(kind: MeldKind, tiles: tuple[int, ...]) -> int:
    return meld_code(kind, tiles)


def meld_code(kind: MeldKind, tiles: Sequence[int]) -> int:
    """Code of a meld of these tiles, in any order.

    Raises:
        PlayError: they do not make one.
    """
    found = _MELD_CODE.get((kind, tuple(sorted(tiles))))
    if found is None:
        raise PlayError(f"the tiles of a {kind} do not make one")
    return found
