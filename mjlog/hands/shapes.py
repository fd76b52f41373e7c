"""Every way to read a suit's tiles as sets and a pair, with every place the winning tile can have taken.

The table is built once, without search: all choices of at most four sets out of a suit's sixteen (seven runs, nine
triplets), with and without a pair, are written down, and those with five of a kind struck out. A reading is repeated
for each way its winning tile can complete it, so that choosing a reading and placing the winning tile is one look-up.

A *cell* is a suit's key together with the rank of the winning tile (or :data:`ELSEWHERE`); its rows stand next to
each other. A shanpon won by ron leaves its triplet open: rows have one sum word for a tsumo and one for a ron.
"""

from dataclasses import dataclass, fields
from functools import cache
from typing import Final

import numpy as np

from mjlog.hands.keys import HONOR_RANKS, HONORS, NUMBER_RANKS, NUMBERS, TABLE_SIZE, Array, Bytes, Flags, Ints
from mjlog.hands.words import CLASS_OF, TRIPLETS_AT, WAITS, sum_word

ELSEWHERE: Final = 9
"""Place of the winning tile in the three suits it is not in."""
SLOTS: Final = 10
COUNT_BITS: Final = 5
"""Low bits of a cell: how many rows it has; the rest is the first of them."""


@dataclass(frozen=True, slots=True)
class Shapes:
    """The tables.

    Attributes:
        shape_of: number of a key's shape by key (0: the tiles are not all in sets and a pair), honors at their place.
        cells: by shape and slot (``shape * SLOTS + slot``): first row and number of rows. Cells that cannot be have the
            one row 0, whose words are 0, so that the hand is not complete.
        sums: sum words by row; those of a ron follow those of a tsumo.
        bits: runs and triplets by row, as in the lowest suit of a bits word.
        classes: by suit (man, pin, sou, honors) and shape: which suit and classes of tile are there.
        rows: number of rows.
    """

    shape_of: Array
    cells: Array
    sums: Ints
    bits: Array
    classes: tuple[Bytes, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class _Readings:
    """Readings of one sort of suit, a row each: copies of each set (runs first, then triplets) and of each pair."""

    ranks: int
    runs: Array
    triplets: Array
    pairs: Array

    def keys(self) -> Ints:
        key: Ints = self.tiles() @ (5 ** np.arange(self.ranks))
        return key

    def tiles(self) -> Array:
        tiles = 3 * self.triplets + 2 * self.pairs
        for low in range(self.runs.shape[1]):
            tiles[:, low : low + 3] += self.runs[:, low, None]
        return tiles

    def take(self, rows: Array) -> "_Readings":
        return _Readings(self.ranks, self.runs[rows], self.triplets[rows], self.pairs[rows])

    def outside(self) -> Array:
        """Which ranks are terminals or honors."""
        ranks = np.arange(self.ranks)
        return np.isin(ranks, (0, 8)) if self.runs.shape[1] else ranks >= 0

    def words(self) -> Ints:
        """Sum words, the winning tile being elsewhere."""
        outside = self.outside()
        runs, triplets = self.runs, self.triplets
        blocks = (triplets + self.pairs)[:, outside].sum(1) + runs[:, [0, -1] if runs.shape[1] else []].sum(1)
        honor = np.zeros(len(runs)) if runs.shape[1] else self.pairs @ np.arange(1, self.ranks + 1)
        return sum_word(
            runs=runs.sum(1),
            concealed_triplets=triplets.sum(1),
            identical_runs=(runs // 2).sum(1),
            outside_blocks=blocks,
            pair=honor,
            fu=triplets @ _triplet_fu(outside),
            pairs=self.pairs.sum(1),
            sets=runs.sum(1) + triplets.sum(1),
        )

    def bits(self) -> Array:
        runs = (self.runs > 0) @ (1 << np.arange(self.runs.shape[1], dtype=np.int64))
        at = TRIPLETS_AT if self.runs.shape[1] else 0
        return (runs + ((self.triplets > 0) @ (1 << np.arange(self.ranks, dtype=np.int64)) << at)).astype(np.uint16)

    def placements(self) -> Flags:
        """By reading, rank of the winning tile and wait: whether that tile can have completed it so."""
        found = np.zeros((len(self.pairs), self.ranks, len(WAITS)), bool)
        found[:, :, WAITS.index("tanki")] = self.pairs > 0
        found[:, :, WAITS.index("shanpon")] = self.triplets > 0
        for low in range(self.runs.shape[1]):
            there = self.runs[:, low] > 0
            for place, wait in enumerate(
                ("penchan" if low == 6 else "ryanmen", "kanchan", "penchan" if low == 0 else "ryanmen")
            ):
                found[:, low + place, WAITS.index(wait)] |= there
        return found


def _triplet_fu(outside: Array) -> Array:
    """Fu of concealed triplets by rank, in units of two."""
    return np.where(outside, 4, 2)


def _readings(ranks: int, runs: int) -> _Readings:
    """All readings of a suit of so many ranks and runs."""
    sets = runs + ranks
    chosen = np.indices((sets + 1,) * 4).reshape(4, -1).T
    chosen = chosen[(np.diff(chosen, axis=1) >= 0).all(1)]  # each choice once; the last number stands for no set
    copies = (chosen[:, :, None] == np.arange(sets)).sum(1).repeat(ranks + 1, axis=0)
    pairs = np.tile(np.eye(ranks + 1, ranks, dtype=np.int64), (len(chosen), 1))  # the last row: no pair
    every = _Readings(ranks, copies[:, :runs], copies[:, runs:], pairs)
    return every.take(np.flatnonzero((every.tiles() <= 4).all(1)))


def sets_and_pairs(ranks: int, runs: int) -> tuple[Ints, Ints, Ints]:
    """Key, number of sets and number of pairs of every choice of at most four sets and a pair out of such a suit."""
    readings = _readings(ranks, runs)
    return readings.keys(), readings.runs.sum(1) + readings.triplets.sum(1), readings.pairs.sum(1)


def _placed(readings: _Readings) -> tuple[Array, Array, Ints, Ints]:
    """Reading, slot and sum words (tsumo, ron) of every row: each reading with each place of the winning tile."""
    words = readings.words()
    reading, rank, wait = np.nonzero(readings.placements())
    names = {name: wait == index for index, name in enumerate(WAITS)}
    narrow = names["tanki"] | names["kanchan"] | names["penchan"]
    tsumo = words.take(reading) + sum_word(fu=narrow, **names)
    opened = sum_word(concealed_triplets=1, fu=_triplet_fu(readings.outside()).take(rank) // 2) * names["shanpon"]
    everywhere = np.arange(len(words))
    return (
        np.concatenate([reading, everywhere]),
        np.concatenate([rank, np.full(len(words), ELSEWHERE)]),
        np.concatenate([tsumo, words]),
        np.concatenate([tsumo - opened, words]),
    )


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows of one sort of suit, or the one row of hands that are not complete."""

    cell: Ints
    tsumo: Ints
    ron: Ints
    bits: Array
    held: Flags


def _rows(readings: _Readings, first_shape: int, shape_of: Array) -> _Rows:
    """The rows of some readings; numbers their shapes and enters them in a part of the table by key."""
    keys, first, shape = np.unique(readings.keys(), return_index=True, return_inverse=True)
    shape_of[keys] = first_shape + np.arange(len(keys))
    reading, slot, tsumo, ron = _placed(readings)
    held = np.zeros((len(keys), NUMBER_RANKS), bool)
    held[:, : readings.ranks] = readings.tiles()[first] > 0
    return _Rows((first_shape + shape.take(reading)) * SLOTS + slot, tsumo, ron, readings.bits().take(reading), held)


@cache
def shapes() -> Shapes:
    """The tables; built at the first call, in a twentieth of a second."""
    shape_of = np.zeros(TABLE_SIZE, np.uint16)
    nothing = np.zeros(1, np.int64)
    none = _Rows(nothing, nothing, nothing, nothing.astype(np.uint16), np.zeros((1, NUMBER_RANKS), bool))
    numbers = _rows(_readings(NUMBER_RANKS, runs=7), 1, shape_of[NUMBERS])
    honors = _rows(_readings(HONOR_RANKS, runs=0), 1 + len(numbers.held), shape_of[HONORS])
    cell, tsumo, ron, bits, held = (
        np.concatenate([getattr(rows, field.name) for rows in (none, numbers, honors)]) for field in fields(_Rows)
    )
    order = np.argsort(cell, kind="stable")
    return Shapes(
        shape_of,
        cells=_cells(cell, len(held)),
        sums=np.concatenate([tsumo.take(order), ron.take(order)]),
        bits=bits.take(order),
        classes=_classes(held),
        rows=len(order),
    )


def _cells(cell_of_row: Ints, shapes_known: int) -> Array:
    counts = np.bincount(cell_of_row, minlength=shapes_known * SLOTS)
    starts = np.cumsum(counts) - counts
    missing = counts == 0
    return (np.where(missing, 0, starts) << COUNT_BITS | np.where(missing, 1, counts)).astype(np.int32)


def _classes(held: Flags) -> tuple[Bytes, ...]:
    """Classes of tile by suit and shape, from the ranks each shape holds."""
    tables = []
    for suit in range(4):
        table = np.zeros(len(held), np.uint8)
        for rank in range(HONOR_RANKS if suit == 3 else NUMBER_RANKS):
            table |= held[:, rank] * np.uint8(CLASS_OF[9 * suit + rank])
        tables.append(table)
    return tuple(tables)
