"""Faults in draws and in riichi."""

from dataclasses import replace

import polars as pl

from mjlog.parsing import Recorded
from mjlog.tables import TILE, dtypes
from tests.audit.faults.planting import DRAWN, GOES_ON, HAND, Found, Plant, changed, first, hand_fault, only


def with_riichi_before(game: Recorded, discard: dict) -> Recorded:
    """The play with riichi said before a discard."""
    here = pl.col("hand") == discard["hand"]
    said = game.events.filter(here, pl.col("seq") == discard["seq"]).with_columns(
        kind=pl.lit("riichi").cast(dtypes("events")["kind"]),
        tile=pl.lit(None, TILE),
        tsumogiri=pl.lit(None, pl.Boolean),
    )
    later = here & (pl.col("seq") >= discard["seq"])
    moved = game.events.with_columns(seq=pl.when(later).then(pl.col("seq") + 1).otherwise(pl.col("seq")))
    return replace(game, events=pl.concat([moved, said]).sort("game_id", "hand", "seq"))


def riichi_without_tenpai(recorded: Recorded) -> tuple[Recorded, Found]:
    """A seat that is noten after its first discard says riichi there."""
    hand = first(recorded.hands, DRAWN, pl.col("riichi_0").is_null(), pl.col("calls_0") == 0, ~pl.col("tenpai_0"))
    game = only(recorded, hand["game_id"])
    discard = first(game.events, pl.col("hand") == hand["hand"], pl.col("seat") == 0, pl.col("kind") == "discard")
    game = with_riichi_before(game, discard)
    spoiled = changed(game, "hands", hand, HAND, riichi_0=1, riichi_order_0=1, riichi_paid_0=True)
    return spoiled, {("riichi-tenpai", hand["hand"], 0)}


def called_then_riichi(recorded: Recorded) -> tuple[Recorded, Found]:
    """A riichi of a seat whose pair was called with before."""
    hand, seat = next(
        (row, seat)
        for row in recorded.hands.to_dicts()
        for seat in range(4)
        if row[f"riichi_{seat}"] is None and (row[f"calls_{seat}"] or 0) > 0 and row["result"] == "exhaustive_draw"
    )
    game = only(recorded, hand["game_id"])
    last = game.events.filter(pl.col("hand") == hand["hand"], pl.col("seat") == seat, pl.col("kind") == "discard").row(
        -1, named=True
    )
    cells = {f"riichi_{seat}": hand[f"discards_{seat}"], f"riichi_order_{seat}": 1, f"riichi_paid_{seat}": True}
    game = with_riichi_before(game, last)
    return changed(game, "hands", hand, HAND, **cells), {("riichi-closed", hand["hand"], seat)}


def late_riichi(recorded: Recorded) -> tuple[Recorded, Found]:
    """Draws before a riichi that leave too few tiles: the wall is as short as if they had been made."""
    riichi = first(recorded.events, pl.col("kind") == "riichi")
    game = only(recorded, riichi["game_id"])
    before = game.events.filter(
        pl.col("hand") == riichi["hand"], pl.col("seq") < riichi["seq"], pl.col("kind") == "draw"
    )
    extra = pl.concat([before] * 70).head(70 - 3 - before.height)
    extra = extra.with_columns(seq=pl.lit(riichi["seq"], pl.UInt16))
    after = (pl.col("hand") == riichi["hand"]) & (pl.col("seq") >= riichi["seq"])
    moved = game.events.with_columns(seq=pl.when(after).then(pl.col("seq") + extra.height).otherwise(pl.col("seq")))
    extra = extra.with_columns(seq=pl.int_range(pl.len(), dtype=pl.UInt16) + riichi["seq"])
    events = pl.concat([moved, extra]).sort("game_id", "hand", "seq")
    return replace(game, events=events), {("riichi-wall", riichi["hand"], riichi["seat"])}


def as_result(code: str, result: str):
    """A drawn hand that calls itself an abortive draw without its condition."""
    return hand_fault([DRAWN, GOES_ON], lambda _: {"result": result}, lambda row: {(code, row["hand"], None)})


def nagashi_seat(row: dict) -> int:
    return next(seat for seat in range(4) if row[f"nagashi_{seat}"])


PLANTS: dict[str, Plant] = {
    "tenpai-at-draw": hand_fault(
        [DRAWN, pl.col("tenpai_0")], lambda _: {"tenpai_0": False}, lambda row: {("tenpai-at-draw", row["hand"], 0)}
    ),
    "riichi-tenpai": riichi_without_tenpai,
    "riichi-at-draw": hand_fault(
        [DRAWN, pl.col("riichi_1").is_not_null()],
        lambda _: {"tenpai_1": False},
        lambda row: {("riichi-at-draw", row["hand"], 1)},
    ),
    "riichi-closed": called_then_riichi,
    "riichi-points": hand_fault(
        [pl.col("riichi_0").is_not_null()], lambda _: {"start_0": 900}, lambda row: {("riichi-points", row["hand"], 0)}
    ),
    "riichi-wall": late_riichi,
    "riichi-stick": hand_fault(
        [pl.col("riichi_paid_0")], lambda _: {"riichi_paid_0": False}, lambda row: {("riichi-stick", row["hand"], 0)}
    ),
    "nagashi": hand_fault(
        [pl.col("result") == "nagashi_mangan"],
        lambda row: {f"nagashi_{nagashi_seat(row)}": False},
        lambda row: {("nagashi", row["hand"], nagashi_seat(row))},
    ),
    "wall-empty": hand_fault(
        [DRAWN], lambda row: {"draws": row["draws"] - 1}, lambda row: {("wall-empty", row["hand"], None)}
    ),
    "kyuushu": hand_fault(
        [pl.col("result") == "kyuushu_kyuuhai"],
        lambda row: {"offender": (row["offender"] + 1) % 3},
        lambda row: {("kyuushu", row["hand"], None)},
    ),
    "four-winds": as_result("four-winds", "suufon_renda"),
    "four-kans": as_result("four-kans", "suukaikan"),
    "four-riichi": hand_fault(
        [DRAWN, GOES_ON, pl.col("riichi_order_0") > 0],
        lambda _: {"result": "suucha_riichi"},
        lambda row: {("four-riichi", row["hand"], None)},
    ),
    "triple-ron": as_result("triple-ron", "sancha_hou"),
}
