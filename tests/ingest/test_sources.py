import io
import os
import sqlite3
import sys
import tarfile
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from mjlog.ingest.sources import ConditionError, Finder, SourceError


def log(number):
    return f"log {number} ".encode() * 40


def is_log(content):
    return content.startswith(b"log ")


def find(*arguments, where=None):
    finder = Finder(tuple(map(str, arguments)), is_log, where)
    finder.check()
    return list(finder.inputs())


def names(inputs):
    return [each.source if each.member is None else f"{each.source}::{each.member}" for each in inputs]


def zipped(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


@pytest.fixture(name="tree")
def _tree(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("b.xml", "a/2.xml", "a/1.xml", "a/deep/3.gz", ".hidden/x", "a/.DS_Store", "c"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(log(name))
    return tmp_path


def test_a_folder_is_walked_whole_in_order_of_names_and_hidden_files_are_left_out(tree):
    assert names(find(".")) == ["a/1.xml", "a/2.xml", "a/deep/3.gz", "b.xml", "c"]


def test_arguments_are_read_in_the_order_given(tree):
    assert names(find("c", "a", "b.xml")) == ["c", "a/1.xml", "a/2.xml", "a/deep/3.gz", "b.xml"]


def test_a_quoted_pattern_reaches_any_depth(tree):
    assert names(find("**/*.xml")) == ["a/1.xml", "a/2.xml", "b.xml"]
    assert names(find("a/*")) == ["a/1.xml", "a/2.xml", "a/deep/3.gz"]


def test_a_file_whose_name_looks_like_a_pattern_is_itself(tree):
    (tree / "[x].xml").write_bytes(log(1))
    assert names(find("[x].xml")) == ["[x].xml"]


@pytest.mark.parametrize("separator", ["\n", "\r\n", "\0"])
def test_a_list_names_inputs_of_every_kind(tree, separator):
    (tree / "list.txt").write_text(separator.join(["b.xml", "", "a", "missing.xml"]), newline="")
    found = find("@list.txt")
    assert names(found) == ["b.xml", "a/1.xml", "a/2.xml", "a/deep/3.gz", "missing.xml"]
    assert found[-1].fault.code == "unreadable"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
@pytest.mark.parametrize("separator", ["\n", "\r\n", "\0"])
def test_a_list_with_a_byte_order_mark_loses_no_line(tree, encoding, separator):
    text = "b.xml" + separator + "c"
    (tree / "list.txt").write_bytes((("\ufeff" if encoding == "utf-16-be" else "") + text).encode(encoding))
    assert names(find("@list.txt")) == ["b.xml", "c"]


@pytest.mark.parametrize("arguments", [["."], ["a", "c", "b.xml"], ["**/*"], ["**"], ["*", "a/*"], ["@list"]])
def test_a_dataset_is_no_input_wherever_it_is_found(tree, arguments):
    for name in ("a/out/dataset.json", "a/out/hands/part-00000.parquet", "a/out/README.md"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_bytes(log(name))
    everything = [
        "a/1.xml",
        "a/2.xml",
        "a/deep/3.gz",
        "b.xml",
        "c",
        "a/out/README.md",
        "a/out/hands/part-00000.parquet",
    ]
    (tree / ".list").write_text("\n".join(everything))
    arguments = [each.replace("@list", "@.list") for each in arguments]
    for is_dataset, expected in ((lambda path: Path(path, "dataset.json").is_file(), 5), (lambda _: False, 7)):
        finder = Finder(tuple(arguments), is_log, is_dataset=is_dataset)
        for _ in range(2):
            found = set(names(finder.inputs()))
            assert len(found - {"a/out/dataset.json"}) == expected
            assert finder.notes == ["a/out: a dataset that mjlog wrote is no input and was passed over"] * (
                expected == 5
            )


def test_a_dataset_given_by_itself_is_passed_over_and_told(tree):
    finder = Finder(("a",), is_log, is_dataset=lambda path: path == "a")
    assert list(finder.inputs()) == []
    assert len(finder.notes) == 1


def test_standard_input_is_read_whole(tree, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(log(1))))
    (found,) = find("-")
    assert (found.source, found.content, found.rereadable) == ("-", log(1), False)


def test_a_list_may_come_from_standard_input(tree, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"b.xml\nc\n")))
    assert names(find("@-")) == ["b.xml", "c"]


def test_a_pipe_is_read_like_standard_input(tree):
    reader, writer = os.pipe()
    os.write(writer, log(1))
    os.close(writer)
    (found,) = find(f"/dev/fd/{reader}")
    os.close(reader)
    assert found.content == log(1)


@pytest.mark.parametrize(
    ("argument", "words"),
    [
        ("nothing.xml", "no such file or folder"),
        ("nothing/*.gz", "no file matches"),
        ("nothing.zip::a", "nothing.zip::a: no such file"),
        ("@nothing", "no such file"),
    ],
)
def test_an_argument_that_names_nothing_is_refused_before_any_work(tree, argument, words):
    with pytest.raises(SourceError, match=words):
        find("b.xml", argument)


def test_an_empty_folder_says_so(tree):
    (tree / "empty" / "inner").mkdir(parents=True)
    (found,) = find("empty")
    assert (found.source, found.fault.code) == ("empty", "no-logs")


def test_a_broken_link_is_unreadable_and_a_link_upwards_is_no_trap(tree):
    (tree / "a" / "broken").symlink_to(tree / "gone")
    (tree / "a" / "up").symlink_to(tree)
    found = find("a")
    assert names(found) == ["a/1.xml", "a/2.xml", "a/broken", "a/deep/3.gz", *(f"a/up/{x}" for x in ("b.xml", "c"))]
    assert found[2].fault.code == "unreadable"


def test_a_name_that_is_no_text_is_shown_with_escapes_and_can_still_be_opened(tree):
    (tree / os.fsdecode(b"\xff.xml")).write_bytes(log(1))
    found = next(each for each in find(".") if "xff" in each.source)
    assert found.source == r"\xff.xml"
    assert Path(found.path).stat().st_size == found.size


def test_a_small_archive_is_one_input_and_a_large_one_its_members(tree):
    noise = os.urandom(200_000)
    small = zipped(tree / "small.zip", {"1": log(1)})
    large = zipped(tree / "large.zip", {f"{i}.xml": log(i) + noise for i in (3, 1, 2, 0, 5, 4)} | {"__MACOSX/x": b""})
    assert names(find(small)) == [str(small)]
    assert names(find(large)) == [f"{large}::{number}.xml" for number in range(6)]


def test_members_are_named_singly_or_by_pattern(tree):
    archive = zipped(tree / "x.zip", {"2009/1.xml": log(1), "2009/2.xml": log(2), "2010/1.xml": log(3)})
    assert names(find(f"{archive}::2009/2.xml")) == [f"{archive}::2009/2.xml"]
    assert names(find(f"{archive}::2009/*")) == [f"{archive}::2009/1.xml", f"{archive}::2009/2.xml"]


def test_a_large_tape_archive_is_its_members_compressed_or_not(tree):
    for mode, name in (("w", "x.tar"), ("w:gz", "x.tgz")):
        with tarfile.open(tree / name, mode) as archive:
            for number in range(6):
                content = log(number) + os.urandom(300_000)
                entry = tarfile.TarInfo(f"{number}.xml")
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
        found = find(name)
        assert names(found) == [f"{name}::{number}.xml" for number in range(6)]
        assert all((each.content is None) == (mode == "w") for each in found)


def test_a_tape_archive_that_ends_too_early_gives_what_precedes_the_end(tree):
    with tarfile.open(tree / "x.tgz", "w:gz") as archive:
        for number in range(6):
            entry = tarfile.TarInfo(f"{number}.xml")
            entry.size = 400_000
            archive.addfile(entry, io.BytesIO(os.urandom(400_000)))
    (tree / "x.tgz").write_bytes((tree / "x.tgz").read_bytes()[:-500_000])
    found = find("x.tgz")
    assert names(found)[:4] == [f"x.tgz::{number}.xml" for number in range(4)]
    assert found[-1].fault.code == "corrupt-archive"


@pytest.fixture(name="database")
def _database(tmp_path):
    path = tmp_path / "logs.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE logs (log_id TEXT PRIMARY KEY, is_sanma INT, log_content TEXT)")
        rows = [(f"id{number:03}", number % 2, log(number)) for number in range(20)]
        connection.executemany("INSERT INTO logs VALUES (?, ?, ?)", [*reversed(rows), ("id999", 0, "")])
    return path


