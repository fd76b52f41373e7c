"""Properties of settled hands: the scalar reference agrees, nothing is made or lost, and seats are only names."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.settlement import settle
from mjlog.tables import seats
from tests.settlement.hands.strategies import hands, rotated, rule_books
from tests.settlement.reference_hands import settle_hand
from tests.settlement.sheets import games, recorded

PLAYERS = pytest.mark.parametrize("players", [4, 3])
"""Hands of one example are settled as games of one batch: every rule meets many hands at the price of one call."""


def several_hands(players):
    return st.lists(hands(players), min_size=5, max_size=20)


def settled_hands(several, book, players):
    games_of_one_hand = {f"game {number}": [one] for number, one in enumerate(several)}
    result = settle(games(games_of_one_hand, n_players=players), book, carried=False)
    rows = result.hands.select(*seats("delta", players), "deposits_after").rows()
    return [(list(row[:-1]), row[-1]) for row in rows], result


@PLAYERS
@given(data=st.data())
def test_the_columns_agree_with_the_scalar_reference_and_no_point_is_made_or_lost(players, data):
    book = data.draw(rule_books(players))
    several = data.draw(several_hands(players))
    found, result = settled_hands(several, book, players)
    assert found == [settle_hand(one, book, players) for one in several]
    for one, (delta, left) in zip(several, found, strict=True):
        assert sum(delta) + book.riichi_bet * (left - one["deposits"]) == 0
    flows = result.flows.filter(pl.col("hand").is_not_null())
    assert flows["points"].min() is None or flows["points"].min() > 0
    assert flows.filter(pl.col("payer") == pl.col("payee")).is_empty()


@PLAYERS
@given(data=st.data())
def test_moving_everybody_one_seat_moves_the_payments(players, data):
    book = data.draw(rule_books(players))
    several = data.draw(several_hands(players))
    found, _ = settled_hands(several, book, players)
    moved, _ = settled_hands([rotated(one, players) for one in several], book, players)
    assert moved == [([*delta[-1:], *delta[:-1]], left) for delta, left in found]


@PLAYERS
@given(data=st.data())
def test_a_game_counted_on_from_hand_to_hand_keeps_its_total(players, data):
    """With carried counters the sticks a hand begins with are those the hand before it left, whatever the log says."""
    book = data.draw(rule_books(players))
    several = data.draw(several_hands(players))
    table = settle(recorded(*several, n_players=players), book, carried=True).hands
    before = pl.sum_horizontal(seats("start", players)) + book.riichi_bet * pl.col("deposits_after").shift(1).cast(
        pl.Int32
    )
    after = pl.sum_horizontal(seats("end", players)) + book.riichi_bet * pl.col("deposits_after").cast(pl.Int32)
    kept = table.select(before=before, after=after)[1:]
    assert kept["before"].equals(kept["after"])
    for s in range(players):
        assert table[f"start_{s}"][1:].equals(table[f"end_{s}"][:-1])
