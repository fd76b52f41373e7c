"""The value of a recorded win under a rule set: base points, and who owes which share.

Han and fu come first, so that rounding up, counted yakuman and what counts as dora can be decided anew. Where the log
gives only the name of the limit, that; where it gives only points, the base points that make them.
"""

import dataclasses
from typing import Final

import polars as pl

from mjlog.rules import RuleSet
from mjlog.rules.points import (
    BAIMAN,
    HANEMAN,
    MANGAN,
    SANBAIMAN,
    YAKUMAN,
    base_points,
    counted_units,
    ron_points,
    tsumo_shares,
)
from mjlog.vocabulary import YAKU, Limit

_YAKUMAN_KEYS: Final = [key for key, info in YAKU.items() if info.yakuman]
_UNIT_HAN: Final = 13
NO_WIN: Final = "no win"
_MANGAN_HAN: Final = 5
_ANY_FU: Final = 30
_ALWAYS_DOUBLE: Final = [key for key in _YAKUMAN_KEYS if YAKU[key].closed > 1]
_LIMIT_BASE: Final = {
    Limit.MANGAN: MANGAN,
    Limit.HANEMAN: HANEMAN,
    Limit.BAIMAN: BAIMAN,
    Limit.SANBAIMAN: SANBAIMAN,
    Limit.YAKUMAN: YAKUMAN,
}


def valued(wins: pl.DataFrame, rules: RuleSet, n_players: int, *, known: bool) -> pl.DataFrame:
    """The wins with what they are worth.

    Args:
        wins: recorded winners with ``dealer`` of their hand.
        rules: the rule book.
        n_players: 3 or 4.
        known: False puts recorded points before han and fu.

    Returns:
        The wins with ``units`` (yakuman units paid), ``base`` (base points; null where only points are recorded that
        no han and fu make), ``feeder`` (the seat liable under these rules), ``fed_base`` (base points it is liable
        for), ``ron``, ``from_dealer`` and ``from_child`` (shares without honba; null = value not recorded) and
        ``valued_by`` (``limit`` or ``points`` where han and fu are not recorded, ``nothing`` where neither is, or
        ``no win`` of a hand without han, which the rules do not let win).
    """
    wins = _with_units(wins, rules)
    wins = _without_barred_han(wins, rules)
    wins = wins.with_columns(_base(rules), _valued_by())
    wins = wins.with_columns(_feeder(rules)).with_columns(_fed_base(rules))
    dealer_won = pl.col("winner") == pl.col("dealer")
    wins = wins.with_columns(**payments(pl.col("base"), dealer_won, rules, n_players))
    if wins["base"].null_count() or not known:
        wins = by_points(wins, rules, n_players, first=not known)
    return wins


def payments(base: pl.Expr, dealer_won: pl.Expr, rules: RuleSet, n_players: int) -> dict[str, pl.Expr]:
    """``ron``, ``from_dealer`` and ``from_child`` of base points, without honba.

    Where the dealer won, ``from_dealer`` is what a child pays: nobody is asked for it.
    """
    own = tsumo_shares(base, dealer=True, n_players=n_players, rules=rules)
    other = tsumo_shares(base, dealer=False, n_players=n_players, rules=rules)
    ron = [ron_points(base, dealer=dealer, n_players=n_players, rules=rules) for dealer in (True, False)]

    def choose(if_dealer: pl.Expr, if_child: pl.Expr) -> pl.Expr:
        return pl.when(dealer_won).then(if_dealer).otherwise(if_child).cast(pl.Int32)

    return {
        "ron": choose(*ron),
        "from_dealer": choose(own.child, other.dealer),
        "from_child": choose(own.child, other.child),
    }


def all_payers(dealer_won: pl.Expr, n_players: int) -> pl.Expr:
    """What all payers of a tsumo pay together, from the columns of :func:`payments`."""
    children = pl.when(dealer_won).then(n_players - 1).otherwise(n_players - 2)
    return pl.col("from_child") * children + pl.when(dealer_won).then(0).otherwise(pl.col("from_dealer"))


