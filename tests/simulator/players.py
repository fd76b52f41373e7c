"""Who sits at the table: players by simple heuristics, and players that follow a script."""

import random

from mjlog.tiles import tile_codes
from tests.simulator.model import Meld
from tests.simulator.shanten import YAOCHUU, after_discards, shanten
from tests.simulator.table import Act, Table

HONORS_VALUE = frozenset({31, 32, 33})


class Heuristic:
    """Discards towards the lowest shanten, calls now and then, declares riichi when it may, folds when it must.

    ``passes`` is how often a ron is let go, so that furiten is played through.
    """

    def __init__(self, rng: random.Random, *, passes: float = 0.02) -> None:
        self.rng = rng
        self.passes = passes
        self.opens = rng.random() < 0.45
        self.silent = rng.random() < 0.15
        self.folds = rng.random() < 0.6
        self.orphans = rng.random() < 0.5

    def act(self, table: Table, seat: int) -> Act:
        me = table.seats[seat]
        if table.drawn is not None:
            if table.tsumo_value(seat) is not None:
                return Act("tsumo")
            if table.may_kyuushu(seat) and not self.orphans:
                return Act("kyuushu")
            meld = self._own_meld(table, seat)
            if meld is not None:
                return meld
            if me.riichi:
                return Act("discard", table.drawn)
        return self._discard(table, seat)

    def _own_meld(self, table: Table, seat: int) -> Act | None:
        me = table.seats[seat]
        kitas = table.kitas(seat)
        if kitas and self.rng.random() < 0.95:
            return Act("kita", kitas[0])
        for kind in table.ankans(seat):
            if me.riichi or self.rng.random() < 0.8:
                return Act("ankan", kind * 4)
        for tile in table.kakans(seat):
            if self.rng.random() < 0.6:
                return Act("kakan", tile)
        return None

    def _discard(self, table: Table, seat: int) -> Act:
        me = table.seats[seat]
        away = after_discards(me.counts, me.sets)
        allowed = {tile // 4 for tile in table.discards(seat)}
        best = min(away[kind] for kind in allowed)
        kinds = [kind for kind in allowed if away[kind] == best]
        if self.folds and best >= 1:
            kinds = self._safe(table, seat, allowed) or kinds
        kind = min(kinds, key=lambda k: (self._worth(table, seat, k), self.rng.random()))
        tile = self._tile(table, seat, kind)
        riichi = best == 0 and not self.silent and tile in table.riichi_discards(seat)
        return Act("discard", tile, riichi)

    def _safe(self, table: Table, seat: int, allowed: set[int]) -> list[int]:
        """Kinds that no player in riichi can win on."""
        threats = [other for i, other in enumerate(table.seats) if i != seat and other.riichi]
        if not threats:
            return []
        safe = set.intersection(*({tile // 4 for tile in other.river} for other in threats))
        return sorted(safe & allowed)

    def _worth(self, table: Table, seat: int, kind: int) -> int:
        """How gladly a kind is kept."""
        me = table.seats[seat]
        count = me.counts[kind]
        if kind >= 27:
            own = kind in HONORS_VALUE or kind in {27 + table.seat_wind(seat), 27 + table.hand.wind}
            return count * 4 + own * 2 - 4
        rank, low = kind % 9, kind // 9 * 9
        near = sum(me.counts[k] for k in range(max(low, kind - 2), min(low + 8, kind + 2) + 1)) - count
        return near * 2 + count * 3 + min(rank, 8 - rank)

    def _tile(self, table: Table, seat: int, kind: int) -> int:
        me = table.seats[seat]
        drawn = table.drawn
        if drawn is not None and drawn // 4 == kind and drawn not in table.flavour.reds:
            return drawn
        return me.some(kind, 1, table.flavour.reds)[0]

    def ron(self) -> bool:
        """Whether to take a win on another's tile."""
        return self.rng.random() >= self.passes

    def call(self, table: Table, seat: int, offered: list[Meld]) -> Meld | None:
        me = table.seats[seat]
        if any(other.riichi for other in table.seats) or not (self.opens or not me.closed):
            return None
        before = shanten(me.counts, me.sets)
        if before == 0:
            return None
        for meld in offered:
            if not self._has_yaku(table, seat, meld):
                continue
            better = self._after(table, seat, meld) < before
            if better or (meld.kind == "daiminkan" and self.rng.random() < 0.3):
                return meld
        return None

    def _after(self, table: Table, seat: int, meld: Meld) -> int:
        me = table.seats[seat]
        counts = me.counts.copy()
        for tile in meld.tiles:
            if tile != meld.called:
                counts[tile // 4] -= 1
        return min(after_discards(counts, me.sets - 1).values()) if meld.kind != "daiminkan" else 9

    def _has_yaku(self, table: Table, seat: int, meld: Meld) -> bool:
        """Whether an open hand may still get a yaku: a valued triplet, or all simples."""
        me = table.seats[seat]
        valued = HONORS_VALUE | {27 + table.seat_wind(seat), 27 + table.hand.wind}
        melds = [m for m in [*me.melds, meld] if m.kind != "kita"]
        if any(m.tiles[0] // 4 in valued for m in melds):
            return True
        simple = all(tile // 4 not in YAOCHUU for m in melds for tile in m.tiles)
        return simple and table.flavour.open_tanyao and sum(me.counts[k] for k in YAOCHUU) <= 3


class ScriptError(ValueError):
    """A script asks for what may not be done; ``hand`` is its number in the game."""

    hand: int = 0


def _require(able: bool, what: str) -> None:
    if not able:
        raise ScriptError(what)


class Scripted:
    """Follows words, one a decision; after the last one it discards what it draws. It wins whenever it may.

    Words of a turn: a tile (``1z``), ``-`` for the drawn tile, either with ``r`` before it for riichi, ``ankan:1z``,
    ``kakan:1z``, ``kita``, ``kyuushu``. Words between turns, taken when they fit what is offered: ``pon:1z``,
    ``kan:1z``, ``chi:234m``; ``pass`` lets one win go.
    """

    def __init__(self, words: str = "") -> None:
        self.words = words.split()

    def _next(self) -> str:
        return self.words[0] if self.words else ""

    def act(self, table: Table, seat: int) -> Act:
        word = self._next()
        if table.drawn is not None and table.tsumo_value(seat) is not None:
            if word != "pass":
                return Act("tsumo")
            self.words.pop(0)
            word = self._next()
        if self.words and not word.startswith(("pon", "kan", "chi", "pass")):
            self.words.pop(0)
            return self._perform(table, seat, word)
        tile = table.drawn if table.drawn is not None else table.discards(seat)[-1]
        return Act("discard", tile)

    def _perform(self, table: Table, seat: int, word: str) -> Act:
        if word == "kyuushu":
            _require(table.may_kyuushu(seat), "nine terminals may not be declared")
            return Act("kyuushu")
        if word == "kita":
            kitas = table.kitas(seat)
            _require(bool(kitas), "no north to set aside")
            return Act("kita", kitas[0])
        what, _, text = word.rpartition(":")
        if what == "ankan":
            kind = tile_codes(text)[0]
            _require(kind in table.ankans(seat), f"no closed kan of {text}")
            return Act("ankan", kind * 4)
        if what == "kakan":
            return Act("kakan", self._find(table, table.kakans(seat), text))
        riichi = text.startswith("r")
        text = text.removeprefix("r")
        tile = table.drawn if text == "-" else self._find(table, table.discards(seat), text)
        if riichi:
            _require(tile in table.riichi_discards(seat), f"no riichi on {text}")
        return Act("discard", tile, riichi)

    def _find(self, table: Table, tiles: list[int], text: str) -> int:
        """The last of these tiles that is written so."""
        code = tile_codes(text)[0]
        kind = {34: 4, 35: 13, 36: 22}.get(code, code)
        found = [t for t in tiles if t // 4 == kind and (code > 33) == (t in table.flavour.reds)]
        _require(bool(found), f"no tile {text}")
        return found[-1]

    def ron(self) -> bool:
        if self._next() == "pass":
            self.words.pop(0)
            return False
        return True

    def call(self, _table: Table, _seat: int, offered: list[Meld]) -> Meld | None:
        word, _, text = self._next().partition(":")
        if word not in {"pon", "kan", "chi"}:
            return None
        kinds = sorted({34: 4, 35: 13, 36: 22}.get(code, code) for code in tile_codes(text))
        for meld in offered:
            own = sorted(tile // 4 for tile in meld.tiles)
            same = own == kinds if meld.kind == "chi" else own[0] == kinds[0]
            if same and meld.kind == {"kan": "daiminkan"}.get(word, word):
                self.words.pop(0)
                return meld
        return None
