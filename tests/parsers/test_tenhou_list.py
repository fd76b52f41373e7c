"""Tenhou's lists of results, written by hand and as Tenhou hands them out."""

import datetime as dt
import gzip
import os
import re
from pathlib import Path

import polars as pl
import pytest

from mjlog.parsing import DOCUMENTS
from parsers.tenhou_list import parse, sniff

LINK = '<a href="http://tenhou.net/0/?log={}">牌譜</a>'
LOG = "2018092823gm-00a9-0000-445a08e4"
SCA = "L1001 | 15:24 | 三般南喰赤－ | ケモさん(+95.0) セネ.(-27.0) 鰐吉(-68.0)"
SCB = "08:10 | 15 | 四上東喰赤－ | a(+66.8) b(+5.7) c(-31.2) d(-41.3)"
SCC = f"23:00 | 30 | 四鳳南喰赤－ | {LINK.format(LOG)} | =Jam(+59.0) b(+11.0) アル中@テンパ(-14.0) d2(-56.0)<br>"
SCD = "00:10 | 02 | 三若東喰赤祝５ | rassunn(+76.0,+4枚) qzc(-5.0,0枚) 福音(-71.0,-4枚)"
SKILL = (
    f"00:14 | 01 | 四技－喰赤－ | {LINK.format('2015123000gm-0841-0000-dbb9f05f')} | a(+1.5) b(0.0) c(0.0) d(-1.5)<br>"
)
CUP_LINK = LINK.format("2015122220gm-0009-10431-355ea9f0")
CUP = f"C0431 | 20:08 | 四般南喰赤－ | {CUP_LINK} | a(+56.0) b(+10.0) c(-20.0) d(-46.0)<br>"


def read(*texts, names=None):
    contents = [text if isinstance(text, bytes) else text.encode() for text in texts]
    sources = names or [f"list-{number}.log" for number in range(len(contents))]
    rows = {"source": sources, "member": [None] * len(contents), "content": contents}
    return parse(pl.DataFrame(rows, schema=DOCUMENTS), False)


def one(text, name="sca20180928.log"):
    """The only game of a list, and its players."""
    recorded = read(text, names=[name])
    assert recorded.errors.rows() == []
    (game,) = recorded.games.rows(named=True)
    return game, recorded.players.select("seat", "name", "recorded_score", "recorded_rank", "chips").rows()


def listed(text):
    return [(name, score) for _, name, score, *_ in one(text)[1]]


def test_players_stand_by_rank():
    game, players = one(SCA)
    assert players == [(0, "ケモさん", 95000, 1, None), (1, "セネ.", -27000, 2, None), (2, "鰐吉", -68000, 3, None)]
    assert (game["n_players"], game["first_dealer"], game["complete"]) == (3, None, True)
    assert (game["platform"], game["format"]) == ("tenhou", "tenhou-list")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (SCA, ("1001", "三般南喰赤", "hanchan", 2, True, None)),
        (SCB, ("0", "上東喰赤", "east", 3, True, "tenhou")),
        (SCC, ("0", "鳳南喰赤", "hanchan", 3, True, "tenhou-2010")),
        (SCD, ("0", "三若東喰赤祝５", "east", 2, True, None)),
        (SKILL, ("0", "技喰赤", "one_hand", 3, True, "tenhou")),
        (CUP, ("10431", "般南喰赤", "hanchan", 3, True, None)),
        (SCB.replace("四上東喰赤－", "四般南－－－"), ("0", "般南", "hanchan", 0, False, "tenhou")),
    ],
)
def test_a_rule_s_text_tells_the_table(line, told):
    row = one(line)[0]
    assert tuple(row[name] for name in ("lobby", "room", "length", "red_fives", "open_tanyao", "rules")) == told


def test_chips_stand_beside_the_score():
    _, players = one(SCD)
    assert [(score, chips) for *_, score, _, chips in players] == [(76000, 4), (-5000, 0), (-71000, -4)]


def test_a_game_has_the_id_of_its_log_and_its_start_in_japan():
    game, _ = one(SCC, "scc.html")
    assert (game["game_id"], game["started_at"]) == (LOG, dt.datetime(2018, 9, 28, 14, tzinfo=dt.UTC))


def test_the_file_s_name_tells_the_day_of_a_game_without_a_log():
    assert one(SCB, "2024/scb20240301.log")[0]["started_at"] == dt.datetime(2024, 2, 29, 23, 10, tzinfo=dt.UTC)
    assert one(SCB, "list.log")[0]["started_at"] is None


def test_games_without_a_log_are_told_apart_by_their_lines():
    ids = read(f"{SCA}\n{SCB}\n{SCA}\n").games["game_id"].to_list()
    assert len(set(ids)) == 3
    assert all(re.fullmatch(r"[0-9a-f]{16,}", name) for name in ids)
    assert ids == read(f"{SCA}\n{SCB}\n{SCA}", names=["elsewhere.log"]).games["game_id"].to_list()
    days = [one(SCA, f"sca2018092{day}.log")[0]["game_id"] for day in (7, 8)]
    assert days[0] != days[1]


def test_an_hourly_and_a_daily_list_of_the_same_day_tell_the_same_game():
    assert one(SCB, "scb2024030108.log")[0]["game_id"] == one(SCB, "scb20240301.log")[0]["game_id"]


