"""Houses: named rule sets, one TOML file each under ``houses/``, and how a game's own rules go on top."""

import re
import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import UNSET

from .model import Rules, switches


class UnknownHouse(LookupError):
    """No shipped house has this name."""


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A named rule set.

    ``stated`` holds what its source says, also where that is the default; ``choices`` the other values that
    the source allows a table to pick. ``since`` and ``until`` are the first and last day it was in force.
    """

    name: str
    title: str
    source: str
    about: str
    stated: dict[str, Any]
    choices: dict[str, list[Any]] = {}
    since: str | None = None
    until: str | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the house as it stands."""
        return _as_it_stands(self.name) if _is_shipped(self) else msgspec.convert(self.stated, Rules)


@cache
def house_names() -> tuple[str, ...]:
    """The shipped houses, in alphabetical order."""
    folder = files(__package__).joinpath("houses")
    return tuple(sorted(item.name[:-5] for item in folder.iterdir() if item.name.endswith(".toml")))


def load_house(name: str | House) -> House:
    """The shipped house of this name; :class:`UnknownHouse` where there is none.

    A house is returned as it is. Only a caller has one, from a person's own file: a record can give a name
    alone, and a name is never a path.
    """
    return name if isinstance(name, House) else _shipped(name)


@cache
def _shipped(name: str) -> House:
    if name not in house_names():
        raise UnknownHouse(name)
    text = files(__package__).joinpath("houses", f"{name}.toml").read_text(encoding="utf-8")
    return msgspec.convert({"name": name, **tomllib.loads(text)}, House)


@cache
def _as_it_stands(name: str) -> Rules:
    return msgspec.convert(_shipped(name).stated, Rules)


def in_force(house: House, day: date) -> bool:
    """Whether these rules were played on ``day``, as far as the house gives dates; both ends count."""
    since = house.since is None or date.fromisoformat(house.since) <= day
    return since and (house.until is None or day <= date.fromisoformat(house.until))


def houses_of_the_day(house: House, day: date) -> tuple[House, ...]:
    """The dated houses of the same place that were in force on ``day``: ``cardgames-io-2015`` in 2014.

    Houses of one place share their name but for a year at its end. Empty where the place has no dates.
    """
    found = (load_house(name) for name in house_names() if _place(name) == _place(house.name))
    return tuple(each for each in found if (each.since or each.until) and in_force(each, day))


def _place(name: str) -> str:
    return re.sub(r"-[0-9]{4}\Z", "", name)


def resolve(house: House, diff: Any) -> Rules:
    """The rules of a game: its house's, with the game's own differences on top.

    ``diff`` is a ``RulesDiff``. ``msgspec.ValidationError`` where the two together make no rules.
    """
    if _is_shipped(house) and len(msgspec.json.encode(diff)) <= _SHORT:
        return _resolved(house.name, diff)
    return _resolve(house, diff)


_SHORT = 500
"""The games of a season have the same rules; what shipped houses make of diffs up to this size is remembered."""


def _is_shipped(house: House) -> bool:
    return house.name in house_names() and house is _shipped(house.name)


@lru_cache(maxsize=64)
def _resolved(name: str, diff: Any) -> Rules:
    return _resolve(_shipped(name), diff)


def _resolve(house: House, diff: Any) -> Rules:
    merged: dict[str, Any] = {**house.stated}
    for key, value in _given(diff).items():
        if isinstance(value, Mapping):
            merged[key] = {**merged.get(key, {}), **value}
        else:
            merged[key] = value
    if merged.get("deals") and "deals" in _given(diff) and "target" not in _given(diff):
        merged["target"] = 0
    return msgspec.convert(merged, Rules)


def outside_choices(house: House, rules: Rules) -> list[tuple[str, Any, list[Any]]]:
    """``(key, value, allowed)`` for each switch set to what the house's source does not let a table pick.

    Only switches for which the house states choices are judged.
    """
    if not house.choices or rules == house.rules:
        return []
    own = {key: value for key, value, _ in switches(house.rules)}
    outside = []
    for key, value, _ in switches(rules):
        if key not in house.choices:
            continue
        picked = value if isinstance(value, tuple) else (value,)
        stated = own[key] if isinstance(value, tuple) else (own[key],)
        allowed = [*stated, *house.choices[key]]
        if any(each not in allowed for each in picked):
            outside.append((key, value, allowed))
    return outside


def _given(diff: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in diff.__struct_fields__:
        value = getattr(diff, name)
        if value is not UNSET:
            found[name] = _given(value) if isinstance(value, msgspec.Struct) else value
    return found
