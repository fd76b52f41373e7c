"""The tags and attributes of Tenhou XML, and how they are recognized among bytes.

This is the one place that says what a log may hold and which values are lists of numbers.
"""

from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Words = npt.NDArray[np.uint64]

ABSENT: Final = -(2**31)
"""Stands for a number that is not there or is none."""

NO_TILE: Final = 255

ROOT_TAG: Final = b"<mjloggm "
END_TAG: Final = b"</mjloggm>"


class Kind(IntEnum):
    """Kinds of tag. Draws are 0-3 and discards 4-7, the seat in the two low bits."""

    DRAW = 0
    DISCARD = 4
    INIT = 8
    AGARI = 9
    RYUUKYOKU = 10
    N = 11
    REACH = 12
    DORA = 13
    BYE = 14
    UN = 15
    GO = 16
    TAIKYOKU = 17
    SHUFFLE = 18
    ROOT = 19
    BROKEN = 20
    END = 21
    ODD = 22


PLAY_LETTERS: Final = b"TUVWDEFG"
"""First letters of draws and discards, by kind."""


class Tag(NamedTuple):
    """A tag with attributes: its name, the attributes that are lists of whole numbers, and those that are text."""

    name: bytes
    numbers: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


_HANDS: Final = ("hai0", "hai1", "hai2", "hai3")
_NAMES: Final = ("n0", "n1", "n2", "n3")

TAGS: Final = {
    Kind.INIT: Tag(b"INIT", ("seed", "ten", "oya", *_HANDS), ("shuffle", "chip")),
    Kind.AGARI: Tag(
        b"AGARI",
        ("who", "fromWho", "paoWho", "ten", "hai", "machi", "m", "yaku", "yakuman", "doraHaiUra", "sc"),
        ("ba", "doraHai", "owari", "chip", "ratio"),
    ),
    Kind.RYUUKYOKU: Tag(b"RYUUKYOKU", ("sc",), ("type", "ba", *_HANDS, "owari", "chip", "ratio")),
    Kind.N: Tag(b"N", ("who", "m")),
    Kind.REACH: Tag(b"REACH", ("who", "step"), ("ten",)),
    Kind.DORA: Tag(b"DORA", ("hai",)),
    Kind.BYE: Tag(b"BYE", ("who",)),
    Kind.UN: Tag(b"UN", (), (*_NAMES, "dan", "rate", "sx", "rc", "gold")),
    Kind.GO: Tag(b"GO", ("type",), ("lobby", "title", "rule", "ranking", "csrule", "gpid")),
    Kind.TAIKYOKU: Tag(b"TAIKYOKU", ("oya",)),
    Kind.SHUFFLE: Tag(b"SHUFFLE", (), ("seed", "ref")),
    Kind.ROOT: Tag(b"mjloggm", (), ("ver",)),
    Kind.BROKEN: Tag(b"\x01", (), ("at",)),
}
"""Every tag that is known, with all its attributes. The last one is no XML, so that only a repair can write it."""


def word(text: bytes) -> int:
    """Eight bytes as one number, as :class:`Markup` has them; missing ones are zero."""
    return int.from_bytes(text, "little")


class AttributeNames:
    """Attributes by name: a multiplication of the name's last eight bytes picks the one row that may hold it.

    Attributes:
        column: place of each attribute among those of each kind of tag, -1 where the tag has none such.
        numeric: whether it is a list of numbers there.
    """

    _BITS = 11

    def __init__(self) -> None:
        names = sorted({name for tag in TAGS.values() for name in (*tag.numbers, *tag.texts)})
        words = np.array([word(name.encode()[-8:]) for name in names], np.uint64)
        self._words = words
        self._heads = np.array([word(name.encode()[:8]) for name in names], np.uint64)
        self._lengths = np.array([len(name) for name in names])
        factors = np.random.default_rng(0).integers(2**63, 2**64, 1000, np.uint64) | np.uint64(1)
        self._factor = next(factor for factor in factors if len(np.unique(self._row(words, factor))) == len(words))
        self._table = np.zeros(2**self._BITS, np.int64)
        self._table[self._row(words, self._factor)] = np.arange(len(words))
        self.column, self.numeric = _columns(names)

    def _row(self, words: Words, factor: np.uint64) -> Words:
        return (words * factor) >> np.uint64(64 - self._BITS)

    def find(self, words: Words, lengths: Ints, heads: Words) -> tuple[Ints, Flags]:
        """Code of each name and whether the name is known.

        Args:
            words: the last eight bytes of each name, zeros above.
            lengths: of the names.
            heads: the eight bytes from the start of each name that has more than eight, in order.
        """
        codes = self._table.take(self._row(words, self._factor).view(np.int64))
        known = (self._words.take(codes) == words) & (self._lengths.take(codes) == lengths)
        long = np.flatnonzero(lengths > 8)
        known[long] &= self._heads.take(codes[long]) == heads
        return codes, known


def _columns(names: list[str]) -> tuple[Numbers, Flags]:
    """Place of each attribute among those of its kind of tag, -1 where it has none; and which are numbers."""
    column = np.full((max(Kind) + 1, len(names)), -1, np.int32)
    numeric = np.zeros(column.shape, bool)
    for kind, tag in TAGS.items():
        for place, name in enumerate((*tag.numbers, *tag.texts)):
            column[kind, names.index(name)] = place
            numeric[kind, names.index(name)] = name in tag.numbers
    return column, numeric


ATTRIBUTES: Final = AttributeNames()

_WIDTHS: Final = {int(kind): len(tag.numbers + tag.texts) for kind, tag in TAGS.items()}
WIDTH: Final = np.array([_WIDTHS.get(kind, 0) for kind in range(max(Kind) + 1)])
"""How many attributes a kind of tag may have."""

LETTER_KIND: Final = np.full(256, Kind.ODD, np.uint8)
"""Kind of a draw or discard by its letter."""
LETTER_KIND[list(PLAY_LETTERS)] = np.arange(len(PLAY_LETTERS))


def _heads() -> tuple[Bytes, Words, Words, Ints]:
    """How tags with names are told apart.

    The kind that a tag of these two first letters may be; by kind, the first eight bytes after its ``<`` with the space
    or bracket that ends its name, which of their bits count, and the length of the name.
    """
    letters = np.full(2**16, Kind.ODD, np.uint8)
    heads, masks = np.zeros(max(Kind) + 1, np.uint64), np.zeros(max(Kind) + 1, np.uint64)
    lengths = np.zeros(max(Kind) + 1, np.int64)
    names = {kind: tag.name + b" " for kind, tag in TAGS.items()} | {Kind.END: END_TAG[1:]}
    for kind, name in names.items():
        letters[word(name[:2])] = kind
        heads[kind], masks[kind] = word(name[:8]), 2 ** (8 * min(len(name), 8)) - 1
        lengths[kind] = len(name) - 1
    return letters, heads, masks, lengths


FIRST_LETTERS, HEAD, HEAD_MASK, NAME_LENGTH = _heads()

LONG_NAMES: Final = {kind: tag.name[8:] + b" " for kind, tag in TAGS.items() if len(tag.name) >= 8}
"""What follows the first eight bytes of a name, by kind of tag."""
