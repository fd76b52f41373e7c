"""From a hand's words to yaku, han, fu and points, a row each.

A row is one way to read a won hand. Nothing here searches: the readings were found by :mod:`mjlog.hands.readings`,
and this module only looks up, adds and compares.
"""

from dataclasses import dataclass, field, fields

import numpy as np

from mjlog.hands.keys import Array, Bytes, Flags, Ints, Keys
from mjlog.hands.local import DAICHISEI, LOCAL, LOCAL_YAKUMAN, Reading, local_han, local_units, local_yaku
from mjlog.hands.melds import Melds
from mjlog.hands.words import HONOR_TRIPLETS_AT, SHAPE_BITS, SUIT_STEP, SUM, TRIPLETS_AT
from mjlog.hands.yaku import BETTER_FORMS, CHINITSU, CODE, HAN_CHUNK, PINFU, STANDARD, RuleTables, yaku_bits

_HONOR_TRIPLETS = 0x7F
_PAIR_AT = 7
_RUNS = (1 << TRIPLETS_AT) - 1
_TRIPLETS = ((1 << 9) - 1) << TRIPLETS_AT
_STRAIGHTS = 1 | 1 << SUIT_STEP | 1 << 2 * SUIT_STEP
"""The run from one in each suit: set in ``bits & bits >> 3 & bits >> 6`` where all of 123, 456 and 789 are there."""


@dataclass(frozen=True, slots=True)
class Wins:
    """Won hands as the scoring needs them, a row each.

    Attributes:
        concealed: concealed tiles, the winning tile among them.
        melds: what the melds amount to.
        winning: kind (0-33) of the winning tile.
        ron: won on another's tile.
        winds: seat and round wind as they stand in the index of the yaku of honors.
        variant: which table of points is read (:func:`mjlog.hands.point_tables.variant`).
        situation: yaku that do not depend on the tiles, as bits.
        dora: han of dora, ura dora, red fives and norths set aside, all together.
    """

    concealed: Keys
    melds: Melds
    winning: Array
    ron: Flags
    winds: Ints
    variant: Bytes
    situation: Ints
    dora: Bytes

    def __len__(self) -> int:
        return len(self.winning)

    def take(self, rows: Array) -> "Wins":
        """These rows."""
        melds = self.melds
        return Wins(
            self.concealed.take(rows),
            Melds(melds.sums.take(rows), melds.bits.take(rows), melds.keys.take(rows)),
            *(getattr(self, one.name).take(rows) for one in fields(self)[2:]),
        )


@dataclass(slots=True)
class Scores:
    """Values of rows.

    Attributes:
        yaku: the set of yaku that count, dora not among them; 0 where there is none.
        local: the set of local yaku likewise.
        sums: sum word of the reading; 0 for seven pairs and the thirteen orphans.
        pair_fu: fu of the pair.
        tsumo_fu: fu of the tsumo.
        raw_fu: fu before rounding.
        fu: and after it.
        han: han with dora; 0 without a yaku and for a yakuman.
        units: yakuman units before any cap.
        points: points of the hand, all payers together.
    """

    yaku: Ints
    local: Array
    sums: Ints
    pair_fu: Bytes
    tsumo_fu: Bytes = field(init=False)
    raw_fu: Bytes = field(init=False)
    fu: Bytes = field(init=False)
    han: Bytes = field(init=False)
    units: Bytes = field(init=False)
    points: Ints = field(init=False)

    @property
    def opened(self) -> Flags:
        """Which hands are open."""
        return (self.sums & SUM["open_melds"].mask) != 0

    def rank(self) -> Ints:
        """Which reading is better: by points, a true yakuman above a counted one, then han, then fu not yet rounded."""
        high = self.points.astype(np.int64) << 24
        return high | (self.units > 0).astype(np.int64) << 23 | self.han.astype(np.int64) << 8 | self.raw_fu

    def put(self, rows: Array, better: "Scores", of: Array) -> None:
        """Replace rows by rows of another table."""
        for one in fields(self):
            getattr(self, one.name)[rows] = getattr(better, one.name)[of]


