"""Faults in the accounts: points, sticks, counters and the end of the game."""

from dataclasses import replace

import polars as pl

from mjlog.parsing import Recorded
from tests.audit.faults.planting import DRAWN, GOES_ON, LATER, Found, Plant, hand_fault, only, player_fault


def cut_short(recorded: Recorded) -> tuple[Recorded, Found]:
    """The last hand of a game is gone."""
    last = recorded.hands.filter(~GOES_ON & LATER).row(0, named=True)
    game = only(recorded, last["game_id"])
    kept = {name: getattr(game, name).filter(pl.col("hand") != last["hand"]) for name in ("hands", "wins", "events")}
    return replace(game, **kept), {("ending", last["hand"] - 1, None)}


PLANTS: dict[str, Plant] = {
    "delta": hand_fault(
        [GOES_ON],
        lambda row: {"end_0": row["end_0"] + 1000},
        lambda row: {("delta", row["hand"], 0), ("continuity", row["hand"], 0)},
    ),
    "continuity": hand_fault(
        [LATER, GOES_ON],
        lambda row: {"start_1": row["start_1"] - 100},
        lambda row: {("continuity", row["hand"] - 1, 1)},
    ),
    "conservation": hand_fault(
        [LATER], lambda row: {"start_2": row["start_2"] + 5000}, lambda row: {("conservation", row["hand"], None)}
    ),
    "dealer": hand_fault(
        [DRAWN], lambda row: {"dealer": (row["dealer"] + 1) % 3}, lambda row: {("dealer", row["hand"], None)}
    ),
    "next-hand": hand_fault(
        [LATER, DRAWN], lambda row: {"kyoku": row["kyoku"] % 3 + 1}, lambda row: {("next-hand", row["hand"] - 1, None)}
    ),
    "honba": hand_fault(
        [LATER, GOES_ON, DRAWN],
        lambda row: {"honba": row["honba"] + 1},
        lambda row: {("honba", row["hand"] - 1, None), ("honba", row["hand"], None)},
    ),
    "deposits": hand_fault(
        [LATER, GOES_ON, DRAWN],
        lambda row: {"deposits": row["deposits"] + 1},
        lambda row: {("deposits", row["hand"] - 1, None), ("deposits", row["hand"], None)},
    ),
    "ending": cut_short,
    "final-points": player_fault("final-points", {"recorded_points": pl.col("recorded_points") + 100}),
    "final-score": player_fault("final-score", {"recorded_score": pl.col("recorded_score") + 1000}),
    "final-rank": player_fault(
        "final-rank",
        {"recorded_rank": pl.col("recorded_points").rank("ordinal", descending=True).over("game_id") % 3 + 1},
    ),
}
