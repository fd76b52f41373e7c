"""The examples worked in the three documents the project was made from, in their own numbers.

SEED_END_OF_HAND   000_c79edba498218d54.txt  how a hand ends, faults, how a game is scored
SEED_DRAW          002_a23ce43a1e3c8632.txt  the exhaustive draw after the EMA Riichi Rules 2025
SEED_EXCHANGE      004_b6c064c9d55a80b5.txt  the exchange of points

Seats are 0 to 3 = A to D; A deals East 1. Where a document gives alternatives, the switch that chooses one is named.
"""

import pytest

from tests.settlement.sheets import change, draw, gains, hand, nagashi, ron, settled, several_ron, tsumo

MANGAN = {"limit": "mangan"}
NEXT = ["next_round_wind", "next_kyoku", "next_honba"]


def next_hand(one, under=""):
    """``E3-1``: the hand the rules want next."""
    return "{}{}-{}".format(
        *settled(one, under=under).hands.select("next_round_wind", "next_kyoku", "next_honba").row(0)
    )


# --- 000: 九、一局結束 ---------------------------------------------------------------------------------


def test_a_hand_won_by_the_dealer_or_by_a_child():
    """「東三局」且親家胡牌，那麼下一場是「東三局1本場」 …

    親家胡牌→本場數+1、子家胡牌→本場數歸零，換下一局
    """
    for at, winner, after in (("E3-0", 2, "E3-1"), ("E3-1", 2, "E3-2"), ("E3-0", 1, "E4-0"), ("E3-1", 1, "E4-0")):
        assert next_hand(tsumo(winner, **MANGAN, at=at)) == after
    # 如果是「東四局」，則下一局為「南一局」
    assert next_hand(tsumo(1, **MANGAN, at="E4-0")) == "S1-0"


@pytest.mark.parametrize(
    ("honba", "tsumo_shares", "ron_value"),
    [(0, (2000, 4000), 8000), (1, (2100, 4100), 8300), (2, (2200, 4200), 8600), (3, (2300, 4300), 8900)],
)
def test_what_a_hand_of_8000_costs_with_honba(honba, tsumo_shares, ron_value):
    """假設在胡了8000點的情況下: 自摸 2000/4000 … 2300/4300, 榮和 8000 … 8900"""
    child, dealer = tsumo_shares
    assert gains(tsumo(1, **MANGAN, at=f"E1-{honba}")) == [-dealer, dealer + 2 * child, -child, -child]
    assert gains(ron(1, 2, **MANGAN, at=f"E1-{honba}")) == [0, ron_value, -ron_value, 0]


def test_riichi_sticks_go_to_the_next_winner():
    """如果立直後沒有胡牌，那麼立直棒就會算給下一個胡牌的人，如果這局沒有人胡牌，那麼就會一直累積到有人胡牌為止"""
    hands = settled(draw(riichi=[1]), draw(riichi=[2, 3]), ron(0, 1, **MANGAN), carried=True).hands
    assert hands["deposits_after"].to_list() == [1, 3, 0]
    assert hands["delta_0"].to_list()[-1] == 12000 + 600 + 3000


@pytest.mark.parametrize(("winners", "paid"), [("BC", "B"), ("CD", "C"), ("BD", "B")])
def test_head_bump(winners, paid):
    """假設A放銃的話: BC榮和→只有B獲得點數, CD榮和→只有C獲得點數, BD榮和→只有B獲得點數"""
    one = several_ron(0, {"ABCD".index(letter): MANGAN for letter in winners})
    assert ["ABCD"[seat] for seat, points in enumerate(gains(one, "multi_ron=head_bump")) if points > 0] == [paid]


def test_without_head_bump_honba_is_paid_to_the_nearest_or_to_both():
    """積符則看規則設定，一種是只須付給上家，另一種則是兩者都要支付"""
    one = several_ron(0, {1: MANGAN, 2: MANGAN}, at="E1-1")
    assert gains(one, "multi_ron=double; multi_ron_honba=nearest") == [-16300, 8300, 8000, 0]
    assert gains(one, "multi_ron=double; multi_ron_honba=each") == [-16600, 8300, 8300, 0]


