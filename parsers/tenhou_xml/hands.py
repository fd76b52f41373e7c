"""The table ``hands`` of a batch of Tenhou XML."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from mjlog.tables import TILE
from mjlog.tiles import RED_FIVE
from mjlog.vocabulary import Result, Wind
from parsers.shared.columns import Column, Columns, by_seat
from parsers.shared.tenhou_vocabulary import DRAWS
from parsers.tenhou_xml.course import Course
from parsers.tenhou_xml.grammar import ABSENT, Flags, Ints, Kind, Numbers, word
from parsers.tenhou_xml.melds import CHI, DAIMINKAN, PON, melds
from parsers.tenhou_xml.scan import ranges
from parsers.tenhou_xml.tags import NONE

Array = npt.NDArray[Any]

N_SEATS: Final = 4
POINTS: Final = 100
"""Tenhou writes points in hundreds."""

RESULTS: Final = tuple(Result)
RESULT: Final = pl.Enum(Result)
WIND: Final = pl.Enum(Wind)
_CODE: Final = {result: code for code, result in enumerate(RESULTS)}

_PLAIN_TILE: Final = (np.arange(256) // 4).astype(np.uint8)
_TILE: Final = _PLAIN_TILE.copy()
_TILE[[4 * kind for kind in RED_FIVE.values()]] = list(RED_FIVE)


def tile_codes(tiles: Array, reds: Flags) -> Array:
    """The house's codes of Tenhou's tiles, each at a table with or without red fives."""
    return _TILE.take(tiles) if reds.all() else np.where(reds, _TILE.take(tiles), _PLAIN_TILE.take(tiles))


def hands_table(course: Course, *, shuffles: bool) -> Columns:
    """The complete hands, each with its ``game``; with the seeds of their walls where asked for."""
    rows = np.flatnonzero(course.complete)
    seed, game = course.inits.seed[rows], course.hands.game[rows]
    seated = np.arange(N_SEATS) < course.players.take(game)[:, None]
    result = _results(course)[rows]
    scores = _of_hands(course, course.draws.tags.at, course.draws.scores, ABSENT)
    scores = _of_hands(course, course.wins.tags.at, course.wins.scores, scores)[rows]
    shown = _of_hands(course, course.draws.tags.at, course.draws.shown, default=False)[rows]
    drawn_out = np.isin(result, [_CODE[Result.EXHAUSTIVE_DRAW], _CODE[Result.NAGASHI_MANGAN]])[:, None] & seated
    nagashi = (result == _CODE[Result.NAGASHI_MANGAN])[:, None] & seated
    declarer = (result == _CODE[Result.KYUUSHU_KYUUHAI]) & (shown.sum(axis=1) == 1)
    before, change = scores[:, 0::2], scores[:, 1::2]
    stated = seated & (before != ABSENT)
    discards = _Discards(course)
    riichi, order, paid = (values[rows] for values in _riichi(course, discards))
    declared = riichi > 0
    return {
        "game": Column(game),
        "hand": Column(course.hands.number[rows].astype(np.uint16)),
        "round_wind": Column((seed[:, 0] // 4).astype(np.uint8), words=WIND),
        "kyoku": Column((seed[:, 0] % 4 + 1).astype(np.uint8)),
        "honba": Column(seed[:, 1].astype(np.uint8)),
        "deposits": Column(seed[:, 2].astype(np.uint8)),
        "dealer": Column(course.inits.dealer[rows].astype(np.uint8)),
        "result": Column(result, words=RESULT),
        **by_seat("start", course.inits.points[rows] * POINTS, seated),
        **by_seat("riichi", riichi, declared),
        **by_seat("riichi_order", order, declared),
        **by_seat("riichi_paid", paid, declared),
        **by_seat("calls", _calls(course)[rows], seated),
        **by_seat("discards", discards.count[rows].astype(np.uint8), seated),
        **by_seat("tenpai", shown, drawn_out),
        **by_seat("nagashi", change > 0, nagashi & stated),
        **by_seat("end", (before + change) * POINTS, stated),
        "offender": Column(shown.argmax(axis=1).astype(np.uint8), declarer),
        "dora_indicators": _dora_indicators(course, rows),
        "ura_indicators": _ura_indicators(course, rows),
        "draws": Column(_drawn(course, discards)[rows].astype(np.uint8)),
        "dice": _dice(seed[:, 3:5]),
        **({"wall": course.inits.tags.only(rows).text("shuffle")} if shuffles else {}),
    }


def _of_hands(course: Course, tags: Ints, values: Array, default: Any) -> Array:
    """Values of tags as rows of their hands; of several tags in a hand the last one's.

    ``default`` is what hands without such a tag get: a value, or an array to be written into.
    """
    if not isinstance(default, np.ndarray):
        default = np.full((len(course.hands), *values.shape[1:]), default, values.dtype)
    of = course.hands.of(tags)
    default[of[of != NONE]] = values[of != NONE]
    return default


def _results(course: Course) -> npt.NDArray[np.uint8]:
    wins, draws = course.wins, course.draws
    won = np.where(wins.winner == wins.loser, _CODE[Result.TSUMO], _CODE[Result.RON]).astype(np.uint8)
    kinds, drawn = draws.tags.word("type"), np.full(len(draws.tags), _CODE[Result.UNKNOWN_DRAW], np.uint8)
    for text, result in DRAWS.items():
        drawn[kinds == word(text.encode())] = _CODE[result]
    return _of_hands(course, draws.tags.at, drawn, _of_hands(course, wins.tags.at, won, 0))


class _Discards:
    """The discards of a batch by seat: their tags, and how many each hand has."""

    def __init__(self, course: Course) -> None:
        edges = np.append(course.hands.start, len(course.markup.kind))
        self.at = [np.flatnonzero(course.markup.kind == Kind.DISCARD + seat) for seat in range(N_SEATS)]
        self._before = [np.searchsorted(at, edges) for at in self.at]
        self.count = np.stack([np.diff(before) for before in self._before], axis=1)

    def number(self, seat: int, tags: Ints, hands: Ints) -> Ints:
        """Which of a seat's discards in its hand is the next one after a tag, from 1."""
        return np.searchsorted(self.at[seat], tags) - self._before[seat].take(hands) + 1


