"""Every family of statistics against numbers counted with a pencil from :mod:`tests.stats.season`."""

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from mjlog.stats.engine import Question, count, merge, values
from mjlog.stats.metrics import STATISTICS
from mjlog.stats.names import player_names
from tests.stats.season import tables

KEYS = tuple(each.key for each in STATISTICS)


@pytest.fixture(scope="module")
def season() -> dict[str, pl.DataFrame]:
    return tables()


def ask(
    season: dict[str, pl.DataFrame], keys: tuple[str, ...] = KEYS, by: tuple[str, ...] = ("player",)
) -> pl.DataFrame:
    names = player_names(season["games"].lazy(), season["players"].lazy()).collect()
    question = Question(keys, by)
    return values(count(season, names, question), question)


EXPECTED = {
    "Aki": {
        "games": 2, "rounds": 7, "rank_1_rate": 1.0, "avg_rank": 1.0, "avg_score": 49000, "avg_final_points": 14000,
        "win_rate": 2 / 7, "deal_in_rate": 0.0, "riichi_rate": 1 / 7, "call_rate": 0.0, "tsumo_rate": 0.0,
        "riichi_win_rate": 1.0, "riichi_turn": 5.0, "riichi_first_rate": 1.0, "riichi_chased_rate": 1.0,
        "ippatsu_rate": 1.0, "ura_rate": 1.0, "ura_avg": 1.0, "avg_win_value": (7700 + 12000) / 2,
        "avg_win_income": (8700 + 12000) / 2, "dama_win_rate": 0.5, "tenpai_at_draw_rate": 1.0,
        "tsumo_hit_rate": 2 / 7, "avg_tsumo_hit": (2000 + 8000) / 2, "max_han": 6, "max_win_value": 12000,
        "win_7700_rate": 1.0, "win_11600_rate": 0.5, "win_haneman_rate": 0.5, "yaku_riichi_rate": 0.5,
        "dealer_win_rate": 1.0, "dealer_win_share": 0.5, "avg_win_turn": 10.0, "tobi_rate": 0.0,
        "balance_per_round": (8700 - 2000 + 1500 + 0 + 12000 + 0 - 8000) / 7, "last_avoid_rate": 1.0,
    },
    "Ben": {
        "games": 2, "win_rate": 2 / 7, "deal_in_rate": 1 / 7, "avg_deal_in": 7700.0, "riichi_rate": 2 / 7,
        "riichi_win_rate": 0.5, "riichi_deal_in_rate_a": 0.5, "riichi_deal_in_rate_b": 0.5, "riichi_chasing_rate": 0.5,
        "deal_in_while_riichi_rate": 1.0, "deal_in_to_riichi_rate": 1.0, "deal_in_to_dealer_rate": 1.0,
        "riichi_expense": 8700.0, "riichi_income": 32000.0, "riichi_balance": (-8700 + 32000) / 2,
        "riichi_tsumo_rate": 1.0, "yakuman_count": 1, "win_yakuman_rate": 0.5, "ura_rate": 0.0, "avg_rank": 2.0,
        "dealer_hit_rate": 1.0, "avg_dealer_hit": 4000.0, "avg_win_turn": (10 + 5) / 2, "max_han": 2,
        "abortive_draw_rate": 1 / 7,
    },
    "Chie": {
        "win_rate": 2 / 7, "call_rate": 2 / 7, "call_2_rate": 1 / 7, "call_3_rate": 1 / 7, "call_win_rate": 1.0,
        "call_win_value": 4500.0, "tsumo_rate": 0.5, "dama_win_rate": 0.0, "win_mangan_rate": 0.5, "avg_rank": 3.0,
        "call_tanyao_share": 0.5, "call_yakuhai_share": 0.5, "riichi_rate": 0.0, "riichi_win_rate": None,
        "avg_win_turn_open": (8 + 10) / 2,
    },
    "Dai": {
        "games": 2, "rank_4_rate": 1.0, "tobi_rate": 0.5, "deal_in_rate": 2 / 7, "avg_deal_in": (3000 + 12000) / 2,
        "double_deal_in_rate": 0.5, "deal_in_to_dama_rate": 1.0, "deal_in_to_open_rate": 0.0, "riichi_rate": 1 / 7,
        "riichi_deal_in_rate_a": 1.0, "riichi_deal_in_rate_b": 0.0, "riichi_expense": 12000.0, "max_deal_in": 12000,
        "call_draw_rate": 1.0, "draw_rate": 1 / 7, "deal_in_yaku_haku_rate": 0.5, "stable_dan_houou": -2.0,
        "avg_draw_balance": 1500.0, "win_rate": 0.0, "avg_win_value": None,
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("player", "key", "expected"), [(who, key, value) for who, each in EXPECTED.items() for key, value in each.items()]
)
def test_a_statistic_is_what_a_pencil_counts(season, player: str, key: str, expected: float | None) -> None:
    row = ask(season, (key,)).row(by_predicate=pl.col("player") == player, named=True)
    assert row[key] is expected if expected is None else row[key] == pytest.approx(expected)


def test_riichi_as_a_whole(season) -> None:
    rows = ask(season).sum()
    assert rows["rounds"].item() == 4 * 7
    assert ask(season, ("rounds",), ("platform",))["rounds"].item() == 28


def test_identities(season) -> None:
    rows = ask(season)
    ranks = rows.select(pl.sum_horizontal(f"rank_{k}_rate" for k in (1, 2, 3, 4))).to_series()
    assert ranks.to_list() == pytest.approx([1.0] * 4)
    total = rows.select((pl.col("balance_per_round") * pl.col("rounds")).sum()).item()
    sticks_left_on_the_table = 0
    assert total == pytest.approx(sticks_left_on_the_table)


def test_what_the_log_does_not_tell_is_null_never_zero(season) -> None:
    silent = dict(season)
    silent["hands"] = season["hands"].with_columns(
        **{f"calls_{s}": pl.lit(None, pl.UInt8) for s in range(4)},
        **{f"tenpai_{s}": pl.lit(None, pl.Boolean) for s in range(4)},
    )
    rows = ask(silent, ("call_rate", "tenpai_at_draw_rate", "win_rate"))
    assert rows["call_rate"].null_count() == rows.height
    assert rows["tenpai_at_draw_rate"].null_count() == rows.height
    assert rows["win_rate"].null_count() == 0


def test_one_account_under_two_names_is_one_player(season) -> None:
    renamed = dict(season)
    renamed["players"] = season["players"].with_columns(
        name=pl.when((pl.col("game_id") == "b") & (pl.col("name") == "Aki")).then(pl.lit("Aki*")).otherwise("name")
    )
    rows = ask(renamed, ("games",))
    assert rows.sort("player").rows() == [("Aki*", 4, 2), ("Ben", 4, 2), ("Chie", 4, 2), ("Dai", 4, 2)]


def test_two_accounts_of_one_name_are_two_players(season) -> None:
    twins = dict(season)
    twins["players"] = season["players"].with_columns(
        name=pl.when(pl.col("name") == "Ben").then(pl.lit("Aki")).otherwise("name")
    )
    rows = ask(twins, ("games",)).sort("player")
    assert rows["player"].to_list() == ["Aki #1", "Aki #2", "Chie", "Dai"]


def test_programs_and_nobody_are_left_out_unless_asked_for(season) -> None:
    mixed = dict(season)
    mixed["players"] = season["players"].with_columns(
        is_ai=pl.col("name") == "Dai", name=pl.when(pl.col("name") == "Ben").then(pl.lit("NoName")).otherwise("name"),
        account_id=pl.lit(None, pl.String),
    )  # fmt: skip
    assert ask(mixed, ("games",))["player"].sort().to_list() == ["Aki", "Chie"]
    everyone = player_names(mixed["games"].lazy(), mixed["players"].lazy(), everyone=True).collect()
    assert everyone["player"].n_unique() == 4


@pytest.mark.parametrize("by", [("player",), ("seat",), ("room", "month"), ("hand_kind",), ("dealer", "player")])
def test_merged_parts_equal_the_whole(season, by: tuple[str, ...]) -> None:
    names = player_names(season["games"].lazy(), season["players"].lazy()).collect()
    question = Question(KEYS, by)
    parts = [{table: frame.filter(pl.col("game_id") == game) for table, frame in season.items()} for game in ("b", "a")]
    whole = values(count(season, names, question), question, intervals=True)
    merged = values(merge([count(part, names, question) for part in parts], question), question, intervals=True)
    assert_frame_equal(whole.sort(question.by), merged.sort(question.by))


def test_grouping_by_what_a_game_does_not_have_leaves_its_statistics_out(season) -> None:
    rows = ask(season, ("games", "rounds"), ("hand_kind",))
    assert rows["games"].null_count() == rows.height
    assert rows["rounds"].sum() == 28


def test_three_and_four_player_games_are_never_mixed(season) -> None:
    mixed = dict(season)
    mixed["games"] = season["games"].with_columns(
        n_players=pl.when(pl.col("game_id") == "b").then(3).otherwise(4).cast(pl.UInt8)
    )
    rows = ask(mixed, ("rounds",), ("platform",)).sort("n_players")
    assert rows.rows() == [("club", 3, 9), ("club", 4, 16)]


def test_every_statistic_says_what_it_is() -> None:
    for each in STATISTICS:
        assert each.en
        assert each.ja
        assert len(each.definition) > 8, each.key
        assert each.key == each.key.lower()


def test_intervals_hold_the_value_and_stay_within_bounds(season) -> None:
    names = player_names(season["games"].lazy(), season["players"].lazy()).collect()
    question = Question(KEYS)
    rows = values(count(season, names, question), question, intervals=True)
    for each in STATISTICS:
        if f"{each.key}_low" in rows.columns:
            known = rows.filter(pl.col(f"{each.key}_low").is_not_null())
            assert known.select((pl.col(f"{each.key}_low") <= pl.col(each.key) + 1e-9).all()).item(), each.key
            assert known.select((pl.col(f"{each.key}_high") >= pl.col(each.key) - 1e-9).all()).item(), each.key
