"""A whole game: hand after hand by the flavour's rules of rounds and ending, then the final scores."""

import random
from dataclasses import dataclass, field

from tests.simulator.flavours import Flavour
from tests.simulator.model import Game, Hand
from tests.simulator.players import Heuristic, Scripted, ScriptError
from tests.simulator.settling import final_scores, settle
from tests.simulator.table import Table
from tests.simulator.walls import SEED_BYTES, Stack, TenhouSeed, Wall, shuffled, stacked

NAMES = (
    "ゆず",
    "Kobayashi",
    "北風",
    "mika_22",
    "たぬき",
    "Oolong",
    "三日月",
    "Brandt",
    "海老天",
    "Ines",
    "雨宮",
    "Petr",
)


@dataclass(frozen=True)
class Plan:
    """A hand that is laid out beforehand: the wall, and what the seats (0 = dealer) do with it."""

    stack: Stack = field(default_factory=Stack)
    scripts: dict[int, str] = field(default_factory=dict)


def top(points: list[int]) -> int:
    """First place: most points, the earlier seat among equals."""
    return points.index(max(points))


def ranking(points: list[int]) -> list[int]:
    """Ranks from 1; the earlier seat comes first among equals."""
    order = sorted(range(len(points)), key=lambda seat: (-points[seat], seat))
    return [order.index(seat) + 1 for seat in range(len(points))]


def dealer_stays(hand: Hand) -> bool:
    """Renchan: the dealer wins, is tenpai at the draw, or the hand was aborted."""
    if hand.wins:
        return any(win.winner == hand.dealer for win in hand.wins)
    if hand.result in {"exhaustive_draw", "nagashi_mangan"}:
        return hand.tenpai[hand.dealer]
    return True


def is_over(flavour: Flavour, hand: Hand) -> bool:
    """Whether the game ends after this hand (TENHOU 7, MAJSOUL_MJAI 13.13)."""
    if flavour.tobi and min(hand.end) < 0:
        return True
    index, last = hand.wind * flavour.n_players + hand.kyoku - 1, flavour.rounds * flavour.n_players - 1
    aborted = hand.result not in {"tsumo", "ron", "exhaustive_draw", "nagashi_mangan"}
    if index < last or (aborted and last >= 0):
        return False
    reached = max(hand.end) >= flavour.goal or not flavour.extension
    if dealer_stays(hand) and last >= 0:
        yame = flavour.agari_yame if hand.wins else flavour.tenpai_yame
        return yame and reached and top(hand.end) == hand.dealer
    return reached or index == last + flavour.n_players or last < 0


def following(flavour: Flavour, hand: Hand) -> tuple[int, int, int]:
    """Wind, kyoku and honba of the next hand."""
    if dealer_stays(hand):
        return hand.wind, hand.kyoku, hand.honba + 1
    honba = 0 if hand.wins else hand.honba + 1
    return (hand.wind + 1, 1, honba) if hand.kyoku == flavour.n_players else (hand.wind, hand.kyoku + 1, honba)


def simulate(
    flavour: Flavour,
    seed: int,
    plans: dict[int, Plan] | None = None,
    *,
    label: str = "",
    most: int = 40,
    passes: float = 0.02,
) -> Game:
    """The game of a flavour and a seed; ``plans`` lays out single hands by their index.

    ``label`` names what was laid out. ``most`` bounds the number of hands: a longer game is cut there and has no
    final scores.
    """
    rng = random.Random(f"{flavour.name}/{seed}{label}")
    names = rng.sample(NAMES, flavour.n_players)
    game = Game(flavour, seed, names, label)
    source = TenhouSeed(rng.randbytes(SEED_BYTES)) if flavour.platform == "tenhou" else None
    points, deposits = [flavour.start] * flavour.n_players, 0
    wind, kyoku, honba = 0, 1, 0
    while len(game.hands) < most:
        plan = (plans or {}).get(len(game.hands))
        dealer = kyoku - 1
        wall = _wall(flavour, dealer, source, plan, rng)
        hand = Hand(wind, kyoku, honba, deposits, dealer, points, wall.dice, wall.dealt)
        try:
            Table(flavour, wall, hand, _policies(flavour, dealer, plan, rng, passes)).play()
        except ScriptError as error:
            error.hand = len(game.hands)
            raise
        settle(flavour, hand)
        game.hands.append(hand)
        points, deposits = hand.end, hand.deposits_after
        if is_over(flavour, hand):
            _finish(game)
            break
        wind, kyoku, honba = following(flavour, hand)
    if source is not None and not any(hand.stacked for hand in game.hands):
        game.wall_seed = source.text
    return game


def _wall(flavour: Flavour, dealer: int, source: TenhouSeed | None, plan: Plan | None, rng: random.Random) -> Wall:
    wall = source.wall(flavour.n_players, dealer) if source is not None else shuffled(rng, flavour.n_players, dealer)
    return wall if plan is None else stacked(plan.stack, flavour, dealer, rng)


def _policies(
    flavour: Flavour, dealer: int, plan: Plan | None, rng: random.Random, passes: float
) -> list[Heuristic | Scripted]:
    if plan is None:
        return [Heuristic(rng, passes=passes) for _ in range(flavour.n_players)]
    n = flavour.n_players
    return [Scripted(plan.scripts.get((seat - dealer) % n, "")) for seat in range(n)]


def _finish(game: Game) -> None:
    """Leftover sticks to the first, ranks, scores."""
    last = game.hands[-1]
    game.leftover = last.deposits_after
    game.points = list(last.end)
    game.points[top(game.points)] += 1000 * game.leftover
    game.ranks = ranking(game.points)
    game.scores = final_scores(game.flavour, game.points, game.ranks)
