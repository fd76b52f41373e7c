"""Properties of whole games: the scalar reference agrees, nothing is made or lost, and seats are only names."""

from fractions import Fraction

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.parsing import Recorded
from mjlog.rules import RuleSet, override
from mjlog.settlement import Settled, completed, settle
from mjlog.tables import conform, seats
from tests.settlement.games.strategies import games, rule_books
from tests.settlement.hands.strategies import rotated
from tests.settlement.reference_games import Game, Played, play, standings
from tests.settlement.sheets import recorded

PLAYERS = pytest.mark.parametrize("players", [4, 3])


def as_recorded(number: int, game: Game, done: list[Played]) -> Recorded:
    """The game with the counters of the reference, as a log of it would have them."""
    hands = [
        {**hand, "round_wind": each.counters[0], "kyoku": each.counters[1], "honba": each.counters[2],
         "deposits": each.counters[3], "start": [game.rules.start_points] * game.players}
        for hand, each in zip(game.hands, done, strict=True)
    ]  # fmt: skip
    bets = [
        {"first": first, "second": second, "points": points, "per_place": per_place}
        for first, second, points, per_place in game.bets
    ]
    log = recorded(
        *hands, game_id=f"game {number:02}", n_players=game.players, length=game.length, complete=game.complete,
        side_bets=bets or None,
    )  # fmt: skip
    log.players = conform("players", log.players.with_columns(chips=pl.Series(game.chips)))
    return log


def together(logs: list[Recorded]) -> Recorded:
    return Recorded(*(pl.concat(getattr(log, name) for log in logs) for name in ("games", "players", "hands", "wins")))


def settled_games(data, players: int) -> tuple[list[tuple[Game, list[Played]]], Recorded, Settled]:
    book = data.draw(rule_books(players))
    several = [(game, play(game)) for game in data.draw(st.lists(games(players, book), min_size=1, max_size=6))]
    log = together([as_recorded(number, *each) for number, each in enumerate(several)])
    return several, log, settle(log, book, carried=True)


@PLAYERS
@given(data=st.data())
def test_whole_games_agree_with_the_scalar_reference_and_lose_nothing(players, data):
    several, log, result = settled_games(data, players)
    assert result.hands.height == log.hands.height
    _course_agrees(several, result, players)
    _standings_agree(several, result, players)
    _sums_agree(several[0][0].rules, result)


def _course_agrees(several, result: Settled, players: int) -> None:
    """Every hand: whether the game ends after it, the next one, the sticks left, the points, and whether it counts."""
    table = result.hands.sort("game_id", "hand")
    found = table.select("ends", "next_round_wind", "next_kyoku", "next_honba", "deposits_after").rows()
    assert found == [(each.ends, *each.following, len(each.sticks)) for _, done in several for each in done]
    points = [list(row) for row in table.select(seats("end", players)).rows()]
    assert points == [each.points for _, done in several for each in done]
    unplayed = (table["status"] == "unplayed").to_list()
    assert unplayed == [each.status == "unplayed" for _, done in several for each in done]


def _standings_agree(several, result: Settled, players: int) -> None:
    """Final ranks, points and scores, exactly."""
    table = result.standings.sort("game_id", "seat")
    found = table.select("rank", "points", "score").rows()
    expected = [(each.rank, each.points, each.score) for game, done in several for each in standings(game, done)]
    assert [(rank, points, Fraction(score)) for rank, points, score in found] == expected
    over = [any(each.ends for each in done) for _, done in several for _ in range(players)]
    assert table["complete"].to_list() == over


def _sums_agree(book: RuleSet, result: Settled) -> None:
    """Scores are the sums of their parts, and the starting points with every transfer of the game."""
    table = result.standings.sort("game_id", "seat")
    parts = table.select(pl.sum_horizontal("base", "oka", "uma", "penalties", "side_payments")).to_series()
    assert parts.to_list() == table["score"].to_list()
    sides = [
        result.flows.select("game_id", seat=side, points=sign * pl.col("points"))
        for side, sign in (("payee", 1), ("payer", -1))
    ]
    moved = pl.concat(sides).group_by("game_id", "seat").agg(moved=pl.col("points").sum())
    sums = table.join(moved, on=["game_id", "seat"], how="left", maintain_order="left")
    assert (sums["moved"].fill_null(0) + book.start_points).to_list() == table["score"].to_list()


@PLAYERS
@settings(max_examples=settings.default.max_examples // 3)
@given(data=st.data())
def test_counters_that_a_sheet_leaves_out_are_those_of_the_rules(players, data):
    several, log, _ = settled_games(data, players)
    counters = ["round_wind", "kyoku", "honba", "deposits", "dealer"]
    told = pl.lit(data.draw(st.booleans())) & (pl.col("hand") % 2 == 1)
    hands = log.hands.with_columns(pl.when(told).then(name).alias(name) for name in counters)
    sheet = Recorded(log.games, log.players, hands, log.wins)
    assert completed(sheet, several[0][0].rules).hands.select(counters).equals(log.hands.select(counters))


def moved(one: dict, players: int) -> dict:
    """A hand with everybody one seat further, the first dealer too, so that its number stays."""
    hand = rotated(one, players)
    return {**hand, "kyoku": one["kyoku"], "dealer": one["kyoku"] % players}


@PLAYERS
@settings(max_examples=settings.default.max_examples // 2)
@given(data=st.data())
def test_where_the_first_dealer_sits_does_not_matter(players, data):
    """Rules that name no seats score the same game the same, whoever sits where."""
    book = override(data.draw(rule_books(players)), "sashiuma=none; umpire_penalties=none")
    game = data.draw(games(players, book))
    done = play(game)
    log = as_recorded(0, game, done)
    hands = [
        {**hand, "round_wind": wind, "kyoku": kyoku, "honba": honba, "deposits": deposits}
        for hand, (wind, kyoku, honba, deposits) in zip(game.hands, (each.counters for each in done), strict=True)
    ]
    bets = [{**bet, "first": (bet["first"] + 1) % players, "second": (bet["second"] + 1) % players}
            for bet in log.games["side_bets"].to_list()[0] or []]  # fmt: skip
    other = recorded(
        *({**moved(hand, players), "start": [book.start_points] * players} for hand in hands),
        game_id="game 00", n_players=players, length=game.length, complete=game.complete, first_dealer=1,
        side_bets=bets or None,
    )  # fmt: skip
    other.players = conform(
        "players", other.players.with_columns(chips=pl.Series([*game.chips[-1:], *game.chips[:-1]]))
    )
    here, there = (settle(each, book, carried=True).standings.sort("seat") for each in (log, other))
    columns = ["rank", "points", "score", "base", "oka", "uma", "penalties", "side_payments", "complete"]
    assert there.select(columns).rows() == [*here.select(columns).rows()[-1:], *here.select(columns).rows()[:-1]]
