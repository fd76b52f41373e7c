"""What people are told: standard error, progress and exit codes belong to this module.

Standard output is data and belongs to :mod:`mjlog.cli.output`; here is narration, so a pipe never sees it. An error is
one line, ``mjlog: error: …``, and never a traceback; what of a log stands in it cannot steer the terminal.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from difflib import get_close_matches
from enum import IntEnum
from typing import Any, Final, NoReturn, TextIO

import click

from mjlog.report.plain import plain, plain_page


class ExitCode(IntEnum):
    """How a command ends."""

    OK = 0
    """It did what was asked and has nothing to complain of."""
    FINDINGS = 1
    """It did what was asked and found disagreements."""
    USAGE = 2
    """The command line asks for something that does not exist."""
    SOME_FAILED = 3
    """Some inputs could not be read; everything else was written."""
    CANNOT = 4
    """An input or the output cannot be read or written at all."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C; running the same command again goes on."""


EXIT_CODES: Final = (
    "Exit codes: 0 fine, 1 findings, 2 usage, 3 some inputs failed, 4 cannot read or write, 130 interrupted."
)

_CLOSED_PIPE: Final = 141
"""What a shell reports for any program whose reader went away (128 + SIGPIPE)."""


class Failure(click.ClickException):
    """The command cannot go on: printed as one line, then the process leaves with ``code``."""

    def __init__(self, message: str, code: ExitCode = ExitCode.CANNOT) -> None:
        super().__init__(message)
        self.code = code


def note(text: str) -> None:
    """Tell something on standard error."""
    click.echo(plain_page(text), err=True)


def warn(text: str) -> None:
    """Tell something that may need a hand, as ``mjlog: warning: …``."""
    click.echo(f"mjlog: {click.style('warning', fg='yellow')}: {plain(text)}", err=True)


def error(text: str) -> None:
    """Tell a failure, as ``mjlog: error: …``."""
    click.echo(f"mjlog: {click.style('error', fg='red')}: {plain(text)}", err=True)


def progress(total: int | None, unit: str, *, quiet: bool = False) -> Any:
    """A tqdm bar on standard error, drawn on a terminal only; ``update``, ``set_postfix`` and ``close`` as usual."""
    from tqdm import tqdm  # noqa: PLC0415 -- most commands draw no bar

    hidden = quiet or not sys.stderr.isatty()
    return tqdm(total=total, unit=unit, unit_scale=True, disable=hidden, file=sys.stderr, leave=False, ascii=_plain())


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The nearest known word as a sentence to append, `` Did you mean 'convert'?``, or nothing."""
    close = get_close_matches(word, list(known), n=1)
    return f" Did you mean {close[0]!r}?" if close else ""


_least = ExitCode.OK


def remember(code: ExitCode) -> None:
    """End with this code if the command itself ends well."""
    global _least  # noqa: PLW0603 -- there is one process, and it ends once
    _least = code


def leave(code: ExitCode) -> NoReturn:
    """End the command with an exit code after its output is complete."""
    raise click.exceptions.Exit(code)


def prepare_streams() -> None:
    """UTF-8 on every stream whatever the locale says; undecodable file names go out as the bytes they are."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")  # type: ignore[union-attr]


def run(command: Callable[[], object]) -> NoReturn:
    """Run a click command and leave the process; the one place where exceptions become exit codes."""
    _unwind_when_told_to_stop()
    try:
        code = _outcome(command) or _least
        sys.stdout.flush()
    except BrokenPipeError:
        _discard(sys.stdout)
        code = _CLOSED_PIPE
    sys.exit(code)


def _unwind_when_told_to_stop() -> None:
    """Let a request to stop end the process like an exception: temporary folders go, and so do other processes."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with suppress(ValueError):  # not the main thread: whoever runs us there sees to it
                signal.signal(number, lambda number, _: sys.exit(128 + number))


def _outcome(command: Callable[[], object]) -> int:
    """Exit code of the command, its error told."""
    try:
        result = command()
    except click.exceptions.Exit as request:
        return request.exit_code
    except click.exceptions.NoArgsIsHelpError as problem:
        note(problem.format_message())
        return ExitCode.USAGE
    except (BrokenPipeError, SystemExit):
        raise
    except BaseException as problem:
        if os.environ.get("MJLOG_TRACEBACK"):
            raise
        message, code = _told(problem)
        error(message)
        return code
    return result if isinstance(result, int) else ExitCode.OK


def _told(problem: BaseException) -> tuple[str, ExitCode]:
    """An exception in words for people, and the exit code it means."""
    match problem:
        case Failure():
            return problem.message, problem.code
        case click.UsageError():
            path = problem.ctx.command_path if problem.ctx else "mjlog"
            return f"{problem.format_message()} (see: {path} --help)", ExitCode.USAGE
        case click.ClickException():
            return problem.format_message(), ExitCode.CANNOT
        case KeyboardInterrupt() | click.Abort():
            return "interrupted", ExitCode.INTERRUPTED
        case OSError():
            what = f"{problem.filename}: {problem.strerror}" if problem.filename else str(problem)
            return what, ExitCode.CANNOT
        case _:
            return _unforeseen(problem), ExitCode.CANNOT


def _unforeseen(problem: BaseException) -> str:
    if str(problem).startswith("parquet: "):
        return f"a file of the dataset is damaged ({problem}); convert its logs again with --force"
    return f"{type(problem).__name__}: {problem} (a fault of mjlog; MJLOG_TRACEBACK=1 shows where)"


def _discard(stream: TextIO) -> None:
    """Send what is still buffered nowhere, so that leaving does not complain about the closed pipe."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _plain() -> bool:
    return os.environ.get("TERM") == "dumb"
