"""The order of play: found from what each seat lists, never guessed."""

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from parsers.tenhou_json.order import DRAW, NO_DISCARD, Sequences, find
from tests.parsers.tenhou_json.logs import by_seat, errors, hand, log, only, quiet, read

SKIPPED_TILE = [
    [4, 0, 0],
    [18600, 19000, 34000, 28400],
    [25],
    [],
    [37, 11, 32, 16, 39, 51, 15, 11, 12, 15, 33, 26, 42],
    [42, "11p1111", "p424242", 43, "c343233", 27, 17],
    [39, 12, 37, 60, 26, 60],
    [43, 45, 45, 29, 21, 43, 36, 47, 46, 29, 23, 45, 34],
    [16, "43p4343", 25, "2929p29", 35, 26, 34, "c272526"],
    [46, 16, 34, 36, 60, 23, 60, 21],
    [11, 28, 31, 33, 24, 38, 22, 41, 46, 17, 29, 38, 46],
    ["p464646", 11, 26, 33, 22, "c232224", 41, 39],
    [11, 60, 29, 41, 17, 31, 60, 60],
    [47, 24, 36, 28, 19, 12, 42, 14, 16, 32, 18, 43, 24],
    [19, 37, 34, 44, 44, 47],
    [43, 42, 47, 34, 37, 44],
    ["和了", [3000, -1000, -1000, -1000], [0, 0, 0, "30符2飜1000点∀", "役牌:場風牌(1飜)", "赤ドラ(1飜)"]],
]
"""Seat 0 passes seat 2's first 1m and calls the second, with no turn of its own between."""


def test_a_call_may_take_the_second_of_two_equal_discards():
    recorded = quiet(read(log(SKIPPED_TILE)))
    events = recorded.events.select("seat", "kind", "tile", "from_seat").rows()
    pons = [place for place, (_, kind, tile, _) in enumerate(events) if (kind, tile) == ("pon", "1m")]
    discards = [
        place for place, (seat, kind, tile, _) in enumerate(events) if (seat, kind, tile) == (2, "discard", "1m")
    ]
    assert len(discards) == 2
    assert pons == [discards[1] + 1]
    assert events[discards[0] + 1][:2] == (3, "draw")
    win = only(recorded.wins)
    assert win["tiles"] == ["0m", "5m", "5m", "6m", "7m"]
    assert win["melds"] == ["pon 111m", "pon 222z", "chi 234s"]
    assert win["yaku"] == ["round_wind_south", "red_dora"]


def test_a_pon_goes_before_a_chi_of_the_same_discard():
    """Seats 1 and 2 both wait for 5p of seat 0; the first goes to the pon, the chi has to be of the second."""
    deals = ((11,) * 13, (26, 27, *(31,) * 11), (25, 25, *(32,) * 11), (33,) * 13)
    play = hand(
        deals=deals, takes=((25, 25), ("c252627",), ("25p2525",), (45,)), discards=((60, 60), (31,), (32,), (60,))
    )
    calls = quiet(read(log(play))).events.filter(pl.col("from_seat").is_not_null())
    assert calls.select("kind", "seat", "from_seat").rows() == [("pon", 2, 0), ("chi", 1, 0)]


def test_a_hand_without_any_order_keeps_its_result():
    play = hand(takes=((45,), (), (46,), ()), discards=((60,), (), (60,), ()))
    recorded = read(log(play))
    assert errors(recorded) == [
        (
            0,
            "bad-play",
            "E1-0: no order of play has a place for every take; the hand has no events and shows no tiles",
        )
    ]
    row = only(recorded.hands)
    assert by_seat(row, "end") == [23500, 26500, 26500, 23500]
    assert by_seat(row, "discards") == [1, 0, 1, 0]
    assert recorded.events.is_empty()


# What follows plays hands at random over very few kinds of tile, so that equal discards and calls are everywhere, and
# asks for their order back.


@dataclass
class Table:
    """Turns of each seat as they are played, and the order they were played in."""

    players: int
    turns: list[list[tuple[int | None, int | None, bool]]] = field(default_factory=lambda: [[], [], [], []])
    order: list[tuple[int, int]] = field(default_factory=list)

    def play(self, seat: int, called: int | None, discard: int | None, again: bool = False) -> None:
        self.order.append((seat, len(self.turns[seat])))
        self.turns[seat].append((called, discard, again))


@st.composite
def tables(draw) -> Table:
    players = draw(st.sampled_from([3, 4]))
    table = Table(players)
    seat, called = 0, None
    for _ in range(draw(st.integers(1, 40))):
        again = called is None and draw(st.integers(0, 9)) == 0
        if again:
            table.play(seat, called, None, again=True)
            called = None
            continue
        tile = draw(st.integers(0, 1))
        table.play(seat, called, tile)
        callers = [other for other in range(players) if other != seat]
        caller = draw(st.sampled_from([None, None, *callers]))
        called = None if caller is None else seat * 64 + tile
        seat = (seat + 1) % players if caller is None else caller
    return table


