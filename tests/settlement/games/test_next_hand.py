"""Which hand comes next: dealer, round, counters (RULES 21-23, 26, 51 and the seeds' examples)."""

import pytest

from tests.settlement.sheets import draw, hand, nagashi, ron, settled, several_ron, tsumo

CHILD, DEALER = {"han": 1, "fu": 30}, {"han": 1, "fu": 30}


def following(one: dict, under: str = "", n_players: int = 4) -> str:
    """The next hand as ``E2-1``."""
    hands = settled(one, under=under, n_players=n_players).hands
    return "{}{}-{}".format(*hands.select("next_round_wind", "next_kyoku", "next_honba").row(0))


def dealer_wins(at: str) -> dict:
    return tsumo(int(at[1]) - 1, han=1, fu=30, at=at)


def child_wins(at: str) -> dict:
    return tsumo(int(at[1]) % 4, han=1, fu=30, at=at)


def drawn(at: str, *, tenpai: bool) -> dict:
    return draw(*([int(at[1]) - 1] if tenpai else []), at=at)


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (dealer_wins("E3-0"), "E3-1"),
        (dealer_wins("E3-1"), "E3-2"),
        (child_wins("E3-0"), "E4-0"),
        (child_wins("E3-1"), "E4-0"),
        (drawn("E3-1", tenpai=True), "E3-2"),
        (drawn("E3-1", tenpai=False), "E4-2"),
        (child_wins("E4-0"), "S1-0"),
        (hand("kyuushu_kyuuhai", at="E3-1"), "E3-2"),
        (drawn("E2-2", tenpai=False), "E3-3"),
        (drawn("E2-2", tenpai=True), "E2-3"),
    ],
)
def test_common_rule(one, expected):
    assert following(one) == expected


@pytest.mark.parametrize(
    ("renchan", "win", "tenpai", "noten"),
    [
        ("tenpai", "E3-2", "E3-2", "E4-2"),
        ("agari", "E3-2", "E4-2", "E4-2"),
        ("noten", "E3-2", "E3-2", "E3-2"),
        ("none", "E4-0", "E4-2", "E4-2"),
    ],
)
def test_kinds_of_renchan(renchan, win, tenpai, noten):
    under = f"renchan={renchan}"
    assert following(dealer_wins("E3-1"), under) == win
    assert following(drawn("E3-1", tenpai=True), under) == tenpai
    assert following(drawn("E3-1", tenpai=False), under) == noten


def test_renchan_may_differ_from_round_to_round():
    under = "renchan=agari,tenpai"
    assert following(drawn("E3-0", tenpai=True), under) == "E4-1"
    assert following(drawn("S3-0", tenpai=True), under) == "S3-1"
    assert following(drawn("W3-0", tenpai=True), under) == "W3-1"


@pytest.mark.parametrize(
    ("policy", "passes", "stays"),
    [("always", "E3-3", "E2-3"), ("if_renchan", "E3-0", "E2-3"), ("unchanged", "E3-2", "E2-2")],
)
def test_honba_after_a_draw(policy, passes, stays):
    under = f"honba_after_draw={policy}"
    assert following(drawn("E2-2", tenpai=False), under) == passes
    assert following(drawn("E2-2", tenpai=True), under) == stays


FURTHER_DEALER = {2: {"han": 1, "fu": 30}, 0: {"han": 1, "fu": 30}}


@pytest.mark.parametrize(
    ("policy", "expected"),
    [("any_dealer_win", "E1-3"), ("head_only_else_rotate", "E2-0"), ("head_only_else_abort", "E1-3"), ("no", "E2-0")],
)
def test_dealer_wins_behind_a_nearer_child(policy, expected):
    one = several_ron(1, FURTHER_DEALER, at="E1-2")
    assert following(one, f"multi_ron=double; renchan_multi_ron={policy}") == expected


@pytest.mark.parametrize("policy", ["any_dealer_win", "head_only_else_rotate", "head_only_else_abort"])
def test_dealer_wins_as_the_nearest(policy):
    one = several_ron(3, FURTHER_DEALER, at="E1-2")
    assert following(one, f"multi_ron=double; renchan_multi_ron={policy}") == "E1-3"


def test_a_hand_that_counts_as_aborted_pays_nobody():
    one = several_ron(1, FURTHER_DEALER, at="E1-2")
    result = settled(one, under="multi_ron=double; renchan_multi_ron=head_only_else_abort")
    assert result.hands.select("delta_0", "delta_1", "delta_2", "delta_3").row(0) == (0, 0, 0, 0)


def test_a_bumped_dealer_does_not_keep_the_deal():
    assert following(several_ron(1, FURTHER_DEALER, at="E1-2"), "multi_ron=head_bump") == "E2-0"


@pytest.mark.parametrize(
    ("under", "expected"), [("", "E3-2"), ("abort_renchan=none", "E4-2"), ("abort_honba=0", "E3-1")]
)
def test_after_an_abortive_draw(under, expected):
    assert following(hand("kyuushu_kyuuhai", at="E3-1"), under) == expected


def test_the_deal_may_pass_after_some_abortive_draws_only():
    under = "abort_renchan=kyuushu_kyuuhai"
    assert following(hand("kyuushu_kyuuhai", at="E3-1"), under) == "E3-2"
    assert following(hand("suufon_renda", at="E3-1"), under) == "E4-2"


@pytest.mark.parametrize(
    ("under", "tenpai", "expected"),
    [
        ("nagashi_as=draw; nagashi_renchan=dealer_tenpai", (0,), "E1-3"),
        ("nagashi_as=draw; nagashi_renchan=dealer_tenpai", (), "E2-3"),
        ("nagashi_as=win; nagashi_renchan=dealer_is_nagashi", (0,), "E2-0"),
        ("nagashi_as=win; nagashi_renchan=dealer_tenpai", (0,), "E1-3"),
        ("nagashi_as=draw; nagashi_renchan=renchan; renchan=agari", (0,), "E2-3"),
    ],
)
def test_after_a_childs_nagashi(under, tenpai, expected):
    assert following(nagashi(2, tenpai=tenpai, at="E1-2"), f"nagashi=mangan; {under}") == expected


def test_a_noten_dealers_own_nagashi():
    one = nagashi(0, at="E1-0")
    assert following(one, "nagashi=mangan; nagashi_as=win; nagashi_renchan=dealer_is_nagashi") == "E1-1"
    assert following(one, "nagashi=mangan; nagashi_as=draw; nagashi_renchan=dealer_tenpai") == "E2-1"


@pytest.mark.parametrize(("policy", "expected"), [("redeal", "E2-1"), ("draw", "E2-2"), ("next_hand", "E3-2")])
def test_after_a_chombo(policy, expected):
    one = hand("chombo", at="E2-1", offender=1)
    assert following(one, f"chombo_next={policy}") == expected


def test_a_round_has_three_hands_with_three_players():
    one = ron(0, 1, han=1, fu=30, at="E3-0", start=[35000] * 3)
    assert following(one, n_players=3) == "S1-0"


def test_after_north_the_rounds_begin_again():
    assert following(child_wins("N4-0"), "length=full; extension=full; extension_max=forever") == "E1-0"


def test_a_last_hand_with_a_noten_dealer_may_be_played_again():
    assert following(drawn("S4-0", tenpai=False), "last_hand_draw=repeats") == "S4-1"
    assert following(drawn("S3-0", tenpai=False), "last_hand_draw=repeats") == "S4-1"
