"""Waits and shanten against a plain enumeration of every set and pair."""

import numpy as np
import polars as pl
import pytest

from mjlog.hands import shanten, wait_sets, waits
from mjlog.tables import MELD
from mjlog.tiles import KINDS
from tests.hands import enumerator
from tests.hands.random_hands import POOLS, complete, dealt, many, nearly_complete

MELDS = ("ankan 1111z", "pon 222z", "daiminkan 3333z", "kakan 4444z")


def hands_frame(hands, melds=0, n_players=4):
    column = pl.Series("tiles", [[KINDS[kind] for kind in kinds] for kinds in hands], dtype=pl.List(pl.String))
    frame = column.to_frame().with_columns(
        pl.col("tiles").list.eval(pl.element().cast(pl.Enum([*KINDS, "0m", "0p", "0s"])))
    )
    return frame.with_columns(
        melds=pl.lit(pl.Series([MELDS[:melds]], dtype=pl.List(MELD))).first(), n_players=pl.lit(n_players, pl.UInt8)
    )


def counts_of(hands):
    return [np.bincount(kinds, minlength=34).tolist() for kinds in hands]


def sample(rng, number, melds, extra=0):
    """Hands of every sort that hold none of the melds' kinds."""
    size = 13 + extra - 3 * melds
    found = []
    while len(found) < number:
        pool = list(POOLS)[len(found) % len(POOLS)]
        nearly = rng.random() < 0.6 and not extra
        hand = nearly_complete(rng, 4 - melds, pool) if nearly else dealt(rng, pool, size)
        if not np.isin(hand, np.arange(27, 27 + melds)).any():
            found.append(hand)
    return found


@pytest.mark.parametrize("melds", range(5))
def test_waits_are_those_found_by_trying_every_tile(melds):
    hands = sample(np.random.default_rng(melds), many(300, 400_000), melds)
    expected = [enumerator.waits(counts, melds) for counts in counts_of(hands)]
    assert any(expected)
    found = [{KINDS.index(tile) for tile in tiles} for tiles in waits(hands_frame(hands, melds)).to_list()]
    assert found == expected


@pytest.mark.parametrize("melds", range(5))
@pytest.mark.parametrize("extra", [0, 1])
def test_shanten_is_that_found_by_trying_every_set(melds, extra):
    hands = sample(np.random.default_rng(10 + melds), many(60, 40_000), melds, extra)
    expected = [enumerator.shanten(counts, melds) for counts in counts_of(hands)]
    assert shanten(hands_frame(hands, melds))["shanten"].to_list() == expected


@pytest.mark.parametrize("melds", [0, 1])
def test_shanten_with_three_players_has_no_runs_of_man(melds):
    rng = np.random.default_rng(20 + melds)
    hands = [dealt(rng, "three players", 13 - 3 * melds) for _ in range(many(60, 20_000))]
    hands += [
        np.sort(np.r_[[0] * 4, rng.choice(np.arange(9, 27), 9 - 3 * melds, replace=False)])
        for _ in range(many(60, 20_000))
    ]
    hands = [hand for hand in hands if not np.isin(hand, np.arange(27, 27 + melds)).any()]
    expected = [enumerator.shanten(counts, melds, n_players=3) for counts in counts_of(hands)]
    assert shanten(hands_frame(hands, melds, n_players=3))["shanten"].to_list() == expected


def test_a_fourth_one_of_man_begins_no_run_where_three_play():
    hand = [[0] * 4 + [8] * 4 + [27] * 4 + [28]]
    assert shanten(hands_frame(hand))["standard"].to_list() == [2]
    assert shanten(hands_frame(hand, n_players=3))["standard"].to_list() == [3]


def test_every_tenpai_hand_is_0_shanten_and_every_complete_one_less():
    rng = np.random.default_rng(30)
    hands = sample(rng, many(3000, 1_000_000), 0)
    frame = hands_frame(hands)
    assert ((shanten(frame)["shanten"] == 0) == (wait_sets(frame) > 0)).all()
    whole = [complete(rng, 4, pool) for pool in POOLS for _ in range(many(100, 10_000))]
    assert (shanten(hands_frame(whole))["shanten"] == -1).all()


def test_seven_pairs_and_orphans():
    assert waits(hands_frame([[0, 0, 4, 4, 11, 11, 15, 15, 20, 20, 27, 27, 33]])).to_list() == [["7z"]]
    thirteen = list(enumerator.OUTSIDE)
    assert waits(hands_frame([thirteen]))[0].len() == 13
    assert waits(hands_frame([[*thirteen[1:], 33]])).to_list() == [["1m"]]
    assert waits(hands_frame([[0, 0, 0, 0, 11, 11, 15, 15, 20, 20, 27, 27, 33]])).to_list() == [[]]
    assert shanten(hands_frame([thirteen])).row(0) == (0, 8, 6, 0)


def test_other_numbers_of_tiles_and_a_fifth_copy_have_no_answer():
    frame = hands_frame([[0] * 5 + [9, 10, 11, 18, 19, 20, 27, 27], [0, 1, 2]])
    assert waits(frame).to_list() == [None, None]
    assert shanten(frame).row(0) == shanten(frame).row(1) == (None,) * 4


def test_frames_without_rows():
    frame = hands_frame([[0, 1, 2]]).clear()
    assert waits(frame).len() == wait_sets(frame).len() == shanten(frame).height == 0
    assert waits(frame).dtype.inner == pl.Enum([*KINDS, "0m", "0p", "0s"])
