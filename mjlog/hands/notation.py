"""A hand as a person writes it: ``123m456p789s1122z+1z``, melds as ``chi:340m pon:555z kan:1111z ankan:2222p kita:2``.

What is written is checked before it is valued: a hand that cannot exist is refused with the tile that makes it so.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from mjlog.tiles import KIND_OF, KINDS, MELDS, TILES, tile_codes
from mjlog.vocabulary import MeldKind

_NAMES: Final = {"kan": MeldKind.DAIMINKAN, **{str(kind): kind for kind in MeldKind}}
_SETS: Final = {
    MeldKind.CHI: "a run of three",
    MeldKind.PON: "three equal tiles",
    MeldKind.DAIMINKAN: "four equal tiles",
    MeldKind.KAKAN: "four equal tiles",
    MeldKind.ANKAN: "four equal tiles",
}
_ABSENT_WITH_THREE: Final = tuple(f"{rank}m" for rank in range(2, 9))


@dataclass(frozen=True, slots=True)
class WrittenHand:
    """A hand.

    Attributes:
        tiles: codes of the concealed tiles, the winning tile among them where it is known.
        winning: code of the winning tile; None where none is marked.
        melds: codes of the melds.
    """

    tiles: tuple[int, ...]
    winning: int | None
    melds: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of tiles, melds counting as three and norths set aside as nothing."""
        return len(self.tiles) + 3 * sum(not MELDS[code].startswith(MeldKind.KITA) for code in self.melds)


def read_hand(text: str, melds: tuple[str, ...] = (), shown: tuple[int, ...] = (), n_players: int = 4) -> WrittenHand:
    """The hand that is written.

    Args:
        text: concealed tiles, the winning tile after a plus sign.
        melds: melds, each as ``kind:tiles``.
        shown: codes of tiles that lie elsewhere, such as dora indicators.
        n_players: with three there are no 2-8 of man.

    Raises:
        ValueError: something is no tile or no meld, there are more tiles of a kind than exist, or too many or too few
            tiles; the message says which.
    """
    tiles, _, winning = text.partition("+")
    last = tile_codes(winning)
    if len(last) > 1 or ("+" in text and not last):
        raise ValueError(f"{text!r}: one tile is expected after the plus sign, the one the hand is won on")
    called = tuple(code for meld in melds for code in _read_meld(meld))
    hand = WrittenHand((*tile_codes(tiles), *last), last[0] if last else None, called)
    _check_copies(
        [*hand.tiles, *(code for meld in called for code in tile_codes(MELDS[meld].split()[1])), *shown], n_players
    )
    _check_size(hand)
    return hand


def _read_meld(text: str) -> list[int]:
    name, _, tiles = text.partition(":")
    if name not in _NAMES or not tiles:
        raise ValueError(f"{text!r} is no meld; write {', '.join(f'{kind}:…' for kind in _NAMES)}")
    kind = _NAMES[name]
    if kind == MeldKind.KITA and tiles.isdigit():
        return [MELDS.index(f"{MeldKind.KITA} 4z")] * int(tiles)
    codes = sorted(tile_codes(tiles), key=lambda code: (TILES[code][0] != "0", code))
    suits = {TILES[code][1] for code in codes}
    meld = f"{kind} {''.join(TILES[code][0] for code in codes)}{TILES[codes[0]][1]}"
    if len(suits) != 1 or meld not in MELDS:
        raise ValueError(f"{text!r}: {tiles} is not {_SETS.get(kind, '4z, or a number of norths')}")
    return [MELDS.index(meld)]


def _check_copies(codes: list[int], n_players: int) -> None:
    for kind, copies in Counter(KINDS[KIND_OF[code]] for code in codes).items():
        if copies > 4:
            raise ValueError(f"impossible hand: {copies} tiles {kind}, there are only four")
        if n_players == 3 and kind in _ABSENT_WITH_THREE:
            raise ValueError(f"impossible hand: {kind} is not played with by three")
    for red, copies in Counter(TILES[code] for code in codes if TILES[code][0] == "0").items():
        if copies > 2:
            raise ValueError(f"impossible hand: {copies} red fives {red}, there are never more than two")


def _check_size(hand: WrittenHand) -> None:
    wanted = (14,) if hand.winning is not None else (13, 14)
    if hand.size in wanted:
        return
    kan = "; a kan is written as a meld, ankan:1111z" if hand.size > 14 else ""
    raise ValueError(
        f"impossible hand: {hand.size} tiles, melds counting as three; a hand has 13, or 14 with the winning tile{kan}"
    )
