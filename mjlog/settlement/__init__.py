"""Settlement: recorded hands to a ledger of transfers, scores and standings under a rule set."""

from mjlog.settlement.counters import completed
from mjlog.settlement.settling import HANDS, STATUS, Settled, settle

__all__ = ["HANDS", "STATUS", "Settled", "completed", "settle"]
