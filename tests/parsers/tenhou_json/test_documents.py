"""The shapes people hold these logs in."""

import json
from urllib.parse import quote

import pytest

from parsers.tenhou_json import sniff
from tests.parsers.tenhou_json.logs import DRAW, RON, errors, hand, log, only, quiet, read, text

HANDS = [hand(RON), hand(DRAW, counters=(1, 0, 0)), hand(DRAW, counters=(1, 1, 1))]
for play in HANDS[1:]:
    play[5], play[6], play[8], play[9] = [], [], [41], [60]
WHOLE = log(*HANDS, sc=[25000, 5.0, 25000, -5, 25000, 0, 25000, 0], ref="2019050417gm-0029-0000-4f2a8622")
BY_HAND = [{**WHOLE, "log": [one]} for one in HANDS]

SHAPES = {
    "plain": text(WHOLE),
    "indented": json.dumps(WHOLE, indent=1).encode(),
    "spaced": json.dumps(WHOLE).encode(),
    "with a byte-order mark": b"\xef\xbb\xbf" + text(WHOLE),
    "UTF-16": json.dumps(WHOLE, ensure_ascii=False).encode("utf-16"),
    "a hand a line": b"\n".join(map(text, BY_HAND)),
    "a hand a line, Windows": b"\r\n".join(map(text, BY_HAND)) + b"\r\n",
    "a list of hands": text(BY_HAND),
    "one object after another": b" ".join(map(text, BY_HAND)).replace(b"} {", b"}\n{"),
    "commented": b"// a game\n" + text(WHOLE).replace(b'"log":[', b'"log":[ // ] the hands\n') + b"/* that is all */",
    "trailing commas": text(WHOLE)[:-1] + b",}",
    "a reviewer's logs": text({"engine": "x", "split_logs": BY_HAND}),
    "the viewer's link": b"see https://tenhou.net/5/#json=" + text(WHOLE) + b"\n\nthat was it",
    "the viewer's link, encoded": b'<a href="https://tenhou.net/6/#json=' + quote(text(WHOLE)).encode() + b'">game</a>',
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_is_the_same_game(shape):
    recorded = quiet(read(SHAPES[shape]))
    plain = read(SHAPES["plain"])
    for table in ("games", "players", "hands", "wins", "events"):
        assert getattr(recorded, table).equals(getattr(plain, table), null_equal=True)
    assert only(recorded.games)["complete"]


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape != "a reviewer's logs"])
def test_every_shape_is_told_by_its_first_bytes(shape):
    assert sniff(SHAPES[shape], "file")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b'{"log":[{"a":1}]}',
        b'{"type":"start_game","names":[]}\n{"type":"start_kyoku"}',
        b"<html>404</html>",
        b'{"review":{},"split_logs":[{"log":[[[0,0,0]]]}],"mjai_log":[]}',
    ],
)
def test_other_documents_are_left_to_others(content):
    assert not sniff(content, "log.json")


def test_several_games_in_a_file_are_several_games():
    other = {**WHOLE, "ref": "2020020316gm-0001-0000-7b22ddf5"}
    recorded = quiet(read(b"\n".join([text(WHOLE), text(other)])))
    assert recorded.games["game_id"].to_list() == [WHOLE["ref"], other["ref"]]
    assert recorded.hands["hand"].to_list() == [0, 1, 2, 0, 1, 2]


def test_hands_that_begin_anew_are_another_game():
    lines = [log(one) for one in (*HANDS, *HANDS)]
    recorded = quiet(read(b"\n".join(map(text, lines))))
    assert recorded.games.height == 2
    assert recorded.hands["hand"].to_list() == [0, 1, 2, 0, 1, 2]
    assert recorded.games["game_id"].n_unique() == 1


def test_other_players_are_another_game():
    lines = [log(HANDS[0]), log(HANDS[1], name=["E", "F", "G", "H"])]
    assert quiet(read(b"\n".join(map(text, lines)))).games.height == 2


def test_a_hand_written_twice_in_a_row_counts_once():
    recorded = read(b"\n".join(map(text, [BY_HAND[0], BY_HAND[1], BY_HAND[1]])))
    assert recorded.hands.height == 2
    assert [code for _, code, _ in errors(recorded)] == ["repeated-hand"]


