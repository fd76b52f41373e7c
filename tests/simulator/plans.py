"""Walls laid out and scripts that lead to every ending of a hand; each plan names what its hand must be."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.simulator.game import Plan
from tests.simulator.model import Hand
from tests.simulator.walls import Stack

WAITING = {
    0: "123m456m789m13s11z",
    1: "123p456p789p13s22z",
    2: "123m456p789m13s33z",
    3: "123p456m789p13s44z",
}
"""Hands that all wait for 2s alone, and have no yaku but riichi or tsumo."""
SANMA_WAITING = {seat: f"123p456p789p13s{seat + 1}{seat + 1}z" for seat in range(3)}
BURIED = {"dora": "2s2s2s", "ura": "2s"}
PINFU = {1: "234m567m345s23p99s", 2: "345m678m567s56p22s", 3: "123s789m789s23p11m"}
"""Hands that wait for 4p and win with pinfu."""
DRAGONS = "556677z23m44p897s"
DRAGON_DRAWS = "5z 6z 1p 7z"
DRAGON_SCRIPT = "pon:5z 9s pon:6z 8s pon:7z 7s"


@dataclass(frozen=True)
class Ending:
    """A plan and what must come of it: the result, how many win, yaku among the first winner's, and more."""

    plan: Plan
    result: str
    yaku: tuple[str, ...] = ()
    winners: int = 0
    also: Callable[[Hand], bool] = lambda _: True
    players: tuple[int, ...] = (4,)
    platforms: tuple[str, ...] = ("tenhou", "majsoul", "mjai")


def _plan(hands: dict[int, str], draws: str = "", scripts: dict[int, str] | None = None, **stack: str) -> Plan:
    return Plan(Stack(hands=hands, draws=draws, **stack), scripts or {})


def _nagashi(seat: int, n: int, others: str, hands: dict[int, str]) -> Plan:
    """Only one seat's draws are terminals and honors; the others' are simples."""
    total, own = (70, "1m9m1p9p1s") if n == 4 else (55, "1m9m1p9p1s")
    mine = iter([own[i : i + 2] for i in range(0, 10, 2) for _ in range(4)])
    rest = iter(
        [
            f"{rank}{suit}"
            for suit, ranks in (part.split(":") for part in others.split())
            for rank in ranks
            for _ in range(4)
        ]
    )
    draws = " ".join(next(mine) if turn % n == seat else next(rest) for turn in range(total))
    return _plan(hands, draws)


def _late(draw: str, total: int) -> str:
    return "? " * (total - 1) + draw


