"""The tables ``games`` and ``players`` of a batch of tenhou.net/6 logs, gathered as the games come."""

import re
from functools import lru_cache
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjlog.parsing import content_id
from mjlog.tables import conform
from mjlog.vocabulary import ErrorCode, Length
from parsers.shared.columns import column
from parsers.tenhou_json.documents import Fault, Game, Head
from parsers.tenhou_json.outcomes import SEATS
from parsers.tenhou_json.tables import Course, Table, final_scores, table_of
from parsers.tenhou_json.turns import Flags

_HOURS_OF_JAPAN: Final = 9
_USUAL_STICK: Final = 1000
_STEP: Final = 1000
_EXACT: Final = 1e-6
"""A score of no more than three decimals, times a thousand, is a whole number but for so much."""

_STICK: Final = re.compile(r"riichi_bet=(\d+)")
_SPACE: Final = b" \t\r\n"
_FOURTH_SEAT_EMPTY: Final = b'[],[],[],["'
_NO_TILES: Final = b"[]," * 12
_FIRST_HAND: Final = re.compile(rb"\s*\[\s*\[\s*0\s*,\s*0\s*,\s*0\s*\]\s*,\s*\[((?:\s*\d{1,9}\s*,?)+)\]")
_NOTHING: Final = [None] * SEATS
_ZEROS: Final = [0] * (2 * SEATS)
_CHIPS: Final = 4 * SEATS
_TEXTS: Final = ("game_id", "format", "source", "platform", "room", "lobby", "rules", "overrides")
_TYPES: Final = dict.fromkeys(_TEXTS, pl.String()) | {"red_fives": pl.UInt8(), "open_tanyao": pl.Boolean()}


