"""Reported cases of what is lawful: other tools got each of them wrong one way or the other."""

from dataclasses import replace

import polars as pl
import pytest

from mjlog.audit import audit
from mjlog.settlement import settle
from tests.hands.table import Table


def found(table, *, rules="tenhou", overrides=None, **hand):
    """Check and seat of what the audit finds in a hand, its points left aside."""
    batch = table.batch()
    cells = {f"start_{seat}": 25000 for seat in range(4)} | hand
    games = batch.games.with_columns(rules=pl.lit(rules), rule_overrides=pl.lit(overrides, pl.String))
    hands = batch.hands.with_columns(
        pl.lit(value).cast(batch.hands.schema[name]).alias(name) for name, value in cells.items()
    )
    recorded = replace(batch, games=games, hands=hands)
    return set(audit(recorded, settle(recorded)).select("check", "seat").rows())


READY = "234m456p3456788s"
"""Waits for 2s, 5s and 8s."""
WAITS = "2s5s8s"


@pytest.mark.parametrize(("points", "lawful"), [(900, False), (1000, True), (1100, True)])
def test_riichi_needs_a_thousand_points(points, lawful):
    table = Table(READY).riichi(0, "1z", "1z")
    assert (("riichi-points", 0) in found(table, start_0=points, riichi_0=1)) == (not lawful)


@pytest.mark.parametrize(
    ("n_players", "drawn", "lawful"), [(4, 66, True), (4, 67, False), (3, 52, True), (3, 53, False)]
)
def test_riichi_needs_tiles_left_after_the_own_draw(n_players, drawn, lawful):
    rules = "tenhou" if n_players == 4 else "tenhou-3p"
    deals = ("123789m123789p1s", READY if n_players == 4 else "999m456p3456788s")
    declarer = (drawn - 1) % n_players
    deals = ("19m19p19s1234567z",) * declarer + (deals[1],)
    table = Table(*deals, n_players=n_players).idle(drawn - 1, avoid=WAITS).riichi(declarer, "1z", "1z")
    left = [seat for check, seat in found(table, rules=rules) if check == "riichi-wall"]
    assert left == ([] if lawful else [declarer])


def test_riichi_while_noten_or_open_is_found_and_a_choice_of_waits_is_none():
    assert ("riichi-tenpai", 0) in found(Table("147m258p369s1234z").riichi(0, "9m", "1m"), riichi_0=1)
    for thrown in ("3m", "8m"):
        table = Table("3578899m234789p").riichi(0, "6m", thrown)
        assert not {check for check, _ in found(table, riichi_0=1)} & {"riichi-tenpai", "riichi-closed"}


@pytest.mark.parametrize(("tile", "lawful"), [("3s", True), ("6s", False)])
def test_a_closed_kan_in_riichi_leaves_the_waits_as_they_were(tile, lawful):
    table = Table("3335666s555777z").riichi(0, "9m", "9m").idle(3, first=1, avoid="4s5s7s3s6s")
    table.draw(0, tile).call(0, "ankan", tile, tile[0] * 4 + "s")
    assert (("kan-in-riichi", 0) in found(table)) == (not lawful)


def test_a_kan_in_riichi_is_of_the_tile_drawn():
    table = Table("111m3335666s777z").riichi(0, "9m", "9m").idle(3, first=1, avoid="4s5s7s3s6s1m")
    table.draw(0, "1m").call(0, "ankan", "1m", "1111m")
    assert ("kan-in-riichi", 0) not in found(table)
    other = Table("1111m333566s777z").riichi(0, "9m", "9m").idle(3, first=1, avoid="4s5s7s3s6s1m")
    assert ("kan-in-riichi", 0) in found(other.draw(0, "8p").call(0, "ankan", "1m", "1111m"))


def test_nothing_is_called_when_the_last_tile_is_drawn():
    spare = Table("11z147m258p369s23z").idle(68).turn(0, "9m").turn(1, "1z", "1z").call(0, "pon", "1z", "11z")
    assert ("last-tile", 0) in found(spare)
    earlier = Table("11z147m258p369s23z").idle(67).turn(3, "1z", "1z").call(0, "pon", "1z", "11z")
    assert ("last-tile", 0) not in found(earlier)


def test_no_kan_is_made_on_the_last_tile_not_even_on_a_replacement():
    table = Table("147m258p369s1234z", "111z258m369p147s2z").idle(69).draw(1, "1z").call(1, "ankan", "1z", "1111z")
    assert ("last-tile", 1) in found(table)
    north = (
        Table("19m258p369s147p23z", "4z19m258p369s147p", n_players=3).idle(54).draw(0, "4z").call(0, "kita", "4z", "4z")
    )
    assert ("last-tile", 0) in found(north, rules="tenhou-3p")


