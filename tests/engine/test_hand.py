"""What else a hand judges and what can be asked of it."""

from __future__ import annotations

import pytest

from euchre_audit.cards import CARDS, DECK_MASK, mask_of
from euchre_audit.engine import Hand
from euchre_audit.engine.hand import BIDDING, BLIND, OVER, PLAYING
from euchre_audit.rules import Rules
from tests.engine.layout import (
    BY_SUIT,
    CLUBS,
    FOUR_PASSES,
    HEARTS,
    SPADES,
    UNKNOWN,
    after,
    broken,
    event,
    go,
    go_on,
    lay,
    legal,
)

DECK = DECK_MASK[24]
TRICK = ("0 play Jh", "1 play 9s", "2 play 9d", "3 play 9h")


def mask(text: str) -> int:
    return mask_of([CARDS[card] for card in text.split()])


# Calls


def test_calls_go_round_from_the_dealers_left():
    for dealer in range(4):
        hand = lay(dealer=dealer)
        first = (dealer + 1) % 4
        assert broken(hand, f"{first} pass") == set()
        for other in {0, 1, 2, 3} - {first}:
            assert broken(hand, f"{other} pass") == broken(hand, f"{other} order") == {"CALL_TURN"}
    assert broken(lay(), "1 name s") == {"CALL_TURN", "NAME_IN_ROUND_ONE"}
    hand = lay()
    assert go_on(hand, "1 pass") == [{"CALL_TURN"}]
    assert (hand.calls, hand.turn) == (0, 0), "nothing is carried out after it"


def test_no_trump_is_not_played():
    hand = after(*FOUR_PASSES)
    assert broken(hand, "0 name n") == broken(hand, "0 name n alone") == {"NAME_NO_TRUMP"}
    assert broken(lay(), "0 name n") == {"NAME_NO_TRUMP", "NAME_IN_ROUND_ONE"}


@pytest.mark.parametrize(
    "lines",
    [("0 name s",), ("0 name s alone",), (*FOUR_PASSES, "0 order"), (*FOUR_PASSES, "0 name h")],
)
def test_nothing_is_carried_out_after_a_call_that_cannot_be(lines):
    hand = lay()
    *before, last = go_on(hand, *lines)
    assert not any(before) and last
    assert (hand.phase, hand.trump, hand.maker, hand.calls) == (BIDDING, -1, -1, len(before))


@pytest.mark.parametrize(
    ("lines", "changes", "lone"),
    [
        (("0 order alone",), {"alone_by": "nobody"}, 0),
        (("0 pass", "1 order"), {"partner_may_order": "only-alone"}, -1),
        ((*FOUR_PASSES, "0 pass", "1 name s"), {"partner_may_order": "only-alone-both"}, -1),
    ],
)
def test_hand_goes_on_as_called_where_only_alone_was_wrong(lines, changes, lone):
    hand = lay(**changes)
    *before, last = go_on(hand, *lines)
    assert not any(before) and last
    assert (hand.phase, hand.maker, hand.lone) == (PLAYING, int(lines[-1][0]), lone)


def test_calls_before_play():
    assert broken(lay(), "0 play Jh") == {"PLAY_BEFORE_TRUMP"}
    assert broken(lay(), "3 discard 9c") == {"DISCARD_NONE_DUE"}
    assert broken(lay(), "0 alone") == {"ALONE_NOT_NOW"}


def test_up_card_not_recorded():
    """Ordered up, trump is not known, and nothing after it can be judged; a suit named is known."""
    hand = lay(up="")
    assert (hand.up, hand.up_suit, hand.phase) == (-1, -1, BIDDING)
    go(hand, "0 order")
    assert (hand.phase, hand.trump, hand.maker, hand.calls) == (BLIND, -1, 0, 1)
    assert broken(hand, "1 pass") == {"CALL_AFTER_TRUMP"}
    assert hand.legal_events() == []
    named = after(*FOUR_PASSES, "0 name h", up="")
    assert (named.phase, named.trump) == (PLAYING, 2)
    assert broken(named, "0 play Jh") == set()


