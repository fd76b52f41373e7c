"""Checks of the deal: the wall the platform committed to, against its digest and against every tile that was taken."""

from hashlib import md5, sha256
from typing import Final

import numpy as np
import polars as pl

from mjlog.audit.comparison import Comparison, check
from mjlog.audit.facts import Facts
from mjlog.audit.followed import DRAWS_AT_MOST
from mjlog.audit.walls import UNKNOWN, Walls
from mjlog.hands.acts import CODE
from mjlog.hands.keys import Array, Ints, sums
from mjlog.hands.lists import Lists
from mjlog.tables import TILE
from mjlog.vocabulary import EventKind, Severity

_DIGESTS: Final = {"md5": md5, "sha256": sha256}


def _tile(codes: Array) -> pl.Series:
    """Tile codes as text; null for unknown ones."""
    series = pl.Series(codes, dtype=pl.UInt8)
    known = pl.select(pl.when(series != UNKNOWN).then(series)).to_series()
    return known.cat.to(TILE).cast(pl.String)


@check("wall-digest", Severity.ERROR, "The wall published after the hand is the one whose digest was published before.")
def wall_digest(facts: Facts) -> Comparison:
    """MD5 of the wall, or SHA-256 of the wall and its salt. A hash takes one message at a time, so hands are looped."""
    published = facts.hands.filter(pl.col("wall_digest").is_not_null() & pl.col("wall").is_not_null()).collect()
    computed = [
        f"{kind}:{_DIGESTS[kind]((wall + (salt or '')).encode()).hexdigest()}" if kind in _DIGESTS else None
        for kind, wall, salt in published.select(
            pl.col("wall_digest").str.split(":").list.first(), "wall", "wall_salt"
        ).rows()
    ]
    rows = published.with_columns(computed=pl.Series(computed, dtype=pl.String))
    return Comparison(rows, [pl.col("wall_digest").str.to_lowercase()], [pl.col("computed")], pl.lit("digest"))


@check("dice", Severity.ERROR, "The dice are those that the game's seed throws.", needs_events=True)
def dice(facts: Facts) -> Comparison:
    """Both dice."""
    rows, walls = facts.walls
    thrown = [pl.Series(walls.dice[:, die], dtype=pl.UInt8) for die in (0, 1)]
    both = rows.with_columns(one=thrown[0], other=thrown[1]).filter(pl.col("one") > 0, pl.col("dice").is_not_null())
    same = (pl.col("dice").list.get(0) == pl.col("one")) & (pl.col("dice").list.get(1) == pl.col("other"))
    others = both.filter(~same)
    recorded = pl.format("{} and {}", pl.col("dice").list.get(0), pl.col("dice").list.get(1))
    right = pl.format("{} and {}", "one", "other")
    return Comparison(others, [recorded], [right], pl.lit("dice"), agreeing=len(both) - len(others))


@check("deal", Severity.ERROR, "The tiles dealt are those of the wall.", needs_events=True)
def deal(facts: Facts) -> Comparison:
    """The thirteen tiles of every seat, in any order: the keys of both are the same."""
    events, hand, seat, dealt = facts.played.deals
    places = facts.rows_of_played.take(hand)
    of_record = places < len(facts.walls[0])
    events, seat, dealt, places = (
        events[of_record],
        seat[of_record],
        dealt.take(np.flatnonzero(of_record)),
        places[of_record],
    )
    right = _dealt(facts, places, seat)
    known = np.flatnonzero((right != UNKNOWN).all(axis=1))
    keys = sums(right[known].ravel(), np.arange(len(known) + 1) * right.shape[1])
    differ = (keys.numbers != dealt.numbers.take(known)) | (keys.rest != dealt.rest.take(known))
    others = known[differ]
    rows = facts.events_at(events.take(others)).with_columns(
        dealt=_in_order(pl.col("consumed")), expected=_in_order(pl.lit(_as_lists(right[others])))
    )
    agreeing = len(known) - len(others)
    return Comparison(rows, [pl.col("dealt")], [pl.col("expected")], pl.lit("tiles dealt"), agreeing=agreeing,
                      unknown=len(events) - len(known))  # fmt: skip


def _in_order(tiles: pl.Expr) -> pl.Expr:
    return tiles.cast(pl.List(pl.String)).list.sort().list.join(" ")


def _as_lists(codes: Array) -> pl.Series:
    return Lists.of_lengths(codes.ravel(), np.full(len(codes), codes.shape[1])).column(TILE)


