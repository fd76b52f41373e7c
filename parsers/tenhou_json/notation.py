"""The lists of tenhou.net/6 hands, for a batch of hands at once: numbers, and the notation of tiles and calls.

A hand carries seventeen lists: counters, points, dora and ura indicators, deal, takes and discards of each seat, and
the points its result moves. They come as the JSON text they are; all texts together are one row of bytes, in which
commas and brackets are found, tiles are looked up by their two digits, and the few calls (one element in fifty) are
taken apart as a matrix. No element becomes a Python object.

An element of takes or discards is a tile (11-19 man, 21-29 pin, 31-39 sou, 41-47 honors, 51-53 red), ``60`` for the
tile just drawn, ``0`` for the discard that an open kan does not make, or a text: ``r`` before a discard declares
riichi; ``c``, ``p``, ``m`` in a take, ``k``, ``a``, ``f`` among discards are chi, pon, open kan, added kan, closed kan
and kita. The letter stands before the tile called (or added), and its place tells whose discard it was.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.tiles import KIND_OF

COUNTERS, POINTS, DORA, URA, DEAL, TAKES, DISCARDS = range(7)
"""Lists of a hand, numbered as the format's items; the last three are those of seat 0, seat s has them 3 s further."""

DELTAS: Final = 16
LISTS: Final = 17
OF_DEALS, OF_TAKES, OF_DISCARDS = (slice(role, DELTAS, 3) for role in (DEAL, TAKES, DISCARDS))
NO_TILE: Final = 255
BLOCK: Final = 2000
"""Hands whose text is taken apart at once: a megabyte, so that what is made of it stays in a processor's cache."""

_SPACE: Final = b" \t\r\n"
_ESCAPE: Final = b"\\"
_TSUMOGIRI, _NOTHING = 60, 61

_Bytes = NDArray[np.uint8]
_Numbers = NDArray[np.int32]
_Places64 = NDArray[np.int64]


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
    NUMBER = 9
    BAD = 10


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
        first: by hand and list, the list's first element.
        count: by hand and list, how many elements it has.
        numbers: by hand, its counters (3), points (4) and points moved (4), zeros where there are fewer.
        irregular: hands whose lists of numbers hold something else, or that have something else than lists.
        bad: other elements that could not be read: hand, list, place, text.
    """

    kind: _Bytes
    tile: _Bytes
    riichi: NDArray[np.bool_]
    call: _Numbers
    own: _Bytes
    source: _Bytes
    first: _Numbers
    count: _Numbers
    numbers: _Numbers
    irregular: list[int]
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
_DIGITS: Final = 9
_COUNTERS, _SEATS = 3, 4
"""How many numbers there are among counters, and among points."""

_SOURCE: Final = np.array([3, 2, 1, 1], np.uint8)
"""Seats from the caller on to the source, by how many tiles stand before the letter."""

_PLAIN: Final = np.array([*KIND_OF, *range(len(KIND_OF), 256)], np.uint8)
_NORTH: Final = 30


class CrookedError(ValueError):
    """Some text of a batch is not what lists would be written as: it has a bracket too many or too few, or escapes."""


def is_straight(text: bytes) -> bool:
    """Whether a hand's text has the brackets of seventeen lists, and nothing in it is escaped."""
    return text.count(b"[") == LISTS and text.count(b"]") == LISTS and _ESCAPE not in text


def read(texts: list[bytes], hands: int) -> Elements:
    """Elements of a batch.

    Args:
        texts: seventeen lists a hand, end to end, with or without commas between them; two pieces a hand.
        hands: how many hands they are.

    Raises:
        CrookedError: not every hand's text is straight.
    """
    blocks = [_read(texts[2 * hand : 2 * (hand + BLOCK)], min(BLOCK, hands - hand)) for hand in range(0, hands, BLOCK)]
    if len(blocks) == 1:
        return blocks[0]
    return _joined(blocks or [_read([], 0)])


def _read(texts: list[bytes], hands: int) -> Elements:
    joined = b"".join(texts)
    if any(space in joined for space in _SPACE):
        joined = joined.translate(None, _SPACE)
    row = np.frombuffer(joined, np.uint8)
    opens, closes = np.flatnonzero(row == ord("[")), np.flatnonzero(row == ord("]"))
    if _ESCAPE in joined or len(opens) != LISTS * hands or len(closes) != len(opens):
        raise CrookedError
    start, end, first = _split(row, opens, closes)
    count = np.diff(first, append=len(start))
    first, count = (of.reshape(-1, LISTS).astype(np.int32) for of in (first, count))
    row = np.frombuffer(joined + bytes(_LONGEST), np.uint8)
    kind, tile = _tiles(row, start, end)
    texts_at = np.flatnonzero(row.take(start) == ord('"'))
    calls = _calls(row, start[texts_at] + 1, end[texts_at] - 1)
    kind[texts_at], tile[texts_at] = calls.kind, calls.tile
    riichi = np.zeros(len(kind), np.bool_)
    riichi[texts_at] = calls.riichi
    call = np.full(len(kind), -1, np.int32)
    call[texts_at] = np.arange(len(texts_at))
    numbers, irregular = _numbers(row, _Places(start, end, first, count), kind)
    bad = []
    for i in np.flatnonzero(kind == Kind.BAD):
        place = int(np.searchsorted(first.ravel(), i, "right")) - 1
        text = joined[start[i] : end[i]].decode("utf-8", "replace")
        bad.append((*divmod(place, LISTS), int(i - first.flat[place]), text))
    odd = sorted({*_not_flat(opens, closes), *irregular})
    return Elements(kind, tile, riichi, call, calls.own, calls.source, first, count, numbers, odd, bad)


