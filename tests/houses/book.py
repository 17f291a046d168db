"""Games written down hand by hand: what each hand makes is said by the test, never asked of the package."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.audit.games import Doc
from tests.twin.engine import full_deck
from tests.twin.generate import how_it_ended, next_dealer, play_hand
from tests.twin.rules import complete_rules, rules_of

NAMES = ["Ann", "Bo", "Cy", "Di"]


def plays(*tricks: str) -> list[str]:
    """``"0 Jh 1 Ts 2 9h"`` as log lines."""
    lines: list[str] = []
    for trick in tricks:
        words = trick.split()
        lines += [f"{seat} play {card}" for seat, card in zip(words[::2], words[1::2], strict=True)]
    return lines


def run(leader: int, *cards: str, sits: int | None = None, seats: int = 4) -> list[str]:
    """Tricks that the leader takes one after the other, each as cards from the leader on: ``"Jh 9s 9d 9c"``."""
    order = [seat for seat in ((leader + step) % seats for step in range(seats)) if seat != sits]
    return [f"{seat} play {card}" for trick in cards for seat, card in zip(order, trick.split(), strict=True)]


def passes(first: int, count: int, seats: int = 4) -> list[str]:
    return [f"{(first + step) % seats} pass" for step in range(count)]


@dataclass(frozen=True)
class Change:
    """One change in a game, and the finding that it has to give: its code and the number of the hand."""

    name: str
    code: str
    hand: int | None
    make: Callable[[Doc], None]


class Book:
    """A game as it is written down: the deal goes left and the points add up by themselves."""

    def __init__(self, house: str, dealer: int, seats: int = 4, rules: Doc | None = None, **head: Any) -> None:
        self.house = house
        self.seats = seats
        self.deck = (rules or {}).get("deck", 24)
        self.rules = rules or {}
        self.dealer = dealer
        self.score = [0] * (2 if seats == 4 else seats)
        self.game: Doc = {
            "format": "euchre-game/1",
            "game": f"houses.example/{house}",
            "house": house,
            "rules": dict(self.rules),
            "players": NAMES[:seats],
            "start": list(self.score),
            **head,
            "hands": [],
        }
        self.changes: list[Change] = []
        self.winners: list[int] | None = None

    def _add(self, hand: Doc, tricks: list[int] | None, points: list[int]) -> Book:
        self.score = [before + made for before, made in zip(self.score, points, strict=True)]
        claims: Doc = {"points": points, "score": list(self.score)}
        if tricks is not None:
            claims["tricks"] = tricks
        number = len(self.game["hands"]) + 1
        self.game["hands"].append({"hand": number, "dealer": self.dealer, **hand, "claims": claims})
        self.dealer = (self.dealer + 1) % self.seats
        return self

    def card(self, maker: int, tricks: list[int], points: list[int], trump: str = "h", alone: bool = False) -> Book:
        """A hand of which the score card was kept."""
        card: Doc = {"maker": maker, "trump": trump}
        if alone:
            card["alone"] = True
        return self._add({"card": card}, tricks, points)

    def hand(
        self,
        dealt: Sequence[str],
        log: list[str],
        tricks: list[int] | None,
        points: list[int],
        up: str | None = "9h",
        ended: str = "played",
        same_dealer: bool = False,
    ) -> Book:
        """A hand with all its cards; those that nobody holds are the kitty, the up card first."""
        hands = [cards.split() for cards in dealt]
        held = [card for cards in hands for card in cards]
        assert len(held) == len(set(held)), "a card twice"
        rest = [card for card in full_deck(self.deck) if card not in held and card != up]
        hand: Doc = {"dealt": hands, "log": log, "ended": ended}
        if up is not None:
            hand["up"] = up
            hand["kitty"] = [up, *rest]
        cards = [*held, *hand.get("kitty", [])]
        assert sorted(cards) == sorted(full_deck(self.deck)), "not the deck"
        dealer = self.dealer
        self._add(hand, tricks, points)
        if same_dealer:
            self.dealer = dealer
        return self

    def fill(self, seed: int, twin_rules: Doc | None = None) -> Book:
        """Random legal hands by the second engine until the game is over; it counts their points, too."""
        rng = Random(f"{self.house}/{seed}")
        rules = complete_rules(rules_of(self.house, {**self.rules, **(twin_rules or {})}))
        while how_it_ended(rules, self.score, len(self.game["hands"])) is None:
            number = len(self.game["hands"]) + 1
            hand = play_hand(rng, rules, number, self.dealer, self.score, 0.2)
            self.game["hands"].append(hand)
            self.score = list(hand["claims"]["score"])
            self.dealer = next_dealer(rules, self.dealer, hand["ended"])
        return self

    def won_by(self, *sides: int, score: list[int]) -> Book:
        """The end: the score that the hands have to add up to, and who won."""
        assert self.score == score, (self.score, score)
        self.winners = list(sides)
        self.game["ended"] = "target"
        self.game["result"] = {"score": score, "winners": list(sides)}
        return self

    def breaks(self, name: str, code: str, hand: int | None, make: Callable[[Doc], None]) -> Book:
        """A change after which the game breaks a rule of its house."""
        self.changes.append(Change(name, code, hand, make))
        return self

    def changed(self, change: Change) -> Doc:
        game = copy.deepcopy(self.game)
        change.make(game)
        assert game != self.game
        return game


def log_of(game: Doc, hand: int) -> list[str]:
    return game["hands"][hand - 1]["log"]


def instead(hand: int, old: str, *new: str) -> Callable[[Doc], None]:
    """Other lines for one line of a hand's log."""

    def make(game: Doc) -> None:
        log = log_of(game, hand)
        place = log.index(old)
        log[place : place + 1] = new

    return make