@pytest.mark.parametrize("discard", ["9h", "9c", "??", "?h", "A?"])
def test_up_card_of_which_the_suit_is_known(discard):
    for discard_up_card in (True, False):
        for hand_of_3, later in ((None, set()), (CLUBS, set() if "c" in discard else {"CARD_NEVER_HELD"})):
            hands = (HEARTS, SPADES, None, hand_of_3)
            hand = lay(hands=hands, up="?h", discard_up_card=discard_up_card)
            go(hand, "0 order", f"3 discard {discard}")
            assert (hand.phase, hand.trump, hand.taken) == (PLAYING, 2, True)
            go(hand, "0 play Jh", "1 play 9s", "2 play 9d")
            if discard not in ("??", "A?"):
                assert broken(hand, "3 play Th") == later
    assert broken(after("0 order", up="?h"), "3 discard As") == {"DISCARD_NOT_HELD"}
    assert broken(after(*FOUR_PASSES, up="?h"), "0 name h") == {"NAME_TURNED_DOWN"}


# Alone


def test_alone_only_with_the_call_or_before_the_lead():
    with_call = after("0 order", "3 discard 9c")
    assert broken(with_call, "0 alone") == {"ALONE_WHEN"}
    before_lead = {"alone_when": "before-lead"}
    hand = after("0 order", **before_lead)
    assert broken(hand, "0 alone") == set()
    go(hand, "3 discard 9c")
    assert broken(hand, "0 alone") == set()
    go(hand, "0 play Jh")
    assert broken(hand, "0 alone") == {"ALONE_NOT_NOW"}
    go(hand, "1 play 9s", "2 play 9d", "3 play 9h")
    assert broken(hand, "0 alone") == {"ALONE_NOT_NOW"}, "nor between the tricks"


@pytest.mark.parametrize(
    ("alone_by", "allowed"), [("nobody", ""), ("caller", "0"), ("either-maker", "02"), ("anyone", "02")]
)
def test_who_may_go_alone(alone_by, allowed):
    hand = after("0 order", "3 discard 9c", alone_by=alone_by, alone_when="before-lead")
    for seat in range(4):
        assert broken(hand, f"{seat} alone") == (set() if str(seat) in allowed else {"ALONE_BY"})
    assert broken(lay(alone_by=alone_by), "0 order alone") == ({"ALONE_BY"} if not allowed else set())
    second = after(*FOUR_PASSES, alone_by=alone_by)
    assert broken(second, "0 name s alone") == ({"ALONE_BY"} if not allowed else set())


@pytest.mark.parametrize(
    ("defend_alone", "call", "expected"),
    [
        ("off", "0 order", {"ALONE_BY"}),
        ("off", "0 order alone", {"ALONE_BY"}),
        ("against-lone", "0 order", {"ALONE_BY"}),
        ("against-lone", "0 order alone", set()),
        ("any", "0 order", set()),
        ("any", "0 order alone", set()),
    ],
)
def test_defending_alone(defend_alone, call, expected):
    hand = after(call, defend_alone=defend_alone)
    for seat in (1, 3):
        assert broken(hand, f"{seat} alone") == expected
    if not expected:
        go(hand, "1 alone")
        assert (hand.lone_defender, hand.sits >> 3 & 1) == (1, 1)
        assert broken(hand, "1 alone") == broken(hand, "3 alone") == {"ALONE_BY"}
        assert broken(hand, "3 discard 9c") == set(), "who sits out still takes the card up"


def test_one_player_of_a_side_alone():
    rules = {"alone_by": "anyone", "alone_when": "before-lead"}
    for first, other in [(0, 2), (2, 0)]:
        hand = after("0 order", f"{first} alone", **rules)
        assert (hand.lone, hand.sits) == (first, 1 << other)
        assert broken(hand, f"{other} alone") == broken(hand, f"{first} alone") == {"ALONE_BY"}
    called = after("0 order alone", **rules)
    assert broken(called, "0 alone") == broken(called, "2 alone") == {"ALONE_BY"}


def test_declaration_that_was_not_allowed_stands_unless_its_player_sits_out():
    hand = after("0 order", "3 discard 9c")
    assert go_on(hand, "0 alone") == [{"ALONE_WHEN"}]
    assert (hand.lone, hand.sits, hand.turn) == (0, 4, 0)
    assert go_on(hand, "2 alone") == [{"ALONE_BY"}]
    assert (hand.lone, hand.sits) == (0, 4)
    other = after("0 order", "3 discard 9c", alone_lead="loner-left")
    assert go_on(other, "1 alone") == [{"ALONE_BY"}]
    assert (other.lone, other.lone_defender, other.sits, other.turn) == (-1, 1, 8, 2)


