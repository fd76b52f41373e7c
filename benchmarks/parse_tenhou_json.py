"""How fast the parser of tenhou.net/6 JSON is, against decoding the same bytes and visiting every event in Python.

    python benchmarks/parse_tenhou_json.py [FILE…]

Compared as :mod:`parsing` says; decoding is json.loads, and every element of every seat's deal, takes and discards
looked at. Without files the sample logs are taken, whose games are short: with games as long as people play them what
a game costs by itself weighs half as much.
"""

import json

from parsing import asked, compare, contents_of

from parsers.tenhou_json import PARSER

ITEMS = 17


def main() -> None:
    options = asked(__doc__, "logs of one JSON object each")
    compare("tenhou.net/6", contents_of(options.files, "tenhou_json", is_log), PARSER, walk, options.repeat)


def is_log(content: bytes) -> bool:
    """Whether the content is one object with hands of the usual number of items."""
    try:
        hands = json.loads(content)["log"]
    except (ValueError, KeyError, TypeError):
        return False
    return bool(hands) and all(len(hand) == ITEMS for hand in hands)


def walk(content: bytes) -> int:
    """The baseline: the document decoded, every element looked at and told apart from a text."""
    seen = 0
    for hand in json.loads(content)["log"]:
        for elements in hand[4:-1]:
            for element in elements:
                seen += 1 if isinstance(element, int) else bool(element)
    return seen


if __name__ == "__main__":
    main()
