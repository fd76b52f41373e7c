"""What cannot be together in one hand, in words that tell a person what to leave out.

A hand is valued as it is written, so one that cannot happen would be valued without a word. What stands here holds
under every rule set, but for the number of red fives, which the rule set says.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from mjlog.hands.notation import WrittenHand
from mjlog.hands.single import Situation
from mjlog.rules import RuleSet
from mjlog.tiles import KIND_OF, MELDS, TILES, tile_codes
from mjlog.vocabulary import MeldKind

_TSUMO: Final = {"haitei", "rinshan_kaihou", "tenhou", "chiihou"}
_RON: Final = {"houtei", "chankan", "renhou"}
_RIICHI: Final = {"riichi", "double_riichi"}
_FIRST: Final = {"tenhou", "chiihou", "renhou"}
"""Won before the winner's first discard and before any call."""
_CLOSED: Final = {*_RIICHI, "ippatsu", *_FIRST}
_APART: Final = {
    frozenset(_RIICHI): "riichi or double riichi, not both",
    frozenset({"haitei", "rinshan_kaihou"}): "a replacement tile is not the last tile of the wall: haitei or rinshan",
    frozenset({"houtei", "chankan"}): "a tile added to a kan is no discard: houtei or chankan, not both",
    frozenset({"ippatsu", "rinshan_kaihou"}): "a kan ends ippatsu: ippatsu or rinshan, not both",
}
_INDICATORS: Final = 5


_Faults = Iterable[tuple[object, str]]
"""Whether something cannot be, and the sentence that says so; a set of situations is named where ``{}`` stands."""


def check(hand: WrittenHand, situation: Situation, rules: RuleSet) -> None:
    """Refuse what cannot be.

    Raises:
        ValueError: something cannot be together; the message says what, the first thing found.
    """
    for found, message in (*_play(situation), *_melds(hand, situation), *_tiles(hand, situation, rules)):
        if found:
            named = ", ".join(sorted(key.replace("_", " ") for key in found)) if isinstance(found, set) else ""
            raise ValueError(message.replace("{}", named))


def _play(situation: Situation) -> _Faults:
    """How the hand is won, regardless of its tiles."""
    on, dealer = set(situation.yaku), situation.seat == "E"
    first = min(on & _FIRST, default="")
    shown = {"dora": len(situation.dora), "ura": len(situation.ura)}
    return [
        (on & _TSUMO if not situation.tsumo else (), "{} is only for a hand that is drawn; add --tsumo"),
        (on & _RON if situation.tsumo else (), "{} is only for another's tile; leave out --tsumo"),
        *((pair <= on, message) for pair, message in _APART.items()),
        (on - {first} if first else (), f"{first} is won before anything else can happen; leave out {{}}"),
        ("ippatsu" in on and not on & _RIICHI, "ippatsu needs riichi"),
        (situation.ura and not on & _RIICHI, "ura indicators are turned for riichi only"),
        (on & {"tenhou"} if not dealer else (), "{} is the dealer's: --seat E"),
        (on & {"chiihou", "renhou"} if dealer else (), "{} is not for the dealer"),
        (situation.n_players == 3 and situation.seat == "N", "three players have no north seat"),
        *(
            (number > _INDICATORS, f"{number} {name} indicators: there are never more than {_INDICATORS}")
            for name, number in shown.items()
        ),
    ]


def _melds(hand: WrittenHand, situation: Situation) -> _Faults:
    """How the hand is won beside its melds."""
    on = set(situation.yaku)
    kinds = {MELDS[code].split()[0] for code in hand.melds}
    opened = kinds - {MeldKind.ANKAN, MeldKind.KITA}
    replaced = kinds & {MeldKind.DAIMINKAN, MeldKind.KAKAN, MeldKind.ANKAN, MeldKind.KITA}
    kita = MeldKind.KITA in kinds
    return [
        (on & _CLOSED if opened else (), "{} is only for a closed hand"),
        (on & _FIRST if kinds else (), "{} is won before any kan is made or north set aside"),
        ("rinshan_kaihou" in on and not replaced, "rinshan needs what its tile replaces: a kan, or a north set aside"),
        (situation.n_players == 4 and kita, "norths are set aside with three players only: --players 3"),
        (situation.n_players == 3 and MeldKind.CHI in kinds, "three players cannot call chi"),
    ]


def _tiles(hand: WrittenHand, situation: Situation, rules: RuleSet) -> _Faults:
    """The tiles themselves, beyond there being four of a kind."""
    codes = [*hand.tiles, *(code for meld in hand.melds for code in tile_codes(MELDS[meld].split()[1]))]
    codes += [*situation.dora, *situation.ura]
    robbed = KIND_OF[hand.winning or 0]
    elsewhere = sum(KIND_OF[code] == robbed for code in codes) - 1
    reds = Counter(TILES[code] for code in codes if TILES[code][0] == "0")
    each = 2 if rules.red_fives == 4 else 1
    return [
        (
            "chankan" in situation.yaku and hand.winning is not None and elsewhere,
            f"chankan: the kan has the other three {TILES[robbed]}, so none can be elsewhere",
        ),
        *(
            (
                rules.red_fives and copies > each,
                f"{copies} red fives {red}: {rules.label} has {rules.red_fives}, {each} of a suit at most",
            )
            for red, copies in reds.items()
        ),
    ]
