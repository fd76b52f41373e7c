"""What a suit, a meld, a whole hand amounts to, as two 64-bit words.

``Sum`` words hold fields that add up over the suits and melds of a hand: fu, triplets, kans, how the winning tile was
waited for. ``Bits`` words hold facts that are or-ed together: which runs and triplets there are, which suits and
classes of tile. A hand is the sum, and the union, of its parts' words; that is all that evaluation does with shapes.
"""

from functools import reduce
from typing import Final, NamedTuple

import numpy as np

from mjlog.hands.keys import Array
from mjlog.tiles import KINDS, TERMINALS_AND_HONORS


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


_CLASSES: Final[dict[int, list[int]]] = {
    MAN: list(range(9)),
    PIN: list(range(9, 18)),
    SOU: list(range(18, 27)),
    HONOR: list(range(27, 34)),
    TERMINAL: [kind for kind in TERMINALS_AND_HONORS if kind < 27],
    SIMPLE: [kind for kind in range(27) if kind not in TERMINALS_AND_HONORS],
    NOT_GREEN: [kind for kind in range(34) if KINDS[kind] not in ("2s", "3s", "4s", "6s", "8s", "6z")],
}
"""Kinds of tile of each class."""

CLASS_OF: Final = tuple(sum(name for name, kinds in _CLASSES.items() if kind in kinds) for kind in range(34))
"""Suit and classes of each kind of tile."""


def classes_of(kinds: Array) -> Array:
    """Suits and classes of tile there are, from sets of kinds (bit i for kind i)."""
    found = np.zeros(len(kinds), np.uint8)
    for name, members in _CLASSES.items():
        found |= (kinds & sum(1 << kind for kind in members) != 0) * np.uint8(name)
    return found
