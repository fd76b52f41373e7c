"""The sample logs are what the simulator makes of them, and hold what they are there to show."""

import gzip
import re

import pytest

from tests.simulator.game import NAMES
from tests.simulator.make_samples import FOLDER, Sample, samples

ALL = list(samples())
LARGEST_SUM = 3_000_000


def plain(content: bytes) -> bytes:
    """Decompressed where it is compressed: the compressed bytes are the compressor's choice."""
    return gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content


def xml_texts() -> list[str]:
    return [plain(path.read_bytes()).decode("utf-8-sig") for path in sorted((FOLDER / "tenhou_xml").iterdir())]


@pytest.mark.parametrize("sample", ALL, ids=[sample.path for sample in ALL])
def test_a_sample_is_made_again_byte_for_byte(sample: Sample) -> None:
    assert plain((FOLDER / sample.path).read_bytes()) == plain(sample.content())


def test_there_are_no_other_files() -> None:
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    assert there == {sample.path for sample in ALL}


def test_the_samples_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) < LARGEST_SUM


def test_every_format_has_samples() -> None:
    folders = {path.name for path in FOLDER.iterdir()}
    assert folders == {"hands_json", "majsoul", "mjai", "tenhou_json", "tenhou_list", "tenhou_xml"}


def test_every_way_a_hand_ends_is_among_the_tenhou_samples() -> None:
    text = "".join(xml_texts())
    types = set(re.findall(r'<RYUUKYOKU[^>]*?\stype="(\w+)"', text))
    assert types == {"nm", "yao9", "kaze4", "reach4", "kan4", "ron3"}
    assert re.search(r'<RYUUKYOKU ba="', text), "an exhaustive draw"
    assert re.search(r"<AGARI[^>]*/>\s*<AGARI", text), "a double ron"
    assert re.search(r'\spaoWho="', text), "a liable player"
    ends = [bool(re.search(r"<AGARI[^>]*\sowari=", one)) for one in xml_texts()]
    assert any(ends)
    assert not all(ends)


def test_no_sample_names_a_real_player() -> None:
    invented = {"".join(f"%{byte:02X}" for byte in name.encode()) for name in NAMES} | {""}
    for text in xml_texts():
        assert set(re.findall(r'\sn\d="([^"]*)"', text)) <= invented
