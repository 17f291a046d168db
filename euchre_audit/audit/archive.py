"""A folder of games: every game file below it, in order of name."""

import os

from ..findings import Finding, Unreadable, Where
from ..records import read_bytes
from ..records.strict import parse_json
from .result import Options, Report
from .run import Progress, audit_files

MANIFEST = "archive.json"
GAME_FILES = (".json", ".jsonl", ".msgpack", ".egn")


def find_games(folder: str) -> list[str]:
    """The game files in a folder and below, sorted; links are not followed.

    ``Unreadable`` for what is not a folder, or one that may not be read.
    """
    where = Where(path=folder)
    if not os.path.isdir(folder):
        message = "there is no such folder" if not os.path.exists(folder) else "this is not a folder"
        raise Unreadable("F101", message, where)
    found: list[str] = []

    def refuse(error: OSError) -> None:
        raise Unreadable("F101", f"it cannot be read: {error.strerror}", Where(path=error.filename or folder))

    for parent, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [os.path.join(parent, name) for name in files if name.lower().endswith(GAME_FILES)]
    return sorted(path for path in found if not os.path.islink(path) and os.path.basename(path)[0] != ".")


def audit_folder(folder: str, options: Options, progress: Progress | None = None) -> Report:
    """Audit every game file of a folder."""
    paths, aside = _set_aside(folder, find_games(folder))
    if not paths:
        report = Report(options=options)
        kinds = ", ".join(GAME_FILES)
        report.findings.append(Finding("F150", "the folder holds no game files", Where(path=folder), kinds))
        report.unreadable = 1
        return report
    report = audit_files(paths, options, progress)
    if aside:
        names = " and ".join(os.path.relpath(path, folder) for path in aside)
        message = f"each game was audited on its own; {names} were not looked at"
        report.findings.append(Finding("A101", message, Where(path=aside[0])))
    return report


def _set_aside(folder: str, paths: list[str]) -> tuple[list[str], list[str]]:
    """The games, and the manifest with the ledger that it names; neither is a game."""
    manifest = os.path.join(folder, MANIFEST)
    if manifest not in paths:
        return paths, []
    try:
        tree = parse_json(read_bytes(manifest), Where(path=manifest))
    except Unreadable:
        return paths, []
    if not isinstance(tree, dict) or tree.get("format") != "euchre-archive/1":
        return paths, []
    ledger = tree.get("ledger")
    named = ledger.get("path") if isinstance(ledger, dict) else None
    aside = [manifest]
    if isinstance(named, str) and os.path.join(folder, named) in paths:
        aside.append(os.path.join(folder, named))
    return [path for path in paths if path not in aside], aside
