"""How fast ``mjlog rescore`` is, as ratios to scanning the Parquet columns it reads, measured in one run.

    python benchmarks/rescore.py --logs tenhou_xml.zip --games 200000

The logs are converted once; the dataset is replicated, part by part under new game ids, to the number of games asked
for. Compared are CPU and clock seconds of whole processes with two polars threads:

    scan score    reading the columns that another uma needs, and nothing else
    uma           rescore under another uma: reads, scores, writes every seat to Parquet
    scan hands    reading the columns that another rule book needs besides
    rule book     rescore under another rule book: every hand settled anew
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import polars as pl

from mjlog.conversion import Options, convert
from mjlog.dataset import Dataset, open_for_writing
from mjlog.parts import write

SCAN = """
import sys
import polars as pl
from mjlog.dataset import Dataset
from mjlog.settlement.rescore import COLUMNS, HAND_COLUMNS
dataset = Dataset(sys.argv[1])
wanted = COLUMNS if sys.argv[2] == "score" else COLUMNS | HAND_COLUMNS
for table, columns in wanted.items():
    for path in dataset.files(table):
        pl.read_parquet(path, columns=columns, glob=False)
"""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = Path(os.environ.get("MJLOG_REAL_LOGS", "sample_logs")) / "tenhou_xml.zip"
    arguments.add_argument("--logs", type=Path, default=default, help="logs of any kind")
    arguments.add_argument("--dataset", type=Path, help="a dataset to use, or to make here and keep")
    arguments.add_argument("--games", type=int, default=200_000)
    arguments.add_argument("--repeat", type=int, default=3, help="runs of which the cheapest counts")
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="mjlog-benchmark-") as scratch:
        dataset = chosen.dataset or Path(scratch) / "dataset"
        if not Dataset(dataset).exists:
            replicate(chosen.logs, Path(scratch) / "once", dataset, chosen.games)
        report(dataset, Path(scratch) / "rows.parquet", chosen.repeat)


def replicate(logs: Path, once: Path, out: Path, games: int, *, new_names: bool = False) -> None:
    """A dataset of the logs' games over and over, each time under other ids, and other names where that is said.

    Parts are as large as convert made them.
    """
    convert([str(logs)], once, Options(workers=1))
    source, made, time_round = Dataset(once), 0, 0
    with open_for_writing(out, source.settings) as writer:
        while made < games:
            for number in source.parts:
                frames = {table: renamed(frame, time_round) for table, frame in source.part(number).items()}
                if new_names:
                    frames["players"] = frames["players"].with_columns(name=pl.col("name") + f"-{time_round:04}")
                folder = writer.partial(f"copy-{time_round}-{number}")
                write(folder, frames, source.settings)
                writer.commit(folder)
                made += frames["games"].height
                if made >= games:
                    break
            time_round += 1
        writer.finish()


def renamed(frame: pl.DataFrame, number: int) -> pl.DataFrame:
    if "game_id" not in frame.columns:
        return frame
    return frame.with_columns(game_id=pl.col("game_id") + f"-{number:04}")


def report(dataset: Path, rows: Path, repeat: int) -> None:
    games = Dataset(dataset).rows()["games"]
    run = [sys.executable, "-m", "mjlog", "rescore", dataset, "--format", "parquet", "-O", rows]
    commands = {
        "scan score": [sys.executable, "-c", SCAN, dataset, "score"],
        "uma": [*run, "--rule", "uma=30,10,-10,-30"],
        "scan hands": [sys.executable, "-c", SCAN, dataset, "hands"],
        "rule book": [*run, "--rules", "mleague"],
    }
    print(f"{games:,} games; best of {repeat}; games that the rules cannot hold for are not counted\n")
    print(f"{'':12}{'games':>9}{'CPU s':>8}{'clock s':>9}{'games/CPU s':>13}{'games/s':>9}{'x scan':>8}")
    scan = 0.0
    for name, command in commands.items():
        cpu, clock = min(measure(command) for _ in range(repeat))
        done = games
        if name.startswith("scan"):
            scan = cpu
        else:
            done = pl.scan_parquet(rows).select(pl.col("game_id").n_unique()).collect().item()
        print(f"{name:12}{done:9,}{cpu:8.2f}{clock:9.2f}{done / cpu:13,.0f}{done / clock:9,.0f}{cpu / scan:8.2f}")


def measure(command: list[object]) -> tuple[float, float]:
    """CPU and clock seconds of a process."""
    began = time.perf_counter()
    usage = run(command)
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - began


def run(command: list[object]) -> resource.struct_rusage:
    """Run a command with two polars threads; what it used."""
    process = subprocess.Popen(
        [str(word) for word in command], env={**os.environ, "POLARS_MAX_THREADS": "2"}, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(map(str, command))} ended with {process.returncode}")
    return usage


if __name__ == "__main__":
    main()
