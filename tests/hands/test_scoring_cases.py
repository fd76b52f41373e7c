"""Hands that other scorers got wrong, with the right value; each stands for its kind."""

import pytest

from mjlog.rules import load
from tests.hands.written import MAJSOUL, TENHOU, changed, valued

FU = ("fu_closed_ron", "fu_tsumo", "fu_wait", "fu_pair", "fu_triplets", "fu_kans", "fu_open")


def items(found):
    return {name.removeprefix("fu_"): found[name] for name in FU if found[name]}


def worth(found):
    return found["han"], found["fu"], found["points"]


def test_the_tile_ronned_leaves_its_triplet_open_and_a_tile_in_a_chi_is_in_no_triplet():
    found = valued("1123444m555p+1m", "chi:123m", yaku="houtei")
    assert worth(found) == (1, 30, 1000)


def test_a_fu_item_that_rounding_would_hide():
    found = valued("234m1112356777s+4s", tsumo=True)
    assert worth(found) == (1, 30, 1100)
    assert (found["from_dealer"], found["from_child"]) == (500, 300)
    assert items(found) == {"tsumo": 2, "triplets": 8}


def test_triplets_are_preferred_to_runs_where_they_are_worth_more():
    found = valued("1122233344s222z+1s", ura="1s", yaku="riichi")
    assert found["yaku"] == {
        "riichi": 1, "seat_wind_south": 1, "toitoi": 2, "sanankou": 2, "honitsu": 3, "ura_dora": 3,
    }  # fmt: skip
    assert (found["han"], found["limit"], found["points"]) == (12, "sanbaiman", 24000)
    drawn = valued("1122233344s222z+1s", ura="1s", yaku="riichi", tsumo=True)
    assert drawn["names"] == {"suuankou"}
    assert drawn["points"] == 32000


def test_the_wait_with_more_fu_is_taken():
    found = valued("66777889s444z88m+8s", tsumo=True)
    assert worth(found) == (2, 40, 2700)
    assert items(found) == {"tsumo": 2, "wait": 2, "triplets": 8}
    assert found["wait"] == "kanchan"


def test_of_equal_points_the_reading_with_more_han_is_taken():
    found = valued("111222333m789p9p+9p")
    assert found["names"] == {"pinfu", "iipeikou", "junchan"}
    assert worth(found) == (5, 30, 8000)


def test_a_counted_yakuman_is_not_preferred_to_a_true_one_of_equal_points():
    found = valued("1112223334445m+5m", dora="1m")
    assert found["names"] == {"suuankou_tanki"}
    assert found["limit"] == "yakuman"


@pytest.mark.parametrize("last", ["9m", "1m"])
def test_pure_nine_gates_on_any_rank(last):
    found = valued(f"1112345678999m+{last}")
    assert found["names"] == {"junsei_chuuren_poutou"}
    assert found["points"] == 32000
    assert valued(f"1112345678999m+{last}", rules=MAJSOUL)["points"] == 64000


def test_nine_gates_completed_into_its_shape_are_not_pure():
    assert valued("1112345678899m+9m")["names"] == {"chuuren_poutou"}
    assert valued("1112345678899m+9m", rules=MAJSOUL)["points"] == 32000


def test_four_winds_alone_with_honors_and_concealed():
    assert valued("11m11122233344z+4z")["points"] == 32000
    assert valued("11m11122233344z+4z", rules=MAJSOUL)["points"] == 64000
    assert valued("1112223334455z+4z")["points"] == 64000
    assert valued("1112223334455z+4z", rules=MAJSOUL)["points"] == 96000
    assert valued("1112223334445z+5z")["points"] == 96000
    assert valued("1112223334445z+5z", rules=MAJSOUL)["points"] == 160000


def test_double_yakuman_only_where_the_rules_list_them():
    assert (valued("222333444m555p8s+8s")["yakuman"], valued("222333444m555p8s+8s")["points"]) == (1, 32000)
    double = valued("222333444m555p8s+8s", rules=MAJSOUL)
    assert (double["yakuman"], double["points"], double["han"]) == (2, 64000, None)
    orphans = valued("19m19p19s1234567z+1m")
    assert (orphans["names"], orphans["points"], orphans["fu"]) == ({"kokushi_musou_13_wait"}, 32000, 0)
    assert valued("19m19p19s1234567z+1m", rules=MAJSOUL)["points"] == 64000
    assert valued("119m19p19s123456z+7z", rules=MAJSOUL)["points"] == 32000


