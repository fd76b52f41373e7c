"""Results of hands: labels, points, yaku, tenpai, sticks."""

import json

import pytest

from mjlog.vocabulary import YAKU
from tests.parsers.tenhou_json.logs import DRAW, RON, by_seat, errors, hand, log, only, quiet, read


def won(*result, **more):
    """The rows of a hand and its only win."""
    recorded = quiet(read(log(hand(result, **more))))
    return only(recorded.hands), only(recorded.wins)


def drawn(*result, **more):
    return only(quiet(read(log(hand(result, **more)))).hands)


def test_a_ron_has_winner_loser_value_and_what_it_moves():
    row, win = won(*RON)
    assert row["result"] == "ron"
    assert by_seat(row, "end") == [21100, 25000, 25000, 28900]
    assert (win["winner"], win["loser"], win["pao"]) == (3, 0, None)
    assert (win["points"], win["han"], win["fu"], win["yakuman"], win["limit"]) == (3900, 3, 30, 0, None)
    assert (win["yaku"], win["yaku_han"]) == (["riichi", "pinfu", "tanyao"], [1, 1, 1])
    assert by_seat(win, "recorded") == [-3900, 0, 0, 3900]


@pytest.mark.parametrize(
    ("winner", "text", "points"),
    [
        (0, "30符1飜500点∀", 1500),
        (0, "満貫4000点∀", 12000),
        (0, "Mangan 4000点∀", 12000),
        (0, "満貫4000点", 12000),
        (1, "30符1飜300-500点", 1100),
        (1, "満貫2000-4000点", 8000),
        (1, "跳満3000-6000点", 12000),
        (1, "30Fu1Han300-500Points", 1100),
    ],
)
def test_a_tsumo_is_worth_what_all_pay(winner, text, points):
    draws = ((45,), (46,), (), ())
    seats = {"takes": draws, "discards": ((60,), (), (), ())} if winner else {"takes": draws[:1] + ((),) * 3}
    seats = seats if winner else {**seats, "discards": ((), (), (), ())}
    row, win = won("和了", [0, 0, 0, 0], [winner, winner, winner, text, "ドラ(1飜)"], **seats)
    assert row["result"] == "tsumo"
    assert (win["loser"], win["points"]) == (None, points)


@pytest.mark.parametrize(
    ("text", "limit", "han"),
    [
        ("満貫8000点", "mangan", 5),
        ("切り上げ満貫8000点", "mangan", 5),
        ("跳満12000点", "haneman", 5),
        ("Baiman 16000点", "baiman", 5),
        ("三倍満24000点", "sanbaiman", 5),
        ("30符4飜満貫8000点", "mangan", 4),
    ],
)
def test_a_limit_hand_has_the_han_of_its_yaku_and_no_fu_of_its_own(text, limit, han):
    _, win = won("和了", [-1, 0, 0, 1], [3, 0, 3, text, "清一色(5飜)"])
    assert (win["limit"], win["han"], win["yakuman"]) == (limit, han, 0)
    assert win["fu"] == (30 if "符" in text else None)


def test_thirteen_han_of_ordinary_yaku_are_a_counted_yakuman():
    _, win = won("和了", [-32000, 0, 0, 32000], [3, 0, 3, "役満32000点", "清一色(6飜)", "立直(1飜)", "ドラ(6飜)"])
    assert (win["limit"], win["yakuman"], win["han"], win["dora"]) == ("kazoe", 0, 13, 6)
    _, win = won("和了", [-32000, 0, 0, 32000], [3, 0, 3, "数え役満32000点", "清一色(6飜)", "ドラ(7飜)"])
    assert (win["limit"], win["yakuman"]) == ("kazoe", 0)


def test_real_yakuman_count_units_and_no_han():
    _, win = won("和了", [-64000, 0, 0, 64000], [3, 0, 3, "役満64000点", "大三元(役満)", "字一色(役満)"])
    assert (win["limit"], win["yakuman"], win["han"], win["dora"]) == ("yakuman", 2, None, None)
    assert (win["yaku"], win["yaku_han"]) == (["daisangen", "tsuuiisou"], [13, 13])


@pytest.mark.parametrize(
    ("result", "units", "han"),
    [
        ([3, 0, 3, "役満64000点", "四暗刻単騎(役満)"], 2, [26]),
        ([3, 0, 3, "役満96000点", "大四喜(役満)", "字一色(役満)"], 3, [26, 13]),
        ([3, 0, 3, "役満64000点", "四暗刻単騎(ダブル役満)"], 2, [26]),
        ([3, 0, 3, "役満32000点"], 1, None),
        ([3, 0, 3, "役満32000点", "四暗刻単騎(役満)"], 1, [13]),
    ],
)
def test_double_yakuman_are_told_by_their_payment(result, units, han):
    _, win = won("和了", [-1, 0, 0, 1], result)
    assert (win["yakuman"], win["yaku_han"], win["limit"]) == (units, han, "yakuman")


