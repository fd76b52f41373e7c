"""What the tags of a batch say, a class a kind of tag: its values as columns, and which of them cannot be right.

A tag without a value it must have, or with one that no log can hold, spoils the hand it stands in. Values that are
possible but wrong are no business of a parser's.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from parsers.shared.tenhou_vocabulary import LIMITS, YAKU_KEYS
from parsers.tenhou_xml.grammar import ABSENT, Flags, Ints, Numbers
from parsers.tenhou_xml.melds import INVALID, KITA, melds
from parsers.tenhou_xml.tags import Tags

DEALT: Final = 13
N_TILES: Final = 136
N_ROUNDS: Final = 16
N_MELDS: Final = 2**16
BYTE: Final = 2**8
ANY: Final = 2**31 - 1

Flaws = Iterator[tuple[str, Flags]]
"""Attributes, and the tags in which they are at fault."""


class Lists:
    """A list a tag: all values end to end, and how many each tag has."""

    def __init__(self, tags: Tags, name: str) -> None:
        self.values, self.count = tags.lists(name)

    def rows(self) -> Ints:
        """Row of each value."""
        return np.repeat(np.arange(len(self.count)), self.count)

    def any(self, flags: Flags) -> Flags:
        """Rows in which the flag of some value is up."""
        return self.sums(flags) > 0 if flags.any() else np.zeros(len(self.count), bool)

    def sums(self, values: npt.ArrayLike) -> Ints:
        """Sums by row."""
        return np.bincount(self.rows(), values, len(self.count)).astype(np.int64)

    def outside(self, size: int) -> Flags:
        """Rows with a value that is not one of ``0 … size - 1``."""
        return self.any(_outside(self.values, size))


def _outside(values: Numbers, size: npt.ArrayLike) -> Flags:
    """Values that are not one of ``0 … size - 1``; seen as unsigned, a negative one is large."""
    outside: Flags = np.asarray(np.greater_equal(values.view(np.uint32), size), np.bool_)
    return outside


def _any(flags: Flags) -> Flags:
    """Rows in which some flag is up; there are hardly ever any."""
    return flags.any(axis=1) if flags.any() else np.zeros(len(flags), bool)


class Inits:
    """``INIT``: the start of a hand."""

    STATED: Final = (0, 1, 2, 5)
    """Numbers of the seed that must be there: round, honba, sticks and indicator, but not the dice."""
    LIMITS: Final = np.array([N_ROUNDS, BYTE, BYTE, N_TILES])

    def __init__(self, tags: Tags) -> None:
        self.tags = tags
        self.seed = tags.row("seed", 6)
        self.points = tags.row("ten", 4)
        self.dealer = tags.number("oya")
        self.tiles = [tags.row(f"hai{seat}", DEALT) for seat in range(4)]
        """The tiles dealt to each seat, thirteen a row."""

    def flaws(self, players: Ints) -> Flaws:
        """What spoils their hands; ``players`` of each one's game."""
        stated = np.ascontiguousarray(self.seed[:, self.STATED])
        yield "seed", _any(_outside(stated, self.LIMITS)) | (self.tags.count("seed") != 6)
        yield "ten", _any((self.points == ABSENT) & (np.arange(4) < players[:, None]))
        yield "oya", _outside(self.dealer, players)
        for seat in range(4):
            count = self.tags.count(f"hai{seat}")
            bad = _any(_outside(self.tiles[seat], N_TILES))
            yield f"hai{seat}", (count != np.where(seat < players, DEALT, 0)) | ((count > 0) & bad)


