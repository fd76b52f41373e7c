"""The play of tenhou.net/6 hands as columns: turns, tiles held, melds, and the order of it all.

Which tiles a seat holds depends on its own turns alone and is counted forward for all seats of a batch at once, turn by
turn. A tile that leaves a hand which does not hold it is a fault, and so is a hand without an order of play: such hands
have no events. Where events are not wanted, only the winners' hands are counted, and only hands are put in order in
which the tables depend on it.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.tiles import TILES
from parsers.tenhou_json import turns as turns_of_seats
from parsers.tenhou_json.melds import Melds, melds_of
from parsers.tenhou_json.notation import NO_TILE, OF_DEALS, Elements, Kind
from parsers.tenhou_json.order import DRAW, NO_DISCARD, Sequences, find
from parsers.tenhou_json.turns import DEALT, Flags, Numbers, Seating, Turns

TILE_COUNT: Final = len(TILES)


class Watched(NamedTuple):
    """By seat, whether its tiles are wanted; by hand, whether it is an abortive draw that a discard brought about."""

    seats: Flags
    aborted: Flags


@dataclass(frozen=True, slots=True)
class Play:
    """The play of a batch; seats are numbered 4 x hand + seat.

    Attributes:
        turns: all turns of the hands that could be read.
        held: by seat, how many of each tile it holds when the hand is over, a ronned tile not counted.
        lacking: by seat, whether a tile leaves it that it does not hold.
        melds: all melds.
        position: by turn, its position in the hand; -1 where no order was found or looked for.
        readable: by hand, whether its takes and discards could be read.
        called: by hand, whether all its calls are melds.
        sound: by hand, whether every tile that left a hand was in it and there is an order of play.
        faults: what is wrong, by hand.
    """

    turns: Turns
    held: NDArray[np.int8]
    lacking: Flags
    melds: Melds
    position: Numbers
    readable: Flags
    called: Flags
    sound: Flags
    faults: dict[int, str]


def play_of(elements: Elements, seating: Seating, faults: dict[int, str], watched: Watched | None) -> Play:
    """The play of every hand of a batch.

    Args:
        elements: the lists of the hands.
        seating: who deals, how many play, who had the last turn.
        faults: hands whose lists are no lists at all; the faults found are added.
        watched: what to follow where not all is wanted.
    """
    turns = turns_of_seats.read(elements, seating, faults)
    readable = _without(len(seating.dealer), faults)
    melds = melds_of(turns, elements.own)
    ordered = readable if watched is None else readable & _order_matters(turns, seating, watched)
    position, found = _order(turns, seating, ordered)
    counted = np.repeat(readable, 4) if watched is None else watched.seats & np.repeat(readable, 4)
    held, missing = _hold(elements, turns, counted)
    called = readable.copy()
    called[turns.seat[melds.wrong] >> 2] = False
    lacking = np.zeros(len(turns.count), np.bool_)
    lacking[turns.seat[missing]] = True
    unordered = np.flatnonzero(ordered & ~found)
    for hand, message in (
        *turns_of_seats.faults(turns),
        *turns.about(melds.wrong, "calls with tiles that make no such meld"),
        *turns.about(missing, "gives up a tile that it does not hold"),
        *((int(hand), "no order of play has a place for every take") for hand in unordered),
    ):
        faults.setdefault(hand, message)
    sound = _without(len(readable), faults)
    return Play(turns, held, lacking, melds, position, readable, called, sound, faults)


def _order_matters(turns: Turns, seating: Seating, watched: Watched) -> Flags:
    """Hands whose order the tables depend on: of declarations, of what a riichi's discard was, of a ron on a north."""
    declared = turns.by_seat(np.flatnonzero(turns.riichi)).reshape(-1, 4).sum(axis=1)
    norths = turns.by_seat(np.flatnonzero(turns.act == Kind.KITA)).reshape(-1, 4).sum(axis=1)
    matters: Flags = (declared > 1) | ((declared > 0) & watched.aborted) | ((norths > 0) & (seating.last >= 0))
    return matters


