"""Worked wins of the rule inventory: what each seat gains and pays. Seats are 0 to 3, seat 0 deals East 1.

Gains are counted after the riichi sticks of the hand were laid, as score tables print them, unless a test says so.
"""

import pytest

from mjlog.settlement import settle
from tests.settlement.sheets import change, draw, gains, hand, recorded, ron, settled, several_ron, tsumo

MANGAN = {"limit": "mangan"}


def check(one, under, expected, n_players=4):
    assert gains(one, under, n_players) == expected


# --- a win and its honba ------------------------------------------------------------------------------------

HONBA_OF_A_CHILD_MANGAN = [
    # honba, dealer pays, child pays, ron
    (0, 4000, 2000, 8000),
    (1, 4100, 2100, 8300),
    (2, 4200, 2200, 8600),
    (3, 4300, 2300, 8900),
]


@pytest.mark.parametrize(("honba", "dealer", "child", "ron_value"), HONBA_OF_A_CHILD_MANGAN)
def test_s01_honba_adds_a_hundred_for_each_payer_or_three_for_the_discarder(honba, dealer, child, ron_value):
    at = f"E1-{honba}"
    check(tsumo(1, **MANGAN, at=at), "", [-dealer, dealer + 2 * child, -child, -child])
    check(ron(1, 3, **MANGAN, at=at), "", [0, ron_value, 0, -ron_value])


def test_t20_every_share_is_rounded_up_by_itself():
    check(tsumo(0, **MANGAN, at="E1-3"), "", [12900, -4300, -4300, -4300])
    check(tsumo(2, han=3, fu=40, at="E1-1"), "", [-2700, -1400, 5500, -1400])
    check(tsumo(3, han=1, fu=30), "", [-500, -300, -300, 1100])


def test_t21_rounded_mangan():
    for han, fu in ((4, 30), (3, 60)):
        check(ron(1, 2, han=han, fu=fu), "", [0, 7700, -7700, 0])
        check(ron(1, 2, han=han, fu=fu), "kiriage_mangan=on", [0, 8000, -8000, 0])
        check(ron(0, 2, han=han, fu=fu), "", [11600, 0, -11600, 0])
        check(ron(0, 2, han=han, fu=fu), "kiriage_mangan=on", [12000, 0, -12000, 0])
        check(tsumo(1, han=han, fu=fu), "", [-3900, 7900, -2000, -2000])
        check(tsumo(1, han=han, fu=fu), "kiriage_mangan=on", [-4000, 8000, -2000, -2000])


def test_t22_thirteen_han():
    check(ron(1, 0, han=13, fu=30), "", [-32000, 32000, 0, 0])
    check(ron(1, 0, han=13, fu=30), "kazoe=sanbaiman", [-24000, 24000, 0, 0])
    check(ron(1, 0, han=28, fu=60), "kazoe=unlimited", [-64000, 64000, 0, 0])


def test_t23_one_and_two_yakuman():
    for units, child, dealer in ((1, 32000, 48000), (2, 64000, 96000)):
        check(ron(1, 2, yakuman=units), "", [0, child, -child, 0])
        check(ron(0, 2, yakuman=units), "", [dealer, 0, -dealer, 0])
    check(ron(1, 2, yakuman=2), "yakuman_stack=single", [0, 32000, -32000, 0])
    check(ron(1, 2, yakuman=6), "yakuman_stack=4", [0, 128000, -128000, 0])


def test_yakuman_that_count_double():
    tanki = ron(1, 2, yakuman=["suuankou_tanki"])
    check(tanki, "", [0, 32000, -32000, 0])
    check(tanki, "double_yakuman_list=suuankou_tanki,daisuushii", [0, 64000, -64000, 0])
    both = ron(1, 2, yakuman=["daisuushii", "tsuuiisou"])
    check(both, "double_yakuman_list=daisuushii", [0, 96000, -96000, 0])
    check(both, "double_yakuman_list=daisuushii; yakuman_stack=single", [0, 32000, -32000, 0])


