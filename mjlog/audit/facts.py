"""What the checks read: recorded and settled hands side by side, computed once for all of them.

Every hand carries its label (``E2-1``), the hand that follows it in the log, and what the rules say of it. Where the
rules do not determine a hand its computed columns are null, so that no check can accuse it.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import polars as pl

from mjlog.audit.followed import PLAYED_OUT, Followed, follow
from mjlog.audit.played import SWITCHES, game_rules, valued
from mjlog.audit.walls import Walls, walls
from mjlog.hands.keys import Array, Ints
from mjlog.hands.lists import Lists
from mjlog.hands.played_wins import hand_positions
from mjlog.parsing import Recorded
from mjlog.settlement import KIND, Settled
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

        Added columns: ``later_*`` (the next hand, null where it was set aside), ``last`` (no hand follows), ``right_*``
        (settled; null where undetermined), ``rules``, ``n_players``, ``complete``.
        """
        following = ["round_wind", "kyoku", "honba", "deposits", "dealer", *seats("start")]
        computed = [*seats("delta"), *_NEXT, "deposits_after", "ends", "status"]
        right = self.settled.hands.lazy().select("game_id", "hand", *(pl.col(c).alias(f"right_{c}") for c in computed))
        settled = pl.col("right_status") == PLAYED
        goes_on = pl.col("game_id").shift(-1) == pl.col("game_id")
        is_next = goes_on & (pl.col("hand").shift(-1) == pl.col("hand") + 1)
        return (
            self.recorded.hands.lazy()
            .sort("game_id", "hand")
            .with_columns(
                *(pl.when(is_next).then(pl.col(name).shift(-1)).alias(f"later_{name}") for name in following),
                last=~goes_on.fill_null(value=False),
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
        rules = game_rules(games, self.settled.rules)
        return (
            games.join(rules, on=KIND, how="left", nulls_equal=True, maintain_order="left")
            .with_columns(rules=pl.coalesce("label", "rules"))
            .select("game_id", "first_dealer", "n_players", "complete", "rules", "known", *SWITCHES)
            .lazy()
        )

    @cached_property
    def played(self) -> Followed:
        """Every hand that has events, followed to its end."""
        in_view = self.games.select((pl.col("karaten") == "noten_if_visible").any()).collect().item()
        return follow(self.recorded, live=bool(in_view))

    @cached_property
    def wins(self) -> pl.LazyFrame:
        """Recorded wins with what their tiles are worth as ``right_*``, and ``seat``."""
        return valued(self.recorded, self.played, self.settled.rules).with_columns(seat=pl.col("winner")).lazy()

    @cached_property
    def rows_of_played(self) -> Ints:
        """Where each played hand stands among :attr:`hands`; the number of those where it is none of them."""
        return hand_positions(self.played.hands, self.hands.select("game_id", "hand").collect())

    def of_played(self, positions: Ints, columns: list[str]) -> pl.DataFrame:
        """Columns of :attr:`hands` for some played hands, by position; null where a hand is not recorded."""
        hands = self.hands.select(columns).collect()
        rows = pl.Series(self.rows_of_played.take(positions))
        return hands.select(pl.all().gather(pl.when(pl.lit(rows) < len(hands)).then(pl.lit(rows))))

    @cached_property
    def hand_seats(self) -> pl.DataFrame:
        """Seats of hands that have events, of those played out and those that declared riichi by the record.

        Of the hand ``result`` and rule switches; recorded of the seat ``tenpai``, ``nagashi``, ``riichi`` and
        ``riichi_paid``; by the events ``closed``, ``waits``, ``own_four``, ``live`` (these four null where the tiles
        cannot be followed), ``riichi_waits``, ``made_nagashi``, and ``declared_last``: whether the seat's declaring
        discard ended the hand.
        """
        found = self.played.seats
        hands = self.played.hands
        out = hands["result"].is_in([str(result) for result in PLAYED_OUT]).fill_null(value=False).to_numpy()
        riichi = np.stack([hands[name].is_not_null().to_numpy() for name in seats("riichi")], axis=1).ravel()
        known = (self.rows_of_played < self.hands.select(pl.len()).collect().item()).repeat(4)
        rows = np.flatnonzero((out.repeat(4) | riichi) & found["playing"] & known)
        told = {name: pl.when("sound").then(name) for name in ("closed", "waits", "own_four", "live")}
        stated = {name: _at_seat(name) for name in _STATED}
        wanted = ("sound", *told, "declared", "riichi_waits")
        return (
            self.of_played(rows // 4, list(_OF_HAND))
            .rename({"nagashi": "nagashi_rule"})
            .with_columns(pl.Series(name, found[name].take(rows)) for name in wanted)
            .with_columns(
                seat=pl.Series((rows % 4).astype(np.uint8)),
                made_nagashi=pl.Series(found["nagashi"].take(rows)),
                declared_last=pl.Series(self.played.riichi_at_the_end.take(rows // 4) == rows % 4),
            )
            .with_columns(
                **told, riichi_waits=pl.when(pl.col("sound") & pl.col("declared")).then("riichi_waits"), **stated
            )
        )

    @cached_property
    def tiles_seen(self) -> Array:
        """How many tiles of each code came to light in each played hand: dealt, drawn, turned, and under indicators.

        (Of the indicators only the first is no event.)
        """
        hands = self.played.hands.with_columns(pl.col("dora_indicators").list.head(1))
        counts = self.played.tiles
        for column in ("dora_indicators", "ura_indicators"):
            shown = Lists.of(hands, column)
            at = np.arange(len(hands)).repeat(shown.lengths()) * counts.shape[1] + shown.codes
            counts = counts + np.bincount(at, minlength=counts.size).reshape(counts.shape)
        return counts

    def events_at(self, rows: Ints) -> pl.DataFrame:
        """Some events by position: game_id, hand, seq, seat, kind, tile, consumed."""
        return self.recorded.events.select("game_id", "hand", "seq", "seat", "kind", "tile", "from_seat", "consumed")[
            rows
        ]

    def events_of(self, result: str) -> pl.LazyFrame:
        """All events of the hands that ended so."""
        ended = (self.played.hands["result"] == result).fill_null(value=False).to_numpy()
        return self.events_at(self.played.events_of(np.flatnonzero(ended))).lazy()

    @cached_property
    def labels(self) -> pl.LazyFrame:
        """What a message calls each hand: game_id, hand, label, rules."""
        return self.hands.select("game_id", "hand", "rules", label=hand_label())

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
_STATED: Final = ("tenpai", "nagashi", "riichi", "riichi_paid")
_OF_HAND: Final = (
    "game_id", "hand", "result", "n_players", "known", "karaten", "noten_declaration", "nagashi",
    *(name for column in _STATED for name in seats(column)),
)  # fmt: skip
