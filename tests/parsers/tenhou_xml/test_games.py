"""What a log says of its game and players: ids, times, rooms, names, final scores, rules."""

from datetime import UTC, datetime

import pytest

from parsers.shared.tenhou_vocabulary import YAKU_KEYS, room
from tests.parsers.tenhou_xml.documents import LOG_ID, OWARI, TAIKYOKU, UN, agari, codes, draw, hand, log, log_3p, parse


def game(*tags: str, name: str = "log.xml", **header: str) -> dict:
    recorded = parse(log(*(tags or (hand(draw(more=OWARI)),)), **header), names=[name])
    return recorded.games.row(0, named=True)


def final(owari: str, *, name: str = "log.xml", shuffle: str = "", go: str = '<GO type="169" lobby="0"/>') -> dict:
    return game(hand(draw(more=f'owari="{owari}"')), name=name, go=shuffle + go)


@pytest.mark.parametrize(
    "name",
    [
        f"{LOG_ID}.xml",
        f"{LOG_ID}&tw=2.mjlog",
        f"logs/2023/{LOG_ID}",
        f"2010010100gm-0001-0000-00000000/{LOG_ID}.gz",
    ],
)
def test_the_id_is_the_one_in_the_name(name: str) -> None:
    row = game(name=name)
    assert row["game_id"] == LOG_ID
    assert row["started_at"] == datetime(2023, 5, 1, 12, tzinfo=UTC)


def test_a_lobby_may_have_five_digits() -> None:
    row = game(name="2021062012gm-0641-11000-af004d79.xml", go='<GO type="169"/>')
    assert row["game_id"] == "2021062012gm-0641-11000-af004d79"
    assert row["lobby"] == "11000"
    assert game(name="2021062012gm-0641-0000-af004d79.xml", go='<GO type="169"/>')["lobby"] == "0"
    assert game(name=f"{LOG_ID}.xml", go='<GO type="169" lobby="C1000"/>')["lobby"] == "C1000"


def test_an_hour_that_is_none_is_no_time() -> None:
    assert game(name="2023139921gm-00a9-0000-0123abcd.xml")["started_at"] is None


def test_a_log_without_an_id_is_known_by_its_text() -> None:
    one, same, other = log(hand(draw(more=OWARI))), log(hand(draw(more=OWARI))), log(hand(agari(more=OWARI)))
    ids = parse(one, same, other).games["game_id"].to_list()
    assert ids[0] == ids[1] != ids[2]
    assert parse(one + b"\n").games["game_id"].to_list() == ids[:1]


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (0xA9, "鳳南喰赤"),
        (0xE1, "鳳東喰赤速"),
        (0xB9, "三鳳南喰赤"),
        (0x29, "特南喰赤"),
        (0x89, "上南喰赤"),
        (0x01, "般東喰赤"),
        (0x0F, "般南"),
        (0x621, "特東喰赤祝５"),
        (0x841, "技東喰赤速"),
    ],
)
def test_a_room_is_spelled_from_the_bits_of_the_table(table: int, text: str) -> None:
    assert room(table) == text


def test_table_bits_tell_length_red_fives_and_open_tanyao() -> None:
    row = game(go='<GO type="161" lobby="0"/>')
    assert (row["length"], row["red_fives"], row["open_tanyao"], row["n_players"]) == ("east", 3, True, 4)
    row = game(go='<GO type="175" lobby="0"/>')
    assert (row["length"], row["red_fives"], row["open_tanyao"]) == ("hanchan", 0, False)
    recorded = parse(log_3p(hand(draw(sc="350,0,350,0,350,0,0,0"), ten="350,350,350,0", players=3)))
    assert recorded.games.row(0, named=True)["red_fives"] == 2
    assert recorded.players["seat"].to_list() == [0, 1, 2]


