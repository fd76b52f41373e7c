"""Logs that were cut or changed: every hand is judged by itself, and lxml judges whether a document is whole."""

import os

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from mjlog.parsing import Recorded
from tests.parsers.tenhou_xml.documents import END, OWARI, agari, codes, draw, hand, init, log, parse

EXAMPLES = 3000 if os.environ.get("MJLOG_THOROUGH") else 150
RIICHI = '<T60/><REACH who="0" step="1"/><D60/><REACH who="0" step="2"/>'
PON_E = (27 * 3 + 0) << 9 | 8 | 3
CALLS = f'<T60/><D108/><N who="1" m="{PON_E}" /><E61/><V62/><N who="2" m="0" /><DORA hai="1" /><V63/><F63/>'
HANDS = (
    hand(agari(2, 1), RIICHI),
    hand(draw("kaze4"), CALLS),
    hand(agari(2, 1, sc="250,0,250,-10,250,10,250,0") + agari(0, 1, sc="250,10,240,-10,260,0,250,0")),
    hand(
        agari(3, 3, more='doraHaiUra="4"', yaku='yaku="1,1,53,0"'),
        '<T60/><D60/><BYE who="1" /><U61/><E61/><UN n1="%42" />',
    ),
    hand(draw(more=OWARI + ' hai0="1,2"'), CALLS),
)
DOCUMENT = log(*HANDS)
TABLES = ("hands", "wins", "events")


def rejected(document: bytes) -> bool:
    """Whether lxml takes the document for no XML."""
    try:
        etree.fromstring(document)
    except (etree.XMLSyntaxError, ValueError):
        return True
    return False


def of_hands(recorded: Recorded, numbers: range) -> list[pl.DataFrame]:
    """The rows of the first hands, without the game's id."""
    frames = [getattr(recorded, table).drop("game_id") for table in TABLES]
    return [frame.filter(pl.col("hand").is_in(list(numbers))) for frame in frames]


def equal(one: Recorded, other: Recorded, numbers: range) -> bool:
    frames = zip(of_hands(one, numbers), of_hands(other, numbers), strict=True)
    return all(first.equals(second) for first, second in frames)


def test_a_log_cut_anywhere_gives_the_hands_before_the_cut_and_says_where_it_ends() -> None:
    places = range(1, len(DOCUMENT))
    names = [f"{place:05d}" for place in places]
    recorded = parse(*(DOCUMENT[:place] for place in places), names=names, events=False)
    assert recorded.errors["source"].unique().sort().to_list() == names
    found = recorded.hands.join(recorded.games, on="game_id").group_by("source").agg(pl.col("hand").unique().sort())
    hands = dict(found.rows())
    counts = [len(hands.get(name, ())) for name in names]
    assert all(kept == list(range(len(kept))) for kept in hands.values())
    assert counts == sorted(counts)
    assert set(counts) == set(range(len(HANDS) + 1))


@pytest.mark.parametrize("place", range(40, len(DOCUMENT), 37))
def test_hands_of_a_cut_log_are_the_first_hands_of_the_whole_one(place: int) -> None:
    whole, recorded = parse(DOCUMENT), parse(DOCUMENT[:place])
    assert equal(recorded, whole, range(recorded.hands.height))
    assert recorded.hands["hand"].to_list() == list(range(recorded.hands.height))
    final = OWARI.encode() in DOCUMENT[:place] and DOCUMENT[:place].endswith((b"/>", b"<", b"</mjloggm"))
    assert recorded.games["complete"].to_list() == [final][: recorded.games.height]


@pytest.mark.parametrize(
    ("kept", "stop"),
    [
        (b"", 2),
        (b"<", 2),
        (b"<AGA", 2),
        (b'<AGARI ba="0,0" hai="0,5', 2),
        (b"<I", 3),
        (b'<INIT seed="', 3),
        (b"<BYE", 3),
        (b"</mjlog", 3),
        (END.encode(), 3),
    ],
)
def test_a_ron_is_complete_only_where_no_second_one_can_follow(kept: bytes, stop: int) -> None:
    """The log stops between the two winners of a double ron, or after another ron."""
    cut = log(*HANDS[:2], HANDS[2].rpartition("<AGARI")[0]).removesuffix(END.encode())
    recorded = parse(cut + kept)
    assert recorded.hands.height == stop
    assert recorded.errors["hand"].to_list()[:1] == [None if kept == END.encode() else stop]


