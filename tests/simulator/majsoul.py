"""Writes games as Mahjong Soul records: protobuf and the JSON shapes people hold (MAJSOUL_MJAI 1-4, 11-13)."""

import base64
import hashlib
import json
import random
from dataclasses import dataclass
from typing import Any

from tests.simulator.majsoul_fields import DRAWS, FANS, NAMES, SCHEMA, TITLES
from tests.simulator.majsoul_head import head
from tests.simulator.model import Event, Game, Hand, Meld, Win, text_of
from tests.simulator.protobuf import encode
from tests.simulator.walls import live_draws

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
