"""The shipped houses: what they state, what a table may pick, and a game's own rules on top."""

from __future__ import annotations

import datetime
from importlib.resources import files

import msgspec
import pytest

from euchre_audit.rules import (
    House,
    Rules,
    RulesDiff,
    UnknownHouse,
    check_house,
    house_names,
    houses_of_the_day,
    in_force,
    load_house,
    outside_choices,
    resolve,
    switches,
)
from tests.engine.layout import rules_from
from tests.twin.rules import DEFAULTS, HOUSES, VARIANT_HOUSES, complete_rules, rules_of

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
    "family-cutthroat": {
        "seats": 3,
        "sides": "maker-against-rest",
        "alone_by": "nobody",
        "points.march": 3,
    },
    "family-two": {"seats": 2, "sides": "solo", "alone_by": "nobody"},
    "family-two-32": {"seats": 2, "sides": "solo", "alone_by": "nobody", "deck": 32, "target": 5},
    "family-twelve": {
        "game": "twelve-trick",
        "seats": 2,
        "sides": "solo",
        "alone_by": "nobody",
        "patterns": ("4/4/4",),
        "target": 31,
    },
    "british": {"deck": 25, "target": 11, "partner_may_order": "only-alone"},
    "bicycle": {"first_dealer": "low-card", "turned_down": "face-up-under"},
    "trickster": {"joker_turned_up": "s"},
}
"""What each house plays otherwise than the defaults, as its source has it."""


CHOICES = {
    "family": {
        "deck": [25, 32, 33],
        "target": [5, 7],
        "patterns": ["1/1/1/1/1"],
        "first_dealer": ["black-jack"],
        "stick_the_dealer": [True],
        "partner_may_order": ["only-alone"],
        "alone_lead": ["loner-left"],
        "defend_alone": ["against-lone", "any"],
        "points.no_tricks": [4],
        "renege.rule": ["points-to-others", "points-off"],
    },
    "bicycle": {"deck": [25, 28, 29, 32, 33], "target": [5, 7]},
    "pagat": {"defend_alone": ["against-lone", "any"], "patterns": ["1/1/1/1/1"]},
    "club": {"target": [5, 11, 15], "farmers_hand": ["redeal"]},
    "openspiel": {"stick_the_dealer": [True]},
    "egn": {
        "deck": [25, 28, 29, 32, 33],
        "stick_the_dealer": [False],
        "partner_may_order": ["only-alone"],
        "alone_lead": ["loner-left"],
        "defend_alone": ["against-lone"],
        "no_trump": [True],
        "farmers_hand": ["redeal", "swap"],
        "partners_best": [True],
        "go_under": [True],
    },
    "trickster": {
        "deck": [25, 28, 29, 32, 33],
        "stick_the_dealer": [True],
        "defend_alone": ["against-lone"],
        "no_trump": [True],
        "partners_best": [True],
        "go_under": [True],
    },
}
"""What each source lets a table pick; the houses that are not here let it pick nothing."""

POINTS = {
    "family": (1, 2, 1, 4, 2, 2, 4),
    "family-cutthroat": (1, 3, None, None, 2, None, None),
    "family-two": (1, 2, None, None, 2, None, None),
    "family-two-32": (1, 2, None, None, 2, None, None),
    "club": (1, 2, 1, 4, 2, None, None),
    "cardgames-io": (1, 2, 1, 4, 2, None, None),
    "guide": (1, 2, 1, 4, 2, None, None),
}
"""Make, march, alone, alone march, euchre, euchre of a lone maker, by a lone defender, where the source says it."""


def stated_keys(house: House) -> set[str]:
    keys = set()
    for key, value in house.stated.items():
        keys |= {f"{key}.{inner}" for inner in value} if isinstance(value, dict) else {key}
    return keys


def diff(**changes):
    return msgspec.convert(changes, RulesDiff)


