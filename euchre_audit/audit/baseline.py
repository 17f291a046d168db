"""Findings that are known: they count as notes, with their reason; those that vanished are told."""

from collections.abc import Iterator

from msgspec.structs import replace

from ..findings import Finding, Where
from ..findings.fingerprint import fingerprints
from .report import Report


def apply_baseline(report: Report) -> None:
    """Mark what the person's baseline knows; say which of it is not found any more.

    Input that could not be read was not audited, and no baseline lets that stand.
    """
    known = report.options.baseline
    if known is None:
        return
    marks = iter(fingerprints(report.all_findings()))
    found: set[str] = set()
    for findings in _held(report):
        for place, finding in enumerate(findings):
            mark = next(marks)
            if mark in known:
                found.add(mark)
                if findings is report.findings and finding.is_unreadable:
                    continue
                findings[place] = replace(finding, known=known[mark])
    for mark in sorted(known.keys() - found):
        message = f"a known finding is not found any more: {known[mark]}"
        where = Where(path=report.options.baseline_path, pointer="/known")
        report.findings.append(Finding("A150", message, where, None, mark))


def _held(report: Report) -> Iterator[list[Finding]]:
    """The lists of findings, in the order of :meth:`~euchre_audit.audit.report.Report.all_findings`."""
    yield report.findings
    for ledger in report.ledgers:
        yield ledger.findings
    for game in report.games.to_change():
        yield game.findings
        for hand in game.hands:
            yield hand.findings
