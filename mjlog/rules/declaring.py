"""How a switch is declared, read and written.

A switch is one field of a group's dataclass: its annotation says which values exist (a ``Literal``, a number, a list),
its metadata what they mean. Reading a value from text or TOML, refusing it, printing it and listing it are derived from
that one declaration, so that a switch is added by adding its field.
"""

import dataclasses
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from types import UnionType
from typing import Any, Final, Literal, NamedTuple, Self, Union, get_args, get_origin

THOUSAND: Final = 1000
HIGHEST_THOUSANDS: Final = 1000
"""A number of thousands above this was surely meant in points."""

HIGHEST_WHOLE: Final = 10_000_000
"""Points, and sums of them, stay whole numbers of 32 bits with this."""


class RuleError(ValueError):
    """A rule set, a switch or a value that does not exist, or values that cannot stand together."""


class FloatUma(NamedTuple):
    """Uma by rank when so many players are at or above the line (浮きウマ); written ``1:12/-1/-3/-8``."""

    floaters: int
    uma: tuple[int, ...]

    @classmethod
    def read(cls, text: str) -> Self:
        """From ``floaters:first/second/…`` in thousands."""
        floaters, _, uma = text.partition(":")
        return cls(int(floaters), tuple(_thousands(part) for part in uma.split("/")))

    def text(self) -> str:
        """As :meth:`read` takes it."""
        return f"{self.floaters}:{'/'.join(map(_thousands_text, self.uma))}"


class SideBet(NamedTuple):
    """A bet between two seats (差しウマ); written ``0-3:20`` or ``0-3:20:bashin``, ``all:10`` for every pair."""

    first: int
    second: int
    amount: int
    bashin: bool = False

    @classmethod
    def read(cls, text: str) -> Self:
        """From ``seat-seat:amount[:bashin]``, the amount in thousands; ``all`` is every pair (seats 0-0)."""
        pair, amount, *kind = text.split(":")
        if kind not in ([], ["flat"], ["bashin"]):
            raise ValueError(text)
        first, second = (0, 0) if pair == "all" else map(int, pair.split("-"))
        return cls(first, second, _thousands(amount), kind == ["bashin"])

    def text(self) -> str:
        """As :meth:`read` takes it."""
        pair = f"{self.first}-{self.second}" if self.first != self.second else "all"
        return f"{pair}:{_thousands_text(self.amount)}{':bashin' if self.bashin else ''}"


class SeatPenalty(NamedTuple):
    """A penalty an umpire gave a seat; written ``2:20``."""

    seat: int
    amount: int

    @classmethod
    def read(cls, text: str) -> Self:
        """From ``seat:amount``, the amount in thousands."""
        seat, amount = text.split(":")
        return cls(int(seat), _thousands(amount))

    def text(self) -> str:
        """As :meth:`read` takes it."""
        return f"{self.seat}:{_thousands_text(self.amount)}"


@dataclasses.dataclass(frozen=True)
class Switch:
    """What is known of a switch.

    Attributes:
        name: its field of the rule set.
        group: what it belongs to.
        annotation: the type of its values.
        default: its value in the seeds' common rule.
        number: its number in the inventory of rules ("36", "43b"), empty where it has none.
        ja: the term in Japanese.
        en: the term in English.
        doc: what its values do, in one or two sentences.
        unit: of numbers: points, thousands (of points; kept as points), sticks, han, …
        least: smallest number allowed.
        most: largest number allowed.
        words: the words a list may hold.
    """

    name: str
    group: str
    annotation: Any
    default: Any
    number: str
    ja: str
    en: str
    doc: str
    unit: str | None = None
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()

    @property
    def values(self) -> str:
        """The allowed values, for people."""
        parts = [word for kind in _alternatives(self.annotation) for word in _kind_values(kind, self)]
        return " | ".join(parts)

    def read(self, raw: object) -> Any:
        """The value that a text or a TOML value means.

        Raises:
            RuleError: no value of this switch; the message names the nearest one.
        """
        for kind in _alternatives(self.annotation):
            try:
                return self._checked(_read(kind, raw, self))
            except (ValueError, TypeError, InvalidOperation, KeyError):
                continue
        raise RuleError(f"{self.name} = {_shown(raw)} is not a value of {self.name} ({self.values}){self._hint(raw)}")

    def text(self, value: object) -> str:
        """A value as :meth:`read` takes it from a text."""
        return _text(value, thousands=self.unit == "thousands")

    def _hint(self, raw: object) -> str:
        words = [word for kind in _alternatives(self.annotation) for word in _words(kind, self)]
        parts = [str(part) for part in raw] if isinstance(raw, list) else str(raw).split(",")
        near = [match for part in parts if part.strip() not in words for match in _nearest(part.strip(), words)]
        if near:
            return f"; did you mean {near[0]!r}?"
        if self.unit == "thousands" and any(part.strip().lstrip("+-").isdigit() for part in parts):
            return "; the unit is thousands of points"
        return ""

    def _checked(self, value: Any) -> Any:
        for number in value if isinstance(value, tuple) else (value,):
            if isinstance(number, int) and not isinstance(number, bool):
                low, high = self.least, self.most
                if (low is not None and number < low) or (high is not None and number > high):
                    raise ValueError(number)
        return value


