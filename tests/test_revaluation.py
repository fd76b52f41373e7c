"""Wins valued anew from their tiles under another rule book."""

from dataclasses import replace

import polars as pl
import pytest

from mjlog.parsing import Recorded
from mjlog.revaluation import differing, revalued
from mjlog.rules import load, override
from mjlog.settlement import settle
from mjlog.tables import MELD, TILE, seats
from tests.settlement.sheets import recorded, ron, tsumo

VALUE = ["han", "fu", "points", "yaku"]


def log(hand: dict, tiles: str | None, winning: str, *, melds: list[str] = (), dora: str = "9s") -> Recorded:
    """A game of one hand, won with these tiles."""
    game = recorded(hand, named="tenhou", complete=False)
    held = None if tiles is None else tiles.split()
    wins = game.wins.with_columns(
        tiles=pl.lit(pl.Series([held], dtype=pl.List(TILE))),
        winning_tile=pl.lit(winning, TILE),
        melds=pl.lit(pl.Series([list(melds)], dtype=pl.List(MELD))),
    )
    hands = game.hands.with_columns(dora_indicators=pl.lit(pl.Series([dora.split()], dtype=pl.List(TILE))))
    return replace(game, wins=wins, hands=hands)


DOUBLE_WIND = "1z 1z 9m 9m 9m 1p 2p 3p 4p 5p 6p 6s 7s 8s"
OPEN_TANYAO = "2m 3m 4m 5p 6p 7p 3s 4s 5s 6s 6s"


def east_wins(**value) -> dict:
    return ron(0, 1, **{"han": 1, "fu": 50, "yaku": ["riichi"], "yaku_han": [1], "riichi": [0], **value})


def tanyao_wins(**value) -> dict:
    return tsumo(1, **{"han": 1, "fu": 30, "yaku": ["tanyao"], "yaku_han": [1], **value})


def test_the_fu_of_a_double_wind_pair_are_counted_as_the_other_rules_do():
    anew = revalued(log(east_wins(), DOUBLE_WIND, "8s"), None, "double_wind_fu=2")
    assert anew.as_recorded == 0
    assert anew.recorded.wins.select(VALUE).row(0) == (1, 40, 2000, ["riichi"])
    hands = settle(anew.recorded, None, overrides="double_wind_fu=2", carried=True).hands
    assert hands.select(seats("delta")).row(0) == (2000, -2000, 0, 0)


def test_dora_of_kans_that_do_not_count_are_taken_off():
    game = log(east_wins(han=4, yaku=["riichi", "dora"], yaku_han=[1, 3]), DOUBLE_WIND, "8s", dora="9s 8m")
    anew = revalued(game, None, "kan_dora=off").recorded.wins
    assert anew.select(VALUE).row(0) == (1, 50, 2400, ["riichi"])


def test_a_win_the_rules_do_not_allow_is_left_to_the_record_and_named():
    game = log(tanyao_wins(), OPEN_TANYAO, "5s", melds=["pon 555m"])
    anew = revalued(game, None, "open_tanyao=false")
    assert anew.recorded.wins["han"].to_list() == [0]
    hands = settle(anew.recorded, None, overrides="open_tanyao=false", carried=True).hands
    assert hands["status"].to_list() == ["undetermined"]
    assert "these rules do not let win" in hands["why"][0]


@pytest.mark.parametrize("switch", ["open_tanyao=false", "min_han=2"])
def test_it_is_the_same_whole_rule_set_or_switch(switch):
    game = log(tanyao_wins(), OPEN_TANYAO, "5s", melds=["pon 555m"])
    one, other = revalued(game, None, switch), revalued(game, override(load("tenhou"), switch))
    assert one.recorded.wins.equals(other.recorded.wins)
    assert one.recorded.wins["han"].to_list() == [0]


@pytest.mark.parametrize(
    ("hand", "tiles"),
    [(east_wins(), None), (east_wins(fu=40), DOUBLE_WIND), (east_wins(han=2, yaku_han=[2]), DOUBLE_WIND)],
    ids=["no tiles", "other fu than the tiles give", "other han"],
)
def test_what_the_tiles_do_not_tell_stays_as_recorded_and_is_counted(hand, tiles):
    game = log(hand, tiles, "8s")
    anew = revalued(game, None, "double_wind_fu=2")
    assert anew.as_recorded == 1
    assert anew.recorded.wins.equals(game.wins)


def test_only_switches_that_tiles_tell_are_looked_at():
    game = log(east_wins(), DOUBLE_WIND, "8s")
    assert differing(game.games, None, "uma=30,10,-10,-30; kiriage_mangan=true; kan_dora=immediate") == []
    assert differing(game.games, load("mleague")) == ["double_wind_fu"]
    assert revalued(game, None, "kiriage_mangan=true").recorded.wins.equals(game.wins)


def test_games_whose_rules_are_not_known_stay_as_recorded():
    game = log(east_wins(), DOUBLE_WIND, "8s")
    game.games = game.games.with_columns(rules=pl.lit(None, pl.String))
    assert revalued(game, load("mleague")).recorded.wins.equals(game.wins)
