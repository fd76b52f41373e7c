"""Rank points of ranked rooms: what a place is worth at which table, and what last place costs at which grade.

The tables of the platforms' ladders stand here and nowhere else. They are today's; platforms have changed theirs from
time to time. Rooms, lengths and grades that no table holds for have no rank points, and a game whose player's grade is
not known is left out whole: counting its better places and not its last would flatter.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import polars as pl

from mjlog.vocabulary import Length


@dataclass(frozen=True, kw_only=True)
class RoomTable:
    """The rank points of a room.

    Attributes:
        room: pattern of its name as logs give it.
        n_players: 3 or 4.
        length: of the games.
        places: points for each place, from the first; a fourth of three is never asked for.
        penalty: what last place costs besides, by grade; grades without an entry have no rank points there.
        start: where final points count too, the points that count as nothing; else None. Every thousand above it is a
            point, a part of one the whole.
        source: where the numbers come from.
    """

    room: str
    n_players: int
    length: Length
    places: tuple[int, ...]
    penalty: Mapping[str, int]
    start: int | None = None
    source: str

    def holds(self) -> pl.Expr:
        """Whether a row of games was played at such a table."""
        return (
            pl.col("room").str.contains(f"^(?:{self.room})$")
            & (pl.col("n_players") == self.n_players)
            & (pl.col("length") == self.length)
        )


_TENHOU_GRADES: Final = (
    *("新人", "９級", "８級", "７級", "６級", "５級", "４級", "３級", "２級", "１級"),
    *("初段", "二段", "三段", "四段", "五段", "六段", "七段", "八段", "九段", "十段"),
)
"""Last place costs nothing up to 3 kyuu, then a unit more with every grade: 15 points, in East games 10."""

_TENHOU: Final = [
    RoomTable(
        room=f"{level}[東南]喰?赤?速?光?",
        n_players=4,
        length=length,
        places=(first * unit, second * unit, 0, 0),
        penalty={grade: unit * max(number - 7, 0) for number, grade in enumerate(_TENHOU_GRADES)},
        source="mahjong-dora2.com 02-07, 02-10 and 02-11; Suphx, appendix C",
    )
    for level, first, second in (("般", 2, 1), ("上", 4, 1), ("特", 5, 2), ("鳳", 6, 3))
    for length, unit in ((Length.HANCHAN, 15), (Length.EAST, 10))
]
"""Tenhou, four players: 30, 15 / 60, 15 / 75, 30 / 90, 45 in East-South games, two thirds of it in East games."""

_MAJSOUL_GRADES: Final = tuple(
    f"{tier}★{star}" for tier in ("初心", "雀士", "雀傑", "雀豪", "雀聖") for star in (1, 2, 3)
)
_PENALTIES: Final = {
    (4, Length.HANCHAN): (0, 0, 0, 20, 40, 60, 80, 100, 120, 165, 180, 195, 210, 225, 240),
    (4, Length.EAST): (0, 0, 0, 10, 20, 30, 40, 50, 60, 80, 90, 100, 110, 120, 130),
    (3, Length.HANCHAN): (0, 0, 0, 20, 40, 60, 80, 100, 120, 165, 190, 215, 240, 265, 290),
}
_ROOMS: Final = {
    "gold": "金の間|金之[间間]|Gold Room",
    "jade": "玉の間|玉之[间間]|Jade Room",
    "throne": "王座の間|王座之?[间間]|Throne Room",
}
_UMA: Final = {4: (15, 5, -5, -15), 3: (15, 0, -15)}


def _majsoul(room: str, n_players: int, length: Length, *bonus: int) -> RoomTable:
    uma = _UMA[n_players]
    return RoomTable(
        room=_ROOMS[room],
        n_players=n_players,
        length=length,
        places=tuple(place + more for place, more in zip(uma, (*bonus, 0, 0), strict=False)),
        penalty=dict(zip(_MAJSOUL_GRADES, _PENALTIES[n_players, length], strict=True)),
        start=25000 if n_players == 4 else 35000,
        source="amae-koromo src/data/types/metadata.ts, level.ts",
    )


MAJSOUL: Final = {
    ("gold", 4, Length.HANCHAN): _majsoul("gold", 4, Length.HANCHAN, 80, 40),
    ("gold", 4, Length.EAST): _majsoul("gold", 4, Length.EAST, 40, 20),
    ("gold", 3, Length.HANCHAN): _majsoul("gold", 3, Length.HANCHAN, 105),
    ("jade", 4, Length.HANCHAN): _majsoul("jade", 4, Length.HANCHAN, 110, 55),
    ("jade", 4, Length.EAST): _majsoul("jade", 4, Length.EAST, 55, 30),
    ("jade", 3, Length.HANCHAN): _majsoul("jade", 3, Length.HANCHAN, 160),
    ("throne", 4, Length.HANCHAN): _majsoul("throne", 4, Length.HANCHAN, 120, 60),
    ("throne", 4, Length.EAST): _majsoul("throne", 4, Length.EAST, 60, 30),
    ("throne", 3, Length.HANCHAN): _majsoul("throne", 3, Length.HANCHAN, 240),
}
"""Mahjong Soul's rooms for Expert and above. Celestial has points of its own and no entry."""

TABLES: Final = (*_TENHOU, *MAJSOUL.values())


GRADES: Final = tuple(dict.fromkeys(grade for table in TABLES for grade in table.penalty))
_PLACES: Final = pl.Series([(*table.places, 0)[place] for table in TABLES for place in range(4)], dtype=pl.Int32)
_COSTS: Final = pl.Series([table.penalty.get(grade) for table in TABLES for grade in GRADES], dtype=pl.Int32)
_STARTS: Final = pl.Series([table.start for table in TABLES], dtype=pl.Int32)


def room_table() -> pl.Expr:
    """The position in :data:`TABLES` of the table of a row of games: by its room, length and n_players."""
    return pl.coalesce(pl.when(table.holds()).then(pl.lit(number, pl.Int32)) for number, table in enumerate(TABLES))


def rank_points() -> pl.Expr:
    """Rank points of a row of games: by its ``room_table``, the seat's grade, rank and final points."""
    table = pl.col("room_table")
    grade = pl.col("grade").replace_strict(
        {grade: number for number, grade in enumerate(GRADES)}, default=None, return_dtype=pl.Int32
    )
    place = _entry(_PLACES, table * 4 + pl.col("rank") - 1)
    cost = _entry(_COSTS, table * len(GRADES) + grade)
    start = _entry(_STARTS, table)
    above = pl.when(start.is_null()).then(0).otherwise(-(start - pl.col("final_points")).floordiv(1000))
    return place + above - cost * pl.col("last_place").cast(pl.Int32)


def _entry(values: pl.Series, at: pl.Expr) -> pl.Expr:
    return pl.lit(values).gather(at)