def sequences(table: Table) -> Sequences:
    turns = [turn for seat in table.turns for turn in seat]
    count = np.array([len(seat) for seat in table.turns], np.int32)
    owner = np.repeat(np.arange(4, dtype=np.int32), count)
    discards = [
        NO_DISCARD if discard is None else place << 6 | discard
        for place, (_, discard, _) in zip(owner, turns, strict=True)
    ]
    return Sequences(
        first=np.cumsum(count, dtype=np.int32) - count,
        count=count,
        call=np.array([DRAW if called is None else called for called, *_ in turns], np.int32),
        discard=np.array(discards, np.int32),
        again=np.array([again for *_, again in turns], np.bool_),
        open=np.zeros(len(turns), np.bool_),
        dealer=np.zeros(1, np.int32),
        players=np.array([table.players], np.int32),
        last=np.array([table.order[-1][0]], np.int32),
    )


def can_be_played(play: Sequences, order: list[int], players: int) -> bool:
    """Whether turns in this order follow the rules: the plain way, one turn after another."""
    owner = [seat for seat in range(4) for _ in range(int(play.count[seat]))]
    for before, turn in pairwise(order):
        seat, taker = owner[before], owner[turn]
        if play.again[before]:
            fits = taker == seat and play.call[turn] == DRAW
        elif play.call[turn] == DRAW:
            fits = taker == (seat + 1) % players
        else:
            fits = taker != seat and play.call[turn] == play.discard[before]
        if not fits:
            return False
    by_seat = [[turn for turn in order if owner[turn] == seat] for seat in range(4)]
    return owner[order[0]] == 0 and all(turns == sorted(turns) for turns in by_seat)


@given(tables())
def test_every_hand_that_was_played_has_an_order_and_it_can_be_played(table):
    play = sequences(table)
    found = find(play)
    assert found.found.all()
    order = [int(turn) for turn in np.argsort(found.position)]
    assert sorted(found.position) == list(range(len(order)))
    assert can_be_played(play, order, table.players)
    last = np.searchsorted(np.cumsum(play.count), order[-1], "right")
    assert last == table.order[-1][0]


@given(st.lists(tables(), min_size=2, max_size=6))
def test_hands_of_a_batch_do_not_touch_each_other(several):
    plays = [sequences(table) for table in several]
    offsets = np.cumsum([0, *(len(play.call) for play in plays[:-1])])
    joined = Sequences(
        first=np.concatenate([play.first + offset for play, offset in zip(plays, offsets, strict=True)]).astype(
            np.int32
        ),
        count=np.concatenate([play.count for play in plays]),
        call=np.concatenate([play.call for play in plays]),
        discard=np.concatenate([play.discard for play in plays]),
        again=np.concatenate([play.again for play in plays]),
        open=np.concatenate([play.open for play in plays]),
        dealer=np.concatenate([play.dealer for play in plays]),
        players=np.concatenate([play.players for play in plays]),
        last=np.concatenate([play.last for play in plays]),
    )
    together = find(joined)
    alone = [find(play).position for play in plays]
    assert together.position.tolist() == np.concatenate(alone).tolist()


def test_three_players_take_turns_without_the_fourth():
    deals = ((21,) * 13, (22,) * 13, (23,) * 13, ())
    play = hand(
        ["流局", [-1000, 1000, 0, 0]],
        points=(35000, 35000, 35000, 0),
        deals=deals,
        takes=((45, 45), (46,), (47,), ()),
        discards=((60, 60), (60,), (60,), ()),
    )
    recorded = quiet(read(log(play, name=["A", "B", "C", ""])))
    assert recorded.events.filter(pl.col("kind") == "draw")["seat"].to_list() == [0, 1, 2, 0]
    assert only(recorded.games)["n_players"] == 3
    assert by_seat(only(recorded.hands), "start") == [35000, 35000, 35000, None]


def test_exporters_may_count_the_empty_chair_out():
    """Seat 0 calls from seat 2, the seat to its left when the empty chair is not counted."""
    deals = ((47, 47, *(21,) * 11), (22,) * 13, (23,) * 13, ())
    for written in ("p474747", "47p4747"):
        play = hand(
            ["流局", [0, 0, 0, 0]],
            points=(35000, 35000, 35000, 0),
            deals=deals,
            takes=((45, written), (46,), (47,), ()),
            discards=((60, 21), (60,), (60,), ()),
        )
        events = quiet(read(log(play, ratingc="PF3"))).events
        call = only(events.filter(pl.col("kind") == "pon"))
        assert (call["seat"], call["from_seat"]) == (0, 2)
