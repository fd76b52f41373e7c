"""Checks of the accounts: points, sticks, counters and the end of the game, from the recorded results alone.

None of them looks at a tile. Together they say that every point of a game is where the rules put it, from the first
hand's start to the final score.
"""

import polars as pl

from mjlog.audit.comparison import Comparison, check
from mjlog.audit.facts import Facts
from mjlog.tables import seats
from mjlog.vocabulary import Severity


def _columns(*names: str) -> list[pl.Expr]:
    return [pl.col(name) for name in names]


@check("delta", Severity.ERROR, "Over a hand every seat gains and pays what the rules say, its riichi stick included.")
def delta(facts: Facts) -> Comparison:
    """Change of points: from the result's own statement, else from where the next hand starts."""
    ends = [pl.coalesce(f"end_{s}", f"later_start_{s}") - pl.col(f"start_{s}") for s in range(4)]
    why = pl.col("result").cast(pl.String).str.replace_all("_", " ")
    return Comparison(facts.hands, ends, _columns(*seats("right_delta")), why)


@check("continuity", Severity.ERROR, "A hand starts with the points the hand before it ended with.")
def continuity(facts: Facts) -> Comparison:
    """Points at the start of the next hand against those stated at the result."""
    why = pl.lit("points when the next hand starts")
    return Comparison(_going_on(facts), _columns(*seats("later_start")), _columns(*seats("end")), why)


@check("conservation", Severity.ERROR, "Points of all seats and the sticks on the table never change in sum.")
def conservation(facts: Facts) -> Comparison:
    """Against the first hand of the log."""
    total = pl.sum_horizontal(seats("start")) + pl.col("deposits").cast(pl.Int32) * pl.col("riichi_bet")
    rows = facts.hands.with_columns(total=total).with_columns(first=pl.col("total").first().over("game_id"))
    return Comparison(rows, [pl.col("total")], [pl.col("first")], pl.lit("points of all seats and the table"))


@check("dealer", Severity.ERROR, "The deal goes round with the number of the hand, from the first dealer on.")
def dealer(facts: Facts) -> Comparison:
    """Seat of the dealer against the hand's number."""
    right = (pl.col("first_dealer") + pl.col("kyoku") - 1) % pl.col("n_players")
    return Comparison(facts.hands, [pl.col("dealer")], [right.cast(pl.UInt8)], pl.lit("seat of the dealer"))


@check("next-hand", Severity.ERROR, "The hand that follows is the one the rules call for: dealer stays or passes.")
def next_hand(facts: Facts) -> Comparison:
    """Round and number of the next hand."""
    recorded = pl.concat_str("later_round_wind", "later_kyoku")
    expected = pl.concat_str("right_next_round_wind", "right_next_kyoku")
    return Comparison(_going_on(facts), [recorded], [expected], pl.lit("the hand that follows"))


@check("honba", Severity.ERROR, "The repeat counters of the next hand are what the rules say.")
def honba(facts: Facts) -> Comparison:
    """Honba of the next hand."""
    why = pl.lit("honba of the hand that follows")
    return Comparison(_going_on(facts), [pl.col("later_honba")], [pl.col("right_next_honba")], why)


@check("deposits", Severity.ERROR, "The sticks on the table when a hand begins are those the hand before left there.")
def deposits(facts: Facts) -> Comparison:
    """Deposits of the next hand."""
    why = pl.lit("sticks on the table when the next hand starts")
    return Comparison(_going_on(facts), [pl.col("later_deposits")], [pl.col("right_next_deposits")], why)


@check("ending", Severity.ERROR, "The game ends when the rules end it, neither earlier nor later.")
def ending(facts: Facts) -> Comparison:
    """Whether the log stops after a hand. Only of complete games: a cut log says nothing of its end."""
    rows = facts.hands.filter("complete")
    words = ("the game ends", "play goes on")
    return Comparison(rows, [pl.col("last")], [pl.col("right_ends")], pl.lit("after this hand"), words)


@check("final-points", Severity.ERROR, "The points at the end are those of the last hand with the sticks left over.")
def final_points(facts: Facts) -> Comparison:
    """Recorded points at the end."""
    return Comparison(facts.seats, [pl.col("recorded_points")], [pl.col("right_points")], pl.lit("points"))


@check("final-score", Severity.ERROR, "The final score follows from the points by the rules' oka, uma and rounding.")
def final_score(facts: Facts) -> Comparison:
    """Recorded score at the end."""
    return Comparison(facts.seats, [pl.col("recorded_score")], [pl.col("right_score")], pl.lit("score"))


@check("final-rank", Severity.ERROR, "The ranks follow from the points by the rules' way with ties.")
def final_rank(facts: Facts) -> Comparison:
    """Recorded rank at the end."""
    return Comparison(facts.seats, [pl.col("recorded_rank")], [pl.col("right_rank")], pl.lit("rank"))


def _going_on(facts: Facts) -> pl.LazyFrame:
    return facts.hands.filter(~pl.col("last"))
