"""Every column of every table, declared once.

A column's type, range, unit, nullability and meaning stand here and nowhere else: validation, the Parquet files' own
documentation, ``mjlog schema`` and the README are derived from these declarations. Nothing is invented on the way in:
what a log does not say is null.

Per-seat values are four columns, ``start_0`` to ``start_3``; with three players those of seat 3 are null. Points are
integers of one point. Times are UTC.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, Final, NamedTuple

import dataframely as dy
import polars as pl

from mjlog.tiles import MELDS, TILES
from mjlog.vocabulary import YAKU, EventKind, Length, Limit, Reason, Result, Severity, Wind

SCHEMA_VERSION: Final = 1
"""Raised when a column changes its name, type or meaning; a dataset of another version is not appended to."""

SEATS: Final = range(4)

TILE: Final = pl.Enum(TILES)
MELD: Final = pl.Enum(MELDS)


def seats(column: str, n_players: int = 4) -> list[str]:
    """Names of a per-seat column: ``seats("start")`` is ``["start_0", …, "start_3"]``."""
    return [f"{column}_{seat}" for seat in range(n_players)]


def declared_riichi(seat: int) -> pl.Expr:
    """Whether a seat of a hand declared riichi: the log tells at which turn, or at least in which order."""
    return pl.col(f"riichi_{seat}").is_not_null() | pl.col(f"riichi_order_{seat}").is_not_null()


class _Column(NamedTuple):
    """A column under declaration: its dataframely class, what it means, and the class's own arguments."""

    kind: Any
    doc: str
    unit: str | None
    arguments: dict[str, Any]

    def build(self, doc: str) -> dy.Column:
        column: dy.Column = self.kind(metadata={"doc": doc, "unit": self.unit}, **self.arguments)
        return column


def _column(kind: Any, doc: str, *, unit: str | None = None, null: bool = True, **arguments: Any) -> _Column:
    return _Column(kind, doc, unit, {"nullable": null, **arguments})


def _text(doc: str, **arguments: Any) -> _Column:
    return _column(dy.String, doc, **arguments)


def _flag(doc: str, **arguments: Any) -> _Column:
    return _column(dy.Bool, doc, **arguments)


def _count(doc: str, **arguments: Any) -> _Column:
    return _column(dy.UInt8, doc, **arguments)


def _points(doc: str, **arguments: Any) -> _Column:
    return _column(dy.Int32, doc, unit="points", **arguments)


def _seat(doc: str, **arguments: Any) -> _Column:
    return _column(dy.UInt8, doc, unit="seat", max=3, **arguments)


def _word(doc: str, words: Iterable[str], **arguments: Any) -> _Column:
    return _column(dy.Enum, doc, categories=[str(word) for word in words], **arguments)


def _tile(doc: str, **arguments: Any) -> _Column:
    return _word(doc, TILES, unit="tile", **arguments)


def _list_of(words: Iterable[str], doc: str, **arguments: Any) -> _Column:
    return _column(dy.List, doc, inner=dy.Enum([str(word) for word in words], nullable=False), **arguments)


def _tiles(doc: str, **arguments: Any) -> _Column:
    return _list_of(TILES, doc, unit="tile", **arguments)


def _per_seat(name: str, column: _Column) -> dict[str, dy.Column]:
    return {f"{name}_{seat}": column.build(f"Seat {seat}: {column.doc}") for seat in SEATS}


def _table(name: str, doc: str, /, **columns: _Column | dict[str, dy.Column]) -> type[dy.Schema]:
    """A dataframely schema from columns in order; a dict stands for the columns of the four seats."""
    body: dict[str, Any] = {"__doc__": doc, "__module__": __name__}
    for key, column in columns.items():
        body.update({key: column.build(column.doc)} if isinstance(column, _Column) else column)
    return type(name.capitalize(), (dy.Schema,), body)


def _game_id() -> _Column:
    return _text("The game: the platform's own id where the log has one, else a hash of the log's text.", null=False)


def _hand() -> _Column:
    return _column(dy.UInt16, "Position of the hand in its game, from 0.", null=False)


def _rules() -> _Column:
    return _text("Rule set these numbers were computed under, overrides included.", null=False)


