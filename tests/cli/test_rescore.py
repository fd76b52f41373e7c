"""``mjlog rescore``: what a league does with its season."""

import json
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from mjlog.cli import console, main
from mjlog.cli.console import ExitCode

SAMPLES = Path(__file__).parents[2] / "sample_logs"
SHEETS = SAMPLES / "hands_json"


@pytest.fixture(autouse=True)
def _apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(console, "_least", ExitCode.OK)


def mjlog(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


def rows(*arguments) -> pl.DataFrame:
    result = mjlog("rescore", *arguments, "--format", "ndjson")
    assert result.exit_code == ExitCode.OK, result.stderr
    return pl.read_ndjson(result.stdout.encode())


def test_a_season_under_another_uma_and_without_oka():
    table = rows(SAMPLES / "tenhou_xml", "--rule", "uma=30,10,-10,-30", "--rule", "oka=none")
    assert table.group_by("game_id").len()["len"].unique().to_list() == [4]
    sums = table.group_by("game_id").agg(pl.col("score").sum(), points=pl.col("points").sum())
    assert sums.filter(pl.col("points") == 100_000)["score"].unique().to_list() == [-20_000]


def test_a_season_under_another_rule_book_by_player():
    table = rows(SAMPLES / "tenhou_xml", "--rules", "mleague", "--by", "player")
    assert table.columns[:4] == ["player", "games", "was_place", "place"]
    assert table["place"].to_list() == sorted(table["place"])
    games = rows(SAMPLES / "tenhou_xml", "--rules", "mleague")
    assert table["score"].sum() == games["score"].sum()
    assert set(games["rules"]) == {"mleague"}


def test_games_for_another_number_of_players_are_left_out_and_told():
    result = mjlog("rescore", SAMPLES / "tenhou_xml", "--rules", "mleague", "--format", "csv")
    assert result.exit_code == ExitCode.OK
    assert "games left out: the rules are for 4 players, they have 3" in result.stderr


def test_a_table_for_people_has_the_standings_and_the_players():
    text = mjlog("rescore", SHEETS, "--rule", "oka=none").stdout
    assert "score_change" in text.splitlines()[0]
    assert text.count("was_place") == 1
    assert "-20.0" in text


def test_a_dataset_gives_what_its_logs_give():
    assert mjlog("convert", SHEETS, "-o", "season", "-q").exit_code == ExitCode.OK
    assert rows("season", "--rules", "ema-2025").equals(rows(SHEETS, "--rules", "ema-2025"))


def test_parquet_goes_to_a_file():
    result = mjlog("rescore", SHEETS, "--rule", "oka=none", "--format", "parquet", "-O", "new.parquet")
    assert result.exit_code == ExitCode.OK
    assert result.stdout == ""
    assert pl.read_parquet("new.parquet").height == rows(SHEETS, "--rule", "oka=none").height


def test_a_rule_set_from_a_file():
    Path("house.toml").write_text('title = "House"\nbase = "mleague"\numa = [20, 10, -10, -20]\n', "utf-8")
    assert set(rows(SHEETS, "--rules", "house.toml")["rules"]) == {"house"}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ([], "which rules?"),
        (["--rules", "mleage"], "did you mean 'mleague'?"),
        (["--rule", "umma=1,2,3,4"], "did you mean 'uma'?"),
        (["--rule", "multi_ron=triple"], "multi_ron = triple is not a value of multi_ron"),
        (["--rule", "oka"], "is not of the form switch=value"),
    ],
)
def test_what_does_not_exist_is_told_with_the_nearest(options, told):
    result = mjlog("rescore", SHEETS, *options)
    assert result.exit_code == ExitCode.USAGE
    assert told in result.stderr


def test_json_is_one_array():
    result = mjlog("rescore", SHEETS, "--rule", "oka=none", "--format", "json")
    first = json.loads(result.stdout)[0]
    assert {"game_id", "seat", "name", "was_rank", "rank", "rank_change", "score_change"} <= set(first)


def test_an_uma_that_holds_the_oka_already_is_warned_of():
    result = mjlog("rescore", SAMPLES / "tenhou_xml", "--rules", "mleague", "--rule", "uma=50,10,-10,-30")
    assert result.exit_code == ExitCode.OK
    assert "mjlog: warning: uma adds up to 20 and oka is 20" in result.stderr


def test_what_hangs_on_the_tiles_is_valued_anew():
    log = next((SAMPLES / "tenhou_xml").glob("kakan-then-ankan_*.xml"))
    assert rows(log, "--rule", "honba_value=300")["undetermined"].to_list() == [0] * 4
    assert rows(log, "--rule", "open_tanyao=false")["undetermined"].to_list() == [1] * 4


def test_wins_whose_tiles_are_not_recorded_are_counted():
    result = mjlog("rescore", SHEETS / "league", "--rule", "double_wind_fu=4")
    assert " wins valued as recorded: no tiles tell what double_wind_fu changes" in result.stderr


def test_rules_that_no_game_can_be_rescored_under_are_an_error():
    result = mjlog("rescore", SHEETS / "league", "--rule", "uma=1,2,-3")
    assert result.exit_code == ExitCode.USAGE
    assert "uma has 3 places, the rule set is for 4 players" in result.stderr
    assert "no game is left to rescore" in result.stderr
    assert result.stdout == ""
