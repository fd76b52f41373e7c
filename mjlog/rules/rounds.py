"""Switches of the course of a game: who deals next, draws, abortive draws, faults, and when it is over."""

from dataclasses import dataclass
from typing import Literal

from mjlog.rules.declaring import switch
from mjlog.rules.final_score import Compare
from mjlog.vocabulary import ABORTIVE_DRAWS

RenchanKind = Literal["tenpai", "agari", "noten", "none"]
Yame = Literal["off", "optional", "auto"]


@dataclass(frozen=True, kw_only=True)
class Renchan:
    """Renchan."""

    renchan: tuple[RenchanKind, ...] = switch(
        ("tenpai",), "22", "連荘", "dealer repeats",
        "On a dealer's win and tenpai (tenpai), win only (agari), win and any draw (noten), or never (none); "
        "one value, or one a round from East on.",
    )  # fmt: skip
    honba_after_draw: Literal["always", "if_renchan", "unchanged"] = switch(
        "always", "23", "流局の本場", "honba after a draw",
        "One more always; one more if the dealer repeats and else none; or as it was.",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Draws:
    """Draws."""

    noten_penalty: int | tuple[int, ...] = switch(
        3_000, "24", "ノーテン罰符", "noten penalty",
        "A pool the noten pay and the tenpai share, or a list: what each noten pays with one, two, three tenpai "
        "(1000,2000,3000 is 1000 from every noten to every tenpai).",
        unit="points", least=0,
    )  # fmt: skip
    noten_declaration: bool = switch(
        True, "24a", "ノーテン宣言", "declaring noten", "Whether a tenpai player may declare noten."
    )
    karaten: Literal["tenpai", "noten_if_own", "noten_if_visible"] = switch(
        "tenpai", "24b", "空聴・純カラ", "waiting for nothing",
        "A wait of which no tile is left counts as tenpai, or not where the hand itself holds all four, or not where "
        "all four are in view.",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Nagashi:
    """Nagashi mangan."""

    nagashi: Literal["off", "mangan", "yakuman"] = switch(
        "off", "25", "流し満貫", "nagashi mangan", "What it pays; off: an ordinary exhaustive draw."
    )
    nagashi_as: Literal["win", "draw"] = switch(
        "win", "26", "流し満貫の扱い", "nagashi counts as", "Whether the honba goes on as after a win or after a draw."
    )
    nagashi_honba: bool = switch(True, "26a", "流し満貫の本場", "honba at nagashi", "Whether honba is paid.")
    nagashi_takes_deposits: bool = switch(
        True, "26b", "流し満貫の供託", "sticks at nagashi", "Whether the sticks on the table are collected."
    )
    nagashi_renchan: Literal["dealer_tenpai", "dealer_is_nagashi", "renchan"] = switch(
        "dealer_is_nagashi", "26c", "流し満貫の連荘", "renchan at nagashi",
        "The dealer repeats if tenpai, if it is the dealer's nagashi, or as the renchan rule says of a draw.",
    )  # fmt: skip
    nagashi_multi: Literal["all", "nearest_dealer"] = switch(
        "all", "27", "複数の流し満貫", "several nagashi", "All are paid, or only the first in turn from the dealer."
    )


@dataclass(frozen=True, kw_only=True)
class AbortiveDraws:
    """Abortive draws."""

    kyuushu: Literal["nine_kinds", "eight_kinds", "off"] = switch(
        "nine_kinds", "28", "九種九牌", "nine terminals and honors", "Kinds needed; eight_kinds also needs nine tiles."
    )
    suufon_renda: bool = switch(True, "29", "四風連打", "four winds discarded", "Whether it aborts the hand.")
    suukaikan: Literal["off", "after_discard", "immediate"] = switch(
        "after_discard", "30", "四開槓", "four kans", "Aborts after the next discard, at once, or never."
    )
    suucha_riichi: bool = switch(True, "31", "四家立直", "four riichi", "Whether it aborts the hand.")
    abort_renchan: tuple[str, ...] = switch(
        tuple(ABORTIVE_DRAWS), "1F", "途中流局の連荘", "dealer repeats after",
        "Abortive draws after which the deal stays.", words=ABORTIVE_DRAWS,
    )  # fmt: skip
    abort_honba: int = switch(
        1,
        "1F",
        "途中流局の本場",
        "honba after an abortive draw",
        "What is added; 0 leaves it.",
        unit="honba",
        least=0,
        most=1,
    )


@dataclass(frozen=True, kw_only=True)
class Ending:
    """End of the game."""

    length: Literal["one_hand", "east", "hanchan", "full"] = switch(
        "hanchan", "42", "東風・半荘", "length", "Rounds of a game whose record does not tell."
    )
    tobi: Literal["off", "lt0", "le0", "lt1000", "le1000"] = switch(
        "lt0", "43", "トビ", "bust", "The game ends when a player has less than, or no more than, so many points."
    )
    dealer_cannot_post: bool = switch(
        False, "43", "場棒不足", "dealer cannot post", "A dealer without 100 points a honba is bust too."
    )
    tobi_checked: Literal["settlement", "riichi"] = switch(
        "settlement", "43a", "トビの判定", "when bust is checked", "After a hand only, or also when a stick is paid."
    )
    cold_score: int = switch(
        0, "43c", "コールド", "called game", "The game ends when a player has so many points; 0 = never.",
        unit="points", least=0,
    )  # fmt: skip
    goal_points: int = switch(
        30_000,
        "44",
        "規定点",
        "goal",
        "What first place needs to end the game at its last hand.",
        unit="points",
        least=0,
    )
    goal_compare: Compare = switch(
        "ge", "44a", "規定点の比較", "goal comparison", "Whether exactly the goal is enough (ge) or not (gt)."
    )
    extension: Literal["none", "sudden_dealer_first", "sudden_any", "full"] = switch(
        "none", "45", "西入・南入", "extension",
        "If nobody reached the goal: none; until someone has, a repeating dealer first; until someone has, at once; "
        "or a whole round more.",
    )  # fmt: skip
    extension_max: Literal["forever"] | int = switch(
        1, "45a", "延長の上限", "longest extension", "Rounds at most.", unit="rounds", least=1, most=12
    )
    extension_if_even: bool = switch(
        False, "45b", "全員同点の延長", "extension when all are even", "Play on if all points are equal, goal or not."
    )
    agari_yame: Yame = switch(
        "optional", "46", "和了やめ", "agari-yame", "The dealer who wins the last hand may end, or ends, the game."
    )
    tenpai_yame: Yame = switch(
        "optional", "47", "聴牌やめ", "tenpai-yame", "The same for a dealer who is tenpai at a draw."
    )
    yame_top: Literal["seat", "sole", "any"] = switch(
        "seat", "46, 47", "やめのトップ条件", "first place for yame",
        "The dealer must be first by points and seat, alone in first place, or at least equal to first; any is equal.",
    )  # fmt: skip
    yame_needs_top: bool = switch(
        True,
        "46, 47",
        "やめのトップ要否",
        "yame needs first place",
        "Whether the dealer must be in first place at all.",
    )
    yame_needs_goal: bool = switch(
        True, "46, 47", "やめの規定点要否", "yame needs the goal", "Whether the dealer must have the goal points."
    )
    last_hand_draw: Literal["ends", "repeats"] = switch(
        "ends",
        "48",
        "オーラスの流局",
        "noten dealer in the last hand",
        "The game ends, or the last hand is played again.",
    )
    time_limit: Literal["none", "end_after_hand", "one_more_hand"] = switch(
        "none", "49", "時間打ち切り", "time limit", "Whether a game may stop before its last hand when time is up."
    )
    chombo_ends_game: bool = switch(
        False, "49", "最終局のチョンボ", "chombo as last hand", "Whether a chombo counts as the hand that ends a game."
    )


@dataclass(frozen=True, kw_only=True)
class Penalties:
    """Penalties."""

    chombo: Literal["mangan", "before_ranking", "after_uma", "none"] = switch(
        "mangan", "50", "チョンボ", "chombo",
        "A mangan tsumo paid in reverse; points off before ranks are made; off the final score; or nothing.",
    )  # fmt: skip
    chombo_points: int = switch(
        20_000,
        "50",
        "チョンボの点",
        "chombo points",
        "What before_ranking and after_uma take off.",
        unit="thousands",
        least=0,
    )
    chombo_next: Literal["redeal", "draw", "next_hand"] = switch(
        "redeal", "51", "チョンボ後", "after a chombo",
        "The same hand again; as after a draw with a noten dealer repeating as in an abortive draw; or the next hand.",
    )  # fmt: skip
    agari_houki: Literal["noten", "declared"] = switch(
        "noten", "52", "アガリ放棄", "dead hand", "Whether a dead hand is noten at a draw or as declared."
    )
    kuutaku_penalty: int = switch(
        1, "53", "供託罰", "stick penalty", "Sticks paid to the table for a minor fault.", unit="sticks", least=0
    )
