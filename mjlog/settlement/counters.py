"""What a record leaves to the rules: round, number, honba, sticks, dealer and points of hands that do not state them.

A score sheet says only what happened. Here its hands get the counters that follow from the rules and the hands before,
so that everything after sees a record like any other. What is stated stays, also where it does not follow: that is for
the audit to find.
"""

from dataclasses import replace
from typing import Final

import polars as pl

from mjlog.parsing import Recorded
from mjlog.rules import RuleSet
from mjlog.settlement.batch import Part, parts
from mjlog.settlement.hands import settle_hands
from mjlog.settlement.outcome import judge, paid_wins
from mjlog.settlement.progression import follow
from mjlog.settlement.sticks import count_sticks
from mjlog.tables import conform, dtypes, seats
from mjlog.vocabulary import Wind

_KEY: Final = ["game_id", "hand"]

_OPENING: Final[dict[str, pl.Expr]] = {
    "round_wind": pl.lit(str(Wind.EAST)),
    "kyoku": pl.lit(1),
    "honba": pl.lit(0),
    "deposits": pl.lit(0),
    "dealer": pl.col("first_dealer"),
}
"""Counters of the first hand of a game."""

_FOLLOWING: Final = {
    "round_wind": "next_round_wind",
    "kyoku": "next_kyoku",
    "honba": "next_honba",
    "deposits": "deposits_after",
    "dealer": "next_dealer",
}
"""Counters of a hand, and where the hand before has them."""


def completed(recorded: Recorded, rules: RuleSet | None = None, overrides: str = "") -> Recorded:
    """The record with the counters and points it leaves out; the record itself where it leaves out none.

    Args:
        recorded: a batch of games.
        rules: what they are played under; None = each game under its own rules.
        overrides: switches changed on top of that.
    """
    short = _short_games(recorded.hands)
    if short.is_empty():
        return recorded
    some = replace(
        recorded,
        games=recorded.games.join(short, on="game_id", how="semi", maintain_order="left"),
        hands=recorded.hands.join(short, on="game_id", how="semi", maintain_order="left"),
    )
    names = [*_OPENING, *seats("start"), *seats("end")]
    filled = pl.concat(
        conform("hands", _with_points(_with_counters(part))).select(*_KEY, pl.col(names).name.suffix("_filled"))
        for part in parts(some, rules, overrides)
    )
    hands = recorded.hands.join(filled, on=_KEY, how="left", maintain_order="left")
    hands = hands.with_columns(pl.coalesce(name, f"{name}_filled") for name in names)
    return replace(recorded, hands=hands.select(recorded.hands.columns))


def _short_games(hands: pl.DataFrame) -> pl.DataFrame:
    """Games with a hand that lacks a counter, or that records changes of points and not the points."""
    lacking = pl.any_horizontal(pl.col(name).is_null() for name in _OPENING)
    changes = pl.col("start_0").is_null() & pl.col("delta_0").is_not_null()
    return hands.filter(lacking | changes).select("game_id").unique()


def _with_counters(part: Part) -> Part:
    """The part with every counter: those of a hand are what the hand before leads to, pass after pass."""
    types = dtypes("hands")
    first = [pl.when("first").then(value.cast(types[name])).alias(name) for name, value in _OPENING.items()]
    hands = _filled(part.hands, part.hands.select(first))
    while (left := _unknown(hands)) and not hands.is_empty():
        hands = _filled(hands, _after_each(replace(part, hands=hands)))
        if _unknown(hands) == left:
            break
    return replace(part, hands=hands, wins=_dealt(part.wins, hands))


def _filled(hands: pl.DataFrame, values: pl.DataFrame) -> pl.DataFrame:
    return hands.with_columns(hands[name].fill_null(values[name]) for name in _OPENING)


def _unknown(hands: pl.DataFrame) -> int:
    return sum(hands[name].null_count() for name in _OPENING)


def _dealt(wins: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """The winners with the dealers of their hands."""
    return wins.with_columns(hands["dealer"].gather(wins["h"]))


def _after_each(part: Part) -> pl.DataFrame:
    """For every hand the counters that the one before it leads to; null where that one's own are not known yet."""
    types = dtypes("hands")
    known = pl.all_horizontal(pl.col(name).is_not_null() for name in _OPENING)
    hands = part.hands.with_columns(*(pl.col(name).forward_fill() for name in _OPENING), known=known)
    wins = _dealt(part.wins, hands)
    hands = judge(hands, wins, paid_wins(wins, part.rules), part.rules)
    hands = follow(hands, part.rules, part.n_players, part.length)
    hands = count_sticks(hands, part.rules, part.n_players, carried=False)
    told = (pl.col("known").shift(1) & ~pl.col("first")).fill_null(value=False)
    return hands.select(
        pl.when(told).then(pl.col(before).shift(1).cast(types[name])).alias(name) for name, before in _FOLLOWING.items()
    )


def _with_points(part: Part) -> pl.DataFrame:
    """The hands with the points they start and end with, by the changes recorded or else by those of the rules."""
    settled = settle_hands(part, carried=False).hands
    points = {}
    for seat in range(part.n_players):
        change = pl.coalesce(pl.col(f"delta_{seat}"), settled[f"change_{seat}"])
        gone = change.cum_sum() - change
        first = pl.col(f"start_{seat}").fill_null(part.rules.start_points)
        start = pl.coalesce(f"start_{seat}", gone - pl.when("first").then(gone - first).forward_fill())
        points[f"start_{seat}"] = start
        points[f"end_{seat}"] = pl.coalesce(f"end_{seat}", start + pl.col(f"delta_{seat}"))
    return part.hands.with_columns(**points)
