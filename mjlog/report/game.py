"""Games as a player would want to read them: a line a hand, then the standings.

Everything here is wording. The numbers are the dataset's own: recorded points where the log states them, settled ones
where it does not. A part's games are worded together, so that a game costs little more than being printed; names keep
every byte and are made plain where they are printed.
"""

from collections.abc import Iterator
from typing import Any, Final

import polars as pl

from mjlog.dataset import Dataset
from mjlog.parts import Frames
from mjlog.report.plain import plain, plain_column
from mjlog.tables import SEATS, seats
from mjlog.vocabulary import DORA_KEYS, YAKU, Reason, Result

_RESULTS: Final = {str(result): str(result).replace("_", " ") for result in Result}
_TABLES: Final = ("players", "hands", "wins", "flows", "standings")
_TOGETHER: Final = 256
"""Games worded at once: enough to make the work per game small, few enough that the first are there at once."""
_CELL: Final = 13
"""Cells of ``+12000  37000``."""


def find_games(dataset: Dataset, wanted: str | None) -> pl.DataFrame:
    """Games whose id begins with ``wanted``, or whose source ends with it; all of them where nothing is wanted.

    The rows are those of the table, and ``part``, where in the dataset they are; by part, source and id.
    """
    parts = [
        dataset.part_of("games", number).with_columns(part=pl.lit(number)).sort("source", "game_id")
        for number in dataset.parts
    ]
    games = pl.concat(parts) if parts else dataset.scan("games").collect().with_columns(part=pl.lit(0))
    if wanted is not None:
        games = games.filter(pl.col("game_id").str.starts_with(wanted) | pl.col("source").str.ends_with(wanted))
    return games


def read(dataset: Dataset, games: pl.DataFrame, *, events: bool = False) -> Iterator[Frames]:
    """The tables of the games, some games at a time, in their order.

    Args:
        dataset: where they are.
        games: rows of :func:`find_games`.
        events: whether the tiles are wanted too; a dataset without any gives empty frames.
    """
    wanted = (*_TABLES, "events") if events and "events" in dataset.tables else _TABLES
    for (part,), of_part in games.group_by("part", maintain_order=True):
        whole = {table: dataset.part_of(table, int(str(part))) for table in wanted}
        for some in of_part.iter_slices(_TOGETHER):
            ids = pl.col("game_id").is_in(some["game_id"].implode())
            frames = {table: frame.filter(ids) for table, frame in whole.items()}
            yield {"games": some, **frames, "players": _called(frames["players"])}


def heading(game: dict[str, Any]) -> str:
    """What a game is, in one line: id, platform, room, length, when; and from which file, in another."""
    started = game["started_at"]
    words = [
        game["game_id"],
        game["platform"],
        game["room"],
        str(game["length"] or "").replace("_", " "),
        f"{game['n_players']} players",
        f"{started:%Y-%m-%d %H:%M} UTC" if started else None,
        f"rules {game['rules'] or 'unknown'}" + (f"; {game['rule_overrides']}" if game["rule_overrides"] else ""),
        None if game["complete"] else "INCOMPLETE",
    ]
    return "  ".join(plain(str(word)) for word in words if word) + f"\n{plain(game['source'])}"


def hand_lines(frames: Frames) -> pl.DataFrame:
    """A row a hand, games in their order.

    Columns: ``game_id``, ``hand`` (E2-1), ``sticks`` on the table, ``result``, ``who`` (winner, and from whom; or who
    was tenpai), ``yaku``, ``value``, then by seat ``riichi_order_0…3`` (place among the declarations),
    ``change_0…3`` and ``points_0…3``, the points after the hand. What is of no seat of the game is null.
    """
    names = frames["players"].group_by("game_id").agg(
        pl.col("called").filter(pl.col("seat") == s).first().alias(f"called_{s}") for s in SEATS
    )  # fmt: skip
    settled = frames["standings"].select("game_id", is_settled=True).unique()
    order = frames["games"].select("game_id", "n_players")
    hands = (
        order.join(frames["hands"].sort("game_id", "hand"), on="game_id", how="inner", maintain_order="left_right")
        .join(names, on="game_id", how="left", maintain_order="left")
        .join(_wins(frames, names), on=["game_id", "hand"], how="left", maintain_order="left")
        .join(_settled_changes(frames["flows"]), on=["game_id", "hand"], how="left", maintain_order="left")
        .join(settled, on="game_id", how="left", maintain_order="left")
    )
    ends = [_end(s) for s in SEATS]
    return hands.select(
        "game_id",
        pl.format("{}{}-{}", "round_wind", "kyoku", "honba").alias("hand"),
        pl.col("deposits").alias("sticks"),
        pl.col("result").cast(pl.String).replace(_RESULTS),
        pl.coalesce("who", _at_draw()).fill_null(""),
        pl.col("yaku", "value").fill_null(""),
        *seats("riichi_order"),
        *((end - pl.col(f"start_{s}")).alias(f"change_{s}") for s, end in enumerate(ends)),
        *(end.alias(f"points_{s}") for s, end in enumerate(ends)),
    )


