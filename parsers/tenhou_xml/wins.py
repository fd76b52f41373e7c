"""The table ``wins`` of a batch of Tenhou XML."""

from typing import Final

import numpy as np
import polars as pl

from mjlog.tables import MELD, TILE
from mjlog.vocabulary import YAKU, Limit
from parsers.shared.columns import Column, Columns, by_seat
from parsers.shared.tenhou_vocabulary import DORA, LIMITS, RED_DORA, URA_DORA
from parsers.tenhou_xml.course import Course
from parsers.tenhou_xml.grammar import ABSENT, Flags, Ints
from parsers.tenhou_xml.hands import N_SEATS, POINTS, Array, tile_codes
from parsers.tenhou_xml.melds import ANKAN, KITA, melds
from parsers.tenhou_xml.tags import NONE
from parsers.tenhou_xml.values import Lists, Wins

LIMIT: Final = pl.Enum(Limit)
YAKU_WORDS: Final = pl.Enum(list(YAKU))

YAKUMAN_HAN: Final = 13
KITA_CODE: Final = tuple(YAKU).index("kita")

_LIMITS: Final = tuple(Limit)
_LIMIT: Final = np.array([_LIMITS.index(limit) if limit else 0 for limit in LIMITS], np.uint8)
_NO_LIMIT: Final = LIMITS.index(None)
_TOP: Final = LIMITS.index(Limit.YAKUMAN)


def wins_table(course: Course) -> Columns:
    """The wins of the complete hands, in order of payment, each with its ``game``."""
    wins, hand = _of_complete_hands(course)
    game = course.hands.game.take(hand)
    reds = course.reds[game]
    seated = np.arange(N_SEATS) < course.players.take(game)[:, None]
    stated = seated & (wins.scores[:, ::2] != ABSENT)
    yakuman = wins.yakuman.count
    limit = np.where((wins.value[:, 2] == _TOP) & (yakuman == 0), _LIMITS.index(Limit.KAZOE), _LIMIT[wins.value[:, 2]])
    han = _Han(wins)
    opened = np.isin(wins.meld_kinds, (ANKAN, KITA), invert=True)
    return {
        "game": Column(game),
        "hand": Column(course.hands.number.take(hand).astype(np.uint16)),
        "win": Column((np.arange(len(hand)) - np.searchsorted(hand, hand)).astype(np.uint8)),
        "winner": Column(wins.winner.astype(np.uint8)),
        "loser": Column(wins.loser.astype(np.uint8), wins.loser != wins.winner),
        "pao": Column(wins.pao.astype(np.uint8), wins.pao != ABSENT),
        "han": Column(han.total, yakuman == 0),
        "fu": Column(wins.value[:, 0].astype(np.uint8)),
        "yakuman": Column(yakuman.astype(np.uint8)),
        "points": Column(wins.value[:, 1]),
        "limit": Column(limit, wins.value[:, 2] != _NO_LIMIT, words=LIMIT),
        "yaku": Column(han.yaku, None, han.count, YAKU_WORDS),
        "yaku_han": Column(han.han, None, han.count),
        "closed": Column(~wins.melds.any(opened)),
        "tiles": Column(
            tile_codes(_ascending(wins.tiles), np.repeat(reds, wins.tiles.count)), None, wins.tiles.count, TILE
        ),
        "winning_tile": Column(tile_codes(wins.winning_tile, reds), words=TILE),
        "melds": _melds(wins, reds),
        "dora": Column(han.dora, yakuman == 0),
        "red": Column(han.red, yakuman == 0),
        "ura": Column(han.ura, han.has_ura),
        "kita": Column(wins.kita.astype(np.uint8)),
        **by_seat("recorded", wins.scores[:, 1::2] * POINTS, stated),
    }


def _of_complete_hands(course: Course) -> tuple[Wins, Ints]:
    """The wins of complete hands, and the hand of each."""
    wins, hand = course.wins, course.hands.of(course.wins.tags.at)
    kept = hand != NONE
    kept[kept] = course.complete[hand[kept]]
    return (wins, hand) if kept.all() else (Wins(wins.tags.only(kept)), hand[kept])


class _Han:
    """The yaku and dora of each win with their han.

    Tenhou's entry for dora counts every north set aside as one more; here these are an entry of their own. An entry
    for ura dora without han says only that there was riichi, and is left out of the lists.
    """

    def __init__(self, wins: Wins) -> None:
        kita, n_wins = wins.kita, len(wins.winner)
        entry, han = wins.yaku.values[::2], wins.yaku.values[1::2]
        row = np.repeat(np.arange(n_wins), wins.yaku.count // 2)
        self.total = np.bincount(row, han, n_wins).astype(np.uint8)
        by_indicator, self.has_ura = np.zeros(n_wins, np.uint8), np.zeros(n_wins, bool)
        self.ura, self.red = np.zeros(n_wins, np.uint8), np.zeros(n_wins, np.uint8)
        by_indicator[row[entry == DORA]] = han[entry == DORA]
        self.ura[row[entry == URA_DORA]] = han[entry == URA_DORA]
        self.red[row[entry == RED_DORA]] = han[entry == RED_DORA]
        self.has_ura[row[entry == URA_DORA]] = True
        north = np.where(by_indicator >= kita, kita, 0)
        self.dora = (by_indicator - north).astype(np.uint8)
        han = han - np.where(entry == DORA, north[row], 0)
        kept = (han > 0) | ((entry != DORA) & (entry != URA_DORA))
        with_north = np.flatnonzero(north)
        rows = np.concatenate([row[kept], with_north, wins.yakuman.rows()])
        order = np.argsort(rows, kind="stable")
        self.count = np.bincount(rows, minlength=n_wins)
        codes = [entry[kept], np.full(len(with_north), KITA_CODE), wins.yakuman.values]
        each = [han[kept], north[with_north], np.full(len(wins.yakuman.values), YAKUMAN_HAN)]
        self.yaku = np.concatenate(codes)[order].astype(np.uint8)
        self.han = np.concatenate(each)[order].astype(np.uint8)


def _ascending(tiles: Lists) -> Array:
    """The tiles of each row in order, as Tenhou writes them anyway."""
    rows = tiles.rows()
    if ((np.diff(tiles.values) > 0) | (np.diff(rows) > 0)).all():
        return tiles.values
    return tiles.values[np.lexsort((tiles.values, rows))]


def _melds(wins: Wins, reds: Flags) -> Column:
    """Melds in the order made; Tenhou lists the latest first, an added kan in the place of its pon."""
    count = wins.melds.count
    latest_first = np.repeat(2 * np.cumsum(count) - count - 1, count) - np.arange(len(wins.melds.values))
    with_red = np.repeat(reds, count).astype(np.int64)
    return Column(melds().meld[with_red, wins.melds.values[latest_first]], None, count, MELD)
