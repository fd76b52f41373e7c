"""What a win says: value, yaku, dora, tiles, melds, liability."""

import pytest

from mjlog.tiles import MELDS
from parsers.tenhou_xml.melds import INVALID, KINDS, melds
from tests.parsers.tenhou_xml.documents import agari, hand, log, log_3p, parse
from tests.parsers.tenhou_xml.walker import decode

GO_NO_RED = '<GO type="171" lobby="0"/>'
ANKAN_1M, PON_E, KAKAN_E = 0, (27 * 3 + 0) << 9 | 8 | 1, (27 * 3 + 0) << 9 | 16 | 1
CHI_456M = (3 * 3 + 0) << 10 | 4 | 3
DAIMINKAN_5M = 17 << 8 | 2
KITA = 120 << 8 | 0x20
SANMA_TILES = "36,40,44,48,52,56,60,64,68,72,76,80,84,85"


def only_win(result: str, go: str | None = None) -> dict:
    recorded = parse(log(hand(result), **({"go": go} if go else {})))
    assert recorded.wins.height == 1, recorded.errors
    return recorded.wins.row(0, named=True)


def with_melds(codes: str, tiles: int, **about: object) -> dict:
    hai = ",".join(str(4 * kind) for kind in range(9, 9 + tiles))
    return only_win(agari(hai=hai, machi=36, more=f'm="{codes}"', **about))


def test_value_is_without_counters_and_sticks_and_of_a_tsumo_the_sum_of_all_payers() -> None:
    row = only_win(agari(1, 1, ten="20,1500,0", yaku='yaku="0,1,7,1"', sc="250,-7,250,15,250,-4,250,-4"))
    assert (row["fu"], row["points"], row["han"], row["limit"], row["loser"]) == (20, 1500, 2, None, None)
    assert [row[f"recorded_{seat}"] for seat in range(4)] == [-700, 1500, -400, -400]


@pytest.mark.parametrize(
    ("ten", "yaku", "han", "yakuman", "limit"),
    [
        ("40,7700,0", "1,1,34,3", 4, 0, None),
        ("40,8000,1", "1,1,34,3,52,1", 5, 0, "mangan"),
        ("40,12000,2", "1,1,34,3,52,2", 6, 0, "haneman"),
        ("40,16000,3", "1,1,34,3,52,4", 8, 0, "baiman"),
        ("40,24000,4", "1,1,34,3,52,7", 11, 0, "sanbaiman"),
        ("40,32000,5", "1,1,34,3,52,9", 13, 0, "kazoe"),
    ],
)
def test_limits_have_names_and_a_counted_yakuman_is_not_a_real_one(ten, yaku, han, yakuman, limit) -> None:
    row = only_win(agari(ten=ten, yaku=f'yaku="{yaku}"'))
    assert (row["han"], row["yakuman"], row["limit"]) == (han, yakuman, limit)


def test_yakuman_add_up_and_have_no_han() -> None:
    row = only_win(agari(ten="40,96000,5", yaku='yakuman="50,42"'))
    assert (row["han"], row["yakuman"], row["limit"]) == (None, 2, "yakuman")
    assert row["yaku"] == ["shousuushii", "tsuuiisou"]
    assert row["yaku_han"] == [13, 13]
    assert (row["dora"], row["red"], row["ura"]) == (None, None, None)


def test_ura_without_han_says_only_that_there_was_riichi() -> None:
    row = only_win(agari(yaku='yaku="1,1,19,1,34,3,53,0"', ten="40,8000,1"))
    assert row["yaku"] == ["riichi", "hatsu", "honitsu"]
    assert (row["han"], row["ura"]) == (5, 0)
    row = only_win(agari(yaku='yaku="1,1,53,2"'))
    assert row["yaku"] == ["riichi", "ura_dora"]
    assert row["ura"] == 2
    assert only_win(agari())["ura"] is None


def test_dora_and_red_fives_are_entries_of_their_own() -> None:
    row = only_win(agari(yaku='yaku="8,1,52,2,54,1"'))
    assert row["yaku"] == ["tanyao", "dora", "red_dora"]
    assert row["yaku_han"] == [1, 2, 1]
    assert (row["han"], row["dora"], row["red"], row["kita"]) == (4, 2, 1, 0)


