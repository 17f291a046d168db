"""Small cases of three kinds through the engine: what may be played, who takes a trick, what it is worth."""

from __future__ import annotations

import itertools
import json
import os
from pathlib import Path
from typing import Any

import pytest

from euchre_audit.cards import CARDS, FRESH, NAMES, SUITS
from euchre_audit.engine import hand_points
from tests.engine.cases import CASES
from tests.engine.layout import after, broken, go, rules_from

CORPUS = os.environ.get("EUCHRE_AUDIT_CORPUS")
needs_corpus = pytest.mark.skipif(
    not CORPUS, reason="EUCHRE_AUDIT_CORPUS is unset: it names the folder with casebook/"
)


def trump_made(trump: str, hands: dict[int, list[str]], leader: int) -> Any:
    """A hand in which ``trump`` was named and ``leader`` has the lead; seats not given are unknown."""
    dealer = (leader + 3) % 4
    passes = [f"{(leader + step) % 4} pass" for step in range(4)]
    held = [" ".join(hands[seat]) if seat in hands else None for seat in range(4)]
    known = {card for cards in hands.values() for card in cards}
    up = next(card for card in ("9c", "Td", "Qh", "9h", "Kd", "Tc") if card not in known and card[1] != trump)
    return after(*passes, f"{leader} name {trump}", hands=held, up=up, dealer=dealer)


def legal_cards(case: dict[str, Any]) -> list[str]:
    """Asked of every card of the deck, held or not."""
    if case["lead"] is None:
        hand = trump_made(case["trump"], {0: case["hand"]}, leader=0)
        return [NAMES[card] for card in hand.legal_plays()]
    hand = trump_made(case["trump"], {1: case["hand"], 0: [case["lead"]]}, leader=0)
    go(hand, f"0 play {case['lead']}")
    found = [NAMES[card] for card in hand.legal_plays()]
    for card in case["hand"]:
        assert broken(hand, f"1 play {card}") == (set() if card in found else {"RENEGE"})
    assert [name for name in map(NAMES.__getitem__, FRESH[24]) if not broken(hand, f"1 play {name}")] == found
    return found


def winner(case: dict[str, Any]) -> int:
    plays = case["plays"]
    hand = trump_made(case["trump"], {seat: [card] for seat, card in plays}, leader=plays[0][0])
    for seat, card in plays:
        go(hand, f"{seat} play {card}")
    assert hand.tricks[hand.winners[0] % 2] == 1
    assert hand.turn == hand.winners[0]
    return hand.winners[0]


def check(case: dict[str, Any]) -> None:
    if case["type"] == "legal":
        assert legal_cards(case) == sorted(case["legal"], key=CARDS.__getitem__)
    elif case["type"] == "trick":
        assert winner(case) == case["winner"]
    else:
        found = hand_points(rules_from(case["rules"]), case["maker_tricks"], case["alone"], case["defend_alone"])
        assert list(found) == case["expect"]


@needs_corpus
def test_casebook_of_the_corpus():
    lines = (Path(CORPUS or "") / "casebook" / "rules.jsonl").read_text("utf-8").splitlines()
    cases = [json.loads(line) for line in lines if line.strip()]
    assert {case["type"] for case in cases} == {"legal", "trick", "score"}
    for case in cases:
        check(case)


def case_name(case: dict[str, Any]) -> str:
    if case["type"] == "legal":
        return f"{case['trump']} trump, {case['lead']} led, {' '.join(case['hand'])}"
    if case["type"] == "trick":
        return f"{case['trump']} trump, {' '.join(card for _, card in case['plays'])}"
    alone = " alone" * case["alone"] + " defended alone" * case["defend_alone"]
    return f"{case['maker_tricks']} tricks{alone} {case['rules'].get('points', '')}"


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_case(case):
    check(case)


@pytest.mark.parametrize("trump", SUITS)
def test_the_seven_trumps_rank_as_printed(trump):
    other = {"c": "s", "s": "c", "d": "h", "h": "d"}[trump]
    order = [f"J{trump}", f"J{other}", *(rank + trump for rank in "AKQT9")]
    for higher, lower in itertools.pairwise(order):
        plays = [[0, "T" + other], [1, lower], [2, higher], [3, "A" + other]]
        assert winner({"trump": trump, "plays": plays}) == 2
