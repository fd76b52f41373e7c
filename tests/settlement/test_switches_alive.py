"""Every switch is alive: for each there is a hand or a game that another value of it settles differently.

A case is what was played, the value, and the switches that must stand for it to matter. A new switch of settlement
needs its case here; one that settlement does not read must be read by another package.
"""

from dataclasses import dataclass, field

import pytest

from mjlog.rules import override
from mjlog.settlement import settle
from tests.settlement.sheets import BASE, draw, hand, nagashi, recorded, ron, rules, several_ron, tsumo

MANGAN = {"limit": "mangan"}
DAISANGEN = {"yakuman": ["daisangen"], "pao": 3}


@dataclass(frozen=True)
class Case:
    """What a value of a switch changes.

    Attributes:
        played: the hands of a game.
        value: the value, further switches after it where it needs them.
        given: switches that stand before and after.
        players: 3 or 4.
        carried: whether the hands are counted on.
        about: columns of the game.
    """

    played: tuple[dict, ...]
    value: str
    given: str = ""
    players: int = 4
    carried: bool = False
    about: dict = field(default_factory=dict)


def case(*played, value, given="", players=4, carried=False, **about):
    return Case(played, value, given, players, carried, about)


def end(*points, **more):
    """A last hand that moves nothing: South 4, everybody noten."""
    return draw(at=more.pop("at", "S4-0"), start=list(points), **more)


SEED = end(52500, 30000, 23400, -5900)
EVEN = end(25000, 25000, 25000, 25000)
THREE_TOPS = end(30000, 30000, 30000, 10000)
BUST = ron(0, 3, **MANGAN, at="E2-0", start=[30000, 30000, 35000, 5000])
DOUBLE = several_ron(1, {0: MANGAN, 2: MANGAN}, at="E1-2", riichi=[0, 2], deposits=2)
THREE_KINDS = ["riichi", "ippatsu", "ura_dora", "red_dora", "kita"]
DORA_HAND = ron(1, 0, han=4, fu=40, yaku=THREE_KINDS, yaku_han=[1, 1, 1, 1, 1])
NAGASHI = "nagashi=mangan"
DEALER_WINS_LAST = tsumo(3, **MANGAN, at="S4-0", start=[25000, 20000, 20000, 35000])
DEALER_SECOND = tsumo(3, han=1, fu=30, at="S4-0", start=[45000, 15000, 10000, 30000])

FINAL_SCORE = {
    "start_points": case(SEED, value="30000"),
    "return_points": case(SEED, value="25000"),
    "oka": case(SEED, value="none"),
    "oka_negative": case(SEED, value="first", given="return_points=20000"),
    "uma": case(SEED, value="10,5,-5,-10"),
    "uma_by_float": case(end(52000, 29000, 24000, 15000), value="1:12/-1/-3/-8"),
    "float_line": case(end(45000, 27000, 15000, 13000), value="start", given="uma_by_float=1:12/-1/-3/-8"),
    "float_compare": case(end(45000, 30000, 15000, 10000), value="gt", given="uma_by_float=1:12/-1/-3/-8"),
    "sinking_uma": case(SEED, value="top"),
    "sinking_uma_amount": case(SEED, value="5", given="sinking_uma=top"),
    "sinking_uma_line": case(SEED, value="20000", given="sinking_uma=top"),
    "sinking_uma_compare": case(SEED, value="gt", given="sinking_uma=top"),
    "tie_rank": case(EVEN, value="split"),
    "oka_tie": case(EVEN, value="split"),
    "tie_unit": case(THREE_TOPS, value="1", given="tie_rank=split"),
    "tie_remainder": case(THREE_TOPS, value="lost", given="tie_rank=split; tie_unit=1"),
    "rounding": case(SEED, value="half_up"),
    "first_absorbs": case(SEED, value="on", given="rounding=trunc"),
    "first_absorbs_lost": case(
        end(25500, 25500, 24500, 22500, deposits=2), value="off",
        given="rounding=half_up; first_absorbs=on; leftover_deposits=none",
    ),
    "round_before": case(end(28500, 30500, 23400, 17600), value="raw_score_first", given="rounding=trunc"),
    "negative_settlement": case(SEED, value="zero"),
    "leftover_deposits": case(end(24000, 25000, 25000, 25000, deposits=1), value="none"),
    "leftover_remainder": case(
        end(30000, 30000, 30000, 9000, deposits=1), value="lost", given="leftover_deposits=first_split"
    ),
}  # fmt: skip

