"""Keys that players and scripts know are those of the common list of metrics, word for word."""

import pytest

from mjlog.stats.metrics import STATISTICS

KNOWN = """
games rounds rank_1_rate rank_2_rate rank_3_rate rank_4_rate top2_rate last_avoid_rate avg_rank tobi_rate
avg_final_points avg_score rank_avg_points_1 rank_avg_points_4 win_rate tsumo_rate deal_in_rate win_minus_deal_in
riichi_rate call_rate call_1_rate call_4_rate dama_win_rate draw_rate tenpai_at_draw_rate avg_win_income avg_win_value
avg_deal_in avg_win_turn win_efficiency deal_in_loss net balance_per_round tsumo_hit_rate dealer_hit_rate max_renchan
riichi_win_rate riichi_deal_in_rate_a riichi_deal_in_rate_b riichi_draw_rate riichi_balance riichi_income
riichi_expense riichi_turn ippatsu_rate ura_rate ura_avg riichi_tsumo_rate good_wait_rate multi_wait_rate
furiten_riichi_rate double_riichi call_win_rate call_deal_in_rate call_draw_rate deal_in_while_riichi
deal_in_while_open deal_in_to_riichi deal_in_to_open deal_in_to_dama
""".split()  # noqa: SIM905 -- a page of words reads better


@pytest.mark.parametrize("key", KNOWN)
def test_a_known_key_is_there(key: str) -> None:
    assert key in STATISTICS
