"""Events, melds, tiles held, and what is counted of the play."""

import polars as pl
import pytest

from tests.parsers.tenhou_json.logs import by_seat, errors, hand, log, only, quiet, read

BLANK = (31,) * 13


def rows(recorded):
    """Seat, kind and tile of every event after the deals."""
    return recorded.events.filter(pl.col("kind") != "deal").select("seat", "kind", "tile").rows()


def test_a_hand_begins_with_a_deal_a_seat_in_the_order_written():
    events = quiet(read(log(hand()))).events
    deals = events.filter(pl.col("kind") == "deal")
    assert deals["seat"].to_list() == [0, 1, 2, 3]
    assert deals["consumed"][0].to_list() == [f"{rank}m" for rank in range(1, 10)] + ["1p", "2p", "3p", "4p"]
    assert events["seq"].to_list() == list(range(len(events)))
    assert rows(quiet(read(log(hand())))) == [(0, "draw", "5z"), (0, "discard", "5z")]


def test_a_discard_of_the_tile_just_drawn_is_so_only_where_the_log_says_it():
    play = hand(takes=((24,), (45,), (), ()), discards=((24,), (60,), (), ()))
    discards = quiet(read(log(play))).events.filter(pl.col("kind") == "discard")
    assert discards.select("tile", "tsumogiri").rows() == [("4p", False), ("5z", True)]


def test_riichi_stands_before_its_discard():
    play = hand(takes=((45,), (46,), (), ()), discards=(("r24",), ("r60",), (), ()))
    recorded = quiet(read(log(play)))
    assert [row for row in rows(recorded) if row[0] == 0] == [
        (0, "draw", "5z"),
        (0, "riichi", None),
        (0, "discard", "4p"),
    ]
    row = only(recorded.hands)
    assert by_seat(row, "riichi") == [1, 1, None, None]
    assert by_seat(row, "riichi_order") == [1, 2, None, None]


def test_riichi_is_numbered_among_own_discards_kans_and_calls_left_out():
    deals = ((11, 11, 11, *BLANK[3:]), BLANK, BLANK, BLANK)
    play = hand(
        deals=deals, takes=((11, 45, 46), (45,), (45,), (45,)), discards=(("111111a11", 60, "r60"), (60,), (60,), (60,))
    )
    row = only(quiet(read(log(play))).hands)
    assert by_seat(row, "riichi") == [2, None, None, None]
    assert by_seat(row, "discards") == [2, 1, 1, 1]
    assert by_seat(row, "calls") == [0, 0, 0, 0]
    assert row["draws"] == 6


@pytest.mark.parametrize(
    ("call", "seat", "own"),
    [("p454545", 1, 3), ("45p4545", 2, 3), ("4545p45", 3, 3)],
)
def test_the_place_of_the_letter_tells_whose_discard_was_called(call, seat, own):
    deals = [BLANK] * 4
    deals[seat] = (45, 45, *BLANK[2:])
    takes, discards = [(45,), (), (), ()], [(60,), (), (), ()]
    takes[seat], discards[seat] = (call,), (31,)
    recorded = quiet(read(log(hand(deals=deals, takes=takes, discards=discards))))
    event = only(recorded.events.filter(pl.col("kind") == "pon"))
    assert (event["seat"], event["from_seat"], event["tile"], event["consumed"]) == (seat, 0, "5z", ["5z", "5z"])
    assert by_seat(only(recorded.hands), "calls")[seat] == 1


@pytest.mark.parametrize(("call", "seat"), [("m45454545", 1), ("45m454545", 2), ("454545m45", 3), ("4545m4545", 3)])
def test_an_open_kan_has_no_discard_and_draws_again(call, seat):
    deals = [BLANK] * 4
    deals[seat] = (45, 45, 45, *BLANK[3:])
    takes, discards = [(45,), (), (), ()], [(60,), (), (), ()]
    takes[seat], discards[seat] = (call, 46), (0, 60)
    recorded = quiet(read(log(hand(deals=deals, takes=takes, discards=discards, dora=(41, 42)))))
    assert rows(recorded)[2:] == [
        (seat, "daiminkan", "5z"),
        (seat, "draw", "6z"),
        (None, "dora", "2z"),
        (seat, "discard", "6z"),
    ]
    assert by_seat(only(recorded.hands), "discards")[seat] == 1


