"""``mjlog show``: games as a player reads them, whatever the log tells and whatever players are called."""

import io
import json
import re
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner

from mjlog.cli import COMMANDS, console, main
from mjlog.cli.console import ExitCode
from mjlog.cli.output import write_pages
from mjlog.dataset import Dataset
from mjlog.ingest import planning
from mjlog.report import game as reading
from mjlog.tables import conform, empty

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_logs"


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "_least", ExitCode.OK)


def show(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["show", *arguments])
    assert result.exit_code == ExitCode.OK, result.output
    return result.stdout


def sheet(folder: Path, *hands: dict[str, Any], **fields: Any) -> str:
    """A score sheet of these hands, as a file."""
    path = folder / "sheet.json"
    players = fields.pop("players", ["Haru", "Fumio", "Gina", "Aki"])
    game = {"format": "mjlog-hands/1", "game_id": "game", "rules": "mleague", "players": players, "hands": list(hands)}
    path.write_text(json.dumps({**game, "start": [25000] * len(players), **fields}), "utf-8")
    return str(path)


def ron(**win: Any) -> dict[str, Any]:
    return {"result": "ron", "wins": [{"winner": 1, "loser": 0, **win}]}


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """All sample logs."""
    folder = tmp_path_factory.mktemp("samples") / "out"
    done = CliRunner().invoke(main, ["convert", str(SAMPLES), "-o", str(folder), "--events", "--quiet"])
    assert done.exit_code == ExitCode.OK, done.output
    return Dataset(folder)


def lines(dataset: Dataset) -> pl.DataFrame:
    return pl.concat(reading.hand_lines(frames) for frames in reading.read(dataset, reading.find_games(dataset, None)))


@pytest.mark.parametrize(
    ("win", "yaku", "value"),
    [
        ({"han": 3, "fu": 30, "yaku": ["riichi", "pinfu", "tanyao"]}, "riichi, pinfu, all simples", "3 han 30 fu 3900"),
        ({"limit": "mangan", "yaku": ["riichi"]}, "riichi", "mangan 8000"),
        ({"han": 3, "fu": 30, "yaku": ["nonsense"]}, "nonsense", "3 han 30 fu 3900"),
        ({"han": 3, "fu": 30, "yaku": ["riichi", "nonsense"]}, "riichi, nonsense", "3 han 30 fu 3900"),
        ({"han": 2, "fu": 30, "yaku": []}, "", "2 han 30 fu 2000"),
        ({"yakuman": 2}, "", "2 yakuman 64000"),
        ({"yakuman": ["suuankou_tanki"]}, "four concealed triplets (pair wait)", "yakuman 32000"),
    ],
)
def test_yaku_without_their_han_unknown_ones_and_none(
    tmp_path: Path, win: dict[str, Any], yaku: str, value: str
) -> None:
    (row,) = json.loads(show(sheet(tmp_path, ron(**win)), "--format", "json"))
    assert (row["who"], row["yaku"], row["value"]) == ("Fumio ← Haru", yaku, value)


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ({"yaku": [["tanyao"], None], "han": [1, None], "fu": [30, None]}, ("all simples / ?", "1 han 30 fu / ?")),
        ({}, (None, None)),
    ],
)
def test_of_several_winners_what_one_lacks_is_a_question_and_what_all_lack_is_blank(
    told: dict[str, Any], shown: tuple[str | None, str | None]
) -> None:
    wins = {"game_id": ["a", "a"], "hand": [0, 0], "win": [0, 1], "winner": [1, 2], "loser": [0, 0], **told}
    names = pl.DataFrame({"game_id": ["a"], **{f"called_{seat}": [f"P{seat}"] for seat in range(4)}})
    row = reading._wins({"wins": conform("wins", pl.DataFrame(wins)), "flows": empty("flows")}, names).row(
        0, named=True
    )
    assert (row["who"], row["yaku"], row["value"]) == ("P1 ← P0 / P2 ← P0", *shown)


