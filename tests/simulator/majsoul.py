"""Writes games as Mahjong Soul records: protobuf and the JSON shapes people hold (MAJSOUL_MJAI 1-4, 11-13)."""

import base64
import hashlib
import json
import random
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from mjlog.vocabulary import Length
from tests.simulator.flavours import Flavour
from tests.simulator.model import Event, Game, Hand, Meld, Win, text_of
from tests.simulator.protobuf import encode
from tests.simulator.sitting import sitting
from tests.simulator.walls import live_draws

FANS = {
    "menzen_tsumo": 1,
    "riichi": 2,
    "chankan": 3,
    "rinshan_kaihou": 4,
    "haitei": 5,
    "houtei": 6,
    "haku": 7,
    "hatsu": 8,
    "chun": 9,
    "tanyao": 12,
    "iipeikou": 13,
    "pinfu": 14,
    "chanta": 15,
    "ittsuu": 16,
    "sanshoku_doujun": 17,
    "double_riichi": 18,
    "sanshoku_doukou": 19,
    "sankantsu": 20,
    "toitoi": 21,
    "sanankou": 22,
    "shousangen": 23,
    "honroutou": 24,
    "chiitoitsu": 25,
    "junchan": 26,
    "honitsu": 27,
    "ryanpeikou": 28,
    "chinitsu": 29,
    "ippatsu": 30,
    "dora": 31,
    "red_dora": 32,
    "ura_dora": 33,
    "kita": 34,
    "tenhou": 35,
    "chiihou": 36,
    "daisangen": 37,
    "suuankou": 38,
    "tsuuiisou": 39,
    "ryuuiisou": 40,
    "chinroutou": 41,
    "kokushi_musou": 42,
    "shousuushii": 43,
    "suukantsu": 44,
    "chuuren_poutou": 45,
    "junsei_chuuren_poutou": 47,
    "suuankou_tanki": 48,
    "kokushi_musou_13_wait": 49,
    "daisuushii": 50,
}
NAMES = {
    "menzen_tsumo": "门前清自摸和",
    "riichi": "立直",
    "double_riichi": "两立直",
    "ippatsu": "一发",
    "chankan": "枪杠",
    "rinshan_kaihou": "岭上开花",
    "haitei": "海底摸月",
    "houtei": "河底捞鱼",
    "pinfu": "平和",
    "tanyao": "断幺九",
    "iipeikou": "一杯口",
    "haku": "役牌:白",
    "hatsu": "役牌:发",
    "chun": "役牌:中",
    "chiitoitsu": "七对子",
    "chanta": "混全带幺九",
    "ittsuu": "一气通贯",
    "sanshoku_doujun": "三色同顺",
    "toitoi": "对对和",
    "sanankou": "三暗刻",
    "honroutou": "混老头",
    "junchan": "纯全带幺九",
    "ryanpeikou": "二杯口",
    "honitsu": "混一色",
    "chinitsu": "清一色",
    "sanshoku_doukou": "三色同刻",
    "sankantsu": "三杠子",
    "shousangen": "小三元",
    "tenhou": "天和",
    "chiihou": "地和",
    "daisangen": "大三元",
    "suuankou": "四暗刻",
    "suuankou_tanki": "四暗刻单骑",
    "tsuuiisou": "字一色",
    "ryuuiisou": "绿一色",
    "chinroutou": "清老头",
    "chuuren_poutou": "九莲宝灯",
    "junsei_chuuren_poutou": "纯正九莲宝灯",
    "kokushi_musou": "国士无双",
    "kokushi_musou_13_wait": "国士无双十三面",
    "daisuushii": "大四喜",
    "shousuushii": "小四喜",
    "suukantsu": "四杠子",
    "kita": "拔北宝牌",
    "dora": "宝牌",
    "red_dora": "红宝牌",
    "ura_dora": "里宝牌",
}
TITLES = {"mangan": 1, "haneman": 2, "baiman": 3, "sanbaiman": 4, "kazoe": 11}
DRAWS = {"kyuushu_kyuuhai": 1, "suufon_renda": 2, "suukaikan": 3, "suucha_riichi": 4, "sancha_hou": 5}
ROOMS = {
    (4, Length.EAST): (1, 8),
    (4, Length.HANCHAN): (2, 9),
    (3, Length.EAST): (11, 21),
    (3, Length.HANCHAN): (12, 22),
}
"""Players and length to mode and mode id (gold room)."""

