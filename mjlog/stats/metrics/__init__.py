"""Every statistic: one entry each, in families, one family a module."""

from typing import Final

from mjlog.stats.metrics import (
    calls,
    dealer,
    dealing_in,
    game,
    hand,
    kans,
    ladder,
    luck,
    progress,
    riichi,
    values,
    waits,
    yaku,
)
from mjlog.stats.statistic import Registry

STATISTICS: Final = Registry()
"""All statistics, in the order they are listed."""

for _family in (
    game,
    ladder,
    hand,
    progress,
    dealer,
    values,
    riichi,
    waits,
    calls,
    kans,
    dealing_in,
    luck,
    yaku,
):
    STATISTICS.add(*_family.FAMILY)
