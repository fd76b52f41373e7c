"""Which tiles complete a hand.

By suit: which ranks make its tiles complete, and whether they are so already. A suit can be the one waited in where the
other three are complete and hold no more than one pair between them; the number of tiles then decides by itself whether
the wait is for a pair or a set. A fifth tile is never waited for: no key has five of a kind.

A set of kinds is one 64-bit integer, bit i standing for kind i of :data:`mjlog.tiles.KINDS`.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import polars as pl

from mjlog.hands.keys import (
    HONOR_RANKS,
    HONORS,
    NUMBER_RANKS,
    NUMBERS,
    TABLE_SIZE,
    Array,
    Bytes,
    Flags,
    Ints,
    Keys,
    chunks,
    digit_sums,
    digits,
)
from mjlog.hands.lists import Lists, list_column, members
from mjlog.hands.melds import melds_of
from mjlog.hands.shapes import shapes
from mjlog.tables import TILE
from mjlog.tiles import KINDS, TERMINALS_AND_HONORS

_COMPLETE: Final = 1
_PAIR: Final = 8
OUTSIDE: Final = sum(1 << kind for kind in TERMINALS_AND_HONORS)
"""Terminals and honors as a set of kinds."""


@dataclass(frozen=True, slots=True)
class WaitTables:
    """By key.

    Attributes:
        completing: ranks that complete the suit, as bits.
        state: 1 for a complete suit, 9 for one with a pair.
        four: ranks with four copies, as bits.
    """

    completing: Array
    state: Bytes
    four: Array


def wait_masks(hands: Keys, closed: Flags) -> Ints:
    """Kinds each hand waits for; 0 for one that is not tenpai.

    Args:
        hands: concealed tiles, one short of a complete hand (1, 4, 7, 10 or 13).
        closed: whether the hand has no melds: seven pairs and the thirteen orphans are possible.
    """
    tables = wait_tables()
    suits = hands.suits()
    states = [tables.state.take(suit) for suit in suits]
    others = states[0] + states[1] + states[2] + states[3]
    masks = np.zeros(len(hands), np.int64)
    for index, (suit, state) in enumerate(zip(suits, states, strict=True)):
        rest = others - state
        can_be = (rest == 3 * _COMPLETE) | (rest == 3 * _COMPLETE + _PAIR)
        masks |= tables.completing.take(suit) * can_be.astype(np.int64) << NUMBER_RANKS * index
    _add_special_waits(hands, closed, masks)
    return masks


def waits(hands: pl.DataFrame, *, own_four: bool = True) -> pl.Series:
    """Tiles each hand waits for, as lists in the order of :data:`mjlog.tiles.KINDS`; an empty one for a noten hand.

    Args:
        hands: a row a hand: ``tiles``, the concealed ones, and optionally ``melds``; 13 tiles together, melds counting
            as three. Null for another number of tiles and for five of a kind.
        own_four: whether a kind of which the hand's own melds hold the rest of the four is waited for all the same
            (RULES 24b). What the concealed tiles hold four of is never waited for.
    """
    masks = wait_sets(hands, own_four=own_four)
    values = masks.fill_null(0).to_numpy()
    rows, kinds = members(values)
    lists = list_column(kinds.astype(np.uint8), np.bincount(rows, minlength=len(values)), TILE)
    return pl.select(pl.when(pl.lit(masks.is_not_null())).then(pl.lit(lists)).alias("waits")).to_series()


def wait_sets(hands: pl.DataFrame, *, own_four: bool = True) -> pl.Series:
    """:func:`waits` as 64-bit sets of kinds, one integer a hand."""
    tiles, melds = Lists.of(hands, "tiles"), Lists.of(hands, "melds")
    parts = [_wait_sets(tiles.part(rows), melds.part(rows), own_four=own_four) for rows in chunks(len(hands))]
    return pl.concat([pl.Series([], dtype=pl.UInt64), *parts]).alias("waits")


def _wait_sets(tiles: Lists, melds: Lists, *, own_four: bool) -> pl.Series:
    concealed, called = tiles.keys(), melds_of(melds)
    everything = concealed + called.keys
    valid = (concealed.tiles() + 3 * called.sets == 13) & everything.possible()
    masks = wait_masks(concealed, called.sets == 0)
    if not own_four:
        masks &= ~held_four(everything)
    return pl.select(pl.when(pl.lit(pl.Series(valid))).then(pl.lit(pl.Series(masks.view(np.uint64))))).to_series()


def held_four(hands: Keys) -> Ints:
    """Kinds of which all four are there."""
    table = wait_tables().four
    man, pin, sou, honors = (table.take(suit).astype(np.int64) for suit in hands.suits())
    return man | pin << 9 | sou << 18 | honors << 27


def _add_special_waits(hands: Keys, closed: Flags, masks: Ints) -> None:
    """Seven pairs with one single left, and thirteen orphans with one kind missing, or none."""
    tally = hands.tally()
    pairs = closed & (tally.pairs == 6) & (tally.kinds == 7)
    orphans = closed & ((tally.outside == 13) | ((tally.outside == 12) & (tally.outside_pairs == 1)))
    rows = np.flatnonzero(pairs)
    masks[rows] |= _singles(hands.take(rows))
    rows = np.flatnonzero(orphans)
    missing = OUTSIDE & ~hands.take(rows).kinds()
    masks[rows] |= np.where(missing == 0, OUTSIDE, missing)


def _singles(hands: Keys) -> Ints:
    """Kinds with one copy."""
    return ((hands.counts() == 1) @ (1 << np.arange(len(KINDS)))).astype(np.int64)


@cache
def wait_tables() -> WaitTables:
    """The tables; built at the first call, in a twentieth of a second."""
    complete = shapes().shape_of > 0
    completing, four = np.zeros(TABLE_SIZE, np.uint16), np.zeros(TABLE_SIZE, np.uint16)
    for rank, copies in enumerate(digits()):
        four |= (copies == 4).astype(np.uint16) << rank
    for part, ranks in ((NUMBERS, NUMBER_RANKS), (HONORS, HONOR_RANKS)):
        grid = complete[part].reshape((5,) * ranks)
        found = completing[part].reshape((5,) * ranks)
        for rank in range(ranks):
            axis = ranks - 1 - rank  # the lowest rank varies fastest
            np.moveaxis(found, axis, 0)[:4] |= np.moveaxis(grid, axis, 0)[1:].astype(np.uint16) << rank
    has_pair = digit_sums() % 3 == 2
    return WaitTables(completing, complete * (_COMPLETE + _PAIR * has_pair).astype(np.uint8), four)
