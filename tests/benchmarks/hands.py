"""Hands a second, from a JSONL file to the verdict, on one core: ``python -m tests.benchmarks.hands [GAMES]``.

Beside it, in the same run, OpenSpiel's euchre replays hands of its own with every action checked against its
legal actions, where ``open_spiel`` is installed. Below it the floor: what decoding, hashing, dealing and checking
the play take, each by itself. Then a profile of where the time goes.
"""

from __future__ import annotations

import cProfile
import json
import os
import platform
import pstats
import random
import sys
import tempfile
import time
from collections.abc import Callable

import msgspec

from euchre_audit.audit import Options, audit_files
from euchre_audit.cards import CARDS, mask_of
from euchre_audit.dealing import commitment, deal, deal_key, parse_terms
from euchre_audit.dealing.commitment import HmacKey
from euchre_audit.engine import Hand
from euchre_audit.engine.events import EVENTS
from euchre_audit.records import Game
from euchre_audit.records.read import decode_record
from euchre_audit.rules import load_house
from tests.examples.make_examples import play_game

PLAYERS = ("Ann", "Bo", "Cy", "Di")
ROUNDS = 5


def season(games: int) -> tuple[str, int]:
    """A JSONL file of whole games with deal evidence, and how many hands it holds."""
    made = [play_game(f"club.example/season/{number}", PLAYERS) for number in range(games)]
    handle, path = tempfile.mkstemp(suffix=".jsonl")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        for game in made:
            file.write(json.dumps(game, separators=(",", ":")) + "\n")
    return path, sum(len(game["hands"]) for game in made)


def without_deals(path: str) -> str:
    """The same games without their deals' evidence."""
    handle, plain = tempfile.mkstemp(suffix=".jsonl")
    with open(path, encoding="utf-8") as source, os.fdopen(handle, "w", encoding="utf-8") as file:
        for line in source:
            game = json.loads(line)
            for hand in game["hands"]:
                del hand["deal"]
            file.write(json.dumps(game, separators=(",", ":")) + "\n")
    return plain


def audited(path: str) -> Callable[[], None]:
    """An audit of ``path`` that has to find nothing."""

    def run() -> None:
        assert audit_files([path], Options()).exit_code == 0

    return run


def openspiel(hands: int) -> Callable[[], None] | None:
    """OpenSpiel's replay of random hands, each action checked to be legal; None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("euchre(allow_lone_defender=false,stick_the_dealer=true)")
    rng = random.Random(1)
    histories = []
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        histories.append(state.history())

    def run() -> None:
        for history in histories:
            state = game.new_initial_state()
            for action in history:
                assert action in state.legal_actions()
                state.apply_action(action)

    return run


def play_checks(path: str) -> Callable[[], None]:
    """Every event of every hand checked and carried out, from cards and events as integers."""
    rules = load_house("club").rules
    hands = []
    for game in games_of(path):
        for hand in game.hands:
            slots = [[1 << CARDS[card] for card in cards or ()] for cards in hand.dealt or ()]
            kitty = mask_of([CARDS[card] for card in (hand.kitty or [])[1:]])
            hands.append(
                (hand.dealer or 0, CARDS[hand.up or ""], slots, kitty, [EVENTS[line] for line in hand.log or ()])
            )

    def run() -> None:
        for dealer, up, slots, kitty, events in hands:
            apply = Hand(rules, dealer, up, up // 8, slots, kitty).apply
            for event in events:
                assert apply(event) == 0

    return run


def games_of(path: str) -> list[Game]:
    """The games of a season."""
    with open(path, "rb") as file:
        games = [decode_record(line) for line in file]
    return [game for game in games if isinstance(game, Game)]


def floor(path: str) -> list[tuple[str, Callable[[], None]]]:
    """The parts that no audit can do without."""
    with open(path, "rb") as file:
        lines = file.read().splitlines()
    evidence = [hand.deal for game in games_of(path) for hand in game.hands if hand.deal is not None]
    texts = [(each.terms or "").encode() for each in evidence]
    secrets = [bytes.fromhex(each.secret or "") for each in evidence]
    terms = [parse_terms(text) for text in texts]

    def decode() -> None:
        for line in lines:
            assert decode_record(line) is not None

    def read_terms() -> None:
        for text in texts:
            parse_terms(text)

    def hashes() -> None:
        for each, secret in zip(terms, secrets, strict=True):
            commitment(each.terms_hash, secret)
            key = HmacKey(deal_key(secret, each.terms_hash, b"\0\0"))
            for _ in range(5):
                key.digest(b"euchre-deal/v1 stream\0\1\0\0\0\0")

    def deals() -> None:
        for each, secret in zip(terms, secrets, strict=True):
            deal(each, secret)

    return [("decode", decode), ("terms", read_terms), ("hashes", hashes), ("hashes and shuffles", deals)]


def rate(run: Callable[[], None], hands: int) -> tuple[float, float, float]:
    """Minimum, median and maximum of hands a second over some rounds after a warm-up."""
    run()
    rates = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        run()
        rates.append(hands / (time.perf_counter() - begin))
    rates.sort()
    return rates[0], rates[ROUNDS // 2], rates[-1]


def main() -> None:
    """Print the table and the profile."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    path, hands = season(games)
    plain = without_deals(path)
    print(f"{platform.machine()}, Python {platform.python_version()}, msgspec {msgspec.__version__}, one core")
    print(f"{games} games, {hands} hands, {os.path.getsize(path):,} bytes\n")
    print(f"{'hands a second':<42}{'min':>10}{'median':>10}{'max':>10}")
    rows = [
        ("file to verdict, everything", audited(path)),
        ("file to verdict, no deal evidence", audited(plain)),
        ("play checks alone", play_checks(path)),
    ]
    other = openspiel(hands)
    if other is not None:
        rows.append(("OpenSpiel, legality-checked replay", other))
    rows += [(f"{name} alone", run) for name, run in floor(path)]
    for name, run in rows:
        low, median, high = rate(run, hands)
        print(f"{name:<42}{low:>10,.0f}{median:>10,.0f}{high:>10,.0f}")
    if other is None:
        print("open_spiel is not installed, so there is nothing to compare with")
    profile = cProfile.Profile()
    profile.runcall(audited(path))
    print()
    pstats.Stats(profile).sort_stats("tottime").print_stats(18)
    os.unlink(path)
    os.unlink(plain)


if __name__ == "__main__":
    main()
