"""tenhou.net/6 JSON: Tenhou's own, Mahjong Soul exporters' and editors' logs.

A batch is decoded document by document into heads, results and the text of the tile arrays; everything that concerns
tiles is then done for all hands of the batch at once (:mod:`parsers._tenhou_json_notation` and what follows it). A hand
whose result can be read is kept even if its tiles cannot: it has no events and shows no tiles, and ``errors`` says why.
"""

import re
from collections.abc import Iterable
from typing import Any, Final

import msgspec
import numpy as np
import polars as pl

from mjlog.parsing import Parser, Recorded, address, content_id
from mjlog.tables import conform, dtypes, empty
from parsers._tenhou_json_batch import Batch, Gathered
from parsers._tenhou_json_documents import Fault, Game, games_of
from parsers._tenhou_json_events import events_table
from parsers._tenhou_json_hands import hands_table
from parsers._tenhou_json_held import Held
from parsers._tenhou_json_notation import COUNTERS, DEAL, POINTS
from parsers._tenhou_json_outcomes import SEATS
from parsers._tenhou_json_tables import Table, final_scores, table_of
from parsers._tenhou_json_wins import wins_table
from parsers._tenhou_vocabulary import LOG_ID

NAME: Final = "tenhou-json"

_ID_IN_NAME: Final = re.compile(rf"(?<!\d){LOG_ID}(?![0-9a-f])")
_STICK: Final = re.compile(r"riichi_bet=(\d+)")
_USUAL_STICK: Final = 1000
_SPACE: Final = b" \t\r\n"
_WINDS: Final = "ESWN"

_HANDS: Final = re.compile(rb'"log"\s*:\s*(?://[^\n]*\n\s*|/\*.*?\*/\s*)*\[\s*(?://[^\n]*\n\s*)*\[\s*\[', re.DOTALL)
_NO_HANDS: Final = re.compile(rb'"log"\s*:\s*\[\s*\]')
_HEAD: Final = re.compile(rb'"(?:ver|ratingc|rule|title)"\s*:')
_LINK: Final = re.compile(rb"#json=(?:\{|%7[Bb])")
_REPORT: Final = re.compile(rb'"(?:mjai_log|review)"\s*:')

_GAME_COLUMNS: Final = (
    "game_id", "platform", "source", "started_at", "n_players", "length", "room", "lobby", "rules", "rule_overrides",
    "red_fives", "open_tanyao", "complete",
)  # fmt: skip
_PLAYER_COLUMNS: Final = (
    "game_id", "seat", "name", "account_id", "grade", "rating", "is_ai", "disconnected", "recorded_points",
    "recorded_score", "chips",
)  # fmt: skip
_ERROR_COLUMNS: Final = ("source", "game_id", "hand", "offset", "code", "message")


