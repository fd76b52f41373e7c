"""Switches of the final score: what a game's points become when it is over."""

from dataclasses import dataclass
from typing import Literal

from mjlog.rules.declaring import FloatUma, SeatPenalty, SideBet, switch

Compare = Literal["ge", "gt"]
Line = Literal["start", "return"]


@dataclass(frozen=True, kw_only=True)
class StartAndFinalScore:
    """Start and final score."""

    start_points: int = switch(
        25_000, "1", "配給原点", "starting points", "What every seat begins with.", unit="points", least=0
    )
    return_points: int = switch(
        30_000,
        "2",
        "返し点",
        "return points",
        "What is taken off every seat's points at the end.",
        unit="points",
        least=0,
    )
    oka: Literal["auto", "none"] | int = switch(
        "auto", "3", "オカ", "oka", "Pot for first place; auto is (return - start) x players.", unit="thousands"
    )
    oka_negative: Literal["last", "first", "spread"] = switch(
        "last",
        "4",
        "マイナスのオカ",
        "negative oka",
        "Who gives where the pot is negative: last, first, or each a share.",
    )
    uma: tuple[int, ...] = switch(
        (20_000, 10_000, -10_000, -20_000), "5", "ウマ", "uma", "Bonus by rank, first place first.", unit="thousands"
    )
    uma_by_float: tuple[FloatUma, ...] = switch(
        (),
        "6",
        "浮きウマ",
        "floating uma",
        "Uma by the number of players above the line; uma itself for other numbers.",
    )
    float_line: Line | int = switch(
        "return", "6a", "浮きの基準", "float line", "The line: the return points, the starting points or a number.",
        unit="points",
    )  # fmt: skip
    float_compare: Compare = switch(
        "ge", "6b", "浮きの比較", "float comparison", "Whether a score exactly on the line floats (ge) or sinks (gt)."
    )
    sinking_uma: Literal["off", "top", "pool"] = switch(
        "off", "7", "沈みウマ", "sinking uma", "Each sunk player pays first place (top) or all who float share (pool)."
    )
    sinking_uma_amount: int = switch(
        10_000, "7", "沈みウマの額", "sinking uma amount", "What a sunk player pays.", unit="thousands", least=0
    )
    sinking_uma_line: Line | int = switch(
        "return", "7", "沈みの基準", "sinking line", "Below it a player is sunk.", unit="points"
    )
    sinking_uma_compare: Compare = switch(
        "ge", "7", "沈みの比較", "sinking comparison", "Whether a score exactly on the line floats (ge) or sinks (gt)."
    )
    tie_rank: Literal["seat", "split", "first_win"] = switch(
        "seat", "9", "同点の順位", "ranks of equal points",
        "seat: nearer to the first dealer ranks higher; split: equal rank, uma averaged; first_win: earlier first win.",
    )  # fmt: skip
    oka_tie: Literal["same_as_tie", "seat", "split"] = switch(
        "same_as_tie", "9a", "同点トップのオカ", "oka of equal firsts", "Who takes the pot when first place is tied."
    )
    tie_unit: Literal["exact", "0.1", "1"] = switch(
        "exact", "9b", "同点の端数単位", "unit of split shares", "Smallest share in thousands; exact is one point."
    )
    tie_remainder: Literal["seat", "lost"] = switch(
        "seat",
        "9b",
        "同点の端数",
        "remainder of split shares",
        "Goes to the seats nearest to the first dealer, or lost.",
    )
    rounding: Literal[
        "none", "half_up", "half_away", "half_down", "half_toward_zero", "half_even",
        "ceil", "floor", "away", "trunc", "digit8",
    ] = switch(
        "none", "10", "端数処理", "rounding to thousands",
        "half_up, half_down, ceil and floor go by the number line; half_away, half_toward_zero, away and trunc by "
        "magnitude; half_even to even thousands; digit8 drops seven hundreds and raises eight.",
    )  # fmt: skip
    first_absorbs: bool = switch(
        False, "10a", "トップ調整", "first takes the rest", "First place takes what rounding adds to the sum or drops."
    )
    first_absorbs_lost: bool = switch(
        True, "10a", "消えた供託のトップ調整", "first takes lost sticks",
        "With first_absorbs: whether sticks lost to nobody come back to first place as well.",
    )  # fmt: skip
    round_before: Literal["after_oka", "raw_score_first"] = switch(
        "after_oka", "10b", "丸める時点", "when rounding happens",
        "after_oka: points less return, oka added; raw_score_first: the points themselves, before return is taken off.",
    )  # fmt: skip
    negative_settlement: Literal["counted", "zero"] | int = switch(
        "counted", "11", "箱下精算", "points below zero", "Counted, counted as zero, or as no less than a floor.",
        unit="points",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class SidePayments:
    """Side payments."""

    sashiuma: tuple[SideBet, ...] = switch(
        (),
        "8",
        "差しウマ",
        "side bets",
        "Bets between seats: the lower rank pays; bashin multiplies by places between.",
    )
    tobi_prize: int = switch(
        0, "43b", "トビ賞", "bust prize", "What each player who is bust pays.", unit="thousands", least=0
    )
    tobi_prize_to: Literal["buster", "top", "all"] = switch(
        "buster", "43b", "トビ賞の受取", "receiver of the bust prize", "Who busted them, first place, or all others."
    )
    cold_prize: int = switch(
        0, "43c", "コールド賞", "prize of a called game", "What each other player pays to who reached cold_score.",
        unit="thousands", least=0,
    )  # fmt: skip
    yakitori: Literal["off", "pay_each", "to_non_yakitori", "pool", "flat"] = switch(
        "off", "54", "焼き鳥", "yakitori",
        "Who never won pays: all others, all who won, into a pool of those who won, or nobody in particular.",
    )  # fmt: skip
    yakitori_amount: int = switch(
        5_000, "54", "焼き鳥の額", "yakitori amount", "Amount of that payment.", unit="thousands", least=0
    )
    yakitori_last_ron: Literal["off", "to_all_others", "to_third_parties"] = switch(
        "off", "54a", "最終局の焼き鳥", "yakitori in the last hand",
        "A first win by ron in the last hand: the discarder pays what its winner would have paid.",
    )  # fmt: skip
    chips: int = switch(
        0, "55", "祝儀", "value of a chip", "What a chip won or lost counts at the end.", unit="thousands", least=0
    )
    replacement_seats: tuple[int, ...] = switch(
        (), "56", "代走", "replacement players", "Seats that stand in for no one and score a fixed number.",
        unit="seat", least=0, most=3,
    )  # fmt: skip
    replacement_score: int = switch(
        -15_000, "56", "代走の得点", "score of a replacement player", "Their score before uma.", unit="thousands"
    )
    replacement_uma: int = switch(
        -15_000, "56", "代走のウマ", "uma of a replacement player", "Their uma, whatever their rank.", unit="thousands"
    )
    umpire_penalties: tuple[SeatPenalty, ...] = switch(
        (), "56", "審判ペナルティ", "umpire's penalties", "Penalties taken off final scores by seat."
    )
