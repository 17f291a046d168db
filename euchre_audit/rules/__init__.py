"""The rules of a house: every switch with its default, and the houses as data."""

from .houses import House, UnknownHouse, house_names, load_house, outside_choices, resolve
from .model import Rules, RulesDiff, allowed_values, switches

__all__ = [
    "House",
    "Rules",
    "RulesDiff",
    "UnknownHouse",
    "allowed_values",
    "house_names",
    "load_house",
    "outside_choices",
    "resolve",
    "switches",
]
