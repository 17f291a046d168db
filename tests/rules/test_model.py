"""The declaration of the switches: defaults, limits, and what makes no rules."""

from __future__ import annotations

import msgspec
import pytest

from euchre_audit.rules import Rules, RulesDiff, switches
from tests.engine.layout import rules_from

DEFAULTS = {
    "game": "five-trick",
    "seats": 4,
    "sides": "pairs",
    "deck": 24,
    "target": 10,
    "win_by": 1,
    "deals": 0,
    "tie": "shared",
    "patterns": ("3/2", "2/3"),
    "first_dealer": "agreed",
    "turned_down": "face-down",
    "stick_the_dealer": False,
    "thrown_in": "next",
    "partner_may_order": "with-partner",
    "discard_up_card": True,
    "sitting_dealer_takes": True,
    "alone_by": "caller",
    "alone_when": "with-call",
    "alone_lead": "dealer-left",
    "defend_alone": "off",
    "no_trump": False,
    "joker_turned_up": "dealer-names",
    "farmers_hand": "off",
    "farmers_hand_is": "all-nines-tens",
    "partners_best": False,
    "go_under": False,
    "points.make": 1,
    "points.march": 2,
    "points.alone": 1,
    "points.alone_march": 4,
    "points.euchre": 2,
    "points.euchre_alone": 2,
    "points.lone_defence": 4,
    "points.no_tricks": 0,
    "renege.rule": "unstated",
    "renege.points": 2,
    "renege.points_alone": 2,
    "renege.hand": "played-on",
}


def test_defaults_in_the_printed_order():
    listed = list(switches(Rules()))
    assert {key: value for key, value, _ in listed} == DEFAULTS
    assert [key for key, _, _ in listed] == list(DEFAULTS)
    assert all(meaning for _, _, meaning in listed)
    assert len({meaning for _, _, meaning in listed}) == len(listed)


def test_switches_show_the_rules_given():
    shown = {key: value for key, value, _ in switches(rules_from({"target": 5, "points": {"march": 3}}))}
    assert shown == {**DEFAULTS, "target": 5, "points.march": 3}


@pytest.mark.parametrize(
    "changes",
    [
        {"target": 0, "deals": 8},
        {"target": 999},
        {"target": 1},
        {"win_by": 2},
        {"patterns": ["1/1/1/1/1"]},
        {"patterns": ["3,2/2,3"]},
        {"patterns": ["5"]},
        {"points": {"march": 0}},
        {"points": {"march": 99}},
        {"renege": {"rule": "points-off", "hand": "ends"}},
        {"no_trump": True},
        {"partners_best": True},
        {"go_under": True, "farmers_hand": "redeal"},
        {"farmers_hand": "swap", "farmers_hand_is": "no-ace-no-face"},
        {"deck": 25, "joker_turned_up": "s"},
        *({"deck": deck} for deck in (24, 25, 28, 29, 32, 33)),
        {"seats": 3, "sides": "maker-against-rest", "alone_by": "nobody"},
        {"seats": 2, "sides": "solo", "alone_by": "nobody", "deck": 32},
        {"game": "twelve-trick", "seats": 2, "sides": "solo", "alone_by": "nobody", "patterns": ["4/4/4"]},
        {"alone_by": "nobody"},
    ],
)
def test_rules_that_can_be(changes):
    rules_from(changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"target": 0},
        {"deals": 8},
        {"target": 10, "deals": 8},
        {"target": -1, "deals": 8},
        {"target": 1000},
        {"target": "10"},
        {"target": 10.5},
        {"win_by": 0},
        {"patterns": []},
        {"patterns": ["3/2", "five"]},
        {"patterns": ["3//2"]},
        {"patterns": ["0/5"]},
        {"patterns": ["3/2 "]},
        {"patterns": ["100"]},
        {"stick_the_dealer": 1},
        {"alone_by": "dealer"},
        {"seats": 3},
        {"seats": 3, "sides": "maker-against-rest"},
        {"seats": 3, "sides": "solo", "alone_by": "nobody"},
        {"seats": 2, "sides": "pairs", "alone_by": "nobody"},
        {"seats": 4, "sides": "solo"},
        {"seats": 5},
        {"deck": 26},
        {"deck": 52},
        {"seats": 2, "sides": "solo", "alone_by": "nobody", "defend_alone": "any"},
        {"seats": 2, "sides": "solo", "alone_by": "nobody", "partners_best": True},
        {"seats": 3, "sides": "maker-against-rest", "alone_by": "nobody", "partner_may_order": "only-alone"},
        {"game": "twelve-trick"},
        {"game": "twelve-trick", "seats": 2, "sides": "solo", "alone_by": "nobody"},
        {"patterns": ["4/4/4"]},
        {"joker_turned_up": "n"},
        {"points": {"march": 100}},
        {"points": {"march": -1}},
        {"points": {"slam": 4}},
        {"renege": {"rule": "shame"}},
        {"stick": True},
    ],
)
def test_rules_that_cannot_be(changes):
    with pytest.raises(msgspec.ValidationError):
        rules_from(changes)


def test_difference_assumes_nothing_for_what_is_left_out():
    assert msgspec.to_builtins(msgspec.convert({}, RulesDiff)) == {}
    given = {"target": 5, "points": {"march": 3}, "patterns": ["3/2"]}
    assert msgspec.json.decode(msgspec.json.encode(msgspec.convert(given, RulesDiff))) == given
    for wrong in ({"stick": True}, {"points": {"slam": 1}}, {"target": "5"}, {"alone_by": "dealer"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, RulesDiff)
