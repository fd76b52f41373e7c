"""What the last item of a tenhou.net/6 hand says: how it ended, who won what, and the points that moved.

Labels, limits and yaku come in Japanese, English or romaji, by the exporter's settings. A text of points tells payments
(``30符3飜3900点``, ``満貫2000-4000点``, ``満貫4000点∀``) and leaves out fu and han from mangan up; han are then the sum
of the yaku. The same texts come again and again, so each is understood once.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from mjlog.vocabulary import DORA_KEYS, YAKU, Limit, Result
from parsers._yaku_names import ROUND_WIND, SEAT_WIND, yaku_key

WIN: Final = "win"

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
_RESULT_OF: Final = {label: result for result, labels in _RESULTS.items() for label in labels}
_ALL_TENPAI: Final = {"全員聴牌": True, "全員不聴": False}
"""Labels of exhaustive draws in which all, or none, are tenpai; no points move."""

_LIMITS: Final = {
    "": None,
    "満貫": Limit.MANGAN, "mangan": Limit.MANGAN,
    "切り上げ満貫": Limit.MANGAN, "kiriage mangan": Limit.MANGAN, "rounded mangan": Limit.MANGAN,
    "跳満": Limit.HANEMAN, "ハネ満": Limit.HANEMAN, "haneman": Limit.HANEMAN,
    "倍満": Limit.BAIMAN, "baiman": Limit.BAIMAN,
    "三倍満": Limit.SANBAIMAN, "sanbaiman": Limit.SANBAIMAN,
    "数え役満": Limit.KAZOE, "kazoe yakuman": Limit.KAZOE, "counted yakuman": Limit.KAZOE,
    "役満": Limit.YAKUMAN, "yakuman": Limit.YAKUMAN,
}  # fmt: skip

_POINTS: Final = re.compile(
    r"(?:(?P<fu>\d{2,3})\s*(?:符|fu))?\s*(?:(?P<han>\d{1,2})\s*(?:飜|翻|番|han))?\s*(?P<limit>\D*?)\s*\+?"
    r"(?P<one>\d{3,6})(?:-(?P<other>\d{3,6}))?\s*(?:点|點|points)\s*(?P<each>∀|オール|all)?",
    re.IGNORECASE,
)
_YAKU: Final = re.compile(
    r"(?P<name>.+?)\s*[(（](?:(?P<han>\d{1,2})\s*(?:飜|翻|番|han)|(?P<limit>\D*(?:役満|yakuman)))[)）]", re.IGNORECASE
)

YAKU_CODES: Final = {key: code for code, key in enumerate(YAKU)}
SEAT_WIND_CODE: Final = 254
ROUND_WIND_CODE: Final = 255
_CODES: Final = YAKU_CODES | {SEAT_WIND: SEAT_WIND_CODE, ROUND_WIND: ROUND_WIND_CODE}
_YAKUMAN_HAN: Final = 13
_YAKUMAN_PAID: Final = 16_000
_DOUBLES: Final = ("suuankou_tanki", "kokushi_musou_13_wait", "junsei_chuuren_poutou", "daisuushii", "daichisei")
"""Yakuman that some tables count twice without saying so beside the name."""


class ResultError(ValueError):
    """The result of a hand cannot be read."""


class Value(NamedTuple):
    """A hand's value as its texts tell it; ``yaku`` and ``yaku_han`` are bytes, one a yaku; None if not told."""

    points: int
    han: int | None
    fu: int | None
    yakuman: int
    limit: str | None
    yaku: bytes | None
    yaku_han: bytes | None
    other: tuple[str, ...]
    dora: int | None
    red: int | None
    ura: int | None


class Win(NamedTuple):
    """A winner; ``source`` is the winner for a tsumo, ``liable`` likewise where nobody is."""

    winner: int
    source: int
    liable: int
    value: Value
    deltas: list[int] | None


class Outcome(NamedTuple):
    """How a hand ended; ``deltas`` of the whole hand, None where none are stated; ``tenpai`` of all seats by label."""

    result: str
    deltas: list[int] | None
    wins: Sequence[Win]
    tenpai: bool | None


