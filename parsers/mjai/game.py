"""One game of an mjai log, read event by event."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from mjlog.vocabulary import ErrorCode, Length, MeldKind
from parsers.mjai import events as mjai
from parsers.mjai.documents import Envelope
from parsers.mjai.round import WINDS, Round
from parsers.mjai.tiles import BITS, CODES, codes
from parsers.shared.gathered import Desk
from parsers.shared.replay import DISCARD, DRAW, RIICHI, TSUMOGIRI, PlayError
from parsers.shared.tenhou_rules import length, rules
from parsers.shared.tenhou_vocabulary import DAN, TableType, room

_LENGTHS: Final = {"hanchan": Length.HANCHAN, "south": Length.HANCHAN, "tonpuu": Length.EAST, "east": Length.EAST}
_FIRST_KYOKU: Final = {0: Length.HANCHAN, 4: Length.EAST}


class Reader:
    """Reads the events of a game into the rows of a batch."""

    def __init__(self, desk: Desk, envelope: Envelope) -> None:
        self._desk, self._envelope = desk, envelope
        self._play = desk.gathered.play
        self._opening = mjai.StartGame()
        self._round: Round | None = None
        self._last: Round | None = None
        self._final: list[int] | None = None
        self._first_dealer = 0
        self._rounds = self._kept = 0
        self._over = envelope.owari is not None
        self._hidden = False

    def read(self, events: Sequence[Any], offset: int) -> None:
        """Walk the events.

        Args:
            events: those of the game.
            offset: position of the first in its document.
        """
        emit, handlers = self._play.stream.append, _HANDLERS
        tsumo, dahai = mjai.Tsumo, mjai.Dahai
        numbered = enumerate(events, offset)
        while True:
            try:
                for at, event in numbered:
                    kind = event.__class__
                    if kind is tsumo:
                        emit(DRAW[event.actor] + BITS[event.pai])
                    elif kind is dahai:
                        emit(DISCARD[event.actor] + BITS[event.pai] + TSUMOGIRI[event.tsumogiri])
                    else:
                        handlers[kind](self, event, at)
                break
            except PlayError as problem:
                self._spoil(at, str(problem))
        end = offset + len(events)
        self._close(None, end)
        self._finish(end)

    def _spoil(self, at: int, problem: str, code: ErrorCode = ErrorCode.BAD_HAND) -> None:
        """Set the hand being read aside; the next one starts afresh."""
        hand, self._round = self._round, None
        if hand is not None:
            self._last = None
            self._desk.error(code, f"hand {hand.name} is set aside: event {at}: {problem}", at, hand.number)
        elif not self._rounds:
            self._desk.error(ErrorCode.BAD_EVENT, f"event {at}: {problem}", at)

    def start_game(self, event: mjai.StartGame, _at: int) -> None:
        self._opening = event

    def start_kyoku(self, event: mjai.StartKyoku, at: int) -> None:
        self._close(event, at)
        hand = Round(self._rounds, at, self._play.begin(), dealer=event.oya)
        self._rounds += 1
        self._round = hand
        if not self._desk.n_players:
            self._desk.n_players = _players(self._opening, event)
            self._first_dealer = (event.oya - (event.kyoku or 1) + 1) % self._desk.n_players
        self._place(hand, event)
        hand.start = self._desk.seats(event.scores) or (self._last.end if self._last is not None else None)
        if event.tehais is not None:
            hand.deal = [codes(tiles) for tiles in event.tehais[: self._desk.n_players]]
        if event.dora_marker is not None:
            hand.dora = [CODES[event.dora_marker]]

    def _place(self, hand: Round, event: mjai.StartKyoku) -> None:
        """Round, honba and sticks; what the oldest logs leave out follows from the hand before."""
        last = self._last
        if event.bakaze is not None and event.kyoku is not None:
            wind = CODES[event.bakaze] - CODES["E"]
            if wind not in range(4) or event.kyoku not in range(1, self._desk.n_players + 1):
                raise PlayError(f"there is no hand {event.bakaze}{event.kyoku}")
            hand.wind, hand.kyoku = wind, event.kyoku
        elif last is not None:
            passes = last.dealer != event.oya
            hand.kyoku = last.kyoku % self._desk.n_players + 1 if passes else last.kyoku
            hand.wind = (last.wind + (passes and hand.kyoku == 1)) % len(WINDS)
        elif hand.number:
            raise PlayError("the log does not say which hand this is, and the one before it is not known")
        child_won = last is not None and last.wins and all(win.actor != last.dealer for win in last.wins)
        next_honba = 0 if last is None or child_won else last.honba + 1
        left = 0 if last is None or last.wins else last.deposits + len(last.paid)
        hand.honba = _count(next_honba if event.honba is None else event.honba)
        hand.deposits = _count(left if event.kyotaku is None else event.kyotaku)

    def haipai(self, event: mjai.Haipai, _at: int) -> None:
        if self._round is not None:
            deal = self._round.deal
            deal += [None] * (4 - len(deal))
            deal[event.actor] = codes(event.pais)

    def chi(self, event: mjai.Chi, _at: int) -> None:
        self._call(MeldKind.CHI, event)

    def pon(self, event: mjai.Pon, _at: int) -> None:
        self._call(MeldKind.PON, event)

    def daiminkan(self, event: mjai.Daiminkan, _at: int) -> None:
        self._call(MeldKind.DAIMINKAN, event)

    def _call(self, kind: MeldKind, event: mjai.Chi | mjai.Pon | mjai.Daiminkan) -> None:
        if self._round is not None:
            self._round.hand.call(kind, event.actor, CODES[event.pai], event.target, codes(event.consumed))

    def kakan(self, event: mjai.Kakan, _at: int) -> None:
        if self._round is not None:
            self._round.hand.added_kan(event.actor, CODES[event.pai])

    def ankan(self, event: mjai.Ankan, _at: int) -> None:
        if self._round is not None:
            self._round.hand.closed_kan(event.actor, codes(event.consumed))

    def kita(self, event: mjai.Kita, _at: int) -> None:
        if self._round is not None:
            self._round.hand.kita(event.actor, CODES[event.pai])

    def dora(self, event: mjai.Dora, _at: int) -> None:
        if self._round is not None:
            self._round.dora.append(CODES[event.dora_marker])
            self._round.hand.dora(CODES[event.dora_marker])

    def reach(self, event: mjai.Reach, _at: int) -> None:
        if self._round is not None:
            self._round.declared.append(event.actor)
            self._play.stream.append(RIICHI[event.actor])

    def reach_accepted(self, event: mjai.ReachAccepted, _at: int) -> None:
        if self._round is not None:
            self._round.paid.append(event.actor)

    def hora(self, event: mjai.Hora, _at: int) -> None:
        if self._round is not None:
            self._round.wins.append(event)

    def ryukyoku(self, event: mjai.Ryukyoku, _at: int) -> None:
        if self._round is not None:
            self._round.draw = event

    def end_game(self, event: mjai.EndGame, _at: int) -> None:
        self._over = True
        self._final = event.scores

    def failure(self, event: mjai.Failure, at: int) -> None:
        if self._round is not None and not self._round.finished:
            self._spoil(at, f"the server that played the game stopped: {event.message[:200]}", ErrorCode.NO_RESULT)

    def unreadable(self, event: mjai.Unreadable, at: int) -> None:
        if event.cut:
            self._desk.error(ErrorCode.CUT, event.message, at)
        else:
            self._spoil(at, event.message)

    def nothing(self, event: Any, at: int) -> None:
        """Events that say nothing by themselves: a hand is over when the next begins or the log ends."""

    def _close(self, following: mjai.StartKyoku | None, at: int) -> None:
        """Add the rows of the hand read; its result is all there, as the next hand or the end has come."""
        hand = self._round
        if hand is None:
            return
        self._round = self._last = None
        if not hand.finished:
            self._desk.error(
                ErrorCode.NO_RESULT, f"hand {hand.name} is set aside: the log has no result of it", at, hand.number
            )
            return
        try:
            hand.settle(self._desk, following)
        except PlayError as problem:
            self._desk.error(ErrorCode.BAD_HAND, f"hand {hand.name} is set aside: {problem}", at, hand.number)
            return
        self._last = hand
        self._kept += 1
        self._hidden = self._hidden or hand.hidden

    def _finish(self, at: int) -> None:
        if not self._rounds and not self._over:
            self._desk.error(ErrorCode.CUT, "the log begins a game and has no hand of it", at)
        if not self._kept and (self._rounds or not self._over):
            return
        if not self._over:
            self._desk.error(ErrorCode.CUT, "the log ends before the game does: it has no end_game", at)
        if self._hidden:
            message = "a player's view: the tiles of other seats are not shown; results are kept"
            self._desk.error(ErrorCode.HIDDEN_TILES, message, at)
        self._desk.n_players = self._desk.n_players or _players(self._opening, None)
        self._add_game()

    def _add_game(self) -> None:
        desk, opening, envelope = self._desk, self._opening, self._envelope
        first = -1 if opening.kyoku_first is None else opening.kyoku_first
        told = {
            "length": _LENGTHS.get((envelope.game_length or "").lower()) or _FIRST_KYOKU.get(first),
            "red_fives": None if opening.aka_flag is None else 3 * opening.aka_flag,
        }
        desk.gathered.game(
            game_id=desk.game_id,
            format="mjai",
            source=desk.source,
            n_players=desk.n_players,
            lobby=None if envelope.lobby is None else str(envelope.lobby),
            first_dealer=self._first_dealer,
            complete=self._over,
            **(told if envelope.table is None else _tenhou(envelope.table)),
        )
        points = self._final if envelope.owari is None else [100 * hundreds for hundreds in envelope.owari]
        for seat in range(desk.n_players):
            dan = _nth(envelope.dan, seat)
            desk.gathered.player(
                desk.source,
                game_id=desk.game_id,
                seat=seat,
                name=_nth(opening.names, seat) or None,
                grade=DAN[dan] if dan in range(len(DAN)) else None,
                rating=_nth(envelope.rate, seat),
                recorded_points=_nth(points, seat),
            )


def _tenhou(table: int) -> dict[str, Any]:
    """What the table type of a log converted from Tenhou tells; of its date it does not tell."""
    found = rules(table, "", told=False)
    return {
        "platform": "tenhou",
        "rules": found.preset,
        "rule_overrides": found.overrides,
        "room": room(table),
        "length": length(table),
        "red_fives": 0 if table & TableType.NO_RED_FIVES else 3,
        "open_tanyao": not table & TableType.NO_OPEN_TANYAO,
    }


def _players(opening: mjai.StartGame, event: mjai.StartKyoku | None) -> int:
    """3 where any list says so, or where a fourth seat has neither points nor tiles."""
    lists = [opening.names] if event is None else [opening.names, event.scores, event.tehais]
    if any(values is not None and len(values) == 3 for values in lists):
        return 3
    if event is None or event.scores is None or event.tehais is None or len(event.tehais) < 4:
        return 4
    others_known = any("?" not in tiles for tiles in event.tehais[:3])
    absent = event.scores[3:] == [0] and others_known and set(event.tehais[3]) <= {"?"}
    return 3 if absent else 4


def _count(number: int) -> int:
    if number not in range(256):
        raise PlayError(f"a count of {number} is not possible")
    return number


def _nth(values: Sequence[Any] | None, place: int) -> Any:
    return values[place] if values is not None and place < len(values) else None


_HANDLERS: Final[dict[type, Callable[[Reader, Any, int], None]]] = {
    mjai.StartGame: Reader.start_game,
    mjai.StartKyoku: Reader.start_kyoku,
    mjai.Haipai: Reader.haipai,
    mjai.Chi: Reader.chi,
    mjai.Chii: Reader.chi,
    mjai.Pon: Reader.pon,
    mjai.Daiminkan: Reader.daiminkan,
    mjai.Kakan: Reader.kakan,
    mjai.Ankan: Reader.ankan,
    mjai.Kita: Reader.kita,
    mjai.Nukidora: Reader.kita,
    mjai.Dora: Reader.dora,
    mjai.Reach: Reader.reach,
    mjai.ReachAccepted: Reader.reach_accepted,
    mjai.Hora: Reader.hora,
    mjai.Agari: Reader.hora,
    mjai.Ryukyoku: Reader.ryukyoku,
    mjai.Ryuukyoku: Reader.ryukyoku,
    mjai.EndKyoku: Reader.nothing,
    mjai.EndGame: Reader.end_game,
    mjai.Failure: Reader.failure,
    mjai.Hello: Reader.nothing,
    mjai.Nothing: Reader.nothing,
    mjai.Unreadable: Reader.unreadable,
}
