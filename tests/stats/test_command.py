"""``mjlog stats`` and ``mjlog compare`` about events: read when needed, missed aloud."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mjlog.cli import main
from mjlog.cli.console import ExitCode
from mjlog.stats.metrics import STATISTICS

SAMPLES = Path(__file__).parents[2] / "sample_logs" / "tenhou_xml"


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture(scope="module")
def without_events(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("plain") / "out"
    run("convert", str(SAMPLES), "-o", str(folder), "--quiet")
    return str(folder)


def rows(result: Result) -> list[dict]:
    return json.loads(result.stdout)


def test_raw_logs_are_read_with_their_events_where_a_statistic_needs_them() -> None:
    asked = ("--by", "n_players", "--everyone", "--format", "json", "--metrics")
    shanten = rows(run("stats", str(SAMPLES), *asked, "start_shanten,good_wait_rate"))
    assert all(2 < row["start_shanten"] < 5 for row in shanten)
    assert "empty without events" not in run("stats", str(SAMPLES), *asked, "start_shanten").stderr


def test_a_dataset_without_events_says_what_stays_empty(without_events: str) -> None:
    asked = ("--by", "n_players", "--format", "json", "--metrics")
    result = run("stats", without_events, *asked, "win_rate,good_wait_rate")
    assert "empty without events: good_wait_rate; convert the logs with --events" in result.stderr
    assert all(row["good_wait_rate"] is None and row["win_rate"] is not None for row in rows(result))
    assert "empty without events" not in run("stats", without_events, *asked, "win_rate").stderr
    many = run("stats", without_events, *asked, "all").stderr
    assert "and " in many.splitlines()[0]
    assert " more; convert" in many.splitlines()[0]
    compared = run("compare", without_events, "--split", "2024-01-01", "--everyone", "--metrics", "waits")
    assert "empty without events" in compared.stderr


def test_the_list_says_which_statistics_need_events() -> None:
    listed = {row["key"]: row for row in rows(run("stats", "x", "--format", "json", "--list"))}
    assert list(listed) == [each.key for each in STATISTICS]
    assert {key for key, row in listed.items() if row["needs"]} >= {"good_wait_rate", "start_shanten", "kan_rate"}
    assert not any(row["needs"] for row in listed.values() if row["group"] in ("game", "hand", "dealer"))


def test_results_are_grouped_by_the_number_of_calls(without_events: str) -> None:
    found = rows(run("stats", without_events, "--by", "calls", "--metrics", "rounds,call_rate", "--format", "json",
                     "--everyone"))  # fmt: skip
    assert {row["calls"] for row in found} >= {0, 1, 2}
    assert all(row["call_rate"] == (row["calls"] > 0) for row in found)


def test_hands_may_be_chosen_and_games_are_then_not_counted(without_events: str) -> None:
    asked = ("--by", "n_players", "--everyone", "--format", "json")
    for row in rows(run("stats", without_events, *asked, "--where", "dealer and not riichi")):
        assert (row["games"], row["riichi_rate"]) == (None, 0.0)
    refused = CliRunner().invoke(main, ["stats", without_events, "--where", "dealer", "--min-games", "2"])
    assert refused.exit_code == 2
    assert "games have none" in refused.output
    unknown = CliRunner().invoke(main, ["stats", without_events, "--where", "colour = 1", "--metrics", "games"])
    assert unknown.exit_code == 2
    assert "colour" in unknown.output


def test_luck_is_not_compared(without_events: str) -> None:
    asked = ("compare", without_events, without_events, "--everyone", "--format", "json", "--metrics")
    assert "ippatsu_luck" not in {row["metric"] for row in rows(run(*asked, "luck"))}
    refused = CliRunner().invoke(main, [*asked, "ippatsu_luck"])
    assert refused.exit_code == 2
    assert "against everybody" in refused.output


@pytest.mark.parametrize("unit", ["rank points", "level", "dan", "standard deviations"])
def test_every_unit_is_worded(without_events: str, unit: str) -> None:
    keys = ",".join(each.key for each in STATISTICS if each.unit == unit)
    assert keys
    page = run("stats", without_events, "--metrics", keys, "--top", "3").stdout
    assert "%" not in page


@pytest.mark.parametrize(("until", "months"), [("2024-03", 1), ("2024-04-01", 1), ("2024-05", 3)])
def test_a_month_is_until_its_end(until: str, months: int) -> None:
    dates = ("--since", "2024-03", "--until", until)
    done = run("stats", str(SAMPLES), *dates, "--by", "month", "--metrics", "games", "--format", "csv")
    assert len({line.split(",")[0] for line in done.stdout.splitlines()[1:]}) == months


def test_a_damaged_file_of_a_dataset_is_named_as_such(tmp_path: Path) -> None:
    run("convert", str(SAMPLES), "-o", str(tmp_path / "out"), "--quiet")
    hands = next((tmp_path / "out" / "hands").glob("*.parquet"))
    hands.write_bytes(hands.read_bytes()[:2000])
    done = CliRunner().invoke(main, ["stats", str(tmp_path / "out"), "--metrics", "rounds"])
    assert done.exit_code == ExitCode.CANNOT
    assert "a file of the dataset is damaged" in done.stderr
