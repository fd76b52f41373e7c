"""What the head of a log says: platform, rules, players, final scores."""

import datetime as dt

import polars as pl
import pytest

from tests.parsers.tenhou_json.logs import errors, hand, log, only, quiet, read

TENHOU = "2019050417gm-0029-0000-4f2a8622"
MAJSOUL = "230117-2f56958d-7b7e-4156-a9a4-d60c4ab5c698"
SANMA = {"points": (35000, 35000, 35000, 0), "deals": ((21,) * 13, (22,) * 13, (23,) * 13, ())}


def game(*hands, **head):
    return only(quiet(read(log(*(hands or [hand()]), **head))).games)


def test_a_tenhou_id_tells_everything_of_its_table():
    row = game(ref=TENHOU, sc=[21100, -19, 55000, 65, -4900, -55, 28800, 9])
    assert row["game_id"] == TENHOU
    assert row["started_at"] == dt.datetime(2019, 5, 4, 8, tzinfo=dt.UTC)
    told = ("platform", "room", "lobby", "length", "red_fives", "open_tanyao", "rules", "n_players", "complete")
    assert [row[name] for name in told] == ["tenhou", "特南喰赤", "0", "hanchan", 3, True, "tenhou-2010", 4, True]


@pytest.mark.parametrize(
    ("reference", "rules", "told"),
    [
        ("2023101214gm-00a9-0000-8cb902d4", "tenhou", ("鳳南喰赤", "hanchan", 3)),
        ("2012050716gm-0009-0000-85fac029", "tenhou-2010", ("般南喰赤", "hanchan", 3)),
        ("2009100819gm-0049-0000-13bf5b23", "tenhou-2009", ("般南喰赤速", "hanchan", 3)),
        ("2009030501gm-00e1-0000-0899e0b7", "tenhou-2009-east", ("鳳東喰赤速", "east", 3)),
        ("2010010203gm-00a7-0000-0899e0b7", "tenhou-2010", ("鳳東", "east", 0)),
    ],
)
def test_the_day_of_a_tenhou_game_tells_its_rules(reference, rules, told):
    row = game(ref=reference)
    assert row["rules"] == rules
    assert (row["room"], row["length"], row["red_fives"]) == told


def test_final_scores_tell_the_era_better_than_the_day():
    fractional = game(ref="2022030100gm-00a9-0000-8cb902d4", sc=[38200, 48.2, 14700, -35.3, 22900, -17.1, 24200, 4.2])
    rounded = game(ref="2022030100gm-00a9-0000-8cb902d4", sc=[38200, 48, 14700, -35, 22900, -17, 24200, 4])
    assert (fractional["rules"], rounded["rules"]) == ("tenhou", "tenhou-2010")


def test_a_log_id_in_the_file_s_name_stands_for_a_missing_reference():
    document = log(hand())
    (named,) = quiet(read(document, names=[f"{TENHOU}.json"])).games.rows(named=True)
    assert (named["game_id"], named["platform"]) == (TENHOU, "tenhou")
    for name in (f"1{TENHOU}.json", f"{TENHOU}0.json"):
        assert only(read(document, names=[name]).games)["platform"] is None
    several = read(b'{"log":[]}', log(hand(), ref="2020020316gm-0001-0000-7b22ddf5"), names=["a", f"{TENHOU}.json"])
    assert only(several.games)["game_id"] == "2020020316gm-0001-0000-7b22ddf5"


def test_a_lobby_s_own_rules_are_overrides():
    rule = [
        "4120DF0F",
        "00000001",
        "",
        "",
        "30000",
        "30000",
        "30000",
        *[""] * 14,
        *["5", "-5", "-15"] * 5,
        "",
        "",
        "",
        "",
    ]
    start = hand(points=(30000,) * 4)
    row = game(start, ref="2023083107gm-000b-18940-79affd70", csrule=rule, rule=["", "", "000b"])
    assert (row["rules"], row["lobby"], row["red_fives"]) == ("tenhou", "18940", 0)
    overrides = dict(part.split("=") for part in row["rule_overrides"].split("; "))
    assert overrides["uma"] == "15,5,-5,-15"
    assert overrides["start_points"] == "30000"
    assert overrides["kiriage_mangan"] == "true"
    assert game(start, ref="2023083107gm-000b-18940-79affd70", csrule=",".join(rule))["rules"] == "tenhou"


