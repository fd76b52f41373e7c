"""When a game is over (RULES 42-49)."""

import pytest

from tests.settlement.sheets import draw, hand, ron, settled, tsumo

LOW = [29000, 28000, 22000, 21000]


def ends(one: dict, under: str = "", n_players: int = 4, **game) -> bool:
    """Whether the game is over after this hand."""
    return settled(one, under=under, n_players=n_players, **game).hands["ends"][0]


def passes(at: str, points: list[int], **columns) -> dict:
    """A draw without payments after which the deal passes."""
    return draw(at=at, start=points, **columns)


def aborted(at: str, points: list[int]) -> dict:
    return hand("suufon_renda", at=at, start=points)


def dealer_repeats(at: str, points: list[int], **columns) -> dict:
    """Everybody tenpai: no payments, and the dealer stays."""
    return draw(0, 1, 2, 3, at=at, start=points, **columns)


def dealer_wins(at: str, points: list[int], **columns) -> dict:
    """A dealer's tsumo that ends with these points."""
    dealer = int(at[1]) - 1
    before = [value + 500 if seat != dealer else value - 1500 for seat, value in enumerate(points)]
    return tsumo(dealer, han=1, fu=30, at=at, start=before, **columns)


@pytest.mark.parametrize(
    ("points", "under", "expected"),
    [
        ([0, 45000, 30000, 25000], "tobi=lt0", False),
        ([0, 45000, 30000, 25000], "tobi=le0", True),
        ([-100, 45100, 30000, 25000], "tobi=lt0", True),
        ([-100, 45100, 30000, 25000], "tobi=off", False),
        ([900, 44100, 30000, 25000], "tobi=lt1000", True),
        ([1000, 44000, 30000, 25000], "tobi=lt1000", False),
        ([1000, 44000, 30000, 25000], "tobi=le1000", True),
    ],
)
def test_bust(points, under, expected):
    assert ends(passes("E2-0", points), under) is expected


def test_a_dealer_who_cannot_put_out_the_counters_is_bust():
    points = [200, 45000, 30000, 24800]
    assert ends(dealer_repeats("E1-1", points), "tobi=off; dealer_cannot_post=true") is False
    assert ends(dealer_repeats("E1-2", points), "tobi=off; dealer_cannot_post=true") is True
    assert ends(dealer_repeats("E1-2", points), "tobi=off") is False
    assert ends(passes("E4-2", points), "tobi=off; dealer_cannot_post=true") is True, "he deals next"
    assert ends(passes("E1-2", points), "tobi=off; dealer_cannot_post=true") is False, "another deals next"


def test_a_stick_that_leaves_nothing_ends_the_game_where_it_is_looked_at():
    one = ron(0, 1, han=1, fu=30, riichi=[0], start=[1000, 44000, 30000, 25000])
    under = "tobi=le0; tobi_checked={}"
    assert ends(one, under.format("settlement")) is False
    result = settled(one, under=under.format("riichi")).hands
    assert result["ends"][0] is True
    assert result["status"][0] == "undetermined"
    assert "riichi stick leaves a seat bust" in result["why"][0]


@pytest.mark.parametrize(("most", "expected"), [(59900, False), (60000, True)])
def test_a_game_is_called_when_somebody_has_enough(most, expected):
    points = [most, 20000, 10000, 70000 - most]
    assert ends(passes("E2-0", points), "cold_score=60000") is expected


GOAL_MISSED, GOAL_EXACTLY, GOAL_REACHED = LOW, [30000, 28000, 21000, 21000], [40000, 28000, 21000, 11000]
CHILD_HAS_IT = [29000, 35000, 20000, 16000]
SUDDEN = "extension=sudden_dealer_first"


