"""What bytes are, told by the bytes themselves, and how to decompress them.

A suffix proves nothing: Tenhou's files are gzip without one, and archives are full of names that lie. A damaged stream
gives what could be recovered together with what is wrong, so that the hands before the damage are not lost. No stream
may unpack to more than :data:`LIMIT` bytes.
"""

import bz2
import io
import lzma
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from typing import IO, Any, Final, NamedTuple, Protocol, cast

import zstandard
from isal import igzip, isal_zlib

from mjlog.vocabulary import ErrorCode

LIMIT: Final = 256 << 20
"""Most bytes one document may have when unpacked (256 MiB); a log has some ten thousand."""

_SALVAGE_STEP: Final = 256
_ZSTD_STEP: Final = 4096


class Fault(NamedTuple):
    """What is wrong with an input: a stable code and a sentence."""

    code: ErrorCode
    message: str


class Unpacked(NamedTuple):
    """Decompressed bytes, as far as they go, and what is wrong with the rest."""

    content: bytes
    fault: Fault | None
    codecs: tuple[str, ...] = ()


class _Stream(Protocol):
    """One compressed stream, in the manner of :class:`bz2.BZ2Decompressor`."""

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


class _ZstdStream:
    """A Zstandard frame; it is fed in small steps because the library cannot bound its output."""

    def __init__(self) -> None:
        self._frame = zstandard.ZstdDecompressor(max_window_size=LIMIT).decompressobj()
        self.unused_data = b""

    @property
    def eof(self) -> bool:
        return self._frame.eof

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        out = bytearray()
        for start in range(0, len(data), _ZSTD_STEP):
            out += self._frame.decompress(data[start : start + _ZSTD_STEP])
            if self._frame.eof:
                self.unused_data = self._frame.unused_data + data[start + _ZSTD_STEP :]
                break
            if len(out) > max_length:
                break
        return bytes(out)


class Codec(NamedTuple):
    """A way of compressing one stream of bytes."""

    name: str
    magic: bytes
    stream: Callable[[], _Stream]
    open: Callable[[IO[bytes]], Any]


def _open_gzip(file: IO[bytes]) -> Any:
    return igzip.IGzipFile(fileobj=file, mode="rb")  # type: ignore[no-untyped-call]


def _open_zlib(file: IO[bytes]) -> Any:
    return io.BytesIO(isal_zlib.decompress(file.read()))


CODECS: Final = (
    Codec("gzip", b"\x1f\x8b", lambda: isal_zlib.decompressobj(31), _open_gzip),
    Codec("bzip2", b"BZh", bz2.BZ2Decompressor, bz2.BZ2File),
    Codec("xz", b"\xfd7zXZ\x00", lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ), lzma.LZMAFile),
    Codec("zstd", b"\x28\xb5\x2f\xfd", _ZstdStream, zstandard.ZstdDecompressor().stream_reader),
    *(
        Codec("zlib", b"\x78" + level, isal_zlib.decompressobj, _open_zlib)
        for level in (b"\x01", b"\x5e", b"\x9c", b"\xda")
    ),
)
"""Ways of compressing; zlib, which some downloaders keep in a database, begins by its level of compression."""

_BY_FIRST_TWO: Final = {codec.magic[:2]: codec for codec in CODECS}

DAMAGE: Final[tuple[type[Exception], ...]] = (
    cast("type[Exception]", isal_zlib.error),
    lzma.LZMAError,
    zstandard.ZstdError,
    OSError,
    EOFError,
    ValueError,
)
"""What the decompressors raise for damaged data."""


def codec_of(head: bytes) -> Codec | None:
    """The compression that these first bytes begin."""
    codec = _BY_FIRST_TWO.get(head[:2])
    return codec if codec is not None and head.startswith(codec.magic) else None


def container_of(head: bytes) -> str | None:
    """The archive or database that these first bytes begin: ``zip``, ``tar`` or ``sqlite``."""
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    if head.startswith(b"SQLite format 3\x00"):
        return "sqlite"
    return "tar" if head[257:262] == b"ustar" else None


def decompress(codec: Codec, data: bytes, limit: int = LIMIT) -> Unpacked:
    """All streams that follow each other in the data, unpacked; damage is a fault, and what precedes it is kept."""
    parts: list[bytes] = []
    room = limit
    while data:
        stream = codec.stream()
        try:
            part, fault = stream.decompress(data, room + 1), None
        except DAMAGE as problem:
            part = _salvage(codec, data, room)
            fault = Fault(ErrorCode.CORRUPT_STREAM, f"the {codec.name} data is damaged ({problem})")
        if len(part) > room:
            return Unpacked(b"", too_large(limit))
        if fault is None and not parts and stream.eof and not stream.unused_data:
            return Unpacked(part, None)
        parts.append(part)
        room -= len(part)
        if fault is None and not stream.eof:
            fault = Fault(ErrorCode.TRUNCATED_STREAM, f"the {codec.name} data ends too early")
        if fault is not None:
            content = b"".join(parts)
            return Unpacked(content, Fault(fault.code, f"{fault.message}; {len(content):,} bytes could be recovered"))
        data = stream.unused_data.lstrip(b"\0")
        if data and not data.startswith(codec.magic):
            fault = Fault(
                ErrorCode.TRAILING_BYTES, f"{len(data):,} bytes after the end of the {codec.name} data were ignored"
            )
            return Unpacked(b"".join(parts), fault)
    return Unpacked(b"".join(parts), None)


def too_large(limit: int) -> Fault:
    """The fault of a document that unpacks to more than the limit."""
    return Fault(
        ErrorCode.TOO_LARGE, f"unpacks to more than {limit >> 20} MiB: no log is so large, so it was left alone"
    )


def in_utf8(text: bytes) -> bytes:
    """Text that its byte order mark says is UTF-16, as UTF-8; anything else as it is."""
    if not text.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return text
    try:
        return text[: len(text) & ~1].decode("utf-16").encode()
    except UnicodeError:
        return text


def peek(codec: Codec, head: bytes, size: int = 512) -> bytes:
    """The first bytes that a compressed stream holds, from its own first bytes; empty when it is damaged."""
    try:
        return codec.stream().decompress(head, size)[:size]
    except DAMAGE:
        return b""


def open_stream(codec: Codec, file: IO[bytes]) -> IO[bytes]:
    """A file to read decompressed bytes from, for archives too large to hold."""
    stream: IO[bytes] = io.BufferedReader(codec.open(file))
    return stream


def _salvage(codec: Codec, data: bytes, room: int) -> bytes:
    """What a damaged stream yields before the damage, fed in small steps and at last byte by byte."""
    out, start = _fed(codec, data, 0, _SALVAGE_STEP, room)
    if start < len(data):
        out, _ = _fed(codec, data, start, 1, room)
    return out


def _fed(codec: Codec, data: bytes, start: int, step: int, room: int) -> tuple[bytes, int]:
    """A new stream fed whole up to ``start`` and then in steps: its output, and where the step that failed began."""
    stream = codec.stream()
    out = bytearray(stream.decompress(data[:start], room + 1) if start else b"")
    while start < len(data) and not stream.eof and len(out) <= room:
        try:
            out += stream.decompress(data[start : start + step], room + 1)
        except DAMAGE:
            break
        start += step
    return bytes(out), start
