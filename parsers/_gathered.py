"""What a walked format gathers, hand by hand, and the tables of a batch made of it at once.

A parser that walks its documents calls :meth:`Gathered.hand` and :meth:`Gathered.win` with what the log states. What
follows from the play is left to :mod:`parsers._replay_tables`; lists of tiles, melds and yaku are kept as codes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import polars as pl

from mjlog.parsing import Recorded, Rows
from mjlog.tables import MELD, TILE, conform, seats
from mjlog.tables import empty as empty_table
from mjlog.tiles import MELDS
from mjlog.vocabulary import YAKU, Limit, MeldKind
from parsers._code_lists import Lists
from parsers._replay import NO_TILE, OPEN_MELDS, Play
from parsers._replay_tables import event_rows, hand_columns, held_tiles

_YAKU_WORDS: Final = pl.Enum(list(YAKU))
_YAKU_CODE: Final = {key: number for number, key in enumerate(YAKU)}
_YAKUMAN_HAN: Final = 13
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


class Gathered:
    """The rows of a batch.

    Attributes:
        play: the play; the parser's loop appends to its stream.
        games, players: rows the parser adds itself.
    """

    def __init__(self, parser: str) -> None:
        self._parser = parser
        self.play = Play()
        self.games = Rows("games")
        self.players = Rows("players")
        self._hands = Rows("hands")
        self._wins = Rows("wins")
        self._errors = Rows("errors")
        self._hand_games: list[str] = []
        self._hand_numbers: list[int] = []
        self._lists = {"dora_indicators": Lists(TILE), "ura_indicators": Lists(TILE)}
        self._win_lists = {"tiles": Lists(TILE), "melds": Lists(MELD), "yaku": Lists(_YAKU_WORDS)}
        self._win_hands: list[int] = []
        self._winners: list[int] = []
        self._added: list[int] = []

    def error(self, source: str, code: str, message: str, **where: Any) -> None:
        """An errors row; ``where`` is any of game_id, hand and offset."""
        self._errors.add(source=source, code=code, message=message, parser=self._parser, **where)

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
    ) -> int:
        """Keep the hand whose events were last appended to the play.

        Args:
            game_id: its game.
            number: its position there.
            deal: as :meth:`~parsers._replay.Play.keep`.
            n_players: 3 or 4.
            paid: seats whose riichi stick was paid.
            dora: codes of the dora indicators.
            ura: codes of the ura indicators; null or empty where none is shown.
            columns: other columns of ``hands`` by name.

        Returns:
            Its position in the batch, which :meth:`win` takes.
        """
        self._hands.add(game_id=game_id, hand=number, **columns)
        self._hand_games.append(game_id)
        self._hand_numbers.append(number)
        self._lists["dora_indicators"].add(dora)
        self._lists["ura_indicators"].add(ura or None)
        return self.play.keep(deal, n_players, paid)

    def win(
        self,
        position: int,
        winner: int,
        *,
        melds: Sequence[int] | None,
        winning_tile: int,
        by_ron: bool,
        yaku: Sequence[tuple[str, int]] | None,
        riichi: bool,
        tiles: Sequence[int] | None = None,
        columns: Mapping[str, Any],
    ) -> None:
        """A win of a hand kept.

        Args:
            position: what :meth:`hand` returned.
            winner: the seat.
            melds: codes of the winner's melds.
            winning_tile: its code, or `NO_TILE`.
            by_ron: whether that tile came from another seat.
            yaku: keys of yaku and dora with their han; null where the log does not say.
            riichi: whether the winner declared riichi: without, ura dora do not count and are null.
            tiles: codes of the concealed tiles where the log states them; else they are taken from the play.
            columns: other columns of ``wins`` by name.
        """
        counted = [(key, han) for key, han in yaku or () if han or key != "ura_dora"]
        by_key = _sums(counted)
        self._win_lists["yaku"].add(None if yaku is None else [_YAKU_CODE[key] for key, _ in counted])
        self._win_lists["melds"].add(melds)
        self._win_lists["tiles"].add(tiles)
        self._win_hands.append(position)
        self._winners.append(winner)
        self._added.append(winning_tile if by_ron else NO_TILE)
        told = yaku is not None
        # Of a yakuman no log lists dora: that none is listed says nothing of the tiles.
        counts = told and not columns.get("yakuman")
        self._wins.add(
            game_id=self._hand_games[position],
            hand=self._hand_numbers[position],
            winner=winner,
            yaku_han=[han for _, han in counted] if told else None,
            closed=None if melds is None else OPEN_MELDS.isdisjoint(melds),
            winning_tile=_TILE_NAMES[winning_tile] if winning_tile < len(_TILE_NAMES) else None,
            dora=by_key.get("dora", 0) if counts else None,
            red=by_key.get("red_dora", 0) if counts else None,
            ura=by_key.get("ura_dora", 0) if counts and riichi else None,
            kita=None if melds is None else sum(meld == _KITA for meld in melds),
            **columns,
        )

    def recorded(self, *, events: bool) -> Recorded:
        """The tables."""
        return Recorded(
            games=self.games.frame(),
            players=self.players.frame(),
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


def _sums(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for key, han in pairs:
        sums[key] = sums.get(key, 0) + han
    return sums


def yakuman_han(units: int) -> int:
    """What ``yaku_han`` says of a yakuman of so many units."""
    return units * _YAKUMAN_HAN
