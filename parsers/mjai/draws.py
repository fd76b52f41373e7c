"""Which draw a hand ended in, from what an mjai log says of it and, where it says nothing, from the play.

Gimite's engine gives a reason; Mortal's gives deltas or nothing at all. Deltas tell a noten payment from a nagashi
mangan. Where nobody pays, the play decides: an empty wall, a first draw without a call before it, four equal winds,
four riichi, four kans. What is left is an unknown draw.
"""

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from mjlog.vocabulary import EventKind, Result
from parsers.shared.replay import PLAIN, event_kind, event_seat, event_tile

_REASONS: Final = {
    Result.EXHAUSTIVE_DRAW: ("fanpai", "howanpai", "exhaustive", "exhaustivedraw", "ryukyoku", "ryuukyoku", "normal"),
    Result.NAGASHI_MANGAN: ("nagashimangan", "nm"),
    Result.KYUUSHU_KYUUHAI: ("kyushukyuhai", "kyuushukyuuhai", "yao9", "nineterminals"),
    Result.SUUFON_RENDA: ("sufonrenta", "sufonrenda", "suufonrenda", "kaze4", "fourwinds"),
    Result.SUUKAIKAN: ("sukaikan", "suukaikan", "suukansanra", "kan4", "fourkans"),
    Result.SUUCHA_RIICHI: ("suchareach", "suuchariichi", "reach4", "fourriichi"),
    Result.SANCHA_HOU: ("sanchaho", "sanchahou", "sanchahora", "ron3", "tripleron"),
}
_BY_REASON: Final = {reason: result for result, reasons in _REASONS.items() for reason in reasons}
_LIVE_WALL: Final = {4: 70, 3: 55}
"""Tiles drawn in a hand that runs to its end, the replacement tiles of kans and norths included."""

_NOTEN_POOLS: Final = {4: (3000,), 3: (2000, 3000)}
_WINDS: Final = range(27, 31)
_CALLS: Final = frozenset({
    EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN, EventKind.KAKAN, EventKind.ANKAN, EventKind.KITA,
})  # fmt: skip
_KANS: Final = frozenset({EventKind.DAIMINKAN, EventKind.KAKAN, EventKind.ANKAN})


class Draw(NamedTuple):
    """A hand without a winner.

    Attributes:
        result: its kind.
        tenpai: by seat; null where the log does not tell.
        nagashi: by seat, of a nagashi mangan.
        offender: who declared nine terminals.
    """

    result: Result
    tenpai: list[bool] | None = None
    nagashi: list[bool] | None = None
    offender: int | None = None


class Scene(NamedTuple):
    """A hand at its end.

    Attributes:
        n_players: 3 or 4.
        dealer: its dealer.
        events: its play, packed as in :mod:`parsers.shared.replay`.
        deltas: what the draw pays by seat; null where the log does not say.
        reason: the engine's name of the draw.
        actor: whose draw it is.
        tenpai: what the log says.
        dealer_stays: whether the next hand has the same dealer and one more honba; null without a next hand.
    """

    n_players: int
    dealer: int
    events: Sequence[int]
    deltas: list[int] | None = None
    reason: str | None = None
    actor: int | None = None
    tenpai: list[bool] | None = None
    dealer_stays: bool | None = None


def judge(scene: Scene) -> Draw:
    """The draw of a hand."""
    result = _BY_REASON.get(re.sub(r"[^a-z0-9]", "", (scene.reason or "").lower()))
    if result is None:
        result = _by_payment(scene) or _by_play(scene)
    match result:
        case Result.EXHAUSTIVE_DRAW:
            return Draw(result, _tenpai(scene))
        case Result.NAGASHI_MANGAN:
            return Draw(result, scene.tenpai, _nagashi(scene))
        case Result.KYUUSHU_KYUUHAI:
            return Draw(result, offender=_declarer(scene))
        case _:
            return Draw(result)


def _by_payment(scene: Scene) -> Result | None:
    if not scene.deltas or not any(scene.deltas):
        return None
    if _is_noten_payment(scene.deltas, scene.n_players):
        return Result.EXHAUSTIVE_DRAW
    return Result.NAGASHI_MANGAN if _nagashi(scene) else Result.UNKNOWN_DRAW


def _is_noten_payment(deltas: Sequence[int], n_players: int) -> bool:
    gains, losses = [d for d in deltas if d > 0], [d for d in deltas if d < 0]
    equal = len(set(gains)) == 1 == len(set(losses))
    return equal and len(gains) + len(losses) == n_players and sum(gains) in _NOTEN_POOLS[n_players] and not sum(deltas)


def _nagashi(scene: Scene) -> list[bool] | None:
    """Whose mangan the deltas are made of; null if of nobody's."""
    seats = range(scene.n_players)
    for count in range(1, scene.n_players + 1):
        for winners in combinations(seats, count):
            if [sum(_mangan(scene, winner, seat) for winner in winners) for seat in seats] == scene.deltas:
                return [seat in winners for seat in seats]
    return None


def _mangan(scene: Scene, winner: int, seat: int) -> int:
    """What a seat gets of a winner's mangan tsumo."""
    if seat == winner:
        return -sum(_mangan(scene, winner, other) for other in range(scene.n_players) if other != winner)
    return -4000 if scene.dealer in {winner, seat} else -2000


def _by_play(scene: Scene) -> Result:
    kinds = [event_kind(event) for event in scene.events]
    if kinds.count(EventKind.DRAW) >= _LIVE_WALL[scene.n_players]:
        return Result.EXHAUSTIVE_DRAW
    if _declarer(scene) is not None:
        return Result.KYUUSHU_KYUUHAI
    if _is_four_winds(scene, kinds):
        return Result.SUUFON_RENDA
    if kinds.count(EventKind.RIICHI) == 4:
        return Result.SUUCHA_RIICHI
    kans = [event_seat(event) for event in scene.events if event_kind(event) in _KANS]
    if len(kans) == 4 and len(set(kans)) > 1:
        return Result.SUUKAIKAN
    # Nothing else ends a hand of four just after a discard, tiles being left, with the deal kept.
    after_discard = bool(kinds) and kinds[-1] is EventKind.DISCARD
    return Result.SANCHA_HOU if scene.n_players == 4 and after_discard and scene.dealer_stays else Result.UNKNOWN_DRAW


def _is_four_winds(scene: Scene, kinds: list[EventKind]) -> bool:
    discards = [PLAIN[event_tile(event)] for event in scene.events if event_kind(event) is EventKind.DISCARD]
    return len(discards) == 4 and len(set(discards)) == 1 and discards[0] in _WINDS and _CALLS.isdisjoint(kinds)


def _declarer(scene: Scene) -> int | None:
    """Who stops the hand at the first own draw, no call having been made before it."""
    if scene.actor is not None:
        return scene.actor
    if not scene.events or event_kind(scene.events[-1]) is not EventKind.DRAW:
        return None
    seat = event_seat(scene.events[-1])
    earlier = scene.events[:-1]
    untouched = all(event_kind(event) not in _CALLS for event in earlier)
    return seat if untouched and all(event_seat(event) != seat for event in earlier) else None


def _tenpai(scene: Scene) -> list[bool] | None:
    if scene.tenpai is not None:
        return scene.tenpai
    if scene.deltas and any(scene.deltas):
        return [delta > 0 for delta in scene.deltas]
    if scene.deltas is None or scene.dealer_stays is None:
        return None
    return [scene.dealer_stays] * scene.n_players
