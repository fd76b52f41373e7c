"""Player statistics: one entry a statistic, counted in one pass over any number of games.

:mod:`mjlog.stats.metrics` declares them, :mod:`mjlog.stats.rows` lays out what they are summed over,
:mod:`mjlog.stats.engine` counts, merges and divides.
"""
