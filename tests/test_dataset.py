"""The folder on disk: commits, recovery, revision, settings, locks."""

import json

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.dataset import Dataset, DatasetError, open_for_writing
from mjlog.parts import Settings, column_docs, described, documents_of, in_order, without_games, without_inputs, write
from mjlog.tables import SCHEMA_VERSION, TABLES, conform, dtypes, empty

SETTINGS = Settings()


def tables(*game_ids, source=None):
    """The tables of a part of games without hands."""
    games = pl.DataFrame(
        {
            "game_id": game_ids,
            "format": "toy",
            "source": [source or f"{each}.toy" for each in game_ids],
            "n_players": 4,
            "first_dealer": 0,
            "complete": True,
        }
    )
    manifest = pl.DataFrame(
        {"source": games["source"], "bytes": 1, "status": "read", "games": 1, "hands": 0, "version": "0"}
    )
    frames = {table: empty(table) for table in TABLES if table != "events"}
    return {**frames, "games": conform("games", games), "manifest": conform("manifest", manifest)}


def add(writer, *game_ids, name="x"):
    folder = writer.partial(name)
    write(folder, tables(*game_ids), writer.settings)
    return writer.commit(folder)


def ids(path):
    return sorted(Dataset(path).scan("games").collect()["game_id"])


@pytest.fixture(name="out")
def _out(tmp_path):
    with open_for_writing(tmp_path / "out", SETTINGS) as writer:
        assert add(writer, "a", "b") == 0
        assert add(writer, "c") == 1
        writer.finish()
    return tmp_path / "out"


def test_parts_are_read_together(out):
    dataset = Dataset(out)
    assert dataset.exists
    assert dataset.parts == [0, 1]
    assert ids(out) == ["a", "b", "c"]
    assert dataset.part(1)["games"]["game_id"].to_list() == ["c"]
    assert dataset.rows()["games"] == 3


def test_a_table_the_dataset_does_not_have_is_empty(out):
    dataset = Dataset(out)
    assert "events" not in dataset.tables
    assert dataset.scan("events").collect().schema == dtypes("events")


def test_a_part_without_its_manifest_does_not_count_and_is_removed(out):
    with open_for_writing(out, SETTINGS) as writer:
        folder = writer.partial("y")
        write(folder, tables("d"), SETTINGS)
        (folder / "games.parquet").rename(out / "games" / "part-00002.parquet")
    assert ids(out) == ["a", "b", "c"]
    with open_for_writing(out, SETTINGS) as writer:
        assert not (out / "games" / "part-00002.parquet").exists()
        assert not (out / ".partial").exists()
        assert add(writer, "d") == 2
    assert ids(out) == ["a", "b", "c", "d"]


def test_a_revised_part_takes_the_place_of_the_old_one(out):
    with open_for_writing(out, SETTINGS) as writer:
        writer.revise(0, lambda frames: without_games(frames, pl.Series(["a"])))
    assert ids(out) == ["b", "c"]
    assert Dataset(out).parts == [1, 2]


def test_a_part_that_is_left_without_inputs_goes(out):
    with open_for_writing(out, SETTINGS) as writer:
        writer.revise(1, lambda frames: without_inputs(frames, pl.Series(["c.toy"])))
    assert ids(out) == ["a", "b"]
    assert Dataset(out).parts == [0]


class StoppedError(Exception):
    """What a test stops a writer with."""


def stopping(method, steps):
    """A method that works some times and then fails."""
    left = iter(range(steps))

    def stepping(self, *rest):
        if next(left, None) is None:
            raise StoppedError
        return method(self, *rest)

    return stepping


def without_a(frames):
    return without_games(frames, pl.Series(["a"]))


@pytest.mark.parametrize(
    ("method", "steps"), [("rename", 0), ("rename", 1), ("rename", 8), ("unlink", 0), ("unlink", 3)]
)
def test_a_revision_cut_short_shows_the_old_part_or_the_new_one_and_never_both(out, monkeypatch, method, steps):
    with open_for_writing(out, SETTINGS) as writer, monkeypatch.context() as patch:
        patch.setattr(type(out), method, stopping(getattr(type(out), method), steps))
        with pytest.raises(StoppedError):
            writer.revise(0, without_a)
    before = ids(out)
    assert before == (["a", "b", "c"] if method == "rename" else ["b", "c"])
    with open_for_writing(out, SETTINGS):
        assert ids(out) == before
    for table in Dataset(out).tables:
        assert sorted(each.name[:10] for each in (out / table).iterdir()) == [
            f"part-{number:05}" for number in Dataset(out).parts
        ]


