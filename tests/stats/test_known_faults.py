"""What statistics of mahjong get wrong elsewhere: each a small season, and the right answer."""

from pathlib import Path

import polars as pl
import pytest

from mjlog.conversion import Options, convert
from mjlog.dataset import Dataset
from mjlog.hands import moments
from mjlog.stats.engine import Question, count, values
from mjlog.stats.metrics import STATISTICS
from mjlog.stats.names import player_names
from mjlog.stats.query import Asked, answer
from tests.hands.table import Table
from tests.stats import dear_season, played_hands, sheets
from tests.stats.sheets import START, ask, game, hand, sitting, wins

SAMPLES = Path(__file__).parents[2] / "sample_logs"
FOUR = ("Aki", "Ben", "Chie", "Dai")


def season(*hands: dict, claims: tuple = (), games: tuple = (), **more: object) -> dict[str, pl.DataFrame]:
    """One game of Aki, Ben, Chie and Dai, who finish in that order."""
    seats = [sitting("g", seat, who, seat + 1, 25000, **more) for seat, who in enumerate(FOUR)]
    return sheets.tables([*games] or [game("g")], seats, hands, wins(*claims))


def of(tables: dict[str, pl.DataFrame], player: str, *keys: str) -> tuple:
    rows = ask(tables, keys)
    return rows.filter(pl.col("player") == player).select(keys).row(0)


def test_a_double_ron_is_one_deal_in_whatever_it_is_counted_by() -> None:
    """Ben, in riichi, deals in to Aki (riichi, 5200) and Chie (open, 7700); then to Aki again without riichi."""
    tables = season(
        hand("g", 0, 0, "ron", START, [5200, -13900, 8700, 0], riichi_1=5, riichi_order_1=1, riichi_paid_1=True,
             riichi_0=7, riichi_order_0=2, riichi_paid_0=True, calls_2=1),
        hand("g", 1, 0, "ron", START, [2000, -2000, 0, 0]),
        claims=(
            ("g", 0, 0, 0, 1, 5200, 3, 40, 0, None, True, ["riichi"], 0),
            ("g", 0, 1, 2, 1, 7700, 4, 30, 0, None, False, ["tanyao"], None),
            ("g", 1, 0, 0, 1, 2000, 2, 30, 0, None, True, ["pinfu"], None),
        ),
    )  # fmt: skip
    assert of(tables, "Ben", "rounds", "deal_in_rate", "deal_in_while_riichi", "double_deal_in_rate") == (
        2, 1.0, 0.5, 0.5
    )  # fmt: skip
    states = of(tables, "Ben", "deal_in_while_riichi", "deal_in_while_open", "deal_in_while_closed")
    winners = of(tables, "Ben", "deal_in_to_riichi", "deal_in_to_open", "deal_in_to_dama")
    assert (sum(states), sum(winners)) == (1.0, 1.0)
    assert of(tables, "Ben", "avg_deal_in_value", "max_deal_in") == ((5200 + 7700 + 2000) / 2, 12900)
    assert [of(tables, who, "win_rate") for who in ("Aki", "Chie")] == [(1.0,), (0.5,)]


def test_chasing_is_told_of_own_riichi_and_of_opponents_riichi_apart() -> None:
    """Twenty riichi of Aki's, five of them after Ben's, and forty hands in which Ben declared."""

    def declared(number: int) -> dict[str, object]:
        aki = {"riichi_0": 5, "riichi_order_0": 1, "riichi_paid_0": True}
        ben = {"riichi_1": 3, "riichi_order_1": 1, "riichi_paid_1": True}
        if number < 5:
            return ben | aki | {"riichi_order_0": 2}
        return ben if number < 40 else aki

    numbers = range(55)
    tables = season(*(hand("g", n, 0, "exhaustive_draw", START, [0] * 4, **declared(n)) for n in numbers))
    assert of(tables, "Aki", "riichi_count", "riichi_chasing_rate", "riichi_against_rate") == (20, 0.25, 0.125)
    assert STATISTICS["riichi_chasing_rate"].definition.endswith("/ declarations")
    assert STATISTICS["riichi_against_rate"].definition.endswith("/ hands in which an opponent declared")


def test_a_ronned_declaration_counts_as_declared_and_pays_no_stick() -> None:
    """Ten declarations of Aki's, of which one is ronned on the declared tile and one later."""
    riichi = {"riichi_0": 5, "riichi_order_0": 1}
    quiet = [hand("g", n, 0, "exhaustive_draw", START, [-1000, 0, 0, 0], **riichi, riichi_paid_0=True)
             for n in range(8)]  # fmt: skip
    tables = season(
        *quiet,
        hand("g", 8, 0, "ron", START, [-3900, 3900, 0, 0], **riichi, riichi_paid_0=False),
        hand("g", 9, 0, "ron", START, [-4900, 4900, 0, 0], **riichi, riichi_paid_0=True),
        claims=(
            ("g", 8, 0, 1, 0, 3900, 3, 30, 0, None, True, ["tanyao"], None),
            ("g", 9, 0, 1, 0, 3900, 3, 30, 0, None, True, ["tanyao"], None),
        ),
    )
    assert of(tables, "Aki", "riichi_count", "riichi_accepted_count", "sticks_paid") == (10, 9, 9)
    assert of(tables, "Aki", "riichi_deal_in_rate_a", "riichi_deal_in_rate_b") == (0.2, 0.1)
    assert of(tables, "Aki", "riichi_expense", "avg_deal_in") == ((3900 + 4900) / 2, 3900.0)
    assert of(tables, "Ben", "avg_win_income") == ((3900 + 4900) / 2,)


