"""Rules that engines get wrong: each with a case that breaks it and a near miss that does not."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import euchre_audit
from euchre_audit.cards import CARDS, FOLLOWS, FRESH, SUIT_NOW, SUITS
from euchre_audit.engine import next_dealer
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
    event,
    go,
    go_on,
    lay,
    legal,
    rules_from,
)

# Hearts are ordered up by seat 0; seat 3 buries the queen of clubs and holds the nine of hearts.
ORDERED_HEARTS = ("0 order", "3 discard Qc")


def tricks_taken(hand, *plays):
    go(hand, *(f"{play.split()[0]} play {play.split()[1]}" for play in plays))
    return hand.winners


# The left bower


def test_left_bower_led_asks_for_trump():
    hands = ("Jd Ac Kc Qc Tc", "9h Ad Kd Qd Td", "Ks 9d Ts 9s As", "Ah Kh Qh Th 9c")
    hand = after("0 order", "3 discard Th", "0 play Jd", hands=hands, up="Jh")
    assert cards(hand) == "9h"
    plain = after("0 order", "3 discard Th", "0 play Ac", hands=hands, up="Jh")
    assert cards(plain) == "Td Qd Kd Ad 9h"


def test_left_bower_must_follow_a_lead_of_trump():
    hands = (HEARTS.replace("Jd", "Th"), "Jd Ad Kc Qc Tc", SPADES, "Ac Qd 9c Kd Td")
    hand = after("0 order", "3 discard 9c", "0 play Ah", hands=hands)
    assert cards(hand) == "Jd"
    assert broken(hand, "1 play Ad") == {"RENEGE"}
    without = after("0 order", "3 discard 9c", "0 play Ah", hands=(hands[0], "9d Ad Kc Qc Tc", *hands[2:]))
    assert cards(without) == "Tc Qc Kc 9d Ad"


def test_left_bower_does_not_follow_its_printed_suit():
    hands = ("Ad Ac Kc Qc Tc", "Jd 9d As Ks Qs", "Td Jc Js Ts 9s", "Kd Qd Qh Kh Ah")
    hand = after("0 order", "3 discard Qh", "0 play Ad", hands=hands, up="Jh")
    assert cards(hand) == "9d"
    assert broken(hand, "1 play Jd") == {"RENEGE"}
    go(hand, "1 play 9d", "2 play Td", "3 play Qd", "0 play Ac")
    assert "1 play Jd" in legal(hand), "it is trump, and its holder has no club"


def test_left_bower_alone_of_its_printed_suit_leaves_its_holder_free():
    hands = ("Ad Ac Kc Qc Tc", "Jd 9c As Ks Qs", "Td Jc Js Ts 9s", "Kd Qd Qh Kh Ah")
    hand = after("0 order", "3 discard Qh", "0 play Ad", hands=hands, up="Jh")
    assert cards(hand) == "9c Jd Qs Ks As"


def test_left_bower_takes_a_trick_as_the_second_trump():
    hands = ("Ah Ac Kc Qc Tc", "Jd Ad Kd Qd Td", SPADES, "Kh 9c Qh 9d Jc")
    hand = after("0 order", "3 discard 9c", hands=hands, up="Jh")
    assert tricks_taken(hand.copy(), "0 Ah", "1 Jd", "2 9s", "3 Kh") == [1]
    assert tricks_taken(hand.copy(), "0 Ah", "1 Jd", "2 9s", "3 Jh") == [3]
    assert tricks_taken(hand.copy(), "0 Ac", "1 Jd", "2 9s", "3 Jc") == [1]


def test_suit_of_the_left_bower_is_one_card_short():
    for trump, suit in enumerate(SUITS):
        sizes = [sum(SUIT_NOW[trump][card] == each for card in FRESH[24]) for each in range(4)]
        other = {"c": "s", "s": "c", "d": "h", "h": "d"}[suit]
        assert sizes == [{suit: 7, other: 5}.get(each, 6) for each in SUITS]
        assert CARDS["J" + other] in [card for card in FRESH[24] if FOLLOWS[trump][trump] >> card & 1]
        assert not FOLLOWS[trump][SUITS.index(other)] >> CARDS["J" + other] & 1


def test_effective_suit_is_asked_in_one_place():
    """Only ``cards.py`` knows which jack is the left bower; what reads bare ``L`` spellings asks it."""
    package = Path(euchre_audit.__file__).parent
    asking = set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = getattr(node, "id", getattr(node, "attr", None))
            if name in ("same_colour", "left_bower", "JACK"):
                asking.add(path.relative_to(package).parts[0])
    assert asking <= {"cards.py", "notations"}
    assert "cards.py" in asking


# Who takes a trick


def test_lead_counts_though_it_is_the_lowest_card_and_nobody_follows():
    hands = ("9c As Ks Ts Qh", "Ad Kd Qd Td 9d", "Qs 9s Js Ah Kh", "Th Jh 9h Jd Jc")
    lead = (*FOUR_PASSES, "0 pass", "1 pass", "2 name s")
    hand = after(*lead, hands=hands, up="Ac")
    assert tricks_taken(hand.copy(), "0 9c", "1 Ad", "2 Ah", "3 Th") == [0]
    assert tricks_taken(hand.copy(), "0 9c", "1 Ad", "2 9s", "3 Th") == [2], "but the lowest trump beats it"


def test_highest_trump_else_highest_of_the_suit_led():
    hands = ("Kh Qh As Tc 9c", "9h Kd Qd Td 9d", "Ah Ks Qs Ts 9s", "Th Ac Kc Qc Jc")
    hand = after(*FOUR_PASSES, "0 name s", hands=hands, up="Ad")
    assert tricks_taken(hand.copy(), "0 Kh", "1 9h", "2 Ah", "3 Th") == [2]
    assert tricks_taken(hand.copy(), "0 Tc", "1 Kd", "2 9s", "3 Ac") == [2]
    assert tricks_taken(hand.copy(), "0 Tc", "1 Kd", "2 Ah", "3 Ac") == [3], "an ace of another suit is nothing"


@pytest.mark.parametrize("dealer", range(4))
def test_cards_are_compared_from_the_leader_not_from_seat_0(dealer):
    """Each seat leads once; the same cards, from the leader's left: the third takes it, whatever its seat."""
    held = ["9h Kd Qd Td 9d", "Th Ac Kc Qc Jc", "Ah As Qs Ts 9s", "Kh Qh Ks Tc 9c"]
    seats = [(dealer + 1 + step) % 4 for step in range(4)]
    hands = [""] * 4
    for seat, cards_held in zip(seats, held, strict=True):
        hands[seat] = cards_held
    passes = [f"{seat} pass" for seat in seats]
    hand = after(*passes, f"{seats[0]} name s", hands=hands, up="Ad", dealer=dealer)
    plays = [f"{seat} {card}" for seat, card in zip(seats, ("9h", "Th", "Ah", "Kh"), strict=True)]
    assert tricks_taken(hand, *plays) == [seats[2]]
    assert hand.turn == seats[2]
    assert hand.tricks == [1 - seats[2] % 2, seats[2] % 2]


