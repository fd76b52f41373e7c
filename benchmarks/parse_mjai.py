"""How fast the parser of mjai logs is, against ``json.loads`` of every line and a visit of every event in Python.

    python benchmarks/parse_mjai.py [FILE…]

Compared as :mod:`parsing` says; decoding is json.loads of each line, the type and actor of each event read. Without
files the sample logs are taken.
"""

import json

from parsing import asked, compare, contents_of

from parsers.mjai import PARSER


def main() -> None:
    options = asked(__doc__, "mjai logs, one event a line")
    compare("mjai", contents_of(options.files, "mjai", is_lines), PARSER, walk, options.repeat)


def is_lines(content: bytes) -> bool:
    return content.startswith(b'{"type') and b"\n" in content.strip()


def walk(content: bytes) -> int:
    """The baseline: every event decoded and looked at."""
    seen = 0
    for line in content.splitlines():
        event = json.loads(line)
        seen += event["type"] != "none" and event.get("actor", 0) >= 0
    return seen


if __name__ == "__main__":
    main()
