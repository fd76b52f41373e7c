"""Results of the hands of a batch, cut out of their text where it has the usual shape and decoded where not.

The usual shape is one label, one list of points, and at most one winner: ``["和了",[…],[0,1,0,"…","…"]]``. There the
label and the three seats are looked up as they stand, points stay text, and the winner's texts are numbered, equal
texts alike, for what they mean is worked out once a text.
"""

import json
from itertools import product
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from mjlog.vocabulary import Result
from parsers.tenhou_json.results import ALL_TENPAI, LABELS, WIN, WITHOUT_POINTS, outcome_of
from parsers.tenhou_json.values import read_texts

RESULTS: Final = tuple(Result)
CODE: Final[dict[str, int]] = {result: code for code, result in enumerate(RESULTS)}
NOBODY: Final = -1
SEATS: Final = 4


def _packed(winner: int, source: int, liable: int) -> int:
    return winner << 4 | source << 2 | liable


_SEATS: Final = {
    players: {b"%d,%d,%d," % seats: _packed(*seats) for seats in product(range(players), repeat=3)}
    for players in (3, 4)
}
"""By number of players: winner, source and liable seat as one number, by the text they begin with."""
_SEATS_WIDTH: Final = 6
_NO_POINTS: Final = b"[]"
_RON: Final = CODE[Result.RON]


class _Label(NamedTuple):
    """What a label says.

    Attributes:
        place: its place among the labels.
        code: the position of its result in ``RESULTS``; a win is a ron until its seats are seen.
        tenpai: who is tenpai by it, all (1) or none (0); -1 where it does not say.
        moves: whether points move.
        wins: whether it is that of wins.
    """

    place: int
    code: int
    tenpai: int
    moves: bool
    wins: bool


def _labels() -> dict[bytes, _Label]:
    """What a result's text means that begins so, up to its first list or its end; also with characters escaped."""
    table = {}
    for place, (label, result) in enumerate(LABELS.items()):
        meaning = _Label(
            place,
            _RON if result == WIN else CODE[result],
            int(ALL_TENPAI[label]) if label in ALL_TENPAI else NOBODY,
            result not in WITHOUT_POINTS and label not in ALL_TENPAI,
            result == WIN,
        )
        for spelled in {label, label.title(), label.capitalize()}:
            table[f'["{spelled}"'.encode()] = table[f"[{json.dumps(spelled)}".encode()] = meaning
    return table


_LABELS: Final = _labels()
_MEANINGS: Final = sorted({*_LABELS.values()})
_CODES, _TENPAI, _MOVES = (
    np.array([getattr(label, name) for label in _MEANINGS]) for name in ("code", "tenpai", "moves")
)


class Outcomes:
    """Results as they come, a list a column.

    Attributes:
        win_hand: of each win, its hand.
        texts: the number of its texts.
        own: wins whose points are not those of the hand: by win, the points it moves, or None where that is not known.
    """

    def __init__(self) -> None:
        self.win_hand: list[int] = []
        self.texts: list[int] = []
        self.own: dict[int, list[int] | None] = {}
        self._labels: list[int] = []
        self._seats: list[int] = []
        self._numbers: dict[bytes, int] = {}

    @property
    def code(self) -> NDArray[np.uint8]:
        """Of each hand, the position of its result in ``RESULTS``; of a win still a ron."""
        return _CODES[self._labels].astype(np.uint8)

    @property
    def tenpai(self) -> NDArray[np.int8]:
        """Of each hand, 1 or 0 where the label says that all or none are tenpai, else -1."""
        return _TENPAI[self._labels].astype(np.int8)

    @property
    def moves(self) -> NDArray[np.bool_]:
        """Of each hand, whether points move by its label, so that the result has to state them."""
        return _MOVES[self._labels]

    @property
    def seats(self) -> NDArray[np.int32]:
        """Rows of winner, whose tile it was (the winner for a tsumo), who is liable (likewise where nobody is)."""
        packed = np.array(self._seats, np.int32)
        return np.stack((packed >> 4, packed >> 2 & 3, packed & 3))

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
        if label.wins:
            moved, _, winner = rest.partition(b"],[")
            seats, texts = _SEATS[players].get(winner[:_SEATS_WIDTH]), winner[_SEATS_WIDTH:-2]
            number = self._numbers.get(texts)
            if number is None and _readable(texts):
                number = self._numbers[texts] = len(self._numbers)
            if seats is None or number is None or winner[-2:] != b"]]":
                return None
            self.win_hand.append(len(self._labels))
            self._seats.append(seats)
            self.texts.append(number)
            points = b"[%b]" % moved
        elif further:
            if rest[-2:] != b"]]" or b"]" in rest[:-2]:
                return None
            points = b"[" + rest[:-1]
        self._labels.append(label.place)
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
            self.win_hand.append(len(self._labels))
            self._seats.append(_packed(win.winner, win.source, win.liable))
            self.texts.append(self._numbers.setdefault(win.texts, len(self._numbers)))
        self._labels.append(label.place)
        return _NO_POINTS if outcome.deltas is None else msgspec.json.encode(outcome.deltas)


def _readable(texts: bytes) -> bool:
    """Whether these are the texts of one winner and nothing more."""
    return b"[" not in texts and read_texts(texts) is not None
