import gzip
import pickle

import pytest

from mjlog.ingest import unreadable
from mjlog.ingest.unreadable import explain


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (b"", "empty", "the file is empty"),
        (b" \r\n\t\n", "empty", "nothing but blanks"),
        (b"\xef\xbb\xbf", "empty", "nothing but blanks"),
        (b"<!DOCTYPE html><title> 404 Not Found </title><p>x", "html-page", "titled '404 Not Found'"),
        (b"\n<HTML><body>Forbidden</body>", "html-page", "failed download"),
        (b"<mjlog_like attribute='1'/>", "unknown-xml", "<mjlog_like>"),
        (b'<?xml version="1.0"?><!-- x --><feed/>', "unknown-xml", "<feed>"),
        (b"{}", "empty-json", "no such log"),
        (b"[]", "empty-json", "no such log"),
        (b"null", "empty-json", "no such log"),
        (b'{"a":1,"b":2}', "unknown-json", "a, b"),
        (b'{"a":1,', "unknown-json", "not well-formed"),
        (b'{"a":1}\n{"a":2}\n', "unknown-json", "JSON lines"),
        (b"[1,2,3]", "unknown-json", "a list of 3"),
        (b"[" * 200_000, "unknown-json", "nested too deeply"),
        (b"[" * 200_000 + b"\n" + b"[" * 200_000, "unknown-json", "nested too deeply"),
        (b'{"a":' * 200_000, "unknown-json", "nested too deeply"),
        (b'["\xff"]', "unknown-json", "not well-formed"),
        (b"hello, this is a note", "not-a-log", "'hello, this is a note'"),
        ("牌譜ではない".encode("cp932"), "not-a-log", "text of no known format"),
        (b"\x89PNG\r\n\x1a\n", "not-a-log", "a picture"),
        (b"PAR1....", "not-a-log", "folder of the dataset"),
        (b"7z\xbc\xaf\x27\x1c\0\0", "not-a-log", "unpack it first"),
        (b"Rar!\x1a\x07\x01\0", "not-a-log", "unpack it first"),
        (pickle.dumps([1, 2], protocol=4), "not-a-log", "never opened"),
        (bytes(range(256)), "binary", "00 01 02"),
    ],
)
def test_what_is_no_log_is_called_by_its_name(content, code, words):
    fault = explain(content)
    assert fault.code == code
    assert words in fault.message


def test_long_beginnings_are_cut():
    assert len(explain(b"word " * 1000).message) < 150


def test_any_bytes_have_an_explanation():
    noise = gzip.compress(bytes(range(256)) * 40)
    for start in range(0, len(noise) - 16, 7):
        assert explain(noise[start : start + 16]).message


def test_an_explanation_that_fails_is_one_too(monkeypatch):
    def fail(content):
        raise MemoryError(len(content))

    monkeypatch.setattr(unreadable, "_explain", fail)
    fault = unreadable.explain(b"x")
    assert fault.code == "not-a-log"
    assert "MemoryError(1)" in fault.message
