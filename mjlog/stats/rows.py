"""One seat of one hand: the row that the statistics of hands are summed over.

Counting conventions, where sources differ (the statistics' definitions build on these):

* every hand dealt counts, abortive draws and the hands of unfinished games included;
* a hand won by two players is one deal-in of the discarder and one win of each winner; the values of a deal-in are
  summed over its winners;
* who pays for a yakuman by pao without having discarded has not dealt in;
* a closed kan and a kita are no calls; riichi counts declarations, the ronned ones included;
* turns are own discards.

Everything is lazy: a column that nothing asks for is never made. A column is null where the log does not say.
"""

from typing import Final

import polars as pl

from mjlog.tables import SEATS, declared_riichi
from mjlog.vocabulary import ABORTIVE_DRAWS, DORA_KEYS, YAKU, Limit, Reason, Result

Frame = pl.DataFrame | pl.LazyFrame

STICK: Final = 1000
"""Points of a riichi stick."""

LEVELS: Final = {limit: level for level, limit in enumerate(Limit, start=1)}
"""Limits from 1, the lowest; 0 is a hand below mangan."""

PLAYED: Final[dict[str, pl.DataType]] = {
    "start_shanten": pl.Int8(),
    "tenpai_turn": pl.UInt8(),
    "last_shanten": pl.Int8(),
    "riichi_live": pl.UInt8(),
    "riichi_unheld": pl.Int16(),
    "riichi_kinds": pl.UInt8(),
    "riichi_honor": pl.Boolean(),
    "riichi_furiten": pl.Boolean(),
    "double_riichi": pl.Boolean(),
    "riichi_ankan": pl.Boolean(),
    "daiminkan": pl.UInt8(),
    "kakan": pl.UInt8(),
    "ankan": pl.UInt8(),
    "first_call_turn": pl.UInt8(),
    "first_caller": pl.Boolean(),
}
"""What the events tell of a seat (:func:`mjlog.stats.played.played_seats`), null for hands without events."""

YAKU_BITS: Final = {
    key: 1 << number
    for number, key in enumerate(key for key, info in YAKU.items() if not info.local and key not in DORA_KEYS)
}
"""The bit of each yaku in a set of them; dora and yaku of local rules have none."""

GAME_COLUMNS: Final = ("platform", "room", "lobby", "length", "n_players", "rules", "started_at", "source", "complete")
"""Columns of ``games`` that rows carry for grouping and filtering."""


def hand_rows(
    games: Frame,
    hands: Frame,
    wins: Frame,
    played: pl.DataFrame | None = None,
    flows: Frame | None = None,
) -> pl.LazyFrame:
    """One row a seat of a hand, nothing dropped.

    Args:
        games: the table; a game's place in it is the row's ``game``.
        hands: the table, in its order.
        wins: the table, in its order.
        played: what the events tell (:func:`mjlog.stats.played.played_seats`); without it those columns are null.
        flows: the table; without it ``sticks_won`` is null.

    Returns:
        Columns: those of the game, ``game``, ``game_id``, ``hand``, ``seat``, ``dealer``, ``result``, ``round_wind``
        and, of the seat:

        * ``change`` over the hand, sticks included, by its end, as stated, or by the next hand's start;
        * ``paid_stick``, and ``sticks_won``, how many it took from the table;
        * ``repeat``: how many hands of the same dealership came before, null for the others than the dealer;
        * ``won``, ``tsumo`` and, of the win, ``win_value`` (without honba and sticks), ``win_closed``, ``win_level``,
          ``win_han``, ``win_yakuman``, ``dora``, ``red``, ``ura``, ``kita``, ``yaku``, ``yaku_set`` (:func:`has_yaku`);
        * ``dealt_in``, ``dealt_in_to`` (riichi, open, dama: the first winner's hand), ``dealt_in_to_dealer``,
          ``dealt_in_value``, ``dealt_in_level`` (the highest), ``dealt_in_yaku_set``, ``double_dealt_in``,
          ``dealt_in_discards`` (the first winner's);
        * ``hit`` by an opponent's tsumo and ``hit_by_limit`` (mangan or more);
          levels are 0 below mangan and then :data:`LEVELS`;
        * ``riichi``, ``riichi_turn``, ``riichi_order``, ``riichi_count`` (declarations in the hand),
          ``riichi_ronned``;
        * ``hand_kind`` (riichi, open, closed), ``calls``, ``open``, ``discards``, ``tenpai``,
          ``exhaustive``, ``abortive``, ``nagashi``;
        * those of :data:`PLAYED`.
    """
    numbered = hands.lazy().with_row_index("row")
    places = numbered.select("row", "game_id", "hand")
    claims = (
        wins.lazy()
        .join(
            numbered.select(
                "row",
                "game_id",
                "hand",
                "dealer",
                *(declared_riichi(s).alias(f"declared_{s}") for s in SEATS),
                *_each("discards"),
            ),
            on=["game_id", "hand"],
            how="inner",
        )
        .with_columns(yaku_set=_yaku_set(), level=_level())
    )
    known = _of_hands(numbered, games)
    rows = (
        pl.concat([_seat_rows(known, seat) for seat in SEATS])
        .join(_own_wins(claims), on="place", how="left")
        .join(_losses(claims), on="row", how="left")
    )
    return (
        _with_sticks(_with_played(rows, places, played), places, flows)
        .with_columns(**_what_happened())
        .with_columns(**_states())
    )


