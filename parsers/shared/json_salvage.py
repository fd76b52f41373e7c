"""What can still be read of a JSON text that ends too early: the whole objects of a list."""

from collections.abc import Iterator
from typing import Final

_QUOTE, _BACKSLASH, _OPEN, _CLOSE = b'"\\{}'
_LIST_END: Final = ord("]")


def whole_objects(text: bytes) -> Iterator[bytes]:
    """Objects of a list whose inside ``text`` begins with, up to the list's or the text's end.

    What remains of an object that is cut is given last, so that its reader can say so; nothing where none is.
    """
    depth, start, quoted, escaped = 0, 0, False, False
    for place, sign in enumerate(text):
        if quoted:
            quoted = escaped or sign != _QUOTE
            escaped = sign == _BACKSLASH and not escaped
        elif sign == _QUOTE:
            quoted = True
        elif sign == _OPEN:
            start, depth = (place if depth == 0 else start), depth + 1
        elif sign == _CLOSE:
            depth -= 1
            if depth == 0:
                yield text[start : place + 1]
        elif sign == _LIST_END and depth == 0:
            return
    if depth > 0:
        yield text[start:]
