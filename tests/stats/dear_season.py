"""A season of dear hands: one game of four players, Eri, Fumi, Gen and Hiro, and one of three, Ida, Jin and Kei.

Every number the tests expect was counted from these lines with a pencil.
"""

import polars as pl

from tests.stats import sheets
from tests.stats.sheets import START, game, hand, sitting, wins

_HANDS = [
    # Eri (dealer, riichi) rons Fumi (one call) for a baiman.
    hand("c", 0, 0, "ron", START, [24000, -24000, 0, 0], riichi_0=6, riichi_order_0=1, riichi_paid_0=True,
         calls_1=1, discards_0=9, discards_1=8),
    # Hiro (four calls) rons Gen for a mangan.
    hand("c", 1, 0, "ron", [49000, 1000, 25000, 25000], [0, 0, -8000, 8000], calls_3=4, discards_3=12, discards_2=12,
         honba=1),
    # Gen (riichi first) rons Hiro (four calls) for a counted yakuman; Eri chased.
    hand("c", 2, 1, "ron", [49000, 1000, 17000, 33000], [-1000, 0, 33000, -32000], riichi_2=7, riichi_order_2=1,
         riichi_paid_2=True, riichi_0=9, riichi_order_0=2, riichi_paid_0=True, calls_3=4),
    # Exhaustive draw, only Eri tenpai, in riichi.
    hand("c", 3, 2, "exhaustive_draw", [48000, 1000, 50000, 1000], [2000, -1000, -1000, -1000], riichi_0=10,
         riichi_order_0=1, riichi_paid_0=True, tenpai_0=True, tenpai_1=False, tenpai_2=False, tenpai_3=False),
    # Nagashi mangan by Eri: dealer Hiro pays 4000. Eri's stick stays on the table.
    hand("c", 4, 3, "nagashi_mangan", [50000, 0, 49000, 0], [8000, -2000, -2000, -4000], nagashi_0=True, deposits=1),
    # Fumi (riichi, passed) deals in to Gen's dama sanbaiman; two sticks go to Gen.
    hand("c", 5, 3, "ron", [58000, -2000, 47000, -4000], [0, -25000, 26000, 0], riichi_1=3, riichi_order_1=1,
         riichi_paid_1=True, discards_1=5, discards_2=5, deposits=1, honba=1),
    # Eri deals in to Fumi's open yakuman.
    hand("c", 6, 3, "ron", [58000, -27000, 73000, -4000], [-32000, 32000, 0, 0], calls_1=3, honba=2),
    # Three players: Ida (dealer) tsumo, a mangan with three norths.
    hand("d", 0, 0, "tsumo", [35000, 35000, 35000, 0], [8000, -4000, -4000, 0]),
]  # fmt: skip

_WINS = wins(
    ("c", 0, 0, 0, 1, 24000, 8, 30, 0, "baiman", True, ["riichi", "honitsu", "dora", "red_dora"], 0, 3, 1, 0),
    ("c", 1, 0, 3, 2, 8000, 5, 40, 0, "mangan", False, ["toitoi", "honitsu", "dora"], None, 2, 0, 0),
    ("c", 2, 0, 2, 3, 32000, 13, 30, 0, "kazoe", True, ["riichi", "pinfu", "dora", "red_dora", "ura_dora"], 4, 5, 2, 0),
    ("c", 5, 0, 2, 1, 24000, 11, 30, 0, "sanbaiman", True, ["chinitsu", "dora"], None, 1, 0, 0),
    ("c", 6, 0, 1, 0, 32000, None, None, 1, "yakuman", False, ["daisangen"], None, 0, 0, 0),
    ("d", 0, 0, 0, None, 8000, 5, 30, 0, "mangan", True, ["menzen_tsumo", "dora", "kita"], None, 1, 0, 3),
)


