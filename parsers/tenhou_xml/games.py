"""The tables ``games`` and ``players`` of a batch of Tenhou XML, and what hands need to know of their games."""

from datetime import timedelta
from typing import Final
from urllib.parse import unquote_to_bytes

import numpy as np
import polars as pl

from mjlog.vocabulary import Length
from parsers.shared.columns import Array, Column, Columns, by_seat, frame
from parsers.shared.tenhou_rules import (
    FIRST_DAY_OF_TENPAI_YAME,
    LAST_DAY_OF_SMALL_UMA,
    LAST_DAY_OF_WHOLE_SCORES,
    length,
    rules,
)
from parsers.shared.tenhou_vocabulary import DAN, TableType, room
from parsers.tenhou_xml.course import Course
from parsers.tenhou_xml.grammar import ABSENT, Flags, Ints, Kind
from parsers.tenhou_xml.scan import Markup, ranges
from parsers.tenhou_xml.tags import NONE, Tags

SEATS: Final = range(4)
JAPAN: Final = timedelta(hours=9)
"""Tenhou's clock is ahead of UTC by so much."""
NAMES: Final = [f"n{seat}" for seat in SEATS]
_RULES: Final = ["table", "era", "told", "rule", "csrule"]
_OLD, _OLD_EAST, _WHOLE, _TODAY = "2009", "2009-east", "2010", ""


class Header:
    """What stands before the hands of each game of a batch.

    Attributes:
        columns: ``table`` (its type), ``lobby``, ``rule``, ``csrule``, ``n0`` … ``n3``, ``dan``, ``rate``, ``oya``,
            ``n_players``, ``disconnected_0`` … and where the seed of the walls stands in the game's text.
        players: number of players.
        reds: whether the first of each suit's fives is red.
    """

    def __init__(self, markup: Markup) -> None:
        go, un, taikyoku, shuffle, init = (
            _Firsts(markup, kind) for kind in (Kind.GO, Kind.UN, Kind.TAIKYOKU, Kind.SHUFFLE, Kind.INIT)
        )
        table, oya = go.number("type"), taikyoku.number("oya")
        three = np.where(table < 0, init.count("hai3") == 0, table & TableType.THREE_PLAYERS > 0)
        self.players: Ints = np.where(three, 3, 4)
        self.reds: Flags = (table < 0) | (table & TableType.NO_RED_FIVES == 0)
        seed, length = shuffle.place("seed")
        self.columns: Columns = {
            "table": Column(table, table >= 0),
            **{name: go.text(name) for name in ("lobby", "rule", "csrule")},
            **{name: un.text(name) for name in (*NAMES, "dan", "rate")},
            "oya": Column(oya, (oya >= 0) & (oya < self.players)),
            "n_players": Column(self.players.astype(np.uint8)),
            "seed_at": Column(seed - markup.at[markup.first_tag[:-1]], length > 0),
            "seed_length": Column(length),
            **by_seat("disconnected", _disconnected(markup), np.arange(4) < self.players[:, None]),
        }


class _Firsts:
    """The first tag of a kind in each game; its attributes are null where the game has none."""

    def __init__(self, markup: Markup, kind: Kind) -> None:
        self._markup = markup
        self._tags = Tags(markup, kind)
        game = np.searchsorted(markup.first_tag, self._tags.at, "right") - 1
        self._row = np.full(len(markup.first_tag) - 1, NONE)
        self._row[game[::-1]] = np.arange(len(self._tags))[::-1]

    def _by_game(self, values: Array, default: int) -> Array:
        games = np.full(len(self._row), default, values.dtype)
        games[self._row != NONE] = values[self._row[self._row != NONE]]
        return games

    def number(self, name: str) -> Array:
        return self._by_game(self._tags.number(name), ABSENT)

    def count(self, name: str) -> Array:
        return self._by_game(self._tags.count(name), NONE)

    def place(self, name: str) -> tuple[Array, Array]:
        start, length = self._tags.place(name)
        return self._by_game(start, 0), self._by_game(length, 0)

    def text(self, name: str) -> Column:
        start, length = self.place(name)
        shown = self._by_game(self._tags.has(name), 0)
        return Column(self._markup.text.take(ranges(start, length)), shown, length, text=True)


def _disconnected(markup: Markup) -> Flags:
    """Whether each seat of each game was ever disconnected."""
    byes = Tags(markup, Kind.BYE)
    seat = byes.number("who")
    known = (seat >= 0) & (seat < 4)
    disconnected = np.zeros((len(markup.first_tag) - 1, 4), bool)
    disconnected[np.searchsorted(markup.first_tag, byes.at[known], "right") - 1, seat[known]] = True
    return disconnected


