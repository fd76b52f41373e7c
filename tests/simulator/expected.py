"""What the recorded tables must say of a simulated game, whatever format it was written in.

``tables`` says all there is to say. A format carries less: ``carried`` takes from it what that format does not hold.
Rows are plain dictionaries in a normal form (``normal``), so that a difference reads as what it is.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import polars as pl

from mjlog.tables import RECORDED, dtypes
from mjlog.tiles import KINDS, TILES
from mjlog.vocabulary import YAKU
from tests.simulator.model import Event, Game, Hand, Meld, Win, text_of
from tests.simulator.sitting import DANS, sitting

Row = dict[str, Any]
Tables = dict[str, list[Row]]
YAKU_ORDER = {key: place for place, key in enumerate(YAKU)}
TILE_ORDER = {text: (KINDS.index(text.replace("0", "5")), text) for text in TILES}


def _seats(column: str, values: Iterable[Any]) -> Row:
    """Per-seat columns; the fourth is null with three players."""
    padded = [*values, None, None, None, None][:4]
    return {f"{column}_{seat}": value for seat, value in enumerate(padded)}


class _Writer:
    """Rows of one game."""

    def __init__(self, game: Game, game_id: str) -> None:
        self.game = game
        self.key = {"game_id": game_id}
        self.out: Tables = {name: [] for name in RECORDED}

    def _text(self, tile: int | None) -> str | None:
        return None if tile is None else text_of(tile, self.game.flavour.reds)

    def _texts(self, tiles: Iterable[int]) -> list[str]:
        return [text_of(tile, self.game.flavour.reds) for tile in tiles]

    def _meld(self, meld: Meld) -> str:
        texts = sorted(self._texts(meld.tiles), key=lambda text: (text[0] != "0", text))
        return f"{meld.kind} {''.join(text[0] for text in texts)}{texts[0][1]}"

    def tables(self) -> Tables:
        self._game()
        for index, hand in enumerate(self.game.hands):
            key = self.key | {"hand": index}
            self._hand(key, hand)
            for place, win in enumerate(hand.wins):
                self._win(key | {"win": place}, win)
            self._events(key, hand)
        return self.out

    def _game(self) -> None:
        game, at = self.game, sitting(self.game)
        flavour = game.flavour
        self.out["games"].append(
            self.key
            | {
                "platform": flavour.platform,
                "started_at": at.started,
                "n_players": game.n,
                "length": str(flavour.length),
                "rules": flavour.rules,
                "red_fives": len(flavour.reds) - (game.n == 3 and 16 in flavour.reds),
                "open_tanyao": flavour.open_tanyao,
                "first_dealer": 0,
                "complete": bool(game.points),
                "wall_seed": game.wall_seed,
            }
        )
        for seat in range(game.n):
            final = game.points != []
            self.out["players"].append(
                self.key
                | {
                    "seat": seat,
                    "name": game.names[seat],
                    "account_id": str(at.account[seat]),
                    "grade": DANS[at.dan[seat]],
                    "rating": at.rate[seat],
                    "is_ai": False,
                    "disconnected": False,
                    "recorded_points": game.points[seat] if final else None,
                    "recorded_score": game.scores[seat] if final else None,
                    "recorded_rank": game.ranks[seat] if final else None,
                }
            )

    def _hand(self, key: Row, hand: Hand) -> None:
        n, events = self.game.n, hand.events
        discards = [sum(e.kind == "discard" and e.seat == seat for e in events) for seat in range(n)]
        calls = [sum(e.kind in {"chi", "pon", "daiminkan"} and e.seat == seat for e in events) for seat in range(n)]
        number, order = self._riichi(hand)
        drawn = hand.result in {"exhaustive_draw", "nagashi_mangan"}
        self.out["hands"].append(
            key
            | {
                "round_wind": "ESWN"[hand.wind],
                "kyoku": hand.kyoku,
                "honba": hand.honba,
                "deposits": hand.deposits,
                "dealer": hand.dealer,
                "result": hand.result,
                "offender": hand.offender,
                "dora_indicators": self._texts(hand.dora),
                "ura_indicators": self._texts(hand.ura) or None,
                "draws": sum(e.kind == "draw" for e in events),
                "dice": [die + 1 for die in hand.dice],
            }
            | _seats("start", hand.start)
            | _seats("riichi", number)
            | _seats("riichi_order", order)
            | _seats("riichi_paid", [seat in hand.riichi_paid if order[seat] else None for seat in range(n)])
            | _seats("calls", calls)
            | _seats("discards", discards)
            | _seats("tenpai", hand.tenpai if drawn else [])
            | _seats("nagashi", [seat in hand.nagashi for seat in range(n)] if hand.nagashi else [])
            | _seats("end", hand.end)
            | _seats("delta", [])
        )

    def _riichi(self, hand: Hand) -> tuple[list[int | None], list[int | None]]:
        number: list[int | None] = [None] * self.game.n
        for place, event in enumerate(hand.events):
            if event.kind == "riichi":
                before = hand.events[:place]
                number[event.seat] = 1 + sum(e.kind == "discard" and e.seat == event.seat for e in before)
        order = [hand.riichi_order.index(s) + 1 if s in hand.riichi_order else None for s in range(self.game.n)]
        return number, order

    def _win(self, key: Row, win: Win) -> None:
        value = win.value
        yaku = sorted(((name, han) for name, han in value.yaku if han), key=lambda pair: YAKU_ORDER[pair[0]])
        self.out["wins"].append(
            key
            | {
                "winner": win.winner,
                "loser": win.loser,
                "pao": win.pao,
                "han": None if value.yakuman else value.han,
                "fu": value.fu,
                "yakuman": value.yakuman,
                "points": value.points,
                "limit": value.limit,
                "yaku": [name for name, _ in yaku],
                "yaku_han": [han for _, han in yaku],
                "closed": not any(meld.is_open for meld in win.melds),
                "tiles": self._texts(win.concealed),
                "winning_tile": self._text(win.tile),
                "melds": [self._meld(meld) for meld in win.melds],
                "dora": None if value.yakuman else win.dora,
                "red": None if value.yakuman else win.red,
                "ura": win.ura if win.riichi and not value.yakuman else None,
                "kita": win.kita,
            }
            | _seats("recorded", win.delta)
        )

    def _events(self, key: Row, hand: Hand) -> None:
        told = [event for event in hand.events if event.kind != "riichi_accepted"]
        self.out["events"] += [key | {"seq": seq} | self._event(event) for seq, event in enumerate(told)]

    def _event(self, event: Event) -> Row:
        meld, consumed = event.meld, None
        if event.kind == "deal":
            consumed = self._texts(event.tiles)
        elif meld is not None and meld.kind in {"chi", "pon", "daiminkan"}:
            consumed = self._texts(tile for tile in meld.tiles if tile != meld.called)
        elif meld is not None and meld.kind in {"ankan", "kakan"}:
            consumed = self._texts(meld.tiles if meld.kind == "ankan" else [event.tile])
        elif event.kind == "kita":
            consumed = self._texts([event.tile])
        tile = KINDS[event.tile // 4] if event.kind == "ankan" else self._text(event.tile)
        return {
            "seat": event.seat,
            "kind": event.kind,
            "tile": tile,
            "tsumogiri": event.tsumogiri,
            "from_seat": meld.source if event.kind in {"chi", "pon", "daiminkan"} else None,
            "consumed": consumed,
        }


def tables(game: Game, game_id: str) -> Tables:
    """Everything there is to say of a game, in rows of the caller's own."""
    if id(game) not in _TOLD:
        _TOLD[id(game)] = (game, normal(_Writer(game, "").tables()))
    told = _TOLD[id(game)][1]
    return {table: [{**row, "game_id": game_id} for row in rows] for table, rows in told.items()}


