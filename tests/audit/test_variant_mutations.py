"""One change to a clean hand of any family is one finding, in that hand, with its code.

Each change is tried on several hands and with as much of the cards shown as it takes to see it.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest

from tests.audit.games import Doc, codes, told
from tests.audit.variant_games import (
    FAMILIES,
    HIDDEN,
    faults_of,
    hands_of,
    hidden_again,
    places,
    random_of,
    rules_for,
    table_at,
)
from tests.twin.engine import JOKER, SUITS, effective_suit, full_deck, trick_winner

Codes = set[str]
Edited = tuple[Doc, Codes] | None
Edit = Callable[[Doc, Random], Edited]
ALL = HIDDEN
KNOWN = ("none",)

ANY = tuple(FAMILIES)
FIVE = tuple(name for name in FAMILIES if not name.startswith("twelve"))
TWELVE = tuple(name for name in FAMILIES if name.startswith("twelve"))
ALONE_AT_THE_TABLE = tuple(
    name for name, (house, _) in FAMILIES.items() if house.startswith(("family-two", "family-cutthroat"))
)
JOKERS = ("joker", "deck of 33", "cutthroat, joker")
REDEALS = ("redeal", "redeal, three", "redeal of the club", "redeal, cutthroat")
SWAPS = ("swap", "swap, go under", "swap, no face", "go under", "go under, two", "cutthroat, joker")
BESTS = ("partner's best", "partner's best, late", "partner's best, up card stays", "partner's best, partner alone")


@dataclass
class Change:
    """An edit, with the families and the hands it is tried on, and how much of the cards has to be shown."""

    edit: Edit
    families: tuple[str, ...]
    wanted: str
    modes: tuple[str, ...]


CHANGES: dict[str, Change] = {}


def change(
    families: tuple[str, ...] = ANY, wanted: str = "played", modes: tuple[str, ...] = ALL
) -> Callable[[Edit], Edit]:
    def enter(edit: Edit) -> Edit:
        CHANGES[edit.__name__] = Change(edit, families, wanted, modes)
        return edit

    return enter


def with_line(tree: Doc, at: int, line: str | None) -> Doc:
    """The hand with another line in the place of one, or without it."""
    log = list(tree["log"])
    log[at : at + 1] = [] if line is None else [line]
    return {**tree, "log": log}


def inserted(tree: Doc, at: int, line: str) -> Doc:
    return {**tree, "log": [*tree["log"][:at], line, *tree["log"][at:]]}


def seats_of(tree: Doc) -> int:
    return len(tree["dealt"])


def seat_at(tree: Doc, at: int) -> int:
    return int(tree["log"][at].split()[0])


def word(tree: Doc, at: int) -> str:
    return str(tree["log"][at].split()[1])


def card_at(tree: Doc, at: int) -> str:
    return str(tree["log"][at].split()[2])


def another_seat(tree: Doc, seat: int, rng: Random) -> int:
    return rng.choice([other for other in range(seats_of(tree)) if other != seat])


def calls(tree: Doc) -> list[int]:
    return [at for at, line in enumerate(tree["log"]) if line.split()[1] in ("pass", "order", "name")]


def is_lead(tree: Doc, at: int) -> bool:
    return not table_at(tree, at).trick


# Any family: cards


@change()
def a_card_played_twice(tree: Doc, rng: Random) -> Edited:
    first, again = sorted(rng.sample(places(tree, "play"), 2))
    line = f"{seat_at(tree, again)} play {card_at(tree, first)}"
    return with_line(tree, again, line), {"P320"}


@change()
def a_card_that_is_not_in_the_deck(tree: Doc, rng: Random) -> Edited:
    others = [card for card in full_deck(33) if card not in full_deck(rules_for(tree)["deck"])]
    if not others:
        return None
    at = rng.choice(places(tree, "play"))
    return with_line(tree, at, f"{seat_at(tree, at)} play {rng.choice(others)}"), {"P330"}


@change(modes=KNOWN)
def a_card_of_another_player(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(places(tree, "play")[:-1])
    table, seat = table_at(tree, at), seat_at(tree, at)
    cards = [card for other, hand in enumerate(table.hands) if other != seat for card in hand]
    cards = [card for card in cards if card != tree.get("up")]
    return with_line(tree, at, f"{seat} play {rng.choice(cards)}"), {"P324"}


@change(modes=KNOWN)
def a_card_of_the_kitty(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(places(tree, "play"))
    kitty = table_at(tree).below_up_card
    if not kitty:
        return None
    return with_line(tree, at, f"{seat_at(tree, at)} play {rng.choice(kitty)}"), {"P323"}


@change(FIVE, "name")
def the_up_card_after_it_was_turned_down(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(places(tree, "play"))
    return with_line(tree, at, f"{seat_at(tree, at)} play {tree['up']}"), {"P322"}


@change(FIVE, "order")
def the_up_card_by_another_than_the_dealer(tree: Doc, rng: Random) -> Edited:
    buried = [card_at(tree, at) for at in places(tree, "discard")]
    if places(tree, "give") or not buried or tree["up"] in buried:
        return None
    before = [at for at in places(tree, "play") if card_at(tree, at) == tree["up"]]
    plays = [
        at for at in places(tree, "play") if seat_at(tree, at) != tree["dealer"] and at < min(before, default=99)
    ]
    if not plays:
        return None
    at = rng.choice(plays)
    return with_line(tree, at, f"{seat_at(tree, at)} play {tree['up']}"), {"P322"}


@change()
def a_card_by_another_seat(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(places(tree, "play"))
    seat = another_seat(tree, seat_at(tree, at), rng)
    table = table_at(tree, at)
    wanted = "P302" if is_lead(tree, at) else "P301"
    return with_line(tree, at, f"{seat} play {card_at(tree, at)}"), {wanted if table.active(seat) else "P303"}


@change()
def a_card_by_a_seat_that_is_not_there(tree: Doc, rng: Random) -> Edited:
    if seats_of(tree) == 4:
        return None
    at = rng.choice(range(len(tree["log"])))
    return with_line(tree, at, f"3{tree['log'][at][1:]}"), {"P300"}


@change()
def a_card_left_out(tree: Doc, rng: Random) -> Edited:
    plays = places(tree, "play")
    fit = [(at, then) for at, then in itertools.pairwise(plays) if then == at + 1]
    fit = [(at, then) for at, then in fit if seat_at(tree, at) != seat_at(tree, then)]
    if not fit:
        return None
    at, _ = rng.choice(fit)
    return with_line(tree, at, None), {"P302" if is_lead(tree, at) else "P301"}


@change()
def the_last_card_left_out(tree: Doc, rng: Random) -> Edited:
    return with_line(tree, len(tree["log"]) - 1, None), {"G108"}


@change()
def one_card_more(tree: Doc, rng: Random) -> Edited:
    seat = rng.randrange(seats_of(tree))
    return inserted(tree, len(tree["log"]), f"{seat} play {rng.choice(full_deck())}"), {"P305"}


def tricks_of(tree: Doc) -> list[list[tuple[int, int, str]]]:
    """Where each card of each trick stands, by whom it was played, and which it is."""
    rows: list[list[tuple[int, int, str]]] = []
    for at in places(tree, "play"):
        if is_lead(tree, at):
            rows.append([])
        rows[-1].append((at, seat_at(tree, at), card_at(tree, at)))
    return rows


def winner_of(trick: list[tuple[int, int, str]], trump: str) -> int:
    return trick_winner([(seat, card) for _, seat, card in trick], trump)


@change(modes=("none", "all"), families=FIVE)
def a_renege(tree: Doc, rng: Random) -> Edited:
    """Two cards of one player change places; the tricks go to whom they went."""
    trump = table_at(tree).trump or ""
    rows = tricks_of(tree)
    for one, first in enumerate(rows):
        for two in range(one + 1, len(rows)):
            second = rows[two]
            for place, (at, seat, card) in list(enumerate(first))[1:]:
                there = next(i for i, (_, other, _) in enumerate(second) if other == seat)
                later_at, _, later = second[there]
                led, led_later = (effective_suit(row[0][2], trump) for row in (first, second))
                suits = effective_suit(card, trump), effective_suit(later, trump)
                if there == 0 or suits[0] != led or suits[1] == led or led_later == suits[1]:
                    continue
                swapped_first = [*first[:place], (at, seat, later), *first[place + 1 :]]
                swapped_second = [*second[:there], (later_at, seat, card), *second[there + 1 :]]
                held = table_at(tree, at).hands[seat]
                between = [row for row in rows[one + 1 : two] if effective_suit(row[0][2], trump) in suits]
                void = all(effective_suit(each, trump) != led_later for each in held)
                same = winner_of(first, trump) == winner_of(swapped_first, trump)
                same = same and winner_of(second, trump) == winner_of(swapped_second, trump)
                if not same or between or not (void or led_later == suits[0]):
                    continue
                edited = with_line(tree, at, f"{seat} play {later}")
                return with_line(edited, later_at, f"{seat} play {card}"), {"P310", "P311"}
    return None


# Any family: calls


@change()
def a_call_by_another_seat(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(calls(tree))
    if at and word(tree, at - 1) == "swap":
        return None
    seat = another_seat(tree, seat_at(tree, at), rng)
    return with_line(tree, at, f"{seat}{tree['log'][at][1:]}"), {"B101"}


@change()
def a_pass_left_out(tree: Doc, rng: Random) -> Edited:
    passes = [at for at in places(tree, "pass") if at == 0 or word(tree, at - 1) != "swap"]
    if not passes:
        return None
    at = rng.choice(passes)
    return with_line(tree, at, None), {"B141"} if word(tree, at + 1) == "swap" else {"B101"}


@change()
def a_call_after_trump_was_made(tree: Doc, rng: Random) -> Edited:
    return inserted(tree, calls(tree)[-1] + 1, f"{rng.randrange(seats_of(tree))} pass"), {"B106"}


@change(FIVE, "order")
def a_suit_named_in_round_one(tree: Doc, rng: Random) -> Edited:
    at = places(tree, "order")[0]
    suits = [*SUITS, "n"] if rules_for(tree)["no_trump"] else SUITS
    return with_line(tree, at, f"{seat_at(tree, at)} name {rng.choice(suits)}"), {"B102"}


@change(FIVE, "name")
def ordered_in_round_two(tree: Doc, rng: Random) -> Edited:
    at = places(tree, "name")[0]
    return with_line(tree, at, f"{seat_at(tree, at)} order"), {"B103"}


@change(FIVE, "name")
def the_turned_down_suit_named(tree: Doc, rng: Random) -> Edited:
    at = places(tree, "name")[0]
    suit = table_at(tree, at).up_suit
    return with_line(tree, at, f"{seat_at(tree, at)} name {suit}"), {"B104"}


@change(("no trump", "cutthroat, stuck, no trump", "two-handed, no trump", "twelve-trick, no trump"), "no trump")
def no_trump_where_there_is_none(tree: Doc, rng: Random) -> Edited:
    return {**tree, "rules": {**tree["rules"], "no_trump": False}}, {"B111"}


@change(ALONE_AT_THE_TABLE)
def alone_without_a_partner(tree: Doc, rng: Random) -> Edited:
    at = calls(tree)[-1]
    return with_line(tree, at, tree["log"][at] + " alone"), {"B120"}


@change(ALONE_AT_THE_TABLE)
def alone_before_the_lead_without_a_partner(tree: Doc, rng: Random) -> Edited:
    at = places(tree, "play")[0]
    return inserted(tree, at, f"{rng.randrange(seats_of(tree))} alone"), {"B120"}


@change(FIVE, "order")
def a_card_too_many_buried(tree: Doc, rng: Random) -> Edited:
    discards = places(tree, "discard")
    if not discards:
        return None
    at = places(tree, "play")[0]
    return inserted(tree, at, f"{seat_at(tree, discards[-1])} discard ??"), {"B131"}


@change(FIVE, "order")
def a_card_buried_by_another_seat(tree: Doc, rng: Random) -> Edited:
    discards = places(tree, "discard")
    if len(discards) != 1:
        return None
    seat = another_seat(tree, seat_at(tree, discards[0]), rng)
    return with_line(tree, discards[0], f"{seat} discard ??"), {"B130"}


# Any family: what is claimed


def claimed(tree: Doc, key: str, value: object) -> Doc:
    return {**tree, "claims": {**tree["claims"], key: value}}


@change()
def tricks_of_another_side(tree: Doc, rng: Random) -> Edited:
    tricks = list(tree["claims"]["tricks"])
    sides = len(tricks)
    one = rng.choice([side for side in range(sides) if tricks[side]])
    other = rng.choice([side for side in range(sides) if side != one])
    tricks[one] -= 1
    tricks[other] += 1
    return claimed(tree, "tricks", tricks), {"S101"}


@change()
def one_trick_too_many(tree: Doc, rng: Random) -> Edited:
    tricks = list(tree["claims"]["tricks"])
    tricks[rng.randrange(len(tricks))] += 1
    return claimed(tree, "tricks", tricks), {"S101"}


@change(wanted="any")
def points_of_no_such_hand(tree: Doc, rng: Random) -> Edited:
    points = list(tree["claims"]["points"])
    points[rng.randrange(len(points))] += rng.choice([1, 2, 17])
    return claimed(tree, "points", points), {"S102"}


@change(wanted="any")
def a_score_that_does_not_add_up(tree: Doc, rng: Random) -> Edited:
    score = list(tree["claims"]["score"])
    score[rng.randrange(len(score))] += rng.choice([-1, 1, 2])
    return claimed(tree, "score", score), {"S103"}


@change()
def a_list_of_players_of_another_length(tree: Doc, rng: Random) -> Edited:
    names = ["Ann", "Bo", "Cy", "Di"]
    return {**tree, "players": names[: rng.choice([n for n in (2, 3, 4) if n != seats_of(tree)])]}, {"G130"}


@change()
def a_list_of_tricks_of_another_length(tree: Doc, rng: Random) -> Edited:
    tricks = tree["claims"]["tricks"]
    return claimed(tree, "tricks", [*tricks, 0] if rng.random() < 0.5 and len(tricks) < 4 else [5]), {
        "G130",
        "F110",
    }


@change(modes=KNOWN)
def all_seats_one_further_on(tree: Doc, rng: Random) -> Edited:
    seats = seats_of(tree)
    log = [line if "give" in line else f"{(int(line[0]) + 1) % seats}{line[1:]}" for line in tree["log"]]
    if places(tree, "give"):
        return None
    wanted = {"P326", "B142", "B144"} if places(tree, "swap") else {"P326"}
    return {**tree, "log": log, "dealer": (tree["dealer"] + 1) % seats}, wanted


# The joker


@change(JOKERS, "turn")
def the_suit_of_the_joker_left_out(tree: Doc, rng: Random) -> Edited:
    return with_line(tree, 0, None), {"B141"} if word(tree, 1) == "swap" else {"B112"}


@change(JOKERS, "turn")
def the_suit_of_the_joker_by_another_seat(tree: Doc, rng: Random) -> Edited:
    return with_line(tree, 0, f"{another_seat(tree, tree['dealer'], rng)} turn h"), {"B113"}


@change(JOKERS, "turn")
def a_suit_for_the_joker_again(tree: Doc, rng: Random) -> Edited:
    at = rng.randrange(1, calls(tree)[-1] + 2)
    return inserted(tree, at, f"{tree['dealer']} turn {rng.choice(SUITS)}"), {"B113"}


@change(JOKERS, "plain")
def a_suit_for_a_joker_that_is_not_up(tree: Doc, rng: Random) -> Edited:
    if tree["up"] == JOKER:
        return None
    return inserted(tree, 0, f"{tree['dealer']} turn {rng.choice(SUITS)}"), {"B113"}


@change(JOKERS, "turn")
def the_suit_of_the_joker_is_named_later(tree: Doc, rng: Random) -> Edited:
    names = places(tree, "name")
    if not names or card_at(tree, names[0]) == "n":
        return None
    return with_line(tree, 0, f"{tree['dealer']} turn {card_at(tree, names[0])}"), {"B104"}


@change(("two-handed", "redeal", "swap"), "plain")
def a_joker_where_there_is_none(tree: Doc, rng: Random) -> Edited:
    return inserted(tree, 0, f"{tree['dealer']} turn h"), {"B140"}


# Twelve tricks


@change(TWELVE, "uncover")
def an_uncover_left_out(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(places(tree, "uncover"))
    led = tree["log"][at + 1 :][0:2]
    at_once = any(line.endswith(f"play {card_at(tree, at)}") for line in led)
    return with_line(tree, at, None), {"P327", "P328"} if at_once else {"P328"}


@change(TWELVE, "uncover")
def an_uncover_again(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(places(tree, "uncover"))
    return inserted(tree, at + 1, tree["log"][at]), {"P329"}


@change(TWELVE, "uncover")
def an_uncover_in_the_middle_of_a_trick(tree: Doc, rng: Random) -> Edited:
    lead = rng.choice([at for at in places(tree, "play") if is_lead(tree, at)])
    seat = rng.randrange(2)
    return inserted(tree, lead + 1, f"{seat} uncover {rng.choice(tree['dealt'][seat][4:8])}"), {"P329"}


@change(TWELVE, "uncover", KNOWN)
def another_card_uncovered(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(places(tree, "uncover"))
    card = rng.choice([card for card in full_deck() if card != card_at(tree, at)])
    return with_line(tree, at, f"{seat_at(tree, at)} uncover {card}"), {"P332"}


@change(TWELVE, "uncover")
def a_card_uncovered_that_lay_face_up(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(places(tree, "uncover"))
    card = rng.choice([card for cards in tree["dealt"] for card in cards[8:]])
    return with_line(tree, at, f"{seat_at(tree, at)} uncover {card}"), {"P332"}


@change(TWELVE, "uncover", KNOWN)
def an_uncover_by_the_other_seat(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(places(tree, "uncover"))
    line = f"{1 - seat_at(tree, at)}{tree['log'][at][1:]}"
    return with_line(tree, at, line), {"P329", "P332"}


@change(TWELVE, "played", KNOWN)
def a_card_that_lies_face_down(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(places(tree, "play")[:10])
    seat, table = seat_at(tree, at), table_at(tree, at)
    return with_line(tree, at, f"{seat} play {rng.choice(table.face_down[seat])}"), {"P327"}  # type: ignore[attr-defined]


@change(TWELVE)
def an_order_without_an_up_card(tree: Doc, rng: Random) -> Edited:
    at = calls(tree)[-1]
    return with_line(tree, at, f"{seat_at(tree, at)} order"), {"B108"}


@change(TWELVE)
def the_dealer_passes(tree: Doc, rng: Random) -> Edited:
    if not places(tree, "pass"):
        return None
    return with_line(tree, 1, f"{tree['dealer']} pass"), {"B105"}


# Farmer's hands and going under


@change(REDEALS, "plain", KNOWN)
def a_farmers_hand_that_is_none(tree: Doc, rng: Random) -> Edited:
    at = rng.choice([at for at in calls(tree) if at < seats_of(tree)])
    if any("misdeal" in line for line in table_at(tree, at).farmers_lines()):
        return None
    return inserted(tree, at, f"{seat_at(tree, at)} misdeal farmers-hand"), {"B142"}


@change(REDEALS, "redealt")
def a_farmers_hand_after_the_first_turn(tree: Doc, rng: Random) -> Edited:
    last = len(tree["log"]) - 1
    return inserted(tree, last, f"{seat_at(tree, last)} pass"), {"B141"}


@change(REDEALS, "redealt")
def a_farmers_hand_before_the_turn(tree: Doc, rng: Random) -> Edited:
    last = len(tree["log"]) - 1
    return with_line(tree, last, f"{another_seat(tree, seat_at(tree, last), rng)} misdeal farmers-hand"), {"B141"}


@change(REDEALS, "redealt")
def a_farmers_hand_where_there_is_none(tree: Doc, rng: Random) -> Edited:
    return {**tree, "rules": {**tree["rules"], "farmers_hand": "off"}}, {"B140"}


@change(REDEALS, "redealt")
def points_for_a_farmers_hand(tree: Doc, rng: Random) -> Edited:
    points = [0] * len(tree["start"])
    points[rng.randrange(len(points))] = 2
    return claimed(tree, "points", points), {"S102"}


def swapped(tree: Doc, given: int | None = None, taken: int | None = None, card: str | None = None) -> Doc:
    """The first swap with a card of either side replaced; where ``card`` is None with one left out of each."""
    at = places(tree, "swap")[0]
    seat, verb, out, middle, back = tree["log"][at].split()
    outs, backs = out.split(","), back.split(",")
    if card is None:
        outs, backs = outs[:2], backs[:2]
    elif given is not None:
        outs[given] = card
    elif taken is not None:
        backs[taken] = card
    return with_line(tree, at, " ".join([seat, verb, ",".join(outs), middle, ",".join(backs)]))


@change(SWAPS, "swap", ("none", "partial"))
def two_cards_swapped(tree: Doc, rng: Random) -> Edited:
    return swapped(tree), {"B144", "F112"}


@change(SWAPS, "swap", KNOWN)
def a_high_card_given(tree: Doc, rng: Random) -> Edited:
    at = places(tree, "swap")[0]
    seat = seat_at(tree, at)
    high = [card for card in table_at(tree, at).hands[seat] if card[0] not in "789T"]
    return (swapped(tree, given=rng.randrange(3), card=rng.choice(high)), {"B144"}) if high else None


@change(SWAPS, "swap", KNOWN)
def a_card_given_that_another_holds(tree: Doc, rng: Random) -> Edited:
    at = places(tree, "swap")[0]
    hands = table_at(tree, at).hands
    low = [card for seat, hand in enumerate(hands) if seat != seat_at(tree, at) for card in hand if card[0] in "9T"]
    return (swapped(tree, given=rng.randrange(3), card=rng.choice(low)), {"B144"}) if low else None


@change(SWAPS, "swap", KNOWN)
def a_card_taken_that_another_holds(tree: Doc, rng: Random) -> Edited:
    at = places(tree, "swap")[0]
    hands = table_at(tree, at).hands
    return swapped(tree, taken=rng.randrange(3), card=rng.choice([card for hand in hands for card in hand])), {
        "B144"
    }


@change(SWAPS, "swap", KNOWN)
def the_up_card_taken(tree: Doc, rng: Random) -> Edited:
    return swapped(tree, taken=rng.randrange(3), card=tree["up"]), {"B144"}


@change(SWAPS, "swap")
def a_second_swap(tree: Doc, rng: Random) -> Edited:
    at = places(tree, "swap")[0]
    return inserted(tree, at + 1, f"{seat_at(tree, at)} swap ??,??,?? for ??,??,??"), {"B141"}


@change(SWAPS, "swap")
def a_swap_after_the_call(tree: Doc, rng: Random) -> Edited:
    at = places(tree, "swap")[0]
    if len(tree["log"]) < at + 2:
        return None
    return with_line(inserted(tree, at + 2, tree["log"][at]), at, None), {"B141"}


@change(SWAPS, "swap")
def a_swap_by_another_seat(tree: Doc, rng: Random) -> Edited:
    at = places(tree, "swap")[0]
    return with_line(tree, at, f"{another_seat(tree, seat_at(tree, at), rng)}{tree['log'][at][1:]}"), {"B141"}


@change(SWAPS, "swap")
def a_swap_where_there_is_none(tree: Doc, rng: Random) -> Edited:
    return {**tree, "rules": {**tree["rules"], "farmers_hand": "off", "go_under": False}}, {"B140"}


# Partner's best


def given(tree: Doc, line: str) -> Doc:
    return with_line(tree, places(tree, "give")[0], line)


@change(BESTS, "give")
def a_card_given_by_a_defender(tree: Doc, rng: Random) -> Edited:
    lone = int(tree["log"][places(tree, "give")[0]].split()[3])
    return given(tree, f"{(lone + rng.choice([1, 3])) % 4} give ?? {lone}"), {"B143"}


@change(BESTS, "give")
def a_card_given_to_a_defender(tree: Doc, rng: Random) -> Edited:
    at = places(tree, "give")[0]
    lone = int(tree["log"][at].split()[3])
    return given(tree, f"{seat_at(tree, at)} give {card_at(tree, at)} {(lone + 1) % 4}"), {"B143"}


@change(BESTS, "give", KNOWN)
def a_card_given_that_is_not_in_that_hand(tree: Doc, rng: Random) -> Edited:
    at = places(tree, "give")[0]
    seat = seat_at(tree, at)
    others = [card for other, hand in enumerate(table_at(tree, at).hands) if other != seat for card in hand]
    return given(tree, f"{seat} give {rng.choice(others)} {(seat + 2) % 4}"), {"B144"}


@change(BESTS, "give")
def a_second_card_given(tree: Doc, rng: Random) -> Edited:
    at = places(tree, "give")[0]
    return inserted(tree, at + 1, f"{seat_at(tree, at)} give ?? {(seat_at(tree, at) + 2) % 4}"), {"B141"}


@change(BESTS, "give")
def a_card_given_after_the_lead(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(places(tree, "play"))
    give = places(tree, "give")[0]
    seat = seat_at(tree, give)
    log = [line for line in tree["log"] if " give " not in line]
    at = log.index(tree["log"][at])
    if any(line.endswith(f" {card_at(tree, give)}") for line in log[: at + 1]):
        return None
    discards = [index for index, line in enumerate(log) if line.startswith(f"{(seat + 2) % 4} discard")]
    if not discards:
        return None
    moved = [*log[: at + 1], f"{seat} give ?? {(seat + 2) % 4}", *log[at + 1 :]]
    del moved[discards[-1]]
    return {**tree, "log": moved}, {"B141"}


@change(BESTS, "give")
def a_card_given_where_there_is_none_to_give(tree: Doc, rng: Random) -> Edited:
    return {**tree, "rules": {**tree["rules"], "partners_best": False}}, {"B140"}


@change(BESTS, "give")
def the_sitting_partner_plays(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(places(tree, "play"))
    return with_line(tree, at, f"{seat_at(tree, places(tree, 'give')[0])} play {card_at(tree, at)}"), {"P303"}


# Claims and concessions


def cut_at(tree: Doc, at: int, line: str, ended: str) -> Doc:
    claims = {key: value for key, value in tree["claims"].items() if key == "nothing"}
    return {**tree, "log": [*tree["log"][:at], line], "ended": ended, "claims": claims}


@change()
def laid_down_before_trump_was_made(tree: Doc, rng: Random) -> Edited:
    return cut_at(tree, calls(tree)[-1], f"{rng.randrange(seats_of(tree))} lay-down", "claimed"), {"P350"}


@change(BESTS, "give")
def laid_down_by_the_partner_who_sits_out(tree: Doc, rng: Random) -> Edited:
    seat = seat_at(tree, places(tree, "give")[0])
    return cut_at(tree, rng.choice(places(tree, "play")), f"{seat} lay-down", "claimed"), {"P350"}


@change()
def a_card_after_a_concession(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(places(tree, "play")[1:])
    cut = cut_at(tree, at, f"{rng.randrange(seats_of(tree))} concede hand", "conceded")
    return inserted(cut, len(cut["log"]), tree["log"][at]), {"P305"}


@change()
def conceded_and_recorded_as_played(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(places(tree, "play"))
    return cut_at(tree, at, f"{rng.randrange(seats_of(tree))} concede hand", "played"), {"G108"}


@change()
def laid_down_and_recorded_as_conceded(tree: Doc, rng: Random) -> Edited:
    at = places(tree, "play")[-1]
    cut = cut_at(tree, at, f"{seat_at(tree, at)} lay-down", "conceded")
    return (
        (cut, {"G108"}) if winner_of(tricks_of(tree)[-1], table_at(tree).trump or "") == seat_at(tree, at) else None
    )


@change()
def tricks_of_a_claim(tree: Doc, rng: Random) -> Edited:
    """The last trick laid down by who takes it, and counted for another side."""
    at = places(tree, "play")[-1]
    table = table_at(tree)
    winner = winner_of(tricks_of(tree)[-1], table.trump or "")
    if winner != seat_at(tree, at):
        return None
    tricks = list(table.tricks)
    side = table.side_of(winner)
    other = rng.choice([each for each in range(len(tricks)) if each != side])
    tricks[side] -= 1
    tricks[other] += 1
    cut = cut_at(tree, at, f"{winner} lay-down", "claimed")
    return claimed(cut, "tricks", tricks), {"S101"}


@change()
def points_no_conceded_hand_makes(tree: Doc, rng: Random) -> Edited:
    at = rng.choice(places(tree, "play"))
    cut = cut_at(tree, at, f"{rng.randrange(seats_of(tree))} concede hand", "conceded")
    return claimed(cut, "points", [31, *[0] * (len(tree["start"]) - 1)]), {"S102"}


def second_of_a_game(tree: Doc) -> Doc:
    """The hand as the second of a game, after one that was dealt again."""
    dealer = tree["dealer"]
    first = {"hand": 1, "dealer": dealer, "log": [f"{dealer} misdeal wrong-count"], "ended": "redealt"}
    head = ("house", "rules", "players", "start")
    rest = {key: value for key, value in tree.items() if key not in (*head, "format", "game")}
    return {
        "format": "euchre-game/1",
        **{key: tree[key] for key in head},
        "hands": [first, {**rest, "hand": 2}],
    }


@pytest.mark.parametrize("name", CHANGES)
def test_one_change_is_one_finding(name: str) -> None:
    this = CHANGES[name]
    applied, count = 0, 1 if len(this.families) > 20 else 3 if len(this.families) > 9 else 6
    for family in this.families:
        for number, tree in enumerate(hands_of(family, this.wanted, count)):
            if tree["ended"] != "played" and this.wanted not in ("any", "redealt"):
                continue
            edited = this.edit(tree, Random(f"{name}/{family}/{number}"))
            if edited is None:
                continue
            applied += 1
            changed, wanted = edited
            for mode in this.modes:
                game = second_of_a_game(hidden_again(Random(number), copy.deepcopy(changed), mode))
                found = faults_of(game)
                shown = f"{family}, {mode}: {changed['log']}\n{told(found)}"
                assert len(found) == 1 and codes(found)[0] in wanted, shown
                if codes(found)[0] not in ("G130", "F110"):
                    assert found[0].where.hand == 2, shown
    assert applied


# The order of a game

IN_A_GAME = ("cutthroat", "two-handed", "twelve-trick", "joker", "redeal, three", "redeal, cutthroat", "swap")


def a_game(name: str, seed: int) -> Doc:
    return random_of(Random(f"order {name} {seed}"), name, hands=5)


@pytest.mark.parametrize("name", IN_A_GAME)
def test_another_dealer_is_told_at_the_hand(name: str) -> None:
    """Whoever is named: the calls tell who dealt. After a redeal by a farmer's hand it is the same dealer."""
    for seed in range(8):
        game = a_game(name, seed)
        index = 1 + seed % (len(game["hands"]) - 1)
        hand, seats = game["hands"][index], len(game["players"])
        hand["dealer"] = (hand["dealer"] + 1 + seed % (seats - 1)) % seats
        found = faults_of(game)
        shown = (seed, hand["log"], told(found))
        assert codes(found) == ["G101"], shown
        assert (found[0].where.hand, found[0].where.pointer) == (index + 1, f"/hands/{index}/dealer"), shown


