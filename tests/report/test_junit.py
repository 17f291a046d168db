"""JUnit XML, by the schema of Jenkins' xUnit plugin and read back by junitparser."""

from __future__ import annotations

from pathlib import Path

import pytest
from junitparser import Error, Failure, JUnitXml, Skipped
from lxml import etree

from euchre_audit.audit import Options, Report, audit_files
from euchre_audit.audit.result import GameResult, HandResult
from euchre_audit.findings import ANSWERS, FAIL, PASS, UNCHECKED, UNPROVEN, Finding, Where
from euchre_audit.records.write import json_text
from euchre_audit.report import junit
from euchre_audit.report.junit import as_junit
from euchre_audit.rules import Rules
from tests.audit.games import clean_games
from tests.report.reports import DATA, line_text, report_on

SCHEMA = etree.XMLSchema(etree.parse(DATA / "junit-10.xsd"))
KINDS = {Failure: "failure", Error: "error", Skipped: "skipped"}


def read(report: Report) -> dict[tuple[str, str], tuple[str, str, str]]:
    """``(suite, case) -> (kind, message, text)``, after what every report has to hold to."""
    text = as_junit(report)
    assert SCHEMA.validate(etree.fromstring(text.encode())), SCHEMA.error_log
    root = JUnitXml.fromstring(text.encode())
    cases = {}
    names = set()
    stated = (root.tests, root.failures, root.errors)
    root.update_statistics()
    assert stated == (root.tests, root.failures, root.errors)
    for suite in root:
        counts = (suite.tests, suite.failures, suite.errors, suite.skipped)
        suite.update_statistics()
        assert counts == (suite.tests, suite.failures, suite.errors, suite.skipped)
        for case in suite:
            assert len(case.result) <= 1
            names.add((case.classname, case.name))
            told = [(KINDS[type(each)], each.message, each.text or "") for each in case.result]
            cases[suite.name, case.name] = told[0] if told else ("pass", "", "")
    assert len(names) == len(cases) == root.tests
    return cases


def test_a_suite_a_file_and_a_case_a_hand_and_answer(tmp_path):
    report = report_on(tmp_path)
    cases = read(report)
    assert {suite for suite, _ in cases} == {path for path, _ in report.inputs} | {
        str(tmp_path)
    }  # and what is about the folder
    expected = {
        (game.path, f"hand {hand.number}: {name}")
        for game in report.games
        for hand in game.hands
        for name in ANSWERS
    }
    assert expected < set(cases)
    kinds = {PASS: "pass", FAIL: "failure", UNPROVEN: "skipped", UNCHECKED: "skipped"}
    for game in report.games:
        for hand in game.hands:
            for name in ANSWERS:
                assert cases[game.path, f"hand {hand.number}: {name}"][0] == kinds[hand.answers[name]]


def test_a_failure_says_what_and_where(tmp_path):
    report = report_on(tmp_path)
    (fault,) = (each for each in report.all_findings() if each.code == "P302")
    kind, message, text = read(report)["round 1/lead, 50%.json", "hand 1: play"]
    assert (kind, message) == ("failure", fault.message)
    assert f"at round 1/lead, 50%.json:{fault.where.line} (hand 1, trick 1, /hands/0/log/2)" in text
    assert '"0 play Ac"' in line_text(tmp_path, fault)


def test_what_cannot_be_read_is_an_error(tmp_path):
    kind, message, text = read(report_on(tmp_path))["broken.json", "read"]
    assert kind == "error" and message.startswith("not JSON") and "broken.json:2" in text


def test_what_is_unproven_or_unchecked_is_skipped_with_the_reason(tmp_path):
    cases = read(report_on(tmp_path))
    assert cases["fair.json", "hand 1: published"][:2] == (
        "skipped",
        "the file holds no proof that the commitment was out before the hand",
    )
    assert cases["round 1/lead, 50%.json", "hand 1: score"][0] == "skipped"
    assert cases["round 1/points.json", "game: G105 the game has no end"][0] == "skipped"


