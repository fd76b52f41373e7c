"""Names of yaku as mjai engines write them, to the keys of the vocabulary."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from mjlog.vocabulary import YAKU
from parsers.shared.gathered import yakuman_han
from parsers.shared.replay import MELD_TILES, PLAIN
from parsers.shared.tenhou_vocabulary import YAKU_KEYS
from parsers.shared.yaku_names import ROUND_WIND, SEAT_WIND, wind_key, yaku_key

_DRAGONS: Final = {31: "haku", 32: "hatsu", 33: "chun"}
_YAKUMAN_FAN: Final = 100
"""Fan that gimite's engine gives a yakuman."""


def named_yaku(
    names: Sequence[tuple[str, int]], round_wind: int, seat_wind: int, tiles: Sequence[int], melds: Sequence[int]
) -> tuple[list[tuple[str, int]], list[str]]:
    """Keys and han of the yaku an engine names, and the names that are not known.

    Args:
        names: name and fan; a yakuman's fan is 13 or 100.
        round_wind: position of the round wind.
        seat_wind: of the winner's own wind.
        tiles: codes of the concealed tiles, which tell what dragons ``sangenpai`` means.
        melds: codes of the melds.
    """
    pairs: list[tuple[str, int]] = []
    other: list[str] = []
    winds = {ROUND_WIND: round_wind, SEAT_WIND: seat_wind}
    for name, fan in names:
        key = yaku_key(name)
        if key in winds:
            pairs.append((wind_key(key, winds[key]), fan))
        elif key is not None:
            pairs.append((key, yakuman_han(_units(fan)) if YAKU[key].yakuman else fan))
        elif name == "sangenpai" and len(dragons := _dragons(tiles, melds)) == fan:
            pairs += [(dragon, 1) for dragon in dragons]
        else:
            other.append(name)
    return pairs, other


def numbered_yaku(numbers: Sequence[int], han: int) -> tuple[list[tuple[str, int]], list[str]]:
    """Keys and han of yaku by Tenhou's numbers, each repeated once a han of dora; the han of the others add up to it.

    The logs do not give han by yaku: an open hand's are taken to be those that make the stated sum.
    """
    known = Counter(YAKU_KEYS[number] for number in numbers if 0 <= number < len(YAKU_KEYS))
    other = [str(number) for number in numbers if not 0 <= number < len(YAKU_KEYS)]
    if any(YAKU[key].yakuman for key in known):
        return [(key, yakuman_han(1)) for key in known], other
    closed = [(key, YAKU[key].closed * times) for key, times in known.items()]
    if sum(value for _, value in closed) == han:
        return closed, other
    return [(key, YAKU[key].open * times) for key, times in known.items()], other


def _units(fan: int) -> int:
    return max(fan // _YAKUMAN_FAN if fan >= _YAKUMAN_FAN else fan // yakuman_han(1), 1)


def _dragons(tiles: Sequence[int], melds: Sequence[int]) -> list[str]:
    """Dragons of which the hand has three or four."""
    held = [PLAIN[tile] for tile in tiles]
    melded = {PLAIN[MELD_TILES[meld][0]] for meld in melds}
    return [key for kind, key in _DRAGONS.items() if held.count(kind) >= 3 or kind in melded]
