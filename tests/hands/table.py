"""A hand played event by event, for the tests: a few words an event, frames of the tables at the end."""

import polars as pl

from mjlog.hands import moments
from mjlog.parsing import Recorded
from mjlog.tables import dtypes
from mjlog.tiles import TILES, tile_codes

DEALS = ("123789m123789p1s", "456m456p4455667z", "147m258p369s1234z", "258m369p147s567z3z")


def tiles(text):
    return [TILES[code] for code in tile_codes(text)]


class Table:
    """One hand; every method adds an event and gives the table back."""

    def __init__(self, *deals, dealer=0, n_players=4, dora="9s", round_wind="E"):
        self.rows = []
        self.hand = {
            "game_id": "g", "hand": 0, "round_wind": round_wind, "kyoku": 1, "honba": 0, "deposits": 0,
            "dealer": dealer, "result": "exhaustive_draw", "dora_indicators": tiles(dora), "ura_indicators": [],
        }  # fmt: skip
        self.n_players = n_players
        self.wins = []
        for seat, text in enumerate((deals + DEALS[len(deals) :])[:n_players]):
            self._add(seat, "deal", consumed=tiles(text))

    def _add(self, seat, kind, tile=None, **more):
        self.rows.append(
            {"game_id": "g", "hand": 0, "seq": len(self.rows), "seat": seat, "kind": kind, "tile": tile, **more}
        )
        return self

    def draw(self, seat, tile):
        return self._add(seat, "draw", tile)

    def discard(self, seat, tile):
        return self._add(seat, "discard", tile)

    def turn(self, seat, drawn, thrown=None):
        """A draw and a discard; of the tile just drawn where none is named."""
        return self.draw(seat, drawn).discard(seat, thrown or drawn)

    def riichi(self, seat, drawn, thrown):
        return self.draw(seat, drawn)._add(seat, "riichi").discard(seat, thrown)

    def idle(self, turns, first=0, avoid=""):
        """Turns of all seats in order in which each discards what it draws, never a tile of ``avoid``."""
        kinds = [tile for tile in TILES[:34] if tile not in tiles(avoid)]
        if self.n_players == 3:
            kinds = [tile for tile in kinds if tile[1] != "m" or tile[0] in "19"]
        for number in range(turns):
            self.turn((first + number) % self.n_players, kinds[number % len(kinds)])
        return self

    def call(self, seat, kind, tile, own):
        who = self.rows[-1]["seat"] if kind in {"chi", "pon", "daiminkan"} else None
        return self._add(seat, kind, tile, from_seat=who, consumed=tiles(own))

    def indicator(self, tile):
        return self._add(None, "dora", tile)

    def tsumo(self, seat):
        return self._won(seat, None)

    def ron(self, *seats):
        for seat in seats:
            self._won(seat, self.rows[-1]["seat"])
        return self

    def _won(self, winner, loser):
        self.hand["result"] = "tsumo" if loser is None else "ron"
        self.wins.append({"game_id": "g", "hand": 0, "win": len(self.wins), "winner": winner, "loser": loser})
        return self

    def batch(self):
        """The tables."""
        game = {
            "game_id": "g", "format": "test", "source": "test", "n_players": self.n_players, "first_dealer": 0,
            "complete": True,
        }  # fmt: skip
        tables = {"events": self.rows, "hands": [self.hand], "games": [game], "wins": self.wins}
        return Recorded(**{name: _frame(name, rows) for name, rows in tables.items()})

    def moments(self, **options):
        batch = self.batch()
        return moments(batch.events, batch.hands, batch.games, batch.wins, **options)

    def win(self, row=0):
        """One win as the events tell it, as a dict."""
        return self.moments().wins.row(row, named=True)

    def yaku(self, row=0):
        """Yaku of the play of one win."""
        return {key for key, value in self.win(row).items() if value is True and key != "furiten"}

    def seat(self, seat):
        """One seat of the hand as a dict, waits as text."""
        row = self.moments().seats.filter(pl.col("seat") == seat).row(0, named=True)
        for name in ("waits", "riichi_waits", "own_four"):
            row[name] = None if row[name] is None else [TILES[kind] for kind in range(34) if row[name] >> kind & 1]
        return row


def _frame(name, rows):
    types = dtypes(name)
    columns = {column: [row.get(column) for row in rows] for column in types}
    return pl.DataFrame(columns, schema={column: _loose(dtype) for column, dtype in types.items()}).cast(types)


def _loose(dtype):
    if isinstance(dtype, pl.Enum):
        return pl.String
    if isinstance(dtype, pl.List) and isinstance(dtype.inner, pl.Enum):
        return pl.List(pl.String)
    return dtype
