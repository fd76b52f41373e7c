"""How fast the parser of mjai logs is, against ``json.loads`` of every line and a visit of every event in Python.

    python benchmarks/parse_mjai.py [FILE…]

Compared in one run on the same bytes, in CPU seconds of one thread:

    json.loads    each line decoded by the standard library, the type and actor of each event read
    tables        ``parse`` without events: every table but ``events``
    events        ``parse`` with events

Files are repeated until they make a batch of the size ``convert`` uses. Without files the sample logs are taken.
"""

import argparse
import json
import os
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("POLARS_MAX_THREADS", "1")

import polars as pl

from mjlog.parsing import DOCUMENTS
from parsers.mjai import PARSER

SAMPLES = Path(__file__).parents[1] / "sample_logs" / "mjai"
BATCH = 20_000_000


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", nargs="*", type=Path, help="mjai logs, one event a line")
    arguments.add_argument("--repeat", type=int, default=5, help="runs of which the cheapest counts")
    chosen = arguments.parse_args()
    contents = [path.read_bytes() for path in chosen.files or sorted(SAMPLES.glob("*.json"))]
    contents = [content for content in contents if content.startswith(b'{"') and b"\n" in content.strip()]
    contents *= max(BATCH // sum(map(len, contents)), 1)
    documents = pl.DataFrame(
        {"source": [str(n) for n in range(len(contents))], "member": [None] * len(contents), "content": contents},
        schema=DOCUMENTS,
    )
    events = sum(content.count(b"\n") for content in contents)
    size = sum(map(len, contents)) / 1e6
    print(f"{len(contents):,} logs, {size:.0f} MB, {events:,} events; best of {chosen.repeat}, CPU seconds\n")
    report(
        {
            "json.loads": lambda: walk(contents),
            "tables": lambda: PARSER.parse(documents, False),
            "events": lambda: PARSER.parse(documents, True),
        },
        chosen.repeat,
        len(contents),
    )


def walk(contents: list[bytes]) -> int:
    """The baseline: every event decoded and looked at."""
    actors = 0
    for content in contents:
        for line in content.splitlines():
            event = json.loads(line)
            if event["type"] != "none":
                actors += event.get("actor", 0)
    return actors


def report(runs: dict[str, Callable[[], object]], repeat: int, games: int) -> None:
    """A line a run: cheapest CPU time, games a second, ratio to the first."""
    costs = {name: min(cpu(run) for _ in range(repeat)) for name, run in runs.items()}
    first = next(iter(costs.values()))
    for name, cost in costs.items():
        print(f"{name:14} {cost:8.3f} s {games / cost:10,.0f} games/s   {cost / first:5.2f} x")


def cpu(run: Callable[[], object]) -> float:
    """CPU seconds of a run."""
    start = time.process_time()
    run()
    return time.process_time() - start


if __name__ == "__main__":
    main()