@pytest.mark.parametrize(
    ("alone_lead", "call", "defender", "leader"),
    [
        ("dealer-left", "0 order", None, 0),
        ("loner-left", "0 order", None, 0),
        ("dealer-left", "0 order alone", None, 0),
        ("loner-left", "0 order alone", None, 1),
        ("dealer-left", "0 order alone", "3 alone", 0),
        ("loner-left", "0 order alone", "3 alone", 3),
        ("loner-left", "0 order alone", "1 alone", 1),
        ("dealer-left", "0 order", "1 alone", 0),
        ("loner-left", "0 order", "1 alone", 2),
        ("loner-left", "0 order", "3 alone", 0),
    ],
)
def test_first_lead(alone_lead, call, defender, leader):
    hand = after(call, *filter(None, [defender]), alone_lead=alone_lead, defend_alone="any")
    go(hand, "3 discard 9c")
    assert hand.turn == leader
    for seat in range(4):
        card = BY_SUIT[seat].split()[0]
        expected = set() if seat == leader else {"LEAD_TURN"}
        if hand.sits >> seat & 1:
            expected = {"PLAY_SITTING_OUT"}
        assert broken(hand, f"{seat} play {card}") == expected


def test_two_play_where_a_lone_maker_meets_a_lone_defender():
    hand = after("0 order alone", "1 alone", "3 discard 9c", defend_alone="any")
    go(hand, "0 play Jh", "1 play 9s")
    assert (len(hand.done), hand.tricks, hand.turn) == (1, [1, 0], 0)
    assert broken(hand, "2 play 9d") == broken(hand, "3 play Ac") == {"PLAY_SITTING_OUT"}


# The dealer's partner, who has to play alone


@pytest.mark.parametrize(
    ("choice", "round_one", "round_two"),
    [
        ("with-partner", set(), set()),
        ("only-alone", {"PARTNER_NOT_ALONE"}, set()),
        ("only-alone-both", {"PARTNER_NOT_ALONE"}, {"PARTNER_NOT_ALONE"}),
    ],
)
def test_dealers_partner_with_the_call(choice, round_one, round_two):
    order = after("0 pass", partner_may_order=choice)
    assert broken(order, "1 order") == round_one
    assert broken(order, "1 order alone") == broken(order, "1 pass") == set()
    name = after(*FOUR_PASSES, "0 pass", partner_may_order=choice)
    assert broken(name, "1 name s") == round_two
    assert broken(name, "1 name s alone") == broken(name, "1 pass") == set()
    assert broken(name, "1 order") == {"ORDER_IN_ROUND_TWO"}
    for seat in (0, 2, 3):
        assert broken(after(*FOUR_PASSES[:seat], partner_may_order=choice), f"{seat} order") == set()


@pytest.mark.parametrize(
    ("choice", "passes", "call", "owes"),
    [
        ("with-partner", 1, "1 order", False),
        ("only-alone", 1, "1 order", True),
        ("only-alone", 0, "0 order", False),
        ("only-alone", 3, "3 order", False),
        ("only-alone", 5, "1 name s", False),
        ("only-alone-both", 1, "1 order", True),
        ("only-alone-both", 5, "1 name s", True),
        ("only-alone-both", 6, "2 name s", False),
    ],
)
def test_dealers_partner_may_say_alone_until_the_lead(choice, passes, call, owes):
    rules = {"partner_may_order": choice, "alone_when": "before-lead", "alone_by": "anyone"}
    calls = ((*FOUR_PASSES, *FOUR_PASSES)[:passes], call)
    hand = after(*calls[0], call, **rules)
    if hand.discard_due:
        go(hand, "3 discard 9c")
    for card in ("Jh", "??"):
        assert broken(hand, f"0 play {card}") == ({"PARTNER_NOT_ALONE"} if owes else set())
    assert bool(legal(hand, "play")) != owes
    partner = (int(call[0]) + 2) % 4
    assert broken(hand, f"{partner} alone") == ({"ALONE_BY"} if owes else set())
    declared = go(hand.copy(), f"{call[0]} alone")
    assert broken(declared, f"{declared.turn} play {BY_SUIT[declared.turn].split()[0]}") == set()
    go_on(hand, "0 play Jh")
    go(hand, "1 play 9s", "2 play 9d")
    go(hand, "3 play 9c" if hand.held(3) >> CARDS["9c"] & 1 else "3 play 9h")
    go(hand, f"{hand.turn} play {BY_SUIT[hand.turn].split()[1]}")


def test_dealer_alone_in_the_place_of_a_partner_who_has_to_be_is_one_fault():
    rules = {"partner_may_order": "only-alone", "alone_when": "before-lead", "alone_by": "anyone"}
    hand = after("0 pass", "1 order", "3 discard 9c", **rules)
    assert go_on(hand, "3 alone", "0 play Jh") == [{"ALONE_BY"}, set()]


