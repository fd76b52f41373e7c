"""What only the events tell of a seat's hand: shanten, waits at riichi, kans, calls.

A row stands for a seat of a hand that has events; a hand without them has no row, so that its columns are null and it
is left out of numerator and denominator alike. The columns are :data:`mjlog.stats.rows.PLAYED`.
"""

from typing import Final

import polars as pl

from mjlog.hands import moments
from mjlog.hands.acts import CALLS, KANS, OPEN_CALLS
from mjlog.stats.rows import PLAYED
from mjlog.tables import SEATS
from mjlog.tiles import KIND_OF, TILES
from mjlog.vocabulary import EventKind

_ASKED: Final = (EventKind.DEAL, EventKind.DISCARD, EventKind.RIICHI, *CALLS)
_HONORS: Final = sum(1 << kind for kind in range(27, 34))
_SEQ: Final = pl.col("seq")


def played_seats(events: pl.DataFrame, hands: pl.DataFrame, games: pl.DataFrame, wins: pl.DataFrame) -> pl.DataFrame:
    """What the events tell of every seat that was dealt tiles: game_id, hand, seat and :data:`mjlog.stats.rows.PLAYED`.

    * ``start_shanten`` is that of the thirteen tiles dealt, the dealer's too; ``tenpai_turn`` the own discard after
      which the seat was first tenpai, 0 as dealt, null if never; ``last_shanten`` that of the last thirteen tiles;
    * ``riichi_live`` counts the tiles of a riichi's waits that the declarer cannot see, ``riichi_unheld`` those it does
      not hold itself, ``riichi_kinds`` the kinds; ``riichi_honor`` says whether an honor is among them,
      ``riichi_furiten`` whether one of them lies among the own discards;
    * ``double_riichi``: declared on the first discard before anybody called; ``riichi_ankan``: a closed kan after it;
    * ``daiminkan``, ``kakan``, ``ankan``: how many of each;
    * ``first_call_turn``: the own turn of the first open call; ``first_caller``: whether that was the hand's first;
      null without a call.
    """
    seats = moments(events, hands, games, wins).seats
    acts = _acts(events)
    return (
        seats.lazy()
        .join(acts, on=["game_id", "hand", "seat"], how="left")
        .with_columns(
            last_shanten=pl.col("shanten"),
            riichi_unheld=pl.col("riichi_unheld").cast(pl.Int16)
            - 4 * (pl.col("riichi_waits") & pl.col("ankan_kinds")).bitwise_count_ones().cast(pl.Int16),
            riichi_kinds=pl.col("riichi_waits").bitwise_count_ones(),
            riichi_honor=pl.col("riichi_waits") & _HONORS != 0,
        )
        .select("game_id", "hand", "seat", *(pl.col(name).cast(dtype) for name, dtype in PLAYED.items()))
        .collect()
    )


def _acts(events: pl.DataFrame) -> pl.LazyFrame:
    """A row a seat that was dealt tiles: what it called and declared, and when."""
    numbered = events.lazy().with_columns(row=(_SEQ == 0).cum_sum())
    acts = numbered.filter(pl.col("kind").is_in([str(kind) for kind in _ASKED]), pl.col("seat") < len(SEATS))
    acts = acts.with_columns(place=pl.col("row") * len(SEATS) + pl.col("seat"))
    firsts = (
        acts.group_by("place")
        .agg(
            pl.col("game_id", "hand", "seat", "row").first(),
            riichi_at=_when(EventKind.RIICHI).min(),
            discard_at=_when(EventKind.DISCARD).min(),
            call_at=_when(*OPEN_CALLS).min(),
            any_call_at=_when(*CALLS).min(),
            last_ankan_at=_when(EventKind.ANKAN).max(),
            ankan_kinds=pl.when(_is(EventKind.ANKAN)).then(_bit()).sum(),
            **{str(kind): _is(kind).sum() for kind in KANS},
        )
        .with_columns(
            first_call_at=pl.col("call_at").min().over("row"), interrupted_at=pl.col("any_call_at").min().over("row")
        )
    )
    before = (
        acts.filter(_is(EventKind.DISCARD))
        .join(firsts.filter(pl.col("call_at").is_not_null()).select("place", "call_at"), on="place", how="inner")
        .group_by("place")
        .agg(discards_before=(_SEQ < pl.col("call_at")).sum())
    )
    declared = pl.col("riichi_at").is_not_null()
    uninterrupted = pl.col("riichi_at") < pl.col("interrupted_at").fill_null(pl.col("riichi_at") + 1)
    called = pl.col("call_at").is_not_null()
    return firsts.join(before, on="place", how="left").with_columns(
        double_riichi=(pl.col("riichi_at") < pl.col("discard_at")).fill_null(value=False)
        & declared
        & uninterrupted.fill_null(value=False),
        riichi_ankan=pl.when(declared).then((pl.col("last_ankan_at") > pl.col("riichi_at")).fill_null(value=False)),
        first_call_turn=pl.when(called).then(pl.col("discards_before").fill_null(0) + 1),
        first_caller=pl.when(called).then(pl.col("call_at") == pl.col("first_call_at")),
    )


def _is(*kinds: EventKind) -> pl.Expr:
    return pl.col("kind").is_in([str(kind) for kind in kinds])


def _when(*kinds: EventKind) -> pl.Expr:
    """Position of an event of these kinds."""
    return pl.when(_is(*kinds)).then(_SEQ)


def _bit() -> pl.Expr:
    """The kind of the first tile that went into a call, as a bit."""
    bits = {tile: 1 << kind for tile, kind in zip(TILES, KIND_OF, strict=True)}
    return pl.col("consumed").list.first().replace_strict(bits, default=0, return_dtype=pl.UInt64)