def test_a_double_yakuman_of_the_log_counts_once_where_the_rules_know_none():
    recorded_as_two = hand(
        "ron", wins=[{"winner": 1, "loser": 2, "yakuman": 2, "yaku": ["suuankou_tanki"], "yaku_han": [26]}]
    )
    check(recorded_as_two, "", [0, 32000, -32000, 0])
    check(recorded_as_two, "double_yakuman_list=suuankou_tanki", [0, 64000, -64000, 0])


def test_t24_a_honba_of_fifteen_hundred():
    check(tsumo(1, **MANGAN, at="E1-2"), "honba_value=1500", [-5000, 11000, -3000, -3000])
    check(ron(1, 2, **MANGAN, at="E1-2"), "honba_value=1500", [0, 11000, -11000, 0])


def test_honba_of_ron_and_tsumo_as_two_numbers():
    check(tsumo(1, **MANGAN, at="E1-2"), "honba_tsumo_each=500", [-5000, 11000, -3000, -3000])
    check(ron(1, 2, **MANGAN, at="E1-2"), "honba_ron=1000", [0, 10000, -10000, 0])
    check(ron(1, 2, **MANGAN, at="E1-2"), "honba_enabled=off", [0, 8000, -8000, 0])


# --- three players ------------------------------------------------------------------------------------------

THREE_PLAYER_TSUMO = [
    # rule, child mangan, dealer mangan
    ("loss", [-4000, 6000, -2000], [8000, -4000, -4000]),
    ("half", [-5000, 8000, -3000], [12000, -6000, -6000]),
    ("full", [-6000, 10000, -4000], [16000, -8000, -8000]),
    ("equalize", [-4000, 8000, -4000], [12000, -6000, -6000]),
    ("oya_pays", [-6000, 8000, -2000], [12000, -6000, -6000]),
    ("ko_pays", [-4000, 8000, -4000], [12000, -6000, -6000]),
    ("add_1000", [-5000, 8000, -3000], [10000, -5000, -5000]),
    ("ron_loss", [-4000, 6000, -2000], [8000, -4000, -4000]),
]


@pytest.mark.parametrize(("rule", "child", "dealer"), THREE_PLAYER_TSUMO)
def test_t25_the_missing_seat_of_three_players(rule, child, dealer):
    check(tsumo(1, **MANGAN), f"tsumo_payment={rule}", child, 3)
    check(tsumo(0, **MANGAN), f"tsumo_payment={rule}", dealer, 3)


def test_t25g_yakuman_with_the_missing_share_halved():
    check(tsumo(1, yakuman=1), "tsumo_payment=half", [-20000, 32000, -12000], 3)


def test_halves_of_the_missing_share_are_rounded_up():
    check(tsumo(1, han=2, fu=30), "tsumo_payment=loss", [-1000, 1500, -500], 3)
    check(tsumo(1, han=2, fu=30), "tsumo_payment=half", [-1300, 2100, -800], 3)


def test_ron_loss_pays_a_ron_like_a_tsumo():
    check(ron(1, 0, **MANGAN), "tsumo_payment=ron_loss", [-6000, 6000, 0], 3)


@pytest.mark.parametrize(("honba_value", "more"), [(200, 400), (300, 600), (1000, 2000)])
def test_t27_honba_of_three_players(honba_value, more):
    check(ron(1, 0, **MANGAN, at="E1-2"), f"honba_value={honba_value}", [-8000 - more, 8000 + more, 0], 3)
    each = more // 2
    rule = f"honba_value={honba_value}"
    check(tsumo(1, **MANGAN, at="E1-2"), rule, [-4000 - each, 6000 + more, -2000 - each], 3)


def test_ron_with_one_honba_of_three_players_is_7900():
    check(ron(1, 2, han=4, fu=30, at="E1-1"), "", [0, 7900, -7900], 3)


# --- several winners ----------------------------------------------------------------------------------------

