"""What a command works on: a dataset as it is, or raw logs, converted into a temporary dataset first."""

import atexit
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from mjlog.cli.console import ExitCode, Failure, note, remember

if TYPE_CHECKING:
    from mjlog.conversion import Tally
    from mjlog.dataset import Dataset
    from mjlog.rules import RuleSet

_F = TypeVar("_F", bound=Callable[..., Any])
_WORTH_PROCESSES: Final = 1000
"""Fewer games than these are read before other processes have begun."""


def input_options(command: _F) -> _F:
    """Arguments of a command that reads: passes ``paths``, ``from_format``, ``where`` for :func:`open_inputs`."""
    command = click.option(
        "--where",
        metavar="CONDITION",
        help="Rows of an SQLite database of logs to read, as in SQL: \"is_sanma = 0 and date >= '2020'\".",
    )(command)
    return log_options(command)


def log_options(command: _F) -> _F:
    """The same without ``where``, for commands that have a use of their own for that word."""
    command = click.option(
        "--from", "from_format", metavar="FORMAT", help="Read every input as this format (see: mjlog formats)."
    )(command)
    return click.argument("paths", nargs=-1, required=True, metavar="LOGS…")(command)


def open_inputs(
    paths: Sequence[str],
    *,
    from_format: str | None = None,
    where: str | None = None,
    events: bool = False,
    rules: "RuleSet | None" = None,
    overrides: str = "",
    settled: bool = True,
    quiet: bool = False,
    enough: int | None = None,
) -> "Dataset":
    """The dataset to work on.

    Args:
        paths: one dataset, or any number of logs: files, folders, globs, archives, databases, ``-``, ``@list.txt``.
        from_format: parser to use for every log instead of the one its content asks for.
        where: condition on the rows of an SQLite database.
        events: whether the tiles are needed; a dataset without events is returned all the same.
        rules: rule set to settle raw logs under; None = each game under its own.
        overrides: switches changed on top of that.
        settled: whether flows, standings and findings of raw logs are needed; a command that settles itself saves time.
        quiet: draw no progress bar.
        enough: how many games of raw logs will do; reading stops soon after, and what is left is not looked at.

    Returns:
        The dataset named, or a temporary one, removed when the process ends. Inputs that failed are told on standard
        error, and the process will end with :attr:`~mjlog.cli.console.ExitCode.SOME_FAILED` if nothing worse happens.

    Raises:
        mjlog.cli.console.Failure: nothing can be read.
    """
    from mjlog.cli import convert  # noqa: PLC0415 -- they need each other
    from mjlog.conversion import Options  # noqa: PLC0415 -- a dataset is read without it
    from mjlog.dataset import Dataset  # noqa: PLC0415

    datasets = [path for path in paths if Dataset(path).exists]
    if datasets:
        if len(paths) > 1:
            raise Failure(f"{datasets[0]} is a dataset: give it alone, or give logs", ExitCode.USAGE)
        dataset = Dataset(datasets[0])
        with reported():
            dataset.settings  # noqa: B018 -- tells whether it can be read
        for option, value in (("--where", where), ("--from", from_format)):
            if value is not None:
                note(f"{option} is for logs: {dataset.path} is a dataset and is read whole, as it is")
        return dataset
    folder = tempfile.mkdtemp(prefix="mjlog-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    workers = 1 if enough is not None and enough < _WORTH_PROCESSES else None
    options = Options(events, from_format, where, rules, overrides, settled=settled, workers=workers)
    with reported():
        tally = convert.run(tuple(paths), folder, options, quiet=quiet, enough=enough)
    tell_of_reading(tally)
    return Dataset(folder)


def tell_of_reading(tally: "Tally") -> None:
    """What there is to say of logs that were read, on standard error.

    The process will end with :attr:`~mjlog.cli.console.ExitCode.SOME_FAILED` if some failed and nothing worse happens.

    Raises:
        mjlog.cli.console.Failure: all did.
    """
    from mjlog.cli import convert  # noqa: PLC0415 -- they need each other

    for text in tally.notes:
        note(text)
    convert.report_errors(tally)
    if not tally.games:
        raise Failure("no game could be read")
    if convert.failures(tally):
        remember(ExitCode.SOME_FAILED)


@contextmanager
def reported() -> Iterator[None]:
    """Errors of the house as the failures they are for a person at the command line."""
    from mjlog.dataset import DatasetError  # noqa: PLC0415
    from mjlog.executor import ExecutorError  # noqa: PLC0415
    from mjlog.ingest.formats import FormatError  # noqa: PLC0415
    from mjlog.ingest.sources import ConditionError, SourceError  # noqa: PLC0415

    try:
        yield
    except (FormatError, ConditionError) as problem:
        raise Failure(str(problem), ExitCode.USAGE) from problem
    except (SourceError, DatasetError, ExecutorError) as problem:
        raise Failure(str(problem)) from problem