STICKS_AND_WINS = {
    "honba_enabled": case(ron(1, 0, **MANGAN, at="E1-1"), value="off"),
    "honba_value": case(ron(1, 0, **MANGAN, at="E1-1"), value="1500"),
    "honba_ron": case(ron(1, 0, **MANGAN, at="E1-1"), value="1000"),
    "honba_tsumo_each": case(tsumo(1, **MANGAN, at="E1-1"), value="500"),
    "riichi_bet": case(ron(1, 0, **MANGAN, riichi=[2]), value="500"),
    "riichi_discard_ronned": case(ron(1, 0, **MANGAN, ronned=0), value="forfeited"),
    "deposit_on_win": case(ron(1, 0, **MANGAN, deposits=1), value="stays"),
    "leftover_return_policy": case(hand("chombo", offender=0, riichi=[1]), value="stay"),
    "multi_ron": case(DOUBLE, value="double"),
    "multi_ron_honba": case(DOUBLE, value="each", given="multi_ron=double"),
    "multi_ron_deposits": case(DOUBLE, value="split", given="multi_ron=double"),
    "renchan_multi_ron": case(DOUBLE, value="no", given="multi_ron=double"),
    "pao_yaku": case(ron(1, 2, **DAISANGEN), value="none"),
    "pao_honba": case(ron(1, 2, **DAISANGEN, at="E1-1"), value="pao"),
    "pao_scope": case(ron(1, 2, yakuman=["daisangen", "tsuuiisou"], pao=3), value="whole"),
    "pao_tsumo_honba": case(tsumo(1, yakuman=["daisangen", "tsuuiisou"], pao=3, at="E1-1"), value="payers"),
    "daiminkan_pao": case(tsumo(1, **MANGAN, pao=3), value="on"),
    "kiriage_mangan": case(ron(1, 0, han=4, fu=30), value="on"),
    "kazoe": case(ron(1, 0, han=13, fu=30), value="sanbaiman"),
    "yakuman_stack": case(ron(1, 0, yakuman=2), value="single"),
    "double_yakuman_list": case(ron(1, 0, yakuman=["daisuushii"]), value="daisuushii"),
    "ippatsu": case(DORA_HAND, value="off"),
    "ura_dora": case(DORA_HAND, value="off"),
    "red_fives": case(DORA_HAND, value="0"),
    "kita": case(DORA_HAND, value="off", players=3),
    "tsumo_payment": case(tsumo(1, **MANGAN), value="half", players=3),
    "players": case(tsumo(1, **MANGAN), value="3; uma=20,0,-20; noten_penalty=2000; honba_value=200"),
}

DRAWS_AND_FAULTS = {
    "renchan": case(draw(0), value="agari"),
    "honba_after_draw": case(draw(1), value="if_renchan"),
    "noten_penalty": case(draw(0), value="500,1000,1500"),
    "nagashi": case(nagashi(1), value="yakuman"),
    "nagashi_as": case(nagashi(1, at="E1-1"), value="draw", given=NAGASHI),
    "nagashi_honba": case(nagashi(1, at="E1-1"), value="off", given=NAGASHI),
    "nagashi_takes_deposits": case(nagashi(1, deposits=1), value="off", given=NAGASHI),
    "nagashi_renchan": case(nagashi(1, tenpai=(0,)), value="dealer_tenpai", given=NAGASHI),
    "nagashi_multi": case(nagashi(1, 2), value="nearest_dealer", given=NAGASHI),
    "kyuushu": case(hand("kyuushu_kyuuhai"), value="off"),
    "suufon_renda": case(hand("suufon_renda"), value="off"),
    "suukaikan": case(hand("suukaikan"), value="off"),
    "suucha_riichi": case(hand("suucha_riichi"), value="off"),
    "abort_renchan": case(hand("kyuushu_kyuuhai"), value="none"),
    "abort_honba": case(hand("kyuushu_kyuuhai"), value="0"),
    "chombo": case(hand("chombo", offender=1), value="none"),
    "chombo_points": case(hand("chombo", offender=1), SEED, value="10", given="chombo=after_uma"),
    "chombo_next": case(hand("chombo", offender=1), value="next_hand"),
    "agari_houki": case(draw(1, offender=1), value="declared"),
    "kuutaku_penalty": case(draw(penalties=[1]), value="2"),
}

