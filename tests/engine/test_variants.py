"""The variants by hand: positions with the answer worked out from the text of the rule, and its nearest
neighbour."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from euchre_audit.audit.walk import Walk, recorded_kitty, recorded_slots, recorded_up
from euchre_audit.cards import CANDIDATES, CARDS, DECK_MASK
from euchre_audit.engine import Hand, by_side, hand_points, is_over
from euchre_audit.engine.hand import BIDDING, BLIND, OVER, PLAYING
from euchre_audit.records import HandRecord
from euchre_audit.rules import Rules, RulesDiff, load_house, resolve
from tests.audit.games import above_notes, codes, findings_of
from tests.engine.layout import (
    BY_SUIT,
    CLUBS,
    DIAMONDS,
    FOUR_PASSES,
    HEARTS,
    SPADES,
    UNKNOWN,
    after,
    broken,
    cards,
    go,
    go_on,
    lay,
    legal,
    names_of,
    rules_from,
)
from tests.engine.test_variant_parity import FAMILIES
from tests.twin.generate import blurred, random_game
from tests.twin.rules import HOUSES

Layout = dict[str, Any]

CUTTHROAT: Layout = {
    "seats": 3,
    "sides": "maker-against-rest",
    "alone_by": "nobody",
    "points": {"march": 3},
    "dealer": 2,
}
TWO: Layout = {"seats": 2, "sides": "solo", "alone_by": "nobody", "dealer": 1}
TWELVE: dict[str, Any] = {
    "game": "twelve-trick",
    "seats": 2,
    "sides": "solo",
    "alone_by": "nobody",
    "patterns": ["4/4/4"],
    "target": 31,
}

# Twelve tricks: four in hand, four face down, four face up on those, card on card.
NORTH = ("Jh Ah Kc 9c", "As Ad Tc 9d", "Kh Qs Qd Jc")
SOUTH = ("Jd Kd Ks Ac", "Td Ts Th 9s", "9h Qh Qc Js")
# The same the easy way: one player has the hearts and the spades, the other the diamonds and the clubs.
MAJORS = ("Jh Ah Kh Qh", "Qs Js Ts 9s", "Th 9h As Ks")
MINORS = ("Jd Ad Kd Qd", "Qc Jc Tc 9c", "Td 9d Ac Kc")
HIDDEN_ROW = "?? ?? ?? ??"


def lay_twelve(
    first: tuple[str, str, str] = NORTH,
    second: tuple[str, str, str] = SOUTH,
    dealer: int = 1,
    **changes: Any,
) -> Hand:
    """A hand of the twelve-trick game before its first call: for each player hand, face down, face up."""
    rules = rules_from({**TWELVE, **changes})
    deck = DECK_MASK[rules.deck]
    slots = [[CANDIDATES[card] & deck for part in player for card in part.split()] for player in (first, second)]
    assert all(len(each) == 12 for each in slots)
    return Hand(rules, dealer, -1, -1, slots, 0)


def plays(*tricks: str) -> list[str]:
    """``"0 Jh 1 Ts"`` as log lines."""
    lines: list[str] = []
    for trick in tricks:
        words = trick.split()
        lines += [f"{seat} play {card}" for seat, card in zip(words[::2], words[1::2], strict=True)]
    return lines


def swap_line(given: str, taken: str, seat: int = 0) -> str:
    return f"{seat} swap {given} for {taken}"


# Three players


THREE = (HEARTS, SPADES, CLUBS)


def test_cutthroat_calls() -> None:
    hand = lay(THREE, **CUTTHROAT)
    assert legal(hand) == {"0 pass", "0 order"}
    assert broken(hand, "1 pass") == broken(hand, "2 order") == {"CALL_TURN"}
    assert broken(hand, "3 pass") == {"NO_SUCH_SEAT"}
    go(hand, "0 pass", "1 pass")
    assert broken(hand, "2 name s") == {"NAME_IN_ROUND_ONE"}
    assert legal(hand) == {"2 pass", "2 order"}
    go(hand, "2 pass")
    assert legal(hand) == {"0 pass", "0 name c", "0 name d", "0 name s"}
    assert broken(hand, "0 order") == {"ORDER_IN_ROUND_TWO"}
    assert broken(hand, "0 name h") == {"NAME_TURNED_DOWN"}
    go(hand, "0 pass", "1 pass", "2 pass")
    assert (hand.phase, hand.ended, hand.points()) == (OVER, "thrown-in", [0, 0, 0])
    assert broken(hand, "0 pass") == {"CALL_AFTER_END"}


def test_cutthroat_stuck_dealer() -> None:
    stuck = after(*["0 pass", "1 pass", "2 pass"], "0 pass", hands=THREE, stick_the_dealer=True, **CUTTHROAT)
    assert broken(stuck, "1 pass") == set(), "the fifth call"
    go(stuck, "1 pass")
    assert broken(stuck, "2 pass") == {"STUCK_DEALER_PASS"}
    assert legal(stuck) == {"2 name c", "2 name d", "2 name s"}


def test_cutthroat_dealer_takes_the_card_whoever_orders() -> None:
    for before, caller in (((), 0), (("0 pass",), 1), (("0 pass", "1 pass"), 2)):
        hand = after(*before, f"{caller} order", hands=THREE, **CUTTHROAT)
        assert (hand.maker, hand.turn) == (caller, 0)
        assert legal(hand) == {f"2 discard {card}" for card in [*CLUBS.split(), "9h"]}
        assert broken(hand, "0 discard Jh") == {"DISCARD_BY"}
        go(hand, "2 discard 9c")
        assert broken(hand, "2 discard Tc") == {"DISCARD_NONE_DUE"}


THREE_THAT_TAKE_TRICKS = ("Jh Jd Ah Td Qd", "As Ks Qs Ts Ad", "Ac Kc Qc Tc 9c")
"""Hearts are trump: seat 0 takes three tricks, each of the others one."""
ONE_EACH = plays("0 Td 1 Ad 2 Tc", "1 Ts 2 9h 0 Qd", "2 Ac 0 Ah 1 Qs", "0 Jh 1 Ks 2 Qc", "0 Jd 1 As 2 Kc")


def test_cutthroat_maker_plays_against_two() -> None:
    hand = after("0 order", "2 discard 9c", hands=THREE_THAT_TAKE_TRICKS, **CUTTHROAT)
    assert broken(hand, "1 play Ts") == broken(hand, "2 play Tc") == {"LEAD_TURN"}
    go(hand, "0 play Td")
    assert broken(hand, "2 play Tc") == {"PLAY_TURN"}
    assert broken(hand, "1 play Ks") == {"RENEGE"}
    go(hand, "1 play Ad")
    assert hand.trick_number == 0, "two cards are no trick"
    go(hand, "2 play Tc")
    assert (hand.trick_number, hand.turn, hand.tricks) == (1, 1, [0, 1, 0])
    go(hand, *ONE_EACH[3:6])
    assert (hand.turn, hand.tricks) == (2, [0, 1, 1]), "a defender's trick is that defender's alone"
    go(hand, *ONE_EACH[6:])
    assert (hand.phase, hand.tricks, hand.points()) == (OVER, [3, 1, 1], [1, 0, 0])


def test_cutthroat_points() -> None:
    march = after("0 order", "2 discard 9h", hands=THREE, **CUTTHROAT)
    go(march, *plays("0 Jh 1 9s 2 9c", "0 Jd 1 Ts 2 Tc", "0 Ah 1 Qs 2 Qc", "0 Kh 1 Ks 2 Kc", "0 Qh 1 As 2 Ac"))
    assert (march.tricks, march.points()) == ([5, 0, 0], [3, 0, 0])
    for before, points in (((), [1, 0, 0]), (("0 pass",), [2, 0, 2]), (("0 pass", "1 pass"), [2, 2, 0])):
        caller = len(before)
        hand = after(*before, f"{caller} order", "2 discard 9c", hands=THREE_THAT_TAKE_TRICKS, **CUTTHROAT)
        go(hand, *ONE_EACH)
        assert (hand.tricks, hand.points()) == ([3, 1, 1], points)
    rules = resolve(load_house("family-cutthroat"), RulesDiff())
    by_tricks = {0: [0, 2, 2], 1: [0, 2, 2], 2: [0, 2, 2], 3: [1, 0, 0], 4: [1, 0, 0], 5: [3, 0, 0]}
    for tricks, points in by_tricks.items():
        assert by_side(rules, 0, *hand_points(rules, tricks, False, False)) == points
    for maker, points in ((1, [2, 0, 2]), (2, [2, 2, 0])):
        assert by_side(rules, maker, *hand_points(rules, 2, False, False)) == points
    super_euchre = after(
        "0 pass", "1 order", "2 discard 9h", hands=THREE, **{**CUTTHROAT, "points": {"no_tricks": 4}}
    )
    go(super_euchre, *plays("0 Jh 1 9s 2 9c", "0 Jd 1 Ts 2 Tc", "0 Ah 1 Qs 2 Qc", "0 Kh 1 Ks 2 Kc"))
    go(super_euchre, *plays("0 Qh 1 As 2 Ac"))
    assert super_euchre.points() == [4, 0, 4]


# Two players


TWO_HANDS = ("Jh Jd Ah 9d 9c", "As Ks Qs Ad Ac")
THREE_TO_TWO = plays("0 Jh 1 Th", "0 Jd 1 Ks", "0 Ah 1 As", "0 9d 1 Ad", "1 Ac 0 9c")


def test_two_players() -> None:
    hand = lay(TWO_HANDS, up="Th", **TWO)
    assert legal(hand) == {"0 pass", "0 order"}
    assert broken(hand, "1 pass") == {"CALL_TURN"}
    assert broken(hand, "2 pass") == {"NO_SUCH_SEAT"}
    named = after("0 pass", "1 pass", hands=TWO_HANDS, up="Th", **TWO)
    assert legal(named) == {"0 pass", "0 name c", "0 name d", "0 name s"}
    go(named, "0 pass", "1 pass")
    assert (named.ended, named.points()) == ("thrown-in", [0, 0]), "four passes are both rounds"
    stuck = after("0 pass", "1 pass", "0 pass", hands=TWO_HANDS, up="Th", stick_the_dealer=True, **TWO)
    assert broken(stuck, "1 pass") == {"STUCK_DEALER_PASS"}

    go(hand, "0 order")
    assert broken(hand, "0 discard 9c") == {"DISCARD_BY"}
    assert legal(hand, "discard") == {f"1 discard {card}" for card in ("As", "Ks", "Qs", "Ad", "Ac", "Th")}
    go(hand, "1 discard Qs")
    assert broken(hand, "1 play Ac") == {"LEAD_TURN"}
    go(hand, "0 play Jh")
    assert cards(hand) == "Th"
    go(hand, "1 play Th")
    assert (hand.trick_number, hand.turn) == (1, 0), "two cards are a trick"
    go(hand, *THREE_TO_TWO[2:7])
    assert broken(hand, "1 play Ac") == {"RENEGE"}
    go(hand, *THREE_TO_TWO[7:])
    assert (hand.tricks, hand.points()) == ([3, 2], [1, 0])

    euchred = after("0 pass", "1 order", "1 discard Qs", *THREE_TO_TWO, hands=TWO_HANDS, up="Th", **TWO)
    assert (euchred.tricks, euchred.points()) == ([3, 2], [2, 0])
    march = after("0 order", "1 discard 9s", hands=(HEARTS, SPADES), **TWO)
    go(march, *plays("0 Jh 1 9h", "0 Jd 1 Ts", "0 Ah 1 Qs", "0 Kh 1 Ks", "0 Qh 1 As"))
    assert (march.tricks, march.points()) == ([5, 0], [2, 0])


def test_two_players_with_32_cards() -> None:
    rules = resolve(load_house("family-two-32"), RulesDiff())
    assert (rules.deck, rules.target, rules.seats, rules.sides) == (32, 5, 2, "solo")
    assert is_over(rules, [5, 3], 4) and not is_over(rules, [4, 3], 4)
    hands = ("8d 7c Ah Kh Qh", "7d 8c 9c As Ks")
    hand = after("0 order", "1 discard As", hands=hands, up="7h", **TWO, deck=32)
    go(hand, "0 play 8d")
    assert cards(hand) == "7d"
    assert broken(hand, "1 play Ks") == {"RENEGE"}
    go(hand, "1 play 7d")
    assert hand.tricks == [1, 0], "an eight beats a seven"
    go(hand, "0 play 7c", "1 play 8c")
    assert hand.tricks == [1, 1]
    go(hand, "1 play Ks", "0 play Qh", "0 play Ah", "1 play 7h")
    assert hand.tricks == [3, 1]
    assert broken(hand, "0 play Kh") == set()
    usual = after("0 order", "1 discard ??", hands=(None, None), **TWO)
    assert broken(usual, "0 play 8d") == broken(usual, "0 play 7c") == {"CARD_NOT_IN_DECK"}
    assert broken(usual, "0 play 9d") == set()


def test_nobody_alone_without_a_partner() -> None:
    for hands, layout in ((THREE, CUTTHROAT), (TWO_HANDS, TWO)):
        hand = lay(hands, **layout)
        assert broken(hand, "0 order") == set()
        assert broken(hand, "0 order alone") == {"ALONE_BY"}
        passes = [f"{seat} pass" for seat in range(layout["seats"])]
        assert broken(after(*passes, hands=hands, **layout), "0 name s alone") == {"ALONE_BY"}
        ordered = after("0 order", hands=hands, **layout)
        for seat in range(layout["seats"]):
            assert broken(ordered, f"{seat} alone") == {"ALONE_BY"}
        assert legal(ordered, "alone") == set()
        assert broken(ordered, "1 give As 0") == {"ACT_UNKNOWN_HERE"}
        rules = {key: value for key, value in layout.items() if key != "dealer"}
        for change in (
            {"alone_by": "caller"},
            {"defend_alone": "any"},
            {"partner_may_order": "only-alone"},
            {"partners_best": True},
        ):
            with pytest.raises(msgspec.ValidationError):
                rules_from({**rules, **change})
    twelve = lay_twelve()
    assert broken(twelve, "0 name h alone") == {"ALONE_BY"}
    assert broken(go(twelve, "0 name h"), "0 alone") == {"ALONE_BY"}
    assert broken(lay(), "0 order alone") == set(), "with a partner"


# Twelve tricks


def test_twelve_tricks_calls() -> None:
    hand = lay_twelve()
    suits = {"c", "d", "h", "s"}
    assert legal(hand) == {"0 pass", *(f"0 name {suit}" for suit in suits)}
    assert broken(hand, "0 order") == {"ORDER_NO_UP_CARD"}
    assert broken(hand, "0 name n") == {"NAME_NO_TRUMP"}
    assert broken(hand, "1 name h") == broken(hand, "1 pass") - {"STUCK_DEALER_PASS"} == {"CALL_TURN"}
    assert broken(hand, "0 turn h") == {"ACT_UNKNOWN_HERE"}
    assert broken(go(hand.copy(), "0 name h"), "1 name s") == {"CALL_AFTER_TRUMP"}
    go(hand, "0 pass")
    assert legal(hand) == {f"1 name {suit}" for suit in suits}
    assert broken(hand, "1 pass") == {"STUCK_DEALER_PASS"}
    assert broken(hand, "1 order") == {"ORDER_NO_UP_CARD"}
    go(hand, "1 name c")
    assert (hand.phase, hand.trump, hand.maker) == (PLAYING, 0, 1)
    assert "0 name n" in legal(lay_twelve(no_trump=True))
    for changes in ({"farmers_hand": "redeal"}, {"farmers_hand": "swap"}, {"go_under": True}):
        exchanging = lay_twelve(**changes)
        assert broken(exchanging, "0 misdeal farmers-hand")
        assert broken(exchanging, "0 swap ??,??,?? for ??,??,??")
        assert broken(exchanging, "0 misdeal exposed-card") == set()


def test_twelve_tricks_lead() -> None:
    for dealer, calls in (
        (1, ["0 name h"]),
        (1, ["0 pass", "1 name h"]),
        (0, ["1 name h"]),
        (0, ["1 pass", "0 name h"]),
    ):
        hand = go(lay_twelve(dealer=dealer), *calls)
        leader, card, other = (0, "Jh", "Jd") if dealer == 1 else (1, "Jd", "Jh")
        assert broken(hand, f"{leader} play {card}") == set()
        assert broken(hand, f"{dealer} play {other}") == {"LEAD_TURN"}
    hand = go(lay_twelve(), "0 name h")
    assert legal(hand) == {f"0 play {card}" for part in (NORTH[0], NORTH[2]) for card in part.split()}
    go(hand, "0 play Kc", "1 play Ac")
    assert (hand.turn, hand.tricks) == (1, [0, 1]), "the winner leads"
    assert broken(hand, "0 play Jh") == {"LEAD_TURN"}


def test_twelve_tricks_what_may_be_played() -> None:
    hand = go(lay_twelve(), "0 name h")
    assert broken(hand, "0 play As") == broken(hand, "0 play Tc") == {"CARD_COVERED"}
    clubs = go(hand.copy(), "0 play Kc")
    assert cards(clubs) == "Qc Ac", "from the table and from the hand"
    assert broken(clubs, "1 play Kd") == broken(clubs, "1 play Js") == {"RENEGE"}
    assert broken(clubs, "1 play 9s") == {"CARD_COVERED"}
    hearts = go(hand.copy(), "0 play Jh")
    assert cards(hearts) == "Jd 9h Qh", "the left bower, and not the ten that is covered"
    go(hand, "0 play Qd")
    assert cards(hand) == "Kd"
    go(hand, "1 play Kd", "0 uncover Tc", "1 play Js")
    assert cards(hand) == "Qs", "the ace lies under it"
    go(hand, "0 play Qs", "0 uncover Ad", "1 uncover 9s")
    assert hand.tricks == [1, 1]
    go(hand, "0 play Ad")
    assert cards(hand) == "Qc Ac Jd 9h Qh 9s Ks", "the covered ten of diamonds does not count"
    assert broken(hand, "1 play Td") == {"CARD_COVERED"}


def test_twelve_tricks_uncovering() -> None:
    hand = go(lay_twelve(), "0 name h")
    plain = go(hand.copy(), "0 play Kc", "1 play Ac")
    for line in ("0 uncover As", "1 uncover Td"):
        assert broken(plain, line) == {"UNCOVER_NONE_DUE"}, "two cards of the hands"
    go(hand, "0 play Qd")
    assert broken(hand, "0 uncover Tc") == {"UNCOVER_NONE_DUE"}, "in the middle of the trick"
    go(hand, "1 play Kd")
    assert legal(hand) == {"0 uncover Tc"}
    assert broken(hand, "0 uncover Ad") == broken(hand, "0 uncover 9c") == {"UNCOVER_CARD"}
    assert broken(hand, "1 uncover Td") == {"UNCOVER_NONE_DUE"}
    assert broken(hand, "1 play Js") == {"UNCOVER_DUE"}

    missing = hand.copy()
    assert go_on(missing, "1 play Ac") == [{"UNCOVER_DUE"}]
    assert cards(missing) == "9c Tc Jc Kc", "the lead stands, and the card counts as turned up"
    assert go_on(missing, "0 play Tc", "1 play Qc", "0 play 9c") == [set(), set(), set()]

    go(hand, "0 uncover Tc")
    assert broken(hand, "0 uncover Tc") == {"UNCOVER_NONE_DUE"}
    go(hand, "1 play Js", "0 play Qs")
    assert legal(hand) == {"0 uncover Ad", "1 uncover 9s"}
    other = go(hand.copy(), "1 uncover 9s")
    assert legal(other) == {"0 uncover Ad"}
    assert broken(other, "0 play Ad") == {"UNCOVER_DUE"}
    go(hand, "0 uncover Ad", "1 uncover 9s", "0 play Tc")
    assert cards(hand) == "Qc Ac"
    go(hand, "1 play Ac")
    assert broken(hand, "0 uncover As") == {"UNCOVER_NONE_DUE"}, "nothing lies under a card that was turned up"
    assert broken(hand, "1 play 9s") == set()


ALL_TWELVE = [
    *plays("0 Jh 1 Jd", "0 Ah 1 Ad", "0 Kh 1 Kd", "0 Qh 1 Qd", "0 Th 1 Td"),
    *("0 uncover Qs", "1 uncover Qc"),
    *plays("0 9h 1 9d"),
    *("1 uncover Jc", "0 uncover Js"),
    *plays("0 As 1 Ac"),
    *("0 uncover Ts", "1 uncover Tc"),
    *plays("0 Ks 1 Kc"),
    *("0 uncover 9s", "1 uncover 9c"),
    *plays("0 Qs 1 Qc", "0 Js 1 Jc", "0 Ts 1 Tc", "0 9s 1 9c"),
]


def test_twelve_tricks_points() -> None:
    hand = go(lay_twelve(MAJORS, MINORS), "0 name h", *ALL_TWELVE)
    assert (hand.ended, hand.tricks, hand.points()) == ("played", [12, 0], [12, 0])
    assert broken(hand, "0 uncover 9s") == {"PLAY_AFTER_END"}
    named = go(lay_twelve(MAJORS, MINORS), "0 pass", "1 name h", *ALL_TWELVE)
    assert named.points() == [12, 0], "all to the other, by the tricks and by the rule"
    # The lead is in the hand of the player who claims the rest: after six and after seven tricks.
    for tricks, points in ((6, [0, 12]), (7, [7, 5])):
        short = go(lay_twelve(MAJORS, MINORS), "0 name h")
        for line in ALL_TWELVE:
            if sum(short.tricks) == tricks:
                break
            go(short, line)
        go(short, "1 lay-down")
        assert (short.tricks, short.points()) == ([tricks, 12 - tricks], points)
    rules = resolve(load_house("family-twelve"), RulesDiff())
    for tricks in range(13):
        expected = (tricks, 12 - tricks) if tricks >= 7 else (0, 12)
        assert hand_points(rules, tricks, False, False) == expected
    other = rules_from({**TWELVE, "points": {"make": 5, "march": 6, "euchre": 7, "no_tricks": 8}})
    assert [hand_points(other, tricks, False, False) for tricks in (12, 7, 6, 0)] == [
        (12, 0),
        (7, 5),
        (0, 12),
        (0, 12),
    ]


# Decks and the joker


@pytest.mark.parametrize(("deck", "lowest"), [(24, "9"), (25, "9"), (28, "8"), (29, "8"), (32, "7"), (33, "7")])
def test_decks_from_the_eight_and_from_the_seven(deck: int, lowest: str) -> None:
    hand = after("0 order", "3 discard ??", hands=UNKNOWN, deck=deck)
    for rank in "789TJQKA":
        there = "789TJQKA".index(rank) >= "789TJQKA".index(lowest)
        assert broken(hand, f"0 play {rank}d") == (set() if there else {"CARD_NOT_IN_DECK"})
    assert broken(hand, "0 play Jo") == (set() if deck % 2 else {"CARD_NOT_IN_DECK"})


def test_low_cards_rank_below_the_nine() -> None:
    low = ("8d 9d As Ks Qs", "7d Kd Ac Kc Qc", "9s Ts Js Td Qd", "7h 8c 9c Tc Jc")
    hand = after("0 order", "3 discard Jc", hands=low, up="9h", deck=32)
    go(hand, *plays("0 8d 1 7d 2 Td 3 8c"))
    assert hand.winners == [2]
    go(hand.copy(), *plays("2 9s 3 7h 0 Qs 1 Qc"))
    beaten = go(hand, *plays("2 9s 3 7h 0 Qs 1 Qc"))
    assert beaten.winners == [2, 3], "the seven of trump beats the queen that was led to"
    go(hand, *plays("3 9h 0 9d 1 Kc 2 Ts"))
    assert hand.winners == [2, 3, 3]
    two = after("0 order", "3 discard 9c", hands=("8d As Ks Qs Ts", "7d", None, CLUBS), deck=32)
    go(two, *plays("0 8d 1 7d 2 7s 3 9h"))
    assert two.winners == [3]


def test_joker_is_the_highest_trump() -> None:
    hands = (HEARTS, "Jo Ks Qs Ts 9s", DIAMONDS, CLUBS)
    hand = after("0 order", "3 discard 9h", "0 play Jh", hands=hands, deck=25)
    assert cards(hand) == "Jo", "a trump in following"
    assert broken(hand, "1 play 9s") == {"RENEGE"}
    go(hand, "1 play Jo", "2 play 9d", "3 play 9c")
    assert hand.winners == [1], "above the right bower"
    led = after("1 order", "0 discard 9h", "1 play Jo", hands=hands, dealer=0, deck=25)
    go(led, "2 play 9d", "3 play 9c")
    assert cards(led) == "Jd Jh Qh Kh Ah", "a trump in leading"
    go(led, "0 play Jh")
    assert led.winners == [1]
    spades = after(*FOUR_PASSES, "0 name s", "0 play Qh", hands=("Qh Kh Ah Th As", *hands[1:]), up="9h", deck=25)
    assert broken(spades, "1 play Jo") == set(), "it has no suit but trump"
    left = after("0 order", "3 discard 9h", *plays("0 Ah 1 Jo 2 9d 3 9c"), hands=hands, deck=25)
    go(left, "1 play Ks")
    assert broken(left, "2 play Td") == set()


def test_joker_beats_every_trump_in_every_suit() -> None:
    for suit, other in zip("cdhs", "shdc", strict=True):
        hands = (f"J{suit} A{suit}", "Jo", f"J{other}", f"A{other}")
        hand = after("0 order", "3 discard ??", hands=hands, up=f"9{suit}", deck=25)
        go(hand, f"0 play J{suit}", "1 play Jo", f"2 play J{other}", f"3 play K{suit}")
        assert (hand.trump, hand.winners) == ("cdhs".index(suit), [1])


def test_dealer_gives_the_joker_a_suit_first() -> None:
    hand = lay(up="Jo", deck=25)
    assert legal(hand) == {f"3 turn {suit}" for suit in "cdhs"}
    for call in ("0 pass", "0 order", "0 order alone"):
        assert broken(hand, call) == {"JOKER_NOT_NAMED"}
    assert broken(hand, "0 turn h") == broken(hand, "1 turn h") == {"TURN_NONE_DUE"}
    go(hand, "3 turn s")
    assert broken(hand, "3 turn s") == broken(hand, "3 turn h") == {"TURN_NONE_DUE"}
    assert legal(hand) == {"0 pass", "0 order", "0 order alone"}
    ordered = go(hand.copy(), "0 order")
    assert (ordered.trump, ordered.maker) == (3, 0)
    assert legal(ordered, "discard") == {f"3 discard {card}" for card in [*CLUBS.split(), "Jo"]}
    go(ordered, "3 discard 9c")
    assert broken(ordered, "3 turn h") == {"TURN_NONE_DUE"}
    go(ordered, "0 play Ah", "1 play As", "2 play Ad")
    assert broken(ordered, "3 play Jo") == set()
    go(ordered, "3 play Jo")
    assert ordered.winners == [3]
    buried = go(hand.copy(), "0 order", "3 discard Jo", "0 play Ah", "1 play As", "2 play Ad")
    assert broken(buried, "3 play Jo") == {"CARD_BURIED"}
    kept = lay(up="Jo", deck=25, discard_up_card=False)
    assert broken(go(kept, "3 turn s", "0 order"), "3 discard Jo") == {"DISCARD_UP_CARD"}

    go(hand, "0 pass")
    assert broken(hand, "3 turn h") == {"TURN_NONE_DUE"}
    go(hand, *FOUR_PASSES[1:])
    assert broken(hand, "0 name s") == {"NAME_TURNED_DOWN"}
    assert legal(hand, "name") == {f"0 name {suit}{how}" for suit in "cdh" for how in ("", " alone")}
    go(hand, "0 name h", "0 play Jh")
    assert broken(hand, "1 play Jo") == {"CARD_UP"}

    assert broken(lay(up="9h", deck=25), "3 turn h") == {"TURN_NONE_DUE"}
    assert broken(lay(up="9h"), "3 turn h") == {"ACT_UNKNOWN_HERE"}


def test_joker_of_a_fixed_suit() -> None:
    for suit in "cdhs":
        hand = lay(up="Jo", deck=25, joker_turned_up=suit)
        assert legal(hand) == {"0 pass", "0 order", "0 order alone"}
        assert broken(hand, f"3 turn {suit}") == {"TURN_NONE_DUE"}
        ordered = go(hand.copy(), "0 order", "3 discard 9c")
        assert ordered.trump == "cdhs".index(suit)
        assert "3 discard Jo" in legal(go(hand.copy(), "0 order"), "discard")
        go(hand, *FOUR_PASSES)
        assert broken(hand, f"0 name {suit}") == {"NAME_TURNED_DOWN"}
        for other in set("cdhs") - {suit}:
            assert broken(hand, f"0 name {other}") == set()


def test_joker_up_and_hands_unknown() -> None:
    for changes, discard, late in (
        ({}, "??", set()),
        ({}, "As", {"RENEGE"}),
        ({"discard_up_card": False}, "??", {"RENEGE"}),
    ):
        hand = after("3 turn s", "0 order", f"3 discard {discard}", hands=UNKNOWN, up="Jo", deck=25, **changes)
        for seat in (0,):
            assert broken(hand, f"{seat} play Jo") == {"CARD_UP"}
        go(hand, "0 play 9s", "1 play Ac", "2 play Kc")
        assert broken(hand, "3 play Jo") == set()
        assert broken(hand, "3 play 9d") == late, "the joker that was taken up may lie face down, or not"


def test_up_card_that_only_a_turn_tells() -> None:
    hand = lay(UNKNOWN, up="", deck=25)
    assert broken(hand, "0 pass") == broken(hand, "3 turn h") == set()
    assert broken(hand, "1 turn h") == {"TURN_NONE_DUE"}
    assert broken(go(hand.copy(), "0 pass"), "3 turn h") == {"TURN_NONE_DUE"}
    go(hand, "3 turn h", "0 order", "3 discard ??")
    assert (hand.phase, hand.trump, hand.up) == (PLAYING, 2, CARDS["Jo"])
    assert broken(hand, "0 play Jo") == {"CARD_UP"}
    go(hand, "0 play Jh", "1 play 9d", "2 play Td", "3 play Jo")
    assert hand.winners == [3]
    down = after("3 turn h", *FOUR_PASSES, hands=UNKNOWN, up="", deck=25)
    assert broken(down, "0 name h") == {"NAME_TURNED_DOWN"}
    assert broken(down, "0 name d") == set()
    go(down, "0 name d")
    assert broken(down, "0 play Jo") == {"CARD_UP"}
    assert broken(lay(UNKNOWN, up=""), "3 turn h") == {"ACT_UNKNOWN_HERE"}


# No trump


WITHOUT_TRUMP = ("Jh 9c Td Qd Ks", "Th Jd Kh 9s Ts", "Qh 9d Ad Kc Qc", "As Ac Tc Jc Js")


def test_no_trump_in_round_two() -> None:
    first = lay(WITHOUT_TRUMP, no_trump=True)
    assert broken(first, "0 name n") == {"NAME_IN_ROUND_ONE"}
    hand = after(*FOUR_PASSES, hands=WITHOUT_TRUMP, no_trump=True)
    assert {"0 name n", "0 name n alone"} <= legal(hand)
    off = after(*FOUR_PASSES, hands=WITHOUT_TRUMP)
    assert broken(off, "0 name n") == {"NAME_NO_TRUMP"}
    alone = go(hand.copy(), "0 name n alone")
    assert (alone.lone, alone.sits) == (0, 0b100)
    go(hand, "0 name n", "0 play Jh")
    assert cards(hand) == "Th Kh", "no jack has changed its suit"
    assert broken(hand, "1 play Jd") == {"RENEGE"}
    go(hand, "1 play Th", "2 play Qh", "3 play As")
    assert hand.winners == [2], "the queen beats the jack, and the ace of another suit beats nothing"
    go(hand, "2 play Ad", "3 play Jc", "0 play Td")
    assert cards(hand) == "Jd"
    go(hand, "1 play Jd")
    assert hand.winners == [2, 2]
    go(hand, *plays("2 9d 3 Tc 0 Qd 1 Ts", "0 Ks 1 9s 2 Qc 3 Js", "0 9c 1 Kh 2 Kc 3 Ac"))
    assert (hand.winners, hand.tricks, hand.points()) == ([2, 2, 0, 0, 3], [4, 1], [1, 0])
    hearts = after(*FOUR_PASSES, "0 name h", hands=WITHOUT_TRUMP, up="9s")
    go(hearts, *plays("0 Jh 1 Jd 2 Qh 3 As"))
    assert hearts.winners == [0], "with hearts as trump the same jack is the right bower"


def test_no_trump_with_a_joker_is_not_judged() -> None:
    hand = after(*FOUR_PASSES, "0 name n", hands=WITHOUT_TRUMP, no_trump=True, deck=25)
    assert (hand.phase, legal(hand), hand.points()) == (BLIND, set(), None)
    assert broken(hand, "1 pass") == {"CALL_AFTER_TRUMP"}
    suit = after(*FOUR_PASSES, "0 name s", hands=WITHOUT_TRUMP, no_trump=True, deck=25)
    assert suit.phase == PLAYING


# A farmer's hand


NINES_AND_TENS = "9c Tc 9d Td 9s"
FARMER = (NINES_AND_TENS, "As Ks Qs Js Ts", "Ac Kc Qc Jc Th", "Jh Jd Ah Kh Qh")
REDEAL: Layout = {"farmers_hand": "redeal"}


def test_farmers_hand_is_dealt_again_by_the_same_dealer() -> None:
    hand = lay(FARMER, **REDEAL)
    assert "0 misdeal farmers-hand" in legal(hand)
    go(hand, "0 misdeal farmers-hand")
    assert (hand.phase, hand.ended, hand.points(), hand.tricks) == (OVER, "redealt", [0, 0], [0, 0])
    assert broken(hand, "0 pass") == {"CALL_AFTER_END"}
    assert broken(lay(FARMER), "0 misdeal farmers-hand") == {"ACT_UNKNOWN_HERE"}
    almost = ("9c Tc 9d Td Js", *FARMER[1:])
    assert broken(lay(almost, **REDEAL), "0 misdeal farmers-hand") == {"EXCHANGE_HAND"}

    again: dict[str, Any] = {
        "hand": 1,
        "dealer": 3,
        "up": "9h",
        "log": ["0 misdeal farmers-hand"],
        "ended": "redealt",
    }
    passes = [f"{seat} pass" for seat in (0, 1, 2, 3)]
    for dealer, expected in ((3, []), (0, ["G101"])):
        turn = passes if dealer == 3 else [*passes[1:], passes[0]]
        second = {"hand": 2, "dealer": dealer, "up": "9h", "log": turn + turn, "ended": "thrown-in"}
        game = {
            "format": "euchre-game/1",
            "house": "family",
            "rules": {"farmers_hand": "redeal"},
            "hands": [again, second],
        }
        found = [finding for finding in above_notes(findings_of(game)) if finding.code != "G120"]
        assert codes(found) == expected


@pytest.mark.parametrize(
    ("kind", "hand", "is_one"),
    [
        ("all-nines-tens", NINES_AND_TENS, True),
        ("all-nines-tens", "9c Tc 9d Td 8s", False),
        ("all-nines-tens", "9c Tc 9d Td Js", False),
        ("three-nines-tens", "9c Tc 9d As Ks", True),
        ("three-nines-tens", "9c Tc 8d As Ks", False),
        ("three-nines-tens", "9c Tc Jo As Ks", False),
        ("no-ace-no-face", "7c 8c 9d Td 9s", True),
        ("no-ace-no-face", "7c 8c 9d Td Js", False),
        ("no-ace-no-face", "7c 8c 9d Td As", False),
        ("no-ace-no-face", "7c 8c 9d Td Jo", False),
    ],
)
def test_what_a_farmers_hand_is(kind: str, hand: str, is_one: bool) -> None:
    expected = set() if is_one else {"EXCHANGE_HAND"}
    rules: Layout = {"deck": 33, "farmers_hand_is": kind}
    redeal = lay((hand, None, None, None), farmers_hand="redeal", **rules)
    assert broken(redeal, "0 misdeal farmers-hand") == expected
    swap = lay((hand, None, None, None), farmers_hand="swap", **rules)
    assert broken(swap, "0 swap ??,??,?? for ??,??,??") == expected


def test_farmers_hand_on_the_first_turn_only() -> None:
    line = "0 misdeal farmers-hand"
    assert broken(after("0 pass", hands=FARMER, **REDEAL), line) == {"EXCHANGE_WHEN"}
    assert broken(after(*FOUR_PASSES, hands=FARMER, **REDEAL), line) == {"EXCHANGE_WHEN"}
    assert broken(after("0 order", hands=FARMER, **REDEAL), line) == {"EXCHANGE_WHEN"}
    later = (FARMER[1], NINES_AND_TENS, *FARMER[2:])
    assert broken(lay(later, **REDEAL), "1 misdeal farmers-hand") == {"EXCHANGE_WHEN"}, "not its turn yet"
    second = after("0 pass", hands=later, **REDEAL)
    assert broken(second, "1 misdeal farmers-hand") == set()
    assert broken(second, "0 misdeal farmers-hand") == {"EXCHANGE_WHEN"}
    for dealer in range(4):
        first = (dealer + 1) % 4
        hand = lay(UNKNOWN, dealer=dealer, **REDEAL)
        assert broken(hand, f"{first} misdeal farmers-hand") == set(), "nobody knows that it is none"
        assert broken(hand, f"{dealer} misdeal farmers-hand") == {"EXCHANGE_WHEN"}
    three = after("0 pass", "1 pass", hands=(SPADES, HEARTS, "9c Tc 9d Td Th"), **CUTTHROAT, **REDEAL)
    assert broken(three, "2 misdeal farmers-hand") == set()
    go(three, "2 pass")
    assert broken(three, "0 misdeal farmers-hand") == {"EXCHANGE_WHEN"}, "the second round of three"
    half_known = lay(("Ac ?? ?? ?? ??", None, None, None), **REDEAL)
    assert broken(half_known, "0 misdeal farmers-hand") == {"EXCHANGE_HAND"}


KITTY = "Ah Kd Qs"
SWAP: Layout = {"farmers_hand": "swap", "up": "9h", "kitty": KITTY}
SWAPPING = (NINES_AND_TENS, "As Ks Js Ts Kc", "Ac Qc Jc Th Ad", "Jh Jd Kh Qh Qd")
THREE_LOW: Layout = {**SWAP, "farmers_hand_is": "three-nines-tens"}


def test_farmers_hand_is_swapped_with_the_kitty() -> None:
    hand = lay(SWAPPING, **SWAP)
    assert len(legal(hand, "swap")) == 10, "three of five, for the three that lie there"
    line = swap_line("9c,Tc,9d", "Ah,Kd,Qs")
    assert broken(hand, line) == broken(hand, swap_line("9d,9c,Tc", "Qs,Kd,Ah")) == set()
    for wrong in (
        swap_line("9c,Tc,9d", "9h,Kd,Qs"),  # the up card is not among them
        swap_line("9c,Tc,9d", "Ad,Kd,Qs"),  # in another hand
        swap_line("9c,Tc,9d", "Td,Kd,Qs"),  # in the own hand
        swap_line("9c,Tc", "Ah,Kd"),
        swap_line("9c,Tc,9d,Td", "Ah,Kd,Qs,9h"),
        swap_line("9c,9c,9d", "Ah,Kd,Qs"),
        swap_line("9c,Tc,Th", "Ah,Kd,Qs"),
    ):
        assert broken(hand, wrong) == {"EXCHANGE_CARDS"}, wrong
    assert broken(lay(SWAPPING, up="9h", kitty=KITTY), line) == {"ACT_UNKNOWN_HERE"}
    assert broken(lay(SWAPPING, **{**SWAP, "farmers_hand": "redeal"}), line) == {"ACT_UNKNOWN_HERE"}
    assert broken(hand, "0 misdeal farmers-hand") == {"ACT_UNKNOWN_HERE"}
    none = ("9c Tc 9d Td Js", "As Ks 9s Ts Kc", *SWAPPING[2:])
    assert broken(lay(none, **SWAP), line) == {"EXCHANGE_HAND"}

    go(hand, line)
    assert (hand.phase, hand.turn, hand.calls) == (BIDDING, 0, 0)
    assert legal(hand) == {"0 pass", "0 order", "0 order alone"}, "the call is still to come; no second swap"
    assert broken(hand, swap_line("Td,9s,Ah", "9c,Tc,9d")) == {"EXCHANGE_WHEN"}
    go(hand, "0 order", "3 discard Qd")
    assert broken(hand, "0 play 9c") == broken(hand, "0 play Tc") == {"CARD_KITTY"}
    for card in ("Td", "9s", "Ah", "Kd", "Qs"):
        assert broken(hand, f"0 play {card}") == set()
    assert broken(go(hand, "0 play Ah"), "1 play Kd") == {"CARD_OF_ANOTHER"}


def test_three_nines_and_tens_are_swapped_and_taken_again() -> None:
    hands = ("9c Tc 9d As Ks", "Td Th Ts Ac Kc", "9s Qc Jc Js Ad", "Jh Jd Kh Qh Qd")
    hand = lay(hands, **THREE_LOW)
    assert broken(hand, swap_line("9c,Tc,As", "Ah,Kd,Qs")) == {"EXCHANGE_CARDS"}
    assert legal(hand, "swap") == {swap_line("9c,Tc,9d", "Kd,Ah,Qs")}
    go(hand, swap_line("9c,Tc,9d", "Qs,Ah,Kd"), "0 pass")
    assert broken(hand, swap_line("Td,Th,Ts", "Ah,Kd,Qs", 1)) == {"EXCHANGE_CARDS"}, "in seat 0's hand by now"
    go(hand, swap_line("Td,Th,Ts", "9c,Tc,9d", 1), "1 pass")
    assert broken(hand, swap_line("9s,Qc,Jc", "Td,Th,Ts", 2)) == {"EXCHANGE_HAND"}
    go(hand, "2 order", "3 discard Qd", "0 play Ah")
    assert broken(hand, "1 play Th") == {"CARD_KITTY"}
    assert broken(hand, "1 play 9c") == set()


def test_swap_of_unknown_cards() -> None:
    unseen = "0 swap ??,??,?? for ??,??,??"
    for hands in (SWAPPING, UNKNOWN, (NINES_AND_TENS, None, None, None)):
        assert broken(lay(hands, farmers_hand="swap"), unseen) == set()
    assert broken(lay(FARMER[1:] + FARMER[:1], farmers_hand="swap"), unseen) == {"EXCHANGE_HAND"}
    # Of a hand that nobody knows nothing can be said: what was given may be anything.
    hand = after(unseen, "0 pass", hands=UNKNOWN, farmers_hand="swap")
    assert broken(hand, "1 swap ??,??,?? for ??,??,??") == broken(hand, "1 swap 9c,Tc,9d for Td,9s,Ts") == set()


@pytest.mark.parametrize("layout", [SWAP, {"farmers_hand": "swap"}], ids=["kitty known", "kitty unknown"])
def test_swap_of_unknown_cards_out_of_a_known_hand(layout: Layout) -> None:
    """Two of the five stay; which, nobody knows, and a third of them is one too many."""
    unseen = "0 swap ??,??,?? for ??,??,??"
    hand = after(unseen, "0 order", "3 discard ??", hands=(NINES_AND_TENS, None, None, None), **layout)
    for card in NINES_AND_TENS.split():
        assert broken(hand, f"0 play {card}") == set()
    assert broken(hand, "0 play Ah") == set(), "taken from the kitty"
    go(hand, *plays("0 9c 1 Ac 2 Qc 3 Kc", "1 Jc 2 Js 3 Qh 0 Tc"))
    assert hand.winners == [1, 3]
    go(hand, "3 play Ad")
    for card in ("9d", "Td", "9s"):
        assert broken(hand, f"0 play {card}"), card
    assert broken(hand, "0 play Kd") == set()


def test_card_given_away_unseen_may_be_found_elsewhere() -> None:
    """What went face down into the kitty may be with anyone who took from it, and with no-one else."""
    hands = ("9c Tc 9d As Ks", "Td Th Ts Ac Kc", None, None)
    unseen = ("0 swap ??,??,?? for ??,??,??", "0 pass")
    taken = after(*unseen, "1 swap ??,??,?? for ??,??,??", "1 order", "3 discard ??", hands=hands, **THREE_LOW)
    assert broken(taken, "0 play As") == set()
    go(taken, "0 play As")
    assert broken(taken, "1 play 9c") == set(), "given by the one, taken by the other"
    passed = after(*unseen, "1 order", "3 discard ??", hands=hands, **THREE_LOW)
    go(passed, "0 play As")
    assert broken(passed, "1 play 9c"), "all five cards of this player are known, and nothing was taken"


def test_going_under() -> None:
    layout: Layout = {"go_under": True, "deck": 32, "up": "9h"}
    hands = ("7c 8d Th As Ks", "Ts 9s Js Qs Ac", "Ad Kd Qd Jd 7d", "Jh Ah Kh Qh Qc")
    hand = lay(hands, **layout)
    line = swap_line("7c,8d,Th", "9c,Td,7s")
    assert broken(hand, line) == set(), "any three of the eleven under the up card"
    for wrong in (
        swap_line("7c,8d,As", "9c,Td,7s"),
        swap_line("7c,8d,Th", "9h,Td,7s"),
        swap_line("7c,8d", "9c,Td"),
    ):
        assert broken(hand, wrong) == {"EXCHANGE_CARDS"}
    assert broken(lay(hands, deck=32), line) == {"ACT_UNKNOWN_HERE"}
    assert broken(hand, swap_line("Ts,9s,Js", "9c,Td,7s", 1)) == {"EXCHANGE_WHEN"}, "not this player's turn"
    second = go(hand.copy(), "0 pass")
    assert broken(second, swap_line("Ts,9s,Js", "9c,Td,7s", 1)) == {"EXCHANGE_HAND"}, "two low cards"
    assert broken(second, line) == {"EXCHANGE_WHEN"}
    assert broken(go(second, *FOUR_PASSES[1:]), line) == {"EXCHANGE_WHEN"}
    go(hand, line)
    assert broken(hand, line) == {"EXCHANGE_WHEN"}
    go(hand, "0 order", "3 discard Qc")
    assert broken(hand, "0 play 9c") == set()
    assert broken(hand, "0 play 7c"), "given away"

    both: Layout = {**layout, "farmers_hand": "redeal", "farmers_hand_is": "no-ace-no-face"}
    low = ("7c 8d Th 9s Ts", *hands[2:], None)
    assert broken(lay(low, **both), "0 misdeal farmers-hand") == set()
    assert broken(lay(low, **both), swap_line("7c,8d,Th", "9c,Td,7s")) == set()
    assert broken(lay(hands, **both), "0 misdeal farmers-hand") == {"EXCHANGE_HAND"}
    assert broken(go(lay(low, **both), swap_line("7c,8d,Th", "9c,Td,7s")), "0 pass") == set()


# A card from the partner


BEST: Layout = {"partners_best": True}


def test_a_lone_maker_gets_a_card_and_buries_one() -> None:
    hand = after("0 order alone", "3 discard 9c", **BEST)
    assert legal(hand, "give") == {f"2 give {card} 0" for card in DIAMONDS.split()}
    assert broken(hand, "0 play Jh") == set(), "nobody has to give"
    assert broken(hand, "1 give As 0") == broken(hand, "2 give Ad 1") == broken(hand, "0 give Jh 2") == {"GIVE_BY"}
    assert broken(hand, "2 give As 0") == {"EXCHANGE_CARDS"}
    assert broken(hand, "0 discard Qh") == {"DISCARD_NONE_DUE"}
    go(hand, "2 give Ad 0")
    assert broken(hand, "2 give Kd 0") == {"EXCHANGE_WHEN"}
    assert broken(hand, "2 discard Kd") == broken(hand, "3 discard Tc") == {"DISCARD_BY"}
    assert legal(hand, "discard") == {f"0 discard {card}" for card in [*HEARTS.split(), "Ad"]}
    buried = go(hand.copy(), "0 discard Ad", "0 play Jh")
    assert broken(buried, "2 play Kd") == {"PLAY_SITTING_OUT"}
    go(hand, "0 discard Qh")
    assert broken(hand, "0 discard Kh") == {"DISCARD_NONE_DUE"}
    assert broken(hand, "0 play Qh") == {"CARD_BURIED"}
    assert broken(hand, "0 play Ad") == set()
    go(hand, "0 play Ad")
    assert broken(hand, "2 give Kd 0") == {"EXCHANGE_WHEN"}
    assert broken(after("0 order", "3 discard 9c", **BEST), "2 give Ad 0") == {"EXCHANGE_WHEN"}, "not alone"
    assert broken(after("0 order alone", "3 discard 9c"), "2 give Ad 0") == {"ACT_UNKNOWN_HERE"}
    defender = after("0 order", "3 discard 9c", "1 alone", defend_alone="any", **BEST)
    assert broken(defender, "3 give Tc 1") == {"EXCHANGE_WHEN"}, "a lone defender gets none"


def test_dealer_and_the_partners_card() -> None:
    three = FOUR_PASSES[:3]
    lone = after(*three, "3 order alone", **BEST)
    for lines in (
        ("3 discard 9c", "1 give As 3", "3 discard Tc"),
        ("1 give As 3", "3 discard As", "3 discard 9h"),
        ("1 give As 3", "3 discard 9h", "3 discard 9c"),
    ):
        done = go(lone.copy(), *lines)
        assert broken(done, "3 discard Qc") == {"DISCARD_NONE_DUE"}, "two cards came, two went"
        assert broken(done, "0 play Jh") == set()
    kept = after(*three, "3 order alone", "1 give As 3", discard_up_card=False, **BEST)
    assert broken(kept, "3 discard 9h") == {"DISCARD_UP_CARD"}
    go(kept, "3 discard 9c")
    assert broken(kept, "3 discard 9h") == {"DISCARD_UP_CARD"}
    assert broken(kept, "3 discard As") == set()

    sitting = after("0 pass", "1 order alone", **BEST)
    assert legal(sitting, "give") == {f"3 give {card} 1" for card in [*CLUBS.split(), "9h"]}
    for lines in (
        ("3 give 9h 1", "1 discard 9s", "3 discard 9c"),
        ("3 discard 9c", "3 give 9h 1", "1 discard 9h"),
        ("3 give Ac 1", "3 discard 9h", "1 discard Ts"),
    ):
        done = go(sitting.copy(), *lines)
        assert broken(done, "1 discard Qs") == broken(done, "3 discard Qc") == {"DISCARD_NONE_DUE"}
    taken = go(sitting.copy(), "3 give 9h 1", "1 discard 9s", "3 discard 9c", "0 play Jh")
    assert cards(taken) == "9h", "the trump that came over the table has to follow"
    stays = after("0 pass", "1 order alone", "3 give 9h 1", discard_up_card=False, **BEST)
    assert broken(stays, "1 discard 9h") == set(), "only the dealer may not bury it"
    without = after("0 pass", "1 order alone", "3 give Ac 1", sitting_dealer_takes=False, **BEST)
    assert broken(without, "3 discard 9c") == {"DISCARD_BY"}
    assert broken(without, "1 discard Ac") == set()


def test_card_given_unseen() -> None:
    hand = after("0 order alone", "3 discard 9c", "2 give ?? 0", "0 discard ??", **BEST)
    for card in [*DIAMONDS.split(), *HEARTS.split()]:
        assert broken(hand, f"0 play {card}") == set()
    assert broken(hand, "0 play As") == {"CARD_OF_ANOTHER"}
    go(hand, *plays("0 Ad 1 9s 3 Tc"))
    assert broken(hand, "0 play Kd"), "one card came, not two"
    assert broken(hand, "0 play Jh") == set()
    unknown = after("0 order alone", "3 discard ??", "2 give ?? 0", "0 discard ??", hands=UNKNOWN, **BEST)
    for card in ("Ad", "Jh", "As", "9c"):
        assert broken(unknown, f"0 play {card}") == set()
    known_partner = after("0 order alone", "3 discard ??", "2 give Ad 0", "0 discard ??", hands=UNKNOWN, **BEST)
    go(known_partner, *plays("0 Jh 1 9s 3 Tc"))
    assert broken(known_partner, "0 play Ad") == set()
    assert broken(known_partner, "1 play Ad") - {"LEAD_TURN"}, "it lies with seat 0, or face down"


# Twelve tricks, and not all cards known


UNSEEN_SOUTH = (HIDDEN_ROW, HIDDEN_ROW, SOUTH[2])
SEEN_BY_NORTH = (NORTH[0], HIDDEN_ROW, NORTH[2])


def test_renege_against_a_card_on_the_table_is_seen_at_once() -> None:
    hand = go(lay_twelve(SEEN_BY_NORTH, UNSEEN_SOUTH), "0 name h", "0 play Kc")
    assert broken(hand, "1 play Kd") == {"RENEGE"}, "the queen of clubs lies there"
    assert broken(hand, "1 play Ac") == broken(hand, "1 play Qc") == set()
    go(hand, "1 play Qc", "1 uncover ??", "0 play 9c")
    assert broken(hand, "1 play Kd") == set(), "no club is left on the table"


def test_card_turned_up_later_proves_no_renege() -> None:
    hand = go(lay_twelve(SEEN_BY_NORTH, UNSEEN_SOUTH), "0 name h", "0 play Qd")
    assert broken(hand, "1 play 9h") == broken(hand, "1 play Ks") == set(), "no diamond lies there"
    go(hand, "1 play 9h", "0 uncover ??", "1 uncover Td")
    assert hand.winners == [1]
    shown = hand.copy()
    assert broken(shown, "1 play Td") == set(), "it lay under the nine when the queen was led"
    assert broken(shown, "1 play Kd") == {"RENEGE_PROVEN"}, "this one was in the hand"
    unseen = go(lay_twelve(SEEN_BY_NORTH, UNSEEN_SOUTH), "0 name h", "0 play Qd", "1 play 9h")
    go(unseen, "0 uncover ??", "1 uncover ??")
    assert broken(unseen, "1 play Kd") == broken(unseen, "1 play Td") == set(), "either may have been turned up"


def test_renege_is_proven_later_where_the_card_could_be_played() -> None:
    hand = go(lay_twelve(SEEN_BY_NORTH, UNSEEN_SOUTH), "0 name h", "0 play Qd", "1 play Ks")
    go(hand, "0 uncover Tc", "0 play Kc", "1 play Ac")
    assert broken(hand, "1 play Kd") == {"RENEGE_PROVEN"}
    assert names_of(hand.apply((7, 1, CARDS["Kd"]))) == {"RENEGE_PROVEN"}
    assert hand.proven == [0]


def test_rows_that_nobody_knows_blame_nobody() -> None:
    nothing = (HIDDEN_ROW, HIDDEN_ROW, HIDDEN_ROW)
    hand = go(lay_twelve(nothing, nothing), "0 name h", "0 play Kc")
    for card in ("Kd", "Qc", "Jd", "9s"):
        assert broken(hand, f"1 play {card}") == set()
    go(hand, "1 play Kd", "0 play Jh", "1 play Qc", "0 play Ah", "1 play Th")
    assert hand.winners == [0, 0, 0]
    half = (HIDDEN_ROW, HIDDEN_ROW, "9h Qh ?? Js")
    other = go(lay_twelve(SEEN_BY_NORTH, half), "0 name h", "0 play Qd", "1 play Ks", "0 uncover ??")
    go(other, "0 play Kc", "1 play Ac")
    assert broken(other, "1 play Kd") == set(), "it may have lain under the card that is not known"


def test_half_known_card_from_the_table_or_the_hand() -> None:
    """A heart, the king on the table or one of the hand: what was turned up after it nobody said."""
    hand = go(lay_twelve(), "0 name h", "0 play ?h", "1 play Jd", "0 uncover ??")
    clubs = go(hand.copy(), "1 play Ac")
    assert broken(clubs, "0 play Kc") == broken(clubs, "0 play 9c") == broken(clubs, "0 play Jc") == set()
    assert broken(clubs, "0 play Qs") == {"RENEGE"}, "three clubs, and none of them was played"
    assert broken(clubs, "0 play Td"), "that lies before the other player"
    spades = go(hand, "1 play Ks")
    assert broken(spades, "0 play Qs") == set()
    assert broken(spades, "0 play As") == set(), "it lay under the king"


def test_half_known_card_out_of_the_hand() -> None:
    """It may have lain on the table, so a card may have been turned up; it did not, and none was."""
    lines = [line.replace("1 play Ad", "1 play ?d") for line in ALL_TWELVE]
    hand = go(lay_twelve(MAJORS, MINORS), "0 name h")
    assert [found for found in go_on(hand, *lines) if found] == []
    assert (hand.ended, hand.tricks) == ("played", [12, 0])


# Nobody is accused of what nobody did


HIDDEN = ("none", "all", "others", "partial")
COMMON: list[tuple[str, dict[str, Any]]] = [(house, {}) for house in sorted(HOUSES)]
MORE: list[tuple[str, dict[str, Any]]] = [
    ("egn", {"deck": 33, "go_under": True, "partners_best": True, "no_trump": True}),
    ("egn", {"farmers_hand": "swap", "partners_best": True, "defend_alone": "against-lone"}),
    ("trickster", {"deck": 25, "joker_turned_up": "s", "go_under": True, "no_trump": True}),
    ("pagat", {"farmers_hand": "swap", "farmers_hand_is": "no-ace-no-face", "deck": 33, "partners_best": True}),
    ("club", {"farmers_hand": "redeal"}),
    ("family-two-32", {"farmers_hand": "swap", "farmers_hand_is": "three-nines-tens", "go_under": True}),
    ("family-twelve", {"deck": 33, "no_trump": True}),
]


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize(("house", "changes"), [*FAMILIES, *COMMON, *MORE])
def test_legal_games_break_nothing(house: str, changes: dict[str, Any], hidden: str) -> None:
    """Random legal games of every family, with as much of the cards as the record shows: no event breaks a rule."""
    rng = Random(f"{house}/{sorted(changes.items(), key=str)}/{hidden}/no fault")
    stated = {"stick_the_dealer": True} if house == "egn" else {}
    rules: Rules = resolve(load_house(house), msgspec.convert({**stated, **changes}, RulesDiff))
    for _ in range(3):
        game = random_game(rng, house, {**stated, **changes}, hidden, loners=0.5, max_hands=8, settled=0.15)
        for tree in game["hands"]:
            record = msgspec.convert(tree, HandRecord)
            slots, kitty, up = (find(record, rules) for find in (recorded_slots, recorded_kitty, recorded_up))
            walk = Walk(record, rules, tree["dealer"], slots, kitty, up)
            for index, _, faults in walk:
                assert not faults, (tree["log"][: index + 1], names_of(faults), game["rules"], tree.get("dealt"))
            if walk.hand.phase != BLIND:
                assert walk.hand.ended == tree["ended"]


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize(("house", "changes"), [*FAMILIES, ("family", {}), ("pagat", {}), *MORE])
def test_legal_games_noted_in_part_break_nothing(house: str, changes: dict[str, Any], hidden: str) -> None:
    """The same with some cards played or turned up half known, and with discards left out."""
    rng = Random(f"{house}/{sorted(changes.items(), key=str)}/{hidden}/in part")
    stated = {"stick_the_dealer": True} if house == "egn" else {}
    rules: Rules = resolve(load_house(house), msgspec.convert({**stated, **changes}, RulesDiff))
    for _ in range(6):
        game = random_game(rng, house, {**stated, **changes}, hidden, loners=0.5, max_hands=4)
        for tree in game["hands"]:
            log = [noted(rng, line) for line in tree["log"] if " discard " not in line or rng.random() < 0.5]
            record = msgspec.convert({**tree, "log": log}, HandRecord)
            slots, kitty, up = (find(record, rules) for find in (recorded_slots, recorded_kitty, recorded_up))
            for index, _, faults in Walk(record, rules, tree["dealer"], slots, kitty, up):
                assert not faults, (log[: index + 1], names_of(faults), tree.get("dealt"), tree["log"])


def noted(rng: Random, line: str) -> str:
    """The line, or less than it, where a card is played or turned up."""
    seat, verb, *cards_of_line = line.split()
    if verb in ("play", "uncover") and rng.random() < 0.25:
        return f"{seat} {verb} {blurred(rng, cards_of_line[0])}"
    return line


def test_rules_are_those_of_the_houses() -> None:
    """The layouts above are the rules of the houses that they stand for."""
    for layout, house in ((CUTTHROAT, "family-cutthroat"), (TWO, "family-two"), (TWELVE, "family-twelve")):
        changes = {key: value for key, value in layout.items() if key != "dealer"}
        assert rules_from(changes) == resolve(load_house(house), RulesDiff())
    assert BY_SUIT == (HEARTS, SPADES, DIAMONDS, CLUBS)
