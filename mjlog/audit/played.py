"""What the tiles say, computed once for all checks: every seat's way through each hand, and the value of each win.

A win is valued from its events alone, under the rules of its game, and never with the help of the recorded yaku. Where
something that the value hangs on is not in the log (ura indicators of a riichi win, indicators of a kan) the value is
unknown, and unknown is null.
"""

from typing import TYPE_CHECKING, Final

import polars as pl

from mjlog.hands import Moments, evaluate, moments, with_yaku
from mjlog.rules import RuleError, RuleSet, of_game
from mjlog.vocabulary import DORA_KEYS, EventKind

if TYPE_CHECKING:
    from mjlog.parsing import Recorded

KEY: Final = ("game_id", "hand")
SWITCHES: Final = (
    "riichi_bet",
    "riichi_min_points",
    "riichi_min_wall",
    "noten_declaration",
    "karaten",
    "kyuushu",
    "suukaikan",
    "suufon_renda",
    "suucha_riichi",
    "nagashi",
    "kuikae",
    "kan_dora",
    "kokushi_ankan",
    "pao_yaku",
)
"""Switches that checks read, as columns of their games."""

_KANS: Final = (EventKind.DAIMINKAN, EventKind.KAKAN, EventKind.ANKAN)
_VALUES: Final = ("han", "fu", "yakuman", "points", "limit", "closed", "dora", "ura", "red", "kita", "yaku", "form",
                  "fu_closed_ron", "fu_tsumo", "fu_wait", "fu_pair", "fu_triplets", "fu_kans", "fu_open")  # fmt: skip
_ON_DORA: Final = ("han", "points", "limit")
"""What cannot be told without all indicators."""


def game_rules(games: pl.DataFrame) -> pl.DataFrame:
    """Rule sets of games, a row a kind of game: rules, rule_overrides, n_players, known, and :data:`SWITCHES`."""
    kinds = games.select("rules", "rule_overrides", "n_players").unique(maintain_order=True)
    rows = []
    for name, overrides, n_players in kinds.rows():
        known = rules_of(name, overrides, n_players)
        rules = known or RuleSet()
        rows.append({"known": known is not None, **{switch: _cell(getattr(rules, switch)) for switch in SWITCHES}})
    return kinds.hstack(pl.DataFrame(rows, infer_schema_length=None)) if rows else kinds


def _cell(value: object) -> object:
    """A switch as a frame holds it: several words are a list."""
    return list(value) if isinstance(value, tuple) else value


def rules_of(name: str | None, overrides: str | None, n_players: int) -> RuleSet | None:
    """The rule set a game was played under; None where it is not known."""
    if name is None:
        return None
    try:
        return of_game(name, overrides, n_players)
    except RuleError:
        return None


def follow(recorded: "Recorded") -> Moments:
    """Every hand that has events, followed from its deal to its end."""
    return moments(recorded.events, recorded.hands, recorded.games, recorded.wins)


def valued(recorded: "Recorded", played: Moments) -> pl.DataFrame:
    """Recorded wins, and what each is worth by its tiles as ``right_*``; those are null where it cannot be told.

    ``right_yaku`` lists the yaku without dora; ``right_form`` is null for tiles that are no winning hand;
    ``followed`` says whether the events lead to the win.
    """
    rules = recorded.games.select("game_id", "rules", "rule_overrides")
    wins = played.wins.with_row_index("row").join(rules, on="game_id", how="left", maintain_order="left")
    groups = wins.partition_by("rules", "rule_overrides", "n_players", as_dict=True, include_key=True)
    values = [_value(group, rules_of(*kind)) for kind, group in groups.items()]
    right = pl.concat([value for value in values if value is not None] or [_none(wins)]).sort("row")
    known = _indicators_known(recorded)
    return (
        recorded.wins.with_row_index("row")
        .join(right, on="row", how="left", maintain_order="left")
        .join(
            played.wins.with_row_index("row").select("row", pl.col("furiten").alias("right_furiten")),
            on="row",
            how="left",
            maintain_order="left",
        )
        .join(known, on=KEY, how="left", maintain_order="left")
        .with_columns(_only_if(pl.col("dora_known"), "dora"))
        .with_columns(_only_if(pl.col("ura_known") | pl.col("right_ura").is_null(), "ura"))
    )


def _only_if(known: pl.Expr, indicated: str) -> list[pl.Expr]:
    """A kind of dora and what hangs on it, null where the indicators are not known."""
    return [pl.when(known).then(f"right_{name}").alias(f"right_{name}") for name in (indicated, *_ON_DORA)]


def _value(group: pl.DataFrame, rules: RuleSet | None) -> pl.DataFrame | None:
    """Values of the wins of one rule set, by row; None where the rules are not known."""
    if rules is None:
        return None
    values = with_yaku(evaluate(group, rules))
    followed = group["tiles"].is_not_null() & group["winning_tile"].is_not_null()
    dora = pl.lit(pl.Series(list(DORA_KEYS), dtype=values.schema["yaku"].inner).implode())  # type: ignore[attr-defined]
    return (
        values.with_columns(yaku=pl.col("yaku").list.set_difference(dora).list.sort())
        .select(pl.when(followed).then(pl.col(name)).alias(f"right_{name}") for name in _VALUES)
        .with_columns(row=group["row"], followed=followed)
    )


def _none(wins: pl.DataFrame) -> pl.DataFrame:
    values = _value(wins.clear(), RuleSet())
    assert values is not None
    return values


def _indicators_known(recorded: "Recorded") -> pl.DataFrame:
    """Whether a hand's indicators are in the log: those of kans are not where it has kans and none turned."""
    kinds = recorded.events.filter(pl.col("kind").is_in([*map(str, _KANS), str(EventKind.DORA)]))
    turned = kinds.group_by(KEY).agg(
        kans=(pl.col("kind") != EventKind.DORA).sum(), turned=(pl.col("kind") == EventKind.DORA).sum()
    )
    later_kan = (pl.col("turned") == 0) & (pl.col("kans") > 1)
    return (
        recorded.hands.select(*KEY, "dora_indicators", "ura_indicators")
        .join(turned, on=KEY, how="left")
        .select(
            *KEY,
            dora_known=pl.col("dora_indicators").is_not_null() & ~later_kan.fill_null(value=False),
            ura_known=pl.col("ura_indicators").list.len().fill_null(0) > 0,
        )
    )
