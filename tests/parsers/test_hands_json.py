"""Score sheets: every field, what is left to the rules, and what is refused with its path and reason."""

import json
from decimal import Decimal

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.parsing import DOCUMENTS, Recorded
from mjlog.settlement import completed, settle
from mjlog.tables import TABLES
from parsers.hands_json import PARSER

SHEET = {
    "format": "mjlog-hands/1",
    "game_id": "league-2026-11-29-t1",
    "rules": "mleague",
    "players": ["Aki", "Ben", "Chie", "Dai"],
    "start": [25000, 25000, 25000, 25000],
    "hands": [
        {"result": "ron", "riichi": [1], "wins": [{"winner": 1, "loser": 0, "han": 3, "fu": 40}]},
        {"result": "tsumo", "wins": [{"winner": 1, "han": 2, "fu": 30}]},
        {"result": "ron", "wins": [{"winner": 2, "loser": 0, "yakuman": ["daisangen"], "pao": 3}]},
        {"result": "exhaustive_draw", "riichi": [0], "tenpai": [0, 2]},
        {"result": "nagashi_mangan", "nagashi": [2], "tenpai": [0]},
        {"result": "kyuushu_kyuuhai", "by": 1},
        {"result": "chombo", "by": 3},
    ],
    "final": {"points": [2500, 31700, 58300, 6500], "scores": [-57.5, 11.7, 78.3, -32.5]},
}
RON = {"result": "ron", "wins": [{"winner": 1, "loser": 0, "han": 3, "fu": 40}]}


def parse(*contents: bytes) -> Recorded:
    rows = [(f"sheet{number}.json", None, content) for number, content in enumerate(contents)]
    return PARSER.parse(pl.DataFrame(rows, schema=DOCUMENTS, orient="row"), False)


def sheet(*hands: dict, **fields) -> dict:
    return {**SHEET, "hands": list(hands) or SHEET["hands"], **fields}


def read(document: object) -> Recorded:
    return parse(json.dumps(document, ensure_ascii=False).encode())


def message(document: object) -> str:
    """The one error of a sheet that is refused."""
    recorded = read(document)
    assert recorded.games.is_empty()
    assert recorded.hands.is_empty()
    return recorded.errors["message"].item()


def value(frame: pl.DataFrame, column: str):
    return frame[column].to_list()


def test_the_example_of_the_format():
    recorded = read(SHEET)
    assert recorded.errors.is_empty()
    assert recorded.games.select("game_id", "format", "source", "n_players", "rules", "complete").row(0) == (
        "league-2026-11-29-t1", "hands-json", "sheet0.json", 4, "mleague", True,
    )  # fmt: skip
    assert value(recorded.players, "name") == ["Aki", "Ben", "Chie", "Dai"]
    assert value(recorded.players, "recorded_points") == [2500, 31700, 58300, 6500]
    assert value(recorded.players, "recorded_score") == [-57500, 11700, 78300, -32500]
    assert value(recorded.hands, "result") == [hand["result"] for hand in SHEET["hands"]]
    assert value(recorded.hands, "offender") == [None] * 5 + [1, 3]
    assert value(recorded.hands, "tenpai_0")[3:5] == [True, True]
    assert value(recorded.hands, "tenpai_1")[3:5] == [False, False]
    assert value(recorded.hands, "nagashi_2") == [None] * 4 + [True, None, None]
    assert recorded.wins.select("winner", "loser", "han", "fu", "yakuman", "pao").rows() == [
        (1, 0, 3, 40, 0, None), (1, None, 2, 30, 0, None), (2, 0, None, None, 1, 3),
    ]  # fmt: skip
    assert value(recorded.wins, "limit") == [None, None, "yakuman"]


