"""Every statistic: one entry each, in families, one family a module."""

from typing import Final

from mjlog.stats.metrics import calls, dealing_in, game, hand, luck, riichi, yaku
from mjlog.stats.statistic import Registry

STATISTICS: Final = Registry()
"""All statistics, in the order they are listed."""

for _family in (game, hand, riichi, calls, dealing_in, luck, yaku):
    STATISTICS.add(*_family.FAMILY)
