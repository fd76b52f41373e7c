"""The simulator keeps the rules it is there to witness."""

import random
from collections import Counter
from itertools import accumulate

import pytest
from mahjong.shanten import Shanten

from tests.simulator.endings import came_true, endings_for, parade, stage
from tests.simulator.flavours import (
    FLAVOURS,
    MAJSOUL_3P,
    MAJSOUL_EAST,
    TENHOU,
    TENHOU_3P,
    TENHOU_2010,
    TENHOU_EAST,
    Flavour,
)
from tests.simulator.game import simulate
from tests.simulator.model import Game, Hand, Meld
from tests.simulator.plans import ENDINGS
from tests.simulator.seat import Seat
from tests.simulator.settling import final_scores, thousands
from tests.simulator.shanten import YAOCHUU, after_discards, readings, shanten, waits
from tests.simulator.table import swap_calling_kinds
from tests.simulator.tenhou_xml import write_xml
from tests.simulator.walls import live_draws, tiles_in_play

EVERY = list(FLAVOURS.values())
STAGED = [
    (flavour, name) for flavour in (TENHOU_EAST, TENHOU_3P, MAJSOUL_EAST, MAJSOUL_3P) for name in endings_for(flavour)
]


def hands(flavour: Flavour) -> list[Hand]:
    return [hand for seed in range(3) for hand in simulate(flavour, seed).hands]


