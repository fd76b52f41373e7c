"""Tiles that cannot be: the hand keeps its result, shows no tiles and has no events, and the fault is said."""

import pytest

from tests.parsers.tenhou_json.logs import RON, by_seat, errors, hand, log, only, read

ANY = (31,) * 13
TAIL = "; the hand has no events and shows no tiles"
GOOD = hand(counters=(1, 0, 0), takes=((), (45,), (), ()), discards=((), (60,), (), ()))
DEALT = ((11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24),)


def spoiled(**lists):
    return hand(RON, **lists)


FAULTS = {
    "a number that is no tile": (
        spoiled(takes=((48,), (), (), ())),
        "takes of seat 0, element 0: 48 is no tile and no call",
    ),
    "a call of too few tiles": (
        spoiled(takes=((45,), ("p47",), (), ())),
        'takes of seat 1, element 0: "p47" is no tile and no call',
    ),
    "a letter nobody knows": (
        spoiled(takes=((45,), ("x474747",), (), ())),
        'takes of seat 1, element 0: "x474747" is no tile and no call',
    ),
    "another notation": (
        spoiled(takes=(("5s",), (), (), ())),
        'takes of seat 0, element 0: "5s" is no tile and no call',
    ),
    "nothing": (spoiled(takes=((None,), (), (), ())), "takes of seat 0, element 0: null is no tile and no call"),
    "a list in a list": (spoiled(takes=(([45],), (), (), ())), "one of its lists of tiles is no list of tiles"),
    "a kan among takes": (
        spoiled(takes=(("k45454545",), (), (), ())),
        "takes of seat 0, element 0: kakan cannot stand there",
    ),
    "riichi among takes": (
        spoiled(takes=(("r45",), (), (), ())),
        "takes of seat 0, element 0: riichi cannot stand there",
    ),
    "a call among discards": (
        spoiled(discards=(("c454647",), (), (), ())),
        "discards of seat 0, element 0: chi cannot stand there",
    ),
    "a draw in the deal": (
        spoiled(deals=((60, *range(11, 20), 21, 22, 23), ANY, ANY, ANY)),
        "deal of seat 0, element 0: tsumogiri cannot stand there",
    ),
    "too few tiles dealt": (spoiled(deals=(*DEALT, ANY, ANY, ANY[1:])), "seat 3 is dealt 12 tiles"),
    "the dealer's fourteenth tile in the deal": (
        spoiled(deals=((*DEALT[0], 24), ANY, ANY, ANY)),
        "seat 0 is dealt 14 tiles",
    ),
    "a discard too many": (
        spoiled(discards=((60, 11), (), (), ())),
        "seat 0 takes 1 times but discards 2 times",
    ),
    "two discards too few": (
        spoiled(takes=((45, 46), (), (), ()), discards=((), (), (), ())),
        "seat 0 takes 2 times but discards 0 times",
    ),
    "two who do nothing": (
        spoiled(takes=((45,), (46,), (), ()), discards=((), (), (), ())),
        "more than one seat takes a tile and does nothing after it",
    ),
    "a tile it does not hold": (
        spoiled(discards=((39,), (), (), ())),
        "seat 0 gives up a tile that it does not hold (its turn 1)",
    ),
    "a call with tiles it does not hold": (
        spoiled(takes=((45,), ("p454545",), (), ()), discards=((60,), (25,), (), ())),
        "seat 1 gives up a tile that it does not hold (its turn 1)",
    ),
    "a tile drawn only later": (
        spoiled(
            takes=((45, 46), (41,), (47,), (47,)),
            discards=((46, 60), (60,), (60,), (60,)),
        ),
        "seat 0 gives up a tile that it does not hold (its turn 1)",
    ),
    "the drawn tile after a call": (
        spoiled(
            deals=(*DEALT, (45, 45, *ANY[2:]), ANY, ANY),
            takes=((45,), ("p454545",), (), ()),
            discards=((60,), (60,), (), ()),
        ),
        "seat 1 discards the tile just drawn after a call (its turn 1)",
    ),
    "no place for the kan's missing discard": (
        spoiled(
            deals=(*DEALT, (45, 45, 45, *ANY[3:]), ANY, ANY),
            takes=((45,), ("m45454545",), (), ()),
            discards=((60,), (31,), (), ()),
        ),
        "seat 1 must have 0 among its discards after an open kan and nowhere else (its turn 1)",
    ),
    "a missing discard without a kan": (
        spoiled(discards=((0,), (), (), ())),
        "seat 0 must have 0 among its discards after an open kan and nowhere else (its turn 1)",
    ),
    "tiles that make no run": (
        spoiled(
            deals=(*DEALT, (46, 47, *ANY[2:]), ANY, ANY),
            takes=((45,), ("c454647",), (), ()),
            discards=((60,), (31,), (), ()),
        ),
        "seat 1 calls with tiles that make no such meld (its turn 1)",
    ),
    "tiles that make no set": (
        spoiled(
            deals=(*DEALT, (46, 47, *ANY[2:]), ANY, ANY),
            takes=((45,), ("p454647",), (), ()),
            discards=((60,), (31,), (), ()),
        ),
        "seat 1 calls with tiles that make no such meld (its turn 1)",
    ),
    "tiles of the winner that make no set": (
        spoiled(
            deals=(*DEALT, ANY, ANY, (46, 47, *ANY[2:])),
            takes=((45,), (), (), ("p454647",)),
            discards=((60,), (), (), (31,)),
        ),
        "seat 3 calls with tiles that make no such meld (its turn 1)",
    ),
    "a tile added to no pon": (
        spoiled(takes=((24,), (), (), ()), discards=(("k24242424",), (), (), ())),
        "seat 0 calls with tiles that make no such meld (its turn 1)",
    ),
    "two riichi": (
        spoiled(takes=((45, 46), (45,), (45,), (45,)), discards=(("r60", "r60"), (60,), (60,), (60,))),
        "seat 0 declares riichi twice",
    ),
    "a tsumo without a draw": (
        hand(["和了", [0] * 4, [0, 0, 0, "30符1飜500点∀"]]),
        "seat 0 wins but holds 13 tiles",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_hand_whose_tiles_cannot_be_keeps_its_result(fault):
    play, message = FAULTS[fault]
    recorded = read(log(play, GOOD))
    assert errors(recorded) == [(0, "bad-play", f"E1-0: {message}{TAIL}")]
    assert recorded.hands["hand"].to_list() == [0, 1]
    row = recorded.hands.row(0, named=True)
    assert by_seat(row, "start") == [25000] * 4
    assert recorded.wins.height == 1
    assert set(recorded.events["hand"]) == {1}


def test_indicators_that_cannot_be_read_are_left_out():
    recorded = read(log(hand(dora=(99,)), GOOD))
    assert recorded.hands["dora_indicators"].to_list() == [None, ["1z"]]
    assert errors(recorded) == [(0, "bad-play", f"E1-0: dora indicators, element 0: 99 is no tile and no call{TAIL}")]


def test_what_was_declared_is_not_known_where_discards_cannot_be_read():
    recorded = read(log(hand(discards=(("r99",), (), (), ()))))
    row = only(recorded.hands)
    assert by_seat(row, "discards") == [None] * 4
    assert by_seat(row, "end") == [None] * 4
    assert row["draws"] is None


@pytest.mark.parametrize("events", [True, False])
def test_a_fault_of_another_seat_does_not_hide_the_winner_s_tiles(events):
    play = hand(
        ["和了", [-1000, 1000, 0, 0], [1, 0, 1, "30符1飜1000点"]],
        takes=((45, 46), (45,), (41,), (47,)),
        discards=((60, 60), (60,), (39,), (60,)),
    )
    recorded = read(log(play), events=events)
    win = only(recorded.wins)
    assert (len(win["tiles"]), win["winning_tile"]) == (14, "6z")
    assert recorded.events.is_empty()
    assert recorded.errors.height == events
