"""Checks of the deal: the wall the platform committed to, against its digest and against every tile that was taken."""

from hashlib import md5, sha256
from typing import Final

import numpy as np
import polars as pl

from mjlog.audit.comparison import Comparison, check
from mjlog.audit.facts import Facts
from mjlog.audit.walls import UNKNOWN, Walls
from mjlog.hands.acts import KANS
from mjlog.hands.keys import Array
from mjlog.tables import SEATS, TILE
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
    return Comparison(rows.lazy(), [pl.col("wall_digest").str.to_lowercase()], [pl.col("computed")], pl.lit("digest"))


@check("dice", Severity.ERROR, "The dice are those that the game's seed throws.", needs_events=True)
def dice(facts: Facts) -> Comparison:
    """Both dice."""
    rows, walls = facts.walls
    thrown = [pl.Series(walls.dice[:, die], dtype=pl.UInt8) for die in (0, 1)]
    both = rows.with_columns(one=thrown[0], other=thrown[1]).filter(pl.col("one") > 0, pl.col("dice").is_not_null())
    recorded = pl.format("{} and {}", pl.col("dice").list.get(0), pl.col("dice").list.get(1))
    return Comparison(both.lazy(), [recorded], [pl.format("{} and {}", "one", "other")], pl.lit("dice"))


@check("deal", Severity.ERROR, "The tiles dealt are those of the wall.", needs_events=True)
def deal(facts: Facts) -> Comparison:
    """The thirteen tiles of every seat, in any order."""
    rows, walls = facts.walls
    places = [_dealt(walls, rows, seat) for seat in SEATS]
    expected = pl.concat(
        rows.select("game_id", "hand", seat=pl.lit(seat, pl.UInt8)).with_columns(expected=_sorted_text(dealt))
        for seat, dealt in zip(SEATS, places, strict=True)
    )
    dealt = facts.plays.filter(pl.col("kind") == EventKind.DEAL).with_columns(
        dealt=pl.col("consumed").list.eval(pl.element().cast(pl.String)).list.sort().list.join(" ")
    )
    both = dealt.join(expected.lazy(), on=["game_id", "hand", "seat"], how="inner")
    return Comparison(both, [pl.col("dealt")], [pl.col("expected")], pl.lit("tiles dealt"))


@check("draws", Severity.ERROR, "The tiles drawn are those of the wall, in its order.", needs_events=True)
def draws(facts: Facts) -> Comparison:
    """Ordinary draws from the wall, those after a kan or a north set aside from the dead wall."""
    numbered, walls = facts.walls
    acts = facts.plays.filter(pl.col("seat").is_not_null()).collect()
    after_kan = acts["kind"].shift(1).is_in([*map(str, KANS), str(EventKind.KITA)]).fill_null(value=False)
    drawn = acts.with_columns(replacement=after_kan).filter(pl.col("kind") == EventKind.DRAW)
    taken = drawn.join(numbered.select("game_id", "hand", "row"), on=["game_id", "hand"], how="inner",
                       maintain_order="left")  # fmt: skip
    replacement, row = taken["replacement"].to_numpy(), taken["row"].to_numpy().astype(np.int64)
    place = taken["drawn"].to_numpy().astype(np.int64) - 1
    replaced = np.cumsum(replacement)
    first = np.flatnonzero(place == 0)
    before = (replaced[first] - replacement[first])[np.cumsum(place == 0) - 1]
    replaced = replaced - before
    from_dead = _at(walls.replacements, row, replaced - 1)
    from_wall = _at(walls.draws, row, place - replaced)
    rows = taken.with_columns(expected=_tile(np.where(replacement, from_dead, from_wall))).lazy()
    return Comparison(rows, [pl.col("tile").cast(pl.String)], [pl.col("expected")], pl.lit("tile drawn"))


@check("indicators", Severity.ERROR, "The indicators turned are those of the wall.", needs_events=True)
def indicators(facts: Facts) -> Comparison:
    """Dora indicators and, where they are shown, ura indicators."""
    rows, walls = facts.walls
    shown = []
    for column, tiles in (("dora_indicators", walls.dora), ("ura_indicators", walls.ura)):
        each = (
            rows.select("row", "game_id", "hand", pl.col(column).alias("tile"))
            .explode("tile", empty_as_null=False)
            .with_columns(place=pl.int_range(pl.len()).over("row"))
        )
        codes = _at(tiles, each["row"].to_numpy(), each["place"].to_numpy())
        shown.append(each.with_columns(expected=_tile(codes), why=pl.lit(column.replace("_", " "))))
    both = pl.concat(shown).lazy()
    return Comparison(both, [pl.col("tile").cast(pl.String)], [pl.col("expected")], pl.col("why"))


def _at(tiles: Array, rows: Array, places: Array) -> Array:
    """One tile of each of some hands; unknown beyond the row's end."""
    inside = (places >= 0) & (places < tiles.shape[1])
    codes: Array = np.where(inside, tiles[rows, np.clip(places, 0, tiles.shape[1] - 1)], UNKNOWN)
    return codes


def _dealt(walls: Walls, rows: pl.DataFrame, seat: int) -> Array:
    """Where a seat's thirteen tiles lie in the deal: three rounds of four, dealer first, then one each."""
    players = rows["n_players"].to_numpy().astype(np.int64)
    turn = (seat - rows["dealer"].to_numpy().astype(np.int64)) % players
    fours = [16 * r + i for r in range(3) for i in range(4)]
    place = np.where(
        players[:, None] == 4,
        np.array([*fours, 48])[None] + turn[:, None] * np.array([4] * 12 + [1])[None],
        np.array([*(12 * r + i for r in range(3) for i in range(4)), 36])[None]
        + turn[:, None] * np.array([4] * 12 + [1])[None],
    )
    there = seat < players
    codes: Array = np.take_along_axis(walls.deal, np.clip(place, 0, walls.deal.shape[1] - 1), axis=1)
    codes[~there] = UNKNOWN
    return codes


def _sorted_text(codes: Array) -> pl.Series:
    """Tiles of each row as text in order; null where one is unknown."""
    known = (codes != UNKNOWN).all(axis=1)
    tiles = _tile(codes.ravel()).to_frame("tile").with_columns(row=np.arange(len(codes)).repeat(codes.shape[1]))
    texts = tiles.group_by("row", maintain_order=True).agg(pl.col("tile").sort().str.join(" "))["tile"]
    return pl.select(pl.when(pl.Series(known, dtype=pl.Boolean)).then(texts)).to_series()