def test_houses_that_are_shipped():
    assert house_names() == tuple(sorted(DIFFERENCES))
    assert set(HOUSES) | set(VARIANT_HOUSES) == set(DIFFERENCES)


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
def test_house_lets_a_table_pick_what_its_source_says(name):
    assert load_house(name).choices == CHOICES.get(name, {})


@pytest.mark.parametrize("name", POINTS)
def test_house_states_the_points_that_its_source_gives(name):
    names = ("make", "march", "alone", "alone_march", "euchre", "euchre_alone", "lone_defence")
    expected = {key: worth for key, worth in zip(names, POINTS[name], strict=True) if worth is not None}
    assert load_house(name).stated["points"] == expected


@pytest.mark.parametrize("name", [name for name, changes in DIFFERENCES.items() if changes.get("seats", 4) != 4])
def test_house_of_two_or_three_says_that_nobody_goes_alone(name):
    assert {"seats", "sides", "alone_by"} <= stated_keys(load_house(name))


@pytest.mark.parametrize("name", DIFFERENCES)
def test_house_is_a_file_without_fault(name):
    path = files("euchre_audit.rules").joinpath("houses", f"{name}.toml")
    house, findings = check_house(path.read_text("utf-8"), name, name)
    assert findings == []
    assert house == load_house(name)


@pytest.mark.parametrize("name", DIFFERENCES)
def test_house_agrees_with_the_plain_engines_own_list(name):
    rules = load_house(name).rules
    twin = rules_of(name) if name in HOUSES else complete_rules(VARIANT_HOUSES[name])
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


def day(text):
    return datetime.date.fromisoformat(text)


@pytest.mark.parametrize(
    ("name", "when", "expected"),
    [
        ("cardgames-io", "2020-04-28", False),
        ("cardgames-io", "2020-04-29", True),
        ("cardgames-io", "2031-01-01", True),
        ("cardgames-io-2016", "2016-10-04", False),
        ("cardgames-io-2016", "2016-10-05", True),
        ("cardgames-io-2016", "2020-04-28", True),
        ("cardgames-io-2016", "2020-04-29", False),
        ("cardgames-io-2015", "1999-12-31", True),
        ("cardgames-io-2015", "2016-10-04", True),
        ("cardgames-io-2015", "2016-10-05", False),
        ("cardgames-io-two-clear", "2031-01-01", True),
        ("family", "1999-12-31", True),
    ],
)
def test_house_in_force_on_a_day(name, when, expected):
    assert in_force(load_house(name), day(when)) is expected


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("2014-06-01", "cardgames-io-2015"),
        ("2016-10-04", "cardgames-io-2015"),
        ("2016-10-05", "cardgames-io-2016"),
        ("2020-04-28", "cardgames-io-2016"),
        ("2020-04-29", "cardgames-io"),
    ],
)
def test_house_of_the_day(when, expected):
    for name in ("cardgames-io", "cardgames-io-2016", "cardgames-io-2015"):
        assert [house.name for house in houses_of_the_day(load_house(name), day(when))] == [expected]


def test_place_without_dates_has_no_house_of_the_day():
    for name in ("family", "club", "cardgames-io-two-clear", "family-two"):
        assert houses_of_the_day(load_house(name), day("2020-01-01")) == ()


def test_every_day_has_one_house_of_a_dated_place():
    first = day("2015-01-01").toordinal()
    for ordinal in range(first, first + 3000):
        assert len(houses_of_the_day(load_house("cardgames-io"), datetime.date.fromordinal(ordinal))) == 1


def test_house_itself_is_taken_as_it_is():
    club = load_house("club")
    assert load_house(club) is club


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
        ("club", {"farmers_hand": "redeal"}, []),
        ("club", {"farmers_hand": "swap"}, [("farmers_hand", "swap", ["off", "redeal"])]),
        ("bicycle", {"deck": 28, "target": 7}, []),
        ("bicycle", {"target": 11}, [("target", 11, [10, 5, 7])]),
        ("family", {"deck": 33}, []),
        ("family", {"deck": 28}, [("deck", 28, [24, 25, 32, 33])]),
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
