"""Final scores written down in a few words: points at the end in, scores in thousands out."""

from decimal import Decimal

import numpy as np

from mjlog.rules import RuleSet, load, override
from mjlog.settlement.closing import Bets, Closing, ended
from mjlog.settlement.final_score import close
from mjlog.settlement.ranking import Places

NO_UMA = "uma=0,0,0,0"


def book(text: str = "", base: str = "default") -> RuleSet:
    return override(load(base), text)


def closed(points, under: str = "", base: str = "default", **known) -> tuple[Closing, Places]:
    """One game; what else is known of its end is given as for :func:`mjlog.settlement.closing.ended`."""
    arrays = {
        name: value
        if isinstance(value, Bets)
        else np.array([value], dtype=np.int64)
        if name != "won_last"
        else np.array([value], dtype=bool)
        for name, value in known.items()
    }
    return close(ended(np.array([points], dtype=np.int64), **arrays), book(under, base))


def final(points, under: str = "", base: str = "default", **known) -> list[Decimal]:
    """Final scores in thousands, seats from the first dealer."""
    return thousands(closed(points, under, base, **known)[0].score[0].tolist())


def final_points(points, under: str = "", **known) -> list[int]:
    """Points with the leftover sticks."""
    return closed(points, under, **known)[0].points[0].tolist()


def ranks(points, under: str = "", **known) -> list[int]:
    return closed(points, under, **known)[1].rank[0].tolist()


def thousands(points) -> list[Decimal]:
    return [Decimal(value) / 1000 for value in points]


def pt(*values: float) -> list[Decimal]:
    """Expected scores as a rule book prints them: 62.5 is exactly 62.5."""
    return [Decimal(str(value)) for value in values]
