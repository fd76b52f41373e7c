"""What the head of a tenhou.net/6 log says of the table it was played at: platform, room, length, rules.

The format is Tenhou's, but most files in it come from elsewhere. A Tenhou log id says everything of the table by its
bits; a Mahjong Soul uuid or room name says which preset of that platform holds; an editor's file says what its
``rule.disp`` spells in Tenhou's way, and otherwise nothing: such a game has no rule set and is settled with what it
states.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final, NamedTuple

from mjlog.vocabulary import Length
from parsers.shared.tenhou_rules import era_of, length, rules
from parsers.shared.tenhou_vocabulary import LOG_ID, TableType, room
from parsers.tenhou_json.documents import Head

_TENHOU_ID: Final = re.compile(LOG_ID)
_MAJSOUL_ID: Final = re.compile(r"\d{6}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_BLANK_ID: Final = re.compile(r"[0-]*")

_TENHOU_DISPLAY: Final = re.compile(
    "三?四?[般上特鳳若銀琥技](?P<length>[東南])(?P<tanyao>喰)?(?P<red>赤)?速?光?(祝[２５])?－?"
)
_RANKED: Final = re.compile(
    "[銅銀金玉]の間|王座の間|[铜銅银銀金玉]之[间間]|王座[间間]|(?:Bronze|Silver|Gold|Jade|Throne) Room"
)
_CASUAL: Final = re.compile("交流の間|休[闲閒]普通[场場]|Casual Match")
_PRIVATE: Final = re.compile("友人戦|大会戦|友人场|赛事场|Friendly|Tournament|Tounament")
_CONTEST: Final = re.compile(r":\s*(\d+)\s*$")

_HANCHAN, _NO_RED_FIVES, _NO_OPEN_TANYAO, _THREE_PLAYERS = (
    kind.value
    for kind in (TableType.HANCHAN, TableType.NO_RED_FIVES, TableType.NO_OPEN_TANYAO, TableType.THREE_PLAYERS)
)
_SPECIAL: Final = (TableType.CHIPS | TableType.PARLOUR | TableType.ONE_HAND).value
"""Tables that do not begin with the usual points."""

_START: Final = {4: 25_000, 3: 35_000}
_MAJSOUL_UMA: Final = {4: (15_000, 5_000, -5_000, -15_000), 3: (15_000, 0, -15_000)}
_STEP: Final = 1000
_MOST: Final = 2**31
_WHOLE: Final = {int}
_REAL: Final = {int, float}
_ZERO: Final = {0}
_SMALL_UMA: Final = -10
_RETURN: Final = 30


@dataclass(slots=True)
class Table:
    """Columns of ``games`` that the head tells of a kind of table, and what of its rules is not understood."""

    platform: str | None = None
    length: Length | None = None
    room: str | None = None
    rules: str | None = None
    overrides: str | None = None
    red_fives: int | None = None
    open_tanyao: bool | None = None
    unknown: str | None = None


class Course(NamedTuple):
    """What of a game tells of its table's rules.

    Attributes:
        players: 3 or 4.
        start: points before the first hand, if that is East 1 without counters.
        scores: points and scores at the end (:func:`final_scores`).
    """

    players: int
    start: Sequence[int] | None
    scores: Sequence[float] | None


class Seated(NamedTuple):
    """A game's own id, the lobby it was played in, and the kind of table, which games share."""

    game_id: str | None
    lobby: str | None
    table: Table


def table_of(head: Head, game: Course, name: str | None) -> Seated:
    """The table of a game.

    Args:
        head: the head of the log.
        game: what else tells of the rules.
        name: Tenhou log id in the file's name, used where the head has none.
    """
    reference = head.ref.strip() if isinstance(head.ref, str) else ""
    if _TENHOU_ID.fullmatch(reference or name or ""):
        return _tenhou(reference or name or "", head, game)
    display = _display(head)
    found = _MAJSOUL_ID.match(reference)
    if found or _is_majsoul(head, display):
        game_id = found[0] if found and not _BLANK_ID.fullmatch(found[0]) else None
        return _majsoul(head, display, game)._replace(game_id=game_id)
    table = _edited(display, game)
    table.red_fives = _red_fives(head.rule, game.players)
    return Seated(reference or None, None, table)


