"""Records of Mahjong Soul as objects with the protocol's field names, whether they come as protobuf or as JSON.

Both kinds have every field of ``majsoul.proto``, with the protocol's default where a document leaves it out, so that
what walks a record does not know which it is. The structs of the JSON are derived from the protocol's descriptors, once
in snake_case and once in camelCase, as exporters write either.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import DecodeError
from msgspec import Raw

from parsers.majsoul import majsoul_pb2 as protocol

Decode: TypeAlias = Callable[[Any], Any]

UNDECODABLE: Final = (DecodeError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What decoding raises for a message that is damaged or of another shape."""

_SCALARS: Final[dict[int, tuple[type, Any]]] = {
    FieldDescriptor.TYPE_UINT32: (int, 0),
    FieldDescriptor.TYPE_INT32: (int, 0),
    FieldDescriptor.TYPE_BOOL: (bool, False),
    FieldDescriptor.TYPE_STRING: (str, ""),
    FieldDescriptor.TYPE_BYTES: (str, ""),
}
_SNAKE_KEY: Final = re.compile(rb'"[a-z]+_\w*"\s*:')
_ALIASES: Final = {f"begin_tiles[{seat}]": f"tiles{seat}" for seat in range(4)}
"""Keys that records edited by hand have for the dealt tiles."""


@cache
def _struct(message: Descriptor, *, camel: bool) -> type[msgspec.Struct]:
    """The struct of a message of the protocol."""
    fields = [(field.name, *_type(field, camel=camel)) for field in message.fields]
    names = {field.name: field.json_name if camel else field.name for field in message.fields}
    return msgspec.defstruct(message.name, fields, rename=names, gc=False)


def _type(field: FieldDescriptor, *, camel: bool) -> tuple[Any, Any]:
    if field.message_type is not None:
        kind, default = _struct(field.message_type, camel=camel), None
        plain = msgspec.field(default_factory=kind)
    else:
        kind, default = _SCALARS[field.type]
        plain = default
    return (list[kind], msgspec.field(default_factory=list)) if field.is_repeated else (kind, plain)  # type: ignore[valid-type]


@cache
def from_protobuf(name: str) -> Decode:
    """Decodes a message of the protocol from its bytes."""
    decode: Decode = getattr(protocol, name).FromString
    return decode


@cache
def from_json(name: str) -> Decode:
    """Decodes a message of the protocol from a JSON object."""
    message = protocol.DESCRIPTOR.message_types_by_name[name]
    snake = msgspec.json.Decoder(_struct(message, camel=False)).decode
    camel = msgspec.json.Decoder(_struct(message, camel=True)).decode
    camel_keys = [f'"{name}"'.encode() for name in sorted(_camel_names(message))]

    def decode(raw: Raw | bytes) -> Any:
        text = bytes(raw) or b"{}"
        try:
            for key in camel_keys:
                if key in text:
                    break
            else:
                return snake(text)
            if _SNAKE_KEY.search(text) is None:
                return camel(text)
        except msgspec.ValidationError:
            pass
        return msgspec.convert(_tidied(msgspec.json.decode(text)), _struct(message, camel=False), strict=False)

    return decode


def _camel_names(message: Descriptor) -> set[str]:
    """Names of fields, those of messages within among them, that differ in camelCase."""
    names = {field.json_name for field in message.fields if field.json_name != field.name}
    return names.union(*(_camel_names(field.message_type) for field in message.fields if field.message_type))


def _tidied(value: Any) -> Any:
    """Keys in snake_case and nulls left out: what exporters that mix spellings or write every field mean."""
    if isinstance(value, dict):
        return {_snake(key): _tidied(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_tidied(item) for item in value]
    return value


@cache
def _snake(key: str) -> str:
    return _ALIASES.get(key) or _JSON_NAMES.get(key, key)


_JSON_NAMES: Final = {
    field.json_name: field.name
    for message in protocol.DESCRIPTOR.message_types_by_name.values()
    for field in message.fields
}