GAMES: Final = _table(
    "games",
    "One row a game.",
    game_id=_game_id(),
    platform=_text("Where the game was played, as the log shows: tenhou, majsoul, …"),
    format=_text("Name of the parser that read it.", null=False),
    source=_text("File it was read from; a member of an archive as archive.zip::member.", null=False),
    started_at=_column(dy.Datetime, "When the game began, UTC.", unit="UTC", time_unit="us", time_zone="UTC"),
    n_players=_count("3 or 4.", null=False, min=3, max=4),
    length=_word("How many rounds the game is meant to last.", Length),
    room=_text("Room or level of the table, in the platform's words."),
    lobby=_text("Lobby, contest or friend room the table stood in."),
    rules=_text("Named rule set the log implies; null where its rules are not known."),
    rule_overrides=_text("Switches that differ from that rule set, as key=value joined by '; '."),
    red_fives=_count("Red fives in the wall (0, 2, 3 or 4).", max=4),
    open_tanyao=_flag("Whether tanyao may be open (kuitan)."),
    first_dealer=_seat("Seat that deals East 1; null where the log has no hands."),
    complete=_flag("Whether the log runs to the end of the game.", null=False),
    side_bets=_column(
        dy.List,
        "Side bets two players agreed on (sashiuma), as a score sheet lists them; per_place: times the places between.",
        inner=dy.Struct(
            {
                "first": dy.UInt8(nullable=False, max=3),
                "second": dy.UInt8(nullable=False, max=3),
                "points": dy.Int32(nullable=False, min=0),
                "per_place": dy.Bool(nullable=False),
            },
            nullable=False,
        ),
    ),
    wall_seed=_text("Seed the platform published for the game's walls; only with events."),
)

PLAYERS: Final = _table(
    "players",
    "One row a seat of a game.",
    game_id=_game_id(),
    seat=_seat("Seat, constant over the game.", null=False),
    name=_text("Name as the platform shows it."),
    account_id=_text("The platform's account id."),
    grade=_text("Dan or level when the game began, in the platform's words."),
    rating=_column(dy.Float64, "Rating when the game began."),
    is_ai=_flag("Whether a program of the platform sat here."),
    disconnected=_flag("Whether the player was ever disconnected."),
    recorded_points=_points("Points at the end as the log states them, leftover sticks included."),
    recorded_score=_points("Score after oka and uma as the log states it; +62.5 is 62500."),
    recorded_rank=_count("Rank as the log states it.", min=1, max=4),
    chips=_column(dy.Int16, "Chips won or lost over the game.", unit="chips"),
)

HANDS: Final = _table(
    "hands",
    "One row a hand (kyoku).",
    game_id=_game_id(),
    hand=_hand(),
    round_wind=_word("Wind of the round.", Wind, null=False),
    kyoku=_count("Number of the hand in its round, from 1.", null=False, min=1, max=4),
    honba=_count("Repeat counters when the hand begins.", null=False),
    deposits=_count("Riichi sticks on the table when the hand begins.", unit="sticks", null=False),
    dealer=_seat("Seat of the dealer.", null=False),
    result=_word("How the hand ended.", Result, null=False),
    start=_per_seat("start", _points("points when the hand begins.")),
    riichi=_per_seat("riichi", _count("which of the own discards declared riichi, from 1; null without.")),
    riichi_order=_per_seat("riichi_order", _count("place among the hand's declarations, from 1.", max=4)),
    riichi_paid=_per_seat("riichi_paid", _flag("whether a stick was paid (not for a ronned declaration).")),
    calls=_per_seat("calls", _count("open calls made (chi, pon, daiminkan).")),
    discards=_per_seat("discards", _count("own discards.")),
    tenpai=_per_seat("tenpai", _flag("declared tenpai at the draw; null where the log does not say.")),
    nagashi=_per_seat("nagashi", _flag("paid as nagashi mangan.")),
    end=_per_seat("end", _points("points when the hand is over, as the log states them at its result.")),
    delta=_per_seat("delta", _points("change over the hand, sticks paid included, where the log states only changes.")),
    offender=_seat("Who declared the nine terminals or committed the chombo."),
    penalties=_column(
        dy.List,
        "Sticks paid for minor faults, one entry a stick: the seat that paid it.",
        inner=dy.UInt8(nullable=False, max=3),
        unit="seat",
    ),
    dealer_ends=_flag("The dealer chose to end the game after this hand."),
    time_up=_flag("The time limit was reached in this hand."),
    dora_indicators=_tiles("Dora indicators shown, in order."),
    ura_indicators=_tiles("Ura indicators shown, in order."),
    draws=_count("Tiles drawn after the deal, replacement tiles included.", unit="tiles"),
    dice=_column(dy.List, "The two dice, 1 to 6.", inner=dy.UInt8(nullable=False, min=1, max=6)),
    wall=_text("Wall text the platform published for the hand; only with events."),
    wall_digest=_text("Digest the platform published for that wall, as kind:hex; only with events."),
    wall_salt=_text("Salt of that digest; only with events."),
)