def test_lists_out_of_step_and_dora_of_unknown_number_are_told_as_far_as_they_go() -> None:
    wins = pl.DataFrame(
        {
            "yaku": [["riichi", "dora"], ["riichi", "dora"], ["dora"], None, []],
            "yaku_han": [[1, 2], [1], None, None, []],
            "yaku_other": [None, ["own"], [], ["other"], None],
        },
        schema_overrides={"yaku": pl.List(pl.String), "yaku_han": pl.List(pl.UInt8)},
    )
    assert reading._yaku_text(wins).to_list() == ["riichi, dora 2", "riichi, dora, own", "dora", "other", None]


def test_every_sample_is_shown_in_every_shape(samples: Dataset) -> None:
    games = reading.find_games(samples, None)
    page = show(str(samples.path), "--limit", "1000", "--tiles")
    assert [line.split("  ")[0] for line in page.splitlines() if re.search(r"  [34] players", line)] == (
        games["game_id"].to_list()
    )
    assert show(str(samples.path), "--limit", "1000", "--format", "markdown").count("| hand |") <= games.height
    rows = show(str(samples.path), "--limit", "1000", "--format", "ndjson")
    assert rows.count("\n") == samples.rows()["hands"]


def test_changes_are_those_of_the_recorded_points(samples: Dataset) -> None:
    hands = samples.scan("hands").collect().sort("game_id", "hand")
    shown = lines(samples).sort("game_id", maintain_order=True)
    for seat in range(4):
        stated = hands[f"end_{seat}"]
        both = stated.is_not_null()
        assert both.sum() > 100
        assert shown[f"points_{seat}"].filter(both).to_list() == stated.filter(both).to_list()
        change = (stated - hands[f"start_{seat}"]).filter(both).to_list()
        assert shown[f"change_{seat}"].filter(both).to_list() == change


def test_a_hand_after_one_that_is_missing_does_not_end_it(tmp_path: Path, samples: Dataset) -> None:
    game = reading.find_games(samples, None).filter(pl.col("format") == "tenhou-xml")[:1]
    (frames,) = reading.read(samples, game)
    blank = {f"{column}_{seat}": None for column in ("end", "delta") for seat in range(4)}
    hands = frames["hands"].sort("hand").with_columns(pl.lit(value).alias(name) for name, value in blank.items())
    without = {**frames, "hands": hands.filter(pl.col("hand") != 1), "flows": frames["flows"].clear(),
               "standings": frames["standings"].clear()}  # fmt: skip
    points = reading.hand_lines(without)["points_0"].to_list()
    assert points[0] is None
    assert points[1] == hands["start_0"][3]


def test_a_draw_that_moves_nothing_leaves_the_points(tmp_path: Path) -> None:
    everyone = {"result": "exhaustive_draw", "tenpai": [0, 1, 2, 3]}
    rows = json.loads(show(sheet(tmp_path, everyone, {"result": "exhaustive_draw", "tenpai": []}), "--format", "json"))
    assert [row["points_2"] for row in rows] == [25000, 25000]
    assert [row["who"] for row in rows] == ["tenpai: Haru, Fumio, Gina, Aki", "nobody tenpai"]


def test_who_declared_riichi_is_marked(samples: Dataset) -> None:
    hands = samples.scan("hands").collect()
    declared = sum(hands[f"riichi_order_{seat}"].is_not_null().sum() for seat in range(4))
    page = show(str(samples.path), "--limit", "1000")
    assert declared > 300
    assert len(re.findall(r" R +(?=[-+]?\d+\b)", page)) == declared
    games = hands.filter(pl.any_horizontal(pl.col("^riichi_order_[0-3]$").is_not_null()))["game_id"].n_unique()
    assert page.count("\nR: declared riichi\n") == games


