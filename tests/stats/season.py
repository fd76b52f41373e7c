"""A season small enough to count by hand: two games of four players, written as score sheets would state them.

Every number the tests expect was counted from these lines with a pencil. Seats 0-3 are Aki, Ben, Chie, Dai in game a,
and Dai, Aki, Ben, Chie in game b.
"""

from datetime import UTC, datetime

import polars as pl

from mjlog.tables import conform

NAMES = {"a": ["Aki", "Ben", "Chie", "Dai"], "b": ["Dai", "Aki", "Ben", "Chie"]}
ACCOUNTS = {"Aki": "1", "Ben": "2", "Chie": "3", "Dai": "4"}
FINAL = {"a": [33000, 30000, 25000, 12000], "b": [-1000, 45000, 31000, 25000]}
SCORES = {"a": [43000, 10000, -15000, -38000], "b": [-51000, 55000, 11000, -15000]}
RANKS = {"a": [1, 2, 3, 4], "b": [4, 1, 2, 3]}

START = [25000] * 4


def _hand(  # noqa: PLR0917 -- a row of a table
    game: str, number: int, dealer: int, result: str, start: list[int], change: list[int], **more: object
) -> dict:
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


_HANDS = [
    # Aki (dealer) riichi in turn 5 as first, Ben riichi in turn 8, Aki rons Ben for 7700: +7700 + Ben's stick.
    _hand("a", 0, 0, "ron", START, [8700, -8700, 0, 0], riichi_0=5, riichi_order_0=1, riichi_paid_0=True,
          riichi_1=8, riichi_order_1=2, riichi_paid_1=True),
    # Chie (open) tsumo mangan 8000: dealer Ben pays 4000.
    _hand("a", 1, 1, "tsumo", [33700, 16300, 25000, 25000], [-2000, -4000, 8000, -2000], calls_2=2, discards_2=7),
    # Exhaustive draw, Aki and Dai tenpai.
    _hand("a", 2, 2, "exhaustive_draw", [31700, 12300, 33000, 23000], [1500, -1500, -1500, 1500],
          tenpai_0=True, tenpai_1=False, tenpai_2=False, tenpai_3=True, calls_3=1),
    # Dai discards into Ben (dama 2000) and Chie (open 1000): a double ron.
    _hand("a", 3, 3, "ron", [33200, 10800, 31500, 24500], [0, 2000, 1000, -3000], calls_2=3),
    # Dai declares; the declared tile is ronned by Aki, dama, 12000.
    _hand("b", 0, 0, "ron", START, [-12000, 12000, 0, 0], riichi_0=3, riichi_order_0=1, riichi_paid_0=False),
    # Nine terminals.
    _hand("b", 1, 0, "kyuushu_kyuuhai", [13000, 37000, 25000, 25000], [0, 0, 0, 0], offender=2),
    # Ben riichi, tsumo yakuman 32000: dealer Dai pays 16000.
    _hand("b", 2, 0, "tsumo", [13000, 37000, 25000, 25000], [-16000, -8000, 32000, -8000], riichi_2=4,
          riichi_order_2=1, riichi_paid_2=True, discards_2=4),
]  # fmt: skip

_WINS = [
    ("a", 0, 0, 0, 1, 7700, 4, 30, 0, None, True, ["riichi", "ippatsu", "tanyao", "ura_dora"], 1),
    ("a", 1, 0, 2, None, 8000, 5, 30, 0, "mangan", False, ["tanyao", "dora"], None),
    ("a", 3, 0, 1, 3, 2000, 2, 30, 0, None, True, ["pinfu", "tanyao"], None),
    ("a", 3, 1, 2, 3, 1000, 1, 30, 0, None, False, ["haku"], None),
    ("b", 0, 0, 1, 0, 12000, 6, 30, 0, "haneman", True, ["chinitsu"], None),
    ("b", 2, 0, 2, None, 32000, None, None, 1, "yakuman", True, ["suuankou"], 0),
]


def tables() -> dict[str, pl.DataFrame]:
    """Games, players, hands, wins and standings of the season."""
    games = [
        {
            "game_id": game, "platform": "club", "format": "hands-json", "source": f"{game}.json", "n_players": 4,
            "length": "east", "room": room, "first_dealer": 0, "complete": True, "rules": "tenhou",
            "started_at": datetime(2024, month, 1, 12, tzinfo=UTC),
        }
        for game, room, month in (("a", "first", 1), ("b", "second", 2))
    ]  # fmt: skip
    seats = [(game, seat) for game in "ab" for seat in range(4)]
    players = [
        {"game_id": game, "seat": seat, "name": NAMES[game][seat], "account_id": ACCOUNTS[NAMES[game][seat]],
         "recorded_points": FINAL[game][seat], "recorded_score": SCORES[game][seat]}
        for game, seat in seats
    ]  # fmt: skip
    zero = dict.fromkeys(("base", "oka", "uma", "penalties", "side_payments"), 0)
    standings = [
        {"game_id": game, "seat": seat, "rank": RANKS[game][seat], "points": FINAL[game][seat],
         "score": SCORES[game][seat], "complete": True, "rules": "tenhou", **zero}
        for game, seat in seats
    ]  # fmt: skip
    keys = (
        "game_id",
        "hand",
        "win",
        "winner",
        "loser",
        "points",
        "han",
        "fu",
        "yakuman",
        "limit",
        "closed",
        "yaku",
        "ura",
    )
    wins = [dict(zip(keys, row, strict=True)) | {"yaku_han": [1] * len(row[11])} for row in _WINS]
    rows = {"games": games, "players": players, "hands": _HANDS, "wins": wins, "standings": standings}
    return {table: conform(table, pl.DataFrame(each, infer_schema_length=None)) for table, each in rows.items()}
