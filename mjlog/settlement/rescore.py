"""Results under other rules: the same recorded hands, another rule book.

What changes decides what is computed. Where only switches of the final score differ and the scores need nothing of the
hands, the points that the dataset has are scored anew; else the hands are settled from the start.
"""

import dataclasses
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import polars as pl

from mjlog.parsing import Recorded
from mjlog.rules import SWITCHES, RuleError, RuleSet, of_game, override
from mjlog.rules.final_score import SidePayments, StartAndFinalScore
from mjlog.settlement.closing import ended
from mjlog.settlement.last_hand import Games, bets
from mjlog.settlement.ranking import Ints
from mjlog.settlement.settling import settle
from mjlog.settlement.standings import scored
from mjlog.tables import conform, empty

FINAL_SWITCHES: Final = frozenset(
    field.name for group in (StartAndFinalScore, SidePayments) for field in dataclasses.fields(group)
) - {"start_points"}
"""Switches that change nothing before the last hand is over; starting points move every score from the first on."""

COLUMNS: Final[dict[str, list[str]]] = {
    "games": [
        "game_id", "n_players", "length", "rules", "rule_overrides", "first_dealer", "complete", "side_bets",
        "red_fives",
    ],
    "players": ["game_id", "seat", "name", "chips", "recorded_points", "recorded_score", "recorded_rank"],
    "standings": ["game_id", "seat", "rank", "points", "score", "penalties", "complete", "rules"],
}  # fmt: skip
"""Columns of the tables that every rescoring reads."""

_KEY: Final = ["game_id", "seat"]
_WAS: Final = ["name", "was_rank", "was_points", "was_score"]
_UNREAD: Final = {
    "hands": ("calls", "discards", "dora_indicators", "ura_indicators", "draws", "dice", "wall"),
    "wins": ("recorded", "tiles", "winning_tile", "melds", "yaku_other", "dora", "red", "ura", "kita"),
}

HAND_COLUMNS: Final[dict[str, list[str]]] = {
    table: [name for name in empty(table).columns if not name.startswith(unread)] for table, unread in _UNREAD.items()
}
"""Columns that settling the hands anew reads besides."""


@dataclass(frozen=True)
class Plan:
    """What has to be computed for the games of a part.

    Attributes:
        score: games whose points hold, by the rules they were and are to be scored under.
        settle: games whose hands have to be settled anew.
        left_out: games that the rules cannot hold for, by the reason.
    """

    score: list[tuple[RuleSet, RuleSet, pl.DataFrame]]
    settle: pl.DataFrame
    left_out: dict[str, int]


def plan(games: pl.DataFrame, standings: pl.DataFrame, rules: RuleSet | None, overrides: str) -> Plan:
    """Decide game by game what the change reaches.

    Args:
        games: games of a part (:data:`COLUMNS`).
        standings: standings that the part has.
        rules: rule set to rescore under; None = each game's own.
        overrides: switches changed on top of each game's own rules.
    """
    labels = standings.group_by("game_id").agg(label=pl.col("rules").first())
    games = games.join(labels, on="game_id", how="left", maintain_order="left")
    score, anew, left_out = [], [games.clear()], Counter[str]()
    for key, group in games.group_by("rules", "rule_overrides", "n_players", "label", maintain_order=True):
        own = _Own(*key)
        try:
            before, target = played_and_asked(own.name, own.overrides, own.n_players, rules, overrides)
        except RuleError as error:
            left_out[str(error)] += group.height
            continue
        if before is not None and _points_hold(before, target, own):
            score.append((before, target, group.drop("label")))
        else:
            anew.append(group)
    return Plan(score, pl.concat(anew).drop("label"), left_out)


class _Own(NamedTuple):
    """Rules that games name, and the rules their standings were made under."""

    name: str | None
    overrides: str | None
    n_players: int
    label: str | None


