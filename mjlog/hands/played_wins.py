"""Wins as the events tell them: the columns :func:`mjlog.hands.evaluate` reads, and nothing of the recorded result."""

from typing import Final

import numpy as np
import polars as pl

from mjlog.hands.acts import NO_TILE, NOBODY, OFFERED
from mjlog.hands.evaluation import SITUATIONAL
from mjlog.hands.keys import Array, Flags, Ints, Keys, tile_keys
from mjlog.hands.lists import Lists
from mjlog.hands.play import KEY, Play
from mjlog.hands.seats import Seats
from mjlog.hands.situations import Winners, situations
from mjlog.tables import MELD, TILE, dtypes
from mjlog.tiles import KIND_OF, RED_FIVE, TILES
from mjlog.vocabulary import EventKind

_WRITTEN: Final = np.array(sorted(range(len(TILES)), key=lambda code: (KIND_OF[code], code < 34)))
"""Codes of all tiles in the order a hand is written, red fives before their kind."""


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
"""Columns of played wins."""

_OF_HAND: Final = ("dealer", "round_wind", "ura_indicators", "n_players", "red_fives")
_LISTS: Final = {"tiles": TILE, "melds": MELD, "dora_indicators": TILE}
_FOUND: Final = [name for name in WINS if name in ("winning_tile", "furiten", *_LISTS, *SITUATIONAL)]


class PlayedWins:
    """Gathers the wins of a batch from its plays, which are added one after another.

    Args:
        wins: the table; only who won from whom is read.
        played: the hands that have events (:func:`mjlog.hands.played_hands`).
    """

    def __init__(self, wins: pl.DataFrame, played: pl.DataFrame) -> None:
        self._wins, self._played = wins.select("game_id", "hand", "win", "winner", "loser"), played
        self.position = hand_positions(wins, played)
        """Where each win's hand stands among the played ones; behind the last where it was not played."""
        self._order = np.argsort(self.position, kind="stable")
        self._sorted = self.position.take(self._order)
        self._winner = wins["winner"].to_numpy()
        self._loser = wins["loser"].fill_null(NOBODY).to_numpy()
        self._done = 0
        self._rows: list[Ints] = []
        self._columns: list[dict[str, Array]] = []
        self._lists: list[dict[str, Lists]] = []

    def add(self, play: Play, seats: Seats) -> None:
        """The wins of the next hands."""
        rows = self._order[slice(*np.searchsorted(self._sorted, (self._done, self._done + len(play.hands))))]
        hand = self.position.take(rows) - self._done
        who = Winners(hand, self._winner.take(rows), self._loser.take(rows))
        self._rows.append(rows)
        self._columns.append(_win_columns(play, seats, who))
        self._lists.append(_win_lists(play, seats, who))
        self._done += len(play.hands)

    def frame(self) -> pl.DataFrame:
        """The wins given, in step, with the columns of :data:`WINS`; null where the events do not tell."""
        known = pl.when(pl.col("position") < len(self._played)).then("position")
        of_hand = [pl.lit(self._played[name]).gather(known).alias(name) for name in _OF_HAND]
        wins = self._wins.with_columns(pl.Series("position", self.position)).with_columns(*of_hand)
        return wins.hstack(self._found()).select(pl.col(name).cast(dtype) for name, dtype in WINS.items())

    def _found(self) -> pl.DataFrame:
        """What was found of each win, a row a win."""
        if not self._rows:
            return pl.DataFrame(
                {name: pl.Series([None], dtype=WINS[name]).gather([0] * len(self._wins)) for name in _FOUND}
            )
        columns = {name: np.concatenate([part[name] for part in self._columns]) for name in self._columns[0]}
        told = np.flatnonzero(columns.pop("told"))
        place = np.full(len(self._wins), len(told))
        place[np.concatenate(self._rows).take(told)] = np.arange(len(told))
        frame = pl.DataFrame({name: values.take(told) for name, values in columns.items()}).with_columns(
            pl.col("winning_tile").cat.to(TILE),
            *(Lists.joined([part[name] for part in self._lists]).take(told).column(_LISTS[name]).alias(name)
              for name in _LISTS),
        )  # fmt: skip
        at = pl.lit(pl.Series(place))
        return frame.select(pl.all().gather(pl.when(at < len(told)).then(at)))


