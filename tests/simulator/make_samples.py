"""Makes ``sample_logs/``: small simulated games of every format, the same bytes every time.

``python -m tests.simulator.make_samples [FOLDER]`` writes all of them; without a folder into ``sample_logs``.
"""

import gzip
import random
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.simulator import flavours
from tests.simulator.endings import find, stage
from tests.simulator.flavours import Flavour
from tests.simulator.model import Game
from tests.simulator.sitting import sitting
from tests.simulator.tenhou_xml import Interruption, pretty, respace, shuffle_attributes, write_xml

FOLDER = Path(__file__).parents[2] / "sample_logs"


class Sample(NamedTuple):
    """A file of ``sample_logs`` and how its bytes come about."""

    path: str
    content: Callable[[], bytes]


@cache
def played(flavour: Flavour, name: str, start: int = 0) -> Game:
    """A game of :data:`endings.GAMES`; ``start`` is a seed known to be right."""
    return find(flavour, name, start)


@cache
def staged(flavour: Flavour, name: str, at: int = 0) -> Game:
    """A game with an ending of :data:`endings.ENDINGS` in hand ``at``."""
    return stage(name, flavour, at=at)


def compressed(content: bytes) -> bytes:
    """gzip without a time stamp."""
    return gzip.compress(content, mtime=0)


EAST, SANMA = flavours.TENHOU_EAST, flavours.TENHOU_3P
TENHOU_GAMES: dict[str, Callable[[], Game]] = {
    "riichi-tsumo-ron": lambda: played(EAST, "short", 0),
    "west-extension": lambda: played(EAST, "extension", 5),
    "agari-yame": lambda: played(EAST, "agari_yame", 50),
    "tenpai-yame": lambda: played(EAST, "tenpai_yame", 34),
    "leftover-sticks": lambda: played(EAST, "leftover_sticks", 31),
    "tie": lambda: played(EAST, "tie", 86),
    "four-riichi": lambda: played(EAST, "suucha_riichi", 14),
    "zero-points-play-on": lambda: played(EAST, "zero_points_play_on", 159),
    "double-ron-and-bust": lambda: played(EAST, "two_ron", 96),
    "kokushi-13-waits": lambda: staged(EAST, "kokushi_musou_13_wait"),
    "pao-ron": lambda: staged(EAST, "pao_ron", 1),
    "pao-tsumo-two-yakuman": lambda: staged(EAST, "pao_tsumo_with_another_yakuman"),
    "four-kans-of-one-player": lambda: staged(EAST, "suukantsu_by_all_kinds_of_kan"),
    "suukaikan": lambda: staged(EAST, "suukaikan_by_open_kans"),
    "sancha-hou": lambda: staged(EAST, "sancha_hou"),
    "suufon-renda": lambda: staged(EAST, "suufon_renda"),
    "chankan": lambda: staged(EAST, "chankan", 1),
    "nagashi-mangan": lambda: staged(EAST, "nagashi_mangan"),
    "kakan-then-ankan": lambda: staged(EAST, "kakan_then_ankan"),
    "riichi-on-a-ronned-tile": lambda: staged(flavours.TENHOU_2009_EAST, "riichi_on_a_tile_ronned_twice"),
    "integer-scores": lambda: played(flavours.TENHOU_2010, "bust", 0),
    "sanma": lambda: played(SANMA, "honba_three", 252),
    "sanma-bust": lambda: played(SANMA, "bust", 25),
    "sanma-kita-ron": lambda: staged(SANMA, "kita_ron"),
    "sanma-2009": lambda: staged(flavours.TENHOU_3P_2009, "sanma_kyuushu_kyuuhai"),
}


def _xml(name: str) -> Callable[[], bytes]:
    """The document of a game, one or another kind of trouble added to a few."""

    def content() -> bytes:
        game = TENHOU_GAMES[name]()
        gone = (Interruption(0, 2, 10, 40), Interruption(1, 1, 5)) if name == "west-extension" else ()
        text = write_xml(game, gone)
        if name == "agari-yame":
            text = shuffle_attributes(text, random.Random(name))
        if name == "tie":
            text = pretty(respace(text, space=True))
        return compressed(text.encode()) if name in {"sanma-bust", "integer-scores"} else text.encode()

    return content


def _tenhou_xml() -> Iterator[Sample]:
    for name, game in TENHOU_GAMES.items():
        suffix = ".mjlog" if name in {"sanma-bust", "integer-scores"} else ".xml"
        yield Sample(f"tenhou_xml/{name}_{sitting(game()).log_id}{suffix}", _xml(name))


def samples() -> Iterator[Sample]:
    """Every sample, folder by folder."""
    yield from _tenhou_xml()


def main(folder: Path = FOLDER) -> None:
    """Write every sample."""
    for sample in samples():
        path = folder / sample.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(sample.content())


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
