"""Documents of Mahjong Soul records, to recorded tables."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

import polars as pl

from mjlog.parsing import Recorded, address, content_id
from mjlog.vocabulary import ErrorCode
from parsers.majsoul import NAME
from parsers.majsoul.documents import Log, read_document
from parsers.majsoul.game import Walk, event_mode, first_round
from parsers.majsoul.rules import Terms, grade, n_players, terms
from parsers.shared.documents import TOO_DEEP, DocumentError
from parsers.shared.gathered import Desk, Gathered

_Found: TypeAlias = tuple[str, bytes, Log]
"""Address, content and log."""

_LAST_SECOND: Final = 2**32
"""Times in the protocol are 32 bits."""

_UUID: Final = re.compile(r"\d{6}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def parse(documents: pl.DataFrame, events: bool) -> Recorded:
    """The documents of a batch as tables."""
    gathered = Gathered(NAME)
    found: list[_Found] = []
    for source, member, content in documents.select("source", "member", "content").iter_rows():
        where = address(source, member)
        try:
            found += [(where, content, log) for log in read_document(content)]
        except DocumentError as error:
            gathered.error(where, error.code, str(error))
        except RecursionError:
            gathered.error(where, TOO_DEEP.code, str(TOO_DEEP))
    for where, identity, log in _paired(gathered, found):
        _Game(gathered, where, identity, log, events=events).read()
    return gathered.recorded(events=events)


def _paired(gathered: Gathered, found: list[_Found]) -> Iterator[tuple[str, str, Log]]:
    """The logs with records, each with its id and, where it has none itself, the head of the same game."""
    heads = {_key(where, log): log.head for where, _, log in found if log.head is not None}
    several = {where for where, times in Counter(where for where, _, _ in found).items() if times > 1}
    played = set()
    for nth, (where, content, log) in enumerate(found):
        if not log.records:
            continue
        key = _key(where, log)
        played.add(key)
        whole = log if log.head is not None else replace(log, head=heads.get(key))
        own = whole.uuid or (whole.head.uuid if whole.head is not None else "")
        yield where, own or _made_id(where, content, nth if where in several else None), whole
    for where, _, log in found:
        if not log.records:
            _without_hands(gathered, where, log, beside=_key(where, log) in played)


def _made_id(where: str, content: bytes, nth: int | None) -> str:
    """Id of a game that does not state its own: the one in the file's name, or one made of the content."""
    if nth is not None:
        return f"{content_id(content)}-{nth}"
    named = _UUID.search(_file_name(where))
    return named[0] if named is not None else content_id(content)


def _without_hands(gathered: Gathered, where: str, log: Log, *, beside: bool) -> None:
    """Say what a document without records is; nothing of a head that belongs to records in the batch."""
    game_id = (log.head.uuid if log.head is not None else log.uuid) or None
    if log.damage:
        gathered.error(where, ErrorCode.CUT, log.damage, game_id=game_id)
    elif log.head is None:
        gathered.error(
            where, ErrorCode.NO_HANDS, "a record without events, neither records nor actions", game_id=game_id
        )
    elif not beside:
        place = f"the platform keeps them at {log.data_url}" if log.data_url else "their file is not beside it"
        gathered.error(where, ErrorCode.NO_HANDS, f"the head of a record without its hands; {place}", game_id=game_id)


def _key(where: str, log: Log) -> str:
    """What the two files of a game have in common: the game's id, else the name before its first dot."""
    uuid = log.head.uuid if log.head is not None else log.uuid
    named = _UUID.search(_file_name(where))
    return uuid or (named[0] if named else _file_name(where).partition(".")[0])


def _file_name(where: str) -> str:
    return where.rpartition("/")[2].rpartition("::")[2]


class _Game:
    """One game: its hands read, and its rows in ``games`` and ``players``."""

    def __init__(self, gathered: Gathered, source: str, game_id: str, log: Log, *, events: bool) -> None:
        self._gathered, self._log = gathered, log
        self._source, self._id, self._events = source, game_id, events

    def read(self) -> None:
        log = self._log
        first = first_round(log)
        if first is None:
            self._error(ErrorCode.NO_HANDS, "no hand begins in the record (no RecordNewRound)")
            return
        players = self._players(first)
        known = terms(log.head.config, players) if log.head is not None else Terms()
        if mode := known.refused or event_mode(log):
            self._error(
                ErrorCode.NOT_RIICHI, f"a game of the mode {mode}, which is not riichi mahjong as it is settled here"
            )
            return
        walk = Walk(Desk(self._gathered, self._source, self._id, players, self._events))
        walk.read(log)
        if log.damage:
            self._error(ErrorCode.CUT, log.damage)
        if known.unknown:
            message = f"an event room ({known.unknown}) whose rules are not known; settled with what the record states"
            self._error(ErrorCode.UNKNOWN_RULES, message)
        if walk.kept:
            self._add_game(known, players, complete=walk.whole and not log.damage)
            self._add_players(players)

    def _error(self, code: ErrorCode, message: str) -> None:
        self._gathered.error(self._source, code, message, game_id=self._id)

    def _players(self, first: Any) -> int:
        if len(first.scores) == 3:
            return 3
        by_mode = n_players(self._log.head.config) if self._log.head is not None else None
        return 3 if by_mode == 3 and not first.tiles3 else 4

    def _add_game(self, known: Terms, players: int, *, complete: bool) -> None:
        head = self._log.head
        started = head.start_time if head is not None else 0
        self._gathered.game(
            game_id=self._id,
            platform=NAME,
            format=NAME,
            source=self._source,
            started_at=datetime.fromtimestamp(started, UTC) if 0 < started < _LAST_SECOND else None,
            n_players=players,
            length=known.length,
            room=known.room,
            lobby=known.lobby,
            rules=known.rules,
            rule_overrides=known.overrides,
            red_fives=known.red_fives,
            open_tanyao=known.open_tanyao,
            first_dealer=0,
            complete=complete,
        )

    def _add_players(self, players: int) -> None:
        head = self._log.head
        humans = {account.seat: account for account in head.accounts} if head is not None else {}
        robots = {robot.seat: robot for robot in head.robots} if head is not None else {}
        results = list(head.result.players) if head is not None else []
        ranked = any(player.part_point_1 for player in results)
        scored = any(player.total_point for player in results)
        places = {player.seat: (rank, player) for rank, player in enumerate(results, 1)}
        for seat in range(players):
            account, robot = humans.get(seat), robots.get(seat)
            rank, result = places.get(seat, (None, None))
            level = (account.level if players == 4 else account.level3) if account is not None else None
            self._gathered.player(
                self._source,
                game_id=self._id,
                seat=seat,
                name=_name(account, robot) if head is not None else None,
                account_id=str(account.account_id) if account is not None and account.account_id else None,
                grade=grade(level.id) if level is not None else None,
                is_ai=account is None if head is not None and (humans or robots) else None,
                recorded_points=result.part_point_1 if result is not None and ranked else None,
                recorded_score=result.total_point if result is not None and scored else None,
                recorded_rank=rank,
            )


def _name(account: Any, robot: Any) -> str | None:
    """An AI seat has no account; its name is made up where the record gives it none."""
    if account is not None:
        return account.nickname or None
    return (robot.nickname if robot is not None else "") or "AI"
