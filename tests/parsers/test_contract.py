"""What holds for every parser, ours or another's.

It is found by its entry point, never raises for what a document holds, always gives the exact tables, loses nothing
silently, and lets no document cost another. Two documents that are the same game may both be given: which one counts
is not a parser's business.
"""

import gzip
import random
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import polars as pl
import pytest

from mjlog.parsing import DOCUMENTS, ENTRY_POINTS, Parser, Recorded
from mjlog.tables import KEYS, RECORDED, TABLES, dtypes
from mjlog.vocabulary import ErrorCode

SAMPLES = Path(__file__).parents[2] / "sample_logs"
LARGEST = 40_000
LEFT_TO_THE_RULES = ("round_wind", "kyoku", "honba", "deposits", "dealer")
"""Counters that a score sheet may leave out; the settlement completes them."""
FOUND = {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
INTACT = "intact"
JUNK = {
    "nothing": b"",
    "white space": b" \r\n\t\n",
    "a byte-order mark": b"\xef\xbb\xbf",
    "zeros": bytes(64),
    "noise": random.Random(1).randbytes(3000),
    "an error page": b"<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head><body>nothing</body></html>",
    "a number": b"42",
    "null": b"null",
    "an empty object": b"{}",
    "an empty array": b"[]",
    "deep brackets": b"[" * 5000,
    "deep objects": b'{"a":' * 5000,
    "a lone root": b'<mjloggm ver="2.3"></mjloggm>',
    "an open root": b'<mjloggm ver="2.3">',
    "not UTF-8": "四鳳南喰赤".encode("cp932"),
    "a huge number": b'{"log":[[[1e999,0,0]]],"name":["","","",""],"rule":{"disp":""}}',
    "numbers past 64 bits": b'{"format":"mjlog-hands/1","players":["a"],"hands":[{"honba":9999999999999999999999}]}',
}


def folder_of(name: str) -> Path:
    return SAMPLES / name.replace("-", "_")


@cache
def samples(name: str) -> dict[str, bytes]:
    """Documents of a format's samples, decompressed, the large ones left out."""
    out = {}
    for path in sorted(folder_of(name).rglob("*")):
        if path.is_file() and path.stat().st_size <= LARGEST:
            content = path.read_bytes()
            out[path.name] = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
    return out


@cache
def parser(name: str) -> Parser:
    return FOUND[name].load()


def run(name: str, documents: dict[str, bytes], *, events: bool = True) -> Recorded:
    """A batch through a parser; what it gives must be tables as declared, rows that belong together."""
    rows = {"source": list(documents), "member": None, "content": list(documents.values())}
    recorded = parser(name).parse(pl.DataFrame(rows, schema=DOCUMENTS), events)
    check(recorded, documents, events=events)
    return recorded


def check(recorded: Recorded, documents: dict[str, bytes], *, events: bool) -> None:
    for table in (*RECORDED, "errors"):
        assert dict(getattr(recorded, table).schema) == dtypes(table), table
    twice = recorded.games.filter(pl.col("game_id").is_duplicated())["game_id"].unique()
    for table in RECORDED:
        frame = getattr(recorded, table)
        once = frame.filter(~pl.col("game_id").is_in(twice.implode()))
        assert not once.select(KEYS[table]).is_duplicated().any(), f"{table}: two rows of one key"
        assert frame.join(recorded.games, on="game_id", how="anti").is_empty(), f"{table}: rows of no game"
    played = recorded.hands.select("game_id", "hand")
    assert recorded.wins.join(played, on=["game_id", "hand"], how="anti").is_empty(), "wins of no hand"
    assert recorded.events.join(played, on=["game_id", "hand"], how="anti").is_empty(), "events of no hand"
    counts = recorded.players.group_by("game_id").len()
    seated = recorded.games.filter(~pl.col("game_id").is_in(twice.implode())).join(counts, on="game_id", how="left")
    assert (seated["len"].fill_null(0) == seated["n_players"]).all(), "not a player a seat"
    assert events or recorded.events.is_empty()
    named = set(recorded.games["source"]) | set(recorded.errors["source"])
    assert set(documents) <= named, f"neither games nor errors of {set(documents) - named}"
    assert (recorded.errors["message"].str.len_chars() > 10).all()
    assert set(recorded.errors["code"]) <= set(ErrorCode)


def of_source(recorded: Recorded, source: str) -> dict[str, pl.DataFrame]:
    """The tables of one document's games."""
    games = recorded.games.filter(pl.col("source") == source)
    out = {
        table: getattr(recorded, table).join(games.select("game_id"), on="game_id", how="semi") for table in RECORDED
    }
    return {table: frame.sort(KEYS[table]) for table, frame in out.items()}


def intact(name: str) -> bytes:
    """A document that is never damaged."""
    return next(iter(samples(name).values()))


def damageable(name: str) -> list[bytes]:
    """The other ones."""
    return list(samples(name).values())[1:]


def assert_untouched(name: str, documents: dict[str, bytes]) -> Recorded:
    """Parse damaged documents with a whole one among them, which must come out as it does alone."""
    first = intact(name)
    alone = of_source(run(name, {INTACT: first}), INTACT)
    half = len(documents) // 2
    items = list(documents.items())
    recorded = run(name, dict([*items[:half], (INTACT, first), *items[half:]]))
    among = of_source(recorded, INTACT)
    for table in RECORDED:
        assert among[table].equals(alone[table]), table
    return recorded


@pytest.fixture(params=sorted(FOUND))
def name(request: pytest.FixtureRequest) -> str:
    return request.param


def test_every_parser_is_what_its_entry_point_says(name: str) -> None:
    entry = FOUND[name]
    assert isinstance(entry, EntryPoint)
    assert isinstance(parser(name), Parser)
    assert parser(name).name == name
    assert set(parser(name).carries) <= {"hands", "tiles", "events", "scores"}
    assert len(samples(name)) >= 2


def test_samples_are_read_without_errors(name: str) -> None:
    recorded = run(name, samples(name))
    assert recorded.errors.is_empty()
    assert set(recorded.games["source"]) == set(samples(name))


def test_rows_keep_the_rules_of_their_columns(name: str) -> None:
    recorded = run(name, samples(name))
    for table in (*RECORDED, "errors"):
        frame = getattr(recorded, table)
        if (name, table) == ("hands-json", "hands"):
            frame = frame.drop_nulls(LEFT_TO_THE_RULES)
        _, failures = TABLES[table].filter(frame)
        assert failures.counts() == {}, table


def test_no_game_is_twice_among_all_samples() -> None:
    games = pl.concat([run(each, samples(each)).games.select("game_id", "source") for each in sorted(FOUND)])
    assert games.filter(pl.col("game_id").is_duplicated()).to_dicts() == []


def test_a_batch_is_the_sum_of_its_documents(name: str) -> None:
    together = run(name, samples(name))
    for source, content in samples(name).items():
        alone = run(name, {source: content})
        for table, frame in of_source(together, source).items():
            assert of_source(alone, source)[table].equals(frame), (source, table)


def test_events_are_given_only_when_asked_for(name: str) -> None:
    with_events, without = run(name, samples(name)), run(name, samples(name), events=False)
    told_only_with_events = {"wall_seed", "wall", "wall_digest", "wall_salt"}
    for table in ("games", "players", "hands", "wins", "errors"):
        one, other = (
            getattr(recorded, table).drop(told_only_with_events, strict=False) for recorded in (with_events, without)
        )
        assert one.equals(other), table


def test_no_documents_give_empty_tables(name: str) -> None:
    assert run(name, {}).games.is_empty()


def test_one_parser_and_no_other_knows_a_sample(name: str) -> None:
    for source, content in samples(name).items():
        knowing = [other for other in FOUND if parser(other).sniff(content[:65536], source)]
        assert knowing == [name], source


def test_junk_is_refused_by_name_and_costs_nothing_else(name: str) -> None:
    recorded = assert_untouched(name, JUNK)
    refused = set(recorded.errors["source"])
    assert {"an error page", "noise", "nothing", "zeros", "deep brackets"} <= refused
    assert recorded.hands.join(
        recorded.games.filter(pl.col("source").is_in(list(JUNK))), on="game_id", how="semi"
    ).is_empty()


def test_a_document_cut_short_keeps_its_complete_hands_and_says_so(name: str) -> None:
    whole = max(damageable(name), key=len)
    rng = random.Random(f"cut/{name}")
    places = sorted(
        {rng.randrange(1, len(whole)) for _ in range(40)} | {len(whole) - 1, len(whole) - 2, len(whole) // 2}
    )
    cut = {f"cut-at-{at:06d}": whole[:at] for at in places}
    recorded = assert_untouched(name, cut)
    full = run(name, {"whole": whole}).hands.height
    lost = {
        source
        for source in cut
        if of_source(recorded, source)["hands"].height < full and source not in set(recorded.errors["source"])
    }
    incomplete = recorded.games.filter(~pl.col("complete"))["source"]
    assert lost <= set(incomplete), "hands were dropped without a word"


def test_changed_bytes_never_raise(name: str) -> None:
    rng = random.Random(f"bytes/{name}")
    changed = {}
    for number in range(120):
        content = bytearray(rng.choice(damageable(name)))
        for _ in range(rng.choice((1, 1, 2, 8, 40))):
            at = rng.randrange(len(content))
            how = rng.randrange(5)
            if how == 0:
                content[at] = rng.randrange(256)
            elif how == 1:
                content[at] = rng.choice(b'0123456789"<>,[]{}:-/ ')
            elif how == 2:
                del content[at : at + rng.randrange(1, 20)]
            elif how == 3:
                digits = [place for place in range(at, min(at + 200, len(content))) if chr(content[place]).isdigit()]
                for place in digits[: rng.randrange(1, 6)]:
                    content[place] = rng.choice(b"0123456789")
            else:
                content[at:at] = content[at : at + rng.randrange(1, 60)]
        changed[f"changed-{number:03d}"] = bytes(content)
    assert_untouched(name, changed)
    run(name, changed, events=False)


def test_pieces_of_other_formats_spliced_in_never_raise(name: str) -> None:
    rng = random.Random(f"splice/{name}")
    spliced = {}
    foreign = [content for other in sorted(FOUND) if other != name for content in samples(other).values()]
    for number in range(60):
        own, other = rng.choice(damageable(name)), rng.choice(foreign)
        at, start = rng.randrange(len(own) + 1), rng.randrange(len(other))
        piece = other[start : start + rng.randrange(1, 4000)]
        spliced[f"spliced-{number:03d}"] = own[:at] + piece + own[at if number % 2 else at + len(piece) :]
    assert_untouched(name, spliced)


def test_documents_of_other_formats_are_refused_in_words(name: str) -> None:
    foreign = {
        f"{other}-{source}": content
        for other in sorted(FOUND)
        if other != name
        for source, content in samples(other).items()
    }
    recorded = assert_untouched(name, foreign)
    assert recorded.hands.join(recorded.games.filter(pl.col("source") != INTACT), on="game_id", how="semi").is_empty()


def test_the_same_document_twice_gives_no_row_twice(name: str) -> None:
    source, content = next(iter(samples(name).items()))
    once = run(name, {f"one/{source}": content})
    twice = run(name, {f"one/{source}": content, f"other/{source}": content})
    for table in RECORDED:
        rows = getattr(once, table).height
        assert getattr(twice, table).height in (rows, 2 * rows), table