def test_rows_of_a_database_are_chosen_by_a_condition(database):
    finder = Finder((str(database),), is_log, "is_sanma = 1 and log_id < 'id010'")
    found = list(finder.inputs())
    assert [each.member for each in found] == ["id001", "id003", "id005", "id007", "id009"]
    assert finder.notes == []


def test_rows_without_a_log_are_told_and_are_no_inputs(database):
    finder = Finder((str(database),), is_log, "1")
    assert len(list(finder.inputs())) == 20
    assert finder.notes == [f"{database}: 1 rows hold no log yet and were passed over"]


def test_a_condition_that_is_no_sql_is_refused(database):
    with pytest.raises(ConditionError, match="no such column: colour"):
        find(database, where="colour = 1")


def test_one_row_of_a_database_is_named_like_a_member(database):
    assert names(find(f"{database}::id004")) == [f"{database}::id004"]


def test_a_condition_tells_how_many_inputs_it_does_not_reach(tree, database, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(log(1))))
    zipped(tree / "x.zip", {"1.xml": log(1)})
    finder = Finder(("a", "x.zip", "-", str(database)), is_log, "is_sanma = 1")
    for _ in range(2):
        list(finder.inputs())
        (note,) = finder.notes
        assert note == "the condition chooses rows of database files: 5 other inputs are read whole"
