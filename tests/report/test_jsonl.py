"""JSON lines: the findings of the JSON report, one a line, and a summary."""

from __future__ import annotations

import json

import msgspec

from euchre_audit.report import report_tree
from euchre_audit.report.jsonl import as_jsonl
from tests.report.reports import report_on


def test_the_findings_are_those_of_the_json_report(tmp_path):
    report = report_on(tmp_path)
    *found, summary = (msgspec.json.decode(line) for line in as_jsonl(report).splitlines())
    tree = json.loads(json.dumps(report_tree(report)))
    assert found == tree["findings"] and len(found) > 20
    assert {key: summary[key] for key in ("format", "tool", "verdict", "answers")} == {
        key: tree[key] for key in ("format", "tool", "verdict", "answers")
    }


def test_the_last_line_counts(tmp_path):
    report = report_on(tmp_path)
    *found, summary = (json.loads(line) for line in as_jsonl(report).splitlines())
    kinds = [each["severity"] for each in found]
    assert summary["findings"] == {kind: kinds.count(kind) for kind in ("error", "warning", "note")}
    assert (summary["inputs"], summary["unreadable"], summary["games"]) == (4, 1, 3)
    assert summary["hands"] == sum(len(game.hands) for game in report.games)


def test_every_line_is_whole_and_ends(tmp_path):
    text = as_jsonl(report_on(tmp_path))
    assert text.isascii() and text.endswith("}\n") and "\n\n" not in text
