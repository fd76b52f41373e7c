"""Recorded games written down in a few words, for tests of the settlement.

``recorded(ron(2, 0, han=3, fu=40), draw(0, 2))`` is a game of two hands. A hand begins at East 1 without counters and
with 25000 points unless it says otherwise: every hand is settled by itself, or counted on where the test asks for it.
"""

from collections.abc import Sequence

from mjlog.parsing import Recorded, Rows
from mjlog.rules import RuleSet, load, override
from mjlog.settlement import Settled, settle
from mjlog.tables import seats

BASE = {4: "default", 3: "default-3p"}
"""The rule set a test starts from, by number of players."""


def rules(text: str = "", base: str = "default") -> RuleSet:
    return override(load(base), text)


def tsumo(winner: int, **value) -> dict:
    return hand("tsumo", wins=[{"winner": winner, **_value(value)}], **value)


def ron(winner: int, loser: int, **value) -> dict:
    return hand("ron", wins=[{"winner": winner, "loser": loser, **_value(value)}], **value)


def several_ron(loser: int, winners: dict[int, dict], **counters) -> dict:
    """Several winners of one discard: seat to value."""
    wins = [{"winner": seat, "loser": loser, **_value(dict(value))} for seat, value in winners.items()]
    return hand("ron", wins=wins, **counters)


def draw(*tenpai: int, **counters) -> dict:
    return hand("exhaustive_draw", tenpai=tenpai, **counters)


def nagashi(*made: int, tenpai: tuple[int, ...] = (), **counters) -> dict:
    return hand("nagashi_mangan", nagashi=made, tenpai=tenpai, **counters)


_VALUE = {
    "pao": None,
    "han": None,
    "fu": None,
    "limit": None,
    "points": None,
    "yaku": None,
    "yaku_han": None,
    "pao_yaku": None,
}


def _value(given: dict) -> dict:
    """Takes the value of a win out of what was given; ``yakuman`` names or counts units."""
    value = {name: given.pop(name, default) for name, default in _VALUE.items()}
    yakuman = given.pop("yakuman", 0)
    if isinstance(yakuman, (list, tuple)):
        value |= {"yaku": list(yakuman), "yaku_han": [13] * len(yakuman)}
        yakuman = len(yakuman)
    return value | {"yakuman": yakuman}


def hand(result: str, *, at: str = "E1-0", wins=(), riichi=(), ronned=None, tenpai=None, nagashi=None, **other) -> dict:
    """Columns of a hand and its winners.

    Args:
        at: ``E2-1``: round, number, honba.
        riichi: seats whose stick was paid, in order.
        ronned: seat whose riichi tile was ronned.
        other: further columns; ``deposits``, ``start`` and ``end`` (a list by seat), ``dealer``.
    """
    order = [*riichi, *([] if ronned is None else [ronned])]
    return {
        "round_wind": at[0],
        "kyoku": int(at[1]),
        "honba": int(at[3:]),
        "deposits": 0,
        "result": result,
        "wins": [dict(win) for win in wins],
        "riichi": order,
        "ronned": ronned,
        "tenpai": tenpai,
        "nagashi": nagashi,
        **other,
    }


def recorded(*hands: dict, game_id: str = "game", **game) -> Recorded:
    """A game of these hands, as a parser would give it."""
    return games({game_id: hands}, **game)


def games(
    hands_by_game: dict[str, Sequence[dict]],
    *,
    n_players: int = 4,
    named: str | None = "default",
    chips: Sequence[int | None] = (None,) * 4,
    **game,
) -> Recorded:
    """A batch of games alike."""
    rows = {table: Rows(table) for table in ("games", "players", "hands", "wins")}
    for game_id, hands in hands_by_game.items():
        rows["games"].add(
            **{
                "game_id": game_id, "format": "test", "source": "test", "n_players": n_players, "first_dealer": 0,
                "complete": True, "rules": named, "length": "hanchan", **game,
            }
        )  # fmt: skip
        for seat in range(n_players):
            rows["players"].add(game_id=game_id, seat=seat, chips=chips[seat])
        for number, one in enumerate(hands):
            _add_hand(rows, game_id, number, dict(one), n_players)
    return Recorded(**{table: part.frame() for table, part in rows.items()})


def _add_hand(rows: dict[str, Rows], game_id: str, number: int, one: dict, n_players: int) -> None:
    wins, order, ronned = one.pop("wins"), one.pop("riichi"), one.pop("ronned")
    tenpai, made = one.pop("tenpai"), one.pop("nagashi")
    start = one.pop("start", [25000] * n_players)
    columns = {"game_id": game_id, "hand": number, "dealer": one["kyoku"] - 1, **one}
    for seat in range(n_players):
        columns[f"start_{seat}"] = start[seat]
        if "end" in one:
            columns[f"end_{seat}"] = columns["end"][seat]
        if seat in order:
            columns[f"riichi_{seat}"] = 5
            columns[f"riichi_order_{seat}"] = order.index(seat) + 1
            columns[f"riichi_paid_{seat}"] = seat != ronned
        if tenpai is not None:
            columns[f"tenpai_{seat}"] = seat in tenpai
        if made is not None:
            columns[f"nagashi_{seat}"] = seat in made
    columns.pop("end", None)
    rows["hands"].add(**columns)
    for place, win in enumerate(wins):
        rows["wins"].add(game_id=game_id, hand=number, win=place, **win)


def settled(*hands: dict, under: RuleSet | str = "", n_players: int = 4, carried: bool = False, **game) -> Settled:
    """The settlement of a game of these hands under a rule set, or under the default with switches changed."""
    book = rules(under, BASE[n_players]) if isinstance(under, str) else under
    return settle(recorded(*hands, n_players=n_players, **game), book, carried=carried)


def change(one: dict, under: RuleSet | str = "", n_players: int = 4) -> list[int]:
    """Change of each seat's points over a hand, riichi sticks included."""
    return list(settled(one, under=under, n_players=n_players).hands.select(seats("delta", n_players)).row(0))


def gains(one: dict, under: RuleSet | str = "", n_players: int = 4) -> list[int]:
    """The same without the riichi sticks laid in this hand, as score tables usually print it."""
    flows = settled(one, under=under, n_players=n_players).flows.filter(hand=0)
    paid = dict(flows.filter(reason="riichi").select("payer", "points").iter_rows())
    return [delta + paid.get(seat, 0) for seat, delta in enumerate(change(one, under, n_players))]
