"""One hand of a Mahjong Soul record: what is gathered while it is read, and its rows when its result comes.

``old_scores`` of a result have the sticks paid in the hand taken off already, and ``delta_scores`` is one array for all
winners. So the points after a hand are their sum, and a single winner's change is the array; several winners' shares
are not stated (MAJSOUL_MJAI 5).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from mjlog.tables import SEATS
from mjlog.tiles import MELDS, RED_FIVE, TILES
from mjlog.vocabulary import ErrorCode, EventKind, MeldKind, Result, Wind
from parsers.majsoul.fans import yaku_of
from parsers.shared.gathered import Desk, Win, limit_name, per_seat
from parsers.shared.replay import (
    HAND_SIZE,
    MELD_TILES,
    NO_TILE,
    PLAIN,
    TILE_SHIFT,
    TSUMOGIRI,
    Hand,
    PlayError,
    event_kind,
    event_seat,
    event_tile,
    meld_code,
)

_STICK: Final = 1_000
WINDS: Final = tuple(Wind)
_ABORTS: Final = {
    1: Result.KYUUSHU_KYUUHAI,
    2: Result.SUUFON_RENDA,
    3: Result.SUUKAIKAN,
    4: Result.SUUCHA_RIICHI,
    5: Result.SANCHA_HOU,
}
_MING: Final = {
    "shunzi": MeldKind.CHI,
    "kezi": MeldKind.PON,
    "minggang": MeldKind.DAIMINKAN,
    "angang": MeldKind.ANKAN,
}
_MING_TEXT: Final = re.compile(r"(\w+)\(([^)]*)\)")
_OPENING: Final = [EventKind.DRAW, EventKind.DISCARD]
_RONNED: Final = frozenset({EventKind.DISCARD, EventKind.KAKAN, EventKind.ANKAN, EventKind.KITA})
_WALL: Final = {4: 136, 3: 108}
"""Tiles of a wall that is published whole."""

_RED_OF: Final = {kind: red for red, kind in RED_FIVE.items()}


class _Tiles(dict[str, int]):
    def __missing__(self, text: str) -> int:
        raise PlayError(f"there is no tile {text!r}")


CODES: Final = _Tiles({text: code for code, text in enumerate(TILES)})
"""Tile codes by text; a text that is no tile is an error of its hand."""

BITS: Final = _Tiles({text: code << TILE_SHIFT for text, code in CODES.items()})
"""A tile's place in an event of :mod:`parsers.shared.replay`."""


def tiles(texts: Iterable[str]) -> list[int]:
    """Codes of tiles."""
    return [CODES[text] for text in texts]


