"""Checks of draws and of riichi: who is tenpai, what may end a hand without a win, when riichi may be declared."""

import numpy as np
import polars as pl

from mjlog.audit.comparison import Comparison, check
from mjlog.audit.facts import Facts
from mjlog.audit.followed import PLAYED_OUT
from mjlog.tables import SEATS, declared_riichi
from mjlog.tiles import KIND_OF, TERMINALS_AND_HONORS, TILES
from mjlog.vocabulary import EventKind, Result, Severity

_OUTSIDE = [TILES[code] for code in TERMINALS_AND_HONORS]
_WINDS = ("1z", "2z", "3z", "4z")
_KANS = (EventKind.DAIMINKAN, EventKind.KAKAN, EventKind.ANKAN)
_CALLS = (EventKind.CHI, EventKind.PON, *_KANS, EventKind.KITA)
_DONE = pl.lit(value=True)
"""What happened in play, to be held against whether it may."""
_TENPAI = ("tenpai", "noten")
_ABORTED = ("aborted", "play goes on")
_PLAYED_OUT = pl.col("result").is_in([str(result) for result in PLAYED_OUT])


def _bit(kind: pl.Expr) -> pl.Expr:
    """The set that holds one kind, as the sets of :class:`mjlog.hands.Moments` are written."""
    return kind.replace_strict({code: 1 << KIND_OF[code] for code in range(len(TILES))}, return_dtype=pl.UInt64)


@check("tenpai-at-draw", Severity.ERROR, "At an exhaustive draw those are tenpai whose tiles wait.", needs_events=True)
def tenpai_at_draw(facts: Facts) -> Comparison:
    """Declared tenpai against the tiles; whether a wait with no tile left to come counts is the rules' (karaten)."""
    rows = facts.hand_seats.filter(_PLAYED_OUT)
    waiting = (
        pl.when(pl.col("karaten") == "tenpai")
        .then(pl.col("waits") != 0)
        .when(pl.col("karaten") == "noten_if_own")
        .then(pl.col("waits") & ~pl.col("own_four") != 0)
        .when(pl.col("karaten") == "noten_if_visible")
        .then(pl.col("live") > 0)
    )
    hidden = pl.col("noten_declaration") & ~pl.col("tenpai") & pl.col("riichi").is_null()
    right = pl.when(pl.col("waits").is_not_null()).then(waiting & ~hidden)
    return Comparison(rows, [pl.col("tenpai")], [right], words=_TENPAI)


@check("riichi-tenpai", Severity.ERROR, "Riichi is declared in tenpai.", needs_events=True)
def riichi_tenpai(facts: Facts) -> Comparison:
    """Tiles after the declaring discard."""
    rows = facts.hand_seats.filter(pl.col("riichi").is_not_null())
    return Comparison(rows, [_DONE], [pl.col("riichi_waits") != 0], pl.lit("riichi"), _TENPAI)


@check("riichi-at-draw", Severity.ERROR, "Who declared riichi is recorded as tenpai at an exhaustive draw.")
def riichi_at_draw(facts: Facts) -> Comparison:
    """By the record alone; a hand declared dead is noten whatever it waits for."""
    drawn = facts.hands.filter(pl.col("result") == Result.EXHAUSTIVE_DRAW)
    rows = pl.concat(
        drawn.filter(declared_riichi(s), (pl.col("offender") != s).fill_null(value=True)).select(
            "game_id", "hand", seat=pl.lit(s, pl.UInt8), tenpai=f"tenpai_{s}"
        )
        for s in SEATS
    )
    return Comparison(rows, [pl.col("tenpai")], [pl.lit(value=True)], pl.lit("riichi"), _TENPAI)


@check("riichi-closed", Severity.ERROR, "Riichi is declared with a closed hand.", needs_events=True)
def riichi_closed(facts: Facts) -> Comparison:
    """Whether another's tile was called."""
    rows = facts.hand_seats.filter(pl.col("riichi").is_not_null())
    return Comparison(rows, [_DONE], [pl.col("closed")], pl.lit("riichi"), ("closed", "open"))


@check("riichi-points", Severity.ERROR, "Riichi is declared with the points the rules ask for.")
def riichi_points(facts: Facts) -> Comparison:
    """Points when the hand begins; nothing else is paid before a riichi."""
    least = pl.col("riichi_min_points").replace_strict(
        {"ge1000": 1000, "gt1000": 1001, "ge0": 0, "any": None}, return_dtype=pl.Int32
    )
    kept = ["game_id", "hand", "known", "riichi_min_points"]
    declared = pl.concat(
        facts.hands.filter(declared_riichi(s)).select(*kept, seat=pl.lit(s, pl.UInt8), points=pl.col(f"start_{s}"))
        for s in SEATS
    )
    enough = pl.when("known").then((pl.col("points") >= least).fill_null(value=True))
    why = pl.format("riichi with {} points", "points")
    return Comparison(declared, [_DONE], [enough], why, ("enough points", "too few points"))


