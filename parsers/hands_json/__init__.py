"""Score sheets: results hand by hand without tiles, in mjlog's own JSON.

The sheet says what happened; what follows from the rules (round, honba, deposits, points) it may leave out. Those
columns are then null here, for the settlement to fill in under the game's rule set: a parser knows no rules.
A wrong sheet costs its own game and no other.
"""

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from itertools import combinations
from typing import Any, Final

import msgspec
import polars as pl

from mjlog.parsing import Parser, Recorded, Rows, address
from mjlog.vocabulary import YAKU, ErrorCode, Limit, Result
from parsers.hands_json.sheet import Hand, Pao, Sheet, SheetError, SideBet, Win, pao_yaku, read_sheet, thousands

NAME: Final = "hands-json"
DEFAULT_RULES: Final = "default"
YAKUMAN_HAN: Final = 13

_MARK: Final = re.compile(rb'"format"\s*:\s*"mjlog-hands/')
_DECODER: Final = msgspec.json.Decoder(float_hook=Decimal)
_NOT_JSON: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, InvalidOperation)
_BOM: Final = b"\xef\xbb\xbf"


def sniff(head: bytes, name: str) -> bool:  # noqa: ARG001
    """Whether the head names the format; a file's name says nothing."""
    return _MARK.search(head) is not None


def parse(documents: pl.DataFrame, events: bool) -> Recorded:  # noqa: ARG001
    """Score sheets to tables; there are no events in them."""
    tables = _Tables()
    for source, member, content in documents.select("source", "member", "content").iter_rows():
        where = address(source, member)
        tables.met.clear()
        position: int | None = 0
        for position, document in _games_of(content):
            _add_game(tables, where, position, document)
        if position == 0:
            tables.error(where, ErrorCode.NO_HANDS, "an array without a sheet in it")
    return tables.recorded()


class _Malformed(msgspec.Struct):
    """Text that is no JSON, in place of a game."""

    message: str
    offset: int | None


def _games_of(content: bytes) -> Iterator[tuple[int | None, Any]]:
    """Each game of a document and its position from 1; null where the document is a single game."""
    text = content.removeprefix(_BOM)
    try:
        document = _DECODER.decode(text)
    except _NOT_JSON as error:
        lines = [(at, line) for at, line in enumerate(text.splitlines(), 1) if line.strip()]
        if len(lines) < 2 or not _is_json(lines[0][1]):
            yield None, _malformed(error)
            return
        for at, line in lines:
            try:
                yield at, _DECODER.decode(line)
            except _NOT_JSON as fault:
                yield at, _malformed(fault)
        return
    if isinstance(document, list):
        yield from enumerate(document, 1)
    else:
        yield None, document


def _is_json(line: bytes) -> bool:
    try:
        _DECODER.decode(line)
    except _NOT_JSON:
        return False
    return True


def _malformed(error: Exception) -> _Malformed:
    offset = re.search(r"\(byte (\d+)\)", str(error))
    return _Malformed(str(error), int(offset[1]) if offset else None)


class _Tables:
    """Rows of a batch, and the games met in the document at hand."""

    def __init__(self) -> None:
        self.games, self.players = Rows("games"), Rows("players")
        self.hands, self.wins, self.errors = Rows("hands"), Rows("wins"), Rows("errors")
        self.met: set[str] = set()

    def error(self, source: str, code: ErrorCode, message: str, **where: Any) -> None:
        self.errors.add(source=source, code=code, message=message, parser=NAME, **where)

    def recorded(self) -> Recorded:
        return Recorded(
            games=self.games.frame(),
            players=self.players.frame(),
            hands=self.hands.frame(),
            wins=self.wins.frame(),
            errors=self.errors.frame(),
        )


def _add_game(tables: _Tables, source: str, position: int | None, document: Any) -> None:
    where = "" if position is None else f"game {position}: "
    if isinstance(document, _Malformed):
        tables.error(source, ErrorCode.BAD_JSON, f"{where}{document.message}", offset=document.offset)
        return
    stated = document.get("game_id") if isinstance(document, dict) else None
    unnamed = source if position is None else f"{source}#{position}"
    game_id = stated if isinstance(stated, str) and stated else unnamed
    try:
        sheet = read_sheet(document)
    except SheetError as error:
        hand = re.match(r"\$\.hands\[(\d+)\]", error.path)
        number = int(hand[1]) if hand else None
        tables.error(source, ErrorCode.BAD_SHEET, f"{where}{error}", game_id=game_id, hand=number)
        return
    if game_id in tables.met:
        message = f"{where}$.game_id: {game_id!r} stands above already"
        tables.error(source, ErrorCode.BAD_SHEET, message, game_id=game_id)
        return
    tables.met.add(game_id)
    _add_sheet(tables, source, game_id, sheet)