def of_games(games: Frame) -> pl.LazyFrame:
    """The games, numbered as ``game``, with the columns that rows carry."""
    return (
        games.lazy()
        .select("game_id", "first_dealer", *GAME_COLUMNS)
        .with_row_index("game")
        .with_columns(month=pl.col("started_at").dt.strftime("%Y-%m"))
    )


def has_yaku(yaku_set: str, *keys: str) -> pl.Expr:
    """Whether any of some yaku is in a column of sets; null where the log states none."""
    return pl.col(yaku_set) & sum(YAKU_BITS[key] for key in keys) != 0


def _level() -> pl.Expr:
    """How high a win is: by the limit stated, its han and fu, or, of a ron without either, its points."""
    han, fu, points = pl.col("han"), pl.col("fu"), pl.col("points")
    by_han = {13: Limit.KAZOE, 11: Limit.SANBAIMAN, 8: Limit.BAIMAN, 6: Limit.HANEMAN, 5: Limit.MANGAN}
    low_mangan = ((han == 4) & (fu >= 40)) | ((han == 3) & (fu >= 70))
    by_base = {8000: Limit.YAKUMAN, 6000: Limit.SANBAIMAN, 4000: Limit.BAIMAN, 3000: Limit.HANEMAN, 2000: Limit.MANGAN}
    base = pl.when(han.is_null() & pl.col("loser").is_not_null()).then(
        points // pl.when(pl.col("winner") == pl.col("dealer")).then(6).otherwise(4)
    )
    below = (han < 3) | (han.is_not_null() & fu.is_not_null()) | base.is_not_null()
    return pl.coalesce(
        pl.col("limit").to_physical() + 1,
        pl.when(pl.col("yakuman") > 0).then(LEVELS[Limit.YAKUMAN]),
        *(pl.when(han >= least).then(LEVELS[limit]) for least, limit in by_han.items()),
        pl.when(low_mangan).then(LEVELS[Limit.MANGAN]),
        *(pl.when(base >= least).then(LEVELS[limit]) for least, limit in by_base.items()),
        pl.when(below).then(0),
    ).cast(pl.UInt8)


def _yaku_set() -> pl.Expr:
    bits = pl.element().replace_strict(YAKU_BITS, default=0, return_dtype=pl.UInt64).bitwise_or()
    found = pl.col("yaku").list.agg(bits)
    return pl.when(pl.col("yaku").is_not_null()).then(found.fill_null(0))


def _each(name: str) -> list[str]:
    return [f"{name}_{seat}" for seat in SEATS]


def _of_hands(numbered: pl.LazyFrame, games: Frame) -> pl.LazyFrame:
    """The hands with their game's columns, the points at the next one's start, and where their dealership began."""
    follows = (pl.col("game_id").shift(-1) == pl.col("game_id")) & (pl.col("hand").shift(-1) == pl.col("hand") + 1)
    following = {f"next_{name}": pl.when(follows).then(pl.col(name).shift(-1)) for name in _each("start")}
    began = pl.col("hand").min().over("game", "round_wind", "kyoku")
    return numbered.with_columns(**following).join(of_games(games), on="game_id", how="inner").with_columns(began=began)


def _place(seat: pl.Expr) -> pl.Expr:
    """A number for a seat of a hand."""
    return pl.col("row") * len(SEATS) + seat


def _seat_rows(hands: pl.LazyFrame, seat: int) -> pl.LazyFrame:
    """What the tables of hands and games say of one seat."""
    rows = hands.select(
        "row",
        "game",
        "game_id",
        "hand",
        "result",
        "round_wind",
        "month",
        *GAME_COLUMNS,
        place=_place(pl.lit(seat, pl.UInt32)),
        seat=pl.lit(seat, pl.UInt8),
        dealer=pl.col("dealer") == seat,
        repeat=pl.when(pl.col("dealer") == seat).then(pl.col("hand") - pl.col("began")),
        change=pl.coalesce(
            pl.col(f"end_{seat}") - pl.col(f"start_{seat}"),
            f"delta_{seat}",
            pl.col(f"next_start_{seat}") - pl.col(f"start_{seat}"),
        ),
        riichi=declared_riichi(seat),
        riichi_turn=pl.col(f"riichi_{seat}"),
        riichi_order=pl.col(f"riichi_order_{seat}"),
        riichi_count=pl.max_horizontal(_each("riichi_order")),
        paid_stick=pl.col(f"riichi_paid_{seat}").fill_null(value=False),
        calls=pl.col(f"calls_{seat}"),
        discards=pl.col(f"discards_{seat}"),
        tenpai=pl.col(f"tenpai_{seat}"),
        nagashi=pl.col(f"nagashi_{seat}").fill_null(value=False),
    )
    return rows if seat < 3 else rows.filter(pl.col("n_players") > 3)