@check("riichi-wall", Severity.ERROR, "Riichi is declared with the tiles left in the wall that the rules ask for.",
       needs_events=True)  # fmt: skip
def riichi_wall(facts: Facts) -> Comparison:
    """Tiles left after the declarer's draw."""
    events, hands, drawn = facts.played.riichi
    rules = facts.of_played(hands, ["n_players", "known", "riichi_min_wall"])
    seats = facts.recorded.events.select("game_id", "hand", "seat")[events]
    rows = seats.hstack(rules).with_columns(drawn=pl.Series(drawn, dtype=pl.Int32))
    left = _wall() - pl.col("drawn")
    enough = pl.when("known").then(left >= pl.col("riichi_min_wall"))
    why = pl.format("riichi with {} tiles left", left)
    return Comparison(rows, [_DONE], [enough], why, ("enough tiles", "too few tiles"))


@check("nagashi", Severity.ERROR, "Nagashi mangan is paid to those whose discards allow it, and to no others.",
       needs_events=True)  # fmt: skip
def nagashi(facts: Facts) -> Comparison:
    """All discards terminals and honors, none of them called, in a hand played to the end of the wall."""
    rows = facts.hand_seats.filter(_PLAYED_OUT)
    right = pl.when("known").then(pl.col("made_nagashi") & (pl.col("nagashi_rule") != "off"))
    paid = pl.col("nagashi").fill_null(value=False)
    return Comparison(rows, [paid], [right], words=("nagashi", "no nagashi"))


@check("wall-empty", Severity.ERROR, "An exhaustive draw comes when the wall is empty.")
def wall_empty(facts: Facts) -> Comparison:
    """Tiles drawn, replacement tiles included: the dead wall stays fourteen."""
    rows = facts.hands.filter(_PLAYED_OUT)
    return Comparison(rows, [pl.col("draws").cast(pl.Int32)], [_wall()], pl.lit("tiles drawn"))


@check("kyuushu", Severity.ERROR, "Nine terminals are declared in the first uninterrupted turn, with kinds enough.",
       needs_events=True)  # fmt: skip
def kyuushu(facts: Facts) -> Comparison:
    """Kinds among the fourteen tiles of the first turn; the variant with eight also needs nine tiles."""
    hands = facts.hands.filter(pl.col("result") == Result.KYUUSHU_KYUUHAI)
    own = facts.events_of(Result.KYUUSHU_KYUUHAI).join(
        hands.select("game_id", "hand", "offender"), on=["game_id", "hand"], how="inner"
    )
    turn = own.group_by("game_id", "hand").agg(
        calls=pl.col("kind").is_in([*map(str, _CALLS)]).sum(),
        thrown=((pl.col("kind") == EventKind.DISCARD) & (pl.col("seat") == pl.col("offender"))).sum(),
    )
    mine = own.filter(pl.col("seat") == pl.col("offender"))
    dealt = mine.select("game_id", "hand", tile=pl.col("consumed")).explode("tile", empty_as_null=True)
    held = pl.concat([dealt, mine.filter(pl.col("kind") == EventKind.DRAW).select("game_id", "hand", "tile")])
    outside = (
        held.filter(pl.col("tile").is_in(_OUTSIDE))
        .group_by("game_id", "hand")
        .agg(kinds=pl.col("tile").n_unique(), tiles=pl.len())
    )
    rows = hands.join(turn, on=["game_id", "hand"]).join(outside, on=["game_id", "hand"], how="left")
    kinds, tiles = pl.col("kinds").fill_null(0), pl.col("tiles").fill_null(0)
    enough = (
        pl.when(pl.col("kyuushu") == "eight_kinds").then((kinds >= 8) & (tiles >= 9))
        .when(pl.col("kyuushu") == "nine_kinds").then(kinds >= 9).otherwise(pl.lit(value=False))
    )  # fmt: skip
    right = pl.when("known").then(enough & (pl.col("calls") == 0) & (pl.col("thrown") == 0))
    why = pl.format("{} kinds, {} calls before", kinds, "calls")
    return Comparison(rows, [_DONE], [right], why, ("may be declared", "may not be declared"))


@check("four-winds", Severity.ERROR, "Four winds abort when the first four discards are one wind, without a call.",
       needs_events=True)  # fmt: skip
