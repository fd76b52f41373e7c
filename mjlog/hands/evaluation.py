"""The value of won hands, a batch at a time, from their tiles alone."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from mjlog.hands.dora import dora_han
from mjlog.hands.keys import Array, Flags, Ints, chunks
from mjlog.hands.lists import Lists, list_column, members
from mjlog.hands.local import FIRST_LOCAL
from mjlog.hands.melds import melds_of
from mjlog.hands.point_tables import variant
from mjlog.hands.readings import Form, best_readings
from mjlog.hands.scoring import Scores, Wins, fu_items
from mjlog.hands.words import SUM, WAITS
from mjlog.hands.yaku import CODE, HAN, RuleTables, rule_tables, yaku_bits
from mjlog.rules import RuleSet
from mjlog.rules.points import counted_units
from mjlog.tiles import KIND_OF
from mjlog.vocabulary import YAKU, Limit

SITUATIONAL: Final = (
    "riichi",
    "double_riichi",
    "ippatsu",
    "chankan",
    "rinshan_kaihou",
    "haitei",
    "houtei",
    "renhou",
    "tenhou",
    "chiihou",
    "tsubame_gaeshi",
    "kanburi",
)
"""Yaku that the play decides and not the tiles; each may be a Boolean column of :func:`evaluate`'s input."""

FORM: Final = pl.Enum([form.name.lower() for form in Form if form])
WAIT: Final = pl.Enum(WAITS)

OUTPUT: Final[dict[str, pl.DataType]] = {
    "form": FORM,
    "han": pl.UInt8(),
    "fu": pl.UInt8(),
    "yakuman": pl.UInt8(),
    "points": pl.Int32(),
    "limit": pl.Enum([str(limit) for limit in Limit]),
    "yaku_mask": pl.UInt64(),
    "local_mask": pl.UInt16(),
    "closed": pl.Boolean(),
    "dora": pl.UInt8(),
    "ura": pl.UInt8(),
    "red": pl.UInt8(),
    "kita": pl.UInt8(),
    "wait": WAIT,
    **dict.fromkeys(
        ("fu_closed_ron", "fu_tsumo", "fu_wait", "fu_pair", "fu_triplets", "fu_kans", "fu_open"), pl.UInt8()
    ),
}
"""Columns of :func:`evaluate`'s result."""

_KIND_OF: Final = np.array(KIND_OF)
_NO_CODE: Final = 255
_WAIT_CODE: Final = np.full(1 << len(WAITS), _NO_CODE, np.uint8)
_WAIT_CODE[1 << np.arange(len(WAITS))] = np.arange(len(WAITS))
_RIICHI: Final = yaku_bits(["riichi", "double_riichi"])
_YAKU: Final = pl.Enum(list(YAKU))
_DORA_COLUMNS: Final = {"dora": "dora", "ura_dora": "ura", "red_dora": "red", "kita": "kita"}


@dataclass(frozen=True, slots=True)
class Batch:
    """Won hands as arrays.

    Attributes:
        lists: tiles, melds, dora and ura indicators.
        plain: the other columns by name, one or two bytes a hand.
        flags: yaku of the play by bit, those that any hand has.
    """

    lists: dict[str, Lists]
    plain: dict[str, Array]
    flags: dict[int, Flags]

    @classmethod
    def of(cls, wins: pl.DataFrame, rules: RuleSet) -> "Batch":
        """The columns that :func:`evaluate` reads."""
        given = set(wins.columns)
        plain = {name: _known(wins[name]) for name in ("winning_tile", "winner", "dealer", "round_wind")}
        plain["ron"] = wins["loser"].is_not_null().to_numpy()
        plain["players"] = _known(wins["n_players"]) if "n_players" in given else np.full(len(wins), rules.players)
        plain["reds"] = _red_fives_count(wins)
        if "situation" in given:
            plain["situation"] = wins["situation"].to_numpy().view(np.int64)
        found = {CODE[key]: wins[key] for key in SITUATIONAL if key in given and "situation" not in given}
        return cls(
            {name: Lists.of(wins, name) for name in ("tiles", "melds", "dora_indicators", "ura_indicators")},
            plain,
            {code: flag.fill_null(value=False).to_numpy() for code, flag in found.items() if flag.any()},
        )

    def part(self, rows: slice) -> "Batch":
        """Some of the hands."""
        return Batch(
            {name: lists.part(rows) for name, lists in self.lists.items()},
            {name: column[rows] for name, column in self.plain.items()},
            {code: flag[rows] for code, flag in self.flags.items()},
        )

    def winds(self) -> tuple[Ints, Ints]:
        """Seat wind and round wind, 0 East."""
        seat = self.plain["winner"].astype(np.int64) - self.plain["dealer"]
        seat += (seat < 0) * self.plain["players"]
        return seat, self.plain["round_wind"].astype(np.int64)

    def situation(self) -> Ints:
        """Yaku of the play as bits."""
        if "situation" in self.plain:
            return self.plain["situation"]
        found = np.zeros(len(self.plain["winner"]), np.int64)
        for code, flag in self.flags.items():
            found |= flag.astype(np.int64) << code
        return found


