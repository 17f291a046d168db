"""The catalogue: one entry for each code, in ``codes/*.toml``, printed by ``explain``."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Entry:
    """What a code means: the rule, a case that fires, its nearest neighbour that does not, the source."""

    code: str
    severity: str
    title: str
    rule: str
    fires: str
    near: str
    source: str
    ask: str | None = None


@cache
def _catalogue() -> dict[str, Entry]:
    entries = {}
    for item in files(__package__).joinpath("codes").iterdir():
        if item.name.endswith(".toml"):
            for code, fields in tomllib.loads(item.read_text(encoding="utf-8")).items():
                entries[code] = Entry(code=code, **fields)
    return dict(sorted(entries.items()))


def entry(code: str) -> Entry:
    """The entry of a code; ``KeyError`` where there is none."""
    return _catalogue()[code]


@cache
def severity_of(code: str) -> str:
    """``error``, ``warning`` or ``note``."""
    return entry(code).severity


def all_codes() -> tuple[str, ...]:
    """Every code, sorted."""
    return tuple(_catalogue())
