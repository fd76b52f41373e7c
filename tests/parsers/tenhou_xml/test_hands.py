"""What the tags of a hand mean: results, riichi, calls, indicators, points."""

import pytest

from mjlog.vocabulary import Result
from tests.parsers.tenhou_xml.documents import (
    OWARI,
    agari,
    codes,
    draw,
    hand,
    init,
    log,
    log_3p,
    parse,
)

SEATS = range(4)


def only_hand(*tags: str, go: str | None = None) -> dict:
    recorded = parse(log(*tags, **({"go": go} if go else {})))
    assert recorded.hands.height == 1, recorded.errors
    return recorded.hands.row(0, named=True)


def by_seat(row: dict, name: str) -> list:
    return [row[f"{name}_{seat}"] for seat in SEATS]


def test_a_ron_and_a_tsumo_are_told_by_whose_tile_it_is() -> None:
    assert only_hand(hand(agari(0, 1)))["result"] == Result.RON
    assert only_hand(hand(agari(0, 0)))["result"] == Result.TSUMO


@pytest.mark.parametrize(
    ("kind", "result"),
    [
        ("", Result.EXHAUSTIVE_DRAW),
        ("nm", Result.NAGASHI_MANGAN),
        ("yao9", Result.KYUUSHU_KYUUHAI),
        ("kaze4", Result.SUUFON_RENDA),
        ("reach4", Result.SUUCHA_RIICHI),
        ("ron3", Result.SANCHA_HOU),
        ("kan4", Result.SUUKAIKAN),
        ("new", Result.UNKNOWN_DRAW),
        ("aTypeLongerThanEightBytes", Result.UNKNOWN_DRAW),
    ],
)
def test_every_draw_is_its_own_result(kind: str, result: Result) -> None:
    assert only_hand(hand(draw(kind)))["result"] == result


def test_points_are_hundreds_and_the_end_is_what_the_result_states() -> None:
    row = only_hand(hand(agari(sc="240,49,250,-39,-3,0,500,0"), ten="250,250,-3,500"))
    assert by_seat(row, "start") == [25000, 25000, -300, 50000]
    assert by_seat(row, "end") == [28900, 21100, -300, 50000]


def test_a_result_without_scores_states_no_end() -> None:
    recorded = parse(log(hand('<RYUUKYOKU ba="0,0" />')))
    assert by_seat(recorded.hands.row(0, named=True), "end") == [None] * 4


def test_round_and_dice_are_counted_from_one() -> None:
    row = only_hand(hand(draw(), seed="6,3,2,0,5,16", oya=2))
    assert (row["round_wind"], row["kyoku"], row["honba"], row["deposits"], row["dealer"]) == ("S", 3, 3, 2, 2)
    assert row["dice"] == [1, 6]
    assert row["dora_indicators"] == ["0m"]


def test_a_hand_without_dice_is_a_hand() -> None:
    assert only_hand(hand(draw(), seed="6,3,2,,,16"))["dice"] is None


def test_three_players_skip_the_fourth_round_of_a_wind() -> None:
    recorded = parse(log_3p(hand(draw(), seed="4,0,0,1,1,130", ten="350,350,350,0", players=3)))
    row = recorded.hands.row(0, named=True)
    assert (row["round_wind"], row["kyoku"]) == ("S", 1)
    for name in ("start", "end", "calls", "discards", "tenpai"):
        assert row[f"{name}_3"] is None


def test_riichi_names_the_discard_that_declares_it() -> None:
    play = ("<T60/>", "<D60/>", "<U61/>", "<E61/>", '<REACH who="1" step="1"/>', "<E62/>", '<REACH who="1" step="2"/>')
    row = only_hand(hand(draw(), *play))
    assert by_seat(row, "riichi") == [None, 2, None, None]
    assert by_seat(row, "riichi_paid") == [None, True, None, None]


def test_riichi_on_a_ronned_tile_pays_no_stick() -> None:
    play = (
        '<T60/><REACH who="0" step="1"/><D60/><REACH who="0" step="2" ten="240,250,250,250"/>',
        '<U61/><REACH who="1" step="1"/><E61/>',
    )
    row = only_hand(hand(agari(0, 1, sc="240,20,250,-10,250,0,250,0"), *play))
    assert by_seat(row, "riichi") == [1, 1, None, None]
    assert by_seat(row, "riichi_order") == [1, 2, None, None]
    assert by_seat(row, "riichi_paid") == [True, False, None, None]


