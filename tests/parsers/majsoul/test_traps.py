"""What goes wrong in Mahjong Soul records, in small documents."""

import json

import pytest

from mjlog.rules import of_game
from mjlog.tables import seats
from tests.parsers.majsoul.test_shapes import batch, parse
from tests.simulator import flavours, majsoul
from tests.simulator.game import simulate

TILES = [
    ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "2p", "3p", "1z", "1z"],
    ["1m", "1m", "3m", "3m", "5m", "5m", "7m", "7m", "9m", "9m", "1p", "1p", "2z"],
    ["2m", "2m", "4m", "4m", "6m", "6m", "8m", "8m", "2p", "2p", "3p", "3p", "3z"],
    ["4p", "4p", "5p", "5p", "6p", "6p", "7p", "7p", "8p", "8p", "9p", "9p", "4z"],
]


def new_round(**fields):
    dealt = {f"tiles{seat}": tiles for seat, tiles in enumerate(TILES)}
    return "RecordNewRound", {"scores": [25000] * 4, "doras": ["9s"], **dealt, **fields}


def discard(seat, tile, **fields):
    return "RecordDiscardTile", {"seat": seat, "tile": tile, **fields}


def deal(seat, tile, **fields):
    return "RecordDealTile", {"seat": seat, "tile": tile, **fields}


def hule(seat, points, **fields):
    won = {"seat": seat, "hu_tile": "1z", "hand": TILES[1], "count": 1, "fu": 30, "point_rong": points}
    return {**won, "fans": [{"id": 14, "val": 1}], **fields}


def ron(deltas, *hules, old=(25000,) * 4):
    after = [before + delta for before, delta in zip(old, deltas, strict=True)]
    return "RecordHule", {"hules": list(hules), "old_scores": list(old), "delta_scores": deltas, "scores": after}


def read(*records, head=None, **options):
    named = [{"name": f".lq.{name}", "data": data} for name, data in records]
    return parse(batch(a=json.dumps({"head": head or {}, "records": named}).encode()), **options)


def ends(recorded):
    return list(recorded.hands.select(seats("end")).row(0))


def test_riichi_on_a_ronned_tile_pays_no_stick():
    recorded = read(new_round(), discard(0, "1z", is_liqi=True), ron([-1000, 1000, 0, 0], hule(1, 1000)))
    assert recorded.hands.select("riichi_0", "riichi_order_0", "riichi_paid_0").row(0) == (1, 1, False)
    assert ends(recorded) == [24000, 26000, 25000, 25000]


def test_riichi_is_paid_when_the_next_record_accepts_it():
    accepted = {"seat": 0, "score": 24000, "liqibang": 1}
    play = [discard(0, "1z", is_liqi=True, is_wliqi=True), deal(1, "9s", liqi=accepted), discard(1, "1z")]
    recorded = read(new_round(), *play, ron([0, -1000, 2000, 0], hule(2, 1000), old=(24000, 25000, 25000, 25000)))
    assert recorded.hands["riichi_paid_0"].to_list() == [True]
    assert recorded.wins["loser"].to_list() == [1]
    assert ends(recorded) == [24000, 24000, 27000, 25000]


def test_points_of_too_few_players_cost_their_hand():
    name, result = ron([-1000, 1000, 0, 0], hule(1, 1000))
    short = {**result, "delta_scores": [], "scores": [24000, 26000, 25000]}
    recorded = read(new_round(), discard(0, "1z"), (name, short), new_round(ju=1), discard(1, "2z"), (name, result))
    assert recorded.errors.select("code", "hand").rows() == [("bad-hand", 0)]
    assert recorded.hands["hand"].to_list() == [1]


def test_several_winners_share_one_array_so_that_no_share_is_stated():
    recorded = read(new_round(), discard(0, "1z"), ron([-3000, 1000, 2000, 0], hule(1, 1000), hule(2, 2000)))
    assert recorded.wins["points"].to_list() == [1000, 2000]
    assert recorded.wins["recorded_0"].to_list() == [None, None]
    assert ends(recorded) == [22000, 26000, 27000, 25000]


def test_a_draw_without_payments_has_empty_deltas():
    players = [{"tingpai": True}] * 4
    draw = "RecordNoTile", {"players": players, "scores": [{"old_scores": [25000] * 4, "delta_scores": []}]}
    recorded = read(new_round(), discard(0, "1z"), draw)
    assert recorded.hands.select(seats("tenpai")).row(0) == (True,) * 4
    assert ends(recorded) == [25000] * 4


