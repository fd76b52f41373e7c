"""Finding inputs: what the arguments of a command name, in order, without reading it.

Files, folders, globs, lists of paths, standard input, archives and databases become one lazy sequence of
:class:`Input`. A folder is walked one level at a time and sorted by name, so that a million small files cost no more
memory than the largest folder's names; only files large enough to be worth dividing are looked into here, for their
first bytes. The order depends on the arguments and the names alone.
"""

import glob
import io
import os
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import IO, Final

from mjlog.ingest import remote
from mjlog.ingest.codecs import LIMIT, Fault, codec_of, container_of, in_utf8, open_stream, peek, too_large
from mjlog.ingest.containers import (
    Container,
    ContainerError,
    Member,
    Place,
    SqliteContainer,
    TarContainer,
    ZipContainer,
    is_hidden,
    open_database,
    stream_tar,
)
from mjlog.vocabulary import ErrorCode

STDIN: Final = "-"
_MEMBER: Final = "::"
_LOOKED_INTO: Final = 1 << 20
"""Files of at least this many bytes are looked into, so that a large archive is read member by member; so is every
file where members or rows are to be chosen."""


class SourceError(Exception):
    """An argument names nothing that could be read."""


class ConditionError(SourceError):
    """The condition on the rows of a database is no SQL, or names a column that is not there."""


@dataclass(frozen=True, slots=True)
class Input:
    """Something to read, found without reading it; small and picklable.

    Attributes:
        path: the file to open.
        source: how the file is named to people and in the dataset: its path, in valid UTF-8.
        member: the member of an archive or row of a database; None for a file.
        size: bytes as stored.
        modified: when it was last written, if that is known.
        place: where a member's bytes lie in the file.
        wanted: members of this archive to read, as a pattern; None = all.
        content: the bytes themselves, where they can be read but once (standard input, compressed tape archives).
        fault: why it cannot be read.
    """

    path: str
    source: str
    member: str | None = None
    size: int = 0
    modified: datetime | None = None
    place: Place | None = None
    wanted: str | None = None
    content: bytes | None = None
    fault: Fault | None = None

    @property
    def rereadable(self) -> bool:
        """Whether a later run can tell that this is the same input; standard input never is."""
        return self.path != STDIN


