"""A folder of games: every game file below it, in order of name."""

import os

from ..findings import Finding, Unreadable, Where
from ..records import read_bytes
from ..records.strict import parse_json
from .result import Options, Report
from .run import Progress, audit_files

MANIFEST = "archive.json"
GAME_FILES = (".json", ".jsonl", ".msgpack", ".egn", ".emn", ".ptn")


def audit_folder(folder: str, options: Options, progress: Progress | None = None) -> Report:
    """Audit every game file of a folder and below. Paths in the report are from the folder."""
    paths, links, closed = find_games(folder)
    aside = _set_aside(folder, paths)
    paths = [path for path in paths if path not in aside]
    if not paths and not closed:
        report = Report(options=options)
        kinds = ", ".join(GAME_FILES)
        report.findings.append(Finding("F150", "the folder holds no game files", Where(path=folder), kinds))
        report.unreadable = 1
        return report
    report = audit_files(paths, options, progress, folder)
    if aside:
        message = f"each game was audited on its own; {' and '.join(aside)} were not looked at"
        report.findings.append(Finding("A101", message, Where(path=aside[0])))
    report.findings += closed
    report.unreadable += len(closed)
    for link in links:
        report.findings.append(Finding("A102", "this is a link; links are not followed", Where(path=link)))
    return report


def find_games(folder: str) -> tuple[list[str], list[str], list[Finding]]:
    """Game files and links in a folder and below, sorted and named from there; hidden ones are passed over.

    With a finding for each folder below that may not be read; ``Unreadable`` for what is no folder or may not be
    read itself.
    """
    if not os.path.isdir(folder):
        message = "there is no such folder" if not os.path.exists(folder) else "this is not a folder"
        raise Unreadable("F101", message, Where(path=folder))

    closed: list[Finding] = []

    def refuse(error: OSError) -> None:
        message = f"it cannot be read: {error.strerror}"
        if error.filename in (None, folder):
            raise Unreadable("F101", message, Where(path=folder))
        closed.append(Finding("F101", message, Where(path=os.path.relpath(error.filename, folder))))

    found: list[str] = []
    links: list[str] = []
    for parent, folders, files in os.walk(folder, onerror=refuse):
        links += [os.path.join(parent, name) for name in folders if os.path.islink(os.path.join(parent, name))]
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            path = os.path.join(parent, name)
            if name.lower().endswith(GAME_FILES) and not name.startswith("."):
                (links if os.path.islink(path) else found).append(path)
    named = [sorted(os.path.relpath(path, folder) for path in paths) for paths in (found, links)]
    return named[0], named[1], closed


def _set_aside(folder: str, paths: list[str]) -> list[str]:
    """The manifests, and the ledgers that they name; neither is a game."""
    aside = []
    for manifest in paths:
        if os.path.basename(manifest) != MANIFEST:
            continue
        try:
            tree = parse_json(read_bytes(manifest, folder), Where(path=manifest))
            if not isinstance(tree, dict) or tree.get("format") != "euchre-archive/1":
                continue
            aside.append(manifest)
            ledger = tree.get("ledger")
            name = ledger.get("path") if isinstance(ledger, dict) else None
            named = os.path.normpath(os.path.join(os.path.dirname(manifest), str(name)))
            # A manifest is not signed: what it calls a ledger is set aside only where it begins like one.
            if named in paths and read_bytes(named, folder).startswith(b'{"open":'):
                aside.append(named)
        except Unreadable:
            continue
    return aside
