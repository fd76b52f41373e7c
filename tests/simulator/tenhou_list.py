"""Writes Tenhou's lists of results (TENHOU 11): one line a game, players by rank with their scores."""

import html

from mjlog.vocabulary import Length
from tests.simulator.model import Game
from tests.simulator.sitting import sitting

ROOMS = {"sca": "般", "scb": "上", "scc": "鳳", "scd": "琥", "sce": "技", "scf": "般"}
WITH_LINK = frozenset({"scc", "sce", "scf"})
WITH_CHIPS = frozenset({"scd", "sce"})


def _rule(game: Game, kind: str) -> str:
    flavour = game.flavour
    length = "南" if flavour.length == Length.HANCHAN else "東"
    eaten, red = "喰" if flavour.open_tanyao else "－", "赤" if flavour.reds else "－"
    return f"{'三' if game.n == 3 else '四'}{ROOMS[kind]}{length}{eaten}{red}－"


def _score(score: int) -> str:
    return "0.0" if score == 0 else f"{score / 1000:+.1f}"


def chips(game: Game) -> list[int]:
    """Chips invented for the tables that have them; the sum is zero."""
    first = game.seed % 5 + 1
    return [first, -first, *[0] * (game.n - 2)]


def _players(game: Game, kind: str) -> str:
    won = chips(game)
    out = []
    for rank in range(1, game.n + 1):
        seat = game.ranks.index(rank)
        extra = f",{won[seat]:+d}枚" if kind in WITH_CHIPS else ""
        out.append(f"{game.names[seat]}({_score(game.scores[seat])}{extra})")
    return " ".join(out)


def minutes(game: Game) -> int:
    """How long the game is said to have lasted."""
    return 3 * len(game.hands)


def list_line(game: Game, kind: str) -> str:
    """The game's line in a list of that kind (``sca`` … ``scf``)."""
    at = sitting(game)
    start = f"{at.started:%H}:{game.seed % 60:02d}"
    link = f'<a href="http://tenhou.net/0/?log={at.log_id}">牌譜</a>'
    columns = [start, f"{minutes(game):02d}", _rule(game, kind)]
    if kind == "sca":
        columns = ["L1001", start, _rule(game, kind)]
    if kind == "scf":
        columns = ["C0431", start, _rule(game, kind)]
    if kind in WITH_LINK:
        columns.append(link)
    players = _players(game, kind)
    return " | ".join([*columns, html.escape(players, quote=False) + "<br>" if kind in WITH_LINK else players])


def write_list(games: list[Game], kind: str) -> str:
    """A list's text."""
    return "".join(list_line(game, kind) + "\r\n" for game in games)
