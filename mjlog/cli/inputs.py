"""What a command works on: a dataset as it is, or raw logs, converted into a temporary dataset first."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from mjlog.dataset import Dataset
    from mjlog.rules import RuleSet

_F = TypeVar("_F", bound=Callable[..., Any])


def input_options(command: _F) -> _F:
    """Arguments of a command that reads: passes ``paths``, ``from_format``, ``where`` for :func:`open_inputs`."""
    command = click.option(
        "--where",
        metavar="CONDITION",
        help="Rows of an SQLite database of logs to read, as in SQL: \"is_sanma = 0 and date >= '2020'\".",
    )(command)
    command = click.option(
        "--from", "from_format", metavar="FORMAT", help="Read every input as this format (see: mjlog formats)."
    )(command)
    return click.argument("paths", nargs=-1, required=True, metavar="DATASET|LOGS…")(command)


def open_inputs(
    paths: Sequence[str],
    *,
    from_format: str | None = None,
    where: str | None = None,
    events: bool = False,
    rules: "RuleSet | None" = None,
    quiet: bool = False,
) -> "Dataset":
    """The dataset to work on.

    Args:
        paths: one dataset, or any number of logs: files, folders, globs, archives, databases, ``-``, ``@list.txt``.
        from_format: parser to use for every log instead of the one its content asks for.
        where: condition on the rows of an SQLite database.
        events: whether the tiles are needed; a dataset without events is returned all the same.
        rules: rule set to settle raw logs under; None = each game under its own.
        quiet: tell nothing about the conversion.

    Returns:
        The dataset named, or a temporary one, removed when the process ends.

    Raises:
        mjlog.cli.console.Failure: nothing can be read.
    """
    raise NotImplementedError
