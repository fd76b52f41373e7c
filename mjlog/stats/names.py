"""Who a seat counts for.

One account is one player under whatever names it appears, shown by the latest; without accounts a player is a name on
a platform. Two players of one name are told apart by what tells them apart. Seats of programs and of nobody in
particular (``NoName``) are left out unless they are asked for.
"""

from typing import Final

import polars as pl

NO_NAMES: Final = ("NoName", "")
"""Names that stand for nobody in particular."""


def player_names(games: pl.LazyFrame, players: pl.LazyFrame, *, everyone: bool = False) -> pl.LazyFrame:
    """The player of every seat.

    Returns:
        game_id, seat, player. Seats that count for nobody have no row.
    """
    identity = pl.coalesce("account_id", "name")
    seats = (
        players.join(games.select("game_id", "platform", "started_at"), on="game_id", how="inner")
        .with_columns(identity=identity, name=pl.coalesce("name", "account_id"))
        .filter(pl.col("identity").is_not_null())
    )
    if not everyone:
        nobody = pl.col("is_ai").fill_null(value=False) | pl.col("name").is_in(NO_NAMES)
        seats = seats.filter(~nobody)
    who = (
        seats.group_by("platform", "identity")
        .agg(label=pl.col("name").sort_by("started_at", nulls_last=False).last())
        .with_columns(shared=pl.len().over("label") > 1, across=pl.col("platform").n_unique().over("label") > 1)
        .with_columns(
            player=pl.when(~pl.col("shared"))
            .then("label")
            .when(pl.col("across"))
            .then(pl.format("{} ({})", "label", pl.col("platform").fill_null("?")))
            .otherwise(pl.format("{} #{}", "label", "identity"))
        )
    )
    return seats.join(
        who.select("platform", "identity", "player"), on=["platform", "identity"], how="left", nulls_equal=True
    ).select("game_id", "seat", "player")
