"""What the head of a record says about the rules, as a rule set and its overrides.

A ranked table plays the platform's ordinary rules and says nothing more. A friend room made in the simple dialog says
starting points, goal, red fives and little else; fields it lacks or has as zero are at their ordinary values. Only the
long form, which tournaments have, means its zeros: it is told by a stick's value, the settlement's origin or the uma
being set (MAJSOUL_MJAI 2, 13.8-13.12). In points nothing but the origin (``jingsuanyuandian``) is subtracted at the
end; ``fandian`` is only the goal.
"""

from typing import Any, Final, NamedTuple

from mjlog.vocabulary import Length

_RANKED, _FRIEND, _TOURNAMENT = 2, 1, 4

_NOT_RIICHI: Final = {
    "muyu_mode": "Dragon's Eye (龙之目玉)",
    "xuezhandaodi": "Battle of Asura (修罗之战)",
    "huansanzhang": "exchange of three tiles (换三张)",
    "chuanma": "Sichuan rules (川麻)",
    "reveal_discard": "hidden discards (暗夜之战)",
    "field_spell_mode": "field spells (幻境传说)",
    "zhanxing": "astrology (占星之战)",
    "tianming_mode": "fate (天命之战)",
    "yongchang_mode": "chanting (咏唱之战)",
    "hunzhiyiji_mode": "one strike (魂之一击)",
    "wanxiangxiuluo_mode": "Asura of all things (万象修罗)",
    "beishuizhizhan_mode": "riichi siege (背水之战)",
    "amusement_switches": "amusement switches",
}
"""Modes under which a hand has several results, tiles change or points are multiplied, by the rule's field."""

_EVENT_ROOMS: Final = {
    40: "Battle of Asura (修罗之战)",
    41: "Sichuan rules (川麻)",
    51: "Battle of Asura (修罗之战)",
    52: "Riichi Siege",
    53: "Upside Down",
}
_ROOMS: Final = {
    mode_id: room
    for room, mode_ids in {
        "銅の間": (1, 2, 3, 17, 18),
        "銀の間": (4, 5, 6, 19, 20),
        "金の間": (7, 8, 9, 21, 22),
        "玉の間": (10, 11, 12, 23, 24),
        "王座の間": (15, 16, 25, 26),
        "乱闘の間": (13, 14),
        "段位無関係": (29, 30, 31, 32),
    }.items()
    for mode_id in mode_ids
}
_LENGTHS: Final = {0: Length.ONE_HAND, 1: Length.EAST, 2: Length.HANCHAN, 4: Length.ONE_HAND}
_MOST_MODES: Final = 10
"""Game modes above it are for three players."""


class Terms(NamedTuple):
    """What is known of a table's rules.

    Attributes:
        rules: the preset; null where they are not known.
        overrides: switches that differ, as ``key=value`` joined by ``; ``.
        length: rounds.
        room: level or kind of the table.
        lobby: room or contest number.
        red_fives: in the wall.
        open_tanyao: whether tanyao may be open.
        refused: name of a mode that is not riichi mahjong.
        unknown: name of a room whose rules are not known.
    """

    rules: str | None = None
    overrides: str | None = None
    length: Length | None = None
    room: str | None = None
    lobby: str | None = None
    red_fives: int | None = None
    open_tanyao: bool | None = None
    refused: str | None = None
    unknown: str | None = None


def n_players(config: Any) -> int | None:
    """3 or 4 as the game mode says; null without one."""
    mode = config.mode.mode
    return None if not mode else 3 if mode > _MOST_MODES else 4


def terms(config: Any, players: int) -> Terms:
    """The terms a record was played under.

    Args:
        config: ``head.config``.
        players: 3 or 4.
    """
    rule, meta = config.mode.detail_rule, config.meta
    refused = next((name for field, name in _NOT_RIICHI.items() if getattr(rule, field)), None)
    refused = refused or _EVENT_ROOMS.get(meta.mode_id)
    common = Terms(length=_LENGTHS.get(config.mode.mode % _MOST_MODES) if config.mode.mode else None, refused=refused)
    preset = "majsoul" if players == 4 else "majsoul-3p"
    if config.category == _RANKED or (not config.category and meta.mode_id):
        room = _ROOMS.get(meta.mode_id)
        if room is None:
            return common._replace(unknown=f"{meta.mode_id}", room=f"{meta.mode_id}")
        return common._replace(rules=preset, room=room, red_fives=3 if players == 4 else 2, open_tanyao=True)
    if config.category in {_FRIEND, _TOURNAMENT}:
        tournament = config.category == _TOURNAMENT
        lobby = meta.contest_uid if tournament else meta.room_id
        given = bool(rule.init_point and rule.fandian)
        return common._replace(
            rules=preset,
            overrides="; ".join(f"{key}={value}" for key, value in _overrides(rule, players).items()) or None,
            room="大会戦" if tournament else "友人戦",
            lobby=str(lobby) if lobby else None,
            red_fives=rule.dora_count if given and rule.dora_count in {0, 2, 3, 4} else None,
            open_tanyao=bool(rule.shiduan) if given else None,
        )
    return common


