"""Named rule sets and files: found, inherited, sourced, checked against themselves."""

import pytest

from mjlog.rules import RuleError, load, names, of_game, oka_pot, override, preset, problems, warnings
from mjlog.rules.describing import NOT_FOUND, described, differences, template

WANTED = [
    "default", "tenhou", "tenhou-2010", "tenhou-2009", "tenhou-2009-east", "tenhou-3p", "tenhou-3p-2010",
    "tenhou-3p-2009", "majsoul", "majsoul-3p", "mleague", "saikouisen", "rmu-a", "jpml-a", "jpml-wrc", "kyoukai",
    "ema-2016", "ema-2025", "wrc-2015", "wrc-2022", "wrc-2025",
]  # fmt: skip


def test_the_named_rule_sets_are_there():
    assert set(WANTED) <= set(names())
    assert names()[0] == "default"


@pytest.mark.parametrize("name", names())
def test_a_named_rule_set_is_sound_and_says_where_its_values_are_from(name):
    found = preset(name)
    assert found.title
    assert found.rules.label == name
    assert warnings(found.rules) == []
    assert all(found.sources.values())
    assert not any(source.endswith(".toml") for source in found.sources.values())


def test_what_was_not_found_is_marked_as_default():
    rows = {row["switch"]: row for row in described(preset("rmu-a"))}
    assert rows["chombo"]["source"] == NOT_FOUND
    assert rows["uma"]["source"] == "rmu.jp"


@pytest.mark.parametrize(
    ("name", "oka", "uma"),
    [
        ("tenhou", 20_000, (20, 10, -10, -20)),
        ("tenhou-2009-east", 20_000, (10, 5, -5, -10)),
        ("tenhou-3p", 15_000, (20, 0, -20)),
        ("majsoul", 0, (15, 5, -5, -15)),
        ("majsoul-3p", 0, (15, 0, -15)),
        ("mleague", 20_000, (30, 10, -10, -30)),
        ("saikouisen", 0, (30, 10, -10, -30)),
        ("jpml-a", 0, (8, 4, -4, -8)),
        ("ema-2025", 0, (15, 5, -5, -15)),
    ],
)
def test_oka_and_uma_of_rule_sets(name, oka, uma):
    book = load(name)
    assert oka_pot(book) == oka
    assert book.uma == tuple(1000 * amount for amount in uma)


def test_goal_and_return_are_two_numbers():
    book = load("majsoul")
    assert (book.return_points, book.goal_points) == (25_000, 30_000)


@pytest.mark.parametrize(("start", "pot"), [(25_000, 20_000), (27_000, 12_000), (30_000, 0), (35_000, -20_000)])
def test_s09_oka_is_what_is_returned_beyond_the_start(start, pot):
    assert oka_pot(override(load("default"), f"start_points={start}")) == pot


def test_oka_counted_twice_is_warned_of():
    twice = override(load("default"), "uma=50,10,-10,-30")
    assert "uma adds up to 20 and oka is 20" in warnings(twice)[0]
    assert warnings(override(twice, "oka=none")) == []


def test_a_switch_without_effect_is_warned_of():
    assert warnings(override(load("default"), "tobi=off; tobi_prize=10")) == [
        "tobi_prize=10 has no effect while tobi is off"
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("uma=20,0,-20", "uma has 3 places, the rule set is for 4 players"),
        ("uma_by_float=5:8/4/-4/-8", "uma_by_float names 5 floaters of 4 players"),
        ("noten_penalty=1000,2000", "4 players need 3"),
        ("noten_penalty=1000", "does not divide among 3 noten and 1 tenpai"),
        ("honba_value=1000", "give honba_tsumo_each"),
        ("sashiuma=0-4:10", "sashiuma"),
        ("players=3", "uma has 4 places"),
    ],
)
def test_what_cannot_be_played_by_is_refused(text, told):
    with pytest.raises(RuleError) as refused:
        override(load("default"), text)
    assert told in str(refused.value)


def test_an_unknown_name_is_refused_with_the_nearest():
    with pytest.raises(RuleError, match="did you mean 'mleague'"):
        load("m-league")


def test_of_game():
    assert of_game("tenhou", "uma=10,5,-5,-10").label == "tenhou; uma=10,5,-5,-10"
    assert of_game(None).label == "default"
    assert of_game(None, None, 3).players == 3


