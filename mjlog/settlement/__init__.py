"""Settlement: recorded hands to a ledger of transfers, scores and standings under a rule set."""

from mjlog.settlement.batch import KIND, unfit
from mjlog.settlement.counters import completed
from mjlog.settlement.course import STATUS
from mjlog.settlement.settling import HANDS, Settled, settle

__all__ = ["HANDS", "KIND", "STATUS", "Settled", "completed", "settle", "unfit"]