def test_a_counted_yakuman_shows_all_its_han_and_names_no_yakuman():
    hand = ("4446667788m+7m", "ankan:2222m")
    found = valued(*hand, dora="1m1m", ura="1m1m", yaku="riichi")
    assert worth(found) == (28, 60, 32000)
    assert (found["limit"], found["yakuman"]) == ("kazoe", 0)
    assert found["names"] == {"riichi", "tanyao", "toitoi", "sanankou", "chinitsu"}
    for kazoe, points in (("sanbaiman", 24000), ("unlimited", 64000)):
        rules = changed(TENHOU, kazoe=kazoe)
        assert valued(*hand, dora="1m1m", ura="1m1m", yaku="riichi", rules=rules)["points"] == points


def test_seven_pairs_of_honors_are_one_yakuman_and_nothing_besides():
    found = valued("1122334455667z+7z", dora="3z")
    assert found["yaku"] == {"tsuuiisou": 13}
    assert found["points"] == 32000


def test_yakuman_of_the_play_add_to_those_of_the_tiles():
    found = valued("119m19p19s123456z+7z", tsumo=True, seat="E", yaku="tenhou")
    assert found["names"] == {"tenhou", "kokushi_musou"}
    assert found["from_child"] == 32000


def test_a_heavenly_hand_takes_the_better_form_where_it_counts_double():
    found = valued("22233344m555p88s+4m", tsumo=True, seat="E", yaku="tenhou", rules=MAJSOUL)
    assert found["names"] == {"tenhou", "suuankou_tanki"}
    assert (found["yakuman"], found["from_child"]) == (3, 48000)
    plain = valued("22233344m555p88s+4m", tsumo=True, seat="E", yaku="tenhou")
    assert (plain["names"], plain["from_child"]) == ({"tenhou", "suuankou"}, 32000)


def test_ippatsu_and_robbing_a_kan_stand_together():
    found = valued("234456m22p34578s+9s", yaku=("riichi", "ippatsu", "chankan"))
    assert found["names"] == {"riichi", "ippatsu", "chankan", "pinfu"}
    assert worth(found) == (4, 30, 7700)


def test_a_replacement_tile_gives_the_fu_of_a_tsumo_and_a_closed_kan_keeps_the_hand_closed():
    found = valued("22m345p678s34s+2s", "ankan:1111z", tsumo=True, yaku="rinshan_kaihou")
    assert found["names"] == {"menzen_tsumo", "rinshan_kaihou", "round_wind_east"}
    assert worth(found) == (3, 60, 7900)
    assert items(found) == {"tsumo": 2, "kans": 32}
    opened = valued("22m345p678s34s+2s", "kan:7777z", tsumo=True, yaku="rinshan_kaihou")
    assert opened["names"] == {"rinshan_kaihou", "chun"}
    assert worth(opened) == (2, 40, 2700)
    without = changed(TENHOU, rinshan_tsumo_fu=False)
    assert items(valued("22m345p678s34s+2s", "kan:7777z", tsumo=True, yaku="rinshan_kaihou", rules=without)) == {
        "kans": 16
    }


def test_a_closed_ron_has_thirty_fu_only_as_pinfu():
    found = valued("234789m456p2257s+6s", yaku="riichi")
    assert worth(found) == (1, 40, 1300)
    pinfu = valued("234789m456p2256s+7s", yaku="riichi")
    assert worth(pinfu) == (2, 30, 2000)
    drawn = valued("333z123m456p789s7p+7p", tsumo=True, seat="E", yaku="riichi")
    assert worth(drawn) == (2, 40, 3900)
    assert items(drawn) == {"tsumo": 2, "wait": 2, "triplets": 8}


def test_a_fourth_triplet_completed_by_ron_is_no_fourth_concealed_one():
    found = valued("222333444m55p88s+5p")
    assert found["names"] == {"tanyao", "toitoi", "sanankou"}
    assert (found["han"], found["points"]) == (5, 8000)


def test_a_kan_of_dragons_holds_no_red_five_and_a_kan_of_fives_may():
    found = valued("123m456p789s2s+2s", "ankan:5555z", yaku="riichi")
    assert found["red"] == 0
    assert worth(found) == (2, 70, 4500)
    assert items(found) == {"closed_ron": 10, "wait": 2, "kans": 32}
    assert valued("123m456p789s2s+2s", "ankan:0555m", yaku="riichi")["red"] == 1


def test_a_double_wind_pair_has_four_fu_or_two_by_rule_and_no_pinfu():
    hand = "111345m234p56s11z+7s"
    assert worth(valued(hand, seat="E", yaku="riichi")) == (1, 50, 2400)
    assert valued(hand, seat="E", yaku="riichi")["fu_pair"] == 4
    two = changed(TENHOU, double_wind_fu="2")
    assert worth(valued(hand, seat="E", yaku="riichi", rules=two)) == (1, 40, 2000)
    assert "pinfu" not in valued("234345m234p56s11z+7s", seat="E", yaku="riichi", rules=two)["names"]
    assert "pinfu" in valued("234345m234p56s33z+7s", seat="S", yaku="riichi")["names"]


