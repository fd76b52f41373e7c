"""How fast the parser of Mahjong Soul records is, against decoding the same bytes and visiting every record in Python.

    python benchmarks/parse_majsoul.py [FILE…]

Compared as :mod:`parsing` says, for protobuf and for JSON records each. Decoding of protobuf: every record decoded by
the same library and definition, its fields listed; of JSON: json.loads, and every record's fields looked at. Without
files the sample logs are taken.
"""

import json
from typing import Any

from parsing import asked, compare, contents_of

from parsers.majsoul import PARSER
from parsers.majsoul import majsoul_pb2 as protocol

DETAILS = b"\x0a\x15.lq.GameDetailRecords"


def main() -> None:
    options = asked(__doc__, "raw records (protobuf) and JSON with actions or records")
    for kind, usable, walk in (("protobuf", is_protobuf, walk_protobuf), ("JSON", json_records, walk_json)):
        contents = contents_of(options.files, "majsoul", usable)
        if contents:
            compare(kind, contents, PARSER, walk, options.repeat)


def is_protobuf(content: bytes) -> bool:
    return content.startswith(DETAILS)


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


if __name__ == "__main__":
    main()