def test_what_the_sheet_leaves_out_is_null_and_follows_from_the_rules():
    recorded = read(sheet(start=None))
    assert value(recorded.hands, "round_wind") == [None] * 7
    assert value(recorded.hands, "start_0") == [None] * 7
    whole = completed(recorded)
    assert whole.hands.select("round_wind", "kyoku", "honba", "deposits", "dealer").rows() == [
        ("E", 1, 0, 0, 0), ("E", 2, 0, 0, 1), ("E", 2, 1, 0, 1), ("E", 3, 0, 0, 2), ("E", 3, 1, 1, 2),
        ("E", 4, 2, 1, 3), ("E", 4, 3, 1, 3),
    ]  # fmt: skip
    assert whole.hands.select("start_0", "start_1", "start_2", "start_3").row(0) == (25000, 25000, 25000, 25000)
    assert value(whole.hands, "start_1")[1:4] == [30200, 33200, 33200]
    assert TABLES["hands"].is_valid(whole.hands)


def test_a_stated_counter_stays_though_it_does_not_follow():
    stated = {**RON, "hand": "S2", "honba": 3, "deposits": 2}
    hands = completed(read(sheet(RON, stated, RON))).hands
    assert hands.select("round_wind", "kyoku", "honba", "deposits", "dealer").rows() == [
        ("E", 1, 0, 0, 0), ("S", 2, 3, 2, 1), ("S", 2, 4, 0, 1),
    ]  # fmt: skip


def test_the_dealer_goes_round_from_the_first_dealer():
    hands = completed(read(sheet(RON, {**RON, "hand": "E3"}, first_dealer=2))).hands
    assert value(hands, "dealer") == [2, 0]


def test_rules_that_are_not_named_are_the_projects_default():
    assert read({name: SHEET[name] for name in SHEET if name != "rules"}).games["rules"].item() == "default"


def test_three_players():
    three = sheet(
        {"result": "exhaustive_draw", "tenpai": [2], "hand": "E3"},
        players=["A", "B", "C"], start=[35000] * 3, rules="tenhou-3p", final=None,
    )  # fmt: skip
    recorded = read(three)
    assert recorded.games["n_players"].item() == 3
    assert recorded.hands.select("start_2", "start_3", "tenpai_2", "tenpai_3", "dealer").row(0) == (
        35000, None, True, None, 2,
    )  # fmt: skip
    assert "a round has 3 hands" in message(
        sheet({**RON, "hand": "E4"}, players=["A", "B", "C"], start=None, final=None)
    )


def test_riichi_in_order_and_a_ronned_declaration():
    hands = read(sheet({**RON, "riichi": [3, 1], "riichi_ronned": 0})).hands
    assert hands.select("riichi_order_0", "riichi_order_1", "riichi_order_2", "riichi_order_3").row(0) == (
        3,
        2,
        None,
        1,
    )
    assert hands.select("riichi_paid_0", "riichi_paid_1", "riichi_paid_2", "riichi_paid_3").row(0) == (
        False, True, None, True,
    )  # fmt: skip
    assert settle(read(sheet({**RON, "riichi": [3], "riichi_ronned": 0}))).hands["delta_1"].item() == 6200


def test_winners_of_one_tile_stand_in_turn_from_the_discarder():
    wins = [{"winner": seat, "loser": 2, "han": 1, "fu": 30} for seat in (1, 0, 3)]
    assert value(read(sheet({"result": "ron", "wins": wins})).wins, "winner") == [3, 0, 1]


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ({"limit": "haneman"}, (None, None, 0, "haneman", None)),
        ({"han": 6}, (6, None, 0, None, None)),
        ({"han": 13, "fu": 40}, (13, 40, 0, None, None)),
        ({"yakuman": 2}, (None, None, 2, "yakuman", None)),
        ({"yakuman": ["kazoe"]}, (None, None, 0, "kazoe", None)),
        ({"yakuman": ["daisangen", "tsuuiisou"]}, (None, None, 2, "yakuman", ["daisangen", "tsuuiisou"])),
        ({"han": 1, "fu": 30, "yaku": ["riichi"]}, (1, 30, 0, None, ["riichi"])),
    ],
)
def test_ways_to_state_a_value(stated, expected):
    wins = read(sheet({"result": "tsumo", "wins": [{"winner": 0, **stated}]})).wins
    assert wins.select("han", "fu", "yakuman", "limit", "yaku").row(0) == expected


