"""Checks of the play itself: that every draw, discard, call and riichi was one the rules allow."""

import polars as pl

from mjlog.audit.comparison import Comparison, check
from mjlog.audit.facts import Facts
from mjlog.hands.acts import CALLS
from mjlog.vocabulary import EventKind, Severity


def _lawful(facts: Facts, kinds: tuple[EventKind, ...], right: pl.Expr) -> Comparison:
    """Events of some kinds, each lawful where ``right`` holds."""
    rows = facts.acts.filter(pl.col("kind").is_in([str(kind) for kind in kinds]))
    return _compared(rows, right)


def _compared(rows: pl.LazyFrame, right: pl.Expr) -> Comparison:
    """Acts against what the rules leave of them."""
    act = pl.concat_str(
        pl.col("kind").cast(pl.String), pl.col("tile").cast(pl.String), separator=" ", ignore_nulls=True
    )
    return Comparison(rows, [act], [pl.when(right).then(act).when(~right).then(pl.lit("no such act"))])


_FOLLOWED = pl.when("followed")


@check(
    "tile-held", Severity.ERROR, "Every tile discarded, called with or set aside was in the hand.", needs_events=True
)
def tile_held(facts: Facts) -> Comparison:
    """Tiles that leave a hand, red fives told from plain ones."""
    return _lawful(facts, (EventKind.DISCARD, *CALLS), _FOLLOWED.then("held"))


@check("call-fits", Severity.ERROR, "A call makes a set of the tile taken and the caller's own.", needs_events=True)
def call_fits(facts: Facts) -> Comparison:
    """Runs in one suit, triplets and quadruplets of one kind."""
    return _lawful(facts, (EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN), pl.col("fits"))


@check("call-source", Severity.ERROR, "A call takes the last discard; a chi takes it from the left.", needs_events=True)
def call_source(facts: Facts) -> Comparison:
    """Whose discard was taken, and when."""
    kinds = (EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN)
    return _lawful(facts, kinds, pl.col("from_last") & pl.col("from_left"))


@check("turn", Severity.ERROR, "Turns go round: draws, replacements and discards come from the seat whose turn it is.",
       needs_events=True)  # fmt: skip
def turn(facts: Facts) -> Comparison:
    """Whose turn it is."""
    kinds = (EventKind.DRAW, EventKind.DISCARD, EventKind.RIICHI, EventKind.ANKAN, EventKind.KAKAN, EventKind.KITA)
    return _lawful(facts, kinds, pl.col("in_turn"))


@check(
    "after-riichi", Severity.ERROR, "After riichi nothing is called and what is drawn is discarded.", needs_events=True
)
def after_riichi(facts: Facts) -> Comparison:
    """Calls and discards of seats in riichi."""
    return _lawful(facts, (EventKind.DISCARD, *CALLS), pl.col("kept_riichi"))


@check("kan-in-riichi", Severity.ERROR, "A closed kan in riichi takes the tile drawn and keeps the waits.",
       needs_events=True)  # fmt: skip
def kan_in_riichi(facts: Facts) -> Comparison:
    """Closed kans of seats in riichi."""
    return _lawful(facts, (EventKind.ANKAN,), pl.col("kan_keeps_waits"))


@check("kuikae", Severity.ERROR, "No tile is discarded for which a call merely swapped its equal.", needs_events=True)
def kuikae(facts: Facts) -> Comparison:
    """The tile just called, and the other end of its run, as far as the rules forbid them."""
    rules = facts.games.select("game_id", "known", "kuikae")
    rows = facts.acts.filter(pl.col("kind") == EventKind.DISCARD).join(rules, on="game_id", how="left")
    right = (
        pl.when(pl.col("kuikae") == "forbidden").then(pl.col("no_swap") & pl.col("no_alternative"))
        .when(pl.col("kuikae") == "other_tile").then("no_swap")
        .otherwise(pl.lit(value=True))
    )  # fmt: skip
    return _compared(rows, pl.when("known").then(right))
