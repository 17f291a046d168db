"""A complete game of every house, and one change in it that breaks a rule of that house.

The hands with logs are played by the printed rules; tricks, points, final score and winners are worked out from
those. Score cards carry the games on to their ends.
"""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from euchre_audit.cards import DECK_MASK, FOLLOWS, SUITS
from euchre_audit.rules import house_names
from tests.audit.games import Doc, above_notes, codes, report_of, source_of, told
from tests.houses.book import (
    Book,
    Change,
    another_hand,
    before,
    claims,
    instead,
    log_of,
    passes,
    plays,
    run,
    stops_after,
    without_last_hand,
)

HEARTS = "Jh Jd Ah Kh Qh"
SPADES = "As Ks Qs Ts 9s"
DIAMONDS = "Ad Kd Qd Td 9d"
CLUBS = "Ac Kc Qc Tc 9c"
GAMES: dict[str, Callable[[], Book]] = {}


def game_of(make: Callable[[], Book]) -> Callable[[], Book]:
    GAMES[make.__name__.replace("_", "-")] = make
    return make


@game_of
def family() -> Book:
    """The example of four hands, 7 to 2, with the example of the left bower in its first hand; carried on to 10."""
    draw = {"method": "low-card", "cards": ["Kc", "Ad", "9h", "Qs"], "dealer": 1}
    book = Book("family", dealer=1, first_dealer=draw)
    left_bower = plays("2 Kc 3 Ac 0 9h 1 Jd")
    book.hand(
        ["9h Jh Ah As Ks", "Jd 9d Td Qd Kd", "Kc Kh Qh Qs Ts", "Ac Qc Tc 9c Ad"],
        [
            *passes(2, 4),
            "2 name h",
            *left_bower,
            *plays("1 Kd 2 Qh 3 Ad 0 As", "2 Kh 3 9c 0 Ah 1 9d", "0 Jh 1 Td 2 Ts 3 Tc", "0 Ks 1 Qd 2 Qs 3 Qc"),
        ],
        tricks=[4, 1],
        points=[1, 0],
        up="9s",
    )
    book.card(maker=3, trump="c", tricks=[3, 2], points=[2, 0])
    alone = run(0, "Jh 9s 9h", "Jd Ts Tc", "Ah Qs Qc", "Kh Ks Kc", "Qh As Ac", sits=2)
    book.hand([HEARTS, SPADES, DIAMONDS, CLUBS], ["0 order alone", "3 discard 9c", *alone], [5, 0], [4, 0])
    march = run(1, "Jh 9s 9d 9h", "Jd Ts Td Tc", "Ah Qs Qd Qc", "Kh Ks Kd Kc", "Qh As Ad Ac")
    book.hand([CLUBS, HEARTS, SPADES, DIAMONDS], ["1 order", "0 discard 9c", *march], [0, 5], [0, 2])
    assert book.score == [7, 2]
    book.hand([CLUBS, HEARTS, SPADES, DIAMONDS], passes(2, 8), None, [0, 0], ended="thrown-in")
    book.card(maker=0, tricks=[3, 2], points=[1, 0])
    book.card(maker=2, trump="s", tricks=[5, 0], points=[2, 0])
    book.won_by(0, score=[10, 2])
    book.breaks("alone after the call", "B121", 3, instead(3, "0 order alone", "0 order", "0 alone"))
    book.breaks("the left bower kept back", "P310", 1, hearts_led_and_not_followed)
    return book


def hearts_led_and_not_followed(game: Doc) -> None:
    """East does not trump the ace of clubs, as is allowed, and then keeps the left bower back under the right."""
    hand = game["hands"][0]
    log = hand["log"]
    log[log.index("1 play Jd") :] = [
        "1 play 9d",
        *plays("0 Jh 1 Td 2 Qh 3 Tc", "0 As 1 Qd 2 Ts 3 9c", "0 Ks 1 Kd 2 Qs 3 Qc", "0 Ah 1 Jd 2 Kh 3 Ad"),
    ]


