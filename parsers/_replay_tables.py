"""Columns and rows that follow from the play of a batch: arithmetic over its events, no loop over hands."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import polars as pl

from mjlog.tables import TILE, dtypes
from mjlog.tiles import KIND_OF
from mjlog.vocabulary import EventKind
from parsers._code_lists import tile_lists
from parsers._columns import column, seat_columns, words
from parsers._replay import (
    COUNT_SHIFT,
    FROM_SHIFT,
    GIRI_SHIFT,
    HAND_SIZE,
    KIND_CODE,
    KIND_MASK,
    NO_TILE,
    NOBODY,
    OWN_SHIFT,
    SEAT_SHIFT,
    TILE_BITS,
    TILE_SHIFT,
    TSUMOGIRI,
    UNKNOWN,
    Play,
)

_CALLS: Final = [KIND_CODE[kind] for kind in (EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN)]
_DISPLAY: Final = np.array(sorted(range(UNKNOWN), key=lambda tile: (KIND_OF[tile], -tile)), np.uint8)
"""Tile codes in the order a hand is shown: a red five before the others of its kind."""

_MOST_OWN: Final = 4


class _Events(NamedTuple):
    """Events and the hand of each."""

    packed: np.ndarray
    hand: np.ndarray

    @property
    def kind(self) -> np.ndarray:
        return self.packed & KIND_MASK

    @property
    def seat(self) -> np.ndarray:
        return self.packed >> SEAT_SHIFT & 7

    @property
    def tile(self) -> np.ndarray:
        return self.packed >> TILE_SHIFT & 63

    @property
    def owned(self) -> np.ndarray:
        """How many own tiles a call consumes."""
        return self.packed >> COUNT_SHIFT & 7

    def own(self, nth: int) -> np.ndarray:
        return self.packed >> (OWN_SHIFT + TILE_BITS * nth) & 63

    def of(self, *kinds: EventKind) -> np.ndarray:
        return np.isin(self.kind, [KIND_CODE[kind] for kind in kinds])

    def where(self, mask: np.ndarray) -> "_Events":
        return _Events(self.packed[mask], self.hand[mask])


def _events(play: Play) -> _Events:
    # A copy: the stream may grow again while a view of it would forbid that.
    packed = np.array(play.stream[: play.start], np.int64)
    return _Events(packed, np.arange(len(play.ends)).repeat(_lengths(play)))


def _lengths(play: Play) -> np.ndarray:
    return np.diff(np.array(play.ends, np.int64), prepend=0)


def hand_columns(play: Play) -> dict[str, pl.Series]:
    """Columns of ``hands`` that follow from the play, a row a hand kept."""
    events, hands = _events(play), len(play.ends)
    seated = np.arange(4) < np.array(play.n_players, np.uint8)[:, None]
    discards = events.of(EventKind.DISCARD)
    number, order = _riichi(events, discards, hands)
    declared = seated & (number > 0)
    paid = (np.array(play.paid, np.uint8)[:, None] >> np.arange(4, dtype=np.uint8) & 1).astype(bool)
    draws = np.bincount(events.hand[events.of(EventKind.DRAW)], minlength=hands)
    return {
        **seat_columns("calls", _tally(events, np.isin(events.kind, _CALLS), hands), seated),
        **seat_columns("discards", _tally(events, discards, hands), seated),
        **seat_columns("riichi", number, declared),
        **seat_columns("riichi_order", order, declared),
        **seat_columns("riichi_paid", paid, declared),
        "draws": column(draws.astype(np.uint8)),
    }


def held_tiles(play: Play, hands: Sequence[int], holders: Sequence[int], added: Sequence[int]) -> pl.Series:
    """Concealed tiles of some seats at the end of their hands.

    Args:
        play: the play.
        hands: positions of the hands among those kept.
        holders: the seat in each.
        added: code of a tile that joins from outside, that of a ron; `NO_TILE` for none.

    Returns:
        Tiles in order; null where a tile is not shown or the events do not add up to whole tiles.
    """
    rows, who = np.asarray(hands, np.int64), np.asarray(holders, np.int64)
    asked = np.unique(rows)
    tiles = _holdings(play, asked)[np.searchsorted(asked, rows), who]
    tiles[np.arange(len(rows)), np.asarray(added, np.int64)] += 1
    shown = (tiles[:, :UNKNOWN] >= 0).all(axis=1) & (tiles[:, UNKNOWN] == 0)
    ordered = np.where(shown[:, None], tiles[:, _DISPLAY], 0)
    return tile_lists(np.repeat(np.tile(_DISPLAY, len(rows)), ordered.ravel()), ordered.sum(axis=1), shown)


def _holdings(play: Play, hands: np.ndarray) -> np.ndarray:
    """How many of each tile code every seat of some hands holds in the end: hand, seat, code."""
    place = np.full(len(play.ends), -1, np.int64)
    place[hands] = np.arange(len(hands))
    events = _events(play)
    events = events.where(place[events.hand] >= 0)
    events = events.where(events.seat != NOBODY)
    codes = NO_TILE + 1
    row = (place[events.hand] * 4 + events.seat) * codes
    dealt = np.frombuffer(bytes(play.deals), np.uint8).reshape(-1, 4 * HAND_SIZE)[hands].ravel()
    owner = (np.arange(len(hands) * 4) * codes).repeat(HAND_SIZE)
    gained = np.concatenate([owner + dealt, (row + events.tile)[events.of(EventKind.DRAW)]])
    lost = [(row + events.tile)[events.of(EventKind.DISCARD)]]
    lost += [(row + events.own(nth))[events.owned > nth] for nth in range(_MOST_OWN)]
    size = len(hands) * 4 * codes
    held = np.bincount(gained, minlength=size) - np.bincount(np.concatenate(lost), minlength=size)
    return held.reshape(len(hands), 4, codes)


def event_rows(play: Play, game_ids: Sequence[str], numbers: Sequence[int]) -> pl.DataFrame:
    """The table ``events``: a deal row a seat, then the hand's own events.

    Args:
        play: the play.
        game_ids: game of each hand kept.
        numbers: its position in its game.
    """
    events = _events(play)
    players = np.array(play.n_players, np.int64)
    rows = players + _lengths(play)
    hand = np.arange(len(rows)).repeat(rows)
    seq = np.arange(rows.sum()) - (np.cumsum(rows) - rows)[hand]
    deal = seq < players[hand]
    packed = np.empty(len(hand), np.int64)
    packed[~deal] = events.packed
    packed[deal] = KIND_CODE[EventKind.DEAL] | seq[deal] << SEAT_SHIFT | NO_TILE << TILE_SHIFT | NOBODY << FROM_SHIFT
    giri = packed >> GIRI_SHIFT & 3
    return pl.DataFrame(
        {
            "game_id": pl.Series(game_ids, dtype=pl.String).gather(hand),
            "hand": np.asarray(numbers, np.uint16)[hand],
            "seq": seq.astype(np.uint16),
            "seat": _nullable(packed >> SEAT_SHIFT & 7, NOBODY),
            "kind": words(packed & KIND_MASK, dtypes("events")["kind"]),
            "tile": _nullable(packed >> TILE_SHIFT & 63, UNKNOWN, NO_TILE).cat.to(TILE),
            "tsumogiri": column(giri == TSUMOGIRI[True] >> GIRI_SHIFT, giri > 0),
            "from_seat": _nullable(packed >> FROM_SHIFT & 7, NOBODY),
            "consumed": _consumed(play, _Events(packed, hand), deal, seq),
        },
        schema=dtypes("events"),
    )


def _consumed(play: Play, events: _Events, deal: np.ndarray, seq: np.ndarray) -> pl.Series:
    """Tiles of the deal rows and own tiles of the calls; null elsewhere and where a deal is not wholly shown."""
    dealt = np.frombuffer(bytes(play.deals), np.uint8).reshape(-1, 4, HAND_SIZE)[events.hand[deal], seq[deal]]
    shown = events.owned > 0
    shown[deal] = (dealt != UNKNOWN).all(axis=1)
    lengths = np.where(deal, HAND_SIZE, events.owned)
    offsets = np.cumsum(lengths) - lengths
    flat = np.zeros(lengths.sum(), np.uint8)
    flat[(offsets[deal][:, None] + np.arange(HAND_SIZE)).ravel()] = dealt.ravel()
    for nth in range(_MOST_OWN):
        some = events.owned > nth
        flat[offsets[some] + nth] = events.own(nth)[some]
    return tile_lists(flat[shown.repeat(lengths)], np.where(shown, lengths, 0), shown)


def _tally(events: _Events, mask: np.ndarray, hands: int) -> np.ndarray:
    """How many of the marked events each hand and seat has."""
    marked = events.where(mask)
    return np.bincount(marked.hand * 4 + marked.seat, minlength=hands * 4).reshape(hands, 4).astype(np.uint8)


def _riichi(events: _Events, discards: np.ndarray, hands: int) -> tuple[np.ndarray, np.ndarray]:
    """Of each hand and seat: own-discard number of the declaring discard, and place among declarations; 0 without."""
    number, order = np.zeros((hands, 4), np.uint8), np.zeros((hands, 4), np.uint8)
    at = np.flatnonzero(events.of(EventKind.RIICHI))
    hand, seat, size = events.hand[at], events.seat[at], len(events.packed)
    discarded = np.flatnonzero(discards)
    # One sorted key for whose discard and when: a count of earlier ones is the distance between two positions.
    when = np.sort((events.hand[discarded] * 4 + events.seat[discarded]) * size + discarded)
    whose = (hand * 4 + seat) * size
    number[hand, seat] = np.searchsorted(when, whose + at) - np.searchsorted(when, whose) + 1
    order[hand, seat] = np.arange(len(at)) - np.searchsorted(hand, hand) + 1
    return number, order


def _nullable(codes: np.ndarray, *nothing: int) -> pl.Series:
    return column(codes.astype(np.uint8), np.isin(codes, nothing, invert=True))
