"""Faults in won hands."""

from dataclasses import replace

import polars as pl

from mjlog.parsing import Recorded
from mjlog.tables import TILE
from tests.audit.faults.planting import EVENT, Found, Plant, changed, first, only, win_fault


def discarded_wait(recorded: Recorded) -> tuple[Recorded, Found]:
    """The winner by ron has drawn and thrown the winning tile itself."""
    ron = recorded.wins.filter(pl.col("loser").is_not_null()).select("game_id", "hand", "winner", "winning_tile")
    thrown = first(
        recorded.events.with_columns(before=pl.col("kind").shift(1)).join(
            ron, left_on=["game_id", "hand", "seat"], right_on=["game_id", "hand", "winner"], maintain_order="left"
        ),
        pl.col("tsumogiri"),
        pl.col("before") == "draw",
    )
    game = only(recorded, thrown["game_id"])
    drawn = first(game.events, pl.col("hand") == thrown["hand"], pl.col("seq") == thrown["seq"] - 1)
    for row in (drawn, thrown):
        game = changed(game, "events", row, EVENT, tile=pl.lit(thrown["winning_tile"], TILE))
    return game, {("furiten", thrown["hand"], thrown["seat"])}


def other_tile_dealt(recorded: Recorded) -> tuple[Recorded, Found]:
    """Another tile was dealt to the winner than the win needs."""
    win = first(recorded.wins, pl.col("melds").list.len() == 0, pl.col("tiles").list.n_unique() > 8)
    game = only(recorded, win["game_id"])
    deal = first(game.events, pl.col("hand") == win["hand"], pl.col("seat") == win["winner"], pl.col("kind") == "deal")
    thrown = set(
        game.events.filter(pl.col("hand") == win["hand"], pl.col("seat") == win["winner"], pl.col("kind") == "discard")[
            "tile"
        ].cast(pl.String)
    )
    kept = next(tile for tile in deal["consumed"] if tile not in thrown)
    foreign = next(tile for tile in ("1z", "2z", "3z", "4z", "5z", "6z") if tile not in win["tiles"])
    dealt = [foreign if i == deal["consumed"].index(kept) else tile for i, tile in enumerate(deal["consumed"])]
    spoiled = changed(game, "events", deal, EVENT, consumed=pl.lit(pl.Series([dealt], dtype=pl.List(TILE))))
    return spoiled, {("winning-hand", win["hand"], win["winner"])}


def no_yaku_left(recorded: Recorded) -> tuple[Recorded, Found]:
    """A win by open tanyao where open tanyao is not played."""
    win = first(
        recorded.wins,
        ~pl.col("closed"),
        pl.col("yaku").list.contains("tanyao"),
        pl.col("yaku").list.set_difference(["tanyao", "dora", "red_dora"]).list.len() == 0,
    )
    game = only(recorded, win["game_id"])
    games = game.games.with_columns(rule_overrides=pl.lit("open_tanyao=false"))
    return replace(game, games=games), {("no-yaku", win["hand"], win["winner"])}


def robbed_in_vain(recorded: Recorded) -> tuple[Recorded, Found]:
    """Thirteen orphans on a closed kan, where the rules do not allow it."""
    won = recorded.wins.filter(pl.col("yaku").list.contains("kokushi_musou"), pl.col("loser").is_not_null())
    last = recorded.events.filter(pl.col("kind") == "ankan").select("game_id", "hand").unique()
    win = first(won.join(last, on=["game_id", "hand"], how="semi"))
    game = only(recorded, win["game_id"])
    games = game.games.with_columns(rule_overrides=pl.lit("kokushi_ankan=false"))
    return replace(game, games=games), {("closed-kan-robbed", win["hand"], win["winner"])}


PLANTS: dict[str, Plant] = {
    "closed-kan-robbed": robbed_in_vain,
    "fu-possible": win_fault("fu-possible", [pl.col("loser").is_not_null(), pl.col("fu") == 30], lambda _: {"fu": 20}),
    "winning-tile": win_fault(
        "winning-tile",
        [pl.col("winning_tile") != "9s"],
        lambda _: {"winning_tile": "9s"},
    ),
    "winner-tiles": win_fault(
        "winner-tiles",
        [~pl.col("tiles").list.contains("9s")],
        lambda row: {"tiles": pl.lit(pl.Series([["9s", *row["tiles"][1:]]], dtype=pl.List(TILE)))},
    ),
    "winning-hand": other_tile_dealt,
    "yaku": win_fault("yaku", [pl.col("yaku").list.len() > 1], lambda _: {"yaku": pl.col("yaku").list.slice(1)}),
    "no-yaku": no_yaku_left,
    "han": win_fault("han", [pl.col("han") < 4], lambda row: {"han": row["han"] + 1}),
    "fu": win_fault("fu", [pl.col("han") < 3, pl.col("fu") > 25], lambda row: {"fu": row["fu"] + 10}),
    "limit": win_fault("limit", [pl.col("limit") == "mangan"], lambda _: {"limit": "haneman"}),
    "value": win_fault("value", [pl.col("points") > 0], lambda row: {"points": row["points"] + 100}),
    "yakuman": win_fault("yakuman", [pl.col("yakuman") == 1], lambda _: {"yakuman": 2}),
    "dora": win_fault("dora", [pl.col("dora").is_not_null()], lambda row: {"dora": row["dora"] + 1}),
    "ura-dora": win_fault("ura-dora", [pl.col("ura").is_not_null()], lambda row: {"ura": row["ura"] + 1}),
    "red-fives": win_fault("red-fives", [pl.col("red") > 0], lambda row: {"red": row["red"] - 1}),
    "kita": win_fault("kita", [pl.col("kita") > 0], lambda row: {"kita": row["kita"] - 1}),
    "closed": win_fault("closed", [pl.col("closed")], lambda _: {"closed": False}),
    "furiten": discarded_wait,
    "pao": win_fault(
        "pao",
        [pl.col("pao").is_not_null()],
        lambda row: {
            "pao": (row["winner"] + 1) % 4 if (row["winner"] + 1) % 4 != row["pao"] else (row["winner"] + 2) % 4
        },
    ),
}

SOURCES = {"closed-kan-robbed": "majsoul"}
"""Games that a fault needs, where they are not the usual ones."""
