"""Which part of a game each format carries, and how a file of it is written: the other half of a round trip.

A :class:`Format` writes a game and knows what the parser's tables must then say: everything of
:mod:`tests.simulator.expected` less the columns the format is silent about, with what it says differently.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta

from tests.simulator import majsoul, mjai, tenhou_json
from tests.simulator.expected import Row, Tables, normal, tables
from tests.simulator.flavours import (
    FREE_EAST,
    MAJSOUL,
    MAJSOUL_3P,
    MAJSOUL_EAST,
    TENHOU_3P,
    TENHOU_3P_2009,
    TENHOU_2009,
    TENHOU_2010,
    TENHOU_EAST,
    Flavour,
)
from tests.simulator.model import Game, text_of
from tests.simulator.sitting import sitting
from tests.simulator.tenhou_xml import old_shuffle, pretty, respace, shuffle_attributes, write_xml

SEATS = range(4)
TENPAI = tuple(f"tenpai_{seat}" for seat in SEATS)
RECORDED = tuple(f"recorded_{seat}" for seat in SEATS)
WALL = ("wall", "wall_digest", "wall_salt")
ENVELOPE = ("format", "source", "room", "lobby")
"""Columns about the file and in the platform's own words, which the parsers' own tests look at."""

Adapt = Callable[[Tables, Game], None]


@dataclass(frozen=True)
class Format:
    """A shape of a format.

    Attributes:
        name: of the shape.
        parser: entry point.
        flavours: tables it can come from.
        write: a game as bytes.
        suffix: of the file; named after the Tenhou log where ``by_log_id``.
        silent: columns that must be null.
        adapt: changes the expected tables where the format says something else.
        unchecked: columns that are left to other tests.
        every_ending: whether this shape is the one that is tried with every ending; the others with some.
    """

    name: str
    parser: str
    flavours: tuple[Flavour, ...]
    write: Callable[[Game], bytes]
    suffix: str = ".json"
    by_log_id: bool = False
    silent: dict[str, tuple[str, ...]] = field(default_factory=dict)
    adapt: tuple[Adapt, ...] = ()
    unchecked: tuple[str, ...] = ENVELOPE
    every_ending: bool = False

    def file_name(self, game: Game, number: int) -> str:
        """Name of the game's file."""
        return f"{sitting(game).log_id if self.by_log_id else f'game-{number:03d}'}{self.suffix}"

    def expected(self, game: Game, game_id: str) -> Tables:
        """What the parser must make of the written game."""
        want = tables(game, game_id)
        for adapt in self.adapt:
            adapt(want, game)
        for table, columns in self.silent.items():
            for row in want[table]:
                row.update(dict.fromkeys(columns))
        return normal(want)


def _tokyo(want: Tables, _game: Game) -> None:
    """Tenhou's ids tell the hour in Japan."""
    for row in want["games"]:
        row["started_at"] -= timedelta(hours=9)


def _old_rates(want: Tables, game: Game) -> None:
    """Ratings were whole numbers until 2010."""
    for row in want["players"]:
        if sitting(game).era == "2009":
            row["rating"] = float(f"{row['rating']:.0f}")


def _old_walls(want: Tables, game: Game) -> None:
    """Until 2009 every hand had its own shuffle, told in its INIT, and the game no seed."""
    if sitting(game).era == "2009":
        want["games"][0]["wall_seed"] = None
        for row, hand in zip(want["hands"], game.hands, strict=True):
            row["wall"] = old_shuffle(game, hand)


def _ura_of_a_yakuman(want: Tables, game: Game) -> None:
    """Tenhou shows no ura indicators of a yakuman."""
    for row, hand in zip(want["hands"], game.hands, strict=True):
        if all(win.value.yakuman for win in hand.wins if win.riichi):
            row["ura_indicators"] = None


def _fu(wanted: Callable[[Row], bool]) -> Adapt:
    """Fu is only said where ``wanted``."""

    def adapt(want: Tables, _game: Game) -> None:
        for row in want["wins"]:
            if not wanted(row):
                row["fu"] = None

    return adapt


def _tenpai_by_the_next_deal(want: Tables, game: Game) -> None:
    """Without payments all or nobody was tenpai; which, only the next hand's dealer tells."""
    last, hand = want["hands"][-1], game.hands[-1]
    if hand.result == "exhaustive_draw" and not any(hand.delta):
        last.update(dict.fromkeys(TENPAI))


def _pao_by_payment(want: Tables, _game: Game) -> None:
    """The liable player is only seen in what he paid: not where he was the discarder too."""
    for row in want["wins"]:
        if row["pao"] == row["loser"]:
            row["pao"] = None


def _tenpai_by_sign(want: Tables, game: Game) -> None:
    """Who was tenpai is only seen in who was paid: not at a nagashi."""
    for row, hand in zip(want["hands"], game.hands, strict=True):
        if hand.result == "nagashi_mangan":
            row.update(dict.fromkeys(TENPAI))


