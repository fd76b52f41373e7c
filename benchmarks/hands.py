"""How fast hands are valued, waits and shanten found and play followed, as ratios measured in one run.

    python benchmarks/hands.py --logs tenhou_xml.zip --wins 1000000

The wins are those of the archive as the events tell them, replicated to the number asked for. Compared on one thread,
in processor seconds, best of several runs:

    mjlog       a frame of wins to a frame of values (yaku, han, fu by item, points); of hands to waits and to shanten
    riichienv   its compiled evaluator, every input object built beforehand, a call a hand
    mahjong     the pure Python library, likewise

The peers see the four-player wins once; what they make of them is compared with what Tenhou paid. A peer that is not
installed is left out.
"""

import os

os.environ["POLARS_MAX_THREADS"] = "1"  # read when polars is imported

import argparse
import gzip
import importlib.util
import time
import zipfile
from collections import Counter
from pathlib import Path

import polars as pl

from mjlog.hands import evaluate, moments, shanten, wait_sets
from mjlog.parsing import DOCUMENTS
from mjlog.rules import load
from mjlog.tiles import KIND_OF, TILES, tile_codes
from parsers.tenhou_xml import PARSER

RED_ID = {34: 16, 35: 52, 36: 88}
SLOW = 5_000
"""Hands that the pure Python library is timed on."""


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = Path(os.environ.get("MJLOG_REAL_LOGS", ".")) / "tenhou_xml.zip"
    arguments.add_argument("--logs", type=Path, default=default, help="ZIP archive of Tenhou XML")
    arguments.add_argument("--wins", type=int, default=1_000_000)
    arguments.add_argument("--runs", type=int, default=5)
    options = arguments.parse_args()
    recorded = read(options.logs)
    followed = moments(recorded.events, recorded.hands, recorded.games, recorded.wins).wins
    wins = followed.with_columns(recorded.wins.select(recorded="points")).filter(pl.col("tiles").is_not_null())
    four = wins.filter(pl.col("n_players") == 4)
    print(f"{recorded.games.height:,} games, {wins.height:,} wins, {four.height:,} of four players")
    ready = without_winning_tile(wins)
    closed = without_winning_tile(four.filter(pl.col("melds").list.len() == 0)).drop("melds")
    ours = {
        "values": per_hand(lambda frame: evaluate(frame, load("tenhou")), wins, options),
        "waits": per_hand(wait_sets, ready, options),
        "shanten": per_hand(shanten, ready, options),
        "shanten, closed": per_hand(shanten, closed, options),
    }
    for what, rate in ours.items():
        print(f"mjlog      {what:16} {rate / 1e6:8.2f} M hands/s")
    for name, measure in {"riichienv": riichienv, "mahjong": mahjong}.items():
        if importlib.util.find_spec(name) is None:
            print(f"{name}: not installed")
            continue
        for what, rate, note in measure(four, options.runs):
            ratio = f"{ours[what] / rate:6.1f} x" if what in ours else " " * 8
            print(f"{name:10} {what:16} {rate / 1e6:8.3f} M hands/s   mjlog {ratio}   {note}")
    play(recorded, options.runs)


def read(archive):
    with zipfile.ZipFile(archive) as members:
        contents = [(archive.name, name, members.read(name)) for name in members.namelist()]
    rows = [
        (source, name, gzip.decompress(text) if text[:2] == b"\x1f\x8b" else text) for source, name, text in contents
    ]
    return PARSER.parse(pl.DataFrame(rows, schema=DOCUMENTS, orient="row"), True)