@pytest.mark.parametrize("name", IN_A_GAME)
def test_a_hand_left_out_is_told_where_it_is_missing(name: str) -> None:
    for seed in range(6):
        game = a_game(name, seed)
        gone = game["hands"].pop(1)
        found = faults_of(game)
        same_deal = gone["ended"] == "redealt"
        assert {finding.where.hand for finding in found} <= {3}, told(found)
        assert set(codes(found)) <= ({"S103"} if same_deal else {"G101", "S103"}), told(found)
        scored = any(gone["claims"]["points"])
        assert ("S103" in codes(found)) == scored, told(found)
        assert ("G101" in codes(found)) != same_deal, told(found)


@pytest.mark.parametrize("name", IN_A_GAME)
def test_a_hand_that_stands_twice_is_told(name: str) -> None:
    for seed in range(6):
        game = a_game(name, seed)
        game["hands"].insert(2, copy.deepcopy(game["hands"][1]))
        found = faults_of(game)
        assert "G102" in codes(found), told(found)
        assert set(codes(found)) <= {"G102", "G101", "S103"}, told(found)
        assert all(str(finding.where.pointer).startswith(("/hands/2", "/hands/3")) for finding in found), told(
            found
        )


# Anything


def any_line(rng: Random, seats: int, deck: int) -> str:
    cards = rng.sample([*full_deck(deck), "??", "?h", "K?"], 6)
    seat = rng.randrange(4)
    return rng.choice(
        [
            f"{seat} pass",
            f"{seat} order{rng.choice(['', ' alone'])}",
            f"{seat} name {rng.choice('cdhsn')}{rng.choice(['', ' alone'])}",
            f"{seat} alone",
            f"{seat} turn {rng.choice(SUITS)}",
            f"{seat} discard {cards[0]}",
            f"{seat} give {cards[0]} {rng.randrange(seats)}",
            f"{seat} swap {','.join(cards[:3])} for {','.join(cards[3:])}",
            f"{seat} uncover {cards[0]}",
            f"{seat} play {cards[0]}",
            f"{seat} misdeal {rng.choice(['farmers-hand', 'exposed-card', 'wrong-count', 'other'])}",
            f"{seat} lay-down",
            f"{seat} concede {rng.choice(['hand', 'game'])}",
        ]
    )


@pytest.mark.parametrize("name", FAMILIES)
def test_no_edit_makes_the_audit_fail(name: str) -> None:
    rng = Random(f"any {name}")
    for tree in hands_of(name, count=2):
        for mode in HIDDEN:
            for _ in range(6):
                edited = copy.deepcopy(hidden_again(rng, tree, mode))
                for _ in range(rng.randrange(1, 4)):
                    at, line = rng.randrange(len(edited["log"])), any_line(rng, seats_of(tree), 33)
                    edited = rng.choice([with_line(edited, at, None), with_line(edited, at, line)])
                    edited = inserted(edited, at, line) if rng.random() < 0.5 else edited
                faults_of(second_of_a_game(edited))
