"""Mahjong Soul records in every shape people hold them: protobuf and JSON of all years, three and four players.

Seats are the record's own, seat 0 deals first. The head names players, rules and final scores; it may stand in a file
of its own beside the records (``uuid.json`` and ``uuid.bin``), and without it a game has its hands and nothing more.
Modes that are not riichi mahjong and captures of games in play are refused by name.
"""

import re
from typing import Final

from mjlog.parsing import Parser, lazily

NAME: Final = "majsoul"

_MARKS: Final = (
    b".lq.GameDetailRecords",
    b"ChUubHEuR2FtZURldGFpbFJlY29yZHMS",  # the same in base64, with what stands around it
    b"0a152e6c712e47616d6544657461696c5265636f726473",  # and in hexadecimal
    b"RecordNewRound",
    b'"NewRound"',
)
"""What only a record has; searched for as they are, which is faster than any pattern."""

_HEAD: Final = re.compile(
    rb'"uuid"\s*:\s*"\d{6}-[0-9a-f]{8}-|"(?:accounts|record_list)"\s*:\s*\[\s*\{\s*"(?:account|seat)'
)
_BINARY_HEAD: Final = re.compile(rb"\A(?:\x03..(?:\x0a\x00)?\x12.{1,5}?)?\x1a.{1,5}?\x0a.\d{6}-[0-9a-f]{8}-", re.DOTALL)

_LIVE: Final = (
    b"ActionPrototype", b"ActionNewRound", b"ActionDealTile", b".lq.Action", b".lq.Notify", b".lq.FastTest",
    b".lq.Lobby", b"ResAuthGame", b'"frame_count"',
)  # fmt: skip
"""Marks of a game captured while it was played."""


def sniff(head: bytes, name: str) -> bool:
    """Whether a document is of this format."""
    del name
    if any(mark in head for mark in _MARKS) or _BINARY_HEAD.match(head):
        return True
    return ((b'"accounts"' in head or b'"record_list"' in head) and _HEAD.search(head) is not None) or is_live(head)


def is_live(content: bytes) -> bool:
    """Whether a document is a capture of a game in play."""
    return any(mark in content for mark in _LIVE)


PARSER: Final = Parser(
    name=NAME,
    title="Mahjong Soul records, protobuf or JSON",
    suffixes=(".json", ".bin", ".pb", ".log"),
    carries=("hands", "tiles", "events", "scores"),
    sniff=sniff,
    parse=lazily("parsers.majsoul.reading:parse"),
)
