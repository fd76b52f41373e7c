"""One fault of each check's kind in sound games, and the audit finds that fault: its code, its hand, its seat."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from mjlog.audit import CHECKS, audit
from mjlog.ingest import formats
from mjlog.parsing import DOCUMENTS, Recorded
from mjlog.settlement import settle
from mjlog.tables import TILE, dtypes

SAMPLES = Path(__file__).parents[2] / "sample_logs"
Found = set[tuple[str, int | None, int | None]]


def read(folder: str) -> Recorded:
    paths = sorted(path for path in (SAMPLES / folder).iterdir() if path.is_file())
    rows = [{"source": path.name, "member": None, "content": path.read_bytes()} for path in paths]
    recorded = formats.parser(folder.replace("_", "-")).parse(pl.DataFrame(rows, schema=DOCUMENTS), True)
    return replace(recorded, events=recorded.events.sort("game_id", "hand", "seq"))


@pytest.fixture(scope="module")
def tenhou() -> Recorded:
    return read("tenhou_xml")


@pytest.fixture(scope="module")
def majsoul() -> Recorded:
    return read("majsoul")


def only(recorded: Recorded, game_id: str) -> Recorded:
    frames = {name: getattr(recorded, name) for name in ("games", "players", "hands", "wins", "events")}
    return Recorded(**{name: frame.filter(pl.col("game_id") == game_id) for name, frame in frames.items()})


def found(recorded: Recorded) -> Found:
    findings = audit(recorded, settle(recorded))
    return set(findings.select("check", "hand", "seat").rows())


def first(frame: pl.DataFrame, *conditions: pl.Expr) -> dict:
    """The first row that meets the conditions; a sample that lacks it is a fault of the test."""
    rows = frame.filter(*conditions)
    assert rows.height, "no sample game has what this fault needs"
    return rows.row(0, named=True)


def changed(recorded: Recorded, table: str, at: dict, keys: Iterable[str], **cells: pl.Expr | object) -> Recorded:
    """The record with cells of one row changed."""
    here = pl.all_horizontal(pl.col(key).eq_missing(pl.lit(at[key])) for key in keys)
    frame = getattr(recorded, table)
    new = {
        name: pl.when(here).then(cell if isinstance(cell, pl.Expr) else pl.lit(cell)).otherwise(pl.col(name))
        for name, cell in cells.items()
    }
    frame = frame.with_columns(**{name: cell.cast(dtypes(table)[name]) for name, cell in new.items()})
    return replace(recorded, **{table: frame})


HAND, WIN, EVENT, PLAYER = ("hand",), ("hand", "win"), ("hand", "seq"), ("seat",)
DRAWN = pl.col("result") == "exhaustive_draw"
LATER = pl.col("hand") > 0
GOES_ON = pl.col("hand") < pl.col("hand").max().over("game_id")


def hand_fault(where: list[pl.Expr], cells: Callable[[dict], dict], expected: Callable[[dict], Found]):
    """A fault in a row of hands."""

    def plant(recorded: Recorded) -> tuple[Recorded, Found]:
        row = first(recorded.hands, *where)
        game = only(recorded, row["game_id"])
        return changed(game, "hands", row, HAND, **cells(row)), expected(row)

    return plant


def win_fault(code: str, where: list[pl.Expr], cells: Callable[[dict], dict]):
    """A fault in a row of wins that the check ``code`` names at the winner."""

    def plant(recorded: Recorded) -> tuple[Recorded, Found]:
        row = first(recorded.wins, *where)
        game = only(recorded, row["game_id"])
        return changed(game, "wins", row, WIN, **cells(row)), {(code, row["hand"], row["winner"])}

    return plant


def event_fault(code: str, where: list[pl.Expr], cells: Callable[[dict], dict], seat: Callable[[dict], int | None]):
    """A fault in a row of events."""

    def plant(recorded: Recorded) -> tuple[Recorded, Found]:
        row = first(recorded.events, *where)
        game = only(recorded, row["game_id"])
        return changed(game, "events", row, EVENT, **cells(row)), {(code, row["hand"], seat(row))}

    return plant


def player_fault(code: str, cells: dict):
    def plant(recorded: Recorded) -> tuple[Recorded, Found]:
        complete = recorded.games.filter("complete", pl.col("rules").is_not_null())["game_id"]
        row = first(recorded.players, pl.col("game_id").is_in(complete.implode()), pl.col("recorded_points") > 0)
        game = only(recorded, row["game_id"])
        return changed(game, "players", row, PLAYER, **cells), {(code, None, row["seat"])}

    return plant


def cut_short(recorded: Recorded) -> tuple[Recorded, Found]:
    """The last hand of a game is gone."""
    last = recorded.hands.filter(~GOES_ON & LATER).row(0, named=True)
    game = only(recorded, last["game_id"])
    kept = {name: getattr(game, name).filter(pl.col("hand") != last["hand"]) for name in ("hands", "wins", "events")}
    return replace(game, **kept), {("ending", last["hand"] - 1, None)}


def discarded_wait(recorded: Recorded) -> tuple[Recorded, Found]:
    """The winner by ron has drawn and thrown the winning tile itself."""
    ron = recorded.wins.filter(pl.col("loser").is_not_null()).select("game_id", "hand", "winner", "winning_tile")
    thrown = first(
        recorded.events.with_columns(before=pl.col("kind").shift(1)).join(
            ron, left_on=["game_id", "hand", "seat"], right_on=["game_id", "hand", "winner"], maintain_order="left"
        ),
        pl.col("tsumogiri"),
        pl.col("before") == "draw",
    )
    game = only(recorded, thrown["game_id"])
    drawn = first(game.events, pl.col("hand") == thrown["hand"], pl.col("seq") == thrown["seq"] - 1)
    for row in (drawn, thrown):
        game = changed(game, "events", row, EVENT, tile=pl.lit(thrown["winning_tile"], TILE))
    return game, {("furiten", thrown["hand"], thrown["seat"])}


def other_tile_dealt(recorded: Recorded) -> tuple[Recorded, Found]:
    """Another tile was dealt to the winner than the win needs."""
    win = first(recorded.wins, pl.col("melds").list.len() == 0, pl.col("tiles").list.n_unique() > 8)
    game = only(recorded, win["game_id"])
    deal = first(game.events, pl.col("hand") == win["hand"], pl.col("seat") == win["winner"], pl.col("kind") == "deal")
    thrown = set(
        game.events.filter(pl.col("hand") == win["hand"], pl.col("seat") == win["winner"], pl.col("kind") == "discard")[
            "tile"
        ].cast(pl.String)
    )
    kept = next(tile for tile in deal["consumed"] if tile not in thrown)
    foreign = next(tile for tile in ("1z", "2z", "3z", "4z", "5z", "6z") if tile not in win["tiles"])
    dealt = [foreign if i == deal["consumed"].index(kept) else tile for i, tile in enumerate(deal["consumed"])]
    spoiled = changed(game, "events", deal, EVENT, consumed=pl.lit(pl.Series([dealt], dtype=pl.List(TILE))))
    return spoiled, {("winning-hand", win["hand"], win["winner"])}


def riichi_without_tenpai(recorded: Recorded) -> tuple[Recorded, Found]:
    """A seat that is noten after its first discard says riichi there."""
    hand = first(recorded.hands, DRAWN, pl.col("riichi_0").is_null(), pl.col("calls_0") == 0, ~pl.col("tenpai_0"))
    game = only(recorded, hand["game_id"])
    discard = first(game.events, pl.col("hand") == hand["hand"], pl.col("seat") == 0, pl.col("kind") == "discard")
    said = game.events.filter(pl.col("hand") == hand["hand"], pl.col("seq") == discard["seq"]).with_columns(
        kind=pl.lit("riichi").cast(dtypes("events")["kind"]),
        tile=pl.lit(None, TILE),
        tsumogiri=pl.lit(None, pl.Boolean),
    )
    after = (pl.col("hand") == hand["hand"]) & (pl.col("seq") >= discard["seq"])
    moved = game.events.with_columns(seq=pl.when(after).then(pl.col("seq") + 1).otherwise(pl.col("seq")))
    events = pl.concat([moved, said]).sort("game_id", "hand", "seq")
    spoiled = changed(
        replace(game, events=events), "hands", hand, HAND, riichi_0=1, riichi_order_0=1, riichi_paid_0=True
    )
    return spoiled, {("riichi-tenpai", hand["hand"], 0)}


def called_then_riichi(recorded: Recorded) -> tuple[Recorded, Found]:
    """A riichi of a seat whose pair was called with before."""
    hand, seat = next(
        (row, seat)
        for row in recorded.hands.to_dicts()
        for seat in range(4)
        if row[f"riichi_{seat}"] is None and (row[f"calls_{seat}"] or 0) > 0 and row["result"] == "exhaustive_draw"
    )
    game = only(recorded, hand["game_id"])
    last = game.events.filter(pl.col("hand") == hand["hand"], pl.col("seat") == seat, pl.col("kind") == "discard").row(
        -1, named=True
    )
    said = game.events.filter(pl.col("hand") == hand["hand"], pl.col("seq") == last["seq"]).with_columns(
        kind=pl.lit("riichi").cast(dtypes("events")["kind"]),
        tile=pl.lit(None, TILE),
        tsumogiri=pl.lit(None, pl.Boolean),
    )
    after = (pl.col("hand") == hand["hand"]) & (pl.col("seq") >= last["seq"])
    moved = game.events.with_columns(seq=pl.when(after).then(pl.col("seq") + 1).otherwise(pl.col("seq")))
    events = pl.concat([moved, said]).sort("game_id", "hand", "seq")
    cells = {f"riichi_{seat}": hand[f"discards_{seat}"], f"riichi_order_{seat}": 1, f"riichi_paid_{seat}": True}
    return changed(replace(game, events=events), "hands", hand, HAND, **cells), {("riichi-closed", hand["hand"], seat)}


def late_riichi(recorded: Recorded) -> tuple[Recorded, Found]:
    """Draws before a riichi that leave too few tiles: the wall is as short as if they had been made."""
    riichi = first(recorded.events, pl.col("kind") == "riichi")
    game = only(recorded, riichi["game_id"])
    before = game.events.filter(
        pl.col("hand") == riichi["hand"], pl.col("seq") < riichi["seq"], pl.col("kind") == "draw"
    )
    extra = pl.concat([before] * 70).head(70 - 3 - before.height)
    extra = extra.with_columns(seq=pl.lit(riichi["seq"], pl.UInt16))
    after = (pl.col("hand") == riichi["hand"]) & (pl.col("seq") >= riichi["seq"])
    moved = game.events.with_columns(seq=pl.when(after).then(pl.col("seq") + extra.height).otherwise(pl.col("seq")))
    extra = extra.with_columns(seq=pl.int_range(pl.len(), dtype=pl.UInt16) + riichi["seq"])
    events = pl.concat([moved, extra]).sort("game_id", "hand", "seq")
    return replace(game, events=events), {("riichi-wall", riichi["hand"], riichi["seat"])}


def swapped_discard(code: str, tile_of: Callable[[dict], str], kinds: list[str], last: bool = False):
    """The discard after a call is a tile that the call made equal."""

    def plant(recorded: Recorded) -> tuple[Recorded, Found]:
        events = recorded.events.with_columns(before=pl.col("kind").shift(1), at=pl.col("seq").shift(1))
        row = first(events, pl.col("kind") == "discard", pl.col("before").cast(pl.String).is_in(kinds))
        game = only(recorded, row["game_id"])
        call = first(game.events, pl.col("hand") == row["hand"], pl.col("seq") == row["at"])
        return changed(game, "events", row, EVENT, tile=pl.lit(tile_of(call), TILE)), {(code, row["hand"], row["seat"])}

    return plant


def discard_after_riichi(recorded: Recorded) -> tuple[Recorded, dict]:
    """A discard of a seat in riichi, later than the declaring one, and its game."""
    declared = recorded.events.filter(pl.col("kind") == "riichi").select("game_id", "hand", "seat", at="seq")
    later = recorded.events.join(declared, on=["game_id", "hand", "seat"], maintain_order="left")
    row = first(later, pl.col("kind") == "discard", pl.col("seq") > pl.col("at") + 1)
    return only(recorded, row["game_id"]), row


def discard_in_riichi(recorded: Recorded) -> tuple[Recorded, Found]:
    """After riichi another tile than the drawn one is thrown."""
    game, row = discard_after_riichi(recorded)
    other = "1z" if row["tile"] != "1z" else "2z"
    return changed(game, "events", row, EVENT, tile=pl.lit(other, TILE)), {("after-riichi", row["hand"], row["seat"])}


def kan_in_riichi(recorded: Recorded) -> tuple[Recorded, Found]:
    """A draw and discard after riichi become a closed kan of a tile that was not drawn."""
    game, row = discard_after_riichi(recorded)
    kind = "5z" if row["tile"] != "5z" else "6z"
    cells = {
        "kind": "ankan",
        "tile": pl.lit(kind, TILE),
        "tsumogiri": pl.lit(None, pl.Boolean),
        "consumed": pl.lit(pl.Series([[kind] * 4], dtype=pl.List(TILE))),
    }
    return changed(game, "events", row, EVENT, **cells), {("kan-in-riichi", row["hand"], row["seat"])}


def as_result(code: str, result: str, seat: bool = False):
    """A drawn hand that calls itself an abortive draw without its condition."""
    return hand_fault([DRAWN, GOES_ON], lambda _: {"result": result}, lambda row: {(code, row["hand"], None)})


def five_of_a_kind(recorded: Recorded) -> tuple[Recorded, Found]:
    draws = recorded.events.filter(pl.col("kind") == "draw", pl.col("hand") == 0)
    game = only(recorded, draws["game_id"][0])
    rows = game.events.filter(pl.col("kind") == "draw", pl.col("hand") == 0).head(5).to_dicts()
    for row in rows:
        game = changed(game, "events", row, EVENT, tile=pl.lit("9m", TILE))
    return game, {("copies", 0, None)}


def fourth_red(recorded: Recorded) -> tuple[Recorded, Found]:
    rows = recorded.events.filter(pl.col("kind") == "draw", pl.col("hand") == 0)
    game = only(recorded, rows["game_id"][0])
    for row in game.events.filter(pl.col("kind") == "draw", pl.col("hand") == 0).head(4).to_dicts():
        game = changed(game, "events", row, EVENT, tile=pl.lit("0p", TILE))
    return game, {("reds-in-wall", 0, None)}


def no_yaku_left(recorded: Recorded) -> tuple[Recorded, Found]:
    """A win by open tanyao where open tanyao is not played."""
    win = first(
        recorded.wins,
        ~pl.col("closed"),
        pl.col("yaku").list.contains("tanyao"),
        pl.col("yaku").list.set_difference(["tanyao", "dora", "red_dora"]).list.len() == 0,
    )
    game = only(recorded, win["game_id"])
    games = game.games.with_columns(rule_overrides=pl.lit("open_tanyao=false"))
    return replace(game, games=games), {("no-yaku", win["hand"], win["winner"])}


PLANTS = {
    "delta": hand_fault(
        [GOES_ON],
        lambda row: {"end_0": row["end_0"] + 1000},
        lambda row: {("delta", row["hand"], 0), ("continuity", row["hand"], 0)},
    ),
    "continuity": hand_fault(
        [LATER, GOES_ON],
        lambda row: {"start_1": row["start_1"] - 100},
        lambda row: {("continuity", row["hand"] - 1, 1)},
    ),
    "conservation": hand_fault(
        [LATER], lambda row: {"start_2": row["start_2"] + 5000}, lambda row: {("conservation", row["hand"], None)}
    ),
    "dealer": hand_fault(
        [DRAWN], lambda row: {"dealer": (row["dealer"] + 1) % 3}, lambda row: {("dealer", row["hand"], None)}
    ),
    "next-hand": hand_fault(
        [LATER, DRAWN], lambda row: {"kyoku": row["kyoku"] % 3 + 1}, lambda row: {("next-hand", row["hand"] - 1, None)}
    ),
    "honba": hand_fault(
        [LATER, GOES_ON, DRAWN],
        lambda row: {"honba": row["honba"] + 1},
        lambda row: {("honba", row["hand"] - 1, None), ("honba", row["hand"], None)},
    ),
    "deposits": hand_fault(
        [LATER, GOES_ON, DRAWN],
        lambda row: {"deposits": row["deposits"] + 1},
        lambda row: {("deposits", row["hand"] - 1, None), ("deposits", row["hand"], None)},
    ),
    "ending": cut_short,
    "final-points": player_fault("final-points", {"recorded_points": pl.col("recorded_points") + 100}),
    "final-score": player_fault("final-score", {"recorded_score": pl.col("recorded_score") + 1000}),
    "final-rank": player_fault(
        "final-rank",
        {"recorded_rank": pl.col("recorded_points").rank("ordinal", descending=True).over("game_id") % 3 + 1},
    ),
    "winning-hand": other_tile_dealt,
    "yaku": win_fault("yaku", [pl.col("yaku").list.len() > 1], lambda _: {"yaku": pl.col("yaku").list.slice(1)}),
    "no-yaku": no_yaku_left,
    "han": win_fault("han", [pl.col("han") < 4], lambda row: {"han": row["han"] + 1}),
    "fu": win_fault("fu", [pl.col("han") < 3, pl.col("fu") > 25], lambda row: {"fu": row["fu"] + 10}),
    "limit": win_fault("limit", [pl.col("limit") == "mangan"], lambda _: {"limit": "haneman"}),
    "value": win_fault("value", [pl.col("points") > 0], lambda row: {"points": row["points"] + 100}),
    "yakuman": win_fault("yakuman", [pl.col("yakuman") == 1], lambda _: {"yakuman": 2}),
    "dora": win_fault("dora", [pl.col("dora").is_not_null()], lambda row: {"dora": row["dora"] + 1}),
    "ura-dora": win_fault("ura-dora", [pl.col("ura").is_not_null()], lambda row: {"ura": row["ura"] + 1}),
    "red-fives": win_fault("red-fives", [pl.col("red") > 0], lambda row: {"red": row["red"] - 1}),
    "kita": win_fault("kita", [pl.col("kita") > 0], lambda row: {"kita": row["kita"] - 1}),
    "closed": win_fault("closed", [pl.col("closed")], lambda _: {"closed": False}),
    "furiten": discarded_wait,
    "tenpai-at-draw": hand_fault(
        [DRAWN, pl.col("tenpai_0")], lambda _: {"tenpai_0": False}, lambda row: {("tenpai-at-draw", row["hand"], 0)}
    ),
    "riichi-tenpai": riichi_without_tenpai,
    "riichi-closed": called_then_riichi,
    "riichi-points": hand_fault(
        [pl.col("riichi_0").is_not_null()], lambda _: {"start_0": 900}, lambda row: {("riichi-points", row["hand"], 0)}
    ),
    "riichi-wall": late_riichi,
    "nagashi": hand_fault(
        [pl.col("result") == "nagashi_mangan"],
        lambda row: {f"nagashi_{nagashi_seat(row)}": False},
        lambda row: {("nagashi", row["hand"], nagashi_seat(row))},
    ),
    "wall-empty": hand_fault(
        [DRAWN], lambda row: {"draws": row["draws"] - 1}, lambda row: {("wall-empty", row["hand"], None)}
    ),
    "kyuushu": hand_fault(
        [pl.col("result") == "kyuushu_kyuuhai"],
        lambda row: {"offender": (row["offender"] + 1) % 3},
        lambda row: {("kyuushu", row["hand"], None)},
    ),
    "four-winds": as_result("four-winds", "suufon_renda"),
    "four-kans": as_result("four-kans", "suukaikan"),
    "four-riichi": hand_fault(
        [DRAWN, GOES_ON, pl.col("riichi_order_0") > 0],
        lambda _: {"result": "suucha_riichi"},
        lambda row: {("four-riichi", row["hand"], None)},
    ),
    "triple-ron": as_result("triple-ron", "sancha_hou"),
    "tile-held": event_fault(
        "tile-held",
        [pl.col("kind") == "discard", pl.col("seq") < 12, pl.col("tile") != "1z"],
        lambda _: {"tile": pl.lit("0s", TILE)},
        lambda row: row["seat"],
    ),
    "call-fits": event_fault(
        "call-fits",
        [pl.col("kind") == "pon"],
        lambda _: {"consumed": pl.lit(pl.Series([["1z", "2z"]], dtype=pl.List(TILE)))},
        lambda row: row["seat"],
    ),
    "call-source": event_fault(
        "call-source", [pl.col("kind") == "pon"], lambda row: {"from_seat": row["seat"]}, lambda row: row["seat"]
    ),
    "turn": event_fault(
        "turn",
        [pl.col("kind") == "draw", pl.col("seq") > 8],
        lambda row: {"seat": (row["seat"] + 1) % 3},
        lambda row: (row["seat"] + 1) % 3,
    ),
    "after-riichi": discard_in_riichi,
    "kan-in-riichi": kan_in_riichi,
    "kuikae": swapped_discard("kuikae", lambda call: call["tile"], ["chi", "pon"]),
    "deal": event_fault(
        "deal", [pl.col("kind") == "deal"], lambda row: {"consumed": other_first(row)}, lambda row: row["seat"]
    ),
    "draws": event_fault(
        "draws",
        [pl.col("kind") == "draw", pl.col("tile") != "7z"],
        lambda _: {"tile": pl.lit("7z", TILE)},
        lambda row: row["seat"],
    ),
    "indicators": hand_fault(
        [pl.col("dora_indicators").list.len() > 0],
        lambda row: {"dora_indicators": other_indicator(row)},
        lambda row: {("indicators", row["hand"], None)},
    ),
    "copies": five_of_a_kind,
    "reds-in-wall": fourth_red,
    "kan-indicators": hand_fault(
        [pl.col("dora_indicators").list.len() > 2],
        lambda _: {"dora_indicators": pl.col("dora_indicators").list.slice(0, 2)},
        lambda row: {("kan-indicators", row["hand"], None)},
    ),
    "riichi-stick": hand_fault(
        [pl.col("riichi_paid_0")], lambda _: {"riichi_paid_0": False}, lambda row: {("riichi-stick", row["hand"], 0)}
    ),
    "pao": win_fault(
        "pao",
        [pl.col("pao").is_not_null()],
        lambda row: {
            "pao": (row["winner"] + 1) % 4 if (row["winner"] + 1) % 4 != row["pao"] else (row["winner"] + 2) % 4
        },
    ),
}


def nagashi_seat(row: dict) -> int:
    return next(seat for seat in range(4) if row[f"nagashi_{seat}"])


def other_first(row: dict) -> pl.Expr:
    tile = "7z" if row["consumed"][0] != "7z" else "6z"
    return pl.lit(pl.Series([[tile, *row["consumed"][1:]]], dtype=pl.List(TILE)))


def other_indicator(row: dict) -> pl.Expr:
    tile = "7z" if row["dora_indicators"][0] != "7z" else "6z"
    return pl.lit(pl.Series([[tile, *row["dora_indicators"][1:]]], dtype=pl.List(TILE)))


SEEDED = {"deal", "draws", "indicators"}
"""Faults against the wall need games whose seed is published."""
OF_THEIR_OWN = {"dice", "wall-digest"}
"""Checks whose faults have a test of their own."""


def test_sound_games_have_no_findings(tenhou: Recorded, majsoul: Recorded) -> None:
    assert found(tenhou) == set()
    assert found(majsoul) == set()


@pytest.mark.parametrize("code", sorted(PLANTS))
def test_a_planted_fault_is_found_by_code_hand_and_seat(code: str, tenhou: Recorded) -> None:
    recorded = seeded(tenhou) if code in SEEDED else tenhou
    spoiled, expected = PLANTS[code](recorded)
    assert expected
    assert expected <= found(spoiled)


def test_other_dice_than_the_seed_throws_are_found(tenhou: Recorded) -> None:
    game = seeded(tenhou)
    row = first(game.hands, pl.col("dice").is_not_null())
    one, other = row["dice"]
    dice = pl.lit(pl.Series([[one % 6 + 1, other]], dtype=pl.List(pl.UInt8)))
    spoiled = changed(only(game, row["game_id"]), "hands", row, HAND, dice=dice)
    assert ("dice", row["hand"], None) in found(spoiled)


def test_a_wall_that_is_not_the_one_promised_is_found(majsoul: Recorded) -> None:
    row = first(majsoul.hands, pl.col("wall_digest").is_not_null(), pl.col("wall").is_not_null())
    wall = row["wall"]
    swapped = wall[-2:] + wall[2:-2] + wall[:2]
    spoiled = changed(only(majsoul, row["game_id"]), "hands", row, HAND, wall=swapped)
    assert ("wall-digest", row["hand"], None) in found(spoiled)


def test_every_check_has_a_planted_fault() -> None:
    assert set(PLANTS) | OF_THEIR_OWN == set(CHECKS)


def seeded(recorded: Recorded) -> Recorded:
    """The games whose walls follow from a published seed."""
    ids = recorded.games.filter(pl.col("wall_seed").str.starts_with("mt19937ar-sha512-n288-base64,"))["game_id"]
    kept = pl.col("game_id").is_in(ids.implode())
    return Recorded(
        **{name: getattr(recorded, name).filter(kept) for name in ("games", "players", "hands", "wins", "events")}
    )