def test_a_hand_without_a_list_of_yaku_says_nothing_of_them():
    row, win = won("和了", [-18000, 0, 0, 18000], [3, 0, 3, "跳満18000点"])
    assert row["result"] == "ron"
    assert (win["points"], win["limit"], win["han"], win["yaku"]) == (18000, "haneman", None, None)
    assert (win["dora"], win["red"], win["ura"]) == (None, None, None)


def test_a_number_with_a_plus_is_a_gain_and_no_value():
    _, win = won("和了", [-2500, 0, 0, 2500], [3, 0, 3, "+2500点"])
    assert (win["points"], win["recorded_3"]) == (None, 2500)


def test_ura_dora_without_han_is_no_yaku_but_tells_that_ura_were_looked_at():
    _, win = won("和了", [-3900, 0, 0, 4900], [3, 0, 3, "30符3飜3900点", "立直(1飜)", "ドラ(2飜)", "裏ドラ(0飜)"])
    assert (win["yaku"], win["ura"], win["dora"]) == (["riichi", "dora"], 0, 2)


def test_ura_dora_do_not_exist_without_riichi():
    _, win = won("和了", [-1000, 0, 0, 1000], [3, 0, 3, "30符1飜1000点", "断幺九(1飜)"])
    assert (win["ura"], win["dora"], win["red"]) == (None, 0, 0)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_yaku_is_known_by_its_names(language):
    for key, info in YAKU.items():
        name = getattr(info, language)
        _, win = won("和了", [-1000, 0, 0, 1000], [3, 0, 3, "30符1飜1000点", f"{name}(1飜)"])
        assert win["yaku"] == [key]


def test_a_wind_without_a_name_is_the_round_s_or_the_winner_s_own():
    names = ["役牌:自風牌(1飜)", "Prevalent Wind(1飜)"]
    _, win = won(*RON[:2], [3, 0, 3, "30符2飜2000点", *names], counters=(4, 0, 0))
    assert win["yaku"] == ["seat_wind_north", "round_wind_south"]


def test_a_yaku_nobody_knows_is_kept_and_reported():
    recorded = read(log(hand(["和了", [-1, 0, 0, 1], [3, 0, 3, "40符2飜2600点", "大車輪もどき(1飜)", "立直(1飜)"]])))
    win = only(recorded.wins)
    assert (win["yaku"], win["yaku_other"], win["han"]) == (["riichi"], ["大車輪もどき(1飜)"], 2)
    assert errors(recorded) == [
        (0, "unknown-yaku", "E1-0: seat 3 wins with '大車輪もどき(1飜)', which is no known yaku")
    ]


def test_two_winners_have_their_own_points_and_the_order_they_are_written_in():
    result = ["和了", [-8600, 0, 8600, 0], [2, 0, 2, "満貫8000点"], [-2000, 2000, 0, 0], [1, 0, 1, "30符2飜2000点"]]
    recorded = quiet(read(log(hand(result))))
    assert recorded.wins.select("win", "winner", "points", "recorded_0").rows() == [
        (0, 2, 8000, -8600),
        (1, 1, 2000, -2000),
    ]
    assert by_seat(only(recorded.hands), "end") == [14400, 27000, 33600, 25000]


def test_three_winners_are_read_alike():
    each = [[1, 0, 1, "30符1飜1000点"], [2, 0, 2, "30符2飜2000点"], [3, 0, 3, "30符3飜3900点"]]
    moved = [[-1000, 1000, 0, 0], [-2000, 0, 2000, 0], [-3900, 0, 0, 3900]]
    recorded = quiet(read(log(hand(["和了", *(item for pair in zip(moved, each, strict=True) for item in pair)]))))
    assert recorded.wins["winner"].to_list() == [1, 2, 3]
    assert by_seat(only(recorded.hands), "end") == [18100, 26000, 27000, 28900]


def test_one_list_for_several_winners_tells_none_apart():
    result = ["和了", [-3000, 1000, 2000, 0], [1, 0, 1, "30符1飜1000点"], [2, 0, 2, "30符2飜2000点"]]
    recorded = quiet(read(log(hand(result))))
    assert recorded.wins.select("recorded_0", "recorded_1").rows() == [(None, None), (None, None)]
    assert by_seat(only(recorded.hands), "end") == [22000, 26000, 27000, 25000]


def test_the_liable_seat_is_named_where_it_is_not_the_winner():
    _, win = won("和了", [-16000, 0, -16000, 32000], [3, 0, 2, "役満32000点", "大三元(役満)"])
    assert win["pao"] == 2


