"""How fast and how large ``mjlog convert`` is, as ratios measured in one run on the same files.

    python benchmarks/convert.py --logs tenhou_xml.zip --games 20000

The logs of the archive are replicated under new ids to the number of games asked for, as gzip files, which is what
Tenhou serves. Compared are CPU seconds (of all processes) and, for two processes, seconds on the clock:

    gunzip        reading and decompressing the files, with isal
    lxml          that, and parsing each with lxml and visiting every tag in Python
    convert       the whole of ``mjlog convert``: parse, check, settle, audit, write

Memory is the peak of the whole process tree at 1, 4 and 16 times a quarter of the games.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from pathlib import Path
from typing import NamedTuple

from isal import igzip

LOG_ID = re.compile(r"(\d{10}gm-[0-9a-f]{4}-[0-9a-f]{4,5}-)[0-9a-fx]{8}")

GUNZIP = """
import pathlib, sys
from isal import igzip
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    igzip.decompress(path.read_bytes())
"""
LXML = """
import pathlib, sys
from isal import igzip
from lxml import etree
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    for element in etree.fromstring(igzip.decompress(path.read_bytes())).iter():
        element.tag
"""


class Cost(NamedTuple):
    """What running a command took: CPU and clock in seconds, peak memory of its process tree in bytes."""

    cpu: float
    clock: float
    memory: int


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = Path(os.environ.get("MJLOG_REAL_LOGS", ".")) / "tenhou_xml.zip"
    arguments.add_argument("--logs", type=Path, default=default, help="ZIP archive of Tenhou XML")
    arguments.add_argument("--games", type=int, default=20_000)
    arguments.add_argument("--repeat", type=int, default=3, help="runs of which the cheapest counts")
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="mjlog-benchmark-") as scratch:
        folder = Path(scratch)
        speed(folder, chosen.logs, chosen.games, chosen.repeat)
        memory(folder, chosen.logs, chosen.games // 4)


def speed(folder: Path, logs: Path, games: int, repeat: int) -> None:
    size = replicate(logs, folder / "logs", games)
    print(f"{games:,} games, {size / 1e6:,.0f} MB of text in gzip files; best of {repeat}, CPU seconds\n")
    commands = {
        "gunzip": [sys.executable, "-c", GUNZIP, folder / "logs"],
        "lxml": [sys.executable, "-c", LXML, folder / "logs"],
        "convert": convert(folder, 1),
        "convert --events": convert(folder, 1, "--events"),
        "convert, 2 processes": convert(folder, 2),
        "convert --events, 2 processes": convert(folder, 2, "--events"),
    }
    costs = {
        name: min((measure(command) for _ in range(repeat)), key=lambda c: c.cpu) for name, command in commands.items()
    }
    base = costs["lxml"].cpu
    print(f"{'':32}{'CPU s':>8}{'clock s':>9}{'games/s':>9}{'x gunzip':>10}{'x lxml':>8}{'peak MB':>9}")
    for name, cost in costs.items():
        print(
            f"{name:32}{cost.cpu:8.2f}{cost.clock:9.2f}{games / cost.clock:9,.0f}{cost.cpu / costs['gunzip'].cpu:10.1f}"
            f"{cost.cpu / base:8.2f}{cost.memory / 1e6:9,.0f}"
        )
    for events in ("convert", "convert --events"):
        print(f"\n{events}: two processes are {costs[events].clock / costs[f'{events}, 2 processes'].clock:.2f}x one")


def memory(folder: Path, logs: Path, unit: int) -> None:
    print(f"\n{'games':>10}{'peak MB':>10}{'x first':>9}{'with events':>13}{'x first':>9}")
    first: tuple[float, float] | None = None
    for times in (1, 4, 16):
        replicate(logs, folder / "logs", unit * times)
        peaks = (measure(convert(folder, 1)).memory / 1e6, measure(convert(folder, 1, "--events")).memory / 1e6)
        first = first or peaks
        ratios = (peaks[0] / first[0], peaks[1] / first[1])
        print(f"{unit * times:10,}{peaks[0]:10,.0f}{ratios[0]:9.2f}{peaks[1]:13,.0f}{ratios[1]:9.2f}")


def convert(folder: Path, workers: int, *options: str) -> list[object]:
    out = folder / f"out{workers}{''.join(options)}"
    run = [sys.executable, "-m", "mjlog", "convert", folder / "logs", "-o", out, "--workers", workers, "-q"]
    return [*run, *options]


def replicate(archive: Path, folder: Path, games: int) -> int:
    """Write that many logs, each under an id of its own; bytes of text."""
    folder.mkdir(exist_ok=True)
    there = sum(1 for _ in folder.iterdir())
    with zipfile.ZipFile(archive) as source:
        names = [name for name in sorted(source.namelist()) if LOG_ID.search(name)]
        texts = [(LOG_ID.search(name)[1], source.read(name)) for name in names]
    texts = [
        (stem, text) for stem, text in texts if text.startswith(b"<mjlog") and text.rstrip().endswith(b"</mjloggm>")
    ]
    packed = [(stem, igzip.compress(text, 2), len(text)) for stem, text in texts]
    size = 0
    for number in range(games):
        stem, content, length = packed[number % len(packed)]
        size += length
        if number >= there:
            (folder / f"{stem}{number:08x}.mjlog").write_bytes(content)
    return size


def measure(command: list[object]) -> Cost:
    """Run a command; its output folder, if it has one, is removed first."""
    words = [str(word) for word in command]
    if "-o" in words:
        subprocess.run(["rm", "-rf", words[words.index("-o") + 1]], check=True)
    began = time.perf_counter()
    process = subprocess.Popen(
        words, env={**os.environ, "POLARS_MAX_THREADS": "1"}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    peak = Peak(process.pid)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    clock = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 3):
        sys.exit(f"{' '.join(words)} ended with {process.returncode}: {errors.decode()}")
    return Cost(usage.ru_utime + usage.ru_stime, clock, max(peak.stop(), usage.ru_maxrss * 1024))


class Peak(threading.Thread):
    """Watches the resident memory of a process and its descendants, without what they share."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid = pid
        self._peak = 0
        self._over = threading.Event()
        self.start()

    def run(self) -> None:
        while not self._over.wait(0.02):
            self._peak = max(self._peak, sum(map(_resident, _tree(self._pid))))

    def stop(self) -> int:
        self._over.set()
        self.join()
        return self._peak


def _tree(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [pid, *(each for child in children for each in _tree(int(child)))]


def _resident(pid: int) -> int:
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()
    except OSError:
        return 0
    return (int(pages[1]) - int(pages[2])) * resource.getpagesize()


if __name__ == "__main__":
    main()
