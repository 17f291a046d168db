"""Every family of the game against the plain engine of ``tests/twin``: the same legal lines, the same result."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from euchre_audit.cards import CANDIDATES, CARDS
from euchre_audit.engine import Hand, parse_event, write_event
from euchre_audit.engine.hand import BLIND
from euchre_audit.rules import Rules, RulesDiff, load_house, resolve
from tests.engine.test_parity import HANDS
from tests.engine.test_perft import perft
from tests.twin.brute import count
from tests.twin.engine import Table
from tests.twin.generate import deal_cards, random_line
from tests.twin.perft_cases import PERFT_CASES, PerftCase
from tests.twin.rules import rules_of
from tests.twin.twelve import table_of

FAMILIES: list[tuple[str, dict[str, Any]]] = [
    ("british", {}),
    ("british", {"joker_turned_up": "h", "no_trump": True, "alone_when": "before-lead"}),
    ("bicycle", {"deck": 28}),
    ("bicycle", {"deck": 33, "stick_the_dealer": True}),
    ("family", {"no_trump": True, "defend_alone": "any"}),
    ("family", {"deck": 29, "partners_best": True, "alone_by": "either-maker", "alone_when": "before-lead"}),
    ("family", {"partners_best": True, "discard_up_card": False}),
    ("family", {"partners_best": True, "partner_may_order": "only-alone-both", "sitting_dealer_takes": False}),
    ("family", {"farmers_hand": "redeal", "farmers_hand_is": "three-nines-tens"}),
    ("family", {"farmers_hand": "redeal", "farmers_hand_is": "no-ace-no-face", "deck": 32}),
    ("family", {"farmers_hand": "swap", "farmers_hand_is": "three-nines-tens"}),
    ("family", {"farmers_hand": "swap", "farmers_hand_is": "all-nines-tens", "deck": 28, "go_under": True}),
    ("family", {"go_under": True}),
    ("family-cutthroat", {}),
    ("family-cutthroat", {"stick_the_dealer": True, "no_trump": True, "farmers_hand": "redeal"}),
    ("family-cutthroat", {"deck": 25, "go_under": True, "points": {"no_tricks": 4}}),
    ("family-two", {"no_trump": True, "stick_the_dealer": True}),
    ("family-two-32", {}),
    ("family-two-32", {"deck": 33, "joker_turned_up": "c", "discard_up_card": False}),
    ("family-twelve", {}),
    ("family-twelve", {"no_trump": True}),
    ("family-twelve", {"deck": 25}),
    ("family-twelve", {"deck": 32}),
]


def rules_for(house: str, changes: dict[str, Any]) -> Rules:
    return resolve(load_house(house), msgspec.convert(changes, RulesDiff))


def hand_of(rules: Rules, dealer: int, dealt: list[list[str]], kitty: list[str]) -> Hand:
    """The deal as the engine takes it: no card is turned up where all twelve are dealt."""
    slots = [[CANDIDATES[card] for card in cards] for cards in dealt]
    lying = sum(CANDIDATES[card] for card in kitty)
    if rules.game == "twelve-trick":
        return Hand(rules, dealer, -1, -1, slots, lying)
    up = CARDS[kitty[0]]
    return Hand(rules, dealer, up, up // 8 if up < 32 else -1, slots, lying)


def both_agree(hand: Hand, table: Table) -> None:
    assert sorted(write_event(event) for event in hand.legal_events()) == sorted(table.legal_lines()), table.log


@pytest.mark.parametrize(("house", "changes"), FAMILIES)
def test_random_hands(house: str, changes: dict[str, Any]) -> None:
    rng = Random(f"{house}{changes}")
    twin_rules, rules = rules_of(house, changes), rules_for(house, changes)
    for _ in range(HANDS):
        dealer = rng.randrange(rules.seats)
        dealt, kitty = deal_cards(rng, twin_rules)
        table = table_of(twin_rules, dealer, dealt, kitty)
        hand = hand_of(rules, dealer, dealt, kitty)
        while True:
            both_agree(hand, table)
            if table.over or not table.legal_lines():
                break
            line = random_line(rng, table, 0.4)
            event = parse_event(line)
            assert event is not None
            table.do(line)
            assert hand.apply(event) == 0, (line, table.log)
        if table.over:
            assert (hand.ended, hand.tricks, hand.points()) == (table.ended, table.tricks, table.points), table.log
        else:
            assert table.unjudged and hand.phase == BLIND


@pytest.mark.parametrize("case", PERFT_CASES, ids=lambda case: f"{case.house}-{case.depth}-{case.expected}")
def test_continuations(case: PerftCase) -> None:
    twin_rules, rules = rules_of(case.house, case.rules), rules_for(case.house, case.rules)
    table = table_of(twin_rules, case.dealer, case.dealt, case.kitty)
    hand = hand_of(rules, case.dealer, case.dealt, case.kitty)
    for line in case.log:
        table.do(line)
        event = parse_event(line)
        assert event is not None
        assert hand.apply(event) == 0
    assert (perft(hand, case.depth), count(table, case.depth)) == (case.expected, case.expected)