def switch(
    default: Any,
    number: str,
    ja: str,
    en: str,
    doc: str,
    *,
    unit: str | None = None,
    least: int | None = None,
    most: int | None = None,
    words: Iterable[str] = (),
) -> Any:
    """Declare a switch: a dataclass field with its default and the metadata of :class:`Switch`."""
    about = {"number": number, "ja": ja, "en": en, "doc": doc, "unit": unit, "least": least, "most": most}
    return dataclasses.field(default=default, metadata={**about, "words": tuple(words)})


def nearest(name: str, names: Iterable[str]) -> str:
    """``"; did you mean 'x'?"`` for the nearest of the names, or nothing."""
    near = _nearest(name, list(names))
    return f"; did you mean {near[0]!r}?" if near else ""


def _nearest(name: str, names: list[str]) -> list[str]:
    return get_close_matches(name.lower(), names, n=1, cutoff=0.5)


def _alternatives(annotation: Any) -> tuple[Any, ...]:
    """A union's members, words before numbers so that a word is never taken for a bad number."""
    if get_origin(annotation) in (Union, UnionType):
        return get_args(annotation)
    return (annotation,)


def _kind_values(kind: Any, about: Switch) -> list[str]:
    words = _words(kind, about)
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        if words:
            return [f"list of: {', '.join(words)}"]
        if hasattr(inner, "read"):
            return [f"list of {inner.__doc__.split('written ')[1].split('``')[1]}"]
        return [f"list of {about.unit or 'numbers'}"]
    if words:
        return words
    bounds = f" {about.least}-{about.most}" if about.most is not None and about.unit != "thousands" else ""
    return [f"{about.unit or 'number'}{bounds}"]


def _words(kind: Any, about: Switch) -> list[str]:
    if kind is bool:
        return ["true", "false"]
    if get_origin(kind) is Literal:
        return [str(word) for word in get_args(kind)]
    if get_origin(kind) is tuple:
        return list(about.words) or _words(get_args(kind)[0], about)
    return []


def _read(kind: Any, raw: object, about: Switch) -> Any:
    if kind is bool:
        return _flag(raw)
    if kind is int:
        return _thousands(raw) if about.unit == "thousands" else _whole(raw)
    if get_origin(kind) is Literal:
        return _word(str(raw), get_args(kind))
    if get_origin(kind) is tuple:
        return _list(get_args(kind)[0], raw, about)
    if kind is str:
        return _word(str(raw), about.words)
    return kind.read(str(raw))


def _list(inner: Any, raw: object, about: Switch) -> tuple[Any, ...]:
    if isinstance(raw, str):
        words = _words(inner, about) or list(about.words)
        if raw.strip() == "all" and words:
            return tuple(words)
        empty = raw.strip() in ("", "none") and raw.strip() not in words
        raw = [] if empty else [part.strip() for part in raw.split(",")]
    elif not isinstance(raw, list):
        raw = [raw]
    return tuple(_read(inner, part, about) for part in raw)


def _flag(raw: object) -> bool:
    flags = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    return raw if isinstance(raw, bool) else flags[str(raw).strip().lower()]


def _word(text: str, words: tuple[str, ...]) -> str:
    if text.strip() not in words:
        raise ValueError(text)
    return text.strip()


def _whole(raw: object) -> int:
    if isinstance(raw, bool):
        raise TypeError(raw)
    number = int(str(raw).strip())
    if abs(number) > HIGHEST_WHOLE:
        raise ValueError(raw)
    return number


def _thousands(raw: object) -> int:
    """Points from a number of thousands; one decimal and more are exact."""
    if isinstance(raw, bool):
        raise TypeError(raw)
    points = Decimal(str(raw).strip()) * THOUSAND
    if points != int(points) or abs(points) > HIGHEST_THOUSANDS * THOUSAND:
        raise ValueError(raw)
    return int(points)


def _thousands_text(points: int) -> str:
    return f"{(Decimal(points) / THOUSAND).normalize():f}"


def _text(value: object, *, thousands: bool) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return _thousands_text(value) if thousands else str(value)
    if isinstance(value, FloatUma | SideBet | SeatPenalty):
        return value.text()
    if isinstance(value, tuple):
        return ",".join(_text(part, thousands=thousands) for part in value) or "none"
    return str(value)


def _shown(raw: object) -> str:
    return ",".join(map(str, raw)) if isinstance(raw, list) else str(raw)
