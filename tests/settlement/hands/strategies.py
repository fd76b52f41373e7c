"""Random hands and random rule books for property tests."""

from hypothesis import strategies as st

from mjlog.rules import RuleSet, override
from tests.settlement.sheets import BASE, rules

SWITCHES = {
    "honba_enabled": ["on", "off"],
    "honba_value": ["300", "1500", "600"],
    "honba_ron": ["honba_value", "1000", "0"],
    "honba_tsumo_each": ["share", "500", "0"],
    "riichi_bet": ["1000", "500", "2000"],
    "riichi_discard_ronned": ["returned", "forfeited"],
    "deposit_on_win": ["winner", "stays"],
    "leftover_return_policy": ["hand", "stay"],
    "multi_ron": ["head_bump", "double", "all", "double_then_head"],
    "multi_ron_honba": ["nearest", "each"],
    "multi_ron_deposits": ["nearest", "split", "own_back_then_nearest"],
    "renchan_multi_ron": ["any_dealer_win", "head_only_else_rotate", "head_only_else_abort", "no"],
    "nagashi": ["off", "mangan", "yakuman"],
    "nagashi_honba": ["on", "off"],
    "nagashi_takes_deposits": ["on", "off"],
    "nagashi_multi": ["all", "nearest_dealer"],
    "pao_yaku": ["none", "daisangen,daisuushii", "daisangen,daisuushii,suukantsu"],
    "pao_honba": ["pao", "discarder", "split"],
    "pao_scope": ["yaku_only", "whole"],
    "pao_tsumo_honba": ["pao", "payers"],
    "daiminkan_pao": ["on", "off"],
    "kiriage_mangan": ["on", "off"],
    "kazoe": ["yakuman", "sanbaiman", "unlimited"],
    "yakuman_stack": ["stack", "single", "2"],
    "double_yakuman_list": ["none", "daisuushii,suuankou_tanki"],
    "chombo": ["mangan", "after_uma", "none"],
    "agari_houki": ["noten", "declared"],
    "kuutaku_penalty": ["0", "1", "2"],
}
"""Values tried of every switch that a hand's payments depend on, whatever the number of players."""

OF_PLAYERS = {
    4: {"noten_penalty": ["3000", "1000,1500,3000", "500,1000,1500", "0"]},
    3: {
        "noten_penalty": ["2000", "3000", "1000,2000", "0"],
        "tsumo_payment": [
            "loss", "half", "full", "equalize", "proportional", "oya_pays", "ko_pays", "add_1000", "ron_loss",
        ],
    },
}  # fmt: skip
"""The same of switches whose values depend on it."""

YAKUMAN = ["daisangen", "daisuushii", "suukantsu", "tsuuiisou", "suuankou_tanki"]


@st.composite
def rule_books(draw, players: int) -> RuleSet:
    """A rule book with some switches set at random, the others as usual."""
    choices = SWITCHES | OF_PLAYERS[players]
    changed = draw(st.lists(st.sampled_from(sorted(choices)), unique=True, max_size=12))
    text = "; ".join(f"{name}={draw(st.sampled_from(choices[name]))}" for name in changed)
    return override(rules("", BASE[players]), text)


@st.composite
def values(draw, players: int) -> dict:
    """The value of a win."""
    pao = draw(st.one_of(st.none(), st.integers(0, players - 1)))
    if draw(st.integers(0, 3)) == 0:
        names = draw(st.lists(st.sampled_from(YAKUMAN), unique=True, min_size=1, max_size=3))
        covered = draw(st.one_of(st.none(), st.lists(st.sampled_from(names), unique=True, min_size=1)))
        return {"yaku": names, "yaku_han": [13] * len(names), "yakuman": len(names), "pao": pao, "pao_yaku": covered}
    fu = draw(st.sampled_from([20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110]))
    return {"han": draw(st.integers(1, 30)), "fu": fu, "yakuman": 0, "pao": pao}


@st.composite
def hands(draw, players: int) -> dict:
    """A hand as :func:`tests.settlement.sheets.hand` writes it."""
    seat = st.integers(0, players - 1)
    some = st.lists(seat, unique=True, max_size=players)
    result = draw(
        st.sampled_from(
            ["tsumo", "ron", "ron", "ron", "exhaustive_draw", "nagashi_mangan", "chombo", "kyuushu_kyuuhai"]
        )
    )
    one = {
        "round_wind": draw(st.sampled_from("ES")),
        "kyoku": draw(st.integers(1, players)),
        "honba": draw(st.integers(0, 7)),
        "deposits": draw(st.integers(0, 5)),
        "result": result,
        "wins": [],
        "riichi": draw(some),
        "ronned": None,
        "tenpai": None,
        "nagashi": None,
        "penalties": draw(st.one_of(st.none(), st.lists(seat, max_size=2))),
    }
    if result == "tsumo":
        one["wins"] = [{"winner": draw(seat), **draw(values(players))}]
    elif result == "ron":
        loser = draw(seat)
        others = [other for other in range(players) if other != loser]
        winners = draw(st.lists(st.sampled_from(others), unique=True, min_size=1, max_size=players - 1))
        one["wins"] = [{"winner": winner, "loser": loser, **draw(values(players))} for winner in winners]
        one["ronned"] = loser if loser in one["riichi"] and draw(st.booleans()) else None
    elif result in ("exhaustive_draw", "nagashi_mangan"):
        one["tenpai"] = draw(some)
        one["offender"] = draw(st.one_of(st.none(), seat))
        if result == "nagashi_mangan":
            one["nagashi"] = draw(st.lists(seat, unique=True, min_size=1, max_size=players))
    elif result == "chombo":
        one["offender"] = draw(seat)
    return one


def rotated(one: dict, players: int) -> dict:
    """The same hand with everybody one seat further."""

    def moved(seat):
        return None if seat is None else (seat + 1) % players

    def all_moved(seats):
        return None if seats is None else [moved(seat) for seat in seats]

    wins = [{**win, **{who: moved(win.get(who)) for who in ("winner", "loser", "pao")}} for win in one["wins"]]
    lists = {name: all_moved(one[name]) for name in ("riichi", "tenpai", "nagashi", "penalties")}
    seats = {"ronned": moved(one["ronned"]), "offender": moved(one.get("offender"))}
    return {**one, **lists, **seats, "wins": wins, "kyoku": one["kyoku"] % players + 1}
