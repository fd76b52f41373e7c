"""Who a seat counts for.

One account is one player under whatever names it appears, shown by the latest; without accounts a player is a name on
a platform. Two players of one name are told apart by what tells them apart. Seats of programs and of nobody in
particular (``NoName``) are left out unless they are asked for.

What is kept of a part of a dataset is a row an identity, not a row a seat: :func:`identities` of any parts, put
together and reduced by :func:`latest`, are those of the whole.
"""

from typing import Final

import polars as pl

NO_NAMES: Final = ("NoName", "")
"""Names that stand for nobody in particular."""

_IDENTITY: Final = ("platform", "identity")


def player_names(games: pl.LazyFrame, players: pl.LazyFrame, *, everyone: bool = False) -> pl.LazyFrame:
    """The player of every seat of a whole dataset.

    Returns:
        game_id, seat, player. Seats that count for nobody have no row.
    """
    who = labels(latest(identities(games, players, everyone=everyone)))
    return named(games, players, who, everyone=everyone)


def named(games: pl.LazyFrame, players: pl.LazyFrame, who: pl.LazyFrame, *, everyone: bool = False) -> pl.LazyFrame:
    """The player of every seat, by the labels of the whole dataset (:func:`labels`); seats of others have no row."""
    seats = _seats(games, players, everyone=everyone)
    return seats.join(who, on=_IDENTITY, how="inner", nulls_equal=True).select("game_id", "seat", "player")


def identities(games: pl.LazyFrame, players: pl.LazyFrame, *, everyone: bool = False) -> pl.LazyFrame:
    """Who appears: platform, identity, name, started_at, a row an identity with its latest name."""
    return latest(_seats(games, players, everyone=everyone))


def latest(appearances: pl.LazyFrame) -> pl.LazyFrame:
    """The latest appearance of each identity."""
    return (
        appearances.group_by(*_IDENTITY, "name")
        .agg(pl.col("started_at").max())
        .sort("started_at", "name", nulls_last=False)
        .group_by(_IDENTITY)
        .agg(pl.col("name").last(), pl.col("started_at").last())
    )


def labels(who: pl.LazyFrame) -> pl.LazyFrame:
    """What each identity of a whole dataset is called: platform, identity, name, and ``player``, which no two share."""
    shared = who.group_by("name").agg(n=pl.len(), across=pl.col("platform").n_unique() > 1).filter(pl.col("n") > 1)
    return who.join(shared, on="name", how="left").select(
        *_IDENTITY,
        "name",
        player=pl.when(pl.col("n").is_null())
        .then("name")
        .when("across")
        .then(pl.format("{} ({})", "name", pl.col("platform").fill_null("?")))
        .otherwise(pl.format("{} #{}", "name", "identity")),
    )


def _seats(games: pl.LazyFrame, players: pl.LazyFrame, *, everyone: bool) -> pl.LazyFrame:
    """Seats that count for somebody: game_id, seat, platform, identity, name, started_at."""
    seats = (
        players.join(games.select("game_id", "platform", "started_at"), on="game_id", how="inner")
        .with_columns(identity=pl.coalesce("account_id", "name"), name=pl.coalesce("name", "account_id"))
        .filter(pl.col("identity").is_not_null())
    )
    if not everyone:
        seats = seats.filter(~(pl.col("is_ai").fill_null(value=False) | pl.col("name").is_in(NO_NAMES)))
    return seats.select("game_id", "seat", *_IDENTITY, "name", "started_at")
