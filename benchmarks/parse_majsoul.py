"""How fast the parser of Mahjong Soul records is, against decoding the same bytes and visiting every record in Python.

    python benchmarks/parse_majsoul.py [FILE…]

Compared in one run on the same bytes, in CPU seconds of one thread, for protobuf and for JSON records each:

    decode      protobuf: every record decoded by the same library and definition, its fields listed;
                JSON: json.loads, and every record's fields looked at
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
from typing import Any

os.environ.setdefault("POLARS_MAX_THREADS", "1")

import polars as pl

from mjlog.parsing import DOCUMENTS
from parsers.majsoul import PARSER
from parsers.majsoul import majsoul_pb2 as protocol

SAMPLES = Path(__file__).parents[1] / "sample_logs" / "majsoul"
BATCH = 12_000_000
DETAILS = b"\x0a\x15.lq.GameDetailRecords"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument(
        "files", nargs="*", type=Path, help="raw records (protobuf) and JSON with actions or records"
    )
    arguments.add_argument("--repeat", type=int, default=5, help="runs of which the cheapest counts")
    chosen = arguments.parse_args()
    contents = [path.read_bytes() for path in chosen.files or sorted(SAMPLES.iterdir())]
    compare("protobuf", [each for each in contents if each.startswith(DETAILS)], walk_protobuf, chosen.repeat)
    compare("JSON", [each for each in contents if json_records(each)], walk_json, chosen.repeat)


def compare(kind: str, contents: list[bytes], walk: Callable[[bytes], int], repeat: int) -> None:
    """The table of one kind of documents."""
    contents = contents * max(BATCH // sum(map(len, contents)), 1)
    documents = pl.DataFrame(
        {
            "source": [f"{n:06}-{0:08}-{0:04}-{0:04}-{0:04}-{0:012}" for n in range(len(contents))],
            "member": [None] * len(contents),
            "content": contents,
        },
        schema=DOCUMENTS,
    )
    records = sum(walk(content) for content in contents)
    size = sum(map(len, contents)) / 1e6
    print(f"{kind}: {len(contents):,} games, {size:.0f} MB, {records:,} records; best of {repeat}, CPU seconds\n")
    runs: dict[str, Callable[[], object]] = {
        "decode": lambda: [walk(content) for content in contents],
        "tables": lambda: PARSER.parse(documents, False),
        "events": lambda: PARSER.parse(documents, True),
    }
    costs = {name: min(cpu(run) for _ in range(repeat)) for name, run in runs.items()}
    for name, cost in costs.items():
        print(f"{name:14} {cost:8.3f} s {len(contents) / cost:10,.0f} games/s   {cost / costs['decode']:5.2f} x")
    print()


def walk_protobuf(content: bytes) -> int:
    """The baseline: every record decoded, the fields it has listed."""
    details = protocol.GameDetailRecords.FromString(protocol.Wrapper.FromString(content).data)
    records = list(details.records) or [action.result for action in details.actions]
    seen = 0
    for record in records:
        kind = getattr(protocol, record.name.removeprefix(".lq."), None)
        if kind is not None:
            seen += kind.FromString(record.data).ListFields() is not None
    return seen


def walk_json(content: bytes) -> int:
    """The baseline: the document decoded, every record's fields looked at."""
    seen = 0
    for record in json_records(content):
        seen += all(value is not None for value in record["data"].values())
    return seen


def json_records(content: bytes) -> list[dict[str, Any]]:
    """The records of a JSON document of the usual shapes, decoded; nothing for any other document."""
    try:
        document = json.loads(content)
    except ValueError:
        return []
    data = document.get("data", document) if isinstance(document, dict) else {}
    data = data.get("data", data) if isinstance(data, dict) else {}
    if not isinstance(data, dict):
        return []
    records = data.get("records") or [action["result"] for action in data.get("actions", ()) if "result" in action]
    return records if all(isinstance(record, dict) and "data" in record for record in records) else []


def cpu(run: Callable[[], object]) -> float:
    """CPU seconds of a run."""
    start = time.process_time()
    run()
    return time.process_time() - start


if __name__ == "__main__":
    main()
