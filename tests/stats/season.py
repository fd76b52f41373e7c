"""A season of two games of four players.

Every number the tests expect was counted from these lines with a pencil. Seats 0-3 are Aki, Ben, Chie, Dai in game a,
and Dai, Aki, Ben, Chie in game b.
"""

import polars as pl

from tests.stats import sheets
from tests.stats.sheets import START, game, hand, sitting, sticks, wins

NAMES = {"a": ["Aki", "Ben", "Chie", "Dai"], "b": ["Dai", "Aki", "Ben", "Chie"]}
ACCOUNTS = {"Aki": "1", "Ben": "2", "Chie": "3", "Dai": "4"}
FINAL = {"a": [33000, 30000, 25000, 12000], "b": [-1000, 45000, 31000, 25000]}
SCORES = {"a": [43000, 10000, -15000, -38000], "b": [-51000, 55000, 11000, -15000]}
RANKS = {"a": [1, 2, 3, 4], "b": [4, 1, 2, 3]}

_HANDS = [
    # Aki (dealer) riichi in turn 5 as first, Ben riichi in turn 8, Aki rons Ben for 7700: +7700 + Ben's stick.
    hand("a", 0, 0, "ron", START, [8700, -8700, 0, 0], riichi_0=5, riichi_order_0=1, riichi_paid_0=True,
         riichi_1=8, riichi_order_1=2, riichi_paid_1=True),
    # Chie (open) tsumo mangan 8000: dealer Ben pays 4000.
    hand("a", 1, 1, "tsumo", [33700, 16300, 25000, 25000], [-2000, -4000, 8000, -2000], calls_2=2, discards_2=7),
    # Exhaustive draw, Aki and Dai tenpai.
    hand("a", 2, 2, "exhaustive_draw", [31700, 12300, 33000, 23000], [1500, -1500, -1500, 1500],
         tenpai_0=True, tenpai_1=False, tenpai_2=False, tenpai_3=True, calls_3=1),
    # Dai discards into Ben (dama 2000) and Chie (open 1000): a double ron.
    hand("a", 3, 3, "ron", [33200, 10800, 31500, 24500], [0, 2000, 1000, -3000], calls_2=3),
    # Dai declares; the declared tile is ronned by Aki, dama, 12000.
    hand("b", 0, 0, "ron", START, [-12000, 12000, 0, 0], riichi_0=3, riichi_order_0=1, riichi_paid_0=False),
    # Nine terminals.
    hand("b", 1, 0, "kyuushu_kyuuhai", [13000, 37000, 25000, 25000], [0, 0, 0, 0], offender=2),
    # Ben riichi, tsumo yakuman 32000: dealer Dai pays 16000.
    hand("b", 2, 0, "tsumo", [13000, 37000, 25000, 25000], [-16000, -8000, 32000, -8000], riichi_2=4,
         riichi_order_2=1, riichi_paid_2=True, discards_2=4),
]  # fmt: skip

_WINS = wins(
    ("a", 0, 0, 0, 1, 7700, 4, 30, 0, None, True, ["riichi", "ippatsu", "tanyao", "ura_dora"], 1),
    ("a", 1, 0, 2, None, 8000, 5, 30, 0, "mangan", False, ["tanyao", "dora"], None),
    ("a", 3, 0, 1, 3, 2000, 2, 30, 0, None, True, ["pinfu", "tanyao"], None),
    ("a", 3, 1, 2, 3, 1000, 1, 30, 0, None, False, ["haku"], None),
    ("b", 0, 0, 1, 0, 12000, 6, 30, 0, "haneman", True, ["chinitsu"], None),
    ("b", 2, 0, 2, None, 32000, None, None, 1, "yakuman", True, ["suuankou"], 0),
)

_STICKS = sticks(
    ("a", 0, 0, None, 1000), ("a", 0, 1, None, 1000), ("a", 0, None, 0, 2000),
    ("b", 2, 2, None, 1000), ("b", 2, None, 2, 1000),
)  # fmt: skip


def tables() -> dict[str, pl.DataFrame]:
    """Games, players, hands, wins, standings and flows of the season."""
    return sheets.tables(
        [game("a", 1, room="first"), game("b", 2, room="second")],
        [
            sitting(name, seat, NAMES[name][seat], RANKS[name][seat], FINAL[name][seat], SCORES[name][seat],
                    account_id=ACCOUNTS[NAMES[name][seat]])
            for name in "ab" for seat in range(4)
        ],
        _HANDS, _WINS, _STICKS,
    )  # fmt: skip


