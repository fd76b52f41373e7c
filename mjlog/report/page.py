"""The report: one HTML file that holds everything it shows and asks the network for nothing."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from importlib.resources import files
from typing import Any, Final, NamedTuple

import jinja2
import polars as pl

from mjlog import __version__
from mjlog.dataset import Dataset
from mjlog.report import charts, figures
from mjlog.report.game import score_text
from mjlog.report.plain import counted, plain
from mjlog.stats.contrast import contrast
from mjlog.stats.engine import Question
from mjlog.stats.metrics import STATISTICS
from mjlog.stats.names import player_names
from mjlog.stats.query import Asked, answer, sums
from mjlog.stats.statistic import Statistic, Unit

_CARDS: Final = ("games", "avg_rank", "avg_score", "win_rate", "deal_in_rate", "riichi_rate", "call_rate", "tobi_rate")
_STRENGTHS: Final = {
    "avg_rank": -1, "win_rate": 1, "deal_in_rate": -1, "avg_win_income": 1, "avg_deal_in": -1, "riichi_win_rate": 1,
    "call_win_rate": 1, "tenpai_at_draw_rate": 1, "balance_per_round": 1, "rank_1_rate": 1, "rank_4_rate": -1,
    "tobi_rate": -1,
}  # fmt: skip
"""Statistics that are better high (1) or low (-1)."""
_RECENT: Final = 20
_Drawn = dict[str, tuple[pl.DataFrame, Callable[[pl.DataFrame], Any]]]
"""By the name of a chart, its numbers and how they are drawn."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page: a heading, drawings, and tables of text cells."""

    title: str
    drawings: list[str] = field(default_factory=list)
    cards: list[dict[str, str]] = field(default_factory=list)
    tables: list[dict[str, Any]] = field(default_factory=list)
    note: str = ""


class _Played(NamedTuple):
    """Games and hands of one player, as :mod:`mjlog.report.figures` gives them."""

    games: pl.DataFrame
    hands: pl.DataFrame


def drawings(dataset: Dataset, player: str | None = None) -> dict[str, Any]:
    """Every chart of the report by name, as ``mjlog report --chart`` takes it; charts without data are left out."""
    names = player_names(dataset.scan("games"), dataset.scan("players")).collect()
    if player is None:
        return _dataset_charts(dataset, names)
    return _player_charts(dataset, player, _played(dataset, names, player))


def page(dataset: Dataset, title: str, player: str | None = None) -> str:
    """The report of a dataset, or of one player of it, as HTML text."""
    names = player_names(dataset.scan("games"), dataset.scan("players")).collect()
    if player is None:
        sections = _dataset_sections(dataset, names)
        rows = {table: dataset.scan(table).select(pl.len()).collect().item() for table in ("games", "hands", "wins")}
    else:
        played = _played(dataset, names, player)
        sections = _player_sections(dataset, player, played)
        rows = {"games": played.games.height, "hands": played.hands.height, "wins": played.hands["won"].sum()}
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, finalize=_shown
    )
    template = environment.from_string(files("mjlog.report").joinpath("page.html.j2").read_text("utf-8"))
    subtitle = " · ".join(counted(number, table.removesuffix("s")) for table, number in rows.items())
    return template.render(title=title, subtitle=subtitle, sections=sections, version=__version__)


def _shown(value: Any) -> Any:
    """What the template prints: text is made plain, markup (the drawings) is its own."""
    return plain(value) if type(value) is str else value


def _dataset_charts(dataset: Dataset, names: pl.DataFrame) -> dict[str, Any]:
    ranks = figures.rank_by_seat(dataset)
    frames: _Drawn = {
        "endings": (
            _spaced(figures.endings(dataset)),
            lambda f: charts.bars(f, "result", "share", title="How hands end"),
        ),
        "values": (figures.win_values(dataset), lambda f: charts.histogram(f, title="What hands are worth")),
        "yaku": (
            figures.yaku_frequencies(dataset).head(30),
            lambda f: charts.bars(f.with_columns(yaku=pl.format("{} {}", "yaku", "ja")), "yaku", "share",
                                  title="Yaku, share of wins"),
        ),
        **{
            f"seats{players}": (
                ranks.filter(pl.col("n_players") == players),
partial(charts.stacked_ranks, title=f"Rank by starting seat, {players} players"),
            )
            for players in (4, 3)
        },
        "payments": (figures.payments(dataset, names), lambda f: charts.matrix(f, title="Who pays whom, points")),
    }  # fmt: skip
    return {name: draw(frame) for name, (frame, draw) in frames.items() if frame.height}


