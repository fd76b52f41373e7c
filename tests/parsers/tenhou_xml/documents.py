"""Small logs written by hand, tag by tag, and what the parser makes of them."""

import polars as pl

from mjlog.parsing import DOCUMENTS, Recorded
from parsers.tenhou_xml import PARSER

GO = '<GO type="169" lobby="0"/>'
GO_3P = '<GO type="185" lobby="0"/>'
UN = '<UN n0="%41" n1="%E3%81%82" n2="%43" n3="%44" dan="16,17,18,20" rate="2100.00,2200.50,1500.00,2300.25"/>'
UN_3P = '<UN n0="%41" n1="%42" n2="%43" n3="" dan="16,17,18,0" rate="2100.00,2200.00,2000.00,1500.00" sx="M,F,M,C"/>'
TAIKYOKU = '<TAIKYOKU oya="0"/>'
ROOT, END = '<mjloggm ver="2.3">', "</mjloggm>"
OWARI = 'owari="350,25.0,250,5.0,250,-15.0,150,-15.0"'
LOG_ID = "2023050121gm-00a9-0000-0123abcd"


def deal(players: int = 4) -> str:
    """Attributes of thirteen tiles a seat; the tiles of a seat are every fourth of the wall."""
    wall = [tile for tile in range(136) if players == 4 or not 4 <= tile < 32]
    hands = [",".join(str(tile) for tile in wall[seat : 13 * players : players]) for seat in range(players)]
    return " ".join(f'hai{seat}="{hands[seat] if seat < players else ""}"' for seat in range(4))


def init(
    seed: str = "0,0,0,2,4,130", ten: str = "250,250,250,250", oya: int = 0, players: int = 4, more: str = ""
) -> str:
    return f'<INIT seed="{seed}" ten="{ten}" oya="{oya}" {deal(players)}{more}/>'


def agari(
    who: int = 0,
    source: int = 1,
    *,
    sc: str = "250,10,250,-10,250,0,250,0",
    ten: str = "30,1000,0",
    yaku: str = 'yaku="8,1"',
    hai: str = "0,5,8,12,16,20,24,28,32,36,40,44,48,49",
    machi: int = 49,
    more: str = "",
) -> str:
    return (
        f'<AGARI ba="0,0" hai="{hai}" machi="{machi}" ten="{ten}" {yaku} doraHai="130" who="{who}" fromWho="{source}" '
        f'sc="{sc}" {more}/>'
    )


def draw(kind: str = "", *, sc: str = "250,0,250,0,250,0,250,0", more: str = "") -> str:
    return f'<RYUUKYOKU {f"""type="{kind}" """ if kind else ""}ba="0,0" sc="{sc}" {more}/>'


def log(*tags: str, go: str = GO, un: str = UN) -> bytes:
    """A log with a usual header around the tags of its hands."""
    return "".join([ROOT, go, un, TAIKYOKU, *tags, END]).encode()


def log_3p(*tags: str) -> bytes:
    return log(*tags, go=GO_3P, un=UN_3P)


def hand(result: str, *play: str, **about: object) -> str:
    """A hand: its start, some play, its result."""
    return "".join([init(**about), *(play or ("<T60/>", "<D60/>")), result])


def parse(*contents: bytes, names: list[str] | None = None, events: bool = True) -> Recorded:
    names = names or [f"log-{number}.xml" for number in range(len(contents))]
    rows = {"source": names, "member": [None] * len(names), "content": list(contents)}
    return PARSER.parse(pl.DataFrame(rows, schema=DOCUMENTS), events)


def same(one: Recorded, other: Recorded) -> bool:
    """Whether two batches recorded the same games, up to their ids and sources."""
    tables = ("games", "players", "hands", "wins", "events")
    frames = [
        [getattr(recorded, name).drop("game_id", "source", strict=False) for name in tables]
        for recorded in (one, other)
    ]
    return all(first.equals(second) for first, second in zip(*frames, strict=True))


def codes(recorded: Recorded) -> list[str]:
    return recorded.errors["code"].to_list()