def _dealers_first_turn(era: majsoul.Era) -> Adapt:
    """Mahjong Soul sorts the dealer's fourteen tiles: which was drawn is told by the whole wall alone."""

    def adapt(want: Tables, game: Game) -> None:
        rows = iter(want["events"])
        for hand in game.hands:
            told = [event for event in hand.events if event.kind != "riichi_accepted"]
            deals = [next(rows) for _ in range(game.n)]
            drawn = next(rows)
            rest = [next(rows) for _ in told[game.n + 1 :]]
            first = rest[rest[0]["kind"] == "riichi"] if rest else None
            kept = [text_of(tile, game.flavour.reds) for tile in hand.dealt[hand.dealer]]
            if era.wall == "md5":
                fourteen = sorted([*hand.dealt[hand.dealer], told[game.n].tile])
                texts = [text_of(tile, game.flavour.reds) for tile in fourteen]
                deals[hand.dealer]["consumed"], drawn["tile"] = texts[:-1], texts[-1]
            if first is not None and first["kind"] == "discard":
                same = first["tile"] == drawn["tile"]
                unknown = era.wall == "md5" or (same and drawn["tile"] in kept)
                first["tsumogiri"] = None if unknown else same

    return adapt


def _one_delta_for_all(want: Tables, game: Game) -> None:
    """Several winners share one array."""
    for row in want["wins"]:
        if len(game.hands[row["hand"]].wins) > 1:
            row.update(dict.fromkeys(RECORDED))


def _majsoul_words(era: majsoul.Era) -> Adapt:
    def adapt(want: Tables, game: Game) -> None:
        for row in want["games"]:
            row["wall_seed"] = None
        for row, hand in zip(want["hands"], game.hands, strict=True):
            text = "".join(text_of(tile, game.flavour.reds) for tile in hand.wall)
            row["wall"] = text if era.wall == "sha256" else text[2 * (13 * game.n + 1) :]

    return adapt


TENHOU = (TENHOU_EAST, TENHOU_3P, TENHOU_2010, TENHOU_2009, TENHOU_3P_2009)
XML = Format(
    "xml",
    "tenhou-xml",
    TENHOU,
    lambda game: write_xml(game).encode(),
    ".xml",
    by_log_id=True,
    silent={"players": ("account_id", "is_ai", "recorded_rank")},
    adapt=(_tokyo, _old_rates, _old_walls, _ura_of_a_yakuman),
    every_ending=True,
)


def _spoiled(name: str, spoil: Callable[[str], str]) -> Format:
    return replace(
        XML,
        name=f"xml, {name}",
        flavours=(TENHOU_EAST, TENHOU_3P_2009),
        write=lambda game: spoil(write_xml(game)).encode(),
        every_ending=False,
    )


SPOILED = (
    _spoiled("attributes in another order", lambda text: shuffle_attributes(text, random.Random(len(text)))),
    _spoiled("spaces before every end", lambda text: respace(text, space=True)),
    _spoiled("no spaces before ends", lambda text: respace(text, space=False)),
    _spoiled("pretty-printed with a comment", pretty),
)
JSON_SILENT = {
    "games": ("wall_seed",),
    "players": ("account_id", "is_ai", "recorded_rank"),
    "hands": ("dice",),
}


def _said_in_json(row: Row) -> bool:
    return row["limit"] is None


TENHOU_JSON = Format(
    "tenhou.net/6",
    "tenhou-json",
    TENHOU,
    lambda game: tenhou_json.write_json(game).encode(),
    by_log_id=True,
    silent=JSON_SILENT,
    adapt=(_tokyo, _ura_of_a_yakuman, _fu(_said_in_json), _tenpai_by_sign),
    every_ending=True,
)
JSON_OF_HANDS = replace(
    TENHOU_JSON,
    name="tenhou.net/6, an array of hands",
    flavours=(TENHOU_EAST, TENHOU_3P),
    write=lambda game: tenhou_json.write_json(game, tenhou_json.Shape(layout="array")).encode(),
    every_ending=False,
)
EDITOR = Format(
    "editor, a hand a line",
    "tenhou-json",
    (TENHOU_EAST,),
    lambda game: tenhou_json.write_json(game, tenhou_json.Shape("editor", layout="lines")).encode(),
    ".jsonl",
    silent={
        **JSON_SILENT,
        "players": (
            "account_id",
            "grade",
            "rating",
            "is_ai",
            "disconnected",
            "recorded_points",
            "recorded_score",
            "recorded_rank",
        ),
    },
    adapt=(_fu(_said_in_json), _tenpai_by_sign, _tenpai_by_the_next_deal),
    unchecked=(*ENVELOPE, "game_id", "platform", "started_at", "rules", "complete"),
)


def _exporter(language: str) -> Format:
    return Format(
        f"exporter, {language}",
        "tenhou-json",
        (MAJSOUL_EAST, MAJSOUL_3P),
        lambda game: tenhou_json.write_json(game, tenhou_json.Shape("exporter", language=language)).encode(),
        silent={**JSON_SILENT, "players": (*JSON_SILENT["players"], "disconnected")},
        adapt=(_fu(_said_in_json), _tenpai_by_sign, _tenpai_by_the_next_deal),
        unchecked=(*ENVELOPE, "grade", "rating", "started_at", "length", "red_fives", "open_tanyao"),
    )


