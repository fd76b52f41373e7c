"""The words of the report: numbers as people write them, a player's own counts over a player's page."""

import re
from datetime import UTC, datetime
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from mjlog.cli import main
from mjlog.report.page import _percent, _table, worded
from mjlog.stats.metrics import STATISTICS
from mjlog.stats.statistic import Unit

SAMPLES = Path(__file__).parents[2] / "sample_logs"


def of(unit: Unit) -> str:
    return next(each.key for each in STATISTICS if each.unit == unit)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (None, Unit.RATIO, "–"),
        (0.2534, Unit.RATIO, "25.3%"),
        (-0.0001, Unit.RATIO, "0.0%"),
        (-0.3, Unit.POINTS, "0"),
        (-1234.5678, Unit.POINTS, "-1,235"),
        (8, Unit.NUMBER, "8"),
        (8.0, Unit.NUMBER, "8.00"),
        (-0.001, Unit.NUMBER, "0.00"),
        (-0.31, Unit.NUMBER, "-0.31"),
        (87, Unit.COUNT, "87"),
    ],
)
def test_a_value_is_worded_by_its_unit_and_none_is_minus_nothing(value: float | None, unit: Unit, text: str) -> None:
    assert worded(value, STATISTICS[of(unit)]) == text


def test_cells_of_a_table_are_even_and_words_have_no_underscores() -> None:
    frame = pl.DataFrame(
        {
            "hands_a_game": [8.9, 6.0, None],
            "games": [1445, 2, 0],
            "started_at": [datetime(2024, 3, 21, 13, 0, tzinfo=UTC)] * 3,
            "share": [0.4217, 0.183, 0.0],
        }
    )
    table = _table(_percent(frame, "share"))
    assert table["columns"] == ["hands a game", "games", "started at", "share"]
    assert [[cell["text"] for cell in row] for row in table["rows"]] == [
        ["8.90", "1,445", "2024-03-21 13:00", "42.17%"],
        ["6.00", "2", "2024-03-21 13:00", "18.30%"],
        ["", "0", "2024-03-21 13:00", "0.00%"],
    ]


def test_a_players_page_counts_the_players_own_games(tmp_path: Path) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    page = tmp_path / "page.html"
    command = ["report", str(SAMPLES / "hands_json" / "league"), "--player", "Gina", "-o", str(page)]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    text = page.read_text("utf-8")
    counts = re.search(r'class="sub">([\d,]+) games? · ([\d,]+) hands? · ([\d,]+) wins?<', text)
    assert counts is not None
    sheets = [path.read_text("utf-8") for path in (SAMPLES / "hands_json" / "league").glob("*.json")]
    assert int(counts[1]) == sum('"Gina"' in sheet for sheet in sheets) < len(sheets)
    assert "_" not in "".join(re.findall(r"<td[^>]*>([^<]*)</td>", text))