@check("draws", Severity.ERROR, "The tiles drawn are those of the wall, in its order.", needs_events=True)
def draws(facts: Facts) -> Comparison:
    """Ordinary draws from the wall, those after a kan or a north set aside from the dead wall."""
    played, (recorded, walls) = facts.played, facts.walls
    of_record = facts.rows_of_played < len(recorded)
    hands = np.flatnonzero(of_record)
    right = _drawn(walls, facts.rows_of_played[of_record], *_among(hands, *played.replacements))
    drawn = played.drawn[of_record]
    known = (drawn != UNKNOWN) & (right != UNKNOWN)
    hand, place = np.nonzero(known & (drawn != right))
    rows = facts.events_at(_draw_events(facts, hands.take(hand), place))
    made, checked = int(played.count(EventKind.DRAW)[of_record].sum()), int(known.sum())
    return Comparison(
        rows.with_columns(expected=_tile(right[hand, place])),
        [pl.col("tile").cast(pl.String)],
        [pl.col("expected")],
        pl.lit("tile drawn"),
        agreeing=checked - len(rows),
        unknown=made - checked,
    )


def _among(hands: Ints, hand: Ints, place: Ints) -> tuple[Ints, Ints]:
    """Places of some hands, and which of those they belong to."""
    kept = np.isin(hand, hands)
    return np.searchsorted(hands, hand[kept]), place[kept]


def _drawn(walls: Walls, rows: Ints, hand: Ints, place: Ints) -> Array:
    """What each of some hands ought to draw, in order; ``hand`` and ``place`` say which draws are replacements."""
    right: Array = walls.draws.take(rows, axis=0)
    some, of = np.unique(hand, return_inverse=True)
    inside = place < DRAWS_AT_MOST
    replaced = np.zeros((len(some), DRAWS_AT_MOST), bool)
    replaced[of[inside], place[inside]] = True
    before = np.cumsum(replaced, axis=1)
    index = np.where(replaced, before - 1, np.arange(DRAWS_AT_MOST) - before)
    ordinary = np.take_along_axis(right[some], np.maximum(index, 0), axis=1)
    dead = walls.replacements.take(rows[some], axis=0)
    beyond = index >= dead.shape[1]
    from_dead = np.take_along_axis(dead, np.minimum(index, dead.shape[1] - 1), axis=1)
    right[some] = np.where(replaced, np.where(beyond, UNKNOWN, from_dead), ordinary)
    return right


def _draw_events(facts: Facts, hands: Ints, places: Ints) -> Ints:
    """The events of some draws, by hand and place."""
    played = facts.played
    rows = played.events_of(np.unique(hands))
    drawn = rows[(facts.recorded.events["kind"].to_physical().to_numpy().take(rows)) == CODE[EventKind.DRAW]]
    hand = np.searchsorted(played.starts, drawn, side="right") - 1
    return drawn[np.searchsorted(hand, hands) + places] if len(hands) else drawn


@check("indicators", Severity.ERROR, "The indicators turned are those of the wall.", needs_events=True)
def indicators(facts: Facts) -> Comparison:
    """Dora indicators and, where they are shown, ura indicators."""
    rows, walls = facts.walls
    differing, agreeing, unknown = [], 0, 0
    for column, tiles in (("dora_indicators", walls.dora), ("ura_indicators", walls.ura)):
        shown = Lists.of(rows, column)
        owner = np.arange(len(rows)).repeat(shown.lengths())
        place = np.arange(len(owner)) - shown.offsets[:-1].repeat(shown.lengths())
        right = _at(tiles, owner, place)
        known = right != UNKNOWN
        differ = np.flatnonzero(known & (right != shown.codes))
        agreeing += int(known.sum()) - len(differ)
        unknown += int((~known).sum()) + rows[column].null_count()
        differing.append(
            rows.select("game_id", "hand")[owner.take(differ)].with_columns(
                tile=_tile(shown.codes.take(differ)),
                expected=_tile(right.take(differ)),
                why=pl.lit(column.replace("_", " ")),
            )
        )
    both = pl.concat(differing)
    return Comparison(both, [pl.col("tile")], [pl.col("expected")], pl.col("why"), agreeing=agreeing, unknown=unknown)


def _at(tiles: Array, rows: Array, places: Array) -> Array:
    """One tile of each of some hands; unknown beyond the row's end."""
    inside = places < tiles.shape[1]
    codes: Array = np.where(inside, tiles[rows, np.minimum(places, tiles.shape[1] - 1)], UNKNOWN)
    return codes


def _dealt(facts: Facts, hands: Ints, seats: Array) -> Array:
    """What seats ought to be dealt: three rounds of four, dealer first, then one each; ``hands`` are recorded ones."""
    rows, walls = facts.walls
    players = rows["n_players"].to_numpy().take(hands).astype(np.int64)
    turn = (seats - rows["dealer"].to_numpy().take(hands).astype(np.int64)) % players
    fours = np.arange(3)[:, None] * 4 * players[:, None, None] + np.arange(4) + 4 * turn[:, None, None]
    last = 12 * players + turn
    places = np.concatenate([fours.reshape(len(hands), 12), last[:, None]], axis=1)
    codes: Array = walls.deal[hands[:, None], places]
    codes[seats >= players] = UNKNOWN
    return codes
