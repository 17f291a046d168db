"""A person's own house file, in the form of the shipped ones: what is wrong with it, by line."""

import re
import tomllib
from collections.abc import Mapping
from datetime import date, datetime
from difflib import get_close_matches
from typing import Any, get_args

import msgspec
from msgspec import Meta

from ..findings import Finding, Unreadable, Where
from .houses import House
from .model import Rules, allowed_values, switches

Place = tuple[str, ...]
"""The names that lead to a value, from the outermost."""

MAX_FILE = 2**20
_TEXTS = ("title", "source", "about")
_PARTS = (*_TEXTS, "since", "until", "stated", "choices")
_KEY = r"""(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)"""
_KEYS = re.compile(rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*=")
_TABLE = re.compile(rf"\s*\[\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*\]\s*(?:#.*)?\Z")
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)\Z")


def read_house(text: str, path: str, name: str) -> House:
    """The house that a file describes; ``Unreadable`` with the first thing that is wrong."""
    house, findings = check_house(text, path, name)
    if house is None:
        first = findings[0]
        raise Unreadable.of(first)
    return house


def check_house(text: str, path: str, name: str) -> tuple[House | None, list[Finding]]:
    """The house, and all that is wrong with its file; no house where anything is. ``Unreadable``: not TOML."""
    check = _Check(_parse(text, Where(path=path)), _lines_of(text), Where(path=path))
    check.run()
    findings = sorted(check.findings, key=lambda finding: finding.where.line or 0)
    if findings:
        return None, findings
    return msgspec.convert({**check.tree, "name": name}, House), []


def _parse(text: str, where: Where) -> dict[str, Any]:
    if len(text) > MAX_FILE:
        raise Unreadable("F106", f"larger than {MAX_FILE // 2**20} MiB, which no house file is", where)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        message = f"not TOML: {_PLACE.sub('', str(error))[:1].lower()}{_PLACE.sub('', str(error))[1:]}"
        raise Unreadable("F170", message, where.at(line=line)) from None
    except RecursionError:
        raise Unreadable("F106", "nested too deep", where) from None
    except ValueError:
        raise Unreadable("F170", "not TOML: a number or a date that cannot be", where) from None


