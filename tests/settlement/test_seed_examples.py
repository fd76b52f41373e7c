"""The examples worked in the three documents the project was made from, in their own numbers.

SEED_END_OF_HAND   000_c79edba498218d54.txt  how a hand ends, faults, how a game is scored
SEED_DRAW          002_a23ce43a1e3c8632.txt  the exhaustive draw after the EMA Riichi Rules 2025
SEED_EXCHANGE      004_b6c064c9d55a80b5.txt  the exchange of points

Seats are 0 to 3 = A to D; A deals East 1. Where a document gives alternatives, the switch that chooses one is named.
"""

import pytest

from tests.settlement.games.finals import NO_UMA, final, final_points, pt, ranks
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


# --- the game as a whole ---------------------------------------------------------------------------

END = [52500, 30000, 23400, -5900]
"""原本分數:52500、30000、23400、-5900"""


# --- 000: 十一、遊戲結束 --------------------------------------------------------------------------


def ends(one, under=""):
    return settled(one, under=under).hands["ends"].item()


@pytest.mark.parametrize(("length", "last"), [("east", "E4-0"), ("hanchan", "S4-0")])
def test_the_last_hand(length, last):
    """東風戰的All Last為東四局，半莊戰則為南四局"""
    one = draw(at=last, start=[40000, 20000, 20000, 20000])
    assert settled(one, length=length).hands["ends"].item()


def test_the_dealer_who_wins_the_last_hand_may_decide():
    """如果在最後一局時，親家胡牌或流局聽牌，理論上要繼續連莊，不過部分規則規定親家可以決定牌局什麼時候結束"""
    for chosen in (True, False):
        won = tsumo(3, han=3, fu=40, at="S4-0", start=[20000, 20000, 20000, 40000], dealer_ends=chosen)
        tenpai = draw(3, at="S4-0", start=[20000, 20000, 20000, 40000], dealer_ends=chosen)
        assert ends(won) is ends(tenpai) is chosen
    assert not ends(won, "agari_yame=off")


def test_three_ways_to_go_on_when_the_goal_is_missed():
    """A.沒有西入 B.只要第一名的分數超過規定值時，立即結束 C.牌局會進行到西風場打完為止 … 繼續打，稱為北入"""
    missed, reached = [29000, 28000, 22000, 21000], [40000, 28000, 16000, 16000]
    assert ends(draw(at="S4-0", start=missed), "extension=none")
    assert not ends(draw(at="S4-0", start=missed), "extension=sudden_any")
    assert ends(draw(at="W2-0", start=reached), "extension=sudden_any")
    assert not ends(draw(at="W2-0", start=reached), "extension=full")
    assert ends(draw(at="W4-0", start=missed), "extension=full")
    north = settled(draw(at="W4-0", start=missed), under="extension=full; extension_max=2").hands
    assert (north["ends"].item(), north["next_round_wind"].item()) == (False, "N")
    east = settled(draw(at="N4-0", start=missed), under="extension=full; extension_max=forever").hands
    assert (east["ends"].item(), east["next_round_wind"].item()) == (False, "E")


def test_bust():
    """有人的分數變為負分時，遊戲立即結束 … 但有規則中遊戲會繼續進行直到最後 … 只要親家付不出場棒也算做盒聽"""
    negative, empty = [-100, 50100, 25000, 25000], [0, 50000, 25000, 25000]
    assert ends(draw(at="E2-0", start=negative))
    assert not ends(draw(at="E2-0", start=negative), "tobi=off")
    assert not ends(draw(at="E4-0", start=empty)), "nothing is not less than nothing"
    assert ends(draw(at="E4-0", start=empty), "dealer_cannot_post=true"), "the next dealer cannot put out a stick"


# --- 000: 十二、分數計算 --------------------------------------------------------------------------


def test_ranks_and_equal_points():
    """將分數由大到小做排列 … 如果同分的話，可以選擇並列，或者是用順位來決定名次"""
    assert ranks(END) == [1, 2, 3, 4]
    assert ranks([40000, 25000, 25000, 10000], "tie_rank=seat") == [1, 2, 3, 4]
    assert ranks([40000, 25000, 25000, 10000], "tie_rank=split") == [1, 2, 2, 4]


def test_return_points_and_the_prize_of_first_place():
    """歸還點數後會變成:+22500、0、-6600、-35900 … 首位賞 (歸還點-持有點)*4 … +42500、0、-6600、-35900"""
    assert final(END, f"oka=none; {NO_UMA}") == pt(22.5, 0, -6.6, -35.9)
    assert final(END, NO_UMA) == pt(42.5, 0, -6.6, -35.9)
    assert sum(final(END, NO_UMA)) == 0


@pytest.mark.parametrize(("start", "return_"), [(25000, 30000), (25000, 25000), (30000, 30000)])
def test_common_starting_and_return_points(start, return_):
    """25000入/30000返 … 25000入/25000返或30000入/30000返"""
    scores = final([start + 100, start, start, start - 100], f"start_points={start}; return_points={return_}")
    assert sum(scores) == 0


