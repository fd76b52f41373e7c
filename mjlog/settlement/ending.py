"""When a game is over: bust, called, out of time, or at its last hand with the goal reached (RULES 42-49).

Each condition is a flag a hand; a game ends after its first hand with any of them. Hands of the log beyond it were
never played under these rules. Where the log stops although the rules play on, a hand is missing.
"""

from typing import Final

import polars as pl

from mjlog.rules import RuleSet
from mjlog.settlement.progression import AFTER_CHOMBO, AFTER_DRAW, AFTER_NAGASHI, AFTER_WIN
from mjlog.settlement.rows import at_seat
from mjlog.settlement.side_payments import is_bust
from mjlog.tables import seats

COUNTER_STICK: Final = 100
"""What a dealer puts on the table for a honba (RULES 43)."""

BUST_BY_STICK: Final = "stick"

_NO: Final = pl.lit(value=False)
_YES: Final = pl.lit(value=True)


def endings(hands: pl.DataFrame, rules: RuleSet, n_players: int, length: str) -> pl.DataFrame:
    """The hands with whether the game is over after each.

    Args:
        hands: as :func:`mjlog.settlement.progression.follow` returns them, with ``before_s`` and ``points_s`` (points
            before and after the hand under the rules), ``paid_s`` (points of the riichi stick paid), ``first_dealer``,
            ``dealer_ends``, ``time_up``, ``last`` (no hand follows in the log) and ``complete`` (the log is not cut).
        rules: the rule book.
        n_players: 3 or 4.
        length: rounds the game is meant to last.

    Returns:
        The hands with ``ends`` (null where the record leaves it open) and ``ended_by`` (``stick``, ``bust``,
        ``called``, ``time``, ``last hand``).
    """
    conditions = {
        BUST_BY_STICK: _bust_by_stick(rules, n_players),
        "bust": _bust(rules, n_players),
        "called": pl.col("most") >= rules.cold_score if rules.cold_score else _NO,
        "time": _out_of_time(rules),
        "last hand": _one_hand(rules) if length == "one_hand" else _last_hand(rules, n_players),
    }
    return (
        hands.with_columns(
            most=pl.max_horizontal(seats("points", n_players)),
            dealer_points=at_seat("points", pl.col("dealer"), n_players),
        )
        .with_columns(
            ends=pl.any_horizontal(conditions.values()),
            ended_by=pl.coalesce(pl.when(flag).then(pl.lit(word)) for word, flag in conditions.items()),
        )
        .drop("most", "dealer_points")
    )


def _bust(rules: RuleSet, n_players: int) -> pl.Expr:
    """A player has too few points, or the next dealer cannot put out the counters (RULES 43)."""
    bust = _NO
    if rules.tobi != "off":
        bust = pl.any_horizontal(is_bust(pl.col(column), rules.tobi) for column in seats("points", n_players))
    if rules.dealer_cannot_post:
        needed = COUNTER_STICK * pl.col("next_honba").cast(pl.Int32)
        bust = bust | (at_seat("points", pl.col("next_dealer"), n_players) < needed)
    return bust


def _bust_by_stick(rules: RuleSet, n_players: int) -> pl.Expr:
    """A stick leaves a player with too few points, where the rules look at once (RULES 43a)."""
    if rules.tobi == "off" or rules.tobi_checked != "riichi":
        return _NO
    return pl.any_horizontal(
        (pl.col(f"paid_{seat}") > 0) & is_bust(pl.col(f"before_{seat}") - pl.col(f"paid_{seat}"), rules.tobi)
        for seat in range(n_players)
    )


def _counts(rules: RuleSet) -> pl.Expr:
    """Whether a hand may be the one that ends a game: a chombo only where the rules say (RULES 49)."""
    return _YES if rules.chombo_ends_game else ~AFTER_CHOMBO


def _out_of_time(rules: RuleSet) -> pl.Expr:
    """The hand in which time was up is the last, or the one after it (RULES 49)."""
    if rules.time_limit == "none":
        return _NO
    up = pl.col("time_up").fill_null(value=False).cast(pl.UInt8).cum_max().over("g") == 1
    if rules.time_limit == "one_more_hand":
        up = up.shift(1).over("g").fill_null(value=False)
    return up & _counts(rules)


