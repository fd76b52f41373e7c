"""The words of the game, on one page.

Every value that a column can take, a rule can name or a check can print is a member here, so that one spelling holds
from the parser to the report. Members are plain strings: a frame's ``Enum`` columns are declared from these classes,
in this order.
"""

from enum import StrEnum, unique
from typing import Final, NamedTuple, Self


@unique
class Wind(StrEnum):
    """Round and seat winds (風)."""

    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    NORTH = "N"


@unique
class Length(StrEnum):
    """How many rounds a game is meant to last (一局戦, 東風戦, 半荘戦, 一荘戦)."""

    ONE_HAND = "one_hand"
    EAST = "east"
    HANCHAN = "hanchan"
    FULL = "full"


@unique
class Result(StrEnum):
    """How a hand ends. Several wins of one hand are one ``ron`` with several rows of wins."""

    TSUMO = "tsumo"
    RON = "ron"
    EXHAUSTIVE_DRAW = "exhaustive_draw"
    NAGASHI_MANGAN = "nagashi_mangan"
    KYUUSHU_KYUUHAI = "kyuushu_kyuuhai"
    SUUFON_RENDA = "suufon_renda"
    SUUKAIKAN = "suukaikan"
    SUUCHA_RIICHI = "suucha_riichi"
    SANCHA_HOU = "sancha_hou"
    CHOMBO = "chombo"
    UNKNOWN_DRAW = "unknown_draw"


ABORTIVE_DRAWS: Final = (
    Result.KYUUSHU_KYUUHAI,
    Result.SUUFON_RENDA,
    Result.SUUKAIKAN,
    Result.SUUCHA_RIICHI,
    Result.SANCHA_HOU,
)
"""Draws in mid-hand (途中流局): no noten payments."""


@unique
class Limit(StrEnum):
    """Names of a hand's value from five han up (満貫 …); ``kazoe`` is a counted yakuman, ``yakuman`` a real one."""

    MANGAN = "mangan"
    HANEMAN = "haneman"
    BAIMAN = "baiman"
    SANBAIMAN = "sanbaiman"
    KAZOE = "kazoe"
    YAKUMAN = "yakuman"


@unique
class MeldKind(StrEnum):
    """Kinds of meld; ``kakan`` is a pon with its fourth tile added, ``kita`` a north set aside."""

    CHI = "chi"
    PON = "pon"
    DAIMINKAN = "daiminkan"
    KAKAN = "kakan"
    ANKAN = "ankan"
    KITA = "kita"


@unique
class EventKind(StrEnum):
    """Things that happen in a hand. ``riichi`` stands before the discard it is declared on."""

    DEAL = "deal"
    DRAW = "draw"
    DISCARD = "discard"
    RIICHI = "riichi"
    CHI = "chi"
    PON = "pon"
    DAIMINKAN = "daiminkan"
    KAKAN = "kakan"
    ANKAN = "ankan"
    KITA = "kita"
    DORA = "dora"


@unique
class Reason(StrEnum):
    """Why points change hands. The ones after ``leftover`` belong to the final score."""

    RIICHI = "riichi"
    PENALTY = "penalty"
    TSUMO = "tsumo"
    RON = "ron"
    PAO = "pao"
    HONBA = "honba"
    DEPOSIT = "deposit"
    NOTEN = "noten"
    NAGASHI = "nagashi"
    CHOMBO = "chombo"
    DEPOSIT_RETURN = "deposit_return"
    LEFTOVER = "leftover"
    RETURN = "return"
    FLOOR = "floor"
    ROUNDING = "rounding"
    OKA = "oka"
    UMA = "uma"
    FLOAT_UMA = "float_uma"
    SINKING_UMA = "sinking_uma"
    SIDE_BET = "side_bet"
    TOBI_PRIZE = "tobi_prize"
    COLD_PRIZE = "cold_prize"
    YAKITORI = "yakitori"
    CHIPS = "chips"
    CHOMBO_AFTER_UMA = "chombo_after_uma"


@unique
class Severity(StrEnum):
    """How much a finding weighs: an ``error`` makes a recorded number wrong, a ``warning`` only its account."""

    ERROR = "error"
    WARNING = "warning"


