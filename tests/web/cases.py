"""Records, honest and tampered, for the two implementations to agree on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from euchre_audit.records.write import json_text
from tests.audit.games import Doc, as_known, hand_file, hex_of, proven_game
from tests.audit.test_mutations import MUTATIONS, story
from tests.twin.generate import random_game, random_hand
from tests.web.case import EXAMPLES, Case
from tests.web.evidence_cases import of_evidence
from tests.web.game_cases import of_games, refused

HOUSES = ("club", "family", "pagat", "guide", "canadian", "cardgames-io-2015", "egn", "openspiel")
RULES: tuple[Doc, ...] = (
    {}, {"stick_the_dealer": True}, {"defend_alone": "any"}, {"alone_lead": "loner-left"}, {"no_trump": True},
    {"partner_may_order": "only-alone-both"}, {"discard_up_card": False}, {"thrown_in": "same"}, {"target": 5},
)  # fmt: skip


def cases() -> Iterator[Case]:
    """Every record to be compared that needs nothing from elsewhere."""
    yield from examples()
    yield from generated()
    yield from mutated()
    yield from at_random()
    yield from told_once()
    yield from of_evidence()
    yield from of_games()
    yield from refused()


def examples() -> Iterator[Case]:
    """What the project shows; hands with the key and a commitment, too."""
    key = (EXAMPLES / "club.key").read_text("utf-8")
    saw = (EXAMPLES / "commitment.txt").read_text("utf-8")
    for path in sorted(EXAMPLES.rglob("*.json")):
        text, name = path.read_text("utf-8"), path.relative_to(EXAMPLES).as_posix()
        if path.name == "archive.json" or "operator" in path.parts:
            continue
        yield Case(name, text)
        if "euchre-hand/1" in text:
            yield Case(f"{name} with the key", text, key)
            yield Case(f"{name} with a commitment", text, saw=saw)
            yield Case(f"{name} with another commitment", text, saw=hex_of("another"))
            yield Case(f"{name} with both commitments", text, saw=saw + hex_of("another"))
    table = (EXAMPLES / "club" / "table-1.json").read_text("utf-8")
    yield Case("a game with another commitment", table, saw=hex_of("another"))


def corpus(folder: Path) -> Iterator[Case]:
    """The games and saved hands of another club."""
    club = folder / "corpus" / "club"
    key = (club / "open.key").read_text("utf-8")
    for path in sorted(club.rglob("*.json")):
        if path.name != "archive.json":
            text = path.read_text("utf-8")
            yield Case(path.name, text)
            if "euchre-hand/1" in text:
                yield Case(f"{path.name} with the key", text, key)


def generated() -> Iterator[Case]:
    """Honest games and hands of the houses, with as much of the cards as a record may tell."""
    for house in HOUSES:
        rng = Random(f"web/{house}")
        for hidden in ("none", "others", "all"):
            yield Case(f"{house} game, {hidden}", json_text(random_game(rng, house, hidden=hidden)))
            for number in range(3):
                hand = random_hand(rng, house, hidden=hidden, loners=0.6)
                yield Case(f"{house} hand {number}, {hidden}", json_text(hand))
    for entropy in ("players 0,1,2,3", "players 2"):
        for hidden in ("none", "others", "all"):
            game = proven_game(1, "family", entropy=entropy, hidden=hidden, max_hands=4)
            yield Case(f"family {entropy}, {hidden}", json_text(game))
    for number, rules in enumerate(RULES):
        for hidden in ("none", "others", "all"):
            hand = random_hand(Random(f"{number}/{hidden}"), "pagat", rules, hidden=hidden, loners=0.8)
            yield Case(f"pagat {rules}, {hidden}", json_text(hand))


def mutated() -> Iterator[Case]:
    """Hands with one change each, seen with as much of the cards as shows it."""
    games = {house: [proven_game(seed, house) for seed in range(3)] for house in ("club", "family", "pagat")}
    for name, (change, seen_with, houses) in MUTATIONS.items():
        for house in houses:
            made = 0
            for doc in (hand_file(game, index) for game in games[house] for index in range(len(game["hands"]))):
                if made or doc["ended"] != "played":
                    continue
                for case in change(story(doc), Random(f"{name}/{house}")):
                    made += 1
                    for known in seen_with:
                        yield Case(f"{house} {name}, {known}", json_text(as_known(case.doc, known)))


def at_random() -> Iterator[Case]:
    """Hands with one or two changes of any kind, wherever they fall."""
    rng = Random("changes at random")
    for number in range(240):
        house = rng.choice(HOUSES)
        hand = random_hand(rng, house, rng.choice(RULES), hidden=rng.choice(("none", "others", "all")), loners=0.5)
        for _ in range(rng.choice((1, 1, 2))):
            rng.choice(CHANGES)(rng, hand)
        yield Case(f"change {number}", json_text(hand))


def told_once() -> Iterator[Case]:
    """Faults that bring others with them, which are told with the first."""
    game = proven_game(0, "club")
    for index in range(len(game["hands"])):
        late = hand_file(game, index)
        call = next((place for place, line in enumerate(late["log"]) if " order" in line or " name" in line), None)
        if call is not None and not late["log"][call].endswith("alone"):
            late["log"].insert(call + 1, f"{late['log'][call][0]} alone")
            yield Case(f"alone after the call, {index}", json_text(late))
        for first, second in ((0, 0), (2, 3)):
            crossed = as_known(hand_file(game, index), "recorded hands")
            one, other = crossed["dealt"][0], crossed["dealt"][2]
            one[first], other[second] = other[second], one[first]
            yield Case(f"recorded in each other's hands, {index}, {first}", json_text(crossed))
        log = game["hands"][index]["log"]
        plays = [place for place, line in enumerate(log) if " play " in line]
        for place in plays[:4]:
            later = [line for line in log[place + 1 :] if line.startswith(f"{log[place][0]} play ")]
            for line in later[-2:]:
                twice = hand_file(game, index)
                twice["log"][place] = line
                yield Case(f"a later card played at {place}, too, {index}", json_text(twice))


def _line(rng: Random, hand: Doc) -> int:
    return rng.randrange(len(hand["log"]))


def _drop(rng: Random, hand: Doc) -> None:
    if len(hand["log"]) > 1:
        hand["log"].pop(_line(rng, hand))


def _repeat(rng: Random, hand: Doc) -> None:
    hand["log"].insert(_line(rng, hand), rng.choice(hand["log"]))


def _by_another(rng: Random, hand: Doc) -> None:
    place = _line(rng, hand)
    hand["log"][place] = f"{rng.randrange(4)}{hand['log'][place][1:]}"


def _exchange(rng: Random, hand: Doc) -> None:
    first, second = _line(rng, hand), _line(rng, hand)
    log = hand["log"]
    log[first], log[second] = log[second], log[first]


def _add(rng: Random, hand: Doc) -> None:
    hand["log"].insert(_line(rng, hand), f"{rng.randrange(4)} {rng.choice(ACTS)}")


def _another_card(rng: Random, hand: Doc) -> None:
    known = [cards for cards in hand.get("dealt") or () if cards]
    if known:
        rng.choice(known)[rng.randrange(5)] = rng.choice(("??", "?h", "J?", "9c", "As", "Jo", "7c"))


def _claim(rng: Random, hand: Doc) -> None:
    hand["claims"][rng.choice(sorted(hand["claims"]))] = [rng.randrange(6), rng.randrange(6)]


def _end(rng: Random, hand: Doc) -> None:
    hand["ended"] = rng.choice(("played", "thrown-in", "redealt", "claimed", "conceded", "ruled", "abandoned"))


def _leave_out(rng: Random, hand: Doc) -> None:
    hand.pop(rng.choice([key for key in ("up", "kitty", "dealer", "ended", "start") if key in hand]))


CHANGES = (_drop, _repeat, _by_another, _exchange, _add, _another_card, _claim, _end, _leave_out)
ACTS = (
    "alone", "lay-down", "concede hand", "concede game", "misdeal other", "misdeal farmers-hand", "turn h",
    "uncover 9c", "give Td 2", "swap 9c for ??", "order alone", "name n", "name h alone", "pass", "discard ??",
    "play ??", "play Jo", "play 7c", "play ?h", "play K?",
)  # fmt: skip