def four_winds(facts: Facts) -> Comparison:
    """The discards of the hand."""
    plays = facts.events_of(Result.SUUFON_RENDA).filter(
        pl.col("kind").is_in([str(EventKind.DISCARD), *map(str, _CALLS)])
    )
    held = plays.group_by("game_id", "hand").agg(
        pl.len(), winds=pl.col("tile").is_in(_WINDS).all() & (pl.col("tile").n_unique() == 1),
        calls=(pl.col("kind") != EventKind.DISCARD).sum(),
    )  # fmt: skip
    right = (pl.col("len") == 4) & pl.col("winds") & (pl.col("calls") == 0)
    return _aborted(facts, Result.SUUFON_RENDA, held, right, pl.col("suufon_renda"))


@check("four-kans", Severity.ERROR, "Four kans abort when two players or more have made them.", needs_events=True)
def four_kans(facts: Facts) -> Comparison:
    """Kans of the hand and who made them."""
    plays = facts.events_of(Result.SUUKAIKAN).filter(pl.col("kind").is_in([*map(str, _KANS)]))
    held = plays.group_by("game_id", "hand").agg(pl.len(), who=pl.col("seat").n_unique())
    right = (pl.col("len") == 4) & (pl.col("who") > 1)
    return _aborted(facts, Result.SUUKAIKAN, held, right, pl.col("suukaikan") != "off")


@check("four-riichi", Severity.ERROR, "Four riichi abort when all four players have declared.")
def four_riichi(facts: Facts) -> Comparison:
    """Declarations that stood."""
    rows = facts.hands.filter(pl.col("result") == Result.SUUCHA_RIICHI)
    declared = pl.sum_horizontal(declared_riichi(s) for s in SEATS)
    stated = pl.any_horizontal(pl.col(f"riichi_order_{s}").is_not_null() for s in SEATS)
    right = pl.when("known", stated).then((declared == len(SEATS)) & pl.col("suucha_riichi"))
    return Comparison(rows, [_DONE], [right], pl.format("{} riichi", declared), _ABORTED)


@check("triple-ron", Severity.ERROR, "A triple ron aborts when three players wait for the tile discarded.",
       needs_events=True)  # fmt: skip
def triple_ron(facts: Facts) -> Comparison:
    """Waits of all seats on the last tile offered."""
    hands = facts.hands.filter(pl.col("result") == Result.SANCHA_HOU).select("game_id", "hand")
    last = facts.events_of(Result.SANCHA_HOU).filter(pl.col("tile").is_not_null()).group_by("game_id", "hand").agg(
        pl.col("tile", "seat").sort_by("seq").last()
    )  # fmt: skip
    waits = _waits_of(facts, Result.SANCHA_HOU)
    rows = (
        hands.join(last, on=["game_id", "hand"])
        .join(waits, on=["game_id", "hand"])
        .filter(pl.col("holder") != pl.col("seat"))
        .with_columns(wanted=pl.col("waits") & _bit(pl.col("tile").to_physical()) != 0)
        .group_by("game_id", "hand")
        .agg(winners=pl.col("wanted").sum(), unknown=pl.col("wanted").null_count())
    )
    right = pl.when(pl.col("unknown") == 0).then(pl.col("winners") == 3)
    why = pl.format("{} players wait for the tile", "winners")
    return Comparison(rows, [_DONE], [right], why, _ABORTED)


def _waits_of(facts: Facts, result: Result) -> pl.LazyFrame:
    """Waits of all seats of the hands that ended so: game_id, hand, holder, waits."""
    played = facts.played
    ended = (played.hands["result"] == result).fill_null(value=False).to_numpy().repeat(4)
    rows = np.flatnonzero(ended & played.seats["playing"])
    waits = pl.when(pl.Series(played.seats["sound"].take(rows))).then(pl.Series(played.seats["waits"].take(rows)))
    return played.hands.select("game_id", "hand")[rows // 4].with_columns(
        holder=pl.Series((rows % 4).astype(np.uint8)), waits=waits
    ).lazy()  # fmt: skip


def _aborted(facts: Facts, result: Result, held: pl.LazyFrame, right: pl.Expr, allowed: pl.Expr) -> Comparison:
    """Hands that ended so, of which something held true in play, if the rules know such a draw."""
    seen = facts.played.hands.lazy().select("game_id", "hand")
    hands = facts.hands.filter(pl.col("result") == result).join(seen, on=["game_id", "hand"], how="semi")
    rows = hands.join(held, on=["game_id", "hand"], how="left")
    lawful = right.fill_null(value=False) & allowed
    return Comparison(rows, [_DONE], [pl.when("known").then(lawful)], words=_ABORTED)


def _wall() -> pl.Expr:
    """Tiles to draw in a hand: 136 (three players 108) less the deal and the dead wall."""
    return pl.when(pl.col("n_players") == 3).then(55).otherwise(70).cast(pl.Int32)
