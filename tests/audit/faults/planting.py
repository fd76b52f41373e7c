"""Planting a fault in the record of sound games: one cell of one row changed, and what the audit must then find."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import polars as pl

from mjlog.audit import audit
from mjlog.ingest import formats
from mjlog.parsing import DOCUMENTS, Recorded
from mjlog.settlement import settle
from mjlog.tables import dtypes

SAMPLES = Path(__file__).parents[3] / "sample_logs"
Found = set[tuple[str, int | None, int | None]]
"""Check, hand and seat of findings."""
Plant = Callable[[Recorded], tuple[Recorded, Found]]
"""Plants a fault in sound games: a game with it, and what must be found."""


def read(folder: str) -> Recorded:
    paths = sorted(path for path in (SAMPLES / folder).iterdir() if path.is_file())
    rows = [{"source": path.name, "member": None, "content": path.read_bytes()} for path in paths]
    recorded = formats.parser(folder.replace("_", "-")).parse(pl.DataFrame(rows, schema=DOCUMENTS), True)
    return replace(recorded, events=recorded.events.sort("game_id", "hand", "seq"))


def only(recorded: Recorded, game_id: str) -> Recorded:
    frames = {name: getattr(recorded, name) for name in ("games", "players", "hands", "wins", "events")}
    return Recorded(**{name: frame.filter(pl.col("game_id") == game_id) for name, frame in frames.items()})


def found(recorded: Recorded) -> Found:
    findings = audit(recorded, settle(recorded))
    return set(findings.select("check", "hand", "seat").rows())


def first(frame: pl.DataFrame, *conditions: pl.Expr) -> dict:
    """The first row that meets the conditions; a sample that lacks it is a fault of the test."""
    rows = frame.filter(*conditions)
    assert rows.height, "no sample game has what this fault needs"
    return rows.row(0, named=True)


def changed(recorded: Recorded, table: str, at: dict, keys: Iterable[str], **cells: pl.Expr | object) -> Recorded:
    """The record with cells of one row changed."""
    here = pl.all_horizontal(pl.col(key).eq_missing(pl.lit(at[key])) for key in keys)
    frame = getattr(recorded, table)
    new = {
        name: pl.when(here).then(cell if isinstance(cell, pl.Expr) else pl.lit(cell)).otherwise(pl.col(name))
        for name, cell in cells.items()
    }
    frame = frame.with_columns(**{name: cell.cast(dtypes(table)[name]) for name, cell in new.items()})
    return replace(recorded, **{table: frame})


HAND, WIN, EVENT, PLAYER = ("hand",), ("hand", "win"), ("hand", "seq"), ("seat",)
DRAWN = pl.col("result") == "exhaustive_draw"
LATER = pl.col("hand") > 0
GOES_ON = pl.col("hand") < pl.col("hand").max().over("game_id")


def hand_fault(where: list[pl.Expr], cells: Callable[[dict], dict], expected: Callable[[dict], Found]):
    """A fault in a row of hands."""

    def plant(recorded: Recorded) -> tuple[Recorded, Found]:
        row = first(recorded.hands, *where)
        game = only(recorded, row["game_id"])
        return changed(game, "hands", row, HAND, **cells(row)), expected(row)

    return plant


def win_fault(code: str, where: list[pl.Expr], cells: Callable[[dict], dict]):
    """A fault in a row of wins that the check ``code`` names at the winner."""

    def plant(recorded: Recorded) -> tuple[Recorded, Found]:
        row = first(recorded.wins, *where)
        game = only(recorded, row["game_id"])
        return changed(game, "wins", row, WIN, **cells(row)), {(code, row["hand"], row["winner"])}

    return plant


def event_fault(code: str, where: list[pl.Expr], cells: Callable[[dict], dict], seat: Callable[[dict], int | None]):
    """A fault in a row of events."""

    def plant(recorded: Recorded) -> tuple[Recorded, Found]:
        row = first(recorded.events, *where)
        game = only(recorded, row["game_id"])
        return changed(game, "events", row, EVENT, **cells(row)), {(code, row["hand"], seat(row))}

    return plant


def player_fault(code: str, cells: dict):
    def plant(recorded: Recorded) -> tuple[Recorded, Found]:
        complete = recorded.games.filter("complete", pl.col("rules").is_not_null())["game_id"]
        row = first(recorded.players, pl.col("game_id").is_in(complete.implode()), pl.col("recorded_points") > 0)
        game = only(recorded, row["game_id"])
        return changed(game, "players", row, PLAYER, **cells), {(code, None, row["seat"])}

    return plant
