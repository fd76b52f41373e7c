"""What goes wrong in mjai logs, in small documents written by hand."""

import json

import pytest

from mjlog.tables import seats
from tests.parsers.mjai.test_dialects import parse

DEALT = [
    "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p E",
    "1m 1m 3m 3m 5m 5m 7m 7m 9m 9m 1p 1p S",
    "2m 2m 4m 4m 6m 6m 8m 8m 2p 2p 3p 3p W",
    "4p 4p 5p 5p 6p 6p 7p 7p 8p 8p 9p 9p N",
]


def start(kyoku=1, honba=0, kyotaku=0, oya=0, **fields):
    return {
        "type": "start_kyoku", "bakaze": "E", "kyoku": kyoku, "honba": honba, "kyotaku": kyotaku, "oya": oya,
        "dora_marker": "9s", "scores": [25000] * 4, "tehais": [hand.split() for hand in DEALT], **fields,
    }  # fmt: skip


def turn(actor, pai, drop=None):
    drawn = {"type": "tsumo", "actor": actor, "pai": pai}
    return [drawn, {"type": "dahai", "actor": actor, "pai": drop or pai, "tsumogiri": drop is None}]


def riichi(actor):
    drawn, discarded = turn(actor, "E")
    return [drawn, {"type": "reach", "actor": actor}, discarded]


def log(*events):
    listed = [{"type": "start_game", "names": ["a", "b", "c", "d"]}]
    for event in events:
        listed += event if isinstance(event, list) else [event]
    listed += [{"type": "end_kyoku"}, {"type": "end_game"}]
    return "\n".join(json.dumps(event) for event in listed)


def ends(recorded, hand=0):
    return list(recorded.hands.select(seats("end")).row(hand))


RON = {"type": "hora", "actor": 0, "target": 1, "deltas": [1500, -1500, 0, 0]}


def test_an_empty_game_is_clean_and_a_beginning_alone_is_cut():
    recorded = parse('{"type":"start_game","names":["a","b","c","d"]}\n{"type":"end_game"}')
    assert (recorded.games["complete"].to_list(), recorded.hands.height, recorded.errors.height) == ([True], 0, 0)
    assert parse('{"type":"start_game"}').errors["code"].to_list() == ["cut"]
    assert parse("").errors["code"].to_list() == ["empty"]


def test_a_missing_ura_is_null_and_never_zero():
    recorded = parse(
        log(
            start(),
            riichi(0),
            {"type": "reach_accepted", "actor": 0},
            turn(1, "E"),
            {**RON, "deltas": [2500, -1500, 0, 0]},
        )
    )
    assert recorded.wins["ura"].to_list() == [None]
    assert recorded.hands["ura_indicators"].to_list() == [None]
    assert ends(recorded) == [26500, 23500, 25000, 25000]


def test_a_win_without_its_seat_costs_its_hand_alone():
    bad = {"type": "hora", "scores": [26500, 23500, 25000, 25000]}
    recorded = parse(log(start(), turn(0, "E"), bad, start(2, oya=1), turn(1, "E"), RON))
    error = recorded.errors.row(0, named=True)
    assert (error["code"], error["hand"], error["offset"]) == ("bad-hand", 0, 4)
    assert "actor" in error["message"]
    assert recorded.hands["hand"].to_list() == [1]


def test_a_stick_taken_twice_is_counted_once():
    draw = {"type": "ryukyoku", "reason": "sukaikan", "deltas": [-1000, 0, 0, 0]}
    recorded = parse(log(start(), riichi(0), {"type": "reach_accepted", "actor": 0}, draw))
    assert recorded.errors["code"].to_list() == ["stick-counted-twice"]
    assert ends(recorded) == [24000, 25000, 25000, 25000]


def test_riichi_on_a_ronned_tile_pays_no_stick():
    recorded = parse(log(start(), turn(0, "9s"), riichi(1), RON))
    assert recorded.hands.select("riichi_1", "riichi_paid_1").row(0) == (1, False)
    assert ends(recorded) == [26500, 23500, 25000, 25000]


def test_the_second_of_two_wins_has_no_honba():
    second = {"type": "hora", "actor": 2, "target": 1, "deltas": [0, -8000, 8000, 0]}
    recorded = parse(log(start(honba=2), turn(0, "9s"), turn(1, "E"), {**RON, "deltas": [2100, -2100, 0, 0]}, second))
    assert recorded.wins["points"].to_list() == [1500, 8000]
    assert recorded.wins["loser"].to_list() == [1, 1]


