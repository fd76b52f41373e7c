"""List columns from flat values: what polars and arrow keep in memory anyway, handed over without a copy."""

import numpy as np
import polars as pl
import pyarrow as pa

from mjlog.hands.keys import Array


def list_column(values: Array, lengths: Array, dtype: pl.Enum | pl.DataType | None = None) -> pl.Series:
    """Consecutive values as lists of these lengths; codes become words where ``dtype`` is an Enum."""
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    lists = pl.Series(pa.LargeListArray.from_arrays(pa.array(offsets), pa.array(values)))
    return lists if dtype is None else lists.list.eval(pl.element().cat.to(dtype))


def members(masks: Array, width: int = 64) -> tuple[Array, Array]:
    """Row and position of every set bit of 64-bit masks, rows in order, low bits first."""
    bits = np.unpackbits(masks.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little", count=width)
    rows, positions = np.nonzero(bits)
    return rows, positions
