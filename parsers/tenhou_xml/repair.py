"""Documents that are not as Tenhou writes them, rewritten so that they are.

People keep logs with a byte order mark, a declaration, comments, line breaks, several games in a file; tools write
attributes that Tenhou does not; downloads stop anywhere. Such a document is read token by token and each of its games
written anew in the form :mod:`parsers.tenhou_xml.scan` takes. What cannot be read is noted with its place and leaves a
mark where it stood: it costs the hand it stands in and no other. A hand whose beginning cannot be read
gets one that says nothing, so that it does not spoil the hand before it and keeps its place in the count.
"""

import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from mjlog.vocabulary import ErrorCode
from parsers.tenhou_xml.grammar import END_TAG, TAGS, Kind

_S: Final = rb"[ \t\r\n]"
_NAME: Final = rb"[A-Za-z_][A-Za-z0-9_.-]*"
_VALUE: Final = rb"(?:\"[^\"<\x00-\x08\x0b\x0c\x0e-\x1f]*\"|'[^'<\x00-\x08\x0b\x0c\x0e-\x1f]*')"
_PLAY: Final = rb"[TUVWDEFG](?:\d|[1-9]\d|1[0-2]\d|13[0-5])"
_PLAYS: Final = rb"(?:<" + _PLAY + _S + rb"*/>" + _S + rb"*)+"
_TOKEN: Final = re.compile(
    rb"(?P<plays>" + _PLAYS + rb")"
    rb"|(?P<space>" + _S + rb"+|<!--(?:(?!--)[^\x00-\x08\x0b\x0c\x0e-\x1f])*-->)"
    rb"|<(?P<name>" + _NAME + rb")(?P<attributes>(?:" + _S + rb"+" + _NAME + _S + rb"*=" + _S + rb"*" + _VALUE + rb")*)"
    + _S + rb"*(?P<slash>/?)>"
    rb"|</(?P<end>" + _NAME + rb")" + _S + rb"*>"
)  # fmt: skip
"""Draws and discards in a row, white space or a comment, a tag, an end tag."""

_WIN: Final = re.compile(rb"^<AGARI|\b(?:fromWho|machi|doraHai)\b")
"""What only a win has in it, however damaged."""

_PLAY_NAME: Final = re.compile(_PLAY)
_ATTRIBUTE: Final = re.compile(rb"(" + _NAME + rb")" + _S + rb"*=" + _S + rb"*(" + _VALUE + rb")")
_PROLOGUE: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:<\?xml" + _S + rb"+version" + _S + rb"*=" + _S + rb"*[\"']1\.0[\"']"
    rb"(?:" + _S + rb"+encoding" + _S + rb"*=" + _S + rb"*[\"'](?i:utf-8|utf-16|us-ascii|ascii)[\"'])?"
    rb"(?:" + _S + rb"+standalone" + _S + rb"*=" + _S + rb"*[\"'](?:yes|no)[\"'])?" + _S + rb"*\?>)?"
)  # fmt: skip
_WHITE: Final = re.compile(rb"[\t\r\n]")
_REFERENCE: Final = re.compile(rb"&(?:(amp|lt|gt|quot|apos);|#([0-9]{1,7});|#x([0-9A-Fa-f]{1,6});)?")
_NO_CHARACTER: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_STRANGE: Final = re.compile(rb"[^\x20-%(-;=?-~]")
_TO_ESCAPE: Final = re.compile(rb"[^\x20!#-%'-;=?-~]")

_ENTITIES: Final = {b"amp": "&", b"lt": "<", b"gt": ">", b"quot": '"', b"apos": "'"}
_KINDS: Final = {tag.name: kind for kind, tag in TAGS.items() if kind != Kind.BROKEN}
_KNOWN: Final = {kind: {name.encode() for name in (*tag.numbers, *tag.texts)} for kind, tag in TAGS.items()}
_ROOT: Final = b'<mjloggm ver="2.3">'
_START: Final = b'<INIT shuffle=""/>'
_BROKEN: Final = b'<%b at=""/>' % TAGS[Kind.BROKEN].name

SHOWN: Final = 60
WARNINGS: Final = (ErrorCode.TEXT_OUTSIDE, ErrorCode.DOUBLED_ATTRIBUTE, ErrorCode.NOT_UTF8)
"""Codes of what is noted and costs nothing."""


class Note(NamedTuple):
    """Something to tell: which game of the document and which of its hands, where it begins, its code, and words."""

    game: int | None
    hand: int | None
    offset: int
    code: ErrorCode
    message: str


