"""Wins as they were played, of simulated games and of real logs, against the library ``mahjong``."""

import zipfile

import polars as pl
import pytest

from mjlog.hands import evaluate, moments
from mjlog.ingest import formats
from mjlog.parsing import DOCUMENTS, Recorded
from mjlog.rules import of_game
from tests.hands.oracle import library, optional_rules, played
from tests.hands.random_hands import many
from tests.hands.test_logs import parsed
from tests.hands.written import lists
from tests.simulator.corpus import WRITERS
from tests.simulator.flavours import FLAVOURS
from tests.simulator.game import simulate

SIMULATED = {
    "tenhou": "tenhou-xml",
    "tenhou-2009": "tenhou-xml",
    "tenhou-3p": "tenhou-xml",
    "majsoul": "majsoul",
    "majsoul-3p": "majsoul",
    "mleague": "majsoul",
}
"""Flavours of games, each with the format it is written in."""


def games(flavour) -> Recorded:
    """Simulated games, through the parser of their format."""
    form = SIMULATED[flavour]
    _, write = WRITERS[form]
    rows = [(f"{seed}", None, write(simulate(FLAVOURS[flavour], seed))) for seed in range(many(4, 400))]
    return formats.parser(form).parse(pl.DataFrame(rows, schema=DOCUMENTS, orient="row"), True)


@pytest.mark.parametrize("flavour", SIMULATED)
def test_wins_of_simulated_games_are_worth_what_the_library_says(flavour):
    compared, differing = compare(games(flavour), sample=None)
    assert compared > 10
    assert differing == []


def test_wins_of_real_logs_are_worth_what_the_library_says(real_logs):
    archive = real_logs / "tenhou_xml.zip"
    if not archive.is_file():
        pytest.skip(f"{archive} is not there")
    with zipfile.ZipFile(archive) as members:
        recorded = parsed({name: members.read(name) for name in members.namelist()})
    compared, differing = compare(recorded, sample=many(500, None))
    assert compared >= many(400, 20_000)
    assert differing == []


def compare(recorded: Recorded, sample: int | None) -> tuple[int, list]:
    """How many wins were compared, and those on which we and the library do not agree."""
    wins = moments(recorded.events, recorded.hands, recorded.games, recorded.wins).wins
    rules = recorded.games.select("game_id", "rules", "rule_overrides")
    wins = wins.join(rules, on="game_id", how="left", maintain_order="left").filter(
        pl.col("tiles").is_not_null(), pl.col("rules").is_not_null()
    )
    if sample is not None:
        wins = wins.sample(min(sample, wins.height), seed=1)
    differing = []
    for (name, overrides, n_players), group in wins.group_by("rules", "rule_overrides", "n_players"):
        rule_set = of_game(name, overrides, n_players)
        options = optional_rules(rule_set, n_players)
        values = evaluate(group, rule_set)
        ours = zip(values.select("points", "han", "fu", "yakuman").rows(), lists(values), strict=True)
        for row, ((points, han, fu, units), yaku) in zip(group.iter_rows(named=True), ours, strict=True):
            right = library(played(row), options)
            same = points == right.points and yaku == right.yaku
            same &= right.yakuman or (han, fu, units) == (right.han, right.fu, 0)
            if not same:
                differing.append((row["game_id"], row["hand"], row["winner"], points, han, fu, sorted(yaku), right))
    return wins.height, differing
