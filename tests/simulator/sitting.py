"""What a platform adds to a game: ids, dates, names of rooms, grades and ratings; all from the game's seed."""

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from mjlog.vocabulary import Length
from tests.simulator.model import Game

DANS = ("新人", *(f"{n}級" for n in range(9, 0, -1)), *(f"{n}段" for n in "初二三四五六七八九十"), "天鳳位")


@dataclass(frozen=True)
class Sitting:
    """Circumstances of a game on a platform. ``started`` is in Japan's time for Tenhou, UTC elsewhere."""

    log_id: str
    uuid: str
    started: datetime
    type: int
    lobby: int
    dan: list[int]
    rate: list[float]
    sex: list[str]
    account: list[int]
    era: str


def era_of(game: Game) -> str:
    """``2009``, ``2010`` or ``2022``: which shape a Tenhou log of this flavour has."""
    if "2009" in game.flavour.name:
        return "2009"
    return "2010" if game.flavour.rounding == "integers" else "2022"


def table_type(game: Game) -> int:
    """Tenhou's type bits of the game's table, in the phoenix room."""
    flavour = game.flavour
    bits = 0x01 | 0xA0
    bits |= 0x02 if not flavour.reds else 0
    bits |= 0x04 if not flavour.open_tanyao else 0
    bits |= 0x08 if flavour.length == Length.HANCHAN else 0x40 * (flavour.n_players == 4)
    return bits | (0x10 if flavour.n_players == 3 else 0)


def sitting(game: Game) -> Sitting:
    """The sitting that belongs to the game."""
    rng = random.Random(f"sitting/{game.flavour.name}/{game.seed}{game.label}")
    era = era_of(game)
    started = datetime({"2009": 2009, "2010": 2016, "2022": 2024}[era], 2, 1, tzinfo=UTC) + timedelta(
        hours=rng.randrange(24 * 120)
    )
    kind = table_type(game)
    n = game.n
    return Sitting(
        log_id=f"{started:%Y%m%d%H}gm-{kind:04x}-0000-{rng.getrandbits(32):08x}",
        uuid=f"{started:%y%m%d}-{rng.getrandbits(32):08x}-{rng.getrandbits(16):04x}-{rng.getrandbits(16):04x}"
        f"-{rng.getrandbits(16):04x}-{rng.getrandbits(48):012x}",
        started=started,
        type=kind,
        lobby=0,
        dan=[rng.randrange(16, 20) for _ in range(n)],
        rate=[rng.randrange(200000, 230000) / 100 for _ in range(n)],
        sex=[rng.choice("MF") for _ in range(n)],
        account=[rng.randrange(10**7, 10**8) for _ in range(n)],
        era=era,
    )
