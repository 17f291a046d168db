"""What is not known is never held against a player: hiding cards hides faults and never makes one."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from euchre_audit.cards import CANDIDATES, CARDS, DECK_MASK, SUITS, cards_of
from euchre_audit.engine import Hand, faults, parse_event
from euchre_audit.engine.events import PLAY
from euchre_audit.engine.hand import BLIND
from euchre_audit.rules import Rules
from tests.engine.layout import BY_SUIT, CLUBS, FOUR_PASSES, UNKNOWN, after, broken, go, go_on, lay, rules_from
from tests.twin.generate import play_hand
from tests.twin.rules import HOUSES, rules_of

HANDS = int(os.environ.get("EUCHRE_AUDIT_HANDS", "40"))
"""Random hands of each house."""

DECK = DECK_MASK[24]
BLUR = ("??", "?{suit}", "{rank}?")


def blur(rng: Random, card: str, chance: float) -> str:
    if rng.random() >= chance:
        return card
    return rng.choice(BLUR).format(rank=card[0], suit=card[1])


def hide(rng: Random, hand: dict[str, Any], discard_left_out: bool = True) -> dict[str, Any]:
    """A copy of a hand that shows less of the cards: hands, kitty, up card, discard, cards played."""
    chance = rng.choice((0.0, 0.2, 0.5, 1.0))
    dealt = [
        rng.choice((None, cards, [blur(rng, card, chance) for card in cards], rng.sample(cards, rng.randrange(5))))
        for cards in hand["dealt"]
    ]
    up = rng.choice([hand["up"]] * 6 + [blur(rng, hand["up"], 1)])
    discards = rng.choice(("shown", "blurred", "left out") if discard_left_out else ("shown", "blurred"))
    blur_plays = rng.choice((0.0, 0.0, 0.3))
    log = []
    for line in hand["log"]:
        seat, verb, *arguments = line.split()
        if verb == "discard":
            if discards == "left out":
                continue
            arguments = [blur(rng, arguments[0], 0.0 if discards == "shown" else 1.0)]
        elif verb == "play":
            arguments = [blur(rng, arguments[0], blur_plays)]
        log.append(" ".join([seat, verb, *arguments]))
    kitty = [card for card in hand["kitty"][1:] if rng.random() < 0.5]
    return {**hand, "dealt": dealt, "up": up, "kitty": kitty, "log": log}


def laid(hand: dict[str, Any], rules: Rules) -> Hand:
    slots = [
        [DECK] * 5 if cards is None else [CANDIDATES[card] & DECK for card in cards] + [DECK] * (5 - len(cards))
        for cards in hand["dealt"]
    ]
    up = hand["up"]
    suit = SUITS.index(up[1]) if up[1] in SUITS else -1
    kitty = sum(CANDIDATES[card] for card in hand["kitty"])
    return Hand(rules, hand["dealer"], CARDS.get(up, -1), suit, slots, kitty)


def random_hands(house: str, topic: str, **changes: Any):
    rng = Random(f"{topic} of {house}")
    rules = rules_of(house, changes)
    for _ in range(HANDS):
        yield rng, rules_from(rules), play_hand(rng, rules, 1, rng.randrange(4), [0, 0], 0.3)


@pytest.mark.parametrize("house", HOUSES)
def test_hiding_cards_never_makes_a_legal_event_illegal(house):
    for rng, rules, hand in random_hands(house, "hiding"):
        for _ in range(8):
            shown = hide(rng, hand)
            walk = laid(shown, rules)
            for line in shown["log"]:
                assert walk.apply(event_of(line)) == 0, (line, shown)
                if walk.phase == BLIND:
                    break
            else:
                assert walk.ended == hand["ended"]
                if walk.tricks_known:
                    assert walk.tricks == hand["claims"]["tricks"]
                    assert walk.points() == hand["claims"]["points"]
                else:
                    assert any(" play " in line and "?" in line for line in shown["log"])
                    assert walk.points() is None


def event_of(line: str) -> tuple[int, int, int]:
    event = parse_event(line)
    assert event is not None
    return event


def spoil(rng: Random, log: list[str]) -> list[str]:
    """The log with one or two lines changed: another card, seat, order, or one line less."""
    log = list(log)
    for _ in range(rng.choice((1, 1, 2))):
        place = rng.randrange(len(log))
        seat, verb, *arguments = log[place].split()
        way = rng.randrange(5)
        if way == 0:
            log[place] = " ".join([str(rng.randrange(4)), verb, *arguments])
        elif way == 1 and len(log) > 1:
            del log[place]
        elif way == 2:
            log.insert(place, rng.choice(log))
        elif verb in ("play", "discard"):
            mine = [line.split()[2] for line in log if line.startswith(f"{seat} {verb}")]
            card = rng.choice(mine + [name for name in CARDS if DECK >> CARDS[name] & 1])
            other = next((i for i, line in enumerate(log) if line == f"{seat} play {card}"), None)
            if other is not None:
                log[other] = log[place]
            log[place] = f"{seat} {verb} {card}"
    return log


@pytest.mark.parametrize("house", HOUSES)
def test_fault_found_with_cards_hidden_is_a_fault_with_all_known(house):
    found = 0
    for rng, rules, hand in random_hands(house, "spoiling"):
        for _ in range(10):
            spoilt = {**hand, "log": spoil(rng, hand["log"])}
            shown = hide(rng, spoilt, discard_left_out=False)
            open_hand, hidden = laid(spoilt, rules), laid(shown, rules)
            reneges: set[tuple[int, int]] = set()
            for line, shown_line in zip(spoilt["log"], shown["log"], strict=True):
                trick = open_hand.trick_number
                known = open_hand.apply(event_of(line))
                if known & faults.RENEGE:
                    reneges.add((int(line[0]), trick))
                unknown = hidden.apply(event_of(shown_line))
                if unknown & faults.RENEGE_PROVEN:
                    if not (known | unknown) & ~faults.GO_ON:
                        assert {(int(line[0]), earlier) for earlier in hidden.proven} <= reneges
                    unknown &= ~faults.RENEGE_PROVEN
                    found += 1
                if unknown:
                    assert known, (line, shown_line, spoilt, shown)
                    found += 1
                if (known | unknown) & ~faults.GO_ON or hidden.phase == BLIND:
                    break
    assert found > HANDS


def held_by(hand: Hand, seat: int) -> list[int]:
    return cards_of(hand.held(seat) or 0)


@pytest.mark.parametrize("house", ["cardgames-io", "openspiel", "guide", "club"])
def test_every_renege_is_reported_or_proven_by_the_end_of_the_hand(house):
    """Any card of the hand is played, whatever was led; all that is known is the up card."""
    rng = Random(f"reneges of {house}")
    rules = rules_from(rules_of(house))
    proven = 0
    for _ in range(3 * HANDS):
        hand = play_hand(rng, rules_of(house), 1, rng.randrange(4), [0, 0], 0.3)
        known, unknown = laid(hand, rules), laid({**hand, "dealt": UNKNOWN, "kitty": []}, rules)
        for line in hand["log"]:
            if " play " not in line:
                go(known, line)
                go(unknown, line.split("discard")[0] + "discard ??" if " discard " in line else line)
        owed: set[tuple[int, int]] = set()
        while known.ended is None:
            play = (PLAY, known.turn, rng.choice(held_by(known, known.turn)))
            trick = known.trick_number
            at_once, seen = known.apply(play), unknown.apply(play)
            assert at_once in (0, faults.RENEGE)
            if at_once and not seen & faults.RENEGE:
                owed.add((play[1], trick))
            assert seen & faults.RENEGE <= at_once
            if seen & faults.RENEGE_PROVEN:
                found = {(play[1], earlier) for earlier in unknown.proven}
                assert found <= owed
                owed -= found
                proven += len(found)
        assert not owed
        assert unknown.tricks == known.tricks
    assert proven > HANDS


# A renege proven later, in all its turns: hearts are trump, seat 3 deals and does not follow a heart.

LED = ("0 play Jh", "1 play 9s", "2 play 9d")


def test_proof_names_the_trick():
    """A void shown in clubs is not the void in hearts that the later heart disproves."""
    hand = after("0 order", "3 discard ??", hands=UNKNOWN)
    go(hand, "0 play Ac", "1 play 9s", "2 play 9d", "3 play Tc", "0 play Jh", "1 play Ts", "2 play Td")
    go(hand, "3 play 9c", "0 play Kc", "1 play Qs", "2 play Qd", "3 play Qc", "0 play Kh")
    assert hand.proven == []
    assert go_on(hand, "1 play Ks", "2 play Kd", "3 play 9h") == [set(), set(), {"RENEGE_PROVEN"}]
    assert hand.proven == [1]


def test_one_card_proves_reneges_in_several_tricks():
    hand = after("0 order", "3 discard ??", hands=UNKNOWN)
    go(hand, *LED, "3 play 9c", "0 play Jd", "1 play Ts", "2 play Td", "3 play Tc")
    go(hand, "0 play Kc", "1 play Qs", "2 play Qd", "3 play Kd", "0 play Ah", "1 play Ks", "2 play Ad")
    assert go_on(hand, "3 play 9h") == [{"RENEGE_PROVEN"}]
    assert hand.proven == [0, 1]


def test_each_renege_is_proven_once():
    hand = after("0 order", "3 discard ??", hands=UNKNOWN)
    go(hand, "0 play Jh", "1 play 9s", "2 play 9d", "3 play 9c", "0 play Ac", "1 play Ts", "2 play Td")
    assert go_on(hand, "3 play 9h", "3 play Kc", "0 play Kh", "1 play Qs", "2 play Qd") == [
        {"RENEGE_PROVEN"},
        {"RENEGE_PROVEN"},
        set(),
        set(),
        set(),
    ]
    assert hand.proven == [1]


def test_proof_is_the_players_own():
    hand = after("0 order", "3 discard ??", hands=UNKNOWN)
    go(hand, *LED, "3 play 9c", "0 play Ah")
    assert go_on(hand, "1 play Kh") == [{"RENEGE_PROVEN"}]
    assert hand.proven == [0]
    assert go_on(hand, "2 play Td", "3 play Tc", "0 play Ac", "1 play Ts", "2 play Qd", "3 play 9h")[-1] == {
        "RENEGE_PROVEN"
    }
    assert hand.proven == [0, 1]


@pytest.mark.parametrize(("later", "expected"), [("Jd", {"RENEGE_PROVEN"}), ("Ad", set()), ("Jc", set())])
def test_left_bower_proves_a_renege_in_trump(later, expected):
    hand = after("0 order", "3 discard ??", hands=UNKNOWN)
    go(hand, "0 play Jh", "1 play Ts", "2 play 9d", "3 play 9c", "0 play Tc")
    assert go_on(hand, f"1 play {later}") == [expected]


@pytest.mark.parametrize(("later", "expected"), [("Jd", set()), ("Ad", {"RENEGE_PROVEN"})])
def test_left_bower_proves_nothing_about_its_printed_suit(later, expected):
    hand = after("0 order", "3 discard ??", hands=UNKNOWN)
    go(hand, "0 play Kd", "1 play Ts", "2 play 9d", "3 play Td", "0 play Tc")
    assert go_on(hand, f"1 play {later}") == [expected]


def test_left_bower_led_and_not_followed():
    hand = after("0 order", "3 discard ??", hands=UNKNOWN)
    go(hand, "0 play Jd", "1 play Ad", "2 play Kh", "3 play Th", "0 play Tc")
    assert go_on(hand.copy(), "1 play Kd") == [set()]
    assert go_on(hand.copy(), "1 play Qh") == [{"RENEGE_PROVEN"}]


@pytest.mark.parametrize(
    ("hand_of_3", "discard", "expected"),
    [
        ("Ac Kc Qc Tc 9c", "3 discard ??", set()),
        ("Ac Kc Qc Tc Kh", "3 discard ??", {"RENEGE"}),
        ("Ac Kc Qc Tc Kh", "3 discard ?h", {"RENEGE"}),
        ("Ac Kc Qc Tc Kh", "3 discard K?", {"RENEGE"}),
        ("Ac Kc Qc Tc 9c", "3 discard ?h", set()),
        ("Ac Kc Qc Tc 9c", "3 discard ?c", {"RENEGE"}),
        ("Ac Kc Qc Tc 9c", "3 discard 9?", set()),
        ("Ac Kc Qc Tc 9c", "3 discard K?", {"RENEGE"}),
        ("Ac Kc Qc Tc 9c", "3 discard 9c", {"RENEGE"}),
        ("Ac Kc Qc Tc 9c", "3 discard 9h", set()),
        ("Ac Kc Qc Tc 9c", None, set()),
        ("Ac Kc Qc Tc Kh", None, {"RENEGE"}),
        ("Ac Kc Qc Tc ??", "3 discard ??", set()),
        ("Ac Kc Qc Tc ?h", "3 discard ??", {"RENEGE"}),
        ("Ac Kc Qc Tc ?d", "3 discard ??", set()),
        ("Ac Kc Qc Tc J?", "3 discard ??", set()),
        ("Ac Kc Qc Tc ?h", "3 discard ?h", {"RENEGE"}),
        ("Ac Kc Qc Tc ?h", "3 discard 9h", {"RENEGE"}),
        ("Ac Kc Qc Tc ?d", "3 discard 9h", set()),
    ],
)
def test_dealer_may_have_buried_the_one_card_that_follows_but_not_two(hand_of_3, discard, expected):
    """The dealer took up the nine of hearts."""
    hand = after("0 order", *filter(None, [discard]), hands=(*UNKNOWN[:3], hand_of_3))
    assert broken(go(hand, *LED), "3 play Ac") == expected


@pytest.mark.parametrize("discard", ["3 discard ??", "3 discard ?h", None])
def test_card_taken_up_is_not_buried_where_the_house_forbids_it(discard):
    hands = (*UNKNOWN[:3], "Ac Kc Qc Tc Kh")
    one_other = after("0 order", *filter(None, [discard]), hands=hands, discard_up_card=False)
    assert broken(go(one_other, *LED), "3 play Ac") == {"RENEGE"}
    no_other = lay(hands=BY_SUIT, discard_up_card=False)
    if discard == "3 discard ?h":
        go(no_other, "0 order")
        assert broken(no_other, discard) == {"DISCARD_UP_CARD"}
    else:
        go(no_other, "0 order", *filter(None, [discard]), *LED)
        assert broken(no_other, "3 play Ac") == {"RENEGE"}
        assert broken(no_other, "3 play 9h") == set()


def test_renege_reported_at_once_is_not_proven_again():
    hand = after("0 order", "3 discard ??", hands=(*UNKNOWN[:3], "Ac Kc Qc Tc Th"))
    assert go_on(go(hand, *LED), "3 play Ac") == [{"RENEGE"}]
    go(hand, "0 play Jd", "1 play Ts", "2 play Td", "3 play 9h")
    assert hand.proven == []


@pytest.mark.parametrize(
    ("half_known", "card", "expected"),
    [
        ("?h", "9c", {"RENEGE"}),
        ("?h", "Ah", set()),
        ("A?", "9c", set()),
        ("??", "9c", set()),
        ("?d", "9c", set()),
        ("J?", "9c", set()),
        ("Jd", "9c", {"RENEGE"}),
    ],
)
def test_half_known_card_that_follows_for_certain(half_known, card, expected):
    """Hearts are led and are trump; seat 1 is known to hold four clubs, and something."""
    hands = ("Jh Kh Qh Th Kc", f"Ac Tc Qc 9c {half_known}", None, None)
    hand = after("0 order", "3 discard ??", "0 play Jh", hands=hands)
    assert broken(hand, f"1 play {card}") == expected


@pytest.mark.parametrize(
    ("kitty", "expected"),
    [("", "RENEGE"), ("Jd Td", "RENEGE"), ("Jd Td 9d", "CARD_NEVER_HELD")],
)
def test_half_known_card_is_none_of_those_played_or_lying_in_the_kitty(kitty, expected):
    """After ace, king and queen are out, seat 1's ``?d`` is jack, ten or nine, as far as none of them lies."""
    hand = after(*FOUR_PASSES, "0 name s", hands=(None, "9c Tc Qc Kc ?d", None, None), kitty=kitty)
    go(hand, "0 play Ac", "1 play Kc", "2 play Ad", "3 play Kd", "0 play Qd")
    assert broken(hand, "1 play Tc") == {expected}


