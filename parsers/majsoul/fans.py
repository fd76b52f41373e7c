"""Yaku of Mahjong Soul: by number since about April 2019, by Chinese name before, to the vocabulary's keys."""

from collections.abc import Iterable
from typing import Any, Final

from mjlog.vocabulary import YAKU
from parsers.shared.gathered import yakuman_han
from parsers.shared.yaku_names import ROUND_WIND, SEAT_WIND, wind_key

_FANS: Final[dict[int, tuple[str, str]]] = {
    1: ("menzen_tsumo", "门前清自摸和"),
    2: ("riichi", "立直"),
    3: ("chankan", "抢杠"),
    4: ("rinshan_kaihou", "岭上开花"),
    5: ("haitei", "海底摸月"),
    6: ("houtei", "河底捞鱼"),
    7: ("haku", "役牌 白"),
    8: ("hatsu", "役牌 发"),
    9: ("chun", "役牌 中"),
    10: (SEAT_WIND, "役牌:门风牌"),
    11: (ROUND_WIND, "役牌:场风牌"),
    12: ("tanyao", "断幺九"),
    13: ("iipeikou", "一杯口"),
    14: ("pinfu", "平和"),
    15: ("chanta", "混全带幺九"),
    16: ("ittsuu", "一气通贯"),
    17: ("sanshoku_doujun", "三色同顺"),
    18: ("double_riichi", "两立直"),
    19: ("sanshoku_doukou", "三色同刻"),
    20: ("sankantsu", "三杠子"),
    21: ("toitoi", "对对和"),
    22: ("sanankou", "三暗刻"),
    23: ("shousangen", "小三元"),
    24: ("honroutou", "混老头"),
    25: ("chiitoitsu", "七对子"),
    26: ("junchan", "纯全带幺九"),
    27: ("honitsu", "混一色"),
    28: ("ryanpeikou", "二杯口"),
    29: ("chinitsu", "清一色"),
    30: ("ippatsu", "一发"),
    31: ("dora", "宝牌"),
    32: ("red_dora", "红宝牌"),
    33: ("ura_dora", "里宝牌"),
    34: ("kita", "拔北宝牌"),
    35: ("tenhou", "天和"),
    36: ("chiihou", "地和"),
    37: ("daisangen", "大三元"),
    38: ("suuankou", "四暗刻"),
    39: ("tsuuiisou", "字一色"),
    40: ("ryuuiisou", "绿一色"),
    41: ("chinroutou", "清老头"),
    42: ("kokushi_musou", "国士无双"),
    43: ("shousuushii", "小四喜"),
    44: ("suukantsu", "四杠子"),
    45: ("chuuren_poutou", "九莲宝灯"),
    47: ("junsei_chuuren_poutou", "纯正九莲宝灯"),
    48: ("suuankou_tanki", "四暗刻单骑"),
    49: ("kokushi_musou_13_wait", "国士无双十三面"),
    50: ("daisuushii", "大四喜"),
    51: ("tsubame_gaeshi", "燕返"),
    52: ("kanburi", "杠振"),
    53: ("shiiaru_raotai", "十二落抬"),
    54: ("uumensai", "五门齐"),
    55: ("sanrenkou", "三连刻"),
    56: ("isshoku_sanjun", "一色三顺"),
    57: ("iipin_mouyue", "一筒摸月"),
    58: ("chuupin_raoyui", "九筒捞鱼"),
    59: ("renhou", "人和"),
    60: ("daisharin", "大车轮"),
    61: ("daichikurin", "大竹林"),
    62: ("daisuurin", "大数邻"),
    63: ("ishi_no_ue_ni_mo_sannen", "石上三年"),
    64: ("daichisei", "大七星"),
}
"""Key and name in the client's first language by number."""

_MERGED: Final = {65: 59, 804: 2, 806: 2, 808: 2, 805: 18, 807: 18, 809: 18}
"""Numbers that mean another: the mangan renhou, and what events call riichi."""

_OTHER_NAMES: Final = {
    "自摸": 1,
    "枪杠": 3,
    "自风": 10,
    "场风": 11,
    "一发": 30,
    "赤宝牌": 32,
    "红宝": 32,
    "里宝": 33,
    "拔北": 34,
}


def _plain(name: str) -> str:
    return "".join(sign for sign in name if sign.isalnum()).removeprefix("役牌")


_BY_NAME: Final = {_plain(name): number for number, (_, name) in _FANS.items()} | _OTHER_NAMES


def yaku_of(
    fans: Iterable[Any], *, yakuman: bool, round_wind: int, seat_wind: int
) -> tuple[list[tuple[str, int]], list[str]]:
    """Keys and han of a win's yaku, and those that are not known, as written.

    Args:
        fans: entries with ``id``, ``name`` and ``val``.
        yakuman: whether ``val`` counts yakuman units.
        round_wind: position of the round wind.
        seat_wind: of the winner's own.
    """
    pairs, other = [], []
    winds = {SEAT_WIND: seat_wind, ROUND_WIND: round_wind}
    for fan in fans:
        number = _MERGED.get(fan.id, fan.id) or _BY_NAME.get(_plain(fan.name))
        if number not in _FANS:
            other.append(fan.name or f"fan {fan.id}")
            continue
        key = _FANS[number][0]
        if key in winds:
            key = wind_key(key, winds[key])
        # A renhou is an ordinary yaku in the vocabulary, but its number 59 is a yakuman here.
        units = yakuman and (YAKU[key].yakuman or key == "renhou")
        pairs.append((key, yakuman_han(fan.val) if units else fan.val))
    return pairs, other
