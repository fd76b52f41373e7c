"""A player's tiles and standing in a hand."""

from tests.simulator.model import Meld
from tests.simulator.shanten import waits


class Seat:
    """A player's tiles and standing in this hand."""

    def __init__(self, points: int) -> None:
        self.points = points
        self.tiles: list[int] = []
        self.counts = [0] * 34
        self.melds: list[Meld] = []
        self.river: list[int] = []
        self.called: set[int] = set()
        self.riichi = False
        self.double = False
        self.ippatsu = False
        self.passed = False
        self.passed_in_riichi = False
        self.pao: dict[str, int] = {}
        self._waits: frozenset[int] | None = None

    @property
    def sets(self) -> int:
        """Sets the concealed tiles must still make."""
        return 4 - sum(meld.kind != "kita" for meld in self.melds)

    @property
    def closed(self) -> bool:
        return not any(meld.is_open for meld in self.melds)

    def add(self, tile: int) -> None:
        self.tiles.append(tile)
        self.counts[tile // 4] += 1
        self._waits = None

    def remove(self, tile: int) -> None:
        self.tiles.remove(tile)
        self.counts[tile // 4] -= 1
        self._waits = None

    def waits(self) -> frozenset[int]:
        """Kinds the 13 tiles wait for; one that is wholly in the own hand and melds is none."""
        if self._waits is None:
            self._waits = waits(self.counts, self.sets) - self._exhausted()
        return self._waits

    def _exhausted(self) -> set[int]:
        """Kinds of which all four lie in the own melds and hand."""
        melded = [tile // 4 for meld in self.melds for tile in meld.tiles]
        return {kind for kind in melded if self.counts[kind] + melded.count(kind) == 4}

    def ready_after(self, kind: int) -> bool:
        """Whether the hand waits for something once a tile of this kind is gone."""
        counts = self.counts.copy()
        counts[kind] -= 1
        return bool(waits(counts, self.sets) - self._exhausted())

    def furiten(self) -> bool:
        """Furiten of any of the three kinds: own river, a tile passed since the last discard, one passed in riichi."""
        return self.passed or self.passed_in_riichi or not self.waits().isdisjoint({t // 4 for t in self.river})

    def some(self, kind: int, count: int, reds: frozenset[int]) -> list[int]:
        """Own tiles of a kind, plain ones first."""
        own = sorted((t for t in self.tiles if t // 4 == kind), key=lambda t: (t in reds, t))
        return own[:count]
