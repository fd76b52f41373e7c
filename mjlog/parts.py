"""The tables of one part: put in order, counted, documented, and freed of what must go.

A part is what one batch of inputs gave. Its files carry their own documentation as key-value metadata and no timestamp,
so that equal inputs give equal bytes.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, reduce
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl

from mjlog import __version__
from mjlog.parsing import address_expression
from mjlog.tables import KEYS, SCHEMA_VERSION, TABLES, conform
from mjlog.vocabulary import ErrorCode

_ROWS_OF_GAMES: Final = ("games", "players", "hands", "wins", "events", "flows", "standings", "findings")

_WITHOUT_STATISTICS: Final = ("events",)
"""Tables without least and greatest values in their files: of lists of tiles these cost a quarter of the writing."""
_FEW_WORDS: Final = 30

Frames = Mapping[str, pl.DataFrame]
"""The tables of one part by name."""


OWN_RULES: Final = "each game under its own"
"""What a dataset says of its rules where no rule set was asked for."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds for every part of a dataset.

    Attributes:
        events: whether the events table is kept.
        rules: rule set every game was settled under, or :data:`OWN_RULES` and what was changed on top; None = each
            game under its own.
        schema: version of the tables' columns.
    """

    events: bool = False
    rules: str | None = None
    schema: int = SCHEMA_VERSION


def write(folder: Path, frames: Frames, settings: Settings) -> None:
    """Write the tables of a part into a folder, sorted, documented, compressed."""
    for table, frame in frames.items():
        in_order(table, frame).write_parquet(
            folder / f"{table}.parquet",
            compression="zstd",
            statistics=table not in _WITHOUT_STATISTICS,
            metadata=metadata(table, settings),
        )


@cache
def metadata(table: str, settings: Settings) -> dict[str, str]:
    """Key-value metadata of a table's files."""
    return {
        "mjlog.version": __version__,
        "mjlog.schema_version": str(settings.schema),
        "mjlog.table": table,
        "mjlog.rules": settings.rules or OWN_RULES,
        "mjlog.columns": json.dumps(column_docs(table), ensure_ascii=False),
    }


def column_docs(table: str) -> dict[str, dict[str, Any]]:
    """What each column of a table is: type, unit, whether it may be null, meaning, and its words if it has a few."""
    return {
        name: {
            "type": _type_name(column.dtype),
            "unit": (column.metadata or {}).get("unit"),
            "null": column.nullable,
            "doc": (column.metadata or {}).get("doc", ""),
            "words": _words(column.dtype),
        }
        for name, column in TABLES[table].columns().items()
    }


def in_order(table: str, frame: pl.DataFrame) -> pl.DataFrame:
    """Rows sorted by game and hand (and by what follows them in the table's key); cheap where they are already.

    Rows without a hand are of the end of the game and come after its hands.
    """
    if "game_id" not in frame.columns or table in ("errors", "manifest"):
        return frame
    key = KEYS.get(table, ("game_id", "hand")[: 1 + ("hand" in frame.columns)])
    within = [pl.col(name).fill_null(pl.col(name).upper_bound()) for name in key[1:]]
    return frame if _is_ordered(frame, within) else frame.sort("game_id", *within, maintain_order=True)


def _is_ordered(frame: pl.DataFrame, within: list[pl.Expr]) -> bool:
    """Whether games stand in order, each in one run, and the rows of each by the other keys."""
    runs = frame.select(run=pl.col("game_id").rle()).unnest("run")
    if not (runs["value"].is_sorted() and runs["value"].is_unique().all()):
        return False
    starts = np.zeros(frame.height + 1, np.bool_)
    starts[np.cumsum(runs["len"]) - runs["len"]] = True
    follows = reduce(_follows, reversed(within), pl.lit(value=True))
    return bool(frame.select((pl.lit(pl.Series(starts[:-1])) | follows).all()).item())


def _follows(rest: pl.Expr, key: pl.Expr) -> pl.Expr:
    """Whether a row comes after the one before it by a key, and by the rest of the keys where that is equal."""
    before = key.shift()
    return (key > before) | ((key == before) & rest)


def described(documents: pl.DataFrame, frames: Frames) -> pl.DataFrame:
    """The manifest: a row a document, counted from the other tables.

    Args:
        documents: ``source``, ``member``, ``bytes``, ``modified``, ``format``, ``is_container``.
        frames: the part's tables.
    """
    games, errors = frames["games"], frames["errors"]
    hands = frames["hands"].group_by("game_id").agg(hands=pl.len())
    given = (
        games.join(hands, on="game_id", how="left")
        .group_by(address="source")
        .agg(games=pl.len(), hands=pl.col("hands").sum())
    )
    said = errors.group_by(address="source", maintain_order=True).agg(
        error=pl.col("message").first(),
        failures=(pl.col("code") != ErrorCode.DUPLICATE_GAME).sum(),
        complaints=pl.len(),
    )
    rows = (
        documents.with_columns(address=address_expression())
        .join(given, on="address", how="left", maintain_order="left")
        .join(said, on="address", how="left", maintain_order="left")
        .with_columns(pl.col("games", "hands", "failures", "complaints").fill_null(0))
    )
    status = (
        pl.when(pl.col("is_container") & (pl.col("failures") == 0))
        .then(pl.lit("container"))
        .when(pl.col("complaints") == 0)
        .then(pl.lit("read"))
        .when((pl.col("games") > 0) & (pl.col("failures") == 0))
        .then(pl.lit("read"))
        .when(pl.col("games") > 0)
        .then(pl.lit("partial"))
        .when(pl.col("failures") == 0)
        .then(pl.lit("duplicate"))
        .otherwise(pl.lit("failed"))
    )
    return conform("manifest", rows.with_columns(status=status, version=pl.lit(__version__)))


def documents_of(manifest: pl.DataFrame) -> pl.DataFrame:
    """The documents that a manifest describes, as :func:`described` takes them."""
    return manifest.select(
        "source", "member", "bytes", "modified", "format", is_container=pl.col("status") == "container"
    )


def without_games(frames: Frames, game_ids: pl.Series) -> dict[str, pl.DataFrame]:
    """The tables of a part without some games."""
    gone = pl.col("game_id").is_in(game_ids.implode())
    return {table: frame.filter(~gone) if table in _ROWS_OF_GAMES else frame for table, frame in frames.items()}


def without_inputs(frames: Frames, addresses: pl.Series) -> dict[str, pl.DataFrame]:
    """The tables of a part without what some inputs gave, which must be read again."""
    ids = frames["games"].filter(pl.col("source").is_in(addresses.implode()))["game_id"]
    kept = without_games(frames, ids)
    kept["errors"] = kept["errors"].filter(~pl.col("source").is_in(addresses.implode()))
    kept["manifest"] = kept["manifest"].filter(~address_expression().is_in(addresses.implode()))
    return kept


def _type_name(dtype: pl.DataType) -> str:
    """A type as people write it; the words of an Enum are left to the data."""
    if isinstance(dtype, pl.List):
        return f"List({_type_name(dtype.inner)})"  # type: ignore[arg-type]
    return "Datetime(UTC)" if isinstance(dtype, pl.Datetime) else str(dtype.base_type())


def _words(dtype: pl.DataType) -> list[str] | None:
    """The values of a vocabulary; those of tiles, melds and yaku are too many to list."""
    while isinstance(dtype, pl.List):
        dtype = dtype.inner  # type: ignore[assignment]
    words = dtype.categories.to_list() if isinstance(dtype, pl.Enum) else []
    return words if 0 < len(words) <= _FEW_WORDS else None
