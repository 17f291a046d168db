"""Legal games of every family with the evidence of each deal, and their hands one by one, free to change."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from euchre_audit.findings import Finding
from tests.audit.games import (
    PLAYERS,
    SESSION,
    Doc,
    evidence_of,
    findings_of,
    hex_of,
    open_line,
    terms_of,
)
from tests.twin.engine import Table, number_of_sides
from tests.twin.generate import hide, how_it_ended, next_dealer, random_game, random_hand, random_line, random_stop
from tests.twin.rules import Rules, complete_rules, rules_of
from tests.twin.twelve import table_of

Family = tuple[str, Rules]
HIDDEN = ("none", "all", "others", "partial")
CHOICES = "G120"
"""Tables of these tests may pick what a house does not offer."""

FAMILIES: dict[str, Family] = {
    "joker": ("british", {}),
    "joker of a fixed suit": ("british", {"joker_turned_up": "h", "alone_when": "before-lead"}),
    "deck of 33": ("bicycle", {"deck": 33, "stick_the_dealer": True}),
    "deck of 28": ("bicycle", {"deck": 28}),
    "no trump": ("family", {"no_trump": True, "defend_alone": "any"}),
    "trickster": ("trickster", {}),
    "cutthroat": ("family-cutthroat", {}),
    "cutthroat, stuck, no trump": ("family-cutthroat", {"stick_the_dealer": True, "no_trump": True}),
    "cutthroat, joker": ("family-cutthroat", {"deck": 25, "go_under": True, "points": {"no_tricks": 4}}),
    "two-handed": ("family-two", {}),
    "two-handed, no trump": ("family-two", {"no_trump": True, "stick_the_dealer": True}),
    "two-handed, 32": ("family-two-32", {}),
    "two-handed, 33": ("family-two-32", {"deck": 33, "joker_turned_up": "c", "discard_up_card": False}),
    "twelve-trick": ("family-twelve", {}),
    "twelve-trick, no trump": ("family-twelve", {"no_trump": True}),
    "twelve-trick, 25": ("family-twelve", {"deck": 25}),
    "twelve-trick, 32": ("family-twelve", {"deck": 32}),
    "redeal": ("family", {"farmers_hand": "redeal"}),
    "redeal, three": ("family", {"farmers_hand": "redeal", "farmers_hand_is": "three-nines-tens"}),
    "redeal, no face": ("family", {"farmers_hand": "redeal", "farmers_hand_is": "no-ace-no-face", "deck": 32}),
    "redeal of the club": ("club", {"farmers_hand": "redeal"}),
    "redeal, cutthroat": ("family-cutthroat", {"farmers_hand": "redeal", "farmers_hand_is": "three-nines-tens"}),
    "swap": ("family", {"farmers_hand": "swap", "farmers_hand_is": "three-nines-tens"}),
    "swap, go under": ("family", {"farmers_hand": "swap", "deck": 28, "go_under": True}),
    "swap, no face": ("family", {"farmers_hand": "swap", "farmers_hand_is": "no-ace-no-face", "deck": 32}),
    "go under": ("family", {"go_under": True}),
    "go under, two": ("family-two", {"go_under": True}),
    "partner's best": ("family", {"partners_best": True}),
    "partner's best, late": (
        "family",
        {"deck": 29, "partners_best": True, "alone_by": "either-maker", "alone_when": "before-lead"},
    ),
    "partner's best, up card stays": ("family", {"partners_best": True, "discard_up_card": False}),
    "partner's best, partner alone": (
        "family",
        {"partners_best": True, "partner_may_order": "only-alone-both", "sitting_dealer_takes": False},
    ),
    "fixed deals, play on": ("family-two", {"target": 0, "deals": 4, "tie": "play-on"}),
    "cutthroat, play on": ("family-cutthroat", {"target": 5, "tie": "play-on"}),
}


def random_of(rng: Random, name: str, hidden: str = "none", settled: float = 0.0, hands: int | None = None) -> Doc:
    """A random legal game of a family, without evidence."""
    house, rules = FAMILIES[name]
    return random_game(rng, house, rules, hidden=hidden, loners=0.5, max_hands=hands, settled=settled)


def hand_of(rng: Random, name: str, hidden: str = "none", settled: float = 0.0) -> Doc:
    """A random legal hand of a family, as a player saves it."""
    house, rules = FAMILIES[name]
    return random_hand(rng, house, rules, hidden=hidden, loners=0.6, settled=settled)


def proven_variant(
    seed: int,
    name: str,
    *,
    entropy: str = "none",
    hidden: str = "none",
    settled: float = 0.0,
    max_hands: int | None = None,
) -> Doc:
    """A random legal game of a family, every hand dealt from a secret that the file reveals."""
    house, rules = FAMILIES[name]
    rng = Random(f"{seed}/{name}")
    full = complete_rules(rules_of(house, rules))
    seats = full["seats"]
    header = open_line(house, rules, entropy.split(" ")[0], PLAYERS[:seats])
    match = hashlib.sha256(header.encode()).hexdigest()
    given = [int(seat) for seat in entropy.split(" ")[1].split(",")] if entropy != "none" else []
    score, dealer, shown = [0] * number_of_sides(seats), rng.randrange(seats), rng.randrange(seats)
    game: Doc = {
        "format": "euchre-game/1",
        "game": SESSION,
        "house": house,
        "rules": rules,
        "players": PLAYERS[:seats],
        "start": list(score),
        "hands": [],
    }
    ended, counted = None, 0
    while ended is None and (max_hands is None or len(game["hands"]) < max_hands):
        number = len(game["hands"]) + 1
        named = {"deck": full["deck"], "seats": seats, "pattern": full["patterns"][0], "entropy": entropy}
        terms = terms_of(match=match, hand=number, dealer=dealer, **named)
        values = {seat: hex_of("value", seed, number, seat) for seat in given}
        made = evidence_of(terms, hex_of("secret", seed, name, number), header, values)
        hand = _played(rng, full, number, dealer, made["vector"], settled)
        score = [before + won for before, won in zip(score, hand["claims"]["points"], strict=True)]
        hand["claims"]["score"] = list(score)
        game["hands"].append({**hide(rng, hand, hidden, shown), "deal": made["evidence"]})
        dealer = next_dealer(full, dealer, hand["ended"])
        if hand["ended"] != "redealt":
            counted += 1
            ended = how_it_ended(full, score, counted)
    if ended is not None:
        winners = [side for side, points in enumerate(score) if points == max(score)]
        game |= {"ended": ended, "result": {"score": score, "winners": winners}}
    return copy.deepcopy(game)


def _played(rng: Random, rules: Rules, number: int, dealer: int, vector: Doc, settled: float) -> Doc:
    table = table_of(rules, dealer, vector["hands"], vector["kitty"])
    stop = random_stop(rng, table, settled)
    while not table.over:
        early = stop is not None and len(table.log) >= stop[0] and stop[1] in table.side_lines()
        table.do(stop[1] if early and stop is not None else random_line(rng, table, 0.5))
    claims: Doc = {"tricks": table.tricks, "points": table.points}
    if table.ended == "conceded":
        del claims["tricks"]
    hand = {"hand": number, "dealer": dealer, "up": table.up_card, "dealt": vector["hands"]}
    hand |= {"kitty": vector["kitty"], "log": table.log, "ended": table.ended, "claims": claims}
    return {key: value for key, value in hand.items() if value not in (None, []) or key == "log"}


def hidden_again(rng: Random, hand: Doc, hidden: str) -> Doc:
    """A hand of which every card is recorded, with less of them."""
    return hide(rng, hand, hidden, rng.randrange(len(hand["dealt"])))


# Whole hands to change


def rules_for(tree: Doc) -> Rules:
    return complete_rules(rules_of(tree["house"], tree["rules"]))


def table_at(tree: Doc, lines: int | None = None) -> Table:
    """The table after so many lines of a clean hand."""
    table = table_of(rules_for(tree), tree["dealer"], tree["dealt"], tree.get("kitty", []))
    for line in tree["log"][:lines]:
        table.do(line)
    return table


@cache
def _hands_of(name: str, wanted: str, count: int) -> tuple[Doc, ...]:
    house, rules = FAMILIES[name]
    rng = Random(f"{name}/{wanted}")
    found: list[Doc] = []
    for _ in range(3000):
        hand = random_hand(rng, house, rules, loners=0.7, start=None)
        if WANTED[wanted](hand):
            found.append(hand)
        if len(found) == count:
            return tuple(found)
    raise AssertionError(f"no {wanted} in {name}")


def has(verb: str) -> Callable[[Doc], bool]:
    return lambda tree: any(line.split()[1] == verb for line in tree["log"])


WANTED: dict[str, Callable[[Doc], bool]] = {
    "played": lambda tree: tree["ended"] == "played",
    "any": lambda tree: True,
    "turn": has("turn"),
    "swap": has("swap"),
    "give": has("give"),
    "uncover": has("uncover"),
    "order": has("order"),
    "name": has("name"),
    "redealt": lambda tree: tree["ended"] == "redealt",
    "no trump": lambda tree: any(" name n" in line for line in tree["log"]),
    "joker played": lambda tree: any(line.endswith(" play Jo") for line in tree["log"]),
    "plain": lambda tree: tree["ended"] == "played" and not has("swap")(tree),
    "thrown-in": lambda tree: tree["ended"] == "thrown-in",
}


def hands_of(name: str, wanted: str = "played", count: int = 6) -> list[Doc]:
    """Clean hand files of a family in which something happens, free to change."""
    return copy.deepcopy(list(_hands_of(name, wanted, count)))


def places(tree: Doc, verb: str) -> list[int]:
    """Where in the log a verb stands."""
    return [index for index, line in enumerate(tree["log"]) if line.split()[1] == verb]


def with_log(tree: Doc, log: list[str], **changes: Any) -> Doc:
    """The hand with another log, and what it says of its end left as it was."""
    return {**copy.deepcopy(tree), "log": log, **changes}


def unclaimed(tree: Doc) -> Doc:
    """The hand without what it says of its end."""
    return {key: copy.deepcopy(value) for key, value in tree.items() if key not in ("claims", "ended")}


def as_seen(tree: Doc) -> Doc:
    """A hand as an onlooker notes it: of the cards only those that lie face up, and those played."""
    twelve = len(tree["dealt"][0]) == 12
    seen = hide(Random(0), tree, "all", 0)
    return seen if twelve else {key: value for key, value in seen.items() if key != "kitty"}


def faults_of(tree: Doc) -> list[Finding]:
    """Errors and warnings on a document; it has to be judged to its end."""
    found = [each for each in findings_of(tree) if each.severity != "note" and each.code != CHOICES]
    assert "X901" not in [each.code for each in found], found
    return found