@unique
class ErrorCode(StrEnum):
    """What can be wrong with an input or a hand: the same kind of fault has the same name in every format.

    Parsers of other packages may use words of their own.
    """

    meaning: str

    def __new__(cls, code: str, meaning: str) -> Self:
        """A word with the sentence that tells what it means."""
        member = str.__new__(cls, code)
        member._value_, member.meaning = code, meaning
        return member

    # The input
    UNREADABLE = "unreadable", "The input cannot be opened or read."
    NO_LOGS = "no-logs", "The folder, archive or database holds no log."
    ENCRYPTED = "encrypted", "The member of the archive is encrypted."
    TOO_LARGE = "too-large", "The document unpacks to more than any log has."
    NESTED_TOO_DEEP = "nested-too-deep", "An archive in an archive in an archive is not opened."
    TRAILING_BYTES = "trailing-bytes", "Bytes after the end of the compressed data were ignored."
    CORRUPT_STREAM = "corrupt-stream", "The compressed data is damaged; what precedes the damage is read."
    TRUNCATED_STREAM = "truncated-stream", "The compressed data ends too early; what there is of it is read."
    CORRUPT_ARCHIVE = "corrupt-archive", "The archive, or a member of it, is damaged or ends too early."
    CORRUPT_DATABASE = "corrupt-database", "The SQLite database cannot be opened or read."
    BAD_CONDITION = "bad-condition", "The condition on the rows of a database is no SQL, or does not fit its columns."
    CHANGED = "changed", "The input changed while it was read."

    # The document
    EMPTY = "empty", "The document holds nothing."
    EMPTY_JSON = "empty-json", "The document is an empty answer: there is no such log."
    HTML_PAGE = "html-page", "The document is a web page."
    BINARY = "binary", "Binary data of no known format."
    UNKNOWN_XML = "unknown-xml", "XML of no known format."
    UNKNOWN_JSON = "unknown-json", "JSON of no known format."
    NOT_A_LOG = "not-a-log", "The document is something else than a log."
    WRONG_FORMAT = "wrong-format", "The document is not of the format it was taken for."
    LIVE_CAPTURE = "live-capture", "What one player's client saw of a game, not the game's record."
    TEXT_DUMP = "text-dump", "A record printed as text that cannot be read back."
    NOT_RIICHI = "not-riichi", "A game of rules that are not riichi mahjong."
    NO_HANDS = "no-hands", "The document is of its format and holds no hand."
    NO_GAME = "no-game", "The document was read and no game was found in it."
    CUT = "cut", "The log ends before the game does, or a part of it is missing; its whole hands are kept."
    BAD_JSON = "bad-json", "The JSON cannot be decoded."
    NOT_UTF8 = "not-utf8", "Bytes are no UTF-8 text; nothing else is lost."
    MALFORMED_XML = "malformed-xml", "What stands there is no XML; it costs its hand."
    TEXT_OUTSIDE = "text-outside", "Text outside of the log was passed over."
    DOUBLED_ATTRIBUTE = "doubled-attribute", "An attribute stands twice with the same value; it counts once."
    DOUBLED_ATTRIBUTE_DIFFERS = "doubled-attribute-differs", "An attribute stands twice with different values."
    NO_ROOT = "no-root", "Tags of a log stand outside of its root; they are read."
    UNKNOWN_TAG = "unknown-tag", "A tag that the format does not have."
    MISSING_VALUE = "missing-value", "A tag without the attributes that it should have."
    OUT_OF_PLACE = "out-of-place", "A tag that cannot stand where it does."
    AFTER_THE_END = "after-the-end", "The log goes on after its final scores."
    EMPTY_LIST = "empty-list", "The list of results has no line."
    INDEX_OF_LISTS = "index-of-lists", "A list of Tenhou's lists, not one of results."
    BAD_LINE = "bad-line", "A line of a list of results cannot be read."
    BAD_SHEET = "bad-sheet", "A score sheet, or a hand of it, breaks the rules of its format."

    # The game and its hands
    BAD_VALUE = "bad-value", "A value that cannot be; it is left out."
    BAD_EVENT = "bad-event", "A record or event outside of any hand cannot be read."
    BAD_HAND = "bad-hand", "What the log says of the hand cannot be; the hand is set aside."
    BAD_PLAY = "bad-play", "The hand's tiles contradict each other; its result is kept, without tiles and events."
    NO_START = "no-start", "A hand goes on whose beginning is missing; it is set aside."
    NO_RESULT = "no-result", "A hand without its result; it is set aside."
    REPEATED_HAND = "repeated-hand", "The same hand is written twice in a row; it counts once."
    HIDDEN_TILES = "hidden-tiles", "A player's view: tiles of the other seats are not shown."
    NO_DORA_EVENT = "no-dora-event", "A kan's indicator is not in the log; the indicators are not known."
    STICK_COUNTED_TWICE = "stick-counted-twice", "A draw's payments take the riichi sticks again; counted once."
    UNKNOWN_DRAW = "unknown-draw", "Nothing tells what kind of draw the hand ended in."
    UNKNOWN_YAKU = "unknown-yaku", "A yaku of no known name; it is kept as written."
    UNKNOWN_RULES = "unknown-rules", "Rules of the table that are not understood."

    # The tables
    PARSER_FAILED = "parser-failed", "The parser failed at the document: a fault of the parser."
    BROKEN_ROW = "broken-row", "A row breaks a rule of its table; its hand or game is set aside."
    STRAY_ROW = "stray-row", "A row belongs to no game or hand; it is left out."
    DUPLICATE_GAME = "duplicate-game", "The game stands in another input, which is kept: no failure."
    SAME_ID = "same-id", "Another game, or other hands of it, has the same id and is kept; this one is left out."
    NOT_SETTLED = "not-settled", "The rules chosen do not fit the game; its record is kept."
    UNFIT_RULES = "unfit-rules", "The rule set that the log implies does not fit the game."


