"""Each switch through a hand or a game: what it changes, and that its other values do not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from euchre_audit.engine import hand_points, is_over, next_dealer
from euchre_audit.rules import Rules, switches
from tests.engine.layout import BY_SUIT, FOUR_PASSES, after, broken, go, rules_from

LAST_CALL = (*FOUR_PASSES, "0 pass", "1 pass", "2 pass")
BEFORE_LEAD = {"alone_when": "before-lead"}

# switch, value, rules beside it, what went before, line, what the line breaks
LINES: list[tuple[str, Any, dict[str, Any], tuple[str, ...], str, str]] = [
    ("stick_the_dealer", True, {}, LAST_CALL, "3 pass", "STUCK_DEALER_PASS"),
    ("stick_the_dealer", True, {}, LAST_CALL, "3 name s", ""),
    ("stick_the_dealer", False, {}, LAST_CALL, "3 pass", ""),
    ("partner_may_order", "with-partner", {}, ("0 pass",), "1 order", ""),
    ("partner_may_order", "with-partner", {}, (*FOUR_PASSES, "0 pass"), "1 name s", ""),
    ("partner_may_order", "only-alone", {}, ("0 pass",), "1 order", "PARTNER_NOT_ALONE"),
    ("partner_may_order", "only-alone", {}, ("0 pass",), "1 order alone", ""),
    ("partner_may_order", "only-alone", {}, (), "0 order", ""),
    ("partner_may_order", "only-alone", {}, (*FOUR_PASSES, "0 pass"), "1 name s", ""),
    ("partner_may_order", "only-alone-both", {}, ("0 pass",), "1 order", "PARTNER_NOT_ALONE"),
    ("partner_may_order", "only-alone-both", {}, (*FOUR_PASSES, "0 pass"), "1 name s", "PARTNER_NOT_ALONE"),
    ("partner_may_order", "only-alone-both", {}, (*FOUR_PASSES, "0 pass"), "1 name s alone", ""),
    ("partner_may_order", "only-alone-both", {}, FOUR_PASSES, "0 name s", ""),
    ("discard_up_card", True, {}, ("0 order",), "3 discard 9h", ""),
    ("discard_up_card", False, {}, ("0 order",), "3 discard 9h", "DISCARD_UP_CARD"),
    ("discard_up_card", False, {}, ("0 order",), "3 discard 9c", ""),
    ("sitting_dealer_takes", True, {}, ("0 pass", "1 order alone"), "3 discard 9c", ""),
    ("sitting_dealer_takes", False, {}, ("0 pass", "1 order alone"), "3 discard 9c", "DISCARD_NONE_DUE"),
    ("sitting_dealer_takes", False, {}, ("0 pass", "1 order"), "3 discard 9c", ""),
    ("alone_by", "nobody", {}, (), "0 order alone", "ALONE_BY"),
    ("alone_by", "nobody", {}, (), "0 order", ""),
    ("alone_by", "nobody", BEFORE_LEAD, ("0 order",), "0 alone", "ALONE_BY"),
    ("alone_by", "caller", {}, (), "0 order alone", ""),
    ("alone_by", "caller", BEFORE_LEAD, ("0 order",), "0 alone", ""),
    ("alone_by", "caller", BEFORE_LEAD, ("0 order",), "2 alone", "ALONE_BY"),
    ("alone_by", "either-maker", BEFORE_LEAD, ("0 order",), "2 alone", ""),
    ("alone_by", "either-maker", BEFORE_LEAD, ("0 order",), "1 alone", "ALONE_BY"),
    ("alone_by", "anyone", BEFORE_LEAD, ("0 order",), "2 alone", ""),
    ("alone_by", "anyone", {**BEFORE_LEAD, "defend_alone": "any"}, ("0 order",), "1 alone", ""),
    ("alone_by", "anyone", BEFORE_LEAD, ("0 order",), "1 alone", "ALONE_BY"),
    ("alone_when", "with-call", {}, ("0 order",), "0 alone", "ALONE_WHEN"),
    ("alone_when", "with-call", {}, (), "0 order alone", ""),
    ("alone_when", "before-lead", {}, ("0 order", "3 discard 9c"), "0 alone", ""),
    ("alone_when", "before-lead", {}, ("0 order", "3 discard 9c", "0 play Jh"), "0 alone", "ALONE_NOT_NOW"),
    ("alone_lead", "dealer-left", {}, ("0 order alone", "3 discard 9c"), "0 play Jh", ""),
    ("alone_lead", "dealer-left", {}, ("0 order alone", "3 discard 9c"), "1 play 9s", "LEAD_TURN"),
    ("alone_lead", "loner-left", {}, ("0 order alone", "3 discard 9c"), "0 play Jh", "LEAD_TURN"),
    ("alone_lead", "loner-left", {}, ("0 order alone", "3 discard 9c"), "1 play 9s", ""),
    ("alone_lead", "loner-left", {}, ("0 order", "3 discard 9c"), "0 play Jh", ""),
    ("defend_alone", "off", {}, ("0 order alone",), "1 alone", "ALONE_BY"),
    ("defend_alone", "against-lone", {}, ("0 order alone",), "1 alone", ""),
    ("defend_alone", "against-lone", {}, ("0 order",), "1 alone", "ALONE_BY"),
    ("defend_alone", "any", {}, ("0 order",), "3 alone", ""),
    ("defend_alone", "any", {}, ("0 order", "3 alone"), "1 alone", "ALONE_BY"),
    ("no_trump", False, {}, FOUR_PASSES, "0 name n", "NAME_NO_TRUMP"),
    ("farmers_hand", "off", {}, (), "0 misdeal farmers-hand", "ACT_UNKNOWN_HERE"),
    ("farmers_hand", "off", {}, (), "0 misdeal exposed-card", ""),
    ("partners_best", False, {}, ("0 order alone",), "2 give Ad 0", "ACT_UNKNOWN_HERE"),
    ("go_under", False, {}, (), "0 swap 9c,9d,9h for ??,??,??", "ACT_UNKNOWN_HERE"),
    ("deck", 24, {}, ("0 order", "3 discard 9c"), "0 play 8h", "CARD_NOT_IN_DECK"),
    ("deck", 24, {}, ("0 order", "3 discard 9c"), "0 play Qh", ""),
]


@pytest.mark.parametrize(("key", "value", "others", "before", "line", "expected"), LINES)
def test_switch_in_a_hand(key, value, others, before, line, expected):
    hand = after(*before, rules=rules_from({**others, key: value}))
    assert broken(hand, line) == ({expected} if expected else set())


# switch, rules with it, score, hands, whether the game is over
ENDS = [
    ("target", {"target": 5}, [5, 0], 3, True),
    ("target", {}, [5, 0], 3, False),
    ("win_by", {"win_by": 2}, [10, 9], 15, False),
    ("win_by", {}, [10, 9], 15, True),
    ("deals", {"deals": 4, "target": 0}, [12, 2], 3, False),
    ("deals", {"deals": 4, "target": 0}, [2, 1], 4, True),
    ("tie", {"deals": 4, "target": 0, "tie": "shared"}, [3, 3], 4, True),
    ("tie", {"deals": 4, "target": 0, "tie": "play-on"}, [3, 3], 4, False),
    ("tie", {"deals": 4, "target": 0, "tie": "play-on"}, [3, 2], 4, True),
]


@pytest.mark.parametrize(("key", "rules", "score", "hands", "over"), ENDS)
def test_switch_in_a_game(key, rules, score, hands, over):
    assert is_over(rules_from(rules), score, hands) is over


# points, tricks of the makers, alone, defended alone: what is worth it, what is not
POINTS = [
    ("make", (3, False, False), (5, False, False)),
    ("make", (4, False, False), (3, True, False)),
    ("march", (5, False, False), (4, False, False)),
    ("march", (5, False, True), (5, True, False)),
    ("alone", (3, True, False), (3, False, False)),
    ("alone", (4, True, True), (5, True, False)),
    ("alone_march", (5, True, False), (5, False, False)),
    ("alone_march", (5, True, True), (4, True, False)),
    ("euchre", (2, False, False), (3, False, False)),
    ("euchre", (1, False, False), (2, True, False)),
    ("euchre_alone", (2, True, False), (2, False, False)),
    ("lone_defence", (2, False, True), (2, False, False)),
    ("lone_defence", (0, True, True), (3, False, True)),
    ("no_tricks", (0, False, False), (1, False, False)),
    ("no_tricks", (0, True, False), (5, True, False)),
]


@pytest.mark.parametrize(("key", "hit", "miss"), POINTS)
def test_points_switch(key, hit, miss):
    with_it = rules_from({"points": {key: 50}})
    assert sorted(hand_points(with_it, *hit)) == [0, 50]
    assert hand_points(with_it, *miss) == hand_points(Rules(), *miss)


def test_points_switch_through_a_hand():
    for key, log, expected in [
        ("march", ("0 order", "3 discard 9c"), [50, 0]),
        ("alone_march", ("0 order alone", "3 discard 9c"), [50, 0]),
        ("no_tricks", ("0 pass", "1 order", "3 discard 9c"), [50, 0]),
        ("euchre", ("0 pass", "1 order", "3 discard 9c"), [50, 0]),
        ("euchre_alone", ("0 pass", "1 order alone", "3 discard 9c"), [50, 0]),
        ("euchre_alone", ("0 pass", "1 order", "3 discard 9c"), [2, 0]),
        ("lone_defence", ("0 pass", "1 order", "0 alone", "3 discard 9c"), [50, 0]),
        ("lone_defence", ("0 pass", "1 order", "3 discard 9c"), [2, 0]),
    ]:
        hand = after(*log, rules=rules_from({"points": {key: 50}, "defend_alone": "any"}))
        while hand.ended is None:
            go(hand, f"{hand.turn} play {next_card(hand)}")
        assert hand.points() == expected, key


def next_card(hand: Any) -> str:
    return next(
        card for card in [*BY_SUIT[hand.turn].split(), "9h"] if not broken(hand, f"{hand.turn} play {card}")
    )


def test_thrown_in():
    for thrown_in, dealer in (("next", 0), ("same", 3)):
        hand = after(*LAST_CALL, "3 pass", rules=rules_from({"thrown_in": thrown_in}))
        assert hand.ended == "thrown-in"
        assert next_dealer(hand.rules, hand.dealer, hand.ended) == dealer
        assert next_dealer(hand.rules, hand.dealer, "played") == 0


WITHOUT_A_HAND = {"game", "seats", "sides", "patterns", "first_dealer", "turned_down", "joker_turned_up"}
"""Tried in the tests of the variants, or judged where a deal is compared, or judged nowhere."""


def test_every_switch_is_in_a_table():
    tabled = {line[0] for line in LINES} | {end[0] for end in ENDS} | {f"points.{row[0]}" for row in POINTS}
    tabled |= WITHOUT_A_HAND | {"thrown_in", "farmers_hand_is"}
    assert {key for key, _, _ in switches(Rules()) if not key.startswith("renege.")} == tabled


VARIANTS = {"no_trump", "farmers_hand", "partners_best", "go_under", "deck"}
"""Tried at their other values in the tests of the variants."""


def test_every_value_of_a_switch_is_in_a_table():
    usual = {key: value for key, value, _ in switches(Rules())}
    tried = {(line[0], line[1]) for line in LINES}
    for key in {line[0] for line in LINES}:
        kind = next(f.type for f in msgspec.structs.fields(Rules) if f.name == key).__origin__
        values = (False, True) if kind is bool else kind.__args__
        for value in values:
            assert (key, value) in tried or (key in VARIANTS and value != usual[key])