def test_yaku_the_vocabulary_does_not_know_are_kept_as_written():
    wins = read(
        sheet({"result": "tsumo", "wins": [{"winner": 0, "han": 3, "fu": 30, "yaku": ["riichi", "rīpu"]}]})
    ).wins
    assert (wins["yaku"].to_list(), wins["yaku_other"].to_list()) == ([["riichi"]], [["rīpu"]])


@pytest.mark.parametrize(
    ("pao", "expected"),
    [(0, (0, None)), ({"seat": 0, "yaku": "daisangen"}, (0, ["daisangen"])),
     ({"seat": 0, "yaku": ["daisangen"]}, (0, ["daisangen"]))],
)  # fmt: skip
def test_liability_for_all_or_for_one_of_several_yakuman(pao, expected):
    win = {"winner": 2, "yakuman": ["daisangen", "tsuuiisou"], "pao": pao}
    assert read(sheet({"result": "tsumo", "wins": [win]})).wins.select("pao", "pao_yaku").row(0) == expected


def test_minor_faults_are_one_entry_a_stick():
    fined = {**RON, "penalty": [{"seat": 3, "points": 2000}, {"seat": 1, "points": 1000}]}
    assert read(sheet(fined)).hands["penalties"].to_list() == [[3, 3, 1]]


def test_recorded_changes_give_the_points_after_a_hand_where_those_before_are_known():
    changed = {**RON, "delta": [-5200, 5200, 0, 0]}
    known, unknown = read(sheet(changed, RON)).hands, read(sheet(changed, RON, start=None)).hands
    assert known.select("start_1", "end_1", "delta_1").rows() == [(25000, 30200, 5200), (30200, None, None)]
    assert unknown.select("start_1", "end_1", "delta_1").rows() == [(None, None, 5200), (None, None, None)]
    filled = completed(read(sheet(changed, RON, start=None))).hands
    assert filled.select("start_1", "end_1").rows() == [(25000, 30200), (30200, None)]


def test_the_dealers_choice_and_the_time_limit():
    hands = read(sheet(RON, {**RON, "dealer_ends": True, "time_up": True})).hands
    assert hands.select("dealer_ends", "time_up").rows() == [(False, False), (True, True)]


def test_side_bets_and_chips():
    bets = [{"p": 0, "q": 3, "amount": 20}, {"p": 1, "q": 2, "amount": 0.5, "type": "bashin"}]
    recorded = read(sheet(side_bets=bets, chips=[5, 2, -3, -4]))
    assert recorded.games["side_bets"].to_list() == [
        [
            {"first": 0, "second": 3, "points": 20000, "per_place": False},
            {"first": 1, "second": 2, "points": 500, "per_place": True},
        ]
    ]
    assert value(recorded.players, "chips") == [5, 2, -3, -4]
    every_pair = read(sheet(side_bets=[{"amount": 10, "type": "all"}])).games["side_bets"].to_list()[0]
    assert len(every_pair) == 6


def test_scores_are_exact():
    scores = [Decimal("62.5"), Decimal("0.001"), Decimal("-16.6"), Decimal("-45.901")]
    text = json.dumps(SHEET).replace("[-57.5, 11.7, 78.3, -32.5]", str([str(each) for each in scores]).replace("'", ""))
    assert value(parse(text.encode()).players, "recorded_score") == [62500, 1, -16600, -45901]


# --- one object, an array, an object a line ---------------------------------------------------------------------------


def test_an_array_and_lines_hold_many_games():
    several = [sheet(game_id=f"game {number}") for number in range(3)]
    assert value(read(several).games, "game_id") == ["game 0", "game 1", "game 2"]
    lines = "\n".join(map(json.dumps, several)).encode() + b"\n\n"
    assert value(parse(lines).games, "game_id") == ["game 0", "game 1", "game 2"]
    assert value(parse(b"\xef\xbb\xbf" + lines).games, "game_id") == ["game 0", "game 1", "game 2"]