_TOLD: dict[int, tuple[Game, Tables]] = {}
"""Tables of games already told, by the game's identity; the game is kept so that no other takes its place."""


def _tile_list(tiles: list[str] | None) -> list[str] | None:
    return None if tiles is None else sorted(tiles, key=TILE_ORDER.__getitem__)


def _normal_row(table: str, row: Row) -> Row:
    row = {name: row.get(name) for name in dtypes(table)}
    if table == "wins":
        row["tiles"] = _tile_list(row["tiles"])
        if row["yaku"] and row["yaku_han"]:
            pairs = sorted(zip(row["yaku"], row["yaku_han"], strict=True), key=lambda pair: YAKU_ORDER[pair[0]])
            row["yaku"], row["yaku_han"] = [key for key, _ in pairs], [han for _, han in pairs]
        row["melds"] = sorted(row["melds"]) if row["melds"] else row["melds"]
    if table == "events":
        row["consumed"] = _tile_list(row["consumed"])
    return row


def normal(found: Tables) -> Tables:
    """Rows with every column, lists without an order of their own put in one."""
    return {table: [_normal_row(table, row) for row in rows] for table, rows in found.items()}


def of_frames(frames: dict[str, pl.DataFrame]) -> Tables:
    """Parsed frames as rows in the normal form."""
    return normal({table: frames[table].to_dicts() for table in RECORDED})


def tokyo(row: Row) -> Row:
    """A game's row with its start, which Tenhou tells in Japan's time by the hour, in UTC."""
    return row | {"started_at": row["started_at"] - timedelta(hours=9)}


def differences(got: Tables, want: Tables, ignored: Iterable[str] = ()) -> list[str]:
    """Every cell that differs, in words; ``ignored`` are columns."""
    out, skip = [], set(ignored)
    for table, rows in want.items():
        if len(got[table]) != len(rows):
            out.append(f"{table}: {len(got[table])} rows, not {len(rows)}")
        for place, (one, other) in enumerate(zip(got[table], rows, strict=False)):
            out += [
                f"{table}[{place}].{name}: {one[name]!r}, not {value!r}"
                for name, value in other.items()
                if name not in skip and one[name] != value
            ]
    return out
