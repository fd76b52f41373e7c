"""Worked draws and faults of the rule inventory: what each seat gains and pays. Seats are 0 to 3, seat 0 deals East 1.

Gains are counted after the riichi sticks of the hand were laid, as score tables print them, unless a test says so.
"""

import pytest

from tests.settlement.sheets import change, draw, gains, hand, nagashi, ron, settled

MANGAN = {"limit": "mangan"}
NAGASHI_AS_DRAW = (
    "nagashi=mangan; nagashi_as=draw; nagashi_honba=off; nagashi_takes_deposits=off; nagashi_renchan=dealer_tenpai"
)


def check(one, under, expected, n_players=4):
    assert gains(one, under, n_players) == expected


# --- draws --------------------------------------------------------------------------------------------------

NOTEN = [
    ((), [0, 0, 0, 0]),
    ((0,), [3000, -1000, -1000, -1000]),
    ((1, 2), [-1500, 1500, 1500, -1500]),
    ((0, 1, 3), [1000, 1000, -3000, 1000]),
    ((0, 1, 2, 3), [0, 0, 0, 0]),
]


@pytest.mark.parametrize(("tenpai", "expected"), NOTEN)
def test_s02_and_s03_noten_penalty(tenpai, expected):
    check(draw(*tenpai), "", expected)


@pytest.mark.parametrize(
    ("under", "one", "two"),
    [
        ("noten_penalty=2000", [2000, -1000, -1000], [1000, 1000, -2000]),
        ("noten_penalty=3000", [3000, -1500, -1500], [1500, 1500, -3000]),
        ("noten_penalty=1000,2000", [2000, -1000, -1000], [1000, 1000, -2000]),
    ],
)
def test_t26_noten_penalty_of_three_players(under, one, two):
    check(draw(0), under, one, 3)
    check(draw(0, 1), under, two, 3)


def test_t26c_a_table_of_noten_penalties():
    under = "noten_penalty=500,1000,1500"
    check(draw(0), under, [1500, -500, -500, -500])
    check(draw(0, 1), under, [1000, 1000, -1000, -1000])
    check(draw(0, 1, 2), under, [500, 500, 500, -1500])
    check(draw(0, 1), "noten_penalty=1000,2000,3000", [2000, 2000, -2000, -2000])


def test_s05b_honba_does_not_raise_the_noten_penalty():
    check(draw(0, at="E1-3"), "", [3000, -1000, -1000, -1000])


def test_s05_sticks_stay_on_the_table_at_a_draw():
    after = settled(draw(0, start=[29500] * 4, deposits=2)).hands
    assert after.select("end_0", "end_1", "end_2", "end_3", "deposits_after").row(0) == (32500, 28500, 28500, 28500, 2)
    assert after.select("next_kyoku", "next_honba").row(0) == (1, 1)


def test_t29_nagashi_as_a_draw_and_as_a_win():
    one = nagashi(2, at="E1-2", deposits=1)
    as_draw = NAGASHI_AS_DRAW
    check(one, as_draw, [-4000, -2000, 8000, -2000])
    check(one, "nagashi=mangan", [-4200, -2200, 9600, -2200])
    after = {under: settled(one, under=under).hands for under in (as_draw, "nagashi=mangan")}
    assert after[as_draw].select("next_kyoku", "next_honba", "deposits_after").row(0) == (2, 3, 1)
    assert after["nagashi=mangan"].select("next_kyoku", "next_honba", "deposits_after").row(0) == (2, 0, 0)
    tenpai = nagashi(2, tenpai=(0,), at="E1-2", deposits=1)
    assert settled(tenpai, under=as_draw).hands.select("next_kyoku", "next_honba").row(0) == (1, 3)


def test_t29c_and_d_two_nagashi():
    under = "nagashi=mangan"
    check(nagashi(0, 2), under, [8000, -6000, 4000, -6000])
    check(nagashi(0, 1), under, [8000, 4000, -6000, -6000])
    check(nagashi(0, 2), f"{under}; nagashi_multi=nearest_dealer", [12000, -4000, -4000, -4000])
    check(nagashi(1, 3, at="E3-0"), f"{under}; nagashi_multi=nearest_dealer", [-2000, -2000, -4000, 8000])


def test_a_nagashi_that_is_not_paid_has_no_share_of_the_sticks():
    under = "nagashi=mangan; nagashi_multi=nearest_dealer; multi_ron_deposits=split"
    check(nagashi(0, 1, deposits=1), under, [13000, -4000, -4000, -4000])
    check(nagashi(0, 1, deposits=1), "nagashi=mangan; multi_ron_deposits=split", [8500, 4500, -6000, -6000])


def test_t29e_a_real_nagashi():
    after = settled(nagashi(3, tenpai=(0,), deposits=2), under=NAGASHI_AS_DRAW).hands
    assert after.select("delta_0", "delta_1", "delta_2", "delta_3").row(0) == (-4000, -2000, -2000, 8000)
    assert after.select("next_kyoku", "next_honba", "deposits_after").row(0) == (1, 1, 2)


def test_nagashi_of_a_yakuman_and_none():
    one = nagashi(2, tenpai=(0,))
    check(one, "nagashi=yakuman", [-16000, -8000, 32000, -8000])
    check(one, "nagashi=off", [3000, -1000, -1000, -1000])


def test_a_dead_hand_is_noten():
    one = draw(0, 1, offender=1)
    check(one, "", [3000, -1000, -1000, -1000])
    check(one, "agari_houki=declared", [1500, 1500, -1500, -1500])


# --- faults -------------------------------------------------------------------------------------------------


def test_s10_chombo():
    check(hand("chombo", offender=0), "", [-12000, 4000, 4000, 4000])
    check(hand("chombo", offender=2), "", [4000, 2000, -8000, 2000])
    check(hand("chombo", offender=2), "chombo=after_uma", [0, 0, 0, 0])
    check(hand("chombo", offender=1), "", [4000, -6000, 2000], 3)


def test_riichi_sticks_come_back_at_a_chombo_and_carried_ones_stay():
    one = hand("chombo", offender=2, riichi=[0, 1], deposits=1)
    assert change(one) == [4000, 2000, -8000, 2000]
    assert settled(one).hands["deposits_after"].item() == 1
    assert change(one, "leftover_return_policy=stay") == [3000, 1000, -8000, 2000]
    assert settled(one, under="leftover_return_policy=stay").hands["deposits_after"].item() == 3


def test_a_minor_fault_puts_a_stick_on_the_table():
    one = ron(1, 2, **MANGAN, penalties=[3])
    assert change(one) == [0, 9000, -8000, -1000]
    assert change(one, "kuutaku_penalty=0") == [0, 8000, -8000, 0]
    assert settled(draw(penalties=[3])).hands["deposits_after"].item() == 1


def test_t45_riichi_on_a_tile_that_is_ronned():
    one = ron(1, 0, **MANGAN, at="E4-0", ronned=0)
    assert change(one) == [-8000, 8000, 0, 0]
    assert change(one, "riichi_discard_ronned=forfeited") == [-9000, 9000, 0, 0]
