"""Switches of the play itself, which the evaluation of tiles and the audit of calls read."""

from dataclasses import dataclass
from typing import Literal

from mjlog.rules.declaring import switch
from mjlog.vocabulary import YAKU

LOCAL_YAKU = tuple(key for key, info in YAKU.items() if info.local)


@dataclass(frozen=True, kw_only=True)
class Play:
    """Tiles and yaku."""

    red_fives: int = switch(
        3,
        "",
        "赤ドラ",
        "red fives",
        "How many are in the wall; 0: they do not count as dora.",
        unit="tiles",
        most=4,
        least=0,
    )
    open_tanyao: bool = switch(True, "", "喰いタン", "open tanyao", "Where the record does not tell.")
    kuikae: Literal["forbidden", "other_tile", "allowed"] = switch(
        "forbidden", "", "喰い替え", "swap calling",
        "Discarding the tile just called or its alternative: forbidden; only the same tile is; allowed.",
    )  # fmt: skip
    ippatsu: bool = switch(True, "", "一発", "ippatsu", "Whether it counts.")
    ura_dora: bool = switch(True, "", "裏ドラ", "ura dora", "Whether they count.")
    kan_dora: Literal["platform", "immediate", "after_discard", "off"] = switch(
        "platform", "", "槓ドラ", "kan dora",
        "When the new indicator is turned: at once for a closed kan and after the discard for an open one (platform), "
        "at once, after the discard, or never.",
    )  # fmt: skip
    kan_ura_dora: bool = switch(True, "", "槓裏", "ura dora of kans", "Whether indicators under kan dora count.")
    double_wind_fu: Literal["4", "2"] = switch(
        "4", "", "連風牌の雀頭", "double wind pair", "Fu of a pair that is both round and seat wind."
    )
    rinshan_tsumo_fu: bool = switch(True, "", "嶺上開花のツモ符", "fu of a rinshan tsumo", "Whether it has the 2 fu.")
    renhou: Literal["off", "mangan", "five_han", "yakuman"] = switch(
        "off", "", "人和", "renhou", "Off, a mangan unless the hand is worth more, five han among others, or a yakuman."
    )
    local_yaku: tuple[str, ...] = switch((), "", "ローカル役", "local yaku", "Which are allowed.", words=LOCAL_YAKU)
    min_han: int = switch(1, "", "翻縛り", "least han", "Han of yaku a win needs.", unit="han", least=1, most=4)
    kokushi_ankan: bool = switch(
        False,
        "",
        "国士の暗槓チャンカン",
        "kokushi robs a closed kan",
        "Whether kokushi may win on a closed kan's tile.",
    )
    riichi_min_wall: int = switch(
        4,
        "",
        "リーチの残り牌",
        "tiles left for riichi",
        "Tiles that must be left in the wall.",
        unit="tiles",
        least=0,
        most=70,
    )