def _riichi(course: Course, discards: _Discards) -> tuple[Array, ...]:
    """By hand and seat: which own discard declared riichi (0 = none), in which order, whether the stick was paid."""
    number, order = (np.zeros((len(course.hands), N_SEATS), np.uint8) for _ in range(2))
    paid = np.zeros((len(course.hands), N_SEATS), bool)
    riichi = course.riichi
    of = course.hands.of(riichi.tags.at)
    first = (riichi.step == 1) & (of != NONE)
    hands, seats, at = of[first], riichi.seat[first], riichi.tags.at[first]
    for seat in range(N_SEATS):
        own = seats == seat
        number[hands[own], seat] = discards.number(seat, at[own], hands[own])
    seats = np.clip(seats, 0, N_SEATS - 1)
    order[hands, seats] = np.arange(len(hands)) - np.searchsorted(hands, hands) + 1
    second = (riichi.step == 2) & (of != NONE)
    paid[of[second], np.clip(riichi.seat[second], 0, N_SEATS - 1)] = True
    return number, order, paid


def _calls(course: Course) -> npt.NDArray[np.uint8]:
    """Open calls by hand and seat."""
    calls = course.calls
    of = course.hands.of(calls.tags.at)
    opened = np.isin(melds().kind.take(calls.code, mode="clip"), (CHI, PON, DAIMINKAN)) & (of != NONE)
    key = of[opened] * N_SEATS + np.clip(calls.seat[opened], 0, N_SEATS - 1)
    return np.bincount(key, minlength=len(course.hands) * N_SEATS).reshape(-1, N_SEATS).astype(np.uint8)


def _drawn(course: Course, discards: _Discards) -> Ints:
    """Tiles drawn by hand: the tags that are neither discards nor anything else."""
    others, hands = course.markup.others, course.hands
    other = np.searchsorted(others, hands.end) - np.searchsorted(others, hands.start)
    return hands.end - hands.start - other - discards.count.sum(axis=1)


def _dora_indicators(course: Course, rows: Ints) -> Column:
    """The first indicator, which the start of the hand states, and those turned later."""
    hands = np.concatenate([np.arange(len(course.hands)), course.hands.of(course.indicators.tags.at)])
    tiles = np.concatenate([course.inits.seed[:, 5], course.indicators.tile])
    order = np.argsort(hands, kind="stable")
    order = order[np.isin(hands[order], rows)]
    count = np.bincount(hands[order], minlength=len(course.hands))[rows]
    return Column(tile_codes(tiles[order], course.reds[course.hands.game[hands[order]]]), None, count, TILE)


def _ura_indicators(course: Course, rows: Ints) -> Column:
    """The ura indicators of the hand's first winner who shows any; null where none does."""
    ura, of = course.wins.ura, course.hands.of(course.wins.tags.at)
    showing = np.flatnonzero((ura.count > 0) & (of != NONE))[::-1]
    win = np.full(len(course.hands), NONE)
    win[of[showing]] = showing
    shown = win[rows] != NONE
    first, count = (np.cumsum(ura.count) - ura.count)[win[rows][shown]], np.zeros(len(rows), np.int64)
    count[shown] = ura.count[win[rows][shown]]
    tiles = ura.values.take(ranges(first, count[shown]))
    reds = np.repeat(course.reds[course.hands.game[rows]], count)
    return Column(tile_codes(tiles, reds), shown, count, TILE)


def _dice(dice: Numbers) -> Column:
    """The dice, which Tenhou counts from 0; null where they are none."""
    shown = ((dice >= 0) & (dice < 6)).all(axis=1)
    return Column((dice[shown] + 1).astype(np.uint8).ravel(), shown, 2 * shown.astype(np.int64))