# The discard


@pytest.mark.parametrize("takes", [True, False])
def test_sitting_dealer(takes):
    hand = after("0 pass", "1 order alone", sitting_dealer_takes=takes)
    assert (hand.taken, hand.discard_due) == (takes, takes)
    assert broken(hand, "3 discard 9h") == (set() if takes else {"DISCARD_NONE_DUE"})
    anyone_else = after("0 order alone", sitting_dealer_takes=takes)
    assert anyone_else.discard_due
    together = after("0 pass", "1 order", sitting_dealer_takes=takes)
    assert together.discard_due
    named = after(*FOUR_PASSES, "0 pass", "1 name s alone", sitting_dealer_takes=takes)
    assert not named.discard_due
    if not takes:
        assert broken(hand, "1 play 9h") >= {"CARD_UP"}


def test_discard_of_the_card_taken_up():
    may = after("0 order")
    may_not = after("0 order", discard_up_card=False)
    assert broken(may, "3 discard 9h") == set()
    assert broken(may_not, "3 discard 9h") == broken(may_not, "3 discard ?h") == {"DISCARD_UP_CARD"}
    assert broken(may_not, "3 discard 9?") == set(), "it may be the nine of clubs"
    assert broken(may_not, "3 discard 9c") == set()
    assert go_on(may_not, "3 discard 9h") == [{"DISCARD_UP_CARD"}]
    assert may_not.discard_due


def test_half_known_discard():
    hand = after("0 order")
    assert broken(hand, "3 discard ?d") == broken(hand, "3 discard J?") == {"DISCARD_NOT_HELD"}
    for card in ("??", "?c", "?h", "9?", "A?"):
        assert broken(hand, f"3 discard {card}") == set()
    assert hand.held(3) == mask(CLUBS + " 9h")
    assert go(hand.copy(), "3 discard ??").held(3) is None
    assert go(hand.copy(), "3 discard Ac").held(3) == mask("Kc Qc Tc 9c 9h")


@pytest.mark.parametrize("card", ["7c", "Jo", "7?", "Ah", "Jc"])
def test_discard_that_an_unknown_dealer_cannot_hold(card):
    """Not in the deck, in another hand or in the kitty; a card of nobody known may be the dealer's."""
    hand = after("0 order", hands=(HEARTS, SPADES, None, None), kitty="Jc")
    assert broken(hand, f"3 discard {card}") == {"DISCARD_NOT_HELD"}
    assert broken(hand, "3 discard Ad") == broken(hand, "3 discard A?") == set()


def test_card_led_before_the_discard_was_written_down():
    """Some records leave it out: the dealer's hand is then five of six cards."""
    hand = after("0 order", *TRICK[:3])
    assert (hand.discard_due, hand.held(3)) == (False, None)
    assert broken(hand, "3 discard 9c") == {"DISCARD_NONE_DUE"}
    assert broken(hand, "3 play 9h") == broken(hand, "3 play Ac") == set()
    go(hand, "3 play 9h")
    lines = [
        f"{seat} play {card}"
        for trick in zip(
            ["Jd", "Ah", "Kh"], ["Ts", "Qs", "Ks"], ["Td", "Qd", "Kd"], ["Ac", "Kc", "Qc"], strict=True
        )
        for seat, card in enumerate(trick)
    ]
    go(hand, *lines, "0 play Qh", "1 play As", "2 play Ad")
    assert broken(hand, "3 play Tc") == broken(hand, "3 play 9c") == set()
    assert broken(hand, "3 play Jc") == {"CARD_NEVER_HELD"}


def test_dealer_who_leads_before_the_discard_was_written_down():
    hand = after("0 pass", "1 pass", "2 order alone", alone_lead="loner-left")
    assert hand.turn == 3
    for card in [*CLUBS.split(), "9h"]:
        assert broken(hand, f"3 play {card}") == set()
    assert broken(hand, "3 play Jh") == {"CARD_OF_ANOTHER"}


