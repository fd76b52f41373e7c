"""Tables of seasons small enough to count by hand, written as score sheets would state them."""

from collections.abc import Iterable
from datetime import UTC, datetime

import polars as pl

from mjlog.stats.engine import Question, count, values
from mjlog.stats.metrics import STATISTICS
from mjlog.stats.names import player_names
from mjlog.tables import conform, empty

KEYS = tuple(each.key for each in STATISTICS)
START = [25000] * 4

_WIN = (
    "game_id", "hand", "win", "winner", "loser", "points", "han", "fu", "yakuman", "limit", "closed", "yaku", "ura",
    "dora", "red", "kita",
)  # fmt: skip
_PARTS = dict.fromkeys(("base", "oka", "uma", "penalties", "side_payments"), 0)


def hand(  # noqa: PLR0917 -- a row of a table
    game: str, number: int, dealer: int, result: str, start: list[int], change: list[int], **more: object
) -> dict:
    """A row of hands: ten discards each and no call, unless said otherwise."""
    row = {
        "game_id": game, "hand": number, "round_wind": "E", "kyoku": dealer + 1, "honba": 0, "deposits": 0,
        "dealer": dealer, "result": result,
    }  # fmt: skip
    for seat in range(4):
        row[f"start_{seat}"] = start[seat]
        row[f"end_{seat}"] = start[seat] + change[seat]
        row[f"calls_{seat}"] = 0
        row[f"discards_{seat}"] = 10
    return row | more


def wins(*rows: tuple) -> list[dict]:
    """Rows of wins, each a tuple of the columns that come first."""
    return [
        dict(zip(_WIN, row, strict=False)) | {"yaku_han": [1] * len(row[11])}
        for row in rows
    ]  # fmt: skip


def sticks(*rows: tuple) -> list[dict]:
    """Rows of flows: game, hand, seat that pays or None, seat that takes or None, points."""
    return [
        {"game_id": game, "hand": number, "payer": payer, "payee": payee, "points": points, "rules": "tenhou",
         "reason": "riichi" if payee is None else "deposit"}
        for game, number, payer, payee, points in rows
    ]  # fmt: skip


def game(name: str, month: int = 1, **more: object) -> dict:
    """A row of games: an East game of four, played on the first of a month."""
    return {
        "game_id": name, "platform": "club", "format": "hands-json", "source": f"{name}.json", "n_players": 4,
        "length": "east", "first_dealer": 0, "complete": True, "rules": "tenhou",
        "started_at": datetime(2024, month, 1, 12, tzinfo=UTC),
    } | more  # fmt: skip


def sitting(  # noqa: PLR0917 -- a row of a table
    name: str, seat: int, who: str, rank: int, points: int, score: int = 0, **more: object
) -> tuple[dict, dict]:
    """A row of players and one of standings."""
    player = {"game_id": name, "seat": seat, "name": who, "recorded_points": points, "recorded_score": score} | more
    standing = {"game_id": name, "seat": seat, "rank": rank, "points": points, "score": score, "complete": True}
    return player, standing | {"rules": "tenhou"} | _PARTS


def tables(
    games: list[dict],
    sittings: Iterable[tuple[dict, dict]],
    hands: Iterable[dict] = (),
    claims: Iterable[dict] = (),
    flows: Iterable[dict] = (),
) -> dict[str, pl.DataFrame]:
    """The tables of a season."""
    players, standings = zip(*sittings, strict=True)
    rows = {
        "games": games, "players": players, "hands": list(hands), "wins": list(claims), "standings": standings,
        "flows": list(flows),
    }  # fmt: skip
    return {
        table: conform(table, pl.DataFrame(each, infer_schema_length=None)) if each else empty(table)
        for table, each in rows.items()
    }


def ask(
    season: dict[str, pl.DataFrame], keys: tuple[str, ...] = KEYS, by: tuple[str, ...] = ("player",), **more: object
) -> pl.DataFrame:
    """Statistics of a season."""
    names = player_names(season["games"].lazy(), season["players"].lazy()).collect()
    question = Question(keys, by, **more)
    return values(count(season, names, question), question)
