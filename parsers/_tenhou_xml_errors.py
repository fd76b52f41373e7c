"""The table ``errors`` of a batch of Tenhou XML: what was set aside or noted, where, and why."""

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl

from mjlog.parsing import Rows, address
from parsers._tenhou_xml_course import Course
from parsers._tenhou_xml_documents import Batch
from parsers._tenhou_xml_repair import CUT, NOT_UTF8, WARNINGS, Note
from parsers._tenhou_xml_scan import TAGS, Kind

PARSER: Final = "tenhou-xml"
SHOWN: Final = 80


def errors_table(batch: Batch, played: Course | None = None, games: pl.DataFrame | None = None) -> pl.DataFrame:
    """What is noted of documents, hands that are not complete, games that are not or whose rules are not known.

    Args:
        batch: the documents.
        played: the hands of their games.
        games: a row a game: ``game_id``, ``final``, ``complete``, ``unknown``, ``bad_name``.
    """
    notes = list(batch.notes)
    ids: dict[tuple[int, int | None], str] = {}
    if played is not None and games is not None:
        places = batch.games.select("document", "part").rows()
        notes += _hand_notes(batch, played, places)
        notes += _game_notes(batch, played, games, places)
        ids = dict(zip(places, games["game_id"], strict=True))
        ids |= {(document, None): ids[document, part] for document, part in places if (document, 1) not in ids}
    rows, sources = Rows("errors"), batch.documents.select("source", "member").rows()
    for document, note in sorted(notes, key=lambda entry: (entry[0], entry[1].offset)):
        rows.add(
            source=address(*sources[document]),
            game_id=ids.get((document, note.game)),
            hand=note.hand,
            offset=note.offset,
            code=note.code,
            message=note.message,
            parser=PARSER,
        )
    return rows.frame()


def _hand_notes(batch: Batch, played: Course, places: list[tuple[int, int]]) -> Iterator[tuple[int, Note]]:
    """Hands that are not complete, each by its first flaw, unless the document's own notes tell of it."""
    told = {(document, note.game, note.hand) for document, note in batch.notes if note.code not in WARNINGS}
    hands = played.hands
    for hand in np.flatnonzero(~played.complete).tolist():
        game, number = int(hands.document[hand]), int(hands.number[hand])
        document, part = places[game]
        if (document, part, number) in told:
            continue
        if hand not in played.flaw:
            following = min(hands.end[hand], played.markup.first_tag[game + 1] - 1)
            offset = _offset(batch, played, game, int(following))
            yield document, Note(part, number, offset, "no-result", "the hand has no result")
            continue
        tag, attribute = played.flaw[hand]
        name, offset = TAGS[Kind(played.markup.kind[tag])].name.decode(), _offset(batch, played, game, tag)
        if attribute:
            message = f"{name} has no usable {attribute!r}: {_shown(played, tag)}"
            yield document, Note(part, number, offset, "bad-value", message)
        else:
            yield document, Note(part, number, offset, "second-win", f"{name}: this player has won the hand already")


def _game_notes(
    batch: Batch, played: Course, games: pl.DataFrame, places: list[tuple[int, int]]
) -> Iterator[tuple[int, Note]]:
    """Games that do not run to their end, unless that is told already; unknown rules; names that are no text."""
    told = {(document, note.game) for document, note in batch.notes if note.code not in WARNINGS}
    told |= {places[game] for game in played.hands.document[~played.complete].tolist()}
    hands = np.bincount(played.hands.document, minlength=len(places))
    of_note = ~pl.col("complete") | pl.col("unknown").is_not_null() | pl.col("bad_name").is_not_null()
    for game in np.flatnonzero(games.select(of_note).to_series()).tolist():
        (document, part), row = places[game], games.row(game, named=True)
        end = _offset(batch, played, game, int(played.markup.first_tag[game + 1]) - 1)
        if not row["complete"] and (document, part) not in told:
            code, message = CUT, f"the log ends after {hands[game]} hands, before the end of the game"
            if not hands[game]:
                code, message = "no-hands", "the log holds no hand"
            elif row["final"] is not None:
                code, message = "after-the-end", "the final scores do not stand at the last result"
            yield document, Note(part, None, end, code, message)
        start = _offset(batch, played, game, int(played.markup.first_tag[game]))
        if row["unknown"] is not None:
            message = f"rules that are not understood: {row['unknown']}"
            yield document, Note(part, None, start, "unknown-rules", message)
        if row["bad_name"] is not None:
            yield document, Note(part, None, start, NOT_UTF8, f"a name is no UTF-8 and kept as written: {row['bad_name']}")


def _offset(batch: Batch, played: Course, game: int, tag: int) -> int:
    """The byte of its document at which a tag begins."""
    first = int(played.markup.first_tag[game])
    rewritten = batch.offsets.get(batch.games.select("document", "part").row(game))
    if rewritten is not None:
        return rewritten[tag - first]
    return int(played.markup.at[tag] - played.markup.at[first])


def _shown(played: Course, tag: int) -> str:
    """A tag for people, shortened."""
    start, end = played.markup.at[tag : tag + 2].tolist()
    text = played.markup.text[start : min(end, start + SHOWN)].tobytes().decode(errors="replace")
    return text if end - start <= SHOWN else text + "…"
