"""Switches: declared once, read from text and TOML, refused with the nearest name, printed as they are read."""

import dataclasses

import pytest

from mjlog.rules import SWITCHES, FloatUma, RuleError, RuleSet, SideBet, load, override, parse, switch_named
from mjlog.rules.switches import GROUPS

NUMBERED = {
    *(str(number) for number in range(1, 60)),
    *("6a", "6b", "9a", "9b", "10a", "10b", "12a", "17a", "24a", "24b", "26a", "26b", "26c", "37b"),
    *("43a", "43b", "43c", "44a", "45a", "45b", "54a", "1F"),
}
NUMBERS = {"points", "thousands", "units", "rounds", "sticks"}
WITHOUT_A_CHOICE = {"34", "37"}
"""How a ron with liability is halved, and who is nearest: the inventory gives one way."""


def test_every_number_of_the_inventory_has_its_switch():
    numbers = {number for switch in SWITCHES.values() for number in switch.number.split(", ")}
    assert NUMBERED - WITHOUT_A_CHOICE <= numbers


def test_every_switch_says_what_it_is():
    for switch in SWITCHES.values():
        assert switch.ja, switch.name
        assert switch.en, switch.name
        assert switch.doc.endswith("."), switch.name
        assert switch.values, switch.name
    assert len({switch.group for switch in SWITCHES.values()}) == len(GROUPS)


def test_a_switch_is_declared_in_one_group():
    names = [field.name for group in GROUPS for field in dataclasses.fields(group)]
    assert sorted(names) == sorted(set(names)) == sorted(SWITCHES)


@pytest.mark.parametrize("name", SWITCHES)
def test_a_value_is_printed_as_it_is_read(name):
    switch = SWITCHES[name]
    assert switch.read(switch.text(switch.default)) == switch.default


@pytest.mark.parametrize("name", SWITCHES)
def test_every_word_a_switch_lists_is_a_value(name):
    for word in SWITCHES[name].values.split(" | "):
        if word in NUMBERS or word.startswith("list") or " " in word:
            continue
        value = SWITCHES[name].read(word)
        assert SWITCHES[name].read(SWITCHES[name].text(value)) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("uma=20,10,-10,-20", (20_000, 10_000, -10_000, -20_000)),
        ("uma=12.5, +4, -4, -12.5", (12_500, 4_000, -4_000, -12_500)),
        ("oka=none", "none"),
        ("oka=20", 20_000),
        ("float_line=30000", 30_000),
        ("renchan=tenpai", ("tenpai",)),
        ("renchan=agari,tenpai", ("agari", "tenpai")),
        ("renchan=none", ("none",)),
        ("noten_penalty=3000", 3000),
        ("noten_penalty=1000,1500,3000", (1000, 1500, 3000)),
        ("pao_yaku=none", ()),
        ("pao_yaku=daisangen", ("daisangen",)),
        ("abort_renchan=kyuushu_kyuuhai,suucha_riichi", ("kyuushu_kyuuhai", "suucha_riichi")),
        ("tie_unit=0.1", "0.1"),
        ("yakuman_stack=6", 6),
        ("tobi=off", "off"),
        ("kiriage_mangan=yes", True),
        ("uma_by_float=1:12/-1/-3/-8", (FloatUma(1, (12_000, -1_000, -3_000, -8_000)),)),
        ("sashiuma=0-1:20, 2-3:10:bashin, all:5", (
            SideBet(0, 1, 20_000), SideBet(2, 3, 10_000, bashin=True), SideBet(0, 0, 5_000),
        )),
    ],
)  # fmt: skip
def test_values_from_text(text, value):
    assert list(parse(text).values()) == [value]


def test_several_switches_at_once():
    book = override(load("default"), "uma=10,5,-5,-10; multi_ron=double ;")
    assert (book.uma[0], book.multi_ron) == (10_000, "double")
    assert book.label == "default; uma=10,5,-5,-10; multi_ron=double"


def test_setting_what_is_already_so_changes_nothing():
    assert override(load("default"), "uma=20,10,-10,-20") is load("default")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("umma=20,10,-10,-20", "did you mean 'uma'?"),
        ("multi_ron=headbump", "did you mean 'head_bump'?"),
        ("multi_ron=7", "head_bump | double | all | double_then_head"),
        ("pao_yaku=daisangn", "did you mean 'daisangen'?"),
        ("uma=20000,10000,-10000,-20000", "thousands of points"),
        ("uma=a,b,c,d", "uma = a,b,c,d is not a value"),
        ("players=5", "3-4"),
        ("start_points=-1", "start_points = -1 is not a value"),
        ("start_points=25k", "start_points = 25k is not a value"),
        ("uma", "not of the form switch=value"),
        ("uma_by_float=1-12", "list of 1:12/-1/-3/-8"),
        ("kiriage_mangan=maybe", "true | false"),
    ],
)
def test_what_is_no_switch_or_value_is_refused_in_words(text, told):
    with pytest.raises(RuleError) as refused:
        override(load("default"), text)
    assert told in str(refused.value)


def test_no_switch_named():
    with pytest.raises(RuleError, match="did you mean 'rounding'"):
        switch_named("roundng")


def test_honba_on_a_ron_and_for_each_payer():
    assert (RuleSet().honba_on_ron, RuleSet().honba_on_tsumo) == (300, 100)
    three = override(load("default-3p"), "honba_value=1000")
    assert (three.honba_on_ron, three.honba_on_tsumo) == (1000, 500)
    assert override(load("default"), "honba_enabled=off").honba_on_ron == 0


def test_the_last_kind_of_renchan_holds_for_later_rounds():
    book = override(load("default"), "renchan=agari,tenpai")
    assert [book.renchan_in(number) for number in range(4)] == ["agari", "tenpai", "tenpai", "tenpai"]
