"""The table ``hands`` of a batch of tenhou.net/6 logs."""

from typing import Final

import numpy as np
import polars as pl

from mjlog.tables import TILE, conform
from mjlog.vocabulary import Result, Wind
from parsers.shared.columns import Column, Columns, by_seat, coded, frame
from parsers.tenhou_json.batch import Batch
from parsers.tenhou_json.notation import DORA, URA, Elements, Kind
from parsers.tenhou_json.outcomes import CODE, NOBODY, SEATS
from parsers.tenhou_json.turns import Flags, Numbers

_DRAWN_OUT: Final = CODE[Result.EXHAUSTIVE_DRAW]


def hands_table(batch: Batch, ids: pl.Series, sticks: Numbers, repeats: Flags) -> pl.DataFrame:
    """All hands.

    Args:
        batch: the hands.
        ids: by game, its id.
        sticks: by game, what a riichi stick is worth.
        repeats: by game, whether its rules let the dealer repeat after a draw exactly when tenpai.
    """
    play, seated = batch.play, batch.seated
    readable = seated & play.readable[:, None]
    riichi = _Riichi(batch)
    end = batch.points + batch.deltas - riichi.paid * sticks[batch.game][:, None]
    stated = seated & batch.stated[:, None]
    turns = play.turns.count.reshape(-1, SEATS)
    calls = play.turns.by_seat(np.flatnonzero(play.turns.take_call >= 0)).reshape(-1, SEATS)
    discards = turns - play.turns.by_seat(play.turns.without_discard()).reshape(-1, SEATS)
    tenpai, told = _tenpai(batch, riichi.paid, repeats)
    nagashi = stated & (batch.result == CODE[Result.NAGASHI_MANGAN])[:, None]
    offender = _offender(batch)
    columns: Columns = {
        "hand": Column(batch.number.astype(np.uint16)),
        "round_wind": coded(batch.round // SEATS, pl.Enum(Wind)),
        "kyoku": Column((batch.dealer + 1).astype(np.uint8)),
        "honba": Column(batch.honba.astype(np.uint8)),
        "deposits": Column(batch.sticks.astype(np.uint8)),
        "dealer": Column(batch.dealer.astype(np.uint8)),
        "result": coded(batch.result, pl.Enum(Result)),
        **by_seat("start", batch.points, seated),
        **by_seat("riichi", riichi.number, riichi.number > 0),
        **by_seat("riichi_order", riichi.order, riichi.order > 0),
        **by_seat("riichi_paid", riichi.paid, riichi.number > 0),
        **by_seat("calls", calls.astype(np.uint8), readable),
        **by_seat("discards", discards.astype(np.uint8), readable),
        **by_seat("tenpai", tenpai, told & seated),
        **by_seat("nagashi", batch.deltas > 0, nagashi),
        **by_seat("end", end, stated & readable),
        "offender": Column(offender.astype(np.uint8), offender != NOBODY),
        "dora_indicators": _indicators(batch.elements, DORA),
        "ura_indicators": _indicators(batch.elements, URA),
        "draws": Column((turns - calls).sum(axis=1).astype(np.uint8), play.readable),
    }
    return conform("hands", frame(columns).with_columns(game_id=ids.gather(batch.game)))


class _Riichi:
    """By hand and seat: which own discard declared riichi (0 = none), its place (0 = not known), whether it was paid.

    A stick is paid unless the declaring discard is ronned. That discard is the hand's last then, also where three
    winners make it an abortive draw.
    """

    def __init__(self, batch: Batch) -> None:
        play = batch.play
        turns = play.turns
        at = np.flatnonzero(turns.riichi)
        seat = turns.seat[at]
        hand = seat >> 2
        number, order = (np.zeros(SEATS * len(batch), np.uint8) for _ in range(2))
        others = turns.without_discard()
        before = np.searchsorted(others, at) - np.searchsorted(others, turns.first[seat])
        number[seat] = turns.place[at] + 1 - before
        in_order = np.lexsort((play.position[at], hand))
        place = np.arange(len(at)) - np.searchsorted(hand[in_order], hand[in_order]) + 1
        order[seat[in_order]] = place
        alone = np.bincount(hand, minlength=len(batch)) == 1
        order[seat[(play.position[at] == NOBODY) & ~alone[hand]]] = 0
        own_last = at == turns.first[seat] + turns.count[seat] - 1
        total = turns.count.reshape(-1, SEATS).sum(axis=1)
        ronned = own_last & (batch.result[hand] == CODE[Result.RON]) & (_loser(batch)[hand] == (seat & 3))
        ronned |= (batch.result[hand] == CODE[Result.SANCHA_HOU]) & (play.position[at] == total[hand] - 1)
        paid = np.zeros(SEATS * len(batch), np.bool_)
        paid[seat[~ronned]] = True
        self.number, self.order = number.reshape(-1, SEATS), order.reshape(-1, SEATS)
        self.paid = paid.reshape(-1, SEATS)


def _loser(batch: Batch) -> Numbers:
    """Seat that dealt in, by hand; NOBODY in hands without a ron."""
    loser = np.full(len(batch), NOBODY, np.int32)
    ron = batch.source != batch.winner
    loser[batch.win_hand[ron]] = batch.source[ron]
    return loser


def _tenpai(batch: Batch, riichi: Flags, repeats: Flags) -> tuple[Flags, Flags]:
    """Who is tenpai at an exhaustive draw, and where the log tells.

    A label says it of all; else who receives is tenpai and who pays is not. Where nothing moves and the label is silent
    all are alike: tenpai if somebody had declared riichi, or as the next hand's dealer shows.
    """
    drawn_out = batch.result == _DRAWN_OUT
    labelled = drawn_out & (batch.all_tenpai != NOBODY)
    moved = batch.deltas != 0
    tenpai = np.where(labelled[:, None], batch.all_tenpai[:, None] == 1, batch.deltas > 0)
    told = drawn_out[:, None] & (labelled[:, None] | moved)
    silent = drawn_out & ~labelled & batch.stated & ~moved.any(axis=1)
    followed = np.zeros(len(batch), np.bool_)
    followed[:-1] = (batch.game[1:] == batch.game[:-1]) & (batch.number[1:] == batch.number[:-1] + 1)
    same_round = np.zeros(len(batch), np.bool_)
    same_round[:-1] = batch.round[1:] == batch.round[:-1]
    by_riichi = silent & riichi.any(axis=1)
    by_dealer = silent & ~by_riichi & followed & repeats[batch.game]
    tenpai[by_riichi], told[by_riichi] = True, True
    tenpai[by_dealer], told[by_dealer] = same_round[by_dealer][:, None], True
    return tenpai, told


def _offender(batch: Batch) -> Numbers:
    """Who declared the nine terminals: the seat that took a tile and did nothing more."""
    offender = np.full(len(batch), NOBODY, np.int32)
    at = batch.play.turns.seat[batch.play.turns.open]
    at = at[batch.result[at >> 2] == CODE[Result.KYUUSHU_KYUUHAI]]
    offender[at >> 2] = at & 3
    return offender


def _indicators(elements: Elements, which: int) -> Column:
    """Indicators of each hand; null where there are none or they cannot be read."""
    count = elements.count[:, which].astype(np.int64)
    hand = np.repeat(np.arange(len(count)), count)
    at = np.arange(len(hand)) + np.repeat(elements.first[:, which] - (np.cumsum(count) - count), count)
    wrong = np.zeros(len(count), np.bool_)
    wrong[hand[elements.kind[at] != Kind.TILE]] = True
    kept = ~wrong[hand]
    shown = (count > 0) & ~wrong
    return Column(elements.tile[at[kept]], shown, count * shown, TILE)