class Games:
    """Games as they come, a list a column.

    Attributes:
        ids: by game, its id.
        source: where it was read.
        players: 3 or 4.
        sticks: what a riichi stick is worth.
        repeats: whether its rules let the dealer repeat after a draw exactly when tenpai.
        plain_fives: whether its fives are plain although the log writes some of them red.
    """

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.source: list[str] = []
        self.players: list[int] = []
        self.sticks: list[int] = []
        self.repeats: list[bool] = []
        self.plain_fives: list[bool] = []
        self._tables: list[Table] = []
        self._lobbies: list[str | None] = []
        self._whole: list[bool] = []
        self._final: list[float] = []
        self._ended: list[bool] = []
        self._names: list[Any] = []
        self._grades: list[Any] = []
        self._ratings: list[Any] = []
        self._told: list[bool] = []
        self._gone: set[int] = set()
        self._accounts: dict[int, str] = {}
        self._chips: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self.ids)

    def add(self, game: Game, source: str, name: str | None) -> list[Fault]:
        """Append a game.

        Args:
            game: the game.
            source: where it was read.
            name: the Tenhou log id in the file's name.

        Returns:
            What is wrong with its head.
        """
        head, first_hand = game.head, bytes(game.hands[0])
        players = _players(head, first_hand)
        scores = final_scores(head.sc, players)
        game_id, lobby, table = table_of(head, Course(players, _start(first_hand, players), scores), name)
        faults = []
        if table.unknown:
            faults.append(Fault(ErrorCode.UNKNOWN_RULES, f"not understood of the lobby's rules: {table.unknown}"))
        if scores is None and head.sc:
            faults.append(Fault(ErrorCode.BAD_VALUE, f"sc holds no points and scores of {players} seats"))
        first = SEATS * len(self.ids)
        stick = _STICK.search(table.overrides) if table.overrides else None
        self.ids.append(game_id or content_id(game.text))
        self.source.append(source)
        self.players.append(players)
        self.sticks.append(int(stick[1]) if stick else _USUAL_STICK)
        self.repeats.append(table.rules is not None and "renchan=" not in (table.overrides or ""))
        self.plain_fives.append(table.platform == "tenhou" and table.red_fives == 0)
        self._tables.append(table)
        self._lobbies.append(lobby)
        self._whole.append(game.whole)
        self._final += [*scores, *_ZEROS][: 2 * SEATS] if scores else _ZEROS
        self._ended.append(scores is not None)
        self._names += _of_seats(head.name)
        self._grades += _of_seats(head.dan)
        self._ratings += _of_seats(head.rate)
        self._told.append(table.platform == "tenhou" and head.ref is not None)
        if head.connection or head.playerMapping or (head.sc and len(head.sc) > 2 * SEATS):
            self._more(head, first)
        return faults

    def _more(self, head: Head, first: int) -> None:
        """What few logs tell of the players: who was cut off, accounts, chips."""
        for event in head.connection if isinstance(head.connection, list) else ():
            if isinstance(event, dict) and event.get("what") == 0 and event.get("who") in range(SEATS):
                self._gone.add(first + event["who"])
        for seat, account in enumerate(_of_seats(head.playerMapping)):
            known = isinstance(account, dict) and account.get("nickname") == self._names[first + seat]
            if known and account.get("account_id"):
                self._accounts[first + seat] = str(account["account_id"])
        if isinstance(head.sc, list) and len(head.sc) == _CHIPS:
            for seat, chips in enumerate(head.sc[2 * SEATS :: 2]):
                if type(chips) is int:
                    self._chips[first + seat] = chips

    def games(self, parser: str, cut: Flags) -> pl.DataFrame:
        """The games; those in ``cut`` have lost a hand and are not complete."""
        columns: dict[str, Any] = {
            "game_id": self.ids,
            "format": [parser] * len(self),
            "source": self.source,
            "lobby": self._lobbies,
            "n_players": self.players,
            "first_dealer": [0] * len(self),
            "complete": np.array(self._whole, np.bool_) & np.array(self._ended, np.bool_) & ~cut,
        }
        names = ("platform", "room", "rules", "overrides", "red_fives", "open_tanyao")
        columns |= {name: [getattr(table, name) for table in self._tables] for name in names}
        columns["length"] = pl.Series([table.length for table in self._tables], dtype=pl.Enum(Length))
        frame = pl.DataFrame(columns, schema_overrides=_TYPES)
        hour = pl.col("game_id").str.extract(r"^(\d{10})gm-") + "00"
        begun = hour.str.to_datetime("%Y%m%d%H%M", strict=False, time_unit="us") - pl.duration(hours=_HOURS_OF_JAPAN)
        known = pl.when(pl.col("platform") == "tenhou").then(begun.dt.replace_time_zone("UTC"))
        return conform("games", frame.rename({"overrides": "rule_overrides"}).with_columns(started_at=known))

    def table_of_players(self, kept: Flags) -> pl.DataFrame:
        """The players of the games that are kept."""
        count = len(self)
        game, seat = np.repeat(np.arange(count), SEATS), np.tile(np.arange(SEATS, dtype=np.uint8), count)
        final, ended = np.array(self._final, np.float64).reshape(-1, 2), np.array(self._ended, np.bool_)[game]
        scores = np.rint(final[:, 1] * _STEP)
        gone, told = np.zeros(len(game), np.bool_), np.array(self._told, np.bool_)[game]
        gone[list(self._gone)] = True
        grades = pl.Series(_texts(self._grades), dtype=pl.String)
        majsoul = np.array([table.platform == "majsoul" for table in self._tables], np.bool_)[game]
        frame = pl.DataFrame(
            {
                "game_id": pl.Series(self.ids, dtype=pl.String).gather(game),
                "seat": seat,
                "name": pl.Series(_texts(self._names), dtype=pl.String),
                "account_id": pl.Series([self._accounts.get(place) for place in range(len(game))], dtype=pl.String)
                if self._accounts
                else pl.repeat(None, len(game), dtype=pl.String, eager=True),
                "grade": grades,
                "rating": _numbers(self._ratings),
                "disconnected": column(gone, told),
                "recorded_points": column(final[:, 0].astype(np.int32), ended),
                "recorded_score": column(scores.astype(np.int32), ended & (abs(scores - final[:, 1] * _STEP) < _EXACT)),
                "chips": pl.Series([self._chips.get(place) for place in range(len(game))], dtype=pl.Int16)
                if self._chips
                else pl.repeat(None, len(game), dtype=pl.Int16, eager=True),
                "majsoul": majsoul,
            }
        )
        # Exporters name the seats of Mahjong Soul's programs "AI"; only those have no rank.
        program = pl.col("majsoul") & (pl.col("name") == "AI") & pl.col("grade").is_null()
        seated = frame.filter((seat < np.array(self.players)[game]) & kept[game])
        return conform("players", seated.with_columns(is_ai=pl.when(program).then(pl.lit(True))))


def _players(head: Head, hand: bytes) -> int:
    """3 or 4: three where the fourth seat is dealt nothing in the first hand; without any tiles, as the head says."""
    if b" " in hand or b"\n" in hand:
        hand = hand.translate(None, _SPACE)
    if _FOURTH_SEAT_EMPTY not in hand:
        return SEATS
    names = head.name
    empty_name = isinstance(names, list) and len(names) == SEATS and all(names[:3]) and not names[3]
    return 3 if _NO_TILES not in hand or head.ratingc == "PF3" or empty_name else SEATS


def _start(hand: bytes, players: int) -> tuple[int, ...] | None:
    """Points before the first hand, if it is East 1 without counters and sticks."""
    return _starting_points(hand[: hand.find(b"]", hand.find(b"]") + 1) + 1], players)


@lru_cache(1 << 10)
def _starting_points(lists: bytes, players: int) -> tuple[int, ...] | None:
    found = _FIRST_HAND.match(lists)
    return tuple(map(int, found[1].split(b",")[:players])) if found else None


def _of_seats(items: Any) -> list[Any]:
    """The items of four seats; None for those that are not there."""
    if not isinstance(items, list):
        return _NOTHING
    return items if len(items) == SEATS else [*items, *_NOTHING][:SEATS]


def _texts(items: list[Any]) -> list[str | None]:
    """Texts; None for what is none, and for empty ones."""
    return [item if type(item) is str and item else None for item in items]


def _numbers(items: list[Any]) -> NDArray[np.float64] | pl.Series:
    """Numbers; null for what is none."""
    return pl.Series([item if type(item) in {int, float} else None for item in items], dtype=pl.Float64, strict=False)
