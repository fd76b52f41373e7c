"""Every hand at every moment, from the events: running totals of what each event adds to its seat's tiles.

A draw adds a key, a discard subtracts one, a call subtracts the tiles that leave the hand; so the tiles of a seat after
any of its events are a running total. Events are met in two orders: as they happened, and seat by seat, in which a
seat's total runs and an event stands next to the same seat's event before it.

What everybody can see (discards, melds, indicators) and what could have been won on are running totals of the same
kind over all seats. Whatever is asked of a moment, its waits, furiten, live tiles, is a look-up on these sums.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

import numpy as np
import polars as pl

from mjlog.hands.acts import CODE, HELD, NOBODY, PASSED, SEEN, Acts, HandFacts, words
from mjlog.hands.keys import CHUNK, Array, Bytes, Flags, Ints, Keys, tile_keys
from mjlog.tiles import KIND_OF
from mjlog.vocabulary import EventKind

KEY: Final = ("game_id", "hand")
EVENTS_AT_ONCE: Final = 4 * CHUNK
"""Events worked on at once by :func:`plays`, or the few more that complete a hand."""
NEVER: Final = -1
"""Position of an event that did not happen."""

_COMMON: Final = (EventKind.DRAW, EventKind.DISCARD)
_KIND_OF: Final = np.array([*KIND_OF, 0])


@dataclass(frozen=True)
class Play:
    """The events of some hands as arrays, in the order they happened.

    Attributes:
        hands: what is known of each hand, in their order.
        start: first event of each hand; one more entry closes the last.
        hand: position in ``hands`` of each event's hand.
        acts: the events.
        change: what each event adds to the concealed tiles of the acting seat.
        after: those tiles after the event.
        previous: the same seat's event before it in the hand; :data:`NEVER` for its first.
        last: by hand and seat (:func:`row_of`), its last event; :data:`NEVER` for none.
    """

    hands: HandFacts
    start: Ints
    hand: Ints
    acts: Acts
    change: Keys
    after: Keys
    previous: Ints
    last: Ints

    @classmethod
    def of(cls, acts: Acts, start: Ints, hands: HandFacts) -> "Play":
        """The play of some hands, from their events and where each hand's begin."""
        hand = np.arange(len(hands)).repeat(np.diff(start))
        change = words(acts, HELD)
        after, previous, last = _totals(change, hand, acts.seat, len(hands))
        return cls(hands, start, hand, acts, change, after, previous, last)

    @property
    def kind(self) -> Bytes:
        """Code of the kind of each event (:data:`CODE`)."""
        return self.acts.kind

    @property
    def seat(self) -> Bytes:
        """Who acts; :data:`NOBODY` for an indicator."""
        return self.acts.seat

    @property
    def tile(self) -> Bytes:
        """Code of the tile; :data:`NO_TILE` for none."""
        return self.acts.tile

    def __len__(self) -> int:
        return len(self.kind)

    def before(self, rows: Ints) -> Keys:
        """Concealed tiles of the acting seats before these events."""
        return self.after.take(rows) - self.change.take(rows)

    def where(self, *kinds: EventKind) -> Ints:
        """Positions of the events of these kinds."""
        if any(kind in _COMMON for kind in kinds):
            return np.flatnonzero(_among(kinds).take(self.kind.astype(np.intp)))
        rare = self.acts.rare
        return rare[_among(kinds).take(self.kind.take(rare).astype(np.intp))]

    def are(self, rows: Ints, *kinds: EventKind) -> Flags:
        """Whether each of these events is of one of these kinds; False for :data:`NEVER`."""
        return _among(kinds).take(self.kind.take(rows, mode="clip").astype(np.intp)) & (rows != NEVER)

    def tile_kind(self, rows: Ints) -> Ints:
        """Kind (0-33) of the tiles of these events."""
        return _KIND_OF.take(self.tile.take(rows).astype(np.intp))

    def seen(self, rows: Ints) -> Keys:
        """What everybody has seen once these events have happened: discards, melds, norths, indicators."""
        hand = self.hand.take(rows)
        first = tile_keys(self.hands.indicator.take(hand))
        return self._seen.take(rows + 1) - self._seen.take(self.start.take(hand)) + first

    def passed(self, since: Ints, until: Ints) -> Keys:
        """Tiles that others could have won on, from the event ``since`` on and before the event ``until``."""
        return self._passed.take(until) - self._passed.take(np.minimum(since, until))

    @cached_property
    def following(self) -> Ints:
        """The same seat's event after each event; :data:`NEVER` for its last."""
        following = np.full(len(self), NEVER)
        rows = np.flatnonzero(self.previous != NEVER)
        following[self.previous.take(rows)] = rows
        return following

    @cached_property
    def acting(self) -> Ints:
        """Positions of the events that a seat made: all but indicators."""
        return np.flatnonzero(self.seat != NOBODY)

    @cached_property
    def final(self) -> Ints:
        """The event that ended each hand: its last one that is no indicator."""
        acts = np.append(self.acting, 0)
        last = acts.take(np.searchsorted(acts[:-1], self.start[1:]) - 1)
        return np.maximum(last, self.start[:-1])

    @cached_property
    def riichi(self) -> Ints:
        """By hand and seat, the discard that riichi was first declared on; :data:`NEVER` for none."""
        declared = self.where(EventKind.RIICHI)[::-1]  # of several of a seat the first is written last
        thrown = self.following.take(declared)
        discards = np.full(len(self.last), NEVER)
        there = self.are(thrown, EventKind.DISCARD)
        discards[row_of(self.hand.take(declared), self.seat.take(declared))[there]] = thrown[there]
        return discards

    @cached_property
    def thrown(self) -> Ints:
        """Positions of all discards, in the order they happened."""
        return np.flatnonzero(self.kind == CODE[EventKind.DISCARD])

    @cached_property
    def draws(self) -> Ints:
        """Positions of all draws, in the order they happened."""
        return np.flatnonzero(self.kind == CODE[EventKind.DRAW])

    @cached_property
    def discards(self) -> "Discards":
        """Every seat's discards in the order made."""
        rows = self.thrown
        rows = rows.take(np.argsort(self.seat.take(rows), kind="stable"))
        owner = row_of(self.hand.take(rows), self.seat.take(rows))
        first = np.zeros(len(self.last), np.int64)
        begins = np.flatnonzero(np.diff(owner, prepend=-1))
        first[owner.take(begins)] = begins
        return Discards(rows, owner, first, _running(tile_keys(self.tile.take(rows))))

    @cached_property
    def _seen(self) -> Keys:
        return _running(words(self.acts, SEEN))

    @cached_property
    def _passed(self) -> Keys:
        return _running(words(self.acts, PASSED))