def outcome_of(items: list[Any], dealer: int, players: int) -> Outcome:
    """The result of a hand.

    Args:
        items: the last item of the hand: a label, then lists of points and of what each winner has.
        dealer: seat of the dealer.
        players: 3 or 4.

    Raises:
        ResultError: an element is not what has to stand there; the message names it by its index.
    """
    if not items or not isinstance(items[0], str):
        raise ResultError(f"result, element 0: {_shown(items[0] if items else None)} is no name of a result")
    label = items[0]
    if label in _ALL_TENPAI:
        return Outcome(Result.EXHAUSTIVE_DRAW, _sum(items[1:], players) or [0] * players, (), _ALL_TENPAI[label])
    result = _RESULT_OF.get(label) or _RESULT_OF.get(label.strip().casefold())
    if result is None:
        raise ResultError(f"result, element 0: {label!r} is no known name of a result")
    if result != WIN:
        deltas = _sum(items[1:], players)
        stated = deltas is not None or result not in {Result.EXHAUSTIVE_DRAW, Result.NAGASHI_MANGAN, Result.CHOMBO}
        return Outcome(result, deltas or [0] * players if stated else None, (), None)
    wins = _wins(items, dealer, players)
    result = Result.TSUMO if wins[0].winner == wins[0].source else Result.RON
    return Outcome(result, _sum([item for item in items[1:] if _is_points(item)], players), wins, None)


def _wins(items: list[Any], dealer: int, players: int) -> list[Win]:
    """Winners in the order written, each with the points written before it."""
    wins, deltas = [], None
    for index, item in enumerate(items[1:], 1):
        if _is_points(item):
            deltas = _points_by_seat(item, index, players)
            continue
        wins.append(_win(item, index, deltas, dealer, players))
        deltas = None
    if not wins:
        raise ResultError("result: nobody is named as the winner")
    if len({win.source for win in wins}) > 1 or (len(wins) > 1 and any(win.winner == win.source for win in wins)):
        raise ResultError("result: several winners must win on one discard")
    if len(wins) > 1 and sum(win.deltas is not None for win in wins) == 1:
        return [win._replace(deltas=None) for win in wins]
    return wins


def _win(item: Any, index: int, deltas: list[int] | None, dealer: int, players: int) -> Win:
    if type(item) is not list or len(item) < 4:
        raise ResultError(f"result, element {index}: {_shown(item)} is no list of seats, points and yaku")
    winner, source, liable, text, *yaku = item
    for place, seat in enumerate(item[:3]):
        if type(seat) is not int or not 0 <= seat < players:
            raise ResultError(f"result, element {index}.{place}: {_shown(seat)} is no seat")
    if type(text) is not str or _payment(text) is None:
        raise ResultError(f"result, element {index}.3: {_shown(text)} is no text of points like 30符1飜1000点")
    for place, name in enumerate(yaku, 4):
        if type(name) is not str:
            raise ResultError(f"result, element {index}.{place}: {_shown(name)} is no yaku like 立直(1飜)")
    value = _value(text, tuple(yaku), winner == source, winner == dealer, players)
    return Win(winner, source, liable, value, deltas)


def _is_points(item: Any) -> bool:
    return type(item) is list and str not in map(type, item)


def _points_by_seat(item: list[Any], index: int, players: int) -> list[int]:
    if len(item) not in {players, 4} or any(type(points) is not int for points in item):
        raise ResultError(f"result, element {index}: {_shown(item)} are no points of {players} seats")
    return item[:players]


def _sum(items: list[Any], players: int) -> list[int] | None:
    """Points that moved, all lists together; None without any."""
    lists = [_points_by_seat(item, index, players) for index, item in enumerate(items, 1) if type(item) is list]
    if len(lists) < 2:
        return lists[0] if lists else None
    return [sum(points) for points in zip(*lists, strict=True)]


def _shown(item: Any) -> str:
    text = repr(item)
    return text if len(text) <= 60 else text[:57] + "..."


class _Payment(NamedTuple):
    fu: int | None
    han: int | None
    limit: str | None
    one: int
    other: int | None