_TEXTS = "text[]"
_RULE_FIELDS = {
    "time_fixed": 1,
    "time_add": 2,
    "dora_count": 3,
    "shiduan": 4,
    "init_point": 5,
    "fandian": 6,
    "can_jifei": 7,
    "tianbian_value": 8,
    "liqibang_value": 9,
    "changbang_value": 10,
    "noting_fafu_1": 11,
    "noting_fafu_2": 12,
    "noting_fafu_3": 13,
    "have_liujumanguan": 14,
    "have_qieshangmanguan": 15,
    "have_biao_dora": 16,
    "have_gang_biao_dora": 17,
    "have_li_dora": 19,
    "have_gang_li_dora": 20,
    "have_sifenglianda": 21,
    "have_sigangsanle": 22,
    "have_sijializhi": 23,
    "have_jiuzhongjiupai": 24,
    "have_sanjiahele": 25,
    "have_toutiao": 26,
    "have_helelianzhuang": 27,
    "have_helezhongju": 28,
    "have_tingpailianzhuang": 29,
    "have_tingpaizhongju": 30,
    "have_yifa": 31,
    "have_nanruxiru": 32,
    "jingsuanyuandian": 33,
    "shunweima_2": 34,
    "shunweima_3": 35,
    "shunweima_4": 36,
    "bianjietishi": 37,
    "ai_level": 38,
    "have_zimosun": 39,
    "fanfu": 41,
    "disable_leijiyiman": 60,
    "disable_double_yakuman": 62,
    "disable_angang_guoshi": 67,
}
_FLAGS = frozenset({7, *range(14, 33), 37, 39, 60})
SCHEMA: dict[str, dict[str, tuple[int, str]]] = {
    "Wrapper": {"name": (1, "text"), "data": (2, "bytes")},
    "ResGameRecord": {"head": (3, "RecordGame"), "data": (4, "bytes"), "data_url": (5, "text")},
    "RecordGame": {
        "uuid": (1, "text"),
        "start_time": (2, "int"),
        "end_time": (3, "int"),
        "config": (5, "GameConfig"),
        "accounts": (11, "AccountInfo[]"),
        "result": (12, "GameEndResult"),
        "robots": (13, "AccountInfo[]"),
        "standard_rule": (14, "int"),
    },
    "AccountInfo": {
        "account_id": (1, "int"),
        "seat": (2, "int"),
        "nickname": (3, "text"),
        "avatar_id": (4, "int"),
        "level": (7, "AccountLevel"),
        "level3": (8, "AccountLevel"),
    },
    "AccountLevel": {"id": (1, "int"), "score": (2, "int")},
    "GameConfig": {"category": (1, "int"), "mode": (2, "GameMode"), "meta": (3, "GameMetaData")},
    "GameMode": {
        "mode": (1, "int"),
        "ai": (4, "bool"),
        "extendinfo": (5, "text"),
        "detail_rule": (6, "GameDetailRule"),
    },
    "GameMetaData": {"room_id": (1, "int"), "mode_id": (2, "int"), "contest_uid": (3, "int")},
    "GameDetailRule": {name: (number, "bool" if number in _FLAGS else "int") for name, number in _RULE_FIELDS.items()},
    "GameEndResult": {"players": (1, "PlayerItem[]")},
    "PlayerItem": {
        "seat": (1, "int"),
        "total_point": (2, "int"),
        "part_point_1": (3, "int"),
        "part_point_2": (4, "int"),
        "grading_score": (5, "int"),
        "gold": (6, "int"),
    },
    "GameDetailRecords": {"records": (1, "bytes[]"), "version": (2, "int"), "actions": (3, "GameAction[]")},
    "GameAction": {
        "passed": (1, "int"),
        "type": (2, "int"),
        "result": (3, "bytes"),
        "user_event": (5, "GameUserEvent"),
        "game_event": (6, "int"),
    },
    "GameUserEvent": {"seat": (1, "int"), "type": (2, "int")},
    "RecordNewRound": {
        "chang": (1, "int"),
        "ju": (2, "int"),
        "ben": (3, "int"),
        "dora": (4, "text"),
        "scores": (5, "int[]"),
        "liqibang": (6, "int"),
        "tiles0": (7, _TEXTS),
        "tiles1": (8, _TEXTS),
        "tiles2": (9, _TEXTS),
        "tiles3": (10, _TEXTS),
        "md5": (13, "text"),
        "paishan": (14, "text"),
        "left_tile_count": (15, "int"),
        "doras": (16, _TEXTS),
        "ju_count": (20, "int"),
        "sha256": (22, "text"),
        "salt_sha256": (24, "text"),
        "salt": (25, "text"),
    },
    "RecordDealTile": {
        "seat": (1, "int"),
        "tile": (2, "text"),
        "left_tile_count": (3, "int"),
        "liqi": (5, "LiQiSuccess"),
        "doras": (6, _TEXTS),
        "zhenting": (7, "bool[]"),
    },
    "RecordDiscardTile": {
        "seat": (1, "int"),
        "tile": (2, "text"),
        "is_liqi": (3, "bool"),
        "moqie": (5, "bool"),
        "zhenting": (6, "bool[]"),
        "doras": (8, _TEXTS),
        "is_wliqi": (9, "bool"),
    },
    "RecordChiPengGang": {
        "seat": (1, "int"),
        "type": (2, "int"),
        "tiles": (3, _TEXTS),
        "froms": (4, "int[]"),
        "liqi": (5, "LiQiSuccess"),
        "zhenting": (7, "bool[]"),
    },
    "RecordAnGangAddGang": {"seat": (1, "int"), "type": (2, "int"), "tiles": (3, "text"), "doras": (6, _TEXTS)},
    "RecordBaBei": {"seat": (1, "int"), "doras": (6, _TEXTS), "moqie": (8, "bool")},
    "LiQiSuccess": {"seat": (1, "int"), "score": (2, "int"), "liqibang": (3, "int"), "failed": (4, "bool")},
    "RecordHule": {
        "hules": (1, "HuleInfo[]"),
        "old_scores": (2, "int[]"),
        "delta_scores": (3, "int[]"),
        "wait_timeout": (4, "int"),
        "scores": (5, "int[]"),
        "gameend": (6, "GameEnd"),
        "doras": (7, _TEXTS),
        "baopai": (9, "int"),
    },
    "GameEnd": {"scores": (1, "int[]")},
    "HuleInfo": {
        "hand": (1, _TEXTS),
        "ming": (2, _TEXTS),
        "hu_tile": (3, "text"),
        "seat": (4, "int"),
        "zimo": (5, "bool"),
        "qinjia": (6, "bool"),
        "liqi": (7, "bool"),
        "doras": (8, _TEXTS),
        "li_doras": (9, _TEXTS),
        "yiman": (10, "bool"),
        "count": (11, "int"),
        "fans": (12, "FanInfo[]"),
        "fu": (13, "int"),
        "title": (14, "text"),
        "point_rong": (15, "int"),
        "point_zimo_qin": (16, "int"),
        "point_zimo_xian": (17, "int"),
        "title_id": (18, "int"),
        "point_sum": (19, "int"),
        "dadian": (20, "int"),
        "baopai": (21, "int"),
        "baopai_seats": (22, "int[]"),
    },
    "FanInfo": {"name": (1, "text"), "val": (2, "int"), "id": (3, "int")},
    "RecordNoTile": {
        "liujumanguan": (1, "bool"),
        "players": (2, "NoTilePlayerInfo[]"),
        "scores": (3, "NoTileScoreInfo[]"),
        "gameend": (4, "bool"),
    },
    "NoTilePlayerInfo": {"tingpai": (3, "bool"), "hand": (4, _TEXTS), "tings": (5, "TingPaiInfo[]")},
    "TingPaiInfo": {"tile": (1, "text"), "haveyi": (2, "bool")},
    "NoTileScoreInfo": {
        "seat": (1, "int"),
        "old_scores": (2, "int[]"),
        "delta_scores": (3, "int[]"),
        "hand": (4, _TEXTS),
        "ming": (5, _TEXTS),
        "doras": (6, _TEXTS),
        "score": (7, "int"),
    },
    "RecordLiuJu": {
        "type": (1, "int"),
        "gameend": (2, "GameEnd"),
        "seat": (3, "int"),
        "tiles": (4, _TEXTS),
        "liqi": (5, "LiQiSuccess"),
        "allplayertiles": (6, _TEXTS),
    },
}
"""Numbers of the fields written, from MAJSOUL_MJAI 11."""

