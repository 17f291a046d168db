"""Whole random legal games and single hands, as documents.

`hidden` says how much of the cards a document shows:
"none" - every card; "all" - no hand, no kitty, no discard; "others" - one player's hand only;
"partial" - some cards of hands, kitty and discards replaced by ?? or ?h or K?.
Cards given or exchanged are shown like discards. Cards dealt face up are always shown.

`settled` says how often a hand ends before its time, by a lay-down or a concession.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.twin.engine import Table, full_deck, left_of, number_of_sides
from tests.twin.rules import Rules, complete_rules, rules_of
from tests.twin.twelve import table_of

NAMES = ["Ann", "Bo", "Cy", "Di"]
PASS_CHANCE = 0.7
RARE_VERBS = ["misdeal", "swap", "give"]
RARE_CHANCE = 0.5
FARMERS_CHANCE = 0.2
MOST_LINES = 24


def random_game(
    rng: Random,
    house: str,
    rules: Rules | None = None,
    hidden: str = "none",
    loners: float = 0.3,
    max_hands: int | None = None,
    start: list[int] | None = None,
    settled: float = 0.0,
) -> dict[str, Any]:
    """A random legal game. Cut off by `max_hands`, it has neither `ended` nor `result`."""
    full_rules = complete_rules(rules_of(house, rules))
    seats = full_rules["seats"]
    score = list(start or [0] * number_of_sides(seats))
    seat_shown = rng.randrange(seats)
    dealer = rng.randrange(seats)
    game = {
        "format": "euchre-game/1",
        "game": random_name(rng, house),
        "house": house,
        "rules": dict(rules or {}),
        "players": NAMES[:seats],
        "start": list(score),
        "hands": [],
    }
    ended = None
    counted = 0
    while ended is None and (max_hands is None or len(game["hands"]) < max_hands):
        number = len(game["hands"]) + 1
        hand = play_hand(rng, full_rules, number, dealer, score, loners, settled)
        score = list(hand["claims"]["score"])
        dealer = next_dealer(full_rules, dealer, hand["ended"])
        game["hands"].append(hide(rng, hand, hidden, seat_shown))
        if hand["ended"] != "redealt":
            counted += 1
            ended = how_it_ended(full_rules, score, counted)
    if ended is not None:
        game["ended"] = ended
        best = max(score)
        game["result"] = {"score": score, "winners": [side for side in range(len(score)) if score[side] == best]}
    return game


def random_hand(
    rng: Random,
    house: str,
    rules: Rules | None = None,
    hidden: str = "none",
    loners: float = 0.3,
    start: list[int] | None = None,
    settled: float = 0.0,
) -> dict[str, Any]:
    """A single random legal hand, with the score before it."""
    full_rules = complete_rules(rules_of(house, rules))
    seats = full_rules["seats"]
    if start is None:
        highest = full_rules["target"] - 1 if full_rules["target"] else 9
        start = [rng.randint(0, highest) for _ in range(number_of_sides(seats))]
    number = rng.randint(1, full_rules["deals"] or 20)
    hand = play_hand(rng, full_rules, number, rng.randrange(seats), start, loners, settled)
    return {
        "format": "euchre-hand/1",
        "game": random_name(rng, house),
        "house": house,
        "rules": dict(rules or {}),
        "players": NAMES[:seats],
        "start": list(start),
        **hide(rng, hand, hidden, rng.randrange(seats)),
    }


def random_name(rng: Random, house: str) -> str:
    return f"twin.example/{house}/{rng.randrange(10**6)}"


def next_dealer(rules: Rules, dealer: int, ended: str) -> int:
    """The deal passes left; a redeal here is one for a farmer's hand, which the same dealer deals again."""
    if ended == "redealt" or (ended == "thrown-in" and rules["thrown_in"] == "same"):
        return dealer
    return left_of(dealer, rules["seats"])


def how_it_ended(rules: Rules, score: list[int], hands: int) -> str | None:
    """`hands`: without those that were dealt again."""
    best, second = sorted(score, reverse=True)[:2]
    if rules["deals"]:
        if hands >= rules["deals"] and not (best == second and rules["tie"] == "play-on"):
            return "deals"
        return None
    shared = best == second and rules["tie"] == "shared" and rules["win_by"] == 1
    if best >= rules["target"] and (best - second >= rules["win_by"] or shared):
        return "target"
    return None


def deal_cards(rng: Random, rules: Rules) -> tuple[list[list[str]], list[str]]:
    """Hands and kitty; where farmers' hands matter, there are more of them than chance would deal."""
    cards = full_deck(rules["deck"])
    rng.shuffle(cards)
    each = 12 if rules["game"] == "twelve-trick" else 5
    seats = rules["seats"]
    if rules["farmers_hand"] != "off" and rng.random() < FARMERS_CHANCE:
        low = [card for card in cards if card[0] in ["9", "T"]][:each]
        others = [card for card in cards if card not in low]
        first = each * rng.randrange(seats)
        cards = others[:first] + low + others[first:]
    dealt = [cards[each * seat : each * (seat + 1)] for seat in range(seats)]
    return dealt, cards[each * seats :]


