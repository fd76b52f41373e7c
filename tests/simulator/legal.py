"""What is legal at every moment of a hand: turns, calls, kans, riichi and wins.

Nothing here changes the hand; :mod:`tests.simulator.table` plays it. Sources of the rules: TENHOU 4-7, MAJSOUL_MJAI 13,
CASES on furiten, kans and indicators.
"""

from typing import Any

from tests.simulator.flavours import Flavour
from tests.simulator.model import Hand, Meld, Value
from tests.simulator.seat import Seat
from tests.simulator.shanten import YAOCHUU, after_discards, readings, shanten, waits
from tests.simulator.value import Circumstances, hand_value
from tests.simulator.walls import Wall, live_draws

NORTH = 30


class Position:
    """The state of a hand and what may be done in it, for the policies to ask."""

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
        return able and not self.abort_by_kans()

    def riichi_discards(self, seat: int) -> list[int]:
        """Own tiles that may be discarded with riichi."""
        if not self.may_riichi(seat):
            return []
        me = self.seats[seat]
        ready = {kind for kind, away in after_discards(me.counts, me.sets).items() if away == 0}
        return [tile for tile in me.tiles if tile // 4 in ready and me.ready_after(tile // 4)]

    def abort_by_kans(self) -> bool:
        holders = [sum(meld.is_kan for meld in seat.melds) for seat in self.seats]
        return "suukaikan" in self.flavour.aborts and sum(holders) == 4 and max(holders) < 4

    def calls(self, seat: int, source: int, tile: int) -> list[Meld]:
        """Pon, daiminkan and chi that the seat may make of a discard."""
        me = self.seats[seat]
        if me.riichi or self.left == 0 or self.abort_by_kans():
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