def test_a_file_that_breaks_off_gives_the_hands_before():
    content = text(WHOLE)
    cut = content[: content.rindex(b'["')]
    recorded = read(cut)
    assert recorded.hands.height == 2
    assert not only(recorded.games)["complete"]
    assert [(code, message) for _, code, message in errors(recorded)] == [
        ("cut", "the text stops being JSON after 2 hands")
    ]


@pytest.mark.parametrize("end", range(0, 1050, 31))
def test_a_file_cut_anywhere_is_read_as_far_as_it_goes(end):
    recorded = read(text(WHOLE)[:end])
    assert recorded.errors.height >= 1
    assert recorded.hands.height <= 2


def test_a_broken_line_costs_no_other():
    lines = [text(one) for one in BY_HAND]
    lines[1] = lines[1][:400]
    recorded = read(b"\n".join(lines))
    assert recorded.hands["honba"].to_list() == [0, 1]
    assert [(code, message) for _, code, message in errors(recorded)] == [
        ("cut", "line 2 stops being JSON after 0 hands")
    ]
    assert recorded.errors["offset"].item() > len(lines[0])


def test_one_game_of_many_lines_among_games_of_one_line():
    several = text(log(hand())) + b"\n" + json.dumps(log(hand(DRAW), name=["E", "F", "G", "H"]), indent=1).encode()
    recorded = read(several)
    assert recorded.players["name"].to_list() == ["A", "B", "C", "D", "E", "F", "G", "H"]
    assert recorded.hands.height == 2


def test_a_bad_byte_in_a_name_costs_no_game():
    content = text(WHOLE).replace(b'"A"', b'"A\xff"')
    recorded = read(content)
    assert [code for _, code, _ in errors(recorded)] == ["not-utf8"]
    assert recorded.players["name"].to_list()[0] == "A�"
    assert recorded.hands.height == 3


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b'{"log":[],"ver":2.3}', "no-hands"),
        (b'{"ver":2.3}', "no-hands"),
        (b"[]", "no-hands"),
        (b"", "bad-json"),
        (b"nothing", "bad-json"),
        (b'{"log":5}', "bad-json"),
        (b"[[[[[[", "bad-json"),
    ],
)
def test_a_document_without_hands_says_so(content, code):
    recorded = read(content)
    assert recorded.games.is_empty()
    assert [found for _, found, _ in errors(recorded)] == [code]


def test_one_bad_document_costs_no_other():
    recorded = read(b"nothing", WHOLE, b'{"log":[[1,2]]}')
    assert recorded.hands.height == 3
    assert recorded.errors["source"].to_list() == ["log-0.json", "log-2.json"]


OTHER_FORMAT = "it is of another format"
EVERY = "; so it is with every hand of the game"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda play: play[:16], f"a hand is a list of 17 items, this one has 16 items: {OTHER_FORMAT}"),
        (lambda play: {"hand": play}, f"a hand is a list of 17 items, this one is no list: {OTHER_FORMAT}"),
        (lambda play: [[0, 0], *play[1:]], "item 0: [0, 0] are no 3 whole numbers"),
        (lambda play: [[99, 0, 0], *play[1:]], "item 0: there is no round 99 with 4 players"),
        (lambda play: [[0, 300, 0], *play[1:]], "item 0: 300 counters and 0 sticks cannot be"),
        (lambda play: [play[0], [25000] * 3, *play[2:]], "item 1: [25000, 25000, 25000] are no 4 whole numbers"),
        (lambda play: [play[0], ["9"] * 4, *play[2:]], "item 1: ['9', '9', '9', '9'] are no 4 whole numbers"),
        (lambda play: [play[0], [0, 0, 0, 2**31], *play[2:]], "item 1: [0, 0, 0, 2147483648] are out of bounds"),
    ],
)
def test_a_hand_of_another_shape_is_refused_and_costs_no_other(change, message):
    recorded = read(log(change(HANDS[0]), HANDS[1]))
    assert errors(recorded) == [(0, "bad-hand", message)]
    assert recorded.hands["hand"].to_list() == [1]


def test_a_game_of_another_format_is_refused_once():
    recorded = read(log(*(play[:16] for play in HANDS)))
    assert errors(recorded) == [
        (
            None,
            "bad-hand",
            f"a hand is a list of 17 items, this one has 16 items: {OTHER_FORMAT}{EVERY}",
        )
    ]
    assert recorded.games.is_empty()
    assert recorded.players.is_empty()
