"""Remembering millions of things met before at eight bytes each."""

from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt


class Known:
    """A growing set of 64-bit hashes, kept as a few sorted arrays; equal sizes are merged as they come up.

    A hash may be met that was never added, once in some 10^8 runs over a million things: where that would lose
    something, the caller looks the thing up.
    """

    def __init__(self) -> None:
        self._runs: list[npt.NDArray[np.uint64]] = []

    def add(self, things: Sequence[Hashable]) -> None:
        """Remember things."""
        run = np.unique(_hashes(things))
        while self._runs and len(self._runs[-1]) <= len(run):
            run = np.union1d(self._runs.pop(), run)
        self._runs.append(run)

    def met(self, things: Sequence[Hashable]) -> npt.NDArray[np.bool_]:
        """Which of the things have been added before."""
        hashes = _hashes(things)
        found = np.zeros(len(hashes), dtype=np.bool_)
        for run in self._runs:
            if len(run):
                places = np.minimum(np.searchsorted(run, hashes), len(run) - 1)
                found |= run[places] == hashes
        return found


def _hashes(things: Sequence[Hashable]) -> npt.NDArray[np.uint64]:
    """Python's own hashes: they differ from process to process, which is why nothing here is ever stored."""
    return np.fromiter((hash(thing) & 0xFFFF_FFFF_FFFF_FFFF for thing in things), np.uint64, len(things))
