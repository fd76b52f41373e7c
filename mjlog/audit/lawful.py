"""Whether each event of a hand was lawful, as flags in step with the events table.

Each flag is one rule of play; it is true wherever the rule does not apply. What cannot be told, because the seat's
tiles are hidden or cannot be followed, is left to ``followed``.
"""

from typing import Final

import numpy as np
import polars as pl

from mjlog.hands.acts import KANS, NOBODY, OPEN_CALLS
from mjlog.hands.keys import Array, Flags, Ints, tile_keys
from mjlog.hands.play import NEVER, Play, played_hands, plays, row_of
from mjlog.hands.waits import wait_masks
from mjlog.parsing import Recorded
from mjlog.tiles import KIND_OF, RED_FIVE, TILES
from mjlog.vocabulary import EventKind

FLAGS: Final = (
    "followed",
    "held",
    "fits",
    "from_last",
    "from_left",
    "in_turn",
    "kept_riichi",
    "kan_keeps_waits",
    "no_swap",
    "no_alternative",
)
"""Names of the flags."""

_KIND_OF: Final = np.array([*KIND_OF, 0])
_PLAIN: Final = np.array([*range(len(TILES)), 0])
_RED_SUIT: Final = np.full(len(TILES) + 1, -1)
_RED_SUIT[list(RED_FIVE)] = [0, 1, 2]
_FIVES: Final = np.array(list(RED_FIVE.values()))
_TAKES_TILES: Final = (EventKind.CHI, EventKind.PON, *KANS, EventKind.KITA, EventKind.DISCARD)


def lawful(recorded: Recorded) -> pl.DataFrame:
    """Flags of :data:`FLAGS` for each event, in step with ``recorded.events``."""
    played = played_hands(recorded.events, recorded.hands, recorded.games)
    parts = [_flags(play) for play in plays(recorded.events, played)]
    if not parts:
        return pl.DataFrame(schema=dict.fromkeys(FLAGS, pl.Boolean))
    return pl.DataFrame({name: np.concatenate([part[name] for part in parts]) for name in FLAGS})


def _flags(play: Play) -> dict[str, Flags]:
    flags = {name: np.ones(len(play), bool) for name in FLAGS}
    rows = play.where(*_TAKES_TILES)
    before = play.before.take(rows)
    tiles = before.tiles() + 3 * before.melds()
    flags["followed"][rows] = (tiles == 13) | (tiles == 14)
    _check_tiles_held(play, flags["held"])
    _check_calls(play, flags)
    flags["in_turn"][:] = _in_turn(play)
    _check_riichi(play, flags)
    _check_swaps(play, flags)
    return flags


def _check_tiles_held(play: Play, held: Flags) -> None:
    """Every tile that leaves a seat's hand was in it: as many of its kind, and the red five where it is one."""
    rows = play.where(*_TAKES_TILES)
    single = rows[play.are(rows, EventKind.DISCARD, EventKind.KITA, EventKind.KAKAN)]
    held[single] = _has(play, single, play.tile.take(single), np.ones(len(single), np.int64))
    calls = rows[play.are(rows, *OPEN_CALLS, EventKind.ANKAN)]
    lists = play.acts.consumed.take(calls)
    lengths = lists.lengths()
    event = calls.repeat(lengths)
    codes = lists.codes
    equal = play.are(event, EventKind.CHI)
    needed = np.where(equal, 1, lengths.repeat(lengths) - _other_sort(codes, calls, lengths))
    wrong = event[~_has(play, event, codes, needed)]
    held[wrong] = False


def _other_sort(codes: Array, calls: Ints, lengths: Ints) -> Ints:
    """For each consumed tile, how many beside it in its call are red where it is plain, or plain where it is red."""
    owner = np.arange(len(calls)).repeat(lengths)
    red = _RED_SUIT.take(codes) >= 0
    reds = np.bincount(owner, weights=red, minlength=len(calls)).astype(np.int64).repeat(lengths)
    return np.where(red, lengths.repeat(lengths) - reds, reds)