def test_the_indicator_of_a_closed_kan_is_turned_at_once():
    deals = ((11, 11, 11, *BLANK[3:]), BLANK, BLANK, BLANK)
    play = hand(deals=deals, takes=((11, 45), (), (), ()), discards=(("111111a11", 60), (), (), ()), dora=(41, 42))
    recorded = quiet(read(log(play)))
    assert rows(recorded) == [
        (0, "draw", "1m"),
        (0, "ankan", "1m"),
        (None, "dora", "2z"),
        (0, "draw", "5z"),
        (0, "discard", "5z"),
    ]


def test_an_added_kan_and_a_closed_kan_turn_both_indicators_at_the_second():
    deals = ((45, *BLANK[1:]), BLANK, (45, 45, *(12,) * 3, *BLANK[5:]), BLANK)
    play = hand(
        deals=deals,
        takes=((46, 42), (47,), ("45p4545", 45, 12, 43), (47,)),
        discards=((45, 60), (60,), (31, "45k454545", "121212a12", 60), (60,)),
        dora=(41, 42, 43),
    )
    events = rows(quiet(read(log(play))))
    assert events[events.index((2, "kakan", "5z")) :] == [
        (2, "kakan", "5z"),
        (2, "draw", "2m"),
        (2, "ankan", "2m"),
        (None, "dora", "2z"),
        (None, "dora", "3z"),
        (2, "draw", "3z"),
        (2, "discard", "3z"),
    ]


def test_no_indicator_is_turned_for_a_win_on_the_replacement_tile_of_an_open_kan():
    deals = (BLANK, (45, 45, 45, *BLANK[3:]), BLANK, BLANK)
    play = hand(
        ["和了", [0, 0, 0, 0], [1, 1, 1, "30符1飜300-500点", "嶺上開花(1飜)"]],
        deals=deals,
        takes=((45,), ("m45454545", 46), (), ()),
        discards=((60,), (0,), (), ()),
    )
    recorded = quiet(read(log(play)))
    assert rows(recorded)[-2:] == [(1, "daiminkan", "5z"), (1, "draw", "6z")]
    win = only(recorded.wins)
    assert (win["melds"], win["closed"], win["winning_tile"]) == (["daiminkan 5555z"], False, "6z")
    assert len(win["tiles"]) == 11


def test_an_indicator_without_a_kan_stands_at_the_end():
    recorded = quiet(read(log(hand(dora=(41, 42)))))
    assert rows(recorded)[-1] == (None, "dora", "2z")


def test_a_kan_can_be_robbed():
    deals = ((45, *BLANK[1:]), (45, 45, *BLANK[2:]), BLANK, BLANK)
    play = hand(
        ["和了", [0, -1000, 1000, 0], [2, 1, 2, "30符1飜1000点", "槍槓(1飜)"]],
        deals=deals,
        takes=((46, 47), ("p454545", 45), (47,), (47,)),
        discards=((45, 60), (31, "k45454545"), (60,), (60,)),
    )
    recorded = quiet(read(log(play)))
    assert rows(recorded)[-1] == (1, "kakan", "5z")
    win = only(recorded.wins)
    assert (win["winning_tile"], win["loser"]) == ("5z", 1)


def test_an_added_kan_takes_the_place_of_its_pon_and_keeps_its_red_five():
    deals = ((41, 25, *BLANK[2:]), (52, 25, 41, 41, *(32,) * 9), BLANK, BLANK)
    play = hand(
        ["和了", [0, 0, 0, 0], [1, 1, 1, "30符2飜500-1000点", "対々和(2飜)"]],
        deals=deals,
        takes=((46, 47, 43), ("p255225", "p414141", 25, 33), (47, 47), (47, 47)),
        discards=((25, 41, 60), (32, 32, "k25255225"), (60, 60), (60, 60)),
    )
    win = only(quiet(read(log(play))).wins)
    assert (win["melds"], win["closed"]) == (["kakan 0555p", "pon 111z"], False)
    assert win["tiles"] == [*["2s"] * 7, "3s"]


