"""Where every tag, attribute and number of a batch of Tenhou XML stands, as flat arrays.

A log is a flat list of empty elements without text between them, so the places of three signs say everything: ``<``
starts a tag, ``"`` bounds a value, ``,`` parts its numbers. Two passes over the bytes of a whole batch find them;
what follows is arithmetic on those places. Nothing here knows mahjong.

The invariant: a document that :func:`scan` does not call odd is exactly ``<mjloggm …>``, then known tags with known
attributes in well-formed markup, then ``</mjloggm>``. Anything else, well-formed or not, is odd, and is first
rewritten by :mod:`parsers.tenhou_xml.repair`.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np

from parsers.tenhou_xml.grammar import (
    ABSENT,
    ATTRIBUTES,
    FIRST_LETTERS,
    HEAD,
    HEAD_MASK,
    LETTER_KIND,
    LONG_NAMES,
    NAME_LENGTH,
    NO_TILE,
    PLAY_LETTERS,
    WIDTH,
    Bytes,
    Flags,
    Ints,
    Kind,
    Numbers,
    Words,
)


def ranges(starts: Ints, counts: Ints) -> Ints:
    """The numbers ``start, start + 1, …`` of every range, end to end."""
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(starts - (ends - counts), counts) + np.arange(total)


@dataclass(frozen=True, slots=True)
class Markup:
    """The tags, attributes and numbers of a batch.

    Attributes:
        text: the documents' bytes end to end.
        words: the eight bytes from every byte on as one number.
        first_tag: the first tag of each document, and the number of tags.
        at: place of each tag in the text, and the end of the text.
        kind: :class:`Kind` of each tag.
        tile: tile (0-135) of a draw or discard, else :data:`NO_TILE`.
        others: the tags that are no draw or discard.
        slot: where in ``attribute`` the attributes of each of these begin.
        attribute: attribute by slot, -1 where it is absent.
        opened: place of each attribute's first quote.
        closed: place of its last quote.
        items: how many numbers its value has, were it a list of numbers.
        first_number: place of its first number in ``numbers``, if its numbers are read.
        numbers: the numbers, and a last one that is none.
    """

    text: Bytes
    words: Words
    first_tag: Ints
    at: Ints
    kind: Bytes
    tile: Bytes
    others: Ints
    slot: Ints
    attribute: Ints
    opened: Ints
    closed: Ints
    items: Ints
    first_number: Ints
    numbers: Numbers


class OddDocumentsError(Exception):
    """Some documents of a batch are not in canonical form.

    Attributes:
        documents: which.
    """

    def __init__(self, documents: Ints) -> None:
        super().__init__()
        self.documents = documents

    @classmethod
    def at(cls, starts: Ints, places: Ints) -> Self:
        """Of the documents that some places (bytes or tags) are in, by the first place of each document."""
        return cls(np.unique(np.searchsorted(starts, places, "right") - 1))


def scan(text: Bytes, bounds: Ints) -> Markup:
    """The tags, attributes and numbers of documents that stand end to end.

    Every document begins with :data:`ROOT_TAG`, ends with :data:`END_TAG` and is ASCII, so that a look a few bytes
    ahead of a tag or behind a quote stays inside the text.

    Args:
        text: the documents.
        bounds: where each one starts, and where the last one ends.

    Raises:
        OddDocumentsError: some are not in canonical form.
    """
    signs = _Signs.of(text, np.ndarray((len(text) - 7,), "<u8", text, strides=(1,)), bounds)
    tags = _tags(signs, bounds)
    attributes = _attributes(signs, tags)
    numeric = np.flatnonzero(attributes.numeric)
    items = np.where(attributes.empty, 0, np.diff(signs.quotes)[::2])
    first_number = np.zeros(len(items), np.int64)
    first_number[numeric] = np.cumsum(items[numeric]) - items[numeric]
    return Markup(
        text=text,
        words=signs.words,
        first_tag=tags.first_tag,
        at=tags.at,
        kind=tags.kind,
        tile=tags.tile,
        others=tags.others,
        slot=attributes.slot,
        attribute=attributes.attribute,
        opened=signs.opened,
        closed=signs.closed,
        items=items,
        first_number=first_number,
        numbers=_numbers(signs, ranges(signs.quotes[::2].take(numeric), items[numeric])),
    )


@dataclass(frozen=True, slots=True)
class _Signs:
    """The text, as bytes and as a word of eight bytes from every byte on; places of its signs.

    ``places`` are those of quotes, commas and a few others that no number holds; ``quotes`` says which are quotes.
    A reference (``&amp;``) is for the repair.
    """

    text: Bytes
    words: Words
    places: Ints
    quotes: Ints
    opened: Ints
    closed: Ints

    @classmethod
    def of(cls, text: Bytes, words: Words, bounds: Ints) -> Self:
        places = np.flatnonzero(text - np.uint8(ord('"')) <= ord(",") - ord('"'))
        sign = text.take(places)
        references = places[sign == ord("&")]
        if len(references):
            raise OddDocumentsError.at(bounds, references)
        quotes = np.flatnonzero(sign == ord('"'))
        return cls(text, words, places, quotes, places.take(quotes[::2]), places.take(quotes[1::2]))


@dataclass(frozen=True, slots=True)
class _Tags:
    """Places and kinds of the tags; of those that are no draw or discard also their name's end and attributes."""

    first_tag: Ints
    at: Ints
    kind: Bytes
    tile: Bytes
    others: Ints
    other_kind: Bytes
    name_end: Ints
    attributes: Ints


