"""Every reading of a batch of won hands, and the best of each.

The four suits of a hand are looked up by themselves; a hand has as many readings as the product of their numbers,
nearly always one. The first reading of every hand is scored in place; only hands with more add rows. Seven pairs and
the thirteen orphans are forms of their own and never compete: seven pairs that are also sets and a pair are two pairs
of equal runs, which is worth more.
"""

from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Final

import numpy as np

from mjlog.hands.keys import OUTSIDE, Array, Bytes, Ints
from mjlog.hands.scoring import Scores, Wins, score, score_special
from mjlog.hands.shapes import COUNT_BITS, ELSEWHERE, SLOTS, Shapes, shapes
from mjlog.hands.words import CLASSES_AT, COMPLETE, COMPLETE_MASK, SUIT_STEP, classes_of
from mjlog.hands.yaku import RuleTables, yaku_bits

_COUNT: Final = (1 << COUNT_BITS) - 1
_SLOT: Final = [
    np.array([kind - 9 * suit if kind // 9 == suit else ELSEWHERE for kind in range(34)]) for suit in range(4)
]


class Form(IntEnum):
    """What a won hand is."""

    NONE = 0
    STANDARD = 1
    SEVEN_PAIRS = 2
    THIRTEEN_ORPHANS = 3


def best_readings(wins: Wins, tables: RuleTables) -> tuple[Scores, Bytes]:
    """The best reading of every hand, and its form; a hand that is none has 0 everywhere."""
    table = shapes()
    shape = [table.shape_of.take(suit).astype(np.int64) for suit in wins.concealed.suits()]
    cells = [table.cells.take(one * SLOTS + slot.take(wins.winning)) for one, slot in zip(shape, _SLOT, strict=True)]
    classes = (wins.melds.bits >> CLASSES_AT).astype(np.uint8)
    for one, suit in zip(shape, table.classes, strict=True):
        classes |= suit.take(one)
    sums, bits = _words(wins, [cell >> COUNT_BITS for cell in cells], table)
    scores = score(wins, sums, bits, classes, tables)
    sound = wins.concealed.tiles() + 3 * wins.melds.sets == 14
    complete = sound & (sums & COMPLETE_MASK == COMPLETE)
    # A closed hand that is complete cannot have five of a kind; one with melds can.
    called = np.flatnonzero(complete & (wins.melds.sets > 0))
    complete[called] = (wins.concealed.take(called) + wins.melds.keys.take(called)).possible()
    form = complete.astype(np.uint8)
    several = np.flatnonzero(complete & (np.bitwise_or.reduce([cell & _COUNT for cell in cells]) > 1))
    if len(several):
        _try_other_readings(several, _Hands(wins, cells, classes), scores, tables)
    _try_special_forms(wins, sound & ~complete, form, scores, tables)
    _clear(scores, np.flatnonzero(form == Form.NONE))
    return scores, form


def _words(wins: Wins, rows: list[Array], table: Shapes) -> tuple[Ints, Ints]:
    """Sum and bits words of the readings that these rows of the four suits make."""
    ron = wins.ron.astype(np.int32) * np.int32(table.rows)
    sums = wins.melds.sums.copy()
    bits = wins.melds.bits & (1 << CLASSES_AT) - 1
    for suit, row in enumerate(rows):
        sums += table.sums.take(row + ron)
        bits |= table.bits.take(row).astype(np.int64) << suit * SUIT_STEP
    return sums, bits


@dataclass(frozen=True, slots=True)
class _Hands:
    """Hands and what was looked up of them: cells of the four suits, classes of tile."""

    wins: Wins
    cells: list[Array]
    classes: Bytes


def _try_other_readings(several: Ints, hands: _Hands, scores: Scores, tables: RuleTables) -> None:
    """Scores every further reading of the hands that have several, and keeps it where it is better."""
    counts = [(cell & _COUNT).take(several) for cell in hands.cells]
    extra = np.prod(counts, axis=0) - 1
    starts = np.cumsum(extra) - extra
    win = several.repeat(extra)
    choice = np.arange(len(win)) - starts.repeat(extra) + 1
    rows = []
    for cell, count in zip(hands.cells, counts, strict=True):
        choice, nth = np.divmod(choice, count.repeat(extra))
        rows.append((cell.take(win) >> COUNT_BITS) + nth)
    these = hands.wins.take(win)
    other = score(these, *_words(these, rows, shapes()), hands.classes.take(win), tables)
    rank = other.rank()
    best = np.maximum.reduceat(rank, starts)
    better = best > scores.rank().take(several)
    of_best = np.flatnonzero(rank == best.repeat(extra))
    first = of_best.take(np.unique(win.take(of_best), return_index=True)[1])
    scores.put(several[better], other, first[better])


def _try_special_forms(wins: Wins, candidates: Array, form: Bytes, scores: Scores, tables: RuleTables) -> None:
    """Scores seven pairs and thirteen orphans among the hands that are no sets and a pair."""
    rows = np.flatnonzero(candidates & (wins.melds.sets == 0))
    if not len(rows):
        return
    hands = wins.concealed.take(rows)
    kinds = hands.kinds()
    pairs = (np.bitwise_count(kinds) == 7) & hands.are_pairs()
    orphans = kinds == OUTSIDE
    won_on = hands.copies(wins.winning.take(rows))
    yaku = np.select(
        [pairs, orphans & (won_on == 2), orphans],
        [yaku_bits([key]) for key in ("chiitoitsu", "kokushi_musou_13_wait", "kokushi_musou")],
    )
    kept = np.flatnonzero((pairs | orphans) & (won_on > 0))
    rows, pairs, yaku = rows.take(kept), pairs.take(kept), yaku.take(kept)
    form[rows] = np.where(pairs, Form.SEVEN_PAIRS, Form.THIRTEEN_ORPHANS)
    special = score_special(wins.take(rows), yaku, classes_of(kinds.take(kept)), tables)
    scores.put(rows, special, np.arange(len(rows)))


def _clear(scores: Scores, rows: Ints) -> None:
    for one in fields(scores):
        getattr(scores, one.name)[rows] = 0