WINS: Final = _table(
    "wins",
    "One row a winner of a hand.",
    game_id=_game_id(),
    hand=_hand(),
    win=_count("Place in the order of payment, from 0.", null=False, max=2),
    winner=_seat("Who won.", null=False),
    loser=_seat("Who discarded the winning tile; null = tsumo."),
    pao=_seat("Who is liable for a yakuman (pao)."),
    pao_yaku=_list_of(YAKU, "Yakuman the liable seat pays for; null = those the rule set names."),
    han=_count("Han; null for a yakuman and where the log does not say."),
    fu=_count("Fu; null where the log does not say.", unit="fu"),
    yakuman=_count("Yakuman units; 0 for an ordinary hand, a counted yakuman included.", unit="units"),
    points=_points("Value of the hand without honba and sticks, all payers together."),
    limit=_word("Name of the limit the hand reaches.", Limit),
    yaku=_list_of(YAKU, "Yaku and dora."),
    yaku_han=_column(
        dy.List, "Han of each yaku, in step with yaku; 13 a yakuman unit.", inner=dy.UInt8(nullable=False), unit="han"
    ),
    yaku_other=_column(
        dy.List, "Names of yaku the vocabulary does not know, as written.", inner=dy.String(nullable=False)
    ),
    closed=_flag("Whether the hand is closed; a closed kan keeps it so."),
    tiles=_tiles("Concealed tiles, the winning tile included."),
    winning_tile=_tile("The tile won on."),
    melds=_list_of(MELDS, "Melds in the order made, kita among them."),
    dora=_count("Han of dora by indicator, kita not counted as such.", unit="han"),
    red=_count("Red fives.", unit="han"),
    ura=_count("Han of ura dora; null without riichi.", unit="han"),
    kita=_count("Norths set aside.", unit="han"),
    recorded=_per_seat("recorded", _points("change of points for this win as the log states it, sticks included.")),
)

EVENTS: Final = _table(
    "events",
    "One row a thing that happened.",
    game_id=_game_id(),
    hand=_hand(),
    seq=_column(dy.UInt16, "Position in the hand, from 0.", null=False),
    seat=_seat("Who did it; null for a dora indicator."),
    kind=_word("What happened.", EventKind, null=False),
    tile=_tile("The tile drawn, discarded, called, added, set aside or turned; null for a deal and a riichi."),
    tsumogiri=_flag("Discards: whether it was the tile just drawn."),
    from_seat=_seat("Calls: whose discard was taken."),
    consumed=_tiles("Deals: the tiles dealt, in order. Calls and kans: the caller's own tiles that went into it."),
)

ERRORS: Final = _table(
    "errors",
    "One row an input or hand set aside or noted.",
    source=_text("File, a member of an archive as archive.zip::member.", null=False),
    game_id=_text("The game, where one could be told."),
    hand=_column(dy.UInt16, "The hand, where one could be told."),
    offset=_column(dy.Int64, "Where in the document: a byte or an event, as the message says."),
    code=_text("Kind of error: a word of `mjlog.vocabulary.ErrorCode`, or of another package's parser.", null=False),
    message=_text("What is wrong, in words.", null=False),
    parser=_text("Parser that says so; null for what was refused before one was chosen."),
)

FLOWS: Final = _table(
    "flows",
    "One row a transfer of points.",
    game_id=_game_id(),
    hand=_column(dy.UInt16, "The hand; null = at the end of the game."),
    payer=_seat("Who pays; null = the table."),
    payee=_seat("Who receives; null = the table."),
    reason=_word("Which rule moves the points.", Reason, null=False),
    points=_points("Points moved, never negative.", null=False, min=0),
    rules=_rules(),
)

