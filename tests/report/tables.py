"""Tables for the tests of what is drawn: the moments of real audits."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from euchre_audit.audit import GameResult, Options, audit_game, load
from euchre_audit.audit.hand import HandOutcome
from euchre_audit.findings import Finding
from euchre_audit.records import HandRecord, Source, read_source
from euchre_audit.report.table import Table, moments
from tests.audit.games import source_of
from tests.cli.run import EXAMPLES
from tests.houses.test_complete_games import GAMES

Hands = list[tuple[HandRecord, HandOutcome]]
CORPUS = os.environ.get("EUCHRE_AUDIT_CORPUS")
FILES = sorted([*EXAMPLES.rglob("*.json"), *EXAMPLES.rglob("*.egn")])
FILES = [path for path in FILES if path.name != "archive.json"]
NAMES = [*(str(path.relative_to(EXAMPLES)) for path in FILES), *GAMES]
"""Every example, and a complete game of every house."""


def audited(source: Source) -> list[tuple[GameResult, Hands]]:
    """The games of a source, with their hands."""
    found = []
    for loaded in load(source):
        assert not isinstance(loaded, Finding), loaded
        hands: Hands = []
        found.append((audit_game(loaded, Options(), hands.append), hands))
    return found


def of_tree(tree: Any) -> tuple[GameResult, Hands]:
    """One game or hand."""
    (found,) = audited(source_of(tree))
    return found


def named(name: str) -> list[tuple[GameResult, Hands]]:
    """An example by its path, or the complete game of a house and what breaks its rules."""
    if name not in GAMES:
        return audited(read_source(str(EXAMPLES / name)))
    book = GAMES[name]()
    return [of_tree(book.game), *(of_tree(book.changed(change)) for change in book.changes)]


def corpus() -> Iterator[Path]:
    """Real games of other people."""
    folder = Path(CORPUS or ".") / "corpus"
    return itertools.chain(
        folder.rglob("*.egn"), folder.glob("club/open/games/*.json"), folder.glob("openspiel/*.jsonl")
    )


def tables_of(games: list[tuple[GameResult, Hands]], *, viewers: bool = True) -> Iterator[Table]:
    """Every moment, as everybody and as each seat sees it."""
    for game, hands in games:
        for viewer in (None, *(range(game.rules.seats) if viewers else ())):
            for record, outcome in hands:
                yield from moments(game, record, outcome, viewer)
