"""The rules of a house: every switch with its default, and the houses as data."""

from .check import check_house, read_house
from .houses import (
    House,
    UnknownHouse,
    house_names,
    houses_of_the_day,
    in_force,
    load_house,
    outside_choices,
    resolve,
)
from .model import Rules, RulesDiff, allowed_values, spelled, switches
from .words import Word, all_words, at_the_bridge, find_word, in_the_barn

__all__ = [
    "House",
    "Rules",
    "RulesDiff",
    "UnknownHouse",
    "Word",
    "all_words",
    "allowed_values",
    "at_the_bridge",
    "check_house",
    "find_word",
    "house_names",
    "houses_of_the_day",
    "in_force",
    "in_the_barn",
    "load_house",
    "outside_choices",
    "read_house",
    "resolve",
    "spelled",
    "switches",
]
