"""Tenhou XML (mjlog): the log that Tenhou's server hands out and its client saves.

A batch of documents is one text and is read as columns: :mod:`parsers.tenhou_xml.scan` finds every tag, attribute
and number of the batch, :mod:`parsers.tenhou_xml.course` makes hands of them and judges each by itself, and the
tables are gathered from what is left. Only documents that are not in Tenhou's own form are looked at one by one
(:mod:`parsers.tenhou_xml.repair`).

Whose a nagashi mangan is, is told by the sign of the change of points; the log does not say it otherwise.
"""

from typing import Final, NamedTuple

import numpy as np
import polars as pl

from mjlog.parsing import Parser, Recorded, address_expression
from mjlog.tables import conform
from parsers.shared.columns import Column, Columns, frame, stacked
from parsers.tenhou_xml.course import course
from parsers.tenhou_xml.documents import Batch
from parsers.tenhou_xml.errors import PARSER as NAME
from parsers.tenhou_xml.errors import Notes, errors_table, hand_notes
from parsers.tenhou_xml.events import events_table
from parsers.tenhou_xml.games import Header, finals, games_of, games_table, named, players_table, ruled
from parsers.tenhou_xml.hands import hands_table
from parsers.tenhou_xml.scan import OddDocumentsError, scan
from parsers.tenhou_xml.wins import wins_table

BLOCK: Final = 3_000_000
"""Bytes of text that are worked on at once: about what stays in a processor's cache with all that is made of it."""


def parse(documents: pl.DataFrame, events: bool) -> Recorded:
    """The recorded tables of a batch of documents (:data:`mjlog.parsing.DOCUMENTS`), events where asked for."""
    batch = Batch(documents)
    blocks = [block for games in batch.blocks(BLOCK) if (block := _block(batch, games, events)) is not None]
    if not blocks:
        return Recorded(errors=errors_table(batch))
    games = pl.concat([block.games for block in blocks])
    ids = batch.ids(games).alias("game_id")
    source = documents.select(address_expression().alias("source")).to_series().gather(games["document"])
    told = games_of(stacked([block.tables["games"] for block in blocks]))
    games = named(ruled(pl.concat([games.with_columns(ids, source), told], how="horizontal")))
    held = games.filter("held")
    recorded = Recorded(
        games=conform("games", games_table(held, seeds=events)),
        players=conform("players", players_table(held)),
        hands=_table("hands", blocks, ids),
        wins=_table("wins", blocks, ids),
        errors=errors_table(batch, games, [note for block in blocks for note in block.notes]),
    )
    if events:
        recorded.events = _table("events", blocks, ids)
    return recorded


class _Block(NamedTuple):
    """Some of the games of a batch: document, part and content; their tables in the making; notes of their hands."""

    games: pl.DataFrame
    tables: dict[str, Columns]
    notes: Notes


def _block(batch: Batch, games: pl.DataFrame, events: bool) -> _Block | None:
    """The tables of some games, odd ones repaired; none if no game is left."""
    while len(games):
        try:
            markup = scan(*batch.text(games))
            header = Header(markup)
            played = course(markup, header.players, header.reds)
        except OddDocumentsError as odd:
            games = batch.repaired(games, odd.documents)
            continue
        tables = {
            "games": header.columns | finals(played),
            "hands": hands_table(played, shuffles=events),
            "wins": wins_table(played),
            **({"events": events_table(played)} if events else {}),
        }
        return _Block(games, tables, hand_notes(batch, played, games))
    return None


def _table(name: str, blocks: list[_Block], ids: pl.Series) -> pl.DataFrame:
    """A table of all blocks, ids in the place of games."""
    first = np.cumsum([0, *(len(block.games) for block in blocks)])
    parts = [
        block.tables[name] | {"game": Column(block.tables[name]["game"].values + start)}
        for block, start in zip(blocks, first, strict=False)
    ]
    rows = frame(stacked(parts))
    return conform(name, rows.with_columns(ids.gather(rows["game"])))


def _sniff(head: bytes, name: str) -> bool:
    del name
    return b"<mjloggm" in head or b"<INIT seed=" in head


PARSER: Final = Parser(
    name=NAME,
    title="Tenhou XML (mjlog)",
    suffixes=(".mjlog", ".xml"),
    carries=("hands", "tiles", "events", "scores"),
    sniff=_sniff,
    parse=parse,
    quick=True,
)
