"""Random hands of many sorts: from the whole wall, of one or two suits, near tenpai, complete ones of rare shapes."""

import os

import numpy as np

THOROUGH = os.environ.get("MJLOG_THOROUGH") == "1"


def many(usual, thorough):
    """How many hands a test tries: the usual number, or the thorough one where MJLOG_THOROUGH is 1."""
    return thorough if THOROUGH else usual


POOLS = {
    "all": np.arange(34),
    "one suit": np.arange(9, 18),
    "suit and honors": np.r_[18:34],
    "two suits": np.arange(18),
    "outside": np.r_[0, 8, 9, 17, 18, 26, 27:34],
    "three players": np.r_[0, 8, 9:34],
}


def dealt(rng, pool, tiles):
    """Kinds of so many tiles dealt from four of each kind of a pool."""
    return np.sort(rng.choice(np.repeat(POOLS[pool], 4), tiles, replace=False))


def nearly_complete(rng, sets, pool="all"):
    """Kinds of a hand of so many sets and a pair with one to three tiles exchanged and one left out."""
    tiles = complete(rng, sets, pool)
    tiles = np.delete(tiles, rng.integers(len(tiles)))
    for _ in range(rng.integers(3)):
        while True:
            other = tiles.copy()
            other[rng.integers(len(tiles))] = rng.choice(POOLS[pool])
            if np.bincount(other).max() <= 4:
                tiles = other
                break
    return np.sort(tiles)


def complete(rng, sets, pool="all", triplets=0.4):
    """Kinds of a complete concealed hand of so many sets and a pair."""
    kinds = POOLS[pool]
    lows = [kind for kind in kinds if kind < 27 and kind % 9 < 7 and kind + 1 in kinds and kind + 2 in kinds]
    while True:
        tiles = []
        for _ in range(sets):
            if not lows or rng.random() < triplets:
                tiles += [rng.choice(kinds)] * 3
            else:
                low = rng.choice(lows)
                tiles += [low, low + 1, low + 2]
        tiles += [rng.choice(kinds)] * 2
        if np.bincount(tiles).max() <= 4:
            return np.sort(np.array(tiles))
