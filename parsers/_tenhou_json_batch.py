"""The hands of a batch side by side: counters, points, results, and their play, which is read when it is asked for."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from mjlog.vocabulary import Result
from parsers._tenhou_json_documents import Hand, hand_of
from parsers._tenhou_json_notation import LISTS, POINTS, Elements, read
from parsers._tenhou_json_outcomes import CODE, NOBODY, SEATS, Outcomes
from parsers._tenhou_json_play import Play, play_of
from parsers._tenhou_json_results import ResultError, outcome_of, whole_numbers
from parsers._tenhou_json_turns import Flags, Numbers, Seating
from parsers._tenhou_json_values import Value, value_of

_MOST_ROUNDS: Final = 16
_MOST: Final = 255
_MOST_POINTS: Final = 2**31
_NO_LIST: Final = b"[]"


@dataclass(slots=True)
class Gathered:
    """Hands as they come, a list a column.

    Attributes:
        game: by hand, which game of the batch it belongs to.
        number: its position there.
        players: 3 or 4.
        hands: the hands themselves.
        texts: their lists.
        outcomes: their results.
        unreadable: hands whose lists of tiles are none, with the reason.
        refused: called with game, number and reason for a hand that cannot be kept.
    """

    refused: Callable[[int, int, str], None]
    game: list[int] = field(default_factory=list)
    number: list[int] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    texts: list[bytes] = field(default_factory=list)
    outcomes: Outcomes = field(default_factory=Outcomes)
    unreadable: dict[int, str] = field(default_factory=dict)

    def add(self, game: int, number: int, hand: Hand, players: int) -> None:
        """Append a hand, or refuse it if its result cannot be read."""
        try:
            moved = self.outcomes.add(bytes(hand[-1]), players)
        except (ResultError, msgspec.DecodeError) as problem:
            self.refused(game, number, str(problem))
            return
        text = b"".join((*hand[:-1], moved))
        if text.count(b"[") != LISTS or text.count(b"]") != LISTS:
            self.unreadable[len(self.game)] = "one of its lists of tiles is no list of tiles"
            text = b"".join((*hand[:2], _NO_LIST * (LISTS - 3), moved))
        self.game.append(game)
        self.number.append(number)
        self.players.append(players)
        self.hands.append(hand)
        self.texts.append(text)

    def regular(self) -> tuple["Gathered", Elements]:
        """The same hands with what their lists hold; hands whose numbers cannot be mended are refused."""
        gathered = self
        elements = read(gathered.texts)
        for mend in (_mended, _refused):
            odd = set(elements.irregular) | set(_impossible(elements, gathered.players))
            if odd:
                gathered = gathered._without(odd, mend)
                elements = read(gathered.texts)
        return gathered, elements

    def _without(self, odd: set[int], mend: Callable[[Hand, int], Hand]) -> "Gathered":
        """The hands anew, some of them mended or, where that fails, refused."""
        again = Gathered(self.refused)
        for place, hand in enumerate(self.hands):
            game, number, players = self.game[place], self.number[place], self.players[place]
            try:
                again.add(game, number, mend(hand, players) if place in odd else hand, players)
            except (ResultError, msgspec.DecodeError) as problem:
                self.refused(game, number, str(problem))
        return again


def _mended(hand: Hand, players: int) -> Hand:
    """The hand with whole numbers as such.

    Raises:
        ResultError: its counters, points or result are not what they have to be; the message says which.
    """
    items: list[Any] = [msgspec.json.decode(item) for item in hand]
    counters, points, result = (whole_numbers(items[place]) for place in (0, POINTS, LISTS - 1))
    for place, numbers, least in ((0, counters, 3), (POINTS, points, players)):
        if not isinstance(numbers, list) or len(numbers) < least or any(type(number) is not int for number in numbers):
            raise ResultError(f"item {place}: {str(numbers)[:60]} are no {least} whole numbers")
    round_number, honba, sticks, *_ = counters
    if not 0 <= round_number < _MOST_ROUNDS or round_number % SEATS >= players:
        raise ResultError(f"item 0: there is no round {round_number} with {players} players")
    if not (0 <= honba <= _MOST and 0 <= sticks <= _MOST):
        raise ResultError(f"item 0: {honba} counters and {sticks} sticks cannot be")
    outcome_of(result, players)
    return hand_of([counters[:3], [*points, 0][:SEATS], *items[2:-1], result])


def _refused(hand: Hand, players: int) -> Hand:
    del hand, players
    raise ResultError("its numbers are not those of a hand")


def _impossible(elements: Elements, players: list[int]) -> list[int]:
    """Hands whose numbers are out of bounds."""
    numbers, seats = elements.numbers, np.array(players, np.int64)
    round_number, honba, sticks = numbers[:, 0], numbers[:, 1], numbers[:, 2]
    wrong = (round_number < 0) | (round_number >= _MOST_ROUNDS) | (round_number % SEATS >= seats)
    wrong |= (np.minimum(honba, sticks) < 0) | (np.maximum(honba, sticks) > _MOST)
    wrong |= (np.abs(numbers[:, 3:]) >= _MOST_POINTS).any(axis=1)
    listed = elements.count[:, (POINTS, LISTS - 1)]
    wrong |= (listed[:, 0] < seats) | ((listed[:, 1] != 0) & (listed[:, 1] < seats))
    return [int(hand) for hand in np.flatnonzero(wrong)]


class Batch:
    """The hands of a batch as arrays, a row a hand.

    Attributes:
        elements: what their lists hold.
        game, number, round, honba, sticks, dealer, players: of each hand.
        points: points of the four seats when it begins.
        seated: which seats there are.
        result: position in ``RESULTS``.
        deltas: points that moved, as the result states them; ``stated`` tells where it does.
        all_tenpai: 1 or 0 where the label says that all or none are tenpai, else -1.
        win_hand: hand of each win; its ``winner``, ``source`` (the winner for a tsumo) and ``liable`` seat.
    """

    def __init__(self, gathered: Gathered, elements: Elements) -> None:
        outcomes = gathered.outcomes
        self.elements = elements
        self.game, self.number = np.array(gathered.game, np.int32), np.array(gathered.number, np.int32)
        self.round, self.honba, self.sticks = elements.numbers[:, :3].astype(np.int32).T
        self.points, self.deltas = elements.numbers[:, 3:7], elements.numbers[:, 7:]
        self.dealer = self.round % SEATS
        self.players = np.array(gathered.players, np.int32)
        self.seated: Flags = np.arange(SEATS) < self.players[:, None]
        self.stated: Flags = np.array(outcomes.stated, np.bool_)
        self.all_tenpai = np.array(outcomes.tenpai, np.int8)
        self.win_hand: Numbers = np.array(outcomes.win_hand, np.int32)
        self.winner, self.source, self.liable = np.array(outcomes.seats, np.int32).reshape(-1, 3).T
        self.result = np.array(outcomes.code, np.uint8)
        self.result[self.win_hand[self.winner == self.source]] = CODE[Result.TSUMO]
        self._outcomes, self._unreadable = outcomes, gathered.unreadable

    def __len__(self) -> int:
        return len(self.game)

    def recorded(self) -> tuple[NDArray[np.int64], Flags]:
        """Points each win moved by seat, and which wins they are known of."""
        deltas, known = self.deltas[self.win_hand], self.stated[self.win_hand]
        for win, own in self._outcomes.own.items():
            known[win] = own is not None
            deltas[win] = own if own is not None else 0
        return deltas, known

    @cached_property
    def values(self) -> tuple[list[Value], NDArray[np.int64]]:
        """Values of wins, equal ones once, and which is that of each win."""
        tsumo, dealer = self.winner == self.source, self.winner == self.dealer[self.win_hand]
        players = self.players[self.win_hand]
        sort = np.array(self._outcomes.texts, np.int64) * 8 + tsumo * 4 + dealer * 2 + (players == 3)
        _, first, place = np.unique(sort, return_index=True, return_inverse=True)
        texts = self._outcomes.distinct
        values = [
            value_of(texts[self._outcomes.texts[win]], bool(tsumo[win]), bool(dealer[win]), int(players[win]))
            for win in first.tolist()
        ]
        return values, place

    @cached_property
    def play(self) -> Play:
        """The play of all hands."""
        last = np.full(len(self), NOBODY, np.int32)
        last[self.win_hand] = self.source
        return play_of(self.elements, Seating(self.dealer, self.players, last), self._unreadable)
