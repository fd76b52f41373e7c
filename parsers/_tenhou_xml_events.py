"""The table ``events`` of a batch of Tenhou XML."""

from typing import Final

import numpy as np
import polars as pl

from mjlog.tables import TILE
from mjlog.vocabulary import EventKind
from parsers._code_lists import tile_lists
from parsers._columns import column, words
from parsers._tenhou_melds import CHI, DAIMINKAN, KINDS, PON, melds
from parsers._tenhou_xml_course import Course
from parsers._tenhou_xml_scan import Bytes, Ints, Kind, ranges
from parsers._tenhou_xml_hands import Games
from parsers._tenhou_xml_values import DEALT

_EVENTS: Final = tuple(EventKind)
_CODE: Final = {kind: code for code, kind in enumerate(_EVENTS)}
NOTHING: Final = 255
_MELD_EVENT: Final = np.array([_EVENTS.index(EventKind(kind)) for kind in KINDS], np.uint8)

_KIND: Final = np.full(max(Kind) + 1, NOTHING, np.uint8)
_KIND[Kind.DRAW : Kind.DRAW + 4] = _CODE[EventKind.DRAW]
_KIND[Kind.DISCARD : Kind.DISCARD + 4] = _CODE[EventKind.DISCARD]
_KIND[Kind.INIT] = _CODE[EventKind.DEAL]
_KIND[Kind.DORA] = _CODE[EventKind.DORA]


def events_table(course: Course, games: Games) -> pl.DataFrame:
    """Everything that happens in the complete hands.

    A tag is a row, but the start of a hand is a row a player, and what is no event is none: a column is made by tag
    first, and then its values are repeated so.
    """
    by_tag = _ByTag(course)
    count = by_tag.rows(course, games)
    before = np.concatenate([[0], np.cumsum(count, dtype=np.int64)])
    first = before.take(course.hands.start)
    in_hand = before.take(course.hands.end) - first
    row = np.repeat(np.arange(len(count)), count)
    document = np.repeat(course.hands.document, in_hand)
    kind, tile, source = by_tag.kind.take(row), by_tag.tile.take(row), by_tag.source.take(row)
    deals = first[in_hand > 0]
    players = games.players.take(course.hands.document[in_hand > 0])
    seat = by_tag.seat.take(row)
    seat[ranges(deals, players)] = ranges(np.zeros(len(deals), np.int64), players)
    return pl.DataFrame(
        {
            "game_id": games.ids.gather(document),
            "hand": np.repeat(course.hands.number.astype(np.uint16), in_hand),
            "seq": (np.arange(len(row)) - np.repeat(first, in_hand)).astype(np.uint16),
            "seat": column(seat, seat != NOTHING),
            "kind": words(kind, pl.Enum(EventKind)),
            "tile": words(games.tiles(tile, document), TILE, tile != NOTHING),
            "tsumogiri": column(by_tag.tsumogiri.take(row), kind == _CODE[EventKind.DISCARD]),
            "from_seat": column(source, source != NOTHING),
            "consumed": _consumed(course, games, before, deals, document),
        }
    )


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

    def rows(self, course: Course, games: Games) -> Bytes:
        """How many rows each tag is."""
        inside = np.zeros(len(self.kind) + 1, np.int8)
        inside[course.hands.start[course.complete]] += 1
        inside[course.hands.end[course.complete]] -= 1
        count = (self.kind != NOTHING) & (np.cumsum(inside[:-1], dtype=np.int8) > 0)
        count = count.view(np.uint8)
        count[course.hands.start] *= games.players.take(course.hands.document).astype(np.uint8)
        return count


def _consumed(course: Course, games: Games, before: Ints, deals: Ints, document: Ints) -> pl.Series:
    """The tiles dealt, a row a player, and the tiles that callers give to their melds.

    Args:
        course: the hands.
        games: their games.
        before: how many rows stand before each tag.
        deals: the first row of each hand.
        document: document of each row.
    """
    kept = before[course.calls.tags.at + 1] > before[course.calls.tags.at]
    call, code = before.take(course.calls.tags.at[kept]), course.calls.code[kept]
    own = melds().own.take(code, axis=0)
    complete = np.flatnonzero(course.complete)
    players = games.players.take(course.hands.document[complete])
    count = np.zeros(len(document), np.int64)
    count[call] = melds().own_count.take(code)
    count[ranges(deals, players)] = DEALT
    end = np.cumsum(count)
    tiles = np.empty(int(end[-1]) if len(end) else 0, np.uint8)
    tiles[ranges((end - count).take(call), count.take(call))] = own[own != NOTHING]
    for seat in range(4):
        seated = players > seat
        place = (end - count).take(deals[seated] + seat)
        tiles[place[:, None] + np.arange(DEALT)] = course.inits.tiles(seat)[complete[seated]]
    return tile_lists(games.tiles(tiles, np.repeat(document, count)), count, count > 0)
