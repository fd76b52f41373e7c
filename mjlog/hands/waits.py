"""Which tiles complete a hand.

By suit: which ranks make its tiles complete, and whether they are so already. A suit can be the one waited in where the
other three are complete and hold no more than one pair between them; the number of tiles then decides by itself whether
the wait is for a pair or a set. A fifth tile is never waited for: no key has five of a kind.

A set of kinds is one 64-bit integer, bit i standing for kind i of :data:`mjlog.tiles.KINDS`.
"""

from functools import cache
from typing import Final

import numpy as np
import polars as pl

from mjlog.hands.keys import (
    COPIES,
    HONOR_RANKS,
    HONORS,
    NUMBER_RANKS,
    NUMBERS,
    OUTSIDE,
    Array,
    Flags,
    Ints,
    Keys,
    chunks,
    digit_sums,
    summed,
)
from mjlog.hands.lists import Lists, members
from mjlog.hands.melds import meld_keys
from mjlog.hands.shapes import shapes
from mjlog.tables import TILE
from mjlog.tiles import KINDS

_COMPLETE: Final = 1
_PAIR: Final = 8


_PAIRS, _KINDS, _OUTSIDE, _TILES, _COMPLETING = 6, 10, 14, 18, 23
"""Fields of a suit's word, after three bits each that count complete suits and those with a pair. They add up over the
suits, all but the ranks that complete the suit; those stand at the top, where a sum that overflows harms nothing."""
_BUT_ONE_PAIR: Final = (1 << _PAIRS) - 1 - _PAIR
_SEVEN_PAIRS: Final = 6 << _PAIRS | 7 << _KINDS
_ORPHANS: Final = 12 << _KINDS | 12 << _OUTSIDE
_THIRTEEN_ORPHANS: Final = 13 << _KINDS | 13 << _OUTSIDE


def wait_masks(hands: Keys, closed: Flags) -> Ints:
    """Kinds each hand waits for; 0 for one that is not tenpai.

    Args:
        hands: concealed tiles, one short of a complete hand (1, 4, 7, 10 or 13).
        closed: whether the hand has no melds: seven pairs and the thirteen orphans are possible.
    """
    return _waits(hands, closed)[0]


def _waits(hands: Keys, closed: Flags) -> tuple[Ints, Array]:
    """Waits, and the sum of the suits' words."""
    table = suit_words()
    suits = [table.take(suit) for suit in hands.suits()]
    word = suits[0] + suits[1] + suits[2] + suits[3]
    masks = np.zeros(len(hands), np.int64)
    for index, suit in enumerate(suits):
        # The others complete, and a pair among them once or not at all.
        can_be = word - suit & _BUT_ONE_PAIR == 3 * _COMPLETE
        masks |= ((suit >> _COMPLETING) * can_be).astype(np.int64) << NUMBER_RANKS * index
    _add_special_waits(hands, word, closed, masks)
    return masks, word


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
    lists = Lists.joined([_kinds(values[rows]) for rows in chunks(len(values))]).column(TILE)
    return pl.select(pl.when(pl.lit(masks.is_not_null())).then(pl.lit(lists)).alias("waits")).to_series()


def _kinds(masks: Array) -> Lists:
    """Sets of kinds as lists."""
    rows, kinds = members(masks, len(KINDS))
    return Lists.of_lengths(kinds.astype(np.uint8), np.bincount(rows, minlength=len(masks)))


def wait_sets(hands: pl.DataFrame, *, own_four: bool = True) -> pl.Series:
    """:func:`waits` as 64-bit sets of kinds, one integer a hand."""
    tiles, melds = Lists.of(hands, "tiles"), Lists.of(hands, "melds")
    parts = [_wait_sets(tiles.part(rows), melds.part(rows), own_four=own_four) for rows in chunks(len(hands))]
    if not parts:
        return pl.Series("waits", [], dtype=pl.UInt64)
    masks, valid = (np.concatenate(column) for column in zip(*parts, strict=True))
    return pl.select(
        pl.when(pl.lit(pl.Series(valid))).then(pl.lit(pl.Series(masks.view(np.uint64)))).alias("waits")
    ).to_series()


def _wait_sets(tiles: Lists, melds: Lists, *, own_four: bool) -> tuple[Ints, Flags]:
    """Waits, and whether the hand can have any: thirteen tiles, none five times."""
    concealed, called = tiles.keys(), meld_keys(melds)
    sets = called.melds()
    masks, word = _waits(concealed, sets == 0)
    if not own_four:
        masks &= ~held_four(concealed + called)
    count = concealed.tiles()
    valid = (count + 3 * sets == 13) & (word >> _TILES & 15 == count)
    having = np.flatnonzero(sets > 0)
    valid[having] &= (concealed.take(having) + called.take(having)).possible()
    return masks, valid


def held_four(hands: Keys) -> Ints:
    """Kinds of which all four are there."""
    table = _ranks_of_four()
    man, pin, sou, honors = (table.take(suit).astype(np.int64) for suit in hands.suits())
    return man | pin << 9 | sou << 18 | honors << 27


def _add_special_waits(hands: Keys, word: Array, closed: Flags, masks: Ints) -> None:
    """Seven pairs with one single left, and thirteen orphans with one kind missing, or none.

    Thirteen tiles of twelve terminal and honor kinds have one of them twice.
    """
    pairs = np.flatnonzero(closed & (word & (15 << _PAIRS | 15 << _KINDS) == _SEVEN_PAIRS))
    masks[pairs] |= _singles(hands.take(pairs))
    outside = word & (15 << _KINDS | 15 << _OUTSIDE)
    orphans = np.flatnonzero(closed & ((outside == _ORPHANS) | (outside == _THIRTEEN_ORPHANS)))
    missing = OUTSIDE & ~hands.take(orphans).kinds()
    masks[orphans] |= np.where(missing == 0, OUTSIDE, missing)


def _singles(hands: Keys) -> Ints:
    """Kinds with one copy."""
    return ((hands.counts() == 1) @ (1 << np.arange(len(KINDS)))).astype(np.int64)


@cache
def _ranks_of_four() -> Array:
    """Ranks with four copies, as bits, by key."""
    return summed(lambda rank, _outside: (COPIES == 4) << rank, np.uint16)


@cache
def suit_words() -> Array:
    """The word of every key; built at the first call, in a fiftieth of a second."""
    complete = shapes().shape_of > 0
    words = summed(_word, np.uint32)
    words += complete * (_COMPLETE + _PAIR * (digit_sums() % 3 == 2)).astype(np.uint32)
    for part, ranks in ((NUMBERS, NUMBER_RANKS), (HONORS, HONOR_RANKS)):
        keys, of_part = np.flatnonzero(complete[part]), words[part]
        for rank in range(ranks):
            having = keys[keys // 5**rank % 5 > 0]
            of_part[having - 5**rank] |= np.uint32(1 << _COMPLETING + rank)
    return words


def _word(_rank: int, outside: bool) -> Array:
    held, paired = COPIES > 0, COPIES > 1
    return paired << _PAIRS | held << _KINDS | (held & outside) << _OUTSIDE | COPIES << _TILES
