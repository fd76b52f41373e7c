"""Checks over the tiles of a whole hand: how many of each there are, indicators, sticks, and who fed a yakuman."""

from typing import Final

import numpy as np
import polars as pl

from mjlog.audit.comparison import Comparison, check
from mjlog.audit.facts import Facts
from mjlog.hands.keys import Array
from mjlog.hands.lists import Lists
from mjlog.hands.play import played_hands, plays
from mjlog.hands.situations import indicators_due
from mjlog.tiles import KIND_OF, KINDS, TILES
from mjlog.vocabulary import EventKind, Result, Severity

_TURNED: Final = (EventKind.DRAW, EventKind.DORA)
_FED: Final = (EventKind.PON, EventKind.DAIMINKAN)
_SETS: Final = {"daisangen": KINDS[31:34], "daisuushii": KINDS[27:31]}
"""Yakuman that can be fed by naming their tiles: the dragons, the winds."""


@check("copies", Severity.ERROR, "There are four of each tile.", needs_events=True)
def copies(facts: Facts) -> Comparison:
    """Tiles dealt, drawn and turned in a hand: the kind there is most of."""
    hands, counts = _counts(facts)
    kinds = np.zeros((len(counts), len(KINDS)), np.int64)
    for code, kind in enumerate(KIND_OF):
        kinds[:, kind] += counts[:, code]
    most = kinds.argmax(axis=1)
    number = pl.Series(kinds.max(axis=1), dtype=pl.Int32)
    rows = hands.with_columns(number=number, most=pl.Series([KINDS[kind] for kind in most], dtype=pl.String))
    why = pl.format("tiles {}", "most")
    return Comparison(rows.lazy(), [pl.col("number")], [pl.col("number").clip(0, 4)], why)


@check("reds-in-wall", Severity.ERROR, "There are no more red fives than the table plays with.", needs_events=True)
def reds_in_wall(facts: Facts) -> Comparison:
    """Red fives dealt, drawn and turned in a hand."""
    hands, counts = _counts(facts)
    reds = pl.Series(counts[:, 34:].sum(axis=1), dtype=pl.Int32)
    allowed = facts.recorded.games.select("game_id", pl.col("red_fives").cast(pl.Int32))
    rows = hands.with_columns(reds=reds).join(allowed, on="game_id", how="left", maintain_order="left")
    right = pl.min_horizontal("reds", "red_fives")
    return Comparison(rows.lazy(), [pl.col("reds")], [pl.when(pl.col("red_fives").is_not_null()).then(right)],
                      pl.lit("red fives"))  # fmt: skip


def _counts(facts: Facts) -> tuple[pl.DataFrame, Array]:
    """Hands that have events, and how many of each tile code came to light in them."""
    recorded = facts.recorded
    events = recorded.events
    hand = (events["seq"] == 0).cast(pl.UInt32).cum_sum().to_numpy().astype(np.int64) - 1
    hands = played_hands(events, recorded.hands, recorded.games)
    single = events["kind"].is_in([str(kind) for kind in _TURNED]).to_numpy()
    single &= events["tile"].is_not_null().to_numpy()
    dealt = events["kind"].is_in([str(EventKind.DEAL)]).to_numpy()
    lists = [
        _flat(Lists.of(events.filter(pl.Series(dealt)), "consumed"), hand[dealt]),
        (hand[single], events["tile"].to_physical().fill_null(0).to_numpy()[single]),
        _flat(Lists.of(hands.with_columns(pl.col("dora_indicators").list.head(1)), "dora_indicators"),
              np.arange(len(hands))),
        _flat(Lists.of(hands, "ura_indicators"), np.arange(len(hands))),
    ]  # fmt: skip
    owner = np.concatenate([each[0] for each in lists])
    codes = np.concatenate([each[1] for each in lists]).astype(np.int64)
    size = len(TILES)
    counts = np.bincount(owner * size + codes, minlength=len(hands) * size).reshape(len(hands), size)
    return hands.select("game_id", "hand"), counts


def _flat(lists: Lists, owner: Array) -> tuple[Array, Array]:
    return owner.repeat(lists.lengths()), lists.codes


