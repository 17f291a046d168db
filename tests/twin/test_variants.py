"""The second engine on jokers, no trump, fewer players, twelve tricks, farmers' hands and the partner's best.

The facts are those of the printed rules; every log is written by hand.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.twin.brute import count
from tests.twin.engine import (
    SUITS,
    Table,
    effective_suit,
    full_deck,
    highest_first,
    legal_cards,
    trick_winner,
    trumps_highest_first,
)
from tests.twin.generate import how_it_ended, next_dealer, random_game, random_hand
from tests.twin.perft_cases import PERFT_CASES
from tests.twin.rules import ALL_DEFAULTS, HOUSES, VARIANT_HOUSES, Rules, complete_rules, rules_of
from tests.twin.twelve import table_of

GAMES_PER_VARIANT = 25

# Seat 0 holds the best hearts, seat 1 spades, seat 2 diamonds, seat 3 clubs.
DEALT = [
    ["Jh", "Jd", "Ah", "Kh", "Qh"],
    ["As", "Ks", "Qs", "Ts", "9s"],
    ["Ad", "Kd", "Qd", "Td", "9d"],
    ["Ac", "Kc", "Qc", "Tc", "9c"],
]
KITTY = ["9h", "Th", "Jc", "Js"]


def after(table: Table, *log: str) -> Table:
    for line in log:
        table.do(line)
    return table


def endings(table: Table, verb: str) -> list[str]:
    return [line for line in table.legal_lines() if line.split()[1] == verb]


def refused(table: Table, line: str) -> bool:
    """A line that is not legal, and not done either."""
    before = table.copy()
    with pytest.raises(ValueError, match="not legal here"):
        table.do(line)
    return table.__dict__ == before.__dict__


# Decks, suits, tricks


@pytest.mark.parametrize(
    ("size", "sizes"),
    [
        (24, [7, 5, 6, 6]),
        (25, [8, 5, 6, 6]),
        (28, [8, 6, 7, 7]),
        (29, [9, 6, 7, 7]),
        (32, [9, 7, 8, 8]),
        (33, [10, 7, 8, 8]),
    ],
)
def test_suit_sizes(size, sizes):
    """Trumps, the other suit of the colour, the two suits of the other colour."""
    assert len(full_deck(size)) == len(set(full_deck(size))) == size
    for trump, same, other, last in ["csdh", "scdh", "dhcs", "hdcs"]:
        owners = [effective_suit(card, trump) for card in full_deck(size)]
        assert [owners.count(suit) for suit in (trump, same, other, last)] == sizes
        in_deck = [card for card in trumps_highest_first(trump) if card in full_deck(size)]
        assert sorted(in_deck) == sorted(c for c in full_deck(size) if effective_suit(c, trump) == trump)


def test_suit_sizes_without_trump():
    owners = [effective_suit(card, "n") for card in full_deck()]
    assert [owners.count(suit) for suit in SUITS] == [6, 6, 6, 6]
    assert highest_first("d", "n") == ["Ad", "Kd", "Qd", "Jd", "Td", "9d", "8d", "7d"]
    assert trumps_highest_first("n") == []


def test_joker_is_the_highest_trump():
    assert trumps_highest_first("s")[:4] == ["Jo", "Js", "Jc", "As"]
    assert trick_winner([(0, "Js"), (1, "Jc"), (2, "Jo"), (3, "As")], "s") == 2
    assert trick_winner([(0, "Ah"), (1, "9s"), (2, "Kh"), (3, "Jo")], "s") == 3
    assert trick_winner([(0, "Jo"), (1, "Js"), (2, "Ah"), (3, "Jc")], "s") == 0


def test_joker_follows_trump():
    assert legal_cards(["Jo", "Ah", "9d"], "9s", "s") == ["Jo"]
    assert legal_cards(["Jc", "9s", "Ac"], "Jo", "s") == ["Jc", "9s"]
    assert legal_cards(["Jo", "Ac"], "9c", "s") == ["Ac"]
    assert legal_cards(["Jo", "Ah"], "9c", "s") == ["Jo", "Ah"]


def test_tricks_without_trump():
    assert trick_winner([(0, "Td"), (1, "Jd"), (2, "As"), (3, "9d")], "n") == 1
    assert trick_winner([(0, "Jd"), (1, "Qd"), (2, "Jh"), (3, "Ah")], "n") == 1
    assert trick_winner([(2, "9c"), (3, "As"), (0, "Ah"), (1, "Ad")], "n") == 2
    # The jacks of one colour are of two suits.
    assert legal_cards(["Jd", "9h", "Ac"], "Ad", "n") == ["Jd"]
    assert legal_cards(["Jd", "9h", "Ac"], "Ah", "n") == ["9h"]


# The joker turned up

JOKER_KITTY = ["Jo", "9h", "Th", "Jc", "Js"]


def joker_table(**rules) -> Table:
    return Table({"deck": 25, **rules}, 3, DEALT, JOKER_KITTY)


def test_dealer_gives_the_joker_a_suit_first():
    table = joker_table()
    assert table.legal_lines() == ["3 turn c", "3 turn d", "3 turn h", "3 turn s"]
    assert refused(table, "0 pass")
    assert refused(table, "0 order")
    assert refused(table, "0 turn h")
    table.do("3 turn d")
    assert table.legal_lines() == ["0 pass", "0 order", "0 order alone"]
    assert refused(table, "3 turn d")
    table.do("0 order")
    assert table.trump == "d"
    assert endings(table, "discard") == [f"3 discard {card}" for card in [*DEALT[3], "Jo"]]


def test_suit_of_the_joker_may_not_be_named_after_turning_it_down():
    table = after(joker_table(), "3 turn d", "0 pass", "1 pass", "2 pass", "3 pass")
    names = [line for line in table.legal_lines() if not line.endswith("alone")]
    assert names == ["0 pass", "0 name c", "0 name h", "0 name s"]


def test_joker_of_a_fixed_suit():
    table = joker_table(joker_turned_up="s")
    assert table.legal_lines() == ["0 pass", "0 order", "0 order alone"]
    assert refused(table, "3 turn s")
    assert after(table.copy(), "0 pass", "1 order").trump == "s"
    after(table, "0 pass", "1 pass", "2 pass", "3 pass")
    assert "0 name s" not in table.legal_lines()
    assert "0 name h" in table.legal_lines()


def test_no_turn_for_another_card():
    table = Table({"deck": 25}, 3, DEALT, ["9h", "Jo", "Th", "Jc", "Js"])
    assert table.legal_lines() == ["0 pass", "0 order", "0 order alone"]


def test_joker_played():
    """Hearts, ordered by the dealer: the joker that was taken up takes the right bower."""
    table = after(joker_table(), "3 turn h", "0 pass", "1 pass", "2 pass", "3 order", "3 discard 9c", "0 play Jh")
    after(table, "1 play 9s", "2 play 9d")
    assert table.legal_lines() == ["3 play Jo"]
    table.do("3 play Jo")
    assert table.tricks == [0, 1]
    assert table.turn == 3


def test_british_partner_alone():
    table = Table(rules_of("british"), 2, DEALT, ["9h", "Jo", "Th", "Jc", "Js"])
    after(table, "3 pass")
    assert table.legal_lines() == ["0 pass", "0 order alone"]


# No trump

FOUR_PASSES = ["0 pass", "1 pass", "2 pass", "3 pass"]


def test_no_trump_in_the_second_round_only():
    table = Table({"no_trump": True}, 3, DEALT, KITTY)
    assert table.legal_lines() == ["0 pass", "0 order", "0 order alone"]
    after(table, *FOUR_PASSES)
    assert table.legal_lines()[-2:] == ["0 name n", "0 name n alone"]
    assert refused(Table({}, 3, DEALT, KITTY), "0 name n")


def test_hand_without_trump():
    """Seat 0 takes four tricks with hearts; its jack of diamonds falls to the partner's ace."""
    table = after(Table({"no_trump": True}, 3, DEALT, KITTY), *FOUR_PASSES, "0 name n")
    after(table, "0 play Ah", "1 play 9s", "2 play 9d", "3 play 9c")
    after(table, "0 play Kh", "1 play Ts", "2 play Td", "3 play Tc")
    after(table, "0 play Qh", "1 play Qs", "2 play Qd", "3 play Qc")
    after(table, "0 play Jh", "1 play Ks", "2 play Kd", "3 play Kc")
    after(table, "0 play Jd", "1 play As", "2 play Ad", "3 play Ac")
    assert (table.ended, table.tricks, table.points) == ("played", [5, 0], [2, 0])


