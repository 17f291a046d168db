"""Random legal games of every house give nothing above a note, however much of the cards is shown."""

from __future__ import annotations

import copy
from random import Random

import pytest

from tests.audit.games import Doc, above_notes, audit, clean_games, codes, findings_of, hand_file, proven_game, told
from tests.audit.variant_games import (
    FAMILIES,
    HIDDEN,
    faults_of,
    hand_of,
    hands_of,
    places,
    proven_variant,
    random_of,
    table_at,
    unclaimed,
)
from tests.twin.engine import Table, full_deck
from tests.twin.generate import random_game, random_hand
from tests.twin.rules import HOUSES, Rules, rules_of

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
    if name == "Jo":
        return "??" if rng.random() < share else name
    return rng.choice(["??", "?" + name[1], name[0] + "?"]) if rng.random() < share and name in ALL else name


ALL = frozenset(full_deck(32))


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


# The other families of the game

CLAIMED = "P351"


def all_clean(tree: Doc) -> None:
    """Nothing above a note; a random lay-down is seldom certain, which is a note where the cards are known."""
    found = faults_of(tree)
    assert not found, told(found)


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize("name", FAMILIES)
def test_legal_games_of_every_family_are_clean(name: str, hidden: str) -> None:
    rng = Random(f"{name}/{hidden}")
    for settled in (0.0, 0.5):
        all_clean(random_of(rng, name, hidden, settled))
    for settled in (0.0, 0.6, 0.6):
        all_clean(hand_of(rng, name, hidden, settled))


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize("name", FAMILIES)
def test_legal_games_of_every_family_with_evidence_are_clean(name: str, hidden: str) -> None:
    seats = rules_of(*FAMILIES[name]).get("seats", 4)
    everybody = "players " + ",".join(map(str, range(seats)))
    for seed, entropy in enumerate(("none", everybody)):
        settled = 0.3 if seed == 0 else 0.0
        game = proven_variant(seed, name, entropy=entropy, hidden=hidden, settled=settled, max_hands=3)
        all_clean(game)
        if hidden == "none":
            answers = audit(game).all_answers()
            assert (answers["deal"], answers["commitment"]) == ("pass", "pass")
        all_clean(hand_file(game, len(game["hands"]) - 1) | {"start": start_of_last(game)})


def start_of_last(game: Doc) -> list[int]:
    """The score before the last hand."""
    scores: list[list[int]] = [game["start"], *(hand["claims"]["score"] for hand in game["hands"])]
    return scores[-2]


@pytest.mark.parametrize("name", FAMILIES)
def test_what_is_left_out_of_any_family_is_no_fault(name: str) -> None:
    for seed in range(6):
        rng = Random(f"left out {name} {seed}")
        game = proven_variant(seed, name, hidden=rng.choice(HIDDEN), max_hands=4)
        for part in rng.sample(LEFT_OUT, rng.randrange(1, 6)):
            for hand in game["hands"]:
                if rng.random() < 0.7:
                    leave_out(hand, part)
        for part in ("players", "game", "start", "result", "ended"):
            if rng.random() < 0.3:
                game.pop(part, None)
        all_clean(game)


@pytest.mark.parametrize("name", FAMILIES)
def test_a_record_of_any_family_that_stops_anywhere_is_no_fault(name: str) -> None:
    for seed in range(5):
        rng = Random(f"stops {name} {seed}")
        game = random_of(rng, name, rng.choice(HIDDEN), hands=2)
        hand = game["hands"][-1]
        hand["log"] = hand["log"][: rng.randrange(len(hand["log"]) + 1)]
        for part in ("ended", "claims"):
            hand.pop(part)
        for part in ("ended", "result"):
            game.pop(part, None)
        all_clean(game)


def veiled(line: str, rng: Random, share: float) -> str:
    """A log line, any of whose cards may be less than known."""
    seat, verb, *rest = line.split()
    if verb in ("play", "discard", "give", "uncover"):
        rest[0] = blurred(rest[0], rng, share)
    elif verb == "swap":
        for at in (0, 2):
            rest[at] = ",".join(blurred(card, rng, share) for card in rest[at].split(","))
    return " ".join([seat, verb, *rest])


@pytest.mark.parametrize("share", [0.1, 0.5, 1.0])
@pytest.mark.parametrize("name", FAMILIES)
def test_no_card_left_out_of_any_family_accuses_anybody(name: str, share: float) -> None:
    rng = Random(f"{name}/{share}")
    for evidence in (False, True):
        for seed in range(2):
            game = proven_variant(seed, name, max_hands=2)
            for hand in game["hands"]:
                if "up" in hand:
                    hand["up"] = blurred(hand["up"], rng, share)
                if "kitty" in hand:
                    hand["kitty"] = [blurred(card, rng, share) for card in hand["kitty"]]
                hand["dealt"] = [[blurred(card, rng, share) for card in cards] for cards in hand["dealt"]]
                hand["log"] = [veiled(line, rng, share) for line in hand["log"]]
                if not evidence:
                    hand.pop("deal")
            all_clean(game)


def takes_the_rest(table: Table, side: int) -> bool:
    """Whether a side can take every trick that is left: for each play of the others there is one of its own."""
    if table.over:
        return True
    ours = table.side_of(table.turn) == side
    for line in table.legal_lines():
        next_table = table.copy()
        next_table.do(line)
        others = sum(next_table.tricks) - next_table.tricks[side]
        holds = others == sum(table.tricks) - table.tricks[side] and takes_the_rest(next_table, side)
        if holds == ours:
            return ours
    return not ours


CERTAIN = ["joker", "no trump", "cutthroat", "two-handed", "partner's best", "swap"]


@pytest.mark.parametrize("name", CERTAIN)
def test_a_lay_down_is_told_where_it_is_not_certain(name: str) -> None:
    """Claims at every place of the last three tricks, against a search with the second engine."""
    told_of, rng = set(), Random(name)
    for tree in hands_of(name, "no trump" if name == "no trump" else "played", 5):
        plays = places(tree, "play")
        lines = rng.randrange(len(plays) * 2 // 5, len(plays))
        table = table_at(tree, plays[lines])
        for seat in table.active_seats():
            log = [*tree["log"][: plays[lines]], f"{seat} lay-down"]
            told_all = findings_of({**unclaimed(tree), "log": log, "ended": "claimed"})
            found = [
                each
                for each in told_all
                if each.code != "G120" and (each.severity != "note" or each.code == CLAIMED)
            ]
            certain = takes_the_rest(table, table.side_of(seat))
            assert codes(found) == ([] if certain else [CLAIMED]), (log, told(found))
            told_of.add(certain)
    assert told_of == {True, False}