def finals(played: Course) -> Columns:
    """What each game's last result says of its end: ``final`` (the text), and whether the game is ``complete``.

    A game is complete if all its hands are and the last one's result says the end; ``held`` is whether any hand is.
    """
    markup, hands = played.markup, played.hands
    n_games = len(markup.first_tag) - 1
    wins, draws = played.wins.tags, played.draws.tags
    wins, draws = wins.only(wins.has("owari")), draws.only(draws.has("owari"))
    at = np.concatenate([wins.at, draws.at])
    order = np.argsort(at)
    game = np.searchsorted(markup.first_tag, at[order], "right") - 1
    start, length, tag, last_result = (np.full(n_games, NONE) for _ in range(4))
    places = (np.concatenate(pair)[order] for pair in zip(wins.place("owari"), draws.place("owari"), strict=True))
    (start[game], length[game]), tag[game] = places, at[order]
    last_result[hands.game] = played.last_result
    incomplete = np.bincount(hands.game[~played.complete], minlength=n_games)
    length = np.maximum(length, 0)
    return {
        "final": Column(markup.text.take(ranges(start, length)), tag != NONE, length, text=True),
        "complete": Column((incomplete == 0) & (tag != NONE) & (tag == last_result)),
        "held": Column(np.bincount(hands.game[played.complete], minlength=n_games) > 0),
    }


def games_of(columns: Columns) -> pl.DataFrame:
    """Headers and finals as a frame, the final numbers as columns ``points_0`` …, ``score_0`` …, ``chips_0`` …."""
    item = pl.col("final").str.split(",").list
    points = [item.get(2 * seat, null_on_oob=True).cast(pl.Int32, strict=False) * 100 for seat in SEATS]
    scores = [item.get(2 * seat + 1, null_on_oob=True).cast(pl.Decimal(12, 3), strict=False) * 1000 for seat in SEATS]
    chips = [item.get(8 + 2 * seat, null_on_oob=True).cast(pl.Int16, strict=False) for seat in SEATS]
    return frame(columns).with_columns(
        **{f"points_{seat}": points[seat] for seat in SEATS},
        **{f"score_{seat}": scores[seat].cast(pl.Int32) for seat in SEATS},
        **{f"chips_{seat}": chips[seat] for seat in SEATS},
    )


def ruled(games: pl.DataFrame) -> pl.DataFrame:
    """Games (ids, headers and finals) and what they imply: ``rules``, ``rule_overrides``, and ``unknown`` rules."""
    games = games.with_columns(era=_era(), told=_fractional() | _rounded())
    keys = games.select(_RULES).unique(maintain_order=True)
    implied = [rules(*key) for key in keys.iter_rows()]
    frame = pl.DataFrame(implied, dict.fromkeys(("rules", "rule_overrides", "unknown"), pl.String), orient="row")
    keys = pl.concat([keys, frame], how="horizontal")
    return games.join(keys, on=_RULES, how="left", nulls_equal=True, maintain_order="left")


def _fractional() -> pl.Expr:
    return pl.any_horizontal(pl.col(f"score_{seat}") % 1000 != 0 for seat in SEATS).fill_null(False)


def _rounded() -> pl.Expr:
    """Final scores are whole although the points are not."""
    return ~_fractional() & pl.any_horizontal(pl.col(f"points_{seat}") % 1000 != 0 for seat in SEATS).fill_null(False)


def _era() -> pl.Expr:
    """The era of a game's rules: by its final scores where they tell, else by its date, else by how they are written.

    Scores were written without a decimal point until 2009; before seeds were published, there is none.
    """
    day = pl.col("game_id").str.extract(r"^(\d{8})\d{2}gm-").cast(pl.Int32)
    final, seed = pl.col("final"), pl.col("seed_at")
    undotted = ~final.str.contains(".", literal=True)
    dated_today = (day > LAST_DAY_OF_WHOLE_SCORES).fill_null(final.is_null() & seed.is_not_null())
    today = _fractional() | (~_rounded() & dated_today)
    old = (day < FIRST_DAY_OF_TENPAI_YAME).fill_null(undotted).fill_null(seed.is_null())
    last_points = pl.min_horizontal(f"points_{seat}" for seat in SEATS)
    last_score = pl.min_horizontal(f"score_{seat}" for seat in SEATS)
    base = (last_points.abs() + 500) // 1000 * 1000 * last_points.sign() - 30_000
    small_uma = (last_score - base == -10_000).fill_null(day <= LAST_DAY_OF_SMALL_UMA).fill_null(True)
    east = ((pl.col("table") & TableType.HANCHAN.value) == 0) & (pl.col("n_players") == 4)
    return (
        pl.when(today).then(pl.lit(_TODAY)).when(~old).then(pl.lit(_WHOLE))
        .when(east & small_uma).then(pl.lit(_OLD_EAST)).otherwise(pl.lit(_OLD))
    )  # fmt: skip


