"""Melds of Tenhou XML: sixteen bits that say kind, tiles and source.

There are 65,536 of them, so all are decoded once, into tables; decoding a column is looking it up.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from mjlog.tiles import KIND_OF, MELDS, RED_FIVE, tile_codes
from mjlog.vocabulary import MeldKind

KINDS: Final = tuple(MeldKind)
CHI, PON, DAIMINKAN, KAKAN, ANKAN, KITA = range(len(KINDS))
INVALID: Final = 255
NO_TILE: Final = 255
NORTH: Final = 30

Codes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Melds:
    """What each of the 65,536 codes means; tiles are Tenhou's 0-135.

    Attributes:
        kind: position in :data:`KINDS`, or :data:`INVALID` for a code that no meld has.
        offset: seats from the caller to the seat whose discard was called.
        tile: the tile called, added or set aside; of a closed kan the kind's last tile, which is never red.
        own: the caller's own tiles, ascending; short ones end in :data:`NO_TILE`.
        own_count: how many these are.
        meld: position in :data:`mjlog.tiles.MELDS`, with and without red fives: ``meld[red]``.
    """

    kind: Codes
    offset: Codes
    tile: Codes
    own: Codes
    own_count: Codes
    meld: Codes


@cache
def melds() -> Melds:
    """All of them."""
    code = np.arange(2**16)
    offset = code & 3
    is_chi, is_pon, is_kakan, is_kita = (code & bit > 0 for bit in (4, 8, 16, 32))
    kind = np.select([is_chi, is_pon, is_kakan, is_kita, offset == 0], [CHI, PON, KAKAN, KITA, ANKAN], DAIMINKAN)
    run, same, single = code >> 10, code >> 9, code >> 8
    first_kind = np.select([is_chi, is_pon | is_kakan], [run // 3 // 7 * 9 + run // 3 % 7, same // 3], single // 4)
    valid = np.select(
        [is_chi, is_pon | is_kakan, is_kita],
        [(run < 63) & (offset == 3), (same < 102) & (offset > 0), (code & 0xFF == 0x20) & (first_kind == NORTH)],
        (single < 136) & (code & 0xFF == offset),
    )
    four = first_kind[:, None] * 4 + np.arange(4)
    added = code >> 5 & 3
    run_tiles = (first_kind[:, None] + np.arange(3)) * 4 + (code[:, None] >> np.array([3, 5, 7]) & 3)
    three = np.where(np.arange(3) < added[:, None], four[:, :3], four[:, 1:])
    tile = np.select(
        [is_chi, is_pon, is_kakan, kind == ANKAN],
        [_pick(run_tiles, run % 3), _pick(three, same % 3), _pick(four, added), four[:, 3]],
        single,
    )
    tiles = np.select(
        [is_chi[:, None], is_pon[:, None], (is_kakan | is_kita)[:, None]],
        [_padded(run_tiles), _padded(three), _padded(tile[:, None])],
        four,
    )
    called = np.isin(kind, (CHI, PON, DAIMINKAN))[:, None] & (tiles == tile[:, None])
    own = np.sort(np.where(called, NO_TILE, tiles), axis=1)
    own[~valid] = NO_TILE
    reds = np.isin(np.where((kind == KAKAN)[:, None], four, tiles), [4 * kind for kind in RED_FIVE.values()])
    positions = _positions()[kind, np.minimum(first_kind, NORTH + 3)]
    meld = np.where(valid, np.stack([positions[:, 0], positions[code, reds.any(axis=1).astype(np.int64)]]), 0)
    return Melds(
        np.where(valid, kind, INVALID).astype(np.uint8),
        offset.astype(np.uint8),
        np.where(valid, tile, NO_TILE).astype(np.uint8),
        own.astype(np.uint8),
        np.count_nonzero(own != NO_TILE, axis=1).astype(np.uint8),
        meld.astype(np.uint8),
    )


def _pick(tiles: npt.NDArray[np.int64], which: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.take_along_axis(tiles, which[:, None], axis=1)[:, 0]


def _padded(tiles: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.pad(tiles, ((0, 0), (0, 4 - tiles.shape[1])), constant_values=NO_TILE)


def _positions() -> npt.NDArray[np.int64]:
    """Position in :data:`mjlog.tiles.MELDS` by kind of meld, lowest kind of tile, and whether a red five is in it."""
    positions = np.zeros((len(KINDS), 34, 2), np.int64)
    for position, text in reversed(list(enumerate(MELDS))):
        kind, tiles = text.split()
        codes = tile_codes(tiles)
        lowest = min(KIND_OF[tile] for tile in codes)
        positions[KINDS.index(MeldKind(kind)), lowest, int(any(tile in RED_FIVE for tile in codes))] = position
    return positions
