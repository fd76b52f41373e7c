"""The one list of what can be wrong: its words are of one kind, and each is said somewhere.

That nothing is said which is not in it: the type checker sees it where a code is passed on, and the contract test of
the parsers (:mod:`tests.parsers.test_contract`) where damaged documents are read.
"""

import re
from pathlib import Path

import pytest

from mjlog.vocabulary import ErrorCode

SOURCES = [
    path.read_text()
    for folder in ("mjlog", "parsers")
    for path in (Path(__file__).parents[1] / folder).rglob("*.py")
    if path.name != "vocabulary.py"
]


@pytest.mark.parametrize("code", ErrorCode)
def test_a_code_is_words_with_hyphens_and_a_sentence(code: ErrorCode) -> None:
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", code)
    assert code.name == code.upper().replace("-", "_")
    assert code.meaning.endswith(".")


@pytest.mark.parametrize("code", ErrorCode)
def test_a_code_is_in_use(code: ErrorCode) -> None:
    assert any(f"ErrorCode.{code.name}" in source for source in SOURCES)


def test_meanings_differ() -> None:
    assert len({code.meaning for code in ErrorCode}) == len(ErrorCode)