def test_lone_hand_without_trump():
    table = after(Table({"no_trump": True}, 0, DEALT, KITTY), "1 pass", "2 pass", "3 pass", "0 pass")
    after(table, "1 name n alone")
    assert table.active_seats() == [0, 1, 2]
    for ours, theirs, dealers in zip("AKQT9", "AKQT9", ["Ah", "Kh", "Qh", "Jh", "Jd"], strict=True):
        after(table, f"1 play {ours}s", f"2 play {theirs}d", f"0 play {dealers}")
    assert (table.tricks, table.points) == ([0, 5], [0, 4])


def test_no_trump_with_a_joker_is_not_judged():
    table = Table({"deck": 25, "no_trump": True}, 3, DEALT, ["9h", "Jo", "Th", "Jc", "Js"])
    after(table, *FOUR_PASSES)
    assert "0 name n alone" in table.legal_lines()
    assert not table.unjudged
    table.do("0 name n")
    assert table.unjudged
    assert not table.over
    assert table.legal_lines() == []
    assert count(table, 3) == 1
    other = after(Table({"deck": 25, "no_trump": True}, 3, DEALT, JOKER_KITTY), "3 turn h", *FOUR_PASSES)
    assert "0 name n" in other.legal_lines()


# Three players, each for one

THREE_KITTY = ["Th", *DEALT[3], "Jc", "Js", "9d"]
THREE_DEALT = [
    ["Jh", "Jd", "Ah", "Kh", "Qh"],
    ["As", "Ks", "Qs", "Ts", "9s"],
    ["Ad", "Kd", "Qd", "Td", "9h"],
]


def cutthroat(dealer: int = 2, **rules) -> Table:
    return Table(rules_of("family-cutthroat", rules), dealer, THREE_DEALT, THREE_KITTY)


def test_cutthroat_calls():
    table = cutthroat()
    assert table.legal_lines() == ["0 pass", "0 order"]
    after(table, "0 pass", "1 pass")
    assert table.legal_lines() == ["2 pass", "2 order"]
    table.do("2 pass")
    assert table.legal_lines() == ["0 pass", "0 name c", "0 name d", "0 name s"]
    after(table, "0 pass", "1 pass")
    assert table.legal_lines() == ["2 pass", "2 name c", "2 name d", "2 name s"]
    table.do("2 pass")
    assert (table.ended, table.tricks, table.points) == ("thrown-in", [0, 0, 0], [0, 0, 0])


def test_cutthroat_stick_the_dealer():
    table = after(cutthroat(stick_the_dealer=True), "0 pass", "1 pass", "2 pass", "0 pass", "1 pass")
    assert table.legal_lines() == ["2 name c", "2 name d", "2 name s"]


