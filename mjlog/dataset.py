"""The dataset on disk: a folder a table, part files that any Parquet reader opens, and never half a result.

A part is what one batch of inputs gave: one file in every table's folder, all with the same number. Files are written
under ``.partial`` and renamed into place, the manifest's file last, and that rename is the commit: a part counts if
and only if its manifest file is there. Whatever a killed run left is therefore either whole or is removed when the
dataset is next opened for writing. A part that must lose rows (an input that changed since) is replaced by a new part
whose manifest file names it, ``part-00012-for-00003.parquet``, so that this too is a single rename.

What stands in a part's files is :mod:`mjlog.parts`.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Final

import polars as pl

from mjlog import __version__
from mjlog.parts import Frames, Settings, column_docs, write
from mjlog.tables import SCHEMA_VERSION, TABLES, empty

_MARK: Final = "dataset.json"
_PARTIAL: Final = ".partial"
_LOCK: Final = ".lock"
_PART: Final = re.compile(r"part-(\d+)(?:-for-(\d+))?\.parquet")
_OPTIONAL: Final = "events"


class DatasetError(Exception):
    """A folder is no dataset, or not one that can be read or added to; the message says which and what to do."""


class Dataset:
    """A dataset to read.

    Args:
        path: its folder.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    @property
    def exists(self) -> bool:
        """Whether the folder is a dataset of mjlog's."""
        return (self.path / _MARK).is_file()

    @property
    def settings(self) -> Settings:
        """What holds for all of it.

        Raises:
            DatasetError: the folder is no dataset, or one of another schema version.
        """
        try:
            stated = json.loads((self.path / _MARK).read_text("utf-8"))
            settings = Settings(stated["events"], stated["rules"], stated["schema"])
        except FileNotFoundError:
            raise DatasetError(f"{self.path} is no dataset: it has no {_MARK}") from None
        except (ValueError, KeyError, TypeError) as problem:
            raise DatasetError(f"{self.path / _MARK} cannot be read ({problem!r})") from problem
        if settings.schema != SCHEMA_VERSION:
            raise DatasetError(
                f"{self.path} was written with columns of version {settings.schema}, this mjlog knows version "
                f"{SCHEMA_VERSION}: convert the logs into a new folder"
            )
        return settings

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables it has."""
        return tuple(table for table in TABLES if table != _OPTIONAL or self.settings.events)

    @property
    def parts(self) -> list[int]:
        """Numbers of its parts, committed ones only."""
        found = [(int(match[1]), match[2]) for match in self._manifests()]
        replaced = {int(former) for _, former in found if former}
        return sorted(number for number, _ in found if number not in replaced)

    def files(self, table: str) -> list[Path]:
        """The committed files of a table."""
        if table == "manifest":
            names = {int(match[1]): match[0] for match in self._manifests()}
            return [self.path / table / names[number] for number in self.parts]
        return [self.path / table / f"part-{number:05}.parquet" for number in self.parts]

    def scan(self, table: str) -> pl.LazyFrame:
        """A table, lazily; one the dataset does not have is empty."""
        files = self.files(table) if table in self.tables else []
        return pl.scan_parquet(files, glob=False) if files else empty(table).lazy()

    def part(self, number: int) -> dict[str, pl.DataFrame]:
        """All tables of one part."""
        return {table: self.part_of(table, number) for table in self.tables}

    def part_of(self, table: str, number: int) -> pl.DataFrame:
        """One table of one part."""
        path = self.files(table)[self.parts.index(number)]
        return pl.read_parquet(path, glob=False)

    def rows(self) -> dict[str, int]:
        """Rows of each table, from the files' footers."""
        return {table: self.scan(table).select(pl.len()).collect().item() for table in self.tables}

    def _manifests(self) -> list[re.Match[str]]:
        folder = self.path / "manifest"
        if not folder.is_dir():
            return []
        return [match for path in folder.iterdir() if (match := _PART.fullmatch(path.name))]


