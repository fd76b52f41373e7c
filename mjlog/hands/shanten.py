"""How many tiles a hand is away from tenpai.

For each suit's key: how many tiles are missing to so many sets, with a pair and without. That is a distance on the grid
of all keys: zero at every choice of sets and pair, one more for every tile short of it, nothing for a tile too many.
Only some 130 different answers exist over the two million keys, so a suit is one byte; two suits together again have
fewer than two hundred answers, and a hand is three small look-ups: man with pin, sou with honors, both together.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import polars as pl

from mjlog.hands.keys import (
    COPIES,
    HONOR_RANKS,
    HONORS,
    NUMBER_RANKS,
    NUMBERS,
    TABLE_SIZE,
    Array,
    Bytes,
    Ints,
    Keys,
    chunks,
    summed,
)
from mjlog.hands.lists import Lists
from mjlog.hands.melds import meld_keys
from mjlog.hands.shapes import sets_and_pairs

_TARGETS: Final = 10
"""0 to 4 sets without a pair, then 0 to 4 sets with one."""
_ENDS: Final = 32
"""Room for the keys of man with three players, who have only its two ends."""
_FORMS: Final = ("shanten", "standard", "seven_pairs", "thirteen_orphans")
_NONE: Final = np.int8(100)
"""Stands for null; more than any shanten."""
_FAR: Final = 15
"""A distance no hand has: the target does not exist."""


_PAIRS, _KINDS, _OUTSIDE, _OUTSIDE_PAIRS, _TILES, _NUMBER = 0, 4, 8, 12, 16, 24
"""Fields of a suit's word, of which all but the number add up over the suits."""


@dataclass(frozen=True, slots=True)
class ShantenTables:
    """The tables.

    Attributes:
        suit: by key, in one word: pairs, kinds, terminal and honor kinds, pairs of those, tiles, and the number of the
            suit's distances. Beyond the honors stand the keys of man with three players.
        pair: by the numbers of two suits, flat: number of their distances together.
        shanten: by the numbers of two pairs of suits and by the number of melds, flat.
        suits: how many numbers a suit has.
        pairs: how many numbers a pair of suits has.
    """

    suit: Array
    pair: Bytes
    shanten: Array
    suits: int
    pairs: int

    def together(self, one: Array, other: Array) -> Ints:
        """Number of the distances of two suits together, from their words."""
        index = (one >> _NUMBER).astype(np.intp) * self.suits + (other >> _NUMBER)
        return self.pair.take(index).astype(np.intp)


class Shanten(NamedTuple):
    """Shanten by form, a row a hand.

    Attributes:
        standard: to four sets and a pair.
        seven_pairs: for hands without melds.
        thirteen_orphans: likewise.
        tiles: concealed tiles as the keys have them; not as many as there are, if there are five of a kind.
    """

    standard: Array
    seven_pairs: Array
    thirteen_orphans: Array
    tiles: Array


def shanten_of(hands: Keys, melds: Array, three: Array) -> Shanten:
    """Shanten of each hand to each form.

    Args:
        hands: concealed tiles.
        melds: number of melds, at most four.
        three: whether three play: then there are no 2-8 of man.
    """
    tables = shanten_tables()
    man, pin, sou, honors = hands.suits()
    rows = np.flatnonzero(three)
    man[rows] = TABLE_SIZE + man[rows] % 5 + man[rows] // 5**8 * 5
    man, pin, sou, honors = (tables.suit.take(suit) for suit in (man, pin, sou, honors))
    both = tables.together(man, pin) * tables.pairs + tables.together(sou, honors)
    word = man + pin + sou + honors
    pairs, kinds, outside = ((word >> shift & 15).astype(np.int8) for shift in (_PAIRS, _KINDS, _OUTSIDE))
    return Shanten(
        tables.shanten.take(both * 5 + melds),
        6 - pairs + np.maximum(7 - kinds, 0),
        13 - outside - (word >> _OUTSIDE_PAIRS & 15 > 0),
        word >> _TILES & 15,
    )


def shanten(hands: pl.DataFrame) -> pl.DataFrame:
    """Shanten of hands of 13 or 14 tiles, melds counting as three: 0 is tenpai, -1 complete.

    Args:
        hands: a row a hand: ``tiles``, the concealed ones, and optionally ``melds`` and ``n_players`` (else 4).

    Returns:
        A row a hand: ``shanten``, the least of ``standard`` (four sets and a pair), ``seven_pairs`` and
        ``thirteen_orphans``, the latter two null for hands with melds; all null where the number of tiles is another or
        there are five of a kind.
    """
    tiles, melds = Lists.of(hands, "tiles"), Lists.of(hands, "melds")
    three = hands["n_players"].to_numpy() == 3 if "n_players" in hands.columns else np.zeros(len(hands), bool)
    parts = [_shanten(tiles.part(rows), melds.part(rows), three[rows]) for rows in chunks(len(hands))]
    if not parts:
        return pl.DataFrame(schema=dict.fromkeys(_FORMS, pl.Int8))
    frame = pl.DataFrame({name: np.concatenate([part[name] for part in parts]) for name in parts[0]})
    return frame.select(pl.when(pl.col(name) != _NONE).then(name).alias(name) for name in _FORMS)


