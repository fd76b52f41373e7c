"""Writes games into SQLite databases as the two phoenix log downloaders lay them out."""

import bz2
import gzip
import hashlib
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from mjlog.vocabulary import Length
from tests.simulator.model import Game
from tests.simulator.sitting import sitting
from tests.simulator.tenhou_xml import write_xml

PHOENIX_LOGS = (
    "CREATE TABLE logs(log_id text primary key, date text, is_tonpusen int, is_sanma int, is_processed int,"
    " was_error int, log_content text, log_hash text);"
    "CREATE TABLE last_downloads(name text, date int);"
)
HOUOU_LOGS = (
    "CREATE TABLE logs (id TEXT PRIMARY KEY, date TEXT NOT NULL, num_players INTEGER NOT NULL,"
    " is_tonpu INTEGER NOT NULL, is_processed INTEGER NOT NULL, was_error INTEGER NOT NULL, log BLOB) WITHOUT ROWID;"
    "CREATE TABLE last_fetch_time (time REAL);"
)


def write_phoenix_logs(
    path: Path,
    games: list[Game],
    pack: Callable[[bytes], bytes] = bz2.compress,
    *,
    undownloaded: int = 1,
    failed: int = 1,
) -> None:
    """A database of phoenix-logs: content by bz2 or as asked; some ids not yet downloaded, some that failed."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(PHOENIX_LOGS)
        for game in games:
            at = sitting(game)
            content = pack(write_xml(game).encode())
            east, sanma = game.flavour.length == Length.EAST, game.n == 3
            row = (at.log_id, f"{at.started:%Y-%m-%d %H}:00", int(east), int(sanma), 1, 0, content)
            connection.execute(
                "INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, hashlib.sha256(content).hexdigest())
            )
        for number in range(undownloaded + failed):
            tried = int(number >= undownloaded)
            row = (f"2024010100gm-00a9-0000-{number:08x}", "2024-01-01 00:00", 0, 0, tried, tried, "", "")
            connection.execute("INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)


def write_houou_logs(path: Path, games: list[Game]) -> None:
    """A database of houou-logs: content by gzip."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(HOUOU_LOGS)
        for game in games:
            at = sitting(game)
            content = gzip.compress(write_xml(game).encode(), mtime=0)
            east = int(game.flavour.length == Length.EAST)
            row = (at.log_id, f"{at.started:%Y-%m-%dT%H}:00:00+09:00", game.n, east, 1, 0, content)
            connection.execute("INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?, ?)", row)
