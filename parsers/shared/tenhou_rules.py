"""The rules a Tenhou log implies: which preset, and which switches differ from it.

Ordinary tables have known three sets of rules: until January 2022 final scores are whole numbers; before December
2009 there is no tenpai-yame, and games of the east round have half the uma. A custom table writes its rules into
``csrule``: two words of bits, then numbers. An ordinary table's would be all zero and empty, so that every bit and
number there is a departure from ordinary rules. What is not understood is named, and then the rules are not known.
"""

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Final, NamedTuple

from mjlog.vocabulary import Length
from parsers.shared.tenhou_vocabulary import TableType

ERAS: Final = ("2009-east", "2009", "2010", "")
"""Eras of the rules, as the names of presets end; the last is today's."""

FIRST_DAY_OF_TENPAI_YAME: Final = 20091201
LAST_DAY_OF_SMALL_UMA: Final = 20090618
LAST_DAY_OF_WHOLE_SCORES: Final = 20220113


class Rules(NamedTuple):
    """A preset and the switches that differ; without preset, what of the log's rules is not understood."""

    preset: str | None
    overrides: str | None
    unknown: str | None = None


def length(table: int) -> Length:
    """How long a game at such a table is meant to last."""
    if table & TableType.ONE_HAND:
        return Length.ONE_HAND
    return Length.HANCHAN if table & TableType.HANCHAN else Length.EAST


def rules(table: int | None, era: str, told: bool, rule: str | None = None, csrule: str | None = None) -> Rules:
    """The rules of a table.

    Args:
        table: its type; none where the log does not say.
        era: one of :data:`ERAS`.
        told: whether the final scores say whether they are whole numbers.
        rule: the attribute ``rule``, where there is one.
        csrule: the attribute ``csrule``, where there is one.
    """
    if table is None:
        return Rules(None, None, "type")
    players = 3 if table & TableType.THREE_PLAYERS else 4
    switches, unknown = _special(table, players)
    if csrule:
        switches, unknown = _custom(csrule.split(","), players, told)
    unknown += [f"type {1 << bit:#x}" for bit in range(13, 32) if table >> bit & 1]
    unknown += [f"rule[{place}]" for place, text in enumerate((rule or "").split(",")) if place > 2 and text.strip("0")]
    if unknown:
        return Rules(None, None, ", ".join(unknown))
    parts = ["tenhou", era] if players == 4 else ["tenhou", "3p", era.removesuffix("-east")]
    name = "-".join(filter(None, parts))
    return Rules(name, "; ".join(f"{key}={value}" for key, value in switches.items()) or None)


def _special(table: int, players: int) -> tuple[dict[str, str], list[str]]:
    """Switches of tables with a rule of their own, and what is not understood of them."""
    if table & TableType.ONE_HAND:
        return _ONE_HAND, []
    if not table & TableType.CHIPS:
        return {}, []
    switches = {"uma": "30,10,-10,-30", "kiriage_mangan": "true"}
    if table & TableType.PARLOUR:
        switches["honba_value"] = "1500"
    return switches, ["type 0x200 with three players"] if players == 3 else []


_ONE_HAND: Final = {
    "start_points": "1000",
    "return_points": "1000",
    "oka": "none",
    "uma": "0,0,0,0",
    "tie_rank": "split",
    "renchan": "none",
    "extension": "none",
}

_ROUNDED: Final = 0x40000
_NO_RENCHAN_AT_WIN, _NO_RENCHAN_AT_DRAW = 0x10000, 0x20000

_NO_SWITCH: Final = ("", "")
_FIRST_WORD: Final = {
    0x1: ("nagashi", "off"),
    0x2: ("kiriage_mangan", "true"),
    0x4: ("tobi", "off"),
    0x8: ("kan_dora", "immediate"),
    0x20: ("kan_dora", "off"),
    0x40: ("ura_dora", "false"),
    0x80: ("kan_ura_dora", "false"),
    0x100: ("suufon_renda", "false"),
    0x200: ("suukaikan", "off"),
    0x400: ("suucha_riichi", "false"),
    0x800: ("kyuushu", "off"),
    0x1000: ("multi_ron", "all"),
    0x2000: ("multi_ron", "head_bump"),
    0x4000: ("agari_yame", "off"),
    0x8000: ("tenpai_yame", "off"),
    _NO_RENCHAN_AT_DRAW: ("renchan", "agari"),
    _NO_RENCHAN_AT_DRAW | _NO_RENCHAN_AT_WIN: ("renchan", "none"),
    _ROUNDED: _NO_SWITCH,
    0x80000: ("ippatsu", "false"),
    0x200000: ("extension", "none"),
    0x400000: ("kita", "off"),
    0x800000: ("tsumo_payment", "equalize"),
    0x1000000: ("renhou", "mangan"),
    0x2000000: ("riichi_min_wall", "1"),
    0x4000000: _NO_SWITCH,
    0x8000000: ("karaten", "noten_if_own"),
    0x40000000: _NO_SWITCH,
}
"""Bits of the first word, each a switch and its value.

Whether final scores are rounded is better told by the scores. The other two without a switch forbid closed kans that
change the wait of a riichi, and hide a button. One more bit takes the dora away and one makes two winds prevail in a
round: these have no switch, and are not understood.
"""

