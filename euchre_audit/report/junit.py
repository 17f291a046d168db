"""JUnit XML: a suite a file, a case a hand and answer, passes included.

``failure``: a fault, or an answer that was required and is not pass. ``error``: a file that cannot be read, or a
crash of this tool. ``skipped``: unproven or unchecked, with the reason. What is about no hand has cases of its own.

GitLab reads 30 MB, 250,000 nodes and, of cases of one class and name, the first alone. So every name is used once;
and where a case a hand would be too many, there is one a game, or in the end one for all files.
"""

import os
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass, field

from ..audit import Report
from ..audit.words import place_words
from ..findings import ANSWERS, FAIL, PASS, SEVERITIES, UNCHECKED, UNPROVEN, Answer, Finding, entry, worst
from .clean import clean, unforgeable
from .github import LONGEST_PATH, line_of, repository_path
from .text import GROUPS, WHY_UNCHECKED

MOST_CASES = 20_000
TOLD = 20
"""Findings that are told in full in one case."""
_ALL = "all files"
_READ = "read"


@dataclass(slots=True)
class _Case:
    answers: list[Answer] = field(default_factory=list)
    what: str | None = None
    findings: list[Finding] = field(default_factory=list)


class _Suite(dict[str, _Case]):
    """Cases by name, in order."""

    def case(self, name: str) -> _Case:
        return self.setdefault(name, _Case())

    def add(self, prefix: str, findings: list[Finding], answers: dict[str, Answer] | None = None) -> None:
        """What a game, a ledger or a hand answers, as far as it does, and what was found in it."""
        for name, answer in (answers or {}).items():
            if answer != UNCHECKED:
                self.case(prefix + name).answers.append(answer)
        for finding in findings:
            self.case(_name(prefix, finding)).findings.append(finding)