def test_cutthroat_march():
    """The dealer takes the card that another ordered; the dealer's left leads; all five are worth three."""
    table = after(cutthroat(), "0 order")
    assert table.legal_lines() == [f"2 discard {card}" for card in [*THREE_DEALT[2], "Th"]]
    after(table, "2 discard Td")
    assert table.legal_lines() == [f"0 play {card}" for card in THREE_DEALT[0]]
    after(table, "0 play Jh", "1 play 9s")
    assert table.legal_lines() == ["2 play 9h", "2 play Th"]
    after(table, "2 play 9h", "0 play Jd", "1 play Ts", "2 play Th")
    after(table, "0 play Ah", "1 play Qs", "2 play Qd", "0 play Kh", "1 play Ks", "2 play Kd")
    after(table, "0 play Qh", "1 play As", "2 play Ad")
    assert (table.ended, table.tricks, table.points) == ("played", [5, 0, 0], [3, 0, 0])


def test_cutthroat_euchre():
    """Seat 1 names spades against the bowers' best: two for each of the others, with a trick or without."""
    deal = [
        ["Js", "Jc", "As", "Ah", "Kh"],
        ["Ks", "Qs", "9s", "9d", "9h"],
        ["Ts", "Kd", "Qd", "Td", "Th"],
    ]
    kitty = ["9c", "Tc", "Qc", "Kc", "Ac", "Jh", "Qh", "Jd", "Ad"]
    table = Table(rules_of("family-cutthroat"), 0, deal, kitty)
    after(table, "1 pass", "2 pass", "0 pass", "1 name s")
    assert table.turn == 1
    after(table, "1 play 9s", "2 play Ts", "0 play Jc")
    after(table, "0 play Js", "1 play Qs", "2 play Td")
    after(table, "0 play As", "1 play Ks", "2 play Qd")
    after(table, "0 play Ah", "1 play 9h", "2 play Th")
    after(table, "0 play Kh", "1 play 9d", "2 play Kd")
    assert (table.tricks, table.points) == ([5, 0, 0], [2, 0, 2])
    none = Table(rules_of("family-cutthroat", {"points": {"no_tricks": 4}}), 0, deal, kitty)
    assert after(none, *table.log).points == [4, 0, 4]
    euchre = Table(rules_of("family-cutthroat", {"points": {"no_tricks": 1}}), 0, deal, kitty)
    assert after(euchre, *table.log).points == [2, 0, 2]


def test_cutthroat_three_and_four_tricks():
    table = cutthroat()
    table.maker, table.trump = 1, "s"
    assert table.points_for([1, 3, 1]) == [0, 1, 0]
    assert table.points_for([0, 4, 1]) == [0, 1, 0]
    assert table.points_for([0, 5, 0]) == [0, 3, 0]
    assert table.points_for([2, 2, 1]) == [2, 0, 2]


# Two players


def two(dealer: int = 1, **rules) -> Table:
    deal = THREE_DEALT[:2]
    kitty = ["9c", *[card for card in full_deck() if card not in [*deal[0], *deal[1], "9c"]]]
    return Table(rules_of("family-two", rules), dealer, deal, kitty)


def test_two_players_call():
    table = two()
    assert table.legal_lines() == ["0 pass", "0 order"]
    table.do("0 pass")
    assert table.legal_lines() == ["1 pass", "1 order"]
    table.do("1 pass")
    assert table.legal_lines() == ["0 pass", "0 name d", "0 name h", "0 name s"]
    table.do("0 pass")
    assert table.copy().legal_lines() == ["1 pass", "1 name d", "1 name h", "1 name s"]
    table.do("1 pass")
    assert (table.ended, table.points) == ("thrown-in", [0, 0])


def test_two_players_march():
    table = after(two(), "0 pass", "1 pass", "0 name h", "0 play Jh", "1 play 9s", "0 play Jd", "1 play Ts")
    after(table, "0 play Ah", "1 play Qs", "0 play Kh", "1 play Ks", "0 play Qh", "1 play As")
    assert (table.ended, table.tricks, table.points) == ("played", [5, 0], [2, 0])


def test_two_players_dealer_orders():
    """The nine of clubs is the one trump about: it takes the ace that is led, then spades go round."""
    table = after(two(), "0 pass", "1 order", "1 discard 9s", "0 play Ah", "1 play 9c", "1 play As", "0 play Jd")
    after(table, "1 play Ks", "0 play Jh", "1 play Qs", "0 play Qh", "1 play Ts", "0 play Kh")
    assert (table.tricks, table.points) == ([0, 5], [0, 2])


def test_two_players_euchre():
    lost = two(dealer=0)
    after(lost, "1 pass", "0 pass", "1 name h", "1 play As", "0 play Qh", "0 play Jh", "1 play 9s")
    after(lost, "0 play Jd", "1 play Ts", "0 play Ah", "1 play Qs", "0 play Kh", "1 play Ks")
    assert (lost.tricks, lost.points) == ([5, 0], [2, 0])


def test_two_players_larger_deck():
    rules = rules_of("family-two-32")
    assert (rules["deck"], rules["target"]) == (32, 5)
    deal = [["7h", "8h", "7c", "As", "Ad"], ["9h", "7d", "8c", "Ks", "Kd"]]
    kitty = [card for card in full_deck(32) if card not in deal[0] + deal[1]]
    table = Table(rules, 1, deal, ["Th", *[card for card in kitty if card != "Th"]])
    after(table, "0 order", "1 discard 7d", "0 play 7c")
    assert table.legal_lines() == ["1 play 8c"]
    table.do("1 play 8c")
    assert table.tricks == [0, 1]


# Twelve tricks

TWELVE_DEALT = [
    ["Js", "Jc", "As", "Ks", "Qs", "Ts", "9s", "9h", "Ac", "Kc", "9d", "Td"],
    ["Ah", "Kh", "Qh", "Jh", "Qc", "Tc", "9c", "Th", "Ad", "Kd", "Qd", "Jd"],
]