def play_hand(
    rng: Random,
    rules: Rules,
    number: int,
    dealer: int,
    before: list[int],
    loners: float,
    settled: float = 0.0,
) -> dict[str, Any]:
    full_rules = complete_rules(rules)
    dealt, kitty = deal_cards(rng, full_rules)
    table = table_of(full_rules, dealer, dealt, kitty)
    stop = random_stop(rng, table, settled)
    while not table.over:
        if stop is not None and len(table.log) >= stop[0] and stop[1] in table.side_lines():
            table.do(stop[1])
        else:
            table.do(random_line(rng, table, loners))
    claims = {
        "tricks": table.tricks,
        "points": table.points,
        "score": [score + won for score, won in zip(before, table.points, strict=True)],
    }
    if table.ended == "conceded":
        del claims["tricks"]
    hand = {
        "hand": number,
        "dealer": dealer,
        "up": table.up_card,
        "dealt": dealt,
        "kitty": kitty,
        "log": table.log,
        "ended": table.ended,
        "claims": claims,
    }
    if table.up_card is None:
        del hand["up"]
    if not kitty:
        del hand["kitty"]
    return hand


def random_stop(rng: Random, table: Table, settled: float) -> tuple[int, str] | None:
    """From how many lines on a hand ends before its time, and the line that ends it."""
    if settled == 0 or rng.random() >= settled:
        return None
    what = rng.choice(["lay-down", "concede hand"])
    return (rng.randrange(MOST_LINES), f"{rng.randrange(table.seats)} {what}")


def random_line(rng: Random, table: Table, loners: float) -> str:
    lines = table.legal_lines()
    if table.has_joker():
        # Nobody names no trump with a joker about: nothing could be said of such a hand.
        lines = [line for line in lines if " name n" not in line]
    rare = [line for line in lines if line.split()[1] in RARE_VERBS]
    lines = [line for line in lines if line.split()[1] not in RARE_VERBS]
    if rare and rng.random() < RARE_CHANCE:
        verb = rng.choice(sorted({line.split()[1] for line in rare}))
        return rng.choice([line for line in rare if line.split()[1] == verb])
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
    twelve = len(hand["dealt"][0]) == 12
    kitty = hand.get("kitty", [])
    turned_up = [hand["up"]] if "up" in hand else []
    face_down_kitty = kitty[len(turned_up) :]
    if hidden == "all":
        del shown["dealt"]
        shown.pop("kitty", None)
        if twelve:
            shown["dealt"] = [["??"] * 8 + cards[8:] for cards in hand["dealt"]]
        shown["log"] = [without_discard(line) for line in hand["log"]]
        return shown
    if hidden == "others":
        shown["dealt"] = [cards if seat == seat_shown else None for seat, cards in enumerate(hand["dealt"])]
        if twelve:
            shown["dealt"] = [
                (cards[:4] if seat == seat_shown else ["??"] * 4) + ["??"] * 4 + cards[8:]
                for seat, cards in enumerate(hand["dealt"])
            ]
        if kitty:
            shown["kitty"] = turned_up + ["??" for _ in face_down_kitty]
        shown["log"] = [line if is_seen_by(line, seat_shown) else without_discard(line) for line in hand["log"]]
        return shown
    if hidden == "partial":
        face_up = 4 if twelve else 0
        shown["dealt"] = [
            [blurred(rng, card) for card in cards[: len(cards) - face_up]] + cards[len(cards) - face_up :]
            for cards in hand["dealt"]
        ]
        if kitty:
            shown["kitty"] = turned_up + [blurred(rng, card) for card in face_down_kitty]
        shown["log"] = [blurred_discard(rng, line) for line in hand["log"]]
        return shown
    raise ValueError(f"unknown way to hide: {hidden}")


def is_seen_by(line: str, seat: int) -> bool:
    """Whether a player sees the cards of a line: those of the own acts, and a card given to the player."""
    return line.startswith(f"{seat} ") or (" give " in line and line.endswith(f" {seat}"))


def without_discard(line: str) -> str:
    """The line without the cards that are moved face down."""
    seat, verb, *arguments = line.split()
    if verb == "discard":
        return f"{seat} discard ??"
    if verb == "give":
        return f"{seat} give ?? {arguments[1]}"
    if verb == "swap":
        return f"{seat} swap ??,??,?? for ??,??,??"
    return line


def blurred_discard(rng: Random, line: str) -> str:
    seat, verb, *arguments = line.split()
    if verb == "discard":
        return f"{seat} discard {blurred(rng, arguments[0])}"
    if verb == "give":
        return f"{seat} give {blurred(rng, arguments[0])} {arguments[1]}"
    if verb == "swap":
        given, taken = (",".join(blurred(rng, card) for card in arguments[at].split(",")) for at in (0, 2))
        return f"{seat} swap {given} for {taken}"
    return line


def blurred(rng: Random, card: str) -> str:
    """The card itself, most of the time; else less than the card. Of a joker nothing is half known."""
    if card == "Jo":
        return rng.choice(["Jo", "Jo", "Jo", "??", "??", "??"])
    return rng.choice([card, card, card, "??", "?" + card[1], card[0] + "?"])
