"""The rule set: every switch of settlement and play, one typed field each.

The fields stand in their groups (:mod:`final_score`, :mod:`payments`, :mod:`rounds`, :mod:`play`); here they are one
object. Adding a switch is adding a field to its group and a line where it is read.
"""

import dataclasses
from functools import cache
from typing import Any, Final, get_type_hints

from mjlog.rules.declaring import RuleError, Switch, nearest
from mjlog.rules.final_score import SidePayments, StartAndFinalScore
from mjlog.rules.payments import HandValue, MultipleRon, Pao, SticksAndHonba, ThreePlayers
from mjlog.rules.play import Play
from mjlog.rules.rounds import AbortiveDraws, Draws, Ending, Nagashi, Penalties, Renchan

GROUPS: Final = (
    StartAndFinalScore,
    SticksAndHonba,
    MultipleRon,
    Renchan,
    Draws,
    Nagashi,
    AbortiveDraws,
    Pao,
    HandValue,
    Ending,
    Penalties,
    SidePayments,
    ThreePlayers,
    Play,
)


@dataclasses.dataclass(frozen=True, kw_only=True)
class RuleSet(
    Play,
    ThreePlayers,
    SidePayments,
    Penalties,
    Ending,
    HandValue,
    Pao,
    AbortiveDraws,
    Nagashi,
    Draws,
    Renchan,
    MultipleRon,
    SticksAndHonba,
    StartAndFinalScore,
):
    """A rule book. Amounts are points, also where a switch is written in thousands (uma 20 is 20000).

    Attributes:
        label: its name with the switches that were changed, as columns named ``rules`` show it.
    """

    label: str = dataclasses.field(default="default", compare=False)

    @property
    def honba_on_ron(self) -> int:
        """Points a honba adds to a ron (RULES 12)."""
        if not self.honba_enabled:
            return 0
        return self.honba_value if self.honba_ron == "honba_value" else self.honba_ron

    @property
    def honba_on_tsumo(self) -> int:
        """Points each payer of a tsumo adds a honba (RULES 12)."""
        if not self.honba_enabled:
            return 0
        return self.honba_value // (self.players - 1) if self.honba_tsumo_each == "share" else self.honba_tsumo_each

    def renchan_in(self, round_number: int) -> str:
        """Which renchan rule holds in a round, 0 = East; the last one given holds for all later rounds (RULES 22)."""
        return self.renchan[min(round_number, len(self.renchan) - 1)]

    def switches(self) -> dict[str, Any]:
        """Every switch's value by name, in the order of the groups."""
        return {name: getattr(self, name) for name in SWITCHES}


@cache
def _switches() -> dict[str, Switch]:
    hints = get_type_hints(RuleSet)
    return {
        field.name: Switch(field.name, _title(group), hints[field.name], field.default, **field.metadata)
        for group in GROUPS
        for field in dataclasses.fields(group)
    }


def _title(group: type) -> str:
    return (group.__doc__ or "").rstrip(".")


SWITCHES: Final[dict[str, Switch]] = _switches()
"""Every switch by name, in the order of the groups."""


def switch_named(name: str) -> Switch:
    """The switch of that name.

    Raises:
        RuleError: there is none; the message names the nearest one.
    """
    if name not in SWITCHES:
        raise RuleError(f"there is no rule switch {name!r}{nearest(name, SWITCHES)}")
    return SWITCHES[name]
