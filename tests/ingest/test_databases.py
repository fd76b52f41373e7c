"""Databases of logs as the downloaders of Tenhou's phoenix logs make them, converted straight from the file."""

import bz2
import gzip
import lzma
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import polars as pl
import pytest
import zstandard

from mjlog.conversion import Options, Tally, convert
from mjlog.dataset import Dataset
from mjlog.ingest import planning
from mjlog.ingest.sources import ConditionError
from tests.simulator import flavours
from tests.simulator.databases import write_houou_logs, write_phoenix_logs
from tests.simulator.game import simulate
from tests.simulator.model import Game
from tests.simulator.sitting import sitting

PACKERS = {
    "as it is": bytes,
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "zlib": zlib.compress,
    "xz": lzma.compress,
    "zstd": zstandard.ZstdCompressor().compress,
}


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """Games of four and of three players, long and short."""
    of = (flavours.TENHOU, flavours.TENHOU_3P, flavours.TENHOU_EAST)
    return [simulate(flavour, seed) for seed in range(4) for flavour in of]


@pytest.fixture(autouse=True)
def _apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def ids(games: list[Game]) -> list[str]:
    return sorted(sitting(game).log_id for game in games)


def converted(**options: object) -> tuple[Tally, Dataset]:
    return convert(["logs.db"], "out", Options(**options)), Dataset("out")


def column(dataset: Dataset, table: str, name: str) -> list:
    return sorted(dataset.scan(table).collect()[name])


@pytest.mark.parametrize("packed", PACKERS)
def test_content_may_be_kept_in_any_way(games, packed):
    write_phoenix_logs(Path("logs.db"), games, PACKERS[packed])
    tally, dataset = converted()
    assert (tally.games, tally.errors) == (len(games), {})
    assert column(dataset, "games", "game_id") == ids(games)
    assert column(dataset, "games", "source") == [f"logs.db::{log_id}" for log_id in ids(games)]


def test_both_downloaders_tell_the_same_games(games):
    write_phoenix_logs(Path("logs.db"), games)
    write_houou_logs(Path("other.db"), games)
    one, other = convert(["logs.db"], "one", Options()), convert(["other.db"], "other", Options())
    assert (one.games, one.hands) == (other.games, other.hands) == (len(games), sum(len(game.hands) for game in games))
    for table in ("hands", "wins", "flows", "standings"):
        frames = [Dataset(out).scan(table).collect() for out in ("one", "other")]
        assert frames[0].sort(frames[0].columns[:4]).equals(frames[1].sort(frames[1].columns[:4])), table


def test_rows_not_yet_downloaded_are_told_and_are_no_errors(games):
    write_phoenix_logs(Path("logs.db"), games[:2], undownloaded=3, failed=2)
    tally, _ = converted(where="1")
    assert tally.errors == {}
    assert tally.notes == ["logs.db: 5 rows hold no log yet and were passed over"]


def test_a_condition_chooses_rows_by_their_columns(games):
    write_phoenix_logs(Path("logs.db"), games)
    _, dataset = converted(where="is_sanma = 1 AND was_error = 0")
    assert column(dataset, "games", "game_id") == ids([game for game in games if game.n == 3])
    assert set(column(dataset, "games", "n_players")) == {3}


def test_a_condition_on_what_is_no_column_is_refused_before_any_work(games):
    write_phoenix_logs(Path("logs.db"), games[:1])
    with pytest.raises(ConditionError, match="no such column: is_yonma"):
        converted(where="is_yonma = 1")
    assert not Path("out/games").exists()


def test_a_broken_row_costs_only_itself(games):
    write_phoenix_logs(Path("logs.db"), games)
    cut, odd, wrong = ids(games)[1:4]
    with closing(sqlite3.connect("logs.db")) as connection, connection:
        connection.execute("UPDATE logs SET log_content = substr(log_content, 1, 60) WHERE log_id = ?", (cut,))
        connection.execute("UPDATE logs SET log_content = x'00ff00ff00ff' WHERE log_id = ?", (odd,))
        connection.execute("UPDATE logs SET log_content = '<html>404</html>' WHERE log_id = ?", (wrong,))
    tally, dataset = converted()
    assert tally.games == len(games) - 3
    assert column(dataset, "games", "game_id") == [each for each in ids(games) if each not in {cut, odd, wrong}]
    errors = dataset.scan("errors").collect().sort("source")
    assert errors.select("source", "code").rows() == [
        (f"logs.db::{cut}", "truncated-stream"),
        (f"logs.db::{odd}", "binary"),
        (f"logs.db::{wrong}", "html-page"),
    ]


def test_two_processes_and_small_batches_give_the_same_rows(games, monkeypatch):
    write_phoenix_logs(Path("logs.db"), games)
    monkeypatch.setattr("mjlog.ingest.sources._LOOKED_INTO", 0)
    monkeypatch.setattr(planning, "SMALLEST", 20_000)
    monkeypatch.setattr(planning, "LARGEST", 20_000)
    for workers in (1, 2):
        tally = convert(["logs.db"], f"out{workers}", Options(workers=workers, events=True))
        assert (tally.games, tally.errors) == (len(games), {})
    manifest = Dataset("out2").scan("manifest").collect()
    assert manifest.select(pl.struct("source", "member").n_unique()).item() == len(games)
    for table in ("games", "players", "hands", "wins", "events", "flows", "standings"):
        one, two = (Dataset(out).scan(table).collect() for out in ("out1", "out2"))
        assert one.sort(one.columns[:5]).equals(two.sort(two.columns[:5])), table


def test_what_was_converted_is_not_read_again_when_the_database_grows(games):
    write_phoenix_logs(Path("logs.db"), games[:6], undownloaded=0, failed=0)
    assert converted(where="1")[0].games == 6
    Path("logs.db").unlink()
    write_phoenix_logs(Path("logs.db"), games, undownloaded=0, failed=0)
    tally, dataset = converted(where="1")
    assert tally.games == len(games) - 6
    assert column(dataset, "games", "game_id") == ids(games)