def test_a_file_starts_from_its_base_and_keeps_its_sources(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text(
        'title = "Our club"\nbase = "mleague"\numa = [20, 10, -10, -20]\n'
        'chombo_points = { value = 12.5, source = "minutes of May" }\n',
        "utf-8",
    )
    club = preset(str(path))
    assert (club.title, club.rules.label, club.rules.multi_ron) == ("Our club", "club", "head_bump")
    assert (club.rules.uma[0], club.rules.chombo_points) == (20_000, 12_500)
    assert club.sources["chombo_points"] == "minutes of May"
    assert club.sources["uma"] == "club.toml"
    assert problems(path) == []


def test_everything_wrong_with_a_file_is_told_with_its_line(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text('umma = [1]\n\ntobi = "lt00"\nrounding = {source = "x"}\n', "utf-8")
    first, second, third = problems(path)
    assert first.startswith("line 1: there is no rule switch 'umma'")
    assert second.startswith("line 3: tobi = lt00 is not a value of tobi")
    assert third == "line 4: rounding is a table without a value"
    with pytest.raises(RuleError, match="umma"):
        load(str(path))


@pytest.mark.parametrize("text", ["uma = [20, 10", "\x00", "uma = [1, 2]"])
def test_a_file_that_is_no_rule_set(tmp_path, text):
    path = tmp_path / "club.toml"
    path.write_text(text, "utf-8")
    assert len(problems(path)) == 1
    with pytest.raises(RuleError):
        load(str(path))


def test_a_file_that_is_not_there():
    with pytest.raises(RuleError, match="cannot be read"):
        load("no/such/club.toml")


@pytest.mark.parametrize("name", names())
def test_the_file_to_start_from_changes_nothing(tmp_path, name):
    path = tmp_path / "club.toml"
    path.write_text(template(preset(name)), "utf-8")
    assert differences(load(str(path)), load(name)) == []


@pytest.mark.parametrize("name", names())
def test_every_line_of_the_file_to_start_from_can_be_taken_in(tmp_path, name):
    switched_on = [
        line.removeprefix("# ")
        for line in template(preset(name)).splitlines()
        if " = " in line and not line.startswith("#   ")
    ]
    path = tmp_path / "club.toml"
    path.write_text("\n".join(switched_on), "utf-8")
    assert problems(path) == []
    assert differences(load(str(path)), load(name)) == []


def test_differences_of_two_rule_sets():
    changed = {row["switch"]: (row["first"], row["second"]) for row in differences(load("tenhou"), load("tenhou-2010"))}
    assert changed == {
        "rounding": ("none", "half_away"),
        "round_before": ("after_oka", "raw_score_first"),
        "first_absorbs": ("false", "true"),
    }


def test_files_that_start_from_each_other_are_refused(tmp_path):
    (tmp_path / "one.toml").write_text('base = "two.toml"\n', "utf-8")
    (tmp_path / "two.toml").write_text('base = "one.toml"\n', "utf-8")
    with pytest.raises(RuleError, match=r"start from each other: one\.toml, two\.toml, one\.toml"):
        load(str(tmp_path / "one.toml"))
    assert "start from each other" in problems(tmp_path / "two.toml")[0]


def test_a_base_is_looked_for_beside_the_file_that_names_it(tmp_path, monkeypatch):
    (tmp_path / "league.toml").write_text('base = "mleague"\nkiriage_mangan = false\n', "utf-8")
    (tmp_path / "final.toml").write_text('base = "league.toml"\numa = [20, 10, -10, -20]\n', "utf-8")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    rules = load("../final.toml")
    assert (rules.kiriage_mangan, rules.uma[0], rules.oka) == (False, 20_000, load("mleague").oka)


@pytest.mark.parametrize(
    ("changed", "warned"),
    [
        ("uma=15,5,-5,-16; oka=none", "uma adds up to -1: the scores of a game do not add up to zero"),
        ("uma=50,10,-10,-30; oka=none", None),
        ("uma=50,10,-10,-30", "the uma seems to hold the oka already"),
        ("uma=30,10,-10,-30; oka=none", None),
        ("oka=none; uma_by_float=1:12/-1/-3/-9", "uma_by_float 1 adds up to -1"),
    ],
)
def test_an_uma_out_of_nothing_is_warned_of(changed, warned):
    found = warnings(override(load("default"), changed))
    assert [warned] == [warned for text in found if warned in text] if warned else found == []


def test_numbers_too_large_to_be_points_are_refused():
    with pytest.raises(RuleError, match="start_points"):
        override(load("default"), "start_points=99999999999999")
