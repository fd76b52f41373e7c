"""What winners hold at the end of their hands."""

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl

from mjlog.tiles import KIND_OF
from parsers._code_lists import tile_lists
from parsers._tenhou_json_batch import SEATS, Batch
from parsers._tenhou_json_play import TILE_COUNT
from parsers._tenhou_json_turns import Codes, Flags, Numbers

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
        total = turns.count.reshape(-1, SEATS).sum(axis=1)
        ends = np.flatnonzero(play.position + 1 == total[turns.seat >> 2])
        last = np.zeros(len(batch), np.int64)
        last[turns.seat[ends] >> 2] = ends
        end = last[hand]
        playable = play.sound[hand]
        self._counts = play.held[seat].astype(np.int64)
        some = len(turns.seat) > 0
        tile = np.where(by_ron, turns.act_tile[end], turns.tile[end]) if some else np.zeros(len(hand), np.uint8)
        rows = np.flatnonzero(playable & by_ron)
        self._counts[rows, tile[rows]] += 1
        melds, melded = play.melds.of(seat)
        size = self._counts.sum(axis=1) + 3 * (melded - runs(play.melds.norths(melds), melded))
        ended = turns.open[end] != by_ron if some else by_ron
        whole = (size == _WHOLE) & ended
        self.winning_tile: Codes = tile.astype(np.uint8)
        self.shown: Flags = playable & whole
        self._wrong = np.flatnonzero(playable & ~whole)
        self._batch, self._size = batch, size

    def tiles(self) -> pl.Series:
        """The concealed tiles."""
        counts = np.where(self.shown[:, None], self._counts[:, SHOWN], 0)
        flat = np.repeat(np.tile(SHOWN, len(counts)), counts.ravel())
        return tile_lists(flat, counts.sum(axis=1), self.shown)

    def faults(self) -> Iterator[tuple[int, str]]:
        """Hand and words of every win whose tiles make no whole hand."""
        for win in self._wrong:
            seat, tiles = self._batch.winner[win], self._size[win]
            held = f"holds {tiles} tiles" if tiles != _WHOLE else "wins on a tile that the last turn does not offer"
            yield int(self._batch.win_hand[win]), f"seat {seat} wins but {held}"
