"""Documents that are not as Tenhou writes them but say the same, or nearly."""

import re

import polars as pl
import pytest

import parsers.tenhou_xml
from mjlog.parsing import DOCUMENTS
from parsers.tenhou_xml.repair import repair
from tests.parsers.tenhou_xml.documents import (
    END,
    LOG_ID,
    OWARI,
    ROOT,
    agari,
    codes,
    draw,
    hand,
    init,
    log,
    parse,
    same,
)

PLAY = '<T60/><REACH who="0" step="1"/><D60/><REACH who="0" step="2" ten="240,250,250,250"/><U61/><E61/>'
DOCUMENT = log(hand(agari(2, 1), PLAY), hand(draw(more=OWARI)))


def pretty(document: bytes, newline: bytes = b"\n\t") -> bytes:
    return document.replace(b"><", b">" + newline + b"<").replace(b'" ', b'"' + newline)


@pytest.mark.parametrize(
    "odd",
    [
        b"\xef\xbb\xbf" + DOCUMENT,
        b'<?xml version="1.0" encoding="UTF-8"?>' + DOCUMENT,
        b"\xef\xbb\xbf<?xml version='1.0' encoding='utf-8' standalone=\"yes\" ?>\r\n" + DOCUMENT,
        b"<!-- /0/?log=x&tw=0 <INIT> says 'so' -->\n" + DOCUMENT,
        DOCUMENT.replace(b"<T60/>", b"<T60/><!-- a - comment -->"),
        DOCUMENT + b"\n",
        DOCUMENT + b"\r\n\r\n<!-- the end -->",
        b" \n" + DOCUMENT,
        pretty(DOCUMENT),
        pretty(DOCUMENT, b"\r\n  "),
        DOCUMENT.replace(b"/>", b" />"),
        DOCUMENT.replace(b" />", b"/>"),
        DOCUMENT.replace(b"<D60/>", b"<D60></D60>"),
        DOCUMENT.replace(b"<T60/>", b"<T60\n></T60 >"),
        DOCUMENT.replace(b'who="0" step="1"', b"who='0' step = '1'"),
        DOCUMENT.replace(b'who="0" step="1"', b'step="1"  who="0"'),
        DOCUMENT.replace(b'who="0" step="1"', b'who="&#48;" step="&#x31;"'),
        DOCUMENT.replace(b'who="0" step="1"', b'who="0" colour="red" step="1"'),
        DOCUMENT.replace(b"<T60/>", b'<T60 colour="red"/>'),
        DOCUMENT.replace(b'<GO type="169"', b'<GO colour="r&amp;d" type="169"'),
        DOCUMENT.replace(b'n0="%41"', b'n0="A"'),
        DOCUMENT.replace(b'n0="%41"', b'n0="&#65;"'),
        DOCUMENT.replace(b'n1="%E3%81%82"', 'n1="あ"'.encode()),
        DOCUMENT.replace(b'ver="2.3"', b'ver="2.3" more="x"'),
    ],
)
def test_another_form_of_the_same_log_gives_the_same_tables(odd: bytes) -> None:
    recorded = parse(odd)
    assert recorded.errors.is_empty()
    assert same(recorded, parse(DOCUMENT))


@pytest.mark.parametrize(
    "copy",
    [
        b"\xef\xbb\xbf" + DOCUMENT,
        b'\xef\xbb\xbf<?xml version="1.0" encoding="UTF-16"?>\r\n' + DOCUMENT,
        DOCUMENT + b"\r\n",
        pretty(DOCUMENT),
        pretty(DOCUMENT, b"\r\n  "),
        DOCUMENT.replace(b"><", b"> <"),
        DOCUMENT.replace(b"/>", b" />"),
        DOCUMENT.replace(b"<T60/>", b"<T60/><!-- a comment -->"),
    ],
)
def test_what_copying_changes_does_not_change_the_id_of_a_log_without_a_name(copy: bytes) -> None:
    ids = parse(DOCUMENT, copy, DOCUMENT.replace(b"<T60/>", b"<T61/>").replace(b"<D60/>", b"<D61/>")).games["game_id"]
    assert ids[0] == ids[1] != ids[2]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("R&amp;D", "R&D"),
        ("&quot;&lt;&gt;&apos;", "\"<>'"),
        ("%52&amp;%44", "R&D"),
        ("四鳳&#x1F004;", "四鳳🀄"),
        ("a\nb", "a b"),
    ],
)
def test_references_in_names_are_resolved(written: str, name: str) -> None:
    recorded = parse(DOCUMENT.replace(b'n0="%41"', f'n0="{written}"'.encode()))
    assert recorded.errors.is_empty()
    assert recorded.players["name"][0] == name


