"""A game as a player would want to read it: a line a hand, then the standings.

Everything here is wording. The numbers are the dataset's own: recorded points where the log states them, settled ones
where it does not.
"""

import polars as pl

from mjlog.dataset import Dataset
from mjlog.tables import seats
from mjlog.vocabulary import DORA_KEYS, YAKU, Result

_RESULTS = {str(result): str(result).replace("_", " ") for result in Result}


def heading(game: dict[str, object]) -> str:
    """What a game is, in one line: id, platform, room, length, when, and from which file."""
    started = game["started_at"]
    words = [
        game["game_id"],
        game["platform"],
        game["room"],
        game["length"],
        f"{game['n_players']} players",
        f"{started:%Y-%m-%d %H:%M} UTC" if started else None,
        f"rules {game['rules'] or 'unknown'}" + (f"; {game['rule_overrides']}" if game["rule_overrides"] else ""),
        None if game["complete"] else "INCOMPLETE",
    ]
    return "  ".join(str(word) for word in words if word) + f"\n{game['source']}"


def seat_names(standings: pl.DataFrame) -> list[str]:
    """A distinct name for each seat, in seat order, fit for column headings."""
    names = dict(standings.select("seat", "name").sort("seat").rows())
    shown = [name or f"seat {seat}" for seat, name in names.items()]
    return [name if shown.count(name) == 1 else f"{name} ({seat})" for seat, name in enumerate(shown)]


def find_games(dataset: Dataset, wanted: str | None) -> pl.DataFrame:
    """Games whose id begins with ``wanted``, or whose source ends with it; all of them where nothing is wanted."""
    games = dataset.scan("games").sort("source", "game_id")
    if wanted is not None:
        games = games.filter(pl.col("game_id").str.starts_with(wanted) | pl.col("source").str.ends_with(wanted))
    return games.collect()


def hand_lines(dataset: Dataset, game_id: str) -> pl.DataFrame:
    """A row a hand of one game.

    Columns: ``hand`` (E2-1), ``sticks`` on the table, ``result``, ``who`` (winner, and from whom), ``yaku``, ``value``,
    then ``change_0…`` and ``points_0…`` by seat.
    """
    players = _of(dataset, "players", game_id)
    hands = _of(dataset, "hands", game_id).sort("hand")
    lines = (
        hands.join(_wins(_of(dataset, "wins", game_id), players), on="hand", how="left")
        .join(_draws(hands, players), on="hand", how="left")
        .join(_settled_changes(dataset, game_id), on="hand", how="left")
        .sort("hand")
    )
    n_players = players.height
    ends = [
        pl.coalesce(f"end_{s}", pl.col(f"start_{s}").shift(-1), pl.col(f"start_{s}") + pl.col(f"settled_{s}"))
        for s in range(n_players)
    ]
    return lines.select(
        pl.format("{}{}-{}", "round_wind", "kyoku", "honba").alias("hand"),
        pl.col("deposits").alias("sticks"),
        pl.col("result").cast(pl.String).replace(_RESULTS),
        pl.coalesce("who", "who_at_draw").fill_null("").alias("who"),
        pl.col("yaku").fill_null(""),
        pl.col("value").fill_null(""),
        *((end - pl.col(f"start_{s}")).alias(f"change_{s}") for s, end in enumerate(ends)),
        *(end.alias(f"points_{s}") for s, end in enumerate(ends)),
    )


def standing_lines(dataset: Dataset, game_id: str) -> pl.DataFrame:
    """A row a seat of one game, first place first: rank, name, points, score and its parts, and what was recorded."""
    players = _of(dataset, "players", game_id).select("seat", "name", "recorded_points", "recorded_score")
    standings = _of(dataset, "standings", game_id)
    parts = ["rank", "points", "score", "base", "oka", "uma", "penalties", "side_payments"]
    return (
        players.join(standings.select("seat", *parts), on="seat", how="left")
        .sort("rank", "seat", nulls_last=True)
        .select("rank", "seat", "name", *parts[1:], "recorded_points", "recorded_score")
    )


def for_people(lines: pl.DataFrame, names: list[str]) -> pl.DataFrame:
    """Hand lines with players' names over their columns: ``change → points`` of each."""
    signed = [
        pl.when(pl.col(f"change_{s}") == 0)
        .then(pl.format("{}", f"points_{s}"))
        .otherwise(
            pl.format(
                "{}{}  {}",
                pl.when(pl.col(f"change_{s}") > 0).then(pl.lit("+")).otherwise(pl.lit("")),
                f"change_{s}",
                f"points_{s}",
            )
        )
        .fill_null("")
        .str.pad_start(14)
        .alias(name)
        for s, name in enumerate(names)
    ]
    return lines.select("hand", "sticks", "result", "who", "yaku", "value", *signed)