def _played(dataset: Dataset, names: pl.DataFrame, player: str) -> _Played:
    return _Played(figures.games_of(dataset, names, player), figures.hands_of(dataset, names, player))


def _player_charts(dataset: Dataset, player: str, played: _Played) -> dict[str, Any]:
    games, hands = played
    thousands = games.with_columns(total=pl.col("total") / 1000)
    ranks = games.group_by("rank").agg(games=pl.len()).sort("rank")
    ranks = ranks.with_columns(rank=pl.format("rank {}", "rank"), share=pl.col("games") / pl.col("games").sum())
    frames: _Drawn = {
        "ranks": (ranks, lambda f: charts.bars(f, "rank", "share", title="Ranks")),
        "scores": (thousands, lambda f: charts.line(f, "number", "total", title="Score so far", x_title="game",
                                                    y_title="sum of scores, thousands")),
        "rank-line": (_rolling_rank(games), lambda f: charts.line(f, "number", "mean", title="Mean rank so far",
                                                                  x_title="game", y_title="mean rank", reverse=True)),
        "values": (figures.won_and_lost(hands), lambda f: charts.histogram(f, title="Values won and dealt in to")),
        "turns": (figures.turns(hands), lambda f: charts.curves(f, title="How early")),
        "strengths": (_standing(dataset, player), lambda f: charts.strengths(f, title="Against all others")),
    }  # fmt: skip
    return {name: draw(frame) for name, (frame, draw) in frames.items() if frame.height}


def _dataset_sections(dataset: Dataset, names: pl.DataFrame) -> list[Section]:
    drawn = {name: charts.svg(chart) for name, chart in _dataset_charts(dataset, names).items()}
    games, yaku = figures.game_ends(dataset), figures.yaku_frequencies(dataset)
    return [
        Section("Games", tables=[_table(_spaced(games))], drawings=_some(drawn, "seats4", "seats3")),
        Section("Hands", drawings=_some(drawn, "endings", "values")),
        Section("Yaku", drawings=_some(drawn, "yaku"), tables=[_table(_percent(yaku, "share"), folded="all yaku")]),
        Section("Points", drawings=_some(drawn, "payments"),
                note=f"The {figures.PLAYERS_SHOWN} players of the most games; a row pays, a column receives."),
        Section("Everyone", tables=[_statistics(dataset, None, STATISTICS)]),
    ]  # fmt: skip


def _player_sections(dataset: Dataset, player: str, played: _Played) -> list[Section]:
    drawn = {name: charts.svg(chart) for name, chart in _player_charts(dataset, player, played).items()}
    recent = played.games.reverse().head(_RECENT).with_columns(score_text("score"), score_text("total"))
    luck = [each for each in STATISTICS if each.group == "luck"]
    return [
        Section("At a glance", cards=_cards(dataset, player)),
        Section("Games", drawings=_some(drawn, "ranks", "scores", "rank-line"),
                tables=[_table(recent, folded="recent games")]),
        Section("Hands", drawings=_some(drawn, "values", "turns")),
        Section("Strengths", drawings=_some(drawn, "strengths"),
                note="How far each statistic lies from that of all other players, in standard errors."),
        Section("Luck", tables=[_statistics(dataset, player, luck)]),
        Section("Everything", tables=[_statistics(dataset, player, STATISTICS)]),
    ]  # fmt: skip


def _some(drawn: dict[str, str], *wanted: str) -> list[str]:
    return [drawn[name] for name in wanted if name in drawn]


def _rolling_rank(games: pl.DataFrame) -> pl.DataFrame:
    return games.select("number", mean=pl.col("rank").cum_sum() / pl.col("number"))