def best(work, runs):
    """Least processor seconds of several runs."""
    work()
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def per_hand(function, frame, options):
    """Hands a second over the frame replicated to the number asked for."""
    copies = -(-options.wins // len(frame))
    big = pl.concat([frame] * copies)[: options.wins].rechunk()
    return len(big) / best(lambda: function(big), options.runs)


def without_winning_tile(wins):
    """The hands one tile short."""
    tiles = wins.with_row_index("row").select("row", "winning_tile", "tiles").explode("tiles")
    won_on = pl.col("tiles") == pl.col("winning_tile")
    rest = tiles.filter(~(won_on & (won_on.cum_sum().over("row") == 1)))
    return wins.select("melds", "n_players").hstack(rest.group_by("row", maintain_order=True).agg("tiles").drop("row"))


class Ids:
    """136-tile ids of a hand's codes: each copy of a kind its own, the red five its own."""

    def __init__(self):
        self.used = Counter()

    def take(self, code):
        if code in RED_ID:
            return RED_ID[code]
        kind = KIND_OF[code]
        self.used[kind] += 1
        plain_five = kind < 27 and kind % 9 == 4
        return 4 * kind + self.used[kind] - 1 + plain_five if self.used[kind] + plain_five <= 4 else 4 * kind

    def take_all(self, codes):
        return [self.take(code) for code in codes]


def as_ids(wins):
    """Each win as plain lists of ids: concealed without the winning tile, winning tile, melds, indicators."""
    code = {text: number for number, text in enumerate(TILES)}
    for row in wins.iter_rows(named=True):
        ids = Ids()
        winning = ids.take(code[row["winning_tile"]])
        tiles = [code[text] for text in row["tiles"]]
        tiles.remove(code[row["winning_tile"]])
        melds = [(text.split()[0], ids.take_all(tile_codes(text.split()[1]))) for text in row["melds"]]
        indicators = [
            [4 * KIND_OF[code[text]] for text in row[name] or []] for name in ("dora_indicators", "ura_indicators")
        ]
        yield row, sorted(ids.take_all(tiles)), winning, melds, indicators


def riichienv(wins, runs):
    """Values, waits and shanten of riichienv's compiled evaluator."""
    from riichienv import _riichienv as core  # noqa: PLC0415 -- a peer that may be missing

    kinds = {"chi": "Chi", "pon": "Pon", "daiminkan": "Daiminkan", "kakan": "Kakan", "ankan": "Ankan"}
    winds = [core.Wind.East, core.Wind.South, core.Wind.West, core.Wind.North]
    calls, evaluators, hands, recorded = [], [], [], []
    for row, tiles, winning, melds, (dora, ura) in as_ids(wins):
        evaluator = core.HandEvaluator(
            tiles, [core.Meld(getattr(core.MeldType, kinds[kind]), sorted(ids), kind != "ankan") for kind, ids in melds]
        )
        conditions = core.Conditions(
            tsumo=row["loser"] is None,
            riichi=row["riichi"],
            double_riichi=row["double_riichi"],
            ippatsu=row["ippatsu"],
            haitei=row["haitei"],
            houtei=row["houtei"],
            rinshan=row["rinshan_kaihou"],
            chankan=row["chankan"],
            tsumo_first_turn=row["tenhou"] or row["chiihou"],
            player_wind=winds[(row["winner"] - row["dealer"]) % 4],
            round_wind=winds["ESWN".index(row["round_wind"])],
        )
        riichi = row["riichi"] or row["double_riichi"]
        calls.append((evaluator.calc, (winning, dora, ura if riichi else [], conditions)))
        evaluators.append(evaluator)
        recorded.append((row["recorded"], row["loser"] is None, row["winner"] == row["dealer"]))
        if not melds:
            hands.append(tiles)
    seconds = best(lambda: [calc(*inputs) for calc, inputs in calls], runs)
    paid = [paid_by(calc(*inputs), *case[1:]) for (calc, inputs), case in zip(calls, recorded, strict=True)]
    wrong = sum(one != case[0] for one, case in zip(paid, recorded, strict=True))
    yield "values", len(calls) / seconds, f"{wrong} of {len(calls):,} differ from what was paid"
    yield "waits", len(evaluators) / best(lambda: [evaluator.get_waits() for evaluator in evaluators], runs), ""
    yield "shanten, closed", len(hands) / best(lambda: [core.calculate_shanten(hand) for hand in hands], runs), ""


def paid_by(result, tsumo, dealer):
    """What all payers pay, of riichienv's result."""
    if not tsumo:
        return result.ron_agari
    return 3 * result.tsumo_agari_ko if dealer else result.tsumo_agari_oya + 2 * result.tsumo_agari_ko


def mahjong(wins, runs):
    """Values and shanten of the library mahjong."""
    from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415 -- a peer that may be missing
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules  # noqa: PLC0415
    from mahjong.meld import Meld  # noqa: PLC0415
    from mahjong.shanten import Shanten  # noqa: PLC0415

    kinds = {"chi": Meld.CHI, "pon": Meld.PON, "daiminkan": Meld.KAN, "ankan": Meld.KAN, "kakan": Meld.SHOUMINKAN}
    options = OptionalRules(has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=False)
    calls, counts, recorded = [], [], []
    for row, tiles, winning, melds, (dora, ura) in as_ids(wins.head(SLOW)):
        config = HandConfig(
            is_tsumo=row["loser"] is None,
            is_riichi=row["riichi"],
            is_daburu_riichi=row["double_riichi"],
            is_ippatsu=row["ippatsu"],
            is_haitei=row["haitei"],
            is_houtei=row["houtei"],
            is_rinshan=row["rinshan_kaihou"],
            is_chankan=row["chankan"],
            is_tenhou=row["tenhou"],
            is_chiihou=row["chiihou"],
            player_wind=27 + (row["winner"] - row["dealer"]) % 4,
            round_wind=27 + "ESWN".index(row["round_wind"]),
            options=options,
        )
        called = [Meld(kinds[kind], sorted(ids), opened=kind != "ankan") for kind, ids in melds]
        everything = sorted([*tiles, winning, *(number for _, ids in melds for number in ids)])
        riichi = row["riichi"] or row["double_riichi"]
        calls.append((everything, winning, called, dora, config, ura if riichi else None))
        counts.append([sum(number // 4 == kind for number in tiles) for kind in range(34)])
        recorded.append(row["recorded"])

    def value(inputs):
        everything, winning, called, dora, config, ura = inputs
        return HandCalculator().estimate_hand_value(everything, winning, called, dora, config, ura_dora_indicators=ura)

    seconds = best(lambda: [value(inputs) for inputs in calls], min(runs, 2))
    paid = [result.cost["main"] + 2 * result.cost["additional"] for result in map(value, calls)]
    wrong = sum(one != other for one, other in zip(paid, recorded, strict=True))
    yield "values", len(calls) / seconds, f"{wrong} of {len(calls):,} differ from what was paid"
    finder = Shanten()
    yield "shanten", len(counts) / best(lambda: [finder.calculate_shanten(hand) for hand in counts], min(runs, 2)), ""


def play(recorded, runs):
    """How fast hands are followed from their events."""
    tables = (recorded.events, recorded.hands, recorded.games, recorded.wins)
    seconds = best(lambda: moments(*tables), runs)
    games, events = recorded.games.height, recorded.events.height
    per_event, per_game = seconds / events * 1e9, events / games
    print(f"moments    {games / seconds:,.0f} games/s, {per_event:.0f} ns an event, {per_game:.0f} events a game")


if __name__ == "__main__":
    main()
