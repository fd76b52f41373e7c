"""Checks of won hands: what their tiles and the play make of them, against the platform's word."""

import numpy as np
import polars as pl

from mjlog.audit.comparison import Comparison, check
from mjlog.audit.facts import Facts
from mjlog.hands.lists import list_column, members
from mjlog.hands.local import FIRST_LOCAL
from mjlog.vocabulary import YAKU, Severity

_FU_ITEMS = {
    "fu_closed_ron": "closed ron",
    "fu_tsumo": "tsumo",
    "fu_wait": "wait",
    "fu_pair": "pair",
    "fu_triplets": "triplets",
    "fu_kans": "kans",
    "fu_open": "open hand without fu",
}


def _compare(facts: Facts, column: str, why: pl.Expr | None = None) -> Comparison:
    return Comparison(facts.wins, [pl.col(column)], [pl.col(f"right_{column}")], why)


def _yaku(standard: str, local: str) -> pl.Expr:
    """Sets of yaku as lists of their names."""
    return pl.struct(standard=standard, local=local).map_batches(_names, return_dtype=pl.List(pl.String))


def _names(sets: pl.Series) -> pl.Series:
    masks = sets.struct.unnest()
    held = np.zeros((len(masks), len(YAKU)), bool)
    for column, first in (("standard", 0), ("local", FIRST_LOCAL)):
        rows, bits = members(masks[column].fill_null(0).cast(pl.UInt64).to_numpy())
        held[rows, first + bits] = True
    return list_column(np.nonzero(held)[1].astype(np.uint8), held.sum(1), _YAKU).cast(pl.List(pl.String))


def _listed(names: pl.Expr) -> pl.Expr:
    """Names of yaku as a message lists them."""
    return pl.when(names.list.len() > 0).then(names.list.join(", ")).otherwise(pl.lit("no yaku"))


_YAKU = pl.Enum(list(YAKU))
_RIGHT_YAKU = _yaku("right_yaku_mask", "right_local_mask")


@check("fu-possible", Severity.ERROR, "The fu are such as a hand with these han can have that is won in this way.")
def fu_possible(facts: Facts) -> Comparison:
    """By the record alone: 20 fu are a pinfu's by tsumo, 25 those of seven pairs, and a closed ron has 30 at least."""
    wins = facts.recorded.wins.lazy().filter(pl.col("yakuman") == 0, pl.col("fu").is_not_null())
    tsumo, open_, han = pl.col("loser").is_null(), ~pl.col("closed"), pl.col("han")
    least = pl.when(pl.col("fu") == 20).then(2).when((pl.col("fu") == 25) & tsumo).then(3).otherwise(2)
    special = pl.col("fu").is_in([20, 25])
    possible = ~special | (~open_.fill_null(value=False) & (han >= least) & (tsumo | (pl.col("fu") == 25)))
    rows = wins.join(facts.games.select("game_id", "n_players"), on="game_id").with_columns(seat=pl.col("winner"))
    why = pl.format("{} han {} fu, {}", "han", "fu", pl.when(tsumo).then(pl.lit("tsumo")).otherwise(pl.lit("ron")))
    return Comparison(rows, [pl.lit(value=True)], [possible], why, ("as stated", "no such hand"))


@check("winning-tile", Severity.ERROR, "The tile recorded as won on is the one drawn or offered.", needs_events=True)
def winning_tile(facts: Facts) -> Comparison:
    """The last tile of the play; of a hand of heaven any of the fourteen dealt may be named."""
    of_heaven = pl.col("yaku").list.contains("tenhou").fill_null(value=False)
    right = pl.when(~of_heaven).then("right_winning_tile")
    return Comparison(facts.wins, [pl.col("winning_tile")], [right], pl.lit("winning tile"))


@check("winner-tiles", Severity.ERROR, "The tiles recorded of a winner are those it holds at the end.",
       needs_events=True)  # fmt: skip
def winner_tiles(facts: Facts) -> Comparison:
    """Concealed tiles, in whatever order the record has them."""
    texts = [pl.col(name).cast(pl.List(pl.String)).list.sort().list.join(" ") for name in ("tiles", "right_tiles")]
    return Comparison(facts.wins, [texts[0]], [texts[1]], pl.lit("concealed tiles"))


@check("winning-hand", Severity.ERROR, "The winner's tiles are a winning hand.", needs_events=True)
def winning_hand(facts: Facts) -> Comparison:
    """Whether the tiles can be read as a complete hand at all."""
    rows = facts.wins.filter("followed")
    words = ("a winning hand", "an incomplete hand")
    return Comparison(rows, [pl.lit(value=True)], [pl.col("right_form").is_not_null()], words=words)