@game_of
def family_cutthroat() -> Book:
    """Two players at nine each euchre the third and win together."""
    book = Book("family-cutthroat", dealer=0, seats=3)
    for _ in range(3):
        book.card(maker=1, tricks=[0, 5, 0], points=[0, 3, 0])
        book.card(maker=2, tricks=[0, 0, 5], points=[0, 0, 3], trump="c")
    assert (book.score, book.dealer) == ([0, 9, 9], 0)
    tricks = run(1, "Jh 9s 9h", "Jd Ts Tc", "Ah Qs Qc", "Kh Ks Kc", "Qh As Ac", seats=3)
    log = ["1 pass", "2 pass", "0 order", "0 discard 9c", *tricks]
    book.hand([CLUBS, HEARTS, SPADES], log, tricks=[0, 5, 0], points=[0, 2, 2])
    book.won_by(1, 2, score=[0, 11, 11])
    book.breaks("alone", "B120", 7, instead(7, "0 order", "0 order alone"))
    book.breaks("one defender alone scores", "S102", 7, claims(7, [0, 2, 0]))
    book.breaks("the points of five tricks with partners", "S102", 1, claims(1, [0, 2, 0]))
    return book


@game_of
def family_two() -> Book:
    """One against one, filled up by the second engine."""
    book = Book("family-two", dealer=1, seats=2)
    tricks = plays("0 Jh 1 Th", "0 Jd 1 Ks", "0 Ah 1 As", "0 9d 1 Ad", "1 Ac 0 9c")
    log = ["0 order", "1 discard Qs", *tricks]
    book.hand(["Jh Jd Ah 9d 9c", "As Ks Qs Ad Ac"], log, [3, 2], [1, 0], up="Th")
    euchre = plays("1 Jh 0 Th", "1 Jd 0 Ks", "1 Ah 0 As", "1 9d 0 Ad", "0 Ac 1 9c")
    log = ["1 pass", "0 order", "0 discard Qs", *euchre]
    book.hand(["As Ks Qs Ad Ac", "Jh Jd Ah 9d 9c"], log, [2, 3], [0, 2], up="Th")
    assert book.score == [1, 2]
    book.fill(1)
    best = max(book.score)
    book.won_by(*[side for side in (0, 1) if book.score[side] == best], score=book.score)
    book.breaks("alone", "B120", 1, instead(1, "0 order", "0 order alone"))
    book.breaks("the euchre for one point", "S102", 2, points_of_hand_two)
    return book


def points_of_hand_two(game: Doc) -> None:
    game["hands"][1]["claims"]["points"] = [0, 1]


@game_of
def family_two_32() -> Book:
    """With sevens and eights, to 5."""
    book = Book("family-two-32", dealer=1, seats=2)
    book.deck = 32
    tricks = plays("0 8d 1 7d", "0 7c 1 8c", "1 Ks 0 Qh", "0 Ah 1 7h", "0 Kh 1 9c")
    log = ["0 order", "1 discard As", *tricks]
    book.hand(["8d 7c Ah Kh Qh", "7d 8c 9c As Ks"], log, [4, 1], [1, 0], up="7h")
    book.card(maker=1, tricks=[0, 5], points=[0, 2])
    book.card(maker=0, trump="d", tricks=[2, 3], points=[0, 2])
    assert book.score == [1, 4]
    book.card(maker=1, trump="c", tricks=[1, 4], points=[0, 1])
    book.won_by(1, score=[1, 5])
    book.breaks("on after five points", "G104", 5, another_hand(1, 1, [2, 3], [0, 1]))
    book.breaks("a seven kept back", "P310", 1, seven_kept_back)
    return book


def seven_kept_back(game: Doc) -> None:
    log = log_of(game, 1)
    seven, nine = log.index("1 play 7d"), log.index("1 play 9c")
    log[seven], log[nine] = log[nine], log[seven]


TWELVE_TO_NORTH = [
    *run(0, "Jh Jd", "Ah Ad", "Kh Kd", "Qh Qd", "Th Td", seats=2),
    *("0 uncover Qs", "1 uncover Qc"),
    *run(0, "9h 9d", seats=2),
    *("1 uncover Jc", "0 uncover Js"),
    *run(0, "As Ac", seats=2),
    *("0 uncover Ts", "1 uncover Tc"),
    *run(0, "Ks Kc", seats=2),
    *("0 uncover 9s", "1 uncover 9c"),
    *run(0, "Qs Qc", "Js Jc", "Ts Tc", "9s 9c", seats=2),
]
# Spades are trump: five tricks to seat 1, who named them with the jack of clubs as the one trump.
FORFEIT = [
    *run(1, "Jd Qh", "Ad Kh", "Kd Ah", "Qd Jh", "Td As", seats=2),
    *("0 uncover Ts", "1 uncover Qc"),
    *run(0, "Ks 9d", seats=2),
    *("0 uncover 9s", "1 uncover Jc"),
    *plays("0 Ts 1 Jc", "1 Ac 0 9s"),
    "1 uncover Tc",
    *run(0, "Th Kc", seats=2),
    *("0 uncover Qs", "1 uncover 9c"),
    *run(0, "9h Qc", seats=2),
    "0 uncover Js",
    *run(0, "Qs Tc", "Js 9c", seats=2),
]