class _Reading:
    """What a batch has said so far: rows of games, players and errors, and hands to be read together."""

    def __init__(self) -> None:
        self.games: list[tuple[Any, ...]] = []
        self.players: list[tuple[Any, ...]] = []
        self.errors: list[tuple[Any, ...]] = []
        self.hands = Gathered(self.refuse)
        self.sticks: list[int] = []
        self.repeats: list[bool] = []
        self.broken: set[int] = set()

    def document(self, source: str, content: bytes) -> None:
        """Read a document."""
        games, faults = games_of(content)
        for fault in faults:
            self._fault(source, None, fault)
        named = _ID_IN_NAME.search(source) if len(games) == 1 else None
        for game in games:
            self._game(game, source, named[0] if named else None)

    def _game(self, game: Game, source: str, name: str | None) -> None:
        players = _players(game)
        table = table_of(game.head, players, _start(game, players), name)
        game_id = table.game_id or content_id(game.text)
        for fault in game.faults:
            self._fault(source, game_id, fault)
        for note in table.notes:
            self._fault(source, game_id, Fault("rule-not-known", note))
        scores = final_scores(game.head.sc, players)
        if scores is None and game.head.sc:
            self._fault(source, game_id, Fault("bad-score", f"sc is no points and scores of {players} seats"))
        stick = _STICK.search(table.overrides or "")
        place = len(self.games)
        self.sticks.append(int(stick[1]) if stick else _USUAL_STICK)
        self.repeats.append(table.platform == "majsoul" and table.rules is not None)
        self.games.append(_game_row(table, game_id, source, players, complete=game.whole and scores is not None))
        self.players += _player_rows(game, table, game_id, players, scores)
        for number, hand in zip(game.numbers, game.hands, strict=True):
            self.hands.add(place, number, hand, players)

    def refuse(self, game: int, number: int, reason: str) -> None:
        """Note a hand that cannot be kept."""
        game_id, _, source, *_ = self.games[game]
        self.broken.add(game)
        self._fault(source, game_id, Fault("bad-hand", reason, hand=number))

    def _fault(self, source: str, game_id: str | None, fault: Fault) -> None:
        self.errors.append((source, game_id, fault.hand, fault.offset, fault.code, fault.message))

    def play_faults(self, batch: Batch, faults: dict[int, str]) -> None:
        """Note hands whose tiles or order of play cannot be read."""
        for hand, message in sorted(faults.items()):
            game_id, _, source, *_ = self.games[batch.game[hand]]
            words = f"{_label(batch, hand)}: {message}; the hand has no events and shows no tiles"
            self._fault(source, game_id, Fault("bad-play", words, hand=int(batch.number[hand])))

    def unknown_yaku(self, batch: Batch) -> None:
        """Note names of yaku that the vocabulary does not know."""
        values, place = batch.values
        strange = np.array([bool(value.other) for value in values], np.bool_)
        for win in np.flatnonzero(strange[place]):
            hand = batch.win_hand[win]
            game_id, _, source, *_ = self.games[batch.game[hand]]
            for name in values[place[win]].other:
                words = f"{_label(batch, hand)}: seat {batch.winner[win]} wins with {name!r}, which is no known yaku"
                self._fault(source, game_id, Fault("unknown-yaku", words, hand=int(batch.number[hand])))


def parse(documents: pl.DataFrame, events: bool) -> Recorded:
    """The documents of a batch; see :class:`mjlog.parsing.Parser`."""
    reading = _Reading()
    for source, member, content in documents.iter_rows():
        reading.document(address(source, member), content)
    batch = Batch(*reading.hands.regular())
    held = Held(batch)
    faults = dict(held.faults()) | batch.play.faults
    reading.play_faults(batch, faults)
    reading.unknown_yaku(batch)
    games = _rows("games", _GAME_COLUMNS, reading.games, format=NAME, first_dealer=0)
    broken = np.zeros(len(games), np.bool_)
    broken[list(reading.broken)] = True
    with_hands = np.zeros(len(games), np.bool_)
    with_hands[batch.game] = True
    kept = games.with_columns(pl.col("complete") & ~pl.Series(broken)).filter(with_hands)
    players = _rows("players", _PLAYER_COLUMNS, reading.players)
    ids = games["game_id"]
    shown = batch.play.sound.copy()
    shown[list(faults)] = False
    return Recorded(
        games=kept,
        players=players if with_hands.all() else players.join(kept, on="game_id", how="semi"),
        hands=hands_table(batch, ids, np.array(reading.sticks, np.int32), np.array(reading.repeats, np.bool_)),
        wins=wins_table(batch, ids, held),
        events=events_table(batch, ids, shown) if events else empty("events"),
        errors=_rows("errors", _ERROR_COLUMNS, reading.errors, parser=NAME),
    )


def _rows(table: str, columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]], **same: object) -> pl.DataFrame:
    """Rows of some columns of a table; other columns have one value or none."""
    types = dtypes(table)
    values = list(zip(*rows, strict=True)) or [()] * len(columns)
    frame = pl.DataFrame(
        [pl.Series(name, cells, types[name]) for name, cells in zip(columns, values, strict=True)]
    ).with_columns(pl.lit(value).alias(name) for name, value in same.items())
    return conform(table, frame)