def test_what_was_required_fails(tmp_path):
    report = report_on(tmp_path, require=("published",))
    cases = read(report)
    kind, message, _ = cases["fair.json", "hand 1: published"]
    assert kind == "failure" and message.startswith("required and unproven: the file holds no proof")
    assert cases["fair.json", "hand 1: choice"][0] == "skipped"


def test_notes_fail_where_they_count(tmp_path):
    cases = read(report_on(tmp_path, fail_on="note"))
    assert cases["fair.json", "hand 1: choice"][0] == "failure"
    assert cases["round 1/points.json", "game: G105 the game has no end"][0] == "failure"


def test_a_crash_is_an_error():
    where = Where("a.json", "", 1)
    report = Report(inputs=[("a.json", None)], findings=[Finding("X901", "this tool failed", where)])
    assert read(report)["a.json", "X901 this tool failed"][0] == "error"


def test_several_games_of_a_file_are_told_apart(tmp_path):
    games = clean_games()[:2]
    path = tmp_path / "games.jsonl"
    path.write_text("".join(json_text(game).replace("\n", " ") + "\n" for game in games), encoding="utf-8")
    cases = read(audit_files([str(path)], Options()))
    named = f" ({games[0]['game']})"
    assert cases[str(path), f"game 1{named}, hand 1: deal"][0] == "pass"
    assert cases[str(path), f"game 2{named}, hand 1: deal"][0] == "pass"


def test_hands_of_one_number_are_told_apart(tmp_path):
    (game,) = clean_games()[:1]
    game["hands"][1]["hand"] = 1
    path = tmp_path / "game.json"
    path.write_text(json_text(game), encoding="utf-8")
    cases = read(audit_files([str(path)], Options()))
    assert cases[str(path), "hand 1: deal"][0] == "pass"
    assert cases[str(path), "hand 1 (2): deal"][0] == "failure"


def games_of(count: int, hands: int) -> Report:
    report = Report()
    for number in range(count):
        path = f"g{number}.json"
        game = GameResult(path, None, "club", Rules(), False, [])
        game.hands = [HandResult(hand, dict.fromkeys(ANSWERS, PASS)) for hand in range(1, hands + 1)]
        fault = Finding("S102", "wrong", Where(path, "", 1, None, hands))
        game.hands[-1].findings = [fault]
        game.hands[-1].answers = {**game.hands[-1].answers, "score": FAIL}
        report.inputs.append((path, None))
        report.games.append(game)
    return report


@pytest.mark.parametrize(
    ("limit", "suite", "case", "cases"),
    [
        (1000, "g3.json", "hand 5: score", 10 + 10 * 5 * 6),
        (200, "g3.json", "hands: score", 10 + 10 * 6),
        (100, "all files", "hands: score", 1 + 6),
    ],
)
def test_no_more_cases_than_readers_take(monkeypatch, limit, suite, case, cases):
    monkeypatch.setattr(junit, "MOST_CASES", limit)
    found = read(games_of(10, 5))
    assert found[suite, case][0] == "failure"
    assert len(found) == cases


def test_a_case_tells_no_more_than_it_can(monkeypatch):
    monkeypatch.setattr(junit, "MOST_CASES", 0)
    _, message, text = read(games_of(50, 1))["all files", "hands: score"]
    assert message == "wrong" and text.count("S102") == junit.TOLD and text.endswith("and 30 more findings")


def test_classes_of_files_keep_folders_as_packages():
    assert junit._class_name("games/t1.g1.json") == "games.t1_g1_json"
    assert junit._class_name("../a.json") == "__.a_json"
    assert junit._class_name("") == "file"


def test_the_same_bytes_again(tmp_path: Path):
    assert as_junit(report_on(tmp_path)) == as_junit(report_on(tmp_path))