def test_unknown_dealer_has_played_at_most_five_of_six_cards():
    hands = (HEARTS, SPADES, None, "Ac Kc Qc Tc")
    hand = after("0 order", "3 discard 9c", hands=hands)
    go(hand, "0 play Jh", "1 play 9s", "2 play 9d")
    assert broken(hand, "3 play Jc") == {"CARD_NEVER_HELD"}, "the fifth card dealt was the nine buried"
    hand = after("0 order", "3 discard Tc", hands=hands)
    go(hand, "0 play Jh", "1 play 9s", "2 play 9d")
    assert broken(hand, "3 play Jc") == {"RENEGE"}
    hand = after("0 order", "3 discard 9h", hands=hands)
    go(hand, "0 play Jh", "1 play 9s", "2 play 9d")
    assert broken(hand, "3 play Jc") == set()


# Play


def test_out_of_turn():
    hand = after("0 order", "3 discard 9c")
    assert broken(hand, "1 play As") == {"LEAD_TURN"}
    go(hand, "0 play Jh")
    assert broken(hand, "2 play 9d") == {"PLAY_TURN"}
    assert broken(hand, "0 play Jd") == {"PLAY_TURN"}
    assert broken(hand, "3 play Ac") == {"PLAY_TURN", "RENEGE"}
    go(hand, "1 play 9s", "2 play 9d", "3 play 9h")
    assert broken(hand, "3 play Ac") == {"LEAD_TURN"}


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("7c", "CARD_NOT_IN_DECK"),
        ("7d", "CARD_NOT_IN_DECK"),
        ("Jo", "CARD_NOT_IN_DECK"),
        ("Jh", "CARD_TWICE"),
        ("9c", "CARD_BURIED"),
        ("9h", "CARD_UP"),
        ("Jc", "CARD_KITTY"),
        ("Kh", "CARD_OF_ANOTHER"),
        ("Ac", "CARD_OF_ANOTHER"),
        ("Js", "CARD_NEVER_HELD"),
    ],
)
def test_why_a_seat_cannot_have_a_card(card, expected):
    layout = {"kitty": "Th Jc", "dealer": 3}
    known = after("0 order", "3 discard 9c", "0 play Jh", **layout)
    assert broken(known, f"1 play {card}") == {expected}
    half_known = after(
        "0 order", "3 discard 9c", "0 play Jh", hands=(HEARTS, "As Ks Qs Ts 9?", None, CLUBS), **layout
    )
    assert broken(half_known, f"1 play {card}") == {expected}
    assert broken(half_known, "1 play 9s") == set()


def test_kitty_with_the_up_card_in_it():
    hand = after("0 order", "3 discard 9c", *TRICK[:3], kitty="9h Jc Js Th")
    assert broken(hand, "3 play 9h") == set()
    assert lay(kitty="9h Jc").kitty == mask("Jc")
    assert lay(up="7c", kitty="7c Jc").kitty == mask("Jc"), "card 0 is a card"


def test_more_cards_than_a_hand_has():
    hand = after(*FOUR_PASSES, "0 name s", hands=("Jh Jd Ah Kh", SPADES, None, None), up="9h")
    assert broken(hand, "0 play Qh") == set()
    go(hand, "0 play Qh", "1 play As", "2 play Th", "3 play Tc")
    go(hand, "1 play Ks", "2 play Td", "3 play 9c")
    assert broken(hand, "0 play Ac") == {"CARD_NEVER_HELD"}
    assert broken(hand, "0 play Ah") == set()


def test_more_cards_than_a_hand_that_was_dealt_short():
    hand = Hand(Rules(), 3, CARDS["9h"], 2, [[DECK, DECK], [DECK] * 5, [DECK] * 5, [DECK] * 5], 0)
    go(hand, *FOUR_PASSES, "0 name s", "0 play Ah", "1 play 9c", "2 play 9d", "3 play Tc", "0 play Kh")
    go(hand, "1 play Ac", "2 play Ad", "3 play Kc")
    assert broken(hand, "0 play Qh") == {"CARD_NEVER_HELD"}


def test_trick_and_its_winner():
    hand = after("0 order", "3 discard 9c", "0 play Jh", "1 play 9s")
    assert (hand.trick, hand.led, hand.top) == ([(0, CARDS["Jh"]), (1, CARDS["9s"])], 2, 0)
    go(hand, "2 play 9d", "3 play 9h")
    assert (hand.trick, hand.trick_number, hand.winners, hand.tricks) == ([], 1, [0], [1, 0])
    assert hand.done == [[(0, CARDS["Jh"]), (1, CARDS["9s"]), (2, CARDS["9d"]), (3, CARDS["9h"])]]
    assert hand.led == -1