def as_junit(report: Report) -> str:
    """The report as JUnit XML."""
    grain = _grain(report)
    suites = _suites(report, grain)
    root = ET.Element("testsuites", name="euchre-audit")
    if report.partial:
        root.set("name", "euchre-audit (interrupted: a part)")
    names: dict[tuple[str, str], int] = {}
    totals = [0, 0, 0]
    for number, (path, found) in enumerate(suites.items()):
        suite = ET.SubElement(root, "testsuite", name=clean(path) or "-", id=str(number))
        if path != _ALL:
            suite.set("file", clean(repository_path(report, path), LONGEST_PATH))
        if grain != "hand":
            properties = ET.SubElement(suite, "properties")
            many = f"one case for each answer of a {grain}: a case a hand would be more than readers take"
            ET.SubElement(properties, "property", name="cases", value=many)
        for name, case in found.items():
            _write(report, suite, _once(names, _class_name(path), clean(name)), case)
        counts = [len(found), *(len(suite.findall(f"testcase/{kind}")) for kind in ("failure", "error", "skipped"))]
        for kind, count in zip(("tests", "failures", "errors", "skipped"), counts, strict=True):
            suite.set(kind, str(count))
        suite.set("time", "0")
        totals = [total + count for total, count in zip(totals, counts, strict=False)]
    for kind, total in zip(("tests", "failures", "errors"), totals, strict=True):
        root.set(kind, str(total))
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return unforgeable(f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n', "&#{};")


# Cases


def _grain(report: Report) -> str:
    """What has a case for each answer: each hand, each game, or the run, whichever readers can take."""
    files = len(report.inputs)
    if files + len(ANSWERS) * report.games.tally.hands <= MOST_CASES:
        return "hand"
    return "game" if files + 2 * len(ANSWERS) * len(report.games) <= MOST_CASES else "run"


def _suites(report: Report, grain: str) -> dict[str, _Suite]:
    suites: dict[str, _Suite] = {}

    def suite(path: str | None) -> _Suite:
        return suites.setdefault(_ALL if grain == "run" or not path else path, _Suite())

    for path, _ in report.inputs:
        suite(path).case(_READ).answers.append(PASS)
    for finding in report.findings:
        suite(finding.where.path).add("", [finding])
    for ledger in report.ledgers:
        suite(ledger.path).add("ledger: ", ledger.findings, ledger.answers)
    for game, label in zip(report.games, _labels([(game.path, game.name) for game in report.games]), strict=True):
        of_game = suite(game.path)
        label = "" if grain == "run" else label
        hands = {hand.number for hand in game.hands if hand.number is not None}
        whole = [finding for finding in game.findings if finding.where.hand not in hands]
        of_game.add(f"{label}game: ", whole, game.answers)
        about: dict[int | None, list[Finding]] = {number: [] for number in hands}
        for finding in game.findings:
            about.get(finding.where.hand, []).append(finding)
        numbers: dict[int | None, int] = {}
        for hand in game.hands:
            prefix = f"{label}hands: "
            if grain == "hand":
                count = numbers[hand.number] = numbers.get(hand.number, 0) + 1
                prefix = f"{label}hand {hand.number}{f' ({count})' if count > 1 else ''}: "
            for name in ANSWERS:
                case = of_game.case(prefix + name)
                case.what = name
                case.answers.append(hand.answers[name])
            of_game.add(prefix, [*hand.findings, *about.pop(hand.number, ())])
    return suites


def _name(prefix: str, finding: Finding) -> str:
    """The case that a finding belongs to: an answer's, that of reading the file, or one of its own code."""
    code = finding.code
    if code[0] == "F" and finding.severity == "error":
        return _READ
    answer = next((name for name, codes in GROUPS.items() if code.startswith(codes)), None)
    if prefix and answer is not None:
        return prefix + ("play" if answer == "bidding" else answer)
    return f"{prefix}{code} {entry(code).title}"


def _labels(games: list[tuple[str, str | None]]) -> list[str]:
    """What to call each game, by file and name, of a file of several; nothing where it is the only one."""
    count = Counter(path for path, _ in games)
    number: dict[str, int] = {}
    labels = []
    for path, name in games:
        number[path] = number.get(path, 0) + 1
        named = f" ({clean(name)})" if name else ""
        labels.append(f"game {number[path]}{named}, " if count[path] > 1 else "")
    return labels


# XML


def _once(names: dict[tuple[str, str], int], class_name: str, name: str) -> dict[str, str]:
    """Class and name of a case, with a number where they were used before."""
    count = names[class_name, name] = names.get((class_name, name), 0) + 1
    if count > 1:
        return _once(names, class_name, f"{name} ({count})")
    return {"classname": class_name, "name": name}


def _class_name(path: str) -> str:
    """``games.t1-g1_json`` for ``games/t1-g1.json``: readers take what stands before a dot for a package."""
    parts = clean(path.replace(os.sep, "/")).split("/")
    return ".".join(part.replace(".", "_") for part in parts if part) or "file"


def _write(report: Report, suite: ET.Element, named: dict[str, str], case: _Case) -> None:
    element = ET.SubElement(suite, "testcase", {**named, "time": "0"})
    answer = worst(case.answers)
    counting = SEVERITIES[: SEVERITIES.index(report.options.fail_on) + 1]
    found = sorted(case.findings, key=lambda finding: SEVERITIES.index(finding.severity))
    faults = [finding for finding in found if finding.severity in counting and finding.known is None]
    if any(finding.code[0] in "FX" and finding.severity == "error" for finding in found):
        kind = "error"
    elif faults or (answer == FAIL and not any(each.known for each in found)) or _is_missing(report, case):
        kind = "failure"
    elif found or answer != PASS:
        kind = "skipped"
    else:
        return
    if kind == "skipped" and case.answers and answer == PASS:
        return  # notes beside an answer that is pass
    if faults or (found and (answer != FAIL or found[0].known)):
        known = f"known: {clean(found[0].known)}; " if found[0].known else ""
        message, code = known + clean(found[0].message), found[0].code
    else:
        message, code = _reason(case, answer), answer
    if kind == "failure" and not faults and answer != FAIL:
        message = f"required and {answer}: {message}"
    child = ET.SubElement(element, kind, message=message, type=code)
    if kind == "skipped":
        return
    lines = [line for finding in found[:TOLD] for line in _lines(finding)]
    if len(found) > TOLD:
        lines.append(f"and {len(found) - TOLD:,} more findings")
    child.text = "\n".join(lines) or None


def _is_missing(report: Report, case: _Case) -> bool:
    """Whether the answer was required, and not every hand of the case passes."""
    return case.what in report.options.require and any(answer != PASS for answer in case.answers)


def _reason(case: _Case, answer: Answer) -> str:
    if answer == FAIL:
        return "it fails by a fault that is told in another case"
    if answer == UNPROVEN:
        return "evidence could exist and was not shown"
    return WHY_UNCHECKED[case.what] if case.what is not None else "not checked"


def _lines(finding: Finding) -> list[str]:
    where = finding.where
    line = line_of(finding)
    place = clean(where.path or "") + ("" if line is None else f":{line}")
    at = ", ".join([*place_words(where), *([clean(where.pointer)] if where.pointer else [])])
    lines = [f"{finding.code} {clean(finding.message)}", f"  at {place}" + (f" ({at})" if at else "")]
    lines += [] if finding.expected is None else [f"  expected {clean(finding.expected)}"]
    lines += [] if finding.found is None else [f"  found {clean(finding.found)}"]
    return [*lines, *(f"  also: {clean(item.message)}" for item in finding.related)]
