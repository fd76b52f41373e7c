import bz2
import codecs
import gzip
import io
import lzma
import sqlite3
import sys
import tarfile
import zipfile
from contextlib import closing

import pytest
import zstandard

from mjlog.ingest import reading
from mjlog.ingest.reading import Document, Reader, batches
from mjlog.ingest.sources import Finder, SourceError

LOG = b'<mjloggm ver="2.3"><GO type="169"/></mjloggm>' * 20


def is_log(content):
    return b"mjloggm" in reading.unpack(content).content


def read(*paths, where=None):
    finder = Finder(tuple(map(str, paths)), is_log, where)
    finder.check()
    return list(Reader().documents(finder.inputs()))


def zip_bytes(members, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def tar_bytes(members, mode="w"):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


@pytest.fixture(name="written")
def _written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(content, name="x"):
        (tmp_path / name).write_bytes(content)
        return name

    return write


@pytest.mark.parametrize(
    "pack", [bytes, gzip.compress, bz2.compress, lzma.compress, zstandard.ZstdCompressor().compress]
)
def test_a_file_without_a_suffix_is_unpacked_by_its_first_bytes(written, pack):
    (document,) = read(written(pack(LOG)))
    assert (document.content, document.fault, document.member) == (LOG, None, None)


@pytest.mark.parametrize("mark", [codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_text_in_utf_16_is_read_alike_whatever_its_format(written, mark, pack):
    encoding = "utf-16-le" if mark == codecs.BOM_UTF16_LE else "utf-16-be"
    for text in (LOG.decode(), '{"log": "牌"}'):
        content = mark + text.encode(encoding)
        for damage in (b"", b"\n"):
            assert read(written(pack(content + damage)))[0].content.decode() == text


def test_bytes_that_only_begin_like_utf_16_stay_as_they_are(written):
    content = codecs.BOM_UTF16_LE + b"\x00\xd8" * 20
    assert read(written(content))[0].content == content


def test_a_suffix_that_lies_is_not_believed(written):
    assert read(written(LOG, "x.gz"))[0].content == LOG
    assert read(written(gzip.compress(LOG), "x.xml"))[0].content == LOG


@pytest.mark.parametrize(
    "pack",
    [
        zip_bytes,
        lambda members: zip_bytes(members, zipfile.ZIP_STORED),
        lambda members: zip_bytes(members, zipfile.ZIP_BZIP2),
        lambda members: zip_bytes(members, zipfile.ZIP_LZMA),
        tar_bytes,
        lambda members: tar_bytes(members, "w:gz"),
        lambda members: tar_bytes(members, "w:xz"),
    ],
)
@pytest.mark.parametrize("looked_into", [0, 1 << 20])
def test_members_of_archives_are_documents(written, pack, looked_into, monkeypatch):
    monkeypatch.setattr("mjlog.ingest.sources._LOOKED_INTO", looked_into)
    path = written(pack({"a/1.xml": LOG, "a/2": gzip.compress(LOG), "a/3.xml": b""}), "x.bin")
    documents = [each for each in read(path) if each.container is None]
    assert [each.member for each in documents] == ["a/1.xml", "a/2", "a/3.xml"]
    assert [each.content for each in documents] == [LOG, LOG, b""]


def test_an_archive_in_an_archive_is_opened_and_one_more_is_not(written):
    inner = zip_bytes({"1.xml": LOG})
    too_deep = zip_bytes({"deep.zip": inner})
    documents = read(written(zip_bytes({"day.zip": inner, "day.tar": tar_bytes({"2.xml": LOG}), "deep.zip": too_deep})))
    found = {each.member: each for each in documents}
    assert found["day.zip::1.xml"].content == LOG
    assert found["day.tar::2.xml"].content == LOG
    assert found["deep.zip::deep.zip"].fault.code == "nested-too-deep"


def test_a_member_of_an_inner_archive_is_named_alone(written):
    path = written(zip_bytes({"day.zip": zip_bytes({"1.xml": LOG, "2.xml": LOG}), "other.xml": LOG}))
    documents = [each for each in read(f"{path}::day.zip::2.xml") if each.container is None]
    assert [each.member for each in documents] == ["day.zip::2.xml"]


def test_a_member_that_is_not_there_is_said(written):
    path = written(zip_bytes({"1.xml": LOG}))
    assert [each.fault.code for each in read(f"{path}::2.xml") if each.fault] == ["no-logs"]


def encrypted_zip():
    content = bytearray(zip_bytes({"1.xml": LOG}))
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def mangled_zip():
    content = bytearray(zip_bytes({"1.xml": LOG * 50}))
    content[60] ^= 0xFF
    return bytes(content)


def lying_zip():
    """States another checksum than its member has."""
    content = bytearray(zip_bytes({"1.xml": LOG}))
    content[content.index(b"PK\x01\x02") + 16] ^= 0xFF
    return bytes(content)


BROKEN = {
    "encrypted": (encrypted_zip(), "encrypted", "password"),
    "cut archive": (zip_bytes({"1.xml": LOG})[:-30], "corrupt-archive", "interrupted download"),
    "mangled member": (mangled_zip(), "corrupt-archive", ""),
    "wrong checksum": (lying_zip(), "corrupt-archive", "checksum"),
    "empty archive": (zip_bytes({}), "no-logs", "the zip holds no file"),
    "cut tape": (tar_bytes({"1.xml": LOG})[:1000], "corrupt-archive", "ends too early"),
    "no database": (b"SQLite format 3\0 and then something else", "corrupt-database", ""),
    "cut stream": (gzip.compress(LOG)[:-40], "truncated-stream", "could be recovered"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_wrong_with_a_container_is_said_in_words(written, kind):
    content, code, words = BROKEN[kind]
    faults = [each.fault for each in read(written(content)) if each.fault]
    assert {fault.code for fault in faults} == {code}
    assert words in faults[0].message


def test_one_bad_member_costs_no_other(written):
    content = bytearray(zip_bytes({f"{number}.xml": LOG for number in range(5)}, zipfile.ZIP_STORED))
    place = content.index(LOG, content.index(LOG) + 1)
    content[place] ^= 0xFF
    documents = [each for each in read(written(bytes(content))) if each.container is None]
    assert [each.fault is not None for each in documents] == [False, True, False, False, False]


def test_names_of_a_japanese_archive_are_read_as_meant(written):
    content = zip_bytes({"xx.xml": LOG}).replace(b"xx.xml", "牌".encode("cp932") + b".xml")
    assert [each.member for each in read(written(content))] == ["牌.xml", None]


def make_database(path, cells, *, table="logs", key="log_id", content="log_content", rowid=True):
    with closing(sqlite3.connect(path)) as connection, connection:
        ending = "" if rowid else " WITHOUT ROWID"
        connection.execute(f"CREATE TABLE {table} ({key} TEXT PRIMARY KEY, note TEXT, {content} BLOB){ending}")
        connection.executemany(f"INSERT INTO {table} VALUES (?, 'a note, long enough to be tried', ?)", cells)


@pytest.mark.parametrize("looked_into", [0, 1 << 20])
@pytest.mark.parametrize("rowid", [True, False])
def test_rows_of_a_database_are_documents_whatever_their_compression(tmp_path, monkeypatch, looked_into, rowid):
    monkeypatch.setattr("mjlog.ingest.sources._LOOKED_INTO", looked_into)
    monkeypatch.setattr("mjlog.ingest.reading.is_log", is_log)
    path = tmp_path / "houou.db"
    cells = [("b", bz2.compress(LOG)), ("a", gzip.compress(LOG)), ("c", LOG.decode()), ("d", None), ("e", "")]
    make_database(path, cells, rowid=rowid)
    monkeypatch.setattr(
        "tests.ingest.test_reading.is_log", lambda content: b"mjloggm" in reading.unpack(content).content
    )
    everything = read(path)
    documents = [each for each in everything if each.container is None]
    assert [(each.member, each.content) for each in documents] == [("a", LOG), ("b", LOG), ("c", LOG)]
    notes = [each.note for each in everything if each.note]
    assert notes == (["2 rows hold no log yet and were passed over"] if looked_into else [])


def test_the_column_of_logs_is_found_by_what_it_holds(tmp_path):
    make_database(tmp_path / "x.db", [("1", LOG)], table="games", key="uuid", content="blob")
    assert [each.content for each in read(f"{tmp_path / 'x.db'}::1")] == [LOG]


def test_a_database_without_logs_names_its_tables(tmp_path):
    make_database(tmp_path / "x.db", [("1", b"something of another kind")], table="photos")
    (document,) = read(f"{tmp_path / 'x.db'}::*")
    assert document.fault.code == "no-logs"
    assert "photos" in document.fault.message


def test_a_database_is_opened_for_reading_only(tmp_path):
    path = tmp_path / "x.db"
    make_database(path, [("1", LOG)])
    before = path.read_bytes()
    assert read(path, where="1")
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["x.db"]


def test_batches_are_bounded_by_number_and_by_bytes(monkeypatch):
    monkeypatch.setattr(reading, "BATCH_DOCUMENTS", 10)
    monkeypatch.setattr(reading, "BATCH_BYTES", 1000)
    documents = [Document(f"{number}.xml", None, b"x" * 10) for number in range(95)]
    assert [len(batch) for batch in batches(documents)] == [10] * 9 + [5]
    heavy = [Document(f"{number}.xml", None, b"x" * 400) for number in range(10)]
    assert [len(batch) for batch in batches(heavy)] == [3, 3, 3, 1]


def test_what_belongs_together_stays_in_one_batch(monkeypatch):
    monkeypatch.setattr(reading, "BATCH_DOCUMENTS", 9)
    documents = [Document(f"{n:03}.{kind}", None, b"") for n in range(40) for kind in ("bin", "json")]
    found = list(batches(documents))
    assert all(len(batch) % 2 == 0 for batch in found)
    assert [each for batch in found for each in batch] == documents


@pytest.fixture(name="bucket")
def _bucket():
    memory = pytest.importorskip("fsspec", reason="fsspec is not installed").filesystem("memory")
    memory.pipe({"/logs/b.xml": LOG, "/logs/a/1": gzip.compress(LOG), "/logs/x.zip": zip_bytes({"1.xml": LOG})})
    yield "memory://logs"
    memory.rm("/logs", recursive=True)


@pytest.mark.parametrize("looked_into", [0, 1 << 20])
def test_files_elsewhere_are_read_like_files_here(bucket, monkeypatch, looked_into):
    monkeypatch.setattr("mjlog.ingest.sources._LOOKED_INTO", looked_into)
    documents = [each for each in read(bucket) if each.container is None]
    assert [each.content for each in documents] == [LOG] * 3
    assert [(each.source.rpartition("/")[2], each.member) for each in documents] == [
        ("1", None),
        ("b.xml", None),
        ("x.zip", "1.xml"),
    ]
    assert all(each.size for each in documents)
    assert len(read(f"{bucket}/*.xml")) == 1
    assert [each.member for each in read(f"{bucket}/x.zip::1.xml")] == ["1.xml"]


def test_what_is_not_there_elsewhere_is_refused_before_any_work(bucket):
    for name, words in ((f"{bucket}/nothing", "no such file"), ("nowhere://x", "nowhere")):
        with pytest.raises(SourceError, match=words):
            read(name)


def test_fsspec_is_asked_for_by_name_when_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(SourceError, match=r"pip install 'mjlog\[remote\]'"):
        read("s3://bucket/x")
