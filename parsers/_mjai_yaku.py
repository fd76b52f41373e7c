"""Names of yaku as mjai engines write them, to the keys of the vocabulary."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from mjlog.vocabulary import YAKU
from parsers._gathered import yakuman_han
from parsers._replay import MELD_TILES, PLAIN

_ROMAJI: Final = {
    "menzenchin_tsumoho": "menzen_tsumo",
    "reach": "riichi",
    "double_reach": "double_riichi",
    "ippatsu": "ippatsu",
    "chankan": "chankan",
    "rinshankaiho": "rinshan_kaihou",
    "haiteiraoyue": "haitei",
    "hoteiraoyui": "houtei",
    "pinfu": "pinfu",
    "tanyaochu": "tanyao",
    "ipeko": "iipeikou",
    "chitoitsu": "chiitoitsu",
    "honchantaiyao": "chanta",
    "ikkitsukan": "ittsuu",
    "sanshokudojun": "sanshoku_doujun",
    "sanshokudoko": "sanshoku_doukou",
    "sankantsu": "sankantsu",
    "toitoiho": "toitoi",
    "sananko": "sanankou",
    "shosangen": "shousangen",
    "honroto": "honroutou",
    "ryanpeko": "ryanpeikou",
    "junchantaiyao": "junchan",
    "honiso": "honitsu",
    "chiniso": "chinitsu",
    "renho": "renhou",
    "tenho": "tenhou",
    "chiho": "chiihou",
    "daisangen": "daisangen",
    "suanko": "suuankou",
    "suanko_tanki": "suuankou_tanki",
    "tsuiso": "tsuuiisou",
    "ryuiso": "ryuuiisou",
    "chinroto": "chinroutou",
    "churenpoton": "chuuren_poutou",
    "junsei_churenpoton": "junsei_chuuren_poutou",
    "kokushimuso": "kokushi_musou",
    "kokushimuso_jusanmenmachi": "kokushi_musou_13_wait",
    "daisushi": "daisuushii",
    "shosushi": "shousuushii",
    "sukantsu": "suukantsu",
    "dora": "dora",
    "uradora": "ura_dora",
    "akadora": "red_dora",
}
_KNOWN: Final = {info.ja: key for key, info in YAKU.items()} | {key: key for key in YAKU} | _ROMAJI
_TENHOU_NUMBERS: Final = tuple(YAKU)[:55]
"""Yaku by Tenhou's number; 54 is the red five."""

_WINDS: Final = ("east", "south", "west", "north")
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
    for name, fan in names:
        if name == "bakaze":
            pairs.append((f"round_wind_{_WINDS[round_wind]}", fan))
        elif name == "jikaze":
            pairs.append((f"seat_wind_{_WINDS[seat_wind]}", fan))
        elif name == "sangenpai" and len(dragons := _dragons(tiles, melds)) == fan:
            pairs += [(key, 1) for key in dragons]
        elif key := _KNOWN.get(name):
            pairs.append((key, yakuman_han(_units(fan)) if YAKU[key].yakuman else fan))
        else:
            other.append(name)
    return pairs, other


def numbered_yaku(numbers: Sequence[int], han: int) -> tuple[list[tuple[str, int]], list[str]]:
    """Keys and han of yaku by Tenhou's numbers, each repeated once a han of dora; the han of the others add up to it.

    The logs do not give han by yaku: an open hand's are taken to be those that make the stated sum.
    """
    known = Counter(_TENHOU_NUMBERS[number] for number in numbers if number < len(_TENHOU_NUMBERS))
    other = [str(number) for number in numbers if number >= len(_TENHOU_NUMBERS)]
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