def test_a_folder_of_something_else_is_never_written_into(tmp_path):
    (tmp_path / "photo.jpg").write_bytes(b"x")
    with pytest.raises(DatasetError, match="something that mjlog did not write"), open_for_writing(tmp_path, SETTINGS):
        pass
    with pytest.raises(DatasetError, match="is a file"), open_for_writing(tmp_path / "photo.jpg", SETTINGS):
        pass
    assert [each.name for each in tmp_path.iterdir()] == ["photo.jpg"]


def test_a_dataset_of_another_schema_version_is_refused_to_readers_and_writers(out):
    mark = out / "dataset.json"
    stated = json.loads(mark.read_text("utf-8"))
    mark.write_text(json.dumps({**stated, "schema": SCHEMA_VERSION + 1}), "utf-8")
    with pytest.raises(DatasetError, match="columns of version"):
        Dataset(out).scan("games")
    with pytest.raises(DatasetError, match="into a new folder"), open_for_writing(out, SETTINGS):
        pass
    with open_for_writing(out, SETTINGS, anew=True):
        assert ids(out) == []


def test_what_is_no_dataset_says_so(tmp_path):
    assert not Dataset(tmp_path).exists
    with pytest.raises(DatasetError, match="is no dataset"):
        Dataset(tmp_path).scan("games")
    (tmp_path / "dataset.json").write_text("{", "utf-8")
    with pytest.raises(DatasetError, match="cannot be read"):
        Dataset(tmp_path).scan("games")


def test_a_folder_whose_name_is_a_pattern_is_read_as_it_stands(tmp_path):
    with open_for_writing(tmp_path / "[x]*", SETTINGS) as writer:
        add(writer, "a")
        writer.finish()
    assert ids(tmp_path / "[x]*") == ["a"]


def test_every_file_names_its_table_and_explains_its_columns(out):
    for table in Dataset(out).tables:
        for path in Dataset(out).files(table):
            metadata = pl.read_parquet_metadata(path)
            assert metadata["mjlog.table"] == table
            assert json.loads(metadata["mjlog.columns"]) == column_docs(table)


def test_every_column_has_a_meaning():
    for table in TABLES:
        for name, column in column_docs(table).items():
            assert column["doc"].endswith((".", "…")), f"{table}.{name}"


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 3), st.integers(0, 2)), max_size=12))
def test_rows_come_into_the_order_of_game_hand_and_place(keys):
    frame = pl.DataFrame(keys, schema={"game_id": pl.String, "hand": pl.UInt16, "win": pl.UInt8}, orient="row")
    assert in_order("wins", frame).equals(frame.sort("game_id", "hand", "win", maintain_order=True))


def test_rows_of_the_whole_game_come_after_those_of_its_hands():
    frame = pl.DataFrame({"game_id": ["b", "a", "a", "a"], "hand": [0, None, 1, 0], "n": [0, 1, 2, 3]})
    assert in_order("flows", frame)["n"].to_list() == [3, 2, 1, 0]


def test_the_manifest_counts_what_each_input_gave():
    frames = tables("a", "b", source="x.zip::1") | {
        "errors": conform(
            "errors",
            pl.DataFrame(
                {
                    "source": ["x.zip::1", "x.zip::2", "x.zip::3"],
                    "code": ["cut", "duplicate-game", "empty"],
                    "message": ["is cut", "was read", "is empty"],
                }
            ),
        ),
    }
    listed = pl.DataFrame(
        {
            "source": ["x.zip"] * 4,
            "member": [None, "1", "2", "3"],
            "bytes": [9, 1, 2, 3],
            "modified": [None] * 4,
            "format": ["zip", "toy", "toy", None],
            "is_container": [True, False, False, False],
        }
    )
    manifest = described(listed, frames)
    assert manifest.select("member", "status", "games", "error").rows() == [
        (None, "container", 0, None),
        ("1", "partial", 2, "is cut"),
        ("2", "duplicate", 0, "was read"),
        ("3", "failed", 0, "is empty"),
    ]
    assert described(documents_of(manifest), frames).equals(manifest)
