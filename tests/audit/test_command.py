"""``mjlog audit`` finds the same in logs as in the dataset made of them, whatever they hold twice."""

import shutil
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from mjlog.audit import CHECKS
from mjlog.cli import console, main
from mjlog.cli.console import ExitCode

SAMPLES = Path(__file__).parents[2] / "sample_logs"


@pytest.fixture(autouse=True)
def _apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(console, "_least", ExitCode.OK)


def mjlog(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


def audited(*arguments, code=ExitCode.FINDINGS):
    """Findings and the last line of the summary."""
    result = mjlog("audit", *arguments, "--format", "ndjson", "--workers", "1")
    assert result.exit_code == code, result.stderr
    findings = pl.read_ndjson(result.stdout.encode()) if result.stdout else pl.DataFrame()
    return findings.rows(), result.stderr.splitlines()[-1]


@pytest.fixture
def logs(tmp_path):
    """Sound logs and one with a wrong payment."""
    folder = tmp_path / "logs"
    shutil.copytree(SAMPLES / "tenhou_xml", folder)
    spoiled = next(path for path in sorted(folder.iterdir()) if "pao-ron" in path.name)
    text = spoiled.read_text("utf-8")
    assert 'ten="40,5200,0"' in text
    spoiled.write_text(text.replace('ten="40,5200,0"', 'ten="40,5300,0"'), "utf-8")
    return folder


def test_logs_and_their_dataset_have_the_same_findings(logs):
    direct = audited(logs)
    assert [(row[3], row[0]) for row in direct[0]] == [("value", "2024032210gm-00e1-0000-a16d0e00")]
    mjlog("convert", logs, "-o", "out", "--events")
    assert audited("out") == direct
    mjlog("convert", logs, "-o", "accounts")
    assert "0 findings" in audited("accounts", code=ExitCode.OK)[1]


def test_a_game_held_twice_is_audited_once(logs, monkeypatch):
    once = audited(logs)
    shutil.copytree(logs, logs / "again")
    assert audited(logs) == once
    monkeypatch.setattr("mjlog.ingest.reading.BATCH_DOCUMENTS", 5)  # now the two are in different batches
    assert "several inputs hold the same game" in mjlog("audit", logs, "--workers", "1").stderr
    assert audited(logs) == once


def test_batches_make_no_difference(logs, monkeypatch):
    whole = audited(logs)
    monkeypatch.setattr("mjlog.ingest.reading.BATCH_DOCUMENTS", 2)
    assert audited(logs) == whole
    monkeypatch.setattr("mjlog.audit.parts.GAMES_AT_ONCE", 3)
    mjlog("convert", logs, "-o", "out", "--events")
    assert audited("out") == whole


def test_logs_without_a_game_are_an_error(tmp_path):
    (tmp_path / "page.html").write_text("<html>nothing</html>")
    result = mjlog("audit", "page.html")
    assert result.exit_code == ExitCode.CANNOT
    assert "no game could be read" in result.stderr


def test_a_check_that_is_not_there_is_refused_and_one_that_is_can_be_asked_for_alone(logs):
    assert mjlog("audit", logs, "--check", "velue").exit_code == ExitCode.USAGE
    assert "0 findings" in audited(logs, "--check", "fu", code=ExitCode.OK)[1]
    assert audited(logs, "--check", "value")[0] == audited(logs)[0]


TANYAO = SAMPLES / "tenhou_xml" / "kakan-then-ankan_2024020723gm-00e1-0000-26e9bd1a.xml"
"""Its E3-2 is an open tanyao without another yaku."""


@pytest.mark.parametrize("how", ["--rule", "--rules"])
def test_the_tiles_too_are_held_against_the_rules_asked_for(how, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('base = "tenhou"\nopen_tanyao = false\n', "utf-8")
    assert audited(TANYAO, code=ExitCode.OK)[0] == []
    result = mjlog("audit", TANYAO, how, "open_tanyao=false" if how == "--rule" else house, "--format", "ndjson")
    found = pl.read_ndjson(result.stdout.encode()).filter(check="no-yaku")
    assert found["message"].to_list() == ["E3-2, seat 3: recorded a win, right is no win: no yaku"]
    assert found["rules"].to_list() == ["tenhou; open_tanyao=false" if how == "--rule" else "house"]


def test_a_hand_that_was_set_aside_accuses_nobody(tmp_path):
    text = TANYAO.read_text("utf-8")
    begins = [at for at in range(len(text)) if text.startswith("<INIT", at)]
    result = text.index("<AGARI", begins[1])
    assert result < begins[2]
    log = tmp_path / TANYAO.name
    log.write_text(text[:result] + text[text.index("/>", result) + 2 :], "utf-8")
    told = mjlog("audit", log)
    assert told.exit_code == ExitCode.SOME_FAILED
    assert " 0 findings" in told.stderr


@pytest.mark.parametrize("chosen", [("--rules", "mleague"), ("--rule", "honba_value=1500")])
def test_a_dataset_is_audited_under_the_rules_it_was_settled_under(chosen):
    logs = SAMPLES / "tenhou_xml" / "extension-to-its-end_2024041413gm-00e1-0000-bf4a0799.xml"
    mjlog("convert", logs, "-o", "out", *chosen)
    found = pl.read_parquet("out/findings/*.parquet")
    assert found.height > 0
    directly = mjlog("audit", "out", "--format", "ndjson")
    assert pl.read_ndjson(directly.stdout.encode()).height == found.height
    assert "the tiles are not looked at" in directly.stderr


def test_a_game_that_cannot_be_audited_costs_itself_alone(logs, monkeypatch):
    whole = audited(logs)[0]
    guilty = "2024041901gm-00e1-0000-4047138b"
    fu = CHECKS["fu"].compare

    def failing(facts):
        if guilty in facts.recorded.games["game_id"].to_list():
            raise ValueError("no such thing")
        return fu(facts)

    monkeypatch.setitem(CHECKS, "fu", replace(CHECKS["fu"], compare=failing))
    result = mjlog("audit", logs, "--format", "ndjson", "--workers", "1")
    assert "the game cannot be audited: ValueError: no such thing" in result.stderr
    assert pl.read_ndjson(result.stdout.encode()).rows() == whole
    assert mjlog("audit", logs, "--exit-zero", "--workers", "1").exit_code == ExitCode.SOME_FAILED
