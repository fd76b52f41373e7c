"""Parsing a batch so that nothing wrong gets in and nothing right is lost.

What comes out of :func:`check` holds: every row keeps the rules of its columns, every game stands once, every hand has
its game and every win its hand. A document that makes a parser fail costs only itself; a row that breaks a rule costs
its hand (a game's or a player's row: its game); each is a row of ``errors`` that says why.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Final, NamedTuple

import dataframely as dy
import polars as pl
from polars.exceptions import PanicException

from mjlog.ingest.codecs import Fault
from mjlog.ingest.formats import recognize
from mjlog.ingest.reading import Document, stem
from mjlog.ingest.repeats import GIVEN_UP, concat, copies, once, only_games, without_games
from mjlog.ingest.unreadable import explain
from mjlog.parsing import DOCUMENTS, Parser, Recorded, address, address_expression
from mjlog.tables import KEYS, RECORDED, TABLES, conform, dtypes
from mjlog.vocabulary import ErrorCode

_CODES_OF_GAMES: Final = (ErrorCode.BROKEN_ROW, ErrorCode.STRAY_ROW, *GIVEN_UP)
"""What the house and not a parser says of games, and says again when it reads them again."""
MOST_ERRORS: Final = 100
"""Rows of ``errors`` that a document may cause: a broken one could otherwise write more of them than a season."""
_GAME_COLUMNS: Final = ("game_id", "source")


@dataclass(slots=True)
class Checked:
    """A batch: its tables, and a row a document (``source``, ``member``, ``bytes``, ``modified``, ``format``, …)."""

    recorded: Recorded
    documents: pl.DataFrame


def _as_it_is(recorded: Recorded) -> Recorded:
    return recorded


def check(
    batch: Sequence[Document],
    *,
    events: bool,
    parser: Parser | None = None,
    complete: Callable[[Recorded], Recorded] = _as_it_is,
) -> Checked:
    """Parse and check a batch.

    Args:
        batch: documents, in the order in which a game met twice is kept.
        events: whether the events table is wanted.
        parser: the parser of every document; None = the one that claims it.
        complete: fills in what a record leaves to the rules (score sheets), before it is checked.
    """
    chosen = [_choose(document, parser) for document in batch]
    listing = _listing(batch, chosen)
    faults = [
        (address(document.source, document.member), *fault)
        for document, choice in zip(batch, chosen, strict=True)
        if (fault := _fault(document, choice)) is not None
    ]
    claimed = [
        _Claimed(document, choice) for document, choice in zip(batch, chosen, strict=True) if isinstance(choice, Parser)
    ]
    recorded = _record(claimed, _How(events, complete))
    recorded.errors = pl.concat([_errors(faults), recorded.errors])
    recorded.errors = pl.concat([recorded.errors, _silent(listing, recorded)])
    return Checked(recorded, listing)


class _Claimed(NamedTuple):
    """A document and the parser that reads it."""

    document: Document
    parser: Parser


class _How(NamedTuple):
    """How documents are read: whether events are wanted, and what completes a record."""

    events: bool
    complete: Callable[[Recorded], Recorded]


def _record(claimed: Sequence[_Claimed], how: _How) -> Recorded:
    """The checked tables of documents, each game once."""
    groups: dict[str, tuple[Parser, list[Document]]] = {}
    for document, parser in claimed:
        groups.setdefault(parser.name, (parser, []))[1].append(document)
    parts = [
        _sound(_completed(part, how), parser.name)
        for parser, documents in groups.values()
        for part in _parse(parser, documents, how)
    ]
    for part in parts:
        part.errors = _no_more_than(MOST_ERRORS, part.errors)
    return _each_game_once(parts, claimed, how)


def _parse(parser: Parser, documents: Sequence[Document], how: _How) -> list[Recorded]:
    """What the parser makes of the documents, copies of a game apart (:func:`_apart`).

    When it fails, its batch is halved until the guilty stand alone.
    """
    frame = pl.DataFrame(
        {
            "source": [document.source for document in documents],
            "member": [document.member for document in documents],
            "content": [document.content for document in documents],
        },
        schema=DOCUMENTS,
    )
    try:
        return _apart(_conformed(parser.parse(frame, how.events)), len(documents))
    except (Exception, PanicException) as problem:  # noqa: BLE001 -- a parser may be somebody else's code
        if len(documents) > 1:
            half = len(documents) // 2
            return _parse(parser, documents[:half], how) + _parse(parser, documents[half:], how)
        message = f"the parser failed: {type(problem).__name__}: {' '.join(str(problem).split())}"
        where = address(documents[0].source, documents[0].member)
        return [Recorded(errors=_errors([(where, ErrorCode.PARSER_FAILED, message)], parser.name))]


def _apart(parsed: Recorded, documents: int) -> list[Recorded]:
    """A record in parts in which the rows of each game are those of one copy.

    One document's copies of a game are told apart. Of several documents' that cannot be done: of a game that more than
    one of them holds there is only its row in ``games``, once for each, so that no game is made of two.
    """
    repeated = parsed.games.filter(pl.col("game_id").is_duplicated())
    if repeated.is_empty():
        return [parsed]
    if documents == 1:
        return copies(parsed)
    return [without_games(parsed, repeated["game_id"].unique()), Recorded(games=repeated)]


def _completed(recorded: Recorded, how: _How) -> Recorded:
    """The record with what it leaves to the rules, as far as that can be told; a game that cannot costs no other."""
    try:
        return how.complete(recorded)
    except (Exception, PanicException):  # noqa: BLE001 -- the check says what is lacking
        ids = recorded.games["game_id"]
        if len(ids) < 2:
            return recorded
        half = len(ids) // 2
        halves = [_completed(only_games(recorded, some), how) for some in (ids[:half], ids[half:])]
        return replace(concat(halves), errors=recorded.errors)


def _choose(document: Document, parser: Parser | None) -> Parser | Fault | None:
    """The parser of a document, or why it has none; None where there is nothing to parse."""
    content = document.content
    if content is None:
        return None
    if parser is not None:
        return parser if content.strip() else explain(content)
    return recognize(content, document.name) or explain(content)


def _fault(document: Document, choice: Parser | Fault | None) -> Fault | None:
    """What is wrong with a document before it is parsed; damage tells more than what the rest looks like."""
    return document.fault or (choice if isinstance(choice, Fault) else None)


def _listing(batch: Sequence[Document], chosen: Sequence[Parser | Fault | None]) -> pl.DataFrame:
    formats = [
        choice.name if isinstance(choice, Parser) else document.container
        for document, choice in zip(batch, chosen, strict=True)
    ]
    columns = {
        "source": [document.source for document in batch],
        "member": [document.member for document in batch],
        "bytes": [document.size for document in batch],
        "modified": [document.modified for document in batch],
        "format": formats,
        "is_container": [document.container is not None for document in batch],
    }
    types = {name: dtype for name, dtype in dtypes("manifest").items() if name in columns}
    frame = pl.DataFrame(columns, schema={**types, "is_container": pl.Boolean()})
    return frame.with_columns(address=address_expression()).with_row_index("order")


def _conformed(recorded: Recorded) -> Recorded:
    """The parser's tables in their exact types.

    Raises:
        polars.exceptions.PolarsError: a column holds what its type cannot.
    """
    for each in fields(Recorded):
        frame = getattr(recorded, each.name)
        if frame.schema != dtypes(each.name):
            setattr(recorded, each.name, conform(each.name, frame))
    return recorded


def _sound(recorded: Recorded, parser: str) -> Recorded:
    """The tables without what breaks a column's rule or hangs in the air; each such row noted in ``errors``."""
    errors = [recorded.errors]
    for table in RECORDED:
        frame = getattr(recorded, table)
        if frame.is_empty() or _plainly_valid(table, frame):
            continue
        result, failure = TABLES[table].filter(frame)
        if len(failure):
            errors.append(_broken_rows(table, failure, recorded.games, parser))
            setattr(recorded, table, result)
            recorded = _without_owners(recorded, table, failure.invalid())
    for table, owner in (("players", "games"), ("hands", "games"), ("wins", "hands")):
        frame = getattr(recorded, table)
        kept = frame.join(getattr(recorded, owner), on=KEYS[owner], how="semi", maintain_order="left")
        if len(kept) < len(frame):
            stray = frame.join(kept, on=KEYS[table], how="anti")
            errors.append(_stray_rows(table, owner, stray, recorded.games, parser))
            setattr(recorded, table, kept)
    recorded.errors = pl.concat(errors)
    return recorded


