"""Whatever is in the events, nothing raises, and what is held against them is what a plain walk over them finds."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from mjlog.audit import examine
from mjlog.audit.followed import follow
from mjlog.parsing import Recorded
from mjlog.settlement import settle
from mjlog.tables import TILE, dtypes
from mjlog.vocabulary import EventKind
from tests.audit import plain_play
from tests.audit.faults.planting import read
from tests.hands.random_hands import many

TILES = TILE.categories.to_list()


@pytest.fixture(scope="module", params=["tenhou_xml", "majsoul"])
def games(request) -> Recorded:
    recorded = read(request.param)
    return replace(recorded, hands=recorded.hands.sort("game_id", "hand"))


def garbled(rng, events: pl.DataFrame, *, nulls: bool) -> pl.DataFrame:
    """Events of which some are gone, told twice, or say something else; positions counted anew."""
    share = rng.choice([0.003, 0.03, 0.3])
    rows = np.arange(len(events))
    if rng.random() < 0.3:
        rows = rows[rng.random(len(rows)) > share]
    elif nulls and rng.random() < 0.4:
        rows = np.sort(rng.choice(rows, len(rows)))
    events = events[rows]
    changed = pl.lit(pl.Series(rng.random(len(events)) < share))
    types = dtypes("events")

    def some(values, dtype):
        return pl.lit(pl.Series([values[index] for index in rng.integers(len(values), size=len(events))], dtype=dtype))

    lists = [[TILES[index] for index in rng.integers(len(TILES), size=rng.integers(1, 4))] for _ in range(20)]
    ends = [None] if nulls else []
    others = {
        "kind": some([str(each) for each in EventKind], types["kind"]),
        "seat": some([0, 1, 2, *ends], pl.UInt8),
        "tile": some(TILES + ends, TILE),
        "from_seat": some([0, 1, 2, 3, *ends], pl.UInt8),
        "consumed": some(lists + ends, types["consumed"]),
    }
    if not nulls:
        del others["kind"]  # another kind would leave its tile or its caller out
    names = [name for name in others if rng.random() < 0.5]
    return events.with_columns(
        pl.when(changed & (pl.lit(nulls) | pl.col(name).is_not_null())).then(others[name]).otherwise(name).alias(name)
        for name in names
    ).with_columns(seq=pl.int_range(pl.len(), dtype=pl.UInt16).over("game_id", "hand"))


@pytest.mark.parametrize("seed", range(many(4, 300)))
def test_events_of_any_sort_raise_nothing(games, seed):
    rng = np.random.default_rng(seed)
    spoiled = replace(games, events=garbled(rng, games.events, nulls=True))
    findings, coverage = examine(spoiled, settle(spoiled))
    assert coverage["checked"].sum() > 0
    assert findings["message"].null_count() == 0


@pytest.mark.parametrize("seed", range(many(3, 100)))
def test_unlawful_events_are_those_found_one_by_one(games, seed):
    rng = np.random.default_rng(seed)
    spoiled = replace(games, events=garbled(rng, games.events, nulls=False))
    found = follow(spoiled, live=False)
    hands = found.hands.select("dealer", "n_players").rows()
    expected, unjudged = set(), set()
    for number, ((dealer, n_players), start) in enumerate(zip(hands, found.starts[:-1].tolist(), strict=True)):
        events = spoiled.events[start : int(found.starts[number + 1])].to_dicts()
        broken, unknown = plain_play.offences(events, dealer, n_players)
        expected |= {(rule, start + at) for rule, at in broken}
        unjudged |= {start + at for at in unknown}
    ours = {(rule, at) for rule, rows in found.offences.items() if rule != "unfollowed" for at in rows.tolist()}
    of_tiles = {(rule, at) for rule in ("not_held", "waits_changed") for at in unjudged}
    assert expected
    assert ours - of_tiles == expected - of_tiles
