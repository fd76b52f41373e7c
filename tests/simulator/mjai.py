"""Writes games as mjai events, in the dialects of gimite's server, Mortal and akochan (MAJSOUL_MJAI 10)."""

import json

from mjlog.tiles import KINDS
from tests.simulator.model import Event, Game, Hand, Win

HONORS = "ESWNPFC"
YAKU = {
    "menzen_tsumo": "menzenchin_tsumoho",
    "riichi": "reach",
    "double_riichi": "double_reach",
    "rinshan_kaihou": "rinshankaiho",
    "haitei": "haiteiraoyue",
    "houtei": "hoteiraoyui",
    "tanyao": "tanyaochu",
    "iipeikou": "ipeko",
    "haku": "sangenpai",
    "hatsu": "sangenpai",
    "chun": "sangenpai",
    "chiitoitsu": "chitoitsu",
    "chanta": "honchantaiyao",
    "ittsuu": "ikkitsukan",
    "sanshoku_doujun": "sanshokudojun",
    "sanshoku_doukou": "sanshokudoko",
    "toitoi": "toitoiho",
    "sanankou": "sananko",
    "shousangen": "shosangen",
    "honroutou": "honroto",
    "ryanpeikou": "ryanpeko",
    "junchan": "junchantaiyao",
    "honitsu": "honiso",
    "chinitsu": "chiniso",
    "tenhou": "tenho",
    "chiihou": "chiho",
    "suuankou": "suanko",
    "suuankou_tanki": "suanko_tanki",
    "tsuuiisou": "tsuiso",
    "ryuuiisou": "ryuiso",
    "chinroutou": "chinroto",
    "chuuren_poutou": "churenpoton",
    "junsei_chuuren_poutou": "junsei_churenpoton",
    "kokushi_musou": "kokushimuso",
    "kokushi_musou_13_wait": "kokushimuso_jusanmenmachi",
    "daisuushii": "daisushi",
    "shousuushii": "shosushi",
    "suukantsu": "sukantsu",
    "dora": "dora",
    "ura_dora": "uradora",
    "red_dora": "akadora",
}
REASONS = {
    "exhaustive_draw": "fanpai",
    "nagashi_mangan": "nagashimangan",
    "kyuushu_kyuuhai": "kyushukyuhai",
    "suufon_renda": "sufonrenta",
    "suucha_riichi": "suchareach",
    "suukaikan": "sukaikan",
    "sancha_hou": "sanchaho",
}
Json = dict[str, object]