@pytest.mark.parametrize(
    ("one", "under", "expected"),
    [
        pytest.param(passes("S4-0", GOAL_MISSED), "extension=none", "over", id="no extension"),
        pytest.param(passes("S4-0", GOAL_MISSED), SUDDEN, "W1-1", id="goal missed"),
        pytest.param(passes("S4-0", GOAL_EXACTLY), SUDDEN, "over", id="exactly the goal"),
        pytest.param(passes("S4-0", GOAL_EXACTLY), f"{SUDDEN}; goal_compare=gt", "W1-1", id="exactly is not enough"),
        pytest.param(dealer_wins("W1-0", CHILD_HAS_IT), SUDDEN, "W1-1", id="a repeating dealer first"),
        pytest.param(dealer_wins("W1-0", CHILD_HAS_IT), "extension=sudden_any", "over", id="at once"),
        pytest.param(passes("W4-0", GOAL_MISSED), SUDDEN, "over", id="one round at most"),
        pytest.param(passes("W4-0", GOAL_MISSED), f"{SUDDEN}; extension_max=2", "N1-1", id="two rounds at most"),
        pytest.param(passes("N4-0", GOAL_MISSED), f"{SUDDEN}; extension_max=2", "over", id="two rounds are over"),
        pytest.param(passes("N4-0", GOAL_MISSED), f"{SUDDEN}; extension_max=forever", "E1-1", id="round and round"),
        pytest.param(passes("W2-0", GOAL_REACHED), "extension=full", "W3-1", id="the whole round"),
        pytest.param(passes("W4-0", GOAL_REACHED), "extension=full", "over", id="the whole round is over"),
        pytest.param(passes("W2-0", GOAL_REACHED), SUDDEN, "over", id="goal reached in the extension"),
        pytest.param(
            dealer_wins("W2-0", [11000, 40000, 28000, 21000]), f"{SUDDEN}; agari_yame=auto", "over", id="yame"
        ),
    ],
)
def test_extension(one, under, expected):
    result = settled(one, under=under).hands
    following = "{}{}-{}".format(*result.select("next_round_wind", "next_kyoku", "next_honba").row(0))
    assert ("over" if result["ends"][0] else following) == expected


def test_all_even_may_be_an_extension_though_the_goal_is_reached():
    one = passes("S4-0", [30000] * 4)
    under = "extension=sudden_dealer_first; start_points=30000"
    assert ends(one, under) is True
    assert ends(one, f"{under}; extension_if_even=true") is False


@pytest.mark.parametrize(
    ("at", "length"), [("E4-0", "east"), ("S4-0", "hanchan"), ("N4-0", "full"), ("E1-0", "one_hand")]
)
def test_lengths(at, length):
    assert ends(passes(at, [40000, 20000, 20000, 20000]), length=length) is True
    earlier = {"E4-0": "E3-0", "S4-0": "S3-0", "N4-0": "N3-0"}.get(at)
    if earlier:
        assert ends(passes(earlier, [40000, 20000, 20000, 20000]), length=length) is False


def test_length_of_the_rules_holds_where_the_record_does_not_tell():
    one = passes("E4-0", [40000, 20000, 20000, 20000])
    assert ends(one, "length=east", length=None) is True
    assert ends(one, "length=hanchan", length=None) is False


def test_a_round_of_three_hands_with_three_players():
    one = hand("exhaustive_draw", tenpai=(), at="S3-0", start=[45000, 35000, 25000])
    assert ends(one, n_players=3) is True


TOP, TIED, SHORT, SECOND = (
    [20000, 20000, 18000, 42000],
    [35000, 15000, 15000, 35000],
    [28000, 22000, 21000, 29000],
    [42000, 10000, 13000, 35000],
)


