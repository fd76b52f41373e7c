"""Batches: order, mixture, gaps and emptiness do not change what a hand settles to."""

import polars as pl
import pytest

from mjlog.parsing import Recorded
from mjlog.rules import load
from mjlog.settlement import HANDS, settle
from mjlog.tables import dtypes
from tests.settlement.sheets import draw, games, hand, recorded, ron, several_ron, tsumo

MANGAN = {"limit": "mangan"}
TABLES = ("games", "players", "hands", "wins")
PLAYED = [
    ron(1, 0, **MANGAN, riichi=[2]),
    several_ron(0, {1: MANGAN, 2: {"han": 3, "fu": 40}}, at="E2-0"),
    draw(0, 2, at="E3-0", riichi=[0]),
    tsumo(3, han=2, fu=30, at="E3-1", deposits=1),
    hand("kyuushu_kyuuhai", at="E4-0", offender=1),
]


def joined(*parts: Recorded) -> Recorded:
    return Recorded(**{table: pl.concat([getattr(part, table) for part in parts]) for table in TABLES})


def mixed() -> dict[str, Recorded]:
    return {
        "a": recorded(*PLAYED, game_id="a", named="tenhou"),
        "b": recorded(*PLAYED, game_id="b", named="majsoul"),
        "c": recorded(draw(0), tsumo(1, **MANGAN, at="E1-1"), game_id="c", named="tenhou-3p", n_players=3),
        "d": recorded(*PLAYED, game_id="d", named=None),
        "e": recorded(*PLAYED, game_id="e", named="tenhou", rule_overrides="multi_ron=head_bump"),
        "f": recorded(*PLAYED, game_id="f", named="tenhou", length="east"),
    }


def same(one: pl.DataFrame, other: pl.DataFrame, *by: str) -> bool:
    return one.sort(*by, maintain_order=True).equals(other.sort(*by, maintain_order=True))


def test_nothing_settles_to_nothing():
    result = settle(Recorded())
    assert result.flows.schema == dtypes("flows")
    assert result.standings.schema == dtypes("standings")
    assert result.hands.schema == HANDS
    assert result.flows.is_empty()


@pytest.mark.parametrize("carried", [True, False])
def test_a_game_without_hands_is_no_trouble(carried):
    result = settle(joined(recorded(game_id="empty"), recorded(*PLAYED)), load("tenhou"), carried=carried)
    assert result.hands["game_id"].unique().to_list() == ["game"]


def test_tables_have_their_declared_types():
    result = settle(joined(*mixed().values()))
    assert result.flows.schema == dtypes("flows")
    assert result.standings.schema == dtypes("standings")
    assert result.hands.schema == HANDS


def test_a_mixed_batch_settles_like_each_game_alone():
    together = settle(joined(*mixed().values()))
    for game_id, alone in mixed().items():
        one = settle(alone)
        for table in ("flows", "standings", "hands"):
            part = getattr(together, table).filter(pl.col("game_id") == game_id)
            assert part.equals(getattr(one, table)), (game_id, table)


def test_the_order_of_rows_does_not_matter():
    book = joined(*mixed().values())
    shuffled = Recorded(
        book.games, book.players, book.hands.sample(fraction=1, shuffle=True, seed=1),
        book.wins.sample(fraction=1, shuffle=True, seed=2),
    )  # fmt: skip
    one, other = settle(book), settle(shuffled)
    assert same(one.hands, other.hands, "game_id", "hand")
    assert same(one.standings, other.standings, "game_id", "seat")
    flows = ("game_id", "hand", "payer", "payee", "reason", "points")
    assert same(one.flows, other.flows, *flows)


def test_columns_named_rules_tell_the_rule_set_with_its_changes():
    result = settle(joined(*mixed().values()), overrides="uma=10,5,-5,-10")
    labels = dict(result.flows.select("game_id", "rules").unique().rows())
    assert labels["a"] == "tenhou; uma=10,5,-5,-10"
    assert labels["e"] == "tenhou; multi_ron=head_bump; uma=10,5,-5,-10"
    assert labels["d"] == "unstated"
    why = dict(result.hands.select("game_id", "why").unique("game_id").rows())
    assert why["c"] == "tenhou-3p; uma=10,5,-5,-10: uma has 4 places, the rule set is for 3 players"


def test_a_log_that_begins_in_mid_game_keeps_what_it_begins_with():
    late = [draw(0, at="S2-3", deposits=2, start=[20000, 30000, 28000, 20000]), ron(1, 2, **MANGAN, at="S3-4")]
    table = settle(recorded(*late), load("tenhou"), carried=True).hands
    assert table.select("start_0", "start_1", "start_2", "start_3").row(0) == (20000, 30000, 28000, 20000)
    assert table["delta_1"].to_list() == [-1000, 8000 + 4 * 300 + 2000]


def test_other_starting_points_move_the_whole_game():
    table = settle(recorded(*PLAYED), load("ema-2025")).hands
    assert table.select("start_0", "start_1", "start_2", "start_3").row(0) == (30000,) * 4


def test_counters_are_counted_on_under_rules_the_game_was_not_played_by():
    """East 1 drawn with a noten dealer: the log goes on with one honba, a book without it with none."""
    hands = [draw(1, at="E1-0"), ron(2, 3, **MANGAN, at="E2-1")]
    taken = {
        text: settle(recorded(*hands), load("default"), overrides=text, carried=True).hands["delta_2"].to_list()[1]
        for text in ("honba_after_draw=always", "honba_after_draw=if_renchan")
    }
    assert taken == {"honba_after_draw=always": 8300, "honba_after_draw=if_renchan": 8000}


def test_a_stick_forfeited_under_other_rules_is_there_for_the_next_winner():
    hands = [ron(1, 0, **MANGAN, ronned=0, deposits=0), draw(1, at="E2-0", riichi=[2]), ron(3, 0, **MANGAN, at="E2-1")]
    table = settle(recorded(*hands), load("default"), overrides="riichi_discard_ronned=forfeited", carried=True).hands
    assert table["deposits_after"].to_list() == [0, 1, 0]
    assert table["delta_1"].to_list()[0] == 9000


@pytest.mark.parametrize(("left", "least", "status"), [
    (1500, "ge1000", "played"), (500, "ge1000", "undetermined"), (500, "ge0", "played"), (500, "any", "played"),
    (1000, "ge1000", "played"), (1000, "gt1000", "undetermined"), (-500, "ge0", "undetermined"),
])  # fmt: skip
def test_riichi_a_seat_could_not_afford_under_these_rules_is_marked(left, least, status):
    start = [8000 + left, 32000 - left, 30000, 30000]
    hands = [ron(1, 0, **MANGAN, start=start), draw(0, at="E2-0", riichi=[0])]
    under = f"tobi=off; riichi_min_points={least}"
    table = settle(recorded(*hands), load("default"), overrides=under, carried=True).hands
    assert table["status"].to_list() == ["played", status]
    if status == "undetermined":
        assert table["why"].to_list()[1] == "a seat declares riichi with fewer points than these rules ask for"


def test_batches_of_equal_games_are_settled_alike():
    result = settle(games({f"game {number}": PLAYED for number in range(50)}, named="tenhou"))
    assert result.hands.drop("game_id").unique().height == len(PLAYED)