def pai(tile: int, game: Game) -> str:
    """A tile as mjai writes it."""
    if tile in game.flavour.reds:
        return f"5{KINDS[tile // 4][1]}r"
    return HONORS[tile // 4 - 27] if tile >= 108 else KINDS[tile // 4]


class _Writer:
    """One game in one dialect."""

    def __init__(self, game: Game, dialect: str) -> None:
        self.game = game
        self.dialect = dialect
        self.out: list[Json] = []

    def events(self) -> list[Json]:
        self._start()
        for hand in self.game.hands:
            self._hand(hand)
        end: Json = {"type": "end_game"}
        if self.dialect != "mortal":
            end["scores"] = self.game.points or self.game.hands[-1].end
        self.out.append(end)
        return self.out

    def _start(self) -> None:
        start: Json = {"type": "start_game"}
        if self.dialect == "akochan":
            start |= {
                "kyoku_first": 4 if self.game.flavour.rounds == 1 else 0,
                "aka_flag": bool(self.game.flavour.reds),
            }
        else:
            start["names"] = self.game.names
        if self.dialect == "gimite":
            start["uri"] = "mjsonp://localhost:11600/default"
        self.out.append(start)

    def _pais(self, tiles: list[int] | tuple[int, ...]) -> list[str]:
        return [pai(tile, self.game) for tile in tiles]

    def _hand(self, hand: Hand) -> None:
        start: Json = {
            "type": "start_kyoku",
            "bakaze": HONORS[hand.wind],
            "kyoku": hand.kyoku,
            "honba": hand.honba,
            "kyotaku": hand.deposits,
            "oya": hand.dealer,
            "dora_marker": pai(hand.dora[0], self.game),
            "tehais": [self._pais(dealt) for dealt in hand.dealt],
        }
        if self.dialect != "gimite":
            start["scores"] = hand.start
        self.out.append(start)
        for event in hand.events:
            self._event(event)
        scores = [p - 1000 * (seat in hand.riichi_paid) for seat, p in enumerate(hand.start)]
        for win in hand.wins:
            scores = [s + d for s, d in zip(scores, win.delta, strict=True)]
            self._hora(hand, win, scores)
        if not hand.wins:
            self._ryukyoku(hand)
        self.out.append({"type": "end_kyoku"})

    def _event(self, event: Event) -> None:
        kind, actor = event.kind, event.seat
        tile = None if event.tile is None else pai(event.tile, self.game)
        if kind == "draw":
            self.out.append({"type": "tsumo", "actor": actor, "pai": tile})
        elif kind == "discard":
            self.out.append({"type": "dahai", "actor": actor, "pai": tile, "tsumogiri": event.tsumogiri})
        elif kind == "riichi":
            self.out.append({"type": "reach", "actor": actor})
        elif kind == "riichi_accepted":
            accepted: Json = {"type": "reach_accepted", "actor": actor}
            if self.dialect == "gimite":
                deltas = [-1000 if seat == actor else 0 for seat in range(self.game.n)]
                accepted |= {"deltas": deltas, "scores": list(event.shown)}
            self.out.append(accepted)
        elif kind == "dora":
            self.out.append({"type": "dora", "dora_marker": tile})
        elif event.meld is not None:
            self.out.append(self._meld(event))

    def _meld(self, event: Event) -> Json:
        meld = event.meld
        out: Json = {"type": event.kind, "actor": event.seat}
        if event.kind == "kita":
            return out | {"pai": "N"}
        if event.kind == "ankan":
            return out | {"consumed": self._pais(meld.tiles)}
        if event.kind == "kakan":
            pon = [tile for tile in meld.tiles if tile != meld.added]
            return out | {"pai": pai(meld.added, self.game), "consumed": self._pais(pon)}
        own = [tile for tile in meld.tiles if tile != meld.called]
        return out | {"target": meld.source, "pai": pai(meld.called, self.game), "consumed": self._pais(own)}

    def _hora(self, hand: Hand, win: Win, scores: list[int]) -> None:
        target = win.winner if win.loser is None else win.loser
        out: Json = {"type": "hora", "actor": win.winner, "target": target}
        ura = self._pais(hand.ura if win.riichi else [])
        if self.dialect == "mortal":
            self.out.append(out | {"deltas": win.delta} | ({"ura_markers": ura} if ura else {}))
            return
        concealed = win.concealed.copy()
        concealed.remove(win.tile)
        tehais = self._pais(concealed + ([win.tile] if win.loser is None and self.dialect == "gimite" else []))
        fan = sum(han for _, han in win.value.yaku)
        out |= {"pai": pai(win.tile, self.game), "hora_tehais": tehais, "fu": win.value.fu, "scores": scores}
        if self.dialect == "akochan":
            self.out.append(out | {"fan": fan, "uradora_marker": ura})
            return
        out |= {
            "uradora_markers": ura,
            "yakus": self._yakus(win),
            "fan": 100 * win.value.yakuman if win.value.yakuman else fan,
            "hora_points": win.value.points,
            "deltas": win.delta,
        }
        if win.pao is not None:
            out["pao"] = win.pao
        self.out.append(out)

    def _yakus(self, win: Win) -> list[list[object]]:
        han: dict[str, int] = {}
        for key, value in win.value.yaku:
            name = (
                "jikaze"
                if key.startswith("seat_wind")
                else "bakaze"
                if key.startswith("round_wind")
                else YAKU.get(key, key)
            )
            han[name] = han.get(name, 0) + (100 * (value // 13) if win.value.yakuman else value)
        return [[name, value] for name, value in han.items() if value]

    def _ryukyoku(self, hand: Hand) -> None:
        out: Json = {"type": "ryukyoku"}
        if self.dialect == "mortal":
            self.out.append(out | {"deltas": hand.delta})
            return
        shown = (
            [seat == hand.offender for seat in range(self.game.n)] if hand.result == "kyuushu_kyuuhai" else hand.tenpai
        )
        shown = shown or [False] * self.game.n
        out |= {"reason": REASONS[hand.result], "tenpais": shown, "scores": hand.end}
        if self.dialect == "gimite":
            out["tehais"] = [
                self._pais(tiles) if show else ["?"] * len(tiles)
                for tiles, show in zip(hand.concealed, shown, strict=True)
            ]
            out["deltas"] = hand.delta
        self.out.append(out)


def mjai_events(game: Game, dialect: str) -> list[Json]:
    """The game's events; ``dialect`` is ``gimite``, ``mortal`` or ``akochan``."""
    return _Writer(game, dialect).events()


def write_mjai(game: Game, dialect: str = "mortal", layout: str = "lines") -> str:
    """The log's text: ``lines``, an ``array``, or an ``object`` with the events in it."""
    events = mjai_events(game, dialect)
    if layout == "lines":
        return "\n".join(json.dumps(event, ensure_ascii=False, separators=(",", ":")) for event in events) + "\n"
    return json.dumps(events if layout == "array" else {"events": events}, ensure_ascii=False)