# Cards played that nobody wrote down


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("0 Kc, 1 ??, 2 Qd, 3 Qc", -1),
        ("0 Jh, 1 ??, 2 Qd, 3 9h", 0),
        ("0 Kh, 1 ?s, 2 Qd, 3 9h", 0),
        ("0 Kh, 1 J?, 2 Qd, 3 9h", -1),
        ("0 Ah, 1 K?, 2 Qd, 3 9h", 0),
        ("0 Ah, 1 ?h, 2 Qd, 3 9h", -1),
        ("0 ??, 1 9s, 2 Qd, 3 9h", -1),
        ("0 ?h, 1 9s, 2 Qd, 3 Ac", 0),
        ("0 ?h, 1 Jh, 2 Qd, 3 Ac", 1),
        ("0 ?d, 1 9s, 2 Qd, 3 Ac", -1),
        ("0 ??, 1 ??, 2 ??, 3 ??", -1),
        ("0 ?c, 1 Ac, 2 Qd, 3 9c", 1),
    ],
)
def test_winner_is_told_only_where_the_cards_not_recorded_cannot_take_the_trick(plays, winner):
    hand = after("0 order", "3 discard ??", hands=UNKNOWN)
    for play in plays.split(", "):
        go(hand, f"{play.split()[0]} play {play.split()[1]}")
    assert (hand.winners, hand.turn) == ([winner], winner)
    assert hand.tricks_known == (winner >= 0)
    assert sum(hand.tricks) == (winner >= 0)
    if winner < 0:
        assert hand.legal_plays() == []
        for seat in range(4):
            assert broken(hand, f"{seat} play Td") == set(), "anyone may have the lead"
        go(hand, "2 play Td")
        assert hand.turn == 3
        assert broken(hand, "0 play As") == {"PLAY_TURN"}


@pytest.mark.parametrize(("lead", "led"), [("?h", 2), ("??", -1)])
def test_best_card_so_far_where_the_lead_is_not_recorded(lead, led):
    """The leader is ahead until a card that can take the trick is seen; one of another suit cannot."""
    opening = after("0 order", "3 discard ??", f"0 play {lead}", "1 play Ts", hands=UNKNOWN)
    assert (opening.top, opening.best) == (0, 0)
    hand = after("0 order", "3 discard ??", "0 play Jh", "1 play 9s", "2 play 9d", "3 play 9h", hands=UNKNOWN)
    assert (hand.top, hand.trick) == (0, [])
    go(hand, f"0 play {lead}")
    assert (hand.top, hand.best, hand.led) == (0, 0, led)
    go(hand, "1 play Ts", "2 play Td")
    assert (hand.top, hand.best) == (0, 0)
    go(hand.copy(), "3 play Ac")
    go(hand, "3 play Kh")
    assert hand.winners == [0, -1]


def test_best_card_so_far():
    hand = after("0 order", "3 discard 9c", "0 play Qh")
    first = hand.best
    go(hand, "1 play 9s", "2 play 9d")
    assert (hand.top, hand.best) == (0, first)
    other = after("0 order", "3 discard 9c", "0 play Jd", "1 play 9s", "2 play 9d", "3 play 9h", "0 play Qh")
    assert (other.top, other.best) == (0, first)


def test_winner_is_open_where_the_suit_led_is_not_known():
    """Hearts are trump, and the aces of hearts and spades are out: the ace led is a club or a diamond."""
    hand = after("0 order", "3 discard ??", hands=UNKNOWN)
    go(hand, "0 play Ah", "1 play As", "2 play 9d", "3 play 9h")
    go(hand, "0 play A?", "1 play Ks", "2 play Td", "3 play Tc")
    assert hand.winners == [0, -1]


def test_half_known_card_of_which_every_card_is_seen_elsewhere_in_the_trick():
    """The record contradicts itself; the trick goes to the best card that was seen."""
    hand = after("0 order", "3 discard ??", hands=UNKNOWN)
    go(hand, "0 play Kh", "1 play Qh", "2 play Jh", "3 play 9h", "2 play ?h", "3 play Th", "0 play Ah", "1 play 9s")
    assert hand.winners == [2, 0]


def test_points_are_not_told_where_a_trick_is_not():
    hand = after("0 order", "3 discard ??", "0 play ??", "1 play ??", "2 play ??", "3 play ??", hands=UNKNOWN)
    for led in ("Jh Ts 9d Tc", "Jd 9s Td Kc", "Ah As Ad Ac", "Kh Ks Kd 9c"):
        go(hand, *(f"{seat} play {card}" for seat, card in enumerate(led.split())))
    assert (hand.ended, hand.tricks, hand.points()) == ("played", [4, 0], None)


