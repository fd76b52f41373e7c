"""Files that hold tenhou.net/6 JSON, to games: a head, and hands that are still text.

A file is one object with all hands, several objects of one hand each (a line each, in an array, or one after another),
several games, a reviewer's report, a page that carries the viewer's link (``#json=…``), or any of these commented by
hand. What is plain JSON is decoded in one go; everything else is taken apart piece by piece, so that a file that breaks
off gives the hands before.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from urllib.parse import unquote_to_bytes

import msgspec

from mjlog.vocabulary import ErrorCode
from parsers.shared.json5 import plain_json


class Head(msgspec.Struct):
    """Everything of a game but its hands; any of it may be missing or of another shape than usual."""

    ref: Any = None
    name: Any = None
    rule: Any = None
    title: Any = None
    sc: Any = None
    dan: Any = None
    rate: Any = None
    lobby: Any = None
    ratingc: Any = None
    connection: Any = None
    csrule: Any = None
    playerMapping: Any = None  # noqa: N815


class _Whole(Head):
    log: list[msgspec.Raw] | None = None


class _Report(msgspec.Struct):
    split_logs: list[msgspec.Raw] | None = None
    log: Any = None


class _Object(NamedTuple):
    """Text of a JSON object, and whether it is all of it."""

    text: bytes
    whole: bool = True


@dataclass(slots=True)
class Fault:
    """What is wrong: code, words, where (byte of the file), and in which hand of the game."""

    code: ErrorCode
    message: str
    offset: int | None = None
    hand: int | None = None


@dataclass(slots=True)
class Game:
    """A game of a file.

    Attributes:
        head: all but the hands.
        hands: the hands as they stand.
        text: what the game was read from.
        whole: whether the text goes on to its end.
    """

    head: Head
    hands: list[msgspec.Raw]
    text: bytes
    whole: bool = True


_whole: Final = msgspec.json.Decoder(_Whole)
_wholes: Final = msgspec.json.Decoder(list[_Whole])
_report: Final = msgspec.json.Decoder(_Report)
_raw: Final = msgspec.json.Decoder(msgspec.Raw)
_list: Final = msgspec.json.Decoder(list[msgspec.Raw])
_lines: Final = json.JSONDecoder()

_COUNTERS: Final = re.compile(rb"\s*\[\s*\[\s*(\d+)\s*,\s*(\d+)")
_LINK: Final = b"#json="
_LINK_END: Final = re.compile(rb"[\s\"'<>]")
_GAP: Final = re.compile(r"[\s,]*")
_LOG: Final = re.compile(r'"log"\s*:\s*\[\s*(?=\[)')


def games_of(content: bytes) -> tuple[list[Game], list[Fault]]:
    """Games of a file, and what is wrong with the file beside them."""
    faults: list[Fault] = []
    try:
        whole = _whole.decode(content)
    except (msgspec.DecodeError, RecursionError):
        games = _at_once(content)
    else:
        if whole.log:
            return [Game(whole, whole.log, content)], faults
        games = None
    if games is None:
        games = _piece_by_piece(_as_utf8(content, faults), faults)
    joined = list(_joined(games, faults))
    if not joined and not faults:
        faults.append(Fault(ErrorCode.NO_HANDS, "there are no hands in it"))
    return joined, faults


def _at_once(content: bytes) -> Iterator[Game] | None:
    """Games of plain JSON in which every game has a list of hands: a list of objects, or one after another."""
    for decode, texts in (
        (_wholes.decode, _list.decode),
        (_whole.decode_lines, _raw.decode_lines),
    ):
        try:
            wholes = decode(content)
        except (msgspec.DecodeError, RecursionError):
            continue
        if not wholes or not all(whole.log for whole in wholes):
            return None
        return (
            Game(whole, whole.log, bytes(text)) for whole, text in zip(wholes, texts(content), strict=True) if whole.log
        )
    return None


def _piece_by_piece(content: bytes, faults: list[Fault]) -> Iterator[Game]:
    """Games of anything else."""
    for text, whole in _objects(content, faults):
        game = _game(text, faults)
        if game is not None:
            game.whole &= whole
            yield game


def _as_utf8(content: bytes, faults: list[Fault]) -> bytes:
    """The text as UTF-8, without a byte-order mark; bytes that are no text are replaced, which is noted."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace").encode()
    content = content.removeprefix(b"\xef\xbb\xbf")
    try:
        content.decode()
    except UnicodeDecodeError as problem:
        faults.append(Fault(ErrorCode.NOT_UTF8, "bytes that are no UTF-8 text were replaced", offset=problem.start))
        return content.decode("utf-8", "replace").encode()
    return content


def _objects(content: bytes, faults: list[Fault]) -> Iterator[_Object]:
    """The JSON objects of a file, one a game or a hand."""
    if _LINK in content:
        for link in content.split(_LINK)[1:]:
            yield from _values(_linked(link), faults)
    else:
        yield from _values(content, faults)


