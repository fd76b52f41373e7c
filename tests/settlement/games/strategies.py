"""Random games and random rule books for property tests of whole games."""

from hypothesis import strategies as st

from mjlog.rules import RuleError, RuleSet, override
from tests.settlement.hands import strategies as of_hands
from tests.settlement.reference_games import ABORTS, Game
from tests.settlement.sheets import rules

SWITCHES = {
    "start_points": ["25000", "30000", "35000"],
    "return_points": ["25000", "30000", "30500"],
    "oka": ["auto", "none", "15", "-10"],
    "oka_negative": ["last", "first", "spread"],
    "float_line": ["start", "return", "27000"],
    "float_compare": ["ge", "gt"],
    "sinking_uma": ["off", "top", "pool"],
    "sinking_uma_amount": ["10", "5"],
    "sinking_uma_line": ["start", "return", "20000"],
    "sinking_uma_compare": ["ge", "gt"],
    "tie_rank": ["seat", "split", "first_win"],
    "oka_tie": ["same_as_tie", "seat", "split"],
    "tie_unit": ["exact", "0.1", "1"],
    "tie_remainder": ["seat", "lost"],
    "rounding": [
        "none", "half_up", "half_away", "half_down", "half_toward_zero", "half_even", "ceil", "floor", "away", "trunc",
        "digit8",
    ],
    "first_absorbs": ["true", "false"],
    "first_absorbs_lost": ["true", "false"],
    "round_before": ["after_oka", "raw_score_first"],
    "negative_settlement": ["counted", "zero", "-10000"],
    "sashiuma": ["none", "0-1:20", "0-2:5:bashin", "all:10"],
    "tobi_prize": ["0", "10"],
    "tobi_prize_to": ["buster", "top", "all"],
    "cold_prize": ["0", "5"],
    "cold_score": ["0", "40000", "60000"],
    "yakitori": ["off", "pay_each", "to_non_yakitori", "pool", "flat"],
    "yakitori_amount": ["5", "10"],
    "yakitori_last_ron": ["off", "to_all_others", "to_third_parties"],
    "chips": ["0", "2"],
    "umpire_penalties": ["none", "2:20,0:1.5"],
    "leftover_deposits": ["first", "first_split", "last_dealer", "return_to_declarers", "none"],
    "leftover_remainder": ["seat", "lost"],
    "leftover_return_policy": ["hand", "stay"],
    "deposit_on_win": ["winner", "stays"],
    "multi_ron": ["head_bump", "double", "all", "double_then_head"],
    "renchan_multi_ron": ["any_dealer_win", "head_only_else_rotate", "head_only_else_abort", "no"],
    "renchan": ["tenpai", "agari", "noten", "none", "agari,tenpai", "tenpai,noten,none"],
    "honba_after_draw": ["always", "if_renchan", "unchanged"],
    "nagashi": ["off", "mangan"],
    "nagashi_as": ["win", "draw"],
    "nagashi_renchan": ["dealer_tenpai", "dealer_is_nagashi", "renchan"],
    "abort_renchan": ["all", "none", "kyuushu_kyuuhai"],
    "abort_honba": ["0", "1"],
    "tobi": ["off", "lt0", "le0", "lt1000", "le1000"],
    "dealer_cannot_post": ["true", "false"],
    "tobi_checked": ["settlement", "riichi"],
    "goal_points": ["25000", "30000", "32000"],
    "goal_compare": ["ge", "gt"],
    "extension": ["none", "sudden_dealer_first", "sudden_any", "full"],
    "extension_max": ["1", "2", "forever"],
    "extension_if_even": ["true", "false"],
    "agari_yame": ["off", "optional", "auto"],
    "tenpai_yame": ["off", "optional", "auto"],
    "yame_top": ["seat", "sole", "any"],
    "yame_needs_top": ["true", "false"],
    "yame_needs_goal": ["true", "false"],
    "last_hand_draw": ["ends", "repeats"],
    "time_limit": ["none", "end_after_hand", "one_more_hand"],
    "chombo_ends_game": ["true", "false"],
    "chombo": ["mangan", "before_ranking", "after_uma", "none"],
    "chombo_points": ["20", "10"],
    "chombo_next": ["redeal", "draw", "next_hand"],
    "agari_houki": ["noten", "declared"],
    "kuutaku_penalty": ["0", "1"],
}  # fmt: skip
"""Values tried of every switch that the course of a game or its final score depends on."""

OF_PLAYERS = {
    4: {
        "uma": ["20,10,-10,-20", "50,10,-10,-30", "0.5,0.2,0,-0.7"],
        "uma_by_float": ["none", "1:12/-1/-3/-8,2:8/4/-4/-8,3:8/3/1/-12"],
    },
    3: {"uma": ["20,0,-20", "30,-10,-20"], "uma_by_float": ["none", "1:12/-4/-8,2:8/4/-12"]},
}


@st.composite
def rule_books(draw, players: int) -> RuleSet:
    """A rule book with many switches set at random; what contradicts itself is not drawn."""
    choices = SWITCHES | OF_PLAYERS[players]
    base = rules("", of_hands.BASE[players])
    changed = draw(st.lists(st.sampled_from(sorted(choices)), unique=True, max_size=30))
    for name in changed:
        try:
            base = override(base, f"{name}={draw(st.sampled_from(choices[name]))}")
        except RuleError:
            continue
    return base


@st.composite
def hands(draw, players: int) -> dict:
    """A hand without counters, mostly of small value, so that a game lasts."""
    seat = st.integers(0, players - 1)
    kind = draw(st.sampled_from(["win", "win", "win", "draw", "draw", "abort", "other"]))
    value = {"han": draw(st.integers(1, 5)), "fu": 30, "yakuman": 0}
    one = {"wins": [], "riichi": draw(st.lists(seat, unique=True, max_size=2)), "ronned": None, "tenpai": None}
    one |= {"nagashi": None, "penalties": draw(st.sampled_from([None, None, None, [0], [1, 2]])), "offender": None}
    one |= {
        "dealer_ends": draw(st.sampled_from([None, True, False])),
        "time_up": draw(st.sampled_from([None] * 6 + [True])),
    }
    if kind == "win":
        winner, loser = draw(st.lists(seat, unique=True, min_size=2, max_size=2))
        loser = draw(st.sampled_from([loser, None]))
        return one | {
            "result": "tsumo" if loser is None else "ron",
            "wins": [{"winner": winner, "loser": loser, **value}],
        }
    if kind == "draw":
        return one | {"result": "exhaustive_draw", "tenpai": draw(st.lists(seat, unique=True, max_size=players))}
    if kind == "abort":
        return one | {"result": draw(st.sampled_from(ABORTS[:4]))}
    return one | draw(of_hands.hands(players))


@st.composite
def games(draw, players: int, book: RuleSet) -> Game:
    """A game of some hands."""
    bets = draw(
        st.lists(st.tuples(st.integers(0, 1), st.just(2), st.sampled_from([1000, 5000]), st.booleans()), max_size=2)
    )
    return Game(
        draw(st.lists(hands(players), min_size=1, max_size=14)),
        book,
        players,
        draw(st.sampled_from(["east", "east", "hanchan", "one_hand"])),
        draw(st.booleans()),
        draw(st.lists(st.integers(-9, 9), min_size=players, max_size=players)),
        bets,
    )