@pytest.mark.parametrize(("half_known", "expected"), [("?s", {"RENEGE_PROVEN"}), ("?d", set()), ("T?", set())])
def test_half_known_card_that_does_not_follow_for_certain_shows_a_void(half_known, expected):
    """Hearts are led and are trump: a spade does not follow, ``?d`` may be the left bower."""
    hand = after("0 order", "3 discard ??", "0 play Jh", f"1 play {half_known}", hands=UNKNOWN)
    go(hand, "2 play 9d", "3 play 9h", "0 play Ac")
    assert broken(hand, "1 play Ah") == expected


def test_half_known_card_that_may_be_a_bower_need_not_follow():
    """Hearts are trump: ``?d`` may be the left bower, which does not follow a diamond."""
    hand = after("0 order", "3 discard ??", hands=(None, "9c Tc Qc Kc ?d", None, None))
    go(hand, "0 play Ad")
    assert broken(hand, "1 play Tc") == set()
    named = after(*FOUR_PASSES, "0 name s", "0 play Ad", hands=(None, "9c Tc Qc Kc ?d", None, None))
    assert broken(named, "1 play Tc") == {"RENEGE"}


def test_known_hand_makes_no_suspicion_of_a_stranger():
    hand = after("0 order", "3 discard ??", hands=(None, None, None, CLUBS))
    go(hand, *LED, "3 play 9h")
    assert broken(hand, "0 play Ac") == {"CARD_OF_ANOTHER"}
    assert broken(hand, "0 play As") == set()


