"""Tenhou's lists of results: private lobbies (``sca``), ranked (``scb``, ``scc``), other tables (``scd`` to ``scf``).

A line is a game: its time, its table, in some lists a link to its log, and the players by rank with their scores. There
are no hands. Names may hold spaces, separators and brackets, so a line is read from both ends: the columns from the
left, the scores from the right. A game has the id of its log where the line tells it, so that a log that is read joins
its line; else a hash of the day and the line. Seats are not told: players are seated by rank.
"""

import re
from itertools import combinations
from typing import Any, Final

import polars as pl

from mjlog.parsing import Parser, Recorded, address, content_id
from mjlog.tables import conform, empty
from mjlog.vocabulary import ErrorCode, Length
from parsers.shared.tenhou_rules import era_of, rules
from parsers.shared.tenhou_vocabulary import LOG_ID, TableType

NAME: Final = "tenhou-list"

_HOURS_OF_JAPAN: Final = 9
_LINE: Final = r"^(?:[LC]\d+ \| )?\d\d:\d\d \| "
_COLUMNS: Final = (
    r"^(?:(?P<lobby>[LC]\d+) \| )?(?P<time>\d\d:\d\d) \| (?:\d+ \| )?(?P<rule>[三四][^ |]{2,12}) \| "
    rf"(?:<a href=\"[^\"]*log=(?P<log>{LOG_ID})[^\"]*\">[^<]*</a> \| )?(?P<listed>.*)$"
)
_SCORE: Final = r"\(([+-]?\d{1,6}(?:\.\d)?)(?:,([+-]?\d{1,4})枚)?\) ?$"
_PLAYER: Final = r".*?\([+-]?\d{1,6}(?:\.\d)?(?:,[+-]?\d{1,4}枚)?\) ?"
_DAY: Final = re.compile(r"sc[a-f](\d{8})")
_BREAK: Final = r"<br ?/?>"
_ENTITIES: Final = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&"}

_RECORD: Final = re.compile(rb"^(?:[LC]\d+ \| )?\d\d:\d\d \| (?:\d+ \| )?(?:\xe4\xb8\x89|\xe5\x9b\x9b)", re.MULTILINE)
_INDEX: Final = re.compile(rb"\s*list\(\s*\[")

_PLACE_OF_LENGTH: Final = 2
_BITS: Final = {
    "三": TableType.THREE_PLAYERS,
    "特": TableType.UPPER_ROOM,
    "上": TableType.EXPERT_ROOM,
    "鳳": TableType.UPPER_ROOM | TableType.EXPERT_ROOM,
    "南": TableType.HANCHAN,
    "速": TableType.FAST,
    "技": TableType.ONE_HAND,
    "祝２": TableType.CHIPS,
    "祝５": TableType.CHIPS | TableType.PARLOUR,
}
"""Bits of a table's type by what a rule's text holds."""


def parse(documents: pl.DataFrame, events: bool) -> Recorded:
    """The documents of a batch; see :class:`mjlog.parsing.Parser`. There are no hands, and so no events."""
    del events
    rows = [
        (place, address(source, member), content.decode("utf-8-sig", "replace"), _INDEX.match(content) is not None)
        for place, (source, member, content) in enumerate(documents.select("source", "member", "content").iter_rows())
    ]
    schema = {"document": pl.UInt32(), "source": pl.String(), "text": pl.String(), "index": pl.Boolean()}
    texts = pl.DataFrame(rows, schema, orient="row")
    lines = _lines(texts.filter(~pl.col("index")))
    read = lines.with_columns(pl.col("line").str.extract_groups(_COLUMNS)).unnest("line")
    read = _with_players(read.with_columns(text=lines["line"]))
    bad = read.filter(pl.col("fault").is_not_null())
    games = _games(read.filter(pl.col("fault").is_null()))
    return Recorded(
        games=conform("games", games.with_columns(format=pl.lit(NAME), platform=pl.lit("tenhou"), complete=True)),
        players=_players(games),
        errors=pl.concat([_index_errors(texts), _line_errors(bad), _empty_errors(texts, lines)]),
    )


