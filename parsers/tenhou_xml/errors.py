"""The table ``errors`` of a batch of Tenhou XML: what was set aside or noted, where, and why."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np
import polars as pl

from mjlog.parsing import Rows, address
from mjlog.vocabulary import ErrorCode
from parsers.tenhou_xml.course import Course
from parsers.tenhou_xml.documents import Batch
from parsers.tenhou_xml.grammar import END_TAG, TAGS, Kind
from parsers.tenhou_xml.repair import WARNINGS, Note

PARSER: Final = "tenhou-xml"
SHOWN: Final = 80

Notes = list[tuple[int, Note]]
"""Notes, each with the row of its document."""


def hand_notes(batch: Batch, played: Course, games: pl.DataFrame) -> Notes:
    """Hands that are not complete, each by its first flaw.

    Args:
        batch: the documents.
        played: the hands of some of their games.
        games: document and part of each of these games.
    """
    notes: Notes = []
    markup, hands = played.markup, played.hands
    if played.complete.all():
        return notes
    places = games.select("document", "part").rows()
    for hand in np.flatnonzero(~played.complete).tolist():
        game, number = int(hands.game[hand]), int(hands.number[hand])
        flaw = played.flaw.get(hand)
        tag = flaw.tag if flaw else int(min(hands.end[hand], markup.first_tag[game + 1] - 1))
        code, message = _reason(played, tag, flaw.attribute if flaw else None)
        first = int(markup.first_tag[game])
        rewritten = batch.rewritten.get(places[game])
        offset = rewritten.offset(tag - first) if rewritten else int(markup.at[tag] - markup.at[first])
        document, part = places[game]
        notes.append((document, Note(part, number, offset, code, message)))
    return notes


def _reason(played: Course, tag: int, attribute: str | None) -> tuple[ErrorCode, str]:
    """Code and words for a flaw; no attribute: the hand has no result, an empty one: the tag itself is at fault."""
    if attribute is None:
        return ErrorCode.NO_RESULT, "the hand has no result"
    name = TAGS[Kind(played.markup.kind[tag])].name.decode()
    if not attribute:
        return ErrorCode.BAD_HAND, f"{name}: this player has won the hand before"
    start, end = played.markup.at[tag : tag + 2].tolist()
    text = played.markup.text[start : min(end, start + SHOWN)].tobytes().decode(errors="replace")
    return ErrorCode.BAD_HAND, f"{name} has no usable {attribute!r}: {text}{'…' if end - start > SHOWN else ''}"


def errors_table(
    batch: Batch, games: pl.DataFrame | None = None, of_hands: Sequence[tuple[int, Note]] = ()
) -> pl.DataFrame:
    """All there is to tell.

    Args:
        batch: the documents, with notes of their own.
        games: a row a game: ``document``, ``part``, ``content``, ``game_id``, ``final``, ``complete``, ``held``,
            ``unknown``, ``bad_name``.
        of_hands: the notes of the hands; what the documents' own notes tell already is left out.
    """
    told = {(document, note.game, note.hand) for document, note in batch.notes if note.code not in WARNINGS}
    notes = batch.notes + [entry for entry in of_hands if (entry[0], entry[1].game, entry[1].hand) not in told]
    incomplete = {(document, note.game) for document, note in notes if note.code not in WARNINGS}
    ids: dict[tuple[int, int | None], str] = {}
    if games is not None:
        notes += _game_notes(batch, games, incomplete)
        for document, part, game_id, alone in _named(games) if notes else ():
            ids[document, part] = game_id
            if alone:
                ids[document, None] = game_id
    rows, sources = Rows("errors"), batch.documents.select("source", "member").rows() if notes else []
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


def _named(games: pl.DataFrame) -> Iterable[tuple[int, int, str, bool]]:
    """Document, part and id of each game, and whether it is the only one of its document."""
    return games.select("document", "part", "game_id", alone=~pl.col("document").is_duplicated()).iter_rows()


def _game_notes(batch: Batch, games: pl.DataFrame, told: set[tuple[int, int | None]]) -> Iterator[tuple[int, Note]]:
    """Games that do not run to their end, unless something is told of them; unknown rules; names that are no text."""
    of_note = ~pl.col("complete") | pl.col("unknown").is_not_null() | pl.col("bad_name").is_not_null()
    for game in games.filter(of_note).iter_rows(named=True):
        document, part = place = game["document"], game["part"]
        rewritten = batch.rewritten.get(place)
        start, end = 0, len(game["content"]) - len(END_TAG)
        if rewritten:
            start, end = rewritten.offset(0), rewritten.offset(-1)
        if not game["complete"] and place not in told:
            code, message = ErrorCode.NO_HANDS, "the log holds no hand"
            if game["held"]:
                code, message = ErrorCode.CUT, "the log ends before the game does"
                if game["final"] is not None:
                    code, message = ErrorCode.AFTER_THE_END, "the final scores do not stand at the last result"
            yield document, Note(part, None, end, code, message)
        if game["unknown"] is not None:
            message = f"rules that are not understood: {game['unknown']}"
            yield document, Note(part, None, start, ErrorCode.UNKNOWN_RULES, message)
        if game["bad_name"] is not None:
            message = f"a name is no UTF-8, and kept as it is written: {game['bad_name']}"
            yield document, Note(part, None, start, ErrorCode.NOT_UTF8, message)