def score(wins: Wins, sums: Ints, bits: Ints, classes: Bytes, tables: RuleTables) -> Scores:
    """Value of readings with four sets and a pair: their words, a row each, in step with ``wins``."""
    honors = bits >> HONOR_TRIPLETS_AT & _HONOR_TRIPLETS | sums >> (SUM["pair"].shift - _PAIR_AT) & 7 << _PAIR_AT
    honors |= wins.winds
    index = classes.astype(np.intp)
    yaku = tables.by_shape.take(sums & (1 << SHAPE_BITS) - 1)
    yaku &= tables.outside_by_class.take(index)
    yaku |= tables.by_honors.take(honors)
    yaku |= tables.by_class.take(index)
    yaku |= _across_suits(bits)
    yaku |= wins.situation
    scores = Scores(yaku, _local(wins, sums, bits, yaku, tables), sums, tables.pair_fu.take(honors))
    yaku |= ~(scores.opened | wins.ron)  # menzen tsumo is the lowest bit
    yaku &= tables.keep.take((scores.opened | (scores.pair_fu > 0).view(np.uint8) << 1).astype(np.intp))
    scores.tsumo_fu = _tsumo_fu(wins, yaku, tables)
    scores.raw_fu = _raw_fu(wins, scores)
    scores.fu = (scores.raw_fu + 9) // 10 * 10
    _value(wins, scores, tables)
    return scores


def score_special(wins: Wins, form: Ints, classes: Bytes, tables: RuleTables) -> Scores:
    """Value of hands that are no sets and a pair: ``form`` is the yaku of the form itself (seven pairs, kokushi)."""
    yaku = form | tables.by_class.take(classes.astype(np.intp)) | wins.situation | ~wins.ron
    nothing = np.zeros(len(wins), np.int64)
    scores = Scores(yaku, _local(wins, nothing, nothing, yaku, tables), nothing, nothing.astype(np.uint8))
    scores.tsumo_fu = nothing.astype(np.uint8)
    scores.raw_fu = scores.fu = np.where(form == yaku_bits(["chiitoitsu"]), 25, 0).astype(np.uint8)
    _value(wins, scores, tables)
    return scores


def fu_items(wins: Wins, scores: Scores) -> dict[str, Bytes]:
    """What the fu are made of, by item, in order; with 20 for the win they add up to the fu before rounding."""
    plain = (scores.sums & SUM["sets"].mask) != 0  # not seven pairs, not kokushi
    opened = scores.opened
    narrow = scores.sums & (SUM["tanki"].mask | SUM["kanchan"].mask | SUM["penchan"].mask)
    wait = (narrow != 0).view(np.uint8) * np.uint8(2)
    kans = SUM["kan_fu"].of(scores.sums).astype(np.uint8) * np.uint8(2)
    items = {
        "fu_closed_ron": _closed_ron(wins, opened) * plain,
        "fu_tsumo": scores.tsumo_fu,
        "fu_wait": wait,
        "fu_pair": scores.pair_fu,
        "fu_triplets": SUM["fu"].of(scores.sums).astype(np.uint8) * np.uint8(2) - kans - wait,
        "fu_kans": kans,
    }
    nothing = sum(items.values(), np.uint8(0)) == 0
    return items | {"fu_open": (plain & opened & nothing).view(np.uint8) * np.uint8(2)}


def _across_suits(bits: Ints) -> Ints:
    """Yaku of equal sets in three suits, and of the straight."""
    common = bits & bits >> SUIT_STEP & bits >> 2 * SUIT_STEP
    straight = bits & bits >> 3 & bits >> 6 & _STRAIGHTS
    found = ((common & _RUNS) != 0).astype(np.int64) << CODE["sanshoku_doujun"]
    found |= ((common & _TRIPLETS) != 0).astype(np.int64) << CODE["sanshoku_doukou"]
    found |= (straight != 0).astype(np.int64) << CODE["ittsuu"]
    return found


def _closed_ron(wins: Wins, opened: Flags) -> Bytes:
    return (wins.ron & ~opened).view(np.uint8) * np.uint8(10)


def _tsumo_fu(wins: Wins, yaku: Ints, tables: RuleTables) -> Bytes:
    without = PINFU if tables.rules.rinshan_tsumo_fu else PINFU | yaku_bits(["rinshan_kaihou"])
    return (~wins.ron & (yaku & without == 0)).view(np.uint8) * np.uint8(2)


def _raw_fu(wins: Wins, scores: Scores) -> Bytes:
    """Fu before rounding; an open hand that has none of its own gets 2."""
    fu = (scores.sums >> SUM["fu"].shift).astype(np.uint8) << 1  # the eighth bit is lost, and is not fu's
    fu += scores.pair_fu
    fu += _closed_ron(wins, scores.opened)
    fu += scores.tsumo_fu
    fu += np.uint8(20)
    fu += (scores.opened & (fu == 20)).view(np.uint8) << 1
    return fu


def _local(wins: Wins, sums: Ints, bits: Ints, yaku: Ints, tables: RuleTables) -> Array:
    """Local yaku of readings, as far as the rules know any."""
    if not tables.rules.local_yaku:
        return np.zeros(len(wins), np.uint16)
    everything = wins.concealed + wins.melds.keys
    reading = Reading(wins.concealed, everything, wins.melds.sets, wins.winning, sums, bits, yaku)
    return local_yaku(reading, tables.rules.local_yaku)


