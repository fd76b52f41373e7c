"""List columns of words (tiles, melds, yaku) from one-byte codes laid end to end, without a Python object a word."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from mjlog.tables import TILE
from parsers.shared.columns import Array, Column, Counts, Flags


def code_lists(flat: Array, lengths: Counts, words: pl.DataType | None, shown: Flags | None = None) -> pl.Series:
    """A list column of words.

    Args:
        flat: codes, positions in ``words``.
        lengths: of each list.
        words: the Enum of the codes; none where they are numbers.
        shown: which lists are not null; all where not given.
    """
    return Column(np.asarray(flat, np.uint8), shown, lengths, words).series()


def tile_lists(flat: Array, lengths: Counts, shown: Flags | None = None) -> pl.Series:
    """:func:`code_lists` of tiles."""
    return code_lists(flat, lengths, TILE, shown)


class Lists:
    """A list column in the making: words, or small numbers where there is no vocabulary."""

    def __init__(self, words: pl.DataType | None = None) -> None:
        self._words = words
        self._flat = bytearray()
        self._lengths: list[int] = []
        self._shown = bytearray()

    def add(self, codes: Sequence[int] | None) -> None:
        """Append a list of codes, or null."""
        self._shown.append(codes is not None)
        self._lengths.append(len(codes) if codes else 0)
        if codes:
            self._flat += bytes(codes)

    def series(self) -> pl.Series:
        """The column."""
        flat, shown = np.frombuffer(self._flat, np.uint8), np.frombuffer(self._shown, np.bool_)
        return code_lists(flat, np.array(self._lengths, np.int64), self._words, shown)
