"""The rules a simulated table plays by: one value a switch, one flavour a platform and era."""

from dataclasses import dataclass, field, replace

from mjlog.vocabulary import Length

RED_THREE = frozenset({16, 52, 88})
RED_FOUR = frozenset({16, 52, 53, 88})
ABORTS = frozenset({"kyuushu_kyuuhai", "suufon_renda", "suukaikan", "suucha_riichi"})


@dataclass(frozen=True)
class Flavour:
    """Rules of a table.

    Points are single points. ``uma`` is by rank; the first place's takes whatever makes the sum zero.
    ``most_rons`` win on one tile: with 1 the nearest alone, with 2 a third aborts the hand. ``rounding`` is ``tenths``
    (exact) or ``integers`` (thousands, half away from zero, the first absorbs the rest).
    """

    name: str
    platform: str
    rules: str | None
    n_players: int = 4
    length: Length = Length.HANCHAN
    start: int = 25000
    origin: int = 30000
    goal: int = 30000
    uma: tuple[int, ...] = (20000, 10000, -10000, -20000)
    rounding: str = "tenths"
    reds: frozenset[int] = RED_THREE
    open_tanyao: bool = True
    honba: int = 100
    noten_pool: int = 3000
    most_rons: int = 2
    pao_scope: str = "whole"
    double_yakuman: bool = False
    agari_yame: bool = True
    tenpai_yame: bool = True
    kokushi_robs_ankan: bool = False
    kiriage: bool = False
    kazoe: bool = True
    tobi: bool = True
    extension: bool = True
    nagashi: bool = True
    aborts: frozenset[str] = field(default=ABORTS)

    @property
    def rounds(self) -> int:
        """Regular rounds (winds) of the game."""
        return {Length.ONE_HAND: 0, Length.EAST: 1, Length.HANCHAN: 2, Length.FULL: 4}[self.length]


TENHOU = Flavour("tenhou", "tenhou", "tenhou")
TENHOU_2010 = replace(TENHOU, name="tenhou-2010", rules="tenhou-2010", rounding="integers")
TENHOU_2009 = replace(TENHOU_2010, name="tenhou-2009", rules="tenhou-2009", tenpai_yame=False)
TENHOU_2009_EAST = replace(
    TENHOU_2009,
    name="tenhou-2009-east",
    rules="tenhou-2009-east",
    length=Length.EAST,
    uma=(10000, 5000, -5000, -10000),
)
TENHOU_EAST = replace(TENHOU, name="tenhou-east", length=Length.EAST)
TENHOU_3P = replace(
    TENHOU,
    name="tenhou-3p",
    rules="tenhou-3p",
    n_players=3,
    start=35000,
    origin=40000,
    goal=40000,
    uma=(20000, 0, -20000),
    noten_pool=2000,
    aborts=frozenset({"kyuushu_kyuuhai", "suukaikan"}),
)
TENHOU_3P_2010 = replace(TENHOU_3P, name="tenhou-3p-2010", rules="tenhou-3p-2010", rounding="integers")
TENHOU_3P_2009 = replace(TENHOU_3P_2010, name="tenhou-3p-2009", rules="tenhou-3p-2009", tenpai_yame=False)
MAJSOUL = Flavour(
    "majsoul",
    "majsoul",
    "majsoul",
    origin=25000,
    uma=(15000, 5000, -5000, -15000),
    most_rons=3,
    pao_scope="yaku_only",
    double_yakuman=True,
    kokushi_robs_ankan=True,
)
MAJSOUL_EAST = replace(MAJSOUL, name="majsoul-east", length=Length.EAST)
MAJSOUL_3P = replace(
    MAJSOUL,
    name="majsoul-3p",
    rules="majsoul-3p",
    n_players=3,
    start=35000,
    origin=35000,
    goal=40000,
    uma=(15000, 0, -15000),
    noten_pool=2000,
    aborts=frozenset({"kyuushu_kyuuhai", "suukaikan"}),
)
MAJSOUL_TOURNAMENT = replace(
    MAJSOUL,
    name="majsoul-tournament",
    start=30000,
    origin=35000,
    uma=(30000, 10000, -10000, -30000),
    most_rons=1,
    kiriage=True,
    kazoe=False,
    agari_yame=False,
    tenpai_yame=False,
    extension=False,
    double_yakuman=False,
    kokushi_robs_ankan=False,
    aborts=frozenset({"kyuushu_kyuuhai"}),
)
MAJSOUL_FRIENDS = replace(MAJSOUL_EAST, name="majsoul-friends", start=30000, origin=30000, goal=40000)
MLEAGUE = Flavour(
    "mleague",
    "sheet",
    "mleague",
    uma=(30000, 10000, -10000, -30000),
    most_rons=1,
    agari_yame=False,
    tenpai_yame=False,
    kiriage=True,
    kazoe=False,
    tobi=False,
    extension=False,
    nagashi=False,
    aborts=frozenset(),
)
FREE = replace(TENHOU, name="free", platform="mjai", rules=None)
FREE_EAST = replace(FREE, name="free-east", length=Length.EAST)

FLAVOURS = {
    flavour.name: flavour
    for flavour in (
        TENHOU,
        TENHOU_EAST,
        TENHOU_2010,
        TENHOU_2009,
        TENHOU_2009_EAST,
        TENHOU_3P,
        TENHOU_3P_2010,
        TENHOU_3P_2009,
        MAJSOUL,
        MAJSOUL_EAST,
        MAJSOUL_3P,
        MAJSOUL_TOURNAMENT,
        MAJSOUL_FRIENDS,
        MLEAGUE,
        FREE,
        FREE_EAST,
    )
}
