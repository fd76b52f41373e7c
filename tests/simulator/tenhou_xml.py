"""Writes games as Tenhou's XML (mjlog), in the shape of each era, and spoils its neatness on request."""

import random
import re
from dataclasses import dataclass

from tests.simulator.model import Event, Game, Hand, Meld, Win
from tests.simulator.sitting import Sitting, sitting
from tests.simulator.value import KEYS

LIMIT_CODES = {None: 0, "mangan": 1, "haneman": 2, "baiman": 3, "sanbaiman": 4, "kazoe": 5, "yakuman": 5}
DRAW_TYPES = {
    "nagashi_mangan": "nm",
    "kyuushu_kyuuhai": "yao9",
    "suufon_renda": "kaze4",
    "suucha_riichi": "reach4",
    "suukaikan": "kan4",
    "sancha_hou": "ron3",
}


@dataclass(frozen=True)
class Interruption:
    """A player's connection lost before an event of a hand and, unless he stays away, back before a later one."""

    hand: int
    who: int
    at: int
    back: int | None = None


def percent(name: str) -> str:
    """A name as Tenhou writes it: every byte."""
    return "".join(f"%{byte:02X}" for byte in name.encode())


def meld_code(meld: Meld, who: int) -> int:
    """The 16 bits of a meld."""
    if meld.kind == "kita":
        return 32 | meld.tiles[0] << 8
    if meld.kind == "ankan":
        return min(meld.tiles) << 8
    offset = (meld.source - who) % 4
    if meld.kind == "daiminkan":
        return offset | meld.called << 8
    if meld.kind == "chi":
        tiles = sorted(meld.tiles)
        low = tiles[0] // 4
        pattern = (low // 9 * 7 + low % 9) * 3 + tiles.index(meld.called)
        return offset | 4 | (tiles[0] & 3) << 3 | (tiles[1] & 3) << 5 | (tiles[2] & 3) << 7 | pattern << 10
    kind = meld.tiles[0] // 4
    own = sorted(tile for tile in meld.tiles if tile != meld.added)
    unused = next(copy for copy in range(4) if kind * 4 + copy not in own)
    flag = 16 if meld.kind == "kakan" else 8
    return offset | flag | unused << 5 | (kind * 3 + own.index(meld.called)) << 9


def _numbers(values: list[int]) -> str:
    return ",".join(map(str, values))


def _hundreds(points: list[int] | tuple[int, ...]) -> str:
    """Scores in hundreds; three players leave a fourth zero."""
    return _numbers([p // 100 for p in points] + [0] * (4 - len(points)))


def _changes(before: list[int], delta: list[int]) -> str:
    pairs = [f"{b // 100},{d // 100}" for b, d in zip(before, delta, strict=True)]
    return ",".join(pairs + ["0,0"] * (4 - len(before)))


def _score(score: int, era: str) -> str:
    return str(score // 1000) if era == "2009" else f"{score / 1000:.1f}"


def _owari(game: Game, era: str) -> str:
    pairs = [f"{p // 100},{_score(s, era)}" for p, s in zip(game.points, game.scores, strict=True)]
    pairs += [f"0,{_score(0, era)}"] * (4 - game.n)
    return f' owari="{",".join(pairs)}"'


def _header(game: Game, at: Sitting) -> str:
    era = at.era
    out = ['<mjloggm ver="2.3">']
    if era != "2009" and game.wall_seed is not None:
        out.append(f'<SHUFFLE seed="{game.wall_seed}" ref=""/>')
    lobby = "" if era == "2009" else f' lobby="{at.lobby}"'
    out.append(f'<GO type="{at.type}"{lobby}/>')
    names = " ".join(f'n{i}="{percent(game.names[i]) if i < game.n else ""}"' for i in range(4))
    absent = 4 - game.n
    rates = [f"{r:.0f}" if era == "2009" else f"{r:.2f}" for r in at.rate] + [
        "1500" if era == "2009" else "1500.00"
    ] * absent
    out.append(
        f'<UN {names} dan="{_numbers(at.dan + [0] * absent)}" rate="{",".join(rates)}"'
        f' sx="{",".join(at.sex + ["C"] * absent)}"/>'
    )
    out.append('<TAIKYOKU oya="0"/>')
    return "".join(out)


def old_shuffle(game: Game, hand: Hand) -> str:
    """What an INIT of 2009 says of its shuffle."""
    rng = random.Random(f"shuffle/{game.seed}/{hand.wind}/{hand.kyoku}/{hand.honba}")
    return f"mt19937ar,{','.join(f'{rng.getrandbits(32):08X}' for _ in range(8))}"


def _init(game: Game, hand: Hand, era: str) -> str:
    index = hand.wind * 4 + hand.kyoku - 1
    seed = _numbers([index, hand.honba, hand.deposits, *hand.dice, hand.dora[0]])
    hands = " ".join(f'hai{i}="{_numbers(hand.dealt[i]) if i < game.n else ""}"' for i in range(4))
    shuffle = ""
    if era == "2009":
        shuffle = f' shuffle="{old_shuffle(game, hand)}"'
    return f'<INIT seed="{seed}" ten="{_hundreds(hand.start)}" oya="{hand.dealer}" {hands}{shuffle}/>'


def _event(event: Event, era: str) -> str:
    seat = event.seat
    if event.kind in {"draw", "discard"}:
        letters = "TUVW" if event.kind == "draw" else "DEFG"
        return f"<{letters[seat]}{event.tile}/>"
    if event.kind == "riichi":
        return f'<REACH who="{seat}" step="1"/>'
    if event.kind == "riichi_accepted":
        ten = "" if era == "2009" else f' ten="{_hundreds(event.shown)}"'
        return f'<REACH who="{seat}"{ten} step="2"/>'
    if event.kind == "dora":
        return f'<DORA hai="{event.tile}" />'
    if event.meld is not None:
        return f'<N who="{seat}" m="{meld_code(event.meld, seat)}" />'
    return ""


def _yaku(win: Win) -> str:
    """The yaku attribute in Tenhou's order: riichi first, then the way of winning, dora last."""
    order = {"riichi": -3, "double_riichi": -3, "ippatsu": -2, "menzen_tsumo": -1, "red_dora": 52.5}
    if win.value.yakuman:
        return f' yakuman="{_numbers([KEYS.index(key) for key, _ in win.value.yaku])}"'
    han: dict[str, int] = {}
    for word, value in win.value.yaku:
        key = "dora" if word == "kita" else word
        han[key] = han.get(key, 0) + value
    keys = sorted(han, key=lambda key: order.get(key, KEYS.index(key)))
    return f' yaku="{_numbers([n for key in keys for n in (KEYS.index(key), han[key])])}"'


def _agari(hand: Hand, place: int, before: list[int]) -> str:
    win = hand.wins[place]
    sticks = 0 if place else hand.deposits + len(hand.riichi_paid)
    out = [f'<AGARI ba="{hand.honba},{sticks}" hai="{_numbers(win.concealed)}"']
    if win.melds:
        out.append(f' m="{_numbers([meld_code(meld, win.winner) for meld in win.melds[::-1]])}"')
    fu = 0 if {"kokushi_musou", "kokushi_musou_13_wait"} & {key for key, _ in win.value.yaku} else win.value.fu
    out.append(f' machi="{win.tile}" ten="{fu},{win.value.points},{LIMIT_CODES[win.value.limit]}"{_yaku(win)}')
    out.append(f' doraHai="{_numbers(hand.dora)}"')
    if win.riichi and not win.value.yakuman:
        out.append(f' doraHaiUra="{_numbers(hand.ura)}"')
    loser = win.winner if win.loser is None else win.loser
    out.append(f' who="{win.winner}" fromWho="{loser}"')
    if win.pao is not None:
        out.append(f' paoWho="{win.pao}"')
    out.append(f' sc="{_changes(before, win.delta)}"')
    return "".join(out)


def _shown(hand: Hand) -> list[int]:
    """Seats whose hands a draw shows."""
    if hand.result == "kyuushu_kyuuhai":
        return [hand.offender]
    return [seat for seat, ready in enumerate(hand.tenpai) if ready]


def _ryuukyoku(hand: Hand, before: list[int]) -> str:
    kind = DRAW_TYPES.get(hand.result)
    out = ["<RYUUKYOKU" + (f' type="{kind}"' if kind else "")]
    out.append(f' ba="{hand.honba},{hand.deposits + len(hand.riichi_paid)}" sc="{_changes(before, hand.delta)}"')
    out += [f' hai{seat}="{_numbers(hand.concealed[seat])}"' for seat in _shown(hand)]
    return "".join(out)


def _results(hand: Hand) -> list[str]:
    """Result tags without their ends."""
    before = [p - 1000 * (seat in hand.riichi_paid) for seat, p in enumerate(hand.start)]
    if not hand.wins:
        return [_ryuukyoku(hand, before)]
    out = []
    for place, win in enumerate(hand.wins):
        out.append(_agari(hand, place, before))
        before = [b + d for b, d in zip(before, win.delta, strict=True)]
    return out


def write_xml(game: Game, interruptions: tuple[Interruption, ...] = ()) -> str:
    """The whole log, as Tenhou serves it."""
    at = sitting(game)
    out = [_header(game, at)]
    for index, hand in enumerate(game.hands):
        out.append(_init(game, hand, at.era))
        for number, event in enumerate(hand.events):
            out += [_connection(game, i, number) for i in interruptions if i.hand == index]
            out.append(_event(event, at.era))
        results = _results(hand)
        if index == len(game.hands) - 1 and game.points:
            results[-1] += _owari(game, at.era)
        out += [tag + " />" for tag in results]
    return "".join(out) + "</mjloggm>"


def _connection(game: Game, gone: Interruption, number: int) -> str:
    if number == gone.at:
        return f'<BYE who="{gone.who}" />'
    if number == gone.back:
        return f'<UN n{gone.who}="{percent(game.names[gone.who])}"/>'
    return ""


def shuffle_attributes(text: str, rng: random.Random) -> str:
    """The same document with the attributes of every tag in another order."""

    def again(match: re.Match[str]) -> str:
        pairs = re.findall(r'\s+[\w]+="[^"]*"', match.group(2))
        rng.shuffle(pairs)
        return f"<{match.group(1)}{''.join(pairs)}{match.group(3)}"

    return re.sub(r'<(\w+)((?:\s+\w+="[^"]*")+)(\s*/?>)', again, text)


def respace(text: str, *, space: bool) -> str:
    """Every empty tag closed as `` />`` or as ``/>``."""
    return re.sub(r"\s*/>", " />" if space else "/>", text)


def pretty(text: str, comment: str = "saved & kept <for> study") -> str:
    """A byte-order mark, a declaration, a comment and a tag a line, as editors leave it."""
    lines = re.sub(r"(<[A-Z/])", r"\n\1", text)
    return f'\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- {comment} -->\n{lines.strip()}\n'
