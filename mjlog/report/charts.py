"""Charts as Vega-Lite specifications, drawn to SVG or PNG without a network.

Colors that must follow the reader's light or dark screen are left to the page: text and lines are drawn in
``currentColor`` there, marks in colors that read on both.
"""

from typing import Any, Final

import polars as pl

from mjlog.report.figures import HIGHEST_VALUE, VALUE_STEP
from mjlog.report.plain import plain_values

COLORS: Final = ("#3b82c4", "#d9822b", "#5a9e4b", "#b5578e", "#8a6fc9", "#c94f4f", "#4ba3a3", "#8f8f43")
_WIDTH: Final = 404
_HEIGHT: Final = 240
_MARGIN: Final = {"left": 14, "top": 4, "right": 14, "bottom": 4}
"""Room for letters that are wider where the chart is read than where it was drawn."""


class MissingChartsError(Exception):
    """The libraries that draw charts are not installed."""


def bars(frame: pl.DataFrame, x: str, y: str, *, title: str, horizontal: bool = True) -> Any:
    """Bars of a share, longest first, with the share beside each."""
    altair = _altair()
    order = list(frame[x])
    base = altair.Chart(_rows(frame)).encode(
        y=altair.Y(f"{x}:N", sort=order, title=None), x=altair.X(f"{y}:Q", title=None, axis=_percent_axis(altair))
    )
    marks = base.mark_bar(color=COLORS[0]) + base.mark_text(align="left", dx=4).encode(
        text=altair.Text(f"{y}:Q", format=".1%")
    )
    return marks.properties(width=_WIDTH, height={"step": 20} if horizontal else _HEIGHT, title=title)


def histogram(frame: pl.DataFrame, *, title: str) -> Any:
    """Hand values by kind, side by side."""
    altair = _altair()
    labels = f"datum.value >= {HIGHEST_VALUE} ? '{HIGHEST_VALUE // 1000}+' : format(datum.value / 1000, '~f')"
    kinds = list(frame["kind"].unique(maintain_order=True))
    return (
        altair.Chart(_rows(frame))
        .mark_bar()
        .encode(
            x=altair.X("value:O", title=f"points, thousands (bars of {VALUE_STEP:,})",
                       axis=altair.Axis(labelExpr=labels, labelAngle=0)),
            xOffset="kind:N",
            y=altair.Y("share:Q", title=None, axis=_percent_axis(altair)),
            color=_color(altair, "kind", kinds),
        )
        .properties(width=_WIDTH, height=_HEIGHT, title=title)
    )  # fmt: skip


def stacked_ranks(frame: pl.DataFrame, *, title: str) -> Any:
    """Shares of ranks by starting wind."""
    altair = _altair()
    return (
        altair.Chart(_rows(frame.with_columns(rank=pl.format("{}", "rank"))))
        .mark_bar()
        .encode(
            y=altair.Y("wind:N", sort=["East", "South", "West", "North"], title=None),
            x=altair.X("share:Q", stack="normalize", title=None, axis=_percent_axis(altair)),
            color=_color(altair, "rank", sorted(frame["rank"].unique().cast(pl.String))),
            order="rank:N",
        )
        .properties(width=_WIDTH, height={"step": 26}, title=title)
    )


def matrix(frame: pl.DataFrame, *, title: str) -> Any:
    """Who pays whom: a cell a pair."""
    altair = _altair()
    base = altair.Chart(_rows(frame)).encode(
        x=altair.X("payee:N", title="receives", axis=altair.Axis(labelAngle=-40, orient="top")),
        y=altair.Y("payer:N", title="pays"),
    )
    cells = base.mark_rect().encode(color=altair.Color("points:Q", title="points", scale=altair.Scale(scheme="blues")))
    size = {"step": 46}
    return (
        cells + base.mark_text(fontSize=9, color="#222").encode(text=altair.Text("points:Q", format="~s"))
    ).properties(width=size, height=size, title=title)


