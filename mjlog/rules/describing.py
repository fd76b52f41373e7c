"""Rule sets for people: every switch with its value and source, two sets compared, and a file to start from."""

from decimal import Decimal
from textwrap import wrap
from typing import Final

from mjlog.rules.declaring import THOUSAND, FloatUma, SeatPenalty, SideBet, Switch
from mjlog.rules.reading import DEFAULT, Preset
from mjlog.rules.switches import SWITCHES, RuleSet

NOT_FOUND: Final = "default"
"""Source of a value that was not found anywhere and left as it usually is."""

Row = dict[str, str]

_WIDTH: Final = 110


def described(preset: Preset) -> list[Row]:
    """A row a switch: group, switch, value, source, number, en, ja, values, meaning."""
    return [
        {
            "group": switch.group,
            "switch": name,
            "value": switch.text(getattr(preset.rules, name)),
            "source": preset.sources.get(name, NOT_FOUND),
            "number": switch.number,
            "en": switch.en,
            "ja": switch.ja,
            "values": switch.values,
            "meaning": switch.doc,
        }
        for name, switch in SWITCHES.items()
    ]


def differences(one: RuleSet, other: RuleSet) -> list[Row]:
    """A row a switch whose values differ: group, switch, first, second, en, ja, meaning."""
    return [
        {
            "group": switch.group,
            "switch": name,
            "first": switch.text(getattr(one, name)),
            "second": switch.text(getattr(other, name)),
            "en": switch.en,
            "ja": switch.ja,
            "meaning": switch.doc,
        }
        for name, switch in SWITCHES.items()
        if getattr(one, name) != getattr(other, name)
    ]


def template(base: Preset) -> str:
    """A rule set file that changes nothing yet: every switch of ``base`` as a comment, with what it may be."""
    lines = [
        "# A rule set for mjlog. Take the # off a line to set a switch; what is not set is as in the base.",
        'title = "Our rules"',
        f'base = "{base.name or DEFAULT}"',
    ]
    group = ""
    for switch in SWITCHES.values():
        if switch.group != group:
            group = switch.group
            lines += ["", f"## {group}"]
        lines += ["", *_about(switch), f"# {switch.name} = {toml(switch, getattr(base.rules, switch.name))}"]
    return "\n".join(lines) + "\n"


def _about(switch: Switch) -> list[str]:
    text = f"{switch.en} ({switch.ja}): {switch.doc} Values: {switch.values}."
    return wrap(text, _WIDTH, initial_indent="#   ", subsequent_indent="#   ", break_on_hyphens=False)


def toml(switch: Switch, value: object) -> str:
    """A value as a TOML file has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, FloatUma | SideBet | SeatPenalty):
        return f'"{value.text()}"'
    if isinstance(value, tuple):
        return f"[{', '.join(toml(switch, part) for part in value)}]"
    if isinstance(value, int):
        return f"{(Decimal(value) / THOUSAND).normalize():f}" if switch.unit == "thousands" else str(value)
    return f'"{value}"'
