"""How fast Tenhou XML is parsed, as ratios measured in one run on the same logs.

    python benchmarks/parse_tenhou_xml.py [FOLDER]

The folder holds ``tenhou_xml.zip`` (or logs of its own); without one it is the folder that MJLOG_REAL_LOGS names.
Compared on one thread, in processor seconds, best of several runs taken in turn:

    gunzip      decompressing the logs, with isal
    lxml        that, and parsing each with lxml and visiting every tag in Python
    parse       the parser on the decompressed logs, without and with events, replicated to the games asked for

A copy of a game has another id in its name, as another game would have.
"""

import os

os.environ["POLARS_MAX_THREADS"] = "1"  # read when polars is imported

import argparse
import gzip
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import polars as pl
from isal import igzip
from lxml import etree

from mjlog.parsing import DOCUMENTS
from parsers.tenhou_xml import PARSER

BATCH = 16_000_000
"""Bytes of a batch, about what the inputs hand to a parser at once."""


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = os.environ.get("MJLOG_REAL_LOGS", ".")
    arguments.add_argument("folder", type=Path, nargs="?", default=Path(default), help="folder of logs")
    arguments.add_argument("--games", type=int, default=10_000)
    arguments.add_argument("--runs", type=int, default=5)
    options = arguments.parse_args()
    logs = list(read(options.folder))
    plain = [log for log in logs if log.startswith(b"<mjloggm ")]
    packed = [gzip.compress(log, 6) for log in plain]
    batches = list(batched(logs, options.games))
    games = sum(batch.height for batch in batches)
    copies, size = games / len(logs), sum(map(len, logs))
    print(f"{len(logs):,} logs of {size / 1e6:.1f} MB, parsed {copies:.1f} times: {games:,} games")
    events = sum(PARSER.parse(batch, True).events.height for batch in batches)
    steps = {
        "gunzip": (lambda: [igzip.decompress(log) for log in packed], 1),
        "lxml": (lambda: [walk(log) for log in packed], 1),
        "parse": (lambda: [PARSER.parse(batch, False) for batch in batches], copies),
        "parse, events": (lambda: [PARSER.parse(batch, True) for batch in batches], copies),
    }
    best = dict.fromkeys(steps, float("inf"))
    for _ in range(options.runs):
        for name, (step, times) in steps.items():
            best[name] = min(best[name], seconds(step) / times)
    print(f"{'':14} {'x lxml':>8} {'x gunzip':>9} {'games/s':>9} {'MB/s':>7}")
    for name, cost in best.items():
        rates = f"{len(logs) / cost:9,.0f} {size / 1e6 / cost:7.0f}"
        print(f"{name:14} {cost / best['lxml']:8.3f} {cost / best['gunzip']:9.2f} {rates}")
    print(f"{events / games:.0f} events a game, {events / copies / best['parse, events'] / 1e6:.1f} million a second")


def read(folder: Path):
    """The logs of a folder or of the archive in it, decompressed."""
    archive = folder / "tenhou_xml.zip" if folder.is_dir() else folder
    if archive.is_file():
        with zipfile.ZipFile(archive) as members:
            contents = [members.read(name) for name in sorted(members.namelist())]
    else:
        contents = [path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()]
    for content in contents:
        yield gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content


def batched(logs: list[bytes], games: int):
    """Batches of the logs, replicated to about so many games."""
    rows, size = [], 0
    for number in range(max(games, len(logs))):
        log = logs[number % len(logs)]
        rows.append((f"{2012010100 + number // 1000}gm-00a9-0000-{number:08x}.xml", None, log))
        size += len(log)
        if size > BATCH:
            yield pl.DataFrame(rows, DOCUMENTS, orient="row")
            rows, size = [], 0
    if rows:
        yield pl.DataFrame(rows, DOCUMENTS, orient="row")


def walk(log: bytes):
    for element in etree.fromstring(igzip.decompress(log)).iter():
        element.tag  # noqa: B018


def seconds(step: Callable[[], object]) -> float:
    start = time.process_time()
    step()
    return time.process_time() - start


if __name__ == "__main__":
    main()
