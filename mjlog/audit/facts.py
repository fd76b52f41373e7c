"""What the checks read: recorded and settled hands side by side, computed once for all of them.

Every hand carries its label (``E2-1``), the hand that follows it in the log, and what the rules say of it. Where the
rules do not determine a hand its computed columns are null, so that no check can accuse it.
"""

from dataclasses import dataclass
from functools import cached_property

import polars as pl

from mjlog.audit.lawful import lawful
from mjlog.audit.played import SWITCHES, follow, game_rules, valued
from mjlog.audit.walls import Walls, walls
from mjlog.hands import Moments
from mjlog.parsing import Recorded
from mjlog.settlement import Settled
from mjlog.tables import seats
from mjlog.vocabulary import EventKind

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

    @cached_property
    def games(self) -> pl.LazyFrame:
        """Games with the text of their rules (null where not known) and the switches that checks read."""
        games = self.recorded.games
        kinds = ["rules", "rule_overrides", "n_players"]
        overrides = pl.col("rule_overrides").str.replace("^", "; ")
        return (
            games.join(game_rules(games), on=kinds, how="left", nulls_equal=True, maintain_order="left")
            .with_columns(rules=pl.concat_str("rules", overrides, ignore_nulls=True))
            .select("game_id", "first_dealer", "n_players", "complete", "rules", "known", *SWITCHES)
            .lazy()
        )

    @cached_property
    def played(self) -> Moments:
        """Every hand that has events, followed to its end."""
        return follow(self.recorded)

    @cached_property
    def wins(self) -> pl.LazyFrame:
        """Recorded wins with what their tiles are worth as ``right_*``, and ``seat``."""
        return valued(self.recorded, self.played).with_columns(seat=pl.col("winner")).lazy()

    @cached_property
    def hand_seats(self) -> pl.LazyFrame:
        """Seats of hands that have events: :attr:`mjlog.hands.Moments.seats` beside what is recorded of the seat.

        Recorded are ``tenpai``, ``nagashi``, ``riichi`` and ``riichi_paid``; ``made_nagashi`` is what the discards say.
        """
        stated = {name: _at_seat(name) for name in ("tenpai", "nagashi", "riichi", "riichi_paid")}
        rules = pl.col("nagashi").alias("nagashi_rule")
        return (
            self.played.seats.lazy()
            .rename({"nagashi": "made_nagashi"})
            .join(self.hands.with_columns(rules).drop("nagashi"), on=["game_id", "hand"], how="inner")
            .with_columns(**stated)
        )

    @cached_property
    def labels(self) -> pl.LazyFrame:
        """What a message calls each hand: game_id, hand, label, rules."""
        return self.hands.select("game_id", "hand", "label", "rules")

    @cached_property
    def plays(self) -> pl.LazyFrame:
        """Events with ``drawn``: tiles drawn in the hand up to each event, itself included."""
        draws = (pl.col("kind") == EventKind.DRAW).cum_sum().cast(pl.Int32)
        begins = pl.col("seq") == 0
        return (
            self.recorded.events.with_columns(drawn=draws)
            .with_columns(drawn=pl.col("drawn") - pl.when(begins).then("drawn").forward_fill())
            .lazy()
        )

    @cached_property
    def acts(self) -> pl.LazyFrame:
        """Events with the flags of :data:`mjlog.audit.lawful.FLAGS`."""
        return self.plays.collect().hstack(lawful(self.recorded)).lazy()

    @cached_property
    def walls(self) -> tuple[pl.DataFrame, Walls]:
        """Recorded hands with ``row``, and in step with them the walls that the platform committed to."""
        published = self.recorded.games.lazy().select("game_id", "red_fives", "wall_seed")
        rows = (
            self.hands.join(published, on="game_id", how="left", maintain_order="left").with_row_index("row").collect()
        )
        return rows, walls(rows)

    @property
    def complete_wins(self) -> pl.LazyFrame:
        """Of those, the ones whose tiles are a winning hand."""
        return self.wins.filter(pl.col("right_form").is_not_null())

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


def _at_seat(name: str) -> pl.Expr:
    """A per-seat column at the row's own seat."""
    return pl.coalesce(pl.when(pl.col("seat") == s).then(pl.col(column)) for s, column in enumerate(seats(name)))


_NEXT = ("next_round_wind", "next_kyoku", "next_honba", "next_deposits")
