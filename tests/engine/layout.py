"""Hands laid out for a test in few words, and what an event breaks there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from euchre_audit.cards import CANDIDATES, CARDS, DECK_MASK, SUITS
from euchre_audit.engine import Hand, faults, parse_event, write_event
from euchre_audit.rules import Rules

# Seat 0 holds the best hearts, seat 1 spades, seat 2 diamonds, seat 3 clubs; the nine of hearts is up.
HEARTS = "Jh Jd Ah Kh Qh"
SPADES = "As Ks Qs Ts 9s"
DIAMONDS = "Ad Kd Qd Td 9d"
CLUBS = "Ac Kc Qc Tc 9c"
BY_SUIT = (HEARTS, SPADES, DIAMONDS, CLUBS)
UNKNOWN = (None, None, None, None)
FOUR_PASSES = ("0 pass", "1 pass", "2 pass", "3 pass")

FAULTS: dict[int, str] = {value: name for name, value in vars(faults).items() if name.isupper() and name != "GO_ON"}


def rules_from(changes: dict[str, Any]) -> Rules:
    return msgspec.convert(changes, Rules)


def lay(
    hands: Sequence[str | None] = BY_SUIT,
    up: str = "9h",
    kitty: str = "",
    dealer: int = 3,
    rules: Rules | None = None,
    **changes: Any,
) -> Hand:
    """A hand before its first call. A hand of None is unknown; fewer than five cards: the others are."""
    rules = rules or rules_from(changes)
    deck = DECK_MASK[rules.deck]
    named = [[CANDIDATES[card] & deck or CANDIDATES[card] for card in (hand or "").split()] for hand in hands]
    slots = [cards + [deck] * (5 - len(cards)) for cards in named]
    card = CARDS.get(up, -1)
    suit = SUITS.index(up[1]) if up[1:] and up[1] in SUITS else -1
    lying = 0
    for name in kitty.split():
        lying |= 1 << CARDS[name]
    return Hand(rules, dealer, card, suit, slots, lying)


def event(line: str) -> tuple[int, int, int]:
    parsed = parse_event(line)
    assert parsed is not None, line
    return parsed


def names_of(mask: int) -> set[str]:
    """The names of the faults in a mask."""
    return {name for bit, name in FAULTS.items() if mask & bit}


def broken(hand: Hand, line: str) -> set[str]:
    """The rules that a log line would break here."""
    return names_of(hand.check(event(line)))


def go(hand: Hand, *lines: str) -> Hand:
    """The hand after log lines that are all legal."""
    for line in lines:
        found = names_of(hand.apply(event(line)))
        assert not found, (line, found)
    return hand


def go_on(hand: Hand, *lines: str) -> list[set[str]]:
    """What each log line breaks, carried out one after the other."""
    return [names_of(hand.apply(event(line))) for line in lines]


def after(*lines: str, **layout: Any) -> Hand:
    return go(lay(**layout), *lines)


def legal(hand: Hand, verb: str | None = None) -> set[str]:
    """The log lines that are legal here, or those of one verb."""
    lines = [write_event(each) for each in hand.legal_events()]
    assert len(lines) == len(set(lines))
    return {line for line in lines if verb is None or line.split()[1] == verb}


def cards(hand: Hand) -> str:
    """The cards that may be played now, in deck order."""
    return " ".join(line.split()[2] for line in sorted(legal(hand, "play"), key=lambda x: CARDS[x.split()[2]]))