def random_counts(rng: random.Random, tiles: int) -> list[int]:
    counts = [0] * 34
    for tile in rng.sample(rng.choice([range(136), range(36), range(72), range(108, 136)]), tiles):
        counts[tile // 4] += 1
    return counts


def test_shanten_is_the_librarys() -> None:
    rng = random.Random(1)
    for _ in range(400):
        counts = random_counts(rng, 14)
        assert shanten(counts, 4) == Shanten.calculate_shanten(counts)
        for kind, away in after_discards(counts, 4).items():
            counts[kind] -= 1
            assert away == Shanten.calculate_shanten(counts)
            counts[kind] += 1


def test_a_wait_is_a_tile_that_completes_the_hand() -> None:
    rng = random.Random(2)
    found = 0
    while found < 40:
        counts = random_counts(rng, 13)
        kinds = waits(counts, 4)
        found += bool(kinds)
        for kind in kinds:
            counts[kind] += 1
            assert shanten(counts, 4) == -1
            counts[kind] -= 1


def test_a_tile_held_four_times_is_no_wait() -> None:
    counts = [0] * 34
    for kind, count in zip((*range(9), 9), (1,) * 9 + (4,), strict=True):
        counts[kind] = count
    assert waits(counts, 4) == frozenset()


def test_three_equal_runs_have_two_readings() -> None:
    counts = [3, 3, 3, *[0] * 31]
    counts[20] = 2
    assert len(readings(counts, 3)) == 2


@pytest.mark.parametrize(("flavour", "name"), STAGED, ids=[f"{name}, {flavour.name}" for flavour, name in STAGED])
def test_an_ending_can_be_asked_for(flavour: Flavour, name: str) -> None:
    hand = stage(name, flavour, most=1).hands[0]
    assert came_true(ENDINGS[name], hand)


def test_endings_are_staged_in_a_row() -> None:
    results = {hand.result for game in parade(TENHOU_EAST) for hand in game.hands}
    assert results >= {ENDINGS[name].result for name in endings_for(TENHOU_EAST)}


@pytest.mark.parametrize("flavour", EVERY, ids=lambda flavour: flavour.name)
def test_no_point_is_made_or_lost(flavour: Flavour) -> None:
    whole = flavour.start * flavour.n_players
    for hand in hands(flavour):
        assert sum(hand.start) + 1000 * hand.deposits == whole
        assert sum(hand.end) + 1000 * hand.deposits_after == whole
    for seed in range(3):
        game = simulate(flavour, seed)
        assert sum(game.points) == whole
        assert sum(game.scores) == 0
        assert sorted(game.ranks) == list(range(1, flavour.n_players + 1))


@pytest.mark.parametrize("flavour", EVERY, ids=lambda flavour: flavour.name)
def test_every_tile_is_used_once(flavour: Flavour) -> None:
    for hand in hands(flavour):
        drawn = [event.tile for event in hand.events if event.kind == "draw"]
        dealt = [tile for tiles in hand.dealt for tile in tiles]
        assert max(Counter(drawn + dealt + hand.dora + hand.ura).values()) == 1
        assert set(drawn + dealt) <= set(tiles_in_play(flavour.n_players))
        assert len(drawn) <= live_draws(flavour.n_players)
        if hand.result == "exhaustive_draw":
            assert len(drawn) == live_draws(flavour.n_players)


@pytest.mark.parametrize("flavour", [TENHOU, TENHOU_3P], ids=lambda flavour: flavour.name)
def test_a_hand_holds_thirteen_tiles_between_turns(flavour: Flavour) -> None:
    for hand in hands(flavour):
        held = [set(tiles) for tiles in hand.dealt]
        sets = [0] * flavour.n_players
        for event in hand.events:
            if event.kind == "draw":
                held[event.seat].add(event.tile)
            elif event.kind == "discard":
                held[event.seat].remove(event.tile)
                assert len(held[event.seat]) + 3 * sets[event.seat] == 13
            elif event.meld is not None:
                own = {event.tile} if event.kind == "kakan" else set(event.meld.tiles) - {event.meld.called}
                assert own <= held[event.seat]
                held[event.seat] -= own
                sets[event.seat] += event.kind not in {"kita", "kakan"}


def test_no_discard_swaps_the_tile_just_called() -> None:
    for hand in hands(TENHOU):
        for call, discard in zip(hand.events, hand.events[1:], strict=False):
            if call.kind in {"chi", "pon"}:
                assert discard.tile // 4 not in swap_calling_kinds(call.meld)


def test_nobody_wins_on_a_kind_he_discarded() -> None:
    for flavour in (TENHOU, TENHOU_3P):
        for hand in hands(flavour):
            for win in hand.wins:
                river = [e.tile // 4 for e in hand.events if e.kind == "discard" and e.seat == win.winner]
                assert win.loser is None or win.tile // 4 not in river


def test_nagashi_is_a_river_of_terminals_and_honors_that_nobody_called() -> None:
    hand = stage("nagashi_mangan", TENHOU_EAST, most=1).hands[0]
    discards = [e for e in hand.events if e.kind == "discard"]
    for seat in range(4):
        river = [e.tile // 4 for e in discards if e.seat == seat]
        assert (seat in hand.nagashi) == all(kind in YAOCHUU for kind in river)


def test_indicators_are_turned_when_the_rules_say() -> None:
    hand = stage("kakan_then_ankan", TENHOU_EAST, most=1).hands[0]
    kinds = [event.kind for event in hand.events if event.kind != "deal"]
    after = kinds[kinds.index("kakan") :]
    assert after == ["kakan", "draw", "ankan", "dora", "dora", "draw"]
    hand = stage("open_kan_then_discard", TENHOU_EAST, most=1).hands[0]
    kinds = [event.kind for event in hand.events if event.kind != "deal"]
    assert kinds[kinds.index("daiminkan") :] == ["daiminkan", "draw", "dora", "discard"]


def test_equal_seeds_give_equal_games() -> None:
    assert write_xml(simulate(TENHOU, 11)) == write_xml(simulate(TENHOU, 11))
    assert write_xml(simulate(TENHOU, 11)) != write_xml(simulate(TENHOU, 12))


def test_scores_of_the_integer_era_are_rounded_half_away_from_zero() -> None:
    assert [thousands(p) for p in (35500, 35400, -500, -400, -3500)] == [36, 35, -1, 0, -4]
    assert final_scores(TENHOU_2010, [24500, 19300, 23300, 32900], [2, 4, 3, 1]) == [5000, -31000, -17000, 43000]


@pytest.mark.parametrize(
    ("name", "flavour", "delta"),
    [
        ("pao_tsumo", TENHOU_EAST, [0, 32000, 0, -32000]),
        ("pao_ron", TENHOU_EAST, [0, 32000, -16000, -16000]),
        ("pao_ron_off_the_liable", TENHOU_EAST, [0, 32000, 0, -32000]),
        ("pao_ron_with_another_yakuman", TENHOU_EAST, [0, 64000, -32000, -32000]),
        ("pao_tsumo_with_another_yakuman", TENHOU_EAST, [0, 64000, 0, -64000]),
        ("pao_ron_with_another_yakuman", MAJSOUL_EAST, [0, 64000, -48000, -16000]),
        ("pao_tsumo_with_another_yakuman", MAJSOUL_EAST, [-16000, 64000, -8000, -40000]),
        ("nagashi_mangan", TENHOU_EAST, [-4000, -2000, 8000, -2000]),
        ("sanma_nagashi_mangan", TENHOU_3P, [-4000, 6000, -2000]),
        ("sanma_draw_1", TENHOU_3P, [-1000, -1000, 2000]),
        ("exhaustive_draw_3", TENHOU_EAST, [-3000, 1000, 1000, 1000]),
    ],
)
def test_payments_are_those_of_the_rule_books(name: str, flavour: Flavour, delta: list[int]) -> None:
    assert stage(name, flavour, most=1).hands[0].delta == delta


def test_riichi_order_counts_declarations() -> None:
    game: Game = stage("suucha_riichi", TENHOU_EAST, most=1)
    shown = [event.shown for event in game.hands[0].events if event.kind == "riichi_accepted"]
    paid = list(accumulate([1000] * 4))
    assert [sum(points) for points in shown] == [100000 - stick for stick in paid]


def test_a_wait_that_lies_wholly_in_the_own_melds_is_none() -> None:
    seat = Seat(25000)
    for tile in (6 * 4, 8 * 4, 20 * 4, 21 * 4, 22 * 4, 30 * 4, 30 * 4 + 1):
        seat.add(tile)
    seat.melds = [Meld("chi", (36, 40, 44), 36, 0)]
    seat.melds.append(Meld("pon", (108, 109, 110), 108, 0))
    assert seat.waits() == {7}
    seat.melds[1] = Meld("ankan", (28, 29, 30, 31))
    seat.add(0)
    seat.remove(0)
    assert seat.waits() == frozenset()
