"""Hands that went wrong for other tools, each standing for its kind."""

import pytest

from mjlog.rules import load
from mjlog.settlement import settle
from tests.settlement.sheets import change, draw, gains, hand, nagashi, recorded, ron, settled, several_ron, tsumo

MANGAN = {"limit": "mangan"}
ONLINE = "multi_ron=double; pao_scope=whole; pao_honba=pao"
NAGASHI_AS_DRAW = (
    "nagashi=mangan; nagashi_as=draw; nagashi_honba=off; nagashi_takes_deposits=off; nagashi_renchan=dealer_tenpai"
)


def points_after(result):
    return [list(row) for row in result.hands.select("end_0", "end_1", "end_2", "end_3").rows()]


# --- riichi sticks -------------------------------------------------------------------------------------


def test_riichi_on_a_ronned_tile_pays_no_stick():
    one = ron(0, 3, **MANGAN, at="E2-0", start=[1400, 27000, 42600, 28000], deposits=0, riichi=[0], ronned=3)
    result = settled(one)
    assert change(one)[3] == -8000
    assert points_after(result)[0][0] == 1400 + 8000
    assert sum(points_after(result)[0]) == sum([1400, 27000, 42600, 28000])


def test_an_earlier_stick_is_collected_and_the_ronned_one_does_not_exist():
    assert change(ron(1, 0, han=3, fu=40, deposits=0, riichi=[2], ronned=0, at="E4-0")) == [-5200, 6200, -1000, 0]


def test_both_sticks_are_carried_over_an_abortive_draw():
    after = settled(hand("kyuushu_kyuuhai", riichi=[2, 0])).hands
    assert after["deposits_after"].item() == 2
    assert change(hand("kyuushu_kyuuhai", riichi=[2, 0])) == [-1000, 0, -1000, 0]


def test_the_fourth_stick_of_four_riichi_is_paid():
    one = hand("suucha_riichi", riichi=[0, 1, 2, 3])
    assert change(one) == [-1000] * 4
    assert settled(one).hands["deposits_after"].item() == 4


def test_a_deposit_of_an_abortive_draw_is_counted_once():
    assert change(hand("suufon_renda", riichi=[1])) == [0, -1000, 0, 0]


@pytest.mark.parametrize(("paid", "left"), [(True, 1), (False, 0)])
def test_riichi_on_the_discard_that_settles_four_kans_is_paid_as_the_log_says(paid, left):
    one = hand("suukaikan", riichi=[1], ronned=None if paid else 1)
    assert settled(one).hands["deposits_after"].item() == left


def test_a_last_hand_lost_by_the_stick_that_was_never_paid():
    leader, winner, discarder = 0, 1, 2
    one = ron(winner, discarder, han=3, fu=40, ronned=discarder, at="S4-0", start=[30500, 25200, 24300, 20000])
    result = settled(one)
    assert points_after(result)[0][winner] == 30400
    assert result.standings.filter(seat=leader)["rank"].item() == 1


def test_two_dealer_tsumo_in_a_row():
    result = settled(tsumo(0, **MANGAN), tsumo(0, **MANGAN, at="E1-1"), carried=True)
    assert points_after(result) == [[37000, 21000, 21000, 21000], [49300, 16900, 16900, 16900]]
    child = tsumo(1, **MANGAN, at="E1-1")
    assert gains(child) == [-4100, 8300, -2100, -2100]


# --- liability -----------------------------------------------------------------------------------------


def test_honba_of_a_ron_with_liability_is_the_feeders_or_the_discarders():
    one = ron(1, 2, yakuman=["daisangen"], pao=3, at="E1-2")
    assert gains(one, "pao_honba=pao") == [0, 32600, -16000, -16600]
    assert gains(one, "pao_honba=discarder") == [0, 32600, -16600, -16000]
    six = ron(1, 0, yakuman=["daisangen"], pao=3, at="E4-6")
    assert gains(six, "pao_honba=pao") == [-16000, 33800, 0, -17800]
    alone = ron(1, 2, yakuman=["daisangen"], pao=2, at="E1-2")
    for payer in ("pao", "discarder", "split"):
        assert gains(alone, f"pao_honba={payer}") == [0, 32600, -32600, 0]


TWO = {"yakuman": ["daisangen", "tsuuiisou"], "pao": 2}


