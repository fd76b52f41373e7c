"""The tags of one kind as a table: a row a tag, a column an attribute."""

from typing import Final

import numpy as np

from parsers.shared.columns import Column
from parsers.tenhou_xml.grammar import ABSENT, TAGS, Flags, Ints, Kind, Numbers, Words
from parsers.tenhou_xml.scan import Markup, ranges

NONE: Final = -1
"""Stands for a tag, hand or attribute that is not there."""


class Tags:
    """All tags of a kind in a batch, in order.

    Attributes:
        at: their positions among all tags.
    """

    def __init__(self, markup: Markup, kind: Kind, rows: Ints | None = None) -> None:
        if rows is None:
            rows = np.flatnonzero(markup.kind.take(markup.others) == kind)
        self.at: Ints = markup.others.take(rows)
        self._markup, self._kind, self._rows = markup, kind, rows
        self._slots = markup.slot.take(rows)
        self._names = (*TAGS[kind].numbers, *TAGS[kind].texts)
        self._attributes: dict[str, Ints] = {}

    def __len__(self) -> int:
        return len(self.at)

    def only(self, rows: Flags | Ints) -> "Tags":
        """Some of them."""
        return Tags(self._markup, self._kind, self._rows[rows])

    def has(self, name: str) -> Flags:
        """Whether the attribute is there."""
        return self._attribute(name) != NONE

    def count(self, name: str) -> Ints:
        """How many numbers its value has; 0 where it is absent or empty."""
        attribute = self._attribute(name)
        return np.where(attribute == NONE, 0, self._markup.items.take(attribute, mode="clip"))

    def number(self, name: str) -> Numbers:
        """The attribute's one number; :data:`ABSENT` where there is none, or are more."""
        first, count = self._span(name)
        return np.where(count == 1, self._markup.numbers.take(first), ABSENT)

    def row(self, name: str, width: int) -> Numbers:
        """The attribute's first numbers, ``width`` a tag; :data:`ABSENT` where there are fewer."""
        first, count = self._span(name)
        column = np.arange(width)
        numbers = self._markup.numbers.take(first[:, None] + column, mode="clip")
        if (count < width).any():
            numbers[column >= count[:, None]] = ABSENT
        return numbers

    def lists(self, name: str) -> tuple[Numbers, Ints]:
        """All numbers of the attribute end to end, and how many each tag has."""
        first, count = self._span(name)
        return self._markup.numbers.take(ranges(first, count)), count

    def word(self, name: str) -> Words:
        """The attribute's text as one number; 0 where it is absent or empty, all ones where eight bytes are too few."""
        start, length = self.place(name)
        unused = np.uint64(8) * (8 - np.clip(length, 1, 8)).view(np.uint64)
        value = self._markup.words[start] << unused >> unused
        return np.where(length < 1, np.uint64(0), np.where(length > 8, ~np.uint64(0), value))

    def text(self, name: str) -> Column:
        """The attribute's text; null where it is absent."""
        start, length = self.place(name)
        return Column(self._markup.text.take(ranges(start, length)), self.has(name), length, text=True)

    def place(self, name: str) -> tuple[Ints, Ints]:
        """Where the attribute's text begins, and its length; 0 where it is absent."""
        attribute = self._attribute(name)
        opened, closed = (places.take(attribute, mode="clip") for places in (self._markup.opened, self._markup.closed))
        return opened + 1, np.where(attribute == NONE, 0, closed - opened - 1)

    def _attribute(self, name: str) -> Ints:
        if name not in self._attributes:
            self._attributes[name] = self._markup.attribute.take(self._slots + self._names.index(name))
        return self._attributes[name]

    def _span(self, name: str) -> tuple[Ints, Ints]:
        return self._markup.first_number.take(self._attribute(name), mode="clip"), self.count(name)
