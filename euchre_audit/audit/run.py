"""Several files, one report. One bad file never stops the others."""

import traceback
from collections.abc import Callable, Iterable, Sequence

from ..findings import Finding, Unreadable, Where
from ..records import ShownCheckpoint, Source, is_checkpoint, is_ledger, read_checkpoint, read_source
from .across import Across
from .fit import audit_game
from .inputs import load
from .result import Options, Report

Progress = Callable[[str], None]


def audit_files(
    paths: Iterable[str], options: Options, progress: Progress | None = None, folder: str | None = None
) -> Report:
    """Audit every game and hand in every file, in the order given; paths are from ``folder``, where it is given.

    Among the files may be a ledger, and checkpoints over it; games are compared with them.
    """
    report = Report(options=options, folder=folder)
    across = Across(report)
    games, ledgers, checkpoints = [], [], []
    for path in paths:
        if is_ledger(path, folder):
            ledgers.append(path)
        elif is_checkpoint(path, folder):
            checkpoints.append(path)
        else:
            games.append(path)
    if ledgers:
        shown = [each for each in (read_shown(path, report) for path in checkpoints) if each is not None]
        audit_ledger(across, ledgers[0], shown)
    for path in [*ledgers[1:], *(checkpoints if not ledgers else ())]:
        report.inputs.append((path, None))
        message = "one ledger at a time" if path in ledgers else "a checkpoint goes with its ledger"
        unreadable(report, Finding("F108", message, Where(path=path, line=1)))
    audit_games(across, games, progress)
    across.finish(finished=False)
    return report


def read_shown(path: str, report: Report) -> ShownCheckpoint | None:
    """A checkpoint that was named; a finding, and None, where it is none."""
    try:
        source = read_source(path, report.folder)
        report.inputs.append((path, source.sha256))
        report.beside.append(path)
        return read_checkpoint(source)
    except Unreadable as error:
        unreadable(report, error.finding)
        return None


def audit_ledger(
    across: Across, path: str, checkpoints: Sequence[ShownCheckpoint], origin: str | None = None
) -> None:
    """Read the ledger, or say why it cannot be."""
    try:
        across.read_ledger(path, checkpoints, origin)
    except Unreadable as error:
        across.report.inputs.append((path, None))
        unreadable(across.report, error.finding)


def audit_games(across: Across, paths: Sequence[str], progress: Progress | None = None) -> None:
    """Audit every game and hand in every file."""
    report = across.report
    named = paths if report.folder is None else ()
    for path in paths:
        if progress is not None:
            progress(path)
        try:
            source = read_source(path, report.folder)
        except Unreadable as error:
            report.inputs.append((path, None))
            unreadable(report, error.finding)
            continue
        audit_source(source, across, named)


def audit_source(source: Source, across: Across, named: Sequence[str] = ()) -> None:
    """Audit every game and hand of one source; ``named`` are the files that were named with it."""
    report = across.report
    report.inputs.append((source.path, source.sha256))
    for loaded in load(source, named):
        if isinstance(loaded, Finding):
            unreadable(report, loaded)
            continue
        try:
            loaded = across.with_session(loaded)
            game = audit_game(loaded, across.options)
            across.add(loaded, game)
            report.games.append(game)
        except Unreadable as error:
            unreadable(report, error.finding)
        except Exception as error:  # our own defect: told as one, and the other games go on
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{last.name}, line {last.lineno}"
            message = f"this tool failed on this game: {type(error).__name__} in {place}; please report it"
            report.findings.append(Finding("X901", message, loaded.document.where))


def unreadable(report: Report, finding: Finding) -> None:
    """Something could not be read, which is told, and counts."""
    report.unreadable += 1
    report.findings.append(finding)