_SECOND_WORD: Final = {
    0x1: ("double_wind_fu", "2"),
    0x2: ("tie_rank", "split"),
    0x4: ("leftover_deposits", "none"),
    0x8: ("pao_yaku", "daisangen,daisuushii,suukantsu"),
    0x10: ("kazoe", "sanbaiman"),
    0x40: _NO_SWITCH,
}
"""Bits of the second word; the last shortens the time to think."""

_ONLY_THREE_PLAYERS: Final = ("kita", "tsumo_payment")

_NUMBERS: Final = {
    4: "start_points",
    5: "goal_points",
    6: "return_points",
    7: "cold_score",
    10: "riichi_bet",
}
"""Fields that are a switch's value."""

_HONBA_EACH: Final = 11
_NOTEN: Final = range(16, 19)
_UMA: Final = range(21, 36)
_TIMES: Final = 36
"""From here on fields are about the time to think."""


def _custom(fields: list[str], players: int, told: bool) -> tuple[dict[str, str], list[str]]:
    """Switches of a custom table, and what is not understood of them."""
    switches: dict[str, str] = {}
    unknown: list[str] = []
    for place, table in enumerate((_FIRST_WORD, _SECOND_WORD, {}, {})):
        bits = _word(fields[place] if place < len(fields) else "")
        if bits is None or (bits & _ROUNDED and place == 0 and not told):
            unknown.append(f"csrule[{place}]={fields[place]}")
            continue
        for mask, (switch, value) in table.items():
            if bits & mask == mask and switch:
                switches[switch] = value
        strange = bits & ~_union(table)
        if place == 0 and bits & _NO_RENCHAN_AT_WIN and not bits & _NO_RENCHAN_AT_DRAW:
            strange |= _NO_RENCHAN_AT_WIN
        if strange:
            unknown.append(f"csrule[{place}]&{strange:#x}")
    if players == 4:
        switches = {switch: value for switch, value in switches.items() if switch not in _ONLY_THREE_PLAYERS}
    given = {place: text for place, text in enumerate(fields[:_TIMES]) if place > 3 and text.strip()}
    try:
        switches |= dict(_numbers(given, players))
    except InvalidOperation:
        unknown.append("csrule: a number")
    known = {*_NUMBERS, _HONBA_EACH, *_NOTEN, *_UMA}
    return switches, unknown + [f"csrule[{place}]={text}" for place, text in given.items() if place not in known]


def _word(text: str) -> int | None:
    """A word of bits; none if it is no hexadecimal number."""
    try:
        return int(text or "0", 16)
    except ValueError:
        return None


def _union(table: dict[int, tuple[str, str]]) -> int:
    union = 0
    for mask in table:
        union |= mask
    return union


def _numbers(given: dict[int, str], players: int) -> Iterator[tuple[str, str]]:
    """Switches from the numbers of a custom table; ``decimal.InvalidOperation`` if one is none."""
    for place, switch in _NUMBERS.items():
        if place in given:
            yield switch, f"{Decimal(given[place]):f}"
    if _HONBA_EACH in given:
        yield "honba_value", f"{Decimal(given[_HONBA_EACH]) * (players - 1):f}"
    if any(place in given for place in _NOTEN):
        ordinary = ("1000", "1500", "3000") if players == 4 else ("1000", "2000")
        paid = [Decimal(given.get(place, usual)) for place, usual in zip(_NOTEN, ordinary, strict=False)]
        yield "noten_penalty", ",".join(f"{points:f}" for points in paid)
    if any(place in given for place in _UMA):
        yield from _uma(given, players)


def _uma(given: dict[int, str], players: int) -> Iterator[tuple[str, str]]:
    """Uma of the places from the second on, a set for every number of players below their starting points."""
    ordinary = ("10", "-10", "-20") if players == 4 else ("0", "-20")
    sets = []
    for sunk in range(players + 1):
        first = _UMA.start + 3 * sunk
        rest = [Decimal(given.get(first + place, usual)) for place, usual in enumerate(ordinary)]
        sets.append([-sum(rest, Decimal(0)), *rest])
    yield "uma", ",".join(f"{share:f}" for share in sets[0])
    if any(uma != sets[0] for uma in sets):
        floating = [f"{players - sunk}:{'/'.join(f'{share:f}' for share in uma)}" for sunk, uma in enumerate(sets)]
        yield "uma_by_float", ",".join(floating)
        yield "float_line", "start"
        yield "float_compare", "ge"


def era_of(day: int | None, *, fractional: bool, rounded: bool, east_only: bool) -> str:
    """Era of Tenhou's rules: by the final scores where these are fractional or rounded, else by the day."""
    if fractional or (not rounded and (day is None or day > LAST_DAY_OF_WHOLE_SCORES)):
        return ""
    if day is None or day >= FIRST_DAY_OF_TENPAI_YAME:
        return "2010"
    return "2009-east" if east_only and day <= LAST_DAY_OF_SMALL_UMA else "2009"
