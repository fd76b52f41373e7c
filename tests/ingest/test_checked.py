"""A toy format stands in for a parser that misbehaves: one line a game, ``id hands`` or ``id hands FAULT``."""

from dataclasses import replace

import polars as pl
import pytest

from mjlog.ingest.checked import check
from mjlog.ingest.codecs import Fault
from mjlog.ingest.reading import Document
from mjlog.ingest.repeats import concat, copies, once, only_games, without_games
from mjlog.parsing import Parser, Recorded, address_expression
from mjlog.tables import RECORDED, conform, dtypes, empty


def parse(documents, events):
    lines = (
        documents.select(source=address_expression(), line=pl.col("content").cast(pl.String).str.split("\n"))
        .explode("line", empty_as_null=False, keep_nulls=False)
        .with_columns(words=pl.col("line").str.split(" "))
        .with_columns(
            game_id=pl.col("words").list.get(0),
            n=pl.col("words").list.get(1).cast(pl.Int64),
            fault=pl.col("words").list.get(2, null_on_oob=True).fill_null(""),
        )
        .filter(pl.col("fault") != "SILENT")
    )
    if (lines["fault"] == "RAISE").any():
        raise ValueError("the parser cannot\nread this")
    if (lines["fault"] == "PANIC").any():
        raise pl.exceptions.PanicException("a panic")
    zero = pl.lit(0)
    games = lines.with_columns(
        n_players=pl.when(pl.col("fault") == "PLAYERS").then(7).otherwise(4),
        format=pl.lit("toy"),
        first_dealer=zero,
        complete=pl.col("fault") != "CUT",
    )
    hands = (
        lines.select("game_id", "fault", hand=pl.int_ranges(pl.col("n")))
        .explode("hand", empty_as_null=False)
        .with_columns(
            round_wind=pl.lit("E"),
            kyoku=pl.when((pl.col("fault") == "KYOKU") & (pl.col("hand") == 1)).then(9).otherwise(1),
            honba=pl.when((pl.col("fault") == "HONBA") & (pl.col("hand") == 1)).then(None).otherwise(zero),
            deposits=zero,
            dealer=zero,
            result=pl.lit("ron"),
        )
    )
    wins = hands.with_columns(
        win=zero,
        winner=pl.when(pl.col("fault") == "OTHER").then(1).otherwise(zero),
        tiles=pl.when(pl.col("fault") == "HOLE").then(pl.lit(["1m", None])).otherwise(pl.lit(["1m", "2m"])),
        hand=pl.col("hand") + 50 * (pl.col("fault") == "STRAY"),
    )
    listed = hands.select("game_id", "hand", seq=zero, kind=pl.lit("draw")) if events else pl.DataFrame()
    return Recorded(
        **{name: conform(name, frame) for name, frame in {"games": games, "hands": hands, "wins": wins}.items()},
        events=conform("events", listed) if events else empty("events"),
    )


TOY = Parser("toy", "Toy", (), (), lambda *_: True, parse)


def documents(*contents):
    return [Document(f"{number}.toy", None, content.encode(), size=5) for number, content in enumerate(contents)]


def checked(*contents, events=False):
    return check(documents(*contents), events=events, parser=TOY)


def ids(recorded, table="games"):
    return sorted(set(getattr(recorded, table)["game_id"]))


def said(recorded):
    return recorded.errors.select("source", "code").rows()


def test_a_good_batch_comes_through_whole():
    recorded = checked("a 3", "b 2\nc 1", events=True).recorded
    assert ids(recorded) == ["a", "b", "c"]
    assert recorded.hands.height == recorded.wins.height == recorded.events.height == 6
    assert recorded.errors.is_empty()
    assert all(getattr(recorded, table).schema == dtypes(table) for table in RECORDED)


@pytest.mark.parametrize("fault", ["RAISE", "PANIC"])
def test_one_document_that_makes_the_parser_fail_costs_no_other(fault):
    recorded = checked(*(f"g{n} 1" for n in range(20)), f"bad 1 {fault}", *(f"h{n} 1" for n in range(20))).recorded
    assert recorded.games.height == 40
    assert said(recorded) == [("20.toy", "parser-failed")]
    assert "\n" not in recorded.errors["message"].item()


