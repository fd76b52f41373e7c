"""The table ``wins`` of a batch of tenhou.net/6 logs."""

from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjlog.tables import MELD, TILE, conform
from mjlog.vocabulary import YAKU, Limit
from parsers._code_lists import code_lists
from parsers._columns import column, lists, seat_columns, words
from parsers._tenhou_json_batch import SEATS, Batch, win_deltas
from parsers._tenhou_json_held import Held, runs
from parsers._tenhou_json_results import ROUND_WIND_CODE, SEAT_WIND_CODE, YAKU_CODES
from parsers._tenhou_json_turns import Codes, Flags, Numbers

_YAKU: Final = pl.Enum(list(YAKU))
_LIMITS: Final[dict[str, int]] = {limit: code for code, limit in enumerate(Limit)}
_DORA, _KITA = YAKU_CODES["dora"], YAKU_CODES["kita"]
_SEAT_WIND, _ROUND_WIND = YAKU_CODES["seat_wind_east"], YAKU_CODES["round_wind_east"]


def wins_table(batch: Batch, ids: pl.Series, held: Held) -> pl.DataFrame:
    """All wins, in the order written, which is that of payment."""
    values = [win.value for win in batch.wins]
    hand, winner, source = batch.win_hand, batch.winner, batch.source
    liable = np.array([win.liable for win in batch.wins], np.int32)
    seat = SEATS * hand + winner
    melds, melded = batch.play.melds.of(seat)
    norths = runs(batch.play.melds.norths(melds), melded)
    opened = runs(batch.play.melds.opened(melds), melded)
    known = batch.play.called[hand]
    yaku = _Yaku(batch, norths)
    stated = batch.seated[hand] & np.array([win.deltas is not None for win in batch.wins], np.bool_)[:, None]
    columns = {
        "game_id": ids.gather(batch.game[hand]),
        "hand": batch.number[hand].astype(np.uint16),
        "win": (np.arange(len(hand)) - np.searchsorted(hand, hand)).astype(np.uint8),
        "winner": winner.astype(np.uint8),
        "loser": column(source.astype(np.uint8), source != winner),
        "pao": column(liable.astype(np.uint8), liable != winner),
        "han": pl.Series([value.han for value in values], dtype=pl.UInt8),
        "fu": pl.Series([value.fu for value in values], dtype=pl.UInt8),
        "yakuman": pl.Series([value.yakuman for value in values], dtype=pl.UInt8),
        "points": pl.Series([value.points for value in values], dtype=pl.Int32),
        "limit": words(
            np.array([_LIMITS.get(value.limit, 0) if value.limit else 0 for value in values], np.uint8),
            pl.Enum(Limit),
            np.array([value.limit is not None for value in values], np.bool_),
        ),
        "yaku": code_lists(yaku.code, yaku.count, _YAKU, yaku.told),
        "yaku_han": lists(yaku.han, yaku.count, yaku.told),
        "yaku_other": pl.Series([list(value.other) or None for value in values], dtype=pl.List(pl.String)),
        "closed": column(opened == 0, known),
        "tiles": held.tiles(),
        "winning_tile": words(held.winning_tile, TILE, held.shown),
        "melds": code_lists(melds[np.repeat(known, melded)], np.where(known, melded, 0), MELD, known),
        "dora": column(yaku.dora, yaku.told & ~yaku.yakuman),
        "red": pl.Series([value.red for value in values], dtype=pl.UInt8),
        "ura": pl.Series([value.ura for value in values], dtype=pl.UInt8),
        "kita": column(norths.astype(np.uint8), known),
        **seat_columns("recorded", win_deltas(batch.wins).astype(np.int32), stated),
    }
    return conform("wins", pl.DataFrame(columns))


class _Yaku:
    """The yaku and dora of each win with their han, all in a row.

    Tenhou counts every north set aside as one more dora; such a count is parted, kita being an entry of its own.
    """

    def __init__(self, batch: Batch, norths: Numbers) -> None:
        values = [win.value for win in batch.wins]
        self.told: Flags = np.array([value.yaku is not None for value in values], np.bool_)
        self.yakuman: Flags = np.array([value.yakuman > 0 for value in values], np.bool_)
        self.count: NDArray[np.int64] = np.array([len(value.yaku or b"") for value in values], np.int64)
        code = np.frombuffer(b"".join(value.yaku or b"" for value in values), np.uint8).copy()
        han = np.frombuffer(b"".join(value.yaku_han or b"" for value in values), np.uint8).copy()
        row = np.repeat(np.arange(len(values)), self.count)
        hand = batch.win_hand[row]
        seat_wind = (batch.winner[row] - batch.dealer[hand]) % batch.players[hand] + _SEAT_WIND
        code = np.where(code == SEAT_WIND_CODE, seat_wind, code)
        code = np.where(code == ROUND_WIND_CODE, batch.round[hand] // SEATS + _ROUND_WIND, code)
        dora = np.array([value.dora or 0 for value in values], np.int64)
        separate = np.zeros(len(values), np.bool_)
        separate[row[code == _KITA]] = True
        north = np.where(self.told & ~separate & (dora >= norths), norths, 0)
        self.dora: Codes = (dora - north).astype(np.uint8)
        if north.any():
            han = np.where(code == _DORA, han - north[row], han)
            kept, parted = (han > 0), np.flatnonzero(north)
            row = np.concatenate((row[kept], parted))
            order = np.argsort(row, kind="stable")
            code = np.concatenate((code[kept], np.full(len(parted), _KITA)))[order]
            han = np.concatenate((han[kept], north[parted]))[order]
            self.count = np.bincount(row, minlength=len(values)).astype(np.int64)
        self.code: Codes = code.astype(np.uint8)
        self.han: Codes = han.astype(np.uint8)
