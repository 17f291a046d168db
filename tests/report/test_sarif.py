"""SARIF, by its schema, with the places and limits that code scanning reads."""

from __future__ import annotations

import gzip
import json
import os
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from jsonschema import Draft202012Validator

from euchre_audit.audit import Options, Report, audit_files, audit_folder
from euchre_audit.findings import Finding, Where, all_codes, entry
from euchre_audit.findings.fingerprint import fingerprints
from euchre_audit.report import sarif
from euchre_audit.report.github import as_github, step_summary
from euchre_audit.report.junit import as_junit
from euchre_audit.report.sarif import as_sarif
from tests.report.reports import DATA, faulty_games, report_on, write_games
from tests.report.runner import commands

SCHEMA = Draft202012Validator(json.loads((DATA / "sarif-2.1.0.json").read_text("utf-8")))
Doc = dict[str, Any]


def read(report: Report) -> Doc:
    """The one run of the report, once it is valid."""
    log = json.loads(as_sarif(report))
    SCHEMA.validate(log)
    (run,) = log["runs"]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    assert isinstance(run, dict)
    return run


def place(result: Doc) -> Doc:
    (location,) = result["locations"]
    physical = location["physicalLocation"]
    assert isinstance(physical, dict)
    return physical


def only(run: Doc, code: str) -> Doc:
    (result,) = (result for result in run["results"] if result["ruleId"] == code)
    assert isinstance(result, dict)
    return result


def test_each_result_is_at_its_line_of_its_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_games(tmp_path)
    run = read(audit_files([*faulty_games(), "broken.json"], Options()))
    for code, name, text in (
        ("P302", "round%201/lead%2C%2050%25.json", '"0 play Ac"'),
        ("S102", "round%201/points.json", '"points": [0, 4]'),
        ("F103", "broken.json", '"hands": [}'),
    ):
        found = place(next(result for result in run["results"] if result["ruleId"] == code))
        assert found["artifactLocation"] == {"uri": name, "uriBaseId": "%SRCROOT%"}
        path = tmp_path / unquote_to_bytes(found["artifactLocation"]["uri"]).decode()
        assert text in path.read_text("utf-8").split("\n")[found["region"]["startLine"] - 1]


def test_paths_of_a_folder_are_from_where_the_command_ran(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "open").mkdir()
    report = report_on(tmp_path / "open")
    for folder, uri in (("open/", "open/broken.json"), ("./open", "open/broken.json"), (".", "broken.json")):
        report.archive = folder
        assert place(only(read(report), "F103"))["artifactLocation"]["uri"] == uri
    report.archive = "/games of ours"
    location = place(only(read(report), "F103"))["artifactLocation"]
    assert location == {"uri": "file:///games%20of%20ours/broken.json"}


@pytest.mark.parametrize("where", [".", "sub", "sub/open", "elsewhere", "link/sub"])
def test_paths_are_from_the_root_of_the_repository(tmp_path, monkeypatch, where):
    """A job may run in any folder: ``GITHUB_WORKSPACE`` is what annotations and results are counted from."""
    root = tmp_path / "root"
    (root / "sub" / "open").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to("root")
    report_on(root / "sub" / "open")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / where.split("/")[0] if "link" in where else root))
    monkeypatch.chdir(tmp_path / where if where.split("/")[0] in ("elsewhere", "link") else root / where)
    for archive in (os.path.relpath(root / "sub" / "open"), str(root / "sub" / "open")):
        report = audit_folder(archive, Options())
        expected = {"uri": "sub/open/broken.json", "uriBaseId": "%SRCROOT%"}
        assert place(only(read(report), "F103"))["artifactLocation"] == expected
        (told,) = (each for each in commands(as_github(report)) if each.properties["title"].startswith("F103"))
        assert told.properties["file"] == "sub/open/broken.json"
        suites = ET.fromstring(as_junit(report).encode())
        assert "sub/open/broken.json" in {suite.get("file") for suite in suites}
        assert "sub/open/broken" in step_summary(report).replace("&#47;", "/")


@pytest.mark.parametrize("workspace", [True, False])
def test_what_is_outside_of_the_repository_is_not_placed_in_it(tmp_path, monkeypatch, workspace):
    (tmp_path / "root").mkdir()
    (tmp_path / "open").mkdir()
    report = report_on(tmp_path / "open")
    monkeypatch.chdir(tmp_path / "root")
    if workspace:
        monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "root"))
    for report.archive in ("../open", str(tmp_path / "open")):
        location = place(only(read(report), "F103"))["artifactLocation"]
        assert location == {"uri": f"file://{tmp_path}/open/broken.json"}
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "open"))
    report.archive = "games"
    location = place(only(read(report), "F103"))["artifactLocation"]
    assert location == {"uri": f"file://{tmp_path}/root/games/broken.json"}