def test_each_nagashi_is_an_entry_of_its_own():
    entries = [
        {"seat": 0, "old_scores": [25000] * 4, "delta_scores": [12000, -4000, -4000, -4000]},
        {"seat": 2, "old_scores": [25000] * 4, "delta_scores": [-4000, -2000, 8000, -2000]},
    ]
    draw = "RecordNoTile", {"liujumanguan": True, "players": [{}] * 4, "scores": entries}
    recorded = read(new_round(), discard(0, "1z"), draw)
    assert recorded.hands["result"].to_list() == ["nagashi_mangan"]
    assert recorded.hands.select(seats("nagashi")).row(0) == (True, False, True, False)
    assert ends(recorded) == [33000, 19000, 29000, 19000]


@pytest.mark.parametrize(
    ("number", "result"),
    [(1, "kyuushu_kyuuhai"), (2, "suufon_renda"), (3, "suukaikan"), (4, "suucha_riichi"), (5, "sancha_hou")],
)
def test_abortive_draws_by_number(number, result):
    recorded = read(new_round(), discard(0, "1z"), ("RecordLiuJu", {"type": number, "seat": 1}))
    assert recorded.hands["result"].to_list() == [result]
    assert recorded.hands["offender"].to_list() == [1 if number == 1 else None]
    assert ends(recorded) == [25000] * 4


def test_ura_dora_without_han_is_no_yaku():
    won = hule(1, 1000, liqi=True, li_doras=["1s"], fans=[{"id": 2, "val": 1}, {"id": 33, "val": 0}])
    recorded = read(new_round(), discard(0, "1z"), ron([-1000, 1000, 0, 0], won))
    assert recorded.wins["yaku"].to_list() == [["riichi"]]
    assert recorded.wins["ura"].to_list() == [0]


def test_yakuman_units_count_thirteen_han_each():
    won = hule(1, 96000, yiman=True, count=3, fans=[{"id": 48, "val": 2}, {"id": 39, "val": 1}])
    recorded = read(new_round(), discard(0, "1z"), ron([-96000, 96000, 0, 0], won))
    assert recorded.wins.select("han", "yakuman", "limit").row(0) == (None, 3, "yakuman")
    assert recorded.wins["yaku_han"].to_list() == [[26, 13]]


def test_chinese_names_of_the_first_years():
    names = ["役牌:门风牌", "役牌:场风牌", "两立直", "宝牌"]
    won = hule(0, 12000, fans=[{"name": name, "val": 1} for name in names])
    recorded = read(new_round(ju=0), discard(1, "1z"), ron([12000, -12000, 0, 0], won))
    assert recorded.wins["yaku"].to_list() == [["seat_wind_east", "round_wind_east", "double_riichi", "dora"]]


def test_the_liable_seat_old_and_new():
    for told in ({"baopai": 4}, {"baopai_seats": [3]}):
        won = hule(1, 32000, yiman=True, fans=[{"id": 37, "val": 1}], **told)
        assert read(new_round(), discard(0, "1z"), ron([-16000, 32000, 0, -16000], won)).wins["pao"].to_list() == [3]


def test_names_go_by_seat_and_programs_are_marked():
    first = {"seat": 2, "part_point_1": 50000, "total_point": 40000}
    head = {
        "uuid": "260101-00000000-0000-0000-0000-000000000000",
        "accounts": [{"seat": 2, "nickname": "C"}, {"nickname": "A"}],
        "result": {"players": [first, {}, {"seat": 1}, {"seat": 3}]},
    }
    players = read(new_round(), discard(0, "1z"), ron([-1000, 1000, 0, 0], hule(1, 1000)), head=head).players
    assert players["name"].to_list() == ["A", "AI", "C", "AI"]
    assert players["is_ai"].to_list() == [False, True, False, True]
    assert players["recorded_rank"].to_list() == [2, 3, 1, 4]


def test_neither_records_nor_actions_is_an_error_and_no_game():
    recorded = parse(batch(a=b'{"head": {}, "records": []}', b=b"\x0a\x15.lq.GameDetailRecords\x12\x00"))
    assert recorded.games.is_empty()
    assert recorded.errors["code"].unique().to_list() == ["no-hands"]


@pytest.mark.parametrize(
    "content", [b'res{"data":{"name":"ActionNewRound"}}', b"\x01\x02.lq.ActionPrototype\x12\x03abc"]
)
def test_captures_of_games_in_play_are_named(content):
    assert parse(batch(a=content)).errors["code"].to_list() == ["live-capture"]


