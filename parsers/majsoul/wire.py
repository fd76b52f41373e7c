"""What can still be read of a protobuf message that is cut or damaged: its fields up to the damage."""

from collections.abc import Iterator
from typing import Final

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_FIXED: Final = {_FIXED64: 8, _FIXED32: 4}
_LONGEST_VARINT: Final = 10


def byte_fields(message: bytes) -> Iterator[tuple[int, bytes, bool]]:
    """Fields that hold bytes: number, content, and whether it is whole; the last one may be cut."""
    place = 0
    while place < len(message):
        tag, place = _varint(message, place)
        size, place = (0, place) if tag is None else _size(tag & 7, message, place)
        if tag is None or size is None:
            return
        end = place + size
        if tag & 7 == _BYTES:
            yield tag >> 3, message[place:end], end <= len(message)
        place = end


def _size(wire_type: int, message: bytes, place: int) -> tuple[int | None, int]:
    """Length of a field's content and where it begins; null for what is not protobuf."""
    if wire_type == _BYTES:
        return _varint(message, place)
    if wire_type == _VARINT:
        value, place = _varint(message, place)
        return (None if value is None else 0), place
    return _FIXED.get(wire_type), place


def _varint(message: bytes, place: int) -> tuple[int | None, int]:
    value = 0
    for shift, byte in enumerate(message[place : place + _LONGEST_VARINT]):
        value |= (byte & 127) << 7 * shift
        if byte < 128:
            return value, place + shift + 1
    return None, place
