"""Final scores of games: from the hands as they were settled to ranks, scores and the transfers between.

The arithmetic is in :mod:`mjlog.settlement.final_score`; here frames become arrays of games x seats and back.
"""

import numpy as np
import polars as pl

from mjlog.rules import RuleSet
from mjlog.settlement.batch import Part
from mjlog.settlement.closing import NOBODY, Closing, Ended, ScorePart
from mjlog.settlement.final_score import close
from mjlog.settlement.last_hand import Games, at_the_end, last_of_games
from mjlog.settlement.ranking import Places
from mjlog.tables import conform, empty
from mjlog.vocabulary import Reason

REASON = pl.Enum([str(reason) for reason in Reason])


def standings(
    part: Part, hands: pl.DataFrame, wins: pl.DataFrame, rows: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Transfers at the end of a part's games, and a row a seat.

    Args:
        part: the games and their rules. Where the rules are not known there are no standings: the log's own stand.
        hands: the hands that were played, in order, with ``ends`` and what
            :func:`mjlog.settlement.last_hand.at_the_end` needs.
        wins: the winners who are paid.
        rows: the ledger of the hands.

    Returns:
        Rows of ``flows`` without a hand, and of ``standings``, complete where the rules end the game.
    """
    if hands.is_empty() or not part.known:
        return empty("flows"), empty("standings")
    over = last_of_games(hands).select("g", complete=pl.col("ends").fill_null(value=False))
    ended_games = part.games.drop("complete").join(over, on="g", how="inner", maintain_order="left")
    games = Games(ended_games, part.players, part.n_players)
    return scored(games, at_the_end(games, hands, wins, rows, part.rules), part.rules)


def scored(games: Games, end: Ended, rules: RuleSet, *, flows: bool = True) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The same from what is known of the ends of the games; without ``flows`` the transfers are not written out."""
    closing, ranking = close(end, rules)
    rows = _rows(games, closing, ranking, rules)
    return _flows(games, closing, end, rules) if flows else empty("flows"), rows


def _rows(games: Games, closing: Closing, ranking: Places, rules: RuleSet) -> pl.DataFrame:
    parts = {str(part): closing.of(part) for part in ScorePart}
    parts["base"] = closing.of(ScorePart.POINTS, ScorePart.BASE)
    columns = {"rank": ranking.rank, "score": closing.score} | parts
    count, n = closing.points.shape
    game = np.repeat(np.arange(count), n)
    return conform(
        "standings",
        pl.DataFrame({name: games.by_seat(values).ravel() for name, values in columns.items()}).with_columns(
            game_id=games.games["game_id"].gather(game),
            seat=pl.Series(np.tile(np.arange(n), count)),
            complete=games.games["complete"].gather(game),
            rules=pl.lit(rules.label),
        ),
    )


def _flows(games: Games, closing: Closing, end: Ended, rules: RuleSet) -> pl.DataFrame:
    transfers = list(closing.flows())
    if not transfers:
        return empty("flows")
    reasons, *sides = zip(*transfers, strict=True)
    game, payer, payee, points = map(np.concatenate, sides)
    of_rule = np.repeat(np.arange(len(reasons)), list(map(len, sides[0])))
    in_order = np.argsort(game, kind="stable")
    game = game[in_order]
    n = closing.points.shape[1]
    seats = {
        name: pl.Series(np.where(side == NOBODY, NOBODY, (side + end.first_dealer[game]) % n))
        for name, side in (("payer", payer[in_order]), ("payee", payee[in_order]))
    }
    return conform(
        "flows",
        pl.DataFrame({"points": points[in_order], "game_id": games.games["game_id"].gather(game)}).with_columns(
            **{name: pl.when(seat != NOBODY).then(seat) for name, seat in seats.items()},
            reason=pl.Series(map(str, reasons), dtype=REASON).gather(of_rule[in_order]),
            rules=pl.lit(rules.label),
        ),
    )