@cache
def _quick_schemas(table: str) -> tuple[type[dy.Schema], dict[str, type[dy.Schema]]]:
    """A table's declaration in two: its plain columns, and for each list column what its elements must be.

    Checking the elements of all lists at once is many times faster than list by list.
    """
    columns = TABLES[table].columns()
    lists = {name: column for name, column in columns.items() if isinstance(column, dy.List)}
    plain = {name: column for name, column in columns.items() if name not in lists}
    inner = {name: _schema({name: column.inner}) for name, column in lists.items()}
    return _schema(plain), inner


def _schema(columns: dict[str, dy.Column]) -> type[dy.Schema]:
    return type("Quick", (dy.Schema,), {**columns, "__module__": __name__})


def _plainly_valid(table: str, frame: pl.DataFrame) -> bool:
    """Whether every row keeps every rule; False may also mean that only the full check can tell."""
    plain, lists = _quick_schemas(table)
    return plain.is_valid(frame.select(plain.column_names())) and all(
        inner.is_valid(frame.select(pl.col(name).explode(empty_as_null=False, keep_nulls=False)))
        for name, inner in lists.items()
    )


def _broken_rows(table: str, failure: dy.FailureInfo, games: pl.DataFrame, parser: str) -> pl.DataFrame:
    """A row of ``errors`` for each row that breaks a rule, naming table, column and rule."""
    rules = [name for name, count in failure.counts().items() if count]
    broken = pl.concat_str(
        *(pl.when(pl.col(rule) == "invalid").then(pl.lit(_in_words(table, rule))) for rule in rules),
        separator="; ",
        ignore_nulls=True,
    )
    rows = failure.details().with_columns(message=pl.format("a row of {} breaks a rule: {}", pl.lit(table), broken))
    return _errors_of(rows, ErrorCode.BROKEN_ROW, games, parser)


