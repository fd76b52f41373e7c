"""Hands at every moment as frames: each seat's way through a hand, each win as it was played, each discard."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from mjlog.hands.acts import discards_made, opened
from mjlog.hands.keys import OUTSIDE, Array, Flags, Ints
from mjlog.hands.play import NEVER, Play, played_hands, plays, row_of
from mjlog.hands.played_wins import PlayedWins
from mjlog.hands.seats import Seats, Turns, called_discards, least_shanten, live_tiles, tiles_left
from mjlog.hands.waits import wait_masks
from mjlog.tiles import KIND_OF
from mjlog.vocabulary import EventKind

SEATS: Final[dict[str, pl.DataType]] = {
    "game_id": pl.String(),
    "hand": pl.UInt16(),
    "seat": pl.UInt8(),
    "start_shanten": pl.Int8(),
    "tenpai_turn": pl.UInt8(),
    "shanten": pl.Int8(),
    "closed": pl.Boolean(),
    "waits": pl.UInt64(),
    "own_four": pl.UInt64(),
    "live": pl.UInt8(),
    "furiten_own_discard": pl.Boolean(),
    "furiten_temporary": pl.Boolean(),
    "furiten_riichi": pl.Boolean(),
    "riichi_shanten": pl.Int8(),
    "riichi_waits": pl.UInt64(),
    "riichi_live": pl.UInt8(),
    "riichi_unheld": pl.UInt8(),
    "riichi_furiten": pl.Boolean(),
    "nagashi": pl.Boolean(),
}
"""Columns of :attr:`Moments.seats`."""

TURNS: Final[dict[str, pl.DataType]] = {
    "game_id": pl.String(),
    "hand": pl.UInt16(),
    "seat": pl.UInt8(),
    "turn": pl.UInt8(),
    "seq": pl.UInt16(),
    "shanten": pl.Int8(),
    "waits": pl.UInt64(),
}
"""Columns of :attr:`Moments.turns`."""

_INSIDE: Final = np.array([OUTSIDE >> kind & 1 == 0 for kind in (*KIND_OF, 0)])
"""Which tiles are neither terminals nor honors, by code; no tile is none."""
_COUNTED: Final = ("start_shanten", "tenpai_turn", "live")
"""Columns in which :data:`mjlog.hands.play.NEVER` stands for null."""


@dataclass(frozen=True, slots=True)
class Moments:
    """What :func:`moments` found. Sets of kinds are 64-bit integers, bit i for kind i (0-33).

    Attributes:
        seats: a row a seat of a hand that has events (:data:`SEATS`). ``start_shanten`` is that of the thirteen tiles
            dealt, the dealer's too; ``tenpai_turn`` the own discard after which the seat was first tenpai, 0 if it was
            dealt so, null if never. ``shanten``, ``closed``, ``waits`` and the rest are those of the last thirteen
            tiles: before a winning draw, and as the final tile was offered. ``own_four`` are the kinds of which the
            seat itself holds all four. ``live`` counts the tiles of the waits that the seat cannot see, null for noten.
            ``furiten_*`` say why the waits could not be won on from others. ``riichi_*`` are as riichi was declared,
            after its discard; null without riichi. ``riichi_unheld`` counts the tiles of the waits that the seat does
            not itself hold concealed. ``nagashi``: all discards terminals or honors, none of them called.
            Everything but ``nagashi`` is null where the seat's tiles cannot be followed: hidden, or impossible.
        wins: a row a win, in step with the wins given (:data:`mjlog.hands.played_wins.WINS`): what
            :func:`mjlog.hands.evaluate` reads, told by the events alone, yaku of the play among it as Boolean columns;
            and ``furiten`` of a ron. Null where the hand has no events, where they do not end with the tile that was
            won on, or cannot be followed to it.
        turns: a row a discard, where asked for (:data:`TURNS`): ``turn`` counts own discards from 1, ``shanten`` and
            ``waits`` are those after it.
    """

    seats: pl.DataFrame
    wins: pl.DataFrame
    turns: pl.DataFrame


def moments(
    events: pl.DataFrame, hands: pl.DataFrame, games: pl.DataFrame, wins: pl.DataFrame, *, turns: bool = False
) -> Moments:
    """Follow every hand from its deal to its end.

    Args:
        events: the table, sorted by game, hand and position.
        hands: the table.
        games: the table.
        wins: the table; only who won from whom is read.
        turns: whether every discard is wanted.
    """
    played = played_hands(events, hands, games)
    won = PlayedWins(wins, played)
    seat_parts, turn_parts = [], []
    done = 0
    for play in plays(events, played):
        seats, discards = Seats.of(play), Turns.of(play)
        seat_parts.append(_seat_columns(play, seats, discards))
        won.add(play, seats)
        if turns:
            turn_parts.append(_turn_columns(play, discards, done))
        done += len(play.hands)
    return Moments(_seat_frame(played, seat_parts), won.frame(), _turn_frame(played, turn_parts))


def _seat_columns(play: Play, seats: Seats, turns: Turns) -> dict[str, Array]:
    """Columns of :data:`SEATS` by hand and seat."""
    deals = play.where(EventKind.DEAL)
    start = np.full(len(play.last), NEVER, np.int8)
    start[row_of(play.hand.take(deals), play.seat.take(deals))] = least_shanten(play, deals, play.after.take(deals))
    return {
        "playing": seats.playing,
        "sound": seats.sound,
        "seat": np.tile(np.arange(4, dtype=np.uint8), len(play.hands)),
        "start_shanten": start,
        "tenpai_turn": _tenpai_turn(play, turns, start),
        "shanten": least_shanten(play, np.maximum(seats.at, 0), seats.tiles),
        "closed": ~opened(seats.tiles),
        "waits": seats.waits.view(np.uint64),
        "own_four": seats.own_four(np.arange(len(seats.waits))).view(np.uint64),
        **_waiting_columns(seats),
        **spread(riichi_columns(play), np.flatnonzero(play.riichi != NEVER), len(play.last)),
        "nagashi": nagashi(play, play.thrown),
    }


def _waiting_columns(seats: Seats) -> dict[str, Array]:
    """What is asked of seats that wait for something."""
    owners = np.flatnonzero(seats.waits)
    furiten = seats.furiten(owners)
    found = {
        "live": seats.live(owners),
        "furiten_own_discard": furiten.own_discard != 0,
        "furiten_temporary": furiten.temporary != 0,
        "furiten_riichi": furiten.riichi != 0,
    }
    columns = spread(found, owners, len(seats.waits))
    columns["live"][seats.waits == 0] = NEVER
    return columns


def _tenpai_turn(play: Play, turns: Turns, start: Array) -> Ints:
    """Own discard after which each seat was first tenpai; 0 as dealt, NEVER for never."""
    tenpai = np.flatnonzero(turns.waits)
    owner, first = np.unique(turns.owner.take(tenpai), return_index=True)
    turn = np.full(len(start), NEVER)
    turn[owner] = discards_made(play.after.take(turns.rows.take(tenpai.take(first))))
    turn[start == 0] = 0
    return turn


def riichi_columns(play: Play) -> dict[str, Array]:
    """The moment of riichi of the seats that declared it (those of :attr:`Play.riichi`)."""
    owner = np.flatnonzero(play.riichi != NEVER)
    at = play.riichi.take(owner)
    tiles = play.after.take(at)
    waits = wait_masks(tiles, tiles.melds() == 0)
    thrown = play.discards.between(owner, 0, discards_made(tiles)).kinds()
    return {
        "declared": np.ones(len(owner), bool),
        "riichi_shanten": least_shanten(play, at, tiles),
        "riichi_waits": waits.view(np.uint64),
        "riichi_live": live_tiles(play, at, at, waits),
        "riichi_unheld": tiles_left(waits, tiles),
        "riichi_furiten": waits & thrown != 0,
    }


def nagashi(play: Play, rows: Ints) -> Flags:
    """Seats of hands all of whose discards are terminals and honors, none of them called; ``rows`` are discards."""
    owner = row_of(play.hand.take(rows), play.seat.take(rows))
    made, spoiled = np.zeros(len(play.last), bool), np.zeros(len(play.last), bool)
    made[owner] = True
    spoiled[owner[_INSIDE.take(play.tile.take(rows).astype(np.intp))]] = True
    called = called_discards(play)
    spoiled[row_of(play.hand.take(called), play.seat.take(called))] = True
    return made & ~spoiled


def spread(columns: dict[str, Array], rows: Ints, size: int) -> dict[str, Array]:
    """Columns of some rows as columns of all, zero or False elsewhere."""
    whole = {}
    for name, values in columns.items():
        whole[name] = np.zeros(size, values.dtype)
        whole[name][rows] = values
    return whole


def _turn_columns(play: Play, turns: Turns, offset: int) -> dict[str, Array]:
    """Columns of the discards, hand by hand and seat by seat; ``position`` is that of the hand in the batch."""
    order = np.argsort(turns.owner, kind="stable")
    rows, owner = turns.rows.take(order), turns.owner.take(order)
    return {
        "position": owner // 4 + offset,
        "seat": owner % 4,
        "turn": discards_made(play.after.take(rows)),
        "seq": rows - play.start.take(owner // 4),
        "shanten": turns.shanten.take(order),
        "waits": turns.waits.take(order).view(np.uint64),
    }


def _joined(parts: list[dict[str, Array]]) -> pl.DataFrame:
    return pl.DataFrame({name: np.concatenate([part[name] for part in parts]) for name in parts[0]})


def _of_hand(played: pl.DataFrame, position: pl.Expr) -> list[pl.Expr]:
    """Game and hand by the hand's position among the played ones."""
    return [pl.lit(played[column]).gather(position).alias(column) for column in ("game_id", "hand")]


def _typed(frame: pl.DataFrame, types: dict[str, pl.DataType]) -> pl.DataFrame:
    return frame.select(pl.col(name).cast(dtype) for name, dtype in types.items())


def _seat_frame(played: pl.DataFrame, parts: list[dict[str, Array]]) -> pl.DataFrame:
    if not parts:
        return pl.DataFrame(schema=SEATS)
    frame = _joined(parts).with_row_index("owner").filter("playing")
    told = [name for name in SEATS if name not in ("game_id", "hand", "seat", "nagashi")]
    frame = frame.with_columns(pl.when("sound").then(name).alias(name) for name in told).with_columns(
        *_of_hand(played, pl.col("owner") // 4),
        *(pl.when(pl.col(name) != NEVER).then(name).alias(name) for name in _COUNTED),
        *(pl.when("declared").then(name).alias(name) for name in SEATS if name.startswith("riichi_")),
    )
    return _typed(frame, SEATS)


def _turn_frame(played: pl.DataFrame, parts: list[dict[str, Array]]) -> pl.DataFrame:
    if not parts:
        return pl.DataFrame(schema=TURNS)
    return _typed(_joined(parts).with_columns(*_of_hand(played, pl.col("position"))), TURNS)