STANDINGS: Final = _table(
    "standings",
    "One row a seat at the end of a game.",
    game_id=_game_id(),
    seat=_seat("Seat.", null=False),
    rank=_count("Rank; equal for equals where the rules let them share.", null=False, min=1, max=4),
    points=_points("Points at the end, leftover sticks included.", null=False),
    score=_points("Final score; +62.5 is 62500.", null=False),
    base=_points("Part of the score: points less return points, rounded and evened out as ruled.", null=False),
    oka=_points("Part of the score: oka.", null=False),
    uma=_points("Part of the score: uma, floating and sinking uma included.", null=False),
    penalties=_points("Part of the score: chombo and other penalties after uma.", null=False),
    side_payments=_points("Part of the score: yakitori, side bets, tobi and cold prize, chips.", null=False),
    complete=_flag("Whether the game reached its end under these rules.", null=False),
    rules=_rules(),
)

FINDINGS: Final = _table(
    "findings",
    "One row a disagreement between what is recorded and what is right.",
    game_id=_game_id(),
    hand=_column(dy.UInt16, "The hand; null = the game as a whole."),
    seat=_seat("The seat; null = the table or all."),
    check=_text("Stable name of the check.", null=False),
    severity=_word("How much it weighs.", Severity, null=False),
    recorded=_text("What the log says."),
    expected=_text("What is right."),
    message=_text("The disagreement in words: hand, seat, and why.", null=False),
    rules=_text("Rule set the check was made under."),
)

MANIFEST: Final = _table(
    "manifest",
    "One row an input: what was read, and what became of it.",
    source=_text("File, as it was named.", null=False),
    member=_text("Member of an archive or row of a database; null = the file itself."),
    bytes=_column(dy.UInt64, "Size as stored.", unit="bytes", null=False),
    modified=_column(dy.Datetime, "When it was last written.", unit="UTC", time_unit="us", time_zone="UTC"),
    format=_text("Parser that read it, or the kind of archive; null = none could."),
    status=_word(
        "What became of it: everything read; a part only; nothing; games known from an earlier input; members only.",
        ("read", "partial", "failed", "duplicate", "container"),
        null=False,
    ),
    games=_column(dy.UInt32, "Games it gave.", null=False),
    hands=_column(dy.UInt32, "Hands it gave.", null=False),
    error=_text("The first thing that is wrong with it."),
    version=_text("Version of mjlog that read it.", null=False),
)

TABLES: Final[dict[str, type[dy.Schema]]] = {
    "games": GAMES,
    "players": PLAYERS,
    "hands": HANDS,
    "wins": WINS,
    "events": EVENTS,
    "errors": ERRORS,
    "flows": FLOWS,
    "standings": STANDINGS,
    "findings": FINDINGS,
    "manifest": MANIFEST,
}
"""Every table by name."""

RECORDED: Final = ("games", "players", "hands", "wins", "events")
"""What a log says; the others say what was computed or set aside."""


KEYS: Final[dict[str, tuple[str, ...]]] = {
    "games": ("game_id",),
    "players": ("game_id", "seat"),
    "hands": ("game_id", "hand"),
    "wins": ("game_id", "hand", "win"),
    "events": ("game_id", "hand", "seq"),
}
"""Columns that tell the rows of a recorded table apart, and that its files are sorted by."""


@cache
def _dtypes(table: str) -> tuple[tuple[str, pl.DataType], ...]:
    return tuple((name, column.dtype) for name, column in TABLES[table].columns().items())


def dtypes(table: str) -> dict[str, pl.DataType]:
    """Polars types of a table's columns, in order."""
    return dict(_dtypes(table))


def empty(table: str) -> pl.DataFrame:
    """A table without rows."""
    return pl.DataFrame(schema=dtypes(table))


def conform(table: str, frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with exactly the table's columns in order and type; columns it lacks are null.

    Raises:
        polars.exceptions.PolarsError: a value does not fit its column's type.
    """
    held = frame.schema
    return frame.select(
        pl.col(name).cast(dtype) if name in held else pl.lit(None, dtype).alias(name)
        for name, dtype in dtypes(table).items()
    )
