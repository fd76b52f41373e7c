"""What copying does to a text file (byte order marks, line ends, encodings) changes neither its games nor their ids."""

from codecs import BOM_UTF8
from pathlib import Path

import pytest

from mjlog.conversion import Options
from mjlog.ingest.checked import check
from mjlog.ingest.reading import Document, expand

LOGS = Path(__file__).parents[2] / "sample_logs"
TEXTS = sorted(
    path for path in LOGS.rglob("*") if path.is_file() and path.suffix in {".xml", ".json", ".mjson", ".html"}
)
WAYS = {
    "byte order mark": lambda text: BOM_UTF8 + text.removeprefix(BOM_UTF8),
    "line ends": lambda text: text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
    "last line end": lambda text: text.rstrip() + b"\r\n",
    "UTF-16": lambda text: text.decode("utf-8-sig").encode("utf-16"),
}


def games(content, name):
    """Ids and hands of the games of a document whose name tells nothing."""
    documents = list(expand(Document(name, None, None), content))
    recorded = check(documents, events=False, complete=Options().complete).recorded
    hands = recorded.hands.drop("game_id")
    return recorded.games["game_id"].to_list(), hands, recorded.errors.height


def utf8(path):
    try:
        path.read_bytes().decode()
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("path", [path for path in TEXTS if utf8(path)][::4], ids=lambda path: path.name)
def test_a_copy_has_the_games_and_ids_of_its_original(path, way):
    content = path.read_bytes()
    ids, hands, errors = games(content, "log")
    copied_ids, copied_hands, copied_errors = games(WAYS[way](content), "log")
    assert ids
    assert copied_ids == ids
    assert copied_hands.equals(hands)
    assert copied_errors == errors