def test_a_log_without_table_tells_its_players_by_the_deal() -> None:
    recorded = parse(log(hand(draw(sc=""), ten="350,350,350,0", players=3), go=""), log(hand(draw()), go=""))
    assert recorded.games["n_players"].to_list() == [3, 4]
    assert recorded.games.select("length", "room", "red_fives", "open_tanyao", "rules").rows() == [(None,) * 5] * 2
    assert codes(recorded).count("unknown-rules") == 2


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("%41%E3%81%82", "Aあ"),
        ("NoName", "NoName"),
        ("a%20b", "a b"),
        ("m9(-%D0%94-)", "m9(-Д-)"),
        ("%F0%9F%80%84", "🀄"),
        ("100%", "100%"),
        ("%e3%81%82", "あ"),
    ],
)
def test_names_are_percent_encoded_bytes(written: str, name: str) -> None:
    recorded = parse(log(hand(draw(more=OWARI)), un=f'<UN n0="{written}" n1="%42" n2="%43" n3="%44"/>'))
    assert recorded.players["name"].to_list()[:2] == [name, "B"]
    assert recorded.errors.is_empty()


def test_a_name_that_is_no_utf8_is_kept_as_written_and_noted() -> None:
    recorded = parse(log(hand(draw(more=OWARI)), un='<UN n0="%E3%81" n1="%E3%81%82" n2="" n3="%44"/>'))
    assert recorded.players["name"].to_list() == ["%E3%81", "あ", None, "D"]
    assert recorded.hands.height == 1
    assert codes(recorded) == ["not-utf8"]


def test_a_player_without_dan_or_rate_has_none() -> None:
    recorded = parse(log(hand(draw(more=OWARI)), un='<UN n0="%41" n1="%42" n2="%43" n3="%44" dan="21,-1,0"/>'))
    assert recorded.players["grade"].to_list() == [None, None, "新人", None]
    assert recorded.players["rating"].to_list() == [None] * 4


def test_final_scores_are_exact() -> None:
    recorded = parse(log(hand(draw(more='owari="382,48.2,147,-35.3,229,-17.1,242,4.2"'))))
    assert recorded.players["recorded_points"].to_list() == [38200, 14700, 22900, 24200]
    assert recorded.players["recorded_score"].to_list() == [48200, -35300, -17100, 4200]
    assert recorded.players["chips"].to_list() == [None] * 4
    assert recorded.games["complete"].to_list() == [True]


def test_chips_follow_the_scores() -> None:
    chips = "194,-21.0,184,-42.0,303,10.0,319,53.0,0,0,0,0,-2,0,2,0"
    sc = "204,-10,154,30,313,-10,319,-10,0,0,0,0,-2,0,2,0"
    recorded = parse(log(hand(draw(sc=sc, more=f'owari="{chips}"')), go='<GO type="1569" lobby="0"/>'))
    assert recorded.players["chips"].to_list() == [0, 0, -2, 2]
    assert recorded.hands["end_1"].to_list() == [18400]


def test_a_game_of_which_no_end_is_told_is_not_complete() -> None:
    recorded = parse(log(hand(draw())), log(hand(draw(more=OWARI)), hand(draw())))
    assert recorded.games["complete"].to_list() == [False, False]
    assert codes(recorded) == ["cut", "after-the-end"]


@pytest.mark.parametrize(
    ("owari", "rules"),
    [
        ("382,48.2,147,-35.3,229,-17.1,242,4.2", "tenhou"),
        ("245,5.0,193,-31.0,233,-17.0,329,43.0", "tenhou-2010"),
        ("245,5,193,-31,233,-17,329,43", "tenhou-2009"),
    ],
)
def test_the_era_of_the_rules_is_told_by_the_final_scores(owari: str, rules: str) -> None:
    assert final(owari)["rules"] == rules


@pytest.mark.parametrize(
    ("day", "rules"),
    [("20090301", "tenhou-2009"), ("20100301", "tenhou-2010"), ("20220113", "tenhou-2010"), ("20220601", "tenhou")],
)
def test_where_the_scores_do_not_tell_the_date_does(day: str, rules: str) -> None:
    name = f"{day}21gm-00a9-0000-0123abcd.xml"
    assert final("350,25.0,250,5.0,250,-15.0,150,-15.0", name=name)["rules"] == rules
    assert game(hand(draw()), name=name)["rules"] == rules


