"""The contract between the house and a parser: a batch of documents in, recorded tables and errors out.

A parser never raises for what a document contains and never drops a hand silently: a bad document or hand becomes a
row of ``errors`` and costs nothing else of the batch. It does no input or output of its own. Formats are found through
the entry-point group ``mjlog.parsers``; each entry point names a :class:`Parser`.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib import import_module
from typing import Final

import polars as pl

from mjlog.tables import dtypes, empty

ENTRY_POINTS: Final = "mjlog.parsers"

DOCUMENTS: Final[dict[str, pl.DataType]] = {"source": pl.String(), "member": pl.String(), "content": pl.Binary()}
"""Columns of a batch: the file, the member of an archive or database in it (or null), and its decompressed bytes."""


_LINE_END: Final = re.compile(rb"[\r\n]\s*")


@dataclass(slots=True)
class Recorded:
    """What a batch of logs says: five tables of :mod:`mjlog.tables`, and what had to be set aside.

    ``events`` is empty unless it was asked for. Every hand belongs to a game of ``games``; every win to a hand.
    """

    games: pl.DataFrame = field(default_factory=lambda: empty("games"))
    players: pl.DataFrame = field(default_factory=lambda: empty("players"))
    hands: pl.DataFrame = field(default_factory=lambda: empty("hands"))
    wins: pl.DataFrame = field(default_factory=lambda: empty("wins"))
    events: pl.DataFrame = field(default_factory=lambda: empty("events"))
    errors: pl.DataFrame = field(default_factory=lambda: empty("errors"))


@dataclass(frozen=True, slots=True)
class Parser:
    """A format.

    Attributes:
        name: what ``--from`` takes and ``games.format`` says, for example ``tenhou-xml``.
        title: one line for people.
        suffixes: file names it is usual under; a hint for people, never used to choose a parser.
        carries: what its logs hold of ``hands``, ``tiles``, ``events``, ``scores``.
        sniff: whether the first bytes of a document (up to 64 KiB, decompressed) and its name are of this format.
        parse: the documents of a batch (:data:`DOCUMENTS`) and whether events are wanted, to tables.
        quick: whether ``sniff`` looks at a fixed place instead of searching; such parsers are asked before the others.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    carries: tuple[str, ...]
    sniff: Callable[[bytes, str], bool]
    parse: Callable[[pl.DataFrame, bool], Recorded]
    quick: bool = False


def lazily(path: str) -> Callable[[pl.DataFrame, bool], Recorded]:
    """The function ``module:function``, imported when it is first called.

    A parser's own module says what its documents look like; what reads them is needed only where there are some.
    """

    def parse(documents: pl.DataFrame, events: bool) -> Recorded:
        module, _, function = path.partition(":")
        recorded: Recorded = getattr(import_module(module), function)(documents, events)
        return recorded

    return parse


def address(source: str, member: str | None) -> str:
    """How a document is named to people and in ``games.source``: ``archive.zip::member``, or the file alone."""
    return source if member is None else f"{source}::{member}"


def address_expression() -> pl.Expr:
    """:func:`address` over the documents of a batch."""
    return pl.concat_str("source", pl.col("member").str.replace("^", "::"), ignore_nulls=True)


def content_id(content: bytes) -> str:
    """Game id for a log that has none of its own: equal text, equal id.

    A byte order mark, line ends and the indents of lines say nothing: they are what copying and mending changes.
    """
    return blake2b(_LINE_END.sub(b"", content.removeprefix(BOM_UTF8)), digest_size=8).hexdigest()


class Rows:
    """Rows of one table gathered by a parser whose format can only be walked (nested JSON, protobuf)."""

    def __init__(self, table: str) -> None:
        self._dtypes = dtypes(table)
        self._rows: list[dict[str, object]] = []

    def add(self, **values: object) -> None:
        """Append a row; columns not named are null.

        Raises:
            KeyError: a name is not a column of the table.
        """
        if not values.keys() <= self._dtypes.keys():
            raise KeyError(f"no such column: {', '.join(values.keys() - self._dtypes.keys())}")
        self._rows.append(values)

    def frame(self) -> pl.DataFrame:
        """The rows as a frame of the table's exact types."""
        named: set[str] = set().union(*self._rows)
        columns = {name: [row.get(name) for row in self._rows] for name in self._dtypes if name in named}
        frame = pl.DataFrame(columns, schema={name: dtype for name, dtype in self._dtypes.items() if name in named})
        lacking = [pl.lit(None, dtype).alias(name) for name, dtype in self._dtypes.items() if name not in named]
        return frame.with_columns(lacking).select(*self._dtypes)
