"""One hand at the table: played from the deal to the last tile.

The table asks each seat's policy what to do of what is legal (:mod:`tests.simulator.legal`); it never decides for a
player.
"""

from typing import Any, NamedTuple

from tests.simulator.legal import Position, swap_calling_kinds
from tests.simulator.model import Event, Hand, Meld, Win
from tests.simulator.seat import Seat
from tests.simulator.shanten import YAOCHUU
from tests.simulator.walls import live_draws

DRAGONS = frozenset({31, 32, 33})
WINDS = frozenset({27, 28, 29, 30})


class Act(NamedTuple):
    """What a seat does in its turn: ``tsumo``, ``kyuushu``, ``discard``, ``ankan``, ``kakan`` or ``kita``."""

    what: str
    tile: int = -1
    riichi: bool = False


class Over(Exception):  # noqa: N818 - it ends a hand, nothing is wrong
    """The hand has ended."""


class Table(Position):
    """A hand in play."""

    def play(self) -> Hand:
        """The whole hand."""
        self.hand.dealt = self.wall.dealt
        for seat, tiles in enumerate(self.wall.dealt):
            for tile in tiles:
                self.seats[seat].add(tile)
            self._tell("deal", seat, tiles=tuple(tiles))
        try:
            seat = self.hand.dealer
            self._draw(seat)
            while True:
                seat = self._turn(seat)
        except Over:
            self._close()
        return self.hand

    def _tell(self, kind: str, seat: int | None = None, **more: Any) -> None:
        self.hand.events.append(Event(kind, seat, **more))

    def _end(self, result: str) -> None:
        self.hand.result = result
        raise Over

    def _draw(self, seat: int, *, rinshan: bool = False) -> None:
        if rinshan:
            tile = self.wall.replacements[self.replaced]
            self.replaced += 1
        else:
            tile = self.wall.draws[live_draws(self.n) - self.left - self.replaced]
        self.left -= 1
        self.rinshan = rinshan
        self.drawn = tile
        self.kuikae = frozenset()
        self.seats[seat].add(tile)
        self._tell("draw", seat, tile=tile)

    def _turn(self, seat: int) -> int:
        """One turn; whose turn is next, with the tile drawn or called."""
        act = self.policies[seat].act(self, seat)
        if act.what == "tsumo":
            self._win([seat], None, self.drawn, "draw")
        if act.what == "kyuushu":
            self.hand.offender = seat
            self._end("kyuushu_kyuuhai")
        if act.what == "discard":
            return self._discard(seat, act.tile, riichi=act.riichi)
        self._own_meld(seat, act)
        return seat

    def _own_meld(self, seat: int, act: Act) -> None:
        """Ankan, kakan or kita: who can rob it, which indicators it turns, and the replacement tile."""
        me = self.seats[seat]
        if act.what == "ankan":
            meld = Meld("ankan", tuple(t for t in sorted(me.tiles) if t // 4 == act.tile // 4))
            for tile in meld.tiles:
                me.remove(tile)
            me.melds.append(meld)
        elif act.what == "kakan":
            at = next(i for i, m in enumerate(me.melds) if m.kind == "pon" and m.tiles[0] // 4 == act.tile // 4)
            pon = me.melds[at]
            meld = Meld("kakan", (*pon.tiles, act.tile), pon.called, pon.source, act.tile)
            me.remove(act.tile)
            me.melds[at] = meld
        else:
            meld = Meld("kita", (act.tile,))
            me.remove(act.tile)
            me.melds.append(meld)
        tile = act.tile if act.what != "ankan" else meld.tiles[0]
        self._tell(act.what, seat, tile=tile, meld=meld)
        self._ask_rons(seat, tile, act.what)
        self._interrupt()
        self._turn_pending()
        if act.what == "ankan":
            self._turn_dora()
        elif act.what == "kakan":
            self.pending += 1
        self._draw(seat, rinshan=True)

    def _turn_dora(self) -> None:
        self._tell("dora", tile=self.wall.dora[self.shown])
        self.shown += 1

    def _turn_pending(self) -> None:
        while self.pending:
            self.pending -= 1
            self._turn_dora()

    def _interrupt(self) -> None:
        self.uninterrupted = False
        for seat in self.seats:
            seat.ippatsu = False

    def _discard(self, seat: int, tile: int, *, riichi: bool) -> int:
        me = self.seats[seat]
        self._turn_pending()
        if riichi:
            me.double = self.first_turn(seat)
            self._tell("riichi", seat, double=me.double)
        me.remove(tile)
        me.river.append(tile)
        me.passed = me.ippatsu = False
        self._tell("discard", seat, tile=tile, tsumogiri=tile == self.drawn)
        self.rinshan = False
        self.drawn = None
        if riichi:
            self.hand.riichi_order.append(seat)
        self._ask_rons(seat, tile, "discard")
        if riichi:
            self._accept(seat)
        self._abort_after_discard(tile)
        if self.left == 0:
            self._exhaust()
        caller = self._ask_calls(seat, tile)
        if caller is not None:
            return caller
        following = (seat + 1) % self.n
        self._draw(following)
        return following

    def _accept(self, seat: int) -> None:
        me = self.seats[seat]
        me.riichi = me.ippatsu = True
        me.points -= 1000
        self.hand.riichi_paid.append(seat)
        self._tell("riichi_accepted", seat, shown=tuple(s.points for s in self.seats))

    def _abort_after_discard(self, tile: int) -> None:
        aborts = self.flavour.aborts
        if "suucha_riichi" in aborts and all(seat.riichi for seat in self.seats):
            self._end("suucha_riichi")
        rivers = [seat.river for seat in self.seats]
        if "suufon_renda" in aborts and self.uninterrupted and [len(river) for river in rivers] == [1] * 4:
            kinds = {river[0] // 4 for river in rivers}
            if len(kinds) == 1 and tile // 4 in WINDS:
                self._end("suufon_renda")
        if self.abort_by_kans():
            self._end("suukaikan")

    def _ask_rons(self, source: int, tile: int, on: str) -> None:
        """Let the others win on a tile, nearest first; who could and does not becomes furiten."""
        winners = []
        for step in range(1, self.n):
            seat = (source + step) % self.n
            me = self.seats[seat]
            if tile // 4 not in me.waits() or (on == "ankan" and not self._robs_ankan(me)):
                continue
            won = self.ron_value(seat, tile, on)
            if won is not None and self.policies[seat].ron():
                winners.append(seat)
            elif me.riichi:
                me.passed_in_riichi = True
            else:
                me.passed = True
        if self.flavour.most_rons == 1:
            winners = winners[:1]
        if len(winners) > self.flavour.most_rons:
            self.hand.tenpai = [seat in winners for seat in range(self.n)]
            self._end("sancha_hou")
        if winners:
            self._win(winners, source, tile, on)

    def _robs_ankan(self, me: Seat) -> bool:
        orphans = sum(me.counts[kind] > 0 for kind in YAOCHUU)
        return self.flavour.kokushi_robs_ankan and me.sets == 4 and orphans >= 12

    def _ask_calls(self, source: int, tile: int) -> int | None:
        seats = [(source + step) % self.n for step in range(1, self.n)]
        options = {seat: self.calls(seat, source, tile) for seat in seats}
        for is_chi in (False, True):
            for seat in seats:
                offered = [meld for meld in options[seat] if (meld.kind == "chi") == is_chi]
                meld = self.policies[seat].call(self, seat, offered) if offered else None
                if meld is not None:
                    self._call(seat, meld)
                    return seat
        return None

    def _call(self, seat: int, meld: Meld) -> None:
        me = self.seats[seat]
        for tile in meld.tiles:
            if tile != meld.called:
                me.remove(tile)
        me.melds.append(meld)
        source = self.seats[meld.source]
        source.called.add(len(source.river) - 1)
        self._tell(meld.kind, seat, tile=meld.called, meld=meld)
        self._interrupt()
        self._note_pao(me, meld)
        if meld.kind == "daiminkan":
            self.pending += 1
            self._draw(seat, rinshan=True)
        else:
            self.kuikae = swap_calling_kinds(meld)

    def _note_pao(self, me: Seat, meld: Meld) -> None:
        """Who gives the last visible triplet of three dragons or four winds is liable for the yakuman."""
        for key, kinds in (("daisangen", DRAGONS), ("daisuushii", WINDS)):
            held = {m.tiles[0] // 4 for m in me.melds if m.kind not in {"chi", "kita"}}
            if meld.kind != "chi" and meld.tiles[0] // 4 in kinds and kinds <= held:
                me.pao[key] = meld.source

    def _win(self, winners: list[int], source: int | None, tile: int, on: str) -> None:
        for seat in winners:
            me = self.seats[seat]
            found = self.tsumo_value(seat) if source is None else self.ron_value(seat, tile, on)
            value, counts = found
            concealed = me.tiles if source is None else [*me.tiles, tile]
            win = Win(seat, source, tile, sorted(concealed), list(me.melds), value, riichi=me.riichi, on=on, **counts)
            for key, liable in me.pao.items():
                han = dict(value.yaku).get(key)
                if han:
                    win.pao = liable
                    win.pao_units += han // 13
            self.hand.wins.append(win)
        self._end("tsumo" if source is None else "ron")

    def _exhaust(self) -> None:
        hand = self.hand
        hand.tenpai = [bool(seat.waits()) for seat in self.seats]
        hand.nagashi = [
            index
            for index, seat in enumerate(self.seats)
            if self.flavour.nagashi
            and seat.river
            and not seat.called
            and all(tile // 4 in YAOCHUU for tile in seat.river)
        ]
        self._end("nagashi_mangan" if hand.nagashi else "exhaustive_draw")

    def _close(self) -> None:
        hand = self.hand
        if hand.result == "suucha_riichi":
            hand.tenpai = [True] * self.n
        hand.dora = self.wall.dora[: self.shown]
        if any(win.riichi for win in hand.wins):
            hand.ura = self.wall.ura[: self.shown]
        hand.concealed = [sorted(seat.tiles) for seat in self.seats]
        hand.melds = [list(seat.melds) for seat in self.seats]
        hand.wall = self.wall.order
        hand.stacked = self.wall.stacked