def make_fives_plain(elements: Elements, hands: NDArray[np.bool_]) -> None:
    """Take the red from the fives of some hands: Tenhou writes a five of each suit so even where a table has none."""
    if hands.any():
        every = np.repeat(hands, elements.count.sum(axis=1))
        elements.tile[every] = _PLAIN[elements.tile[every]]
        calls = elements.call[every & (elements.call >= 0)]
        elements.own[calls] = _PLAIN[elements.own[calls]]


def _joined(blocks: list[Elements]) -> Elements:
    """The elements of several blocks of hands."""
    element = call = hand = 0
    irregular, bad = [], []
    for block in blocks:
        block.first[:] += element
        block.call[block.call >= 0] += call
        irregular += [hand + odd for odd in block.irregular]
        bad += [(hand + odd, *what) for odd, *what in block.bad]
        element, call, hand = element + len(block.kind), call + len(block.own), hand + len(block.first)
    names = ("kind", "tile", "riichi", "call", "own", "source", "first", "count", "numbers")
    columns: dict[str, Any] = {name: np.concatenate([getattr(block, name) for block in blocks]) for name in names}
    return Elements(**columns, irregular=irregular, bad=bad)


def _split(row: _Bytes, opens: _Places64, closes: _Places64) -> tuple[_Places64, _Places64, _Places64]:
    """Start and end of every element, and the first element of every list.

    An element begins where a byte that is no delimiter follows one that is.
    """
    parts = row == ord(",")
    parts[opens] = parts[closes] = True
    start, end = (np.flatnonzero(edge) + 1 for edge in (parts[:-1] > parts[1:], parts[:-1] < parts[1:]))
    return start, end, np.searchsorted(start, opens)


def _not_flat(opens: _Places64, closes: _Places64) -> list[int]:
    """Hands in which brackets do not open and close in turn, with at most a comma between lists."""
    odd = closes < opens
    odd[1:] |= (opens[1:] < closes[:-1]) | (opens[1:] - closes[:-1] > 2)
    odd[:1] |= opens[:1] > 0
    return [int(place) // LISTS for place in np.flatnonzero(odd)]


def _tiles(row: _Bytes, start: _Places64, end: _Places64) -> tuple[_Bytes, _Bytes]:
    """Kind and tile of every element that is a tile's number; anything else comes out bad."""
    tile = _LOOKUP.take((row[:-1] | row[1:].astype(np.uint16) << 8).take(end - 2))
    kind = _KIND_OF_MEANING.take(tile)
    kind[end - start > 2] = Kind.BAD
    return kind, tile


class _Places(NamedTuple):
    """Where elements are: start and end of each in the row, and by hand and list the first one and how many."""

    start: _Numbers
    end: _Numbers
    first: _Numbers
    count: _Numbers


def _numbers(row: _Bytes, at: _Places, kind: _Bytes) -> tuple[_Numbers, list[int]]:
    """Values of the lists of numbers, a row a hand, and the hands in which they are none or not so many.

    Their elements, which are no tiles, are marked as numbers in ``kind``.
    """
    moved = at.count[:, DELTAS] > 0
    fitting = (at.count[:, COUNTERS] == _COUNTERS) & (at.count[:, POINTS] == _SEATS)
    fitting &= ~moved | (at.count[:, DELTAS] == _SEATS)
    heads = at.first[fitting, COUNTERS][:, None] + np.arange(_COUNTERS + _SEATS, dtype=np.int32)
    tails = at.first[fitting & moved, DELTAS][:, None] + np.arange(_SEATS, dtype=np.int32)
    element = np.concatenate((heads.ravel(), tails.ravel()))
    kind[element] = Kind.NUMBER
    for lists in (COUNTERS, POINTS, DELTAS):
        for hand in np.flatnonzero(~fitting):
            kind[at.first[hand, lists] : at.first[hand, lists] + at.count[hand, lists]] = Kind.NUMBER
    stop, start = at.end[element], at.start[element]
    negative = row[start] == ord("-")
    length = stop - start - negative
    value = np.zeros(len(element), np.int32)
    right = (length > 0) & (length <= _DIGITS)
    for position in range(min(int(length.max(initial=0)), _DIGITS)):
        digit = row[stop - (1 + position)] - np.uint8(ord("0"))
        inside = position < length
        right &= ~inside | (digit <= 9)
        value += (digit * inside).astype(np.int32) * np.int32(10**position)
    value[negative] *= -1
    numbers = np.zeros((len(at.count), _COUNTERS + 2 * _SEATS), np.int32)
    numbers[fitting, : _COUNTERS + _SEATS] = value[: heads.size].reshape(heads.shape)
    numbers[fitting & moved, _COUNTERS + _SEATS :] = value[heads.size :].reshape(tails.shape)
    sound = fitting.copy()
    sound[np.flatnonzero(fitting)[~right[: heads.size].reshape(heads.shape).all(axis=1)]] = False
    sound[np.flatnonzero(fitting & moved)[~right[heads.size :].reshape(tails.shape).all(axis=1)]] = False
    return numbers, [int(hand) for hand in np.flatnonzero(~sound)]


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