def test_a_quote_in_single_quotes_is_part_of_the_name() -> None:
    assert parse(DOCUMENT.replace(b'n0="%41"', b"n0='\"A\"'")).players["name"][0] == '"A"'


def test_order_of_attributes_does_not_matter() -> None:
    one = '<AGARI who="2" fromWho="1" sc="250,0,250,-10,250,10,250,0" ten="30,1000,0" yaku="8,1" machi="49" '
    one += 'hai="0,5,8,12,16,20,24,28,32,36,40,44,48,49" ba="0,0" doraHai="130" />'
    other = agari(2, 1, sc="250,0,250,-10,250,10,250,0")
    assert same(parse(log(hand(one))), parse(log(hand(other))))


def test_several_games_in_a_file_are_several_games() -> None:
    first, second = log(hand(draw(more=OWARI))), log(hand(agari(more=OWARI)))
    recorded = parse(first + b"\n" + second + first, names=[f"{LOG_ID}.xml"])
    assert recorded.errors.is_empty()
    ids = recorded.games["game_id"].to_list()
    assert ids[0] == ids[2] != ids[1]
    assert LOG_ID not in ids
    assert set(recorded.games["source"]) == {f"{LOG_ID}.xml"}
    assert recorded.hands["result"].to_list() == ["exhaustive_draw", "ron", "exhaustive_draw"]
    assert ids[0] == parse(first).games["game_id"].item()


def test_a_game_that_ends_early_in_a_file_of_several_costs_only_itself() -> None:
    cut = log(hand(draw()), init() + "<T60/>").removesuffix(END.encode())
    recorded = parse(cut + log(hand(agari(more=OWARI))))
    assert recorded.hands["result"].to_list() == ["exhaustive_draw", "ron"]
    assert recorded.games["complete"].to_list() == [False, True]
    assert recorded.errors.select("code", "hand", "offset").rows() == [("cut", 1, len(cut))]


def test_text_outside_of_a_log_is_noted_and_costs_nothing() -> None:
    recorded = parse(b"2" + DOCUMENT + b"\0\0 bye")
    assert same(recorded, parse(DOCUMENT))
    assert recorded.errors.select("code", "offset").rows() == [("text-outside", 0), ("text-outside", len(DOCUMENT) + 1)]


def test_tags_before_the_root_belong_to_the_game() -> None:
    root = ROOT.encode()
    moved = DOCUMENT.removeprefix(root).replace(b"<TAIKYOKU", root + b"<TAIKYOKU", 1)
    recorded = parse(moved)
    assert same(recorded, parse(DOCUMENT))
    assert codes(recorded) == ["no-root"]


def test_a_root_that_cannot_be_read_is_noted_and_costs_nothing() -> None:
    recorded = parse(DOCUMENT.replace(b'ver="2.3"', b'ver="2&3"'))
    assert same(recorded, parse(DOCUMENT))
    assert codes(recorded) == ["malformed-xml"]


def test_a_log_without_its_root_is_read_and_noted() -> None:
    recorded = parse(DOCUMENT.removeprefix(ROOT.encode()))
    assert same(recorded, parse(DOCUMENT))
    assert codes(recorded) == ["no-root"]


def test_an_attribute_that_stands_twice_alike_is_kept_once_and_noted() -> None:
    doubled = DOCUMENT.replace(OWARI.encode(), f"{OWARI} {OWARI}".encode())
    recorded = parse(doubled)
    assert same(recorded, parse(DOCUMENT))
    assert codes(recorded) == ["doubled-attribute"]
    assert recorded.errors["offset"].item() == doubled.rindex(b"<RYUUKYOKU")
    assert recorded.games["complete"].to_list() == [True]


def test_an_attribute_that_stands_twice_with_two_values_is_refused_by_name() -> None:
    other = OWARI.replace("350", "360")
    good, bad = DOCUMENT, DOCUMENT.replace(OWARI.encode(), f"{OWARI} {other}".encode())
    recorded = parse(good, bad, names=["good.xml", "bad.xml"])
    assert set(recorded.games["source"]) == {"good.xml"}
    assert recorded.errors.select("source", "code").rows() == [("bad.xml", "doubled-attribute-differs")]
    assert "owari" in recorded.errors["message"].item()


