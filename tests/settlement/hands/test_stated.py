"""Hands settled with what the log states: the ledger makes exactly the recorded changes."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.settlement import settle
from mjlog.tables import seats
from tests.settlement.sheets import games, hand

PLAYERS = pytest.mark.parametrize("players", [4, 3])


@st.composite
def stated_hands(draw, players):
    """A hand with changes of points that no rule explains."""
    riichi = draw(st.lists(st.integers(0, players - 1), unique=True))
    result = draw(st.sampled_from(["ron", "tsumo", "exhaustive_draw", "chombo", "suufon_renda", "unknown_draw"]))
    end = [25_000 + 100 * draw(st.integers(-300, 300)) for _ in range(players)]
    return hand(result, riichi=riichi, end=end, deposits=draw(st.integers(0, 3)), start=[25_000] * players)


@PLAYERS
@given(data=st.data())
def test_whatever_the_log_states_is_in_the_ledger(players, data):
    several = data.draw(st.lists(stated_hands(players), min_size=1, max_size=10))
    batch = games({f"game {number}": [one] for number, one in enumerate(several)}, n_players=players, named=None)
    result = settle(batch)
    assert result.hands.select(seats("end", players)).rows() == [tuple(one["end"]) for one in several]
    for s in range(players):
        side = [pl.col("points").filter(pl.col(who) == s).sum().cast(pl.Int64) for who in ("payee", "payer")]
        moved = result.flows.group_by("game_id").agg(moved=side[0] - side[1])
        told = result.hands.join(moved, on="game_id", how="left")
        assert told[f"delta_{s}"].cast(pl.Int64).equals(told["moved"].fill_null(0), check_names=False)
    assert result.flows["points"].min() is None or result.flows["points"].min() > 0


def test_who_loses_most_pays_first_whom_gains_first():
    one = hand("unknown_draw", start=[25_000] * 4, end=[24_000, 26_500, 23_000, 26_500])
    rows = settle(games({"game": [one]}, named=None)).flows.select("payer", "payee", "points").rows()
    assert sorted(rows) == [(0, 1, 1000), (2, 1, 500), (2, 3, 1500)]