def evaluate(wins: pl.DataFrame, rules: RuleSet) -> pl.DataFrame:
    """Yaku, han, fu and points of won hands.

    Args:
        wins: a row a win. Columns of ``wins``: ``tiles``, ``winning_tile``, ``melds``, ``winner``, ``loser``; of its
            hand: ``dealer``, ``round_wind``, ``dora_indicators``, ``ura_indicators`` (read for riichi only);
            of its game, optionally: ``n_players`` (else ``rules.players``) and ``red_fives`` (where 0, red fives are
            plain ones). Yaku of the play are Boolean columns named in :data:`SITUATIONAL`, null or absent for none, or
            one column ``situation`` of their bits.
        rules: the rule set all of them are valued under.

    Returns:
        A row a win, in step, with the columns of :data:`OUTPUT`. ``form`` is null where the tiles are no winning hand,
        cannot exist (five of a kind) or are null; a hand that is complete but has no yaku, or fewer than the rules ask
        for, has 0 han and 0 points. ``han`` is null for a yakuman. ``yaku_mask`` has bit i for the i-th yaku of the
        vocabulary, ``local_mask`` for the i-th local one (:func:`with_yaku` spells them out). ``fu_*`` are the fu's
        items; with 20 for the win they make up ``fu`` before it is rounded up, save for seven pairs (25) and the
        thirteen orphans (0). ``ura`` is null without riichi.
    """
    batch, tables = Batch.of(wins, rules), rule_tables(rules)
    parts = [_evaluate(batch.part(rows), tables) for rows in chunks(len(wins))]
    if not parts:
        return pl.DataFrame(schema=OUTPUT)
    columns = {name: np.concatenate([one[name] for one in parts]) for name in parts[0]}
    return _frame(columns, rules)


def with_yaku(values: pl.DataFrame) -> pl.DataFrame:
    """The frame :func:`evaluate` gave, with ``yaku`` and ``yaku_han`` as the table of wins has them.

    Yaku stand in the order of the vocabulary, dora at the end; a yakuman's han are 13 a unit counted.
    """
    parts = [_yaku_lists(values[rows]) for rows in chunks(len(values))]
    codes = Lists.joined([Lists.of_lengths(codes, lengths) for codes, _, lengths in parts])
    han = np.concatenate([np.zeros(0, np.uint8), *(han for _, han, _ in parts)])
    return values.with_columns(codes.column(_YAKU).alias("yaku"), list_column(han, codes.lengths()).alias("yaku_han"))


