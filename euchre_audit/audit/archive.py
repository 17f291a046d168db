"""A folder of games: every game file below it, in order of name, and the ledger of their deals."""

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ..findings import FAIL, Finding, Related, Unreadable, Where
from ..records import Document, is_checkpoint, is_ledger, read_documents, read_source
from ..records.container import DEFAULT_LIMITS, Limits, open_container, unpack
from ..records.fetch import fetched, is_url
from ..records.manifest import MANIFEST, LedgerPart, Manifest
from ..records.read import typed
from .across import Across
from .manifest import Played, compare, played_of
from .report import Report
from .result import Event, GameResult, LedgerResult, Options
from .run import Progress, audit_files, audit_games, audit_ledger, read_shown, unreadable
from .shards import Mapper

GAME_FILES = (".json", ".jsonl", ".msgpack", ".egn", ".emn", ".ptn")
_STREAMS = (".jsonl", ".msgpack")


def audit_archive(
    path: str,
    options: Options,
    progress: Progress | None = None,
    expected_games: int | None = None,
    jobs: int = 1,
    limits: Limits = DEFAULT_LIMITS,
    by: Mapper | None = None,
) -> Report:
    """Audit a folder, a ``.zip``, ``.tar``, ``.tar.gz``, or a stream of records (``.jsonl``, ``.msgpack``, ``-``).

    What is packed is unpacked into a temporary folder first, within ``limits``, and what a URL leads to is brought
    here before; the rest is as in :func:`audit_folder`.
    """
    options = replace(options, seconds=limits.seconds)
    how = _How(options, progress, jobs, by)
    report = _audit_url(path, limits, how) if is_url(path) else _audit_path(path, limits, how)
    games = len(report.games)
    if expected_games not in (None, games) and not report.partial:
        message = f"{expected_games} games were expected, and there are {games}"
        report.findings.append(Finding("A140", message, Where(path=report.archive), str(expected_games)))
    return report


class _How(NamedTuple):
    """What stays the same whatever an archive is packed in."""

    options: Options
    progress: Progress | None
    jobs: int
    by: Mapper | None


def _audit_path(path: str, limits: Limits, how: _How) -> Report:
    if os.path.isdir(path):
        return audit_folder(path, *how)
    if path == "-" or path.lower().endswith(_STREAMS):
        return _audit_stream(path, None, how)
    with open_container(path, limits) as packed, TemporaryDirectory(prefix="euchre-audit-") as folder:
        failed = unpack(packed, folder)
        root = _root(folder)
        report = audit_folder(root, *how)
        _tell(report, (*packed.problems, *failed))
    return _named(report, root, path)


def _root(folder: str) -> str:
    """Where the archive begins in what was unpacked: in its one folder, where there is nothing beside that."""
    inside = os.listdir(folder)
    lone = os.path.join(folder, inside[0]) if len(inside) == 1 else folder
    return lone if os.path.isdir(lone) else folder


def _audit_url(url: str, limits: Limits, how: _How) -> Report:
    """What a URL leads to: a folder, or one file, which is packed or a stream. Paths are as from a folder here."""
    with fetched(url, limits) as found:
        if found.name is None:
            report = audit_folder(found.folder, *how)
            _tell(report, found.problems)
            return _named(report, found.folder, found.shown)
        if found.name.lower().endswith(_STREAMS):
            return _named(_audit_stream(found.name, found.folder, how), found.folder, found.shown)
        path = os.path.join(found.folder, found.name)
        try:
            report = _audit_path(path, limits, how)
        except Unreadable as error:
            told = error.finding
            shown = found.shown if told.where.path == path else told.where.path
            raise Unreadable.of(told.at(told.where.at(path=shown))) from None
        return _named(report, path, found.shown)


def _audit_stream(path: str, folder: str | None, how: _How) -> Report:
    """A stream of records, which has no manifest."""
    whole = path if folder is None else folder
    report = audit_files([path], how.options, how.progress, folder, how.jobs, how.by, archive=whole)
    report.findings.append(_no_manifest(whole))
    return report