def twelve(dealer: int = 1, dealt: list[list[str]] = TWELVE_DEALT, **rules) -> Table:
    return table_of(rules_of("family-twelve", rules), dealer, dealt, [])


def test_twelve_tricks_calls():
    table = twelve()
    assert table.legal_lines() == ["0 pass", "0 name c", "0 name d", "0 name h", "0 name s"]
    assert refused(table, "0 order")
    table.do("0 pass")
    assert table.legal_lines() == ["1 name c", "1 name d", "1 name h", "1 name s"]
    table.do("1 name h")
    assert endings(table, "play")[0].startswith("0 ")
    with_no_trump = twelve(no_trump=True)
    assert with_no_trump.legal_lines()[-1] == "0 name n"
    assert after(with_no_trump, "0 pass").legal_lines()[-1] == "1 name n"


def test_twelve_tricks_what_may_be_played():
    """From the hand or face up, not face down; what lies face down does not have to follow either."""
    table = after(twelve(), "0 name s")
    assert table.legal_lines() == [f"0 play {c}" for c in ["Js", "Jc", "As", "Ks", "Ac", "Kc", "9d", "Td"]]
    assert refused(table, "0 play Qs")
    after(table, "0 play Ac")
    # The queen, ten and nine of clubs of seat 1 lie face down: any card that may be played will do.
    assert table.legal_lines() == [f"1 play {c}" for c in ["Ah", "Kh", "Qh", "Jh", "Ad", "Kd", "Qd", "Jd"]]
    assert refused(table, "1 play Tc")


def test_twelve_tricks_follow_from_the_cards_face_up():
    table = after(twelve(), "0 name s", "0 play 9d")
    assert table.legal_lines() == ["1 play Ad", "1 play Kd", "1 play Qd", "1 play Jd"]


def test_twelve_tricks_uncovering():
    """Both played a card from the table: both turn one up, in either order, before the next lead."""
    table = after(twelve(), "0 name s", "0 play 9d", "1 play Ad")
    assert table.tricks == [0, 1]
    assert table.legal_lines() == ["0 uncover 9s", "1 uncover Qc"]
    assert refused(table, "1 play Ah")
    assert refused(table, "0 uncover Qs")
    other = after(table.copy(), "1 uncover Qc")
    assert other.legal_lines() == ["0 uncover 9s"]
    after(table, "0 uncover 9s", "1 uncover Qc")
    assert table.legal_lines() == [f"1 play {c}" for c in ["Ah", "Kh", "Qh", "Jh", "Kd", "Qd", "Jd", "Qc"]]
    assert table.face_down == [["Qs", "Ts", "9h"], ["Tc", "9c", "Th"]]
    # The queen turned up is played, with nothing under it.
    after(table, "1 play Qc")
    assert table.legal_lines() == ["0 play Ac", "0 play Kc"]
    after(table, "0 play Ac")
    assert table.legal_lines() == ["0 uncover Qs"]
    after(table, "0 uncover Qs", "0 play Js", "1 play Ah")
    assert endings(table, "uncover") == []


def every_trick_to_seat_0() -> list[str]:
    """Seat 0 draws with seven spades and then has the better of each suit."""
    return [
        *["0 play Js", "1 play Jh", "0 play Jc", "1 play Qh", "0 play As", "1 play Kh", "0 play Ks", "1 play Ah"],
        *["0 play Ac", "1 play Jd", "0 uncover Qs", "1 uncover Th", "0 play Qs", "1 play Th"],
        *["0 play Kc", "1 play Qd", "0 uncover Ts", "1 uncover 9c", "0 play Ts", "1 play 9c"],
        *["0 play Td", "1 play Kd", "0 uncover 9h", "1 uncover Tc"],
    ]


def test_twelve_tricks_counted():
    """Eight tricks and a spade make nine for the namer: a point for each trick, on both sides."""
    table = after(twelve(), "0 name s", *every_trick_to_seat_0())
    assert table.tricks == [8, 1]
    after(table, "1 play Tc", "0 play 9d", "0 uncover 9s")
    after(table, "1 play Ad", "0 play 9h", "1 uncover Qc", "1 play Qc", "0 play 9s")
    assert table.over
    assert (table.ended, table.tricks, table.points) == ("played", [9, 3], [9, 3])


def test_twelve_tricks_forfeit():
    """Seat 1 made trump and has three of twelve: nothing, and all twelve for the other."""
    table = twelve()
    table.maker, table.trump = 1, "s"
    assert table.points_for([9, 3]) == [12, 0]
    assert table.points_for([6, 6]) == [12, 0]
    assert table.points_for([5, 7]) == [5, 7]
    dealers_spades = after(twelve(), "0 pass", "1 name s", *every_trick_to_seat_0())
    after(dealers_spades, "1 play Tc", "0 play 9d", "0 uncover 9s")
    after(dealers_spades, "1 play Ad", "0 play 9h", "1 uncover Qc", "1 play Qc", "0 play 9s")
    assert (dealers_spades.tricks, dealers_spades.points) == ([9, 3], [12, 0])


# Farmers' hands

FARMER = [
    ["9h", "Th", "9s", "Ts", "9d"],
    ["As", "Ks", "Qs", "Td", "9c"],
    ["Ad", "Kd", "Qd", "Jd", "Tc"],
    ["Ac", "Kc", "Qc", "Jh", "Ah"],
]
FARMER_KITTY = ["Kh", "Qh", "Js", "Jc"]
ONE_OUT = [["9h", "Th", "9s", "Ts", "Ad"], FARMER[1], ["9d", "Kd", "Qd", "Jd", "Tc"], FARMER[3]]
THREE_OF_FIVE = [["9h", "Th", "9s", "As", "Ad"], ["Ts", "Ks", "Qs", "Td", "9c"], ONE_OUT[2], FARMER[3]]


