"""What a simulated game is: plain records, complete enough for every format to be written from them.

Tiles are numbers 0-135 as Tenhou counts them: four of each kind in the order man, pin, sou, honors; which of the fives
are red is the flavour's choice. Seats are absolute, seat 0 deals first.
"""

from dataclasses import dataclass, field

from mjlog.tiles import KINDS
from tests.simulator.flavours import Flavour

WINDS = "ESWN"


def kind_of(tile: int) -> int:
    """Kind 0-33 of a tile."""
    return tile // 4


def text_of(tile: int, reds: frozenset[int]) -> str:
    """``5m``, ``0m``, ``7z``."""
    return f"0{KINDS[tile // 4][1]}" if tile in reds else KINDS[tile // 4]


@dataclass(frozen=True)
class Meld:
    """A meld: own tiles and the called one, by number.

    ``called`` is the tile taken from ``source`` (a kakan keeps those of its pon, ``added`` is the fourth);
    ankan and kita have neither.
    """

    kind: str
    tiles: tuple[int, ...]
    called: int | None = None
    source: int | None = None
    added: int | None = None

    @property
    def is_open(self) -> bool:
        return self.kind in {"chi", "pon", "daiminkan", "kakan"}

    @property
    def is_kan(self) -> bool:
        return self.kind in {"daiminkan", "kakan", "ankan"}


@dataclass(frozen=True)
class Event:
    """A thing that happened; kinds are those of the events table and ``riichi_accepted``.

    ``meld`` is given for calls and kans. ``shown`` are the scores after a riichi stick was paid.
    """

    kind: str
    seat: int | None = None
    tile: int | None = None
    tsumogiri: bool | None = None
    meld: Meld | None = None
    tiles: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    double: bool = False


@dataclass
class Value:
    """What a winning hand is worth, before honba and sticks.

    ``yaku`` pairs keys with han (13 a yakuman unit), ura with 0 han included where riichi was declared.
    ``points`` is the sum of all payments; ``shares`` what the dealer and another player pay at a tsumo, or the ron.
    """

    yaku: list[tuple[str, int]]
    han: int
    fu: int
    yakuman: int
    limit: str | None
    points: int
    ron: int
    from_dealer: int
    from_other: int


@dataclass
class Win:
    """A win and the points it moved; ``delta`` holds honba and collected sticks, not the winner's own stick paid."""

    winner: int
    loser: int | None
    tile: int
    concealed: list[int]
    melds: list[Meld]
    value: Value
    dora: int
    red: int
    ura: int
    kita: int
    riichi: bool
    pao: int | None = None
    pao_units: int = 0
    on: str = "discard"
    delta: list[int] = field(default_factory=list)


@dataclass
class Hand:
    """One hand (kyoku) from deal to settlement."""

    wind: int
    kyoku: int
    honba: int
    deposits: int
    dealer: int
    start: list[int]
    dice: tuple[int, int]
    dealt: list[list[int]]
    events: list[Event] = field(default_factory=list)
    result: str = ""
    wins: list[Win] = field(default_factory=list)
    tenpai: list[bool] = field(default_factory=list)
    nagashi: list[int] = field(default_factory=list)
    offender: int | None = None
    riichi_order: list[int] = field(default_factory=list)
    riichi_paid: list[int] = field(default_factory=list)
    delta: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    dora: list[int] = field(default_factory=list)
    ura: list[int] = field(default_factory=list)
    concealed: list[list[int]] = field(default_factory=list)
    melds: list[list[Meld]] = field(default_factory=list)
    deposits_after: int = 0
    wall: list[int] = field(default_factory=list)
    stacked: bool = False


@dataclass
class Game:
    """A whole game. ``label`` tells games of one seed apart that were laid out beforehand."""

    flavour: Flavour
    seed: int
    names: list[str]
    label: str = ""
    hands: list[Hand] = field(default_factory=list)
    wall_seed: str | None = None
    points: list[int] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    leftover: int = 0

    @property
    def n(self) -> int:
        return self.flavour.n_players
