"""The two kinds of row every statistic is summed over: a seat of a hand, a seat of a game.

Counting conventions, where sources differ (the statistics' definitions build on these):

* every hand dealt counts, abortive draws included;
* a hand won by two players is one deal-in of the discarder and one win of each winner; the values of a deal-in are
  summed over its winners;
* who pays for a yakuman by pao without having discarded has not dealt in;
* a closed kan and a kita are no calls; riichi counts declarations, the ronned ones included;
* turns are own discards.

Rows come out in the order hand, seat; nothing is dropped. A column is null where the log does not say.
"""

from collections.abc import Callable
from typing import Final

import polars as pl

from mjlog.tables import SEATS
from mjlog.vocabulary import ABORTIVE_DRAWS, Result

STICK: Final = 1000
"""Points of a riichi stick."""

GAME_COLUMNS: Final = ("platform", "room", "lobby", "length", "n_players", "rules", "started_at", "source")
"""Columns of ``games`` that rows carry for grouping and filtering."""


def game_rows(games: pl.DataFrame, players: pl.DataFrame, standings: pl.DataFrame, hands: pl.DataFrame) -> pl.LazyFrame:
    """One row a seat of a complete game whose ranks are recorded or can be told.

    Columns: those of the game, ``game_id``, ``seat``, ``rank``, ``final_points``, ``gain`` (final points less those at
    the start), ``score``, ``tobi`` (own points below zero at the end), ``last_place`` (whether last) and
    ``all_last_rank``, the rank when the last hand began. What the log records goes before what was settled.
    """
    first = _of_game(hands, pl.col("hand").min(), "start")
    last = _of_game(hands, pl.col("hand").max(), "all_last")
    settled = standings.lazy().filter("complete").select("game_id", "seat", "rank", "points", "score")
    return (
        players.lazy()
        .select("game_id", "seat", "recorded_rank", "recorded_points", "recorded_score")
        .join(_games(games.filter("complete")), on="game_id", how="inner")
        .join(settled, on=["game_id", "seat"], how="left")
        .join(first, on=["game_id", "seat"], how="left")
        .join(last, on=["game_id", "seat"], how="left")
        .with_columns(
            rank=pl.coalesce("recorded_rank", "rank"),
            final_points=pl.coalesce("recorded_points", "points"),
            score=pl.coalesce("recorded_score", "score"),
        )
        .filter(pl.col("rank").is_not_null())
        .with_columns(
            gain=pl.col("final_points") - pl.col("start"),
            tobi=pl.col("final_points") < 0,
            last_place=pl.col("rank") == pl.col("n_players"),
            all_last_rank=pl.col("all_last").rank("ordinal", descending=True).over("game_id"),
        )
    )


def hand_rows(games: pl.DataFrame, hands: pl.DataFrame, wins: pl.DataFrame) -> pl.LazyFrame:
    """One row a seat of a hand.

    Columns: those of the game, ``game_id``, ``hand``, ``seat``, ``dealer`` and, of the seat:

    * ``change`` over the hand, sticks included, and ``paid_stick``;
    * ``won``, ``tsumo``, ``win_value`` (without honba and sticks), ``win_closed``, ``win_limit``, ``win_han``,
      ``win_yakuman``, ``dora``, ``red``, ``ura``, ``kita``, ``yaku`` of the win;
    * ``dealt_in``, ``dealt_in_to`` (riichi, open, dama: the first winner's hand), ``dealt_in_to_dealer``,
      ``dealt_in_value``, ``dealt_in_yaku``, ``double_dealt_in``;
    * ``hit`` by an opponent's tsumo and ``hit_by_limit`` (mangan or more);
    * ``riichi``, ``riichi_turn``, ``riichi_order``, ``riichi_count`` (declarations in the hand), ``riichi_ronned``;
    * ``hand_kind`` (riichi, open, closed), ``calls``, ``open``, ``discards``, ``tenpai``,
      ``exhaustive``, ``abortive``, ``nagashi``.
    """
    numbered = hands.with_row_index("row")
    claims = _wins_by_row(numbered, wins)
    rows = pl.concat([_seat_rows(numbered, seat) for seat in SEATS])
    return (
        rows.lazy()
        .join(_games(games), on="game_id", how="inner")
        .filter(pl.col("seat") < pl.col("n_players"))
        .join(_own_wins(claims).lazy(), on=["row", "seat"], how="left")
        .join(_losses(claims, numbered).lazy(), on="row", how="left")
        .with_columns(**_what_happened())
        .with_columns(**_states())
    )


def _games(games: pl.DataFrame) -> pl.LazyFrame:
    return games.lazy().select("game_id", *GAME_COLUMNS).with_columns(month=pl.col("started_at").dt.strftime("%Y-%m"))


def _long(frame: pl.DataFrame, columns: Callable[[int], dict[str, pl.Expr]], *keys: str) -> pl.DataFrame:
    return pl.concat([frame.select(*keys, seat=pl.lit(seat, pl.UInt8), **columns(seat)) for seat in SEATS])


