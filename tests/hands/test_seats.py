"""What became of each seat's hand: shanten, waits, live tiles, furiten, nagashi."""

import polars as pl
import pytest

from mjlog.hands import moments, shanten, wait_sets, waits
from mjlog.tables import MELD, TILE
from tests.hands.table import Table, tiles

READY = "234m456p3456788s"
"""Waits for 2s, 5s and 8s."""
WAITS = "2s5s8s"
OPENED = "23m45s456678p88s9m"
"""After a chi of 3s and the discard of 9m it waits for 1m and 4m."""


def hand(text, melds=()):
    return pl.DataFrame(
        {"tiles": [tiles(text)], "melds": [list(melds)]}, schema={"tiles": pl.List(TILE), "melds": pl.List(MELD)}
    )


def opened():
    return Table(OPENED).idle(3, avoid="1m4m").turn(3, "3s").call(0, "chi", "3s", "45s").discard(0, "9m")


def test_a_wait_whose_four_tiles_are_all_in_the_concealed_hand_is_none():
    assert waits(hand("123456789m1111p"))[0].to_list() == []
    assert shanten(hand("123456789m1111p"))["shanten"].item() == 1
    assert waits(hand("123456789m111p1z"))[0].to_list() == ["1z"]


def test_a_wait_whose_four_tiles_the_melds_complete_is_one_by_rule():
    held = hand("1p234567m345s", ["pon 111p"])
    assert waits(held)[0].to_list() == ["1p"]
    assert waits(held, own_four=False)[0].to_list() == []
    assert wait_sets(held, own_four=False).to_list() == [0]
    table = Table("111p234567m345s9s").turn(0, "9m").turn(1, "1p").call(0, "pon", "1p", "11p").discard(0, "9s")
    seat = table.seat(0)
    assert (seat["waits"], seat["own_four"], seat["live"], seat["closed"]) == (["1p"], ["1p"], 0, False)


def test_red_fives_are_of_their_kind():
    assert waits(hand("067m340567p4468s"))[0].to_list() == ["7s"]
    assert waits(hand("0555m234p345s6s77z", []))[0].to_list() == waits(hand("5555m234p345s6s77z"))[0].to_list()


def test_a_closed_kan_may_change_the_waits_or_not():
    before = waits(hand("3335666s555777z"))[0].to_list()
    assert before == ["4s", "5s", "7s"]
    assert waits(hand("5666s555777z", ["ankan 3333s"]))[0].to_list() == before
    assert waits(hand("3335s555777z", ["ankan 6666s"]))[0].to_list() != before


@pytest.mark.parametrize(("thrown", "waiting"), [("3m", ["8m", "9m"]), ("8m", ["4m"])])
def test_a_riichi_with_a_choice_of_waits_is_legal_either_way(thrown, waiting):
    table = Table("3578899m234789p").riichi(0, "6m", thrown)
    assert (table.seat(0)["riichi_shanten"], table.seat(0)["riichi_waits"]) == (0, waiting)


def test_a_riichi_that_breaks_tenpai_shows():
    seat = Table(READY).riichi(0, "1z", "5s").seat(0)
    assert (seat["riichi_shanten"], seat["riichi_waits"], seat["waits"], seat["live"]) == (1, [], [], None)


def test_start_shanten_is_of_thirteen_tiles_and_the_turn_of_tenpai_an_own_discard():
    table = Table("234m456p345688s1z", READY).turn(0, "9m").idle(3, first=1, avoid=WAITS).turn(0, "7s", "1z")
    first = table.seat(0)
    assert (first["start_shanten"], first["tenpai_turn"], first["shanten"]) == (1, 2, 0)
    assert (table.seat(1)["start_shanten"], table.seat(1)["tenpai_turn"]) == (0, 0)
    assert table.seat(2)["tenpai_turn"] is None