def test_a_tsumo_or_a_draw_at_the_very_end_is_complete() -> None:
    for last in (hand(agari(3, 3)), hand(draw()), hand(agari(0, 1, more=OWARI))):
        recorded = parse(log(HANDS[0], last).removesuffix(END.encode()))
        assert recorded.hands.height == 2
        assert codes(recorded) == ["cut"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<T60/>", "<T60"),
        ("<T60/>", "T60/>"),
        ("<T60/>", "<T60/>?"),
        ("<T60/>", "<T136/>"),
        ("<T60/>", "<T060/>"),
        ("<T60/>", "<X60/>"),
        ("<D108/>", "<D108><E61/>"),
        ("<D108/>", "<D108></E108>"),
        ('<N who="1"', '<N who="1'),
        ('<N who="1"', "<N who=1"),
        ('<N who="1"', '<N who="1"who="1"'),
        ('<N who="1"', '<N wh&="1"'),
        ('<N who="1"', '<N who="&one;"'),
        ('<N who="1"', '<N who="&#0;"'),
        ('<N who="1"', '<N\x0bwho="1"'),
        ('<DORA hai="1" />', "<DORA/>"),
        ('<DORA hai="1" />', '<KAN hai="1" />'),
        ('<DORA hai="1" />', "<!-- -- -->"),
        ('<DORA hai="1" />', "<?pi?>"),
        ('<DORA hai="1" />', "<![CDATA[x]]>"),
    ],
)
def test_a_tag_that_cannot_be_read_costs_the_hand_it_stands_in(old: str, new: str) -> None:
    spoiled = HANDS[1].replace(old, new, 1)
    assert spoiled != HANDS[1]
    document = log(HANDS[0], spoiled, *HANDS[2:])
    recorded, whole = parse(document), parse(DOCUMENT)
    assert recorded.hands["hand"].to_list() == [0, 2, 3, 4]
    assert set(recorded.errors["hand"]) == {1}
    assert equal(recorded, whole, range(1))
    assert recorded.games["complete"].to_list() == [False]
    start = document.index(spoiled.encode())
    assert all(start <= offset <= start + len(spoiled) for offset in recorded.errors["offset"])


@pytest.mark.parametrize(
    "name", ["d raHaiUra", "=oraHaiUra", "do=aHaiUra", "doraHai Ura", "", "1oraHaiUra", "doraHaiUra", "dorHaiUra"]
)
def test_a_name_is_read_to_its_first_byte(name: str) -> None:
    document = DOCUMENT.replace(b"doraHaiUra", name.encode())
    assert rejected(document) == bool(codes(parse(document)))


@pytest.mark.parametrize(
    "spoiled", [HANDS[1].replace("<INIT ", "<INI ", 1), HANDS[1].replace("<INIT ", "<INIT", 1), HANDS[1][1:]]
)
def test_a_hand_whose_start_cannot_be_read_costs_only_itself(spoiled: str) -> None:
    recorded = parse(log(HANDS[0], spoiled, *HANDS[2:]))
    assert recorded.hands["hand"].to_list() == [0, 2, 3, 4]
    assert set(recorded.errors["hand"]) == {1}
    assert equal(recorded, parse(DOCUMENT), range(1))


def test_a_broken_second_win_costs_the_hand() -> None:
    first, name, second = HANDS[2].rpartition("<AGARI")
    for broken in (f'{name} x"{second}', f"<AGRI{second}", f"{name[1:]}{second}"):
        recorded = parse(log(*HANDS[:2], first, broken, *HANDS[3:]))
        assert recorded.hands["hand"].to_list() == [0, 1, 3, 4]


def test_a_broken_header_costs_no_hand() -> None:
    recorded = parse(DOCUMENT.replace(b"<GO type", b"<GO typ&"))
    assert recorded.hands.height == len(HANDS)
    assert recorded.games["rules"].to_list() == [None]
    assert "malformed-xml" in codes(recorded)


def test_an_unknown_tag_before_the_first_hand_is_noted_and_costs_nothing() -> None:
    recorded = parse(DOCUMENT.replace(b"<TAIKYOKU", b'<NEWS text="x"/><TAIKYOKU'))
    assert recorded.hands.height == len(HANDS)
    assert codes(recorded) == ["unknown-tag"]


def test_a_mark_of_a_repair_in_a_document_is_nothing_special() -> None:
    recorded = parse(log(init(), '<\x01 at=""/>', draw(), hand(draw(more=OWARI))))
    assert recorded.hands["hand"].to_list() == [1]
    assert codes(recorded) == ["malformed-xml"]


ALPHABET = b"<>/\"'=&;#x!?- ,.0159TDINAGRwhoim\t\n\x00\x01\xe3\x82\xff]"
CHANGES = st.lists(
    st.tuples(
        st.integers(0, len(DOCUMENT) - 1),
        st.sampled_from(["change", "insert", "delete", "copy", "move"]),
        st.sampled_from(list(ALPHABET)),
        st.integers(1, 80),
    ),
    min_size=1,
    max_size=3,
)


def changed(document: bytes, changes: list[tuple[int, str, int, int]]) -> bytes:
    content = bytearray(document)
    for place, how, byte, length in changes:
        at = place % (len(content) or 1)
        piece = bytes(content[at : at + length])
        if how == "change" and content:
            content[at] = byte
        elif how == "insert":
            content[at:at] = bytes([byte])
        elif how == "delete":
            del content[at : at + length]
        elif how == "copy":
            content[at:at] = piece
        elif how == "move":
            del content[at : at + length]
            content[(at * 7) % (len(content) + 1) : 0] = piece
    return bytes(content)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.lists(CHANGES, min_size=20, max_size=20))
def test_no_changed_document_passes_whole_that_lxml_rejects(batch: list[list[tuple[int, str, int, int]]]) -> None:
    documents = [changed(DOCUMENT, changes) for changes in batch]
    recorded = parse(*documents, DOCUMENT, names=[*map(str, range(len(documents))), "whole"])
    refused = set(recorded.errors["source"])
    assert "whole" not in refused
    assert (recorded.errors["offset"] >= 0).all()
    for number, document in enumerate(documents):
        if document.count(b"<mjloggm") == 1 and rejected(document):
            assert str(number) in refused, document
    whole = recorded.games.filter(source="whole").select("game_id")
    untouched = recorded.hands.join(whole, on="game_id", how="semi")
    assert untouched["hand"].to_list()[: len(HANDS)] == list(range(len(HANDS)))
