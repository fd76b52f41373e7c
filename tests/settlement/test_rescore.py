"""Results under other rules: what is computed, what comes out, and that both ways to it agree."""

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from mjlog.conversion import Options, convert
from mjlog.dataset import Dataset
from mjlog.rules import load, override
from mjlog.settlement.rescore import Plan, added, plan, rescore, totals

SAMPLES = Path(__file__).parents[2] / "sample_logs"


@pytest.fixture(scope="module")
def tables(tmp_path_factory) -> dict[str, pl.DataFrame]:
    folder = tmp_path_factory.mktemp("samples") / "dataset"
    convert([str(SAMPLES / "tenhou_xml"), str(SAMPLES / "hands_json")], folder, Options(workers=1))
    return {table: Dataset(folder).scan(table).collect() for table in Dataset(folder).tables}


def planned(tables, rules=None, overrides="") -> Plan:
    return plan(tables["games"].select(pl.exclude("g")), tables["standings"], rules, overrides)


def rescored(tables, rules=None, overrides="") -> pl.DataFrame:
    return rescore(planned(tables, rules, overrides), tables, rules, overrides)


def test_another_uma_scores_the_points_there_are(tables):
    four = {**tables, "games": tables["games"].filter(pl.col("n_players") == 4)}
    decided = planned(four, overrides="uma=30,10,-10,-30")
    assert decided.settle.is_empty()
    assert sum(games.height for _, _, games in decided.score) == four["games"].height
    assert {rules.uma for _, rules, _ in decided.score} == {(30000, 10000, -10000, -30000)}


@pytest.mark.parametrize(
    "change",
    ["multi_ron=all", "renchan=agari", "start_points=30000", "yakitori=flat", "tobi_prize=10",
     "tie_rank=first_win", "chombo=none", "leftover_deposits=none", "replacement_seats=1"],
)  # fmt: skip
def test_what_reaches_the_hands_settles_them_anew(tables, change):
    decided = planned(tables, overrides=change)
    assert not decided.score
    assert decided.settle.height == tables["games"].height


@pytest.mark.parametrize(
    "change",
    ["oka=none", "rounding=half_up; first_absorbs=true", "negative_settlement=zero", "tie_rank=split; tie_unit=0.1",
     "sashiuma=0-1:20", "chips=2", "return_points=25000", "sinking_uma=pool", "umpire_penalties=1:5"],
)  # fmt: skip
def test_scoring_the_points_anew_is_settling_the_hands_anew(tables, change):
    decided = planned(tables, overrides=change)
    assert decided.settle.is_empty()
    games = pl.concat([tables["games"].clear(), *(group for _, _, group in decided.score)], how="diagonal")
    anew = replace(decided, score=[], settle=games.select(tables["games"].columns))
    key = ["game_id", "seat"]
    one, other = (rescore(each, tables, None, change).sort(key) for each in (decided, anew))
    determined = other.filter(pl.col("undetermined") == 0).drop("undetermined")
    assert determined.height > 60
    assert one.drop("undetermined").join(determined, on=key, how="semi").sort(key).equals(determined)


def test_a_rule_book_for_four_leaves_games_of_three_out(tables):
    decided = planned(tables, rules=load("mleague"))
    assert decided.left_out == {"the rules are for 4 players, they have 3": tables["games"].filter(n_players=3).height}
    found = set(rescored(tables, load("mleague"))["game_id"])
    assert found == set(tables["games"].filter(n_players=4)["game_id"])


def test_a_change_that_does_not_fit_a_games_rules_is_told(tables):
    left_out = planned(tables, overrides="uma=30,10,-10,-30").left_out
    assert sum(left_out.values()) == tables["games"].filter(n_players=3).height
    assert all("uma has 4 places, the rule set is for 3 players" in reason for reason in left_out)


def test_games_whose_rules_are_not_known_need_a_rule_set(tables):
    games = tables["games"].filter(n_players=4).with_columns(rules=pl.lit(None, pl.String))
    unknown = {**tables, "games": games}
    (reason,) = planned(unknown, overrides="oka=none").left_out
    assert "the rules they were played by are not known" in reason
    assert planned(unknown, rules=load("tenhou")).settle.height == games.height


def test_the_recorded_result_stands_beside_the_new_one(tables):
    rows = rescored(tables, overrides="oka=none")
    players = tables["players"].select("game_id", "seat", "recorded_score")
    both = rows.join(players, on=["game_id", "seat"]).filter(pl.col("recorded_score").is_not_null())
    assert both.height > 60
    assert both["was_score"].equals(both["recorded_score"], check_names=False)
    assert both["score_change"].equals(both["score"] - both["was_score"], check_names=False)
    assert both["rank_change"].to_list() == [0] * both.height
    firsts = both.filter(pl.col("rank") == 1)
    assert set(firsts["score_change"]) <= {-20000, -15000}


def test_a_result_that_was_not_recorded_is_the_settled_one(tables):
    players = tables["players"].with_columns(
        pl.lit(None, tables["players"][name].dtype).alias(name) for name in ("recorded_score", "recorded_points")
    )
    rows = rescored({**tables, "players": players}, overrides="oka=none")
    settled = tables["standings"].select("game_id", "seat", settled="score")
    both = rows.join(settled, on=["game_id", "seat"])
    assert both["was_score"].equals(both["settled"], check_names=False)


def test_totals_of_parts_add_up_to_the_whole(tables):
    rows = rescored(tables, overrides="oka=none").with_columns(player=pl.col("name"))
    whole = added([totals(rows, ["player"])], ["player"])
    parts = added([totals(rows[:37], ["player"]), totals(rows[37:], ["player"])], ["player"])
    assert parts.sort("player").equals(whole.sort("player"))
    assert whole["games"].sum() == rows.height
    assert whole["score"].sum() == rows["score"].sum()
    assert whole["place"].to_list() == sorted(whole["place"])


def test_no_rows_where_there_are_no_games(tables):
    none = {table: frame.clear() for table, frame in tables.items()}
    assert rescored(none, overrides="oka=none").is_empty()


def test_rules_with_their_own_switches_are_compared_switch_by_switch(tables):
    """A rule set under another name, that differs in nothing that reaches the hands, scores the points as well."""
    games = tables["games"].filter(pl.col("rules") == "tenhou", pl.col("rule_overrides").is_null())
    same = override(load("tenhou"), "uma=15,5,-5,-15")
    decided = plan(games, tables["standings"], replace(same, label="our own"), "")
    assert decided.settle.is_empty()
    assert [rules.label for _, rules, _ in decided.score] == ["our own"]
