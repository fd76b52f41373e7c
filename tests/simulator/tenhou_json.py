"""Writes games as tenhou.net/6 JSON: Tenhou's own, the editor's, and what Mahjong Soul exporters make (TENHOU 10)."""

import json
from dataclasses import dataclass

from mjlog.vocabulary import YAKU, Length
from tests.simulator.model import Event, Game, Hand, Meld, Win
from tests.simulator.sitting import DANS, Sitting, sitting
from tests.simulator.value import KEYS

DRAWN = 60
CALLED_AND_KEPT = 0
ABORTS = {
    "kyuushu_kyuuhai": "九種九牌",
    "suufon_renda": "四風連打",
    "suucha_riichi": "四家立直",
    "suukaikan": "四槓散了",
    "sancha_hou": "三家和了",
}
LIMITS = {
    "ja": {
        "mangan": "満貫",
        "haneman": "跳満",
        "baiman": "倍満",
        "sanbaiman": "三倍満",
        "kazoe": "役満",
        "yakuman": "役満",
    },
    "en": {
        "mangan": "Mangan ",
        "haneman": "Haneman ",
        "baiman": "Baiman ",
        "sanbaiman": "Sanbaiman ",
        "kazoe": "Yakuman ",
        "yakuman": "Yakuman ",
    },
}
JAPANESE = {
    "kokushi_musou_13_wait": "国士無双１３面",
    "kita": "抜きドラ",
    **{f"seat_wind_{w}": f"自風 {c}" for w, c in zip(("east", "south", "west", "north"), "東南西北", strict=True)},
    **{f"round_wind_{w}": f"場風 {c}" for w, c in zip(("east", "south", "west", "north"), "東南西北", strict=True)},
}
ENGLISH = {
    "menzen_tsumo": "Fully Concealed Hand",
    "riichi": "Riichi",
    "ippatsu": "Ippatsu",
    "chankan": "Robbing a Kan",
    "rinshan_kaihou": "After a Kan",
    "haitei": "Under the Sea",
    "houtei": "Under the River",
    "pinfu": "Pinfu",
    "tanyao": "All Simples",
    "iipeikou": "Pure Double Sequence",
    **{f"seat_wind_{w}": "Seat Wind" for w in ("east", "south", "west", "north")},
    **{f"round_wind_{w}": "Prevalent Wind" for w in ("east", "south", "west", "north")},
    "haku": "White Dragon",
    "hatsu": "Green Dragon",
    "chun": "Red Dragon",
    "double_riichi": "Double Riichi",
    "chiitoitsu": "Seven Pairs",
    "chanta": "Half Outside Hand",
    "ittsuu": "Pure Straight",
    "sanshoku_doujun": "Mixed Triple Sequence",
    "sanshoku_doukou": "Triple Triplets",
    "sankantsu": "Three Quads",
    "toitoi": "All Triplets",
    "sanankou": "Three Concealed Triplets",
    "shousangen": "Little Three Dragons",
    "honroutou": "All Terminals and Honors",
    "ryanpeikou": "Twice Pure Double Sequence",
    "junchan": "Fully Outside Hand",
    "honitsu": "Half Flush",
    "chinitsu": "Full Flush",
    "tenhou": "Blessing of Heaven",
    "chiihou": "Blessing of Earth",
    "daisangen": "Big Three Dragons",
    "suuankou": "Four Concealed Triplets",
    "suuankou_tanki": "Single-wait Four Concealed Triplets",
    "tsuuiisou": "All Honors",
    "ryuuiisou": "All Green",
    "chinroutou": "All Terminals",
    "chuuren_poutou": "Nine Gates",
    "junsei_chuuren_poutou": "True Nine Gates",
    "kokushi_musou": "Thirteen Orphans",
    "kokushi_musou_13_wait": "Thirteen-wait Thirteen Orphans",
    "daisuushii": "Four Big Winds",
    "shousuushii": "Four Little Winds",
    "suukantsu": "Four Quads",
    "dora": "Dora",
    "ura_dora": "Ura Dora",
    "red_dora": "Red Five",
    "kita": "Kita",
}


@dataclass(frozen=True)
class Shape:
    """Which tool writes it: ``tenhou``, ``editor`` or ``exporter``; the language; one object or one a hand."""

    tool: str = "tenhou"
    language: str = "ja"
    layout: str = "whole"