def _overrides(rule: Any, players: int) -> dict[str, str]:
    """Switches that the detail rule sets; every one where it is of the long form."""
    switches: dict[str, str] = {}
    if rule.init_point:
        switches |= {"start_points": str(rule.init_point), "return_points": str(rule.init_point)}
    if rule.fandian:
        switches["goal_points"] = str(rule.fandian)
    if rule.fanfu > 1:
        switches["min_han"] = str(rule.fanfu)
    uma = (rule.shunweima_2, rule.shunweima_3, rule.shunweima_4)[: players - 1]
    if rule.liqibang_value or rule.jingsuanyuandian or any(uma):
        switches |= _final_score(rule, uma) | _payments(rule, players) | _course(rule) | _hand_value(rule)
    return switches


def _final_score(rule: Any, uma: tuple[int, ...]) -> dict[str, str]:
    """First place gets what the others lose: minus their uma, and the difference of origin and start as oka."""
    switches = {"uma": ",".join(map(str, (-sum(uma), *uma)))}
    if rule.jingsuanyuandian:
        switches |= {"return_points": str(rule.jingsuanyuandian), "oka": "auto", "oka_negative": "first"}
    return switches


def _payments(rule: Any, players: int) -> dict[str, str]:
    several = "head_bump" if rule.have_toutiao else "double" if rule.have_sanjiahele else "all"
    pao = ["daisangen", "daisuushii", *(["suukantsu"] if rule.enable_baopai_extend_settings else [])]
    switches = {"multi_ron": several, "pao_yaku": ",".join(pao)}
    if rule.liqibang_value:
        noten = (rule.noting_fafu_1, rule.noting_fafu_2, rule.noting_fafu_3)[: players - 1]
        switches["riichi_bet"] = str(rule.liqibang_value)
        switches["honba_value"] = str(rule.changbang_value)
        switches["noten_penalty"] = ",".join(map(str, noten))
    if players == 3:
        switches["tsumo_payment"] = "loss" if rule.have_zimosun else "half"
    return switches


def _course(rule: Any) -> dict[str, str]:
    renchan = "tenpai" if rule.have_tingpailianzhuang else "agari" if rule.have_helelianzhuang else "none"
    switches = {
        "renchan": renchan,
        "nagashi": "mangan" if rule.have_liujumanguan else "off",
        "kyuushu": "nine_kinds" if rule.have_jiuzhongjiupai else "off",
        "suufon_renda": _yes(rule.have_sifenglianda),
        "suukaikan": "after_discard" if rule.have_sigangsanle else "off",
        "suucha_riichi": _yes(rule.have_sijializhi),
        "tobi": "lt0" if rule.can_jifei else "off",
        "cold_score": str(rule.tianbian_value),
        "agari_yame": "auto" if rule.have_helezhongju else "off",
        "tenpai_yame": "auto" if rule.have_tingpaizhongju else "off",
    }
    return switches | ({} if rule.have_nanruxiru else {"extension": "none"})


def _hand_value(rule: Any) -> dict[str, str]:
    """Switches of the hand's value; most stand only where they are not at their ordinary value."""
    single = rule.disable_multi_yukaman or rule.disable_composite_yakuman
    unusual = (
        (rule.ming_dora_immediately_open, "kan_dora", "immediate"),
        (not rule.have_gang_biao_dora, "kan_dora", "off"),
        (single, "yakuman_stack", "single"),
        (rule.disable_multi_yukaman or rule.disable_double_yakuman, "double_yakuman_list", ""),
        (rule.disable_leijiyiman, "kazoe", "sanbaiman"),
        (rule.disable_double_wind_four_fu, "double_wind_fu", "2"),
        (rule.disable_angang_guoshi, "kokushi_ankan", "false"),
        (rule.enable_renhe, "renhou", "five_han"),
        (rule.enable_shiti, "kuikae", "allowed"),
        (rule.enable_nontsumo_liqi, "riichi_min_wall", "0"),
    )
    return {
        "kiriage_mangan": _yes(rule.have_qieshangmanguan),
        "ippatsu": _yes(rule.have_yifa),
        "ura_dora": _yes(rule.have_li_dora),
        "kan_ura_dora": _yes(rule.have_gang_li_dora),
        **{key: value for applies, key, value in unusual if applies},
    }


def _yes(flag: object) -> str:
    return "true" if flag else "false"


_TIERS: Final = {1: "初心", 2: "雀士", 3: "雀傑", 4: "雀豪", 5: "雀聖", 6: "魂天", 7: "魂天Lv"}


def grade(level_id: int) -> str | None:
    """Level of a player from its number: 10401 is ``雀豪★1``; null for a number that is none."""
    tier, star = level_id // 100 % 100, level_id % 100
    name = _TIERS.get(tier)
    if name is None or level_id // 10000 not in {1, 2}:
        return None
    return name if tier == 6 else f"{name}{star}" if tier == 7 else f"{name}★{star}"
