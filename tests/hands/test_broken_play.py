"""Events that cannot have happened: whatever is in them, nothing raises and every hand keeps its rows."""

import numpy as np
import polars as pl
import pytest

from mjlog.hands import evaluate, moments
from mjlog.hands.play import played_hands, plays
from mjlog.hands.situations import indicators_due
from mjlog.tables import MELD, TILE, dtypes
from mjlog.vocabulary import EventKind
from tests.hands.random_hands import many
from tests.hands.table import Table
from tests.hands.written import TENHOU

READY = "234m456p3456788s"
KINDS = [str(kind) for kind in EventKind]


def scrambled(rng, batch):
    """The events of a batch with rows dropped, repeated, swapped and overwritten; positions counted anew."""
    events = batch.events
    rows = rng.permutation(len(events)) if rng.random() < 0.2 else np.arange(len(events))
    rows = np.sort(rng.choice(rows, rng.integers(1, 2 * len(rows)))) if rng.random() < 0.5 else rows
    events = events[rows]
    changed = pl.Series(rng.random(len(events)) < rng.choice([0.05, 0.5]))

    def some(values, dtype):
        return pl.Series([values[index] for index in rng.integers(len(values), size=len(events))], dtype=dtype)

    types = dtypes("events")
    tiles = [*TILE.categories, None]
    lists = [[tiles[index] for index in rng.integers(37, size=rng.integers(5))] for _ in range(9)] + [None]
    random = {
        "kind": some(KINDS, types["kind"]),
        "seat": some([0, 1, 2, 3, None], pl.UInt8),
        "tile": some(tiles, TILE),
        "from_seat": some([0, 1, 2, 3, None], pl.UInt8),
        "consumed": some(lists, pl.List(TILE)),
    }
    columns = [name for name in random if rng.random() < 0.6]
    return events.with_columns(
        pl.Series("seq", np.arange(len(events)), pl.UInt16),
        *(pl.when(pl.lit(changed)).then(pl.lit(random[name])).otherwise(name).alias(name) for name in columns),
    )


def games():
    kan = Table("2222m34567p1145s").draw(0, "6s").call(0, "ankan", "2m", "2222m").indicator("3m").draw(0, "8p").tsumo(0)
    pon = Table(READY, "22s19m19p1234567z").turn(0, "2s").call(1, "pon", "2s", "22s").discard(1, "1z")
    pon.turn(2, "5s").ron(0)
    riichi = Table(READY).riichi(0, "1z", "1z").idle(7, first=1).turn(0, "9m").turn(1, "5s").ron(0)
    three = Table("999m456p345678s4z", n_players=3).turn(0, "4z").turn(1, "9m")
    return [table.batch() for table in (kan, pon, riichi, three)]


@pytest.mark.parametrize("seed", range(many(40, 2000)))
def test_scrambled_events_raise_nothing(seed):
    rng = np.random.default_rng(seed)
    for batch in games():
        events = scrambled(rng, batch)
        found = moments(events, batch.hands, batch.games, batch.wins, turns=True)
        assert found.wins.height == batch.wins.height
        assert found.seats["seat"].n_unique() == found.seats.height
        assert found.turns.height == events.filter(kind="discard").drop_nulls("seat").height
        assert evaluate(found.wins, TENHOU).height == batch.wins.height
        for play in plays(events, played_hands(events, batch.hands, batch.games)):
            for mode in ("platform", "immediate", "after_discard", "off"):
                assert len(indicators_due(play, mode)) == 1


def test_random_tiles_and_melds_raise_nothing():
    rng = np.random.default_rng(1)
    size = 2000
    tiles = [list(rng.choice(TILE.categories, rng.integers(18))) for _ in range(size)]
    melds = [list(rng.choice(MELD.categories, rng.integers(7))) for _ in range(size)]
    frame = pl.DataFrame(
        {
            "tiles": pl.Series(tiles, dtype=pl.List(TILE)),
            "melds": pl.Series(melds, dtype=pl.List(MELD)),
            "winning_tile": pl.Series(rng.choice(TILE.categories, size), dtype=TILE),
            "winner": pl.Series(rng.integers(4, size=size), dtype=pl.UInt8),
            "loser": pl.Series([None] * size, dtype=pl.UInt8),
            "dealer": pl.Series(rng.integers(4, size=size), dtype=pl.UInt8),
            "round_wind": pl.Series(rng.choice(list("ESWN"), size), dtype=pl.Enum(list("ESWN"))),
            "dora_indicators": pl.Series(tiles, dtype=pl.List(TILE)),
        }
    )
    values = evaluate(frame, TENHOU)
    assert values["form"].null_count() == size
    assert values["points"].sum() == 0