def number(tile: int, game: Game) -> int:
    """A tile as tenhou.net/6 writes it."""
    kind = tile // 4
    if tile in game.flavour.reds:
        return 51 + kind // 9
    return (kind // 9 + 1) * 10 + kind % 9 + 1


class _Lines:
    """The three arrays of every seat, filled event by event."""

    def __init__(self, game: Game, hand: Hand) -> None:
        self.game = game
        self.takes: list[list[int | str]] = [[] for _ in range(4)]
        self.discards: list[list[int | str]] = [[] for _ in range(4)]
        self.riichi = ""
        for event in hand.events:
            self._add(event)

    def _text(self, tiles: list[int]) -> str:
        return "".join(str(number(tile, self.game)) for tile in tiles)

    def _add(self, event: Event) -> None:
        seat = event.seat
        if event.kind == "draw":
            self.takes[seat].append(number(event.tile, self.game))
        elif event.kind == "riichi":
            self.riichi = "r"
        elif event.kind == "discard":
            shown = DRAWN if event.tsumogiri else number(event.tile, self.game)
            self.discards[seat].append(f"r{shown}" if self.riichi else shown)
            self.riichi = ""
        elif event.kind in {"chi", "pon", "daiminkan"}:
            self.takes[seat].append(self._call(event.meld, seat))
            if event.kind == "daiminkan":
                self.discards[seat].append(CALLED_AND_KEPT)
        elif event.kind in {"ankan", "kakan", "kita"}:
            self.discards[seat].append(self._kan(event.meld, seat))

    def _call(self, meld: Meld, seat: int) -> str:
        """The letter stands before the called tile, at the place of the seat it came from."""
        own = [tile for tile in meld.tiles if tile != meld.called]
        letter = {"chi": "c", "pon": "p", "daiminkan": "m"}[meld.kind]
        place = {1: 0, 2: 1, 3: len(own)}[(seat - meld.source) % 4]
        return self._text(own[:place]) + letter + self._text([meld.called]) + self._text(own[place:])

    def _kan(self, meld: Meld, seat: int) -> str:
        if meld.kind == "kita":
            return "f44"
        if meld.kind == "ankan":
            return f"{self._text(list(meld.tiles[1:]))}a{self._text([meld.tiles[0]])}"
        own = [tile for tile in meld.tiles if tile not in {meld.called, meld.added}]
        place = {1: 0, 2: 1, 3: 2}[(seat - meld.source) % 4]
        return self._text(own[:place]) + "k" + self._text([meld.added, meld.called]) + self._text(own[place:])


def _points(win: Win, language: str) -> str:
    value = win.value
    head = LIMITS.get(language, LIMITS["ja"])[value.limit] if value.limit else f"{value.fu}符{value.han}飜"
    if win.loser is not None:
        return f"{head}{value.ron}点"
    if value.from_dealer == 0:
        return f"{head}{value.from_other}点∀"
    return f"{head}{value.from_other}-{value.from_dealer}点"


def _name(key: str, language: str, tool: str) -> str:
    if language == "ja" and tool == "exporter" and key.startswith(("seat_wind", "round_wind")):
        return "役牌:自風牌" if key.startswith("seat_wind") else "役牌:場風牌"
    if language == "romaji":
        return key.replace("_", " ").title()
    return ENGLISH[key] if language == "en" else JAPANESE.get(key, YAKU[key].ja)


def _yaku(win: Win, shape: Shape) -> list[str]:
    order = {"riichi": -3, "double_riichi": -3, "ippatsu": -2, "menzen_tsumo": -1, "red_dora": 52.5}
    if win.value.yakuman:
        return [f"{_name(key, shape.language, shape.tool)}(役満)" for key, _ in win.value.yaku]
    han: dict[str, int] = {}
    for word, value in win.value.yaku:
        key = "dora" if word == "kita" and shape.tool == "tenhou" else word
        han[key] = han.get(key, 0) + value
    keys = sorted((key for key in han if han[key]), key=lambda key: order.get(key, KEYS.index(key)))
    return [f"{_name(key, shape.language, shape.tool)}({han[key]}飜)" for key in keys]


def _four(values: list[int]) -> list[int]:
    return values + [0] * (4 - len(values))


def _result(hand: Hand, shape: Shape) -> list[object]:
    if hand.wins:
        out: list[object] = ["和了"]
        for win in hand.wins:
            source = win.winner if win.loser is None else win.loser
            pao = win.winner if win.pao is None else win.pao
            out += [_four(win.delta), [win.winner, source, pao, _points(win, shape.language), *_yaku(win, shape)]]
        return out
    if hand.result == "exhaustive_draw":
        if shape.tool == "tenhou" and sum(hand.tenpai) in {0, len(hand.tenpai)}:
            return ["全員聴牌" if hand.tenpai[0] else "全員不聴"]
        return ["流局" if shape.language == "ja" else "Ryuukyoku", _four(hand.delta)]
    if hand.result == "nagashi_mangan":
        return ["流し満貫", _four(hand.delta)]
    return [ABORTS[hand.result]]


def hand_list(game: Game, hand: Hand, shape: Shape) -> list[object]:
    """One hand's seventeen entries."""
    lines = _Lines(game, hand)
    shown = [number(tile, game) for tile in hand.ura]
    if shape.tool == "tenhou" and all(win.value.yakuman for win in hand.wins if win.riichi):
        shown = []
    out: list[object] = [
        [hand.wind * 4 + hand.kyoku - 1, hand.honba, hand.deposits],
        _four(hand.start),
        [number(tile, game) for tile in hand.dora],
        shown,
    ]
    for seat in range(4):
        dealt = hand.dealt[seat] if seat < game.n else []
        order = sorted(dealt) if shape.tool == "tenhou" else dealt
        out += [[number(tile, game) for tile in order], lines.takes[seat], lines.discards[seat]]
    return [*out, _result(hand, shape)]


def _display(game: Game, shape: Shape) -> str:
    flavour = game.flavour
    sanma = "三" if game.n == 3 else ""
    length = "南" if flavour.length == Length.HANCHAN else "東"
    red = "赤" if flavour.reds else ""
    room = "玉の間" if shape.tool == "exporter" else "鳳"
    eaten = "喰" if flavour.open_tanyao else ""
    return f"{sanma}{room}{length}{eaten}{red}"


def _plain(score: int) -> float | int:
    """A score in thousands; whole numbers without a point."""
    return score // 1000 if score % 1000 == 0 else score / 1000


def _scores(game: Game) -> list[float | int]:
    pairs = list(zip(game.points, game.scores, strict=True)) + [(0, 0)] * (4 - game.n)
    return [value for points, score in pairs for value in (points, _plain(score))]


def document(game: Game, shape: Shape) -> dict[str, object]:
    """The whole game as one object."""
    at = sitting(game)
    log = [hand_list(game, hand, shape) for hand in game.hands]
    names = game.names + [""] * (4 - game.n)
    if shape.tool == "editor":
        rule = {"disp": _display(game, shape), "aka": int(bool(game.flavour.reds))}
        return {"title": ["A table of friends", ""], "name": names, "rule": rule, "log": log}
    red = int(bool(game.flavour.reds))
    rule = {"disp": _display(game, shape), "aka53": red, "aka52": red, "aka51": red}
    rest = _tenhou_head(game, at, rule) if shape.tool == "tenhou" else _exporter_head(game, at, rule)
    rest["name"] = names
    if game.points:
        rest["sc"] = _scores(game)
    return {"ver": 2.3 if shape.tool == "tenhou" else "2.3", "ref": _reference(at, shape), "log": log, **rest}


def _reference(at: Sitting, shape: Shape) -> str:
    return at.log_id if shape.tool == "tenhou" else at.uuid


def _tenhou_head(game: Game, at: Sitting, rule: dict[str, object]) -> dict[str, object]:
    absent = 4 - game.n
    out: dict[str, object] = {"ratingc": f"PF{game.n}", "rule": rule}
    if at.era != "2009":
        out["lobby"] = at.lobby
    out["dan"] = [DANS[dan] for dan in at.dan] + [DANS[0]] * absent
    out["rate"] = at.rate + [1500] * absent
    out["sx"] = at.sex + ["C"] * absent
    return out


def _exporter_head(game: Game, at: Sitting, rule: dict[str, object]) -> dict[str, object]:
    absent = 4 - game.n
    return {
        "ratingc": f"PF{game.n}",
        "rule": rule,
        "lobby": 0,
        "dan": ["雀豪★1"] * game.n + [""] * absent,
        "rate": [round(rate) for rate in at.rate] + [0] * absent,
        "sx": ["C"] * game.n + [""] * absent,
        "title": [rule["disp"], f"{at.started:%Y-%m-%d %H:%M:%S}"],
    }


def write_json(game: Game, shape: Shape = Shape()) -> str:
    """The log's text."""
    whole = document(game, shape)
    if shape.layout == "whole":
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    hands = [{**whole, "log": [hand]} for hand in whole["log"]]
    if shape.layout == "lines":
        return "\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in hands) + "\n"
    return json.dumps(hands, ensure_ascii=False, separators=(",", ":"))