def _tenhou(log_id: str, head: Head, game: Course) -> Seated:
    kind, lobby = int(log_id[13:17], 16), str(int(log_id[18:-9]))
    fields = head.csrule
    custom = ",".join(map(str, fields)) if isinstance(fields, list) else fields if isinstance(fields, str) else ""
    if not (custom or kind & _SPECIAL or _starts_as_usual(game.start, game.players)):
        return Seated(log_id, lobby, _tenhou_table(kind, game.players))
    era, told = _era(int(log_id[:8]), game, east=length(kind) == Length.EAST)
    return Seated(log_id, lobby, _ruled_table(kind, game.players, era, told, custom or None))


@lru_cache(1 << 10)
def _tenhou_table(kind: int, players: int) -> Table:
    return Table(
        platform="tenhou",
        length=length(kind),
        room=room(kind),
        red_fives=0 if kind & _NO_RED_FIVES else players - 1,
        open_tanyao=not kind & _NO_OPEN_TANYAO,
    )


@lru_cache(1 << 10)
def _ruled_table(kind: int, players: int, era: str, told: bool, custom: str | None) -> Table:
    table = replace(_tenhou_table(kind, players))
    kind = kind | _THREE_PLAYERS if players == 3 else kind & ~_THREE_PLAYERS
    table.rules, table.overrides, table.unknown = rules(kind, era, told, None, custom)
    return table


def _era(day: int, game: Course, *, east: bool) -> tuple[str, bool]:
    """Era of Tenhou's rules, and whether the final scores tell if they are rounded."""
    listed, players = game.scores or [], game.players
    fractional = not {score % 1 for score in listed[1::2]} <= _ZERO
    rounded = not fractional and not {points % _STEP for points in listed[::2]} <= _ZERO
    era = era_of(day, fractional=fractional, rounded=rounded, east_only=east and players != 3)
    if listed and era.startswith("2009") and east and players != 3:
        pairs = list(zip(listed[::2], listed[1::2], strict=True))
        points, _ = min(pairs)
        base = (abs(points) + 500) // _STEP * (1 if points > 0 else -1) - _RETURN
        era = "2009-east" if min(score for _, score in pairs) - base == _SMALL_UMA else "2009"
    return era, fractional or rounded


def _for_players(name: str, players: int) -> str:
    return name if players == 4 else f"{name}-3p"


def _starts_as_usual(start: Sequence[int] | None, players: int) -> bool:
    """Whether the game begins with the points both platforms deal out; a log that begins later does not tell."""
    return start is None or set(start) == {_START[players]}


def _display(head: Head) -> str:
    display = head.rule.get("disp") if isinstance(head.rule, dict) else None
    return display if isinstance(display, str) else ""


def _titles(head: Head) -> list[str]:
    """Texts of the title, which some exporters nest."""
    titles = [head.title]
    while titles and isinstance(titles[0], list):
        titles = [*titles[0], *titles[1:]]
    return [title for title in titles if isinstance(title, str)]


def _is_majsoul(head: Head, display: str) -> bool:
    """Whether a log without a uuid shows Mahjong Soul's rooms or ranks."""
    ranks = head.dan if isinstance(head.dan, list) else []
    starred = any(isinstance(rank, str) and "★" in rank for rank in ranks)
    return starred or any(map(_names_majsoul, (display, *_titles(head)[:1])))


@lru_cache(1 << 10)
def _names_majsoul(text: str) -> bool:
    return text == "Mahjong Soul" or any(place.search(text) for place in (_RANKED, _CASUAL, _PRIVATE))


