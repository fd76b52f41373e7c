"""What became of each seat's hand: its way to tenpai, its waits, furiten, and what was left of the waits.

Arrays here are by hand and seat (row ``4 * hand + seat`` of a :class:`mjlog.hands.play.Play`). The tiles looked at are
always thirteen, melds counting as three: after a discard or a call of a kan, never between a draw and a discard.
"""

from dataclasses import dataclass

import numpy as np

from mjlog.hands.acts import OPEN_CALLS, discards_made
from mjlog.hands.calls import melds_made
from mjlog.hands.keys import Array, Flags, Ints, Keys
from mjlog.hands.lists import Lists, members
from mjlog.hands.melds import Melds, melds_of
from mjlog.hands.play import NEVER, Play
from mjlog.hands.shanten import shanten_of
from mjlog.hands.waits import held_four, wait_masks
from mjlog.vocabulary import EventKind


@dataclass(frozen=True, slots=True)
class Furiten:
    """Sets of kinds a seat waits for and may not win on another's discard, by the reason.

    Attributes:
        own_discard: it has discarded them itself.
        temporary: others discarded or added them since its own last discard.
        riichi: others did since it declared riichi.
    """

    own_discard: Ints
    temporary: Ints
    riichi: Ints


@dataclass(frozen=True, slots=True)
class Seats:
    """Every seat of every hand.

    Attributes:
        play: where they sit.
        playing: seats that were dealt tiles.
        sound: seats whose tiles can be followed: thirteen of them, none more than four times, none below nothing.
        at: the event after which the seat last held thirteen tiles.
        tiles: its concealed tiles then.
        meld_codes: its melds.
        melds: what they amount to.
        waits: kinds waited for, as bits; 0 for noten.
    """

    play: Play
    playing: Flags
    sound: Flags
    at: Ints
    tiles: Keys
    meld_codes: Lists
    melds: Melds
    waits: Ints

    @classmethod
    def of(cls, play: Play) -> "Seats":
        """The seats at the end of each hand: before a winning draw, and before the final tile passed."""
        codes = melds_made(play)
        melds = melds_of(codes)
        last = play.last
        drew = play.are(last, EventKind.DRAW)
        at = np.where(drew, play.previous.take(last, mode="clip"), last)
        playing = at != NEVER
        tiles = play.after.take(np.maximum(at, 0))
        thirteen = tiles.tiles() + 3 * tiles.melds() == 13
        known = melds.sets == tiles.melds()
        sound = playing & thirteen & known & (tiles + melds.keys).possible()
        waits = wait_masks(tiles, melds.sets == 0) * sound
        return cls(play, playing, sound, at, tiles, codes, melds, waits)

    def own_four(self, owners: Ints) -> Ints:
        """Kinds of which these seats themselves hold all four, melds included."""
        return held_four(self.tiles.take(owners) + self.melds.keys.take(owners))

    def live(self, owners: Ints) -> Ints:
        """Tiles of the waits that these seats have not seen."""
        last_event = self.play.start.take(owners // 4 + 1) - 1
        return live_tiles(self.play, np.maximum(self.at.take(owners), 0), last_event, self.waits.take(owners))

    def furiten(self, owners: Ints) -> Furiten:
        """What these seats, each of which waits for something, could not win on from others.

        The tile a hand was won on has not been passed.
        """
        play, hand, waits = self.play, owners // 4, self.waits.take(owners)
        until = play.final.take(hand) + 1 - play.hands.ron.take(hand)
        made = discards_made(play.after.take(self.at.take(owners)))
        discards = play.discards
        latest = np.append(discards.rows, NEVER).take(discards.first.take(owners) + made - 1)
        since = np.where(made > 0, latest + 1, play.start.take(hand))
        return Furiten(
            waits & discards.between(owners, 0, made).kinds(),
            waits & play.passed(since, until).kinds(),
            waits & _missed(play, owners, made - (latest >= until), until),
        )


@dataclass(frozen=True, slots=True)
class Turns:
    """Every discard, seat by seat.

    Attributes:
        rows: the events.
        owner: hand and seat.
        shanten: after it.
        waits: kinds waited for after it, as bits.
    """

    rows: Ints
    owner: Ints
    shanten: Array
    waits: Ints

    @classmethod
    def of(cls, play: Play) -> "Turns":
        """The discards of a play."""
        rows = play.discards.rows
        tiles = play.after.take(rows)
        shanten = least_shanten(play, rows, tiles)
        waits = np.zeros(len(rows), np.int64)
        tenpai = np.flatnonzero(shanten == 0)
        ready = tiles.take(tenpai)
        waits[tenpai] = wait_masks(ready, ready.melds() == 0)
        return cls(rows, play.discards.owner, shanten, waits)


def least_shanten(play: Play, rows: Ints, tiles: Keys) -> Array:
    """Shanten of the tiles that the seats of these events hold."""
    three = play.hands.three.take(play.hand.take(rows))
    melds = tiles.melds()
    found = shanten_of(tiles, np.minimum(melds, 4), three)
    special = np.minimum(found.seven_pairs, found.thirteen_orphans)
    return np.where(melds == 0, np.minimum(found.standard, special), found.standard)


def live_tiles(play: Play, holding: Ints, seen_until: Ints, waits: Ints) -> Ints:
    """How many tiles of the waits are in nobody's sight but could still come.

    Args:
        play: the play.
        holding: events after which the waiting seats' tiles are taken.
        seen_until: events up to which discards, melds and indicators are seen.
        waits: kinds waited for, as bits.
    """
    ready = np.flatnonzero(waits)
    visible = play.seen(seen_until.take(ready)) + play.after.take(holding.take(ready))
    live = np.zeros(len(waits), np.int64)
    live[ready] = tiles_left(waits.take(ready), visible)
    return live


def tiles_left(waits: Ints, visible: Keys) -> Ints:
    """How many tiles of the waits (kinds as bits) are not among the visible ones."""
    which, kinds = members(waits, 34)
    left = 4 - visible.take(which).copies(kinds)
    return np.bincount(which, weights=left, minlength=len(waits)).astype(np.int64)


def called_discards(play: Play) -> Ints:
    """The discards that others called."""
    calls = play.where(*OPEN_CALLS)
    if not len(play.thrown):
        return calls[:0]
    return play.thrown.take(np.searchsorted(play.thrown, calls) - 1)


def _missed(play: Play, owners: Ints, made: Ints, until: Ints) -> Ints:
    """Kinds that others let go after these seats declared riichi; none for a seat without.

    ``made`` are the seats' own discards before the event ``until``.
    """
    declared = play.riichi.take(owners)
    rows = np.flatnonzero(declared != NEVER)
    since = declared.take(rows)
    before = discards_made(play.after.take(since))
    own = play.discards.between(owners.take(rows), before, made.take(rows))
    missed = np.zeros(len(owners), np.int64)
    missed[rows] = (play.passed(since + 1, until.take(rows)) - own).kinds()
    return missed