def _one_hand(rules: RuleSet) -> pl.Expr:
    return _counts(rules)


def _last_hand(rules: RuleSet, n_players: int) -> pl.Expr:
    """The last regular hand or one of an extension, and nothing calls for another."""
    late, chombo_ends = pl.col("from_last") >= 0, AFTER_CHOMBO & rules.chombo_ends_game
    over = (
        pl.when(pl.col("stays"))
        .then(_dealer_stops(rules, n_players) | _sudden_death(rules))
        .when(~pl.col("stays"))
        .then(_no_extension(rules, n_players))
    )
    return late & (chombo_ends | over)


def _reached(points: pl.Expr, rules: RuleSet) -> pl.Expr:
    """Whether points are the goal (RULES 44); sticks on the table do not count."""
    return points >= rules.goal_points if rules.goal_compare == "ge" else points > rules.goal_points


def _goal(rules: RuleSet, n_players: int) -> pl.Expr:
    """Whether somebody has the goal, and all are not even where that matters (RULES 45b)."""
    reached = _reached(pl.col("most"), rules)
    if not rules.extension_if_even:
        return reached
    return reached & (pl.col("most") > pl.min_horizontal(seats("points", n_players)))


def _no_extension(rules: RuleSet, n_players: int) -> pl.Expr:
    """The deal passes: whether no extension begins or goes on (RULES 45)."""
    if rules.extension == "none":
        return _YES
    longest = _NO if rules.extension_max == "forever" else pl.col("from_last") >= rules.extension_max * n_players
    over = _goal(rules, n_players) | longest
    return over & (pl.col("kyoku") == n_players) if rules.extension == "full" else over


def _sudden_death(rules: RuleSet) -> pl.Expr:
    """The dealer repeats in an extension that ends as soon as anybody has the goal."""
    return (pl.col("from_last") > 0) & _reached(pl.col("most"), rules) if rules.extension == "sudden_any" else _NO


def _dealer_stops(rules: RuleSet, n_players: int) -> pl.Expr:
    """The dealer repeats in the last hand: whether the game ends by agari-yame or tenpai-yame (RULES 46, 47)."""
    by_win = AFTER_WIN | (AFTER_NAGASHI if rules.nagashi_as == "win" else _NO)
    by_draw = (AFTER_DRAW | (AFTER_NAGASHI if rules.nagashi_as == "draw" else _NO)) & pl.col("dealer_tenpai")
    may = _yame_conditions(rules, n_players)
    return may & ((by_win & _chosen(rules.agari_yame)) | (by_draw & _chosen(rules.tenpai_yame)))


def _chosen(yame: str) -> pl.Expr:
    """Whether a dealer who may end the game does; a log that stops there without a word tells that it was chosen."""
    stopped = pl.col("last") & pl.col("complete")
    return {"off": _NO, "auto": _YES, "optional": pl.col("dealer_ends").fill_null(stopped)}[yame]


def _yame_conditions(rules: RuleSet, n_players: int) -> pl.Expr:
    conditions = [_YES]
    if rules.yame_needs_top:
        conditions.append(_dealer_is_top(rules, n_players))
    if rules.yame_needs_goal:
        conditions.append(_reached(pl.col("dealer_points"), rules))
    return pl.all_horizontal(conditions)


def _dealer_is_top(rules: RuleSet, n_players: int) -> pl.Expr:
    """Whether the dealer is first: nearer to the first dealer among equals, alone, or among equals."""
    own = pl.col("dealer_points")
    if rules.yame_top == "any":
        return own == pl.col("most")
    turn = [(seat + n_players - pl.col("first_dealer")) % n_players for seat in range(n_players)]
    own_turn = (pl.col("dealer") + n_players - pl.col("first_dealer")) % n_players
    before = [pl.lit(rules.yame_top == "sole") | (turn[seat] < own_turn) for seat in range(n_players)]
    return ~pl.any_horizontal(
        (pl.col("dealer") != seat)
        & ((pl.col(f"points_{seat}") > own) | ((pl.col(f"points_{seat}") == own) & before[seat]))
        for seat in range(n_players)
    )
