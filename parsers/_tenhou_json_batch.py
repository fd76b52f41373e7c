"""The hands of a batch side by side: counters, points, results, and their play, which is read when it is asked for."""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.vocabulary import Result
from parsers._tenhou_json_documents import Hand
from parsers._tenhou_json_notation import ARRAYS, read
from parsers._tenhou_json_play import Play, play_of
from parsers._tenhou_json_results import Outcome, ResultError, Win, outcome_of
from parsers._tenhou_json_turns import Flags, Numbers, Seating

SEATS: Final = 4
NOBODY: Final = -1
RESULTS: Final = tuple(Result)
CODE: Final[dict[str, int]] = {result: code for code, result in enumerate(RESULTS)}

_MOST_ROUNDS: Final = 16
_MOST: Final = 255
_MOST_POINTS: Final = 2**31
_NO_ARRAYS: Final = b"[]" * ARRAYS


@dataclass(slots=True)
class Gathered:
    """Hands as they come, a list a column.

    Attributes:
        game: by hand, which game of the batch it belongs to.
        number: its position there.
        counters: round, honba and sticks, one after another.
        points: points of the four seats, one after another.
        players: 3 or 4.
        texts: its arrays.
        outcomes: how it ended.
        unreadable: hands whose arrays are none, with the reason.
    """

    game: list[int] = field(default_factory=list)
    number: list[int] = field(default_factory=list)
    counters: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    texts: list[bytes] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    unreadable: dict[int, str] = field(default_factory=dict)

    def add(self, game: int, number: int, hand: Hand, players: int) -> None:
        """Append a hand.

        Raises:
            ResultError: its counters, points or result cannot be; the message says which.
        """
        (round_number, honba, sticks), points, *arrays, result = hand
        dealer = round_number % SEATS
        if not 0 <= round_number < _MOST_ROUNDS or dealer >= players:
            raise ResultError(f"item 0: there is no round {round_number} with {players} players")
        if not (0 <= honba <= _MOST and 0 <= sticks <= _MOST):
            raise ResultError(f"item 0: {honba} counters and {sticks} sticks cannot be")
        if not players <= len(points) <= SEATS or max(map(abs, points)) >= _MOST_POINTS:
            raise ResultError(f"item 1: {points} are no points of {players} seats")
        outcome = outcome_of(result, dealer, players)
        text = b"".join(arrays)
        if text.count(b"[") != ARRAYS or text.count(b"]") != ARRAYS:
            self.unreadable[len(self.game)] = "one of the lists of tiles is no list of tiles"
            text = _NO_ARRAYS
        self.game.append(game)
        self.number.append(number)
        self.counters += round_number, honba, sticks
        self.points += points if len(points) == SEATS else [*points, 0]
        self.players.append(players)
        self.texts.append(text)
        self.outcomes.append(outcome)


class Batch:
    """The hands of a batch as arrays, a row a hand.

    Attributes:
        game, number, round, honba, sticks, dealer, players: of each hand.
        points: points of the four seats when it begins.
        seated: which seats there are.
        result: position in ``RESULTS``.
        deltas: points that moved, as the result states them; ``stated`` tells where it does.
        all_tenpai: 1 or 0 where the label says that all or none are tenpai, else -1.
        wins: all wins, and of each its hand.
    """

    def __init__(self, gathered: Gathered) -> None:
        count = len(gathered.game)
        outcomes = gathered.outcomes
        self.game, self.number = np.array(gathered.game, np.int32), np.array(gathered.number, np.int32)
        counters = np.array(gathered.counters, np.int32).reshape(count, 3)
        self.round, self.honba, self.sticks = counters.T
        self.dealer = self.round % SEATS
        self.players = np.array(gathered.players, np.int32)
        self.seated: Flags = np.arange(SEATS) < self.players[:, None]
        self.points = np.array(gathered.points, np.int64).reshape(count, SEATS)
        self.result = np.array([CODE[outcome.result] for outcome in outcomes], np.uint8)
        self.stated: Flags = np.array([outcome.deltas is not None for outcome in outcomes], np.bool_)
        self.deltas = _four([outcome.deltas for outcome in outcomes])
        labels = [NOBODY if outcome.tenpai is None else int(outcome.tenpai) for outcome in outcomes]
        self.all_tenpai = np.array(labels, np.int8)
        self.wins: list[Win] = list(chain.from_iterable(outcome.wins for outcome in outcomes))
        self.win_hand: Numbers = np.repeat(
            np.arange(count, dtype=np.int32), [len(outcome.wins) for outcome in outcomes]
        ).astype(np.int32)
        self._texts, self._unreadable = gathered.texts, gathered.unreadable

    def __len__(self) -> int:
        return len(self.game)

    @cached_property
    def winner(self) -> Numbers:
        """Seat of each winner."""
        return np.array([win.winner for win in self.wins], np.int32)

    @cached_property
    def source(self) -> Numbers:
        """Seat each win came from; the winner's own for a tsumo."""
        return np.array([win.source for win in self.wins], np.int32)

    @cached_property
    def play(self) -> Play:
        """The play of all hands."""
        last = np.full(len(self), NOBODY, np.int32)
        last[self.win_hand] = self.source
        return play_of(read(self._texts), Seating(self.dealer, self.players, last), self._unreadable)


def _four(deltas: list[list[int] | None]) -> NDArray[np.int64]:
    """Points by hand and seat; zeros where there are none."""
    nothing = [0] * SEATS
    padded = [points if points and len(points) == SEATS else [*points, 0] if points else nothing for points in deltas]
    return np.array(list(chain.from_iterable(padded)), np.int64).reshape(len(deltas), SEATS)


def win_deltas(wins: list[Win]) -> NDArray[np.int64]:
    """Points each win moved, by seat; zeros where the log does not say."""
    return _four([win.deltas for win in wins])
