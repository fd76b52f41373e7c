"""Real logs: every file is read, and each thing that is wrong with one is known and true."""

import zipfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest

from mjlog.parsing import DOCUMENTS, Recorded
from mjlog.tables import dtypes
from parsers.tenhou_json import sniff
from parsers.tenhou_json.reading import parse
from parsers.tenhou_xml import PARSER as TENHOU_XML

FAULTS = {
    "whong09-majsoulana": ("bad-hand", "has 16 items: it is of another format"),
    "zhengye1-paipuconve___39_______6": ("repeated-hand", "the same hand is written twice in a row"),
    "ColinT-paifuplus__out": ("bad-play", '"p47" is no tile and no call'),
}
"""The faults of files: the beginning of a name, code, and words. Everything else is read without one."""

BROKEN_CHAINS = {
    "shimyuki32-mjsoul": {("S", 2)},
    "zhengye1-paipuconve___39_______3": {("E", 1), ("E", 2)},
}
"""Hands whose result does not lead to the next hand's points: a riichi on a ronned tile that the exporter counts as
paid; and a transcript whose own numbers do not agree."""

WRONG_ENDS = ("__riichi_sengen_ron", "__kokushi_peinuki")
"""Last hands whose result is not the final score: the same fault, and a stick left out in a ron on a north."""


def files(real_logs: Path) -> list[Path]:
    return sorted([*(real_logs / "tenhou_json").iterdir(), *(real_logs / "majsoul_tenhou6").iterdir()])


def recorded(paths: list[Path], *, events: bool = True) -> Recorded:
    rows = {"source": [path.name for path in paths], "member": None, "content": [path.read_bytes() for path in paths]}
    return parse(pl.DataFrame(rows, schema=DOCUMENTS), events)


def known(name: str, faults) -> str | None:
    return next((start for start in faults if name.startswith(start)), None)


def test_every_file_is_told_and_read_and_its_faults_are_known(real_logs):
    paths = files(real_logs)
    assert all(sniff(path.read_bytes()[:65536], path.name) for path in paths)
    found = recorded(paths)
    for row in found.errors.rows(named=True):
        start = known(row["source"], FAULTS)
        assert start is not None, row
        code, words = FAULTS[start]
        assert (row["code"], words in row["message"]) == (code, True)
    unread = {path.name for path in paths} - set(found.games["source"])
    assert {known(name, FAULTS) for name in unread} == {"whong09-majsoulana"}
    assert found.wins["yaku_other"].drop_nulls().is_empty()
    for table in ("games", "players", "hands", "wins", "events", "errors"):
        assert getattr(found, table).schema == dtypes(table)


def test_events_change_nothing_else(real_logs):
    with_events, without = recorded(files(real_logs)), recorded(files(real_logs), events=False)
    for table in ("games", "players", "hands", "wins", "errors"):
        assert getattr(with_events, table).equals(getattr(without, table), null_equal=True)


def each_game(real_logs: Path) -> Iterator[tuple[str, list[dict], list[int | None]]]:
    """File, hands and final points of every game."""
    for path in files(real_logs):
        found = recorded([path], events=False)
        for game in found.games["game_id"]:
            mine = pl.col("game_id") == game
            points = found.players.filter(mine)["recorded_points"].to_list()
            yield path.name, found.hands.filter(mine).rows(named=True), points


def points(row: dict, when: str, players: int) -> list[int]:
    return [row[f"{when}_{seat}"] for seat in range(players)]


def test_every_result_leads_to_the_next_hand_and_to_the_end_but_where_exporters_err(real_logs):
    for name, hands, final in each_game(real_logs):
        players = len(final)
        expected = BROKEN_CHAINS.get(known(name, BROKEN_CHAINS) or "", set())
        broken = {
            (hand["round_wind"], hand["kyoku"])
            for hand, following in pairwise(hands)
            if points(hand, "end", players) != points(following, "start", players)
        }
        assert broken == expected, name
        sticks = hands[-1]["deposits"] + sum(bool(hands[-1][f"riichi_paid_{seat}"]) for seat in range(players))
        if final[0] is not None and (hands[-1]["result"] in {"ron", "tsumo"} or not sticks):
            right = points(hands[-1], "end", players) == final
            assert right != any(part in name for part in WRONG_ENDS), name


