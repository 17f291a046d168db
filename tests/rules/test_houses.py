"""The shipped houses: what they state, what a table may pick, and a game's own rules on top."""

from __future__ import annotations

import datetime

import msgspec
import pytest

from euchre_audit.rules import (
    House,
    Rules,
    RulesDiff,
    UnknownHouse,
    house_names,
    load_house,
    outside_choices,
    resolve,
    switches,
)
from tests.engine.layout import rules_from
from tests.twin.rules import DEFAULTS, HOUSES, rules_of

SWITCHES = {key: value for key, value, _ in switches(Rules())}

DIFFERENCES = {
    "family": {"first_dealer": "low-card"},
    "australian": {"partner_may_order": "only-alone"},
    "canadian": {"partner_may_order": "only-alone", "patterns": ("3/2", "2/3", "1/1/1/1/1")},
    "pagat": {
        "alone_by": "anyone",
        "alone_when": "before-lead",
        "alone_lead": "loner-left",
        "first_dealer": "black-jack",
    },
    "cardgames-io": {"stick_the_dealer": True, "first_dealer": "drawn"},
    "cardgames-io-2016": {"first_dealer": "drawn"},
    "cardgames-io-2015": {
        "alone_by": "anyone",
        "alone_when": "before-lead",
        "defend_alone": "any",
        "first_dealer": "drawn",
    },
    "cardgames-io-two-clear": {
        "alone_by": "anyone",
        "alone_when": "before-lead",
        "defend_alone": "any",
        "first_dealer": "drawn",
        "win_by": 2,
    },
    "club": {
        "stick_the_dealer": True,
        "patterns": ("3/2",),
        "sitting_dealer_takes": False,
        "renege.rule": "impossible",
    },
    "guide": {"stick_the_dealer": True, "alone_by": "either-maker", "alone_when": "before-lead"},
    "egn": {"stick_the_dealer": True},
    "openspiel": {"discard_up_card": False},
}
"""What each house plays otherwise than the defaults, as its source has it."""


def stated_keys(house: House) -> set[str]:
    keys = set()
    for key, value in house.stated.items():
        keys |= {f"{key}.{inner}" for inner in value} if isinstance(value, dict) else {key}
    return keys


def diff(**changes):
    return msgspec.convert(changes, RulesDiff)


def test_houses_that_are_shipped():
    assert house_names() == tuple(sorted(DIFFERENCES))
    assert set(HOUSES) == set(DIFFERENCES)


@pytest.mark.parametrize("name", DIFFERENCES)
def test_house_plays_what_its_source_says(name):
    house = load_house(name)
    assert house.name == name
    assert house.title and house.source and house.about
    found = {key: value for key, value, _ in switches(house.rules) if value != SWITCHES[key]}
    assert found == DIFFERENCES[name]
    assert set(found) <= stated_keys(house)


@pytest.mark.parametrize("name", DIFFERENCES)
def test_stated_values_and_choices_are_of_switches(name):
    house = load_house(name)
    assert stated_keys(house) <= set(SWITCHES)
    own = {key: value for key, value, _ in switches(house.rules)}
    for key, choices in house.choices.items():
        assert choices
        for choice in choices:
            assert choice not in (
                own[key] if isinstance(own[key], tuple) else [own[key]]
            ) or key not in stated_keys(house), f"{key} = {choice} is stated already"
            outer, _, inner = key.partition(".")
            value = {inner: choice} if inner else [choice] if isinstance(own[key], tuple) else choice
            changed = resolve(house, diff(**{outer: value}))
            assert outside_choices(house, changed) == []


@pytest.mark.parametrize("name", DIFFERENCES)
def test_house_agrees_with_the_plain_engines_own_list(name):
    rules, twin = load_house(name).rules, rules_of(name)
    for key in DEFAULTS:
        value = getattr(rules, key)
        value = msgspec.to_builtins(value)
        assert value == twin[key] or list(value) == twin[key], key


def test_dates_in_force():
    spans = {name: (load_house(name).since, load_house(name).until) for name in house_names()}
    assert spans["cardgames-io"] == ("2020-04-29", None)
    assert spans["cardgames-io-2016"] == ("2016-10-05", "2020-04-28")
    assert spans["cardgames-io-2015"] == (None, "2016-10-04")
    for since, until in spans.values():
        days = [datetime.date.fromisoformat(day) for day in (since, until) if day]
        assert days == sorted(days)


def test_unknown_house():
    for name in ("british-columbia", "", "FAMILY", "../houses/family", "family.toml"):
        with pytest.raises(UnknownHouse):
            load_house(name)


# A game's own rules on top


def test_game_plays_its_house_with_its_own_differences_on_top():
    club = load_house("club")
    assert resolve(club, diff()) == club.rules
    changed = resolve(club, diff(target=5, points={"march": 3}))
    assert (changed.target, changed.stick_the_dealer, changed.sitting_dealer_takes) == (5, True, False)
    assert (changed.points.march, changed.points.alone_march) == (3, 4)
    assert resolve(club, diff(stick_the_dealer=False)).stick_the_dealer is False
    assert resolve(load_house("family"), diff(renege={"rule": "points-off"})).renege.points == 2
    assert resolve(load_house("australian"), diff(points={"march": 3})).points.march == 3


def test_fixed_number_of_deals_stands_in_the_place_of_the_target():
    family = load_house("family")
    assert (resolve(family, diff(deals=8)).target, resolve(family, diff(deals=8)).deals) == (0, 8)
    assert resolve(family, diff(deals=8, target=0)).target == 0
    assert resolve(family, diff(deals=0)).target == 10
    with pytest.raises(msgspec.ValidationError, match="exactly one of target and deals"):
        resolve(family, diff(deals=8, target=5))
    with pytest.raises(msgspec.ValidationError, match="exactly one of target and deals"):
        resolve(family, diff(target=0))


@pytest.mark.parametrize(
    ("house", "changes", "outside"),
    [
        ("club", {}, []),
        ("club", {"target": 5}, []),
        ("club", {"target": 11}, []),
        ("club", {"target": 15}, []),
        ("club", {"target": 7}, [("target", 7, [10, 5, 11, 15])]),
        ("club", {"stick_the_dealer": False}, []),
        ("family", {"target": 7, "stick_the_dealer": True}, []),
        ("family", {"target": 11}, [("target", 11, [10, 5, 7])]),
        ("family", {"points": {"no_tricks": 4}}, []),
        ("family", {"points": {"no_tricks": 3}}, [("points.no_tricks", 3, [0, 4])]),
        ("family", {"patterns": ["1/1/1/1/1", "3/2"]}, []),
        ("family", {"patterns": ["3/2", "5"]}, [("patterns", ("3/2", "5"), ["3/2", "2/3", "1/1/1/1/1"])]),
        (
            "family",
            {"renege": {"rule": "impossible"}},
            [("renege.rule", "impossible", ["unstated", "points-to-others", "points-off"])],
        ),
        ("pagat", {"defend_alone": "any"}, []),
        ("pagat", {"defend_alone": "off", "target": 5}, []),
        ("guide", {"stick_the_dealer": False}, []),
    ],
)
def test_outside_the_choices_of_the_house(house, changes, outside):
    known = load_house(house)
    assert outside_choices(known, resolve(known, diff(**changes))) == outside


def test_only_switches_with_choices_are_judged():
    assert outside_choices(load_house("australian"), rules_from({"target": 3})) == []