@game_of
def family_twelve() -> Book:
    """Twelve for all tricks, and twelve for a namer who falls short."""
    book = Book("family-twelve", dealer=1, seats=2)
    majors, minors = "Jh Ah Kh Qh Qs Js Ts 9s Th 9h As Ks", "Jd Ad Kd Qd Qc Jc Tc 9c Td 9d Ac Kc"
    book.hand([majors, minors], ["0 name h", *TWELVE_TO_NORTH], [12, 0], [12, 0], up=None)
    book.hand([majors, minors], ["1 name s", *FORFEIT], [7, 5], [12, 0], up=None)
    assert book.score == [24, 0]
    book.card(maker=1, trump="d", tricks=[5, 7], points=[5, 7])
    book.hand([majors, minors], ["1 pass", "0 name s", *FORFEIT], [7, 5], [7, 5], up=None)
    book.won_by(0, score=[36, 12])
    book.breaks("no forfeit", "S102", 2, claims(2, [7, 5]))
    book.breaks("a card not turned up", "P328", 2, without_an_uncover)
    book.breaks("the dealer passes, too", "B105", 4, stops_after(4, "1 pass", "0 pass"))
    book.breaks("a card from under another", "P327", 2, instead(2, "1 play Jd", "1 play Tc"))
    return book


def without_an_uncover(game: Doc) -> None:
    log_of(game, 2).remove("1 uncover Tc")


JOKER_ALONE = ["3 turn s", "0 pass", "1 order alone", "3 discard Jo"]


@game_of
def british() -> Book:
    """25 cards and a joker, to 11; the dealer's partner orders alone."""
    book = Book("british", dealer=3)
    book.deck = 25
    tricks = [*plays("0 Jh 1 9s 2 9d"), *run(1, "As Td Qh", "Ks Qd Kh", "Qs Kd Ah", "Ts Ad Jd", sits=3)]
    book.hand([HEARTS, SPADES, DIAMONDS, CLUBS], [*JOKER_ALONE, *tricks], [0, 5], [0, 4], up="Jo")
    # Spades are trump, and the joker takes the one trick that the maker's side does not.
    tricks = [
        *run(1, "Jh 9s Jo 9c"),
        *plays("3 Ad 0 Tc 1 Jd 2 Ts"),
        *run(2, "As Td Qc Qh", "Ks Qd Kc Kh", "Qs Kd Ac Ah"),
    ]
    dealt = [CLUBS, HEARTS, SPADES, "Ad Kd Qd Td Jo"]
    book.hand(dealt, [*passes(1, 4), "1 pass", "2 name s", *tricks], [4, 1], [1, 0])
    assert book.score == [1, 4]
    book.card(maker=2, tricks=[2, 3], points=[0, 2])
    book.card(maker=3, tricks=[0, 5], points=[0, 2])
    book.card(maker=1, tricks=[0, 5], points=[0, 2])
    assert book.score == [1, 10]
    book.card(maker=0, tricks=[0, 5], points=[0, 2])
    book.won_by(1, score=[1, 12])
    book.breaks("the dealer's partner orders with a partner", "B110", 1, instead(1, "1 order alone", "1 order"))
    book.breaks("the joker without a suit", "B112", 1, lambda game: log_of(game, 1).remove("3 turn s"))
    book.breaks("over at ten", "G110", None, without_last_hand)
    return book


SPADES_UP = [HEARTS, "Js As Ks Qs Ts", DIAMONDS, CLUBS]
"""With the nine of spades up and seat 3 to deal: five tricks for seat 1."""
FIVE_SPADES_ALONE = [*plays("0 Jh 1 Ts 2 9d"), *run(1, "Js Td Qh", "As Qd Kh", "Ks Kd Ah", "Qs Ad Jd", sits=3)]


@game_of
def canadian() -> Book:
    """The dealer's partner orders, alone."""
    book = Book("canadian", dealer=3)
    log = ["0 pass", "1 order alone", "3 discard 9c", *FIVE_SPADES_ALONE]
    book.hand(SPADES_UP, log, [0, 5], [0, 4], up="9s")
    book.card(maker=1, tricks=[0, 5], points=[0, 2])
    book.card(maker=3, tricks=[0, 5], points=[0, 4], alone=True)
    book.won_by(1, score=[0, 10])
    book.breaks("with a partner", "B110", 1, instead(1, "1 order alone", "1 order"))
    return book


