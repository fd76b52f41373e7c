"""Recorded against recomputed: one function a check, one table of findings.

The checks of the accounts (:mod:`mjlog.audit.accounts`) need only results; those of the tiles need the events. A check
that cannot be made for want of information is counted as not auditable and is never a finding.
"""

import polars as pl

from mjlog.audit import accounts, deal, draws, legality, tiles, values
from mjlog.audit.comparison import CHECKS, Check, as_findings, coverage, differences
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
    facts = Facts(recorded, settled)
    comparisons = [(check, check.compare(facts)) for check in applicable(recorded)]
    return _findings([differences(check, comparison, facts) for check, comparison in comparisons])


def examine(recorded: Recorded, settled: Settled) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Findings of every check and, a row a check, how much it could look at (check, checked, not_auditable)."""
    facts = Facts(recorded, settled)
    comparisons = [(check, check.compare(facts)) for check in applicable(recorded)]
    counts = pl.collect_all(coverage(check, comparison) for check, comparison in comparisons)
    return _findings([differences(check, comparison, facts) for check, comparison in comparisons]), pl.concat(counts)


def applicable(recorded: Recorded) -> list[Check]:
    """The checks that a batch has the material for."""
    return [check for check in CHECKS.values() if not check.needs_events or recorded.events.height]


def _findings(found: list[pl.LazyFrame]) -> pl.DataFrame:
    frames = [as_findings(frame) for frame in pl.collect_all(found)]
    return pl.concat(frames).sort("game_id", "hand", "check", "seat", nulls_last=True)