def test_sticks_on_the_table_are_those_that_were_paid(real_logs):
    for name, hands, final in each_game(real_logs):
        for hand, following in pairwise(hands):
            paid = sum(bool(hand[f"riichi_paid_{seat}"]) for seat in range(len(final)))
            left = 0 if hand["result"] in {"ron", "tsumo"} else hand["deposits"] + paid
            assert following["deposits"] == left, (name, hand["hand"])


def test_winners_hold_whole_hands_and_every_hand_ends_as_it_is_said_to(real_logs):
    found = recorded(files(real_logs))
    wins = found.wins.unique(["game_id", "hand", "win"])
    unreadable = wins.filter(pl.col("tiles").is_null())
    assert unreadable.height == 1
    size = pl.col("tiles").list.len() + 3 * (pl.col("melds").list.len() - pl.col("kita"))
    assert wins.filter(size != 14).is_empty()
    last = found.events.unique(["game_id", "hand", "seq"]).sort("seq").group_by("game_id", "hand").last()
    ended = found.hands.unique(["game_id", "hand"]).join(last, on=["game_id", "hand"])
    kinds = dict(ended.group_by("result").agg(pl.col("kind").unique().cast(pl.String)).iter_rows())
    assert set(kinds["tsumo"]) == {"draw"}
    assert set(kinds["exhaustive_draw"]) == {"discard"}
    assert set(kinds["ron"]) == {"discard", "kakan", "kita"}


SAME = ("hands", "wins", "events")


def test_the_same_game_in_xml_gives_the_same_tables(real_logs):
    archive = zipfile.ZipFile(real_logs / "tenhou_xml.zip")
    names = {name.split("/")[-1].split(".")[0]: name for name in archive.namelist()}
    games = recorded(files(real_logs), events=False).games
    pairs = [(row["game_id"], row["source"]) for row in games.rows(named=True) if row["game_id"] in names]
    assert len(pairs) >= 8
    for game, source in pairs:
        mine = recorded([real_logs / "tenhou_json" / source])
        rows = {"source": [names[game]], "member": None, "content": [archive.read(names[game])]}
        theirs = TENHOU_XML.parse(pl.DataFrame(rows, schema=DOCUMENTS), True)
        for table in SAME:
            ours, other = getattr(mine, table), getattr(theirs, table)
            if table == "hands":
                ours, other = ours.drop("dice"), other.drop("dice")
            if table == "wins":  # limit hands state no fu here
                ours, other = ours.drop("fu"), other.drop("fu")
            if table == "events":  # hands are dealt sorted here
                ours, other = (frame.filter(pl.col("kind") != "deal") for frame in (ours, other))
            assert ours.equals(other, null_equal=True), (source, table)


def test_three_players_are_told_without_being_said(real_logs):
    path = next(path for path in files(real_logs) if "nukidora_doubleron" in path.name)
    content = path.read_bytes().replace(b'"ratingc":"PF3"', b'"x":""').replace(b'"ratingc": "PF3"', b'"x":""')
    rows = {"source": ["a"], "member": None, "content": [content]}
    assert parse(pl.DataFrame(rows, schema=DOCUMENTS), False).games["n_players"].item() == 3


@pytest.mark.parametrize("name", ["confusing_nakis_1", "confusing_nakis_4", "confusing_nakis_5", "confusing_nakis_7"])
def test_calls_that_could_be_of_an_earlier_discard_are_put_in_order(real_logs, name):
    paths = [path for path in files(real_logs) if name in path.name]
    found = recorded(paths[:1])
    assert found.errors.is_empty()
    assert found.events["hand"].n_unique() == found.hands.height
