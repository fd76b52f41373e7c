"""What a score sheet may say: the fields of a game of hands-json, their types, and the checks no type can make.

A sheet is refused as a whole, with the path of the field and the reason: a sheet half read would settle to numbers
nobody played for.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from difflib import get_close_matches
from typing import Annotated, Any, Final, Literal

import msgspec

from mjlog.vocabulary import YAKU, Limit, Result

FORMAT: Final = "mjlog-hands/1"

STICK: Final = 1000
MANY: Final = 255
MOST_THOUSANDS: Final = 2**31 // 1000

WITH_WINNER: Final = (Result.TSUMO, Result.RON)
WITH_TENPAI: Final = (Result.EXHAUSTIVE_DRAW, Result.NAGASHI_MANGAN)
WITH_OFFENDER: Final = (Result.KYUUSHU_KYUUHAI, Result.CHOMBO)

YAKUMAN: Final = (*(key for key, info in YAKU.items() if info.yakuman), str(Limit.KAZOE))
"""Names of yakuman a sheet may give, the counted one among them."""

Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
Points = Annotated[int, msgspec.Meta(ge=-(2**31), lt=2**31)]
Count = Annotated[int, msgspec.Meta(ge=0, le=MANY)]


class SheetError(ValueError):
    """A field that cannot be: its path in the sheet and the reason."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path


class _Struct(msgspec.Struct, forbid_unknown_fields=True):
    """Fields and nothing else: a misspelt field would otherwise be taken as absent."""


class Pao(_Struct):
    """Who is liable, and for which of several yakuman."""

    seat: Seat
    yaku: str | list[str]


class Win(_Struct):
    """A winner and the value of the hand."""

    winner: Seat
    loser: Seat | None = None
    han: Annotated[int, msgspec.Meta(ge=1, le=MANY)] | None = None
    fu: Annotated[int, msgspec.Meta(ge=20, le=MANY)] | None = None
    limit: Literal["mangan", "haneman", "baiman", "sanbaiman"] | None = None
    yakuman: list[str] | Annotated[int, msgspec.Meta(ge=1, le=13)] | None = None
    pao: Seat | Pao | None = None
    yaku: list[str] | None = None


class Penalty(_Struct):
    """Sticks a seat put on the table for a minor fault."""

    seat: Seat
    points: Annotated[int, msgspec.Meta(gt=0, multiple_of=STICK, le=MANY * STICK)]


class Hand(_Struct):
    """What happened in a hand; counters that are absent follow from the rules."""

    result: str
    hand: Annotated[str, msgspec.Meta(pattern="^[ESWN][1-4]$")] | None = None
    honba: Count | None = None
    deposits: Count | None = None
    riichi: list[Seat] = []
    riichi_ronned: Seat | None = None
    wins: list[Win] = []
    tenpai: list[Seat] = []
    nagashi: list[Seat] = []
    by: Seat | None = None
    penalty: list[Penalty] = []
    delta: list[Points] | None = None
    dealer_ends: bool = False
    time_up: bool = False


class SideBet(_Struct):
    """A bet of RULES 8: two seats, or every pair, in thousands; bashin counts it once a place between them."""

    amount: Decimal
    type: Literal["flat", "bashin", "all"] = "flat"
    p: Seat | None = None
    q: Seat | None = None


class Final_(_Struct):  # noqa: N801 - Final is the annotation
    """What the sheet says of the end."""

    points: list[Points] | None = None
    scores: list[Decimal] | None = None


class Sheet(_Struct):
    """A game."""

    format: str
    players: Annotated[list[str], msgspec.Meta(min_length=3, max_length=4)]
    hands: Annotated[list[Hand], msgspec.Meta(min_length=1)]
    game_id: Annotated[str, msgspec.Meta(min_length=1)] | None = None
    rules: str | None = None
    first_dealer: Seat = 0
    start: list[Points] | None = None
    side_bets: list[SideBet] = []
    chips: list[Annotated[int, msgspec.Meta(ge=-(2**15), lt=2**15)]] | None = None
    final: Final_ | None = None


def read_sheet(document: object) -> Sheet:
    """A sheet from a decoded JSON object.

    Raises:
        SheetError: a field is missing, unknown, of the wrong type or contradicts another.
    """
    try:
        sheet = msgspec.convert(document, Sheet, dec_hook=_decimal)
    except msgspec.ValidationError as error:
        raise _as_sheet_error(str(error)) from None
    for path, reason in _faults(sheet):
        raise SheetError(path, reason)
    return sheet


def thousands(amount: Decimal) -> int | None:
    """Points from thousands of points, null where they are no whole number of points."""
    if not amount.is_finite() or abs(amount) >= MOST_THOUSANDS:
        return None
    points = amount * 1000
    return int(points) if points == int(points) else None