# Alone


def test_lone_hand_has_three_cards_a_trick():
    hand = after("0 order alone", "3 discard 9c", "0 play Jh", "1 play 9s")
    assert not hand.done
    go(hand, "3 play 9h")
    assert [len(trick) for trick in hand.done] == [3]
    two = after("0 order", "3 discard 9c", "0 play Jh", "1 play 9s", "2 play 9d")
    assert not two.done


def test_seat_that_sits_out_may_not_play_in_any_trick():
    hand = after("0 order alone", "3 discard 9c")
    for mine, third in [("Jh", "9h"), ("Jd", "Tc"), ("Ah", "Qc"), ("Kh", "Kc"), ("Qh", "Ac")]:
        for line in ("2 play Ad", "2 play 9d"):
            assert broken(hand, line) == {"PLAY_SITTING_OUT"}
        spade = cards_of_seat_1(hand)
        go(hand, f"0 play {mine}")
        assert broken(hand, "2 play Ad") == {"PLAY_SITTING_OUT"}
        go(hand, f"1 play {spade}")
        assert broken(hand, "2 play Ad") == {"PLAY_SITTING_OUT"}
        go(hand, f"3 play {third}")
    with_partner = after("0 order", "3 discard 9c", "0 play Jh", "1 play 9s")
    assert broken(with_partner, "2 play Ad") == set()