def test_what_is_not_understood_of_a_lobby_s_rules_is_named():
    recorded = read(log(hand(), ref="2023083107gm-000b-18940-79affd70", csrule=["10000000"]))
    assert only(recorded.games)["rules"] is None
    ((_, code, message),) = errors(recorded)
    assert code == "unknown-rules"
    assert message.startswith("not understood of the lobby's rules: csrule[0]")


def test_a_tenhou_game_that_begins_with_other_points_has_rules_of_its_own():
    assert game(hand(points=(30000,) * 4), ref=TENHOU)["rules"] is None


@pytest.mark.parametrize(
    ("display", "told"),
    [
        ("玉の間南喰赤", ("玉の間", "hanchan", "majsoul")),
        ("玉の間四人東", ("玉の間", "east", "majsoul")),
        ("Jade Room South", ("Jade Room", "hanchan", "majsoul")),
        ("王座の間南喰赤", ("王座の間", "hanchan", "majsoul")),
        ("金之间东", ("金之间", "east", "majsoul")),
        ("Casual Match East", ("Casual Match", "east", "majsoul")),
        ("修羅の戦", ("修羅の戦", None, None)),
    ],
)
def test_a_ranked_room_of_mahjong_soul_has_that_platform_s_rules(display, told):
    row = game(ref=MAJSOUL, rule={"disp": display, "aka51": 1, "aka52": 1, "aka53": 1})
    assert (row["game_id"], row["platform"]) == (MAJSOUL, "majsoul")
    assert (row["room"], row["length"], row["rules"]) == told
    assert (row["red_fives"], row["started_at"]) == (3, None)


@pytest.mark.parametrize("reference", ["", "000000-00000000-0000-0000-0000-000000000000", None])
def test_a_blank_reference_is_no_id(reference):
    row = game(ref=reference, rule={"disp": "銅の間東喰赤"})
    assert row["platform"] == "majsoul"
    assert len(row["game_id"]) == 16


def test_a_share_link_s_tail_is_no_part_of_the_id():
    assert game(ref=f"{MAJSOUL}_a12345678")["game_id"] == MAJSOUL


def test_ranks_with_stars_are_mahjong_soul_s():
    assert game(dan=["雀傑★1", "雀豪★2", "雀傑★3", "雀豪★1"], rule={"disp": "x"})["platform"] == "majsoul"
    assert game(title=["Mahjong Soul", "x"], rule={"disp": "East"})["platform"] == "majsoul"


SCORES = [31500, 31.5, 30300, -9.7, 30500, 10.5, 27700, -32.3]


def tournament(scores=None, points=30000, display="大会戦南喰", **head):
    return game(hand(points=(points,) * 4), ref=MAJSOUL, rule={"disp": display}, sc=scores or SCORES, **head)


def test_the_uma_of_a_tournament_is_told_by_its_final_scores():
    row = tournament(title=["大会戦南喰: 45205107", 1737195267])
    assert (row["rules"], row["rule_overrides"]) == (
        "majsoul",
        "start_points=30000; return_points=30000; uma=30,10,-10,-30",
    )
    assert (row["room"], row["lobby"], row["length"]) == ("大会戦", "45205107", "hanchan")


def test_a_friend_room_with_ordinary_scores_has_ordinary_rules():
    scores = [36400, 26.4, 30600, 10.6, 29100, -0.9, 3900, -36.1]
    row = tournament(scores, points=25000, display="友人戦東喰赤")
    assert (row["rules"], row["rule_overrides"]) == ("majsoul", None)


