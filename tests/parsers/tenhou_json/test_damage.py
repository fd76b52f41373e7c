"""Damaged logs never raise, never make tables that are not tables, and leave their neighbours alone."""

import copy
import json
from typing import Any

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from mjlog.parsing import Recorded
from mjlog.tables import dtypes
from tests.parsers.tenhou_json.logs import hand, log, read, text
from tests.parsers.tenhou_json.test_order import SKIPPED_TILE

SOUND = log(
    SKIPPED_TILE,
    hand(["和了", [-3900, 0, 0, 3900], [3, 0, 3, "30符3飜3900点", "立直(1飜)"]], counters=(0, 1, 0)),
    hand(["流局", [-1500, 1500, 1500, -1500]], counters=(0, 2, 0)),
    hand(["九種九牌"], counters=(0, 3, 0)),
    ref="2019050417gm-0029-0000-4f2a8622",
    sc=[25000, 5.0, 25000, -5, 25000, 0, 25000, 0],
    ratingc="PF4",
    dan=["四段"] * 4,
    rate=[1500] * 4,
    lobby=0,
)
WHOLE = text(SOUND)
NEIGHBOUR = log(hand(), ref="2020020316gm-0001-0000-7b22ddf5")


def check(recorded: Recorded) -> None:
    """Tables are tables, every row has its owner, and the neighbour is whole."""
    for table in ("games", "players", "hands", "wins", "events", "errors"):
        assert getattr(recorded, table).schema == dtypes(table)
    games = recorded.games.select("game_id")
    for table in ("players", "hands", "events"):
        assert getattr(recorded, table).join(games, on="game_id", how="anti").is_empty()
    hands = recorded.hands.select("game_id", "hand")
    assert hands.is_unique().all()
    for table in ("wins", "events"):
        assert getattr(recorded, table).join(hands, on=["game_id", "hand"], how="anti").is_empty()
    mine = pl.col("game_id") == NEIGHBOUR["ref"]
    assert recorded.hands.filter(mine).height == 1
    assert recorded.events.filter(mine).height == 6


def games(content: bytes) -> list[str]:
    """Games of a damaged document and of the sound one beside it."""
    recorded = read(content, NEIGHBOUR)
    check(recorded)
    return recorded.games["game_id"].to_list()


positions = st.integers(0, len(WHOLE) - 1)


@given(positions, positions)
def test_a_piece_cut_out(start, end):
    start, end = sorted((start, end))
    assert NEIGHBOUR["ref"] in games(WHOLE[:start] + WHOLE[end:])


@given(st.lists(st.tuples(positions, st.integers(0, 255)), min_size=1, max_size=4))
def test_bytes_changed(changes):
    content = bytearray(WHOLE)
    for place, byte in changes:
        content[place] = byte
    assert NEIGHBOUR["ref"] in games(bytes(content))


@given(positions, st.binary(max_size=20))
def test_bytes_put_in(place, extra):
    assert NEIGHBOUR["ref"] in games(WHOLE[:place] + extra + WHOLE[place:])


@given(positions, positions, st.integers(1, 200))
def test_a_piece_of_the_log_put_elsewhere(source, target, length):
    assert NEIGHBOUR["ref"] in games(WHOLE[:target] + WHOLE[source : source + length] + WHOLE[target:])


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False)
    | st.sampled_from([0, 60, 11, 44, "r60", "f44", "k11111111", "c111213", "満貫8000点", "和了", "[", "]", ",", '"'])
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for key, member in items for deeper in paths(member, (*path, key)))]


PLACES = [path for path in paths(SOUND) if path]


@given(st.lists(st.tuples(st.sampled_from(PLACES), values), min_size=1, max_size=3))
def test_values_changed(changes):
    document = copy.deepcopy(SOUND)
    for path, value in changes:
        target = document
        try:
            for key in path[:-1]:
                target = target[key]
            target[path[-1]] = value
        except (KeyError, IndexError, TypeError):
            continue
    assert NEIGHBOUR["ref"] in games(json.dumps(document).encode())


@given(st.lists(st.integers(0, 3), max_size=6))
def test_hands_in_any_order_and_number(order):
    assert NEIGHBOUR["ref"] in games(text({**SOUND, "log": [SOUND["log"][place] for place in order]}))


@given(st.binary(max_size=200))
def test_anything_at_all(content):
    assert NEIGHBOUR["ref"] in games(content)


def test_deep_nesting():
    for content in (b"[" * 100_000, b'{"log":' + b"[" * 100_000, b'{"log":[' + b"[" * 5000 + b"]" * 5000 + b"]}"):
        assert NEIGHBOUR["ref"] in games(content)