def _majsoul(head: Head, display: str, game: Course) -> Seated:
    room = _majsoul_room(display)
    lobby = overrides = None
    if room.private:
        contest = next((found for title in _titles(head) if (found := _CONTEST.search(title))), None)
        lobby = contest[1] if contest else None
        overrides = _private_rules(game)
    ruled = overrides is not None or (room.ordinary and _starts_as_usual(game.start, game.players))
    table = Table(
        platform="majsoul",
        length=room.length,
        room=room.name,
        rules=_for_players("majsoul", game.players) if ruled else None,
        overrides=overrides or None,
        red_fives=_red_fives(head.rule, game.players),
        open_tanyao=True if room.ordinary or "喰" in display else None,
    )
    return Seated(None, lobby, table)


class _Room(NamedTuple):
    """What a room is called, how long its games are, and whether its rules are the platform's or the host's."""

    name: str | None
    length: Length | None
    ordinary: bool
    private: bool


@lru_cache(1 << 10)
def _majsoul_room(display: str) -> _Room:
    ordinary = _RANKED.search(display) or _CASUAL.search(display)
    private = None if ordinary else _PRIVATE.search(display)
    place = ordinary or private
    name = place[0] if place else display or None
    return _Room(name, _length_of_display(display), ordinary is not None, private is not None)


def _length_of_display(display: str) -> Length | None:
    if re.search("南|South|半荘", display):
        return Length.HANCHAN
    return Length.EAST if re.search("東|东|East", display) else None


def _private_rules(game: Course) -> str | None:
    """What the final scores of a friend room or tournament say of its rules; None where they fit no uma.

    Such rooms set their own points and uma, which exporters leave out. Scores that are points less the starting points
    plus whole thousands by rank state them; nothing else of the room's rules is known, and the preset's stand for it.
    """
    players, start, final = game
    if final is None or start is None or len(set(start)) != 1:
        return None
    exact = [int(Decimal(str(value)) * (_STEP if place % 2 else 1)) for place, value in enumerate(final)]
    ranked = sorted(zip(exact[::2], exact[1::2], strict=True), key=lambda pair: -pair[0])
    uma = tuple(score - (points - start[0]) for points, score in ranked)
    if sum(uma) or any(amount % _STEP for amount in uma) or sorted(uma, reverse=True) != list(uma):
        return None
    overrides = [] if start[0] == _START[players] else [f"start_points={start[0]}", f"return_points={start[0]}"]
    if uma != _MAJSOUL_UMA[players]:
        overrides.append(f"uma={','.join(str(amount // _STEP) for amount in uma)}")
    return "; ".join(overrides)


def _edited(display: str, game: Course) -> Table:
    """A table known by nothing but what an editor wrote for its rules."""
    spelled = _TENHOU_DISPLAY.fullmatch(display)
    if not spelled:
        return Table(room=display or None, length=_length_of_display(display))
    table = Table(
        room=display,
        length=Length.HANCHAN if spelled["length"] == "南" else Length.EAST,
        open_tanyao=spelled["tanyao"] is not None,
    )
    if _starts_as_usual(game.start, game.players):
        table.rules = _for_players("tenhou", game.players)
    return table


def _red_fives(rule: Any, players: int) -> int | None:
    """Red fives in the wall; with three players there is no five of man."""
    if not isinstance(rule, dict):
        return None
    suits = ("aka51", "aka52", "aka53")[4 - players :]
    counts = [rule[suit] for suit in suits if isinstance(rule.get(suit), int)]
    if counts:
        return min(sum(map(int, counts)), 4)
    whole = rule.get("aka")
    return None if not isinstance(whole, int) else len(suits) if whole else 0


def final_scores(scores: Any, players: int) -> list[float] | None:
    """Points and score, in thousands, of each seat at the end; None where they are not that."""
    if not isinstance(scores, list) or len(scores) < 2 * players or not {*map(type, scores)} <= _REAL:
        return None
    listed: list[float] = scores[: 2 * players]
    points, final = listed[::2], listed[1::2]
    whole = {*map(type, points)} == _WHOLE or all(each % 1 == 0 for each in points)
    fit = max(map(abs, points)) < _MOST and max(map(abs, final)) < _MOST / _STEP
    return listed if whole and fit else None