def _tags(signs: _Signs, bounds: Ints) -> _Tags:
    at, kind, tile = _play(signs.text)
    others = np.flatnonzero(kind == Kind.ODD)
    kinds, name_end = _kinds(signs, at.take(others))
    kind[others] = kinds
    first_tag = np.searchsorted(at[:-1], bounds)
    start, end = at.take(others), at.take(others + 1)
    places = signs.places.take(signs.quotes)
    first_quote = np.searchsorted(places, start)
    next_quote = np.append(first_quote[1:], len(places))
    quotes = next_quote - first_quote
    tail = end - places.take(next_quote - 1, mode="clip")
    good = _well_bounded(signs.text, kinds, tail, end) & (quotes % 2 == 0) & ((quotes > 0) == (kinds != Kind.END))
    edges = (kinds == Kind.ROOT) | (kinds == Kind.END)
    if np.count_nonzero(edges) != 2 * len(bounds) - 2:
        good &= ~edges | np.isin(others, np.append(first_tag[:-1], first_tag[1:] - 1))
    if not good.all():
        raise OddDocumentsError.at(first_tag, others[~good])
    return _Tags(first_tag, at, kind, tile, others, kinds, name_end, quotes // 2)


def _play(text: Bytes) -> tuple[Ints, Bytes, Bytes]:
    """Places of all tags, kinds and tiles of the draws and discards; the others are odd as yet."""
    at = np.append(np.flatnonzero(text == ord("<")), len(text))
    length = np.minimum(np.diff(at), 255).astype(np.uint8)
    kind = LETTER_KIND.take(text[1:].take(at[:-1]))
    last_five = at[1:] - 5
    hundred, ten, one = (text[place:].take(last_five) - np.uint8(ord("0")) for place in range(3))
    slash, close = (text[place:].take(last_five) for place in (3, 4))
    tens, hundreds = length > len("<T0/>"), length == len("<T000/>")
    tile = one + tens * (np.uint8(10) * ten)
    play = (kind < len(PLAY_LETTERS)) & (one < 10) & (slash == ord("/")) & (close == ord(">"))
    play &= (length == len("<T0/>")) | (ten < 10) & (
        (length == len("<T00/>")) | hundreds & (hundred == 1) & (tile < 36)
    )
    tile += hundreds * np.uint8(100)
    kind[~play] = Kind.ODD
    tile[~play] = NO_TILE
    return at, kind, tile


def _kinds(signs: _Signs, places: Ints) -> tuple[Bytes, Ints]:
    """Kinds of the tags at these places, and the last byte of their names; two letters say which kind a tag may be."""
    head = signs.words[places + 1]
    kinds = FIRST_LETTERS.take((head & np.uint64(0xFFFF)).view(np.int64))
    good = (head & HEAD_MASK.take(kinds)) == HEAD.take(kinds)
    for kind, rest in LONG_NAMES.items():
        long = np.flatnonzero(kinds == kind)
        for ahead, byte in enumerate(rest, 9):
            good[long] &= signs.text.take(places[long] + ahead) == byte
    kinds[~good] = Kind.ODD
    return kinds, places + NAME_LENGTH.take(kinds)


def _well_bounded(text: Bytes, kinds: Bytes, tail: Ints, end: Ints) -> Flags:
    """Whether tags end as they must: in ``"/>`` or ``" />``, the root in ``">``.

    Args:
        text: the documents.
        kinds: of the tags.
        tail: how many bytes each has from its last quote on; the end tag, known by its place, has none.
        end: where each ends.
    """
    spaced = (tail == len('" />')) & (text.take(end - 3) == ord(" "))
    slashed = (spaced | (tail == len('"/>'))) & (text.take(end - 2) == ord("/"))
    closed = np.where(kinds == Kind.ROOT, tail == len('">'), slashed | (kinds == Kind.END))
    return closed & (text.take(end - 1) == ord(">")) & (kinds != Kind.ODD)


@dataclass(frozen=True, slots=True)
class _Attributes:
    """Attributes by tag and name (as in :class:`Markup`), and of each whether it is numbers and whether it is empty."""

    slot: Ints
    attribute: Ints
    numeric: Flags
    empty: Flags


def _attributes(signs: _Signs, tags: _Tags) -> _Attributes:
    """Name every attribute and file it under its tag; the name stands between the sign before and ``="``."""
    opened, closed, text = signs.opened, signs.closed, signs.text
    row = np.repeat(np.arange(len(tags.others)), tags.attributes)
    before = np.empty_like(opened)
    before[1:] = closed[:-1]
    has = tags.attributes > 0
    before[(np.cumsum(tags.attributes) - tags.attributes)[has]] = tags.name_end[has]
    lengths = opened - before - len(' ="')
    unused = np.uint64(8) * (8 - np.clip(lengths, 0, 8)).view(np.uint64)
    heads = signs.words[before[lengths > 8] + 2]
    codes, good = ATTRIBUTES.find(signs.words[opened - len("12345678=")] >> unused, lengths, heads)
    codes += tags.other_kind.take(row) * np.int64(ATTRIBUTES.column.shape[1])
    column = ATTRIBUTES.column.take(codes)
    good &= (column >= 0) & (text.take(before + 1) == ord(" ")) & (text.take(opened - 1) == ord("="))
    widths = WIDTH.take(tags.other_kind)
    slot = np.cumsum(widths) - widths
    nowhere = int(widths.sum())
    slots = np.where(good, slot.take(row) + column, nowhere)
    attribute = np.full(nowhere + 1, -1, np.int64)
    attribute[slots] = np.arange(len(slots))
    good &= attribute.take(slots) == np.arange(len(slots))
    if not good.all():
        raise OddDocumentsError.at(tags.first_tag, tags.others[row[~good]])
    return _Attributes(slot, attribute[:nowhere], ATTRIBUTES.numeric.take(codes), closed - opened == 1)


def _numbers(signs: _Signs, which: Ints) -> Numbers:
    """The whole number between each of these signs and the sign after it; :data:`ABSENT` where there is none.

    The eight bytes before the second sign are read as one word, what is before the number is blanked, and neighbours
    are joined three times: digits to numbers below 100, these to numbers below 10,000, these to the number.
    """
    start, end = signs.places.take(which), signs.places[1:].take(which)
    opening = signs.text.take(start)
    start += 1
    negative = signs.text.take(start) == ord("-")
    digits = end - start
    digits -= negative
    good = (digits.view(np.uint64) - np.uint64(1) < 8) & ((opening == ord('"')) | (opening == ord(",")))
    end -= 8
    joined = signs.words[end]
    joined ^= np.uint64(0x3030303030303030)
    blank = np.clip(8 - digits, 0, 7, out=digits).view(np.uint64)
    blank *= np.uint64(8)
    joined >>= blank
    joined <<= blank
    good &= (joined + np.uint64(0x7676767676767676)) & np.uint64(0x8080808080808080) == 0
    for step, mask in ((8, 0x00FF00FF00FF00FF), (16, 0x0000FFFF0000FFFF), (32, 0xFFFFFFFF)):
        joined *= np.uint64(10 ** (step // 8) * 2**step + 1)
        joined >>= np.uint64(step)
        joined &= np.uint64(mask)
    number = np.append(joined.astype(np.int32), np.int32(ABSENT))
    np.negative(number[:-1], out=number[:-1], where=negative)
    number[:-1][~good] = ABSENT
    return number