def _add_sheet(tables: _Tables, source: str, game_id: str, sheet: Sheet) -> None:
    n = len(sheet.players)
    tables.games.add(
        game_id=game_id,
        format=NAME,
        source=source,
        n_players=n,
        rules=sheet.rules or DEFAULT_RULES,
        first_dealer=sheet.first_dealer,
        complete=True,
        side_bets=[bet for side_bet in sheet.side_bets for bet in _pairs(side_bet, n)] or None,
    )
    final_points = sheet.final.points if sheet.final else None
    final_scores = sheet.final.scores if sheet.final else None
    for seat, name in enumerate(sheet.players):
        tables.players.add(
            game_id=game_id,
            seat=seat,
            name=name,
            recorded_points=final_points[seat] if final_points else None,
            recorded_score=thousands(final_scores[seat]) if final_scores else None,
            chips=sheet.chips[seat] if sheet.chips else None,
        )
    start: list[int] | None = sheet.start
    for at, hand in enumerate(sheet.hands):
        start = _add_hand(tables, {"game_id": game_id, "hand": at}, sheet, hand, start)


def _pairs(bet: SideBet, n: int) -> Iterator[dict[str, object]]:
    seats = combinations(range(n), 2) if bet.p is None or bet.q is None else [(bet.p, bet.q)]
    for first, second in seats:
        points = thousands(bet.amount)
        yield {"first": first, "second": second, "points": points, "per_place": bet.type == "bashin"}


def _add_hand(
    tables: _Tables, key: dict[str, Any], sheet: Sheet, hand: Hand, start: list[int] | None
) -> list[int] | None:
    """Add a hand and its wins; returns the points that the next one starts with, where the sheet tells."""
    n = len(sheet.players)
    end = [before + change for before, change in zip(start, hand.delta, strict=True)] if start and hand.delta else None
    tables.hands.add(
        **key,
        **_counters(sheet, hand),
        result=hand.result,
        **_each("start", start),
        **_each("delta", hand.delta),
        **_each("end", end),
        **_riichi(hand, n),
        **_each("tenpai", [seat in hand.tenpai for seat in range(n)] if _shows_tenpai(hand) else None),
        **_each("nagashi", [seat in hand.nagashi for seat in range(n)] if hand.nagashi else None),
        offender=hand.by,
        penalties=[fine.seat for fine in hand.penalty for _ in range(fine.points // 1000)] or None,
        dealer_ends=hand.dealer_ends,
        time_up=hand.time_up,
    )
    for place, win in enumerate(sorted(hand.wins, key=lambda win: (win.winner - (win.loser or 0)) % n)):
        tables.wins.add(**key, win=place, **_win(win))
    return end


def _counters(sheet: Sheet, hand: Hand) -> dict[str, Any]:
    counters: dict[str, Any] = {"honba": hand.honba, "deposits": hand.deposits}
    if hand.hand is not None:
        wind, kyoku = hand.hand[0], int(hand.hand[1])
        dealer = (sheet.first_dealer + kyoku - 1) % len(sheet.players)
        counters |= {"round_wind": wind, "kyoku": kyoku, "dealer": dealer}
    return counters


def _shows_tenpai(hand: Hand) -> bool:
    return hand.result in (Result.EXHAUSTIVE_DRAW, Result.NAGASHI_MANGAN)


def _riichi(hand: Hand, n: int) -> dict[str, Any]:
    """Order and payment of the declarations; which discard they were made on a sheet does not say."""
    order: list[int | None] = [None] * n
    paid: list[bool | None] = [None] * n
    declared = [*hand.riichi, *([] if hand.riichi_ronned is None else [hand.riichi_ronned])]
    for place, seat in enumerate(declared, 1):
        order[seat], paid[seat] = place, seat != hand.riichi_ronned
    return _each("riichi_order", order) | _each("riichi_paid", paid)


def _each(column: str, values: list[Any] | None) -> dict[str, Any]:
    return {f"{column}_{seat}": value for seat, value in enumerate(values or [])}


def _win(win: Win) -> dict[str, Any]:
    names = win.yakuman if isinstance(win.yakuman, list) else []
    counted = Limit.KAZOE in names
    yakuman = [name for name in names if not counted]
    units = win.yakuman if isinstance(win.yakuman, int) else sum(YAKU[name].closed for name in yakuman)
    others = [] if yakuman else win.yaku or []
    known = [name for name in others if name in YAKU]
    unknown = [name for name in others if name not in YAKU]
    limit = Limit.KAZOE if counted else Limit.YAKUMAN if units else win.limit
    return {
        "winner": win.winner,
        "loser": win.loser,
        "pao": win.pao.seat if isinstance(win.pao, Pao) else win.pao,
        "pao_yaku": pao_yaku(win) or None,
        "han": win.han,
        "fu": win.fu,
        "yakuman": units,
        "limit": limit,
        "yaku": yakuman or known or None,
        "yaku_han": [YAKUMAN_HAN * YAKU[name].closed for name in yakuman] or None,
        "yaku_other": unknown or None,
    }


PARSER: Final = Parser(
    name=NAME,
    title="Score sheets without tiles (mjlog-hands/1)",
    suffixes=(".json", ".jsonl", ".ndjson"),
    carries=("hands",),
    sniff=sniff,
    parse=parse,
)
