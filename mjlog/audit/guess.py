"""Which rule book explains a record: the same audit under every one, and what is left over.

A rule set explains a game where it settles every hand and leads from each recorded hand to the next, to the end and to
the final scores without a disagreement. Checks that no rule book can help (points that jump between hands) are left
out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import polars as pl

from mjlog.audit.comparison import CHECKS, differences
from mjlog.audit.facts import Facts
from mjlog.parsing import Recorded
from mjlog.rules import RuleSet, load, names
from mjlog.settlement import Settled, settle

REACHED_BY_RULES: Final = (
    "delta", "next-hand", "honba", "deposits", "ending", "final-points", "final-score", "final-rank",
)  # fmt: skip
"""Checks whose outcome depends on the rule book."""

UNDETERMINED: Final = "undetermined"
"""Stands for a check where a rule set does not know what happened in a hand."""

GROUPS: Final[dict[str, list[str]]] = {
    "game": ["game_id", "platform", "room", "length", "n_players"],
    "room": ["platform", "room", "length", "n_players"],
    "all": ["n_players"],
}
"""Columns of games that a verdict can be given for."""

_STAND_INS: Final = "unstated"
_SUMS: Final = ("games", "explained", "compared", "disagreements")


@dataclass(frozen=True)
class Verdicts:
    """How rule sets fared, by group; those of several parts of a dataset add up.

    Attributes:
        by: the columns that make a group.
        games: a row a group and rule set (``rules``): ``games``, and how many of them are ``explained``.
        checks: a row a group, rule set and check: ``compared`` numbers, ``disagreements``, and an ``example``.
        tried: how many games there are that have something to compare; others are no verdict on any rules.
        named: how many of them any of the rule sets explains; a platform that changed its rules needs several.
    """

    by: list[str]
    games: pl.DataFrame
    checks: pl.DataFrame
    tried: int
    named: int

    def nearest(self, most: int) -> pl.DataFrame:
        """Of each group the rule sets that explain every game, or else the nearest few, the best first.

        Returns:
            The group's columns, ``rules``, ``games``, ``explained``, ``compared``, ``disagreements``, ``checks`` (which
            disagree, and how often) and ``example``.
        """
        key = [*self.by, "rules"]
        whole = pl.col("explained") == pl.col("games")
        ranked = self._summed(key).sort(
            *self.by, -pl.col("explained").cast(pl.Int64), "disagreements", nulls_last=True, maintain_order=True
        )
        place = pl.int_range(pl.len()).over(self.by)
        shown = ranked.filter(pl.when(whole.any().over(self.by)).then(whole).otherwise(place < most))
        return shown.select(*key, *_SUMS, "checks", "example")

    def _summed(self, key: list[str]) -> pl.DataFrame:
        """A row a group and rule set, its checks put into words, the one that disagrees most often first."""
        worst = pl.col("disagreements") > 0
        text = pl.format("{} {}", "check", "disagreements").filter(worst).str.join(", ")
        of_checks = (
            self.checks.sort("disagreements", descending=True, maintain_order=True)
            .group_by(key, maintain_order=True)
            .agg(
                pl.col("compared", "disagreements").sum(),
                checks=text,
                example=pl.col("example").drop_nulls().first(),
            )
        )
        return self.games.join(of_checks, on=key, how="left", nulls_equal=True, maintain_order="left")


def candidates() -> dict[str, RuleSet]:
    """Every named rule set that stands for rules somebody plays by."""
    return {name: load(name) for name in names() if not name.startswith(_STAND_INS)}


def guess(recorded: Recorded, rule_sets: Mapping[str, RuleSet], by: str = "game") -> Verdicts:
    """Try rule sets on the games they are for.

    Args:
        recorded: a batch of games, one at least.
        rule_sets: what to try, by the name to show; one at least for their numbers of players.
        by: one of :data:`GROUPS`.
    """
    groups = GROUPS[by]
    key = [*groups, "rules"]
    games = recorded.games.select(*dict.fromkeys(["game_id", *groups]))
    numbers = set(recorded.games["n_players"])
    fitting = {name: rules for name, rules in rule_sets.items() if rules.players in numbers}
    tried = pl.concat(_trial(recorded, name, rules) for name, rules in fitting.items())
    rows = tried.join(games, on="game_id", how="left", maintain_order="left")
    per_game = (
        rows.group_by(*dict.fromkeys(["game_id", *key]), maintain_order=True)
        .agg(pl.col("compared", "disagreements").sum())
        .filter((pl.col("compared") > 0).any().over("game_id"))
    )
    rows = rows.join(per_game.select("game_id").unique(), on="game_id", how="semi", maintain_order="left")
    explained = (pl.col("disagreements") == 0).sum().cast(pl.UInt64)
    of_games = per_game.group_by("game_id").agg(named=(pl.col("disagreements") == 0).any())
    return Verdicts(
        groups,
        per_game.group_by(key, maintain_order=True).agg(games=pl.len().cast(pl.UInt64), explained=explained),
        rows.group_by(*key, "check", maintain_order=True).agg(
            pl.col("compared", "disagreements").sum(), pl.col("example").drop_nulls().first()
        ),
        of_games.height,
        int(of_games["named"].sum()),
    )


def added(parts: Iterable[Verdicts], by: str) -> Verdicts:
    """The verdicts of several parts of a dataset as one."""
    parts, key = list(parts), [*GROUPS[by], "rules"]
    games = pl.concat(part.games for part in parts).group_by(key, maintain_order=True).sum()
    checks = pl.concat(part.checks for part in parts).group_by(*key, "check", maintain_order=True)
    sums = checks.agg(pl.col("compared", "disagreements").sum(), pl.col("example").drop_nulls().first())
    return Verdicts(GROUPS[by], games, sums, sum(part.tried for part in parts), sum(part.named for part in parts))


def _trial(recorded: Recorded, name: str, rules: RuleSet) -> pl.DataFrame:
    """One rule set on the games it is for: a row a game and check."""
    games = recorded.games.filter(pl.col("n_players") == rules.players)
    tried = Recorded(games, *(_of(games, frame) for frame in (recorded.players, recorded.hands, recorded.wins)))
    settled = settle(tried, rules, carried=False)
    facts = Facts(tried, settled)
    made = pl.collect_all([_made(code, facts) for code in REACHED_BY_RULES] + [_undetermined(settled)])
    return pl.concat(made).sort("game_id", maintain_order=True).with_columns(rules=pl.lit(name))


def _of(games: pl.DataFrame, frame: pl.DataFrame) -> pl.DataFrame:
    return frame.join(games.select("game_id"), on="game_id", how="semi", maintain_order="left")


def _made(code: str, facts: Facts) -> pl.LazyFrame:
    """What a check compared in each game, where the two sides differ, and the first disagreement in words."""
    comparison = CHECKS[code].compare(facts)
    pairs = zip(comparison.recorded, comparison.expected, strict=True)
    known = [(one.is_not_null() & other.is_not_null()).cast(pl.UInt64) for one, other in pairs]
    compared = comparison.rows.lazy().group_by("game_id").agg(compared=pl.sum_horizontal(known).sum())
    found = differences(CHECKS[code], comparison, facts).group_by("game_id").agg(
        disagreements=pl.len().cast(pl.UInt64), example=pl.col("message").sort_by("hand", "seat").first()
    )  # fmt: skip
    return compared.join(found, on="game_id", how="left").select(
        "game_id", "compared", pl.col("disagreements").fill_null(0), "example", check=pl.lit(code)
    )


def _undetermined(settled: Settled) -> pl.LazyFrame:
    """Hands in which something happened that the rules do not know."""
    open_ = pl.col("status") == "undetermined"
    return settled.hands.lazy().group_by("game_id").agg(
        compared=pl.len().cast(pl.UInt64),
        disagreements=open_.sum().cast(pl.UInt64),
        example=pl.col("why").filter(open_).first(),
        check=pl.lit(UNDETERMINED),
    )  # fmt: skip
