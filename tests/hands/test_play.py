"""What a hand's events tell: yaku of the play, melds, indicators."""

import polars as pl
import pytest

from mjlog.hands import evaluate, moments, with_yaku
from mjlog.hands.play import played_hands, plays
from mjlog.hands.situations import indicators_due
from mjlog.tables import empty
from tests.hands.table import Table
from tests.hands.written import TENHOU

READY = "234m456p3456788s"
"""Waits for 2s, 5s and 8s."""
WAITS = "2s5s8s"
KAN = "2222m34567p1145s"
"""With 6s drawn and a closed kan of 2m it waits for 2p, 5p and 8p."""
ORPHANS = "19m19p19s1234567z"


def values(table):
    """The wins of a table valued, a dict each, yaku with their han."""
    found = with_yaku(evaluate(table.moments().wins, TENHOU))
    rows = found.with_columns(pl.col("yaku").list.eval(pl.element().cast(pl.String))).rows(named=True)
    return [row | {"yaku": dict(zip(row["yaku"], row["yaku_han"], strict=True))} for row in rows]


def due(table, mode):
    """Indicators that ought to have been turned."""
    batch = table.batch()
    (play,) = plays(batch.events, played_hands(batch.events, batch.hands, batch.games))
    return indicators_due(play, mode).item()


def test_riichi_on_an_untouched_first_discard_is_double():
    table = Table(READY).riichi(0, "1z", "1z").idle(3, first=1, avoid=WAITS)
    assert table.draw(0, "2s").tsumo(0).yaku() == {"double_riichi", "ippatsu"}


def test_double_riichi_stays_double_when_calls_follow():
    table = Table(READY, ORPHANS, "22z258m258p25s334z").riichi(0, "1z", "1z").turn(1, "7z", "2z")
    table.call(2, "pon", "2z", "22z").discard(2, "4z").turn(3, "5s")
    assert table.ron(0).yaku() == {"double_riichi"}


def test_thirteen_orphans_may_be_won_on_a_closed_kan():
    table = Table("119m19p19s123456z", "777z258m258p2589s").turn(0, "2m").draw(1, "7z").call(1, "ankan", "7z", "777z7z")
    (value,) = values(table.ron(0))
    assert (value["yaku"], value["form"]) == ({"kokushi_musou": 13}, "thirteen_orphans")


def test_after_any_call_a_first_discard_is_plain_riichi():
    called = Table("1z369m369p369s555z", READY, "11z258m258p258s33z").turn(0, "9s", "1z")
    called.call(2, "pon", "1z", "11z").discard(2, "3z").turn(3, "6z").turn(0, "7z").riichi(1, "7z", "7z").turn(2, "8s")
    assert called.ron(1).yaku() == {"riichi", "ippatsu"}
    kan = Table("1111z369m369p369s", READY).draw(0, "9s").call(0, "ankan", "1z", "1111z").indicator("3m").turn(0, "7z")
    assert kan.riichi(1, "7z", "7z").turn(2, "8s").ron(1).yaku() == {"riichi", "ippatsu"}


def test_ippatsu_ends_with_a_call_and_with_the_next_own_discard():
    called = Table(READY, ORPHANS, "22z258m258p25s334z").idle(4, avoid=WAITS).riichi(0, "1z", "1z").turn(1, "7z", "2z")
    called.call(2, "pon", "2z", "22z").discard(2, "4z").turn(3, "5s")
    assert called.ron(0).yaku() == {"riichi"}
    late = Table(READY).idle(4, avoid=WAITS).riichi(0, "1z", "1z").idle(4, first=1, avoid=WAITS).turn(1, "5s")
    assert late.ron(0).yaku() == {"riichi"}


def added_kan():
    """Seat 1 pons 2s, seat 0 declares riichi waiting for it, seat 1 adds the fourth."""
    table = Table(READY, "22s369m369p19s234z", "2s147m147p99p5566z").idle(2, avoid=WAITS).turn(2, "1z", "2s")
    table.call(1, "pon", "2s", "22s").discard(1, "9s").turn(2, "6z").turn(3, "6p").riichi(0, "1z", "1z")
    return table.draw(1, "2s").call(1, "kakan", "2s", "2s")


def test_a_robbed_kan_does_not_end_ippatsu():
    (value,) = values(added_kan().ron(0))
    assert value["yaku"] == {"riichi": 1, "ippatsu": 1, "chankan": 1, "pinfu": 1, "tanyao": 1}