@dataclass(slots=True)
class Game:
    """A game as Tenhou would write it, and the pieces of the document that its tags were made of.

    Attributes:
        text: the game.
        pieces: where each piece began and, if it was more than one tag, what it was.
    """

    text: bytes
    pieces: list[tuple[int, bytes]]

    def offset(self, tag: int) -> int:
        """Where in the document one of the game's tags began, counted from the root; -1 is the end tag."""
        place, piece = self.pieces[-1]
        if tag < 0:
            return place
        for place, piece in self.pieces:  # noqa: B007 - the piece the tag stands in is wanted
            count = piece.count(b"<") or 1
            if tag < count:
                break
            tag -= count
        at = -1
        for _ in range(tag + 1 if piece else 0):
            at = piece.index(b"<", at + 1)
        return place + max(at, 0)


class RefusedError(Exception):
    """A document that can only be refused as a whole; carries the reason."""

    def __init__(self, offset: int, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.note = Note(None, None, offset, code, message)


def repair(content: bytes) -> tuple[list[Game], list[Note]]:
    """The games of a document, none if it is refused, and what is to be noted about it."""
    reader = _Reader(content)
    try:
        reader.read()
    except RefusedError as refused:
        return [], [refused.note]
    if not reader.games and not reader.notes:
        return [], [Note(None, None, 0, ErrorCode.WRONG_FORMAT, "there is no <mjloggm> element: this is no Tenhou log")]
    return [Game(b"".join([*game.parts, END_TAG]), game.pieces) for game in reader.games], reader.notes


@dataclass(slots=True)
class _Written:
    """A game while it is read: what was written of it, and how far its course has come.

    Attributes:
        implicit: it began without its root.
        hands: how many hands have begun.
        result: name of the last result; empty in mid-hand and before the first hand.
        open_end: that result is a ron that is not said to end the game, so that another winner may follow.
        final: that result is said to end the game.
        noted: the hand of which it was last noted that it cannot be read.
    """

    pieces: list[tuple[int, bytes]]
    parts: list[bytes] = field(default_factory=lambda: [_ROOT])
    implicit: bool = False
    hands: int = 0
    result: bytes = b""
    open_end: bool = False
    final: bool = False
    noted: int | None = None

    def write(self, text: bytes, place: int, piece: bytes = b"") -> None:
        self.parts.append(text)
        self.pieces.append((place, piece))

    @property
    def playing(self) -> bool:
        return self.hands > 0 and not self.result

    @property
    def hand(self) -> int | None:
        """The hand that something here belongs to: the one in play, or the one that comes next."""
        return self.hands - 1 if self.playing else self.hands or None

    def spoil(self, place: int, piece: bytes = b"") -> int | None:
        """Mark that something here cannot be read, and tell whose hand it belongs to.

        It spoils the hand in play, or the one just won by ron if it may have been another win.
        """
        win = self.open_end and (b"<AGARI".startswith(piece) or _WIN.search(piece))
        if self.playing or win:
            self.write(_BROKEN, place)
            return self.hands - 1
        self.noted = self.hand
        return self.hand


class _Reader:
    """Reads a document token by token."""

    def __init__(self, content: bytes) -> None:
        self.games: list[_Written] = []
        self.notes: list[Note] = []
        self._content = content
        self._game: _Written | None = None

    def read(self) -> None:
        """Read all of it; :class:`RefusedError` if it can only be refused."""
        content = self._content
        prologue = _PROLOGUE.match(content)
        place = prologue.end() if prologue else 0
        while place < len(content):
            token = _TOKEN.match(content, place)
            if token is None:
                place = self._broken(place)
            elif token["plays"]:
                place = self._plays(token)
            elif token["name"]:
                place = self._element(token)
            else:
                place = token.end() if token["space"] else self._end(token["end"], token.start(), token.end())
        if self._game:
            self._cut(self._game, len(content))
        self._check_characters()

    def _note(self, offset: int, code: ErrorCode, message: str, hand: int | None = None) -> None:
        game = len(self.games) - 1 if self._game else None
        self.notes.append(Note(game, hand, offset, code, message))

    def _broken(self, place: int) -> int:
        """What is no token, up to the next tag; where to go on."""
        stop = self._content.find(b"<", place + 1)
        stop = len(self._content) if stop < 0 else stop
        piece, game = self._content[place:stop], self._game
        if game is None:
            self._note(place, ErrorCode.TEXT_OUTSIDE, f"{stop - place} bytes are no part of a log: {_shown(piece)}")
        elif stop < len(self._content):
            self._note(place, ErrorCode.MALFORMED_XML, f"this is no tag: {_shown(piece)}", game.spoil(place, piece))
        elif not END_TAG.startswith(piece):
            self._note(
                place, ErrorCode.CUT, f"the document ends inside a tag: {_shown(piece)}", game.spoil(place, piece)
            )
        elif piece != b"<":
            game.open_end = False
        return stop

    def _plays(self, token: re.Match[bytes]) -> int:
        """Draws and discards; where to go on."""
        place, stop, text = token.start(), token.end(), token[0]
        game = self._game or self._rootless(place)
        if not game.playing:
            self._lost_start(game, place)
        game.write(text.translate(None, b" \t\r\n"), place, text)
        return stop

    def _element(self, token: re.Match[bytes]) -> int:
        """A start tag or an empty element; where to go on."""
        name, place, stop = token["name"], token.start(), token.end()
        if name == TAGS[Kind.ROOT].name:
            self._root(place)
            if self._attributes(token) is None:
                self._note(place, ErrorCode.MALFORMED_XML, f"this is no tag: {_shown(token[0])}")
            return self._end(name, place, stop) if token["slash"] else stop
        if not token["slash"]:
            end = re.compile(_S + rb"*</" + re.escape(name) + _S + rb"*>").match(self._content, stop)
            if end is None:
                return self._broken(place)
            stop = end.end()
        values = self._attributes(token)
        if values is None:
            return self._broken(place)
        game = self._game or self._rootless(place)
        kind = Kind.DRAW if _PLAY_NAME.fullmatch(name) else _KINDS.get(name)
        known = set() if kind is None else _KNOWN.get(kind, set())
        text = b"<%b/>" % name if kind == Kind.DRAW else _rendered(name, values, known)
        if kind is None:
            what = f"there is no tag {_shown(name)} in Tenhou's logs"
            self._note(place, ErrorCode.UNKNOWN_TAG, what, game.spoil(place, token[0]))
        elif text is None:
            what = f"the tag {_shown(name)} says nothing"
            self._note(place, ErrorCode.MISSING_VALUE, what, game.spoil(place, token[0]))
        elif self._course(game, kind, place, values):
            game.write(text, place)
        return stop

    def _root(self, place: int) -> None:
        game = self._game
        if game and game.implicit and not game.hands:
            game.implicit = False
            return
        if game:
            self._cut(game, place)
        self._game = _Written([(place, b"")])
        self.games.append(self._game)

    def _rootless(self, place: int) -> _Written:
        """A game begins without its root."""
        self._game = game = _Written([(place, b"")], implicit=True)
        self.games.append(game)
        self._note(place, ErrorCode.NO_ROOT, "tags of a log stand outside of <mjloggm>")
        return game

    def _end(self, name: bytes, place: int, stop: int) -> int:
        """An end tag; where to go on."""
        if name != TAGS[Kind.ROOT].name:
            return self._broken(place)
        if self._game is None:
            self._note(place, ErrorCode.TEXT_OUTSIDE, "an end tag without its log")
        else:
            self._game.pieces.append((place, b""))
            self._game = None
        return stop

    def _cut(self, game: _Written, place: int) -> None:
        """The game ends without its end tag, at this place."""
        told = self.notes and self.notes[-1].code == ErrorCode.CUT and self.notes[-1].game == len(self.games) - 1
        if not told:
            if game.final:
                message = "the end tag </mjloggm> is missing"
            elif game.open_end:
                message = "the document ends after a ron: whether there was a second one is not known"
            elif game.playing:
                message = "the document ends in mid-hand"
            else:
                message = "the document ends before the game does"
            hand = game.spoil(place)
            self._note(place, ErrorCode.CUT, message, None if game.final else hand)
        game.pieces.append((place, b""))
        self._game = None

    def _attributes(self, token: re.Match[bytes]) -> dict[bytes, bytes] | None:
        """Values by name, as they can be written; none if a reference in one of them means nothing."""
        values: dict[bytes, bytes] = {}
        strange = _STRANGE.search(token["attributes"])
        for name, quoted in _ATTRIBUTE.findall(token["attributes"]):
            value = _written(quoted[1:-1]) if strange else quoted[1:-1]
            if value is None:
                return None
            if name in values:
                self._doubled(token, name, same=values[name] == value)
            values[name] = value
        return values

    def _doubled(self, token: re.Match[bytes], name: bytes, *, same: bool) -> None:
        """An attribute stands twice: a fault of some of Tenhou's own logs, harmless if it says the same twice."""
        what = f"{_shown(token['name'])} has {_shown(name)} twice"
        if not same:
            raise RefusedError(token.start(), ErrorCode.DOUBLED_ATTRIBUTE_DIFFERS, f"{what}, with different values")
        self._note(token.start(), ErrorCode.DOUBLED_ATTRIBUTE, f"{what}, with the same value")

    def _course(self, game: _Written, kind: Kind, place: int, values: dict[bytes, bytes]) -> bool:
        """Follow the course of the game to a tag; whether to write it."""
        if kind == Kind.INIT:
            if b"hai" in values and b"hai0" not in values:
                raise RefusedError(
                    place,
                    ErrorCode.LIVE_CAPTURE,
                    "this is what a player's client saw: it holds only that player's tiles",
                )
            game.hands, game.result, game.open_end, game.final = game.hands + 1, b"", False, False
        elif kind in (Kind.AGARI, Kind.RYUUKYOKU):
            if not (game.playing or (kind == Kind.AGARI and game.result == b"AGARI")):
                self._lost_start(game, place)
            game.result, game.final = TAGS[kind].name, b"owari" in values
            game.open_end = kind == Kind.AGARI and not game.final and values.get(b"who") != values.get(b"fromWho")
        elif kind in (Kind.GO, Kind.TAIKYOKU, Kind.SHUFFLE):
            if game.hands:
                name = TAGS[kind].name
                what = f"{_shown(name)} stands after the first hand"
                self._note(place, ErrorCode.OUT_OF_PLACE, what, game.spoil(place, name))
                return False
        elif kind not in (Kind.BYE, Kind.UN) and not game.playing:
            self._lost_start(game, place)
        return True

    def _lost_start(self, game: _Written, place: int) -> None:
        """A hand goes on that never began."""
        game.hands, game.result, game.open_end, game.final = game.hands + 1, b"", False, False
        if game.noted != game.hand:
            self._note(place, ErrorCode.NO_START, "the start of the hand is missing", game.hand)
        game.write(_START, place)
        game.spoil(place)

    def _check_characters(self) -> None:
        """Note the first byte that is no UTF-8, and, if nothing else is noted, the first character that XML forbids."""
        try:
            text = self._content.decode()
        except UnicodeDecodeError as error:
            self._note(
                error.start, ErrorCode.NOT_UTF8, f"this is not UTF-8: {_shown(self._content[error.start : error.end])}"
            )
            return
        forbidden = _NO_CHARACTER.search(text)
        if forbidden and not self.notes:
            offset = len(text[: forbidden.start()].encode())
            self._note(offset, ErrorCode.MALFORMED_XML, f"XML has no such character: {forbidden[0]!r}")


def _written(value: bytes) -> bytes | None:
    """A value with its references resolved and what cannot stand as it is as ``%XX``, as Tenhou writes names.

    None if a reference means nothing.
    """
    for named, decimal, hexadecimal in _REFERENCE.findall(value):
        code = int(decimal) if decimal else int(hexadecimal, 16) if hexadecimal else 0
        if not named and (not 0 < code < 0x110000 or _NO_CHARACTER.match(chr(code))):
            return None
    return _TO_ESCAPE.sub(_escaped, _REFERENCE.sub(_character, _WHITE.sub(b" ", value)))


def _character(reference: re.Match[bytes]) -> bytes:
    named, decimal, hexadecimal = reference.groups()
    return (_ENTITIES[named] if named else chr(int(decimal) if decimal else int(hexadecimal, 16))).encode()


def _rendered(name: bytes, values: dict[bytes, bytes], known: set[bytes]) -> bytes | None:
    """The tag with its known attributes; none if it has none."""
    parts = [b' %b="%b"' % pair for pair in values.items() if pair[0] in known]
    return b"<%b%b/>" % (name, b"".join(parts)) if parts else None


def _escaped(byte: re.Match[bytes]) -> bytes:
    return b"%%%02X" % byte[0][0]


def _shown(piece: bytes) -> str:
    """A piece of a document for people, shortened."""
    text = piece[:SHOWN].decode(errors="backslashreplace")
    return repr(text + "…" if len(piece) > SHOWN else text)
