"""Every real Mahjong Soul record is read with its numbers reproduced, or refused for a reason that is true."""

import polars as pl
import pytest

from mjlog.parsing import DOCUMENTS, Recorded
from mjlog.tables import seats
from parsers.majsoul import PARSER


@pytest.fixture(scope="module")
def real(real_logs) -> Recorded:
    paths = sorted(path for folder in ("majsoul_json", "majsoul_pb") for path in real_logs.joinpath(folder).iterdir())
    contents = [path.read_bytes() for path in paths]
    assert all(PARSER.sniff(content[:65536], path.name) for path, content in zip(paths, contents, strict=True))
    rows = {"source": [path.name for path in paths], "member": [None] * len(paths), "content": contents}
    return PARSER.parse(pl.DataFrame(rows, schema=DOCUMENTS), True)


def test_each_refusal_has_its_reason(real):
    live = real.errors.filter(code="live-capture")["source"]
    assert len(live) == 3
    assert live.str.starts_with("HomeArchbishop").all()
    # A fixture with points where the protocol has objects.
    (other,) = real.errors.filter(pl.col("code") != "live-capture").rows(named=True)
    assert (other["code"], other["hand"]) == ("bad-hand", 1)
    assert "scores" in other["message"]


def test_points_run_on_from_hand_to_hand(real):
    following = [pl.col(f"start_{seat}").shift(-1).alias(f"next_{seat}") for seat in range(4)]
    hands = real.hands.with_columns(*following, next_hand=pl.col("hand").cast(pl.Int32).shift(-1))
    pairs = hands.filter(pl.col("next_hand") == pl.col("hand") + 1)
    assert pairs.height == 50
    assert pairs.filter(pl.any_horizontal(pl.col(f"end_{s}") != pl.col(f"next_{s}") for s in range(4))).is_empty()


def test_final_points_and_scores_are_those_of_the_rules(real):
    last = real.hands.unique("game_id", keep="last", maintain_order=True)
    final = real.players.drop_nulls("recorded_points").join(last, on="game_id").join(real.games, on="game_id")
    assert final.filter(pl.col("recorded_points") != pl.concat_list(seats("end")).list.get(pl.col("seat"))).is_empty()
    ranked = final.filter(pl.col("rule_overrides").is_null())
    uma = pl.col("recorded_rank").replace_strict({1: 15000, 2: 5000, 3: -5000, 4: -15000})
    assert ranked.filter(pl.col("recorded_score") != pl.col("recorded_points") - 25000 + uma).is_empty()
    assert ranked.height >= 12


def test_changes_sum_to_the_sticks_collected(real):
    # The fixture of above is no game: its winner leaves an accepted riichi stick on the table.
    played = real.games.filter(~pl.col("source").str.starts_with("AwakeFantasy"))["game_id"]
    hands = real.hands.unique(["game_id", "hand"]).filter(pl.col("game_id").is_in(played.implode()))
    single = real.wins.unique(["game_id", "hand", "win"]).drop_nulls("recorded_0").join(hands, on=["game_id", "hand"])
    paid = pl.sum_horizontal(pl.col(name).fill_null(value=False).cast(pl.Int32) for name in seats("riichi_paid"))
    sticks = pl.col("deposits").cast(pl.Int32) + paid
    found = single.filter(pl.col("recorded_3").is_not_null())
    assert found.height >= 25
    assert found.filter(pl.sum_horizontal(seats("recorded")) != 1000 * sticks).is_empty()


def test_no_yaku_is_unknown(real):
    assert real.wins["yaku_other"].null_count() == real.wins.height