def _tell(report: Report, problems: Iterable[Finding]) -> None:
    """What is wrong with how the archive is packed: it comes first, since the rest may follow from it."""
    found = list(problems)
    report.unreadable += sum(finding.severity == "error" for finding in found)
    report.findings[:0] = found


def _named(report: Report, place: str, path: str) -> Report:
    """A finding about a temporary folder or file is one about the archive, which is at ``path``."""
    report.archive = path
    report.findings = [
        finding.at(finding.where.at(path=path)) if finding.where.path == place else finding
        for finding in report.findings
    ]
    return report


def _no_manifest(path: str) -> Finding:
    message = "no archive.json says which games there should be, who sat where, and how it came out"
    return Finding("A120", message, Where(path=path))


def audit_folder(
    folder: str,
    options: Options,
    progress: Progress | None = None,
    jobs: int = 1,
    by: Mapper | None = None,
) -> Report:
    """Audit every game file of a folder and below, with all that its manifest says, the ledger included.

    Paths in the report are from the folder. ``jobs``: by how many processes; ``by``: by others than these.
    """
    paths, links, closed = find_games(folder)
    report = Report(options=options, folder=folder, archive=folder)
    across = Across(report)
    document, manifest = _read_manifest(report) if MANIFEST in paths else (None, None)
    if manifest is not None and manifest.house is not None:
        across.options = replace(across.options, event=Event(manifest.house, manifest.rules))
    games, others = _sorted_out(paths, folder, manifest)
    ledgers = [path for path in others if is_ledger(path, folder)]
    if manifest is not None and manifest.ledger is not None:
        _named_ledger(across, manifest.ledger)
    elif len(ledgers) == 1:  # a manifest is not signed: one that leaves the ledger out does not hide it
        others.remove(ledgers[0])
        _lone_ledger(across, ledgers[0], folder)
    if not games and not closed and not report.ledgers:
        kinds = ", ".join(GAME_FILES)
        unreadable(report, Finding("F150", "it holds no game files", Where(path=folder), kinds))
        return report
    audit_games(across, games, progress, jobs, by)
    listed = manifest.games if manifest is not None else ()
    rounds = {os.path.normpath(game.path): game.round for game in listed if game.round is not None}
    across.finish(finished=manifest is not None and bool(report.ledgers), rounds=rounds)
    if manifest is None:
        report.findings.append(_no_manifest(folder))
    elif document is not None and not report.partial:
        _compare(report, manifest, document, games, [finding.where.path or "" for finding in closed])
    for path in others:
        message = "this manifest or ledger is not that of the folder, and was not looked at"
        report.findings.append(Finding("A101", message, Where(path=path)))
    for finding in closed:
        unreadable(report, finding)
    for link in links:
        report.findings.append(Finding("A102", "this is a link; links are not followed", Where(path=link)))
    return report


def _sorted_out(paths: Iterable[str], folder: str, manifest: Manifest | None) -> tuple[list[str], list[str]]:
    """The files with games, and the manifests and ledgers that the manifest does not name."""
    ledger = os.path.normpath(manifest.ledger.path) if manifest is not None and manifest.ledger is not None else ""
    # A manifest is not signed: what it calls a ledger and is none is audited as a game, too.
    aside = {MANIFEST, *([ledger] if ledger.endswith(".jsonl") or is_ledger(ledger, folder) else [])}
    games: list[str] = []
    others: list[str] = []
    for path in paths:
        if path not in aside:
            (others if os.path.basename(path) == MANIFEST or is_ledger(path, folder) else games).append(path)
    return games, others


def _lone_ledger(across: Across, path: str, folder: str) -> None:
    """The one ledger of a folder that has no manifest, and the checkpoints beside it."""
    beside = os.path.dirname(path)
    names = sorted(os.listdir(os.path.join(folder, beside)))
    notes = [name for name in (os.path.join(beside, each) for each in names) if is_checkpoint(name, folder)]
    shown = [read_shown(note, across.report) for note in notes]
    audit_ledger(across, path, [each for each in shown if each is not None])