def _decimal(kind: type, value: object) -> Any:
    if kind is Decimal and isinstance(value, int | Decimal) and not isinstance(value, bool):
        return Decimal(value)
    raise ValueError(f"Expected a number, got {value!r}")


_PLACES: Final = {
    "$": (Sheet, "the sheet itself"),
    "hands": (Hand, "a hand"),
    "wins": (Win, "a win"),
    "pao": (Pao, "the pao of a win"),
    "penalty": (Penalty, "a penalty of a hand"),
    "side_bets": (SideBet, "a side bet"),
    "final": (Final_, "final"),
}
"""What stands under a path that ends so: its fields, and how it is called."""


def _as_sheet_error(message: str) -> SheetError:
    reason, _, place = message.partition(" - at `")
    path = place.rstrip("`") or "$"
    if "unknown field" in reason:
        reason += _where_to(reason.split("`")[1], path)
    return SheetError(path, reason)


def _where_to(name: str, path: str) -> str:
    """What may have been meant by a field that its place does not have."""
    homes = [called for kind, called in _PLACES.values() if name in kind.__struct_fields__]
    if homes:
        return f"; it belongs in {' or '.join(homes)}"
    kind, _ = _PLACES[re.sub(r"\[\d+\]$", "", path).rpartition(".")[2]]
    return _nearest(name, kind.__struct_fields__)