def played_hands(events: pl.DataFrame, hands: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """The hands that have events, in their order, with ``n_players`` and ``red_fives`` of their games.

    A game met twice in a batch does not belong there; its hands are those of the first.

    Args:
        events: the table, sorted by game, hand and position.
        hands: the table.
        games: the table.
    """
    begun = events.select(KEY)[np.flatnonzero(events["seq"].to_numpy() == 0)]
    if begun.equals(hands.select(KEY)):  # as in every log whose hands all have events
        of_hands = hands
    else:
        of_hands = begun.join(hands.unique(KEY, keep="first"), on=KEY, how="left", maintain_order="left")
    of_games = games.select("game_id", "n_players", "red_fives").unique("game_id", keep="first")
    return of_hands.join(of_games, on="game_id", how="left", maintain_order="left")


def plays(events: pl.DataFrame, played: pl.DataFrame) -> Iterator[Play]:
    """The play of a batch, some hands at a time: as many as keep the arrays in the processor's cache.

    Args:
        events: the table, sorted by game, hand and position.
        played: their hands, as :func:`played_hands` gives them.
    """
    acts, facts = Acts.of(events), HandFacts.of(played)
    ends = np.append(np.flatnonzero(events["seq"].to_numpy() == 0), len(events))
    done = 0
    while done < len(played):
        until = max(int(np.searchsorted(ends, ends[done] + EVENTS_AT_ONCE, side="right")) - 1, done + 1)
        yield Play.of(
            acts.part(slice(int(ends[done]), int(ends[until]))),
            ends[done : until + 1] - ends[done],
            facts.part(slice(done, until)),
        )
        done = until


@dataclass(frozen=True, slots=True)
class Discards:
    """Discards seat by seat.

    Attributes:
        rows: their events, all of seat 0 before those of seat 1.
        owner: hand and seat of each.
        first: by hand and seat, where its discards begin; the n-th (from 0) is ``rows[first + n]``.
        total: running total of their tiles.
    """

    rows: Ints
    owner: Ints
    first: Ints
    total: Keys

    def between(self, owners: Ints, since: Array | int, until: Array) -> Keys:
        """What seats discarded, from their ``since``-th discard on (counted from 0) and before their ``until``-th."""
        first = self.first.take(owners)
        return self.total.take(first + until) - self.total.take(first + since)


def row_of(hand: Array, seat: Array) -> Ints:
    """Where a seat of a hand stands in arrays by hand and seat."""
    return hand.astype(np.int64) * 4 + seat


def _running(words: Keys) -> Keys:
    """Totals of the events before each event, and of all at the end."""
    totals = np.zeros((2, len(words) + 1), np.int64)
    np.cumsum(words.numbers, out=totals[0, 1:])
    np.cumsum(words.rest, out=totals[1, 1:])
    return Keys(totals[0], totals[1])


def _totals(change: Keys, hand: Ints, seat: Bytes, n_hands: int) -> tuple[Keys, Ints, Ints]:
    """Tiles of the acting seat after each event, that seat's event before it, and the last event of every seat."""
    order = np.argsort(seat, kind="stable")
    owner = hand.take(order) * 256 + seat.take(order)
    first = np.flatnonzero(np.diff(owner, prepend=-1))
    length = np.diff(first, append=len(owner))
    after = []
    for word in (change.numbers, change.rest):
        moved = word.take(order)
        total = np.cumsum(moved)
        before_first = total.take(first) - moved.take(first)
        by_event = np.empty_like(total)
        by_event[order] = total - before_first.repeat(length)
        after.append(by_event)
    previous = np.empty(len(order), np.int64)
    previous[order[1:]] = order[:-1]
    previous[order[first]] = NEVER
    last = np.full(4 * n_hands, NEVER)
    who = owner.take(first)
    acting = who % 256 < 4
    last[(who // 256 * 4 + who % 256)[acting]] = order.take(first + length - 1)[acting]
    return Keys(*after), previous, last


@cache
def _among(kinds: tuple[EventKind, ...]) -> Flags:
    return np.isin(np.arange(len(EventKind)), [CODE[kind] for kind in kinds])
