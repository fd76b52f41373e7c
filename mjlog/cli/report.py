"""``mjlog report``: a self-contained HTML page of a dataset or a player, or one of its charts."""

from pathlib import Path
from typing import Any

import click

from mjlog.cli.console import ExitCode, Failure, did_you_mean, note
from mjlog.cli.inputs import log_options, open_inputs
from mjlog.cli.output import write_bytes
from mjlog.report import charts
from mjlog.report.page import drawings, page
from mjlog.stats.names import player_names


@click.command()
@log_options
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, dir_okay=False), help="File to write.")
@click.option("--player", metavar="NAME", help="Report of this player instead of the whole dataset.")
@click.option(
    "--format", "output_format", type=click.Choice(["html", "svg", "png"]), default="html", help="What to write."
)
@click.option("--chart", metavar="NAME", help="Which chart, for svg and png.")
@click.option("--title", metavar="TEXT", help="Heading of the page; by default the player or the input.")
def command(
    *,
    paths: tuple[str, ...],
    from_format: str | None,
    output: Path,
    player: str | None,
    output_format: str,
    chart: str | None,
    title: str | None,
) -> None:
    """Draw a self-contained HTML report; it needs no network and reads well on a phone, light or dark.

    \b
    Examples:
      mjlog report season -o season.html
      mjlog report season --player Aki -o aki.html
      mjlog report season --format png --chart yaku -o yaku.png
    """
    if output_format != "html" and chart is None:
        raise Failure(f"--format {output_format} draws one chart: name it with --chart", ExitCode.USAGE)
    dataset = open_inputs(paths, from_format=from_format)
    if player is not None:
        known = player_names(dataset.scan("games"), dataset.scan("players")).collect()["player"]
        if player not in known.implode().explode().to_list():
            raise Failure(f"no game of {player!r}.{did_you_mean(player, known.unique())}", ExitCode.USAGE)
    try:
        if output_format == "html":
            heading = title or player or ", ".join(Path(path).name for path in paths)
            drawn = page(dataset, heading, player).encode("utf-8", "replace")
        else:
            drawn = _picture(drawings(dataset, player), chart, output_format)
    except charts.MissingChartsError as missing:
        raise Failure(str(missing)) from missing
    write_bytes(drawn, output)
    note(f"{output}: {len(drawn) / 1024:,.0f} KB")


def _picture(known: dict[str, Any], chart: str | None, output_format: str) -> bytes:
    if chart not in known:
        raise Failure(f"there is no chart {chart!r}; there are {', '.join(known)}", ExitCode.USAGE)
    return charts.png(known[chart]) if output_format == "png" else charts.svg(known[chart]).encode()
