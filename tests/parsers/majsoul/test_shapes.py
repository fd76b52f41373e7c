"""Mahjong Soul records in every shape and era: simulated games come back from each."""

import json

import polars as pl
import pytest

from mjlog.parsing import DOCUMENTS, Recorded
from mjlog.tables import TABLES
from parsers.majsoul import PARSER
from tests.simulator import flavours, majsoul
from tests.simulator.endings import endings_for, stage
from tests.simulator.expected import differences, of_frames, tables
from tests.simulator.game import simulate

NEVER = {
    "format", "source", "wall_seed", "side_bets", "dice", "rating", "grade", "room", "lobby", "is_ai", "disconnected",
    "rule_overrides", "wall", "wall_digest", "wall_salt", "fu",
}  # fmt: skip
HEAD = {
    "started_at", "length", "rules", "red_fives", "open_tanyao", "name", "account_id", "recorded_points",
    "recorded_score", "recorded_rank",
}  # fmt: skip
FIRST_DRAW = {"consumed", "tile", "tsumogiri"}
SHARES = {f"recorded_{seat}" for seat in range(4)}
ERAS = {"2019": majsoul.OF_2019, "oldest": majsoul.OLDEST, "2021": majsoul.OF_2021, "2023": majsoul.NEW,
        "2026": majsoul.NEWEST}  # fmt: skip


def batch(**contents: bytes) -> pl.DataFrame:
    rows = {"source": list(contents), "member": [None] * len(contents), "content": list(contents.values())}
    return pl.DataFrame(rows, schema=DOCUMENTS)


def parse(documents: pl.DataFrame, events: bool = True) -> Recorded:
    recorded = PARSER.parse(documents, events)
    for name in ("games", "players", "hands", "wins", "events", "errors"):
        TABLES[name].validate(getattr(recorded, name))
    return recorded


def check(content: bytes | str, game, ignored=frozenset()):
    text = content if isinstance(content, bytes) else content.encode()
    assert PARSER.sniff(text[:65536], "record")
    recorded = parse(batch(record=text))
    frames = {name: getattr(recorded, name) for name in ("games", "players", "hands", "wins", "events")}
    assert recorded.errors.is_empty(), recorded.errors.rows()
    want = tables(game, recorded.games["game_id"][0])
    assert differences(of_frames(frames), want, NEVER | SHARES | set(ignored)) == []


@pytest.fixture(scope="module", params=["majsoul", "majsoul-3p"])
def game(request):
    flavour = flavours.MAJSOUL_EAST if request.param == "majsoul" else flavours.MAJSOUL_3P
    return simulate(flavour, 6)


@pytest.fixture(params=ERAS)
def era(request):
    return request.param


def lost(era):
    """What records without the whole wall do not tell: which of the dealer's tiles came last."""
    return FIRST_DRAW if era in {"2019", "oldest", "2021"} else frozenset({"tsumogiri"})


@pytest.mark.parametrize("shape", ["base64", "details", "records", "actions", "bare"])
@pytest.mark.parametrize("prefix", [True, False], ids=["lq", "plain"])
def test_json(game, era, shape, prefix):
    check(majsoul.write_json(game, shape, ERAS[era], prefix=prefix), game, lost(era))


def test_a_byte_order_mark_and_windows_lines_change_nothing(game, era):
    document = json.loads(majsoul.write_json(game, "actions", ERAS[era]))
    written = json.dumps(document, indent=1, ensure_ascii=False).replace("\n", "\r\n")
    check(b"\xef\xbb\xbf" + written.encode(), game, lost(era))


@pytest.mark.parametrize("write", [majsoul.response, majsoul.websocket], ids=["ResGameRecord", "websocket"])
def test_protobuf(game, era, write):
    check(write(game, ERAS[era]), game, lost(era))


def test_raw_details_have_hands_and_no_head(game, era):
    check(majsoul.details(game, ERAS[era]), game, lost(era) | HEAD)


@pytest.mark.parametrize("omit", [True, False], ids=["omitted", "written"])
@pytest.mark.parametrize("camel", [True, False], ids=["camelCase", "snake_case"])
def test_either_spelling_with_and_without_fields_that_are_zero(game, camel, omit):
    whole = json.loads(majsoul.write_json(game, "bare"))
    check(json.dumps(majsoul.reshape(whole, spell=camel, omit=omit)), game, lost("2023"))


def test_a_head_in_one_spelling_and_records_in_the_other(game):
    whole = json.loads(majsoul.write_json(game, "bare"))
    whole["head"] = majsoul.reshape(whole["head"], spell=True, omit=True)
    check(json.dumps(whole), game, lost("2023"))


def test_lists_without_a_head_and_other_tools_files(game):
    named = json.loads(majsoul.write_json(game, "bare"))["records"]
    short = [{"name": row["name"].removeprefix(".lq.Record"), "data": row["data"]} for row in named]
    for whole in (
        named,
        {"mode": 2, "events": short},
        {"wire": majsoul.details(game).hex()},
        [{"uuid": "260101-aaaaaaaa-0000-0000-0000-000000000000", "players": [], "actions": named}],
    ):
        check(json.dumps(whole), game, lost("2023") | HEAD)


def test_comments_written_by_hand(game):
    text = majsoul.write_json(game, "bare")
    commented = "// a good game\n" + text.replace('"head"', "/* who played */ head", 1)[:-1] + ",}"
    check(commented, game, lost("2023"))


def test_head_and_records_in_two_files(game):
    head = json.dumps({"head": majsoul.head(game)}).encode()
    uuid = majsoul.head(game)["uuid"]
    pair = batch(**{f"{uuid}.bin": majsoul.details(game), f"{uuid}.json": head})
    recorded = parse(pair)
    assert recorded.errors.is_empty()
    assert recorded.games["game_id"].to_list() == [uuid]
    assert recorded.players["name"].to_list() == game.names
    assert recorded.players["recorded_rank"].to_list() == game.ranks
    alone = parse(pair[1:])
    assert alone.errors["code"].to_list() == ["no-hands"]
    assert alone.games.is_empty()


@pytest.mark.parametrize("flavour", [flavours.MAJSOUL, flavours.MAJSOUL_3P], ids=lambda flavour: flavour.name)
def test_every_ending_comes_back(flavour):
    for ending in endings_for(flavour):
        played = stage(ending, flavour, most=2)
        check(majsoul.response(played), played, {"tsumogiri", "complete"})


def test_hands_do_not_depend_on_whether_events_are_wanted(game):
    for content in (majsoul.response(game), majsoul.write_json(game, "actions").encode()):
        with_events, without = parse(batch(a=content)), parse(batch(a=content), events=False)
        walls = ["wall", "wall_digest", "wall_salt"]
        assert without.hands[walls].null_count().row(0) == (without.hands.height,) * 3
        assert with_events.hands.drop(walls).equals(without.hands.drop(walls))
        assert with_events.wins.equals(without.wins)


def test_walls_are_given_with_what_proves_them(game):
    hands = parse(batch(a=majsoul.response(game))).hands
    assert hands["wall_digest"].str.starts_with("sha256:").all()
    assert hands["wall_salt"].null_count() == 0
    old = parse(batch(a=majsoul.response(game, majsoul.OF_2021))).hands
    assert old["wall_digest"].str.starts_with("md5:").all()
