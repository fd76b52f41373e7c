"""What other scorers got wrong at the end of a game, with the right answers."""

import polars as pl
import pytest

from mjlog.rules import load, names
from tests.settlement.sheets import draw, hand, ron, settled, several_ron, tsumo

TENHOU, SANMA, MAJSOUL = load("tenhou"), load("tenhou-3p"), load("majsoul")


def over(*hands, under=TENHOU, **game) -> bool:
    return settled(*hands, under=under, **game).hands["ends"].to_list()[-1]


def following(*hands, under=TENHOU, **game) -> str:
    row = settled(*hands, under=under, **game).hands.select("next_round_wind", "next_kyoku", "next_honba").row(-1)
    return "{}{}-{}".format(*row)


def scores(*hands, under=TENHOU, **game) -> list[int]:
    return settled(*hands, under=under, **game).standings["score"].to_list()


def test_exactly_the_goal_ends_the_game():
    assert over(draw(at="S4-0", start=[30000, 28000, 22000, 20000]))


def test_an_abortive_draw_in_the_last_hand_is_played_again_though_the_dealer_leads():
    one = hand("kyuushu_kyuuhai", at="S4-0", start=[20000, 23000, 22000, 35000], offender=1)
    assert not over(one)
    assert following(one) == "S4-1"


@pytest.mark.parametrize(
    ("points", "ends"),
    [
        ([20000, 20000, 18000, 42000], True),
        ([36000, 15000, 15000, 34000], False),
        ([25500, 25000, 25000, 24500], False),
    ],
)
def test_the_last_dealer_stops_only_as_first_with_the_goal(points, ends):
    assert over(draw(0, 1, 2, 3, at="S4-0", start=points)) is ends


def test_the_goal_of_three_players_is_theirs():
    short, enough = [34000, 32000, 39000], [32000, 32000, 41000]
    assert not over(draw(0, 1, 2, at="S3-0", start=short), under=SANMA, n_players=3)
    assert over(draw(0, 1, 2, at="S3-0", start=enough), under=SANMA, n_players=3)


def test_a_rule_set_without_yame_always_plays_on():
    won = tsumo(3, han=3, fu=40, at="S4-0", start=[20000, 20000, 20000, 40000])
    assert not over(won, under=load("mleague"))
    assert following(won, under=load("mleague")) == "S4-1"


def test_a_hanchan_is_eight_hands_and_goes_west_when_nobody_has_the_goal():
    low = [29000, 28000, 22000, 21000]
    assert following(draw(at="S4-0", start=low)) == "W1-1"
    assert not over(draw(at="S4-0", start=low))
    assert over(ron(1, 2, han=3, fu=40, at="W1-0", start=low)), "33200 in West 1"


def test_west_4_with_a_tenpai_dealer_is_not_the_end():
    one = draw(3, at="W4-0", start=[29000, 28000, 22000, 21000])
    assert not over(one)
    assert following(one) == "W4-1"
    assert over(draw(1, at="W4-0", start=[28000, 27000, 23000, 22000])), "the deal passes"


def test_a_repeating_dealer_goes_on_though_a_child_has_the_goal():
    one = tsumo(0, han=1, fu=30, at="W1-0", start=[20000, 35000, 25000, 20000])
    assert not over(one, under=MAJSOUL)


def test_scores_of_a_conserved_game_add_up_to_nothing():
    assert sum(scores(draw(at="S4-0", start=[45000, 30000, 20000, 5000]))) == 0


def test_sticks_of_a_drawn_last_hand_go_to_first_place():
    one = draw(0, at="S4-0", start=[4400, 31300, 43000, 20300], deposits=1)
    standings = settled(one, under=MAJSOUL).standings
    assert standings["points"].to_list() == [7400, 30300, 43000, 19300]
    assert standings["points"].sum() == 100_000


def test_sticks_of_a_last_hand_that_was_won_are_not_given_twice():
    one = ron(0, 3, han=3, fu=40, at="S4-0", start=[38000, 30000, 20000, 11000], deposits=1, riichi=[0])
    points = settled(one, under=TENHOU).standings["points"]
    assert points.to_list() == [38000 + 5200 + 1000, 30000, 20000, 11000 - 5200]
    assert points.sum() == 100_000


def test_no_sticks_are_left_after_a_bust_by_ron():
    one = ron(0, 3, limit="mangan", at="E2-0", start=[38000, 30000, 25000, 6000], deposits=1)
    assert settled(one, under=TENHOU).standings["points"].sum() == 100_000


def test_the_dealer_among_two_winners_of_the_last_hand_keeps_the_deal():
    one = several_ron(
        0, {1: {"han": 1, "fu": 30}, 3: {"han": 1, "fu": 30}}, at="S4-1", start=[40000, 25000, 25000, 10000]
    )
    assert not over(one)
    assert following(one) == "S4-2"


def test_a_game_that_ends_in_the_east_round_by_a_bust_keeps_its_length():
    bust = ron(0, 3, han=13, fu=30, at="E1-0")
    assert over(bust, length="hanchan")
    missing = settled(ron(0, 3, han=1, fu=30, at="E4-0"), under=TENHOU, length="hanchan").standings
    assert missing["complete"].to_list() == [False] * 4, "East 4 is not the end of a hanchan"


def test_a_riichi_on_a_ronned_tile_decides_the_last_hand_without_its_stick():
    one = ron(1, 2, han=3, fu=40, at="S4-0", start=[30500, 25200, 24300, 20000], ronned=2)
    standings = settled(one, under=TENHOU).standings
    assert standings["points"].to_list()[:2] == [30500, 30400]
    assert standings["rank"].to_list()[:2] == [1, 2]


def test_a_chombo_in_the_last_hand_is_played_again_and_taken_off_at_the_end():
    fault = hand("chombo", offender=3, at="S4-0", start=[40000, 30000, 30000, 20000])
    last = draw(at="S4-0", start=[40000, 30000, 30000, 20000])
    ema = load("ema-2025")
    assert following(fault, under=ema) == "S4-0"
    assert scores(fault, last, under=ema) == [25000, 0, 0, -45000]


def test_a_bust_at_exactly_nothing_plays_on():
    one = ron(0, 3, han=4, fu=25, at="E2-0", start=[25000, 25000, 43600, 6400])
    result = settled(one, under=TENHOU).hands
    assert (result["end_3"].item(), result["ends"].item()) == (0, False)


def test_a_loan_rule_book_never_ends_by_a_bust():
    one = ron(0, 3, han=13, fu=30, at="E2-0")
    assert not over(one, under=load("rmu-a"))


def test_every_named_rule_set_scores_every_game_of_its_players():
    for name in names():
        book = load(name)
        even = [book.start_points] * book.players
        one = draw(at="S4-0", start=even)
        standings = settled(one, under=book, n_players=book.players).standings
        assert standings.height == book.players, name
        assert (
            standings.select(pl.sum_horizontal("base", "oka", "uma"))
            .to_series()
            .equals(standings["score"], check_names=False)
        ), name