@pytest.mark.parametrize("drawn", ["1z", "6m"])
def test_the_dealers_start_is_counted_without_the_first_draw(drawn: str) -> None:
    """The same thirteen tiles, one from tenpai, for dealer and non-dealer; the dealer's draw may complete it."""
    dealt = "456m456p4455667z"
    rows = Table(dealt, dealt, dealer=0, dora="1s").turn(0, drawn).moments().seats
    assert rows["start_shanten"].to_list()[:2] == [1, 1]


def test_no_stick_is_stolen_by_a_ron_on_the_declared_tile(tmp_path: Path) -> None:
    """Over the sample logs, settled: what winners take off the table is what lay there, and never an unpaid stick."""
    convert([str(SAMPLES / "tenhou_xml")], tmp_path / "out", Options(workers=1))
    dataset = Dataset(tmp_path / "out")
    hands, flows = dataset.scan("hands").collect(), dataset.scan("flows").collect()
    unpaid = hands.filter(
        pl.any_horizontal(pl.col(f"riichi_{s}").is_not_null() & ~pl.col(f"riichi_paid_{s}") for s in range(4))
    )
    assert unpaid.height
    asked = Asked(Question(("sticks_won", "sticks_paid", "sticks_lost"), ("source",), everyone=True))
    rows = answer(dataset, asked).join(dataset.scan("games").select("source", "game_id").collect(), on="source")
    paid = hands.group_by("game_id").agg(
        sticks=pl.sum_horizontal(pl.col(f"riichi_paid_{s}").sum() for s in range(4)),
        deposits=pl.col("deposits").first(),
    )
    left = flows.filter(pl.col("reason") == "leftover").group_by("game_id").agg(left=pl.col("points").sum() // 1000)
    both = rows.join(paid, on="game_id").join(left, on="game_id", how="left").with_columns(pl.col("left").fill_null(0))
    complete = dataset.scan("games").filter("complete").select("game_id").collect()
    both = both.join(complete, on="game_id", how="semi")
    assert both.height
    assert both.filter(pl.col("sticks_paid") != pl.col("sticks")).is_empty()
    assert both.filter(pl.col("sticks_won") + pl.col("left") != pl.col("sticks") + pl.col("deposits")).is_empty()


def test_the_best_hand_is_looked_for_in_every_win_of_a_double_ron() -> None:
    tables = season(
        hand("g", 0, 0, "ron", START, [2000, -14000, 12000, 0]),
        claims=(
            ("g", 0, 0, 0, 1, 2000, 2, 30, 0, None, True, ["pinfu"], None),
            ("g", 0, 1, 2, 1, 12000, 6, 30, 0, "haneman", True, ["chinitsu"], None),
        ),
    )
    assert ask(tables, ("max_win_value", "max_han"), ("room",)).select("max_win_value", "max_han").row(0) == (12000, 6)
    assert of(tables, "Ben", "deal_in_haneman_rate", "max_deal_in") == (1.0, 14000)


def test_nagashi_mangan_is_no_win_and_no_deal_in_but_moves_points() -> None:
    rows = ask(dear_season.tables(), ("win_rate", "nagashi_count", "draw_rate"), where=pl.col("hand") == 4)
    four = rows.filter(pl.col("n_players") == 4)
    assert four["win_rate"].to_list() == [0.0] * 4
    assert four["draw_rate"].to_list() == [0.0] * 4
    assert four.filter(pl.col("player") == "Eri")["nagashi_count"].item() == 1
    balance = ask(dear_season.tables(), ("balance_per_round", "deal_in_rate"), where=pl.col("hand") == 4)
    assert balance.filter(pl.col("player") == "Eri")["balance_per_round"].item() == 8000
    assert balance["deal_in_rate"].sum() == 0


def test_a_closed_kan_leaves_a_hand_closed() -> None:
    """Dai's riichi with an ankan, and Ben's hand with one, are closed; Chie's open kan is a call."""
    tables = played_hands.tables()
    kinds = ask(tables, ("rounds",), ("player", "hand_kind"), where=pl.col("ankan") > 0)
    assert kinds.sort("player").select("player", "hand_kind").rows() == [("Ben", "closed"), ("Dai", "riichi")]
    kinds = ask(tables, ("rounds",), ("player", "hand_kind"), where=pl.col("daiminkan") > 0)
    assert kinds.select("player", "hand_kind").rows() == [("Chie", "open")]


@pytest.mark.parametrize(("tenpai", "rate"), [(True, 1.0), (False, 0.0)])
def test_everyone_tenpai_and_nobody_tenpai_are_told_though_no_points_move(tenpai: bool, rate: float) -> None:
    tables = season(hand("g", 0, 0, "exhaustive_draw", START, [0] * 4, **{f"tenpai_{s}": tenpai for s in range(4)}))
    assert ask(tables, ("tenpai_at_draw_rate",))["tenpai_at_draw_rate"].to_list() == [rate] * 4
    assert ask(tables, ("avg_draw_balance",))["avg_draw_balance"].to_list() == [0.0] * 4


def test_a_game_without_hands_counts_as_a_game_and_not_as_a_hand() -> None:
    assert of(season(), "Aki", "games", "avg_rank", "rounds", "win_rate", "avg_final_points") == (
        1, 1.0, None, None, None
    )  # fmt: skip


def test_points_that_a_hand_moved_are_not_those_of_a_hand_that_was_set_aside() -> None:
    """Ends are not stated: by the change stated, by the next hand's start, and unknown where hand 3 is missing."""
    starts = ([25000] * 4, [26000, 24000, 25000, 25000], [28000, 22000, 25000, 25000], [40000, 10000, 25000, 25000])
    numbers = (0, 1, 2, 4)
    hands = [hand("g", n, 0, "unknown_draw", start, [0] * 4) for n, start in zip(numbers, starts, strict=True)]
    for row in hands:
        row.update({f"end_{seat}": None for seat in range(4)})
    hands[0] |= {"delta_0": 1500, "delta_1": -1500, "delta_2": 0, "delta_3": 0}
    assert of(season(*hands), "Aki", "rounds", "balance_per_round") == (4, (1500 + 2000) / 2)


def test_a_hanchan_that_a_bust_ends_in_the_east_is_none_the_less_a_hanchan() -> None:
    games = (game("g", length="hanchan"),)
    tables = season(hand("g", 0, 0, "tsumo", START, [48000, -16000, -16000, -16000]), games=games)
    rows = ask(tables, ("games", "all_last_raise_rate"), ("length",))
    assert rows.select("length", "games", "all_last_raise_rate").rows() == [("hanchan", 1, None)]


def test_a_program_at_the_table_lends_its_name_to_nobody() -> None:
    tables = season(hand("g", 0, 0, "exhaustive_draw", START, [0] * 4))
    tables["players"] = tables["players"].with_columns(is_ai=pl.col("seat") == 0)
    rows = ask(tables, ("avg_rank",)).sort("player")
    assert rows.select("player", "avg_rank").rows() == [("Ben", 2.0), ("Chie", 3.0), ("Dai", 4.0)]


def test_what_the_log_does_not_tell_is_null_never_zero() -> None:
    tables = played_hands.tables()
    silent = {name: frame for name, frame in tables.items() if name != "events"}
    silent["hands"] = (
        tables["hands"]
        .with_columns(**{f"{name}_{s}": pl.lit(None) for name in ("calls", "tenpai", "discards") for s in range(4)})
        .cast(tables["hands"].schema)
    )
    silent["wins"] = tables["wins"].with_columns(yaku=None, han=None, dora=None, ura=None).cast(tables["wins"].schema)
    rows = ask(silent, by=("n_players",))
    told = {each.key for each in STATISTICS if rows[each.key].item() is not None}
    needs_events = {each.key for each in STATISTICS if "events" in Question((each.key,)).tables}
    assert told.isdisjoint(needs_events)
    assert told.isdisjoint({"call_rate", "tenpai_at_draw_rate", "avg_win_turn", "ippatsu_rate", "dora_per_win"})
    assert {"win_rate", "riichi_rate", "deal_in_rate"} <= told


def test_a_hand_without_events_is_left_out_of_both_sides_of_a_rate() -> None:
    """Aki declared three times; one hand has no events and does not count as a bad wait."""
    tables = played_hands.tables()
    names = ("good_wait_rate", "good_wait_rate_n")
    assert tables["hands"].filter(pl.col("hand") == 5)["riichi_0"].is_not_null().all()
    question = Question(("good_wait_rate",))
    who = player_names(tables["games"].lazy(), tables["players"].lazy()).collect()
    rows = values(count(tables, who, question), question, intervals=True)
    assert rows.filter(pl.col("player") == "Aki").select(names).row(0) == (1.0, 2)


def test_events_are_read_only_where_a_statistic_needs_them() -> None:
    default = Question(tuple(each.key for each in STATISTICS if each.default))
    assert "events" not in default.tables
    assert "flows" not in default.tables
    assert "events" in Question(("good_wait_rate",)).tables
    assert "events" in Question(("win_rate",), where=pl.col("start_shanten") > 3).tables
    assert "flows" in Question(("sticks_won",)).tables


def test_moments_of_the_hand_and_of_the_statistics_agree() -> None:
    """The game of :mod:`tests.stats.played_hands` follows to its end: every seat's tiles are known."""
    tables = played_hands.tables()
    seats = moments(tables["events"], tables["hands"], tables["games"], tables["wins"]).seats
    assert seats.height == 5 * 4
    assert seats["shanten"].null_count() == 0