def test_a_fifth_kan_is_found_and_four_are_lawful():
    table = Table("1111m2222m3333m44z", "1111p")
    for kan in ("1m", "2m", "3m"):
        table.draw(0, "9p").call(0, "ankan", kan, kan[0] * 4 + "m")
    table.draw(0, "4z").draw(0, "4z").call(0, "ankan", "4z", "4444z")
    assert ("fifth-kan", 0) not in found(table)
    table.draw(0, "9p").discard(0, "9p").draw(1, "9s").call(1, "ankan", "1p", "1111p")
    assert ("fifth-kan", 1) in found(table)


@pytest.mark.parametrize(
    ("thrown", "forbidden", "other_tile", "allowed"),
    [("3s", False, False, True), ("6s", False, True, True), ("9m", True, True, True)],
)
def test_swaps_by_rule(thrown, forbidden, other_tile, allowed):
    held = "45s3s6s9m258m258p12z"
    table = Table(held).idle(3, avoid="3s6s").turn(3, "3s").call(0, "chi", "3s", "45s").discard(0, thrown)
    for rule, lawful in (("forbidden", forbidden), ("other_tile", other_tile), ("allowed", allowed)):
        assert (("kuikae", 0) in found(table, overrides=f"kuikae={rule}")) == (not lawful), rule


def test_a_ron_on_a_tile_passed_in_the_go_round_is_found_and_after_the_own_draw_is_none():
    opened = "23m45s456678p88s9m"

    def called():
        return Table(opened).idle(3, avoid="1m4m").turn(3, "3s").call(0, "chi", "3s", "45s").discard(0, "9m")

    assert ("furiten", 0) in found(called().turn(1, "1m").turn(2, "4m").ron(0))
    assert ("furiten", 0) not in found(
        called().turn(1, "9s").turn(2, "9s").turn(3, "9s").turn(0, "1z").turn(1, "4m").ron(0)
    )


def test_furiten_bars_no_tsumo_and_no_wait_that_was_not_discarded():
    table = Table(READY).turn(0, "2s").idle(3, first=1, avoid=WAITS).draw(0, "5s").tsumo(0)
    assert not {check for check, _ in found(table)} & {"furiten"}


def test_red_fives_are_of_one_kind_with_plain_ones_and_not_the_same_tile():
    table = Table("05p123m789s11z5p9m", "5p147m258p369s123z")
    table.turn(0, "9s", "9m").turn(1, "9m", "5p").call(0, "pon", "5p", "05p").discard(0, "9s")
    table.idle(3, first=1, avoid="5p").draw(0, "1z").call(0, "kakan", "5p", "5p")
    assert not {check for check, _ in found(table)} & {"tile-held", "call-fits", "call-source"}
    plain = Table("55p123m789s11z19m9m", "5p147m258p369s123z")
    plain.turn(0, "9s", "9m").turn(1, "9m", "5p").call(0, "pon", "5p", "05p")
    assert ("tile-held", 0) in found(plain)


@pytest.mark.parametrize(("rule", "lawful"), [("kokushi_ankan=true", True), ("kokushi_ankan=false", False)])
def test_thirteen_orphans_rob_a_closed_kan_by_rule(rule, lawful):
    table = Table("19m19p19s1234566z", "7777z258m258p258s").turn(0, "5m").draw(1, "3s").call(1, "ankan", "7z", "7777z")
    assert (("closed-kan-robbed", 0) in found(table.ron(0), overrides=rule)) == (not lawful)


def test_no_other_hand_robs_a_closed_kan():
    table = Table("234m456p345678s7z", "7777z258m258p258s").turn(0, "9m").draw(1, "3s").call(1, "ankan", "7z", "7777z")
    assert ("closed-kan-robbed", 0) in found(table.ron(0), overrides="kokushi_ankan=true")


NINE = "19m19p19s123z258m5p"


def test_nine_terminals_are_declared_in_the_first_uninterrupted_turn_only():
    abort = {"result": "kyuushu_kyuuhai", "offender": 0}
    assert ("kyuushu", None) not in found(Table(NINE).draw(0, "4z"), **abort)
    assert ("kyuushu", None) in found(Table(NINE.replace("123z", "12z") + "5p").draw(0, "2m"), **abort)
    assert ("kyuushu", None) in found(Table(NINE).turn(0, "4z").idle(3, first=1).draw(0, "5z"), **abort)
    called = (
        Table("147m258p369s1234z", NINE, "11z258m369p147s2z5z")
        .turn(0, "1z")
        .call(2, "pon", "1z", "11z")
        .discard(2, "5z")
    )
    assert ("kyuushu", None) in found(called.turn(3, "9p").turn(0, "9p").draw(1, "4z"), **(abort | {"offender": 1}))
