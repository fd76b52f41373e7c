"""What a winning hand is worth: the ``mahjong`` library's reading in the project's words."""

from dataclasses import dataclass

from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.yaku_config import YAKU_ID_TO_TENHOU_ID
from mahjong.meld import Meld as LibraryMeld

from mjlog.vocabulary import DORA_KEYS, YAKU
from tests.simulator.flavours import Flavour
from tests.simulator.model import Meld, Value

KEYS = tuple(YAKU)
DOUBLE = {"suuankou_tanki", "junsei_chuuren_poutou", "kokushi_musou_13_wait", "daisuushii"}
LIMITS = ((13, "kazoe", 8000), (11, "sanbaiman", 6000), (8, "baiman", 4000), (6, "haneman", 3000), (5, "mangan", 2000))
_TYPES = {
    "chi": LibraryMeld.CHI,
    "pon": LibraryMeld.PON,
    "daiminkan": LibraryMeld.KAN,
    "kakan": LibraryMeld.SHOUMINKAN,
    "ankan": LibraryMeld.KAN,
}


@dataclass(frozen=True)
class Circumstances:
    """How a hand was won."""

    tsumo: bool
    seat_wind: int
    round_wind: int
    riichi: bool = False
    double_riichi: bool = False
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    last_tile: bool = False
    first_turn: bool = False
    dora: tuple[int, ...] = ()
    ura: tuple[int, ...] = ()


def up(points: int) -> int:
    """Rounded up to the next hundred."""
    return -(-points // 100) * 100


def payments(base: int, *, dealer: bool, n: int, tsumo: bool) -> tuple[int, int, int, int]:
    """Total, ron, tsumo share of the dealer, tsumo share of another player; three players lose the fourth's share."""
    ron = up(base * (6 if dealer else 4))
    from_dealer = 0 if dealer else up(base * 2)
    from_other = up(base * 2) if dealer else up(base)
    others = n - 1 if dealer else n - 2
    total = from_dealer + others * from_other if tsumo else ron
    return total, ron, from_dealer, from_other


def base_points(flavour: Flavour, han: int, fu: int) -> tuple[int, str | None]:
    """Base points and the limit's name of an ordinary hand."""
    for least, name, base in LIMITS:
        if han >= least and (flavour.kazoe or name != "kazoe"):
            return base, name
    base = fu * 2 ** (han + 2)
    if flavour.kiriage and base == 1920:
        base = 2000
    return (2000, "mangan") if base >= 2000 else (base, None)


def _options(flavour: Flavour) -> OptionalRules:
    return OptionalRules(
        has_open_tanyao=flavour.open_tanyao,
        has_aka_dora=bool(flavour.reds),
        has_double_yakuman=flavour.double_yakuman,
        is_three_player=flavour.n_players == 3,
    )


def _config(flavour: Flavour, how: Circumstances, kita: int) -> HandConfig:
    dealer = how.seat_wind == 0
    return HandConfig(
        is_tsumo=how.tsumo,
        is_riichi=how.riichi,
        is_daburu_riichi=how.double_riichi,
        is_ippatsu=how.ippatsu,
        is_rinshan=how.rinshan,
        is_chankan=how.chankan,
        is_haitei=how.last_tile and how.tsumo and not how.rinshan,
        is_houtei=how.last_tile and not how.tsumo and not how.chankan,
        is_tenhou=how.first_turn and how.tsumo and dealer,
        is_chiihou=how.first_turn and how.tsumo and not dealer,
        player_wind=EAST + how.seat_wind,
        round_wind=EAST + how.round_wind,
        num_nuki_dora=kita,
        options=_options(flavour),
    )


def dora_kind(indicator: int, n: int) -> int:
    """Kind of the dora that an indicator kind points to."""
    if indicator == 0 and n == 3:
        return 8
    if indicator < 27:
        return indicator // 9 * 9 + (indicator % 9 + 1) % 9
    if indicator < 31:
        return 27 + (indicator - 27 + 1) % 4
    return 31 + (indicator - 31 + 1) % 3


def count_dora(tiles: list[int], indicators: tuple[int, ...], n: int) -> int:
    """Han that the indicators give to these tiles."""
    kinds = [tile // 4 for tile in tiles]
    return sum(kinds.count(dora_kind(indicator // 4, n)) for indicator in indicators)


def hand_value(
    flavour: Flavour,
    concealed: list[int],
    winning_tile: int,
    melds: list[Meld],
    how: Circumstances,
) -> tuple[Value, dict[str, int]] | None:
    """Value and the counts of dora, or None without a yaku.

    ``concealed`` holds the winning tile.
    """
    sets = [meld for meld in melds if meld.kind != "kita"]
    kita = [tile for meld in melds if meld.kind == "kita" for tile in meld.tiles]
    tiles = concealed + [tile for meld in sets for tile in meld.tiles]
    riichi = how.riichi or how.double_riichi
    answer = HandCalculator.estimate_hand_value(
        tiles,
        winning_tile,
        melds=[LibraryMeld(_TYPES[m.kind], m.tiles, opened=m.is_open) for m in sets],
        config=_config(flavour, how, len(kita)),
        dora_indicators=how.dora,
        ura_dora_indicators=how.ura if riichi else (),
    )
    if answer.error is not None:
        return None
    found = [(KEYS[YAKU_ID_TO_TENHOU_ID[y.yaku_id]], y) for y in answer.yaku]
    found = [(key, y) for key, y in found if key not in DORA_KEYS]
    n = flavour.n_players
    counts = {
        "dora": count_dora(tiles + kita, how.dora, n),
        "ura": count_dora(tiles + kita, how.ura, n) if riichi else 0,
        "red": sum(tile in flavour.reds for tile in tiles),
        "kita": len(kita),
    }
    dealer = how.seat_wind == 0
    if any(y.is_yakuman for _, y in found):
        keys = [key for key, y in found if y.is_yakuman]
        units = {key: 2 if flavour.double_yakuman and key in DOUBLE else 1 for key in keys}
        total = sum(units.values())
        yaku = [(key, 13 * units[key]) for key in keys]
        money = payments(8000 * total, dealer=dealer, n=n, tsumo=how.tsumo)
        return Value(yaku, 0, answer.fu, total, "yakuman", *money), counts
    is_open = any(meld.is_open for meld in sets)
    yaku = [(key, y.han_open if is_open else y.han_closed) for key, y in found]
    yaku += [
        (key, counts[word]) for key, word in (("dora", "dora"), ("red_dora", "red"), ("kita", "kita")) if counts[word]
    ]
    if riichi:
        yaku.append(("ura_dora", counts["ura"]))
    han = sum(value for _, value in yaku)
    assert han == answer.han, (han, answer.han, answer.yaku)
    base, limit = base_points(flavour, han, answer.fu)
    return Value(yaku, han, answer.fu, 0, limit, *payments(base, dealer=dealer, n=n, tsumo=how.tsumo)), counts
