"""Which rule book explains a record."""

from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from mjlog.audit.guess import GROUPS, Verdicts, added, candidates, guess
from mjlog.cli import console, main
from mjlog.cli.console import ExitCode
from mjlog.conversion import Options, convert
from mjlog.dataset import Dataset
from mjlog.parsing import Recorded
from mjlog.rules import load
from tests.settlement.sheets import draw, hand, recorded, ron

SAMPLES = Path(__file__).parents[2] / "sample_logs"
EVEN = [25000] * 4
FEW = {name: load(name) for name in ("tenhou", "majsoul", "mleague", "tenhou-3p", "majsoul-3p")}


@pytest.fixture(scope="module")
def samples(tmp_path_factory) -> dict[str, Recorded]:
    """The sample logs of two platforms."""
    read = {}
    for name in ("tenhou_xml", "majsoul"):
        folder = tmp_path_factory.mktemp(name) / "dataset"
        convert([str(SAMPLES / name)], folder, Options(workers=1))
        read[name] = Recorded(
            *(Dataset(folder).scan(table).collect() for table in ("games", "players", "hands", "wins"))
        )
    return read


def explained(verdicts: Verdicts) -> dict[str, float]:
    rows = verdicts.games.group_by("rules").agg(pl.col("explained").sum() / pl.col("games").sum())
    return dict(rows.rows())


def test_rules_that_were_played_explain_every_game(samples):
    newer = pl.col("rules").is_in(["tenhou", "tenhou-3p"])
    log = samples["tenhou_xml"]
    log = Recorded(log.games.filter(newer), log.players, log.hands, log.wins)
    share = explained(guess(log, FEW))
    assert (share["tenhou"], share["tenhou-3p"]) == (1.0, 1.0)
    assert share["mleague"] < 0.2
    assert share["majsoul"] < 0.5


def test_another_platform_is_told_from_it(samples):
    log = samples["majsoul"]
    games = log.games.filter(pl.col("rules").is_in(["majsoul", "majsoul-3p"]), pl.col("rule_overrides").is_null())
    share = explained(guess(Recorded(games, log.players, log.hands, log.wins), FEW))
    assert (share["majsoul"], share["majsoul-3p"]) == (1.0, 1.0)
    assert share["tenhou"] == 0


def test_a_platform_that_changed_its_rules_needs_several_sets(samples):
    log = samples["tenhou_xml"]
    verdicts = guess(log, candidates(), "all")
    assert verdicts.tried == verdicts.named == log.games.height
    assert verdicts.games.filter(n_players=4)["explained"].max() < log.games.filter(n_players=4).height


def test_a_rule_set_is_tried_on_games_of_its_number_of_players(samples):
    games = guess(samples["tenhou_xml"], FEW).games
    four = games.filter(pl.col("n_players") == 4)["rules"].unique()
    assert set(four) == {"tenhou", "majsoul", "mleague"}


def test_the_nearest_is_shown_with_what_disagrees():
    one = ron(1, 0, han=4, fu=30, at="E1-0", end=[17000, 33000, 25000, 25000])
    log = recorded(one, draw(start=[17000, 33000, 25000, 25000], at="E2-0"), complete=False)
    rows = guess(log, FEW).nearest(1)
    assert rows["rules"].to_list() == ["mleague"], "the only one with rounded mangan"
    assert rows.select("games", "explained", "disagreements").row(0) == (1, 1, 0)
    without = {name: FEW[name] for name in ("tenhou", "majsoul")}
    row = guess(log, without).nearest(1).row(0, named=True)
    assert (row["explained"], row["checks"]) == (0, "delta 2")
    assert "recorded -8000, right is -7700" in row["example"]


def test_what_rules_do_not_know_counts_against_them():
    log = recorded(hand("kyuushu_kyuuhai", offender=1), complete=False)
    rows = guess(log, FEW).nearest(5)
    assert set(rows["rules"]) == {"tenhou", "majsoul"}
    worst = guess(log, {"mleague": FEW["mleague"]}).nearest(1).row(0, named=True)
    assert (worst["checks"], worst["example"]) == ("undetermined 1", "these rules know no kyuushu kyuuhai")


@pytest.mark.parametrize("by", list(GROUPS))
def test_verdicts_of_parts_add_up(samples, by):
    log = samples["tenhou_xml"]
    halves = [Recorded(part, log.players, log.hands, log.wins) for part in (log.games[:9], log.games[9:])]
    whole, parts = guess(log, FEW, by), added([guess(half, FEW, by) for half in halves], by)
    numbers = [*GROUPS[by], "rules", "games", "explained", "compared", "disagreements"]
    key = [*GROUPS[by], "rules"]
    assert (parts.tried, parts.named) == (whole.tried, whole.named) == (log.games.height, whole.named)
    assert parts.nearest(9).select(numbers).sort(key).equals(whole.nearest(9).select(numbers).sort(key))


def test_a_game_with_nothing_to_compare_is_explained_by_nothing():
    log = recorded(draw(0, start=EVEN), complete=False)
    results_only = Recorded(log.games, log.players, log.hands.clear(), log.wins)
    verdicts = guess(results_only, FEW)
    assert (verdicts.tried, verdicts.named, verdicts.nearest(3).height) == (0, 0, 0)


def test_every_named_rule_set_is_a_candidate():
    assert set(FEW) <= set(candidates())
    assert not [name for name in candidates() if name.startswith("unstated")]


def test_the_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(console, "_least", ExitCode.OK)
    result = CliRunner().invoke(
        main, ["rules", "guess", str(SAMPLES / "hands_json"), "--by", "game", "--format", "csv"]
    )
    assert result.exit_code == ExitCode.OK
    assert result.stdout.startswith(
        "game_id,platform,room,length,n_players,rules,games,explained,compared,disagreements"
    )
    assert " games are explained by one, in " in result.stderr
