"""Ranks, and what is shared by rank.

Arrays have a row a game and a column a seat, counted from the first dealer, so that "nearer to the first dealer" is
"further to the left". Amounts are points; a share that does not divide is rounded down to the unit the rules name,
and what remains goes unit by unit to the leftmost seats, or is lost.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

UNITS: Final = {"exact": 1, "0.1": 100, "1": 1000}
"""Smallest share in points by the value of ``tie_unit`` (RULES 9b)."""

HUNDRED: Final = 100


@dataclass(frozen=True)
class Places:
    """Places 0 (first) to players - 1 of every seat, and the places its equals share.

    Attributes:
        place: a place of its own for every seat, equals from left to right.
        top: first of the places its group of equals shares; ``place`` itself where ties are broken.
        size: how many share them.
    """

    place: Ints
    top: Ints
    size: Ints

    @property
    def rank(self) -> Ints:
        """Rank from 1, the same for those who share it."""
        return np.asarray(self.top + 1)

    def shared(self, by_place: Ints, unit: int = 1, remainder: str = "seat") -> Ints:
        """What each seat has of amounts by place, equals sharing the sum of their places."""
        by_place = np.broadcast_to(by_place, self.place.shape)
        running = np.concatenate([np.zeros_like(by_place[:, :1]), np.cumsum(by_place, axis=1)], axis=1)
        bottom = np.take_along_axis(running, self.top + self.size, axis=1)
        total = bottom - np.take_along_axis(running, self.top, axis=1)
        return portion(total, self.size, self.place - self.top, unit, remainder)


def portion(total: Any, size: Any, index: Any, unit: int = 1, remainder: str = "seat") -> Ints:
    """Share number ``index`` (from 0) of a total divided by ``size``.

    Shares are whole units, rounded down; the units left over go to the first shares, one each, and what is less than
    a unit to the first of all. With ``remainder`` "lost" nobody gets them. Undivided totals stay as they are.
    """
    size = np.maximum(size, 1)
    even = total // (size * unit) * unit
    rest = total - even * size
    extra = np.clip(rest - index * unit, 0, unit) if remainder == "seat" else np.where(size == 1, rest, 0)
    return np.asarray(even + extra, dtype=np.int64)


def among(total: Any, chosen: Flags, unit: int = 1, remainder: str = "seat") -> Ints:
    """A total a game divided evenly among the chosen seats of that game; nobody gets it where none is chosen."""
    index = np.cumsum(chosen, axis=1) - 1
    size = chosen.sum(axis=1, keepdims=True)
    shares = portion(np.asarray(total).reshape(-1, 1), size, index, unit, remainder)
    return np.where(chosen, shares, 0)


def places(points: Ints, tie: str, first_win: Ints | None = None) -> Places:
    """Places by points.

    Args:
        points: points to rank by, games x seats from the first dealer.
        tie: ``seat``, ``split`` or ``first_win`` (RULES 9).
        first_win: with ``first_win``: when each seat first won; a large number where it never did.
    """
    seats = np.arange(points.shape[1])
    above = points[:, None, :] > points[:, :, None]
    equal = points[:, None, :] == points[:, :, None]
    earlier = np.broadcast_to(seats[None, None, :] < seats[None, :, None], equal.shape)
    if tie == "first_win" and first_win is not None:
        sooner = first_win[:, None, :] < first_win[:, :, None]
        earlier = sooner | (earlier & (first_win[:, None, :] == first_win[:, :, None]))
    top = above.sum(axis=2)
    place = top + (equal & earlier).sum(axis=2)
    if tie == "split":
        return Places(place, top, equal.sum(axis=2))
    return Places(place, place, np.ones_like(place))
