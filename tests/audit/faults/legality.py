"""Faults in the play itself."""

from collections.abc import Callable
from dataclasses import replace

import polars as pl

from mjlog.parsing import Recorded
from mjlog.tables import TILE, dtypes
from tests.audit.faults.planting import DRAWN, EVENT, Found, Plant, changed, event_fault, first, only


def swapped_discard(code: str, tile_of: Callable[[dict], str], kinds: list[str]):
    """The discard after a call is a tile that the call made equal."""

    def plant(recorded: Recorded) -> tuple[Recorded, Found]:
        events = recorded.events.with_columns(before=pl.col("kind").shift(1), at=pl.col("seq").shift(1))
        row = first(events, pl.col("kind") == "discard", pl.col("before").cast(pl.String).is_in(kinds))
        game = only(recorded, row["game_id"])
        call = first(game.events, pl.col("hand") == row["hand"], pl.col("seq") == row["at"])
        return changed(game, "events", row, EVENT, tile=pl.lit(tile_of(call), TILE)), {(code, row["hand"], row["seat"])}

    return plant


def discard_after_riichi(recorded: Recorded) -> tuple[Recorded, dict]:
    """A discard of a seat in riichi, later than the declaring one, and its game."""
    declared = recorded.events.filter(pl.col("kind") == "riichi").select("game_id", "hand", "seat", at="seq")
    later = recorded.events.join(declared, on=["game_id", "hand", "seat"], maintain_order="left")
    row = first(later, pl.col("kind") == "discard", pl.col("seq") > pl.col("at") + 1)
    return only(recorded, row["game_id"]), row


def discard_in_riichi(recorded: Recorded) -> tuple[Recorded, Found]:
    """After riichi another tile than the drawn one is thrown."""
    game, row = discard_after_riichi(recorded)
    other = "1z" if row["tile"] != "1z" else "2z"
    return changed(game, "events", row, EVENT, tile=pl.lit(other, TILE)), {("after-riichi", row["hand"], row["seat"])}


def kan_in_riichi(recorded: Recorded) -> tuple[Recorded, Found]:
    """A draw and discard after riichi become a closed kan of a tile that was not drawn."""
    game, row = discard_after_riichi(recorded)
    kind = "5z" if row["tile"] != "5z" else "6z"
    cells = {
        "kind": "ankan",
        "tile": pl.lit(kind, TILE),
        "tsumogiri": pl.lit(None, pl.Boolean),
        "consumed": pl.lit(pl.Series([[kind] * 4], dtype=pl.List(TILE))),
    }
    return changed(game, "events", row, EVENT, **cells), {("kan-in-riichi", row["hand"], row["seat"])}


def called_last_tile(recorded: Recorded) -> tuple[Recorded, Found]:
    """The last discard of a hand played out is called."""
    hand = first(recorded.hands, DRAWN, pl.col("draws") == 70)
    game = only(recorded, hand["game_id"])
    last = game.events.filter(pl.col("hand") == hand["hand"], pl.col("kind") == "discard").tail(1)
    thrown = last.row(0, named=True)
    seat, tile = (thrown["seat"] + 1) % 4, thrown["tile"]
    call = last.with_columns(
        seq=pl.col("seq") + 1,
        seat=pl.lit(seat, pl.UInt8),
        kind=pl.lit("pon").cast(dtypes("events")["kind"]),
        tsumogiri=pl.lit(None, pl.Boolean),
        from_seat=pl.col("seat"),
        consumed=pl.lit(pl.Series([[tile, tile]], dtype=pl.List(TILE))),
    )
    events = pl.concat([game.events, call]).sort("game_id", "hand", "seq")
    return replace(game, events=events), {("last-tile", hand["hand"], seat)}


def five_kans(recorded: Recorded) -> tuple[Recorded, Found]:
    """Five discards of a hand were closed kans."""
    hand = first(recorded.hands, DRAWN)
    game = only(recorded, hand["game_id"])
    discards = game.events.filter(pl.col("hand") == hand["hand"], pl.col("kind") == "discard").head(5).to_dicts()
    for row in discards:
        four = pl.lit(pl.Series([[row["tile"]] * 4], dtype=pl.List(TILE)))
        game = changed(game, "events", row, EVENT, kind="ankan", consumed=four, tsumogiri=pl.lit(None, pl.Boolean))
    return game, {("fifth-kan", hand["hand"], discards[-1]["seat"])}


PLANTS: dict[str, Plant] = {
    "last-tile": called_last_tile,
    "fifth-kan": five_kans,
    "tile-held": event_fault(
        "tile-held",
        [pl.col("kind") == "discard", pl.col("seq") < 12, pl.col("tile") != "1z"],
        lambda _: {"tile": pl.lit("0s", TILE)},
        lambda row: row["seat"],
    ),
    "call-fits": event_fault(
        "call-fits",
        [pl.col("kind") == "pon"],
        lambda _: {"consumed": pl.lit(pl.Series([["1z", "2z"]], dtype=pl.List(TILE)))},
        lambda row: row["seat"],
    ),
    "call-source": event_fault(
        "call-source", [pl.col("kind") == "pon"], lambda row: {"from_seat": row["seat"]}, lambda row: row["seat"]
    ),
    "turn": event_fault(
        "turn",
        [pl.col("kind") == "draw", pl.col("seq") > 8],
        lambda row: {"seat": (row["seat"] + 1) % 3},
        lambda row: (row["seat"] + 1) % 3,
    ),
    "after-riichi": discard_in_riichi,
    "kan-in-riichi": kan_in_riichi,
    "kuikae": swapped_discard("kuikae", lambda call: call["tile"], ["chi", "pon"]),
}
