"""What a rule set's values must be to each other: what cannot stand is refused, what looks like a slip is warned of."""

from collections.abc import Callable
from typing import Final

from mjlog.rules.declaring import RuleError
from mjlog.rules.switches import SWITCHES, RuleSet


def require_sound(rules: RuleSet) -> RuleSet:
    """The rule set, if it can be played by.

    Raises:
        RuleError: amounts do not fit the number of players or cannot be divided among them.
    """
    for problem in _problems(rules):
        raise RuleError(f"{rules.label}: {problem}")
    return rules


def warnings(rules: RuleSet) -> list[str]:
    """Combinations that are possible and probably not meant, in words."""
    return [*_counted_twice(rules), *_out_of_nothing(rules), *_without_effect(rules)]


def _problems(rules: RuleSet) -> list[str]:
    players = rules.players
    vectors = [("uma", rules.uma), *((f"uma_by_float {case.floaters}:", case.uma) for case in rules.uma_by_float)]
    problems = [
        f"{name} has {len(amounts)} places, the rule set is for {players} players"
        for name, amounts in vectors
        if len(amounts) != players
    ]
    floaters = [case.floaters for case in rules.uma_by_float if not 0 <= case.floaters <= players]
    problems += [f"uma_by_float names {number} floaters of {players} players" for number in floaters]
    seats = {
        *rules.replacement_seats,
        *(penalty.seat for penalty in rules.umpire_penalties),
        *(seat for bet in rules.sashiuma for seat in (bet.first, bet.second)),
    }
    problems += [f"there is no seat {seat} with {players} players" for seat in sorted(seats) if not 0 <= seat < players]
    if rules.honba_tsumo_each == "share" and rules.honba_value % (players - 1):
        problems.append(f"honba_value {rules.honba_value} does not divide by {players - 1}: give honba_tsumo_each")
    return problems + _noten_problems(rules)


def _noten_problems(rules: RuleSet) -> list[str]:
    """Every noten seat must owe every tenpai seat a whole number of points."""
    penalty, players = rules.noten_penalty, rules.players
    if isinstance(penalty, tuple) and len(penalty) != players - 1:
        return [f"noten_penalty lists {len(penalty)} amounts, {players} players need {players - 1}"]
    for ready in range(1, players):
        noten = players - ready
        owed = penalty[ready - 1] if isinstance(penalty, tuple) else penalty / noten
        if owed % ready:
            return [f"noten_penalty does not divide among {noten} noten and {ready} tenpai"]
    return []


def _counted_twice(rules: RuleSet) -> list[str]:
    total, oka = sum(rules.uma), oka_pot(rules)
    if total and oka:
        text = f"uma adds up to {SWITCHES['uma'].text(total)} and oka is {SWITCHES['oka'].text(oka)}"
        return [f"{text}: the uma seems to hold the oka already; if so, set oka=none"]
    return []


def _out_of_nothing(rules: RuleSet) -> list[str]:
    """An uma that adds up to something else than the points held back for the oka (RULES 5)."""
    held_back = (rules.return_points - rules.start_points) * rules.players
    vectors = {"uma": rules.uma, **{f"uma_by_float {case.floaters}": case.uma for case in rules.uma_by_float}}
    text = SWITCHES["uma"].text
    return [
        f"{name} adds up to {text(total)}: the scores of a game do not add up to zero"
        for name, amounts in vectors.items()
        if (total := sum(amounts)) not in (0, held_back) and not oka_pot(rules)
    ]


def oka_pot(rules: RuleSet) -> int:
    """The oka in points, negative where more is returned than was given (RULES 3)."""
    if rules.oka == "auto":
        return (rules.return_points - rules.start_points) * rules.players
    return 0 if rules.oka == "none" else rules.oka


_NEEDS: Final[dict[str, tuple[str, Callable[[RuleSet], bool]]]] = {
    "float_compare": ("uma_by_float", lambda rules: bool(rules.uma_by_float)),
    "sinking_uma_amount": ("sinking_uma", lambda rules: rules.sinking_uma != "off"),
    "sinking_uma_line": ("sinking_uma", lambda rules: rules.sinking_uma != "off"),
    "tobi_prize": ("tobi", lambda rules: rules.tobi != "off"),
    "cold_prize": ("cold_score", lambda rules: rules.cold_score > 0),
    "extension_max": ("extension", lambda rules: rules.extension != "none"),
    "yakitori_amount": ("yakitori", lambda rules: rules.yakitori != "off"),
    "yakitori_last_ron": ("yakitori", lambda rules: rules.yakitori != "off"),
    "chombo_points": ("chombo", lambda rules: rules.chombo in {"after_uma", "before_ranking"}),
    "nagashi_multi": ("nagashi", lambda rules: rules.nagashi != "off"),
    "first_absorbs_lost": ("first_absorbs", lambda rules: rules.first_absorbs),
    "tsumo_payment": ("players", lambda rules: rules.players == 3),
    "replacement_uma": ("replacement_seats", lambda rules: bool(rules.replacement_seats)),
    "replacement_score": ("replacement_seats", lambda rules: bool(rules.replacement_seats)),
}
"""Switches that do nothing unless another is on."""


def _without_effect(rules: RuleSet) -> list[str]:
    return [
        f"{name}={SWITCHES[name].text(value)} has no effect while {needed} is {_of(rules, needed)}"
        for name, (needed, on) in _NEEDS.items()
        if (value := getattr(rules, name)) != SWITCHES[name].default and not on(rules)
    ]


def _of(rules: RuleSet, name: str) -> str:
    return SWITCHES[name].text(getattr(rules, name))