@pytest.mark.parametrize(
    "scores",
    [
        [31500, 31.5, 30300, -9.7, 30500, 10.5, 27700, -32.2],
        [31500, 31.7, 30300, -9.9, 30500, 10.5, 27700, -32.3],
        [31500, -31.5, 30300, 9.7, 30500, -10.5, 27700, 32.3],
    ],
)
def test_scores_that_no_uma_explains_leave_the_rules_unknown(scores):
    row = tournament(scores)
    assert (row["rules"], row["rule_overrides"]) == (None, None)


def test_a_private_room_without_scores_or_first_hand_has_no_rules():
    head = {"ref": MAJSOUL, "rule": {"disp": "大会戦南喰"}}
    assert game(hand(points=(30000,) * 4), **head)["rules"] is None
    later = hand(counters=(1, 0, 0), takes=((), (45,), (), ()), discards=((), (60,), (), ()))
    assert game(later, sc=SCORES, **head)["rules"] is None


@pytest.mark.parametrize(
    ("display", "told"),
    [
        ("般南喰赤", ("hanchan", True, "tenhou")),
        ("鳳東喰赤速", ("east", True, "tenhou")),
        ("特南赤", ("hanchan", False, "tenhou")),
        ("電脳南喰赤", ("hanchan", None, None)),
        ("第39期十段位決定戦1", (None, None, None)),
        ("", (None, None, None)),
    ],
)
def test_an_editor_s_log_has_the_rules_it_spells_in_tenhou_s_way_and_no_platform(display, told):
    row = game(rule={"disp": display, "aka": 1})
    assert row["platform"] is None
    assert (row["length"], row["open_tanyao"], row["rules"]) == told


def test_an_editor_s_log_that_begins_with_other_points_has_no_rules():
    assert game(hand(points=(30000,) * 4))["rules"] is None


@pytest.mark.parametrize(
    ("rule", "players", "red_fives"),
    [
        ({"aka": 1}, 4, 3),
        ({"aka": 0}, 4, 0),
        ({"aka": 0, "aka51": 1, "aka52": 1, "aka53": 1}, 4, 3),
        ({"aka51": 1, "aka52": 2, "aka53": 1}, 4, 4),
        ({"aka51": 1, "aka52": 1, "aka53": 1}, 3, 2),
        ({"aka": 1}, 3, 2),
        ({}, 4, None),
        ([], 4, None),
        (None, 4, None),
    ],
)
def test_red_fives_are_counted_in_the_suits_there_are(rule, players, red_fives):
    play = hand(["流局", [0, 0, 0, 0]], **SANMA) if players == 3 else hand()
    assert game(play, rule=rule)["red_fives"] == red_fives


@pytest.mark.parametrize(("kind", "fives"), [("000b", ["5m", "5m", "5p"]), ("0009", ["0m", "5m", "0p"])])
def test_fives_are_written_red_even_where_a_table_of_tenhou_has_none(kind, fives):
    play = hand(
        deals=((51, 15, 52, *(31,) * 10), (15, 15, *(32,) * 11), (33,) * 13, (34,) * 13),
        takes=((45,), ("p511515",), (), ()), discards=((51,), (32,), (), ()),
    )  # fmt: skip
    recorded = quiet(read(log(play, ref=f"2024010203gm-{kind}-0000-0899e0b7")))
    events = recorded.events
    assert events["consumed"][0].to_list()[:3] == fives
    pon = only(events.filter(pl.col("kind") == "pon"))
    assert (pon["tile"], pon["consumed"]) == (fives[0], ["5m", "5m"])


def test_three_players_are_told_by_the_deal():
    play = hand(["流局", [0, 0, 0, 0]], **SANMA)
    recorded = quiet(read(log(play, ref="2021010217gm-00b9-0000-3eb2e915")))
    assert recorded.players.height == 3
    row = only(recorded.games)
    assert (row["n_players"], row["rules"], row["red_fives"]) == (3, "tenhou-3p-2010", 2)


def test_three_lists_of_points_are_enough_for_three():
    play = hand(["流局", [2000, -1000, -1000]], **{**SANMA, "points": (35000, 35000, 35000)})
    row = only(quiet(read(log(play))).hands)
    assert [row[f"end_{seat}"] for seat in range(4)] == [37000, 34000, 34000, None]


