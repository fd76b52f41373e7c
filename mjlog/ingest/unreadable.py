"""Why a document that no parser claims is none of a known format, in words that help."""

import re
from collections.abc import Iterable
from typing import Final

import msgspec

from mjlog.ingest.codecs import Fault
from mjlog.vocabulary import ErrorCode

_FOREIGN: Final = {
    b"7z\xbc\xaf\x27\x1c": "a 7z archive: unpack it first",
    b"Rar!\x1a\x07": "a RAR archive: unpack it first",
    b"PAR1": "a Parquet file: give the folder of the dataset instead",
    b"%PDF": "a PDF document",
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"\x7fELF": "a program",
    b"MZ": "a program",
    b"\x80\x04\x95": "a Python pickle, which is never opened",
}
_HTML: Final = re.compile(rb"<(?:!doctype html|html|head|body|title)\b", re.IGNORECASE)
_TITLE: Final = re.compile(rb"<title[^>]*>\s*(.*?)\s*</title>", re.IGNORECASE | re.DOTALL)
_ROOT: Final = re.compile(rb"<([A-Za-z_][\w.:-]*)")
_HEAD: Final = 4096
_NOT_JSON: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_CONTROLS: Final = bytes({*range(32), 127} - set(b"\t\n\x0b\f\r"))


def explain(content: bytes) -> Fault:
    """What the content of a document seems to be instead of a log; never raises, whatever the content."""
    try:
        return _explain(content)
    except Exception as problem:  # noqa: BLE001 -- one document must not cost the batch
        return Fault(ErrorCode.NOT_A_LOG, f"of no known format, and it cannot be looked into: {problem!r}")


def _explain(content: bytes) -> Fault:  # noqa: PLR0911 -- one return a kind of document
    text = content.removeprefix(b"\xef\xbb\xbf").strip()
    head = text[:_HEAD]
    if not text:
        return Fault(ErrorCode.EMPTY, "the file is empty" if not content else "the file holds nothing but blanks")
    for magic, what in _FOREIGN.items():
        if text.startswith(magic):
            return Fault(ErrorCode.NOT_A_LOG, f"this is {what}")
    if _HTML.search(head):
        title = _TITLE.search(text[: 16 * _HEAD])
        named = f" titled {_shown(title[1])}" if title and title[1] else ""
        return Fault(
            ErrorCode.HTML_PAGE, f"this is a web page{named}, not a log: probably the answer to a failed download"
        )
    if b"\0" in head or not _is_text(head):
        return Fault(ErrorCode.BINARY, f"binary data of no known format; its first bytes are {content[:8].hex(' ')}")
    if head[:1] in b"{[" or text in (b"null", b'""'):
        return _explain_json(text)
    root = _ROOT.search(head) if head.startswith(b"<") else None
    if root:
        return Fault(
            ErrorCode.UNKNOWN_XML, f"XML of no known format; its first tag is <{root[1].decode('ascii', 'replace')}>"
        )
    return Fault(ErrorCode.NOT_A_LOG, f"text of no known format; it begins {_shown(head)}")


def _explain_json(text: bytes) -> Fault:
    try:
        value = msgspec.json.decode(text)
    except _NOT_JSON as problem:
        first, _, rest = text.partition(b"\n")
        try:
            value = msgspec.json.decode(first) if rest else None
        except _NOT_JSON:
            value = None
        if value is None:
            reason = "nested too deeply" if isinstance(problem, RecursionError) else f"not well-formed: {problem}"
            return Fault(ErrorCode.UNKNOWN_JSON, f"JSON of no known format, and {reason}")
        return Fault(ErrorCode.UNKNOWN_JSON, f"JSON lines of no known format; the first begins {_shown(first)}")
    if not value:
        return Fault(
            ErrorCode.EMPTY_JSON, f"this is {text[:8].decode()}: the platform answered that there is no such log"
        )
    if isinstance(value, dict):
        return Fault(ErrorCode.UNKNOWN_JSON, f"JSON of no known format; its keys are {_some(value)}")
    return Fault(ErrorCode.UNKNOWN_JSON, f"JSON of no known format: a list of {len(value)} that begins {_shown(text)}")


def _some(keys: Iterable[str], most: int = 8) -> str:
    names = list(keys)
    return ", ".join(names[:most]) + (", …" if len(names) > most else "")


def _shown(text: bytes, most: int = 40) -> str:
    line = " ".join(text[: 4 * most].decode("utf-8", "replace").split())
    return repr(line if len(line) <= most else line[:most] + "…")


def _is_text(head: bytes) -> bool:
    """Whether the bytes could be text of any encoding: hardly a control character among them."""
    return (len(head) - len(head.translate(None, _CONTROLS))) * 20 < len(head)
