"""The tags of one kind as a table: a row a tag, a column an attribute."""

from typing import Final

import numpy as np
import polars as pl
import pyarrow as pa

from parsers._tenhou_xml_scan import ABSENT, TAGS, Flags, Ints, Kind, Markup, Numbers, Words, ranges

NONE: Final = -1
"""Stands for a tag, hand or attribute that is not there."""


class Tags:
    """All tags of a kind in a batch, in order.

    Attributes:
        at: their positions among all tags.
    """

    def __init__(self, markup: Markup, kind: Kind) -> None:
        self._markup = markup
        self._names = (*TAGS[kind].numbers, *TAGS[kind].texts)
        rows = np.flatnonzero(markup.kind.take(markup.others) == kind)
        self.at: Ints = markup.others.take(rows)
        self._slots = markup.slot.take(rows)

    def __len__(self) -> int:
        return len(self.at)

    def only(self, rows: Flags) -> "Tags":
        """Some of them."""
        part = object.__new__(Tags)
        part._markup, part._names = self._markup, self._names
        part.at, part._slots = self.at[rows], self._slots[rows]
        return part

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
        return np.where(column < count[:, None], numbers, ABSENT)

    def lists(self, name: str) -> tuple[Numbers, Ints]:
        """All numbers of the attribute end to end, and how many each tag has."""
        first, count = self._span(name)
        return self._markup.numbers.take(ranges(first, count)), count

    def word(self, name: str) -> Words:
        """The attribute's text as one number, if it has no more than eight bytes; 0 where it is absent or longer."""
        attribute = self._attribute(name)
        opened, closed = (places.take(attribute, mode="clip") for places in (self._markup.opened, self._markup.closed))
        length = closed - opened - 1
        unused = np.uint64(8) * (8 - np.clip(length, 1, 8)).view(np.uint64)
        value = self._markup.words[opened + 1] << unused >> unused
        return np.where((attribute == NONE) | (length < 1) | (length > 8), np.uint64(0), value)

    def text(self, name: str) -> pl.Series:
        """The attribute's text; null where it is absent."""
        attribute = self._attribute(name)
        opened, closed = (places.take(attribute, mode="clip") for places in (self._markup.opened, self._markup.closed))
        has = attribute != NONE
        length = np.where(has, closed - opened - 1, 0)
        frame = pl.DataFrame({"": self._whole(), "start": opened + 1, "length": length, "has": has})
        value = pl.col("").bin.slice("start", "length").cast(pl.String)
        return frame.select(pl.when("has").then(value).alias(name)).to_series()

    def _whole(self) -> pl.Series:
        """The batch's text in every row, without a copy."""
        ends, text = np.array([0, len(self._markup.text)]), self._markup.text
        array = pa.Array.from_buffers(pa.large_binary(), 1, [None, pa.py_buffer(ends), pa.py_buffer(text)])
        return pl.Series(pl.from_arrow(array)).new_from_index(0, len(self))

    def _attribute(self, name: str) -> Ints:
        return self._markup.attribute.take(self._slots + self._names.index(name))

    def _span(self, name: str) -> tuple[Ints, Ints]:
        return self._markup.first_number.take(self._attribute(name), mode="clip"), self.count(name)