def _shanten(tiles: Lists, melds: Lists, three: Array) -> dict[str, Array]:
    concealed, called = tiles.keys(), meld_keys(melds)
    sets = called.melds()
    found = shanten_of(concealed, np.minimum(sets, 4), three)
    count = concealed.tiles()
    total = count + 3 * sets
    valid = ((total == 13) | (total == 14)) & (found.tiles == count)
    having = np.flatnonzero(sets > 0)
    valid[having] &= (concealed.take(having) + called.take(having)).possible()
    # Many times as fast as choosing with where: -1 leaves an answer as it is, _NONE replaces it.
    floor = ~valid * (_NONE + 1) - 1
    floor_with_melds = (~valid | (sets > 0)) * (_NONE + 1) - 1
    columns = [
        np.maximum(found.standard, floor),
        np.maximum(found.seven_pairs, floor_with_melds),
        np.maximum(found.thirteen_orphans, floor_with_melds),
    ]
    return dict(zip(_FORMS, [np.minimum(columns[0], np.minimum(columns[1], columns[2])), *columns], strict=True))


@cache
def shanten_tables() -> ShantenTables:
    """The tables; built at the first call, in a quarter of a second."""
    numbers, honors, ends = _distances(NUMBER_RANKS, 7), _distances(HONOR_RANKS, 0), _distances(2, 0)
    number, answers = _numbered(np.concatenate([numbers, honors, ends], axis=1))
    suit = _tallies()
    places = (NUMBERS, HONORS, slice(TABLE_SIZE, TABLE_SIZE + ends.shape[1]))
    for place, part in zip(places, np.split(number, np.cumsum([numbers.shape[1], honors.shape[1]])), strict=True):
        suit[place] |= part.astype(np.uint32) << _NUMBER
    pair, lefts = _numbered(_together(answers))
    every = _together(lefts)[5:]  # with a pair
    return ShantenTables(
        suit,
        pair,
        np.ascontiguousarray(every[::-1].T - 1).ravel().astype(np.int8),
        answers.shape[1],
        lefts.shape[1],
    )


def _tallies() -> Array:
    """Words of all keys but for the number."""
    words = np.append(summed(_word, np.uint32), np.zeros(_ENDS, np.uint32))
    ends = np.arange(25)
    words[TABLE_SIZE + ends] = words[ends % 5 + ends // 5 * 5**8]
    return words


def _word(_rank: int, outside: bool) -> Array:
    held, paired = COPIES > 0, COPIES > 1
    word = held << _KINDS | paired << _PAIRS | COPIES << _TILES
    return word | (held & outside) << _OUTSIDE | (paired & outside) << _OUTSIDE_PAIRS


def _distances(ranks: int, runs: int) -> Array:
    """Tiles missing to each target, for every key of such a suit: a row a target."""
    distances = np.full((_TARGETS, 5**ranks), _FAR, np.uint8)
    keys, sets, pairs = sets_and_pairs(ranks, runs)
    distances[sets + 5 * pairs, keys] = 0
    grid = distances.reshape(_TARGETS, *(5,) * ranks)
    for axis in range(1, ranks + 1):
        copies = np.moveaxis(grid, axis, 0)
        for held in (3, 2, 1, 0):
            np.minimum(copies[held], copies[held + 1] + 1, out=copies[held])
        for held in (1, 2, 3, 4):
            np.minimum(copies[held], copies[held - 1], out=copies[held])
    return distances


def _numbered(columns: Array) -> tuple[Bytes, Array]:
    """The different columns of a table of small numbers, and which of them each column is."""
    number = np.zeros(columns.shape[1], np.intp)
    for row in columns:
        number = number * (_FAR + 1) + np.minimum(row, _FAR)
        seen = np.zeros(int(number.max()) + 1, bool)
        seen[number] = True
        number = (np.cumsum(seen) - 1).take(number)
    first = np.zeros(int(number.max()) + 1, np.intp)
    first[number] = np.arange(len(number))
    return number.astype(np.uint8), columns[:, first]


def _together(answers: Array) -> Array:
    """Distances of two suits together, for every two answers: the cheapest way to share sets and pair between them."""
    one, other = answers[:, :, None].astype(np.int16), answers[:, None, :].astype(np.int16)
    shared = np.full((_TARGETS, one.shape[1], other.shape[2]), _FAR, np.int16)
    for sets in range(5):
        for pair in range(2):
            for first in range(sets + 1):
                for has in range(pair + 1):
                    cost = one[first + 5 * has] + other[sets - first + 5 * (pair - has)]
                    np.minimum(shared[sets + 5 * pair], cost, out=shared[sets + 5 * pair])
    return shared.reshape(_TARGETS, -1)
