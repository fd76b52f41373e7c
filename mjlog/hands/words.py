"""What a suit, a meld, a whole hand amounts to, as two 64-bit words.

``Sum`` words hold fields that add up over the suits and melds of a hand: fu, triplets, kans, how the winning tile was
waited for. ``Bits`` words hold facts that are or-ed together: which runs and triplets there are, which suits and
classes of tile. A hand is the sum, and the union, of its parts' words; that is all that evaluation does with shapes.
"""

from functools import reduce
from typing import Final, NamedTuple

import numpy as np

from mjlog.hands.keys import Array


class Field(NamedTuple):
    """Some bits of a word."""

    shift: int
    bits: int

    @property
    def mask(self) -> int:
        """The field's bits, all set."""
        return ((1 << self.bits) - 1) << self.shift

    def of(self, word: Array) -> Array:
        """The field's value."""
        return (word >> self.shift) & ((1 << self.bits) - 1)

    def put(self, value: Array | int) -> Array:
        """The value at the field's place, to be added or or-ed into a word."""
        return np.asarray(value).astype(np.int64) << self.shift


def _layout(**widths: int) -> dict[str, Field]:
    fields, shift = {}, 0
    for name, bits in widths.items():
        fields[name] = Field(shift, bits)
        shift += bits
    return fields


SUM: Final = _layout(
    # Read together, as one index into the table of shape yaku:
    runs=3,
    concealed_triplets=3,  # closed kans among them
    kans=3,
    identical_runs=2,  # pairs of equal runs in the concealed part
    outside_blocks=3,  # sets and pairs with a terminal or honor
    ryanmen=1,
    tanki=1,
    # The other ways to wait:
    shanpon=1,
    kanchan=1,
    penchan=1,
    # The rest:
    pair=3,  # 0 none or a number, 1-7 an honor
    open_melds=3,
    kita=3,
    fu=7,  # of sets and the wait, in units of two
    kan_fu=7,  # the part of it that kans give
    pairs=3,
    sets=3,
)
"""Fields of a sum word, from the lowest bit."""


def sum_word(**values: Array | int) -> Array:
    """The sum word, or words, with these values in its fields."""
    return reduce(np.add, (SUM[name].put(value) for name, value in values.items()))


SHAPE_BITS: Final = SUM["tanki"].shift + 1
"""Width of the index into the table of shape yaku."""

WAITS: Final = ("ryanmen", "tanki", "shanpon", "kanchan", "penchan")
"""Ways to wait, in the order of their bits."""

COMPLETE_MASK: Final = SUM["pairs"].mask | SUM["sets"].mask
COMPLETE: Final = (1 << SUM["pairs"].shift) | (4 << SUM["sets"].shift)
"""A complete hand has exactly one pair and four sets."""

SUIT_STEP: Final = 16
"""Bits of a number suit in a bits word: seven runs, then nine triplets. Honors follow with seven triplets."""
TRIPLETS_AT: Final = 7
HONOR_TRIPLETS_AT: Final = 3 * SUIT_STEP
CLASSES_AT: Final = HONOR_TRIPLETS_AT + 7
"""Above the sets, the seven classes of tile below."""

MAN, PIN, SOU, HONOR, TERMINAL, SIMPLE, NOT_GREEN = (1 << bit for bit in range(7))


def _class(suit: int, rank: int) -> int:
    if suit == 3:
        return HONOR | (0 if rank == 5 else NOT_GREEN)
    outside = TERMINAL if rank in (0, 8) else SIMPLE
    green = suit == 2 and rank in (1, 2, 3, 5, 7)
    return (MAN, PIN, SOU)[suit] | outside | (0 if green else NOT_GREEN)


CLASS_OF: Final = tuple(_class(min(kind // 9, 3), kind - 9 * min(kind // 9, 3)) for kind in range(34))
"""Suit and classes of each kind of tile."""
