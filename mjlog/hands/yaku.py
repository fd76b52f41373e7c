"""Every yaku of the standard list as a condition on a hand's words, worked out once for all values they can have.

A set of yaku is one integer, bit i being the i-th of :data:`mjlog.vocabulary.YAKU`. The conditions below are written as
the rule book says them, over *all* values of the few bits they depend on; the result is a table, and a hand's yaku are
a handful of look-ups. Adding a yaku is adding its condition to the table it depends on.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Final, NamedTuple

import numpy as np

from mjlog.hands.keys import Array, Bytes, Ints
from mjlog.hands.point_tables import PointTables, point_tables
from mjlog.hands.words import HONOR, MAN, NOT_GREEN, PIN, SHAPE_BITS, SIMPLE, SOU, SUM, TERMINAL
from mjlog.rules import RuleSet
from mjlog.vocabulary import DORA_KEYS, YAKU

CODE: Final = {key: code for code, key in enumerate(YAKU)}
"""Bit of each yaku."""


def yaku_bits(keys: Iterable[str]) -> int:
    """The set of these yaku."""
    return sum({1 << CODE[key] for key in keys})


YAKUMAN: Final = yaku_bits(key for key, info in YAKU.items() if info.yakuman and not info.local)
CLOSED_ONLY: Final = yaku_bits(key for key, info in YAKU.items() if not info.open and CODE[key] < 63)
PINFU: Final = 1 << CODE["pinfu"]
CHINITSU: Final = 1 << CODE["chinitsu"]
STANDARD: Final = yaku_bits(key for key, info in YAKU.items() if key not in DORA_KEYS and not info.local)
"""Every yaku that is not a local one."""

BETTER_FORMS: Final = {
    "suuankou": "suuankou_tanki",
    "chuuren_poutou": "junsei_chuuren_poutou",
    "kokushi_musou": "kokushi_musou_13_wait",
}
"""Yakuman and the form that the best of waits gives."""

HAN_CHUNK: Final = 13
"""Yaku whose han are looked up together."""

_UNIT_HAN: Final = np.array([13 if info.yakuman else 1 for info in YAKU.values()], np.uint8)
HAN: Final = _UNIT_HAN * np.array(
    [[getattr(info, side) for info in YAKU.values()] for side in ("closed", "open")], np.uint8
)
"""Han of each yaku, closed hands and open ones; 13 a yakuman unit."""


def _sets(conditions: Mapping[str, Array]) -> Ints:
    """The yaku whose conditions hold, for each value of the index the conditions range over."""
    return reduce(np.bitwise_or, (condition.astype(np.int64) << CODE[key] for key, condition in conditions.items()))


def _by_shape() -> Ints:
    """Yaku of the sets alone, by the low bits of a sum word; those of closed hands as if it were closed."""
    index = np.arange(1 << SHAPE_BITS)
    runs, concealed, kans, identical, outside, ryanmen, tanki = (field.of(index) for field in list(SUM.values())[:7])
    return _sets(
        {
            "pinfu": (runs == 4) & (ryanmen == 1),  # unless the pair has fu
            "iipeikou": identical == 1,
            "ryanpeikou": identical == 2,
            "toitoi": runs == 0,
            "sanankou": concealed == 3,
            "suuankou": (concealed == 4) & (tanki == 0),
            "suuankou_tanki": (concealed == 4) & (tanki == 1),
            "sankantsu": kans == 3,
            "suukantsu": kans == 4,
            "chanta": (outside == 5) & (runs > 0),  # if there are honors
            "junchan": (outside == 5) & (runs > 0),  # if there are none
        }
    )


class _HonorIndex(NamedTuple):
    """What yaku of honors depend on: seven triplets, kind of the pair (0: no honor), seat wind, round wind."""

    triplet: list[Array]
    pair: Array
    seat: Array
    round: Array

    @classmethod
    def every(cls) -> "_HonorIndex":
        index = np.arange(1 << 14)
        return cls([(index >> kind & 1) == 1 for kind in range(7)], index >> 7 & 7, index >> 10 & 3, index >> 12 & 3)


def _by_honors() -> Ints:
    """Yaku of honor triplets."""
    triplet, pair, seat, round_ = _HonorIndex.every()
    winds = sum(triplet[:4], np.zeros(1 << 14, np.int64))
    dragons = sum(triplet[4:], np.zeros(1 << 14, np.int64))
    words = {"east": 0, "south": 1, "west": 2, "north": 3}
    return _sets(
        {f"seat_wind_{word}": triplet[wind] & (seat == wind) for word, wind in words.items()}
        | {f"round_wind_{word}": triplet[wind] & (round_ == wind) for word, wind in words.items()}
        | {
            "haku": triplet[4],
            "hatsu": triplet[5],
            "chun": triplet[6],
            "shousangen": (dragons == 2) & (pair > 4),
            "daisangen": dragons == 3,
            "shousuushii": (winds == 3) & (pair > 0) & (pair <= 4),
            "daisuushii": winds == 4,
        }
    )


def _pair_fu(double_wind: int) -> Bytes:
    """Fu of the pair by the same index as the yaku of honors."""
    _, pair, seat, round_ = _HonorIndex.every()
    is_seat, is_round = pair == seat + 1, pair == round_ + 1
    fu = np.where((pair > 4) | is_seat | is_round, 2, 0)
    return np.where(is_seat & is_round, double_wind, fu).astype(np.uint8)


def _by_class() -> tuple[Ints, Ints]:
    """Yaku of the tiles there are, by their suits and classes; and which of chanta and junchan they allow."""
    index = np.arange(1 << 7)
    suits = sum((index & suit > 0).astype(int) for suit in (MAN, PIN, SOU))
    honor, terminal, simple = index & HONOR > 0, index & TERMINAL > 0, index & SIMPLE > 0
    yaku = _sets(
        {
            "tanyao": ~honor & ~terminal,
            "honroutou": honor & terminal & ~simple,
            "honitsu": (suits == 1) & honor,
            "chinitsu": (suits == 1) & ~honor,
            "tsuuiisou": (suits == 0) & honor,
            "chinroutou": ~honor & ~simple,
            "ryuuiisou": index & NOT_GREEN == 0,
        }
    )
    return yaku, np.where(honor, ~yaku_bits(["junchan"]), ~yaku_bits(["chanta"]))


def _keep(*, open_tanyao: bool) -> Ints:
    """Which yaku an open hand (bit 0) and a pair with fu (bit 1) leave."""
    opened = ~(CLOSED_ONLY | (0 if open_tanyao else yaku_bits(["tanyao"])))
    return np.array([-1, opened, ~PINFU, opened & ~PINFU], np.int64)


def _han(renhou: int) -> list[Bytes]:
    """Han of every set of thirteen consecutive yaku, closed hands first, then open ones."""
    index = np.arange(1 << HAN_CHUNK)
    worth = HAN.copy()
    worth[:, [info.yakuman for info in YAKU.values()]] = 0
    worth[0, CODE["renhou"]] = renhou
    tables = []
    for first in range(0, 3 * HAN_CHUNK, HAN_CHUNK):
        closed, opened = (
            sum((index >> bit & 1) * han for bit, han in enumerate(side[first : first + HAN_CHUNK])) for side in worth
        )
        tables.append(np.concatenate([closed, opened]).astype(np.uint8))
    return tables


@dataclass(frozen=True, slots=True)
class RuleTables:
    """Everything the scoring of a row looks up, under one rule set.

    Attributes:
        rules: the rule set.
        by_shape: yaku by the low bits of a sum word.
        by_honors: yaku of honor triplets.
        by_class: yaku of the suits and classes of tile there are.
        outside_by_class: which of chanta and junchan, by the same index, is left.
        pair_fu: fu of the pair, by the index of the yaku of honors.
        keep: yaku left by an open hand (bit 0) and a pair with fu (bit 1).
        han: han of the yaku, thirteen at a time.
        points: points by han, fu and units.
        yakuman: the yaku that are yakuman.
        double_yakuman: those that count two units.
        situation: yaku of the situation that exist.
    """

    rules: RuleSet
    by_shape: Ints
    by_honors: Ints
    by_class: Ints
    outside_by_class: Ints
    pair_fu: Bytes
    keep: Ints
    han: list[Bytes]
    points: PointTables
    yakuman: int
    double_yakuman: int
    situation: int


@lru_cache(maxsize=64)
def rule_tables(rules: RuleSet) -> RuleTables:
    """The tables of a rule set."""
    yaku, outside = _by_class()
    ignored = ([] if rules.ippatsu else ["ippatsu"]) + (["renhou"] if rules.renhou == "off" else [])
    return RuleTables(
        rules,
        _by_shape(),
        _by_honors(),
        yaku,
        outside,
        _pair_fu(int(rules.double_wind_fu)),
        _keep(open_tanyao=rules.open_tanyao),
        _han({"five_han": YAKU["renhou"].closed}.get(rules.renhou, 0)),
        point_tables(rules),
        YAKUMAN | (yaku_bits(["renhou"]) if rules.renhou == "yakuman" else 0),
        yaku_bits(rules.double_yakuman_list),
        ~yaku_bits(ignored),
    )
