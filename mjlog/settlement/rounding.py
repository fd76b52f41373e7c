"""Rounding to thousands of points, exactly: integers in, integers out (RULES 10)."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

THOUSAND: Final = 1000


def _magnitude(rounded: Callable[[Ints], Ints]) -> Callable[[Ints], Ints]:
    """A way of rounding applied to the size of a number, its sign put back."""
    return lambda points: np.asarray(np.sign(points) * rounded(np.abs(points)))


def _half_up(points: Ints) -> Ints:
    return (points + 500) // THOUSAND


def _half_down(points: Ints) -> Ints:
    return -((500 - points) // THOUSAND)


def _half_even(points: Ints) -> Ints:
    up = _half_up(points)
    return np.asarray(up - ((points % THOUSAND == 500) & (up % 2 == 1)))


def _floor(points: Ints) -> Ints:
    return points // THOUSAND


def _ceil(points: Ints) -> Ints:
    return -(-points // THOUSAND)


def _digit8(points: Ints) -> Ints:
    return (points + 200) // THOUSAND


TO_THOUSANDS: Final[dict[str, Callable[[Ints], Ints]]] = {
    "half_up": _half_up,
    "half_away": _magnitude(_half_up),
    "half_down": _half_down,
    "half_toward_zero": _magnitude(_half_down),
    "half_even": _half_even,
    "ceil": _ceil,
    "floor": _floor,
    "away": _magnitude(_ceil),
    "trunc": _magnitude(_floor),
    "digit8": _digit8,
}
"""Thousands from points by the value of the switch ``rounding``; ``none`` is no entry."""


def rounded(points: Ints, mode: str) -> Ints:
    """Points rounded to whole thousands of points; as they are with mode ``none``."""
    return points if mode == "none" else np.asarray(TO_THOUSANDS[mode](points) * THOUSAND)
