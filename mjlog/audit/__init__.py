"""Recorded against recomputed: one function a check, one table of findings.

The checks of the accounts (:mod:`mjlog.audit.accounts`) need only results; those of the tiles need the events. A check
that cannot be made for want of information is counted as not auditable and is never a finding.
"""

import polars as pl

from mjlog.audit import accounts, deal, draws, legality, tiles, values
from mjlog.audit.comparison import CHECKS, Check, made
from mjlog.audit.facts import Facts, hand_label
from mjlog.parsing import Recorded
from mjlog.settlement import Settled

__all__ = [
    "CHECKS",
    "Check",
    "accounts",
    "audit",
    "deal",
    "draws",
    "examine",
    "hand_label",
    "legality",
    "tiles",
    "values",
]


def audit(recorded: Recorded, settled: Settled) -> pl.DataFrame:
    """Findings of every check over a batch, in the order of games and hands (table ``findings``)."""
    return examine(recorded, settled)[0]


def examine(recorded: Recorded, settled: Settled) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Findings of every check and, a row a check, how much it could look at (check, checked, not_auditable)."""
    return made(applicable(recorded), Facts(recorded, settled))


def applicable(recorded: Recorded) -> list[Check]:
    """The checks that a batch has the material for."""
    with_events = bool((recorded.events["seq"] == 0).any())
    return [check for check in CHECKS.values() if with_events or not check.needs_events]
