"""How fast ``mjlog stats`` is, as ratios to one plain polars group-by of the same columns, measured in one run.

    python benchmarks/stats.py --logs tenhou_xml.zip --games 200000

The logs are converted once; the dataset is replicated, part by part under new game ids and new names, to the number of
games asked for, so that players grow in number as games do. Compared are CPU and clock seconds of whole processes with
two polars threads:

    group-by   the columns that the default statistics read, summed by game and by winner: nothing is worked out
    default    the default statistics of all players
    all        every statistic that needs no events, of all players
    one        every statistic that needs no events, of one player

Memory is the peak of the process; a second table shows it for a quarter of the games, and for all of them where the
same players play every copy.
"""

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import polars as pl
from rescore import replicate, run

from mjlog.dataset import Dataset
from mjlog.stats.engine import Question
from mjlog.stats.metrics import STATISTICS

GROUP_BY = """
import sys
import polars as pl
from mjlog.dataset import Dataset
dataset = Dataset(sys.argv[1])
seats = range(4)
hands = [f"{name}_{seat}" for name in ("start", "end", "riichi", "riichi_paid", "calls", "tenpai") for seat in seats]
by_game = pl.scan_parquet(dataset.files("hands"), glob=False).group_by("game_id").agg(pl.col(*hands, "dealer").sum())
wins = ("loser", "points")
by_winner = pl.scan_parquet(dataset.files("wins"), glob=False).group_by("game_id", "winner").agg(pl.col(*wins).sum())
places = ("recorded_points", "recorded_score", "recorded_rank")
by_name = pl.scan_parquet(dataset.files("players"), glob=False).group_by("name").agg(pl.col(*places).sum())
for query in (by_game, by_winner, by_name):
    query.collect(engine="streaming")
"""


class Cost(NamedTuple):
    """CPU and clock in seconds, peak memory in bytes."""

    cpu: float
    clock: float
    memory: int


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = Path(os.environ.get("MJLOG_REAL_LOGS", "sample_logs")) / "tenhou_xml.zip"
    arguments.add_argument("--logs", type=Path, default=default, help="logs of any kind")
    arguments.add_argument("--games", type=int, default=200_000)
    arguments.add_argument("--repeat", type=int, default=3, help="runs of which the cheapest counts")
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="mjlog-benchmark-") as scratch:
        folder = Path(scratch)
        kinds = (("quarter", chosen.games // 4, True), ("whole", chosen.games, True), ("same", chosen.games, False))
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:  # what it takes in memory is not measured
            for name, games, new_names in kinds:
                once = folder / f"once-{name}"
                pool.submit(replicate, chosen.logs, once, folder / name, games, new_names=new_names).result()
        speed(folder, chosen.repeat)
        memory(folder)


def speed(folder: Path, repeat: int) -> None:
    dataset = folder / "whole"
    rows = Dataset(dataset).rows()
    name = Dataset(dataset).scan("players").select(pl.col("name").first()).collect().item()
    stats = statistics(dataset, folder)
    groups = ("--metrics", ",".join(without_events()))
    commands = {
        "group-by": [sys.executable, "-c", GROUP_BY, dataset],
        "default": stats,
        "all": [*stats, *groups],
        "one": [*stats, *groups, "--player", name],
    }
    print(f"{rows['games']:,} games, {rows['hands']:,} hands; best of {repeat}\n")
    print(f"{'':10}{'CPU s':>8}{'clock s':>9}{'hands/CPU s':>13}{'hands/s':>11}{'x group-by':>12}{'peak MB':>9}")
    plain = 0.0
    for title, command in commands.items():
        best = min(measure(command) for _ in range(repeat))
        plain = plain or best.cpu
        print(
            f"{title:10}{best.cpu:8.2f}{best.clock:9.2f}{rows['hands'] / best.cpu:13,.0f}"
            f"{rows['hands'] / best.clock:11,.0f}{best.cpu / plain:12.2f}{best.memory / 1e6:9.0f}"
        )


def memory(folder: Path) -> None:
    print(f"\n{'games':>10}{'players':>10}{'peak MB':>9}")
    for name in ("quarter", "same", "whole"):
        dataset = Dataset(folder / name)
        players = dataset.scan("players").select(pl.col("name").n_unique()).collect().item()
        peak = measure(statistics(folder / name, folder)).memory
        print(f"{dataset.rows()['games']:10,}{players:10,}{peak / 1e6:9.0f}")


def statistics(dataset: Path, folder: Path) -> list[object]:
    return [sys.executable, "-m", "mjlog", "stats", dataset, "--format", "parquet", "-O", folder / "rows.parquet"]


def without_events() -> list[str]:
    return [each.key for each in STATISTICS if "events" not in Question((each.key,)).tables]


def measure(command: list[object]) -> Cost:
    began = time.perf_counter()
    usage = run(command)
    return Cost(usage.ru_utime + usage.ru_stime, time.perf_counter() - began, usage.ru_maxrss * 1024)


if __name__ == "__main__":
    main()
