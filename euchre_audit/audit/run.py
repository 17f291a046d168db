"""Several files, one report. One bad file never stops the others."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..findings import Finding, Unreadable, Where
from ..records import ShownCheckpoint, Source, is_checkpoint, is_ledger, read_checkpoint, read_source
from .across import Across
from .games import Tally
from .report import Report
from .result import Options
from .shards import Audited, Mapper, Piece, in_order, judged_again, split, together


@dataclass(frozen=True, slots=True)
class Done:
    """What was done since the last time: how many bytes, and what their games count up to."""

    size: int
    tally: Tally


Progress = Callable[[Done], None]


def audit_files(
    paths: Iterable[str],
    options: Options,
    progress: Progress | None = None,
    folder: str | None = None,
    jobs: int = 1,
    by: Mapper | None = None,
    *,
    archive: str | None = None,
) -> Report:
    """Audit every game and hand in every file, in the order given; paths are from ``folder``, where it is given.

    Among the files may be a ledger, and checkpoints over it; games are compared with them. ``jobs``: by so many
    processes; ``by``: by others than these. ``archive``: what the person calls the whole, where it is one.
    """
    report = Report(options=options, folder=folder, archive=archive)
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
    audit_games(across, games, progress, jobs, by)
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


def audit_games(
    across: Across,
    paths: Sequence[str],
    progress: Progress | None = None,
    jobs: int = 1,
    by: Mapper | None = None,
) -> None:
    """Audit every game and hand in every file, by ``jobs`` processes, or ``by`` others.

    An interruption ends it with what there is by then, and the report says that it is a part.
    """
    report = across.report
    named = tuple(paths) if report.folder is None else ()

    def pieces() -> Iterator[Piece]:
        for path in paths:
            try:
                source = read_source(path, report.folder)
            except Unreadable as error:
                report.inputs.append((path, None))
                yield Piece((error.finding,), named)
                continue
            report.inputs.append((path, source.sha256))
            yield from split(source, named)

    _audit_pieces(across, pieces(), progress, jobs, by)


def audit_source(source: Source, options: Options) -> Report:
    """Audit every game and hand of a file that was read."""
    report = Report([(source.path, source.sha256)], options=options)
    across = Across(report)
    _audit_pieces(across, split(source))
    across.finish(finished=False)
    return report


def _audit_pieces(
    across: Across,
    pieces: Iterable[Piece],
    progress: Progress | None = None,
    jobs: int = 1,
    by: Mapper | None = None,
) -> None:
    ledger, report = across.ledger, across.report
    sessions = ledger.sessions() if ledger is not None else None
    lines = ledger.lines if ledger is not None else None
    try:
        for piece, audited in in_order(together(pieces), across.options, sessions, lines, jobs, by):
            for finding in audited.findings:
                report.findings.append(finding)
                report.unreadable += finding.code != "X901"
            across.add(piece, audited)
            _keep(across, piece, audited)
            report.games.add(audited.games)
            if progress is not None:
                progress(Done(piece.size, audited.games.tally))
    except KeyboardInterrupt:
        report.partial = True


def _keep(across: Across, piece: Piece, audited: Audited) -> None:
    """The hands that are to be shown in full are judged once more, since a worker sends only results.

    Whole games as long as they take no more than half of the room, then hands with a fault.
    """
    report, most = across.report, across.options.in_full
    if len(report.in_full) >= most or (report.archive is not None and not audited.games.tally.findings("error")):
        return
    before = len(report.games)
    for number, (head, game) in enumerate(zip(audited.heads, audited.games.games(), strict=True), before):
        room, hands = most - len(report.in_full), len(game.hands)
        whole = report.archive is None and hands <= room - most // 2
        wanted = range(hands) if whole else sorted(game.faulty())[:room]
        if not wanted:
            continue
        session = across.ledger.read(head.session) if across.ledger and head.in_ledger and head.session else None
        judged = judged_again(piece, head, across.options, session)
        report.in_full |= {(number, place): judged[place] for place in wanted}


def unreadable(report: Report, finding: Finding) -> None:
    """Something could not be read, which is told, and counts."""
    report.unreadable += 1
    report.findings.append(finding)