def _of_game(hands: pl.DataFrame, which: pl.Expr, name: str) -> pl.LazyFrame:
    """Points of every seat when the first or last hand of its game begins."""
    chosen = hands.filter(pl.col("hand") == which.over("game_id"))
    return _long(chosen, lambda seat: {name: pl.col(f"start_{seat}")}, "game_id").lazy()


def _seat_rows(hands: pl.DataFrame, seat: int) -> pl.DataFrame:
    """What the hands table says of one seat."""
    following = pl.when(pl.col("game_id").shift(-1) == pl.col("game_id")).then(pl.col(f"start_{seat}").shift(-1))
    orders = [pl.col(f"riichi_order_{other}") for other in SEATS]
    return hands.select(
        "row",
        "game_id",
        "hand",
        "result",
        "round_wind",
        seat=pl.lit(seat, pl.UInt8),
        dealer=pl.col("dealer") == seat,
        change=pl.coalesce(f"end_{seat}", following) - pl.col(f"start_{seat}"),
        riichi=pl.col(f"riichi_{seat}").is_not_null(),
        riichi_turn=pl.col(f"riichi_{seat}"),
        riichi_order=pl.col(f"riichi_order_{seat}"),
        riichi_count=pl.max_horizontal(orders),
        paid_stick=pl.col(f"riichi_paid_{seat}").fill_null(value=False),
        calls=pl.col(f"calls_{seat}"),
        discards=pl.col(f"discards_{seat}"),
        tenpai=pl.col(f"tenpai_{seat}"),
        nagashi=pl.col(f"nagashi_{seat}").fill_null(value=False),
    )


def _wins_by_row(hands: pl.DataFrame, wins: pl.DataFrame) -> pl.DataFrame:
    return wins.join(hands.select("row", "game_id", "hand", "dealer"), on=["game_id", "hand"], how="inner")


def _own_wins(claims: pl.DataFrame) -> pl.DataFrame:
    return claims.select(
        "row",
        won=pl.lit(value=True),
        seat=pl.col("winner"),
        win_value=pl.col("points"),
        win_closed=pl.col("closed"),
        win_limit=pl.col("limit"),
        win_han=pl.col("han"),
        win_yakuman=pl.col("yakuman"),
        dora=pl.col("dora"),
        red=pl.col("red"),
        ura=pl.col("ura"),
        kita=pl.col("kita"),
        yaku=pl.col("yaku"),
    )


def _losses(claims: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """A row a won hand: who discarded, and to what kind of hand."""
    riichi = pl.coalesce(
        pl.when(pl.col("winner") == seat).then(pl.col(f"riichi_{seat}").is_not_null()) for seat in SEATS
    )
    kind = pl.when(riichi).then(pl.lit("riichi")).when(pl.col("closed")).then(pl.lit("dama")).otherwise(pl.lit("open"))
    declared = hands.select("row", *(f"riichi_{seat}" for seat in SEATS))
    return (
        claims.join(declared, on="row", how="left")
        .sort("row", "win")
        .group_by("row", maintain_order=True)
        .agg(
            loser=pl.col("loser").first(),
            winners=pl.len(),
            loss_to=pl.when(pl.col("closed").is_not_null()).then(kind).first(),
            loss_to_dealer=(pl.col("winner") == pl.col("dealer")).any(),
            loss_value=pl.col("points").sum(),
            loss_yaku=pl.col("yaku").explode(empty_as_null=False).unique(),
            limit_hand=pl.col("limit").is_not_null().any(),
        )
    )


def _what_happened() -> dict[str, pl.Expr]:
    """Conditions over the result that need both the seat and the hand's winner and loser."""
    tsumo = pl.col("result") == Result.TSUMO
    dealt_in = (pl.col("loser") == pl.col("seat")).fill_null(value=False)
    hit = tsumo & pl.col("won").is_null()
    return {
        "won": pl.col("won").fill_null(value=False),
        "tsumo": tsumo & pl.col("won").is_not_null(),
        "dealt_in": dealt_in,
        "dealt_in_to": pl.when(dealt_in).then("loss_to"),
        "dealt_in_to_dealer": pl.when(dealt_in).then("loss_to_dealer"),
        "dealt_in_value": pl.when(dealt_in).then("loss_value"),
        "dealt_in_yaku": pl.when(dealt_in).then("loss_yaku"),
        "double_dealt_in": dealt_in & (pl.col("winners") > 1),
        "hit": hit,
        "hit_by_limit": hit & pl.col("limit_hand"),
        "exhaustive": pl.col("result") == Result.EXHAUSTIVE_DRAW,
        "abortive": pl.col("result").is_in([str(result) for result in ABORTIVE_DRAWS]),
    }


def _states() -> dict[str, pl.Expr]:
    is_open = pl.col("calls") > 0
    kind = pl.when("riichi").then(pl.lit("riichi")).when(is_open).then(pl.lit("open")).when(~is_open)
    return {
        "open": is_open,
        "hand_kind": kind.then(pl.lit("closed")),
        "riichi_ronned": pl.col("riichi") & ~pl.col("paid_stick") & pl.col("dealt_in"),
        "loss": -(pl.col("change") + STICK * pl.col("paid_stick").cast(pl.Int32)),
    }
