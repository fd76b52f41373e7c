"""The hands of a batch side by side: counters, points, results, and their play, which is read when it is asked for."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from mjlog.vocabulary import Result
from parsers.tenhou_json.notation import COUNTERS, DELTAS, POINTS, CrookedError, Elements, is_straight, read
from parsers.tenhou_json.outcomes import CODE, NOBODY, SEATS, Outcomes
from parsers.tenhou_json.play import Play, Watched, play_of
from parsers.tenhou_json.results import ResultError
from parsers.tenhou_json.turns import Flags, Numbers, Seating
from parsers.tenhou_json.values import Value, value_of

ITEMS: Final = 17
"""Items of a hand: counters, points, indicators, ura indicators, three lists a seat, result."""

_MOST_ROUNDS: Final = 16
_MOST: Final = 255
_MOST_POINTS: Final = 2**31
_RESULT: Final = b'],["'
_BEFORE_RESULT: Final = ITEMS - 1


def _number(text: str) -> float:
    """A number that is written with a decimal point; some exporters write whole ones so."""
    number = float(text)
    return int(number) if number.is_integer() else number


_decode: Final = msgspec.json.Decoder(float_hook=_number).decode


class Gathered:
    """Hands as they come, a list a column.

    Attributes:
        game: by hand, which game of the batch it belongs to.
        number: its position there.
        players: 3 or 4.
        hands: its text.
        texts: its lists as text, with the one of the points its result moves; two pieces a hand.
        outcomes: its result.
        unreadable: hands whose lists of tiles are none, with the reason.
    """

    def __init__(self, refused: Callable[[int, int, str], None]) -> None:
        """Begin a batch.

        Args:
            refused: called with game, number and reason for a hand that cannot be kept.
        """
        self._refused = refused
        self.game: list[int] = []
        self.number: list[int] = []
        self.players: list[int] = []
        self.hands: list[bytes] = []
        self.texts: list[bytes] = []
        self.outcomes = Outcomes()
        self.unreadable: dict[int, str] = {}

    def add(self, game: int, hands: Iterable[msgspec.Raw | bytes], players: int, first: int = 0) -> None:
        """Append hands of a game that follow each other, from ``first`` on; those that cannot be read are refused.

        The result begins with the last text that begins a list. Whatever does not lie as it usually does is decoded.
        """
        usual, before = self.outcomes.usual, len(self.hands)
        for number, raw in enumerate(hands, first):
            hand = bytes(raw)
            at = hand.rfind(_RESULT) + 1
            lists = hand[1:at]
            moved = usual(hand[at + 1 : -1], players) if lists.count(b"[") == _BEFORE_RESULT else None
            if moved is None:
                try:
                    lists, moved = self._unusual(hand, players)
                except (ResultError, msgspec.DecodeError, RecursionError) as problem:
                    self._refused(game, number, str(problem))
                    continue
            self.number.append(number)
            self.hands.append(hand)
            self.texts += lists, moved
        kept = len(self.hands) - before
        self.game += [game] * kept
        self.players += [players] * kept

    def _unusual(self, hand: bytes, players: int) -> tuple[bytes, bytes]:
        """Lists and points moved of a hand with spaces between its items, or of any other layout."""
        spaceless = hand.replace(b", ", b",")
        at = spaceless.rfind(_RESULT) + 1
        if len(spaceless) < len(hand) and spaceless[1:at].count(b"[") == _BEFORE_RESULT:
            moved = self.outcomes.usual(spaceless[at + 1 : -1], players)
            if moved is not None:
                return spaceless[1:at], moved
        return self._decoded(hand, players)

    def _decoded(self, hand: bytes, players: int) -> tuple[bytes, bytes]:
        """Lists and points moved of a hand of any layout; its result is appended.

        Raises:
            ResultError: it is no hand; the message says why.
        """
        items = _decode(hand)
        if not isinstance(items, list) or len(items) != ITEMS:
            what = f"has {len(items)} items" if isinstance(items, list) else "is no list"
            raise ResultError(f"a hand is a list of {ITEMS} items, this one {what}: it is of another format")
        _check_numbers(items, players)
        counters, points, *lists, result = items
        moved = self.outcomes.other(result, players)
        heads = [counters[:3], [*points, 0][:SEATS]]
        nothing: list[list[object]] = [[]] * len(lists)
        text = msgspec.json.encode([*heads, *lists])[1:-1]
        if not all(isinstance(item, list) for item in lists) or not is_straight(text + moved):
            self.unreadable[len(self.hands)] = "one of its lists of tiles is no list of tiles"
            text = msgspec.json.encode([*heads, *nothing])[1:-1]
        return text, moved

    def regular(self) -> tuple["Gathered", Elements]:
        """The same hands with what their lists hold; hands whose numbers cannot be mended are refused."""
        gathered = self
        try:
            elements = read(gathered.texts, len(gathered.game))
        except CrookedError:
            pairs = zip(self.texts[::2], self.texts[1::2], strict=True)
            crooked = {hand for hand, (lists, moved) in enumerate(pairs) if not is_straight(lists + moved)}
            gathered = gathered.anew(crooked, keep=True)
            elements = read(gathered.texts, len(gathered.game))
        for keep in (True, False):
            odd = set(elements.irregular) | set(_impossible(elements, gathered.players))
            if odd:
                gathered = gathered.anew(odd, keep=keep)
                elements = read(gathered.texts, len(gathered.game))
        return gathered, elements

    def anew(self, odd: set[int], *, keep: bool) -> "Gathered":
        """The hands again, odd ones decoded and written anew, or refused."""
        again = Gathered(self._refused)
        for place, hand in enumerate(self.hands):
            if place not in odd:
                again.add(self.game[place], [hand], self.players[place], self.number[place])
            elif keep:
                again.add(self.game[place], [b" " + hand], self.players[place], self.number[place])
            else:
                self._refused(self.game[place], self.number[place], "its numbers are not those of a hand")
        return again


def _check_numbers(items: list[Any], players: int) -> None:
    """Check counters and points.

    Raises:
        ResultError: they cannot be; the message says which.
    """
    for place, least in ((COUNTERS, 3), (POINTS, players)):
        numbers = items[place]
        if not isinstance(numbers, list) or len(numbers) < least or any(type(number) is not int for number in numbers):
            raise ResultError(f"item {place}: {str(numbers)[:60]} are no {least} whole numbers")
        if max(map(abs, numbers)) >= _MOST_POINTS:
            raise ResultError(f"item {place}: {str(numbers)[:60]} are out of bounds")
    round_number, honba, sticks, *_ = items[COUNTERS]
    if not 0 <= round_number < _MOST_ROUNDS or round_number % SEATS >= players:
        raise ResultError(f"item 0: there is no round {round_number} with {players} players")
    if not (0 <= honba <= _MOST and 0 <= sticks <= _MOST):
        raise ResultError(f"item 0: {honba} counters and {sticks} sticks cannot be")


def _impossible(elements: Elements, players: list[int]) -> list[int]:
    """Hands whose numbers are out of bounds."""
    numbers, seats = elements.numbers, np.array(players, np.int64)
    round_number, honba, sticks = numbers[:, 0], numbers[:, 1], numbers[:, 2]
    wrong = (round_number < 0) | (round_number >= _MOST_ROUNDS) | (round_number % SEATS >= seats)
    wrong |= (np.minimum(honba, sticks) < 0) | (np.maximum(honba, sticks) > _MOST)
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

    def __init__(self, gathered: Gathered, elements: Elements, *, events: bool) -> None:
        outcomes = gathered.outcomes
        self.elements = elements
        self.game, self.number = np.array(gathered.game, np.int32), np.array(gathered.number, np.int32)
        self.round, self.honba, self.sticks = elements.numbers[:, :3].T
        self.points, self.deltas = elements.numbers[:, 3:7], elements.numbers[:, 7:]
        self.dealer = self.round % SEATS
        self.players = np.array(gathered.players, np.int32)
        self.seated: Flags = np.arange(SEATS) < self.players[:, None]
        self.stated: Flags = (elements.count[:, DELTAS] > 0) | ~outcomes.moves
        self.all_tenpai = outcomes.tenpai
        self.win_hand: Numbers = np.array(outcomes.win_hand, np.int32)
        self.winner, self.source, self.liable = outcomes.seats
        self.result = outcomes.code
        self.result[self.win_hand[self.winner == self.source]] = CODE[Result.TSUMO]
        self._outcomes, self._unreadable, self._events = outcomes, gathered.unreadable, events

    def __len__(self) -> int:
        return len(self.game)

    def recorded(self) -> tuple[Numbers, Flags]:
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
        """The play: of all hands where events are wanted, else what the other tables need of it."""
        last = np.full(len(self), NOBODY, np.int32)
        last[self.win_hand] = self.source
        watched = None
        if not self._events:
            winners = np.zeros(SEATS * len(self), np.bool_)
            winners[SEATS * self.win_hand + self.winner] = True
            watched = Watched(winners, self.result == CODE[Result.SANCHA_HOU])
        return play_of(self.elements, Seating(self.dealer, self.players, last), self._unreadable, watched)
