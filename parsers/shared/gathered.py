"""What a walked format gathers, hand by hand, and the tables of a batch made of it at once.

A parser that walks its documents calls :meth:`Gathered.hand` with what the log states of a hand and its wins. What
follows from the play is left to :mod:`parsers.shared.replay_tables`; lists of tiles, melds and yaku are kept as codes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import polars as pl

from mjlog.parsing import Recorded, Rows
from mjlog.tables import MELD, TILE, conform, dtypes, seats
from mjlog.tables import empty as empty_table
from mjlog.tiles import MELDS
from mjlog.vocabulary import DORA_KEYS, YAKU, ErrorCode, Limit, MeldKind
from parsers.shared.code_lists import Lists
from parsers.shared.replay import NO_TILE, OPEN_MELDS, Play, PlayError
from parsers.shared.replay_tables import event_rows, hand_columns, held_tiles

_YAKU_WORDS: Final = pl.Enum(list(YAKU))
_YAKU_CODE: Final = {key: number for number, key in enumerate(YAKU)}
_YAKUMAN_HAN: Final = 13
_MOST_EVENTS: Final = 255
_KITA: Final = MELDS.index(f"{MeldKind.KITA} 4z")
_TILE_NAMES: Final = TILE.categories.to_list()
_SEAT_COLUMNS: Final = {
    name: seats(name) for name in ("start", "end", "tenpai", "nagashi", "recorded")
}  # fmt: skip


def per_seat(name: str, values: Sequence[Any] | None) -> dict[str, Any]:
    """The columns of one per-seat value; seats beyond the values are null."""
    return dict(zip(_SEAT_COLUMNS[name], values, strict=False)) if values is not None else {}


def limit_name(han: int | None, fu: int | None, yakuman: int | None, points: int | None = None) -> Limit | None:
    """Name of the limit that a hand's stated value reaches; its points tell a rounded mangan (切り上げ満貫)."""
    if yakuman:
        return Limit.YAKUMAN
    if han is None or yakuman is None:
        return None
    for least, name in _LIMITS:
        if han >= least:
            return name
    base = (fu or 0) * 2 ** (2 + han)
    return Limit.MANGAN if base >= 2000 or (base == 1920 and points in {8000, 12000}) else None


_LIMITS: Final = (
    (13, Limit.KAZOE),
    (11, Limit.SANBAIMAN),
    (8, Limit.BAIMAN),
    (6, Limit.HANEMAN),
    (5, Limit.MANGAN),
)


class Win(NamedTuple):
    """A win, before it is a row.

    Attributes:
        winner: the seat.
        melds: codes of the winner's melds.
        winning_tile: its code, or `NO_TILE`.
        by_ron: whether that tile came from another seat.
        yaku: keys of yaku and dora with their han; null where the log does not say.
        riichi: whether the winner declared riichi: without, ura dora do not count and are null.
        columns: other columns of ``wins`` by name.
        tiles: codes of the concealed tiles where the log states them; else they are taken from the play.
    """

    winner: int
    melds: Sequence[int]
    winning_tile: int
    by_ron: bool
    yaku: Sequence[tuple[str, int]] | None
    riichi: bool
    columns: Mapping[str, Any]
    tiles: Sequence[int] | None = None


class Gathered:
    """The rows of a batch.

    Attributes:
        play: the play; the parser's loop appends to its stream.
    """

    def __init__(self, parser: str) -> None:
        self._parser = parser
        self.play = Play()
        self._games = Rows("games")
        self._players = Rows("players")
        self._hands = Rows("hands")
        self._wins = Rows("wins")
        self._errors = Rows("errors")
        self._hand_games: list[str] = []
        self._hand_numbers: list[int] = []
        self._lists = {"dora_indicators": Lists(TILE), "ura_indicators": Lists(TILE)}
        self._win_lists = {"tiles": Lists(TILE), "melds": Lists(MELD), "yaku": Lists(_YAKU_WORDS), "yaku_han": Lists()}
        self._win_hands: list[int] = []
        self._winners: list[int] = []
        self._added: list[int] = []

    def error(self, source: str, code: ErrorCode, message: str, **where: Any) -> None:
        """An errors row; ``where`` is any of game_id, hand and offset."""
        self._errors.add(source=source, code=code, message=message, parser=self._parser, **where)

    def game(self, **columns: Any) -> None:
        """A game's row."""
        self._games.add(**self._kept("games", columns["source"], columns["game_id"], columns))

    def player(self, source: str, **columns: Any) -> None:
        """A player's row."""
        self._players.add(**self._kept("players", source, columns["game_id"], columns))

    def _kept(self, table: str, source: str, game_id: str, columns: Mapping[str, Any]) -> dict[str, Any]:
        """The columns without numbers that are too large to be true, of which an errors row tells."""
        kept = dict(columns)
        for name in _impossible(table, columns):
            kept[name] = None
            message = f"{name} of {columns[name]} is not possible; it is left out"
            self.error(source, ErrorCode.BAD_VALUE, message, game_id=game_id)
        return kept

    def hand(
        self,
        game_id: str,
        number: int,
        *,
        deal: Iterable[Sequence[int] | None],
        n_players: int,
        paid: Iterable[int],
        dora: Sequence[int] | None,
        ura: Sequence[int] | None,
        columns: Mapping[str, Any],
        wins: Sequence[Win] = (),
    ) -> None:
        """Keep the hand whose events were last appended to the play, with its wins: all of it or nothing.

        Args:
            game_id: its game.
            number: its position there.
            deal: as :meth:`~parsers.shared.replay.Play.keep`.
            n_players: 3 or 4.
            paid: seats whose riichi stick was paid.
            dora: codes of the dora indicators.
            ura: codes of the ura indicators; null or empty where none is shown.
            columns: other columns of ``hands`` by name.
            wins: in the order of payment.

        Raises:
            PlayError: a number, or the number of events, is too large to be true.
        """
        if len(self.play.stream) - self.play.start > _MOST_EVENTS:
            raise PlayError("more events than a hand can have")
        _check("hands", columns)
        rows = [_win_row(win) for win in wins]
        self._hands.add(game_id=game_id, hand=number, **columns)
        self._hand_games.append(game_id)
        self._hand_numbers.append(number)
        self._lists["dora_indicators"].add(dora)
        self._lists["ura_indicators"].add(ura or None)
        position = self.play.keep(deal, n_players, paid)
        for nth, (win, row) in enumerate(zip(wins, rows, strict=True)):
            self._wins.add(game_id=game_id, hand=number, win=nth, **row)
            counted = None if win.yaku is None else _counted(win)
            self._win_lists["yaku"].add(None if counted is None else [_YAKU_CODE[key] for key, _ in counted])
            self._win_lists["yaku_han"].add(None if counted is None else [han for _, han in counted])
            self._win_lists["melds"].add(win.melds)
            self._win_lists["tiles"].add(win.tiles)
            self._win_hands.append(position)
            self._winners.append(win.winner)
            self._added.append(win.winning_tile if win.by_ron else NO_TILE)

    def recorded(self, *, events: bool) -> Recorded:
        """The tables."""
        return Recorded(
            games=self._games.frame(),
            players=self._players.frame(),
            hands=self._hand_table(),
            wins=self._win_table(),
            events=event_rows(self.play, self._hand_games, self._hand_numbers) if events else empty_table("events"),
            errors=self._errors.frame(),
        )

    def _hand_table(self) -> pl.DataFrame:
        lists = {name: column.series().alias(name) for name, column in self._lists.items()}
        return conform("hands", self._hands.frame().with_columns(**hand_columns(self.play), **lists))

    def _win_table(self) -> pl.DataFrame:
        lists = {name: column.series().alias(name) for name, column in self._win_lists.items()}
        replayed = held_tiles(self.play, self._win_hands, self._winners, self._added)
        frame = self._wins.frame().with_columns(**lists)
        return conform("wins", frame.with_columns(pl.coalesce("tiles", pl.lit(replayed))))


