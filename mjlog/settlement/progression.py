"""Which hand comes next: who deals, in which round, with how many repeat counters (RULES 21-23, 26, 51).

A hand is looked at by itself: from what it came to under the rules follows the hand the rules want next, whatever the
log plays then. What does not follow (a draw of unknown kind) is null.
"""

from collections.abc import Callable
from typing import Final

import polars as pl

from mjlog.rules import RuleSet
from mjlog.settlement.chains import counted_on
from mjlog.settlement.draws import tenpai
from mjlog.settlement.rows import at_seat
from mjlog.tables import seats
from mjlog.vocabulary import ABORTIVE_DRAWS, Result, Wind

WIND: Final = pl.Enum([str(wind) for wind in Wind])
WINDS: Final = len(Wind)

ROUNDS: Final = {"one_hand": 1, "east": 1, "hanchan": 2, "full": 4}
"""Rounds of a game by its length; a game of one hand is over after it."""

_OUTCOME: Final = pl.col("outcome")
AFTER_WIN: Final = _OUTCOME.is_in([str(Result.TSUMO), str(Result.RON)])
AFTER_DRAW: Final = _OUTCOME == str(Result.EXHAUSTIVE_DRAW)
AFTER_NAGASHI: Final = _OUTCOME == str(Result.NAGASHI_MANGAN)
AFTER_ABORT: Final = _OUTCOME.is_in([str(result) for result in ABORTIVE_DRAWS])
AFTER_CHOMBO: Final = _OUTCOME == str(Result.CHOMBO)


def _dealer_tenpai(rules: RuleSet, n_players: int) -> pl.Expr:
    """Whether the dealer counts as tenpai at a draw; null where the log tells nothing of any hand."""
    told = pl.any_horizontal(pl.col(seats("tenpai", n_players)).is_not_null())
    own = (pl.when(pl.col("dealer") == seat).then(tenpai(seat, rules)) for seat in range(n_players))
    return pl.when(told).then(pl.coalesce(own))


def rounds_begun() -> pl.Expr:
    """Number of the round from East = 0, counting on past North where a game goes round again."""
    wind = pl.col("round_wind").to_physical().cast(pl.Int32)
    again = (wind < wind.shift(1)).fill_null(value=False) & (pl.col("g") == pl.col("g").shift(1))
    times = again.cast(pl.Int32)
    return wind + WINDS * (counted_on(times, pl.lit(0)) + times)


def follow(hands: pl.DataFrame, rules: RuleSet, n_players: int, length: str) -> pl.DataFrame:
    """The hands with the ones the rules want after them.

    Args:
        hands: hands in order with ``g``, the counters, ``dealer``, ``tenpai_s``, ``nagashi_s``, and what they come to:
            ``outcome``, ``paid``, ``dealer_won``, ``dealer_nearest``.
        rules: the rule book.
        n_players: 3 or 4.
        length: rounds the game is meant to last.

    Returns:
        The hands with ``round`` (from East = 0), ``from_last`` (hands since the last regular one: negative before it, 0
        in it, positive in an extension), ``stays`` (the dealer deals again), ``next_round_wind``, ``next_kyoku``,
        ``next_honba`` and ``next_dealer``.
    """
    last = ROUNDS[length] * n_players - 1 if length != "one_hand" else 0
    played = pl.col("round") * n_players + pl.col("kyoku").cast(pl.Int32) - 1
    rounds = pl.col("kyoku") == n_players
    wind = pl.col("round_wind").to_physical().cast(pl.UInt8)
    passes = ~pl.col("stays")
    return (
        hands.with_columns(round=rounds_begun(), dealer_tenpai=_dealer_tenpai(rules, n_players))
        .with_columns(from_last=played - last)
        .with_columns(stays=_stays(rules, n_players))
        .with_columns(
            next_round_wind=((wind + (passes & rounds)) % WINDS).cat.to(WIND),
            next_kyoku=(pl.when(pl.col("stays")).then("kyoku").otherwise(pl.col("kyoku") % n_players + 1)).cast(
                pl.UInt8
            ),
            next_honba=_next_honba(rules).cast(pl.UInt8),
            next_dealer=((pl.col("dealer") + passes) % n_players).cast(pl.UInt8),
        )
    )


def _stays(rules: RuleSet, n_players: int) -> pl.Expr:
    """Whether the dealer deals the next hand too."""
    return (
        pl.when(AFTER_WIN)
        .then(_by_round(rules, lambda kind: pl.lit(value=False) if kind == "none" else _dealer_won(rules)))
        .when(AFTER_DRAW)
        .then(_stays_after_draw(rules))
        .when(AFTER_NAGASHI)
        .then(_stays_after_nagashi(rules, n_players))
        .when(AFTER_ABORT)
        .then(_OUTCOME.is_in(list(rules.abort_renchan)))
        .when(AFTER_CHOMBO)
        .then(pl.lit(rules.chombo_next != "next_hand"))
    )


def _by_round(rules: RuleSet, of_kind: Callable[[str], pl.Expr]) -> pl.Expr:
    """An expression that depends on the kind of renchan, which may differ from round to round (RULES 22)."""
    *given, later = rules.renchan
    chosen = of_kind(later)
    for number, kind in reversed(list(enumerate(given))):
        chosen = pl.when(pl.col("round") == number).then(of_kind(kind)).otherwise(chosen)
    return chosen


def _dealer_won(rules: RuleSet) -> pl.Expr:
    """Whether the dealer's win counts for the deal where several won (RULES 21)."""
    alone = pl.col("paid") < 2
    match rules.renchan_multi_ron:
        case "any_dealer_win":
            return pl.col("dealer_won")
        case "no":
            return pl.col("dealer_won") & alone
        case _:
            return pl.col("dealer_won") & (alone | pl.col("dealer_nearest"))


def _stays_after_draw(rules: RuleSet) -> pl.Expr:
    kinds = {"tenpai": pl.col("dealer_tenpai"), "noten": pl.lit(value=True)}
    stays = _by_round(rules, lambda kind: kinds.get(kind, pl.lit(value=False)))
    return stays | (pl.col("from_last") == 0) if rules.last_hand_draw == "repeats" else stays


def _stays_after_nagashi(rules: RuleSet, n_players: int) -> pl.Expr:
    match rules.nagashi_renchan:
        case "dealer_tenpai":
            return pl.col("dealer_tenpai")
        case "dealer_is_nagashi":
            return at_seat("nagashi", pl.col("dealer"), n_players)
        case _:
            return _stays_after_draw(rules)


def _next_honba(rules: RuleSet) -> pl.Expr:
    """Repeat counters of the next hand (RULES 22-23, 26, 51)."""
    honba, stays = pl.col("honba").cast(pl.Int32), pl.col("stays")
    after_win = pl.when(stays).then(honba + 1).when(~stays).then(0)
    after_draw = {"always": honba + 1, "if_renchan": after_win, "unchanged": honba}[rules.honba_after_draw]
    return (
        pl.when(AFTER_WIN)
        .then(after_win)
        .when(AFTER_DRAW)
        .then(after_draw)
        .when(AFTER_NAGASHI)
        .then(after_win if rules.nagashi_as == "win" else after_draw)
        .when(AFTER_ABORT)
        .then(honba + rules.abort_honba)
        .when(AFTER_CHOMBO)
        .then(honba if rules.chombo_next == "redeal" else after_draw)
    )
