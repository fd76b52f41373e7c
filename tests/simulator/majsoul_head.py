"""The envelope of a Mahjong Soul record: who played, in which room, under which rules, and the final result."""

import random
from datetime import timedelta
from typing import Any

from tests.simulator.flavours import Flavour
from tests.simulator.majsoul_fields import ROOMS
from tests.simulator.model import Game
from tests.simulator.sitting import sitting


def detail_rule(flavour: Flavour) -> dict[str, Any]:
    """The long form of a tournament's rules."""
    pool = flavour.noten_pool
    return {
        "time_fixed": 5,
        "time_add": 20,
        "dora_count": len(flavour.reds),
        "shiduan": int(flavour.open_tanyao),
        "init_point": flavour.start,
        "fandian": flavour.goal,
        "can_jifei": flavour.tobi,
        "liqibang_value": 1000,
        "changbang_value": flavour.honba * (flavour.n_players - 1),
        "noting_fafu_1": pool // (flavour.n_players - 1),
        "noting_fafu_2": pool // 2,
        "noting_fafu_3": pool,
        "have_liujumanguan": flavour.nagashi,
        "have_qieshangmanguan": flavour.kiriage,
        "have_biao_dora": True,
        "have_gang_biao_dora": True,
        "have_li_dora": True,
        "have_gang_li_dora": True,
        "have_sifenglianda": "suufon_renda" in flavour.aborts,
        "have_sigangsanle": "suukaikan" in flavour.aborts,
        "have_sijializhi": "suucha_riichi" in flavour.aborts,
        "have_jiuzhongjiupai": "kyuushu_kyuuhai" in flavour.aborts,
        "have_sanjiahele": flavour.most_rons == 2,
        "have_toutiao": flavour.most_rons == 1,
        "have_helelianzhuang": True,
        "have_helezhongju": flavour.agari_yame,
        "have_tingpailianzhuang": True,
        "have_tingpaizhongju": flavour.tenpai_yame,
        "have_yifa": True,
        "have_nanruxiru": flavour.extension,
        "jingsuanyuandian": flavour.origin,
        "shunweima_2": flavour.uma[1] // 1000,
        "shunweima_3": flavour.uma[2] // 1000,
        "shunweima_4": flavour.uma[3] // 1000,
        "fanfu": 1,
        "disable_leijiyiman": not flavour.kazoe,
        "disable_double_yakuman": int(not flavour.double_yakuman),
        "disable_angang_guoshi": int(not flavour.kokushi_robs_ankan),
    }


def _config(game: Game) -> dict[str, Any]:
    """A ranked room; a tournament with all its rules; a room of friends with the few its dialog asks for."""
    flavour = game.flavour
    mode, mode_id = ROOMS[game.n, flavour.length]
    if flavour.name == "majsoul-tournament":
        rule = detail_rule(flavour)
        return {
            "category": 4,
            "mode": {"mode": mode, "ai": False, "detail_rule": rule},
            "meta": {"contest_uid": 424242},
        }
    if flavour.name == "majsoul-friends":
        asked = ("time_fixed", "time_add", "dora_count", "shiduan", "init_point", "fandian", "fanfu")
        rule = {name: value for name, value in detail_rule(flavour).items() if name in asked}
        return {"category": 1, "mode": {"mode": mode, "ai": True, "detail_rule": rule}, "meta": {"room_id": 12345}}
    return {"category": 2, "mode": {"mode": mode, "ai": False, "detail_rule": {}}, "meta": {"mode_id": mode_id}}


def head(game: Game, robots: tuple[int, ...] = ()) -> dict[str, Any]:
    """The envelope of a game; seats in ``robots`` are taken by programs."""
    at = sitting(game)
    rng = random.Random(f"accounts/{game.seed}")
    accounts = [
        {
            "account_id": at.account[seat],
            "seat": seat,
            "nickname": game.names[seat],
            "avatar_id": 400101,
            "level": {"id": 10401, "score": 1000 + seat},
            "level3": {"id": 20301, "score": 500 + seat},
        }
        for seat in range(game.n)
        if seat not in robots
    ]
    rng.shuffle(accounts)
    order = sorted(range(game.n), key=lambda seat: game.ranks[seat]) if game.ranks else []
    players = [
        {
            "seat": seat,
            "total_point": game.scores[seat],
            "part_point_1": game.points[seat],
            "part_point_2": 0,
            "grading_score": 50 - 20 * rank,
            "gold": 0,
        }
        for rank, seat in enumerate(order)
    ]
    out = {
        "uuid": at.uuid,
        "start_time": int(at.started.timestamp()),
        "end_time": int((at.started + timedelta(minutes=4 * len(game.hands))).timestamp()),
        "config": _config(game),
        "accounts": accounts,
        "result": {"players": players},
    }
    if robots:
        out["robots"] = [{"seat": seat} for seat in robots]
    return out
