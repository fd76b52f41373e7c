"""Makes ``sample_logs/``: small simulated games of every format, the same bytes every time.

``python -m tests.simulator.make_samples [FOLDER]`` writes all of them; without a folder into ``sample_logs``.
"""

import gzip
import json
import random
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.simulator import flavours, majsoul, mjai, sheets, tenhou_json, tenhou_list
from tests.simulator.endings import find, stage
from tests.simulator.flavours import Flavour
from tests.simulator.game import simulate
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
    "agari-yame": lambda: played(EAST, "agari_yame", 42),
    "tenpai-yame": lambda: played(EAST, "tenpai_yame", 34),
    "leftover-sticks": lambda: played(EAST, "leftover_sticks", 35),
    "tie": lambda: played(EAST, "tie", 86),
    "four-riichi": lambda: played(EAST, "suucha_riichi", 14),
    "zero-points-play-on": lambda: played(EAST, "zero_points_play_on", 1535),
    "double-ron": lambda: played(EAST, "two_ron", 190),
    "every-call": lambda: played(EAST, "everything_called", 585),
    "extension-to-its-end": lambda: played(EAST, "extension_to_the_end", 1144),
    "tie-for-the-first-place": lambda: played(EAST, "tie_for_the_first_place", 1064),
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


MAJSOUL, MAJSOUL_SANMA = flavours.MAJSOUL_EAST, flavours.MAJSOUL_3P
TENHOU_JSON: dict[str, tuple[Callable[[], Game], tenhou_json.Shape]] = {
    "riichi-tsumo-ron": (lambda: played(EAST, "short", 16), tenhou_json.Shape()),
    "pao-ron": (lambda: staged(EAST, "pao_ron_off_the_liable", 1), tenhou_json.Shape()),
    "four-kans-of-one-player": (lambda: staged(EAST, "suukantsu"), tenhou_json.Shape()),
    "nagashi-mangan": (lambda: staged(EAST, "nagashi_mangan_of_the_dealer"), tenhou_json.Shape()),
    "sanma": (lambda: played(SANMA, "short", 10), tenhou_json.Shape()),
    "editor": (lambda: played(EAST, "ronned_riichi", 155), tenhou_json.Shape("editor")),
    "editor-hand-by-hand": (lambda: played(EAST, "agari_yame", 50), tenhou_json.Shape("editor", layout="lines")),
    "mahjong-soul-export": (lambda: played(MAJSOUL, "ronned_riichi"), tenhou_json.Shape("exporter")),
    "mahjong-soul-export-english": (
        lambda: staged(MAJSOUL, "triple_ron", 1),
        tenhou_json.Shape("exporter", language="en"),
    ),
    "mahjong-soul-export-sanma": (lambda: played(MAJSOUL_SANMA, "bust", 30), tenhou_json.Shape("exporter")),
}


def _tenhou_json() -> Iterator[Sample]:
    for name, (make, shape) in TENHOU_JSON.items():
        game = make()
        identity = f"_{sitting(game).log_id}" if shape.tool == "tenhou" else ""
        suffix = "jsonl" if shape.layout == "lines" else "json"
        yield Sample(
            f"tenhou_json/{name}{identity}.{suffix}", lambda g=game, s=shape: tenhou_json.write_json(g, s).encode()
        )


MJAI: dict[str, tuple[Callable[[], Game], str, str]] = {
    "gimite.mjson": (lambda: played(flavours.FREE_EAST, "bust", 233), "gimite", "lines"),
    "gimite-pao.mjson": (lambda: staged(flavours.FREE_EAST, "pao_ron"), "gimite", "lines"),
    "mortal.json": (lambda: played(flavours.FREE_EAST, "leftover_sticks", 4), "mortal", "lines"),
    "mortal-sancha-hou.json.gz": (lambda: staged(flavours.FREE_EAST, "sancha_hou"), "mortal", "lines"),
    "mortal-sanma.jsonl": (TENHOU_GAMES["sanma-kita-ron"], "mortal", "lines"),
    "array.json": (lambda: staged(flavours.FREE_EAST, "kakan_then_ankan"), "mortal", "array"),
    "events.json": (lambda: staged(flavours.FREE_EAST, "double_ron_with_the_dealer"), "mortal", "object"),
    "akochan.json": (lambda: played(flavours.FREE_EAST, "ronned_riichi", 12), "akochan", "lines"),
}


def _mjai() -> Iterator[Sample]:
    for name, (make, dialect, layout) in MJAI.items():

        def content(make: Callable[[], Game] = make, dialect: str = dialect, layout: str = layout) -> bytes:
            return mjai.write_mjai(make(), dialect, layout).encode()

        yield Sample(f"mjai/{name}", (lambda c=content: compressed(c())) if name.endswith(".gz") else content)


