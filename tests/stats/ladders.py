"""Games of ranked rooms, without hands: who finished where, with which grade and rating.

Every number the tests expect was counted from these lines with a pencil.
"""

import polars as pl

from tests.stats import sheets
from tests.stats.sheets import game, sitting

_TENHOU = "鳳南喰赤"
_GAMES = [
    # player, room, length, rank, points, grade, ratings of the four
    ("Nao", _TENHOU, "hanchan", 1, 45000, "七段", (2000.25, 2100.5, 1900.0, 2000.0)),
    ("Nao", _TENHOU, "hanchan", 2, 31000, "七段", (2000.0, 2000.0, 2000.0, None)),
    ("Nao", _TENHOU, "hanchan", 4, 5000, "七段", (2000.0, 2000.0, 2000.0, 2000.0)),
    ("Nao", "鳳東喰赤速", "east", 4, 5000, "八段", None),
    ("Nao", "特南喰赤", "hanchan", 2, 28000, "六段", None),
    ("Nao", "般東喰", "east", 4, 1000, "１級", None),
    ("Nao", "般東喰", "east", 4, 1000, "４級", None),
    ("Oto", "玉の間", "hanchan", 1, 41200, "雀豪★1", None),
    ("Oto", "玉の間", "hanchan", 4, 9900, "雀豪★1", None),
    ("Oto", "玉の間", "east", 1, 35000, "雀豪★1", None),
    ("Oto", "玉の間", "east", 4, 15000, "雀豪★1", None),
    ("Pai", "Throne Room", "hanchan", 1, 40000, "雀聖★3", None),
    ("Pai", "Throne Room", "hanchan", 4, 10000, "雀聖★3", None),
    ("Pai", "王座の間", "east", 1, 35000, "雀聖★3", None),
    ("Pai", "王座の間", "east", 4, 15000, "雀聖★3", None),
    # What no table holds for: parlours, other rooms, grades that are not known or have points of their own.
    ("Rin", "鳳南喰赤祝５", "hanchan", 1, 45000, "七段", None),
    ("Rin", "技東喰赤", "east", 1, 45000, "七段", None),
    ("Rin", _TENHOU, "hanchan", 1, 45000, None, None),
    ("Rin", _TENHOU, "hanchan", 1, 45000, "天鳳位", None),
    ("Rin", "王座の間", "hanchan", 1, 45000, "魂天", None),
    ("Rin", "友人戦", "hanchan", 1, 45000, "雀豪★1", None),
]


def tables() -> dict[str, pl.DataFrame]:
    """Games, players and standings. Three nobodies sit with the player, without a name."""
    games, sittings = [], []
    for number, (who, room, length, rank, points, grade, ratings) in enumerate(_GAMES):
        name = f"g{number:02}"
        rated = ratings or (None,) * 4
        games.append(game(name, room=room, length=length, platform="ladder"))
        others = [place for place in (1, 2, 3, 4) if place != rank]
        sittings.append(sitting(name, 0, who, rank, points, grade=grade, rating=rated[0]))
        sittings += [
            sitting(name, seat, "NoName", place, 20000, rating=rated[seat])
            for seat, place in enumerate(others, 1)
        ]  # fmt: skip
    return sheets.tables(games, sittings)


EXPECTED = {
    "Nao": {
        "pt_per_game": (90 + 45 - 135 - 100 + 30 - 20 - 0) / 7,
        "stable_rate": (8000.75 / 4 + 30 * 160 / 3 + 2000 - 30 * 160 / 3) / 2,
        "stable_level_jade": None,
    },
    "Oto": {
        "pt_per_game": ((17 + 15 + 110) + (-15 - 15 - 165) + (10 + 15 + 55) + (-10 - 15 - 80)) / 4,
        "stable_level_jade": ((142 - 30) / 2) / (1 / 2 * 15) - 10,
        "stable_level_jade_east": ((80 - 25) - 80) / 10 + 1,
        "stable_level_throne": None,
        "stable_rate": None,
    },
    "Pai": {
        "pt_per_game": ((15 + 15 + 120) + (-15 - 15 - 240) + (10 + 15 + 60) + (-10 - 15 - 130)) / 4,
        "stable_level_throne": ((150 - 30) / 2) / (1 / 2 * 15) - 10,
        "stable_level_throne_east": ((85 - 25) - 80) / 10 + 1,
    },
    "Rin": {"pt_per_game": None, "games": 6},
}
