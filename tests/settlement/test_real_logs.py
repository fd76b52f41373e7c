"""Every hand of real Tenhou logs settles to the points the log records, under the rules of its time."""

import gzip
import zipfile

import polars as pl
import pytest

from mjlog.parsing import DOCUMENTS, Recorded
from mjlog.settlement import Settled, settle
from mjlog.tables import seats
from parsers.tenhou_xml import PARSER

GZIP = b"\x1f\x8b"
HEADER_EDITED = ("doubleron_and_riichi.xml", "west.xml")
"""Games of eight and more hands whose header somebody changed to say that they are east-only."""

SEATS = range(4)


@pytest.fixture(scope="module", name="logs")
def _logs(real_logs) -> tuple[Recorded, Settled]:
    archive = real_logs / "tenhou_xml.zip"
    if not archive.is_file():
        pytest.skip(f"{archive} is not there")
    recorded = PARSER.parse(_documents(archive), False)
    recorded = _each_game_once(recorded)
    return recorded, settle(recorded)


def _documents(archive) -> pl.DataFrame:
    with zipfile.ZipFile(archive) as members:
        contents = {name: members.read(name) for name in members.namelist()}
    unpacked = {name: gzip.decompress(text) if text.startswith(GZIP) else text for name, text in contents.items()}
    rows = [(archive.name, name, content) for name, content in unpacked.items()]
    return pl.DataFrame(rows, schema=DOCUMENTS, orient="row")


def _each_game_once(recorded: Recorded) -> Recorded:
    """Without games the archive holds twice, which reading would have noticed."""
    twice = recorded.games.filter(pl.col("game_id").is_duplicated())
    tables = {name: getattr(recorded, name) for name in ("games", "players", "hands", "wins")}
    return Recorded(**{name: table.join(twice, on="game_id", how="anti") for name, table in tables.items()})


def _whole(recorded: Recorded) -> pl.DataFrame:
    return recorded.games.filter("complete", ~pl.col("source").str.contains_any(list(HEADER_EDITED)))


def test_every_hand_settles_to_the_recorded_changes(logs):
    recorded, settled = logs
    both = recorded.hands.join(settled.hands, on=["game_id", "hand"], suffix="_settled", validate="1:1")
    assert both.height == recorded.hands.height
    differs = [pl.col(f"end_{s}") - pl.col(f"start_{s}") != pl.col(f"delta_{s}_settled") for s in SEATS]
    assert both.filter(pl.any_horizontal(differs)).select("game_id", "hand", *seats("end")).rows() == []


def test_every_hand_leads_to_the_one_that_follows(logs):
    recorded, settled = logs
    counters = ["round_wind", "kyoku", "honba", "deposits"]
    later = recorded.hands.select("game_id", pl.col("hand") - 1, *(pl.col(c).alias(f"later_{c}") for c in counters))
    both = settled.hands.join(later, on=["game_id", "hand"])
    differs = [pl.col(f"next_{counter}") != pl.col(f"later_{counter}") for counter in counters]
    assert both.filter(pl.any_horizontal(differs)).select("game_id", "hand").rows() == []


def test_every_game_ends_where_the_rules_end_it(logs):
    recorded, settled = logs
    whole = _whole(recorded)
    hands = settled.hands.join(whole, on="game_id", how="semi")
    last = pl.col("hand") == pl.col("hand").max().over("game_id")
    assert hands.filter(pl.col("ends").ne_missing(last)).select("game_id", "hand").rows() == []


def test_every_game_is_scored_as_recorded(logs):
    recorded, settled = logs
    whole = _whole(recorded)
    both = recorded.players.join(whole, on="game_id", how="semi").join(
        settled.standings, on=["game_id", "seat"], suffix="_settled", how="left"
    )
    wrong = pl.any_horizontal(pl.col(f"recorded_{name}").ne_missing(pl.col(name)) for name in ("points", "score")) | (
        pl.col("recorded_rank") != pl.col("rank")
    )
    assert both.filter(wrong).select("game_id", "seat", "recorded_score", "score").rows() == []


def test_no_point_is_made_or_lost(logs):
    recorded, settled = logs
    total = pl.sum_horizontal(seats("end")) + 1000 * pl.col("deposits_after").cast(pl.Int32)
    before = pl.sum_horizontal(seats("start")) + 1000 * pl.col("deposits").cast(pl.Int32)
    both = settled.hands.join(recorded.hands.select("game_id", "hand", "deposits"), on=["game_id", "hand"])
    assert both.filter(total != before).is_empty()
