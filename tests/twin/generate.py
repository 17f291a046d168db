"""Whole random legal games and single hands, as documents.

`hidden` says how much of the cards a document shows:
"none" - every card; "all" - no hand, no kitty, no discard; "others" - one player's hand only;
"partial" - some cards of hands, kitty and discards replaced by ?? or ?h or K?.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.twin.engine import Table, full_deck, left_of
from tests.twin.rules import Rules, rules_of

NAMES = ["Ann", "Bo", "Cy", "Di"]
PASS_CHANCE = 0.7


def random_game(
    rng: Random,
    house: str,
    rules: Rules | None = None,
    hidden: str = "none",
    loners: float = 0.3,
    max_hands: int | None = None,
    start: list[int] | None = None,
) -> dict[str, Any]:
    """A random legal game. Cut off by `max_hands`, it has neither `ended` nor `result`."""
    full_rules = rules_of(house, rules)
    score = list(start or [0, 0])
    seat_shown = rng.randrange(4)
    dealer = rng.randrange(4)
    game = {
        "format": "euchre-game/1",
        "game": random_name(rng, house),
        "house": house,
        "rules": dict(rules or {}),
        "players": list(NAMES),
        "start": list(score),
        "hands": [],
    }
    ended = None
    while ended is None and (max_hands is None or len(game["hands"]) < max_hands):
        number = len(game["hands"]) + 1
        hand = play_hand(rng, full_rules, number, dealer, score, loners)
        score = list(hand["claims"]["score"])
        if hand["ended"] == "played" or full_rules["thrown_in"] == "next":
            dealer = left_of(dealer)
        game["hands"].append(hide(rng, hand, hidden, seat_shown))
        ended = how_it_ended(full_rules, score, number)
    if ended is not None:
        game["ended"] = ended
        best = max(score)
        game["result"] = {"score": score, "winners": [side for side in (0, 1) if score[side] == best]}
    return game


def random_hand(
    rng: Random,
    house: str,
    rules: Rules | None = None,
    hidden: str = "none",
    loners: float = 0.3,
    start: list[int] | None = None,
) -> dict[str, Any]:
    """A single random legal hand, with the score before it."""
    full_rules = rules_of(house, rules)
    if start is None:
        highest = full_rules["target"] - 1 if full_rules["target"] else 9
        start = [rng.randint(0, highest), rng.randint(0, highest)]
    number = rng.randint(1, full_rules["deals"] or 20)
    hand = play_hand(rng, full_rules, number, rng.randrange(4), start, loners)
    return {
        "format": "euchre-hand/1",
        "game": random_name(rng, house),
        "house": house,
        "rules": dict(rules or {}),
        "players": list(NAMES),
        "start": list(start),
        **hide(rng, hand, hidden, rng.randrange(4)),
    }


def random_name(rng: Random, house: str) -> str:
    return f"twin.example/{house}/{rng.randrange(10**6)}"


def how_it_ended(rules: Rules, score: list[int], hands: int) -> str | None:
    if rules["deals"]:
        tied = score[0] == score[1]
        if hands >= rules["deals"] and not (tied and rules["tie"] == "play-on"):
            return "deals"
        return None
    if max(score) >= rules["target"] and abs(score[0] - score[1]) >= rules["win_by"]:
        return "target"
    return None


def play_hand(
    rng: Random, rules: Rules, number: int, dealer: int, before: list[int], loners: float
) -> dict[str, Any]:
    cards = full_deck(rules["deck"])
    rng.shuffle(cards)
    dealt = [cards[0:5], cards[5:10], cards[10:15], cards[15:20]]
    kitty = cards[20:]
    table = Table(rules, dealer, dealt, kitty)
    while not table.over:
        table.do(random_line(rng, table, loners))
    return {
        "hand": number,
        "dealer": dealer,
        "up": kitty[0],
        "dealt": dealt,
        "kitty": kitty,
        "log": table.log,
        "ended": table.ended,
        "claims": {
            "tricks": table.tricks,
            "points": table.points,
            "score": [before[side] + table.points[side] for side in (0, 1)],
        },
    }


def random_line(rng: Random, table: Table, loners: float) -> str:
    lines = table.legal_lines()
    passes = [line for line in lines if line.endswith(" pass")]
    if passes and (len(lines) == 1 or rng.random() < PASS_CHANCE):
        return passes[0]
    alone = [line for line in lines if line.endswith(" alone")]
    others = [line for line in lines if line not in alone and line not in passes]
    if alone and (not others or rng.random() < loners):
        return rng.choice(alone)
    return rng.choice(others)


def hide(rng: Random, hand: dict[str, Any], hidden: str, seat_shown: int) -> dict[str, Any]:
    shown = dict(hand)
    if hidden == "none":
        return shown
    if hidden == "all":
        del shown["dealt"]
        del shown["kitty"]
        shown["log"] = [without_discard(line) for line in hand["log"]]
        return shown
    if hidden == "others":
        shown["dealt"] = [cards if seat == seat_shown else None for seat, cards in enumerate(hand["dealt"])]
        shown["kitty"] = [hand["up"]] + ["??" for _ in hand["kitty"][1:]]
        shown["log"] = [
            line if line.startswith(f"{seat_shown} ") else without_discard(line) for line in hand["log"]
        ]
        return shown
    if hidden == "partial":
        shown["dealt"] = [[blurred(rng, card) for card in cards] for cards in hand["dealt"]]
        shown["kitty"] = [hand["up"]] + [blurred(rng, card) for card in hand["kitty"][1:]]
        shown["log"] = [blurred_discard(rng, line) for line in hand["log"]]
        return shown
    raise ValueError(f"unknown way to hide: {hidden}")


def without_discard(line: str) -> str:
    seat, verb, *_ = line.split()
    return f"{seat} discard ??" if verb == "discard" else line


def blurred_discard(rng: Random, line: str) -> str:
    seat, verb, *arguments = line.split()
    return f"{seat} discard {blurred(rng, arguments[0])}" if verb == "discard" else line


def blurred(rng: Random, card: str) -> str:
    """The card itself, most of the time; else less than the card."""
    return rng.choice([card, card, card, "??", "?" + card[1], card[0] + "?"])