def _yaku_lists(values: pl.DataFrame) -> tuple[Array, Array, Array]:
    """Codes and han of the yaku of all rows, and how many each row has."""
    held = np.zeros((len(values), len(YAKU)), bool)
    for column, first in (("yaku_mask", 0), ("local_mask", FIRST_LOCAL)):
        rows, bits = members(values[column].cast(pl.UInt64).to_numpy())
        held[rows, first + bits] = True
    han = HAN.take((~values["closed"]).to_numpy().astype(np.intp), axis=0)
    ordinary = values["han"].fill_null(0).to_numpy() > 0
    for key, column in _DORA_COLUMNS.items():
        han[:, CODE[key]] = values[column].fill_null(0).to_numpy()
        held[:, CODE[key]] = ordinary & (han[:, CODE[key]] > 0)
    return np.nonzero(held)[1].astype(np.uint8), han[held], held.sum(1)


def _known(column: pl.Series) -> Array:
    """A column's integers or codes; 0 for null, which the tiles missing with it make no hand of."""
    physical = column.to_physical()
    return (physical.fill_null(0) if physical.null_count() else physical).to_numpy()


def _red_fives_count(wins: pl.DataFrame) -> Flags:
    """Whether red fives count at each win's table; they do where it is not said."""
    if "red_fives" not in wins.columns:
        return np.ones(len(wins), bool)
    return (wins["red_fives"] != 0).fill_null(value=True).to_numpy()


def _evaluate(batch: Batch, tables: RuleTables) -> dict[str, Array]:
    """The value of hands, as arrays by column."""
    rules = tables.rules
    concealed, melds = batch.lists["tiles"].keys(), melds_of(batch.lists["melds"])
    everything = concealed + melds.keys
    seat, round_ = batch.winds()
    three, ron = batch.plain["players"] == 3, batch.plain["ron"]
    situation = batch.situation() & tables.situation
    riichi = situation & _RIICHI != 0
    dora = dora_han(everything, batch.lists["dora_indicators"], three, first_only=rules.kan_dora == "off")
    ura = dora_han(everything, batch.lists["ura_indicators"], three, first_only=not rules.kan_ura_dora)
    ura *= riichi & rules.ura_dora
    red = everything.reds().astype(np.uint8) * batch.plain["reds"]
    kita = SUM["kita"].of(melds.sums).astype(np.uint8) * np.uint8(rules.kita == "dora")
    wins = Wins(
        concealed,
        melds,
        winning=_KIND_OF.take(batch.plain["winning_tile"].astype(np.intp)),
        ron=ron,
        winds=(seat | round_ << 2) << 10,
        variant=variant(three=three, dealer=seat == 0, ron=ron),
        situation=situation,
        dora=dora + ura + red + kita,
    )
    scores, form = best_readings(wins, tables)
    return {
        "form": form,
        "han": scores.han,
        "fu": scores.fu,
        "yakuman": scores.units,
        "points": scores.points,
        "limit": tables.points.limits(scores.han, scores.fu, scores.units),
        "yaku_mask": scores.yaku.view(np.uint64),
        "local_mask": scores.local,
        "closed": melds.sums & SUM["open_melds"].mask == 0,
        "dora": dora,
        "ura": ura,
        "declared": riichi,
        "red": red,
        "kita": kita,
        "wait": _wait(scores, form),
        **fu_items(wins, scores),
    }


def _wait(scores: Scores, form: Array) -> Array:
    """Code of the wait; seven pairs and orphans wait like a pair."""
    wait = _WAIT_CODE.take(scores.sums >> SUM[WAITS[0]].shift & (1 << len(WAITS)) - 1)
    wait[form > Form.STANDARD] = WAITS.index("tanki")
    return wait


def _frame(columns: dict[str, Array], rules: RuleSet) -> pl.DataFrame:
    """The result's columns in their own types; codes that stand for nothing become null."""
    frame = pl.DataFrame(columns)
    true_yakuman = pl.col("yakuman") > 0
    codes = {"form": pl.col("form") - 1, "limit": pl.col("limit"), "wait": pl.col("wait")}
    return frame.with_columns(
        pl.when(~true_yakuman).then("han").alias("han"),
        counted_units(pl.col("yakuman"), rules).alias("yakuman"),
        pl.when("declared").then("ura").alias("ura"),
        *(pl.when(code < _NO_CODE).then(code).cat.to(OUTPUT[name]).alias(name) for name, code in codes.items()),
    ).select(*OUTPUT)