def played_and_asked(
    name: str | None, own: str | None, n_players: int, rules: RuleSet | None, overrides: str
) -> tuple[RuleSet | None, RuleSet]:
    """The rules that games were played by, where they are known, and those to rescore them under.

    Args:
        name: rule set that the games name.
        own: what they say differs from it.
        n_players: 3 or 4.
        rules: rule set asked for; None = each game's own.
        overrides: switches changed on top of each game's own.

    Raises:
        RuleError: there are none to rescore them under.
    """
    try:
        before = None if name is None else of_game(name, own, n_players)
    except RuleError:
        before = None
    if rules is None:
        if before is None:
            raise RuleError("the rules they were played by are not known, so none can be changed (--rules names a set)")
        return before, override(before, overrides)
    if rules.players != n_players:
        raise RuleError(f"the rules are for {rules.players} players, they have {n_players}")
    return before, rules


def _points_hold(before: RuleSet, target: RuleSet, own: _Own) -> bool:
    """Whether the points that the dataset has are those of the other rules as well."""
    same_points = before.label == own.label and _changed(before, target) <= FINAL_SWITCHES
    return same_points and not (needs_hands(before) or needs_hands(target))


def _changed(one: RuleSet, other: RuleSet) -> set[str]:
    return {name for name in SWITCHES if getattr(one, name) != getattr(other, name)}


def needs_hands(rules: RuleSet) -> bool:
    """Whether scores depend on more of the hands than the points at the end and the penalties that are known."""
    return (
        rules.tie_rank == "first_win"
        or rules.yakitori != "off"
        or rules.tobi_prize > 0
        or rules.cold_prize > 0
        or bool(rules.replacement_seats)
        or (rules.first_absorbs and (rules.leftover_deposits == "none" or rules.leftover_remainder == "lost"))
    )


def rescore(planned: Plan, tables: Mapping[str, pl.DataFrame], rules: RuleSet | None, overrides: str) -> pl.DataFrame:
    """Standings under the other rules beside those recorded.

    Args:
        planned: what to compute.
        tables: the part's tables; hands and wins only where the plan settles games anew.
        rules: rule set to rescore under; None = each game's own.
        overrides: switches changed on top of that.

    Returns:
        A row a seat (:func:`beside`) of every game that these rules can hold for.
    """
    was = _recorded_seats(tables)
    parts = _scored_anew(planned.score, was)
    if not planned.settle.is_empty():
        anew = _settled_anew(planned.settle, tables, rules, overrides)
        parts.append(anew.join(was.select(*_KEY, *_WAS), on=_KEY, how="left", maintain_order="left"))
    nothing = empty("standings").with_columns(undetermined=pl.lit(0, pl.UInt32)).hstack(was.clear().select(_WAS))
    return beside(pl.concat([nothing, *parts]))


