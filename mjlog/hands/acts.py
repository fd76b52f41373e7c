"""The events of hands as arrays, and what each kind of event adds to which total.

Which kinds of event are calls, kans and offers of a tile, and what every kind does to a seat's tiles, stands here and
nowhere else.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import polars as pl

from mjlog.hands.keys import FREE_BITS_AT, MELDS_AT, Array, Bytes, Flags, Ints, Keys, tile_keys
from mjlog.hands.lists import Lists
from mjlog.tiles import TILES
from mjlog.vocabulary import EventKind, Result

CODE: Final = {kind: code for code, kind in enumerate(EventKind)}
NOBODY: Final = 255
NO_TILE: Final = len(TILES)

OPEN_CALLS: Final = (EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN)
KANS: Final = (EventKind.DAIMINKAN, EventKind.KAKAN, EventKind.ANKAN)
CALLS: Final = (*OPEN_CALLS, EventKind.KAKAN, EventKind.ANKAN, EventKind.KITA)
"""Events that interrupt the first go-round and end an ippatsu."""
OFFERED: Final = (EventKind.DISCARD, EventKind.KAKAN, EventKind.KITA)
"""Events whose tile another seat may win on."""

_IS_RARE: Final = np.array([kind not in (EventKind.DRAW, EventKind.DISCARD) for kind in EventKind])

_OPENED, _DISCARDS, _DRAWS = FREE_BITS_AT, FREE_BITS_AT + 4, FREE_BITS_AT + 12
"""Counters in the bits that the second word of a key leaves free; discards and draws have eight bits each."""


@dataclass(frozen=True)
class Acts:
    """Events as arrays.

    Attributes:
        kind: code of the kind of event (:data:`CODE`).
        seat: who acts; :data:`NOBODY` for an indicator.
        tile: code of the tile; :data:`NO_TILE` for none.
        from_seat: whose tile was called; :data:`NOBODY` for none.
        consumed: tiles dealt, or that went into a call.
    """

    kind: Bytes
    seat: Bytes
    tile: Bytes
    from_seat: Bytes
    consumed: Lists

    @classmethod
    def of(cls, events: pl.DataFrame) -> "Acts":
        """Rows of the table of events. What nobody does, and no indicator is, counts as an indicator of no tile."""
        kind = events["kind"].to_physical().to_numpy()
        seat = events["seat"].fill_null(NOBODY).to_numpy()
        tile = events["tile"].to_physical().fill_null(NO_TILE).to_numpy()
        indicator = kind == CODE[EventKind.DORA]
        odd = np.flatnonzero(indicator != (seat > 3))
        if len(odd):
            kind, seat, tile = kind.copy(), seat.copy(), tile.copy()
            tile[odd[~indicator.take(odd)]] = NO_TILE
            kind[odd], seat[odd] = CODE[EventKind.DORA], NOBODY
        return cls(kind, seat, tile, events["from_seat"].fill_null(NOBODY).to_numpy(), Lists.of(events, "consumed"))

    @cached_property
    def rare(self) -> Ints:
        """Positions of all events but draws and discards, the twentieth part of them."""
        return np.flatnonzero(_IS_RARE.take(self.kind.astype(np.intp)))

    @cached_property
    def kind_and_tile(self) -> Ints:
        """One number for both."""
        index = self.kind.astype(np.intp) * (NO_TILE + 1)
        index += self.tile
        return index

    def part(self, rows: slice) -> "Acts":
        """Some of the events."""
        single = (self.kind[rows], self.seat[rows], self.tile[rows], self.from_seat[rows])
        return Acts(*single, self.consumed.part(rows))


@dataclass(frozen=True, slots=True)
class HandFacts:
    """What is known of hands beside their events.

    Attributes:
        dealer: seat of the dealer.
        three: whether three play.
        ron: whether the hand ended with a win on another's tile.
        indicator: code of the first dora indicator; :data:`NO_TILE` where it is not known.
    """

    dealer: Bytes
    three: Flags
    ron: Flags
    indicator: Bytes

    def __len__(self) -> int:
        return len(self.dealer)

    @classmethod
    def of(cls, played: pl.DataFrame) -> "HandFacts":
        """Rows of the table of hands, with ``n_players``."""
        return cls(
            played["dealer"].fill_null(NOBODY).to_numpy(),
            (played["n_players"] == 3).fill_null(value=False).to_numpy(),
            (played["result"].cast(pl.String) == str(Result.RON)).fill_null(value=False).to_numpy(),
            played["dora_indicators"].list.first().to_physical().fill_null(NO_TILE).to_numpy(),
        )

    def part(self, rows: slice) -> "HandFacts":
        """Some of the hands."""
        return HandFacts(self.dealer[rows], self.three[rows], self.ron[rows], self.indicator[rows])


@dataclass(frozen=True, slots=True)
class Effect:
    """What events of each kind add to a total: so many times their tile, their consumed tiles, and to the counters."""

    tile: Array
    consumed: Array
    counters: Array


def _by_kind(values: Mapping[EventKind, int]) -> Array:
    return np.array([values.get(kind, 0) for kind in EventKind], np.int64)


def _effect(
    tile: Mapping[EventKind, int], consumed: Mapping[EventKind, int], **counters: Iterable[EventKind]
) -> Effect:
    count = {"melds": MELDS_AT, "opened": _OPENED, "discards": _DISCARDS, "draws": _DRAWS}
    words = sum((_by_kind(dict.fromkeys(kinds, 1 << count[name])) for name, kinds in counters.items()), _by_kind({}))
    return Effect(_by_kind(tile), _by_kind(consumed), words)


_K = EventKind
HELD: Final = _effect(
    {_K.DRAW: 1, _K.DISCARD: -1, _K.KAKAN: -1, _K.KITA: -1},
    {_K.DEAL: 1, _K.CHI: -1, _K.PON: -1, _K.DAIMINKAN: -1, _K.ANKAN: -1},
    melds=(*OPEN_CALLS, _K.ANKAN),
    opened=OPEN_CALLS,
    discards=(_K.DISCARD,),
    draws=(_K.DRAW,),
)
SEEN: Final = _effect(dict.fromkeys((*OFFERED, _K.DORA), 1), dict.fromkeys((*OPEN_CALLS, _K.ANKAN), 1))
PASSED: Final = _effect(dict.fromkeys(OFFERED, 1), {})


def words(acts: Acts, effect: Effect) -> Keys:
    """What each event adds."""
    single = tile_keys(np.arange(NO_TILE + 1))
    numbers = single.numbers * effect.tile[:, None]
    rest = single.rest * effect.tile[:, None] + effect.counters[:, None]
    words = Keys(numbers.ravel().take(acts.kind_and_tile), rest.ravel().take(acts.kind_and_tile))
    sign = effect.consumed.take(acts.kind.take(acts.rare).astype(np.intp))
    rows, sign = acts.rare[sign != 0], sign[sign != 0]
    if not len(rows):
        return words
    taken = acts.consumed.take(rows).keys()
    words.numbers[rows] += taken.numbers * sign
    words.rest[rows] += taken.rest * sign
    return words


def opened(tiles: Keys) -> Flags:
    """Whether these seats have called another's tile."""
    return tiles.rest >> _OPENED & 15 > 0


def discards_made(tiles: Keys) -> Ints:
    """Number of discards these seats have made."""
    return tiles.rest >> _DISCARDS & 255


def draws_made(tiles: Keys) -> Ints:
    """Number of tiles these seats have drawn."""
    return tiles.rest >> _DRAWS & 255
