"""mjai logs: gimite's, Mortal's and akochan's dialects, an event a line or in a list, and reviewers' files.

The format has no rules and mostly no id: ``games.rules`` is null unless the file is one converted from Tenhou, and the
id is that of a Tenhou log where the file is named after one, else a hash of the content. Points before and after a hand
are what the log states or what its deltas add up to; where it states neither they are null.
"""

import re
from typing import Final

from mjlog.parsing import Parser, lazily

NAME: Final = "mjai"
_EVENTS: Final = (b'"start_game"', b'"start_kyoku"', b'"hello"')
_EVENT: Final = re.compile(rb'"type"\s*:\s*"(?:start_game|start_kyoku|hello)"')
_REVIEW: Final = b'"mjai_log"'
_REVIEWER: Final = b"mjai-reviewer"
"""Who made a page or document; a text may name it too."""
_BEFORE_MARKUP: Final = b"\xef\xbb\xbf \t\r\n"


def sniff(head: bytes, name: str) -> bool:
    """Whether a document is of this format."""
    del name
    if (any(mark in head for mark in _EVENTS) and _EVENT.search(head)) or _REVIEW in head:
        return True
    if _REVIEWER in head and head.lstrip(_BEFORE_MARKUP).startswith((b"<", b"{")):
        return True
    opening = head[:2000]
    return b'"engine"' in opening and b'"review"' in opening


PARSER: Final = Parser(
    name=NAME,
    title="mjai logs of Mortal, akochan and gimite's server, and mjai-reviewer's JSON",
    suffixes=(".mjson", ".jsonl", ".json", ".html"),
    carries=("hands", "tiles", "events", "scores"),
    sniff=sniff,
    parse=lazily("parsers.mjai.reading:parse"),
)