def _in_words(table: str, rule: str) -> str:
    """``fu|max`` as ``fu must be at most 255``, from the column's own declaration."""
    name, _, kind = rule.partition("|")
    column = TABLES[table].columns().get(name)
    limit = getattr(column, kind, None)
    words = {
        "nullability": "must not be null",
        "inner_nullability": "must hold no nulls",
        "max": f"must be at most {limit}",
        "min": f"must be at least {limit}",
    }
    return f"{name} {words.get(kind, f'breaks its rule {kind!r}')}"


def _stray_rows(table: str, owner: str, rows: pl.DataFrame, games: pl.DataFrame, parser: str) -> pl.DataFrame:
    message = pl.lit(f"a row of {table} belongs to no row of {owner}")
    return _errors_of(rows.with_columns(message=message), ErrorCode.STRAY_ROW, games, parser)


def _no_more_than(most: int, errors: pl.DataFrame) -> pl.DataFrame:
    """So many rows of ``errors`` a document and the first of each kind; of the others one a kind that says how many."""
    if len(errors) <= most:
        return errors
    is_early = pl.int_range(pl.len()).over("source") < most
    is_first = pl.int_range(pl.len()).over("source", "code") == 0
    is_kept = errors.select(is_early | is_first).to_series()
    others = errors.filter(~is_kept).group_by("source", "code", "parser", maintain_order=True).len()
    message = pl.format("and {} more of this kind", "len")
    return pl.concat([errors.filter(is_kept), conform("errors", others.with_columns(message=message))])


def _errors_of(rows: pl.DataFrame, code: ErrorCode, games: pl.DataFrame, parser: str) -> pl.DataFrame:
    if "source" not in rows.columns:
        rows = rows.join(games.select(_GAME_COLUMNS), on="game_id", how="left", maintain_order="left")
    hand = pl.col("hand") if "hand" in rows.columns else pl.lit(None, pl.UInt16)
    return conform(
        "errors",
        rows.select(
            pl.col("source").fill_null("unknown"),
            "game_id",
            hand.alias("hand"),
            "message",
            code=pl.lit(code),
            parser=pl.lit(parser),
        ),
    )


