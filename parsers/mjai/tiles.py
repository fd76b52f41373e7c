"""Tiles as mjai writes them."""

from collections.abc import Iterable
from typing import Final

from mjlog.tiles import TILES
from parsers.shared.replay import TILE_SHIFT, UNKNOWN, PlayError

_HONORS: Final = dict(zip("ESWNPFC", TILES[27:34], strict=True))
_RED: Final = {"5mr": "0m", "5pr": "0p", "5sr": "0s"}


class _Named(dict[str, int]):
    """Values by tile text; a text that is no tile is an error of the hand it stands in."""

    def __missing__(self, text: str) -> int:
        raise PlayError(f"there is no tile {text!r}")


CODES: Final = _Named({text: code for code, text in enumerate(TILES)} | {"?": UNKNOWN})
"""Codes by mjai's names and by those in digits, which the tenhou-paifu dialect writes."""

CODES.update({name: CODES[text] for name, text in (_HONORS | _RED).items()})

BITS: Final = _Named({text: code << TILE_SHIFT for text, code in CODES.items()})
"""A tile's place in an event of :mod:`parsers.shared.replay`."""


def codes(texts: Iterable[str]) -> list[int]:
    """Codes of tiles.

    Raises:
        PlayError: a text is no tile.
    """
    return [CODES[text] for text in texts]