def test_a_players_own_view_of_a_game_is_refused() -> None:
    live = (
        '<INIT seed="0,0,0,2,4,130" ten="250,250,250,250" oya="0" hai="1,2,3,4,5,6,7,8,9,10,11,12,13"/><T60/><U/><e61/>'
    )
    for document in (log(live), live.encode(), b'<HELO uname="x"/>' + live.encode()):
        recorded = parse(document)
        assert recorded.games.is_empty()
        assert recorded.errors.filter(pl.col("code") == "live-capture").height == 1


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "wrong-format"),
        (b" \n", "wrong-format"),
        (b"<!DOCTYPE html><html><body>404</body></html>", "text-outside"),
        (ROOT.encode() + END.encode(), "no-hands"),
        (log(), "no-hands"),
        (b'<mjloggm ver="2.3"/>', "no-hands"),
        (b"\x1f\x8b\x08\x00 binary \xff", "text-outside"),
    ],
)
def test_what_holds_no_log_is_refused_in_words(content: bytes, code: str) -> None:
    recorded = parse(content)
    assert recorded.games.is_empty()
    assert recorded.hands.is_empty()
    assert code in codes(recorded)


def test_null_content_is_an_empty_document() -> None:
    rows = {"source": ["a"], "member": ["b"], "content": [None]}
    recorded = parsers.tenhou_xml.parse(pl.DataFrame(rows, schema=DOCUMENTS), True)
    assert recorded.errors.select("source", "code").rows() == [("a::b", "wrong-format")]


def test_no_documents_are_no_rows() -> None:
    assert parse().games.is_empty()


def test_bytes_that_are_no_utf8_are_noted_and_cost_no_hand() -> None:
    broken = DOCUMENT.replace(b'n0="%41"', b'n0="\xe3\x81"')
    recorded = parse(broken)
    assert recorded.hands.height == 2
    assert recorded.players["name"][0] == "%E3%81"
    assert set(codes(recorded)) == {"not-utf8"}
    assert broken.index(b"\xe3\x81") in recorded.errors["offset"].to_list()


def test_places_are_those_of_the_document_as_it_was() -> None:
    document = pretty(log(hand(draw()), hand(draw(), seed="x"), hand(draw(more=OWARI))))
    recorded = parse(b"\xef\xbb\xbf" + document)
    place = (b"\xef\xbb\xbf" + document).index(b'<INIT seed="x"')
    assert recorded.errors.select("hand", "offset", "code").rows() == [(1, place, "bad-hand")]


def test_every_tag_of_a_rewritten_game_knows_its_place() -> None:
    document = b"<!-- < -->" + pretty(DOCUMENT)
    (game,), notes = repair(document)
    assert not notes
    names = re.findall(rb"</?\w+", game.text)
    for tag, name in enumerate(names):
        place = game.offset(tag)
        assert document[place : place + len(name)] == name
    assert game.offset(-1) == game.offset(len(names) - 1)


@pytest.mark.parametrize("size", [1, 900, 2500])
def test_the_blocks_a_batch_is_worked_on_in_do_not_show(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    logs = [DOCUMENT, log(hand(agari(1, 0, more=OWARI))), pretty(DOCUMENT), log(init()), DOCUMENT + DOCUMENT, b""]
    whole = parse(*logs)
    monkeypatch.setattr(parsers.tenhou_xml, "BLOCK", size)
    parts = parse(*logs)
    for table in ("games", "players", "hands", "wins", "events", "errors"):
        assert getattr(parts, table).equals(getattr(whole, table)), table


def test_odd_documents_side_by_side_are_each_read_as_alone() -> None:
    """What is odd in one is never held against another, however many there are and in whatever order."""
    strange = DOCUMENT.replace(b"<GO ", b'<GO new="1" ')
    documents = [pretty(DOCUMENT), strange, DOCUMENT, strange.replace(b"%41", b"%42"), pretty(strange), DOCUMENT]
    rows = [{"source": f"{number}.xml", "member": None, "content": each} for number, each in enumerate(documents)]
    together = parsers.tenhou_xml.parse(pl.DataFrame(rows, schema=DOCUMENTS), True)
    alone = [parsers.tenhou_xml.parse(pl.DataFrame([row], schema=DOCUMENTS), True) for row in rows]
    assert together.errors.height == sum(each.errors.height for each in alone)
    assert "unreadable" not in together.errors["code"].cast(pl.String).to_list()
    for table in ("games", "players", "hands", "wins", "events"):
        assert getattr(together, table).height == sum(getattr(each, table).height for each in alone)
        assert getattr(together, table).height > 0