def test_without_head_bump_sticks_go_to_the_nearest_or_are_shared():
    """立直供託由上家取得或者平分"""
    one = several_ron(0, {1: MANGAN, 2: MANGAN}, deposits=2)
    assert gains(one, "multi_ron=double; multi_ron_deposits=nearest") == [-16000, 10000, 8000, 0]
    assert gains(one, "multi_ron=double; multi_ron_deposits=split") == [-16000, 9000, 9000, 0]


def test_the_dealer_among_two_winners():
    """二家和時，親家為上家則連莊，否則流局 (read as: the deal passes; or, to the letter, a draw)"""
    near, far = several_ron(3, {0: MANGAN, 2: MANGAN}), several_ron(1, {0: MANGAN, 2: MANGAN})
    for reading in ("head_only_else_rotate", "head_only_else_abort"):
        assert next_hand(near, f"multi_ron=double; renchan_multi_ron={reading}") == "E1-1"
    assert next_hand(far, "multi_ron=double; renchan_multi_ron=head_only_else_rotate") == "E2-0"
    assert gains(far, "multi_ron=double; renchan_multi_ron=head_only_else_abort") == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("tenpai", "expected"),
    [
        ((), [0, 0, 0, 0]),  # 全部沒聽→不須支付
        ((0,), [3000, -1000, -1000, -1000]),  # 一人聽牌→未聽牌者每人付1000點給聽牌者
        ((0, 1), [1500, 1500, -1500, -1500]),  # 二人聽牌→未聽牌者每人付1500點給聽牌者
        ((0, 1, 2), [1000, 1000, 1000, -3000]),  # 三人聽牌→未聽牌者各付1000點給聽牌者: to each of them
        ((0, 1, 2, 3), [0, 0, 0, 0]),  # 全部聽牌→不須支付
    ],
)
def test_noten_penalty(tenpai, expected):
    """不聽罰符總共是3000點，由沒有聽牌的玩家共同平分"""
    assert gains(draw(*tenpai)) == expected


def test_the_deal_after_a_draw():
    """「東三局1本場」且親家聽牌，下一局是「東三局2本場」… 親家沒聽，下一局是「東四局2本場」"""
    assert next_hand(draw(2, at="E3-1")) == "E3-2"
    assert next_hand(draw(0, at="E3-1")) == "E4-2"


def test_nagashi_mangan_is_settled_as_a_win():
    """這一局會按照胡牌形式結算 … 每個人要給該玩家滿貫自摸時的點數，而不需要支付不聽罰符"""
    one = nagashi(1, tenpai=(1, 2))
    assert gains(one, "nagashi=mangan") == [-4000, 8000, -2000, -2000]
    assert next_hand(nagashi(1, at="E1-1"), "nagashi=mangan") == "E2-0"


def test_abortive_draws_keep_the_deal_and_the_sticks():
    """當途中流局時，親家繼續連莊，本場數+1 … 不需要計算不聽罰符，但是立直棒依然會留在場上"""
    for result in ("kyuushu_kyuuhai", "suufon_renda", "suukaikan", "suucha_riichi"):
        one = hand(result, at="E3-1", riichi=[0], deposits=1)
        assert next_hand(one) == "E3-2"
        assert change(one) == [-1000, 0, 0, 0]
        assert settled(one).hands["deposits_after"].item() == 2


def test_three_ron_abort_the_hand_or_are_paid_or_bumped():
    """當三家同時榮和時，立即流局 … 有時三家和也算胡牌，但一樣有頭跳或同時成立的規則"""
    one = several_ron(0, {1: MANGAN, 2: MANGAN, 3: MANGAN})
    assert gains(one, "multi_ron=double") == [0, 0, 0, 0]
    assert next_hand(one, "multi_ron=double") == "E1-1"
    assert gains(one, "multi_ron=all") == [-24000, 8000, 8000, 8000]
    assert gains(one, "multi_ron=double_then_head") == [-8000, 8000, 0, 0]


# --- 000: 十、犯規 ---------------------------------------------------------------------------------


def test_chombo_pays_a_mangan():
    """親家犯規支付其他人各4000點，子家犯規則支付親家4000點、其他子家各2000點"""
    assert gains(hand("chombo", offender=0)) == [-12000, 4000, 4000, 4000]
    assert gains(hand("chombo", offender=1)) == [4000, -8000, 2000, 2000]


