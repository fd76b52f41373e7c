"""Values of random hands rich in rare shapes against the library ``mahjong``."""

import numpy as np
import polars as pl
import pytest

from mjlog.hands import evaluate
from mjlog.hands.evaluation import SITUATIONAL
from mjlog.rules import load
from mjlog.tables import MELD, TILE
from mjlog.tiles import MELDS
from tests.hands.oracle import Won, library, optional_rules, tile
from tests.hands.random_hands import POOLS, many
from tests.hands.written import changed, lists


def meld_text(kind, ids):
    tiles = sorted((tile(number) for number in ids), key=lambda text: (text[0] != "0", text))
    return f"{kind} {''.join(text[0] for text in tiles)}{tiles[0][1]}"


def deal(rng):
    """A random won hand; None where the tiles ran out."""
    copies = {kind: list(rng.permutation(4)) for kind in range(34)}

    def take(kind, number):
        ids = copies[kind]
        return [4 * kind + ids.pop() for _ in range(number)] if len(ids) >= number else None

    pool = POOLS[["all", "one suit", "suit and honors", "two suits", "outside"][rng.integers(5)]]
    form = rng.random()
    parts, melds = [], []
    if form < 0.06:
        parts = [take(kind, 2) for kind in rng.choice(POOLS["all"] if rng.random() < 0.3 else pool, 7, replace=False)]
    elif form < 0.08:
        kinds = POOLS["outside"]
        parts = [take(kind, 1) for kind in kinds] + [take(rng.choice(kinds), 1)]
    else:
        called, triplets = rng.choice([0, 0, 0.3, 0.8]), rng.choice([0.1, 0.4, 0.9])
        honors = [27, 28, 29, 30, 31, 32, 33]
        for _ in range(4):
            kind = int(rng.choice(honors if rng.random() < 0.1 else pool))
            run = kind < 27 and kind % 9 < 7 and rng.random() > triplets
            if run:
                tiles = [take(kind + step, 1) for step in range(3)]
                tiles = None if None in tiles else [one for (one,) in tiles]
                name = "chi"
            else:
                name = rng.choice(["pon", "pon", "daiminkan", "kakan", "ankan"])
                tiles = take(kind, 3 if name == "pon" else 4)
            if name == "ankan" or (name in {"daiminkan", "kakan"}) or rng.random() < called:
                melds.append((str(name), tiles))
            else:
                parts.append(tiles)
        parts.append(take(int(rng.choice(pool)), 2))
    if None in parts or any(tiles is None for _, tiles in melds):
        return None
    tiles = sorted(number for part in parts for number in part)
    rest = [4 * kind + copy for kind, ids in copies.items() for copy in ids]
    indicators = [int(number) for number in rng.choice(rest, 2 + 2 * rng.integers(3), replace=False)]
    half = len(indicators) // 2
    won = Won(
        tiles, int(rng.choice(tiles)), melds, bool(rng.random() < 0.5), int(rng.integers(4)), int(rng.integers(4)),
        indicators[:half], indicators[half:], set(),
    )  # fmt: skip
    won.yaku = situation(rng, won)
    return won


def situation(rng, won):
    closed = all(kind == "ankan" for kind, _ in won.melds)
    kan = any(kind not in {"chi", "pon"} for kind, _ in won.melds)
    yaku = set()
    if closed and rng.random() < 0.5:
        yaku.add("riichi" if rng.random() < 0.8 else "double_riichi")
        if rng.random() < 0.4 and not kan:
            yaku.add("ippatsu")
    chance = rng.random()
    if won.tsumo and chance < 0.1 and kan:
        yaku.add("rinshan_kaihou")
    elif chance < 0.1 and not won.tsumo and "ippatsu" not in yaku:
        yaku.add("chankan")
    elif chance < 0.2 and "ippatsu" not in yaku:
        yaku.add("haitei" if won.tsumo else "houtei")
    elif chance < 0.22 and closed and not won.melds and won.tsumo:
        yaku = {"tenhou" if won.seat == 0 else "chiihou"}
    return yaku


def frame_of(hands):
    return pl.DataFrame(
        {
            "tiles": pl.Series([[tile(number) for number in won.tiles] for won in hands], dtype=pl.List(TILE)),
            "winning_tile": pl.Series([tile(won.winning) for won in hands], dtype=TILE),
            "melds": pl.Series([[meld_text(*meld) for meld in won.melds] for won in hands], dtype=pl.List(MELD)),
            "winner": pl.Series([won.seat for won in hands], dtype=pl.UInt8),
            "loser": pl.Series([None if won.tsumo else (won.seat + 1) % 4 for won in hands], dtype=pl.UInt8),
            "dealer": pl.Series([0] * len(hands), dtype=pl.UInt8),
            "round_wind": pl.Series(["ESWN"[won.round] for won in hands], dtype=pl.Enum(list("ESWN"))),
            "dora_indicators": pl.Series([[tile(n) for n in won.dora] for won in hands], dtype=pl.List(TILE)),
            "ura_indicators": pl.Series([[tile(n) for n in won.ura] for won in hands], dtype=pl.List(TILE)),
            **{key: [key in won.yaku for won in hands] for key in SITUATIONAL},
        }
    )


@pytest.fixture(scope="module")
def hands():
    rng = np.random.default_rng(2024)
    found = []
    while len(found) < many(4000, 400_000):
        won = deal(rng)
        if won:
            found.append(won)
    assert all(meld_text(*meld) in MELDS for won in found for meld in won.melds)
    return found


@pytest.mark.parametrize("majsoul", [False, True])
def test_random_hands_are_worth_what_the_library_says(hands, majsoul):
    rules = changed(load("majsoul" if majsoul else "tenhou"), kiriage_mangan=majsoul, yakuman_stack="stack")
    options = optional_rules(rules)
    values = evaluate(frame_of(hands), rules)
    yaku = lists(values)
    rows = values.select("points", "han", "fu", "yakuman").rows()
    seen = set()
    for won, (points, han, fu, units), names in zip(hands, rows, yaku, strict=True):
        right = library(won, options)
        if majsoul and "tenhou" in names:
            continue  # of a dealer's fourteen tiles any may be the last: the library goes by the one named
        assert points == right.points, won
        if not right.yakuman:
            assert (han, units) == (right.han, 0), won
            assert fu == right.fu or not points, won
        assert names == right.yaku, won
        seen |= names
    assert len(seen) > 40