def test_equal_firsts_share_the_prize():
    """如果並列第一的話，那麼首位賞就平分"""
    assert final([35000, 35000, 20000, 10000], f"tie_rank=split; {NO_UMA}") == pt(15, 15, -10, -20)


@pytest.mark.parametrize(
    ("rounding", "expected"),
    [
        ("none", (42.5, 0, -6.6, -35.9)),  # 不捨去:+42.5、0、-6.6、-35.9
        ("half_away", (43, 0, -7, -36)),  # 四捨五入:+43、0、-7、-36
        ("away", (43, 0, -7, -36)),  # 無條件進位:+43、0、-7、-36
        ("trunc", (42, 0, -6, -35)),  # 無條件捨去:+42、0、-6、-35
    ],
)
def test_scores_in_thousands(rounding, expected):
    assert final(END, f"rounding={rounding}; {NO_UMA}") == pt(*expected)


def test_uma_of_ten_and_twenty():
    """「10-20」的意思是，第4名給予第1名20分且第3名給予第2名10分 … +62.5、+10、-16.6、-55.9"""
    assert final(END, "uma=20,10,-10,-20") == pt(62.5, 10, -16.6, -55.9)


# --- 002 ----------------------------------------------------------------------------------------


def test_sticks_left_when_the_game_is_over():
    """如果整場比賽已結束,EMA第3.7節另規定由總分最高者領剩餘供託,同分則分配"""
    under = "leftover_deposits=first_split; start_points=30000"
    assert final_points([40000, 30000, 28000, 20000], under, ownerless=2000)[0] == 42000
    assert final_points([39000, 39000, 20000, 20000], under, ownerless=2000)[:2] == [40000, 40000]


# --- 004: 点的交换 -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "points"),
    [
        ("first", [42000, 30000, 20000, 8000]),  # 1.供托由排名第一的玩家拿走
        ("last_dealer", [40000, 30000, 20000, 10000]),  # 2.供托由最后的庄家拿走
        ("return_to_declarers", [40000, 31000, 21000, 8000]),  # 3.还给原来供托的人
    ],
)
def test_who_takes_the_sticks_of_a_last_hand_that_was_drawn(policy, points):
    known = {"sticks": [0, 1000, 1000, 0], "last_dealer": 3}
    assert final_points([40000, 30000, 20000, 8000], f"leftover_deposits={policy}", **known) == points


@pytest.mark.parametrize(("start", "oka"), [(25000, 20), (27000, 12), (30000, 0)])
def test_oka(start, oka):
    """25000点开始30000点返点的规则有20000点的差额，27000点开始则有12000点的差额，30000点开始没有差额"""
    points = [start + 3000, start + 1000, start - 1000, start - 3000]
    won = final(points, f"start_points={start}; {NO_UMA}")[0]
    assert won == (points[0] - 30000) / 1000 + oka


def test_negative_oka_goes_to_last_place():
    """如35000点开始30000点返点的规则中，差额是负数，这时一般算给最后一名"""
    assert final([50000, 40000, 30000, 20000], f"start_points=35000; {NO_UMA}") == pt(20, 10, 0, -30)


@pytest.mark.parametrize(("third_to_second", "fourth_to_first"), [(5, 10), (10, 20), (10, 30), (20, 30)])
def test_names_of_uma(third_to_second, fourth_to_first):
    """5-10 五十（ゴットー）, 10-20 一二（ワンツー）, 10-30 一三, 20-30 二三: 3位→2位, 4位→1位"""
    uma = f"uma={fourth_to_first},{third_to_second},{-third_to_second},{-fourth_to_first}"
    plain, with_uma = final(END, NO_UMA), final(END, uma)
    moved = [after - before for after, before in zip(with_uma, plain, strict=True)]
    assert moved == pt(fourth_to_first, third_to_second, -third_to_second, -fourth_to_first)


def test_yakitori_is_paid_by_who_never_won_and_borne_by_the_last_discarder():
    """由在一个半庄中一次都没有和了的玩家向其他人支付一定的罚点。最终局原本烧鸡者荣和的话，由放铳者承担罚点"""
    plain = final(END, NO_UMA)

    def paid(under, **known):
        return [after - before for after, before in zip(final(END, f"{NO_UMA}; {under}", **known), plain, strict=True)]

    never = 2**31 - 1
    assert paid("yakitori=pay_each", first_win=[0, 1, never, never]) == pt(10, 10, -10, -10)
    last = {"first_win": [0, 1, 2, 7], "won_last": [0, 0, 0, 1], "discarder": 1, "last_hand": 7}
    assert paid("yakitori=pay_each", **last) == pt(0, 0, 0, 0)
    assert paid("yakitori=pay_each; yakitori_last_ron=to_all_others", **last) == pt(5, -15, 5, 5)
