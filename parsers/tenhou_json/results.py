"""What the last item of a tenhou.net/6 hand says: how it ended, who won, and the points that moved.

Labels come in Japanese, English or romaji, by the exporter's settings.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from mjlog.vocabulary import ABORTIVE_DRAWS, Result
from parsers.tenhou_json.values import payment_of

WIN: Final = "win"
_SEATS: Final = 4

_RESULTS: Final[dict[str, tuple[str, ...]]] = {
    WIN: ("和了", "和", "agari", "hora", "win", "ron", "tsumo"),
    Result.EXHAUSTIVE_DRAW: ("流局", "荒牌流局", "荒牌平局", "ryuukyoku", "exhaustive draw", "draw"),
    Result.NAGASHI_MANGAN: ("流し満貫", "流局満貫", "nagashi mangan", "mangan at draw"),
    Result.KYUUSHU_KYUUHAI: ("九種九牌", "kyuushu kyuuhai", "nine terminal abortion"),
    Result.SUUFON_RENDA: ("四風連打", "四風子連打", "suufon renda", "four wind abortion"),
    Result.SUUKAIKAN: ("四槓散了", "四開槓", "四槓流れ", "suukaikan", "suukan sanra", "four kan abortion"),
    Result.SUUCHA_RIICHI: ("四家立直", "四人立直", "suucha riichi", "four riichi abortion"),
    Result.SANCHA_HOU: ("三家和了", "三家和", "sanchahou", "sancha hou", "three ron abortion", "triple ron"),
    Result.CHOMBO: ("チョンボ", "錯和", "chombo"),
}
ALL_TENPAI: Final = {"全員聴牌": True, "全員不聴": False}
"""Labels of exhaustive draws in which all, or none, are tenpai; no points move."""

LABELS: Final = dict.fromkeys(ALL_TENPAI, str(Result.EXHAUSTIVE_DRAW)) | {
    label: result for result, labels in _RESULTS.items() for label in labels
}
"""Result by label, those in Latin letters in lower case; ``WIN`` for a win."""

WITHOUT_POINTS: Final = frozenset(ABORTIVE_DRAWS)
"""Results that move no points; the others state those that move."""


class ResultError(ValueError):
    """The result of a hand cannot be read."""


class Win(NamedTuple):
    """A winner; ``source`` is the winner for a tsumo, ``liable`` likewise where nobody is.

    ``texts`` are points and yaku as JSON, ``deltas`` the points written before it.
    """

    winner: int
    source: int
    liable: int
    texts: bytes
    deltas: list[int] | None


class Outcome(NamedTuple):
    """How a hand ended: label, points that moved in all, winners in the order written."""

    label: str
    deltas: list[int] | None
    wins: Sequence[Win]


def outcome_of(items: Any, players: int) -> Outcome:
    """The result of a hand.

    Args:
        items: the last item of the hand: a label, then lists of points and of what each winner has.
        players: 3 or 4.

    Raises:
        ResultError: an element is not what has to stand there; the message names it by its index.
    """
    if not isinstance(items, list):
        raise ResultError("the result is no list")
    if not items or not isinstance(items[0], str):
        raise ResultError(f"result, element 0: {_shown(items[0] if items else None)} is no name of a result")
    label = items[0].strip()
    label = label if label in LABELS else label.casefold()
    if label not in LABELS:
        raise ResultError(f"result, element 0: {items[0]!r} is no known name of a result")
    wins = _wins(items, players) if LABELS[label] == WIN else []
    if len({win.source for win in wins}) > 1 or (len(wins) > 1 and any(win.winner == win.source for win in wins)):
        raise ResultError("result: several winners must win on one discard")
    lists = [(index, item) for index, item in enumerate(items) if type(item) is list]
    moved = [_points_by_seat(item, index, players) for index, item in lists if not wins or _is_points(item)]
    if len(wins) > 1 and len(moved) == 1:
        wins = [win._replace(deltas=None) for win in wins]
    return Outcome(label, [sum(points) for points in zip(*moved, strict=True)] if moved else None, wins)


def _wins(items: list[Any], players: int) -> list[Win]:
    """Winners in the order written, each with the points written before it."""
    wins, deltas = [], None
    for index, item in enumerate(items[1:], 1):
        if _is_points(item):
            deltas = _points_by_seat(item, index, players)
            continue
        wins.append(_win(item, index, deltas, players))
        deltas = None
    if not wins:
        raise ResultError("result: nobody is named as the winner")
    return wins


def _win(item: Any, index: int, deltas: list[int] | None, players: int) -> Win:
    if type(item) is not list or len(item) < 4:
        raise ResultError(f"result, element {index}: {_shown(item)} is no list of seats, points and yaku")
    winner, source, liable, text, *yaku = item
    for place, seat in enumerate(item[:3]):
        if type(seat) is not int or not 0 <= seat < players:
            raise ResultError(f"result, element {index}.{place}: {_shown(seat)} is no seat")
    if type(text) is not str or payment_of(text) is None:
        raise ResultError(f"result, element {index}.3: {_shown(text)} is no text of points like 30符1飜1000点")
    for place, name in enumerate(yaku, 4):
        if type(name) is not str:
            raise ResultError(f"result, element {index}.{place}: {_shown(name)} is no yaku like 立直(1飜)")
    return Win(winner, source, liable, msgspec.json.encode([text, *yaku])[1:-1], deltas)


def _is_points(item: Any) -> bool:
    """Whether a list is meant as points: a winner's is longer and holds texts."""
    return type(item) is list and len(item) <= _SEATS and str not in map(type, item)


def _points_by_seat(item: list[Any], index: int, players: int) -> list[int]:
    if len(item) not in {players, _SEATS} or any(type(points) is not int for points in item):
        raise ResultError(f"result, element {index}: {_shown(item)} are no points of {players} seats")
    return [*item, 0][:_SEATS]


def _shown(item: Any) -> str:
    text = repr(item)
    return text if len(text) <= 60 else text[:57] + "..."