def _lines(texts: pl.DataFrame) -> pl.DataFrame:
    """The lines of lists, with where each begins; in pages, what a line break tore apart is joined again."""
    page = pl.col("text").str.contains(_BREAK)
    raw = (
        texts.select("document", "source", page.alias("page"), pl.col("text").str.split("\n").alias("line"))
        .explode("line", empty_as_null=False, keep_nulls=False)
        .with_columns(length=pl.col("line").str.len_bytes() + 1, line=pl.col("line").str.strip_chars())
        .with_columns(offset=pl.col("length").cum_sum().over("document") - pl.col("length"))
        .filter(pl.col("line") != "")
    )
    begins = pl.col("line").str.contains(_LINE)
    unfinished = pl.col("page") & ~pl.col("line").str.contains(_BREAK)
    goes_on = ~begins & unfinished.shift(1).over("document").fill_null(False)
    between, spaced = pl.col("line").str.ends_with(")"), pl.col("line") + " "
    joined = (
        raw.with_columns(number=(~goes_on).cum_sum(), line=pl.when(unfinished & between).then(spaced).otherwise("line"))
        .group_by("number", maintain_order=True)
        .agg(pl.col("document", "source", "page", "offset").first(), pl.col("line").str.join(""))
    )
    plain = pl.col("line").str.replace_all(_BREAK, "").str.strip_chars()
    readable = plain.str.replace_many(list(_ENTITIES), list(_ENTITIES.values()))
    return joined.with_columns(line=pl.when("page").then(readable).otherwise(plain))


def _with_players(read: pl.DataFrame) -> pl.DataFrame:
    """Lines with the list of their players, or with what is wrong."""
    seats = pl.when(pl.col("rule").str.starts_with("三")).then(3).otherwise(4)
    read = read.with_columns(pl.col("listed").str.extract_all(_PLAYER).alias("each"), n_players=seats)
    many = (pl.col("each").list.len() > pl.col("n_players")).fill_null(False)
    ambiguous = read.filter(many)
    if len(ambiguous):
        parted = [_parted(each, seats) for each, seats in ambiguous.select("each", "n_players").iter_rows()]
        replaced = ambiguous.with_columns(each=pl.Series(parted, dtype=pl.List(pl.String)))
        read = pl.concat([read.filter(~many), replaced]).sort("document", "offset")
    whole = pl.col("each").list.join("") == pl.col("listed")
    fault = (
        pl.when(pl.col("listed").is_null())
        .then(pl.lit("this is no line of a list of results"))
        .when((pl.col("each").list.len() != pl.col("n_players")) | ~whole)
        .then(pl.format("{} players with their scores cannot be told apart in it", "n_players"))
    )
    return read.with_columns(fault=fault)


def _parted(each: list[str], players: int) -> list[str]:
    """The players where a name looks like a score: those whose scores add up to nothing, if only one choice does."""
    scores = [_tenths(part) for part in each]
    choices = [
        ends
        for ends in ((*before, len(each) - 1) for before in combinations(range(len(each) - 1), players - 1))
        if sum(scores[end] for end in ends) == 0
    ]
    if len(choices) != 1:
        return []
    starts = (0, *(end + 1 for end in choices[0]))
    return ["".join(each[start : end + 1]) for start, end in zip(starts, choices[0], strict=False)]


def _tenths(part: str) -> int:
    found = re.search(_SCORE, part)
    assert found is not None
    whole, _, tenths = found[1].partition(".")
    return int(whole + (tenths or "0"))


def _games(lines: pl.DataFrame) -> pl.DataFrame:
    """A row a game; ``each`` holds its players still."""
    days = {source: found[1] if (found := _DAY.search(source)) else None for source in lines["source"].unique()}
    day = pl.coalesce(pl.col("log").str.head(8), pl.col("source").replace_strict(days, return_dtype=pl.String))
    number = pl.col("lobby").str.slice(1)
    private = pl.when(pl.col("lobby").str.starts_with("C")).then(pl.lit("1") + number).otherwise(number)
    in_log = pl.col("log").str.extract(r"^\d{10}gm-[0-9a-f]{4}-(\d+)-").cast(pl.Int32).cast(pl.String)
    started = (day + pl.col("time")).str.to_datetime("%Y%m%d%H:%M", strict=False, time_unit="us")
    games = lines.with_columns(
        day=day,
        started_at=(started - pl.duration(hours=_HOURS_OF_JAPAN)).dt.replace_time_zone("UTC"),
        lobby=pl.coalesce(in_log, private, pl.lit("0")),
        listed_lobby=pl.col("lobby"),
        again=pl.int_range(pl.len()).over("document", "text"),
        room=pl.col("rule").str.strip_prefix("四").str.replace_all("－", ""),
        fractional=pl.col("each").list.eval(pl.element().str.contains(r"\.[1-9](?:,[^()]*)?\) ?$")).list.any(),
    )
    unnamed = games.filter(pl.col("log").is_null()).select("day", "text", "again")
    hashes = [content_id(f"{day}\n{text}\n{again}".encode()) for day, text, again in unnamed.iter_rows()]
    ids = pl.Series(hashes, dtype=pl.String)
    own = (pl.col("log").is_null().cum_sum().cast(pl.Int64) - 1).clip(lower_bound=0)
    named = pl.coalesce("log", pl.lit(ids).gather(own)) if hashes else pl.col("log")
    return _with_tables(games.with_columns(game_id=named))


