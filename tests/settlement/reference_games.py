"""Whole games by hand: a second reckoning in plain Python, written from the rule inventory alone.

It walks a game hand by hand with a state of its own, asks :mod:`tests.settlement.reference_hands` what each hand pays,
and scores the end with exact fractions. It shares no code with the columns. The numbers in brackets are those of the
inventory.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

from mjlog.rules import RuleSet
from tests.settlement.reference_hands import Table, _winners_paid, settle_hand

ROUNDS = {"one_hand": 1, "east": 1, "hanchan": 2, "full": 4}
ABORTS = ("kyuushu_kyuuhai", "suufon_renda", "suukaikan", "suucha_riichi", "sancha_hou")


@dataclass
class Played:
    """A hand as it was reckoned."""

    counters: tuple[str, int, int, int]
    delta: list[int]
    points: list[int]
    sticks: list[int | None]
    ends: bool
    following: tuple[str, int, int]
    status: str = "played"


@dataclass
class State:
    """Where a game stands before a hand."""

    points: list[int]
    round: int = 0
    kyoku: int = 1
    honba: int = 0
    sticks: list[int | None] = field(default_factory=list)
    timed_out: int = 0


@dataclass
class Game:
    """A game to reckon: its hands without counters, and the rules."""

    hands: list[dict]
    rules: RuleSet = field(repr=False)
    players: int
    length: str = "hanchan"
    complete: bool = True
    chips: list[int] = field(default_factory=list)
    bets: list[tuple[int, int, int, bool]] = field(default_factory=list)

    def counted(self, number: int, state: State) -> dict:
        """The hand with the counters of the state."""
        return {
            **self.hands[number],
            "round_wind": "ESWN"[state.round % 4],
            "kyoku": state.kyoku,
            "honba": state.honba,
            "deposits": len(state.sticks),
        }


def play(game: Game) -> list[Played]:
    """Every hand in order; what comes after the end of the game is reckoned on, but unplayed."""
    state = State([game.rules.start_points] * game.players)
    done: list[Played] = []
    for number in range(len(game.hands)):
        hand = game.counted(number, state)
        last = number + 1 == len(game.hands)
        done.append(_hand(game, hand, state, last=last))
        if any(earlier.ends for earlier in done[:-1]):
            done[-1].status = "unplayed"
    return done


def _hand(game: Game, hand: dict, state: State, *, last: bool) -> Played:
    rules = game.rules
    counters = (hand["round_wind"], hand["kyoku"], hand["honba"], hand["deposits"])
    delta, left = settle_hand(hand, rules, game.players)
    before = list(state.points)
    state.points = [points + change for points, change in zip(before, delta, strict=True)]
    state.sticks = _sticks_after(game, hand, state.sticks, left)
    outcome = _outcome(game, hand)
    stays = _stays(game, hand, outcome, state)
    late = _hands_after_last(game, state)
    honba = _honba_after(rules, outcome, state.honba, stays=stays)
    dealer = hand["kyoku"] - 1
    next_dealer = dealer if stays else (dealer + 1) % game.players
    state.timed_out += bool(hand.get("time_up")) or state.timed_out > 0
    ends = (
        _bust_by_stick(game, hand, before)
        or _bust(game, state.points, next_dealer, honba)
        or (rules.cold_score > 0 and max(state.points) >= rules.cold_score)
        or _out_of_time(rules, outcome, state)
        or _at_the_end(game, hand, outcome, state, late, stays=stays, last=last)
    )
    if not stays:
        state.round += state.kyoku == game.players
        state.kyoku = state.kyoku % game.players + 1
    state.honba = honba
    following = ("ESWN"[state.round % 4], state.kyoku, state.honba)
    return Played(counters, delta, list(state.points), list(state.sticks), ends, following)


def _sticks_after(game: Game, hand: dict, sticks: list, left: int) -> list:
    """Sticks on the table by owner; those laid before the first hand have none."""
    rules = game.rules
    riichi = [seat for seat in hand["riichi"] if seat != hand["ronned"] or rules.riichi_discard_ronned == "forfeited"]
    faults = [seat for seat in hand.get("penalties") or () for _ in range(rules.kuutaku_penalty)]
    on_table = [*sticks, *riichi, *faults]
    if left == len(on_table):
        return on_table
    if left == 0 and (hand["result"] != "chombo" or not sticks + faults):
        return []
    assert hand["result"] == "chombo", "sticks are taken whole, or come back after a chombo"
    return [*sticks, *faults]


def _outcome(game: Game, hand: dict) -> str:
    """What the hand counts as under the rules (18, 21, 25)."""
    if hand["result"] == "ron" and not _winners_paid(Table(hand, game.rules, game.players)):
        return "sancha_hou"
    if hand["result"] == "nagashi_mangan" and game.rules.nagashi == "off":
        return "exhaustive_draw"
    return hand["result"]


def _tenpai(game: Game, hand: dict, seat: int) -> bool:
    dead = game.rules.agari_houki == "noten" and hand.get("offender") == seat  # 52
    return seat in hand["tenpai"] and not dead


def _renchan(rules: RuleSet, state: State) -> str:  # 22
    return rules.renchan[min(state.round, len(rules.renchan) - 1)]


def _stays(game: Game, hand: dict, outcome: str, state: State) -> bool:  # noqa: PLR0911
    """Whether the dealer deals again."""
    rules, dealer = game.rules, hand["kyoku"] - 1
    if outcome in ("tsumo", "ron"):
        winners = [win["winner"] for win in _winners_paid(Table(hand, rules, game.players))]
        if _renchan(rules, state) == "none" or dealer not in winners:
            return False
        if len(winners) == 1 or rules.renchan_multi_ron == "any_dealer_win":  # 21
            return True
        return rules.renchan_multi_ron != "no" and winners[0] == dealer
    if outcome == "exhaustive_draw":
        return _stays_after_draw(game, hand, state)
    if outcome == "nagashi_mangan":  # 26c
        match rules.nagashi_renchan:
            case "dealer_tenpai":
                return _tenpai(game, hand, dealer)
            case "dealer_is_nagashi":
                return dealer in hand["nagashi"]
        return _stays_after_draw(game, hand, state)
    if outcome == "chombo":  # 51
        return rules.chombo_next != "next_hand"
    return outcome in rules.abort_renchan


def _stays_after_draw(game: Game, hand: dict, state: State) -> bool:
    if game.rules.last_hand_draw == "repeats" and _hands_after_last(game, state) == 0:  # 48
        return True
    kind = _renchan(game.rules, state)
    return kind == "noten" or (kind == "tenpai" and _tenpai(game, hand, hand["kyoku"] - 1))


def _honba_after(rules: RuleSet, outcome: str, honba: int, *, stays: bool) -> int:  # 22, 23, 26, 51
    after_win = honba + 1 if stays else 0
    after_draw = {"always": honba + 1, "if_renchan": after_win, "unchanged": honba}[rules.honba_after_draw]
    if outcome in ("tsumo", "ron"):
        return after_win
    if outcome == "nagashi_mangan":
        return after_win if rules.nagashi_as == "win" else after_draw
    if outcome in ABORTS:
        return honba + rules.abort_honba
    if outcome == "chombo" and rules.chombo_next == "redeal":
        return honba
    return after_draw


# --- the end of the game ----------------------------------------------------------------------------------------------


def _hands_after_last(game: Game, state: State) -> int:
    """How many hands this one stands behind the last regular hand; negative before it."""
    number = state.round * game.players + state.kyoku - 1
    return number if game.length == "one_hand" else number - (ROUNDS[game.length] * game.players - 1)


def _is_bust(rules: RuleSet, points: int) -> bool:  # 43
    limits = {"off": None, "lt0": -1, "le0": 0, "lt1000": 999, "le1000": 1000}
    return limits[rules.tobi] is not None and points <= limits[rules.tobi]


def _bust(game: Game, points: list[int], next_dealer: int, honba: int) -> bool:
    cannot_post = game.rules.dealer_cannot_post and points[next_dealer] < 100 * honba
    return cannot_post or any(_is_bust(game.rules, each) for each in points)


def _bust_by_stick(game: Game, hand: dict, before: list[int]) -> bool:  # 43a
    rules = game.rules
    forfeited = rules.riichi_discard_ronned == "forfeited"
    laid = [seat for seat in hand["riichi"] if seat != hand["ronned"] or forfeited]
    return rules.tobi_checked == "riichi" and any(_is_bust(rules, before[seat] - rules.riichi_bet) for seat in laid)


def _out_of_time(rules: RuleSet, outcome: str, state: State) -> bool:  # 49
    least = {"none": None, "end_after_hand": 1, "one_more_hand": 2}[rules.time_limit]
    counts = outcome != "chombo" or rules.chombo_ends_game
    return least is not None and state.timed_out >= least and counts


def _at_the_end(game: Game, hand: dict, outcome: str, state: State, late: int, *, stays: bool, last: bool) -> bool:
    rules = game.rules
    if game.length == "one_hand":
        return outcome != "chombo" or rules.chombo_ends_game
    if late < 0:
        return False
    if outcome == "chombo" and rules.chombo_ends_game:
        return True
    points = state.points
    reached = max(points) > rules.goal_points - (rules.goal_compare == "ge")  # 44
    if stays:
        at_once = rules.extension == "sudden_any" and late > 0 and reached  # 45
        return at_once or _dealer_stops(game, hand, outcome, points, last=last)
    if rules.extension == "none":
        return True
    even = rules.extension_if_even and len(set(points)) == 1  # 45b
    longest = rules.extension_max != "forever" and late >= rules.extension_max * game.players  # 45a
    over = (reached and not even) or longest
    return over and (rules.extension != "full" or hand["kyoku"] == game.players)


def _dealer_stops(game: Game, hand: dict, outcome: str, points: list[int], *, last: bool) -> bool:  # 46, 47
    rules, dealer = game.rules, hand["kyoku"] - 1
    as_win = outcome in ("tsumo", "ron")
    as_draw = outcome == "exhaustive_draw"
    if outcome == "nagashi_mangan":
        as_win, as_draw = rules.nagashi_as == "win", rules.nagashi_as == "draw"
    if as_win:
        switch = rules.agari_yame
        if outcome == "nagashi_mangan" and dealer not in hand["nagashi"]:
            return False
    elif as_draw and _tenpai(game, hand, dealer):
        switch = rules.tenpai_yame
    else:
        return False
    if switch == "off" or not _may_stop(rules, points, dealer):
        return False
    chosen = hand.get("dealer_ends")
    return switch == "auto" or (chosen if chosen is not None else last and game.complete)


def _may_stop(rules: RuleSet, points: list[int], dealer: int) -> bool:
    own = points[dealer]
    ahead = [seat for seat, each in enumerate(points) if each > own]
    level = [seat for seat, each in enumerate(points) if each == own and seat != dealer]
    if rules.yame_top == "seat":
        ahead += [seat for seat in level if seat < dealer]
    elif rules.yame_top == "sole":
        ahead += level
    top = not ahead or not rules.yame_needs_top
    goal = own > rules.goal_points - (rules.goal_compare == "ge") or not rules.yame_needs_goal
    return top and goal


# --- the final score --------------------------------------------------------------------------------------------------


@dataclass
class Standing:
    """A seat at the end."""

    rank: int
    points: int
    score: Fraction


def standings(game: Game, done: list[Played]) -> list[Standing]:
    """Final points, ranks and scores of the hands that were played."""
    rules, players = game.rules, game.players
    played = [each for each in done if each.status == "played"]
    end, seats = played[-1], range(players)
    last_hand = game.counted(len(played) - 1, _state_of(end))
    points = [Fraction(value) for value in end.points]
    faults = _chombo_counts(game, len(played))
    if rules.chombo == "before_ranking":  # 50
        points = [value - rules.chombo_points * count for value, count in zip(points, faults, strict=True)]
    lost = _hand_out_sticks(rules, points, end, last_hand["kyoku"] - 1)
    wins = _first_wins(game, played)
    order, ranks, groups = _ranking(rules.tie_rank, points, wins)
    score = list(points)
    if rules.negative_settlement != "counted":  # 11
        least = 0 if rules.negative_settlement == "zero" else rules.negative_settlement
        for seat in seats:
            if seat != order[0] and points[seat] < least:
                score[order[0]] -= least - points[seat]
                score[seat] = Fraction(least)
    oka, uma = _oka_and_uma(rules, points, wins, groups, players)
    exact = sum(score) - players * rules.return_points + sum(oka.values())
    for seat in seats:  # 2, 10
        if rules.round_before == "raw_score_first":
            score[seat] = _rounded(score[seat], rules.rounding) - rules.return_points + oka[seat]
        else:
            score[seat] = _rounded(score[seat] - rules.return_points + oka[seat], rules.rounding)
    if rules.first_absorbs:  # 10a
        score[order[0]] += exact - sum(score) + (lost if rules.first_absorbs_lost else 0)
    for seat in seats:
        score[seat] += uma[seat]
    for seat, change in enumerate(_sinking(rules, points, order)):
        score[seat] += change
    _penalties(rules, score, faults)
    for seat, change in enumerate(_side(game, played, last_hand, order, ranks, wins)):
        score[seat] += change
    return [Standing(ranks[seat], int(points[seat]), score[seat]) for seat in seats]


def _state_of(end: Played) -> State:
    wind, kyoku, honba, deposits = end.counters
    return State(end.points, "ESWN".index(wind), kyoku, honba, [None] * deposits)


def _chombo_counts(game: Game, number: int) -> list[int]:
    offenders = [hand["offender"] for hand in game.hands[:number] if hand["result"] == "chombo"]
    return [offenders.count(seat) for seat in range(game.players)]


def _first_wins(game: Game, played: list[Played]) -> list[float]:
    first = [float("inf")] * game.players
    for number, each in enumerate(played):
        hand = game.counted(number, _state_of(each))
        if hand["result"] in ("tsumo", "ron"):
            for win in _winners_paid(Table(hand, game.rules, game.players)):
                first[win["winner"]] = min(first[win["winner"]], number)
    return first


def _split(total: int, seats: list[int], unit: int, remainder: str) -> dict[int, int]:
    """Equal shares in whole units; what is left goes to the first seats, or is lost (9b)."""
    if len(seats) == 1:
        return {seats[0]: total}
    share = floor(Fraction(total, len(seats) * unit)) * unit
    shares = dict.fromkeys(seats, share)
    rest = total - share * len(seats)
    if remainder == "seat":
        for seat in seats:
            taken = min(unit, rest)
            shares[seat] += taken
            rest -= taken
    return shares


def _hand_out_sticks(rules: RuleSet, points: list[Fraction], end: Played, last_dealer: int) -> int:  # 17
    bet = rules.riichi_bet
    pot, top = bet * len(end.sticks), [seat for seat, each in enumerate(points) if each == max(points)]
    given: dict[int, int] = {}
    match rules.leftover_deposits:
        case "first":
            given = {top[0]: pot}
        case "first_split":
            given = _split(pot, top, 100, rules.leftover_remainder)
        case "last_dealer":
            given = {last_dealer: pot}
        case "return_to_declarers":
            given = {seat: bet * end.sticks.count(seat) for seat in range(len(points))}
    for seat, amount in given.items():
        points[seat] += amount
    return pot - sum(given.values())


def _ranking(tie: str, points: list[Fraction], wins: list[float]):
    """Seats from first to last, ranks, and groups of seats that share places (9)."""
    tiebreak = (lambda seat: (wins[seat], seat)) if tie == "first_win" else (lambda seat: (seat,))
    order = sorted(range(len(points)), key=lambda seat: (-points[seat], *tiebreak(seat)))
    groups: list[list[int]] = []
    for seat in order:
        if tie == "split" and groups and points[groups[-1][0]] == points[seat]:
            groups[-1].append(seat)
        else:
            groups.append([seat])
    ranks = {}
    for group in groups:
        for seat in group:
            ranks[seat] = len(ranks) + 1 if seat == group[0] else ranks[group[0]]
    return order, ranks, groups


def _shared(values: list[int], groups: list[list[int]], rules: RuleSet) -> dict[int, int]:
    """Values by place handed to the seats, those who share places sharing the sum."""
    unit, shares, place = {"exact": 1, "0.1": 100, "1": 1000}[rules.tie_unit], {}, 0
    for group in groups:
        total = sum(values[place : place + len(group)])
        shares |= _split(total, group, unit, rules.tie_remainder)
        place += len(group)
    return shares


def _oka_and_uma(rules: RuleSet, points, wins, groups, players: int):  # 3-6, 9a
    pot = {"auto": (rules.return_points - rules.start_points) * players, "none": 0}.get(rules.oka, rules.oka)
    oka = [0] * players
    if pot < 0 and rules.oka_negative == "spread":
        even = _split(pot, list(range(players)), 1, "seat")
        oka = [even[place] for place in range(players)]
    else:
        oka[-1 if pot < 0 and rules.oka_negative == "last" else 0] = pot
    uma = list(rules.uma)
    if rules.uma_by_float:
        line = {"start": rules.start_points, "return": rules.return_points}.get(rules.float_line, rules.float_line)
        above = sum(each > line or (each == line and rules.float_compare == "ge") for each in points)
        uma = {case.floaters: list(case.uma) for case in rules.uma_by_float}.get(above, uma)
    if rules.oka_tie in ("same_as_tie", rules.tie_rank):
        oka_shares = _shared(oka, groups, rules)
        both = _shared([one + other for one, other in zip(oka, uma, strict=True)], groups, rules)
        return oka_shares, {seat: both[seat] - oka_shares[seat] for seat in both}
    _, _, oka_groups = _ranking(rules.oka_tie, points, wins)
    return _shared(oka, oka_groups, rules), _shared(uma, groups, rules)


def _rounded(points: Fraction, mode: str) -> Fraction:  # 10
    exact = points / 1000
    low, high = floor(exact), ceil(exact)
    if mode == "none" or low == high:
        return points
    part = exact - low
    toward_zero, away = (low, high) if exact > 0 else (high, low)
    nearest = {
        "half_up": high, "half_down": low, "half_away": away, "half_toward_zero": toward_zero,
        "half_even": low if low % 2 == 0 else high,
    }  # fmt: skip
    if mode in nearest:
        value = nearest[mode] if part == Fraction(1, 2) else low if part < Fraction(1, 2) else high
    else:
        digit8 = high if part >= Fraction(8, 10) else low
        value = {"ceil": high, "floor": low, "away": away, "trunc": toward_zero, "digit8": digit8}[mode]
    return Fraction(value * 1000)


def _sinking(rules: RuleSet, points: list[Fraction], order: list[int]) -> list[Fraction]:  # 7
    change = [Fraction(0)] * len(points)
    if rules.sinking_uma == "off":
        return change
    line = rules.sinking_uma_line
    line = {"start": rules.start_points, "return": rules.return_points}.get(line, line)
    sunk = [
        seat for seat, each in enumerate(points) if each < line or (each == line and rules.sinking_uma_compare == "gt")
    ]
    if len(sunk) == len(points):
        sunk.remove(order[0])
    floating = [seat for seat in range(len(points)) if seat not in sunk]
    if not sunk:
        return change
    if rules.sinking_uma == "top":
        for seat in sunk:
            change[seat] -= rules.sinking_uma_amount
            change[order[0]] += rules.sinking_uma_amount
        return change
    pool = rules.sinking_uma_amount * (len(points) - 1)
    for seat, share in _split(pool, floating, 1, "seat").items():
        change[seat] += share
    for seat, share in _split(pool, sunk, 1, "seat").items():
        change[seat] -= share
    return change


def _penalties(rules: RuleSet, score: list[Fraction], faults: list[int]) -> None:  # 50, 56
    for seat in range(len(score)):
        if rules.chombo == "after_uma":
            score[seat] -= rules.chombo_points * faults[seat]
    for penalty in rules.umpire_penalties:
        score[penalty.seat] -= penalty.amount


def _side(game: Game, played, last_hand: dict, order, ranks, wins) -> list[Fraction]:  # noqa: PLR0917
    rules, players, end = game.rules, game.players, played[-1]
    change = [Fraction(0)] * players

    def pay(payer: int, payee: int | None, amount) -> None:
        change[payer] -= amount
        if payee is not None:
            change[payee] += amount

    bets = [(bet.first, bet.second, bet.amount, bet.bashin) for bet in rules.sashiuma] + game.bets
    for first, second, amount, per_place in bets:  # 8
        pairs = [(first, second)]
        if first == second:
            pairs = [(one, other) for one in range(players) for other in range(one + 1, players)]
        for one, other in pairs:
            behind = ranks[one] - ranks[other]
            if behind:
                lower, higher = (one, other) if behind > 0 else (other, one)
                pay(lower, higher, amount * (abs(behind) if per_place else 1))
    _prizes(game, last_hand, end, order, pay)
    _yakitori(game, played, last_hand, wins, pay)
    for seat, chips in enumerate(game.chips):  # 55
        change[seat] += rules.chips * chips
    return change


def _prizes(game: Game, last_hand: dict, end: Played, order, pay) -> None:  # 43b, 43c
    rules, seats = game.rules, range(game.players)
    for seat in seats:
        bust = end.points[seat] < 0 if rules.tobi == "off" else _is_bust(rules, end.points[seat])
        if rules.tobi_prize and bust:
            payees = {"top": [order[0]], "all": [other for other in seats if other != seat]}.get(rules.tobi_prize_to)
            if payees is None:
                buster = _buster(game, last_hand, seat)
                payees = [order[0] if buster is None else buster]
            for payee in payees:
                if payee != seat:
                    pay(seat, payee, rules.tobi_prize)
    if rules.cold_score and rules.cold_prize:
        for seat in seats:
            if end.points[seat] >= rules.cold_score:
                for other in seats:
                    if other != seat:
                        pay(other, seat, rules.cold_prize)


def _buster(game: Game, hand: dict, seat: int) -> int | None:
    """Who was paid by a seat in a hand; the nearest in turn of several."""
    table = _Watched(hand, game.rules, game.players, seat)
    paid = table.payees()
    return min(paid, key=lambda payee: (payee - seat) % game.players) if paid else None


class _Watched:
    """Who a seat pays in a hand, found by leaving one winner after the other out."""

    def __init__(self, hand: dict, rules: RuleSet, players: int, seat: int) -> None:
        self.hand, self.rules, self.players, self.seat = hand, rules, players, seat

    def payees(self) -> set[int]:
        paid: set[int] = set()
        original = Table.pay

        def watched(table: Table, payer: int, payee: int, points) -> None:
            if payer == self.seat and points > 0:
                paid.add(payee)
            original(table, payer, payee, points)

        Table.pay = watched
        try:
            if self.hand["result"] != "chombo":
                settle_hand(self.hand, self.rules, self.players)
        finally:
            Table.pay = original
        return paid


def _yakitori(game: Game, played, last_hand: dict, wins, pay) -> None:  # 54
    rules, seats = game.rules, range(game.players)
    never = [seat for seat in seats if wins[seat] == float("inf")]
    if rules.yakitori == "off" or len(never) == game.players:
        return
    borne = []  # 54a: (who pays, in whose place)
    if rules.yakitori_last_ron != "off" and last_hand["result"] == "ron":
        for win in _winners_paid(Table(last_hand, rules, game.players)):
            if wins[win["winner"]] == len(played) - 1:
                borne += [(win["loser"], win["winner"])]
    third = rules.yakitori_last_ron == "to_third_parties"
    amount = rules.yakitori_amount
    dues = [(seat, None) for seat in never] + borne
    if rules.yakitori in ("flat", "pool"):
        for payer, _ in dues:
            pay(payer, None, amount)
        if rules.yakitori == "pool":
            spared = {winner for _, winner in borne} if third else set()
            sharers = [seat for seat in seats if seat not in never and seat not in spared]
            unit = {"exact": 1, "0.1": 100, "1": 1000}[rules.tie_unit]
            if sharers:
                for seat, share in _split(amount * len(dues), sharers, unit, "seat").items():
                    pay(seat, None, -share)
        return
    for payer, winner in dues:
        for payee in seats:
            if payee == payer or (rules.yakitori == "to_non_yakitori" and payee in never):
                continue
            if third and payee == winner:
                continue
            pay(payer, payee, amount)
