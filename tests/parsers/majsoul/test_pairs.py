"""A record and its head in two files, as downloaders leave them, converted like any other folder."""

import json
import zipfile
from pathlib import Path

import pytest

from mjlog.conversion import Options, convert
from mjlog.dataset import Dataset
from tests.simulator import flavours, majsoul
from tests.simulator.game import simulate


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """Three games, six files."""
    out = {}
    for game in (simulate(flavours.MAJSOUL_EAST, seed) for seed in range(3)):
        head = majsoul.head(game)
        out[f"{head['uuid']}.json"] = json.dumps({"head": head}).encode()
        out[f"{head['uuid']}.bin"] = majsoul.details(game)
    return out


@pytest.mark.parametrize("kind", ["folder", "archive"])
def test_both_files_are_one_game_and_none_is_an_error(files, tmp_path, kind):
    place = tmp_path / ("logs" if kind == "folder" else "logs.zip")
    if kind == "folder":
        place.mkdir()
        for name, content in files.items():
            (place / name).write_bytes(content)
    else:
        with zipfile.ZipFile(place, "w") as archive:
            for name, content in files.items():
                archive.writestr(name, content)
    tally = convert([str(place)], tmp_path / "out", Options())
    assert (tally.games, tally.errors) == (3, {})
    games = Dataset(tmp_path / "out").scan("games").collect()
    assert sorted(games["game_id"]) == sorted({Path(name).stem for name in files})
    assert games["rules"].null_count() == 0
