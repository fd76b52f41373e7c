"""The shapes in which people hold Mahjong Soul records, made one: a head, and records in order.

Binary: a ``Wrapper`` with ``GameDetailRecords``, a ``ResGameRecord``, or a server's answer (three bytes before it).
JSON: the same decoded by any exporter, the records still in base64 or as objects, under ``data``, ``records``,
``details``, ``actions`` or ``events``, or as a bare list; several games in a list.
"""

import base64
import binascii
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from mjlog.vocabulary import ErrorCode
from parsers.majsoul import is_live
from parsers.majsoul.messages import UNDECODABLE, from_json, from_protobuf
from parsers.majsoul.wire import byte_fields
from parsers.shared.documents import DocumentError
from parsers.shared.json5 import plain_json
from parsers.shared.json_salvage import whole_objects

_DETAILS: Final = "GameDetailRecords"
_RESPONSE: Final = 3
"""First byte of a server's answer; two bytes of its number follow."""

_LIVE_MESSAGE: Final = (
    "a capture of a game while it was played (Action messages as one player saw them), not the game's record; "
    "the record can be fetched from the client when the game is over"
)


@dataclass(frozen=True, slots=True)
class Log:
    """A game as a document holds it.

    Attributes:
        head: the ``RecordGame`` message; null where the document has none.
        records: each with its ``name`` and ``data``, protobuf bytes or JSON. They stay in the message or list that was
            decoded until the game is walked, for a batch has hundreds of thousands.
        text: what they were decoded from, with their names as they are; empty where these are encoded.
        json: whether their data is JSON.
        uuid: the game's id where it stands outside of the head.
        data_url: where the platform keeps the records.
        damage: what is missing of a document that is cut.
    """

    head: Any = None
    records: Sequence[Any] = ()
    text: bytes = b""
    json: bool = False
    uuid: str = ""
    data_url: str = ""
    damage: str | None = None


class _Record(Struct, gc=False):
    """A record taken out of what was around it; without a name it is of no kind, which costs its hand."""

    name: str
    data: bytes


class _Element(Struct, gc=False):
    """A record in a JSON list: its name beside its data, around it as an action's result, or within."""

    name: str = ""
    data: Raw = Raw()
    result: "_Element | str | int | float | bool | list[Any] | None" = None
    kind: str = msgspec.field(default="", name="@type")


class _Document(Struct):
    """A JSON object that may be a record, a head or something around either."""

    head: Raw = Raw()
    data: Raw = Raw()
    records: Raw = Raw()
    details: Raw = Raw()
    actions: Raw = Raw()
    events: Raw = Raw()
    game: Raw = Raw()
    record_list: Raw = Raw()
    accounts: Raw = Raw()
    config: Raw = Raw()
    data_url: Raw = Raw()
    uuid: str | None = None
    wire: str | None = None


_WRAPPER: Final = from_protobuf("Wrapper")
_GAME_RECORD: Final = from_protobuf("ResGameRecord")
_DETAIL_RECORDS: Final = from_protobuf("GameDetailRecords")
_HEAD: Final = from_protobuf("RecordGame")
_DOCUMENT: Final = msgspec.json.Decoder(_Document)
_ELEMENTS: Final = msgspec.json.Decoder(list[_Element])
_ELEMENT: Final = msgspec.json.Decoder(_Element)
_RAWS: Final = msgspec.json.Decoder(list[Raw])
_ENCODED: Final = re.compile(rb'"data"\s*:\s*"')
_BOM: Final = b"\xef\xbb\xbf"


def read_document(content: bytes) -> list[Log]:
    """The games of a document, or their heads.

    Raises:
        DocumentError: it holds none.
    """
    text = content.removeprefix(_BOM).lstrip()
    if not text:
        raise DocumentError(ErrorCode.EMPTY, "the file is empty")
    if text[:1] in {b"{", b"["} or text[:2] in {b"//", b"/*"}:
        return _json(text)
    if b"('RecordNewRound'" in text:
        message = "a record printed as Python text; save the record itself (protobuf bytes or JSON) instead"
        raise DocumentError(ErrorCode.TEXT_DUMP, message)
    try:
        return [_binary(content)]
    except DocumentError:
        _refuse_live(content)
        raise


def _refuse_live(content: bytes) -> None:
    if is_live(content):
        raise DocumentError(ErrorCode.LIVE_CAPTURE, _LIVE_MESSAGE)