@pytest.mark.parametrize(
    ("renhou", "han", "points"),
    [("off", 2, 2000), ("mangan", 5, 8000), ("five_han", 7, 12000), ("yakuman", None, 32000)],
)
def test_renhou_by_rule(renhou, han, points):
    found = valued("234567m34567p22s+8p", yaku="renhou", rules=changed(TENHOU, renhou=renhou))
    assert (found["han"], found["points"]) == (han, points)
    assert ("renhou" in found["names"]) == (renhou != "off")


def test_renhou_as_a_mangan_gives_way_to_a_hand_worth_more():
    rules = changed(TENHOU, renhou="mangan")
    found = valued("222333444m55p88s+5p", dora="4p", yaku="renhou", rules=rules)
    assert (found["han"], found["points"]) == (8, 16000)
    assert "renhou" not in found["names"]
    alone = valued("123m456p789s2233z+3z", yaku="renhou", rules=rules)
    assert (alone["names"], alone["points"]) == ({"renhou"}, 8000)


def test_a_north_set_aside_counts_as_north_and_as_dora():
    three = load("tenhou-3p")
    found = valued("999m11345567p79s+8s", "kita:2", dora="3z", ura="3z", yaku="riichi", n_players=3, rules=three)
    assert found["yaku"] == {"riichi": 1, "dora": 2, "ura_dora": 2, "kita": 2}
    assert (found["dora"], found["ura"], found["kita"]) == (2, 2, 2)
    without = valued(
        "999m11345567p79s+8s", "kita:2", dora="3z", yaku="riichi", n_players=3, rules=changed(three, kita="off")
    )
    assert without["han"] == 3


def test_three_players_draw_a_tsumo_from_two_and_a_one_of_man_shows_the_nine():
    found = valued(
        "999m11340567p78s+9s", "kita:2", dora="1m", tsumo=True, yaku="riichi", n_players=3, rules=load("tenhou-3p")
    )
    assert found["yaku"] == {"menzen_tsumo": 1, "riichi": 1, "dora": 3, "red_dora": 1, "kita": 2}
    assert (found["limit"], found["from_dealer"], found["from_child"], found["received"]) == (
        "baiman",
        8000,
        4000,
        12000,
    )


def test_double_riichi_is_worth_two_and_no_riichi_besides():
    found = valued("23467m111p340s99s+8m", ura="1m", honba=1, yaku="double_riichi")
    assert found["yaku"] == {"double_riichi": 2, "ura_dora": 1, "red_dora": 1}
    assert (found["han"], found["fu"], found["received"]) == (4, 40, 8300)


@pytest.mark.parametrize(
    ("meld", "kans", "triplets"),
    [
        ("ankan:1111z", 32, 0), ("ankan:9999m", 32, 0), ("ankan:2222m", 16, 0), ("kan:1111z", 16, 0),
        ("kakan:1111z", 16, 0), ("kakan:2222m", 8, 0), ("pon:111z", 0, 4), ("pon:222m", 0, 2),
    ],
)  # fmt: skip
def test_fu_of_melds(meld, kans, triplets):
    found = valued("345p678p34s66s+5s", meld, seat="W", yaku="houtei")
    assert (found["fu_kans"], found["fu_triplets"]) == (kans, triplets)


def test_concealed_triplets_have_twice_the_fu_of_called_ones():
    assert valued("111z345p678p34s66s+5s", yaku="riichi")["fu_triplets"] == 8
    assert valued("222m345p678p34s66s+5s", yaku="riichi")["fu_triplets"] == 4


def test_an_open_hand_without_fu_gets_two_and_one_with_fu_does_not():
    bare = valued("34m456p678s55s+2m", "chi:234s")
    assert worth(bare) == (1, 30, 1000)
    assert items(bare) == {"open": 2}
    assert items(valued("34m456p678s55s+2m", "chi:234s", tsumo=True)) == {"tsumo": 2}
    assert items(valued("24m456p678s55s+3m", "chi:234s")) == {"wait": 2}


def test_a_pinfu_tsumo_has_twenty_fu():
    found = valued("234567m34567p22s+8p", tsumo=True)
    assert worth(found) == (3, 20, 2700)
    assert items(found) == {}


def test_fu_items_stay_those_of_the_hand_where_its_yaku_do_not_count():
    heaven = valued("234567m34567p22s+8p", tsumo=True, seat="E", yaku="tenhou")
    assert (heaven["fu"], items(heaven)) == (20, {})
    barred = valued("34m456p678s55s234s+2m", tsumo=True, rules=changed(TENHOU, min_han=4))
    assert (barred["points"], barred["fu"], items(barred)) == (0, 20, {})