Record = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Era:
    """How records of some years look; ``wall`` is ``md5`` or ``sha256``, ``container`` ``records`` or ``actions``."""

    container: str = "actions"
    wall: str = "sha256"
    fan_names: bool = False
    single_dora: bool = False
    only_relevant_points: bool = False


NEW = Era()
NEWEST = Era(only_relevant_points=True)
OF_2021 = Era(wall="md5")
OF_2019 = Era(container="records", wall="md5", single_dora=True)
OLDEST = Era(container="records", wall="md5", fan_names=True, single_dora=True)


class _Hand:
    """The records of one hand."""

    def __init__(self, game: Game, index: int, era: Era, sums: list[int]) -> None:
        self.game, self.era, self.sums = game, era, sums
        self.hand: Hand = game.hands[index]
        self.index = index
        self.left = live_draws(game.n)
        self.shown = [self.hand.dora[0]]
        self.turned = False
        self.liqi: dict[str, Any] | None = None
        self.sticks = self.hand.deposits
        self.riichi: Event | None = None
        self.first = True
        self.out: list[Record] = []

    def text(self, tile: int) -> str:
        return text_of(tile, self.game.flavour.reds)

    def texts(self, tiles: list[int] | tuple[int, ...]) -> list[str]:
        return [self.text(tile) for tile in tiles]

    def records(self) -> list[Record]:
        self._new_round()
        for event in self.hand.events:
            self._event(event)
        if self.hand.wins:
            self._hule()
        elif self.hand.result in {"exhaustive_draw", "nagashi_mangan"}:
            self._no_tile()
        else:
            self._liu_ju()
        return self.out

    def _tell(self, name: str, **fields: Any) -> None:
        if self.turned and name in {"RecordDealTile", "RecordDiscardTile"}:
            fields["doras"] = self.texts(self.shown)
            self.turned = False
        if self.liqi is not None and name in {"RecordDealTile", "RecordChiPengGang", "RecordLiuJu"}:
            fields["liqi"] = self.liqi
            self.liqi = None
        self.out.append((name, fields))

    def _new_round(self) -> None:
        hand, game = self.hand, self.game
        hands = [sorted(tiles) for tiles in hand.dealt]
        drawn = next(event.tile for event in hand.events if event.kind == "draw")
        hands[hand.dealer] = sorted([*hands[hand.dealer], drawn])
        fields: dict[str, Any] = {
            "chang": hand.wind,
            "ju": hand.kyoku - 1,
            "ben": hand.honba,
            "scores": hand.start,
            "liqibang": hand.deposits,
            **{f"tiles{seat}": self.texts(hands[seat]) if seat < game.n else [] for seat in range(4)},
            "left_tile_count": live_draws(game.n) - 1,
        }
        if self.era.single_dora:
            fields["dora"] = self.text(hand.dora[0])
        else:
            fields["doras"] = self.texts(hand.dora[:1])
        self._tell("RecordNewRound", **fields, **self._wall())

    def _wall(self) -> dict[str, Any]:
        wall = "".join(self.texts(self.hand.wall))
        if self.era.wall == "md5":
            rest = wall[2 * (13 * self.game.n + 1) :]
            return {"paishan": rest, "md5": hashlib.md5(rest.encode()).hexdigest()}
        rng = random.Random(f"salt/{self.game.seed}/{self.index}")
        salt = f"{rng.getrandbits(128):032x}"
        return {
            "paishan": wall,
            "sha256": hashlib.sha256((wall + salt).encode()).hexdigest(),
            "salt_sha256": hashlib.sha256(salt.encode()).hexdigest(),
            "salt": salt,
        }

    def _event(self, event: Event) -> None:
        kind, seat = event.kind, event.seat
        if kind == "draw":
            self.left -= 1
            if not self.first:
                self._tell("RecordDealTile", seat=seat, tile=self.text(event.tile), left_tile_count=self.left)
            self.first = False
        elif kind == "riichi":
            self.riichi = event
        elif kind == "discard":
            self._discard(event)
        elif kind == "riichi_accepted":
            self.sticks += 1
            self.liqi = {"seat": seat, "score": event.shown[seat], "liqibang": self.sticks, "failed": False}
        elif kind == "dora":
            self.shown.append(event.tile)
            self.turned = True
        elif event.meld is not None:
            self._meld(event)

    def _discard(self, event: Event) -> None:
        first = not any(name != "RecordNewRound" for name, _ in self.out)
        self._tell(
            "RecordDiscardTile",
            seat=event.seat,
            tile=self.text(event.tile),
            is_liqi=self.riichi is not None,
            moqie=bool(event.tsumogiri) and not first,
            is_wliqi=self.riichi is not None and self.riichi.double,
            zhenting=[False] * self.game.n,
        )
        self.riichi = None

    def _meld(self, event: Event) -> None:
        meld, seat = event.meld, event.seat
        if meld.kind == "kita":
            self._tell("RecordBaBei", seat=seat, moqie=False)
        elif meld.kind in {"ankan", "kakan"}:
            tile = meld.added if meld.kind == "kakan" else meld.tiles[-1]
            self._tell("RecordAnGangAddGang", seat=seat, type=2 if meld.kind == "kakan" else 3, tiles=self.text(tile))
        else:
            own = [tile for tile in meld.tiles if tile != meld.called]
            self._tell(
                "RecordChiPengGang",
                seat=seat,
                type={"chi": 0, "pon": 1, "daiminkan": 2}[meld.kind],
                tiles=self.texts([*own, meld.called]),
                froms=[seat] * len(own) + [meld.source],
            )

    def _old_scores(self) -> list[int]:
        paid = self.hand.riichi_paid
        return [p - 1000 * (seat in paid) for seat, p in enumerate(self.hand.start)]

    def _ming(self, meld: Meld) -> str:
        word = {"chi": "shunzi", "pon": "kezi", "daiminkan": "minggang", "kakan": "minggang", "ankan": "angang"}[
            meld.kind
        ]
        return f"{word}({','.join(self.texts(meld.tiles))})"

    def _fan(self, key: str, han: int, win: Win) -> dict[str, Any]:
        seat_wind, round_wind = key.startswith("seat_wind"), key.startswith("round_wind")
        value = han // 13 if win.value.yakuman else han
        if self.era.fan_names:
            name = "役牌:门风牌" if seat_wind else "役牌:场风牌" if round_wind else NAMES[key]
            return {"name": name, "val": value}
        return {"val": value, "id": 10 if seat_wind else 11 if round_wind else FANS[key]}

    def _hule_info(self, win: Win) -> dict[str, Any]:
        value, hand = win.value, self.hand
        concealed = win.concealed.copy()
        concealed.remove(win.tile)
        dealer = win.winner == hand.dealer
        self.sums[win.winner] += value.points
        info: dict[str, Any] = {
            "hand": self.texts(concealed),
            "ming": [self._ming(meld) for meld in win.melds if meld.kind != "kita"],
            "hu_tile": self.text(win.tile),
            "seat": win.winner,
            "zimo": win.loser is None,
            "qinjia": dealer,
            "liqi": win.riichi,
            "doras": self.texts(hand.dora),
            "li_doras": self.texts(hand.ura) if win.riichi else [],
            "yiman": value.yakuman > 0,
            "count": value.yakuman or value.han,
            "fans": [self._fan(key, han, win) for key, han in value.yaku],
            "fu": value.fu,
            "point_rong": value.ron,
            "point_zimo_qin": value.from_dealer,
            "point_zimo_xian": value.from_other,
            "point_sum": self.sums[win.winner],
        }
        if self.era.only_relevant_points:
            for field in ("point_zimo_qin", "point_zimo_xian") if win.loser is not None else ("point_rong",):
                info[field] = 0
        if self.era.fan_names:
            return info
        info["title_id"] = (
            (5 if value.yakuman == 1 else value.yakuman + 4) if value.yakuman else TITLES.get(value.limit, 0)
        )
        info["baopai"] = 0 if win.pao is None else win.pao + 1
        if self.era.wall == "sha256":
            info["dadian"] = value.points
            info["baopai_seats"] = [] if win.pao is None else [win.pao]
        return info

    def _hule(self) -> None:
        fields: dict[str, Any] = {
            "hules": [self._hule_info(win) for win in self.hand.wins],
            "old_scores": self._old_scores(),
            "delta_scores": self.hand.delta,
            "wait_timeout": 0,
            "scores": self.hand.end,
            "baopai": next((win.pao + 1 for win in self.hand.wins if win.pao is not None), 0),
        }
        if self.index == len(self.game.hands) - 1:
            fields["gameend"] = {}
        self._tell("RecordHule", **fields)

    def _no_tile(self) -> None:
        hand, old = self.hand, self._old_scores()
        players = [
            {"tingpai": True, "hand": self.texts(hand.concealed[seat]), "tings": []} if ready else {"tingpai": False}
            for seat, ready in enumerate(hand.tenpai)
        ]
        scores: list[dict[str, Any]] = [{"old_scores": old, "delta_scores": hand.delta if any(hand.delta) else []}]
        if hand.nagashi:
            scores = [self._nagashi(seat, old) for seat in hand.nagashi]
        over = self.index == len(self.game.hands) - 1
        self._tell("RecordNoTile", liujumanguan=bool(hand.nagashi), players=players, scores=scores, gameend=over)

    def _nagashi(self, seat: int, old: list[int]) -> dict[str, Any]:
        hand = self.hand
        sets = [self._ming(meld) for meld in hand.melds[seat] if meld.kind != "kita"]
        return {
            "seat": seat,
            "score": hand.delta[seat],
            "old_scores": old,
            "delta_scores": hand.delta,
            "hand": self.texts(hand.concealed[seat]),
            "ming": sets,
            "doras": self.texts(hand.dora),
        }

    def _liu_ju(self) -> None:
        fields: dict[str, Any] = {"type": DRAWS[self.hand.result]}
        if self.hand.offender is not None:
            fields |= {"seat": self.hand.offender, "tiles": self.texts(self.hand.concealed[self.hand.offender])}
        self._tell("RecordLiuJu", **fields)