@pytest.mark.parametrize("rule", ["muyu_mode", "xuezhandaodi", "chuanma", "field_spell_mode", "beishuizhizhan_mode"])
def test_event_modes_are_refused_and_cost_nothing_else(rule):
    head = {"config": {"category": 1, "mode": {"mode": 2, "detail_rule": {"init_point": 25000, rule: 1}}}}
    named = [{"name": name, "data": data} for name, data in (new_round(), ("RecordLiuJu", {"type": 1}))]
    good = majsoul.response(simulate(flavours.MAJSOUL_EAST, 6))
    recorded = parse(batch(a=json.dumps({"head": head, "records": named}).encode(), b=good))
    assert recorded.errors["code"].to_list() == ["not-riichi"]
    assert recorded.games.height == 1


def test_records_of_an_event_mode_are_refused_without_a_head():
    recorded = read(new_round(), ("RecordHuleXueZhanMid", {}))
    assert recorded.errors["code"].to_list() == ["not-riichi"]


def test_a_damaged_record_costs_its_hand():
    recorded = read(new_round(), discard(0, "8z"), ("RecordLiuJu", {"type": 1}), new_round(ben=1), discard(0, "1z"),
                    ("RecordLiuJu", {"type": 3}))  # fmt: skip
    assert recorded.errors.select("code", "hand", "offset").rows() == [("bad-hand", 0, 1)]
    assert recorded.hands["hand"].to_list() == [1]


def test_a_file_cut_anywhere_gives_whole_hands_and_says_so():
    content = majsoul.response(simulate(flavours.MAJSOUL_EAST, 6))
    whole = parse(batch(a=content)).hands.drop("game_id")
    for part in (3, 5, 9):
        recorded = parse(batch(a=content[: len(content) * part // 10]))
        assert "cut" in recorded.errors["code"].to_list()
        assert recorded.hands.drop("game_id").equals(whole[: recorded.hands.height])
        assert not recorded.games["complete"].any()


def rules(players=4, **config):
    scores = {"scores": [35000] * 3, "tiles3": []} if players == 3 else {}
    game = read(new_round(**scores), ("RecordLiuJu", {"type": 1}), head={"config": config}).games.row(0, named=True)
    return of_game(game["rules"], game["rule_overrides"], players), game


def test_a_friend_room_settles_from_its_starting_points():
    detail = {"init_point": 30000, "fandian": 40000, "dora_count": 4, "shiduan": 1, "liqibang_value": 0}
    chosen, game = rules(category=1, mode={"mode": 1, "detail_rule": detail}, meta={"room_id": 7})
    assert (chosen.start_points, chosen.return_points, chosen.goal_points) == (30000, 30000, 40000)
    assert chosen.riichi_bet == 1000
    assert (game["red_fives"], game["open_tanyao"], game["length"], game["lobby"]) == (4, True, "east", "7")


def test_a_tournaments_long_form_means_its_zeros():
    detail = {
        "init_point": 25000, "fandian": 25000, "jingsuanyuandian": 30000, "liqibang_value": 1000,
        "changbang_value": 300, "noting_fafu_1": 1000, "noting_fafu_2": 1500, "noting_fafu_3": 3000,
        "shunweima_2": 10, "shunweima_3": -10, "shunweima_4": -30, "have_toutiao": True,
        "have_helelianzhuang": True, "have_tingpailianzhuang": True, "have_li_dora": True, "have_yifa": True,
    }  # fmt: skip
    chosen, _ = rules(category=4, mode={"mode": 2, "detail_rule": detail}, meta={"contest_uid": 9})
    assert chosen.uma == (30000, 10000, -10000, -30000)
    assert (chosen.return_points, chosen.oka, chosen.multi_ron) == (30000, "auto", "head_bump")
    assert (chosen.tobi, chosen.agari_yame, chosen.extension, chosen.nagashi) == ("off", "off", "none", "off")


def test_a_ranked_tables_rule_of_zeros_says_nothing():
    zeros = {"can_jifei": False, "liqibang_value": 0, "init_point": 0}
    _, game = rules(category=2, mode={"mode": 2, "detail_rule": zeros}, meta={"mode_id": 12})
    assert (game["rules"], game["rule_overrides"], game["room"], game["red_fives"]) == ("majsoul", None, "玉の間", 3)


def test_three_players_without_tsumo_loss():
    detail = {"init_point": 35000, "fandian": 40000, "liqibang_value": 1000, "changbang_value": 200}
    chosen, _ = rules(3, category=4, mode={"mode": 12, "detail_rule": detail})
    assert (chosen.tsumo_payment, chosen.honba_value) == ("half", 200)