def cards_of_seat_1(hand):
    return SPADES.split()[hand.trick_number]


def test_seat_that_sits_out_never_leads():
    alone = after("0 pass", "1 pass", "2 order alone", "3 discard 9c")
    assert broken(alone, "0 play Jh") == {"PLAY_SITTING_OUT"}
    assert legal(alone) == {f"1 play {card}" for card in SPADES.split()}
    together = after("0 pass", "1 pass", "2 order", "3 discard 9c")
    assert legal(together) == {f"0 play {card}" for card in HEARTS.split()}


# The up card


@pytest.mark.parametrize("caller", range(4))
def test_up_card_goes_to_the_dealer_whoever_orders(caller):
    passes = [f"{seat} pass" for seat in range(caller)]
    hand = after(*passes, f"{caller} order")
    assert legal(hand) == {f"3 discard {card}" for card in [*CLUBS.split(), "9h"]}
    for other in range(3):
        assert broken(hand, f"{other} discard 9h") == {"DISCARD_BY"}


def test_only_the_dealer_may_play_the_up_card_that_was_ordered():
    hand = after(*ORDERED_HEARTS, "0 play Jh")
    assert broken(hand, "1 play 9h") == {"CARD_UP"}
    go(hand, "1 play 9s", "2 play 9d")
    assert broken(hand, "3 play 9h") == set()


def test_nobody_may_play_the_card_that_was_turned_down():
    for dealer in (0, 3):
        passes = [f"{(dealer + step) % 4} pass" for step in range(1, 5)]
        leader = (dealer + 1) % 4
        hand = after(*passes, f"{leader} name s", dealer=dealer)
        assert broken(hand, f"{leader} play 9h") == {"CARD_UP"}
        assert "CARD_UP" in broken(hand, f"{dealer} play 9h")
        go(hand, f"{leader} play {BY_SUIT[leader].split()[0]}")


def test_suit_of_the_card_that_was_turned_down_may_not_be_named():
    hand = after(*FOUR_PASSES)
    assert broken(hand, "0 name h") == broken(hand, "0 name h alone") == {"NAME_TURNED_DOWN"}
    for suit in "cds":
        assert broken(hand, f"0 name {suit}") == broken(hand, f"0 name {suit} alone") == set()


# Calls


def test_round_one_has_only_pass_or_order():
    for calls in range(4):
        hand = after(*FOUR_PASSES[:calls])
        assert legal(hand) == {f"{calls} pass", f"{calls} order", f"{calls} order alone"}
        for suit in "cdhs":
            assert broken(hand, f"{calls} name {suit}") == {"NAME_IN_ROUND_ONE"}


def test_round_two_has_only_pass_or_another_suit():
    for calls in range(4):
        hand = after(*FOUR_PASSES, *FOUR_PASSES[:calls])
        names = {f"{calls} name {suit}" for suit in "cds"}
        assert legal(hand) == {f"{calls} pass"} | names | {f"{name} alone" for name in names}
        for line in (f"{calls} order", f"{calls} order alone"):
            assert broken(hand, line) == {"ORDER_IN_ROUND_TWO"}


@pytest.mark.parametrize("line", ["1 pass", "1 order", "1 order alone", "1 name s", "1 name s alone", "0 pass"])
def test_nobody_calls_after_trump_is_made(line):
    calls = ("0 order", "0 order alone")
    for call in calls:
        assert broken(after(call), line) == {"CALL_AFTER_TRUMP"}
        assert broken(after(call, "3 discard 9c"), line) == {"CALL_AFTER_TRUMP"}
    for suit in "cds":
        assert broken(after(*FOUR_PASSES, f"0 name {suit}"), line) == {"CALL_AFTER_TRUMP"}
    assert "CALL_AFTER_TRUMP" not in broken(after("0 pass"), line)


def test_stuck_dealer_may_not_pass():
    last = (*FOUR_PASSES, "0 pass", "1 pass", "2 pass")
    stuck = after(*last, stick_the_dealer=True)
    assert broken(stuck, "3 pass") == {"STUCK_DEALER_PASS"}
    assert broken(stuck, "3 name s") == broken(stuck, "3 name s alone") == set()
    assert broken(after(*last[:-1], stick_the_dealer=True), "2 pass") == set(), "only the last call"
    assert broken(after(*last[:3], stick_the_dealer=True), "3 pass") == set(), "only in round two"
    assert broken(after(*last), "3 pass") == set(), "only where the house says so"