@dataclass(slots=True)
class Round:
    """A hand being read.

    Attributes:
        number: its position in the game.
        at: the record it begins with.
        new: that record, ``RecordNewRound``.
        hand: its melds.
        deal: codes of the tiles dealt, the dealer's fourteenth left out; empty where events are not wanted, as
            without the draws a hand cannot be followed.
        dora: codes of the indicators shown.
        paid: seats whose riichi stick was paid.
        pending: the seat whose riichi has just been declared.
        first_is_known: whether the record tells which of the dealer's fourteen tiles came last.
    """

    number: int
    at: int
    new: Any
    hand: Hand
    deal: list[list[int] | None] = field(default_factory=list)
    dora: list[int] = field(default_factory=list)
    paid: list[int] = field(default_factory=list)
    pending: int | None = None
    first_is_known: bool = False

    @property
    def name(self) -> str:
        """How people name it: ``E1-0``."""
        return f"{WINDS[self.new.chang % 4]}{self.new.ju + 1}-{self.new.ben}"

    @property
    def start(self) -> list[int]:
        """Points when it begins."""
        return list(self.new.scores)

    def accept(self, seat: int | None) -> None:
        """A riichi stick is paid."""
        if seat is not None and seat not in self.paid:
            self.paid.append(seat)

    def show(self, indicators: Sequence[str]) -> None:
        """Indicators as a record lists them: all that are shown so far."""
        for text in indicators[len(self.dora) :]:
            self.dora.append(CODES[text])
            self.hand.dora(CODES[text])

    def closed_kan(self, seat: int, text: str, events: Sequence[int]) -> None:
        """A closed kan, of which the record names one tile; the red fives among the four are those the seat got."""
        kind = RED_FIVE.get(CODES[text], CODES[text])
        red = _RED_OF.get(kind)
        reds = 0
        if red is not None:
            dealt = (self.deal[seat] if self.deal else None) or []
            drawn = [event for event in events if event_kind(event) is EventKind.DRAW and event_seat(event) == seat]
            reds = min(dealt.count(red) + sum(event_tile(event) == red for event in drawn), 2)
        self.hand.closed_kan(seat, [red or kind] * reds + [kind] * (4 - reds))

    def won(self, desk: Desk, record: Any) -> None:
        """The rows of a hand that ends in one or more wins.

        Raises:
            PlayError: the result contradicts itself.
        """
        wins = list(record.hules)
        seats = {win.seat for win in wins}
        if not wins or len(wins) > 3 or len(seats) < len(wins) or not seats <= set(range(desk.n_players)):
            raise PlayError("a RecordHule without winners, with one twice, or with one that does not play")
        self.show(max((win.doras for win in wins), key=len))
        events = desk.gathered.play.stream[desk.gathered.play.start :]
        tsumo = bool(wins[0].zimo)
        loser = None if tsumo else self._loser(events, record)
        before = list(record.old_scores) or self._less_sticks()
        deltas = list(record.delta_scores)
        if not deltas and record.scores:
            deltas = _sum(list(record.scores), [-points for points in before])
        after = _sum(before, deltas) if deltas else None
        ura = max((list(win.li_doras) for win in wins), key=len)
        change = deltas[: desk.n_players] if len(wins) == 1 and deltas else None
        rows = []
        for win in wins:
            common = {"loser": loser, "pao": _liable(win, record), **per_seat("recorded", change)}
            rows.append(self._win(desk, win, common))
        self._keep(desk, Result.TSUMO if tsumo else Result.RON, after, ura=tiles(ura), wins=rows)

    def _loser(self, events: Sequence[int], record: Any) -> int:
        last = next((event for event in reversed(events) if event_kind(event) in _RONNED), None)
        if last is not None:
            return event_seat(last)
        payers = [seat for seat, delta in enumerate(record.delta_scores) if delta < 0]
        if len(payers) != 1:
            raise PlayError("a ron without a discard before it, and the payments do not tell whose it was")
        return payers[0]

    def drawn(self, desk: Desk, record: Any) -> None:
        """The rows of an exhaustive draw or a nagashi mangan (``RecordNoTile``)."""
        if self.pending is not None:
            self._accept_by_points(record)
        entries = list(record.scores)
        before = next((list(entry.old_scores) for entry in entries if entry.old_scores), None) or self._less_sticks()
        after = before
        for entry in entries:
            after = _sum(after, list(entry.delta_scores)) if entry.delta_scores else after
        tenpai = [bool(player.tingpai) for player in record.players][: desk.n_players] or None
        columns: dict[str, Any] = per_seat("tenpai", tenpai)
        if record.liujumanguan:
            winners = {entry.seat for entry in entries}
            columns |= per_seat("nagashi", [seat in winners for seat in range(desk.n_players)])
        result = Result.NAGASHI_MANGAN if record.liujumanguan else Result.EXHAUSTIVE_DRAW
        self._keep(desk, result, after, columns=columns)

    def aborted(self, desk: Desk, record: Any) -> None:
        """The rows of an abortive draw (``RecordLiuJu``), before which a riichi just declared is paid."""
        self.accept(self.pending)
        result = _ABORTS.get(record.type)
        if result is None:
            raise PlayError(f"a draw of the unknown type {record.type}")
        offender = record.seat if result is Result.KYUUSHU_KYUUHAI else None
        self._keep(desk, result, self._less_sticks(), columns={"offender": offender})

    def _accept_by_points(self, record: Any) -> None:
        """A riichi on the last discard is followed by no record that could say it was accepted; the points say it."""
        seat = self.pending
        old = next((list(entry.old_scores) for entry in record.scores if entry.old_scores), None)
        if seat is not None and (old is None or old[seat] < self.start[seat]):
            self.accept(seat)

    def _less_sticks(self) -> list[int]:
        return [points - _STICK * (seat in self.paid) for seat, points in enumerate(self.start)]

    def _keep(
        self,
        desk: Desk,
        result: Result,
        end: list[int] | None,
        *,
        ura: list[int] | None = None,
        columns: dict[str, Any] | None = None,
        wins: Sequence[Win] = (),
    ) -> None:
        new = self.new
        if desk.events:
            self._mark_first_discard(desk)
        if len(self.start) < desk.n_players or (end is not None and len(end) < desk.n_players):
            raise PlayError(f"points of fewer than {desk.n_players} players")
        if not (new.chang < 4 and new.ju < desk.n_players):
            raise PlayError(f"there is no hand of round {new.chang + 1} with dealer {new.ju}")
        desk.gathered.hand(
            desk.game_id,
            self.number,
            deal=self.deal,
            n_players=desk.n_players,
            paid=self.paid,
            dora=self.dora or None,
            ura=ura,
            columns={
                "round_wind": WINDS[new.chang],
                "kyoku": new.ju + 1,
                "honba": new.ben,
                "deposits": new.liqibang,
                "dealer": new.ju,
                "result": result,
                **per_seat("start", self.start[: desk.n_players]),
                **per_seat("end", end and end[: desk.n_players]),
                **(_wall(new) if desk.events else {}),
                **(columns or {}),
            },
            wins=wins,
        )

    def _mark_first_discard(self, desk: Desk) -> None:
        """Whether the dealer's first discard was the fourteenth tile, which only the wall tells; records say no."""
        stream, draw = desk.gathered.play.stream, desk.gathered.play.start
        kinds = [event_kind(event) for event in stream[draw : draw + 3]]
        at = draw + 1 + kinds[1:2].count(EventKind.RIICHI)
        if kinds[:1] + kinds[at - draw :][:1] != _OPENING:
            return
        drawn, discarded = event_tile(stream[draw]), event_tile(stream[at])
        same, twice = drawn == discarded, drawn in (self.deal[self.new.ju] or ())
        known = self.first_is_known and not (same and twice)
        stream[at] += TSUMOGIRI[same if known else None] - TSUMOGIRI[False]

    def _win(self, desk: Desk, win: Any, common: dict[str, Any]) -> Win:
        seat_wind = (win.seat - self.new.ju) % desk.n_players
        yaku, other = yaku_of(win.fans, yakuman=win.yiman, round_wind=self.new.chang, seat_wind=seat_wind)
        points = _points(win, dealer=win.seat == self.new.ju, n_players=desk.n_players)
        told = bool(win.count or win.fans)
        han, yakuman = (None, win.count) if win.yiman else (win.count if told else None, 0 if told else None)
        if other:
            message = f"hand {self.name}: unknown yaku {', '.join(other)}; kept as written"
            desk.error(ErrorCode.UNKNOWN_YAKU, message, self.at, self.number)
        return Win(
            win.seat,
            melds=self._melds(win),
            winning_tile=CODES[win.hu_tile] if win.hu_tile else NO_TILE,
            by_ron=common["loser"] is not None,
            yaku=yaku if told else None,
            riichi=win.liqi,
            tiles=sorted(tiles([*win.hand, win.hu_tile]), key=_display) if win.hand and win.hu_tile else None,
            columns={
                **common,
                "han": han,
                "fu": win.fu or None,
                "yakuman": yakuman,
                "points": points,
                "limit": limit_name(han, win.fu, yakuman, points),
                "yaku_other": other or None,
            },
        )

    def _melds(self, win: Any) -> list[int]:
        """Melds in the order made.

        A win names the tiles of its closed kans, a kan's record only one of them; and it names all its sets where a
        record has no play.
        """
        made = self.hand.melds[win.seat]
        if not win.ming:
            return made
        stated = [_ming(text) for text in win.ming]
        closed = {PLAIN[MELD_TILES[meld][0]]: meld for meld in stated if MELDS[meld].startswith(MeldKind.ANKAN)}
        return [
            closed.get(PLAIN[MELD_TILES[meld][0]], meld) if MELDS[meld].startswith(MeldKind.ANKAN) else meld
            for meld in made
        ] or stated


