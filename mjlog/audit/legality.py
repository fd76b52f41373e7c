"""Checks of the play itself: that every draw, discard, call and riichi was one the rules allow."""

import numpy as np
import polars as pl

from mjlog.audit.comparison import Comparison, check
from mjlog.audit.facts import Facts
from mjlog.hands.acts import CALLS, CODE, KANS, OPEN_CALLS
from mjlog.hands.yaku import yaku_bits
from mjlog.vocabulary import EventKind, Severity


def _lawful(facts: Facts, kinds: tuple[EventKind, ...], *rules: str, unless: str | None = None) -> Comparison:
    """Events of some kinds, unlawful where they broke one of these rules; ``unless`` nothing can be said of them."""
    offences = facts.played.offences
    broken = np.unique(np.concatenate([offences[rule] for rule in rules]))
    unknown = offences[unless] if unless else np.zeros(0, np.int64)
    broken = np.setdiff1d(broken, unknown)
    made = int(facts.played.count(*kinds).sum())
    return _unlawful(facts.events_at(broken), agreeing=made - len(broken) - len(unknown), unknown=len(unknown))


def _unlawful(rows: pl.DataFrame, *, agreeing: int, unknown: int) -> Comparison:
    """Acts of which the rules leave nothing."""
    act = pl.concat_str(
        pl.col("kind").cast(pl.String), pl.col("tile").cast(pl.String), separator=" ", ignore_nulls=True
    )
    return Comparison(rows, [act], [pl.lit("no such act")], agreeing=agreeing, unknown=unknown)


@check(
    "tile-held", Severity.ERROR, "Every tile discarded, called with or set aside was in the hand.", needs_events=True
)
def tile_held(facts: Facts) -> Comparison:
    """Tiles that leave a hand, red fives told from plain ones."""
    return _lawful(facts, (EventKind.DISCARD, *CALLS), "not_held", unless="unfollowed")


@check("call-fits", Severity.ERROR, "A call makes a set of the tile taken and the caller's own.", needs_events=True)
def call_fits(facts: Facts) -> Comparison:
    """Runs in one suit, triplets and quadruplets of one kind."""
    return _lawful(facts, OPEN_CALLS, "no_set")


@check("call-source", Severity.ERROR, "A call takes the last discard; a chi takes it from the left.", needs_events=True)
def call_source(facts: Facts) -> Comparison:
    """Whose discard was taken, and when."""
    return _lawful(facts, OPEN_CALLS, "not_last", "not_left")


@check("turn", Severity.ERROR, "Turns go round: draws, replacements and discards come from the seat whose turn it is.",
       needs_events=True)  # fmt: skip
def turn(facts: Facts) -> Comparison:
    """Whose turn it is."""
    kinds = (EventKind.DRAW, EventKind.DISCARD, EventKind.RIICHI, EventKind.ANKAN, EventKind.KAKAN, EventKind.KITA)
    return _lawful(facts, kinds, "out_of_turn")


@check(
    "after-riichi", Severity.ERROR, "After riichi nothing is called and what is drawn is discarded.", needs_events=True
)
def after_riichi(facts: Facts) -> Comparison:
    """Calls and discards of seats in riichi."""
    return _lawful(facts, (EventKind.DISCARD, *CALLS), "bound")


@check("kan-in-riichi", Severity.ERROR, "A closed kan in riichi takes the tile drawn and keeps the waits.",
       needs_events=True)  # fmt: skip
def kan_in_riichi(facts: Facts) -> Comparison:
    """Closed kans of seats in riichi."""
    return _lawful(facts, (EventKind.ANKAN,), "waits_changed")


@check("last-tile", Severity.ERROR, "When the last tile is drawn nothing is called and no kan is made any more.",
       needs_events=True)  # fmt: skip
def last_tile(facts: Facts) -> Comparison:
    """Calls, kans and norths set aside: every one of them needs a tile that could still be drawn."""
    return _lawful(facts, CALLS, "wall_empty")


@check("fifth-kan", Severity.ERROR, "There are no more than four kans in a hand.", needs_events=True)
def fifth_kan(facts: Facts) -> Comparison:
    """Kans of all seats together."""
    return _lawful(facts, KANS, "fifth")


@check("kuikae", Severity.ERROR, "No tile is discarded for which a call merely swapped its equal.", needs_events=True)
def kuikae(facts: Facts) -> Comparison:
    """The tile just called, and the other end of its run, as far as the rules forbid them."""
    played, games = facts.played, facts.games.select("game_id", "known", "kuikae")
    discards = played.count(EventKind.DISCARD)
    known = facts.of_played(np.arange(len(played.hands)), ["known"])["known"].fill_null(value=False).to_numpy()
    swapped, other_end = played.offences["swapped"], played.offences["other_end"]
    rows = (
        facts.events_at(np.append(swapped, np.setdiff1d(other_end, swapped)))
        .with_columns(same=np.arange(len(np.union1d(swapped, other_end))) < len(swapped))
        .lazy()
        .join(games, on="game_id", how="left", maintain_order="left")
        .filter("known", (pl.col("kuikae") == "forbidden") | ((pl.col("kuikae") == "other_tile") & pl.col("same")))
        .collect()
    )
    return _unlawful(rows, agreeing=int(discards[known].sum()) - len(rows), unknown=int(discards[~known].sum()))


@check("closed-kan-robbed", Severity.ERROR, "A closed kan is robbed by thirteen orphans alone, if the rules allow it.",
       needs_events=True)  # fmt: skip
def closed_kan_robbed(facts: Facts) -> Comparison:
    """Wins on a tile of a closed kan."""
    ended = np.append(facts.played.last_act, 0).take(facts.played.hand_of_win)
    robbed = pl.Series((ended == CODE[EventKind.ANKAN]) & facts.recorded.wins["loser"].is_not_null().to_numpy())
    rows = facts.wins.filter(robbed).join(facts.games, on="game_id", how="left", maintain_order="left")
    right = pl.when("known").then("kokushi_ankan") & (pl.col("right_yaku_mask") & yaku_bits(_ORPHANS) != 0)
    return Comparison(rows, [pl.lit(value=True)], [right], words=("a ron", "no ron"))


_ORPHANS = ("kokushi_musou", "kokushi_musou_13_wait")
