"""Columns from flat numpy arrays, nulls, lists and words included, without a Python object a value.

:class:`Column` is a column in the making: parts of a table can be put one below the other before anything becomes a
frame. The functions make a frame's column at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa

Array = npt.NDArray[Any]
Flags = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Column:
    """A column in the making.

    Attributes:
        values: its values; of lists all their items end to end.
        shown: which rows are not null; all where not given.
        count: of lists, how many items each row has.
        words: where the values are positions in a vocabulary, that vocabulary.
        text: whether the lists are bytes of UTF-8 text.
    """

    values: Array
    shown: Flags | None = None
    count: Counts | None = None
    words: pl.DataType | None = None
    text: bool = False

    def series(self) -> pl.Series:
        """The column by itself."""
        return frame({"values": self}).to_series()

    def array(self) -> pa.Array:
        """The column with positions in a vocabulary as they are."""
        return self._flat() if self.count is None else self._lists(self.count)

    def spelled(self, name: str) -> pl.Expr:
        """The column of that name with words in the place of positions in a vocabulary."""
        if self.words is None:
            return pl.col(name)
        if self.count is None:
            return pl.col(name).cat.to(self.words)
        return pl.col(name).list.eval(pl.element().cat.to(self.words))

    def _flat(self) -> pa.Array:
        return _plain(self.values, self._validity())

    def _lists(self, count: Counts) -> pa.Array:
        ends = pa.py_buffer(np.concatenate([[0], np.cumsum(count, dtype=np.int64)]))
        if self.text:
            buffers = [self._validity(), ends, pa.py_buffer(np.ascontiguousarray(self.values))]
            return pa.Array.from_buffers(pa.large_string(), len(count), buffers)
        items = _plain(self.values, None)
        return pa.Array.from_buffers(pa.large_list(items.type), len(count), [self._validity(), ends], children=[items])

    def _validity(self) -> pa.Buffer | None:
        if self.shown is None or self.shown.all():
            return None
        return pa.py_buffer(np.packbits(self.shown, bitorder="little"))


def _plain(values: Array, validity: pa.Buffer | None) -> pa.Array:
    """Numbers or truth values as they lie in memory; ``pa.array`` would import pandas wherever it is installed."""
    if values.dtype == np.bool_:
        kind, data = pa.bool_(), np.packbits(values, bitorder="little")
    else:
        kind, data = pa.from_numpy_dtype(values.dtype), np.ascontiguousarray(values)
    return pa.Array.from_buffers(kind, len(values), [validity, pa.py_buffer(data)])


Columns = dict[str, Column]
"""A table in the making: columns by name."""


def by_seat(name: str, values: Array, shown: Flags) -> Columns:
    """The columns of the seats from a row of all seats; null where not shown."""
    return {f"{name}_{seat}": Column(values[:, seat], shown[:, seat]) for seat in range(values.shape[1])}


def stacked(parts: Sequence[Columns]) -> Columns:
    """Parts of a table, one below the other; there is at least one."""
    return {name: _stacked([part[name] for part in parts]) for name in parts[0]}


def frame(columns: Columns) -> pl.DataFrame:
    """The table."""
    arrays = pa.table({name: column.array() for name, column in columns.items()})
    codes = pl.DataFrame(pl.from_arrow(arrays))
    return codes.with_columns(column.spelled(name) for name, column in columns.items() if column.words is not None)


def _stacked(parts: Sequence[Column]) -> Column:
    values = np.concatenate([part.values for part in parts])
    counts = [part.count for part in parts if part.count is not None]
    count = np.concatenate(counts) if counts else None
    if all(part.shown is None for part in parts):
        return Column(values, None, count, parts[0].words, parts[0].text)
    rows = [part.values if part.count is None else part.count for part in parts]
    shown = [
        np.ones(len(row), bool) if part.shown is None else part.shown for part, row in zip(parts, rows, strict=True)
    ]
    return Column(values, np.concatenate(shown), count, parts[0].words, parts[0].text)


def column(values: Array, shown: Flags | None = None) -> pl.Series:
    """A column of numbers or truth values; null where not shown."""
    return Column(values, shown).series()


def coded(codes: Array, vocabulary: pl.DataType, shown: Flags | None = None) -> Column:
    """Words from their positions in a vocabulary; null where not shown, whatever stands there."""
    known = codes if shown is None else codes * shown
    return Column(known.astype(np.uint8, copy=False), shown, None, vocabulary)


def words(codes: Array, vocabulary: pl.DataType, shown: Flags | None = None) -> pl.Series:
    """:func:`coded` as a column by itself."""
    return coded(codes, vocabulary, shown).series()


def lists(values: Array, count: Counts, words_of: pl.DataType | None = None, shown: Flags | None = None) -> pl.Series:
    """A column of lists of numbers, or of words by their positions in a vocabulary; null where not shown.

    Args:
        values: all items end to end.
        count: how many each row has; none where it is not shown.
        words_of: the vocabulary.
        shown: which rows are not null.
    """
    return Column(values, shown, count, words_of).series()


def seat_columns(name: str, values: Array, shown: Flags) -> dict[str, pl.Series]:
    """The columns of the seats from a row of all seats; null where not shown."""
    return {key: part.series() for key, part in by_seat(name, values, shown).items()}
