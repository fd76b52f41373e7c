"""A second reader of Tenhou XML, one tag at a time with lxml: what the columnar parser is compared with.

It knows nothing of columns and shares no code with the parser. It takes well-formed logs of whole games only.
"""

from urllib.parse import unquote

from lxml import etree

from mjlog.tiles import KINDS
from mjlog.vocabulary import YAKU

WINDS = "ESWN"
SEATS = range(4)
DRAWS = {
    None: "exhaustive_draw",
    "nm": "nagashi_mangan",
    "yao9": "kyuushu_kyuuhai",
    "kaze4": "suufon_renda",
    "reach4": "suucha_riichi",
    "ron3": "sancha_hou",
    "kan4": "suukaikan",
}
KYUU = [f"{rank}級" for rank in "９８７６５４３２１"]
DAN = ["新人", *KYUU, *(f"{rank}段" for rank in "初二三四五六七八九十"), "天鳳位"]
LIMITS = [None, "mangan", "haneman", "baiman", "sanbaiman", "yakuman"]
YAKU_NAMES = list(YAKU)


def walk(content: bytes) -> dict[str, list[dict[str, object]]]:
    """Rows of games, players, hands, wins and events of one log, without ``game_id`` and ``source``."""
    return _Walker(etree.fromstring(content)).tables


def numbers(text: str | None) -> list[int]:
    return [int(part) for part in text.split(",")] if text else []