def _has(play: Play, rows: Ints, codes: Array, needed: Array) -> Flags:
    """Whether the acting seats hold so many of these very tiles before their events."""
    before = play.before.take(rows)
    kinds = _KIND_OF.take(codes)
    copies = before.copies(kinds)
    suit = _RED_SUIT.take(codes)
    five = np.isin(kinds, _FIVES)
    reds = np.choose(np.clip(kinds // 9, 0, 2), [before.reds_of(number) for number in range(3)]) * five
    available: Ints = np.where(suit >= 0, reds, copies - reds)
    enough: Flags = available >= needed
    return enough


def _check_calls(play: Play, flags: dict[str, Flags]) -> None:
    """A call takes the last discard, from the seat it names, and makes a set with it; a chi only from the left."""
    calls = play.where(*OPEN_CALLS)
    last = _acting_before(play).take(calls)
    taken = play.are(last, EventKind.DISCARD)
    source = play.acts.from_seat.take(calls)
    same = (play.seat.take(last, mode="clip") == source) & (play.tile.take(last, mode="clip") == play.tile.take(calls))
    flags["from_last"][calls] = taken & same & (source != play.seat.take(calls))
    chi = play.where(EventKind.CHI)
    left = (play.seat.take(chi).astype(np.int64) + 3) % 4
    flags["from_left"][chi] = (play.acts.from_seat.take(chi) == left) & ~play.hands.three.take(play.hand.take(chi))
    lists = play.acts.consumed.take(calls)
    own = lists.lengths()
    owner = np.arange(len(calls)).repeat(own)
    kinds = np.concatenate([_KIND_OF.take(lists.codes), play.tile_kind(calls)])
    owner = np.concatenate([owner, np.arange(len(calls))])
    order = np.lexsort((kinds, owner))
    kinds, owner = kinds.take(order), owner.take(order)
    step = np.where(play.are(calls, EventKind.CHI), 1, 0).take(owner[1:])
    apart = (np.diff(kinds) != step) & (np.diff(owner) == 0)
    broken = np.zeros(len(calls), bool)
    broken[owner[1:][apart]] = True
    chis = play.are(calls, EventKind.CHI)
    lowest = kinds.take(np.searchsorted(owner, np.arange(len(calls))))
    broken |= chis & ((lowest >= 27) | (lowest % 9 > 6))
    size = np.where(play.are(calls, EventKind.DAIMINKAN), 3, 2)
    flags["fits"][calls] = ~broken & (own == size)


def _in_turn(play: Play) -> Flags:
    """Draws go round; a replacement follows a kan or kita; a discard follows the own draw, riichi or call."""
    last = _acting_before(play)
    seat = play.seat.astype(np.int64)
    players = np.where(play.hands.three.take(play.hand), 3, 4)
    before = seat.take(last, mode="clip")
    first = play.are(last, EventKind.DEAL)
    draws = play.are(np.arange(len(play)), EventKind.DRAW)
    goes_round = play.are(last, EventKind.DISCARD) & (seat == (before + 1) % players)
    replaces = play.are(last, *KANS, EventKind.KITA) & (seat == before)
    opens = first & (seat == play.hands.dealer.take(play.hand))
    discards = play.are(np.arange(len(play)), EventKind.DISCARD)
    follows = play.are(last, EventKind.DRAW, EventKind.RIICHI, EventKind.CHI, EventKind.PON) & (seat == before)
    own = play.are(np.arange(len(play)), EventKind.ANKAN, EventKind.KAKAN, EventKind.KITA, EventKind.RIICHI)
    after_draw = play.are(last, EventKind.DRAW) & (seat == before)
    lawful_: Flags = (~draws | goes_round | replaces | opens) & (~discards | follows) & (~own | after_draw)
    return lawful_


def _check_riichi(play: Play, flags: dict[str, Flags]) -> None:
    """After riichi no tile is called, what is drawn is discarded, and a closed kan leaves the waits as they were."""
    owner = row_of(play.hand, np.minimum(play.seat, 3))
    declared = play.riichi.take(owner)
    after = (declared != NEVER) & (np.arange(len(play)) > declared) & (play.seat != NOBODY)
    called = after & play.are(np.arange(len(play)), *OPEN_CALLS, EventKind.KAKAN)
    discards = np.flatnonzero(after & play.are(np.arange(len(play)), EventKind.DISCARD))
    drawn = play.previous.take(discards)
    swapped = discards[
        play.are(drawn, EventKind.DRAW) & (play.tile.take(drawn, mode="clip") != play.tile.take(discards))
    ]
    flags["kept_riichi"][np.flatnonzero(called)] = False
    flags["kept_riichi"][swapped] = False
    kans = np.flatnonzero(after & play.are(np.arange(len(play)), EventKind.ANKAN))
    drawn = play.previous.take(kans)
    held = play.before.take(kans) - tile_keys(play.tile.take(drawn, mode="clip"))
    same_kind = play.tile_kind(np.maximum(drawn, 0)) == play.tile_kind(kans)
    before = wait_masks(held, held.melds() == 0)
    after_kan = wait_masks(play.after.take(kans), np.zeros(len(kans), bool))
    flags["kan_keeps_waits"][kans] = same_kind & (before == after_kan)


def _check_swaps(play: Play, flags: dict[str, Flags]) -> None:
    """What is discarded upon a call is neither the tile called nor the one that would have made the same run of it."""
    discards = play.where(EventKind.DISCARD)
    call = play.previous.take(discards)
    chosen = play.are(call, EventKind.CHI, EventKind.PON)
    discards, call = discards[chosen], call[chosen]
    thrown, called = play.tile_kind(discards), play.tile_kind(call)
    flags["no_swap"][discards] = thrown != called
    chi = play.are(call, EventKind.CHI)
    lists = play.acts.consumed.take(call)
    two = lists.lengths() == 2
    first = _KIND_OF.take(lists.codes.take(lists.offsets[:-1], mode="clip"))
    second = _KIND_OF.take(lists.codes.take(lists.offsets[:-1] + 1, mode="clip"))
    low, high = np.minimum(first, second), np.maximum(first, second)
    other_end = np.where(called < low, high + 1, np.where(called > high, low - 1, -1))
    in_suit = other_end // 9 == called // 9
    flags["no_alternative"][discards] = ~(chi & two & in_suit & (thrown == other_end))


def _acting_before(play: Play) -> Ints:
    """The event before each that a seat made; :data:`NEVER` for a hand's first."""
    rows = np.where(play.seat != NOBODY, np.arange(len(play)), NEVER)
    latest = np.maximum.accumulate(rows)
    before = np.append(NEVER, latest[:-1])
    before[before < play.start.take(play.hand)] = NEVER
    return before
