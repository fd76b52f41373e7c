"""Hands written as a player writes them, for the tests."""

import dataclasses

import polars as pl

from mjlog.hands import evaluate, with_yaku
from mjlog.hands.notation import read_hand
from mjlog.hands.single import Situation, value
from mjlog.rules import RuleSet, load
from mjlog.tiles import tile_codes

TENHOU = load("tenhou")
MAJSOUL = load("majsoul")


def changed(rules: RuleSet, **switches):
    return dataclasses.replace(rules, **switches)


def valued(text, *melds, rules=TENHOU, dora="", ura="", yaku=(), **situation):
    """A hand's value as a dict; ``yaku`` maps each yaku to its han, ``names`` is the set of them without dora."""
    yaku = (yaku,) if isinstance(yaku, str) else tuple(yaku)
    where = Situation(dora=tuple(tile_codes(dora)), ura=tuple(tile_codes(ura)), yaku=yaku, **situation)
    row = value(read_hand(text, melds), where, rules).with_columns(
        pl.col("yaku").list.eval(pl.element().cast(pl.String))
    )
    found = row.row(0, named=True)
    found["yaku"] = dict(zip(found["yaku"], found["yaku_han"], strict=True))
    found["names"] = set(found["yaku"]) - {"dora", "ura_dora", "red_dora", "kita"}
    return found


def lists(values: pl.DataFrame) -> list[set[str]]:
    """Yaku of each row without dora."""
    found = with_yaku(values)["yaku"].list.eval(pl.element().cast(pl.String))
    return [set(names) - {"dora", "ura_dora", "red_dora", "kita"} for names in found]


__all__ = ["MAJSOUL", "TENHOU", "changed", "evaluate", "lists", "valued"]
