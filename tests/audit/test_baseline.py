"""Known findings are let stand, new ones fail, vanished ones are told."""

from __future__ import annotations

import json
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

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
