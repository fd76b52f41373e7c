"""What happens in a hand, tag by tag."""

import polars as pl

from tests.parsers.tenhou_xml.documents import agari, draw, hand, log, log_3p, parse

PON_E = (27 * 3 + 0) << 9 | 8 | 3
KAKAN_E = (27 * 3 + 0) << 9 | 16 | 3
ANKAN_5M = 16 << 8
DAIMINKAN_5P = 53 << 8 | 2
KITA = 121 << 8 | 0x20


def played(*tags: str, go: str | None = None, players: int = 4) -> list[tuple]:
    """Events after the deal: kind, seat, tile, tsumogiri, source, consumed."""
    if players == 3:
        recorded = parse(log_3p(hand(draw(sc="350,0,350,0,350,0,0,0"), *tags, ten="350,350,350,0", players=3)))
    else:
        recorded = parse(log(hand(draw(), *tags), **({"go": go} if go else {})))
    assert recorded.events["seq"].to_list() == list(range(recorded.events.height))
    columns = ("kind", "seat", "tile", "tsumogiri", "from_seat", "consumed")
    return recorded.events.filter(pl.col("kind") != "deal").select(columns).rows()


def test_a_hand_begins_with_a_deal_a_player_the_dealer_without_a_fourteenth_tile() -> None:
    recorded = parse(log(hand(draw())), log_3p(hand(draw(sc=""), ten="350,350,350,0", players=3)))
    deals = recorded.events.filter(pl.col("kind") == "deal")
    assert deals["seat"].to_list() == [0, 1, 2, 3, 0, 1, 2]
    assert set(deals["consumed"].list.len()) == {13}
    assert deals["consumed"][0].to_list()[:5] == ["1m", "2m", "3m", "4m", "0m"]
    assert deals["consumed"][4].to_list()[:3] == ["1m", "1m", "9m"]


def test_a_discard_of_the_tile_just_drawn_is_tsumogiri() -> None:
    assert played("<T60/><D60/><U61/><E1/><V135/><F135/>") == [
        ("draw", 0, "7p", None, None, None),
        ("discard", 0, "7p", True, None, None),
        ("draw", 1, "7p", None, None, None),
        ("discard", 1, "1m", False, None, None),
        ("draw", 2, "7z", None, None, None),
        ("discard", 2, "7z", True, None, None),
    ]


def test_what_stands_between_draw_and_discard_changes_nothing() -> None:
    events = played('<T60/><REACH who="0" step="1"/><BYE who="2" /><UN n2="%43" /><D60/><REACH who="0" step="2"/>')
    assert events[1:] == [("riichi", 0, None, None, None, None), ("discard", 0, "7p", True, None, None)]


def test_a_call_names_its_tile_its_source_and_the_callers_own_tiles() -> None:
    events = played(f'<T60/><D108/><N who="1" m="{PON_E}" /><E0/>')
    assert events[2] == ("pon", 1, "1z", None, 0, ["1z", "1z"])
    assert events[3] == ("discard", 1, "1m", False, None, None)


def test_an_added_kan_adds_one_tile_and_has_no_source() -> None:
    assert played(f'<T60/><N who="0" m="{KAKAN_E}" />')[1] == ("kakan", 0, "1z", None, None, ["1z"])


def test_a_closed_kan_shows_all_four_and_names_the_plain_tile() -> None:
    assert played(f'<T60/><N who="0" m="{ANKAN_5M}" />')[1] == ("ankan", 0, "5m", None, None, ["0m", "5m", "5m", "5m"])
    no_red = played(f'<T60/><N who="0" m="{ANKAN_5M}" />', go='<GO type="171" lobby="0"/>')
    assert no_red[1][-1] == ["5m"] * 4


def test_an_open_kan_takes_three_own_tiles() -> None:
    events = played(f'<T60/><D53/><N who="2" m="{DAIMINKAN_5P}" />')
    assert events[2] == ("daiminkan", 2, "5p", None, 0, ["0p", "5p", "5p"])


def test_the_source_goes_round_four_seats_even_with_three_players() -> None:
    events = played(f'<T60/><D108/><N who="1" m="{PON_E}" /><E61/>', players=3)
    assert events[2][:5] == ("pon", 1, "1z", None, 0)


def test_a_north_set_aside_is_an_event_of_its_own() -> None:
    events = played(f'<T121/><N who="0" m="{KITA}" /><T60/>', players=3)
    assert events[1] == ("kita", 0, "4z", None, None, ["4z"])


def test_a_new_indicator_belongs_to_nobody() -> None:
    events = played(f'<T60/><N who="0" m="{ANKAN_5M}" /><DORA hai="88" /><T61/>')
    assert events[2] == ("dora", None, "0s", None, None, None)


def test_events_are_given_only_where_asked_for_and_the_rest_is_the_same() -> None:
    document = log(hand(draw()), hand(agari()))
    with_events, without = parse(document), parse(document, events=False)
    assert without.events.is_empty()
    for table in ("games", "players", "hands", "wins", "errors"):
        assert getattr(with_events, table).equals(getattr(without, table))
