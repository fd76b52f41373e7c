"""Columns and rows that follow from the play of a batch: arithmetic over its events, no loop over hands."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from mjlog.tables import TILE, dtypes
from mjlog.tiles import KIND_OF
from mjlog.vocabulary import EventKind
from parsers.shared.code_lists import tile_lists
from parsers.shared.columns import Flags, column, seat_columns, words
from parsers.shared.replay import (
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

Ints: TypeAlias = npt.NDArray[Any]

_DISPLAY: Final = np.array(sorted(range(UNKNOWN), key=lambda tile: (KIND_OF[tile], -tile)), np.uint8)
"""Tile codes in the order a hand is shown: a red five before the others of its kind."""

_MOST_OWN: Final = 4


class _Events(NamedTuple):
    """Events and whose they are: position of the hand times four plus the seat."""

    packed: Ints
    owner: Ints

    @property
    def kind(self) -> Ints:
        return self.packed & KIND_MASK

    @property
    def tile(self) -> Ints:
        return self.packed >> TILE_SHIFT & 63

    @property
    def owned(self) -> Ints:
        """How many own tiles a call consumes."""
        return self.packed >> COUNT_SHIFT & 7

    def own(self, nth: int) -> Ints:
        return self.packed >> (OWN_SHIFT + TILE_BITS * nth) & 63

    def where(self, mask: Flags) -> "_Events":
        return _Events(self.packed[mask], self.owner[mask])


def _events(play: Play) -> _Events:
    """The events of the hands kept that are somebody's: no turned indicators, no draws whose seat was not read."""
    packed = _packed(play)
    seat = packed >> SEAT_SHIFT & 7
    owner = (np.arange(len(play.ends)) * 4).repeat(_lengths(play)) + seat
    somebody = seat != NOBODY
    return _Events(packed, owner) if somebody.all() else _Events(packed[somebody], owner[somebody])


def _packed(play: Play) -> Ints:
    # A copy: the stream may grow again while a view of it would forbid that.
    return np.array(play.stream[: play.start], np.int64)


def _lengths(play: Play) -> Ints:
    return np.diff(np.array(play.ends, np.int64), prepend=0)


def hand_columns(play: Play) -> dict[str, pl.Series]:
    """Columns of ``hands`` that follow from the play, a row a hand kept."""
    events, hands = _events(play), len(play.ends)
    kinds = np.bincount(events.owner << 4 | events.kind, minlength=hands * 64).reshape(hands, 4, 16)
    tally = {kind: kinds[:, :, code] for kind, code in KIND_CODE.items()}
    number, order = _riichi(events, hands)
    seated = np.arange(4) < np.array(play.n_players, np.uint8)[:, None]
    declared = seated & (number > 0)
    paid = np.array(play.paid, np.uint8)[:, None] >> np.arange(4, dtype=np.uint8) & 1
    calls = tally[EventKind.CHI] + tally[EventKind.PON] + tally[EventKind.DAIMINKAN]
    return {
        **seat_columns("calls", calls.astype(np.uint8), seated),
        **seat_columns("discards", tally[EventKind.DISCARD].astype(np.uint8), seated),
        **seat_columns("riichi", number, declared),
        **seat_columns("riichi_order", order, declared),
        **seat_columns("riichi_paid", paid.astype(bool), declared),
        "draws": column(_draws(play).astype(np.uint8)),
    }


def _draws(play: Play) -> Ints:
    """How many tiles are drawn in each hand, those whose seat was not read among them."""
    drawn = np.flatnonzero(_packed(play) & KIND_MASK == KIND_CODE[EventKind.DRAW])
    return np.diff(np.searchsorted(drawn, np.array(play.ends, np.int64)), prepend=0)


