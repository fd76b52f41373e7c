"""One hand, as frames of one row: valued, or its way to tenpai."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import polars as pl

from mjlog.hands.evaluation import evaluate, with_yaku
from mjlog.hands.lists import list_column
from mjlog.hands.notation import WrittenHand
from mjlog.hands.shanten import shanten
from mjlog.hands.waits import waits
from mjlog.rules import RuleSet
from mjlog.rules.points import base_points, ron_points, tsumo_shares
from mjlog.tables import MELD, TILE
from mjlog.tiles import KIND_OF, KINDS, MELDS, TILES, tile_codes
from mjlog.vocabulary import Wind

_WINDS = [str(wind) for wind in Wind]


@dataclass(frozen=True, slots=True)
class Situation:
    """How a hand is won.

    Attributes:
        tsumo: drawn.
        seat: seat wind; East deals.
        round_wind: round wind.
        dora: codes of the dora indicators.
        ura: codes of the ura indicators.
        honba: repeat counters.
        n_players: 3 or 4.
        yaku: yaku of the play, by key.
    """

    tsumo: bool = False
    seat: str = "S"
    round_wind: str = "E"
    dora: tuple[int, ...] = ()
    ura: tuple[int, ...] = ()
    honba: int = 0
    n_players: int = 4
    yaku: tuple[str, ...] = ()


def value(hand: WrittenHand, situation: Situation, rules: RuleSet) -> pl.DataFrame:
    """The hand's value: the columns of :func:`mjlog.hands.evaluate`, its yaku, and what is paid.

    ``from_discarder``, ``from_dealer`` and ``from_child`` (each) are payments with honba, null where nobody pays so;
    ``received`` is their sum.
    """
    dealer = situation.seat == _WINDS[0]
    won = _tiles(hand).with_columns(
        winning_tile=pl.lit(TILES[hand.winning or 0], TILE),
        winner=pl.lit(_WINDS.index(situation.seat), pl.UInt8),
        loser=pl.lit(None if situation.tsumo else _some_other(situation), pl.UInt8),
        dealer=pl.lit(0, pl.UInt8),
        round_wind=pl.lit(situation.round_wind, pl.Enum(_WINDS)),
        dora_indicators=_column(situation.dora, TILE),
        ura_indicators=_column(situation.ura, TILE),
        n_players=pl.lit(situation.n_players, pl.UInt8),
        **{key: pl.lit(value=True) for key in situation.yaku},
    )
    values = with_yaku(evaluate(won, rules))
    base = base_points(pl.col("han").fill_null(0), pl.col("fu"), pl.col("yakuman"), rules)
    paid = pl.when(pl.col("points") > 0)
    nothing = pl.lit(None, pl.Int32)
    if situation.tsumo:
        shares = tsumo_shares(base, dealer=dealer, n_players=situation.n_players, rules=rules)
        honba = rules.honba_on_tsumo * situation.honba
        payers = {"from_discarder": nothing, "from_dealer": shares.dealer + honba, "from_child": shares.child + honba}
        received = shares.total + honba * (situation.n_players - 1)
    else:
        ron = ron_points(base, dealer=dealer, n_players=situation.n_players, rules=rules)
        received = ron + rules.honba_on_ron * situation.honba
        payers = {"from_discarder": received, "from_dealer": nothing, "from_child": nothing}
    return values.with_columns(paid.then(who).alias(name) for name, who in payers.items()).with_columns(
        received=paid.then(received)
    )


def progress(hand: WrittenHand, n_players: int, shown: Iterable[int] = ()) -> pl.DataFrame:
    """How far a hand without a winning tile is.

    Columns of :func:`mjlog.hands.shanten`; ``tiles``: the kinds it waits for or, not yet tenpai, that bring it nearer
    (null for fourteen tiles); ``left``: how many of them are neither in the hand nor shown.
    """
    frame = _tiles(hand).with_columns(n_players=pl.lit(n_players, pl.UInt8))
    far = shanten(frame)
    if hand.size == 14:
        return far.with_columns(tiles=pl.lit(None, pl.List(TILE)), left=pl.lit(None, pl.UInt8))
    if far["shanten"].item() == 0:
        kinds = waits(frame)[0].cast(pl.String).to_list()
    else:
        kinds = _improving(hand, n_players, far["shanten"].item())
    held = [code for meld in hand.melds for code in tile_codes(MELDS[meld].split()[1])] + [*hand.tiles, *shown]
    copies = np.bincount([KIND_OF[code] for code in held], minlength=len(KINDS))
    left = sum(4 - int(copies[KINDS.index(kind)]) for kind in kinds)
    return far.with_columns(tiles=pl.lit(pl.Series([kinds], dtype=pl.List(TILE))), left=pl.lit(left, pl.UInt8))


def _improving(hand: WrittenHand, n_players: int, far: int) -> list[str]:
    """Kinds whose draw brings the hand nearer to tenpai."""
    copies = np.bincount([KIND_OF[code] for code in hand.tiles], minlength=len(KINDS))
    drawn = [code for code in range(len(KINDS)) if copies[code] < 4 and not (n_players == 3 and 0 < code < 8)]
    hands = pl.concat(_tiles(WrittenHand((*hand.tiles, code), None, hand.melds)) for code in drawn)
    nearer = shanten(hands.with_columns(n_players=pl.lit(n_players, pl.UInt8)))["shanten"] < far
    return [KINDS[code] for code, yes in zip(drawn, nearer, strict=True) if yes]


def _tiles(hand: WrittenHand) -> pl.DataFrame:
    return pl.DataFrame({"tiles": _column(hand.tiles, TILE), "melds": _column(hand.melds, MELD)})


def _column(codes: Iterable[int], dtype: pl.Enum) -> pl.Series:
    values = np.array(list(codes), np.uint8)
    return list_column(values, np.array([len(values)]), dtype)


def _some_other(situation: Situation) -> int:
    return 1 if situation.seat == _WINDS[0] else 0
