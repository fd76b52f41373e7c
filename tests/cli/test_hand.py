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
        "8000 from the discarder, honba included",
    ]


def test_a_tsumo_shows_who_pays_what():
    assert hand("1112345678999m+9m", "--tsumo").stdout.splitlines()[-1] == (
        "32000: 16000 from the dealer, 8000 from each of the others"
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


def test_fu_tell_how_they_are_rounded_and_yakuman_have_none():
    assert "40 fu: 20 win + 10 closed ron + 2 wait + 8 triplets" in hand("123m456p79s111z22s+8s", "--riichi").stdout
    assert "40 fu: 20 win + 10 closed ron + 8 triplets = 38, rounded up" in (
        hand("123m456p78s111z22s+9s", "--riichi").stdout
    )
    assert " fu" not in hand("1112345678999m+9m").stdout


@pytest.mark.parametrize(
    "asked", [["--rules", "tenhou-3p"], ["--players", "3"], ["--rules", "majsoul-3p", "--players", "3"]]
)
def test_rules_for_three_players_set_the_players(asked, tmp_path):
    arguments = ["123s456p789s1122z+1z", "--tsumo", "--seat", "W"]
    paid = hand(*arguments, "--rules", "tenhou-3p").stdout.splitlines()[-1]
    assert paid == "1500: 1000 from the dealer, 500 from the other"
    assert hand(*arguments, *asked).stdout.splitlines()[-1] == paid
    own = tmp_path / "own.toml"
    own.write_text('base = "tenhou-3p"\nhonba_value = 300\n', "utf-8")
    assert hand(*arguments, "--rules", str(own)).stdout.splitlines()[-1] == paid


@pytest.mark.parametrize(
    ("rules", "players", "says"),
    [
        ("tenhou", "3", "tenhou is for 4 players, not 3; there is tenhou-3p"),
        ("tenhou-3p", "4", "tenhou-3p is for 3 players, not 4"),
        ("mleague", "3", "mleague is for 4 players, not 3"),
    ],
)
def test_rules_and_players_that_contradict_each_other_are_refused(rules, players, says):
    result = hand("123s456p789s1122z+1z", "--rules", rules, "--players", players)
    assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
    assert result.stderr.rstrip().endswith(says)


def test_three_players():
    result = hand("999m11345567p79s+8s", "kita:2", "--dora", "3z", "--riichi", "--tsumo", "--players", "3")
    assert "north dora 北ドラ  2 han" in result.stdout
    assert result.stdout.splitlines()[-1] == "9000: 6000 from the dealer, 3000 from the other"


def test_tenpai_hands_show_waits_and_others_their_shanten():
    assert hand("1112345678999m").stdout == ("tenpai, waiting for 1m 2m 3m 4m 5m 6m 7m 8m 9m (23 tiles left)\n")
    far = hand("123456789m1111p").stdout
    assert far.startswith("1-shanten (four sets and a pair 1, seven pairs 5, thirteen orphans 9)\nnearer with 1m ")
    assert hand("123m456p789s1122z3z").stdout == "tenpai after the right discard\n"
    assert hand("123m456p789s11222z").stdout.startswith("complete; write the winning tile")


def test_a_hand_without_yaku_and_one_that_is_none():
    assert "without enough yaku" in hand("123m456p78s11z+9s", "chi:345m", "--seat", "W", "--round", "S").stdout
    assert "without enough yaku" in hand("123m456p78s222z11s+9s", "--rule", "min_han=2").stdout
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
        (["123m456p789s1122z+1z", "kita:2"], "--players 3"),
        (["99m345678p11s+1s", "chi:789s", "--players", "3"], "three players cannot call chi"),
        (["234567m34578p22s+6p", "--rinshan", "--tsumo"], "rinshan needs what its tile replaces"),
        (["345m34p22678s+5p", "pon:555z", "--rinshan", "--tsumo"], "rinshan needs what its tile replaces"),
        (["567m34p22s+5p", "ankan:1111z", "pon:555z", "--rinshan", "--haitei", "--tsumo"], "haitei or rinshan"),
        (["567m34578p22s+6p", "ankan:1111z", "--riichi", "--ippatsu", "--rinshan", "--tsumo"], "a kan ends ippatsu"),
        (["234567m34578p22s+6p", "--chankan", "--houtei"], "houtei or chankan"),
        (["234567m34578p22s+6p", "--renhou", "--riichi"], "leave out riichi"),
        (["234567m34578p22s+6p", "--tenhou", "--double-riichi", "--haitei", "--tsumo", "--seat", "E"], "leave out"),
        (["567m34578p22s+6p", "ankan:1111z", "--tenhou", "--tsumo", "--seat", "E"], "before any kan is"),
        (["999m34567p11s789s+8p", "kita:1", "--players", "3", "--chiihou", "--tsumo"], "north set aside"),
        (["234567m34577p66s+6p", "--chankan", "--dora", "6p"], "none can be elsewhere"),
        (["00m123p456p78s222z+9s"], "2 red fives 0m: default has 3, 1 of a suit at most"),
        (["345m34p22678s+0p", "pon:055p", "--rules", "tenhou"], "2 red fives 0p: tenhou has 3"),
        (["00p123p456p78s222z+9s", "--dora", "0p", "--rule", "red_fives=4"], "3 red fives 0p"),
        (["234567m34578p22s+6p", "--dora", "123456z"], "6 dora indicators: there are never more than 5"),
    ],
)
def test_what_cannot_be_together_is_refused(arguments, reason):
    result = hand(*arguments)
    assert result.exit_code == ExitCode.USAGE
    assert result.stdout == ""
    assert reason in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["00p123m456p78s222z+9s", "--rule", "red_fives=4"],
        ["00p123m456p78s222z+9s", "--rule", "red_fives=0"],
        ["999m34567p11s789s+8p", "kita:1", "--players", "3", "--rinshan", "--tsumo"],
        ["567m34578p22s+6p", "ankan:1111z", "--riichi", "--rinshan", "--tsumo"],
        ["234567m34578p22s+6p", "--riichi", "--ippatsu", "--chankan"],
        ["234567m34578p22s+6p", "--double-riichi", "--haitei", "--tsumo"],
        ["234567m34578p22s+6p", "--riichi", "--dora", "12345z", "--ura", "12345z"],
        ["19m19p19s1234567z+1z", "--tsumo", "--tenhou", "--seat", "E"],
    ],
)
def test_what_can_be_together_is_valued(arguments):
    result = hand(*arguments)
    assert result.exit_code == ExitCode.OK, result.stderr
    assert " from " in result.stdout


def test_rows_for_programs():
    (row,) = json.loads(hand("234567m34578p22s+6p", "--riichi", "--format", "json").stdout)
    assert (row["han"], row["fu"], row["points"], row["received"]) == (3, 30, 3900, 3900)
    assert row["yaku"] == ["riichi", "pinfu", "tanyao"]
    (row,) = json.loads(hand("1112345678999m", "--format", "json").stdout)
    assert (row["shanten"], row["left"], len(row["tiles"])) == (0, 23, 9)
