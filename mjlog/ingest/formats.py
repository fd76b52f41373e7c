"""Formats as plug-ins: known by name without being imported, told from content by asking each parser.

A plug-in that cannot be imported or whose sniffer raises is named in :func:`broken` and never stops anything.
"""

from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from polars.exceptions import PanicException

from mjlog.parsing import ENTRY_POINTS, Parser

HEAD: Final = 1 << 16
"""How many bytes of a document a sniffer may look at."""


class FormatError(Exception):
    """There is no such format, or its parser cannot be loaded."""


@cache
def _entries() -> dict[str, EntryPoint]:
    entries: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: (entry.name, entry.value)):
        entries.setdefault(entry.name, entry)
    return entries


def names() -> tuple[str, ...]:
    """Every format that is installed, no parser imported."""
    return tuple(_entries())


@cache
def parser(name: str) -> Parser:
    """The parser of a format.

    Raises:
        FormatError: no format has that name, or its parser cannot be loaded.
    """
    entry = _entries().get(name)
    if entry is None:
        close = get_close_matches(name, names(), n=1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        raise FormatError(f"There is no format {name!r}.{hint} Known are {', '.join(names())}.")
    try:
        loaded = entry.load()
    except Exception as problem:
        raise FormatError(f"the parser {name!r} ({entry.value}) cannot be loaded: {problem!r}") from problem
    if not isinstance(loaded, Parser):
        raise FormatError(f"the parser {name!r} ({entry.value}) is no mjlog.parsing.Parser")
    return loaded


@cache
def _loaded() -> tuple[dict[str, Parser], dict[str, str]]:
    good: dict[str, Parser] = {}
    bad: dict[str, str] = {}
    for name in names():
        try:
            good[name] = parser(name)
        except FormatError as problem:
            bad[name] = str(problem)
    return good, bad


@cache
def parsers() -> tuple[Parser, ...]:
    """Every parser that can be loaded, in the order in which they are asked about a document."""
    return tuple(sorted(_loaded()[0].values(), key=lambda each: (not each.quick, each.name)))


def broken() -> dict[str, str]:
    """Formats whose parser cannot be loaded, and why."""
    return dict(_loaded()[1])


def recognize(content: bytes, name: str) -> Parser | None:
    """The parser that claims a document; the first one asked where several do."""
    head = content[:HEAD]
    return next((each for each in parsers() if claims(each, head, name)), None)


def claims(each: Parser, head: bytes, name: str) -> bool:
    """Whether a parser claims a document by its first bytes and its name; a sniffer that fails claims nothing."""
    try:
        return each.sniff(head, name)
    except (Exception, PanicException):  # noqa: BLE001 -- somebody else's code
        return False


def is_log(content: bytes) -> bool:
    """Whether the content, unpacked if need be, is a log of a known format."""
    from mjlog.ingest.reading import unpack  # noqa: PLC0415 -- reading needs this module

    return recognize(unpack(content).content, "") is not None