def test_a_hand_is_known_where_all_others_and_the_kitty_are():
    """The fourth hand is what is left: a renege of it is certain, as if it had been written out."""
    known = ("9c Tc Jc Qc Kc", "Ac 9d Td Jd Qd", "Kd Ad 9s Ts Js")
    hidden, written = "?? ?? ?? ?? ??", "Qs Ks As Th Jh"
    for hand_of_3 in (hidden, written):
        hand = lay(hands=(*known, hand_of_3), kitty="9h Qh Kh Ah")
        go(hand, "0 pass", "1 pass", "2 pass", "3 pass", "0 name s", "0 play 9c", "1 play Ac", "2 play Kd")
        assert broken(hand, "3 play Th") == set(), "it holds no club"
        go(hand, "3 play Th", "1 play 9d", "2 play Ad")
        assert broken(hand, "3 play Jh") == set(), "nor a diamond"
    hand = lay(hands=(*known, hidden), kitty="9h Qh Kh Ah")
    go(hand, "0 pass", "1 pass", "2 pass", "3 pass", "0 name s", "0 play Jc", "1 play Ac", "2 play 9s")
    assert broken(hand, "3 play Th") == {"RENEGE"}, "Jc is the left bower, and the hand holds Qs Ks As"
    assert broken(hand, "3 play Qs") == set()


