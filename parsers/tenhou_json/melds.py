"""Melds of a batch of hands as codes, in the order each seat made them; an added kan takes the place of its pon."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from mjlog.tiles import KIND_OF, KINDS, MELDS, RED_FIVE, tile_codes
from mjlog.vocabulary import MeldKind
from parsers.tenhou_json.notation import NO_TILE, Kind
from parsers.tenhou_json.turns import Codes, Flags, Numbers, Turns

_KINDS: Final = {
    MeldKind.CHI: Kind.CHI,
    MeldKind.PON: Kind.PON,
    MeldKind.DAIMINKAN: Kind.DAIMINKAN,
    MeldKind.KAKAN: Kind.KAKAN,
    MeldKind.ANKAN: Kind.ANKAN,
    MeldKind.KITA: Kind.KITA,
}
_NO_MELD: Final = 255
_NONE: Final = -1
_MOST_REDS: Final = 4
_PLAIN: Final = np.array([*KIND_OF, *[0] * (256 - len(KIND_OF))], np.uint8)


def _codes() -> Codes:
    """Meld code by kind, lowest kind of tile and number of red fives."""
    table = np.full((len(Kind), len(KINDS), _MOST_REDS + 1), _NO_MELD, np.uint8)
    for code, text in enumerate(MELDS):
        kind, tiles = text.split()
        own = tile_codes(tiles)
        reds = sum(tile in RED_FIVE for tile in own)
        table[_KINDS[MeldKind(kind)], min(KIND_OF[tile] for tile in own), reds] = code
    return table


_CODE: Final = _codes()
_OPEN: Final = np.zeros(_NO_MELD + 1, np.bool_)
_OPEN[: len(MELDS)] = [not text.startswith((MeldKind.ANKAN, MeldKind.KITA)) for text in MELDS]
_KITA: Final = MELDS.index("kita 4z")


@dataclass(frozen=True, slots=True)
class Melds:
    """All melds.

    Attributes:
        code: codes, seat after seat.
        first: by seat, its first meld.
        count: by seat, how many it has.
        wrong: by turn, whether it calls with tiles that are no meld.
    """

    code: Codes
    first: Numbers
    count: Numbers
    wrong: Flags

    def of(self, seats: Numbers) -> tuple[Codes, Numbers]:
        """Codes of the melds of some seats, one seat after another, and how many each has."""
        count = self.count[seats]
        starts = np.cumsum(count) - count
        at = np.arange(count.sum()) + np.repeat(self.first[seats] - starts, count)
        return self.code[at], count

    @staticmethod
    def opened(codes: Codes) -> Flags:
        """Which of the codes open a hand; what is no meld does not."""
        flags: Flags = _OPEN[codes]
        return flags

    @staticmethod
    def norths(codes: Codes) -> Flags:
        """Which of the codes are a north set aside."""
        flags: Flags = codes == _KITA
        return flags


def melds_of(turns: Turns, own: Codes) -> Melds:
    """Melds of all seats.

    Args:
        turns: the turns of a batch.
        own: by call, the tiles that left the caller's hand.
    """
    takes, acts = np.flatnonzero(turns.take_call >= 0), np.flatnonzero(turns.act_call >= 0)
    order = np.argsort(np.concatenate((takes, acts)), kind="stable")
    turn = np.concatenate((takes, acts))[order]
    kind = np.concatenate((turns.take[takes], turns.act[acts]))[order]
    called = np.concatenate((turns.tile[takes], np.full(len(acts), NO_TILE, np.uint8)))
    call = np.concatenate((turns.take_call[takes], turns.act_call[acts]))
    code, low, reds = _meld_codes(kind, np.column_stack((own[call], called))[order])
    added = np.flatnonzero(kind == Kind.KAKAN)
    pon = _pons(kind, turns.seat[turn] * len(KINDS) + low, added, len(KINDS) * len(turns.count))
    made = pon != _NONE
    code[pon[made]] = _CODE[Kind.KAKAN, low[added], np.minimum(reds[added] + reds[pon], _MOST_REDS)][made]
    code[added] = np.where(made, 0, _NO_MELD)
    wrong = np.zeros(len(turns.seat), np.bool_)
    wrong[turn[code == _NO_MELD]] = True
    kept = kind != Kind.KAKAN
    count = np.bincount(turns.seat[turn[kept]], minlength=len(turns.count)).astype(np.int32)
    return Melds(code[kept], np.cumsum(count, dtype=np.int32) - count, count, wrong)


def _meld_codes(kind: Codes, tiles: Codes) -> tuple[Codes, Codes, Codes]:
    """Meld code, lowest kind and number of red fives of rows of up to five tiles."""
    there = tiles != NO_TILE
    plain = np.where(there, _PLAIN[tiles], 0)
    low, high = np.where(there, plain, NO_TILE).min(axis=1), plain.max(axis=1)
    reds = (there & (tiles != plain)).sum(axis=1)
    run = (high - low == 2) & (plain.sum(axis=1, dtype=np.int32) == 3 * low.astype(np.int32) + 3)
    code = _CODE[kind, low, reds]
    code[np.where(kind == Kind.CHI, ~run, high != low)] = _NO_MELD
    code[kind == Kind.KAKAN] = 0
    return code, low, reds


def _pons(kind: Codes, place: Numbers, added: Numbers, places: int) -> Numbers:
    """The pon that each added kan extends, by the seat and kind of tile in ``place``."""
    at = np.full(places, _NONE, np.int32)
    pons = np.flatnonzero(kind == Kind.PON)
    at[place[pons]] = pons
    found: Numbers = at[place[added]]
    return np.where(found < added, found, _NONE)
