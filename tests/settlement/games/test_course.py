"""Logs read under rules they were not played by: unplayed, undetermined and missing hands (RULES §4, 22)."""

import polars as pl
import pytest

from mjlog.rules import load
from mjlog.settlement import settle, unfit
from mjlog.tables import seats
from tests.settlement.sheets import draw, hand, recorded, ron, settled, several_ron, tsumo

EVEN = [25000] * 4


def statuses(result) -> list[str]:
    return result.hands["status"].cast(pl.String).to_list()


def test_hands_after_the_end_of_the_game_are_unplayed_and_do_not_count():
    bust = ron(0, 1, han=13, fu=30, at="E1-0")
    later = ron(2, 0, han=13, fu=30, at="E1-1", start=[73000, -23000, 25000, 25000])
    result = settled(bust, later, under="tobi=lt0", carried=True)
    assert statuses(result) == ["played", "unplayed"]
    assert result.hands["why"][1] == "the game is over under these rules"
    assert result.standings["points"].to_list() == [73000, -23000, 25000, 25000]
    assert result.standings["complete"].to_list() == [True] * 4
    assert set(result.flows["hand"].drop_nulls()) == {0}


def test_the_same_game_counts_whole_where_nobody_is_bust():
    bust = ron(0, 1, han=13, fu=30, at="E1-0")
    later = ron(2, 0, han=13, fu=30, at="E1-1", start=[73000, -23000, 25000, 25000])
    result = settled(bust, later, under="tobi=off", carried=True)
    assert statuses(result) == ["played", "played"]
    assert result.standings["points"].to_list() == [40700, -23000, 57300, 25000]


def test_a_hand_the_rules_still_want_is_missing():
    won = tsumo(3, han=3, fu=40, at="S4-0", start=EVEN)
    result = settled(won, under="agari_yame=off", carried=True)
    assert result.hands["why"].to_list() == ["the game goes on under these rules: S4-1 is missing"]
    assert result.standings["complete"].to_list() == [False] * 4
    ended = settled(won, under="agari_yame=auto", carried=True)
    assert ended.hands["why"].to_list() == [None]
    assert ended.standings["complete"].to_list() == [True] * 4


def test_a_hand_with_another_dealer_than_the_rules_have_is_undetermined():
    stays = draw(0, at="E1-0")
    again = ron(1, 2, han=1, fu=30, at="E1-1", start=[28000, 24000, 24000, 24000])
    result = settled(stays, again, under="renchan=agari", carried=True)
    assert statuses(result) == ["played", "undetermined"]
    assert result.hands["why"][1] == "these rules have E2 in place of this hand"
    assert statuses(settled(stays, again, under="renchan=tenpai", carried=True)) == ["played", "played"]


def test_another_next_hand_is_the_audits_business_where_hands_are_settled_as_recorded():
    stays = draw(0, at="E1-0")
    again = ron(1, 2, han=1, fu=30, at="E1-1", start=[28000, 24000, 24000, 24000])
    assert statuses(settled(stays, again, under="renchan=agari", carried=False)) == ["played", "played"]


def test_an_abortive_draw_the_rules_do_not_know_is_undetermined():
    result = settled(hand("kyuushu_kyuuhai", at="E1-0", offender=2), under="kyuushu=off", carried=True)
    assert statuses(result) == ["undetermined"]
    assert result.hands["why"][0] == "these rules know no kyuushu kyuuhai"


def test_of_two_recorded_winners_head_bump_pays_the_nearest():
    one = several_ron(0, {1: {"han": 1, "fu": 30}, 3: {"han": 3, "fu": 40}})
    result = settled(one, under="multi_ron=head_bump", carried=True)
    assert result.hands.select("delta_0", "delta_1", "delta_2", "delta_3").row(0) == (-1000, 1000, 0, 0)


def test_honba_is_counted_on_by_the_rules_that_settle():
    stays = draw(1, at="E1-0")
    after = ron(2, 3, han=1, fu=30, at="E2-1", start=[24000, 28000, 24000, 24000])
    assert settled(stays, after, under="honba_after_draw=if_renchan", carried=True).hands["delta_2"][1] == 1000
    assert settled(stays, after, under="honba_after_draw=always", carried=True).hands["delta_2"][1] == 1300
    assert settled(stays, after, under="honba_after_draw=if_renchan", carried=False).hands["delta_2"][1] == 1300


def test_a_log_cut_at_its_start_begins_with_its_first_hand():
    one = ron(1, 3, han=1, fu=30, at="S3-2", start=[31000, 22000, 26000, 20000], deposits=1)
    result = settled(one, carried=True)
    assert result.hands.select("delta_1", "end_1").row(0) == (2600, 24600)


def test_a_log_cut_at_its_end_is_not_complete_and_lacks_nothing():
    result = settled(ron(2, 3, han=1, fu=30, at="E2-0"), complete=False)
    assert result.hands["why"].to_list() == [None]
    assert result.standings["complete"].to_list() == [False] * 4


def test_points_start_where_the_rules_start():
    result = settled(ron(2, 3, han=1, fu=30), under="start_points=30000", carried=True)
    assert result.hands.select("start_0", "end_2").row(0) == (30000, 31000)


@pytest.mark.parametrize(
    ("named", "n_players", "told"),
    [
        ("mleage", 4, "there is no rule set 'mleage'; did you mean 'mleague'?"),
        ("mleague", 3, "mleague is for 4 players, the game has 3"),
        ("mleague", 4, None),
        (None, 4, None),
    ],
)
def test_rules_that_do_not_exist_or_do_not_fit_are_told_and_nothing_is_settled_by_them(named, n_players, told):
    log = recorded(hand("suufon_renda", start=[25000] * n_players), named=named, n_players=n_players)
    found = unfit(log.games, None, "")
    assert found.height == (told is not None)
    if told is not None:
        assert told in found["message"].item()
        result = settle(log)
        assert result.standings.is_empty()
        assert told in result.hands["why"].item()


def test_after_hands_that_are_not_in_the_record_counting_starts_from_the_log():
    """A hand set aside for a fault leaves a gap: what came of it is not made up, and the hand after it is marked."""
    first = ron(1, 2, han=2, fu=30, riichi=[3], start=[25000] * 4)
    after = draw(2, at="E3-1", start=[21000, 30000, 24000, 24000], deposits=1)
    last = ron(0, 1, han=1, fu=30, at="E3-2", start=[20000, 29000, 27000, 23000], deposits=1)
    log = recorded(first, after, last, complete=False)
    log.hands = log.hands.with_columns(hand=pl.Series([0, 2, 3], dtype=pl.UInt16))
    log.wins = log.wins.with_columns(hand=pl.col("hand").replace({2: 3}))
    hands = settle(log, load("default"), carried=True).hands
    assert hands["status"].to_list() == ["played", "undetermined", "played"]
    assert "not in the record" in hands["why"][1]
    assert hands.select(seats("start")).row(1) == (21000, 30000, 24000, 24000)
    assert hands.select(seats("start")).row(2) == (20000, 29000, 27000, 23000)
    assert hands["next_honba"].to_list() == [0, 2, 0]
    assert hands["deposits_after"].to_list() == [0, 1, 0]