@pytest.mark.parametrize(
    ("fault", "words"),
    [("KYOKU", "kyoku must be at most 4"), ("HONBA", "honba must not be null"), ("HOLE", "tiles must hold no nulls")],
)
def test_a_row_that_breaks_a_rule_costs_its_hand_and_is_named(fault, words):
    recorded = checked("a 3", f"b 3 {fault}", "c 3", events=True).recorded
    (error,) = recorded.errors.filter(hand=1).to_dicts()
    assert (error["source"], error["game_id"], error["code"], error["parser"]) == ("1.toy", "b", "broken-row", "toy")
    assert words in error["message"]
    for table in ("hands", "wins", "events"):
        rows = getattr(recorded, table)
        assert rows.filter(game_id="b", hand=1).is_empty()
        assert rows.filter(game_id="a").height == rows.filter(game_id="c").height == 3
    assert recorded.games["complete"].to_list() == [True, False, True]


def test_the_errors_of_one_document_are_bounded_and_those_left_out_are_counted():
    def complaining(frame, events):
        rows = [
            {"source": source, "code": code, "message": f"number {number}", "parser": "toy"}
            for source in frame["source"]
            for code in ("odd", "even")
            for number in range(5000 if source == "1.toy" else 2)
        ]
        return replace(parse(frame, events), errors=conform("errors", pl.DataFrame(rows)))

    recorded = check(documents("a 1", "b 1", "c 1"), events=False, parser=replace(TOY, parse=complaining)).recorded
    assert recorded.errors["source"].value_counts().sort("source").rows() == [
        ("0.toy", 4),
        ("1.toy", 103),
        ("2.toy", 4),
    ]
    bad = recorded.errors.filter(source="1.toy")
    assert bad["message"][:100].to_list() == [f"number {number}" for number in range(100)]
    assert bad[100:].select("code", "message", "parser").rows() == [
        ("even", "number 0", "toy"),
        ("odd", "and 4900 more of this kind", "toy"),
        ("even", "and 4999 more of this kind", "toy"),
    ]
    assert recorded.games.height == 3


def test_a_game_that_breaks_a_rule_costs_its_hands_and_no_others():
    recorded = checked("a 3", "b 3 PLAYERS", "c 3", events=True).recorded
    assert ids(recorded) == ids(recorded, "hands") == ids(recorded, "events") == ["a", "c"]
    assert said(recorded) == [("1.toy", "broken-row")]
    assert "n_players must be at most 4" in recorded.errors["message"].item()


def test_a_win_without_its_hand_is_set_aside():
    recorded = checked("a 2", "b 1 STRAY").recorded
    assert recorded.wins["game_id"].to_list() == ["a", "a"]
    assert recorded.errors.select("game_id", "hand", "code").rows() == [("b", 50, "stray-row")]


def test_a_document_of_which_the_parser_says_nothing_is_an_error():
    assert said(checked("a 1", "b 1 SILENT").recorded) == [("1.toy", "no-game")]


def test_the_first_of_two_equal_copies_is_kept_whole():
    recorded = checked("a 2", "b 1", "a 2", "c 1").recorded
    assert recorded.hands.filter(game_id="a")["hand"].to_list() == [0, 1]
    assert ids(recorded) == ["a", "b", "c"]
    (error,) = recorded.errors.to_dicts()
    assert (error["source"], error["game_id"], error["code"]) == ("2.toy", "a", "duplicate-game")
    assert error["message"] == "the same game was read from 0.toy, which is kept"


@pytest.mark.parametrize(
    ("copies", "kept"),
    [
        (("a 3 CUT", "a 5"), 1),
        (("a 5", "a 3 CUT"), 0),
        (("a 9 CUT", "a 5"), 1),
        (("a 2", "a 3"), 1),
        (("a 2", "a 3", "a 3"), 1),
        (("a 2 CUT", "a 3 CUT", "a 1 CUT"), 1),
        (("a 0", "a 3 CUT"), 1),
    ],
)
def test_of_several_copies_the_fullest_is_kept(copies, kept):
    for recorded in (
        checked(*copies).recorded,
        concat(once([check([each], events=True, parser=TOY).recorded for each in documents(*copies)])),
    ):
        hands = int(copies[kept].split()[1])
        assert recorded.games["source"].to_list() == [f"{kept}.toy"]
        assert recorded.hands.height == recorded.wins.height == hands
        assert {source for source, code in said(recorded) if code == "duplicate-game"} == {
            f"{number}.toy" for number in range(len(copies)) if number != kept
        }


@pytest.mark.parametrize(
    ("holders", "kept"), [(("a 3", "a 5 OTHER"), 0), (("a 3 CUT", "a 5 OTHER"), 0), (("a 5", "a 1 OTHER"), 0)]
)
def test_another_game_under_the_same_id_is_an_error_and_the_first_is_kept(holders, kept):
    for recorded in (
        checked(*holders).recorded,
        concat(once([check([each], events=True, parser=TOY).recorded for each in documents(*holders)])),
    ):
        assert recorded.games["source"].to_list() == [f"{kept}.toy"]
        assert recorded.wins["winner"].unique().to_list() == [0]
        (error,) = recorded.errors.to_dicts()
        assert (error["source"], error["game_id"], error["code"]) == ("1.toy", "a", "same-id")
        assert "0.toy" in error["message"]


