"""What people are shown in words: text of logs fit for a terminal, a page or a chart, and numbers of things.

Names are whatever somebody typed. A line break tears a table, an escape sequence recolors the terminal, a mark of
direction turns what follows around, and the library that draws charts ends the process at a control character. So what
people are shown passes through here, once, where it is put on a line; data formats keep every byte.

The one rule is two patterns, written in letters that Python's and polars' expressions read alike.
"""

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import polars as pl

_BREAKS: Final = "\\s*[\t-\r\x1c-\x1e\x85\u2028\u2029]\\s*"
"""Tabs and ends of lines, with the blanks around them: a blank."""
_UNFIT: Final = "[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufdd0-\ufdef\ufffe\uffff]"
"""Control characters, marks of direction and what is no character: nothing."""
_BREAK, _DROPPED = re.compile(_BREAKS), re.compile(_UNFIT)
_DROPPED_FROM_PAGES: Final = re.compile(f"(?![\n\t]){_UNFIT}")


def plain(text: str) -> str:
    """The text on one line, without what is no writing."""
    return text if text.isprintable() else _DROPPED.sub("", _BREAK.sub(" ", text))


def plain_page(text: str) -> str:
    """The text without what is no writing, its lines kept."""
    return _DROPPED_FROM_PAGES.sub("", text)


def plain_column(text: "pl.Expr") -> "pl.Expr":
    """A column of texts, each made :func:`plain`."""
    return text.str.replace_all(_BREAKS, " ").str.replace_all(_UNFIT, "")


def plain_values(value: Any) -> Any:
    """Nested lists and mappings, such as the specification of a chart, with every text in them made :func:`plain`."""
    match value:
        case str():
            return plain(value)
        case dict():
            return {plain(key) if isinstance(key, str) else key: plain_values(each) for key, each in value.items()}
        case list():
            return [plain_values(each) for each in value]
        case _:
            return value


def counted(number: int, thing: str, things: str | None = None) -> str:
    """``1 game``, ``2,879 games``."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"
