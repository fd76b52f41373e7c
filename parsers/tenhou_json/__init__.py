"""tenhou.net/6 JSON: Tenhou's own, Mahjong Soul exporters' and editors' logs."""

import re
from typing import Final

from mjlog.parsing import Parser, lazily

NAME: Final = "tenhou-json"

_HANDS: Final = re.compile(rb'"log"\s*:\s*(?://[^\n]*\n\s*|/\*.*?\*/\s*)*\[\s*(?://[^\n]*\n\s*)*\[\s*\[', re.DOTALL)
_NO_HANDS: Final = re.compile(rb'"log"\s*:\s*\[\s*\]')
_HEAD: Final = re.compile(rb'"(?:ver|ratingc|rule|title)"\s*:')
_LINK: Final = re.compile(rb"#json=(?:\{|%7[Bb])")
_REPORT: Final = re.compile(rb'"(?:mjai_log|review)"\s*:')


def sniff(head: bytes, name: str) -> bool:
    """Whether the first bytes of a document are of this format; its name tells nothing."""
    del name
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head.decode("utf-16", "replace").encode()
    if _LINK.search(head):
        return True
    if _REPORT.search(head):
        return False
    return bool(_HANDS.search(head)) or bool(_NO_HANDS.search(head) and _HEAD.search(head))


PARSER: Final = Parser(
    name=NAME,
    title="tenhou.net/6 JSON, from Tenhou, Mahjong Soul exporters and editors",
    suffixes=(".json", ".txt"),
    carries=("hands", "tiles", "events", "scores"),
    sniff=sniff,
    parse=lazily("parsers.tenhou_json.reading:parse"),
)