def test_card_not_recorded_from_a_known_hand():
    hand = after("0 order", "3 discard 9c")
    assert broken(hand, "0 play ?h") == broken(hand, "0 play J?") == broken(hand, "0 play ??") == set()
    assert broken(hand, "0 play ?c") == broken(hand, "0 play 9?") == {"CARD_NEVER_HELD"}
    assert broken(hand, "1 play ??") == {"LEAD_TURN"}
    assert broken(hand, "1 play ?c") == {"LEAD_TURN", "CARD_NEVER_HELD"}
    go(hand, "0 play ?h")
    assert (hand.held(0), hand.known(0), hand.led) == (None, mask(HEARTS), 2)
    assert broken(hand, "1 play 9s") == set()


def test_lead_of_which_only_the_suit_is_known():
    """Hearts are trump: ``?h`` is a lead of hearts, ``?d`` may be the left bower, ``?s`` is a spade."""
    hands = (None, "9h Ts Ac Kd Qd", None, None)
    for lead, expected in [("?h", {"RENEGE"}), ("?s", {"RENEGE"}), ("?d", set()), ("J?", set()), ("??", set())]:
        hand = after("0 order", "3 discard ??", f"0 play {lead}", hands=hands, up="Th")
        assert broken(hand, "1 play Ac") == expected, lead
    jokerless = after("0 order", "3 discard ??", "0 play A?", hands=hands, up="Th")
    assert jokerless.led == -1


def test_void_is_not_remembered_where_the_lead_is_not_known():
    hand = after("0 order", "3 discard ??", "0 play ??", "1 play Ac", "2 play Kc", "3 play Qc", hands=UNKNOWN)
    go(hand, "1 play Ah")
    assert hand.proven == []


# Ends that are not the last card


@pytest.mark.parametrize(
    ("line", "ended"),
    [
        ("2 concede hand", "conceded"),
        ("2 concede game", "conceded"),
        ("1 misdeal exposed-card", "redealt"),
        ("1 misdeal wrong-count", "redealt"),
        ("1 misdeal other", "redealt"),
    ],
)
def test_other_ends(line, ended):
    for hand in (lay(), after("0 order", "3 discard 9c", "0 play Jh")):
        go(hand, line)
        assert (hand.phase, hand.ended) == (OVER, ended)
        assert hand.points() == ([0, 0] if ended == "redealt" else None)
        assert hand.legal_events() == []
        assert broken(hand, line) == {"PLAY_AFTER_END"}
        assert broken(hand, "1 play 9s") == {"PLAY_AFTER_END"}


def test_lay_down_takes_the_tricks_that_are_left():
    assert broken(lay(), "1 lay-down") == {"LAY_DOWN_NOT_NOW"}
    for seat, tricks, points in (
        (0, [5, 0], [2, 0]),
        (2, [5, 0], [2, 0]),
        (1, [1, 4], [0, 2]),
        (3, [1, 4], [0, 2]),
    ):
        hand = after("0 order", "3 discard 9c", "0 play Jh", "1 play 9s", "2 play 9d", "3 play 9h")
        if seat % 2 == 0:
            go(hand, f"{seat} lay-down")
        else:
            hand = after("0 order", "3 discard 9c", "0 play Jh", "1 play 9s", "2 play 9d", "3 play 9h", "0 play Ah")
            go(hand, f"{seat} lay-down")
        assert (hand.phase, hand.ended, hand.tricks, hand.points()) == (OVER, "claimed", tricks, points)
        assert broken(hand, f"{seat} lay-down") == {"PLAY_AFTER_END"}
        assert broken(hand, "0 play Kh") == {"PLAY_AFTER_END"}


def test_lay_down_by_who_sits_out():
    hand = after("0 order alone", "3 discard 9c")
    assert broken(hand, "2 lay-down") == {"LAY_DOWN_NOT_NOW"}
    assert broken(hand, "0 lay-down") == broken(hand, "3 lay-down") == set()


def test_the_game_may_be_conceded_after_the_hand():
    hand = after("0 order", "3 discard 9c", "0 lay-down")
    go(hand, "1 concede game")
    assert (hand.ended, hand.points(), hand.conceded_by) == ("claimed", [2, 0], 1)
    assert broken(hand, "1 concede game") == broken(hand, "1 concede hand") == {"PLAY_AFTER_END"}


