"""The table ``hands`` of a batch of Tenhou XML."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from mjlog.tables import MELD, conform, dtypes
from mjlog.tiles import RED_FIVE
from mjlog.vocabulary import DORA_KEYS, YAKU, Limit, Result, Wind
from parsers._code_lists import code_lists, tile_lists
from parsers._columns import column, lists, seat_columns, words
from parsers._tenhou_melds import ANKAN, CHI, DAIMINKAN, KITA, PON, melds
from parsers._tenhou_vocabulary import DORA, DRAWS, LIMITS, RED_DORA, URA_DORA
from parsers._tenhou_xml_course import Course
from parsers._tenhou_xml_scan import ABSENT, Flags, Ints, Kind, ranges, word
from parsers._tenhou_xml_tags import NONE
from parsers._tenhou_xml_values import Lists, Wins

N_SEATS: Final = 4
POINTS: Final = 100
"""Tenhou writes points in hundreds."""

RESULTS: Final = tuple(Result)
_CODE: Final = {result: code for code, result in enumerate(RESULTS)}

_PLAIN_TILE: Final = (np.arange(256) // 4).astype(np.uint8)
_TILE: Final = _PLAIN_TILE.copy()
_TILE[[4 * kind for kind in RED_FIVE.values()]] = list(RED_FIVE)


@dataclass(frozen=True, slots=True)
class Games:
    """What hands need to know of their games, a row a document.

    Attributes:
        ids: ids of the games.
        players: numbers of players.
        reds: whether the first five of each suit is red.
    """

    ids: pl.Series
    players: Ints
    reds: Flags

    def tiles(self, tiles: npt.NDArray[Any], document: Ints) -> npt.NDArray[np.uint8]:
        """The house's codes of Tenhou's tiles, each of the game of a document."""
        codes = _TILE.take(tiles)
        if not self.reds.all():
            codes = np.where(self.reds.take(document), codes, _PLAIN_TILE.take(tiles))
        return codes


def hands_table(course: Course, games: Games, *, shuffles: bool) -> pl.DataFrame:
    """The complete hands; with the seeds of their walls where asked for and the log has one a hand."""
    rows = np.flatnonzero(course.complete)
    seed, document = course.inits.seed[rows], course.hands.document[rows]
    seated = np.arange(N_SEATS) < games.players.take(document)[:, None]
    result = _results(course)[rows]
    scores = _of_hands(course, course.draws.tags.at, course.draws.scores, ABSENT)
    scores = _of_hands(course, course.wins.tags.at, course.wins.scores, scores)[rows]
    shown = _of_hands(course, course.draws.tags.at, course.draws.shown, False)[rows]
    drawn_out = np.isin(result, [_CODE[Result.EXHAUSTIVE_DRAW], _CODE[Result.NAGASHI_MANGAN]])[:, None] & seated
    nagashi = (result == _CODE[Result.NAGASHI_MANGAN])[:, None] & seated
    declarer = (result == _CODE[Result.KYUUSHU_KYUUHAI]) & (shown.sum(axis=1) == 1)
    before, change = scores[:, 0::2], scores[:, 1::2]
    stated = seated & (before != ABSENT)
    discards = _Discards(course)
    riichi, order, paid = (values[rows] for values in _riichi(course, discards))
    declared = riichi > 0
    dice = seed[:, 3:5] + 1
    columns = {
        "game_id": games.ids.gather(document),
        "hand": course.hands.number[rows].astype(np.uint16),
        "round_wind": words(seed[:, 0] // 4, pl.Enum(Wind)),
        "kyoku": (seed[:, 0] % 4 + 1).astype(np.uint8),
        "honba": seed[:, 1].astype(np.uint8),
        "deposits": seed[:, 2].astype(np.uint8),
        "dealer": course.inits.dealer[rows].astype(np.uint8),
        "result": words(result, pl.Enum(Result)),
        **seat_columns("start", course.inits.points[rows] * POINTS, seated),
        **seat_columns("riichi", riichi, declared),
        **seat_columns("riichi_order", order, declared),
        **seat_columns("riichi_paid", paid, declared),
        **seat_columns("calls", _calls(course)[rows], seated),
        **seat_columns("discards", discards.count[rows].astype(np.uint8), seated),
        **seat_columns("tenpai", shown, drawn_out),
        **seat_columns("nagashi", change > 0, nagashi & stated),
        **seat_columns("end", (before + change) * POINTS, stated),
        "offender": column(shown.argmax(axis=1).astype(np.uint8), declarer),
        "dora_indicators": _dora_indicators(course, games, rows),
        "ura_indicators": _ura_indicators(course, games, rows),
        "draws": _drawn(course)[rows].astype(np.uint8),
        "dice": _dice(dice),
        "wall": course.inits.tags.text("shuffle").gather(rows) if shuffles else None,
    }
    return pl.DataFrame(columns)


def _of_hands(course: Course, tags: Ints, values: npt.NDArray[Any], default: Any) -> npt.NDArray[Any]:
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
        self._start = course.hands.start
        self.at = [np.flatnonzero(course.markup.kind == Kind.DISCARD + seat) for seat in range(N_SEATS)]
        starts = [np.searchsorted(at, self._start) for at in self.at]
        ends = [np.searchsorted(at, course.hands.end) for at in self.at]
        self.count = np.stack(ends, axis=1) - np.stack(starts, axis=1)

    def number(self, seat: int, tags: Ints, hands: Ints) -> Ints:
        """Which of a seat's discards in its hand is the next one after a tag, from 1."""
        at = self.at[seat]
        return np.searchsorted(at, tags) - np.searchsorted(at, self._start.take(hands)) + 1