def standing_lines(frames: Frames) -> pl.DataFrame:
    """A row a seat, games in their order, first place first: what it came to, its parts, and what was recorded."""
    parts = ["rank", "points", "score", "oka", "uma", "penalties", "side_payments"]
    players = frames["players"].select("game_id", "seat", "recorded_points", "recorded_score", name="called")
    rows = players.join(frames["standings"].select("game_id", "seat", *parts), on=["game_id", "seat"], how="left").sort(
        "rank", "recorded_points", "recorded_score", "seat", descending=[False, True, True, False], nulls_last=True
    )
    return (
        frames["games"]
        .select("game_id")
        .join(rows, on="game_id", how="inner", maintain_order="left_right")
        .select("game_id", "rank", "name", *parts[1:], "recorded_points", "recorded_score")
    )


def for_people(lines: pl.DataFrame) -> pl.DataFrame:
    """Hand lines with a cell a seat, ``seat_0…3``: change and points, ``R`` before them for a declared riichi.

    ``declared`` says whether there is any.
    """
    signed = [
        pl.concat_str(
            pl.when(pl.col(f"riichi_order_{s}").is_not_null()).then(pl.lit("R ")).otherwise(pl.lit("  ")),
            pl.concat_str(
                pl.when(pl.col(f"change_{s}") > 0)
                .then(pl.format("+{} ", f"change_{s}"))
                .when(pl.col(f"change_{s}") < 0)
                .then(pl.format("{} ", f"change_{s}")),
                pl.col(f"points_{s}").cast(pl.String),
                separator=" ",
                ignore_nulls=True,
            ).str.pad_start(_CELL),
        ).alias(f"seat_{s}")
        for s in SEATS
    ]
    declared = pl.any_horizontal(pl.col(seats("riichi_order")).is_not_null()).alias("declared")
    return lines.select("game_id", "hand", "sticks", "result", "who", "yaku", "value", *signed, declared)


def scores_for_people(standings: pl.DataFrame) -> pl.DataFrame:
    """Standing lines with scores as players write them."""
    return standings.with_columns(
        score_text(column) for column in ("score", "oka", "uma", "penalties", "side_payments", "recorded_score")
    )