def _with_tables(games: pl.DataFrame) -> pl.DataFrame:
    """Games with what their rules' texts say."""
    keys = ["rule", "listed_lobby", "day", "fractional"]
    distinct = games.select(keys).unique(maintain_order=True)
    tables = pl.DataFrame([_table(*key) for key in distinct.iter_rows()], schema=_TABLE, orient="row")
    return games.join(
        pl.concat([distinct, tables], how="horizontal"), on=keys, how="left", nulls_equal=True, maintain_order="left"
    )


_TABLE: Final = {
    "length": pl.Enum(Length),
    "red_fives": pl.UInt8(),
    "open_tanyao": pl.Boolean(),
    "rules": pl.String(),
    "rule_overrides": pl.String(),
}


def _table(rule: str, lobby: str | None, day: str | None, fractional: bool) -> tuple[Any, ...]:
    """Length, red fives, open tanyao and rules of a table; of private lobbies, which make their own, no rules."""
    bits = sum(bit for text, bit in _BITS.items() if text in rule)
    lengths = {"南": Length.HANCHAN, "東": Length.EAST}
    length = lengths.get(rule[_PLACE_OF_LENGTH], Length.ONE_HAND if bits & TableType.ONE_HAND else None)
    players = 3 if bits & TableType.THREE_PLAYERS else 4
    era = era_of(int(day) if day else None, fractional=fractional, rounded=False, east_only=length == Length.EAST)
    known = rules(bits, era, fractional) if lobby is None else None
    return (
        length,
        players - 1 if "赤" in rule else 0,
        "喰" in rule,
        known.preset if known else None,
        known.overrides if known else None,
    )


def _players(games: pl.DataFrame) -> pl.DataFrame:
    """The players, in the seats of their ranks."""
    if games.is_empty():
        return empty("players")
    each = games.select("game_id", "each").explode("each", empty_as_null=False, keep_nulls=False)
    score = pl.col("each").str.extract(_SCORE, 1).cast(pl.Decimal(12, 3)) * 1000
    place = pl.int_range(pl.len()).over("game_id")
    return conform(
        "players",
        each.select(
            "game_id",
            seat=place.cast(pl.UInt8),
            name=pl.col("each").str.replace(_SCORE, ""),
            recorded_score=score.cast(pl.Int32),
            recorded_rank=(place + 1).cast(pl.UInt8),
            chips=pl.col("each").str.extract(_SCORE, 2).cast(pl.Int16),
        ),
    )


def _index_errors(texts: pl.DataFrame) -> pl.DataFrame:
    message = pl.lit("this is an index that names Tenhou's lists; it holds no results itself")
    found = texts.filter(pl.col("index")).select("source", message=message, code=pl.lit(ErrorCode.INDEX_OF_LISTS))
    return conform("errors", found.with_columns(parser=pl.lit(NAME)))


def _line_errors(bad: pl.DataFrame) -> pl.DataFrame:
    shown = pl.when(pl.col("text").str.len_chars() > 60).then(pl.col("text").str.head(57) + "...").otherwise("text")
    message = pl.format("{}: {}", "fault", shown)
    found = bad.select("source", "offset", message=message, code=pl.lit(ErrorCode.BAD_LINE), parser=pl.lit(NAME))
    return conform("errors", found)


def _empty_errors(texts: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """Documents without a line."""
    silent = texts.filter(~pl.col("index")).join(lines, on="document", how="anti")
    message, code = pl.lit("the document has no line: an empty list"), pl.lit(ErrorCode.EMPTY_LIST)
    return conform("errors", silent.select("source", message=message, code=code, parser=pl.lit(NAME)))


def sniff(head: bytes, name: str) -> bool:
    """Whether the first bytes of a document are of this format; its name tells nothing."""
    del name
    return _INDEX.match(head) is not None or _RECORD.search(head) is not None


PARSER: Final = Parser(
    name=NAME,
    title="Tenhou's lists of results (sca, scb, scc, scd, sce, scf)",
    suffixes=(".log", ".html", ".log.gz", ".html.gz"),
    carries=("scores",),
    sniff=sniff,
    parse=parse,
)
