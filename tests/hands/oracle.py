"""Won hands as the library ``mahjong`` takes them, and what it makes of them: the oracle of hand values."""

import dataclasses
from typing import NamedTuple

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules
from mahjong.meld import Meld

from mjlog.hands.evaluation import SITUATIONAL
from mjlog.rules import RuleSet
from mjlog.tiles import KIND_OF, KINDS, TILES, tile_codes
from mjlog.vocabulary import YAKU

NAMES = {
    "tsumo": "menzen_tsumo",
    "rinshan": "rinshan_kaihou",
    "daburu_riichi": "double_riichi",
    "iipeiko": "iipeikou",
    "ryanpeiko": "ryanpeikou",
    "sanshoku": "sanshoku_doujun",
    "sanshoku_douko": "sanshoku_doukou",
    "ittsu": "ittsuu",
    "chantai": "chanta",
    "honroto": "honroutou",
    "shosangen": "shousangen",
    "kokushi": "kokushi_musou",
    "daburu_kokushi": "kokushi_musou_13_wait",
    "daburu_chuuren_poutou": "junsei_chuuren_poutou",
    "shosuushi": "shousuushii",
    "daisuushi": "daisuushii",
    "ryuisou": "ryuuiisou",
    "tsuisou": "tsuuiisou",
    "chinroto": "chinroutou",
}
RED = {16: "0m", 52: "0p", 88: "0s"}
SITUATIONS = [key for key in SITUATIONAL if not YAKU[key].local and key != "renhou"]
"""Yaku of the play that these tables know."""
WINDS = (27, 28, 29, 30)
KAZOE = {"yakuman": HandConstants.KAZOE_LIMITED, "sanbaiman": HandConstants.KAZOE_SANBAIMAN,
         "unlimited": HandConstants.KAZOE_NO_LIMIT}  # fmt: skip


@dataclasses.dataclass
class Won:
    """A won hand: 136-tile ids, as the library takes it; ``kita`` norths set aside, ``yaku`` of the play."""

    tiles: list[int]
    winning: int
    melds: list[tuple[str, list[int]]]
    tsumo: bool
    seat: int
    round: int
    dora: list[int]
    ura: list[int]
    yaku: set[str]
    kita: int = 0


class Value(NamedTuple):
    """Points of all payers, han and fu with dora, whether it is a real yakuman, and the yaku without dora."""

    points: int
    han: int
    fu: int | None
    yakuman: bool
    yaku: set[str]


def tile(number):
    return RED.get(number, KINDS[number // 4])


def optional_rules(rules: RuleSet, n_players=4) -> OptionalRules:
    """The library's switches for a rule set."""
    return OptionalRules(
        has_open_tanyao=rules.open_tanyao,
        has_aka_dora=True,
        has_double_yakuman=bool(rules.double_yakuman_list),
        kazoe_limit=KAZOE[rules.kazoe],
        kiriage=rules.kiriage_mangan,
        limit_to_sextuple_yakuman=rules.yakuman_stack == 6,
        is_three_player=n_players == 3,
    )


def library(won: Won, options: OptionalRules) -> Value:
    """What the library makes of a hand."""
    kinds = {"chi": Meld.CHI, "pon": Meld.PON, "daiminkan": Meld.KAN, "ankan": Meld.KAN, "kakan": Meld.SHOUMINKAN}
    melds = [Meld(kinds[kind], sorted(ids), opened=kind != "ankan") for kind, ids in won.melds]
    flags = {"rinshan_kaihou": "rinshan", "double_riichi": "daburu_riichi"}
    config = HandConfig(
        is_tsumo=won.tsumo, player_wind=WINDS[won.seat], round_wind=WINDS[won.round], options=options,
        num_nuki_dora=won.kita, **{f"is_{flags.get(key, key)}": True for key in won.yaku},
    )  # fmt: skip
    everything = sorted([*won.tiles, *(number for _, ids in won.melds for number in ids)])
    riichi = bool(won.yaku & {"riichi", "double_riichi"})
    result = HandCalculator().estimate_hand_value(
        everything, won.winning, melds, won.dora, config, ura_dora_indicators=won.ura if riichi else None
    )
    if result.error:
        assert result.error == "no_yaku", (result.error, won)
        return Value(0, 0, None, yakuman=False, yaku=set())
    yaku = {key for key, value in vars(config.yaku).items() if value in result.yaku}
    yaku = {NAMES.get(key, key) for key in yaku} - {"dora", "aka_dora", "ura_dora"}
    yakuman = any(value.is_yakuman for value in result.yaku)
    others = 1 if options.is_three_player else 2
    return Value(result.cost["main"] + others * result.cost["additional"], result.han, result.fu, yakuman, yaku)


class Ids:
    """136-tile ids for tile codes: each copy of a kind its own, red fives theirs."""

    def __init__(self, *, reds):
        self._free = {kind: [4 * kind + copy for copy in range(4)] for kind in range(34)}
        self._red = {34: 16, 35: 52, 36: 88}
        self._reds = reds

    def take(self, code):
        free = self._free[KIND_OF[code]]
        if code in self._red and self._reds:
            free.remove(self._red[code])
            return self._red[code]
        return free.pop()  # the red ones are the first of their kind, so they are left till last

    def take_all(self, codes):
        return [self.take(code) for code in codes]


def played(row: dict) -> Won:
    """A win of :attr:`mjlog.hands.Moments.wins`, ids in the place of tiles."""
    ids = Ids(reds=row["red_fives"] != 0)
    code = {text: number for number, text in enumerate(TILES)}
    called = [text.split() for text in row["melds"]]
    melds = [(kind, ids.take_all(sorted(tile_codes(tiles), reverse=True))) for kind, tiles in called if kind != "kita"]
    winning = ids.take(code[row["winning_tile"]])
    rest = [code[text] for text in row["tiles"]]
    rest.remove(code[row["winning_tile"]])
    tiles = [*ids.take_all(sorted(rest, reverse=True)), winning]
    dora, ura = ([4 * KIND_OF[code[text]] for text in row[name] or []]
                 for name in ("dora_indicators", "ura_indicators"))  # fmt: skip
    return Won(
        tiles, winning, melds, row["loser"] is None, (row["winner"] - row["dealer"]) % row["n_players"],
        "ESWN".index(row["round_wind"]), dora, ura, {key for key in SITUATIONS if row[key]},
        kita=sum(kind == "kita" for kind, _ in called),
    )  # fmt: skip