def test_live_tiles_are_those_the_seat_cannot_see():
    early = Table(READY).riichi(0, "1z", "1z").seat(0)
    assert (early["riichi_waits"], early["riichi_live"]) == (["2s", "5s", "8s"], 4 + 3 + 2)
    shown = Table(READY, "22s19m19p1234567z", dora="5s").turn(0, "9m").turn(1, "8s").turn(2, "2s")
    shown.call(1, "pon", "2s", "22s").discard(1, "1z").turn(2, "9m").turn(3, "9m").riichi(0, "1z", "1z")
    assert shown.seat(0)["riichi_live"] == (4 - 3) + (3 - 1) + (2 - 1)
    assert shown.seat(0)["riichi_unheld"] == 4 + 3 + 2


def test_passing_a_winning_tile_bars_a_ron_until_the_own_next_draw():
    barred = opened().turn(1, "1m").turn(2, "4m").ron(0)
    assert barred.win()["furiten"]
    assert barred.seat(0)["furiten_temporary"]
    assert not barred.seat(0)["furiten_own_discard"]
    again = opened().turn(1, "1m").turn(2, "9s").turn(3, "9s").turn(0, "1z").turn(1, "4m").ron(0)
    assert not again.win()["furiten"]


def test_a_call_by_others_does_not_lift_it():
    table = Table(OPENED, "147m147p147s1234z", "258m258p258s123z6z", "99s3s369m369p1567z")
    table.turn(0, "1z").turn(1, "9m").turn(2, "9m").turn(3, "7z", "3s").call(0, "chi", "3s", "45s").discard(0, "9m")
    table.turn(1, "9p", "1m").turn(2, "9s").call(3, "pon", "9s", "99s").discard(3, "6m").turn(0, "1z")
    assert not table.turn(1, "4m").ron(0).win()["furiten"]
    table = Table(OPENED, "147m147p147s1234z", "258m258p258s123z6z", "99s3s34m69m69p1567z")
    table.turn(0, "1z").turn(1, "9m").turn(2, "9m").turn(3, "7z", "3s").call(0, "chi", "3s", "45s").discard(0, "9m")
    table.turn(1, "9p", "1m").turn(2, "9s").call(3, "pon", "9s", "99s").discard(3, "4m").ron(0)
    assert table.win()["furiten"]


def test_a_tile_added_to_a_kan_or_set_aside_is_passed_too():
    table = Table(READY, "22s369m369p19s234z", "2s147m147p99p5566z").turn(0, "1z").turn(1, "9m").turn(2, "1z", "2s")
    table.call(1, "pon", "2s", "22s").discard(1, "9s").turn(2, "6z").turn(3, "6p").turn(0, "1z")
    table.draw(1, "2s").call(1, "kakan", "2s", "2s").draw(1, "5s").discard(1, "5s").ron(0)
    assert table.win()["furiten"]
    north = Table("999m456p345678s4z", "4z19m19p19s123567z", n_players=3).turn(0, "1z")
    north.draw(1, "9p").call(1, "kita", "4z", "4z").turn(1, "9p").turn(2, "4z").ron(0)
    assert north.win()["furiten"]


def test_after_riichi_a_passed_tile_bars_every_later_ron_but_no_tsumo():
    table = Table(READY).riichi(0, "1z", "1z").turn(1, "2s").idle(2, first=2, avoid=WAITS).turn(0, "9m").turn(1, "5s")
    assert table.ron(0).win()["furiten"]
    assert table.seat(0)["furiten_riichi"]
    drawn = Table(READY).riichi(0, "1z", "1z").turn(1, "2s").idle(2, first=2, avoid=WAITS).draw(0, "5s").tsumo(0)
    assert not drawn.win()["furiten"]
    assert drawn.seat(0)["furiten_riichi"]


def test_own_discards_bar_the_waits_they_are_in_now_called_or_not():
    table = Table(READY, "22s19m19p1234567z").turn(0, "2s")
    assert table.seat(0)["furiten_own_discard"]
    table.call(1, "pon", "2s", "22s").discard(1, "1z").turn(2, "5s").ron(0)
    assert table.win()["furiten"]
    other = (
        Table("234m456p345688s1z").turn(0, "9s").idle(3, first=1, avoid=WAITS).turn(0, "7s", "1z").turn(1, "5s").ron(0)
    )
    assert not other.win()["furiten"]
    assert Table(READY).riichi(0, "2s", "2s").seat(0)["riichi_furiten"]


