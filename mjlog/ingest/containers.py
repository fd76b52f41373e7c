"""Archives and databases of logs: what they hold, listed without unpacking, and each member read on its own.

A member's :class:`Place` says where its bytes lie, so that another process can read that member without listing the
container again. Members of a ZIP archive come sorted by name, those of a tape archive as they lie, rows of a database
by their key.
"""

import io
import sqlite3
import struct
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final, NamedTuple, Protocol

from isal import isal_zlib

from mjlog.ingest.codecs import DAMAGE, LIMIT, Fault, too_large
from mjlog.vocabulary import ErrorCode

_ENCRYPTED: Final = 0x1
_UTF8_NAME: Final = 0x800
_STORED: Final = 0
_DEFLATED: Final = 8
_LOCAL_HEADER: Final = struct.Struct("<26xHH")
"""A ZIP member's own header, of which only the lengths of what follows it are needed."""

_Damage = tuple[type[Exception], ...]
_ZIP_DAMAGE: Final[_Damage] = (zipfile.BadZipFile, struct.error, NotImplementedError, *DAMAGE)
_TAR_DAMAGE: Final[_Damage] = (tarfile.TarError, *DAMAGE)

_KEY_NAMES: Final = ("log_id", "id", "uuid", "game_id", "name")
_CONTENT_NAMES: Final = ("log_content", "log", "content", "paifu", "data", "xml", "body")
_SAMPLES: Final = 20


class ContainerError(Exception):
    """A container as a whole cannot be listed or read."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.fault = Fault(code, message)


class Place(Protocol):
    """Where a member's bytes lie in its container; small and picklable."""


class Member(NamedTuple):
    """A member of a container.

    Attributes:
        name: its name in the container.
        size: its bytes as stored.
        modified: when it was written, as the container says; None where it does not.
        place: where its bytes lie; None where they cannot be had.
        fault: why they cannot be had.
    """

    name: str
    size: int
    modified: datetime | None
    place: Place | None
    fault: Fault | None = None


class Container(Protocol):
    """An open container.

    Attributes:
        note: what there is to say of it once its members are listed.
    """

    note: str | None

    def members(self) -> Iterator[Member]:
        """Its members, directories and hidden files left out."""

    def read(self, place: Place) -> bytes:
        """The bytes of a member.

        Raises:
            ContainerError: they cannot be had.
        """

    def close(self) -> None:
        """Close what was opened for it."""


@dataclass(frozen=True, slots=True)
class _ZipPlace:
    header: int
    stored: int
    size: int
    method: int
    crc: int
    name: str


class ZipContainer:
    """A ZIP archive. Deflated members are inflated here, at twice the speed of the standard library."""

    note: str | None = None

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def members(self) -> Iterator[Member]:  # noqa: D102 -- as Container says
        try:
            with zipfile.ZipFile(self._file) as archive:
                entries = archive.infolist()
        except _ZIP_DAMAGE as problem:
            message = f"the ZIP archive has no readable directory ({problem}); an interrupted download?"
            raise ContainerError(ErrorCode.CORRUPT_ARCHIVE, message) from problem
        entries.sort(key=lambda entry: entry.filename)
        for entry in entries:
            if not entry.is_dir() and not is_hidden(entry.filename):
                yield _zip_member(entry)

    def read(self, place: Place) -> bytes:  # noqa: D102
        assert isinstance(place, _ZipPlace)
        if place.size > LIMIT:
            fault = too_large(LIMIT)
            raise ContainerError(fault.code, fault.message)
        content = self._inflate(place)
        if isal_zlib.crc32(content) != place.crc:
            raise ContainerError(ErrorCode.CORRUPT_ARCHIVE, "the member's checksum is wrong: the archive is damaged")
        return content

    def _inflate(self, place: _ZipPlace) -> bytes:
        try:
            if place.method not in (_STORED, _DEFLATED):
                with zipfile.ZipFile(self._file) as archive, archive.open(place.name) as member:
                    return member.read(LIMIT)
            self._file.seek(place.header)
            header = self._file.read(30)
            self._file.seek(sum(_LOCAL_HEADER.unpack(header)), io.SEEK_CUR)
            stored = self._file.read(place.stored)
            return stored if place.method == _STORED else isal_zlib.decompressobj(-15).decompress(stored, LIMIT)
        except _ZIP_DAMAGE as problem:
            raise ContainerError(ErrorCode.CORRUPT_ARCHIVE, f"the member cannot be unpacked ({problem})") from problem

    def close(self) -> None:  # noqa: D102
        self._file.close()


