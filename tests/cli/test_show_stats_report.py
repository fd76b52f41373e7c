"""The commands a player reads: show, stats, compare, report; run as a user runs them."""

import json
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from mjlog.cli import main

SAMPLES = Path(__file__).parents[2] / "sample_logs"


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == code, result.output
    return result.stdout


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("season") / "out"
    run("convert", str(SAMPLES / "tenhou_xml"), str(SAMPLES / "hands_json"), "-o", str(folder), "--quiet")
    return str(folder)


def sample(name: str) -> str:
    return str(next((SAMPLES / "tenhou_xml").glob(f"{name}_*")))


def test_show_tells_who_won_what_from_whom_and_who_is_liable() -> None:
    page = run("show", sample("pao-ron"))
    line = next(line for line in page.splitlines() if "(pao " in line)
    assert "big three dragons" in line
    assert "yakuman 32000" in line
    assert "+33300" in line
    assert "-16300" in line


def test_show_with_tiles_tells_every_draw_discard_and_call() -> None:
    page = run("show", sample("riichi-tsumo-ron"), "--tiles")
    assert " riichi " in page
    assert "indicators " in page
    assert any("<" in line and ("pon " in line or "chi " in line) for line in page.splitlines())
    assert page.count(" | ") >= 4


def test_show_gives_rows_keyed_by_column_name(season: str) -> None:
    rows = json.loads(run("show", season, "--limit", "100", "--format", "json"))
    assert {"game_id", "hand", "result", "who", "value", "change_0", "points_3"} <= set(rows[0])


def test_show_of_a_game_that_is_not_there_says_so(season: str) -> None:
    result = CliRunner().invoke(main, ["show", season, "--game", "nothing"])
    assert result.exit_code == 4
    assert "no game begins with 'nothing'" in result.output


def test_stats_of_groups_and_conditions(season: str) -> None:
    metrics = ("--metrics", "games,rounds,win_rate", "--format", "json")
    rows = json.loads(run("stats", season, "--by", "platform,length", *metrics))
    assert {"platform", "length", "n_players", "games", "rounds", "win_rate"} == set(rows[0])
    hands = pl.scan_parquet(f"{season}/hands/*.parquet").select(pl.len()).collect().item()
    named = json.loads(run("stats", season, "--by", "n_players", "--everyone", *metrics))
    assert {row["n_players"] for row in named} == {3, 4}
    assert sum(row["rounds"] for row in named) == hands
    where = ("--where", "platform = 'tenhou'", "--by", "platform", *metrics)
    condition = json.loads(run("stats", season, *where))
    assert {row["platform"] for row in condition} == {"tenhou"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--metrics", "win_rat"], "win_rate"),
        (["--by", "playr"], "player"),
        (["--sort", "win_rat"], "win_rate"),
        (["--by", "hand_kind", "--min-games", "3"], "games have none"),
        (["--where", "platform ="], "no condition"),
        (["--where", "colour = 'red'"], "colour"),
    ],
)
def test_stats_says_what_is_wrong_and_what_would_be_right(season: str, arguments: list[str], says: str) -> None:
    result = CliRunner().invoke(main, ["stats", season, *arguments])
    assert result.exit_code == 2
    assert says in result.output


def test_stats_list_defines_every_statistic() -> None:
    rows = json.loads(run("stats", "x", "--format", "json", "--list"))
    assert len(rows) > 200
    assert all(row["definition"] for row in rows)


def test_compare_two_players_and_two_sets(season: str) -> None:
    rows = json.loads(run("compare", season, "--player", "Gina", "--player", "Ben", "--format", "json"))
    assert {"metric", "a", "b", "difference", "low", "high", "p", "beyond_chance"} <= set(rows[0])
    same = json.loads(run("compare", season, season, "--format", "json"))
    assert all(row["difference"] in (0, None) for row in same)
    assert not any(row["beyond_chance"] for row in same)


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.outside: list[str] = []
        self.drawings = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.drawings += tag == "svg"
        for name, value in attrs:
            if name in ("src", "href") and value and not value.startswith(("#", "data:")):
                self.outside.append(f"{tag} {value}")


@pytest.mark.parametrize("player", [None, "Gina"])
def test_the_report_holds_its_charts_and_asks_the_network_for_nothing(
    season: str, tmp_path: Path, player: str | None
) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    page = tmp_path / "report.html"
    run("report", season, "-o", str(page), *(["--player", player] if player else []))
    links = _Links()
    links.feed(page.read_text("utf-8"))
    assert links.outside == []
    assert links.drawings >= 4
    assert "url(http" not in page.read_text("utf-8")


def test_a_single_chart_as_a_picture(season: str, tmp_path: Path) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    picture = tmp_path / "yaku.png"
    run("report", season, "--format", "png", "--chart", "yaku", "-o", str(picture))
    assert picture.read_bytes().startswith(b"\x89PNG")
