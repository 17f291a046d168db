"""Known findings are let stand, new ones fail, vanished ones are told."""

from __future__ import annotations

import json
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from euchre_audit.audit import Games, Options, Report
from euchre_audit.audit.baseline import apply_baseline
from euchre_audit.audit.result import GameResult, HandResult
from euchre_audit.findings import ANSWERS, FAIL, PASS, Finding, Where
from euchre_audit.findings.fingerprint import fingerprints
from euchre_audit.report import Style, report_text
from euchre_audit.rules import Rules
from tests.cli.run import ROOT, euchre_audit

TOURNAMENT = ROOT / "examples" / "tournament"


def findings(folder: Path, *words: str) -> list[dict[str, Any]]:
    return json.loads(euchre_audit("archive", str(folder), "--format", "json", *words).out)["findings"]


def baseline(path: Path, *known: dict[str, str]) -> str:
    path.write_text(json.dumps({"format": "euchre-baseline/1", "known": list(known)}), encoding="utf-8")
    return str(path)


@pytest.fixture
def fault() -> dict[str, Any]:
    (only,) = [each for each in findings(TOURNAMENT) if each["severity"] == "error"]
    return only


def test_a_known_fault_stands(tmp_path: Path, fault: dict[str, Any]) -> None:
    path = baseline(tmp_path / "known.json", {"fingerprint": fault["fingerprint"], "reason": "ruled on 3 May"})
    ran = euchre_audit("archive", str(TOURNAMENT), "--baseline", path, "-o", f"junit={tmp_path / 'j.xml'}")
    assert ran.code == 0
    assert "1 finding known" in ran.out
    (known,) = [each for each in findings(TOURNAMENT, "--baseline", path) if "known" in each]
    assert (known["code"], known["severity"], known["known"]) == (fault["code"], "note", "ruled on 3 May")
    suites = ET.parse(tmp_path / "j.xml").getroot()
    assert (suites.get("failures"), suites.get("errors")) == ("0", "0")


def test_lines_may_move(tmp_path: Path, fault: dict[str, Any]) -> None:
    path = baseline(tmp_path / "known.json", {"fingerprint": fault["fingerprint"], "reason": "ruled"})
    folder = tmp_path / "elsewhere"
    shutil.copytree(TOURNAMENT, folder)
    file = folder / fault["where"]["path"]
    file.write_text("\n\n" + file.read_text("utf-8"), encoding="utf-8")
    assert euchre_audit("archive", str(folder), "--baseline", path).code == 0


def test_a_new_fault_fails(tmp_path: Path, fault: dict[str, Any]) -> None:
    path = baseline(tmp_path / "known.json", {"fingerprint": fault["fingerprint"], "reason": "ruled"})
    folder = tmp_path / "more"
    shutil.copytree(TOURNAMENT, folder)
    shutil.copy(ROOT / "examples" / "tampered-hand.json", folder)
    ran = euchre_audit("archive", str(folder), "--baseline", path)
    assert (ran.code, "D201" in ran.out) == (1, True)


def test_a_vanished_one_is_told(tmp_path: Path, fault: dict[str, Any]) -> None:
    gone = {"fingerprint": "0" * 32, "reason": "the scoreboard of May"}
    path = baseline(tmp_path / "known.json", {"fingerprint": fault["fingerprint"], "reason": "ruled"}, gone)
    (told,) = [each for each in findings(TOURNAMENT, "--baseline", path) if each["code"] == "A150"]
    assert (told["found"], told["severity"]) == ("0" * 32, "note")
    assert "the scoreboard of May" in told["message"]
    assert euchre_audit("archive", str(TOURNAMENT), "--baseline", path).code == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"format": "euchre-baseline/1"}',
        '{"format": "euchre-baseline/1", "known": [{"fingerprint": "0"}]}',
        '{"format": "euchre-baseline/1", "known": [{"fingerprint": "%s", "reason": " "}]}' % ("0" * 32),
    ],
)
def test_what_is_no_baseline(tmp_path: Path, text: str) -> None:
    (tmp_path / "known.json").write_text(text, encoding="utf-8")
    ran = euchre_audit("archive", str(TOURNAMENT), "--baseline", str(tmp_path / "known.json"))
    assert (ran.code, ran.out, "Traceback" in ran.err) == (2, "", False)


