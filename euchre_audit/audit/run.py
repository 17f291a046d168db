"""Several files, one report. One bad file never stops the others."""

import traceback
from collections.abc import Callable, Iterable, Sequence

from ..findings import Finding, Unreadable, Where
from ..records import Source, read_source
from .fit import audit_game
from .inputs import load
from .result import Options, Report

Progress = Callable[[str], None]


def audit_files(
    paths: Iterable[str], options: Options, progress: Progress | None = None, folder: str | None = None
) -> Report:
    """Audit every game and hand in every file, in the order given; paths are from ``folder``, where it is given."""
    report = Report(options=options, folder=folder)
    paths = list(paths)
    named = paths if folder is None else ()
    for path in paths:
        if progress is not None:
            progress(path)
        try:
            source = read_source(path, folder)
        except Unreadable as error:
            report.inputs.append((path, None))
            _unreadable(report, error.finding)
            continue
        audit_source(source, report, named)
    _own_copies(report)
    return report


def audit_source(source: Source, report: Report, named: Sequence[str] = ()) -> None:
    """Audit every game and hand of one source into ``report``; ``named`` are the files that were named with it."""
    report.inputs.append((source.path, source.sha256))
    for loaded in load(source, named):
        if isinstance(loaded, Finding):
            _unreadable(report, loaded)
            continue
        try:
            report.games.append(audit_game(loaded, report.options))
        except Unreadable as error:
            _unreadable(report, error.finding)
        except Exception as error:  # our own defect: told as one, and the other games go on
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{last.name}, line {last.lineno}"
            message = f"this tool failed on this game: {type(error).__name__} in {place}; please report it"
            report.findings.append(Finding("X901", message, loaded.document.where))


def _unreadable(report: Report, finding: Finding) -> None:
    report.unreadable += 1
    report.findings.append(finding)


def _own_copies(report: Report) -> None:
    """A commitment that the person saw has to be that of some deal here; a list may hold more than the file."""
    options = report.options
    hands = [(game, hand) for game in report.games for hand in game.hands]
    held = {hand.commitment for _, hand in hands} | {game.draw_commitment for game in report.games}
    unknown = [seen for seen in options.saw if seen not in held] if hands else []
    if len(hands) == 1 and len(unknown) < len(options.saw):
        unknown = []  # the person noted several, and one is this hand's
    for seen in unknown:
        message = "a commitment you saw is not that of any hand here"
        if len(hands) == 1:
            game, hand = hands[0]
            message = "the commitment you saw is another one than the file's"
            if hand.commitment is None:
                message = "you saw a commitment, and the file holds none"
            where = Where(path=game.path, game=game.name, hand=hand.number)
            hand.findings = [finding for finding in hand.findings if finding.code != "C210"]
            hand.findings.append(Finding("C201", message, where, seen, hand.commitment))
            hand.answers["published"] = "fail"
        else:
            report.findings.append(Finding("C201", message, Where(path=report.inputs[0][0]), seen))
            report.games[0].answers["published"] = "fail"
    if options.published is None:
        return
    report.findings += options.published.contradictions
    for game in report.games:
        listed = {number for session, number in options.published.commitments if session == game.name}
        absent = sorted(listed - {hand.number for hand in game.hands} - {0})
        if absent and not game.alone:
            numbers = ", ".join(map(str, absent[:20]))
            message = f"your list has hands that this game does not: {numbers}"
            game.findings.append(Finding("C203", message, Where(path=game.path, pointer="/hands", game=game.name)))