def _own_wins(claims: pl.LazyFrame) -> pl.LazyFrame:
    return claims.select(
        place=_place(pl.col("winner").cast(pl.UInt32)),
        won=pl.lit(value=True),
        win_value=pl.col("points"),
        win_closed=pl.col("closed"),
        win_level=pl.col("level"),
        win_han=pl.col("han"),
        win_yakuman=pl.col("yakuman"),
        dora=pl.col("dora"),
        red=pl.col("red"),
        ura=pl.col("ura"),
        kita=pl.col("kita"),
        yaku=pl.col("yaku"),
        yaku_set=pl.col("yaku_set"),
    )


def _of_winner(name: str) -> pl.Expr:
    return pl.coalesce(pl.when(pl.col("winner") == seat).then(f"{name}_{seat}") for seat in SEATS)


def _losses(claims: pl.LazyFrame) -> pl.LazyFrame:
    """A row a won hand: who discarded, and to what kind of hand; its value is told where that of every winner is."""
    declared, first = _of_winner("declared"), pl.col("win") == 0
    kind = pl.when(declared).then(pl.lit("riichi")).when("closed").then(pl.lit("dama")).when(~pl.col("closed"))
    return claims.group_by("row").agg(
        loser=pl.col("loser").max(),
        winners=pl.len(),
        loss_to=kind.then(pl.lit("open")).filter(first).first(),
        loss_to_dealer=(pl.col("winner") == pl.col("dealer")).any(),
        loss_value=pl.when(pl.col("points").is_not_null().all()).then(pl.col("points").sum()),
        loss_level=pl.when(pl.col("level").is_not_null().all()).then(pl.col("level").max()),
        loss_yaku_set=pl.col("yaku_set").bitwise_or(),
        loss_discards=_of_winner("discards").filter(first).first(),
    )


def _with_played(rows: pl.LazyFrame, hands: pl.LazyFrame, played: pl.DataFrame | None) -> pl.LazyFrame:
    if played is None:
        return rows.with_columns(pl.lit(None, dtype).alias(name) for name, dtype in PLAYED.items())
    placed = played.lazy().join(hands.select("row", "game_id", "hand"), on=["game_id", "hand"], how="inner")
    found = placed.select(*PLAYED, place=_place(pl.col("seat").cast(pl.UInt32)))
    return rows.join(found, on="place", how="left")


def _with_sticks(rows: pl.LazyFrame, hands: pl.LazyFrame, flows: Frame | None) -> pl.LazyFrame:
    """``sticks_won``, null in games that were not settled."""
    if flows is None:
        return rows.with_columns(sticks_won=pl.lit(None, pl.Int32))
    taken = flows.lazy().filter(
        pl.col("reason") == Reason.DEPOSIT, pl.col("payer").is_null(), pl.col("hand").is_not_null()
    )
    sticks = (
        taken.join(hands.select("row", "game_id", "hand"), on=["game_id", "hand"], how="inner")
        .group_by(place=_place(pl.col("payee").cast(pl.UInt32)))
        .agg(taken=pl.col("points").sum() // STICK)
    )
    settled = flows.lazy().select("game_id", settled=pl.lit(value=True)).unique()
    return (
        rows.join(sticks, on="place", how="left")
        .join(settled, on="game_id", how="left")
        .with_columns(sticks_won=pl.when("settled").then(pl.col("taken").fill_null(0)))
    )


def _what_happened() -> dict[str, pl.Expr]:
    """Conditions over the result that need both the seat and the hand's winner and loser."""
    tsumo = pl.col("result") == Result.TSUMO
    dealt_in = (pl.col("loser") == pl.col("seat")).fill_null(value=False)
    hit = tsumo & pl.col("won").is_null()
    found = {
        "dealt_in_to": pl.col("loss_to"),
        "dealt_in_to_dealer": pl.col("loss_to_dealer"),
        "dealt_in_value": pl.col("loss_value"),
        "dealt_in_level": pl.col("loss_level"),
        "dealt_in_yaku_set": pl.col("loss_yaku_set"),
        "dealt_in_discards": pl.col("loss_discards"),
    }
    return {
        "won": pl.col("won").fill_null(value=False),
        "tsumo": tsumo & pl.col("won").is_not_null(),
        "dealt_in": dealt_in,
        **{name: pl.when(dealt_in).then(value) for name, value in found.items()},
        "double_dealt_in": dealt_in & (pl.col("winners") > 1),
        "hit": hit,
        "hit_by_limit": hit & (pl.col("loss_level") > 0),
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