def test_hand_passed_out_is_thrown_in_and_scores_nothing():
    hand = after(*FOUR_PASSES, *FOUR_PASSES)
    assert (hand.ended, hand.points(), hand.tricks, hand.maker) == ("thrown-in", [0, 0], [0, 0], -1)
    assert broken(hand, "0 pass") == broken(hand, "0 order") == {"CALL_AFTER_END"}
    assert broken(hand, "0 play Jh") == {"PLAY_AFTER_END"}
    seven = after(*FOUR_PASSES, *FOUR_PASSES[:3])
    assert seven.ended is None and seven.points() is None


def test_next_hand_inherits_nothing_from_one_thrown_in():
    after(*FOUR_PASSES, *FOUR_PASSES)
    fresh = lay()
    assert (fresh.calls, fresh.tricks, fresh.trump, fresh.turn, fresh.ended) == (0, [0, 0], -1, 0, None)
    assert broken(fresh, "0 order") == set()


# The discard


def test_discard_never_comes_back():
    hand = after("0 order", "3 discard Ac", "0 play Jh", "1 play 9s", "2 play 9d")
    assert broken(hand, "3 play Ac") == {"CARD_BURIED"}
    assert broken(hand, "3 play 9h") == set()
    buried_up = after("0 order", "3 discard 9h", "0 play Jh", "1 play 9s", "2 play 9d")
    assert broken(buried_up, "3 play 9h") == {"CARD_BURIED"}
    assert broken(buried_up, "3 play Ac") == set()


def test_no_hand_has_six_cards_after_the_discard():
    hand = after("0 order", "3 discard Ac")
    assert [hand.held(seat).bit_count() for seat in range(4)] == [5, 5, 5, 5]
    assert broken(hand, "3 discard 9c") == {"DISCARD_NONE_DUE"}
    assert after("0 order").held(3).bit_count() == 6
    assert legal(after("0 order")) == {f"3 discard {card}" for card in [*CLUBS.split(), "9h"]}


def test_discard_is_a_card_of_the_dealers_hand():
    hand = after("0 order", kitty="Th Jc Js")
    for card in ("Jh", "As", "9d", "Th", "Jc"):
        assert broken(hand, f"3 discard {card}") == {"DISCARD_NOT_HELD"}
    for card in CLUBS.split():
        assert broken(hand, f"3 discard {card}") == set()


def test_cards_are_distinct():
    hand = after(*ORDERED_HEARTS, "0 play Jh", "1 play 9s", "2 play 9d", "3 play 9h")
    assert broken(hand, "0 play Jh") == {"CARD_TWICE"}
    assert broken(hand, "0 play As") == {"CARD_OF_ANOTHER"}
    assert broken(hand, "0 play Jd") == set()


def test_nine_of_clubs_is_a_card():
    """The first card of the fresh deck, which a truth test on card numbers would lose."""
    hands = (CLUBS, SPADES, DIAMONDS, HEARTS)
    hand = after("0 order", "3 discard 9c", hands=(HEARTS, SPADES, DIAMONDS, CLUBS))
    assert broken(go(hand, "0 play Jh", "1 play 9s", "2 play 9d"), "3 play 9c") == {"CARD_BURIED"}
    leads = after(*FOUR_PASSES, "0 name s", hands=hands, up="Th")
    assert broken(leads, "0 play 9c") == set()
    go(leads, "0 play 9c", "1 play As", "2 play 9d")
    assert broken(leads, "3 play 9c") == {"CARD_TWICE"}
    turned_up = after("0 order", hands=(HEARTS, SPADES, DIAMONDS, "Ac Kc Qc Tc Jc"), up="9c")
    assert "3 discard 9c" in legal(turned_up)
    ordered = go(turned_up, "3 discard Tc")
    assert broken(ordered, "1 play 9c") >= {"CARD_UP"}
    assert ordered.held(3) >> CARDS["9c"] & 1


# The end of a hand