def line(frame: pl.DataFrame, x: str, y: str, *, title: str, x_title: str, y_title: str, reverse: bool = False) -> Any:
    """One value over another."""
    altair = _altair()
    return (
        altair.Chart(_rows(frame))
        .mark_line(color=COLORS[0], point={"size": 18} if frame.height < 60 else False)
        .encode(
            x=altair.X(f"{x}:Q", title=x_title, axis=altair.Axis(tickMinStep=1)),
            y=altair.Y(f"{y}:Q", title=y_title, scale=altair.Scale(reverse=reverse, zero=False)),
        )
        .properties(width=_WIDTH, height=_HEIGHT, title=title)
    )


def curves(frame: pl.DataFrame, *, title: str) -> Any:
    """Shares of hands up to each turn, a curve a kind."""
    altair = _altair()
    kinds = list(frame["kind"].unique(maintain_order=True))
    return (
        altair.Chart(_rows(frame))
        .mark_line(interpolate="step-after")
        .encode(
            x=altair.X("turn:Q", title="own turn", axis=altair.Axis(tickMinStep=1)),
            y=altair.Y("share:Q", title="share of hands", axis=_percent_axis(altair)),
            color=_color(altair, "kind", kinds),
        )
        .properties(width=_WIDTH, height=_HEIGHT, title=title)
    )


def strengths(frame: pl.DataFrame, *, title: str) -> Any:
    """Differences from the population in standard errors, better to the right."""
    altair = _altair()
    order = list(frame["name"])
    color = altair.condition("datum.standing > 0", altair.value(COLORS[2]), altair.value(COLORS[5]))
    return (
        altair.Chart(_rows(frame))
        .mark_bar()
        .encode(
            y=altair.Y("name:N", sort=order, title=None, axis=altair.Axis(labelLimit=220)),
            x=altair.X("standing:Q", title="standard errors from the others (right is better)"),
            color=color,
        )
        .properties(width=_WIDTH - 80, height={"step": 20}, title=title)
    )


def svg(chart: Any) -> str:
    """The chart as SVG text that takes the page's text color."""
    import vl_convert  # noqa: PLC0415 -- an extra

    drawn: str = vl_convert.vegalite_to_svg(plain_values(_configured(chart).to_dict()))
    return drawn.replace('"#010203"', '"currentColor"')


def png(chart: Any) -> bytes:
    """The chart as a PNG picture on white."""
    import vl_convert  # noqa: PLC0415 -- an extra

    specification = plain_values(_configured(chart, ink="#222222", paper="white").to_dict())
    picture: bytes = vl_convert.vegalite_to_png(specification, scale=2)
    return picture


def _configured(chart: Any, ink: str = "#010203", paper: str = "transparent") -> Any:
    """Plain axes in one ink; the default ink is a color that :func:`svg` gives over to the page."""
    font = "system-ui, sans-serif"
    return (
        chart.configure(background=paper, font=font, padding=_MARGIN)
        .configure_axis(
            labelColor=ink, titleColor=ink, domainColor=ink, tickColor=ink, gridColor="#88888844", labelLimit=260
        )
        .configure_title(color=ink, anchor="start", fontSize=14)
        .configure_legend(labelColor=ink, titleColor=ink)
        .configure_text(color=ink)
        .configure_view(stroke=None)
    )


def _rows(frame: pl.DataFrame) -> Any:
    """A frame as Vega-Lite's inline values."""
    altair = _altair()
    values = frame.with_columns(pl.col(pl.Enum, pl.Categorical).cast(pl.String)).to_dicts()
    return altair.Data(values=values)


def _percent_axis(altair: Any) -> Any:
    return altair.Axis(format="%")


def _color(altair: Any, column: str, domain: list[str]) -> Any:
    return altair.Color(f"{column}:N", title=None, scale=altair.Scale(domain=domain, range=list(COLORS[: len(domain)])))


def _altair() -> Any:
    try:
        import altair as alt  # noqa: PLC0415 -- an extra
        import vl_convert  # noqa: F401, PLC0415 -- what draws the charts
    except ImportError as missing:
        raise MissingChartsError("charts need more than the core: pip install 'mjlog[report]'") from missing
    return alt
