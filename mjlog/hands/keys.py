"""A hand of tiles is four integers: one base-5 number a suit, the tile of rank r weighing 5^r.

A sum of tiles is then a sum of keys: a draw adds, a discard subtracts, a hand at any moment is a cumulative sum, and a
look-up table over all keys of a suit (5^9) answers any question about its shape without search. The three number suits
share one 64-bit word and the honors another, so adding a tile is two additions.

Both words wrap around freely in cumulative sums; a difference of two sums is exact again. Tables over keys are dense:
a number suit's key is its own index, an honor key stands :data:`HONORS_AT` further on.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from mjlog.tiles import KIND_OF, TERMINALS_AND_HONORS, TILES

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
MELDS_AT: Final = 36
_MELDS_MASK: Final = (1 << 4) - 1
FREE_BITS_AT: Final = 40
"""From here on the second word is its user's own."""

# glibc hands a freed block back to the system, and takes the next one from it page by page, unless it is smaller than
# the largest that was ever freed. Work on chunks frees such blocks all the time; this one makes it keep them.
del (_block := [np.empty(31 << 20, np.uint8)])[0]

OUTSIDE: Final = sum(1 << kind for kind in TERMINALS_AND_HONORS)
"""Terminals and honors as a set of kinds."""

SUIT_OF: Final = tuple(min(kind // 9, 3) for kind in range(34))
RANK_OF: Final = tuple(kind - 9 * SUIT_OF[kind] for kind in range(34))


@dataclass(frozen=True, slots=True)
class Keys:
    """Tiles of many hands, a row each.

    Attributes:
        numbers: keys of man, pin and sou, 21 bits each.
        rest: key of the honors, red fives of the three suits, number of tiles, number of melds.
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

    def melds(self) -> Ints:
        """How many melds, norths set aside not among them."""
        return self.rest >> MELDS_AT & _MELDS_MASK

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

    def are_pairs(self) -> Flags:
        """Whether every kind that is there is there twice."""
        table = _weights()
        rows = [table.take(kinds_held().take(suit)) for suit in self.suits()]
        man, pin, sou, honors = self.suits()
        return (man == 2 * rows[0]) & (pin == 2 * rows[1]) & (sou == 2 * rows[2]) & (honors - HONORS_AT == 2 * rows[3])

    def kinds(self) -> Ints:
        """Which kinds are there: bit 0-33 of each."""
        table = kinds_held()
        man, pin, sou, honors = (table.take(suit).astype(np.int64) for suit in self.suits())
        return man | pin << 9 | sou << 18 | honors << 27


def tile_keys(codes: Array) -> Keys:
    """The key of each tile by itself (codes of :data:`mjlog.tiles.TILES`); the code after the last is no tile."""
    index = codes.astype(np.intp)  # by far faster than leaving it to take
    return Keys(*(word.take(index) for word in _TILE_WORDS))


def sums(codes: Array, offsets: Array) -> Keys:
    """Keys of hands given as flat tile codes; hand i is ``codes[offsets[i]:offsets[i + 1]]``.

    Two neighboring codes are looked up at once, as the 16-bit number they are in memory, so the running total has half
    the length; where a hand begins or ends between the two, the odd tile is added by itself.
    """
    if not len(codes):
        return Keys(np.zeros(len(offsets) - 1, np.int64), np.zeros(len(offsets) - 1, np.int64))
    pairs = codes[: len(codes) & ~1].view(np.uint16).astype(np.intp)
    half, odd = offsets >> 1, offsets & 1
    single = codes.take(offsets - 1, mode="clip").astype(np.intp)
    words = []
    for tile, pair in zip(_TILE_WORDS, _pair_words(), strict=True):
        total = np.empty(len(pairs) + 1, np.int64)
        total[0] = 0
        np.cumsum(pair.take(pairs), out=total[1:])
        words.append(np.diff(total.take(half) + tile.take(single) * odd))
    return Keys(*words)


def segment_sums(values: Ints, offsets: Array) -> Ints:
    """Sums of consecutive segments; exact also where the running total wraps around."""
    if not len(values):
        return np.zeros(len(offsets) - 1, np.int64)
    total = np.empty(len(values) + 1, np.int64)
    total[0] = 0
    np.cumsum(values, out=total[1:])
    return np.diff(total.take(offsets))


def chunks(rows: int) -> Iterator[slice]:
    """Slices of :data:`CHUNK` rows."""
    return (slice(start, min(start + CHUNK, rows)) for start in range(0, rows, CHUNK))


COPIES: Final = np.arange(5)
"""How many tiles of a rank there can be."""


def summed(term: Callable[[int, bool], Array], dtype: type[np.unsignedinteger[Any]]) -> Array:
    """A table over all keys of sums over their ranks; 0 for what is no key.

    Args:
        term: what so many copies (:data:`COPIES`) of a rank add, given the rank and whether it is a terminal or honor.
        dtype: of the table.
    """
    table = np.zeros(TABLE_SIZE, dtype)
    for part, ranks, ends in (
        (NUMBERS, NUMBER_RANKS, (0, NUMBER_RANKS - 1)),
        (HONORS, HONOR_RANKS, range(HONOR_RANKS)),
    ):
        sums = np.zeros(1, dtype)
        for rank in range(ranks):  # the lowest rank varies fastest
            sums = (term(rank, rank in ends).astype(dtype)[:, None] + sums).ravel()
        table[part] = sums
    return table


@cache
def digit_sums() -> Bytes:
    """Number of tiles of every key."""
    return summed(lambda _rank, _outside: COPIES, np.uint8)


@cache
def kinds_held() -> Array:
    """Ranks that are there, as bits, for every key."""
    return summed(lambda rank, _outside: (COPIES > 0) << rank, np.uint16)


@cache
def _weights() -> Ints:
    """The key of one tile of each of some ranks, by the ranks as bits."""
    ranks = np.arange(1 << NUMBER_RANKS)
    return np.sum([(ranks >> rank & 1) * 5**rank for rank in range(NUMBER_RANKS)], axis=0)


@cache
def _pair_words() -> tuple[Ints, Ints]:
    """Words of two tiles together, by the two bytes of their codes."""
    both = []
    for word in _TILE_WORDS:
        padded = np.zeros(256, np.int64)
        padded[: len(word)] = word
        both.append((word[:, None] + padded).ravel())
    return both[0], both[1]


_SUIT: Final = np.array(SUIT_OF)
_SHIFT: Final = np.array([_SUIT_BITS * suit if suit < 3 else 0 for suit in SUIT_OF])
_POWER: Final = 5 ** np.array(RANK_OF)
_NUMBER_OF: Final = np.where(_SUIT < 3, _SUIT_MASK, 0)
_HONOR_OF: Final = np.where(_SUIT == 3, _HONOR_MASK, 0)
_INVERSE_BITS: Final = 40
_INVERSE: Final = -(-(1 << _INVERSE_BITS) // _POWER)
"""A product with it, shifted, is a division by the power; exact, as key times error stays below 2^40."""


def _tile_words() -> tuple[Ints, Ints]:
    """The two words of every tile by code, and of no tile."""
    kinds = np.array(KIND_OF)
    reds = np.arange(len(TILES)) - 34
    numbers = np.where(_SUIT[kinds] < 3, _POWER[kinds] << _SHIFT[kinds], 0)
    rest = np.where(_SUIT[kinds] == 3, _POWER[kinds], 0) + (1 << _COUNT_AT)
    rest += np.where(reds >= 0, 1 << (_HONOR_BITS + _RED_BITS * np.maximum(reds, 0)), 0)
    return np.append(numbers, 0), np.append(rest, 0)


_TILE_WORDS: Final = _tile_words()