@pytest.mark.parametrize(
    ("deltas", "result", "flags"),
    [
        ([3000, -1000, -1000, -1000], "exhaustive_draw", [True, False, False, False]),
        ([1500, -1500, 1500, -1500], "exhaustive_draw", [True, False, True, False]),
        ([-4000, 8000, -2000, -2000], "nagashi_mangan", [False, True, False, False]),
        ([8000, -6000, 4000, -6000], "nagashi_mangan", [True, False, True, False]),
    ],
)
def test_payments_tell_a_draw(deltas, result, flags):
    recorded = parse(log(start(), turn(0, "9s"), {"type": "ryukyoku", "deltas": deltas}))
    column = "nagashi" if result == "nagashi_mangan" else "tenpai"
    assert recorded.hands["result"].to_list() == [result]
    assert list(recorded.hands.select(seats(column)).row(0)) == flags


def test_play_tells_a_draw_nobody_pays_for():
    nine = parse(log(start(), {"type": "tsumo", "actor": 0, "pai": "E"}, {"type": "ryukyoku", "deltas": [0] * 4}))
    assert nine.hands.select("result", "offender").row(0) == ("kyuushu_kyuuhai", 0)
    winds = [turn(seat, "N") for seat in range(4)]
    four = parse(log(start(), *winds, {"type": "ryukyoku", "deltas": [0] * 4}))
    assert four.hands["result"].to_list() == ["suufon_renda"]


def test_a_draw_that_nothing_tells_is_unknown_and_noted():
    recorded = parse(log(start(), turn(0, "9s"), turn(1, "9s"), {"type": "ryukyoku"}))
    assert recorded.hands["result"].to_list() == ["unknown_draw"]
    assert recorded.errors["code"].to_list() == ["unknown-draw"]
    assert ends(recorded) == [None] * 4


def test_a_players_view_keeps_results_without_tiles():
    hidden = start(tehais=[DEALT[0].split(), *[["?"] * 13] * 3])
    won = {"type": "hora", "actor": 1, "target": 0, "deltas": [-1000, 1000, 0, 0]}
    recorded = parse(log(hidden, turn(0, "9s"), won))
    assert recorded.errors["code"].to_list() == ["hidden-tiles"]
    assert recorded.wins.select("points", "tiles").row(0) == (1000, None)


def test_a_kan_without_its_indicator_leaves_them_unknown():
    hand = ["1m", "1m", "1m", "1m", "5m", "6m", "7m", "8m", "9m", "1p", "2p", "3p", "E"]
    kan = [{"type": "tsumo", "actor": 0, "pai": "9s"}, {"type": "ankan", "actor": 0, "consumed": ["1m"] * 4}]
    start_with = start(tehais=[hand, *[text.split() for text in DEALT[1:]]])
    recorded = parse(log(start_with, kan, turn(0, "E"), turn(1, "E"), RON))
    assert recorded.errors["code"].to_list() == ["no-dora-event"]
    assert recorded.hands["dora_indicators"].to_list() == [None]


def test_a_red_five_is_added_to_a_pon_of_fives():
    hand = ["5m", "5m", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p", "1s", "1s", "2s"]
    start_with = start(tehais=[DEALT[0].split(), hand, DEALT[2].split(), DEALT[3].split()])
    pon = {"type": "pon", "actor": 1, "target": 0, "pai": "5m", "consumed": ["5m", "5m"]}
    kakan = {"type": "kakan", "actor": 1, "pai": "5mr", "consumed": ["5m", "5m", "5m"]}
    play = [turn(0, "9s", "5m"), pon, {"type": "dahai", "actor": 1, "pai": "2s", "tsumogiri": False}, turn(2, "9s"),
            turn(3, "9s"), turn(0, "9s"), {"type": "tsumo", "actor": 1, "pai": "5mr"}, kakan,
            {"type": "tsumo", "actor": 1, "pai": "1s"}]  # fmt: skip
    tsumo = {"type": "hora", "actor": 1, "target": 1, "deltas": [-2000, 4000, -1000, -1000]}
    recorded = parse(log(start_with, *play, tsumo))
    assert recorded.wins["melds"].to_list() == [["kakan 0555m"]]


def test_numbers_too_large_to_be_true_cost_their_hand():
    recorded = parse(log(start(), turn(0, "9s"), {**RON, "deltas": [99_999_999_999, -1500, 0, 0]}))
    assert recorded.errors["code"].to_list() == ["bad-hand"]
    assert recorded.hands.is_empty()


def test_chinese_rules_are_refused_by_name():
    plain = start(dora_marker=None)
    won = {"type": "hora", "actor": 1, "target": 0, "scores": [24988, 25012, 25000, 25000]}
    recorded = parse(log(plain, turn(0, "9s"), won))
    assert recorded.errors["code"].to_list() == ["not-riichi"]
    assert recorded.games.is_empty()


def test_a_log_cut_within_its_last_line_keeps_its_hands():
    text = log(start(), turn(0, "9s"), turn(1, "E"), RON, start(2, oya=1), turn(1, "9s"))
    recorded = parse(text[: text.rindex('"tsumo"') + 3])
    assert recorded.hands.height == 1
    assert set(recorded.errors["code"]) == {"cut", "no-result"}
    assert recorded.games["complete"].to_list() == [False]
