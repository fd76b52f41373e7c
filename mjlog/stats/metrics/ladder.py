"""The platforms' ladders: rank points a game, stable dan, stable rate, stable level."""

from typing import Final

import polars as pl

from mjlog.stats.kinds import StableLevel
from mjlog.stats.statistic import Derived, Mean, Rows, Statistic, Unit
from mjlog.vocabulary import Length

_ALL: Final = pl.col("game").is_not_null()
_RATE_PARTS: Final = 1200
"""A game's stable rate is a whole number of these parts of a point: ratings are given to the hundredth, four of them
make a mean, and a rank weighs 160 thirds.
"""


def _stable_dan(key: str, room: str, ja: str, weights: tuple[int, int]) -> Derived:
    """Tenhou's stable dan from rank rates: the dan at which gains and losses of rank points balance."""
    first, second = weights
    rates = [pl.col(f"rank_{k}_rate") for k in (1, 2, 4)]
    return Derived(
        key=key,
        en=f"stable dan, {room}",
        ja=ja,
        group="ladder",
        rows=Rows.GAME,
        formula=lambda: pl.when(rates[2] > 0).then((first * rates[0] + second * rates[1]) / rates[2] - 2),
        of=("rank_1_rate", "rank_2_rate", "rank_4_rate"),
        unit=Unit.DAN,
        definition=f"({first} n1 + {second} n2) / n4 - 2, four players; empty while n4 = 0; needs about 2,000 games",
        source="Tenhou's rank points; Suphx, appendix C",
    )


def _stable_level(room: str, ja: str, length: Length) -> StableLevel:
    games, kind = ("East-South", "半荘") if length is Length.HANCHAN else ("East", "東風")
    return StableLevel(
        key=f"stable_level_{room}" if length is Length.HANCHAN else f"stable_level_{room}_east",
        en=f"stable level, Mahjong Soul {room.title()} room, {games} games",
        ja=f"安定段位 ({ja}の間・{kind})",
        group="ladder",
        rows=Rows.GAME,
        room=room,
        length=length,
        definition=f"level at which rank points of {games} games in the {room.title()} room balance, by the rate of "
        "each place and the mean final points there: 1 = Master 1, 4 = Saint 1; empty while never last; needs about "
        "2,000 games",
        source="amae-koromo estimateStableLevel2",
    )


FAMILY: Final[tuple[Statistic, ...]] = (
    Mean(
        key="pt_per_game",
        en="rank points a game",
        ja="平均獲得段位ポイント",
        group="ladder",
        rows=Rows.GAME,
        of=pl.col("rank_points"),
        among=_ALL,
        unit=Unit.RANK_POINTS,
        definition="rank points won by today's table of the game's room and length and the player's grade then / "
        "games with a table (Tenhou with four players; Mahjong Soul's Gold, Jade and Throne rooms below Celestial)",
        source="amae-koromo calculateExpectedGamePoint",
    ),
    Derived(
        key="pt_houou",
        en="rank points a game as 7-dan, Tenhou Houou room",
        ja="得点効率 (鳳凰卓七段)",
        group="ladder",
        rows=Rows.GAME,
        formula=lambda: 90 * pl.col("rank_1_rate") + 45 * pl.col("rank_2_rate") - 135 * pl.col("rank_4_rate"),
        of=("rank_1_rate", "rank_2_rate", "rank_4_rate"),
        unit=Unit.RANK_POINTS,
        definition="90 rank_1_rate + 45 rank_2_rate - 135 rank_4_rate, whatever the room; four players",
        source="Mortal avg_pt",
    ),
    _stable_dan("stable_dan_houou", "Tenhou Houou room", "安定段位 (鳳凰卓)", (6, 3)),
    _stable_dan("stable_dan_tokujou", "Tenhou Tokujou room", "安定段位 (特上卓)", (5, 2)),
    Mean(
        key="stable_rate",
        en="stable rate, Tenhou",
        ja="安定レート",
        group="ladder",
        rows=Rows.GAME,
        of=_RATE_PARTS // 400 * pl.col("table_rating").cast(pl.Int64)
        + _RATE_PARTS // 3 * 160 * (50 - 20 * pl.col("rank").cast(pl.Int64)),
        among=pl.col("n_players") == 4,
        scale=_RATE_PARTS,
        unit=Unit.NUMBER,
        definition="mean rating of the four + (50 - 20 x rank) x 160/3, summed / games of four whose ratings are all "
        "known",
        source="Tenhou",
    ),
    *(
        _stable_level(room, ja, length)
        for length in (Length.HANCHAN, Length.EAST)
        for room, ja in (("jade", "玉"), ("throne", "王座"))
    ),
)