@dataclass(slots=True)
class Finder:
    """Turns arguments into inputs.

    Attributes:
        arguments: what the user named.
        where: condition on the rows of databases.
        is_log: tells whether a database cell holds a log.
        is_dataset: tells whether a folder is a dataset of ours; those are no input, wherever they are found.
        notes: what should be told about the inputs once they are all listed.
    """

    arguments: tuple[str, ...]
    is_log: Callable[[bytes], bool]
    where: str | None = None
    is_dataset: Callable[[str], bool] = lambda _: False
    notes: list[str] = field(default_factory=list)
    _streams: dict[str, bytes] = field(default_factory=dict, repr=False)
    _datasets: dict[str, bool] = field(default_factory=dict, repr=False)
    _unconditioned: int = field(default=0, repr=False)

    def check(self) -> None:
        """Make sure that every argument names something before any work begins.

        Raises:
            SourceError: one does not; the message names it.
        """
        for argument in self.arguments:
            path = argument.removeprefix("@") if _is_list(argument) else _split_member(argument)[0]
            if remote.is_remote(path):
                self._check_remote(path)
            elif path != STDIN and not os.path.lexists(path) and next(_glob(path), None) is None:
                what = "no file matches this pattern" if glob.has_magic(path) else "no such file or folder"
                raise SourceError(f"{_label(argument)}: {what}")

    def inputs(self) -> Iterator[Input]:
        """Every input, lazily, in the order of the arguments, folders and archives sorted by name.

        May be asked for again: what came from a pipe is kept.
        """
        self.notes.clear()
        self._datasets.clear()
        self._unconditioned = 0
        for argument in self.arguments:
            yield from self._argument(argument)
        passed_over = (path for path, is_one in self._datasets.items() if is_one)
        self.notes += [
            f"{_label(path)}: a dataset that mjlog wrote is no input and was passed over" for path in passed_over
        ]
        if self._unconditioned:
            self.notes.append(
                f"the condition chooses rows of database files: {self._unconditioned:,} other inputs are read whole"
            )

    def _check_remote(self, url: str) -> None:
        try:
            found = next(remote.find(url), None)
        except remote.RemoteError as problem:
            raise SourceError(str(problem)) from problem
        if found is None:
            raise SourceError(f"{url}: no such file or folder")

    def _argument(self, argument: str) -> Iterator[Input]:
        if _is_list(argument):
            for line in _lines(self._content(argument[1:])):
                if remote.is_remote(line) or not self._in_dataset(os.path.normpath(_split_member(line)[0])):
                    yield from self._named(line)
        else:
            yield from self._named(argument)

    def _named(self, name: str) -> Iterator[Input]:
        if name == STDIN:
            yield self._stream(STDIN)
            return
        path, wanted = _split_member(name)
        if remote.is_remote(path):
            yield from self._remote(path, wanted)
        elif os.path.lexists(path) or not glob.has_magic(path):
            yield from self._path(os.path.normpath(path), wanted)
        else:
            for match in map(os.path.normpath, sorted(_glob(path))):
                if not self._in_dataset(match) and not ("**" in path and Path(match).is_dir()):
                    yield from self._path(match, wanted)

    def _in_dataset(self, path: str) -> bool:
        """Whether a path lies in the folder of a dataset, at whatever depth."""
        folder = os.path.dirname(path)  # noqa: PTH120 -- as in _folder
        while folder not in ("", os.sep):
            if folder not in self._datasets:
                self._datasets[folder] = self.is_dataset(folder)
            if self._datasets[folder]:
                return True
            folder = os.path.dirname(folder)  # noqa: PTH120
        return False

    def _remote(self, url: str, wanted: str | None) -> Iterator[Input]:
        try:
            for file in remote.find(url):
                yield from self._sized(Input(file.path, file.path, None, file.size, file.modified, wanted=wanted))
        except remote.RemoteError as problem:
            yield Input(url, url, fault=Fault(ErrorCode.UNREADABLE, str(problem)))

    def _path(self, path: str, wanted: str | None) -> Iterator[Input]:
        try:
            status = Path(path).stat()
        except OSError as problem:
            yield _unreadable(path, problem)
            return
        if S_ISDIR(status.st_mode):
            is_empty = True
            for each in self._folder(path, frozenset({(status.st_dev, status.st_ino)})):
                is_empty = False
                yield each
            if is_empty and not self._datasets.get(path):
                yield Input(path, _label(path), fault=Fault(ErrorCode.NO_LOGS, "the folder holds no file"))
        elif S_ISREG(status.st_mode):
            yield from self._file(path, status, wanted)
        else:
            yield self._stream(path)

    def _folder(self, path: str, above: frozenset[tuple[int, int]]) -> Iterator[Input]:
        """Files of a folder and of those in it; links are followed unless they lead back up."""
        if self.is_dataset(path):
            self._datasets[path] = True
            return
        try:
            names = sorted(name for name in os.listdir(path) if not is_hidden(name))  # noqa: PTH208 -- names are small
        except OSError as problem:
            yield _unreadable(path, problem)
            return
        for name in names:
            inner = name if path == "." else os.path.join(path, name)  # noqa: PTH118 -- Paths by the million are slow
            try:
                status = os.stat(inner)  # noqa: PTH116
            except OSError as problem:
                yield _unreadable(inner, problem)
                continue
            here = (status.st_dev, status.st_ino)
            if S_ISDIR(status.st_mode):
                if here not in above:
                    yield from self._folder(inner, above | {here})
            elif S_ISREG(status.st_mode):
                yield from self._file(inner, status, None)

    def _file(self, path: str, status: os.stat_result, wanted: str | None) -> Iterator[Input]:
        modified = datetime.fromtimestamp(status.st_mtime_ns // 1000 / 1e6, UTC)
        return self._sized(Input(path, _label(path), None, status.st_size, modified, wanted=wanted))

    def _sized(self, whole: Input) -> Iterator[Input]:
        """A file as it is, or member by member if it is large enough for that, or members or rows are chosen."""
        if whole.wanted is None and self.where is None and whole.size < _LOOKED_INTO:
            yield whole
            return
        try:
            yield from self._divided(whole)
        except ContainerError as problem:
            if problem.fault.code == ErrorCode.BAD_CONDITION:
                raise ConditionError(f"{whole.source}: {problem.fault.message}") from problem
            yield _refused(whole, problem.fault)
        except OSError as problem:
            yield _unreadable(whole.path, problem)

    def _divided(self, whole: Input) -> Iterator[Input]:
        """A large file member by member, if it is an archive or a database."""
        with remote.open_file(whole.path) as file:
            head = file.read(1 << 16)
            kind, codec = container_of(head), codec_of(head)
            self._unconditioned += self.where is not None and kind != "sqlite"
            if kind is None and codec is not None and container_of(peek(codec, head)) == "tar":
                file.seek(0)
                yield from _streamed(whole, open_stream(codec, file))
                return
        if kind is None:
            yield whole if whole.size <= LIMIT else _refused(whole, too_large(LIMIT))
            return
        container = open_container(kind, whole.path, self.is_log, self.where)
        found = False
        with closing(container):
            for member in container.members():
                for each in _as_input(whole, member):
                    found = True
                    yield each
            if whole.wanted is not None and not found:
                yield _refused(whole, Fault(ErrorCode.NO_LOGS, f"the {kind} has no member {whole.wanted!r}"))
            if container.note:
                self.notes.append(f"{whole.source}: {container.note}")

    def _stream(self, path: str) -> Input:
        """Standard input or a pipe: read whole, for it can be read but once."""
        self._unconditioned += self.where is not None
        try:
            content = self._content(path)
        except OSError as problem:
            return _unreadable(path, problem)
        if len(content) > LIMIT:
            return Input(STDIN, _label(path), fault=too_large(LIMIT))
        return Input(STDIN, _label(path), size=len(content), content=content)

    def _content(self, path: str) -> bytes:
        """The bytes of standard input, a pipe or a list, no more than may be unpacked, read when first asked for."""
        if path not in self._streams:
            with nullcontext(sys.stdin.buffer) if path == STDIN else remote.open_file(path) as file:
                self._streams[path] = file.read(LIMIT + 1)
        return self._streams[path]


def open_container(
    kind: str, data: str | bytes, is_log: Callable[[bytes], bool], where: str | None = None
) -> Container:
    """The archive or database at a path, or the one that these bytes are.

    Raises:
        ContainerError: a database cannot be opened.
    """
    if kind == "sqlite":
        if isinstance(data, str) and remote.is_remote(data):
            with remote.open_file(data) as file:
                data = file.read()
        return SqliteContainer(open_database(data if isinstance(data, bytes) else Path(data)), is_log, where)
    file = io.BytesIO(data) if isinstance(data, bytes) else remote.open_file(data)
    return ZipContainer(file) if kind == "zip" else TarContainer(file)


def matches(name: str, wanted: str | None) -> bool:
    """Whether a member is asked for: by its exact name, as a pattern, or as the container of what is."""
    if wanted is None:
        return True
    outer = wanted.split(_MEMBER, 1)[0]
    return name == outer or fnmatchcase(name, outer)


def inner_wanted(wanted: str | None) -> str | None:
    """What is asked for inside of a member that :func:`matches`."""
    return wanted.split(_MEMBER, 1)[1] if wanted and _MEMBER in wanted else None


def _as_input(whole: Input, member: Member, content: bytes | None = None) -> Iterator[Input]:
    if matches(member.name, whole.wanted):
        yield Input(
            whole.path,
            whole.source,
            _label(member.name),
            member.size,
            member.modified,
            member.place,
            inner_wanted(whole.wanted),
            content,
            member.fault,
        )


def _streamed(whole: Input, stream: IO[bytes]) -> Iterator[Input]:
    try:
        for member, content in stream_tar(stream):
            yield from _as_input(whole, member, None if member.fault else content)
    except ContainerError as problem:
        yield _refused(whole, problem.fault)


def _refused(whole: Input, fault: Fault) -> Input:
    return Input(whole.path, whole.source, whole.member, whole.size, whole.modified, fault=fault)


def _unreadable(path: str, problem: OSError) -> Input:
    return Input(path, _label(path), fault=Fault(ErrorCode.UNREADABLE, problem.strerror or str(problem)))


def _glob(pattern: str) -> Iterator[str]:
    return glob.iglob(pattern, recursive=True)  # noqa: PTH207 -- Path.glob drops a leading "./" and bytes


def _is_list(argument: str) -> bool:
    return argument.startswith("@") and len(argument) > 1 and not os.path.lexists(argument)


def _lines(content: bytes) -> Iterable[str]:
    """Paths listed one a line, or ended by NUL characters."""
    content = in_utf8(content).removeprefix(BOM_UTF8)
    separator = b"\0" if b"\0" in content else b"\n"
    return (os.fsdecode(line.rstrip(b"\r")) for line in content.split(separator) if line.strip())


def _split_member(name: str) -> tuple[str, str | None]:
    """``archive.zip::member`` as the archive and the member asked for."""
    if _MEMBER in name and not os.path.lexists(name):
        path, wanted = name.split(_MEMBER, 1)
        return path, wanted
    return name, None


def _label(path: str) -> str:
    """A path as text that any file can hold; bytes that are no UTF-8 are shown as escapes."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
