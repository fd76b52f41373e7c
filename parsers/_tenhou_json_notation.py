"""tenhou.net/6 notation of tiles and calls, for a batch of hands at once.

A hand carries fourteen arrays of it: the dora and ura indicators, then deal, takes and discards of each seat. They come
as the JSON text they are; all texts together are one row of bytes, in which commas and brackets are found, numbers are
looked up by their two digits, and the few calls (one element in fifty) are taken apart as a matrix. No element becomes
a Python object.

An element of takes or discards is a tile (11-19 man, 21-29 pin, 31-39 sou, 41-47 honors, 51-53 red), ``60`` for the
tile just drawn, ``0`` for the discard that an open kan does not make, or a text: ``r`` before a discard declares
riichi; ``c``, ``p``, ``m`` in a take, ``k``, ``a``, ``f`` among discards are chi, pon, open kan, added kan, closed kan
and kita. The letter stands before the tile called (or added), and its place tells whose discard it was.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.tiles import KIND_OF

DORA, URA, DEAL, TAKES, DISCARDS = range(5)
"""Columns of a hand's arrays; the last three are those of seat 0, seat s has them 3 s further on."""

ARRAYS: Final = 14
NO_TILE: Final = 255

_SPACE: Final = b" \t\r\n"
_BRACKETS: Final = ord("]") - ord("[")
_TSUMOGIRI, _NOTHING = 60, 61

_Bytes = NDArray[np.uint8]
_Numbers = NDArray[np.int32]


class Kind(IntEnum):
    """What an element says."""

    TILE = 0
    TSUMOGIRI = 1
    NOTHING = 2
    CHI = 3
    PON = 4
    DAIMINKAN = 5
    KAKAN = 6
    ANKAN = 7
    KITA = 8
    BAD = 9


@dataclass(frozen=True, slots=True)
class Elements:
    """All elements of the arrays of a batch, in order.

    Attributes:
        kind: :class:`Kind`.
        tile: tile code: the tile, the one called or added, the kind of a closed kan; 60 of a tsumogiri.
        riichi: whether it declares riichi.
        call: row of ``own`` and ``source``; -1 for what is no text.
        own: tiles that leave the caller's hand, up to four, the rest ``NO_TILE``.
        source: how many seats further on the called discard lay (1, 2, 3); of an added kan, that of its pon.
        first: by hand and column, the array's first element.
        count: by hand and column, how many elements it has.
        bad: what could not be read: hand, column, place, the text of the element.
    """

    kind: _Bytes
    tile: _Bytes
    riichi: NDArray[np.bool_]
    call: _Numbers
    own: _Bytes
    source: _Bytes
    first: _Numbers
    count: _Numbers
    bad: list[tuple[int, int, int, str]]


def _tile_numbers() -> dict[int, int]:
    suits = {10 * suit + rank: 9 * (suit - 1) + rank - 1 for suit in (1, 2, 3) for rank in range(1, 10)}
    return suits | {41 + honor: 27 + honor for honor in range(7)} | {51 + suit: 34 + suit for suit in range(3)}


TILE_OF: Final = _tile_numbers()
"""Tile code by the number of the notation."""


def _by_two_bytes() -> _Bytes:
    """Meaning of an element by its last two bytes, the earlier one low; a lone zero has a delimiter before it."""
    table = np.full(1 << 16, NO_TILE, np.uint8)
    for number, code in [*TILE_OF.items(), (60, _TSUMOGIRI)]:
        tens, ones = str(number).encode()
        table[tens | ones << 8] = code
    for delimiter in b",[":
        table[delimiter | ord("0") << 8] = _NOTHING
    return table


def _kinds_by_meaning() -> _Bytes:
    table = np.full(256, Kind.BAD, np.uint8)
    table[list(TILE_OF.values())] = Kind.TILE
    table[_TSUMOGIRI], table[_NOTHING] = Kind.TSUMOGIRI, Kind.NOTHING
    return table


def _by_byte(values: dict[str, int], other: int) -> _Bytes:
    table = np.full(256, other, np.uint8)
    for sign, value in values.items():
        table[ord(sign)] = value
    return table


_LETTERS: Final = {
    "r": (Kind.TILE, 1),
    "f": (Kind.KITA, 1),
    "c": (Kind.CHI, 3),
    "p": (Kind.PON, 3),
    "m": (Kind.DAIMINKAN, 4),
    "k": (Kind.KAKAN, 4),
    "a": (Kind.ANKAN, 4),
}
"""Kind and number of tiles by letter."""

_LOOKUP: Final = _by_two_bytes()
_KIND_OF_MEANING: Final = _kinds_by_meaning()
_KIND: Final = _by_byte({letter: kind for letter, (kind, _) in _LETTERS.items()}, Kind.BAD)
_TILES: Final = _by_byte({letter: tiles for letter, (_, tiles) in _LETTERS.items()}, 0)
_LONGEST: Final = 1 + 2 * 4
_SOURCE: Final = np.array([3, 2, 1, 1], np.uint8)
"""Seats from the caller on to the source, by how many tiles stand before the letter."""

_PLAIN: Final = np.array([*KIND_OF, *range(len(KIND_OF), 256)], np.uint8)
_NORTH: Final = 30