def _linked(link: bytes) -> bytes:
    """The object a viewer's link carries: as it is, or percent-encoded up to the link's end."""
    if not link.startswith(b"%"):
        text = link.decode("utf-8", "replace")
        try:
            _, end = _lines.raw_decode(text)
        except ValueError:
            return link
        return text[:end].encode()
    return unquote_to_bytes(_LINK_END.split(link, 1)[0])


def _values(content: bytes, faults: list[Fault]) -> Iterator[_Object]:
    """JSON values: one, those of an array or report, one a line, or one after another; mended where that helps."""
    for text in (content, plain_json(content)):
        try:
            value = bytes(_raw.decode(text))
        except (msgspec.DecodeError, RecursionError):
            continue
        yield from _members(value)
        return
    if sum(b'"log"' in line for line in content.splitlines()) > 1:
        yield from _by_line(content, faults)
    else:
        yield from _salvaged(plain_json(content).decode(), faults)


def _members(value: bytes) -> list[_Object]:
    """The objects in a value that is a list of them or a report, else the value itself."""
    if value.lstrip().startswith(b"["):
        return [_Object(bytes(member)) for member in _list.decode(value)]
    try:
        report = _report.decode(value)
    except msgspec.DecodeError:
        return [_Object(value)]
    parts = report.split_logs if report.log is None else None
    return [_Object(bytes(part)) for part in parts] if parts else [_Object(value)]


def _by_line(content: bytes, faults: list[Fault]) -> Iterator[_Object]:
    """Objects of a file with one a line; a line that is none is noted and costs no other."""
    offset = 0
    for number, line in enumerate(content.splitlines(keepends=True), 1):
        text = line.strip().rstrip(b",")
        try:
            if text and text not in {b"[", b"]"}:
                yield from _members(bytes(_raw.decode(text)))
        except (msgspec.DecodeError, RecursionError):
            yield from _salvaged(text.decode(), faults, offset, f"line {number}")
        offset += len(line)


def _salvaged(text: str, faults: list[Fault], offset: int = 0, where: str = "the text") -> Iterator[_Object]:
    """What can be read of a text that breaks off or holds a slip: the hands before it, and the head before them."""
    found = _LOG.search(text)
    if found is None:
        faults.append(Fault(ErrorCode.BAD_JSON, f"{where} is no JSON and holds no log that could be read", offset))
        return
    hands: list[str] = []
    at = found.end()
    try:
        while True:
            _, end = _lines.raw_decode(text, at)
            hands.append(text[at:end])
            gap = _GAP.match(text, end)
            at = gap.end() if gap else end
    except (ValueError, RecursionError):
        where = f"{where} stops being JSON after {len(hands)} {'hand' if len(hands) == 1 else 'hands'}"
        faults.append(Fault(ErrorCode.CUT, where, offset + len(text[:at].encode())))
    if not hands:
        return
    body = ",".join(hands) + "]}"
    try:
        yield _Object(bytes(_raw.decode((text[: found.end()] + body).encode())), whole=False)
    except msgspec.DecodeError:
        yield _Object(f'{{"log":[{body}'.encode(), whole=False)


def _joined(games: Iterable[Game], faults: list[Fault]) -> Iterator[Game]:
    """The games, hands that follow each other in one game joined; what is written twice in a row counts once."""
    current: Game | None = None
    before = b""
    for game in games:
        if game.text == before:
            faults.append(Fault(ErrorCode.REPEATED_HAND, "the same hand is written twice in a row; it counts once"))
            continue
        before = game.text
        if current is not None and _continues(current, game):
            current.hands += game.hands
            current.text += game.text
            current.whole &= game.whole
            continue
        if current is not None:
            yield current
        current = game
    if current is not None:
        yield current


def _continues(game: Game, further: Game) -> bool:
    """Whether the hands are of the same game: one reference, or none and the same players, and counters that go on."""
    if _counters(further.hands[0]) <= _counters(game.hands[-1]):
        return False
    one, other = game.head, further.head
    if one.ref or other.ref:
        return bool(one.ref == other.ref)
    return bool((one.name, one.title, one.rule) == (other.name, other.title, other.rule))


def _counters(hand: msgspec.Raw) -> list[int]:
    """Round and honba of a hand; nothing for one that has none."""
    found = _COUNTERS.match(bytes(hand))
    return [int(found[1]), int(found[2])] if found else []


def _game(text: bytes, faults: list[Fault]) -> Game | None:
    """A game from its object."""
    try:
        head = _whole.decode(text)
    except (msgspec.DecodeError, RecursionError) as problem:
        faults.append(Fault(ErrorCode.BAD_JSON, f"this is no object with a log: {problem}"))
        return None
    if not head.log:
        faults.append(Fault(ErrorCode.NO_HANDS, "there are no hands in it"))
        return None
    return Game(head, head.log, text)
