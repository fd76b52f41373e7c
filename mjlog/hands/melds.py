"""What each meld adds to a hand: its words and its tiles, by meld code (:data:`mjlog.tiles.MELDS`).

So chi, pon, the three kans and a north set aside need no branch in the evaluation: they are looked up and added.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from mjlog.hands.keys import MELDS_AT, Ints, Keys, segment_sums, sums
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
        keys: its tiles, red fives among them, and itself; a north set aside is no meld in this sense.
    """

    sums: Ints
    bits: Ints
    keys: Keys


@dataclass(frozen=True, slots=True)
class Melds:
    """What the melds of each hand amount to.

    Attributes:
        sums: sum words.
        bits: bits words.
        keys: their tiles, and their number.
    """

    sums: Ints
    bits: Ints
    keys: Keys

    @property
    def sets(self) -> Ints:
        """Number of melds, norths not among them."""
        return self.keys.melds()


@cache
def meld_table() -> MeldTable:
    """The table."""
    kinds = [MeldKind(text.split()[0]) for text in MELDS]
    tiles = [tile_codes(text.split()[1]) for text in MELDS]
    words = [_sum_word(kind, [KIND_OF[code] for code in codes]) for kind, codes in zip(kinds, tiles, strict=True)]
    bits = [_bits_word(kind, codes) for kind, codes in zip(kinds, tiles, strict=True)]
    keys = sums(np.array([code for codes in tiles for code in codes], np.uint8), np.cumsum([0, *map(len, tiles)]))
    keys.rest[:] += np.array([kind != MeldKind.KITA for kind in kinds]).astype(np.int64) << MELDS_AT
    return MeldTable(np.array(words), np.array(bits), keys)


def melds_of(melds: Lists) -> Melds:
    """The melds of each hand, added up."""
    table = meld_table()
    codes = melds.codes.astype(np.intp)
    bits = np.zeros(len(melds), np.int64)
    having = np.flatnonzero(melds.lengths() > 0)
    if len(having):
        bits[having] = np.bitwise_or.reduceat(table.bits.take(codes), melds.offsets.take(having))
    return Melds(segment_sums(table.sums.take(codes), melds.offsets), bits, _keys(codes, melds.offsets))


def meld_keys(melds: Lists) -> Keys:
    """The tiles and the number of melds of each hand, where nothing else is asked."""
    return _keys(melds.codes.astype(np.intp), melds.offsets)


def _keys(codes: Ints, offsets: Ints) -> Keys:
    keys = meld_table().keys
    return Keys(segment_sums(keys.numbers.take(codes), offsets), segment_sums(keys.rest.take(codes), offsets))


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
