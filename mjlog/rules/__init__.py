"""Rule books: every switch of settlement as one field, named rule sets, reading and comparing them."""

from mjlog.rules.checking import oka_pot, warnings
from mjlog.rules.declaring import FloatUma, RuleError, SeatPenalty, SideBet, Switch
from mjlog.rules.reading import UNSTATED, Preset, for_players, load, names, of_game, override, parse, preset, problems
from mjlog.rules.switches import SWITCHES, RuleSet, switch_named

__all__ = [
    "SWITCHES",
    "UNSTATED",
    "FloatUma",
    "Preset",
    "RuleError",
    "RuleSet",
    "SeatPenalty",
    "SideBet",
    "Switch",
    "for_players",
    "load",
    "names",
    "of_game",
    "oka_pot",
    "override",
    "parse",
    "preset",
    "problems",
    "switch_named",
    "warnings",
]
