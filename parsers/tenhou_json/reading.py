"""tenhou.net/6 JSON: Tenhou's own, Mahjong Soul exporters' and editors' logs.

A batch is decoded document by document into heads, results and the text of the tile arrays; everything that concerns
tiles is then done for all hands of the batch at once (:mod:`parsers.tenhou_json.notation` and what follows it). A hand
whose result can be read is kept even if its tiles cannot: it has no events and shows no tiles, and ``errors`` says why.
"""

import re
from typing import Final

import numpy as np
import polars as pl

from mjlog.parsing import DOCUMENTS, Recorded, Rows, address
from mjlog.tables import empty
from mjlog.vocabulary import ErrorCode
from parsers.shared.tenhou_vocabulary import LOG_ID
from parsers.tenhou_json import NAME
from parsers.tenhou_json.batch import Batch, Gathered
from parsers.tenhou_json.documents import Fault, games_of
from parsers.tenhou_json.events import events_table
from parsers.tenhou_json.games import Games
from parsers.tenhou_json.hands import hands_table
from parsers.tenhou_json.held import Held
from parsers.tenhou_json.notation import make_fives_plain
from parsers.tenhou_json.outcomes import SEATS
from parsers.tenhou_json.turns import Flags
from parsers.tenhou_json.wins import wins_table

_ID_IN_NAME: Final = re.compile(rf"(?<!\d){LOG_ID}(?![0-9a-f])")
_WINDS: Final = "ESWN"


class _Reading:
    """What a batch has said so far: games, hands to be read together, and what is wrong."""

    def __init__(self) -> None:
        self.games = Games()
        self.hands = Gathered(lambda *refusal: self.refused.append(refusal))
        self.refused: list[tuple[int, int, str]] = []
        self._errors = Rows("errors")

    def document(self, source: str, content: bytes) -> None:
        """Read a document."""
        games, faults = games_of(content)
        for fault in faults:
            self._error(source, fault)
        name = _ID_IN_NAME.search(source) if len(games) == 1 and not games[0].head.ref else None
        for game in games:
            place = len(self.games)
            for fault in self.games.add(game, source, name[0] if name else None):
                self._error(source, fault, game_id=self.games.ids[place])
            self.hands.add(place, game.hands, self.games.players[place])

    def _error(self, source: str, fault: Fault, game_id: str | None = None) -> None:
        self._errors.add(
            source=source,
            game_id=game_id,
            hand=fault.hand,
            offset=fault.offset,
            code=fault.code,
            message=fault.message,
            parser=NAME,
        )

    def _error_of(self, game: int, code: ErrorCode, message: str, hand: int | None) -> None:
        self._error(self.games.source[game], Fault(code, message, hand=hand), self.games.ids[game])

    def errors(self, batch: Batch, faults: dict[int, str], with_hands: Flags) -> pl.DataFrame:
        """What is wrong with documents and hands."""
        reasons: dict[int, set[str]] = {}
        for game, _, reason in self.refused:
            reasons.setdefault(game, set()).add(reason)
        for game, number, reason in self.refused:
            if with_hands[game] or len(reasons[game]) > 1:
                self._error_of(game, ErrorCode.BAD_HAND, reason, number)
            elif number == 0:
                self._error_of(game, ErrorCode.BAD_HAND, f"{reason}; so it is with every hand of the game", None)
        for hand, fault in sorted(faults.items()):
            message = f"{_label(batch, hand)}: {fault}; the hand has no events and shows no tiles"
            self._error_of(batch.game[hand], ErrorCode.BAD_PLAY, message, int(batch.number[hand]))
        values, place = batch.values
        strange = np.array([bool(value.other) for value in values], np.bool_)
        for win in np.flatnonzero(strange[place]):
            hand = int(batch.win_hand[win])
            for name in values[place[win]].other:
                message = f"{_label(batch, hand)}: seat {batch.winner[win]} wins with {name!r}, which is no known yaku"
                self._error_of(batch.game[hand], ErrorCode.UNKNOWN_YAKU, message, int(batch.number[hand]))
        return self._errors.frame()


def parse(documents: pl.DataFrame, events: bool) -> Recorded:
    """The documents of a batch; see :class:`mjlog.parsing.Parser`."""
    reading = _Reading()
    for source, member, content in zip(*(documents[name].to_list() for name in DOCUMENTS), strict=True):
        reading.document(address(source, member), content)
    games = reading.games
    gathered, elements = reading.hands.regular()
    make_fives_plain(elements, np.array(games.plain_fives, np.bool_)[gathered.game])
    batch = Batch(gathered, elements, events=events)
    held = Held(batch)
    faults = dict(held.faults()) | batch.play.faults
    with_hands, cut = (np.zeros(len(games), np.bool_) for _ in range(2))
    with_hands[batch.game] = True
    cut[[game for game, *_ in reading.refused]] = True
    kept = games.games(NAME, cut)
    ids = kept["game_id"]
    shown = batch.play.sound.copy()
    shown[list(faults)] = False
    return Recorded(
        games=kept.filter(with_hands),
        players=games.table_of_players(with_hands),
        hands=hands_table(batch, ids, np.array(games.sticks, np.int32), np.array(games.repeats, np.bool_)),
        wins=wins_table(batch, ids, held),
        events=events_table(batch, ids, shown) if events else empty("events"),
        errors=reading.errors(batch, faults, with_hands),
    )


def _label(batch: Batch, hand: int) -> str:
    """A hand as players call it: ``E2-1`` is East 2 with one counter."""
    wind, kyoku = divmod(int(batch.round[hand]), SEATS)
    return f"{_WINDS[wind]}{kyoku + 1}-{batch.honba[hand]}"
