"""Logs in, dataset out: whole runs, resumed, killed, repeated, on one process and on two."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from mjlog import conversion
from mjlog.conversion import Options, computed, convert
from mjlog.dataset import Dataset, DatasetError
from mjlog.ingest import planning
from mjlog.ingest.formats import FormatError
from mjlog.ingest.sources import SourceError
from mjlog.parsing import Recorded, address_expression
from mjlog.revaluation import revalued
from mjlog.rules import load
from mjlog.settlement import settle
from mjlog.tables import KEYS, SCHEMA_VERSION, TABLES, dtypes

SHEETS = Path(__file__).parents[1] / "sample_logs" / "hands_json" / "league"


def sheets(folder, count, first=0):
    """Write score sheets, each a game of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = [path.read_text("utf-8") for path in sorted(SHEETS.glob("*.json"))]
    for number in range(first, first + count):
        text = re.sub(r'("game_id": *")[^"]*', rf"\g<1>game-{number:05}", texts[number % len(texts)])
        (folder / f"{number:05}.json").write_text(text, "utf-8")
    return folder


def rows(out):
    """Everything a dataset holds, in one order, without what tells one run's parts from another's."""
    dataset = Dataset(out)
    return {
        table: frame.sort(frame.columns[:6]) for table in dataset.tables for frame in [dataset.scan(table).collect()]
    }


def assert_same_rows(one, other):
    for table, frame in rows(one).items():
        assert_frame_equal(frame, rows(other)[table])