def score_text(column: str) -> pl.Expr:
    """A score as players write it: 62500 is ``+62.5``."""
    score = pl.col(column)
    sign = pl.when(score > 0).then(pl.lit("+")).when(score < 0).then(pl.lit("-")).otherwise(pl.lit(""))
    rest = (score.abs() % 1000).cast(pl.String).str.pad_start(3, "0").str.replace("(0{1,2})$", "")
    return pl.format("{}{}.{}", sign, score.abs() // 1000, rest).alias(column)


def _of(dataset: Dataset, table: str, game_id: str) -> pl.DataFrame:
    return dataset.scan(table).filter(pl.col("game_id") == game_id).collect()


def _named(players: pl.DataFrame, seat: str) -> pl.Expr:
    """The name at a seat; a seat without a name is called by its number."""
    names = dict(players.select("seat", "name").rows())
    return pl.col(seat).replace_strict(
        {number: name or f"seat {number}" for number, name in names.items()}, default=None, return_dtype=pl.String
    )


def _wins(wins: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """A row a hand that was won: who, yaku and value, several winners joined by a stroke."""
    who = pl.concat_str(
        _named(players, "winner"),
        pl.format(" ← {}", _named(players, "loser")),
        pl.format(" (pao {})", _named(players, "pao")),
        ignore_nulls=True,
    )
    return (
        wins.sort("hand", "win")
        .with_columns(who=who, yaku=_yaku_text(wins), value=_value_text())
        .group_by("hand", maintain_order=True)
        .agg(pl.col("who", "yaku", "value").str.join(" / "))
    )


def _yaku_text(wins: pl.DataFrame) -> pl.Series:
    """Yaku in English, dora with their number: ``riichi, pinfu, dora 2``."""
    names = {key: info.en for key, info in YAKU.items()}
    rows = wins.select("yaku", "yaku_han", "yaku_other").with_row_index("row")
    known = (
        rows.explode("yaku", "yaku_han", empty_as_null=False)
        .with_columns(key=pl.col("yaku").cast(pl.String))
        .select(
            "row",
            name=pl.concat_str(
                pl.col("key").replace(names),
                pl.when(pl.col("key").is_in(DORA_KEYS)).then(pl.format(" {}", "yaku_han")),
                ignore_nulls=True,
            ),
        )
    )
    other = rows.explode("yaku_other", empty_as_null=False).select("row", name="yaku_other")
    texts = pl.concat([known, other]).drop_nulls().group_by("row").agg(pl.col("name").str.join(", "))
    return rows.join(texts, on="row", how="left").sort("row")["name"].fill_null("")


def _value_text() -> pl.Expr:
    """``3 han 30 fu 3900``, ``mangan 8000``, ``yakuman 32000``, ``2 yakuman 64000``."""
    size = pl.coalesce(
        pl.when(pl.col("yakuman") > 1).then(pl.format("{} yakuman", "yakuman")),
        pl.col("limit").cast(pl.String),
        pl.format("{} han {} fu", "han", "fu"),
    )
    return pl.concat_str(size, pl.col("points").cast(pl.String), separator=" ", ignore_nulls=True)


def _draws(hands: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """A row a drawn hand: who was tenpai, made nagashi mangan, or ended it."""
    long = pl.concat(
        hands.select(
            "hand",
            pl.lit(s, pl.UInt8).alias("seat"),
            tenpai=pl.col(f"tenpai_{s}"),
            nagashi=pl.col(f"nagashi_{s}"),
            offender=pl.col("offender") == s,
        )
        for s in range(players.height)
    ).with_columns(name=_named(players, "seat"))
    return (
        long.sort("hand", "seat")
        .group_by("hand", maintain_order=True)
        .agg(
            who_at_draw=pl.concat_str(
                _those("nagashi", "nagashi mangan: "),
                _those("tenpai", "tenpai: "),
                _those("offender", "by "),
                separator="; ",
                ignore_nulls=True,
            )
        )
    )


def _those(flag: str, prefix: str) -> pl.Expr:
    chosen = pl.col("name").filter(pl.col(flag).fill_null(value=False))
    return pl.when(chosen.len() > 0).then(pl.lit(prefix) + chosen.str.join(", "))


def _settled_changes(dataset: Dataset, game_id: str) -> pl.DataFrame:
    """A row a hand: ``settled_0…3``, the sum of its transfers by seat."""
    flows = _of(dataset, "flows", game_id).filter(pl.col("hand").is_not_null())
    return flows.group_by("hand").agg(
        (
            pl.col("points").filter(pl.col("payee") == s).sum() - pl.col("points").filter(pl.col("payer") == s).sum()
        ).alias(name)
        for s, name in enumerate(seats("settled"))
    )