def _label(batch: Batch, hand: int) -> str:
    """A hand as players call it: ``E2-1`` is East 2 with one counter."""
    wind, kyoku = divmod(int(batch.round[hand]), SEATS)
    return f"{_WINDS[wind]}{kyoku + 1}-{batch.honba[hand]}"


def _players(game: Game) -> int:
    """3 or 4: three where the fourth seat is dealt nothing; without any tiles, as the head says."""
    if not game.hands:
        return SEATS
    hand = game.hands[0]
    first, last = (bytes(hand[place]).translate(None, _SPACE) for place in (DEAL, DEAL + 9))
    if last != b"[]":
        return SEATS
    names = game.head.name
    empty_name = isinstance(names, list) and len(names) == SEATS and all(names[:3]) and not names[3]
    return 3 if first != b"[]" or game.head.ratingc == "PF3" or empty_name else SEATS


def _start(game: Game, players: int) -> list[int] | None:
    """Points before the first hand, if it is East 1 without counters and sticks."""
    if not game.hands or bytes(game.hands[0][COUNTERS]).translate(None, _SPACE) != b"[0,0,0]":
        return None
    try:
        return list(msgspec.json.decode(game.hands[0][POINTS], type=list[int])[:players])
    except msgspec.DecodeError:
        return None


def _game_row(table: Table, game_id: str, source: str, players: int, *, complete: bool) -> tuple[Any, ...]:
    return (
        game_id, table.platform, source, table.started_at, players, table.length, table.room, table.lobby, table.rules,
        table.overrides, table.red_fives, table.open_tanyao, complete,
    )  # fmt: skip


def _player_rows(
    game: Game, table: Table, game_id: str, players: int, scores: list[tuple[int, int]] | None
) -> Iterable[tuple[Any, ...]]:
    head = game.head
    names, grades, ratings, accounts = (_list(items) for items in (head.name, head.dan, head.rate, head.playerMapping))
    gone = {item.get("who") for item in _list(head.connection) if isinstance(item, dict) and item.get("what") == 0}
    tells = table.platform == "tenhou" and head.ref is not None
    chips = _chips(head.sc)
    for seat in range(players):
        name, grade, rating, account = (_at(items, seat) for items in (names, grades, ratings, accounts))
        known = isinstance(account, dict) and account.get("nickname") == name and account.get("account_id")
        unseated = table.platform == "majsoul" and name == "AI" and not grade
        points, score = scores[seat] if scores else (None, None)
        yield (
            game_id, seat, _text(name), str(known) if known else None, _text(grade),
            float(rating) if type(rating) in {int, float} else None, True if unseated else None,
            seat in gone if tells else None, points, score, chips[seat] if chips else None,
        )  # fmt: skip


def _list(items: Any) -> list[Any]:
    return items if isinstance(items, list) else []


def _at(items: list[Any], place: int) -> Any:
    return items[place] if place < len(items) else None


def _text(item: Any) -> str | None:
    return item if isinstance(item, str) and item else None


def _chips(scores: Any) -> list[int] | None:
    """Chips by seat: tables with chips list them after the four seats' points and scores."""
    listed = _list(scores)[8::2]
    return listed if len(listed) == 4 and all(type(count) is int for count in listed) else None


def sniff(head: bytes, name: str) -> bool:
    """Whether the first bytes of a document are of this format; its name tells nothing."""
    del name
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head.decode("utf-16", "replace").encode()
    if _LINK.search(head):
        return True
    if _REPORT.search(head):
        return False
    return bool(_HANDS.search(head)) or bool(_NO_HANDS.search(head) and _HEAD.search(head))


PARSER: Final = Parser(
    name=NAME,
    title="tenhou.net/6 JSON, from Tenhou, Mahjong Soul exporters and editors",
    suffixes=(".json", ".txt"),
    carries=("hands", "tiles", "events", "scores"),
    sniff=sniff,
    parse=parse,
)
