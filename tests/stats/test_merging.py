"""Parts, in any order and however cut, add up to the whole; and the sums add up among themselves."""

from functools import cache
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from mjlog.conversion import Options, convert
from mjlog.dataset import Dataset
from mjlog.stats.engine import GROUPINGS, Question, Running, count, merge, values
from mjlog.stats.names import player_names
from mjlog.stats.played import played_seats
from mjlog.stats.query import Asked, answer
from mjlog.stats.rows import hand_rows
from mjlog.stats.statistic import Z_95, Rows
from tests.stats import dear_season, ladders, played_hands, season
from tests.stats.sheets import KEYS, ask

Tables = dict[str, pl.DataFrame]


@cache
def everything() -> Tables:
    """All seasons as one; the events of one of them, and the flows of another, are all there are."""
    seasons = [each.tables() for each in (season, dear_season, ladders, played_hands)]
    names = {name for each in seasons for name in each}
    return {name: pl.concat([each[name] for each in seasons if name in each]) for name in names}


@cache
def games() -> list[str]:
    return everything()["games"]["game_id"].to_list()


def sums(tables: Tables, question: Question, chosen: list[str] | None = None) -> pl.DataFrame:
    names = player_names(everything()["games"].lazy(), everything()["players"].lazy()).collect()
    if chosen is not None:
        tables = {name: frame.filter(pl.col("game_id").is_in(chosen)) for name, frame in tables.items()}
    return count(tables, names, question)


@cache
def whole(by: tuple[str, ...]) -> tuple[Question, pl.DataFrame]:
    question = Question(KEYS, by)
    return question, merge([sums(everything(), question)], question)


