"""Which rule set a Tenhou table plays: by date, length and players, and what a custom lobby's ``csrule`` changes.

``csrule`` is a list of numbers: two words of flags, points, values of sticks and counters, and five sets of uma, one
for each number of players below the starting points. What stands where is known from lobbies whose owners wrote it
down; whatever else is set is named and not guessed at.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Final, NamedTuple

JAPAN: Final = timezone(timedelta(hours=9))

_DECIMALS: Final = date(2022, 6, 1)
"""First day of which a log with decimal scores is known; the last with whole ones is of 2022-01-13."""

_TENPAI_YAME: Final = date(2009, 12, 1)
"""First month of which a log is known that has tenpai-yame, and the uma of hanchan in east-only games."""


def started_at(log_id: str) -> datetime:
    """When a game began, to the hour, by its id (Japan time).

    Raises:
        ValueError: the id names no hour there is.
    """
    return datetime.strptime(log_id[:10], "%Y%m%d%H").replace(tzinfo=JAPAN).astimezone(UTC)


def rule_set(began: datetime | None, *, east_only: bool, three_players: bool) -> str:
    """Preset of an ordinary table; that of today where the day is not known."""
    day = began.astimezone(JAPAN).date() if began else _DECIMALS
    name = "tenhou-3p" if three_players else "tenhou"
    if day >= _DECIMALS:
        return name
    if day >= _TENPAI_YAME:
        return f"{name}-2010"
    return f"{name}-2009-east" if east_only and not three_players else f"{name}-2009"


class CustomRules(NamedTuple):
    """What a ``csrule`` says: overrides (``key=value; key=value``), and what of it is not understood, in words."""

    overrides: str
    unknown: list[str]


_FLAGS: Final = (
    (0x0000_0001, "nagashi=off"),
    (0x0000_0002, "kiriage_mangan=true"),
    (0x0000_0004, "tobi=off"),
    (0x0000_0008, "kan_dora=immediate"),
    (0x0000_0020, "kan_dora=off"),
    (0x0000_0040, "ura_dora=false"),
    (0x0000_0080, "kan_ura_dora=false"),
    (0x0000_0100, "suufon_renda=false"),
    (0x0000_0200, "suukaikan=off"),
    (0x0000_0400, "suucha_riichi=false"),
    (0x0000_0800, "kyuushu=off"),
    (0x0000_4000, "agari_yame=off"),
    (0x0000_8000, "tenpai_yame=off"),
    (0x0008_0000, "ippatsu=false"),
    (0x0100_0000, "renhou=mangan"),
    (0x0200_0000, "riichi_min_wall=1"),
    (0x0800_0000, "karaten=noten_if_own"),
)
"""Flags of the first word and the switches they set."""

_UNKNOWN_FLAGS: Final = (
    (0x0000_0010, "no dora by indicator"),
    (0x0010_0000, "double round wind"),
    (0x1000_0000, "flag 10000000"),
    (0x2000_0000, "flag 20000000"),
)
_NO_TRIPLE_RON_ABORT, _HEAD_BUMP = 0x1000, 0x2000
_NO_RENCHAN_ON_WIN, _NO_RENCHAN_ON_TENPAI = 0x1_0000, 0x2_0000
_WHOLE_SCORES = 0x4_0000
_SUDDEN_DEATH, _KITA, _TSUMO_SPLIT = 0x20_0000, 0x40_0000, 0x80_0000

_MORE_FLAGS: Final = (
    (0x01, "double_wind_fu=2"),
    (0x02, "tie_rank=split"),
    (0x08, "pao_yaku=daisangen,daisuushii,suukantsu"),
    (0x10, "kazoe=sanbaiman"),
)
_LEFTOVER_TO_FIRST: Final = 0x04

_START, _GOAL, _RETURN, _COLD, _STICK, _HONBA = 4, 5, 6, 7, 10, 11
_NOTEN, _CHIP, _UMA = 16, 19, 21
_UMA_SETS: Final = 5
_UNDERSTOOD: Final = frozenset((0, 1, *range(_START, _COLD + 1), _STICK, _HONBA, *range(_NOTEN, _CHIP + 1),
                                *range(_UMA, _UMA + 3 * _UMA_SETS)))  # fmt: skip


def custom_rules(fields: Sequence[str], *, three_players: bool) -> CustomRules:
    """Overrides of today's rule set of Tenhou (``tenhou``, ``tenhou-3p``) by a custom lobby of any year.

    Args:
        fields: the ``csrule`` as a list of texts, empty where the usual value stands.
        three_players: whether three play.
    """
    values = [field.strip() for field in fields] + [""] * (_UMA + 3 * _UMA_SETS)
    try:
        overrides = list(_overrides(values, three_players=three_players))
    except ValueError:
        return CustomRules("", [f"csrule {','.join(fields)}"])
    flags = int(values[0] or "0", 16)
    unknown = [name for flag, name in _UNKNOWN_FLAGS if flags & flag]
    if flags & _NO_RENCHAN_ON_WIN and not flags & _NO_RENCHAN_ON_TENPAI:
        unknown.append("renchan when tenpai but not on a win")
    unknown += [
        f"csrule field {place}={text}" for place, text in enumerate(values) if text and place not in _UNDERSTOOD
    ]
    return CustomRules("; ".join(overrides), unknown)


def _overrides(values: Sequence[str], *, three_players: bool) -> Iterator[str]:
    flags, more = int(values[0] or "0", 16), int(values[1] or "0", 16)
    yield from (switches for flag, switches in _FLAGS if flags & flag)
    yield from (switches for flag, switches in _MORE_FLAGS if more & flag)
    if flags & _HEAD_BUMP:
        yield "multi_ron=head_bump"
    elif flags & _NO_TRIPLE_RON_ABORT:
        yield "multi_ron=all"
    if flags & _NO_RENCHAN_ON_TENPAI:
        yield "renchan=none" if flags & _NO_RENCHAN_ON_WIN else "renchan=agari"
    if flags & _WHOLE_SCORES:
        yield "rounding=half_away; round_before=raw_score_first; first_absorbs=true"
    yield f"extension={'sudden_dealer_first' if flags & _SUDDEN_DEATH else 'none'}"
    yield f"leftover_deposits={'first' if more & _LEFTOVER_TO_FIRST else 'none'}"
    if three_players:
        yield f"kita={'dora' if flags & _KITA else 'off'}"
        yield f"tsumo_payment={'equalize' if flags & _TSUMO_SPLIT else 'loss'}"
    names = {_START: "start_points", _GOAL: "goal_points", _RETURN: "return_points", _COLD: "cold_score",
             _STICK: "riichi_bet"}  # fmt: skip
    yield from (f"{name}={int(values[place])}" for place, name in names.items() if values[place])
    if values[_HONBA]:
        each = int(values[_HONBA])
        yield f"honba_value={each * (2 if three_players else 3)}"
    if all(values[_NOTEN : _NOTEN + 2]):
        yield f"noten_penalty={','.join(str(int(value)) for value in values[_NOTEN : _NOTEN + 3] if value)}"
    if values[_CHIP]:
        yield f"chips={_thousands(int(values[_CHIP]))}"
    yield from _uma(values, 3 if three_players else 4)


def _uma(values: Sequence[str], players: int) -> Iterator[str]:
    """Uma by the number of players below the starting points; first place has what the others leave."""
    sets = []
    for below in range(_UMA_SETS):
        others = values[_UMA + 3 * below : _UMA + 3 * below + players - 1]
        if not all(others):
            return
        numbers = [int(value) for value in others]
        sets.append([-sum(numbers), *numbers])
    yield f"uma={','.join(map(str, sets[0]))}"
    by_float = [
        f"{players - below}:{'/'.join(map(str, uma))}"
        for below, uma in enumerate(sets[: players + 1])
        if uma != sets[0]
    ]
    if by_float:
        yield f"uma_by_float={','.join(by_float)}"
        yield "float_line=start"


def _thousands(points: int) -> str:
    whole, rest = divmod(points, 1000)
    return f"{whole}.{rest:03}".rstrip("0").rstrip(".") if rest else str(whole)