def _standing(dataset: Dataset, player: str) -> pl.DataFrame:
    """A player's statistics against those of all others, in standard errors; positive is better."""
    keys = tuple(_STRENGTHS)
    question = Question(keys, ("n_players",))
    others = Question(keys, ("n_players",), pl.col("player") != player)
    rows = contrast(sums(dataset, Asked(others)), sums(dataset, Asked(question, (player,))), question)
    signs = pl.col("metric").replace_strict(_STRENGTHS, return_dtype=pl.Int8)
    error = (pl.col("high") - pl.col("low")) / (2 * 1.96)
    main = rows["n_players"].mode().max()
    return (
        rows.filter(pl.col("n_players") == main, pl.col("difference").is_not_null(), error > 0)
        .select(name=pl.col("metric").replace(_names()), standing=signs * pl.col("difference") / error)
        .sort("standing", descending=True)
    )


def _names() -> dict[str, str]:
    return {each.key: f"{each.en} {each.ja}" for each in STATISTICS}


def _cards(dataset: Dataset, player: str) -> list[dict[str, str]]:
    """The figures that come first, with their interval and definition; a row a number of players."""
    question = Question(_CARDS, ("n_players",))
    rows = answer(dataset, Asked(question, (player,)), intervals=True).sort("n_players")
    cards = []
    for row in rows.to_dicts():
        for key in _CARDS:
            each = STATISTICS[key]
            cards.append(
                {
                    "name": f"{each.en} ({row['n_players']} players)" if rows.height > 1 else each.en,
                    "ja": each.ja,
                    "value": worded(row[key], each),
                    "range": _range(row, each),
                    "definition": each.definition,
                }
            )
    return cards


def _statistics(dataset: Dataset, player: str | None, statistics: Any) -> dict[str, Any]:
    """A table of statistics: value, n, interval and definition; a column group a number of players.

    Statistics that the logs do not tell are left out.
    """
    keys = tuple(each.key for each in statistics)
    question = Question(keys, ("n_players",))
    rows = answer(dataset, Asked(question, (player,) if player else ()), intervals=True).sort("n_players")
    columns = ["statistic", "日本語"]
    for players in rows["n_players"]:
        columns += [f"{players} players", "n", "95 %"]
    lines = []
    for each in statistics:
        if rows[each.key].null_count() == rows.height:
            continue
        cells = [{"text": each.en, "title": each.definition}, {"text": each.ja, "title": each.definition}]
        for row in rows.to_dicts():
            n = row.get(f"{each.key}_n")
            cells += [{"text": worded(row[each.key], each)}, {"text": "" if n is None else f"{n:,}"},
                      {"text": _range(row, each)}]  # fmt: skip
        lines.append(cells)
    return {"columns": columns, "rows": lines, "folded": "" if len(lines) < 20 else f"{len(lines)} statistics"}


def worded(value: float | None, statistic: Statistic) -> str:
    """A value as people write it."""
    if value is None:
        return "–"
    if isinstance(value, int) or statistic.unit in (Unit.POINTS, Unit.COUNT):
        text = f"{value:,.0f}"
    elif statistic.unit == Unit.RATIO:
        text = f"{value:.1%}"
    else:
        text = f"{value:.2f}"
    return text if any(digit in text for digit in "123456789") else text.removeprefix("-")


def _range(row: dict[str, Any], statistic: Statistic) -> str:
    low, high = row.get(f"{statistic.key}_low"), row.get(f"{statistic.key}_high")
    return "" if low is None or high is None else f"{worded(low, statistic)} – {worded(high, statistic)}"


def _table(frame: pl.DataFrame, folded: str = "") -> dict[str, Any]:
    """A frame as text cells."""
    rows = [[{"text": _cell(value)} for value in row] for row in frame.rows()]
    return {"columns": [name.replace("_", " ") for name in frame.columns], "rows": rows, "folded": folded}


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case int():
            return f"{value:,}"
        case float():
            return f"{value:.2f}"
        case datetime():
            return f"{value:%Y-%m-%d %H:%M}"
        case _:
            return str(value)


def _percent(frame: pl.DataFrame, column: str) -> pl.DataFrame:
    return frame.with_columns(pl.Series(column, [f"{share:.2%}" for share in frame[column]], pl.String))


def _spaced(frame: pl.DataFrame) -> pl.DataFrame:
    """The words of the vocabulary without underscores."""
    return frame.with_columns(pl.col(pl.Enum).cast(pl.String).str.replace_all("_", " "))
