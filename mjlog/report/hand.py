"""One hand in words: yaku, fu by item, payments; or waits, or how far it is."""

import polars as pl

from mjlog.hands.single import Situation
from mjlog.vocabulary import DORA_KEYS, YAKU

FU_ITEMS = {
    "fu_closed_ron": "closed ron",
    "fu_tsumo": "tsumo",
    "fu_wait": "wait",
    "fu_pair": "pair",
    "fu_triplets": "triplets",
    "fu_kans": "kans",
    "fu_open": "open hand without fu",
}
_BASE_FU = 20


def value_text(values: pl.DataFrame, situation: Situation) -> str:
    """A valued hand of one row, as :func:`mjlog.hands.single.value` gives it for this situation."""
    row = values.with_columns(pl.col("yaku").list.eval(pl.element().cast(pl.String))).row(0, named=True)
    if row["form"] is None:
        return "not a winning hand"
    lines = [
        _yaku_line(key, han, yakuman=row["yakuman"] > 0) for key, han in zip(row["yaku"], row["yaku_han"], strict=True)
    ]
    if row["points"] == 0:
        return "\n".join([*lines, "complete, but without enough yaku: it cannot win", _fu_line(row)])
    fu = [] if row["yakuman"] else [_fu_line(row)]
    return "\n".join([*lines, *fu, _size(row), _payments(row, situation)])


def progress_text(progress: pl.DataFrame) -> str:
    """A hand's way to tenpai, of one row, as :func:`mjlog.hands.single.progress` gives it."""
    row = progress.with_columns(pl.col("tiles").list.eval(pl.element().cast(pl.String))).row(0, named=True)
    if row["shanten"] == -1:
        return "complete; write the winning tile after a plus sign to have it valued"
    tiles = "" if row["tiles"] is None else f": {' '.join(row['tiles'])} ({row['left']} tiles left)"
    if row["shanten"] == 0:
        return f"tenpai{', waiting for' + tiles[1:] if tiles else ' after the right discard'}"
    forms = {"standard": "four sets and a pair", "seven_pairs": "seven pairs", "thirteen_orphans": "thirteen orphans"}
    ways = [f"{name} {row[form]}" for form, name in forms.items() if row[form] is not None]
    nearer = f"\nnearer with{tiles[1:]}" if tiles else ""
    return f"{row['shanten']}-shanten ({', '.join(ways)}){nearer}"


def _yaku_line(key: str, han: int, *, yakuman: bool) -> str:
    info = YAKU[key]
    worth = f"{'double ' if han > 13 else ''}yakuman" if yakuman and key not in DORA_KEYS else f"{han} han"
    return f"{info.en} {info.ja}  {worth}"


def _fu_line(row: dict[str, int]) -> str:
    if not row["fu"]:
        return "no fu"
    if row["fu"] == 25:
        return "25 fu: seven pairs"
    items = {"win": _BASE_FU, **{name: row[column] for column, name in FU_ITEMS.items() if row[column]}}
    text = " + ".join(f"{fu} {name}" for name, fu in items.items())
    total = sum(items.values())
    return f"{row['fu']} fu: {text}" + (f" = {total}, rounded up" if total != row["fu"] else "")


def _size(row: dict[str, object]) -> str:
    if row["yakuman"]:
        return "yakuman" if row["yakuman"] == 1 else f"{row['yakuman']} yakuman"
    return f"{row['han']} han {row['fu']} fu" + (f", {row['limit']}" if row["limit"] else "")


def _payments(row: dict[str, object], situation: Situation) -> str:
    honba = ", honba included" if situation.honba else ""
    if row["from_discarder"] is not None:
        return f"{row['received']} from the discarder{honba}"
    if row["from_dealer"] is None:
        return f"{row['received']}: {row['from_child']} from each{honba}"
    others = "each of the others" if situation.n_players == 4 else "the other"
    return f"{row['received']}: {row['from_dealer']} from the dealer, {row['from_child']} from {others}{honba}"
