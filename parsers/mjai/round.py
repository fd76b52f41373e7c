"""One hand of an mjai log: what is gathered while it is read, and its rows once its result is known."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from mjlog.tables import SEATS
from mjlog.vocabulary import ABORTIVE_DRAWS, ErrorCode, EventKind, Result, Wind
from parsers.mjai.draws import Scene, judge
from parsers.mjai.events import Hora, Ryukyoku, StartKyoku
from parsers.mjai.results import Seating, liable, paid_value, stated_value
from parsers.mjai.tiles import CODES, codes
from parsers.shared.gathered import Desk, Win, limit_name, per_seat
from parsers.shared.replay import NO_TILE, UNKNOWN, Hand, PlayError, event_kind, event_seat, event_tile

_STICK: Final = 1_000
_START: Final = {4: 25_000, 3: 35_000}
"""Points that engines which never write scores begin with."""

WINDS: Final = tuple(Wind)
_KANS: Final = frozenset({EventKind.DAIMINKAN, EventKind.KAKAN, EventKind.ANKAN})
_CALLS: Final = frozenset({EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN})
_NOT_A_TILE: Final = frozenset({EventKind.DORA, EventKind.RIICHI})


class _Account:
    """Points of the seats through the statements of a hand's result."""

    def __init__(self, points: list[int] | None) -> None:
        self.points = points

    def state(self, deltas: list[int] | None, scores: list[int] | None) -> list[int] | None:
        """The change a statement makes; null where it cannot be told."""
        if self.points is not None:
            if deltas is None and scores is not None:
                deltas = [after - before for after, before in zip(scores, self.points, strict=True)]
            elif scores is None and deltas is not None:
                scores = [before + delta for before, delta in zip(self.points, deltas, strict=True)]
        self.points = scores
        return deltas


@dataclass(slots=True)
class Round:
    """A hand being read.

    Attributes:
        number: its position in the game.
        at: the event it begins with.
        hand: its melds.
        wind, kyoku, honba, deposits, dealer: as in the table ``hands``, the wind by position.
        start: points when it begins, where they are known.
        deal: codes of the tiles dealt.
        dora: codes of the indicators shown.
        declared: seats that declared riichi.
        paid: seats whose riichi was accepted.
        wins, draw: its result, one or the other.
        end: points after it, where they are known; set by :meth:`settle`.
    """

    number: int
    at: int
    hand: Hand
    wind: int = 0
    kyoku: int = 1
    honba: int = 0
    deposits: int = 0
    dealer: int = 0
    start: list[int] | None = None
    deal: list[list[int] | None] = field(default_factory=list)
    dora: list[int] = field(default_factory=list)
    declared: list[int] = field(default_factory=list)
    paid: list[int] = field(default_factory=list)
    wins: list[Hora] = field(default_factory=list)
    draw: Ryukyoku | None = None
    end: list[int] | None = None

    @property
    def name(self) -> str:
        """How people name it: ``E1-0``."""
        return f"{WINDS[self.wind]}{self.kyoku}-{self.honba}"

    @property
    def finished(self) -> bool:
        """Whether the log has a result of it."""
        return bool(self.wins) or self.draw is not None

    @property
    def hidden(self) -> bool:
        """Whether some seat's tiles are not shown."""
        return any(tiles is not None and UNKNOWN in tiles for tiles in self.deal)

    def settle(self, desk: Desk, following: StartKyoku | None) -> None:
        """Add the hand's rows.

        Args:
            desk: where they go.
            following: the beginning of the next hand, which tells some draws apart.

        Raises:
            PlayError: the result contradicts itself.
        """
        if len(self.paid) != len(set(self.paid)):
            raise PlayError("a seat's riichi is accepted twice")
        play = desk.gathered.play
        events = play.stream[play.start :]
        self.start = self.start or self._solved_start(desk)
        account = _Account(_less_sticks(self.start, self.paid))
        changes = [account.state(desk.seats(win.deltas), desk.seats(win.scores)) for win in self.wins]
        if self.wins:
            result: dict[str, Any] = {"result": _win_result(self.wins, desk.n_players)}
        else:
            result = self._drawn(desk, following, events, account)
        self.end = account.points
        last_tile = next(
            (event_tile(event) for event in reversed(events) if event_kind(event) not in _NOT_A_TILE), NO_TILE
        )
        wins = [
            self._win(desk, nth, change, riichi=win.actor in self.declared, last_tile=last_tile)
            for nth, (win, change) in enumerate(zip(self.wins, changes, strict=True))
        ]
        desk.gathered.hand(
            desk.game_id,
            self.number,
            deal=self.deal,
            n_players=desk.n_players,
            paid=self.paid,
            dora=self._indicators(desk, events),
            ura=_ura_indicators(self.wins),
            columns={
                **result,
                "round_wind": WINDS[self.wind],
                "kyoku": self.kyoku,
                "honba": self.honba,
                "deposits": self.deposits,
                "dealer": self.dealer,
                **per_seat("start", self.start),
                **per_seat("end", self.end),
            },
            wins=wins,
        )

    def _solved_start(self, desk: Desk) -> list[int] | None:
        """Points at the start of a hand that does not state them: what its result implies, else the engines' start."""
        statement = self.wins[0] if self.wins else self.draw
        assert statement is not None
        deltas, scores = desk.seats(statement.deltas), desk.seats(statement.scores)
        if deltas is not None and scores is not None:
            before = [after - delta for after, delta in zip(scores, deltas, strict=True)]
            return _less_sticks(before, self.paid, -_STICK)
        return [_START[desk.n_players]] * desk.n_players if self.number == 0 else None

    def _drawn(
        self, desk: Desk, following: StartKyoku | None, events: Sequence[int], account: _Account
    ) -> dict[str, Any]:
        draw = self.draw
        assert draw is not None
        before = account.points
        change = account.state(self._counted_once(desk, desk.seats(draw.deltas)), desk.seats(draw.scores))
        stays = None
        if following is not None:
            stays = following.oya == self.dealer and following.honba in {None, self.honba + 1}
        tenpai = None if draw.tenpais is None else draw.tenpais[: desk.n_players]
        judged = judge(Scene(desk.n_players, self.dealer, events, change, draw.reason, draw.actor, tenpai, stays))
        if change is None and judged.result in ABORTIVE_DRAWS:
            account.points = before
        if judged.result is Result.UNKNOWN_DRAW:
            self._note(
                desk, ErrorCode.UNKNOWN_DRAW, "neither the log nor its payments nor the play tell what draw this is"
            )
        return {
            "result": judged.result,
            "offender": judged.offender,
            **per_seat("tenpai", judged.tenpai),
            **per_seat("nagashi", judged.nagashi),
        }

    def _counted_once(self, desk: Desk, deltas: list[int] | None) -> list[int] | None:
        """Deltas of a draw without the riichi sticks that some engines take a second time."""
        if deltas is None or not sum(deltas):
            return deltas
        again = _less_sticks(deltas, self.paid, -_STICK)
        if again is None or sum(again) != 0:
            return deltas
        self._note(
            desk,
            ErrorCode.STICK_COUNTED_TWICE,
            "the draw's deltas take again the sticks paid at acceptance; counted once",
        )
        return again

    def _indicators(self, desk: Desk, events: Sequence[int]) -> list[int] | None:
        for win in self.wins:
            if win.dora_markers:
                return codes(win.dora_markers)
        if not self.dora or UNKNOWN in self.dora:
            return None
        if self.hand.kans and _indicator_left_out(events):
            self._note(
                desk, ErrorCode.NO_DORA_EVENT, "a kan's indicator is not in the log; the indicators are not known"
            )
            return None
        return self.dora

    def _win(self, desk: Desk, nth: int, change: list[int] | None, *, riichi: bool, last_tile: int) -> Win:
        win = self.wins[nth]
        loser = None if win.target == win.actor else win.target
        melds = self.hand.melds[win.actor]
        value = stated_value(win, Seating(self.wind, (win.actor - self.dealer) % desk.n_players, melds))
        points, pao = value.points, win.pao if type(win.pao) is int and win.pao in SEATS else None
        if change is not None:
            points = points or paid_value(change, win.actor, self.honba if nth == 0 else 0)
            pao = pao if pao is not None else liable(change, win.actor, loser, points)
        if value.other:
            self._note(desk, ErrorCode.UNKNOWN_YAKU, f"unknown yaku: {', '.join(value.other)}; kept as written")
        return Win(
            win.actor,
            melds=melds,
            winning_tile=last_tile if win.pai is None or win.pai == "?" else CODES[win.pai],
            by_ron=loser is not None,
            yaku=value.yaku,
            riichi=riichi,
            columns={
                "loser": loser,
                "pao": pao,
                "han": value.han,
                "fu": value.fu,
                "yakuman": value.yakuman,
                "points": points,
                "limit": limit_name(value.han, value.fu, value.yakuman, points),
                "yaku_other": list(value.other) or None,
                **per_seat("recorded", change),
            },
        )

    def _note(self, desk: Desk, code: ErrorCode, message: str) -> None:
        desk.error(code, f"hand {self.name}: {message}", self.at, self.number)


