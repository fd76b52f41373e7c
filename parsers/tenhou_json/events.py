"""The table ``events`` of a batch of tenhou.net/6 logs.

The format lists indicators without the moment they are turned. It is that of the rules: of a closed kan at once; of an
open or added kan before the caller's next discard, or at the next kan or kita if one comes first. An indicator for
which no kan is left stands at the end of the hand.
"""

from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjlog.tables import TILE
from mjlog.vocabulary import EventKind
from parsers.shared.columns import Column, Columns, coded, frame
from parsers.tenhou_json.batch import Batch
from parsers.tenhou_json.held import SHOWN
from parsers.tenhou_json.notation import DEAL, DORA, NO_TILE, Kind
from parsers.tenhou_json.outcomes import SEATS
from parsers.tenhou_json.turns import DEALT, Flags

_CODE: Final = {kind: code for code, kind in enumerate(EventKind)}
_NONE: Final = 255

_EVENT: Final = np.full(len(Kind), _NONE, np.uint8)
_EVENT[Kind.CHI], _EVENT[Kind.PON], _EVENT[Kind.DAIMINKAN] = (
    _CODE[EventKind.CHI], _CODE[EventKind.PON], _CODE[EventKind.DAIMINKAN],
)  # fmt: skip
_EVENT[Kind.KAKAN], _EVENT[Kind.ANKAN], _EVENT[Kind.KITA] = (
    _CODE[EventKind.KAKAN], _CODE[EventKind.ANKAN], _CODE[EventKind.KITA],
)  # fmt: skip
_TAKE: Final = _EVENT.copy()
_TAKE[Kind.TILE] = _CODE[EventKind.DRAW]
_ACT: Final = _EVENT.copy()
_ACT[[Kind.TILE, Kind.TSUMOGIRI]] = _CODE[EventKind.DISCARD]

_PLACE: Final = np.full(256, _NONE, np.uint8)
_PLACE[SHOWN] = np.arange(len(SHOWN))
_AT_PLACE: Final = np.full(256, NO_TILE, np.uint8)
_AT_PLACE[: len(SHOWN)] = SHOWN


def events_table(batch: Batch, ids: pl.Series, shown: Flags) -> pl.DataFrame:
    """Everything that happens in the hands that are shown."""
    played = _Played(batch, shown)
    rows = _Rows(played)
    hand = np.repeat(played.hands, rows.in_hand)
    columns: Columns = {
        "hand": Column(batch.number[hand].astype(np.uint16)),
        "seq": Column((np.arange(len(hand)) - np.repeat(rows.first, rows.in_hand)).astype(np.uint16)),
        "seat": Column(rows.seat, rows.seat != _NONE),
        "kind": coded(rows.kind, pl.Enum(EventKind)),
        "tile": coded(rows.tile, TILE, rows.tile != NO_TILE),
        "tsumogiri": Column(rows.tsumogiri, rows.kind == _CODE[EventKind.DISCARD]),
        "from_seat": Column(rows.source, rows.source != _NONE),
        "consumed": rows.consumed(),
    }
    return frame(columns).insert_column(0, ids.gather(batch.game[hand]))


class _Played:
    """The turns of the hands that are shown, in order of play.

    Attributes:
        batch: the batch.
        hands: the hands shown.
        place: of each turn, which of these hands it belongs to.
        turn, take, act, riichi: the turns, and what they are.
        last: whether it is the hand's last.
    """

    def __init__(self, batch: Batch, shown: Flags) -> None:
        turns, position = batch.play.turns, batch.play.position
        self.batch = batch
        self.hands = np.flatnonzero(shown)
        hand = turns.seat >> 2
        kept = shown[hand]
        in_order = np.zeros(len(hand), np.int64)
        in_order[(turns.first[::SEATS][hand] + position)[kept]] = np.flatnonzero(kept)
        self.turn = in_order[kept]
        self.place = (np.cumsum(shown) - 1)[hand[kept]]
        self.take, self.act, self.riichi = turns.take[self.turn], turns.act[self.turn], turns.riichi[self.turn]
        self.last = np.append(self.place[1:] != self.place[:-1], True)[: len(self.turn)]

    def indicators(self) -> tuple[NDArray[np.int64], Flags, NDArray[np.int64]]:
        """Turns in which an indicator is turned, whether after what is done in them, and its number in the hand."""
        opened = np.flatnonzero(((self.take == Kind.DAIMINKAN) | (self.act == Kind.KAKAN)) & ~self.last) + 1
        opened = opened[self.act[opened] != Kind.NOTHING]
        at = np.concatenate((opened, np.flatnonzero(self.act == Kind.ANKAN)))
        after = self.act[at] >= Kind.KAKAN
        order = np.lexsort((after, at))
        at, after = at[order], after[order]
        number = np.arange(len(at)) - np.searchsorted(self.place[at], self.place[at])
        listed = self.turned[self.place[at]]
        return at[number < listed], after[number < listed], number[number < listed]

    @property
    def turned(self) -> NDArray[np.int64]:
        """By hand, how many indicators the log lists beside the first."""
        listed = self.batch.elements.count[self.hands, DORA].astype(np.int64)
        more: NDArray[np.int64] = np.maximum(listed - 1, 0)
        return more