def _majsoul() -> Iterator[Sample]:
    """Every shape of a record, each of another game."""

    def short() -> Game:
        return played(MAJSOUL, "short", 462)

    def sanma() -> Game:
        return played(MAJSOUL_SANMA, "bust")

    yield Sample("majsoul/details-only.bin", lambda: majsoul.details(short()))
    yield Sample("majsoul/record.bin", lambda: majsoul.response(played(MAJSOUL, "leftover_sticks", 92)))
    yield Sample("majsoul/record-2019.bin", lambda: majsoul.response(played(MAJSOUL, "tie", 126), majsoul.OF_2019))
    yield Sample("majsoul/websocket-response.bin", lambda: majsoul.websocket(played(MAJSOUL, "extension", 43)))
    yield Sample("majsoul/sanma.bin", lambda: majsoul.response(sanma(), majsoul.NEWEST))
    yield Sample("majsoul/with-robots.bin", lambda: majsoul.response(staged(MAJSOUL, "tenhou"), robots=(1, 3)))
    texts: dict[str, Callable[[], str]] = {
        "actions": lambda: majsoul.write_json(staged(MAJSOUL, "triple_ron")),
        "actions-2021": lambda: majsoul.write_json(
            staged(MAJSOUL, "pao_ron_with_another_yakuman"), era=majsoul.OF_2021
        ),
        "records": lambda: majsoul.write_json(staged(MAJSOUL, "kokushi_robs_a_closed_kan"), "records"),
        "base64": lambda: majsoul.write_json(played(MAJSOUL, "agari_yame", 58), "base64", majsoul.OF_2019),
        "oldest-details": lambda: majsoul.write_json(staged(MAJSOUL, "suukaikan"), "details", majsoul.OLDEST),
        "bare": lambda: majsoul.write_json(staged(MAJSOUL, "nagashi_mangan"), "bare", prefix=False),
        "sanma": lambda: majsoul.write_json(staged(MAJSOUL_SANMA, "kita_ron")),
    }
    for name, text in texts.items():
        yield Sample(f"majsoul/{name}.json", lambda t=text: t().encode())


MEMBERS = ("Aki", "Ben", "Chie", "Dai", "Emi", "Fumio", "Gina", "Haru", "Ito", "Jun")
LEAGUE_TABLES = 8


def league() -> list[dict[str, object]]:
    """Sheets of a season: eight tables of ten members under M.League's rules, no two of a table with equal points."""
    out = []
    rng = random.Random("league")
    seed = 0
    while len(out) < LEAGUE_TABLES:
        game = simulate(flavours.MLEAGUE, seed)
        seed += 1
        if len(set(game.points)) == game.n:
            evening, table = divmod(len(out), 2)
            game.names = rng.sample(MEMBERS, 4)
            out.append(sheets.sheet(game, f"season-2026-evening-{evening + 1}-table-{table + 1}"))
    return out


def _hands_json() -> Iterator[Sample]:
    for place, content in enumerate(league()):
        yield Sample(
            f"hands_json/league/evening-{place // 2 + 1}-table-{place % 2 + 1}.json",
            lambda c=content: sheets.write_sheet(c).encode(),
        )

    def others() -> bytes:
        made = [
            sheets.sheet(
                staged(flavours.TENHOU, "pao_tsumo_with_another_yakuman", 1), "pao", counters=True, deltas=True
            ),
            sheets.sheet(played(SANMA, "bust", 25), "three-players", deltas=True),
            sheets.sheet(staged(flavours.TENHOU, "nagashi_mangan"), "nagashi"),
        ]
        return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in made).encode()

    yield Sample("hands_json/sheets.jsonl", others)


def _tenhou_list() -> Iterator[Sample]:
    def games(flavour: Flavour, number: int) -> list[Game]:
        return [simulate(flavour, seed) for seed in range(3000 + 10 * number, 3003 + 10 * number)]

    for kind, some in (
        ("sca20240301.log", games(EAST, 0)),
        ("scb20240301.log", games(EAST, 1)),
        ("scc20240301.html.gz", [*games(EAST, 2), *games(SANMA, 2)]),
        ("scc20160213.html", games(flavours.TENHOU_2010, 3)),
        ("scd20240301.log", games(EAST, 4)),
        ("sce20240301.html", games(EAST, 5)),
        ("scf20240301.html", games(EAST, 6)),
    ):
        text = tenhou_list.write_list(some, kind[:3]).encode()
        yield Sample(f"tenhou_list/{kind}", lambda t=text, k=kind: compressed(t) if k.endswith(".gz") else t)


def samples() -> Iterator[Sample]:
    """Every sample, folder by folder."""
    yield from _tenhou_xml()
    yield from _tenhou_json()
    yield from _mjai()
    yield from _majsoul()
    yield from _hands_json()
    yield from _tenhou_list()


def main(folder: Path = FOLDER) -> None:
    """Write every sample."""
    for sample in samples():
        path = folder / sample.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(sample.content())


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
