"""Hands a second, from a JSONL file to the verdict, on one core: ``python -m tests.benchmarks.hands [GAMES]``.

Beside it, in the same run, OpenSpiel's euchre replays hands of its own with every action checked against its
legal actions, where ``open_spiel`` is installed. Then a profile of where the time goes.
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
    rows = [("file to verdict, everything", audited(path)), ("file to verdict, no deal evidence", audited(plain))]
    other = openspiel(hands)
    if other is not None:
        rows.append(("OpenSpiel, legality-checked replay", other))
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