def _less_sticks(points: list[int] | None, paid: Sequence[int], stick: int = _STICK) -> list[int] | None:
    return None if points is None else [value - stick * (seat in paid) for seat, value in enumerate(points)]


def _win_result(wins: Sequence[Hora], n_players: int) -> Result:
    """A tsumo or a ron.

    Raises:
        PlayError: the wins are not of one tile, or of a seat that does not play.
    """
    targets = {win.target for win in wins}
    if max(targets | {win.actor for win in wins}) >= n_players:
        raise PlayError(f"a win of a seat that does not play among {n_players}")
    tsumo = wins[0].actor == wins[0].target
    if len(targets) > 1 or (tsumo and len(wins) > 1) or len({win.actor for win in wins}) != len(wins) or len(wins) > 3:
        raise PlayError("the wins of the hand are not of one discard")
    return Result.TSUMO if tsumo else Result.RON


def _ura_indicators(wins: Sequence[Hora]) -> list[int] | None:
    """The longest list that a winner shows; null where none shows any."""
    shown: list[Sequence[str]] = [
        markers for win in wins for markers in (win.uradora_markers, win.ura_markers, win.uradora_marker) if markers
    ]
    if not shown:
        return None
    longest = max(len(markers) for markers in shown)
    return codes(next(markers for markers in shown if len(markers) == longest))


def _indicator_left_out(events: Sequence[int]) -> bool:
    """Whether another seat draws or calls while a kan's indicator is still to be turned."""
    due, owner = 0, -1
    for event in events:
        kind = event_kind(event)
        if due and event_seat(event) != owner and (kind is EventKind.DRAW or kind in _CALLS):
            return True
        if kind in _KANS:
            due, owner = due + 1, event_seat(event)
        elif kind is EventKind.DORA:
            due = max(due - 1, 0)
    return False
