"""What programs read: rows on standard output, in one shape for every command that prints rows.

Keys are the column names in every format. ``table`` and ``markdown`` are for people and count terminal cells, so that
Japanese and Chinese names stay in line; the others lose nothing.
"""

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import polars as pl
import polars.selectors as cs
from wcwidth import wcswidth

FORMATS: Final = ("table", "csv", "json", "ndjson", "markdown", "parquet")

_ISO: Final = "%Y-%m-%dT%H:%M:%SZ"
_NARROWEST: Final = 8
"""Text columns of a table too wide for the terminal are cut down to this many cells, not further."""

_F = TypeVar("_F", bound=Callable[..., Any])


def output_options(command: _F) -> _F:
    """Options of every command that prints rows: passes ``output_format`` and ``output`` for :func:`write_rows`."""
    command = click.option(
        "-o",
        "-O",
        "--output",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Write the rows to this file, whole or not at all, instead of standard output.",
    )(command)
    return click.option(
        "--format",
        "output_format",
        type=click.Choice(FORMATS),
        default="table",
        is_eager=True,  # known before a flag such as --list prints rows and leaves
        help="Shape of the rows; keys are the column names.",
    )(command)


def write_rows(
    frame: pl.DataFrame, output_format: str, output: Path | None = None, *, for_people: pl.DataFrame | None = None
) -> None:
    """Print rows.

    Args:
        frame: the rows, values exact.
        output_format: one of :data:`FORMATS`.
        output: a file to write instead of standard output.
        for_people: the same rows with values worded for reading (``23.4 %``), used for ``table`` and ``markdown``.

    Raises:
        click.UsageError: Parquet is binary and would go to a terminal.
    """
    readable = frame if for_people is None else for_people
    if output_format == "parquet":
        write_bytes(_parquet(frame), output)
    elif output_format in ("table", "markdown"):
        fits = _terminal_width() if output is None and output_format == "table" else None
        _emit_text(_grid(readable, markdown=output_format == "markdown", width=fits), output)
    else:
        _emit_text(_machine_text(frame, output_format), output)


def table_text(frame: pl.DataFrame, output_format: str = "table") -> str:
    """Rows as the text of a ``table`` or ``markdown``, for a command whose page holds more than one table."""
    return _grid(frame, markdown=output_format == "markdown", width=None)


def write_text(text: str, output: Path | None = None) -> None:
    """Print text that is itself the data (a rule set, a game as a player reads it)."""
    _emit_text(text if text.endswith("\n") or not text else text + "\n", output)


def _machine_text(frame: pl.DataFrame, output_format: str) -> str:
    frame = frame.with_columns(cs.datetime().dt.strftime(_ISO))
    if output_format == "csv":
        return frame.with_columns(cs.list().list.eval(pl.element().cast(pl.String)).list.join(" ")).write_csv()
    if output_format == "ndjson":
        return frame.write_ndjson()
    if frame.is_empty():
        return "[]\n"
    return "[\n" + ",\n".join(frame.write_ndjson().splitlines()) + "\n]\n"


def _parquet(frame: pl.DataFrame) -> bytes:
    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    return buffer.getvalue()


def _emit_text(text: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        write_bytes(text.encode("utf-8", "surrogateescape"), output)


def write_bytes(data: bytes, output: Path | None) -> None:
    """Bytes into a file, whole or not at all, or to standard output where that is no terminal."""
    if output is not None:
        partial = output.with_name(f".{output.name}.partial")
        partial.write_bytes(data)
        partial.replace(output)
    elif sys.stdout.isatty():
        raise click.UsageError("Parquet is binary: name a file with --output, or send it into a pipe")
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def _terminal_width() -> int | None:
    """Cells of the terminal that standard output is, or None where it is a pipe or a file."""
    if not sys.stdout.isatty():
        return None
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return None


def _grid(frame: pl.DataFrame, *, markdown: bool, width: int | None) -> str:
    """Rows as aligned text: numbers to the right, text to the left, columns as wide as their widest cell."""
    columns = [[name, *_cells(frame[name], escape=markdown)] for name in frame.columns]
    if not columns:
        return ""
    right = [dtype.is_numeric() for dtype in frame.dtypes]
    if width is not None:
        columns = _shrunk(columns, right, width)
    widths = [max(map(_width, column)) for column in columns]
    padded = [
        [_pad(cell, wide, right=to_right) for cell in column]
        for column, wide, to_right in zip(columns, widths, right, strict=True)
    ]
    if markdown:
        rule = [
            "-" * (wide - 1) + ":" if to_right else "-" * wide for wide, to_right in zip(widths, right, strict=True)
        ]
        lines = [f"| {' | '.join(line)} |" for line in zip(*padded, strict=True)]
        lines.insert(1, f"| {' | '.join(rule)} |")
    else:
        lines = ["  ".join(line).rstrip() for line in zip(*padded, strict=True)]
        lines.insert(1, "  ".join("─" * wide for wide in widths))
    return "\n".join(lines) + "\n"


def _cells(series: pl.Series, *, escape: bool) -> list[str]:
    if isinstance(series.dtype, pl.List):
        series = series.list.eval(pl.element().cast(pl.String)).list.join(" ")
    elif isinstance(series.dtype, pl.Datetime):
        series = series.dt.strftime("%Y-%m-%d %H:%M")
    texts = series.cast(pl.String).fill_null("").str.replace_all(r"\s*[\r\n]\s*", " ").str.replace_all(r"\p{Cc}", "")
    if escape:
        texts = texts.str.replace_all("|", "\\|", literal=True)
    return texts.to_list()


def _shrunk(columns: list[list[str]], right: list[bool], width: int) -> list[list[str]]:
    """The widest text columns cut until the table fits the terminal, as far as :data:`_NARROWEST` allows."""
    widths = [max(map(_width, column)) for column in columns]
    texts = [index for index, to_right in enumerate(right) if not to_right]
    excess = sum(widths) + 2 * (len(widths) - 1) - width
    while excess > 0 and texts:
        widest = max(texts, key=lambda index: widths[index])
        if widths[widest] <= _NARROWEST:
            break
        widths[widest] -= 1
        excess -= 1
    return [[_cut(cell, wide) for cell in column] for column, wide in zip(columns, widths, strict=True)]


def _width(text: str) -> int:
    """Terminal cells of a text."""
    return max(wcswidth(text), 0)


def _cut(text: str, width: int) -> str:
    if _width(text) <= width:
        return text
    while _width(text) > width - 1:
        text = text[:-1]
    return text + "…"


def _pad(text: str, width: int, *, right: bool) -> str:
    blank = " " * (width - _width(text))
    return blank + text if right else text + blank