@pytest.fixture(autouse=True)
def _small_tasks(monkeypatch, tmp_path):
    """Tasks of some thirty sheets, so that a few hundred make many parts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(planning, "SMALLEST", 100_000)
    monkeypatch.setattr(planning, "LARGEST", 100_000)


def test_a_run_gives_every_table_sorted_and_of_the_declared_types():
    tally = convert([str(sheets(Path("logs"), 100))], "out", Options())
    dataset = Dataset("out")
    assert tally.files == tally.games == 100
    assert tally.errors == {}
    assert len(dataset.parts) > 1
    for table in set(TABLES) - {"events"}:
        assert dataset.scan(table).collect_schema() == dtypes(table)
        for number in dataset.parts:
            part = dataset.part_of(table, number)
            key = KEYS.get(table)
            assert key is None or part.equals(part.sort(key)), table
    assert tally.hands == dataset.scan("hands").select(pl.len()).collect().item() > 100
    manifest = dataset.scan("manifest").collect()
    assert manifest["status"].unique().to_list() == ["read"]
    assert manifest["hands"].sum() == tally.hands
    assert dataset.scan("standings").collect().height == 400
    assert not Path("out/.partial").exists()


def test_the_dataset_explains_itself():
    convert([str(SHEETS)], "out", Options())
    text = Path("out/README.md").read_text("utf-8")
    assert "| `games` | 8 | One row a game. |" in text
    assert "| `honba` | UInt8 |" in text
    metadata = pl.read_parquet_metadata("out/hands/part-00000.parquet")
    assert metadata["mjlog.table"] == "hands"
    assert metadata["mjlog.schema_version"] == str(SCHEMA_VERSION)
    assert '"honba": {"type": "UInt8"' in metadata["mjlog.columns"]


def test_equal_inputs_give_equal_bytes():
    sheets(Path("logs"), 60)
    for out in ("one", "two"):
        convert(["logs"], out, Options())
    for path in sorted(Path("one").rglob("*.parquet")):
        assert path.read_bytes() == Path("two", path.relative_to("one")).read_bytes(), path


def test_two_processes_give_the_rows_of_one():
    sheets(Path("logs"), 150)
    sheets(Path("more"), 30, first=100)
    for workers in (1, 2):
        convert(["logs", "more"], f"out{workers}", Options(workers=workers))
    assert_same_rows("out1", "out2")


def test_a_second_run_reads_nothing_and_changes_nothing():
    sheets(Path("logs"), 60)
    convert(["logs"], "out", Options())
    before = {path: path.stat().st_mtime_ns for path in Path("out").rglob("*.parquet")}
    again = convert(["logs"], "out", Options())
    assert (again.files, again.passed_over) == (0, 60)
    assert {path: path.stat().st_mtime_ns for path in Path("out").rglob("*.parquet")} == before


def test_new_inputs_are_added_to_what_is_there():
    sheets(Path("logs"), 60)
    convert(["logs"], "out", Options())
    sheets(Path("logs"), 20, first=60)
    assert convert(["logs"], "out", Options()).games == 20
    convert(["logs"], "whole", Options())
    assert_same_rows("out", "whole")


def test_an_input_that_changed_is_read_again_in_place_of_the_old():
    sheets(Path("logs"), 60)
    convert(["logs"], "out", Options())
    path = Path("logs/00007.json")
    path.write_text(path.read_text("utf-8").replace("game-00007", "game-anew"), "utf-8")
    assert convert(["logs"], "out", Options()).games == 1
    convert(["logs"], "whole", Options())
    assert_same_rows("out", "whole")


def test_force_reads_the_inputs_named_again_and_keeps_the_others():
    sheets(Path("logs"), 40)
    sheets(Path("more"), 40, first=40)
    convert(["logs", "more"], "out", Options())
    before = rows("out")
    assert convert(["more"], "out", Options(force=True)).games == 40
    for table, frame in rows("out").items():
        assert_frame_equal(frame, before[table])


def test_a_game_met_twice_is_kept_once_as_the_first_input_has_it():
    sheets(Path("a"), 100)
    sheets(Path("b"), 40, first=80)
    tally = convert(["a", "b"], "out", Options())
    assert tally.games == 120
    assert tally.errors["duplicate-game"][0] == 20
    games = Dataset("out").scan("games").collect()
    assert games["game_id"].is_unique().all()
    assert games.filter(pl.col("source").str.starts_with("a/")).height == 100
    for table in ("hands", "flows", "standings"):
        frame = Dataset("out").scan(table).collect()
        assert set(frame["game_id"]) == set(games["game_id"])
    sheets(Path("whole"), 120)
    assert convert(["whole"], "single", Options()).hands == tally.hands
    for table in ("players", "hands", "wins", "flows", "standings", "findings"):
        assert_frame_equal(rows("out")[table], rows("single")[table])
    manifest = Dataset("out").scan("manifest").collect()
    assert manifest.filter(status="duplicate").height == 20
    messages = Dataset("out").scan("errors").filter(source="b/00090.json").collect()["message"]
    assert messages.to_list() == ["the same game was read from a/00090.json, which is kept"]


@pytest.mark.parametrize("packed", [False, True])
def test_a_game_that_its_holder_no_longer_has_is_taken_from_the_input_that_gave_it_up(packed):
    """The copy of an input that changed since was kept; the other inputs that hold the game are read again."""
    sheets(Path("a"), 30)
    sheets(Path("b"), 40, first=20)
    if packed:
        shutil.make_archive("b", "zip", "b")
        shutil.rmtree("b")
    arguments = ["a", "b.zip" if packed else "b"]
    convert(arguments, "out", Options())
    path = Path("a/00025.json")
    path.write_text(path.read_text("utf-8").replace("game-00025", "game-anew"), "utf-8")
    again = convert(arguments, "out", Options())
    assert again.files == 1 + (40 if packed else 1)
    convert(arguments, "whole", Options())
    assert_same_rows("out", "whole")
    assert convert(arguments, "out", Options()).files == 0


def cut(sheet, hands):
    """A sheet whose log ends early, as the settlement sees it: an end that the points do not reach."""
    stated = json.loads(sheet)
    return json.dumps({**stated, "hands": stated["hands"][:hands], "final": None})


def test_the_whole_game_replaces_a_fragment_and_a_fragment_never_the_whole():
    sheets(Path("a"), 40)
    sheets(Path("b"), 40)
    path = Path("a/00007.json")
    path.write_text(cut(path.read_text("utf-8"), 2), "utf-8")
    sheets(Path("whole"), 40)
    convert(["whole"], "expected", Options())
    expected = rows("expected")
    in_one_run = convert(["a", "b"], "one", Options())
    first, second = (convert([folder], "two", Options()) for folder in ("a", "b"))
    convert(["b"], "three", Options())
    third = convert(["a"], "three", Options())
    assert (in_one_run.games, in_one_run.hands) == (40, expected["hands"].height)
    assert (first.games, second.games, third.games) == (40, 1, 0)
    assert in_one_run.errors["duplicate-game"][0] == second.errors["duplicate-game"][0] == 40
    for out in ("one", "two", "three"):
        assert Dataset(out).scan("games").filter(game_id="game-00007").collect()["source"].item() == "b/00007.json"
        for table in ("hands", "flows", "standings"):
            assert_frame_equal(rows(out)[table], expected[table])
        noted = Dataset(out).scan("errors").filter(source="a/00007.json").collect()
        assert noted["message"].to_list() == ["the same game was read from b/00007.json, which is kept"]


def test_another_game_under_a_known_id_is_an_error_in_the_same_run_and_in_a_later_one():
    texts = [path.read_text("utf-8") for path in sorted(SHEETS.glob("*.json"))][:2]
    for name, text in zip("ab", texts, strict=True):
        Path(name).mkdir()
        Path(name, "x.json").write_text(re.sub(r'("game_id": *")[^"]*', r"\g<1>same", text), "utf-8")
    together = convert(["a", "b"], "one", Options())
    convert(["a"], "two", Options())
    later = convert(["b"], "two", Options())
    for tally, games in ((together, 1), (later, 0)):
        assert (tally.games, tally.failed, tally.errors["same-id"][:2]) == (games, 1, (1, "b/x.json"))
        assert "a/x.json" in tally.errors["same-id"][2]
    assert_same_rows("one", "two")
    assert Dataset("one").scan("manifest").filter(source="b/x.json").collect()["status"].to_list() == ["failed"]


def test_a_game_in_two_formats_is_the_same_game(real_logs):
    """Logs of one id that Tenhou hands out as XML and as JSON, read in either order."""
    pairs = {path.stem.split("__")[-1]: path for path in (real_logs / "tenhou_json").glob("*gm-*.json")}
    with zipfile.ZipFile(real_logs / "tenhou_xml.zip") as archive:
        members = {Path(name).stem: name for name in archive.namelist() if Path(name).stem in pairs}
    assert len(members) >= 5
    jsons = [str(pairs[name]) for name in members]
    xmls = [f"{real_logs / 'tenhou_xml.zip'}::{name}" for name in members.values()]
    for number, arguments in enumerate([(jsons, xmls), (xmls, jsons)]):
        tallies = [convert(each, f"out{number}", Options()) for each in arguments]
        tallies.append(convert([*arguments[0], *arguments[1]], f"together{number}", Options()))
        for tally in tallies[1:]:
            assert "same-id" not in tally.errors
            assert tally.errors["duplicate-game"][0] == len(members)
        assert_frame_equal(rows(f"out{number}")["hands"], rows(f"together{number}")["hands"])


def test_copies_in_one_batch_spoil_no_game_of_it(monkeypatch):
    """Score sheets leave counters to the rules: those of a game follow from its own hands alone."""
    monkeypatch.setattr(planning, "SMALLEST", 1 << 24)
    sheets(Path("a"), 30)
    sheets(Path("b"), 30, first=20)
    sheets(Path("whole"), 50)
    for out, arguments in (("out", ["a", "b"]), ("single", ["whole"])):
        convert(arguments, out, Options())
        assert len(Dataset(out).parts) == 1
    for table in ("players", "hands", "wins", "flows", "standings", "findings"):
        assert_frame_equal(rows("out")[table], rows("single")[table])


def test_archives_give_the_rows_of_their_files_and_are_not_read_again(monkeypatch):
    sheets(Path("logs"), 30)
    with zipfile.ZipFile("logs.zip", "w") as archive:
        for path in sorted(Path("logs").iterdir()):
            archive.write(path, path.name)
    for looked_into in (0, 1 << 30):
        monkeypatch.setattr("mjlog.ingest.sources._LOOKED_INTO", looked_into)
        out = f"out{looked_into}"
        assert convert(["logs.zip"], out, Options()).games == 30
        assert convert(["logs.zip"], out, Options()).files == 0
        manifest = Dataset(out).scan("manifest").filter(member="00003.json").collect()
        assert manifest.select("source", "games").rows() == [("logs.zip", 1)]
    assert_frame_equal(rows("out0")["hands"], rows(f"out{1 << 30}")["hands"])


def test_every_kind_of_bad_input_is_a_row_and_costs_nothing_else():
    sheets(Path("logs"), 20)
    good = Path("logs/00000.json").read_bytes()
    for name, content in {
        "empty.json": b"",
        "page.json": b"<html><title>404</title></html>",
        "cut.json": good[: len(good) // 2],
        "junk.bin": os.urandom(300) + b"\0",
        "notes.txt": b"to do: sort these",
    }.items():
        Path("logs", name).write_bytes(content)
    Path("logs/gone.json").symlink_to("nowhere")
    Path("logs/bare").mkdir()
    tally = convert(["logs"], "out", Options())
    assert tally.games == 20
    assert tally.failed == 6
    errors = Dataset("out").scan("errors").collect()
    assert set(errors["source"]) == {
        f"logs/{name}" for name in ("empty.json", "page.json", "cut.json", "junk.bin", "notes.txt", "gone.json")
    }
    assert errors["message"].str.len_chars().min() > 5
    manifest = Dataset("out").scan("manifest").filter(status="failed").collect()
    assert manifest["error"].null_count() == 0


def test_a_game_that_cannot_be_settled_costs_only_what_would_be_computed_of_it(monkeypatch):
    sheets(Path("logs"), 20)
    settle = conversion.settle

    def fussy(recorded, *rest, **more):
        if "game-00007" in recorded.games["game_id"].to_list():
            raise ArithmeticError("seven")
        return settle(recorded, *rest, **more)

    monkeypatch.setattr(conversion, "settle", fussy)
    tally = convert(["logs"], "out", Options())
    assert tally.games == 20
    assert tally.errors["not-settled"] == (1, "logs/00007.json", "the game cannot be settled: ArithmeticError: seven")
    assert Dataset("out").scan("standings").collect()["game_id"].n_unique() == 19


def test_nothing_is_computed_where_nothing_was_recorded():
    tables = computed(Recorded(), Options())
    assert all(tables[table].schema == dtypes(table) for table in ("flows", "standings", "findings"))


def test_games_may_be_settled_under_one_rule_set():
    convert([str(SHEETS)], "own", Options())
    convert([str(SHEETS)], "other", Options(rules=load("mleague")))
    assert Dataset("other").settings.rules == "mleague"
    assert set(Dataset("other").scan("standings").collect()["rules"]) == {"mleague"}
    with pytest.raises(DatasetError, match="was settled under mleague"):
        convert([str(SHEETS)], "other", Options())


def test_a_dataset_of_other_settings_is_left_alone_unless_it_is_forced():
    convert([str(SHEETS)], "out", Options())
    with pytest.raises(DatasetError, match="without events: give another folder, or --force"):
        convert([str(SHEETS)], "out", Options(events=True))
    assert convert([str(SHEETS)], "out", Options(events=True, force=True)).games == 8
    assert Dataset("out").settings.events
    assert len(Dataset("out").parts) == 1


def test_what_cannot_be_asked_for_is_refused_before_anything_is_written():
    for arguments, options, problem in (
        (["nothing"], Options(), SourceError),
        ([str(SHEETS)], Options(from_format="nothing"), FormatError),
    ):
        with pytest.raises(problem):
            convert(arguments, "out", options)
    assert not Path("out").exists()


def test_standard_input_is_read_each_time_and_its_games_are_kept_once():
    text = (SHEETS / "evening-1-table-1.json").read_bytes()
    command = [sys.executable, "-m", "mjlog", "convert", "-", "-o", "out", "-q"]
    for _ in range(2):
        assert subprocess.run(command, input=text, check=True, capture_output=True).stdout == b""
    dataset = Dataset("out")
    assert dataset.scan("games").collect()["source"].to_list() == ["-"]
    assert dataset.scan("errors").collect()["code"].to_list() == ["duplicate-game"]


RUN = """
import sys
from mjlog.ingest import planning
planning.SMALLEST, planning.LARGEST = 150_000, 200_000
from mjlog.conversion import Options, convert
if __name__ == "__main__":
    convert([sys.argv[1]], sys.argv[2], Options(workers=int(sys.argv[3])))