def score_text(column: str) -> pl.Expr:
    """A score as players write it: 62500 is ``+62.5``."""
    score = pl.col(column)
    sign = pl.when(score > 0).then(pl.lit("+")).when(score < 0).then(pl.lit("-")).otherwise(pl.lit(""))
    rest = (score.abs() % 1000).cast(pl.String).str.pad_start(3, "0").str.replace("(0{1,2})$", "")
    return pl.format("{}{}.{}", sign, score.abs() // 1000, rest).alias(column)


def _called(players: pl.DataFrame) -> pl.DataFrame:
    """Players and what to call them, ``called``: the name, with the seat's number where two look the same."""
    seen = plain_column(pl.col("name")).str.strip_chars()
    nameless = seen.is_null() | (seen == "")
    alike = pl.len().over("game_id", seen) > 1
    return players.with_columns(
        called=pl.when(nameless)
        .then(pl.format("seat {}", "seat"))
        .when(alike)
        .then(pl.format("{} ({})", "name", "seat"))
        .otherwise("name")
    )


def _end(seat: int) -> pl.Expr:
    """Points of a seat after the hand: as stated, as the next hand begins with, or as the rules settle it."""
    start, following = pl.col(f"start_{seat}"), pl.col("hand").shift(-1).over("game_id") == pl.col("hand") + 1
    won = pl.col("result").is_in([str(Result.RON), str(Result.TSUMO)])
    moved = pl.when(pl.col("is_settled") & ~won).then(pl.col(f"settled_{seat}").fill_null(0)).otherwise(
        f"settled_{seat}"
    )  # fmt: skip
    return pl.coalesce(
        f"end_{seat}",
        start + pl.col(f"delta_{seat}"),
        pl.when(following).then(start.shift(-1).over("game_id")),
        start + moved,
    )


def _at(seat: str) -> pl.Expr:
    """The name at the seat that a column tells."""
    return pl.coalesce(pl.when(pl.col(seat) == s).then(f"called_{s}") for s in SEATS)


def _wins(frames: Frames, names: pl.DataFrame) -> pl.DataFrame:
    """A row a hand that was won: who, yaku and value, several winners joined by a stroke."""
    paid = frames["flows"].filter(pl.col("reason").is_in([str(Reason.RON), str(Reason.TSUMO), str(Reason.PAO)]))
    paid = paid.group_by("game_id", "hand", winner="payee").agg(settled=pl.col("points").sum())
    who = pl.concat_str(_at("winner"), pl.format(" ← {}", _at("loser")), pl.format(" (pao {})", _at("pao")),
                        ignore_nulls=True)  # fmt: skip
    wins = frames["wins"].sort("game_id", "hand", "win")
    return (
        wins.with_columns(yaku=_yaku_text(wins))
        .join(names, on="game_id", how="left", maintain_order="left")
        .join(paid, on=["game_id", "hand", "winner"], how="left", maintain_order="left")
        .with_columns(who=who, value=_value_text())
        .group_by("game_id", "hand", maintain_order=True)
        .agg(
            pl.when(pl.col(column).is_not_null().any())
            .then(pl.col(column).fill_null("?").str.join(" / "))
            .alias(column)
            for column in ("who", "yaku", "value")
        )
    )


def _yaku_text(wins: pl.DataFrame) -> pl.Series:
    """Yaku in English, dora with their number where it is known: ``riichi, pinfu, dora 2``; null without any.

    A name that has a comma of its own gets brackets: ``four concealed triplets (pair wait)``.
    """
    names = {key: info.en.replace(", ", " (") + ")" * (", " in info.en) for key, info in YAKU.items()}
    rows = wins.select("yaku", "yaku_han", "yaku_other").with_row_index("row")
    known = (
        rows.with_columns(at=pl.int_ranges(pl.col("yaku").list.len()))
        .explode("yaku", "at", empty_as_null=False)
        .drop_nulls("yaku")
        .with_columns(key=pl.col("yaku").cast(pl.String), han=pl.col("yaku_han").list.get("at", null_on_oob=True))
        .select(
            "row",
            name=pl.concat_str(
                pl.col("key").replace(names),
                pl.when(pl.col("key").is_in(DORA_KEYS)).then(pl.format(" {}", "han")),
                ignore_nulls=True,
            ),
        )
    )
    other = rows.explode("yaku_other", empty_as_null=False).select("row", name="yaku_other").drop_nulls()
    texts = pl.concat([known, other]).group_by("row").agg(pl.col("name").str.join(", "))
    return rows.join(texts, on="row", how="left", maintain_order="left")["name"]


def _value_text() -> pl.Expr:
    """``3 han 30 fu 3900``, ``mangan 8000``, ``yakuman 32000``, ``2 yakuman 64000``."""
    size = pl.coalesce(
        pl.when(pl.col("yakuman") > 1).then(pl.format("{} yakuman", "yakuman")),
        pl.col("limit").cast(pl.String),
        pl.format("{} han {} fu", "han", "fu"),
        pl.format("{} han", "han"),
    )
    points = pl.coalesce("points", "settled").cast(pl.String)
    text = pl.concat_str(size, points, separator=" ", ignore_nulls=True)
    return pl.when(text != "").then(text)


def _at_draw() -> pl.Expr:
    """Who made nagashi mangan, was tenpai, or ended the hand."""
    told = pl.sum_horizontal(pl.col(seats("tenpai")).is_not_null()) == pl.col("n_players")
    nobody = told & ~pl.any_horizontal(pl.col(seats("tenpai")).fill_null(value=False))
    text = pl.concat_str(
        _those("nagashi", "nagashi mangan: "),
        _those("tenpai", "tenpai: "),
        pl.when(nobody).then(pl.lit("nobody tenpai")),
        pl.format("by {}", _at("offender")),
        separator="; ",
        ignore_nulls=True,
    )
    return pl.when(text != "").then(text)


def _those(flag: str, prefix: str) -> pl.Expr:
    chosen = [pl.when(pl.col(f"{flag}_{s}")).then(f"called_{s}") for s in SEATS]
    names = pl.concat_str(chosen, separator=", ", ignore_nulls=True)
    return pl.when(pl.any_horizontal(seats(flag))).then(pl.lit(prefix) + names)


def _settled_changes(flows: pl.DataFrame) -> pl.DataFrame:
    """A row a hand: ``settled_0…3``, the sum of its transfers by seat."""
    points = pl.col("points")
    return flows.filter(pl.col("hand").is_not_null()).group_by("game_id", "hand").agg(
        (points.filter(pl.col("payee") == s).sum() - points.filter(pl.col("payer") == s).sum()).alias(name)
        for s, name in enumerate(seats("settled"))
    )  # fmt: skip
