"""Switches of a hand's payments: sticks, counters, several winners, liability, the value of a hand, three players."""

from dataclasses import dataclass
from typing import Literal

from mjlog.rules.declaring import switch
from mjlog.vocabulary import YAKU

YAKUMAN = tuple(key for key, info in YAKU.items() if info.yakuman)


@dataclass(frozen=True, kw_only=True)
class SticksAndHonba:
    """Sticks and honba."""

    honba_enabled: bool = switch(True, "12a", "本場の有無", "honba in use", "Whether a honba is worth anything.")
    honba_value: int = switch(
        300,
        "12",
        "本場",
        "value of a honba",
        "What a honba adds to a win, all payers together.",
        unit="points",
        least=0,
    )
    honba_ron: Literal["honba_value"] | int = switch(
        "honba_value", "12", "ロンの本場", "honba on a ron", "What the discarder pays a honba.", unit="points", least=0
    )
    honba_tsumo_each: Literal["share"] | int = switch(
        "share", "12", "ツモの本場", "honba on a tsumo", "What each payer pays a honba; share divides honba_value.",
        unit="points", least=0,
    )  # fmt: skip
    riichi_bet: int = switch(
        1_000, "13", "リーチ棒", "riichi stick", "Value of a stick on the table.", unit="points", least=0
    )
    riichi_min_points: Literal["ge1000", "gt1000", "ge0", "any"] = switch(
        "ge1000",
        "14",
        "リーチの最低持ち点",
        "points needed for riichi",
        "Checked by the audit; a stick is paid anyway.",
    )
    riichi_discard_ronned: Literal["returned", "forfeited"] = switch(
        "returned", "15", "リーチ宣言牌の放銃", "riichi on a ronned tile", "Whether its stick is paid to the table."
    )
    deposit_on_win: Literal["winner", "stays"] = switch(
        "winner", "16", "供託の獲得", "sticks at a win", "The winner takes all sticks, or they lie until the game ends."
    )
    leftover_deposits: Literal["first", "first_split", "last_dealer", "return_to_declarers", "none"] = switch(
        "first", "17", "終局時の供託", "leftover sticks",
        "Sticks on the table when the game ends: first place (by seat or shared), last dealer, their owners, or lost.",
    )  # fmt: skip
    leftover_remainder: Literal["seat", "lost"] = switch(
        "seat", "17", "終局時供託の端数", "remainder of shared sticks", "Hundreds to the seat nearest the first dealer."
    )
    leftover_return_policy: Literal["hand", "stay"] = switch(
        "hand", "17a", "チョンボ時のリーチ棒", "sticks at a chombo",
        "hand: sticks declared in that hand go back to their owners; stay: they remain on the table.",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class MultipleRon:
    """Multiple ron."""

    multi_ron: Literal["head_bump", "double", "all", "double_then_head"] = switch(
        "head_bump", "18, 32", "頭ハネ・ダブロン", "several winners of one discard",
        "head_bump: only the nearest; double: two, three abort the hand (三家和); all: two or three; "
        "double_then_head: two, but of three only the nearest.",
    )  # fmt: skip
    multi_ron_honba: Literal["nearest", "each"] = switch(
        "nearest", "19", "ダブロンの本場", "honba of several ron", "Paid to the nearest winner or to each."
    )
    multi_ron_deposits: Literal["nearest", "split", "own_back_then_nearest"] = switch(
        "nearest", "20", "ダブロンの供託", "sticks of several ron",
        "All to the nearest winner; split, odd hundreds to the nearest; own sticks back and the rest to the nearest.",
    )  # fmt: skip
    renchan_multi_ron: Literal["any_dealer_win", "head_only_else_rotate", "head_only_else_abort", "no"] = switch(
        "any_dealer_win", "21", "ダブロンの連荘", "dealer among several winners",
        "any_dealer_win: the deal stays; head_only: only if the dealer is nearest, else it passes, or the hand counts "
        "as an abortive draw; no: it passes.",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Pao:
    """Pao (liability)."""

    pao_yaku: tuple[str, ...] = switch(
        ("daisangen", "daisuushii"), "33", "パオの役", "yakuman with liability", "Which yakuman make a feeder liable.",
        words=YAKUMAN,
    )  # fmt: skip
    pao_honba: Literal["pao", "discarder", "split"] = switch(
        "discarder", "35", "パオのロンの本場", "honba of a ron with liability", "Who pays the honba of such a ron."
    )
    pao_scope: Literal["yaku_only", "whole"] = switch(
        "yaku_only", "36", "複合役満のパオ", "scope of liability", "Only the yakuman fed, or the whole hand."
    )
    pao_tsumo_honba: Literal["pao", "payers"] = switch(
        "pao", "36", "パオのツモの本場", "honba of a tsumo with liability",
        "Of a compound yakuman of which only a part is covered: paid by the liable seat or as on any tsumo.",
    )  # fmt: skip
    daiminkan_pao: bool = switch(
        False, "37b", "大明槓のパオ", "liability for an open kan",
        "A tsumo after an open kan is paid by who fed the kan; applies where the log names that seat.",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class HandValue:
    """Hand value."""

    kiriage_mangan: bool = switch(False, "38", "切り上げ満貫", "rounded mangan", "7700 and 11600 count as mangan.")
    kazoe: Literal["yakuman", "sanbaiman", "unlimited"] = switch(
        "yakuman", "39", "数え役満", "counted yakuman",
        "13 han and more: a yakuman, a sanbaiman, or a yakuman for every 13 han.",
    )  # fmt: skip
    yakuman_stack: Literal["stack", "single"] | int = switch(
        "stack", "40", "役満の複合", "several yakuman", "Added up, counted as one, or added up to so many units.",
        unit="units", least=1,
    )  # fmt: skip
    double_yakuman_list: tuple[str, ...] = switch(
        (), "41", "ダブル役満", "double yakuman", "Yakuman that count two units.", words=YAKUMAN
    )


@dataclass(frozen=True, kw_only=True)
class ThreePlayers:
    """Three players."""

    players: int = switch(4, "59", "人数", "players", "How many players the rule set is for.", least=3, most=4)
    tsumo_payment: Literal[
        "loss", "half", "full", "equalize", "proportional", "oya_pays", "ko_pays", "add_1000", "ron_loss"
    ] = switch(
        "loss", "57", "三麻のツモ払い", "tsumo with three players",
        "What becomes of the missing seat's share: loss drops it; half adds half of it to each payer; full adds all of "
        "it to each; equalize lets both pay half of the ron value; proportional divides it 2:1 as the shares are; "
        "oya_pays and ko_pays give it to the dealer or the other child; add_1000 adds 1000 to each payer; ron_loss "
        "drops it and pays a ron at the tsumo value too.",
    )  # fmt: skip
    kita: Literal["dora", "off"] = switch(
        "dora", "58", "抜きドラ", "north dora", "Whether a north set aside adds a han."
    )
