"""How fast the parser of tenhou.net/6 JSON is, against decoding the same bytes and visiting every event in Python.

    python benchmarks/parse_tenhou_json.py [FILE…]

Compared in one run on the same bytes, in CPU seconds of one thread, turn by turn:

    decode      json.loads, and every element of every seat's deal, takes and discards looked at
    tables      ``parse`` without events: every table but ``events``
    events      ``parse`` with events

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
from parsers.tenhou_json import PARSER

SAMPLES = Path(__file__).parents[1] / "sample_logs" / "tenhou_json"
GAMES = 2000
ITEMS = 17


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", nargs="*", type=Path, help="logs of one JSON object each")
    arguments.add_argument("--games", type=int, default=GAMES, help="games of the batch")
    arguments.add_argument("--repeat", type=int, default=5, help="runs of which the cheapest counts")
    chosen = arguments.parse_args()
    paths = chosen.files or [path for path in sorted(SAMPLES.iterdir()) if path.is_file()]
    contents = [content for content in (path.read_bytes() for path in paths) if is_log(content)]
    if not contents:
        arguments.error("none of the files is a log of one JSON object")
    compare((contents * (chosen.games // len(contents) + 1))[: chosen.games], chosen.repeat)


def is_log(content: bytes) -> bool:
    """Whether the content is one object with hands of the usual number of items."""
    try:
        hands = json.loads(content)["log"]
    except (ValueError, KeyError, TypeError):
        return False
    return bool(hands) and all(len(hand) == ITEMS for hand in hands)


def compare(contents: list[bytes], repeat: int) -> None:
    """Print the table."""
    documents = pl.DataFrame(
        {
            "source": [f"{number}.json" for number in range(len(contents))],
            "member": [None] * len(contents),
            "content": contents,
        },
        schema=DOCUMENTS,
    )
    events, size = sum(map(walk, contents)), sum(map(len, contents)) / 1e6
    print(f"{len(contents):,} games, {size:.0f} MB, {events:,} elements; best of {repeat}, CPU seconds\n")
    runs: dict[str, Callable[[], object]] = {
        "decode": lambda: sum(map(walk, contents)),
        "tables": lambda: PARSER.parse(documents, False),
        "events": lambda: PARSER.parse(documents, True),
    }
    times = [{name: cpu(run) for name, run in runs.items()} for _ in range(repeat)]
    costs = {name: min(each[name] for each in times) for name in runs}
    for name, cost in costs.items():
        print(f"{name:10} {cost:8.3f} s {len(contents) / cost:10,.0f} games/s   {cost / costs['decode']:5.2f} x")


def walk(content: bytes) -> int:
    """The baseline: the document decoded, every element looked at and told apart from a text."""
    seen = 0
    for hand in json.loads(content)["log"]:
        for elements in hand[4:-1]:
            for element in elements:
                seen += 1 if isinstance(element, int) else bool(element)
    return seen


def cpu(run: Callable[[], object]) -> float:
    """CPU seconds of one run."""
    started = time.process_time()
    run()
    return time.process_time() - started


if __name__ == "__main__":
    main()