@pytest.mark.parametrize(
    "name",
    ["m9(-Д-)", "a b", "a | b", "ゆりかご（三麻）", "(+1.0", "x)", "00:00", "三上東喰赤－", "a(+5.0)b", "a(+3.0) b"],
)
def test_names_hold_anything(name):
    assert listed(f"08:10 | 15 | 四上東喰赤－ | {name}(+66.8) b(+5.7) {name}(-31.2) d(-41.3)") == [
        (name, 66800),
        ("b", 5700),
        (name, -31200),
        ("d", -41300),
    ]


def test_names_that_could_be_parted_in_two_ways_are_an_error():
    recorded = read("08:10 | 15 | 四上東喰赤－ | a(0.0) b(0.0) c(0.0) d(0.0) e(0.0)")
    assert recorded.games.is_empty()
    assert "cannot be told apart" in recorded.errors["message"][0]


def test_a_space_between_players_may_be_missing():
    assert listed(SCB.replace(") b", ")b")) == [("a", 66800), ("b", 5700), ("c", -31200), ("d", -41300)]


def test_pages_escape_names():
    line = SCC.replace("=Jam", "&lt;b&gt; &amp;amp; &quot;&#39;").replace("d2", "a | b")
    assert [name for name, _ in listed(line)] == ["<b> &amp; \"'", "b", "アル中@テンパ", "a | b"]


def test_plain_lists_do_not():
    assert listed(SCA.replace("セネ.", "R&amp;D"))[1] == ("R&amp;D", -27000)


def test_pages_break_lines_anywhere():
    at = SCC.index("アル")
    torn = f"{SCC[: at - 1]}\n{SCC[at:]}\n{SCC}\n"
    recorded = read(torn.replace("<br>", "<br />", 1))
    assert recorded.errors.is_empty()
    assert recorded.players["name"].to_list() == ["=Jam", "b", "アル中@テンパ", "d2"] * 2


def test_scores_of_whole_points_and_of_tenths():
    assert listed(SCB.replace("66.8", "66")) == [("a", 66000), ("b", 5700), ("c", -31200), ("d", -41300)]


def test_what_is_no_line_is_an_error_with_its_place():
    recorded = read(f"{SCA}\n\n{SCB[:-8]}\nhello\n{SCB}")
    assert len(recorded.games) == 2
    first = len(f"{SCA}\n\n".encode())
    assert recorded.errors.select("code", "offset").rows() == [
        ("bad-line", first),
        ("bad-line", first + len(f"{SCB[:-8]}\n".encode())),
    ]
    assert recorded.errors["message"].str.contains("hello").to_list() == [False, True]


@pytest.mark.parametrize("score", ["+660000000000.8", "+66.8,+99999枚"])
def test_numbers_too_large_to_be_true_cost_their_line(score):
    recorded = read(f"{SCA}\n{SCB.replace('+66.8', score)}")
    assert len(recorded.games) == 1
    assert recorded.errors["code"].to_list() == ["bad-line"]


def test_an_index_of_lists_is_refused_by_name():
    index = b"list([\n    {file:'sca20180926.log.gz',size:35919}\n    ]);\n"
    recorded = read(SCA, index, names=["sca.log", "list.js"])
    assert len(recorded.games) == 1
    assert recorded.errors.select("source", "code").rows() == [("list.js", "index-of-lists")]


@pytest.mark.parametrize("content", [b"", b"\n\n"])
def test_a_document_without_lines(content):
    assert read(content).errors["code"].to_list() == ["empty-list"]


def test_bytes_that_are_no_text_cost_only_their_line():
    recorded = read(f"{SCA}\n".encode() + b"\xff\xfe\x00\n" + SCB.encode())
    assert len(recorded.games) == 2
    assert len(recorded.errors) == 1


def test_a_mark_before_the_text_and_windows_lines():
    recorded = read(f"\ufeff{SCA}\r\n{SCB}\r\n")
    assert recorded.errors.is_empty()
    assert recorded.players["recorded_score"].to_list()[2] == -68000


@pytest.mark.parametrize("line", [SCA, SCB, SCC, SCD, SKILL, CUP])
def test_sniffed_by_its_lines(line):
    assert sniff(f"{line}\n".encode(), "")
    assert not sniff(b'{"log":[]}', "sca.log")


def test_samples():
    for path in sorted(Path("sample_logs/tenhou_list").iterdir()):
        content = path.read_bytes()
        recorded = read(gzip.decompress(content) if path.suffix == ".gz" else content, names=[path.name])
        assert recorded.errors.is_empty()
        sums = recorded.players.group_by("game_id").agg(pl.col("recorded_score").sum())
        assert set(sums["recorded_score"]) == {0}


@pytest.mark.skipif("MJLOG_REAL_LOGS" not in os.environ, reason="MJLOG_REAL_LOGS names no folder of real logs")
def test_real_lists():
    paths = sorted((Path(os.environ["MJLOG_REAL_LOGS"]) / "tenhou_sc").iterdir())
    contents = [path.read_bytes() for path in paths]
    recorded = read(*contents, names=[path.name for path in paths])
    lines = sum(content.count(b" | ") > 0 and len(re.findall(rb"\d\d:\d\d \| ", content)) for content in contents)
    assert len(recorded.games) == lines
    assert set(recorded.errors["source"].str.contains("list")) == {True}
    assert set(recorded.errors["code"]) == {"index-of-lists"}
    sums = recorded.players.group_by("game_id").agg(pl.col("recorded_score").sum())
    assert set(sums["recorded_score"]) == {0}