def test_another_game_does_not_hide_a_copy():
    recorded = checked("a 3", "a 3 OTHER", "a 3", "a 4").recorded
    assert recorded.games["source"].to_list() == ["3.toy"]
    assert sorted(said(recorded)) == [("0.toy", "duplicate-game"), ("1.toy", "same-id"), ("2.toy", "duplicate-game")]


def test_a_document_with_a_known_game_and_one_of_its_own_gives_its_own():
    recorded = checked("a 7", "a 2\nb 3\nc 1", "c 1\na 1\nd 4").recorded
    counts = dict(recorded.hands.group_by("game_id").len().sort("game_id").rows())
    assert counts == {"a": 7, "b": 3, "c": 1, "d": 4}
    assert sorted(said(recorded)) == [
        ("1.toy", "duplicate-game"),
        ("2.toy", "duplicate-game"),
        ("2.toy", "duplicate-game"),
    ]


@pytest.mark.parametrize("others", [(), ("b 1",), ("a 1",)])
@pytest.mark.parametrize(
    ("document", "hands", "code"),
    [("a 2\na 2", 2, "duplicate-game"), ("a 2\na 5", 5, "duplicate-game"), ("a 5\na 2", 5, "duplicate-game")],
)
def test_one_document_with_the_same_game_twice_keeps_one_and_mixes_none(others, document, hands, code):
    recorded = checked(document, *others).recorded
    assert recorded.hands.filter(game_id="a").height == recorded.wins.filter(game_id="a").height == hands
    assert said(recorded)[0] == ("0.toy", code)


def test_copies_within_a_document_are_told_apart_by_their_play():
    recorded = checked("a 2\nb 1\na 2").recorded
    assert said(recorded) == [("0.toy", "duplicate-game")]
    both = copies(concat([checked("a 2").recorded, checked("a 2 OTHER").recorded]))
    assert [each.wins["winner"].to_list() for each in both] == [[0, 0], [1, 1]]


def test_games_are_told_apart_however_documents_overlap():
    recorded = checked("a 3\nb 5", "b 3\nc 2\nc 2", "d 1\nd 1").recorded
    assert dict(recorded.hands.group_by("game_id").len().rows()) == {"a": 3, "b": 5, "c": 2, "d": 1}
    assert recorded.errors.select("source", "game_id").sort("game_id").rows() == [
        ("1.toy", "b"),
        ("1.toy", "c"),
        ("2.toy", "d"),
    ]


def test_what_belongs_to_a_document_is_read_again_with_it():
    """A head without hands of its own beside the records, as Mahjong Soul's logs are sometimes kept."""

    def paired(frame, events):
        heads = set(frame.filter(pl.col("source").str.ends_with(".head"))["source"].str.strip_suffix(".head"))
        parsed = parse(frame.filter(~pl.col("source").str.ends_with(".head")), events)
        known = pl.col("source").str.strip_suffix(".toy").is_in(list(heads))
        return replace(parsed, games=parsed.games.with_columns(room=pl.when(known).then(pl.lit("told"))))

    batch = [Document(name, None, b"a 2") for name in ("x.toy", "y.toy")] + [Document("x.head", None, b"room")]
    recorded = check(batch, events=False, parser=replace(TOY, parse=paired)).recorded
    assert recorded.games.select("source", "room").rows() == [("x.toy", "told")]


def test_a_fault_of_a_document_that_is_parsed_again_is_said_once():
    recorded = checked("a 3 KYOKU", "a 2", "b 1").recorded
    assert said(recorded) == [("0.toy", "broken-row"), ("0.toy", "duplicate-game")]
    assert recorded.hands.filter(game_id="a").height == 2
    assert recorded.games.filter(game_id="a")["complete"].item()


def test_a_game_with_its_hands_is_kept_before_a_bare_result(monkeypatch):
    full = replace(TOY, name="full", carries=("hands",), sniff=lambda head, _: head.startswith(b"full"))
    monkeypatch.setattr("mjlog.ingest.formats.parsers", lambda: (full, TOY))
    batch = documents("a 0\nb 0", "full 1\na 3", "b 0")
    recorded = check(batch, events=False).recorded
    assert dict(recorded.hands.group_by("game_id").len().rows()) == {"a": 3, "full": 1}
    assert ids(recorded) == ["a", "b", "full"]
    noted = recorded.errors.sort("source").select("source", "game_id", "message").rows()
    assert noted == [
        ("0.toy", "a", "the same game was read from 1.toy, which is kept"),
        ("2.toy", "b", "the same game was read from 0.toy, which is kept"),
    ]