def before(hand: int, line: str, *new: str) -> Callable[[Doc], None]:
    """More lines before one line of a hand's log."""
    return instead(hand, line, *new, line)


def stops_after(hand: int, line: str, last: str, ended: str = "thrown-in") -> Callable[[Doc], None]:
    """A hand that ends in its calls: after ``line`` comes ``last``, and nothing more."""

    def make(game: Doc) -> None:
        tree = game["hands"][hand - 1]
        tree["log"] = [*tree["log"][: tree["log"].index(line) + 1], last]
        tree["ended"] = ended
        del tree["claims"]

    return make


def claims(hand: int, points: list[int]) -> Callable[[Doc], None]:
    """Other points claimed, and every score from there on as they would make it."""

    def make(game: Doc) -> None:
        tree = game["hands"][hand - 1]
        more = [new - old for new, old in zip(points, tree["claims"]["points"], strict=True)]
        tree["claims"]["points"] = points
        for each in game["hands"][hand - 1 :]:
            each["claims"]["score"] = [a + b for a, b in zip(each["claims"]["score"], more, strict=True)]
        game["result"]["score"] = game["hands"][-1]["claims"]["score"]

    return make


def without_last_hand(game: Doc) -> None:
    """The game as if it had been won a hand sooner."""
    game["hands"].pop()
    score = game["hands"][-1]["claims"]["score"]
    game["result"] = {"score": score, "winners": [side for side, each in enumerate(score) if each == max(score)]}


def another_hand(dealer: int, maker: int, tricks: list[int], points: list[int]) -> Callable[[Doc], None]:
    """One more hand after the last."""

    def make(game: Doc) -> None:
        last = game["hands"][-1]
        score = [a + b for a, b in zip(last["claims"]["score"], points, strict=True)]
        card = {"maker": maker, "trump": "s"}
        made = {"tricks": tricks, "points": points, "score": score}
        game["hands"].append({"hand": last["hand"] + 1, "dealer": dealer, "card": card, "claims": made})
        game["result"]["score"] = score

    return make
