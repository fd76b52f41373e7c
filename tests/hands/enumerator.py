"""Waits and shanten the plain way: every set and pair tried one by one; what was tried for a suit is remembered."""

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


@cache
def _pair_and_sets(suit, runs):
    """Whether a pair can be taken out of a suit's tiles so that sets are left."""
    return any(
        copies >= 2 and _all_sets((*suit[:rank], copies - 2, *suit[rank + 1 :]), runs)
        for rank, copies in enumerate(suit)
    )


@cache
def _all_sets(suit, runs):
    """Whether a suit's tiles are sets and nothing else: the lowest tile is in a triplet or begins a run."""
    rank = next((rank for rank, copies in enumerate(suit) if copies), None)
    if rank is None:
        return True
    if suit[rank] >= 3 and _all_sets((*suit[:rank], suit[rank] - 3, *suit[rank + 1 :]), runs):
        return True
    if runs and rank < 7 and suit[rank + 1] and suit[rank + 2]:
        rest = list(suit)
        for tile in (rank, rank + 1, rank + 2):
            rest[tile] -= 1
        return _all_sets(tuple(rest), runs)
    return False


def waits(counts, melds):
    """Kinds that complete thirteen tiles; never a fifth tile."""
    suits = [tuple(counts[first : first + 9]) for first in (0, 9, 18, 27)]
    found = set()
    for number, suit in enumerate(suits):
        others = [(other, place < 3) for place, other in enumerate(suits) if place != number]
        complete = all(_all_sets(*other) for other in others)
        with_pair = any(
            _pair_and_sets(*other) and all(_all_sets(*third) for third in others if third is not other)
            for other in others
        )
        for rank, copies in enumerate(suit):
            drawn = (*suit[:rank], copies + 1, *suit[rank + 1 :])
            ways = (complete and _pair_and_sets(drawn, number < 3)) or (with_pair and _all_sets(drawn, number < 3))
            if copies < 4 and ways:
                found.add(9 * number + rank)
    return found | (_waits_of_pairs(counts) | _waits_of_orphans(counts) if melds == 0 else set())


def _waits_of_pairs(counts):
    """The seventh pair of thirteen tiles."""
    return {counts.index(1)} if counts.count(2) == 6 and counts.count(1) == 1 else set()


def _waits_of_orphans(counts):
    """What is missing of the thirteen orphans and one of them twice."""
    missing = {kind for kind in OUTSIDE if not counts[kind]}
    if sum(counts[kind] for kind in OUTSIDE) < 13 or len(missing) > 1:
        return set()
    return missing or set(OUTSIDE)
