"""Evaluation of tiles, a batch at a time: what a hand waits for, how far it is, what it is worth.

``evaluate``, ``waits`` and ``shanten`` take frames of any size; one hand is a frame of one row. ``moments`` follows
hands through their events. A check that wants to know more of a moment works on the arrays of :func:`plays` itself.
"""

from mjlog.hands.evaluation import evaluate, with_yaku
from mjlog.hands.moments import Moments, moments
from mjlog.hands.play import Play, played_hands, plays
from mjlog.hands.shanten import shanten
from mjlog.hands.waits import wait_sets, waits

__all__ = [
    "Moments",
    "Play",
    "evaluate",
    "moments",
    "played_hands",
    "plays",
    "shanten",
    "wait_sets",
    "waits",
    "with_yaku",
]
