"""One hand settled by hand: a second settlement in plain Python, written from the rule inventory alone.

It knows accounts and moves points between them one at a time, with exact fractions, and shares no code with the
columns. Slow and obvious is the point; the numbers in brackets are those of the inventory.
"""

from fractions import Fraction
from math import ceil

from mjlog.rules import RuleSet

WINS = ("tsumo", "ron")
DOUBLE_ANYWAY = ("daichisei",)


def up_to_hundred(points) -> int:
    return ceil(Fraction(points) / 100) * 100


class Table:
    """Points of the seats, and the sticks on the table: for each the seat that laid it for riichi in this hand.

    Sticks carried over and sticks of faults belong to nobody any more; a fault's does not come back (20, 53).
    """

    def __init__(self, hand: dict, rules: RuleSet, players: int) -> None:
        self.hand, self.rules, self.players = hand, rules, players
        self.points = [0] * players
        self.sticks: list[int | None] = [None] * hand["deposits"]
        self.dealer = hand["kyoku"] - 1
        self.honba = hand["honba"]

    def pay(self, payer: int, payee: int, points) -> None:
        assert Fraction(points).denominator == 1, "points are whole"
        self.points[payer] -= int(points)
        self.points[payee] += int(points)

    def lay(self, seat: int, owner: int | None) -> None:
        self.points[seat] -= self.rules.riichi_bet
        self.sticks.append(owner)

    def others(self, seat: int) -> list[int]:
        return [other for other in range(self.players) if other != seat]

    def in_turn(self, seats, origin: int) -> list[int]:
        """Seats in turn order, beginning after ``origin``."""
        return sorted(seats, key=lambda seat: (seat - origin - 1) % self.players)


def settle_hand(hand: dict, rules: RuleSet, players: int) -> tuple[list[int], int]:
    """Change of every seat's points, sticks laid included, and the sticks left on the table."""
    table = Table(hand, rules, players)
    for seat in hand["riichi"]:
        if seat != hand["ronned"] or rules.riichi_discard_ronned == "forfeited":  # 15
            table.lay(seat, seat)
    for seat in hand.get("penalties") or ():  # 53
        for _ in range(rules.kuutaku_penalty):
            table.lay(seat, None)
    match hand["result"]:
        case "tsumo" | "ron":
            _won(table)
        case "exhaustive_draw":
            _drawn(table)
        case "nagashi_mangan":
            _drawn(table) if rules.nagashi == "off" else _nagashi(table)  # 25
        case "chombo":
            _chombo(table)
    return table.points, len(table.sticks)


# --- wins ---------------------------------------------------------------------------------------------------------


def _won(table: Table) -> None:
    wins = _winners_paid(table)
    for place, win in enumerate(wins):
        has_honba = win.get("loser") is None or place == 0 or table.rules.multi_ron_honba == "each"  # 19
        _pay_win(table, win, table.honba if has_honba else 0)
    if wins and table.rules.deposit_on_win == "winner":  # 16
        _collect(table, [win["winner"] for win in wins])


def _winners_paid(table: Table) -> list[dict]:
    rules, wins = table.rules, table.hand["wins"]
    if table.hand["result"] == "tsumo":
        return wins
    by_seat = {win["winner"]: win for win in wins}
    order = table.in_turn(by_seat, wins[0]["loser"])
    match rules.multi_ron:  # 18
        case "head_bump":
            order = order[:1]
        case "double":
            order = order if len(order) < 3 else []
        case "double_then_head":
            order = order if len(order) < 3 else order[:1]
    if rules.renchan_multi_ron == "head_only_else_abort" and table.dealer in order[1:]:  # 21
        order = []
    return [by_seat[seat] for seat in order]


def _collect(table: Table, takers: list[int]) -> None:  # 20
    bet, pot = table.rules.riichi_bet, table.sticks
    table.sticks = []
    match table.rules.multi_ron_deposits:
        case "nearest":
            table.points[takers[0]] += bet * len(pot)
        case "own_back_then_nearest":
            for owner in pot:
                table.points[owner if owner in takers else takers[0]] += bet
        case "split":
            hundreds, rest = divmod(bet * len(pot), 100)
            for number in range(hundreds):
                table.points[takers[number % len(takers)]] += 100
            table.points[takers[hundreds % len(takers)]] += rest