@pytest.mark.parametrize(
    ("label", "result"),
    [
        ("九種九牌", "kyuushu_kyuuhai"),
        ("Nine Terminal Abortion", "kyuushu_kyuuhai"),
        ("四風連打", "suufon_renda"),
        ("四槓散了", "suukaikan"),
        ("四開槓", "suukaikan"),
        ("四家立直", "suucha_riichi"),
        ("三家和了", "sancha_hou"),
        ("三家和", "sancha_hou"),
        ("Suucha Riichi", "suucha_riichi"),
    ],
)
def test_an_abortive_draw_moves_nothing(label, result):
    row = drawn(label)
    assert row["result"] == result
    assert by_seat(row, "end") == [25000] * 4
    assert by_seat(row, "tenpai") == [None] * 4


def test_who_declares_nine_terminals_is_who_took_a_tile_and_kept_it():
    row = drawn("九種九牌", takes=((45,), (46,), (), ()), discards=((60,), (), (), ()))
    assert row["offender"] == 1


@pytest.mark.parametrize("label", ["流局", "Ryuukyoku", "Exhaustive Draw"])
def test_who_is_paid_at_a_draw_is_tenpai(label):
    row = drawn(label, [-1500, 1500, 1500, -1500])
    assert row["result"] == "exhaustive_draw"
    assert by_seat(row, "tenpai") == [False, True, True, False]


@pytest.mark.parametrize(("label", "tenpai"), [("全員聴牌", True), ("全員不聴", False)])
@pytest.mark.parametrize("points", [[], [[0, 0, 0, 0]]])
def test_a_label_tells_that_all_or_none_are_tenpai(label, tenpai, points):
    row = drawn(label, *points)
    assert (row["result"], by_seat(row, "tenpai")) == ("exhaustive_draw", [tenpai] * 4)
    assert by_seat(row, "end") == [25000] * 4


def test_a_draw_that_states_no_points_has_no_end():
    assert by_seat(drawn("流局"), "end") == [None] * 4


def test_all_alike_at_a_draw_is_told_by_a_riichi_or_by_the_next_deal():
    even = ["流局", [0, 0, 0, 0]]
    riichi = hand(even, counters=(1, 0, 0), takes=((), (45,), (), ()), discards=((), ("r60",), (), ()))
    stays, passes = hand(even, counters=(2, 0, 0)), hand(even, counters=(2, 1, 0))
    for row in (stays, passes):
        row[5], row[6], row[11], row[12] = [], [], [45], [60]
    last = hand(even, counters=(3, 2, 0), takes=((), (), (), (41,)), discards=((), (), (), (60,)))
    rows = quiet(read(log(riichi, stays, passes, last))).hands.rows(named=True)
    assert [row["tenpai_0"] for row in rows] == [True, True, False, None]


def test_nagashi_moves_its_payment_and_leaves_the_sticks():
    declared = {"takes": ((45,), (46,), (47,), ()), "discards": ((60,), (60,), ("r60",), ())}
    row = drawn("流し満貫", [-4000, 8000, -2000, -2000], **declared)
    assert row["result"] == "nagashi_mangan"
    assert by_seat(row, "nagashi") == [False, True, False, False]
    assert by_seat(row, "end") == [21000, 33000, 22000, 23000]
    assert by_seat(row, "tenpai") == [None] * 4


def test_two_nagashi_are_told_by_who_gains():
    row = drawn("流し満貫", [8000, -6000, 4000, -6000])
    assert by_seat(row, "nagashi") == [True, False, True, False]


def test_riichi_on_a_ronned_tile_pays_no_stick():
    declared = {"takes": ((45,), (46,), (47,), (41,)), "discards": ((60,), (60,), (60,), ("r60",))}
    row, _ = won("和了", [9000, 0, 0, -8000], [0, 3, 0, "満貫8000点", "立直(1飜)", "混一色(3飜)"], **declared)
    assert by_seat(row, "riichi") == [None, None, None, 1]
    assert by_seat(row, "riichi_paid") == [None, None, None, False]
    assert by_seat(row, "end") == [34000, 25000, 25000, 17000]


def test_only_the_ronned_declaration_goes_unpaid():
    declared = {"takes": ((45,), (46,), (47,), (41,)), "discards": ((60,), (60,), ("r60",), ("r60",))}
    row, _ = won("和了", [0, 6200, 0, -5200], [1, 3, 1, "30符4飜5200点"], **declared)
    assert by_seat(row, "riichi_paid") == [None, None, True, False]
    assert by_seat(row, "riichi_order") == [None, None, 1, 2]
    assert by_seat(row, "end") == [25000, 31200, 24000, 19800]