def test_after_a_chombo_the_hand_is_played_again_or_counts_as_a_draw():
    """給予罰符的懲罰，並重新進行比賽或流局"""
    assert next_hand(hand("chombo", offender=1, at="E3-1"), "chombo_next=redeal") == "E3-1"
    assert next_hand(hand("chombo", offender=1, at="E3-1"), "chombo_next=draw") == "E3-2"


def test_a_dead_hand_may_not_declare_tenpai():
    """放棄胡牌 … 流局時不得宣告聽牌"""
    assert gains(draw(0, 1, offender=1)) == [3000, -1000, -1000, -1000]


def test_a_minor_fault_costs_a_stick():
    """犯規者須支付1000點的供托，然後繼續進行牌局"""
    assert change(ron(1, 2, **MANGAN, penalties=[3])) == [0, 9000, -8000, -1000]


# --- 002: 日本麻將荒牌流局怎麼結算 -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tenpai", "expected"),
    [
        ((0,), [3000, -1000, -1000, -1000]),  # 例1: 東+3,000,南-1,000,西-1,000,北-1,000
        ((1, 2), [-1500, 1500, 1500, -1500]),  # 例2: 東-1,500,南+1,500,西+1,500,北-1,500
        ((0, 1, 3), [1000, 1000, -3000, 1000]),  # 例3: 東+1,000,南+1,000,西-3,000,北+1,000
    ],
)
def test_the_three_worked_draws(tenpai, expected):
    assert gains(draw(*tenpai), "", 4) == expected
    assert sum(gains(draw(*tenpai))) == 0


def test_east_2_with_two_honba_drawn():
    """下一局是東3局3本場 … 若改成東家聽牌 … 下一局仍叫東2局,但變3本場"""
    dealer, south, west, north = 1, 2, 3, 0
    assert next_hand(draw(south, west, at="E2-2")) == "E3-3"
    assert next_hand(draw(dealer, at="E2-2")) == "E2-3"
    assert gains(draw(south, west, at="E2-2"))[north] == -1500


def test_three_honba_do_not_raise_the_penalty():
    """例如3本場荒牌,仍依上一節分3,000,而不是3,900"""
    assert gains(draw(0, at="E1-3")) == [3000, -1000, -1000, -1000]


def test_two_thousand_on_the_table_stay_there():
    """四人各持29,500點,桌上另有2,000點供託 … 東32,500、其餘三家各28,500,桌上仍有2,000 … 120,000"""
    after = settled(draw(0, start=[29500] * 4, deposits=2)).hands
    points = after.select("end_0", "end_1", "end_2", "end_3").row(0)
    assert points == (32500, 28500, 28500, 28500)
    assert sum(points) + 1000 * after["deposits_after"].item() == 120_000


def test_all_noten_and_all_tenpai():
    """四家都不聽時沒有罰符交換,但東家也不聽,因此換莊,本場加1。四家全聽則同樣不交換罰符,結果卻是連莊"""
    assert gains(draw()) == gains(draw(0, 1, 2, 3)) == [0, 0, 0, 0]
    assert next_hand(draw()) == "E2-1"
    assert next_hand(draw(0, 1, 2, 3)) == "E1-1"


# --- 004: 点的交换 ---------------------------------------------------------------------------------


def test_the_wikis_noten_table():
    """●○○○ 3000点 1000点; ●●○○ 1500点 1500点; ●●●○ 1000点 3000点"""
    for tenpai, pays, gets in (((0, 1, 2), 3000, 1000), ((0, 1), 1500, 1500), ((0,), 1000, 3000)):
        points = gains(draw(*tenpai))
        assert points == [gets if seat in tenpai else -pays for seat in range(4)]


def test_the_winner_takes_the_sticks_and_at_a_draw_they_stay():
    """供托点最终由这局和了的玩家获得。如果这局流局，则累积到下一局"""
    assert gains(ron(1, 0, **MANGAN, at="E4-0", deposits=2)) == [-8000, 10000, 0, 0]
    assert settled(draw(deposits=2)).hands["deposits_after"].item() == 2


def test_a_fine_like_a_mangan_tsumo_and_the_next_hand():
    """庄家罚符是给其他每人各4000点，闲家罚符是给庄家4000点、闲家各2000点 …

    该局结束，进入下一局
    """
    assert gains(hand("chombo", offender=3)) == [4000, 2000, 2000, -8000]
    assert next_hand(hand("chombo", offender=3, at="E3-0"), "chombo_next=next_hand").startswith("E4")
