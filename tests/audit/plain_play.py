"""What is lawful in a hand, the plain way: event after event, a list of tiles a seat; shares no code with the audit.

A seat whose tiles make no sense any more (one taken that was not there, five of a kind) is not followed further.
"""

from collections import Counter

from tests.hands import enumerator

KINDS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
OPEN = ("chi", "pon", "daiminkan")
KANS = ("daiminkan", "kakan", "ankan")
CALLS = (*OPEN, "kakan", "ankan", "kita")


def kind(tile):
    return KINDS.index(tile.replace("0", "5"))


class Seat:
    def __init__(self):
        self.tiles = Counter()
        self.melds = 0
        self.lost = False
        self.riichi = "no"  # then "said", then "in"
        self.last = None
        self.drawn = None

    def counts(self, without=None):
        counts = [0] * 34
        for tile, copies in self.tiles.items():
            counts[kind(tile)] += copies
        if without is not None:
            counts[kind(without)] -= 1
        return counts

    def give(self, tiles):
        self.tiles.update(tiles)
        self.lost |= any(copies > 4 for copies in self.counts())


def offences(events, dealer, n_players):
    """Rule and position of everything unlawful in one hand, and the positions at which a tile could not be judged."""
    seats = [Seat() for _ in range(4)]
    found, unjudged = set(), set()
    before, drawn, kans = None, 0, 0
    for at, event in enumerate(events):
        if event["kind"] == "dora":
            continue
        seat = seats[event["seat"]]
        what, tile, own = event["kind"], event["tile"], event["consumed"] or []
        if not in_turn(event, before, dealer, n_players):
            found.add(("out_of_turn", at))
        if what in CALLS and drawn >= (55 if n_players == 3 else 70):
            found.add(("wall_empty", at))
        if what in KANS:
            if kans >= 4:
                found.add(("fifth", at))
            kans += 1
        if what in OPEN:
            found |= {(rule, at) for rule in unfit(event, before, n_players)}
        found |= {(rule, at) for rule in bound(event, seat)}
        if what == "discard" and seat.last and seat.last["kind"] in ("chi", "pon"):
            found |= {(rule, at) for rule in swapped(tile, seat.last)}
        if what in (*CALLS, "discard"):
            fits = what not in OPEN or not list(unfit(event, before, n_players))
            wrong, doubtful = tiles_taken(event, seat, fits=fits)
            found |= {(rule, at) for rule in wrong}
            unjudged |= {at} if doubtful else set()
        elif what == "draw":
            drawn += 1
            seat.give([tile])
        elif what == "deal":
            seat.give(own)
        if what == "riichi":
            seat.riichi = "said"
        elif what == "discard" and seat.riichi == "said" and seat.last["kind"] == "riichi":
            seat.riichi = "in"
        seat.drawn = tile if what == "draw" else None
        seat.last = before = event
    return found, unjudged


def tiles_taken(event, seat, *, fits):
    """Takes the tiles of a discard or call out of a hand: the rules broken, and whether that is in doubt."""
    what, tile = event["kind"], event["tile"]
    leaving = event["consumed"] or [] if what in (*OPEN, "ankan") else [tile]
    in_riichi = what == "ankan" and seat.riichi == "in"
    before = waits(seat, seat.drawn) if in_riichi else None
    held = all(seat.tiles[one] >= number for one, number in Counter(leaving).items())
    doubtful = seat.lost or not fits or sum(seat.tiles.values()) + 3 * seat.melds not in (13, 14)
    seat.lost |= not held
    seat.tiles.subtract(leaving)
    seat.melds += what in (*OPEN, "ankan")
    wrong = set() if held or doubtful else {"not_held"}
    if in_riichi and not seat.lost:
        same = seat.drawn and kind(seat.drawn) == kind(tile)
        wrong |= set() if same and before == waits(seat, None) else {"waits_changed"}
    return wrong, doubtful or (in_riichi and seat.lost)


def waits(seat, drawn):
    return None if seat.lost else enumerator.waits(seat.counts(drawn), seat.melds)


def in_turn(event, before, dealer, n_players):
    """Draws go round; a replacement follows a kan or a kita; a discard follows the own draw, riichi or call."""
    last = before["kind"] if before else None
    same = before is not None and before["seat"] == event["seat"]
    if event["kind"] == "draw":
        if last == "discard":
            return event["seat"] == (before["seat"] + 1) % n_players
        return (last == "deal" and event["seat"] == dealer) or (last in (*KANS, "kita") and same)
    if event["kind"] == "discard":
        return last in ("draw", "riichi", "chi", "pon") and same
    if event["kind"] in ("ankan", "kakan", "kita", "riichi"):
        return last == "draw" and same
    return True


def unfit(event, before, n_players):
    """Rules that an open call breaks."""
    taken = before is not None and before["kind"] == "discard"
    taken = taken and (before["seat"], before["tile"]) == (event["from_seat"], event["tile"])
    if not taken or event["from_seat"] == event["seat"]:
        yield "not_last"
    if event["kind"] == "chi" and (n_players == 3 or event["from_seat"] != (event["seat"] + 3) % 4):
        yield "not_left"
    kinds = sorted(kind(tile) for tile in [event["tile"], *(event["consumed"] or [])])
    if event["kind"] == "chi":
        fits = kinds[0] < 27 and kinds[0] % 9 < 7 and kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2]
    else:
        fits = kinds == kinds[:1] * (4 if event["kind"] == "daiminkan" else 3)
    if not fits:
        yield "no_set"


def bound(event, seat):
    """Whether an act is one that a seat in riichi may not do."""
    if seat.riichi == "in":
        other = event["kind"] == "discard" and seat.drawn is not None and seat.drawn != event["tile"]
        if other or event["kind"] in (*OPEN, "kakan"):
            yield "bound"


def swapped(tile, call):
    """Rules of swap calling that a discard upon a call breaks."""
    thrown, called = kind(tile), kind(call["tile"])
    if thrown == called:
        yield "swapped"
    if call["kind"] == "chi" and len(call["consumed"]) == 2:
        low, high = sorted(kind(one) for one in call["consumed"])
        other_end = high + 1 if called < low else low - 1 if called > high else -1
        if other_end // 9 == called // 9 and thrown == other_end:
            yield "other_end"