@game_of
def australian() -> Book:
    """The dealer's partner orders alone, and names with a partner; filled up by the second engine."""
    book = Book("australian", dealer=3)
    log = ["0 pass", "1 order alone", "3 discard 9s", *FIVE_SPADES_ALONE]
    book.hand(SPADES_UP, log, [0, 5], [0, 4], up="9s")
    named = [*passes(1, 4), "1 pass", "2 name s"]
    tricks = [*plays("1 Ah 2 9s 3 9d 0 9c"), *run(2, "As Td Tc Qh", "Ks Qd Qc Kh", "Qs Kd Kc Jd", "Ts Ad Ac Jh")]
    book.hand([CLUBS, HEARTS, SPADES, DIAMONDS], [*named, *tricks], [5, 0], [2, 0])
    assert book.score == [2, 4]
    book.fill(1)
    best = max(book.score)
    book.won_by(*[side for side in (0, 1) if book.score[side] == best], score=book.score)
    book.breaks("with a partner", "B110", 1, instead(1, "1 order alone", "1 order"))
    return book


@game_of
def bicycle() -> Book:
    """Two of its choices: 33 cards, and five points."""
    book = Book("bicycle", dealer=3, rules={"deck": 33, "target": 5})
    tricks = run(0, "Jo 9s 7h", "Jh Ts Tc", "Jd Qs Qc", "Ah Ks Kc", "8h As Ac", sits=2)
    dealt = ["Jo Jh Jd Ah 8h", SPADES, DIAMONDS, CLUBS]
    book.hand(dealt, ["0 order alone", "3 discard 9c", *tricks], [5, 0], [4, 0], up="7h")
    book.card(maker=1, tricks=[2, 3], points=[0, 1])
    book.card(maker=2, tricks=[3, 2], points=[1, 0])
    book.won_by(0, score=[5, 1])
    after_the_call = instead(1, "0 order alone", "0 order", "0 alone")
    book.breaks("alone after the call", "B121", 1, after_the_call)
    book.breaks("on after five points", "G104", 4, another_hand(2, 2, [3, 2], [1, 0]))
    return book


@game_of
def pagat() -> Book:
    """Alone after the call, by either maker, with the lead from the lone player's left."""
    jack = {"method": "black-jack", "cards": ["9d", "Kc", "Qh", "Js"], "dealer": 3}
    book = Book("pagat", dealer=3, first_dealer=jack)
    rest = run(0, "Jh Ts Tc", "Jd Qs Qc", "Ah Ks Kc", "Kh As Ac", sits=2)
    log = ["0 order", "3 discard 9c", "0 alone", *plays("1 9s 3 9h 0 Qh"), *rest]
    book.hand([HEARTS, SPADES, DIAMONDS, CLUBS], log, [5, 0], [4, 0])
    rest = run(3, "Jh Kc Td", "Jd Qc Qd", "Ah Tc Kd", "Kh 9c Ad", sits=1)
    log = ["1 order", "0 discard 9h", "3 alone", *plays("0 Ac 2 9d 3 Qh"), *rest]
    book.hand([CLUBS, SPADES, DIAMONDS, HEARTS], log, [0, 5], [0, 4])
    book.card(maker=0, tricks=[5, 0], points=[4, 0], alone=True)
    book.card(maker=2, tricks=[5, 0], points=[2, 0])
    book.won_by(0, score=[10, 4])
    book.breaks("the lead from the dealer's left", "P302", 1, lead_from_the_dealers_left)
    book.breaks("a defender alone", "B120", 1, instead(1, "0 alone", "1 alone"))
    return book


def lead_from_the_dealers_left(game: Doc) -> None:
    log = log_of(game, 1)
    start = log.index("1 play 9s")
    log[start:] = run(0, "Qh 9s 9h", "Jh Ts Tc", "Jd Qs Qc", "Ah Ks Kc", "Kh As Ac", sits=2)


def moved(hand: int, line: str, behind: str) -> Callable[[Doc], None]:
    """A line of a log that comes later."""

    def make(game: Doc) -> None:
        log = log_of(game, hand)
        log.remove(line)
        log.insert(log.index(behind) + 1, line)

    return make