@pytest.mark.parametrize(
    ("scope", "by_ron", "by_tsumo"),
    [
        ("whole", [0, 64000, -32000, -32000], [0, 64000, -64000, 0]),
        ("yaku_only", [0, 64000, -16000, -48000], [-16000, 64000, -40000, -8000]),
    ],
)
def test_liability_for_one_of_two_yakuman(scope, by_ron, by_tsumo):
    assert gains(ron(1, 3, **TWO), f"pao_scope={scope}") == by_ron
    assert gains(tsumo(1, **TWO), f"pao_scope={scope}") == by_tsumo


def test_liability_for_a_double_yakuman_of_two():
    one = ron(1, 3, yakuman=["daisuushii", "tsuuiisou"], pao=2)
    under = load("majsoul")
    assert gains(one, under) == [0, 96000, -32000, -64000]


def test_liability_with_honba_and_sticks_of_three_and_four_players():
    """Dealer 0 discards; 1 wins daisangen and tsuuiisou; 2 is liable; two honba, two sticks."""
    by_ron = ron(1, 0, **TWO, at="E1-2", deposits=2)
    by_tsumo = tsumo(1, **TWO, at="E1-2", deposits=2)
    assert gains(by_ron, load("majsoul")) == [-48000, 66600, -16600, 0]
    assert gains(by_tsumo, load("majsoul")) == [-16000, 66600, -40600, -8000]
    assert gains(by_ron, load("majsoul-3p"), 3) == [-48000, 66400, -16400]
    assert gains(by_tsumo, load("majsoul-3p"), 3) == [-16000, 50400, -32400]


# --- several winners -----------------------------------------------------------------------------------


def test_honba_of_a_double_ron_is_paid_once_to_the_first_after_the_discarder():
    one = several_ron(2, {3: MANGAN, 0: {"han": 3, "fu": 70}}, at="E2-1", deposits=1)
    assert gains(one, ONLINE) == [8000, 0, -16300, 9300]


@pytest.mark.parametrize(
    ("deposits", "to_first", "to_second"),
    [("nearest", 3000, 0), ("own_back_then_nearest", 2000, 1000), ("split", 1500, 1500)],
)
def test_three_sticks_and_two_winners_in_riichi(deposits, to_first, to_second):
    first, second = 3, 1
    one = several_ron(2, {first: MANGAN, second: MANGAN}, riichi=[first, second], deposits=1)
    taken = gains(one, f"multi_ron=double; multi_ron_deposits={deposits}")
    assert (taken[first] - 8000, taken[second] - 8000) == (to_first, to_second)


def test_the_stick_of_a_fault_does_not_come_back_with_the_riichi_stick():
    first, second = 3, 1
    one = several_ron(2, {first: MANGAN, second: MANGAN}, riichi=[second], penalties=[second])
    assert change(one, "multi_ron=double; multi_ron_deposits=own_back_then_nearest") == [0, 7000, -16000, 9000]


def test_triple_ron_of_an_online_room_pays_all_honba_to_the_first():
    one = several_ron(2, {3: {"han": 3, "fu": 40}, 0: MANGAN, 1: {"han": 1, "fu": 30}}, at="S3-2")
    assert gains(one, load("majsoul")) == [8000, 1000, -14800, 5800]


def test_a_dealer_among_two_winners_keeps_the_deal():
    one = several_ron(2, {3: MANGAN, 0: MANGAN}, at="S4-0")
    after = settled(one, under="multi_ron=double; agari_yame=off").hands
    assert after.select("next_round_wind", "next_kyoku", "next_honba", "ends").row(0) == ("S", 4, 1, False)


# --- three players -------------------------------------------------------------------------------------


def test_north_dora_are_in_the_value():
    eight_han = {"han": 8, "fu": 30, "yaku": ["riichi", "menzen_tsumo", "dora", "red_dora", "kita"]}
    assert gains(tsumo(1, **eight_han, yaku_han=[1, 1, 3, 1, 2]), "", 3) == [-8000, 12000, -4000]


@pytest.mark.parametrize(
    ("rule", "small", "mangan"),
    [("loss", [-1000, 1500, -500], [-4000, 6000, -2000]), ("half", [-1300, 2100, -800], [-5000, 8000, -3000])],
)
def test_tsumo_loss_on_and_off(rule, small, mangan):
    assert gains(tsumo(1, han=2, fu=30), f"tsumo_payment={rule}", 3) == small
    assert gains(tsumo(1, **MANGAN), f"tsumo_payment={rule}", 3) == mangan


# --- draws ---------------------------------------------------------------------------------------------


