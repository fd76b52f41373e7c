"""What winners hold at the end of their hands."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.tables import TILE
from mjlog.tiles import KIND_OF
from parsers.shared.columns import Column
from parsers.tenhou_json.batch import Batch
from parsers.tenhou_json.outcomes import SEATS
from parsers.tenhou_json.play import TILE_COUNT
from parsers.tenhou_json.turns import Codes, Flags, Numbers

SHOWN: Final = np.array(sorted(range(TILE_COUNT), key=lambda tile: (KIND_OF[tile], tile == KIND_OF[tile])), np.uint8)
"""Tile codes in the order a hand is shown: a red five before its kind."""

_WHOLE: Final = 14


def runs(flags: Flags, count: Numbers) -> Numbers:
    """How many are flagged in each of several runs."""
    total = np.concatenate(([0], np.cumsum(flags, dtype=np.int32)))
    ends = np.cumsum(count)
    summed: Numbers = total[ends] - total[ends - count]
    return summed


class Held:
    """What each winner holds, the winning tile included.

    Attributes:
        winning_tile: code of the tile won on.
        shown: wins whose tiles are known.
        faults: what is wrong, by hand: winners who do not hold a whole hand.
    """

    def __init__(self, batch: Batch) -> None:
        play, turns = batch.play, batch.play.turns
        hand = batch.win_hand
        seat = SEATS * hand + batch.winner
        by_ron = batch.source != batch.winner
        playable = play.called[hand] & ~play.lacking[seat] & (turns.count[SEATS * hand + batch.source] > 0)
        end = np.maximum(_last_turns(batch), 0)
        offered = turns.act_tile if len(turns.seat) else np.zeros(1, np.uint8)
        drawn = turns.tile if len(turns.seat) else offered
        opened = turns.open if len(turns.seat) else np.zeros(1, np.bool_)
        tile = np.where(by_ron, offered[end], drawn[end])
        self._counts = play.held[seat].astype(np.int64)
        offers = tile < TILE_COUNT
        rows = np.flatnonzero(playable & by_ron & offers)
        self._counts[rows, tile[rows]] += 1
        melds, melded = play.melds.of(seat)
        size = self._counts.sum(axis=1) + 3 * (melded - runs(play.melds.norths(melds), melded))
        whole = (size == _WHOLE) & (opened[end] != by_ron) & offers
        self.winning_tile: Codes = tile
        self.shown: Flags = playable & whole
        self._wrong = np.flatnonzero(playable & ~whole)
        self._batch, self._size = batch, size

    def tiles(self) -> Column:
        """The concealed tiles."""
        counts = np.where(self.shown[:, None], self._counts[:, SHOWN], 0)
        flat = np.repeat(np.tile(SHOWN, len(counts)), counts.ravel())
        return Column(flat, self.shown, counts.sum(axis=1), TILE)

    def faults(self) -> Iterator[tuple[int, str]]:
        """Hand and words of every win whose tiles make no whole hand."""
        for win in self._wrong:
            seat, tiles = self._batch.winner[win], self._size[win]
            held = f"holds {tiles} tiles" if tiles != _WHOLE else "wins on a tile that the last turn does not offer"
            yield int(self._batch.win_hand[win]), f"seat {seat} wins but {held}"


def _last_turns(batch: Batch) -> NDArray[np.int64]:
    """The last turn of each win's hand: by the order of play where it is known, else that of who offers the tile."""
    play, turns = batch.play, batch.play.turns
    seat = SEATS * batch.win_hand + batch.source
    last = (turns.first + turns.count - 1)[seat].astype(np.int64)
    total = turns.count.reshape(-1, SEATS).sum(axis=1)
    ends = np.flatnonzero(play.position + 1 == total[turns.seat >> 2])
    in_order = np.full(len(batch), -1, np.int64)
    in_order[turns.seat[ends] >> 2] = ends
    known = in_order[batch.win_hand]
    return np.where(known >= 0, known, last)
