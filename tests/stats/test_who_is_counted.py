"""Accounts, names, programs and nobodies: who a seat counts for, over one part and over many."""

from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from mjlog.cli import main
from mjlog.stats.names import identities, labels, latest, player_names
from tests.stats.season import tables
from tests.stats.sheets import ask


@pytest.fixture(scope="module")
def season() -> dict[str, pl.DataFrame]:
    return tables()


def with_players(season: dict[str, pl.DataFrame], **columns: pl.Expr) -> dict[str, pl.DataFrame]:
    return season | {"players": season["players"].with_columns(**columns)}


def test_one_account_under_two_names_is_one_player_shown_by_the_latest(season) -> None:
    second = (pl.col("game_id") == "b") & (pl.col("name") == "Aki")
    renamed = with_players(season, name=pl.when(second).then(pl.lit("Aki*")).otherwise("name"))
    rows = ask(renamed, ("games",))
    assert rows.sort("player").rows() == [("Aki*", 4, 2), ("Ben", 4, 2), ("Chie", 4, 2), ("Dai", 4, 2)]


def test_two_accounts_of_one_name_are_two_players(season) -> None:
    twins = with_players(season, name=pl.col("name").replace("Ben", "Aki"))
    assert ask(twins, ("games",))["player"].sort().to_list() == ["Aki #1", "Aki #2", "Chie", "Dai"]


def test_one_name_on_two_platforms_is_two_players(season) -> None:
    moved = with_players(season, account_id=pl.lit(None, pl.String))
    platform = pl.when(pl.col("game_id") == "b").then(pl.lit("online")).otherwise("platform")
    moved["games"] = season["games"].with_columns(platform=platform)
    rows = ask(moved, ("games",)).sort("player")
    assert rows["player"].to_list()[:2] == ["Aki (club)", "Aki (online)"]
    assert rows["games"].to_list() == [1] * 8


def test_programs_and_nobody_are_left_out_unless_asked_for(season) -> None:
    mixed = with_players(
        season, is_ai=pl.col("name") == "Dai", name=pl.col("name").replace("Ben", "NoName"),
        account_id=pl.lit(None, pl.String),
    )  # fmt: skip
    assert ask(mixed, ("games",))["player"].sort().to_list() == ["Aki", "Chie"]
    everyone = player_names(mixed["games"].lazy(), mixed["players"].lazy(), everyone=True).collect()
    assert everyone["player"].n_unique() == 4


def test_the_missing_seat_of_three_players_is_no_player(season) -> None:
    three = season | {
        "games": season["games"].with_columns(n_players=pl.lit(3, pl.UInt8)),
        "players": season["players"].filter(pl.col("seat") < 3),
    }
    assert ask(three, ("rounds",), ("seat",)).sort("seat").rows() == [(0, 3, 7), (1, 3, 7), (2, 3, 7)]


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_identities_of_parts_put_together_are_those_of_the_whole(season, order: tuple[str, str]) -> None:
    second = pl.col("game_id") == "b"
    renamed = with_players(season, name=pl.when(second).then(pl.col("name") + "*").otherwise("name"))
    parts = [
        {table: frame.lazy().filter(pl.col("game_id") == game) for table, frame in renamed.items()} for game in order
    ]
    together = latest(pl.concat([identities(part["games"], part["players"]) for part in parts]))
    names = labels(together).collect().sort("identity")["player"].to_list()
    assert names == ["Aki*", "Ben*", "Chie*", "Dai*"]


def test_a_name_that_several_have_means_every_one_of_them() -> None:
    arguments = ["stats", str(Path(__file__).parents[2] / "sample_logs"), "--player", "Brandt", "--metrics", "games"]
    done = CliRunner().invoke(main, [*arguments, "--format", "csv"])
    assert done.exit_code == 0
    assert {line.partition(",")[0] for line in done.stdout.splitlines()[1:]} >= {"Brandt (tenhou)", "Brandt (majsoul)"}
    assert "no game of" not in done.stderr