EXPECTED = {
    "Aki": {
        "games": 2, "rounds": 7, "rank_1_rate": 1.0, "avg_rank": 1.0, "avg_score": 49000, "avg_final_points": 14000,
        "win_rate": 2 / 7, "deal_in_rate": 0.0, "riichi_rate": 1 / 7, "call_rate": 0.0, "tsumo_rate": 0.0,
        "riichi_win_rate": 1.0, "riichi_turn": 5.0, "riichi_first_rate": 1.0, "riichi_chased_rate": 1.0,
        "ippatsu_rate": 1.0, "ura_rate": 1.0, "ura_avg": 1.0, "avg_win_value": (7700 + 12000) / 2,
        "avg_win_income": (8700 + 12000) / 2, "dama_win_rate": 0.5, "tenpai_at_draw_rate": 1.0,
        "tsumo_hit_rate": 2 / 7, "avg_tsumo_hit": (2000 + 8000) / 2, "max_han": 6, "max_win_value": 12000,
        "win_3900_rate": 1.0, "win_7700_rate": 1.0, "win_11600_rate": 0.5, "win_haneman_rate": 0.5,
        "yaku_riichi_rate": 0.5, "dealer_win_rate": 1.0, "dealer_win_share": 0.5, "avg_win_turn": 10.0,
        "tobi_rate": 0.0, "last_avoid_rate": 1.0, "top2_rate": 1.0, "rank_avg_points_1": (33000 + 45000) / 2,
        "balance_per_round": (8700 - 2000 + 1500 + 0 + 12000 + 0 - 8000) / 7, "balance_per_round_dealer": 8700.0,
        "balance_per_round_nondealer": (-2000 + 1500 + 0 + 12000 + 0 - 8000) / 6, "avg_rank_seat_0": 1.0,
        "avg_rank_seat_1": 1.0, "avg_rank_seat_2": None, "pt_houou": 90.0, "stable_dan_tokujou": None,
        "all_last_keep_rate": 1.0, "all_last_raise_rate": None, "win_minus_deal_in": 2 / 7,
        "avg_win_turn_riichi": 10.0, "avg_win_turn_dama": 10.0, "win_efficiency": 2 / 7 * 10350, "max_renchan": 0,
        "win_limit_rate": 0.5, "riichi_count": 1, "riichi_accepted_count": 1, "riichi_against_rate": 0.0,
        "riichi_share_of_wins": 0.5, "riichi_win_value": 7700.0, "sticks_paid": 1, "sticks_won": 2, "sticks_lost": 0,
        "stick_back_rate": 1.0, "ura_per_win": 1.0, "ippatsu_luck": (1 - 1 / 2) / 0.5, "ura_luck": (1 - 1 / 2) / 0.5,
        "tsumo_luck": (0 - 1 / 3) / (1 / 3), "max_top_streak": 2, "max_last_streak": 0, "max_no_last_streak": 2,
    },
    "Ben": {
        "games": 2, "win_rate": 2 / 7, "deal_in_rate": 1 / 7, "avg_deal_in": 7700.0, "riichi_rate": 2 / 7,
        "riichi_win_rate": 0.5, "riichi_deal_in_rate_a": 0.5, "riichi_deal_in_rate_b": 0.5, "riichi_chasing_rate": 0.5,
        "deal_in_while_riichi": 1.0, "deal_in_to_riichi": 1.0, "deal_in_to_dealer_rate": 1.0,
        "riichi_expense": 8700.0, "riichi_income": 32000.0, "riichi_balance": (-8700 + 32000) / 2,
        "riichi_tsumo_rate": 1.0, "yakuman_count": 1, "win_yakuman_rate": 0.5, "ura_rate": 0.0, "avg_rank": 2.0,
        "dealer_hit_rate": 1.0, "avg_dealer_hit": 4000.0, "avg_win_turn": (10 + 5) / 2, "max_han": 2,
        "abortive_draw_rate": 1 / 7, "rank_2_rate": 1.0, "rank_1_rate": 0.0, "top2_rate": 1.0,
        "rank_avg_points_2": (30000 + 31000) / 2, "avg_rank_seat_1": 2.0, "avg_rank_seat_2": 2.0, "pt_houou": 45.0,
        "all_last_keep_rate": None, "all_last_raise_rate": 0.0, "all_last_avoid_rate": 1.0,
        "win_minus_deal_in": 2 / 7 - 1 / 7, "avg_win_turn_riichi": 5.0, "avg_win_turn_dama": 10.0,
        "deal_in_loss": 7700 / 7, "net": 2 / 7 * 17000 - 7700 / 7, "balance_per_round_dealer": -4000.0,
        "win_3900_rate": 0.5, "deal_in_3900_rate": 1.0, "deal_in_7700_rate": 1.0, "deal_in_11600_rate": 0.0,
        "deal_in_limit_rate": 0.0, "riichi_count": 2, "riichi_accepted_count": 2, "riichi_against_rate": 0.5,
        "riichi_win_value": 32000.0, "sticks_paid": 2, "sticks_won": 1, "sticks_lost": 1, "stick_back_rate": 0.5,
        "deal_in_while_closed": 0.0, "unforced_deal_in_to_riichi": None, "avg_deal_in_value": 7700.0,
        "deal_in_turn": 10.0, "ura_per_win": 0.0, "ippatsu_luck": -1.0, "tsumo_luck": (1 / 2 - 1 / 3) / (1 / 3),
        "max_top_streak": 0, "max_no_last_streak": 2,
    },
    "Chie": {
        "win_rate": 2 / 7, "call_rate": 2 / 7, "call_2_rate": 1 / 7, "call_3_rate": 1 / 7, "call_win_rate": 1.0,
        "call_win_value": 4500.0, "tsumo_rate": 0.5, "dama_win_rate": 0.0, "win_mangan_rate": 0.5, "avg_rank": 3.0,
        "call_tanyao_share": 0.5, "call_yakuhai_share": 0.5, "riichi_rate": 0.0, "riichi_win_rate": None,
        "avg_win_turn_open": (8 + 10) / 2, "rank_3_rate": 1.0, "top2_rate": 0.0, "rank_avg_points_3": 25000.0,
        "avg_rank_seat_2": 3.0, "avg_rank_seat_3": 3.0, "pt_houou": 0.0, "all_last_raise_rate": 0.0,
        "all_last_avoid_rate": None, "balance_per_round_dealer": -1500.0, "call_deal_in_rate": 0.0,
        "call_tsumo_rate": 0.5, "call_share_of_wins": 1.0, "call_balance": (8000 + 1000) / 2, "call_2plus_rate": 2 / 7,
        "call_2plus_win_rate": 1.0, "call_2plus_deal_in_rate": 0.0, "call_2plus_win_value": 4500.0,
        "call_2plus_balance": 4500.0, "call_3plus_rate": 1 / 7, "call_3plus_win_rate": 1.0,
        "call_3plus_win_value": 1000.0, "call_3plus_balance": 1000.0, "call_4plus_rate": 0.0,
        "call_4plus_win_rate": None, "sticks_won": 0, "stick_back_rate": None, "tsumo_luck": 0.5,
    },
    "Dai": {
        "games": 2, "rank_4_rate": 1.0, "tobi_rate": 0.5, "deal_in_rate": 2 / 7, "avg_deal_in": (3000 + 12000) / 2,
        "double_deal_in_rate": 0.5, "deal_in_to_dama": 1.0, "deal_in_to_open": 0.0, "riichi_rate": 1 / 7,
        "riichi_deal_in_rate_a": 1.0, "riichi_deal_in_rate_b": 0.0, "riichi_expense": 12000.0, "max_deal_in": 12000,
        "call_draw_rate": 1.0, "draw_rate": 1 / 7, "deal_in_yaku_haku_rate": 0.5, "stable_dan_houou": -2.0,
        "avg_draw_balance": 1500.0, "win_rate": 0.0, "avg_win_value": None, "rank_avg_points_4": (12000 - 1000) / 2,
        "avg_rank_seat_3": 4.0, "avg_rank_seat_0": 4.0, "pt_houou": -135.0, "stable_dan_tokujou": -2.0,
        "balance_per_round_dealer": (-3000 - 12000 + 0 - 16000) / 4, "max_renchan": 2, "deal_in_3900_rate": 0.5,
        "deal_in_7700_rate": 0.5, "deal_in_11600_rate": 0.5, "deal_in_haneman_rate": 0.5, "deal_in_mangan_rate": 0.0,
        "deal_in_limit_rate": 0.5, "riichi_count": 1, "riichi_accepted_count": 0, "call_1_rate": 1 / 7,
        "sticks_paid": 0, "sticks_lost": 0, "deal_in_while_closed": 0.5, "unforced_deal_in_to_dama": 1.0,
        "unforced_deal_in_to_open": 0.0, "avg_deal_in_value": (3000 + 12000) / 2, "max_last_streak": 2,
        "max_no_last_streak": 0, "last_avoid_rate": 0.0,
    },
}  # fmt: skip