def _with_units(wins: pl.DataFrame, rules: RuleSet) -> pl.DataFrame:
    """Yakuman units by the rules' own list of doubles (RULES 41), and those of them with liability (RULES 33)."""
    if not (wins["yakuman"] > 0).any():
        return wins.with_columns(units=pl.lit(0, pl.Int32), fed=pl.lit(None, pl.Int32))
    names = (
        wins.lazy()
        .filter(pl.col("yakuman") > 0)
        .select("h", "winner", "pao_yaku", "yaku", "yaku_han")
        .explode("yaku", "yaku_han")
        .filter(pl.col("yaku").is_in(_YAKUMAN_KEYS))
        .with_columns(
            by_rule=1 + pl.col("yaku").is_in([*rules.double_yakuman_list, *_ALWAYS_DOUBLE]).cast(pl.Int32),
            as_recorded=(pl.col("yaku_han") // _UNIT_HAN).cast(pl.Int32),
            covered=pl.col("yaku").is_in(rules.pao_yaku)
            & pl.col("pao_yaku").list.contains(pl.col("yaku")).fill_null(value=True),
        )
    )
    per_win = names.group_by("h", "winner").agg(
        more=(pl.col("by_rule") - pl.col("as_recorded")).sum(), fed=(pl.col("by_rule") * pl.col("covered")).sum()
    )
    return (
        wins.lazy()
        .join(per_win, on=["h", "winner"], how="left", maintain_order="left")
        .with_columns(units=pl.col("yakuman").fill_null(0).cast(pl.Int32) + pl.col("more").fill_null(0))
        .drop("more")
        .collect()
    )


def _without_barred_han(wins: pl.DataFrame, rules: RuleSet) -> pl.DataFrame:
    """Han less that of ippatsu and dora the rules do not count; a hand keeps a yaku without them."""
    counts = {
        "ippatsu": rules.ippatsu,
        "ura_dora": rules.ura_dora,
        "red_dora": rules.red_fives > 0,
        "kita": rules.kita == "dora",
    }
    barred = [key for key, counted in counts.items() if not counted]
    if not barred:
        return wins
    taken = (
        wins.lazy()
        .select("h", "winner", "yaku", "yaku_han")
        .explode("yaku", "yaku_han")
        .filter(pl.col("yaku").is_in(barred))
        .group_by("h", "winner")
        .agg(barred=pl.col("yaku_han").cast(pl.Int32).sum())
    )
    return (
        wins.lazy()
        .join(taken, on=["h", "winner"], how="left", maintain_order="left")
        .with_columns(han=pl.col("han").cast(pl.Int32) - pl.col("barred").fill_null(0))
        .drop("barred")
        .collect()
    )


def _told() -> pl.Expr:
    """Whether han and fu, or yakuman, tell the value; from five han on the fu no longer matter."""
    han, fu = pl.col("han"), pl.col("fu")
    return (pl.col("units") > 0) | ((han > 0) & fu.is_not_null()) | (han >= _MANGAN_HAN).fill_null(value=False)


def _base(rules: RuleSet) -> pl.Expr:
    kazoe = SANBAIMAN if rules.kazoe == "sanbaiman" else YAKUMAN
    limits = {str(limit): points for limit, points in {**_LIMIT_BASE, Limit.KAZOE: kazoe}.items()}
    base = base_points(pl.col("han"), pl.col("fu").fill_null(_ANY_FU), pl.col("units"), rules)
    by_limit = pl.col("limit").cast(pl.String).replace_strict(limits, default=None, return_dtype=pl.Int32)
    return pl.when(_told()).then(base).otherwise(by_limit).alias("base")


def _valued_by() -> pl.Expr:
    return (
        pl.when((pl.col("han") == 0) & (pl.col("units") == 0))
        .then(pl.lit(NO_WIN))
        .when(_told())
        .then(None)
        .when(pl.col("limit").is_not_null())
        .then(pl.lit("limit"))
        .when(pl.col("points").is_not_null())
        .then(pl.lit("points"))
        .otherwise(pl.lit("nothing"))
        .alias("valued_by")
    )


def _feeder(rules: RuleSet) -> pl.Expr:
    """The seat recorded as liable, if these rules make it so (RULES 33, 37b)."""
    unnamed = pl.col("yaku").list.len().fill_null(0) == 0
    of_yakuman = (pl.col("units") > 0) & ((pl.col("fed") > 0).fill_null(value=False) | (unnamed & bool(rules.pao_yaku)))
    of_kan = (pl.col("units") == 0) & pl.col("loser").is_null() & rules.daiminkan_pao
    liable = (of_yakuman | of_kan) & (pl.col("pao") != pl.col("winner"))
    return pl.when(liable).then(pl.col("pao")).alias("feeder")


def _fed_base(rules: RuleSet) -> pl.Expr:
    """Base points the feeder is liable for: the yakuman fed, or the whole hand (RULES 36)."""
    if rules.pao_scope == "whole":
        return pl.col("base").alias("fed_base")
    fed = counted_units(pl.col("fed"), rules) * YAKUMAN
    return pl.when(pl.col("fed") > 0).then(fed).otherwise(pl.col("base")).cast(pl.Int32).alias("fed_base")


def by_points(wins: pl.DataFrame, rules: RuleSet, n_players: int, *, first: bool) -> pl.DataFrame:
    """Shares from recorded points where nothing better is recorded, or, with ``first``, wherever they are recorded."""
    dealer_won = pl.col("winner") == pl.col("dealer")
    unvalued = pl.col("base").is_null() & (pl.col("valued_by") != NO_WIN).fill_null(value=True)
    chosen = pl.col("points").is_not_null() & (pl.lit(first) | unvalued)
    wins = wins.with_columns(dealer_won=dealer_won, tsumo=pl.col("loser").is_null(), chosen=chosen).join(
        _points_of_bases(rules, n_players), on=["dealer_won", "tsumo", "points"], how="left", maintain_order="left"
    )
    made = payments(pl.col("base_of_points"), dealer_won, rules, n_players)
    parts = pl.when(dealer_won).then(n_players - 1).otherwise(n_players)
    even = pl.when(pl.col("points") % (parts * 100) == 0).then(pl.col("points") // parts)
    stated = {
        "base": pl.col("base_of_points"),
        "ron": pl.col("points"),
        "from_dealer": pl.coalesce(made["from_dealer"], pl.when(dealer_won).then(even).otherwise(even * 2)),
        "from_child": pl.coalesce(made["from_child"], even),
    }
    return wins.with_columns(
        pl.when("chosen").then(value.cast(pl.Int32)).otherwise(name).alias(name) for name, value in stated.items()
    ).drop("dealer_won", "tsumo", "chosen", "base_of_points")


def _points_of_bases(rules: RuleSet, n_players: int) -> pl.DataFrame:
    """Recorded points of every base that han and fu, limits and up to six yakuman make."""
    below = {fu * 2 ** (han + 2) for fu in (25, *range(20, 140, 10)) for han in range(1, 5)}
    limits = [MANGAN, HANEMAN, BAIMAN, SANBAIMAN, *(YAKUMAN * units for units in range(1, 7))]
    bases = [*sorted(base for base in below if base < MANGAN), *limits]
    recorded = dataclasses.replace(rules, tsumo_payment="loss")
    frame = pl.DataFrame({"base_of_points": bases}, schema={"base_of_points": pl.Int32})
    parts = []
    for dealer in (True, False):
        shared = frame.with_columns(**payments(pl.col("base_of_points"), pl.lit(dealer), recorded, n_players))
        for tsumo, points in ((False, pl.col("ron")), (True, all_payers(pl.lit(dealer), n_players))):
            parts.append(shared.select("base_of_points", dealer_won=dealer, tsumo=tsumo, points=points.cast(pl.Int32)))
    return pl.concat(parts).unique(["dealer_won", "tsumo", "points"], keep="first", maintain_order=True)