def test_a_game_without_an_id_is_named_by_source_and_position():
    unnamed = {name: SHEET[name] for name in SHEET if name != "game_id"}
    assert read(unnamed).games["game_id"].item() == "sheet0.json"
    assert value(read([unnamed, unnamed]).games, "game_id") == ["sheet0.json#1", "sheet0.json#2"]


def test_a_wrong_sheet_costs_its_own_game_and_no_other():
    wrong = sheet({**RON, "wins": [{"winner": 1, "loser": 1, "han": 1, "fu": 30}]}, game_id="wrong")
    recorded = read([sheet(game_id="first"), wrong, sheet(game_id="last")])
    assert value(recorded.games, "game_id") == ["first", "last"]
    assert recorded.errors.select("game_id", "hand", "code", "parser").row(0) == ("wrong", 0, "bad-sheet", "hands-json")
    assert recorded.errors["message"].item().startswith("game 2: $.hands[0].wins[0].loser: ")


def test_a_broken_line_costs_itself():
    recorded = parse(json.dumps(SHEET).encode() + b"\n{broken\n" + json.dumps(sheet(game_id="other")).encode())
    assert recorded.games.height == 2
    assert recorded.errors["code"].to_list() == ["bad-json"]
    assert recorded.errors["message"].item().startswith("game 2: ")


def test_a_game_may_stand_in_a_sheet_once():
    recorded = read([SHEET, SHEET])
    assert recorded.games.height == 1
    assert "stands above already" in recorded.errors["message"].item()


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1, 2", b"\xff\xfe", b"null", b"[]", b"3", b"[" * 100_000, b"1e999999999999"]
)
def test_other_text_is_an_error_and_never_an_exception(content):
    recorded = parse(content)
    assert recorded.games.is_empty()
    assert recorded.errors.height == 1


# --- what is refused ------------------------------------------------------------------------------------------------


def wins(**win) -> dict:
    return {"result": "ron", "wins": [{"winner": 1, "loser": 0, **win}]}


