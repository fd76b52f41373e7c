"""Documents of mjai logs, to recorded tables."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import polars as pl

from mjlog.parsing import Recorded, address, content_id
from mjlog.vocabulary import ErrorCode
from parsers.mjai import NAME
from parsers.mjai.documents import read_document
from parsers.mjai.events import EndGame, Hora, Ryukyoku, StartGame, StartKyoku
from parsers.mjai.game import Reader
from parsers.shared.documents import TOO_DEEP, DocumentError
from parsers.shared.gathered import Desk, Gathered
from parsers.shared.tenhou_vocabulary import LOG_ID_IN_TEXT


def parse(documents: pl.DataFrame, events: bool) -> Recorded:
    """The documents of a batch as tables."""
    gathered = Gathered(NAME)
    for source, member, content in documents.select("source", "member", "content").iter_rows():
        _read(gathered, address(source, member), content)
    return gathered.recorded(events=events)


def _read(gathered: Gathered, source: str, content: bytes) -> None:
    try:
        found, envelope = read_document(content)
    except DocumentError as error:
        gathered.error(source, error.code, str(error))
        return
    except RecursionError:
        gathered.error(source, TOO_DEEP.code, str(TOO_DEEP))
        return
    if _is_chinese(found):
        message = "no dora indicators and points below a hundred: akochan's Chinese rules, not riichi mahjong"
        gathered.error(source, ErrorCode.NOT_RIICHI, message)
        return
    named = LOG_ID_IN_TEXT.search(source.rsplit("/", 1)[-1])
    identity = named[0] if named else content_id(content)
    games = _games(found) if content.count(b'"start_game"') > 1 else [(0, found)]
    for number, (offset, events) in enumerate(games):
        game_id = identity if len(games) == 1 else f"{identity}-{number}"
        Reader(Desk(gathered, source, game_id), envelope).read(events, offset)


def _games(events: Sequence[Any]) -> list[tuple[int, Sequence[Any]]]:
    """The games of a document with the position of each: they begin with a ``start_game`` after hands or an end."""
    starts, played = [0], False
    for at, event in enumerate(events):
        if isinstance(event, StartGame) and played:
            starts.append(at)
            played = False
        played = played or isinstance(event, (StartKyoku, EndGame))
    return [(start, events[start:end]) for start, end in pairwise([*starts, len(events)])]


def _is_chinese(events: Sequence[Any]) -> bool:
    """Whether no hand has a dora indicator and points change by less than a hundred."""
    first = next((event for event in events if isinstance(event, StartKyoku)), None)
    if first is None or first.dora_marker is not None:
        return False
    indicated = any(event.dora_marker is not None for event in events if isinstance(event, StartKyoku))
    results = [event for event in events if isinstance(event, (Hora, Ryukyoku))]
    return not indicated and any(points % 100 for event in results for points in event.scores or event.deltas or ())
