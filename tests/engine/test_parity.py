"""The engine against the plain one of ``tests/twin``: the same legal lines at every step, the same result."""

from __future__ import annotations

import os
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from euchre_audit.cards import CANDIDATES, CARDS
from euchre_audit.engine import Hand, parse_event, write_event
from euchre_audit.rules import Rules
from tests.engine.layout import rules_from
from tests.twin.engine import Table, full_deck
from tests.twin.generate import random_line
from tests.twin.rules import HOUSES, TURNED_OFF, WITHOUT_EFFECT, rules_of, with_defaults

HANDS = int(os.environ.get("EUCHRE_AUDIT_HANDS", "60"))
"""Random hands of each house; a third as many sets of random switches, with three hands each."""

PLAYED_BY_SWITCH = (
    "stick_the_dealer",
    "partner_may_order",
    "discard_up_card",
    "sitting_dealer_takes",
    "alone_by",
    "alone_when",
    "alone_lead",
    "defend_alone",
)
"""The switches that change which events are legal, or who leads."""


def values_of(key: str) -> list[Any]:
    field = next(field for field in msgspec.structs.fields(Rules) if field.name == key)
    kind = get_args(field.type)[0]
    return [False, True] if kind is bool else list(get_args(kind))


def random_switches(rng: Random) -> dict[str, Any]:
    """A random value of every switch that is played.

    Left out: a dealer's partner who must play alone where nobody may, said after the call. No house has it,
    and no play of it would be legal.
    """
    while True:
        rules: dict[str, Any] = {key: rng.choice(values_of(key)) for key in PLAYED_BY_SWITCH}
        rules["points"] = {key: rng.randrange(6) for key in with_defaults()["points"]}
        nobody_later = rules["alone_by"] == "nobody" and rules["alone_when"] == "before-lead"
        if not (nobody_later and rules["partner_may_order"] != "with-partner"):
            return rules


def deal(rng: Random) -> tuple[list[list[str]], list[str]]:
    cards = full_deck()
    rng.shuffle(cards)
    return [cards[0:5], cards[5:10], cards[10:15], cards[15:20]], cards[20:]


def hand_of(rules: Rules, dealer: int, dealt: list[list[str]], kitty: list[str]) -> Hand:
    up = CARDS[kitty[0]]
    slots = [[CANDIDATES[card] for card in cards] for cards in dealt]
    return Hand(rules, dealer, up, up // 8, slots, sum(CANDIDATES[card] for card in kitty))


def play_both(rng: Random, twin_rules: dict[str, Any], rules: Rules) -> Table:
    dealer = rng.randrange(4)
    dealt, kitty = deal(rng)
    table = Table(twin_rules, dealer, dealt, kitty)
    hand = hand_of(rules, dealer, dealt, kitty)
    while not table.over:
        lines = table.legal_lines()
        assert lines
        assert sorted(write_event(event) for event in hand.legal_events()) == sorted(lines), table.log
        assert hand.ended is None
        if table.trump is not None:
            assert [hand.held(seat) for seat in range(4)] == [
                sum(CANDIDATES[card] for card in cards) for cards in table.hands
            ]
        line = random_line(rng, table, loners=0.4)
        event = parse_event(line)
        assert event is not None
        table.do(line)
        assert hand.apply(event) == 0, line
    assert hand.legal_events() == []
    assert (hand.ended, hand.tricks, hand.points()) == (table.ended, table.tricks, table.points)
    return table


@pytest.mark.parametrize("house", HOUSES)
def test_random_hands_of_a_house(house):
    rng = Random(f"parity of {house}")
    rules = rules_of(house)
    for _ in range(HANDS):
        play_both(rng, rules, rules_from(rules))


def test_random_switches():
    rng = Random("parity of switches")
    seen: set[tuple[str, Any]] = set()
    for _ in range(4 * HANDS):
        switches = random_switches(rng)
        seen.update((key, switches[key]) for key in PLAYED_BY_SWITCH)
        for _ in range(3):
            play_both(rng, switches, rules_from(switches))
    assert seen == {(key, value) for key in PLAYED_BY_SWITCH for value in values_of(key)}


def test_every_switch_is_played_or_known_to_be_without_effect_here():
    """``deals``, ``target`` and their like end a game, and are judged there."""
    of_a_game = {"deck", "target", "win_by", "deals", "tie", "patterns", "thrown_in", "points"}
    known = of_a_game.union(PLAYED_BY_SWITCH, TURNED_OFF, WITHOUT_EFFECT)
    assert {field.name for field in msgspec.structs.fields(Rules)} == known