@check(
    "yaku",
    Severity.ERROR,
    "The yaku are those that the tiles and the play give, no more and no fewer.",
    needs_events=True,
)
def yaku(facts: Facts) -> Comparison:
    """The set of yaku, dora left aside; not where a name is unknown or none are stated."""
    rows = facts.complete_wins.filter(pl.col("yaku").list.len() > 0, pl.col("yaku_other").list.len().fill_null(0) == 0)
    same = pl.all_horizontal(pl.col(name) == pl.col(f"right_{name}") for name in ("yaku_mask", "local_mask"))
    others = rows.filter(~same).collect()
    sides = [_listed(lists.list.sort()) for lists in (_yaku("yaku_mask", "local_mask"), _RIGHT_YAKU)]
    agreeing = rows.select(same.sum()).collect().item()
    return Comparison(others, [sides[0]], [sides[1]], pl.lit("yaku"), agreeing=agreeing)


@check("no-yaku", Severity.ERROR, "Every win has a yaku.", needs_events=True)
def no_yaku(facts: Facts) -> Comparison:
    """A complete hand without a yaku may not be won."""
    some = (pl.col("right_yaku_mask") != 0) | (pl.col("right_local_mask") != 0)
    return Comparison(facts.complete_wins, [pl.lit(value=True)], [some], words=("a win", "no win: no yaku"))


@check("han", Severity.ERROR, "Han are what yaku and dora add up to.", needs_events=True)
def han(facts: Facts) -> Comparison:
    """Han of hands below a real yakuman."""
    return _compare(facts, "han", pl.format("han: {}", _listed(_RIGHT_YAKU)))


@check("fu", Severity.ERROR, "Fu are what the items of the hand add up to.", needs_events=True)
def fu(facts: Facts) -> Comparison:
    """Fu, naming every item; not of yakuman, where platforms state what they like."""
    items = [
        pl.when(pl.col(f"right_{key}") > 0).then(pl.format(name + " {}", f"right_{key}"))
        for key, name in _FU_ITEMS.items()
    ]
    why = pl.concat_str(pl.lit("fu: 20"), *items, separator=" + ", ignore_nulls=True)
    rows = facts.wins.filter(pl.col("right_yakuman") == 0)
    return Comparison(rows, [pl.col("fu")], [pl.col("right_fu")], why)


@check("limit", Severity.ERROR, "The limit is the one that han and fu reach.", needs_events=True)
def limit(facts: Facts) -> Comparison:
    """Name of the limit; where the record states none the points speak for it."""
    rows = facts.complete_wins.filter(pl.col("limit").is_not_null())
    words = [pl.col(name).cast(pl.String).fill_null("none") for name in ("limit", "right_limit")]
    known = pl.when(pl.col("right_points").is_not_null()).then(words[1])
    return Comparison(rows, [words[0]], [known], pl.lit("limit"))


@check("value", Severity.ERROR, "The hand is worth what its han and fu, or its yakuman, come to.", needs_events=True)
def value(facts: Facts) -> Comparison:
    """Points without honba and sticks."""
    return _compare(facts, "points", pl.lit("value of the hand"))


@check("yakuman", Severity.ERROR, "Yakuman are counted as the rules count them.", needs_events=True)
def yakuman(facts: Facts) -> Comparison:
    """Units of yakuman."""
    return _compare(facts, "yakuman", pl.lit("yakuman"))


@check("dora", Severity.ERROR, "Dora are those that the indicators turned so far show.", needs_events=True)
def dora(facts: Facts) -> Comparison:
    """Han of dora by indicator."""
    return _compare(facts, "dora", pl.lit("dora"))


@check("ura-dora", Severity.ERROR, "Ura dora are those under the indicators, for riichi alone.", needs_events=True)
def ura_dora(facts: Facts) -> Comparison:
    """Han of ura dora."""
    rows = facts.wins.filter(pl.col("ura").is_not_null() | pl.col("right_ura").is_not_null())
    return Comparison(rows, [pl.col("ura")], [pl.col("right_ura")], pl.lit("ura dora"))


@check("red-fives", Severity.ERROR, "Red fives are those in the hand.", needs_events=True)
def red_fives(facts: Facts) -> Comparison:
    """Red fives of the hand."""
    return _compare(facts, "red", pl.lit("red fives"))


@check("kita", Severity.ERROR, "Norths counted are those set aside.", needs_events=True)
def kita(facts: Facts) -> Comparison:
    """Norths set aside."""
    return _compare(facts, "kita", pl.lit("kita"))


@check("closed", Severity.ERROR, "A hand is closed if no tile of another was called.", needs_events=True)
def closed(facts: Facts) -> Comparison:
    """Closed or open; a closed kan and a kita keep a hand closed."""
    return _compare(facts, "closed", pl.lit("closed"))


@check("furiten", Severity.ERROR, "No one wins by ron while in furiten.", needs_events=True)
def furiten(facts: Facts) -> Comparison:
    """Own discards, passed tiles of the go-round, and passed tiles since riichi."""
    rons = facts.wins.filter(pl.col("loser").is_not_null())
    return Comparison(rows=rons, recorded=[pl.lit(value=False)], expected=[pl.col("right_furiten")],
                      words=("furiten", "a ron"))  # fmt: skip