def read(texts: list[bytes]) -> Elements:
    """Elements of a batch.

    Args:
        texts: per hand its fourteen arrays, joined; each text holds fourteen opening and fourteen closing brackets.
    """
    joined = b"".join(texts)
    if any(space in joined for space in _SPACE):
        joined = joined.translate(None, _SPACE)
    row = np.frombuffer(joined + bytes(_LONGEST), np.uint8)
    start, end, first, broken = _split(row)
    count = np.diff(first, append=np.int32(len(start))).astype(np.int32)
    kind, tile = _numbers(row, start, end)
    texts_at = np.flatnonzero(row[start] == ord('"'))
    calls = _calls(row, start[texts_at] + 1, end[texts_at] - 1)
    kind[texts_at], tile[texts_at] = calls.kind, calls.tile
    riichi = np.zeros(len(kind), np.bool_)
    riichi[texts_at] = calls.riichi
    call = np.full(len(kind), -1, np.int32)
    call[texts_at] = np.arange(len(texts_at))
    bad = [(hand, 0, 0, "something else than a list") for hand in broken]
    for i in np.flatnonzero(kind == Kind.BAD):
        array = int(np.searchsorted(first, i, "right")) - 1
        text = joined[start[i] : end[i]].decode("utf-8", "replace")
        bad.append((array // ARRAYS, array % ARRAYS, int(i - first[array]), text))
    shape = (len(texts), ARRAYS)
    return Elements(kind, tile, riichi, call, calls.own, calls.source, first.reshape(shape), count.reshape(shape), bad)


def _split(row: _Bytes) -> tuple[_Numbers, _Numbers, _Numbers, list[int]]:
    """Start and end of every element, the first element of every array, and the hands that are not flat arrays."""
    at = np.flatnonzero((row == ord(",")) | (row - np.uint8(ord("[")) <= _BRACKETS)).astype(np.int32)
    which = row[at]
    before, after = which[:-1], which[1:]
    holds = (before != ord("]")) & ((before != ord("[")) | (after != ord("]")) | (at[1:] - at[:-1] > 1))
    elements = np.flatnonzero(holds)
    brackets = np.flatnonzero(which != ord(","))
    opens, closes = brackets[::2], brackets[1::2]
    odd = (which[opens] != ord("[")) | (which[closes] != ord("]"))
    odd[1:] |= at[opens[1:]] - at[closes[:-1]] != 1
    first = np.cumsum(holds, dtype=np.int32)[opens] - holds[opens]
    return at[elements] + 1, at[elements + 1], first, sorted({int(i) // ARRAYS for i in np.flatnonzero(odd)})


def _numbers(row: _Bytes, start: _Numbers, end: _Numbers) -> tuple[_Bytes, _Bytes]:
    """Kind and tile of every element that is a number; texts come out bad."""
    tile = _LOOKUP[(row[:-1] | row[1:].astype(np.uint16) << 8)[end - 2]]
    kind = _KIND_OF_MEANING[tile]
    kind[end - start > 2] = Kind.BAD
    return kind, tile


class _Calls(NamedTuple):
    kind: _Bytes
    tile: _Bytes
    riichi: NDArray[np.bool_]
    own: _Bytes
    source: _Bytes


def _calls(row: _Bytes, start: _Numbers, end: _Numbers) -> _Calls:
    """The elements that are texts: one letter before one of up to four tiles."""
    wide = np.arange(_LONGEST, dtype=np.int32)
    length = end - start
    signs = np.where(wide < length[:, None], row[start[:, None] + wide], 0)
    is_letter = signs > ord("9")
    place = is_letter.argmax(axis=1)
    every = np.arange(len(signs))
    letter = signs[every, place]
    digits = signs[every[:, None], wide[:-1] + (wide[:-1] >= place[:, None])]
    tiles = _LOOKUP[digits[:, ::2] | digits[:, 1::2].astype(np.uint16) << 8]
    used = np.arange(tiles.shape[1]) < _TILES[letter][:, None]
    before = np.minimum(place // 2, tiles.shape[1] - 1)
    tile, kind, riichi = tiles[every, before], _KIND[letter], letter == ord("r")
    drawn = riichi & (tile == _TSUMOGIRI)
    kind[drawn] = Kind.TSUMOGIRI
    wrong = (is_letter.sum(axis=1) != 1) | (length != 2 * _TILES[letter] + 1) | (place % 2 == 1)
    wrong |= (used & (tiles >= _TSUMOGIRI)).any(axis=1) & ~drawn
    wrong |= (kind == Kind.KITA) & (tile != _NORTH)
    kind[wrong] = Kind.BAD
    own = np.where(used & (kind >= Kind.CHI)[:, None], tiles, NO_TILE).astype(np.uint8)
    called = (kind >= Kind.CHI) & (kind <= Kind.DAIMINKAN)
    own[every[called], before[called]] = NO_TILE
    own[kind == Kind.KAKAN] = NO_TILE
    own[kind == Kind.KAKAN, 0] = tile[kind == Kind.KAKAN]
    tile[kind == Kind.ANKAN] = _PLAIN[tile[kind == Kind.ANKAN]]
    return _Calls(kind, tile, riichi, own, _SOURCE[before])