def test_riichi_steps_may_state_no_points() -> None:
    row = only_hand(hand(draw(), '<T60/><REACH who="0" step="1"/><D60/><REACH who="0" step="2"/>'))
    assert row["riichi_paid_0"] is True


def test_only_open_calls_are_calls() -> None:
    pon, kakan, ankan = (13 * 3 + 0) << 9 | 8 | 1, (13 * 3 + 0) << 9 | 16 | 1, 0
    play = (f'<T60/><D60/><N who="3" m="{pon}" /><G61/><N who="3" m="{kakan}" /><N who="3" m="{ankan}" />',)
    row = only_hand(hand(draw(), *play))
    assert by_seat(row, "calls") == [0, 0, 0, 1]
    assert by_seat(row, "discards") == [1, 0, 0, 1]
    assert row["draws"] == 1


def test_each_players_tenpai_is_what_the_log_shows() -> None:
    row = only_hand(hand(draw(more='hai1="1,2,3" hai3="4,5,6"')))
    assert by_seat(row, "tenpai") == [False, True, False, True]
    assert by_seat(only_hand(hand(draw())), "tenpai") == [False] * 4
    assert by_seat(only_hand(hand(draw("kaze4"))), "tenpai") == [None] * 4


def test_nagashi_goes_to_whose_points_rise_and_follows_tenpai() -> None:
    row = only_hand(hand(draw("nm", sc="250,80,250,-60,250,40,250,-60", more='hai1="1,2"')))
    assert by_seat(row, "nagashi") == [True, False, True, False]
    assert by_seat(row, "tenpai") == [False, True, False, False]
    assert by_seat(only_hand(hand(draw())), "nagashi") == [None] * 4


def test_nine_terminals_are_declared_by_who_shows_the_hand() -> None:
    assert only_hand(hand(draw("yao9", more='hai2="1,2,3"')))["offender"] == 2
    assert only_hand(hand(draw(more='hai2="1,2,3"')))["offender"] is None


def test_indicators_of_a_kakan_and_the_ankan_that_follows_are_all_kept() -> None:
    pon, kakan, ankan = (13 * 3 + 0) << 9 | 8 | 1, (13 * 3 + 0) << 9 | 16 | 1, 8 << 8
    play = (
        f'<T60/><D60/><N who="3" m="{pon}" /><G61/><T62/><D62/><W63/><N who="3" m="{kakan}" /><W64/>',
        f'<N who="3" m="{ankan}" /><DORA hai="100" /><DORA hai="52" /><W65/>',
    )
    recorded = parse(log(hand(agari(3, 3), *play)))
    assert recorded.hands["dora_indicators"].to_list() == [["6z", "8s", "0p"]]
    kinds = recorded.events.filter(recorded.events["kind"] != "deal")["kind"].to_list()
    assert kinds[-5:] == ["draw", "ankan", "dora", "dora", "draw"]


def test_ura_indicators_are_those_of_the_first_winner_who_shows_any() -> None:
    first, second = agari(2, 1), agari(3, 1, more='doraHaiUra="4,5"', yaku='yaku="1,1,53,0"')
    assert only_hand(hand(first + second))["ura_indicators"] == ["2m", "2m"]
    assert only_hand(hand(first))["ura_indicators"] is None


def test_a_double_ron_is_one_hand_with_two_wins_in_order_of_payment() -> None:
    first = agari(2, 1, sc="250,0,250,-20,250,20,250,0")
    second = agari(0, 1, sc="250,15,230,-15,270,0,250,0", more=OWARI)
    recorded = parse(log(hand(first + second)))
    assert recorded.errors.is_empty()
    assert recorded.wins["winner"].to_list() == [2, 0]
    assert recorded.wins["win"].to_list() == [0, 1]
    assert recorded.wins["recorded_1"].to_list() == [-2000, -1500]
    assert by_seat(recorded.hands.row(0, named=True), "end") == [26500, 21500, 27000, 25000]


def test_connections_may_come_and_go_anywhere() -> None:
    bye, back = '<BYE who="2" />', '<UN n2="%43" />'
    tags = [bye, back, init(), "<T60/>", bye, back, "<D60/>", draw(), bye, back, hand(draw(more=OWARI))]
    recorded = parse(log(*tags))
    assert recorded.errors.is_empty()
    assert recorded.hands.height == 2
    assert recorded.players["name"].to_list() == ["A", "あ", "C", "D"]
    assert recorded.players["grade"].to_list() == ["七段", "八段", "九段", "天鳳位"]
    assert recorded.players["disconnected"].to_list() == [False, False, True, False]


