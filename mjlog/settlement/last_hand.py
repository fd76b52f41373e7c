"""What the end of a game is made of: points and sticks after its last hand, first wins, faults, who busted whom.

Frames of hands and winners in, arrays out: a row a game, a column a seat counted from the first dealer.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from mjlog.rules import RuleSet
from mjlog.settlement.closing import NEVER, NOBODY, Bets, Ended, ended, no_bets
from mjlog.settlement.ranking import Ints
from mjlog.tables import seats
from mjlog.vocabulary import Reason, Result

_GAME: Final = "game"


@dataclass(frozen=True)
class Games:
    """Games in order and how their seats become columns.

    Attributes:
        games: recorded games with ``g``, in order, every one with a hand.
        players: recorded players with ``g``.
        n_players: 3 or 4.
    """

    games: pl.DataFrame
    players: pl.DataFrame
    n_players: int

    @property
    def numbers(self) -> pl.DataFrame:
        """``g`` and ``game``, the row of each game in the arrays."""
        return self.games.select("g", game=pl.int_range(pl.len(), dtype=pl.Int64))

    @property
    def first_dealer(self) -> Ints:
        """Seat in column 0 of every game."""
        return self.games["first_dealer"].to_numpy().astype(np.int64)

    def by_column(self, per_seat: Ints) -> Ints:
        """Columns from the first dealer, of an array whose columns are seats."""
        if not self.first_dealer.any():
            return per_seat
        seat = (np.arange(self.n_players) + self.first_dealer[:, None]) % self.n_players
        return np.take_along_axis(per_seat, seat, axis=1)

    def by_seat(self, per_column: Ints) -> Ints:
        """Columns by seat, of an array whose columns are seats from the first dealer."""
        if not self.first_dealer.any():
            return per_column
        column = (np.arange(self.n_players) - self.first_dealer[:, None]) % self.n_players
        return np.take_along_axis(per_column, column, axis=1)

    def column(self, game: Ints, seat: Ints) -> Ints:
        """Columns of single seats; :data:`NOBODY` stays nobody."""
        return np.where(seat < 0, NOBODY, (seat - self.first_dealer[game]) % self.n_players)

    def per_seat(self, hands: pl.DataFrame, name: str) -> Ints:
        """A per-seat column of one hand a game."""
        columns = [hands[column].to_numpy() for column in seats(name, self.n_players)]
        return self.by_column(np.stack(columns, axis=1).astype(np.int64))

    def counted(self, rows: pl.DataFrame, seat: str, amount: str | None = None) -> Ints:
        """Rows with ``game`` and a seat, counted or added up by game and column."""
        total = np.zeros((self.games.height, self.n_players), dtype=np.int64)
        rows = rows.drop_nulls(seat)
        game = rows[_GAME].to_numpy().astype(np.int64)
        column = self.column(game, rows[seat].to_numpy().astype(np.int64))
        np.add.at(total, (game, column), 1 if amount is None else rows[amount].to_numpy().astype(np.int64))
        return total


def last_of_games(hands: pl.DataFrame) -> pl.DataFrame:
    """The last hand of every game; hands stand in the order of games."""
    return hands.filter((pl.col("g") != pl.col("g").shift(-1)).fill_null(value=True))


def at_the_end(games: Games, hands: pl.DataFrame, wins: pl.DataFrame, ledger: pl.DataFrame, rules: RuleSet) -> Ended:
    """Everything that a final score may depend on.

    Args:
        games: the games, every one with a hand.
        hands: the hands that were played, in order, with ``g``, ``h``, ``hand``, ``points_s`` after the hand,
            ``outcome``, ``cleared``, ``bets_s``, ``deposits``, and recorded columns.
        wins: the winners who are paid, by ``h`` in order of payment.
        ledger: payments of the hands, by ``h``.
        rules: the rule book.
    """
    n = games.n_players
    needed = ["g", "h", "hand", "dealer", "first", "outcome", "cleared", "deposits", "penalties", "offender"]
    hands = hands.select(*needed, *seats("points", n), *seats("bets", n))
    hands = hands.join(games.numbers, on="g", how="inner", maintain_order="left")
    wins = wins.select("h", "winner", "loser").join(
        hands.select("h", "game", "hand"), on="h", how="inner", maintain_order="left"
    )
    last = last_of_games(hands)
    last_wins = wins.join(last.select("h"), on="h", how="semi", maintain_order="left")
    sticks, ownerless = _left_on_the_table(games, hands, rules)
    return ended(
        games.per_seat(last, "points"),
        sticks=sticks,
        ownerless=ownerless,
        last_dealer=games.column(np.arange(last.height), last["dealer"].to_numpy().astype(np.int64)),
        first_win=_first_win(games, wins),
        chombo=games.counted(hands.filter(pl.col("outcome") == Result.CHOMBO), "offender"),
        chips=chips(games),
        discarder=_discarder(games, last_wins),
        won_last=games.counted(last_wins, "winner") > 0,
        **({"busted_by": _busted_by(games, last, ledger)} if rules.tobi_prize else {}),
        last_hand=last["hand"].to_numpy().astype(np.int64),
        first_dealer=games.first_dealer,
        bets=bets(games),
    )


def _left_on_the_table(games: Games, hands: pl.DataFrame, rules: RuleSet) -> tuple[Ints, Ints]:
    """Points of the sticks laid since somebody last took them, by owner, and of those with no known owner."""
    cleared = pl.col("cleared").cast(pl.Int32)
    left = hands.filter(cleared.reverse().cum_sum().reverse().over("g") == 0)
    stayed = rules.leftover_return_policy == "stay"
    laid = left.filter((pl.col("outcome") != Result.CHOMBO) | stayed)
    names = seats("bets", games.n_players)
    riichi = laid.select("game", *names).unpivot(names, index="game", variable_name="seat", value_name="sticks")
    riichi = riichi.with_columns(seat=pl.col("seat").str.strip_prefix("bets_").cast(pl.Int64))
    faults = left.select("game", "penalties").explode("penalties").drop_nulls()
    owned = games.counted(riichi, "seat", "sticks") + rules.kuutaku_penalty * games.counted(faults, "penalties")
    first = left.filter("first")
    ownerless = np.zeros(games.games.height, dtype=np.int64)
    ownerless[first["game"].to_numpy()] = first["deposits"].to_numpy()
    return owned * rules.riichi_bet, ownerless * rules.riichi_bet


def _first_win(games: Games, wins: pl.DataFrame) -> Ints:
    first = np.full((games.games.height, games.n_players), NEVER, dtype=np.int64)
    game = wins["game"].to_numpy()
    column = games.column(game, wins["winner"].to_numpy().astype(np.int64))
    np.minimum.at(first, (game, column), wins["hand"].to_numpy().astype(np.int64))
    return first


def _discarder(games: Games, last_wins: pl.DataFrame) -> Ints:
    discarder = np.full(games.games.height, NOBODY, dtype=np.int64)
    ron = last_wins.drop_nulls("loser")
    game = ron["game"].to_numpy()
    discarder[game] = games.column(game, ron["loser"].to_numpy().astype(np.int64))
    return discarder


def _busted_by(games: Games, last: pl.DataFrame, ledger: pl.DataFrame) -> Ints:
    """Who took each seat's points in the last hand; of several the nearest in turn. A chombo is nobody's doing."""
    n = games.n_players
    payments = ledger.filter(
        pl.col("payer").is_not_null() & pl.col("payee").is_not_null() & (pl.col("reason") != Reason.CHOMBO)
    )
    payments = payments.join(last.select("h", "game"), on="h", how="inner")
    turn = (pl.col("payee") + n - pl.col("payer")) % n
    nearest = payments.group_by("game", "payer").agg(pl.col("payee").sort_by(turn).first())
    game = nearest["game"].to_numpy()
    payer, payee = (games.column(game, nearest[side].to_numpy().astype(np.int64)) for side in ("payer", "payee"))
    busted_by = np.full((games.games.height, n), NOBODY, dtype=np.int64)
    busted_by[game, payer] = payee
    return busted_by


def chips(games: Games) -> Ints:
    """Chips each seat won or lost."""
    return games.counted(games.players.drop_nulls("chips").join(games.numbers, on="g"), "seat", "chips")


def bets(games: Games) -> Bets:
    """Side bets of the games themselves."""
    if games.games["side_bets"].null_count() == games.games.height:
        return no_bets()
    own = games.games.select("g", "side_bets").drop_nulls().join(games.numbers, on="g")
    rows = own.explode("side_bets").unnest("side_bets")
    game = rows["game"].to_numpy()
    first, second = (games.column(game, rows[side].to_numpy().astype(np.int64)) for side in ("first", "second"))
    return Bets(game, first, second, rows["points"].to_numpy().astype(np.int64), rows["per_place"].to_numpy())
