"""The command line: a group that imports a command's module only when that command is used.

So ``mjlog --help`` and a mistyped option answer at once, without polars. A command is one file here that exposes
``command``, and one line of :data:`COMMANDS`, which is also what ``mjlog --help`` lists.
"""

from importlib import import_module
from typing import Any, Final

import click

from mjlog import __version__
from mjlog.cli.console import EXIT_CODES, did_you_mean, prepare_streams, run

COMMANDS: Final = {
    "convert": "Read logs, settle every hand, write a Parquet dataset.",
    "audit": "Compare what the logs record with what is right.",
    "rescore": "Recompute results under other rules.",
    "stats": "Count what players do: wins, deal-ins, riichi, calls, ranks, scores.",
    "compare": "Compare two players, two periods, or two sets of logs.",
    "report": "Draw a self-contained HTML report.",
    "show": "Print a game as a player would read it.",
    "hand": "Value one hand of tiles.",
    "rules": "List, show, compare, check and guess rule sets.",
    "schema": "Print the columns of every table.",
    "formats": "List the formats that can be read.",
    "inspect": "Say what a file is, what it holds and why it fails.",
}


class _Commands(click.Group):
    """The group: its commands are known by name, and imported by :meth:`get_command` alone."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 -- click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 -- click's
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"mjlog.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"There is no command {args[0]!r}.{did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 -- click's
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, and leave with one of :class:`mjlog.cli.console.ExitCode`, whatever happens."""
        prepare_streams()
        kwargs["standalone_mode"] = False
        run(lambda: super(_Commands, self).main(*args, **kwargs))


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True},
    epilog=EXIT_CODES,
)
@click.version_option(__version__, "--version", prog_name="mjlog", message="%(prog)s %(version)s")
def main() -> None:
    """Turn riichi mahjong logs into settled hand records, and check, rescore and count them.

    \b
    Examples:
      mjlog convert logs/ -o season        read everything, write Parquet
      mjlog audit season                   are the recorded results right?
      mjlog rescore season --rule uma=20,10,-10,-20
      mjlog stats logs/*.zip --min-games 10
      mjlog inspect strange-file           what is this, why does it fail?

    Every command takes a dataset that convert wrote, or the logs themselves.
    """
