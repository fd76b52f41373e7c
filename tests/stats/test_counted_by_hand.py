"""Every statistic against numbers counted with a pencil from seasons small enough for it."""

import polars as pl
import pytest

from mjlog.stats.metrics import STATISTICS
from mjlog.stats.rows import YAKU_BITS
from tests.stats import dear_season, ladders, played_hands, season, sheets
from tests.stats.sheets import KEYS, game, hand, sitting, wins

SEASONS = (season, dear_season, ladders, played_hands)
YAKU_KEYS = {f"{side}yaku_{key}_rate": key for side in ("", "deal_in_") for key in YAKU_BITS}


@pytest.fixture(scope="module")
def counted() -> dict[str, pl.DataFrame]:
    """All statistics of every season."""
    return {each.__name__: sheets.ask(each.tables()) for each in SEASONS}


@pytest.mark.parametrize(
    ("of", "player", "key", "expected"),
    [
        pytest.param(each.__name__, who, key, value, id=f"{each.__name__.rpartition('.')[2]}-{who}-{key}")
        for each in SEASONS
        for who, numbers in each.EXPECTED.items()
        for key, value in numbers.items()
    ],
)
def test_a_statistic_is_what_a_pencil_counts(
    counted: dict[str, pl.DataFrame], of: str, player: str, key: str, expected: float | None
) -> None:
    found = counted[of].row(by_predicate=pl.col("player") == player, named=True)[key]
    assert found is expected if expected is None else found == pytest.approx(expected)


def test_each_yaku_is_counted_as_itself_in_wins_and_deal_ins() -> None:
    """For each yaku a winner who has it in one win of two, and a discarder who pays for both."""
    games, sittings, hands, claims = [], [], [], []
    for number, key in enumerate(YAKU_BITS):
        name = f"g{number}"
        games.append(game(name))
        sittings += [sitting(name, seat, f"{who} {key}", seat + 1, 25000)
                     for seat, who in enumerate(("wins", "pays", "third", "fourth"))]  # fmt: skip
        other = "tanyao" if key != "tanyao" else "haku"
        for which, yaku in enumerate(([key, "dora"], [other])):
            hands.append(hand(name, which, 0, "ron", sheets.START, [8000, -8000, 0, 0]))
            claims += wins((name, which, 0, 0, 1, 8000, 5, 30, 0, "mangan", True, yaku, None))
    rows = sheets.ask(sheets.tables(games, sittings, hands, claims), tuple(YAKU_KEYS))
    for key in YAKU_BITS:
        other = "tanyao" if key != "tanyao" else "haku"
        for who, side in (("wins", ""), ("pays", "deal_in_")):
            row = rows.row(by_predicate=pl.col("player") == f"{who} {key}", named=True)
            shares = {name: row[name] for name in YAKU_KEYS if name.startswith(f"{side}yaku_")}
            expected = dict.fromkeys(shares, 0.0) | {f"{side}yaku_{each}_rate": 0.5 for each in (key, other)}
            assert shares == expected, key


def test_no_statistic_is_without_a_number_counted_by_hand() -> None:
    by_hand = {
        key for each in SEASONS for numbers in each.EXPECTED.values() for key, value in numbers.items()
        if value is not None
    }  # fmt: skip
    assert [key for key in KEYS if key not in by_hand | YAKU_KEYS.keys()] == []


@pytest.mark.parametrize("attribute", ["key", "en", "ja"])
def test_no_two_statistics_have_one_name(attribute: str) -> None:
    names = [getattr(each, attribute) for each in STATISTICS]
    assert len(set(names)) == len(names)


def test_every_statistic_says_what_it_is() -> None:
    for each in STATISTICS:
        assert each.en
        assert each.ja
        assert len(each.definition) > 8, each.key
        assert each.key == each.key.lower()