def test_the_fourth_of_four_riichi_is_paid():
    declared = {"takes": ((45,), (46,), (47,), (41,)), "discards": (("r60",), ("r60",), ("r60",), ("r60",))}
    row = drawn("四家立直", **declared)
    assert by_seat(row, "riichi_paid") == [True] * 4
    assert by_seat(row, "riichi_order") == [1, 2, 3, 4]
    assert by_seat(row, "end") == [24000] * 4


def test_a_riichi_that_three_would_win_on_is_not_paid():
    declared = {"takes": ((45,), (46,), (), ()), "discards": (("r60",), ("r60",), (), ())}
    row = drawn("三家和了", **declared)
    assert by_seat(row, "riichi_paid") == [True, False, None, None]
    assert by_seat(row, "end") == [24000, 25000, 25000, 25000]


def test_deltas_need_not_add_up_to_nothing():
    row, win = won("和了", [-4000, -2000, 9000, -2000], [2, 2, 2, "Mangan 2000-4000点", "Half Flush(2飜)"],
                   takes=((45,), (46,), (47,), ()), discards=((60,), (60,), (), ()))  # fmt: skip
    assert by_seat(row, "end") == [21000, 23000, 34000, 23000]
    assert win["yaku"] == ["honitsu"]


ZEROS = [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("result", "message"),
    [
        (["和了", ZEROS, [3, 0, 3, 30, 1000, 0, 1]], "element 2.3: 30 is no text of points like 30符1飜1000点"),
        (["和了", ZEROS, [3, 0, 3, "3900"]], "element 2.3: '3900' is no text of points like 30符1飜1000点"),
        (["和了", ZEROS, [3, 4, 3, "満貫8000点"]], "element 2.1: 4 is no seat"),
        (["和了", ZEROS, [3, 0, "3", "満貫8000点"]], "element 2.2: '3' is no seat"),
        (["和了", ZEROS, [3, 0, 3, "満貫8000点", 1]], "element 2.4: 1 is no yaku like 立直(1飜)"),
        (["和了", ZEROS, [3, 0, 3]], "element 2: [3, 0, 3] are no points of 4 seats"),
        (["和了", [0, 0.5, 0, 0], [3, 0, 3, "満貫8000点"]], "element 1: [0, 0.5, 0, 0] are no points of 4 seats"),
        (["和了", [0, 0], [3, 0, 3, "満貫8000点"]], "element 1: [0, 0] are no points of 4 seats"),
        (["流局", [0, "0", 0, 0]], "element 1: [0, '0', 0, 0] are no points of 4 seats"),
        (["終局", ZEROS], "element 0: '終局' is no known name of a result"),
        ([0, ZEROS], "element 0: 0 is no name of a result"),
        ([], "element 0: None is no name of a result"),
    ],
)
def test_a_result_that_cannot_be_read_is_refused_with_its_element(result, message):
    good = hand(counters=(1, 0, 0), takes=((), (45,), (), ()), discards=((), (60,), (), ()))
    recorded = read(log(hand(result), good))
    assert errors(recorded) == [(0, "bad-hand", f"result, {message}")]
    assert recorded.hands["hand"].to_list() == [1]
    assert recorded.games["complete"].to_list() == [False]


def test_somebody_must_win_and_several_on_one_discard():
    two = [ZEROS, [3, 0, 3, "満貫8000点"], ZEROS, [2, 1, 2, "満貫8000点"]]
    recorded = read(log(hand(DRAW), hand(["和了", ZEROS]), hand(["和了", *two])))
    assert [message for *_, message in errors(recorded)] == [
        "result: nobody is named as the winner",
        "result: several winners must win on one discard",
    ]


def test_points_written_with_a_decimal_point_are_whole_numbers():
    row = only(quiet(read(log(hand(["流局", [-1500.0, 1500, 1500, -1500.0]], points=(25000.0,) * 4)))).hands)
    assert by_seat(row, "start") == [25000] * 4
    assert by_seat(row, "end") == [23500, 26500, 26500, 23500]


def test_the_same_result_is_read_with_and_without_spaces_and_escapes():
    document = log(hand(RON), hand(DRAW, counters=(0, 1, 0)))
    plain = quiet(read(document))
    for written in (
        json.dumps(document),
        json.dumps(document, ensure_ascii=False),
        json.dumps(document, indent=2),
        json.dumps(document, separators=(",", ":")),
    ):
        other = quiet(read(written.encode()))
        for table in ("hands", "wins", "events"):
            frames = [getattr(recorded, table).drop("game_id") for recorded in (plain, other)]
            assert frames[0].equals(frames[1], null_equal=True)
