"""Walls: Tenhou's own from its published seed, Mahjong Soul's order, and stacked ones.

Every wall is kept in the same order, *as it is played*: the deal, then the ordinary draws; apart from it the
replacement tiles and the indicators. Tenhou: TENHOU 13. Mahjong Soul: the last fourteen tiles are the dead wall.
"""

import base64
import hashlib
import random
from dataclasses import dataclass, field

from mjlog.tiles import tile_codes
from tests.simulator.flavours import Flavour

SANMA_ABSENT = frozenset(range(4, 32))
SEED_BYTES = 2496
LAST_BEFORE_INDICATORS = {4: 70, 3: 51}
"""Ordinary draws before, with three players, the wall reaches tiles that could still have become indicators."""


@dataclass
class Wall:
    """Tiles of one hand in the order they are used."""

    dealt: list[list[int]]
    draws: list[int]
    replacements: list[int]
    dora: list[int]
    ura: list[int]
    dice: tuple[int, int]
    order: list[int] = field(default_factory=list)
    stacked: bool = False


def tiles_in_play(n_players: int) -> list[int]:
    """Numbers of all tiles of the set."""
    return [tile for tile in range(136) if n_players == 4 or tile not in SANMA_ABSENT]


def live_draws(n_players: int) -> int:
    """Draws after the deal, replacement draws included."""
    return 70 if n_players == 4 else 55


def _deal(order: list[int], dealer: int, n: int) -> tuple[list[list[int]], list[int]]:
    """Three rounds of four tiles a seat from the dealer on, one each; and what is left."""
    dealt: list[list[int]] = [[] for _ in range(n)]
    at = 0
    for count in (4, 4, 4, 1):
        for turn in range(n):
            dealt[(dealer + turn) % n] += order[at : at + count]
            at += count
    return dealt, order[at:]


class TenhouSeed:
    """The walls that follow from one seed: a Mersenne twister, nine SHA-512 blocks a hand, a shuffle.

    ``text`` is what a log publishes. Python's own generator is the same twister with the same initialization.
    """

    def __init__(self, key: bytes) -> None:
        self.text = "mt19937ar-sha512-n288-base64," + base64.b64encode(key).decode()
        self._twister = random.Random(int.from_bytes(key, "little"))

    def wall(self, n: int, dealer: int) -> Wall:
        """The next hand's wall."""
        block = self._twister.getrandbits(288 * 32).to_bytes(1152, "little")
        digest = b"".join(hashlib.sha512(block[i : i + 128]).digest() for i in range(0, 1152, 128))
        words = [int.from_bytes(digest[i : i + 4], "little") for i in range(0, len(digest), 4)]
        y = tiles_in_play(n)
        for i in range(len(y) - 1):
            j = i + words[i] % (len(y) - i)
            y[i], y[j] = y[j], y[i]
        dealt, rest = _deal(y[::-1], dealer, n)
        spare = (1, 0, 3, 2) if n == 4 else (1, 0, 3, 2, 5, 4, 7, 6)
        first = 5 if n == 4 else 9
        return Wall(
            dealt=dealt,
            draws=rest[: live_draws(n)],
            replacements=[y[i] for i in spare],
            dora=[y[first + 2 * i] for i in range(5)],
            ura=[y[first - 1 + 2 * i] for i in range(5)],
            dice=(words[135] % 6, words[136] % 6),
            order=y,
        )


def dead_wall_order(n: int, order: list[int], dealer: int, dice: tuple[int, int]) -> Wall:
    """A wall in Mahjong Soul's order: the deal, the draws, and the last fourteen tiles (sanma: eight spares first)."""
    dealt, rest = _deal(order, dealer, n)
    dead = rest[-14:] if n == 4 else rest[-18:]
    spares = 4 if n == 4 else 8
    replacements = dead[::-1][:spares]
    indicators = dead[: len(dead) - spares][::-1]
    return Wall(
        dealt=dealt,
        draws=rest[: live_draws(n)],
        replacements=replacements,
        dora=indicators[0::2],
        ura=indicators[1::2],
        dice=dice,
        order=order,
    )


def shuffled(rng: random.Random, n: int, dealer: int) -> Wall:
    """A wall from a plain generator, in Mahjong Soul's order."""
    order = tiles_in_play(n)
    rng.shuffle(order)
    return dead_wall_order(n, order, dealer, (rng.randrange(6), rng.randrange(6)))


@dataclass(frozen=True)
class Stack:
    """What a stacked wall must hold, in short tile text; everything else falls as it may.

    ``hands`` are by seat relative to the dealer (0 = dealer). ``draws`` is words: a tile each, ``?`` for any.
    """

    hands: dict[int, str] = field(default_factory=dict)
    draws: str = ""
    replacements: str = ""
    dora: str = ""
    ura: str = ""


class _Box:
    """Tiles not yet placed."""

    def __init__(self, n: int, reds: frozenset[int], rng: random.Random) -> None:
        self._reds = reds
        self.left = tiles_in_play(n)
        rng.shuffle(self.left)

    def take(self, text: str) -> list[int]:
        """Tiles by text; a ``0`` is a red one, a ``5`` never is unless only red ones are left."""
        out = []
        for code in tile_codes(text):
            red = code > 33
            kind = {34: 4, 35: 13, 36: 22}.get(code, code)
            fits = [t for t in self.left if t // 4 == kind]
            exact = [t for t in fits if (t in self._reds) == red]
            if not (exact or fits):
                raise ValueError(f"no tile left for {text!r}")
            tile = min(exact or fits)
            self.left.remove(tile)
            out.append(tile)
        return out


def _padded(tiles: list[int], length: int) -> list[int | None]:
    return tiles + [None] * (length - len(tiles))


def stacked(stack: Stack, flavour: Flavour, dealer: int, rng: random.Random) -> Wall:
    """A wall that holds what ``stack`` asks for, in Mahjong Soul's order."""
    n = flavour.n_players
    box = _Box(n, flavour.reds, rng)
    named = [box.take(stack.hands.get(turn, "")) for turn in range(n)]
    draws = [None if word == "?" else box.take(word)[0] for word in stack.draws.split()]
    ordinary, late = draws[: LAST_BEFORE_INDICATORS[n]], draws[LAST_BEFORE_INDICATORS[n] :]
    spares = 4 if n == 4 else 8
    replacements = _padded(box.take(stack.replacements), spares)
    ura = _padded(box.take(stack.ura), 5)
    dora = _padded(box.take(stack.dora), 5)
    for at, tile in enumerate(late):
        (ura, dora)[at % 2][4 - at // 2] = tile
    fill = iter(box.left)
    hands = [[next(fill) if t is None else t for t in _padded(hand, 13)] for hand in named]
    replacements, dora, ura, ordinary = (
        [next(fill) if tile is None else tile for tile in row] for row in (replacements, dora, ura, ordinary)
    )
    draws = ordinary + list(fill)
    indicators = [tile for pair in zip(dora, ura, strict=True) for tile in pair]
    dead = (replacements + indicators)[::-1]
    at = [0] * n
    order = []
    for count in (4, 4, 4, 1):
        for turn in range(n):
            order += hands[turn][at[turn] : at[turn] + count]
            at[turn] += count
    wall = dead_wall_order(n, order + draws + dead, dealer, (rng.randrange(6), rng.randrange(6)))
    wall.stacked = True
    return wall
