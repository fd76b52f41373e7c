"""One game of six hands, five of them as the events tell them, for what is counted from the tiles.

Aki, Ben, Chie and Dai sit on 0-3. Every number the tests expect was counted from these lines with a pencil; tiles that
do not matter are discarded as drawn.
"""

import polars as pl

from mjlog.tables import conform
from tests.hands.table import Table
from tests.stats import sheets
from tests.stats.sheets import START, game, hand, sitting, wins

NOTHING = ("147m258p369s1234z", "258m369p147s567z3z", "369m147p258s2567z")
"""Six from tenpai: thirteen kinds, nearest to seven pairs."""


def _double_riichi() -> Table:
    """Aki waits for 2s 5s 8s as dealt (four, three and two of them left) and declares at once. Ben kans. Aki tsumo."""
    table = Table("234m456p3456788s", "111z234567m22p99s", *NOTHING[:2], dealer=0, dora="1s")
    table.riichi(0, "9m", "9m").draw(1, "1z").call(1, "ankan", "1z", "1111z").draw(1, "9m").discard(1, "9m")
    return table.turn(2, "9p").turn(3, "9p").draw(0, "2s").tsumo(0)


def _called() -> Table:
    """Ben pons in his second turn, then waits for two dragons, adds a fourth tile to the pon, and rons Aki's 5z.

    Aki, who has waited for 1s since the deal, makes it his second discard.
    """
    table = Table("123789m123789p1s", "456m456p4455667z", *NOTHING[:2], dealer=1, dora="1s")
    table.turn(1, "9p").turn(2, "9m", "4z").call(1, "pon", "4z", "44z").discard(1, "7z").turn(2, "1m").turn(3, "9s")
    table.turn(0, "9m").draw(1, "4z").call(1, "kakan", "4z", "4z").draw(1, "8s").discard(1, "8s")
    return table.turn(2, "9s").turn(3, "9s").turn(0, "5z").ron(1)


def _furiten() -> Table:
    """Dai throws the 5s he waits for since the deal, declares in his second turn, and kans.

    Chie, five from tenpai, makes an open kan before her first discard; Aki calls a chi in his third turn.
    """
    table = Table("179m258p369s1234z", NOTHING[1], "222p46p147s1357z9m", "456789p11146s22z", dealer=3, dora="9m")
    table.turn(3, "5s").turn(0, "9s").turn(1, "2p").call(2, "daiminkan", "2p", "222p").draw(2, "8m").discard(2, "8m")
    table.riichi(3, "9s", "9s").turn(0, "1m").turn(1, "9m").turn(2, "8m").draw(3, "1s")
    table.call(3, "ankan", "1s", "1111s").draw(3, "8m").discard(3, "8m")
    return table.call(0, "chi", "8m", "79m").discard(0, "1z")


def _honor_wait() -> Table:
    """Chie waits for the 1z, three of them left, declares in her second turn, and rons Dai's."""
    table = Table(*NOTHING[:2], "123456789m111p1z", NOTHING[2], dealer=2, dora="9m")
    table.turn(2, "9s").turn(3, "9s").turn(0, "9p").turn(1, "9p").riichi(2, "9s", "9s")
    return table.turn(3, "1z").ron(2)


def _chased() -> Table:
    """Ben waits for 5s and declares; Aki chases with 2p 5p 8p and deals in."""
    table = Table("123456m34567p99m", "789m111s46s22z789p", *NOTHING[:2], dealer=1, dora="1m")
    table.turn(1, "3z").turn(2, "9s").turn(3, "9s").turn(0, "3z").riichi(1, "3z", "3z").turn(2, "9p").turn(3, "9p")
    table.riichi(0, "4z", "4z").turn(1, "4z").turn(2, "6z").turn(3, "6z")
    return table.draw(0, "5s").discard(0, "5s").ron(1)


PLAYED = (_double_riichi, _called, _furiten, _honor_wait, _chased)

_HANDS = [
    hand("p", 0, 0, "tsumo", START, [12000, -4000, -4000, -4000], riichi_0=1, riichi_order_0=1, riichi_paid_0=True),
    hand("p", 1, 1, "ron", START, [-2000, 2000, 0, 0], calls_1=1),
    hand("p", 2, 3, "exhaustive_draw", START, [-1000, -1000, -1000, 2000], riichi_3=2, riichi_order_3=1,
         riichi_paid_3=True, calls_0=1, calls_2=1),
    hand("p", 3, 2, "ron", START, [0, 0, 3900, -3900], riichi_2=2, riichi_order_2=1, riichi_paid_2=True),
    hand("p", 4, 1, "ron", START, [-6200, 6200, 0, 0], riichi_1=2, riichi_order_1=1, riichi_paid_1=True,
         riichi_0=2, riichi_order_0=2, riichi_paid_0=True),
    # A hand whose tiles nobody wrote down: Aki rons Ben, with riichi.
    hand("p", 5, 0, "ron", START, [8000, -8000, 0, 0], riichi_0=4, riichi_order_0=1, riichi_paid_0=True),
]  # fmt: skip

