"""Names of yaku as logs write them, to the keys of the vocabulary.

Japanese names are the vocabulary's own; what stands here are other spellings of them, the names of Mahjong Soul's
English client, and romaji in its usual spellings. Names are compared without spaces, punctuation, case and width, so
``役牌:場風牌``, ``Yakuhai (Haku)`` and ``menzen-tsumo`` need no entry a spelling.
"""

import unicodedata
from functools import cache
from typing import Final

from mjlog.vocabulary import YAKU

SEAT_WIND: Final = "seat_wind"
ROUND_WIND: Final = "round_wind"
"""What a name means that does not say which wind; :func:`wind_key` completes it."""

_WINDS: Final = ("east", "south", "west", "north")

_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "menzen_tsumo": ("門前自摸", "門前清自摸", "面前清自摸和", "ツモ", "自摸", "Fully Concealed Hand",
                     "Menzenchin Tsumohou", "Menzen Tsumohou", "Tsumo", "Self Draw", "Menzenchin Tsumoho"),
    "riichi": ("リーチ", "Reach", "Richi"),
    "ippatsu": ("一發", "One Shot"),
    "chankan": ("搶槓", "槍カン", "Robbing a Kong", "Robbing the Kan"),
    "rinshan_kaihou": ("嶺上開華", "嶺上", "After a Kong", "Rinshan", "Rinshan Kaihoh", "Rinshan Kaiho"),
    "haitei": ("海底撈月", "海底", "Under the Sea", "Haitei Raoyue", "Haitei Mouyue"),
    "houtei": ("河底", "Under the River", "Houtei Raoyui", "Last Discard", "Hoteiraoyui"),
    "pinfu": ("ピンフ", "No Points Hand"),
    "tanyao": ("断么九", "断ヤオ", "タンヤオ", "断幺", "Tanyaochuu", "Tanyaochu"),
    "iipeikou": ("一杯口", "イーペーコー", "Iipeiko", "Ipeikou", "Ipeko"),
    "seat_wind_east": ("自風牌東", "東 自風", "Seat Wind E"),
    "seat_wind_south": ("自風牌南", "南 自風", "Seat Wind S"),
    "seat_wind_west": ("自風牌西", "西 自風", "Seat Wind W"),
    "seat_wind_north": ("自風牌北", "北 自風", "Seat Wind N"),
    "round_wind_east": ("場風牌東", "東 場風", "Prevalent Wind East", "Prevailing Wind East"),
    "round_wind_south": ("場風牌南", "南 場風", "Prevalent Wind South", "Prevailing Wind South"),
    "round_wind_west": ("場風牌西", "西 場風", "Prevalent Wind West", "Prevailing Wind West"),
    "round_wind_north": ("場風牌北", "北 場風", "Prevalent Wind North", "Prevailing Wind North"),
    SEAT_WIND: ("自風", "自風牌", "役牌 自風牌", "役牌 自風", "門風", "Seat Wind", "Jikaze", "Yakuhai Seat Wind"),
    ROUND_WIND: ("場風", "場風牌", "役牌 場風牌", "役牌 場風", "圏風", "Prevalent Wind", "Prevailing Wind",
                 "Round Wind", "Bakaze", "Yakuhai Round Wind"),
    "haku": ("白", "三元牌 白", "Yakuhai Haku", "Yakuhai White Dragon"),
    "hatsu": ("發", "発", "役牌 発", "三元牌 發", "Yakuhai Hatsu", "Yakuhai Green Dragon"),
    "chun": ("中", "三元牌 中", "Yakuhai Chun", "Yakuhai Red Dragon"),
    "double_riichi": ("ダブル立直", "ダブルリーチ", "ダブリー", "W立直", "Double Reach", "Daburu Riichi"),
    "chiitoitsu": ("七対", "チートイツ", "Chitoitsu", "Chiitoi"),
    "chanta": ("混全帯么九", "チャンタ", "Honchan", "Honchantaiyao", "Honchantaiyaochuu"),
    "ittsuu": ("一気", "一通", "イッツー", "Ikkitsuukan", "Ittsu", "Straight", "Ikkitsukan"),
    "sanshoku_doujun": ("三色", "Sanshoku", "Sanshoku Dojun", "Three Color Straight"),
    "sanshoku_doukou": ("Sanshoku Dokou", "Sanshoku Doukoh", "Sanshoku Doko"),
    "sankantsu": ("三カンツ", "Three Quads"),
    "toitoi": ("対対和", "対々", "トイトイ", "Toitoihou", "Toitoihoi", "Toitoiho"),
    "sanankou": ("三アンコ", "Sananko"),
    "shousangen": ("Shosangen",),
    "honroutou": ("Honroto", "All Terminals and Honours"),
    "ryanpeikou": ("二杯口", "Ryanpeiko", "Ryanpeko"),
    "junchan": ("純全帯么九", "純チャン", "純全", "Junchantaiyao", "Junchantaiyaochuu"),
    "honitsu": ("混一", "ホンイツ", "Honiisou", "Honiso"),
    "chinitsu": ("清一", "チンイツ", "Chiniisou", "Chiniso"),
    "renhou": ("Hand of Man", "Blessing of Man", "Renho"),
    "tenhou": ("Blessing of Heaven", "Tenho"),
    "chiihou": ("Blessing of Earth", "Chihou", "Chiho"),
    "daisangen": ("Three Big Dragons",),
    "suuankou": ("Suuanko", "Suankou", "Suanko"),
    "suuankou_tanki": ("四暗刻単騎待ち", "四暗刻単騎待", "Single-wait Four Concealed Triplets", "Suuanko Tanki",
                       "Suanko Tanki"),
    "tsuuiisou": ("All Honours", "Tsuiisou", "Tsuuiso", "Tsuiso"),
    "ryuuiisou": ("緑一", "All Greens", "Ryuiisou", "Ryuiso"),
    "chinroutou": ("Chinroto",),
    "chuuren_poutou": ("九蓮宝灯", "九連宝燈", "Chuuren Pouto", "Churenpoton"),
    "junsei_chuuren_poutou": ("純正九蓮宝灯", "純正九連宝燈", "True Nine Gates", "Junsei Chuuren Pouto",
                              "Junsei Churenpoton"),
    "kokushi_musou": ("国士", "Kokushi", "Kokushimuso"),
    "kokushi_musou_13_wait": ("国士無双十三面待ち", "国士無双13面", "国士無双13面待ち", "国士無双十三面待",
                              "Thirteen-wait Thirteen Orphans", "Kokushi Musou Juusanmen",
                              "Kokushi Musou Juusanmen Machi", "Kokushi 13 Wait", "Kokushimuso Jusanmenmachi"),
    "daisuushii": ("大四喜和", "Four Big Winds", "Daisuushi", "Daisushi"),
    "shousuushii": ("小四喜和", "Four Little Winds", "Shousuushi", "Shosushi"),
    "suukantsu": ("Four Quads", "Sukantsu"),
    "dora": ("表ドラ", "宝牌"),
    "ura_dora": ("裏", "裏宝牌", "Ura"),
    "red_dora": ("赤", "赤宝牌", "Aka Dora", "Aka", "Red Fives"),
    "kita": ("抜きドラ", "北抜き", "抜き北", "北", "Nukidora", "Pei Dora"),
    "uumensai": ("五門齊",),
    "sanrenkou": ("Three Chained Triplets",),
    "isshoku_sanjun": ("Pure Triple Chow", "Pure Triple Chi", "Pure Triple Sequence"),
    "iipin_mouyue": ("Iipinmoyue",),
    "daisuurin": ("大数鄰", "Numerous Neighbours"),
    "daichisei": ("Big Seven Star", "Daishichisei"),
}  # fmt: skip


def _plain(name: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKC", name).casefold() if sign.isalnum())


def _table() -> dict[str, str]:
    names = [(key, name) for key, info in YAKU.items() for name in (key, info.ja, info.en)]
    names += [(key, name) for key, others in _NAMES.items() for name in others]
    return {_plain(name): key for key, name in names}


_KEYS: Final = _table()


@cache
def yaku_key(name: str) -> str | None:
    """Key of the vocabulary, :data:`SEAT_WIND` or :data:`ROUND_WIND`; None for a name that is not known."""
    return _KEYS.get(_plain(name))


def wind_key(which: str, wind: int) -> str:
    """Key of a wind's yaku: ``wind_key(SEAT_WIND, 0)`` is ``seat_wind_east``."""
    return f"{which}_{_WINDS[wind]}"