class Wins:
    """``AGARI``: a win."""

    def __init__(self, tags: Tags) -> None:
        self.tags = tags
        self.winner, self.loser, self.pao = (tags.number(name) for name in ("who", "fromWho", "paoWho"))
        self.value = tags.row("ten", 3)
        self.winning_tile = tags.number("machi")
        self.tiles, self.melds, self.ura = (Lists(tags, name) for name in ("hai", "m", "doraHaiUra"))
        self.yaku, self.yakuman = Lists(tags, "yaku"), Lists(tags, "yakuman")
        self.meld_kinds = melds().kind.take(self.melds.values, mode="clip")
        self.kita = self.melds.sums(self.meld_kinds == KITA)
        self.scores = tags.row("sc", 8)

    def flaws(self, players: Ints) -> Flaws:
        """What spoils their hands; ``players`` of each one's game."""
        yield "who", _outside(self.winner, players)
        yield "fromWho", _outside(self.loser, players)
        yield "paoWho", self.tags.has("paoWho") & _outside(self.pao, players)
        limits = np.array([BYTE, ANY, len(LIMITS)])
        yield "ten", _any(_outside(self.value, limits)) | (self.tags.count("ten") != len(limits))
        yield "machi", _outside(self.winning_tile, N_TILES)
        yield "m", self.melds.outside(N_MELDS) | self.melds.any(self.meld_kinds == INVALID)
        sets = self.melds.count - self.kita
        yield "hai", self.tiles.outside(N_TILES) | (self.tiles.count + 3 * sets != DEALT + 1)
        pairs = self.yaku.count % 2 == 0
        yield "yaku", self.yaku.outside(BYTE) | ~pairs | ((self.yaku.count > 0) == (self.yakuman.count > 0))
        yield "yaku", self.yaku.any(_outside(self.yaku.values, len(YAKU_KEYS)) & (self._place_in_list() % 2 == 0))
        yield "yakuman", self.yakuman.outside(len(YAKU_KEYS))
        yield "doraHaiUra", self.ura.outside(N_TILES)
        yield "sc", _scores_flaw(self.tags)

    def _place_in_list(self) -> Ints:
        first = np.cumsum(self.yaku.count) - self.yaku.count
        return np.arange(len(self.yaku.values)) - np.repeat(first, self.yaku.count)


class Draws:
    """``RYUUKYOKU``: an end without a win."""

    def __init__(self, tags: Tags) -> None:
        self.tags = tags
        self.scores = tags.row("sc", 8)
        self.shown = np.stack([tags.has(f"hai{seat}") for seat in range(4)], axis=1)

    def flaws(self, players: Ints) -> Flaws:
        """What spoils their hands; ``players`` of each one's game."""
        del players
        yield "sc", _scores_flaw(self.tags)


class Calls:
    """``N``: a meld."""

    def __init__(self, tags: Tags) -> None:
        self.tags = tags
        self.seat, self.code = tags.number("who"), tags.number("m")

    def flaws(self, players: Ints) -> Flaws:
        """What spoils their hands; ``players`` of each one's game."""
        yield "who", _outside(self.seat, players)
        yield "m", _outside(self.code, N_MELDS) | (melds().kind.take(self.code, mode="clip") == INVALID)


class Riichi:
    """``REACH``: step 1 declares, step 2 pays the stick."""

    def __init__(self, tags: Tags) -> None:
        self.tags = tags
        self.seat, self.step = tags.number("who"), tags.number("step")

    def flaws(self, players: Ints) -> Flaws:
        """What spoils their hands; ``players`` of each one's game."""
        yield "who", _outside(self.seat, players)
        yield "step", (self.step != 1) & (self.step != 2)


class Indicators:
    """``DORA``: a dora indicator turned in mid-hand."""

    def __init__(self, tags: Tags) -> None:
        self.tags = tags
        self.tile = tags.number("hai")

    def flaws(self, players: Ints) -> Flaws:
        """What spoils their hands; ``players`` of each one's game."""
        del players
        yield "hai", _outside(self.tile, N_TILES)


def _scores_flaw(tags: Tags) -> Flags:
    """Scores that are there but are not points before and change by seat, chips after them on tables with chips."""
    scores = Lists(tags, "sc")
    return ~np.isin(scores.count, (0, 8, 16)) | scores.any(scores.values == ABSENT)
