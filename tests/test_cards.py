"""Cards, decks and the tables of suit and strength."""

from __future__ import annotations

import pytest

from euchre_audit import cards
from euchre_audit.cards import CANDIDATES, CARDS, DECK_MASK, FOLLOWS, FRESH, JOKER, NAMES, PARTIAL, STRENGTH, SUITS
from tests.twin.engine import effective_suit, full_deck, highest_first

RANKS = "789TJQKA"


def spelled(mask: int) -> str:
    return " ".join(NAMES[card] for card in cards.cards_of(mask))


def test_names_and_numbers():
    assert len(NAMES) == len(CARDS) == 33
    assert [CARDS[name] for name in ("7c", "8c", "9c", "Ac", "7d", "As", "Jo")] == [0, 1, 2, 7, 8, 31, 32]
    assert all(NAMES[CARDS[name]] == name for name in NAMES)
    assert CARDS["Jo"] == JOKER


@pytest.mark.parametrize(
    ("size", "lowest", "joker"),
    [(24, "9", False), (25, "9", True), (28, "8", False), (29, "8", True), (32, "7", False), (33, "7", True)],
)
def test_fresh_decks(size, lowest, joker):
    ranks = RANKS[RANKS.index(lowest) :]
    expected = [rank + suit for suit in "cdhs" for rank in ranks] + ["Jo"] * joker
    assert [NAMES[card] for card in FRESH[size]] == expected
    assert len(expected) == size
    assert DECK_MASK[size] == sum(1 << CARDS[name] for name in expected)
    assert FRESH.keys() == DECK_MASK.keys() == {24, 25, 28, 29, 32, 33}


def test_masks():
    assert cards.mask_of([]) == 0 and cards.cards_of(0) == []
    assert cards.mask_of((0, 2, 32)) == 1 + 4 + 2**32
    assert cards.mask_of([5, 5]) == 32
    assert cards.cards_of(1 + 4 + 2**32) == [0, 2, 32]


def test_colours_and_bowers():
    assert [cards.same_colour(suit) for suit in range(4)] == [3, 2, 1, 0]
    assert [NAMES[cards.right_bower(suit)] for suit in range(4)] == ["Jc", "Jd", "Jh", "Js"]
    assert [NAMES[cards.left_bower(suit)] for suit in range(4)] == ["Js", "Jh", "Jd", "Jc"]
    assert (cards.CLUBS, cards.DIAMONDS, cards.HEARTS, cards.SPADES) == (0, 1, 2, 3)
    assert RANKS[cards.JACK] == "J"


@pytest.mark.parametrize("trump", range(4))
def test_suit_now_and_what_follows(trump):
    letter = "cdhs"[trump]
    for name in full_deck(32):
        suit = "cdhs".index(effective_suit(name, letter))
        assert cards.SUIT_NOW[trump][CARDS[name]] == suit
        for led in range(4):
            assert FOLLOWS[trump][led] >> CARDS[name] & 1 == (suit == led)
    assert cards.SUIT_NOW[trump][JOKER] == trump
    assert FOLLOWS[trump][trump] >> JOKER & 1


@pytest.mark.parametrize("trump", range(4))
@pytest.mark.parametrize("led", range(4))
def test_strength(trump, led):
    order = highest_first("cdhs"[trump], "cdhs"[trump])
    order += [] if led == trump else highest_first("cdhs"[led], "cdhs"[trump])
    table = STRENGTH[trump][led]
    by_strength = sorted((card for card in range(32) if table[card]), key=lambda card: -table[card])
    assert [NAMES[card] for card in by_strength] == order
    assert len({table[card] for card in by_strength}) == len(order)
    assert max(table) == table[JOKER] > table[by_strength[0]]


def test_tables_have_a_place_for_every_trump_suit_and_card():
    assert [len(table) for table in cards.SUIT_NOW] == [33] * 5
    assert [len(table) for table in FOLLOWS] == [4] * 5
    assert [[len(row) for row in table] for table in STRENGTH] == [[33] * 4] * 5


def test_without_trump_there_are_no_bowers():
    for card in range(32):
        assert cards.SUIT_NOW[cards.NO_TRUMP][card] == SUITS.index(NAMES[card][1])
    for led, suit in enumerate(SUITS):
        assert spelled(FOLLOWS[cards.NO_TRUMP][led]) == " ".join(rank + suit for rank in "789TJQKA")
        table = STRENGTH[cards.NO_TRUMP][led]
        takes = sorted((card for card in range(33) if table[card]), key=lambda card: table[card])
        assert [NAMES[card] for card in takes] == [rank + suit for rank in "789TJQKA"]


def test_low_cards():
    assert spelled(cards.LOW) == " ".join(rank + suit for suit in SUITS for rank in "789T")
    assert spelled(cards.NINES_TENS) == " ".join(rank + suit for suit in SUITS for rank in "9T")


def test_partly_known_cards():
    assert spelled(PARTIAL["?h"]) == "7h 8h 9h Th Jh Qh Kh Ah"
    assert spelled(PARTIAL["K?"]) == "Kc Kd Kh Ks"
    assert spelled(PARTIAL["7?"]) == "7c 7d 7h 7s"
    assert PARTIAL["??"] == DECK_MASK[33]
    assert len(PARTIAL) == 1 + 4 + 8
    assert {**{name: 1 << CARDS[name] for name in NAMES}, **PARTIAL} == CANDIDATES


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9c", "9c"),
        ("10h", "Th"),
        ("1oh", "Th"),
        ("0h", "Th"),
        ("h10", "Th"),
        ("nd", "9d"),
        ("1s", "As"),
        (" QS ", "Qs"),
        ("sq", "Qs"),
        ("K♣", "Kc"),
        ("♦A", "Ad"),
        ("J♥", "Jh"),
        ("♠T", "Ts"),
        ("joker", "Jo"),
        ("JO", "Jo"),
        (" b ", "Jo"),
        ("Benny", "Jo"),
        ("6c", None),
        ("zz", None),
        ("", None),
        ("h", None),
    ],
)
def test_suggestions(text, expected):
    assert cards.suggest(text) == expected


def test_in_words():
    assert cards.in_words(CARDS["Th"]) == "ten of hearts"
    assert cards.in_words(CARDS["9c"]) == "nine of clubs"
    assert cards.in_words(CARDS["As"]) == "ace of spades"
    assert cards.in_words(CARDS["7d"]) == "seven of diamonds"
    assert cards.in_words(JOKER) == "the joker"
