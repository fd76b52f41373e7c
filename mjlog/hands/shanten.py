"""How many tiles a hand is away from tenpai.

For each suit's key: how many tiles are missing to so many sets, with a pair and without. That is a distance on the grid
of all keys: zero at every choice of sets and pair, one more for every tile short of it, nothing for a tile too many.
Only some 130 different answers exist over the two million keys, so a suit is one byte; two suits together again have
fewer than two hundred answers, and a hand is three small look-ups: man with pin, sou with honors, both together.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import polars as pl

from mjlog.hands.keys import HONOR_RANKS, HONORS, NUMBER_RANKS, NUMBERS, TABLE_SIZE, Array, Bytes, Ints, Keys, chunks
from mjlog.hands.lists import Lists
from mjlog.hands.melds import melds_of
from mjlog.hands.shapes import sets_and_pairs

_TARGETS: Final = 10
"""0 to 4 sets without a pair, then 0 to 4 sets with one."""
_ENDS: Final = 32
"""Room for the keys of man with three players, who have only its two ends."""
_FAR: Final = 15
"""A distance no hand has: the target does not exist."""


@dataclass(frozen=True, slots=True)
class ShantenTables:
    """The tables.

    Attributes:
        suit: by key: number of the suit's distances. Beyond the honors stand the 25 keys of man with three players.
        pair: by the numbers of two suits, flat: number of their distances together.
        shanten: by the numbers of two pairs of suits and by the number of melds, flat.
        suits: how many numbers a suit has.
        pairs: how many numbers a pair of suits has.
    """

    suit: Bytes
    pair: Bytes
    shanten: Array
    suits: int
    pairs: int

    def together(self, one: Ints, other: Ints) -> Ints:
        """Number of the distances of two suits together, from their keys."""
        index = self.suit.take(one).astype(np.intp) * self.suits + self.suit.take(other)
        return self.pair.take(index).astype(np.intp)


def shanten_of(hands: Keys, melds: Array, three: Array) -> tuple[Array, Array, Array]:
    """Shanten to four sets and a pair, to seven pairs, and to the thirteen orphans, as Int8.

    Args:
        hands: concealed tiles.
        melds: number of melds, norths set aside not among them; the last two are only for hands without.
        three: whether three play: then there are no 2-8 of man.
    """
    tables = shanten_tables()
    man, pin, sou, honors = hands.suits()
    rows = np.flatnonzero(three)
    man[rows] = TABLE_SIZE + man[rows] % 5 + man[rows] // 5**8 * 5
    left = tables.together(man, pin)
    right = tables.together(sou, honors)
    standard = tables.shanten.take((left * tables.pairs + right) * 5 + melds)
    tally = hands.tally()
    pairs, kinds, outside, outside_pairs = (count.astype(np.int8) for count in tally)
    return standard, 6 - pairs + np.maximum(7 - kinds, 0), 13 - outside - (outside_pairs > 0)


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
    empty = pl.DataFrame(schema=dict.fromkeys(("standard", "seven_pairs", "thirteen_orphans"), pl.Int8))
    return pl.concat([empty, *parts]).select(
        pl.min_horizontal(pl.all()).alias("shanten"), "standard", "seven_pairs", "thirteen_orphans"
    )


def _shanten(tiles: Lists, melds: Lists, three: Array) -> pl.DataFrame:
    concealed, called = tiles.keys(), melds_of(melds)
    total = concealed.tiles() + 3 * called.sets
    valid = ((total == 13) | (total == 14)) & (concealed + called.keys).possible()
    standard, pairs, orphans = shanten_of(concealed, np.minimum(called.sets, 4), three)
    frame = pl.DataFrame({"standard": standard, "seven_pairs": pairs, "thirteen_orphans": orphans})
    closed, valid_ = pl.lit(pl.Series(called.sets == 0)), pl.lit(pl.Series(valid))
    return frame.select(
        pl.when(valid_).then("standard"),
        *(pl.when(valid_ & closed).then(form) for form in ("seven_pairs", "thirteen_orphans")),
    )


@cache
def shanten_tables() -> ShantenTables:
    """The tables; built at the first call, in a quarter of a second."""
    numbers, honors, ends = _distances(NUMBER_RANKS, 7), _distances(HONOR_RANKS, 0), _distances(2, 0)
    number, answers = _numbered(np.concatenate([numbers, honors, ends], axis=1))
    suit = np.zeros(TABLE_SIZE + _ENDS, np.uint8)
    places = (NUMBERS, HONORS, slice(TABLE_SIZE, TABLE_SIZE + ends.shape[1]))
    for place, part in zip(places, np.split(number, np.cumsum([numbers.shape[1], honors.shape[1]])), strict=True):
        suit[place] = part
    pair, lefts = _numbered(_together(answers))
    every = _together(lefts)[5:]  # with a pair
    return ShantenTables(
        suit,
        pair,
        np.ascontiguousarray(every[::-1].T - 1).ravel().astype(np.int8),
        answers.shape[1],
        lefts.shape[1],
    )


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