def test_players_of_one_name_and_of_none_are_told_apart(tmp_path: Path) -> None:
    page = show(sheet(tmp_path, ron(han=1, fu=30), players=["NoName", "NoName", "", "who"]))
    heading, _, line = page.splitlines()[3:6]
    assert heading.split()[-7:] == ["NoName", "(0)", "NoName", "(1)", "seat", "2", "who"]
    assert "NoName (1) ← NoName (0)" in line
    assert re.search(r"1  NoName \(1\) +26000", page)


def test_a_game_without_hands_and_one_of_unknown_rules_say_so() -> None:
    assert "the log tells no hands\n" in show(str(SAMPLES / "tenhou_list" / "sca20240301.log"))
    page = show(str(SAMPLES / "mjai" / "mortal.json"))
    assert "no standings: it is not known by which rules it was played\n" in page


def test_each_game_is_printed_before_the_next_is_worded(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []

    def pages() -> Any:
        for name in "abc":
            printed.append(capsys.readouterr().out)
            yield name

    write_pages(pages())
    assert [*printed, capsys.readouterr().out] == ["", "a\n", "\nb\n", "\nc\n"]


def test_tables_are_read_once_a_part_however_many_games(samples: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: Counter[str] = Counter()
    part_of = Dataset.part_of

    def counted(self: Dataset, table: str, number: int) -> pl.DataFrame:
        reads[table] += 1
        return part_of(self, table, number)

    monkeypatch.setattr(Dataset, "part_of", counted)
    assert show(str(samples.path), "--limit", "60").count(" players  ") == 60
    parts = len(samples.parts)
    assert set(reads) == {"games", "players", "hands", "wins", "flows", "standings"}
    assert max(reads.values()) <= parts


@pytest.mark.parametrize(
    ("limit", "wanted", "read"), [("2", "", 3), ("1000", "", 11), ("2", "season-2026-evening-4", 11)]
)
def test_no_more_logs_are_read_than_are_shown(
    limit: str, wanted: str, read: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(planning, "LARGEST", 1)
    monkeypatch.setattr(planning, "SMALLEST", 1)
    monkeypatch.setattr(tempfile, "mkdtemp", lambda **_: str(tmp_path))
    logs = str(SAMPLES / "hands_json")
    result = CliRunner().invoke(main, ["show", logs, "--limit", limit, *(["--game", wanted] if wanted else [])])
    assert result.exit_code == ExitCode.OK
    assert Dataset(tmp_path).rows()["games"] == read
    assert result.stdout.count(" players  ") == min(int(limit), 11)
    assert ("there are more games than the 2 shown" in result.stderr) == (limit == "2" and not wanted)


@pytest.mark.parametrize(("command", "limit"), [("show", "-1"), ("show", "0"), ("inspect", "-1"), ("inspect", "0")])
def test_a_limit_below_one_is_refused(command: str, limit: str) -> None:
    result = CliRunner().invoke(main, [command, str(SAMPLES), "--limit", limit])
    assert result.exit_code == ExitCode.USAGE
    assert result.stdout == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_samples_that_help_names_exist(command: str) -> None:
    text = CliRunner().invoke(main, [command, "--help"]).stdout
    for name in re.findall(r"sample_logs/[^\s'\"]*", text):
        assert list(ROOT.glob(name)), name


def test_rows_of_games_of_three_and_four_are_of_one_shape(samples: Dataset) -> None:
    rows = pl.read_csv(io.StringIO(show(str(samples.path), "--limit", "1000", "--format", "csv")))
    assert rows.columns == [
        "game_id", "hand", "sticks", "result", "who", "yaku", "value",
        *(f"{column}_{seat}" for column in ("riichi_order", "change", "points") for seat in range(4)),
    ]  # fmt: skip
    three = samples.scan("games").filter(pl.col("n_players") == 3).select("game_id").collect()["game_id"]
    assert rows.filter(pl.col("game_id").is_in(three.implode()))["points_3"].null_count() > 10