ENDINGS: dict[str, Ending] = {
    # Draws.
    "exhaustive_draw_0": Ending(_plan({}), "exhaustive_draw", also=lambda h: sum(h.tenpai) == 0, players=(4, 3)),
    "exhaustive_draw_1": Ending(
        _plan({1: WAITING[1]}, **BURIED), "exhaustive_draw", also=lambda h: h.tenpai == [False, True, False, False]
    ),
    "exhaustive_draw_2": Ending(
        _plan({0: WAITING[0], 2: WAITING[2]}, **BURIED, scripts={0: "r-"}),
        "exhaustive_draw",
        also=lambda h: sum(h.tenpai) == 2 and h.riichi_paid == [0],
    ),
    "exhaustive_draw_3": Ending(
        _plan({k: WAITING[k] for k in (1, 2, 3)}, **BURIED), "exhaustive_draw", also=lambda h: sum(h.tenpai) == 3
    ),
    "exhaustive_draw_4": Ending(_plan(WAITING, **BURIED), "exhaustive_draw", also=lambda h: all(h.tenpai)),
    "sanma_draw_1": Ending(
        _plan({2: SANMA_WAITING[2]}, **BURIED), "exhaustive_draw", also=lambda h: sum(h.tenpai) == 1, players=(3,)
    ),
    "sanma_draw_2": Ending(
        _plan({0: SANMA_WAITING[0], 2: SANMA_WAITING[2]}, **BURIED),
        "exhaustive_draw",
        also=lambda h: sum(h.tenpai) == 2,
        players=(3,),
    ),
    "sanma_draw_3": Ending(
        _plan(SANMA_WAITING, **BURIED), "exhaustive_draw", also=lambda h: all(h.tenpai), players=(3,)
    ),
    "nagashi_mangan": Ending(
        _nagashi(2, 4, "m:2345678 p:2345678", {0: "345s678s678s46s11z"}),
        "nagashi_mangan",
        also=lambda h: h.nagashi == [2] and h.tenpai[0],
    ),
    "nagashi_mangan_of_the_dealer": Ending(
        _nagashi(0, 4, "m:2345678 p:2345678", {0: "258s1122334455z"}),
        "nagashi_mangan",
        also=lambda h: h.nagashi == [0] and not h.tenpai[0],
    ),
    "sanma_nagashi_mangan": Ending(
        _nagashi(1, 3, "p:2345678 s:2345", {}), "nagashi_mangan", also=lambda h: h.nagashi == [1], players=(3,)
    ),
    "kyuushu_kyuuhai": Ending(
        _plan({0: "19m19p19s123z2345m"}, "5m", {0: "kyuushu"}), "kyuushu_kyuuhai", also=lambda h: h.offender == 0
    ),
    "sanma_kyuushu_kyuuhai": Ending(
        _plan({1: "19m19p19s123z2345p"}, "5p 6p", {1: "kyuushu"}),
        "kyuushu_kyuuhai",
        also=lambda h: h.offender == 1,
        players=(3,),
    ),
    "suufon_renda": Ending(
        _plan(dict.fromkeys(range(4), "3z"), "? ? ? ?", dict.fromkeys(range(4), "3z")), "suufon_renda"
    ),
    "suukaikan": Ending(
        _plan(
            {0: "111m222m345p67s55s", 1: "111p222p345m67m99s"},
            "1m 1p",
            {0: "ankan:1m ankan:2m -", 1: "ankan:1p ankan:2p -"},
            replacements="2m9p2p9s",
        ),
        "suukaikan",
        also=lambda h: len(h.dora) == 5,
        players=(4,),
    ),
    "suukaikan_by_open_kans": Ending(
        _plan(
            {0: "444p999m123s456s5m", 1: "222z777s123m55z98p"},
            "2z 4p 7s 1z 3z 9m",
            {0: "- kan:4p - ankan:9m -", 1: "kan:2z - ankan:7s -"},
            replacements="9p9s8p8s",
        ),
        "suukaikan",
        also=lambda h: len(h.dora) == 5,
    ),
    "suucha_riichi": Ending(
        _plan(WAITING, "5z 5z 6z 6z", dict.fromkeys(range(4), "r-"), **BURIED),
        "suucha_riichi",
        also=lambda h: h.riichi_paid == [0, 1, 2, 3],
    ),
    "triple_ron": Ending(
        _plan(PINFU, "1z 2z 3z 4z 4p"), "ron", winners=3, also=lambda h: h.wins[0].winner == 1, platforms=("majsoul",)
    ),
    "sancha_hou": Ending(
        _plan(PINFU, "1z 2z 3z 4z 4p", {3: "r-"}),
        "sancha_hou",
        also=lambda h: h.riichi_paid == [3],
        platforms=("tenhou", "mjai"),
    ),
    # Ordinary wins.
    "double_ron": Ending(_plan({1: PINFU[1], 2: PINFU[2]}, "1z 2z 3z 4z 4p", {2: "r-"}), "ron", winners=2),
    "double_ron_with_the_dealer": Ending(
        _plan({0: "123s789m789s23p11m", 3: "345m678m567s56p22s"}, "1z 2z 3z 4z 5z 4p", {0: "r-", 3: "r-"}),
        "ron",
        winners=2,
        also=lambda h: h.wins[0].winner == 3 and h.wins[1].winner == 0,
    ),
    "riichi_on_a_ronned_tile": Ending(
        _plan({0: WAITING[0], 1: PINFU[1]}, "4p", {0: "r-"}),
        "ron",
        winners=1,
        also=lambda h: h.riichi_order == [0] and not h.riichi_paid,
    ),
    "riichi_on_a_tile_ronned_twice": Ending(
        _plan({0: WAITING[0], 1: PINFU[1], 2: PINFU[2]}, "9m 1z 2z 3z 4p", {0: "- r-", 1: "r-"}),
        "ron",
        winners=2,
        also=lambda h: h.riichi_order == [1, 0] and h.riichi_paid == [1],
    ),
    "chankan": Ending(
        _plan(
            {1: "44p123m789m55z897s", 3: "234m567m345s29p88s"},
            "9m 1s 4p 9m 3p 1z 4p",
            {1: "- pon:4p 9s kakan:4p", 3: "r9p"},
        ),
        "ron",
        ("chankan", "riichi", "ippatsu"),
        1,
    ),
    "rinshan": Ending(
        _plan({0: "222m345p678p34s99s"}, "2m", {0: "ankan:2m"}, replacements="5s"), "tsumo", ("rinshan_kaihou",), 1
    ),
    "sanma_rinshan": Ending(
        _plan({0: "222p345p678p34s99s"}, "2p", {0: "ankan:2p"}, replacements="5s"),
        "tsumo",
        ("rinshan_kaihou",),
        1,
        players=(3,),
    ),
    "rinshan_of_an_open_kan": Ending(
        _plan({1: "222m345p678p34s99s"}, "2m", {1: "kan:2m"}, replacements="5s"),
        "tsumo",
        ("rinshan_kaihou",),
        1,
        also=lambda h: len(h.dora) == 1,
    ),
    "kakan_then_ankan": Ending(
        _plan(
            {1: "44p123m999s55z23p8s"},
            "9m 1z 4p 9m 8m 7m 4p",
            {1: "- pon:4p 8s kakan:4p ankan:9s"},
            replacements="9s1p",
        ),
        "tsumo",
        ("rinshan_kaihou",),
        1,
        also=lambda h: len(h.dora) == 3,
    ),
    "open_kan_then_discard": Ending(
        _plan({1: "666z345p78p34s99s1m", 2: PINFU[2]}, "6z", {1: "kan:6z -"}, replacements="4p"),
        "ron",
        winners=1,
        also=lambda h: len(h.dora) == 2,
    ),
    "haitei": Ending(_plan({1: WAITING[1]}, _late("2s", 70), dora="9s2s2s2s"), "tsumo", ("haitei",), 1),
    "houtei": Ending(_plan({2: WAITING[2]}, _late("2s", 70), dora="9s2s2s2s"), "ron", ("houtei",), 1),
    "seven_pairs": Ending(_plan({0: "1199m1199p1199s4z"}, "1z 2z 3z 5z 6z 4z"), "ron", ("chiitoitsu",), 1),
    "exactly_zero_points": Ending(
        _plan({0: "112233m456m78m99m", 1: WAITING[1]}, "1z 5z 6z 7z 1z 6m", {1: "r-"}, dora="4z"),
        "ron",
        ("chinitsu",),
        1,
        also=lambda h: h.end[1] == 0,
    ),
    "kita_ron": Ending(
        _plan({1: "1199p1199s11m22z4z"}, "4z", {0: "kita"}),
        "ron",
        ("chiitoitsu",),
        1,
        also=lambda h: h.wins[0].on == "kita",
        players=(3,),
    ),
    "kita_rinshan": Ending(
        _plan({0: "222p345p678p34s99s"}, "4z", {0: "kita"}, replacements="5s"),
        "tsumo",
        ("rinshan_kaihou", "kita"),
        1,
        players=(3,),
    ),
    "furiten_until_the_next_discard": Ending(
        _plan({1: PINFU[1]}, "1z 2z 4p 1p 4z 5z 4p", {1: "- pass"}),
        "ron",
        ("pinfu",),
        1,
        also=lambda h: sum(e.kind == "draw" for e in h.events) == 7,
    ),
    "furiten_in_riichi": Ending(
        _plan({1: PINFU[1]}, "1z 2z 4p 1z 4z 5z 4p 6z 7z 1p", {1: "r- pass"}), "tsumo", ("pinfu", "double_riichi"), 1
    ),
    # Yakuman.
    "tenhou": Ending(_plan({0: "123m456p789s1122z"}, "1z"), "tsumo", ("tenhou",), 1),
    "chiihou": Ending(_plan({1: "123m456p789s2255z"}, "9m 5z"), "tsumo", ("chiihou",), 1),
    "kokushi_musou": Ending(_plan({1: "119m19p19s123456z"}, "5m 5p 5s 2m 3m 7z"), "tsumo", ("kokushi_musou",), 1),
    "kokushi_musou_13_wait": Ending(
        _plan({1: "19m19p19s1234567z"}, "5m 5p 5s 2m 9m"), "ron", ("kokushi_musou_13_wait",), 1
    ),
    "kokushi_robs_a_closed_kan": Ending(
        _plan({1: "119m19p19s123456z", 0: "777z234m567m45s99s"}, "7z", {0: "ankan:7z"}),
        "ron",
        ("kokushi_musou",),
        1,
        also=lambda h: h.wins[0].on == "ankan",
        platforms=("majsoul",),
    ),
    "suuankou": Ending(_plan({1: "111m333p555s77z99m"}, "2z 3z 4z 1z 2z 7z"), "tsumo", ("suuankou",), 1),
    "suuankou_tanki": Ending(_plan({1: "111m333p555s777z9m"}, "2z 3z 4z 1z 9m"), "ron", ("suuankou_tanki",), 1),
    "daisangen": Ending(
        _plan({1: "555666z77z234m44p"}, "2z 3z 4z 1z 7z"),
        "ron",
        ("daisangen",),
        1,
        also=lambda h: h.wins[0].pao is None,
    ),
    "pao_tsumo": Ending(
        _plan({1: DRAGONS}, f"{DRAGON_DRAWS} 1p 9p 9m 4m", {1: DRAGON_SCRIPT}),
        "tsumo",
        ("daisangen",),
        1,
        also=lambda h: h.wins[0].pao == 3,
    ),
    "pao_ron": Ending(
        _plan({1: DRAGONS}, f"{DRAGON_DRAWS} 4m", {1: DRAGON_SCRIPT}),
        "ron",
        ("daisangen",),
        1,
        also=lambda h: h.wins[0].pao == 3 and h.wins[0].loser == 2,
    ),
    "pao_ron_off_the_liable": Ending(
        _plan({1: DRAGONS}, f"{DRAGON_DRAWS} 9p 4m", {1: DRAGON_SCRIPT}),
        "ron",
        ("daisangen",),
        1,
        also=lambda h: h.wins[0].pao == 3 == h.wins[0].loser,
    ),
    "pao_ron_with_another_yakuman": Ending(
        _plan({1: "556677z1122z897s"}, f"{DRAGON_DRAWS} 1z", {1: DRAGON_SCRIPT}),
        "ron",
        ("daisangen", "tsuuiisou"),
        1,
    ),
    "pao_tsumo_with_another_yakuman": Ending(
        _plan({1: "556677z1122z897s"}, f"{DRAGON_DRAWS} 1p 9p 9m 2z", {1: DRAGON_SCRIPT}),
        "tsumo",
        ("daisangen", "tsuuiisou"),
        1,
    ),
    "pao_in_a_double_ron": Ending(
        _plan({1: DRAGONS, 3: "234s567s345p23m99s"}, f"{DRAGON_DRAWS} 4m", {1: DRAGON_SCRIPT}),
        "ron",
        winners=2,
        also=lambda h: h.wins[0].winner == 3 and h.wins[1].pao == 3,
    ),
    "daisuushii": Ending(
        _plan(
            {1: "11223344z5p6789s"},
            "1z 2z 9p 3z 9p 4z 5p",
            {1: "pon:1z 9s pon:2z 8s pon:3z 7s pon:4z 6s"},
        ),
        "ron",
        ("daisuushii",),
        1,
        also=lambda h: h.wins[0].pao == 3,
    ),
    "shousuushii": Ending(_plan({1: "111z222z333z4z234m"}, "9m 8p 7p 6p 4z"), "ron", ("shousuushii",), 1),
    "tsuuiisou": Ending(_plan({1: "1122334455667z"}, "9m 8p 7p 6p 7z"), "ron", ("tsuuiisou",), 1),
    "ryuuiisou": Ending(_plan({1: "223344s666s888s6z"}, "9m 8p 7p 6p 6z"), "ron", ("ryuuiisou",), 1),
    "chinroutou": Ending(_plan({1: "111m999m111p99p11s"}, "2z 3z 4z 1z 1s"), "ron", ("chinroutou",), 1),
    "chuuren_poutou": Ending(_plan({1: "1112234567899m"}, "2z 3z 4z 1z 9m"), "ron", ("chuuren_poutou",), 1),
    "junsei_chuuren_poutou": Ending(
        _plan({1: "1112345678999m"}, "2z 3z 4z 1z 4m"), "ron", ("junsei_chuuren_poutou",), 1
    ),
    "suukantsu": Ending(
        _plan(
            {1: "111m222p333s444z5p"},
            "9m 1m",
            {1: "ankan:1m ankan:2p ankan:3s ankan:4z"},
            replacements="2p3s4z5p",
        ),
        "tsumo",
        ("suukantsu",),
        1,
        also=lambda h: len(h.dora) == 5,
    ),
    "suukantsu_by_all_kinds_of_kan": Ending(
        _plan(
            {1: "111m22p333s444z57p"},
            "9m 1z 2p 9p 3s",
            {1: "- pon:2p 7p kan:3s ankan:1m ankan:4z kakan:2p"},
            replacements="1m4z2p5p",
        ),
        "tsumo",
        ("suukantsu",),
        1,
    ),
    "kazoe_yakuman": Ending(
        _plan(
            {0: "222m444m666m77m88m"},
            "2m 9p 1z 2z 3z 7m",
            {0: "ankan:2m r-"},
            replacements="9p",
            dora="1m1m",
        ),
        "ron",
        ("chinitsu",),
        1,
        also=lambda h: h.wins[0].value.limit == "kazoe",
    ),
}