def test_seven_pairs_are_twenty_five_fu_never_rounded():
    found = valued("1133m5577p2288s7z+7z")
    assert worth(found) == (2, 25, 1600)
    assert found["form"] == "seven_pairs"
    assert worth(valued("1133m5577p2288s7z+7z", tsumo=True)) == (3, 25, 3200)


def test_two_pairs_of_equal_runs_are_no_seven_pairs():
    found = valued("223344m667788s5p+5p")
    assert found["names"] == {"ryanpeikou", "tanyao"}


def test_four_of_a_kind_are_not_two_pairs():
    assert valued("1111m5577p2288s7z+7z")["form"] is None


def test_suits_that_are_each_complete_make_no_hand_with_three_pairs():
    assert valued("11m11p11s222s333s5s+5s")["form"] is None


def test_a_complete_hand_without_yaku_is_worth_nothing():
    found = valued("123m456p78s11z+9s", "chi:345m", seat="W", dora="3m")
    assert (found["form"], found["han"], found["points"], found["names"]) == ("standard", 0, 0, set())


def test_fewer_han_than_the_rules_ask_for_are_worth_nothing():
    two = changed(TENHOU, min_han=2)
    assert valued("123m456p789s2s+2s", "ankan:5555z", rules=two)["points"] == 0
    assert valued("123m456p789s2s+2s", "ankan:5555z", yaku="riichi", rules=two)["points"] == 4500


def test_open_tanyao_by_rule():
    assert valued("34m456p678s55s+2m", "chi:234s", rules=changed(TENHOU, open_tanyao=False))["points"] == 0
    assert valued("34m456p678s55s234s+2m", rules=changed(TENHOU, open_tanyao=False))["names"] == {"tanyao", "pinfu"}


def test_ippatsu_ura_and_kan_dora_by_rule():
    hand = ("34m456p678s55s+2m", "ankan:3333s")
    every = {"dora": "2s1m", "ura": "4s1s", "yaku": ("riichi", "ippatsu")}
    assert valued(*hand, **every)["yaku"] == {"riichi": 1, "ippatsu": 1, "tanyao": 1, "dora": 5, "ura_dora": 2}
    assert "ippatsu" not in valued(*hand, **every, rules=changed(TENHOU, ippatsu=False))["yaku"]
    assert "ura_dora" not in valued(*hand, **every, rules=changed(TENHOU, ura_dora=False))["yaku"]
    assert valued(*hand, **every, rules=changed(TENHOU, kan_dora="off"))["yaku"]["dora"] == 4
    assert valued(*hand, **every, rules=changed(TENHOU, kan_ura_dora=False))["yaku"]["ura_dora"] == 2


def test_yakuman_stack_by_rule():
    hand = "1112223334455z+4z"
    assert valued(hand, rules=changed(TENHOU, yakuman_stack="single"))["points"] == 32000
    single = valued(hand, rules=changed(TENHOU, yakuman_stack="single"))
    assert (single["yakuman"], single["names"]) == (1, {"tsuuiisou", "daisuushii"})
    assert valued("1112223334445z+5z", rules=changed(MAJSOUL, yakuman_stack=3))["points"] == 96000


def test_kiriage_by_rule():
    hand = ("234567m34567p22s+8p",)
    assert valued(*hand, dora="1m6p", yaku="riichi")["points"] == 8000
    four = {"dora": "1m", "yaku": "riichi"}
    assert valued(*hand, **four)["points"] == 7700
    assert valued(*hand, **four, rules=changed(TENHOU, kiriage_mangan=True))["points"] == 8000
    assert valued(*hand, **four, rules=changed(TENHOU, kiriage_mangan=True))["limit"] == "mangan"


def test_hands_of_reported_logs():
    pons = valued("5506m+7m", "pon:111m", "pon:222z", "chi:234s", tsumo=True, seat="E", round_wind="S")
    assert (worth(pons), pons["names"], pons["from_child"]) == ((2, 30, 3000), {"round_wind_south"}, 1000)
    closed = valued("1124455667m666z+3m", yaku="riichi", seat="W")
    assert (closed["names"], worth(closed)) == ({"riichi", "hatsu", "honitsu"}, (5, 40, 8000))
    dragons = valued("12340s44666z+6s", "pon:555z", tsumo=True)
    assert (dragons["names"], dragons["han"]) == ({"honitsu", "haku", "hatsu"}, 5)
    assert (dragons["from_dealer"], dragons["from_child"]) == (4000, 2000)
    plain = valued("678m34588p34678s+2s", ura="6z", yaku="riichi")
    assert (plain["names"], worth(plain)) == ({"riichi", "pinfu", "tanyao"}, (3, 30, 3900))
    double = valued("111222333m11p79s+8s", yaku="double_riichi", seat="E")
    assert (double["names"], worth(double)) == ({"double_riichi", "junchan", "iipeikou"}, (6, 40, 18000))
