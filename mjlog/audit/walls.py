"""The wall of a hand as the platform committed to it, told from a published seed or a published wall text.

A wall is five rows of tile codes: the deal, the ordinary draws, the replacement tiles, the dora indicators and the ura
indicators, each in the order they are taken; :data:`UNKNOWN` where the publication does not say. Forms of publication:

* a seed ``mt19937ar-sha512-n288-base64,…`` of the game: 624 words start one MT19937 (numpy's ``RandomState``, whose
  stream is kept for ever); each hand takes 288 words of it, as nine blocks of 128 bytes whose SHA-512 digests are 144
  words; these shuffle the tiles and throw the dice;
* a text of 136 tiles of two characters, the deal first and the dead wall last, or of the 83 left after the deal.

Other forms (a seed per hand, hexadecimal seeds, three players' wall texts) are not verified, and so give no wall.
"""

from base64 import b64decode
from binascii import Error as Base64Error
from dataclasses import dataclass
from hashlib import sha512
from struct import iter_unpack
from typing import Final

import numpy as np
import polars as pl

from mjlog.hands.keys import Array
from mjlog.tiles import KIND_OF, TILES

UNKNOWN: Final = 255
SEED_FORM: Final = "mt19937ar-sha512-n288-base64,"

_STATE: Final = 624
_BYTES_A_HAND: Final = 4 * 288
_BLOCK: Final = "128s"
_WALL: Final = 136
_RED_IDS: Final = {16: 34, 52: 35, 88: 36}
_REPLACEMENTS: Final = {4: [1, 0, 3, 2], 3: [1, 0, 3, 2, 5, 4, 7, 6]}
_DORA: Final = {4: [5, 7, 9, 11, 13], 3: [9, 11, 13, 15, 17]}
_URA: Final = {4: [4, 6, 8, 10, 12], 3: [8, 10, 12, 14, 16]}
_TEXT_REPLACEMENTS: Final = [13, 12, 11, 10]
_TEXT_DORA: Final = [9, 7, 5, 3, 1]
_TEXT_URA: Final = [8, 6, 4, 2, 0]
_SIZES: Final = {"deal": 53, "draws": 70, "replacements": 8, "dora": 5, "ura": 5}


@dataclass(frozen=True, slots=True)
class Walls:
    """Walls of hands, a row each.

    Attributes:
        deal: the tiles dealt, the dealer's first: rounds of four a seat, then one each (and the dealer's next).
        draws: ordinary draws; the dealer's first among them where ``deal`` has thirteen a seat.
        replacements: drawn after a kan or a north set aside.
        dora: indicators.
        ura: what lies under them.
        dice: the two dice, 0 where not published.
    """

    deal: Array
    draws: Array
    replacements: Array
    dora: Array
    ura: Array
    dice: Array

    @classmethod
    def unknown(cls, hands: int) -> "Walls":
        """No wall is known of these hands."""
        rows = {name: np.full((hands, size), UNKNOWN, np.uint8) for name, size in _SIZES.items()}
        return cls(**rows, dice=np.zeros((hands, 2), np.uint8))

    def put(self, rows: Array, column: str, tiles: Array) -> None:
        """Set the first tiles of a row of some hands."""
        target = getattr(self, column)
        width = min(tiles.shape[1], target.shape[1])
        target[rows, :width] = tiles[:, :width]


def walls(hands: pl.DataFrame) -> Walls:
    """Walls of hands.

    Args:
        hands: a row a hand, sorted by game and hand: ``game_id``, ``hand``, ``wall``, and of its game ``n_players``,
            ``red_fives``, ``wall_seed``.
    """
    found = Walls.unknown(len(hands))
    published = hands.select("game_id", "hand", "wall", "n_players", "red_fives", "wall_seed").with_row_index("row")
    _from_seeds(published, found)
    _from_texts(published, found)
    return found