# East 1-2, dealer 0, two sticks carried; 0 and 2 declare riichi; 1 discards; 2 (mangan, nearest) and 0 (12000) win.
DOUBLE_RON = several_ron(1, {0: MANGAN, 2: MANGAN}, at="E1-2", riichi=[0, 2], deposits=2)
DOUBLE_RON_POLICIES = [
    ("double", "nearest", "nearest", [12000, -20600, 12600, 0]),
    ("double", "each", "nearest", [12600, -21200, 12600, 0]),
    ("double", "each", "split", [14600, -21200, 10600, 0]),
    ("double", "each", "own_back_then_nearest", [13600, -21200, 11600, 0]),
    ("double", "nearest", "split", [14000, -20600, 10600, 0]),
    ("head_bump", "nearest", "nearest", [0, -8600, 12600, 0]),
]


@pytest.mark.parametrize(("kind", "honba", "deposits", "expected"), DOUBLE_RON_POLICIES)
def test_t01_to_t05_honba_and_sticks_of_a_double_ron(kind, honba, deposits, expected):
    under = f"multi_ron={kind}; multi_ron_honba={honba}; multi_ron_deposits={deposits}"
    check(DOUBLE_RON, under, expected)


def test_t06_the_dealer_is_nearest():
    one = several_ron(3, {0: MANGAN, 2: MANGAN}, at="E1-2", deposits=4)
    check(one, "multi_ron=double", [16600, 0, 8000, -20600])


TRIPLE_RON = {1: MANGAN, 2: {"han": 3, "fu": 30}, 3: {"han": 2, "fu": 30}}


@pytest.mark.parametrize(
    ("under", "sticks", "expected"),
    [
        ("multi_ron=all", 1, [-14200, 9300, 3900, 2000]),
        ("multi_ron=double", 1, [0, 0, 0, 0]),
        ("multi_ron=double_then_head", 1, [-8300, 9300, 0, 0]),
        ("multi_ron=all; multi_ron_honba=each; multi_ron_deposits=split", 2, [-14800, 9000, 4900, 2900]),
    ],
)
def test_t07_triple_ron(under, sticks, expected):
    check(several_ron(0, TRIPLE_RON, at="E1-1", deposits=sticks), under, expected)


def test_t08_shares_of_sticks_that_do_not_divide():
    def taken(sticks):
        flows = settled(
            several_ron(0, TRIPLE_RON, deposits=sticks), under="multi_ron=all; multi_ron_deposits=split"
        ).flows.filter(reason="deposit")
        return flows.sort("payee")["points"].to_list()

    assert taken(2) == [700, 700, 600]
    assert taken(1) == [400, 300, 300]


@pytest.mark.parametrize(
    ("renchan", "nearest", "expected"),
    [
        ("any_dealer_win", 2, ("E", 1, 3)),
        ("head_only_else_rotate", 2, ("E", 2, 0)),
        ("head_only_else_abort", 2, ("E", 1, 3)),
        ("no", 2, ("E", 2, 0)),
        ("any_dealer_win", 0, ("E", 1, 3)),
        ("head_only_else_rotate", 0, ("E", 1, 3)),
        ("head_only_else_abort", 0, ("E", 1, 3)),
    ],
)
def test_t09_the_dealer_among_two_winners(renchan, nearest, expected):
    discarder = 1 if nearest == 2 else 3
    one = several_ron(discarder, {0: MANGAN, 2: MANGAN}, at="E1-2")
    after = settled(one, under=f"multi_ron=double; renchan_multi_ron={renchan}").hands
    assert after.select("next_round_wind", "next_kyoku", "next_honba").row(0) == expected


def test_t09c_read_as_an_abortive_draw_nothing_is_paid_and_the_sticks_stay():
    one = several_ron(1, {0: MANGAN, 2: MANGAN}, at="E1-2", riichi=[3], deposits=1)
    result = settled(one, under="multi_ron=double; renchan_multi_ron=head_only_else_abort")
    assert change(one, "multi_ron=double; renchan_multi_ron=head_only_else_abort") == [0, 0, 0, -1000]
    assert result.hands["deposits_after"].item() == 2