@check("kan-indicators", Severity.ERROR, "Each kan turns an indicator, when the rules turn it.", needs_events=True)
def kan_indicators(facts: Facts) -> Comparison:
    """Indicators turned by the end of a hand against the kans made. A log that turns none does not record them."""
    recorded = facts.recorded
    played = played_hands(recorded.events, recorded.hands, recorded.games)
    modes = ("platform", "immediate", "after_discard", "off")
    due = [[indicators_due(play, mode) for mode in modes] for play in plays(recorded.events, played)]
    columns = {
        mode: pl.Series(np.concatenate([each[i] for each in due]) if due else [], dtype=pl.Int64)
        for i, mode in enumerate(modes)
    }
    rules = facts.games.select("game_id", "known", "kan_dora").collect()
    rows = (
        played.select("game_id", "hand", turned=pl.col("dora_indicators").list.len().cast(pl.Int64))
        .with_columns(**columns)
        .join(rules, on="game_id", how="left", maintain_order="left")
    )
    right = pl.coalesce(pl.when(pl.col("kan_dora") == mode).then(mode) for mode in modes)
    recorded_at_all = pl.col("known") & ((pl.col("turned") > 1) | (right == 1))
    return Comparison(rows.lazy(), [pl.col("turned")], [pl.when(recorded_at_all).then(right)], pl.lit("indicators"))


@check("riichi-stick", Severity.ERROR, "A stick is paid for every riichi but the one whose tile is won on.",
       needs_events=True)  # fmt: skip
def riichi_stick(facts: Facts) -> Comparison:
    """Whether the declaring discard was the hand's last tile."""
    last = (
        facts.plays.filter(pl.col("seat").is_not_null())
        .group_by("game_id", "hand")
        .agg(pl.col("kind", "seat").sort_by("seq").tail(2))
        .select(
            "game_id", "hand",
            declared_last=pl.col("kind").list.first() == EventKind.RIICHI,
            declarer=pl.col("seat").list.last(),
        )
    )  # fmt: skip
    rows = facts.hand_seats.filter(pl.col("riichi").is_not_null()).join(last, on=["game_id", "hand"], how="left")
    won_on = pl.col("result").is_in([str(Result.RON), str(Result.SANCHA_HOU)])
    returned = won_on & pl.col("declared_last") & (pl.col("declarer") == pl.col("seat"))
    sides = [_paid(side) for side in (pl.col("riichi_paid"), pl.when("known").then(~returned))]
    return Comparison(rows, [sides[0]], [sides[1]])


def _paid(condition: pl.Expr) -> pl.Expr:
    words = {True: "stick paid", False: "no stick paid"}
    return condition.replace_strict(words, default=None, return_dtype=pl.String)


@check("pao", Severity.ERROR, "Who is liable for a yakuman is who let its last set be called.", needs_events=True)
def pao(facts: Facts) -> Comparison:
    """The dragons of daisangen, the winds of daisuushii: all sets open, the last of them by a call."""
    wins = facts.complete_wins.select("game_id", "hand", "win", "seat", "pao", "right_yaku").join(
        facts.games.select("game_id", "known", "pao_yaku"), on="game_id", how="left"
    )
    return Comparison(
        pl.concat([_fed(facts, wins, yaku, tiles) for yaku, tiles in _SETS.items()]),
        [_seat_text("pao")],
        [_seat_text("feeder")],
        pl.format("pao of {}", "yakuman"),
    )


def _fed(facts: Facts, wins: pl.LazyFrame, yaku: str, tiles: tuple[str, ...]) -> pl.LazyFrame:
    """Wins with a yakuman that can be fed, and who fed it."""
    with_it = wins.filter(
        pl.col("right_yaku").list.eval(pl.element().cast(pl.String)).list.contains(yaku), pl.col("known")
    )
    sets = facts.plays.filter(
        pl.col("kind").is_in([*map(str, _FED), str(EventKind.ANKAN)]), pl.col("tile").cast(pl.String).is_in(tiles)
    ).select("game_id", "hand", "seat", "seq", "kind", "from_seat")
    shown = sets.sort("seq").group_by("game_id", "hand", "seat").agg(
        pl.len(), last=pl.col("kind").last(), source=pl.col("from_seat").last()
    )  # fmt: skip
    fed = (pl.col("len") == len(tiles)) & pl.col("last").is_in([str(kind) for kind in _FED])
    liable = fed & pl.col("pao_yaku").list.contains(yaku)
    return with_it.join(shown, on=["game_id", "hand", "seat"], how="left").with_columns(
        feeder=pl.when(liable).then("source"), yakuman=pl.lit(yaku)
    )


def _seat_text(column: str) -> pl.Expr:
    """A seat or nobody, in words: that nobody is liable is a statement too."""
    return pl.format("seat {}", column).fill_null("nobody")