def test_three_players_set_norths_aside():
    deals = ((44, *(21,) * 12), (44, *(22,) * 12), (23,) * 13, ())
    play = hand(
        ["和了", [3900, -3900, 0, 0], [0, 1, 0, "30符3飜3900点", "立直(1飜)", "ドラ(2飜)"]],
        points=(35000, 35000, 35000, 0),
        deals=deals,
        takes=((45, 46), (47,), (), ()),
        discards=(("f44", 60), (60,), (), ()),
    )
    recorded = quiet(read(log(play, ratingc="PF3", ref="2021010217gm-00b9-0000-3eb2e915")))
    events = recorded.events.filter(pl.col("kind") == "kita")
    assert only(events)["consumed"] == ["4z"]
    win = only(recorded.wins)
    assert (win["melds"], win["closed"], win["kita"]) == (["kita 4z"], True, 1)
    assert (win["dora"], win["yaku"], win["yaku_han"]) == (1, ["riichi", "dora", "kita"], [1, 1, 1])
    assert len(win["tiles"]) == 14


def test_norths_counted_by_themselves_stay_so():
    deals = ((44, *(21,) * 12), (22,) * 13, (23,) * 13, ())
    play = hand(
        ["和了", [3900, -3900, 0, 0], [0, 1, 0, "30符3飜3900点", "ドラ(2飜)", "抜きドラ(1飜)"]],
        points=(35000, 35000, 35000, 0),
        deals=deals,
        takes=((45, 46), (47,), (), ()),
        discards=(("f44", 60), (60,), (), ()),
    )
    win = only(quiet(read(log(play, rule={"disp": "三玉の間赤"}))).wins)
    assert (win["dora"], win["kita"], win["yaku"]) == (2, 1, ["dora", "kita"])


def test_a_north_set_aside_can_be_ronned():
    deals = ((44, *(21,) * 12), (22,) * 13, (23,) * 13, ())
    play = hand(
        ["和了", [-32000, 32000, 0, 0], [1, 0, 1, "役満32000点", "国士無双(役満)"]],
        points=(35000, 35000, 35000, 0),
        deals=deals,
        takes=((45,), (), (), ()),
        discards=(("f44",), (), (), ()),
    )
    for events in (True, False):
        win = only(quiet(read(log(play, ratingc="PF3"), events=events)).wins)
        assert (win["winning_tile"], win["loser"], len(win["tiles"])) == ("4z", 0, 14)


def test_tiles_of_a_winner_are_shown_with_a_red_five_before_its_kind():
    deals = ((15, 51, 14, 16, *BLANK[4:]), BLANK, BLANK, BLANK)
    play = hand(
        ["和了", [0, 0, 0, 0], [0, 0, 0, "30符1飜500点∀", "門前清自摸和(1飜)"]],
        deals=deals,
        takes=((15,), (), (), ()),
        discards=((), (), (), ()),
    )
    win = only(quiet(read(log(play))).wins)
    assert win["tiles"] == ["4m", "0m", "5m", "5m", "6m", *["1s"] * 9]
    assert (win["winning_tile"], win["closed"]) == ("5m", True)


def test_a_winner_need_not_have_had_a_turn():
    play = hand(
        ["和了", [-1000, 1000, 0, 0], [1, 0, 1, "30符1飜1000点", "断幺九(1飜)"]],
        takes=((45,), (), (), ()),
        discards=((60,), (), (), ()),
    )
    win = only(quiet(read(log(play))).wins)
    assert (len(win["tiles"]), win["winning_tile"]) == (14, "5z")


def test_the_tables_do_not_depend_on_whether_events_are_wanted():
    declared = {"takes": ((45,), (46,), (47,), (41,)), "discards": (("r60",), ("r60",), (60,), ("r60",))}
    document = log(hand(**declared), hand(counters=(0, 1, 2)))
    with_events, without = read(document), read(document, events=False)
    assert without.events.is_empty()
    for table in ("games", "players", "hands", "wins", "errors"):
        assert getattr(with_events, table).equals(getattr(without, table), null_equal=True)
    assert errors(without) == []
