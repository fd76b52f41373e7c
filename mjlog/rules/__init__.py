"""Rule books: every switch of settlement as one field, named rule sets, reading and comparing them."""

from mjlog.rules.declaring import FloatUma, RuleError, SeatPenalty, SideBet, Switch
from mjlog.rules.reading import Preset, load, names, of_game, override, parse, preset
from mjlog.rules.switches import SWITCHES, RuleSet, switch_named

__all__ = [
    "SWITCHES",
    "FloatUma",
    "Preset",
    "RuleError",
    "RuleSet",
    "SeatPenalty",
    "SideBet",
    "Switch",
    "load",
    "names",
    "of_game",
    "override",
    "parse",
    "preset",
    "switch_named",
]
