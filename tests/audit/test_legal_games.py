"""Random legal games of every house give nothing above a note, however much of the cards is shown."""

from __future__ import annotations

import copy
from random import Random

import pytest

from tests.audit.games import Doc, above_notes, clean_games, findings_of, proven_game, told
from tests.twin.engine import full_deck
from tests.twin.generate import random_game, random_hand
from tests.twin.rules import HOUSES, Rules

HIDDEN = ("none", "all", "others", "partial")
GAMES = 6

SWITCHES: dict[str, Rules] = {"egn": {"stick_the_dealer": True}}
"""Said in both engines' rules: the second engine's house has another default."""

TABLES: list[tuple[str, Rules]] = [
    ("egn", {"stick_the_dealer": False}),
    ("egn", {"defend_alone": "against-lone", "alone_lead": "loner-left", "stick_the_dealer": True}),
    ("family", {"target": 0, "deals": 7}),
    ("family", {"target": 0, "deals": 4, "tie": "play-on"}),
    ("family", {"target": 5, "defend_alone": "any"}),
    ("family", {"thrown_in": "same"}),
    ("family", {"points": {"no_tricks": 4}}),
    ("pagat", {"defend_alone": "any"}),
    ("pagat", {"defend_alone": "against-lone"}),
    ("club", {"target": 15}),
    ("guide", {"partner_may_order": "only-alone-both"}),
    ("guide", {"discard_up_card": False}),
    ("openspiel", {"stick_the_dealer": True}),
    ("australian", {"sitting_dealer_takes": False}),
]


def clean(tree: Doc) -> None:
    found = [finding for finding in above_notes(findings_of(tree)) if finding.code != "G120"]
    assert not found, told(found)


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize("house", sorted(HOUSES))
def test_legal_games_are_clean(house: str, hidden: str) -> None:
    rng = Random(f"{house}/{hidden}")
    for _ in range(GAMES):
        clean(random_game(rng, house, SWITCHES.get(house), hidden=hidden))


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_legal_games_of_other_tables_are_clean(number: int, hidden: str) -> None:
    house, rules = TABLES[number]
    rng = Random(f"{house}/{rules}/{hidden}")
    for _ in range(3):
        clean(random_game(rng, house, rules, hidden=hidden, loners=0.5))


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize("house", sorted(HOUSES))
def test_legal_hands_are_clean(house: str, hidden: str) -> None:
    rng = Random(f"hands of {house}/{hidden}")
    for _ in range(10):
        clean(random_hand(rng, house, SWITCHES.get(house), hidden=hidden, loners=0.6))


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize("entropy", ["none", "players 0,1,2,3", "players 2"])
def test_legal_games_with_evidence_are_clean(entropy: str, hidden: str) -> None:
    for seed in range(2):
        clean(proven_game(seed, "family", entropy=entropy, hidden=hidden))


LEFT_OUT = (
    "claims",
    "ended",
    "hand",
    "up",
    "dealt",
    "kitty",
    "deal",
    "discards",
    "dealer",
    "score",
    "points",
    "game",
)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_left_out_is_no_fault(seed: int) -> None:
    """A legal game stays clean whatever optional part of it is missing, in all hands or in some."""
    rng = Random(f"left out {seed}")
    game = proven_game(seed, rng.choice(["club", "family", "pagat"]), hidden=rng.choice(HIDDEN), max_hands=6)
    parts = rng.sample(LEFT_OUT, rng.randrange(1, 6))
    for hand in game["hands"]:
        for part in parts:
            if rng.random() < 0.7:
                leave_out(hand, part)
    for part in ("players", "game", "start", "result", "ended"):
        if rng.random() < 0.3:
            game.pop(part, None)
    clean(game)


def leave_out(hand: Doc, part: str) -> None:
    if part == "discards":
        hand["log"] = [line for line in hand["log"] if " discard " not in line]
    elif part in ("score", "points"):
        if "claims" in hand:
            hand["claims"] = {key: value for key, value in hand["claims"].items() if key != part}
    else:
        hand.pop(part, None)


@pytest.mark.parametrize("seed", range(40))
def test_a_record_that_stops_anywhere_is_no_fault(seed: int) -> None:
    """Only the last hand of a game may simply stop, and there it may stop anywhere."""
    rng = Random(f"stops {seed}")
    game = proven_game(seed, rng.choice(["club", "family", "pagat"]), hidden=rng.choice(HIDDEN), max_hands=3)
    last = game["hands"][-1]
    stopped = copy.deepcopy(game)
    hand = stopped["hands"][-1]
    hand["log"] = last["log"][: rng.randrange(len(last["log"]))]
    for part in ("ended", "claims"):
        hand.pop(part)
    for part in ("ended", "result"):
        stopped.pop(part, None)
    clean(stopped)


def blurred(name: str, rng: Random, share: float) -> str:
    """A card as it is, or with rank, suit or both left out."""
    return rng.choice(["??", "?" + name[1], name[0] + "?"]) if rng.random() < share and name in ALL else name


ALL = frozenset(full_deck())


def blur(game: Doc, rng: Random, share: float) -> Doc:
    """A game in which any card, at any place, may be less than known."""
    game = copy.deepcopy(game)
    for hand in game["hands"]:
        hand["up"] = blurred(hand["up"], rng, share)
        hand["kitty"] = [blurred(name, rng, share) for name in hand["kitty"]]
        hand["dealt"] = [[blurred(name, rng, share) for name in cards] for cards in hand["dealt"]]
        hand["log"] = [
            " ".join([*line.split()[:2], blurred(line.split()[2], rng, share)])
            if line.split()[1] in ("play", "discard")
            else line
            for line in hand["log"]
        ]
    return game


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5, 1.0])
@pytest.mark.parametrize("house", sorted(HOUSES))
def test_no_card_left_out_anywhere_accuses_anybody(house: str, share: float) -> None:
    rng = Random(f"{house}/{share}")
    for evidence in (False, True):
        for game in clean_games(house)[:2]:
            tree = blur(game, rng, share)
            if not evidence:
                for hand in tree["hands"]:
                    hand.pop("deal", None)
            found = above_notes(findings_of(tree))
            assert not found, told(found)
