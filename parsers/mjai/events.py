"""The events of mjai in all its dialects as typed structs.

Gimite's original, Mortal's and akochan's logs differ in which fields a result carries; the tenhou-paifu dialect also in
names (``chii``, ``agari``, ``ryuukyoku``). Fields that nothing is made of (``logs``, ``meta``, …) are not declared: the
decoder skips them.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct, field

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=3)]


class Event(Struct, tag_field="type", gc=False):
    """An event; the class is its ``type``."""


class StartGame(Event, tag="start_game"):
    """Names and what the engines tell about the rules."""

    names: list[str | None] | None = None
    kyoku_first: int | None = None
    aka_flag: bool | None = None


class StartKyoku(Event, tag="start_kyoku"):
    """A hand begins."""

    oya: Seat
    bakaze: str | None = None
    kyoku: int | None = None
    honba: int | None = None
    kyotaku: int | None = None
    dora_marker: str | None = None
    scores: list[int] | None = None
    tehais: list[list[str]] | None = None


class Haipai(Event, tag="haipai"):
    """A seat's dealt tiles in the oldest logs, which have them outside of ``start_kyoku``."""

    actor: Seat
    pais: list[str]


class Tsumo(Event, tag="tsumo"):
    """A draw."""

    actor: Seat
    pai: str = "?"


class Dahai(Event, tag="dahai"):
    """A discard."""

    actor: Seat
    pai: str
    tsumogiri: bool | None = None


class Chi(Event, tag="chi"):
    """A call of a run."""

    actor: Seat
    target: Seat
    pai: str
    consumed: list[str]


class Chii(Chi, tag="chii"):
    """The tenhou-paifu dialect's ``chi``."""


class Pon(Event, tag="pon"):
    """A call of a triplet."""

    actor: Seat
    target: Seat
    pai: str
    consumed: list[str]


class Daiminkan(Event, tag="daiminkan"):
    """An open kan."""

    actor: Seat
    target: Seat
    pai: str
    consumed: list[str]


class Kakan(Event, tag="kakan"):
    """A tile added to a pon."""

    actor: Seat
    pai: str


class Ankan(Event, tag="ankan"):
    """A closed kan."""

    actor: Seat
    consumed: list[str]


class Kita(Event, tag="kita"):
    """A north set aside."""

    actor: Seat
    pai: str = "N"


class Nukidora(Kita, tag="nukidora"):
    """Another name of it."""


class Dora(Event, tag="dora"):
    """A new indicator."""

    dora_marker: str


class Reach(Event, tag="reach"):
    """A riichi is declared; the discard follows."""

    actor: Seat


class ReachAccepted(Event, tag="reach_accepted"):
    """Its stick is paid."""

    actor: Seat


class Hora(Event, tag="hora"):
    """A win; several of one discard follow one another, in the order of payment.

    Yaku are names with their han, or Tenhou's numbers with a dora listed once a han.
    """

    actor: Seat
    target: Seat
    pai: str | None = None
    uradora_markers: list[str] | None = None
    ura_markers: list[str] | None = None
    uradora_marker: list[str] | None = None
    dora_markers: list[str] | None = None
    hora_tehais: list[str] | None = None
    yakus: list[tuple[str, int]] | None = None
    yaku: list[tuple[str, int] | int] | None = None
    fu: int | None = None
    fan: int | None = None
    han: int | None = None
    hora_points: int | None = None
    deltas: list[int] | None = None
    scores: list[int] | None = None
    pao: object = None


class Agari(Hora, tag="agari"):
    """The tenhou-paifu dialect's win: the same under other names."""

    target: Seat = field(name="fromwho")
    pai: str | None = field(default=None, name="machi")
    uradora_markers: list[str] | None = field(default=None, name="ura_marker")
    dora_markers: list[str] | None = field(default=None, name="dora_marker")
    fu: int | None = field(default=None, name="hu")
    hora_points: int | None = field(default=None, name="score")
    pao: object = field(default=None, name="paowho")


class Ryukyoku(Event, tag="ryukyoku"):
    """A draw of the hand."""

    reason: str | None = None
    actor: Seat | None = None
    tenpais: list[bool] | None = None
    deltas: list[int] | None = None
    scores: list[int] | None = None


class Ryuukyoku(Ryukyoku, tag="ryuukyoku"):
    """The tenhou-paifu dialect's ``ryukyoku``."""


class EndKyoku(Event, tag="end_kyoku"):
    """The hand is over."""


class EndGame(Event, tag="end_game"):
    """The game is over."""

    scores: list[int] | None = None


class Failure(Event, tag="error"):
    """The server that played the game says why it stopped."""

    message: str = ""


class Hello(Event, tag="hello"):
    """Protocol; nothing of the game."""


class Nothing(Event, tag="none"):
    """Protocol; nothing of the game."""


class Unreadable(Struct):
    """What stands where an event should: why it cannot be read, and whether the log simply ends in it."""

    message: str
    cut: bool = False


AnyEvent: TypeAlias = (
    StartGame | StartKyoku | Haipai | Tsumo | Dahai | Chi | Chii | Pon | Daiminkan | Kakan | Ankan | Kita | Nukidora
    | Dora | Reach | ReachAccepted | Hora | Agari | Ryukyoku | Ryuukyoku | EndKyoku | EndGame | Failure | Hello
    | Nothing
)  # fmt: skip
