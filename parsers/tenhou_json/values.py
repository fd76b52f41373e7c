"""Texts of a win in tenhou.net/6 JSON, to its value: ``30符3飜3900点``, ``立直(1飜)``.

Limits and yaku come in Japanese, English or romaji, by the exporter's settings. A text of points tells payments
(``満貫2000-4000点``, ``満貫4000点∀``) and leaves out fu and han from mangan up; han are then the sum of the yaku. The
same texts come again and again, so each is understood once.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from mjlog.vocabulary import DORA_KEYS, YAKU, Limit
from parsers.shared.yaku_names import ROUND_WIND, SEAT_WIND, yaku_key

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
    r"(?:(?P<fu>\d{2,3})\s*(?:符|fu))?\s*(?:(?P<han>\d{1,2})\s*(?:飜|翻|番|han))?\s*(?P<limit>[^\d+]*?)\s*(?P<plus>\+)?"
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
_LIMIT_CODES: Final[dict[str, int]] = {limit: code for code, limit in enumerate(Limit)}
_YAKUMAN_HAN: Final = 13
_YAKUMAN_PAID: Final = 16_000
_DOUBLES: Final = ("suuankou_tanki", "kokushi_musou_13_wait", "junsei_chuuren_poutou", "daisuushii", "daichisei")
"""Yakuman that some tables count twice without saying so beside the name."""


_texts: Final = msgspec.json.Decoder(list[str])


class Value(NamedTuple):
    """What the texts of a win say of the hand; numbers are -1 where they say nothing.

    Attributes:
        points: the hand's value, all payers together.
        limit: position in :class:`~mjlog.vocabulary.Limit`.
        yaku: codes of yaku, a byte each, with the han in ``yaku_han``; None where no yaku are written.
        other: names of yaku that are not known.
    """

    points: int
    han: int
    fu: int
    yakuman: int
    limit: int
    dora: int
    red: int
    ura: int
    yaku: bytes | None
    yaku_han: bytes
    other: tuple[str, ...]


class _Payment(NamedTuple):
    fu: int | None
    han: int | None
    limit: str | None
    one: int
    other: int | None
    gain: bool


@lru_cache(1 << 16)
def payment_of(text: str) -> _Payment | None:
    """What a text such as ``2000-4000点`` says was paid; nothing where it says no payment."""
    found = _POINTS.fullmatch(text.strip())
    if found is None:
        return None
    fu, han, other = (int(found[name]) if found[name] else None for name in ("fu", "han", "other"))
    limit = found["limit"].strip().casefold()
    if limit not in _LIMITS and not limit.endswith(("役満", "yakuman")):
        return None
    gain = found["plus"] is not None
    return _Payment(fu, han, _LIMITS.get(limit, Limit.YAKUMAN), int(found["one"]), other, gain)


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


@lru_cache(1 << 17)
def read_texts(texts: bytes) -> tuple[str, ...] | None:
    """The texts of a win, if they are points and yaku."""
    try:
        items = _texts.decode(b"[" + texts + b"]")
    except msgspec.DecodeError:
        return None
    return tuple(items) if items and payment_of(items[0]) is not None else None


@lru_cache(1 << 17)
def value_of(texts: bytes, tsumo: bool, dealer: bool, players: int) -> Value:
    """Value of a win by its texts, which can be read (:func:`read_texts`)."""
    text, *names = read_texts(texts) or ()
    payment = payment_of(text)
    assert payment is not None
    entries = [(name, *_entry(name)) for name in names]
    known = [(key, han, units) for _, key, han, units in entries if key and (han or units or key not in DORA_KEYS)]
    stated = sum(units for *_, units in known)
    counted = stated == 0 and bool(entries)
    is_yakuman = not counted and (stated > 0 or payment.limit == Limit.YAKUMAN)
    units = max(stated, _units(payment, tsumo=tsumo, dealer=dealer), 1) if is_yakuman else 0
    known = _doubled(known, units - stated)
    limit = Limit.YAKUMAN if units else Limit.KAZOE if payment.limit == Limit.YAKUMAN else payment.limit
    dora, red, ura = (sum(han for name, han, _ in known if name == key) for key in ("dora", "red_dora", "ura_dora"))
    riichi = any(key in {"riichi", "double_riichi"} for key, *_ in known)
    total = payment.han or sum(han for _, _, han, _ in entries)
    return Value(
        points=_points(payment, tsumo=tsumo, dealer=dealer, players=players),
        han=total if total and not units else -1,
        fu=-1 if payment.fu is None else payment.fu,
        yakuman=units,
        limit=-1 if limit is None else _LIMIT_CODES[limit],
        dora=dora if counted else -1,
        red=red if counted else -1,
        ura=ura if counted and riichi else -1,
        yaku=bytes(_CODES[key] for key, *_ in known) if entries else None,
        yaku_han=bytes(han or _YAKUMAN_HAN * count for _, han, count in known),
        other=tuple(name for name, key, *_ in entries if key is None),
    )


def _points(payment: _Payment, *, tsumo: bool, dealer: bool, players: int) -> int:
    """Value of the hand, all payers together: a lone number is what each pays a dealer, else the whole.

    A number with a plus sign is what the winner gains, counters and sticks included, and tells no value.
    """
    if payment.gain:
        return -1
    if not tsumo:
        return payment.one
    if payment.other is None:
        return payment.one * (players - 1) if dealer else payment.one
    low, high = sorted((payment.one, payment.other))
    return low * (players - 2) + high


def _units(payment: _Payment, *, tsumo: bool, dealer: bool) -> int:
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
