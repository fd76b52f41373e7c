"""The games of a batch of documents, in the form that :mod:`parsers._tenhou_xml_scan` takes.

Most documents are a game as Tenhou wrote it and pass as they are. The others, told by their first and last bytes, by
bytes that are no printable ASCII, or later by the scan, are repaired one by one.
"""

from collections.abc import Iterable
from typing import Final

import numpy as np
import polars as pl

from mjlog.parsing import content_id
from parsers._tenhou_vocabulary import LOG_ID
from parsers._tenhou_xml_repair import Note, repair
from parsers._tenhou_xml_scan import END_TAG, ROOT_TAG, Bytes, Ints

_ID_IN_NAME: Final = rf"({LOG_ID})[^/\\]*$"
_SCHEMA: Final = {"document": pl.Int64, "part": pl.Int64, "content": pl.Binary}
_UNREADABLE: Final = Note(None, None, 0, "unreadable", "this document cannot be read")


class Batch:
    """Games and the documents they come from.

    Attributes:
        documents: the input.
        games: a row a game: row of its document, position in it, and content.
        notes: what is to be noted of documents, by row of the input.
        offsets: places of the tags of rewritten games in their documents, by document and part.
    """

    def __init__(self, documents: pl.DataFrame) -> None:
        contents = documents["content"].fill_null(b"")
        rows = np.arange(len(documents))
        self.documents = documents
        self.games = pl.DataFrame({"document": rows, "part": np.zeros_like(rows), "content": contents}, schema=_SCHEMA)
        self.notes: list[tuple[int, Note]] = []
        self.offsets: dict[tuple[int, int], list[int]] = {}
        self._repaired: set[int] = set()
        ends = pl.col("content").bin.starts_with(ROOT_TAG) & pl.col("content").bin.ends_with(END_TAG)
        self.repair(np.flatnonzero(self.games.select(~ends).to_series()))
        self.repair(self._strange())

    def joined(self) -> tuple[Bytes, Ints]:
        """The games end to end, and where each one starts and the last one ends."""
        array = self.games["content"].to_arrow(compat_level=pl.CompatLevel.oldest())
        _, bounds, data = array.buffers()
        bounds = np.frombuffer(bounds, np.int64)[array.offset : array.offset + len(array) + 1]
        return np.frombuffer(data, np.uint8)[bounds[0] : bounds[-1]], bounds - bounds[0]

    def repair(self, games: Iterable[int]) -> None:
        """Rewrite the documents that some games come from."""
        rows = set(self.games["document"].gather(list(games)).to_list())
        if not rows:
            return
        kept = self.games.filter(~pl.col("document").is_in(list(rows)))
        contents = self.documents["content"].fill_null(b"")
        written = []
        for row in rows - self._repaired:
            parts, notes = repair(contents[row])
            self.notes += [(row, note) for note in notes]
            self.offsets |= {(row, part): game.offsets for part, game in enumerate(parts)}
            written += [(row, part, game.text) for part, game in enumerate(parts)]
        self.notes += [(row, _UNREADABLE) for row in rows & self._repaired]
        self._repaired |= rows
        added = pl.DataFrame(written, schema=_SCHEMA, orient="row")
        self.games = pl.concat([kept, added]).sort("document", "part")

    def ids(self) -> pl.Series:
        """Ids of the games: the log id in the name of a document with one game, else a hash of the game's text."""
        name = pl.coalesce("member", "source").str.extract(_ID_IN_NAME)
        ids = self.documents.select(name).to_series().gather(self.games["document"])
        alone = ~self.games["document"].is_duplicated()
        ids = self.games.select(pl.when(alone).then(ids)).to_series()
        nameless = np.flatnonzero(ids.is_null())
        hashes = [content_id(content) for content in self.games["content"].gather(nameless)]
        return ids.scatter(nameless, hashes) if len(nameless) else ids

    def _strange(self) -> Ints:
        """Games with bytes that are no printable ASCII, which Tenhou never writes."""
        text, bounds = self.joined()
        if not len(text) or (text.min() >= ord(" ") and text.max() <= ord("~")):
            return np.empty(0, np.int64)
        strange = np.flatnonzero((text < ord(" ")) | (text > ord("~")))
        games = np.unique(np.searchsorted(bounds, strange, "right") - 1)
        return games[~np.isin(self.games["document"].to_numpy()[games], list(self._repaired))]
