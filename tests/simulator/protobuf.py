"""Protobuf's wire format, as far as Mahjong Soul records need it: numbers, text, messages, packed repeats."""

from collections.abc import Mapping
from typing import Any

Fields = Mapping[str, tuple[int, str]]
"""Name of a field to its number and type: ``int``, ``bool``, ``text``, ``bytes`` or a message; ``[]`` repeats."""


def varint(value: int) -> bytes:
    """A number of the wire; negative ones take ten bytes."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _chunk(number: int, content: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(content)) + content


def _single(number: int, kind: str, value: Any, schema: Mapping[str, Fields]) -> bytes:
    if kind in {"int", "bool"}:
        return varint(number << 3) + varint(int(value))
    content = value.encode() if kind == "text" else value if kind == "bytes" else encode(kind, value, schema)
    return _chunk(number, content)


def encode(message: str, values: Mapping[str, Any], schema: Mapping[str, Fields]) -> bytes:
    """A message's bytes; zero, false and empty fields are left out, as proto3 does."""
    out = []
    for name, (number, kind) in sorted(schema[message].items(), key=lambda item: item[1][0]):
        value = values.get(name)
        if not value and not (isinstance(value, dict) and name in values):
            continue
        if not kind.endswith("[]"):
            out.append(_single(number, kind, value, schema))
        elif kind in {"int[]", "bool[]"}:
            out.append(_chunk(number, b"".join(varint(int(item)) for item in value)))
        else:
            out += [_single(number, kind[:-2], item, schema) for item in value]
    return b"".join(out)
