"""Rule sets from names, files and overrides.

A preset is a TOML file: ``title``, optionally ``base`` (the preset it starts from), and switches by name, either a bare
value or ``{ value = …, source = "…" }``. What a file does not name keeps the value of its base, in the end the default;
what no file on the way names has no source.
"""

import dataclasses
import tomllib
from decimal import Decimal
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from mjlog.rules.checking import require_sound
from mjlog.rules.declaring import RuleError, nearest
from mjlog.rules.switches import SWITCHES, RuleSet, switch_named

DEFAULT: Final = "default"
UNSTATED: Final = "unstated"
"""Stands in where a game's rules are not known; nobody's rule set, so it is not among :func:`names`."""


@dataclasses.dataclass(frozen=True)
class Preset:
    """A named rule set and where its values come from.

    Attributes:
        name: what ``--rules`` takes.
        title: one line for people.
        rules: the values.
        sources: source of each value that was found; a switch not in it was left to the default.
    """

    name: str
    title: str
    rules: RuleSet
    sources: dict[str, str]


def names() -> list[str]:
    """Names of the presets, the default first."""
    stems = {entry.name.removesuffix(".toml") for entry in _folder().iterdir() if entry.name.endswith(".toml")}
    return sorted((name for name in stems if not name.startswith(UNSTATED)), key=lambda name: (name != DEFAULT, name))


def preset(name: str) -> Preset:
    """A preset by name, or a rule set from the path of a TOML file.

    Raises:
        RuleError: there is no such preset or file, or the file has an unknown switch or value.
    """
    if name in names() or name.startswith(UNSTATED):
        return _named(name)
    return _by_name_or_file(name, Path(), ())


def _by_name_or_file(name: str, folder: Path, above: tuple[Path, ...]) -> Preset:
    """As :func:`preset`, files by a path from ``folder``; ``above`` are the files that start from this one."""
    if name in names() or name.startswith(UNSTATED):
        return _named(name)
    path = folder / name
    if path.suffix == ".toml" or path.is_file():
        return _from_file(path, above)
    raise RuleError(f"there is no rule set {name!r}{nearest(name, names())}; `mjlog rules list` shows them")


def load(name: str) -> RuleSet:
    """The rule set of a preset's name or of a TOML file's path; errors as :func:`preset`."""
    return preset(name).rules


def parse(text: str) -> dict[str, Any]:
    """Values by switch from ``key=value; key=value`` (lists by commas).

    Raises:
        RuleError: an item is not ``key=value``, or the key or its value does not exist.
    """
    values = {}
    for item in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, raw = item.partition("=")
        if not equals:
            raise RuleError(f"{item!r} is not of the form switch=value")
        switch = switch_named(name.strip())
        values[switch.name] = switch.read(raw.strip())
    return values


def override(rules: RuleSet, text: str) -> RuleSet:
    """The rule set with some switches changed; errors as :func:`parse`.

    Args:
        rules: what to start from.
        text: ``"uma=20,10,-10,-20; multi_ron=head_bump"``.
    """
    changed = {name: value for name, value in parse(text).items() if value != getattr(rules, name)}
    if not changed:
        return rules
    items = [f"{name}={SWITCHES[name].text(value)}" for name, value in changed.items()]
    return require_sound(dataclasses.replace(rules, **changed, label="; ".join([rules.label, *items])))


def of_game(rules: str | None, overrides: str | None = None, n_players: int = 4) -> RuleSet:
    """The rule set of a game from its columns ``rules`` and ``rule_overrides``; the default where it names none."""
    name = rules or for_players(DEFAULT, n_players)
    return override(load(name), overrides or "")


def for_players(name: str, n_players: int) -> str:
    """The name of a rule set that exists for four and for three players."""
    return name if n_players == 4 else f"{name}-3p"


def problems(path: Path) -> list[str]:
    """Everything that keeps a TOML file from being a rule set, each with its line, in words; none if it is one.

    Raises:
        OSError: the file cannot be read.
    """
    text = path.read_text("utf-8-sig")
    try:
        document = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        return [f"this is not TOML: {error}"]
    found = []
    for key, entry in document.items():
        try:
            _read_entry(key, entry)
        except RuleError as error:
            found.append(f"{_line(text, key)}{error}")
    if not found:
        try:
            _build(path.stem, text, (path.resolve(),))
        except RuleError as error:
            found.append(str(error))
    return found


def _line(text: str, key: str) -> str:
    """``line 7: `` of the line that sets a key, where one does plainly."""
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.partition("=")[0].strip() == key]
    return f"line {lines[0]}: " if lines else ""


def _read_entry(key: str, entry: Any) -> tuple[Any, str | None]:
    """Value and source of one line of a file."""
    if key in _ABOUT_FILE:
        return (str(entry), None)
    switch = switch_named(key)
    if not isinstance(entry, dict):
        return (switch.read(entry), None)
    if "value" not in entry:
        raise RuleError(f"{key} is a table without a value")
    return (switch.read(entry["value"]), entry.get("source"))


_ABOUT_FILE: Final = ("title", "base")


def _folder() -> Any:
    return files("mjlog.rules") / "presets"


@cache
def _named(name: str) -> Preset:
    return _build(name, (_folder() / f"{name}.toml").read_text("utf-8"), ())


def _from_file(path: Path, above: tuple[Path, ...]) -> Preset:
    files_on_the_way = (*above, path.resolve())
    if path.resolve() in above:
        raise RuleError(f"the rule sets start from each other: {', '.join(file.name for file in files_on_the_way)}")
    try:
        return _build(path.stem, path.read_text("utf-8-sig"), files_on_the_way)
    except (OSError, UnicodeDecodeError) as error:
        raise RuleError(f"{path} cannot be read: {error}") from error
    except RuleError as error:
        raise RuleError(f"{path}: {error}") from error


def _build(name: str, text: str, above: tuple[Path, ...]) -> Preset:
    """A preset from the text of a file, the last of ``above``, or of one that comes with mjlog where that is empty."""
    try:
        document = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise RuleError(f"this is not TOML: {error}") from error
    read = {key: _read_entry(key, entry) for key, entry in document.items()}
    about = {key: str(read.pop(key)[0]) for key in _ABOUT_FILE if key in read}
    title = about.get("title", name)
    folder = above[-1].parent if above else Path()
    start = _by_name_or_file(about["base"], folder, above) if "base" in about else Preset(DEFAULT, title, RuleSet(), {})
    values = {key: value for key, (value, _) in read.items()}
    sources = start.sources | {key: source or f"{name}.toml" for key, (_, source) in read.items()}
    return Preset(name, title, require_sound(dataclasses.replace(start.rules, **values, label=name)), sources)
