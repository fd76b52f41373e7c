"""Rules of tables that are not ordinary."""

import pytest

from mjlog.rules import override
from mjlog.rules.switches import RuleSet
from parsers.shared.tenhou_rules import rules
from tests.parsers.tenhou_xml.documents import OWARI, draw, hand, log, parse

LEAGUE = "0FE0BF0B,0000001F,,,30000,30000,30000,,,,,,,,,,,,,,,5,-5,-15,5,-5,-15,5,-5,-15,5,-5,-15,5,-5,-15,,,,"
FLOATING = "4120DF0F,00000001,,,30000,30000,30000,,,,,,,,,,,,,,,5,-5,-15,5,0,-20,5,-5,-15,0,-5,-15,5,-5,-15,,,,"
ORDINARY = "00000000,00000000,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,"


def switches(table: int, csrule: str | None = None, era: str = "") -> RuleSet:
    found = rules(table, era, told=True, csrule=csrule)
    assert found.unknown is None
    return override(RuleSet(), found.overrides or "")


def test_a_custom_table_of_zeros_is_an_ordinary_one() -> None:
    assert rules(0x101, "", told=True, csrule=ORDINARY) == ("tenhou", None, None)
    assert rules(0x101, "2010", told=True, rule=",,0101,0,0,0,0") == ("tenhou-2010", None, None)


def test_a_league_table_is_read_bit_by_bit() -> None:
    found = switches(0x101, LEAGUE)
    assert (found.start_points, found.goal_points, found.return_points) == (30_000, 30_000, 30_000)
    assert found.uma == (15_000, 5_000, -5_000, -15_000)
    assert not found.uma_by_float
    assert (found.nagashi, found.kiriage_mangan, found.kan_dora) == ("off", True, "immediate")
    assert (found.multi_ron, found.tenpai_yame, found.agari_yame) == ("head_bump", "off", RuleSet().agari_yame)
    assert (found.suufon_renda, found.suukaikan, found.suucha_riichi, found.kyuushu) == (False, "off", False, "off")
    assert (found.tie_rank, found.double_wind_fu, found.kazoe) == ("split", "2", "sanbaiman")
    assert found.pao_yaku == ("daisangen", "daisuushii", "suukantsu")


def test_uma_may_depend_on_how_many_are_below_the_start() -> None:
    found = switches(0x0B, FLOATING)
    assert found.tobi == "off"
    by_float = {entry.floaters: entry.uma for entry in found.uma_by_float}
    assert by_float[1] == (20_000, 0, -5_000, -15_000)
    assert by_float[3] == (15_000, 5_000, 0, -20_000)
    assert (found.float_line, found.float_compare) == ("start", "ge")


def test_amounts_of_a_custom_table() -> None:
    text = "00000000,00000000,,,10000,20000,30000,40000,,,2000,300,,,,,500,1000,1500,,,2,-3,-4"
    found = switches(0x09, text)
    assert (found.start_points, found.goal_points, found.return_points, found.cold_score) == (
        10000,
        20000,
        30000,
        40000,
    )
    assert (found.riichi_bet, found.honba_on_ron, found.honba_on_tsumo) == (2000, 900, 300)
    assert found.noten_penalty == (500, 1000, 1500)
    assert {entry.floaters: entry.uma for entry in found.uma_by_float}[0] == (20_000, 10_000, -10_000, -20_000)


def test_dealers_of_a_custom_table() -> None:
    assert switches(0x09, "00030000").renchan == ("none",)
    assert switches(0x09, "00020000").renchan == ("agari",)


def test_switches_of_three_players_are_theirs_alone() -> None:
    assert switches(0x19, "00C00000").kita == "off"
    assert switches(0x19, "00C00000").tsumo_payment == "equalize"
    assert rules(0x09, "", told=True, csrule="00C00000").overrides is None


def test_tables_with_chips() -> None:
    assert switches(0x229).kiriage_mangan
    assert switches(0x229).uma == (30_000, 10_000, -10_000, -30_000)
    assert switches(0x621).honba_on_ron == 1500
    assert switches(0x641, "4007C004,,,,30000,30000,30000").uma == RuleSet().uma


def test_a_game_of_one_hand() -> None:
    found = switches(0x841)
    assert (found.start_points, found.return_points, found.oka, found.tie_rank) == (1000, 1000, "none", "split")
    assert found.uma == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("table", "csrule", "named"),
    [
        (0x09, "00000010", "csrule[0]&0x10"),
        (0x09, "00100000", "csrule[0]&0x100000"),
        (0x09, "00010000", "csrule[0]&0x10000"),
        (0x09, "00000000,00000020", "csrule[1]&0x20"),
        (0x09, "0,0,1", "csrule[2]&0x1"),
        (0x09, "zero", "csrule[0]=zero"),
        (0x09, "0,0,,,many", "csrule: a number"),
        (0x09, "0,0,,,,,,,8", "csrule[8]=8"),
        (0x2009, None, "type 0x2000"),
        (0x239, None, "three players"),
        (None, None, "type"),
    ],
)
def test_what_is_not_understood_is_named_and_leaves_the_rules_unknown(table, csrule, named) -> None:
    found = rules(table, "", told=True, csrule=csrule)
    assert found.preset is None
    assert named in found.unknown


def test_rounding_of_a_custom_table_is_told_by_its_scores_or_not_at_all() -> None:
    assert rules(0x09, "2010", told=True, csrule="00040000").preset == "tenhou-2010"
    assert rules(0x09, "", told=True, csrule="00040000").preset == "tenhou"
    assert rules(0x09, "", told=False, csrule="00040000").unknown == "csrule[0]=00040000"


def test_a_game_with_rules_that_are_not_understood_is_read_and_noted() -> None:
    go = '<GO type="257" lobby="1" title="" rule=",,0101,0,0,0,7" ranking="" csrule="00000010,,,"/>'
    recorded = parse(log(hand(draw(more=OWARI)), go=go))
    assert recorded.games["rules"].to_list() == [None]
    assert recorded.hands.height == 1
    assert recorded.errors["code"].to_list() == ["unknown-rules"]
    assert "csrule[0]&0x10" in recorded.errors["message"].item()
    assert "rule[6]" in recorded.errors["message"].item()
