"""Options of every command that settles: which rule set, and which of its switches are changed."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from mjlog.cli.console import ExitCode, Failure, warn

if TYPE_CHECKING:
    from mjlog.rules import RuleSet

_F = TypeVar("_F", bound=Callable[..., Any])


class Chosen(NamedTuple):
    """What the options ask for.

    Attributes:
        rules: rule set for all games; None = each game under its own.
        overrides: switches changed on top of each game's own rules; empty where ``rules`` has them already.
    """

    rules: "RuleSet | None"
    overrides: str

    @property
    def changes_nothing(self) -> bool:
        """Whether every game keeps the rules it was played by."""
        return self.rules is None and not self.overrides


def rule_options(command: _F) -> _F:
    """Options of every command that settles: passes ``rules`` and ``rule`` for :func:`chosen_rules`."""
    command = click.option(
        "--rule",
        multiple=True,
        metavar="SWITCH=VALUE",
        help="Change one switch, lists by commas: uma=20,10,-10,-20 (repeatable; see: mjlog rules show).",
    )(command)
    return click.option(
        "--rules",
        metavar="NAME|FILE",
        help="Rule set by name or TOML file, instead of each game's own (see: mjlog rules list).",
    )(command)


def chosen_rules(rules: str | None, rule: tuple[str, ...]) -> Chosen:
    """The rule set that the options name; what is possible in it and probably not meant is warned of.

    Raises:
        mjlog.cli.console.Failure: there is no such rule set, switch or value; the message names the nearest.
    """
    from mjlog.rules import RuleError, load, override, parse, warnings  # noqa: PLC0415 -- only where a command settles

    overrides = "; ".join(rule)
    try:
        parse(overrides)
        if rules is None:
            return Chosen(None, overrides)
        chosen = override(load(rules), overrides)
    except RuleError as problem:
        raise Failure(str(problem), ExitCode.USAGE) from problem
    for text in warnings(chosen):
        warn(text)
    return Chosen(chosen, "")