def _majsoul(
    name: str,
    write: Callable[[Game], bytes],
    era: majsoul.Era,
    flavours: tuple[Flavour, ...],
    *,
    every_ending: bool = False,
) -> Format:
    return Format(
        name,
        "majsoul",
        flavours,
        write,
        silent={"players": ("disconnected",), "hands": ("dice",), "games": ("wall_seed",)},
        adapt=(
            _majsoul_words(era),
            _one_delta_for_all,
            _dealers_first_turn(era),
            _fu(lambda row: row["fu"] != 0),
        ),
        unchecked=(*ENVELOPE, "grade", "rating", "wall_digest", "wall_salt", *(("pao",) if era.fan_names else ())),
        every_ending=every_ending,
    )


BOTH = (MAJSOUL_EAST, MAJSOUL_3P)
MAJSOUL_SHAPES = (
    _majsoul("record", majsoul.response, majsoul.NEW, (*BOTH, MAJSOUL), every_ending=True),
    _majsoul("newest record", lambda g: majsoul.response(g, majsoul.NEWEST), majsoul.NEWEST, BOTH),
    _majsoul("record of 2019", lambda g: majsoul.response(g, majsoul.OF_2019), majsoul.OF_2019, BOTH),
    _majsoul("websocket response", majsoul.websocket, majsoul.NEW, BOTH),
    _majsoul("actions", lambda g: majsoul.write_json(g).encode(), majsoul.NEW, BOTH),
    _majsoul(
        "actions of 2021",
        lambda g: majsoul.write_json(g, era=majsoul.OF_2021, prefix=False).encode(),
        majsoul.OF_2021,
        BOTH,
    ),
    _majsoul("records", lambda g: majsoul.write_json(g, "records").encode(), majsoul.NEW, BOTH),
    _majsoul("base64", lambda g: majsoul.write_json(g, "base64").encode(), majsoul.NEW, BOTH),
    _majsoul(
        "typed details of early 2019",
        lambda g: majsoul.write_json(g, "details", majsoul.OLDEST).encode(),
        majsoul.OLDEST,
        (MAJSOUL_EAST,),
    ),
    _majsoul("bare list", lambda g: majsoul.write_json(g, "bare", prefix=False).encode(), majsoul.NEW, BOTH),
)
MJAI_SILENT = {
    "games": ("platform", "started_at", "length", "rules", "red_fives", "open_tanyao", "wall_seed"),
    "players": ("account_id", "grade", "rating", "is_ai", "disconnected", "recorded_score", "recorded_rank"),
    "hands": ("dice",),
}
MORTAL = Format(
    "mjai, Mortal",
    "mjai",
    (FREE_EAST, TENHOU_3P),
    lambda game: mjai.write_mjai(game, "mortal").encode(),
    silent={
        **MJAI_SILENT,
        "players": (*MJAI_SILENT["players"], "recorded_points"),
        "wins": ("han", "fu", "yakuman", "limit", "yaku", "yaku_han", "dora", "red", "ura"),
    },
    adapt=(_tenpai_by_sign, _tenpai_by_the_next_deal, _pao_by_payment),
    unchecked=(*ENVELOPE, "points", "game_id", "complete"),
)
GIMITE = Format(
    "mjai, gimite",
    "mjai",
    (FREE_EAST, TENHOU_3P),
    lambda game: mjai.write_mjai(game, "gimite").encode(),
    ".mjson",
    silent=MJAI_SILENT,
    unchecked=(*ENVELOPE, "game_id"),
    every_ending=True,
)
GIMITE_ARRAY = replace(
    GIMITE,
    name="mjai, gimite, array",
    write=lambda game: mjai.write_mjai(game, "gimite", "array").encode(),
    suffix=".json",
    every_ending=False,
)
GIMITE_OBJECT = replace(
    GIMITE_ARRAY, name="mjai, gimite, object", write=lambda game: mjai.write_mjai(game, "gimite", "object").encode()
)
AKOCHAN = Format(
    "mjai, akochan",
    "mjai",
    (FREE_EAST,),
    lambda game: mjai.write_mjai(game, "akochan", "lines").encode(),
    silent={
        **MJAI_SILENT,
        "players": (*MJAI_SILENT["players"], "name"),
        "wins": ("yaku", "yaku_han", "dora", "red", "ura"),
    },
    unchecked=(*ENVELOPE, "game_id", "pao", "han", "yakuman", "limit", "length", "red_fives"),
)
FORMATS = (
    XML,
    *SPOILED,
    TENHOU_JSON,
    JSON_OF_HANDS,
    EDITOR,
    _exporter("ja"),
    _exporter("en"),
    _exporter("romaji"),
    *MAJSOUL_SHAPES,
    MORTAL,
    GIMITE,
    GIMITE_ARRAY,
    GIMITE_OBJECT,
    AKOCHAN,
)