@pytest.mark.parametrize(
    ("hand_of_1", "kitty", "dealer", "expected"),
    [
        ("Ac Tc Qc Kd 9?", "9c 9d", 3, {"RENEGE"}),
        ("Ac Tc Qc Kd 9?", "9c", 3, set()),
        ("Ac Tc Qc Kd 9?", "9c 9d", 1, {"RENEGE"}),
        ("Ac Tc Qc Kd 9?", "9d", 1, set()),
        ("Ac Tc Qc 9? ??", "9c 9d", 3, {"RENEGE"}),
        ("Ac Tc Qc 9? ??", "9c 9d 9s", 3, {"CARD_NEVER_HELD"}),
        ("Ac Tc Qc 9? ??", "9c 9s", 3, set()),
        ("Ac Tc Qc ?h ?h", "Th Jh Qh", 3, set()),
        ("Ac Tc ?h ?h ?h", "Th Jh Qh", 3, {"CARD_NEVER_HELD"}),
    ],
)
def test_a_card_turned_down_or_lying_in_the_kitty_is_in_no_hand(hand_of_1, kitty, dealer, expected):
    """The nine of hearts was turned down, diamonds are trump, the ace of spades is led."""
    passes = [f"{(dealer + step) % 4} pass" for step in range(1, 5)]
    caller = (dealer + 1) % 4
    hand = lay(hands=(None, hand_of_1, None, None), kitty=kitty, dealer=dealer)
    go(hand, *passes, f"{caller} name d")
    go(hand, "2 play Js", "3 play Ks", "0 play As") if dealer == 1 else go(hand, "0 play As")
    assert broken(hand, "1 play Ac") == expected