def hand_positions(rows: pl.DataFrame, played: pl.DataFrame) -> Ints:
    """Where the hand of each row (``game_id``, ``hand``) stands among the played ones; behind the last for none."""
    places = played.select(KEY).with_row_index("position").unique(KEY, keep="first")
    joined = rows.select(KEY).join(places, on=KEY, how="left", maintain_order="left")
    return joined["position"].fill_null(len(played)).to_numpy().astype(np.int64)


def _win_columns(play: Play, seats: Seats, wins: Winners) -> dict[str, Array]:
    """Plain columns of each win of a play; ``told`` says whether its events end with the tile that was won on."""
    final = play.final.take(wins.hand)
    tile = play.tile.take(final)
    offered = play.are(final, *OFFERED, EventKind.ANKAN) & (play.seat.take(final) == wins.loser)
    drawn = play.are(final, EventKind.DRAW) & (play.seat.take(final) == wins.winner)
    return {
        "told": np.where(wins.ron, offered, drawn) & (tile != NO_TILE) & seats.sound.take(wins.owner),
        "winning_tile": tile,
        "furiten": _furiten(seats, wins),
        **situations(play, wins),
    }


def _furiten(seats: Seats, wins: Winners) -> Flags:
    """Which wins are a ron in furiten."""
    rows = np.flatnonzero(wins.ron & (seats.waits.take(wins.owner) != 0))
    found = seats.furiten(wins.owner.take(rows))
    furiten = np.zeros(len(wins.hand), bool)
    furiten[rows] = found.own_discard | found.temporary | found.riichi != 0
    return furiten


def _win_lists(play: Play, seats: Seats, wins: Winners) -> dict[str, Lists]:
    """Columns of lists of each win of a play."""
    return {
        "tiles": _tile_lists(_won_tiles(play, wins, play.tile.take(play.final.take(wins.hand)))),
        "melds": seats.meld_codes.take(wins.owner),
        "dora_indicators": indicators_turned(play).take(wins.hand),
    }


def indicators_turned(play: Play) -> Lists:
    """Dora indicators of each hand in the order turned: the first, then those that have events."""
    first = np.flatnonzero(play.hands.indicator != NO_TILE)
    turned = play.where(EventKind.DORA)
    turned = turned[play.tile.take(turned) != NO_TILE]
    codes = np.concatenate([play.hands.indicator.take(first), play.tile.take(turned)])
    return Lists.grouped(codes, np.concatenate([first, play.hand.take(turned)]), len(play.hands))


def _won_tiles(play: Play, wins: Winners, tile: Array) -> Keys:
    """Concealed tiles of the winners, the winning tile among them."""
    held = play.after.take(np.maximum(play.last.take(wins.owner), 0))
    single = tile_keys(tile)
    return Keys(held.numbers + single.numbers * wins.ron, held.rest + single.rest * wins.ron)


def _tile_lists(tiles: Keys) -> Lists:
    """Tiles of each hand in the order a hand is written."""
    copies = np.zeros((len(tiles), len(TILES)), np.int64)
    copies[:, :34] = tiles.counts()
    for code, kind in RED_FIVE.items():
        copies[:, code] = tiles.reds_of(kind // 9)
        copies[:, kind] -= copies[:, code]
    written = copies[:, _WRITTEN].clip(0)
    codes = np.tile(_WRITTEN.astype(np.uint8), len(tiles)).repeat(written.ravel())
    return Lists.of_lengths(codes, written.sum(1))
