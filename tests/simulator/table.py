"""One hand at the table: the rules of play from the deal to the last tile.

The table knows what is legal and asks each seat's policy what to do; it never decides for a player. Sources of the
rules: TENHOU 4-7, MAJSOUL_MJAI 13, CASES on furiten, kans and indicators.
"""

from typing import Any, NamedTuple

from tests.simulator.flavours import Flavour
from tests.simulator.model import Event, Hand, Meld, Value, Win
from tests.simulator.seat import Seat
from tests.simulator.shanten import YAOCHUU, after_discards, readings, shanten, waits
from tests.simulator.value import Circumstances, hand_value
from tests.simulator.walls import Wall, live_draws

DRAGONS = frozenset({31, 32, 33})
WINDS = frozenset({27, 28, 29, 30})
NORTH = 30


class Act(NamedTuple):
    """What a seat does in its turn: ``tsumo``, ``kyuushu``, ``discard``, ``ankan``, ``kakan`` or ``kita``."""

    what: str
    tile: int = -1
    riichi: bool = False


class Over(Exception):  # noqa: N818 - it ends a hand, nothing is wrong
    """The hand has ended."""


class Table:
    """The state of a hand and what may be done in it."""

    def __init__(self, flavour: Flavour, wall: Wall, hand: Hand, policies: list[Any]) -> None:
        self.flavour = flavour
        self.n = flavour.n_players
        self.wall = wall
        self.hand = hand
        self.policies = policies
        self.seats = [Seat(points) for points in hand.start]
        self.left = live_draws(self.n)
        self.replaced = 0
        self.shown = 1
        self.pending = 0
        self.rinshan = False
        self.uninterrupted = True
        self.kuikae: frozenset[int] = frozenset()
        self.drawn: int | None = None

    # What is legal, for the policies to ask.

    def seat_wind(self, seat: int) -> int:
        return (seat - self.hand.dealer) % self.n

    def first_turn(self, seat: int) -> bool:
        return self.uninterrupted and not self.seats[seat].river

    def kans(self) -> int:
        return sum(meld.is_kan for seat in self.seats for meld in seat.melds)

    def may_replace(self) -> bool:
        """Whether a replacement tile can be drawn."""
        return self.left > 0 and self.replaced < len(self.wall.replacements)

    def may_kan(self) -> bool:
        return self.may_replace() and self.kans() < 4 and self.drawn is not None

    def ankans(self, seat: int) -> list[int]:
        """Kinds that may be declared as a closed kan."""
        me = self.seats[seat]
        if not self.may_kan():
            return []
        kinds = [kind for kind in range(34) if me.counts[kind] == 4]
        return [kind for kind in kinds if not me.riichi or self._keeps_waits(me, kind)]

    def _keeps_waits(self, me: Seat, kind: int) -> bool:
        """After riichi: the drawn tile, the same waits, and no reading in which those tiles are no triplet."""
        if self.drawn is None or self.drawn // 4 != kind:
            return False
        counts = me.counts.copy()
        counts[kind] -= 1
        before = waits(counts, me.sets)
        for wait in before:
            counts[wait] += 1
            if any((kind,) * 3 not in reading for reading in readings(counts, me.sets)):
                return False
            counts[wait] -= 1
        counts[kind] = 0
        return waits(counts, me.sets - 1) == before

    def kakans(self, seat: int) -> list[int]:
        """Own tiles that may be added to a pon."""
        me = self.seats[seat]
        if not self.may_kan() or me.riichi:
            return []
        pons = {meld.tiles[0] // 4 for meld in me.melds if meld.kind == "pon"}
        return [tile for tile in me.tiles if tile // 4 in pons]

    def kitas(self, seat: int) -> list[int]:
        me = self.seats[seat]
        if self.n == 4 or self.drawn is None or not self.may_replace():
            return []
        norths = [tile for tile in me.tiles if tile // 4 == NORTH]
        return [tile for tile in norths if not me.riichi or tile == self.drawn]

    def may_kyuushu(self, seat: int) -> bool:
        me = self.seats[seat]
        kinds = sum(me.counts[kind] > 0 for kind in YAOCHUU)
        allowed = "kyuushu_kyuuhai" in self.flavour.aborts and self.drawn is not None
        return allowed and self.first_turn(seat) and kinds >= 9

    def discards(self, seat: int) -> list[int]:
        me = self.seats[seat]
        if me.riichi and self.drawn is not None:
            return [self.drawn]
        return [tile for tile in me.tiles if tile // 4 not in self.kuikae]

    def may_riichi(self, seat: int) -> bool:
        me = self.seats[seat]
        enough = 4 if self.n == 4 else 3
        able = me.closed and not me.riichi and me.points >= 1000 and self.left >= enough and self.drawn is not None
        return able and not self._abort_by_kans()

    def riichi_discards(self, seat: int) -> list[int]:
        """Own tiles that may be discarded with riichi."""
        if not self.may_riichi(seat):
            return []
        me = self.seats[seat]
        ready = {kind for kind, away in after_discards(me.counts, me.sets).items() if away == 0}
        return [tile for tile in me.tiles if tile // 4 in ready and me.ready_after(tile // 4)]

    def _abort_by_kans(self) -> bool:
        holders = [sum(meld.is_kan for meld in seat.melds) for seat in self.seats]
        return "suukaikan" in self.flavour.aborts and sum(holders) == 4 and max(holders) < 4

    def calls(self, seat: int, source: int, tile: int) -> list[Meld]:
        """Pon, daiminkan and chi that the seat may make of a discard."""
        me = self.seats[seat]
        if me.riichi or self.left == 0 or self._abort_by_kans():
            return []
        kind, reds = tile // 4, self.flavour.reds
        out = []
        if me.counts[kind] >= 2:
            out.append(Meld("pon", (*me.some(kind, 2, reds), tile), tile, source))
        if me.counts[kind] >= 3 and self.may_replace() and self.kans() < 4:
            out.append(Meld("daiminkan", (*me.some(kind, 3, reds), tile), tile, source))
        if self.n == 4 and seat == (source + 1) % 4 and kind < 27:
            out += self._chis(me, source, tile)
        return [meld for meld in out if meld.kind == "daiminkan" or self._leaves_a_discard(me, meld)]

    def _chis(self, me: Seat, source: int, tile: int) -> list[Meld]:
        kind, out = tile // 4, []
        for low in range(max(kind - 2, kind // 9 * 9), kind + 1):
            if low % 9 > 6:
                continue
            others = [k for k in (low, low + 1, low + 2) if k != kind]
            if all(me.counts[k] for k in others):
                own = [me.some(k, 1, self.flavour.reds)[0] for k in others]
                out.append(Meld("chi", (*own, tile), tile, source))
        return out

    def _leaves_a_discard(self, me: Seat, meld: Meld) -> bool:
        own = set(meld.tiles) - {meld.called}
        barred = swap_calling_kinds(meld)
        return any(tile // 4 not in barred for tile in me.tiles if tile not in own)

    def tsumo_value(self, seat: int) -> tuple[Value, dict[str, int]] | None:
        """What the drawn tile wins, if it does."""
        me = self.seats[seat]
        if self.drawn is None or shanten(me.counts, me.sets) >= 0:
            return None
        return self._value(seat, self.drawn, me.tiles, tsumo=True, on="draw")

    def ron_value(self, seat: int, tile: int, on: str) -> tuple[Value, dict[str, int]] | None:
        me = self.seats[seat]
        if tile // 4 not in me.waits() or me.furiten():
            return None
        return self._value(seat, tile, [*me.tiles, tile], tsumo=False, on=on)

    def _value(
        self, seat: int, tile: int, tiles: list[int], *, tsumo: bool, on: str
    ) -> tuple[Value, dict[str, int]] | None:
        me = self.seats[seat]
        how = Circumstances(
            tsumo=tsumo,
            seat_wind=self.seat_wind(seat),
            round_wind=self.hand.wind,
            riichi=me.riichi and not me.double,
            double_riichi=me.double,
            ippatsu=me.ippatsu,
            rinshan=tsumo and self.rinshan,
            chankan=on == "kakan",
            last_tile=self.left == 0,
            first_turn=tsumo and self.first_turn(seat),
            dora=tuple(self.wall.dora[: self.shown]),
            ura=tuple(self.wall.ura[: self.shown]),
        )
        return hand_value(self.flavour, tiles, tile, me.melds, how)

    # What happens.

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
        if self._abort_by_kans():
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


def swap_calling_kinds(meld: Meld) -> frozenset[int]:
    """Kinds that may not be discarded right after this call (kuikae): the called one, and the run's other end."""
    if meld.called is None or meld.kind not in {"chi", "pon"}:
        return frozenset()
    kind = meld.called // 4
    barred = {kind}
    if meld.kind == "chi":
        low = min(tile // 4 for tile in meld.tiles)
        if kind == low and kind % 9 < 6:
            barred.add(kind + 3)
        if kind == low + 2 and kind % 9 > 2:
            barred.add(kind - 3)
    return frozenset(barred)
