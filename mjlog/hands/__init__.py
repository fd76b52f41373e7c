"""Evaluation of tiles, a batch at a time: what a hand waits for, how far it is, what it is worth."""

from mjlog.hands.evaluation import evaluate, with_yaku
from mjlog.hands.moments import Moments, moments
from mjlog.hands.shanten import shanten
from mjlog.hands.waits import wait_sets, waits

__all__ = ["Moments", "evaluate", "moments", "shanten", "wait_sets", "waits", "with_yaku"]