class YakuInfo(NamedTuple):
    """What a rule book prints of a yaku: han open is 0 where the hand must be closed; a yakuman counts its units."""

    ja: str
    en: str
    closed: int
    open: int
    yakuman: bool = False
    local: bool = False


_Y: Final = YakuInfo
YAKU: Final[dict[str, YakuInfo]] = {
    "menzen_tsumo": _Y("門前清自摸和", "fully concealed tsumo", 1, 0),
    "riichi": _Y("立直", "riichi", 1, 0),
    "ippatsu": _Y("一発", "ippatsu", 1, 0),
    "chankan": _Y("槍槓", "robbing a kan", 1, 1),
    "rinshan_kaihou": _Y("嶺上開花", "after a kan", 1, 1),
    "haitei": _Y("海底摸月", "last tile tsumo", 1, 1),
    "houtei": _Y("河底撈魚", "last tile ron", 1, 1),
    "pinfu": _Y("平和", "pinfu", 1, 0),
    "tanyao": _Y("断幺九", "all simples", 1, 1),
    "iipeikou": _Y("一盃口", "pure double sequence", 1, 0),
    "seat_wind_east": _Y("自風 東", "seat wind east", 1, 1),
    "seat_wind_south": _Y("自風 南", "seat wind south", 1, 1),
    "seat_wind_west": _Y("自風 西", "seat wind west", 1, 1),
    "seat_wind_north": _Y("自風 北", "seat wind north", 1, 1),
    "round_wind_east": _Y("場風 東", "round wind east", 1, 1),
    "round_wind_south": _Y("場風 南", "round wind south", 1, 1),
    "round_wind_west": _Y("場風 西", "round wind west", 1, 1),
    "round_wind_north": _Y("場風 北", "round wind north", 1, 1),
    "haku": _Y("役牌 白", "white dragon", 1, 1),
    "hatsu": _Y("役牌 發", "green dragon", 1, 1),
    "chun": _Y("役牌 中", "red dragon", 1, 1),
    "double_riichi": _Y("両立直", "double riichi", 2, 0),
    "chiitoitsu": _Y("七対子", "seven pairs", 2, 0),
    "chanta": _Y("混全帯幺九", "half outside hand", 2, 1),
    "ittsuu": _Y("一気通貫", "pure straight", 2, 1),
    "sanshoku_doujun": _Y("三色同順", "mixed triple sequence", 2, 1),
    "sanshoku_doukou": _Y("三色同刻", "triple triplets", 2, 2),
    "sankantsu": _Y("三槓子", "three kans", 2, 2),
    "toitoi": _Y("対々和", "all triplets", 2, 2),
    "sanankou": _Y("三暗刻", "three concealed triplets", 2, 2),
    "shousangen": _Y("小三元", "little three dragons", 2, 2),
    "honroutou": _Y("混老頭", "all terminals and honors", 2, 2),
    "ryanpeikou": _Y("二盃口", "twice pure double sequence", 3, 0),
    "junchan": _Y("純全帯幺九", "fully outside hand", 3, 2),
    "honitsu": _Y("混一色", "half flush", 3, 2),
    "chinitsu": _Y("清一色", "full flush", 6, 5),
    "renhou": _Y("人和", "hand of man", 5, 0),
    "tenhou": _Y("天和", "hand of heaven", 1, 0, yakuman=True),
    "chiihou": _Y("地和", "hand of earth", 1, 0, yakuman=True),
    "daisangen": _Y("大三元", "big three dragons", 1, 1, yakuman=True),
    "suuankou": _Y("四暗刻", "four concealed triplets", 1, 0, yakuman=True),
    "suuankou_tanki": _Y("四暗刻単騎", "four concealed triplets, pair wait", 1, 0, yakuman=True),
    "tsuuiisou": _Y("字一色", "all honors", 1, 1, yakuman=True),
    "ryuuiisou": _Y("緑一色", "all green", 1, 1, yakuman=True),
    "chinroutou": _Y("清老頭", "all terminals", 1, 1, yakuman=True),
    "chuuren_poutou": _Y("九蓮宝燈", "nine gates", 1, 0, yakuman=True),
    "junsei_chuuren_poutou": _Y("純正九蓮宝燈", "pure nine gates", 1, 0, yakuman=True),
    "kokushi_musou": _Y("国士無双", "thirteen orphans", 1, 0, yakuman=True),
    "kokushi_musou_13_wait": _Y("国士無双十三面", "thirteen orphans, thirteen waits", 1, 0, yakuman=True),
    "daisuushii": _Y("大四喜", "big four winds", 1, 1, yakuman=True),
    "shousuushii": _Y("小四喜", "little four winds", 1, 1, yakuman=True),
    "suukantsu": _Y("四槓子", "four kans", 1, 1, yakuman=True),
    "dora": _Y("ドラ", "dora", 1, 1),
    "ura_dora": _Y("裏ドラ", "ura dora", 1, 1),
    "red_dora": _Y("赤ドラ", "red five", 1, 1),
    "kita": _Y("北ドラ", "north dora", 1, 1),
    "tsubame_gaeshi": _Y("燕返し", "swallow reversal", 1, 1, local=True),
    "kanburi": _Y("槓振り", "kan discard", 1, 1, local=True),
    "shiiaru_raotai": _Y("十二落抬", "twelve tiles down", 1, 1, local=True),
    "uumensai": _Y("五門斉", "all five types", 2, 2, local=True),
    "sanrenkou": _Y("三連刻", "three consecutive triplets", 2, 2, local=True),
    "isshoku_sanjun": _Y("一色三順", "three identical sequences", 3, 2, local=True),
    "iipin_mouyue": _Y("一筒摸月", "last tile one of pin", 5, 5, local=True),
    "chuupin_raoyui": _Y("九筒撈魚", "last discard nine of pin", 5, 5, local=True),
    "daisharin": _Y("大車輪", "big wheels", 1, 0, yakuman=True, local=True),
    "daichikurin": _Y("大竹林", "bamboo forest", 1, 0, yakuman=True, local=True),
    "daisuurin": _Y("大数隣", "numerous neighbors", 1, 0, yakuman=True, local=True),
    "ishi_no_ue_ni_mo_sannen": _Y("石の上にも三年", "three years on a stone", 1, 0, yakuman=True, local=True),
    "daichisei": _Y("大七星", "big seven stars", 2, 0, yakuman=True, local=True),
}
"""Every yaku and dora by key, in the order a result screen lists them; the order is the code in frames."""

DORA_KEYS: Final = ("dora", "ura_dora", "red_dora", "kita")
"""Entries of :data:`YAKU` that add han but make no win."""