def _recorded_seats(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Every seat with its name, what the part's standings say of it, and what the log records or else they say."""
    settled = tables["standings"].select(*_KEY, pl.exclude(*_KEY, "rules").name.prefix("settled_"))
    return (
        tables["players"]
        .join(settled, on=_KEY, how="left", maintain_order="left")
        .with_columns(
            pl.coalesce(f"recorded_{name}", f"settled_{name}").alias(f"was_{name}")
            for name in ("rank", "points", "score")
        )
    )


def _scored_anew(groups: list[tuple[RuleSet, RuleSet, pl.DataFrame]], was: pl.DataFrame) -> list[pl.DataFrame]:
    """Standings from the points that the part has, group by group; the seats are found and put in order once."""
    if not groups:
        return []
    games = pl.concat(group for _, _, group in groups).drop("complete").with_row_index("g")
    seats = was.join(games.select("game_id", "g"), on="game_id", how="inner").sort("g", "seat")
    parts, game, seat = [], 0, 0
    for before, target, group in groups:
        several, rows = games[game : game + group.height], seats[seat : seat + group.height * target.players]
        parts.append(_score(before, target, several, rows).hstack(rows.select(_WAS)))
        game, seat = game + several.height, seat + rows.height
    return parts


def _score(before: RuleSet, target: RuleSet, games: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """Standings of games from the points of their seats, and the chombo that their penalties tell of."""
    games = games.with_columns(complete=rows["settled_complete"].gather_every(target.players))
    held = Games(games, rows, target.players)
    names = ("settled_points", "settled_penalties", "chips")
    numbers = (rows[name].fill_null(0).to_numpy().astype(np.int64) for name in names)
    points, penalties, chips = (held.by_column(each.reshape(-1, target.players)) for each in numbers)
    chombo = _chombo_counts(before, held, penalties)
    end = ended(points, first_dealer=held.first_dealer, chips=chips, bets=bets(held), chombo=chombo)
    rules = dataclasses.replace(target, chombo="none") if target.chombo == "before_ranking" else target
    return scored(held, end, rules, flows=False)[1].with_columns(undetermined=pl.lit(0, pl.UInt32))


def _chombo_counts(before: RuleSet, games: Games, penalties: Ints) -> Ints:
    """How often each seat was fined after uma; what an umpire took off is no chombo."""
    if before.chombo != "after_uma" or not before.chombo_points:
        return np.zeros_like(penalties)
    of_umpire = np.zeros(games.n_players, dtype=np.int64)
    for penalty in before.umpire_penalties:
        of_umpire[penalty.seat] += penalty.amount
    return -(penalties + games.by_column(np.tile(of_umpire, (len(penalties), 1)))) // before.chombo_points


def _settled_anew(
    games: pl.DataFrame, tables: Mapping[str, pl.DataFrame], rules: RuleSet | None, overrides: str
) -> pl.DataFrame:
    """Standings from the hands, and how many of those the rules leave undetermined."""
    ids = games.select("game_id")
    of_games = {
        table: conform(table, tables[table].join(ids, on="game_id", how="semi", maintain_order="left"))
        for table in ("players", "hands", "wins")
    }
    settled = settle(Recorded(games=conform("games", games), **of_games), rules, overrides=overrides, carried=True)
    open_hands = settled.hands.filter(pl.col("status") == "undetermined").group_by("game_id").len("undetermined")
    return settled.standings.join(open_hands, on="game_id", how="left", maintain_order="left").with_columns(
        pl.col("undetermined").fill_null(0)
    )


def beside(standings: pl.DataFrame) -> pl.DataFrame:
    """Standings with those recorded, or where the log records none those settled before.

    Returns:
        game_id, seat, name, then ``was_rank``, ``was_points``, ``was_score``, the new ``rank``, ``points``, ``score``,
        ``rank_change`` (positive = better), ``score_change``, ``complete`` (the game reaches its end under these
        rules), ``undetermined`` (hands these rules leave open) and ``rules``.
    """
    return standings.select(
        *_KEY,
        *_WAS,
        "rank",
        "points",
        "score",
        (pl.col("was_rank").cast(pl.Int8) - pl.col("rank").cast(pl.Int8)).alias("rank_change"),
        (pl.col("score") - pl.col("was_score")).alias("score_change"),
        "complete",
        "undetermined",
        "rules",
    )


def totals(rows: pl.DataFrame, by: list[str]) -> pl.DataFrame:
    """Sums of rescored seats by group; those of several parts can be added up (:func:`added`)."""
    return rows.group_by(by, maintain_order=True).agg(
        games=pl.len(),
        was_score=pl.col("was_score").sum().cast(pl.Int64),
        score=pl.col("score").sum().cast(pl.Int64),
        was_ranks=pl.col("was_rank").cast(pl.Int64).sum(),
        ranks=pl.col("rank").cast(pl.Int64).sum(),
        score_change=pl.col("score_change").sum().cast(pl.Int64),
        unrecorded=pl.col("was_score").is_null().sum(),
        ranks_better=(pl.col("rank_change") > 0).sum(),
        ranks_worse=(pl.col("rank_change") < 0).sum(),
        incomplete=(~pl.col("complete")).sum(),
        undetermined=(pl.col("undetermined") > 0).sum(),
    )


def added(parts: list[pl.DataFrame], by: list[str]) -> pl.DataFrame:
    """Totals of several parts as one, the best score first, with places before and after."""
    sums = pl.concat(parts).group_by(by, maintain_order=True).sum()
    return (
        sums.with_columns(
            was_place=pl.col("was_score").rank("min", descending=True),
            place=pl.col("score").rank("min", descending=True),
            was_mean_rank=pl.col("was_ranks") / pl.col("games"),
            mean_rank=pl.col("ranks") / pl.col("games"),
        )
        .sort("place", *by)
        .select(
            *by, "games", "was_place", "place", "was_score", "score", "score_change", "was_mean_rank", "mean_rank",
            "ranks_better", "ranks_worse", "unrecorded", "incomplete", "undetermined",
        )
    )  # fmt: skip