@pytest.mark.parametrize(
    ("hand", "path", "reason"),
    [
        ({"result": "tie"}, "$.hands[0].result", "no such result 'tie'"),
        ({"result": "kyushu_kyuhai", "by": 0}, "$.hands[0].result", "did you mean 'kyuushu_kyuuhai'?"),
        ({}, "$.hands[0]", "missing required field `result`"),
        ({**RON, "honbaa": 2}, "$.hands[0]", "unknown field `honbaa`; did you mean 'honba'?"),
        ({**RON, "honba": -1}, "$.hands[0].honba", ">= 0"),
        ({**RON, "honba": "1"}, "$.hands[0].honba", "Expected `int"),
        ({**RON, "hand": "E5"}, "$.hands[0].hand", "matching regex"),
        ({"result": "ron"}, "$.hands[0].wins", "is needed where a hand ended in ron"),
        ({"result": "exhaustive_draw", "wins": RON["wins"]}, "$.hands[0].wins", "does not belong"),
        ({**RON, "tenpai": [0]}, "$.hands[0].tenpai", "does not belong to a hand that ended in ron"),
        ({"result": "suufon_renda", "tenpai": [0]}, "$.hands[0].tenpai", "does not belong"),
        ({"result": "nagashi_mangan"}, "$.hands[0].nagashi", "is needed"),
        ({"result": "chombo"}, "$.hands[0].by", "is needed"),
        ({**RON, "by": 0}, "$.hands[0].by", "does not belong"),
        ({**RON, "riichi": [0, 0]}, "$.hands[0].riichi", "named twice"),
        ({**RON, "riichi": [4]}, "$.hands[0].riichi[0]", "<= 3"),
        ({**RON, "riichi": [0], "riichi_ronned": 0}, "$.hands[0].riichi_ronned", "was not ronned"),
        ({**RON, "riichi_ronned": 2}, "$.hands[0].riichi_ronned", "the ronned tile is the loser's"),
        ({"result": "exhaustive_draw", "riichi_ronned": 0}, "$.hands[0].riichi_ronned", "only a ron"),
        ({**RON, "delta": [0, 0, 0]}, "$.hands[0].delta", "must hold 4 values"),
        ({**RON, "penalty": [{"seat": 0, "points": 1500}]}, "$.hands[0].penalty[0].points", "multiple of 1000"),
        ({**RON, "result": "tsumo"}, "$.hands[0].wins[0].loser", "a tsumo has no loser"),
        ({"result": "tsumo", "wins": [{"winner": 1, "han": 1, "fu": 30}] * 2}, "$.hands[0].wins", "named twice"),
        (wins(loser=None, han=1, fu=30), "$.hands[0].wins[0].loser", "a ron needs the seat"),
        (wins(loser=1, han=1, fu=30), "$.hands[0].wins[0].loser", "the winner cannot be the loser"),
        ({"result": "ron", "wins": [RON["wins"][0], {"winner": 2, "loser": 3, "han": 1, "fu": 30}]},
         "$.hands[0].wins[1].loser", "win from the same seat"),
        (wins(), "$.hands[0].wins[0]", "the value is given once"),
        (wins(han=5, fu=30, limit="mangan"), "$.hands[0].wins[0]", "the value is given once"),
        (wins(fu=30), "$.hands[0].wins[0].han", "fu without han"),
        (wins(han=4), "$.hands[0].wins[0].fu", "a hand below 5 han needs its fu"),
        (wins(han=4, fu=33), "$.hands[0].wins[0].fu", "fu are 25 or a multiple of 10"),
        (wins(limit="kazoe"), "$.hands[0].wins[0].limit", "Invalid enum value"),
        (wins(yakuman=["daisanen"]), "$.hands[0].wins[0].yakuman[0]", "did you mean 'daisangen'?"),
        (wins(yakuman=["riichi"]), "$.hands[0].wins[0].yakuman[0]", "no such yakuman"),
        (wins(yakuman=["kazoe", "daisangen"]), "$.hands[0].wins[0].yakuman", "a counted yakuman stands alone"),
        (wins(yakuman=[]), "$.hands[0].wins[0].yakuman", "an empty list"),
        (wins(yakuman=0), "$.hands[0].wins[0].yakuman", ">= 1"),
        (wins(han=3, fu=40, pao=2), "$.hands[0].wins[0].pao", "only a yakuman has a liable seat"),
        (wins(yakuman=1, pao=1), "$.hands[0].wins[0].pao", "the winner cannot be liable"),
        (wins(yakuman=["daisangen"], pao={"seat": 2, "yaku": "tsuuiisou"}), "$.hands[0].wins[0].pao.yaku", "not among"),
    ],
)  # fmt: skip
def test_a_wrong_hand_is_refused_with_its_path_and_the_reason(hand, path, reason):
    told = message(sheet(hand))
    assert told.startswith(f"{path}: ")
    assert reason in told


@pytest.mark.parametrize(
    ("fields", "path", "reason"),
    [
        ({"players": ["A", "B"]}, "$.players", "length >= 3"),
        ({"players": None}, "$.players", "Expected `array`"),
        ({"format": "mjlog-hands/2"}, "$.format", "must be 'mjlog-hands/1'"),
        ({"first_dealer": 4}, "$.first_dealer", "<= 3"),
        ({"start": [25000]}, "$.start", "must hold 4 values"),
        ({"start": [2.5, 1, 1, 1]}, "$.start[0]", "Expected `int`"),
        ({"chips": [1]}, "$.chips", "must hold 4 values"),
        ({"final": {"scores": [1, 2, 3]}}, "$.final.scores", "must hold 4 values"),
        ({"final": {"scores": [0.0001, 0, 0, 0]}}, "$.final.scores[0]", "at most three decimals"),
        ({"side_bets": [{"p": 0, "amount": 5}]}, "$.side_bets[0]", "a bet needs its two seats"),
        ({"side_bets": [{"p": 0, "q": 0, "amount": 5}]}, "$.side_bets[0]", "named twice"),
        ({"side_bets": [{"p": 0, "q": 1, "amount": -5}]}, "$.side_bets[0].amount", "not negative"),
        ({"hands": []}, "$.hands", "length >= 1"),
        ({"hands": [{**RON, "dealer_ends": True}, RON]}, "$.hands[0].dealer_ends", "hands follow"),
        ({"game_id": ""}, "$.game_id", "length >= 1"),
        ({"titel": "x"}, "$", "unknown field `titel`"),
    ],
)
def test_a_wrong_sheet_is_refused_with_its_path_and_the_reason(fields, path, reason):
    told = message({**SHEET, **fields})
    assert told.startswith(f"{path}: ")
    assert reason in told


