"""Opening inputs: their bytes, decompressed, archives in archives opened one level deep, as documents in batches.

Nothing here raises for what an input contains. A document that cannot be had carries a fault instead of content, one
that is damaged carries both.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import datetime
from os.path import splitext
from typing import Final, NamedTuple

from mjlog.ingest.codecs import Fault, Unpacked, codec_of, container_of, decompress, in_utf8
from mjlog.ingest.containers import Container, ContainerError
from mjlog.ingest.formats import is_log
from mjlog.ingest.remote import open_file
from mjlog.ingest.sources import Input, inner_wanted, matches, open_container
from mjlog.vocabulary import ErrorCode

BATCH_DOCUMENTS: Final = 2000
BATCH_BYTES: Final = 24 << 20
"""A batch of this much text costs a parser some 150 MB; larger ones are no faster."""

_LAYERS: Final = 3
"""Compressions in each other that are undone (a ``.tar.gz.xz`` exists; more is a trap)."""
_DEEPEST: Final = 1
"""A file that is an archive may hold archives; what those hold must be documents."""
_PARTNERS: Final = 8
"""Neighbours of one name and different suffix that stay together at most."""


class Document(NamedTuple):
    """A document, or an archive that held some.

    Attributes:
        source: the file.
        member: the member of an archive or database, and of the archive in it: ``inner.zip::x.xml``.
        content: its bytes, decompressed, as far as they could be had.
        fault: what is wrong with it.
        size: its bytes as stored.
        modified: when it was written.
        container: the kind of archive that it is; its members follow as documents of their own.
        codecs: the compressions that were undone.
        note: what there is to say of the archive, which then follows its members.
    """

    source: str
    member: str | None
    content: bytes | None
    fault: Fault | None = None
    size: int = 0
    modified: datetime | None = None
    container: str | None = None
    codecs: tuple[str, ...] = ()
    note: str | None = None

    @property
    def name(self) -> str:
        """The name a person would call it by."""
        return self.member or self.source


def unpack(content: bytes) -> Unpacked:
    """Bytes with every compression undone; text in UTF-16 as UTF-8, so that it is read alike in every format."""
    fault = None
    codecs: tuple[str, ...] = ()
    while len(codecs) < _LAYERS and (codec := codec_of(content)) is not None:
        unpacked = decompress(codec, content)
        content, fault = unpacked.content, fault or unpacked.fault
        codecs += (codec.name,)
    return Unpacked(in_utf8(content), fault, codecs)


class Reader:
    """Reads inputs; keeps the container of the last one open, because its neighbours lie in it."""

    def __init__(self) -> None:
        self._path: str | None = None
        self._container: Container | None = None

    def documents(self, inputs: Iterable[Input]) -> Iterator[Document]:
        """The documents of the inputs, in order."""
        try:
            for each in inputs:
                yield from self._documents(each)
        finally:
            self._close()

    def _documents(self, each: Input) -> Iterator[Document]:
        fault = each.fault
        if fault is None:
            try:
                raw = self._raw(each)
            except ContainerError as problem:
                fault = problem.fault
            except OSError as problem:
                fault = Fault(ErrorCode.UNREADABLE, problem.strerror or str(problem))
        place = Document(each.source, each.member, None, fault, each.size, each.modified)
        if fault is not None:
            yield place
        else:
            yield from expand(place, raw, each.wanted, depth=0 if each.member is None else 1)

    def _raw(self, each: Input) -> bytes:
        if each.content is not None:
            return each.content
        if each.place is None:
            with open_file(each.path) as file:
                return file.read()
        if self._container is None or self._path != each.path:
            self._close()
            self._container = open_container(_kind(each.path), each.path, is_log)
            self._path = each.path
        return self._container.read(each.place)

    def _close(self) -> None:
        if self._container is not None:
            self._container.close()
        self._container = self._path = None


def expand(place: Document, raw: bytes, wanted: str | None = None, *, depth: int = 0) -> Iterator[Document]:
    """The document that some bytes are, or those that they hold; ``depth`` counts the archives they came out of."""
    content, fault, codecs = unpack(raw)
    kind = container_of(content)
    if kind is None:
        yield place._replace(content=content or (None if fault else b""), fault=fault, codecs=codecs)
        return
    place = place._replace(codecs=codecs)
    if depth > _DEEPEST:
        yield place._replace(
            fault=Fault(ErrorCode.NESTED_TOO_DEEP, f"a {kind} in an archive in an archive is not opened")
        )
        return
    try:
        with closing(open_container(kind, content, is_log)) as container:
            found = 0
            for member in container.members():
                if not matches(member.name, wanted):
                    continue
                found += 1
                name = member.name if place.member is None else f"{place.member}::{member.name}"
                inner = Document(place.source, name, None, member.fault, member.size, member.modified)
                if member.place is None:
                    yield inner
                    continue
                try:
                    bytes_ = container.read(member.place)
                except ContainerError as problem:
                    yield inner._replace(fault=problem.fault)
                    continue
                yield from expand(inner, bytes_, inner_wanted(wanted), depth=depth + 1)
            note = container.note
    except ContainerError as problem:
        yield place._replace(fault=problem.fault)
        return
    if not found and fault is None:
        what = "holds no file" if wanted is None else f"has no member {wanted!r}"
        fault = Fault(ErrorCode.NO_LOGS, f"the {kind} {what}")
    yield place._replace(container=kind, fault=fault, note=note)


def batches(documents: Iterable[Document]) -> Iterator[list[Document]]:
    """Documents in batches bounded by number and by bytes; what belongs together (``x.json``, ``x.bin``) stays so."""
    batch: list[Document] = []
    size = 0
    for document in documents:
        full = len(batch) >= BATCH_DOCUMENTS or size >= BATCH_BYTES
        if full and not _partners(batch, document):
            yield batch
            batch, size = [], 0
        batch.append(document)
        size += len(document.content or b"")
    if batch:
        yield batch


def stem(source: str, member: str | None) -> str:
    """What documents of one log have in common: their name without its last suffix."""
    return splitext(source if member is None else f"{source}::{member}")[0]  # noqa: PTH122 -- called for every file


def _partners(batch: list[Document], document: Document) -> bool:
    ours = stem(document.source, document.member)
    near = batch[-_PARTNERS:]
    return stem(near[-1].source, near[-1].member) == ours != stem(near[0].source, near[0].member)


def _kind(path: str) -> str:
    with open_file(path) as file:
        kind = container_of(file.read(512))
    if kind is None:
        raise ContainerError(ErrorCode.CHANGED, "the file was an archive when it was listed and is none now")
    return kind