ENDING = {
    "length": case(end(40000, 20000, 20000, 20000, at="E4-0"), value="east", length=None),
    "tobi": case(BUST, value="off"),
    "dealer_cannot_post": case(draw(1, 2, start=[1550, 38450, 30000, 30000], at="E4-0"), value="on"),
    "tobi_checked": case(ron(1, 2, **MANGAN, riichi=[1], start=[40000, 500, 29500, 30000]), value="riichi"),
    "cold_score": case(ron(1, 0, **MANGAN, start=[25000, 55000, 10000, 10000]), value="60000"),
    "goal_points": case(end(29000, 24000, 24000, 23000), value="28000", given="extension=sudden_any"),
    "goal_compare": case(end(30000, 24000, 23000, 23000), value="gt", given="extension=sudden_any"),
    "extension": case(end(29000, 24000, 24000, 23000), value="full"),
    "extension_max": case(end(29000, 24000, 24000, 23000, at="W4-0"), value="2", given="extension=full"),
    "extension_if_even": case(EVEN, value="on", given="extension=sudden_any; goal_points=20000"),
    "agari_yame": case(DEALER_WINS_LAST, value="off"),
    "tenpai_yame": case(draw(3, at="S4-0", start=[20000, 20000, 20000, 40000]), value="off"),
    "yame_top": case(draw(0, 3, at="S4-0", start=[35000, 15000, 15000, 35000]), value="any", given="tenpai_yame=auto"),
    "yame_needs_top": case(DEALER_SECOND, value="off", given="agari_yame=auto"),
    "yame_needs_goal": case(
        draw(3, at="S4-0", start=[24000, 24000, 26000, 26000]), value="off", given="tenpai_yame=auto"
    ),
    "last_hand_draw": case(SEED, value="repeats", given="tobi=off"),
    "time_limit": case(draw(0, time_up=True), value="end_after_hand"),
    "chombo_ends_game": case(hand("chombo", offender=1, at="S4-0"), value="on"),
}

SIDE_PAYMENTS = {
    "sashiuma": case(SEED, value="0-3:20"),
    "tobi_prize": case(BUST, value="10"),
    "tobi_prize_to": case(BUST, value="all", given="tobi_prize=10"),
    "cold_prize": case(ron(1, 0, **MANGAN, start=[25000, 55000, 10000, 10000]), value="5", given="cold_score=60000"),
    "yakitori": case(ron(0, 1, **MANGAN), SEED, value="pay_each"),
    "yakitori_amount": case(ron(0, 1, **MANGAN), SEED, value="10", given="yakitori=pay_each"),
    "yakitori_last_ron": case(
        tsumo(0, **MANGAN), ron(1, 2, **MANGAN, at="S4-0"), value="to_all_others", given="yakitori=pay_each"
    ),
    "chips": case(SEED, value="2", chips=[5, 2, -3, -4]),
    "replacement_seats": case(SEED, value="1"),
    "replacement_score": case(SEED, value="-20", given="replacement_seats=1"),
    "replacement_uma": case(SEED, value="-20", given="replacement_seats=1"),
    "umpire_penalties": case(SEED, value="1:10"),
}

CASES = FINAL_SCORE | STICKS_AND_WINS | DRAWS_AND_FAULTS | ENDING | SIDE_PAYMENTS


def seen(one: Case, switches: str):
    """Everything settlement says of a case under some switches, the name of the rule set apart."""
    book = override(rules("", BASE[one.players]), switches)
    result = settle(recorded(*one.played, n_players=one.players, **one.about), book, carried=one.carried)
    return (result.hands.rows(), result.flows.drop("rules").rows(), result.standings.drop("rules").rows())


@pytest.mark.parametrize("name", CASES)
def test_another_value_settles_something_differently(name):
    one = CASES[name]
    assert seen(one, one.given) != seen(one, f"{one.given}; {name}={one.value}")