STUCK = [CLUBS, HEARTS, DIAMONDS, SPADES]
"""Seat 3 has the spades and deals: named by force, they take all five."""
FIVE_SPADES = [*plays("0 Ac 1 Qh 2 9d 3 9s"), *run(3, "As 9c Kh Td", "Ks Tc Ah Qd", "Qs Qc Jd Kd", "Ts Kc Jh Ad")]


@game_of
def guide() -> Book:
    """The caller's partner goes alone until the lead; the dealer is stuck."""
    book = Book("guide", dealer=3)
    log = ["0 order", "3 discard 9h", "2 alone", *plays("1 9s 2 Qh 3 9c")]
    log += run(2, "Jh Tc Ts", "Jd Qc Qs", "Ah Kc Ks", "Kh Ac As", sits=0)
    book.hand([DIAMONDS, SPADES, HEARTS, CLUBS], log, [5, 0], [4, 0])
    stuck = [*passes(1, 7), "0 name s"]
    log = [
        *stuck,
        *plays("1 Ah 2 9d 3 9c 0 9s"),
        *run(0, "As Qh Td Tc", "Ks Kh Qd Qc", "Qs Jd Kd Kc", "Ts Jh Ad Ac"),
    ]
    book.hand([SPADES, HEARTS, DIAMONDS, CLUBS], log, [5, 0], [2, 0])
    assert book.score == [6, 0]
    book.card(maker=3, tricks=[0, 5], points=[0, 4], alone=True)
    book.card(maker=2, tricks=[5, 0], points=[4, 0], alone=True)
    book.won_by(0, score=[10, 4])
    book.breaks("the stuck dealer passes", "B105", 2, eighth_pass(2, 1))
    book.breaks("a defender alone", "B120", 1, instead(1, "2 alone", "1 alone"))
    return book


def eighth_pass(hand: int, first: int) -> Callable[[Doc], None]:
    """All pass, and the hand is thrown in."""

    def make(game: Doc) -> None:
        tree = game["hands"][hand - 1]
        tree["log"] = passes(first, 8)
        tree["ended"] = "thrown-in"
        del tree["claims"]

    return make


@game_of
def club() -> Book:
    """Stick the dealer, a dealer who sits out without the up card, and a march at nine: eleven."""
    book = Book("club", dealer=3)
    book.hand(SPADES_UP, ["0 pass", "1 order alone", *FIVE_SPADES_ALONE], [0, 5], [0, 4], up="9s")
    book.card(maker=1, tricks=[0, 5], points=[0, 2])
    book.card(maker=3, tricks=[1, 4], points=[0, 1])
    book.card(maker=0, tricks=[2, 3], points=[0, 2])
    assert (book.score, book.dealer) == ([0, 9], 3)
    book.hand(STUCK, [*passes(0, 7), "3 name s", *FIVE_SPADES], [0, 5], [0, 2])
    book.won_by(1, score=[0, 11])
    book.breaks("the sitting dealer buries a card", "B131", 1, before(1, "0 play Jh", "3 discard 9c"))
    book.breaks("the stuck dealer passes", "B105", 5, last_hand_thrown_in)
    return book


def last_hand_thrown_in(game: Doc) -> None:
    eighth_pass(len(game["hands"]), 0)(game)
    del game["ended"], game["result"]


@game_of
def cardgames_io() -> Book:
    """The dealer is stuck; the caller goes alone with the call."""
    book = Book("cardgames-io", dealer=3, played="2020-05-02T10:00:00Z")
    book.hand(STUCK, [*passes(0, 7), "3 name s", *FIVE_SPADES], [0, 5], [0, 2])
    alone = run(1, "Jh 9d 9h", "Jd Td Tc", "Ah Qd Qc", "Kh Kd Kc", "Qh Ad Ac", sits=3)
    log = ["1 order alone", "0 discard 9c", *alone]
    book.hand([CLUBS, HEARTS, DIAMONDS, SPADES], log, [0, 5], [0, 4])
    book.card(maker=0, tricks=[1, 4], points=[0, 2])
    book.card(maker=1, tricks=[0, 5], points=[0, 2])
    book.won_by(1, score=[0, 10])
    book.breaks("the stuck dealer passes", "B105", 1, eighth_pass(1, 0))
    book.breaks("alone by the caller's partner", "B120", 2, instead(2, "1 order alone", "1 order", "3 alone"))
    return book


