"""The table ``wins`` of a batch of tenhou.net/6 logs."""

from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjlog.tables import MELD, TILE, conform
from mjlog.vocabulary import YAKU, Limit
from parsers.shared.columns import Column, Columns, by_seat, coded, frame
from parsers.tenhou_json.batch import Batch
from parsers.tenhou_json.held import Held, runs
from parsers.tenhou_json.outcomes import SEATS
from parsers.tenhou_json.turns import Codes, Flags, Numbers
from parsers.tenhou_json.values import ROUND_WIND_CODE, SEAT_WIND_CODE, YAKU_CODES, Value

_YAKU: Final = pl.Enum(list(YAKU))
_NUMBERS: Final = ("points", "han", "fu", "yakuman", "limit", "dora", "red", "ura")
"""The numbers a value begins with."""

_DORA, _KITA = YAKU_CODES["dora"], YAKU_CODES["kita"]
_SEAT_WIND, _ROUND_WIND = YAKU_CODES["seat_wind_east"], YAKU_CODES["round_wind_east"]


def wins_table(batch: Batch, ids: pl.Series, held: Held) -> pl.DataFrame:
    """All wins, in the order written, which is that of payment."""
    hand, winner, source, liable = batch.win_hand, batch.winner, batch.source, batch.liable
    seat = SEATS * hand + winner
    melds, melded = batch.play.melds.of(seat)
    norths = runs(batch.play.melds.norths(melds), melded)
    opened = runs(batch.play.melds.opened(melds), melded)
    known = batch.play.called[hand]
    recorded, stated = batch.recorded()
    yaku = _Yaku(batch, norths)
    values, place = batch.values
    columns: Columns = {
        "hand": Column(batch.number[hand].astype(np.uint16)),
        "win": Column((np.arange(len(hand)) - np.searchsorted(hand, hand)).astype(np.uint8)),
        "winner": Column(winner.astype(np.uint8)),
        "loser": Column(source.astype(np.uint8), source != winner),
        "pao": Column(liable.astype(np.uint8), liable != winner),
        **_stated(values, place),
        "yaku": Column(yaku.code, yaku.told, yaku.count, _YAKU),
        "yaku_han": Column(yaku.han, yaku.told, yaku.count),
        "closed": Column(opened == 0, known),
        "tiles": held.tiles(),
        "winning_tile": coded(held.winning_tile, TILE, held.shown),
        "melds": Column(melds[np.repeat(known, melded)], known, melded * known, MELD),
        "dora": Column(yaku.dora.astype(np.uint8), yaku.dora >= 0),
        "kita": Column(norths.astype(np.uint8), known),
        **by_seat("recorded", recorded, stated[:, None] & batch.seated[hand]),
    }
    others = pl.Series([list(value.other) or None for value in values], dtype=pl.List(pl.String)).gather(place)
    return conform("wins", frame(columns).with_columns(game_id=ids.gather(batch.game[hand]), yaku_other=others))


def _stated(values: list[Value], place: NDArray[np.int64]) -> Columns:
    """The numbers that the texts of the wins state; each distinct value is looked at once."""
    numbers = np.array([value[: len(_NUMBERS)] for value in values], np.int32).reshape(-1, len(_NUMBERS))[place]
    columns = {
        name: Column(numbers[:, i].astype(np.int32 if name == "points" else np.uint8), numbers[:, i] >= 0)
        for i, name in enumerate(_NUMBERS)
        if name not in {"limit", "dora"}
    }
    limit = numbers[:, _NUMBERS.index("limit")]
    columns["limit"] = coded(limit, pl.Enum(Limit), limit >= 0)
    return columns


class _Yaku:
    """The yaku and dora of each win with their han, all in a row.

    Tenhou counts every north set aside as one more dora; such a count is parted, kita being an entry of its own.
    """

    def __init__(self, batch: Batch, norths: Numbers) -> None:
        values, place = batch.values
        told = np.array([value.yaku is not None for value in values], np.bool_)
        each = np.array([len(value.yaku_han) for value in values], np.int64)
        first = (np.cumsum(each) - each)[place]
        self.told: Flags = told[place]
        self.count: NDArray[np.int64] = each[place]
        row = np.repeat(np.arange(len(place)), self.count)
        at = np.arange(len(row)) + np.repeat(first - (np.cumsum(self.count) - self.count), self.count)
        code = np.frombuffer(b"".join(value.yaku or b"" for value in values), np.uint8)[at]
        han = np.frombuffer(b"".join(value.yaku_han for value in values), np.uint8)[at]
        hand = batch.win_hand[row]
        seat_wind = (batch.winner[row] - batch.dealer[hand]) % batch.players[hand] + _SEAT_WIND
        code = np.where(code == SEAT_WIND_CODE, seat_wind, code)
        code = np.where(code == ROUND_WIND_CODE, batch.round[hand] // SEATS + _ROUND_WIND, code)
        dora = np.array([value.dora for value in values], np.int64)[place]
        separate = np.zeros(len(place), np.bool_)
        separate[row[code == _KITA]] = True
        north = np.where(~separate & (dora >= norths), norths, 0)
        self.dora: NDArray[np.int64] = dora - north
        if north.any():
            han = np.where(code == _DORA, han - north[row], han)
            kept, parted = han > 0, np.flatnonzero(north)
            row = np.concatenate((row[kept], parted))
            order = np.argsort(row, kind="stable")
            code = np.concatenate((code[kept], np.full(len(parted), _KITA)))[order]
            han = np.concatenate((han[kept], north[parted]))[order]
            self.count = np.bincount(row, minlength=len(place)).astype(np.int64)
        self.code: Codes = code.astype(np.uint8)
        self.han: Codes = han.astype(np.uint8)
