"""Writes games as score sheets (hands-json): results without tiles."""

import json
from typing import Any

from tests.simulator.model import Game, Hand, Win


def _win(win: Win) -> dict[str, Any]:
    out: dict[str, Any] = {"winner": win.winner}
    if win.loser is not None:
        out["loser"] = win.loser
    if win.value.yakuman:
        out["yakuman"] = [key for key, _ in win.value.yaku]
    elif win.value.limit == "kazoe":
        out["yakuman"] = ["kazoe"]
    else:
        out |= {"han": win.value.han, "fu": win.value.fu}
    if win.pao is not None:
        covered = [key for key, _ in win.value.yaku if key in {"daisangen", "daisuushii"}]
        out["pao"] = win.pao if len(win.value.yaku) == 1 else {"seat": win.pao, "yaku": covered}
    return out


def _hand(hand: Hand, *, counters: bool, deltas: bool) -> dict[str, Any]:
    out: dict[str, Any] = {"result": hand.result}
    if counters:
        out |= {"hand": f"{'ESWN'[hand.wind]}{hand.kyoku}", "honba": hand.honba, "deposits": hand.deposits}
    if hand.riichi_paid:
        out["riichi"] = hand.riichi_paid
    ronned = [seat for seat in hand.riichi_order if seat not in hand.riichi_paid]
    if ronned:
        out["riichi_ronned"] = ronned[0]
    if hand.wins:
        out["wins"] = [_win(win) for win in hand.wins]
    if hand.result in {"exhaustive_draw", "nagashi_mangan"}:
        out["tenpai"] = [seat for seat, ready in enumerate(hand.tenpai) if ready]
    if hand.nagashi:
        out["nagashi"] = hand.nagashi
    if hand.offender is not None:
        out["by"] = hand.offender
    if deltas:
        out["delta"] = [end - start for start, end in zip(hand.start, hand.end, strict=True)]
    return out


def sheet(game: Game, game_id: str, *, counters: bool = False, deltas: bool = False) -> dict[str, Any]:
    """A game's sheet; without ``counters`` it leaves to the rules what follows from them."""
    out: dict[str, Any] = {
        "format": "mjlog-hands/1",
        "game_id": game_id,
        "rules": game.flavour.rules,
        "players": game.names,
        "start": [game.flavour.start] * game.n,
        "hands": [_hand(hand, counters=counters, deltas=deltas) for hand in game.hands],
    }
    if game.points:
        out["final"] = {"points": game.points, "scores": [score / 1000 for score in game.scores]}
    return out


def write_sheet(content: dict[str, Any]) -> str:
    """A sheet as a person would keep it: a line a hand."""
    lines = [
        f'  "{key}": {json.dumps(value, ensure_ascii=False)}'
        for key, value in content.items()
        if key not in {"hands", "final"}
    ]
    hands = ",\n".join(f"    {json.dumps(hand, ensure_ascii=False)}" for hand in content["hands"])
    lines.append(f'  "hands": [\n{hands}\n  ]')
    if "final" in content:
        lines.append(f'  "final": {json.dumps(content["final"], ensure_ascii=False)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"