def records(game: Game, era: Era = NEW) -> list[Record]:
    """All records of the game."""
    sums = [0] * game.n
    return [record for index in range(len(game.hands)) for record in _Hand(game, index, era, sums).records()]


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


def _wrapped(name: str, content: bytes) -> bytes:
    return encode("Wrapper", {"name": f".lq.{name}", "data": content}, SCHEMA)


def _actions(recs: list[Record], rng: random.Random) -> list[tuple[dict[str, Any], Record | None]]:
    """Game actions around the records: the rest of what happened at the table."""
    passed, out = 1000, [({"passed": 900, "type": 4, "game_event": 1}, None)]
    for record in recs:
        passed += rng.randrange(200, 5000)
        out.append(({"passed": passed, "type": 1}, record))
        if rng.random() < 0.1:
            out.append(({"passed": passed, "type": 3, "user_event": {"seat": 1, "type": 2}}, None))
    out.append(({"passed": passed + 100, "type": 4, "game_event": 2}, None))
    return out


def details(game: Game, era: Era = NEW) -> bytes:
    """The raw record (shape a): a wrapper with the details of the game and nothing of who played."""
    recs = records(game, era)
    packed = [_wrapped(name, encode(name, fields, SCHEMA)) for name, fields in recs]
    if era.container == "records":
        content = {"records": packed}
    else:
        rng = random.Random(f"passed/{game.seed}")
        bytes_of = iter(packed)
        actions = [
            action if record is None else {**action, "result": next(bytes_of)} for action, record in _actions(recs, rng)
        ]
        content = {"version": 210715, "actions": actions}
    return _wrapped("GameDetailRecords", encode("GameDetailRecords", content, SCHEMA))


