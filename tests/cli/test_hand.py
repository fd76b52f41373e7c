"""``mjlog hand``: one hand for a person."""

import json

import pytest
from click.testing import CliRunner

from mjlog.cli import console, main
from mjlog.cli.console import ExitCode


@pytest.fixture(autouse=True)
def _apart(monkeypatch):
    monkeypatch.setattr(console, "_least", ExitCode.OK)


def hand(*arguments):
    return CliRunner().invoke(main, ["hand", *arguments])


def test_a_won_hand_shows_yaku_fu_items_and_payments():
    result = hand("234567m34578p22s+6p", "--riichi", "--dora", "4m", "--honba", "1")
    assert result.exit_code == ExitCode.OK
    assert result.stdout.splitlines() == [
        "riichi 立直  1 han",
        "pinfu 平和  1 han",
        "all simples 断幺九  1 han",
        "dora ドラ  1 han",
        "30 fu: 20 win + 10 closed ron",
        "4 han 30 fu",
        "8000 from the discarder",
    ]


def test_a_tsumo_shows_who_pays_what():
    assert hand("1112345678999m+9m", "--tsumo").stdout.splitlines()[-1] == (
        "32000: 16000 from the dealer, 8000 from each other"
    )
    assert hand("340m567s2p+2p", "pon:555z", "ankan:9999s", "--tsumo", "--seat", "E").stdout.splitlines()[-3:] == [
        "60 fu: 20 win + 2 tsumo + 2 wait + 4 triplets + 32 kans",
        "2 han 60 fu",
        "6000: 2000 from each",
    ]


def test_rules_and_single_switches():
    double = hand("1112345678999m+9m", "--rules", "majsoul").stdout.splitlines()
    assert double[-2:] == ["2 yakuman", "64000 from the discarder"]
    assert (
        "8000 from" in hand("234567m34578p22s+6p", "--riichi", "--dora", "4m", "--rule", "kiriage_mangan=true").stdout
    )
    refused = hand("234567m34578p22s+6p", "--rule", "kiriage=true")
    assert (refused.exit_code, "did you mean" in refused.stderr) == (ExitCode.USAGE, True)


def test_three_players():
    result = hand("999m11345567p79s+8s", "kita:2", "--dora", "3z", "--riichi", "--tsumo", "--players", "3")
    assert "north dora 北ドラ  2 han" in result.stdout
    assert result.stdout.splitlines()[-1] == "9000: 6000 from the dealer, 3000 from each other"


def test_tenpai_hands_show_waits_and_others_their_shanten():
    assert hand("1112345678999m").stdout == ("tenpai, waiting for 1m 2m 3m 4m 5m 6m 7m 8m 9m (23 tiles left)\n")
    far = hand("123456789m1111p").stdout
    assert far.startswith("1-shanten (four sets and a pair 1, seven pairs 5, thirteen orphans 9)\nnearer with 1m ")
    assert hand("123m456p789s1122z3z").stdout == "tenpai after the right discard\n"
    assert hand("123m456p789s11222z").stdout.startswith("complete; write the winning tile")


def test_a_hand_without_yaku_and_one_that_is_none():
    assert "without a yaku" in hand("123m456p78s11z+9s", "chi:345m", "--seat", "W", "--round", "S").stdout
    assert hand("123m456p78s13z+9s", "chi:345m").stdout == "not a winning hand\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["22222448m123p678s"], "5 tiles 2m"),
        (["123m456p78s11z+9s", "chi:345m", "--riichi"], "riichi is only for a closed hand"),
        (["234567m34578p22s+6p", "--haitei"], "add --tsumo"),
        (["234567m34578p22s+6p", "--chankan", "--tsumo"], "leave out --tsumo"),
        (["234567m34578p22s+6p", "--ippatsu"], "ippatsu needs riichi"),
        (["234567m34578p22s+6p", "--ura", "1m"], "for riichi only"),
        (["234567m34578p22s+6p", "--riichi", "--double-riichi"], "not both"),
        (["234567m34578p22s+6p", "--tenhou", "--tsumo"], "tenhou is the dealer's: --seat E"),
        (["234567m34578p22s+6p", "--renhou", "--seat", "E"], "not for the dealer"),
        (["999m34567p11s789s+8p", "--players", "3", "--seat", "N"], "no north seat"),
    ],
)
def test_what_cannot_be_together_is_refused(arguments, reason):
    result = hand(*arguments)
    assert result.exit_code == ExitCode.USAGE
    assert result.stdout == ""
    assert reason in result.stderr


def test_rows_for_programs():
    (row,) = json.loads(hand("234567m34578p22s+6p", "--riichi", "--format", "json").stdout)
    assert (row["han"], row["fu"], row["points"], row["received"]) == (3, 30, 3900, 3900)
    assert row["yaku"] == ["riichi", "pinfu", "tanyao"]
    (row,) = json.loads(hand("1112345678999m", "--format", "json").stdout)
    assert (row["shanten"], row["left"], len(row["tiles"])) == (0, 23, 9)
