"""What programs read: rows on standard output, in one shape for every command that prints rows.

Keys are the column names in every format. ``table`` and ``markdown`` are for people and count terminal cells, so that
Japanese and Chinese names stay in line, and leave out what is no writing; the others lose nothing.
"""

import errno
import io
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import polars as pl
import polars.selectors as cs
from wcwidth import wcswidth

from mjlog.report.plain import plain, plain_page

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


def table_text(frame: pl.DataFrame, output_format: str = "table", headings: Sequence[str] | None = None) -> str:
    """Rows as the text of a ``table`` or ``markdown``, for a command whose page holds more than one table.

    Args:
        frame: the rows.
        output_format: ``table`` or ``markdown``.
        headings: what stands over the columns, where that is not their names.
    """
    return _grid(frame, markdown=output_format == "markdown", width=None, headings=headings)


def write_text(text: str, output: Path | None = None) -> None:
    """Print text that is itself the data (a rule set, a hand in words)."""
    write_pages([text], output)


def write_pages(pages: Iterable[str], output: Path | None = None) -> None:
    """Print texts, a blank line between them; on standard output each as soon as it is made."""
    lines = (plain_page(page if page.endswith("\n") or not page else page + "\n") for page in pages)
    if output is not None:
        _emit_text("\n".join(lines), output)
        return
    for number, text in enumerate(lines):
        _emit_text("\n" + text if number else text, None)


def _machine_text(frame: pl.DataFrame, output_format: str) -> str:
    frame = frame.with_columns(cs.datetime().dt.strftime(_ISO))
    if output_format == "csv":
        return frame.with_columns(cs.list().list.eval(pl.element().cast(pl.String)).list.join(" ")).write_csv()
    if output_format == "ndjson":
        return frame.write_ndjson()
    if frame.is_empty():
        return "[]\n"
    rows = frame.write_ndjson().rstrip("\n").split("\n")  # splitlines would also part a name at a line separator
    return "[\n" + ",\n".join(rows) + "\n]\n"


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
    """Bytes into a file, whole or not at all, or to standard output where that is no terminal.

    A link is followed, and its target written; a pipe, a device and the file that standard output already goes to are
    written into, since putting a file in their place would cut off whoever reads them.

    Raises:
        OSError: the file cannot be written; it names the file asked for.
    """
    if output is None and sys.stdout.isatty():
        raise click.UsageError("Parquet is binary: name a file with --output, or send it into a pipe")
    if output is None or _is_standard_output(output):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        if output.exists() and not output.is_file():
            output.write_bytes(data)
        else:
            _replace(Path(os.path.realpath(output)), data)
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, str(output)) from problem


def _replace(path: Path, data: bytes) -> None:
    """Put a file with these bytes in the place of another one, whose mode it takes over, or make it."""
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    partial = path.with_name(f".mjlog-{os.getpid()}.partial")
    try:
        partial.write_bytes(data)
        if path.exists():
            shutil.copymode(path, partial)
        partial.replace(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _is_standard_output(path: Path) -> bool:
    with suppress(OSError, ValueError):
        return os.path.samestat(path.stat(), os.fstat(sys.stdout.fileno()))
    return False


def _terminal_width() -> int | None:
    """Cells of the terminal that standard output is, or None where it is a pipe or a file."""
    if not sys.stdout.isatty():
        return None
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return None


def _grid(frame: pl.DataFrame, *, markdown: bool, width: int | None, headings: Sequence[str] | None = None) -> str:
    """Rows as aligned text: numbers to the right, text to the left, columns as wide as their widest cell."""
    over = headings or frame.columns
    columns = [
        _cells([name, *_texts(frame[column])], escape=markdown)
        for name, column in zip(over, frame.columns, strict=True)
    ]
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


def _texts(series: pl.Series) -> list[str]:
    if isinstance(series.dtype, pl.List):
        series = series.list.eval(pl.element().cast(pl.String)).list.join(" ")
    elif isinstance(series.dtype, pl.Datetime):
        series = series.dt.strftime("%Y-%m-%d %H:%M")
    return ["" if text is None else text for text in series.cast(pl.String).to_list()]


def _cells(texts: list[str], *, escape: bool) -> list[str]:
    cells = [plain(text) for text in texts]
    return [cell.replace("|", "\\|") for cell in cells] if escape else cells


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
    return len(text) if text.isascii() else max(wcswidth(text), 0)


def _cut(text: str, width: int) -> str:
    if _width(text) <= width:
        return text
    while _width(text) > width - 1:
        text = text[:-1]
    return text + "…"


def _pad(text: str, width: int, *, right: bool) -> str:
    blank = " " * (width - _width(text))
    return blank + text if right else text + blank
