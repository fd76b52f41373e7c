"""Inputs in object storage and on other machines, as ``s3://bucket/logs/2009.zip``: whatever fsspec can open."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import IO, Any, Final, NamedTuple

_TIMES: Final = ("mtime", "LastModified", "last_modified", "updated", "created")
"""Where the file systems say when a file was written."""


class RemoteError(Exception):
    """A remote name cannot be looked up: fsspec or the file system's own package is missing, or access is refused."""


class RemoteFile(NamedTuple):
    """A file somewhere else."""

    path: str
    size: int
    modified: datetime | None


def is_remote(name: str) -> bool:
    """Whether a name is a URL."""
    return "://" in name


def open_file(path: str) -> IO[bytes]:
    """A file to read, here or elsewhere.

    Raises:
        OSError: it cannot be opened.
    """
    if not is_remote(path):
        return open(path, "rb")  # noqa: PTH123 -- a Path costs more than a small file
    files, name = _file_system(path)
    file: IO[bytes] = files.open(name, "rb")
    return file


def find(name: str) -> Iterator[RemoteFile]:
    """The files that a URL names, a folder or a pattern included, sorted by name.

    Raises:
        RemoteError: the URL cannot be looked up.
    """
    files, path = _file_system(name)
    try:
        pattern = path.rstrip("/") + "/**" if files.isdir(path) else path
        found = files.glob(pattern, detail=True)
    except Exception as problem:
        raise RemoteError(f"{name}: {problem}") from problem
    for each, info in sorted(found.items()):
        if info["type"] == "file":
            yield RemoteFile(files.unstrip_protocol(each), info["size"] or 0, _modified(info))


def _file_system(name: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs  # noqa: PLC0415 -- an extra
    except ImportError:
        raise RemoteError(f"{name}: fsspec is not installed: pip install 'mjlog[remote]'") from None
    try:
        files, path = url_to_fs(name)
    except (ImportError, ValueError) as problem:
        raise RemoteError(f"{name}: {problem}") from problem
    return files, path


def _modified(info: dict[str, Any]) -> datetime | None:
    stated = next((info[key] for key in _TIMES if info.get(key)), None)
    if isinstance(stated, int | float):
        return datetime.fromtimestamp(stated, UTC)
    return stated.astimezone(UTC) if isinstance(stated, datetime) else None
