"""Small tenhou.net/6 logs written by hand, and what the parser makes of them."""

import json
from collections.abc import Sequence
from typing import Any

import polars as pl

from mjlog.parsing import DOCUMENTS, Recorded
from parsers.tenhou_json.reading import parse

Item = int | str
Items = Sequence[Sequence[Item]]

DEALS: Items = (
    (11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24),
    (25, 26, 27, 28, 29, 31, 32, 33, 34, 35, 36, 37, 38),
    (11, 12, 13, 21, 22, 23, 31, 32, 33, 41, 42, 43, 44),
    (14, 15, 16, 24, 25, 26, 34, 35, 36, 45, 46, 47, 39),
)
"""Thirteen tiles a seat; what they are worth does not matter."""

RON = ["和了", [-3900, 0, 0, 3900], [3, 0, 3, "30符3飜3900点", "立直(1飜)", "平和(1飜)", "断幺九(1飜)"]]
DRAW = ["流局", [-1500, 1500, 1500, -1500]]


def hand(
    result: Sequence[Any] = DRAW,
    *,
    counters: Sequence[int] = (0, 0, 0),
    points: Sequence[Any] = (25000, 25000, 25000, 25000),
    dora: Sequence[int] = (41,),
    ura: Sequence[int] = (),
    deals: Items = DEALS,
    takes: Items = ((45,), (), (), ()),
    discards: Items = ((60,), (), (), ()),
) -> list[Any]:
    """A hand of seventeen items; as it stands the dealer draws a tile and discards it."""
    lists = [list(items) for seat in zip(deals, takes, discards, strict=True) for items in seat]
    return [list(counters), list(points), list(dora), list(ura), *lists, list(result)]


def log(*hands: list[Any], **head: Any) -> dict[str, Any]:
    """A log as the editor writes it, with other heads where given."""
    names = {"name": ["A", "B", "C", "D"], "rule": {"disp": "般南喰赤", "aka": 1}}
    return {"title": ["", ""], **names, **head, "log": list(hands)}


def text(document: Any) -> bytes:
    """JSON as Tenhou writes it, without spaces."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def read(*documents: Any, events: bool = True, names: Sequence[str] | None = None) -> Recorded:
    """What the parser says of documents, given as bytes or as what JSON would make of them."""
    contents = [document if isinstance(document, bytes) else text(document) for document in documents]
    sources = names or [f"log-{number}.json" for number in range(len(contents))]
    rows = {"source": sources, "member": [None] * len(contents), "content": contents}
    return parse(pl.DataFrame(rows, schema=DOCUMENTS), events)


def only(frame: pl.DataFrame) -> dict[str, Any]:
    """The one row of a frame, its enums as text."""
    (row,) = frame.rows(named=True)
    return row


def by_seat(row: dict[str, Any], name: str, players: int = 4) -> list[Any]:
    """Values of a per-seat column."""
    return [row[f"{name}_{seat}"] for seat in range(players)]


def errors(recorded: Recorded) -> list[tuple[int | None, str, str]]:
    """Hand, code and words of each error."""
    return recorded.errors.select("hand", "code", "message").rows()


def quiet(recorded: Recorded) -> Recorded:
    """The same, if it has no errors."""
    assert errors(recorded) == []
    return recorded
