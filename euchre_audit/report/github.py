"""What GitHub Actions shows: annotations, by commands in the log, and the summary of a step.

A line of the log that begins with ``::``, and ``##[`` anywhere in a line, is a command to the runner; nothing that
a file says may become one.
"""

import os
from contextlib import suppress

from ..audit import Report
from ..audit.games import Tally
from ..audit.words import place_words
from ..findings import FAIL, PASS, SEVERITIES, UNCHECKED, UNPROVEN, Finding, entry
from ..records.fetch import is_url
from .clean import clean, unforgeable

SHOWN = 10
"""Annotations of one level that GitHub shows of one step."""
SUMMARY_BYTES = 1_000_000
"""GitHub refuses more than 1 MiB of one step, and other commands of the step may write, too."""
LONGEST_PATH = 4096

_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}
_MARKS = {PASS: "✅", FAIL: "❌", UNPROVEN: "❔", UNCHECKED: "➖"}


def as_github(report: Report) -> str:
    """Annotations, the most severe first, as many of each level as GitHub shows; the last line counts the rest."""
    found = sorted(report.all_findings(), key=by_severity)
    lines = []
    for level in SEVERITIES:
        shown = [each for each in found if each.severity == level][:SHOWN]
        lines += [_annotation(report, each) for each in shown]
    left = len(found) - len(lines)
    more = f"; {left:,} more are not shown here, since GitHub shows {SHOWN} of a kind" if left else ""
    verdict = "nothing was checked" if report.verdict == UNCHECKED else report.verdict
    part = "interrupted, a part alone; " if report.partial else ""
    return "".join(
        f"{line}\n" for line in [*lines, f"euchre-audit: {part}{verdict}; {_counts(report.tally)}{more}"]
    )


def step_summary(report: Report) -> str:
    """The report in GitHub's Markdown, for the file that ``GITHUB_STEP_SUMMARY`` names."""
    tally = report.tally
    kinds = (PASS, FAIL, UNPROVEN, UNCHECKED)
    part = " (interrupted: a part)" if report.partial else ""
    lines = [
        f"## {_MARKS[report.verdict]} euchre-audit: {report.verdict}{part}",
        "",
        f"{len(report.inputs):,} files, {len(report.games):,} games, {tally.hands:,} hands; {_counts(tally)}",
        "",
        f"| Answer | | {' | '.join(f'hands {kind}' for kind in kinds)} |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for name, answer in report.answers.items():
        counts = " | ".join(f"{tally.of_hands[name, kind]:,}" for kind in kinds)
        lines.append(f"| {name} | {_MARKS[answer]} {answer} | {counts} |")
    faults = sorted(report.all_findings(notes=False), key=by_severity)
    size = sum(len(line.encode()) + 1 for line in lines) + 20_000  # for the notes, one row a code
    if faults:
        lines += ["", "| Where | What | Code |", "| --- | --- | --- |"]
    for number, finding in enumerate(faults):
        row = f"| {_markdown(_place(report, finding))} | {_markdown(_message(finding))} | {finding.code} |"
        size += len(row.encode()) + 1
        if size > SUMMARY_BYTES:
            lines += ["", f"{len(faults) - number:,} more findings have no room here; the other reports have them."]
            break
        lines.append(row)
    return "\n".join([*lines, *_notes(tally)]) + "\n"


def by_severity(finding: Finding) -> tuple[int, str, int, int, str]:
    """To sort by: errors, warnings, notes; each by file and line."""
    where = finding.where
    rank = SEVERITIES.index(finding.severity)
    return (rank, where.path or "", where.line or 0, where.hand or 0, finding.code)


def repository_path(report: Report, path: str) -> str:
    """The path from the root of the repository, with ``/``: GitHub's, or where the command ran.

    What is not below it begins with ``..`` or is absolute.
    """
    whole = path
    if report.folder is not None and report.archive is not None and path != report.archive:
        whole = os.path.join(report.archive, path)
    if whole in ("", "-") or is_url(whole):
        return whole.replace(os.sep, "/")
    named = os.environ.get("GITHUB_WORKSPACE", "")
    for root in (named, os.path.realpath(named)) if named else (os.curdir,):
        with suppress(ValueError):  # another drive
            below = os.path.relpath(whole, root)
            if below.split(os.sep)[0] != os.pardir:
                return below.replace(os.sep, "/")
    return (os.path.abspath(whole) if named else os.path.normpath(whole)).replace(os.sep, "/")


def line_of(finding: Finding) -> int | None:
    """The line of a finding; 1 where it is about a whole file, None where the file has no lines."""
    path, line = finding.where.path, finding.where.line
    if path is None or (line is None and path.lower().endswith(".msgpack")):
        return None
    return max(line or 1, 1)


def _annotation(report: Report, finding: Finding) -> str:
    line = line_of(finding)
    given = {"title": f"{finding.code} {entry(finding.code).title}"}
    if finding.where.path is not None:
        place = {} if line is None else {"line": str(line)}
        given = {"file": clean(repository_path(report, finding.where.path), LONGEST_PATH), **place, **given}
    properties = ",".join(f"{name}={_property(value)}" for name, value in given.items())
    at = ", ".join(place_words(finding.where))
    known = f"known: {clean(finding.known)}; " if finding.known is not None else ""
    message = unforgeable(known + (f"{at}: {_message(finding)}" if at else _message(finding)))
    return f"::{_LEVELS[finding.severity]} {properties}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _message(finding: Finding) -> str:
    parts = [clean(finding.message)]
    parts += [] if finding.expected is None else [f"expected {clean(finding.expected)}"]
    parts += [] if finding.found is None else [f"found {clean(finding.found)}"]
    return "; ".join([*parts, *(clean(item.message) for item in finding.related)])


def _place(report: Report, finding: Finding) -> str:
    line = line_of(finding)
    path = clean(repository_path(report, finding.where.path or ""))
    return ", ".join([path + ("" if line is None else f":{line}"), *place_words(finding.where)])


def _markdown(text: str) -> str:
    """Text that Markdown shows as it is: no mark, link, image, mention or HTML of its own."""
    shown = "".join(sign if sign.isalnum() or sign == " " else f"&#{ord(sign)};" for sign in text)
    return f"<code>{shown}</code>"


def _notes(tally: Tally) -> list[str]:
    rows = [f"| {code} | {count:,} | {entry(code).title} |" for code, count in sorted(tally.notes().items())]
    return ["", "| Note | Times | What it is |", "| --- | ---: | --- |", *rows] if rows else []


def _counts(tally: Tally) -> str:
    counts = ((tally.findings(level), level) for level in SEVERITIES)
    return ", ".join(f"{count:,} {level}{'' if count == 1 else 's'}" for count, level in counts)