def farmer(dealt: list[list[str]] = FARMER, dealer: int = 3, **rules) -> Table:
    return Table(rules, dealer, dealt, FARMER_KITTY)


def test_redeal_on_the_first_turn_only():
    table = farmer(farmers_hand="redeal")
    assert table.legal_lines() == ["0 misdeal farmers-hand", "0 pass", "0 order", "0 order alone"]
    over = after(table.copy(), "0 misdeal farmers-hand")
    assert (over.ended, over.tricks, over.points, over.legal_lines()) == ("redealt", [0, 0], [0, 0], [])
    after(table, "0 pass")
    assert refused(table, "0 misdeal farmers-hand")
    after(table, "1 pass", "2 pass", "3 pass")
    assert endings(table, "misdeal") == []
    dealer = after(farmer(dealer=0, farmers_hand="redeal"), "1 pass", "2 pass", "3 pass")
    assert endings(dealer, "misdeal") == ["0 misdeal farmers-hand"]
    assert endings(farmer(), "misdeal") == []


@pytest.mark.parametrize(
    ("kind", "all_low", "one_out", "three"),
    [
        ("all-nines-tens", True, False, False),
        ("three-nines-tens", True, True, True),
        ("no-ace-no-face", True, False, False),
    ],
)
def test_what_a_farmers_hand_is(kind, all_low, one_out, three):
    for dealt, expected in [(FARMER, all_low), (ONE_OUT, one_out), (THREE_OF_FIVE, three)]:
        table = farmer(dealt, farmers_hand="redeal", farmers_hand_is=kind)
        assert bool(endings(table, "misdeal")) == expected


def test_sevens_and_eights_are_no_nines_and_tens_and_the_joker_is_no_low_card():
    low = [["7h", "8h", "9h", "Th", "7s"], ["8s", "9c", "Tc", "Jo", "9s"], FARMER[2], FARMER[3]]
    kitty = [c for c in full_deck(33) if c not in [*low[0], *low[1], *low[2], *low[3]]]
    for kind, first, second in [
        ("all-nines-tens", False, False),
        ("three-nines-tens", False, True),
        ("no-ace-no-face", True, False),
    ]:
        table = Table({"deck": 33, "farmers_hand": "redeal", "farmers_hand_is": kind}, 3, low, kitty)
        assert bool(endings(table, "misdeal")) == first
        assert bool(endings(after(table, "0 pass"), "misdeal")) == second


def test_swap_lines():
    """Any three of five low cards for the three of the kitty, each in the order of the deck."""
    table = farmer(farmers_hand="swap")
    assert endings(table, "swap") == [
        f"0 swap {given} for Jc,Qh,Js"
        for given in [
            "9d,9h,Th",
            "9d,9h,9s",
            "9d,9h,Ts",
            "9d,Th,9s",
            "9d,Th,Ts",
            "9d,9s,Ts",
            "9h,Th,9s",
            "9h,Th,Ts",
            "9h,9s,Ts",
            "Th,9s,Ts",
        ]
    ]
    table.do("0 swap 9d,9h,Th for Jc,Qh,Js")
    assert table.hands[0] == ["9s", "Ts", "Jc", "Qh", "Js"]
    assert table.legal_lines() == ["0 pass", "0 order", "0 order alone"]
    assert after(table, "0 pass").legal_lines() == ["1 pass", "1 order", "1 order alone"]


def test_swap_gives_low_cards_only():
    table = farmer(THREE_OF_FIVE, farmers_hand="swap", farmers_hand_is="three-nines-tens")
    assert endings(table, "swap") == ["0 swap 9h,Th,9s for Jc,Qh,Js"]


def test_second_swap_takes_what_the_first_gave():
    table = after(farmer(THREE_OF_FIVE, go_under=True), "0 swap 9h,Th,9s for Jc,Qh,Js", "0 pass")
    assert endings(table, "swap") == ["1 swap 9c,Td,Ts for 9h,Th,9s"]
    after(table, "1 swap 9c,Td,Ts for 9h,Th,9s", "1 pass")
    assert endings(table, "swap") == []
    after(table, "2 pass", "3 pass")
    assert endings(table, "swap") == []
    assert table.hands[1] == ["Ks", "Qs", "9h", "Th", "9s"]


def test_choice_of_the_kitty():
    kitty = [*FARMER_KITTY, "Jo"]
    table = Table({"deck": 25, "go_under": True}, 3, THREE_OF_FIVE, kitty)
    assert endings(table, "swap") == [
        "0 swap 9h,Th,9s for Jc,Qh,Js",
        "0 swap 9h,Th,9s for Jc,Qh,Jo",
        "0 swap 9h,Th,9s for Jc,Js,Jo",
        "0 swap 9h,Th,9s for Qh,Js,Jo",
    ]


def test_redeal_and_go_under_at_one_table():
    table = farmer(farmers_hand="redeal", go_under=True)
    assert len(endings(table, "swap")) == 10
    assert endings(table, "misdeal") == ["0 misdeal farmers-hand"]
    table.do(endings(table, "swap")[0])
    assert table.legal_lines() == ["0 pass", "0 order", "0 order alone"]


def test_no_exchange_before_the_joker_has_a_suit():
    table = Table({"deck": 25, "go_under": True}, 3, FARMER, ["Jo", "Qh", "Js", "Jc", "Kh"])
    assert table.legal_lines() == ["3 turn c", "3 turn d", "3 turn h", "3 turn s"]
    assert len(endings(after(table, "3 turn c"), "swap")) == 10 * 4


# The partner's best


