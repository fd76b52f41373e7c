"""Which events of a play broke a rule, as their positions: in a sound log none, so nothing is kept of the others.

Each entry of :func:`offences` is one rule of play. Whether a tile was in a hand is asked of every discard; so the
question is first put in a form that four look-ups answer: taking a tile that is not there borrows from the next digit
of its suit's key, and then the digits no longer add up to the number of tiles. Only what fails that, fives (which may
be red) and calls are counted out tile by tile.
"""

from functools import cache
from typing import Final

import numpy as np

from mjlog.hands.acts import CALLS, CODE, KANS, OPEN_CALLS
from mjlog.hands.keys import HONORS, NUMBERS, TABLE_SIZE, Array, Bytes, Flags, Ints, digit_sums, tile_keys
from mjlog.hands.play import NEVER, Play, row_of
from mjlog.hands.situations import wall
from mjlog.hands.waits import wait_masks
from mjlog.tiles import KIND_OF, RED_FIVE, TILES
from mjlog.vocabulary import EventKind

_KIND_OF: Final = np.array([*KIND_OF, 0])
_RED_SUIT: Final = np.full(len(TILES) + 1, -1)
_RED_SUIT[list(RED_FIVE)] = [0, 1, 2]
_FIVES: Final = np.isin(_KIND_OF, list(RED_FIVE.values()))
_NO_KEY: Final = 60
"""Stands for the digits of what is no key: more than any hand has tiles, and four of them still fit a byte."""
_ACTS: Final = 4 * len(EventKind)
"""Codes of an act: its kind and its seat."""
_OWN: Final = (EventKind.ANKAN, EventKind.KAKAN, EventKind.KITA, EventKind.RIICHI)


def offences(play: Play) -> dict[str, Ints]:
    """Positions of the events that broke a rule, by rule.

    ``unfollowed`` are no offence: they take a tile from a hand that is hidden or has another number of tiles than it
    ought to, so that nothing can be said of the tile.
    """
    before = _acts_before(play)
    return {
        "unfollowed": _unfollowed(play),
        "not_held": np.concatenate([_discards_not_held(play), _calls_not_held(play)]),
        **_calls(play),
        "out_of_turn": _out_of_turn(play, before),
        **_in_riichi(play),
        **_swaps(play),
        **_too_many(play),
    }


def _unfollowed(play: Play) -> Ints:
    rows = np.concatenate([play.thrown, play.where(*CALLS)])
    before = play.before(rows)
    tiles = before.tiles() + 3 * before.melds()
    return rows[(tiles != 13) & (tiles != 14)]


def _discards_not_held(play: Play) -> Ints:
    rows = play.thrown
    after = play.after.take(rows)
    table = _strict_digit_sums()
    man, pin, sou, honors = (table.take(suit) for suit in after.suits())
    doubtful = (man + pin + sou + honors != after.tiles()) | (after.numbers < 0) | _FIVES.take(play.tile.take(rows))
    rows = rows[doubtful]
    return rows[~_has(play, rows, play.tile.take(rows), np.ones(len(rows), np.int64))]


@cache
def _strict_digit_sums() -> Bytes:
    """Number of tiles of every key; :data:`_NO_KEY` for what is none."""
    sums = np.full(TABLE_SIZE, _NO_KEY, np.uint8)
    for keys in (NUMBERS, HONORS):
        sums[keys] = digit_sums()[keys]
    return sums


def _calls_not_held(play: Play) -> Ints:
    """Calls and norths set aside that take a tile that was not in the hand: of its kind, and red where it is red."""
    single = play.where(EventKind.KITA, EventKind.KAKAN)
    wrong = single[~_has(play, single, play.tile.take(single), np.ones(len(single), np.int64))]
    calls = play.where(*OPEN_CALLS, EventKind.ANKAN)
    lists = play.acts.consumed.take(calls)
    lengths = lists.lengths()
    event = calls.repeat(lengths)
    alike = lengths.repeat(lengths) - _other_sort(lists.codes, calls, lengths)
    needed = np.where(play.are(event, EventKind.CHI), 1, alike)
    return np.concatenate([wrong, np.unique(event[~_has(play, event, lists.codes, needed)])])


def _other_sort(codes: Array, calls: Ints, lengths: Ints) -> Ints:
    """For each consumed tile, how many beside it in its call are red where it is plain, or plain where it is red."""
    owner = np.arange(len(calls)).repeat(lengths)
    red = _RED_SUIT.take(codes) >= 0
    reds = np.bincount(owner, weights=red, minlength=len(calls)).astype(np.int64).repeat(lengths)
    return np.where(red, lengths.repeat(lengths) - reds, reds)


