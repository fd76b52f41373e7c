"""One walk over the events of a batch: all that the checks want to know of the play.

Events are the bulk of a log, hundreds to every other row. They are turned into arrays once, and only rows that a check
takes offence at become rows of a frame again. Positions: *events* count in the table, *hands* among those that have
events, in their order; a seat of a hand is ``4 * hand + seat``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import polars as pl

from mjlog.audit.lawful import offences, riichi_at_the_end
from mjlog.hands.acts import CODE, KANS, opened
from mjlog.hands.keys import Array, Flags, Ints, Keys
from mjlog.hands.moments import nagashi, spread
from mjlog.hands.play import NEVER, Play, played_hands, plays
from mjlog.hands.played_wins import PlayedWins
from mjlog.hands.seats import Seats
from mjlog.hands.situations import indicators_due
from mjlog.hands.waits import wait_masks
from mjlog.tiles import TILES
from mjlog.vocabulary import EventKind, Result

if TYPE_CHECKING:
    from mjlog.parsing import Recorded

KAN_DORA: Final = ("platform", "immediate", "after_discard", "off")
"""Values of the switch that says when a kan turns its indicator."""
PLAYED_OUT: Final = (Result.EXHAUSTIVE_DRAW, Result.NAGASHI_MANGAN)
"""Results of hands that went on until the wall was empty."""
DRAWS_AT_MOST: Final = 70
"""Tiles of the wall and of its end that can be drawn in a hand."""

_CODES: Final = len(TILES) + 1
_Columns = dict[str, Array]


@dataclass(frozen=True, slots=True)
class Followed:
    """What the walk found.

    Attributes:
        hands: the hands that have events (:func:`mjlog.hands.played_hands`).
        starts: first event of each hand; one more entry closes the last.
        kinds: number of events of each kind, by hand.
        tiles: number of tiles of each code dealt, drawn and turned, by hand.
        drawn: codes of the tiles drawn, in order, by hand; 255 after the last and for a tile not known.
        replacements: hand and place of the draws that followed upon a kan or a north set aside.
        due: number of indicators that ought to be turned, by hand, for each of :data:`KAN_DORA`.
        last_act: code of the kind of event that ended the hand, indicators left aside.
        riichi_at_the_end: seat whose declaring discard that was; 255 for none.
        seats: columns by seat of a hand: ``playing``, ``sound``, ``closed``, ``waits``, ``declared``,
            ``riichi_waits``, and of hands played out ``own_four``, ``live``, ``nagashi``.
        deals: event, hand, seat of each deal, and the key of its tiles.
        riichi: event of each riichi, its hand, and the tiles drawn in the hand by then.
        wins: recorded wins, in step, as they were played (:data:`mjlog.hands.played_wins.WINS`).
        hand_of_win: the hand of each win; the number of hands where it has no events.
        offences: events that broke a rule (:func:`mjlog.audit.lawful.offences`).
    """

    hands: pl.DataFrame
    starts: Ints
    kinds: Array
    tiles: Array
    drawn: Array
    replacements: tuple[Ints, Ints]
    due: dict[str, Ints]
    last_act: Array
    riichi_at_the_end: Array
    seats: dict[str, Array]
    deals: tuple[Ints, Ints, Array, Keys]
    riichi: tuple[Ints, Ints, Ints]
    wins: pl.DataFrame
    hand_of_win: Ints
    offences: dict[str, Ints]

    def count(self, *kinds: EventKind) -> Ints:
        """Number of events of some kinds, by hand."""
        return self.kinds[:, [CODE[kind] for kind in kinds]].sum(axis=1)

    def events_of(self, hands: Ints) -> Ints:
        """All events of some hands."""
        lengths = self.starts.take(hands + 1) - self.starts.take(hands)
        ends = np.cumsum(lengths)
        return np.arange(ends[-1] if len(ends) else 0) + (self.starts.take(hands) - ends + lengths).repeat(lengths)


def follow(recorded: "Recorded", *, live: bool) -> Followed:
    """Walk over the events of a batch that has some.

    Args:
        recorded: the batch.
        live: whether it matters how many tiles of a wait are left; ``live`` of seats is 0 where it does not.
    """
    events = recorded.events
    played = played_hands(events, recorded.hands, recorded.games)
    played_out = played["result"].is_in([str(result) for result in PLAYED_OUT]).fill_null(value=False).to_numpy()
    starts = np.append(np.flatnonzero(events["seq"].to_numpy() == 0), len(events))
    won = PlayedWins(recorded.wins, played)
    parts: list[tuple[_Columns, ...]] = []
    done = 0
    for play in plays(events, played):
        seats = Seats.of(play)
        won.add(play, seats)
        until = done + len(play.hands)
        of_seats = _of_seats(seats, played_out[done:until], live=live)
        broken = {rule: np.sort(rows) + starts[done] for rule, rows in offences(play).items()}
        parts.append((_of_hands(play), of_seats, _found(play, event=int(starts[done]), hand=done), broken))
        done = until
    hands, at_seats, some, all_broken = (_joined(each) for each in zip(*parts, strict=True))
    return Followed(
        hands=played,
        starts=starts,
        kinds=hands["kinds"],
        tiles=hands["tiles"],
        drawn=hands["drawn"],
        replacements=(some["replaced_hand"], some["replaced_place"]),
        due={mode: hands[mode] for mode in KAN_DORA},
        last_act=hands["last_act"],
        riichi_at_the_end=hands["riichi_at_the_end"],
        seats=at_seats,
        deals=(some["deal"], some["deal_hand"], some["deal_seat"], Keys(some["deal_numbers"], some["deal_rest"])),
        riichi=(some["riichi"], some["riichi_hand"], some["riichi_drawn"]),
        wins=won.frame(),
        hand_of_win=won.position,
        offences=all_broken,
    )


def _joined(parts: Sequence[_Columns]) -> _Columns:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _of_hands(play: Play) -> _Columns:
    """Columns by hand."""
    return {
        "kinds": _kinds(play),
        "tiles": _tiles_seen(play),
        "drawn": _drawn(play),
        "last_act": play.kind.take(play.final),
        "riichi_at_the_end": riichi_at_the_end(play),
        **{mode: indicators_due(play, mode) for mode in KAN_DORA},
    }


def _kinds(play: Play) -> Array:
    """How many events of each kind each hand has."""
    hands, kinds, rare = len(play.hands), len(EventKind), play.acts.rare
    codes = play.hand.take(rare) * kinds + play.kind.take(rare)
    counts = np.bincount(codes, minlength=hands * kinds).reshape(hands, kinds)
    for kind, rows in ((EventKind.DRAW, play.draws), (EventKind.DISCARD, play.thrown)):
        counts[:, CODE[kind]] = np.diff(np.searchsorted(rows, play.start))
    return counts


def _tiles_seen(play: Play) -> Array:
    """How many tiles of each code were dealt, drawn and turned in each hand."""
    rows = np.concatenate([play.draws, play.where(EventKind.DORA)])
    deals = play.where(EventKind.DEAL)
    dealt = play.acts.consumed.take(deals)
    hands = np.concatenate([play.hand.take(rows), play.hand.take(deals).repeat(dealt.lengths())])
    codes = np.concatenate([play.tile.take(rows), dealt.codes])
    return np.bincount(hands * _CODES + codes, minlength=len(play.hands) * _CODES).reshape(-1, _CODES)[:, : len(TILES)]


def _drawn(play: Play) -> Array:
    """The tiles drawn in each hand, in order, at most :data:`DRAWS_AT_MOST`."""
    rows = play.draws
    hand = play.hand.take(rows)
    place = np.arange(len(rows)) - np.searchsorted(hand, np.arange(len(play.hands))).take(hand)
    tile = play.tile.take(rows)
    inside = (place < DRAWS_AT_MOST) & (tile < len(TILES))
    drawn = np.full((len(play.hands), DRAWS_AT_MOST), 255, np.uint8)
    drawn[hand[inside], place[inside]] = tile[inside]
    return drawn


def _of_seats(seats: Seats, played_out: Flags, *, live: bool) -> _Columns:
    """Columns by seat of a hand."""
    play = seats.play
    waiting = np.flatnonzero((seats.waits != 0) & played_out.repeat(4))
    at_the_end = {
        "own_four": seats.own_four(waiting).view(np.uint64),
        "live": seats.live(waiting) if live else np.zeros(len(waiting), np.int64),
    }
    declared = np.flatnonzero(play.riichi != NEVER)
    upon = play.after.take(play.riichi.take(declared))
    riichi = {
        "declared": np.ones(len(declared), bool),
        "riichi_waits": wait_masks(upon, upon.melds() == 0).view(np.uint64),
    }
    return {
        "playing": seats.playing,
        "sound": seats.sound,
        "closed": ~opened(seats.tiles),
        "waits": seats.waits.view(np.uint64),
        "nagashi": nagashi(play, play.thrown[played_out.take(play.hand.take(play.thrown))]),
        **spread(at_the_end, waiting, len(seats.waits)),
        **spread(riichi, declared, len(seats.waits)),
    }


def _found(play: Play, event: int, hand: int) -> _Columns:
    """Events of some kinds; ``event`` and ``hand`` are the positions of the play's first."""
    deals, riichi = play.where(EventKind.DEAL), play.where(EventKind.RIICHI)
    taken = play.where(*KANS, EventKind.KITA)
    acting = play.acting
    next_act = np.append(acting, NEVER).take(np.searchsorted(acting, taken) + 1)
    replaced = next_act[play.are(next_act, EventKind.DRAW)]
    keys = play.after.take(deals)
    return {
        "deal": deals + event,
        "deal_hand": play.hand.take(deals) + hand,
        "deal_seat": play.seat.take(deals),
        "deal_numbers": keys.numbers,
        "deal_rest": keys.rest,
        "riichi": riichi + event,
        "riichi_hand": play.hand.take(riichi) + hand,
        "riichi_drawn": _draws_before(play, riichi),
        "replaced_hand": play.hand.take(replaced) + hand,
        "replaced_place": _draws_before(play, replaced),
    }


def _draws_before(play: Play, rows: Ints) -> Ints:
    """Tiles drawn in the hand before these events."""
    start = play.start.take(play.hand.take(rows))
    return np.searchsorted(play.draws, rows) - np.searchsorted(play.draws, start)