@lru_cache(1 << 16)
def _payment(text: str) -> _Payment | None:
    found = _POINTS.fullmatch(text.strip())
    if found is None:
        return None
    fu, han, one, other = (found[name] and int(found[name]) for name in ("fu", "han", "one", "other"))
    limit = found["limit"].strip().casefold()
    if limit not in _LIMITS and not limit.endswith(("役満", "yakuman")):
        return None
    return _Payment(fu, han, _LIMITS.get(limit, Limit.YAKUMAN), int(one), other)


@lru_cache(1 << 16)
def _entry(text: str) -> tuple[str | None, int, int]:
    """Key of a yaku, its han and its yakuman units; the key is None where the text is not understood."""
    found = _YAKU.fullmatch(text.strip())
    key = found and yaku_key(found["name"])
    if not found or not key:
        return None, int(found["han"] or 0) if found else 0, 0
    if found["han"] is None:
        return key, 0, 2 if re.search("ダブル|二倍|double", found["limit"], re.IGNORECASE) else 1
    han = int(found["han"])
    units = han // _YAKUMAN_HAN if key in YAKU and YAKU[key].yakuman else 0
    return key, 0 if units else han, units


@lru_cache(1 << 16)
def _value(text: str, texts: tuple[str, ...], tsumo: bool, dealer: bool, players: int) -> Value:
    payment = _payment(text)
    assert payment is not None
    entries = [(name, *_entry(name)) for name in texts]
    known = [(key, han, units) for _, key, han, units in entries if key and (han or units or key not in DORA_KEYS)]
    stated = sum(units for *_, units in known)
    counted = stated == 0 and bool(entries)
    is_yakuman = not counted and (stated > 0 or payment.limit == Limit.YAKUMAN)
    units = max(stated, _units(payment, tsumo, dealer), 1) if is_yakuman else 0
    known = _doubled(known, units - stated)
    limit = Limit.YAKUMAN if units else Limit.KAZOE if payment.limit == Limit.YAKUMAN else payment.limit
    sums = {key: sum(han for name, han, _ in known if name == key) for key in DORA_KEYS} if counted else {}
    riichi = any(key in {"riichi", "double_riichi"} for key, *_ in known)
    total = sum(han for _, _, han, _ in entries)
    return Value(
        points=_points(payment, tsumo=tsumo, dealer=dealer, players=players),
        han=None if units else payment.han or total or None,
        fu=payment.fu,
        yakuman=units,
        limit=limit,
        yaku=bytes(_CODES[key] for key, *_ in known) if entries else None,
        yaku_han=bytes(han or _YAKUMAN_HAN * count for _, han, count in known) if entries else None,
        other=tuple(name for name, key, *_ in entries if key is None),
        dora=sums.get("dora"),
        red=sums.get("red_dora"),
        ura=sums.get("ura_dora") if riichi else None,
    )


def _points(payment: _Payment, *, tsumo: bool, dealer: bool, players: int) -> int:
    """Value of the hand, all payers together: a lone number is what each pays a dealer, else the whole."""
    if not tsumo:
        return payment.one
    if payment.other is None:
        return payment.one * (players - 1) if dealer else payment.one
    low, high = sorted((payment.one, payment.other))
    return low * (players - 2) + high


def _units(payment: _Payment, tsumo: bool, dealer: bool) -> int:
    """Yakuman units that the payment is worth; 0 where it is no whole number of them."""
    if payment.other is not None:
        paid, unit = max(payment.one, payment.other), _YAKUMAN_PAID
    elif tsumo:
        paid, unit = payment.one, _YAKUMAN_PAID * (1 if dealer else 2)
    else:
        paid, unit = payment.one, _YAKUMAN_PAID * (3 if dealer else 2)
    return 0 if paid % unit else paid // unit


def _doubled(entries: list[tuple[str, int, int]], missing: int) -> list[tuple[str, int, int]]:
    """The entries with as many double yakuman counted twice as the payment needs."""
    for place, (key, han, units) in enumerate(entries):
        if missing > 0 and units == 1 and key in _DOUBLES:
            entries[place] = (key, han, 2)
            missing -= 1
    return entries