@dataclass(slots=True)
class Desk:
    """Where the rows of a game go, and what holds for all of it.

    Attributes:
        gathered: the batch.
        source: address of the document.
        game_id: the game.
        n_players: 3 or 4; 0 until the first hand tells.
        events: whether events are wanted, and walls with them.
    """

    gathered: Gathered
    source: str
    game_id: str
    n_players: int = 0
    events: bool = True

    def error(self, code: ErrorCode, message: str, at: int | None, number: int | None = None) -> None:
        """An errors row about a record or event, or a hand."""
        self.gathered.error(self.source, code, message, game_id=self.game_id, hand=number, offset=at)

    def seats(self, values: list[int] | None) -> list[int] | None:
        """Values of the seats that play.

        Raises:
            PlayError: there are too few.
        """
        if values is None:
            return None
        if len(values) < self.n_players:
            raise PlayError(f"{len(values)} values where there are {self.n_players} players")
        return values[: self.n_players]


def _counted(win: Win) -> list[tuple[str, int]]:
    """Yaku and dora of a win; an ura dora without han says only that there was riichi."""
    return [(key, han) for key, han in win.yaku or () if han or key != "ura_dora"]


def _win_row(win: Win) -> dict[str, Any]:
    """Columns of a win that follow from what it is."""
    _check("wins", win.columns)
    counted = _counted(win)
    if any(not 0 <= han < 256 for _, han in counted) or sum(han for _, han in counted) > 255:
        raise PlayError("a yaku of more han than there are")
    told = win.yaku is not None
    # Of a yakuman no log lists dora: that none is listed says nothing of the tiles.
    counts = told and not win.columns.get("yakuman")
    dora = {key: sum(han for other, han in counted if other == key) if counts else None for key in DORA_KEYS}
    return {
        **win.columns,
        "winner": win.winner,
        "closed": OPEN_MELDS.isdisjoint(win.melds),
        "winning_tile": _TILE_NAMES[win.winning_tile] if win.winning_tile < len(_TILE_NAMES) else None,
        "dora": dora["dora"],
        "red": dora["red_dora"],
        "ura": dora["ura_dora"] if win.riichi else None,
        "kita": sum(meld == _KITA for meld in win.melds),
    }


def _limits(table: str) -> dict[str, tuple[int, int]]:
    ends = {}
    for name, dtype in dtypes(table).items():
        if isinstance(dtype, (pl.UInt8, pl.UInt16, pl.Int16, pl.Int32)):
            least, most = pl.select(dtype.min(), most=dtype.max()).row(0)
            ends[name] = (least, most)
    return ends


_LIMITS_OF: Final = {table: _limits(table) for table in ("games", "players", "hands", "wins")}
"""Least and greatest value of every whole number of a table."""


def _impossible(table: str, columns: Mapping[str, Any]) -> list[str]:
    """Columns whose number does not fit."""
    limits = _LIMITS_OF[table]
    return [
        name
        for name, value in columns.items()
        if value is not None and name in limits and not limits[name][0] <= value <= limits[name][1]
    ]


def _check(table: str, columns: Mapping[str, Any]) -> None:
    for name in _impossible(table, columns):
        raise PlayError(f"{name} of {columns[name]} is not possible")


def yakuman_han(units: int) -> int:
    """What ``yaku_han`` says of a yakuman of so many units."""
    return units * _YAKUMAN_HAN
