"""The tiles of a game in compact notation, so that a finding can be looked at: a line a seat and hand.

``dealt 13 tiles`` and then what the seat did, in order: ``5s>1z`` drew the first and discarded the second, ``9m*``
discarded what it drew, ``riichi`` stands before its discard, ``pon 555z<2`` called from seat 2 and discards next. One
game is a thousand events at most; this is wording, not counting, and so it is written as it is read.
"""

from typing import Any

import polars as pl

from mjlog.tiles import TILES, tile_text
from mjlog.vocabulary import EventKind

_CALLS = {str(kind) for kind in (EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN)}
_OWN = {str(kind) for kind in (EventKind.ANKAN, EventKind.KAKAN, EventKind.KITA)}


def tile_lines(hands: pl.DataFrame, events: pl.DataFrame, whats: list[str], names: list[str]) -> str:
    """All hands of a game; empty where there are no events.

    Args:
        hands: the game's hands, in order.
        events: its events.
        whats: what came of each hand, in words.
        names: what to call the seats.
    """
    by_hand = events.sort("hand", "seq").partition_by("hand", as_dict=True)
    pages = [
        _page(hand, what, by_hand[(hand["hand"],)].to_dicts(), names)
        for hand, what in zip(hands.to_dicts(), whats, strict=True)
        if (hand["hand"],) in by_hand
    ]
    return "\n".join(pages)


def _page(hand: dict[str, Any], what: str, events: list[dict[str, Any]], names: list[str]) -> str:
    """One hand: its name, what came of it and the indicators, then a line a seat."""
    dora = _short(hand["dora_indicators"] or [])
    ura = _short(hand["ura_indicators"] or [])
    head = f"{hand['round_wind']}{hand['kyoku']}-{hand['honba']}  {what}"
    lines = [head + (f"  indicators {dora}" if dora else "") + (f"  ura {ura}" if ura else "")]
    for seat, name in enumerate(names):
        own = [event for event in events if event["seat"] == seat]
        lines.append(f"  {name}: {_way(own)}")
    return "\n".join(lines) + "\n"


def _way(events: list[dict[str, Any]]) -> str:
    """What one seat did, in order."""
    words: list[str] = []
    drawn = ""
    for event in events:
        kind, tile = str(event["kind"]), event["tile"] or ""
        if kind == EventKind.DEAL:
            words.append(_short(sorted(event["consumed"] or [], key=_order)) + " |")
        elif kind == EventKind.DRAW:
            drawn = tile
        elif kind == EventKind.DISCARD:
            words.append(f"{tile}*" if event["tsumogiri"] else f"{drawn}>{tile}" if drawn else f">{tile}")
            drawn = ""
        elif kind in _CALLS:
            words.append(f"{kind} {_short([tile, *event['consumed']])}<{event['from_seat']}")
        elif kind in _OWN:
            words.append(f"{drawn}>{kind} {_short(event['consumed'] or [tile])}")
            drawn = ""
        elif kind == EventKind.RIICHI:
            words.append("riichi")
    return " ".join([*words, f"{drawn}!"] if drawn else words)


def _short(tiles: list[str]) -> str:
    return tile_text([TILES.index(tile) for tile in tiles])


def _order(tile: str) -> tuple[str, str]:
    """By suit, a red five beside the others."""
    return tile[1], "5" if tile[0] == "0" else tile[0]
