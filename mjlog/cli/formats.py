"""``mjlog formats``: what can be read."""

from pathlib import Path

import click
import polars as pl

from mjlog.cli.console import warn
from mjlog.cli.output import output_options, write_rows
from mjlog.ingest import formats


@click.command()
@output_options
def command(*, output_format: str, output: Path | None) -> None:
    """List the formats that can be read, those of other distributions included.

    \b
    Examples:
      mjlog formats
      mjlog formats --format json

    Formats are told from the content; --from FORMAT forces one. Every input may be compressed (gzip, bzip2, xz, zstd)
    and lie in an archive (zip, tar) or an SQLite database.
    """
    for name, reason in formats.broken().items():
        warn(f"format {name}: {reason}")
    rows = [
        {"format": each.name, "title": each.title, "suffixes": list(each.suffixes), "carries": list(each.carries)}
        for each in formats.parsers()
    ]
    words = pl.List(pl.String())
    schema = {"format": pl.String(), "title": pl.String(), "suffixes": words, "carries": words}
    write_rows(pl.DataFrame(rows, schema=schema), output_format, output)