def test_levels_rules_and_fingerprints(tmp_path):
    report = report_on(tmp_path)
    run = read(report)
    levels = [result["level"] for result in run["results"]]
    assert levels == sorted(levels, key=["error", "warning", "note"].index)
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert set(rules) == {finding.code for finding in report.all_findings()}
    assert all(rule["defaultConfiguration"]["level"] == entry(code).severity for code, rule in rules.items())
    marks = {result["partialFingerprints"]["euchreAudit/v1"] for result in run["results"]}
    assert marks == set(fingerprints(report.all_findings())) and len(marks) == len(run["results"])


def test_the_place_in_the_game(tmp_path):
    (location,) = only(read(report_on(tmp_path)), "P302")["locations"]
    (logical,) = location["logicalLocations"]
    game = "club.example/2026-11-30/table-7/1"
    assert logical["fullyQualifiedName"] == f"{game} / hand 1 / trick 1 / play 1 / seat 0"
    assert (logical["name"], logical["kind"]) == ("seat 0", "seat")


def test_a_file_without_lines_has_no_region():
    where = Where("a.msgpack", "/hands/0", None, None, 1)
    found = place(only(read(Report(findings=[Finding("S102", "wrong", where)])), "S102"))
    assert found == {"artifactLocation": {"uri": "a.msgpack", "uriBaseId": "%SRCROOT%"}}
    whole = Finding("F103", "not JSON", Where("a.json"))
    assert place(only(read(Report(findings=[whole])), "F103"))["region"] == {"startLine": 1}


@pytest.mark.parametrize("name", ["a:b.json", "#?&.json", "ä ♣.json", "x\udcff.json", "-"])
def test_every_path_is_one_relative_uri(name):
    uri = place(only(read(Report(findings=[Finding("F103", "x", Where(name))])), "F103"))["artifactLocation"]["uri"]
    assert uri.isascii() and not set(uri) & set(':#?[]{}"<> ')
    assert unquote_to_bytes(uri) == name.encode("utf-8", "surrogateescape")


def test_nothing_in_a_message_is_a_link_or_a_placeholder():
    report = Report(findings=[Finding("F103", "see [here](https://evil.example) {0}", Where("a.json"))])
    text = only(read(report), "F103")["message"]["text"]
    assert "](" not in text and text.replace("{{", "").replace("}}", "").count("{") == 0


def test_every_rule_of_the_catalogue_is_within_the_limits():
    where = Where("a.json", "", 1)
    run = read(Report(findings=[Finding(code, "x", where) for code in all_codes()]))
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted(all_codes())
    for rule in rules:
        assert len(rule["properties"]["tags"]) <= 10
        assert max(len(rule["name"]), len(rule["shortDescription"]["text"])) <= 255
        assert len(rule["fullDescription"]["text"]) <= 1024


def test_no_more_results_than_readers_take(monkeypatch):
    monkeypatch.setattr(sarif, "MOST_RESULTS", 30)
    notes = [Finding("G105", "no end", Where("a.json", "", line)) for line in range(1, 40)]
    run = read(Report(findings=[*notes, Finding("S102", "wrong", Where("z.json", "", 1))]))
    assert len(run["results"]) == 30 and run["results"][0]["ruleId"] == "S102"
    (notification,) = run["invocations"][0]["toolExecutionNotifications"]
    assert notification["message"]["text"].startswith("10 findings of the least severity were left out")


def test_as_many_as_readers_take_are_small_enough():
    long = "x" * 150
    place = Where("games/round-1/table-12.json", "/hands/3/log/5", 1, "club.example/1", 3, None, 2, 1, 0)
    found = [Finding("P302", f"{number} {long}", place.at(line=number + 1), long, long) for number in range(2_500)]
    assert len(gzip.compress(as_sarif(Report(findings=found)).encode())) * 10 < 10_000_000


def test_the_run_failed_only_where_this_tool_did(tmp_path):
    assert read(report_on(tmp_path))["invocations"] == [{"executionSuccessful": True, "exitCode": 2}]
    crashed = Report(findings=[Finding("X901", "this tool failed", Where("a.json", "", 1))])
    assert read(crashed)["invocations"] == [{"executionSuccessful": False, "exitCode": 2}]


def test_the_same_bytes_again(tmp_path: Path):
    assert as_sarif(report_on(tmp_path)) == as_sarif(report_on(tmp_path))