def best(dealer: int = 3, **rules) -> Table:
    return Table({"partners_best": True, **rules}, dealer, DEALT, KITTY)


def test_partner_gives_one_card_and_the_lone_player_buries_one():
    table = after(best(), "0 order alone")
    gives = [f"2 give {card} 0" for card in DEALT[2]]
    assert endings(table, "give") == gives
    assert len(endings(table, "discard")) == 6
    after(table, "3 discard 9c")
    assert table.legal_lines() == gives + [f"0 play {card}" for card in DEALT[0]]
    without = after(table.copy(), "0 play Jh")
    assert endings(without, "give") == []
    after(table, "2 give Ad 0")
    assert table.legal_lines() == [f"0 discard {card}" for card in [*DEALT[0], "Ad"]]
    after(table, "0 discard Ad")
    assert table.legal_lines() == [f"0 play {card}" for card in DEALT[0]]


def test_give_and_discards_in_any_order():
    table = after(best(), "0 order alone", "2 give Ad 0")
    assert {line.split()[0] for line in table.legal_lines()} == {"0", "3"}
    after(table, "0 discard Qh")
    assert {line.split()[0] for line in table.legal_lines()} == {"3"}
    after(table, "3 discard 9h", "0 play Ad", "1 play 9s", "3 play 9c")
    assert table.tricks == [1, 0]


def test_lone_dealer_buries_two():
    table = after(best(dealer=0), "1 pass", "2 pass", "3 pass", "0 order alone")
    first = after(table.copy(), "0 discard Qh", "2 give Ad 0")
    assert endings(first, "discard") == [f"0 discard {card}" for card in ["Jh", "Jd", "Ah", "Kh", "9h", "Ad"]]
    after(table, "2 give Ad 0", "0 discard Ad")
    assert len(endings(table, "discard")) == 6
    after(table, "0 discard 9h")
    assert endings(table, "discard") == []
    assert endings(table, "play") == [f"1 play {card}" for card in DEALT[1]]


def test_sitting_dealer_gives_the_card_taken_up():
    table = after(best(dealer=2), "3 pass", "0 order alone")
    assert endings(table, "give") == [f"2 give {card} 0" for card in [*DEALT[2], "9h"]]
    after(table, "2 give 9h 0")
    assert endings(table, "discard") == [
        *[f"0 discard {card}" for card in [*DEALT[0], "9h"]],
        *[f"2 discard {card}" for card in DEALT[2]],
    ]
    after(table, "2 discard Ad", "0 discard Qh")
    assert [len(hand) for hand in table.hands] == [5, 5, 4, 5]
    assert endings(table, "play")[0] == "3 play Ac"


def test_card_taken_up_stays_with_the_dealer_only():
    lone = after(
        best(dealer=0, discard_up_card=False), "1 pass", "2 pass", "3 pass", "0 order alone", "2 give Ad 0"
    )
    assert "0 discard 9h" not in lone.legal_lines()
    assert "0 discard Ad" in lone.legal_lines()
    after(lone, "0 discard Ad")
    assert "0 discard 9h" not in lone.legal_lines()
    given = after(best(dealer=2, discard_up_card=False), "3 pass", "0 order alone", "2 give 9h 0")
    assert "0 discard 9h" in given.legal_lines()


def test_no_gift_without_a_lone_maker():
    assert endings(after(best(), "0 order"), "give") == []
    table = after(best(defend_alone="any"), "0 order", "1 alone")
    assert endings(table, "give") == []
    later = after(best(alone_when="before-lead"), "0 order", "3 discard 9c", "0 alone")
    assert endings(later, "give") == [f"2 give {card} 0" for card in DEALT[2]]
    assert endings(after(Table({}, 3, DEALT, KITTY), "0 order alone"), "give") == []


# Lay-downs, concessions, misdeals


def test_lay_down():
    table = after(Table({}, 3, DEALT, KITTY), "0 order")
    claimed = after(table.copy(), "2 lay-down")
    assert (claimed.over, claimed.ended, claimed.tricks, claimed.points) == (True, "claimed", [5, 0], [2, 0])
    after(table, "3 discard 9c", "0 play Ah", "1 play 9s", "2 play 9d", "3 play 9h", "0 play Kh", "3 lay-down")
    assert (table.tricks, table.points) == ([1, 4], [0, 2])
    assert refused(Table({}, 3, DEALT, KITTY), "0 lay-down")
    lone = after(Table({}, 3, DEALT, KITTY), "0 order alone")
    assert refused(lone, "2 lay-down")


def test_lay_down_of_three_and_of_twelve():
    table = after(cutthroat(), "0 order", "2 discard Td", "2 lay-down")
    assert (table.tricks, table.points) == ([0, 0, 5], [0, 2, 2])
    table = after(twelve(), "0 name s", "0 play Js", "1 play Ah", "0 lay-down")
    assert (table.ended, table.tricks, table.points) == ("claimed", [12, 0], [12, 0])


def test_concede_hand():
    table = after(Table({}, 3, DEALT, KITTY), "0 order", "3 discard 9c")
    other = after(table.copy(), "1 concede hand")
    assert (other.over, other.ended, other.tricks, other.points) == (True, "conceded", [0, 0], [2, 0])
    assert after(table, "2 concede hand").points == [0, 2]
    assert after(Table({}, 3, DEALT, KITTY), "0 concede hand").points == [0, 0]
    assert after(cutthroat(), "0 order", "0 concede hand").points == [0, 2, 2]
    assert after(cutthroat(), "0 order", "1 concede hand").points == [3, 0, 0]
    assert after(twelve(), "0 name s", "0 play Js", "1 play Ah", "1 concede hand").points == [12, 0]
    assert after(twelve(), "0 name s", "0 play Js", "1 play Ah", "0 concede hand").points == [0, 12]