def _binary(content: bytes) -> Log:
    if content[0] == _RESPONSE:
        content = content[3:]
    try:
        wrapper = _WRAPPER(content)
        if wrapper.name.endswith(_DETAILS):
            return _details(wrapper.data)
        record = _GAME_RECORD(wrapper.data or content)
        if record.HasField("head") or record.data:
            inner = _binary(record.data) if record.data else Log()
            return replace(inner, head=record.head if record.HasField("head") else None, data_url=record.data_url)
        if (log := _details(content)).records:
            return log
    except UNDECODABLE:
        pass
    return _damaged(content)


def _details(data: bytes) -> Log:
    """Records of either era; an action without a result is a player's input or a gesture."""
    details = _DETAIL_RECORDS(data)
    if details.records:
        return Log(records=details.records, text=data)
    results = (action.result for action in details.actions)
    return Log(records=[_Record(name, result.data) for result in results if (name := result.name)], text=data)


def _damaged(content: bytes) -> Log:
    """As much of a cut or damaged record as has whole parts."""
    parts = {number: value for number, value, _ in byte_fields(content)}
    if parts.get(1, b"").endswith(_DETAILS.encode()) and 2 in parts:
        found = Log(records=list(_whole_records(parts[2])))
    elif 3 in parts or 4 in parts:
        inner = _damaged(parts[4]) if 4 in parts else Log()
        found = replace(inner, head=_head_of(parts.get(3, b"")))
    elif 2 in parts and len(parts[2]) < len(content):
        found = _damaged(parts[2])
    else:
        found = Log()
    if not found.records and found.head is None:
        raise DocumentError(
            ErrorCode.WRONG_FORMAT, "no Mahjong Soul record can be decoded from the file; it may be damaged"
        )
    return replace(found, damage="the record is cut or damaged; its whole parts are kept")


def _whole_records(details: bytes) -> Iterator[Any]:
    for number, value, whole in byte_fields(details):
        results = [value] if number == 1 else [result for inner, result, _ in byte_fields(value) if inner == 3]
        for result in results if whole else []:
            try:
                wrapper = _WRAPPER(result)
            except UNDECODABLE:
                continue
            if wrapper.name:
                yield wrapper


def _head_of(data: bytes) -> Any:
    try:
        return _HEAD(data) if data else None
    except UNDECODABLE:
        return None


def _json(content: bytes) -> list[Log]:
    # A stray byte, in a player's name mostly, is no reason to lose the game.
    text = content.decode("utf-8", "replace").encode()
    try:
        return _json_value(text)
    except msgspec.ValidationError as error:
        raise DocumentError(ErrorCode.WRONG_FORMAT, f"not of the shape of a Mahjong Soul record: {error}") from error
    except msgspec.DecodeError:
        pass
    try:
        return _json_value(msgspec.json.encode(msgspec.json.decode(plain_json(text))))
    except msgspec.ValidationError as error:
        raise DocumentError(ErrorCode.WRONG_FORMAT, f"not of the shape of a Mahjong Soul record: {error}") from error
    except msgspec.DecodeError:
        return _cut_json(text)


def _json_value(text: bytes) -> list[Log]:
    if text.lstrip()[:1] == b"[":
        return _json_list(text)
    return [_object(text)]


def _json_list(text: bytes) -> list[Log]:
    """A bare list of records, or a list of games."""
    raws = [bytes(raw) for raw in _RAWS.decode(text)]
    first = next((raw for raw in raws if raw[:1] == b"{"), b"")
    element = _ELEMENT.decode(first) if first else _Element()
    if element.name or element.kind or element.result or not first:
        return [_of_elements(text)]
    return [_object(raw) for raw in raws if raw[:1] == b"{"]


def _object(text: bytes) -> Log:
    document = _DOCUMENT.decode(text)
    if document.wire:
        return _binary(_bytes(document.wire, hexadecimal=True))
    if document.game:
        return _object(bytes(document.game))
    raw_head = document.head or (text if document.accounts and (document.config or document.uuid) else Raw())
    head = from_json("RecordGame")(raw_head) if bytes(raw_head)[:1] == b"{" else None
    url = bytes(document.data_url).decode("utf-8", "replace").strip('"')
    log = replace(_records_of(document), head=head, uuid=document.uuid or "", data_url=url)
    if not log.records and head is None:
        _refuse_live(text)
        raise DocumentError(ErrorCode.NO_HANDS, _without_records(document))
    return log