@pytest.mark.parametrize(
    ("document", "path", "advice"),
    [
        ({**SHEET, "dealer_ends": True}, "$", "`dealer_ends`; it belongs in a hand"),
        ({**SHEET, "yaku": []}, "$", "`yaku`; it belongs in a win or the pao of a win"),
        ({**SHEET, "winner": 1}, "$", "`winner`; it belongs in a win"),
        ({**SHEET, "playesr": []}, "$", "`playesr`; did you mean 'players'?"),
        ({**SHEET, "colour": 1}, "$", "`colour`"),
        (sheet({**RON, "game_id": "x"}), "$.hands[0]", "`game_id`; it belongs in the sheet itself"),
        (sheet({**RON, "richi": [1]}), "$.hands[0]", "`richi`; did you mean 'riichi'?"),
        (sheet(wins(han=3, fu=40, losr=2)), "$.hands[0].wins[0]", "`losr`; did you mean 'loser'?"),
        ({**SHEET, "final": {"points": None, "score": []}}, "$.final", "`score`; did you mean 'scores'?"),
        ({**SHEET, "side_bets": [{"amount": 5, "riichi": 1}]}, "$.side_bets[0]", "`riichi`; it belongs in a hand"),
    ],
)
def test_a_field_in_the_wrong_place_is_sent_to_the_right_one(document, path, advice):
    told = message(document)
    assert told.startswith(f"{path}: ")
    assert told.endswith(advice)


def test_a_message_does_not_repeat_the_file_that_its_row_names():
    several = read([sheet(), {"format": "mjlog-hands/1"}, sheet(), sheet({})])
    recorded = several.errors.vstack(read([]).errors).vstack(parse(b"{broken").errors)
    assert recorded.height == 5
    assert not recorded["message"].str.contains("sheet0.json", literal=True).any()


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b'{"format": "mjlog-hands/1"', True),
        (b'[\n {"players": [], "format":"mjlog-hands/1"', True),
        (b'{"format": "mjlog-hands/2"', True),
        (b'{"format": "other"', False),
        (b'{"title": ["mjlog-hands/1"]', False),
        (b"", False),
    ],
)
def test_the_format_is_told_by_its_own_field(head, expected):
    assert PARSER.sniff(head, "anything.txt") is expected


SCALARS = [st.none(), st.booleans(), st.integers(-(2**40), 2**40), st.floats(allow_nan=False, allow_infinity=False)]
KEYS = st.sampled_from(sorted({*SHEET, *RON, "winner", "han"}))
JSON_VALUES = st.recursive(
    st.one_of(*SCALARS, st.text(max_size=5)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=8,
)


@given(st.data())
def test_a_sheet_with_anything_in_any_place_is_read_or_refused(data):
    """Every path of the example is replaced by something else; nothing raises and nothing half read remains."""
    document = json.loads(json.dumps(SHEET))
    place, parent = document, None
    while isinstance(place, (dict, list)) and place and (parent is None or data.draw(st.booleans())):
        key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place))))
        parent, place = (place, key), place[key]
    parent[0][parent[1]] = data.draw(JSON_VALUES)
    recorded = read(document)
    assert recorded.games.height + recorded.errors.height >= 1
    assert recorded.games.height or recorded.hands.is_empty()
    for table in ("games", "players", "wins"):
        assert TABLES[table].is_valid(getattr(recorded, table))
    settle(recorded)
