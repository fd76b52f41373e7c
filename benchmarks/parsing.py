"""What the benchmarks of single parsers share: a batch of documents, and a parser against decoding the same bytes.

Compared in one run, in CPU seconds of one thread, turn by turn, the cheapest of several runs each:

    decode      the standard decoder on every document, and a visit of every event in Python
    tables      ``parse`` without events: every table but ``events``
    events      ``parse`` with events
"""

import os

os.environ.setdefault("POLARS_MAX_THREADS", "1")  # read when polars is imported

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import polars as pl

from mjlog.ingest.reading import BATCH_BYTES, BATCH_DOCUMENTS
from mjlog.parsing import DOCUMENTS, Parser

SAMPLES = Path(__file__).parents[1] / "sample_logs"


def asked(doc: str, help_of_files: str) -> argparse.Namespace:
    """The options: ``files`` and ``repeat``."""
    arguments = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", nargs="*", type=Path, help=help_of_files)
    arguments.add_argument("--repeat", type=int, default=5, help="runs of which the cheapest counts")
    return arguments.parse_args()


def contents_of(files: list[Path], samples: str, usable: Callable[[bytes], object]) -> list[bytes]:
    """The usable ones of the files, or of a folder of sample logs."""
    paths = files or sorted(path for path in (SAMPLES / samples).iterdir() if path.is_file())
    return [content for content in (path.read_bytes() for path in paths) if usable(content)]


def compare(kind: str, contents: list[bytes], parser: Parser, walk: Callable[[bytes], int], repeat: int) -> None:
    """Print how a parser does on documents, repeated until they make a batch.

    Args:
        kind: what they are.
        contents: the documents; a batch is what ``convert`` hands to a parser at once, and copies have names of their
            own, such as one platform gives its logs.
        parser: the parser.
        walk: decodes a document and visits its events; tells how many there are.
        repeat: runs.
    """
    times = min(BATCH_BYTES // sum(map(len, contents)), BATCH_DOCUMENTS // len(contents))
    contents = contents * max(times, 1)
    names = [f"{n:06}-00000000-0000-0000-0000-000000000000.log" for n in range(len(contents))]
    columns = {"source": names, "member": None, "content": contents}
    documents = pl.DataFrame(columns, schema=DOCUMENTS)
    runs: dict[str, Callable[[], object]] = {
        "decode": lambda: sum(map(walk, contents)),
        "tables": lambda: parser.parse(documents, False),
        "events": lambda: parser.parse(documents, True),
    }
    events, size = sum(map(walk, contents)), sum(map(len, contents)) / 1e6
    print(f"{kind}: {len(contents):,} documents, {size:.0f} MB, {events:,} events; best of {repeat}, CPU seconds\n")
    times = [{name: cpu(run) for name, run in runs.items()} for _ in range(repeat)]
    costs = {name: min(each[name] for each in times) for name in runs}
    for name, cost in costs.items():
        print(f"{name:10} {cost:8.3f} s {len(contents) / cost:10,.0f} games/s   {cost / costs['decode']:5.2f} x")
    print()


def cpu(run: Callable[[], object]) -> float:
    """CPU seconds of a run."""
    start = time.process_time()
    run()
    return time.process_time() - start