def test_t10_a_real_double_ron_of_the_dealer_and_a_child():
    one = several_ron(2, {3: {"han": 2, "fu": 30}, 0: {"han": 1, "fu": 30}}, at="E4-3", deposits=1)
    check(one, "multi_ron=double", [1000, 0, -4800, 4800])


def test_t11_a_real_double_ron_on_a_riichi_tile():
    one = several_ron(3, {0: MANGAN, 2: {"han": 4, "fu": 30}}, at="S2-0", deposits=2, ronned=3)
    check(one, "multi_ron=double", [10000, 0, 7700, -15700])


# --- liability ----------------------------------------------------------------------------------------------

DAISANGEN = {"yakuman": ["daisangen"]}
TWO_YAKUMAN = {"yakuman": ["daisangen", "tsuuiisou"]}


def test_t12_a_real_tsumo_with_liability():
    check(tsumo(2, pao=3, **DAISANGEN, at="E1-1", deposits=1), "", [0, 0, 33300, -32300])


def test_t13_a_real_ron_with_liability():
    check(ron(1, 2, pao=3, **DAISANGEN, at="E3-0"), "", [0, 32000, -16000, -16000])


@pytest.mark.parametrize(
    ("payer", "expected"),
    [
        ("pao", [0, 32600, -16000, -16600]),
        ("discarder", [0, 32600, -16600, -16000]),
        ("split", [0, 32600, -16300, -16300]),
    ],
)
def test_t14_who_pays_the_honba_of_a_ron_with_liability(payer, expected):
    check(ron(1, 2, pao=3, **DAISANGEN, at="E3-2"), f"pao_honba={payer}", expected)


def test_an_odd_hundred_of_a_split_honba_is_the_discarders():
    check(ron(1, 2, pao=3, **DAISANGEN, at="E3-1"), "pao_honba=split", [0, 32300, -16200, -16100])


def test_t15_the_dealers_yakuman_with_liability():
    check(ron(0, 2, pao=3, **DAISANGEN), "", [48000, 0, -24000, -24000])


def test_t16_scope_of_liability_at_a_ron():
    one = ron(1, 2, pao=3, **TWO_YAKUMAN, at="E3-0")
    check(one, "pao_scope=whole", [0, 64000, -32000, -32000])
    check(one, "pao_scope=yaku_only", [0, 64000, -48000, -16000])


def test_t17_scope_of_liability_at_a_tsumo():
    one = tsumo(0, pao=2, **TWO_YAKUMAN, at="E1-1")
    check(one, "pao_scope=whole", [96300, 0, -96300, 0])
    check(one, "pao_scope=yaku_only; pao_tsumo_honba=pao", [96300, -16000, -64300, -16000])
    check(one, "pao_scope=yaku_only; pao_tsumo_honba=payers", [96300, -16100, -64100, -16100])


def test_t18_the_feeder_is_the_discarder():
    check(ron(1, 2, pao=2, **DAISANGEN, at="E1-1"), "", [0, 32300, -32300, 0])


def test_t19_liability_in_a_double_ron():
    nearest = several_ron(0, {1: {**DAISANGEN, "pao": 3}, 2: MANGAN}, at="E1-2")
    far = several_ron(0, {1: MANGAN, 2: {**DAISANGEN, "pao": 3}}, at="E1-2")
    check(nearest, "multi_ron=double; pao_honba=pao", [-24000, 32600, 8000, -16600])
    check(far, "multi_ron=double; pao_honba=pao", [-24600, 8600, 32000, -16000])


def test_a_yakuman_the_rules_do_not_name_makes_nobody_liable():
    four_kans = ron(1, 2, pao=3, yakuman=["suukantsu"])
    check(four_kans, "", [0, 32000, -32000, 0])
    check(four_kans, "pao_yaku=daisangen,daisuushii,suukantsu", [0, 32000, -16000, -16000])
    check(ron(1, 2, pao=3, **DAISANGEN), "pao_yaku=none", [0, 32000, -32000, 0])


