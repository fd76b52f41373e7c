"""What each meld adds to a hand: its words and its tiles, by meld code (:data:`mjlog.tiles.MELDS`).

So chi, pon, the three kans and a north set aside need no branch in the evaluation: they are looked up and added.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from mjlog.hands.keys import Array, Bytes, Ints, Keys, segment_sums, sums
from mjlog.hands.lists import Lists
from mjlog.hands.words import CLASS_OF, CLASSES_AT, HONOR_TRIPLETS_AT, SUIT_STEP, TRIPLETS_AT, sum_word
from mjlog.tiles import KIND_OF, MELDS, TERMINALS_AND_HONORS, tile_codes
from mjlog.vocabulary import MeldKind

_KANS = (MeldKind.DAIMINKAN, MeldKind.KAKAN, MeldKind.ANKAN)


@dataclass(frozen=True, slots=True)
class MeldTable:
    """By meld code.

    Attributes:
        sums: sum words.
        bits: bits words; none for a north set aside, which belongs to no set.
        keys: its tiles, red fives among them.
        sets: 1, and 0 for a north set aside.
    """

    sums: Ints
    bits: Ints
    keys: Keys
    sets: Bytes


@dataclass(frozen=True, slots=True)
class Melds:
    """What the melds of each hand amount to.

    Attributes:
        sums: sum words.
        bits: bits words.
        keys: their tiles.
        sets: number of melds, norths not among them.
    """

    sums: Ints
    bits: Ints
    keys: Keys
    sets: Array


@cache
def meld_table() -> MeldTable:
    """The table."""
    kinds = [MeldKind(text.split()[0]) for text in MELDS]
    tiles = [tile_codes(text.split()[1]) for text in MELDS]
    offsets = np.cumsum([0, *map(len, tiles)])
    return MeldTable(
        np.array(
            [_sum_word(kind, [KIND_OF[code] for code in codes]) for kind, codes in zip(kinds, tiles, strict=True)]
        ),
        np.array([_bits_word(kind, codes) for kind, codes in zip(kinds, tiles, strict=True)]),
        sums(np.array([code for codes in tiles for code in codes]), offsets),
        np.array([kind != MeldKind.KITA for kind in kinds], np.uint8),
    )


def melds_of(melds: Lists) -> Melds:
    """The melds of each hand, added up."""
    table = meld_table()
    codes, offsets = melds.codes.astype(np.intp), melds.offsets
    bits = np.zeros(len(offsets) - 1, np.int64)
    having = np.flatnonzero(np.diff(offsets))
    if len(having):
        bits[having] = np.bitwise_or.reduceat(table.bits.take(codes), offsets.take(having))
    return Melds(
        segment_sums(table.sums.take(codes), offsets),
        bits,
        Keys(segment_sums(table.keys.numbers.take(codes), offsets), segment_sums(table.keys.rest.take(codes), offsets)),
        segment_sums(table.sets.take(codes).astype(np.int64), offsets),
    )


def _sum_word(kind: MeldKind, tiles: list[int]) -> int:
    if kind == MeldKind.KITA:
        return int(sum_word(kita=1))
    outside = any(tile in TERMINALS_AND_HONORS for tile in tiles)
    fields = {"sets": 1, "open_melds": kind != MeldKind.ANKAN}
    if kind == MeldKind.CHI:
        fields |= {"runs": 1, "outside_blocks": outside}
    else:
        fu = (2 if outside else 1) * (4 if kind in _KANS else 1) * (2 if kind == MeldKind.ANKAN else 1)
        fields |= {"fu": fu, "outside_blocks": outside, "concealed_triplets": kind == MeldKind.ANKAN}
        fields |= {"kans": 1, "kan_fu": fu} if kind in _KANS else {}
    return int(sum_word(**fields))


def _bits_word(kind: MeldKind, codes: list[int]) -> int:
    if kind == MeldKind.KITA:
        return 0
    kinds = [KIND_OF[code] for code in codes]
    word = 0
    for tile in kinds:
        word |= CLASS_OF[tile] << CLASSES_AT
    low = min(kinds)
    if low >= 27:
        return word | 1 << (HONOR_TRIPLETS_AT + low - 27)
    at = low // 9 * SUIT_STEP + low % 9
    return word | 1 << (at if kind == MeldKind.CHI else at + TRIPLETS_AT)
