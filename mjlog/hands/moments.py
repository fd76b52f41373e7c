"""Hands at every moment as frames: each seat's way through a hand, each win as it was played, each discard."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from mjlog.hands.acts import NOBODY, discards_made, opened
from mjlog.hands.evaluation import SITUATIONAL
from mjlog.hands.keys import OUTSIDE, Array, Flags, Ints
from mjlog.hands.lists import Lists
from mjlog.hands.play import KEY, NEVER, Play, played_hands, plays, row_of
from mjlog.hands.played_wins import win_columns, win_lists
from mjlog.hands.seats import Seats, Turns, called_discards, least_shanten, live_tiles
from mjlog.hands.situations import Winners
from mjlog.hands.waits import wait_masks
from mjlog.tables import MELD, TILE, dtypes
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

WINS: Final[dict[str, pl.DataType]] = {
    **{name: dtypes("wins")[name] for name in ("game_id", "hand", "win", "winner", "loser")},
    "dealer": pl.UInt8(),
    "round_wind": dtypes("hands")["round_wind"],
    "ura_indicators": pl.List(TILE),
    "n_players": pl.UInt8(),
    "red_fives": pl.UInt8(),
    "winning_tile": TILE,
    "tiles": pl.List(TILE),
    "melds": pl.List(MELD),
    "dora_indicators": pl.List(TILE),
    "furiten": pl.Boolean(),
    **dict.fromkeys(SITUATIONAL, pl.Boolean()),
}
"""Columns of :attr:`Moments.wins`."""

_COUNTED: Final = ("start_shanten", "tenpai_turn", "live")
"""Columns in which :data:`mjlog.hands.play.NEVER` stands for null."""

_OF_HAND: Final = ("dealer", "round_wind", "ura_indicators", "n_players", "red_fives")
_LISTS: Final = {"tiles": TILE, "melds": MELD, "dora_indicators": TILE}
_WinPart = tuple[Ints, dict[str, Array], dict[str, Lists]]


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
            after its discard; null without riichi. ``nagashi``: all discards terminals or honors, none of them called.
            Everything but ``nagashi`` is null where the seat's tiles cannot be followed: hidden, or impossible.
        wins: a row a win, in step with the wins given (:data:`WINS`): what :func:`mjlog.hands.evaluate` reads, told by
            the events alone, yaku of the play among it as Boolean columns; and ``furiten`` of a ron. Null where the
            hand has no events, where they do not end with the tile that was won on, or cannot be followed to it.
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
    seat_parts, win_parts, turn_parts = [], [], []
    position = _positions(wins, played)
    order = np.argsort(position, kind="stable")
    done = 0
    for play in plays(events, played):
        seats, discards = Seats.of(play), Turns.of(play)
        seat_parts.append(_seat_columns(play, seats, discards))
        rows = order[slice(*np.searchsorted(position.take(order), (done, done + len(play.hands))))]
        who = _winners(wins, rows, position - done)
        win_parts.append((rows, win_columns(play, seats, who), win_lists(play, seats, who)))
        if turns:
            turn_parts.append(_turn_columns(play, discards, done))
        done += len(play.hands)
    return Moments(
        _seat_frame(played, seat_parts), _win_frame(wins, played, position, win_parts), _turn_frame(played, turn_parts)
    )


def _positions(wins: pl.DataFrame, played: pl.DataFrame) -> Ints:
    """Where each win's hand stands among the played ones; behind the last where it was not played."""
    places = played.select(KEY).with_row_index("position").unique(KEY, keep="first")
    joined = wins.select(KEY).join(places, on=KEY, how="left", maintain_order="left")
    return joined["position"].fill_null(len(played)).to_numpy().astype(np.int64)


def _winners(wins: pl.DataFrame, rows: Ints, hand: Ints) -> Winners:
    loser = wins["loser"].fill_null(NOBODY).to_numpy().take(rows)
    return Winners(hand.take(rows), wins["winner"].to_numpy().take(rows), loser)


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
        "own_four": seats.own_four.view(np.uint64),
        "live": np.where(seats.waits == 0, NEVER, seats.live),
        "furiten_own_discard": seats.furiten.own_discard != 0,
        "furiten_temporary": seats.furiten.temporary != 0,
        "furiten_riichi": seats.furiten.riichi != 0,
        **_riichi_columns(play),
        "nagashi": _nagashi(play),
    }


def _tenpai_turn(play: Play, turns: Turns, start: Array) -> Ints:
    """Own discard after which each seat was first tenpai; 0 as dealt, NEVER for never."""
    tenpai = np.flatnonzero(turns.waits)
    owner, first = np.unique(turns.owner.take(tenpai), return_index=True)
    turn = np.full(len(start), NEVER)
    turn[owner] = discards_made(play.after.take(turns.rows.take(tenpai.take(first))))
    turn[start == 0] = 0
    return turn


def _riichi_columns(play: Play) -> dict[str, Array]:
    """The moment of riichi; ``declared`` says which seats have one."""
    owner = np.flatnonzero(play.riichi != NEVER)
    at = play.riichi.take(owner)
    tiles = play.after.take(at)
    waits = wait_masks(tiles, tiles.melds() == 0)
    thrown = play.discards.between(owner, 0, discards_made(tiles)).kinds()
    found = {
        "declared": np.ones(len(owner), bool),
        "riichi_shanten": least_shanten(play, at, tiles),
        "riichi_waits": waits.view(np.uint64),
        "riichi_live": live_tiles(play, at, at, waits),
        "riichi_furiten": waits & thrown != 0,
    }
    columns = {}
    for name, values in found.items():
        columns[name] = np.zeros(len(play.last), values.dtype)
        columns[name][owner] = values
    return columns


def _nagashi(play: Play) -> Flags:
    """Seats all of whose discards are terminals and honors, none of them called."""
    rows = play.discards.rows
    owner = row_of(play.hand.take(rows), play.seat.take(rows))
    inside = OUTSIDE >> play.tile_kind(rows) & 1 == 0
    spoiled = np.bincount(owner[inside | called_discards(play)], minlength=len(play.last))
    return (spoiled == 0) & (np.bincount(owner, minlength=len(play.last)) > 0)


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


def _win_frame(wins: pl.DataFrame, played: pl.DataFrame, position: Ints, parts: list[_WinPart]) -> pl.DataFrame:
    """The wins given, in step, with what was found of them and of their hands; null where the events do not tell."""
    if not parts:
        return pl.concat(
            [pl.DataFrame(schema=WINS), wins.select("game_id", "hand", "win", "winner", "loser")], how="diagonal"
        )
    known = pl.when(pl.col("position") < len(played)).then("position")
    of_hand = [pl.lit(played[name]).gather(known).alias(name) for name in WINS if name in _OF_HAND]
    of_win = wins.with_columns(pl.Series("position", position)).with_row_index("row")
    found = _joined([plain for _, plain, _ in parts]).with_columns(
        pl.Series("row", np.concatenate([rows for rows, _, _ in parts]), pl.UInt32),
        pl.when("told").then("winning_tile").cat.to(TILE).alias("winning_tile"),
        *(Lists.joined([part[name] for *_, part in parts]).column(_LISTS[name]).alias(name) for name in _LISTS),
    )
    return _typed(
        of_win.select("row", "game_id", "hand", "win", "winner", "loser", *of_hand).join(
            found.filter("told"), on="row", how="left", maintain_order="left"
        ),
        WINS,
    )