def test_a_kan_that_is_not_robbed_ends_ippatsu():
    passed = added_kan().turn(1, "1p").indicator("3m").turn(2, "5s")
    assert passed.ron(0).yaku() == {"riichi"}


def test_a_tsumo_after_an_own_kan_is_rinshan_and_not_ippatsu():
    table = Table("222m34567p11456s")
    table.riichi(0, "1z", "1z").idle(3, first=1, avoid="2m2p5p8p").draw(0, "2m").call(0, "ankan", "2m", "2222m")
    won = table.indicator("3m").draw(0, "8p").tsumo(0)
    assert won.yaku() == {"double_riichi", "rinshan_kaihou"}
    assert won.win()["melds"] == ["ankan 2222m"]
    assert "".join(won.win()["tiles"]) == "3p4p5p6p7p8p1s1s4s5s6s"


def test_the_last_tile_drawn_and_the_last_discard():
    assert Table(ORPHANS, READY).idle(69, avoid=WAITS).draw(1, "5s").tsumo(1).yaku() == {"haitei"}
    assert Table(READY).idle(69, avoid=WAITS).turn(1, "5s").ron(0).yaku() == {"houtei"}
    assert Table(READY).idle(68, avoid=WAITS).draw(0, "5s").tsumo(0).yaku() == set()
    three = Table("999m456p3456788s", n_players=3)
    assert three.idle(54, avoid=WAITS).draw(0, "5s").tsumo(0).yaku() == {"haitei"}


def test_the_last_tile_as_a_replacement_is_rinshan_only():
    table = Table(KAN).idle(68, avoid="2m2p5p8p").draw(0, "6s").call(0, "ankan", "2m", "2222m").indicator("3m")
    assert table.draw(0, "8p").tsumo(0).yaku() == {"rinshan_kaihou"}


def test_hands_of_heaven_earth_and_man():
    assert Table(READY).draw(0, "5s").tsumo(0).yaku() == {"tenhou"}
    assert Table(ORPHANS, READY).turn(0, "2m").draw(1, "5s").tsumo(1).yaku() == {"chiihou"}
    assert Table(ORPHANS, READY).turn(0, "5s").ron(1).yaku() == {"renhou"}
    assert Table(ORPHANS, ORPHANS, READY).turn(0, "2m").turn(1, "5s").ron(2).yaku() == {"renhou"}


def test_a_call_or_an_own_turn_ends_the_hands_of_the_first_go_round():
    kan = Table(KAN).draw(0, "6s").call(0, "ankan", "2m", "2222m").indicator("3m")
    assert kan.draw(0, "8p").tsumo(0).yaku() == {"rinshan_kaihou"}
    interrupted = Table("1111z369m369p369s", READY).draw(0, "9s").call(0, "ankan", "1z", "1111z").indicator("3m")
    assert interrupted.turn(0, "7z").draw(1, "5s").tsumo(1).yaku() == set()
    assert Table(READY).turn(0, "1z").turn(1, "5s").ron(0).yaku() == set()
    north = Table("999m456p345678s8s", "4z19m19p19s123567z", n_players=3).turn(0, "1z").draw(1, "2p")
    assert north.call(1, "kita", "4z", "4z").turn(1, "9s").draw(2, "5p").discard(2, "5s").ron(0).yaku() == set()


def test_several_winners_each_have_their_own_yaku():
    table = (
        Table(ORPHANS, READY, READY).idle(1, avoid=WAITS).riichi(1, "1z", "1z").turn(2, "9m").turn(3, "5s").ron(1, 2)
    )
    assert table.yaku(0) == {"double_riichi", "ippatsu"}
    assert table.yaku(1) == set()
    assert [table.win(row)["winning_tile"] for row in (0, 1)] == ["5s", "5s"]


def test_local_yaku_of_the_play():
    swallow = Table(READY, "234m456p3455799s").turn(0, "1z").riichi(1, "9s", "5s").ron(0)
    assert swallow.yaku() == {"tsubame_gaeshi"}
    kan = Table(READY, KAN).turn(0, "1z").draw(1, "9s").call(1, "ankan", "2m", "2222m").indicator("3m").turn(1, "5s")
    assert kan.ron(0).yaku() == {"kanburi"}


