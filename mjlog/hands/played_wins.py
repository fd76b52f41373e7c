"""Wins as the events tell them: the columns :func:`mjlog.hands.evaluate` reads, and nothing of the recorded result."""

from typing import Final

import numpy as np

from mjlog.hands.acts import NO_TILE, OFFERED
from mjlog.hands.keys import Array, Keys, tile_keys
from mjlog.hands.lists import Lists
from mjlog.hands.play import Play
from mjlog.hands.seats import Seats
from mjlog.hands.situations import Winners, situations
from mjlog.tiles import KIND_OF, RED_FIVE, TILES
from mjlog.vocabulary import EventKind

_WRITTEN: Final = np.array(sorted(range(len(TILES)), key=lambda code: (KIND_OF[code], code < 34)))
"""Codes of all tiles in the order a hand is written, red fives before their kind."""


def win_columns(play: Play, seats: Seats, wins: Winners) -> dict[str, Array]:
    """Plain columns of each win of a play; ``told`` says whether its events end with the tile that was won on."""
    final = play.final.take(wins.hand)
    tile = play.tile.take(final)
    offered = play.are(final, *OFFERED, EventKind.ANKAN) & (play.seat.take(final) == wins.loser)
    drawn = play.are(final, EventKind.DRAW) & (play.seat.take(final) == wins.winner)
    furiten = seats.furiten.own_discard | seats.furiten.temporary | seats.furiten.riichi
    return {
        "told": np.where(wins.ron, offered, drawn) & (tile != NO_TILE) & seats.sound.take(wins.owner),
        "winning_tile": tile,
        "furiten": wins.ron & (furiten.take(wins.owner) != 0),
        **situations(play, wins),
    }


def win_lists(play: Play, seats: Seats, wins: Winners) -> dict[str, Lists]:
    """Columns of lists of each win of a play."""
    return {
        "tiles": _tile_lists(_won_tiles(play, wins, play.tile.take(play.final.take(wins.hand)))),
        "melds": seats.meld_codes.take(wins.owner),
        "dora_indicators": indicators_turned(play).take(wins.hand),
    }


def indicators_turned(play: Play) -> Lists:
    """Dora indicators of each hand in the order turned: the first, then those that have events."""
    first = np.flatnonzero(play.hands.indicator != NO_TILE)
    turned = play.where(EventKind.DORA)
    turned = turned[play.tile.take(turned) != NO_TILE]
    codes = np.concatenate([play.hands.indicator.take(first), play.tile.take(turned)])
    return Lists.grouped(codes, np.concatenate([first, play.hand.take(turned)]), len(play.hands))


def _won_tiles(play: Play, wins: Winners, tile: Array) -> Keys:
    """Concealed tiles of the winners, the winning tile among them."""
    held = play.after.take(np.maximum(play.last.take(wins.owner), 0))
    single = tile_keys(tile)
    return Keys(held.numbers + single.numbers * wins.ron, held.rest + single.rest * wins.ron)


def _tile_lists(tiles: Keys) -> Lists:
    """Tiles of each hand in the order a hand is written."""
    copies = np.zeros((len(tiles), len(TILES)), np.int64)
    copies[:, :34] = tiles.counts()
    for code, kind in RED_FIVE.items():
        copies[:, code] = tiles.reds_of(kind // 9)
        copies[:, kind] -= copies[:, code]
    written = copies[:, _WRITTEN].clip(0)
    codes = np.tile(_WRITTEN.astype(np.uint8), len(tiles)).repeat(written.ravel())
    return Lists.of_lengths(codes, written.sum(1))
