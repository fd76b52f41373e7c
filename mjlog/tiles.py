"""Tiles and melds as one-byte codes, with the text a player writes.

A tile is its position in :data:`TILES`: 34 kinds in the order man, pin, sou, honors, then the three red fives. A meld
is its position in :data:`MELDS`, so a hand's melds are a list of small codes whose text can be read as it stands.
Both are written to Parquet as text (polars ``Enum``), and both are one byte in memory.

Tile text is ``1m``-``9m``, ``1p``-``9p``, ``1s``-``9s``, ``1z``-``7z`` (East, South, West, North, white, green, red)
and ``0m``, ``0p``, ``0s`` for red fives. Meld text is a kind and its tiles, red fives first: ``chi 034m``,
``pon 055p``, ``ankan 1111z``, ``kita 4z``.
"""

from itertools import pairwise
from typing import Final

from mjlog.vocabulary import MeldKind

KINDS: Final = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) + tuple(f"{r}z" for r in range(1, 8))
"""The 34 kinds of tile, in code order."""

TILES: Final = (*KINDS, "0m", "0p", "0s")
"""Every tile by code: kinds 0-33, red fives 34-36."""

RED_FIVE: Final = {34: 4, 35: 13, 36: 22}
"""Code of a red five to the code of its kind."""

KIND_OF: Final = tuple(RED_FIVE.get(code, code) for code in range(len(TILES)))
"""Kind (0-33) by tile code."""

TERMINALS_AND_HONORS: Final = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
"""Kinds that are a one, a nine or an honor (yaochuuhai, 么九牌)."""


def _same(kind: str, count: int) -> list[str]:
    """Texts of ``count`` equal tiles; fives also with one or two of them red (tables with four red fives exist)."""
    rank, suit = kind[0], kind[1]
    plain = rank * count + suit
    return [plain, *("0" * reds + rank * (count - reds) + suit for reds in (1, 2) if rank == "5" and suit != "z")]


def _runs() -> list[str]:
    texts = []
    for suit in "mps":
        for low in range(1, 8):
            ranks = [low, low + 1, low + 2]
            texts.append("".join(map(str, ranks)) + suit)
            if 5 in ranks:
                texts.append("0" + "".join(str(rank) for rank in ranks if rank != 5) + suit)
    return texts


def _melds() -> list[str]:
    melds = [f"{MeldKind.CHI} {text}" for text in _runs()]
    for kind, count in ((MeldKind.PON, 3), (MeldKind.DAIMINKAN, 4), (MeldKind.KAKAN, 4), (MeldKind.ANKAN, 4)):
        melds += [f"{kind} {text}" for tile in KINDS for text in _same(tile, count)]
    return [*melds, f"{MeldKind.KITA} 4z"]


MELDS: Final = tuple(_melds())
"""Every meld by code."""


def tile_codes(text: str) -> list[int]:
    """Codes of tiles written in short form, in the order written: ``"123m0p11z"``.

    Raises:
        ValueError: a character is not a rank or a suit, a rank has no suit after it, or no such tile exists.
    """
    codes: list[int] = []
    ranks = ""
    for sign in text.replace(" ", ""):
        if sign.isascii() and sign.isdigit():
            ranks += sign
            continue
        if not ranks:
            raise ValueError(f"{text!r}: {sign!r} stands where a tile's number is expected")
        for rank in ranks:
            if rank + sign not in TILES:
                raise ValueError(f"{text!r}: there is no tile {rank + sign!r}")
            codes.append(TILES.index(rank + sign))
        ranks = ""
    if ranks:
        raise ValueError(f"{text!r}: {ranks!r} has no suit (m, p, s or z) after it")
    return codes


def tile_text(codes: list[int]) -> str:
    """Tiles in short form, in the order given, a suit's letter written once a run: ``123m0p11z``."""
    tiles = [TILES[code] for code in codes]
    ends = [i for i, (one, following) in enumerate(pairwise([*tiles, "  "])) if one[1] != following[1]]
    return "".join(tile[0] + (tile[1] if i in ends else "") for i, tile in enumerate(tiles))
