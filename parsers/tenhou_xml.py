"""Tenhou XML (mjlog): the log that Tenhou's server hands out and its client saves.

A batch of documents is one text and is read as columns: :mod:`parsers._tenhou_xml_scan` finds every tag, attribute
and number of the batch, :mod:`parsers._tenhou_xml_course` makes hands of them and judges each by itself, and the
tables are gathered from what is left. Only documents that are not in Tenhou's own form are looked at one by one
(:mod:`parsers._tenhou_xml_repair`).

Whose a nagashi mangan is, is told by the sign of the change of points; the log does not say it otherwise.
"""

from dataclasses import fields
from typing import Final

import numpy as np
import polars as pl

from mjlog.parsing import Parser, Recorded, address_expression
from mjlog.tables import conform
from parsers._tenhou_xml_course import Course, course
from parsers._tenhou_xml_documents import Batch
from parsers._tenhou_xml_errors import PARSER as NAME
from parsers._tenhou_xml_errors import errors_table
from parsers._tenhou_xml_events import events_table
from parsers._tenhou_xml_games import finals, games_table, headers, named, players_table, ruled
from parsers._tenhou_xml_hands import Games, hands_table
from parsers._tenhou_xml_scan import Flags, Kind, OddDocumentsError, scan
from parsers._tenhou_xml_tags import Tags
from parsers._tenhou_xml_wins import wins_table

BLOCK: Final = 4_000_000
"""Bytes of text that are worked on at once: about what stays in a processor's cache with all that is made of it."""


def parse(documents: pl.DataFrame, events: bool) -> Recorded:
    """The recorded tables of a batch of documents (:data:`mjlog.parsing.DOCUMENTS`), events where asked for."""
    sizes = documents["content"].bin.size().fill_null(0).to_numpy()
    block = (np.cumsum(sizes) - sizes) // BLOCK
    starts = np.flatnonzero(np.diff(block, prepend=-1))
    parts = [
        _parse(documents.slice(start, end - start), events)
        for start, end in zip(starts, np.append(starts[1:], len(documents)), strict=True)
    ]
    tables = {table.name: [getattr(part, table.name) for part in parts] for table in fields(Recorded)}
    return Recorded(**{name: conform(name, pl.concat(frames)) for name, frames in tables.items() if frames})


def _parse(documents: pl.DataFrame, events: bool) -> Recorded:
    """One block of :func:`parse`; its tables lack the columns that no log of this format has."""
    batch = Batch(documents)
    while len(batch.games):
        try:
            markup = scan(*batch.joined())
            header = headers(markup)
            played = course(markup, header["n_players"].to_numpy().astype(np.int64))
            return _tables(batch, header, played, events)
        except OddDocumentsError as odd:
            batch.repair(odd.documents)
    return Recorded(errors=errors_table(batch))


def _tables(batch: Batch, header: pl.DataFrame, played: Course, events: bool) -> Recorded:
    ids = batch.ids()
    source = batch.documents.select(address_expression().alias("source")).to_series().gather(batch.games["document"])
    games = pl.concat([header.with_columns(game_id=ids, source=source), finals(played)], how="horizontal")
    games = named(ruled(games))
    about = Games(ids, header["n_players"].to_numpy().astype(np.int64), header["reds"].to_numpy())
    errors = errors_table(batch, played, games)
    held = np.bincount(played.hands.document[played.complete], minlength=len(games)) > 0
    recorded = Recorded(
        games=games_table(games.filter(held), seeds=events),
        players=players_table(games.filter(held), _disconnected(played)[held]),
        hands=hands_table(played, about, shuffles=events),
        wins=wins_table(played, about),
        errors=errors,
    )
    if events:
        recorded.events = events_table(played, about)
    return recorded


def _disconnected(played: Course) -> Flags:
    """Whether each seat of each game was ever disconnected."""
    markup = played.markup
    byes = Tags(markup, Kind.BYE)
    seat = byes.number("who")
    known = (seat >= 0) & (seat < 4)
    disconnected = np.zeros((len(markup.first_tag) - 1, 4), bool)
    game = np.searchsorted(markup.first_tag, byes.at[known], "right") - 1
    disconnected[game, seat[known]] = True
    return disconnected


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
)
