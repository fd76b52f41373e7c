"""Logs that other tools are known to misread, read to the end: parsed, settled under their own rules, and audited.

Each stands for a kind of fault, by which its test is named; the parsers' own tests have the many variants.
"""

import json

import polars as pl
import pytest

from mjlog.audit import audit, examine
from mjlog.parsing import Recorded
from mjlog.settlement import Settled, settle
from tests.parsers.mjai import test_dialects as mjai
from tests.parsers.tenhou_json import logs as tenhou_json
from tests.parsers.tenhou_json.test_order import SKIPPED_TILE
from tests.parsers.tenhou_xml import documents as tenhou_xml
from tests.simulator import flavours
from tests.simulator.game import simulate
from tests.simulator.mjai import write_mjai

SHORT = {"wall-empty"}
"""What is found of hands that are written here with a turn or two of their play."""


def read_to_the_end(recorded: Recorded) -> tuple[Settled, set[str]]:
    """The settled batch, and the checks that find something."""
    settled = settle(recorded)
    return settled, set(audit(recorded, settled)["check"])


def by_seat(row: dict, name: str) -> list:
    return [row[f"{name}_{seat}"] for seat in range(4)]


def test_calls_of_the_second_of_equal_discards_leave_a_lawful_hand():
    recorded = tenhou_json.quiet(tenhou_json.read(tenhou_json.log(SKIPPED_TILE)))
    win = tenhou_json.only(recorded.wins)
    assert (win["han"], win["fu"], win["points"]) == (2, 30, 3000)
    assert by_seat(win, "recorded") == [3000, -1000, -1000, -1000]
    _, found = read_to_the_end(recorded)
    assert found == set()


def test_final_scores_that_stand_twice_are_read_once_and_round_as_they_say():
    owari = 'owari="125,-37.0,274,7.0,252,-15.0,349,45.0"'
    last = (
        '<RYUUKYOKU ba="0,2" sc="110,15,289,-15,237,15,344,-15" hai0="13,16,22,40,47,49,50,56,76,80,87,94,95" '
        f'hai2="23,27,30,41,45,48,57,63,66,72,81,106,107" {owari} {owari} />'
    )
    start = tenhou_xml.init(seed="7,0,2,2,4,130", ten="110,289,237,344", oya=3)
    document = tenhou_xml.log(start, "<W60/>", "<G60/>", last)
    recorded = tenhou_xml.parse(document, names=["2010051009gm-00a9-0000-0123abcd.mjlog"], events=False)
    assert tenhou_xml.codes(recorded) == ["doubled-attribute"]
    assert by_seat(recorded.hands.row(0, named=True), "tenpai") == [True, False, True, False]
    settled, found = read_to_the_end(recorded)
    standings = settled.standings.sort("seat")
    assert standings["points"].to_list() == [12500, 27400, 25200, 34900]
    assert standings["score"].to_list() == [-37000, 7000, -15000, 45000]
    assert found <= SHORT


def test_a_ronned_riichi_pays_no_stick_and_the_winners_own_comes_back():
    win = (
        '<AGARI ba="0,1" hai="1,3,5,9,12,14,17,18,20,22,26,128,129,131" machi="9" ten="40,8000,1" '
        'yaku="1,1,19,1,34,3,53,0" doraHai="80" doraHaiUra="71" who="0" fromWho="3" '
        'sc="14,90,270,0,426,0,280,-80"/>'
    )
    start = tenhou_xml.init(seed="3,0,0,2,4,80", ten="24,270,426,280", oya=3)
    play = ('<T60/><REACH who="0" step="1"/><D60/><REACH who="0" ten="14,270,426,280" step="2"/>',)
    declared = '<W9/><REACH who="3" step="1"/><G9/>'
    after = tenhou_xml.hand(tenhou_xml.draw(sc="104,0,270,0,426,0,200,0"), seed="4,0,0,2,4,130", ten="104,270,426,200")
    recorded = tenhou_xml.parse(tenhou_xml.log(start, *play, declared, win, after), events=False)
    row = recorded.hands.row(0, named=True)
    assert by_seat(row, "riichi_paid") == [True, None, None, False]
    assert by_seat(row, "end") == [10400, 27000, 42600, 20000]
    (entry,) = recorded.wins.to_dicts()
    assert (entry["yaku"], entry["yaku_han"]) == (["riichi", "hatsu", "honitsu"], [1, 1, 3])
    _, found = read_to_the_end(recorded)
    assert found <= SHORT


