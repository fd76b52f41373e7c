"""What the checks read: recorded and settled hands side by side, computed once for all of them.

Every hand carries its label (``E2-1``), the hand that follows it in the log, and what the rules say of it. Where the
rules do not determine a hand its computed columns are null, so that no check can accuse it.
"""

from dataclasses import dataclass
from functools import cached_property

import polars as pl

from mjlog.parsing import Recorded
from mjlog.rules import RuleError, RuleSet, of_game
from mjlog.settlement import Settled
from mjlog.tables import seats

PLAYED, UNPLAYED = "played", "unplayed"


def hand_label(prefix: str = "") -> pl.Expr:
    """A hand as players write it: ``E2-1`` is East 2 with one repeat counter."""
    return pl.format("{}{}-{}", f"{prefix}round_wind", f"{prefix}kyoku", f"{prefix}honba")


@dataclass(frozen=True)
class Facts:
    """A batch of logs and its settlement.

    Attributes:
        recorded: what the logs say.
        settled: what the rules say.
    """

    recorded: Recorded
    settled: Settled

    @cached_property
    def hands(self) -> pl.LazyFrame:
        """Recorded hands in order, with what follows each and what the rules say of it.

        Added columns: ``label``, ``later_*`` (the next hand of the log), ``last`` (no hand follows), ``right_*``
        (settled; null where undetermined), ``rules``, ``n_players``, ``complete``.
        """
        following = ["round_wind", "kyoku", "honba", "deposits", "dealer", *seats("start")]
        computed = [*seats("delta"), *_NEXT, "deposits_after", "ends", "status"]
        right = self.settled.hands.lazy().select("game_id", "hand", *(pl.col(c).alias(f"right_{c}") for c in computed))
        settled = pl.col("right_status") == PLAYED
        return (
            self.recorded.hands.lazy()
            .sort("game_id", "hand")
            .with_columns(
                pl.col(following).shift(-1).over("game_id").name.prefix("later_"),
                label=hand_label(),
                last=pl.col("hand") == pl.col("hand").max().over("game_id"),
            )
            .join(self.games, on="game_id", how="left", maintain_order="left")
            .join(right, on=["game_id", "hand"], how="left", maintain_order="left")
            .with_columns(pl.when(settled).then(pl.col(f"right_{c}")).alias(f"right_{c}") for c in computed)
            .collect()
            .lazy()
        )

    @property
    def games(self) -> pl.LazyFrame:
        """Games with the text of their rules and what a riichi stick is worth under them."""
        overrides = pl.col("rule_overrides").str.replace("^", "; ")
        games = self.recorded.games
        kinds = games.select("rules", "rule_overrides").unique()
        bets = [_riichi_bet(*kind) for kind in kinds.rows()]
        return (
            games.lazy()
            .join(
                kinds.lazy().with_columns(riichi_bet=pl.Series(bets, dtype=pl.Int32)),
                on=["rules", "rule_overrides"],
                how="left",
                nulls_equal=True,
            )
            .select(
                "game_id",
                "n_players",
                "complete",
                "riichi_bet",
                rules=pl.concat_str("rules", overrides, ignore_nulls=True),
            )
        )

    @cached_property
    def seats(self) -> pl.LazyFrame:
        """Seats of games with what the log and what the rules say of the end, the latter as ``right_*``.

        Where the log stops before the rules' end, or goes on after it, the rules say nothing of where it stopped.
        """
        ended_before = self.settled.hands.lazy().filter(pl.col("status") == UNPLAYED).select("game_id")
        right = self.settled.standings.lazy().filter("complete").join(ended_before, on="game_id", how="anti")
        return (
            self.recorded.players.lazy()
            .join(self.games, on="game_id", how="left")
            .join(right, on=["game_id", "seat"], how="left", suffix="_right")
            .with_columns(pl.col("points", "score", "rank").name.prefix("right_"))
            .collect()
            .lazy()
        )


def _riichi_bet(name: str | None, overrides: str | None) -> int:
    """Points of a stick; of unknown rules the usual ones."""
    try:
        return of_game(name, overrides).riichi_bet
    except RuleError:
        return RuleSet().riichi_bet


_NEXT = ("next_round_wind", "next_kyoku", "next_honba", "next_deposits")
