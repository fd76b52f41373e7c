"""One Mahjong Soul record, read record by record."""

from collections.abc import Callable, Iterator
from operator import length_hint
from typing import Any, Final, TypeAlias

from mjlog.vocabulary import ErrorCode, MeldKind
from parsers.majsoul.documents import Log
from parsers.majsoul.messages import UNDECODABLE, Decode, from_json, from_protobuf
from parsers.majsoul.round import BITS, CODES, Round, deal_of, dealer_draws, tiles
from parsers.shared.gathered import Desk
from parsers.shared.replay import DISCARD, DRAW, RIICHI, TILE_SHIFT, TSUMOGIRI, UNKNOWN, UNSEEN_DRAW, PlayError

_CALLS: Final = (MeldKind.CHI, MeldKind.PON, MeldKind.DAIMINKAN)
_ADDED_KAN, _CLOSED_KAN = 2, 3
_NORTH: Final = CODES["4z"]
_EVENT_RECORDS: Final = {
    "RecordHuleXueZhanMid": "Battle of Asura",
    "RecordHuleXueZhanEnd": "Battle of Asura",
    "RecordGangResult": "Sichuan rules",
    "RecordGangResultEnd": "Sichuan rules",
    "RecordChangeTile": "exchange of three tiles",
    "RecordSelectGap": "Sichuan rules",
    "RecordRevealTile": "hidden discards",
    "RecordLockTile": "hidden discards",
    "RecordUnveilTile": "hidden discards",
    "RecordFillAwaitingTiles": "astrology",
    "RecordNewCard": "cards",
}
"""Records of modes in which a hand has several results or tiles change."""


class _BySeat(dict[int, int]):
    def __missing__(self, seat: int) -> int:
        raise PlayError(f"there is no seat {seat}")


_DRAW: Final = _BySeat(enumerate(DRAW))
_DISCARD: Final = _BySeat(enumerate(DISCARD))
_UNSEEN_DISCARD: Final = _BySeat((seat, event + (UNKNOWN << TILE_SHIFT)) for seat, event in enumerate(DISCARD))
_RIICHI: Final = _BySeat(enumerate(RIICHI))

_SEAT_OF: Final = {b"\x08\x00": 0, b"\x08\x01": 1, b"\x08\x02": 2, b"\x08\x03": 3, b"\x12\x02": 0}
"""Seat of a discard by the first bytes of its message: fields stand in order, and a seat of zero is left out."""

_LIQI: Final = b"\x18\x01"
"""Bytes without which a discard declares no riichi (``is_liqi``); they may also be part of something else."""


