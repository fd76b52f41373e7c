"""What a dataset has already: which inputs need not be read again, and which games are known.

Both are remembered as hashes, eight bytes each, so that millions fit; where a hash says that a game is known, the files
are asked.
"""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import polars as pl

from mjlog.dataset import Dataset, Writer
from mjlog.ingest.known import Known
from mjlog.ingest.planning import identity
from mjlog.ingest.repeats import claims, held
from mjlog.ingest.sources import Finder, Input
from mjlog.parsing import address_expression
from mjlog.parts import Frames, described, documents_of, without_games, without_inputs, write


class Games:
    """The games of a dataset that is being written to, to keep each once."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._known = Known()
        for number in writer.dataset.parts:
            self._known.add(writer.dataset.part_of("games", number)["game_id"].to_list())

    def keep_once(self, folder: Path) -> Frames | None:
        """See that a finished task brings no game that the dataset has, before it is committed.

        Its files are revised, or the dataset's where it has but the bare result of a game whose hands the task has;
        either way ``errors`` notes it. Returns the revised tables, or None where nothing was revised.
        """
        games = pl.read_parquet(folder / "games.parquet", columns=["game_id", "source", "format"])
        ids = games["game_id"].to_list()
        suspects = games.filter(pl.Series(self._known.met(ids), dtype=pl.Boolean))
        self._known.add(ids)
        if suspects.is_empty():
            return None
        wanted = pl.col("game_id").is_in(suspects["game_id"].implode())
        dataset = self._writer.dataset
        known = held(*(dataset.scan(table).filter(wanted).collect() for table in ("games", "hands")))
        hands = pl.read_parquet(folder / "hands.parquet", columns=["game_id"])
        later, earlier = claims(held(suspects, hands), known)
        for number in dataset.parts if len(earlier) else ():
            mine = earlier.join(dataset.part_of("games", number), on=["game_id", "source"], how="semi")
            if len(mine):
                self._writer.revise(number, partial(_without, noted=mine))
        if later.is_empty():
            return None
        frames = _without({path.stem: pl.read_parquet(path, glob=False) for path in folder.iterdir()}, later)
        write(folder, frames, self._writer.settings)
        return frames


def _without(frames: Frames, noted: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """The tables of a part without the games that some rows of ``errors`` note, and with those rows."""
    kept = without_games(frames, noted["game_id"])
    kept["errors"] = pl.concat([kept["errors"], noted])
    kept["manifest"] = described(documents_of(kept["manifest"]), kept)
    return kept


def forget_changed(writer: Writer, finder: Finder, *, force: bool) -> Known:
    """The inputs that need not be read again; rows of those that changed since (or are forced) leave the dataset."""
    changed = _changed(writer.dataset, finder, force=force)
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
    return pl.DataFrame(changed, schema={"source": pl.String, "member": pl.String}, orient="row")


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