def response(game: Game, era: Era = NEW, robots: tuple[int, ...] = ()) -> bytes:
    """A ``ResGameRecord`` (shape c)."""
    return encode("ResGameRecord", {"head": head(game, robots), "data": details(game, era)}, SCHEMA)


def websocket(game: Game, era: Era = NEW) -> bytes:
    """A websocket response (shape b): three bytes, then a nameless wrapper."""
    return b"\x03\x2a\x00" + encode("Wrapper", {"name": "", "data": response(game, era)}, SCHEMA)


def camel(name: str) -> str:
    """A field's name as JSON made from protobuf spells it."""
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def reshape(value: Any, *, spell: bool, omit: bool) -> Any:
    """The same JSON in camelCase, or without fields that are zero, false or empty."""
    if isinstance(value, list):
        return [reshape(item, spell=spell, omit=omit) for item in value]
    if not isinstance(value, dict):
        return value
    out = {}
    for name, item in value.items():
        kept = reshape(item, spell=spell, omit=omit)
        if not omit or kept or name == "gameend":
            out[camel(name) if spell and not name.startswith("@") else name] = kept
    return out


def write_json(
    game: Game, shape: str = "actions", era: Era = NEW, *, prefix: bool = True, robots: tuple[int, ...] = ()
) -> str:
    """JSON in a shape people hold.

    ``base64`` (d), ``details`` (d with a list of typed records), ``records`` and ``actions`` (e), ``bare`` (i).
    """
    lead = ".lq." if prefix else ""
    top = head(game, robots)
    recs = records(game, era)
    named = [{"name": f"{lead}{name}", "data": fields} for name, fields in recs]
    if shape in {"base64", "details"}:
        whole: dict[str, Any] = {"head": top, "data": base64.b64encode(details(game, era)).decode()}
        if shape == "details":
            whole["details"] = [{**fields, "@type": name} for name, fields in recs]
        whole = reshape(whole, spell=True, omit=True)
    elif shape == "records":
        whole = {"head": top, "data": {"name": ".lq.GameDetailRecords", "data": {"records": named}}, "data_url": ""}
    elif shape == "actions":
        rng = random.Random(f"passed/{game.seed}")
        results = iter(named)
        actions = [a if record is None else {**a, "result": next(results)} for a, record in _actions(recs, rng)]
        content = {"name": ".lq.GameDetailRecords", "data": {"version": 210715, "actions": actions}}
        whole = {"head": top, "data": content, "data_url": ""}
    else:
        whole = {"head": top, "records": named}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