class _Rows:
    """The rows of the table: a deal a player, then a row for what each turn takes, what it does, and what it turns."""

    def __init__(self, played: _Played) -> None:
        self._played = played
        self._players = played.batch.players[played.hands].astype(np.int64)
        self._acted = played.act != Kind.NOTHING
        turns, hands = len(played.turn), len(played.hands)
        at, after, number = played.indicators()
        before = np.bincount(at[~after], minlength=turns)
        size = 1 + before + played.riichi + self._acted + np.bincount(at[after], minlength=turns)
        left = played.turned - np.bincount(played.place[at], minlength=hands)
        by_turns = np.bincount(played.place, size, hands).astype(np.int64)
        self.in_hand = self._players + by_turns + left
        self.first = np.cumsum(self.in_hand) - self.in_hand
        start = self.first + self._players - (np.cumsum(by_turns) - by_turns)
        self._take_row = np.cumsum(size) - size + start[played.place]
        self._act_row = self._take_row + 1 + before + played.riichi
        total = int(self.in_hand.sum())
        self.kind, self.seat, self.tile, self.source = (np.full(total, _NONE, np.uint8) for _ in range(4))
        self.tsumogiri = np.zeros(total, np.bool_)
        self._fill()
        among = np.arange(len(at)) - np.searchsorted(2 * at + after, 2 * at + after)
        row = np.where(after, (self._act_row + self._acted)[at], self._take_row[at] + 1) + among
        self._turn_indicators(row, played.place[at], number)
        ends = np.repeat(self.first + self.in_hand - left, left)
        among = np.arange(len(ends)) - np.repeat(np.cumsum(left) - left, left)
        place = np.repeat(np.arange(hands), left)
        self._turn_indicators(ends + among, place, (played.turned - left)[place] + among)

    def _fill(self) -> None:
        """Deals, takes, declarations and what is done."""
        played, turns = self._played, self._played.batch.play.turns
        deals = np.repeat(self.first, self._players)
        seat = np.arange(len(deals)) - np.repeat(np.cumsum(self._players) - self._players, self._players)
        self.kind[deals + seat], self.seat[deals + seat] = _CODE[EventKind.DEAL], seat
        owner = (turns.seat[played.turn] & 3).astype(np.uint8)
        row = self._take_row
        self.kind[row], self.seat[row], self.tile[row] = _TAKE[played.take], owner, turns.tile[played.turn]
        called = turns.take_call[played.turn] >= 0
        self.source[row[called]] = turns.source[played.turn[called]]
        row = self._act_row[played.riichi] - 1
        self.kind[row], self.seat[row] = _CODE[EventKind.RIICHI], owner[played.riichi]
        row, turn = self._act_row[self._acted], played.turn[self._acted]
        self.kind[row], self.seat[row] = _ACT[turns.act[turn]], owner[self._acted]
        self.tile[row], self.tsumogiri[row] = turns.act_tile[turn], turns.act[turn] == Kind.TSUMOGIRI

    def _turn_indicators(self, row: NDArray[np.int64], place: NDArray[np.int64], number: NDArray[np.int64]) -> None:
        elements = self._played.batch.elements
        self.kind[row] = _CODE[EventKind.DORA]
        self.tile[row] = elements.tile[elements.first[self._played.hands[place], DORA] + 1 + number]

    def consumed(self) -> Column:
        """Tiles dealt, and the caller's own tiles of calls and kans; null for other rows."""
        played, play = self._played, self._played.batch.play
        take_call, act_call = play.turns.take_call[played.turn], play.turns.act_call[played.turn]
        row = np.concatenate((self._take_row[take_call >= 0], self._act_row[act_call >= 0]))
        call = np.concatenate((take_call[take_call >= 0], act_call[act_call >= 0]))
        own = _AT_PLACE[np.sort(_PLACE[played.batch.elements.own[call]], axis=1)]
        count = np.zeros(len(self.kind), np.int64)
        count[row] = (own != NO_TILE).sum(axis=1)
        dealt = np.flatnonzero(self.kind == _CODE[EventKind.DEAL])
        count[dealt] = DEALT
        start = np.cumsum(count) - count
        tiles = np.zeros(int(count.sum()), np.uint8)
        there = own != NO_TILE
        tiles[(start[row][:, None] + np.arange(own.shape[1]))[there]] = own[there]
        hand = np.repeat(played.hands, self._players)
        first = played.batch.elements.first[hand, DEAL + 3 * self.seat[dealt].astype(np.int64)]
        tiles[start[dealt][:, None] + np.arange(DEALT)] = played.batch.elements.tile[first[:, None] + np.arange(DEALT)]
        return Column(tiles, count > 0, count, TILE)
