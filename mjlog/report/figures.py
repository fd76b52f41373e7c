"""The numbers behind the report: small frames, each one chart's or table's, made part by part."""

from collections.abc import Callable
from typing import Final

import polars as pl

from mjlog.dataset import Dataset
from mjlog.stats.games import game_rows
from mjlog.stats.query import scans
from mjlog.stats.rows import hand_rows
from mjlog.vocabulary import DORA_KEYS, YAKU

VALUE_STEP: Final = 2000
"""Width of a bar of hand values, in points."""
HIGHEST_VALUE: Final = 32000
"""Values from here on share one bar."""
PLAYERS_SHOWN: Final = 8
"""Players of the matrix of who pays whom: those of the most games."""


def endings(dataset: Dataset) -> pl.DataFrame:
    """How hands end: result, hands, share."""
    return _share(dataset.scan("hands").group_by("result").agg(hands=pl.len()).collect(), "hands")


def game_ends(dataset: Dataset) -> pl.DataFrame:
    """Games by platform, room, length and number of players: games, hands, hands a game."""
    hands = dataset.scan("hands").group_by("game_id").agg(hands=pl.len())
    return (
        dataset.scan("games")
        .join(hands, on="game_id", how="left")
        .group_by("platform", "room", "length", "n_players")
        .agg(games=pl.len(), hands=pl.col("hands").sum())
        .with_columns(hands_a_game=(pl.col("hands") / pl.col("games")).round(2))
        .sort("games", "platform", "room", "length", "n_players", descending=[True, *[False] * 4], nulls_last=True)
        .collect()
    )


def win_values(dataset: Dataset) -> pl.DataFrame:
    """Hand values of wins, ron and tsumo apart: kind, value (lower end of the bar), wins, share of its kind."""
    kind = pl.when(pl.col("loser").is_null()).then(pl.lit("tsumo")).otherwise(pl.lit("ron"))
    wins = dataset.scan("wins").filter(pl.col("points").is_not_null()).with_columns(kind=kind)
    return _values(wins.select("kind", value="points").collect())


def yaku_frequencies(dataset: Dataset) -> pl.DataFrame:
    """How often each yaku comes up: yaku, ja, wins, share of the wins that state their yaku."""
    wins = dataset.scan("wins").filter(pl.col("yaku").list.len() > 0).select("yaku")
    total = wins.select(pl.len()).collect().item()
    counted = (
        wins.with_columns(pl.col("yaku").list.eval(pl.element().cast(pl.String)))
        .explode("yaku", empty_as_null=False)
        .filter(~pl.col("yaku").is_in(DORA_KEYS))
        .group_by("yaku")
        .agg(wins=pl.len())
        .sort("wins", "yaku", descending=[True, False])
        .collect()
    )
    names = {key: info.en for key, info in YAKU.items()}, {key: info.ja for key, info in YAKU.items()}
    return counted.select(
        pl.col("yaku").replace(names[0]), ja=pl.col("yaku").replace(names[1]), wins="wins",
        share=pl.col("wins") / max(total, 1),
    )  # fmt: skip


def rank_by_seat(dataset: Dataset) -> pl.DataFrame:
    """Ranks by the seat a game was begun in: n_players, wind, rank, games, share."""
    players = dataset.scan("games").select("game_id", "n_players")
    counted = (
        dataset.scan("standings")
        .filter("complete")
        .join(players, on="game_id", how="inner")
        .group_by("n_players", "seat", "rank")
        .agg(games=pl.len())
        .sort("n_players", "seat", "rank")
        .collect()
    )
    winds = {0: "East", 1: "South", 2: "West", 3: "North"}
    return counted.with_columns(
        wind=pl.col("seat").replace_strict(winds, return_dtype=pl.String),
        share=pl.col("games") / pl.col("games").sum().over("n_players", "seat"),
    )