def test_batches_keep_each_game_once_between_them():
    first, second = (
        checked("a 0", "b 2", "c 1").recorded,
        check(
            [Document("x.toy", None, b"a 4"), Document("y.toy", None, b"b 2\nd 1")], events=False, parser=TOY
        ).recorded,
    )
    together = concat(once([first, second]))
    assert dict(together.hands.group_by("game_id").len().rows()) == {"a": 4, "b": 2, "c": 1, "d": 1}
    assert together.games["game_id"].is_unique().all()
    assert sorted(said(together)) == [("0.toy", "duplicate-game"), ("y.toy", "duplicate-game")]


def completing(recorded):
    """Fills in what spans the hands of a game, and refuses games named ``bad``."""
    if "bad" in recorded.games["game_id"].to_list():
        raise ValueError("bad")
    last = pl.col("hand").max().over("game_id").cast(pl.UInt8)
    return replace(recorded, hands=recorded.hands.with_columns(draws=last))


@pytest.mark.parametrize(
    "contents", [("a 2", "b 4", "a 3", "c 1"), ("a 2\na 3", "b 4", "c 1"), ("a 2\nc 1", "a 3\na 3", "b 4", "c 1")]
)
def test_a_record_is_completed_with_each_copy_of_a_game_by_itself(contents):
    recorded = check(documents(*contents), events=False, parser=TOY, complete=completing).recorded
    draws = recorded.hands.group_by("game_id").agg(pl.col("draws").unique()).sort("game_id")
    assert draws.rows() == [("a", [2]), ("b", [3]), ("c", [0])]


def test_a_game_that_cannot_be_completed_costs_no_other():
    recorded = check(documents("a 2", "bad 3", "c 4"), events=False, parser=TOY, complete=completing).recorded
    draws = recorded.hands.group_by("game_id").agg(pl.col("draws").unique()).sort("game_id")
    assert draws.rows() == [("a", [1]), ("bad", [None]), ("c", [3])]


def test_many_copies_are_found_in_one_go():
    recorded = checked(*[f"g{n % 50} 1" for n in range(300)]).recorded
    assert recorded.games.height == recorded.hands.height == 50
    assert recorded.errors["code"].to_list() == ["duplicate-game"] * 250


def test_what_no_parser_claims_is_explained():
    batch = [Document("x", None, b"<html>"), Document("y", "m", None, Fault("encrypted", "is encrypted"))]
    recorded = check(batch, events=False).recorded
    assert said(recorded) == [("x", "html-page"), ("y::m", "encrypted")]


def test_no_document_that_cannot_be_looked_into_costs_the_others(monkeypatch):
    monkeypatch.setattr("mjlog.ingest.formats.parsers", lambda: (replace(TOY, sniff=lambda head, _: head[:1] == b"a"),))
    deep = [Document(f"{sign}.json", None, sign.encode() * 200_000) for sign in "[{"]
    recorded = check([*documents("a 1"), *deep], events=False).recorded
    assert ids(recorded) == ["a"]
    assert said(recorded) == [("[.json", "unknown-json"), ("{.json", "unknown-json")]


def test_damage_is_told_and_what_was_recovered_is_parsed():
    batch = [Document("x", None, b"a 2", Fault("truncated-stream", "ends too early"))]
    recorded = check(batch, events=False, parser=TOY).recorded
    assert ids(recorded) == ["a"]
    assert said(recorded) == [("x", "truncated-stream")]


def test_a_forced_format_still_tells_an_empty_file():
    assert said(checked("a 1", "").recorded) == [("1.toy", "empty")]


def test_the_listing_names_every_document():
    batch = [*documents("a 1"), Document("z", None, None, container="zip"), Document("e", None, b"")]
    listing = check(batch, events=False, parser=TOY).documents
    assert listing.select("source", "format", "is_container").rows() == [
        ("0.toy", "toy", False),
        ("z", "zip", True),
        ("e", None, False),
    ]


def test_games_are_taken_out_and_alone():
    recorded = checked("a 2", "b 3").recorded
    some = pl.Series(["a"])
    assert ids(without_games(recorded, some)) == ["b"]
    assert ids(only_games(recorded, some)) == ["a"]
    assert concat([without_games(recorded, some), only_games(recorded, some)]).hands.height == 5
