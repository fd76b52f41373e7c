"""How the tags of a batch make hands: where each begins, where it ends, and whether it is complete.

Every hand is judged by itself. A tag that is out of place, unknown, unreadable or without a value it must have spoils
the hand it stands in and no other; what stands before a game's first hand spoils nothing.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from parsers.tenhou_xml.grammar import TAGS, Flags, Ints, Kind
from parsers.tenhou_xml.scan import Markup, OddDocumentsError, ranges
from parsers.tenhou_xml.tags import NONE, Tags
from parsers.tenhou_xml.values import Calls, Draws, Indicators, Inits, Riichi, Wins

HEADER: Final = (Kind.ROOT, Kind.SHUFFLE, Kind.GO, Kind.UN, Kind.TAIKYOKU, Kind.BYE, Kind.END)
"""What may stand before a game's first hand."""

AFTERMATH: Final = (Kind.BYE, Kind.UN, Kind.END, Kind.BROKEN)
"""What may stand after a hand's result."""


class Flaw(NamedTuple):
    """What spoils a hand: a tag, and its attribute at fault (empty: the tag itself)."""

    tag: int
    attribute: str


class Hands:
    """Where the hands of a batch stand.

    Attributes:
        start: the tag each hand begins with.
        game: its game.
        number: its position in the game.
        end: the tag it ends before.
    """

    def __init__(self, markup: Markup, inits: Tags) -> None:
        self.start = inits.at
        self.game = np.searchsorted(markup.first_tag, inits.at, "right") - 1
        first = np.searchsorted(inits.at, markup.first_tag[:-1])
        self.number = np.arange(len(inits)) - first.take(self.game)
        self.end = np.minimum(np.append(inits.at[1:], len(markup.kind)), markup.first_tag.take(self.game + 1))

    def __len__(self) -> int:
        return len(self.start)

    def of(self, tags: Ints) -> Ints:
        """The hand each tag stands in; :data:`NONE` for what stands in none."""
        if not len(self):
            return np.full(len(tags), NONE)
        hand = np.searchsorted(self.start, tags, "right") - 1
        return np.where(tags < self.end.take(hand, mode="clip"), hand, NONE)


@dataclass(frozen=True, slots=True)
class Course:
    """The hands of a batch and the tags that make them.

    Attributes:
        players: number of players of each game.
        reds: whether the first of each suit's fives is red in each game.
        complete: hands with a result and without a flaw.
        first_result: the first tag that states a hand's result; :data:`NONE` without.
        last_result: the last one.
        flaw: the first flaw of each hand that has one.
    """

    markup: Markup
    players: Ints
    reds: Flags
    hands: Hands
    inits: Inits
    wins: Wins
    draws: Draws
    calls: Calls
    riichi: Riichi
    indicators: Indicators
    first_result: Ints
    last_result: Ints
    complete: Flags
    flaw: dict[int, Flaw]


def course(markup: Markup, players: Ints, reds: Flags) -> Course:
    """Hands and their tags.

    Args:
        markup: the batch.
        players: number of players of each game.
        reds: whether the first of each suit's fives is red in each game.

    Raises:
        OddDocumentsError: tags of some documents stand where none can.
    """
    tags = {kind: Tags(markup, kind) for kind in TAGS}
    hands = Hands(markup, tags[Kind.INIT])
    parts = (
        Inits(tags[Kind.INIT]), Wins(tags[Kind.AGARI]), Draws(tags[Kind.RYUUKYOKU]), Calls(tags[Kind.N]),
        Riichi(tags[Kind.REACH]), Indicators(tags[Kind.DORA]),
    )  # fmt: skip
    wins, draws = tags[Kind.AGARI].at, tags[Kind.RYUUKYOKU].at
    first, last = _first_and_last(hands, np.sort(np.concatenate([wins, draws])))
    _check_order(markup, hands, tags, first)
    flaws = [Flaw(int(tag), "") for tag in np.concatenate([tags[Kind.BROKEN].at, _doubled(hands, tags[Kind.AGARI])])]
    for part in parts:
        seats = players.take(np.searchsorted(markup.first_tag, part.tags.at, "right") - 1)
        for attribute, bad in part.flaws(seats):
            flaws += [Flaw(int(tag), attribute) for tag in part.tags.at[bad]]
    flaws.sort(reverse=True)
    hand_of = hands.of(np.array([flaw.tag for flaw in flaws], np.int64)).tolist()
    flaw = dict(zip(hand_of, flaws, strict=True))
    complete = first != NONE
    complete[list(flaw)] = False
    return Course(markup, players, reds, hands, *parts, first, last, complete, flaw)


def _first_and_last(hands: Hands, results: Ints) -> tuple[Ints, Ints]:
    """The first and the last of each hand's result tags."""
    of = hands.of(results)
    first, last = np.full(len(hands), NONE), np.full(len(hands), NONE)
    inside = of != NONE
    first[of[inside][::-1]] = results[inside][::-1]
    last[of[inside]] = results[inside]
    return first, last


def _check_order(markup: Markup, hands: Hands, tags: dict[Kind, Tags], first_result: Ints) -> None:
    """Nothing but a header stands before the first hand, none inside a hand, and nothing new after a result.

    Raises:
        OddDocumentsError: it does in some documents.
    """
    starts = np.append(hands.start, len(markup.kind))
    first_hand = starts.take(np.searchsorted(hands.start, markup.first_tag[:-1]))
    header = ranges(markup.first_tag[:-1], np.minimum(first_hand, markup.first_tag[1:]) - markup.first_tag[:-1])
    early = header[np.isin(markup.kind.take(header), HEADER, invert=True)]
    foreign = np.concatenate([tags[kind].at for kind in (Kind.GO, Kind.TAIKYOKU, Kind.SHUFFLE)])
    ended = np.flatnonzero(first_result != NONE)
    count = hands.end[ended] - first_result[ended] - 1
    after = ranges(first_result[ended] + 1, count)
    kind, result = markup.kind.take(after), np.repeat(markup.kind.take(first_result[ended]), count)
    late = after[~(np.isin(kind, AFTERMATH) | ((kind == Kind.AGARI) & (result == Kind.AGARI)))]
    odd = np.concatenate([early, foreign[hands.of(foreign) != NONE], late])
    if len(odd):
        raise OddDocumentsError.at(markup.first_tag, odd)


def _doubled(hands: Hands, wins: Tags) -> Ints:
    """Wins of a player who has won the hand already."""
    key = hands.of(wins.at) * 4 + np.clip(wins.number("who"), 0, 3)
    again = np.ones(len(key), bool)
    again[np.unique(key, return_index=True)[1]] = False
    return wins.at[again]
