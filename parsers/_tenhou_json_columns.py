"""Columns of a frame from numpy arrays, nulls, words and lists included, without a Python object a value."""

from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

Flags = NDArray[np.bool_]


def column(values: NDArray[Any], shown: Flags | None = None) -> pl.Series:
    """A column of numbers or truth values; null where not shown."""
    values = np.ascontiguousarray(values)
    if shown is None or shown.all():
        return pl.Series(values)
    bits = pa.py_buffer(np.packbits(shown, bitorder="little"))
    if values.dtype == np.bool_:
        kind, data = pa.bool_(), np.packbits(values, bitorder="little")
    else:
        kind, data = pa.from_numpy_dtype(values.dtype), values
    return pl.Series(pl.from_arrow(pa.Array.from_buffers(kind, len(values), [bits, pa.py_buffer(data)])))


def words(codes: NDArray[Any], vocabulary: pl.DataType, shown: Flags | None = None) -> pl.Series:
    """A column of words from their positions in a vocabulary; null where not shown, whatever stands there."""
    codes = codes.astype(np.uint8, copy=False)
    return column(codes if shown is None else np.where(shown, codes, 0), shown).cat.to(vocabulary)


def seat_columns(name: str, values: NDArray[Any], shown: Flags) -> dict[str, pl.Series]:
    """The columns of the four seats from a row a hand; null where not shown."""
    return {f"{name}_{seat}": column(values[:, seat], shown[:, seat]) for seat in range(values.shape[1])}


def lists(
    values: NDArray[Any], count: NDArray[Any], words_of: pl.DataType | None = None, shown: Flags | None = None
) -> pl.Series:
    """A column of lists of numbers, or of words by their positions in a vocabulary; null where not shown.

    Args:
        values: all items end to end.
        count: how many each row has; none where it is not shown.
        words_of: the vocabulary.
        shown: which rows are not null.
    """
    offsets = pa.py_buffer(np.concatenate([[0], np.cumsum(count)]).astype(np.int64))
    bits = None if shown is None or shown.all() else pa.py_buffer(np.packbits(shown, bitorder="little"))
    items = pa.array(np.ascontiguousarray(values))
    whole = pa.Array.from_buffers(pa.large_list(items.type), len(count), [bits, offsets], children=[items])
    series = pl.Series(pl.from_arrow(whole))
    return series if words_of is None else series.list.eval(pl.element().cat.to(words_of))