@pytest.mark.parametrize(
    ("discard", "expected"),
    [("9s", {"RENEGE"}), ("Ks", set()), ("9?", set()), ("?s", set()), ("??", set())],
)
def test_a_card_that_was_buried_is_in_no_hand(discard, expected):
    """Hearts are led and are trump; seat 1 holds a nine, and the nines of clubs and diamonds lie in the kitty."""
    hand = lay(hands=(None, "Ac Tc Qc Kd 9?", None, None), up="Th", kitty="9c 9d")
    go(hand, "0 order", f"3 discard {discard}", "0 play Jh")
    assert broken(hand, "1 play Ac") == expected


@pytest.mark.parametrize(("kitty", "expected"), [("9h Qc Td Ah", {"RENEGE"}), ("9h Qc Td", set())])
def test_what_is_left_has_to_be_enough_for_the_cards_still_in_hand(kitty, expected):
    """A spade is led. Seat 3 keeps four cards; three hearts are left for them, or four where one may lie."""
    known = ("9s Tc Jc 9c Kc", "Ac 9d Ks Jd Qd", "Kd Ad Qs Ts Js")
    hand = lay(hands=(*known, "?? ?? ?? ?? ??"), kitty=kitty)
    go(hand, *FOUR_PASSES, "0 name d", "0 play 9s", "1 play Ks", "2 play Qs")
    assert broken(hand, "3 play Th") == expected


def test_a_half_known_card_has_to_be_one_that_is_left():
    known = ("9c Tc Jc Qc Kc", "Ac 9d Td Jd Qd", "Kd Ad 9s Ts Js")
    hand = lay(hands=(*known, "?? ?? ?? ?? ??"), kitty="9h Qh Kh Ah")
    go(hand, "0 pass", "1 pass", "2 pass", "3 pass", "0 name s", "0 play 9c", "1 play Ac", "2 play Kd")
    assert broken(hand, "3 play ?d") == {"CARD_NEVER_HELD"}, "every diamond is in another hand"
    assert broken(hand, "3 play ?h") == set()