@pytest.mark.parametrize(
    "line", ["0 misdeal farmers-hand", "0 give 9c 2", "0 swap 9c for ??", "3 turn h", "0 uncover 9c"]
)
def test_acts_that_are_no_part_of_the_game(line):
    hand = lay()
    assert go_on(hand, line) == [{"ACT_UNKNOWN_HERE"}]
    assert (hand.phase, hand.ended) == (BIDDING, None)
    over = after(*FOUR_PASSES, *FOUR_PASSES)
    assert broken(over, line) == {"PLAY_AFTER_END"}


# What can be asked


def test_copy_goes_its_own_way_from_the_calls_on():
    hand = lay()
    go(hand.copy(), "0 order", "3 discard 9c")
    assert (hand.dealt_to(3), hand.held(3)) == (mask(CLUBS), mask(CLUBS))


def test_copy_goes_its_own_way():
    hand = after("0 order", "3 discard ??", "0 play Jh", "1 play Ts", hands=UNKNOWN)
    before = {name: getattr(hand, name) for name in type(hand).__slots__}
    frozen = repr(before)
    other = go(hand.copy(), "2 play Kc", "3 play 9h", "0 play Jd")
    assert go_on(other, "1 play Ah") == [{"RENEGE_PROVEN"}]
    assert repr({name: getattr(hand, name) for name in type(hand).__slots__}) == frozen
    same = hand.copy()
    assert repr({name: getattr(same, name) for name in type(hand).__slots__}) == frozen


def test_known_held_and_dealt():
    hand = lay(hands=(HEARTS, "As Ks ?s ?? Jc", None, CLUBS))
    assert [hand.known(seat) for seat in range(4)] == [mask(HEARTS), mask("As Ks Jc"), 0, mask(CLUBS)]
    assert [hand.held(seat) for seat in range(4)] == [mask(HEARTS), None, None, mask(CLUBS)]
    assert [hand.dealt_to(seat) for seat in range(4)] == [mask(HEARTS), None, None, mask(CLUBS)]
    go(hand, "0 order", "3 discard Ac", "0 play Jh")
    assert hand.held(0) == mask("Jd Ah Kh Qh")
    assert hand.dealt_to(0) == mask(HEARTS)
    assert hand.dealt_to(3) == mask(CLUBS + " 9h")
    assert hand.held(3) == mask("Kc Qc Tc 9c 9h")
    assert lay(hands=("7c Jd Ah Kh Qh", None, None, None)).held(0) == mask("7c Jd Ah Kh Qh"), "card 0 is a card"
    no_up = after("0 order", up="?h")
    assert (no_up.held(3), no_up.dealt_to(3)) == (None, None)


def test_must_follow():
    hand = after("0 order", "3 discard 9c")
    assert hand.must_follow(0) == sorted(CARDS[card] for card in HEARTS.split())
    go(hand, "0 play Jh")
    assert hand.must_follow(0) == sorted(CARDS[card] for card in ["Jd", "Ah", "Kh", "Qh"])
    assert hand.must_follow(1) == []
    assert hand.must_follow(3) == [CARDS["9h"]]
    clubs = after("0 order", "3 discard 9h", "0 play Ac", hands=("Ac Jd Ah Kh Qh", SPADES, None, "Jc Kc Qc Tc 9d"))
    assert clubs.must_follow(3) == sorted(CARDS[card] for card in ("Jc", "Kc", "Qc", "Tc"))


def test_legal_events_of_an_unknown_hand():
    """Any card of the deck that nobody is known to have; a proof of an earlier renege is itself legal."""
    hand = after("0 order", "3 discard ??", "0 play Jh", "1 play Ts", "2 play 9d", "3 play 9h", hands=UNKNOWN)
    assert len(hand.legal_plays()) == 20
    go(hand, "0 play Ac")
    assert event("1 play Ah")[2] in hand.legal_plays()
    assert broken(hand, "1 play Ah") == {"RENEGE_PROVEN"}
    bury = after("0 order", hands=(HEARTS, None, None, None), kitty="Jc")
    assert len(legal(bury, "discard")) == 24 - 5 - 1


def test_legal_events_at_each_turn():
    rules = {"alone_by": "either-maker", "alone_when": "before-lead"}
    hand = after("0 order", **rules)
    assert legal(hand) == {"0 alone", "2 alone"} | {f"3 discard {card}" for card in [*CLUBS.split(), "9h"]}
    go(hand, "3 discard 9c")
    assert legal(hand) == {"0 alone", "2 alone"} | {f"0 play {card}" for card in HEARTS.split()}
    go(hand, "0 play Jh")
    assert legal(hand) == {f"1 play {card}" for card in SPADES.split()}