"""


@pytest.mark.parametrize(("workers", "moments"), [(1, (0, 1, 4)), (2, (0, 3))])
def test_a_run_that_is_killed_at_any_moment_goes_on_to_the_same_rows(workers, moments):
    sheets(Path("logs"), 800)
    Path("run.py").write_text(RUN)
    convert(["logs"], "undisturbed", Options())
    kills = 0
    for parts_before in moments:
        process = subprocess.Popen([sys.executable, "run.py", "logs", "out", str(workers)])
        while process.poll() is None and count_parts() <= parts_before:
            time.sleep(0.002)
        kills += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert_whole("out")
    assert kills == len(moments)
    wait_until_free("out")
    tally = convert(["logs"], "out", Options())
    assert 0 < tally.games < 800
    assert_same_rows("out", "undisturbed")


def count_parts():
    """Parts that are committed or about to be."""
    return len(list(Path("out/manifest").glob("*"))) if Path("out/manifest").is_dir() else 0


def assert_whole(out):
    """What can be read after a kill: every game with its hands and its final scores, nothing twice."""
    dataset = Dataset(out)
    if not dataset.exists:
        return
    games = dataset.scan("games").collect()["game_id"]
    assert games.is_unique().all()
    for table in ("hands", "standings", "players"):
        assert set(dataset.scan(table).collect()["game_id"]) == set(games)


def wait_until_free(out):
    """Until the killed run's own processes have noticed and let go."""
    for _ in range(100):
        try:
            convert(["logs/00000.json"], out, Options())
        except DatasetError:
            time.sleep(0.1)
        else:
            return


