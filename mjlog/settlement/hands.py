"""The ledger of the hands of a part: from what was recorded to every transfer, the sums, and the chain of scores."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from mjlog.settlement.batch import Part
from mjlog.settlement.chains import counted_on
from mjlog.settlement.draws import nagashi_payments, noten_payments
from mjlog.settlement.outcome import judge, paid_wins
from mjlog.settlement.penalties import chombo_payments
from mjlog.settlement.progression import follow
from mjlog.settlement.rows import ledger
from mjlog.settlement.stated import recorded_change, stated_payments
from mjlog.settlement.sticks import count_sticks, stick_payments
from mjlog.settlement.value import NO_WIN, valued
from mjlog.settlement.wins import win_payments
from mjlog.tables import seats
from mjlog.vocabulary import Wind

_PROBE: Final = 100
"""A honba no hand begins with, to see whether the next hand's goes on from it or starts anew."""


@dataclass(frozen=True)
class Ledger:
    """The hands of a part, settled.

    Attributes:
        hands: recorded hands by ``h`` with what they come to (:func:`mjlog.settlement.outcome.judge`), what follows
            (:func:`mjlog.settlement.progression.follow`) and their sticks
            (:func:`mjlog.settlement.sticks.count_sticks`); ``honba`` and ``deposits`` are those the hand is settled
            with. ``before_s``, ``change_s`` and ``points_s`` are the scores under the rules, ``recorded_s`` the log's
            change, ``paid_s`` the riichi stick in points; ``open`` says that the rules do not determine the hand,
            ``why`` the reason or a note.
        wins: the winners who are paid, by ``h`` in order of payment, with ``place``, their value and shares.
        rows: every transfer by ``h``.
    """

    hands: pl.DataFrame
    wins: pl.DataFrame
    rows: pl.DataFrame


def settle_hands(part: Part, *, carried: bool) -> Ledger:
    """Every hand of a part under its rules; with ``carried`` the counters and scores go on from hand to hand."""
    rules, n_players = part.rules, part.n_players
    paid = paid_wins(part.wins, rules)
    hands = judge(part.hands, part.wins, paid, rules)
    hands = _counted(hands, part, carried=carried)
    hands = count_sticks(hands, rules, n_players, carried=carried)
    wins = valued(paid, rules, n_players, known=part.known)
    at = wins["h"]
    wins = wins.with_columns(hands["honba"].gather(at), hands["pool"].gather(at))
    rows = ledger(
        [
            *stick_payments(hands, wins, rules, n_players),
            *win_payments(wins, rules, n_players),
            *noten_payments(hands, rules, n_players),
            *nagashi_payments(hands, rules, n_players),
            *chombo_payments(hands, rules, n_players),
        ]
    )
    hands = hands.with_columns(recorded_change(s).alias(f"recorded_{s}") for s in range(n_players))
    hands = _with_value_notes(hands, wins).hstack(changes(rows, hands.height, n_players))
    hands, rows = _stated_where_needed(hands, rows, part)
    return Ledger(_scores(hands, part, carried=carried), wins, rows)


def _counted(hands: pl.DataFrame, part: Part, *, carried: bool) -> pl.DataFrame:
    """The hands with what follows each; with ``carried`` honba is counted on from the first recorded hand."""
    if carried:
        probe = hands.with_columns(honba=pl.lit(_PROBE, pl.UInt8))
        following = follow(probe, part.rules, part.n_players, part.length)["next_honba"].fill_null(_PROBE)
        hands = hands.with_columns(honba=_carried_honba(following.cast(pl.Int32)))
    return follow(hands, part.rules, part.n_players, part.length)


def _carried_honba(following: pl.Series) -> pl.Expr:
    """Honba from hand to hand: what each hand adds, counted since the last one that started anew."""
    anew, more = following < _PROBE, (following - _PROBE).clip(0)
    recorded = pl.col("honba").cast(pl.Int32)
    starts = [(pl.col("gap"), recorded), (pl.lit(anew.shift(1)), pl.lit(following.shift(1)))]
    return counted_on(pl.lit(more), recorded, *starts).cast(pl.UInt8)


def changes(rows: pl.DataFrame, height: int, n_players: int) -> pl.DataFrame:
    """Sums of the ledger: ``change_0`` … of every hand. Weights are whole numbers far below 2^53, so sums are exact."""
    size, points = height * n_players, rows["points"].to_numpy()
    total = np.zeros(size)
    for side, sign in (("payee", 1), ("payer", -1)):
        seat = rows[side].fill_null(n_players).to_numpy().astype(np.int64)
        own = seat < n_players
        account = rows["h"].to_numpy().astype(np.int64)[own] * n_players + seat[own]
        total += sign * np.bincount(account, weights=points[own], minlength=size)
    table = total.astype(np.int32).reshape(height, n_players)
    return pl.DataFrame({f"change_{s}": table[:, s] for s in range(n_players)})