@game_of
def cardgames_io_2016() -> Book:
    """Nobody is stuck: a hand is thrown in."""
    book = Book("cardgames-io-2016", dealer=2, played="2017-01-31T10:00:00Z")
    book.hand([CLUBS, HEARTS, DIAMONDS, SPADES], passes(3, 8), None, [0, 0], ended="thrown-in")
    alone = run(0, "Jh 9s 9h", "Jd Ts Tc", "Ah Qs Qc", "Kh Ks Kc", "Qh As Ac", sits=2)
    book.hand([HEARTS, SPADES, DIAMONDS, CLUBS], ["0 order alone", "3 discard 9c", *alone], [5, 0], [4, 0])
    book.card(maker=2, tricks=[5, 0], points=[4, 0], alone=True)
    book.card(maker=1, tricks=[3, 2], points=[2, 0])
    book.won_by(0, score=[10, 0])
    book.breaks("alone by the caller's partner", "B120", 2, instead(2, "0 order alone", "0 order", "2 alone"))
    book.breaks("alone after the call", "B121", 2, instead(2, "0 order alone", "0 order", "0 alone"))
    return book


LONE_DEFENDER = ["0 order", "3 discard 9c", "1 alone"]


@game_of
def cardgames_io_2015() -> Book:
    """A defender goes alone, and the makers take all five."""
    book = Book("cardgames-io-2015", dealer=3, played="2016-10-04T10:00:00Z")
    tricks = run(0, "Jh 9s 9d", "Jd Ts Td", "Ah Qs Qd", "Kh Ks Kd", "Qh As Ad", sits=3)
    book.hand([HEARTS, SPADES, DIAMONDS, CLUBS], [*LONE_DEFENDER, *tricks], [5, 0], [2, 0])
    partner = run(3, "Jh 9c 9d", "Jd Tc Td", "Ah Qc Qd", "Kh Kc Kd", sits=1)
    log = ["1 order", "0 discard 9h", "3 alone", *plays("2 Ad 3 Qh 0 Ac"), *partner]
    book.hand([CLUBS, SPADES, DIAMONDS, HEARTS], log, [0, 5], [0, 4])
    book.card(maker=0, tricks=[5, 0], points=[4, 0], alone=True)
    book.card(maker=2, tricks=[5, 0], points=[4, 0], alone=True)
    book.won_by(0, score=[10, 4])
    book.breaks("alone after the lead", "B121", 1, moved(1, "1 alone", "0 play Jh"))
    return book


@game_of
def cardgames_io_two_clear() -> Book:
    """Ten to nine is not enough."""
    book = Book("cardgames-io-two-clear", dealer=3)
    tricks = run(0, "Jh 9s 9d", "Jd Ts Td", "Ah Qs Qd", "Kh Ks Kd", "Qh As Ad", sits=3)
    book.hand([HEARTS, SPADES, DIAMONDS, CLUBS], [*LONE_DEFENDER, *tricks], [5, 0], [2, 0])
    book.card(maker=1, tricks=[0, 5], points=[0, 4], alone=True)
    book.card(maker=2, tricks=[5, 0], points=[4, 0], alone=True)
    book.card(maker=3, tricks=[0, 5], points=[0, 4], alone=True)
    book.card(maker=2, tricks=[5, 0], points=[2, 0])
    book.card(maker=3, tricks=[2, 3], points=[0, 1])
    book.card(maker=1, tricks=[3, 2], points=[2, 0])
    assert book.score == [10, 9]
    book.card(maker=0, tricks=[2, 3], points=[0, 2])
    assert book.score == [10, 11]
    book.card(maker=1, tricks=[1, 4], points=[0, 1])
    book.won_by(1, score=[10, 12])
    book.breaks("over with one point more", "G110", None, without_last_hand)
    book.breaks("on after two clear", "G104", 10, another_hand(0, 1, [1, 4], [0, 1]))
    return book