def _has(play: Play, rows: Ints, codes: Array, needed: Array) -> Flags:
    """Whether the acting seats hold so many of these very tiles before their events."""
    before = play.before(rows)
    kinds = _KIND_OF.take(codes)
    copies = before.copies(kinds)
    reds = np.choose(np.clip(kinds // 9, 0, 2), [before.reds_of(number) for number in range(3)]) * _FIVES.take(codes)
    available: Ints = np.where(_RED_SUIT.take(codes) >= 0, reds, copies - reds)
    enough: Flags = available >= needed
    return enough


def _calls(play: Play) -> dict[str, Ints]:
    """A call takes the last discard, from the seat it names, and makes a set with it; a chi only from the left."""
    calls = play.where(*OPEN_CALLS)
    last = _before(play, calls)
    source = play.acts.from_seat.take(calls)
    same = (play.seat.take(last, mode="clip") == source) & (play.tile.take(last, mode="clip") == play.tile.take(calls))
    from_last = play.are(last, EventKind.DISCARD) & same & (source != play.seat.take(calls))
    chi = play.where(EventKind.CHI)
    left = (play.seat.take(chi).astype(np.int64) + 3) % 4
    from_left = (play.acts.from_seat.take(chi) == left) & ~play.hands.three.take(play.hand.take(chi))
    return {"not_last": calls[~from_last], "not_left": chi[~from_left], "no_set": calls[~_make_sets(play, calls)]}


def _make_sets(play: Play, calls: Ints) -> Flags:
    """Whether the tile taken and the caller's own are a run in one suit, or as many of one kind as the call wants."""
    lists = play.acts.consumed.take(calls)
    own = lists.lengths()
    kinds = np.concatenate([_KIND_OF.take(lists.codes), play.tile_kind(calls)])
    owner = np.concatenate([np.arange(len(calls)).repeat(own), np.arange(len(calls))])
    order = np.lexsort((kinds, owner))
    kinds, owner = kinds.take(order), owner.take(order)
    chi = play.are(calls, EventKind.CHI)
    apart = (np.diff(kinds) != np.where(chi, 1, 0).take(owner[1:])) & (np.diff(owner) == 0)
    broken = np.zeros(len(calls), bool)
    broken[owner[1:][apart]] = True
    lowest = kinds.take(np.searchsorted(owner, np.arange(len(calls))))
    broken |= chi & ((lowest >= 27) | (lowest % 9 > 6))
    size = np.where(play.are(calls, EventKind.DAIMINKAN), 3, 2)
    return ~broken & (own == size)


def _acts_before(play: Play) -> Array:
    """For each of :attr:`Play.acting`, kind and seat of the act before it in its hand; :data:`_ACTS` for the first."""
    acting = play.acting
    acts = (play.kind * np.uint8(4) + play.seat).take(acting)
    before = np.empty_like(acts)
    before[1:] = acts[:-1]
    first = np.searchsorted(acting, play.start[:-1])
    before[first[first < len(acting)]] = _ACTS
    return before


def _out_of_turn(play: Play, before: Array) -> Ints:
    """Draws go round; a replacement follows a kan or kita; a discard follows the own draw, riichi or call."""
    acting = play.acting
    acts = (play.kind * np.uint8(4) + play.seat).take(acting)
    index = before.astype(np.intp) * _ACTS + acts
    if play.hands.three.any():
        index += play.hands.three.take(play.hand.take(acting)) * (_ACTS + 1) * _ACTS
    lawful = _turns().take(index)
    opening = np.flatnonzero((before >> 2 == CODE[EventKind.DEAL]) & (acts >> 2 == CODE[EventKind.DRAW]))
    dealer = play.hands.dealer.take(play.hand.take(acting.take(opening)))
    lawful[opening] = play.seat.take(acting.take(opening)) == dealer
    return acting[~lawful]


@cache
def _turns() -> Flags:
    """Whether an act may follow another, by kind and seat of both, for four and for three players, flat.

    Any seat may open with a draw here; that it is the dealer's is looked at apart.
    """
    table = np.ones((2, _ACTS + 1, _ACTS), bool)
    kinds = list(EventKind)
    for three in (0, 1):
        for before in range(_ACTS + 1):
            for act in range(_ACTS):
                kind, seat = kinds[act // 4], act % 4
                last, other = (None, -1) if before == _ACTS else (kinds[before // 4], before % 4)
                same = seat == other
                if kind == EventKind.DRAW:
                    goes_round = last == EventKind.DISCARD and seat == (other + 1) % (4 - three)
                    replaces = last in (*KANS, EventKind.KITA) and same
                    table[three, before, act] = goes_round or replaces or last == EventKind.DEAL
                elif kind == EventKind.DISCARD:
                    own = (EventKind.DRAW, EventKind.RIICHI, EventKind.CHI, EventKind.PON)
                    table[three, before, act] = last in own and same
                elif kind in _OWN:
                    table[three, before, act] = last == EventKind.DRAW and same
    return table.ravel()


def _in_riichi(play: Play) -> dict[str, Ints]:
    """After riichi no tile is called, what is drawn is discarded, and a closed kan leaves the waits as they were."""
    calls = _after_riichi(play, play.where(*OPEN_CALLS, EventKind.KAKAN))
    discards = _after_riichi(play, play.thrown)
    drawn = play.previous.take(discards)
    other = play.are(drawn, EventKind.DRAW) & (play.tile.take(drawn, mode="clip") != play.tile.take(discards))
    kans = _after_riichi(play, play.where(EventKind.ANKAN))
    drawn = play.previous.take(kans)
    held = play.before(kans) - tile_keys(play.tile.take(drawn, mode="clip"))
    same_kind = play.tile_kind(np.maximum(drawn, 0)) == play.tile_kind(kans)
    kept = wait_masks(held, held.melds() == 0) == wait_masks(play.after.take(kans), np.zeros(len(kans), bool))
    return {"bound": np.concatenate([calls, discards[other]]), "waits_changed": kans[~(same_kind & kept)]}


def _after_riichi(play: Play, rows: Ints) -> Ints:
    """Those of some events that come after the declaring discard of their own seat."""
    declared = play.riichi.take(row_of(play.hand.take(rows), play.seat.take(rows)))
    return rows[(declared != NEVER) & (rows > declared)]


def _swaps(play: Play) -> dict[str, Ints]:
    """What is discarded upon a call is neither the tile called nor the one that would have made the same run of it."""
    calls = play.where(EventKind.CHI, EventKind.PON)
    discards = play.following.take(calls)
    there = play.are(discards, EventKind.DISCARD)
    calls, discards = calls[there], discards[there]
    thrown, called = play.tile_kind(discards), play.tile_kind(calls)
    lists = play.acts.consumed.take(calls)
    kinds = _KIND_OF.take(np.append(lists.codes, 0))
    first, second = (kinds.take(lists.offsets[:-1] + place, mode="clip") for place in (0, 1))
    low, high = np.minimum(first, second), np.maximum(first, second)
    other_end = np.where(called < low, high + 1, np.where(called > high, low - 1, -1))
    alternative = play.are(calls, EventKind.CHI) & (lists.lengths() == 2) & (other_end // 9 == called // 9)
    alternative &= thrown == other_end
    return {"swapped": discards[thrown == called], "other_end": discards[alternative]}


def _too_many(play: Play) -> dict[str, Ints]:
    """Calls, kans and norths set aside when there is no tile left to draw, and kans when four have been made."""
    calls, kans = play.where(*CALLS), play.where(*KANS)
    drawn = np.searchsorted(play.draws, calls) - np.searchsorted(play.draws, play.start.take(play.hand.take(calls)))
    before = np.arange(len(kans)) - np.searchsorted(kans, play.start.take(play.hand.take(kans)))
    return {"wall_empty": calls[drawn >= wall(play).take(play.hand.take(calls))], "fifth": kans[before >= 4]}


def _before(play: Play, rows: Ints) -> Ints:
    """The act before each of these acts in its hand; :data:`NEVER` for a hand's first."""
    acting = play.acting
    before = acting.take(np.maximum(np.searchsorted(acting, rows) - 1, 0))
    before[(before >= rows) | (before < play.start.take(play.hand.take(rows)))] = NEVER
    return before


def riichi_at_the_end(play: Play) -> Array:
    """By hand, the seat whose declaring discard was its last act; 255 for none."""
    final = play.final
    declared = play.are(_before(play, final), EventKind.RIICHI)
    seats: Array = np.where(declared, play.seat.take(final), 255).astype(np.uint8)
    return seats