@pytest.mark.parametrize(("dora", "listed"), [(2, ["tanyao", "kita"]), (5, ["tanyao", "dora", "kita"])])
def test_norths_set_aside_are_counted_apart_from_dora_and_keep_the_hand_closed(dora: int, listed: list[str]) -> None:
    result = agari(hai=SANMA_TILES, machi=36, yaku=f'yaku="8,1,52,{dora}"', more=f'm="{KITA},{KITA + 256}"')
    recorded = parse(log_3p(hand(result, ten="350,350,350,0", players=3)))
    row = recorded.wins.row(0, named=True)
    assert (row["dora"], row["kita"], row["han"], row["closed"]) == (dora - 2, 2, dora + 1, True)
    assert row["yaku"] == listed
    assert row["melds"] == ["kita 4z", "kita 4z"]
    assert row["recorded_3"] is None


def test_a_closed_kan_keeps_the_hand_closed() -> None:
    assert with_melds(f"{ANKAN_1M}", 11, yaku='yaku="1,1,53,0"')["closed"]
    for code in (PON_E, KAKAN_E, CHI_456M, DAIMINKAN_5M):
        assert not with_melds(f"{code}", 11)["closed"]


def test_melds_are_given_in_the_order_made() -> None:
    row = with_melds(f"{DAIMINKAN_5M},{KAKAN_E},{ANKAN_1M}", 5)
    assert row["melds"] == ["ankan 1111m", "kakan 1111z", "daiminkan 0555m"]
    assert with_melds(f"{ANKAN_1M}", 11)["melds"] == ["ankan 1111m"]
    assert only_win(agari())["melds"] == []


def test_red_fives_are_red_unless_the_table_has_none() -> None:
    fives = agari(hai="0,4,8,12,16,17,52,53,88,89,36,40,44,48", machi=52, more="")
    row = only_win(fives)
    assert row["tiles"][4:10] == ["0m", "5m", "1p", "2p", "3p", "4p"]
    assert row["winning_tile"] == "0p"
    row = only_win(fives, go=GO_NO_RED)
    assert row["winning_tile"] == "5p"
    assert "0m" not in row["tiles"]


def test_tiles_are_sorted_with_a_red_five_beside_its_kind() -> None:
    row = only_win(agari(hai="132,0,5,8,12,16,20,24,28,32,36,40,44,48"))
    assert row["tiles"][-1] == "7z"
    assert row["tiles"][:6] == ["1m", "2m", "3m", "4m", "0m", "6m"]


def test_every_suit_is_where_it_belongs() -> None:
    row = only_win(agari(hai="0,32,36,68,72,104,108,112,116,120,124,128,132,133", machi=133))
    assert row["tiles"] == ["1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "4z", "5z", "6z", "7z", "7z"]


def test_the_liable_seat_is_named() -> None:
    assert only_win(agari(yaku='yakuman="39"', ten="40,32000,5", more='paoWho="3"'))["pao"] == 3
    assert only_win(agari())["pao"] is None


def test_every_code_of_a_meld_means_what_its_bits_say() -> None:
    table = melds()
    wrong = []
    for code in range(2**16):
        if table.kind[code] == INVALID:
            continue
        kind, tile, own, every, source = decode(code)
        got = [int(number) for number in table.own[code][: table.own_count[code]]]
        reds = sum(number in (16, 52, 88) for number in every)
        text = MELDS[table.meld[1, code]]
        if (KINDS[table.kind[code]], table.tile[code], got, table.offset[code]) != (kind, tile, own, source):
            wrong.append(code)
        if text.count("0") != reds or not text.startswith(kind) or "0" in MELDS[table.meld[0, code]]:
            wrong.append(code)
    assert not wrong


def test_codes_that_no_meld_has_are_none() -> None:
    kind = melds().kind
    beyond_the_runs, from_oneself, not_north, beyond_the_tiles = 63 << 10 | 7, 8, 0x20, 136 << 8
    assert (kind[[beyond_the_runs, from_oneself, not_north, beyond_the_tiles, 4, 102 << 9 | 9]] == INVALID).all()
    assert KINDS[kind[0]] == "ankan"
