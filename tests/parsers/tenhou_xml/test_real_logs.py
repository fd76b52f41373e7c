"""Real logs against an independent walker of tags and against plain regular expressions."""

import gzip
import os
import re
import zipfile
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

from mjlog.parsing import Recorded
from tests.parsers.tenhou_xml.documents import parse
from tests.parsers.tenhou_xml.walker import DRAWS, walk

EVERY = 1 if os.environ.get("MJLOG_THOROUGH") else 20
TABLES = ("games", "players", "hands", "wins", "events")
SEATS = range(4)


def members(path: Path) -> dict[str, bytes]:
    """Logs of an archive by name, decompressed."""
    with zipfile.ZipFile(path) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    return {name: gzip.decompress(log) if log[:2] == b"\x1f\x8b" else log for name, log in contents.items()}


@pytest.fixture(scope="module")
def logs(real_logs: Path) -> dict[str, bytes]:
    return members(real_logs / "tenhou_xml.zip")


@pytest.fixture(scope="module")
def recorded(logs: dict[str, bytes]) -> Recorded:
    return parse(*logs.values(), names=list(logs), events=False)


def test_every_log_is_a_complete_game(logs: dict[str, bytes], recorded: Recorded) -> None:
    assert set(recorded.games["source"]) == set(logs)
    assert recorded.games["complete"].all()
    assert set(recorded.errors["code"]) <= {"text-outside"}


def test_all_tables_are_those_of_a_reader_of_single_tags(logs: dict[str, bytes]) -> None:
    sample = dict(list(logs.items())[::EVERY])
    expected: dict[str, list[dict[str, object]]] = {table: [] for table in TABLES}
    for content in sample.values():
        for table, rows in walk(content[content.index(b"<mjloggm") :].rstrip()).items():
            expected[table] += rows
    got = parse(*sample.values(), names=list(sample))
    for table in TABLES:
        frame = getattr(got, table)
        names = list(expected[table][0])
        columns = {name: pl.Series([row[name] for row in expected[table]], dtype=frame.schema[name]) for name in names}
        for name, column in columns.items():
            assert frame[name].equals(column, null_equal=True), f"{table}.{name}"


def test_endings_are_as_many_as_plain_expressions_count(logs: dict[str, bytes], recorded: Recorded) -> None:
    counts: Counter[str] = Counter()
    for content in logs.values():
        for result in re.findall(rb"<RYUUKYOKU\b[^>]*>", content):
            kind = re.search(rb'\btype="(\w+)"', result)
            counts[DRAWS[kind[1].decode() if kind else None]] += 1
        for hand in re.split(rb"<INIT\b", content)[1:]:
            wins = re.findall(rb"<AGARI\b[^>]*>", hand)
            who = [(re.search(rb'\swho="(\d)"', win)[1], re.search(rb'\sfromWho="(\d)"', win)[1]) for win in wins]
            counts["wins"] += len(wins)
            if wins:
                counts["tsumo" if who[0][0] == who[0][1] else "ron"] += 1
            counts["double"] += len(wins) == 2
        counts["calls"] += len(re.findall(rb"<N\b", content))
        counts["declared"] += len(re.findall(rb'<REACH\b[^>]*step="1"', content))
        counts["paid"] += len(re.findall(rb'<REACH\b[^>]*step="2"', content))
    assert counts.pop("wins") == recorded.wins.height
    assert counts.pop("double") == (recorded.wins["win"] == 1).sum()
    declared = pl.sum_horizontal(pl.col(f"riichi_{seat}").is_not_null() for seat in SEATS)
    paid = pl.sum_horizontal(pl.col(f"riichi_paid_{seat}") for seat in SEATS)
    assert counts.pop("declared") == recorded.hands.select(declared.sum()).item()
    assert counts.pop("paid") == recorded.hands.select(paid.sum()).item()
    assert counts.pop("calls") > 0
    assert dict(recorded.hands["result"].value_counts().rows()) == counts


def test_points_of_every_hand_add_up_and_pass_to_the_next(recorded: Recorded) -> None:
    once = recorded.hands.filter(~pl.struct("game_id", "hand").is_duplicated()).sort("game_id", "hand")
    start, end = (pl.sum_horizontal(f"{name}_{seat}" for seat in SEATS) for name in ("start", "end"))
    paid = pl.sum_horizontal(pl.col(f"riichi_paid_{seat}") for seat in SEATS).cast(pl.Int32) * 1000
    collected = pl.when(pl.col("result").is_in(["tsumo", "ron"])).then(pl.col("deposits").cast(pl.Int32) * 1000)
    wrong = once.filter(end - start != collected.otherwise(-paid) + 0)
    assert wrong.is_empty()
    following = [pl.col(f"start_{seat}").shift(-1).over("game_id") != pl.col(f"end_{seat}") for seat in SEATS]
    assert once.filter(pl.any_horizontal(following)).is_empty()


def test_every_game_has_known_rules(recorded: Recorded) -> None:
    assert recorded.games["rules"].null_count() == 0


def test_cut_logs_give_complete_hands_and_say_where_they_end(real_logs: Path) -> None:
    logs = members(real_logs / "tenhou_xml_cut.zip")
    cut = parse(*logs.values(), names=list(logs))
    told = set(cut.errors["source"])
    for name, content in logs.items():
        results = len(re.findall(rb"<(?:AGARI|RYUUKYOKU)\b[^>]*/>(?!\s*<AGARI)", content))
        ids = cut.games.filter(source=name)
        hands = cut.hands.join(ids, on="game_id", how="semi")["hand"].unique().to_list()
        assert hands == list(range(results)), name
        assert (name in told) == (not ids["complete"].any()), name