def told_by_each(folder: Path, tmp_path: Path, *words: str) -> dict[str, Any]:
    """The exit code, and the verdict as each format tells it."""
    paths = {form: tmp_path / f"report.{form}" for form in ("json", "junit", "sarif", "github", "text")}
    ran = euchre_audit(
        "archive", str(folder), *words, *(word for form in paths for word in ("-o", f"{form}={paths[form]}"))
    )
    texts = {form: path.read_text("utf-8") for form, path in paths.items()}
    (run,) = json.loads(texts["sarif"])["runs"]
    suites = ET.fromstring(texts["junit"].encode())
    return {
        "exit": ran.code,
        "sarif exit": run["invocations"][0]["exitCode"],
        "json": json.loads(texts["json"])["verdict"],
        "junit": (suites.get("failures"), suites.get("errors")),
        "github": texts["github"].splitlines()[-1].split(";")[0],
        "text": ran.out.splitlines()[-1],
    }


def test_what_cannot_be_read_is_never_let_stand(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    shutil.copy(ROOT / "examples" / "fair-hand.json", folder)
    (folder / "bad.json").write_text("{", encoding="utf-8")
    without = told_by_each(folder, tmp_path)
    (fault,) = [each for each in findings(folder) if each["severity"] == "error"]
    path = baseline(tmp_path / "known.json", {"fingerprint": fault["fingerprint"], "reason": "an old file"})
    told = told_by_each(folder, tmp_path, "--baseline", path)
    assert told == without
    assert (told["exit"], told["sarif exit"], told["json"]) == (2, 2, "fail")
    assert (told["junit"], told["github"]) == (("0", "1"), "euchre-audit: fail")
    assert told["text"].startswith("UNREADABLE · 1 file could not be read · ")


def test_a_failure_of_this_tool_is_never_let_stand(tmp_path: Path) -> None:
    fault = Finding("X901", "this tool failed", Where(path="a.json"))
    (mark,) = fingerprints([fault])
    report = Report(findings=[fault], options=Options(baseline={mark: "known"}))
    apply_baseline(report)
    assert report.findings == [fault]
    assert report.exit_code == 2


@pytest.mark.parametrize("level", ["error", "warning", "note"])
def test_the_verdict_says_why_it_is_what_it_is(level: str) -> None:
    """An interruption, a note, an answer that fails without an error: none is told as another."""
    game = GameResult("a.json", None, "club", Rules(), False, [])
    game.hands = [HandResult(1, dict.fromkeys(ANSWERS, PASS))]
    note = Finding("G105", "no end", Where("a.json"))
    report = Report(games=Games([game]), findings=[note], options=Options(fail_on=level), partial=True)
    text = report_text(report, Style(), quiet=True)
    assert text.startswith("INTERRUPTED · this is what there was by then · ")
    assert (report.verdict == FAIL) == ("notes count as faults here (--fail-on note)" in text) == (level == "note")
    assert ("FAIL" in text) == (level == "note")
    game.hands = [HandResult(1, {**dict.fromkeys(ANSWERS, PASS), "deal": FAIL})]
    report = Report(games=Games([game]), options=Options(fail_on=level))
    assert report_text(report, Style(), quiet=True) == "FAIL · deal\n"


def test_a_fingerprint_stands_once(tmp_path: Path, fault: dict[str, Any]) -> None:
    other = {"fingerprint": "0" * 32, "reason": "another"}
    twice = {"fingerprint": fault["fingerprint"], "reason": "ruled"}
    for again in (twice, {**twice, "reason": "ruled otherwise"}):
        path = baseline(tmp_path / "known.json", twice, other, again)
        ran = euchre_audit("archive", str(TOURNAMENT), "--baseline", path)
        assert (ran.code, ran.out) == (2, "")
        assert "each fingerprint stands once, and /known/0 has this one, too  F110" in ran.err
