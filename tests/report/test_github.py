"""What GitHub Actions shows: annotations as its runner reads them, and the summary of a step."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from euchre_audit.audit import Games, Report
from euchre_audit.audit.result import GameResult, HandResult
from euchre_audit.findings import ANSWERS, PASS, Finding, Where
from euchre_audit.report import github
from euchre_audit.report.clean import unforgeable
from euchre_audit.report.github import as_github, step_summary
from euchre_audit.rules import Rules
from tests.report.reports import report_on
from tests.report.runner import commands


def test_annotations_stand_at_their_lines(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    report = report_on(tmp_path)
    report.archive = "."
    found = {each.properties["title"].split()[0]: each for each in commands(as_github(report))}
    lead = found["P302"]
    assert lead.name == "error" and lead.properties["file"] == "round 1/lead, 50%.json"
    assert lead.properties["title"] == "P302 the wrong player leads"
    lines = (tmp_path / lead.properties["file"]).read_text("utf-8").split("\n")
    assert '"0 play Ac"' in lines[int(lead.properties["line"]) - 1]
    assert lead.data.startswith("hand 1, trick 1: North leads A♣, but West has the lead; expected West to lead")
    assert found["C210"].name == "notice"


def test_ten_of_a_level_the_most_severe_first_and_the_rest_counted():
    notes = [Finding("G105", "no end", Where("a.json", "", line)) for line in range(1, 31)]
    errors = [Finding("S102", "wrong", Where("z.json", "", line)) for line in range(1, 13)]
    text = as_github(Report(findings=[*notes, *errors]))
    shown = commands(text)
    assert [each.name for each in shown] == ["error"] * 10 + ["notice"] * 10
    assert [each.properties["line"] for each in shown] == [str(line) for line in range(1, 11)] * 2
    counts = "euchre-audit: fail; 12 errors, 0 warnings, 30 notes"
    assert text.splitlines()[-1] == f"{counts}; 22 more are not shown here, since GitHub shows 10 of a kind"


def test_nothing_found_is_one_line():
    game = GameResult("a.json", None, "club", Rules(), False, [])
    game.hands = [HandResult(1, dict.fromkeys(ANSWERS, PASS))]
    assert as_github(Report(games=Games([game]))) == "euchre-audit: pass; 0 errors, 0 warnings, 0 notes\n"
    assert as_github(Report()).startswith("euchre-audit: nothing was checked; ")


def test_every_sign_comes_through():
    message = "50% of a, b: c\r\n::error::x %0A ##[error]y"
    (found,) = commands(as_github(Report(findings=[Finding("S102", message, Where("a,b:c%0A=d.json", "", 3))])))
    assert found.properties["file"] == "a,b:c%0A=d.json" and found.properties["line"] == "3"
    assert found.data == "50% of a, b: c\\x0d\\x0a::error::x %0A ##\\x5berror]y"


def test_a_file_without_lines_and_a_finding_without_a_file():
    found = [Finding("S102", "wrong", Where("a.msgpack")), Finding("S102", "wrong", Where())]
    nowhere, binary = commands(as_github(Report(findings=found)))
    assert set(binary.properties) == {"file", "title"} and set(nowhere.properties) == {"title"}


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("::error::x", "\\x3a:error::x"),
        ("a\n \t ::stop-commands::x", "a\n \t \\x3a:stop-commands::x"),
        ("a ##[error]b ##vso[task]", "a ##\\x5berror]b ##vso\\x5btask]"),
        ("a ::b:: c", "a ::b:: c"),
        ("# [a] ## [b]", "# [a] ## [b]"),
    ],
)
def test_what_would_be_a_command_is_written_out(text, written):
    assert unforgeable(text) == written
    assert commands(written) == []


# The summary of a step


def rows(text: str) -> list[list[str]]:
    return [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]


def test_the_summary_has_answers_faults_and_notes(tmp_path):
    text = step_summary(report_on(tmp_path))
    assert text.startswith("## ❌ euchre-audit: fail\n\n4 files, 3 games, ")
    table = rows(text)
    assert [row[0] for row in table[2:8]] == list(ANSWERS)
    codes = [row[-1] for row in table if row[-1].startswith(("F103", "P302", "S102"))]
    assert codes == ["F103", "P302", "S102"]
    assert ["G105", "1", "the game has no end"] in table
    assert "fair.json" not in text


def test_the_summary_shows_text_as_it_is():
    message = "a | b `c` <b>d</b> @octocat ![e](https://e.example/x.png) www.e.example #1 _f_ &amp; \\g"
    report = Report(findings=[Finding("S102", message, Where("a.json", "", 1))])
    shown = MarkdownIt("commonmark").enable("table").render(step_summary(report))
    for sign in ("<a", "<img", "<b>", "<em>", "&amp;amp;amp;"):
        assert sign not in shown
    plain = message.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert f"<td><code>{plain}</code></td>" in shown


def test_the_summary_keeps_to_its_size(monkeypatch):
    found = [Finding("S102", "x" * 100, Where("a.json", "", line)) for line in range(1, 2_001)]
    monkeypatch.setattr(github, "SUMMARY_BYTES", 100_000)
    text = step_summary(Report(findings=[*found, Finding("G105", "no end", Where("b.json", "", 1))]))
    assert len(text.encode()) < 100_000
    listed = sum(row[-1] == "S102" for row in rows(text))
    assert 0 < listed < 2_000 and f"\n{2_000 - listed:,} more findings have no room here" in text
    assert "| G105 | 1 |" in text


def test_the_same_bytes_again(tmp_path: Path):
    first, second = (report_on(tmp_path) for _ in range(2))
    assert as_github(first) == as_github(second) and step_summary(first) == step_summary(second)