def payments(dataset: Dataset, names: pl.DataFrame) -> pl.DataFrame:
    """Who pays whom over hands, among the players of the most games: payer, payee, points."""
    games = names.group_by("player").len().sort("len", "player", descending=[True, False])
    most = games["player"].head(PLAYERS_SHOWN)
    totals = []
    for number in dataset.parts:
        flows = dataset.part_of("flows", number).filter(
            pl.col("hand").is_not_null(), pl.col("payer").is_not_null(), pl.col("payee").is_not_null()
        )
        sides = flows.join(names, left_on=["game_id", "payer"], right_on=["game_id", "seat"], how="inner").join(
            names, left_on=["game_id", "payee"], right_on=["game_id", "seat"], how="inner", suffix="_payee"
        )
        chosen = sides.filter(pl.col("player").is_in(most.implode()), pl.col("player_payee").is_in(most.implode()))
        totals.append(chosen.group_by(payer="player", payee="player_payee").agg(pl.col("points").cast(pl.Int64).sum()))
    return pl.concat(totals).group_by("payer", "payee").agg(pl.col("points").sum()).sort("payer", "payee")


def games_of(dataset: Dataset, names: pl.DataFrame, player: str) -> pl.DataFrame:
    """Games of one player in the order played.

    Columns: number, game_id, started_at, room, n_players, rank, points, score, and total, the scores so far.
    """
    rows = _of_player(dataset, names, player, lambda part: game_rows(
        part["games"], part["players"], part["standings"], part["hands"]
    ))  # fmt: skip
    return (
        rows.sort("started_at", "game_id", nulls_last=False)
        .with_row_index("number", offset=1)
        .select(
            "number", "game_id", "started_at", "room", "n_players", "rank", points="final_points", score="score",
            total=pl.col("score").cast(pl.Int64).cum_sum(),
        )
    )  # fmt: skip


def hands_of(dataset: Dataset, names: pl.DataFrame, player: str) -> pl.DataFrame:
    """Hands of one player, the rows of :func:`mjlog.stats.rows.hand_rows`."""
    return _of_player(dataset, names, player, lambda part: hand_rows(part["games"], part["hands"], part["wins"]))


def won_and_lost(hands: pl.DataFrame) -> pl.DataFrame:
    """Values of a player's wins and deal-ins: kind, value, wins, share of its kind."""
    won = hands.filter("won").select(kind=pl.lit("won"), value="win_value")
    lost = hands.filter("dealt_in").select(kind=pl.lit("dealt in"), value="dealt_in_value")
    return _values(pl.concat([won, lost]).drop_nulls())


def turns(hands: pl.DataFrame) -> pl.DataFrame:
    """In which own turn a player declares riichi and wins: kind, turn, share of hands up to that turn."""
    turn = pl.col("discards").cast(pl.Int32) + pl.col("tsumo").cast(pl.Int32)
    kinds = [
        hands.filter("riichi").select(kind=pl.lit("riichi by"), turn=pl.col("riichi_turn").cast(pl.Int32)),
        hands.filter("won").select(kind=pl.lit("won by"), turn=turn),
    ]
    counted = pl.concat(kinds).drop_nulls().group_by("kind", "turn").agg(hands=pl.len()).sort("kind", "turn")
    return counted.with_columns(share=pl.col("hands").cum_sum().over("kind") / max(hands.height, 1))


def _of_player(
    dataset: Dataset, names: pl.DataFrame, player: str, rows: Callable[[dict[str, pl.LazyFrame]], pl.LazyFrame]
) -> pl.DataFrame:
    """Rows of one player over all parts; games of others are left aside before rows are made."""
    mine = names.filter(pl.col("player") == player)
    ids = mine.lazy().select("game_id").unique()
    found = []
    for batch in scans(dataset, ("games", "players", "hands", "wins", "standings")):
        played = {
            table: frame.join(ids, on="game_id", how="semi", maintain_order="left")
            for table, frame in batch.tables.items()
        }
        found.append(rows(played).join(mine.lazy(), on=["game_id", "seat"], how="inner").collect())
    return pl.concat(found, how="vertical_relaxed")


def _values(rows: pl.DataFrame) -> pl.DataFrame:
    """Bars of values by kind."""
    bar = (pl.col("value").clip(0, HIGHEST_VALUE) // VALUE_STEP * VALUE_STEP).alias("value")
    counted = rows.with_columns(bar).group_by("kind", "value").agg(wins=pl.len()).sort("kind", "value")
    return counted.with_columns(share=pl.col("wins") / pl.col("wins").sum().over("kind"))


def _share(counted: pl.DataFrame, column: str) -> pl.DataFrame:
    ordered = counted.sort(pl.col(column), pl.exclude(column), descending=True)
    return ordered.with_columns(share=pl.col(column) / pl.col(column).sum())
