"""The table ``events`` of a batch of Tenhou XML."""

from typing import Final

import numpy as np
import polars as pl

from mjlog.tables import TILE
from mjlog.vocabulary import EventKind
from parsers.shared.columns import Column, Columns
from parsers.tenhou_xml.course import Course
from parsers.tenhou_xml.grammar import Bytes, Flags, Ints, Kind
from parsers.tenhou_xml.hands import tile_codes
from parsers.tenhou_xml.melds import CHI, DAIMINKAN, KINDS, PON, melds
from parsers.tenhou_xml.scan import ranges
from parsers.tenhou_xml.values import DEALT

EVENT: Final = pl.Enum(EventKind)
_EVENTS: Final = tuple(EventKind)
_CODE: Final = {kind: code for code, kind in enumerate(_EVENTS)}
NOTHING: Final = 255
_MELD_EVENT: Final = np.array([_EVENTS.index(EventKind(kind)) for kind in KINDS], np.uint8)

_KIND: Final = np.full(max(Kind) + 1, NOTHING, np.uint8)
_KIND[Kind.DRAW : Kind.DRAW + 4] = _CODE[EventKind.DRAW]
_KIND[Kind.DISCARD : Kind.DISCARD + 4] = _CODE[EventKind.DISCARD]
_KIND[Kind.INIT] = _CODE[EventKind.DEAL]
_KIND[Kind.DORA] = _CODE[EventKind.DORA]


def events_table(course: Course) -> Columns:
    """Everything that happens in the complete hands, each with its ``game``.

    A tag is a row, but the start of a hand is a row a player, and what is no event is none: a column is made by tag
    first, and then its values are repeated so.
    """
    by_tag = _ByTag(course)
    count = by_tag.rows(course)
    before = np.concatenate([[0], np.cumsum(count, dtype=np.int64)])
    first = before.take(course.hands.start)
    in_hand = before.take(course.hands.end) - first
    row = np.repeat(np.arange(len(count)), count)
    kind, tile, source = by_tag.kind.take(row), by_tag.tile.take(row), by_tag.source.take(row)
    deals = first[course.complete]
    players = course.players.take(course.hands.game[course.complete])
    seat = by_tag.seat.take(row)
    seat[ranges(deals, players)] = ranges(np.zeros(len(deals), np.int64), players)
    reds = np.repeat(course.reds[course.hands.game], in_hand)
    return {
        "game": Column(np.repeat(course.hands.game.astype(np.int32), in_hand)),
        "hand": Column(np.repeat(course.hands.number.astype(np.uint16), in_hand)),
        "seq": Column(
            (np.arange(len(row), dtype=np.int32) - np.repeat(first.astype(np.int32), in_hand)).astype(np.uint16)
        ),
        "seat": Column(seat, seat != NOTHING),
        "kind": Column(kind, words=EVENT),
        "tile": Column(tile_codes(tile, reds), tile != NOTHING, words=TILE),
        "tsumogiri": Column(by_tag.tsumogiri.take(row), kind == _CODE[EventKind.DISCARD]),
        "from_seat": Column(source, source != NOTHING),
        "consumed": _consumed(course, before, deals, reds),
    }


class _ByTag:
    """What the event of each tag is; :data:`NOTHING` for what it has not."""

    def __init__(self, course: Course) -> None:
        markup, calls, riichi = course.markup, course.calls, course.riichi
        self.kind = _KIND.take(markup.kind)
        self.seat = markup.kind & 3
        self.tile = markup.tile.copy()
        self.source = np.full(len(self.kind), NOTHING, np.uint8)
        drawn = np.where(markup.kind < Kind.DISCARD, np.arange(len(self.kind)), 0)
        self.tsumogiri = markup.tile.take(np.maximum.accumulate(drawn)) == markup.tile
        call, code, caller = calls.tags.at, calls.code, calls.seat.astype(np.uint8)
        meld = melds().kind.take(code, mode="clip")
        called = np.isin(meld, (CHI, PON, DAIMINKAN))
        self.kind[call] = _MELD_EVENT.take(meld, mode="clip")
        self.seat[call] = caller
        self.tile[call] = melds().tile.take(code, mode="clip")
        self.source[call[called]] = ((caller + melds().offset.take(code, mode="clip")) % 4)[called]
        self.kind[riichi.tags.at[riichi.step == 1]] = _CODE[EventKind.RIICHI]
        self.seat[riichi.tags.at] = riichi.seat
        self.seat[course.indicators.tags.at] = NOTHING
        self.tile[course.indicators.tags.at] = course.indicators.tile

    def rows(self, course: Course) -> Bytes:
        """How many rows each tag is."""
        inside = np.zeros(len(self.kind) + 1, np.int8)
        inside[course.hands.start[course.complete]] += 1
        inside[course.hands.end[course.complete]] -= 1
        count = (self.kind != NOTHING) & (np.cumsum(inside[:-1], dtype=np.int8) > 0)
        count = count.view(np.uint8)
        count[course.hands.start] *= course.players.take(course.hands.game).astype(np.uint8)
        return count


def _consumed(course: Course, before: Ints, deals: Ints, reds: Flags) -> Column:
    """The tiles dealt, a row a player, and the tiles that callers give to their melds.

    Args:
        course: the hands.
        before: how many rows stand before each tag.
        deals: the first row of each complete hand.
        reds: of each row, whether its table has red fives.
    """
    calls = course.calls
    kept = before[calls.tags.at + 1] > before[calls.tags.at]
    call, code = before.take(calls.tags.at[kept]), calls.code[kept]
    complete = np.flatnonzero(course.complete)
    players = course.players.take(course.hands.game[complete])
    count = np.zeros(len(reds), np.uint8)
    count[call] = melds().own_count.take(code)
    count[ranges(deals, players)] = DEALT
    first = np.cumsum(count, dtype=np.int64) - count
    tiles = np.empty(int(first[-1] + count[-1]) if len(count) else 0, np.uint8)
    own = melds().own.take(code, axis=0)
    tiles[ranges(first.take(call), count.take(call).astype(np.int64))] = own[own != NOTHING]
    for seat in range(4):
        seated = players > seat
        place = first.take(deals[seated] + seat)
        tiles[place[:, None] + np.arange(DEALT)] = course.inits.tiles[seat][complete[seated]]
    return Column(tile_codes(tiles, np.repeat(reds, count)), count > 0, count, TILE)
