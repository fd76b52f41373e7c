"""A batch of recorded games, divided into parts that are settled under one rule set each.

Inside a part a hand is one number, ``h``, and a game is ``g``: joins and sums go by these, and the ledger carries them
until it is whole. Rows stand in the order of games and hands throughout.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from mjlog.parsing import Recorded
from mjlog.rules import UNSTATED, RuleError, RuleSet, for_players, load, of_game, override
from mjlog.tables import seats

_HAND_COLUMNS: Final = (
    "game_id", "hand", "round_wind", "kyoku", "honba", "deposits", "dealer", "result",
    *(column for name in ("start", "riichi", "riichi_order", "riichi_paid", "tenpai", "nagashi", "end", "delta")
      for column in seats(name)),
    "offender", "penalties", "dealer_ends", "time_up",
)  # fmt: skip
KIND: Final = ("rules", "rule_overrides", "n_players")
"""Columns of ``games`` that tell what a game was played under."""

_WIN_COLUMNS: Final = (
    "winner", "loser", "pao", "pao_yaku", "han", "fu", "yakuman", "points", "limit", "yaku", "yaku_han", "closed",
)  # fmt: skip


@dataclass(frozen=True)
class Part:
    """Games of one rule set, number of players and length.

    Attributes:
        rules: what they are settled under.
        known: whether these are rules somebody named; otherwise what the log states goes before what they say.
        problem: why these rules cannot settle these games, in words.
        n_players: 3 or 4.
        length: rounds the games are meant to last.
        games: recorded games with their number ``g``.
        players: recorded players.
        hands: recorded hands in order with ``g``, their number ``h``, ``first``/``last`` of their game, ``gap``
            (hands just before it are not in the record), and the game's ``first_dealer`` and ``complete``.
        wins: recorded winners by ``h`` in order of payment, with ``dealer`` and ``place`` (0 = nearest to the
            discarder) and ``winners`` (of that hand).
    """

    rules: RuleSet
    known: bool
    problem: str | None
    n_players: int
    length: str
    games: pl.DataFrame
    players: pl.DataFrame
    hands: pl.DataFrame
    wins: pl.DataFrame

    @property
    def label(self) -> str:
        """What columns named ``rules`` show."""
        return self.rules.label if self.known else UNSTATED


def parts(recorded: Recorded, rules: RuleSet | None, overrides: str) -> Iterator[Part]:
    """The batch by rule set, number of players and length; none of a batch without games."""
    keys = ["n_players", "length"] if rules else ["rules", "rule_overrides", "n_players", "length"]
    by_key = recorded.games.partition_by(keys, as_dict=True, maintain_order=True)
    numbered = [games.with_row_index("g") for games in by_key.values()]
    hands, players, wins = (
        _divided(table, numbered) for table in (recorded.hands.select(_HAND_COLUMNS), recorded.players, recorded.wins)
    )
    for number, (key, games) in enumerate(zip(by_key, numbered, strict=True)):
        names = dict(zip(keys, key, strict=True))
        n_players = int(names["n_players"])
        chosen, known, problem = _rules_of(names, rules, overrides, n_players)
        length = str(names["length"] or chosen.length)
        own_hands = _hands(hands[number], games)
        own_wins = _wins(wins[number], own_hands, n_players)
        yield Part(chosen, known, problem, n_players, length, games, players[number], own_hands, own_wins)


def unfit(games: pl.DataFrame, rules: RuleSet | None, overrides: str) -> pl.DataFrame:
    """Games whose named rules do not exist or cannot hold for them: game_id, source, and the reason as ``message``."""
    reasons = []
    for kind in games.select(KIND).unique(maintain_order=True).to_dicts():
        if rules is not None or kind["rules"] is not None:
            _, _, problem = _rules_of(kind, rules, overrides, kind["n_players"])
            reasons += [] if problem is None else [{**kind, "message": problem}]
    found = pl.DataFrame(reasons, schema={**{n: games.schema[n] for n in KIND}, "message": pl.String()})
    kinds = games.select("game_id", "source", *KIND)
    return kinds.join(found, on=KIND, how="inner", nulls_equal=True, maintain_order="left").drop(KIND)


def _divided(table: pl.DataFrame, games: list[pl.DataFrame]) -> list[pl.DataFrame]:
    """The rows of a table that belong to each part's games, with their ``g``.

    The rows of a game stand together, so that names are looked up run by run and not row by row.
    """
    if not games:
        return []
    names = pl.concat(part.select("game_id", "g", part=pl.lit(number)) for number, part in enumerate(games))
    runs = table.select(run=pl.col("game_id").rle()).unnest("run")
    found = runs.join(names, left_on="value", right_on="game_id", how="left", maintain_order="left")
    run = np.repeat(np.arange(runs.height), runs["len"])
    rows = table.with_columns(found["g"].gather(run), found["part"].gather(run))
    by_part = rows.partition_by("part", as_dict=True, include_key=False)
    nothing = rows.clear().drop("part")
    return [by_part.get((number,), nothing) for number in range(len(games))]


def _rules_of(
    names: dict[str, object], rules: RuleSet | None, overrides: str, n_players: int
) -> tuple[RuleSet, bool, str | None]:
    """A part's rule set, whether it is known, and why it cannot be used; then the one for unknown rules stands in."""
    unstated = load(for_players(UNSTATED, n_players))
    name, own = names.get("rules"), names.get("rule_overrides")
    if rules is None and name is None:
        return unstated, False, "the log does not tell its rules: settled with what it states"
    try:
        chosen = rules or of_game(str(name), str(own or ""))
        chosen = override(chosen, overrides)
    except RuleError as error:
        return unstated, False, str(error)
    if chosen.players != n_players:
        return unstated, False, f"{chosen.label} is for {chosen.players} players, the game has {n_players}"
    return chosen, True, None


def _hands(hands: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    hands = _ordered(hands.with_columns(key=_KEY))
    game, hand, number = pl.col("g"), pl.col("hand"), hands["g"]
    return hands.with_row_index("h").with_columns(
        games["first_dealer"].gather(number),
        games["complete"].gather(number),
        first=(game != game.shift(1)).fill_null(value=True),
        last=(game != game.shift(-1)).fill_null(value=True),
        gap=((game == game.shift(1)) & (hand != hand.shift(1) + 1)).fill_null(value=False),
    )


def _ordered(frame: pl.DataFrame) -> pl.DataFrame:
    """Rows in the order of their ``key``, in which logs usually stand already."""
    return frame if frame["key"].is_sorted() else frame.sort("key", maintain_order=True)


_KEY: Final = pl.col("g").cast(pl.Int64) * 2**16 + pl.col("hand")
"""One number for game and hand."""


def _wins(wins: pl.DataFrame, hands: pl.DataFrame, n_players: int) -> pl.DataFrame:
    """Winners by hand, those of a ron in turn order from the discarder."""
    number = hands["key"].search_sorted(wins.select(key=_KEY)["key"]).alias("h")
    distance = (pl.col("winner") + n_players - pl.col("loser")).mod(n_players).fill_null(0)
    hand = pl.col("h")
    same = [(hand == hand.shift(step)).fill_null(value=False).cast(pl.UInt8) for step in (1, 2, -1, -2)]
    wins = wins.select(number, hands["dealer"].gather(number), *_WIN_COLUMNS)
    wins = _ordered(wins.with_columns(key=hand.cast(pl.Int64) * 4 + distance))
    return wins.with_columns(place=same[0] + same[1], winners=1 + pl.sum_horizontal(same)).drop("key")
