"""JSON as people write it by hand (JSON5): comments, trailing commas, single quotes and bare keys, made plain JSON."""

import json
import re
from typing import Final

_TOKEN: Final = re.compile(
    r'"(?:[^"\\]|\\.)*"'
    r"|'(?P<single>(?:[^'\\]|\\.)*)'"
    r"|(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))"
    r"|(?P<trailing>,(?=(?:\s|//[^\n]*+|/\*.*?\*/)*+[\]}]))"
    r"|(?P<key>[A-Za-z_$][\w$]*)(?=\s*:)",
    re.DOTALL,
)


def plain_json(content: bytes) -> bytes:
    """The same text without what JSON does not allow; text that is neither is given back unmended."""
    return _TOKEN.sub(_plain, content.decode("utf-8-sig", "replace")).encode()


def _plain(token: re.Match[str]) -> str:
    if token["comment"] is not None or token["trailing"] is not None:
        return ""
    if token["key"] is not None:
        return f'"{token["key"]}"'
    if token["single"] is not None:
        return json.dumps(token["single"].replace("\\'", "'"), ensure_ascii=False)
    return token[0]
