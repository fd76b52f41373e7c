"""Tenhou's numbers in words: table types, dan, yaku, limits, kinds of draw, log ids.

What Tenhou calls them is public: the bits of a table's type, the positions of dan and yaku in its lists.
"""

import re
from enum import IntFlag
from typing import Final

from mjlog.vocabulary import YAKU, Limit, Result


class TableType(IntFlag):
    """Bits of a table's ``type``. A table with both room bits is 鳳凰卓, with neither 一般卓."""

    HUMANS = 0x0001
    NO_RED_FIVES = 0x0002
    NO_OPEN_TANYAO = 0x0004
    HANCHAN = 0x0008
    THREE_PLAYERS = 0x0010
    UPPER_ROOM = 0x0020
    FAST = 0x0040
    EXPERT_ROOM = 0x0080
    TSUMOGIRI_SHOWN = 0x0100
    CHIPS = 0x0200
    PARLOUR = 0x0400
    ONE_HAND = 0x0800
    VERY_FAST = 0x1000


def room(table: int) -> str:
    """Room and rules as Tenhou writes them: ``鳳南喰赤速``, ``三特東喰赤``."""
    upper, expert = bool(table & TableType.UPPER_ROOM), bool(table & TableType.EXPERT_ROOM)
    parts = [
        "三" if table & TableType.THREE_PLAYERS else "",
        "技" if table & TableType.ONE_HAND else ("般", "特", "上", "鳳")[upper + 2 * expert],
        "南" if table & TableType.HANCHAN else "東",
        "" if table & TableType.NO_OPEN_TANYAO else "喰",
        "" if table & TableType.NO_RED_FIVES else "赤",
        "速" if table & TableType.FAST else "",
        "光" if table & TableType.VERY_FAST else "",
    ]
    if table & TableType.CHIPS:
        parts.append("祝５" if table & TableType.PARLOUR else "祝２")
    return "".join(parts)


DAN: Final = (
    "新人", "９級", "８級", "７級", "６級", "５級", "４級", "３級", "２級", "１級",
    "初段", "二段", "三段", "四段", "五段", "六段", "七段", "八段", "九段", "十段", "天鳳位",
)  # fmt: skip
"""Dan by number."""

YAKU_KEYS: Final = tuple(YAKU)[:55]
"""Keys of yaku by Tenhou's number; the vocabulary lists the usual yaku in Tenhou's order."""

DORA, URA_DORA, RED_DORA = 52, 53, 54
"""Numbers of the entries that are no yaku; a north set aside counts among the first."""

LIMITS: Final = (None, Limit.MANGAN, Limit.HANEMAN, Limit.BAIMAN, Limit.SANBAIMAN, Limit.YAKUMAN)
"""Limit by number. A counted yakuman has the number of a yakuman, and yaku with han."""

DRAWS: Final = {
    "": Result.EXHAUSTIVE_DRAW,
    "nm": Result.NAGASHI_MANGAN,
    "yao9": Result.KYUUSHU_KYUUHAI,
    "kaze4": Result.SUUFON_RENDA,
    "reach4": Result.SUUCHA_RIICHI,
    "ron3": Result.SANCHA_HOU,
    "kan4": Result.SUUKAIKAN,
}
"""Results by the ``type`` of a ``RYUUKYOKU``; an exhaustive draw has none."""

LOG_ID: Final = r"\d{10}gm-[0-9a-f]{4}-\d{4,5}-[0-9a-f]{8}"
"""A log's id: hour it began (Japan), type of table, lobby, and a random number."""

LOG_ID_IN_TEXT: Final = re.compile(LOG_ID)