def test_makers_come_from_the_caller_not_from_leader_or_discarder():
    """Seat 1 calls, seat 3 buries, seat 0 leads and takes all: seats 1 and 3 are euchred."""
    hand = after("0 pass", "1 order", "3 discard 9c")
    play_out(hand)
    assert (hand.tricks, hand.points()) == ([5, 0], [2, 0])
    ours = after("0 order", "3 discard 9c")
    play_out(ours)
    assert (ours.tricks, ours.points()) == ([5, 0], [2, 0])
    assert (hand.maker, ours.maker) == (1, 0)
    lost = after("0 pass", "1 order", "3 discard 9c", points={"euchre": 7})
    assert play_out(lost).points() == [7, 0]


def play_out(hand):
    while hand.ended is None:
        assert hand.points() is None
        go(hand, min(legal(hand, "play")))
    return hand


def test_last_trick_counts():
    hands = ("Jh Jd Tc Qc 9c", SPADES, "Ad Kd Qd Td 9d", "Ac Kc Ah Kh Qh")
    lines = ["0 order", "3 discard Qh", "0 play Jh", "1 play 9s", "2 play 9d", "3 play 9h"]
    lines += ["0 play Jd", "1 play Ts", "2 play Td", "3 play Kh", "0 play 9c", "1 play Qs", "2 play Qd"]
    lines += ["3 play Kc", "3 play Ac", "0 play Tc", "1 play Ks", "2 play Kd"]
    hand = after(*lines, hands=hands)
    assert (hand.tricks, hand.ended) == ([2, 2], None)
    go(hand, "3 play Ah", "0 play Qc", "1 play As", "2 play Ad")
    assert (hand.tricks, hand.ended, hand.points()) == ([2, 3], "played", [0, 2])


def test_points_of_a_hand_come_once():
    hand = play_out(after("0 order", "3 discard 9c"))
    assert hand.points() == hand.points() == [2, 0]
    assert hand.legal_events() == []
    assert hand.apply(event("0 play Jh"))
    assert (hand.tricks, hand.points()) == ([5, 0], [2, 0])


@pytest.mark.parametrize(
    ("thrown_in", "ended", "expected"),
    [("next", "played", 0), ("next", "thrown-in", 0), ("same", "played", 0), ("same", "thrown-in", 3)],
)
def test_deal_passes_left_also_after_a_throw_in_unless_the_house_says_same(thrown_in, ended, expected):
    assert next_dealer(rules_from({"thrown_in": thrown_in}), 3, ended) == expected


def test_play_after_the_end_is_an_error():
    over = play_out(after("0 order", "3 discard 9c"))
    assert broken(over, "0 play Jh") == {"PLAY_AFTER_END"}
    assert broken(over, "0 lay-down") == broken(over, "1 concede hand") == {"PLAY_AFTER_END"}
    assert broken(over, "3 discard 9c") == {"DISCARD_NONE_DUE"}
    assert broken(over, "0 alone") == {"ALONE_NOT_NOW"}
    assert broken(over, "0 pass") == {"CALL_AFTER_TRUMP"}


def test_missing_end_can_be_told():
    hand = after("0 order", "3 discard 9c", "0 play Jh")
    assert (hand.ended, hand.points()) == (None, None)


# A renege, known or proven later

RENEGE = ("0 order", "3 discard ??", "0 play Jh", "1 play 9s", "2 play 9d", "3 play Kc")


def test_renege_with_hands_known_is_reported_at_once():
    known = after("0 order", "3 discard Qc", "0 play Jh", "1 play 9s", "2 play 9d")
    assert broken(known, "3 play Kc") == {"RENEGE"}
    void = after("0 order", "3 discard 9h", "0 play Jh", "1 play 9s", "2 play 9d")
    assert broken(void, "3 play Kc") == set()


def test_renege_with_hands_unknown_is_reported_when_a_later_card_proves_it():
    hand = after(*RENEGE, hands=UNKNOWN)
    go(hand, "0 play Ac", "1 play Ts", "2 play Td")
    assert broken(hand, "3 play Qc") == set(), "on suspicion, never"
    assert go_on(hand, "3 play 9h") == [{"RENEGE_PROVEN"}]
    assert hand.proven == [0]