def _from_seeds(hands: pl.DataFrame, found: Walls) -> None:
    """Hands of games with a seed, by number of players."""
    seeded = hands.filter(pl.col("wall_seed").str.starts_with(SEED_FORM))
    for (n_players,), group in seeded.partition_by("n_players", as_dict=True).items():
        games = group.group_by("game_id", "wall_seed", maintain_order=True).agg("hand")
        twister = np.random.RandomState(0)  # one for all: making one costs more than its stream
        words = [_words(twister, seed, numbers) for _, seed, numbers in games.rows()]
        good = group.filter(pl.Series([bool(each) for each in words]).repeat_by(games["hand"].list.len()).explode())
        numbers = np.frombuffer(b"".join(words), "<u4").reshape(-1, _BYTES_A_HAND // 8)
        at = good["row"].to_numpy()
        codes = _codes(_shuffled(numbers, n_players), plain=(good["red_fives"] == 0).fill_null(value=False).to_numpy())
        taken = codes[:, ::-1]
        found.put(at, "deal", taken[:, : 13 * n_players])
        found.put(at, "draws", taken[:, 13 * n_players :])
        for column, places in (("replacements", _REPLACEMENTS), ("dora", _DORA), ("ura", _URA)):
            found.put(at, column, codes[:, places[n_players]])
        found.dice[at] = numbers[:, 135:137] % 6 + 1


def _words(twister: np.random.RandomState, seed: str, hands: list[int]) -> bytes:
    """The 144 words of each of a game's hands; none for a text that is no seed.

    The stream runs on from hand to hand. A hash takes one message at a time, so hands and blocks are looped.
    """
    key = _seed_words(seed)
    if key is None:
        return b""
    twister.seed(key)
    stream = twister.bytes((max(hands) + 1) * _BYTES_A_HAND)
    each = (stream[hand * _BYTES_A_HAND : (hand + 1) * _BYTES_A_HAND] for hand in hands)
    return b"".join([sha512(block).digest() for words in each for (block,) in iter_unpack(_BLOCK, words)])


def _from_texts(hands: pl.DataFrame, found: Walls) -> None:
    """Hands with a published wall text: four players' walls of 136 tiles, or of the 83 left after the deal."""
    for tiles in (_WALL, 83):
        rows = hands.filter((pl.col("wall").str.len_bytes() == 2 * tiles) & (pl.col("n_players") == 4))
        codes = _text_codes(rows["wall"], tiles)
        whole = (codes != UNKNOWN).all(axis=1)
        at, codes = rows["row"].to_numpy()[whole], codes[whole]
        dead = codes[:, -14:]
        dealt = tiles - 83
        found.put(at, "deal", codes[:, :dealt])
        dealers_first = codes[:, dealt - 1 : dealt] if dealt else np.full((len(codes), 1), UNKNOWN, np.uint8)
        found.put(at, "draws", np.hstack([dealers_first, codes[:, dealt:-14]]))
        for column, places in (("replacements", _TEXT_REPLACEMENTS), ("dora", _TEXT_DORA), ("ura", _TEXT_URA)):
            found.put(at, column, dead[:, places])


def _text_codes(texts: pl.Series, tiles: int) -> Array:
    """Codes of walls written two characters a tile; :data:`UNKNOWN` for what is no tile."""
    code_of = np.full(1 << 16, UNKNOWN, np.uint8)
    for code, tile in enumerate(TILES):
        code_of[int.from_bytes(tile.encode(), "little")] = code
    joined = "".join(texts).encode("ascii", "replace")
    codes: Array = code_of[np.frombuffer(joined, "<u2")].reshape(-1, tiles)
    return codes


def _seed_words(seed: str) -> Array | None:
    """The 624 words of a seed; None for a text that is none."""
    try:
        words = np.frombuffer(b64decode(seed.removeprefix(SEED_FORM).strip(), validate=True), "<u4")
    except (Base64Error, ValueError):
        return None
    return words if len(words) == _STATE else None


def _shuffled(numbers: Array, n_players: int) -> Array:
    """Tile ids (0-135) of each hand's wall; three players play without two to eight of man."""
    ids = np.arange(_WALL, dtype=np.uint8)
    ids = ids[(ids < 4) | (ids > 31)] if n_players == 3 else ids
    hands, left = len(numbers), len(ids)
    order = ids.repeat(hands)  # place by place, so that every step works on whole rows
    by_place, column = np.ascontiguousarray(numbers.T), np.arange(hands)
    for place in range(left - 1):
        here = order[place * hands : (place + 1) * hands]
        kept = here.copy()
        other = (by_place[place] % np.uint32(left - place)).astype(np.intp) * hands + place * hands + column
        here[:] = order.take(other)
        order[other] = kept
    return order.reshape(left, hands).T


def _codes(order: Array, plain: Array) -> Array:
    """Tile codes of ids; where fives are plain none is red."""
    code_of = np.array([_RED_IDS.get(number, number // 4) for number in range(_WALL)], np.uint8)
    codes: Array = code_of[order]
    codes[plain] = np.array(KIND_OF, np.uint8)[codes[plain]]
    return codes