def test_whole_scores_of_a_later_copy_are_not_old() -> None:
    row = final("371,47,234,-17,158,-34,237,4", name="2017050615gm-0089-0000-7aa26b27&tw=2.mjlog")
    assert row["rules"] == "tenhou-2010"


def test_without_date_and_scores_a_published_seed_tells() -> None:
    shuffle = '<SHUFFLE seed="mt19937ar-sha512-n288-base64,AAAA" ref=""/>'
    assert game(hand(draw()), go=shuffle + '<GO type="169" lobby="0"/>')["rules"] == "tenhou"
    assert game(hand(draw()))["rules"] == "tenhou-2009"


@pytest.mark.parametrize(
    ("owari", "name", "rules"),
    [
        ("245,-5,193,-21,233,-12,329,38", "2009050121gm-00e1-0000-0123abcd", "tenhou-2009-east"),
        ("245,5,193,-31,233,-17,329,43", "2009110121gm-00e1-0000-0123abcd", "tenhou-2009"),
        ("245,-5,193,-21,233,-12,329,38", "log", "tenhou-2009-east"),
    ],
)
def test_small_uma_of_old_east_games_is_told_by_who_came_last(owari: str, name: str, rules: str) -> None:
    assert final(owari, name=f"{name}.xml", go='<GO type="225" lobby="0"/>')["rules"] == rules


def test_old_east_games_without_scores_go_by_their_day() -> None:
    go = '<GO type="225" lobby="0"/>'
    assert game(hand(draw()), name="2009061821gm-00e1-0000-0123abcd.xml", go=go)["rules"] == "tenhou-2009-east"
    assert game(hand(draw()), name="2009061921gm-00e1-0000-0123abcd.xml", go=go)["rules"] == "tenhou-2009"


def test_three_players_have_their_own_rules_without_small_uma() -> None:
    go = '<GO type="177" lobby="0"/>'
    owari = 'owari="400,20,350,-5,300,-15,0,0"'
    three = hand(draw(sc="350,0,350,0,350,0,0,0", more=owari), ten="350,350,350,0", players=3)
    recorded = parse(log(three, go=go), names=["2009050121gm-00b1-0000-0123abcd.xml"])
    assert recorded.games["rules"].to_list() == ["tenhou-3p-2009"]


def test_seeds_of_the_walls_come_with_the_events() -> None:
    shuffle = '<SHUFFLE seed="mt19937ar-sha512-n288-base64,AB+/=" ref=""/>'
    document = log(hand(draw(more=OWARI)), go=shuffle + '<GO type="169" lobby="0"/>')
    old = log(hand(draw(more=OWARI), more=' shuffle="mt19937ar,0A,0B"'))
    assert parse(document).games["wall_seed"].to_list() == ["mt19937ar-sha512-n288-base64,AB+/="]
    assert parse(document, events=False).games["wall_seed"].to_list() == [None]
    assert parse(old).hands["wall"].to_list() == ["mt19937ar,0A,0B"]
    assert parse(old).games["wall_seed"].to_list() == [None]


def test_the_first_dealer_is_stated() -> None:
    assert game()["first_dealer"] == 0
    shifted = log(hand(draw(more=OWARI))).replace(TAIKYOKU.encode(), b'<TAIKYOKU oya="2"/>')
    assert parse(shifted).games["first_dealer"].to_list() == [2]


def test_numbers_of_yaku_are_their_places_in_the_vocabulary() -> None:
    assert len(YAKU_KEYS) == 55
    assert [YAKU_KEYS[number] for number in (0, 1, 7, 8, 18, 21, 35, 36, 37, 39, 43, 47, 51, 52, 53, 54)] == [
        "menzen_tsumo", "riichi", "pinfu", "tanyao", "haku", "double_riichi", "chinitsu", "renhou", "tenhou",
        "daisangen", "ryuuiisou", "kokushi_musou", "suukantsu", "dora", "ura_dora", "red_dora",
    ]  # fmt: skip


def test_unused_header_is_no_matter() -> None:
    un = UN.replace("<UN ", '<UN rc="1,2,3,4" gold="1,2,3,4" ')
    assert parse(log(hand(draw(more=OWARI)), un=un)).errors.is_empty()