def _zip_member(entry: zipfile.ZipInfo) -> Member:
    place = _ZipPlace(
        entry.header_offset, entry.compress_size, entry.file_size, entry.compress_type, entry.CRC, entry.filename
    )
    name, modified = _zip_name(entry), _zip_time(entry)
    if entry.flag_bits & _ENCRYPTED:
        fault = Fault(ErrorCode.ENCRYPTED, "the member is encrypted: unpack the archive with its password first")
        return Member(name, entry.compress_size, modified, None, fault)
    return Member(name, entry.compress_size, modified, place)


def _zip_name(entry: zipfile.ZipInfo) -> str:
    """The member's name; archivers that state no encoding meant UTF-8, or the Shift-JIS of a Japanese Windows."""
    if entry.flag_bits & _UTF8_NAME or entry.filename.isascii():
        return entry.filename
    raw = entry.filename.encode("cp437")
    for encoding in ("utf-8", "cp932"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return entry.filename


def _zip_time(entry: zipfile.ZipInfo) -> datetime | None:
    """The member's time; ZIP knows no zone, so it is taken as it stands."""
    try:
        return datetime(*entry.date_time, tzinfo=UTC)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class _TarPlace:
    offset: int
    size: int


class TarContainer:
    """A tape archive that is not compressed, so that its members can be reached."""

    note: str | None = None

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def members(self) -> Iterator[Member]:  # noqa: D102 -- as Container says
        try:
            with tarfile.open(fileobj=self._file, mode="r:") as archive:
                for entry in archive:
                    _forget(archive)
                    if entry.isfile() and not is_hidden(entry.name):
                        place = _TarPlace(entry.offset_data, entry.size)
                        yield Member(entry.name, entry.size, _tar_time(entry), place)
        except _TAR_DAMAGE as problem:
            raise ContainerError(ErrorCode.CORRUPT_ARCHIVE, f"the tar archive is damaged ({problem})") from problem

    def read(self, place: Place) -> bytes:  # noqa: D102
        assert isinstance(place, _TarPlace)
        self._file.seek(place.offset)
        content = self._file.read(min(place.size, LIMIT))
        if len(content) < place.size:
            fault = (
                too_large(LIMIT)
                if place.size > LIMIT
                else Fault(ErrorCode.CORRUPT_ARCHIVE, "the tar archive ends too early")
            )
            raise ContainerError(fault.code, fault.message)
        return content

    def close(self) -> None:  # noqa: D102
        self._file.close()


def stream_tar(stream: IO[bytes]) -> Iterator[tuple[Member, bytes]]:
    """Members of a compressed tape archive with their bytes; such an archive can only be read from front to back.

    Raises:
        ContainerError: the archive is damaged; what came before has been yielded.
    """
    try:
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            for entry in archive:
                _forget(archive)
                if not entry.isfile() or is_hidden(entry.name):
                    continue
                fault = too_large(LIMIT) if entry.size > LIMIT else None
                file = None if fault else archive.extractfile(entry)
                yield Member(entry.name, entry.size, _tar_time(entry), None, fault), file.read() if file else b""
    except _TAR_DAMAGE as problem:
        raise ContainerError(
            ErrorCode.CORRUPT_ARCHIVE, f"the compressed tar archive is damaged ({problem})"
        ) from problem


def _forget(archive: tarfile.TarFile) -> None:
    """Drop the headers read so far, which ``tarfile`` would keep to the end."""
    archive.members = []  # type: ignore[attr-defined]


def _tar_time(entry: tarfile.TarInfo) -> datetime:
    return datetime.fromtimestamp(int(entry.mtime), UTC)


@dataclass(frozen=True, slots=True)
class _RowPlace:
    table: str
    content: str
    key: str
    value: str | int


class _Logs(NamedTuple):
    """The table of a database that holds logs: its column of log ids and its column of logs."""

    table: str
    key: str
    content: str


class SqliteContainer:
    """A database of logs, as downloaders of Tenhou's phoenix logs make them: a row a log, compressed in a column.

    Args:
        connection: the open database.
        is_log: whether the bytes of a cell are a log; decides which column is read.
        where: condition on the rows, as in SQL.
    """

    def __init__(self, connection: sqlite3.Connection, is_log: Callable[[bytes], bool], where: str | None) -> None:
        self._connection = connection
        self._is_log = is_log
        self._where = where
        self.note: str | None = None

    def members(self) -> Iterator[Member]:  # noqa: D102
        logs = self._find_logs()
        place = "rowid" if self._has_rowid(logs.table) else logs.key
        filled = f"length({_q(logs.content)}) > 0"
        chosen = f"({self._where})" if self._where else "1"
        table = _q(logs.table)
        try:
            count = f"SELECT count(*) FROM {table} WHERE {chosen} AND NOT coalesce({filled}, 0)"  # noqa: S608
            (without,) = self._connection.execute(count).fetchone()
            self.note = f"{without:,} rows hold no log yet and were passed over" if without else None
            listing = (
                f"SELECT {_q(logs.key)}, {_key(place)}, length({_q(logs.content)}) FROM {table} "  # noqa: S608
                f"WHERE {chosen} AND {filled} ORDER BY 1"
            )
            for name, key, size in self._connection.execute(listing):
                yield Member(str(name), size, None, _RowPlace(logs.table, logs.content, place, key))
        except sqlite3.Error as problem:
            code = ErrorCode.BAD_CONDITION if self._where else ErrorCode.CORRUPT_DATABASE
            what = f"--where {self._where!r}: " if self._where else "the database cannot be read: "
            raise ContainerError(code, f"{what}{problem}") from problem

    def read(self, place: Place) -> bytes:  # noqa: D102
        assert isinstance(place, _RowPlace)
        query = f"SELECT {_q(place.content)} FROM {_q(place.table)} WHERE {_key(place.key)} = ?"  # noqa: S608
        try:
            row = self._connection.execute(query, (place.value,)).fetchone()
        except sqlite3.Error as problem:
            raise ContainerError(ErrorCode.CORRUPT_DATABASE, f"the row cannot be read ({problem})") from problem
        if row is None:
            raise ContainerError(ErrorCode.CHANGED, "the row has gone from the database since it was listed")
        return _as_bytes(row[0])

    def close(self) -> None:  # noqa: D102
        self._connection.close()

    def _find_logs(self) -> _Logs:
        """The table and column that hold logs, by trying some cells of every column that could."""
        try:
            tables = [name for (name,) in self._connection.execute("SELECT name FROM sqlite_master WHERE type='table'")]
            for table in sorted(tables, key=lambda name: (name != "logs", name)):
                columns = [row[1] for row in self._connection.execute(f"PRAGMA table_info({_q(table)})")]
                key = next((name for name in _KEY_NAMES if name in columns), columns[0])
                for content in sorted(columns, key=_likelihood):
                    if content != key and self._holds_logs(table, content):
                        return _Logs(table, key, content)
        except sqlite3.Error as problem:
            raise ContainerError(
                ErrorCode.CORRUPT_DATABASE, f"the SQLite database cannot be read ({problem})"
            ) from problem
        listed = ", ".join(sorted(tables)) or "none"
        raise ContainerError(
            ErrorCode.NO_LOGS, f"the SQLite database has no column that holds logs (its tables: {listed})"
        )

    def _holds_logs(self, table: str, column: str) -> bool:
        query = f"SELECT {_q(column)} FROM {_q(table)} WHERE length({_q(column)}) > 16 LIMIT {_SAMPLES}"  # noqa: S608
        return any(self._is_log(_as_bytes(cell)) for (cell,) in self._connection.execute(query))

    def _has_rowid(self, table: str) -> bool:
        try:
            self._connection.execute(f"SELECT rowid FROM {_q(table)} LIMIT 1")  # noqa: S608
        except sqlite3.OperationalError:
            return False
        return True


def open_database(path: Path | bytes) -> sqlite3.Connection:
    """A database, opened for reading only.

    Raises:
        ContainerError: it cannot be opened.
    """
    try:
        if isinstance(path, bytes):
            connection = sqlite3.connect(":memory:")
            connection.deserialize(path)
        else:
            connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    except (sqlite3.Error, ValueError) as problem:
        raise ContainerError(
            ErrorCode.CORRUPT_DATABASE, f"the SQLite database cannot be opened ({problem})"
        ) from problem
    return connection


def is_hidden(name: str) -> bool:
    """Files that no person put among logs: hidden ones, and the resource forks of macOS archives."""
    return any(part.startswith(".") and part not in (".", "..") for part in name.split("/")) or name.startswith(
        "__MACOSX/"
    )


def _as_bytes(cell: object) -> bytes:
    return cell if isinstance(cell, bytes) else str(cell).encode("utf-8", "surrogatepass")


def _likelihood(column: str) -> int:
    return _CONTENT_NAMES.index(column) if column in _CONTENT_NAMES else len(_CONTENT_NAMES)


def _key(column: str) -> str:
    """A column to find a row by; ``rowid`` is a name of SQLite's own and must not be quoted."""
    return column if column == "rowid" else _q(column)


def _q(name: str) -> str:
    """A name quoted for SQL."""
    return '"' + name.replace('"', '""') + '"'