def _value(wins: Wins, scores: Scores, tables: RuleTables) -> None:
    """Fills in han, units and points, and leaves of the yaku those that count."""
    scores.yaku &= STANDARD
    rare = np.flatnonzero((scores.yaku & (tables.yakuman | CHINITSU) != 0) | (scores.local & LOCAL_YAKUMAN != 0))
    _find_nine_gates(wins, scores, rare)
    scores.han = _han(scores, tables)
    enough = scores.han >= tables.rules.min_han
    scores.han += wins.dora
    scores.points = tables.points.ordinary(wins.variant, scores.han, scores.fu)
    scores.units = np.zeros(len(wins), np.uint8)
    _count_yakuman(wins, scores, rare, tables)
    if tables.rules.renhou == "mangan":
        _renhou_alone(wins, scores, enough, tables)
    _drop_without_yaku(scores, enough)


def _han(scores: Scores, tables: RuleTables) -> Bytes:
    """Han of the yaku."""
    side = scores.opened.astype(np.int64) << HAN_CHUNK
    low = (1 << HAN_CHUNK) - 1
    han = tables.han[0].take(scores.yaku & low | side)
    for chunk in (1, 2):
        han += tables.han[chunk].take(scores.yaku >> chunk * HAN_CHUNK & low | side)
    if tables.rules.local_yaku:
        han += local_han().take(scores.local | side >> HAN_CHUNK << len(LOCAL))
    return han


def _find_nine_gates(wins: Wins, scores: Scores, rows: Array) -> None:
    """Adds the nine gates among these rows: one suit, no melds, 1112345678999 and one more."""
    rows = rows[(scores.yaku.take(rows) & CHINITSU != 0) & (wins.melds.sets.take(rows) == 0)]
    if not len(rows):
        return
    numbers = wins.concealed.numbers.take(rows)
    one_suit = numbers >> 21 * (wins.winning.take(rows).astype(np.int64) // 9)
    gates = sum(copies * 5**rank for rank, copies in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)))
    extra = one_suit - gates
    nine, pure = np.isin(extra, 5 ** np.arange(9)), extra == 5 ** (wins.winning.take(rows).astype(np.int64) % 9)
    scores.yaku[rows[nine & ~pure]] |= 1 << CODE["chuuren_poutou"]
    scores.yaku[rows[nine & pure]] |= 1 << CODE["junsei_chuuren_poutou"]


def _count_yakuman(wins: Wins, scores: Scores, rows: Array, tables: RuleTables) -> None:
    """Leaves only the yakuman where there is one among these rows, and counts their units."""
    local = scores.local.take(rows) & LOCAL_YAKUMAN
    yaku = scores.yaku.take(rows) & tables.yakuman
    there = (yaku != 0) | (local != 0)
    rows, local, yaku = rows[there], local[there], yaku[there]
    if not len(rows):
        return
    yaku[local & DAICHISEI != 0] &= ~yaku_bits(["tsuuiisou"])
    for form, better in BETTER_FORMS.items():
        # Any of a dealer's fourteen tiles may be called the last: the best form counts where it counts more.
        if tables.double_yakuman & 1 << CODE[better]:
            raised = (yaku >> CODE["tenhou"]) & (yaku >> CODE[form]) & 1
            yaku ^= raised << CODE[form] | raised << CODE[better]
    units = np.bitwise_count(yaku) + np.bitwise_count(yaku & tables.double_yakuman) + local_units().take(local)
    scores.yaku[rows] = yaku
    scores.local[rows] = local
    scores.han[rows] = 0
    scores.units[rows] = units
    scores.points[rows] = tables.points.yakuman(wins.variant.take(rows), units)


def _drop_without_yaku(scores: Scores, enough: Flags) -> None:
    rows = np.flatnonzero(~enough & (scores.units == 0))
    scores.yaku[rows] = 0
    scores.local[rows] = 0
    scores.han[rows] = 0
    scores.points[rows] = 0


def _renhou_alone(wins: Wins, scores: Scores, enough: Flags, tables: RuleTables) -> None:
    """Renhou as a mangan that stands alone: it is taken where the hand without it is worth less."""
    renhou = 1 << CODE["renhou"]
    rows = np.flatnonzero((scores.yaku & renhou != 0) & (scores.units == 0))
    scores.yaku[rows] &= ~renhou
    mangan = tables.points.ordinary(wins.variant.take(rows), np.full(len(rows), 5, np.uint8), scores.fu.take(rows))
    alone = ~enough.take(rows) | (scores.points.take(rows) < mangan)
    rows = rows[alone]
    scores.yaku[rows] = renhou
    scores.local[rows] = 0
    scores.han[rows] = 5
    scores.points[rows] = mangan[alone]
    enough[rows] = True
