"""SARIF 2.1.0, as code scanning reads it: one run, one result a finding, the most severe first."""

import json
import os
from typing import Any
from urllib.parse import quote

from .. import __version__
from ..audit import Report
from ..audit.words import place_words
from ..findings import Entry, Finding, entry
from ..findings.fingerprint import fingerprints
from .clean import clean, unforgeable
from .github import LONGEST_PATH, by_severity, line_of, repository_path

MOST_RESULTS = 25_000
"""GitHub refuses a run with more; it keeps and shows the 5,000 most severe of them."""
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT = "%SRCROOT%"
_PARTS = {
    "F": "file",
    "D": "deal",
    "C": "evidence",
    "B": "bidding",
    "P": "play",
    "S": "score",
    "G": "game",
    "A": "archive",
    "T": "statistics",
    "X": "tool",
}


def as_sarif(report: Report) -> str:
    """The report as a SARIF log."""
    found = report.all_findings()
    ordered = sorted(zip(found, fingerprints(found), strict=True), key=lambda pair: by_severity(pair[0]))
    kept = ordered[:MOST_RESULTS]
    codes = sorted({finding.code for finding, _ in kept})
    index = {code: number for number, code in enumerate(codes)}
    run = {
        "tool": {
            "driver": {
                "name": "euchre-audit",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": [_rule(entry(code)) for code in codes],
            }
        },
        "invocations": [_invocation(report, len(ordered) - len(kept))],
        "originalUriBaseIds": {
            ROOT: {"description": {"text": "The root of the repository, or the folder in which the command ran."}}
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(report, finding, index[finding.code], mark) for finding, mark in kept],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return unforgeable(json.dumps(log, indent=1, ensure_ascii=True) + "\n", "\\u{:04x}")


def _invocation(report: Report, left: int) -> dict[str, Any]:
    crashed = "X901" in report.tally.codes
    successful = not crashed and not report.partial
    invocation: dict[str, Any] = {"executionSuccessful": successful, "exitCode": report.exit_code}
    if left:
        text = f"{left:,} findings of the least severity were left out: readers take {MOST_RESULTS:,} of a run."
        invocation["toolExecutionNotifications"] = [{"level": "warning", "message": {"text": text}}]
    return invocation


def _rule(item: Entry) -> dict[str, Any]:
    lines = [item.rule, f"It fires: {item.fires}", f"Near miss: {item.near}", f"Source: {item.source}"]
    lines += [] if item.ask is None else [f"Ask for: {item.ask}"]
    severity = "recommendation" if item.severity == "note" else item.severity
    return {
        "id": item.code,
        "name": "".join(word[:1].upper() + word[1:] for word in _letters(item.title).split()),
        "shortDescription": {"text": _text(item.title[:1].upper() + item.title[1:] + ".")},
        "fullDescription": {"text": _text(item.rule)},
        "help": {"text": _text("\n\n".join(lines))},
        "defaultConfiguration": {"level": item.severity},
        "properties": {"tags": ["euchre", _PARTS[item.code[0]]], "problem.severity": severity},
    }


def _result(report: Report, finding: Finding, rule: int, mark: str) -> dict[str, Any]:
    parts = [clean(finding.message)]
    parts += [] if finding.expected is None else [f"Expected: {clean(finding.expected)}"]
    parts += [] if finding.found is None else [f"Found: {clean(finding.found)}"]
    parts += [clean(item.message) for item in finding.related]
    place = ", ".join(place_words(finding.where))
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": _text("\n".join([f"{place}: {parts[0]}" if place else parts[0], *parts[1:]]))},
        "partialFingerprints": {"euchreAudit/v1": mark},
    }
    if finding.known is not None:
        result["suppressions"] = [{"kind": "external", "justification": _text(clean(finding.known))}]
    location = _location(report, finding)
    return {**result, "locations": [location]} if location else result


def _location(report: Report, finding: Finding) -> dict[str, Any]:
    where = finding.where
    location: dict[str, Any] = {}
    if where.path is not None:
        place: dict[str, Any] = {"artifactLocation": _artifact(repository_path(report, where.path))}
        line = line_of(finding)
        location["physicalLocation"] = place if line is None else {**place, "region": {"startLine": line}}
    numbered = (("hand", where.hand), ("call", where.call), ("trick", where.trick), ("play", where.play))
    steps = [("game", clean(where.game))] if where.game is not None else []
    steps += [
        (kind, f"{kind} {number}") for kind, number in (*numbered, ("seat", where.seat)) if number is not None
    ]
    if steps:
        kind, name = steps[-1]
        full = " / ".join(step for _, step in steps)
        location["logicalLocations"] = [{"name": name, "fullyQualifiedName": full, "kind": kind}]
    return location


def _artifact(path: str) -> dict[str, Any]:
    if path.split("/")[0] == "..":
        path = os.path.abspath(path)
    if len(path) > LONGEST_PATH:
        path = path[: LONGEST_PATH - 1] + "…"
    try:
        raw = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raw = path.encode("utf-8", "surrogatepass")
    if os.path.isabs(path):
        return {"uri": "file:///" + quote(raw.lstrip(b"/"), safe="/" if os.sep == "/" else "/:")}
    return {"uri": quote(raw, safe="/"), "uriBaseId": ROOT}


def _text(text: str) -> str:
    """A message of SARIF: braces are doubled, and nothing in it is a link."""
    return text.replace("{", "{{").replace("}", "}}").replace("](", "]\\(")


def _letters(text: str) -> str:
    return "".join(sign if sign.isalnum() else " " if sign != "'" else "" for sign in text)