_WINS = wins(
    ("p", 0, 0, 0, None, 12000, 5, 30, 0, "mangan", True, ["double_riichi", "menzen_tsumo"], 0),
    ("p", 1, 0, 1, 0, 2000, 1, 40, 0, None, False, ["haku"], None),
    ("p", 3, 0, 2, 3, 3900, 2, 40, 0, None, True, ["riichi", "ittsuu"], 0),
    ("p", 4, 0, 1, 0, 5200, 3, 40, 0, None, True, ["riichi"], 0),
    ("p", 5, 0, 0, 1, 8000, 5, 30, 0, "mangan", True, ["riichi"], 0),
)


def tables() -> dict[str, pl.DataFrame]:
    """Games, players, hands, wins, standings, flows and events of the season."""
    seats = enumerate(("Aki", "Ben", "Chie", "Dai"))
    season = sheets.tables([game("p")], [sitting("p", seat, who, seat + 1, 25000) for seat, who in seats],
                           _HANDS, _WINS)  # fmt: skip
    batches = [make().batch() for make in PLAYED]
    events = [
        batch.events.with_columns(game_id=pl.lit("p"), hand=pl.lit(number, pl.UInt16))
        for number, batch in enumerate(batches)
    ]
    indicators = [batch.hands["dora_indicators"].item().to_list() for batch in batches]
    shown = pl.Series("dora_indicators", [*indicators, None], season["hands"].schema["dora_indicators"])
    return season | {"events": conform("events", pl.concat(events)), "hands": season["hands"].with_columns(shown)}


EXPECTED = {
    "Aki": {
        "start_shanten": (0 + 0 + 6 + 6 + 0) / 5, "start_shanten_dealer": 0.0,
        "start_shanten_nondealer": (0 + 6 + 6 + 0) / 4, "tenpai_rate": 3 / 5, "tenpai_turn": 0.0,
        "double_riichi": 1, "good_wait_rate": 1.0, "good_wait_rate_own": 1.0, "multi_wait_rate": 1.0,
        "furiten_riichi_rate": 0.0, "riichi_good_win_rate": 1 / 2, "riichi_good_deal_in_rate": 1 / 2,
        "riichi_good_win_value": 12000.0, "riichi_good_balance": (12000 - 6200) / 2, "riichi_bad_win_rate": None,
        "riichi_ankan_rate": 0.0, "call_turn": 3.0, "call_first_share": 0.0, "deal_in_shanten": 0.0,
        "deal_in_tenpai_rate": 1.0, "kan_rate": 0.0, "kan_win_rate": None, "riichi_count": 3, "riichi_win_rate": 2 / 3,
    },
    "Ben": {
        "start_shanten": (0 + 1 + 6 + 6 + 0) / 5, "start_shanten_dealer": (1 + 0) / 2, "tenpai_rate": 3 / 5,
        "tenpai_turn": (0 + 2 + 0) / 3, "double_riichi": 0, "good_wait_rate": 0.0, "good_wait_rate_own": 0.0,
        "riichi_bad_win_rate": 1.0, "riichi_bad_deal_in_rate": 0.0, "riichi_bad_win_value": 5200.0,
        "riichi_bad_balance": 6200.0, "kan_rate": 2 / 5, "ankan_rate": 1 / 5, "kakan_rate": 1 / 5,
        "daiminkan_rate": 0.0, "kan_win_rate": 1 / 2, "kan_deal_in_rate": 0.0, "kan_win_value": 2000.0,
        "kan_balance": (-4000 + 2000) / 2, "call_turn": 2.0, "call_first_share": 1.0, "deal_in_shanten": None,
        "deal_in_rate": 1 / 6,
    },
    "Chie": {
        "start_shanten": (6 + 6 + 5 + 0 + 6) / 5, "tenpai_rate": 1 / 5, "daiminkan_rate": 1 / 5, "call_turn": 1.0,
        "call_first_share": 1.0, "good_wait_rate": 0.0, "good_wait_rate_own": 1.0, "multi_wait_rate": 0.0,
        "riichi_good_win_value": 3900.0, "kan_balance": -1000.0, "double_riichi": 0,
    },
    "Dai": {
        "start_shanten": (6 + 6 + 0 + 6 + 6) / 5, "start_shanten_dealer": 0.0, "furiten_riichi_rate": 1.0,
        "good_wait_rate": 0.0, "good_wait_rate_own": 0.0, "riichi_bad_win_rate": 0.0, "riichi_bad_balance": 2000.0,
        "riichi_ankan_rate": 1.0, "ankan_rate": 1 / 5, "deal_in_shanten": 6.0, "deal_in_tenpai_rate": 0.0,
        "tenpai_turn": 0.0,
    },
}  # fmt: skip