def test_without_any_tiles_the_head_tells_how_many_play():
    for head, players in (({"ratingc": "PF3"}, 3), ({"name": ["A", "B", "C", ""]}, 3), ({}, 4)):
        play = hand(["九種九牌"], deals=((),) * 4, takes=((),) * 4, discards=((),) * 4)
        assert only(read(log(play, **head)).games)["n_players"] == players


def test_players_have_names_grades_and_ratings_of_their_seats():
    head = {"name": ["A", "", "C", "D"], "dan": ["四段", "新人", "", "天鳳位"], "rate": [1500, 1812.5, 0, None]}
    rows = quiet(read(log(hand(), **head))).players
    assert rows["name"].to_list() == ["A", None, "C", "D"]
    assert rows["grade"].to_list() == ["四段", "新人", None, "天鳳位"]
    assert rows["rating"].to_list() == [1500.0, 1812.5, 0.0, None]
    assert rows["disconnected"].to_list() == [None] * 4


@pytest.mark.parametrize(
    "head", [{"name": None}, {"name": "A"}, {"name": ["A"]}, {"name": [1, 2, 3, 4]}, {"dan": {}}, {"rate": [[]]}]
)
def test_a_head_of_another_shape_costs_no_game(head):
    recorded = quiet(read(log(hand(), **head)))
    assert recorded.players.height == 4
    assert recorded.hands.height == 1


def test_who_was_cut_off_is_told_by_tenhou():
    events = [{"what": 0, "log": 0, "who": 2, "step": 3}, {"what": 1, "log": 0, "who": 2, "step": 5}]
    rows = quiet(read(log(hand(), ref=TENHOU, connection=events))).players
    assert rows["disconnected"].to_list() == [False, False, True, False]


def test_accounts_belong_to_the_names_beside_them():
    accounts = [
        {"nickname": "A", "account_id": 1},
        {"nickname": "A", "account_id": 2},
        {"nickname": "X", "account_id": 3},
    ]
    rows = quiet(read(log(hand(), ref=MAJSOUL, name=["A", "A", "C", "D"], playerMapping=accounts))).players
    assert rows["account_id"].to_list() == ["1", "2", None, None]


def test_programs_of_mahjong_soul_are_named_ai_and_have_no_rank():
    head = {"ref": MAJSOUL, "name": ["AI", "AI", "C", "D"], "dan": ["", "雀士★1", "", ""]}
    rows = quiet(read(log(hand(), **head))).players
    assert rows["is_ai"].to_list() == [True, None, None, None]


def test_final_scores_are_exact():
    recorded = quiet(read(log(hand(), sc=[25700, 5.7, 64300, 54.3, 21000, -9, -11000, -51])))
    assert recorded.players["recorded_points"].to_list() == [25700, 64300, 21000, -11000]
    assert recorded.players["recorded_score"].to_list() == [5700, 54300, -9000, -51000]
    assert recorded.players["recorded_rank"].to_list() == [None] * 4
    assert only(recorded.games)["complete"]


def test_a_log_without_final_scores_does_not_say_that_it_is_complete():
    recorded = quiet(read(log(hand())))
    assert recorded.players["recorded_points"].to_list() == [None] * 4
    assert not only(recorded.games)["complete"]


def test_chips_stand_behind_the_scores():
    recorded = quiet(read(log(hand(), sc=[25000, 0, 25000, 0, 25000, 0, 25000, 0, 3, 0, -1, 0, -2, 0, 0, 0])))
    assert recorded.players["chips"].to_list() == [3, -1, -2, 0]


@pytest.mark.parametrize(
    "scores", [[1, 2, 3], ["25000", 0] * 4, [25000.5, 0] * 4, {"a": 1}, [25000, None] * 4, [1e300, 0] * 4]
)
def test_final_scores_that_are_none_are_reported(scores):
    recorded = read(log(hand(), sc=scores))
    assert [(code, message) for _, code, message in errors(recorded)] == [
        ("bad-value", "sc holds no points and scores of 4 seats")
    ]
    assert recorded.players["recorded_points"].to_list() == [None] * 4
    assert recorded.hands.height == 1
