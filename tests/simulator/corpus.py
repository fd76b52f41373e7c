"""Writes simulated games by the thousand, for benchmarks and for trying things out.

``python -m tests.simulator.corpus FOLDER --games 5000 --format tenhou-xml --flavour tenhou --gzip``
"""

import argparse
import gzip
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tests.simulator import majsoul, mjai, tenhou_json
from tests.simulator.flavours import FLAVOURS
from tests.simulator.game import simulate
from tests.simulator.model import Game
from tests.simulator.sitting import sitting
from tests.simulator.tenhou_xml import write_xml

WRITERS: dict[str, tuple[str, Callable[[Game], bytes]]] = {
    "tenhou-xml": (".xml", lambda game: write_xml(game).encode()),
    "tenhou-json": (".json", lambda game: tenhou_json.write_json(game).encode()),
    "majsoul": (".bin", majsoul.response),
    "majsoul-json": (".json", lambda game: majsoul.write_json(game).encode()),
    "mjai": (".json", lambda game: mjai.write_mjai(game, "mortal").encode()),
}


def written(seed: int, flavour: str, form: str, *, compress: bool) -> tuple[str, bytes]:
    """Name and bytes of one game."""
    suffix, write = WRITERS[form]
    game = simulate(FLAVOURS[flavour], seed)
    content = write(game)
    if compress:
        suffix, content = f"{suffix}.gz", gzip.compress(content, mtime=0)
    return f"{sitting(game).log_id}{suffix}", content


def write_corpus(folder: Path, seeds: range, flavour: str, form: str, *, compress: bool, processes: int) -> None:
    """Games of these seeds, a file each."""
    folder.mkdir(parents=True, exist_ok=True)
    make = partial(written, flavour=flavour, form=form, compress=compress)
    with ProcessPoolExecutor(processes) as pool:
        for name, content in pool.map(make, seeds, chunksize=16):
            (folder / name).write_bytes(content)


def main() -> None:
    """The command line."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--games", type=int, default=1000)
    arguments.add_argument("--first-seed", type=int, default=0)
    arguments.add_argument("--flavour", choices=FLAVOURS, default="tenhou")
    arguments.add_argument("--format", choices=WRITERS, default="tenhou-xml")
    arguments.add_argument("--gzip", action="store_true")
    arguments.add_argument("--processes", type=int, default=2)
    asked = arguments.parse_args()
    seeds = range(asked.first_seed, asked.first_seed + asked.games)
    write_corpus(asked.folder, seeds, asked.flavour, asked.format, compress=asked.gzip, processes=asked.processes)


if __name__ == "__main__":
    main()