def tables() -> dict[str, pl.DataFrame]:
    """Games, players, hands, wins and standings of the season; it was never settled."""
    four = [("Eri", 2, 26000), ("Fumi", 3, 5000), ("Gen", 1, 73000), ("Hiro", 4, -4000)]
    three = [("Ida", 1, 43000), ("Jin", 2, 31000), ("Kei", 3, 31000)]
    return sheets.tables(
        [game("c"), game("d", n_players=3)],
        [sitting(name, seat, *each) for name, seats in (("c", four), ("d", three)) for seat, each in enumerate(seats)],
        _HANDS, _WINS,
    )  # fmt: skip


EXPECTED = {
    "Eri": {
        "win_baiman_rate": 1.0, "deal_in_yakuman_rate": 1.0, "deal_in_limit_rate": 1.0, "nagashi_count": 1,
        "dora_per_win": 3.0, "red_per_win": 1.0, "kita_per_win": 0.0, "ura_per_win": 0.0, "all_dora_per_win": 4.0,
        "riichi_draw_rate": 1 / 3, "riichi_chasing_rate": 1 / 3, "riichi_against_rate": 1 / 2, "max_renchan": 1,
        "deal_in_while_closed": 1.0, "unforced_deal_in_to_open": 1.0, "riichi_win_rate": 1 / 3,
        "avg_draw_balance": 3000.0, "win_rate": 1 / 7, "draw_rate": 1 / 7, "sticks_won": None, "sticks_paid": 3,
        "balance_per_round": (24000 + 0 - 1000 + 2000 + 8000 + 0 - 32000) / 7,
    },
    "Fumi": {
        "call_deal_in_rate": 1 / 2, "deal_in_while_open": 1 / 2, "deal_in_while_riichi": 1 / 2,
        "deal_in_baiman_rate": 1 / 2, "deal_in_sanbaiman_rate": 1 / 2, "unforced_deal_in_to_riichi": 1.0,
        "call_3plus_win_rate": 1.0, "call_3plus_deal_in_rate": 0.0, "deal_in_turn": (8 + 5) / 2,
        "deal_in_turn_winner": (9 + 5) / 2, "avg_deal_in": 24000.0, "riichi_expense": 25000.0, "tobi_rate": 0.0,
        "deal_in_to_dealer_rate": 1 / 2, "win_yakuman_rate": 1.0, "yakuman_count": 1, "call_win_rate": 1 / 2,
    },
    "Gen": {
        "win_kazoe_rate": 1 / 2, "win_sanbaiman_rate": 1 / 2, "kazoe_count": 1, "yakuman_count": 0,
        "dora_per_win": (5 + 1) / 2, "red_per_win": 1.0, "ura_per_win": 4.0, "all_dora_per_win": (5 + 2 + 4 + 1) / 2,
        "max_han": 13, "deal_in_mangan_rate": 1.0, "unforced_deal_in_to_open": 1.0, "max_win_value": 32000,
        "riichi_chased_rate": 1.0, "win_limit_rate": 1.0, "riichi_share_of_wins": 1 / 2,
        "avg_win_income": (33000 + 26000) / 2,
    },
    "Hiro": {
        "call_toitoi_share": 1.0, "call_flush_share": 1.0, "call_dora_avg": 2.0, "call_4_rate": 2 / 7,
        "call_4plus_rate": 2 / 7, "call_4plus_win_rate": 1 / 2, "call_4plus_deal_in_rate": 1 / 2,
        "call_4plus_win_value": 8000.0, "call_4plus_balance": (8000 - 32000) / 2, "deal_in_kazoe_rate": 1.0,
        "deal_in_while_open": 1.0, "unforced_deal_in_to_riichi": 1.0, "call_share_of_wins": 1.0,
        "max_renchan": 2, "tobi_rate": 1.0, "call_balance": (8000 - 32000) / 2,
    },
    "Ida": {
        "kita_per_win": 3.0, "all_dora_per_win": 4.0, "rank_1_rate": 1.0, "rank_4_rate": None, "rounds": 1,
        "avg_final_points": 8000.0, "pt_houou": None,
    },
}  # fmt: skip