@settings(max_examples=settings.default.max_examples // 4)
@given(
    st.lists(st.integers(0, 3), min_size=len(games()), max_size=len(games())),
    st.permutations(range(4)),
    st.sampled_from([("player",), ("seat",), ("room", "month"), ("hand_kind", "dealer"), ("player", "calls"), ()]),
)
def test_merged_parts_equal_the_whole(part_of: list[int], order: list[int], by: tuple[str, ...]) -> None:
    question, expected = whole(by)
    running = Running(question)
    for part in order:
        running.add(sums(everything(), question, [name for name, p in zip(games(), part_of, strict=True) if p == part]))
    merged = running.total()
    plain = [name for name, dtype in merged.schema.items() if dtype != pl.List]
    assert_frame_equal(merged.select(plain), expected.select(plain), check_row_order=False)
    assert_frame_equal(
        values(merged, question, intervals=True), values(expected, question, intervals=True), check_row_order=False
    )


def test_statistics_do_not_depend_on_what_else_is_asked_for() -> None:
    together = ask(season.tables(), by=("player",)).sort("player")
    for key in ("win_rate", "ippatsu_luck", "all_last_keep_rate", "sticks_won", "max_top_streak", "stable_rate"):
        assert_frame_equal(ask(season.tables(), (key,)).sort("player"), together.select("player", "n_players", key))


@pytest.mark.parametrize("tables", [season.tables, dear_season.tables, played_hands.tables])
def test_shares_of_one_whole_sum_to_one(tables) -> None:
    rows = ask(tables())
    ranks = rows.select(pl.sum_horizontal(f"rank_{k}_rate" for k in (1, 2, 3, 4))).to_series()
    assert ranks.to_list() == pytest.approx([1.0] * rows.height)
    for parts in (
        ("deal_in_while_riichi", "deal_in_while_open", "deal_in_while_closed"),
        ("deal_in_to_riichi", "deal_in_to_open", "deal_in_to_dama"),
        ("riichi_share_of_wins", "call_share_of_wins", "dama_win_rate"),
        ("riichi_first_rate", "riichi_chasing_rate"),
    ):
        known = rows.filter(pl.all_horizontal(pl.col(part).is_not_null() for part in parts))
        assert known.select(pl.sum_horizontal(parts)).to_series().to_list() == pytest.approx([1.0] * known.height)
        assert known.height


@pytest.mark.parametrize("tables", [season.tables, dear_season.tables, played_hands.tables])
def test_wins_are_tsumo_and_ron_and_every_ron_is_somebodys_deal_in(tables) -> None:
    season_tables = tables()
    rows = ask(season_tables, ("rounds", "win_rate", "tsumo_rate", "deal_in_rate", "tsumo_hit_rate"), ("player",))
    result = season_tables["hands"]["result"].cast(pl.String)
    won = rows.select((pl.col("rounds") * pl.col("win_rate")).sum()).item()
    tsumo = rows.select((pl.col("rounds") * pl.col("win_rate") * pl.col("tsumo_rate")).sum()).item()
    assert won == pytest.approx(season_tables["wins"].height)
    assert tsumo == pytest.approx((result == "tsumo").sum())
    assert rows.select((pl.col("rounds") * pl.col("deal_in_rate")).sum()).item() == pytest.approx(
        (result == "ron").sum()
    )


def test_everyones_balance_is_the_change_of_the_sticks_on_the_table() -> None:
    rows = ask(dear_season.tables(), ("balance_per_round", "rounds", "sticks_paid"))
    total = rows.filter(pl.col("n_players") == 4).select((pl.col("balance_per_round") * pl.col("rounds")).sum()).item()
    assert total == pytest.approx(0)  # five sticks were paid, five were taken
    rows = ask(played_hands.tables(), ("balance_per_round", "rounds"))
    assert rows.select((pl.col("balance_per_round") * pl.col("rounds")).sum()).item() == pytest.approx(-1000)


def test_intervals_hold_the_value_and_stay_within_bounds() -> None:
    question, counted = whole(("player",))
    rows = values(counted, question, intervals=True)
    for key in (name.removesuffix("_low") for name in rows.columns if name.endswith("_low")):
        known = rows.filter(pl.col(f"{key}_low").is_not_null())
        assert known.select((pl.col(f"{key}_low") <= pl.col(key) + 1e-9).all()).item(), key
        assert known.select((pl.col(f"{key}_high") >= pl.col(key) - 1e-9).all()).item(), key


def test_the_interval_of_a_mean_is_of_its_unit_whatever_its_parts() -> None:
    """Two games with stable rates of 3600.1875 and 400: half their distance is their standard error."""
    rows = ask(ladders.tables(), ("stable_rate",))
    question = Question(("stable_rate",))
    names = player_names(ladders.tables()["games"].lazy(), ladders.tables()["players"].lazy()).collect()
    found = values(count(ladders.tables(), names, question), question, intervals=True)
    row = found.row(by_predicate=pl.col("player") == "Nao", named=True)
    assert row["stable_rate_high"] - row["stable_rate"] == pytest.approx(Z_95 * (3600.1875 - 400) / 2)
    assert rows.filter(pl.col("player") == "Nao")["stable_rate"].item() == pytest.approx((3600.1875 + 400) / 2)


@pytest.mark.parametrize("by", [name for name in GROUPINGS if name != "n_players"])
def test_every_grouping_counts_every_seat_of_a_hand_once(by: str) -> None:
    rows = ask(everything(), ("rounds",), tuple(dict.fromkeys((by, "player"))), everyone=True)
    seats = 4 * (everything()["hands"].height - 1) + 3
    assert rows["rounds"].sum() == seats


def test_grouping_by_what_a_game_does_not_have_leaves_its_statistics_out() -> None:
    rows = ask(everything(), KEYS, ("hand_kind",))
    assert rows["rounds"].sum() > 0
    for key in ("games", "rank_1_rate", "pt_per_game", "stable_dan_houou", "stable_level_jade", "max_top_streak"):
        assert rows[key].null_count() == rows.height, key


def test_a_condition_on_hands_leaves_the_statistics_of_games_out() -> None:
    rows = ask(season.tables(), ("games", "rounds", "win_rate"), where=pl.col("dealer") & (pl.col("hand") > 0))
    assert rows["games"].null_count() == rows.height
    assert rows.sort("player")["rounds"].to_list() == [1, 1, 3]
    assert ask(season.tables(), ("games",), ("hand_kind",)).select("hand_kind", "games").height > 1
    assert ask(season.tables(), ("games",), where=pl.col("room") == "first")["games"].to_list() == [1] * 4


def test_three_and_four_player_games_are_never_mixed() -> None:
    rows = ask(everything(), ("rounds",), ("length",)).sort("n_players")
    assert set(rows["n_players"]) == {3, 4}
    assert rows.filter(pl.col("n_players") == 3)["rounds"].to_list() == [1]


@pytest.mark.parametrize("by", ["room", "month", "seat", "n_players"])
def test_a_table_is_one_game_however_many_of_its_seats_are_in_a_group(by: str) -> None:
    tables = everything()
    rows = ask(tables, ("games", "rounds"), (by,), everyone=True)
    hands = tables["hands"].join(tables["games"].select("game_id", "n_players"), on="game_id")
    times = hands["n_players"].sum() if by == "seat" else hands.height
    assert rows["rounds"].sum() == times
    first_seats = ask(tables, ("games",), ("player", "seat"), everyone=True).filter(pl.col("seat") == 0)["games"].sum()
    assert rows.filter(pl.col("seat") == 0 if by == "seat" else True)["games"].sum() == first_seats > 0


def test_what_is_summed_over_wins_and_deal_ins_is_nothing_in_other_rows() -> None:
    """Sums over some rows of hands are those over all rows: what they leave aside adds nothing."""
    question = Question(KEYS, ())
    tables = everything()
    played = played_seats(*(tables[name] for name in ("events", "hands", "games", "wins")))
    rows = hand_rows(tables["games"], tables["hands"], tables["wins"], played, tables["flows"])
    for kind, condition in ((Rows.WIN, ~pl.col("won")), (Rows.DEAL_IN, ~pl.col("dealt_in"))):
        assert question.sums[kind]
        left_aside = rows.filter(condition).select(each.alias(name) for name, each in question.sums[kind].items())
        assert set(left_aside.collect().row(0)) <= {0, None}


def test_parts_of_a_dataset_are_counted_as_the_whole_whatever_the_batches(tmp_path, monkeypatch) -> None:
    logs = Path(__file__).parents[2] / "sample_logs" / "tenhou_xml"
    once, twice = tmp_path / "once", tmp_path / "twice"
    convert([str(logs)], once, Options(events=True, workers=1))
    paths = sorted(map(str, logs.iterdir()))
    convert(paths[::2], twice, Options(events=True, workers=1))
    convert(paths[1::2], twice, Options(events=True, workers=1))
    assert len(Dataset(twice).parts) > len(Dataset(once).parts)
    asked = Asked(Question(KEYS), ())
    expected = answer(Dataset(once), asked).sort("player", "n_players")
    assert expected.height
    assert_frame_equal(answer(Dataset(twice), asked).sort("player", "n_players"), expected)
    monkeypatch.setattr("mjlog.stats.query._BATCH", 0)
    told = []
    assert_frame_equal(answer(Dataset(twice), asked, progress=told.append).sort("player", "n_players"), expected)
    assert told == [1] * len(Dataset(twice).parts)


def test_luck_is_held_against_everybody_whoever_is_asked_for(tmp_path) -> None:
    convert([str(Path(__file__).parents[2] / "sample_logs" / "tenhou_xml")], tmp_path / "out", Options(workers=1))
    dataset = Dataset(tmp_path / "out")
    everyone = answer(dataset, Asked(Question(("games", "tsumo_luck"))))
    name = everyone.filter(pl.col("tsumo_luck").is_not_null()).sort("games", "player")["player"].last()
    alone = answer(dataset, Asked(Question(("games", "tsumo_luck")), (name,)))
    assert_frame_equal(alone, everyone.filter(pl.col("player") == name), check_row_order=False)
    assert answer(dataset, Asked(Question(("games", "tsumo_luck")), ("nobody at all",))).is_empty()