def test_melds_as_made_with_red_fives_and_a_pon_that_became_a_kan():
    table = (
        Table("05m46p111z234s99p7s", dora="1p").turn(0, "9m").turn(1, "5m").call(0, "pon", "5m", "05m").discard(0, "7s")
    )
    table.turn(1, "1z").call(0, "daiminkan", "1z", "111z").draw(0, "2m").indicator("2p").discard(0, "2m")
    table.turn(1, "6z").turn(2, "2z").turn(3, "0p").call(0, "chi", "0p", "46p").discard(0, "2s").idle(3, first=1)
    table.draw(0, "5m").call(0, "kakan", "5m", "5m").draw(0, "2s").tsumo(0)
    won = table.win()
    assert won["melds"] == ["kakan 0555m", "daiminkan 1111z", "chi 046p"]
    assert "".join(won["tiles"]) == "9p9p2s3s4s"
    assert won["dora_indicators"] == ["1p", "2p"]
    (value,) = values(table)
    assert value["yaku"] == {"rinshan_kaihou": 1, "seat_wind_east": 1, "round_wind_east": 1, "red_dora": 2}


def test_an_open_kan_shows_its_indicator_with_the_discard_and_a_closed_one_at_once():
    opened = (
        Table("111z34567p11456s2m")
        .turn(0, "9m", "2m")
        .turn(1, "1z")
        .call(0, "daiminkan", "1z", "111z")
        .draw(0, "2p")
        .tsumo(0)
    )
    assert (due(opened, "platform"), due(opened, "immediate"), due(opened, "after_discard"), due(opened, "off")) == (
        1,
        2,
        1,
        1,
    )
    closed = Table(KAN).draw(0, "6s").call(0, "ankan", "2m", "2222m").indicator("3m").draw(0, "8p").tsumo(0)
    assert (due(closed, "platform"), due(closed, "immediate"), due(closed, "after_discard")) == (2, 2, 1)
    on_the_discard = Table(READY, "111z34567p11456s2m").turn(0, "1z").call(1, "daiminkan", "1z", "111z").draw(1, "5s")
    on_the_discard.indicator("3m").discard(1, "5s").ron(0)
    assert due(on_the_discard, "platform") == 2
    assert on_the_discard.win()["dora_indicators"] == ["9s", "3m"]


def test_a_second_kan_turns_the_indicator_of_the_first_at_once():
    table = Table("222m333s456p1146s").turn(0, "9m").turn(1, "2m").call(0, "daiminkan", "2m", "222m").draw(0, "3s")
    table.call(0, "ankan", "3s", "3333s").indicator("1p").indicator("2p").draw(0, "5s").tsumo(0)
    assert due(table, "platform") == 3
    assert table.win()["dora_indicators"] == ["9s", "1p", "2p"]


def test_a_robbed_kan_turns_no_indicator_nor_that_of_the_open_kan_before_it():
    table = Table(READY, "22s111z369m19s258p", "2s147m147p99p5566z").idle(2, avoid=WAITS).turn(2, "1z", "2s")
    table.call(1, "pon", "2s", "22s").discard(1, "9s").turn(2, "6z").turn(3, "1z").call(1, "daiminkan", "1z", "111z")
    table.draw(1, "2s").call(1, "kakan", "2s", "2s").ron(0)
    assert (due(table, "platform"), due(table, "immediate")) == (1, 2)
    assert table.yaku() == {"chankan"}


def test_hands_without_events_have_no_values():
    batch = Table(READY).turn(0, "1z").turn(1, "5s").ron(0).batch()
    found = moments(empty("events"), batch.hands, batch.games, batch.wins)
    assert found.seats.is_empty()
    assert found.turns.is_empty()
    assert evaluate(found.wins, TENHOU)["form"].to_list() == [None]
    nothing = moments(empty("events"), empty("hands"), empty("games"), empty("wins"))
    assert nothing.wins.is_empty()
    assert evaluate(nothing.wins, TENHOU).is_empty()


@pytest.mark.parametrize("broken", ["not held", "hidden", "another tile", "another seat"])
def test_wins_that_cannot_be_followed_have_no_values(broken):
    table = Table(READY).turn(0, "1z")
    if broken == "not held":
        table.turn(1, "2z").turn(2, "3z").turn(3, "4z").draw(0, "1z").discard(0, "9m")
    if broken == "hidden":
        table.rows[0]["consumed"] = None
    table.turn(1, "5s").ron(0)
    if broken == "another seat":
        table.wins[0]["loser"] = 3
    if broken == "another tile":
        table.rows[-1]["kind"] = "riichi"
    assert table.win()["tiles"] is None
    assert values(table)[0]["form"] is None
