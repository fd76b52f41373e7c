"""The games of a batch of documents, in the form that :mod:`parsers.tenhou_xml.scan` takes.

Most documents are a game as Tenhou wrote it and pass as they are. The others, told by their first and last bytes, by
bytes that are no printable ASCII, or later by the scan, are repaired one by one.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import numpy as np
import polars as pl

from mjlog.parsing import content_id
from mjlog.vocabulary import ErrorCode
from parsers.shared.tenhou_vocabulary import LOG_ID
from parsers.tenhou_xml.grammar import END_TAG, ROOT_TAG, TAGS, Bytes, Ints, Kind
from parsers.tenhou_xml.repair import Game, Note, repair
from parsers.tenhou_xml.scan import OddDocumentsError

_ID_IN_NAME: Final = rf"({LOG_ID})[^/\\]*$"
_NAMES: Final = {name for kind, tag in TAGS.items() if kind != Kind.ROOT for name in (*tag.numbers, *tag.texts)}
_SAID: Final = re.compile(rb"<[T-WD-G]\d+|(?<= )(?:%b)=\"[^\"]*\"" % "|".join(sorted(_NAMES)).encode())
"""Draws, discards and the attributes that are known: the same in a log as Tenhou wrote it and in one rewritten."""
_SCHEMA: Final = {"document": pl.Int64, "part": pl.Int64, "content": pl.Binary}
_UNREADABLE: Final = Note(None, None, 0, ErrorCode.UNREADABLE, "this document cannot be read")


class Batch:
    """Documents and the games in them.

    Attributes:
        documents: the input.
        games: a row a game: row of its document, position in it, and content.
        notes: what is to be noted, by row of the input.
        rewritten: games that were rewritten, by document and part.
    """

    def __init__(self, documents: pl.DataFrame) -> None:
        contents, rows = documents["content"].fill_null(b""), np.arange(len(documents))
        self.documents = documents
        self.notes: list[tuple[int, Note]] = []
        self.rewritten: dict[tuple[int, int], Game] = {}
        self._repaired: set[int] = set()
        self.games = pl.DataFrame({"document": rows, "part": np.zeros_like(rows), "content": contents}, schema=_SCHEMA)
        ends = pl.col("content").bin.starts_with(ROOT_TAG) & pl.col("content").bin.ends_with(END_TAG)
        self.games = self.repaired(self.games, np.flatnonzero(self.games.select(~ends).to_series()))

    def blocks(self, size: int) -> Iterator[pl.DataFrame]:
        """The games in blocks of about so many bytes."""
        sizes = self.games["content"].bin.size().to_numpy()
        block = (np.cumsum(sizes) - sizes) // size
        starts = np.flatnonzero(np.diff(block, prepend=-1))
        for start, end in pairwise([*starts.tolist(), len(sizes)]):
            yield self.games.slice(start, end - start)

    def text(self, games: pl.DataFrame) -> tuple[Bytes, Ints]:
        """Games end to end, and where each one starts and the last one ends.

        Raises:
            OddDocumentsError: some hold bytes that are no printable ASCII, which Tenhou never writes.
        """
        array = games["content"].to_arrow(compat_level=pl.CompatLevel.oldest())
        _, buffer, data = array.buffers()
        bounds = np.frombuffer(buffer, np.int64)[array.offset : array.offset + len(array) + 1]
        text, bounds = np.frombuffer(data, np.uint8)[bounds[0] : bounds[-1]], bounds - bounds[0]
        if text.min() < ord(" ") or text.max() > ord("~"):
            places = np.flatnonzero((text < ord(" ")) | (text > ord("~")))
            strange = np.unique(np.searchsorted(bounds, places, "right") - 1)
            strange = strange[[row not in self._repaired for row in games["document"].gather(strange)]]
            if len(strange):
                raise OddDocumentsError(strange)
        return text, bounds

    def repaired(self, games: pl.DataFrame, odd: Ints) -> pl.DataFrame:
        """Games with the documents of some of them rewritten; what cannot be is noted and left out.

        One that was rewritten before and is odd among others that were not is left as it is: they may be why.
        """
        rows = set(games["document"].gather(odd).to_list())
        rows = rows - self._repaired or rows
        if not rows:
            return games
        contents, written = self.documents["content"].fill_null(b""), []
        for row in sorted(rows - self._repaired):
            parts, notes = repair(contents[row])
            self.notes += [(row, note) for note in notes]
            self.rewritten |= {(row, part): game for part, game in enumerate(parts)}
            written += [(row, part, game.text) for part, game in enumerate(parts)]
        self.notes += [(row, _UNREADABLE) for row in rows & self._repaired]
        self._repaired |= rows
        kept = games.filter(~pl.col("document").is_in(list(rows)))
        return pl.concat([kept, pl.DataFrame(written, _SCHEMA, orient="row")]).sort("document", "part")

    def ids(self, games: pl.DataFrame) -> pl.Series:
        """Ids of games: the log id in the name of a document with one game, else a hash of what the game says."""
        name = pl.coalesce("member", "source").str.extract(_ID_IN_NAME)
        named = self.documents.select(name).to_series().gather(games["document"])
        ids = games.select(pl.when(~pl.col("document").is_duplicated()).then(named)).to_series()
        nameless = np.flatnonzero(ids.is_null())
        hashes = [content_id(b"".join(_SAID.findall(text)) or text) for text in games["content"].gather(nameless)]
        return ids.scatter(nameless, hashes) if hashes else ids