def games_table(games: pl.DataFrame, *, seeds: bool) -> pl.DataFrame:
    """The table ``games`` from games with their rules, ``source`` and ``content``; the walls' seeds where asked for."""
    tables = games["table"].drop_nulls().unique().to_list()
    table = pl.col("table")
    hour = pl.col("game_id").str.extract(r"^(\d{10})gm-") + "00"
    begun = hour.str.to_datetime("%Y%m%d%H%M", strict=False, time_unit="us") - JAPAN
    lobby_in_id = pl.col("game_id").str.extract(r"^\d{10}gm-[0-9a-f]{4}-(\d+)-").cast(pl.Int32).cast(pl.String)
    seed = pl.col("content").bin.slice(pl.col("seed_at"), pl.col("seed_length")).cast(pl.String)
    n_reds = pl.when((table & TableType.NO_RED_FIVES.value) > 0).then(0).otherwise(pl.col("n_players") - 1)
    return games.select(
        "game_id",
        pl.lit("tenhou").alias("platform"),
        pl.lit("tenhou-xml").alias("format"),
        "source",
        begun.dt.replace_time_zone("UTC").alias("started_at"),
        "n_players",
        table.replace_strict({key: length(key) for key in tables}, return_dtype=pl.Enum(Length)).alias("length"),
        table.replace_strict({key: room(key) for key in tables}, return_dtype=pl.String).alias("room"),
        pl.coalesce("lobby", lobby_in_id).alias("lobby"),
        "rules",
        "rule_overrides",
        pl.when(table.is_not_null()).then(n_reds).alias("red_fives"),
        ((table & TableType.NO_OPEN_TANYAO.value) == 0).alias("open_tanyao"),
        pl.col("oya").fill_null(0).alias("first_dealer"),
        "complete",
        (seed if seeds else pl.lit(None, pl.String)).alias("wall_seed"),
    )


def players_table(games: pl.DataFrame) -> pl.DataFrame:
    """The table ``players`` from games with decoded names."""
    dan, rate = (pl.col(name).str.split(",").list for name in ("dan", "rate"))
    grades = dict(enumerate(DAN))
    seats = [
        games.select(
            pl.int_range(pl.len()).alias("row"),
            "game_id",
            pl.lit(seat, pl.UInt8).alias("seat"),
            "n_players",
            pl.when(pl.col(f"n{seat}") != "").then(f"n{seat}").alias("name"),
            dan.get(seat, null_on_oob=True).cast(pl.UInt8, strict=False)
            .replace_strict(grades, default=None, return_dtype=pl.String).alias("grade"),
            rate.get(seat, null_on_oob=True).cast(pl.Float64, strict=False).alias("rating"),
            pl.col(f"disconnected_{seat}").alias("disconnected"),
            pl.col(f"points_{seat}").alias("recorded_points"),
            pl.col(f"score_{seat}").alias("recorded_score"),
            pl.col(f"chips_{seat}").alias("chips"),
        )
        for seat in SEATS
    ]  # fmt: skip
    return pl.concat(seats).filter(pl.col("seat") < pl.col("n_players")).sort("row", "seat").drop("row", "n_players")


def named(games: pl.DataFrame) -> pl.DataFrame:
    """The games with the players' names decoded; ``bad_name`` is the first that is no UTF-8, kept as it is written."""
    written = pl.concat([games[name] for name in NAMES])
    decoded = _decoded(written)
    kept, bad = decoded.fill_null(written), written.zip_with(decoded.is_null(), pl.Series([None], dtype=pl.String))
    seats = [(name, seat * len(games)) for seat, name in enumerate(NAMES)]
    first_bad = pl.select(pl.coalesce([bad.slice(start, len(games)) for _, start in seats]).alias("bad_name"))
    return games.with_columns(
        first_bad.to_series(), *(kept.slice(start, len(games)).alias(name) for name, start in seats)
    )


def _decoded(text: pl.Series) -> pl.Series:
    """Percent-encoded UTF-8 as text; null where it is none. Tenhou encodes every byte, tools only some."""
    encoded = text.str.contains("%", literal=True)
    whole = text.str.contains(r"^(?:%[0-9A-Fa-f]{2})*$")
    if (whole | ~encoded).fill_null(True).all():
        try:
            hexadecimal = text.zip_with(whole.fill_null(False), pl.Series([None], dtype=pl.String))
            return hexadecimal.str.replace_all("%", "", literal=True).str.decode("hex").cast(pl.String).fill_null(text)
        except pl.exceptions.PolarsError:
            pass
    return pl.Series(text.name, [_decoded_name(name) for name in text], pl.String)


def _decoded_name(text: str | None) -> str | None:
    try:
        return text and unquote_to_bytes(text).decode()
    except UnicodeDecodeError:
        return None
