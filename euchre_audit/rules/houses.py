"""Houses: named rule sets, one TOML file each under ``houses/``, and how a game's own rules go on top."""

import tomllib
from collections.abc import Mapping
from functools import cache
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
        return msgspec.convert(self.stated, Rules)


@cache
def house_names() -> tuple[str, ...]:
    """The shipped houses, in alphabetical order."""
    folder = files(__package__).joinpath("houses")
    return tuple(sorted(item.name[:-5] for item in folder.iterdir() if item.name.endswith(".toml")))


@cache
def load_house(name: str) -> House:
    """The shipped house of this name; :class:`UnknownHouse` where there is none."""
    if name not in house_names():
        raise UnknownHouse(name)
    text = files(__package__).joinpath("houses", f"{name}.toml").read_text(encoding="utf-8")
    return msgspec.convert({"name": name, **tomllib.loads(text)}, House)


def resolve(house: House, diff: Any) -> Rules:
    """The rules of a game: its house's, with the game's own differences on top.

    ``diff`` is a ``RulesDiff``. ``msgspec.ValidationError`` where the two together make no rules.
    """
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