def test_english_names_and_payments_that_do_not_sum_to_nothing_are_right():
    tsumo = ["和了", [-4000, -2000, 9000, -2000]]
    texts = ["Mangan 2000-4000点", "Half Flush(2飜)", "Green Dragon(1飜)", "White Dragon(1飜)", "Red Five(1飜)"]
    first = tenhou_json.hand(
        [*tsumo, [2, 2, 2, *texts]],
        takes=((45,), (46,), (47,), (45,)), discards=((60,), (60,), (60,), ("r60",)),
    )  # fmt: skip
    second = tenhou_json.hand(
        counters=(1, 0, 0), points=(21000, 23000, 34000, 22000), takes=((), (45,), (), ()), discards=((), (60,), (), ())
    )
    recorded = tenhou_json.read(tenhou_json.log(first, second), events=False)
    win = recorded.wins.row(0, named=True)
    assert win["yaku"] == ["honitsu", "hatsu", "haku", "red_dora"]
    assert by_seat(recorded.hands.row(0, named=True), "end") == [21000, 23000, 34000, 22000]
    _, found = read_to_the_end(recorded)
    assert found.isdisjoint({"delta", "continuity", "conservation", "deposits"})


def test_a_problem_made_by_hand_without_yaku_is_valued_from_its_tiles():
    """Double riichi on 111222333m11p79s, the fourth 1m let go, ron on 8s: a mixed outside hand beats three triplets."""
    play = tenhou_json.hand(
        ["和了", [19000, -18000, 0, 0], [0, 1, 0, "跳満18000点"]],
        dora=(42,), ura=(41,),
        deals=(
            (11, 11, 11, 12, 12, 12, 13, 13, 13, 21, 21, 37, 39),
            (22, 22, 24, 24, 26, 26, 28, 28, 31, 31, 33, 33, 46),
            (14, 15, 16, 17, 18, 19, 23, 25, 27, 29, 41, 42, 43),
            (14, 15, 16, 17, 18, 19, 23, 25, 27, 29, 41, 42, 43),
        ),
        takes=((44, 11), (45, 38), (45,), (45,)), discards=(("r44", 60), (60, 60), (60,), (60,)),
    )  # fmt: skip
    names = {"name": ["", "", "", ""], "rule": {"disp": "般南喰赤", "aka": 1}}
    recorded = tenhou_json.quiet(tenhou_json.read(tenhou_json.log(play, **names)))
    win = tenhou_json.only(recorded.wins)
    assert (win["yaku"], win["points"], win["limit"]) == (None, 18000, "haneman")
    settled = settle(recorded)
    findings, looked_at = examine(recorded, settled)
    assert set(findings["check"]) == set()
    made = {row["check"]: (row["checked"], row["not_auditable"]) for row in looked_at.to_dicts()}
    assert made["value"] == made["limit"] == (1, 0)
    assert made["yaku"] == (0, 0)


@pytest.mark.parametrize("left_out", ["ura_markers", "dora"])
def test_indicators_that_a_log_leaves_out_are_no_disagreement(left_out):
    game = simulate(flavours.MAJSOUL, 3)
    events = [json.loads(line) for line in write_mjai(game, "mortal").splitlines()]
    assert any(left_out in event or event["type"] == left_out for event in events)
    kept = [
        {key: value for key, value in event.items() if key != left_out} for event in events if event["type"] != left_out
    ]
    recorded = mjai.parse("\n".join(map(json.dumps, kept)))
    _, found = read_to_the_end(recorded)
    assert found <= SHORT
    if left_out == "ura_markers":
        assert recorded.hands["ura_indicators"].null_count() == recorded.hands.height


def test_three_players_have_no_fourth_name():
    recorded = tenhou_xml.parse(tenhou_xml.log_3p(tenhou_xml.hand(tenhou_xml.draw(), players=3)))
    assert recorded.players.select("seat", "name").rows() == [(0, "A"), (1, "B"), (2, "C")]
    assert recorded.games["n_players"].to_list() == [3]


def test_four_kans_after_a_closed_and_an_added_one_end_the_hand_without_payment():
    kans = '<T16/><N who="0" m="4608"/><DORA hai="102"/><T6/><D6/>'
    recorded = tenhou_xml.parse(
        tenhou_xml.log(tenhou_xml.init(), kans, tenhou_xml.draw("kan4"), tenhou_xml.hand(tenhou_xml.draw())),
        events=False,
    )
    assert recorded.hands["result"].to_list()[0] == "suukaikan"
    flows = settle(recorded).flows.filter(pl.col("hand") == 0)
    assert flows.is_empty()