def _base(win: dict, rules: RuleSet, units: int) -> Fraction:  # 1L, 38, 39
    if units:
        return Fraction(8000 * units)
    han, fu = win["han"], win["fu"]
    if han >= 13:
        return Fraction({"yakuman": 8000, "sanbaiman": 6000, "unlimited": 8000 * (han // 13)}[rules.kazoe])
    for least, base in ((11, 6000), (8, 4000), (6, 3000), (5, 2000)):
        if han >= least:
            return Fraction(base)
    if rules.kiriage_mangan and (han, fu) in ((4, 30), (3, 60)):
        return Fraction(2000)
    return min(Fraction(fu * 2 ** (2 + han)), Fraction(2000))


def _units(names, rules: RuleSet) -> int:  # 41
    return sum(2 if name in rules.double_yakuman_list or name in DOUBLE_ANYWAY else 1 for name in names)


def _capped(units: int, rules: RuleSet) -> int:  # 40
    if rules.yakuman_stack == "stack":
        return units
    return min(units, 1 if rules.yakuman_stack == "single" else rules.yakuman_stack)


def _ron_value(table: Table, winner: int, base: Fraction) -> int:
    dealer = winner == table.dealer
    if table.players == 3 and table.rules.tsumo_payment == "ron_loss":  # 57
        return sum(_tsumo_shares(table, winner, base).values())
    return up_to_hundred(base * (6 if dealer else 4))


def _tsumo_shares(table: Table, winner: int, base: Fraction) -> dict[int, int]:
    double = {seat: table.dealer in (winner, seat) for seat in table.others(winner)}
    shares = {seat: up_to_hundred(base * (2 if twice else 1)) for seat, twice in double.items()}
    if table.players == 4:
        return shares
    return _with_missing_share(table, winner, base, shares)


def _with_missing_share(table: Table, winner: int, base: Fraction, shares: dict[int, int]) -> dict[int, int]:  # 57
    """Three players: what the absent child would have paid, and who pays it now."""
    rule, dealer_won = table.rules.tsumo_payment, winner == table.dealer
    missing = up_to_hundred(base * (2 if dealer_won else 1))
    whole = base * (6 if dealer_won else 4)
    if rule == "equalize":
        return dict.fromkeys(shares, up_to_hundred(whole / 2))
    if dealer_won and rule in ("oya_pays", "ko_pays", "proportional"):
        rule = "half"  # both payers are children and alike
    return {seat: share + _more(rule, missing, pays_double=seat == table.dealer) for seat, share in shares.items()}


def _more(rule: str, missing: int, *, pays_double: bool) -> int:
    """What a payer adds for the absent child."""
    return {
        "half": up_to_hundred(Fraction(missing, 2)),
        "full": missing,
        "add_1000": 1000,
        "oya_pays": missing if pays_double else 0,
        "ko_pays": 0 if pays_double else missing,
        "proportional": up_to_hundred(Fraction(missing * (2 if pays_double else 1), 3)),
    }.get(rule, 0)


def _pay_win(table: Table, win: dict, honba: int) -> None:
    rules, names = table.rules, win.get("yaku") or []
    units = _capped(_units(names, rules) if names else win.get("yakuman", 0), rules)
    base = _base(win, rules, units)
    fed = _fed(table, win, names, units, base)
    if win.get("loser") is None:
        _pay_tsumo(table, win, base, fed, honba)
    else:
        _pay_ron(table, win, base, fed, honba)


def _fed(table: Table, win: dict, names, units: int, base: Fraction) -> Fraction:  # 33, 36, 37b
    """Base points somebody else is liable for, 0 for none."""
    rules, pao = table.rules, win.get("pao")
    if pao is None or pao == win["winner"]:
        return Fraction(0)
    if not units:
        return base if rules.daiminkan_pao and win.get("loser") is None else Fraction(0)
    named = win.get("pao_yaku")
    covered = [name for name in names if name in rules.pao_yaku and (named is None or name in named)]
    if names and not covered:
        return Fraction(0)
    if not names:
        return base if rules.pao_yaku else Fraction(0)
    return base if rules.pao_scope == "whole" else Fraction(8000 * _capped(_units(covered, rules), rules))


def _honba_each(table: Table) -> int:  # 12
    rules = table.rules
    if not rules.honba_enabled:
        return 0
    return rules.honba_value // (table.players - 1) if rules.honba_tsumo_each == "share" else rules.honba_tsumo_each


def _pay_tsumo(table: Table, win: dict, base: Fraction, fed: Fraction, honba: int) -> None:  # 34, 36
    winner, pao, rest = win["winner"], win.get("pao"), base - fed
    if fed:
        table.pay(pao, winner, sum(_tsumo_shares(table, winner, fed).values()))
    if rest:
        for seat, share in _tsumo_shares(table, winner, rest).items():
            table.pay(seat, winner, share)
    by_pao = fed and (not rest or table.rules.pao_tsumo_honba == "pao")
    for seat in table.others(winner):
        table.pay(pao if by_pao else seat, winner, honba * _honba_each(table))


def _pay_ron(table: Table, win: dict, base: Fraction, fed: Fraction, honba: int) -> None:  # 34, 35
    rules, winner, loser, pao = table.rules, win["winner"], win["loser"], win.get("pao")
    each = rules.honba_value if rules.honba_ron == "honba_value" else rules.honba_ron
    counters = honba * each if rules.honba_enabled else 0
    if not fed or pao == loser:
        table.pay(loser, winner, _ron_value(table, winner, base) + counters)
        return
    half = Fraction(_ron_value(table, winner, fed), 2)
    table.pay(pao, winner, half)
    table.pay(loser, winner, half)
    if base > fed:
        table.pay(loser, winner, _ron_value(table, winner, base - fed))
    of_pao = {"pao": counters, "discarder": 0, "split": counters // 200 * 100}[rules.pao_honba]
    table.pay(pao, winner, of_pao)
    table.pay(loser, winner, counters - of_pao)


# --- draws and faults -------------------------------------------------------------------------------------------------


def _drawn(table: Table) -> None:  # 24, 52
    rules, hand = table.rules, table.hand
    tenpai = set(hand["tenpai"])
    if rules.agari_houki == "noten":
        tenpai.discard(hand.get("offender"))
    noten = [seat for seat in range(table.players) if seat not in tenpai]
    if not tenpai or not noten:
        return
    penalty = rules.noten_penalty
    owed = Fraction(penalty, len(noten)) if isinstance(penalty, int) else Fraction(penalty[len(tenpai) - 1])
    for payer in noten:
        for payee in tenpai:
            table.pay(payer, payee, owed / len(tenpai))


def _nagashi(table: Table) -> None:  # 25-27
    rules = table.rules
    made = table.in_turn(table.hand["nagashi"], table.dealer - 1)
    if rules.nagashi_multi == "nearest_dealer":
        made = made[:1]
    base = Fraction(2000 if rules.nagashi == "mangan" else 8000)
    for seat in made:
        for payer, share in _tsumo_shares(table, seat, base).items():
            table.pay(payer, seat, share)
            if rules.nagashi_honba:
                table.pay(payer, seat, table.honba * _honba_each(table))
    if rules.nagashi_takes_deposits and made:
        if rules.multi_ron_deposits == "split":
            _collect(table, made)
        else:
            table.points[made[0]] += rules.riichi_bet * len(table.sticks)
            table.sticks = []


def _chombo(table: Table) -> None:  # 17a, 50
    rules, offender = table.rules, table.hand["offender"]
    if rules.chombo == "mangan":
        for seat, share in _tsumo_shares(table, offender, Fraction(2000)).items():
            table.pay(offender, seat, share)
    if rules.leftover_return_policy == "hand":
        for owner in table.sticks:
            if owner is not None:
                table.points[owner] += rules.riichi_bet
        table.sticks = [owner for owner in table.sticks if owner is None]