def test_concede_game():
    table = after(Table({}, 3, DEALT, KITTY), "0 concede game")
    assert (table.ended, table.points) == ("conceded", [0, 0])
    claimed = after(Table({}, 3, DEALT, KITTY), "0 order", "0 lay-down", "1 concede game")
    assert (claimed.ended, claimed.points) == ("claimed", [2, 0])
    assert refused(claimed, "1 concede hand")


def test_misdeals():
    table = after(Table({}, 3, DEALT, KITTY), "0 order", "2 misdeal exposed-card")
    assert (table.over, table.ended, table.points) == (True, "redealt", [0, 0])
    assert refused(table, "2 misdeal other")
    assert refused(Table({}, 3, FARMER, FARMER_KITTY), "0 misdeal farmers-hand")


# Houses and games


def test_houses_of_the_variants():
    assert not HOUSES.keys() & VARIANT_HOUSES.keys()
    for house, changes in VARIANT_HOUSES.items():
        rules = rules_of(house)
        assert rules.keys() == ALL_DEFAULTS.keys()
        for key, value in changes.items():
            if key == "points":
                assert value.items() <= rules["points"].items()
            else:
                assert rules.get(key, value) == value
    assert rules_of("family", {"go_under": True}).keys() == ALL_DEFAULTS.keys()
    assert rules_of("family", {"deck": 25, "joker_turned_up": "h"})["joker_turned_up"] == "h"
    assert rules_of("family-two-32")["target"] == 5
    assert rules_of("british")["target"] == 11


@pytest.mark.parametrize(
    "rules",
    [
        {"seats": 3},
        {"seats": 2, "sides": "pairs"},
        {"seats": 3, "sides": "maker-against-rest"},
        {"seats": 2, "sides": "solo", "alone_by": "nobody", "partners_best": True},
        {"seats": 2, "sides": "solo", "alone_by": "nobody", "defend_alone": "any"},
        {"seats": 2, "sides": "solo", "alone_by": "nobody", "partner_may_order": "only-alone"},
        {"game": "twelve-trick", "patterns": ["4/4/4"]},
        {"game": "twelve-trick", "seats": 2, "sides": "solo", "alone_by": "nobody"},
        {"patterns": ["3/3"]},
        {"deck": 26},
        {"target": 0},
        {"jokers": 1},
    ],
)
def test_rules_that_cannot_be(rules):
    with pytest.raises(ValueError):
        complete_rules(rules)


@pytest.mark.parametrize(
    ("rules", "score", "hands", "expected"),
    [
        ({}, [10, 9, 9], 9, "target"),
        ({}, [9, 9, 9], 9, None),
        ({}, [8, 10, 10], 9, "target"),
        ({"tie": "play-on"}, [8, 10, 10], 9, None),
        ({"tie": "play-on"}, [8, 12, 11], 9, "target"),
        ({"win_by": 2}, [12, 12, 3], 9, None),
        ({"win_by": 2}, [12, 11, 3], 9, None),
        ({"win_by": 2}, [12, 10, 3], 9, "target"),
        ({"deals": 4}, [2, 2, 1], 3, None),
        ({"deals": 4}, [2, 2, 1], 4, "deals"),
        ({"deals": 4, "tie": "play-on"}, [2, 2, 1], 4, None),
        ({"deals": 4, "tie": "play-on"}, [3, 2, 1], 5, "deals"),
    ],
)
def test_end_of_a_game(rules, score, hands, expected):
    assert how_it_ended(rules_of("family-cutthroat", rules), score, hands) == expected


def test_next_dealer():
    three = rules_of("family-cutthroat")
    assert [next_dealer(three, 2, ended) for ended in ("played", "thrown-in", "redealt")] == [0, 0, 2]
    same = rules_of("family-two", {"thrown_in": "same"})
    assert [next_dealer(same, 1, ended) for ended in ("played", "thrown-in", "redealt")] == [0, 1, 1]


# Random games

VARIANTS: list[tuple[str, Rules]] = [
    *[(house, {}) for house in VARIANT_HOUSES],
    ("british", {"joker_turned_up": "h", "no_trump": True}),
    ("family", {"no_trump": True}),
    ("family", {"deck": 32}),
    ("family", {"farmers_hand": "redeal", "farmers_hand_is": "three-nines-tens"}),
    ("family", {"farmers_hand": "swap"}),
    ("bicycle", {"deck": 29, "go_under": True, "farmers_hand": "redeal"}),
    ("guide", {"partners_best": True, "defend_alone": "any", "alone_by": "anyone"}),
    ("club", {"partners_best": True, "discard_up_card": False}),
    ("family-cutthroat", {"deck": 33, "farmers_hand": "swap", "thrown_in": "same"}),
    ("family-two", {"no_trump": True, "deals": 6, "target": 0, "tie": "play-on"}),
    ("family-twelve", {"no_trump": True, "deck": 32}),
]
VERBS = {
    "farmers_hand": {"redeal": {"misdeal"}, "swap": {"swap"}},
    "go_under": {True: {"swap"}},
    "partners_best": {True: {"give"}},
    "game": {"twelve-trick": {"uncover"}},
}