class _Walker:
    def __init__(self, root: etree._Element) -> None:
        self.tables: dict[str, list[dict[str, object]]] = {
            name: [] for name in ("games", "players", "hands", "wins", "events")
        }
        self.gone: set[int] = set()
        self.final: str | None = None
        self.hand = -1
        self.names: dict[str, str] | None = None
        self.seed = None
        for tag in root:
            handler = getattr(self, f"on_{tag.tag.lower()}", None)
            if handler:
                handler(dict(tag.attrib))
            else:
                self.on_play(tag.tag[0], int(tag.tag[1:]))
        self.finish()

    def tile(self, number: int) -> str:
        if number in (16, 52, 88) and self.reds:
            return "0" + KINDS[number // 4][1]
        return KINDS[number // 4]

    def tiles(self, text: str | None) -> list[str]:
        return [self.tile(number) for number in numbers(text)]

    # Header

    def on_shuffle(self, a):
        self.seed = a["seed"] or None

    def on_go(self, a):
        self.type = int(a["type"])
        self.lobby = a.get("lobby")
        self.reds = not self.type & 2
        self.players = 3 if self.type & 16 else 4

    def on_un(self, a):
        if self.names is None:
            self.names = a

    def on_taikyoku(self, a):
        self.oya = int(a["oya"])

    def on_bye(self, a):
        self.gone.add(int(a["who"]))

    # Play

    def on_init(self, a):
        seed = numbers(a["seed"].replace(",,", ",-9,").replace(",,", ",-9,"))
        self.hand += 1
        self.seated = [seat < self.players for seat in SEATS]
        self.row: dict[str, object] = {
            "hand": self.hand,
            "round_wind": WINDS[seed[0] // 4],
            "kyoku": seed[0] % 4 + 1,
            "honba": seed[1],
            "deposits": seed[2],
            "dealer": int(a["oya"]),
            "dice": [seed[3] + 1, seed[4] + 1] if seed[3] >= 0 else None,
            "dora_indicators": [self.tile(seed[5])],
            "ura_indicators": None,
            "offender": None,
            "draws": 0,
            "wall": a.get("shuffle"),
        }
        start = numbers(a["ten"])
        for seat in SEATS:
            seated = self.seated[seat]
            self.row[f"start_{seat}"] = start[seat] * 100 if seated else None
            self.row[f"calls_{seat}"] = 0 if seated else None
            self.row[f"discards_{seat}"] = 0 if seated else None
            for name in ("riichi", "riichi_order", "riichi_paid", "tenpai", "nagashi", "end"):
                self.row[f"{name}_{seat}"] = None
        self.declared = 0
        self.wins = 0
        self.drawn: int | None = None
        self.log: list[dict[str, object]] = []
        for seat in range(self.players):
            self.event("deal", seat, consumed=self.tiles(a[f"hai{seat}"]))
        self.tables["hands"].append(self.row)

    def event(self, kind, seat, tile=None, *, tsumogiri=None, from_seat=None, consumed=None):
        self.tables["events"].append(
            {
                "hand": self.hand,
                "seq": len(self.log),
                "seat": seat,
                "kind": kind,
                "tile": tile,
                "tsumogiri": tsumogiri,
                "from_seat": from_seat,
                "consumed": consumed,
            }
        )
        self.log.append(self.tables["events"][-1])

    def on_play(self, letter, number):
        if letter in "TUVW":
            self.row["draws"] += 1
            self.drawn = number
            self.event("draw", "TUVW".index(letter), self.tile(number))
        else:
            seat = "DEFG".index(letter)
            self.row[f"discards_{seat}"] += 1
            self.event("discard", seat, self.tile(number), tsumogiri=number == self.drawn)

    def on_reach(self, a):
        seat = int(a["who"])
        if a["step"] == "1":
            self.declared += 1
            self.row[f"riichi_{seat}"] = self.row[f"discards_{seat}"] + 1
            self.row[f"riichi_order_{seat}"] = self.declared
            self.row[f"riichi_paid_{seat}"] = False
            self.event("riichi", seat)
        else:
            self.row[f"riichi_paid_{seat}"] = True

    def on_dora(self, a):
        tile = self.tile(int(a["hai"]))
        self.row["dora_indicators"].append(tile)
        self.event("dora", None, tile)

    def on_n(self, a):
        seat = int(a["who"])
        kind, tile, own, _, source = decode(int(a["m"]))
        called = kind in ("chi", "pon", "daiminkan")
        if called:
            self.row[f"calls_{seat}"] += 1
        shown = KINDS[tile // 4] if kind == "ankan" else self.tile(tile)
        self.event(
            kind,
            seat,
            shown,
            from_seat=(seat + source) % 4 if called else None,
            consumed=[self.tile(number) for number in own],
        )

    # Results

    def change(self, a):
        scores = numbers(a.get("sc"))
        if not scores:
            return [None] * 4
        for seat in range(self.players):
            self.row[f"end_{seat}"] = (scores[2 * seat] + scores[2 * seat + 1]) * 100
        return [scores[2 * seat + 1] * 100 if self.seated[seat] else None for seat in SEATS]

    def on_ryuukyoku(self, a):
        self.row["result"] = kind = DRAWS.get(a.get("type"), "unknown_draw")
        change = self.change(a)
        shown = [seat for seat in SEATS if f"hai{seat}" in a]
        for seat in range(self.players):
            if kind in ("exhaustive_draw", "nagashi_mangan"):
                self.row[f"tenpai_{seat}"] = seat in shown
            if kind == "nagashi_mangan":
                self.row[f"nagashi_{seat}"] = change[seat] > 0
        if kind == "kyuushu_kyuuhai" and len(shown) == 1:
            self.row["offender"] = shown[0]
        self.final = a.get("owari", self.final)

    def on_agari(self, a):
        winner, source = int(a["who"]), int(a["fromWho"])
        self.row["result"] = "tsumo" if winner == source else "ron"
        melds = [decode(code) for code in reversed(numbers(a.get("m")))]
        kita = sum(meld[0] == "kita" for meld in melds)
        fu, points, limit = numbers(a["ten"])
        yaku = numbers(a.get("yaku"))
        pairs = dict(zip(yaku[::2], yaku[1::2], strict=True))
        yakuman = numbers(a.get("yakuman"))
        indicated = pairs.get(52, 0)
        listed = []
        for key, worth in pairs.items():
            han = indicated - kita if key == 52 else worth
            if key not in (52, 53) or han:
                listed.append((YAKU_NAMES[key], han))
        if kita and yaku:
            listed.append(("kita", kita))
        listed += [(YAKU_NAMES[key], 13) for key in yakuman]
        row = {
            "hand": self.hand,
            "win": self.wins,
            "winner": winner,
            "loser": None if winner == source else source,
            "pao": int(a["paoWho"]) if "paoWho" in a else None,
            "han": None if yakuman else sum(pairs.values()),
            "fu": fu,
            "yakuman": len(yakuman),
            "points": points,
            "limit": "kazoe" if limit == 5 and not yakuman else LIMITS[limit],
            "yaku": [name for name, _ in listed],
            "yaku_han": [han for _, han in listed],
            "closed": all(meld[0] in ("ankan", "kita") for meld in melds),
            "tiles": self.tiles(a["hai"]),
            "winning_tile": self.tile(int(a["machi"])),
            "melds": [self.meld(*meld) for meld in melds],
            "dora": None if yakuman else indicated - kita,
            "red": None if yakuman else pairs.get(54, 0),
            "ura": pairs.get(53),
            "kita": kita,
        }
        row |= {f"recorded_{seat}": change for seat, change in enumerate(self.change(a))}
        if self.row["ura_indicators"] is None and "doraHaiUra" in a:
            self.row["ura_indicators"] = self.tiles(a["doraHaiUra"])
        self.wins += 1
        self.tables["wins"].append(row)
        self.final = a.get("owari", self.final)

    def meld(self, kind, _tile, _own, every, _source):
        texts = sorted(self.tile(number) for number in every)
        return f"{kind} {''.join(text[0] for text in texts)}{texts[0][1]}"

    def finish(self):
        final = self.final.split(",")
        table = self.type
        room = "三" if table & 16 else ""
        room += "技" if table & 0x800 else {0: "般", 0x20: "特", 0x80: "上", 0xA0: "鳳"}[table & 0xA0]
        room += "南" if table & 8 else "東"
        room += "" if table & 4 else "喰"
        room += "" if table & 2 else "赤"
        room += "速" if table & 0x40 else ""
        room += ("祝５" if table & 0x400 else "祝２") if table & 0x200 else ""
        self.tables["games"].append(
            {
                "n_players": self.players,
                "length": "one_hand" if table & 0x800 else "hanchan" if table & 8 else "east",
                "room": room,
                "red_fives": (self.players - 1) if self.reds else 0,
                "open_tanyao": not table & 4,
                "first_dealer": self.oya,
                "complete": True,
                "wall_seed": self.seed,
            }
        )
        for seat in range(self.players):
            self.tables["players"].append(
                {
                    "seat": seat,
                    "name": unquote(self.names[f"n{seat}"], errors="strict") or None,
                    "grade": (DAN[number] if (number := numbers(self.names["dan"])[seat]) < len(DAN) else None)
                    if "dan" in self.names
                    else None,
                    "rating": float(self.names["rate"].split(",")[seat]) if "rate" in self.names else None,
                    "disconnected": seat in self.gone,
                    "recorded_points": int(final[2 * seat]) * 100,
                    "recorded_score": round(float(final[2 * seat + 1]) * 1000),
                    "chips": int(final[8 + 2 * seat]) if len(final) > 8 else None,
                }
            )


def decode(m: int):
    """Kind, tile called or added, the caller's tiles, all tiles, and how far the source sits."""
    source = m & 3
    if m & 4:
        which, called = divmod(m >> 10, 3)
        low = which // 7 * 9 + which % 7
        every = [4 * (low + step) + (m >> (3 + 2 * step) & 3) for step in range(3)]
        return "chi", every[called], [number for number in every if number != every[called]], every, source
    if m & 24:
        kind, called = divmod(m >> 9, 3)
        unused = 4 * kind + (m >> 5 & 3)
        four = [4 * kind + step for step in range(4)]
        three = [number for number in four if number != unused]
        if m & 8:
            return "pon", three[called], [number for number in three if number != three[called]], three, source
        return "kakan", unused, [unused], four, source
    if m & 32:
        return "kita", m >> 8, [m >> 8], [m >> 8], source
    tile = m >> 8
    four = [tile // 4 * 4 + step for step in range(4)]
    if not source:
        return "ankan", four[3], four, four, source
    return "daiminkan", tile, [number for number in four if number != tile], four, source