def test_the_tile_won_on_has_not_been_passed():
    table = Table(READY).riichi(0, "1z", "1z").turn(1, "5s").ron(0)
    seat = table.seat(0)
    assert (seat["furiten_temporary"], seat["furiten_riichi"], table.win()["furiten"]) == (False, False, False)
    drawn = Table(READY).riichi(0, "1z", "1z").turn(1, "5s").seat(0)
    assert drawn["furiten_temporary"]
    assert drawn["furiten_riichi"]


def test_nagashi_needs_every_discard_outside_and_none_called():
    table = Table("258m258p258s1234z", "258m258p258s1234z", "11z258m258p258s23z").turn(0, "2m").turn(1, "1z")
    assert [table.seat(seat)["nagashi"] for seat in range(4)] == [False, True, False, False]
    table.call(2, "pon", "1z", "11z").discard(2, "3z").turn(3, "9s")
    assert [table.seat(seat)["nagashi"] for seat in range(4)] == [False, False, True, True]


def test_the_hand_before_a_winning_draw_and_after_a_kan():
    drawn = Table(READY).turn(0, "1z").idle(3, first=1, avoid=WAITS).draw(0, "5s").tsumo(0)
    assert drawn.seat(0)["waits"] == ["2s", "5s", "8s"]
    kan = Table("222m34567p11456s").riichi(0, "1z", "1z").idle(3, first=1).draw(0, "2m").call(0, "ankan", "2m", "2222m")
    kan.indicator("3m").draw(0, "8p").tsumo(0)
    assert (kan.seat(0)["waits"], kan.seat(0)["closed"]) == (["2p", "5p", "8p"], True)


def test_turns_tell_shanten_and_waits_after_every_discard():
    table = Table("234m456p345688s1z").turn(0, "9m").idle(3, first=1, avoid=WAITS).turn(0, "7s", "1z")
    turns = table.moments(turns=True).turns
    own = turns.filter(pl.col("seat") == 0)
    assert own.select("turn", "seq", "shanten").rows() == [(1, 5, 1), (2, 13, 0)]
    assert own["waits"].to_list() == [0, 1 << 19 | 1 << 22 | 1 << 25]
    assert turns.height == 5


def test_a_seat_whose_tiles_cannot_be_followed_is_told_nothing_of():
    table = Table(READY).draw(0, "1z").discard(0, "9m")
    seat = table.seat(0)
    assert {name for name, value in seat.items() if value is not None} == {"game_id", "hand", "seat", "nagashi"}
    assert table.seat(1)["shanten"] is not None


def test_three_players_have_three_seats():
    table = Table("999m456p345678s4z", n_players=3).turn(0, "1z")
    assert table.moments().seats["seat"].to_list() == [0, 1, 2]


def test_moments_do_not_depend_on_how_hands_are_batched(monkeypatch):
    batches = [Table(READY).riichi(0, "1z", "1z").turn(1, "5s").ron(0).batch() for _ in range(3)]
    for number, batch in enumerate(batches):
        for name in ("events", "hands", "games", "wins"):
            setattr(batch, name, getattr(batch, name).with_columns(game_id=pl.lit(f"g{number}")))
    together = {
        name: pl.concat(getattr(batch, name) for batch in batches) for name in ("events", "hands", "games", "wins")
    }
    whole = moments(**together)
    monkeypatch.setattr("mjlog.hands.play.EVENTS_AT_ONCE", 1)
    cut = moments(**together)
    assert whole.seats.equals(cut.seats)
    assert whole.wins.equals(cut.wins)
    assert whole.seats["game_id"].unique().sort().to_list() == ["g0", "g1", "g2"]
