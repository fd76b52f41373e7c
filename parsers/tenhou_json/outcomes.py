"""Results of the hands of a batch, cut out of their text where it has the usual shape and decoded where not.

The usual shape is one label, one list of points, and at most one winner: ``["和了",[…],[0,1,0,"…","…"]]``. There the
label and the three seats are looked up as they stand, points stay text, and the winner's texts are numbered, equal
texts alike, for what they mean is worked out once a text.
"""

import json
from typing import Any, Final, NamedTuple

import msgspec

from mjlog.vocabulary import Result
from parsers.tenhou_json.results import ALL_TENPAI, LABELS, WIN, WITHOUT_POINTS, outcome_of
from parsers.tenhou_json.values import read_texts

RESULTS: Final = tuple(Result)
CODE: Final[dict[str, int]] = {result: code for code, result in enumerate(RESULTS)}
NOBODY: Final = -1
SEATS: Final = 4

_SEATS: Final = {b"%d,%d,%d," % (a, b, c): (a, b, c) for a in range(4) for b in range(4) for c in range(4)}
_SEATS_WIDTH: Final = 6
_NO_POINTS: Final = b"[]"
_RON: Final = CODE[Result.RON]


class _Label(NamedTuple):
    """Code of the result (None for a win), who is tenpai by the label (-1 = it does not say), whether points move."""

    code: int | None
    tenpai: int
    moves: bool


def _labels() -> dict[bytes, _Label]:
    """What a result's text means that begins so, up to its first list or its end; also with characters escaped."""
    table = {}
    for label, result in LABELS.items():
        meaning = _Label(
            None if result == WIN else CODE[result],
            int(ALL_TENPAI[label]) if label in ALL_TENPAI else NOBODY,
            result not in WITHOUT_POINTS and label not in ALL_TENPAI,
        )
        for spelled in {label, label.title(), label.capitalize()}:
            table[f'["{spelled}"'.encode()] = table[f"[{json.dumps(spelled)}".encode()] = meaning
    return table


_LABELS: Final = _labels()


class Outcomes:
    """Results as they come, a list a column.

    Attributes:
        code: of each hand, the position of its result in ``RESULTS``; of a win still a ron.
        tenpai: 1 or 0 where the label says that all or none are tenpai, else -1.
        stated: whether the result states the points that move.
        win_hand: of each win, its hand.
        seats: the winner, whose tile it was (the winner for a tsumo), who is liable (likewise where nobody is).
        texts: the number of its texts.
        own: wins whose points are not those of the hand: by win, the points it moves, or None where that is not known.
    """

    def __init__(self) -> None:
        self.code: list[int] = []
        self.tenpai: list[int] = []
        self.stated: list[bool] = []
        self.win_hand: list[int] = []
        self.seats: list[tuple[int, int, int]] = []
        self.texts: list[int] = []
        self.own: dict[int, list[int] | None] = {}
        self._numbers: dict[bytes, int] = {}

    @property
    def distinct(self) -> list[bytes]:
        """Texts of wins by their numbers."""
        return list(self._numbers)

    def usual(self, result: bytes, players: int) -> bytes | None:
        """Append the result of a hand if it has the usual shape.

        Returns:
            The points that move, as the text of a list; None where nothing was appended.
        """
        head, further, rest = result.partition(b",[")
        label = _LABELS.get(head if further else head[:-1])
        if label is None:
            return None
        points = _NO_POINTS
        if label.code is None:
            moved, _, winner = rest.partition(b"],[")
            seats, texts = _SEATS.get(winner[:_SEATS_WIDTH]), winner[_SEATS_WIDTH:-2]
            number = self._numbers.get(texts)
            if number is None and _readable(texts):
                number = self._numbers[texts] = len(self._numbers)
            if seats is None or number is None or max(seats) >= players or winner[-2:] != b"]]":
                return None
            self.win_hand.append(len(self.code))
            self.seats.append(seats)
            self.texts.append(number)
            points = b"[" + moved + b"]"
        elif further:
            if rest[-2:] != b"]]" or b"]" in rest[:-2]:
                return None
            points = b"[" + rest[:-1]
        self.code.append(_RON if label.code is None else label.code)
        self.tenpai.append(label.tenpai)
        self.stated.append(points != _NO_POINTS or not label.moves)
        return points

    def other(self, result: Any, players: int) -> bytes:
        """Append the result of a hand from its decoded item.

        Returns:
            As :meth:`usual`.

        Raises:
            ResultError: it cannot be read; nothing is appended.
        """
        outcome = outcome_of(result, players)
        label = _LABELS[f'["{outcome.label}"'.encode()]
        for win in outcome.wins:
            if len(outcome.wins) > 1:
                self.own[len(self.win_hand)] = win.deltas
            self.win_hand.append(len(self.code))
            self.seats.append((win.winner, win.source, win.liable))
            self.texts.append(self._numbers.setdefault(win.texts, len(self._numbers)))
        self.code.append(_RON if label.code is None else label.code)
        self.tenpai.append(label.tenpai)
        self.stated.append(outcome.deltas is not None or not label.moves)
        return _NO_POINTS if outcome.deltas is None else msgspec.json.encode(outcome.deltas)


def _readable(texts: bytes) -> bool:
    """Whether these are the texts of one winner and nothing more."""
    return b"[" not in texts and read_texts(texts) is not None