def _without_owners(recorded: Recorded, table: str, broken: pl.DataFrame) -> Recorded:
    """The tables without the hands (or games) that a broken row leaves incomplete."""
    key = ["game_id"] if table in ("games", "players") else ["game_id", "hand"]
    lost = broken.select(key).unique()
    kept = {
        name: frame.join(lost, on=key, how="anti", maintain_order="left", nulls_equal=True)
        if set(key) <= set((frame := getattr(recorded, name)).columns)
        else frame
        for name in RECORDED
    }
    if len(key) > 1:
        cut = pl.col("game_id").is_in(lost["game_id"].implode())
        kept["games"] = kept["games"].with_columns(complete=pl.col("complete") & ~cut)
    return Recorded(**kept, errors=recorded.errors)


def _each_game_once(parts: Sequence[Recorded], claimed: Sequence[_Claimed], how: _How) -> Recorded:
    """The tables with each game as the best of its holders has it (:func:`mjlog.ingest.repeats.claims`).

    Documents that hold games which others hold too are parsed again, in rounds of documents that have none of them in
    common.
    """
    whole = concat(parts)
    repeated = whole.games.filter(pl.col("game_id").is_duplicated())
    if repeated.is_empty():
        return whole
    if len(claimed) == 1:
        return concat(once(parts))
    ids = repeated["game_id"].unique()
    told_again = pl.col("game_id").is_in(ids.implode()) & pl.col("code").is_in(_CODES_OF_GAMES)
    rounds = [_record(chosen, how) for chosen in _rounds(claimed, whole.games, repeated)]
    again = [replace(only_games(each, ids), errors=each.errors.filter(told_again)) for each in rounds]
    others = replace(without_games(whole, ids), errors=whole.errors.remove(told_again))
    return concat([others, *once(again)])


def _rounds(claimed: Sequence[_Claimed], games: pl.DataFrame, repeated: pl.DataFrame) -> list[list[_Claimed]]:
    """The documents that hold repeated games, so divided that those of a round have none in common.

    Holders of a game come in order, one a round; one that holds a game twice has its round for itself. What belongs to
    a holder and has no game of its own (``x.json`` beside ``x.bin``) goes with it.
    """
    held: dict[str, list[str]] = {source: [] for source in games["source"]}
    for source, game_id in repeated.select("source", "game_id").rows():
        held[source].append(game_id)
    beside: dict[str, list[_Claimed]] = {}
    for each in claimed:
        if _address(each) not in held:
            beside.setdefault(stem(each.document.source, each.document.member), []).append(each)
    times: dict[str, int] = {}
    rounds: dict[tuple[int, str], list[_Claimed]] = {}
    for each in claimed:
        ids = held.get(_address(each))
        if ids:
            number = max(times.get(game_id, 0) for game_id in ids)
            times |= dict.fromkeys(ids, number + 1)
            key = (number, _address(each) if len(set(ids)) < len(ids) else "")
            partners = beside.get(stem(each.document.source, each.document.member), [])
            rounds.setdefault(key, []).extend([each, *partners])
    return [rounds[key] for key in sorted(rounds)]


def _address(claimed: _Claimed) -> str:
    return address(claimed.document.source, claimed.document.member)


def _silent(listing: pl.DataFrame, recorded: Recorded) -> pl.DataFrame:
    """Documents that a parser took and of which it says nothing at all: an error, for nothing passes silently.

    One that lies beside a game of the same name (``x.json``, ``x.bin``) is the game's other half.
    """
    heard = pl.concat([recorded.games["source"], recorded.errors["source"]])
    silent = listing.filter(
        pl.col("format").is_not_null(), ~pl.col("is_container"), ~pl.col("address").is_in(heard.implode())
    )
    if len(silent):
        games = {stem(source, None) for source in recorded.games["source"]}
        silent = silent.filter([stem(source, None) not in games for source in silent["address"]])
    message = pl.format("read as {}, but no game was found in it", "format")
    code = pl.lit(ErrorCode.NO_GAME)
    return conform("errors", silent.select(source="address", code=code, message=message, parser="format"))


def _errors(rows: Sequence[tuple[str, str, str]], parser: str | None = None) -> pl.DataFrame:
    """Rows of ``errors`` from addresses, codes and messages."""
    frame = pl.DataFrame(rows, schema=dict.fromkeys(("source", "code", "message"), pl.String()), orient="row")
    return conform("errors", frame.with_columns(parser=pl.lit(parser, pl.String)))
