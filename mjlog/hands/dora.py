"""Han of dora from their indicators.

A dora is the kind after its indicator: nine turns to one, North to East, red dragon to white. With three players there
are no 2-8 of man, so 1m turns to 9m and back. Every copy in the hand counts, in melds and among the norths set aside
as well; a north set aside counts once more for itself, which is not counted here.
"""

from typing import Final

import numpy as np

from mjlog.hands.keys import Array, Bytes, Keys
from mjlog.hands.lists import Lists
from mjlog.tiles import KIND_OF


def _next(kind: int, n_players: int) -> int:
    if kind < 27:
        if n_players == 3 and kind in (0, 8):
            return 8 - kind
        return kind - kind % 9 + (kind % 9 + 1) % 9
    return 27 + (kind - 27 + 1) % 4 if kind < 31 else 31 + (kind - 31 + 1) % 3


DORA_OF: Final = np.array([[_next(kind, n_players) for kind in KIND_OF] for n_players in (4, 3)])
"""Kind of the dora by number of players (four, three) and code of the indicator."""


def dora_han(hands: Keys, indicators: Lists, three: Array, *, first_only: bool = False) -> Bytes:
    """Dora in each hand.

    Args:
        hands: all tiles of each hand, those of its melds and the norths set aside among them.
        indicators: of each hand, in the order turned.
        three: whether three play.
        first_only: leave out the indicators that kans turned.
    """
    codes, offsets = indicators.codes.astype(np.intp), indicators.offsets
    lengths = indicators.lengths()
    if three.any():
        codes += three.repeat(lengths) * len(KIND_OF)
    kinds = DORA_OF.take(codes)
    han = np.zeros(len(hands), np.int64)
    for nth in range(1 if first_only else int(lengths.max(initial=0))):
        rows = np.flatnonzero(lengths > nth)
        if len(rows) == len(hands):
            han += hands.copies(kinds.take(offsets[:-1] + nth))
        else:
            han[rows] += hands.take(rows).copies(kinds.take(offsets.take(rows) + nth))
    return han.astype(np.uint8)
