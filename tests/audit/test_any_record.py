"""Whatever a record says in good form, the audit has an answer for it: findings, and no failure of its own."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from euchre_audit.audit import Options
from euchre_audit.cards import CANDIDATES
from euchre_audit.engine.events import EVENTS
from euchre_audit.findings import Finding
from euchre_audit.rules import house_names
from tests.audit.games import Doc, codes, findings_of, proven_game, published_of, told
from tests.twin.generate import random_hand
from tests.twin.rules import HOUSES

CARDS = list(CANDIDATES)
LINES = [*EVENTS, "0 give Ac 2", "1 give ?? 3", "2 swap 9c,Td,9h for ??,??,??"]
ENDED = ["played", "thrown-in", "redealt", "claimed", "conceded", "ruled", "abandoned"]


def looked_at(tree: Doc, options: Options | None = None) -> list[Finding]:
    """The findings; each has its place, and none is our own failure. What no hand here has, has none (C201)."""
    found = findings_of(tree, options)
    assert "X901" not in codes(found), told(found)
    for finding in found:
        if finding.code == "C201" and finding.where.hand is None:
            continue
        assert finding.where.pointer is not None, told(found)
        assert finding.where.line is not None, told(found)
        assert finding.message
    return found


def any_hand(rng: Random) -> Doc:
    """A legal hand with lines, cards and facts changed at random."""
    hand = random_hand(rng, rng.choice(sorted(HOUSES)), hidden=rng.choice(["none", "all", "others", "partial"]))
    if hand["house"] == "egn":
        hand["rules"] = {"stick_the_dealer": True}
    for _ in range(rng.randrange(1, 6)):
        change = rng.choice([change_log, change_card, change_fact, leave_out])
        change(rng, hand)
    return hand


def change_log(rng: Random, hand: Doc) -> None:
    log = hand["log"]
    place = rng.randrange(len(log) + 1)
    how = rng.randrange(5)
    if how == 0:
        log.insert(place, rng.choice(LINES))
    elif log and place < len(log):
        if how == 1:
            log[place] = rng.choice(LINES)
        elif how == 2:
            log.pop(place)
        elif how == 3:
            other = rng.randrange(len(log))
            log[place], log[other] = log[other], log[place]
        elif " play " in log[place]:
            log[place] = f"{rng.randrange(4)} play {rng.choice(CARDS)}"


def change_card(rng: Random, hand: Doc) -> None:
    what = rng.choice(["dealt", "kitty", "up"])
    if what == "up":
        hand["up"] = rng.choice(CARDS)
    elif what == "kitty":
        hand["kitty"] = [rng.choice(CARDS) for _ in range(rng.randrange(7))]
    else:
        dealt = hand.setdefault("dealt", [None] * 4)
        dealt[rng.randrange(4)] = rng.choice(
            [None, [], [rng.choice(CARDS) for _ in range(5)], [rng.choice(CARDS) for _ in range(rng.randrange(9))]]
        )


def change_fact(rng: Random, hand: Doc) -> None:
    what = rng.choice(["dealer", "ended", "claims", "start", "rulings", "hand", "house"])
    hand[what] = {
        "dealer": rng.randrange(4),
        "ended": rng.choice(ENDED),
        "claims": {"tricks": [rng.randrange(-2, 7), 2], "points": [1, rng.randrange(5)], "score": [3, 3]},
        "start": [rng.randrange(-3, 14), 4],
        "rulings": [{"what": "x", "points": [-2, 2], "seat": 3, "trick": 12}],
        "hand": rng.randrange(1, 9),
        "house": rng.choice(house_names()),
    }[what]
    if what == "house":
        hand["rules"] = {}


def leave_out(rng: Random, hand: Doc) -> None:
    for part in rng.sample(["dealer", "up", "dealt", "kitty", "ended", "claims", "hand", "start", "players"], 2):
        hand.pop(part, None)


@pytest.mark.parametrize("seed", range(60))
def test_hands_changed_at_random(seed: int) -> None:
    rng = Random(f"hands {seed}")
    for _ in range(12):
        looked_at(any_hand(rng))


@pytest.mark.parametrize("seed", range(30))
def test_logs_of_any_lines(seed: int) -> None:
    rng = Random(f"lines {seed}")
    for _ in range(12):
        hand = random_hand(rng, "pagat", hidden=rng.choice(["none", "all", "partial"]))
        hand["log"] = hand["log"][: rng.randrange(12)] + [rng.choice(LINES) for _ in range(rng.randrange(9))]
        looked_at(hand)


@pytest.mark.parametrize("seed", range(25))
def test_games_of_hands_changed_at_random(seed: int) -> None:
    rng = Random(f"games {seed}")
    hands = []
    for _ in range(rng.randrange(1, 7)):
        hand = any_hand(rng)
        hands.append({key: hand[key] for key in hand if key not in ("format", "game", "house", "rules", "start")})
    game: Doc = {"format": "euchre-game/1", "house": rng.choice(house_names()), "hands": hands}
    if rng.random() < 0.5:
        game["ended"] = rng.choice(["target", "deals", "conceded", "abandoned"])
    if rng.random() < 0.5:
        game["result"] = {"score": [rng.randrange(12), 3], "winners": rng.sample(range(4), rng.randrange(4))}
    if rng.random() < 0.5:
        method = rng.choice(["agreed", "drawn", "low-card", "black-jack"])
        game["first_dealer"] = {"method": method, "dealer": 1, "cards": rng.sample(CARDS, rng.randrange(9))}
    looked_at(game)


TEXTS = ["", "0", "none", "x" * 64, "0" * 64, "\n", "euchre-deal/v1\n", "{}", '{"open":{}}', '{"open":[]}', "é😀"]


@pytest.mark.parametrize("seed", range(40))
def test_evidence_changed_at_random(seed: int) -> None:
    rng = Random(f"evidence {seed}")
    game = proven_game(seed, "family", entropy=rng.choice(["none", "players 0,3"]), max_hands=2)
    listed = Options(published=published_of(game), saw=(game["hands"][0]["deal"]["commitment"],))
    for _ in range(6):
        changed = copy.deepcopy(game)
        for _ in range(rng.randrange(1, 4)):
            spoil(rng, rng.choice(changed["hands"])["deal"])
        looked_at(changed, rng.choice([None, listed]))


def spoil(rng: Random, deal: Doc) -> None:
    part = rng.choice(["match", "terms", "commitment", "secret", "values", "beacon"])
    if part == "values":
        deal["values"] = [{"seat": rng.randrange(6), "value": rng.choice(TEXTS)} for _ in range(rng.randrange(4))]
    elif part == "beacon":
        deal["beacon"] = {"signature": rng.choice(TEXTS)}
    elif rng.random() < 0.3:
        deal.pop(part, None)
    elif part == "terms" and rng.random() < 0.7 and "terms" in deal:
        line = rng.choice(OTHER_TERMS)
        lines = deal["terms"].split("\n")
        deal["terms"] = "\n".join(line if each.startswith(line.split(" ")[0] + " ") else each for each in lines)
        if rng.random() < 0.7:
            deal.pop("commitment", None)
    else:
        deal[part] = rng.choice(TEXTS)


OTHER_TERMS: list[Any] = [
    "deck 32",
    "deck 25",
    "seats 2",
    "seats 6",
    "pattern 5",
    "pattern 1/1/1/1/1",
    "pattern 4/4/4",
    "pattern 2",
    "dealer drawn",
    "dealer low-card",
    "hand 0",
    "hand 77",
    "entropy players 0,1",
    "entropy beacon drand-quicknet 5",
    "entropy none",
    "match none",
    "session other",
]
