"""Every win, draw and declaration of logs reproduced from the tiles and events alone.

The simulated logs of the project are always read; real ones where they are at hand.
"""

import gzip
import zipfile
from pathlib import Path

import polars as pl
import pytest

from mjlog.hands import evaluate, moments, with_yaku
from mjlog.parsing import DOCUMENTS, Recorded
from mjlog.rules import of_game
from mjlog.tiles import KIND_OF
from mjlog.vocabulary import DORA_KEYS
from parsers.tenhou_xml import PARSER

GZIP = b"\x1f\x8b"
SAMPLES = Path(__file__).parents[2] / "sample_logs" / "tenhou_xml"


def parsed(contents):
    """Logs by name as tables, each game once."""
    unpacked = {name: gzip.decompress(text) if text.startswith(GZIP) else text for name, text in contents.items()}
    rows = [("logs", name, content) for name, content in unpacked.items()]
    recorded = PARSER.parse(pl.DataFrame(rows, schema=DOCUMENTS, orient="row"), True)
    twice = recorded.games.filter(pl.col("game_id").is_duplicated())
    tables = {name: getattr(recorded, name) for name in ("games", "players", "hands", "wins", "events")}
    return Recorded(
        **{name: table.join(twice, on="game_id", how="anti", maintain_order="left") for name, table in tables.items()}
    )


@pytest.fixture(scope="module", params=["simulated", "real"], name="logs")
def _logs(request):
    if request.param == "simulated":
        recorded = parsed({path.name: path.read_bytes() for path in sorted(SAMPLES.iterdir())})
    else:
        archive = request.getfixturevalue("real_logs") / "tenhou_xml.zip"
        if not archive.is_file():
            pytest.skip(f"{archive} is not there")
        with zipfile.ZipFile(archive) as members:
            recorded = parsed({name: members.read(name) for name in members.namelist()})
    return recorded, moments(recorded.events, recorded.hands, recorded.games, recorded.wins)


@pytest.fixture(scope="module", name="wins")
def _wins(logs):
    """Recorded wins and what the events alone make of them, as ``right_*``."""
    recorded, found = logs
    kind = ["rules", "rule_overrides", "n_players"]
    wins = recorded.wins.join(recorded.games.select("game_id", *kind), on="game_id", how="left", maintain_order="left")
    parts = []
    for (rules, overrides, n_players), rows in wins.with_row_index("row").group_by(kind, maintain_order=True):
        right = with_yaku(evaluate(found.wins[rows["row"]], of_game(rules or "default", overrides, n_players)))
        parts.append(rows.hstack(right.select(pl.all().name.prefix("right_"))))
    return pl.concat(parts)


def names(column):
    """Yaku as sorted text, dora left out."""
    return (
        pl.col(column)
        .list.eval(pl.element().cast(pl.String))
        .list.set_difference(list(DORA_KEYS))
        .list.sort()
        .list.join(" ")
    )


def test_every_win_is_reproduced_from_its_events(wins, logs):
    recorded, found = logs
    assert wins.height == recorded.wins.height > 0
    assert found.wins["tiles"].null_count() == 0
    exact = ["han", "yakuman", "points", "closed"]
    differs = [pl.col(name).ne_missing(pl.col(f"right_{name}")) for name in exact]
    # Tenhou names no limit where it rounds up to mangan.
    differs += [(pl.col("han") > 4) & pl.col("limit").ne_missing(pl.col("right_limit"))]
    ordinary = pl.col("yakuman") == 0
    differs += [ordinary & (pl.col(name) != pl.col(f"right_{name}")) for name in ("dora", "red", "kita", "fu")]
    differs += [ordinary & pl.col("ura").ne_missing(pl.col("right_ura"))]
    differs += [names("yaku") != names("right_yaku")]
    bad = wins.filter(pl.any_horizontal(differs))
    assert (
        bad.select("game_id", "hand", "winner", "han", "right_han", "fu", "right_fu", "points", "right_points").rows()
        == []
    )


def test_the_tiles_and_melds_of_every_win_are_those_recorded(logs):
    recorded, found = logs
    text = pl.element().cast(pl.String).sort()
    for name in ("tiles", "melds"):
        written = recorded.wins[name].list.eval(text)
        assert (found.wins[name].list.eval(text) == written).all(), name
    assert (found.wins["winning_tile"] == recorded.wins["winning_tile"]).all()


def test_no_win_is_furiten_and_the_winner_waits_for_the_tile(logs):
    _, found = logs
    assert found.wins["furiten"].sum() == 0
    seats = found.seats.select("game_id", "hand", pl.col("seat").alias("winner"), "waits")
    both = found.wins.join(seats, on=["game_id", "hand", "winner"], how="left", maintain_order="left")
    won_on = pl.Series([1 << KIND_OF[code] for code in both["winning_tile"].to_physical()], dtype=pl.UInt64)
    assert ((both["waits"] & won_on) > 0).all()


def test_tenpai_at_draws_riichi_and_nagashi_are_those_recorded(logs):
    recorded, found = logs
    shown = recorded.hands.select(
        "game_id", "hand", "result", *(f"{name}_{s}" for name in ("tenpai", "nagashi") for s in range(4))
    )
    seats = found.seats.join(shown, on=["game_id", "hand"], how="left", maintain_order="left").with_columns(
        pl.coalesce(pl.when(pl.col("seat") == s).then(f"{name}_{s}") for s in range(4)).alias(f"recorded_{name}")
        for name in ("tenpai", "nagashi")
    )
    draws = seats.filter(pl.col("recorded_tenpai").is_not_null())
    assert draws.height > 0
    assert draws.filter((pl.col("waits") > 0) != pl.col("recorded_tenpai")).height == 0
    made = draws.filter(pl.col("result").is_in(["exhaustive_draw", "nagashi_mangan"]))
    assert made.filter(pl.col("nagashi") != pl.col("recorded_nagashi").fill_null(value=False)).height == 0
    assert seats.filter(pl.col("riichi_shanten") != 0).height == 0
