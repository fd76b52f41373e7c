"""Local yaku (ローカル役): one condition each, worked out only under rules that allow it.

A set of local yaku is an integer of its own, bit i being the i-th of :data:`LOCAL`. The conditions are read on rows
already looked up; none of them is needed on an ordinary table, so none of them costs anything there.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from mjlog.hands.keys import HONORS_AT, Array, Bytes, Flags, Ints, Keys
from mjlog.hands.words import HONOR_TRIPLETS_AT, SUIT_STEP, SUM, TRIPLETS_AT
from mjlog.vocabulary import YAKU

LOCAL: Final = tuple(key for key, info in YAKU.items() if info.local)
"""Local yaku by bit."""
FIRST_LOCAL: Final = next(code for code, key in enumerate(YAKU) if key in LOCAL)
_BIT: Final = {key: 1 << bit for bit, key in enumerate(LOCAL)}
LOCAL_YAKUMAN: Final = sum(bit for key, bit in _BIT.items() if YAKU[key].yakuman)
DAICHISEI: Final = _BIT["daichisei"]

_CODE: Final = {key: code for code, key in enumerate(YAKU)}
_ONE_PIN, _NINE_PIN = 9, 17
_WINDS: Final = 0b1111 << 27
_DRAGONS: Final = 0b111 << 31


@dataclass(frozen=True, slots=True)
class Reading:
    """Readings that local yaku are looked for in.

    Attributes:
        concealed: concealed tiles.
        everything: all tiles, melds included.
        sets: number of melds.
        winning: kind of the winning tile.
        sums: sum words.
        bits: bits words; 0 for seven pairs.
        yaku: yaku of the standard list and of the play.
    """

    concealed: Keys
    everything: Keys
    sets: Array
    winning: Ints
    sums: Ints
    bits: Ints
    yaku: Ints

    def has(self, *keys: str) -> Flags:
        """Whether one of these yaku is there."""
        return self.yaku & sum(1 << _CODE[key] for key in keys) != 0


def local_yaku(reading: Reading, allowed: Iterable[str]) -> Array:
    """The allowed local yaku of each row."""
    found = np.zeros(len(reading.winning), np.uint16)
    for key in allowed:
        found |= _CONDITIONS[key](reading).astype(np.uint16) * np.uint16(_BIT[key])
    return found


@cache
def local_han() -> Bytes:
    """Han of every set of local yaku that are no yakuman, closed hands first, then open ones, flat."""
    index = np.arange(1 << len(LOCAL))
    rows = []
    for opened in (False, True):
        han = np.zeros(len(index), np.int64)
        for bit, key in enumerate(LOCAL):
            info = YAKU[key]
            han += (index >> bit & 1) * (0 if info.yakuman else info.open if opened else info.closed)
        rows.append(han)
    return np.concatenate(rows).astype(np.uint8)


@cache
def local_units() -> Bytes:
    """Yakuman units of every set of local yaku."""
    index = np.arange(1 << len(LOCAL))
    units = np.zeros(len(index), np.int64)
    for bit, key in enumerate(LOCAL):
        units += (index >> bit & 1) * (YAKU[key].closed if YAKU[key].yakuman else 0)
    return units.astype(np.uint8)


def _five_types(reading: Reading) -> Flags:
    kinds = reading.everything.kinds() & ~(1 << 30) | _north_in_sets(reading)
    groups = [0x1FF, 0x1FF << 9, 0x1FF << 18, _WINDS, _DRAGONS]
    return np.logical_and.reduce([kinds & group != 0 for group in groups])


def _north_in_sets(reading: Reading) -> Ints:
    """North as a kind of the hand proper: one set aside belongs to no set."""
    north = np.full(len(reading.winning), 30)
    return (reading.everything.copies(north) > SUM["kita"].of(reading.sums)).astype(np.int64) << 30


def _three_in_a_row(reading: Reading) -> Flags:
    triplets = reading.bits & sum(0x1FF << TRIPLETS_AT + SUIT_STEP * suit for suit in range(3))
    starts = sum(0x7F << TRIPLETS_AT + SUIT_STEP * suit for suit in range(3))
    return triplets & triplets >> 1 & triplets >> 2 & starts != 0


def _three_identical_runs(reading: Reading) -> Flags:
    """Three or four equal runs.

    Of four runs of two kinds it is three and one, not two and two, if the lowest tile of the lowest run is there an odd
    number of times: a pair does not change that.
    """
    runs = reading.bits & sum(0x7F << SUIT_STEP * suit for suit in range(3))
    count, different = SUM["runs"].of(reading.sums), np.bitwise_count(runs.astype(np.uint64))
    lowest = np.bitwise_count(((runs & -runs) - 1).astype(np.uint64)).astype(np.int64) % HONOR_TRIPLETS_AT
    copies = reading.everything.copies(lowest // SUIT_STEP * 9 + lowest % SUIT_STEP)
    return ((count >= 3) & (different == 1)) | ((count == 4) & (different == 2) & (copies % 2 == 1))


def _pairs_of_two_to_eight(suit: int) -> Callable[[Reading], Flags]:
    key = sum(2 * 5**rank for rank in range(1, 8)) << 21 * suit

    def condition(reading: Reading) -> Flags:
        return (reading.concealed.numbers == key) & (reading.sets == 0)

    return condition


def _pairs_of_honors(reading: Reading) -> Flags:
    key = sum(2 * 5**rank for rank in range(7))
    return (reading.concealed.numbers == 0) & (reading.concealed.suits()[3] == HONORS_AT + key) & (reading.sets == 0)


_CONDITIONS: Final[dict[str, Callable[[Reading], Flags]]] = {
    "tsubame_gaeshi": lambda reading: reading.has("tsubame_gaeshi"),
    "kanburi": lambda reading: reading.has("kanburi"),
    "shiiaru_raotai": lambda reading: SUM["open_melds"].of(reading.sums) == 4,
    "uumensai": _five_types,
    "sanrenkou": _three_in_a_row,
    "isshoku_sanjun": _three_identical_runs,
    "iipin_mouyue": lambda reading: reading.has("haitei") & (reading.winning == _ONE_PIN),
    "chuupin_raoyui": lambda reading: reading.has("houtei") & (reading.winning == _NINE_PIN),
    "daisharin": _pairs_of_two_to_eight(1),
    "daichikurin": _pairs_of_two_to_eight(2),
    "daisuurin": _pairs_of_two_to_eight(0),
    "ishi_no_ue_ni_mo_sannen": lambda reading: reading.has("double_riichi") & reading.has("haitei", "houtei"),
    "daichisei": _pairs_of_honors,
}
"""Each local yaku's condition. Daichisei stands in for tsuuiisou, of which it is the form of seven pairs."""
