"""How fast ``mjlog audit`` is, every check on, as ratios measured in one run on the same files.

    python benchmarks/audit.py --logs tenhou_xml.zip --games 10000

The logs of the archive are replicated under new ids to the number of games asked for, as gzip files, which is what
Tenhou serves. Compared are CPU seconds (of all processes) and, for two processes, seconds on the clock:

    gunzip        reading and decompressing the files, with isal
    lxml          that, and parsing each with lxml and visiting every tag in Python
    accounts      ``mjlog audit --no-events``: points, sticks, counters, ends
    audit         ``mjlog audit``: those, and every check of the tiles
    dataset       the same from a dataset with events, converted beforehand

Memory is the peak of the whole process tree at one and four times a quarter of the games.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from convert import GUNZIP, LXML, convert, measure, replicate

HEAD = f"{'':24}{'CPU s':>8}{'clock s':>9}{'games/CPU s':>13}{'games/s':>9}{'x gunzip':>10}{'x lxml':>8}{'peak MB':>9}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = Path(os.environ.get("MJLOG_REAL_LOGS", ".")) / "tenhou_xml.zip"
    arguments.add_argument("--logs", type=Path, default=default, help="ZIP archive of Tenhou XML")
    arguments.add_argument("--games", type=int, default=10_000)
    arguments.add_argument("--repeat", type=int, default=3, help="runs of which the cheapest counts")
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="mjlog-benchmark-") as scratch:
        folder = Path(scratch)
        memory(folder, chosen.logs, chosen.games // 4)
        speed(folder, chosen.logs, chosen.games, chosen.repeat)


def speed(folder: Path, logs: Path, games: int, repeat: int) -> None:
    size = replicate(logs, folder / "logs", games)
    print(f"\n{games:,} games, {size / 1e6:,.0f} MB of text in gzip files; best of {repeat}, CPU seconds\n")
    measure(convert(folder, 1, "--events"))
    commands = {
        "gunzip": [sys.executable, "-c", GUNZIP, folder / "logs"],
        "lxml": [sys.executable, "-c", LXML, folder / "logs"],
        "accounts": audit(folder / "logs", 1, "--no-events"),
        "audit": audit(folder / "logs", 1),
        "audit, 2 processes": audit(folder / "logs", 2),
        "dataset": audit(folder / "out1--events", 1),
        "dataset, 2 processes": audit(folder / "out1--events", 2),
    }
    costs = {
        name: min((measure(command) for _ in range(repeat)), key=lambda c: c.cpu) for name, command in commands.items()
    }
    print(HEAD)
    for name, cost in costs.items():
        print(
            f"{name:24}{cost.cpu:8.2f}{cost.clock:9.2f}{games / cost.cpu:13,.0f}{games / cost.clock:9,.0f}"
            f"{cost.cpu / costs['gunzip'].cpu:10.1f}{cost.cpu / costs['lxml'].cpu:8.2f}{cost.memory / 1e6:9,.0f}"
        )
    for name in ("audit", "dataset"):
        print(f"\n{name}: two processes are {costs[name].clock / costs[f'{name}, 2 processes'].clock:.2f}x one")


def memory(folder: Path, logs: Path, unit: int) -> None:
    print(f"{'games':>10}{'peak MB':>10}{'x first':>9}")
    first = 0.0
    for times in (1, 4):
        replicate(logs, folder / "logs", unit * times)
        peak = measure(audit(folder / "logs", 1)).memory / 1e6
        first = first or peak
        print(f"{unit * times:10,}{peak:10,.0f}{peak / first:9.2f}")


def audit(logs: Path, workers: int, *options: str) -> list[object]:
    run = [sys.executable, "-m", "mjlog", "audit", logs, "--workers", workers, "--exit-zero", "--format", "csv"]
    return [*run, *options]


if __name__ == "__main__":
    main()