def _with_value_notes(hands: pl.DataFrame, wins: pl.DataFrame) -> pl.DataFrame:
    """``open`` where the rules do not determine a hand, and a note where a win's value is not told by han and fu."""
    if not wins["valued_by"].is_in(list(_NOTES)).any():
        return hands.with_columns(open=pl.col("why").is_not_null(), valueless=pl.lit(value=False))
    of_hand = wins.lazy().filter(pl.col("valued_by").is_in(list(_NOTES))).group_by("h").agg(pl.col("valued_by").max())
    note = pl.col("valued_by").replace_strict(_NOTES, default=None, return_dtype=pl.String)
    valueless = pl.col("valued_by").is_in(["nothing", NO_WIN]).fill_null(value=False)
    return (
        hands.lazy()
        .join(of_hand, on="h", how="left", maintain_order="left")
        .with_columns(open=pl.col("why").is_not_null() | valueless, why=pl.coalesce("why", note), valueless=valueless)
        .drop("valued_by")
        .collect()
    )


_NOTES: Final = {
    "points": "valued by recorded points: han and fu are not recorded",
    "nothing": "the log tells neither han and fu nor points",
    NO_WIN: "a hand was won that these rules do not let win: it has too few han of yaku",
}


def _stated_where_needed(hands: pl.DataFrame, rows: pl.DataFrame, part: Part) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Hands that only the log can settle get its own changes in place of the computed ones."""
    told = pl.all_horizontal(pl.col(seats("recorded", part.n_players)).is_not_null())
    needed = pl.col("valueless")
    if not part.known:
        differs = [pl.col(f"recorded_{s}") != pl.col(f"change_{s}") for s in range(part.n_players)]
        needed = needed | pl.any_horizontal(differs)
    hands = hands.with_columns(stated=(told & needed).fill_null(value=False)).drop("valueless")
    if not hands["stated"].any():
        return hands, rows
    stated = hands.filter("stated")
    rows = pl.concat(
        [
            rows.join(stated.select("h"), on="h", how="anti", maintain_order="left"),
            ledger(stated_payments(stated, part.rules, part.n_players)),
        ]
    ).sort("h", maintain_order=True)
    sums = changes(rows, hands.height, part.n_players)
    return hands.with_columns(sums[column] for column in sums.columns), rows


def _scores(hands: pl.DataFrame, part: Part, *, carried: bool) -> pl.DataFrame:
    """Points before and after every hand: the log's plus the change, or with ``carried`` counted on from the start."""
    first = _starting_points(part) if carried else {s: pl.col(f"start_{s}") for s in range(part.n_players)}
    before = {}
    for s in range(part.n_players):
        after_gap = (pl.col("gap") & pl.col(f"start_{s}").is_not_null(), pl.col(f"start_{s}"))
        chain = counted_on(pl.col(f"change_{s}"), first[s].fill_null(part.rules.start_points), after_gap)
        before[f"before_{s}"] = chain if carried else pl.coalesce(f"start_{s}", chain)
    hands = hands.with_columns(**before)
    if carried:
        hands = _riichi_out_of_reach(hands, part)
    return hands.with_columns(
        **{f"points_{s}": pl.col(f"before_{s}") + pl.col(f"change_{s}") for s in range(part.n_players)},
        **{f"paid_{s}": pl.col(f"bets_{s}") * part.rules.riichi_bet for s in range(part.n_players)},
    )


_LEAST_FOR_RIICHI: Final = {"ge1000": 1_000, "gt1000": 1_001, "ge0": 0}
"""Points a riichi needs (RULES 14)."""


def _riichi_out_of_reach(hands: pl.DataFrame, part: Part) -> pl.DataFrame:
    """Marks hands in which a seat declared riichi with fewer points than it would have had under these rules."""
    least = _LEAST_FOR_RIICHI.get(part.rules.riichi_min_points)
    if least is None:
        return hands
    poor = pl.any_horizontal((pl.col(f"bets_{s}") > 0) & (pl.col(f"before_{s}") < least) for s in range(part.n_players))
    why = pl.when(poor & ~pl.col("open")).then(pl.lit(_TOO_POOR)).otherwise("why")
    return hands.with_columns(open=pl.col("open") | poor, why=why)


_TOO_POOR: Final = "a seat declares riichi with fewer points than these rules ask for"


def _starting_points(part: Part) -> dict[int, pl.Expr]:
    """What each seat begins with: the rules' starting points where the log has the first hand and seats are even."""
    starts = [pl.col(f"start_{s}") for s in range(part.n_players)]
    opening = (pl.col("round_wind") == Wind.EAST) & (pl.col("kyoku") == 1) & (pl.col("honba") == 0)
    even = pl.all_horizontal(start == starts[0] for start in starts)
    points = part.rules.start_points
    return {s: pl.when(opening & even).then(points).otherwise(start) for s, start in enumerate(starts)}
