"""Sums from hand to hand of a game, without a window: a running sum over all hands, measured from an anchor.

Hands stand in the order of their games, so the sum since a game's first hand is the sum over everything before, less
what that was at the anchor. An anchor can also be a hand after which counting starts anew.
"""

import polars as pl


def counted_on(added: pl.Expr, first: pl.Expr, *anew: tuple[pl.Expr, pl.Expr]) -> pl.Expr:
    """What a count is when each hand begins.

    Args:
        added: what each hand adds for the next, a whole number.
        first: what the first hand of a game begins with; its rows are the flag column ``first``.
        anew: a condition on a hand that makes it begin with a number of its own, whatever was before, and that number.

    Returns:
        The number each hand begins with, as the type of ``added``.
    """
    before = added.cum_sum() - added
    anchors = [(pl.col("first"), first), *anew]
    return before - pl.coalesce(pl.when(flag).then(before - value) for flag, value in anchors).forward_fill()