def test_only_the_yakuman_the_log_names_are_fed():
    both = ron(1, 2, pao=3, yakuman=["daisuushii", "daisangen"], pao_yaku=["daisuushii"])
    check(both, "", [0, 64000, -48000, -16000])


def test_liability_for_an_open_kan():
    one = tsumo(1, pao=3, han=3, fu=40, at="E1-1")
    check(one, "", [-2700, 5500, -1400, -1400])
    check(one, "daiminkan_pao=on", [0, 5500, 0, -5500])


# --- what a rule set does not count -------------------------------------------------------------------------


def test_ippatsu_and_dora_that_do_not_count():
    one = ron(1, 0, han=5, fu=30, yaku=["riichi", "ippatsu", "ura_dora", "red_dora"], yaku_han=[1, 1, 2, 1])
    check(one, "", [-8000, 8000, 0, 0])
    check(one, "ippatsu=off", [-7700, 7700, 0, 0])
    check(one, "ippatsu=off; ura_dora=off", [-2000, 2000, 0, 0])
    check(one, "ippatsu=off; ura_dora=off; red_fives=0", [-1000, 1000, 0, 0])


def test_north_dora_that_does_not_count():
    one = tsumo(1, han=8, fu=30, yaku=["riichi", "menzen_tsumo", "dora", "red_dora", "kita"], yaku_han=[1, 1, 3, 1, 2])
    check(one, "", [-8000, 12000, -4000], 3)
    check(one, "kita=off", [-6000, 9000, -3000], 3)


# --- values the log does not give by han and fu -------------------------------------------------------------


def test_the_name_of_a_limit_is_enough():
    for limit, points in (
        ("mangan", 8000),
        ("haneman", 12000),
        ("baiman", 16000),
        ("sanbaiman", 24000),
        ("kazoe", 32000),
    ):
        check(ron(1, 0, limit=limit), "", [-points, points, 0, 0])
    check(ron(1, 0, limit="kazoe"), "kazoe=sanbaiman", [-24000, 24000, 0, 0])
    check(ron(1, 0, han=7), "", [-12000, 12000, 0, 0])


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (ron(1, 0, points=5200), [-5200, 5200, 0, 0]),
        (tsumo(1, points=1100), [-500, 1100, -300, -300]),
        (tsumo(0, points=3900), [3900, -1300, -1300, -1300]),
        (tsumo(1, points=8000), [-4000, 8000, -2000, -2000]),
        (ron(1, 0, points=12345), [-12345, 12345, 0, 0]),
    ],
)
def test_points_alone_are_paid_as_recorded(one, expected):
    check(one, "", expected)
    note = settled(one).hands.select("status", "why").row(0)
    assert note == ("played", "valued by recorded points: han and fu are not recorded")


def test_a_win_without_any_value_follows_the_recorded_change_and_is_marked():
    one = ron(1, 0, start=[25000] * 4, end=[17000, 34000, 25000, 24000], riichi=[3])
    result = settled(one)
    assert result.hands.select("delta_0", "delta_1", "delta_2", "delta_3").row(0) == (-8000, 9000, 0, -1000)
    assert result.hands["status"].item() == "undetermined"
    flows = result.flows.filter(hand=0).select("payer", "payee", "reason", "points").rows()
    assert sorted(flows, key=str) == [(0, 1, "ron", 8000), (3, None, "riichi", 1000), (None, 1, "deposit", 1000)]


def test_a_win_without_any_value_nor_change_pays_nothing_and_says_so():
    result = settled(ron(1, 0))
    assert result.flows.filter(hand=0).is_empty()
    assert result.hands.select("status", "why").row(0) == (
        "undetermined",
        "the log tells neither han and fu nor points",
    )


def test_recorded_rules_are_used_where_none_are_given():
    book = recorded(draw(0), n_players=3, named="tenhou-3p")
    assert settle(book).hands.select("delta_0", "delta_1", "delta_2", "delta_3").row(0) == (2000, -1000, -1000, None)
