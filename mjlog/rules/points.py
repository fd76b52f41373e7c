"""What han and fu are worth, and who pays which share: the fixed arithmetic of a hand's value (RULES 1L, 38-41, 57).

Settlement and the evaluation of tiles both read it here. Every function takes and gives polars expressions of whole
points, so the same lines serve a column of a million wins and a grid of all (han, fu) that a look-up table is made of.
A share is rounded up to a hundred for each payer by itself, which is why a tsumo is not a ron divided.
"""

from typing import Final, NamedTuple

import polars as pl

from mjlog.rules.switches import RuleSet
from mjlog.vocabulary import Limit

MANGAN: Final = 2_000
HANEMAN: Final = 3_000
BAIMAN: Final = 4_000
SANBAIMAN: Final = 6_000
YAKUMAN: Final = 8_000

_JUST_BELOW_MANGAN: Final = 1_920
"""Base points of 7700 and 11600: four han 30 fu, three han 60 fu."""

_KAZOE_HAN: Final = 13


class Shares(NamedTuple):
    """What each payer of a tsumo pays; ``dealer`` is null where the dealer is the winner."""

    dealer: pl.Expr
    child: pl.Expr
    total: pl.Expr


def round_up(points: pl.Expr) -> pl.Expr:
    """Up to the next hundred."""
    return -(-points // 100) * 100


def counted_units(units: pl.Expr, rules: RuleSet) -> pl.Expr:
    """Yakuman units that are paid: added up, one only, or up to a cap (RULES 40)."""
    if rules.yakuman_stack == "stack":
        return units
    return units.clip(upper_bound=1 if rules.yakuman_stack == "single" else rules.yakuman_stack)


def base_points(han: pl.Expr, fu: pl.Expr, units: pl.Expr, rules: RuleSet) -> pl.Expr:
    """Base points (基本点) of a hand as Int32.

    Args:
        han: han; 0 and more than enough are allowed, null where ``units`` is not 0.
        fu: fu, already rounded.
        units: yakuman units, 0 for an ordinary hand and a counted yakuman.
        rules: reads ``kiriage_mangan``, ``kazoe`` and ``yakuman_stack``.
    """
    han, fu = han.cast(pl.Int32), fu.cast(pl.Int32)
    # Beyond five han the limits hold whatever this gives; the cap only keeps the power small.
    ordinary = fu * pl.lit(2, pl.Int32).pow((han + 2).clip(0, 8)).cast(pl.Int32)
    if rules.kiriage_mangan:
        ordinary = pl.when(ordinary == _JUST_BELOW_MANGAN).then(MANGAN).otherwise(ordinary)
    return (
        pl.when(units > 0)
        .then(counted_units(units.cast(pl.Int32), rules) * YAKUMAN)
        .when(han >= _KAZOE_HAN)
        .then(_kazoe(han, rules))
        .when(han >= 11)
        .then(SANBAIMAN)
        .when(han >= 8)
        .then(BAIMAN)
        .when(han >= 6)
        .then(HANEMAN)
        .when(han >= 5)
        .then(MANGAN)
        .otherwise(ordinary.clip(upper_bound=MANGAN))
        .cast(pl.Int32)
    )


def limit_name(han: pl.Expr, base: pl.Expr, units: pl.Expr) -> pl.Expr:
    """Name of the limit that base points reach, as an Enum of :class:`mjlog.vocabulary.Limit`; null below mangan."""
    return (
        pl.when(units > 0)
        .then(pl.lit(str(Limit.YAKUMAN)))
        .when(base >= YAKUMAN)
        .then(pl.lit(str(Limit.KAZOE)))
        .when((base == MANGAN) & (han <= 5))
        .then(pl.lit(str(Limit.MANGAN)))
        .when(base == HANEMAN)
        .then(pl.lit(str(Limit.HANEMAN)))
        .when(base == BAIMAN)
        .then(pl.lit(str(Limit.BAIMAN)))
        .when(base == SANBAIMAN)
        .then(pl.lit(str(Limit.SANBAIMAN)))
        .cast(pl.Enum([str(limit) for limit in Limit]))
    )


def ron_points(base: pl.Expr, *, dealer: bool, n_players: int, rules: RuleSet) -> pl.Expr:
    """What the discarder pays for a hand of these base points, without honba."""
    if n_players == 3 and rules.tsumo_payment == "ron_loss":
        return tsumo_shares(base, dealer=dealer, n_players=3, rules=rules).total
    return round_up(base * (6 if dealer else 4))


def tsumo_shares(base: pl.Expr, *, dealer: bool, n_players: int, rules: RuleSet) -> Shares:
    """What each payer of a tsumo pays, without honba, and the sum.

    Args:
        base: base points.
        dealer: whether the dealer wins.
        n_players: with 3 the missing seat's share goes where ``rules.tsumo_payment`` sends it (RULES 57).
        rules: reads ``tsumo_payment``.
    """
    child = round_up(base * (2 if dealer else 1))
    if n_players == 3:
        return _three_players(base, child, dealer=dealer, rules=rules)
    if dealer:
        return Shares(pl.lit(None, pl.Int32), child, child * 3)
    parent = round_up(base * 2)
    return Shares(parent, child, parent + child * 2)


def _kazoe(han: pl.Expr, rules: RuleSet) -> pl.Expr:
    match rules.kazoe:
        case "sanbaiman":
            return pl.lit(SANBAIMAN)
        case "unlimited":
            return han // _KAZOE_HAN * YAKUMAN
        case _:
            return pl.lit(YAKUMAN)


def _three_players(base: pl.Expr, child: pl.Expr, *, dealer: bool, rules: RuleSet) -> Shares:
    """Shares of the two payers; ``child`` is an ordinary child's share and at once the one nobody is there to pay."""
    nothing, half = pl.lit(0), _part(child, 1, 2)
    parent = child if dealer else round_up(base * 2)
    ron = base * (6 if dealer else 4)
    to_parent, to_child = {
        "half": (half, half),
        "full": (child, child),
        "equalize": (_part(ron, 1, 2) - parent, _part(ron, 1, 2) - child),
        "proportional": (half, half) if dealer else (_part(child, 2, 3), _part(child, 1, 3)),
        "oya_pays": (half, half) if dealer else (child, nothing),
        "ko_pays": (half, half) if dealer else (nothing, child),
        "add_1000": (pl.lit(1_000), pl.lit(1_000)),
    }.get(rules.tsumo_payment, (nothing, nothing))
    parent, child = (parent + to_parent).cast(pl.Int32), (child + to_child).cast(pl.Int32)
    return Shares(pl.lit(None, pl.Int32) if dealer else parent, child, parent + child)


def _part(points: pl.Expr, numerator: int, denominator: int) -> pl.Expr:
    """A fraction of points, up to the next hundred."""
    return -(-points * numerator // (100 * denominator)) * 100