def _riichi(events: _Events, hands: int) -> tuple[Ints, Ints]:
    """Of each hand and seat: own-discard number of the declaring discard, and place among declarations; 0 without."""
    number, order = np.zeros(hands * 4, np.uint8), np.zeros(hands * 4, np.uint8)
    kind, size = events.kind, len(events.packed)
    at = np.flatnonzero(kind == KIND_CODE[EventKind.RIICHI])
    owner = events.owner[at]
    number[owner] = 1
    discarded = np.flatnonzero((kind == KIND_CODE[EventKind.DISCARD]) & number.astype(bool)[events.owner])
    # One sorted key for whose discard and when: a count of earlier ones is the distance between two positions.
    when = np.sort(events.owner[discarded] * size + discarded)
    number[owner] += (np.searchsorted(when, owner * size + at) - np.searchsorted(when, owner * size)).astype(np.uint8)
    order[owner] = np.arange(len(at)) - np.searchsorted(owner >> 2, owner >> 2) + 1
    return number.reshape(hands, 4), order.reshape(hands, 4)


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
    owners = np.asarray(hands, np.int64) * 4 + np.asarray(holders, np.int64)
    tiles = _holdings(play, owners)
    tiles[np.arange(len(owners)), np.asarray(added, np.int64)] += 1
    shown = (tiles[:, :UNKNOWN] >= 0).all(axis=1) & (tiles[:, UNKNOWN] == 0)
    ordered = np.where(shown[:, None], tiles[:, _DISPLAY], 0)
    return tile_lists(np.repeat(np.tile(_DISPLAY, len(owners)), ordered.ravel()), ordered.sum(axis=1), shown)


def _holdings(play: Play, owners: Ints) -> Ints:
    """How many of each tile code some seats of some hands hold in the end: a row an owner, a column a code."""
    place = np.full(len(play.ends) * 4, -1, np.int64)
    place[owners] = np.arange(len(owners))
    events = _events(play)
    events = events.where(place[events.owner] >= 0)
    codes, kind = NO_TILE + 1, events.kind
    row = place[events.owner] * codes
    dealt = np.frombuffer(bytes(play.deals), np.uint8).reshape(-1, HAND_SIZE)[owners].ravel()
    drawn = kind == KIND_CODE[EventKind.DRAW]
    left = kind == KIND_CODE[EventKind.DISCARD]
    moved = row + events.tile
    gained = np.concatenate([(np.arange(len(owners)) * codes).repeat(HAND_SIZE) + dealt, moved[drawn]])
    called = events.owned > 0
    calls, row = events.where(called), row[called]
    lost = [moved[left], *((row + calls.own(nth))[calls.owned > nth] for nth in range(_MOST_OWN))]
    size = len(owners) * codes
    held = np.bincount(gained, minlength=size) - np.bincount(np.concatenate(lost), minlength=size)
    return held.reshape(len(owners), codes)


def event_rows(play: Play, game_ids: Sequence[str], numbers: Sequence[int]) -> pl.DataFrame:
    """The table ``events``: a deal row a seat, then the hand's own events.

    Args:
        play: the play.
        game_ids: game of each hand kept.
        numbers: its position in its game.
    """
    players = np.array(play.n_players, np.int64)
    rows = players + _lengths(play)
    hand = np.arange(len(rows)).repeat(rows)
    seq = np.arange(rows.sum()) - (np.cumsum(rows) - rows)[hand]
    deal = seq < players[hand]
    packed = np.empty(len(hand), np.int64)
    packed[~deal] = _packed(play)
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
            "consumed": _consumed(play, _Events(packed, hand * 4 + seq), deal),
        },
        schema=dtypes("events"),
    )


def _consumed(play: Play, events: _Events, deal: Flags) -> pl.Series:
    """Tiles of the deal rows and own tiles of the calls; null elsewhere and where a deal is not wholly shown."""
    dealt = np.frombuffer(bytes(play.deals), np.uint8).reshape(-1, HAND_SIZE)[events.owner[deal]]
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


def _nullable(codes: Ints, *nothing: int) -> pl.Series:
    shown = np.isin(codes, nothing, invert=True)
    return column((codes * shown).astype(np.uint8), shown)