class Walk:
    """Reads the records of a game into the rows of a batch.

    Attributes:
        kept: hands added.
        whole: whether the last hand has its result.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._play = desk.gathered.play
        self._round: Round | None = None
        self._rounds = 0
        self._watched = False
        self._count = 0
        self._left: Iterator[Any] = iter(())
        self.kept = 0
        self.whole = True

    @property
    def _at(self) -> int:
        """The record being read, by its number."""
        return self._count - 1 - length_hint(self._left)

    def read(self, log: Log) -> None:
        """Walk the records."""
        self._count, self._left, steps = len(log.records), iter(log.records), _STEPS[log.json]
        while True:
            try:
                if self._desk.events:
                    self._follow(steps)
                else:
                    self._skim(steps, binary=not log.json)
                break
            except UNDECODABLE as problem:
                self._spoil(f"the record cannot be decoded ({problem})")
            except PlayError as problem:
                self._spoil(str(problem))
        self._close(self._count)

    def _follow(self, steps: "_Steps") -> None:
        """Read every record; draws and discards, four in five, are taken here without a call."""
        emit, deal_tile, discard_tile = self._play.stream.append, Walk.deal_tile, Walk.discard_tile
        for found in self._left:
            decode, handle = steps[found.name]
            record = decode(found.data)
            if self._watched:
                self._watch(record)
            if handle is deal_tile:
                emit(_DRAW[record.seat] + BITS[record.tile])
            elif handle is discard_tile and not record.is_liqi:
                emit(_DISCARD[record.seat] + BITS[record.tile] + TSUMOGIRI[record.moqie])
            else:
                handle(self, record)

    def _skim(self, steps: "_Steps", *, binary: bool) -> None:
        """Read what the tables need where no events are wanted.

        A win states its tiles, so that a draw need not be decoded, nor a discard without riichi. Only of a watched hand
        every record counts: a riichi may be accepted in it, or an indicator turned.
        """
        emit, deal_tile, discard_tile = self._play.stream.append, Walk.deal_tile, Walk.discard_tile
        for found in self._left:
            decode, handle = steps[found.name]
            if handle is deal_tile and not self._watched:
                emit(UNSEEN_DRAW)
                continue
            content = found.data
            if binary and handle is discard_tile and not self._watched and _LIQI not in content:
                seat = _SEAT_OF.get(content[:2])
                if seat is not None:
                    emit(_UNSEEN_DISCARD[seat])
                    continue
            record = decode(content)
            if self._watched:
                self._watch(record)
            if handle is discard_tile and not record.is_liqi:
                emit(_UNSEEN_DISCARD[record.seat])
            else:
                handle(self, record)

    def _watch(self, record: Any) -> None:
        """A riichi declared is accepted by whatever comes next but a ron; indicators stand in draws and discards."""
        hand = self._round
        if hand is None:
            return
        kind = type(record).__name__
        if hand.pending is not None and kind not in _RESULTS:
            if not (kind in _TELLING_RIICHI and record.liqi.failed):
                hand.accept(hand.pending)
            hand.pending = None
        if kind in _TELLING_DORA:
            hand.show(record.doras)
        self._watched = hand.hand.kans > 0 or hand.pending is not None

    def _spoil(self, problem: str) -> None:
        """Set the hand being read aside; the next one starts afresh."""
        hand, self._round, at = self._round, None, self._at
        if hand is not None:
            self.whole = False
            message = f"hand {hand.name} is set aside: record {at}: {problem}"
            self._desk.error(ErrorCode.BAD_HAND, message, at, hand.number)
        elif not self._rounds:
            self._desk.error(ErrorCode.BAD_EVENT, f"record {at}: {problem}", at)

    def _close(self, at: int) -> None:
        hand, self._round = self._round, None
        if hand is not None:
            self.whole = False
            message = f"hand {hand.name} is set aside: the record has no result of it"
            self._desk.error(ErrorCode.NO_RESULT, message, at, hand.number)

    def new_round(self, record: Any) -> None:
        at = self._at
        self._close(at)
        hand = Round(self._rounds, at, record, self._play.begin())
        self._rounds += 1
        self._round, self._watched, self.whole = hand, False, True
        hand.dora = tiles(record.doras or ([record.dora] if record.dora else []))
        if self._desk.events:
            hand.deal, first, hand.first_is_known = deal_of(record)
            if first is not None:
                self._play.stream.append(_DRAW[record.ju] + (first << TILE_SHIFT))
        elif dealer_draws(record):
            self._play.stream.append(UNSEEN_DRAW)

    def deal_tile(self, record: Any) -> None:
        """A draw."""
        self._play.stream.append(_DRAW[record.seat] + BITS[record.tile])

    def discard_tile(self, record: Any) -> None:
        """A discard, with the riichi declared on it."""
        if record.is_liqi:
            self._play.stream.append(_RIICHI[record.seat])
            if self._round is not None:
                self._round.pending = record.seat
                self._watched = True
        self._play.stream.append(_DISCARD[record.seat] + BITS[record.tile] + TSUMOGIRI[record.moqie])

    def call(self, record: Any) -> None:
        hand = self._round
        if hand is None:
            return
        seat, kind, texts, froms = record.seat, record.type, list(record.tiles), list(record.froms)
        if kind >= len(_CALLS) or len(texts) != len(froms):
            raise PlayError(f"a call of the unknown type {kind}")
        called = [place for place, other in enumerate(froms) if other != seat]
        if len(called) != 1:
            raise PlayError("a call that takes more or less than one tile of another seat")
        own = tiles(texts)
        tile = own.pop(called[0])
        hand.hand.call(_CALLS[kind], seat, tile, froms[called[0]], own)
        self._watched = self._watched or hand.hand.kans > 0

    def kan(self, record: Any) -> None:
        hand = self._round
        if hand is None:
            return
        if record.type == _ADDED_KAN:
            hand.hand.added_kan(record.seat, CODES[record.tiles])
        elif record.type == _CLOSED_KAN:
            hand.closed_kan(record.seat, record.tiles, self._play.stream[self._play.start :])
        else:
            raise PlayError(f"a kan of the unknown type {record.type}")
        self._watched = True

    def kita(self, record: Any) -> None:
        if self._round is not None:
            self._round.hand.kita(record.seat, _NORTH)

    def hule(self, record: Any) -> None:
        self._end(Round.won, record)

    def no_tile(self, record: Any) -> None:
        self._end(Round.drawn, record)

    def liu_ju(self, record: Any) -> None:
        self._end(Round.aborted, record)

    def _end(self, settle: Callable[[Round, Desk, Any], None], record: Any) -> None:
        hand = self._round
        if hand is None:
            return
        settle(hand, self._desk, record)
        self._round, self._watched = None, False
        self.kept += 1


_Handler: TypeAlias = Callable[[Walk, Any], None]
_HANDLERS: Final[dict[str, _Handler]] = {
    "RecordNewRound": Walk.new_round,
    "RecordDealTile": Walk.deal_tile,
    "RecordDiscardTile": Walk.discard_tile,
    "RecordChiPengGang": Walk.call,
    "RecordAnGangAddGang": Walk.kan,
    "RecordBaBei": Walk.kita,
    "RecordHule": Walk.hule,
    "RecordNoTile": Walk.no_tile,
    "RecordLiuJu": Walk.liu_ju,
}
_RESULTS: Final = frozenset({"RecordHule", "RecordNoTile", "RecordLiuJu"})
_TELLING_RIICHI: Final = frozenset({"RecordDealTile", "RecordChiPengGang"})
_TELLING_DORA: Final = frozenset({"RecordDealTile", "RecordDiscardTile", "RecordAnGangAddGang", "RecordBaBei"})


class _Steps(dict[str, tuple[Decode, _Handler]]):
    """How each record is decoded and what takes it, by every spelling of its name."""

    def __init__(self, decoder: Callable[[str], Decode]) -> None:
        for name, handler in _HANDLERS.items():
            for spelling in _spellings(name):
                self[spelling] = (decoder(name), handler)

    def __missing__(self, name: str) -> tuple[Decode, _Handler]:
        raise PlayError(f"a record of the unknown kind {name!r}")


def _spellings(name: str) -> list[str]:
    """Names with and without the package and with and without ``Record``."""
    return [prefix + short for prefix in (".lq.", "lq.", "") for short in (name, name.removeprefix("Record"))]


_NEW_ROUND: Final = frozenset(_spellings("RecordNewRound"))
_EVENT_MARKS: Final = [name.removeprefix("Record").encode() for name in _EVENT_RECORDS]
_MODE_OF: Final = {spelling: mode for name, mode in _EVENT_RECORDS.items() for spelling in _spellings(name)}
_STEPS: Final = {False: _Steps(from_protobuf), True: _Steps(from_json)}


def event_mode(log: Log) -> str | None:
    """Name of the mode whose own records these are; null for ordinary riichi."""
    if log.text and not any(mark in log.text for mark in _EVENT_MARKS):
        return None
    names = dict.fromkeys(record.name for record in log.records)
    return next((mode for name in names if (mode := _MODE_OF.get(name)) is not None), None)


def first_round(log: Log) -> Any:
    """The first ``RecordNewRound`` that can be decoded; null without one."""
    steps = _STEPS[log.json]
    for record in log.records:
        if record.name in _NEW_ROUND:
            try:
                return steps[record.name][0](record.data)
            except UNDECODABLE:
                continue
    return None