@pytest.mark.parametrize(
    ("points", "under", "expected"),
    [
        (TOP, "agari_yame=auto", True),
        (TOP, "agari_yame=off", False),
        (TIED, "agari_yame=auto; yame_top=seat", False),
        (TIED, "agari_yame=auto; yame_top=any", True),
        (TIED, "agari_yame=auto; yame_top=sole", False),
        (SHORT, "agari_yame=auto", False),
        (SHORT, "agari_yame=auto; yame_needs_goal=false", True),
        (SECOND, "agari_yame=auto", False),
        (SECOND, "agari_yame=auto; yame_needs_top=false", True),
        ([20000, 25000, 25000, 30000], "agari_yame=auto; goal_compare=gt", False),
    ],
)
def test_dealer_wins_the_last_hand(points, under, expected):
    assert ends(dealer_wins("S4-0", points), under) is expected


def test_a_tied_dealer_nearest_to_the_first_dealer_is_top():
    one = dealer_wins("S1-0", [35000, 35000, 15000, 15000])
    assert ends(one, "agari_yame=auto; yame_top=seat; length=east", length="east") is True
    assert ends(one, "agari_yame=auto; yame_top=sole; length=east", length="east") is False


@pytest.mark.parametrize(("switch", "expected"), [("auto", True), ("off", False)])
def test_tenpai_yame_has_its_own_switch(switch, expected):
    assert ends(dealer_repeats("S4-0", TOP), f"tenpai_yame={switch}; agari_yame=off") is expected


def test_abortive_draw_in_the_last_hand_never_ends_the_game():
    assert ends(aborted("S4-0", TOP), "agari_yame=auto; tenpai_yame=auto") is False


def test_abortive_draw_after_which_the_deal_passes_ends_the_game_at_its_last_hand():
    assert ends(aborted("S4-0", TOP), "abort_renchan=none") is True


def test_yame_holds_in_an_extension_too():
    points = [20000, 41000, 20000, 19000]
    assert ends(dealer_wins("W2-0", points), "extension=sudden_dealer_first; agari_yame=auto") is True


@pytest.mark.parametrize(("chosen", "expected"), [(True, True), (False, False)])
def test_optional_yame_is_what_the_dealer_chose(chosen, expected):
    assert ends(dealer_wins("S4-0", TOP, dealer_ends=chosen), "agari_yame=optional") is expected


def test_a_log_that_stops_there_without_a_word_says_that_the_dealer_ended_it():
    assert ends(dealer_wins("S4-0", TOP), "agari_yame=optional") is True
    assert ends(dealer_wins("S4-0", TOP), "agari_yame=optional", complete=False) is False
    assert settled(dealer_wins("S4-0", TOP), passes("S4-1", TOP), under="agari_yame=optional").hands["ends"][0] is False


def test_a_dealer_cannot_choose_what_the_rules_do_not_allow():
    assert ends(dealer_wins("S4-0", SECOND, dealer_ends=True), "agari_yame=optional") is False


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        ("none", [False, False, False]),
        ("end_after_hand", [False, True, True]),
        ("one_more_hand", [False, False, True]),
    ],
)
def test_time_limit(limit, expected):
    even = [25000] * 4
    game = [passes("E1-0", even), passes("E2-1", even, time_up=True), passes("E3-2", even)]
    assert settled(*game, under=f"time_limit={limit}").hands["ends"].to_list() == expected


@pytest.mark.parametrize(("counts", "expected"), [("false", False), ("true", True)])
def test_chombo_as_the_last_hand(counts, expected):
    one = hand("chombo", at="S4-0", start=TOP, offender=0)
    assert ends(one, f"chombo_ends_game={counts}") is expected
    late = hand("chombo", at="E2-0", start=TOP, offender=0, time_up=True)
    assert ends(late, f"time_limit=end_after_hand; chombo_ends_game={counts}") is expected


def test_goal_points_of_other_rooms():
    one = passes("S4-0", [30900, 28000, 21000, 20100])
    assert ends(one, "extension=sudden_dealer_first; goal_points=30000") is True
    assert ends(one, "extension=sudden_dealer_first; goal_points=31000") is False


def test_sticks_on_the_table_do_not_count_for_the_goal():
    one = passes("S4-0", [29000, 28000, 21000, 20000], deposits=2)
    assert ends(one, "extension=sudden_dealer_first") is False
