"""Any ending on demand: walls laid out and scripts that lead to it.

Every plan names what its first hand must be; ``stage`` plays it and holds it to that. Endings of games (bust, west
round, all-last dealers) come from seeds: ``find`` looks for them.
"""

from collections.abc import Callable

from tests.simulator.flavours import Flavour
from tests.simulator.game import dealer_stays, simulate, top
from tests.simulator.model import Game, Hand
from tests.simulator.plans import ENDINGS, Ending
from tests.simulator.players import ScriptError


def endings_for(flavour: Flavour) -> list[str]:
    """Names of the endings that can be staged at this flavour's table."""
    return [
        name
        for name, ending in ENDINGS.items()
        if flavour.n_players in ending.players and flavour.platform in ending.platforms
    ]


def came_true(ending: Ending, hand: Hand) -> bool:
    """Whether a hand is what the ending asks for."""
    keys = {key for key, _ in hand.wins[0].value.yaku} if hand.wins else set()
    same = hand.result == ending.result and set(ending.yaku) <= keys
    return same and ending.winners in {0, len(hand.wins)} and ending.also(hand)


def stage(name: str, flavour: Flavour, *, at: int = 0, seeds: int = 40, most: int = 40) -> Game:
    """A game whose hand number ``at`` is the named ending; the others are played freely."""
    ending = ENDINGS[name]
    for seed in range(seeds):
        game = simulate(flavour, seed, {at: ending.plan}, label=f"/{name}/{at}", most=most)
        if len(game.hands) > at and came_true(ending, game.hands[at]):
            return game
    raise LookupError(f"{name}: no seed below {seeds} brings it about")


def parade(flavour: Flavour) -> list[Game]:
    """Every ending, one a hand, in few games; an ending that cannot be staged now waits for the next game."""
    waiting = endings_for(flavour)
    games: list[Game] = []
    while waiting:
        game, staged = _staged_in_a_row(flavour, len(games), waiting)
        games.append(game)
        waiting = [name for name in waiting if name not in staged]
    return games


def _staged_in_a_row(flavour: Flavour, seed: int, names: list[str]) -> tuple[Game, list[str]]:
    """The game in which each hand is the next of these endings that the points allow."""
    able = names.copy()
    while True:
        plans = {at: ENDINGS[name].plan for at, name in enumerate(able)}
        try:
            game = simulate(flavour, seed, plans, label="/parade")
        except ScriptError as error:
            able.pop(error.hand)
        else:
            return game, able[: len(game.hands)]


def _last(game: Game) -> Hand:
    return game.hands[-1]


def _over_by_dealer(game: Game, *, won: bool) -> bool:
    """The game ended on a hand that its dealer kept: agari-yame or tenpai-yame."""
    last = _last(game)
    return bool(last.wins) == won and dealer_stays(last) and min(last.end) >= 0


GAMES: dict[str, Callable[[Game], bool]] = {
    "bust": lambda g: min(_last(g).end) < 0,
    "extension": lambda g: _last(g).wind >= g.flavour.rounds > 0 and min(_last(g).end) >= 0,
    "extension_to_the_end": lambda g: (
        _last(g).wind == g.flavour.rounds and max(_last(g).end) < g.flavour.goal and min(_last(g).end) >= 0
    ),
    "agari_yame": lambda g: _over_by_dealer(g, won=True),
    "tenpai_yame": lambda g: _over_by_dealer(g, won=False),
    "dealer_leads_but_below_the_goal": lambda g: any(
        h.wind >= g.flavour.rounds - 1
        and h.kyoku == g.n
        and dealer_stays(h)
        and top(h.end) == h.dealer
        and max(h.end) < g.flavour.goal
        for h in g.hands[:-1]
    ),
    "leftover_sticks": lambda g: g.leftover > 0,
    "tie": lambda g: len(set(g.points)) < g.n,
    "tie_for_the_first_place": lambda g: g.points.count(max(g.points)) > 1,
    "zero_points_play_on": lambda g: any(0 in h.end for h in g.hands[:-1]),
    "two_ron": lambda g: any(len(h.wins) == 2 for h in g.hands),
    "ronned_riichi": lambda g: any(len(h.riichi_order) > len(h.riichi_paid) for h in g.hands),
    "honba_three": lambda g: any(h.honba >= 3 and h.wins for h in g.hands),
    "suucha_riichi": lambda g: any(h.result == "suucha_riichi" for h in g.hands),
    "everything_called": lambda g: (
        {"chi", "pon", "daiminkan", "kakan", "ankan"} <= {e.kind for h in g.hands for e in h.events}
    ),
    "short": lambda g: len(g.hands) <= g.flavour.rounds * g.n,
}
"""Games by how they go; to be looked for among the seeds."""


def find(flavour: Flavour, name: str, start: int = 0, seeds: int = 3000) -> Game:
    """The first game from the seed ``start`` on that goes as ``GAMES[name]`` says."""
    for seed in range(start, start + seeds):
        game = simulate(flavour, seed)
        if game.points and GAMES[name](game):
            return game
    raise LookupError(f"{name}: no seed from {start} to {start + seeds} at {flavour.name}")
