"""Evaluation of tiles, a batch at a time: what a hand waits for, how far it is, what it is worth."""

from mjlog.hands.evaluation import evaluate, with_yaku

__all__ = ["evaluate", "with_yaku"]
