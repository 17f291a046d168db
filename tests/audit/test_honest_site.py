"""Honest games with everything that happens at real tables, whole or thinned, give nothing above a note."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from tests.audit.games import Doc, above_notes, findings_of, told
from tests.audit.honest_site import OPTIONAL_IN_GAMES, OPTIONAL_IN_HANDS, whole_and_thinned
from tests.twin.rules import HOUSES

BATCHES = 12
BATCH_SIZE = 25
SEEDS = range(BATCHES * BATCH_SIZE)
ENOUGH = 5

recorded = cache(whole_and_thinned)


def assert_clean(game: Doc, name: str) -> None:
    """Nothing above a note; G120 only where the table changed the rules, since it may not ask the house."""
    allowed = {"G120"} if game["rules"] else set()
    found = [finding for finding in above_notes(findings_of(game)) if finding.code not in allowed]
    assert not found, f"{name}:\n{told(found)}"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_honest_games_are_clean(batch: int) -> None:
    for seed in SEEDS[batch * BATCH_SIZE : (batch + 1) * BATCH_SIZE]:
        whole, thinned = recorded(seed)
        assert_clean(whole, f"game {seed}, whole")
        assert_clean(thinned, f"game {seed}, thinned")


# The games above have in them what they are there for


def any_hand(test: Callable[[Doc], bool]) -> Callable[[Doc], bool]:
    return lambda game: any(test(hand) for hand in game["hands"])


def hand_ended(how: str) -> Callable[[Doc], bool]:
    return any_hand(lambda hand: hand["ended"] == how)


def game_ended(how: str | None) -> Callable[[Doc], bool]:
    return lambda game: game.get("ended") == how


def dealer_by(method: str) -> Callable[[Doc], bool]:
    return lambda game: game.get("first_dealer", {}).get("method") == method


def dealer_told_with(part: str) -> Callable[[Doc], bool]:
    return lambda game: part in game.get("first_dealer", {})


def log_has(text: str) -> Callable[[Doc], bool]:
    return any_hand(lambda hand: any(text in line for line in hand.get("log", [])))


def deal_has(part: str) -> Callable[[Doc], bool]:
    return any_hand(lambda hand: part in hand.get("deal", {}))


def of_house(house: str) -> Callable[[Doc], bool]:
    return lambda game: game["house"] == house


def begins_mid_game(game: Doc) -> bool:
    return bool(game.get("start", [0, 0]) != [0, 0])


def skips_a_number(game: Doc) -> bool:
    return any(after["hand"] > before["hand"] + 1 for before, after in pairwise(game["hands"]))


def one_hand_shown(hand: Doc) -> bool:
    return None in hand.get("dealt", [])


def cards_half_known(hand: Doc) -> bool:
    return any("?" in card for cards in hand.get("dealt", []) for card in cards or [])


def no_cards_shown(hand: Doc) -> bool:
    return "log" in hand and "dealt" not in hand


FEATURES: dict[str, Callable[[Doc], bool]] = {
    **{
        f"hand {how}": hand_ended(how)
        for how in ("played", "thrown-in", "abandoned", "redealt", "claimed", "conceded", "ruled")
    },
    **{f"game ended: {how}": game_ended(how) for how in ("target", "deals", "conceded", "abandoned", None)},
    **{f"dealer {how}": dealer_by(how) for how in ("agreed", "drawn", "low-card", "black-jack")},
    **{f"dealer told with {part}": dealer_told_with(part) for part in ("cards", "deal")},
    **{
        f"log says {text}": log_has(text)
        for text in ("misdeal", "lay-down", "concede hand", "concede game", "alone")
    },
    **{f"deal with {part}": deal_has(part) for part in ("secret", "match", "values")},
    **{f"house {house}": of_house(house) for house in HOUSES},
    "substitute": any_hand(lambda hand: "players" in hand),
    "score card": any_hand(lambda hand: "card" in hand),
    "ruling beside the play": any_hand(lambda hand: "rulings" in hand and hand["ended"] != "ruled"),
    "points taken": any_hand(lambda hand: any(min(made["points"]) < 0 for made in hand.get("rulings", []))),
    "void numbers": skips_a_number,
    "begins mid-game": begins_mid_game,
    "no start told": lambda game: "start" not in game,
    "hand without evidence": any_hand(lambda hand: "deal" not in hand),
    "one hand shown": any_hand(one_hand_shown),
    "cards half known": any_hand(cards_half_known),
    "no cards shown": any_hand(no_cards_shown),
    "rules as the house has them": lambda game: not game["rules"],
    "rules changed": lambda game: bool(game["rules"]),
}


@pytest.mark.parametrize("feature", FEATURES)
def test_every_feature_occurs(feature: str) -> None:
    games = [recorded(seed)[0] for seed in SEEDS]
    assert sum(FEATURES[feature](game) for game in games) >= ENOUGH


def names_in(node: Any) -> Iterator[str]:
    """Every field in a part of a document, and ``discards`` for a discard in a log."""
    if isinstance(node, dict):
        yield from node
        node = list(node.values())
    if isinstance(node, list):
        for part in node:
            yield from names_in(part)
    elif isinstance(node, str) and " discard " in node:
        yield "discards"


@cache
def names_counted() -> list[tuple[Counter[str], Counter[str]]]:
    """How often each field is in the hands of every game, whole and thinned."""
    pairs = [recorded(seed) for seed in SEEDS]
    return [(Counter(names_in(whole["hands"])), Counter(names_in(thinned["hands"]))) for whole, thinned in pairs]


@pytest.mark.parametrize("part", OPTIONAL_IN_HANDS)
def test_every_part_of_a_hand_is_left_out_somewhere(part: str) -> None:
    assert sum(thinned[part] < whole[part] for whole, thinned in names_counted()) >= ENOUGH


@pytest.mark.parametrize("part", OPTIONAL_IN_GAMES)
def test_every_part_of_a_game_is_left_out_somewhere(part: str) -> None:
    pairs = [recorded(seed) for seed in SEEDS]
    assert sum(part in whole and part not in thinned for whole, thinned in pairs) >= ENOUGH
