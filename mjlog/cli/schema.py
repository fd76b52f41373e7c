"""``mjlog schema``: the columns of every table."""

import re
from pathlib import Path
from typing import Final

import click
import polars as pl

from mjlog.cli.console import did_you_mean, note
from mjlog.cli.output import output_options, write_rows
from mjlog.parts import column_docs
from mjlog.tables import TABLES

_WORDS_SHOWN: Final = 12
_SEAT: Final = re.compile(r"(.+)_0")


@click.command()
@click.argument("table", required=False)
@output_options
def command(*, table: str | None, output_format: str, output: Path | None) -> None:
    """Print the columns of every table, or of one: type, unit and meaning.

    \b
    Examples:
      mjlog schema
      mjlog schema hands
      mjlog schema wins --format json
    """
    if table is not None and table not in TABLES:
        raise click.UsageError(
            f"There is no table {table!r}.{did_you_mean(table, TABLES)} Known are {', '.join(TABLES)}."
        )
    chosen = [table] if table else list(TABLES)
    if table and output_format == "table" and output is None:
        note(f"{table}: {(TABLES[table].__doc__ or '').splitlines()[0]}")
    rows = pl.concat([columns(name) for name in chosen])
    write_rows(rows, output_format, output, for_people=_for_people(rows, one=table is not None))


def columns(table: str) -> pl.DataFrame:
    """A row a column of a table: table, column, type, unit, null, meaning, words."""
    words = pl.List(pl.String())
    return pl.DataFrame(
        [
            {
                "table": table,
                "column": name,
                "type": column["type"],
                "unit": column["unit"],
                "null": column["null"],
                "meaning": column["doc"],
                "words": column["words"],
            }
            for name, column in column_docs(table).items()
        ],
        schema={
            "table": pl.String(),
            "column": pl.String(),
            "type": pl.String(),
            "unit": pl.String(),
            "null": pl.Boolean(),
            "meaning": pl.String(),
            "words": words,
        },
    )


def _for_people(rows: pl.DataFrame, *, one: bool) -> pl.DataFrame:
    """The four seats' columns as one row, long vocabularies cut short."""
    seats = pl.col("column").str.extract(r"^(.+)_[0-3]$")
    first = pl.col("column").str.ends_with("_0")
    few = pl.col("words").list.head(_WORDS_SHOWN).list.join(", ")
    rest = pl.when(pl.col("words").list.len() > _WORDS_SHOWN).then(pl.lit(", …")).otherwise(pl.lit(""))
    shown = rows.filter(seats.is_null() | first).with_columns(
        column=pl.when(seats.is_null()).then("column").otherwise(pl.format("{}_0 … _3", seats)),
        null=pl.when("null").then(pl.lit("yes")).otherwise(pl.lit("no")),
        meaning=pl.col("meaning").str.replace(r"^Seat 0: ", "Seat's ") + pl.format(" ({}{})", few, rest).fill_null(""),
    )
    return shown.drop("words", *(["table"] if one else []))
