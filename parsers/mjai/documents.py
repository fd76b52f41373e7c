"""The documents mjai logs come in: event a line, a JSON list, a viewer's or reviewer's object, a viewer's page.

What cannot be decoded becomes an :class:`~parsers.mjai.events.Unreadable` event in its place, so that it costs one
hand and not the game.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct, field

from mjlog.vocabulary import ErrorCode
from parsers.mjai.events import AnyEvent, Unreadable
from parsers.shared.documents import DocumentError
from parsers.shared.json5 import plain_json
from parsers.shared.json_salvage import whole_objects

_LINES: Final = msgspec.json.Decoder(AnyEvent)
_LIST: Final = msgspec.json.Decoder(list[AnyEvent])


class Envelope(Struct):
    """A JSON object around the events; the fields are those of the files that have any of use."""

    mjai_log: Raw = Raw()
    events: Raw = Raw()
    game: Raw = Raw()
    log: Raw = Raw()
    game_length: str | None = None
    table: int | None = field(default=None, name="type")
    lobby: int | None = None
    dan: list[int] | None = None
    rate: list[float] | None = None
    owari: list[int] | None = None


_ENVELOPE: Final = msgspec.json.Decoder(Envelope)
_RAW_LIST: Final = msgspec.json.Decoder(list[Raw])
_VIEWER: Final = re.compile(rb"allActions\s*=\s*`")
_BOM: Final = b"\xef\xbb\xbf"
_UNKNOWN_TYPE: Final = "Invalid value '"


def read_document(content: bytes) -> tuple[list[Any], Envelope]:
    """The events of a document in order, and what stands around them.

    Raises:
        DocumentError: it is empty, not JSON, or holds no list of events.
    """
    text = content.removeprefix(_BOM).strip()
    if not text:
        raise DocumentError(ErrorCode.EMPTY, "the file is empty")
    if text.startswith((b"//", b"/*")):
        text = plain_json(text).strip()
    if text.startswith(b"<"):
        return _lines(_viewer_lines(text)), Envelope()
    if text.startswith(b"["):
        return _listed(text), Envelope()
    if b"\n" in text and not _one_object(text):
        return _lines(text), Envelope()
    return _enveloped(text)


def _one_object(text: bytes) -> bool:
    """Whether a text of several lines is one pretty-printed object and not an event a line."""
    first = text.split(b"\n", 1)[0].strip()
    return not (first.startswith(b"{") and first.endswith((b"}", b"},")))


def _viewer_lines(page: bytes) -> bytes:
    found = _VIEWER.search(page)
    if found:
        return page[found.end() :].partition(b"`")[0].strip()
    if b"mjai-reviewer" in page:
        raise DocumentError(
            ErrorCode.HTML_PAGE,
            "an mjai-reviewer page without the game's mjai log; the reviewer writes it with --json",
        )
    raise DocumentError(ErrorCode.HTML_PAGE, "a web page without an mjai log in it")


def _lines(text: bytes) -> list[Any]:
    try:
        return list(_LINES.decode_lines(text))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return list(_salvaged(line for line in text.splitlines() if line.strip()))


def _listed(text: bytes) -> list[Any]:
    try:
        return list(_LIST.decode(text))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return list(_salvaged(_elements(text)))


def _elements(text: bytes) -> Iterable[bytes]:
    """Elements of a JSON list; of one that is cut or annotated, as far as it can be read."""
    try:
        return [bytes(raw) for raw in _RAW_LIST.decode(text)]
    except msgspec.DecodeError:
        pass
    try:
        return [bytes(raw) for raw in _RAW_LIST.decode(plain_json(text))]
    except msgspec.DecodeError:
        return whole_objects(text[1:])


def _salvaged(texts: Iterable[bytes]) -> Iterator[Any]:
    """Events one by one; what is not an event is named, protocol messages of unknown kinds are left out."""
    rows = list(texts)
    for number, row in enumerate(rows):
        text = row.decode("utf-8", "replace").strip().rstrip(",")
        try:
            yield _LINES.decode(text)
        except msgspec.ValidationError as error:
            yield Unreadable(_in_words(str(error)))
        except msgspec.DecodeError:
            last = number == len(rows) - 1
            yield Unreadable("the log is cut in the middle of an event" if last else "this is not JSON", cut=last)


def _in_words(problem: str) -> str:
    if problem.startswith(_UNKNOWN_TYPE) and "$.type" in problem:
        return f"an event of the unknown type {problem.removeprefix('Invalid value ').split(' -')[0]}"
    return problem.replace("`", "'").replace("Object missing required field", "the event lacks")


def _enveloped(text: bytes) -> tuple[list[Any], Envelope]:
    if re.match(rb'\{\s*"type"\s*:\s*"', text) or _is_event(text):
        return _lines(text), Envelope()
    try:
        envelope = _ENVELOPE.decode(text)
    except msgspec.ValidationError as error:
        raise DocumentError(
            ErrorCode.WRONG_FORMAT, f"the object around the events is not as expected: {error}"
        ) from error
    except msgspec.DecodeError:
        return _cut_envelope(text)
    for inner in (envelope.mjai_log, envelope.events, envelope.game, envelope.log):
        if bytes(inner).startswith(b"["):
            return _listed(bytes(inner)), envelope
    raise DocumentError(ErrorCode.WRONG_FORMAT, "a JSON object without a list of mjai events (mjai_log, events)")


def _cut_envelope(text: bytes) -> tuple[list[Any], Envelope]:
    try:
        return _enveloped(_re_encoded(plain_json(text)))
    except msgspec.DecodeError:
        pass
    found = re.search(rb'"(?:mjai_log|events|game)"\s*:\s*\[', text)
    if not found:
        raise DocumentError(ErrorCode.CUT, "the JSON ends too early; no events can be read from it")
    return list(_salvaged(whole_objects(text[found.end() :]))), Envelope()


def _re_encoded(text: bytes) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(text))


def _is_event(text: bytes) -> bool:
    try:
        _LINES.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False
    return True
