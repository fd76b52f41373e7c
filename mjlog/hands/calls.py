"""The melds each seat has made, as meld codes, from the events that made them."""

from functools import cache
from typing import Final

import numpy as np

from mjlog.hands.acts import CALLS, CODE, NO_TILE, OPEN_CALLS
from mjlog.hands.keys import Bytes, Ints
from mjlog.hands.lists import Lists
from mjlog.hands.play import Play, row_of
from mjlog.tiles import KIND_OF, MELDS, tile_codes
from mjlog.vocabulary import EventKind

_FIRST_RED: Final = 34
_KIND_OF: Final = np.array(KIND_OF)
_UNKNOWN: Final = 255


@cache
def _meld_codes() -> Bytes:
    """Meld code by kind of event, lowest kind of tile and number of red fives, flat."""
    table = np.full((len(EventKind), 34, 3), _UNKNOWN, np.uint8)
    for code, text in enumerate(MELDS):
        name, tiles = text.split()
        codes = tile_codes(tiles)
        reds = sum(tile >= _FIRST_RED for tile in codes)
        table[CODE[EventKind(name)], min(KIND_OF[tile] for tile in codes), reds] = code
    return table.ravel()


def melds_made(play: Play) -> Lists:
    """Codes of the melds of each seat of each hand (list ``4 * hand + seat``), in the order made.

    A pon to which the fourth tile was added stands as the kakan, at the place of the pon. Tiles that make no meld are
    left out; the seat then has fewer melds than calls.
    """
    rows = play.where(*CALLS)
    owner = row_of(play.hand.take(rows), play.seat.take(rows))
    order = np.argsort(owner, kind="stable")
    rows, owner = rows.take(order), owner.take(order)
    low, reds = _lowest_and_reds(play, rows)
    added = play.kind.take(rows) == CODE[EventKind.KAKAN]
    pon = _pon_of(play, rows, owner, low)
    made = ~added | (pon < 0)
    codes = _code(play, rows, low, reds)
    whole = added & (pon >= 0)
    to = pon[whole]
    codes[to] = _code(play, rows[whole], low[whole], reds[whole] + reds[to])
    made &= codes != _UNKNOWN
    return Lists.grouped(codes[made], owner[made], len(play.last))


def _code(play: Play, rows: Ints, low: Ints, reds: Ints) -> Bytes:
    kind = play.kind.take(rows).astype(np.intp)
    return _meld_codes().take((kind * 34 + low) * 3 + np.minimum(reds, 2))


def _lowest_and_reds(play: Play, rows: Ints) -> tuple[Ints, Ints]:
    """Lowest kind and number of red fives among the tiles of each call."""
    consumed = play.acts.consumed.take(rows)
    owner = np.arange(len(rows)).repeat(consumed.lengths())
    tile = play.tile.take(rows)
    low = _KIND_OF.take(np.where(tile == NO_TILE, 0, tile))
    low[tile == NO_TILE] = 33
    np.minimum.at(low, owner, _KIND_OF.take(consumed.codes))
    reds = np.bincount(owner[consumed.codes >= _FIRST_RED], minlength=len(rows))
    called = np.isin(play.kind.take(rows), [CODE[kind] for kind in OPEN_CALLS])
    return low, reds + (called & (tile >= _FIRST_RED) & (tile != NO_TILE))


def _pon_of(play: Play, rows: Ints, owner: Ints, low: Ints) -> Ints:
    """For each added tile, which of the calls is the pon it was added to; -1 for the others."""
    found = np.full(len(rows), -1)
    kind = play.kind.take(rows)
    pons = np.flatnonzero(kind == CODE[EventKind.PON])
    added = np.flatnonzero(kind == CODE[EventKind.KAKAN])
    name = owner * 34 + low
    sorter = np.argsort(name.take(pons), kind="stable")
    pons = pons.take(sorter)
    at = np.searchsorted(name.take(pons), name.take(added))
    there = at < len(pons)
    there[there] = name.take(pons.take(at[there])) == name.take(added[there])
    found[added[there]] = pons.take(at[there])
    return found