def test_nagashi_leaves_the_sticks_and_pays_no_honba():
    one = nagashi(1, riichi=[2], at="E1-1")
    assert change(one, NAGASHI_AS_DRAW) == [-4000, 8000, -3000, -2000]
    assert settled(one, under=NAGASHI_AS_DRAW).hands["deposits_after"].item() == 1


def test_a_noten_dealers_own_nagashi_passes_the_deal():
    after = settled(nagashi(2, at="S3-0", deposits=2), under=load("majsoul")).hands
    assert after.select("delta_0", "delta_1", "delta_2", "delta_3").row(0) == (-4000, -4000, 12000, -4000)
    assert after.select("next_round_wind", "next_kyoku", "next_honba", "next_deposits").row(0) == ("S", 4, 1, 2)


def test_two_nagashi_are_paid_apart_and_summed():
    assert gains(nagashi(0, 2), "nagashi=mangan") == [8000, -6000, 4000, -6000]


@pytest.mark.parametrize(("tenpai", "expected"), [((0,), [2000, -1000, -1000]), ((0, 1), [1000, 1000, -2000])])
def test_noten_penalty_of_three_players_is_two_thousand(tenpai, expected):
    assert gains(draw(*tenpai), "", 3) == expected


def test_four_tenpai_and_four_noten_pay_nothing_and_are_told_apart_by_the_deal():
    everybody, nobody = settled(draw(0, 1, 2, 3)).hands, settled(draw()).hands
    assert everybody.select("next_kyoku", "next_honba").row(0) == (1, 1)
    assert nobody.select("next_kyoku", "next_honba").row(0) == (2, 1)


# --- what the record leaves open -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "under", "why"),
    [
        (hand("kyuushu_kyuuhai"), "kyuushu=off", "these rules know no kyuushu kyuuhai"),
        (hand("suufon_renda"), "suufon_renda=off", "these rules know no suufon renda"),
        (hand("suukaikan"), "suukaikan=off", "these rules know no suukaikan"),
        (hand("suucha_riichi"), "suucha_riichi=off", "these rules know no suucha riichi"),
        (hand("sancha_hou"), "multi_ron=all", "these rules know no sancha hou"),
        (hand("unknown_draw"), "", "the log does not tell what kind of draw it is"),
        (hand("exhaustive_draw"), "", "the log does not tell who was tenpai"),
        (hand("chombo"), "", "the log does not tell who committed the chombo"),
        (hand("nagashi_mangan"), "nagashi=mangan", "the log does not tell whose nagashi mangan it is"),
        (hand("ron"), "", "the log names no winner"),
    ],
)
def test_what_the_rules_or_the_log_leave_open_is_marked_and_not_made_up(one, under, why):
    result = settled(one, under=under)
    assert result.hands.select("status", "why").row(0) == ("undetermined", why)
    assert result.flows.filter(hand=0).is_empty()


def test_a_triple_ron_log_under_head_bump_keeps_the_nearest():
    one = several_ron(0, {1: MANGAN, 2: MANGAN, 3: MANGAN})
    assert gains(one, "multi_ron=head_bump") == [-8000, 8000, 0, 0]
    assert settled(one, under="multi_ron=head_bump").hands["status"].item() == "played"


def test_games_whose_rules_are_not_known_are_settled_with_what_the_log_states():
    house_rule = ron(1, 0, han=3, fu=40, start=[30000] * 4, end=[22000, 39000, 30000, 29000], riichi=[3])
    usual = draw(0, start=[30000] * 4, end=[33000, 29000, 29000, 29000])
    result = settle(recorded(house_rule, usual, named=None))
    assert result.hands["status"].to_list() == ["undetermined"] * 2
    assert points_after(result) == [[22000, 39000, 30000, 29000], [33000, 29000, 29000, 29000]]
    of_first = result.flows.filter(hand=0).select("payer", "payee", "reason", "points").rows()
    assert sorted(of_first, key=str) == [(0, 1, "ron", 8000), (3, None, "riichi", 1000), (None, 1, "deposit", 1000)]
    assert result.flows.filter(hand=1)["reason"].unique().to_list() == ["noten"]


def test_rules_for_another_number_of_players_are_not_applied():
    result = settle(recorded(draw(0), n_players=3), load("mleague"))
    assert result.hands["status"].item() == "undetermined"
    assert "mleague is for 4 players, the game has 3" in result.hands["why"].item()


def test_rules_the_log_names_and_nobody_knows_are_told():
    result = settle(recorded(draw(0), named="moon-club"))
    assert "there is no rule set 'moon-club'" in result.hands["why"].item()