def is_dataset(path: str) -> bool:
    """Whether a folder is a dataset that mjlog wrote, of whatever version."""
    try:
        stated = json.loads(Path(path, _MARK).read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(stated, dict) and {"schema", "events", "rules"} <= stated.keys()


class Writer:
    """A dataset to write to, by one process at a time; made by :func:`open_for_writing`."""

    def __init__(self, dataset: Dataset, settings: Settings) -> None:
        self.dataset = dataset
        self.settings = settings
        self._next = max(dataset.parts, default=-1) + 1

    def partial(self, name: str) -> Path:
        """A new folder under the dataset for files in the making."""
        folder = self.dataset.path / _PARTIAL / name
        folder.mkdir(parents=True)
        return folder

    def commit(self, folder: Path, *, replaces: int | None = None) -> int:
        """Make the finished files of a folder a part, in place of another one where that is said; its number."""
        number = self._next
        self._next += 1
        for table in self.dataset.tables:
            suffix = f"-for-{replaces:05}" if table == "manifest" and replaces is not None else ""
            (self.dataset.path / table).mkdir(exist_ok=True)
            (folder / f"{table}.parquet").rename(self.dataset.path / table / f"part-{number:05}{suffix}.parquet")
        folder.rmdir()
        if replaces is not None:
            self.drop(replaces)
        return number

    def revise(self, number: int, change: Callable[[Frames], Frames]) -> None:
        """Replace a part by what a function makes of its tables; a part left without inputs goes."""
        frames = change(self.dataset.part(number))
        if frames["manifest"].is_empty():
            self.drop(number)
        else:
            folder = self.partial(f"revision-{number:05}")
            write(folder, frames, self.settings)
            self.commit(folder, replaces=number)

    def drop(self, number: int) -> None:
        """Remove a part, its manifest first."""
        for table in reversed(TABLES):
            for path in (self.dataset.path / table).glob(f"part-{number:05}*.parquet"):
                path.unlink()

    def finish(self) -> None:
        """Write what people read first: the dataset's own README."""
        _replace(self.dataset.path / "README.md", readme(self.dataset))
        shutil.rmtree(self.dataset.path / _PARTIAL, ignore_errors=True)


@contextmanager
def open_for_writing(path: str | Path, settings: Settings, *, anew: bool = False) -> Iterator[Writer]:
    """A dataset to add to: a new one, or an existing one of the same settings, cleared of what a killed run left.

    Args:
        path: its folder; made if need be.
        settings: what must hold for every part.
        anew: give up an existing dataset whose settings differ, and begin again.

    Raises:
        DatasetError: the folder holds something else, a dataset of other settings, or is being written to.
        OSError: the folder cannot be written.
    """
    dataset = Dataset(path)
    _check_folder(dataset)
    dataset.path.mkdir(parents=True, exist_ok=True)
    with _locked(dataset.path):
        if dataset.exists and not _same(dataset, settings, anew=anew):
            _clear(dataset.path)
        if not dataset.exists:
            _replace(dataset.path / _MARK, json.dumps({**asdict(settings), "mjlog": __version__}, indent=1) + "\n")
        _recover(dataset)
        yield Writer(dataset, settings)


def readme(dataset: Dataset) -> str:
    """The text that explains a dataset to whoever finds it: counts, columns, and how to read it."""
    rows = dataset.rows()
    settings = dataset.settings
    lines = [
        "# Riichi mahjong hand records",
        "",
        f"Written by mjlog {__version__}; columns of version {settings.schema}; "
        + (f"settled under {settings.rules}." if settings.rules else "each game settled under its own rules."),
        "A folder a table; read all files of a folder together.",
        "",
        "| table | rows | what a row is |",
        "|---|---:|---|",
        *(f"| `{table}` | {rows[table]:,} | {(TABLES[table].__doc__ or '').splitlines()[0]} |" for table in rows),
        "",
        "## Reading it",
        "",
        "```python",
        "import polars as pl",
        f'hands = pl.scan_parquet("{dataset.path.name}/hands/*.parquet")',
        "",
        "import pandas as pd",
        f'hands = pd.read_parquet("{dataset.path.name}/hands")',
        "```",
        "```sql",
        f"-- DuckDB\nSELECT result, count(*) FROM '{dataset.path.name}/hands/*.parquet' GROUP BY ALL;",
        "```",
        "```r",
        f'hands <- arrow::open_dataset("{dataset.path.name}/hands")',
        "```",
    ]
    for table in rows:
        lines += ["", f"## {table}", "", "| column | type | unit | meaning |", "|---|---|---|---|"]
        lines += [
            f"| `{name}` | {column['type']} | {column['unit'] or ''} | {column['doc']} |"
            for name, column in column_docs(table).items()
        ]
    return "\n".join(lines) + "\n"


def _check_folder(dataset: Dataset) -> None:
    path = dataset.path
    if path.exists() and not path.is_dir():
        raise DatasetError(f"{path} is a file: a dataset is a folder")
    if path.is_dir() and not dataset.exists and any(each.name not in (_LOCK, f".{_MARK}") for each in path.iterdir()):
        raise DatasetError(f"{path} holds something that mjlog did not write: give a new or an empty folder")


def _same(dataset: Dataset, settings: Settings, *, anew: bool) -> bool:
    """Whether an existing dataset was made with these settings; if not, it must be wanted anew."""
    try:
        existing = dataset.settings
    except DatasetError:
        if anew:
            return False
        raise
    if existing == settings or anew:
        return existing == settings
    made = "with" if existing.events else "without"
    differ = (
        f"was written {made} events"
        if existing.events != settings.events
        else f"was settled under {existing.rules or 'the rules of each game'}"
    )
    raise DatasetError(f"{dataset.path} {differ}: give another folder, or --force to write it anew")


def _clear(path: Path) -> None:
    """Remove what mjlog wrote into a folder, the commits first."""
    for table in reversed(TABLES):
        shutil.rmtree(path / table, ignore_errors=True)
    for name in ("README.md", _MARK):
        (path / name).unlink(missing_ok=True)


def _recover(dataset: Dataset) -> None:
    """Remove what a killed run left: unfinished files, parts without a commit, parts that were replaced."""
    shutil.rmtree(dataset.path / _PARTIAL, ignore_errors=True)
    parts = set(dataset.parts)
    for table in reversed(TABLES):
        for path in (dataset.path / table).glob("part-*.parquet"):
            match = _PART.fullmatch(path.name)
            if match and int(match[1]) not in parts:
                path.unlink()


def _replace(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    partial = path.with_name(f".{path.name}")
    partial.write_text(text, "utf-8", newline="\n")
    partial.replace(path)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keep other runs of mjlog out of the folder; a killed run's lock goes with its process."""
    try:
        import fcntl  # noqa: PLC0415 -- there is none on Windows, where two runs are the user's own care
    except ImportError:
        yield
        return
    with (path / _LOCK).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DatasetError(f"{path} is being written to by another run of mjlog") from None
        yield
