"""Names of yaku as logs of all kinds write them."""

import pytest

from mjlog.vocabulary import YAKU
from parsers.shared.yaku_names import _NAMES, ROUND_WIND, SEAT_WIND, _plain, wind_key, yaku_key


@pytest.mark.parametrize("key", YAKU)
def test_every_yaku_is_known_by_its_names(key):
    assert {yaku_key(name) for name in (key, YAKU[key].ja, YAKU[key].en)} == {key}


def test_no_name_means_two_yaku():
    owners = {}
    for key, info in YAKU.items():
        for name in (key, info.ja, info.en, *_NAMES.get(key, ())):
            owners.setdefault(_plain(name), set()).add(key)
    for key, names in _NAMES.items():
        for name in names:
            owners.setdefault(_plain(name), set()).add(key)
    assert {name: keys for name, keys in owners.items() if len(keys) > 1} == {}
    assert set(_NAMES) - set(YAKU) == {SEAT_WIND, ROUND_WIND}


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("門前清自摸和", "menzen_tsumo"),
        ("役牌 白", "haku"),
        ("役牌:發", "hatsu"),
        ("断么九", "tanyao"),
        ("両立直", "double_riichi"),
        ("国士無双１３面", "kokushi_musou_13_wait"),
        ("Fully Concealed Hand", "menzen_tsumo"),
        ("Prevalent Wind", ROUND_WIND),
        ("役牌:自風牌", SEAT_WIND),
        ("場風 南", "round_wind_south"),
        ("White Dragon", "haku"),
        ("Pure Double Sequence", "iipeikou"),
        ("Menzenchin Tsumohou", "menzen_tsumo"),
        ("Chiitoitsu", "chiitoitsu"),
        ("sanshoku doujun", "sanshoku_doujun"),
        ("Sanshoku-Doujun", "sanshoku_doujun"),
        ("抜きドラ", "kita"),
        ("Kita", "kita"),
        ("裏ドラ", "ura_dora"),
        ("Red Five", "red_dora"),
    ],
)
def test_names_of_tenhou_mahjong_soul_and_books(name, key):
    assert yaku_key(name) == key


@pytest.mark.parametrize("name", ["", "立", "立直 平和", "fanpai", "8連荘"])
def test_other_names_are_not_known(name):
    assert yaku_key(name) is None


def test_a_wind_completes_its_yaku():
    assert [wind_key(SEAT_WIND, wind) for wind in range(4)] == [key for key in YAKU if key.startswith(f"{SEAT_WIND}_")]
    assert wind_key(ROUND_WIND, 1) == "round_wind_south"
