"""What a dataset has already: which inputs need not be read again, and which games are known.

Both are remembered as hashes, eight bytes each, so that millions fit; where a hash says that a game is known, the files
are asked.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import polars as pl

from mjlog.dataset import Dataset, Writer
from mjlog.ingest.known import Known
from mjlog.ingest.planning import identity
from mjlog.ingest.repeats import COMPARED, GIVEN_UP, Held, claims, held
from mjlog.ingest.sources import Finder, Input
from mjlog.parsing import address_expression
from mjlog.parts import Frames, described, documents_of, without_games, without_inputs, write
from mjlog.tables import empty

_INPUT: Final = pl.Schema({"source": pl.String, "member": pl.String})


class Kept(NamedTuple):
    """What :meth:`Games.keep_once` did.

    Attributes:
        frames: the revised tables of the task; None where they stay as they are.
        noted: rows of ``errors`` about games that the dataset had and gave up for the task's.
        games: how many of those came into the dataset in this run.
        hands: their hands.
    """

    frames: Frames | None = None
    noted: pl.DataFrame = empty("errors")
    games: int = 0
    hands: int = 0


class Games:
    """The games of a dataset that is being written to, to keep each once."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._known, self._of_this_run = Known(), Known()
        for number in writer.dataset.parts:
            self._known.add(writer.dataset.part_of("games", number)["game_id"].to_list())

    def keep_once(self, folder: Path) -> Kept:
        """See that a finished task brings no game that the dataset has, before it is committed.

        Its files are revised, or the dataset's where the task has the fuller copy of a game
        (:func:`mjlog.ingest.repeats.claims`); either way ``errors`` notes it.
        """
        ids = pl.read_parquet(folder / "games.parquet", columns=["game_id"])["game_id"]
        suspects = ids.filter(pl.Series(self._known.met(ids.to_list()), dtype=pl.Boolean))
        if suspects.is_empty():
            self._add(ids)
            return Kept()
        dataset = self._writer.dataset
        mine = _held({table: pl.scan_parquet(folder / f"{table}.parquet", glob=False) for table in COMPARED}, suspects)
        known = _held({table: dataset.scan(table) for table in COMPARED}, suspects)
        later, earlier = claims(mine, known)
        for number in dataset.parts if len(earlier) else ():
            gone = earlier.join(dataset.part_of("games", number), on=["game_id", "source"], how="semi")
            if len(gone):
                self._writer.revise(number, partial(_without, noted=gone))
        given_up = known.games.join(earlier, on="game_id", how="semi")
        counted = given_up.filter(pl.Series(self._of_this_run.met(given_up["game_id"].to_list()), dtype=pl.Boolean))
        self._add(ids)
        frames = None
        if len(later):
            frames = _without({path.stem: pl.read_parquet(path, glob=False) for path in folder.iterdir()}, later)
            write(folder, frames, self._writer.settings)
        return Kept(frames, earlier, len(counted), int(counted["hands"].sum()))

    def _add(self, ids: pl.Series) -> None:
        self._known.add(ids.to_list())
        self._of_this_run.add(ids.to_list())


def _held(tables: Mapping[str, pl.LazyFrame], game_ids: pl.Series) -> Held:
    """Some games of the tables of a task or a dataset."""
    wanted = pl.col("game_id").is_in(game_ids.implode())
    return held({table: scan.filter(wanted).select(COMPARED[table]).collect() for table, scan in tables.items()})


def _without(frames: Frames, noted: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """The tables of a part without the games that some rows of ``errors`` note, and with those rows."""
    kept = without_games(frames, noted["game_id"])
    kept["errors"] = pl.concat([kept["errors"], noted])
    kept["manifest"] = described(documents_of(kept["manifest"]), kept)
    return kept


def forget_changed(writer: Writer, finder: Finder, *, force: bool) -> Known:
    """The inputs that need not be read again; rows of those that changed since (or are forced) leave the dataset.

    So do rows of inputs that gave up a game for the sake of one that leaves: it may be theirs now.
    """
    changed = _changed(writer.dataset, finder, force=force)
    if len(changed) and not force:
        changed = pl.concat([changed, _gave_up_for(writer.dataset, changed, finder)])
    for number in writer.dataset.parts if len(changed) else ():
        gone = _held_by(writer.dataset.part_of("manifest", number), changed)
        if len(gone):
            writer.revise(number, partial(without_inputs, addresses=gone))
    done = Known()
    for number in writer.dataset.parts:
        done.add(writer.dataset.part_of("manifest", number).select("source", "member", "bytes", "modified").rows())
    return done


def _changed(dataset: Dataset, finder: Finder, *, force: bool) -> pl.DataFrame:
    """Inputs (source, member) that the dataset has, but in another state; with ``force`` in whatever state."""
    done, named = Known(), Known()
    for number in dataset.parts:
        rows = dataset.part_of("manifest", number).select("source", "member", "bytes", "modified").rows()
        done.add(rows)
        named.add([row[:2] for row in rows])
    changed: list[tuple[str, str | None]] = []
    for found in _in_chunks(finder.inputs()) if dataset.parts else ():
        names = [(each.source, each.member) for each in found]
        same = done.met([identity(each) for each in found]) & (not force)
        differs = named.met(names) & ~same
        changed += [
            name for name, each, differ in zip(names, found, differs, strict=True) if differ and each.rereadable
        ]
    return pl.DataFrame(changed, schema=_INPUT, orient="row")


def _gave_up_for(dataset: Dataset, changed: pl.DataFrame, finder: Finder) -> pl.DataFrame:
    """Inputs (source, member) that hold a game which the dataset has from one of the changed inputs instead."""
    parts = [(number, _held_by(dataset.part_of("manifest", number), changed)) for number in dataset.parts]
    games = pl.concat(
        dataset.part_of("games", number).filter(pl.col("source").is_in(gone.implode()))["game_id"]
        for number, gone in parts
    )
    gave_up = pl.col("code").is_in(GIVEN_UP) & pl.col("game_id").is_in(games.implode())
    places: set[tuple[str, str | None]] = set()
    for number, gone in parts if len(games) else ():
        noted = dataset.part_of("errors", number).filter(gave_up, ~pl.col("source").is_in(gone.implode()))["source"]
        held_there = address_expression().is_in(noted.implode())
        for source, member in dataset.part_of("manifest", number).filter(held_there).select(_INPUT.names()).rows():
            places |= {(source, member), (source, member and member.partition("::")[0]), (source, None)}
    names = ((each.source, each.member) for each in finder.inputs() if each.rereadable) if places else ()
    return pl.DataFrame([name for name in names if name in places], schema=_INPUT, orient="row")


def _held_by(manifest: pl.DataFrame, inputs: pl.DataFrame) -> pl.Series:
    """Addresses of the documents of some inputs: themselves, and what archives among them held."""
    outer = manifest.with_columns(outer=pl.col("member").str.split("::").list.first())
    of_files = inputs.filter(pl.col("member").is_null())
    held = pl.concat(
        [
            manifest.join(inputs, on=["source", "member"], how="semi", nulls_equal=True),
            outer.join(inputs, left_on=["source", "outer"], right_on=["source", "member"], how="semi").drop("outer"),
            manifest.join(of_files, on="source", how="semi"),
        ]
    )
    return held.select(address=address_expression())["address"].unique()


def _in_chunks(inputs: Iterator[Input]) -> Iterator[list[Input]]:
    while chunk := list(islice(inputs, 1000)):
        yield chunk