def check_document(rules: Rules, hand: dict) -> None:
    """What holds of any hand that was shown whole."""
    seats, each = rules["seats"], 12 if rules["game"] == "twelve-trick" else 5
    assert [len(cards) for cards in hand["dealt"]] == [each] * seats
    everything = [card for cards in hand["dealt"] for card in cards] + hand.get("kitty", [])
    assert sorted(everything) == sorted(full_deck(rules["deck"]))
    assert ("up" in hand) == (each == 5)
    sides = 2 if seats == 4 else seats
    assert all(len(numbers) == sides for numbers in hand["claims"].values())

    plays = [line.split() for line in hand["log"] if " play " in line]
    assert len({card for _, _, card in plays}) == len(plays)
    ups = [line.split()[2] for line in hand["log"] if " uncover " in line]
    for seat, _, card in plays:
        if each == 12:
            row = hand["dealt"][int(seat)]
            assert card in row
            assert card in row[:4] + row[8:] + ups
    if hand["ended"] == "played":
        assert sum(hand["claims"]["tricks"]) == each
        if each == 12:
            assert sorted(card for _, _, card in plays) == sorted(c for cards in hand["dealt"] for c in cards)
            assert len(ups) == 8
            assert sum(hand["claims"]["points"]) == 12
    elif hand["ended"] in ("thrown-in", "redealt"):
        assert set(hand["claims"]["points"]) == {0}
        assert not plays

    table = table_of(rules, hand["dealer"], hand["dealt"], hand.get("kitty", []))
    after(table, *hand["log"])
    assert table.over
    assert (table.ended, table.points) == (hand["ended"], hand["claims"]["points"])


@pytest.mark.parametrize(("house", "changes"), VARIANTS, ids=str)
@pytest.mark.parametrize("settled", [0.0, 0.3])
def test_random_games(house, changes, settled):
    rng = Random(f"{house} {changes} {settled}")
    rules = complete_rules(rules_of(house, changes))
    seen = set()
    for _ in range(GAMES_PER_VARIANT):
        game = random_game(rng, house, changes, settled=settled)
        assert len(game["players"]) == rules["seats"]
        score, counted = list(game["start"]), 0
        for number, hand in enumerate(game["hands"], start=1):
            assert hand["hand"] == number
            assert how_it_ended(rules, score, counted) is None or not counted
            check_document(rules, hand)
            score = [before + won for before, won in zip(score, hand["claims"]["points"], strict=True)]
            assert hand["claims"]["score"] == score
            counted += hand["ended"] != "redealt"
            seen.update(line.split()[1] for line in hand["log"])
            seen.add(hand["ended"])
        for before, following in zip(game["hands"], game["hands"][1:], strict=False):
            assert following["dealer"] == next_dealer(rules, before["dealer"], before["ended"])
        assert game["ended"] == ("deals" if rules["deals"] else "target")
        assert game["result"]["score"] == score
        assert game["result"]["winners"] == [side for side, won in enumerate(score) if won == max(score)]
    expected = {verb for key, verbs in VERBS.items() for verb in verbs.get(rules[key], set())}
    assert expected <= seen
    assert ({"lay-down", "concede", "claimed", "conceded"} <= seen) == (settled > 0)


@pytest.mark.parametrize(("house", "changes"), VARIANTS, ids=str)
def test_random_hands(house, changes):
    rng = Random(5)
    rules = complete_rules(rules_of(house, changes))
    for _ in range(15):
        hand = random_hand(rng, house, changes)
        assert hand["format"] == "euchre-hand/1"
        check_document(rules, hand)


@pytest.mark.parametrize("hidden", ["all", "others", "partial"])
@pytest.mark.parametrize(("house", "changes"), VARIANTS, ids=str)
def test_hidden_cards(house, changes, hidden):
    """The same seed shows the same hand; what is hidden is not there, what all saw is."""
    for seed in range(12):
        shown = random_hand(Random(seed), house, changes, hidden=hidden)
        whole = random_hand(Random(seed), house, changes)
        assert shown["claims"] == whole["claims"]
        assert shown.get("up") == whole.get("up")
        assert len(shown["log"]) == len(whole["log"])
        public = ("pass", "order", "name", "alone", "turn", "play", "uncover", "misdeal")
        for told, true in zip(shown["log"], whole["log"], strict=True):
            assert told.split()[:2] == true.split()[:2]
            assert told == true or told.split()[1] not in public
        twelve_tricks = len(whole["dealt"][0]) == 12
        if hidden == "all":
            assert "kitty" not in shown
            assert ("dealt" in shown) == twelve_tricks
            assert all("?" in line for line in shown["log"] if line.split()[1] in ("discard", "swap", "give"))
        if twelve_tricks:
            assert [cards[8:] for cards in shown["dealt"]] == [cards[8:] for cards in whole["dealt"]]
            if hidden != "partial":
                assert {card for cards in shown["dealt"] for card in cards[4:8]} == {"??"}
                open_hands = [cards[:4] for cards in shown["dealt"] if "??" not in cards[:4]]
                assert len(open_hands) == (hidden == "others")
        elif hidden == "others":
            assert len([cards for cards in shown["dealt"] if cards is not None]) == 1
            assert shown["kitty"] == [whole["up"]] + ["??"] * (len(whole["kitty"]) - 1)


# Counts


@pytest.mark.parametrize("case", PERFT_CASES, ids=lambda case: f"{case.house}-{case.depth}-{case.expected}")
def test_perft_cases(case):
    table = table_of(rules_of(case.house, case.rules), case.dealer, case.dealt, case.kitty)
    assert count(after(table, *case.log), case.depth) == case.expected


def test_counts_by_hand():
    """Small counts that can be worked out on paper."""
    assert count(cutthroat(), 2) == 2 + 6
    assert count(two(), 3) == 4 + 6 + 6 * 5
    assert count(twelve(), 2) == 4 + 4 * 8
    assert count(joker_table(), 2) == 4 * 3
    assert count(farmer(farmers_hand="redeal"), 2) == 1 + 3 + 6 + 6
    assert count(farmer(farmers_hand="swap"), 1) == 10 + 3
    # A discard before or after a gift, and six cards to bury for both.
    assert count(after(best(), "0 order alone"), 2) == 6 * (5 + 5) + 5 * (6 + 6)
