"""What an mjai log states of a win, in one form for all dialects.

Mortal's logs give deltas and nothing else. Those deltas hold the hand's value: what the others pay, less 100 points a
honba from each of them, which is fixed in mjai and always goes to the first winner.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from mjlog.vocabulary import YAKU
from parsers.mjai.events import Hora
from parsers.mjai.tiles import codes
from parsers.mjai.yaku import named_yaku, numbered_yaku
from parsers.shared.gathered import yakuman_han

_YAKUMAN_POINTS: Final = 32_000
_YAKUMAN_FAN: Final = 100
_LEAST_KAZOE: Final = 13
HONBA_EACH: Final = 100


class Seating(NamedTuple):
    """Where a winner sits in the hand, and the melds made.

    Attributes:
        round_wind: position of the round wind.
        seat_wind: position of the winner's wind.
        melds: codes of the winner's melds.
    """

    round_wind: int
    seat_wind: int
    melds: Sequence[int]


class Value(NamedTuple):
    """What is stated of a hand's value; null where nothing is."""

    han: int | None = None
    fu: int | None = None
    yakuman: int | None = None
    points: int | None = None
    yaku: list[tuple[str, int]] | None = None
    other: Sequence[str] = ()


def stated_value(win: Hora, seating: Seating) -> Value:
    """The value a win states."""
    fan = win.fan if win.fan is not None else win.han
    yaku, other = _stated_yaku(win, fan, seating)
    if fan is None and yaku is not None and not other:
        fan = sum(han for _, han in yaku)
    units = _units(yaku, fan)
    return Value(None if units else fan, _rounded(win.fu), units, win.hora_points, yaku, other)


def _stated_yaku(win: Hora, fan: int | None, seating: Seating) -> tuple[list[tuple[str, int]] | None, list[str]]:
    names = win.yakus if win.yakus is not None else win.yaku
    if names is None:
        return None, []
    numbers = [name for name in names if isinstance(name, int)]
    if numbers:
        return numbered_yaku(numbers, fan or 0)
    named = [name for name in names if not isinstance(name, int)]
    return named_yaku(named, seating.round_wind, seating.seat_wind, _stated_tiles(win), seating.melds)


def _stated_tiles(win: Hora) -> list[int]:
    """The concealed tiles a win shows; the winning tile is among them or not, as the engine likes."""
    shown = [*(win.hora_tehais or ())]
    if len(shown) % 3 == 1 and win.pai is not None:
        shown.append(win.pai)
    return codes(shown)


def _units(yaku: list[tuple[str, int]] | None, fan: int | None) -> int | None:
    """Yakuman units; null where only a number of fan is known that a counted yakuman may have too."""
    if yaku is not None:
        return sum(han for key, han in yaku if YAKU[key].yakuman) // yakuman_han(1)
    if fan is None or _LEAST_KAZOE <= fan < _YAKUMAN_FAN:
        return None
    return fan // _YAKUMAN_FAN


def _rounded(fu: int | None) -> int | None:
    """Fu as they count: akochan writes them before they are rounded up to ten."""
    return fu if fu is None or fu == 25 else -(-fu // 10) * 10


def paid_value(deltas: Sequence[int], winner: int, honba: int) -> int | None:
    """Value of the hand that these deltas pay; null where they are not those of a win.

    Args:
        deltas: by seat, sticks collected included.
        winner: who won.
        honba: counters paid with it: none for the second winner of a discard.
    """
    value = -sum(min(delta, 0) for delta in deltas) - honba * HONBA_EACH * (len(deltas) - 1)
    return value if deltas[winner] > 0 and value > 0 and value % 100 == 0 else None


def liable(deltas: Sequence[int], winner: int, loser: int | None, value: int | None) -> int | None:
    """Who pays for a yakuman that the discarder alone, or all the others, ought to pay."""
    payers = [seat for seat, delta in enumerate(deltas) if delta < 0 and seat != winner]
    if loser is not None:
        others = [seat for seat in payers if seat != loser]
        return others[0] if len(others) == 1 else None
    return payers[0] if len(payers) == 1 and value is not None and value >= _YAKUMAN_POINTS else None
