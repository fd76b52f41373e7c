"""From recorded games to the ledger, the chain of scores and the standings.

A batch is divided by rule set (:mod:`mjlog.settlement.batch`); each part goes the same way: what a hand comes to, the
counters it is played under, the rows of the ledger rule by rule, their sums, whether the game should be over, and the
final scores. Everything is columns over all hands of the part.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import polars as pl

from mjlog.parsing import Recorded
from mjlog.rules import RuleSet
from mjlog.settlement import ending, standings
from mjlog.settlement.batch import KIND, Part, parts
from mjlog.settlement.counters import completed
from mjlog.settlement.course import STATUS, judge_course
from mjlog.settlement.hands import settle_hands
from mjlog.tables import dtypes, seats
from mjlog.vocabulary import Wind

WIND: Final = pl.Enum([str(wind) for wind in Wind])

HANDS: Final[dict[str, pl.DataType]] = {
    "game_id": pl.String(),
    "hand": pl.UInt16(),
    **dict.fromkeys([*seats("delta"), *seats("start"), *seats("end")], pl.Int32()),
    "deposits_after": pl.UInt8(),
    "status": STATUS,
    "why": pl.String(),
    "next_round_wind": WIND,
    "next_kyoku": pl.UInt8(),
    "next_honba": pl.UInt8(),
    "next_deposits": pl.UInt8(),
    "ends": pl.Boolean(),
}
"""Columns of settled hands: ``delta`` is the change over the hand, riichi sticks included."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A batch of games under rules.

    Attributes:
        flows: every transfer of points (table ``flows``), of hands that count under the rules.
        standings: final points, ranks and scores (table ``standings``).
        hands: a row a recorded hand (:data:`HANDS`).
        rules: what the games were settled under, by what they say themselves
            (:data:`mjlog.settlement.batch.KIND`); none where the rules are not known.
    """

    flows: pl.DataFrame
    standings: pl.DataFrame
    hands: pl.DataFrame
    rules: Mapping[tuple[object, ...], RuleSet]


def settle(
    recorded: Recorded, rules: RuleSet | None = None, *, overrides: str = "", carried: bool | None = None
) -> Settled:
    """Settle a batch of recorded games.

    Args:
        recorded: what the logs say.
        rules: the rule set for all games; None = each game under its own, as the log names it.
        overrides: switches changed on top of that, ``"uma=20,10,-10,-20; multi_ron=head_bump"``.
        carried: True counts honba, sticks and points on from hand to hand as these rules have them; False takes each
            hand's from the log, so that one wrong record spoils one hand. None = carried where ``rules`` are given.

    Returns:
        The ledger, standings and hands. Games whose rules are not known or cannot hold for them are settled with what
        the log states and marked ``undetermined``.
    """
    carried = rules is not None if carried is None else carried
    recorded = completed(recorded, rules, overrides)
    settled = [_settle_part(part, carried=carried) for part in parts(recorded, rules, overrides)]
    if not settled:
        return Settled(_empty("flows"), _empty("standings"), pl.DataFrame(schema=HANDS), {})
    return Settled(
        pl.concat([part.flows for part in settled]),
        pl.concat([part.standings for part in settled]),
        pl.concat([part.hands for part in settled]),
        {kind: rules for part in settled for kind, rules in part.rules.items()},
    )


def _empty(table: str) -> pl.DataFrame:
    return pl.DataFrame(schema=dtypes(table))


def _settle_part(part: Part, *, carried: bool) -> Settled:
    carried = carried and part.known
    ledger = settle_hands(part, carried=carried)
    hands = ending.endings(ledger.hands, part.rules, part.n_players, part.length)
    hands = judge_course(hands, part.problem, known=part.known, carried=carried)
    final, table = standings.standings(part, hands.filter("played"), ledger.wins, ledger.rows)
    label = pl.lit(part.label).alias("rules")
    flows = pl.concat([_named(hands, ledger.rows), final.drop("rules")]).with_columns(label)
    kinds = part.games.select(KIND).unique().rows() if part.known else []
    return Settled(flows, table.with_columns(label), _settled_hands(hands, part), dict.fromkeys(kinds, part.rules))


def _named(hands: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """The ledger with game and hand in place of ``h``, of hands that were played."""
    at = rows["h"]
    return (
        rows.with_columns(hands[column].gather(at) for column in ("game_id", "hand", "played"))
        .filter("played")
        .drop("h", "played")
        .select(name for name in dtypes("flows") if name != "rules")
    )


def _settled_hands(hands: pl.DataFrame, part: Part) -> pl.DataFrame:
    computed = {
        **{f"{after}_{s}": pl.col(f"{before}_{s}") for before, after in _SIDES for s in range(part.n_players)},
        **{f"{after}_3": pl.lit(None) for _, after in _SIDES if part.n_players == 3},
        "next_deposits": pl.col("deposits_after"),
    }
    return hands.select(computed.get(name, pl.col(name)).cast(dtype).alias(name) for name, dtype in HANDS.items())


_SIDES: Final = (("change", "delta"), ("before", "start"), ("points", "end"))
"""The chain of scores as it is called on the way and in :data:`HANDS`, where the recorded columns are gone."""