def _riichi(course: Course, discards: _Discards) -> tuple[npt.NDArray[Any], ...]:
    """By hand and seat: which own discard declared riichi (0 = none), in which order, and whether the stick was paid."""
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


def _drawn(course: Course) -> Ints:
    """Tiles drawn by hand."""
    at = np.flatnonzero(course.markup.kind < Kind.DISCARD)
    return np.searchsorted(at, course.hands.end) - np.searchsorted(at, course.hands.start)


def _dora_indicators(course: Course, games: Games, rows: Ints) -> pl.Series:
    """The first indicator, which the start of the hand states, and those turned later."""
    turned = course.hands.of(course.indicators.tags.at)
    hands = np.concatenate([np.arange(len(course.hands)), turned])
    tiles = np.concatenate([course.inits.seed[:, 5], course.indicators.tile])
    order = np.argsort(hands, kind="stable")
    order = order[np.isin(hands[order], rows)]
    count = np.bincount(hands[order], minlength=len(course.hands))[rows]
    return tile_lists(games.tiles(tiles[order], course.hands.document[hands[order]]), count)


def _ura_indicators(course: Course, games: Games, rows: Ints) -> pl.Series:
    """The ura indicators of the hand's first winner who shows any; null where none does."""
    ura = course.wins.ura
    of = course.hands.of(course.wins.tags.at)
    showing = np.flatnonzero((ura.count > 0) & (of != NONE))[::-1]
    win = np.full(len(course.hands), NONE)
    win[of[showing]] = showing
    win = win[rows]
    count = np.where(win == NONE, 0, ura.count.take(win, mode="clip")) if len(ura.count) else np.zeros(len(rows), np.int64)
    first = (np.cumsum(ura.count) - ura.count).take(win[win != NONE])
    tiles = ura.values.take(ranges(first, count[win != NONE]))
    document = np.repeat(course.hands.document[rows], count)
    return tile_lists(games.tiles(tiles, document), count, win != NONE)


def _dice(dice: npt.NDArray[Any]) -> pl.Series:
    """The dice; null where they are none."""
    shown = ((dice >= 1) & (dice <= 6)).all(axis=1)
    return lists(dice[shown].astype(np.uint8).ravel(), 2 * shown.astype(np.int64), shown)