def _ming(text: str) -> int:
    found = _MING_TEXT.fullmatch(text.strip())
    if found is None or found[1] not in _MING:
        raise PlayError(f"a meld written {text!r}")
    return meld_code(_MING[found[1]], tiles(part.strip() for part in found[2].split(",")))


def _points(win: Any, *, dealer: bool, n_players: int) -> int | None:
    """Value of the hand without honba and sticks; newer records fill only the fields that the win needs."""
    if not win.zimo:
        value = win.point_rong or win.dadian
    elif dealer:
        value = win.point_zimo_xian * (n_players - 1) or win.dadian
    else:
        value = (win.point_zimo_qin + win.point_zimo_xian * (n_players - 2)) if win.point_zimo_qin else win.dadian
    return value or None


def _liable(win: Any, record: Any) -> int | None:
    """Who pays for a yakuman fed: a list of seats in new records, a seat plus one in older ones."""
    if win.baopai_seats and win.baopai_seats[0] in SEATS:
        return int(win.baopai_seats[0])
    seat_plus_one = win.baopai or (record.baopai if len(record.hules) == 1 else 0)
    return seat_plus_one - 1 if 0 < seat_plus_one <= len(SEATS) else None


def _wall(new: Any) -> dict[str, str | None]:
    digest = f"sha256:{new.sha256.lower()}" if new.sha256 else f"md5:{new.md5.lower()}" if new.md5 else None
    return {"wall": new.paishan or None, "wall_digest": digest, "wall_salt": new.salt or None}


