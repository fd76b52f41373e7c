"""Faults in the tiles of a whole hand, and in the wall they came from."""

import polars as pl

from mjlog.parsing import Recorded
from mjlog.tables import TILE
from tests.audit.faults.planting import EVENT, HAND, Found, Plant, changed, event_fault, first, hand_fault, only


def five_of_a_kind(recorded: Recorded) -> tuple[Recorded, Found]:
    draws = recorded.events.filter(pl.col("kind") == "draw", pl.col("hand") == 0)
    game = only(recorded, draws["game_id"][0])
    rows = game.events.filter(pl.col("kind") == "draw", pl.col("hand") == 0).head(5).to_dicts()
    for row in rows:
        game = changed(game, "events", row, EVENT, tile=pl.lit("9m", TILE))
    return game, {("copies", 0, None)}


def fourth_red(recorded: Recorded) -> tuple[Recorded, Found]:
    rows = recorded.events.filter(pl.col("kind") == "draw", pl.col("hand") == 0)
    game = only(recorded, rows["game_id"][0])
    for row in game.events.filter(pl.col("kind") == "draw", pl.col("hand") == 0).head(4).to_dicts():
        game = changed(game, "events", row, EVENT, tile=pl.lit("0p", TILE))
    return game, {("reds-in-wall", 0, None)}


def other_first(row: dict) -> pl.Expr:
    tile = "7z" if row["consumed"][0] != "7z" else "6z"
    return pl.lit(pl.Series([[tile, *row["consumed"][1:]]], dtype=pl.List(TILE)))


def other_indicator(row: dict) -> pl.Expr:
    tile = "7z" if row["dora_indicators"][0] != "7z" else "6z"
    return pl.lit(pl.Series([[tile, *row["dora_indicators"][1:]]], dtype=pl.List(TILE)))


def other_dice(recorded: Recorded) -> tuple[Recorded, Found]:
    row = first(recorded.hands, pl.col("dice").is_not_null())
    one, other = row["dice"]
    dice = pl.lit(pl.Series([[one % 6 + 1, other]], dtype=pl.List(pl.UInt8)))
    spoiled = changed(only(recorded, row["game_id"]), "hands", row, HAND, dice=dice)
    return spoiled, {("dice", row["hand"], None)}


def other_wall(recorded: Recorded) -> tuple[Recorded, Found]:
    """The wall published after the hand has its first and last tile swapped."""
    row = first(recorded.hands, pl.col("wall_digest").is_not_null(), pl.col("wall").is_not_null())
    wall = row["wall"]
    swapped = wall[-2:] + wall[2:-2] + wall[:2]
    spoiled = changed(only(recorded, row["game_id"]), "hands", row, HAND, wall=swapped)
    return spoiled, {("wall-digest", row["hand"], None)}


PLANTS: dict[str, Plant] = {
    "dice": other_dice,
    "wall-digest": other_wall,
    "deal": event_fault(
        "deal", [pl.col("kind") == "deal"], lambda row: {"consumed": other_first(row)}, lambda row: row["seat"]
    ),
    "draws": event_fault(
        "draws",
        [pl.col("kind") == "draw", pl.col("tile") != "7z"],
        lambda _: {"tile": pl.lit("7z", TILE)},
        lambda row: row["seat"],
    ),
    "indicators": hand_fault(
        [pl.col("dora_indicators").list.len() > 0],
        lambda row: {"dora_indicators": other_indicator(row)},
        lambda row: {("indicators", row["hand"], None)},
    ),
    "copies": five_of_a_kind,
    "reds-in-wall": fourth_red,
    "kan-indicators": hand_fault(
        [pl.col("dora_indicators").list.len() > 2],
        lambda _: {"dora_indicators": pl.col("dora_indicators").list.slice(0, 2)},
        lambda row: {("kan-indicators", row["hand"], None)},
    ),
}

SOURCES = dict.fromkeys(["dice", "deal", "draws", "indicators"], "seeded") | {"wall-digest": "majsoul"}
"""Games that faults against the wall need, where they are not the usual ones."""