class _Check:
    def __init__(self, tree: dict[str, Any], lines: Mapping[Place, int], where: Where) -> None:
        self.tree = tree
        self.lines = lines
        self.where = where
        self.findings: list[Finding] = []
        self.known = {key: value for key, value, _ in switches(Rules())}

    def add(
        self, code: str, message: str, place: Place, expected: str | None = None, found: str | None = None
    ) -> None:
        at = place
        while at and at not in self.lines:
            at = at[:-1]
        where = self.where.at(line=self.lines.get(at, 1))
        self.findings.append(Finding(code, message, where, expected, found))

    def run(self) -> None:
        for key in self.tree:
            if key not in _PARTS:
                self.add(
                    "F171", f"a house file has no {_short(key)!r}{_near(key, _PARTS)}", (key,), ", ".join(_PARTS)
                )
        for key in _TEXTS:
            value = self.tree.get(key)
            if not isinstance(value, str) or not value.strip():
                problem = f"{key} is missing" if value is None else f"{key} is no text"
                problem = f"{key} says nothing" if isinstance(value, str) else problem
                self.add("F171", problem, (key,), "a line of text in quotes")
        self.dates()
        stated = self.tree.get("stated")
        if not isinstance(stated, dict):
            problem = "stated is missing: what the source says" if stated is None else "stated is not a table"
            self.add("F171", problem, ("stated",), "[stated] and a switch a line below it")
            return
        sound = self.stated(stated)
        choices = self.tree.get("choices", {})
        if not isinstance(choices, dict):
            self.add("F171", "choices is not a table", ("choices",), "[choices] and a switch a line below it")
        elif sound:
            for key, values in choices.items():
                self.choice(stated, key, values)

    def dates(self) -> None:
        days = {}
        for key in ("since", "until"):
            value: Any = self.tree.get(key)
            if isinstance(value, date) and not isinstance(value, datetime):
                value = self.tree[key] = value.isoformat()
            if value is None:
                continue
            try:
                days[key] = date.fromisoformat(value)
                if value != days[key].isoformat():
                    raise ValueError
            except (TypeError, ValueError):
                self.add("F175", f"{key} is not a day", (key,), "a day such as 2020-04-29", _shown(value))
        if len(days) == 2 and days["since"] > days["until"]:
            self.add("F175", f"since {days['since']} is after until {days['until']}", ("until",))

    def stated(self, stated: dict[str, Any]) -> bool:
        before = len(self.findings)
        for key, value in stated.items():
            inner = [known.partition(".")[2] for known in self.known if known.startswith(f"{key}.")]
            if inner and isinstance(value, dict):
                for name, each in value.items():
                    self.value(f"{key}.{name}", each, ("stated", key, name))
            elif inner:
                self.add("F173", f"{key} is a table", ("stated", key), f"[stated.{key}] with {', '.join(inner)}")
            else:
                self.value(key, value, ("stated", key), "stated")
        if len(self.findings) > before:
            return False
        try:
            msgspec.convert(stated, Rules)
        except msgspec.ValidationError as error:
            message = str(error).split(" - at ")[0]
            named = [
                key for key in self.known if ("stated", *key.split(".")) in self.lines and _names(message, key)
            ]
            self.add(
                "F121", f"the rules make no game: {message}", ("stated", *(named[0].split(".") if named else ()))
            )
            return False
        return True

    def value(self, key: str, value: Any, place: Place, table: str = "") -> bool:
        """Whether ``key`` is a switch that may have this value; what is wrong is told."""
        if key not in self.known or (table and "." in key):
            outer = key.partition(".")[0]
            hint = f"; write it below [{table}.{outer}]" if key in self.known else _near(key, self.known)
            self.add("F172", f"there is no switch {_short(key)!r}{hint}", place)
            return False
        kind = _kind(key)
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError:
            self.add("F173", f"{key} cannot be {_shown(value)}", place, _allowed(key, kind))
            return False
        return True

    def choice(self, stated: dict[str, Any], key: str, values: Any) -> None:
        place = ("choices", key)
        if isinstance(values, dict) and any(known.startswith(f"{key}.") for known in self.known):
            name = next(iter(values), "make")
            self.add("F174", f"choices of {key} are written by their whole name", place, f'"{key}.{name}" = […]')
            return
        if key not in self.known:
            self.add("F172", f"there is no switch {_short(key)!r}{_near(key, self.known)}", place)
            return
        if not isinstance(values, list) or not values:
            self.add("F174", f"the choices of {key} are not a list", place, "values in square brackets")
            return
        own = {each: value for each, value, _ in switches(msgspec.convert(stated, Rules))}[key]
        listed = isinstance(own, tuple)
        before = [*own] if listed else [own]
        for value in values:
            if not self.value(key, [value] if listed else value, place):
                continue
            if value in before:
                twice = (
                    "is what the house plays already" if value in (own if listed else (own,)) else "stands twice"
                )
                self.add("F174", f"{_shown(value)} as a choice of {key} {twice}", place)
            before.append(value)
            outer, _, inner = key.partition(".")
            picked: Any = [value] if listed else value
            changed = {**stated, outer: {**stated.get(outer, {}), inner: picked} if inner else picked}
            if key == "deals" and value:
                changed["target"] = 0
            try:
                msgspec.convert(changed, Rules)
            except msgspec.ValidationError as error:
                problem = str(error).split(" - at ")[0]
                self.add("F121", f"with {key} {_shown(value)} the rules make no game: {problem}", place)


def _lines_of(text: str) -> dict[Place, int]:
    """The line of each key and of each table."""
    lines: dict[Place, int] = {}
    table: Place = ()
    for number, line in enumerate(text.split("\n"), 1):
        line = line.removesuffix("\r")
        if header := _TABLE.match(line):
            found = table = _names_in(header[1])
        elif key := _KEYS.match(line):
            found = (*table, *_names_in(key[1]))
        else:
            continue
        for depth in range(1, len(found) + 1):
            lines.setdefault(found[:depth], number)
    return lines


def _names_in(dotted: str) -> Place:
    return tuple(name.strip("\"'") for name in re.findall(_KEY, dotted))


def _names(message: str, key: str) -> bool:
    if "pattern that" in message:
        return key == "patterns"
    return re.search(rf"(?<![\w.]){re.escape(key)}(?![\w.])", message) is not None


def _near(key: str, known: Any) -> str:
    near = get_close_matches(key.lower()[:60], list(known), 1)
    return f"; did you mean {near[0]}?" if near else ""


def _kind(key: str) -> Any:
    kind: Any = Rules
    for name in key.split("."):
        kind = next(field.type for field in msgspec.structs.fields(kind) if field.name == name)
    return kind


def _allowed(key: str, kind: Any) -> str:
    if (listed := allowed_values(key)) is not None:
        return listed
    plain, *about = get_args(kind)
    if plain is bool:
        return "true or false"
    if plain is not int:
        return 'a list of patterns, such as ["3/2", "2/3"]'
    limits = [each for each in (*about, *getattr(plain, "__metadata__", ())) if isinstance(each, Meta)]
    least, most = (
        [getattr(each, end) for each in limits if getattr(each, end) is not None] for end in ("ge", "le")
    )
    return f"a whole number from {least[0]} to {most[0]}"


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _short(f'"{value}"' if isinstance(value, str) else str(value))
