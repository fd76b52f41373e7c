"""List columns as flat codes and offsets: what polars and arrow keep in memory anyway, without a copy."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import polars as pl
import pyarrow as pa

from mjlog.hands.keys import Array, Ints, Keys, sums


@dataclass(frozen=True, slots=True)
class Lists:
    """Lists of codes: list i is ``codes[offsets[i]:offsets[i + 1]]``."""

    codes: Array
    offsets: Ints

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @classmethod
    def of(cls, frame: pl.DataFrame, column: str) -> Self:
        """A list column of Enum; a null list is an empty one, and so is every list of a column that is not there."""
        if column not in frame.columns:
            return cls(np.zeros(0, np.uint8), np.zeros(len(frame) + 1, np.int64))
        physical = frame[column].to_physical().rechunk()
        array = physical.to_arrow()
        offsets = _in_memory(array.offsets)
        if physical.null_count():
            lists = np.flatnonzero(physical.is_not_null().to_numpy())
            if (offsets.take(lists + 1) - offsets.take(lists)).sum() != offsets[-1] - offsets[0]:  # a null hides some
                array = physical.fill_null(pl.Series([[]], dtype=physical.dtype)).rechunk().to_arrow()
                offsets = _in_memory(array.offsets)
        return cls(_in_memory(array.values)[offsets[0] : offsets[-1]], offsets - offsets[0])

    def part(self, rows: slice) -> "Lists":
        """Some of the lists."""
        bounds = self.offsets[rows.start : rows.stop + 1]
        return Lists(self.codes[bounds[0] : bounds[-1]], bounds - bounds[0])

    def take(self, rows: Ints) -> "Lists":
        """Lists of these rows."""
        starts = self.offsets.take(rows)
        lengths = self.offsets.take(rows + 1) - starts
        taken = Lists.of_lengths(self.codes, lengths)
        index = np.arange(taken.offsets[-1]) + (starts - taken.offsets[:-1]).repeat(lengths)
        return Lists(self.codes.take(index), taken.offsets)

    @classmethod
    def of_lengths(cls, codes: Array, lengths: Array) -> Self:
        """Consecutive codes as lists of these lengths."""
        return cls(codes, np.append(0, np.cumsum(lengths)))

    @classmethod
    def grouped(cls, codes: Array, owner: Ints, lists: int) -> Self:
        """Codes gathered by the list each belongs to, in the order given."""
        return cls.of_lengths(codes.take(np.argsort(owner, kind="stable")), np.bincount(owner, minlength=lists))

    @classmethod
    def joined(cls, parts: list["Lists"]) -> "Lists":
        """Lists one after another."""
        lengths = np.concatenate([np.zeros(1, np.int64), *(part.lengths() for part in parts)])
        return cls(np.concatenate([np.zeros(0, np.uint8), *(part.codes for part in parts)]), np.cumsum(lengths))

    def column(self, dtype: pl.Enum) -> pl.Series:
        """As a list column of words."""
        return list_column(self.codes, self.lengths(), dtype)

    def lengths(self) -> Ints:
        """Number of codes in each list."""
        return np.diff(self.offsets)

    def keys(self) -> Keys:
        """Keys of the tiles in each list."""
        return sums(self.codes, self.offsets)


def _in_memory(array: pa.Array) -> Array:
    """Numbers without nulls as they lie in memory; ``to_numpy`` would import pandas wherever it is installed."""
    dtype = np.dtype(str(array.type))
    _, data = array.buffers()
    if not len(array):
        return np.zeros(0, dtype)
    return np.frombuffer(data, dtype, len(array), array.offset * dtype.itemsize)


def list_column(values: Array, lengths: Array, dtype: pl.Enum | None = None) -> pl.Series:
    """Consecutive values as lists of these lengths; codes become words where ``dtype`` is given."""
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    kind = pa.from_numpy_dtype(values.dtype)
    # From the buffers themselves: ``pa.array`` would import pandas wherever it is installed,
    # and a Series of an array all of pyarrow's functions.
    items = pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(np.ascontiguousarray(values))])
    bounds = [None, pa.py_buffer(offsets)]
    column = pa.Array.from_buffers(pa.large_list(kind), len(lengths), bounds, children=[items])
    lists = pl.DataFrame(pl.from_arrow(pa.table({"lists": column}))).to_series().rename("")
    return lists if dtype is None else lists.list.eval(pl.element().cat.to(dtype))


def members(masks: Array, width: int = 64) -> tuple[Array, Array]:
    """Row and position of every set bit of 64-bit masks, rows in order, low bits first."""
    bits = np.unpackbits(masks.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little", count=width)
    rows, positions = np.nonzero(bits)
    return rows, positions