def _nearest(name: str, names: Iterable[str]) -> str:
    near = get_close_matches(name, sorted(names), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


Fault = tuple[str, str]


def _faults(sheet: Sheet) -> Iterator[Fault]:
    n = len(sheet.players)
    if sheet.format != FORMAT:
        yield "$.format", f"must be {FORMAT!r}, not {sheet.format!r}"
    yield from _seat("$.first_dealer", sheet.first_dealer, n)
    for name in ("start", "chips"):
        yield from _one_a_seat(f"$.{name}", getattr(sheet, name), n)
    if sheet.final is not None:
        yield from _one_a_seat("$.final.points", sheet.final.points, n)
        yield from _one_a_seat("$.final.scores", sheet.final.scores, n)
        for seat, score in enumerate(sheet.final.scores or []):
            if thousands(score) is None:
                yield f"$.final.scores[{seat}]", "scores are thousands of points with at most three decimals"
    for at, bet in enumerate(sheet.side_bets):
        yield from _side_bet_faults(f"$.side_bets[{at}]", bet, n)
    for at, hand in enumerate(sheet.hands):
        yield from _hand_faults(f"$.hands[{at}]", hand, n)
        if hand.dealer_ends and at + 1 < len(sheet.hands):
            yield f"$.hands[{at}].dealer_ends", "hands follow, so the dealer did not end the game here"


def _side_bet_faults(path: str, bet: SideBet, n: int) -> Iterator[Fault]:
    if (bet.p is None or bet.q is None) != (bet.type == "all"):
        yield path, "a bet needs its two seats p and q, and type 'all' has neither"
    if bet.p is not None and bet.q is not None:
        yield from _seats(path, [bet.p, bet.q], n)
    points = thousands(bet.amount)
    if points is None or points < 0:
        yield f"{path}.amount", "an amount is thousands of points, not negative, with at most three decimals"


def _hand_faults(path: str, hand: Hand, n: int) -> Iterator[Fault]:
    results = [str(result) for result in Result if result != Result.UNKNOWN_DRAW]
    if hand.result not in results:
        yield f"{path}.result", f"no such result {hand.result!r}" + _nearest(hand.result, results)
    if hand.hand is not None and int(hand.hand[1]) > n:
        yield f"{path}.hand", f"a round has {n} hands with {n} players"
    yield from _seats(f"{path}.riichi", hand.riichi, n)
    yield from _one_a_seat(f"{path}.delta", hand.delta, n)
    for at, penalty in enumerate(hand.penalty):
        yield from _seat(f"{path}.penalty[{at}].seat", penalty.seat, n)
    if sum(penalty.points for penalty in hand.penalty) > MANY * STICK:
        yield f"{path}.penalty", f"more than {MANY} sticks"
    yield from _belongs(f"{path}.wins", hand.wins, hand.result, WITH_WINNER, needed=True)
    yield from _belongs(f"{path}.tenpai", hand.tenpai, hand.result, WITH_TENPAI)
    yield from _belongs(f"{path}.nagashi", hand.nagashi, hand.result, (Result.NAGASHI_MANGAN,), needed=True)
    by = [] if hand.by is None else [hand.by]
    yield from _belongs(f"{path}.by", by, hand.result, WITH_OFFENDER, needed=True)
    yield from _seats(f"{path}.by", by, n)
    yield from _seats(f"{path}.tenpai", hand.tenpai, n)
    yield from _seats(f"{path}.nagashi", hand.nagashi, n)
    yield from _winners_faults(path, hand, n)
    yield from _ronned_riichi_faults(f"{path}.riichi_ronned", hand, n)


def _winners_faults(path: str, hand: Hand, n: int) -> Iterator[Fault]:
    yield from _seats(f"{path}.wins", [win.winner for win in hand.wins], n, what="winner")
    if hand.result == Result.TSUMO and len(hand.wins) > 1:
        yield f"{path}.wins", "a tsumo has one winner"
    for at, win in enumerate(hand.wins):
        here = f"{path}.wins[{at}]"
        if hand.result == Result.TSUMO and win.loser is not None:
            yield f"{here}.loser", "a tsumo has no loser"
        elif hand.result == Result.RON and win.loser is None:
            yield f"{here}.loser", "a ron needs the seat that discarded the winning tile"
        elif win.loser is not None:
            yield from _seat(f"{here}.loser", win.loser, n)
            if win.loser != hand.wins[0].loser:
                yield f"{here}.loser", "all who win on one tile win from the same seat"
            if win.loser == win.winner:
                yield f"{here}.loser", "the winner cannot be the loser"
        yield from _value_faults(here, win)
        yield from _pao_faults(here, win, n)


def _value_faults(path: str, win: Win) -> Iterator[Fault]:
    stated = [win.han is not None or win.fu is not None, win.limit is not None, win.yakuman is not None]
    if sum(stated) != 1:
        yield path, "the value is given once: as han and fu, as limit, or as yakuman"
    if stated[0] and win.han is None:
        yield f"{path}.han", "fu without han"
    if win.fu is None and win.han is not None and win.han < 5:
        yield f"{path}.fu", "a hand below 5 han needs its fu"
    if win.fu is not None and win.fu != 25 and win.fu % 10:
        yield f"{path}.fu", "fu are 25 or a multiple of 10"
    names = win.yakuman if isinstance(win.yakuman, list) else []
    if win.yakuman == []:
        yield f"{path}.yakuman", "an empty list names no yakuman"
    for at, name in enumerate(names):
        if name not in YAKUMAN:
            yield f"{path}.yakuman[{at}]", f"no such yakuman {name!r}{_nearest(name, YAKUMAN)}"
    if Limit.KAZOE in names and len(names) > 1:
        yield f"{path}.yakuman", "a counted yakuman stands alone"
    if len(set(names)) != len(names):
        yield f"{path}.yakuman", "a yakuman named twice"


def _pao_faults(path: str, win: Win, n: int) -> Iterator[Fault]:
    if win.pao is None:
        return
    names = win.yakuman if isinstance(win.yakuman, list) else []
    if win.yakuman is None or Limit.KAZOE in names:
        yield f"{path}.pao", "only a yakuman has a liable seat"
    seat = win.pao.seat if isinstance(win.pao, Pao) else win.pao
    yield from _seat(f"{path}.pao", seat, n)
    if seat == win.winner:
        yield f"{path}.pao", "the winner cannot be liable"
    for name in pao_yaku(win):
        if name not in names:
            yield f"{path}.pao.yaku", f"{name!r} is not among the win's yakuman"


def pao_yaku(win: Win) -> list[str]:
    """The yakuman a win's liable seat is named for; empty where the sheet names none."""
    if not isinstance(win.pao, Pao):
        return []
    return [win.pao.yaku] if isinstance(win.pao.yaku, str) else win.pao.yaku


def _ronned_riichi_faults(path: str, hand: Hand, n: int) -> Iterator[Fault]:
    if hand.riichi_ronned is None:
        return
    yield from _seat(path, hand.riichi_ronned, n)
    if hand.riichi_ronned in hand.riichi:
        yield path, "this seat's declaration stands in riichi, so it was not ronned"
    if hand.result not in (Result.RON, Result.SANCHA_HOU):
        yield path, "only a ron takes a declared tile"
    if any(win.loser != hand.riichi_ronned for win in hand.wins):
        yield path, "the ronned tile is the loser's"


def _belongs(
    path: str, given: list[Any], result: str, results: Iterable[str], *, needed: bool = False
) -> Iterator[Fault]:
    if given and result not in results:
        yield path, f"does not belong to a hand that ended in {result}"
    if needed and not given and result in results:
        yield path, f"is needed where a hand ended in {result}"


def _seat(path: str, seat: int, n: int) -> Iterator[Fault]:
    if seat >= n:
        yield path, f"no seat {seat} with {n} players"


def _seats(path: str, seats: list[int], n: int, what: str = "seat") -> Iterator[Fault]:
    for seat in seats:
        yield from _seat(path, seat, n)
    if len(set(seats)) != len(seats):
        yield path, f"a {what} named twice"


def _one_a_seat(path: str, values: list[Any] | None, n: int) -> Iterator[Fault]:
    if values is not None and len(values) != n:
        yield path, f"must hold {n} values, one a player, not {len(values)}"
