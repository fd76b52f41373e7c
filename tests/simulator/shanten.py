"""Shanten and waits by counting: how many tiles a hand lacks, from a table over all 5^9 holdings of one suit.

``_LACKING[key]`` lists, for every number of sets 0-4 without and with a pair, how many tiles a suit's holding lacks to
contain them. Suits are independent, so four entries are merged by the best split of the sets between them.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np

RANKS = 9
SUIT_SIZE = 5**RANKS
WEIGHTS = [5**rank for rank in range(RANKS)]
KIND_WEIGHT = [WEIGHTS[kind % 9] if kind < 27 else WEIGHTS[kind - 27] for kind in range(34)]
KIND_SUIT = [kind // 9 if kind < 27 else 3 for kind in range(34)]
YAOCHUU = (0, 8, 9, 17, 18, 26, *range(27, 34))
FAR = 15


def _targets(*, honors: bool) -> list[tuple[int, int]]:
    """Every (index, key) of a holding that is just some sets and perhaps a pair."""
    ranks = 7 if honors else 9
    sets = [3 * WEIGHTS[r] for r in range(ranks)]
    digits = [{r: 3} for r in range(ranks)]
    if not honors:
        sets += [WEIGHTS[r] + WEIGHTS[r + 1] + WEIGHTS[r + 2] for r in range(7)]
        digits += [{r: 1, r + 1: 1, r + 2: 1} for r in range(7)]
    out = []
    for n_sets in range(5):
        for chosen in combinations_with_replacement(range(len(sets)), n_sets):
            held = [0] * 9
            for index in chosen:
                for rank, count in digits[index].items():
                    held[rank] += count
            if max(held) > 4:
                continue
            key = sum(sets[index] for index in chosen)
            out.append((n_sets, key))
            out += [(5 + n_sets, key + 2 * WEIGHTS[r]) for r in range(ranks) if held[r] <= 2]
    return out


def _table(*, honors: bool) -> np.ndarray:
    grids = np.full((10, SUIT_SIZE), FAR, np.uint8)
    for index, key in _targets(honors=honors):
        grids[index, key] = 0
    for rank in range(7 if honors else 9):
        view = grids.reshape(10, 5 ** (8 - rank), 5, WEIGHTS[rank])
        for held in range(3, -1, -1):
            np.minimum(view[:, :, held], view[:, :, held + 1] + 1, out=view[:, :, held])
        for held in range(1, 5):
            np.minimum(view[:, :, held], view[:, :, held - 1], out=view[:, :, held])
    return grids


@lru_cache(maxsize=2)
def _grids(honors: bool) -> np.ndarray:
    return _table(honors=honors)


@lru_cache(maxsize=1 << 17)
def _lacking(key: int, honors: bool) -> tuple[int, ...]:
    return tuple(_grids(honors)[:, key].tolist())


@lru_cache(maxsize=1 << 17)
def _merge(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    bare, paired = [], []
    for n in range(5):
        bare.append(min([one[i] + two[n - i] for i in range(n + 1)]))
        paired.append(min([min(one[5 + i] + two[n - i], one[i] + two[5 + n - i]) for i in range(n + 1)]))
    return (*bare, *paired)


def suit_keys(counts: Sequence[int]) -> list[int]:
    """One base-5 number a suit, honors last."""
    keys = [0, 0, 0, 0]
    for kind, count in enumerate(counts):
        if count:
            keys[KIND_SUIT[kind]] += count * KIND_WEIGHT[kind]
    return keys


def _last(one: tuple[int, ...], two: tuple[int, ...], sets: int) -> int:
    """Tiles lacking to ``sets`` sets and a pair, of two merged parts."""
    return min([min(one[5 + i] + two[sets - i], one[i] + two[5 + sets - i]) for i in range(sets + 1)])


def _special(counts: Sequence[int]) -> int:
    """Shanten towards seven pairs or thirteen orphans."""
    pairs = kinds = 0
    for count in counts:
        if count:
            kinds += 1
            if count > 1:
                pairs += 1
    orphans = [counts[kind] for kind in YAOCHUU]
    held = sum([1 for count in orphans if count])
    return min(6 - pairs + max(0, 7 - kinds), 13 - held - (1 if max(orphans) > 1 else 0))


def shanten(counts: Sequence[int], sets: int) -> int:
    """Shanten of concealed tiles that must still make ``sets`` sets and a pair; -1 is a complete hand."""
    keys = suit_keys(counts)
    front = _merge(_lacking(keys[0], False), _lacking(keys[1], False))
    back = _merge(_lacking(keys[2], False), _lacking(keys[3], True))
    standard = _last(front, back, sets) - 1
    return min(standard, _special(counts)) if sets == 4 else standard


def _others(keys: Sequence[int]) -> list[tuple[int, ...]]:
    """For each suit, the other three merged."""
    parts = [_lacking(keys[0], False), _lacking(keys[1], False), _lacking(keys[2], False), _lacking(keys[3], True)]
    front, back = _merge(parts[0], parts[1]), _merge(parts[2], parts[3])
    return [_merge(parts[1], back), _merge(parts[0], back), _merge(front, parts[3]), _merge(front, parts[2])]


def after_discards(counts: list[int], sets: int) -> dict[int, int]:
    """Shanten after each possible discard, by kind."""
    keys = suit_keys(counts)
    others = _others(keys)
    out = {}
    for kind in range(34):
        if counts[kind]:
            suit = KIND_SUIT[kind]
            own = _lacking(keys[suit] - KIND_WEIGHT[kind], suit == 3)
            standard = _last(own, others[suit], sets) - 1
            if sets == 4 and standard > 0:
                counts[kind] -= 1
                standard = min(standard, _special(counts))
                counts[kind] += 1
            out[kind] = standard
    return out


def accepting(counts: list[int], sets: int, now: int) -> list[int]:
    """Kinds whose draw lowers the shanten below ``now``."""
    keys = suit_keys(counts)
    others = _others(keys)
    out = []
    for kind in range(34):
        if counts[kind] < 4:
            suit = KIND_SUIT[kind]
            own = _lacking(keys[suit] + KIND_WEIGHT[kind], suit == 3)
            after = _last(own, others[suit], sets) - 1
            if sets == 4 and after >= now:
                counts[kind] += 1
                after = min(after, _special(counts))
                counts[kind] -= 1
            if after < now:
                out.append(kind)
    return out


def waits(counts: list[int], sets: int) -> frozenset[int]:
    """Kinds that complete a hand of 13 tiles (or 3n+1); a tile held four times concealed is no wait."""
    if shanten(counts, sets) != 0:
        return frozenset()
    return frozenset(accepting(counts, sets, 0))


def readings(counts: list[int], sets: int) -> list[tuple[tuple[int, ...], ...]]:
    """Every way to read complete concealed tiles as sets and a pair; sets are tuples of kinds."""
    out = []
    for pair in range(34):
        if counts[pair] >= 2:
            counts[pair] -= 2
            out += [((pair, pair), *rest) for rest in _sets(counts, sets, 0)]
            counts[pair] += 2
    return out


def _sets(counts: list[int], sets: int, start: int) -> list[tuple[tuple[int, ...], ...]]:
    if sets == 0:
        return [()] if not any(counts) else []
    kind = next((k for k in range(start, 34) if counts[k]), None)
    if kind is None:
        return []
    out = []
    shapes = [(kind, kind, kind)] if counts[kind] >= 3 else []
    if kind < 27 and kind % 9 < 7 and counts[kind + 1] and counts[kind + 2]:
        shapes.append((kind, kind + 1, kind + 2))
    for shape in shapes:
        for k in shape:
            counts[k] -= 1
        out += [(shape, *rest) for rest in _sets(counts, sets - 1, kind)]
        for k in shape:
            counts[k] += 1
    return out
