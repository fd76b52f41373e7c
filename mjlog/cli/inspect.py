"""``mjlog inspect``: what a file is, what it holds, and why it fails."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import click
import polars as pl

from mjlog.cli.console import ExitCode, Failure, leave, note
from mjlog.cli.inputs import input_options, reported
from mjlog.cli.output import output_options, write_pages, write_rows
from mjlog.conversion import Options, computed
from mjlog.dataset import is_dataset
from mjlog.ingest import formats
from mjlog.ingest.checked import check
from mjlog.ingest.reading import Document, Reader
from mjlog.ingest.sources import Finder
from mjlog.parsing import Parser, address
from mjlog.report.plain import counted, plain

_ROWS: Final[dict[str, pl.DataType]] = {
    "file": pl.String(),
    "bytes": pl.Int64(),
    "packed": pl.String(),
    "unpacked_bytes": pl.Int64(),
    "format": pl.String(),
    "claimed_by": pl.List(pl.String()),
    "games": pl.Int64(),
    "hands": pl.Int64(),
    "wins": pl.Int64(),
    "events": pl.Int64(),
    "platforms": pl.List(pl.String()),
    "rules": pl.List(pl.String()),
    "complete": pl.Boolean(),
    "errors": pl.List(pl.String()),
    "findings": pl.Int64(),
}


@click.command()
@input_options
@click.option(
    "--limit", type=click.IntRange(min=1), default=20, metavar="N", help="Look at no more than this many documents."
)
@output_options
def command(
    *,
    paths: tuple[str, ...],
    from_format: str | None,
    where: str | None,
    limit: int,
    output_format: str,
    output: Path | None,
) -> None:
    """Say what a file is, what it holds and why it fails.

    \b
    Examples:
      mjlog inspect strange-file
      mjlog inspect logs.zip::2009/x.mjlog
      mjlog inspect --from tenhou-json edited.json
      mjlog inspect logs/ --format csv
    """
    with reported():
        parser = None if from_format is None else formats.parser(from_format)
        finder = Finder(paths, formats.is_log, where, is_dataset)
        finder.check()
        documents = Reader().documents(finder.inputs())
        seen = [Inspected(document, parser) for document in islice(documents, limit)]
        more = next(documents, None) is not None
    for text in finder.notes:
        note(text)
    if not seen:
        raise Failure("there is nothing in it")
    if output_format == "table":
        write_pages((each.page() for each in seen), output)
    else:
        write_rows(pl.DataFrame([each.row() for each in seen], schema=_ROWS), output_format, output)
    if more:
        note(f"only the first {counted(limit, 'document')} looked at (--limit)")
    if any(each.errors for each in seen):
        leave(ExitCode.SOME_FAILED)


class Inspected:
    """A document, parsed and settled as ``convert`` would."""

    def __init__(self, document: Document, parser: Parser | None) -> None:
        self.document = document
        options = Options(events=True)
        self.checked = check([document], events=True, parser=parser, complete=options.complete)
        self.tables = computed(self.checked.recorded, options)
        head = (document.content or b"")[: formats.HEAD]
        claimants = (each.name for each in formats.parsers() if formats.claims(each, head, document.name))
        self.claimed_by = [] if document.content is None else list(claimants)
        self.errors: list[str] = (
            self.tables["errors"].select(pl.format("{} ({})", "message", "code")).to_series().to_list()
        )

    def row(self) -> dict[str, Any]:
        """What is known of it, as a row."""
        games = self.tables["games"]
        return {
            "file": address(self.document.source, self.document.member),
            "bytes": self.document.size,
            "packed": " in ".join(self.document.codecs) or None,
            "unpacked_bytes": None if self.document.content is None else len(self.document.content),
            "format": self.checked.documents["format"].item(),
            "claimed_by": self.claimed_by,
            **{table: self.tables[table].height for table in ("games", "hands", "wins", "events")},
            "platforms": games["platform"].drop_nulls().unique().sort().to_list(),
            "rules": games["rules"].drop_nulls().unique().sort().to_list(),
            "complete": games["complete"].all() if games.height else None,
            "errors": self.errors,
            "findings": self.tables["findings"].height,
        }

    def page(self) -> str:
        """What is known of it, for reading."""
        return "\n".join([plain(address(self.document.source, self.document.member)), *self._lines()]) + "\n"

    def _lines(self) -> Iterator[str]:
        row = self.row()
        yield _line("size", f"{row['bytes']:,} bytes{self._packing()}")
        if self.document.container:
            yield _line("archive", f"{self.document.container}; its members stand above")
            if self.document.note:
                yield _line("", self.document.note)
        elif self.document.content is not None:
            yield _line("format", row["format"] or "none that is known")
        if len(self.claimed_by) > 1:
            yield _line("claimed", f"by {', '.join(self.claimed_by)}; the first one reads it (--from chooses another)")
        for game in self.tables["games"].head(3).to_dicts():
            yield from _game_lines(game, self.tables["players"].filter(game_id=game["game_id"]))
        if row["games"]:
            counts = (counted(row[table], table.removesuffix("s")) for table in ("games", "hands", "wins", "events"))
            yield _line("holds", ", ".join(counts))
        for text in self.errors:
            yield _line("error", text)
        for finding in self.tables["findings"].head(5).to_dicts():
            yield _line("finding", f"{finding['severity']}: {finding['message']} ({finding['check']})")
        if row["findings"] > 5:
            yield _line("", f"and {counted(row['findings'] - 5, 'more finding')}")

    def _packing(self) -> str:
        if not self.document.codecs or self.document.content is None:
            return ""
        return f", {' in '.join(self.document.codecs)}; {len(self.document.content):,} unpacked"


def _game_lines(game: dict[str, Any], players: pl.DataFrame) -> Iterator[str]:
    when = f"{game['started_at']:%Y-%m-%d %H:%M} UTC" if game["started_at"] else "time not stated"
    rules = "; ".join(filter(None, (game["rules"], game["rule_overrides"]))) or "not known"
    length = game["length"] or "length not stated"
    yield _line("game", f"{game['game_id']}: {game['platform'] or 'platform not stated'}, {when}")
    ends = "complete" if game["complete"] else "the log does not run to the end of the game"
    yield _line("", f"{game['n_players']} players, {length}, rules {rules}; {ends}")
    names = (
        f"{name or '?'} {'' if points is None else points}".strip()
        for name, points in players.select("name", "recorded_points").rows()
    )
    yield _line("players", ", ".join(names))


def _line(label: str, text: str) -> str:
    return f"  {label:<9}{plain(text)}"
