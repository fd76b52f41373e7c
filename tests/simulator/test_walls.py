"""Walls follow from what the platforms publish."""

import base64
import gzip
import hashlib
import re
import zipfile
from pathlib import Path

from tests.simulator import majsoul
from tests.simulator.flavours import MAJSOUL, MAJSOUL_3P, TENHOU, TENHOU_3P
from tests.simulator.game import simulate
from tests.simulator.walls import TenhouSeed

SEEDED = re.compile(r'mt19937ar-sha512-n288-base64,([^"]+)"')
FILES = 40


def deals(text: str) -> list[tuple[int, list[list[int]], int, list[int]]]:
    """Dealer, hands, first indicator and dice of every INIT."""
    out = []
    for tag in re.findall(r"<INIT [^>]*>", text):
        seed = [int(n) for n in re.search(r'seed="([^"]*)"', tag).group(1).split(",")]
        hands = [[int(n) for n in hand.split(",")] for hand in re.findall(r'hai\d="([^"]+)"', tag)]
        out.append((int(re.search(r'oya="(\d)"', tag).group(1)), hands, seed[5], seed[3:5]))
    return out


def test_tenhous_real_walls_follow_from_their_seeds(real_logs: Path) -> None:
    checked = 0
    with zipfile.ZipFile(real_logs / "tenhou_xml.zip") as archive:
        for name in archive.namelist():
            content = archive.read(name)
            text = (gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content).decode("utf-8", "replace")
            found = SEEDED.search(text)
            if found is None:
                continue
            source = TenhouSeed(base64.b64decode(found.group(1)))
            for dealer, hands, indicator, dice in deals(text):
                wall = source.wall(len(hands), dealer)
                assert (wall.dealt, wall.dora[0], list(wall.dice)) == (hands, indicator, dice)
            checked += 1
            if checked == FILES:
                break
    assert checked == FILES


def test_simulated_tenhou_games_are_played_on_their_seeds() -> None:
    for flavour in (TENHOU, TENHOU_3P):
        game = simulate(flavour, 5)
        source = TenhouSeed(base64.b64decode(game.wall_seed.partition(",")[2]))
        for hand in game.hands:
            wall = source.wall(game.n, hand.dealer)
            assert (wall.dealt, wall.order) == (hand.dealt, hand.wall)
            assert hand.dora == wall.dora[: len(hand.dora)]
            drawn = [event.tile for event in hand.events if event.kind == "draw"]
            assert set(drawn) <= set(wall.draws) | set(wall.replacements)


def test_mahjong_soul_walls_match_their_digests() -> None:
    for flavour in (MAJSOUL, MAJSOUL_3P):
        game = simulate(flavour, 1)
        for era in (majsoul.NEW, majsoul.OF_2021):
            for name, fields in majsoul.records(game, era):
                if name != "RecordNewRound":
                    continue
                wall = fields["paishan"]
                if era.wall == "md5":
                    assert hashlib.md5(wall.encode()).hexdigest() == fields["md5"]
                else:
                    assert len(wall) == (272 if game.n == 4 else 216)
                    assert hashlib.sha256((wall + fields["salt"]).encode()).hexdigest() == fields["sha256"]
