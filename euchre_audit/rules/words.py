"""The words of the game, one line each, and the names that a score has."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files

import msgspec

from .model import Rules

BRIDGE_TARGET = 5

_WHEN: dict[str, Callable[[Rules], bool]] = {
    "asked": lambda rules: False,
    "up-card": lambda rules: rules.game == "five-trick",
    "pairs": lambda rules: rules.sides == "pairs",
    "alone": lambda rules: rules.alone_by != "nobody" or rules.defend_alone != "off",
    "super": lambda rules: rules.points.no_tricks > 0 and rules.game == "five-trick",
    "bridge": lambda rules: rules.target == BRIDGE_TARGET,
    "target": lambda rules: rules.target > 0,
    "stick": lambda rules: rules.stick_the_dealer or rules.game == "twelve-trick",
}


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A word, what it means, its other names, and which rules have it on their sheet."""

    word: str
    meaning: str
    also: list[str] = []
    when: str | None = None

    def belongs_to(self, rules: Rules) -> bool:
        """Whether these rules have a use for it."""
        return self.when is None or _WHEN[self.when](rules)


@cache
def all_words() -> tuple[Word, ...]:
    """Every word, in the order of the table."""
    table = tomllib.loads(files(__package__).joinpath("words.toml").read_text(encoding="utf-8"))
    return tuple(msgspec.convert({"word": word, **fields}, Word) for word, fields in table.items())


@cache
def _by_name() -> Mapping[str, Word]:
    return {name: word for word in all_words() for name in (word.word, *word.also)}


def find_word(name: str) -> Word | None:
    """The word of this name, whatever its capitals, quotes and spaces; None where there is none."""
    name = " ".join(name.lower().replace("’", "'").split())
    return _by_name().get(name)


def at_the_bridge(score: Sequence[int], side: int, rules: Rules) -> bool:
    """Four points of five, and nobody else more than two."""
    others = [points for each, points in enumerate(score) if each != side]
    return rules.target == BRIDGE_TARGET and score[side] == BRIDGE_TARGET - 1 and max(others) <= 2


def in_the_barn(score: Sequence[int], side: int, rules: Rules) -> bool:
    """One point short of the target."""
    return rules.target > 0 and score[side] == rules.target - 1
