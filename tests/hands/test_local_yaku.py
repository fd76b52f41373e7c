"""Local yaku: off unless a rule set allows them, each by its condition."""

import pytest

from mjlog.hands.local import LOCAL
from tests.hands.written import TENHOU, changed, valued

ALL = changed(TENHOU, local_yaku=LOCAL)
PLAIN = "234m34567p22s678s+8p"


def local(*hand, rules=ALL, **situation):
    """Local yaku of a hand with their han."""
    return {key: han for key, han in valued(*hand, rules=rules, **situation)["yaku"].items() if key in LOCAL}


@pytest.mark.parametrize(
    ("hand", "situation", "expected"),
    [
        ((PLAIN,), {"yaku": "tsubame_gaeshi"}, {"tsubame_gaeshi": 1}),
        ((PLAIN,), {"yaku": "kanburi"}, {"kanburi": 1}),
        (("2s+2s", "chi:123m", "pon:444p", "chi:789s", "kan:7777z"), {}, {"shiiaru_raotai": 1}),
        (("123m456p789s111z5z+5z",), {}, {"uumensai": 2}),
        (("222444m55p78s+9s", "pon:333m"), {}, {"sanrenkou": 2}),
        (("111222333m55p78s+9s",), {}, {"isshoku_sanjun": 3}),
        (("234234m55p78s+9s", "chi:234m"), {}, {"isshoku_sanjun": 2}),
        (("23p456m456789s11z+1p",), {"yaku": "haitei", "tsumo": True}, {"iipin_mouyue": 5}),
        (("78p456m456789s11z+9p",), {"yaku": "houtei"}, {"chuupin_raoyui": 5}),
        (("2233445566778p+8p",), {}, {"daisharin": 13}),
        (("2233445566778s+8s",), {}, {"daichikurin": 13}),
        (("2233445566778m+8m",), {}, {"daisuurin": 13}),
        ((PLAIN,), {"yaku": ("double_riichi", "houtei")}, {"ishi_no_ue_ni_mo_sannen": 13}),
        (("1122334455667z+7z",), {}, {"daichisei": 26}),
    ],
)
def test_each_has_its_condition_and_counts_only_where_allowed(hand, situation, expected):
    assert local(*hand, **situation) == expected
    assert local(*hand, rules=TENHOU, **situation) == {}
    others = tuple(key for key in LOCAL if key not in expected)
    assert not set(expected) & set(local(*hand, rules=changed(TENHOU, local_yaku=others), **situation))


def test_each_is_a_yaku_of_its_own():
    hand = ("2s+2s", "chi:123m", "pon:444p", "chi:789s", "chi:345s")
    assert valued(*hand)["points"] == 0
    found = valued(*hand, rules=ALL)
    assert (found["han"], found["names"], found["points"]) == (1, {"shiiaru_raotai"}, 1000)


def test_a_local_yakuman_leaves_no_ordinary_yaku_and_adds_to_others():
    found = valued("2233445566778p+8p", rules=ALL, yaku="riichi")
    assert (found["names"], found["yakuman"], found["han"]) == ({"daisharin"}, 1, None)
    heaven = valued("2233445566778p+8p", rules=ALL, tsumo=True, seat="E", yaku="tenhou")
    assert (heaven["names"], heaven["yakuman"]) == ({"daisharin", "tenhou"}, 2)


def test_big_seven_stars_stand_in_for_all_honors():
    found = valued("1122334455667z+7z", rules=ALL)
    assert (found["names"], found["yakuman"]) == ({"daichisei"}, 2)
    assert valued("1122334455667z+7z")["names"] == {"tsuuiisou"}


@pytest.mark.parametrize(
    ("hand", "there"),
    [
        ("223344567m5p+5p", True),
        ("234556677m5p+5p", False),
        ("234567m2345s+5s", False),
    ],
)
def test_three_equal_runs_are_told_from_two_pairs_of_runs_beside_a_chi(hand, there):
    assert ("isshoku_sanjun" in local(hand, "chi:234m")) == there


def test_a_pair_of_the_lowest_tile_does_not_confuse_them():
    assert "isshoku_sanjun" not in local("2222334456m+7m", "chi:567m")
    assert "isshoku_sanjun" in local("2223455667m+7m", "chi:567m")


def test_five_types_need_winds_and_dragons_and_no_north_set_aside():
    assert "uumensai" not in local("123m456p789s111z2z+2z")
    assert "uumensai" not in local("19m19p19s1234567z+1z")
    assert "uumensai" in local("1199m2288p33s44z5z+5z")
    assert "uumensai" not in local("123m456p789s555z1s+1s", "kita:1")
