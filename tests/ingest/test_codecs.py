import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib

import pytest
import zstandard

from mjlog.ingest import codecs
from mjlog.ingest.codecs import codec_of, container_of, decompress, open_stream, peek

TEXT = b"".join(b'<INIT seed="%d,0,0,1,2,3" ten="250,250,250,250"/>' % number for number in range(2000))


def streamed_zstd(data):
    compressor = zstandard.ZstdCompressor().compressobj()
    return compressor.compress(data) + compressor.flush()


PACKERS = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstandard.ZstdCompressor().compress,
    "zstd without its size": streamed_zstd,
    "zlib": zlib.compress,
    "zlib, fast": lambda data: zlib.compress(data, 1),
    "zlib, small": lambda data: zlib.compress(data, 9),
    "zlib, between": lambda data: zlib.compress(data, 4),
}


@pytest.fixture(params=PACKERS, name="packed")
def _packed(request):
    return PACKERS[request.param](TEXT)


def unpack(data, limit=codecs.LIMIT):
    return decompress(codec_of(data), data, limit)


def test_every_compression_is_told_by_its_first_bytes_and_undone(packed):
    assert unpack(packed).content == TEXT
    assert unpack(packed).fault is None


def test_streams_one_after_the_other_are_one_document(packed):
    assert unpack(packed + packed).content == TEXT + TEXT
    assert unpack(packed + b"\0" * 512).fault is None


@pytest.mark.parametrize("left", [0.2, 0.6, 0.95])
def test_a_truncated_stream_gives_what_precedes_the_cut_and_says_so(packed, left):
    content, fault, _ = unpack(packed[: int(len(packed) * left)])
    assert TEXT.startswith(content)
    assert fault.code == "truncated-stream"
    assert f"{len(content):,} bytes could be recovered" in fault.message


def test_a_truncated_gzip_loses_little():
    packed = gzip.compress(TEXT)
    assert len(unpack(packed[:-100]).content) > len(TEXT) // 2


def test_a_damaged_stream_is_a_fault_and_never_an_exception(packed):
    is_checked = not packed.startswith(b"\x28\xb5\x2f\xfd")  # Zstandard writes no checksum unless asked
    for place in range(8, len(packed), max(len(packed) // 40, 1)):
        damaged = bytearray(packed)
        damaged[place] ^= 0xFF
        content, fault, _ = unpack(bytes(damaged))
        assert fault is not None or content == TEXT or not is_checked


def test_a_wrong_checksum_of_gzip_keeps_the_content():
    packed = bytearray(gzip.compress(TEXT))
    packed[-6] ^= 0xFF
    content, fault, _ = unpack(bytes(packed))
    assert fault.code == "corrupt-stream"
    assert content == TEXT


def test_bytes_after_the_stream_are_noted():
    unpacked = unpack(gzip.compress(TEXT) + b"junk")
    assert unpacked.content == TEXT
    assert unpacked.fault.code == "trailing-bytes"


def test_nothing_unpacks_to_more_than_the_limit(packed):
    content, fault, _ = unpack(packed, limit=5000)
    assert content == b""
    assert fault.code == "too-large"


def test_a_bomb_of_zeros_is_refused_without_being_unpacked():
    for pack in PACKERS.values():
        bomb = pack(bytes(30 << 20))
        assert unpack(bomb, limit=1 << 20).fault.code == "too-large"


def test_containers_are_told_by_their_first_bytes():
    zipped, taped = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("a", "b")
    with tarfile.open(fileobj=taped, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a"))
    assert container_of(zipped.getvalue()) == "zip"
    assert container_of(taped.getvalue()) == "tar"
    assert container_of(b"SQLite format 3\0 and more") == "sqlite"
    assert container_of(TEXT) is None
    assert codec_of(TEXT) is None


def test_the_beginning_and_the_whole_of_a_stream_can_be_read_without_holding_it(packed):
    codec = codec_of(packed)
    assert peek(codec, packed, 100) == TEXT[:100]
    assert peek(codec, codec.magic + b"damaged") == b""
    assert open_stream(codec, io.BytesIO(packed)).read() == TEXT
