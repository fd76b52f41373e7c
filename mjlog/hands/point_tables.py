"""Points of a hand by look-up: the arithmetic of :mod:`mjlog.rules.points`, worked out once for every han and fu."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from mjlog.hands.keys import Array, Bytes
from mjlog.rules import RuleSet
from mjlog.rules.points import base_points, limit_name, ron_points, tsumo_shares
from mjlog.vocabulary import Limit

_HAN: Final = 128
_FU: Final = 32  # in steps of five
_UNITS: Final = 32
_VARIANTS: Final = 8
_NO_LIMIT: Final = 255
_YAKUMAN: Final = [str(limit) for limit in Limit].index("yakuman")


@dataclass(frozen=True, slots=True)
class PointTables:
    """Points under one rule set; a win's variant (:func:`variant`) says who pays how much of the base points.

    Attributes:
        by_han: ``[variant, han, fu / 5]``, flat.
        by_units: ``[variant, yakuman units]``, flat.
        limit: code of the limit by ``[han, fu / 5]``, flat; 255 below mangan.
    """

    by_han: Array
    by_units: Array
    limit: Bytes

    def ordinary(self, variants: Array, han: Array, fu: Array) -> Array:
        """Points of han and fu, all payers together."""
        return self.by_han.take(variants.astype(np.int32) * (_HAN * _FU) + _han_fu(han, fu))

    def yakuman(self, variants: Array, units: Array) -> Array:
        """Points of yakuman, all payers together."""
        return self.by_units.take(variants.astype(np.int32) * _UNITS + units)

    def limits(self, han: Array, fu: Array, units: Array) -> Bytes:
        """Code of the limit reached (:class:`mjlog.vocabulary.Limit`), 255 for none."""
        limits = self.limit.take(_han_fu(han, fu))
        limits[units > 0] = _YAKUMAN
        return limits


def variant(*, three: Array, dealer: Array, ron: Array) -> Bytes:
    """Which table of points a win reads: whether three play, whether the dealer wins, and how."""
    return three.astype(np.uint8) << 2 | dealer.astype(np.uint8) << 1 | ron.astype(np.uint8)


def point_tables(rules: RuleSet) -> PointTables:
    """The tables of a rule set."""
    han, fu = (grid.ravel() for grid in np.meshgrid(np.arange(_HAN), np.arange(_FU) * 5, indexing="ij"))
    nothing = np.zeros(_UNITS, np.int64)
    ordinary = pl.DataFrame({"han": han, "fu": fu, "units": np.zeros_like(han)})
    yakuman = pl.DataFrame({"han": nothing, "fu": nothing, "units": np.arange(_UNITS)})
    base = base_points(pl.col("han"), pl.col("fu"), pl.col("units"), rules)
    totals = [_total(base, index, rules) for index in range(_VARIANTS)]
    limit = limit_name(pl.col("han"), base, pl.col("units")).to_physical().fill_null(_NO_LIMIT)
    return PointTables(
        np.concatenate([ordinary.select(total).to_series().to_numpy() for total in totals]),
        np.concatenate([yakuman.select(total).to_series().to_numpy() for total in totals]),
        ordinary.select(limit).to_series().to_numpy(),
    )


def _total(base: pl.Expr, index: int, rules: RuleSet) -> pl.Expr:
    """What all payers pay together for these base points."""
    n_players, dealer, ron = 3 if index & 4 else 4, bool(index & 2), bool(index & 1)
    if ron:
        return ron_points(base, dealer=dealer, n_players=n_players, rules=rules).cast(pl.Int32)
    return tsumo_shares(base, dealer=dealer, n_players=n_players, rules=rules).total.cast(pl.Int32)


def _han_fu(han: Array, fu: Array) -> Array:
    return np.minimum(han, _HAN - 1).astype(np.int32) * _FU + fu // 5