def _compare(
    report: Report, manifest: Manifest, document: Document, games: Iterable[str], closed: Iterable[str]
) -> None:
    """What the manifest says against what was audited: ``games`` are the files that there are.

    Whether there are any in the ``closed`` folders, nobody can say.
    """
    hashes = dict(report.inputs)
    held: dict[str, list[Played]] = {}
    for game in report.games:
        held.setdefault(game.path, []).append(played_of(game))
    found = _with_what_follows(compare(manifest, {path: hashes.get(path) for path in games}, held), report)
    shut = tuple(os.path.join(path, "") for path in closed)
    found = [each for each in found if each.code != "A103" or not (each.expected or "").startswith(shut)]
    report.findings += [_placed(finding, document) for finding in found]
    for result in report.ledgers:
        result.findings = [_placed(finding, document) for finding in result.findings]


def _with_what_follows(found: list[Finding], report: Report) -> list[Finding]:
    """Of a missing file the ledger tells that its game is; of one put in, that it was never promised: told once."""
    missing = next((place for place, each in enumerate(found) if each.code == "A103"), None)
    put_in = {each.where.path: place for place, each in enumerate(found) if each.code == "A105"}

    def take(holder: LedgerResult | GameResult, code: str, place: int | None) -> None:
        follows = [each for each in holder.findings if each.code == code]
        if follows and place is not None:
            found[place] = found[place].with_related(*(Related(each.message) for each in follows))
            holder.findings = [each for each in holder.findings if each.code != code]

    for ledger in report.ledgers:
        take(ledger, "C425", missing)
    for game in report.games.to_change() if put_in else ():
        take(game, "C420", put_in.get(game.path))
    return found


def size_of(path: str) -> int | None:
    """How many bytes of records an audit has to go through, about; None where that is not known before."""
    if not os.path.isdir(path):
        is_file = path.lower().endswith(_STREAMS) and os.path.isfile(path)
        return os.path.getsize(path) if is_file else None
    sizes = 0
    for name in find_games(path)[0]:
        with suppress(OSError):
            sizes += os.path.getsize(os.path.join(path, name))
    return sizes


def _placed(finding: Finding, manifest: Document) -> Finding:
    """A finding on the manifest, with its line."""
    if finding.where.path != MANIFEST:
        return finding
    line = manifest.line(finding.where.pointer or "")
    return finding.at(finding.where.at(line=line))


def _read_manifest(report: Report) -> tuple[Document | None, Manifest | None]:
    """The manifest at the root of the folder; None where it cannot be read, which is told."""
    try:
        source = read_source(MANIFEST, report.folder)
        document = next(iter(read_documents(source)))
        if isinstance(document, Finding):
            unreadable(report, document)
            return None, None
        report.inputs.append((MANIFEST, source.sha256))
        report.beside.append(MANIFEST)
        manifest: Manifest = typed(document, Manifest)
    except Unreadable as error:
        unreadable(report, error.finding)
        return None, None
    return document, manifest


def _named_ledger(across: Across, named: LedgerPart) -> None:
    """The ledger that the manifest names, and the checkpoints over it: promised and missing is a fault."""
    across.whole = True
    report = across.report
    missing = [path for path in (named.path, *named.checkpoints) if not _is_inside(report.folder or "", path)]
    for path in missing:
        message = f"the manifest names {path}, and it is not in the archive"
        finding = Finding("C414", message, Where(path=MANIFEST, pointer="/ledger"), path)
        lacking = LedgerResult(path, findings=[finding])
        lacking.answers["published"] = FAIL
        report.ledgers.append(lacking)
    if named.path in missing:
        return
    shown = [read_shown(path, report) for path in named.checkpoints if path not in missing]
    audit_ledger(across, named.path, [each for each in shown if each is not None], named.origin)


def _is_inside(folder: str, path: str) -> bool:
    """Whether this names a plain file below the folder, and no link leads to it."""
    if os.path.isabs(path) or "\0" in path or "\\" in path or ".." in path.split("/"):
        return False
    parts = path.split("/")
    steps = [os.path.join(folder, *parts[:count]) for count in range(1, len(parts) + 1)]
    return os.path.isfile(steps[-1]) and not any(os.path.islink(step) for step in steps)


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
