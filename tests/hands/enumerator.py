"""Waits and shanten the plain way: every set and pair tried one by one, nothing looked up."""

from functools import cache
from itertools import combinations_with_replacement

import numpy as np

OUTSIDE = (0, 8, 9, 17, 18, 26, *range(27, 34))


@cache
def _sets(ranks, runs):
    triplets = [tuple(3 * (rank == other) for other in range(ranks)) for rank in range(ranks)]
    sequences = (
        [tuple(int(low <= other < low + 3) for other in range(ranks)) for low in range(ranks - 2)] if runs else []
    )
    return triplets + sequences


@cache
def _targets(ranks, runs):
    """Every choice of up to four sets and a pair or none, none of a kind more than four times."""
    found = [[], [], [], [], [], [], [], [], [], []]
    for sets in range(5):
        for chosen in combinations_with_replacement(_sets(ranks, runs), sets):
            tiles = np.sum([np.zeros(ranks, int), *map(np.array, chosen)], axis=0)
            pairs = [tiles, *(tiles + 2 * (np.arange(ranks) == rank) for rank in range(ranks))]
            for number, target in enumerate(pairs):
                if (target <= 4).all():
                    found[sets + 5 * (number > 0)].append(target)
    return [np.array(targets).reshape(-1, ranks) for targets in found]


@cache
def _missing(counts, runs):
    """Tiles missing to 0-4 sets without a pair, then with one."""
    held = np.array(counts)
    return [
        int(np.maximum(targets - held, 0).sum(1).min()) if len(targets) else 99
        for targets in _targets(len(counts), runs)
    ]


def standard_shanten(counts, melds, n_players=4):
    """Shanten to four sets and a pair of 34 counts."""
    man = (counts[0], counts[8]) if n_players == 3 else counts[:9]
    suits = [(man, n_players == 4), (counts[9:18], True), (counts[18:27], True), (counts[27:], False)]
    best = {(0, 0): 0}
    for tiles, runs in suits:
        missing = _missing(tuple(int(copies) for copies in tiles), runs)
        step = {}
        for (sets, pair), cost in best.items():
            for more in range(5 - sets):
                for has in range(2 - pair):
                    key = (sets + more, pair + has)
                    step[key] = min(step.get(key, 99), cost + missing[more + 5 * has])
        best = step
    return best[4 - melds, 1] - 1


def shanten(counts, melds, n_players=4):
    """The least shanten to any form."""
    ways = [standard_shanten(counts, melds, n_players)]
    if melds == 0:
        kinds, pairs = sum(copies > 0 for copies in counts), sum(copies > 1 for copies in counts)
        ways.append(6 - pairs + max(0, 7 - kinds))
        outside = [counts[kind] for kind in OUTSIDE]
        ways.append(13 - sum(copies > 0 for copies in outside) - any(copies > 1 for copies in outside))
    return min(ways)


def is_complete(counts, melds):
    """Whether the concealed tiles are sets and a pair, seven pairs or the thirteen orphans."""
    if melds == 0:
        if sorted(copies for copies in counts if copies) == [2] * 7:
            return True
        if all(counts[kind] for kind in OUTSIDE) and sum(counts[kind] for kind in OUTSIDE) == 14 == sum(counts):
            return True
    return any(
        copies >= 2 and _all_sets([*counts[:kind], copies - 2, *counts[kind + 1 :]])
        for kind, copies in enumerate(counts)
    )


def _all_sets(counts):
    kind = next((kind for kind, copies in enumerate(counts) if copies), None)
    if kind is None:
        return True
    if counts[kind] >= 3:
        rest = list(counts)
        rest[kind] -= 3
        if _all_sets(rest):
            return True
    if kind < 27 and kind % 9 < 7 and counts[kind + 1] and counts[kind + 2]:
        rest = list(counts)
        for tile in (kind, kind + 1, kind + 2):
            rest[tile] -= 1
        return _all_sets(rest)
    return False


def waits(counts, melds):
    """Kinds that complete thirteen tiles; never a fifth tile."""
    found = set()
    for kind in range(34):
        if counts[kind] < 4:
            drawn = list(counts)
            drawn[kind] += 1
            if is_complete(drawn, melds):
                found.add(kind)
    return found