def _without_records(document: _Document) -> str:
    if document.record_list:
        return "a list of results as the contest pages give it; it holds no hands"
    return "a JSON object without records of a game"


def _records_of(document: _Document) -> Log:
    data = bytes(document.data)
    if data[:1] == b'"' and len(data) > 2:
        return _binary(_bytes(msgspec.json.decode(data, type=str)))
    if data[:1] == b"{":
        return _records_of(_DOCUMENT.decode(data))
    lists = (document.data, document.records, document.details, document.actions, document.events)
    logs = (_of_elements(bytes(raw)) for raw in lists if bytes(raw)[:1] == b"[")
    return next((log for log in logs if log.records), Log())


def _of_elements(text: bytes) -> Log:
    """Records of a JSON list, whose elements exporters write in several ways."""
    try:
        elements = _ELEMENTS.decode(text)
    except msgspec.ValidationError:
        return Log(records=[_wrapped(msgspec.json.decode(raw, type=str)) for raw in _RAWS.decode(text)])
    if b'"@type"' in text and any(element.kind for element in elements):
        pairs = zip(elements, _RAWS.decode(text), strict=True)
        named = [_Element(name=element.kind.rpartition("/")[2], data=raw) for element, raw in pairs]
        return Log(records=named, json=True)
    records: list[Any] = []
    encoded: list[bool] = []
    some_encoded = _ENCODED.search(text) is not None
    for element in elements:
        while isinstance(element.result, _Element):
            element = element.result  # noqa: PLW2901
        if element.name:
            records.append(element)
            encoded.append(some_encoded and bytes(element.data)[:1] == b'"')
        elif element.result and isinstance(element.result, str):
            records.append(_wrapped(element.result))
            encoded.append(True)
    if records and all(encoded):
        return Log(records=[_unquoted(record) if isinstance(record, _Element) else record for record in records])
    if any(encoded):
        records = [record for record, binary in zip(records, encoded, strict=True) if not binary]
    return Log(records=records, text=text, json=True)


def _unquoted(element: _Element) -> _Record:
    return _Record(element.name, _bytes(msgspec.json.decode(element.data, type=str)))


def _wrapped(text: str) -> Any:
    """A record in base64."""
    try:
        return _WRAPPER(_bytes(text))
    except (*UNDECODABLE, DocumentError):
        return _Record("", b"")


def _bytes(text: str, *, hexadecimal: bool = False) -> bytes:
    try:
        return bytes.fromhex(text) if hexadecimal else base64.b64decode(text + "==")
    except (ValueError, binascii.Error) as error:
        raise DocumentError(
            ErrorCode.WRONG_FORMAT, f"the encoded record in the JSON cannot be decoded: {error}"
        ) from error


def _cut_json(text: bytes) -> list[Log]:
    """The head and the whole records of a JSON text that ends too early."""
    damage = "the JSON ends too early; its whole records are kept"
    head, log = None, Log()
    if (found := re.search(rb'"head"\s*:\s*(?=\{)', text)) is not None:
        head = _or_none(next(whole_objects(text[found.end() :]), b""))
    if (found := re.search(rb'"data"\s*:\s*"([A-Za-z0-9+/=]+)', text)) is not None:
        encoded = found[1][: len(found[1]) // 4 * 4]
        log = _damaged(base64.b64decode(encoded + b"=="))
    elif (found := re.search(rb'"(?:records|actions|details|events)"\s*:\s*\[', text)) is not None:
        objects = [raw for raw in whole_objects(text[found.end() :]) if raw.endswith(b"}")]
        log = _of_whole(objects)
    if not log.records and head is None:
        raise DocumentError(ErrorCode.CUT, "the JSON ends too early; no record can be read from it")
    return [replace(log, head=head, damage=damage)]


def _of_whole(objects: list[bytes]) -> Log:
    kept = []
    for raw in objects:
        try:
            _ELEMENT.decode(raw)
        except msgspec.DecodeError:
            continue
        kept.append(raw)
    return _of_elements(b"[" + b",".join(kept) + b"]")


def _or_none(raw: bytes) -> Any:
    try:
        return from_json("RecordGame")(raw)
    except UNDECODABLE:
        return None
