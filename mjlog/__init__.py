"""Batch processor for riichi mahjong game logs.

Importing this package loads nothing heavy: polars, numpy and the parsers come in with the module that needs them,
so that ``mjlog --help`` answers at once.
"""

__version__ = "0.1.0"