def test_the_hand_keeps_its_number_when_others_are_set_aside() -> None:
    recorded = parse(
        log(hand(draw()), hand(draw(), seed="0,x,0,1,1,130"), hand(draw(more=OWARI), seed="0,2,0,1,1,130"))
    )
    assert recorded.hands["hand"].to_list() == [0, 2]
    assert recorded.errors.select("hand", "code").rows() == [(1, "bad-hand")]
    assert not recorded.games["complete"].item()


@pytest.mark.parametrize(
    "spoiled",
    [
        hand(draw(), ten="250,250,250"),
        hand(draw(), oya=4),
        hand(draw(), seed="16,0,0,1,1,130"),
        hand(draw(), seed="0,0,0,1,1,136"),
        hand(draw(), seed="0,0,0,1,1"),
        hand(draw()).replace('hai0="0,', 'hai0="'),
        hand(draw()).replace('hai0="0,', 'hai0="200,'),
        hand(draw()).replace('hai3="3,', 'hai3="three,'),
        hand(draw(sc="250,0,250,0,250,0,250")),
        hand(draw(sc="250,0,250,0,250,0,250,1.5")),
        hand(draw(sc="250,0,250,0,250,0,250,1+5")),
        hand(draw(), "<T60/><D60/>", '<REACH who="0" step="3"/>'),
        hand(draw(), "<T60/><D60/>", '<REACH who="4" step="1"/>'),
        hand(draw(), "<T60/><D60/>", '<N who="0" m="65536" />'),
        hand(draw(), "<T60/><D60/>", '<N who="0" m="" />'),
        hand(draw(), "<T60/><D60/>", '<N m="0" />'),
        hand(draw(), "<T60/><D60/>", '<DORA hai="-1" />'),
        hand(draw(), "<T60/><D60/>", '<DORA hai="99999999999999999999" />'),
        hand(agari(4, 1)),
        hand(agari(0, 1, ten="30,1000")),
        hand(agari(0, 1, ten="30,1000,6")),
        hand(agari(0, 1, yaku="")),
        hand(agari(0, 1, yaku='yaku="8,1" yakuman="39"')),
        hand(agari(0, 1, yaku='yaku="8"')),
        hand(agari(0, 1, yaku='yaku="55,1"')),
        hand(agari(0, 1, yaku='yakuman="55"')),
        hand(agari(0, 1, hai="0,4,8,12,16,20,24,28,32,36,40,44,48")),
        hand(agari(0, 1, more='m="5"')),
        hand(agari(0, 1, more='paoWho="7"')),
        hand(agari(0, 1) + agari(0, 1)),
        init() + "<T60/><D60/>",
        init() + "<D60/>" + '<GO type="169" lobby="0"/>' + draw(),
    ],
)
def test_a_hand_with_a_value_that_cannot_be_is_set_aside_alone(spoiled: str) -> None:
    recorded = parse(log(hand(draw()), spoiled, hand(draw(more=OWARI))))
    assert recorded.hands["hand"].to_list() == [0, 2]
    assert recorded.errors["hand"].to_list() == [1]
    assert not recorded.games["complete"].item()


@pytest.mark.parametrize("rest", ["<T60/>", "<D60/><T1/>" + draw(), draw(), agari(0, 1), '<DORA hai="1" />'])
def test_a_hand_that_never_began_is_set_aside_and_counted(rest: str) -> None:
    recorded = parse(log(hand(draw()), rest, hand(draw(more=OWARI))))
    assert recorded.hands["hand"].to_list() == [0, 2]
    assert recorded.errors.select("hand", "code").rows() == [(1, "no-start")]
    recorded = parse(log(rest, hand(draw()), hand(draw(more=OWARI))))
    assert recorded.hands["hand"].to_list() == [1, 2]
    assert recorded.errors.select("hand", "code").rows() == [(0, "no-start")]


def test_wins_and_events_of_a_hand_set_aside_are_too() -> None:
    recorded = parse(log(hand(agari(0, 1, yaku="")), hand(agari(1, 2, more=OWARI))))
    assert recorded.wins["hand"].to_list() == [1]
    assert recorded.events["hand"].unique().to_list() == [1]
    assert codes(recorded) == ["bad-hand"]