@game_of
def egn() -> Book:
    """Its options: the partner's best card, no trump, a farmer's hand swapped."""
    options = {"partners_best": True, "no_trump": True, "farmers_hand": "swap"}
    book = Book("egn", dealer=3, rules=options)
    log = ["0 order alone", "2 give Ad 0", "3 discard 9h", "0 discard Qh"]
    log += run(0, "Jh 9s 9c", "Jd Ts Tc", "Ah Qs Qc", "Kh Ks Kc", "Ad As Ac", sits=2)
    book.hand([HEARTS, SPADES, DIAMONDS, CLUBS], log, [5, 0], [4, 0])
    log = [
        *passes(1, 4),
        "1 name n",
        *run(1, "Ah 9s 9d 9c", "Kh Ts Td Tc", "Qh Qs Qd Qc", "Jh Ks Kd Kc", "Jd As Ad Ac"),
    ]
    book.hand([CLUBS, HEARTS, SPADES, DIAMONDS], log, [0, 5], [0, 2])
    dealt = ["Ac Kc Qc Jc Th", "Jh Jd Kh Qh Qd", "9c Tc 9d Td 9s", "As Ks Qs Js Ts"]
    log = ["2 swap 9c,Tc,9d for Ah,Kd,Ad", *passes(2, 3), "1 order", "1 discard Qd", *plays("2 Ad 3 Ts 0 Ac 1 9h")]
    log += run(1, "Jh Ah Js Th", "Jd 9s Qs Jc", "Kh Td Ks Qc", "Qh Kd As Kc")
    book.hand(dealt, log, [0, 5], [0, 2])
    assert book.score == [4, 4]
    book.card(maker=0, tricks=[5, 0], points=[4, 0], alone=True)
    book.card(maker=2, tricks=[5, 0], points=[2, 0], trump="n")
    book.won_by(0, score=[10, 4])
    taken = "2 swap 9c,Tc,9d for Ah,Kd,Ad"
    book.breaks("the up card taken", "B144", 3, instead(3, taken, "2 swap 9c,Tc,9d for 9h,Kd,Ad"))
    book.breaks(
        "a swap with another hand", "B142", 3, instead(3, "3 pass", "3 swap As,Ks,Qs for 9c,Tc,9d", "3 pass")
    )
    book.breaks("two cards given", "B141", 1, before(1, "3 discard 9h", "2 give Kd 0"))
    book.breaks("no trump in round one", "B102", 2, instead(2, "1 pass", "1 name n"))
    return book


@game_of
def trickster() -> Book:
    """A joker that is turned up is a spade; filled up by the second engine."""
    book = Book("trickster", dealer=3, rules={"deck": 25})
    log = [
        "0 pass",
        "1 order",
        "3 discard 9c",
        *plays("0 Jh 1 9s 2 9d 3 Tc", "1 As 2 Td 3 Jo 0 Qh", "3 Ac 0 Kh 1 Ts 2 Qd"),
    ]
    log += run(1, "Ks Kd Kc Ah", "Qs Ad Qc Jd")
    book.hand([HEARTS, SPADES, DIAMONDS, CLUBS], log, [0, 5], [0, 2], up="Jo")
    book.hand([HEARTS, SPADES, DIAMONDS, CLUBS], passes(1, 8), None, [0, 0], ended="thrown-in")
    book.fill(1, {"joker_turned_up": "s"})
    best = max(book.score)
    book.won_by(*[side for side in (0, 1) if book.score[side] == best], score=book.score)
    book.breaks("a suit named for the joker", "B113", 1, before(1, "0 pass", "3 turn s"))
    book.breaks("the joker kept back", "P310", 1, joker_kept_back)
    return book


def joker_kept_back(game: Doc) -> None:
    tree = game["hands"][0]
    tree["log"] = [*tree["log"][: tree["log"].index("3 play Jo")], "3 play Kc", "0 play Qh", "1 lay-down"]
    tree["ended"] = "claimed"
    tree["claims"] = {"score": [0, 2]}


@game_of
def openspiel() -> Book:
    """A single hand: the dealer sits out, takes the up card, and buries another one."""
    book = Book("openspiel", dealer=3)
    log = ["0 pass", "1 order alone", "3 discard 9c", *FIVE_SPADES_ALONE]
    book.hand(SPADES_UP, log, [0, 5], [0, 4], up="9s")
    hand = book.game.pop("hands")[0]
    book.game = {**book.game, "format": "euchre-hand/1", **hand}
    book.breaks("the card just taken is buried", "B132", 1, bury_the_up_card)
    return book


def bury_the_up_card(hand: Doc) -> None:
    hand["log"] = [line.replace("3 discard 9c", "3 discard 9s") for line in hand["log"]]


def audited(tree: Doc) -> tuple[list[tuple[str, int | None]], list[int] | None, str]:
    """Code and hand of everything above a note, the score as recounted, and the findings for a failing test."""
    report = report_of(source_of(tree))
    (game,) = report.games
    found = above_notes(report.all_findings())
    return [(finding.code, finding.where.hand) for finding in found], game.score, told(found)


def test_every_house_has_a_game() -> None:
    assert sorted(GAMES) == sorted(house_names())


