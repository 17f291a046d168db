"""How many ways two fixed deals can go on, counted by both engines."""

from __future__ import annotations

import pytest

from euchre_audit.engine import Hand
from tests.engine.layout import event, rules_from
from tests.engine.test_parity import hand_of
from tests.twin.brute import count
from tests.twin.engine import Table
from tests.twin.rules import rules_of

FIRST = (
    [
        ["Jc", "9h", "Ad", "Ts", "Kc"],
        ["9s", "Jd", "Th", "Qc", "Ks"],
        ["Ac", "9d", "Js", "Qh", "Td"],
        ["Kd", "As", "9c", "Jh", "Tc"],
    ],
    ["Qs", "Ah", "Kh", "Qd"],
)
SECOND = (
    [
        ["9c", "Tc", "Jd", "Qd", "Kh"],
        ["Ah", "Jh", "9d", "Ks", "Ts"],
        ["Jc", "Qc", "Kd", "Ad", "9h"],
        ["Js", "Qs", "As", "Th", "Kc"],
    ],
    ["Ac", "9s", "Td", "Qh"],
)

CASES = [
    ("family", FIRST, 1, "", 7, 1188),
    ("family", SECOND, 3, "0 pass, 1 pass, 2 pass, 3 pass", 7, 4955),
    ("family", FIRST, 0, "1 order, 0 discard 9h", 12, 1596),
    ("family", SECOND, 2, "3 pass, 0 order alone", 7, 4992),
    ("pagat", SECOND, 0, "", 7, 10784),
    ("pagat", FIRST, 2, "3 pass, 0 pass, 1 pass, 2 pass, 3 pass", 7, 1867),
    ("pagat", FIRST, 3, "0 order", 7, 1760),
    ("pagat", SECOND, 1, "2 pass, 3 pass, 0 order, 2 alone", 7, 2732),
]


def perft(hand: Hand, depth: int) -> int:
    events = hand.legal_events()
    if depth == 0 or not events:
        return 1
    total = 0
    for each in events:
        following = hand.copy()
        assert following.apply(each) == 0
        total += perft(following, depth - 1)
    return total


@pytest.mark.parametrize(("house", "deal", "dealer", "log", "depth", "expected"), CASES)
def test_perft(house, deal, dealer, log, depth, expected):
    dealt, kitty = deal
    rules = rules_of(house)
    table = Table(rules, dealer, dealt, kitty)
    hand = hand_of(rules_from(rules), dealer, dealt, kitty)
    for line in filter(None, log.split(", ")):
        table.do(line)
        assert hand.apply(event(line)) == 0
    assert (perft(hand, depth), count(table, depth)) == (expected, expected)
