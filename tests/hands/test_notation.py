"""Hands as written: what is read, and what is refused with its reason."""

import pytest

from mjlog.hands.notation import read_hand
from mjlog.tiles import MELDS, TILES


def test_a_hand_with_melds():
    hand = read_hand("340m2p+2p", ("pon:555z", "chi:430p", "ankan:2222s"))
    assert [TILES[code] for code in hand.tiles] == ["3m", "4m", "0m", "2p", "2p"]
    assert (TILES[hand.winning], hand.size) == ("2p", 14)
    assert [MELDS[code] for code in hand.melds] == ["pon 555z", "chi 034p", "ankan 2222s"]


def test_kinds_of_kan_and_norths_set_aside():
    hand = read_hand("1p", ("kan:1111z", "kakan:5055p", "ankan:0555s", "kita:2", "pon:777s"), n_players=3)
    assert [MELDS[code] for code in hand.melds] == [
        "daiminkan 1111z", "kakan 0555p", "ankan 0555s", "kita 4z", "kita 4z", "pon 777s",
    ]  # fmt: skip


def test_thirteen_tiles_have_no_winning_tile():
    assert read_hand("123456789m1111p").winning is None


@pytest.mark.parametrize(
    ("text", "melds", "reason"),
    [
        ("22222448m123p678s", (), "impossible hand: 5 tiles 2m, there are only four"),
        ("2222448m123p67s+8s", ("pon:222m",), "impossible hand: 7 tiles 2m"),
        ("44555555m123p678s", (), "impossible hand: 6 tiles 5m"),
        ("0555m0m123p456s78s", (), "impossible hand: 5 tiles 5m"),
        ("000p123m456s789s1z", (), "3 red fives 0p"),
        ("11112222m3333p44z5z", (), "15 tiles, melds counting as three; a hand has 13"),
        ("123m", (), "3 tiles"),
        ("123m456p789s1122z", ("chi:135m",), "135m is not a run of three"),
        ("123m456p789s1122z", ("pon:112m",), "112m is not three equal tiles"),
        ("123m456p789s1122z", ("run:123m",), "'run:123m' is no meld; write kan:…"),
        ("123m456p789s1122z+", (), "one tile is expected after the plus sign"),
        ("123m456p789s1122z+12z", (), "one tile is expected after the plus sign"),
        ("123m456p789s11228z", (), "there is no tile '8z'"),
        ("123m456p789s1122", (), "has no suit"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(text, melds, reason):
    with pytest.raises(ValueError, match=reason.replace("(", r"\(")):
        read_hand(text, melds)


def test_tiles_shown_elsewhere_count_and_three_players_have_no_two_of_man():
    with pytest.raises(ValueError, match="5 tiles 1z"):
        read_hand("1111z234m456p345s", shown=(27,))
    with pytest.raises(ValueError, match="2m is not played with by three"):
        read_hand("234m456p345s1122z", n_players=3)