@pytest.mark.parametrize("house", sorted(GAMES))
def test_complete_game(house: str) -> None:
    book = GAMES[house]()
    assert book.house == house and book.changes
    found, score, text = audited(book.game)
    assert not found, text
    assert score == book.score
    if house == "openspiel":
        return
    assert book.game["result"] == {"score": book.score, "winners": book.winners}
    other = [side for side in range(len(book.score)) if side not in (book.winners or [])]
    wrong = copy.deepcopy(book.game)
    wrong["result"]["winners"] = other or [0]
    assert audited(wrong)[0] == [("S105", None)], "the winners are judged"


CHANGES = [(house, change) for house, make in sorted(GAMES.items()) for change in make().changes]


@pytest.mark.parametrize(("house", "change"), CHANGES, ids=[f"{house}: {change.name}" for house, change in CHANGES])
def test_change_that_breaks_a_rule_of_the_house(house: str, change: Change) -> None:
    found, _, text = audited(GAMES[house]().changed(change))
    assert found == [(change.code, change.hand)], text


@pytest.mark.parametrize(
    ("house", "first", "last"),
    [
        ("cardgames-io", "2020-04-29", None),
        ("cardgames-io-2016", "2016-10-05", "2020-04-28"),
        ("cardgames-io-2015", None, "2016-10-04"),
    ],
)
def test_days_of_a_house(house: str, first: str | None, last: str | None) -> None:
    """The page dates its changes: a game of the day before, or after, is told, as a note."""
    near = {
        "2020-04-29": "2020-04-28",
        "2016-10-05": "2016-10-04",
        "2020-04-28": "2020-04-29",
        "2016-10-04": "2016-10-05",
    }
    for day in (first, last):
        if day is None:
            continue
        for played, expected in ((day, False), (near[day], True)):
            game = GAMES[house]().game
            game["played"] = f"{played}T12:00:00Z"
            found = codes(report_of(source_of(game)).all_findings())
            assert ("G121" in found) == expected, (house, played)


def test_farmers_hand_at_the_club() -> None:
    """A choice of the house: nothing but nines and tens, thrown in on the first turn, and the same dealer again."""
    book = Book("club", dealer=3, rules={"farmers_hand": "redeal", "target": 5})
    farmer = ["9c Tc 9d Td 9s", "As Ks Qs Js Ts", "Ac Kc Qc Jc Th", "Jh Jd Ah Kh Qh"]
    log = ["0 misdeal farmers-hand"]
    book.hand(farmer, log, None, [0, 0], ended="redealt", same_dealer=True)
    book.hand(STUCK, [*passes(0, 7), "3 name s", *FIVE_SPADES], [0, 5], [0, 2])
    book.card(maker=1, tricks=[0, 5], points=[0, 4], alone=True)
    book.won_by(1, score=[0, 6])
    found, score, text = audited(book.game)
    assert (found, score) == ([], [0, 6]), text
    late = book.changed(Change("", "", None, before(1, "0 misdeal farmers-hand", "0 pass")))
    assert audited(late)[0] == [("B141", 1)]
    another = copy.deepcopy(book.game)
    another["hands"][0]["dealt"][0][4], another["hands"][0]["dealt"][3][0] = "Jh", "9s"
    assert audited(another)[0] == [("B142", 1)]
    next_deals = copy.deepcopy(book.game)
    # Two seats on: the same side has the same cards, and its partner deals.
    second = next_deals["hands"][1]
    second["dealer"] = 1
    second["dealt"] = [second["dealt"][(seat + 2) % 4] for seat in range(4)]
    second["log"] = [f"{(int(line[0]) + 2) % 4}{line[1:]}" for line in second["log"]]
    assert audited(next_deals)[0] == [("G101", 2)]
    other_target = copy.deepcopy(book.game)
    other_target["rules"]["target"] = 6
    assert audited(other_target)[0] == [("G120", None)]


@pytest.mark.parametrize("trump", SUITS)
def test_suits_have_seven_five_six_and_six_cards(trump: str) -> None:
    """The arithmetic of the bowers, as the family page has it for 24 cards."""
    number = SUITS.index(trump)
    counts = [(FOLLOWS[number][suit] & DECK_MASK[24]).bit_count() for suit in range(4)]
    assert counts[number] == 7 and counts[3 - number] == 5
    assert sorted(counts) == [5, 6, 6, 7]


def test_codes_of_a_clean_game_are_notes_at_most() -> None:
    for make in GAMES.values():
        findings = report_of(source_of(make().game)).all_findings()
        assert {finding.severity for finding in findings} <= {"note"}, codes(findings)