def test_a_folder_that_is_written_to_is_refused_to_a_second_run():
    sheets(Path("logs"), 1500)
    Path("run.py").write_text(RUN)
    process = subprocess.Popen([sys.executable, "run.py", "logs", "out", "1"])
    try:
        while process.poll() is None and not count_parts():
            time.sleep(0.002)
        with pytest.raises(DatasetError, match="is being written to by another run"):
            convert(["logs"], "out", Options())
    finally:
        process.kill()
        process.wait()


def test_moving_a_dataset_does_not_hurt_it():
    convert([str(SHEETS)], "out", Options())
    shutil.move("out", "elsewhere")
    assert Dataset("elsewhere").scan("games").collect().height == 8


FAULTS_OF_OURS = ("parser-failed", "broken-row", "stray-row", "not-settled", "no-game")


def test_real_logs_of_every_format_are_converted_or_refused_for_a_reason_of_their_own(real_logs):
    tally = convert([str(real_logs)], "out", Options(events=True))
    assert tally.games > 3000
    errors = Dataset("out").scan("errors").collect()
    assert errors.filter(pl.col("code").is_in(FAULTS_OF_OURS)).is_empty()
    games = Dataset("out").scan("games").collect()
    assert games["game_id"].is_unique().all()
    assert {"tenhou-xml", "tenhou-json", "tenhou-list", "majsoul", "mjai"} <= set(games["format"])
    heard = {*errors["source"], *games["source"]}
    manifest = Dataset("out").scan("manifest").filter(pl.col("status") != "container").collect()
    addresses = manifest.select(address_expression()).to_series()
    assert set(addresses) <= heard


def test_a_dataset_under_other_rules_has_the_scores_that_rescoring_gives(tmp_path):
    """What hangs on the tiles is valued as those rules do in both."""
    log = next((SHEETS.parents[1] / "tenhou_xml").glob("kakan-then-ankan_*.xml"))
    convert([str(log)], tmp_path / "own", Options(workers=1))
    convert([str(log)], tmp_path / "other", Options(workers=1, overrides="kan_dora=off"))
    own, other = (Dataset(tmp_path / name).scan("standings").collect()["score"] for name in ("own", "other"))
    assert own.to_list() != other.to_list()
    tables = {table: Dataset(tmp_path / "own").scan(table).collect() for table in ("games", "players", "hands", "wins")}
    anew = revalued(Recorded(**tables), None, "kan_dora=off").recorded
    assert settle(anew, None, overrides="kan_dora=off", carried=True).standings["score"].to_list() == other.to_list()
