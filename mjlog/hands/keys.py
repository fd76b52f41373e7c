"""A hand of tiles is four integers: one base-5 number a suit, the tile of rank r weighing 5^r.

A sum of tiles is then a sum of keys: a draw adds, a discard subtracts, a hand at any moment is a cumulative sum, and a
look-up table over all keys of a suit (5^9) answers any question about its shape without search. The three number suits
share one 64-bit word and the honors another, so adding a tile is two additions.

Both words wrap around freely in cumulative sums; a difference of two sums is exact again. Tables over keys are dense:
a number suit's key is its own index, an honor key stands :data:`HONORS_AT` further on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from mjlog.tiles import KIND_OF, TILES

Array = npt.NDArray[Any]
Ints = Array
"""64-bit integers. (numpy's stubs lose the width in arithmetic, so the names of types here only tell the reader.)"""
Bytes = Array
"""Unsigned 8-bit integers."""
Flags = Array
"""Booleans."""

NUMBER_RANKS: Final = 9
HONOR_RANKS: Final = 7
CHUNK: Final = 1 << 16
"""Rows worked on at once: large enough that numpy's calls cost nothing, small enough to stay in the cache."""

_SUIT_BITS: Final = 21
_SUIT_MASK: Final = (1 << _SUIT_BITS) - 1
_HONOR_BITS: Final = 17
_HONOR_MASK: Final = (1 << _HONOR_BITS) - 1
NUMBERS: Final = slice(0, 5**NUMBER_RANKS)
"""Keys of a number suit in a table over all keys."""
HONORS_AT: Final = 1 << _SUIT_BITS
HONORS: Final = slice(HONORS_AT, HONORS_AT + 5**HONOR_RANKS)
"""Keys of the honors. The tables have a place for every value of the bits, so that no broken hand falls out of them."""
TABLE_SIZE: Final = HONORS_AT + (1 << _HONOR_BITS)

_RED_BITS: Final = 3
_COUNT_AT: Final = _HONOR_BITS + 3 * _RED_BITS
_COUNT_MASK: Final = (1 << 8) - 1

SUIT_OF: Final = tuple(min(kind // 9, 3) for kind in range(34))
RANK_OF: Final = tuple(kind - 9 * SUIT_OF[kind] for kind in range(34))


@dataclass(frozen=True, slots=True)
class Keys:
    """Tiles of many hands, a row each.

    Attributes:
        numbers: keys of man, pin and sou, 21 bits each.
        rest: key of the honors, red fives of the three suits, and the number of tiles.
    """

    numbers: Ints
    rest: Ints

    def __add__(self, other: Self) -> "Keys":
        return Keys(self.numbers + other.numbers, self.rest + other.rest)

    def __sub__(self, other: Self) -> "Keys":
        return Keys(self.numbers - other.numbers, self.rest - other.rest)

    def __len__(self) -> int:
        return len(self.numbers)

    def take(self, rows: Array) -> "Keys":
        """The hands of these rows."""
        return Keys(self.numbers.take(rows), self.rest.take(rows))

    def suits(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Index into a table over all keys: man, pin, sou, honors."""
        return (
            self.numbers & _SUIT_MASK,
            (self.numbers >> _SUIT_BITS) & _SUIT_MASK,
            (self.numbers >> 2 * _SUIT_BITS) & _SUIT_MASK,
            (self.rest & _HONOR_MASK) + HONORS_AT,
        )

    def tiles(self) -> Ints:
        """How many tiles."""
        return (self.rest >> _COUNT_AT) & _COUNT_MASK

    def reds_of(self, suit: int) -> Ints:
        """How many red fives of a suit (0 man, 1 pin, 2 sou)."""
        return self.rest >> (_HONOR_BITS + suit * _RED_BITS) & (1 << _RED_BITS) - 1

    def reds(self) -> Ints:
        """How many red fives."""
        return self.reds_of(0) + self.reds_of(1) + self.reds_of(2)

    def copies(self, kinds: Ints) -> Ints:
        """How many tiles of a kind (0-33), one kind a row."""
        key = self.numbers >> _SHIFT.take(kinds) & _NUMBER_OF.take(kinds) | self.rest & _HONOR_OF.take(kinds)
        above = key * _INVERSE.take(kinds) >> _INVERSE_BITS
        return above - above // 5 * 5

    def counts(self) -> Bytes:
        """Copies of all 34 kinds: a row a hand. For few hands; the other questions have tables."""
        kinds = np.arange(34)
        rows = np.repeat(np.arange(len(self)), 34)
        return self.take(rows).copies(np.tile(kinds, len(self))).reshape(-1, 34).astype(np.uint8)

    def possible(self) -> Flags:
        """Whether no kind has more than four copies.

        A fifth copy carries into the next rank, and every carry makes the sum of the digits smaller than the number of
        tiles.
        """
        table = digit_sums()
        man, pin, sou, honors = (table.take(suit) for suit in self.suits())
        return man + pin + sou + honors == self.tiles()

    def tally(self) -> "Tally":
        """How many pairs and kinds."""
        table = _tallies()
        man, pin, sou, honors = (table.take(suit) for suit in self.suits())
        word = man + pin + sou + honors
        return Tally(*(word >> shift & 15 for shift in (_PAIRS, _KINDS, _OUTSIDE, _OUTSIDE_PAIRS)))

    def kinds(self) -> Ints:
        """Which kinds are there: bit 0-33 of each."""
        table = kinds_held()
        man, pin, sou, honors = (table.take(suit).astype(np.int64) for suit in self.suits())
        return man | pin << 9 | sou << 18 | honors << 27


class Tally(NamedTuple):
    """Numbers of a hand's kinds of tile.

    Attributes:
        pairs: kinds with two copies or more.
        kinds: kinds there are.
        outside: terminal and honor kinds there are.
        outside_pairs: those with two copies or more.
    """

    pairs: Array
    kinds: Array
    outside: Array
    outside_pairs: Array


def tile_keys(codes: Array) -> Keys:
    """The key of each tile by itself (codes of :data:`mjlog.tiles.TILES`); the code after the last is no tile."""
    index = codes.astype(np.intp)  # by far faster than leaving it to take
    return Keys(_TILE_NUMBERS.take(index), _TILE_REST.take(index))


def sums(codes: Array, offsets: Array) -> Keys:
    """Keys of hands given as flat tile codes; hand i is ``codes[offsets[i]:offsets[i + 1]]``."""
    single = tile_keys(codes)
    return Keys(segment_sums(single.numbers, offsets), segment_sums(single.rest, offsets))


def segment_sums(values: Ints, offsets: Array) -> Ints:
    """Sums of consecutive segments; exact also where the running total wraps around."""
    total = np.empty(len(values) + 1, np.int64)
    total[0] = 0
    np.cumsum(values, out=total[1:])
    return np.diff(total.take(offsets))


def chunks(rows: int) -> Iterator[slice]:
    """Slices of :data:`CHUNK` rows."""
    return (slice(start, min(start + CHUNK, rows)) for start in range(0, rows, CHUNK))


@cache
def digits() -> tuple[Bytes, ...]:
    """Copies of each of nine ranks for every key of the table; honors have none of the last two ranks."""
    key = np.concatenate([np.arange(HONORS_AT, dtype=np.int32), np.arange(TABLE_SIZE - HONORS_AT, dtype=np.int32)])
    ranks = []
    for _ in range(NUMBER_RANKS):
        ranks.append((key % 5).astype(np.uint8))
        key //= 5
    return tuple(ranks)


@cache
def digit_sums() -> Bytes:
    """Number of tiles of every key."""
    return np.asarray(np.sum(digits(), axis=0, dtype=np.uint8))


@cache
def kinds_held() -> Array:
    """Ranks that are there, as bits, for every key."""
    held = np.zeros(TABLE_SIZE, np.uint16)
    for rank, copies in enumerate(digits()):
        held |= (copies > 0).astype(np.uint16) << rank
    return held


@cache
def _tallies() -> Array:
    """The four numbers of :class:`Tally` by key, four bits each."""
    words = np.zeros(TABLE_SIZE, np.uint16)
    for rank, copies in enumerate(digits()):
        held, paired = (copies > 0).astype(np.uint16), (copies > 1).astype(np.uint16)
        words += held << _KINDS | paired << _PAIRS
        outside = held << _OUTSIDE | paired << _OUTSIDE_PAIRS
        words[HONORS_AT:] += outside[HONORS_AT:]
        if rank in (0, 8):
            words[:HONORS_AT] += outside[:HONORS_AT]
    return words


_PAIRS, _KINDS, _OUTSIDE, _OUTSIDE_PAIRS = 0, 4, 8, 12
_SUIT: Final = np.array(SUIT_OF)
_SHIFT: Final = np.array([_SUIT_BITS * suit if suit < 3 else 0 for suit in SUIT_OF])
_POWER: Final = 5 ** np.array(RANK_OF)
_NUMBER_OF: Final = np.where(_SUIT < 3, _SUIT_MASK, 0)
_HONOR_OF: Final = np.where(_SUIT == 3, _HONOR_MASK, 0)
_INVERSE_BITS: Final = 40
_INVERSE: Final = -(-(1 << _INVERSE_BITS) // _POWER)
"""A product with it, shifted, is a division by the power; exact, as key times error stays below 2^40."""


def _tile_words() -> tuple[Ints, Ints]:
    kinds = np.array(KIND_OF)
    reds = np.arange(len(TILES)) - 34
    numbers = np.where(_SUIT[kinds] < 3, _POWER[kinds] << _SHIFT[kinds], 0)
    rest = np.where(_SUIT[kinds] == 3, _POWER[kinds], 0) + (1 << _COUNT_AT)
    rest += np.where(reds >= 0, 1 << (_HONOR_BITS + _RED_BITS * np.maximum(reds, 0)), 0)
    return np.append(numbers, 0), np.append(rest, 0)


_TILE_NUMBERS, _TILE_REST = _tile_words()