def _without(hands: int, faults: dict[int, str]) -> Flags:
    flags = np.ones(hands, np.bool_)
    flags[list(faults)] = False
    return flags


def _order(turns: Turns, seating: Seating, wanted: Flags) -> tuple[Numbers, Flags]:
    """By turn, its position in the hand, -1 in hands without order; by hand, whether an order was looked for and found.

    What is not wanted is left out of the search.
    """
    everything = wanted.all()
    of_wanted = slice(None) if everything else np.flatnonzero(wanted[turns.seat >> 2])
    count = turns.count.reshape(-1, 4)[wanted].ravel()
    act, take_call = turns.act[of_wanted], turns.take_call[of_wanted]
    call = np.full(len(act), DRAW, np.int32)
    calls = np.flatnonzero(take_call >= 0)
    call[calls] = turns.source[of_wanted][calls] << 6 | turns.tile[of_wanted][calls]
    discard = (turns.seat[of_wanted] & 3) << 6 | turns.act_tile[of_wanted]
    discard[act > Kind.TSUMOGIRI] = NO_DISCARD
    order = find(
        Sequences(
            first=np.cumsum(count, dtype=np.int32) - count,
            count=count,
            call=call,
            discard=discard,
            again=(act >= Kind.NOTHING) & ~turns.open[of_wanted],
            open=turns.open[of_wanted],
            dealer=seating.dealer[wanted],
            players=seating.players[wanted],
            last=seating.last[wanted],
        )
    )
    if everything:
        return order
    position, found = np.full(len(turns.seat), -1, np.int32), np.zeros(len(wanted), np.bool_)
    position[of_wanted], found[wanted] = order
    return position, found


def _hold(elements: Elements, turns: Turns, counted: Flags) -> tuple[NDArray[np.int8], Flags]:
    """Tiles held at the end by each seat that is counted, and the turns that gave up a tile which was not there.

    A tile discarded as drawn comes and goes at once and is left out.
    """
    seats = len(turns.count)
    dealt = np.flatnonzero((elements.count[:, OF_DEALS].ravel() == DEALT) & counted).astype(np.int32)
    tiles = elements.tile[elements.first[:, OF_DEALS].ravel()[dealt][:, None] + np.arange(DEALT)]
    places = (dealt[:, None] * TILE_COUNT + tiles).ravel()
    held = np.bincount(places, minlength=seats * TILE_COUNT + 1).astype(np.int8)
    nowhere = seats * TILE_COUNT
    changes = np.flatnonzero(((turns.act != Kind.TSUMOGIRI) | (turns.take_call >= 0)) & counted[turns.seat])
    changes = changes[np.argsort(turns.place[changes].astype(np.int16), kind="stable")]
    base = turns.seat[changes] * TILE_COUNT
    own = np.vstack((elements.own, np.full(4, NO_TILE, np.uint8)))
    taken = np.where(turns.take_call[changes] < 0, base + turns.tile[changes], nowhere)
    discarded = np.where(turns.act[changes] == Kind.TILE, base + turns.act_tile[changes], nowhere)
    missing = np.zeros(len(turns.seat), np.bool_)
    calls = np.maximum(turns.take_call[changes], turns.act_call[changes])
    start = 0
    for end in np.cumsum(np.bincount(turns.place[changes])):
        now = slice(start, end)
        held[taken[now]] += 1
        called = start + np.flatnonzero(calls[now] >= 0)
        for tiles in own[calls[called]].T:
            given = np.where(tiles == NO_TILE, nowhere, base[called] + tiles)
            held[given] -= 1
            missing[changes[called]] |= (held[given] < 0) & (given != nowhere)
        held[discarded[now]] -= 1
        missing[changes[now]] |= (held[discarded[now]] < 0) & (discarded[now] != nowhere)
        start = end
    return held[:nowhere].reshape(seats, TILE_COUNT), missing
