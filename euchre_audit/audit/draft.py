"""A manifest for a folder of games, written from what is there."""

import os
from collections import Counter
from typing import Any

from ..findings import Unreadable, Where
from ..records import is_checkpoint, is_ledger, read_checkpoint, read_source
from ..records.manifest import FORMAT, MANIFEST
from ..rules import load_house
from .archive import audit_folder
from .manifest import played_of
from .result import GameResult, Options


def draft_manifest(folder: str, event: str | None = None, previous: str | None = None) -> dict[str, Any]:
    """The manifest of a folder: games with hash, seats and score, players, standings, the ledger.

    Scores are as rescored. ``previous`` is the SHA-256 of the manifest before it. ``Unreadable`` where a game
    cannot be read, or has faults: a manifest says what is right.
    """
    if os.path.lexists(os.path.join(folder, MANIFEST)):
        message = "the folder has a manifest already; take it away first, so that it does not speak for the new one"
        raise Unreadable("F101", message, Where(path=os.path.join(folder, MANIFEST)))
    report = audit_folder(folder, Options())
    faults = [finding for finding in report.all_findings(notes=False) if finding.severity == "error"]
    if faults:
        first = faults[0]
        count = "a fault is" if len(faults) == 1 else f"{len(faults)} faults are"
        message = f"{count} in the games, to be mended first: {first.message}"
        raise Unreadable(first.code, message, first.where, first.expected, first.found)
    for path, held in Counter(game.path for game in report.games).items():
        if held > 1:
            message = f"this file holds {held} games; a manifest lists one a file, so give each a file of its own"
            raise Unreadable("A114", message, Where(path=path), "1", str(held))
    hashes = dict(report.inputs)
    games = sorted(report.games, key=lambda game: game.path)
    tree: dict[str, Any] = {"format": FORMAT}
    if event is not None:
        tree["event"] = event
    houses = {game.house for game in games if game.house is not None}
    if len(houses) == 1 and all(game.rules == load_house(next(iter(houses))).rules for game in games):
        tree["house"] = houses.pop()
    players: dict[str, str] = {}
    for game in games:
        players |= dict(zip(game.seats, game.players, strict=True))
    tree["players"] = [{"id": ident, "name": name} for ident, name in sorted(players.items())]
    tree["games"] = [_listed(game, hashes[game.path]) for game in games]
    ledger = _ledger(folder)
    if ledger is not None:
        tree["ledger"] = ledger
    tree["standings"] = {"order": ["won", "points"], "rows": _standings(games)}
    if previous is not None:
        tree["previous"] = previous
    return tree


def _listed(game: GameResult, sha256: str | None) -> dict[str, Any]:
    listed: dict[str, Any] = {"path": game.path.replace(os.sep, "/"), "sha256": sha256}
    if game.seats:
        listed["seats"] = game.seats
    if game.score is not None:
        listed["score"] = game.score
    return listed


def _ledger(folder: str) -> dict[str, Any] | None:
    """The one ledger at the folder's root, and the checkpoints beside it."""
    names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
    ledgers = [name for name in names if is_ledger(name, folder)]
    if len(ledgers) != 1:
        return None
    notes = [name for name in names if is_checkpoint(name, folder)]
    shown = [read_checkpoint(read_source(name, folder)) for name in notes]
    tree: dict[str, Any] = {"path": ledgers[0], "checkpoints": notes}
    origins = {each.checkpoint.origin for each in shown}
    if len(origins) == 1:
        tree["origin"] = origins.pop()
    return tree


def _standings(games: list[GameResult]) -> list[dict[str, Any]]:
    rows: dict[str, dict[str, Any]] = {}
    for game in games:
        played = played_of(game)
        for seat, player in enumerate(played.seats or ()):
            row = rows.setdefault(player, {"player": player, "played": 0, "won": 0, "points": 0})
            row["played"] += 1
            row["won"] += played.winners is not None and played.side_of[seat] in played.winners
            row["points"] += played.score[played.side_of[seat]] if played.score is not None else 0
    return sorted(rows.values(), key=lambda row: (-row["won"], -row["points"], row["player"]))