def _sum(points: Sequence[int], deltas: Sequence[int]) -> list[int]:
    if len(points) != len(deltas):
        raise PlayError(f"points of {len(points)} players and changes of {len(deltas)}")
    return [before + delta for before, delta in zip(points, deltas, strict=True)]


def _display(tile: int) -> tuple[int, int]:
    return RED_FIVE.get(tile, tile), -tile


def _deals(new: Any) -> tuple[Sequence[str], ...]:
    return new.tiles0, new.tiles1, new.tiles2, new.tiles3


def dealer_draws(new: Any) -> bool:
    """Whether the dealer's fourteenth tile, which is the first draw, is among those dealt."""
    return new.ju < len(SEATS) and len(_deals(new)[new.ju]) == HAND_SIZE + 1


def deal_of(new: Any) -> tuple[list[list[int] | None], int | None, bool]:
    """Codes of the tiles dealt to each seat, the dealer's fourteenth, which is the first draw, and whether it is known.

    A record lists the dealer's fourteen in any order; the whole wall, where a record has it, tells which came last.
    """
    dealt = [tiles(texts) for texts in _deals(new)]
    if not dealer_draws(new):
        return [hand or None for hand in dealt], None, False
    players, wall = (4 if new.tiles3 else 3), new.paishan
    place = 2 * HAND_SIZE * players
    first = CODES[wall[place : place + 2]] if len(wall) == 2 * _WALL[players] else NO_TILE
    known = first in dealt[new.ju]
    if not known:
        first = dealt[new.ju][-1]
    dealt[new.ju].remove(first)
    return [hand or None for hand in dealt], first, known
